//! Commands that may take long, run in slices, so that a page stays responsive. As in Redis, the server serves no other
//! connection until such a command is done, so no one sees it half done.

use crate::catalogue::command::Command;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::call::Call;
use crate::server::connection::ConnectionId;
use crate::server::sweep::Sweep;
use crate::server::wait::Wait;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A command that runs in slices. Whatever is `Clone` can be one.
pub trait Steps {
    /// Goes on until the work is done or the budget is spent; `None` when there is more to do.
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>>;

    /// How far it is.
    fn progress(&self, server: &Server) -> Progress;

    /// Whether it can be stopped as if it had not been sent: so long as it has changed nothing.
    fn can_be_stopped(&self) -> bool {
        true
    }
}

/// [`Steps`] of any type, as the server holds them.
pub trait Job: Steps + Send + Sync + 'static {
    fn copied(&self) -> Arc<dyn Job>;
}

impl<J: Steps + Clone + Send + Sync + 'static> Job for J {
    fn copied(&self) -> Arc<dyn Job> {
        Arc::new(self.clone())
    }
}

/// The words of a line, for a command that goes on without it. In one piece, since a line may have a million words.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct LineWords {
    bytes: Vec<u8>,
    /// Where each word ends.
    ends: Vec<usize>,
}

impl LineWords {
    /// A copy of these.
    pub fn of(words: &[Vec<u8>]) -> LineWords {
        let mut copy = LineWords {
            ends: Vec::with_capacity(words.len()),
            ..LineWords::default()
        };
        for word in words {
            copy.bytes.extend_from_slice(word);
            copy.ends.push(copy.bytes.len());
        }
        copy
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The word at a place.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let end = *self.ends.get(at)?;
        let before = at.checked_sub(1).and_then(|at| self.ends.get(at));
        self.bytes.get(before.copied().unwrap_or_default()..end)
    }
}

/// A command that is under way.
pub enum Work {
    /// It runs, for the command whose name stands at that place among all names; for none, where its end is counted
    /// elsewhere. A clone shares it until one of the two goes on.
    Job(Arc<dyn Job>, Option<u16>),
    /// It waits until many keys that have expired are removed.
    Sweep(Sweep),
    /// It was done at once.
    Done(Reply),
}

/// The result of a command's handler: a reply, work, or waiting.
pub enum Dispatched {
    Done(Reply),
    Began(Work),
    Waits(Wait),
}

impl Dispatched {
    pub fn of_work(work: Work) -> Dispatched {
        match work {
            Work::Done(reply) => Dispatched::Done(reply),
            work => Dispatched::Began(work),
        }
    }

    /// The same for a command that may not wait.
    pub fn at_once(self) -> Dispatched {
        match self {
            Dispatched::Waits(wait) => Dispatched::Done(wait.otherwise),
            other => other,
        }
    }
}

/// What a command does at once before it goes on in slices: less than a millisecond.
const UNITS_AT_ONCE: u64 = 20_000;

impl Work {
    /// The command whose steps these are.
    pub fn new(steps: impl Job) -> Work {
        Work::Job(Arc::new(steps), None)
    }

    /// Says whose work it is.
    pub(crate) fn set_command(&mut self, command: &Command) {
        if let Work::Job(_, name_at) = self {
            *name_at = Some(command.name_at);
        }
    }

    /// The work of a command that turned out to have its reply at once.
    pub fn done(reply: Reply) -> Work {
        Work::Done(reply)
    }
}

impl Call<'_> {
    /// The command whose steps these are; done already when they are few, as they mostly are.
    ///
    /// # Errors
    /// Those of the command.
    pub fn begin(&mut self, mut steps: impl Job) -> Result<Work, Error> {
        let mut budget = Budget::new(UNITS_AT_ONCE);
        match steps.advance(self.server, self.context, &mut budget) {
            Some(result) => result.map(Work::Done),
            None => Ok(Work::new(steps)),
        }
    }
}

impl Clone for Work {
    fn clone(&self) -> Work {
        match self {
            Work::Job(job, name_at) => Work::Job(Arc::clone(job), *name_at),
            Work::Sweep(sweep) => Work::Sweep(sweep.clone()),
            Work::Done(reply) => Work::Done(reply.clone()),
        }
    }
}

/// A command under way is the same as its clones until one of them goes on: to compare all that each command holds is
/// code for each of them, and nobody compares servers while a command runs.
impl PartialEq for Work {
    fn eq(&self, other: &Work) -> bool {
        match (self, other) {
            (Work::Job(one, _), Work::Job(other, _)) => Arc::ptr_eq(one, other),
            (Work::Sweep(one), Work::Sweep(other)) => one == other,
            (Work::Done(one), Work::Done(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Work {}

impl Hash for Work {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Work::Job(_, name_at) => name_at.hash(state),
            Work::Sweep(sweep) => sweep.hash(state),
            Work::Done(reply) => reply.hash(state),
        }
    }
}

/// The budget of a slice of work. A unit is some 10 ns on a common machine: a key that is looked at, a few bytes that
/// are compared.
pub struct Budget {
    units: u64,
}

impl Budget {
    pub(crate) fn new(units: u64) -> Budget {
        Budget { units }
    }

    /// Spends `units`; returns whether the slice continues.
    pub fn spend(&mut self, units: u64) -> bool {
        self.units = self.units.saturating_sub(units);
        self.units > 0
    }

    /// Whether the slice is over.
    pub fn is_spent(&self) -> bool {
        self.units == 0
    }
}

/// The progress of work, in its own unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The part that is done.
    pub done: u64,
    /// The total, as far as it is known.
    pub total: u64,
}

/// The connection of a command, and its time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    /// The connection that sent it.
    pub connection: ConnectionId,
    /// Unix milliseconds, the same from its beginning to its end.
    pub now_ms: i64,
}

impl Work {
    /// Goes on until the work is done or the budget is spent; `None` when there is more to do.
    pub(crate) fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        match self {
            Work::Job(job, name_at) => {
                if Arc::get_mut(job).is_none() {
                    *job = job.copied();
                }
                let result = Arc::get_mut(job)?.advance(server, context, budget)?;
                server.audience.count_changes();
                if let Some(name_at) = name_at {
                    let error = result.as_ref().err();
                    server.statistics.ended(*name_at, error, false);
                }
                Some(result)
            }
            Work::Done(reply) => Some(Ok(std::mem::replace(reply, Reply::Nothing))),
            Work::Sweep(sweep) => match sweep.advance(server, context, budget)? {
                Ok(Dispatched::Began(work)) => {
                    *self = work;
                    self.advance(server, context, budget)
                }
                Ok(Dispatched::Done(reply)) => Some(Ok(reply)),
                Ok(Dispatched::Waits(wait)) => {
                    server.audience.wait(context.connection, wait);
                    Some(Ok(Reply::Nothing))
                }
                Err(error) => Some(Err(error)),
            },
        }
    }

    pub(crate) fn progress(&self, server: &Server) -> Progress {
        match self {
            Work::Job(job, _) => job.progress(server),
            Work::Sweep(sweep) => sweep.progress(server),
            Work::Done(_) => Progress::default(),
        }
    }

    /// Whether it can be stopped as if it had not been sent.
    pub fn can_be_stopped(&self) -> bool {
        match self {
            Work::Job(job, _) => job.can_be_stopped(),
            Work::Sweep(_) => true,
            Work::Done(_) => false,
        }
    }
}
