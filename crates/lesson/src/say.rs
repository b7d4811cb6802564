//! Challenges, links, exports and what is around lessons: `locales/en/challenges.ftl` and its like.

#![expect(
    unreachable_pub,
    reason = "what is made of messages is `pub` in every crate"
)]

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/challenges.rs"));
