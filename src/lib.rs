//! A `redis>` prompt and an animated timeline of the SETNX lock, run by a keyspace inside the page.
//!
//! ```
//! use setnx_playground::text::{Lang, Text};
//!
//! let held = Text { en: "held", zh: "已持有" };
//! assert_eq!(held.get(Lang::ZhHans), "已持有");
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

pub mod cli;
#[cfg(feature = "page")]
pub mod embed;
pub mod keyspace;
pub mod lesson;
pub mod lock;
pub mod sim;
pub mod text;
#[cfg(feature = "page")]
pub mod ui;
