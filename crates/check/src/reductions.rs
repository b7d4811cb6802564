//! Which reductions are sound for a question. Each is used only where what is looked at here shows that it is; whatever is
//! not known switches it off. docs/design/search.md has the arguments.

use super::numbering::names::NUMBER_MAX;
use super::question::Question;
use super::verdict::{Instants, Times};
use lock::{CONSTANT_MAX, Effects, Named, Program, TimeUse, common};
use sim::Judgement;

/// For how many seconds time passes where times are kept as they are and the question does not say.
const SECONDS: i64 = 60;

/// The reductions of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// How times are kept.
    pub times: Times,
    /// Clients are exchanged, and the attempts of each have the least numbers.
    pub exchanges_clients: bool,
    /// Servers that every request goes to are exchanged.
    pub exchanges_servers: bool,
    /// The numbers of a counter have the least ones in their order.
    pub ranks_counts: bool,
    /// A *Read* that may as well be made later is left out.
    pub postpones: bool,
    /// To which instants time passes.
    pub instants: Instants,
    /// The common divisor of all durations, in milliseconds, where instants within a second matter: only the order of
    /// times within it does.
    pub grain_ms: Option<i64>,
    /// How old a time is at least that is past for every comparison with a clock, in seconds.
    pub horizon_s: i64,
    /// Whether a reply may be a time that the program did not send.
    pub replies: bool,
    /// Whether two kept times are compared.
    pub compares_kept: bool,
    /// The largest number that is certainly no time, and before every time that it may be compared with.
    pub number_max: i64,
    /// Whether this is all that is left after a trace did not replay.
    pub is_last_resort: bool,
}

impl Reductions {
    /// All that are sound for the question.
    pub fn of(question: &Question) -> Reductions {
        let programs = different(question);
        let has_value = question.setup.value.is_some();
        let receives = programs.len() > 1 && programs.iter().any(|program| program.sends_time());
        let replies = has_value || receives;
        let lease_s = question.setup.lease_s;
        let uses: Vec<_> = programs
            .iter()
            .map(|program| program.time_use(lease_s, replies))
            .collect();
        let effects = Effects::of(programs.iter().copied(), lease_s, replies);
        let mut named = |text: &[u8]| Named::read(text).is_some();
        let names_anybody = programs
            .iter()
            .any(|program| program.any_literal(&mut named));
        // A time to which one program added may come to another.
        let horizons = uses.iter().map(|one| one.horizon_s);
        let horizon_s = horizons.fold(0, i64::saturating_add);
        let meets_numbers = effects.compares_kept || uses.iter().any(|one| one.meets_numbers);
        // What one program has added to, or taken away from, another may compare.
        let reaches = uses.iter().map(|one| one.reach_s);
        let lowered = uses.iter().map(|one| one.lowered_s);
        let lowered_s = lowered.fold(0, i64::saturating_add);
        let first_s = question.setup.start_s - 2 * question.apart_s();
        // The numbers below this one are before every time, constants or not.
        let near = reaches.fold(first_s, i64::saturating_sub);
        let constant_max = CONSTANT_MAX.min(first_s - 1);
        let meets_moment = |one: &TimeUse| one.meets_moment(lowered_s, constant_max);
        let has_large = effects.measures || effects.number_max >= near;
        let is_absolute = !effects.keeps_times
            || uses.iter().any(|one| one.is_absolute || meets_moment(one))
            || meets_numbers && has_large;
        let times = match question.seconds {
            Some(seconds) => Times::Absolute(seconds),
            None if is_absolute => Times::Absolute(SECONDS),
            None => Times::Relative,
        };
        let clocks = question.setup.clients.iter().map(|client| client.skew_ms);
        let clocks = clocks.chain(question.clocks_set_ms());
        let clocks_ms = clocks.fold(1000, |one, ms| common(one, ms.abs()));
        // A lease that has ended may shut a lock only a millisecond later.
        let has_ends =
            effects.has_deadlines || question.property.judgement() == Judgement::MoveUnheld;
        let is_fine = has_ends || effects.grain_ms.is_none() || clocks_ms != 1000;
        // A deadline passes by the clock of its server: where that is set, no deadline alone says when.
        let moves_deadlines = !question.allowed.server_clocks_set_ms.is_empty();
        let instants = match question.whole_seconds || moves_deadlines && !effects.is_known {
            true => Instants::Seconds,
            false if effects.is_known => Instants::Every,
            false => Instants::Deadlines,
        };
        let grain_ms = match (instants, is_fine) {
            (Instants::Every, true) => Some(effects.grain_ms.map_or(1, |ms| common(ms, clocks_ms))),
            _ => None,
        };
        let asks_all = programs.iter().all(|program| program.asks_all_alike());
        Reductions {
            times,
            exchanges_clients: effects.is_opaque && !names_anybody,
            exchanges_servers: question.setup.servers > 1 && asks_all,
            ranks_counts: times == Times::Relative,
            postpones: grain_ms.is_none() && instants != Instants::Deadlines,
            instants,
            grain_ms,
            horizon_s,
            replies,
            compares_kept: effects.compares_kept || uses.iter().any(|one| one.compares_kept),
            number_max: match meets_numbers {
                true => CONSTANT_MAX.min(near - 1),
                false => NUMBER_MAX,
            },
            is_last_resort: false,
        }
    }

    /// None, with whole seconds.
    pub fn none(question: &Question) -> Reductions {
        Reductions {
            times: Times::Absolute(question.seconds.unwrap_or(SECONDS)),
            exchanges_clients: false,
            exchanges_servers: false,
            ranks_counts: false,
            postpones: false,
            instants: Instants::Seconds,
            grain_ms: None,
            is_last_resort: true,
            ..Reductions::of(question)
        }
    }

    /// With times as they are.
    pub fn absolute(self, question: &Question) -> Reductions {
        Reductions {
            times: Times::Absolute(question.seconds.unwrap_or(SECONDS)),
            ranks_counts: false,
            postpones: false,
            ..self
        }
    }

    /// With every single millisecond.
    pub fn finest(self) -> Reductions {
        Reductions {
            grain_ms: Some(1),
            ..self
        }
    }

    /// With fewer instants, which is a bound.
    pub fn coarser(self) -> Reductions {
        Reductions {
            instants: match self.instants {
                Instants::Every => Instants::Deadlines,
                Instants::Deadlines | Instants::Seconds => Instants::Seconds,
            },
            grain_ms: None,
            ..self
        }
    }
}

/// The programs of a question, each once.
pub fn different(question: &Question) -> Vec<&Program> {
    let mut programs: Vec<&Program> = Vec::new();
    for program in &question.programs {
        if !programs.contains(&&**program) {
            programs.push(program);
        }
    }
    programs
}
