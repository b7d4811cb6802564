//! A client: its program, its current line, its registers, belief and lease. `interpreter` runs the lines.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::id::{ClientId, MessageId};
use super::property::held_idle;
use super::request::Request;
use keyspace::ConnectionId;
use lock::{OpKind, Program, Section, Value};

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
    /// Requests that were computed and not sent yet, at least one: next is Send.
    Ready(Vec<Arc<Request>>, Deadline),
    /// Requests that were sent: next is Execute, or Receive once a server has replied.
    Awaiting(Awaited),
}

/// When a client stops waiting for replies, in seconds of its own clock; `None` waits as long as it takes.
pub(super) type Deadline = Option<i64>;

/// The replies that a client waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Awaited {
    /// The messages without an answer so far.
    pub messages: Vec<MessageId>,
    pub deadline_s: Deadline,
    /// Whether several were asked: then there is no one reply.
    pub are_several: bool,
    pub answers: u8,
    pub yes: u8,
}

/// A second thread of a client's program. It takes turns with the first: where it stands is exchanged with where that
/// stands while it runs.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub at: usize,
    pub reply: Value,
    pub sent_s: i64,
    pub answers: u8,
    pub yes: u8,
    pub state: ClientState,
    pub errand: Errand,
}

/// How far a client is with its next command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandStage<'a> {
    /// It has read nothing for it yet: next is *Read*.
    Idle,
    /// It has read its clock and computed this: next is *Send*.
    Ready(&'a Request),
    /// It has sent it by this name: next is *Execute*, and *Receive* once that is done. Of several the first.
    Awaiting(MessageId),
    /// It waits, and nothing is awaited any more.
    Unanswered,
}

/// The clock that a client reads, and the setting that its program may name.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The true time, in Unix milliseconds.
    pub now_ms: i64,
    /// In seconds.
    pub lease_s: i64,
    /// How many servers a lock is taken on.
    pub servers: u8,
    /// The index of the one that takes the writes of requests that name none.
    pub primary: u8,
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
    /// How far its machine's clock is ahead of the true time, in milliseconds.
    pub(super) skew_ms: i64,
    pub(super) state: ClientState,
    pub(super) lease: Option<Lease>,
    pub(super) errand: Errand,
    /// How many servers replied to its last request, and how many of them said yes.
    pub(super) answers: u8,
    pub(super) yes: u8,
    /// Which attempt this is, from 0, if its program names the token of one; else 0.
    pub(super) attempt: u32,
    /// The other thread, while it holds the lock, if its program has two. While `is_meanwhile`, that is the first one.
    pub(super) thread: Option<Box<Thread>>,
    pub(super) is_meanwhile: bool,
    /// The true time at which it has held the lock too long without a word to the store; `None` when that is said, and
    /// for a program with one thread, which cannot prolong its lease.
    pub(super) idle_until_ms: Option<i64>,
    /// Whether it is on the other side of a network that has parted.
    pub(super) is_cut_off: bool,
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
            answers: 0,
            yes: 0,
            attempt: 0,
            thread: None,
            is_meanwhile: false,
            idle_until_ms: None,
            is_cut_off: false,
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

    /// Its registers, in the order in which the program names them. What was never assigned is nil. A client that has
    /// crashed has lost them.
    pub fn registers(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.program.registers().iter().map(String::as_str);
        let is_lost = self.state == ClientState::Crashed;
        names.zip(&self.registers).filter(move |_| !is_lost)
    }

    /// The last reply, as its program sees it.
    pub fn reply(&self) -> &Value {
        &self.reply
    }

    /// The time on the clock that its program reads at the true time `now_ms`, in whole seconds. A monotonic one shows the true
    /// time here; it may begin anywhere, since such a program shows its times to nobody.
    pub fn clock_s(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(self.read_skew_ms()).div_euclid(1000)
    }

    /// How far the clock that its program reads is ahead of the true time, in milliseconds.
    fn read_skew_ms(&self) -> i64 {
        match self.program.is_monotonic() {
            true => 0,
            false => self.skew_ms,
        }
    }

    /// How far the clock of its machine is ahead of the true time, in milliseconds.
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

    /// The true time at which the clock that its program reads will show `own_ms`, if nobody sets it.
    pub fn true_ms(&self, own_ms: i64) -> i64 {
        own_ms.saturating_sub(self.read_skew_ms())
    }

    /// The true time at which the lease that it has stated ends, if nobody sets its clock.
    pub(super) fn lease_end_ms(&self) -> Option<i64> {
        self.lease.map(|lease| self.true_ms(lease.until_ms))
    }

    /// Whether it has held the lock too long without a word to the store when it is this time. Says so once.
    pub(super) fn is_idle_too_long(&mut self, now_ms: i64) -> bool {
        let is_due = held_idle::is_broken(now_ms, self.lease_end_ms(), self.idle_until_ms);
        if is_due {
            self.idle_until_ms = None;
        }
        is_due
    }

    /// Which attempt this is, from 0, if its program names the token of one; else 0.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Whether the reader has paused it.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// How far it is with its next command.
    pub fn stage(&self) -> CommandStage<'_> {
        match &self.errand {
            Errand::None => CommandStage::Idle,
            Errand::Ready(requests, _) => match requests.first() {
                Some(request) => CommandStage::Ready(request),
                None => CommandStage::Idle,
            },
            Errand::Awaiting(awaited) => match awaited.messages.first() {
                Some(message) => CommandStage::Awaiting(*message),
                None => CommandStage::Unanswered,
            },
        }
    }

    /// Whether it waits for replies of which none will come, while these messages are on their way.
    pub(super) fn awaits_none_of(&self, mut messages: impl Iterator<Item = MessageId>) -> bool {
        match &self.errand {
            Errand::Awaiting(awaited) => !messages.any(|one| awaited.messages.contains(&one)),
            Errand::None | Errand::Ready(..) => false,
        }
    }

    /// The number of the attempt that comes after this one.
    pub(super) fn next_attempt(&self) -> u32 {
        match self.program.names_token() {
            true => self.attempt.saturating_add(1),
            false => 0,
        }
    }

    /// Whether it has a second thread now.
    pub fn has_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// The line that its second thread stands on; `None` when it has none now.
    pub fn thread_line(&self) -> Option<u32> {
        self.thread
            .as_ref()
            .map(|thread| self.program.line(thread.at))
    }

    /// The second of its clock at which its second thread wakes; `None` when that does not sleep.
    pub fn thread_wakes_s(&self) -> Option<i64> {
        match self.thread.as_ref()?.state {
            ClientState::Asleep { until_s } => Some(until_s),
            _ => None,
        }
    }

    /// How many servers replied to its last request, and how many of them said yes.
    pub fn votes(&self) -> (u8, u8) {
        (self.answers, self.yes)
    }

    /// Whether it goes on without waiting for the other replies: a majority has said yes, or none can any more.
    pub(super) fn has_enough(&self, around: Surroundings, awaited: &Awaited) -> bool {
        let is_hasty = match self.program.op(self.at).map(|op| &op.kind) {
            Some(OpKind::Command(_, ask)) => ask.until_majority,
            _ => false,
        };
        let (enough, yes) = (usize::from(around.servers / 2), usize::from(awaited.yes));
        is_hasty && (yes > enough || yes + awaited.messages.len() <= enough)
    }

    /// The second of its clock at which it stops waiting for replies; `None` when it waits as long as it takes, or for
    /// nothing.
    pub fn deadline_s(&self) -> Option<i64> {
        match &self.errand {
            Errand::Awaiting(awaited) => awaited.deadline_s,
            Errand::None | Errand::Ready(..) => None,
        }
    }

    /// Lets the other thread run, or ends its turn.
    pub(super) fn change_threads(&mut self) {
        let Some(thread) = &mut self.thread else {
            return;
        };
        std::mem::swap(&mut self.at, &mut thread.at);
        std::mem::swap(&mut self.reply, &mut thread.reply);
        std::mem::swap(&mut self.sent_s, &mut thread.sent_s);
        std::mem::swap(&mut self.answers, &mut thread.answers);
        std::mem::swap(&mut self.yes, &mut thread.yes);
        std::mem::swap(&mut self.state, &mut thread.state);
        std::mem::swap(&mut self.errand, &mut thread.errand);
        self.is_meanwhile = !self.is_meanwhile;
    }

    /// Begins the second thread, if the program has one.
    pub(super) fn begin_thread(&mut self) {
        let begins = self.program.has_meanwhile();
        self.thread = begins.then(|| {
            Box::new(Thread {
                at: self.program.start(Section::Meanwhile),
                reply: Value::Nil,
                sent_s: self.sent_s,
                answers: 0,
                yes: 0,
                state: ClientState::Running,
                errand: Errand::None,
            })
        });
    }

    /// It is not the holder any more: its second thread has ended.
    pub(super) fn stop_holding(&mut self) {
        self.lease = None;
        self.idle_until_ms = None;
        if self.is_meanwhile {
            self.change_threads();
        }
        self.thread = None;
    }

    /// Whether one of its threads awaits the answer to this message.
    pub(super) fn awaits(&self, message: MessageId) -> bool {
        let is_in = |errand: &Errand| match errand {
            Errand::Awaiting(awaited) => awaited.messages.contains(&message),
            Errand::None | Errand::Ready(..) => false,
        };
        is_in(&self.errand) || self.is_awaited_by_thread(message)
    }

    /// Whether the thread that does not run now awaits the answer to this message.
    pub(super) fn is_awaited_by_thread(&self, message: MessageId) -> bool {
        let errand = self.thread.as_ref().map(|thread| &thread.errand);
        matches!(errand, Some(Errand::Awaiting(awaited)) if awaited.messages.contains(&message))
    }

    /// Restarts the client with empty registers. It keeps its clock.
    pub(super) fn restart(&mut self, connections: Vec<ConnectionId>) {
        let program = Arc::clone(&self.program);
        let attempt = self.next_attempt();
        *self = Client {
            skew_ms: self.skew_ms,
            is_cut_off: self.is_cut_off,
            attempt,
            ..Client::new(self.id, program, connections)
        };
    }

    /// Stops the client. Messages that it has sent stay in transit.
    pub(super) fn crash(&mut self) {
        self.stop_holding();
        self.state = ClientState::Crashed;
        self.is_paused = false;
        self.errand = Errand::None;
    }

    pub(super) fn fail(&mut self, fault: Fault) {
        self.stop_holding();
        self.state = ClientState::Failed(fault);
        self.errand = Errand::None;
    }
}
