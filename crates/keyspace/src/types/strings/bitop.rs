//! BITOP: whole strings combined bit by bit, in slices, since there may be many and they may be long.

use crate::Bytes;
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::server::{Server, args};
use crate::storage::object::StringForm;
use std::sync::Arc;

const NOT_OF_SEVERAL: Error =
    Error::fixed("ERR BITOP NOT must be called with a single source key.");

/// Number of bytes of a string that are combined at once.
const BLOCK_BYTES: usize = 64 * 1024;
/// Number of bytes per unit of work.
const UNIT_BYTES: usize = 64;

pub const HANDLERS: Handlers = &[("bitop", Long(bitop))];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum BitOperation {
    And,
    Or,
    Xor,
    Not,
}

fn bitop(call: &mut Call<'_>) -> Result<Work, Error> {
    let operation = BitOperation::read(call.args.word()?)?;
    let destination = call.args.word()?;
    let keys = call.args.rest();
    if operation == BitOperation::Not && keys.len() > 1 {
        return Err(NOT_OF_SEVERAL);
    }
    let mut sources = Vec::with_capacity(keys.len());
    for key in keys {
        sources.push(call.string(key)?.map(Arc::clone).unwrap_or_default());
    }
    let bytes = sources.iter().map(|source| source.len()).max().unwrap_or(0);
    call.check_room(call.growth_bytes(destination, bytes))?;
    Ok(Work::new(BitCombination {
        operation,
        destination: destination.to_vec(),
        sources,
        result: vec![0; bytes],
        combined: 0,
        at: 0,
    }))
}

/// BITOP under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitCombination {
    operation: BitOperation,
    destination: Vec<u8>,
    sources: Vec<Bytes>,
    /// As long as the longest source; what comes after the end of another counts as zeros.
    result: Vec<u8>,
    /// The number of sources in the result.
    combined: usize,
    /// The number of bytes of the next one in it.
    at: usize,
}

impl Steps for BitCombination {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let bytes = self.result.len();
        while let Some(source) = self.sources.get(self.combined) {
            let end = bytes.min(self.at + BLOCK_BYTES);
            let block = source.get(self.at.min(source.len())..end.min(source.len()));
            let operation = match self.combined {
                0 => self.operation.on_zeros(),
                _ => self.operation,
            };
            if let Some(result) = self.result.get_mut(self.at..end) {
                operation.combine(result, block.unwrap_or_default());
            }
            let done = end - self.at;
            self.at = end;
            if self.at == bytes {
                self.at = 0;
                self.combined += 1;
            }
            if !budget.spend(1 + (done / UNIT_BYTES) as u64) {
                return None;
            }
        }
        Some(Call::resumed(server, context).and_then(|mut call| self.store(&mut call)))
    }

    fn progress(&self, _: &Server) -> Progress {
        let bytes = self.result.len() as u64;
        Progress {
            done: bytes * self.combined as u64 + self.at as u64,
            total: bytes * self.sources.len() as u64,
        }
    }
}

impl BitCombination {
    fn store(&mut self, call: &mut Call<'_>) -> Result<Reply, Error> {
        let bytes = self.result.len();
        if bytes == 0 {
            if call.remove(&self.destination).is_some() {
                call.notify(Class::Generic, "del", &self.destination);
            }
        } else {
            let result = Arc::new(std::mem::take(&mut self.result));
            call.set(&self.destination, result, None)?;
            call.set_form(&self.destination, StringForm::Raw);
            call.notify(Class::String, "set", &self.destination);
        }
        Ok(Reply::Int(bytes as i64))
    }
}

impl BitOperation {
    fn read(word: &[u8]) -> Result<BitOperation, Error> {
        let names = [
            ("AND", BitOperation::And),
            ("OR", BitOperation::Or),
            ("XOR", BitOperation::Xor),
            ("NOT", BitOperation::Not),
        ];
        let found = names.iter().find(|(name, _)| args::is_option(word, name));
        found.map(|(_, operation)| *operation).ok_or(args::SYNTAX)
    }

    /// The operation that brings the first source into a result of zeros.
    fn on_zeros(self) -> BitOperation {
        match self {
            BitOperation::And => BitOperation::Or,
            other => other,
        }
    }

    /// Combines `result` with `source`, which zeros follow.
    fn combine(self, result: &mut [u8], source: &[u8]) {
        let combined: fn(u64, u64) -> u64 = match self {
            BitOperation::And => |one, other| one & other,
            BitOperation::Or => |one, other| one | other,
            BitOperation::Xor => |one, other| one ^ other,
            BitOperation::Not => |_, other| !other,
        };
        let (result, rest) = result.split_at_mut(source.len().min(result.len()));
        if self == BitOperation::And {
            rest.fill(0);
        }
        let (words, bytes) = result.as_chunks_mut();
        let (source_words, source_bytes) = source.as_chunks();
        for (word, source) in words.iter_mut().zip(source_words) {
            let new = combined(u64::from_ne_bytes(*word), u64::from_ne_bytes(*source));
            *word = new.to_ne_bytes();
        }
        for (byte, source) in bytes.iter_mut().zip(source_bytes) {
            *byte = combined(u64::from(*byte), u64::from(*source)) as u8;
        }
    }
}
