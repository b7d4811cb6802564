//! The search: breadth first, so that the first schedule found is a shortest one.

use super::dead::{Backward, Swept};
use super::graph::Graph;
use super::pairs::{Halt, Pairs};
use super::question::{Bounds, Open, Property, Question, Times, Verdict};
use super::reductions::Reductions;
use super::trace::{Retelling, Trace};
use super::visited::{STATES_MAX, Spot};
use sim::{ClientSetup, Setup};

/// States whose followers are looked up at once, from so many states on.
const BLOCK: usize = 16;
const KNOWN: usize = 4_096;
/// How many times as long as leaving a state it takes to number a part, which the engine made, about.
const PART_STATES: usize = 32;
/// Parts that are dropped at once, in well below the slice of a task.
const PARTS_AT_ONCE: usize = 2_048;

/// A search that goes on when it is told to.
pub struct Search {
    state: Answering,
}

enum Answering {
    Working(Box<Walk>),
    /// The answer is there. What took much memory is dropped bit by bit, since that takes time as well.
    Ending(Box<Verdict>, Box<Pairs>, (usize, usize)),
    Done(Box<Verdict>),
}

/// How far a search is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It goes on: so many states were reached, and all schedules of so many moves were looked through.
    Working {
        /// The states that were reached.
        states: usize,
        /// The length of the schedules that were looked through.
        depth: usize,
    },
    /// It has an answer.
    Done(Verdict),
}

/// A walk through the states of a question.
pub struct Walk {
    pub graph: Graph,
    /// The first state of each depth.
    pub layers: Vec<usize>,
    /// The next state to leave.
    pub next: usize,
    /// The number of states that were reached before any of this depth was left.
    layer_end: usize,
    /// The states that follow those of a block, by moves and by a tick.
    followers: Vec<Spot>,
    left: Vec<Left>,
    /// The first state whose followers are not known yet.
    looked_up: usize,
    /// The end of the states whose followers are looked up before any of them is left.
    block_end: usize,
    phase: Phase,
}

/// What is known of a state of a block whose followers were looked up.
#[derive(Clone, Copy)]
struct Left {
    /// Whether a move or a tick breaks the property.
    is_broken: bool,
    /// Where the state a tick later stands among the followers.
    ticked: Option<usize>,
}

enum Phase {
    /// Nothing is done yet.
    Begin,
    /// States are left in the order in which they were reached.
    Forward,
    /// All states are reached: those from which somebody gets in are found, from the last state to the first.
    Backward(Backward),
    /// A state was found: the way to it is looked for.
    Trace(Trace),
    /// The way is made by moves of a world.
    Tell(Box<Retelling>),
}

/// What a slice of a walk came to.
enum Slice {
    Working,
    Done(Box<Verdict>),
    /// It must begin anew, with wider words or other times.
    Halt(Halt),
}

impl Search {
    /// Begins a search, and does nothing of it.
    pub fn new(question: Question) -> Search {
        let reductions = Reductions::of(&question);
        Search {
            state: Answering::Working(Box::new(Walk::new(question, reductions, false))),
        }
    }

    /// The bytes that its states take now.
    pub fn bytes(&self) -> usize {
        match &self.state {
            Answering::Working(walk) => walk.bytes(),
            Answering::Ending(..) | Answering::Done(_) => 0,
        }
    }

    /// Looks up or leaves about so many states; what the engine has to do counts as many times as it takes longer. The
    /// answer, once it is there, stays.
    pub fn advance(&mut self, budget: usize) -> Progress {
        let (slice, progress) = match &mut self.state {
            Answering::Working(walk) => (walk.advance(budget), walk.progress()),
            Answering::Ending(verdict, pairs, (states, depth)) => {
                if pairs.shrink() {
                    let (states, depth) = (*states, *depth);
                    return Progress::Working { states, depth };
                }
                let verdict = verdict.clone();
                self.state = Answering::Done(verdict.clone());
                return Progress::Done(*verdict);
            }
            Answering::Done(verdict) => return Progress::Done(Verdict::clone(verdict)),
        };
        let (states, depth) = progress;
        let verdict = match slice {
            Slice::Working => return Progress::Working { states, depth },
            Slice::Done(verdict) => *verdict,
            Slice::Halt(halt) => match self.anew(halt) {
                Some(state) => {
                    self.state = state;
                    let (states, depth) = (0, 0);
                    return Progress::Working { states, depth };
                }
                None => Verdict::Unfinished {
                    states,
                    depth,
                    why: match halt {
                        Halt::Replay => Open::Replay,
                        _ => Open::Memory,
                    },
                },
            },
        };
        let done = Answering::Done(Box::new(verdict.clone()));
        let pairs = match std::mem::replace(&mut self.state, done) {
            Answering::Working(walk) => walk.graph.pairs,
            Answering::Ending(..) | Answering::Done(_) => return Progress::Done(verdict),
        };
        if pairs.parts() <= PARTS_AT_ONCE {
            return Progress::Done(verdict);
        }
        self.state = Answering::Ending(Box::new(verdict), Box::new(pairs), progress);
        Progress::Working { states, depth }
    }

    /// The search from its beginning, with wider words, with other times or without reductions; `None` when that would
    /// not help.
    fn anew(&self, halt: Halt) -> Option<Answering> {
        let Answering::Working(walk) = &self.state else {
            return None;
        };
        let pairs = &walk.graph.pairs;
        let (question, old) = (pairs.question.clone(), pairs.reductions);
        let is_wide = halt == Halt::Full && !walk.graph.is_wide();
        let new = match halt {
            Halt::Full if is_wide => old,
            Halt::Strange if old.times == Times::Relative => old.absolute(&question),
            Halt::Narrow => old.finest(),
            // Every millisecond is too many states.
            Halt::Limit if old.grain_ms == Some(1) => old.seconds(),
            Halt::Replay if !old.is_last_resort => Reductions::none(&question),
            Halt::Strange | Halt::Full | Halt::Limit | Halt::Replay => return None,
        };
        let walk = Walk::new(question, new, is_wide);
        Some(Answering::Working(Box::new(walk)))
    }
}

impl Walk {
    fn new(question: Question, reductions: Reductions, is_wide: bool) -> Walk {
        Walk {
            graph: Graph::new(question, reductions, is_wide),
            layers: Vec::new(),
            next: 0,
            layer_end: 0,
            followers: Vec::new(),
            left: Vec::new(),
            looked_up: 0,
            block_end: 0,
            phase: Phase::Begin,
        }
    }

    fn progress(&self) -> (usize, usize) {
        (
            self.graph.visited.len(),
            self.layers.len().saturating_sub(1),
        )
    }

    /// The bytes that the states take.
    fn bytes(&self) -> usize {
        self.graph.visited.bytes()
    }

    fn advance(&mut self, budget: usize) -> Slice {
        let slice = match self.phase {
            Phase::Begin => self.begin(),
            Phase::Forward => self.forward(budget),
            Phase::Backward(_) => self.backward(budget),
            Phase::Trace(_) => self.trace(budget),
            Phase::Tell(_) => self.tell(),
        };
        slice.unwrap_or_else(Slice::Halt)
    }

    fn begin(&mut self) -> Result<Slice, Halt> {
        for setup in starts(&self.graph.pairs) {
            let world = self.graph.pairs.start(&setup);
            let word = self.graph.encode(world, &self.first_rounds())?;
            self.graph.visited.insert(word);
        }
        self.layers = vec![0];
        self.layer_end = self.graph.visited.len();
        self.phase = Phase::Forward;
        Ok(Slice::Working)
    }

    /// How often the clients have begun at the start.
    pub fn first_rounds(&self) -> Vec<u8> {
        let counts = u8::from(self.graph.pairs.question.rounds.is_some());
        vec![counts; self.graph.pairs.count]
    }

    /// Looks up the states that follow one, or leaves one: until that and the parts that were numbered reach the budget.
    fn forward(&mut self, budget: usize) -> Result<Slice, Halt> {
        let (mut units, numbered) = (0, self.graph.pairs.numbered);
        while units + (self.graph.pairs.numbered - numbered) * PART_STATES < budget {
            units += 1;
            if self.looked_up < self.block_end {
                self.look_up()?;
                continue;
            }
            if self.next == self.layer_end {
                if self.graph.visited.len() == self.layer_end {
                    return Ok(self.all_reached());
                }
                self.layers.push(self.layer_end);
                self.layer_end = self.graph.visited.len();
            }
            if self.next == self.block_end {
                self.begin_block();
                continue;
            }
            if self.leave()? {
                return self.found(self.next, true);
            }
            self.next += 1;
            let bytes = self.graph.bytes();
            let is_full = self.graph.visited.len() >= STATES_MAX;
            if is_full || bytes > self.graph.pairs.question.bytes_max {
                return Err(Halt::Limit);
            }
        }
        Ok(Slice::Working)
    }

    /// Chooses the next few states of this depth, as many whatever is left to do at once: the numbers of parts depend on it.
    fn begin_block(&mut self) {
        // The first transitions are made by the engine, and take their time.
        let is_known = self.graph.visited.len() >= KNOWN;
        let block = if is_known { BLOCK } else { 1 };
        self.block_end = self.layer_end.min(self.next + block);
        self.followers.clear();
        self.left.clear();
    }

    /// Computes the states that follow the next one of the block. After the last one all of them are reached at once: the
    /// memory's answers come together.
    fn look_up(&mut self) -> Result<(), Halt> {
        let word = self.graph.visited.get(self.looked_up).ok_or(Halt::Limit)?;
        let parts = self.graph.parts(word);
        let mut is_broken = self.graph.moves(parts, &mut self.followers)?;
        // A state is marked once all its later times are reached, before the next depth at the latest.
        let spot = self.graph.known(word, &parts);
        let mut ticked = None;
        if !self.graph.visited.mark(spot, true)
            && let Some((next, breaks)) = self.graph.tick(parts)?
        {
            is_broken |= breaks;
            ticked = Some(self.followers.len());
            self.followers.push(next);
        }
        self.left.push(Left { is_broken, ticked });
        self.looked_up += 1;
        if self.looked_up == self.block_end {
            self.graph.visited.insert_all(&self.followers);
        }
        Ok(())
    }

    /// Reaches every later time of the next state. Whether a move or a tick from there breaks the property.
    fn leave(&mut self) -> Result<bool, Halt> {
        let at = self.left.len().saturating_sub(self.looked_up - self.next);
        let left = self.left.get(at).copied().ok_or(Halt::Limit)?;
        let mut is_broken = left.is_broken;
        let mut ticked = left.ticked.and_then(|at| self.followers.get(at)).copied();
        // Time passes by one tick at a time, and all of it is one move.
        while let Some(spot) = ticked.filter(|spot| !self.graph.visited.mark(*spot, true)) {
            let parts = self.graph.parts(spot.word);
            ticked = self.graph.tick(parts)?.map(|(next, breaks)| {
                is_broken |= breaks;
                self.graph.visited.insert(next);
                next
            });
        }
        Ok(is_broken)
    }

    fn all_reached(&mut self) -> Slice {
        if self.graph.pairs.question.property == Property::NobodyEver {
            self.phase = Phase::Backward(Backward::new(self.graph.visited.len()));
            return Slice::Working;
        }
        Slice::Done(Box::new(self.holds()))
    }

    fn holds(&self) -> Verdict {
        let pairs = &self.graph.pairs;
        Verdict::Holds {
            bounds: Box::new(Bounds {
                question: pairs.question.clone(),
                times: pairs.reductions.times,
                instants: pairs.reductions.instants,
                is_last_resort: pairs.reductions.is_last_resort,
                is_entered: pairs.is_entered,
                refusal: pairs.refusal.clone(),
            }),
            states: self.graph.visited.len(),
        }
    }

    fn backward(&mut self, budget: usize) -> Result<Slice, Halt> {
        let Phase::Backward(backward) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        match backward.advance(&mut self.graph, budget)? {
            Swept::Working => Ok(Slice::Working),
            Swept::Dead(index) => self.found(index, false),
            Swept::Alive => Ok(Slice::Done(Box::new(self.holds()))),
        }
    }

    /// Begins to look for the way to a state, and to the move from there that breaks the property.
    fn found(&mut self, index: usize, by_move: bool) -> Result<Slice, Halt> {
        let to = self.graph.visited.get(index).ok_or(Halt::Limit)?;
        self.phase = Phase::Trace(Trace::new(&self.layers, index, to, by_move));
        Ok(Slice::Working)
    }

    fn trace(&mut self, budget: usize) -> Result<Slice, Halt> {
        let Phase::Trace(trace) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        if trace.advance(&mut self.graph, &self.layers, budget)? {
            let (path, by_move) = trace.path();
            let told = self.begin_tale(path, by_move)?;
            match told {
                Some(told) => self.phase = Phase::Tell(Box::new(told)),
                None => return Err(Halt::Replay),
            }
        }
        Ok(Slice::Working)
    }

    fn tell(&mut self) -> Result<Slice, Halt> {
        let Phase::Tell(told) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        match told.advance(&mut self.graph.pairs, &mut self.graph.renamed)? {
            None => Ok(Slice::Working),
            Some(found) => Ok(Slice::Done(Box::new(Verdict::Broken(found)))),
        }
    }
}

/// The settings at the start: the clients' clocks as they stand there, or in every way in which they may differ.
pub fn starts(pairs: &Pairs) -> Vec<Setup> {
    let question = &pairs.question;
    let mut all = vec![question.setup.clone()];
    let apart_s = i64::from(question.allowed.clocks_apart_s);
    let clocks = if apart_s > 0 { pairs.count } else { 0 };
    for place in 0..clocks {
        let mut more = Vec::new();
        for setup in &all {
            for second in 0..=apart_s {
                let mut setup = setup.clone();
                if let Some(ClientSetup { skew_ms, .. }) = setup.clients.get_mut(place) {
                    *skew_ms = second * 1000;
                }
                more.push(setup);
            }
        }
        all = more;
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use lock::{Algorithm, Program};

    /// Servers of which the programs ask one alone are exchanged here, which is wrong: two clients seem to get the lock.
    #[test]
    fn a_trace_that_does_not_replay_is_said_and_the_search_goes_on_without_reductions() {
        let text = "acquire:\n  on A: SET lock.foo <me> NX\n  if reply = nil: give up\n  enter until now + lease\nwork:\nrelease:\n  on A: DEL lock.foo\n";
        let mut setup = Setup::new(Algorithm::Own, 2);
        setup.servers = 3;
        setup.lease_s = 2;
        setup.own = Some(Arc::new(Program::parse(text).unwrap()));
        let mut question = Question::new(setup, Property::TwoLeases);
        question.rounds = Some(1);
        question.seconds = Some(5);
        let wrong = Reductions {
            exchanges_servers: true,
            ..Reductions::of(&question)
        };
        let verdict = |reductions: Reductions| {
            let walk = Walk::new(question.clone(), reductions, false);
            let mut search = Search {
                state: Answering::Working(Box::new(walk)),
            };
            loop {
                if let Progress::Done(verdict) = search.advance(1_000) {
                    return verdict;
                }
            }
        };
        let (Verdict::Holds { bounds, .. }, Verdict::Holds { bounds: right, .. }) =
            (verdict(wrong), verdict(Reductions::of(&question)))
        else {
            panic!("nothing breaks it");
        };
        assert!(bounds.is_last_resort && !right.is_last_resort);
        // Where there is nothing left to switch off there is no answer.
        let nothing = Reductions {
            exchanges_servers: true,
            ..Reductions::none(&question)
        };
        let unfinished = verdict(nothing);
        assert!(
            matches!(
                unfinished,
                Verdict::Unfinished {
                    why: Open::Replay,
                    ..
                }
            ),
            "{unfinished:?}"
        );
    }

    /// A page without a worker looks at the clock between two calls: with new parts, most of the time goes into these.
    #[test]
    fn no_call_numbers_many_parts() {
        for clients in [3, 5] {
            let mut setup = Setup::new(Algorithm::Redlock, clients);
            setup.servers = 5;
            let mut question = Question::new(setup, Property::TwoLeases);
            question.allowed.transit = true;
            question.allowed.lose = true;
            question.allowed.crash = true;
            question.allowed.restart = true;
            let reductions = Reductions::of(&question);
            let mut walk = Walk::new(question, reductions, true);
            let mut most = 0;
            for _ in 0..8_000 {
                let before = walk.graph.pairs.numbered;
                assert!(matches!(walk.advance(128), Slice::Working));
                most = most.max(walk.graph.pairs.numbered - before);
            }
            // Five clients with as many moves each as have a message, a reply, a crash and a loss to come.
            assert!(most <= 128, "{most}");
        }
    }
}
