//! A server that transcripts are run on: a connection, and what may be sent over it.
//!
//! All keys are dropped before each transcript, so the server has to be empty when the run begins. What reaches beyond
//! keys, by the server's own facts about its commands, is sent only if it was allowed by name.

use crate::{resp, say};
use setnx_playground::cli::{Entry, Order, answers_raw, format_raw_within, format_within};
use setnx_playground::keyspace::{KeyspaceMode, Protocol, Reply};
use setnx_playground::text::Phrase;
use setnx_playground::transcript::{Backend, Engine};
use std::collections::HashMap;
use std::io::{BufReader, ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::rc::Rc;
use std::time::Duration;

/// Maximum time for a connection, and for a reply: a command that blocks for longer is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of bytes of a reply as text, as at a prompt.
const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// Maximum number of repetitions of a line.
const TIMES_MAX: u64 = 10_000;
/// The environment variable with a password, which redis-cli reads too.
const PASSWORD: &str = "REDISCLI_AUTH";

/// Commands that the server's facts count as dangerous or as administration, and that change nothing but keys, or nothing
/// at all.
const WITHIN_KEYS: &[&str] = &[
    "acl|cat",
    "acl|dryrun",
    "acl|genpass",
    "acl|getuser",
    "acl|help",
    "acl|list",
    "acl|log",
    "acl|users",
    "acl|whoami",
    "client|getname",
    "client|help",
    "client|id",
    "client|info",
    "client|list",
    "config|get",
    "config|help",
    "info",
    "keys",
    "lastsave",
    "latency|doctor",
    "latency|graph",
    "latency|help",
    "latency|histogram",
    "latency|history",
    "latency|latest",
    "module|help",
    "module|list",
    "restore",
    "role",
    "slowlog|get",
    "slowlog|help",
    "slowlog|len",
    "sort",
    "sort_ro",
    "swapdb",
];
/// Commands that the facts do not count as such, and that change what outlives a connection and a FLUSHALL.
const BEYOND_KEYS: &[&str] = &[
    "function|delete",
    "function|flush",
    "function|kill",
    "function|load",
    "function|restore",
    "memory|purge",
    "module",
    "script|debug",
    "script|flush",
    "script|kill",
];
/// Commands after which a connection gets more than one reply to a line, or none.
const GO_ON: &[&str] = &[
    "client|reply",
    "client|tracking",
    "monitor",
    "psubscribe",
    "psync",
    "ssubscribe",
    "subscribe",
    "sync",
];

/// A server, with a connection to it.
pub struct Redis {
    address: String,
    stream: BufReader<TcpStream>,
    /// What INFO calls it, with its version.
    title: String,
    /// It was empty when the run began, so that its keys are those of transcripts.
    is_ours: bool,
    /// Names of commands, in lower case, with `|` before a subcommand.
    allowed: Vec<String>,
    /// Commands that the server was asked about, and whether they reach beyond keys.
    reaching: HashMap<String, bool>,
    is_in_transaction: bool,
    /// For the words of redis-cli itself.
    own: Engine,
}

impl Redis {
    /// Connects, and makes sure that the server has nothing to lose.
    ///
    /// # Errors
    /// Why this server is not used.
    pub fn open(address: &str, allowed: &[String]) -> Result<Redis, String> {
        let name = |name: &String| name.trim().to_lowercase().replace(' ', "|");
        let mut redis = Redis {
            address: address.to_owned(),
            stream: connect(address)?,
            title: String::new(),
            is_ours: false,
            allowed: allowed.iter().map(name).collect(),
            reaching: HashMap::new(),
            is_in_transaction: false,
            own: Engine::new(0),
        };
        redis.authenticate()?;
        let info = redis.text(&[b"INFO"])?;
        let field = |name: &str| {
            let mut lines = info.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        };
        if let Some(keys) = info.lines().find(|line| is_database(line)) {
            return Err(format!(
                "{address} is not empty ({keys}): every transcript would drop its keys"
            ));
        }
        if field("role") != Some("master") || field("connected_slaves") != Some("0") {
            return Err(format!(
                "{address} is replicated: every transcript would drop the keys of all its copies"
            ));
        }
        let version = field("valkey_version").or(field("redis_version"));
        let product = match field("server_name").or(field("valkey_version")) {
            Some(_) => "Valkey",
            None => "Redis",
        };
        if redis.has_functions() && redis.ask(&[b"FUNCTION", b"LIST"])? != Reply::Array(Vec::new())
        {
            return Err(format!(
                "{address} has functions: every transcript would drop them"
            ));
        }
        redis.is_ours = true;
        redis.title = format!("{product} {}", version.unwrap_or("of no known version"));
        Ok(redis)
    }

    /// The server's own name, with its version and address.
    pub fn name(&self) -> String {
        format!("{} at {}", self.title, self.address)
    }

    fn authenticate(&mut self) -> Result<(), String> {
        let Ok(password) = std::env::var(PASSWORD) else {
            return Ok(());
        };
        match self.ask(&[b"AUTH", password.as_bytes()])? {
            Reply::Error(error) => Err(self.said(&String::from_utf8_lossy(error.bytes()))),
            _ => Ok(()),
        }
    }

    fn reconnect(&mut self) -> Result<(), String> {
        self.stream = connect(&self.address)?;
        self.is_in_transaction = false;
        self.authenticate()
    }

    /// The reply to a command of our own.
    fn ask(&mut self, argv: &[&[u8]]) -> Result<Reply, String> {
        let argv: Vec<Vec<u8>> = argv.iter().map(|word| word.to_vec()).collect();
        self.send(&argv).map_err(|error| self.said(&error))
    }

    fn text(&mut self, argv: &[&[u8]]) -> Result<String, String> {
        match self.ask(argv)? {
            Reply::Bulk(bytes) | Reply::Text(bytes) => {
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
            Reply::Error(error) => Err(self.said(&String::from_utf8_lossy(error.bytes()))),
            _ => Err(self.said(&"it is no server of Redis' protocol")),
        }
    }

    fn said(&self, what: &dyn std::fmt::Display) -> String {
        format!("{}: {what}", self.address)
    }

    fn send(&mut self, argv: &[Vec<u8>]) -> std::io::Result<Reply> {
        let mut bytes = Vec::new();
        resp::write(&mut bytes, argv);
        self.stream.get_mut().write_all(&bytes)?;
        resp::read(&mut self.stream)
    }

    /// Whether transcripts may load functions, which FLUSHALL leaves.
    fn has_functions(&self) -> bool {
        self.allowed.iter().any(|name| name.starts_with("function"))
    }

    fn flush(&mut self) -> Result<(), String> {
        let mut reply = self.ask(&[b"FLUSHALL"])?;
        if !reply.is_error() && self.has_functions() {
            reply = self.ask(&[b"FUNCTION", b"FLUSH"])?;
        }
        match reply {
            Reply::Error(error) => Err(self.said(&String::from_utf8_lossy(error.bytes()))),
            _ => Ok(()),
        }
    }

    /// Why a command is not sent.
    fn refusal(&mut self, argv: &[Vec<u8>]) -> Result<Option<Phrase>, String> {
        let word = |at: usize| {
            let word = argv.get(at).map(Vec::as_slice).unwrap_or_default();
            String::from_utf8_lossy(word).to_lowercase()
        };
        let (name, pair) = (word(0), [word(0), word(1)].join("|"));
        let is_one_of = |known: &[&str]| known.contains(&&*name) || known.contains(&&*pair);
        let shown = |name: &str| name.to_uppercase().replace('|', " ");
        if is_one_of(GO_ON) {
            let name = if GO_ON.contains(&&*name) {
                &name
            } else {
                &pair
            };
            return Ok(Some(say::goes_on(shown(name))));
        }
        let is_allowed = self.allowed.contains(&name) || self.allowed.contains(&pair);
        if is_allowed || is_one_of(WITHIN_KEYS) {
            return Ok(None);
        }
        let reaches = match self.reaching.get(&pair) {
            Some(known) => *known,
            None => {
                let reaches = is_one_of(BEYOND_KEYS) || self.reaches_beyond(&name, &pair)?;
                self.reaching.insert(pair.clone(), reaches);
                reaches
            }
        };
        let has_subcommands = CONTAINERS.contains(&&*name) && argv.len() > 1;
        let name = if has_subcommands { &pair } else { &name };
        Ok(reaches.then(|| say::not_allowed(shown(name))))
    }

    /// Whether the server counts a command as dangerous or as administration.
    fn reaches_beyond(&mut self, name: &str, pair: &str) -> Result<bool, String> {
        // Within a transaction this would be queued.
        let mut other = connect(&self.address)?;
        std::mem::swap(&mut self.stream, &mut other);
        let facts = self
            .authenticate()
            .and_then(|()| self.ask(&[b"COMMAND", b"INFO", name.as_bytes()]));
        std::mem::swap(&mut self.stream, &mut other);
        let Reply::Array(records) = facts? else {
            return Ok(true);
        };
        let Some(Reply::Array(record)) = records.first() else {
            // It does not know the command, and will say so.
            return Ok(false);
        };
        let subcommands = match record.get(9) {
            Some(Reply::Array(subcommands)) => subcommands.as_slice(),
            _ => &[],
        };
        let own = subcommands.iter().find_map(|record| match record {
            Reply::Array(record) if record.first().is_some_and(|name| is_text(name, pair)) => {
                Some(record)
            }
            _ => None,
        });
        let marks = own.unwrap_or(record).iter().flat_map(|part| match part {
            Reply::Array(marks) | Reply::Set(marks) => marks.as_slice(),
            _ => &[],
        });
        let mut marks = marks.filter(|mark| !matches!(mark, Reply::Array(_) | Reply::Set(_)));
        Ok(marks.any(|mark| is_text(mark, "admin") || is_text(mark, "@dangerous")))
    }

    fn sent(&mut self, entry: &mut Entry, argv: &[Vec<u8>], times: u64) -> Result<(), String> {
        for at in 0..times {
            let reply = match self.send(argv) {
                Ok(reply) => reply,
                Err(error) => {
                    let is_late =
                        matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                    entry.note = Some(if is_late { say::NO_REPLY } else { say::CLOSED }.into());
                    entry.is_error = true;
                    entry.output.clear();
                    return self.reconnect();
                }
            };
            if at > 0 {
                entry.output.push('\n');
            }
            entry.is_error |= reply.is_error();
            let (text, _) = match reply {
                Reply::Bulk(text) if answers_raw(argv) => {
                    format_raw_within(&Reply::Text(text), OUTPUT_BYTES_MAX)
                }
                reply if answers_raw(argv) => format_raw_within(&reply, OUTPUT_BYTES_MAX),
                // A status is a text here, which RESP3 prints as it is.
                reply => format_within(&reply, Protocol::Resp3, OUTPUT_BYTES_MAX),
            };
            entry.output.push_str(&text);
            self.follow(argv, entry.is_error);
        }
        Ok(())
    }

    /// Keeps track of a transaction, as redis-cli does for its prompt.
    fn follow(&mut self, argv: &[Vec<u8>], is_error: bool) {
        let is = |name: &str| {
            argv.first()
                .is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
        };
        if is("multi") && !is_error {
            self.is_in_transaction = true;
        } else if ["exec", "discard", "reset"].iter().any(|name| is(name)) {
            self.is_in_transaction = false;
        }
    }
}

/// Commands whose names go on with a second word.
const CONTAINERS: &[&str] = &[
    "acl", "client", "cluster", "command", "config", "debug", "function", "latency", "memory",
    "module", "object", "pubsub", "script", "slowlog", "xgroup", "xinfo",
];

impl Drop for Redis {
    /// Leaves the server as it was found: empty.
    fn drop(&mut self) {
        if self.is_ours && self.reconnect().is_ok() {
            let _ = self.flush();
        }
    }
}

impl Backend for Redis {
    fn restart(&mut self, mode: KeyspaceMode) -> Result<(), String> {
        self.own.restart(mode)?;
        self.reconnect()?;
        self.flush()
    }

    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String> {
        let prompt = if self.is_in_transaction {
            "redis(TX)> "
        } else {
            "redis> "
        };
        let mut entry = Entry {
            number: 0,
            mode: KeyspaceMode::default(),
            prompt: prompt.to_owned(),
            line: line.to_owned(),
            output: String::new(),
            asked: None,
            note: None,
            is_error: false,
        };
        match Order::read(line) {
            Order::Run { times, .. } if times > TIMES_MAX => {
                entry.note = Some(say::TOO_OFTEN.into());
                entry.is_error = true;
            }
            Order::Run { argv, times } => match self.refusal(&argv)? {
                Some(why) => {
                    entry.note = Some(why);
                    entry.is_error = true;
                }
                None => {
                    self.own.run(line)?;
                    self.sent(&mut entry, &argv, times)?;
                }
            },
            Order::Quit => {
                self.own.run(line)?;
                self.reconnect()?;
            }
            _ => return self.own.run(line),
        }
        Ok(Some(Rc::new(entry)))
    }

    fn copy(&self) -> Option<Engine> {
        self.own.copy()
    }

    fn slack_s(&self) -> i64 {
        5
    }
}

fn connect(address: &str) -> Result<BufReader<TcpStream>, String> {
    let said = |error: std::io::Error| format!("{address} cannot be reached: {error}");
    let mut last = None;
    for resolved in address.to_socket_addrs().map_err(said)? {
        let opened = TcpStream::connect_timeout(&resolved, PATIENCE).and_then(|stream| {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            Ok(stream)
        });
        match opened {
            Ok(stream) => return Ok(BufReader::new(stream)),
            Err(error) => last = Some(error),
        }
    }
    Err(match last {
        Some(error) => said(error),
        None => format!("{address} has no address"),
    })
}

/// Whether a line of INFO tells of keys in a database.
fn is_database(line: &str) -> bool {
    let number = line
        .strip_prefix("db")
        .and_then(|rest| rest.split_once(":keys="));
    number.is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_text(reply: &Reply, text: &str) -> bool {
    match reply {
        Reply::Bulk(bytes) | Reply::Text(bytes) => bytes.as_slice() == text.as_bytes(),
        _ => false,
    }
}
