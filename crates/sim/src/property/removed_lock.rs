//! A client removes the lock of another.

use super::super::id::ClientId;
use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "removed-lock",
    judgement: Judgement::MoveAgainstLease,
    facts: Facts {
        grants: true,
        ..Facts::NONE
    },
};

/// Whether a client broke it that removed what was granted to another, which has a valid lease or not.
pub fn is_broken(by: ClientId, of: ClientId, has_lease: bool) -> bool {
    of != by && has_lease
}
