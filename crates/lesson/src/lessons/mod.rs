//! The lessons, a file for each kind of failure.

mod boundary;
mod clocks;
mod deadlock;
mod del_race;
mod expiring;
mod failover;
mod fencing;
mod late_release;
mod nil;
mod opening;
mod overwrite;
mod patience;
mod polling;
mod programs;
mod recovery;
mod redlock;
mod renewal;
mod stall;

use crate::lesson::Lesson;

/// Every lesson, in reading order.
pub static ALL: [&Lesson; 59] = [
    &deadlock::DEADLOCK,
    &del_race::DEL_RACE,
    &recovery::ALONE,
    &recovery::RIVAL,
    &recovery::WAIT,
    &patience::ONCE,
    &patience::PATIENT,
    &late_release::BLIND,
    &late_release::GUARDED,
    &stall::CLOCK,
    &stall::GET,
    &overwrite::SHORTER,
    &overwrite::LONGER,
    &clocks::AHEAD,
    &clocks::BEHIND,
    &polling::POLL,
    &nil::MISREAD,
    &nil::TAKEN,
    &boundary::EQUAL,
    &boundary::BOTH,
    &boundary::LESS,
    &expiring::BLIND,
    &expiring::GET,
    &expiring::COMPARED,
    &expiring::DELEX,
    &fencing::STALLED,
    &fencing::FENCED,
    &fencing::SEPARATE,
    &fencing::UNREAD,
    &fencing::READ,
    &fencing::CLAIMED,
    &programs::FORGOTTEN,
    &programs::PROLONGED,
    &programs::ONCE_ONLY,
    &programs::NAME,
    &programs::FRESH,
    &programs::LOCKED_OUT,
    &programs::RECOGNISED,
    &programs::WATCHED,
    &renewal::BLIND,
    &renewal::CHECKED,
    &renewal::COMPARED,
    &renewal::STALLED,
    &renewal::HUNG,
    &failover::LOST,
    &failover::WAITED,
    &failover::WRONG_REPLICA,
    &failover::NOT_ENOUGH,
    &failover::FORGETS,
    &failover::CLOCK,
    &redlock::NO_FAULTS,
    &redlock::FORGETS,
    &redlock::STALL,
    &redlock::UNCHECKED,
    &redlock::LATE_STALL,
    &redlock::SPLIT,
    &redlock::NO_ANSWER,
    &redlock::KEPT,
    &redlock::RENEWED,
];

/// The lesson of that id, case aside.
pub fn find(id: &str) -> Option<&'static Lesson> {
    ALL.into_iter()
        .find(|lesson| lesson.id.eq_ignore_ascii_case(id))
}
