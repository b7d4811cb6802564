//! The functions of the keyspace that come with a part of the wasm: handlers of commands, and texts about commands.

use crate::keyspace::catalogue::arguments;
use crate::keyspace::catalogue::command::{Command, Run};
use crate::keyspace::catalogue::pack::{LATE_COMMANDS, LATE_HELP};
use crate::keyspace::commands::bitop::Combination;
use crate::keyspace::commands::lcs::Subsequence;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::call::Call;
use crate::keyspace::server::work::Budget;
use crate::part::{Part, late};

/// The functions of [`Part::Commands`].
pub struct Commands {
    runs: &'static [Run],
    /// Carries BITOP on.
    pub combine: fn(&mut Combination, &mut Call<'_>, &mut Budget) -> Option<Result<Reply, Error>>,
    /// Carries LCS on.
    pub compare: fn(&mut Subsequence, &mut Budget) -> Option<Result<Reply, Error>>,
}

/// The functions of [`Part::Help`].
pub struct Help {
    runs: &'static [Run],
    /// A command's arguments, as help shows them.
    pub syntax: fn(&Command) -> String,
}

late! {
    /// Only where [`Part::Commands`] is.
    "commands" "6b1f0c5d2a9e4783b4d1c06f7e528a31" pub fn commands() -> &'static Commands = all_commands
}

late! {
    /// Only where [`Part::Help`] is.
    "help" "0d94e7a2c8b35f16d07b2e49a3f81c65" pub fn help() -> &'static Help = all_help
}

fn all_commands() -> &'static Commands {
    static COMMANDS: Commands = Commands {
        runs: &LATE_COMMANDS,
        combine: Combination::advance,
        compare: Subsequence::advance,
    };
    &COMMANDS
}

fn all_help() -> &'static Help {
    static HELP: Help = Help {
        runs: &LATE_HELP,
        syntax: |command| arguments::syntax(&command.arguments()),
    };
    &HELP
}

/// The handler of a command; as an error, the part that has to be fetched before.
pub fn run_of(command: &Command) -> Result<Run, Part> {
    let Run::Late(part, place) = command.run else {
        return Ok(command.run);
    };
    if !part.is_here() {
        return Err(part);
    }
    let runs = match part {
        Part::Commands => commands().runs,
        _ => help().runs,
    };
    Ok(runs
        .get(usize::from(place))
        .copied()
        .unwrap_or(Run::Container))
}
