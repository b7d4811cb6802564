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

/// Values in a row, in chunks of so many: none is moved when there are more.
pub struct Chunks<T, const SIZE: usize = 512> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T, const SIZE: usize> Chunks<T, SIZE> {
    pub fn new() -> Chunks<T, SIZE> {
        Chunks {
            chunks: Vec::new(),
            len: 0,
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// For how many values there is memory, about.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.chunks.len() * SIZE
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / SIZE)?.get(index % SIZE)
    }

    /// The values from this index on.
    pub fn rest(&self, begin: usize) -> impl Iterator<Item = &T> {
        (begin..self.len).filter_map(|index| self.get(index))
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len.is_multiple_of(SIZE) {
            // Few need few.
            let chunk = Vec::with_capacity(SIZE.min(self.len + 16));
            self.chunks.push(chunk);
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(value);
            self.len += 1;
        }
    }

    /// Drops the last chunk of values, which takes time; whether there was one. No index means anything any more.
    pub fn shrink(&mut self) -> bool {
        self.chunks.pop().is_some()
    }
}

/// Values by their numbers.
pub struct Intern<T> {
    values: Chunks<T>,
    hashes: Chunks<u64>,
    /// In pieces, as those of a [`Memo`]: the number of a value and one, where its hash leads; 0 for none.
    pieces: Vec<Numbers>,
}

/// A piece of the table of an [`Intern`].
#[derive(Default)]
struct Numbers {
    slots: Vec<u32>,
    used: usize,
}

impl<T: Hash + Eq> Intern<T> {
    pub fn new() -> Intern<T> {
        Intern {
            values: Chunks::new(),
            hashes: Chunks::new(),
            pieces: (0..PIECES).map(|_| Numbers::default()).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<&T> {
        self.values.get(number as usize)
    }

    /// Drops some values, which takes time; whether there were any. No number means anything any more.
    pub fn shrink(&mut self) -> bool {
        self.values.shrink()
    }

    /// The number of a value, and whether it is a new one.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        let mut mixer = Mixer::default();
        value.hash(&mut mixer);
        let hash = mixer.finish();
        let Some(piece) = self.pieces.get_mut(piece_of(hash)) else {
            return (0, false);
        };
        if piece.used * 2 >= piece.slots.len() {
            piece.grow(&self.hashes);
        }
        let mask = piece.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(place) = piece.slots.get_mut(at) {
            let Some(number) = place.checked_sub(1) else {
                let number = self.values.len() as u32;
                *place = number + 1;
                piece.used += 1;
                self.values.push(value);
                self.hashes.push(hash);
                return (number, true);
            };
            let index = number as usize;
            let is_it =
                self.hashes.get(index) == Some(&hash) && self.values.get(index) == Some(&value);
            if is_it {
                return (number, false);
            }
            at = (at + 1) & mask;
        }
        (0, false)
    }
}

impl Numbers {
    fn grow(&mut self, hashes: &Chunks<u64>) {
        let length = (self.slots.len() * 2).max(SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![0; length]);
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let hash = hashes.get(entry as usize - 1).copied().unwrap_or(0);
            let mut at = hash as usize & (length - 1);
            while self.slots.get(at).is_some_and(|place| *place != 0) {
                at = (at + 1) & (length - 1);
            }
            if let Some(place) = self.slots.get_mut(at) {
                *place = entry;
            }
        }
    }
}

/// A table stands in so many pieces, by the first bits of a hash: one grows at a time, which takes little time.
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
