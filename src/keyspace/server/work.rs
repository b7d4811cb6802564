//! Commands that may take long, run in slices, so that a page stays responsive. As in Redis, the server serves no other
//! connection until such a command is done, so no one sees it half done.

use crate::keyspace::commands::bitop::Combination;
use crate::keyspace::commands::lcs::Subsequence;
use crate::keyspace::commands::transactions::Execution;
use crate::keyspace::commands::walk::Walk;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::Server;
use crate::keyspace::server::call::Call;
use crate::keyspace::server::connection::ConnectionId;
use crate::keyspace::server::dispatch::Dispatched;
use crate::keyspace::server::late;
use crate::keyspace::server::sweep::Sweep;

/// A command that is under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Work {
    /// EXEC: the queued commands, one after another.
    Execution(Execution),
    /// BITOP.
    Combination(Combination),
    /// LCS.
    Subsequence(Subsequence),
    /// KEYS or SCAN.
    Walk(Walk),
    /// Any command before which many keys have expired.
    Sweep(Sweep),
}

/// The budget of a slice of work. A unit is some 10 ns on a common machine: a key that is looked at, a few bytes that
/// are compared.
pub struct Budget {
    units: u64,
}

impl Budget {
    pub(in crate::keyspace) fn new(units: u64) -> Budget {
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
    pub(in crate::keyspace) fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        match self {
            Work::Execution(execution) => execution.advance(server, context, budget),
            Work::Combination(combination) => match Call::resumed(server, context) {
                Ok(mut call) => (late::commands().combine)(combination, &mut call, budget),
                Err(error) => Some(Err(error)),
            },
            Work::Subsequence(subsequence) => (late::commands().compare)(subsequence, budget),
            Work::Walk(walk) => walk.advance(server, budget),
            Work::Sweep(sweep) => match sweep.advance(server, context, budget)? {
                Ok(Dispatched::Began(work)) => {
                    *self = work;
                    self.advance(server, context, budget)
                }
                Ok(Dispatched::Done(reply)) => Some(Ok(reply)),
                Err(error) => Some(Err(error)),
            },
        }
    }

    pub(in crate::keyspace) fn progress(&self, server: &Server) -> Progress {
        match self {
            Work::Execution(execution) => execution.progress(),
            Work::Combination(combination) => combination.progress(),
            Work::Subsequence(subsequence) => subsequence.progress(),
            Work::Walk(walk) => walk.progress(server),
            Work::Sweep(sweep) => sweep.progress(server),
        }
    }
}
