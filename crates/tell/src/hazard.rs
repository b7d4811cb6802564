//! The words of the table of hazards: what happens, to whom, what must not come about, and what came of it.

use base::text::{Lang, Text};
use check::survival::{Hazard, Hit, Outcome, Scope};
use lock::Algorithm;
use sim::Property;

use super::assumption::assumption;
use super::say;

/// What happens, as the head of a column below the one that says to whom.
pub const fn hazard(hazard: Hazard) -> Text {
    match hazard {
        Hazard::Nothing => say::HAZARD_NOTHING,
        Hazard::Crash => say::HAZARD_CRASH,
        Hazard::Restart => say::HAZARD_RESTART,
        Hazard::Stall => say::HAZARD_STALL,
        Hazard::ClocksApart => say::HAZARD_CLOCKS_APART,
        Hazard::ClockSet => say::HAZARD_CLOCK_SET,
        Hazard::Delay => say::HAZARD_DELAY,
        Hazard::Loss => say::HAZARD_LOSS,
        Hazard::Partition => say::HAZARD_PARTITION,
        Hazard::Forget => say::HAZARD_FORGET,
        Hazard::FailOver => say::HAZARD_FAIL_OVER,
        Hazard::ServerClockSet => say::HAZARD_CLOCK_SET,
    }
}

/// To whom it happens.
pub const fn hit(hit: Hit) -> Text {
    match hit {
        Hit::Client => say::HIT_CLIENT,
        Hit::Network => say::HIT_NETWORK,
        Hit::Server => say::HIT_SERVER,
    }
}

/// What happens, beside to whom.
pub fn of(lang: Lang, to: Hit, what: Text) -> String {
    say::hazard_of(hit(to), what).get(lang)
}

/// The name of a row: an algorithm, and how many servers it asks where these are several.
pub fn row(lang: Lang, algorithm: Algorithm, servers: u8) -> String {
    let title = algorithm.title().get(lang);
    match servers {
        0..=1 => title.to_owned(),
        several => [
            title,
            " (",
            &say::bound_servers(several.into()).get(lang),
            ")",
        ]
        .concat(),
    }
}

/// What happens, and to whom.
pub fn named(lang: Lang, hazard: Hazard) -> String {
    let what = self::hazard(hazard);
    match hazard.hit() {
        Some(to) => of(lang, to, what),
        None => what.get(lang).to_owned(),
    }
}

/// What may happen beside steps and time, as a list.
pub fn may_happen(lang: Lang, hazard: Hazard) -> String {
    let assumed = hazard.assumptions().iter();
    let mut all: Vec<String> = assumed
        .map(|one| assumption(*one).get(lang).to_owned())
        .collect();
    let more = match hazard {
        Hazard::Nothing => Some(say::MAY_NOTHING),
        Hazard::Partition => Some(say::MAY_PARTITION),
        _ => None,
    };
    all.extend(more.map(|text| text.get(lang).to_owned()));
    all.join(say::BETWEEN_OUTCOMES.get(lang))
}

/// How much was asked for, in few words.
fn scope(lang: Lang, scope: Scope) -> &'static str {
    let text = match (scope.clients, scope.rounds) {
        (3.., None) => say::SCOPE_WIDE,
        (_, None) => say::SCOPE_CLIENTS,
        (_, Some(_)) => say::SCOPE_ONE_ROUND,
    };
    text.get(lang)
}

/// The broken property, in two words. The whole is in the verdict.
const fn brief(property: Property) -> Text {
    match property {
        Property::LostUpdate => say::BRIEF_LOST_UPDATE,
        Property::RemovedLock => say::BRIEF_REMOVED_LOCK,
        Property::NobodyEver => say::BRIEF_NOBODY_EVER,
        _ => say::BRIEF_TWO_LEASES,
    }
}

/// The words of a cell.
pub fn outcome(lang: Lang, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Broken(broken, _) => {
            let one = |(property, moves): &(Property, usize)| {
                say::outcome_broken(brief(*property), *moves as u64).get(lang)
            };
            let all: Vec<String> = broken.iter().map(one).collect();
            all.join(say::BETWEEN_OUTCOMES.get(lang))
        }
        Outcome::Survives(asked) => [say::SURVIVES.get(lang), scope(lang, *asked)].concat(),
        Outcome::Open(depth) => say::outcome_open(*depth as u64).get(lang),
    }
}
