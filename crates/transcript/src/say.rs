//! Why a reply that differs is not called wrong: `locales/en/transcript.ftl` and its like.

#![expect(
    unreachable_pub,
    reason = "what is made of messages is `pub` in every crate"
)]

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/transcript.rs"));
