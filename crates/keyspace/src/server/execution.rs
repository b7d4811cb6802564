//! EXEC under way: the commands that MULTI had queued, one after another, in slices.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::work::Dispatched;
use crate::server::work::{Budget, Context, Progress, Steps, Work};

/// EXEC under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Execution {
    /// The line, to be shown to those that MONITOR.
    line: Vec<Vec<u8>>,
    /// A watched key has changed: nothing is run.
    is_aborted: bool,
    total: u64,
    /// The remaining commands, the next one last.
    queue: Vec<Vec<Vec<u8>>>,
    /// A queued command that takes long itself.
    current: Option<Box<Work>>,
    replies: Vec<Reply>,
}

impl Execution {
    fn show(&self, server: &mut Server, context: Context) {
        if let Some(exec) = server.mode().of_line(&self.line) {
            server.show(context, exec, &self.line, false);
        }
    }

    /// The execution of these commands, or of none if a watched key has changed.
    pub fn new(line: &[Vec<u8>], queue: Vec<Vec<Vec<u8>>>, is_aborted: bool) -> Execution {
        Execution {
            line: line.to_vec(),
            is_aborted,
            total: queue.len() as u64,
            queue: queue.into_iter().rev().collect(),
            current: None,
            replies: Vec::new(),
        }
    }
}

impl Steps for Execution {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        if self.is_aborted {
            self.show(server, context);
            return Some(Ok(Reply::NilArray));
        }
        loop {
            let result = match &mut self.current {
                Some(work) => work.advance(server, context, budget)?,
                None => {
                    let Some(argv) = self.queue.pop() else {
                        self.show(server, context);
                        if let Ok(connection) = server.connection_mut(context.connection) {
                            connection.executing = None;
                        }
                        if server.audience.tracks() {
                            let end_caching = (server.parts.commands)().end_caching;
                            end_caching(server, context.connection, &self.line);
                        }
                        return Some(Ok(Reply::Array(std::mem::take(&mut self.replies))));
                    };
                    match server.run_queued(context, &argv) {
                        Ok(Dispatched::Done(reply)) => Ok(reply),
                        Ok(Dispatched::Waits(wait)) => Ok(wait.otherwise),
                        Ok(Dispatched::Began(work)) => {
                            self.current = Some(Box::new(work));
                            continue;
                        }
                        Err(error) => Err(error),
                    }
                }
            };
            self.current = None;
            self.replies.push(result.unwrap_or_else(Reply::Error));
            if !budget.spend(UNITS_A_COMMAND) {
                return None;
            }
        }
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.replies.len() as u64,
            total: self.total,
        }
    }

    fn can_be_stopped(&self) -> bool {
        false
    }
}

/// The cost of a queued command, in addition to the work that it may begin.
const UNITS_A_COMMAND: u64 = 20;
