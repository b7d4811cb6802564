//! The questions of the other parts of the wasm to [`Part::Help`] about commands.

use crate::catalogue::arguments;
use crate::catalogue::command::Command;
use crate::catalogue::info;
use crate::catalogue::keys::{KeyWord, keys};
use base::part::{Part, late};

/// The functions of [`Part::Help`].
pub struct Help {
    /// A command's arguments, as help shows them.
    pub syntax: fn(&Command) -> String,
    /// A command's categories of access control: a bit for each of [`info::CATEGORIES`].
    pub categories: fn(&Command) -> u32,
    /// COMMAND's hints to clients and proxies.
    pub tips: fn(&Command) -> &'static str,
    /// The keys in a line of a command, which begins with its name.
    pub keys: for<'a> fn(&Command, &'a [Vec<u8>]) -> Vec<KeyWord<'a>>,
}

late! {
    /// Only where [`Part::Help`] is.
    "help" "0d94e7a2c8b35f16d07b2e49a3f81c65" pub fn help() -> &'static Help = all_help
}

fn all_help() -> &'static Help {
    static HELP: Help = Help {
        categories: info::category_bits,
        tips: Command::own_tips,
        syntax: |command| arguments::syntax(&command.arguments()),
        keys,
    };
    &HELP
}

impl Command {
    /// The arguments, as help shows them; empty as long as [`Part::Help`] has not come.
    pub fn syntax(&self) -> String {
        match Part::Help.is_here() {
            true => (help().syntax)(self),
            false => String::new(),
        }
    }

    /// COMMAND's hints to clients and proxies, separated by spaces; empty as long as [`Part::Help`] has not come.
    pub fn tips(&self) -> &'static str {
        match Part::Help.is_here() {
            true => (help().tips)(self),
            false => "",
        }
    }
}
