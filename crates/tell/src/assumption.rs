//! The assumptions of a search: the words of their switches, and what a question allows, in a list.

use super::names::clauses;
use super::say;
use base::text::{Lang, Text};
use check::{Assumption, Question};
use sim::{ClientSetup, Setup, seconds};

/// The words of its switch.
pub const fn assumption(assumption: Assumption) -> Text {
    match assumption {
        Assumption::Crash => say::ASSUME_CRASH,
        Assumption::Restart => say::ASSUME_RESTART,
        Assumption::Gap => say::ASSUME_GAP,
        Assumption::Transit => say::ASSUME_TRANSIT,
        Assumption::Lose => say::ASSUME_LOSE,
        Assumption::Overrun => say::ASSUME_OVERRUN,
        Assumption::Apart => say::ASSUME_APART,
        Assumption::Forget => say::ASSUME_FORGET,
        Assumption::FailOver => say::ASSUME_FAIL_OVER,
        Assumption::Part => say::ASSUME_PART,
        Assumption::ClockSet => say::ASSUME_CLOCK_SET,
        Assumption::ServerClockSet => say::ASSUME_SERVER_CLOCK_SET,
    }
}

/// The piece that says in the list of a question that it is made, or that it is not; `None` where another piece does.
fn said(assumption: Assumption, question: &Question) -> Option<Text> {
    let allowed = &question.allowed;
    let fails_over = allowed.fail_over && question.setup.replicas > 0;
    Some(match (assumption, allowed.allows(assumption)) {
        (Assumption::Crash, true) if allowed.restart => return None,
        (Assumption::Crash, true) => say::BOUND_CRASH,
        (Assumption::Crash, false) => say::BOUND_NO_CRASH,
        (Assumption::Restart, true) if allowed.crash => say::BOUND_RESTART,
        (Assumption::Gap, true) if !allowed.transit => say::BOUND_GAP,
        (Assumption::Transit, true) => say::BOUND_TRANSIT,
        (Assumption::Transit, false) => say::BOUND_NO_TRANSIT,
        (Assumption::Lose, true) => say::BOUND_LOSE,
        (Assumption::Lose, false) if allowed.transit => say::BOUND_NO_LOSE,
        (Assumption::Overrun, true) => say::BOUND_OVERRUN,
        (Assumption::Overrun, false) => say::BOUND_NO_OVERRUN,
        (Assumption::Forget, true) => say::BOUND_FORGET,
        (Assumption::FailOver, _) if fails_over => say::BOUND_FAIL_OVER,
        (Assumption::FailOver, _) if !allowed.forget => say::BOUND_NO_FAILURE,
        (Assumption::Part, true) => say::BOUND_PART,
        (Assumption::ClockSet, true) => say::BOUND_CLOCKS_SET,
        (Assumption::ServerClockSet, true) => say::BOUND_SERVER_CLOCKS_SET,
        // Its number is said at the end.
        (Assumption::Apart, _) => return None,
        (Assumption::Restart | Assumption::Gap | Assumption::Lose, _)
        | (Assumption::Forget | Assumption::FailOver | Assumption::Part, _)
        | (Assumption::ClockSet | Assumption::ServerClockSet, _) => return None,
    })
}

/// What a question allows, piece by piece.
pub fn assumptions(lang: Lang, question: &Question) -> Vec<String> {
    let allowed = &question.allowed;
    let mut all = counts(lang, question);
    let said = Assumption::ALL
        .into_iter()
        .filter_map(|one| said(one, question));
    all.extend(said.map(|text| text.get(lang).to_owned()));
    let clocks = clocks(lang, &question.setup);
    all.push(match allowed.clocks_apart_s {
        0 if !clocks.is_empty() => clocks,
        0 => say::BOUND_CLOCKS_ALIKE.get(lang).to_owned(),
        apart_s => say::bound_clocks_apart(apart_s as u64).get(lang),
    });
    all
}

/// How many clients there are, how often each begins, and how many servers there are.
fn counts(lang: Lang, question: &Question) -> Vec<String> {
    let (clients, servers) = (question.setup.clients.len(), question.setup.servers);
    let rounds = question
        .rounds
        .map(|rounds| say::bound_rounds(rounds.into()));
    let attempts = question
        .attempts_max()
        .map(|attempts| say::bound_attempts(attempts.into()));
    let mut all = vec![
        say::bound_clients(clients as u64),
        rounds.unwrap_or(say::BOUND_ANY_ROUNDS.into()),
    ];
    all.extend(attempts);
    all.extend((servers > 1).then(|| say::bound_servers(servers as u64)));
    all.iter().map(|phrase| phrase.get(lang)).collect()
}

/// The clocks of the settings that are not right; empty where all are.
pub fn clocks(lang: Lang, setup: &Setup) -> String {
    let off = setup.clients.iter().filter(|client| client.skew_ms != 0);
    let one = |client: &ClientSetup| {
        let (id, off) = (
            client.id.to_string(),
            seconds(client.skew_ms.saturating_abs()),
        );
        let told = match client.skew_ms {
            ..0 => say::clock_behind(id, off),
            _ => say::clock_ahead(id, off),
        };
        told.get(lang)
    };
    let all: Vec<String> = off.map(one).collect();
    clauses(lang, &all)
}
