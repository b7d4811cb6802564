//! The states that were reached, exact and in the order in which they were: eight or sixteen bytes each, and about
//! seven more in the table by which a state is found.

use super::intern::{Chunks, mix};

/// A word that holds a state: the numbers of its parts side by side.
pub trait Word: Copy + Default + Eq {
    const BITS: u32;
    const ZERO: Self;
    /// With `number` in the bits from `shift` on, which are zero.
    fn with(self, number: u32, shift: u32) -> Self;
    /// The number in the bits from `shift` on.
    fn part(self, shift: u32, mask: u32) -> u32;
    fn hash(self) -> u64;
}

impl Word for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;

    #[inline]
    fn with(self, number: u32, shift: u32) -> u64 {
        self | u64::from(number) << shift
    }

    #[inline]
    fn part(self, shift: u32, mask: u32) -> u32 {
        (self >> shift) as u32 & mask
    }

    #[inline]
    fn hash(self) -> u64 {
        mix(self)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;

    #[inline]
    fn with(self, number: u32, shift: u32) -> u128 {
        self | u128::from(number) << shift
    }

    #[inline]
    fn part(self, shift: u32, mask: u32) -> u32 {
        (self >> shift) as u32 & mask
    }

    #[inline]
    fn hash(self) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64))
    }
}

/// States in a chunk: little is allocated in vain.
const CHUNK: usize = 1 << 14;
/// The table stands in so many pieces, by the first bits of a hash: one grows at a time, which takes little time.
const PIECES: usize = 256;
/// Slots of a piece at the start.
const SLOTS: usize = 16;
/// The bits of an entry that hold an index and one; bits of the hash stand above.
const INDEX_BITS: u32 = 26;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
/// As many states as have an index.
pub const STATES_MAX: usize = INDEX_MASK as usize - 1;

/// A bit for each state, by its index.
#[derive(Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }

    #[inline]
    pub fn get(&self, index: usize) -> bool {
        let word = self.0.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    #[inline]
    pub fn set(&mut self, index: usize) {
        if index / 64 >= self.0.len() {
            self.0.resize(index / 64 + 1, 0);
        }
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }
}

/// States in a [`Recent`].
const RECENT: usize = 1 << 15;

/// Some of the states that were seen of late, in memory that stays near: one at each place where hashes lead.
#[derive(Default)]
pub struct Recent<W>(Vec<W>);

impl<W: Word> Recent<W> {
    /// Whether a state is among them.
    #[inline]
    pub fn has(&self, state: W) -> bool {
        // An empty place looks like this state.
        state != W::ZERO && self.0.get(recent_of(state)) == Some(&state)
    }

    /// Takes a state in.
    #[inline]
    pub fn put(&mut self, state: W) {
        if self.0.is_empty() {
            self.0 = vec![W::ZERO; RECENT];
        }
        if let Some(place) = self.0.get_mut(recent_of(state)) {
            *place = state;
        }
    }
}

#[inline]
fn recent_of<W: Word>(state: W) -> usize {
    state.hash() as usize % RECENT
}

/// A piece of the table: entries where a hash leads, 0 for none.
struct Slots {
    entries: Vec<u32>,
    used: usize,
}

/// The states.
pub struct Visited<W> {
    states: Chunks<W, CHUNK>,
    pieces: Vec<Slots>,
    slots: usize,
}

impl<W: Word> Visited<W> {
    pub fn new() -> Visited<W> {
        let piece = || Slots {
            entries: vec![0; SLOTS],
            used: 0,
        };
        Visited {
            states: Chunks::new(),
            pieces: (0..PIECES).map(|_| piece()).collect(),
            slots: PIECES * SLOTS,
        }
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<W>() + self.slots * size_of::<u32>()
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<W> {
        self.states.get(index).copied()
    }

    /// The index of a state, and whether it is a new one.
    #[inline]
    pub fn insert(&mut self, state: W) -> (usize, bool) {
        let hash = state.hash();
        let at = match self.find(state, hash) {
            Ok(index) => return (index, false),
            Err(at) => at,
        };
        let index = self.states.len();
        let Some(piece) = self.pieces.get_mut(piece_of(hash)) else {
            return (index, false);
        };
        if let Some(entry) = piece.entries.get_mut(at) {
            *entry = tag_of(hash) | (index as u32 + 1);
        }
        piece.used += 1;
        let is_full = piece.used * 4 > piece.entries.len() * 3;
        self.states.push(state);
        if is_full {
            self.grow(piece_of(hash));
        }
        (index, true)
    }

    /// Reads what is known of states, so that it is near when each is inserted.
    pub fn touch(&self, states: &[W]) {
        let mut known = 0_u32;
        for block in states.chunks(32) {
            let mut entries = [0_u32; 32];
            for (entry, state) in entries.iter_mut().zip(block) {
                let hash = state.hash();
                let piece = self.pieces.get(piece_of(hash));
                let found = piece
                    .and_then(|piece| piece.entries.get(hash as usize & (piece.entries.len() - 1)));
                *entry = found.copied().unwrap_or(0);
            }
            for (entry, state) in entries.iter().zip(block) {
                let index = (entry & INDEX_MASK) as usize;
                let is_it = index > 0 && self.get(index - 1) == Some(*state);
                known += u32::from(is_it);
            }
        }
        std::hint::black_box(known);
    }

    /// The index of a state; else where it would stand in its piece.
    #[inline]
    fn find(&self, state: W, hash: u64) -> Result<usize, usize> {
        let Some(piece) = self.pieces.get(piece_of(hash)) else {
            return Err(0);
        };
        let (mask, tag) = (piece.entries.len() - 1, tag_of(hash));
        let mut at = hash as usize & mask;
        loop {
            let entry = piece.entries.get(at).copied().unwrap_or(0);
            if entry == 0 {
                return Err(at);
            }
            if entry & !INDEX_MASK == tag {
                let index = (entry & INDEX_MASK) as usize - 1;
                if self.get(index) == Some(state) {
                    return Ok(index);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The index of a state that was reached.
    pub fn index(&self, state: W) -> Option<usize> {
        self.find(state, state.hash()).ok()
    }

    #[cold]
    fn grow(&mut self, number: usize) {
        let Some(piece) = self.pieces.get_mut(number) else {
            return;
        };
        let old = std::mem::take(&mut piece.entries);
        let mask = old.len() * 2 - 1;
        let mut new = vec![0_u32; mask + 1];
        self.slots += old.len();
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let index = (entry & INDEX_MASK) as usize - 1;
            let state = self.states.get(index);
            let mut at = state.map_or(0, |state| state.hash()) as usize & mask;
            while new.get(at).is_some_and(|other| *other != 0) {
                at = (at + 1) & mask;
            }
            if let Some(place) = new.get_mut(at) {
                *place = entry;
            }
        }
        piece.entries = new;
    }
}

#[inline]
fn piece_of(hash: u64) -> usize {
    (hash >> 56) as usize
}

#[inline]
fn tag_of(hash: u64) -> u32 {
    (hash >> 24) as u32 & !INDEX_MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_the_index_of_its_coming() {
        let mut visited: Visited<u64> = Visited::new();
        let state = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for number in 0..100_000 {
            assert_eq!(visited.insert(state(number)), (number as usize, true));
        }
        for number in (0..100_000).rev() {
            assert_eq!(visited.insert(state(number)), (number as usize, false));
        }
        assert_eq!(visited.index(state(100_001)), None);
        assert!(visited.bytes() < 100_000 * 20, "{}", visited.bytes());
    }
}
