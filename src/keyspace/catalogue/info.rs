//! A command's record as COMMAND INFO answers it.

use crate::keyspace::catalogue::command::{Command, Flags, Group, KeySpec};
use crate::keyspace::reply::Reply;
use crate::keyspace::server::args::is_option;

/// The flags that COMMAND INFO shows, in its order.
const FLAGS: &[(Flags, &str)] = &[
    (Flags::WRITE, "write"),
    (Flags::READONLY, "readonly"),
    (Flags::DENY_OOM, "denyoom"),
    (Flags::ADMIN, "admin"),
    (Flags::NO_SCRIPT, "noscript"),
    (Flags::LOADING, "loading"),
    (Flags::STALE, "stale"),
    (Flags::SKIP_SLOWLOG, "skip_slowlog"),
    (Flags::FAST, "fast"),
    (Flags::NO_AUTH, "no_auth"),
    (Flags::MOVABLE_KEYS, "movablekeys"),
    (Flags::ALLOW_BUSY, "allow_busy"),
];

/// The categories of access control that a command here can be in, in COMMAND INFO's order.
const CATEGORIES: &[&str] = &[
    "@keyspace",
    "@read",
    "@write",
    "@string",
    "@bitmap",
    "@admin",
    "@fast",
    "@slow",
    "@dangerous",
    "@connection",
    "@transaction",
    "@scripting",
];

/// The record of a command, and those of its subcommands.
pub fn info(command: &Command) -> Reply {
    let (first, last, step) = positions(&command.keys());
    let flags = FLAGS.iter().filter(|(flag, _)| command.flags.has(*flag));
    let categories = categories(command).map(Reply::Status);
    let tips = command.tips().split_whitespace().map(Reply::bulk);
    let subcommands: Vec<Reply> = command.subcommands().iter().map(info).collect();
    let subcommands = match subcommands.is_empty() {
        true => Reply::Set(subcommands),
        false => Reply::Array(subcommands),
    };
    Reply::Array(vec![
        Reply::bulk(command.full_name()),
        Reply::Int(command.arity.into()),
        Reply::Set(flags.map(|(_, name)| Reply::Status(name)).collect()),
        Reply::Int(first),
        Reply::Int(last),
        Reply::Int(step),
        Reply::Set(categories.collect()),
        Reply::Set(tips.collect()),
        Reply::Set(command.keys().iter().map(key_spec).collect()),
        subcommands,
    ])
}

/// Whether a command is in a category of access control, `category` without its `@`, in any case.
pub fn is_in_category(command: &Command, category: &[u8]) -> bool {
    let mut names = categories(command).filter_map(|name| name.strip_prefix('@'));
    names.any(|name| is_option(category, name))
}

/// Words as replies, such as the flags of a key.
pub fn words(text: &'static str) -> Reply {
    Reply::Set(text.split_whitespace().map(Reply::Status).collect())
}

fn categories(command: &Command) -> impl Iterator<Item = &'static str> {
    let has = |flag| command.flags.has(flag);
    let stated = match command.group {
        _ if !command.categories().is_empty() => command.categories(),
        _ if !command.subcommands().is_empty() => "",
        Group::Generic => "keyspace",
        Group::Transactions => "transaction",
        Group::Server => "",
        group => group.name(),
    };
    let implied = [
        ("@read", has(Flags::READONLY)),
        ("@write", has(Flags::WRITE)),
        ("@admin", has(Flags::ADMIN)),
        ("@dangerous", has(Flags::ADMIN)),
        ("@fast", has(Flags::FAST)),
        ("@slow", !has(Flags::FAST)),
    ];
    CATEGORIES.iter().copied().filter(move |category| {
        implied.contains(&(category, true))
            || stated
                .split_whitespace()
                .any(|stated| category.strip_prefix('@') == Some(stated))
    })
}

/// Where the first and the last key are, and how far apart, over all specifications.
fn positions(keys: &[KeySpec]) -> (i64, i64, i64) {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else {
        return (0, 0, 0);
    };
    let end = match last.last {
        from_end @ ..0 => i64::from(from_end),
        further => i64::from(last.first) + i64::from(further),
    };
    (first.first.into(), end, first.step.into())
}

fn key_spec(spec: &KeySpec) -> Reply {
    let number = |name: &str, number: i64| (Reply::bulk(name), Reply::Int(number));
    let kind = |name: &str, of: Vec<(Reply, Reply)>| {
        Reply::Map(vec![
            (Reply::bulk("type"), Reply::bulk(name)),
            (Reply::bulk("spec"), Reply::Map(of)),
        ])
    };
    let mut parts = Vec::new();
    if !spec.notes.is_empty() {
        parts.push((Reply::bulk("notes"), Reply::bulk(spec.notes)));
    }
    parts.push((Reply::bulk("flags"), words(spec.access)));
    parts.push((
        Reply::bulk("begin_search"),
        kind("index", vec![number("index", spec.first.into())]),
    ));
    let range = vec![
        number("lastkey", spec.last.into()),
        number("keystep", spec.step.into()),
        number("limit", 0),
    ];
    parts.push((Reply::bulk("find_keys"), kind("range", range)));
    Reply::Map(parts)
}
