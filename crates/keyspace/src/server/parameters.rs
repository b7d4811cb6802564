//! The parameters of CONFIG: their rules and defaults, and what they are set to.
//!
//! Every parameter of redis-server 7.0.15 can be read, and set within its own rules as long as that means something here,
//! or nothing at all. Where it would have to change what is not here, the value is refused in this page's words.

use crate::double;
use crate::number;
use crate::server::Server;
use crate::server::args;
use crate::server::args::is_option;
use crate::server::notify::Classes;
use std::borrow::Cow;

/// A line for each: its name, the kind of its values, and its default, which may be empty, behind a colon. `!` before the
/// kind is for parameters that have no other value here.
///
/// ```text
/// b          yes or no
/// i MIN MAX  a whole number
/// m MIN MAX  bytes, with a unit; `m%` takes a share of all memory as well
/// e A,B      one of these words
/// h          letters, digits, hyphens and dots
/// f          shares of a hundred, separated by spaces
/// n          the letters of `notify-keyspace-events`
/// s          any text
/// t          text with names of variables in braces
/// 3          three numbers from -2000 to 2000
/// o          limits of classes of clients, each with its name; other classes keep theirs
/// v          pairs of whole numbers
/// x WHY      refused with Redis' own words, `_` for a space
/// c          not to be set while a server runs
/// p          protected
/// = NAME     another name of that parameter
/// ```
const PARAMETERS: &str = "\
acl-pubsub-default e allchannels,resetchannels : resetchannels
aclfile c : 
acllog-max-len i 0 9223372036854775807 : 128
active-defrag-cycle-max i 1 99 : 25
active-defrag-cycle-min i 1 99 : 1
active-defrag-ignore-bytes m 1 9223372036854775807 : 104857600
active-defrag-max-scan-fields i 1 9223372036854775807 : 1000
active-defrag-threshold-lower i 0 1000 : 10
active-defrag-threshold-upper i 0 1000 : 100
active-expire-effort i 1 10 : 1
activedefrag !b : no
activerehashing b : yes
always-show-logo c : no
aof-disable-auto-gc b : no
aof-load-truncated b : yes
aof-rewrite-incremental-fsync b : yes
aof-timestamp-enabled b : no
aof-use-rdb-preamble b : yes
aof_rewrite_cpulist c : 
appenddirname c : appendonlydir
appendfilename c : appendonly.aof
appendfsync e everysec,always,no : everysec
appendonly !b : no
auto-aof-rewrite-min-size m 0 9223372036854775807 : 67108864
auto-aof-rewrite-percentage i 0 2147483647 : 100
bgsave_cpulist c : 
bind !s : * -::*
bind-source-addr !s : 
bio_cpulist c : 
busy-reply-threshold i 0 9223372036854775807 : 5000
client-output-buffer-limit o : normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60
client-query-buffer-limit m 1048576 9223372036854775807 : 1073741824
cluster-allow-pubsubshard-when-down b : yes
cluster-allow-reads-when-down b : no
cluster-allow-replica-migration b : yes
cluster-announce-bus-port i 0 65535 : 0
cluster-announce-hostname h : 
cluster-announce-ip s : 
cluster-announce-port i 0 65535 : 0
cluster-announce-tls-port i 0 65535 : 0
cluster-config-file c : nodes.conf
cluster-enabled c : no
cluster-link-sendbuf-limit m 0 18446744073709551615 : 0
cluster-migration-barrier i 0 2147483647 : 1
cluster-node-timeout i 0 9223372036854775807 : 15000
cluster-port c : 0
cluster-preferred-endpoint-type e ip,hostname,unknown-endpoint : ip
cluster-replica-no-failover b : no
cluster-replica-validity-factor i 0 2147483647 : 10
cluster-require-full-coverage b : yes
cluster-slave-no-failover = cluster-replica-no-failover
cluster-slave-validity-factor = cluster-replica-validity-factor
crash-log-enabled b : yes
crash-memcheck-enabled b : yes
daemonize c : no
databases c : 16
dbfilename p : dump.rdb
dir !p : /
disable-thp c : yes
dynamic-hz b : yes
enable-debug-command c : no
enable-module-command c : no
enable-protected-configs c : no
hash-max-listpack-entries i 0 9223372036854775807 : 512
hash-max-listpack-value m 0 9223372036854775807 : 64
hash-max-ziplist-entries = hash-max-listpack-entries
hash-max-ziplist-value = hash-max-listpack-value
hll-sparse-max-bytes m 0 9223372036854775807 : 3000
hz i 0 2147483647 : 10
ignore-warnings s : 
io-threads c : 1
io-threads-do-reads c : no
jemalloc-bg-thread b : yes
latency-monitor-threshold i 0 9223372036854775807 : 0
latency-tracking b : yes
latency-tracking-info-percentiles f : 50 99 99.9
lazyfree-lazy-eviction b : no
lazyfree-lazy-expire b : no
lazyfree-lazy-server-del b : no
lazyfree-lazy-user-del b : no
lazyfree-lazy-user-flush b : no
lfu-decay-time i 0 2147483647 : 1
lfu-log-factor i 0 2147483647 : 10
list-compress-depth i 0 2147483647 : 0
list-max-listpack-size i -2147483648 2147483647 : -2
list-max-ziplist-size = list-max-listpack-size
logfile c : 
loglevel e debug,verbose,notice,warning : notice
lua-time-limit = busy-reply-threshold
masterauth s : 
masteruser s : 
maxclients !i 1 4294967295 : 10000
maxmemory m 0 18446744073709551615 : 0
maxmemory-clients !m% 0 18446744073709551615 : 0
maxmemory-eviction-tenacity i 0 100 : 10
maxmemory-policy !e volatile-lru,volatile-lfu,volatile-random,volatile-ttl,allkeys-lru,allkeys-lfu,allkeys-random,noeviction : noeviction
maxmemory-samples i 1 2147483647 : 5
min-replicas-max-lag i 0 2147483647 : 10
min-replicas-to-write !i 0 2147483647 : 0
min-slaves-max-lag = min-replicas-max-lag
min-slaves-to-write = min-replicas-to-write
no-appendfsync-on-rewrite b : no
notify-keyspace-events n : 
oom-score-adj !e no,yes,relative,absolute : no
oom-score-adj-values 3 : 0 200 800
pidfile c : 
port !i 0 65535 : 6379
proc-title-template t : {title} {listen-addr} {server-mode}
propagation-error-behavior e ignore,panic,panic-on-replicas : ignore
protected-mode b : yes
proto-max-bulk-len !m 1048576 9223372036854775807 : 536870912
rdb-del-sync-files b : no
rdb-save-incremental-fsync b : yes
rdbchecksum c : yes
rdbcompression b : yes
repl-backlog-size m 1 9223372036854775807 : 1048576
repl-backlog-ttl i 0 9223372036854775807 : 3600
repl-disable-tcp-nodelay b : no
repl-diskless-load e disabled,on-empty-db,swapdb : disabled
repl-diskless-sync b : yes
repl-diskless-sync-delay i 0 2147483647 : 5
repl-diskless-sync-max-replicas i 0 2147483647 : 0
repl-ping-replica-period i 1 2147483647 : 10
repl-ping-slave-period = repl-ping-replica-period
repl-timeout i 1 2147483647 : 60
replica-announce-ip s : 
replica-announce-port i 0 65535 : 0
replica-announced b : yes
replica-ignore-disk-write-errors b : no
replica-ignore-maxmemory b : yes
replica-lazy-flush b : no
replica-priority i 0 2147483647 : 100
replica-read-only b : yes
replica-serve-stale-data b : yes
replicaof c : 
requirepass s : 
sanitize-dump-payload e no,yes,clients : no
save v : 3600 1 300 100 60 10000
server_cpulist c : 
set-max-intset-entries i 0 9223372036854775807 : 512
set-proc-title c : yes
shutdown-on-sigint e default,save,nosave,now,force : default
shutdown-on-sigterm e default,save,nosave,now,force : default
shutdown-timeout i 0 2147483647 : 10
slave-announce-ip = replica-announce-ip
slave-announce-port = replica-announce-port
slave-ignore-maxmemory = replica-ignore-maxmemory
slave-lazy-flush = replica-lazy-flush
slave-priority = replica-priority
slave-read-only = replica-read-only
slave-serve-stale-data = replica-serve-stale-data
slaveof = replicaof
slowlog-log-slower-than i -1 9223372036854775807 : 10000
slowlog-max-len i 0 9223372036854775807 : 128
socket-mark-id c : 0
stop-writes-on-bgsave-error b : yes
stream-node-max-bytes m 0 9223372036854775807 : 4096
stream-node-max-entries i 0 9223372036854775807 : 100
supervised c : no
syslog-enabled c : no
syslog-facility c : local0
syslog-ident c : redis
tcp-backlog c : 511
tcp-keepalive i 0 2147483647 : 300
timeout !i 0 2147483647 : 0
tls-auth-clients e no,yes,optional : yes
tls-ca-cert-dir s : 
tls-ca-cert-file s : 
tls-cert-file s : 
tls-ciphers s : 
tls-ciphersuites s : 
tls-client-cert-file s : 
tls-client-key-file s : 
tls-client-key-file-pass s : 
tls-cluster !b : no
tls-dh-params-file s : 
tls-key-file s : 
tls-key-file-pass s : 
tls-port !i 0 65535 : 0
tls-prefer-server-ciphers b : no
tls-protocols s : 
tls-replication !b : no
tls-session-cache-size i 0 2147483647 : 20480
tls-session-cache-timeout i 0 2147483647 : 300
tls-session-caching b : yes
tracking-table-max-keys !i 0 9223372036854775807 : 1000000
unixsocket c : 
unixsocketperm c : 0
zset-max-listpack-entries i 0 9223372036854775807 : 128
zset-max-listpack-value m 0 9223372036854775807 : 64
zset-max-ziplist-entries = zset-max-listpack-entries
zset-max-ziplist-value = zset-max-listpack-value";

const IMMUTABLE: &str = "can't set immutable config";
const PROTECTED: &str = "can't set protected config";
const FIXED: &str = "this playground has no other value for it";
const NO_SWITCH: &str = "argument must be 'yes' or 'no'";
const NO_INTEGER: &str = "argument couldn't be parsed into an integer";
const NO_MEMORY: &str = "argument must be a memory value";
const NO_SHARE: &str = "argument must be a memory or percent value";
const SHARE_TOO_LARGE: &str = "percentage argument must be less or equal to 100";
const NO_HOSTNAME: &str = "Hostnames may only contain alphanumeric characters, hyphens or dots";
const NO_PERCENTILES: &str = "Invalid latency-tracking-info-percentiles parameters";
const WIDE_PERCENTILES: &str =
    "latency-tracking-info-percentiles parameters should sit between [0.0,100.0]";
const NO_SCORES: &str = "wrong number of arguments";
const BAD_SCORE: &str = "Invalid oom-score-adj-values, elements must be between -2000 and 2000.";
const NO_TEMPLATE: &str = "template format is invalid or contains unknown variables";
const NO_SAVES: &str = "Invalid save parameters";
const NO_LIMITS: &str = "Wrong number of arguments in buffer limit configuration.";
const NO_CLIENTS: &str = "Invalid client class specified in buffer limit configuration.";
const BAD_LIMIT: &str =
    "Error in hard, soft or soft_seconds setting in buffer limit configuration.";
const NO_CLASS: &str = "Invalid event class character. Use 'Ag$lshzxeKEtmdn'.";

/// A parameter.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its name: the newer one of two.
    pub name: &'static str,
    /// The kind of its values, without `!`.
    kind: &'static str,
    /// What the kind says further.
    rule: &'static str,
    default: &'static str,
    is_fixed: bool,
}

/// The names of all, in alphabetical order, with the parameter of each.
pub fn all() -> impl Iterator<Item = (&'static str, Parameter)> {
    PARAMETERS.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        match rest.strip_prefix("= ") {
            None => Some((name, Parameter::read(name, rest)?)),
            Some(other) => Some((name, named_newer(other)?)),
        }
    })
}

/// The parameter of that name, in any case.
pub fn named(name: &[u8]) -> Option<Parameter> {
    let found = all().find(|(own, _)| name.eq_ignore_ascii_case(own.as_bytes()));
    found.map(|(_, parameter)| parameter)
}

fn named_newer(name: &'static str) -> Option<Parameter> {
    let mut lines = PARAMETERS.lines();
    let rest = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Parameter::read(name, rest?)
}

impl Parameter {
    fn read(name: &'static str, rest: &'static str) -> Option<Parameter> {
        let (kind, default) = rest.split_once(" :")?;
        let (kind, rule) = kind.split_once(' ').unwrap_or((kind, ""));
        let default = default.strip_prefix(' ').unwrap_or_default();
        Some(Parameter {
            name,
            is_fixed: kind.starts_with('!'),
            kind: kind.trim_start_matches('!'),
            rule,
            default,
        })
    }

    /// Why it cannot be set at all.
    pub fn bar(&self) -> Option<&'static str> {
        match self.kind {
            "c" => Some(IMMUTABLE),
            "p" => Some(PROTECTED),
            _ => None,
        }
    }

    /// A value as CONFIG GET shows it; as an error, why the parameter does not take it.
    pub fn check(&self, value: &[u8]) -> Result<Vec<u8>, String> {
        let shown = self.by_its_rule(value)?;
        match self.is_fixed && shown != self.default.as_bytes() {
            true => Err(FIXED.to_owned()),
            false => Ok(shown),
        }
    }

    fn by_its_rule(&self, value: &[u8]) -> Result<Vec<u8>, String> {
        let word = |words: &str| {
            let mut words = words.split(',');
            let found = words.find(|word| is_option(value, word));
            found.map(|word| word.as_bytes().to_vec())
        };
        match self.kind {
            "b" => word("yes,no").ok_or_else(|| NO_SWITCH.to_owned()),
            "e" => word(self.rule).ok_or_else(|| {
                let all = self.rule.replace(',', ", ");
                ["argument(s) must be one of the following: ", &all].concat()
            }),
            "i" => {
                let number = number::parse(value).ok_or(NO_INTEGER)?;
                self.within(i128::from(number))
            }
            "m%" if value.ends_with(b"%") && number::parse(value.trim_ascii_end()).is_none() => {
                let digits = value.strip_suffix(b"%").unwrap_or(value);
                match number::parse(digits) {
                    Some(0..=100) => Ok(value.to_vec()),
                    Some(101..) => Err(SHARE_TOO_LARGE.to_owned()),
                    _ => Err(NO_SHARE.to_owned()),
                }
            }
            "m" | "m%" => {
                let why = if self.kind == "m" {
                    NO_MEMORY
                } else {
                    NO_SHARE
                };
                let bytes = memory(value).ok_or(why)?;
                self.within(i128::from(bytes))
            }
            "h" => match value
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
            {
                true => Ok(value.to_vec()),
                false => Err(NO_HOSTNAME.to_owned()),
            },
            "f" => shares(value),
            "3" => scores(value),
            "t" if !is_template(value) => Err(NO_TEMPLATE.to_owned()),
            "o" => limits(value).map(|limits| limits.join(&b' ')),
            "v" => saves(value).ok_or_else(|| NO_SAVES.to_owned()),
            "n" => match Classes::read(value) {
                Some(classes) => Ok(classes.letters()),
                None => Err(NO_CLASS.to_owned()),
            },
            "x" if value != self.default.as_bytes() => Err(self.rule.replace('_', " ")),
            _ => Ok(value.to_vec()),
        }
    }

    /// The value as CONFIG GET shows it: as in Redis, the class `n` is not told beside `A`, which does not stand for it.
    pub fn shown<'v>(&self, value: &'v [u8]) -> Cow<'v, [u8]> {
        match self.kind == "n" && value.starts_with(b"A") {
            true => value.iter().copied().filter(|at| *at != b'n').collect(),
            false => Cow::Borrowed(value),
        }
    }

    fn within(&self, number: i128) -> Result<Vec<u8>, String> {
        let (least, most) = self.rule.split_once(' ').unwrap_or_default();
        let is_bound = |text: &str| text.parse::<i128>().ok();
        let fits =
            is_bound(least) <= Some(number) && is_bound(most).is_none_or(|most| number <= most);
        // Some are taken, and then brought within what they can be.
        let number = match self.name {
            "hz" => number.clamp(1, 500),
            "repl-backlog-size" => number.max(16_384),
            _ => number,
        };
        match fits {
            true => Ok(number.to_string().into_bytes()),
            false => Err([
                "argument must be between ",
                least,
                " and ",
                most,
                " inclusive",
            ]
            .concat()),
        }
    }
}

/// Shares of a hundred, with six digits after the point but for zeros at their end.
fn shares(value: &[u8]) -> Result<Vec<u8>, String> {
    let share = |word: &&[u8]| {
        let share = double::parse(word).ok_or(NO_PERCENTILES)?;
        let mut text = double::fixed(share, 6);
        while text.ends_with(b"0") {
            text.pop();
        }
        if text.ends_with(b".") {
            text.pop();
        }
        match (0.0..=100.0).contains(&share) {
            true => Ok(text),
            false => Err(WIDE_PERCENTILES.to_owned()),
        }
    };
    let shown: Result<Vec<_>, _> = words_of(value).iter().map(share).collect();
    shown.map(|shown| shown.join(&b' '))
}

/// Three numbers that Linux may add to a process' chance to be ended for want of memory.
fn scores(value: &[u8]) -> Result<Vec<u8>, String> {
    let words = words_of(value);
    if words.len() != 3 {
        return Err(NO_SCORES.to_owned());
    }
    let score = |word: &&[u8]| whole(word).filter(|score| (-2000..=2000).contains(score));
    let scores: Option<Vec<_>> = words
        .iter()
        .map(|word| score(word).map(number::text))
        .collect();
    let scores = scores.ok_or_else(|| BAD_SCORE.to_owned())?;
    Ok(scores.join(&b' '))
}

/// Whether a text with names of variables in braces shows anything, and names no other variable. `{{` stands for a brace.
fn is_template(value: &[u8]) -> bool {
    let shown = [
        "port",
        "tls-port",
        "unixsocket",
        "config-file",
        "listen-addr",
    ];
    let hidden = ["title", "server-mode"];
    let (mut rest, mut shows) = (value, false);
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'{' {
            shows |= *byte != b' ';
            continue;
        }
        if let Some(after) = rest.strip_prefix(b"{") {
            (rest, shows) = (after, true);
            continue;
        }
        let end = rest.iter().position(|byte| *byte == b'}');
        let Some((name, after)) = end.and_then(|end| rest.split_at_checked(end)) else {
            return false;
        };
        let is_one_of = |names: &[&str]| names.iter().any(|own| own.as_bytes() == name);
        if !is_one_of(&shown) && !is_one_of(&hidden) {
            return false;
        }
        shows |= is_one_of(&shown);
        rest = after.get(1..).unwrap_or_default();
    }
    shows
}

/// The words of a value. An empty value has none.
fn words_of(value: &[u8]) -> Vec<&[u8]> {
    match value.is_empty() {
        true => Vec::new(),
        false => value.split(|byte| *byte == b' ').collect(),
    }
}

/// A whole number as C's `strtoll` reads it.
fn whole(word: &[u8]) -> Option<i64> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// After how many seconds and changes to save: seconds from 1 on, changes from 0 on, of which Redis keeps 32 bits.
fn saves(value: &[u8]) -> Option<Vec<u8>> {
    let words = words_of(value);
    let (pairs, rest) = words.as_chunks();
    let pair = |[seconds, changes]: &[&[u8]; 2]| {
        let seconds = whole(seconds).filter(|seconds| *seconds >= 1)?;
        let changes = whole(changes).filter(|changes| *changes >= 0)?;
        let changes = i64::from(changes as i32);
        Some([number::text(seconds), number::text(changes)].join(&b' '))
    };
    let pairs: Option<Vec<Vec<u8>>> = pairs.iter().map(pair).collect();
    pairs
        .filter(|_| rest.is_empty())
        .map(|pairs| pairs.join(&b' '))
}

/// The classes of `client-output-buffer-limit`, by the names that it shows and by older or newer ones.
const CLASSES: [(&str, &str); 4] = [
    ("normal", "normal"),
    ("slave", "slave"),
    ("replica", "slave"),
    ("pubsub", "pubsub"),
];

/// Limits of classes, each as its name, the hard limit, the soft one, and the seconds of that.
fn limits(value: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let words = words_of(value);
    let (limits, rest) = words.as_chunks();
    if !rest.is_empty() {
        return Err(NO_LIMITS.to_owned());
    }
    let limit = |[class, hard, soft, seconds]: &[&[u8]; 4]| {
        let mut classes = CLASSES.into_iter();
        let (_, class) = classes
            .find(|(name, _)| is_option(class, name))
            .ok_or(NO_CLIENTS)?;
        let bytes = |word: &[u8]| memory(word).map(|bytes| bytes.to_string().into_bytes());
        let seconds = whole(seconds)
            .filter(|seconds| *seconds >= 0)
            .map(number::text);
        let numbers: Option<Vec<Vec<u8>>> =
            [bytes(hard), bytes(soft), seconds].into_iter().collect();
        let numbers = numbers.ok_or(BAD_LIMIT)?;
        Ok([class.as_bytes().to_vec(), numbers.join(&b' ')].join(&b' '))
    };
    limits.iter().map(limit).collect()
}

/// The limits that stand in `old`, but for those that `new` has.
fn merged(old: &[u8], new: &[u8]) -> Vec<u8> {
    let class = |limit: &Vec<u8>| limit.split(|byte| *byte == b' ').next().map(<[u8]>::to_vec);
    let (mut all, new) = (
        limits(old).unwrap_or_default(),
        limits(new).unwrap_or_default(),
    );
    for limit in &mut all {
        let mut newer = new.iter().rev();
        if let Some(newer) = newer.find(|newer| class(newer) == class(limit)) {
            limit.clone_from(newer);
        }
    }
    all.join(&b' ')
}

/// A number of bytes with a unit in any case; a unit of one letter counts in thousands.
pub fn memory(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, unit) = text.split_at_checked(digits)?;
    let units: [(&str, u64); 8] = [
        ("", 1),
        ("b", 1),
        ("k", 1000),
        ("kb", 1 << 10),
        ("m", 1_000_000),
        ("mb", 1 << 20),
        ("g", 1_000_000_000),
        ("gb", 1 << 30),
    ];
    let (_, factor) = units.into_iter().find(|(name, _)| is_option(unit, name))?;
    let number = digits.iter().fold(0u64, |number, digit| {
        let more = number.saturating_mul(10);
        more.saturating_add(u64::from(digit - b'0'))
    });
    Some(number.saturating_mul(factor))
}

impl Server {
    /// What a parameter is set to.
    pub(crate) fn parameter(&self, parameter: &Parameter) -> Cow<'_, [u8]> {
        let mut set = self.parameters.iter();
        let found = set.find(|(name, _)| *name == parameter.name);
        found.map_or(parameter.default.as_bytes().into(), |(_, value)| {
            Cow::Borrowed(&value[..])
        })
    }

    /// Sets a parameter to a value that it takes.
    pub(crate) fn set_parameter(&mut self, parameter: &Parameter, value: Vec<u8>) {
        let value = match parameter.kind {
            "o" => merged(&self.parameter(parameter), &value),
            _ => value,
        };
        if *self.parameter(parameter) != *value {
            self.heed(parameter.name, &value);
        }
        self.parameters.retain(|(name, _)| *name != parameter.name);
        if value != parameter.default.as_bytes() {
            let at = self
                .parameters
                .partition_point(|(name, _)| *name < parameter.name);
            self.parameters.insert(at, (parameter.name, value));
        }
    }

    /// Lets a parameter have its effect.
    fn heed(&mut self, name: &str, value: &[u8]) {
        let number = number::parse(value).unwrap_or_default();
        let count = number.unsigned_abs();
        let layout = &mut self.layout;
        match name {
            "maxmemory" => self.set_memory_limit(match usize::try_from(number) {
                Ok(bytes) if bytes > 0 => bytes,
                _ => self.bytes_ceiling(),
            }),
            "notify-keyspace-events" => {
                self.audience.notified = Classes::read(value).unwrap_or_default();
            }
            "hash-max-listpack-entries" => layout.hash_max_listpack_entries = count,
            "hash-max-listpack-value" => layout.hash_max_listpack_value = count,
            "list-max-listpack-size" => layout.list_max_listpack_size = number,
            "set-max-intset-entries" => layout.set_max_intset_entries = count,
            "zset-max-listpack-entries" => layout.zset_max_listpack_entries = count,
            "zset-max-listpack-value" => layout.zset_max_listpack_value = count,
            "stream-node-max-bytes" => layout.stream_node_max_bytes = count,
            "stream-node-max-entries" => layout.stream_node_max_entries = number,
            "hll-sparse-max-bytes" => layout.hll_sparse_max_bytes = count,
            "requirepass" => self.access.require_password(value),
            "latency-tracking" => self.statistics.is_untracked = value == b"no",
            "slowlog-log-slower-than" => {
                self.statistics.logs_all = number == 0;
                self.statistics.slow_log().switch(number < 0);
            }
            "slowlog-max-len" => self.statistics.slow_log().limit(args::count(count)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parameter_takes_its_own_default() {
        let mut count = 0;
        for (name, parameter) in all() {
            let default = parameter.default.as_bytes();
            assert_eq!(parameter.check(default).as_deref(), Ok(default), "{name}");
            count += 1;
        }
        assert_eq!(count, PARAMETERS.lines().count());
    }

    #[test]
    fn an_older_name_is_the_same_parameter() {
        let older = named(b"Hash-Max-Ziplist-Entries").unwrap();
        assert_eq!(older.name, "hash-max-listpack-entries");
        assert!(named(b"nosuch").is_none() && named(b"").is_none());
    }
}
