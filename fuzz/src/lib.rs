//! Shared by the targets: a cursor over the fuzzer's bytes, meaningful words, and invariants.

use setnx_playground::keyspace::{Server, command};
use std::sync::OnceLock;

/// The keyspace's limit. Small, so that it is met.
pub const BYTES_MAX: usize = 256 * 1024;
/// Maximum total cost of one input in the engine's units of 10 ns: some 50 ms.
pub const UNITS_MAX: u64 = 5_000_000;

/// The fuzzer's bytes, taken from the front. At their end there are only zeros.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// A number of any size; small ones are likely.
    pub fn number(&mut self) -> i64 {
        let mut bytes = [0; 8];
        let size = self.byte() % 9;
        let taken = self.take(size.into());
        bytes[..taken.len()].copy_from_slice(taken);
        let number = i64::from_le_bytes(bytes);
        if size < 8 && self.byte() & 1 == 1 {
            -number
        } else {
            number
        }
    }

    /// An argument: a word that means something, a number, a long string, or any bytes.
    pub fn word(&mut self) -> Vec<u8> {
        match self.byte() {
            0..100 => {
                let words = words();
                let at = usize::from(self.byte()) | usize::from(self.byte() & 3) << 8;
                words[at % words.len()].clone()
            }
            100..160 => KEYS[usize::from(self.byte()) % KEYS.len()].into(),
            160..200 => self.number().to_string().into(),
            200..205 => {
                let length = usize::from(self.byte()) << (self.byte() % 9);
                vec![self.byte(); length]
            }
            _ => {
                let length = self.byte() % 24;
                self.take(length.into()).to_vec()
            }
        }
    }
}

const KEYS: &[&str] = &["k", "a", "b", "lock.foo", "K", ""];

/// Every name and every option of the command table, and what else has a meaning somewhere.
fn words() -> &'static [Vec<u8>] {
    static WORDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: Vec<Vec<u8>> = Vec::new();
        for command in command::all() {
            words.push(command.name().into());
            words.extend(command.subcommands().iter().map(|command| command.name().into()));
            let syntax = command.syntax();
            let options = syntax.split(|letter: char| !(letter.is_ascii_uppercase() || letter == '-'));
            words.extend(options.filter(|word| !word.is_empty()).map(|word| word.into()));
        }
        let others = "i8 u8 i64 u63 #1 #100 0 1 2 3 -1 10 1e17 0.1 inf nan 9223372036854775807 -9223372036854775808 \
                      536870911 4294967295 4294967296 * k* [a-z] ? maxmemory default string \
                      KEYS_MAX ON OFF SKIP help @string";
        words.extend(others.split_whitespace().map(|word| word.into()));
        words.sort();
        words.dedup();
        words
    })
}

/// Asserts the invariants after a command.
pub fn check(server: &Server) {
    assert!(server.used_bytes() <= server.bytes_max(), "past the limit");
}
