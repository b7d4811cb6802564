//! Every message and hint of the parser: `locales/en/lock.ftl` and its like. `{word}` is what it is about.

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/lock.rs"));
