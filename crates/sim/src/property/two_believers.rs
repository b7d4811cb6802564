//! Two clients believe at once that they hold the lock.

use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "two-believers",
    judgement: Judgement::TwoBelievers,
    facts: Facts::NONE,
};
