//! The question that a search answers.

use std::sync::Arc;

use crate::assumption::Allowed;
use crate::verdict::{Answer, Answered, Verdict};
use lock::Program;
use sim::{ClientState, Property, Setup};

/// A question: which schedules are looked through, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The settings at the start. The clients' clocks are set as they stand there, unless clocks may differ.
    pub setup: Setup,
    /// The programs of the clients, in their order.
    pub programs: Vec<Arc<Program>>,
    /// How often a client may begin its program, at the start and by *Restart*; `None` for any number. That nobody ever gets in
    /// is said for any number.
    pub rounds: Option<u8>,
    /// How many attempts a client may begin, if its program names their tokens; `None` for any number.
    pub attempts: Option<u32>,
    /// For how many seconds time may pass; `None` for any time. Programs that compute with moments in a way that a search
    /// cannot shift get a bound by themselves.
    pub seconds: Option<i64>,
    /// Whether time passes by whole seconds only. Else it passes to every instant that matters.
    pub whole_seconds: bool,
    /// The moves beyond *Step* and time.
    pub allowed: Allowed,
    /// The property that is to be broken.
    pub property: Property,
    /// The bytes that the search may use for its states.
    pub bytes_max: usize,
}

/// What was asked about the settings of a run: a question without them. And its answer, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The property that is to be broken.
    pub property: Property,
    /// As [`Question::rounds`].
    pub rounds: Option<u8>,
    /// As [`Question::attempts`].
    pub attempts: Option<u32>,
    /// The moves beyond *Step* and time.
    pub allowed: Allowed,
    /// The answer, once there is one.
    pub answer: Option<Answer>,
}

/// Bytes for states, unless a question says otherwise.
const BYTES_MAX: usize = 256 << 20;

impl Question {
    /// The question whether a schedule breaks the property in these settings, by steps and time alone, with any number of
    /// rounds, and with holders that overrun.
    pub fn new(setup: Setup, property: Property) -> Question {
        Question {
            programs: setup.programs(),
            setup,
            rounds: None,
            attempts: None,
            seconds: None,
            whole_seconds: false,
            allowed: Asked::new(property).allowed,
            property,
            bytes_max: BYTES_MAX,
        }
    }

    /// Whether all clients may hold the lock at once, where the property is that too many do: no schedule can break it then.
    pub fn is_for_all(&self) -> bool {
        let clients = self.programs.len();
        let mut all = self.programs.iter().map(|one| usize::from(one.holders()));
        let counts = matches!(self.property, Property::TwoLeases | Property::TwoBelievers);
        counts && all.all(|holders| holders >= clients)
    }

    /// How many attempts a client may begin. Whether nobody ever gets in again is asked about any number: who may not try
    /// again would never get in, whatever the lock is.
    pub fn attempts_max(&self) -> Option<u32> {
        self.attempts
            .filter(|_| self.property != Property::NobodyEver)
    }

    /// The word that a program has to have for this property to be broken; empty where any may break it.
    pub fn needs(&self) -> &'static str {
        match self.property {
            Property::LostUpdate => "write",
            Property::HeldIdle => "meanwhile:",
            _ => "",
        }
    }

    /// Whether a program has it.
    pub(super) fn has_means(&self) -> bool {
        self.programs.iter().any(|program| match self.property {
            Property::LostUpdate => program.writes_store(),
            Property::HeldIdle => program.has_meanwhile(),
            _ => true,
        })
    }

    /// What is asked, without the settings.
    pub fn asked(&self) -> Asked {
        Asked {
            property: self.property,
            rounds: self.rounds,
            attempts: self.attempts,
            allowed: self.allowed.clone(),
            answer: None,
        }
    }

    /// By how many seconds at most a clock may differ from the true time.
    pub(super) fn apart_s(&self) -> i64 {
        let skews = self.setup.clients.iter().map(|client| client.skew_ms);
        let most = |all: &mut dyn Iterator<Item = i64>| all.map(i64::abs).max().unwrap_or(0);
        let ms = most(&mut self.clocks_set_ms()) + most(&mut { skews });
        i64::from(self.allowed.clocks_apart_s) + (ms + 999) / 1000
    }

    /// How far clocks are set ahead of the true time by moves, in milliseconds.
    pub(super) fn clocks_set_ms(&self) -> impl Iterator<Item = i64> {
        let of_servers = self.allowed.server_clocks_set_ms.iter();
        self.allowed.clocks_set_ms.iter().chain(of_servers).copied()
    }

    /// The places within a second at which the server's or a client's clock shows another one, in milliseconds: the server's first.
    pub(super) fn clock_places(&self) -> Vec<i64> {
        let skews = self.setup.clients.iter().map(|client| client.skew_ms);
        let own = skews
            .chain(self.clocks_set_ms())
            .filter(|ms| ms % 1000 != 0);
        let places = own.map(|ms| (-ms).rem_euclid(1000));
        [0].into_iter().chain(places).collect()
    }

    /// Whether a client that has begun its program so often may begin it again.
    pub(super) fn may_begin(&self, rounds: u8, state: &ClientState) -> bool {
        let has_crashed = matches!(state, ClientState::Crashed | ClientState::Failed(_));
        let is_left = self.rounds.is_none_or(|most| rounds < most);
        is_left && (self.allowed.restart || !has_crashed)
    }
}

impl Asked {
    /// Whether any schedule breaks a property, by steps and time alone.
    pub fn new(property: Property) -> Asked {
        Asked {
            property,
            rounds: None,
            attempts: None,
            allowed: Allowed {
                overrun: true,
                ..Allowed::default()
            },
            answer: None,
        }
    }

    /// The question about these settings.
    pub fn of(&self, setup: Setup) -> Question {
        Question {
            rounds: self.rounds,
            attempts: self.attempts,
            allowed: self.allowed.clone(),
            ..Question::new(setup, self.property)
        }
    }

    /// The question with its answer; `None` where the search came to no end.
    pub fn answered(&self, verdict: &Verdict) -> Option<Answered> {
        let (answer, found) = match verdict {
            Verdict::Broken(found, _) => {
                let moves = found.schedule.moves.len();
                (Answer::Broken(moves), Some(found.clone()))
            }
            Verdict::Holds { states, .. } => (Answer::Holds(*states), None),
            Verdict::Unfinished { .. } => return None,
        };
        let asked = Asked {
            answer: Some(answer),
            ..self.clone()
        };
        Some(Answered { asked, found })
    }

    /// Whether it asks for the same, whatever the answers are.
    pub fn asks_like(&self, other: &Asked) -> bool {
        let asks = |asked: &Asked| Asked {
            answer: None,
            ..asked.clone()
        };
        asks(self) == asks(other)
    }
}
