//! Other names for the clients, moments and attempts of a world.

use super::id::ClientId;
use keyspace::number;
use lock::Kept;

/// Other names for what a world names: moments, clients, and attempts of clients.
pub trait Rename {
    /// Where the numbers that follow are kept; what is not kept by a client may be replied to one.
    fn kept(&mut self, _: Kept) {}
    /// A whole number in a register, a reply or a key; or a second of a clock.
    fn number(&mut self, number: i64) -> i64;
    /// A whole number in a word of a request, which may be a duration or a count.
    fn argument(&mut self, number: i64) -> i64 {
        self.number(number)
    }
    /// A moment in Unix milliseconds.
    fn moment_ms(&mut self, moment_ms: i64) -> i64;
    /// A text that is no whole number; `None` when it stays as it is.
    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>>;
    /// A client.
    fn client(&mut self, id: ClientId) -> ClientId;
    /// The client whose connections these are.
    fn connected(&mut self, id: ClientId) -> ClientId {
        self.client(id)
    }
    /// The number of an attempt of a client.
    fn attempt(&mut self, id: ClientId, attempt: u32) -> u32;
    /// How many writes of the store there are, or are known to a client.
    fn version(&mut self, version: u32) -> u32;
}

/// A word in other names; `None` when it stays as it is.
pub(super) fn word(text: &[u8], names: &mut dyn Rename) -> Option<Vec<u8>> {
    match number::parse(text) {
        Some(old) => changed(old, names.number(old)),
        None => names.text(text),
    }
}

/// A word of a request in other names; `None` when it stays as it is.
pub(super) fn argument(text: &[u8], names: &mut dyn Rename) -> Option<Vec<u8>> {
    match number::parse(text) {
        Some(old) => changed(old, names.argument(old)),
        None => names.text(text),
    }
}

fn changed(old: i64, new: i64) -> Option<Vec<u8>> {
    (new != old).then(|| number::text(new))
}
