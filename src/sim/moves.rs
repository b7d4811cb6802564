//! The moves of a schedule, and why one cannot be made. What a move does is in `step` and `world`.

use super::client::{ClientId, Fault, State};
use super::notation::seconds;
use super::run::MOVES_MAX;
use super::status;
use super::world::World;
use crate::text::{Phrase, Text};

/// One move of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The client finishes one command: it reads its clock, sends, the server executes, and the reply is acted on.
    Step(ClientId),
    /// The client stops for good.
    Crash(ClientId),
    /// True time goes on by so many milliseconds.
    Tick(i64),
}

/// Why a move cannot be made. The world is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEnabled {
    /// There is no such client.
    NoClient(ClientId),
    /// It crashed, at this Unix millisecond.
    Crashed(ClientId, i64),
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
    /// Time goes on by at least a millisecond.
    NoTime,
    /// Time does not go on past the end of the calendar.
    EndOfTime,
    /// The schedule has as many moves as it can.
    ScheduleFull,
}

impl NotEnabled {
    /// The reason in words, for the control that makes the move.
    pub fn phrase(&self) -> Phrase {
        match self {
            NotEnabled::NoClient(id) => with(
                *id,
                Text {
                    en: "there is no {client}",
                    zh: "没有 {client}",
                },
            ),
            NotEnabled::Crashed(id, at_ms) => Phrase::new(
                Text {
                    en: "{client} crashed at t = {time}",
                    zh: "{client} 已在 t = {time} 时崩溃",
                },
                vec![("client", id.to_string()), ("time", seconds(*at_ms))],
            ),
            NotEnabled::Waits(id, until_s) => Phrase::new(
                Text {
                    en: "{client} sleeps until {time}",
                    zh: "{client} 休眠到 {time}",
                },
                vec![("client", id.to_string()), ("time", until_s.to_string())],
            ),
            NotEnabled::Works(id, until_s) => Phrase::new(
                Text {
                    en: "{client} works until {time}",
                    zh: "{client} 要工作到 {time}",
                },
                vec![("client", id.to_string()), ("time", until_s.to_string())],
            ),
            NotEnabled::Finished(id) => with(
                *id,
                Text {
                    en: "{client} has finished",
                    zh: "{client} 已经结束",
                },
            ),
            NotEnabled::GaveUp(id) => with(
                *id,
                Text {
                    en: "{client} has given up",
                    zh: "{client} 已经放弃",
                },
            ),
            NotEnabled::Failed(id, fault) => status::fault(Some(*id), fault),
            NotEnabled::NoTime => Phrase::from(Text {
                en: "time goes on by at least a millisecond",
                zh: "时间至少要前进一毫秒",
            }),
            NotEnabled::EndOfTime => Phrase::from(Text {
                en: "the clock is at its end",
                zh: "时钟已经走到尽头",
            }),
            NotEnabled::ScheduleFull => Phrase::new(
                Text {
                    en: "a schedule has {limit} moves at most",
                    zh: "一个调度最多有 {limit} 步",
                },
                vec![("limit", MOVES_MAX.to_string())],
            ),
        }
    }
}

fn with(id: ClientId, text: Text) -> Phrase {
    Phrase::new(text, vec![("client", id.to_string())])
}

impl World {
    /// Whether a move can be made now, and if not, why.
    pub fn can(&self, mv: Move) -> Result<(), NotEnabled> {
        match mv {
            Move::Step(id) => self.can_step(id),
            Move::Crash(id) => match self.can_step(id) {
                Err(NotEnabled::Waits(..) | NotEnabled::Works(..)) => Ok(()),
                other => other,
            },
            Move::Tick(ms) if ms <= 0 => Err(NotEnabled::NoTime),
            Move::Tick(ms) => match ms <= super::TIME_MS_MAX.saturating_sub(self.now_ms()) {
                true => Ok(()),
                false => Err(NotEnabled::EndOfTime),
            },
        }
    }

    fn can_step(&self, id: ClientId) -> Result<(), NotEnabled> {
        let client = self.client(id).ok_or(NotEnabled::NoClient(id))?;
        match *client.state() {
            State::Running => Ok(()),
            State::Asleep { until_s } if client.clock_s(self.now_ms()) >= until_s => Ok(()),
            State::Asleep { until_s } if client.believes => Err(NotEnabled::Works(id, until_s)),
            State::Asleep { until_s } => Err(NotEnabled::Waits(id, until_s)),
            State::Crashed { at_ms } => Err(NotEnabled::Crashed(id, at_ms)),
            State::Finished => Err(NotEnabled::Finished(id)),
            State::GaveUp => Err(NotEnabled::GaveUp(id)),
            State::Failed(ref fault) => Err(NotEnabled::Failed(id, fault.clone())),
        }
    }
}
