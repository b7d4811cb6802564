//! A command's record as COMMAND DOCS answers it. Summaries are this project's own; the history, which is prose too, is
//! left out.

use crate::catalogue::arguments::{Argument, ArgumentKind};
use crate::catalogue::command::Command;
use crate::catalogue::info::words;
use crate::reply::Reply;

/// The description of a command and of its subcommands.
pub fn docs(command: &Command) -> (Reply, Reply) {
    let mut facts = DocFields::default();
    facts.push("summary", command.summary().en);
    facts.push("since", command.since());
    facts.push("group", command.group().name());
    facts.push("complexity", command.complexity());
    if command.is_for_developers() {
        facts.add("doc_flags", words("syscmd"));
    }
    if let Some(deprecated) = command.deprecated() {
        facts.add("doc_flags", words("deprecated"));
        facts.push("deprecated_since", deprecated.since);
        facts.push("replaced_by", deprecated.replaced_by);
    }
    facts.add_arguments(&command.arguments());
    if !command.subcommands().is_empty() {
        let subcommands = command.subcommands().iter().map(docs);
        facts.add("subcommands", Reply::Map(subcommands.collect()));
    }
    (Reply::bulk(command.full_name()), Reply::Map(facts.0))
}

fn argument(argument: &Argument) -> Reply {
    let mut facts = DocFields::default();
    facts.push("name", &argument.name.to_ascii_lowercase());
    facts.push("type", argument.kind.name());
    if let ArgumentKind::Key(spec) | ArgumentKind::KeyPattern(spec) = argument.kind {
        facts.add("key_spec_index", Reply::Int(spec.into()));
    }
    match argument.kind {
        ArgumentKind::Token => facts.add("token", Reply::bulk(argument.token)),
        _ => facts.push("token", argument.token),
    }
    facts.push("since", argument.since);
    facts.push("deprecated_since", argument.deprecated);
    let flags: Vec<Reply> = [
        (argument.is_optional, "optional"),
        (argument.is_multiple, "multiple"),
        (argument.has_multiple_token, "multiple_token"),
    ]
    .into_iter()
    .filter_map(|(is_set, name)| is_set.then_some(Reply::Status(name)))
    .collect();
    if !flags.is_empty() {
        facts.add("flags", Reply::Set(flags));
    }
    facts.add_arguments(&argument.of);
    Reply::Map(facts.0)
}

#[derive(Default)]
struct DocFields(Vec<(Reply, Reply)>);

impl DocFields {
    fn add(&mut self, name: &str, value: Reply) {
        self.0.push((Reply::bulk(name), value));
    }

    /// A text, unless it is empty.
    fn push(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.add(name, Reply::bulk(text));
        }
    }

    fn add_arguments(&mut self, arguments: &[Argument]) {
        if !arguments.is_empty() {
            let all = arguments.iter().map(argument);
            self.add("arguments", Reply::Array(all.collect()));
        }
    }
}
