//! The simulator: a world of servers and clients, and the one function that moves it, [`World::apply`].
//!
//! Time is an argument, and there is no chance: a run is its start and its moves. Nothing here draws or narrates.

mod client;
mod deadlock;
mod moves;
mod notation;
mod outcome;
mod property;
mod run;
mod status;
mod step;
mod world;

pub use client::{CLIENTS_MAX, Client, ClientId, Fault, Lease, State};
pub use moves::{Move, NotEnabled};
pub use notation::{full_command, seconds, short_command, value_text};
pub use outcome::{Arrow, Change, Outcome, Toward};
pub use property::Broken;
pub use run::{MOVES_MAX, Run, Schedule, Stopped};
pub use status::Status;
pub use world::{MessageId, TIME_MS_MAX, World};
