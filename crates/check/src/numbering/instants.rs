//! The instants of a world that a search tells apart.

/// The instants of a world that a search tells apart: places within a grain that begins again and again, and deadlines, which
/// come once.
pub struct Places {
    /// In milliseconds.
    pub grain_ms: i64,
    /// In order, where the times between them count.
    pub at_ms: Vec<i64>,
    /// Whether the times between two of them count as well.
    pub with_between: bool,
    /// The deadlines that are instants, in Unix milliseconds.
    pub deadlines_ms: Vec<i64>,
}

impl Places {
    /// How much later it is at each of them, in milliseconds: the least first.
    pub fn later(&self, now_ms: i64) -> impl Iterator<Item = i64> {
        let first = self.next(now_ms);
        std::iter::successors(Some(first), move |ms| Some(ms + self.next(now_ms + ms)))
    }

    /// How much later it is at the next of them, in milliseconds.
    fn next(&self, now_ms: i64) -> i64 {
        let mut least = to_deadline(&self.deadlines_ms, now_ms);
        for (at, from_ms) in self.at_ms.iter().enumerate() {
            let to_ms = self.at_ms.get(at + 1).unwrap_or(&self.grain_ms);
            least = least.min(to_place(*from_ms, self.grain_ms, now_ms));
            if self.with_between && to_ms - from_ms > 1 {
                let middle_ms = from_ms + (to_ms - from_ms) / 2;
                least = least.min(to_place(middle_ms, self.grain_ms, now_ms));
            }
        }
        least
    }
}

/// How much later it is at a place within a grain, in milliseconds.
pub fn to_place(place_ms: i64, grain_ms: i64, now_ms: i64) -> i64 {
    match (place_ms - now_ms).rem_euclid(grain_ms) {
        0 => grain_ms,
        ms => ms,
    }
}

/// How much later it is at the next instant of these deadlines, in milliseconds: at each, since a lease ends there, and a
/// millisecond later, when a key is gone. The most that can be counted where there is none.
pub fn to_deadline(deadlines_ms: &[i64], now_ms: i64) -> i64 {
    let mut least = i64::MAX;
    for at_ms in deadlines_ms {
        for ms in [at_ms - now_ms, at_ms + 1 - now_ms] {
            if ms > 0 {
                least = least.min(ms);
            }
        }
    }
    least
}
