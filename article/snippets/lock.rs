//! A lock on one Redis server for work that may be done twice. Crates redis and uuid (with its feature `v4`).

use std::time::{Duration, Instant};

use redis::{Connection, RedisResult, Script};
use uuid::Uuid;

const LEASE: Duration = Duration::from_secs(10);

const RELEASE: &str = r#"if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])"#;

const RENEW: &str = r#"if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])"#;

/// The token and the end of the lease; `None` where another client has the lock.
pub fn take(server: &mut Connection, key: &str) -> RedisResult<Option<(String, Instant)>> {
    let token = Uuid::new_v4().to_string(); // new for every attempt
    let sent = Instant::now(); // the lease counts from before the command is sent
    let reply: Option<String> = redis::cmd("SET")
        .arg(&[key, &token, "NX", "PX"])
        .arg(LEASE.as_millis() as u64)
        .query(server)?;
    Ok(reply.map(|_| (token, sent + LEASE)))
}

/// The new end of the lease; `None` where the lock is lost: stop the work.
pub fn renew(server: &mut Connection, key: &str, token: &str) -> RedisResult<Option<Instant>> {
    let sent = Instant::now();
    let lease = LEASE.as_millis() as u64;
    let reply: u8 = Script::new(RENEW)
        .key(key)
        .arg(token)
        .arg(lease)
        .invoke(server)?;
    Ok((reply == 1).then(|| sent + LEASE))
}

/// `false` where the lease was over: another client may have worked at the same time. Say so, and check the work.
pub fn release(server: &mut Connection, key: &str, token: &str) -> RedisResult<bool> {
    let reply: u8 = Script::new(RELEASE).key(key).arg(token).invoke(server)?;
    Ok(reply == 1)
}

fn main() -> RedisResult<()> {
    let mut server = redis::Client::open("redis://127.0.0.1/")?.get_connection()?;
    let Some((token, until)) = take(&mut server, "lock.foo")? else {
        println!("another client has the lock");
        return Ok(());
    };
    // Work in small pieces, and look at the clock before each: `until` is this client's own limit.
    if Instant::now() < until {
        println!("working");
    }
    if !release(&mut server, "lock.foo", &token)? {
        println!("the lease was over before the work was");
    }
    Ok(())
}
