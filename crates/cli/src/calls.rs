//! Commands that a program sends: no line is read, printed or logged, and each has a reply. The code that runs them comes
//! with [`Part::Calls`].

use base::part::Part;
use keyspace::{Advance, Begun, ConnectionId, Error, Reply, Server};
use std::mem;

/// Stands between the words of a command.
const WORD_END: u8 = 0;
/// Stands between commands.
const COMMAND_END: u8 = 1;
/// Begins a word whose bytes follow as hexadecimal digits.
const HEX: u8 = 2;
/// The cost of a command in units of [`Server::advance`].
const UNITS_A_COMMAND: u64 = 50;
/// Bytes sent per unit of cost.
const BYTES_A_UNIT: usize = 32;
/// The slices in which a long command is carried on.
const UNITS_A_SLICE: u64 = 4_000;

/// Commands that were sent together.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    number: u32,
    text: Vec<u8>,
    /// Where the next command begins; past the end after the last one.
    at: usize,
    /// The words of the command that is to be run; those after the first `words` are of earlier ones.
    argv: Vec<Vec<u8>>,
    words: usize,
    /// A command was read and has no reply yet.
    is_due: bool,
    /// The server is at work for it.
    is_running: bool,
    /// It waits for this part.
    lacking: Option<Part>,
    /// The command waits for a key.
    is_blocked: bool,
    /// The reply to the command that waited.
    delivered: Option<Reply>,
    is_stopped: bool,
}

/// The result of a step.
pub enum Called {
    /// A command's reply.
    Reply(Reply),
    /// The command takes longer.
    Working,
    /// The server is at work for another connection.
    Waiting,
    /// The command waits for a key.
    Blocked,
    /// The command waits for a part of the wasm.
    Lacking(Part),
    /// There is no command left; whether all were run.
    End(bool),
}

impl Calls {
    /// The commands in `text`: the byte 1 between commands, 0 between words. A word that has one of the bytes 0 to 2 is
    /// written as a 2 and hexadecimal digits. `number` identifies the replies.
    pub fn new(number: u32, text: Vec<u8>) -> Calls {
        Calls {
            number,
            text,
            ..Calls::default()
        }
    }

    /// The same in place of earlier commands, whose memory is used again.
    pub fn renew(&mut self, number: u32, text: &[u8]) {
        let (mut kept, argv) = (mem::take(&mut self.text), mem::take(&mut self.argv));
        kept.clear();
        kept.extend_from_slice(text);
        *self = Calls {
            argv,
            ..Calls::new(number, kept)
        };
    }

    /// The number that identifies the replies.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The size of the text in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The words of the command that is to be run, or was run last.
    pub fn argv(&self) -> &[Vec<u8>] {
        self.argv.get(..self.words).unwrap_or_default()
    }

    /// Answers the command that waits for this part, which could not be loaded for that reason.
    pub fn give_up(&mut self, part: Part, reason: String) -> Option<Reply> {
        self.lacking.take_if(|lacking| *lacking == part)?;
        self.is_due = false;
        Some(Reply::Error(Error::quoting(reason.into_bytes())))
    }

    /// Ends it early. An EXEC that has begun runs to its end.
    pub fn stop(&mut self, server: &mut Server, connection: ConnectionId) {
        if std::mem::take(&mut self.is_blocked) {
            server.interrupt(connection);
            self.is_due = false;
        }
        self.is_stopped = true;
        self.at = self.text.len() + 1;
        let is_at_work = self.is_running && server.running() == Some(connection);
        if !is_at_work || server.stop() {
            self.is_due = false;
            self.is_running = false;
        }
    }

    /// Runs one command or continues it, and subtracts the cost from `left`.
    pub fn step(
        &mut self,
        server: &mut Server,
        connection: ConnectionId,
        now_ms: i64,
        left: &mut u64,
    ) -> Called {
        if let Some(reply) = self.delivered.take() {
            return self.replied(reply);
        }
        if self.is_blocked {
            return Called::Blocked;
        }
        if self.is_running && server.running() == Some(connection) {
            let slice = (*left).min(UNITS_A_SLICE);
            match server.advance(slice) {
                Advance::Done(reply) => return self.replied(reply),
                Advance::Working(_) => {
                    *left -= slice;
                    return Called::Working;
                }
                Advance::Waiting => return self.block(),
                Advance::Idle => {}
            }
        }
        if !self.is_due && !self.read() {
            return Called::End(!self.is_stopped);
        }
        self.lacking = server.lacks(connection, self.argv());
        if let Some(part) = self.lacking {
            return Called::Lacking(part);
        }
        let bytes: usize = self.argv().iter().map(Vec::len).sum();
        *left = left.saturating_sub(UNITS_A_COMMAND + (bytes / BYTES_A_UNIT) as u64);
        match server.begin(connection, now_ms, self.argv()) {
            Begun::Done(reply) => self.replied(reply),
            Begun::Running => {
                self.is_running = true;
                Called::Working
            }
            Begun::Waiting => self.block(),
            Begun::Busy => Called::Waiting,
        }
    }

    fn block(&mut self) -> Called {
        self.is_blocked = true;
        Called::Blocked
    }

    /// The reply to a command that waited for a key has come.
    pub fn deliver(&mut self, reply: Reply) {
        if std::mem::take(&mut self.is_blocked) {
            self.delivered = Some(reply);
        }
    }

    fn replied(&mut self, reply: Reply) -> Called {
        self.is_due = false;
        self.is_running = false;
        Called::Reply(reply)
    }

    /// Reads the next command; returns whether there is one.
    fn read(&mut self) -> bool {
        let Some(rest) = self.text.get(self.at..) else {
            return false;
        };
        let end = rest.iter().position(|byte| *byte == COMMAND_END);
        let command = end.map_or(rest, |end| rest.split_at(end).0);
        self.at += command.len() + 1;
        (self.words, self.is_due) = (0, true);
        for word in command.split(|byte| *byte == WORD_END) {
            if self.argv.len() == self.words {
                self.argv.push(Vec::new());
            }
            if let Some(place) = self.argv.get_mut(self.words) {
                place.clear();
                match word {
                    [HEX, digits @ ..] => place.extend(decoded(digits)),
                    _ => place.extend_from_slice(word),
                }
            }
            self.words += 1;
        }
        true
    }
}

/// The bytes that pairs of hexadecimal digits stand for.
fn decoded(digits: &[u8]) -> impl Iterator<Item = u8> {
    let value = |digit: &u8| match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => 0,
    };
    digits
        .chunks(2)
        .map(move |pair| pair.iter().fold(0, |byte, digit| byte << 4 | value(digit)))
}
