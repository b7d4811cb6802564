//! Our side: the engine in every state that agrees with what the real server was seen to answer.
//!
//! Where a command can have run in one of a few milliseconds, it is run here in each of them, and all go on whose reply
//! was right. The two sides part when none is left.

use crate::frame::Frame;
use crate::normalise::{self, Ids, Seen, are_equal, scan_goes_on, scanned};
use setnx_playground::keyspace::{ConnectionId, Reply, Server};

/// The longest that a command may have taken there, in milliseconds, for its time to be tried out.
const SPAN_MS_MAX: i64 = 200;
/// Maximum number of states that may agree with the observed replies: each costs as much as one.
const SERVERS_MAX: usize = 64;
/// No value that the real server takes is refused for its size here: the page's own limit is tested elsewhere.
const BYTES_MAX: usize = 1 << 40;

/// Servers with two connections each.
pub struct Candidates {
    servers: Vec<Server>,
    connections: Vec<ConnectionId>,
    ids: Ids,
}

impl Candidates {
    /// One empty server, without connections.
    pub fn new() -> Candidates {
        Candidates {
            servers: vec![
                Server::with_memory_limit(BYTES_MAX)
                    .with_script_engine(setnx_playground::lua::engine()),
            ],
            connections: Vec::new(),
            ids: Ids::default(),
        }
    }

    /// Opens connection `at`, for the first time or again. `theirs` is the number that the real server gave it.
    pub fn open(&mut self, at: usize, theirs: &[u8]) {
        for server in &mut self.servers {
            let id = server.connect();
            let reply = server.execute(id, 0, &[b"CLIENT".to_vec(), b"ID".to_vec()]);
            let ours = match reply {
                Reply::Int(number) => number.to_string().into_bytes(),
                _ => Vec::new(),
            };
            self.ids.set(at, theirs.to_vec(), ours);
            self.connections.truncate(at.max(self.connections.len()));
            match self.connections.get_mut(at) {
                Some(place) => *place = id,
                None => self.connections.push(id),
            }
        }
    }

    /// Whether the connection was closed by what ran on it.
    pub fn is_closed(&self, at: usize) -> bool {
        let id = self.connections[at];
        self.servers
            .iter()
            .all(|server| server.selected(id).is_none())
    }

    /// Whether a command would get no reply.
    pub fn is_silent(&self, at: usize, now_ms: i64, argv: &[Vec<u8>]) -> bool {
        let mut server = self.servers[0].clone();
        run(
            &mut server,
            self.connections[at],
            now_ms,
            &self.with_ids(at, false, argv),
        )
        .is_empty()
    }

    /// A command with each side's own number where it names a connection.
    pub fn with_ids(&self, at: usize, theirs: bool, argv: &[Vec<u8>]) -> Vec<Vec<u8>> {
        argv.iter()
            .map(|word| self.ids.put_in(word, at, theirs))
            .collect()
    }

    /// Runs a step at every time it can have had; keeps what answered as the real server. An error is the reply that
    /// ours gave, or none where there are too many times to try.
    pub fn advance(
        &mut self,
        at: usize,
        before_ms: i64,
        after_ms: i64,
        seen: &Seen<'_>,
    ) -> Result<(), Option<Vec<u8>>> {
        if after_ms - before_ms > SPAN_MS_MAX {
            return Err(None);
        }
        let id = self.connections[at];
        let argv = self.with_ids(at, false, seen.argv);
        let last_ms = after_ms.max(before_ms);
        let mut first = None;
        let mut kept: Vec<Server> = Vec::new();
        for server in std::mem::take(&mut self.servers) {
            // Nearly always there is one server and one time: then nothing is copied.
            let copies = (before_ms..last_ms).map(|now_ms| (now_ms, server.clone()));
            let mut tries: Vec<(i64, Server)> = copies.collect();
            tries.push((last_ms, server));
            for (now_ms, mut server) in tries {
                let reply = run(&mut server, id, now_ms, &argv);
                let agrees = pop_the_same(&mut server, id, now_ms, seen, &reply)
                    && are_equal(seen, &reply, &self.ids, &server);
                if !agrees {
                    first.get_or_insert(reply);
                } else if !kept.contains(&server) {
                    kept.push(server);
                }
            }
        }
        if kept.is_empty() {
            return Err(Some(first.unwrap_or_default()));
        }
        self.servers = kept;
        if self.servers.len() > SERVERS_MAX {
            return Err(None);
        }
        Ok(())
    }
}

/// After SPOP took some members by chance: puts them back, and takes those that the real server took. Whether that
/// could be done.
fn pop_the_same(
    server: &mut Server,
    id: ConnectionId,
    now_ms: i64,
    seen: &Seen<'_>,
    ours: &[u8],
) -> bool {
    let members = |reply: &[u8]| {
        let mut members = match Frame::of(reply) {
            Some(Frame::Bytes(_, member)) => vec![member],
            Some(frame) => frame
                .items()
                .iter()
                .map(|item| item.text().to_vec())
                .collect(),
            None => Vec::new(),
        };
        members.sort();
        members
    };
    if !normalise::is(seen.argv, "spop") || seen.reply == ours || seen.reply.starts_with(b"-") {
        return true;
    }
    let (theirs, ours) = (members(seen.reply), members(ours));
    if theirs == ours || theirs.is_empty() || ours.is_empty() {
        return true;
    }
    let database = server.selected(id).unwrap_or_default().to_string();
    let helper = server.connect();
    let mut line = |name: &str, words: &[Vec<u8>]| {
        let mut argv = vec![name.as_bytes().to_vec()];
        argv.extend_from_slice(words);
        server.execute(helper, now_ms, &argv)
    };
    let key = &seen.argv[1..2];
    line("SELECT", &[database.into_bytes()]);
    line("SADD", &[key, &ours].concat());
    let removed = line("SREM", &[key, &theirs].concat());
    // Of nearly all members, the others become another set.
    let left: Vec<Vec<u8>> = match line("SMEMBERS", key) {
        Reply::Set(left) => left.iter().map(text).collect(),
        _ => Vec::new(),
    };
    if left.len() * 5 <= theirs.len() && seen.argv.len() > 2 {
        let deadline = line("PEXPIRETIME", key);
        line("DEL", key);
        line("SADD", &[key, &left].concat());
        if let Reply::Int(deadline @ 1..) = deadline {
            line("PEXPIREAT", &[key, &[deadline.to_string().into()]].concat());
        }
    }
    server.disconnect(helper);
    removed == Reply::Int(theirs.len() as i64)
}

fn text(reply: &Reply) -> Vec<u8> {
    match reply {
        Reply::Bulk(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

/// Runs a command as it is compared: the bytes of its reply, whole iterations of SCAN in one.
fn run(server: &mut Server, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) -> Vec<u8> {
    let mut once = |argv: &[Vec<u8>]| {
        let reply = server.execute(id, now_ms, argv);
        let mut bytes = Vec::new();
        reply.encode(server.protocol(id), &mut bytes);
        bytes
    };
    let reply = once(argv);
    match scan_goes_on(argv, &reply) {
        Some(first) => scanned(argv, first, |argv| Frame::of(&once(argv))),
        None => reply,
    }
}
