//! Whether a connection's user may run a command, and the log of what was refused.

use crate::catalogue::command::{Command, Flags};
use crate::catalogue::help::help;
use crate::catalogue::keys;
use crate::number;
use crate::reply::Error;
use crate::server::Server;
use crate::server::access_log::Refused;
use crate::server::call::Call;
use crate::server::clients;
use crate::server::connection::USER;
use crate::server::parameters;
use crate::server::parts::Stage;
use crate::server::subscriptions::is_match;
use crate::server::users::{Selector, User, place_of};
use crate::server::work::Context;
use std::sync::Arc;

const NO_AUTH: Error = Error::fixed("NOAUTH Authentication required.");
const NO_KEY: Error =
    Error::fixed("NOPERM this user has no permissions to access one of the keys used as arguments");
const NO_CHANNEL: Error = Error::fixed(
    "NOPERM this user has no permissions to access one of the channels used as arguments",
);
/// Redis' words for a login that failed.
pub const WRONG_PASSWORD: Error =
    Error::fixed("WRONGPASS invalid username-password pair or user is disabled.");
/// Two refusals that are alike are one entry if they came within so many milliseconds.
const ALIKE_WITHIN_MS: u64 = 60_000;
/// Number of entries among which one that is alike is looked for.
const LOOKED_AT: usize = 10;
/// Most entries, whatever `acllog-max-len` says.
const ENTRIES_MAX: usize = 1000;

/// Why a user may not run a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Denial {
    Command,
    /// A key, the word at this place of the line.
    Key(usize),
    /// A channel.
    Channel(usize),
}

/// Whether a user may run a line of a command.
pub fn check(user: &User, command: &Command, line: &[Vec<u8>]) -> Result<(), Denial> {
    let mut denial = Denial::Command;
    for selector in &user.selectors {
        match check_selector(selector, command, line) {
            Ok(()) => return Ok(()),
            // The one that came furthest is told.
            Err(other) => denial = denial.max(other),
        }
    }
    Err(denial)
}

fn check_selector(selector: &Selector, command: &Command, line: &[Vec<u8>]) -> Result<(), Denial> {
    if !selector.has_all_commands && !command.flags.has(Flags::NO_AUTH) {
        let place = place_of(command);
        let is_word = |(of, own): &(usize, Vec<u8>)| {
            *of == place
                && line
                    .get(1)
                    .is_some_and(|word| word.eq_ignore_ascii_case(own))
        };
        if !selector.commands.has(place) && !selector.first_words.iter().any(is_word) {
            return Err(Denial::Command);
        }
    }
    if !selector.has_all_keys {
        for (key, access) in (help().keys)(command, line) {
            if !allows_key(selector, key, access) {
                let is_it = |word: &Vec<u8>| std::ptr::eq(word.as_slice(), key);
                return Err(Denial::Key(line.iter().position(is_it).unwrap_or_default()));
            }
        }
    }
    if !selector.has_all_channels {
        let (last, is_pattern) = match command.name() {
            "publish" | "spublish" => (2, false),
            "subscribe" | "ssubscribe" => (line.len(), false),
            "psubscribe" => (line.len(), true),
            _ => (0, false),
        };
        for (at, channel) in line.iter().enumerate().take(last).skip(1) {
            if !allows_channel(&selector.channels, channel, is_pattern) {
                return Err(Denial::Channel(at));
            }
        }
    }
    Ok(())
}

/// Whether a key may be used as a command uses it: `access` has the flags of COMMAND.
fn allows_key(selector: &Selector, key: &[u8], access: &str) -> bool {
    let does = |name: &str| keys::has_flag(access, name);
    let reads = does("access");
    let writes = does("insert") || does("update") || does("delete");
    let mut patterns = selector.keys.iter();
    patterns
        .any(|own| (own.reads || !reads) && (own.writes || !writes) && is_match(&own.pattern, key))
}

/// Whether a channel is among the allowed ones. A pattern to subscribe to has to stand there as it is.
pub fn allows_channel(allowed: &[Vec<u8>], channel: &[u8], is_pattern: bool) -> bool {
    let mut allowed = allowed.iter();
    allowed.any(|own| match is_pattern {
        true => own == channel,
        false => is_match(own, channel),
    })
}

impl Server {
    /// Refuses a command that its connection's user may not run; as long as there is the default user alone, none is.
    pub(crate) fn permit(
        &mut self,
        context: Context,
        command: &Command,
        line: &[Vec<u8>],
        stage: Stage,
    ) -> Result<(), Error> {
        match self.access.is_changed() {
            false => Ok(()),
            true => ((self.parts.commands)().permit)(self, context, command, line, stage),
        }
    }

    /// Whether a connection's user may run a line; nothing is logged.
    pub(crate) fn allows(&self, context: Context, command: &Command, line: &[Vec<u8>]) -> bool {
        match self.access.is_changed() {
            false => true,
            true => ((self.parts.commands)().allows)(self, context, command, line),
        }
    }
}

/// The same where there are users.
pub fn allows(server: &Server, context: Context, command: &Command, line: &[Vec<u8>]) -> bool {
    let Ok(connection) = server.connection(context.connection) else {
        return false;
    };
    let access = server.access.users();
    let user = access.user(connection.user());
    user.is_none_or(|user| check(user, command, line).is_ok())
}

/// The same where there are users.
pub fn permit(
    server: &mut Server,
    context: Context,
    command: &Command,
    line: &[Vec<u8>],
    stage: Stage,
) -> Result<(), Error> {
    let connection = server.connection(context.connection)?;
    let access = server.access.users();
    let is_stranger = access.asks_for_password && connection.is_stranger;
    if is_stranger && !command.flags.has(Flags::NO_AUTH) {
        return Err(NO_AUTH);
    }
    let name = connection.user();
    let Some(user) = access.user(name) else {
        return Ok(());
    };
    let Err(denial) = check(user, command, line) else {
        return Ok(());
    };
    let is_in_transaction = connection.transaction.is_some() || connection.executing.is_some();
    let word = |at: usize| line.get(at).cloned().unwrap_or_default();
    let (reason, object) = match denial {
        Denial::Command => ("command", command.full_name().into_bytes()),
        Denial::Key(at) => ("key", word(at)),
        Denial::Channel(at) => ("channel", word(at)),
    };
    let stage_name = match stage {
        Stage::Script => "lua",
        _ if is_in_transaction => "multi",
        _ => "toplevel",
    };
    note(server, context, reason, stage_name, object, &user.name);
    Err(refusal(denial, command, stage))
}

/// The words of a refusal.
fn refusal(denial: Denial, command: &Command, stage: Stage) -> Error {
    let (start, reason) = match stage {
        Stage::Sent => {
            return match denial {
                Denial::Command => args_quoted(command),
                Denial::Key(_) => NO_KEY,
                Denial::Channel(_) => NO_CHANNEL,
            };
        }
        Stage::Queued => (
            "NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC call. This command is no longer allowed for the following reason: ",
            match denial {
                Denial::Command => "no permission to execute the command or subcommand",
                Denial::Key(_) => "no permission to touch the specified keys",
                Denial::Channel(_) => {
                    "no permission to access one of the channels used as arguments"
                }
            },
        ),
        Stage::Script => (
            "ERR The user executing the script ",
            match denial {
                Denial::Command => "can't run this command or subcommand",
                Denial::Key(_) => {
                    "can't access at least one of the keys mentioned in the command arguments"
                }
                Denial::Channel(_) => "can't publish to the channel mentioned in the command",
            },
        ),
    };
    Error::quoting([start, reason].concat().into_bytes())
}

fn args_quoted(command: &Command) -> Error {
    let name = command.full_name();
    let words = [
        "NOPERM this user has no permissions to run the '",
        &name,
        "' command",
    ];
    Error::quoting(words.concat().into_bytes())
}

/// Puts a refusal into the log.
fn note(
    server: &mut Server,
    context: Context,
    reason: &'static str,
    stage: &'static str,
    object: Vec<u8>,
    user: &[u8],
) {
    let mut info = Vec::new();
    if let Ok(connection) = server.connection(context.connection) {
        clients::push_line(context.connection, connection, context.now_ms, &mut info);
    }
    let most = parameters::named(b"acllog-max-len");
    let most = most.and_then(|most| number::parse(&server.parameter(&most)));
    let most = most.map_or(0, |most| usize::try_from(most).unwrap_or(ENTRIES_MAX));
    let room_bytes = server.room_for_log(
        server
            .statistics
            .access_log
            .as_ref()
            .map_or(0, |log| log.bytes()),
    );
    let log = Arc::make_mut(server.statistics.access_log.get_or_insert_default());
    let is_alike = |other: &Refused| {
        other.reason == reason
            && other.context == stage
            && other.object == object
            && other.user == user
            && other.at_ms.abs_diff(context.now_ms) <= ALIKE_WITHIN_MS
    };
    let count = log.take(LOOKED_AT, is_alike).map_or(0, |old| old.count);
    log.push(
        Refused {
            count: count + 1,
            reason,
            context: stage,
            object,
            user: user.to_vec(),
            at_ms: context.now_ms,
            info,
        },
        room_bytes,
    );
    // As in Redis, one that comes again drops none.
    if count == 0 {
        log.limit(most.min(ENTRIES_MAX));
    }
}

impl Call<'_> {
    /// Lets the connection be that user's.
    ///
    /// # Errors
    /// There is no such user, the password is wrong, or the user is off. It is logged.
    pub fn authenticate(&mut self, name: &[u8], password: &[u8]) -> Result<(), Error> {
        let access = self.server.access.users();
        if access.user(name).is_some_and(|user| user.lets_in(password)) {
            let connection = self.connection_mut()?;
            connection.user = (name != USER).then(|| name.to_vec());
            connection.is_stranger = false;
            return Ok(());
        }
        let connection = self.connection()?;
        let is_in_transaction = connection.transaction.is_some() || connection.executing.is_some();
        let stage = if is_in_transaction {
            "multi"
        } else {
            "toplevel"
        };
        let object = self.typed.to_vec();
        note(self.server, self.context, "auth", stage, object, name);
        Err(WRONG_PASSWORD)
    }

    /// Whether the user may read every key there is, and run this command.
    pub fn may_read_all_keys(&self) -> bool {
        match self.server.access.is_changed() {
            false => true,
            true => ((self.server.parts.commands)().may_read_all_keys)(self),
        }
    }
}

/// The same where there are users.
pub fn may_read_all_keys(call: &Call<'_>) -> bool {
    let access = call.server.access.users();
    let name = call.connection().map_or(USER, |own| own.user());
    let Some(user) = access.user(name) else {
        return true;
    };
    let all = |selector: &Selector| {
        let is_all = selector
            .keys
            .iter()
            .any(|key| key.reads && key.pattern == b"*");
        selector.has_all_keys || is_all
    };
    let mut selectors = user.selectors.iter();
    selectors.any(|own| all(own) && check_selector(own, call.command, call.line).is_ok())
}
