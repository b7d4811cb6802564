//! Where the lines of a transcript are run: the keyspace of this crate, or a server that a program reaches.

use super::say;
use cli::{Activity, Entry, Session};
use keyspace::{KeyspaceMode, Server};
use std::rc::Rc;

/// A prompt on a server that can begin again with no keys. An `Err` says why the server cannot be used any more.
pub trait Backend {
    /// Drops all keys, and opens a new connection to a server in this mode, if it can choose.
    ///
    /// # Errors
    /// A sentence without a full stop.
    fn restart(&mut self, mode: KeyspaceMode) -> Result<(), String>;

    /// Runs a line to its end; `None` when it leaves nothing in the log, as `clear` does.
    ///
    /// # Errors
    /// A sentence without a full stop.
    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String>;

    /// A copy of the keyspace as it is now, to try lines in; `None` where no key has a deadline.
    fn copy(&self) -> Option<Engine>;

    /// The seconds by which a time to live may be short, since time passes between two lines.
    fn slack_s(&self) -> i64 {
        0
    }
}

/// The keyspace of this crate, at one moment: time passes only while a line waits, until it gives up.
#[derive(Clone)]
pub struct Engine {
    server: Server,
    session: Session,
    began_ms: i64,
    now_ms: i64,
}

impl Engine {
    /// An empty keyspace at the time `now_ms`, in Unix milliseconds.
    pub fn new(now_ms: i64) -> Engine {
        Engine::in_mode(KeyspaceMode::default(), now_ms)
    }

    fn in_mode(mode: KeyspaceMode, now_ms: i64) -> Engine {
        let server = Server::new().with_script_engine(lua::engine());
        let mut server = server.in_mode(mode);
        Engine {
            session: Session::new(&mut server),
            server,
            began_ms: now_ms,
            now_ms,
        }
    }

    /// Lets time pass until the next key has expired; `false` if none has a deadline.
    pub(super) fn pass(&mut self) -> bool {
        let deadline_ms = self.server.next_deadline_ms();
        if let Some(deadline_ms) = deadline_ms {
            self.now_ms = self.now_ms.max(deadline_ms.saturating_add(1));
            self.server.expire(self.now_ms);
        }
        deadline_ms.is_some()
    }

    /// Runs a line to its end; `false` if it waits for what does not come.
    fn ends(&mut self, line: &str) -> bool {
        self.session.submit(&mut self.server, self.now_ms, line);
        loop {
            match self
                .session
                .advance(&mut self.server, self.now_ms, u64::MAX)
            {
                Activity::Idle => return true,
                Activity::Working(_) => {}
                Activity::Blocked {
                    until_ms: Some(until_ms),
                    ..
                } if until_ms > self.now_ms => {
                    self.now_ms = until_ms;
                    self.server.wake(until_ms);
                }
                _ => {
                    self.session.stop(&mut self.server);
                    return false;
                }
            }
        }
    }
}

impl Backend for Engine {
    fn copy(&self) -> Option<Engine> {
        let has_deadlines = self.server.next_deadline_ms().is_some();
        has_deadlines.then(|| self.clone())
    }

    fn restart(&mut self, mode: KeyspaceMode) -> Result<(), String> {
        *self = Engine::in_mode(mode, self.began_ms);
        Ok(())
    }

    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String> {
        self.session.clear();
        let ends = self.ends(line);
        let entry = self.session.log().entries().next_back().cloned();
        Ok(entry.map(|entry| match ends {
            true => entry,
            false => Rc::new(Entry {
                output: String::new(),
                note: Some(say::WAITS.into()),
                is_error: true,
                ..Entry::clone(&entry)
            }),
        }))
    }
}
