//! The beginning, reset and end of a connection: HELLO, AUTH, RESET, QUIT.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::reply::{Error, Protocol, Reply};
use crate::server::VERSION;
use crate::server::args::{self, is_option};
use crate::server::call::Call;
use crate::server::connection::{Connection, Replies, USER, checked_name};
use base::text::Text;

const NO_VERSION: Error = Error::fixed("ERR Protocol version is not an integer or out of range");
const NO_PROTOCOL: Error = Error::fixed("NOPROTO unsupported protocol version");
const HELLO_FIRST: Error = Error::fixed(
    "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time",
);
const NO_PASSWORD_SET: Error = Error::fixed(
    "ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?",
);

/// The output of redis-cli for a reply to HELLO 3, for the examples.
const HELLO_3: &str = "1# \"server\" => \"redis\"\n2# \"version\" => \"7.0.15\"\n3# \"proto\" => (integer) 3\n4# \"id\" => (integer) 1\n5# \"mode\" => \"standalone\"\n6# \"role\" => \"master\"\n7# \"modules\" => (empty array)";

const FLAGS: Flags = Flags::NO_SCRIPT
    .and(Flags::LOADING)
    .and(Flags::STALE)
    .and(Flags::FAST)
    .and(Flags::NO_AUTH)
    .and(Flags::ALLOW_BUSY);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "hello",
        arity: -1,
        arguments: "[arguments{protover:integer [AUTH=username_password{username password}] [SETNAME=clientname]}]",
        group: Group::Connection,
        since: "6.0.0",
        summary: Text {
            en: "Settles the version of the protocol and answers what server this is",
            zh: "协商协议版本，并返回服务器的信息",
        },
        examples: &[
            example("HELLO 4", "(error) NOPROTO unsupported protocol version"),
            example("HELLO 3 AUTH default any SETNAME reader", HELLO_3),
        ],
        flags: FLAGS,
        run: Run::Now(hello),
        ..Record::DEFAULT
    },
    Record {
        name: "auth",
        arity: -2,
        arguments: "[username@6.0.0] password",
        group: Group::Connection,
        complexity: "O(N)",
        summary: Text {
            en: "Says who one is; a server without protection lets the user default in with any password",
            zh: "表明身份；未设保护的服务器接受 default 用户的任何密码",
        },
        examples: &[
            example("AUTH default secret", "OK"),
            example(
                "AUTH someone secret",
                "(error) WRONGPASS invalid username-password pair or user is disabled.",
            ),
        ],
        flags: FLAGS,
        run: Run::Now(auth),
        ..Record::DEFAULT
    },
    Record {
        name: "reset",
        group: Group::Connection,
        since: "6.2.0",
        summary: Text {
            en: "Makes the connection as it was when it was new",
            zh: "把连接恢复到刚建立时的状态",
        },
        examples: &[
            example("SELECT 3", "OK"),
            example("MULTI", "OK"),
            example("RESET", "RESET"),
        ],
        flags: FLAGS.and(Flags::NEVER_QUEUED),
        run: Run::Now(reset),
        ..Record::DEFAULT
    },
    Record {
        name: "quit",
        arity: -1,
        group: Group::Connection,
        summary: Text {
            en: "Closes the connection",
            zh: "关闭连接",
        },
        examples: &[example("QUIT", "OK")],
        flags: FLAGS.and(Flags::NEVER_QUEUED),
        run: Run::Now(quit),
        ..Record::DEFAULT
    },
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
            let access = call.server.users();
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
    let is_stranger = call.server.asks_for_password();
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
