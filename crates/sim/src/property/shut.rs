//! The lock is shut, and nobody is in it.

use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "shut",
    judgement: Judgement::MoveUnheld,
    facts: Facts {
        grants: true,
        ..Facts::NONE
    },
};

/// Whether it is broken for a client that was refused: nobody believes, and of the servers that it asks so many are shut
/// that the others are no majority.
pub fn is_broken(is_nobody_in: bool, shut: usize, asked: usize) -> bool {
    is_nobody_in && 2 * shut >= asked
}
