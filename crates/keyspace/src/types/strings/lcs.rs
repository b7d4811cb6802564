//! LCS: the longest common subsequence of two strings, in slices.
//!
//! Redis fills a table of the lengths for all pairs of prefixes. Here a row of it is kept as one bit a column, whether the
//! length goes up there, and is made of the row before by whole words (Hyyrö, "Bit-parallel LCS-length computation
//! revisited", 2004): a 32nd of the memory, and faster by as much. The way back through the table needs no more than that.

use crate::Bytes;
use crate::bits;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::server::{Server, args};
use crate::storage::value::VALUE_BYTES_MAX;
use std::sync::Arc;

const BOTH: Error =
    Error::fixed("ERR If you want both the length and indexes, please just use IDX.");
const NOT_STRINGS: Error = Error::fixed("ERR The specified keys must contain string values");
const TOO_LONG: Error =
    Error::fixed("ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");

/// The size of Redis' table for a pair of prefixes, in bytes.
const CELL_BYTES: u64 = 4;
/// The cost of a word of a row, and of a step back, in units of work.
const WORD_UNITS: u64 = 4;
const STEP_UNITS: u64 = 3;

pub const HANDLERS: Handlers = &[("lcs", Long(lcs))];

/// The form of the reply.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ReplyForm {
    Text,
    Length,
    Matches { bytes_min: i64, with_lengths: bool },
}

fn lcs(call: &mut Call<'_>) -> Result<Work, Error> {
    let (one, other) = (call.args.word()?, call.args.word()?);
    let mut value = |key| call.string(key).map(|value| value.map(Arc::clone));
    let [one, other] = [one, other].map(|key| value(key).map_err(|_| NOT_STRINGS));
    let (one, other) = (one?, other?);
    let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
    let form = ReplyForm::read(call)?;
    if (one.len() as u64 + 1) * (other.len() as u64 + 1) * CELL_BYTES > VALUE_BYTES_MAX as u64 {
        return Err(TOO_LONG);
    }
    let table_bits = match form {
        ReplyForm::Length => 0,
        _ => one.len() * other.len(),
    };
    Ok(Work::new(Subsequence {
        form,
        row: vec![u64::MAX; other.len().div_ceil(64)],
        rows: 0,
        table: LengthTable {
            words: Vec::with_capacity(table_bits.div_ceil(64)),
            bits: 0,
        },
        places: vec![Vec::new(); 256],
        left: (one.len(), other.len()),
        text: Vec::new(),
        matches: Vec::new(),
        open: None,
        one,
        other,
    }))
}

impl ReplyForm {
    fn read(call: &mut Call<'_>) -> Result<ReplyForm, Error> {
        let (mut length, mut matches) = (false, false);
        let (mut bytes_min, mut with_lengths) = (0, false);
        while let Some(word) = call.args.next() {
            if args::is_option(word, "IDX") {
                matches = true;
            } else if args::is_option(word, "LEN") {
                length = true;
            } else if args::is_option(word, "WITHMATCHLEN") {
                with_lengths = true;
            } else if args::is_option(word, "MINMATCHLEN") {
                bytes_min = call.args.integer()?;
            } else {
                return Err(args::SYNTAX);
            }
        }
        match (length, matches) {
            (true, true) => Err(BOTH),
            (true, false) => Ok(ReplyForm::Length),
            (false, true) => Ok(ReplyForm::Matches {
                bytes_min,
                with_lengths,
            }),
            (false, false) => Ok(ReplyForm::Text),
        }
    }
}

/// LCS under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Subsequence {
    form: ReplyForm,
    one: Bytes,
    other: Bytes,
    /// For each byte, once it was met in `one`: where it stands in `other`, a bit a place.
    places: Vec<Vec<u64>>,
    /// The last row of the table. A bit is clear where the length goes up.
    row: Vec<u64>,
    /// The number of finished rows: one for each byte of `one`.
    rows: usize,
    /// All rows, one bit after the other; empty when the length alone is asked for.
    table: LengthTable,
    /// The prefixes of both that the way back has not left yet.
    left: (usize, usize),
    /// The subsequence found on the way back, its end first.
    text: Vec<u8>,
    matches: Vec<Reply>,
    open: Option<Match>,
}

/// Bits in a row.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LengthTable {
    /// The first bit is the lowest.
    words: Vec<u64>,
    bits: usize,
}

impl LengthTable {
    /// Appends the lowest `width` bits of `word`, 1 to 64.
    fn push(&mut self, word: u64, width: u32) {
        let word = word & bits::mask(width);
        let used = (self.bits % 64) as u32;
        self.bits += width as usize;
        match self.words.last_mut() {
            Some(last) if used > 0 => {
                *last |= word << used;
                if used + width > 64 {
                    self.words.push(word >> (64 - used));
                }
            }
            _ => self.words.push(word),
        }
    }

    fn is_clear(&self, at: usize) -> bool {
        let word = self.words.get(at / 64);
        word.is_some_and(|word| word >> (at % 64) & 1 == 0)
    }
}

/// Bytes in a row that are the same in both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Match {
    starts: (usize, usize),
    bytes: usize,
}

impl Steps for Subsequence {
    fn advance(
        &mut self,
        _: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        while let Some(byte) = self.one.get(self.rows).copied() {
            let mut units = WORD_UNITS * self.row.len() as u64 + 1;
            units += self.find_places(byte);
            self.add_row(byte);
            if !budget.spend(units) {
                return None;
            }
        }
        while self.form != ReplyForm::Length && self.left.0 > 0 && self.left.1 > 0 {
            self.step_back();
            if !budget.spend(STEP_UNITS) {
                return None;
            }
        }
        self.close();
        Some(Ok(self.reply()))
    }

    fn progress(&self, _: &Server) -> Progress {
        let steps = self.one.len() + self.other.len();
        let left = self.left.0 + self.left.1;
        let cost = |rows: usize, steps: usize| {
            rows as u64 * (self.row.len() as u64 * WORD_UNITS + 1) + steps as u64 * STEP_UNITS
        };
        let (steps, left) = match self.form {
            ReplyForm::Length => (0, 0),
            _ => (steps, left),
        };
        Progress {
            done: cost(self.rows, steps - left),
            total: cost(self.one.len(), steps),
        }
    }
}

impl Subsequence {
    /// Answers what it cost.
    fn find_places(&mut self, byte: u8) -> u64 {
        let places = self.places.get_mut(usize::from(byte));
        let Some(places) = places.filter(|places| places.is_empty()) else {
            return 0;
        };
        places.extend(self.other.chunks(64).map(|chunk| {
            let bits = chunk.iter().rev();
            bits.fold(0, |word, other| word << 1 | u64::from(*other == byte))
        }));
        self.other.len() as u64 / 8
    }

    fn add_row(&mut self, byte: u8) {
        let places = self.places.get(usize::from(byte));
        let mut carry = false;
        let mut columns = self.other.len();
        for (word, places) in self.row.iter_mut().zip(places.into_iter().flatten()) {
            let (sum, over) = word.overflowing_add(*word & places);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            *word = sum | (*word & !places);
            if self.form != ReplyForm::Length {
                self.table.push(*word, columns.min(64) as u32);
            }
            columns = columns.saturating_sub(64);
        }
        self.rows += 1;
    }

    /// Leaves the last byte of one prefix, or the same one of both.
    fn step_back(&mut self) {
        let (one, other) = (self.left.0 - 1, self.left.1 - 1);
        let byte = self.one.get(one);
        if byte == self.other.get(other) {
            let bytes = self.open.map_or(0, |open| open.bytes);
            self.open = Some(Match {
                starts: (one, other),
                bytes: bytes + 1,
            });
            if self.form == ReplyForm::Text {
                self.text.extend(byte);
            }
            self.left = (one, other);
            return;
        }
        self.close();
        if self.table.is_clear(one * self.other.len() + other) {
            self.left.0 = one;
        } else {
            self.left.1 = other;
        }
    }

    /// Ends the match that goes no further.
    fn close(&mut self) {
        let (
            Some(found),
            ReplyForm::Matches {
                bytes_min,
                with_lengths,
            },
        ) = (self.open.take(), self.form)
        else {
            return;
        };
        let bytes = found.bytes as i64;
        if bytes < bytes_min {
            return;
        }
        let range = |start: usize| {
            let start = start as i64;
            Reply::Array(vec![Reply::Int(start), Reply::Int(start + bytes - 1)])
        };
        let mut parts = vec![range(found.starts.0), range(found.starts.1)];
        if with_lengths {
            parts.push(Reply::Int(bytes));
        }
        self.matches.push(Reply::Array(parts));
    }

    fn reply(&mut self) -> Reply {
        let length: u32 = self.row.iter().map(|word| word.count_zeros()).sum();
        let length = Reply::Int(i64::from(length));
        match self.form {
            ReplyForm::Length => length,
            ReplyForm::Text => {
                self.text.reverse();
                Reply::bulk(std::mem::take(&mut self.text))
            }
            ReplyForm::Matches { .. } => Reply::Map(vec![
                (
                    Reply::bulk("matches"),
                    Reply::Array(std::mem::take(&mut self.matches)),
                ),
                (Reply::bulk("len"), length),
            ]),
        }
    }
}
