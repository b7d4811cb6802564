//! The simulator: a world of servers and clients, and the one function that moves it, [`World::apply`].
//!
//! Time is an argument, and there is no chance: a run is its start and its moves. What a move did is told to an
//! [`Observer`]: to nobody, or to an [`Outcome`]. Nothing here draws or narrates.
//!
//! ```
//! use lock::Algorithm;
//! use setnx_sim::{ClientId, Move, Run, World};
//!
//! let (c1, c2) = (ClientId(1), ClientId(2));
//! let program = std::sync::Arc::new(Algorithm::Getset.program());
//! let start = World::new(100_000, 10, &[(c1, program.clone()), (c2, program)]);
//!
//! let mut run = Run::new(start);
//! assert_eq!(run.push(Move::Step(c1))?.entered(), [c1]); // SETNX lock.foo 111 -> 1
//! assert!(run.push(Move::Step(c2))?.entered().is_empty()); // SETNX lock.foo 111 -> 0
//! assert!(run.push(Move::Step(c1)).is_err()); // C1 works until 103
//! assert_eq!(run.world(0).believers(), []); // stepping back is a shorter prefix
//! # Ok::<(), setnx_sim::NotEnabled>(())
//! ```
//!
//! Four facts differ: [`World::believes`] is a client's belief that it holds the lock, [`World::lease`] its lease while
//! that is valid by its own clock, [`World::recorded_owner`] the last writer of the key, and [`World::granted`] the
//! client to whom the server has granted it.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod apart;
mod attempt;
mod blocked;
mod client;
mod deadlock;
mod enabled;
mod grants;
mod host;
mod id;
mod interpreter;
mod ledger;
mod moves;
mod notation;
mod observer;
mod outcome;
mod possible;
mod property;
mod rename;
mod request;
mod run;
mod servers;
mod setup;
mod status;
mod step;
mod store;

mod world;

pub use apart::{Absent, Dealings, Local, Shared};
pub use attempt::Refusal;
pub use client::{Client, ClientState, CommandStage, Fault, Lease};
pub use deadlock::{Deadlock, DeadlockCause};
pub use host::{Memory, SERVER_BYTES_MAX, SERVERS_MAX, TIME_MS_MAX};
pub use id::{CLIENTS_MAX, ClientId, MessageId};
pub use interpreter::says_yes;
pub use moves::{CommandPart, Move, Node, NotEnabled, SKEW_MS_MAX, TYPED_BYTES_MAX, Target};
pub use notation::{full_command, seconds, short_command, value_text};
pub use observer::Observer;
pub use outcome::{Change, Outcome};
pub use possible::Choices;
pub use property::held_idle::HELD_LEASES_MAX;
pub use property::nobody_gets_in::ROUNDS_MAX;
pub use property::{Facts, Judgement, Property, Violation};
pub use rename::Rename;
pub use request::{Peer, Request, server_name};
pub use run::{MOVES_MAX, Run, Schedule, Stopped};
pub use setup::{ClientSetup, LEASE_S_MAX, Setup, VALUE_BYTES_MAX};
pub use status::Status;
pub use store::Store;
pub use world::World;
