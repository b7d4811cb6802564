//! MEMORY: what the server's memory is used for.

use crate::double;
use crate::reply::{Error, Reply};
use crate::server::args::{self, SYNTAX};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::storage::databases::DATABASES;
use crate::storage::value::{KEY_OVERHEAD_BYTES, Value};
use crate::types::rdb;
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("memory|doctor", Now(doctor)),
    ("memory|malloc-stats", Now(malloc_stats)),
    ("memory|purge", Now(purge)),
    ("memory|stats", Now(stats)),
    ("memory|usage", Now(usage)),
    ("memory|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
MEMORY <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
DOCTOR
    Return memory problems reports.
MALLOC-STATS
    Return internal statistics report from the memory allocator.
PURGE
    Attempt to purge dirty pages for reclamation by the allocator.
STATS
    Return information about the memory usage of the server.
USAGE <key> [SAMPLES <count>]
    Return memory in bytes used by <key> and its value. Nested values are
    sampled up to <count> times (default: 5, 0 means sample all).
HELP
    Prints this help.";

/// The least memory of which Redis' doctor says anything, in bytes.
const DIAGNOSED_BYTES_MIN: usize = 5 << 20;
const LITTLE: &str = "Hi Sam, this instance is empty or is using very little memory, my issues detector can't be used in these conditions. Please, leave for your mission on Earth and fill it with some data. The new Sam and I will be back to our programming as soon as I finished rebooting.\n";
const HEALTHY: &str = "Hi Sam, I can't find any memory issue in your instance. I can only account for what occurs on this base.\n";

fn doctor(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_little = call.server.used_bytes() < DIAGNOSED_BYTES_MIN;
    let report = if is_little { LITTLE } else { HEALTHY };
    Ok(Reply::Text(Arc::new(report.into())))
}

fn malloc_stats(_: &mut Call<'_>) -> Result<Reply, Error> {
    // What Redis says of every allocator but jemalloc.
    Ok(Reply::bulk("Stats not supported for the current allocator"))
}

fn purge(_: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::OK)
}

fn stats(call: &mut Call<'_>) -> Result<Reply, Error> {
    let named = |name: &str, number: usize| (Reply::bulk(name), Reply::Int(number as i64));
    let total = call.server.used_bytes();
    let mut facts = vec![
        named("total.allocated", total),
        named("startup.allocated", 0),
        named("replication.backlog", 0),
        named("clients.slaves", 0),
        named("cluster.links", 0),
        named("aof.buffer", 0),
    ];
    let mut keys = 0;
    for index in 0..DATABASES {
        let database = call.server.databases.get(index);
        if database.is_empty() {
            continue;
        }
        keys += database.len();
        let name = ["db.", &index.to_string()].concat();
        let tables = vec![
            named(
                "overhead.hashtable.main",
                database.len() * KEY_OVERHEAD_BYTES,
            ),
            named("overhead.hashtable.expires", 0),
            named("overhead.hashtable.slot-to-keys", 0),
        ];
        facts.push((Reply::bulk(name), Reply::Map(tables)));
    }
    let overhead = keys * KEY_OVERHEAD_BYTES;
    let dataset = total.saturating_sub(overhead);
    let percentage = match total {
        0 => 0.0,
        total => dataset as f64 * 100.0 / total as f64,
    };
    facts.push(named("overhead.total", overhead));
    facts.push(named("keys.count", keys));
    facts.push(named(
        "keys.bytes-per-key",
        total.checked_div(keys).unwrap_or(0),
    ));
    facts.push(named("dataset.bytes", dataset));
    let percentage = Reply::Double(Arc::new(double::text(percentage)));
    facts.push((Reply::bulk("dataset.percentage"), percentage));
    Ok(Reply::Map(facts))
}

/// What Redis' header of a value takes.
const HEADER_BYTES: usize = 16;
/// What a key takes in its hash table, without its name.
const TABLE_ENTRY_BYTES: usize = 24;
/// What a list takes without its nodes, and a node without its elements.
const LIST_BYTES: usize = 40;
const LIST_NODE_BYTES: usize = 40;
/// How many nodes of a list are looked at.
const SAMPLES: i64 = 5;

fn usage(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let mut samples = SAMPLES;
    while let Some(word) = call.args.next() {
        if call.args.is_empty() || !args::is_option(word, "SAMPLES") {
            return Err(SYNTAX);
        }
        samples = match call.args.integer()? {
            ..0 => return Err(SYNTAX),
            0 => i64::MAX,
            samples => samples,
        };
    }
    let Some(entry) = call.peek(key) else {
        return Ok(Reply::Nil);
    };
    let value_bytes = match &entry.value {
        Value::String(text, form) => match form.encoding(text) {
            "int" => HEADER_BYTES,
            // Header, text and the byte behind it are one block.
            "embstr" => block_bytes(HEADER_BYTES + 3 + text.len() + 1),
            _ => HEADER_BYTES + text_bytes(text.len()),
        },
        Value::Other(other) => match rdb::block_lengths(&**other) {
            Some(blocks) if other.type_name() == "list" => {
                let looked_at = blocks
                    .iter()
                    .take(usize::try_from(samples).unwrap_or(usize::MAX));
                let nodes = looked_at.clone().count().max(1);
                let bytes: usize = looked_at
                    .map(|own| LIST_NODE_BYTES + block_bytes(*own))
                    .sum();
                let all = bytes as f64 / nodes as f64 * blocks.len() as f64;
                HEADER_BYTES + LIST_BYTES + all as usize
            }
            Some(blocks) => HEADER_BYTES + blocks.into_iter().map(block_bytes).sum::<usize>(),
            None => HEADER_BYTES + other.bytes(),
        },
    };
    let bytes = TABLE_ENTRY_BYTES + text_bytes(key.len()) + value_bytes;
    Ok(Reply::Int(bytes as i64))
}

/// What a text takes in a block of its own, with the header of its length and the byte behind it.
fn text_bytes(length: usize) -> usize {
    let header = match length {
        0 => 3,
        1..32 => 1,
        32..256 => 3,
        256..0x1_0000 => 5,
        _ => 9,
    };
    block_bytes(header + length + 1)
}

/// The size of the block that jemalloc gives for so many bytes: it has four sizes between each power of two and the next.
fn block_bytes(bytes: usize) -> usize {
    match bytes {
        ..=8 => 8,
        9..=128 => bytes.next_multiple_of(16),
        _ => bytes.next_multiple_of(bytes.next_power_of_two() / 8),
    }
}
