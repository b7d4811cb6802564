//! A client: its program, its current line, its registers, belief and lease. `interpreter` runs the lines.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::request::Request;
use super::world::MessageId;
use crate::keyspace::ConnectionId;
use crate::lock::{Program, Value};

/// How many clients a world has at most.
pub const CLIENTS_MAX: usize = 9;

/// The name of a client: C1, C2 ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub u8);

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "C{}", self.0)
    }
}

/// The time for which a client may hold the lock, by its own statement. A client has one from when it enters until it
/// leaves or stops: so long it believes that it holds the lock. Whether it is right is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The end on the client's own clock, in Unix milliseconds: at this moment it is over.
    pub until_ms: i64,
}

/// The state of a client: running, asleep, or ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClientState {
    /// It can be stepped.
    Running,
    /// It waits or works until its own clock shows this second.
    Asleep {
        /// In Unix seconds, by the client's clock.
        until_s: i64,
    },
    /// It stopped for good, wherever it stood.
    Crashed,
    /// It has run its program to the end.
    Finished,
    /// It ended its program without the lock.
    GaveUp,
    /// It stopped on an error.
    Failed(Fault),
}

/// Why a client stopped by itself, and on which line of its program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A number is needed, and this is none.
    NotNumber(u32, Value),
    /// A result is outside 64 bits.
    Overflow(u32),
    /// It runs in a circle and sends nothing.
    Circle(u32),
    /// The server refused the command, in these words.
    Refused(u32, String),
}

/// The command that a client is busy with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Errand {
    /// Nothing: its next part is Read.
    None,
    /// A command that was computed and not sent yet: next is Send.
    Ready(Arc<Request>),
    /// A command that was sent: next is Execute, or Receive once the server has replied.
    Awaiting(MessageId),
}

/// How far a client is with its next command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandStage<'a> {
    /// It has read nothing for it yet: next is *Read*.
    Idle,
    /// It has read its clock and computed this: next is *Send*.
    Ready(&'a Request),
    /// It has sent it by this name: next is *Execute*, and *Receive* once that is done.
    Awaiting(MessageId),
}

/// The clock that a client reads, and the setting that its program may name.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The true time, in Unix milliseconds.
    pub now_ms: i64,
    /// In seconds.
    pub lease_s: i64,
}

/// A client of the lock.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Client {
    pub(super) id: ClientId,
    pub(super) program: Arc<Program>,
    /// The index of the next op. While it sleeps, the op that it sleeps in.
    pub(super) at: usize,
    /// Whether it has been stepped at all.
    pub(super) has_begun: bool,
    pub(super) registers: Vec<Value>,
    pub(super) reply: Value,
    /// The second on its clock when it computed its last request, if its program names `sent`; else 0.
    pub(super) sent_s: i64,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub(super) skew_ms: i64,
    pub(super) state: ClientState,
    pub(super) lease: Option<Lease>,
    pub(super) errand: Errand,
    /// Whether the reader has paused it.
    pub(super) is_paused: bool,
    /// How many writes of the store it knows of: those before it got in, and those that an answer of the store told it of.
    pub(super) knows_version: u32,
    pub(super) connections: Connections,
}

/// A client's connections, one a server, in the order of the servers. Their numbers mean nothing: all are equal.
#[derive(Clone)]
pub(super) struct Connections(pub Vec<ConnectionId>);

impl PartialEq for Connections {
    fn eq(&self, _: &Connections) -> bool {
        true
    }
}

impl Eq for Connections {}

impl Hash for Connections {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Client {
    pub(super) fn new(
        id: ClientId,
        program: Arc<Program>,
        connections: Vec<ConnectionId>,
    ) -> Client {
        Client {
            id,
            registers: vec![Value::Nil; program.registers().len()],
            program,
            at: 0,
            has_begun: false,
            reply: Value::Nil,
            sent_s: 0,
            skew_ms: 0,
            state: ClientState::Running,
            lease: None,
            errand: Errand::None,
            is_paused: false,
            knows_version: 0,
            connections: Connections(connections),
        }
    }

    /// Its name.
    pub fn id(&self) -> ClientId {
        self.id
    }

    /// Its program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The line of its program that it stands on, from 1: the next to run, or the one that it waits or works in.
    pub fn line(&self) -> u32 {
        self.program.line(self.at)
    }

    /// Its state.
    pub fn state(&self) -> &ClientState {
        &self.state
    }

    /// Its registers, in the order in which the program names them. What was never assigned is nil.
    pub fn registers(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.program.registers().iter().map(String::as_str);
        names.zip(&self.registers)
    }

    /// The last reply, as its program sees it.
    pub fn reply(&self) -> &Value {
        &self.reply
    }

    /// The time on its own clock at the true time `now_ms`, in whole seconds.
    pub fn clock_s(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(self.skew_ms).div_euclid(1000)
    }

    /// How far its clock is ahead of the true time, in milliseconds.
    pub fn skew_ms(&self) -> i64 {
        self.skew_ms
    }

    /// Whether it believes that it holds the lock.
    pub fn believes(&self) -> bool {
        self.lease.is_some()
    }

    /// The lease that it has stated, even if it is over; `None` when it has left, or never entered.
    pub fn lease(&self) -> Option<Lease> {
        self.lease
    }

    /// The true time at which its clock will show `own_ms`, if nobody sets it.
    pub fn true_ms(&self, own_ms: i64) -> i64 {
        own_ms.saturating_sub(self.skew_ms)
    }

    /// Whether the reader has paused it.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// How far it is with its next command.
    pub fn stage(&self) -> CommandStage<'_> {
        match &self.errand {
            Errand::None => CommandStage::Idle,
            Errand::Ready(request) => CommandStage::Ready(request),
            Errand::Awaiting(message) => CommandStage::Awaiting(*message),
        }
    }

    /// Restarts the client with empty registers. It keeps its clock.
    pub(super) fn restart(&mut self, connections: Vec<ConnectionId>) {
        let program = Arc::clone(&self.program);
        *self = Client {
            skew_ms: self.skew_ms,
            ..Client::new(self.id, program, connections)
        };
    }

    /// Stops the client. Messages that it has sent stay in transit.
    pub(super) fn crash(&mut self) {
        self.state = ClientState::Crashed;
        self.lease = None;
        self.is_paused = false;
        self.errand = Errand::None;
    }

    pub(super) fn fail(&mut self, fault: Fault) {
        self.state = ClientState::Failed(fault);
        self.lease = None;
        self.errand = Errand::None;
    }
}
