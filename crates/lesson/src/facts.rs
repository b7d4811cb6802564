//! A move's facts in one line, for expectations and golden files. No reader of the page sees it.

use sim::{ClientId, CommandPart, Outcome, World, seconds};
use tell::reply_text;

/// The facts of a move: `SETNX 112 -> 1; in C1; leases C1 until 112; owner C1`, and broken properties. `after` is the
/// world after it. `stuck` names the clients of a certain deadlock.
pub fn facts(outcome: &Outcome, after: &World) -> String {
    let command = outcome.request.as_ref();
    let command = command.map(|request| request.short(after.lock_key()));
    let reply = outcome.reply.as_ref().map(reply_text);
    let mut out = match (command, reply) {
        (Some(command), Some(_)) if outcome.exchanges.len() > 1 => {
            let said_yes = outcome.exchanges.iter().map(|(_, reply)| match reply {
                Some(reply) => reply_text(reply),
                None => "-".to_owned(),
            });
            command + " -> " + &said_yes.collect::<Vec<_>>().join(", ")
        }
        (Some(command), Some(reply)) => command + " -> " + &reply,
        (Some(command), None) if outcome.has(CommandPart::Send) => command + " sent",
        (Some(command), None) => command + " computed",
        (None, Some(reply)) => "received ".to_owned() + &reply,
        (None, None) => "nothing sent".to_owned(),
    };
    let leases = outcome.leases.after.iter();
    let leases: Vec<String> = leases
        .map(|(id, lease)| id.to_string() + " until " + &seconds(lease.until_ms))
        .collect();
    let owner: Vec<ClientId> = outcome.owner.after.into_iter().collect();
    add(&mut out, "in", &names(&outcome.believers.after));
    add(&mut out, "leases", &leases.join(" "));
    add(&mut out, "owner", &names(&owner));
    for broken in &outcome.broken {
        add(&mut out, broken.property.name(), &names(&broken.clients));
    }
    if let Some(stuck) = after.deadlock() {
        add(&mut out, "stuck", &names(&stuck.who));
    }
    out
}

fn add(out: &mut String, what: &str, value: &str) {
    out.push_str("; ");
    out.push_str(what);
    out.push(' ');
    out.push_str(if value.is_empty() { "-" } else { value });
}

fn names(ids: &[ClientId]) -> String {
    let all: Vec<String> = ids.iter().map(ClientId::to_string).collect();
    all.join(" ")
}
