//! The search: breadth first, so that the first discovery has a shortest schedule.

use super::graph::Graph;
use super::pairs::{Halt, Pairs};
use crate::growth::Growth;
use crate::question::Question;
use crate::reductions::Reductions;
use crate::states::visited::{STATES_MAX, State};
use crate::verdict::dead::{Backward, Swept};
use crate::verdict::replay::Replay;
use crate::verdict::trace::Trace;
use crate::verdict::{Bounds, Instants, Open, Times, Verdict};
use sim::Judgement;

/// States whose successors are looked up at once, from so many states on.
const BLOCK: usize = 16;
const KNOWN: usize = 4_096;
/// How many times as long as expanding a state it takes to number a part that the engine made, about.
const PART_STATES: usize = 32;
/// Parts that are dropped at once, in well below the slice of a task.
const PARTS_AT_ONCE: usize = 2_048;

/// A search that goes on when it is told to.
pub struct Search {
    state: Stage,
}

enum Stage {
    Working(Box<Explorer>),
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

/// The exploration of the states of a question.
pub struct Explorer {
    pub graph: Graph,
    /// The first state of each depth.
    pub depths: Vec<usize>,
    /// The first state of the frontier, the states that are not expanded yet.
    pub next: usize,
    /// The end of the frontier at this depth: states behind it are one move deeper.
    frontier_end: usize,
    /// The successors of the states of a block, by moves and by a tick.
    successors: Vec<State>,
    expansions: Vec<Expansion>,
    /// The first state whose successors are not computed yet.
    expanded: usize,
    /// The end of the block: the states whose successors are inserted at once.
    block_end: usize,
    phase: Phase,
}

/// The expansion of a state of a block, as far as it was computed.
#[derive(Clone, Copy)]
struct Expansion {
    /// Whether a move or a tick breaks the property.
    is_broken: bool,
    /// Where the state a tick later stands among the successors.
    ticked: Option<usize>,
}

enum Phase {
    /// Nothing is done yet.
    Begin,
    /// States are expanded in the order in which they were reached.
    Forward,
    /// All states are reached: those from which somebody gets in are found, from the last state to the first.
    Backward(Backward),
    /// A state was discovered: its trace is looked for.
    Trace(Trace),
    /// The trace is replayed by moves of a world.
    Replay(Box<Replay>),
}

/// The result of a slice of an exploration.
enum Slice {
    Working,
    Done(Box<Verdict>),
}

impl Search {
    /// Begins a search, and does nothing of it.
    pub fn new(question: Question) -> Search {
        let reductions = Reductions::of(&question);
        Search {
            state: Stage::Working(Box::new(Explorer::new(question, reductions, false))),
        }
    }

    /// The bytes that its states take now.
    pub fn bytes(&self) -> usize {
        match &self.state {
            Stage::Working(explorer) => explorer.bytes(),
            Stage::Ending(..) | Stage::Done(_) => 0,
        }
    }

    /// The causes of its size so far; empty once it has an answer.
    pub fn growth(&self) -> Vec<Growth> {
        match &self.state {
            Stage::Working(explorer) => explorer.graph.pairs.growth(),
            Stage::Ending(..) | Stage::Done(_) => Vec::new(),
        }
    }

    /// Expands about so many states; what the engine has to do counts as many times as it takes longer. The
    /// answer, once it is there, stays.
    pub fn advance(&mut self, budget: usize) -> Progress {
        let (verdict, progress) = match &mut self.state {
            Stage::Working(explorer) => {
                let verdict = match explorer.advance(budget) {
                    Ok(Slice::Working) => None,
                    Ok(Slice::Done(verdict)) => Some(*verdict),
                    Err(halt) => match explorer.restarted(halt) {
                        Some(again) => {
                            **explorer = again;
                            None
                        }
                        None => Some(explorer.unfinished(halt)),
                    },
                };
                (verdict, explorer.progress())
            }
            Stage::Ending(verdict, pairs, (states, depth)) => {
                if pairs.shrink() {
                    let (states, depth) = (*states, *depth);
                    return Progress::Working { states, depth };
                }
                let verdict = verdict.clone();
                self.state = Stage::Done(verdict.clone());
                return Progress::Done(*verdict);
            }
            Stage::Done(verdict) => return Progress::Done(Verdict::clone(verdict)),
        };
        let (states, depth) = progress;
        let Some(verdict) = verdict else {
            return Progress::Working { states, depth };
        };
        let done = Stage::Done(Box::new(verdict.clone()));
        let pairs = match std::mem::replace(&mut self.state, done) {
            Stage::Working(explorer) => explorer.graph.pairs,
            Stage::Ending(..) | Stage::Done(_) => return Progress::Done(verdict),
        };
        if pairs.parts() <= PARTS_AT_ONCE {
            return Progress::Done(verdict);
        }
        self.state = Stage::Ending(Box::new(verdict), Box::new(pairs), progress);
        Progress::Working { states, depth }
    }
}

impl Explorer {
    fn new(question: Question, reductions: Reductions, is_wide: bool) -> Explorer {
        Explorer {
            graph: Graph::new(question, reductions, is_wide),
            depths: Vec::new(),
            next: 0,
            frontier_end: 0,
            successors: Vec::new(),
            expansions: Vec::new(),
            expanded: 0,
            block_end: 0,
            phase: Phase::Begin,
        }
    }

    /// The same search with wider words, with other times, without reductions or for any number of rounds; `None` when that
    /// would not help.
    fn restarted(&self, halt: Halt) -> Option<Explorer> {
        let pairs = &self.graph.pairs;
        let (mut question, old) = (pairs.question.clone(), pairs.reductions);
        let is_wide = halt == Halt::Full && !self.graph.is_wide();
        if halt == Halt::Rounds {
            question.rounds = None;
        }
        let new = match halt {
            Halt::Full if is_wide => old,
            Halt::Rounds => old,
            Halt::Strange if old.times == Times::Relative => old.absolute(&question),
            Halt::Narrow => old.finest(),
            // Every millisecond is too many states, or all deadlines are.
            Halt::Limit if old.grain_ms == Some(1) || old.instants == Instants::Deadlines => {
                old.coarser()
            }
            Halt::Replay if !old.is_last_resort => Reductions::none(&question),
            Halt::Strange | Halt::Full | Halt::Limit | Halt::Replay => return None,
        };
        Some(Explorer::new(question, new, is_wide))
    }

    fn unfinished(&self, halt: Halt) -> Verdict {
        let (states, depth) = self.progress();
        Verdict::Unfinished {
            bounds: Box::new(self.bounds()),
            states,
            depth,
            growth: self.graph.pairs.growth(),
            why: match halt {
                Halt::Replay => Open::Replay,
                _ => Open::Memory,
            },
        }
    }

    fn progress(&self) -> (usize, usize) {
        (
            self.graph.visited.len(),
            self.depths.len().saturating_sub(1),
        )
    }

    /// The bytes that the states take.
    fn bytes(&self) -> usize {
        self.graph.visited.bytes()
    }

    /// Goes on; an error where it must begin again.
    fn advance(&mut self, budget: usize) -> Result<Slice, Halt> {
        match self.phase {
            Phase::Begin => self.begin(),
            Phase::Forward => self.forward(budget),
            Phase::Backward(_) => self.backward(budget),
            Phase::Trace(_) => self.trace(budget),
            Phase::Replay(_) => self.replay(),
        }
    }

    fn begin(&mut self) -> Result<Slice, Halt> {
        for setup in self.graph.pairs.starts() {
            let world = self.graph.pairs.start(&setup);
            let rounds = self.graph.pairs.first_rounds();
            let word = self.graph.encode(world, &rounds)?;
            self.graph.visited.insert(word);
        }
        self.depths = vec![0];
        self.frontier_end = self.graph.visited.len();
        self.phase = Phase::Forward;
        Ok(Slice::Working)
    }

    /// Expands states until they and the parts that were numbered reach the budget.
    fn forward(&mut self, budget: usize) -> Result<Slice, Halt> {
        let (mut units, numbered) = (0, self.graph.pairs.numbered);
        while units + (self.graph.pairs.numbered - numbered) * PART_STATES < budget {
            units += 1;
            if self.expanded < self.block_end {
                self.expand()?;
                continue;
            }
            if self.next == self.frontier_end {
                if self.graph.visited.len() == self.frontier_end {
                    return Ok(self.all_reached());
                }
                self.depths.push(self.frontier_end);
                self.frontier_end = self.graph.visited.len();
            }
            if self.next == self.block_end {
                self.begin_block();
                continue;
            }
            if self.finish()? {
                return self.discover(self.next, true);
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
        self.block_end = self.frontier_end.min(self.next + block);
        self.successors.clear();
        self.expansions.clear();
    }

    /// Computes the successors of the next state of the block. After the last one all of them are inserted at once, so that
    /// the cache misses overlap.
    fn expand(&mut self) -> Result<(), Halt> {
        let word = self.graph.visited.get(self.expanded).ok_or(Halt::Limit)?;
        let parts = self.graph.parts(word);
        let mut is_broken = self.graph.successors(parts, &mut self.successors)?;
        // A state is marked once all its later times are reached, before the next depth at the latest.
        let state = self.graph.known(word, &parts);
        let mut ticked = None;
        if !self.graph.visited.mark(state, true)
            && let Some((next, breaks)) = self.graph.tick(parts)?
        {
            is_broken |= breaks;
            ticked = Some(self.successors.len());
            self.successors.push(next);
        }
        self.expansions.push(Expansion { is_broken, ticked });
        self.expanded += 1;
        if self.expanded == self.block_end {
            self.graph.visited.insert_all(&self.successors);
        }
        Ok(())
    }

    /// Ends the expansion of the next state: inserts every later time of it. Returns whether a move or a tick from there
    /// breaks the property.
    fn finish(&mut self) -> Result<bool, Halt> {
        let at = self
            .expansions
            .len()
            .saturating_sub(self.expanded - self.next);
        let expansion = self.expansions.get(at).copied().ok_or(Halt::Limit)?;
        let Expansion {
            mut is_broken,
            ticked,
        } = expansion;
        let mut ticked = ticked.and_then(|at| self.successors.get(at)).copied();
        // Time passes by one tick at a time, and all of it is one move.
        while let Some(state) = ticked.filter(|state| !self.graph.visited.mark(*state, true)) {
            let parts = self.graph.parts(state.word);
            ticked = self.graph.tick(parts)?.map(|(next, breaks)| {
                is_broken |= breaks;
                self.graph.visited.insert(next);
                next
            });
        }
        Ok(is_broken)
    }

    fn all_reached(&mut self) -> Slice {
        if self.graph.pairs.judgement == Judgement::NoWayIn {
            self.phase = Phase::Backward(Backward::new(self.graph.visited.len()));
            return Slice::Working;
        }
        Slice::Done(Box::new(self.holds()))
    }

    fn holds(&self) -> Verdict {
        let mut bounds = self.bounds();
        if self.graph.pairs.judgement == Judgement::NoWayIn {
            bounds.times = bounds.times.judged();
        }
        Verdict::Holds {
            bounds: Box::new(bounds),
            states: self.graph.visited.len(),
        }
    }

    fn bounds(&self) -> Bounds {
        let pairs = &self.graph.pairs;
        Bounds {
            question: pairs.question.clone(),
            times: pairs.reductions.times,
            instants: pairs.reductions.instants,
            is_last_resort: pairs.reductions.is_last_resort,
            is_entered: pairs.is_entered,
            is_tried: pairs.is_tried(),
            fault: pairs.fault.clone(),
        }
    }

    fn backward(&mut self, budget: usize) -> Result<Slice, Halt> {
        let Phase::Backward(backward) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        match backward.advance(&mut self.graph, budget)? {
            Swept::Working => Ok(Slice::Working),
            // Who may not begin again gets in nowhere, whatever the lock is.
            Swept::Dead(_) if self.graph.pairs.question.rounds.is_some() => Err(Halt::Rounds),
            Swept::Dead(index) => self.discover(index, false),
            Swept::Alive => Ok(Slice::Done(Box::new(self.holds()))),
        }
    }

    /// Begins to look for the trace of a state, and for the move from there that breaks the property.
    fn discover(&mut self, index: usize, by_move: bool) -> Result<Slice, Halt> {
        let to = self.graph.visited.get(index).ok_or(Halt::Limit)?;
        self.phase = Phase::Trace(Trace::new(&self.depths, index, to, by_move));
        Ok(Slice::Working)
    }

    fn trace(&mut self, budget: usize) -> Result<Slice, Halt> {
        let Phase::Trace(trace) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        if trace.advance(&mut self.graph, &self.depths, budget)? {
            let (path, by_move) = trace.path();
            let replay = Replay::begin(&mut self.graph, &path, by_move)?;
            match replay {
                Some(replay) => self.phase = Phase::Replay(Box::new(replay)),
                None => return Err(Halt::Replay),
            }
        }
        Ok(Slice::Working)
    }

    fn replay(&mut self) -> Result<Slice, Halt> {
        let Phase::Replay(replay) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        match replay.advance(&mut self.graph.pairs, &mut self.graph.canonicalizer)? {
            None => Ok(Slice::Working),
            Some(found) => {
                let bounds = Box::new(self.bounds());
                Ok(Slice::Done(Box::new(Verdict::Broken(found, bounds))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use lock::{Algorithm, Program};
    use sim::{Property, Setup};

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
            let explorer = Explorer::new(question.clone(), reductions, false);
            let mut search = Search {
                state: Stage::Working(Box::new(explorer)),
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

    /// Times are relative here, which is wrong: where the search begins, the clocks are far past the second that is named.
    #[test]
    fn a_schedule_that_breaks_nothing_in_the_settings_that_were_asked_about_is_not_told() {
        let text = "acquire:\n  GET k\n  if now > 200 + lease: enter until now + lease\n  give up\nwork:\nrelease:\n  DEL k\n";
        let mut setup = Setup::new(Algorithm::Own, 2);
        setup.own = Some(Arc::new(Program::parse(text).unwrap()));
        let mut question = Question::new(setup, Property::TwoLeases);
        question.rounds = Some(1);
        let wrong = Reductions {
            times: Times::Relative,
            ..Reductions::of(&question)
        };
        let explorer = Explorer::new(question, wrong, false);
        let mut search = Search {
            state: Stage::Working(Box::new(explorer)),
        };
        let verdict = loop {
            if let Progress::Done(verdict) = search.advance(1_000) {
                break verdict;
            }
        };
        let Verdict::Holds { bounds, .. } = verdict else {
            panic!("nobody gets in: {verdict:?}");
        };
        assert!(bounds.is_last_resort);
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
            let mut explorer = Explorer::new(question, reductions, true);
            let mut most = 0;
            for _ in 0..8_000 {
                let before = explorer.graph.pairs.numbered;
                assert!(matches!(explorer.advance(128), Ok(Slice::Working)));
                most = most.max(explorer.graph.pairs.numbered - before);
            }
            // Five clients with as many moves each as have a message, a reply, a crash and a loss to come.
            assert!(most <= 128, "{most}");
        }
    }
}
