//! Nobody gets a lock that is free, for several rounds.

use super::super::id::ClientId;
use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "nobody-gets-in",
    judgement: Judgement::History,
    facts: Facts::NONE,
};

/// The number of full rounds without a holder that breaks the property.
pub const ROUNDS_MAX: u32 = 5;

/// The rounds of a run so far. In a full round each client that still runs has tried and failed at least once, on a key
/// that was absent or past its time by the client's clock, while nobody believed and no lease was valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    done: u32,
    /// The clients that have failed in the current round.
    failed: Vec<ClientId>,
}

/// An attempt that a move ended: the client was refused.
pub struct Refused {
    pub id: ClientId,
    /// Whether the key was absent or past its time.
    pub is_open: bool,
    /// The clients that run and are not paused.
    pub contenders: Vec<ClientId>,
}

impl Rounds {
    /// Takes note of a move after which somebody holds the lock or not. Returns the clients that try in vain when it ends
    /// the last round.
    pub fn note(&mut self, is_held: bool, refused: Option<Refused>) -> Option<Vec<ClientId>> {
        if is_held || refused.as_ref().is_some_and(|refused| !refused.is_open) {
            *self = Rounds::default();
            return None;
        }
        let Refused { id, contenders, .. } = refused?;
        if !self.failed.contains(&id) {
            self.failed.push(id);
        }
        if !contenders.iter().all(|id| self.failed.contains(id)) {
            return None;
        }
        self.failed.clear();
        self.done += 1;
        (self.done == ROUNDS_MAX).then_some(contenders)
    }
}
