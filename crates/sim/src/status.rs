//! The status of a client.

use super::client::{Client, ClientState, CommandStage, Fault};
use super::world::World;
use lock::Section;

/// The status of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has not begun.
    Ready,
    /// It tries to get the lock.
    Trying,
    /// It waits until its clock shows this second.
    Waiting(i64),
    /// The reader has paused it.
    Paused,
    /// It waits for the reply to its request.
    AwaitsReply,
    /// It believes that it holds the lock.
    Holds,
    /// It believes that it holds the lock, although its lease ended at this Unix millisecond.
    HoldsPastLease(i64),
    /// It releases the lock.
    Releasing,
    /// Its program is at its end.
    Finished,
    /// It ended its program without the lock.
    GaveUp,
    /// It crashed.
    Crashed,
    /// It stopped by itself.
    Failed(Fault),
}

impl Status {
    /// Which status a client of this world has.
    pub fn of(world: &World, client: &Client) -> Status {
        match *client.state() {
            ClientState::Crashed => Status::Crashed,
            ClientState::Finished => Status::Finished,
            ClientState::GaveUp => Status::GaveUp,
            ClientState::Failed(ref fault) => Status::Failed(fault.clone()),
            ClientState::Running | ClientState::Asleep { .. } if client.believes() => {
                match (client.lease, world.lease(client.id)) {
                    (Some(lease), None) => Status::HoldsPastLease(client.true_ms(lease.until_ms)),
                    _ => Status::Holds,
                }
            }
            _ if client.is_paused => Status::Paused,
            _ if matches!(client.stage(), CommandStage::Awaiting(_)) => Status::AwaitsReply,
            ClientState::Asleep { until_s } if until_s > client.clock_s(world.now_ms()) => {
                Status::Waiting(until_s)
            }
            ClientState::Running | ClientState::Asleep { .. } => {
                match client.program.section(client.at) {
                    Section::Release => Status::Releasing,
                    _ if !client.has_begun => Status::Ready,
                    _ => Status::Trying,
                }
            }
        }
    }
}
