//! Requests: the words that a client sends, and to whom. A message carries one.

use super::notation::{full_command, short_command};
use lock::Scripts;

/// The name of a server by its index: A for 0.
pub fn server_name(place: u8) -> char {
    char::from(b'A'.saturating_add(place))
}

/// The receiver of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    /// A Redis server, by its index among the world's servers: 0 for A.
    Server(u8),
    /// The store that the clients guard with the lock.
    Store,
}

/// A request: its receiver executes it in one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The receiver of the request.
    pub to: Peer,
    /// A command, its name first; or a whole transaction, from MULTI to EXEC, whose reply is that of EXEC. To the store:
    /// `read`, `write VALUE` or `claim`, and then perhaps `with TOKEN`. A script of the client's program stands here by its
    /// name.
    pub commands: Vec<Vec<Vec<u8>>>,
    /// The scripts of the program.
    pub scripts: Scripts,
}

impl Request {
    /// One command for the first server.
    pub fn one(argv: Vec<Vec<u8>>) -> Request {
        Request {
            to: Peer::Server(0),
            commands: vec![argv],
            scripts: Scripts::default(),
        }
    }

    /// The commands as the server gets them, with the texts of scripts.
    pub fn sent(&self) -> impl Iterator<Item = Vec<Vec<u8>>> {
        self.commands.iter().map(|argv| self.scripts.sent(argv))
    }

    /// The first command.
    pub fn argv(&self) -> &[Vec<u8>] {
        self.commands.first().map_or(&[], Vec::as_slice)
    }

    /// As it would be typed: `SETNX lock.foo 112`; the commands of a transaction with semicolons between them.
    pub fn full(&self) -> String {
        let all: Vec<String> = self
            .commands
            .iter()
            .map(|argv| full_command(argv))
            .collect();
        all.join("; ")
    }

    /// The same without the lock's key, which nearly every command names: `SETNX 112`; and without MULTI and EXEC.
    pub fn short(&self, lock_key: &[u8]) -> String {
        let is_frame = |argv: &&Vec<Vec<u8>>| {
            let name = argv.first().map_or(&[][..], Vec::as_slice);
            self.commands.len() > 1 && (name == b"MULTI" || name == b"EXEC")
        };
        let inner = self.commands.iter().filter(|argv| !is_frame(argv));
        let all: Vec<String> = inner.map(|argv| short_command(argv, lock_key)).collect();
        all.join("; ")
    }
}
