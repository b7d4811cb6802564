//! The sentences and labels: `locales/en/tell.ftl` and its like.

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/tell.rs"));
