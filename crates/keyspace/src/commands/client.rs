//! CLIENT: the name of a connection, suppressed replies, and the list of connections.

use crate::reply::{Error, Reply};
use crate::server::args::{self, is_option};
use crate::server::call::Call;
use crate::server::clients;
use crate::server::connection::{Connection, ConnectionId, Replies, checked_name};
use crate::server::parts::{Handlers, Now};
use crate::server::pause::Pause;
use crate::server::tracking::{Mode, Tracking};
use crate::server::users::Users;
use std::sync::Arc;

const NO_SUCH_CLIENT: Error = Error::fixed("ERR No such client");
const NO_ID: Error = Error::fixed("ERR client-id should be greater than 0");
const NO_PAUSE_MODE: Error = Error::fixed("ERR CLIENT PAUSE mode must be WRITE or ALL");
const NO_UNBLOCK_REASON: Error =
    Error::fixed("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
const UNBLOCKED: Error = Error::fixed("UNBLOCKED client unblocked via CLIENT UNBLOCK");
const SECOND_REDIRECT: Error =
    Error::fixed("ERR A client can only redirect to a single other client");
const NO_REDIRECT: Error = Error::fixed("ERR The client ID you want redirect to does not exist");
const PREFIX_WITHOUT: Error = Error::fixed("ERR PREFIX option requires BCAST mode to be enabled");
const OTHER_BROADCAST: Error = Error::fixed(
    "ERR You can't switch BCAST mode on/off before disabling tracking for this client, and then re-enabling it with a different mode.",
);
const OPT_AND_BROADCAST: Error = Error::fixed("ERR OPTIN and OPTOUT are not compatible with BCAST");
const IN_AND_OUT: Error = Error::fixed("ERR You can't specify both OPTIN mode and OPTOUT mode");
const OTHER_OPT: Error = Error::fixed(
    "ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and then re-enabling it with a different mode.",
);
const CACHING_WITHOUT: Error = Error::fixed(
    "ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or OPTOUT mode enabled",
);
const YES_WITHOUT: Error =
    Error::fixed("ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.");
const NO_WITHOUT: Error =
    Error::fixed("ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.");
const INVALID_ID: Error = Error::fixed("ERR Invalid client ID");

pub const HANDLERS: Handlers = &[
    (
        "client|id",
        Now(|call| Ok(Reply::Int(call.context.connection.number() as i64))),
    ),
    ("client|getname", Now(getname)),
    ("client|setname", Now(setname)),
    ("client|list", Now(list)),
    ("client|info", Now(info)),
    ("client|reply", Now(reply)),
    ("client|no-evict", Now(no_evict)),
    ("client|caching", Now(caching)),
    ("client|getredir", Now(getredir)),
    ("client|tracking", Now(tracking)),
    ("client|trackinginfo", Now(trackinginfo)),
    ("client|kill", Now(kill)),
    ("client|pause", Now(pause)),
    ("client|unblock", Now(unblock)),
    ("client|unpause", Now(unpause)),
    ("client|help", Now(|_| Ok(Reply::lines(HELP)))),
];

fn getname(call: &mut Call<'_>) -> Result<Reply, Error> {
    let name = &call.connection()?.name;
    Ok(match name[..] {
        [] => Reply::Nil,
        _ => Reply::bulk(&name[..]),
    })
}

fn setname(call: &mut Call<'_>) -> Result<Reply, Error> {
    let name = checked_name(call.args.word()?)?.to_vec();
    call.server.hold(name.len())?;
    call.connection_mut()?.name = name;
    Ok(Reply::OK)
}

fn reply(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mode = call.args.word()?;
    let connection = call.connection_mut()?;
    if is_option(mode, "ON") {
        connection.replies = Replies::On;
    } else if is_option(mode, "OFF") {
        connection.replies = Replies::Off;
    } else if !is_option(mode, "SKIP") {
        return Err(args::SYNTAX);
    } else if connection.replies != Replies::Off {
        connection.replies = Replies::SkipNext;
    }
    Ok(Reply::OK)
}

fn no_evict(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_on = on_or_off(call.args.word()?)?;
    call.connection_mut()?.is_kept = is_on;
    Ok(Reply::OK)
}

fn on_or_off(word: &[u8]) -> Result<bool, Error> {
    match word {
        word if is_option(word, "ON") => Ok(true),
        word if is_option(word, "OFF") => Ok(false),
        _ => Err(args::SYNTAX),
    }
}

fn info(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut out = Vec::new();
    push_line(call.context.connection, call.connection()?, call, &mut out);
    Ok(Reply::Text(Arc::new(out)))
}

fn list(call: &mut Call<'_>) -> Result<Reply, Error> {
    let mut out = Vec::new();
    let all = call.server.connections();
    match call.args.rest() {
        [] => push_all(call, &mut out),
        [word, kind] if is_option(word, "TYPE") => {
            let kind = ClientType::read(kind)?;
            let all = all.iter();
            for (id, one) in all.filter(|(_, one)| kind.fits(one)) {
                push_line(*id, one, call, &mut out);
            }
        }
        [word, ids @ ..] if is_option(word, "ID") && !ids.is_empty() => {
            for id in ids {
                let number = args::integer(id).map_err(|_| INVALID_ID)?;
                let mut all = all.iter();
                if let Some((id, one)) = all.find(|(id, _)| id.number() as i64 == number) {
                    push_line(*id, one, call, &mut out);
                }
            }
        }
        _ => return Err(args::SYNTAX),
    }
    Ok(Reply::Text(Arc::new(out)))
}

fn kill(call: &mut Call<'_>) -> Result<Reply, Error> {
    let own = call.context.connection;
    if let [_] = call.args.rest() {
        // The only address here is that of no socket.
        return Err(NO_SUCH_CLIENT);
    }
    let filter = ClientFilter::read(call.args.rest(), &call.server.access.users())?;
    let all = call.server.connections().iter();
    let found = all.filter(|(id, connection)| {
        filter.fits(*id, connection) && !(filter.skips_own && *id == own)
    });
    let found: Vec<ConnectionId> = found.map(|(id, _)| *id).collect();
    for id in &found {
        call.server.close(*id);
    }
    Ok(Reply::Int(found.len() as i64))
}

/// A kind of clients, as CLIENT LIST and CLIENT KILL know them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClientType {
    Normal,
    /// It has subscribed to something.
    Subscriber,
    /// Another server: there is none.
    Server,
}

impl ClientType {
    fn read(word: &[u8]) -> Result<ClientType, Error> {
        let names = [
            ("normal", ClientType::Normal),
            ("pubsub", ClientType::Subscriber),
            ("slave", ClientType::Server),
            ("replica", ClientType::Server),
            ("master", ClientType::Server),
        ];
        let found = names.iter().find(|(name, _)| is_option(word, name));
        let found = found.map(|(_, kind)| *kind);
        found.ok_or_else(|| args::unknown_client_type(word))
    }

    fn fits(self, connection: &Connection) -> bool {
        let own = match connection.is_subscribed() {
            true => ClientType::Subscriber,
            false => ClientType::Normal,
        };
        self == own
    }
}

/// Which connections CLIENT KILL is for.
struct ClientFilter {
    id: Option<u64>,
    user: Option<Vec<u8>>,
    kind: Option<ClientType>,
    has_address: bool,
    skips_own: bool,
}

impl ClientFilter {
    fn read(words: &[Vec<u8>], users: &Users) -> Result<ClientFilter, Error> {
        let mut filter = ClientFilter {
            id: None,
            user: None,
            kind: None,
            has_address: false,
            skips_own: true,
        };
        let (pairs, rest) = words.as_chunks();
        for [name, value] in pairs {
            if is_option(name, "ID") {
                let id = args::integer(value).ok().filter(|id| *id > 0);
                filter.id = Some(id.ok_or(NO_ID)? as u64);
            } else if is_option(name, "TYPE") {
                filter.kind = Some(ClientType::read(value)?);
            } else if is_option(name, "ADDR") || is_option(name, "LADDR") {
                filter.has_address |= value != b"?:0";
            } else if is_option(name, "USER") {
                if users.user(value).is_none() {
                    return Err(args::quoted("ERR No such user '", value, "'"));
                }
                filter.user = Some(value.clone());
            } else if is_option(name, "SKIPME") && is_option(value, "yes") {
                filter.skips_own = true;
            } else if is_option(name, "SKIPME") && is_option(value, "no") {
                filter.skips_own = false;
            } else {
                return Err(args::SYNTAX);
            }
        }
        match rest.is_empty() {
            true => Ok(filter),
            false => Err(args::SYNTAX),
        }
    }

    fn fits(&self, id: ConnectionId, connection: &Connection) -> bool {
        !self.has_address
            && self.id.is_none_or(|own| own == id.number())
            && self
                .user
                .as_deref()
                .is_none_or(|user| user == connection.user())
            && self.kind.is_none_or(|kind| kind.fits(connection))
    }
}

/// More arguments than two, where a subcommand takes one or two.
fn at_most_two(call: &Call<'_>) -> Result<(), Error> {
    match call.args.len() > 2 {
        true => Err(args::subcommand_syntax(call.line)),
        false => Ok(()),
    }
}

fn pause(call: &mut Call<'_>) -> Result<Reply, Error> {
    at_most_two(call)?;
    let timeout = call.args.integer().map_err(|_| args::TIMEOUT_NO_INTEGER);
    let is_of_writes = match call.args.next() {
        None => false,
        Some(mode) if is_option(mode, "ALL") => false,
        Some(mode) if is_option(mode, "WRITE") => true,
        Some(_) => return Err(NO_PAUSE_MODE),
    };
    let timeout = timeout?;
    // As in Redis, one that is too long ends in the past.
    let until_ms = call.now_ms().wrapping_add(timeout);
    if timeout < 0 {
        return Err(args::TIMEOUT_NEGATIVE);
    }
    call.server.is_paused(call.context.now_ms);
    let pause = call.server.pause.get_or_insert(Pause {
        is_of_writes,
        until_ms,
        expired: Vec::new(),
    });
    // A pause that is under way is not shortened, and does not come to hold back less.
    pause.is_of_writes &= is_of_writes;
    pause.until_ms = pause.until_ms.max(until_ms);
    Ok(Reply::OK)
}

fn unpause(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.unpause();
    Ok(Reply::OK)
}

fn unblock(call: &mut Call<'_>) -> Result<Reply, Error> {
    at_most_two(call)?;
    let number = call.args.integer();
    let error = match call.args.next() {
        None => None,
        Some(word) if is_option(word, "TIMEOUT") => None,
        Some(word) if is_option(word, "ERROR") => Some(UNBLOCKED),
        Some(_) => return Err(NO_UNBLOCK_REASON),
    };
    let number = number?;
    let all = call.server.connections().iter();
    let mut ids = all.map(|(id, _)| *id);
    let id = ids.find(|id| id.number() as i64 == number);
    let now_ms = call.now_ms();
    let is_done = id.is_some_and(|id| call.server.unblock(id, now_ms, error));
    Ok(Reply::Int(i64::from(is_done)))
}

fn tracking(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_on = on_or_off(call.args.word()?);
    let mut wanted = Tracking::default();
    let (mut broadcasts, mut opts_in, mut opts_out) = (false, false, false);
    while let Some(option) = call.args.next() {
        if is_option(option, "REDIRECT") && !call.args.is_empty() {
            if wanted.redirect.is_some() {
                return Err(SECOND_REDIRECT);
            }
            let number = call.args.integer()?;
            let all = call.server.connections().iter();
            let id = all
                .map(|(id, _)| *id)
                .find(|id| id.number() as i64 == number);
            wanted.redirect = Some(id.ok_or(NO_REDIRECT)?);
        } else if is_option(option, "BCAST") {
            broadcasts = true;
        } else if is_option(option, "OPTIN") {
            opts_in = true;
        } else if is_option(option, "OPTOUT") {
            opts_out = true;
        } else if is_option(option, "NOLOOP") {
            wanted.no_loop = true;
        } else if is_option(option, "PREFIX") && !call.args.is_empty() {
            wanted.prefixes.push(call.args.word()?.to_vec());
        } else {
            return Err(args::SYNTAX);
        }
    }
    if !is_on? {
        let old = call.connection_mut()?.tracking.take();
        call.server.audience.heard_before = old.and_then(|old| old.redirect);
        call.server.audience.count();
        return Ok(Reply::OK);
    }
    if !broadcasts && !wanted.prefixes.is_empty() {
        return Err(PREFIX_WITHOUT);
    }
    let old = call.connection_mut()?.tracking.clone();
    if old
        .as_ref()
        .is_some_and(|old| (old.mode == Mode::Broadcast) != broadcasts)
    {
        return Err(OTHER_BROADCAST);
    }
    if broadcasts && (opts_in || opts_out) {
        return Err(OPT_AND_BROADCAST);
    }
    if opts_in && opts_out {
        return Err(IN_AND_OUT);
    }
    let is_other =
        |old: &Tracking| opts_in && old.mode == Mode::OptOut || opts_out && old.mode == Mode::OptIn;
    if old.as_deref().is_some_and(is_other) {
        return Err(OTHER_OPT);
    }
    if broadcasts {
        let existing = old.as_ref().map_or(&[][..], |old| &old.prefixes);
        check_prefixes(&wanted.prefixes, existing)?;
        if wanted.prefixes.is_empty() {
            wanted.prefixes.push(Vec::new());
        }
        let mut prefixes: Vec<Vec<u8>> = Vec::new();
        for prefix in wanted.prefixes.iter().chain(existing) {
            if let Err(at) = prefixes.binary_search(prefix) {
                prefixes.insert(at, prefix.clone());
            }
        }
        wanted.prefixes = prefixes;
    }
    wanted.mode = match (broadcasts, opts_in, opts_out) {
        (true, ..) => Mode::Broadcast,
        (_, true, _) => Mode::OptIn,
        (_, _, true) => Mode::OptOut,
        _ => Mode::Shown,
    };
    // What CLIENT CACHING has said of the next line stays.
    wanted.is_next_other = old.is_some_and(|old| old.is_next_other);
    call.connection_mut()?.tracking = Some(Box::new(wanted));
    call.server.audience.count();
    Ok(Reply::OK)
}

/// No prefix may begin another: a key would be told twice.
fn check_prefixes(wanted: &[Vec<u8>], existing: &[Vec<u8>]) -> Result<(), Error> {
    for (at, prefix) in wanted.iter().enumerate() {
        let overlaps = |other: &&Vec<u8>| other.starts_with(prefix) || prefix.starts_with(other);
        let (other, which) = match existing.iter().find(overlaps) {
            Some(other) => (other, "' overlaps with an existing prefix '"),
            None => match wanted.iter().skip(at + 1).find(overlaps) {
                Some(other) => (other, "' overlaps with another provided prefix '"),
                None => continue,
            },
        };
        return Err(Error::quoting(
            [
                b"ERR Prefix '",
                &prefix[..],
                which.as_bytes(),
                other,
                b"'. Prefixes for a single client must not overlap.",
            ]
            .concat(),
        ));
    }
    Ok(())
}

fn caching(call: &mut Call<'_>) -> Result<Reply, Error> {
    let word = call.args.word()?;
    let connection = call.connection_mut()?;
    let tracking = connection.tracking.as_mut().ok_or(CACHING_WITHOUT)?;
    if is_option(word, "YES") {
        if tracking.mode != Mode::OptIn {
            return Err(YES_WITHOUT);
        }
    } else if is_option(word, "NO") {
        if tracking.mode != Mode::OptOut {
            return Err(NO_WITHOUT);
        }
    } else {
        return Err(args::SYNTAX);
    }
    tracking.is_next_other = true;
    Ok(Reply::OK)
}

fn getredir(call: &mut Call<'_>) -> Result<Reply, Error> {
    let tracking = call.connection()?.tracking.as_ref();
    Ok(Reply::Int(clients::redirect(
        tracking.map(|tracking| &**tracking),
    )))
}

fn trackinginfo(call: &mut Call<'_>) -> Result<Reply, Error> {
    let tracking = call.connection()?.tracking.as_deref();
    let mut flags = vec![if tracking.is_some() { "on" } else { "off" }];
    let mut prefixes = Vec::new();
    if let Some(tracking) = tracking {
        let of_mode: &[&str] = match (tracking.mode, tracking.is_next_other) {
            (Mode::Shown, _) => &[],
            (Mode::Broadcast, _) => &["bcast"],
            (Mode::OptIn, false) => &["optin"],
            (Mode::OptIn, true) => &["optin", "caching-yes"],
            (Mode::OptOut, false) => &["optout"],
            (Mode::OptOut, true) => &["optout", "caching-no"],
        };
        flags.extend(of_mode);
        if tracking.no_loop {
            flags.push("noloop");
        }
        if tracking.is_redirect_broken {
            flags.push("broken_redirect");
        }
        prefixes.extend(
            tracking
                .prefixes
                .iter()
                .map(|prefix| Reply::bulk(&prefix[..])),
        );
    }
    let flags = flags.into_iter().map(Reply::bulk).collect();
    Ok(Reply::Map(vec![
        (Reply::bulk("flags"), Reply::Set(flags)),
        (
            Reply::bulk("redirect"),
            Reply::Int(clients::redirect(tracking)),
        ),
        (Reply::bulk("prefixes"), Reply::Array(prefixes)),
    ]))
}

fn push_all(call: &Call<'_>, out: &mut Vec<u8>) {
    for (id, connection) in call.server.connections() {
        push_line(*id, connection, call, out);
    }
}

fn push_line(id: ConnectionId, connection: &Connection, call: &Call<'_>, out: &mut Vec<u8>) {
    clients::push_line(id, connection, call.now_ms(), out);
    out.push(b'\n');
}

const HELP: &str = "\
CLIENT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
CACHING (YES|NO)
    Enable/disable tracking of the keys for next command in OPTIN/OPTOUT modes.
GETREDIR
    Return the client ID we are redirecting to when tracking is enabled.
GETNAME
    Return the name of the current connection.
ID
    Return the ID of the current connection.
INFO
    Return information about the current client connection.
KILL <ip:port>
    Kill connection made from <ip:port>.
KILL <option> <value> [<option> <value> [...]]
    Kill connections. Options are:
    * ADDR (<ip:port>|<unixsocket>:0)
      Kill connections made from the specified address
    * LADDR (<ip:port>|<unixsocket>:0)
      Kill connections made to specified local address
    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)
      Kill connections by type.
    * USER <username>
      Kill connections authenticated by <username>.
    * SKIPME (YES|NO)
      Skip killing current connection (default: yes).
LIST [options ...]
    Return information about client connections. Options:
    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)
      Return clients of specified type.
UNPAUSE
    Stop the current client pause, resuming traffic.
PAUSE <timeout> [WRITE|ALL]
    Suspend all, or just write, clients for <timeout> milliseconds.
REPLY (ON|OFF|SKIP)
    Control the replies sent to the current connection.
SETNAME <name>
    Assign the name <name> to the current connection.
UNBLOCK <clientid> [TIMEOUT|ERROR]
    Unblock the specified blocked client.
TRACKING (ON|OFF) [REDIRECT <id>] [BCAST] [PREFIX <prefix> [...]]
         [OPTIN] [OPTOUT] [NOLOOP]
    Control server assisted client side caching.
TRACKINGINFO
    Report tracking status for the current connection.
NO-EVICT (ON|OFF)
    Protect current client connection from eviction.
HELP
    Prints this help.";

#[cfg(test)]
mod tests {
    use crate::{ConnectionId, Reply, Server, words};

    fn ask(server: &mut Server, id: ConnectionId, now_ms: i64, line: &str) -> String {
        match server.execute(id, now_ms, &words::split(line.as_bytes()).unwrap()) {
            Reply::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_line_tells_what_the_connection_is_in_the_middle_of() {
        let mut server = Server::new();
        let (one, other, silent) = (server.connect(), server.connect(), server.connect());
        for line in ["CLIENT SETNAME it", "SELECT 3", "WATCH k", "MULTI", "PING"] {
            server.execute(one, 5_000, &words::split(line.as_bytes()).unwrap());
        }
        server.execute(other, 5_000, &words::split(b"SELECT 3").unwrap());
        server.execute(other, 5_000, &words::split(b"SET k v").unwrap());
        let list = ask(&mut server, other, 8_900, "CLIENT LIST");
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 3);
        for (line, parts) in [
            (
                lines[0],
                "id=1 name=it age=3 idle=3 flags=xd db=3 multi=1 cmd=ping resp=2",
            ),
            (
                lines[1],
                "id=2 name= age=3 idle=0 flags=N db=3 multi=-1 cmd=client|list",
            ),
            (
                lines[2],
                "id=3 name= age=0 idle=0 flags=N db=0 multi=-1 cmd=NULL",
            ),
        ] {
            for part in parts.split(' ') {
                assert!(line.split(' ').any(|field| field == part), "{part}: {line}");
            }
        }
        let number = silent.number().to_string();
        let line = ask(
            &mut server,
            other,
            8_900,
            &["CLIENT LIST ID 99 ", &number].concat(),
        );
        assert!(line.starts_with("id=3 ") && line.lines().count() == 1);
    }
}
