//! The commands that the benchmarks run, and how the keyspace is given them. Used on the host and in a browser.

use setnx_playground::keyspace::{Protocol, Server};
use setnx_playground::lua;
use std::hint::black_box;

/// A command's words.
pub type Argv = Vec<Vec<u8>>;

/// Number of commands in flight.
pub const PIPELINE: usize = 100;

/// A kind of command, for a key.
pub struct Workload {
    /// The command's, or `mix`.
    pub name: &'static str,
    /// The command for a key, as a line; the second number counts the commands.
    pub argv: fn(usize, usize) -> String,
    /// The line that is run for each key before, if any.
    pub fill: Option<fn(usize) -> String>,
    /// Number of consecutive commands on the same key.
    pub commands_a_key: usize,
}

/// Values are 16 bytes; `at` counts the commands.
pub const WORKLOADS: [Workload; 15] = [
    Workload {
        name: "SET",
        argv: |key, at| format!("SET key:{key:012} value:{at:010}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "GET",
        argv: |key, _| format!("GET key:{key:012}"),
        fill: Some(set),
        commands_a_key: 1,
    },
    Workload {
        name: "SETNX",
        argv: |key, at| format!("SETNX key:{key:012} value:{at:010}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "INCR",
        argv: |key, _| format!("INCR counter:{key:08}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "EXPIRE",
        argv: |key, _| format!("EXPIRE key:{key:012} 1000"),
        fill: Some(set),
        commands_a_key: 1,
    },
    Workload {
        name: "DEL+SET",
        argv: |key, at| match at % 2 {
            0 => format!("DEL key:{key:012}"),
            _ => format!("SET key:{key:012} value:{at:010}"),
        },
        fill: Some(set),
        commands_a_key: 2,
    },
    Workload {
        name: "LPUSH",
        argv: |_, at| format!("LPUSH list value:{at:010}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "RPOP",
        argv: |_, at| match at % 2 {
            0 => format!("LPUSH list value:{at:010}"),
            _ => "RPOP list".to_owned(),
        },
        fill: Some(|key| format!("LPUSH list value:{key:010}")),
        commands_a_key: 2,
    },
    Workload {
        name: "SADD",
        argv: |key, _| format!("SADD set member:{key:010}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "HSET",
        argv: |key, at| format!("HSET hash field:{key:010} value:{at:010}"),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "ZADD",
        argv: |key, at| format!("ZADD board {} member:{key:010}", at * 7919 % 100_000),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        name: "ZRANGE",
        argv: |key, _| format!("ZRANGE board {key} {}", key + 9),
        fill: Some(|key| format!("ZADD board {} member:{key:010}", key * 7919 % 100_000)),
        commands_a_key: 1,
    },
    Workload {
        name: "XADD",
        argv: |key, at| format!("XADD stream:{:04} * field value:{at:010}", key % 1000),
        fill: None,
        commands_a_key: 1,
    },
    Workload {
        // The release of a lock, by one that does not hold it. Words are separated by spaces, so that it has none.
        name: "EVAL",
        argv: |key, _| {
            let script = "if(redis.call('get',KEYS[1])==ARGV[1])then(redis.call)('del',KEYS[1])end";
            format!("EVAL {script} 1 key:{key:012} token")
        },
        fill: Some(set),
        commands_a_key: 1,
    },
    Workload {
        name: "mix",
        argv: |key, at| match at % 8 {
            0 => format!("SET key:{key:012} value:{at:010}"),
            1 => format!("SETNX key:{key:012} value:{at:010}"),
            2 => format!("INCR counter:{key:08}"),
            3 => format!("EXPIRE key:{key:012} 1000"),
            4 => format!("DEL key:{key:012}"),
            _ => format!("GET key:{key:012}"),
        },
        fill: Some(set),
        commands_a_key: 1,
    },
];

/// A server that runs scripts.
pub fn server() -> Server {
    Server::new().with_script_engine(lua::engine())
}

/// A key with a string.
fn set(key: usize) -> String {
    format!("SET key:{key:012} value:{key:010}")
}

/// This number of commands on keys chosen by a deterministic generator.
pub fn commands(workload: &Workload, keys: usize, count: usize) -> Vec<Argv> {
    let mut state = 88_172_645_463_325_252u64;
    let random_key = |_| {
        // Xorshift: the same keys in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % keys as u64) as usize
    };
    let a_key = workload.commands_a_key;
    let chosen = (0..count / a_key).map(random_key);
    chosen
        .flat_map(|key| std::iter::repeat_n(key, a_key))
        .enumerate()
        .map(|(at, key)| argv(&(workload.argv)(key, at)))
        .collect()
}

/// The words of a line.
pub fn argv(line: &str) -> Argv {
    line.split(' ')
        .map(|word| word.as_bytes().to_vec())
        .collect()
}

/// Executes and encodes them as a server would, a pipeline at a time; answers how many they were.
pub fn run(server: &mut Server, commands: &[Argv]) -> usize {
    let id = server.connect();
    let mut bytes = Vec::new();
    let mut now = now_ms();
    for (at, argv) in commands.iter().enumerate() {
        if at % PIPELINE == 0 {
            bytes.clear();
            now = now_ms();
        }
        server
            .execute(id, now, argv)
            .encode(Protocol::Resp2, &mut bytes);
    }
    black_box(&bytes);
    server.disconnect(id);
    commands.len()
}

/// The wall's clock.
#[cfg(not(target_arch = "wasm32"))]
pub fn now_ms() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("a clock after 1970").as_millis() as i64
}

/// The wall's clock.
#[cfg(target_arch = "wasm32")]
pub fn now_ms() -> i64 {
    js_sys::Date::now() as i64
}
