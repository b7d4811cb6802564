//! The two things that every floor uses: parts of the wasm that are loaded later, and languages.
//!
//! - [`mod@part`] declares functions whose code is in a file of its own, with [`late!`](crate::part::late), and tells whether it has come. Its list of
//!   loaded parts is the one process-wide state below the page, and exists only in a build that is split.
//! - [`text`] has the languages and a [`Text`](text::Text) that exists in each of them.
//!
//! ```
//! use setnx_base::text::{Lang, Text};
//!
//! const HELD: Text = Text { en: "{client} holds the lock", zh: "{client} 持有锁", ..Text::same("") };
//! assert_eq!(HELD.with(Lang::En, "client", "C1".to_owned()), "C1 holds the lock");
//! assert_eq!(Lang::from_tag("zh-CN"), Some(Lang::ZhHans));
//! ```

#![warn(unreachable_pub)]
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

pub mod part;
pub mod text;
