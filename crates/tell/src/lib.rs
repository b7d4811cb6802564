//! The sentences about what happens in a world, in every language. The facts are `sim`'s, which imports no text; a lesson's own
//! sentences are the lesson's, and are filled in here.
//!
//! - A move that was made: [`narrate()`] gives its sentence in [`Segment`]s. [`mod@line`] has the whole command and the words beside
//!   a program's current line, [`label`] those of buttons and marks.
//! - A move that cannot be made: [`refusal()`] says why. [`status()`] says what a client is doing, [`deadlock()`] why nobody can go on.
//! - A property: [`title()`], [`broken()`] with the clients that broke it. [`verdict`] has the words of a search, [`assumption()`] and
//!   [`assumptions()`] those of its bounds, and [`hazard`] those of the table of what a lock survives.
//! - [`names()`] and [`listed()`] join names as a language does, [`clauses()`] joins clauses.
//!
//! Nothing is computed here: each function takes the facts and a [`Lang`](base::text::Lang), or returns a [`Text`](base::text::Text) or
//! a [`Phrase`](base::text::Phrase) that has every language. No input is an error.
//!
//! ```
//! use base::text::Lang;
//! use sim::Property;
//!
//! assert_eq!(setnx_tell::title(Property::TwoLeases).get(Lang::En), "Two leases are valid at once");
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
mod deadlock;
mod general;
pub mod hazard;
pub mod label;
pub mod line;
mod names;
mod narrate;
mod property;
mod refusal;
mod reply;
mod say;
mod status;
pub mod verdict;

pub use assumption::{assumption, assumptions};
pub use deadlock::deadlock;
pub use names::{clauses, listed, names};
pub use narrate::{Segment, SegmentKind, narrate};
pub use property::{broken, title, title_of};
pub use refusal::refusal;
pub use reply::reply_text;
pub use say::YOU;
pub use status::status;
