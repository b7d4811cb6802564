//! Two leases are valid at once.

use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "two-leases",
    judgement: Judgement::TwoLeases,
    facts: Facts::NONE,
};
