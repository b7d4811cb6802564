//! The instants of a world that a search tells apart.

/// The instants of a world that a search tells apart: places within a grain that begins again and again.
pub struct Places {
    /// In milliseconds.
    pub grain_ms: i64,
    /// In order, from 0 on.
    pub at_ms: Vec<i64>,
    /// Whether the times between two of them count as well.
    pub with_between: bool,
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
        times.filter(|ms| *ms > 0)
    }
}
