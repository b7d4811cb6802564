//! The keyspace as the Redis of a Rust test: a connection for the crate `redis`, whose clock the test sets.
//!
//! `cargo run -p setnx-keyspace --example connection`

use redis::{Commands, ConnectionLike, ErrorKind, RedisError, RedisResult, Value};
use setnx_keyspace::{ConnectionId, Protocol, Server, request};

/// A connection to a server of its own.
struct InMemory {
    server: Server,
    id: ConnectionId,
    /// In Unix milliseconds: keys expire by it.
    now_ms: i64,
}

impl InMemory {
    fn new(now_ms: i64) -> InMemory {
        let mut server = Server::new();
        let id = server.connect();
        InMemory { server, id, now_ms }
    }

    /// The replies to all requests in `bytes`.
    fn replies(&mut self, mut bytes: &[u8]) -> RedisResult<Vec<Value>> {
        let mut replies = Vec::new();
        while let Some((words, length)) = request(bytes).map_err(|error| failure(error.bytes()))? {
            let mut reply = Vec::new();
            let answered = self.server.execute(self.id, self.now_ms, &words);
            answered.encode(Protocol::Resp2, &mut reply);
            replies.push(redis::parse_redis_value(&reply)?);
            bytes = &bytes[length..];
        }
        Ok(replies)
    }
}

fn failure(text: &[u8]) -> RedisError {
    let text = String::from_utf8_lossy(text).into_owned();
    (ErrorKind::Client, "the request cannot be read", text).into()
}

impl ConnectionLike for InMemory {
    fn req_packed_command(&mut self, bytes: &[u8]) -> RedisResult<Value> {
        let last = self.replies(bytes)?.pop();
        last.ok_or_else(|| failure(b"nothing was asked"))
    }

    fn req_packed_commands(
        &mut self,
        bytes: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        let replies = self.replies(bytes)?;
        Ok(replies.into_iter().skip(offset).take(count).collect())
    }

    fn get_db(&self) -> i64 {
        0
    }

    fn check_connection(&mut self) -> bool {
        true
    }

    fn is_open(&self) -> bool {
        true
    }
}

fn main() -> RedisResult<()> {
    let mut redis = InMemory::new(1_700_000_000_000);
    let mut set = redis::cmd("SET");
    set.arg("lock.foo")
        .arg("a7")
        .arg("NX")
        .arg("PX")
        .arg(10_000);
    assert_eq!(
        set.query::<Option<String>>(&mut redis)?.as_deref(),
        Some("OK")
    );
    assert_eq!(set.query::<Option<String>>(&mut redis)?, None, "it is held");
    redis.now_ms += 10_001;
    assert_eq!(
        redis.get::<_, Option<String>>("lock.foo")?,
        None,
        "its lease is over"
    );
    let (visits, name): (i64, String) = redis::pipe()
        .atomic()
        .incr("visits", 2)
        .set("name", "lock.foo")
        .ignore()
        .get("name")
        .query(&mut redis)?;
    assert_eq!((visits, &name[..]), (2, "lock.foo"));
    println!("A lock that expired, and a transaction, without a server.");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_runs() {
        super::main().unwrap();
    }
}
