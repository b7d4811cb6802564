//! Commands that may take long, done in slices, so that a page stays alive meanwhile. The server serves nobody else
//! until such a command is done, as Redis does; what it has done so far, nobody has seen.

use super::call::Call;
use super::commands::bitop::Combination;
use super::commands::lcs::Subsequence;
use super::commands::transactions::Execution;
use super::commands::walk::Walk;
use super::connection::ConnectionId;
use super::dispatch::Dispatched;
use super::reply::{Error, Reply};
use super::server::Server;
use super::sweep::Sweep;

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

/// What a slice of work may cost. A unit is some 10 ns on a common machine: a key that is looked at, a few bytes that
/// are compared.
pub struct Budget {
    units: u64,
}

impl Budget {
    pub(super) fn new(units: u64) -> Budget {
        Budget { units }
    }

    /// Takes `units`; whether the slice goes on.
    pub fn spend(&mut self, units: u64) -> bool {
        self.units = self.units.saturating_sub(units);
        self.units > 0
    }

    /// Whether the slice is over.
    pub fn is_spent(&self) -> bool {
        self.units == 0
    }
}

/// How far work has come, in its own measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub done: u64,
    /// All that there is to do, as far as is known.
    pub total: u64,
}

/// For whom a command runs, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    /// Who sent it.
    pub connection: ConnectionId,
    /// Unix milliseconds, the same from its beginning to its end.
    pub now_ms: i64,
}

impl Work {
    /// Goes on until the work is done or the budget is spent; `None` when there is more to do.
    pub(super) fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        match self {
            Work::Execution(execution) => execution.advance(server, context, budget),
            Work::Combination(combination) => match Call::resumed(server, context) {
                Ok(mut call) => combination.advance(&mut call, budget),
                Err(error) => Some(Err(error)),
            },
            Work::Subsequence(subsequence) => subsequence.advance(budget),
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

    pub(super) fn progress(&self, server: &Server) -> Progress {
        match self {
            Work::Execution(execution) => execution.progress(),
            Work::Combination(combination) => combination.progress(),
            Work::Subsequence(subsequence) => subsequence.progress(),
            Work::Walk(walk) => walk.progress(server),
            Work::Sweep(sweep) => sweep.progress(server),
        }
    }
}
