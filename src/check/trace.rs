//! The way to a state: states back to the start, then moves of a world, which the engine makes.

use super::graph::Graph;
use super::names::BASE_S;
use super::pairs::Halt;
use super::question::{Found, Property};
use super::search::Walk;
use super::visited::Word;
use crate::sim::{ClientId, MessageId, Move, Node, Outcome, Run, Schedule, Setup, World};

/// The states on the way to one, the last first. No state knows where it came from: the depth before is looked through.
pub struct Trace<W> {
    back: Vec<W>,
    depth: usize,
    /// The next state to look at, of the depth before.
    at: usize,
    by_move: bool,
}

impl<W: Word> Trace<W> {
    /// For the state of this index, and perhaps a move from there.
    pub fn new(layers: &[usize], index: usize, to: W, by_move: bool) -> Trace<W> {
        let depth = layers
            .iter()
            .rposition(|first| *first <= index)
            .unwrap_or(0);
        Trace {
            back: vec![to],
            depth,
            at: first_before(layers, depth),
            by_move,
        }
    }

    /// Looks at about so many states; whether the way is found.
    pub fn advance(
        &mut self,
        graph: &mut Graph<W>,
        layers: &[usize],
        budget: usize,
    ) -> Result<bool, Halt> {
        for _ in 0..budget {
            let Some(to) = self.back.last().copied().filter(|_| self.depth > 0) else {
                return Ok(true);
            };
            let word = graph.visited.get(self.at).ok_or(Halt::Limit)?;
            self.at += 1;
            if leads(graph, word, to)? {
                self.back.push(word);
                self.depth -= 1;
                self.at = first_before(layers, self.depth);
            }
        }
        Ok(false)
    }

    /// The states from the start on, and whether a move follows.
    pub fn path(&self) -> (Vec<W>, bool) {
        (self.back.iter().rev().copied().collect(), self.by_move)
    }
}

/// The first state of the depth before this one.
fn first_before(layers: &[usize], depth: usize) -> usize {
    let before = depth.checked_sub(1).and_then(|before| layers.get(before));
    before.copied().unwrap_or(0)
}

/// Whether one move leads from a state to another.
fn leads<W: Word>(graph: &mut Graph<W>, from: W, to: W) -> Result<bool, Halt> {
    let parts = graph.parts(from);
    let mut followers = Vec::new();
    graph.moves(parts, &mut followers)?;
    let mut is_it = followers.iter().any(|next| next.word == to);
    let (mut at, mut anchor, mut steps) = (parts, from, 0_u32);
    while !is_it && let Some((next, _)) = graph.tick(at)? {
        let next = next.word;
        is_it = next == to;
        if next == anchor {
            break;
        }
        steps += 1;
        if steps.is_power_of_two() {
            anchor = next;
        }
        at = graph.parts(next);
    }
    Ok(is_it)
}

/// Moves of a world that lead along states and, with one more, to the broken property.
pub struct Retelling<W> {
    setup: Setup,
    world: World,
    rounds: Vec<u8>,
    moves: Vec<Move>,
    /// The states that are still to come, the last first.
    rest: Vec<W>,
    by_move: bool,
}

impl<W: Word> Walk<W> {
    /// Begins at the settings whose world is the first state of the path.
    pub fn begin_tale(
        &mut self,
        path: Vec<W>,
        by_move: bool,
    ) -> Result<Option<Retelling<W>>, Halt> {
        let rounds = self.first_rounds();
        for setup in self.starts() {
            let world = self.graph.pairs.start(&setup);
            let word = self.graph.encode(world.clone(), &rounds)?.word;
            if path.first() != Some(&word) {
                continue;
            }
            let mut rest = path;
            rest.reverse();
            rest.pop();
            return Ok(Some(Retelling {
                setup,
                world,
                rounds,
                moves: Vec::new(),
                rest,
                by_move,
            }));
        }
        Ok(None)
    }
}

impl<W: Word> Retelling<W> {
    /// Makes one move; the schedule, once it is whole.
    pub fn advance(&mut self, graph: &mut Graph<W>) -> Result<Option<Found>, Halt> {
        if let Some(to) = self.rest.pop() {
            let mv = self.move_to(graph, to)?.ok_or(Halt::Limit)?;
            self.moves.push(mv);
            return Ok(None);
        }
        if self.by_move {
            let mv = self.breaking(graph).ok_or(Halt::Limit)?;
            self.moves.push(mv);
        }
        Ok(Some(named(&self.setup, &self.moves)))
    }

    /// The moves that the search makes of a world, time aside.
    fn candidates(&self, graph: &Graph<W>) -> Vec<Move> {
        let question = &graph.pairs.question;
        let clients = self.world.clients().iter().zip(&self.rounds);
        let mut all: Vec<Move> = clients
            .flat_map(|(client, rounds)| question.moves(&self.world, client.id(), *rounds))
            .collect();
        let faults = graph.pairs.faults().iter();
        all.extend(faults.filter(|mv| self.world.can(mv).is_ok()).cloned());
        all
    }

    fn move_to(&mut self, graph: &mut Graph<W>, to: W) -> Result<Option<Move>, Halt> {
        for mv in self.candidates(graph) {
            let mut next = self.world.clone();
            if next.apply(mv.clone(), &mut ()).is_err() {
                continue;
            }
            let mut begun = self.rounds.clone();
            if let (Move::Restart(id), Some(_)) = (&mv, graph.pairs.question.rounds)
                && let Some(begun) = begun.get_mut(usize::from(id.0.saturating_sub(1)))
            {
                *begun += 1;
            }
            if graph.encode(next.clone(), &begun)?.word == to {
                (self.world, self.rounds) = (next, begun);
                return Ok(Some(mv));
            }
        }
        let tick_ms = graph.pairs.question.tick_ms;
        let (mut next, mut ms) = (self.world.clone(), 0);
        while graph.pairs.may_tick(next.now_ms())
            && ms < BASE_S
            && next.apply(Move::Tick(tick_ms), &mut ()).is_ok()
        {
            ms += tick_ms;
            if graph.encode(next.clone(), &self.rounds)?.word == to {
                let mv = Move::Tick(ms);
                let is_made = self.world.apply(mv.clone(), &mut ()).is_ok();
                return Ok(is_made.then_some(mv));
            }
        }
        Ok(None)
    }

    /// The first move that breaks the property.
    fn breaking(&self, graph: &Graph<W>) -> Option<Move> {
        let property = graph.pairs.question.property;
        let breaks = |outcome: Outcome| {
            let mut broken = outcome.broken.iter();
            broken.any(|broken| broken.name() == property.name())
        };
        let does = |mv: &Move| {
            let outcome = self.world.clone().observe(mv.clone());
            outcome.is_ok_and(breaks)
        };
        let found = self.candidates(graph).into_iter().find(does);
        found.or_else(|| {
            let tick_ms = graph.pairs.question.tick_ms;
            let ticks = (1..).map(|count| Move::Tick(count * tick_ms));
            let is_timed = property == Property::HeldIdle;
            ticks.take(if is_timed { 10_000 } else { 0 }).find(does)
        })
    }
}

/// The schedule with the clients' own names, for these settings.
fn named(setup: &Setup, moves: &[Move]) -> Found {
    let ids: Vec<ClientId> = setup.clients.iter().map(|client| client.id).collect();
    let name = |id: ClientId| {
        let place = usize::from(id.0.saturating_sub(1));
        ids.get(place).copied().unwrap_or(id)
    };
    let moves = moves.iter().cloned().map(|mv| renamed(mv, &name)).collect();
    Found {
        schedule: Schedule { moves },
        setup: setup.clone(),
    }
}

impl Found {
    /// The run of it.
    pub fn run(&self, programs: &[std::sync::Arc<crate::lock::Program>]) -> Run {
        Run::play(self.setup.world_of(programs), &self.schedule).0
    }
}

fn renamed(mv: Move, name: &impl Fn(ClientId) -> ClientId) -> Move {
    let message = |old: MessageId| MessageId {
        client: name(old.client),
        ..old
    };
    match mv {
        Move::Step(id) => Move::Step(name(id)),
        Move::Read(id) => Move::Read(name(id)),
        Move::Send(id) => Move::Send(name(id)),
        Move::Execute(one) => Move::Execute(message(one)),
        Move::Receive(one) => Move::Receive(message(one)),
        Move::Lose(one) => Move::Lose(message(one)),
        Move::Crash(id) => Move::Crash(name(id)),
        Move::Restart(id) => Move::Restart(name(id)),
        Move::Pause(id) => Move::Pause(name(id)),
        Move::Resume(id) => Move::Resume(name(id)),
        Move::Skew(id, ms) => Move::Skew(name(id), ms),
        Move::TimeOut(id) => Move::TimeOut(name(id)),
        Move::Meanwhile(id) => Move::Meanwhile(name(id)),
        Move::CutOff(Node::Client(id)) => Move::CutOff(Node::Client(name(id))),
        Move::Rejoin(Node::Client(id)) => Move::Rejoin(Node::Client(name(id))),
        other => other,
    }
}
