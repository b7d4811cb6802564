//! The arguments of each command as a small grammar whose words are pools, and lines made from it.
//!
//! A word in lower case is taken from the pool of that name, one in capitals stands for itself in some case. `( a | b
//! )` is a choice, `[ a ]` may be left out; `*` after either repeats it (none or more), `+` as well (one or more).

use crate::chance::Chance;
use crate::pool;
use setnx_playground::keyspace::command;

/// Each command, or `container|subcommand`, with the form of its arguments. A test asks that none
/// is missing.
pub const FORMS: &[(&str, &str)] = &[
    // Strings.
    ("append", "key value"),
    ("decr", "key"),
    ("decrby", "key integer"),
    ("get", "key"),
    ("getdel", "key"),
    (
        "getex",
        "key [ ( EX time | PX time | EXAT at-s | PXAT at-ms | PERSIST | set-option ) ]*",
    ),
    ("getrange", "key index index"),
    ("getset", "key value"),
    ("incr", "key"),
    ("incrby", "key integer"),
    ("incrbyfloat", "key float"),
    (
        "lcs",
        "key key [ ( LEN | IDX | IDX | MINMATCHLEN length | WITHMATCHLEN ) ]*",
    ),
    ("mget", "( key )+"),
    ("mset", "( key value )+"),
    ("msetnx", "( key value )+"),
    ("psetex", "key time value"),
    (
        "set",
        "key value [ ( NX | XX | GET | KEEPTTL | EX time | PX time | EXAT at-s | PXAT at-ms | set-option ) ]*",
    ),
    ("setex", "key time value"),
    ("setnx", "key value"),
    ("setrange", "key offset value"),
    ("strlen", "key"),
    ("substr", "key index index"),
    // Bits.
    ("bitcount", "key [ index index [ unit ] ]"),
    (
        "bitfield",
        "key [ ( GET bit-type place | GET bit-type place | SET bit-type place integer | INCRBY bit-type place integer | OVERFLOW overflow ) ]*",
    ),
    (
        "bitfield_ro",
        "key [ ( GET bit-type place | GET bit-type place | GET bit-type place | SET bit-type place integer ) ]*",
    ),
    ("bitop", "operation key ( key )+"),
    ("bitpos", "key bit [ index [ index [ unit ] ] ]"),
    ("getbit", "key bit-offset"),
    ("setbit", "key bit-offset bit"),
    // Keys.
    (
        "copy",
        "key key [ ( DB database | REPLACE | REPLACE | key ) ]*",
    ),
    ("del", "( key )+"),
    ("exists", "( key )+"),
    ("expire", "key time [ expire-option ]*"),
    ("expireat", "key at-s [ expire-option ]*"),
    ("expiretime", "key"),
    ("keys", "pattern"),
    ("move", "key database"),
    ("object|encoding", "key"),
    ("object|refcount", "key"),
    ("object|idletime", "key"),
    ("object|freq", "key"),
    ("object|help", ""),
    ("persist", "key"),
    ("pexpire", "key time [ expire-option ]*"),
    ("pexpireat", "key at-ms [ expire-option ]*"),
    ("pexpiretime", "key"),
    ("pttl", "key"),
    ("randomkey", ""),
    ("rename", "key key"),
    ("renamenx", "key key"),
    (
        "scan",
        "cursor [ ( MATCH pattern | COUNT count | TYPE type ) ]*",
    ),
    ("touch", "( key )+"),
    ("ttl", "key"),
    ("type", "key"),
    ("unlink", "( key )+"),
    // Lists.
    ("blmove", "list list side side list-timeout"),
    ("blmpop", "list-timeout counted-lists side [ COUNT count ]"),
    ("blpop", "( list )+ list-timeout"),
    ("brpop", "( list )+ list-timeout"),
    ("brpoplpush", "list list list-timeout"),
    ("lindex", "list index"),
    (
        "linsert",
        "list ( BEFORE | AFTER | BEFORE | AFTER | side ) element element",
    ),
    ("llen", "list"),
    ("lmove", "list list side side"),
    ("lmpop", "counted-lists side [ COUNT count ]"),
    ("lpop", "list [ count ]"),
    (
        "lpos",
        "list element [ ( RANK index | COUNT count | MAXLEN count | value ) ]*",
    ),
    ("lpush", "list ( element )+"),
    ("lpushx", "list ( element )+"),
    ("lrange", "list index index"),
    ("lrem", "list index element"),
    ("lset", "list index element"),
    ("ltrim", "list index index"),
    ("rpop", "list [ count ]"),
    ("rpoplpush", "list list"),
    ("rpush", "list ( element )+"),
    ("rpushx", "list ( element )+"),
    // Sets.
    ("sadd", "set-key ( set-member )+"),
    ("scard", "set-key"),
    ("sdiff", "( set-key )+"),
    ("sdiffstore", "set-key ( set-key )+"),
    ("sinter", "( set-key )+"),
    ("sintercard", "counted-sets [ ( LIMIT count | value ) ]*"),
    ("sinterstore", "set-key ( set-key )+"),
    ("sismember", "set-key set-member"),
    ("smembers", "set-key"),
    ("smismember", "set-key ( set-member )+"),
    ("smove", "set-key set-key set-member"),
    ("spop", "set-key [ count ]"),
    ("srandmember", "set-key [ random-count ]"),
    ("srem", "set-key ( set-member )+"),
    (
        "sscan",
        "set-key cursor [ ( MATCH pattern | COUNT count | TYPE type ) ]*",
    ),
    ("sunion", "( set-key )+"),
    ("sunionstore", "set-key ( set-key )+"),
    (
        "lolwut",
        "[ ( VERSION lolwut-version [ lolwut-size ]* | value ) ]",
    ),
    ("memory|doctor", ""),
    ("memory|help", ""),
    ("memory|malloc-stats", ""),
    ("memory|purge", ""),
    ("memory|stats", ""),
    ("memory|usage", "key [ SAMPLES stream-count ]*"),
    ("dump", "key"),
    (
        "restore",
        "key restore-ttl dump [ ( REPLACE | REPLACE | ABSTTL | IDLETIME stream-length | FREQ stream-length ) ]*",
    ),
    // Streams.
    (
        "xadd",
        "key [ ( NOMKSTREAM | MAXLEN [ trim-how ] stream-length [ LIMIT stream-length ]* | MINID [ trim-how ] stream-id [ LIMIT stream-length ]* ) ]* new-id ( field value )+",
    ),
    (
        "xtrim",
        "key ( MAXLEN [ trim-how ] stream-length | MINID [ trim-how ] stream-id ) [ LIMIT stream-length ]*",
    ),
    ("xdel", "key ( stream-id )+"),
    ("xlen", "key"),
    (
        "xrange",
        "key range-start range-end [ COUNT stream-count ]*",
    ),
    (
        "xrevrange",
        "key range-end range-start [ COUNT stream-count ]*",
    ),
    (
        "xsetid",
        "key stream-id [ ( ENTRIESADDED stream-length | MAXDELETEDID stream-id ) ]*",
    ),
    (
        "xread",
        "[ ( COUNT stream-count | BLOCK no-block ) ]* STREAMS ( key read-id | key read-id | key key read-id read-id | key )",
    ),
    (
        "xreadgroup",
        "GROUP group consumer [ ( COUNT stream-count | NOACK | BLOCK no-block ) ]* STREAMS ( key group-id | key group-id | key key group-id group-id | key )",
    ),
    (
        "xgroup|create",
        "key group group-start [ ( MKSTREAM | ENTRIESREAD stream-length ) ]*",
    ),
    ("xgroup|createconsumer", "key group consumer"),
    ("xgroup|delconsumer", "key group consumer"),
    ("xgroup|destroy", "key group"),
    (
        "xgroup|setid",
        "key group group-start [ ENTRIESREAD stream-length ]*",
    ),
    ("xgroup|help", ""),
    ("xack", "key group ( stream-id )+"),
    (
        "xpending",
        "key group [ [ IDLE min-idle ] range-start range-end stream-count [ consumer ] ]",
    ),
    (
        "xclaim",
        "key group consumer min-idle ( stream-id )+ [ ( IDLE min-idle | TIME at-ms | RETRYCOUNT stream-count | FORCE | FORCE | JUSTID | LASTID stream-id ) ]*",
    ),
    (
        "xautoclaim",
        "key group consumer min-idle range-start [ ( COUNT stream-count | JUSTID ) ]*",
    ),
    ("xinfo|stream", "key [ FULL [ COUNT stream-count ] ]"),
    ("xinfo|groups", "key"),
    ("xinfo|consumers", "key group"),
    ("xinfo|help", ""),
    // Hashes.
    ("hdel", "hash ( hash-field )+"),
    ("hexists", "hash hash-field"),
    ("hget", "hash hash-field"),
    ("hgetall", "hash"),
    ("hincrby", "hash hash-field integer"),
    ("hincrbyfloat", "hash hash-field float"),
    ("hkeys", "hash"),
    ("hlen", "hash"),
    ("hmget", "hash ( hash-field )+"),
    ("hmset", "hash ( hash-field field-value )+"),
    (
        "hrandfield",
        "hash [ random-count [ ( WITHVALUES | WITHVALUES | value ) ] ]",
    ),
    (
        "hscan",
        "hash cursor [ ( MATCH pattern | COUNT count | TYPE type ) ]*",
    ),
    ("hset", "hash ( hash-field field-value )+"),
    ("hsetnx", "hash hash-field field-value"),
    ("hstrlen", "hash hash-field"),
    ("hvals", "hash"),
    // Sorted sets.
    ("bzmpop", "timeout counted-zsets end [ COUNT count ]"),
    ("bzpopmax", "( zset )+ timeout"),
    ("bzpopmin", "( zset )+ timeout"),
    (
        "zadd",
        "( zset [ ( NX | XX | GT | LT | CH | INCR ) ]* ( score member )+ | zset ( score member )+ | lex-zset ( ZERO member )+ )",
    ),
    ("zcard", "zset"),
    ("zcount", "zset score-bound score-bound"),
    ("zdiff", "counted-zsets [ ( WITHSCORES | value ) ]"),
    ("zdiffstore", "zset counted-zsets"),
    ("zincrby", "zset score member"),
    (
        "zinter",
        "counted-zsets [ WEIGHTS ( score )+ ] [ ( AGGREGATE aggregate | WITHSCORES ) ]*",
    ),
    ("zintercard", "counted-zsets [ LIMIT count ]"),
    (
        "zinterstore",
        "zset counted-zsets [ WEIGHTS ( score )+ ] [ AGGREGATE aggregate ]",
    ),
    ("zlexcount", "lex-zset lex-bound lex-bound"),
    ("zmpop", "counted-zsets end [ COUNT count ]"),
    ("zmscore", "zset ( member )+"),
    ("zpopmax", "zset [ count ]"),
    ("zpopmin", "zset [ count ]"),
    (
        "zrandmember",
        "zset [ random-count [ ( WITHSCORES | WITHSCORES | value ) ] ]",
    ),
    (
        "zrange",
        "( zset index index [ ( REV | WITHSCORES ) ]* | zset score-bound score-bound BYSCORE [ ( REV | WITHSCORES | LIMIT index index ) ]* | lex-zset lex-bound lex-bound BYLEX [ ( REV | LIMIT index index ) ]* | zset index index [ ( REV | WITHSCORES | BYLEX | BYSCORE | LIMIT index index | value ) ]* )",
    ),
    (
        "zrangebylex",
        "lex-zset lex-bound lex-bound [ LIMIT index index ]",
    ),
    (
        "zrangebyscore",
        "zset score-bound score-bound [ ( WITHSCORES | LIMIT index index ) ]*",
    ),
    (
        "zrangestore",
        "zset ( zset index index [ REV ] | zset score-bound score-bound BYSCORE [ ( REV | LIMIT index index ) ]* | lex-zset lex-bound lex-bound BYLEX [ ( REV | LIMIT index index ) ]* )",
    ),
    ("zrank", "zset member"),
    ("zrem", "zset ( member )+"),
    ("zremrangebylex", "lex-zset lex-bound lex-bound"),
    ("zremrangebyrank", "zset index index"),
    ("zremrangebyscore", "zset score-bound score-bound"),
    ("zrevrange", "zset index index [ ( WITHSCORES | value ) ]"),
    (
        "zrevrangebylex",
        "lex-zset lex-bound lex-bound [ LIMIT index index ]",
    ),
    (
        "zrevrangebyscore",
        "zset score-bound score-bound [ ( WITHSCORES | LIMIT index index ) ]*",
    ),
    ("zrevrank", "zset member"),
    (
        "zscan",
        "zset cursor [ ( MATCH pattern | COUNT count | TYPE type ) ]*",
    ),
    ("zscore", "zset member"),
    (
        "zunion",
        "counted-zsets [ WEIGHTS ( score )+ ] [ ( AGGREGATE aggregate | WITHSCORES ) ]*",
    ),
    (
        "zunionstore",
        "zset counted-zsets [ WEIGHTS ( score )+ ] [ AGGREGATE aggregate ]",
    ),
    // Places.
    (
        "geoadd",
        "places [ ( NX | XX | CH ) ]* ( longitude latitude member )+",
    ),
    ("geodist", "places member member [ distance-unit ]"),
    ("geohash", "places ( member )+"),
    ("geopos", "places ( member )+"),
    (
        "georadius",
        "places longitude latitude radius distance-unit [ ( WITHCOORD | WITHDIST | WITHHASH | ASC | DESC | COUNT count | COUNT count ANY | STORE zset | STOREDIST zset ) ]*",
    ),
    (
        "georadius_ro",
        "places longitude latitude radius distance-unit [ ( WITHCOORD | WITHDIST | WITHHASH | ASC | DESC | COUNT count [ ANY ] | STORE zset ) ]*",
    ),
    (
        "georadiusbymember",
        "places member radius distance-unit [ ( WITHCOORD | WITHDIST | WITHHASH | ASC | DESC | COUNT count [ ANY ] | STORE zset | STOREDIST zset ) ]*",
    ),
    (
        "georadiusbymember_ro",
        "places member radius distance-unit [ ( WITHCOORD | WITHDIST | WITHHASH | ASC | DESC | COUNT count [ ANY ] ) ]*",
    ),
    (
        "geosearch",
        "places ( FROMMEMBER member | FROMLONLAT longitude latitude | value ) ( BYRADIUS radius distance-unit | BYBOX radius radius distance-unit | BYRADIUS radius distance-unit ) [ ( WITHCOORD | WITHDIST | WITHHASH | ASC | DESC | COUNT count [ ANY ] | FROMMEMBER member ) ]*",
    ),
    (
        "geosearchstore",
        "zset places ( FROMMEMBER member | FROMLONLAT longitude latitude ) ( BYRADIUS radius distance-unit | BYBOX radius radius distance-unit ) [ ( ASC | DESC | COUNT count [ ANY ] | STOREDIST | WITHDIST ) ]*",
    ),
    // HyperLogLogs.
    ("pfadd", "log ( member )+"),
    ("pfcount", "( log )+"),
    (
        "pfdebug",
        "( GETREG | DECODE | ENCODING | TODENSE | value ) log",
    ),
    ("pfmerge", "( log )+"),
    ("pfselftest", ""),
    (
        "sort",
        "sort-key [ ( BY pattern-of-keys | LIMIT index index | LIMIT index count | GET pattern-of-keys | ASC | DESC | ALPHA | ALPHA | STORE list | value ) ]*",
    ),
    (
        "sort_ro",
        "sort-key [ ( BY pattern-of-keys | LIMIT index index | LIMIT index count | GET pattern-of-keys | ASC | DESC | ALPHA | ALPHA | STORE list ) ]*",
    ),
    // Transactions.
    ("multi", ""),
    ("exec", ""),
    ("discard", ""),
    ("watch", "( key )+"),
    ("unwatch", ""),
    // The connection.
    ("auth", "( value | DEFAULT value | user value )"),
    ("client|getname", ""),
    ("client|help", ""),
    ("client|id", ""),
    ("client|info", ""),
    (
        "client|list",
        "[ ( TYPE client-type | ID ( connection )+ ) ]",
    ),
    ("publish", "value value"),
    ("spublish", "value value"),
    ("pubsub|channels", "[ value [ value ] ]"),
    ("pubsub|help", ""),
    ("pubsub|numpat", ""),
    ("pubsub|numsub", "[ ( value )+ ]"),
    ("pubsub|shardchannels", "[ value ]"),
    ("pubsub|shardnumsub", "[ ( value )+ ]"),
    ("client|no-evict", "( ON | OFF | value )"),
    ("client|reply", "( ON | OFF | SKIP | SKIP | value )"),
    ("client|setname", "client-name"),
    ("echo", "value"),
    (
        "hello",
        "[ version [ ( AUTH user value | SETNAME client-name | value ) ]* ]",
    ),
    ("ping", "[ value ]"),
    ("quit", ""),
    ("reset", ""),
    ("select", "database"),
    // The server.
    ("acl|cat", "[ category ]"),
    ("acl|deluser", "( acl-user )+"),
    ("acl|dryrun", "acl-user line"),
    ("acl|genpass", "[ count ]"),
    ("acl|getuser", "acl-user"),
    ("acl|help", ""),
    ("acl|list", ""),
    ("acl|load", ""),
    ("acl|log", "[ ( count | RESET ) ]"),
    ("acl|save", ""),
    ("acl|setuser", "acl-user [ acl-rule ]*"),
    ("acl|users", ""),
    ("acl|whoami", ""),
    ("command", ""),
    ("command|count", ""),
    ("command|docs", "[ command-name ]*"),
    ("command|getkeys", "line"),
    ("command|getkeysandflags", "line"),
    ("command|help", ""),
    ("command|info", "[ command-name ]*"),
    (
        "command|list",
        "[ FILTERBY ( MODULE value | ACLCAT category | PATTERN command-pattern ) ]",
    ),
    ("config|get", "( parameter )+"),
    ("config|help", ""),
    ("config|resetstat", ""),
    ("config|set", "( setting )+"),
    ("dbsize", ""),
    ("debug", "( value )+"),
    ("flushall", "[ flush-option ]"),
    ("flushdb", "[ flush-option ]"),
    ("info", "[ section ]*"),
    ("latency|doctor", ""),
    ("latency|graph", "value"),
    ("latency|help", ""),
    ("latency|histogram", "[ command-name ]*"),
    ("latency|history", "value"),
    ("latency|latest", ""),
    ("latency|reset", "[ value ]*"),
    ("lastsave", ""),
    ("module|help", ""),
    ("module|list", ""),
    ("role", ""),
    ("slowlog|get", "[ count ]"),
    ("slowlog|help", ""),
    ("slowlog|len", ""),
    ("slowlog|reset", ""),
    ("swapdb", "database database"),
    ("time", ""),
    ("wait", "replicas wait-ms"),
];

/// The arguments of a command after its form.
pub fn push(chance: &mut Chance, form: &str, argv: &mut Vec<Vec<u8>>) {
    let words: Vec<&str> = form.split_whitespace().collect();
    for part in parts(&words) {
        repeat(chance, part, argv);
    }
}

/// A word, or a group with its brackets and what repeats it.
type Part<'a> = &'a [&'a str];

fn repeat(chance: &mut Chance, part: Part<'_>, argv: &mut Vec<Vec<u8>>) {
    let (first, last) = (part[0], part[part.len() - 1]);
    if part.len() == 1 {
        return argv.extend(pool::word(chance, first));
    }
    let mut times = match (first, last) {
        ("(", _) | ("[", "]*") => 1,
        _ => chance.below(2),
    };
    if last == "]*" {
        times = 0;
    }
    if last.ends_with(['*', '+']) {
        while times < MANY && chance.below(5) < 2 {
            times += 1;
        }
    }
    for _ in 0..times {
        let choices = choices(&part[1..part.len() - 1]);
        for part in parts(choices[chance.below(choices.len())]) {
            repeat(chance, part, argv);
        }
    }
}

/// Maximum number of repetitions.
const MANY: usize = 8;

/// The words at the top level, each group as a whole.
fn parts<'a>(words: Part<'a>) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" => depth += 1,
            ")" | ")+" | ")*" | "]" | "]*" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            parts.push(&words[start..=at]);
            start = at + 1;
        }
    }
    assert_eq!(depth, 0, "a bracket is open: {words:?}");
    parts
}

/// The alternatives of a group.
fn choices<'a>(words: Part<'a>) -> Vec<Part<'a>> {
    let mut choices = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for part in parts(words) {
        if part == ["|"] {
            choices.push(&words[start..at]);
            start = at + 1;
        }
        at += part.len();
    }
    choices.push(&words[start..]);
    choices
}

/// What reaches other connections, which `messages.rs` and `stories.txt` compare, scripts, which a server runs with an engine,
/// and what would make the real server the replica of another.
const ELSEWHERE: &str = "eval evalsha eval_ro evalsha_ro script|exists script|flush script|kill script|load script|help \
                         fcall fcall_ro function|delete function|dump function|flush function|kill function|list \
                         function|load function|restore function|stats function|help \
                         subscribe psubscribe ssubscribe unsubscribe punsubscribe sunsubscribe monitor client|caching \
                         client|getredir client|tracking client|trackinginfo client|kill client|pause client|unblock \
                         client|unpause replicaof slaveof";

#[test]
fn every_command_has_a_form_with_all_its_options() {
    for command in command::here() {
        let is_container = !command.subcommands().is_empty();
        let subcommands = command.subcommands().iter();
        for command in subcommands.filter(|word| word.is_here()).chain([command]) {
            let name = command.full_name();
            let form = FORMS.iter().find(|(named, _)| *named == name);
            let Some((_, form)) = form else {
                let is_elsewhere = ELSEWHERE.split_whitespace().any(|other| other == name);
                assert!(is_container || is_elsewhere, "`{name}` has no form");
                continue;
            };
            let syntax = command.syntax();
            let capitals = |letter: char| letter.is_ascii_uppercase() || letter == '-';
            for option in syntax.split(|letter: char| !capitals(letter)) {
                let is_in_form = form
                    .split_whitespace()
                    .any(|word| word == option || pool::has(word, option));
                assert!(
                    option.trim_matches('-').is_empty() || is_in_form,
                    "`{name}` is never given {option}"
                );
            }
        }
    }
}
