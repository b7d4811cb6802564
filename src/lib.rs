//! A `redis>` prompt and an animated timeline of the SETNX lock, run by a keyspace inside the page.
//!
//! # A tour
//!
//! From the ground up; a module imports only from those above it in this list (`tests/floors.rs` reads the imports).
//!
//! - [`text`]: a phrase in every language of the page.
//! - [`keyspace`]: what a Redis server does, without a socket or a clock. Begin at [`keyspace::Server::execute`].
//! - [`cli`]: what redis-cli does at a prompt. [`cli::Session`] is one.
//! - [`transcript`]: what a documentation page says that redis-cli printed, compared with what it prints.
//! - [`lock`]: lock algorithms, in a small language whose command lines *are* Redis commands.
//! - [`sim`]: servers and clients in one [`sim::World`], moved by one function, [`sim::World::apply`].
//! - [`lesson`]: what is told and played: lessons with a sentence for every move, branches, links, challenges.
//! - `ui` and `embed`: Yew components, and the islands of a page that they are shown in. They stand behind the feature
//!   `page`; all that is above builds and runs without a browser.
//!
//! # Five truths
//!
//! 1. **One transition function.** [`sim::World::apply`] is the only way in which anything on a timeline moves.
//! 2. **The schedule is the truth.** A [`sim::Run`] is a start and a list of moves; stepping back is a shorter list.
//! 3. **Time is an argument.** Below `ui` nothing reads a clock, chance, the document or storage.
//! 4. **Errors are values.** A bad command is a [`keyspace::Reply::Error`] in Redis' words, an impossible move a
//!    [`sim::NotEnabled`], a bad program a [`lock::Diagnostic`]. No path from a reader's input panics.
//! 5. **Everything has a limit**, and reaching one is an ordinary, explained answer.
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

pub mod text;

pub mod keyspace;

pub mod cli;
pub mod lock;

pub mod sim;
pub mod transcript;

pub mod lesson;

#[cfg(feature = "page")]
pub mod ui;

#[cfg(feature = "page")]
pub mod embed;
