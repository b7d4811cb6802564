//! What a client sends: to whom, and which words. Not how it travels; that is a message.

use super::notation;

/// Who answers a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    /// A Redis server, by its place among the world's servers.
    Server(u8),
    /// The store that the clients guard with the lock.
    Store,
}

/// A request: one step of whoever answers it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Who answers it.
    pub to: Peer,
    /// A command, its name first; several are one transaction, and the last reply is that of its EXEC. To the store:
    /// `read` or `write VALUE`, and then perhaps `with TOKEN`.
    pub commands: Vec<Vec<Vec<u8>>>,
}

impl Request {
    /// One command for the first server.
    pub fn one(argv: Vec<Vec<u8>>) -> Request {
        Request {
            to: Peer::Server(0),
            commands: vec![argv],
        }
    }

    /// The first command.
    pub fn argv(&self) -> &[Vec<u8>] {
        self.commands.first().map_or(&[], Vec::as_slice)
    }

    /// As it would be typed: `SETNX lock.foo 112`; the commands of a transaction with semicolons between them.
    pub fn full(&self) -> String {
        self.written(notation::full_command)
    }

    /// The same without the lock's key, which nearly every command names: `SETNX 112`.
    pub fn short(&self, lock_key: &[u8]) -> String {
        self.written(|argv| notation::short_command(argv, lock_key))
    }

    fn written(&self, one: impl Fn(&[Vec<u8>]) -> String) -> String {
        let all: Vec<String> = self.commands.iter().map(|argv| one(argv)).collect();
        all.join("; ")
    }
}
