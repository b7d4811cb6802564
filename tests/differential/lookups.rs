//! How often keys are looked up to be read, and which of them are not there: INFO's `keyspace_hits` and `keyspace_misses`, and
//! the events of every class, after every line; and how many changes the line has made.

use crate::chance::Chance;
use crate::changes::changes;
use crate::forms::FORMS;
use crate::frame::Frame;
use crate::generate;
use crate::redis::{Connection, Redis, frame, words};
use setnx_playground::keyspace::{Command, ConnectionId, Delivery, KeyspaceMode, Reply, Server};

/// Number of lines of an ordinary run.
const RUN: u64 = 20_000;
/// Number of lines after which both sides are emptied.
const EMPTIED_AFTER: usize = 400;

#[test]
fn lookups_are_counted_and_told_as_by_a_real_server() {
    let redis = Redis::start();
    let mut theirs = Theirs {
        asking: redis.connect(),
        hearing: redis.connect(),
        changes: 0,
    };
    theirs.hearing.ask(EVENTS);
    let mut ours = Ours::new();
    let chance = &mut Chance(crate::seed());
    let forms: Vec<_> = FORMS.iter().filter(|(name, _)| is_compared(name)).collect();
    let mut done: Vec<String> = Vec::new();
    for number in 0..crate::number_from("SETNX_LOOKUPS").unwrap_or(RUN) {
        if (number as usize).is_multiple_of(EMPTIED_AFTER) {
            for line in BEGIN {
                theirs.asking.ask(line);
                ours.run(&words(line));
            }
            theirs.hear();
            ours.hear();
            theirs.counts();
            ours.counts();
            done.clear();
        }
        let (name, form) = forms[chance.below(forms.len())];
        let argv = match chance.once_in(60) {
            // Of a part of the keys the count would be that of another hash table.
            true => words("SCAN 0 COUNT 1000 TYPE list"),
            false => generate::line(chance, name, form),
        };
        if may_expire(&argv) {
            continue;
        }
        done.push(argv.join(&b' ').escape_ascii().to_string());
        // SORT takes an error that another command left in C's `errno` for its own; this one clears it, and looks nothing up.
        theirs.asking.ask("SCAN x");
        theirs.asking.send(&argv);
        let replied = theirs.asking.receive().expect("a reply");
        let reply = ours.run(&argv);
        assert_eq!(
            (replied.starts_with(b"-"), theirs.counts(), theirs.hear()),
            (matches!(reply, Reply::Error(_)), ours.counts(), ours.hear()),
            "after\n{}",
            done.join("\n")
        );
    }
}

/// Lines that bring both sides to where they began.
const BEGIN: [&str; 4] = [
    "SELECT 0",
    "FLUSHALL",
    "CONFIG RESETSTAT",
    "CONFIG SET notify-keyspace-events EAmn",
];

/// What is subscribed to.
const EVENTS: &str = "PSUBSCRIBE __keyevent@*__:*";

/// A command that names keys, does not wait, and takes no member by chance.
fn is_compared(name: &str) -> bool {
    let names_keys = |command: &Command| {
        command.is_here() && (!command.keys().is_empty() || name == "keys" || name == "randomkey")
    };
    let left_out = ["restore", "bl", "br", "bz", "spop", "migrate"];
    KeyspaceMode::default()
        .by_full_name(name.as_bytes())
        .is_some_and(names_keys)
        && !left_out.iter().any(|part| name.contains(part))
}

/// Whether a key may be gone before the next lines, or the reply depends on the millisecond.
fn may_expire(argv: &[Vec<u8>]) -> bool {
    let is = |word: &Vec<u8>, known: &[&str]| {
        let mut known = known.iter();
        known.any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    };
    let number = |word: &Vec<u8>| std::str::from_utf8(word).ok()?.parse::<i64>().ok();
    let is_soon = |word: &Vec<u8>| number(word).is_some_and(|number| number < 100);
    let sets_a_time = is(&argv[0], &["EXPIRE", "SETEX"])
        || argv.iter().any(|word| is(word, &["EX", "EXAT", "PXAT"]));
    is(&argv[0], &["PEXPIRE", "PSETEX"])
        || argv
            .iter()
            .any(|word| is(word, &["PX", "BLOCK", "GT", "LT"]))
        || sets_a_time && argv.iter().any(is_soon)
}

struct Theirs {
    asking: Connection,
    hearing: Connection,
    /// The number of changes before the line.
    changes: i64,
}

impl Theirs {
    fn counts(&mut self) -> Vec<String> {
        let mut bytes = &self.asking.ask("INFO stats persistence")[..];
        let frame = frame::take(&mut bytes).expect("a reply");
        counted(frame.text(), &mut self.changes)
    }

    /// The events; what was sent before the last reply has come.
    fn hear(&mut self) -> Vec<String> {
        let (bytes, _) = self.hearing.drain();
        events(&bytes)
    }
}

struct Ours {
    server: Server,
    asking: ConnectionId,
    hearing: ConnectionId,
    /// The number of changes before the line.
    changes: i64,
}

impl Ours {
    fn new() -> Ours {
        let engine = setnx_playground::lua::engine();
        let mut server = Server::new().with_script_engine(engine);
        let (asking, hearing) = (server.connect(), server.connect());
        server.execute(hearing, NOW_MS, &words(EVENTS));
        Ours {
            server,
            asking,
            hearing,
            changes: 0,
        }
    }

    fn run(&mut self, argv: &[Vec<u8>]) -> Reply {
        self.server.execute(self.asking, NOW_MS, argv)
    }

    fn counts(&mut self) -> Vec<String> {
        let mut bytes = Vec::new();
        let protocol = self.server.protocol(self.asking);
        let info = self.run(&words("INFO stats persistence"));
        info.encode(protocol, &mut bytes);
        let frame = frame::take(&mut &bytes[..]).expect("a reply");
        counted(frame.text(), &mut self.changes)
    }

    fn hear(&mut self) -> Vec<String> {
        let protocol = self.server.protocol(self.hearing);
        let mut bytes = Vec::new();
        for delivery in self.server.take_deliveries(self.hearing) {
            if let Delivery::Reply(reply) | Delivery::Message(reply) = delivery {
                reply.encode(protocol, &mut bytes);
            }
        }
        events(&bytes)
    }
}

/// Any time: nothing expires.
const NOW_MS: i64 = 1_700_000_000_000;

/// The two lines of INFO, and how many changes there were since it was asked before.
fn counted(info: &[u8], before: &mut i64) -> Vec<String> {
    let after = changes(info);
    let made = after - std::mem::replace(before, after);
    let info = String::from_utf8_lossy(info);
    let lines = info.lines().filter(|line| line.starts_with("keyspace_"));
    let lines = lines.map(str::to_owned);
    lines.chain([format!("{made} changes")]).collect()
}

/// The channels and keys of messages in their order, behind them those of misses in some: that of a set's members is another
/// here. When a key is told to have expired is a matter of the sweep.
fn events(mut bytes: &[u8]) -> Vec<String> {
    let frames = std::iter::from_fn(|| frame::take(&mut bytes));
    let text = |frame: Frame| {
        let told = frame.items().iter().skip(2);
        let told: Vec<String> = told
            .map(|item| item.text().escape_ascii().to_string())
            .collect();
        told.join(" ")
    };
    let told = frames.map(text);
    let mut events: Vec<String> = told
        .filter(|event| !event.contains("__:expired "))
        .collect();
    events.sort_by_key(|event| event.contains("__:keymiss ").then(|| event.clone()));
    events
}
