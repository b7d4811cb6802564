//! The facts in the command table are those that a real server and redis-cli tell about the same commands.

use crate::redis::Redis;
use setnx_playground::keyspace::{Command, command};
use std::collections::BTreeMap;

/// What is known about a command, by the names that COMMAND DOCS has for it.
type Facts = BTreeMap<String, String>;

#[test]
fn every_record_states_the_facts_of_the_real_server() {
    let redis = Redis::start();
    let mut connection = redis.connect();
    for command in command::all() {
        let docs = connection.ask(&format!("COMMAND DOCS {}", command.name));
        let info = connection.ask(&format!("COMMAND INFO {}", command.name));
        let mut theirs = documented(&docs);
        theirs.insert("arity".into(), arity(&info));
        theirs.insert("help".into(), help(&redis, command.name));
        assert_eq!(stated(command), theirs, "{}", command.name);
    }
}

fn stated(command: &Command) -> Facts {
    let mut facts = vec![
        ("arity", command.arity.to_string()),
        ("since", command.since.to_owned()),
        ("group", command.group.name().to_owned()),
        ("complexity", command.complexity.to_owned()),
        (
            "help",
            format!("{} {}", command.name.to_uppercase(), command.syntax()),
        ),
    ];
    if let Some(deprecated) = command.deprecated {
        facts.push(("doc_flags", "deprecated".to_owned()));
        facts.push(("deprecated_since", deprecated.since.to_owned()));
        facts.push(("replaced_by", deprecated.replaced_by.to_owned()));
    }
    let named = facts.into_iter();
    named
        .map(|(name, fact)| (name.to_owned(), fact.trim_end().to_owned()))
        .collect()
}

/// The facts in a reply to COMMAND DOCS that a record states too. Its summary is in our own words.
fn documented(reply: &[u8]) -> Facts {
    let text = String::from_utf8_lossy(reply);
    let lines: Vec<&str> = text
        .split("\r\n")
        .filter(|line| !line.starts_with(['$', '*']) && !line.is_empty())
        .collect();
    // What follows describes the arguments, which have a `since` of their own.
    let own = lines
        .iter()
        .position(|line| ["history", "arguments"].contains(line));
    let mut facts = Facts::new();
    let (own, nested) = lines.split_at(own.unwrap_or(lines.len()));
    for name in ["since", "group", "complexity"] {
        let at = own.iter().position(|line| *line == name);
        facts.extend(at.map(|at| (name.to_owned(), own[at + 1].to_owned())));
    }
    for name in ["deprecated_since", "replaced_by"] {
        let mut all = own.iter().chain(nested);
        let found = all.by_ref().any(|line| *line == name);
        let fact = found.then(|| all.next().map(|line| (name.to_owned(), line.to_string())));
        facts.extend(fact.flatten());
    }
    if text.contains("+deprecated\r\n") {
        facts.insert("doc_flags".into(), "deprecated".into());
    }
    facts
}

/// The second item of the only record in a reply to COMMAND INFO.
fn arity(reply: &[u8]) -> String {
    let text = String::from_utf8_lossy(reply);
    let number = text.split("\r\n").find_map(|line| line.strip_prefix(':'));
    number.expect("an arity").to_owned()
}

/// The first line of redis-cli's own help: the name and its arguments.
fn help(redis: &Redis, name: &str) -> String {
    let output = std::process::Command::new("redis-cli")
        .arg("-s")
        .arg(redis.socket())
        .args(["help", name])
        .output()
        .expect("redis-cli runs");
    let text = String::from_utf8_lossy(&output.stdout).replace('\x1b', "");
    let plain = ["[0m", "[1m", "[90m", "[33m"]
        .iter()
        .fold(text, |text, colour| text.replace(colour, ""));
    let line = plain.lines().find(|line| !line.trim().is_empty());
    line.expect("a line of help").trim().to_owned()
}
