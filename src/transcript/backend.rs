//! Where the lines of a transcript are run: the keyspace of this crate, or a server that a program reaches.

use crate::cli::{Entry, Session};
use crate::keyspace::Server;
use std::rc::Rc;

/// A prompt on a server that can begin again with no keys. An `Err` says why the server cannot be used any more.
pub trait Backend {
    /// Drops all keys, and opens a new connection.
    ///
    /// # Errors
    /// A sentence without a full stop.
    fn restart(&mut self) -> Result<(), String>;

    /// Runs a line to its end; `None` when it leaves nothing in the log, as `clear` does.
    ///
    /// # Errors
    /// A sentence without a full stop.
    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String>;

    /// The seconds by which a time to live may be short, since time passes between two lines.
    fn slack_s(&self) -> i64 {
        0
    }
}

/// The keyspace of this crate, at one moment.
pub struct Engine {
    server: Server,
    session: Session,
    now_ms: i64,
}

impl Engine {
    /// An empty keyspace at the fixed time `now_ms`, in Unix milliseconds.
    pub fn new(now_ms: i64) -> Engine {
        let mut server = Server::new();
        Engine {
            session: Session::new(&mut server),
            server,
            now_ms,
        }
    }
}

impl Backend for Engine {
    fn restart(&mut self) -> Result<(), String> {
        *self = Engine::new(self.now_ms);
        Ok(())
    }

    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String> {
        self.session.clear();
        self.session.submit(&mut self.server, self.now_ms, line);
        Ok(self.session.log().entries().next_back().cloned())
    }
}
