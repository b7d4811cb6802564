//! A client overwrites a write of which it did not know.

use super::super::id::ClientId;
use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "lost-update",
    judgement: Judgement::Move,
    facts: Facts {
        versions: true,
        ..Facts::NONE
    },
};

/// The client whose write was lost by a write of another, which knew of the first `knows` writes. The store had so many,
/// the last one by its `writer`.
pub fn lost(by: ClientId, knows: u32, writes: u32, writer: Option<ClientId>) -> Option<ClientId> {
    writer.filter(|of| *of != by && knows < writes)
}
