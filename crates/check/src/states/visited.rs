//! The states that were reached, exact and in the order in which they were: eight bytes each, and a few bits or about
//! seven bytes more by which a state is found.

use super::dense::{Cell, Dense};
use crate::numbering::intern::{Chunks, mix};

/// States in a chunk: little is allocated in vain.
const CHUNK: usize = 1 << 14;
/// The table stands in so many pieces, by the first bits of a hash: one grows at a time, which takes little time.
const PIECES: usize = 256;
/// States that the memory is asked for at once.
const TOGETHER: usize = 32;
/// Slots of a piece at the start.
const SLOTS: usize = 16;
/// The bits of an entry that hold an index and one; bits of the hash stand above.
const INDEX_BITS: u32 = 26;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
/// As many states as have an index.
pub const STATES_MAX: usize = INDEX_MASK as usize - 1;

/// A bit for each state, by its index.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    /// The bytes that they take.
    fn bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }

    #[inline]
    fn get(&self, index: usize) -> bool {
        let word = self.0.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Sets or takes a bit; whether it was set.
    #[inline]
    fn put(&mut self, index: usize, is_set: bool) -> bool {
        if index / 64 >= self.0.len() {
            self.0.resize(index / 64 + 1, 0);
        }
        let bit = 1 << (index % 64);
        let Some(word) = self.0.get_mut(index / 64) else {
            return false;
        };
        let was = *word & bit != 0;
        *word = if is_set { *word | bit } else { *word & !bit };
        was
    }
}

/// A state, with the cell that it has when its parts have small numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Its parts, as a [`Graph`](crate::explore::graph::Graph) packs them.
    pub word: u64,
    pub cell: Cell,
}

/// A piece of the table: entries where a hash leads, 0 for none.
struct Slots {
    entries: Vec<u32>,
    used: usize,
}

/// The states, with a mark for each.
pub struct Visited {
    states: Chunks<u64, CHUNK>,
    dense: Dense,
    hashed: Hashed,
}

impl Visited {
    pub fn new() -> Visited {
        Visited {
            states: Chunks::new(),
            dense: Dense::new(),
            hashed: Hashed::new(),
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>() + self.dense.bytes() + self.hashed.bytes()
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<u64> {
        self.states.get(index).copied()
    }

    /// Reaches a state; whether it was not reached before.
    #[inline]
    pub fn insert(&mut self, state: State) -> bool {
        let is_new = match state.cell == Cell::NONE {
            false => self.dense.insert(state.cell),
            true => self.hashed.insert(&self.states, state.word),
        };
        if is_new {
            self.states.push(state.word);
        }
        is_new
    }

    /// Reaches many states. The memory is asked for all of them at once, and waits for none.
    pub fn insert_all(&mut self, states: &[State]) {
        for block in states.chunks(TOGETHER) {
            let mut known = 0;
            for state in block {
                known |= match state.cell == Cell::NONE {
                    false => self.dense.get(state.cell),
                    true => self.hashed.first(&self.states, state.word),
                };
            }
            std::hint::black_box(known);
            for state in block {
                self.insert(*state);
            }
        }
    }

    /// Whether a state was reached and is marked.
    #[inline]
    pub fn is_marked(&self, state: State) -> bool {
        match state.cell == Cell::NONE {
            false => self.dense.get(state.cell) == 3,
            true => self.hashed.is_marked(&self.states, state.word),
        }
    }

    /// Sets or takes the mark of a state that was reached; whether there was one.
    #[inline]
    pub fn mark(&mut self, state: State, is_marked: bool) -> bool {
        match state.cell == Cell::NONE {
            false => self.dense.mark(state.cell, is_marked),
            true => self.hashed.mark(&self.states, state.word, is_marked),
        }
    }
}

/// The states that have no cell: the index of each where its hash leads.
struct Hashed {
    pieces: Vec<Slots>,
    slots: usize,
    marks: Bits,
}

impl Hashed {
    fn new() -> Hashed {
        let piece = || Slots {
            entries: vec![0; SLOTS],
            used: 0,
        };
        Hashed {
            pieces: (0..PIECES).map(|_| piece()).collect(),
            slots: PIECES * SLOTS,
            marks: Bits::default(),
        }
    }

    fn bytes(&self) -> usize {
        self.slots * size_of::<u32>() + self.marks.bytes()
    }

    /// Takes in a state that comes behind all others; whether it is not there yet.
    fn insert(&mut self, states: &Chunks<u64, CHUNK>, state: u64) -> bool {
        let hash = mix(state);
        let Err(at) = self.find(states, state, hash) else {
            return false;
        };
        let Some(piece) = self.pieces.get_mut(piece_of(hash)) else {
            return false;
        };
        if let Some(entry) = piece.entries.get_mut(at) {
            *entry = tag_of(hash) | (states.len() as u32 + 1);
        }
        piece.used += 1;
        if piece.used * 4 > piece.entries.len() * 3 {
            self.grow(states, piece_of(hash), (state, states.len()));
        }
        true
    }

    /// Reads what is known of a state, so that it is near: 1 when it was reached, perhaps 0.
    #[inline]
    fn first(&self, states: &Chunks<u64, CHUNK>, state: u64) -> u64 {
        let hash = mix(state);
        let piece = self.pieces.get(piece_of(hash));
        let entry = piece.and_then(|piece| {
            let mask = piece.entries.len() - 1;
            piece.entries.get(hash as usize & mask)
        });
        let index = entry.map_or(0, |entry| entry & INDEX_MASK) as usize;
        u64::from(states.get(index.wrapping_sub(1)) == Some(&state))
    }

    /// The index of a state; else where it would stand in its piece.
    #[inline]
    fn find(&self, states: &Chunks<u64, CHUNK>, state: u64, hash: u64) -> Result<usize, usize> {
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
                if states.get(index) == Some(&state) {
                    return Ok(index);
                }
            }
            at = (at + 1) & mask;
        }
    }

    fn is_marked(&self, states: &Chunks<u64, CHUNK>, state: u64) -> bool {
        let found = self.find(states, state, mix(state));
        found.is_ok_and(|index| self.marks.get(index))
    }

    fn mark(&mut self, states: &Chunks<u64, CHUNK>, state: u64, is_marked: bool) -> bool {
        let found = self.find(states, state, mix(state));
        found.is_ok_and(|index| self.marks.put(index, is_marked))
    }

    /// Gives a piece twice the slots. The newest state is not among the others yet.
    #[cold]
    fn grow(&mut self, states: &Chunks<u64, CHUNK>, number: usize, newest: (u64, usize)) {
        let Some(piece) = self.pieces.get_mut(number) else {
            return;
        };
        let old = std::mem::take(&mut piece.entries);
        let mask = old.len() * 2 - 1;
        let mut new = vec![0_u32; mask + 1];
        self.slots += old.len();
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let index = (entry & INDEX_MASK) as usize - 1;
            let state = match index == newest.1 {
                true => Some(&newest.0),
                false => states.get(index),
            };
            let mut at = state.map_or(0, |state| mix(*state)) as usize & mask;
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

#[inline(always)]
fn piece_of(hash: u64) -> usize {
    (hash >> 56) as usize
}

#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    (hash >> 24) as u32 & !INDEX_MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_new_once_wherever_it_stands() {
        let mut visited: Visited = Visited::new();
        let state = |number: u64| State {
            word: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            cell: Cell::NONE,
        };
        for number in 0..100_000 {
            assert!(visited.insert(state(number)));
        }
        for number in (0..100_000).rev() {
            assert!(!visited.insert(state(number)));
            assert_eq!(visited.get(number as usize), Some(state(number).word));
        }
        assert!(!visited.mark(state(99_999), true));
        assert!(visited.mark(state(99_999), true));
        assert!(!visited.is_marked(state(99_998)));
        assert!(!visited.is_marked(state(100_001)));
        assert!(visited.bytes() < 100_000 * 20, "{}", visited.bytes());
    }
}
