//! A client prolongs its lease without a word to the store.

use super::rule::{Facts, Judgement, Rule};

pub(super) const RULE: Rule = Rule {
    name: "held-idle",
    judgement: Judgement::Time,
    facts: Facts {
        idle: true,
        ..Facts::NONE
    },
};

/// How many leases a client may hold the lock, prolonging it, without a word to the store.
pub const HELD_LEASES_MAX: i64 = 3;

/// The true time, in Unix milliseconds, at which a client breaks it that has just heard from the store.
pub fn due_ms(now_ms: i64, lease_s: i64) -> i64 {
    let lease_ms = lease_s.saturating_mul(1000);
    now_ms.saturating_add(lease_ms.saturating_mul(HELD_LEASES_MAX))
}

/// Whether a client breaks it now: its lease, which ends then, is still valid, and the time is due.
pub fn is_broken(now_ms: i64, lease_end_ms: Option<i64>, due_ms: Option<i64>) -> bool {
    let holds = lease_end_ms.is_some_and(|end_ms| now_ms < end_ms);
    holds && due_ms.is_some_and(|due_ms| due_ms <= now_ms)
}
