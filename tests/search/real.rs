//! Locks as libraries build them over every type of value, each judged by the search and by the plain explorer.

use std::sync::Arc;

use crate::compare;
use setnx_playground::check::Question;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};

/// A name, and the program.
const LOCKS: [(&str, &str); 10] = [
    (
        "a hash with a count of entries",
        "acquire:\n  EVAL take 1 k <token> <lease * 1000>\n  if reply != nil: wait 1, retry\n  enter until sent + lease\nwork:\n  work 1\nrelease:\n  EVAL give 1 k <token>\nscript take:\n  if (redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[1]) == 1) then\n  redis.call('hincrby', KEYS[1], ARGV[1], 1)\n  redis.call('pexpire', KEYS[1], ARGV[2])\n  return nil\n  end\n  return redis.call('pttl', KEYS[1])\nscript give:\n  if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end\n  local left = redis.call('hincrby', KEYS[1], ARGV[1], -1)\n  if left > 0 then return 0 end\n  return redis.call('del', KEYS[1])\n",
    ),
    (
        "a queue in a list whose head holds the lock",
        "acquire:\n  RPUSH k <token>\n  LINDEX k 0\n  if reply = token: enter until now + lease\n  LREM k 1 <token>\n  wait 1, retry\nwork:\n  work 1\nrelease:\n  LREM k 1 <token>\n",
    ),
    (
        "a token in a list that is taken and put back",
        "acquire:\n  SETNX made 1\n  if reply = 1: RPUSH k free\n  LPOP k\n  if reply = nil: wait 1, retry\n  enter until now + lease\nwork:\n  work 1\nrelease:\n  RPUSH k free\n",
    ),
    (
        "a semaphore of one in a sorted set by time",
        "acquire:\n  ZREMRANGEBYSCORE k -inf <now - lease>\n  ZADD k <now> <token>\n  ZRANK k <token>\n  if reply = 0: enter until sent + lease\n  ZREM k <token>\n  wait 1, retry\nwork:\n  work 1\nrelease:\n  ZREM k <token>\n",
    ),
    (
        "ends of leases in a sorted set, trimmed by a script",
        "acquire:\n  EVAL take 1 k <me> <now> <mine := now + lease>\n  if reply = 0: wait 1, retry\n  enter until mine\nwork:\n  work 1\nrelease:\n  ZREM k <me>\nscript take:\n  redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[2])\n  if redis.call('zcard', KEYS[1]) < 1 then return redis.call('zadd', KEYS[1], ARGV[3], ARGV[1]) end\n  return 0\n",
    ),
    (
        "a set of holders that is counted",
        "acquire:\n  SADD k <token>\n  SCARD k\n  if reply = 1: enter until now + lease\n  SREM k <token>\n  wait 1, retry\nwork:\n  work 1\nrelease:\n  SREM k <token>\n",
    ),
    (
        "a field that is made once, then a time to live",
        "acquire:\n  HSETNX k owner <token>\n  if reply = 0: wait 1, retry\n  EXPIRE k <lease>\n  enter until sent + lease\nwork:\n  work 1\nrelease:\n  HGET k owner\n  if reply = token: DEL k\n",
    ),
    (
        "a field a client with the end of its lease",
        "acquire:\n  HSET k <me> <mine := now + lease>\n  HLEN k\n  if reply = 1: enter until mine\n  HDEL k <me>\n  wait 1, retry\nwork:\n  work 1\nrelease:\n  HDEL k <me>\n",
    ),
    (
        "two keys that are taken one after the other",
        "acquire:\n  SET a <token> NX PX <lease * 1000>\n  if reply = nil: wait 1, retry\n  SET b <token> NX PX <lease * 1000>\n  if reply = nil: wait 1, retry\n  enter until sent + lease\nwork:\n  work 1\nrelease:\n  DEL a b\n",
    ),
    (
        "a counter that says who was first, with a time to live",
        "acquire:\n  INCR k\n  if reply > 1: wait 1, retry\n  PEXPIRE k 1500\n  enter until sent + 1\nwork:\n  work 1\nrelease:\n  DEL k\n",
    ),
];

#[test]
fn locks_of_real_libraries_have_the_verdicts_of_the_plain_explorer() {
    let mut broken = 0;
    let [(_, once), ..] = LOCKS;
    let twice = once
        .replace("  enter", "  EVAL take 1 k <token> <lease * 1000>\n  enter")
        .replace("release:\n", "release:\n  EVAL give 1 k <token>\n");
    let again = ("the same that its holder enters twice", twice.as_str());
    for (name, text) in LOCKS.into_iter().chain([again]) {
        let program = Arc::new(
            Program::parse(&text.replace("work 1", "work 2"))
                .unwrap_or_else(|why| panic!("{name}: {why:?}")),
        );
        for property in [
            Property::TwoLeases,
            Property::TwoBelievers,
            Property::RemovedLock,
        ] {
            for crash in [false, true] {
                let mut setup = Setup::new(Algorithm::Setnx, 2);
                setup.lease_s = 1;
                let mut asked = Question::new(setup, property);
                asked.programs = vec![Arc::clone(&program); 2];
                asked.rounds = Some(2);
                asked.allowed.crash = crash;
                asked.bytes_max = 4 << 20;
                broken += usize::from(compare(name, &asked, 6, 800));
            }
        }
    }
    assert!(broken > 3, "{broken}");
}
