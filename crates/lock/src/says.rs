//! Every message and hint of the parser: `locales/LANGUAGE/lock.ftl`. `{word}` is what it is about.

use base::text::Text;

include!(concat!(env!("OUT_DIR"), "/lock.rs"));
