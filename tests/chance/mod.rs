//! A source of chance that a seed repeats.

/// Where chance begins: at the number that `variable` gives, at the clock's if it is `time`, and else always at the same place, so that
/// an ordinary run that passes once passes again. Said, so that a run can be repeated.
pub fn seed(variable: &str) -> u64 {
    let seed = match std::env::var(variable).as_deref() {
        Err(_) => ORDINARY_SEED,
        Ok("time") => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.expect("a clock after 1970").as_nanos() as u64
        }
        Ok(number) => number.parse().expect("a seed is a number, or `time`"),
    };
    println!("{variable}={seed}");
    seed
}

const ORDINARY_SEED: u64 = 20_261_122;

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
