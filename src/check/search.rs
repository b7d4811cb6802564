//! The search: breadth first, so that the first schedule found is a shortest one.

use super::dead::{Backward, Swept};
use super::graph::Graph;
use super::pairs::{Halt, Pairs};
use super::question::{Bounds, Property, Question, Times, Verdict};
use super::trace::{Retelling, Trace};
use super::visited::{STATES_MAX, Word};
use crate::sim::{ClientSetup, Setup};

/// For how many seconds time passes where moments are kept as they are and the question does not say.
const SECONDS: i64 = 60;

/// States whose followers are looked up at once, from so many states on.
const BLOCK: usize = 16;
const KNOWN: usize = 4_096;
/// Parts that are dropped at once, in well below the slice of a task.
const PARTS_AT_ONCE: usize = 2_048;

/// A search that goes on when it is told to.
pub struct Search {
    state: Answering,
}

enum Answering {
    /// The states are words of 64 bits.
    Narrow(Box<Walk<u64>>),
    /// Of 128 bits, since their parts have larger numbers.
    Wide(Box<Walk<u128>>),
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
pub struct Walk<W> {
    pub graph: Graph<W>,
    /// The first state of each depth.
    pub layers: Vec<usize>,
    /// The next state to leave.
    pub next: usize,
    /// The number of states that were reached before any of this depth was left.
    layer_end: usize,
    /// The states that follow those from `next` on, where each one's end, and whether one of the moves breaks the property.
    followers: Vec<W>,
    ends: Vec<(usize, bool)>,
    /// The first state whose followers are not known yet.
    looked_up: usize,
    /// How many of the followers were reached.
    taken: usize,
    phase: Phase<W>,
}

enum Phase<W> {
    /// Nothing is done yet.
    Begin,
    /// States are left in the order in which they were reached.
    Forward,
    /// All states are reached: those from which somebody gets in are found, from the last state to the first.
    Backward(Backward),
    /// A state was found: the way to it is looked for.
    Trace(Trace<W>),
    /// The way is made by moves of a world.
    Tell(Box<Retelling<W>>),
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
        let uses = question.programs.iter();
        let lease_s = question.setup.lease_s;
        let replies = question.setup.value.is_some();
        let is_absolute = uses
            .map(|program| program.time_use(lease_s, replies))
            .any(|one| one.is_absolute);
        let times = match question.seconds {
            Some(seconds) => Times::Absolute(seconds),
            None if is_absolute => Times::Absolute(SECONDS),
            None => Times::Relative,
        };
        Search {
            state: Answering::Narrow(Box::new(Walk::new(question, times))),
        }
    }

    /// The bytes that its states take now.
    pub fn bytes(&self) -> usize {
        match &self.state {
            Answering::Narrow(walk) => walk.graph.visited.bytes(),
            Answering::Wide(walk) => walk.graph.visited.bytes(),
            Answering::Ending(..) | Answering::Done(_) => 0,
        }
    }

    /// Leaves about so many states. The answer, once it is there, stays.
    pub fn advance(&mut self, budget: usize) -> Progress {
        let (slice, progress, question, times) = match &mut self.state {
            Answering::Narrow(walk) => {
                let slice = walk.advance(budget);
                let pairs = &walk.graph.pairs;
                (slice, walk.progress(), pairs.question.clone(), pairs.times)
            }
            Answering::Wide(walk) => {
                let slice = walk.advance(budget);
                let pairs = &walk.graph.pairs;
                (slice, walk.progress(), pairs.question.clone(), pairs.times)
            }
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
        let is_narrow = matches!(self.state, Answering::Narrow(_));
        let (states, depth) = progress;
        let verdict = match slice {
            Slice::Working => return Progress::Working { states, depth },
            Slice::Done(verdict) => *verdict,
            Slice::Halt(Halt::Strange) if times == Times::Relative => {
                let seconds = question.seconds.unwrap_or(SECONDS);
                let walk = Walk::new(question, Times::Absolute(seconds));
                self.state = Answering::Narrow(Box::new(walk));
                return Progress::Working {
                    states: 0,
                    depth: 0,
                };
            }
            Slice::Halt(Halt::Full) if is_narrow => {
                self.state = Answering::Wide(Box::new(Walk::new(question, times)));
                return Progress::Working {
                    states: 0,
                    depth: 0,
                };
            }
            Slice::Halt(_) => Verdict::Unfinished { states, depth },
        };
        let done = Answering::Done(Box::new(verdict.clone()));
        let pairs = match std::mem::replace(&mut self.state, done) {
            Answering::Narrow(walk) => walk.graph.pairs,
            Answering::Wide(walk) => walk.graph.pairs,
            Answering::Ending(..) | Answering::Done(_) => return Progress::Done(verdict),
        };
        if pairs.parts() <= PARTS_AT_ONCE {
            return Progress::Done(verdict);
        }
        self.state = Answering::Ending(Box::new(verdict), Box::new(pairs), progress);
        Progress::Working { states, depth }
    }
}

impl<W: Word> Walk<W> {
    fn new(question: Question, times: Times) -> Walk<W> {
        Walk {
            graph: Graph::new(question, times),
            layers: Vec::new(),
            next: 0,
            layer_end: 0,
            followers: Vec::new(),
            ends: Vec::new(),
            looked_up: 0,
            taken: 0,
            phase: Phase::Begin,
        }
    }

    fn progress(&self) -> (usize, usize) {
        (
            self.graph.visited.len(),
            self.layers.len().saturating_sub(1),
        )
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
        for setup in self.starts() {
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

    /// The settings at the start: the clients' clocks as they stand there, or in every way in which they may differ.
    pub fn starts(&self) -> Vec<Setup> {
        let question = &self.graph.pairs.question;
        let mut all = vec![question.setup.clone()];
        let apart_s = i64::from(question.allowed.clocks_apart_s);
        let clocks = if apart_s > 0 {
            self.graph.pairs.count
        } else {
            0
        };
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

    fn forward(&mut self, budget: usize) -> Result<Slice, Halt> {
        for _ in 0..budget {
            if self.next == self.layer_end {
                if self.graph.visited.len() == self.layer_end {
                    return Ok(self.all_reached());
                }
                self.layers.push(self.layer_end);
                self.layer_end = self.graph.visited.len();
            }
            if self.next >= self.looked_up {
                self.look_up(budget)?;
            }
            if self.leave()? {
                return self.found(self.next, true);
            }
            self.next += 1;
            let bytes = self.graph.visited.bytes() + self.graph.pairs.bytes();
            let is_full = self.graph.visited.len() >= STATES_MAX;
            if is_full || bytes > self.graph.pairs.question.bytes_max {
                return Err(Halt::Limit);
            }
        }
        Ok(Slice::Working)
    }

    /// Computes the states that follow the next few of this depth, and touches their places among those that were
    /// reached: the memory's answers come together, and wait for no other. No more at once than are to be left.
    fn look_up(&mut self, budget: usize) -> Result<(), Halt> {
        // The first transitions are made by the engine, and take their time.
        let block = if self.graph.visited.len() < KNOWN {
            1
        } else {
            BLOCK.min(budget)
        };
        let end = self.layer_end.min(self.next + block);
        self.followers.clear();
        self.ends.clear();
        for index in self.next..end {
            let word = self.graph.visited.get(index).ok_or(Halt::Limit)?;
            let parts = self.graph.parts(word);
            let mut is_broken = false;
            let followers = &mut self.followers;
            self.graph.moves(parts, |_, next, breaks| {
                is_broken |= breaks;
                followers.push(next);
            })?;
            self.ends.push((self.followers.len(), is_broken));
        }
        self.graph.visited.touch(&self.followers);
        self.looked_up = end;
        self.taken = 0;
        Ok(())
    }

    /// Reaches every state that follows the next one. Whether a move to one of them breaks the property.
    fn leave(&mut self) -> Result<bool, Halt> {
        let word = self.graph.visited.get(self.next).ok_or(Halt::Limit)?;
        let parts = self.graph.parts(word);
        let at = self.ends.len().saturating_sub(self.looked_up - self.next);
        let (end, mut is_broken) = self.ends.get(at).copied().ok_or(Halt::Limit)?;
        for next in self.followers.get(self.taken..end).unwrap_or_default() {
            self.graph.visited.insert(*next);
        }
        self.taken = end;
        // Time passes by one tick at a time, and all of it is one move. The ticks behind a state that was reached
        // earlier, or is left before the next depth, are reached from there.
        let (mut from, mut anchor, mut steps) = (parts, word, 0_u32);
        while let Some((next, breaks)) = self.graph.tick(from)? {
            is_broken |= breaks;
            let (index, is_new) = self.graph.visited.insert(next);
            if next == anchor || !is_new && index < self.layer_end {
                break;
            }
            steps += 1;
            if steps.is_power_of_two() {
                anchor = next;
            }
            from = self.graph.parts(next);
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
            bounds: Bounds {
                question: pairs.question.clone(),
                times: pairs.times,
            },
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
                None => return Err(Halt::Limit),
            }
        }
        Ok(Slice::Working)
    }

    fn tell(&mut self) -> Result<Slice, Halt> {
        let Phase::Tell(told) = &mut self.phase else {
            return Ok(Slice::Working);
        };
        match told.advance(&mut self.graph)? {
            None => Ok(Slice::Working),
            Some(found) => Ok(Slice::Done(Box::new(Verdict::Broken(found)))),
        }
    }
}
