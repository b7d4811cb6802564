//! Commands that wait for a key. A connection that waits is served when one of its keys may have something for it, in the
//! order in which connections began to wait, after the command that brought it; or it gives up when its time is over.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::connection::ConnectionId;
use crate::server::outbox::Delivery;
use crate::server::parts::Waiting;
use crate::server::wait::Wait;
use crate::server::work::{Context, Dispatched};

impl Server {
    /// Whether a connection waits. Until it is served, gives up or is [interrupted](Server::interrupt), the server is
    /// [busy](super::dispatch::Begun::Busy) for it.
    pub fn is_waiting(&self, id: ConnectionId) -> bool {
        self.waits_until_ms(id).is_some()
    }

    /// When a connection that waits gives up, in Unix milliseconds, if ever.
    pub fn waits_until_ms(&self, id: ConnectionId) -> Option<Option<i64>> {
        let wait = self.connection(id).ok()?.wait.as_ref()?;
        Some(wait.until_ms)
    }

    /// The next Unix millisecond at which a connection gives up: [`Server::wake`] is to be called then.
    pub fn next_wake_ms(&self) -> Option<i64> {
        let waits = self.connections().iter();
        let waits = waits.filter_map(|(_, connection)| connection.wait.as_ref()?.until_ms);
        let pause = self.pause.as_ref().map(|pause| pause.until_ms);
        waits.chain(pause).min()
    }

    /// Lets those give up whose time is over, and ends a pause. [`Server::begin`] begins with it.
    pub fn wake(&mut self, now_ms: i64) {
        self.is_paused(now_ms);
        if !self.audience.waiting.is_empty() {
            self.wake_each(now_ms);
        }
        self.broadcast();
    }

    fn wake_each(&mut self, now_ms: i64) {
        for id in self.audience.waiting.clone() {
            let wait = self.connection(id).ok().and_then(|own| own.wait.as_ref());
            if wait.is_some_and(|wait| wait.until_ms.is_some_and(|until_ms| until_ms <= now_ms))
                && let Some(wait) = self.audience.end_wait(id)
            {
                if wait.is_held_back() && self.work.is_some() {
                    // It runs when the server is done with the other one.
                    self.audience.wait(id, wait);
                } else if wait.is_held_back() {
                    self.resume(id, now_ms, &wait.argv);
                } else {
                    self.deliver(id, wait.otherwise);
                }
            }
        }
        // A command under way is served after its end.
        if self.work.is_none() {
            self.serve(now_ms);
        }
    }

    /// Ends the wait of a connection as if its command had not been sent. Returns whether it waited.
    pub fn interrupt(&mut self, id: ConnectionId) -> bool {
        self.audience.end_wait(id).is_some()
    }

    /// Ends the wait of a connection, with its own reply or with an error.
    pub(crate) fn unblock(&mut self, id: ConnectionId, now_ms: i64, error: Option<Error>) -> bool {
        let is_held_back = self.connection(id).ok().and_then(|own| own.wait.as_ref());
        if is_held_back.is_none_or(Wait::is_held_back) {
            return false;
        }
        if let Some(wait) = self.audience.end_wait(id) {
            match error {
                Some(error) => self.answer(id, now_ms, &wait, Reply::Error(error)),
                None => self.deliver(id, wait.otherwise),
            }
        }
        true
    }

    /// Sends the reply of a command that waited.
    fn deliver(&mut self, id: ConnectionId, reply: Reply) {
        let reply = self.sent(id, reply);
        self.audience.outbox.push((id, Delivery::Reply(reply)));
    }

    /// Runs a line that was held back.
    pub(crate) fn resume(&mut self, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) {
        let context = Context {
            connection: id,
            now_ms,
        };
        let dispatched = self.dispatch(context, argv);
        let reply = match self.with_caching_ended(id, argv, dispatched) {
            Ok(Dispatched::Done(reply)) => reply,
            Ok(Dispatched::Began(work)) => match self.finish_now(context, work) {
                Ok(reply) => reply,
                Err(error) => Reply::Error(error),
            },
            Ok(Dispatched::Waits(wait)) => return self.audience.wait(id, wait),
            Err(error) => Reply::Error(error),
        };
        self.deliver(id, reply);
        self.tell_own_news();
    }

    /// Serves connections that wait for keys that may have something for them.
    pub(crate) fn serve(&mut self, now_ms: i64) {
        self.is_limited = false;
        while !self.audience.ready.is_empty() {
            for (database, key) in std::mem::take(&mut self.audience.ready) {
                self.serve_key(now_ms, database, key.as_bytes());
            }
        }
    }

    fn serve_key(&mut self, now_ms: i64, database: usize, key: &[u8]) {
        for id in self.audience.waiting.clone() {
            let wait = self.connection(id).ok().and_then(|own| own.wait.clone());
            let Some(wait) = wait.filter(|wait| wait.is_for(database, key)) else {
                continue;
            };
            let context = Context {
                connection: id,
                now_ms,
            };
            self.audience.current = Some(id);
            let served = self.run_waiter(context, &wait.argv, database, key);
            let reply = match served {
                Ok(Waiting::For { .. }) => {
                    self.audience.current = None;
                    continue;
                }
                Ok(Waiting::Done(reply)) => reply,
                Ok(Waiting::Began(work)) => {
                    self.finish_now(context, work).unwrap_or_else(Reply::Error)
                }
                Err(error) => Reply::Error(error),
            };
            self.audience.current = None;
            self.audience.count_changes();
            self.audience.end_wait(id);
            self.answer(id, now_ms, &wait, reply);
            self.tell_own_news();
        }
    }

    /// Sends the reply of a command that waited, which ends here.
    fn answer(&mut self, id: ConnectionId, now_ms: i64, wait: &Wait, reply: Reply) {
        let error = match &reply {
            Reply::Error(error) => Some(error),
            _ => None,
        };
        if let Some(command) = self.mode().of_line(&wait.argv) {
            self.statistics.served(command, error);
            if self.statistics.logs_all {
                let context = Context {
                    connection: id,
                    now_ms,
                };
                ((self.parts.commands)().log)(self, context, command.flags, &wait.argv);
            }
        }
        self.deliver(id, reply);
    }
}
