//! Numbers for values: equal values have one number, and numbers are given in the order in which values come.

use std::hash::{Hash, Hasher};

/// A hash of its own, so that the order of nothing depends on chance.
#[derive(Default)]
struct Mixer {
    hash: u64,
    /// How many words of 64 bits went into it.
    words: usize,
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        mix(self.hash)
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
        self.hash = (self.hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.words += 1;
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

/// How many words of 64 bits the hash of a value is made of: a measure of what it holds.
pub fn words_of(value: &impl Hash) -> usize {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.words
}

/// A hash of a value, the same in every run.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

/// Spreads a word over all its bits. One multiplication alone makes clusters.
#[inline]
pub fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// Values in a chunk.
const CHUNK: usize = 512;

/// Values in a row, in chunks of so many: none is moved when there are more.
pub struct Chunks<T, const SIZE: usize = CHUNK> {
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

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / SIZE)?.get(index % SIZE)
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.chunks.get_mut(index / SIZE)?.get_mut(index % SIZE)
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

/// Values in rows, each of which was put in at once and is got at once.
pub struct Rows<T> {
    rows: Chunks<T>,
}

impl<T: Copy + Default> Rows<T> {
    pub fn new() -> Rows<T> {
        Rows {
            rows: Chunks::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Where a row begins that is put in now. It stands in one chunk, or has an end there.
    pub fn put(&mut self, row: &[T]) -> usize {
        let begin = match self.rows.len() {
            len if len % CHUNK + row.len() > CHUNK => len.next_multiple_of(CHUNK),
            len => len,
        };
        while self.rows.len() < begin {
            self.rows.push(T::default());
        }
        row.iter().for_each(|value| self.rows.push(*value));
        begin
    }

    /// A row that begins here and has so many values.
    #[inline(always)]
    pub fn get(&self, begin: usize, length: usize) -> &[T] {
        let chunk = self.rows.chunks.get(begin / CHUNK);
        let from = begin % CHUNK;
        chunk
            .and_then(|chunk| chunk.get(from..from + length))
            .unwrap_or_default()
    }
}

/// Values by their numbers.
pub struct Intern<T> {
    values: Chunks<T>,
    index: Index,
}

/// Where the values of an [`Intern`] are found: one code for values of all types.
struct Index {
    hashes: Chunks<u64>,
    /// In pieces, as those of a [`Memo`]: the number of a value and one, where its hash leads; 0 for none.
    pieces: Vec<Numbers>,
}

/// A piece of the table of an [`Index`].
#[derive(Default)]
struct Numbers {
    slots: Vec<u32>,
    used: usize,
}

impl<T: Hash + Eq> Intern<T> {
    pub fn new() -> Intern<T> {
        Intern {
            values: Chunks::new(),
            index: Index::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<&T> {
        self.values.get(number as usize)
    }

    /// The value of a number, to be changed into an equal one.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.values.get_mut(number as usize)
    }

    /// Drops some values, which takes time; whether there were any. No number means anything any more.
    pub fn shrink(&mut self) -> bool {
        self.values.shrink()
    }

    /// The number of a value, and whether it is a new one.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        let values = &self.values;
        let is_it = |number: usize| values.get(number) == Some(&value);
        let (number, is_new) = self.index.number(hash_of(&value), &is_it);
        if is_new {
            self.values.push(value);
        }
        (number, is_new)
    }
}

impl Index {
    #[inline(never)]
    fn new() -> Index {
        Index {
            hashes: Chunks::new(),
            pieces: (0..PIECES).map(|_| Numbers::default()).collect(),
        }
    }

    /// The number of the value with this hash that is the one, and whether there was none.
    #[inline(never)]
    fn number(&mut self, hash: u64, is_it: &dyn Fn(usize) -> bool) -> (u32, bool) {
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
                let number = self.hashes.len() as u32;
                *place = number + 1;
                piece.used += 1;
                self.hashes.push(hash);
                return (number, true);
            };
            let index = number as usize;
            if self.hashes.get(index) == Some(&hash) && is_it(index) {
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
    #[inline(never)]
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

/// Rows, and places in each, that a [`Grid`] has at hand.
const GRID_ROWS: usize = 1 << 12;
const GRID_PLACES: usize = 1 << 10;

/// Answers that were computed once, by two numbers: at hand where both are small, as they are in most questions.
pub struct Grid {
    /// Answers, each with one added, 0 for none.
    rows: Vec<Vec<u64>>,
    bytes: usize,
    far: Memo,
}

impl Grid {
    pub fn new() -> Grid {
        Grid {
            rows: Vec::new(),
            bytes: 0,
            far: Memo::new(),
        }
    }

    /// The bytes that the answers at hand take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline(always)]
    pub fn get(&self, row: usize, place: u32) -> Option<u64> {
        let near = self.rows.get(row).and_then(|row| row.get(place as usize));
        match near {
            Some(answer) => answer.checked_sub(1),
            None if row < GRID_ROWS && place < GRID_PLACES as u32 => None,
            None => self.far.get(far_key(row, place)),
        }
    }

    /// Keeps an answer for numbers that have none.
    pub fn put(&mut self, row: usize, place: u32, answer: u64) {
        let at = place as usize;
        if row >= GRID_ROWS || at >= GRID_PLACES {
            self.far.put(far_key(row, place), answer);
            return;
        }
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let Some(kept) = self.rows.get_mut(row) else {
            return;
        };
        if kept.len() <= at {
            let length = (at + 1).next_power_of_two();
            self.bytes += (length - kept.len()) * size_of::<u64>();
            kept.resize(length, 0);
        }
        if let Some(kept) = kept.get_mut(at) {
            *kept = answer + 1;
        }
    }
}

/// One word for a row and a place.
fn far_key(row: usize, place: u32) -> u64 {
    (row as u64) << 32 | u64::from(place)
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
