//! The moves of a schedule, and why one cannot be made: `enabled` says that. `step` and `world` carry them out.

use std::sync::Arc;

use super::client::Fault;
use super::host::Memory;
use super::id::{ClientId, MessageId};
use base::part::Part;
use keyspace::{self, KeyspaceMode, words};

/// One move of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The client finishes one command: whichever of the four parts are outstanding, in their order.
    Step(ClientId),
    /// The client reads its clock, runs its lines up to the next command and computes that.
    Read(ClientId),
    /// The client sends the request that it has computed.
    Send(ClientId),
    /// The request arrives and is executed.
    Execute(MessageId),
    /// The reply arrives, and the client acts on it.
    Receive(MessageId),
    /// The client stops and loses its registers. Requests that it has sent stay in transit; their replies are lost.
    Crash(ClientId),
    /// A client that has stopped restarts at the first line of its program, with empty registers and the same clock.
    Restart(ClientId),
    /// The client is paused: it cannot move until it is resumed. Time and its lease go on.
    Pause(ClientId),
    /// The client is resumed.
    Resume(ClientId),
    /// The true time advances by so many milliseconds.
    Tick(i64),
    /// The client's clock is set to so many milliseconds ahead of the true time; behind it when negative.
    Skew(ClientId, i64),
    /// The client stops waiting for replies, and goes on with those that have come.
    TimeOut(ClientId),
    /// The second thread of the client finishes one command.
    Meanwhile(ClientId),
    /// A message is lost: a request, or the reply to one.
    Lose(MessageId),
    /// The server of this index fails. Requests on their way to it are lost.
    Fail(u8),
    /// A server that has failed starts again, with so much of what it held.
    Recover(u8, Memory),
    /// What the server holds is kept for [`Memory::Synced`].
    Sync(u8),
    /// The server's clock is set to so many milliseconds ahead of the true time; behind it when negative.
    SkewServer(u8, i64),
    /// The oldest write that a replica lacks reaches it.
    Replicate(u8),
    /// A replica takes the writes from now on, with what it has.
    Promote(u8),
    /// A client or a server is cut off from the others: it is on a side of its own with all that are cut off.
    CutOff(Node),
    /// It is on the side of the others again.
    Rejoin(Node),
    /// The reader sends a command of their own to the primary, as it would be typed at the prompt.
    Type(Arc<str>),
}

/// A part of a command: reading, sending, executing, receiving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandPart {
    /// The client read its clock and computed its command, or found that it has none to send.
    Read,
    /// The request left the client.
    Send,
    /// The server executed it.
    Execute,
    /// A reply reached the client.
    Receive,
    /// The client stopped waiting for replies.
    TimeOut,
}

/// A client or a server, on one side of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A client.
    Client(ClientId),
    /// A server, by its index.
    Server(u8),
}

/// Bytes of a typed command at most.
pub const TYPED_BYTES_MAX: usize = 1024;

/// How far a clock may be off, in milliseconds, either way: some thirty years.
pub const SKEW_MS_MAX: i64 = 1_000_000_000_000;

/// Why a move cannot be made. The world is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEnabled {
    /// There is no such client.
    NoClient(ClientId),
    /// It crashed.
    Crashed(ClientId),
    /// It waits until its clock shows this second.
    Waits(ClientId, i64),
    /// It works as the holder until its clock shows this second.
    Works(ClientId, i64),
    /// Its program is at its end.
    Finished(ClientId),
    /// It ended its program without the lock.
    GaveUp(ClientId),
    /// It stopped by itself.
    Failed(ClientId, Fault),
    /// It is paused.
    Paused(ClientId),
    /// It is not paused.
    NotPaused(ClientId),
    /// It still runs, so that it cannot be started again.
    Runs(ClientId),
    /// It has computed a command and not sent it yet.
    HasComputed(ClientId),
    /// It has not computed a command to send.
    HasNotComputed(ClientId),
    /// It waits for the reply to its request.
    AwaitsReply(ClientId),
    /// It has no message of that name in transit.
    NothingSent(ClientId),
    /// The server has executed the request; the reply is in transit.
    AlreadyExecuted(ClientId),
    /// The server has not executed the request yet.
    NotExecuted(ClientId),
    /// It still waits for replies, until its clock shows this second.
    StillWaits(ClientId, i64),
    /// It waits for a reply as long as it takes.
    WaitsForever(ClientId),
    /// It has no second thread now.
    NoThread(ClientId),
    /// Both are not on one side of the network.
    OtherSide(Node),
    /// It is cut off already.
    CutOff(Node),
    /// It is not cut off.
    NotCutOff(Node),
    /// There is no server of this index.
    NoServer(u8),
    /// The server is down.
    ServerDown(u8),
    /// The server still runs, so that it cannot be started again.
    ServerRuns(u8),
    /// The server holds what was last synced.
    AlreadySynced(u8),
    /// The server is no replica.
    NoReplica(u8),
    /// The replica has every write.
    NothingToReplicate(u8),
    /// The clock of the server shows that already.
    SameServerClock(u8),
    /// Its clock shows that already.
    SameClock(ClientId),
    /// The clock would be off by more than [`SKEW_MS_MAX`].
    SkewTooLarge,
    /// A typed line is no command: it is empty or too long, or a quote in it stays open.
    NoCommand,
    /// A typed command takes too long.
    TooMuchWork,
    /// Time must advance by at least a millisecond.
    NoTime,
    /// Time cannot advance past the end of the calendar.
    EndOfTime,
    /// The schedule has as many moves as it can.
    ScheduleFull,
    /// There are as many branches of it as there can be.
    BranchesFull(usize),
    /// The reader has typed as many commands as can be kept.
    TypedFull(usize),
}

impl Move {
    /// The part of the wasm that a typed command needs and that has not come.
    pub fn lacks(&self) -> Option<Part> {
        let Move::Type(line) = self else {
            return None;
        };
        let argv = words::split(line.as_bytes()).ok()?;
        keyspace::lacks(KeyspaceMode::default(), argv.iter().map(Vec::as_slice))
    }

    /// The client whose move it is; `None` for time, for a server's moves and for the reader's own commands.
    pub fn client(&self) -> Option<ClientId> {
        match self {
            Move::Step(id)
            | Move::Read(id)
            | Move::Send(id)
            | Move::Crash(id)
            | Move::Restart(id)
            | Move::Pause(id)
            | Move::Resume(id)
            | Move::TimeOut(id)
            | Move::Meanwhile(id)
            | Move::CutOff(Node::Client(id))
            | Move::Rejoin(Node::Client(id))
            | Move::Skew(id, _) => Some(*id),
            Move::Execute(message) | Move::Receive(message) | Move::Lose(message) => {
                Some(message.client)
            }
            Move::Fail(_)
            | Move::Recover(..)
            | Move::Sync(_)
            | Move::SkewServer(..)
            | Move::Replicate(_)
            | Move::Promote(_)
            | Move::CutOff(Node::Server(_))
            | Move::Rejoin(Node::Server(_))
            | Move::Tick(_)
            | Move::Type(_) => None,
        }
    }

    /// The server to which it happens, by its index; `None` for a move of a client, for time and for what is typed.
    pub fn server(&self) -> Option<u8> {
        match self {
            Move::Fail(place)
            | Move::Recover(place, _)
            | Move::Sync(place)
            | Move::SkewServer(place, _)
            | Move::Replicate(place)
            | Move::Promote(place)
            | Move::CutOff(Node::Server(place))
            | Move::Rejoin(Node::Server(place)) => Some(*place),
            _ => None,
        }
    }
}
