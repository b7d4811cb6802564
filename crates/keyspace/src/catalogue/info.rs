//! A command's record as COMMAND INFO answers it.

use crate::catalogue::command::{Command, Flags, Group, KeyBegin, KeyFind, KeySpec};
use crate::reply::Reply;
use crate::words::is_option;

/// The flags that COMMAND INFO shows, in its order.
const FLAGS: &[(Flags, &str)] = &[
    (Flags::WRITE, "write"),
    (Flags::READONLY, "readonly"),
    (Flags::DENY_OOM, "denyoom"),
    (Flags::ADMIN, "admin"),
    (Flags::PUBSUB, "pubsub"),
    (Flags::NO_SCRIPT, "noscript"),
    (Flags::BLOCKING, "blocking"),
    (Flags::LOADING, "loading"),
    (Flags::STALE, "stale"),
    (Flags::SKIP_MONITOR, "skip_monitor"),
    (Flags::SKIP_SLOWLOG, "skip_slowlog"),
    (Flags::ASKING, "asking"),
    (Flags::FAST, "fast"),
    (Flags::NO_AUTH, "no_auth"),
    (Flags::NO_MANDATORY_KEYS, "no_mandatory_keys"),
    (Flags::NO_ASYNC_LOADING, "no_async_loading"),
    (Flags::NO_MULTI, "no_multi"),
    (Flags::MOVABLE_KEYS, "movablekeys"),
    (Flags::ALLOW_BUSY, "allow_busy"),
];

/// The categories of access control, in COMMAND INFO's order.
pub const CATEGORIES: &[&str] = &[
    "@keyspace",
    "@read",
    "@write",
    "@set",
    "@sortedset",
    "@list",
    "@hash",
    "@string",
    "@bitmap",
    "@hyperloglog",
    "@geo",
    "@stream",
    "@pubsub",
    "@admin",
    "@fast",
    "@slow",
    "@blocking",
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
    let tips = command.own_tips().split_whitespace().map(Reply::bulk);
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

/// The categories of a command: a bit for each of [`CATEGORIES`], by its place there.
pub fn category_bits(command: &Command) -> u32 {
    let mut bits = 0;
    for name in categories(command) {
        let place = CATEGORIES.iter().position(|known| *known == name);
        bits |= place.map_or(0, |place| 1 << place);
    }
    bits
}

/// Words as replies, such as the flags of a key.
pub fn words(text: &'static str) -> Reply {
    Reply::Set(text.split_whitespace().map(Reply::Status).collect())
}

fn categories(command: &Command) -> impl Iterator<Item = &'static str> {
    let has = |flag| command.flags.has(flag);
    let stated = match command.group() {
        _ if !command.categories().is_empty() => command.categories(),
        _ if !command.subcommands().is_empty() => "",
        Group::Generic => "keyspace",
        Group::Transactions => "transaction",
        Group::SortedSet => "sortedset",
        Group::PubSub | Group::Server | Group::Cluster => "",
        group => group.name(),
    };
    let is_script = stated == "scripting";
    let implied = [
        ("@read", has(Flags::READONLY) && !is_script),
        ("@write", has(Flags::WRITE)),
        ("@pubsub", has(Flags::PUBSUB)),
        ("@admin", has(Flags::ADMIN)),
        ("@dangerous", has(Flags::ADMIN)),
        ("@fast", has(Flags::FAST)),
        ("@slow", !has(Flags::FAST)),
        ("@blocking", has(Flags::BLOCKING)),
    ];
    CATEGORIES.iter().copied().filter(move |category| {
        implied.contains(&(category, true))
            || stated
                .split_whitespace()
                .any(|stated| category.strip_prefix('@') == Some(stated))
    })
}

/// Where the first and the last key are, and how far apart, over all specifications that are plain ranges, each behind
/// the one before.
fn positions(keys: &[KeySpec]) -> (i64, i64, i64) {
    let range = |spec: &KeySpec| match (spec.begin, spec.find) {
        (KeyBegin::Index(first), KeyFind::Range { last, step, .. }) => {
            let further = if last < 0 { 0 } else { i64::from(first) };
            Some((i64::from(first), i64::from(last) + further, i64::from(step)))
        }
        _ => None,
    };
    let mut ranges = keys.iter().filter_map(range);
    let Some((first, mut end, step)) = ranges.next() else {
        return (0, 0, 0);
    };
    for (next, further, further_step) in ranges {
        if end + 1 == next && further_step == 1 {
            end = further;
        }
    }
    (first, end, step)
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
    let begin = match spec.begin {
        KeyBegin::Index(index) => kind("index", vec![number("index", index.into())]),
        KeyBegin::Keyword(keyword, from) => {
            let keyword = (Reply::bulk("keyword"), Reply::bulk(keyword));
            kind("keyword", vec![keyword, number("startfrom", from.into())])
        }
        KeyBegin::Unknown => kind("unknown", Vec::new()),
    };
    let find = match spec.find {
        KeyFind::Range { last, step, limit } => kind(
            "range",
            vec![
                number("lastkey", last.into()),
                number("keystep", step.into()),
                number("limit", limit.into()),
            ],
        ),
        KeyFind::Counted => kind(
            "keynum",
            vec![
                number("keynumidx", 0),
                number("firstkey", 1),
                number("keystep", 1),
            ],
        ),
        KeyFind::Unknown => kind("unknown", Vec::new()),
    };
    parts.push((Reply::bulk("begin_search"), begin));
    parts.push((Reply::bulk("find_keys"), find));
    Reply::Map(parts)
}
