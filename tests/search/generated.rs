//! Programs made by chance, over every type of value, every statement and every fault: the search and the plain explorer
//! have to agree about each.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::chance::{Chance, seed};
use crate::plain::{Plain, Ticks, alive, explore, explore_instants, gets_in};
use crate::{breaks, played, search};
use setnx_playground::check::{Allowed, Instants, Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};

/// How many programs are made, unless `SETNX_SEARCH_PROGRAMS` says otherwise.
const PROGRAMS: usize = 2_000;
/// Worlds of a plain exploration, and moves.
const WORLDS: usize = 2_000;
const MOVES: usize = 5;

/// A program, its question, and the names of what occurs in them.
struct Case {
    text: String,
    question: Question,
    parts: Vec<&'static str>,
    /// Its durations are multiples of so many milliseconds.
    grain_ms: i64,
}

/// Scripts, as their sections: the first ones have effects that are known, the last one has not.
const SCRIPTS: [(&str, &str); 6] = [
    (
        "give",
        "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end",
    ),
    (
        "trim",
        "redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[2])\n  if redis.call('zcard', KEYS[1]) < 1 then return redis.call('zadd', KEYS[1], ARGV[3], ARGV[1]) end\n  return 0",
    ),
    (
        "enter",
        "if (redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[1]) == 1) then\n  redis.call('hincrby', KEYS[1], ARGV[1], 1)\n  redis.call('pexpire', KEYS[1], 1000)\n  return 1\n  end\n  return 0",
    ),
    (
        "leave",
        "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end\n  local left = redis.call('hincrby', KEYS[1], ARGV[1], -1)\n  if left > 0 then return 0 end\n  return redis.call('del', KEYS[1])",
    ),
    (
        "prolong",
        "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('expire', KEYS[1], ARGV[2]) else return 0 end",
    ),
    (
        "least",
        "local all = redis.call('smembers', KEYS[1])\n  table.sort(all)\n  if all[1] and all[1] < ARGV[1] then return 0 end\n  return redis.call('sadd', KEYS[1], ARGV[1])",
    ),
];

struct Maker<'c> {
    chance: &'c mut Chance,
    /// Whether there are several servers that know nothing of each other.
    has_several: bool,
    parts: Vec<&'static str>,
    scripts: Vec<&'static str>,
}

impl Maker<'_> {
    fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.chance.below(all.len())]
    }

    fn note(&mut self, part: &'static str) {
        self.parts.push(part);
    }

    /// A value by which a client is known, or a time.
    fn owner(&mut self) -> &'static str {
        self.one(&[
            "<token>",
            "<token>",
            "<me>",
            "<mine := now + lease>",
            "<now + lease + 1>",
        ])
    }

    fn until(&mut self) -> &'static str {
        self.one(&[
            "now + lease",
            "now + lease",
            "sent + lease",
            "now + lease + 1",
            "sent + 1",
        ])
    }

    fn refused(&mut self) -> &'static str {
        self.one(&["retry", "wait 1, retry", "wait 1 to 2, retry", "give up"])
    }

    /// Lines by which a client tries to get in, and lines by which it gives the lock back.
    fn lock(&mut self) -> (Vec<String>, Vec<String>) {
        let refused = self.refused();
        let until = self.until();
        let enter = format!("enter until {until}");
        let owner = self.owner();
        let line = |text: &str| text.to_owned();
        let lines = |all: &[&str]| all.iter().map(|one| line(one)).collect::<Vec<_>>();
        match self.chance.below(21) {
            0 => {
                self.note("string");
                let deadline =
                    self.one(&["", " PX 1000", " EX 1", " PX <lease * 1000>", " EX <lease>"]);
                (
                    vec![
                        format!("SET k {owner} NX{deadline}"),
                        format!("if reply = nil: {refused}"),
                        enter,
                    ],
                    self.releases(&["DEL k", "GET k", "SCRIPT give"], owner),
                )
            }
            1 => {
                self.note("string");
                let mut all = vec![
                    format!("SETNX k {owner}"),
                    format!("if reply = 0: {refused}"),
                ];
                if self.chance.once_in(2) {
                    all.push(line("EXPIRE k <lease>"));
                }
                all.push(enter);
                (all, self.releases(&["DEL k", "GET k", "GETDEL k"], owner))
            }
            2 => {
                self.note("string");
                (
                    lines(&[
                        "SETNX k <mine := now + lease>",
                        "if reply = 1: enter until mine",
                        "GET k",
                        "if reply = nil: retry",
                        "if reply > now: wait 1, retry",
                        "GETSET k <mine := now + lease>",
                        "if reply > now: retry",
                        "enter until mine",
                    ]),
                    lines(&["if now < mine: DEL k"]),
                )
            }
            3 => {
                self.note("string");
                (
                    vec![
                        line("INCR k"),
                        format!("if reply > 1: {refused}"),
                        line("EXPIRE k 1"),
                        enter,
                    ],
                    lines(&[self.one(&["DECR k", "DEL k"])]),
                )
            }
            4 | 5 => {
                self.note("list");
                let push = self.one(&["RPUSH", "LPUSH"]);
                let first = if push == "RPUSH" { "0" } else { "-1" };
                let name = self.one(&["token", "me"]);
                let mut all = vec![
                    format!("{push} k <{name}>"),
                    format!("LINDEX k {first}"),
                    format!("if reply = {name}: {enter}"),
                ];
                if self.chance.once_in(2) {
                    all.push(format!("LREM k 1 <{name}>"));
                }
                all.push(line(refused));
                (all, vec![format!("LREM k 1 <{name}>")])
            }
            6 => {
                self.note("list");
                (
                    vec![
                        line("LLEN k"),
                        format!("if reply > 0: {refused}"),
                        format!("RPUSH k {owner}"),
                        format!("if reply != 1: {refused}"),
                        enter,
                    ],
                    lines(&[self.one(&["LPOP k", "DEL k", "LTRIM k 1 0"])]),
                )
            }
            18 => {
                self.note("blocking pop");
                let seconds = self.chance.below(3);
                let mut all = vec![
                    line("SETNX made 1"),
                    format!(
                        "if reply = 1: RPUSH k {}",
                        self.one(&["free", "<me>", "<now>"])
                    ),
                    format!("{} k {seconds}", self.one(&["BLPOP", "BRPOP"])),
                ];
                if seconds > 0 && !self.chance.once_in(4) {
                    all.push(format!("if reply = nil: {refused}"));
                }
                all.push(enter);
                let give = self.one(&["RPUSH k free", "LPUSH k <token>", "LPUSH k <now>", "DEL k"]);
                (all, lines(&[give]))
            }
            19 => {
                self.note("blocking pop");
                let deadline = self.one(&["", " PX 1000", " EX <lease>"]);
                let wait = self.one(&["BLPOP s 1", "BRPOP s 2", "BLPOP s 0", "BZPOPMIN z 1"]);
                (
                    vec![
                        format!("SET k {owner} NX{deadline}"),
                        format!("if reply != nil: {enter}"),
                        line(wait),
                        line("retry"),
                    ],
                    lines(&[
                        self.one(&["DEL k", "DEL k s"]),
                        match wait {
                            "BZPOPMIN z 1" => "ZADD z <now> <token>",
                            _ => self.one(&["RPUSH s 1", "LPUSH s <token> <me>"]),
                        },
                        self.one(&["", "EXPIRE s 1"]),
                    ]),
                )
            }
            20 => self.pair(owner, refused, enter),
            7 => {
                self.note("set");
                let name = self.one(&["token", "me"]);
                (
                    vec![
                        format!("SADD k <{name}>"),
                        line("SCARD k"),
                        format!("if reply = 1: {enter}"),
                        format!("SREM k <{name}>"),
                        line(refused),
                    ],
                    vec![format!("SREM k <{name}>")],
                )
            }
            8 => {
                self.note("set");
                let mut all = vec![
                    format!("SADD k {owner}"),
                    format!("if reply = 0: {refused}"),
                ];
                if self.chance.once_in(2) {
                    all.push(line("EXPIRE k 1"));
                }
                all.push(enter);
                (all, vec![format!("SREM k {owner}")])
            }
            9 | 10 => {
                self.note("hash");
                let mut all = vec![
                    format!("HSETNX k owner {owner}"),
                    format!("if reply = 0: {refused}"),
                ];
                if self.chance.once_in(2) {
                    all.push(line("EXPIRE k <lease>"));
                }
                all.push(enter);
                (all, lines(&[self.one(&["DEL k", "HDEL k owner"])]))
            }
            11 => {
                self.note("hash");
                (
                    vec![
                        format!("HSET k <me> {owner}"),
                        line("HLEN k"),
                        format!("if reply > 1: {refused}"),
                        enter,
                    ],
                    lines(&["HDEL k <me>"]),
                )
            }
            12 => {
                self.note("sorted set");
                let score = self.one(&["<now>", "<now + lease>", "<mine := now + lease>", "1"]);
                let name = self.one(&["token", "me"]);
                let mut all = Vec::new();
                if self.chance.once_in(2) {
                    all.push(line(self.one(&[
                        "ZREMRANGEBYSCORE k -inf <now>",
                        "ZREMRANGEBYSCORE k -inf <now - lease>",
                    ])));
                }
                all.push(format!("ZADD k NX {score} <{name}>"));
                match self.chance.below(3) {
                    0 => {
                        all.push(line("ZRANGE k 0 0"));
                        all.push(format!("if reply.1 = {name}: {enter}"));
                    }
                    1 => {
                        all.push(line("ZCARD k"));
                        all.push(format!("if reply = 1: {enter}"));
                    }
                    _ => {
                        all.push(format!("ZRANK k <{name}>"));
                        all.push(format!("if reply = 0: {enter}"));
                    }
                }
                if self.chance.once_in(2) {
                    all.push(format!("ZREM k <{name}>"));
                }
                all.push(line(refused));
                (all, vec![format!("ZREM k <{name}>")])
            }
            13 => {
                self.note("sorted set");
                self.note("script");
                self.scripts.push("trim");
                (
                    vec![
                        format!(
                            "EVAL trim 1 k {} <now> <mine := now + lease>",
                            self.one(&["<me>", "<token>"])
                        ),
                        format!("if reply = 0: {refused}"),
                        line("enter until mine"),
                    ],
                    match self.chance.below(2) {
                        0 => Vec::new(),
                        _ => lines(&["ZREM k <me>"]),
                    },
                )
            }
            14 => {
                self.note("hash");
                self.note("script");
                self.scripts.extend(["enter", "leave"]);
                let name = self.one(&["token", "me"]);
                (
                    vec![
                        format!("EVAL enter 1 k <{name}>"),
                        format!("if reply = 0: {refused}"),
                        enter,
                    ],
                    vec![format!("EVAL leave 1 k <{name}>")],
                )
            }
            _ => match self.chance.below(5) {
                0 => {
                    self.note("set");
                    self.note("script");
                    self.scripts.push("least");
                    (
                        vec![
                            line("EVAL least 1 k <me>"),
                            format!("if reply = 0: {refused}"),
                            enter,
                        ],
                        lines(&["SREM k <me>"]),
                    )
                }
                1 | 2 => {
                    self.note("stream");
                    (
                        vec![
                            format!("XADD k * owner {owner}"),
                            line("XLEN k"),
                            format!("if reply > 1: {refused}"),
                            enter,
                        ],
                        lines(&["DEL k"]),
                    )
                }
                _ => {
                    self.note("stream");
                    (
                        vec![
                            line("XLEN k"),
                            format!("if reply > 0: {refused}"),
                            line("XADD k <now>-1 o 1"),
                            enter,
                        ],
                        lines(&["DEL k"]),
                    )
                }
            },
        }
    }

    /// A lock of two keys, which are written at once.
    fn pair(&mut self, owner: &str, refused: &str, enter: String) -> (Vec<String>, Vec<String>) {
        self.note("keys at once");
        let second = self.owner();
        let write = self.one(&["MSETNX", "MSETNX", "MSET"]);
        let mut all = match write {
            "MSET" => vec![
                "MGET k other".to_owned(),
                format!("if reply.{} != nil: {refused}", 1 + self.chance.below(2)),
                format!("MSET k {owner} other {second}"),
            ],
            _ => vec![
                format!("MSETNX k {owner} other {second}"),
                format!("if reply = 0: {refused}"),
            ],
        };
        let deadline = self.one(&[
            "",
            "EXPIRE k <lease>",
            "GETEX k EX <lease>",
            "GETEX other PX 1000",
            "GETEX k PERSIST",
        ]);
        all.extend([deadline.to_owned(), enter]);
        let own = match owner {
            "<token>" => "if reply.1 = token: DEL k other",
            "<me>" => "if reply.1 = me: DEL k other",
            _ => "if reply.1 > now: DEL k other",
        };
        let releases: [&[&str]; 3] = [&["DEL k other"], &["DEL other"], &["MGET k other", own]];
        let release = releases[self.chance.below(3)];
        (all, release.iter().map(|one| (*one).to_owned()).collect())
    }

    /// A lock on several servers.
    fn majority(&mut self) -> (Vec<String>, Vec<String>) {
        self.note("string");
        let refused = self.refused();
        let until = self.until();
        let on = self.one(&["on all", "on all within 1", "on all until majority", "on A"]);
        let enough = match on {
            "on A" => "if reply = nil",
            _ => self.one(&["if yes < majority", "if yes < majority", "if yes < 1"]),
        };
        (
            vec![
                format!("{on}: SET k <token> NX PX 1000"),
                format!("{enough}: {refused}"),
                format!("enter until {until}"),
            ],
            vec![format!("{on}: DEL k")],
        )
    }

    fn releases(&mut self, all: &[&str], owner: &str) -> Vec<String> {
        match self.one(all) {
            "GET k" => {
                let own = match owner {
                    "<token>" => "token",
                    "<me>" => "me",
                    _ => "mine",
                };
                match own {
                    "mine" => vec!["GET k".to_owned(), "if reply > now: DEL k".to_owned()],
                    own => vec!["GET k".to_owned(), format!("if reply = {own}: DEL k")],
                }
            }
            "SCRIPT give" => match owner {
                "<token>" | "<me>" => {
                    self.note("script");
                    self.scripts.push("give");
                    vec![format!("EVAL give 1 k {owner}")]
                }
                _ => vec!["DEL k".to_owned()],
            },
            other => vec![other.to_owned()],
        }
    }

    /// A program.
    fn text(&mut self) -> String {
        let (mut acquire, mut release) = match self.has_several {
            true => self.majority(),
            false => self.lock(),
        };
        if !self.has_several && self.chance.once_in(8) {
            // A second lock beside the first: values of two keys meet.
            let (more, ends) = self.lock();
            let more = more.iter().map(|one| one.replace(" k", " other"));
            let at = acquire
                .iter()
                .position(|line| line.starts_with("if "))
                .unwrap_or(0);
            if let Some(first) = more
                .into_iter()
                .find(|line| !line.starts_with("if ") && !line.starts_with("enter"))
            {
                self.note("two keys");
                acquire.insert(at, first);
                release.extend(
                    ends.first()
                        .map(|one| one.replace(" k", " other"))
                        .filter(|line| !line.starts_with("if ")),
                );
            }
        }
        if self.chance.once_in(2) && release == ["DEL k"] {
            self.note("watch");
            release = [
                "WATCH k",
                "GET k",
                "if reply != token: done",
                "MULTI",
                "DEL k",
                "EXEC",
            ]
            .map(str::to_owned)
            .to_vec();
        }
        let is_sent = |line: &&mut String| line.starts_with(|c: char| c.is_ascii_uppercase());
        if !self.has_several && self.chance.once_in(15) {
            if let Some(first) = acquire.first_mut().filter(is_sent) {
                first.insert_str(0, "within 1: ");
            }
        } else if !self.has_several && self.chance.once_in(8) {
            self.note("transaction");
            if let Some(first) = acquire.first_mut().filter(is_sent) {
                let alone = std::mem::take(first);
                *first = format!("MULTI\n  {alone}\n  EXEC");
                for line in acquire.iter_mut().skip(1).take(1) {
                    *line = line.replace("reply ", "reply.1 ");
                }
            }
        }
        let mut work = vec![self.one(&["work 1", "work 1", "work 2", ""]).to_owned()];
        if self.chance.once_in(3) {
            self.note("store");
            let lines: &[&str] = match self.chance.below(3) {
                0 => &[
                    "claim with token",
                    "read with token",
                    "write draft with token",
                ],
                _ => &["read", "write draft"],
            };
            work.extend(lines.iter().map(|line| (*line).to_owned()));
        }
        let mut text = String::new();
        let mut section = |name: &str, lines: &[String]| {
            text.push_str(&format!("{name}:\n"));
            for line in lines.iter().filter(|line| !line.is_empty()) {
                text.push_str(&format!("  {line}\n"));
            }
        };
        section("acquire", &acquire);
        section("work", &work);
        section("release", &release);
        if self.chance.once_in(10) {
            self.note("meanwhile");
            section(
                "meanwhile",
                &[
                    "wait 1".into(),
                    "EXPIRE k 1".into(),
                    self.one(&["if reply = 0: done", "if reply = 0: leave"])
                        .into(),
                    "extend until now + 1".into(),
                    "retry".into(),
                ],
            );
        }
        self.scripts.sort_unstable();
        self.scripts.dedup();
        for name in &self.scripts {
            let body = SCRIPTS
                .iter()
                .find(|(own, _)| own == name)
                .expect("a script")
                .1;
            section(&format!("script {name}"), &[body.to_owned()]);
        }
        text
    }
}

/// The statements of a program, each with its first words.
const STATEMENTS: [&str; 16] = [
    "if ", "enter ", "retry", "wait ", "give up", "work ", "read", "write ", "claim ", "on ",
    "within ", "extend ", "leave", "done", "MULTI", "WATCH",
];

/// Which statements occur in a program, in words.
fn statements(text: &str) -> impl Iterator<Item = &'static str> {
    let behind = |line: &str, statement: &str| {
        let line = line.trim_start();
        let mut places = line.match_indices(statement).map(|(at, _)| &line[..at]);
        places.any(|before| before.is_empty() || before.ends_with([':', ' ', ',']))
    };
    let text = text.split("\nscript ").next().unwrap_or(text).to_owned();
    STATEMENTS
        .into_iter()
        .filter(move |statement| text.lines().any(|line| behind(line, statement)))
        .map(str::trim_end)
}

fn case(chance: &mut Chance, is_fine: bool) -> Option<Case> {
    let has_several = chance.once_in(15);
    let mut maker = Maker {
        chance,
        has_several,
        parts: Vec::new(),
        scripts: Vec::new(),
    };
    let mut text = maker.text();
    let mut other = match maker.chance.once_in(8) {
        true => {
            maker.note("two programs");
            maker.text()
        }
        false => text.clone(),
    };
    if maker.chance.once_in(12) {
        maker.note("holders");
        for text in [&mut text, &mut other] {
            let head = maker.one(&["", "at most 2 hold\n", "any number hold\n"]);
            text.insert_str(0, head);
        }
    }
    if maker.chance.once_in(8) {
        for text in [&mut text, &mut other] {
            let with_head = ["monotonic clock\n", text].concat();
            if Program::parse(&with_head).is_ok() {
                *text = with_head;
                maker.note("monotonic clock");
            }
        }
    }
    let parts = maker.parts;
    let first = Arc::new(Program::parse(&text).ok()?);
    let second = Arc::new(Program::parse(&other).ok()?);
    let mut parts = parts;
    let mut setup = Setup::new(Algorithm::Setnx, 2);
    setup.lease_s = 1 + chance.below(2) as i64;
    if has_several {
        parts.push("several servers");
        setup.servers = 2 + chance.below(2) as u8;
    }
    for text in [&text, &other] {
        parts.extend(statements(text));
    }
    let mut allowed = Allowed {
        overrun: !chance.once_in(6),
        ..Allowed::default()
    };
    match chance.below(14) {
        0..=2 => allowed.crash = true,
        3 => (allowed.crash, allowed.restart) = (true, true),
        4 => allowed.gap = true,
        5 => allowed.transit = true,
        6 => (allowed.transit, allowed.lose) = (true, true),
        7 => allowed.forget = true,
        8 if !has_several => {
            allowed.fail_over = true;
            setup.replicas = 1;
        }
        9 => allowed.clocks_apart_s = 1,
        10 => allowed.clocks_set_ms = vec![1000, -1000],
        12 => allowed.server_clocks_set_ms = vec![1000, -1000],
        11 => {
            allowed.part = true;
            allowed.transit = chance.once_in(2);
            setup.loses_messages = chance.once_in(2);
        }
        _ => {}
    }
    if !is_fine && chance.once_in(20) {
        parts.push("initial value");
        setup.value = Some(["101", "105", "C1", "7"][chance.below(4)].to_owned());
    }
    for (is_so, name) in [
        (allowed.crash, "crash"),
        (allowed.restart, "restart"),
        (allowed.gap, "gap"),
        (allowed.transit, "transit"),
        (allowed.lose, "lose"),
        (allowed.forget, "forget"),
        (allowed.fail_over, "fail-over"),
        (allowed.part, "part"),
        (allowed.clocks_apart_s > 0, "apart"),
        (!allowed.clocks_set_ms.is_empty(), "set"),
        (!allowed.server_clocks_set_ms.is_empty(), "server clock set"),
        (!allowed.overrun, "punctual"),
    ] {
        if is_so {
            parts.push(name);
        }
    }
    let property = match chance.below(10) {
        0..=3 => Property::TwoLeases,
        4..=5 => Property::TwoBelievers,
        6 => Property::RemovedLock,
        7 => Property::LostUpdate,
        8 => Property::Shut,
        _ => Property::NobodyEver,
    };
    parts.push(property.name());
    parts.sort_unstable();
    parts.dedup();
    let mut question = Question::new(setup, property);
    question.programs = vec![first, second];
    question.allowed = allowed;
    question.rounds = match ([Some(1), Some(2), None][chance.below(3)], property) {
        // The plain explorer has to reach all states.
        (_, Property::NobodyEver) => Some(1),
        (rounds, _) => rounds,
    };
    question.bytes_max = 2 << 20;
    question.whole_seconds = !is_fine;
    Some(Case {
        text: if text == other {
            text
        } else {
            format!("{text}---\n{other}")
        },
        question,
        parts,
        grain_ms: 1000,
    })
}

/// What came of a comparison.
enum Compared {
    Agreed {
        broken: bool,
        entered: bool,
    },
    /// One of them came to no end.
    Open {
        broken: bool,
        entered: bool,
    },
    Differ(String),
}

fn compare(case: &Case, ticks: &Ticks) -> Compared {
    let asked = &case.question;
    let found = search(asked);
    if found.bounds().is_last_resort {
        return Compared::Differ("a trace did not replay".to_owned());
    }
    let (in_vain, length, seconds) = match &found {
        Verdict::Broken(found, _) => {
            let run = played(asked, found);
            if asked.property != Property::NobodyEver
                && breaks(&run, asked.property) != Some(run.len())
            {
                return Compared::Differ(format!("it breaks nothing: {found:?}"));
            }
            (
                run.len().saturating_sub(1),
                run.len(),
                run.last().now_ms() / 1000 - asked.setup.start_s,
            )
        }
        Verdict::Holds { .. } => (usize::MAX, usize::MAX, 0),
        Verdict::Unfinished {
            why: setnx_playground::check::Open::Replay,
            ..
        } => {
            return Compared::Differ("no trace replays".to_owned());
        }
        Verdict::Unfinished { depth, .. } => (*depth, usize::MAX, 0),
    };
    if asked.property == Property::NobodyEver {
        // It may have gone on without a bound on rounds.
        let asked = &found.bounds().question;
        if let Verdict::Broken(found, _) = &found
            && gets_in(asked, &played(asked, found), WORLDS / 10) == Some(true)
        {
            return Compared::Differ(format!("somebody gets in behind it: {found:?}"));
        }
        let Some((dead, entered)) = alive(asked, ticks, 2 * WORLDS) else {
            return Compared::Open {
                broken: length != usize::MAX,
                entered: false,
            };
        };
        let is_comparable = seconds <= 1 && (in_vain == usize::MAX || length != usize::MAX);
        return match dead {
            _ if !is_comparable => Compared::Open {
                broken: length != usize::MAX,
                entered,
            },
            Some(dead) if dead != length => Compared::Differ(format!(
                "nobody gets in after {dead} moves, {length} by the search"
            )),
            None if length != usize::MAX => {
                Compared::Differ(format!("somebody gets in after {length} moves: {found:?}"))
            }
            _ => Compared::Agreed {
                broken: dead.is_some(),
                entered,
            },
        };
    }
    let (plain, entered) = explore(asked, MOVES, ticks, WORLDS);
    match plain {
        Plain::Broken(plain) if plain > in_vain && length == usize::MAX => Compared::Open {
            broken: true,
            entered,
        },
        // Where a command is not known the search leaves instants out, and says so.
        Plain::Broken(_) if ticks.are_fine && found.bounds().instants != Instants::Every => {
            Compared::Open {
                broken: true,
                entered,
            }
        }
        Plain::Broken(plain) if plain < length => {
            Compared::Differ(format!("{plain} moves, {length} by the search"))
        }
        // Every schedule that the search finds is played: a shorter one goes to instants between those of the plain explorer.
        Plain::Broken(plain) if plain > length && !ticks.are_fine => {
            Compared::Differ(format!("{plain} moves, {length} by the search: {found:?}"))
        }
        Plain::Broken(_) => Compared::Agreed {
            broken: true,
            entered,
        },
        Plain::NoneWithin(depth) if length <= depth && !ticks.are_fine => Compared::Differ(
            format!("nothing in {depth} moves, {length} by the search: {found:?}"),
        ),
        Plain::NoneWithin(depth) if depth >= MOVES => Compared::Agreed {
            broken: length != usize::MAX,
            entered,
        },
        Plain::NoneWithin(_) => Compared::Open {
            broken: length != usize::MAX,
            entered,
        },
    }
}

fn run(variable: &str, count: usize, is_fine: bool, ticks: &Ticks) -> Vec<String> {
    let count = match std::env::var("SETNX_SEARCH_PROGRAMS") {
        Ok(count) => count.parse().expect("a number"),
        Err(_) => count,
    };
    let mut chance = Chance(seed(variable));
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut made, mut agreed, mut broken, mut entered) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    while made < count {
        let Some(case) = case(&mut chance, is_fine) else {
            continue;
        };
        made += 1;
        for part in &case.parts {
            *parts.entry(part).or_default() += 1;
        }
        let compared = compare(&case, ticks);

        match compared {
            Compared::Agreed {
                broken: is_broken,
                entered: has,
            } => {
                agreed += 1;
                broken += usize::from(is_broken);
                entered += usize::from(has);
            }
            Compared::Open {
                broken: is_broken,
                entered: has,
            } => {
                broken += usize::from(is_broken);
                entered += usize::from(has);
            }
            Compared::Differ(how) => {
                let asked = &case.question;
                differences.push(format!(
                    "{how}\n{} {:?} rounds {:?} lease {} value {:?}\n{}",
                    asked.property.name(),
                    asked.allowed,
                    asked.rounds,
                    asked.setup.lease_s,
                    asked.setup.value,
                    case.text
                ));
                if differences.len() > 9 {
                    break;
                }
            }
        }
    }
    println!("{made} programs: {agreed} compared, {broken} broken, {entered} entered; {parts:?}");
    if differences.is_empty() {
        assert!(entered * 2 > made, "somebody enters in {entered} of {made}");
        assert!(broken * 4 > made, "{broken} of {made} are broken");
        assert!(agreed * 3 > made, "{agreed} of {made} are compared");
        // 300 of 10,000.
        let all = STATEMENTS.iter().map(|one| one.trim_end());
        let absent = all.clone().find(|one| !parts.contains_key(one));
        let rare = parts
            .iter()
            .find(|(_, times)| **times * 10_000 < made * 300);
        assert!(made < 1_000 || absent.is_none(), "{absent:?}");
        assert!(made < 1_000 || rare.is_none(), "{rare:?}");
    }
    differences
}

#[test]
fn programs_made_by_chance_have_the_verdicts_of_the_plain_explorer() {
    let differences = run("SETNX_SEARCH_SEED", PROGRAMS, false, &Ticks::seconds(5));
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// Times within a second, by quarters: the plain explorer finds nothing that the search does not.
#[test]
fn programs_made_by_chance_break_at_no_instant_that_the_search_leaves_out() {
    let differences = run("SETNX_SEARCH_SEED", PROGRAMS / 8, true, &Ticks::quarters(4));
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// How many programs are asked about every single millisecond, unless `SETNX_SEARCH_SCALED` says otherwise, and how many moves of a world the plain explorer may make.
const SCALED: usize = 80;
const APPLIED: usize = 30_000;
/// A comparison of two explorers that find nothing counts from so many moves on.
const COMPARED_MOVES: usize = 3;

/// Durations of these programs are multiples of so many milliseconds, and so are the times at which a client's clock first
/// shows another second.
const GRAINS_MS: [i64; 4] = [8, 10, 20, 20];

/// The program with durations of a few milliseconds where it has some of a second.
fn scaled(text: &str, grain_ms: i64) -> String {
    let (one, two) = (grain_ms.to_string(), (2 * grain_ms).to_string());
    let mut new = text.to_owned();
    for (from, to) in [
        ("PX 1000", format!("PX {one}")),
        ("PX <lease * 1000>", format!("PX {two}")),
        ("EX <lease>", format!("PX {one}")),
        ("EX 1", format!("PX {two}")),
        ("  EXPIRE k <lease>", format!("  PEXPIRE k {two}")),
        ("  EXPIRE k 1", format!("  PEXPIRE k {one}")),
        ("KEYS[1], 1000)", format!("KEYS[1], {two})")),
    ] {
        new = new.replace(from, &to);
    }
    new
}

/// The case with times of a few milliseconds: clients' clocks show another second soon after the start.
fn scaled_case(chance: &mut Chance) -> Option<Case> {
    let mut case = case(chance, true)?;
    let grain_ms = GRAINS_MS[chance.below(GRAINS_MS.len())];
    let asked = &mut case.question;
    let mut programs = Vec::new();
    for program in &asked.programs {
        programs.push(Arc::new(
            Program::parse(&scaled(program.source(), grain_ms)).ok()?,
        ));
    }
    asked.programs = programs;
    asked.setup.lease_s = 1;
    if asked.property == Property::NobodyEver {
        asked.property = Property::TwoLeases;
    }
    if asked.allowed.clocks_apart_s == 0 && asked.allowed.clocks_set_ms.is_empty() {
        for client in &mut asked.setup.clients {
            client.skew_ms = 1000 - grain_ms * chance.below(3) as i64;
        }
    }
    // The plain explorer looks a few moves deep: more memory takes minutes, and nothing more is compared.
    asked.bytes_max = 4 << 20;
    asked.rounds = Some(1);
    case.grain_ms = grain_ms;
    let skews: Vec<_> = asked
        .setup
        .clients
        .iter()
        .map(|client| client.skew_ms)
        .collect();
    case.text = format!(
        "{}clocks {skews:?} ahead\n{}",
        asked.programs[0].source(),
        case.text
    );
    Some(case)
}

/// Every single millisecond at which a deadline may pass or a clock may show another second, of two seconds; and one of each
/// later, at which nothing changes any more.
fn instants(grain_ms: i64) -> Vec<i64> {
    let first = (0..=4 * grain_ms).chain([500]);
    let second = (0..=2 * grain_ms).chain([500]);
    first.chain(second.map(|ms| 1000 + ms)).collect()
}

/// With times of a few milliseconds the plain explorer lets time pass to every one of them, and both have to agree in
/// verdict and length.
#[test]
fn programs_of_a_few_milliseconds_break_at_the_milliseconds_at_which_the_search_says() {
    let count = match std::env::var("SETNX_SEARCH_SCALED") {
        Ok(count) => count.parse().expect("a number"),
        Err(_) => SCALED,
    };
    let mut chance = Chance(seed("SETNX_SEARCH_SEED"));
    let (mut made, mut compared, mut broken, mut within) = (0, 0, 0, 0);
    // One in thirty breaks at an instant within a second: a few more are made where chance gave none.
    while made < count || (within == 0 && made < 4 * count) {
        let Some(case) = scaled_case(&mut chance) else {
            continue;
        };
        made += 1;
        let asked = &case.question;
        let (plain, _) = explore_instants(asked, MOVES, &instants(case.grain_ms), APPLIED);
        let name = || {
            format!(
                "{} {:?}\n{}",
                asked.property.name(),
                asked.allowed,
                case.text
            )
        };
        let verdict = search(asked);
        assert!(!verdict.bounds().is_last_resort, "{}", name());
        match (verdict, plain) {
            (Verdict::Broken(found, bounds), plain) => {
                let run = played(asked, &found);
                let length = run.len();
                assert_eq!(breaks(&run, asked.property), Some(length), "{}", name());
                let is_near = run.last().now_ms() < (asked.setup.start_s + 2) * 1000;
                match plain {
                    Plain::Broken(plain) => {
                        // Where a command is not known the search leaves instants out, and says so.
                        let is_fine = bounds.instants == Instants::Every;
                        assert!(plain <= length, "{plain} {length} {}", name());
                        assert!(plain == length || !is_fine, "{plain} {length} {}", name());
                        (compared, broken) = (compared + 1, broken + 1);
                        within += usize::from(run.last().now_ms() % 1000 != 0);
                    }
                    Plain::NoneWithin(depth) => {
                        assert!(length > depth || !is_near, "{depth} {length} {}", name());
                        compared += usize::from(length > depth && depth >= COMPARED_MOVES);
                    }
                }
            }
            (Verdict::Holds { bounds, .. }, plain) => {
                let is_fine = bounds.instants == Instants::Every;
                if let (true, Plain::Broken(length)) = (is_fine, &plain) {
                    panic!("{length} moves, none by the search: {}", name());
                }
                let is_deep = matches!(plain, Plain::NoneWithin(COMPARED_MOVES..));
                compared += usize::from(is_fine && is_deep);
            }
            (Verdict::Unfinished { depth, bounds, .. }, Plain::Broken(length)) => {
                let is_fine = bounds.instants == Instants::Every;
                assert!(
                    length > depth || !is_fine,
                    "{length}, none in {depth}: {}",
                    name()
                );
            }
            (Verdict::Unfinished { depth, .. }, Plain::NoneWithin(plain)) => {
                compared += usize::from(depth.min(plain) >= COMPARED_MOVES);
            }
        }
    }
    println!("{made} programs: {compared} compared, {broken} broken, {within} within a second");
    assert!(compared * 3 > made, "{compared} of {made} compared");
    assert!(broken * 20 > made, "{broken} of {made} broken");
    assert!(within > 0, "each at a whole second");
}
