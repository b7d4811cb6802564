//! The properties of a lock, a file each: the name, the judgement, and what a search may assume of it. Belief, valid leases,
//! the last writer of the key and the client to whom it was granted are four different facts.

pub(super) mod held_idle;
pub(super) mod lost_update;
mod nobody_ever;
pub(super) mod nobody_gets_in;
pub(super) mod removed_lock;
mod rule;
pub(super) mod shut;
mod two_believers;
mod two_leases;

use super::id::ClientId;

use self::rule::Rule;

pub(super) use self::rule::are_too_many;
pub use self::rule::{Facts, Judgement};

/// A property, by what breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The leases of two clients are valid at once, each by its holder's own clock: the algorithm has granted the lock twice.
    /// Of a lock that is for several, those of more than its programs let in ([`super::World::holders_max`]).
    TwoLeases,
    /// Two clients believe at once that they hold the lock: this can damage the user's data. The same number as above is of harm.
    TwoBelievers,
    /// A client removes a key that was granted to another, whose lease is valid.
    RemovedLock,
    /// A client overwrites data in the store that another client had written, and of which it did not know when it sent
    /// its request: that update is lost.
    LostUpdate,
    /// The lock is shut, and nobody is in it. A client is refused by a key that is there and not past its time, nobody
    /// believes, and every end that was stated by a client to whom this key was granted is past.
    Shut,
    /// A client has held the lock for [`super::HELD_LEASES_MAX`] leases, prolonging it, without a word to the store:
    /// nobody else gets in, though nothing has crashed.
    HeldIdle,
    /// A client tries, and no schedule lets anybody get in again.
    NobodyEver,
    /// The key was absent, or past its time for whoever tried, and no client got it in [`super::ROUNDS_MAX`] full rounds.
    /// A [`super::Run`] judges this, since a world has no history.
    NobodyGetsIn,
}

impl Property {
    /// Every property, in the order in which a reader meets them.
    pub const ALL: [Property; 8] = [
        Property::TwoLeases,
        Property::TwoBelievers,
        Property::RemovedLock,
        Property::LostUpdate,
        Property::Shut,
        Property::HeldIdle,
        Property::NobodyEver,
        Property::NobodyGetsIn,
    ];

    const fn rule(self) -> &'static Rule {
        match self {
            Property::TwoLeases => &two_leases::RULE,
            Property::TwoBelievers => &two_believers::RULE,
            Property::RemovedLock => &removed_lock::RULE,
            Property::LostUpdate => &lost_update::RULE,
            Property::Shut => &shut::RULE,
            Property::HeldIdle => &held_idle::RULE,
            Property::NobodyEver => &nobody_ever::RULE,
            Property::NobodyGetsIn => &nobody_gets_in::RULE,
        }
    }

    /// Its name, in links, events and expectations.
    pub const fn name(self) -> &'static str {
        self.rule().name
    }

    /// What breaks it.
    pub const fn judgement(self) -> Judgement {
        self.rule().judgement
    }

    /// The facts without which it cannot be judged.
    pub const fn facts(self) -> Facts {
        self.rule().facts
    }

    /// The properties that a search can be asked about.
    pub fn searched() -> impl Iterator<Item = Property> {
        let all = Property::ALL.into_iter();
        all.filter(|property| property.judgement() != Judgement::History)
    }

    /// The property of that name that a search can be asked about, case aside.
    pub fn find(name: &str) -> Option<Property> {
        Property::searched().find(|property| property.name().eq_ignore_ascii_case(name))
    }

    /// Its violation by these clients.
    pub fn broken_by(self, clients: &[ClientId]) -> Violation {
        Violation {
            property: self,
            clients: clients.to_vec(),
        }
    }
}

/// A property that a move broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property.
    pub property: Property,
    /// The clients that it is about; the one that broke it before the one that it hurt.
    pub clients: Vec<ClientId>,
}
