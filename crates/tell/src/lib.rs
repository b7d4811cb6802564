//! Every sentence about a move, a refusal, a status, a property and a deadlock, in every language. The facts are `sim`'s,
//! which imports no text; a lesson's own sentences are its own, and are filled in here.

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
mod caption;
mod deadlock;
mod general;
pub mod label;
pub mod line;
mod names;
mod narrate;
mod property;
mod refusal;
mod reply;
mod status;
mod stretch;
pub mod verdict;

pub use assumption::{assumption, assumptions};
pub use caption::caption;
pub use deadlock::deadlock;
pub use names::{YOU, listed, names};
pub use narrate::{Segment, SegmentKind, narrate};
pub use property::{broken, broken_in_brief, title};
pub use refusal::refusal;
pub use reply::reply_text;
pub use status::status;
pub use stretch::{Stretch, stretch};
