//! What must never happen, judged after every move by the true clock. Three things that are easily mixed up are kept
//! apart: who believes, whose lease is valid, and whom the key names.

use super::client::ClientId;
use super::outcome::{Outcome, fresh};

/// A property that a move broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// These clients act as holders at once: what hurts the user's data.
    TwoBelievers(Vec<ClientId>),
    /// These clients' leases are valid at once: the algorithm gave the lock away twice.
    TwoLeases(Vec<ClientId>),
    /// A client removed a key that it did not write, while the leases of these others were valid.
    RemovedLock {
        /// Who removed it.
        by: ClientId,
        /// Whose leases were valid.
        of: Vec<ClientId>,
    },
    /// A client overwrote in the store what another had written since it got in or last looked: that is lost.
    LostUpdate {
        /// Who overwrote it.
        by: ClientId,
        /// Who had written it.
        of: ClientId,
    },
    /// The lock was free or expired, and in so many full rounds nobody got it. Judged of a [`super::Run`]: a world does
    /// not remember.
    NobodyGetsIn {
        /// Who tried, at least once in each round.
        who: Vec<ClientId>,
        /// How many rounds.
        rounds: u32,
    },
}

impl Broken {
    /// Whether it is the same property, broken by the same clients.
    pub fn is_like(&self, other: &Broken) -> bool {
        match (self, other) {
            (Broken::NobodyGetsIn { who, .. }, Broken::NobodyGetsIn { who: other, .. }) => {
                who == other
            }
            _ => self == other,
        }
    }
}

/// Adds what the outcome's changes broke: two of a kind, one of them new.
pub(super) fn judge(outcome: &mut Outcome) {
    let believers = &outcome.believers;
    if believers.after.len() > 1 && !fresh(&believers.before, &believers.after).is_empty() {
        let all = believers.after.clone();
        outcome.broken.push(Broken::TwoBelievers(all));
    }
    let names = |leases: &[(ClientId, _)]| leases.iter().map(|(id, _)| *id).collect::<Vec<_>>();
    let before = names(&outcome.leases.before);
    let after = names(&outcome.leases.after);
    if after.len() > 1 && !fresh(&before, &after).is_empty() {
        outcome.broken.push(Broken::TwoLeases(after));
    }
}
