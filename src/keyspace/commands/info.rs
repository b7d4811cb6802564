//! INFO: the facts about this server under Redis' names. Facts that it cannot know are left out.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run};
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::DATABASES;
use crate::keyspace::server::VERSION;
use crate::keyspace::server::args::is_option;
use crate::keyspace::server::call::Call;
use crate::text::Text;
use std::sync::Arc;

pub const COMMANDS: &[Record] = &[Record {
    name: "info",
    arity: -1,
    arguments: "[section...]",
    group: Group::Server,
    summary: Text {
        en: "Tells about the server: its time, connections, memory, counts and keys",
        zh: "返回服务器的信息：时间、连接、内存、统计和键数",
    },
    flags: Flags::LOADING.and(Flags::STALE),
    categories: "dangerous",
    tips: "nondeterministic_output request_policy:all_shards response_policy:special",
    run: Run::Now(info),
    ..Record::DEFAULT
}];

/// Writes the lines of a section.
type InfoSection = fn(&Call<'_>, &mut InfoLines);

/// In the order in which Redis tells them.
const SECTIONS: [(&str, InfoSection); 7] = [
    ("Server", server),
    ("Clients", clients),
    ("Memory", memory),
    ("Stats", stats),
    ("Replication", replication),
    ("Cluster", cluster),
    ("Keyspace", keyspace),
];

/// Words that stand for every section.
const ALL: [&str; 3] = ["default", "all", "everything"];

fn info(call: &mut Call<'_>) -> Result<Reply, Error> {
    let asked = call.args.rest();
    let is_asked = |name: &str| {
        let mut names = asked.iter();
        names.any(|word| is_option(word, name) || ALL.iter().any(|all| is_option(word, all)))
    };
    let mut lines = InfoLines { out: Vec::new() };
    for (name, section) in SECTIONS {
        if asked.is_empty() || is_asked(name) {
            if !lines.out.is_empty() {
                lines.text("", "");
            }
            lines.text("# ", name);
            section(call, &mut lines);
        }
    }
    Ok(Reply::Text(Arc::new(lines.out)))
}

fn server(call: &Call<'_>, lines: &mut InfoLines) {
    let now_ms = call.now_ms();
    let began_ms = call.server.statistics.began_ms.unwrap_or(now_ms);
    let uptime = now_ms.saturating_sub(began_ms) / 1000;
    lines.text("redis_version:", VERSION);
    lines.text("redis_mode:", "standalone");
    lines.number("server_time_usec:", now_ms.saturating_mul(1000));
    lines.number("uptime_in_seconds:", uptime);
    lines.number("uptime_in_days:", uptime / (24 * 60 * 60));
}

fn clients(call: &Call<'_>, lines: &mut InfoLines) {
    lines.count("connected_clients:", call.server.connections().len());
    lines.count("blocked_clients:", 0);
}

fn memory(call: &Call<'_>, lines: &mut InfoLines) {
    for (name, bytes) in [
        ("used_memory", call.server.used_bytes()),
        ("maxmemory", call.server.bytes_max()),
    ] {
        lines.number(&[name, ":"].concat(), bytes as i64);
        lines.bytes(&[name, "_human:"].concat(), bytes as u64);
    }
    lines.text("maxmemory_policy:", "noeviction");
}

fn stats(call: &Call<'_>, lines: &mut InfoLines) {
    let statistics = &call.server.statistics;
    lines.number("total_connections_received:", statistics.connections as i64);
    lines.number("total_commands_processed:", statistics.commands as i64);
    lines.number("expired_keys:", statistics.expired_keys as i64);
    lines.count("evicted_keys:", 0);
}

fn replication(_: &Call<'_>, lines: &mut InfoLines) {
    lines.text("role:", "master");
    lines.count("connected_slaves:", 0);
}

fn cluster(_: &Call<'_>, lines: &mut InfoLines) {
    lines.count("cluster_enabled:", 0);
}

fn keyspace(call: &Call<'_>, lines: &mut InfoLines) {
    for index in 0..DATABASES {
        let database = call.server.database(index);
        if database.is_empty() {
            continue;
        }
        let expires = database.deadlines() as i64;
        // Divided before they are added: the sum of many far deadlines has more than 64 bits.
        let (mut average_ms, mut rest_ms) = (0, 0);
        for (_, entry) in database.iter() {
            if let Some(deadline_ms) = entry.expires_at_ms {
                let left_ms = deadline_ms.saturating_sub(call.now_ms());
                average_ms += left_ms / expires.max(1);
                rest_ms += left_ms % expires.max(1);
            }
        }
        average_ms += rest_ms / expires.max(1);
        lines.part("db", index as i64);
        lines.part(":keys=", database.len() as i64);
        lines.part(",expires=", expires);
        lines.number(",avg_ttl=", average_ms);
    }
}

/// The text under way.
struct InfoLines {
    out: Vec<u8>,
}

impl InfoLines {
    fn text(&mut self, name: &str, value: &str) {
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(value.as_bytes());
        self.out.extend_from_slice(b"\r\n");
    }

    fn number(&mut self, name: &str, value: i64) {
        self.part(name, value);
        self.text("", "");
    }

    fn count(&mut self, name: &str, value: usize) {
        self.number(name, value as i64);
    }

    /// A part of a line.
    fn part(&mut self, name: &str, value: i64) {
        self.out.extend_from_slice(name.as_bytes());
        number::push(&mut self.out, value);
    }

    /// As people read it, with two digits after the point: `1.50M`.
    fn bytes(&mut self, name: &str, bytes: u64) {
        let units = [(30, "G"), (20, "M"), (10, "K")];
        let unit = units.into_iter().find(|(shift, _)| bytes >> shift > 0);
        let Some((shift, letter)) = unit else {
            self.part(name, bytes as i64);
            return self.text("", "B");
        };
        // Rounded to the nearest, as printf does; the limit keeps this far from an overflow.
        let hundredths = (bytes * 100 + (1 << (shift - 1))) >> shift;
        self.part(name, (hundredths / 100) as i64);
        self.part(".", (hundredths / 10 % 10) as i64);
        self.part("", (hundredths % 10) as i64);
        self.text("", letter);
    }
}
