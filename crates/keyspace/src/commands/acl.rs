//! ACL: users, and what they may do.

use crate::catalogue::info::CATEGORIES;
use crate::catalogue::pack::COMMANDS as ALL;
use crate::double;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::access_log::Refused;
use crate::server::args::{self, is_option};
use crate::server::call::Call;
use crate::server::connection::{Connection, ConnectionId, USER};
use crate::server::parameters;
use crate::server::parts::{Handlers, Now};
use crate::server::permissions::{self, Denial};
use crate::server::subscriptions::Kind;
use crate::server::user_rules::Rules;
use crate::server::user_text;
use crate::server::users::{Categories, Selector, User, checked_name};
use crate::words::up_to_nul;

pub const HANDLERS: Handlers = &[
    ("acl|cat", Now(cat)),
    ("acl|deluser", Now(deluser)),
    ("acl|dryrun", Now(dryrun)),
    ("acl|genpass", Now(genpass)),
    ("acl|getuser", Now(getuser)),
    ("acl|list", Now(list)),
    ("acl|load", Now(|_| Err(NO_FILE))),
    ("acl|log", Now(log)),
    ("acl|save", Now(|_| Err(NO_FILE))),
    ("acl|setuser", Now(setuser)),
    ("acl|users", Now(users)),
    (
        "acl|whoami",
        Now(|call| Ok(Reply::bulk(call.connection()?.user()))),
    ),
    ("acl|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const NO_FILE_TEXT: &str = "ERR This Redis instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis configuration file set) in order to store users in the Redis configuration.";
const NO_FILE: Error = Error::fixed(NO_FILE_TEXT);
const NOT_DEFAULT: Error = Error::fixed("ERR The 'default' user cannot be removed");
const NO_BITS: Error = Error::fixed(
    "ERR ACL GENPASS argument must be the number of bits for the output password, a positive number up to 4096",
);
/// Most bits of a password of ACL GENPASS, and their number unless it is told.
const BITS_MAX: i64 = 4096;
const BITS: i64 = 256;
/// Most bytes of a category's name that its error quotes.
const CATEGORY_BYTES_MAX: usize = 128;
/// Number of entries that ACL LOG answers unless it is told.
const ENTRIES: usize = 10;

const HELP: &str = "\
ACL <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
CAT [<category>]
    List all commands that belong to <category>, or all command categories
    when no category is specified.
DELUSER <username> [<username> ...]
    Delete a list of users.
DRYRUN <username> <command> [<arg> ...]
    Returns whether the user can execute the given command without executing the command.
GETUSER <username>
    Get the user's details.
GENPASS [<bits>]
    Generate a secure 256-bit user password. The optional `bits` argument can
    be used to specify a different size.
LIST
    Show users details in config file format.
LOAD
    Reload users from the ACL file.
LOG [<count> | RESET]
    Show the ACL log entries.
SAVE
    Save the current config to the ACL file.
SETUSER <username> <attribute> [<attribute> ...]
    Create or modify a user with the specified attributes.
USERS
    List all the registered usernames.
WHOAMI
    Return the current connection username.
HELP
    Prints this help.";

/// More arguments than one, where a subcommand takes none or one.
fn too_many(call: &Call<'_>) -> Result<(), Error> {
    match call.args.len() > 1 {
        true => Err(args::subcommand_syntax(call.line)),
        false => Ok(()),
    }
}

fn cat(call: &mut Call<'_>) -> Result<Reply, Error> {
    too_many(call)?;
    let Some(name) = call.args.next() else {
        let names = CATEGORIES.iter().filter_map(|name| name.strip_prefix('@'));
        return Ok(Reply::Array(names.map(Reply::bulk).collect()));
    };
    let unknown = || {
        let shown = name.get(..CATEGORY_BYTES_MAX).unwrap_or(name);
        args::quoted("ERR Unknown category '", shown, "'")
    };
    let category = Categories::named(name).ok_or_else(unknown)?;
    let mut categories = Categories::of(call.server.mode());
    let all = ALL.iter().zip(categories.of_all());
    let found = all.filter(|(_, own)| **own >> category & 1 == 1);
    let names = found.map(|(command, _)| Reply::bulk(command.full_name()));
    Ok(Reply::Array(names.collect()))
}

fn deluser(call: &mut Call<'_>) -> Result<Reply, Error> {
    let names = call.args.rest();
    if names.iter().any(|name| name == USER) {
        return Err(NOT_DEFAULT);
    }
    let mut deleted: Vec<&[u8]> = Vec::new();
    call.server.access.change(|access| {
        let names = names.iter().map(Vec::as_slice);
        deleted.extend(names.filter(|name| access.remove(name)));
    });
    for name in &deleted {
        close(call.server, |connection| connection.user() == *name);
    }
    Ok(Reply::Int(deleted.len() as i64))
}

/// Closes the connections that fit.
fn close(server: &mut Server, fits: impl Fn(&Connection) -> bool) {
    let all = server.connections().iter();
    let found = all.filter(|(_, connection)| fits(connection));
    let found: Vec<ConnectionId> = found.map(|(id, _)| *id).collect();
    found.into_iter().for_each(|id| server.close(id));
}

fn dryrun(call: &mut Call<'_>) -> Result<Reply, Error> {
    let access = call.server.access.users();
    let name = call.args.word()?;
    let no_user = || args::quoted("ERR User '", name, "' not found");
    let user = access.user(name).ok_or_else(no_user)?;
    let line = call.args.rest();
    let typed = line.first().map_or(&b""[..], |word| word);
    let no_command = || args::quoted("ERR Command '", typed, "' not found");
    let command = call.server.mode().of_line(line).ok_or_else(no_command)?;
    if !command.accepts(line.len()) {
        return Err(args::wrong_number_of_arguments(command));
    }
    let word = |at: usize| line.get(at).cloned().unwrap_or_default();
    let (start, object, end) = match permissions::check(user, command, line) {
        Ok(()) => return Ok(Reply::OK),
        Err(Denial::Command) => ("run the '", command.full_name().into_bytes(), "' command"),
        Err(Denial::Key(at)) => ("access the '", word(at), "' key"),
        Err(Denial::Channel(at)) => ("access the '", word(at), "' channel"),
    };
    let start = ["This user has no permissions to ", start].concat();
    let text = [start.as_bytes(), up_to_nul(&object), end.as_bytes()];
    Ok(Reply::bulk(text.concat()))
}

fn genpass(call: &mut Call<'_>) -> Result<Reply, Error> {
    too_many(call)?;
    let bits = call.args.next().map_or(Ok(BITS), args::integer)?;
    if !(1..=BITS_MAX).contains(&bits) {
        return Err(NO_BITS);
    }
    let digits = usize::try_from((bits + 3) / 4).unwrap_or_default();
    let mut password = Vec::with_capacity(digits);
    while password.len() < digits {
        let number = call.server.next_number();
        let places = (0..16).map(|place| (number >> (4 * place) & 15) as u8);
        password.extend(places.map(|digit| {
            if digit < 10 {
                b'0' + digit
            } else {
                b'a' + digit - 10
            }
        }));
    }
    password.truncate(digits);
    Ok(Reply::bulk(password))
}

fn getuser(call: &mut Call<'_>) -> Result<Reply, Error> {
    let access = call.server.access.users();
    let Some(user) = access.user(call.args.word()?) else {
        return Ok(Reply::Nil);
    };
    let categories = &mut Categories::of(call.server.mode());
    let flags = user_text::flags(user).into_iter().map(Reply::bulk);
    let passwords = user.passwords.iter().map(|own| Reply::bulk(&own[..]));
    let mut fields = vec![
        (Reply::bulk("flags"), Reply::Set(flags.collect())),
        (Reply::bulk("passwords"), Reply::Array(passwords.collect())),
    ];
    let mut selectors = user.selectors.iter();
    fields.extend(
        selectors
            .next()
            .into_iter()
            .flat_map(|own| rules(own, categories)),
    );
    let others = selectors.map(|own| Reply::Map(rules(own, categories).into()));
    let others = Reply::Array(others.collect());
    fields.push((Reply::bulk("selectors"), others));
    Ok(Reply::Map(fields))
}

fn rules(selector: &Selector, categories: &mut Categories) -> [(Reply, Reply); 3] {
    let commands = user_text::commands(selector, categories);
    [
        (Reply::bulk("commands"), Reply::bulk(commands)),
        (Reply::bulk("keys"), Reply::bulk(user_text::keys(selector))),
        (
            Reply::bulk("channels"),
            Reply::bulk(user_text::channels(selector)),
        ),
    ]
}

fn list(call: &mut Call<'_>) -> Result<Reply, Error> {
    let access = call.server.access.users();
    let lines = access.users.iter();
    let lines =
        lines.map(|user| Reply::bulk([b"user ", &user.name[..], b" ", &user.text].concat()));
    Ok(Reply::Array(lines.collect()))
}

fn users(call: &mut Call<'_>) -> Result<Reply, Error> {
    let access = call.server.access.users();
    let names = access.users.iter().map(|user| Reply::bulk(&user.name[..]));
    Ok(Reply::Array(names.collect()))
}

fn log(call: &mut Call<'_>) -> Result<Reply, Error> {
    too_many(call)?;
    let count = match call.args.next() {
        None => ENTRIES,
        Some(word) if is_option(word, "RESET") => {
            call.server.statistics.access_log = None;
            return Ok(Reply::OK);
        }
        Some(count) => args::count(u64::try_from(args::integer(count)?).unwrap_or(0)),
    };
    let entries = call.server.statistics.access_log.iter();
    let entries = entries.flat_map(|log| log.iter()).take(count);
    let entries = entries.map(|entry| refused(entry, call.now_ms()));
    Ok(Reply::Array(entries.collect()))
}

fn refused(entry: &Refused, now_ms: i64) -> Reply {
    let age = now_ms.saturating_sub(entry.at_ms) as f64 / 1000.0;
    let fields = [
        ("count", Reply::Int(entry.count)),
        ("reason", Reply::bulk(entry.reason)),
        ("context", Reply::bulk(entry.context)),
        ("object", Reply::bulk(&entry.object[..])),
        ("username", Reply::bulk(&entry.user[..])),
        ("age-seconds", Reply::Double(double::text(age).into())),
        ("client-info", Reply::bulk(&entry.info[..])),
    ];
    Reply::Map(
        fields
            .map(|(name, value)| (Reply::bulk(name), value))
            .into(),
    )
}

fn setuser(call: &mut Call<'_>) -> Result<Reply, Error> {
    let name = checked_name(call.args.word()?)?;
    let default = parameters::named(b"acl-pubsub-default");
    let has_all_channels =
        default.is_some_and(|default| *call.server.parameter(&default) == *b"allchannels");
    let old = call.server.access.users().user(name).cloned();
    let new = || User::new(name, has_all_channels);
    let mut user = old.clone().unwrap_or_else(new);
    let categories = &mut Categories::of(call.server.mode());
    let mut rules = Rules {
        has_all_channels,
        categories,
    };
    rules.apply(&mut user, call.args.rest())?;
    user.text = user_text::of_user(&user, categories);
    let old_bytes = old.as_ref().map_or(0, User::bytes);
    call.server.hold(user.bytes().saturating_sub(old_bytes))?;
    if let Some(old) = &old {
        close_subscribers(call.server, old, &user);
    }
    call.server.access.change(|access| access.put(user));
    Ok(Reply::OK)
}

/// Closes the connections of a user that have subscribed to what the user may not subscribe to any more.
fn close_subscribers(server: &mut Server, old: &User, new: &User) {
    let has_all = |user: &User| user.selectors.iter().any(|own| own.has_all_channels);
    if has_all(new) {
        return;
    }
    // As in Redis, who could subscribe to nothing at all has nothing to lose.
    if !has_all(old) && old.selectors.iter().all(|own| own.channels.is_empty()) {
        return;
    }
    let allowed = new.selectors.iter().flat_map(|own| &own.channels);
    let allowed: Vec<Vec<u8>> = allowed.cloned().collect();
    close(server, |connection| {
        let kinds = [Kind::Channel, Kind::Pattern, Kind::Shard];
        let is_denied = |kind: Kind| {
            let names = connection.subscriptions.of(kind);
            let is_pattern = kind == Kind::Pattern;
            names
                .iter()
                .any(|name| !permissions::allows_channel(&allowed, name, is_pattern))
        };
        connection.user() == old.name && kinds.into_iter().any(is_denied)
    });
}
