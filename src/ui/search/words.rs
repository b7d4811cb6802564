//! The words of the panel that asks the search: `locales/en/search.ftl` and its like.

use base::text::Text;

include!(concat!(env!("OUT_DIR"), "/search.rs"));
