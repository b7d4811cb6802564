//! The record of a property.

/// Facts of a world that serve some properties and programs alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// To whom a key was granted.
    pub grants: bool,
    /// Whether one time represents all that are between two instants: not where each millisecond is told apart.
    pub between: bool,
    /// Which writes of the store a client knows of.
    pub versions: bool,
    /// How long a client has been idle.
    pub idle: bool,
    /// Which scripts a server has run: for programs that call one by its digest.
    pub scripts: bool,
    /// What the writes hold that a replica lacks: where a replica gets them, or is promoted. Else only whose they are counts.
    pub lag: bool,
}

impl Facts {
    /// None of them.
    pub const NONE: Facts = Facts {
        grants: false,
        between: false,
        versions: false,
        idle: false,
        scripts: false,
        lag: false,
    };
}

/// What breaks a property. A search moves one client without the others: of those it knows whether each believes that it
/// holds the lock, and whether its lease is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Two clients that believe, or more than the programs let in at once.
    TwoBelievers,
    /// Two clients whose leases are valid, or more than the programs let in at once.
    TwoLeases,
    /// A move of a client, whatever the others are.
    Move,
    /// A move of a client while nobody believes.
    MoveUnheld,
    /// A move of a client that hurts one whose lease is valid.
    MoveAgainstLease,
    /// The passing of time, by one client alone.
    Time,
    /// A state in which a client tries, and from which no state with a believer is reached. No run shows it.
    NoWayIn,
    /// The history of a run, which no state has: it is not searched for.
    History,
}

impl Judgement {
    /// Whether it is about clients at once, for as long as all are so.
    pub const fn is_of_two(self) -> bool {
        matches!(self, Judgement::TwoBelievers | Judgement::TwoLeases)
    }
}

/// A property's name, judgement and facts.
pub(crate) struct Rule {
    /// In links, events and expectations.
    pub name: &'static str,
    pub judgement: Judgement,
    /// The facts without which it cannot be judged.
    pub facts: Facts,
}

/// Whether more than `most` are so after a move, and one of them was not before.
pub(crate) fn are_too_many<T: PartialEq>(most: usize, before: &[T], after: &[T]) -> bool {
    after.len() > most && after.iter().any(|one| !before.contains(one))
}
