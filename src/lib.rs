//! A `redis>` prompt and an animated timeline of the SETNX lock, run by a keyspace inside the page.
//!
//! # A tour
//!
//! - [`keyspace::Server::execute`] answers a command as redis-server does, without a socket or a clock.
//! - [`cli::Session`] is a redis-cli prompt on such a server.
//! - [`transcript::Checker`] compares a printed transcript with the replies actually produced.
//! - [`lock::Program`] is a lock algorithm, in a small language whose command lines are Redis commands.
//! - [`sim::World`] has servers and clients that run such programs; [`sim::World::apply`] makes one move.
//! - [`check::Search`] looks through every schedule for the shortest that breaks a property.
//! - [`tell::narrate`] says in words what a move did; [`tell`] has every such sentence, in every language.
//! - [`lesson::Lesson`] is a schedule of moves with a sentence for each; [`lesson::Play`] is a reader's own.
//! - `ui` and `embed` show all this in a page. They need the feature `page`; everything else builds without a browser.
//!
//! ARCHITECTURE.md shows which module may import which, and the rules that hold in all of them.
//!
//! # An example
//!
//! A holder crashes, and SETNX alone never lets anybody in again: the first lesson, played by hand.
//!
//! ```
//! use setnx_playground::keyspace::Reply;
//! use setnx_playground::lock::Algorithm;
//! use setnx_playground::sim::{ClientId, Move, Run, World};
//!
//! let (c1, c2) = (ClientId(1), ClientId(2));
//! let program = std::sync::Arc::new(Algorithm::Setnx.program());
//! let mut run = Run::new(World::new(100_000, 10, &[(c1, program.clone()), (c2, program)]));
//!
//! assert_eq!(run.push(Move::Step(c1))?.entered(), [c1]);
//! run.push(Move::Crash(c1))?;
//! run.push(Move::Tick(3_600_000))?;
//! let refused = run.push(Move::Step(c2))?;
//! assert_eq!(refused.reply, Some(Reply::Int(0)));
//! assert_eq!(run.last().deadlock().map(|deadlock| deadlock.who), Some(vec![c2]));
//! # Ok::<(), setnx_playground::sim::NotEnabled>(())
//! ```

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

pub use base::{part, text};
pub use {check, cli, keyspace, lesson, lock, lua, sim, tell, transcript};

#[cfg(feature = "page")]
pub mod ui;

#[cfg(feature = "page")]
pub mod embed;
