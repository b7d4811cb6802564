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
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let last = rest.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
        if !rest.is_empty() {
            self.write_u64(last);
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

/// Values in a chunk: none is moved when there are more.
const CHUNK: usize = 512;

/// Values by their numbers.
pub struct Intern<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    hashes: Vec<u64>,
    /// The number of a value and one, where its hash leads; 0 for none.
    table: Vec<u32>,
}

impl<T: Hash + Eq> Intern<T> {
    pub fn new() -> Intern<T> {
        Intern {
            chunks: Vec::new(),
            len: 0,
            hashes: Vec::new(),
            table: vec![0; 64],
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<&T> {
        let at = number as usize;
        self.chunks.get(at / CHUNK)?.get(at % CHUNK)
    }

    /// Drops the last chunk of values, which takes time; whether there was one. No number means anything any more.
    pub fn shrink(&mut self) -> bool {
        self.chunks.pop().is_some()
    }

    /// The number of a value, and whether it is a new one.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        if self.len * 2 >= self.table.len() {
            self.grow();
        }
        let mut mixer = Mixer::default();
        value.hash(&mut mixer);
        let hash = mixer.finish();
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(place) = self.table.get_mut(at) {
            let Some(number) = place.checked_sub(1) else {
                let number = self.len as u32;
                *place = number + 1;
                self.push(value);
                self.hashes.push(hash);
                return (number, true);
            };
            let is_it =
                self.hashes.get(number as usize) == Some(&hash) && self.get(number) == Some(&value);
            if is_it {
                return (number, false);
            }
            at = (at + 1) & mask;
        }
        (0, false)
    }

    fn push(&mut self, value: T) {
        if self.len.is_multiple_of(CHUNK) {
            self.chunks
                .push(Vec::with_capacity(CHUNK.min(self.len + 16)));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(value);
        }
        self.len += 1;
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

/// A memo stands in so many pieces, by the first bits of a hash: one grows at a time, which takes little time.
const PIECES: usize = 64;
/// Slots of a piece at the start.
const SLOTS: usize = 8;

/// Answers that were computed once, by a key of 64 bits.
pub struct Memo {
    pieces: Vec<Piece>,
}

/// Keys, each with one added, 0 for none; and the answers beside them.
#[derive(Default)]
struct Piece {
    slots: Vec<(u64, u64)>,
    used: usize,
}

impl Memo {
    pub fn new() -> Memo {
        Memo {
            pieces: (0..PIECES).map(|_| Piece::default()).collect(),
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let hash = mix(key);
        let piece = self.pieces.get(piece_of(hash))?;
        let mask = piece.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let (found, answer) = *piece.slots.get(at)?;
            if found == key + 1 {
                return Some(answer);
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
        let hash = mix(key);
        if let Some(piece) = self.pieces.get_mut(piece_of(hash)) {
            piece.put(hash, key + 1, answer);
        }
    }
}

impl Piece {
    fn put(&mut self, hash: u64, key: u64, answer: u64) {
        if self.used * 2 >= self.slots.len() {
            let length = (self.slots.len() * 2).max(SLOTS);
            let old = std::mem::replace(&mut self.slots, vec![(0, 0); length]);
            self.used = 0;
            for (key, answer) in old.into_iter().filter(|(key, _)| *key != 0) {
                self.put(mix(key - 1), key, answer);
            }
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots.get(at).is_some_and(|(found, _)| *found != 0) {
            at = (at + 1) & mask;
        }
        if let Some(place) = self.slots.get_mut(at) {
            *place = (key, answer);
            self.used += 1;
        }
    }
}

#[inline]
fn piece_of(hash: u64) -> usize {
    (hash >> 58) as usize
}
