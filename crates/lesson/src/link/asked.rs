//! The parts of a link that hold what a search was asked, and its answer.

use super::part::count;
use check::{Answer, Asked, Assumption};
use sim::Property;

/// Words that are followed by a number.
const ROUNDS: &str = "rounds";
const ATTEMPTS: &str = "attempts";
const APART: &str = "apart";
/// How far clocks may be apart: every way to set them is a start of its own.
const APART_MAX: usize = 2;
/// Stands before the number of states in which nothing was found.
const NONE: &str = "none.";

/// The question of a search as text: the property, and behind it the assumptions.
pub(super) fn asked(words: &str) -> Option<Asked> {
    let mut words = words.split('.');
    let mut asked = Asked::new(Property::find(words.next()?)?);
    asked.allowed.overrun = false;
    for word in words {
        let number = |name: &str| word.strip_prefix(name).and_then(count);
        if let Some(rounds) = number(ROUNDS) {
            asked.rounds = Some(u8::try_from(rounds).ok().filter(|rounds| *rounds > 0)?);
        } else if let Some(attempts) = number(ATTEMPTS) {
            asked.attempts = Some(u32::try_from(attempts).ok().filter(|most| *most > 0)?);
        } else if let Some(seconds) = number(APART) {
            let seconds = Some(seconds).filter(|seconds| *seconds <= APART_MAX)?;
            asked.allowed.clocks_apart_s = seconds as u8;
        } else {
            asked.allowed.set(Assumption::find(word)?, true);
        }
    }
    Some(asked)
}

/// The answer: `8`, or `none.514`.
pub(super) fn answer(words: &str) -> Option<Answer> {
    match words.strip_prefix(NONE) {
        Some(states) => count(states).map(Answer::Holds),
        None => count(words).map(Answer::Broken),
    }
}

/// Writes both.
pub(super) fn write(asked: &Asked, link: &mut String) {
    let mut more = |mark: &str, text: &str| {
        link.push_str(mark);
        link.push_str(text);
    };
    more(";search=", asked.property.name());
    for assumption in Assumption::switches() {
        if asked.allowed.allows(assumption) {
            more(".", assumption.name());
        }
    }
    let numbers = [
        (APART, u32::from(asked.allowed.clocks_apart_s)),
        (ROUNDS, asked.rounds.map_or(0, u32::from)),
        (ATTEMPTS, asked.attempts.unwrap_or(0)),
    ];
    for (name, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
        more(".", name);
        more("", &number.to_string());
    }
    match asked.answer {
        Some(Answer::Broken(moves)) => more(";found=", &moves.to_string()),
        Some(Answer::Holds(states)) => {
            more(";found=", NONE);
            more("", &states.to_string());
        }
        None => {}
    }
}
