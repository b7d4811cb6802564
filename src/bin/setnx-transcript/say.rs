//! What the tool says of a real server: `locales/en/tool.ftl` and its like.

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/tool.rs"));
