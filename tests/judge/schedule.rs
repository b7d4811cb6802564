//! Random schedules that get deep, and the shortest form of one on which something differs.

use crate::chance::Chance;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Choices, ClientId, ClientSetup, Move, Setup, World};
use std::sync::Arc;

/// A start, and the moves from it.
#[derive(Clone)]
pub struct Case {
    pub setup: Setup,
    pub length: usize,
    pub moves: Vec<Move>,
}

const TICKS_MS: [i64; 7] = [1, 500, 1_000, 1_000, 3_000, 10_000, 12_000];
const SKEWS_MS: [i64; 7] = [0, 500, -1_000, 3_000, 12_000, -12_000, 60_000];

/// What the reader may type.
const TYPED: [&str; 10] = [
    "DEL lock.foo",
    "SET lock.foo 90",
    "SET lock.foo 111",
    "SET lock.foo 120 PX 3000",
    "SET lock.foo word",
    "GETSET lock.foo 500",
    "EXPIRE lock.foo 2",
    "PERSIST lock.foo",
    "SET fence word",
    "DEL fence",
];

impl Case {
    pub fn random(chance: &mut Chance) -> Case {
        let number = 1 + chance.below(4) as u8;
        // The judge that reads a log knows locks of one string; `tests/search` judges those of several elements.
        let of_one_string = |algorithm: &Algorithm| !algorithm.source().contains("zadd");
        let known: Vec<_> = Algorithm::ALL.into_iter().filter(of_one_string).collect();
        let any = |chance: &mut Chance| chance.pick(&known);
        let (servers, replicas) = match chance.below(8) {
            0 | 1 => (2 + chance.below(4) as u8, 0),
            2 => (1, 1 + chance.below(2) as u8),
            _ => (1, 0),
        };
        let redlocks = [
            Algorithm::Redlock,
            Algorithm::RedlockUnchecked,
            Algorithm::RedlockKept,
        ];
        let alike = match servers {
            1 => any(chance),
            _ => chance.pick(&redlocks),
        };
        let is_mixed = chance.once_in(3);
        let clients = (1..=number).map(|id| ClientSetup {
            id: ClientId(id),
            algorithm: match is_mixed {
                true => any(chance),
                false => alike,
            },
            skew_ms: match chance.once_in(4) {
                true => chance.pick(&SKEWS_MS),
                false => 0,
            },
            role: None,
        });
        let mut clients: Vec<ClientSetup> = clients.collect();
        // Some run a lock that is for several.
        let head = chance.pick(&["", "", "", "at most 2 hold\n", "any number hold\n"]);
        let own = (!head.is_empty()).then(|| {
            let text = [head, alike.source()].concat();
            Arc::new(Program::parse(&text).expect("a program"))
        });
        for client in &mut clients {
            if own.is_some() && client.algorithm == alike {
                client.algorithm = Algorithm::Own;
            }
        }
        let values = [None, None, None, Some("90"), Some("105"), Some("200")];
        Case {
            setup: Setup {
                own,
                start_s: 100,
                lease_s: chance.pick(&[1, 5, 10]),
                value: chance.pick(&values).map(str::to_owned),
                clients,
                servers,
                replicas,
                loses_messages: chance.once_in(3),
            },
            length: 20 + chance.below(150),
            moves: Vec::new(),
        }
    }

    /// Leaves out clients and moves for as long as `fails` still fails.
    pub fn shortest(&self, fails: impl Fn(&Case) -> Option<(usize, String)>) -> Failing {
        let (last, mut said) = fails(self).expect("it fails");
        let mut case = self.clone();
        case.moves.truncate(last + 1);
        loop {
            let before = case.moves.len();
            let mut at = 0;
            while at < case.moves.len() {
                let mut fewer = case.clone();
                fewer.moves.remove(at);
                match fails(&fewer) {
                    Some((last, now)) => {
                        fewer.moves.truncate(last + 1);
                        (case, said) = (fewer, now);
                    }
                    None => at += 1,
                }
            }
            if case.moves.len() == before {
                return Failing { case, said };
            }
        }
    }
}

/// A case in its shortest form, and what is said of its last move.
pub struct Failing {
    case: Case,
    said: String,
}

impl Failing {
    pub fn report(&self) -> String {
        let Failing { case, said } = self;
        let clients = case.setup.clients.iter().map(|client| {
            let (id, ms) = (client.id, client.skew_ms);
            format!("{id} {:?} {ms:+} ms\n", client.algorithm)
        });
        let clients: String = clients.collect();
        let (lease_s, value) = (case.setup.lease_s, &case.setup.value);
        let own = case.setup.own.as_ref().map(|own| own.source());
        let own = own.unwrap_or_default();
        let moves: String = case.moves.iter().map(|mv| format!("{mv:?}\n")).collect();
        let Setup {
            servers,
            replicas,
            loses_messages,
            ..
        } = case.setup;
        format!(
            "lease {lease_s}, value {value:?}, {servers} servers, {replicas} replicas, loses messages: {loses_messages}\n\
             {clients}{own}{moves}{said}"
        )
    }
}

/// Any move that can be made, the likelier ones the more they lead on.
pub fn any_move(world: &World, chance: &mut Chance) -> Move {
    let skew_ms = [chance.pick(&SKEWS_MS)];
    let typed = [chance.pick(&TYPED)];
    let moves = world.moves(Choices {
        ticks_ms: &TICKS_MS,
        skews_ms: if chance.once_in(12) { &skew_ms } else { &[] },
        has_faults: chance.once_in(8),
        typed: if chance.once_in(60) { &typed } else { &[] },
    });
    let weights = moves.iter().map(weight);
    let mut left = chance.below(weights.clone().sum());
    for (mv, weight) in moves.iter().zip(weights) {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return mv.clone(),
        }
    }
    Move::Tick(1)
}

fn weight(mv: &Move) -> usize {
    match mv {
        Move::Step(_) => 40,
        Move::Tick(_) => 4,
        Move::Type(_) => 60,
        Move::Skew(..) | Move::Read(_) | Move::Send(_) | Move::Resume(_) => 12,
        Move::Execute(_) | Move::Receive(_) => 16,
        Move::Restart(_) => 8,
        Move::Crash(_) | Move::Pause(_) => 2,
        Move::Meanwhile(_) | Move::TimeOut(_) => 30,
        Move::Replicate(_) => 10,
        Move::Recover(..) | Move::Rejoin(_) => 12,
        Move::Lose(_) | Move::Sync(_) => 6,
        Move::Fail(_) | Move::CutOff(_) | Move::Promote(_) | Move::SkewServer(..) => 2,
    }
}
