//! INFO: the facts about this server under Redis' names. Facts that it cannot know are left out.

use crate::catalogue::command;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::VERSION;
use crate::server::args::is_option;
use crate::server::call::Call;
use crate::server::connection::Connection;
use crate::server::parameters;
use crate::server::parts::{Handlers, Now};
use crate::server::subscriptions::Kind;
use crate::server::wait::Wait;
use crate::storage::databases::DATABASES;
use crate::storage::sorted::Sorted;
use std::sync::Arc;

pub const HANDLERS: Handlers = &[("info", Now(info))];

/// Writes the lines of a section.
type InfoSection = fn(&Call<'_>, &mut InfoLines);

/// The sections, in the order of Redis.
const SECTIONS: [(&str, InfoSection); 13] = [
    ("Server", server),
    ("Clients", clients),
    ("Memory", memory),
    ("Persistence", persistence),
    ("Stats", stats),
    ("Replication", replication),
    ("CPU", cpu),
    ("Modules", |_, _| {}),
    ("Commandstats", command_stats),
    ("Errorstats", error_stats),
    ("Latencystats", latency_stats),
    ("Cluster", cluster),
    ("Keyspace", keyspace),
];

/// Those that are told only when they are asked for.
const ASKED: [&str; 2] = ["Commandstats", "Latencystats"];

fn info(call: &mut Call<'_>) -> Result<Reply, Error> {
    let asked = call.args.rest();
    let is_asked = |name: &str| asked.iter().any(|word| is_option(word, name));
    let all = is_asked("all") || is_asked("everything");
    let default = asked.is_empty() || is_asked("default");
    let mut lines = InfoLines { out: Vec::new() };
    for (name, section) in SECTIONS {
        let is_default = default && !ASKED.contains(&name);
        let is_list = name == "Modules" && is_asked("module_list");
        if all || is_default || is_asked(name) || is_list {
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
    lines.parameter("hz:", "hz", call);
    lines.parameter("configured_hz:", "hz", call);
    lines.text("config_file:", "");
    lines.count("io_threads_active:", 0);
}

fn clients(call: &Call<'_>, lines: &mut InfoLines) {
    let all = call.server.connections();
    let count = |fits: fn(&Connection) -> bool| all.iter().filter(|(_, own)| fits(own)).count();
    let waits = |until: fn(&Wait) -> bool| {
        let waits = all.iter().filter_map(|(_, own)| own.wait.as_ref());
        waits.filter(|wait| until(wait)).count()
    };
    lines.count("connected_clients:", count(|own| !own.is_monitor));
    lines.count("cluster_connections:", 0);
    lines.parameter("maxclients:", "maxclients", call);
    lines.count("blocked_clients:", waits(|_| true));
    lines.count("tracking_clients:", count(|own| own.tracking.is_some()));
    let in_table = waits(|wait| !wait.is_held_back() && wait.until_ms.is_some());
    lines.count("clients_in_timeout_table:", in_table);
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
    lines.count("mem_replication_backlog:", 0);
    lines.count("mem_clients_slaves:", 0);
    lines.count("mem_cluster_links:", 0);
    lines.count("mem_aof_buffer:", 0);
    lines.count("active_defrag_running:", 0);
}

/// Nothing is ever saved or loaded.
fn persistence(call: &Call<'_>, lines: &mut InfoLines) {
    lines.count("loading:", 0);
    lines.count("async_loading:", 0);
    let changes = call.server.audience.changes;
    lines.number("rdb_changes_since_last_save:", changes as i64);
    lines.count("rdb_bgsave_in_progress:", 0);
    let saved_s = call.server.statistics.last_save_s(call.now_ms());
    lines.number("rdb_last_save_time:", saved_s);
    lines.text("rdb_last_bgsave_status:", "ok");
    lines.number("rdb_last_bgsave_time_sec:", -1);
    lines.number("rdb_current_bgsave_time_sec:", -1);
    for name in [
        "rdb_saves:",
        "rdb_last_load_keys_expired:",
        "rdb_last_load_keys_loaded:",
        "aof_enabled:",
        "aof_rewrite_in_progress:",
        "aof_rewrite_scheduled:",
    ] {
        lines.count(name, 0);
    }
    lines.number("aof_last_rewrite_time_sec:", -1);
    lines.number("aof_current_rewrite_time_sec:", -1);
    lines.text("aof_last_bgrewrite_status:", "ok");
    lines.count("aof_rewrites:", 0);
    lines.text("aof_last_write_status:", "ok");
    lines.count("module_fork_in_progress:", 0);
}

fn stats(call: &Call<'_>, lines: &mut InfoLines) {
    let statistics = &call.server.statistics;
    lines.number("total_connections_received:", statistics.connections as i64);
    lines.number("total_commands_processed:", statistics.commands as i64);
    for name in ["rejected_connections:", "sync_full:", "sync_partial_ok:"] {
        lines.count(name, 0);
    }
    lines.count("sync_partial_err:", 0);
    lines.number("expired_keys:", statistics.expired_keys as i64);
    lines.count("evicted_keys:", 0);
    lines.count("evicted_clients:", 0);
    lines.number("keyspace_hits:", statistics.hits as i64);
    lines.number("keyspace_misses:", statistics.misses as i64);
    let all = || {
        call.server
            .connections()
            .iter()
            .map(|(_, own)| &own.subscriptions)
    };
    let names = |kind: Kind| {
        let mut names = Sorted::default();
        for name in all().flat_map(|own| own.of(kind)) {
            names.add(&name);
        }
        names.len()
    };
    lines.count("pubsub_channels:", names(Kind::Channel));
    lines.count("pubsub_patterns:", names(Kind::Pattern));
    lines.count("pubsubshard_channels:", names(Kind::Shard));
    lines.count("total_forks:", 0);
    lines.count("slave_expires_tracked_keys:", 0);
    lines.number("total_error_replies:", statistics.errors as i64);
}

fn replication(call: &Call<'_>, lines: &mut InfoLines) {
    lines.text("role:", "master");
    lines.count("connected_slaves:", 0);
    lines.text("master_failover_state:", "no-failover");
    lines.text(
        "master_replid2:",
        "0000000000000000000000000000000000000000",
    );
    lines.count("master_repl_offset:", 0);
    lines.number("second_repl_offset:", -1);
    lines.count("repl_backlog_active:", 0);
    lines.parameter("repl_backlog_size:", "repl-backlog-size", call);
    lines.count("repl_backlog_first_byte_offset:", 0);
    lines.count("repl_backlog_histlen:", 0);
}

/// No command takes any time where there is no clock.
fn cpu(_: &Call<'_>, lines: &mut InfoLines) {
    for name in ["used_cpu_sys:", "used_cpu_user:"] {
        lines.text(name, "0.000000");
    }
    for name in ["used_cpu_sys_children:", "used_cpu_user_children:"] {
        lines.text(name, "0.000000");
    }
}

/// In the order in which the commands came first, where Redis has that of a hash table.
fn command_stats(call: &Call<'_>, lines: &mut InfoLines) {
    for calls in &call.server.statistics.calls {
        if let Some(command) = command::at(calls.name_at) {
            let name = ["cmdstat_", &command.full_name(), ":calls="].concat();
            lines.part(&name, calls.done as i64);
            let rejected = ",usec=0,usec_per_call=0.00,rejected_calls=";
            lines.part(rejected, calls.rejected as i64);
            lines.number(",failed_calls=", calls.failed as i64);
        }
    }
}

fn error_stats(call: &Call<'_>, lines: &mut InfoLines) {
    for (code, count) in &call.server.statistics.codes {
        lines.out.extend_from_slice(b"errorstat_");
        // As Redis: what would look like the form of a line becomes another sign.
        let safe = code.iter().map(|byte| match byte {
            b'#' | b':' | b'\n' | b'\r' => b'_',
            other => *other,
        });
        lines.out.extend(safe);
        lines.number(":count=", *count as i64);
    }
}

/// The shortest duration that Redis tells stands for none.
fn latency_stats(call: &Call<'_>, lines: &mut InfoLines) {
    let statistics = &call.server.statistics;
    let Some(shares) = parameters::named(b"latency-tracking-info-percentiles") else {
        return;
    };
    let shares = call.server.parameter(&shares);
    let all = statistics.calls.iter().filter(|calls| calls.tracked > 0);
    for calls in all.filter(|_| !statistics.is_untracked) {
        let Some(command) = command::at(calls.name_at) else {
            continue;
        };
        lines.out.extend_from_slice(b"latency_percentiles_usec_");
        lines.out.extend_from_slice(command.full_name().as_bytes());
        let mut before: &[u8] = b":p";
        for share in shares
            .split(|byte| *byte == b' ')
            .filter(|share| !share.is_empty())
        {
            lines.out.extend_from_slice(before);
            lines.out.extend_from_slice(share);
            lines.out.extend_from_slice(b"=0.001");
            before = b",p";
        }
        if before == b":p" {
            lines.out.push(b':');
        }
        lines.text("", "");
    }
}

fn cluster(_: &Call<'_>, lines: &mut InfoLines) {
    lines.count("cluster_enabled:", 0);
}

fn keyspace(call: &Call<'_>, lines: &mut InfoLines) {
    for index in 0..DATABASES {
        let database = call.server.databases.get(index);
        let expired = call.server.expired_in_pause(index) as i64;
        if database.is_empty() && expired == 0 {
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
        lines.part(":keys=", database.len() as i64 + expired);
        lines.part(",expires=", expires + expired);
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

    /// What a parameter is set to.
    fn parameter(&mut self, name: &str, parameter: &str, call: &Call<'_>) {
        self.out.extend_from_slice(name.as_bytes());
        if let Some(parameter) = parameters::named(parameter.as_bytes()) {
            let value = call.server.parameter(&parameter);
            self.out.extend_from_slice(&value);
        }
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
