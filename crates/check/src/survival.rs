//! The questions of the table of hazards: what a lock survives. Each row is a program, each column something that happens to
//! a client, to the network or to a server.

use std::sync::Arc;

use super::assumption::{Allowed, Assumption};
use super::cell::TableCell;
use super::question::Question;
use super::verdict::Verdict;
use lock::{Algorithm, Program};
use sim::{Property, Setup};

/// To whom something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// To a client.
    Client,
    /// To the network.
    Network,
    /// To a server.
    Server,
}

/// A column: something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// Nothing: what is broken here is broken everywhere.
    Nothing,
    /// A client crashes.
    Crash,
    /// A client crashes, and restarts.
    Restart,
    /// A client stalls before it sends, or with the lock in its hands.
    Stall,
    /// The clients' clocks differ by a second.
    ClocksApart,
    /// A client's clock is set while it runs.
    ClockSet,
    /// Messages take time.
    Delay,
    /// Messages are lost.
    Loss,
    /// The network parts, and what is sent between its sides is lost.
    Partition,
    /// A server restarts with nothing.
    Forget,
    /// A replica that lags is promoted.
    FailOver,
    /// A server's clock is set while it runs.
    ServerClockSet,
}

impl Hazard {
    /// Every column.
    pub const ALL: [Hazard; 12] = [
        Hazard::Nothing,
        Hazard::Crash,
        Hazard::Restart,
        Hazard::Stall,
        Hazard::ClocksApart,
        Hazard::ClockSet,
        Hazard::Delay,
        Hazard::Loss,
        Hazard::Partition,
        Hazard::Forget,
        Hazard::FailOver,
        Hazard::ServerClockSet,
    ];

    /// To whom it happens; `None` where nothing does.
    pub const fn hit(self) -> Option<Hit> {
        Some(match self {
            Hazard::Nothing => return None,
            Hazard::Crash | Hazard::Restart | Hazard::Stall => Hit::Client,
            Hazard::ClocksApart | Hazard::ClockSet => Hit::Client,
            Hazard::Delay | Hazard::Loss | Hazard::Partition => Hit::Network,
            Hazard::Forget | Hazard::FailOver | Hazard::ServerClockSet => Hit::Server,
        })
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Hazard::Nothing => "nothing",
            Hazard::Crash => "crash",
            Hazard::Restart => "restart",
            Hazard::Stall => "stall",
            Hazard::ClocksApart => "clocks-apart",
            Hazard::ClockSet => "clock-set",
            Hazard::Delay => "delay",
            Hazard::Loss => "loss",
            Hazard::Partition => "partition",
            Hazard::Forget => "forget",
            Hazard::FailOver => "fail-over",
            Hazard::ServerClockSet => "server-clock-set",
        }
    }

    /// The assumptions that a search makes for it.
    pub const fn assumptions(self) -> &'static [Assumption] {
        match self {
            Hazard::Nothing => &[],
            Hazard::Crash => &[Assumption::Crash],
            Hazard::Restart => &[Assumption::Crash, Assumption::Restart],
            Hazard::Stall => &[Assumption::Gap, Assumption::Overrun],
            Hazard::ClocksApart => &[Assumption::Apart],
            Hazard::ClockSet => &[Assumption::ClockSet],
            Hazard::Delay => &[Assumption::Transit],
            Hazard::Loss => &[Assumption::Transit, Assumption::Lose],
            Hazard::Partition => &[Assumption::Part],
            Hazard::Forget => &[Assumption::Forget],
            Hazard::FailOver => &[Assumption::FailOver],
            Hazard::ServerClockSet => &[Assumption::ServerClockSet],
        }
    }

    fn allowed(self) -> Allowed {
        let mut allowed = Allowed::default();
        for assumption in self.assumptions() {
            allowed.set(*assumption, true);
        }
        allowed
    }
}

/// What must not come about, in the order of the table.
pub const PROPERTIES: [Property; 4] = [
    Property::TwoLeases,
    Property::LostUpdate,
    Property::RemovedLock,
    Property::NobodyEver,
];

/// A row: a program, and the servers that it asks.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// The algorithm of the program; [`Algorithm::Own`] for any other.
    pub algorithm: Algorithm,
    /// The program.
    pub program: Arc<Program>,
    /// How many servers that know nothing of each other.
    pub servers: u8,
}

/// How much a question of a cell asks for: each scope is smaller than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// How many clients.
    pub clients: u8,
    /// How often each begins; `None` for any number.
    pub rounds: Option<u8>,
}

impl Scope {
    /// That of a question.
    pub fn of(question: &Question) -> Scope {
        Scope {
            clients: question.programs.len() as u8,
            rounds: question.rounds,
        }
    }

    /// All of them: a cell is asked in the next one where the search comes to no end.
    pub const ALL: [Scope; 3] = [
        Scope {
            clients: 3,
            rounds: None,
        },
        Scope {
            clients: 2,
            rounds: None,
        },
        Scope {
            clients: 2,
            rounds: Some(1),
        },
    ];
}

/// The scopes in which a page asks about a cell: with three clients where two find nothing. With one round each, hardly a search
/// more ends.
pub const PAGE_SCOPES: &[Scope] = &[Scope::ALL[1], Scope::ALL[0]];
/// The bytes that a page gives each search of a cell, so that its table is complete within half a minute.
pub const PAGE_BYTES_MAX: usize = 2 << 20;

/// The servers of a program that asks several.
const SERVERS: u8 = 3;
/// The rows of programs that are known, with their servers.
pub const ROWS: [(Algorithm, u8); 12] = [
    (Algorithm::Setnx, 1),
    (Algorithm::SetnxDel, 1),
    (Algorithm::GetsetBlind, 1),
    (Algorithm::Getset, 1),
    (Algorithm::PxBlind, 1),
    (Algorithm::PxGet, 1),
    (Algorithm::Px, 1),
    (Algorithm::Renew, 1),
    (Algorithm::Wait, 1),
    (Algorithm::Redlock, SERVERS),
    (Algorithm::Redlock, 5),
    (Algorithm::FenceRead, 1),
];

impl Survivor {
    /// The rows of the algorithms that are known.
    pub fn known() -> impl Iterator<Item = Survivor> {
        ROWS.into_iter().map(|(algorithm, servers)| Survivor {
            algorithm,
            program: Arc::new(algorithm.program()),
            servers,
        })
    }

    /// The row of a program.
    pub fn new(algorithm: Algorithm, program: Arc<Program>) -> Survivor {
        let servers = match program.asks_all_alike() {
            true => SERVERS,
            false => 1,
        };
        Survivor {
            algorithm,
            program,
            servers,
        }
    }

    /// What must not come about: an update is lost only where the program writes to the store.
    pub fn properties(&self) -> impl Iterator<Item = Property> {
        let writes = self.program.uses_store();
        let all = PROPERTIES.into_iter();
        all.filter(move |property| writes || *property != Property::LostUpdate)
    }

    /// The questions of a cell, about each property in each of these scopes.
    pub fn cell(&self, hazard: Hazard, scopes: &[Scope]) -> TableCell {
        let mut all = Vec::new();
        for property in self.properties() {
            let of_scopes = scopes.iter();
            all.extend(of_scopes.filter_map(|scope| self.question(hazard, property, *scope)));
        }
        TableCell::new(all)
    }

    /// The question of a cell about one property; `None` where there is none to ask: several servers have no replicas, and
    /// writes reach a replica in that column alone, so a program that waits for one is asked there.
    pub fn question(&self, hazard: Hazard, property: Property, scope: Scope) -> Option<Question> {
        let fails_over = hazard == Hazard::FailOver;
        let mut waits = |text: &[u8]| text.eq_ignore_ascii_case(b"WAIT");
        let needs_replica = self.program.any_literal(&mut waits);
        if fails_over && self.servers > 1 || needs_replica && !fails_over {
            return None;
        }
        let mut setup = Setup::new(self.algorithm, scope.clients);
        setup.own = (self.algorithm == Algorithm::Own).then(|| Arc::clone(&self.program));
        setup.servers = self.servers;
        setup.replicas = u8::from(fails_over);
        setup.loses_messages = hazard == Hazard::Partition;
        let mut question = Question::new(setup, property);
        question.programs = vec![Arc::clone(&self.program); usize::from(scope.clients)];
        question.allowed = hazard.allowed();
        question.rounds = scope.rounds;
        Some(question)
    }
}

/// What came of a cell, the shortest break first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// These properties broke, in so many moves; whether of all others it is known that they hold.
    Broken(Vec<(Property, usize)>, bool),
    /// No schedule breaks any of them, in the least of these scopes.
    Survives(Scope),
    /// Nothing was found in all schedules of up to so many moves, and not all were looked through.
    Open(usize),
}

/// Sums up the verdicts of a cell.
pub fn outcome(verdicts: &[Verdict]) -> Outcome {
    let mut broken: Vec<(Property, usize)> = Vec::new();
    let mut open: Option<usize> = None;
    let mut least = 0;
    for verdict in verdicts {
        let question = &verdict.bounds().question;
        let depth = match verdict {
            Verdict::Broken(found, _) => {
                let moves = found.schedule.moves.len();
                let longer = broken.iter().position(|(_, known)| *known > moves);
                broken.insert(longer.unwrap_or(broken.len()), (question.property, moves));
                continue;
            }
            Verdict::Unfinished { depth, .. } => *depth,
            Verdict::Holds { .. } if !verdict.holds() => 0,
            Verdict::Holds { .. } => {
                let place = Scope::ALL
                    .iter()
                    .position(|one| *one == Scope::of(question));
                least = least.max(place.unwrap_or(0));
                continue;
            }
        };
        open = Some(open.map_or(depth, |least| least.min(depth)));
    }
    match (broken.is_empty(), open) {
        (false, _) => Outcome::Broken(broken, open.is_none()),
        (true, Some(depth)) => Outcome::Open(depth),
        (true, None) => Scope::ALL
            .get(least)
            .map_or(Outcome::Open(0), |scope| Outcome::Survives(*scope)),
    }
}
