//! The state of a connection as the prompt shows it before the input.

use super::log::Entry;
use super::paste::NOT_CONNECTED;
use keyspace::{ConnectionId, KeyspaceMode, Server};

/// What a connection is sent that it has not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listening {
    /// Messages of channels.
    Subscribed,
    /// Every command that runs.
    Monitor,
}

/// The state of a connection as the prompt shows it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The mode of the server.
    pub mode: KeyspaceMode,
    /// The connection is closed.
    pub is_closed: bool,
    /// What it is sent unasked, until that is ended.
    pub listening: Option<Listening>,
    database: usize,
    in_transaction: bool,
}

impl Place {
    /// That of a new connection.
    pub(crate) fn on(server: &Server) -> Place {
        Place {
            mode: server.mode(),
            ..Place::default()
        }
    }

    /// Reads the connection's state after a command. As in redis-cli, a SELECT that waits for EXEC shows already;
    /// unlike there, a SELECT that the server then refuses does not stay.
    pub(crate) fn look(&mut self, server: &Server, connection: ConnectionId, argv: &[Vec<u8>]) {
        self.mode = server.mode();
        self.is_closed = server.selected(connection).is_none();
        self.listening = match () {
            () if server.is_monitor(connection) => Some(Listening::Monitor),
            () if server.is_subscribed(connection) => Some(Listening::Subscribed),
            () => None,
        };
        let was_in_transaction = self.in_transaction;
        self.in_transaction = server.in_transaction(connection);
        if !(self.in_transaction && was_in_transaction) {
            self.database = server.selected(connection).unwrap_or_default();
        } else if let [name, database] = argv
            && name.eq_ignore_ascii_case(b"select")
            && let Some(database) = std::str::from_utf8(database)
                .ok()
                .and_then(|text| text.parse().ok())
        {
            self.database = database;
        }
    }

    /// The text before the input, with its space.
    pub(crate) fn prompt(self) -> String {
        if self.is_closed {
            return [NOT_CONNECTED, "> "].concat();
        }
        let mut prompt = String::from("redis");
        if self.database != 0 {
            prompt.extend(["[", &self.database.to_string(), "]"]);
        }
        prompt.push_str(if self.in_transaction { "(TX)> " } else { "> " });
        prompt
    }

    /// An entry for what arrives by itself.
    pub(crate) fn message(self) -> Entry {
        Entry {
            prompt: String::new(),
            ..self.entry(String::new())
        }
    }

    /// An entry for a line that is entered here.
    pub(crate) fn entry(self, line: String) -> Entry {
        Entry {
            number: 0,
            mode: self.mode,
            prompt: self.prompt(),
            line,
            output: String::new(),
            asked: None,
            note: None,
            is_error: false,
        }
    }
}
