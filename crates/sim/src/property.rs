//! The properties that no move may break. Belief, valid leases, the last writer of the key and the client to whom it was
//! granted are four different facts.

use super::client::ClientId;
use super::outcome::{Outcome, fresh};

/// A property that a move broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// These clients believe at once that they hold the lock: this can damage the user's data.
    TwoBelievers(Vec<ClientId>),
    /// The leases of these clients are valid at once, each by its holder's own clock: the algorithm has granted the lock
    /// twice.
    TwoLeases(Vec<ClientId>),
    /// A client removed a key that was granted to another, whose lease was valid.
    RemovedLock {
        /// The client that removed it.
        by: ClientId,
        /// The client to whom it was granted.
        of: ClientId,
    },
    /// A client overwrote data in the store that another client had written, and of which it did not know when it sent
    /// its request: that update is lost.
    LostUpdate {
        /// The client that overwrote it.
        by: ClientId,
        /// The client that had written it.
        of: ClientId,
    },
    /// The lock is shut, and nobody is in it. This client is refused by a key that is there and not past its time, nobody
    /// believes, and every end that was stated by a client to whom this key was granted is past.
    Shut(ClientId),
    /// A client has held the lock for [`super::HELD_LEASES_MAX`] leases, prolonging it, without a word to the store:
    /// nobody else gets in, though nothing has crashed.
    HeldIdle(ClientId),
    /// The key was absent, or past its time for whoever tried, and no client got it in so many full rounds.
    /// A [`super::Run`] judges this, since a world has no history.
    NobodyGetsIn {
        /// The clients that tried, at least once in each round.
        who: Vec<ClientId>,
        /// How many rounds.
        rounds: u32,
    },
}

impl Broken {
    /// The name of the property, in links, events and expectations.
    pub fn name(&self) -> &'static str {
        match self {
            Broken::TwoBelievers(_) => "two-believers",
            Broken::TwoLeases(_) => "two-leases",
            Broken::RemovedLock { .. } => "removed-lock",
            Broken::LostUpdate { .. } => "lost-update",
            Broken::Shut(_) => "shut",
            Broken::HeldIdle(_) => "held-idle",
            Broken::NobodyGetsIn { .. } => "nobody-gets-in",
        }
    }

    /// The clients that it is about; who did it before whom it hurt.
    pub fn clients(&self) -> Vec<ClientId> {
        match self {
            Broken::TwoBelievers(who)
            | Broken::TwoLeases(who)
            | Broken::NobodyGetsIn { who, .. } => who.clone(),
            Broken::RemovedLock { by, of } | Broken::LostUpdate { by, of } => vec![*by, *of],
            Broken::Shut(who) | Broken::HeldIdle(who) => vec![*who],
        }
    }

    /// Whether it is the same property, broken by the same clients.
    pub fn is_like(&self, other: &Broken) -> bool {
        self.name() == other.name() && self.clients() == other.clients()
    }
}

/// Adds the properties that the outcome's changes broke: two believers or two valid leases, one of them new.
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
