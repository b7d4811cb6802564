//! States of which the parts have small numbers: two bits each, at a place that is computed from the numbers.

use crate::numbering::intern::Chunks;
use sim::CLIENTS_MAX;

/// Numbers of what is shared that have cells.
const SHAREDS: u32 = 1 << 6;
/// The bits of a cell's number among those of one shared part.
const CELL_BITS: u32 = 23;
const CELLS: u32 = 1 << CELL_BITS;
/// Numbers of what a client has that have cells.
const LOCALS: usize = 1 << 10;
/// The bits of a cell's number in a line of memory, and in a word of it.
const LINE_BITS: u32 = 8;
const WORD_BITS: u32 = 5;

/// Where a state stands among those with small numbers; or nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell(u32);

impl Cell {
    /// None: a part has too large a number.
    pub const NONE: Cell = Cell(u32::MAX);
}

/// Counts what stands in order: numbers in ascending order, some of them alike, have a rank among all such rows.
pub struct Ranks(Vec<u32>);

impl Ranks {
    /// For rows of so many numbers.
    pub fn new(count: usize) -> Ranks {
        let mut all = Vec::with_capacity(count.min(CLIENTS_MAX) * LOCALS);
        // Rows of one number: as many as are less. Of one more: those that end with a lesser one, of which there are
        // as many as there were rows up to it.
        let mut row: Vec<u32> = (0..LOCALS as u32).collect();
        for _ in 0..count {
            all.extend_from_slice(&row);
            let mut sum = 0_u32;
            for value in &mut row {
                sum = sum.saturating_add(*value).min(CELLS);
                *value = sum;
            }
        }
        Ranks(all)
    }

    /// What a number adds to the rank when it stands at a place.
    #[inline(always)]
    pub fn of(&self, place: usize, local: u32) -> u32 {
        let at = place * LOCALS + local as usize;
        self.0.get(at).copied().unwrap_or(CELLS)
    }

    /// The cell of a state, by what is shared, the rank of its clients, and the largest of their numbers.
    #[inline(always)]
    pub fn cell(&self, shared: u32, rank: u32, largest: u32) -> Cell {
        match shared < SHAREDS && rank < CELLS && (largest as usize) < LOCALS {
            true => Cell(shared << CELL_BITS | rank),
            false => Cell::NONE,
        }
    }
}

/// For each cell whether its state was reached, and a mark. Lines of memory without a state are not kept.
pub struct Dense {
    /// For each shared part the lines of its cells, by their numbers with one added; 0 for none.
    lines_of: Vec<Vec<u32>>,
    lines: Chunks<[u64; 1 << (LINE_BITS - WORD_BITS)]>,
    directory_bytes: usize,
}

impl Dense {
    pub fn new() -> Dense {
        Dense {
            lines_of: Vec::new(),
            lines: Chunks::new(),
            directory_bytes: 0,
        }
    }

    /// The bytes that it takes.
    #[inline(always)]
    pub fn bytes(&self) -> usize {
        self.directory_bytes + self.lines.len() * 8 * (1 << (LINE_BITS - WORD_BITS))
    }

    /// The two bits of a cell: whether its state was reached, and its mark.
    #[inline(always)]
    pub fn get(&self, cell: Cell) -> u64 {
        let word = self.line(cell).and_then(|line| line.get(word_of(cell)));
        word.map_or(0, |word| word >> shift_of(cell) & 3)
    }

    #[inline(always)]
    fn line(&self, cell: Cell) -> Option<&[u64; 1 << (LINE_BITS - WORD_BITS)]> {
        let lines = self.lines_of.get((cell.0 >> CELL_BITS) as usize)?;
        let line = *lines.get(((cell.0 & (CELLS - 1)) >> LINE_BITS) as usize)?;
        self.lines.get((line as usize).wrapping_sub(1))
    }

    /// The word with a cell, and where its bits begin there.
    #[inline(always)]
    fn word(&mut self, cell: Cell) -> Option<(&mut u64, u32)> {
        let of_shared = (cell.0 >> CELL_BITS) as usize;
        let place = ((cell.0 & (CELLS - 1)) >> LINE_BITS) as usize;
        let known = self.lines_of.get(of_shared).and_then(|of| of.get(place));
        let line = match known {
            Some(line) if *line > 0 => *line as usize - 1,
            _ => self.begin_line(of_shared, place),
        };
        let word = self.lines.get_mut(line)?.get_mut(word_of(cell))?;
        Some((word, shift_of(cell)))
    }

    #[cold]
    fn begin_line(&mut self, of_shared: usize, place: usize) -> usize {
        let line = self.lines.len();
        if self.lines_of.len() <= of_shared {
            self.lines_of.resize_with(of_shared + 1, Vec::new);
        }
        if let Some(lines) = self.lines_of.get_mut(of_shared) {
            if lines.len() <= place {
                let length = (place + 1).next_power_of_two();
                self.directory_bytes += (length - lines.len()) * size_of::<u32>();
                lines.resize(length, 0);
            }
            if let Some(kept) = lines.get_mut(place) {
                *kept = line as u32 + 1;
            }
        }
        self.lines.push([0; 1 << (LINE_BITS - WORD_BITS)]);
        line
    }

    /// Reaches a state; whether it was not reached before.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let Some((word, shift)) = self.word(cell) else {
            return false;
        };
        let is_new = *word >> shift & 1 == 0;
        *word |= 1 << shift;
        is_new
    }

    /// Sets or takes the mark of a state; whether there was one.
    #[inline(always)]
    pub fn mark(&mut self, cell: Cell, is_marked: bool) -> bool {
        let Some((word, shift)) = self.word(cell) else {
            return false;
        };
        let bit = 2 << shift;
        let was = *word & bit != 0;
        *word = if is_marked { *word | bit } else { *word & !bit };
        was
    }
}

#[inline(always)]
fn word_of(cell: Cell) -> usize {
    (cell.0 >> WORD_BITS) as usize & ((1 << (LINE_BITS - WORD_BITS)) - 1)
}

#[inline(always)]
fn shift_of(cell: Cell) -> u32 {
    (cell.0 & ((1 << WORD_BITS) - 1)) * 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rows_in_ascending_order_have_ranks_of_their_own_without_a_gap() {
        let ranks = Ranks::new(3);
        let mut all = BTreeSet::new();
        let mut count = 0;
        for last in 0..40 {
            for middle in 0..=last {
                for first in 0..=middle {
                    let rank = ranks.of(0, first) + ranks.of(1, middle) + ranks.of(2, last);
                    assert!(all.insert(rank), "{first} {middle} {last}");
                    count += 1;
                }
            }
        }
        assert_eq!(all.last(), Some(&(count - 1)));
    }

    #[test]
    fn large_numbers_have_no_cell() {
        let ranks = Ranks::new(5);
        let rank = |local: u32| (0..5).map(|place| ranks.of(place, local)).sum::<u32>();
        assert!(ranks.cell(0, rank(40), 40) != Cell::NONE);
        assert!(ranks.cell(SHAREDS - 1, 0, 0) != Cell::NONE);
        assert!(ranks.cell(SHAREDS, 0, 0) == Cell::NONE);
        for local in [200, 1_023, 1_024, 100_000] {
            assert!(ranks.cell(0, rank(local), local) == Cell::NONE, "{local}");
        }
        let one = Ranks::new(1);
        assert!(one.cell(0, one.of(0, 1_023), 1_023) != Cell::NONE);
        assert!(one.cell(0, one.of(0, 1_024), 1_024) == Cell::NONE);
    }

    #[test]
    fn a_cell_keeps_its_bits() {
        let mut dense = Dense::new();
        let cells = [0, 1, 31, 32, 255, 256, CELLS - 1, 5 << CELL_BITS | 77].map(Cell);
        for cell in cells {
            assert_eq!(dense.get(cell), 0);
            assert!(dense.insert(cell));
            assert!(!dense.insert(cell));
            assert!(!dense.mark(cell, true));
            assert!(dense.mark(cell, true));
        }
        for cell in cells {
            assert_eq!(dense.get(cell), 3);
            assert!(dense.mark(cell, false));
            assert_eq!(dense.get(cell), 1);
        }
        assert_eq!(dense.get(Cell(2)), 0);
    }
}
