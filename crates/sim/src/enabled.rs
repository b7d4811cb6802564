//! Whether a move can be made now, and if not, why.

use super::client::{Client, ClientState, Errand};
use super::host::TIME_MS_MAX;
use super::id::{ClientId, MessageId};
use super::moves::{Move, Node, NotEnabled, SKEW_MS_MAX};
use super::request::Peer;
use super::world::{Message, World};

impl World {
    /// Whether a move can be made now, and if not, why. A typed command is tried on a copy.
    pub fn can(&self, mv: &Move) -> Result<(), NotEnabled> {
        match mv {
            Move::Step(id) => self.can_go_on(self.awake(*id)?),
            Move::Meanwhile(id) => self.can_meanwhile(*id),
            Move::TimeOut(id) => {
                let client = self.awake(*id)?;
                match (&client.errand, client.deadline_s()) {
                    (Errand::None | Errand::Ready(..), _) => Err(NotEnabled::NothingSent(*id)),
                    (Errand::Awaiting(_), None) => Err(NotEnabled::WaitsForever(*id)),
                    (Errand::Awaiting(_), Some(_)) if self.may_time_out(*id) => Ok(()),
                    (Errand::Awaiting(_), Some(until_s)) => {
                        Err(NotEnabled::StillWaits(*id, until_s))
                    }
                }
            }
            Move::Lose(message) => match self.unblocked(*message)? {
                Some(_) => Ok(()),
                None => Err(self.nothing_sent(message.client)),
            },
            Move::Fail(_)
            | Move::Recover(..)
            | Move::Sync(_)
            | Move::SkewServer(..)
            | Move::Replicate(_)
            | Move::Promote(_)
            | Move::CutOff(_)
            | Move::Rejoin(_) => self.can_server(mv),
            Move::Read(id) => match self.awake(*id)?.errand {
                Errand::None => Ok(()),
                Errand::Ready(..) => Err(NotEnabled::HasComputed(*id)),
                Errand::Awaiting(_) => Err(NotEnabled::AwaitsReply(*id)),
            },
            Move::Send(id) => match self.awake(*id)?.errand {
                Errand::None => Err(NotEnabled::HasNotComputed(*id)),
                Errand::Ready(..) => Ok(()),
                Errand::Awaiting(_) => Err(NotEnabled::AwaitsReply(*id)),
            },
            Move::Execute(message) => match self.unblocked(*message)? {
                Some(Message::Request(..)) => self.arrives(*message),
                Some(_) => Err(NotEnabled::AlreadyExecuted(message.client)),
                None => Err(self.nothing_sent(message.client)),
            },
            Move::Receive(message) => {
                self.listening(*message)?;
                match self.unblocked(*message)? {
                    Some(Message::Reply(..) | Message::Blocked) => self.arrives(*message),
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
            Move::Tick(ms) => match *ms <= TIME_MS_MAX.saturating_sub(self.now_ms()) {
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

    /// The client may listen to its second thread while the first works or waits.
    fn listening(&self, message: MessageId) -> Result<(), NotEnabled> {
        match self.client(message.client) {
            Some(client) if client.is_awaited_by_thread(message) => self.unpaused(message.client),
            _ => self.awake(message.client).map(|_| ()),
        }
    }

    fn unpaused(&self, id: ClientId) -> Result<(), NotEnabled> {
        match self.alive(id)?.is_paused {
            true => Err(NotEnabled::Paused(id)),
            false => Ok(()),
        }
    }

    /// Whether something can come of a step: a client that waits for replies may have to wait on.
    fn can_go_on(&self, client: &Client) -> Result<(), NotEnabled> {
        let Errand::Awaiting(awaited) = &client.errand else {
            return Ok(());
        };
        let id = client.id;
        let arrives = |message: &MessageId| self.can_arrive(*message);
        match awaited.deadline_s {
            _ if awaited.messages.iter().any(arrives) || self.may_time_out(id) => Ok(()),
            None if let Some(first) = awaited.messages.first() => {
                self.unblocked(*first).and(Err(NotEnabled::AwaitsReply(id)))
            }
            Some(until_s) => Err(NotEnabled::StillWaits(id, until_s)),
            None => Err(NotEnabled::AwaitsReply(id)),
        }
    }

    /// Whether the client's second thread can make a step.
    fn can_meanwhile(&self, id: ClientId) -> Result<(), NotEnabled> {
        self.unpaused(id)?;
        let client = self.alive(id)?;
        if !client.has_thread() {
            return Err(NotEnabled::NoThread(id));
        }
        let mut other = client.clone();
        other.change_threads();
        match other.state {
            ClientState::Asleep { until_s } if other.clock_s(self.now_ms()) < until_s => {
                Err(NotEnabled::Waits(id, until_s))
            }
            ClientState::Running | ClientState::Asleep { .. } => {
                let Errand::Awaiting(awaited) = &other.errand else {
                    return Ok(());
                };
                let mut messages = awaited.messages.iter();
                match messages.any(|message| self.can_arrive(*message)) {
                    true => Ok(()),
                    false => Err(NotEnabled::AwaitsReply(id)),
                }
            }
            _ => Err(NotEnabled::NoThread(id)),
        }
    }

    /// Whether a message that is on its way can arrive now.
    fn arrives(&self, message: MessageId) -> Result<(), NotEnabled> {
        match (self.can_arrive(message), message.peer) {
            (true, _) | (false, Peer::Store) => Ok(()),
            (false, Peer::Server(place)) => {
                if self.is_reachable(message) {
                    self.host_up(place).map(|_| ())
                } else {
                    Err(NotEnabled::OtherSide(Node::Server(place)))
                }
            }
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
