//! The moves of a schedule, and why one cannot be made. `step` and `world` carry them out.

use std::sync::Arc;

use super::client::{Client, ClientId, ClientState, Errand, Fault};
use super::world::{Message, MessageId, World};

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
    /// The reader sends a command of their own to the first server, as it would be typed at the prompt.
    Type(Arc<str>),
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
    /// The client whose move it is; `None` for time and for the reader's own commands.
    pub fn client(&self) -> Option<ClientId> {
        match self {
            Move::Step(id)
            | Move::Read(id)
            | Move::Send(id)
            | Move::Crash(id)
            | Move::Restart(id)
            | Move::Pause(id)
            | Move::Resume(id)
            | Move::Skew(id, _) => Some(*id),
            Move::Execute(message) | Move::Receive(message) => Some(message.client),
            Move::Tick(_) | Move::Type(_) => None,
        }
    }
}

impl World {
    /// Whether a move can be made now, and if not, why. A typed command is tried on a copy.
    pub fn can(&self, mv: &Move) -> Result<(), NotEnabled> {
        match mv {
            Move::Step(id) => self.awake(*id).map(|_| ()),
            Move::Read(id) => match self.awake(*id)?.errand {
                Errand::None => Ok(()),
                Errand::Ready(_) => Err(NotEnabled::HasComputed(*id)),
                Errand::Awaiting(_) => Err(NotEnabled::AwaitsReply(*id)),
            },
            Move::Send(id) => match self.awake(*id)?.errand {
                Errand::None => Err(NotEnabled::HasNotComputed(*id)),
                Errand::Ready(_) => Ok(()),
                Errand::Awaiting(_) => Err(NotEnabled::AwaitsReply(*id)),
            },
            Move::Execute(message) => match self.message(*message) {
                Some(Message::Request(..)) => Ok(()),
                Some(Message::Reply(..)) => Err(NotEnabled::AlreadyExecuted(message.client)),
                None => Err(self.nothing_sent(message.client)),
            },
            Move::Receive(message) => {
                self.awake(message.client)?;
                match self.message(*message) {
                    Some(Message::Reply(..)) => Ok(()),
                    Some(Message::Request(..)) => Err(NotEnabled::NotExecuted(message.client)),
                    None => Err(self.nothing_sent(message.client)),
                }
            }
            Move::Crash(id) => self.alive(*id).map(|_| ()),
            Move::Restart(id) => match self.alive(*id) {
                Err(NotEnabled::NoClient(id)) => Err(NotEnabled::NoClient(id)),
                Err(_) => Ok(()),
                Ok(_) => Err(NotEnabled::Runs(*id)),
            },
            Move::Pause(id) => match self.alive(*id)?.is_paused {
                true => Err(NotEnabled::Paused(*id)),
                false => Ok(()),
            },
            Move::Resume(id) => match self.alive(*id)?.is_paused {
                true => Ok(()),
                false => Err(NotEnabled::NotPaused(*id)),
            },
            Move::Skew(id, ms) => match self.alive(*id)?.skew_ms {
                _ if !(-SKEW_MS_MAX..=SKEW_MS_MAX).contains(ms) => Err(NotEnabled::SkewTooLarge),
                same if same == *ms => Err(NotEnabled::SameClock(*id)),
                _ => Ok(()),
            },
            Move::Tick(ms) if *ms <= 0 => Err(NotEnabled::NoTime),
            Move::Tick(ms) => match *ms <= super::TIME_MS_MAX.saturating_sub(self.now_ms()) {
                true => Ok(()),
                false => Err(NotEnabled::EndOfTime),
            },
            Move::Type(line) => self.typed(line).map(|_| ()),
        }
    }

    /// The client, if it has not ended.
    fn alive(&self, id: ClientId) -> Result<&Client, NotEnabled> {
        let client = self.client(id).ok_or(NotEnabled::NoClient(id))?;
        match client.state {
            ClientState::Running | ClientState::Asleep { .. } => Ok(client),
            ClientState::Crashed => Err(NotEnabled::Crashed(id)),
            ClientState::Finished => Err(NotEnabled::Finished(id)),
            ClientState::GaveUp => Err(NotEnabled::GaveUp(id)),
            ClientState::Failed(ref fault) => Err(NotEnabled::Failed(id, fault.clone())),
        }
    }

    /// The client, if it can move now.
    fn awake(&self, id: ClientId) -> Result<&Client, NotEnabled> {
        let client = self.alive(id)?;
        match client.state {
            _ if client.is_paused => Err(NotEnabled::Paused(id)),
            ClientState::Asleep { until_s } if client.clock_s(self.now_ms()) < until_s => {
                Err(match client.believes() {
                    true => NotEnabled::Works(id, until_s),
                    false => NotEnabled::Waits(id, until_s),
                })
            }
            _ => Ok(client),
        }
    }

    /// Why no message of that client is in transit.
    fn nothing_sent(&self, id: ClientId) -> NotEnabled {
        match self.client(id) {
            Some(_) => NotEnabled::NothingSent(id),
            None => NotEnabled::NoClient(id),
        }
    }
}
