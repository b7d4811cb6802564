//! The instants of a world that a search tells apart.

/// The instants of a world that a search tells apart: places within a grain that begins again and again, and some that come
/// once.
pub struct Places {
    /// In milliseconds.
    pub grain_ms: i64,
    /// In order.
    pub at_ms: Vec<i64>,
    /// Whether the times between two of them count as well.
    pub with_between: bool,
    /// Those that come once, in order, in milliseconds.
    pub once_ms: Vec<i64>,
}

impl Places {
    /// How much later it is at each of them, in milliseconds: the least first.
    pub fn later(&self, now_ms: i64) -> impl Iterator<Item = i64> {
        let mut all: Vec<i64> = Vec::new();
        let ends = self.at_ms.iter().skip(1).chain([&self.grain_ms]);
        for (from_ms, to_ms) in self.at_ms.iter().zip(ends) {
            all.push(*from_ms);
            if self.with_between && to_ms - from_ms > 1 {
                all.push(from_ms + (to_ms - from_ms) / 2);
            }
        }
        let grain_ms = self.grain_ms;
        let begin_ms = -now_ms.rem_euclid(grain_ms);
        let grains = (0..).map(move |count| begin_ms + count * grain_ms);
        let times = grains.flat_map(move |begin_ms| {
            let all = all.clone().into_iter();
            all.map(move |place_ms| begin_ms + place_ms)
        });
        let mut times = times.filter(|ms| *ms > 0).peekable();
        let mut once = after(&self.once_ms, now_ms).peekable();
        std::iter::from_fn(move || {
            let next = *times.peek()?;
            let first = once.peek().map_or(next, |once| next.min(*once));
            while once.next_if_eq(&first).is_some() {}
            times.next_if_eq(&first);
            Some(first)
        })
    }
}

/// How much later it is at those of these times that are still to come, in milliseconds.
fn after(times_ms: &[i64], now_ms: i64) -> impl Iterator<Item = i64> {
    let later: Vec<i64> = times_ms.iter().map(|at_ms| at_ms - now_ms).collect();
    later.into_iter().filter(|ms| *ms > 0)
}

/// The instants of deadlines, in order: each, since a lease ends there, and a millisecond later, when a key is gone.
pub fn instants_of(deadlines_ms: &[i64]) -> Vec<i64> {
    let mut all: Vec<i64> = deadlines_ms
        .iter()
        .flat_map(|at_ms| [*at_ms, at_ms + 1])
        .collect();
    all.sort_unstable();
    all
}
