//! The store that the clients guard with the lock: one value, and the highest fencing token seen. It is no Redis server.
//!
//! It answers `read` with its value, 0 before the first write, and `write VALUE` with `OK`. A request may show
//! a fencing token (`with TOKEN`). The store answers `refused` when it has seen a higher one. `claim with TOKEN` makes it
//! refuse every other token, whatever its order, until it is claimed again.

use std::sync::Arc;

use super::id::ClientId;
use keyspace::{Bytes, Reply, number};

/// The store's answer to a write that it accepts.
const ACCEPTED: &str = "OK";
/// The store's answer to a fencing token that is too low.
const REFUSED: &str = "refused";

/// The store at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    /// The value that was written last; `None` before the first write, which reads as 0.
    pub value: Option<Bytes>,
    /// How many writes were accepted.
    pub version: u32,
    /// The last writer.
    pub writer: Option<ClientId>,
    /// The highest token that it has seen.
    pub token: Option<i64>,
    /// The token that claimed it.
    pub claim: Option<Bytes>,
}

/// The effect of a request on the store.
pub(super) enum Effect {
    /// Its value was read.
    Read,
    /// It was written.
    Written,
    /// It was claimed.
    Claimed,
    /// Nothing: the token was too old, or not the one that claimed it.
    Refused,
}

impl Store {
    /// The store's value, as a text: `0` before the first write.
    pub fn text(&self) -> String {
        match &self.value {
            Some(value) => String::from_utf8_lossy(value).into_owned(),
            None => "0".to_owned(),
        }
    }

    /// Answers a request of `client`. A token that is no number counts as none that was shown.
    pub(super) fn answer(&mut self, client: ClientId, argv: &[Vec<u8>]) -> (Reply, Effect) {
        let (written, rest) = match argv {
            [_, value, rest @ ..] if argv.first().is_some_and(|name| name == b"write") => {
                (Some(value), rest)
            }
            [_, rest @ ..] => (None, rest),
            [] => (None, argv),
        };
        let shown = rest.get(1).and_then(|token| number::parse(token));
        if shown.is_some() && shown < self.token {
            return (Reply::Status(REFUSED), Effect::Refused);
        }
        let is_claim = argv.first().is_some_and(|name| name == b"claim");
        if is_claim {
            self.claim = rest.get(1).map(|token| Arc::new(token.clone()));
            return (Reply::Status(ACCEPTED), Effect::Claimed);
        }
        let is_other = |claim: &Bytes| rest.get(1) != Some(&**claim);
        if self.claim.as_ref().is_some_and(is_other) {
            return (Reply::Status(REFUSED), Effect::Refused);
        }
        self.token = self.token.max(shown);
        let Some(value) = written else {
            let value = self.value.clone();
            return (
                Reply::Bulk(value.unwrap_or_else(|| Arc::new(b"0".to_vec()))),
                Effect::Read,
            );
        };
        self.value = Some(Arc::new(value.clone()));
        self.version = self.version.saturating_add(1);
        self.writer = Some(client);
        (Reply::Status(ACCEPTED), Effect::Written)
    }
}
