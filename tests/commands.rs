//! The command table shows only what is true: every example in it is run, and every record is complete.

use setnx_playground::cli;
use setnx_playground::keyspace::{Command, Protocol, Server, command, words};
use setnx_playground::text::Lang;
use std::collections::BTreeSet;

/// Commands whose reply differs each time or is a page of text.
const WITHOUT_EXAMPLES: &[&str] = &[
    "pubsub|help",
    "time",
    "lastsave",
    "module|help",
    "info",
    "client|list",
    "client|info",
    "client|help",
    "config|help",
    "object|freq",
    "object|help",
    "acl|help",
    "latency|help",
    "slowlog|help",
    "memory|doctor",
    "memory|help",
    "memory|malloc-stats",
    "memory|stats",
    "xgroup|help",
    "xinfo|help",
    "command|count",
    "command|help",
    "script|help",
    "function|dump",
    "function|restore",
    "function|help",
];

/// Every command and subcommand that can be run.
fn runnable() -> impl Iterator<Item = &'static Command> {
    let all = command::here().flat_map(|command| {
        let own = std::slice::from_ref(command);
        match command.subcommands() {
            [] => own,
            subcommands => subcommands,
        }
    });
    all.filter(|command| command.is_here())
}

#[test]
fn every_example_gives_the_reply_that_it_shows() {
    for command in runnable() {
        let engine = setnx_playground::lua::engine();
        let mut server = Server::new().with_script_engine(engine);
        let id = server.connect();
        for example in command.examples {
            let argv = words::split(example.line.as_bytes()).expect("an example's quotes");
            let reply = server.execute(id, 1_700_000_000_000, &argv);
            assert_eq!(
                cli::format(&reply, server.protocol(id)),
                example.reply,
                "{}: {}",
                command.full_name(),
                example.line
            );
        }
    }
}

#[test]
fn every_command_has_an_example_that_uses_it_unless_its_reply_differs_each_time() {
    for command in runnable() {
        let name = command.full_name();
        let line = name.to_uppercase().replace('|', " ");
        let uses =
            |example: &str| (example.to_uppercase() + " ").starts_with(&(line.clone() + " "));
        let is_shown = command.examples.iter().any(|example| uses(example.line));
        assert_eq!(is_shown, !WITHOUT_EXAMPLES.contains(&&*name), "{name}");
    }
}

#[test]
fn every_command_is_found_by_its_name_in_any_case_and_stands_once() {
    let mut names = BTreeSet::new();
    for command in command::all() {
        assert!(
            names.insert(command.name()),
            "{} stands twice",
            command.name()
        );
        let found = command::find(command.name().to_uppercase().as_bytes());
        assert_eq!(found.map(|found| found.name()), Some(command.name()));
        // A subcommand is left out by itself, so that it can come alone.
        let all_are_left_out = command.subcommands().iter().all(|word| !word.is_here());
        assert!(command.is_here() || all_are_left_out, "{}", command.name());
    }
    assert!(command::find(b"nosuch").is_none());
}

#[test]
fn every_command_is_summed_up_in_each_language() {
    let all = command::all().flat_map(|command| [command].into_iter().chain(command.subcommands()));
    for command in all {
        for lang in Lang::ALL {
            let summary = command.summary().get(lang);
            assert!(
                !summary.is_empty() && summary.chars().count() <= 100,
                "{summary}"
            );
            assert!(!summary.ends_with(['.', '。']), "{summary}");
        }
    }
}

#[test]
fn a_number_of_arguments_that_does_not_fit_is_refused_before_the_command_runs() {
    let mut server = Server::new();
    let id = server.connect();
    for command in command::here() {
        let least = command.arity.unsigned_abs() as usize;
        let mut wrong = vec![least.saturating_sub(1)];
        if command.arity > 0 {
            wrong.push(least + 1);
        }
        for words in wrong.into_iter().filter(|words| *words > 0) {
            let mut argv = vec![b"1".to_vec(); words];
            argv[0] = command.name().to_uppercase().into_bytes();
            let mut expected = format!(
                "ERR wrong number of arguments for '{}' command",
                command.name()
            );
            if command.name() == "exec" {
                expected = expected.replace("ERR", "EXECABORT Transaction discarded because of:");
            }
            let reply = server.execute(id, 0, &argv);
            assert_eq!(
                cli::format(&reply, Protocol::Resp2),
                format!("(error) {expected}")
            );
        }
    }
    assert_eq!(server.used_bytes(), 0);
}
