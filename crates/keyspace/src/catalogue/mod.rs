//! What is known about commands: their records, packed into one table, and what COMMAND and help tell from it.

pub mod arguments;
pub mod command;
pub mod docs;
pub mod facts;
pub mod help;
pub mod info;
pub mod keys;
pub mod left_out;
pub mod mode;
pub mod pack;
pub mod record;

/// The summaries of commands: `commands.ftl` of each language.
mod summaries {
    use base::text::Text;

    include!(concat!(env!("OUT_DIR"), "/commands.rs"));
}
