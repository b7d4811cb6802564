//! The commands of Redis 7.0.15 that this playground leaves out, by what they are for: their error says so, where Redis'
//! "unknown command" would be a lie. A test asks a real server whether none is missing and none is here after all.

use crate::keyspace::reply::Error;
use crate::keyspace::words::up_to_nul;

/// For each feature its name and its commands; `container|subcommand` where only that is left out.
const LEFT_OUT: &[(&str, &str)] = &[
    ("access control lists", "acl"),
    (
        "client-side caching",
        "client|caching client|getredir client|tracking client|trackinginfo",
    ),
    (
        "cluster mode",
        "asking cluster readonly readwrite restore-asking",
    ),
    (
        "geographic indexes",
        "geoadd geodist geohash geopos georadius georadius_ro georadiusbymember georadiusbymember_ro geosearch \
         geosearchstore",
    ),
    (
        "hashes",
        "hdel hexists hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hrandfield hscan hset hsetnx hstrlen \
         hvals",
    ),
    ("HyperLogLogs", "pfadd pfcount pfdebug pfmerge pfselftest"),
    (
        "lists",
        "blmove blmpop blpop brpop brpoplpush lindex linsert llen lmove lmpop lpop lpos lpush lpushx lrange lrem lset \
         ltrim rpop rpoplpush rpush rpushx",
    ),
    ("modules", "module"),
    ("monitoring", "latency lolwut memory monitor slowlog"),
    (
        "persistence",
        "bgrewriteaof bgsave config|rewrite lastsave save shutdown",
    ),
    (
        "power over other connections",
        "client|kill client|pause client|unblock client|unpause",
    ),
    (
        "publish and subscribe",
        "psubscribe publish pubsub punsubscribe spublish ssubscribe subscribe sunsubscribe unsubscribe",
    ),
    (
        "replication",
        "failover psync replconf replicaof role slaveof sync",
    ),
    (
        "scripting",
        "eval eval_ro evalsha evalsha_ro fcall fcall_ro function script",
    ),
    ("serialized values", "dump migrate restore"),
    (
        "sets",
        "sadd scard sdiff sdiffstore sinter sintercard sinterstore sismember smembers smismember smove spop \
         srandmember srem sscan sunion sunionstore",
    ),
    (
        "sorted sets",
        "bzmpop bzpopmax bzpopmin zadd zcard zcount zdiff zdiffstore zincrby zinter zintercard zinterstore zlexcount \
         zmpop zmscore zpopmax zpopmin zrandmember zrange zrangebylex zrangebyscore zrangestore zrank zrem \
         zremrangebylex zremrangebyrank zremrangebyscore zrevrange zrevrangebylex zrevrangebyscore zrevrank zscan \
         zscore zunion zunionstore",
    ),
    ("sorting", "sort sort_ro"),
    (
        "streams",
        "xack xadd xautoclaim xclaim xdel xgroup xinfo xlen xpending xrange xread xreadgroup xrevrange xsetid xtrim",
    ),
];

/// The feature that a command belongs to, when Redis has the command and this playground leaves it out. `name` may be
/// that of a subcommand, such as `client|kill`, in any case.
pub fn find(name: &[u8]) -> Option<&'static str> {
    let is_named = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
    let mut features = LEFT_OUT.iter();
    let found = features.find(|(_, names)| names.split(' ').any(is_named));
    found.map(|(feature, _)| *feature)
}

/// Every name.
pub fn names() -> impl Iterator<Item = &'static str> {
    LEFT_OUT.iter().flat_map(|(_, names)| names.split(' '))
}

/// The refusal of a line that begins with `words`, one or two, if they name a command that is left out.
pub(in crate::keyspace) fn refusal(words: &[&[u8]]) -> Option<Error> {
    let name = up_to_nul(&words.join(&b'|')).to_ascii_uppercase();
    let feature = find(&name)?;
    let shown = String::from_utf8_lossy(&name).replace('|', " ");
    let text = [
        "ERR '",
        &shown,
        "' is not in this playground, which leaves out ",
        feature,
    ];
    Some(Error::quoting(text.concat().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_is_left_out_is_told_from_one_that_redis_does_not_know() {
        assert_eq!(find(b"LPush"), Some("lists"));
        assert_eq!(find(b"client|kill"), Some("power over other connections"));
        for name in ["", " ", "kill", "client", "lpus", "lpush ", "get", "nosuch"] {
            assert_eq!(find(name.as_bytes()), None, "{name}");
        }
        let error = refusal(&[b"client", b"Kill"]).unwrap();
        assert_eq!(
            error.bytes(),
            b"ERR 'CLIENT KILL' is not in this playground, which leaves out power over other connections"
        );
    }
}
