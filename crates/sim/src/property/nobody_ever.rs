//! Nobody ever gets in again.

use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "nobody-ever",
    judgement: Judgement::NoWayIn,
    facts: Facts::NONE,
};
