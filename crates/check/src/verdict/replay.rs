//! The replay of a trace: the moves of a world that lead along its states, made by the engine.

use super::Discovery;
use crate::explore::graph::Graph;
use crate::explore::pairs::{Halt, Pairs};
use crate::numbering::canonical::{Canonicalizer, Parts};
use sim::{ClientId, Judgement, Move, Outcome, Run, Schedule, Setup, World};

/// A replay: moves of a world that lead along the states of a trace and, with one more, to the broken property.
pub struct Replay {
    setup: Setup,
    world: World,
    rounds: Vec<u8>,
    moves: Vec<Move>,
    /// The parts of the states that are still to come, the last first.
    rest: Vec<Parts>,
    by_move: bool,
}

impl Replay {
    /// Begins at the settings whose world is the first state of the trace; `None` where there are none.
    pub fn begin(graph: &mut Graph, trace: &[u64], by_move: bool) -> Result<Option<Replay>, Halt> {
        let trace = trace.iter().rev();
        let mut rest: Vec<Parts> = trace.map(|word| graph.parts(*word)).collect();
        let Some(first) = rest.pop() else {
            return Ok(None);
        };
        let Graph {
            pairs,
            canonicalizer,
            ..
        } = graph;
        let rounds = pairs.first_rounds();
        for setup in pairs.starts() {
            let world = pairs.start(&setup);
            if canonicalizer.stands_for(pairs, &world, &rounds, first)? {
                return Ok(Some(Replay {
                    setup,
                    world,
                    rounds,
                    moves: Vec::new(),
                    rest,
                    by_move,
                }));
            }
        }
        Ok(None)
    }

    /// Makes one move; the schedule, once it is whole.
    pub fn advance(
        &mut self,
        pairs: &mut Pairs,
        canonicalizer: &mut Canonicalizer,
    ) -> Result<Option<Discovery>, Halt> {
        if let Some(to) = self.rest.pop() {
            let mv = self
                .move_to(pairs, canonicalizer, to)?
                .ok_or(Halt::Replay)?;
            self.moves.push(mv);
            return Ok(None);
        }
        if self.by_move {
            let mv = self.breaking(pairs).ok_or(Halt::Replay)?;
            self.moves.push(mv);
        }
        let moves = match self.by_move {
            true => self.in_seconds(pairs),
            false => self.moves.clone(),
        };
        let found = named(&self.setup, &moves);
        match self.is_confirmed(pairs, &found) {
            true => Ok(Some(found)),
            false => Err(Halt::Replay),
        }
    }

    /// Whether the schedule does what is said of it in the settings that were asked about: the search began at another
    /// second, and a program may tell the two apart.
    fn is_confirmed(&self, pairs: &Pairs, found: &Discovery) -> bool {
        let start = found.setup.world_of(&pairs.question.programs);
        let (run, stopped) = Run::play(start, &found.schedule);
        let breaks = |outcome: &Outcome| is_about(pairs, outcome);
        stopped.is_none() && (!self.by_move || run.outcomes().last().is_some_and(breaks))
    }

    /// The same moves at whole seconds, where the property is broken then too: a reader compares these at a glance.
    fn in_seconds(&self, pairs: &Pairs) -> Vec<Move> {
        let is_broken = |moves: &[Move]| {
            let mut world = pairs.start(&self.setup);
            let (last, before) = moves.split_last()?;
            for mv in before {
                world.apply(mv.clone(), &mut ()).ok()?;
            }
            Some(breaks(pairs, &world, last))
        };
        let ticks = self.moves.iter().filter(|mv| matches!(mv, Move::Tick(_)));
        let choices = 1_u32 << ticks.count().min(ROUNDED_MAX);
        // Later rather than earlier: what has ended has ended then too.
        let all = (0..choices).filter_map(|choice| rounded(&self.moves, !choice));
        let mut fine = all.filter(|moves| is_broken(moves) == Some(true));
        fine.next().unwrap_or_else(|| self.moves.clone())
    }

    /// The moves that the search makes of a world, time aside.
    fn candidates(&self, pairs: &Pairs) -> Vec<Move> {
        let clients = self.world.clients().iter().zip(&self.rounds);
        let mut all: Vec<Move> = clients
            .flat_map(|(client, rounds)| pairs.question.moves(&self.world, client.id(), *rounds))
            .collect();
        let faults = pairs.faults().iter();
        all.extend(faults.filter(|mv| self.world.can(mv).is_ok()).cloned());
        all
    }

    fn move_to(
        &mut self,
        pairs: &mut Pairs,
        canonicalizer: &mut Canonicalizer,
        to: Parts,
    ) -> Result<Option<Move>, Halt> {
        for mv in self.candidates(pairs) {
            let mut next = self.world.clone();
            if next.apply(mv.clone(), &mut ()).is_err() {
                continue;
            }
            let mut begun = self.rounds.clone();
            if let (Move::Restart(id), Some(_)) = (&mv, pairs.question.rounds)
                && let Some(begun) = begun.get_mut(usize::from(id.0.saturating_sub(1)))
            {
                *begun += 1;
            }
            if canonicalizer.stands_for(pairs, &next, &begun, to)? {
                (self.world, self.rounds) = (next, begun);
                return Ok(Some(mv));
            }
        }
        let places = pairs.places(&self.world);
        for ms in places.later(self.world.now_ms()).take(TICKS_MAX) {
            let mut next = self.world.clone();
            let may_pass = pairs.may_tick(next.now_ms(), ms);
            if !may_pass || next.apply(Move::Tick(ms), &mut ()).is_err() {
                break;
            }
            if canonicalizer.stands_for(pairs, &next, &self.rounds, to)? {
                self.world = next;
                return Ok(Some(Move::Tick(ms)));
            }
        }
        Ok(None)
    }

    /// The first move that breaks the property.
    fn breaking(&self, pairs: &Pairs) -> Option<Move> {
        let does = |mv: &Move| breaks(pairs, &self.world, mv);
        let found = self.candidates(pairs).into_iter().find(does);
        found.or_else(|| {
            let places = pairs.places(&self.world);
            let ticks = places.later(self.world.now_ms()).map(Move::Tick);
            let is_timed = pairs.judgement == Judgement::Time;
            ticks.take(if is_timed { TICKS_MAX } else { 0 }).find(does)
        })
    }
}

fn breaks(pairs: &Pairs, world: &World, mv: &Move) -> bool {
    let outcome = world.clone().observe(mv.clone());
    outcome.is_ok_and(|outcome| is_about(pairs, &outcome))
}

/// Whether the property was broken.
fn is_about(pairs: &Pairs, outcome: &Outcome) -> bool {
    let mut broken = outcome.broken.iter();
    broken.any(|violation| violation.property == pairs.question.property)
}

/// How many later times are tried for a tick.
const TICKS_MAX: usize = 50_000;

/// Ticks of a schedule that are tried at both of the next whole seconds.
const ROUNDED_MAX: usize = 8;

/// The moves with times at whole seconds after the start: for each tick the next second where the bit of `choice` is set,
/// else the one before. `None` where a tick would take no time.
fn rounded(moves: &[Move], choice: u32) -> Option<Vec<Move>> {
    let (mut exact_ms, mut now_ms, mut bits) = (0, 0, choice);
    let one = |mv: &Move| match mv {
        Move::Tick(ms) => {
            exact_ms += ms;
            let second_ms = match bits & 1 {
                1 => (exact_ms + 999).div_euclid(1000) * 1000,
                _ => exact_ms.div_euclid(1000) * 1000,
            };
            bits >>= 1;
            let ms = second_ms - now_ms;
            now_ms = second_ms;
            (ms > 0).then_some(Move::Tick(ms))
        }
        other => Some(other.clone()),
    };
    moves.iter().map(one).collect()
}

/// The schedule with the clients' own names, for these settings.
fn named(setup: &Setup, moves: &[Move]) -> Discovery {
    let ids: Vec<ClientId> = setup.clients.iter().map(|client| client.id).collect();
    let name = |id: ClientId| {
        let place = usize::from(id.0.saturating_sub(1));
        ids.get(place).copied().unwrap_or(id)
    };
    let moves = moves.iter().cloned().map(|mv| mv.renamed(&name)).collect();
    Discovery {
        schedule: Schedule { moves },
        setup: setup.clone(),
    }
}

impl Discovery {
    /// The run of it.
    pub fn run(&self, programs: &[std::sync::Arc<lock::Program>]) -> Run {
        Run::play(self.setup.world_of(programs), &self.schedule).0
    }
}
