//! The world from outside. `schedules` has the invariants of every schedule; clients that stop, wait and are refused
//! are in `clients`, what a reader may do to them in `parts`, what is recorded, broken and certain in `judgements` and
//! `verdicts`; `types` has locks of every type, `blocked` clients that wait at a server. `plays` has the invariants of a play.

mod anything;
mod blocked;
mod clients;
mod judgements;
mod parts;
mod plays;
mod schedules;
mod types;
mod verdicts;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{ClientId, Move, Outcome, World};
use setnx_playground::tell;
use setnx_playground::text::Lang;

const C1: ClientId = ClientId(1);
const C2: ClientId = ClientId(2);

fn parsed(source: &str) -> Arc<Program> {
    Arc::new(Program::parse(source).unwrap_or_else(|error| panic!("{}", error.get(Lang::En))))
}

/// A world at t = 100 with a lease of 10 and one client for each program.
fn world(programs: &[&str]) -> World {
    let clients: Vec<_> = (1..)
        .map(ClientId)
        .zip(programs.iter().map(|source| parsed(source)))
        .collect();
    World::new(100_000, 10, &clients)
}

/// A world in which every client runs this algorithm.
fn rivals(algorithm: Algorithm, clients: usize) -> World {
    world(&vec![algorithm.source(); clients])
}

/// A world with one client for each of these algorithms.
fn mixed(algorithms: &[Algorithm]) -> World {
    let sources: Vec<&str> = algorithms.iter().map(|one| one.source()).collect();
    world(&sources)
}

fn hash(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash(&mut hasher);
    hasher.finish()
}

/// Makes moves that must be possible.
fn play(world: &mut World, moves: &[Move]) -> Vec<Outcome> {
    let made = moves.iter().map(|mv| world.observe(mv.clone()));
    made.map(|outcome| outcome.expect("a move")).collect()
}

fn why(world: &World, mv: Move) -> String {
    let refused = world.can(&mv).expect_err("no such move");
    tell::refusal(&refused).get(Lang::En)
}
