//! Numbers for values: equal values have one number, and numbers are given in the order in which values come.

use std::hash::{Hash, Hasher};

/// A hash of its own, so that the order of nothing depends on chance.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Spreads a word over all its bits. One multiplication alone makes clusters.
#[inline]
pub fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// Values by their numbers.
pub struct Intern<T> {
    values: Vec<T>,
    hashes: Vec<u64>,
    /// The number of a value and one, where its hash leads; 0 for none.
    table: Vec<u32>,
}

impl<T: Hash + Eq> Intern<T> {
    pub fn new() -> Intern<T> {
        Intern {
            values: Vec::new(),
            hashes: Vec::new(),
            table: vec![0; 64],
        }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn get(&self, number: u32) -> Option<&T> {
        self.values.get(number as usize)
    }

    /// The number of a value, and whether it is a new one.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        if self.values.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mut mixer = Mixer::default();
        value.hash(&mut mixer);
        let hash = mixer.finish();
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(place) = self.table.get_mut(at) {
            let Some(number) = place.checked_sub(1) else {
                let number = self.values.len() as u32;
                *place = number + 1;
                self.values.push(value);
                self.hashes.push(hash);
                return (number, true);
            };
            let is_it = self.hashes.get(number as usize) == Some(&hash)
                && self.values.get(number as usize) == Some(&value);
            if is_it {
                return (number, false);
            }
            at = (at + 1) & mask;
        }
        (0, false)
    }

    fn grow(&mut self) {
        let length = self.table.len() * 2;
        self.table = vec![0; length];
        for (number, hash) in self.hashes.iter().enumerate() {
            let mut at = *hash as usize & (length - 1);
            while self.table.get(at).is_some_and(|place| *place != 0) {
                at = (at + 1) & (length - 1);
            }
            if let Some(place) = self.table.get_mut(at) {
                *place = number as u32 + 1;
            }
        }
    }
}

/// Answers that were computed once, by a key of 64 bits.
pub struct Memo {
    /// Keys, each with one added; 0 for none.
    keys: Vec<u64>,
    answers: Vec<u64>,
    len: usize,
}

impl Memo {
    pub fn new() -> Memo {
        Memo {
            keys: vec![0; 64],
            answers: vec![0; 64],
            len: 0,
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let mask = self.keys.len() - 1;
        let mut at = mix(key) as usize & mask;
        loop {
            let found = *self.keys.get(at)?;
            if found == key + 1 {
                return self.answers.get(at).copied();
            }
            if found == 0 {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// The number for a key, which is made the first time that it is asked for.
    #[inline]
    pub fn number<E>(&mut self, key: u64, make: impl FnOnce() -> Result<u32, E>) -> Result<u32, E> {
        if let Some(known) = self.get(key) {
            return Ok(known as u32);
        }
        let made = make()?;
        self.put(key, u64::from(made));
        Ok(made)
    }

    /// Keeps an answer for a key that has none.
    pub fn put(&mut self, key: u64, answer: u64) {
        if self.len * 2 >= self.keys.len() {
            let keys = std::mem::take(&mut self.keys);
            let answers = std::mem::take(&mut self.answers);
            self.keys = vec![0; keys.len() * 2];
            self.answers = vec![0; keys.len() * 2];
            self.len = 0;
            for (key, answer) in keys.into_iter().zip(answers) {
                if let Some(key) = key.checked_sub(1) {
                    self.put(key, answer);
                }
            }
        }
        let mask = self.keys.len() - 1;
        let mut at = mix(key) as usize & mask;
        while self.keys.get(at).is_some_and(|found| *found != 0) {
            at = (at + 1) & mask;
        }
        if let (Some(place), Some(kept)) = (self.keys.get_mut(at), self.answers.get_mut(at)) {
            *place = key + 1;
            *kept = answer;
            self.len += 1;
        }
    }
}
