//! CLIENT PAUSE: lines of connections are held back until it ends.

use crate::keyspace::catalogue::command::{Command, Flags};
use crate::keyspace::server::Server;
use crate::keyspace::server::connection::ConnectionId;
use crate::keyspace::server::waiting::Wait;

/// A pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pause {
    /// Whether only what may write is held back.
    pub is_of_writes: bool,
    /// The Unix millisecond at which it ends.
    pub until_ms: i64,
}

impl Server {
    /// Whether a line has to wait for the end of a pause, which it does then.
    pub(in crate::keyspace) fn holds_back(
        &mut self,
        id: ConnectionId,
        now_ms: i64,
        argv: &[Vec<u8>],
    ) -> bool {
        let Some(pause) = self.pause.take_if(|pause| pause.until_ms > now_ms) else {
            self.pause = None;
            return false;
        };
        self.pause = Some(pause);
        let Ok(command) = self.find(argv) else {
            return false;
        };
        let may_write = |command: &Command| {
            command.flags.has(Flags::WRITE) || matches!(command.name(), "publish" | "spublish")
        };
        let connection = self.connection(id).ok();
        let queue = connection.and_then(|own| own.transaction.as_ref());
        let queued = queue.iter().flat_map(|transaction| transaction.lines());
        let writes = may_write(command)
            || command.name() == "exec"
                && queued
                    .filter_map(|argv| self.find(argv).ok())
                    .any(may_write);
        if pause.is_of_writes && !writes {
            return false;
        }
        self.wait(id, Wait::held_back(argv, pause.until_ms));
        true
    }

    /// Ends the pause: lines that were held back run after this command.
    pub(in crate::keyspace) fn unpause(&mut self) {
        self.pause = None;
        for (_, connection) in &mut self.audience.connections {
            let held_back = connection.wait.as_mut().filter(|wait| wait.is_held_back());
            if let Some(wait) = held_back {
                wait.until_ms = Some(i64::MIN);
            }
        }
    }
}
