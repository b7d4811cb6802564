//! The beginning, reset and end of a connection: HELLO, AUTH, RESET, QUIT.

use crate::reply::{Error, Protocol, Reply};
use crate::server::VERSION;
use crate::server::args::{self, is_option};
use crate::server::call::Call;
use crate::server::connection::{Connection, Replies, USER, checked_name};
use crate::server::parts::{Handlers, Now};

const NO_VERSION: Error = Error::fixed("ERR Protocol version is not an integer or out of range");
const NO_PROTOCOL: Error = Error::fixed("NOPROTO unsupported protocol version");
const HELLO_FIRST: Error = Error::fixed(
    "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time",
);
const NO_PASSWORD_SET: Error = Error::fixed(
    "ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?",
);

pub const HANDLERS: Handlers = &[
    ("hello", Now(hello)),
    ("auth", Now(auth)),
    ("reset", Now(reset)),
    ("quit", Now(quit)),
];

fn hello(call: &mut Call<'_>) -> Result<Reply, Error> {
    let protocol = call.args.next().map(protocol).transpose()?;
    // Each option takes effect as it is read, as in Redis: a later error does not undo it.
    while let Some(option) = call.args.next() {
        if is_option(option, "AUTH") && call.args.len() >= 2 {
            let (user, password) = (call.args.word()?, call.args.word()?);
            call.authenticate(user, password)?;
        } else if is_option(option, "SETNAME") && !call.args.is_empty() {
            let name = checked_name(call.args.word()?)?;
            call.server.hold(name.len())?;
            call.connection_mut()?.name = name.to_vec();
        } else {
            return Err(args::unknown_hello_option(option));
        }
    }
    if call.connection()?.is_stranger {
        return Err(HELLO_FIRST);
    }
    let connection = call.connection_mut()?;
    if let Some(protocol) = protocol {
        connection.protocol = protocol;
    }
    let version = match connection.protocol {
        Protocol::Resp2 => 2,
        Protocol::Resp3 => 3,
    };
    let id = call.context.connection.number();
    let text = |text: &str| Reply::bulk(text);
    Ok(Reply::Map(vec![
        (text("server"), text("redis")),
        (text("version"), text(VERSION)),
        (text("proto"), Reply::Int(version)),
        (text("id"), Reply::Int(id as i64)),
        (text("mode"), text("standalone")),
        (text("role"), text("master")),
        (text("modules"), Reply::Array(Vec::new())),
    ]))
}

fn protocol(version: &[u8]) -> Result<Protocol, Error> {
    match args::integer(version) {
        Ok(2) => Ok(Protocol::Resp2),
        Ok(3) => Ok(Protocol::Resp3),
        Ok(_) => Err(NO_PROTOCOL),
        Err(_) => Err(NO_VERSION),
    }
}

fn auth(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (user, password) = match call.args.rest() {
        [password] => {
            let access = call.server.access.users();
            let default = access.user(USER);
            if default.is_some_and(|default| default.needs_no_password) {
                return Err(NO_PASSWORD_SET);
            }
            (USER, password)
        }
        [user, password] => (&user[..], password),
        _ => return Err(args::SYNTAX),
    };
    call.authenticate(user, password)?;
    Ok(Reply::OK)
}

fn reset(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_stranger = call.server.access.asks_for_password();
    let connection = call.connection_mut()?;
    let replies = match connection.replies {
        Replies::Off => Replies::On,
        other => other,
    };
    *connection = Connection {
        replies,
        is_stranger,
        is_kept: connection.is_kept,
        shown: std::mem::take(&mut connection.shown),
        activity: connection.activity,
        ..Connection::default()
    };
    call.server.audience.count();
    Ok(Reply::Status("RESET"))
}

fn quit(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_heard = call.connection()?.replies == Replies::On;
    // It is shown as long as it has a connection, though not to that.
    call.connection_mut()?.is_monitor = false;
    call.server
        .show(call.context, call.command, call.line, false);
    call.server.disconnect(call.context.connection);
    Ok(if is_heard { Reply::OK } else { Reply::Nothing })
}
