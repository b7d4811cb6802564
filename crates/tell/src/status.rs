//! The status of a client in words, for its lane and its card.

use super::say;
use base::text::{Phrase, Text};
use sim::{ClientId, Fault, Status, seconds, value_text};

/// The status in words.
pub fn status(status: &Status) -> Phrase {
    let plain = <Phrase as From<Text>>::from;
    match status {
        Status::Ready => plain(say::NOT_BEGUN),
        Status::Trying => plain(say::TRIES),
        Status::Waiting(until_s) => say::waits_until(until_s.to_string()),
        Status::Paused => plain(say::STATUS_PAUSED),
        Status::AwaitsReply => plain(say::AWAITS_REPLY),
        Status::Holds => plain(say::HOLDS),
        Status::HoldsPastLease(at_ms) => say::holds_past_lease(seconds(*at_ms)),
        Status::Releasing => plain(say::RELEASING),
        Status::Finished => plain(say::FINISHED),
        Status::GaveUp => plain(say::GIVEN_UP),
        Status::Crashed => plain(say::CRASHED),
        Status::Failed(why) => fault(None, why),
    }
}

/// Why a client stopped by itself, as a phrase about it, with its name where the reader does not see it.
pub(super) fn fault(id: Option<ClientId>, fault: &Fault) -> Phrase {
    let (text, line, word) = match fault {
        Fault::NotNumber(line, value) => (say::FAULT_NOT_NUMBER, line, value_text(value)),
        Fault::Overflow(line) => (say::FAULT_OVERFLOW, line, String::new()),
        Fault::Circle(line) => (say::FAULT_CIRCLE, line, String::new()),
        Fault::Refused(line, words) => (say::FAULT_REFUSED, line, words.clone()),
    };
    let client = id.map_or(String::new(), |id| format!("{id} "));
    let values = vec![
        ("client", client),
        ("line", line.to_string()),
        ("word", word),
    ];
    Phrase::new(text, values)
}
