//! A move's facts in one line, for expectations and golden files. No reader of the page sees it.

use super::narrate::reply_text;
use crate::sim::{Broken, ClientId, Outcome, World, seconds, short_command};

/// What the move showed: `SETNX 112 -> 1; in C1; leases C1 until 112; owner C1`, and what it broke. `after` is the world
/// after it. `stuck` names the clients of a certain deadlock.
pub fn facts(outcome: &Outcome, after: &World) -> String {
    let mut out = match (&outcome.command, &outcome.reply) {
        (Some(argv), Some(reply)) => {
            let command = short_command(argv, after.lock_key());
            command + " -> " + &reply_text(reply)
        }
        _ => "nothing sent".to_owned(),
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
        match broken {
            Broken::TwoBelievers(who) => add(&mut out, "two believers", &names(who)),
            Broken::TwoLeases(who) => add(&mut out, "two leases", &names(who)),
            Broken::RemovedLock { of, .. } => add(&mut out, "removed the lock of", &names(of)),
        }
    }
    if let Some(stuck) = after.deadlock() {
        add(&mut out, "stuck", &names(&stuck));
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
