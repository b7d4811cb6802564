//! The search over all schedules: the shortest one that breaks a property, or a verdict with its bounds. No words.
//!
//! The transitions are the engine's: a pair of what is shared and what one client has is joined to a world and moved by
//! [`World::apply`](sim::World::apply) once, and looked up from then on. A state is a word of the numbers of its
//! parts. Timestamps are relative to the present, so that time has no end and the states still do. Clients that run one program may be
//! exchanged, and so may servers that are asked alike.
//!
//! ```
//! use setnx_check::{Progress, Question, Search, Verdict};
//! use lock::Algorithm;
//! use sim::{Property, Setup};
//!
//! let question = Question::new(Setup::new(Algorithm::SetnxDel, 3), Property::TwoLeases);
//! let mut search = Search::new(question);
//! let verdict = loop {
//!     if let Progress::Done(verdict) = search.advance(1_000) {
//!         break verdict;
//!     }
//! };
//! let Verdict::Broken(found, _) = verdict else {
//!     panic!("the DEL race is there");
//! };
//! assert_eq!(found.schedule.moves.len(), 8);
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

mod assumption;
mod cell;
mod explore;
mod growth;
mod matrix;
mod numbering;
mod question;
mod raised;
mod reductions;
mod states;
pub mod survival;
mod verdict;

pub use assumption::{Allowed, Assumption};
pub use cell::TableCell;
pub use explore::search::{Progress, Search};
pub use growth::{Cause, Growth};
pub use matrix::{MatrixColumn, MatrixRow, Release};
pub use question::{Asked, Question};
pub use verdict::{Answer, Answered, Bounds, Discovery, Instants, Open, Times, Verdict};
