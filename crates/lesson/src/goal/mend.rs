//! A goal that is reached by another program: undisturbed, its clients still pass the lock on, and no schedule breaks it.

use std::sync::Arc;

use check::{Discovery, Instants, Question, Times, Verdict};
use lock::Program;
use sim::{ClientId, ClientState, Move, Property, Run, Setup, World};

/// The properties that must hold, in the order in which they are searched: the first has the shortest schedules.
const ASKED: [Property; 3] = [
    Property::RemovedLock,
    Property::TwoLeases,
    Property::NobodyEver,
];
/// For how long a client works at least while it holds the lock, in milliseconds.
pub const WORK_MS: i64 = 3_000;
/// The moves of one client at most, in a run that nothing disturbs.
const TURN_MAX: usize = 100;

/// The tests of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mend {
    /// Whether time passes between reading a clock and the execution. Clients crash and restart in any case.
    pub gap: bool,
}

/// The fault of a program of which every client runs alone, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A client does not get a lock that is free, or has no lease there.
    NeverIn(ClientId),
    /// It does not work for [`WORK_MS`] while it holds the lock, or its lease ends before.
    NoWork(ClientId),
    /// It does not come to the end of its program.
    NeverOut(ClientId),
    /// It gets in only when the lease of the client before it would have ended.
    LetInLate(ClientId),
}

/// The result of judging a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It does not do what a lock is for. The moves show it.
    Useless(Flaw, Discovery),
    /// The search about the property found a schedule that breaks it, or did not look at everything: it took too much memory,
    /// or had to bound time.
    Lost(Property, Box<Verdict>),
    /// It passes the lock on, and nothing breaks it in all of so many states.
    Mended(usize),
}

impl Judgement {
    /// The moves that show what is wrong.
    pub fn found(&self) -> Option<&Discovery> {
        match self {
            Judgement::Useless(_, found) => Some(found),
            Judgement::Lost(_, verdict) => match &**verdict {
                Verdict::Broken(found, _) => Some(found),
                Verdict::Holds { .. } | Verdict::Unfinished { .. } => None,
            },
            Judgement::Mended(_) => None,
        }
    }

    /// Whether the challenge is won by it.
    pub fn is_mended(&self) -> bool {
        matches!(self, Judgement::Mended(_))
    }
}

/// A program, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The program.
    pub program: Arc<Program>,
    /// The result.
    pub judgement: Judgement,
}

/// The questions that are still to be asked of a search, the last first, and the states so far.
pub struct Trial {
    rest: Vec<Question>,
    states: usize,
}

impl Mend {
    /// Begins to judge the program that the clients of these settings run.
    ///
    /// # Errors
    /// The judgement, where no search is needed for it.
    pub fn trial(self, setup: &Setup) -> Result<Trial, Judgement> {
        let mut run = Run::new(setup.world());
        if let Err(flaw) = pass_on(&mut run) {
            let found = Discovery {
                setup: setup.clone(),
                schedule: run.schedule(),
            };
            return Err(Judgement::Useless(flaw, found));
        }
        let rest = self.questions(setup).into_iter().rev().collect();
        Ok(Trial { rest, states: 0 })
    }

    /// The questions about these settings.
    pub fn questions(self, setup: &Setup) -> [Question; 3] {
        ASKED.map(|property| {
            let mut question = Question::new(setup.clone(), property);
            question.allowed.crash = true;
            // Where nobody ever gets in, nobody may restart who would.
            question.allowed.restart = property != Property::NobodyEver;
            question.allowed.gap = self.gap;
            question
        })
    }
}

impl Trial {
    /// The next question for a search.
    pub fn question(&self) -> Option<&Question> {
        self.rest.last()
    }

    /// Takes the answer to that; the judgement, once there is one.
    pub fn answer(&mut self, verdict: Verdict) -> Option<Judgement> {
        let property = self.rest.pop()?.property;
        if let Verdict::Holds { bounds, states } = &verdict {
            self.states += states;
            if bounds.times == Times::Relative && bounds.instants == Instants::Every {
                return self
                    .rest
                    .is_empty()
                    .then_some(Judgement::Mended(self.states));
            }
        }
        Some(Judgement::Lost(property, Box::new(verdict)))
    }
}

/// Has each client take the lock, work, and give it back, one after the other.
fn pass_on(run: &mut Run) -> Result<(), Flaw> {
    let ids: Vec<ClientId> = run.last().clients().iter().map(|one| one.id()).collect();
    let mut former_end_ms = i64::MAX;
    for id in ids {
        let has_lease = |world: &World| world.leaseholders().contains(&id);
        if !goes_on(run, id, has_lease) {
            return Err(Flaw::NeverIn(id));
        }
        let begun_ms = run.last().now_ms();
        if begun_ms >= former_end_ms {
            return Err(Flaw::LetInLate(id));
        }
        let client = run.last().client(id);
        let lease = client.and_then(|client| Some(client.true_ms(client.lease()?.until_ms)));
        former_end_ms = lease.unwrap_or(begun_ms);
        if !goes_on(run, id, |world| !world.believes(id)) {
            return Err(Flaw::NeverOut(id));
        }
        let end_ms = run.last().now_ms();
        if end_ms - begun_ms < WORK_MS || end_ms >= former_end_ms {
            return Err(Flaw::NoWork(id));
        }
        let is_finished = |world: &World| {
            let client = world.client(id);
            client.is_some_and(|client| *client.state() == ClientState::Finished)
        };
        if !goes_on(run, id, is_finished) {
            return Err(Flaw::NeverOut(id));
        }
    }
    Ok(())
}

/// Steps a client, and lets time pass where it waits, until the world is so. Whether it comes to be.
fn goes_on(run: &mut Run, id: ClientId, is_there: impl Fn(&World) -> bool) -> bool {
    for _ in 0..TURN_MAX {
        let world = run.last();
        if is_there(world) {
            return true;
        }
        let mv = match (world.can(&Move::Step(id)), world.next_event_ms()) {
            (Ok(()), _) => Move::Step(id),
            (Err(_), Some(at_ms)) => Move::Tick(at_ms - world.now_ms()),
            (Err(_), None) => return false,
        };
        if run.push(mv).is_err() {
            return false;
        }
    }
    false
}
