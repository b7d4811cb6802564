//! Permitted differences from a real server, with reasons. All other replies are compared byte by byte.

use crate::frame::Frame;
use setnx_playground::keyspace::{Protocol, Server};

/// A command whose replies are brought into one form before they are compared.
struct Normalisation {
    /// The name, or that of a container and of a subcommand.
    command: &'static str,
    reason: &'static str,
    apply: fn(&mut Sides<'_>),
}

const NORMALISATIONS: &[Normalisation] = &[
    Normalisation {
        command: "keys",
        reason: "The order of names is that of another hash table.",
        apply: |sides| sides.each(sort),
    },
    Normalisation {
        command: "scan",
        reason: "So is the order in which SCAN comes by, and its cursors. From cursor 0 a whole iteration is gathered on \
                 both sides, and the sets are compared; from any other, that there is a cursor and a list.",
        apply: scan,
    },
    Normalisation {
        command: "randomkey",
        reason: "Any key will do that is there; within a transaction, which may have taken it away, any at all.",
        apply: random_key,
    },
    Normalisation {
        command: "lolwut",
        reason: "The pictures are drawn by chance: of each only the size is compared. A test of its own compares what of them \
                 chance has no part in.",
        apply: |sides| sides.each(size_of_picture),
    },
    Normalisation {
        command: "memory|doctor",
        reason: "It depends on how much memory the process has.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "memory|malloc-stats",
        reason: "So does this, and on the allocator.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "memory|stats",
        reason: "So does this; and of a process that is not there nothing is told.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "memory|usage",
        reason: "It is that of jemalloc for a string that was written whole, as a test of its own compares, and an estimate else: \
                 that it is a number is compared.",
        apply: |sides| sides.each(blank_number),
    },
    Normalisation {
        command: "dump",
        reason: "A list, and a value in a hash table, are the same in other nodes and in another order: of these only the type \
                 is compared. A test of its own restores what either has dumped on the other.",
        apply: |sides| sides.each(type_of_dump),
    },
    Normalisation {
        command: "dbsize",
        reason: "Within a transaction Redis counts keys that the transaction itself gave a deadline in the past.",
        apply: |sides| {
            if sides.server.is_none() {
                sides.each(blank_number);
            }
        },
    },
    Normalisation {
        command: "lastsave",
        reason: "The time at which the server began.",
        apply: |sides| sides.each(blank_number),
    },
    Normalisation {
        command: "time",
        reason: "Here time comes in whole milliseconds. That it is the right one is compared.",
        apply: |sides| sides.each(whole_milliseconds),
    },
    Normalisation {
        command: "client|id",
        reason: "Connections are counted from another number; that the number is this connection's is compared.",
        apply: |sides| sides.each_with_ids(stand_in_for_id),
    },
    Normalisation {
        command: "acl|list",
        reason: "The order in which single commands are told is that of another hash table.",
        apply: |sides| sides.each(sorted_rules),
    },
    Normalisation {
        command: "acl|getuser",
        reason: "As ACL LIST.",
        apply: |sides| sides.each(sorted_rules),
    },
    Normalisation {
        command: "acl|cat",
        reason: "As ACL LIST.",
        apply: |sides| sides.each(sort),
    },
    Normalisation {
        command: "acl|genpass",
        reason: "It is chosen by chance: the length is compared.",
        apply: |sides| sides.each(length),
    },
    Normalisation {
        command: "acl|log",
        reason: "The real server has refused other logins before; a test of its own compares the log.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "hello",
        reason: "The same, for `id`.",
        apply: |sides| {
            sides.each_with_ids(|frame, ids| {
                if let Some(id) = field(frame, "id") {
                    stand_in_for_id(id, ids);
                }
            });
        },
    },
    Normalisation {
        command: "client|list",
        reason: "The same; and what tells of sockets, buffers and ages has no meaning here: of these fields only the \
                 names are compared. Connections of the test itself are left out.",
        apply: |sides| sides.each_with_ids(clients),
    },
    Normalisation {
        command: "client|info",
        reason: "As CLIENT LIST.",
        apply: |sides| sides.each_with_ids(clients),
    },
    Normalisation {
        command: "command",
        reason: "The order is another's.",
        apply: |sides| sides.each(sorted_records),
    },
    Normalisation {
        command: "command|info",
        reason: "The order of subcommands is another's.",
        apply: |sides| sides.each(sorted_records),
    },
    Normalisation {
        command: "command|docs",
        reason: "Summaries are in our own words; the history of a command and what is said about its complexity beside \
                 the order, which are prose, are not told; the order is another's.",
        apply: |sides| sides.each(documentation),
    },
    Normalisation {
        command: "command|list",
        reason: "The order is another's.",
        apply: |sides| sides.each(sort),
    },
    Normalisation {
        command: "config|get",
        reason: "Parameters that mean nothing here are left out; the order is another's. The memory limit is the page's \
                 own, and one of the references was started with DEBUG: of both, only the names are compared.",
        apply: |sides| sides.each(parameters),
    },
    Normalisation {
        command: "info",
        reason: "Lines that mean nothing here are left out. Of what is measured (memory, counts, ages, the build) only the \
                 names are compared; the rest is. Numbers of commands and errors are compared by a test of its own.",
        apply: information,
    },
    Normalisation {
        command: "latency|histogram",
        reason: "No command takes any time here, and all that a real server ran are in it; a test of its own compares how often \
                 each was run.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "slowlog|get",
        reason: "Which commands take long depends on the machine; a test of its own compares a log that takes every command.",
        apply: |sides| sides.each(blank_answer),
    },
    Normalisation {
        command: "slowlog|len",
        reason: "As SLOWLOG GET.",
        apply: |sides| sides.each(blank_number),
    },
    Normalisation {
        command: "object|refcount",
        reason: "Within a transaction Redis holds on to values that it may have to tell replicas.",
        apply: |sides| {
            if sides.server.is_none() {
                sides.each(blank_number);
            }
        },
    },
    Normalisation {
        command: "object|idletime",
        reason: "Redis reads the clock of idle times once a second, and small numbers are one value for all keys: that it is \
                 a number is compared.",
        apply: |sides| sides.each(blank_number),
    },
    Normalisation {
        command: "xinfo|stream",
        reason: "Between MULTI and EXEC Redis looks at the clock for each command that notes a time for a consumer or a delivery; here \
                 a transaction has one time. What it noted may be some milliseconds off, so long as nobody notes another.",
        apply: |sides| {
            let is_moment = |_: usize, number: i64| number > 1_000_000_000_000;
            take_close_times(sides.theirs, sides.ours, &is_moment);
        },
    },
    Normalisation {
        command: "xinfo|consumers",
        reason: "So may the time since.",
        apply: |sides| take_close_times(sides.theirs, sides.ours, &|at, _| at == 5),
    },
    Normalisation {
        command: "xpending",
        reason: "And this one.",
        apply: |sides| take_close_times(sides.theirs, sides.ours, &|at, _| at == 2),
    },
    Normalisation {
        command: "hgetall",
        reason: "The order of fields is that of another hash table, but for a listpack.",
        apply: |sides| sort_pairs(sides),
    },
    Normalisation {
        command: "hkeys",
        reason: "As HGETALL.",
        apply: |sides| sort_names(sides),
    },
    Normalisation {
        command: "hvals",
        reason: "As HGETALL.",
        apply: |sides| sort_names(sides),
    },
    Normalisation {
        command: "hscan",
        reason: "As SCAN; a listpack comes whole and in order.",
        apply: scan,
    },
    Normalisation {
        command: "zscan",
        reason: "As SCAN; a listpack comes whole and in order.",
        apply: scan,
    },
    Normalisation {
        command: "hrandfield",
        reason: "Any fields will do that are there: of those that are left when all are asked for, all are compared, in their \
                 order but for that of a hash table; else their number.",
        apply: chosen,
    },
    Normalisation {
        command: "zrandmember",
        reason: "As HRANDFIELD.",
        apply: chosen,
    },
    Normalisation {
        command: "sort",
        reason: "Of a set whose order is kept, the order is that of another hash table; so it is where members compare as equal.",
        apply: sorted,
    },
    Normalisation {
        command: "sort_ro",
        reason: "As SORT.",
        apply: sorted,
    },
    Normalisation {
        command: "smembers",
        reason: "The order of members is that of another hash table, but for an intset.",
        apply: members,
    },
    Normalisation {
        command: "sinter",
        reason: "As SMEMBERS.",
        apply: members,
    },
    Normalisation {
        command: "sunion",
        reason: "As SMEMBERS.",
        apply: members,
    },
    Normalisation {
        command: "sdiff",
        reason: "As SMEMBERS.",
        apply: members,
    },
    Normalisation {
        command: "sscan",
        reason: "As SCAN; an intset comes whole and in order.",
        apply: scan,
    },
    Normalisation {
        command: "srandmember",
        reason: "Any members will do: of those that are all that there are, all are compared; else their number.",
        apply: chosen_members,
    },
    Normalisation {
        command: "spop",
        reason: "Any members will do that are there, and the same ones are then taken here; that those are all that are left \
                 is compared.",
        apply: popped,
    },
];

/// Commands for the reference before each sequence, so that no sequence affects the next.
pub const RESTORED: &[&str] = &[
    "CONFIG SET maxmemory 0 hash-max-listpack-entries 512 hash-max-listpack-value 64 list-max-listpack-size -2 \
     set-max-intset-entries 512 zset-max-listpack-entries 128 zset-max-listpack-value 64 stream-node-max-entries 100 \
     stream-node-max-bytes 4096 hll-sparse-max-bytes 3000 slowlog-max-len 128",
];

/// The table, for the output of a run.
pub fn table() -> String {
    let rows = NORMALISATIONS.iter().map(|row| {
        format!(
            "{}: {}\n",
            row.command.to_uppercase().replace('|', " "),
            row.reason
        )
    });
    rows.collect()
}

/// Whether the real server's reply to a command shows expired keys that no command has read since: it counts them,
/// moves them to a watched database, or notifies a connection that watches one. The test reads all of them first.
pub fn sees_what_has_expired(argv: &[Vec<u8>]) -> bool {
    ["dbsize", "info", "swapdb", "client", "memory"]
        .iter()
        .any(|name| is(argv, name))
}

/// The observations at the real server.
pub struct Seen<'a> {
    pub argv: &'a [Vec<u8>],
    /// The commands between MULTI and EXEC.
    pub queued: &'a [Vec<Vec<u8>>],
    pub reply: &'a [u8],
}

/// The names of the two connections on each side.
#[derive(Default)]
pub struct Ids([(Vec<u8>, Vec<u8>); 2]);

impl Ids {
    pub fn set(&mut self, at: usize, theirs: Vec<u8>, ours: Vec<u8>) {
        self.0[at] = (theirs, ours);
    }

    /// A side's own number in the place of `<this id>` and `<other id>`.
    pub fn put_in(&self, word: &[u8], at: usize, theirs: bool) -> Vec<u8> {
        let pair = match word {
            b"<this id>" => &self.0[at],
            b"<other id>" => &self.0[1 - at],
            _ => return word.to_vec(),
        };
        if theirs {
            pair.0.clone()
        } else {
            pair.1.clone()
        }
    }

    fn of(&self, theirs: bool) -> [&[u8]; 2] {
        [0, 1].map(|at: usize| {
            if theirs {
                &*self.0[at].0
            } else {
                &*self.0[at].1
            }
        })
    }
}

/// The two replies to a command, about to be compared.
struct Sides<'a> {
    argv: &'a [Vec<u8>],
    theirs: &'a mut Frame,
    ours: &'a mut Frame,
    ids: &'a Ids,
    /// Ours, after the command. `None` within a transaction, that went on.
    server: Option<&'a Server>,
}

impl Sides<'_> {
    fn each(&mut self, apply: impl Fn(&mut Frame)) {
        apply(self.theirs);
        apply(self.ours);
    }

    fn each_with_ids(&mut self, apply: impl Fn(&mut Frame, [&[u8]; 2])) {
        apply(self.theirs, self.ids.of(true));
        apply(self.ours, self.ids.of(false));
    }
}

/// Whether our reply is as good as the real server's.
pub fn are_equal(seen: &Seen<'_>, ours: &[u8], ids: &Ids, server: &Server) -> bool {
    if seen.reply == ours {
        return true;
    }
    let (Some(mut theirs), Some(mut ours)) = (Frame::of(seen.reply), Frame::of(ours)) else {
        return false;
    };
    if is(seen.argv, "exec") {
        for (at, argv) in seen.queued.iter().enumerate() {
            let places = (theirs.items_mut(), ours.items_mut());
            if let (Some(theirs), Some(ours)) = places
                && let (Some(theirs), Some(ours)) = (theirs.get_mut(at), ours.get_mut(at))
            {
                normalise(Sides {
                    argv,
                    theirs,
                    ours,
                    ids,
                    server: None,
                });
            }
        }
    }
    let (one, other) = (&mut theirs, &mut ours);
    normalise(Sides {
        argv: seen.argv,
        theirs: one,
        ours: other,
        ids,
        server: Some(server),
    });
    theirs == ours
}

fn normalise(mut sides: Sides<'_>) {
    let argv = sides.argv;
    let is_error = |frame: &Frame| matches!(frame, Frame::Line(line) if line[0] == b'-');
    if is_error(sides.theirs) || is_error(sides.ours) {
        return;
    }
    let rule = NORMALISATIONS
        .iter()
        .find(|rule| match rule.command.split_once('|') {
            None => is(argv, rule.command) && !(rule.command == "command" && argv.len() > 1),
            Some((container, name)) => {
                is(argv, container) && argv.len() > 1 && is(&argv[1..], name)
            }
        });
    if let Some(rule) = rule {
        (rule.apply)(&mut sides);
    }
}

/// Whether a line begins with that word, in any case.
pub fn is(argv: &[Vec<u8>], command: &str) -> bool {
    argv.first()
        .is_some_and(|name| name.eq_ignore_ascii_case(command.as_bytes()))
}

/// Whether a command may have replies held back, its own with them.
pub fn asks_for_silence(argv: &[Vec<u8>]) -> bool {
    is(argv, "client") && argv.len() > 1 && is(&argv[1..], "reply")
}

/// The first reply of an iteration that goes on: SCAN from cursor 0, answered by another cursor or by the end.
pub fn scan_goes_on(argv: &[Vec<u8>], reply: &[u8]) -> Option<Frame> {
    let starts = argv
        .get(cursor_at(argv)?)
        .is_some_and(|cursor| cursor == b"0");
    let frame = starts.then(|| Frame::of(reply)).flatten()?;
    (frame.items().len() == 2).then_some(frame)
}

/// Where the cursor of SCAN and its kin stands.
fn cursor_at(argv: &[Vec<u8>]) -> Option<usize> {
    let within = ["sscan", "hscan", "zscan"];
    match () {
        () if is(argv, "scan") => Some(1),
        () if within.iter().any(|name| is(argv, name)) => Some(2),
        () => None,
    }
}

/// Goes on to the end of an iteration; answers as if all had come in one reply, in order and each once.
pub fn scanned(
    argv: &[Vec<u8>],
    first: Frame,
    mut next: impl FnMut(&[Vec<u8>]) -> Option<Frame>,
) -> Vec<u8> {
    let mut argv = argv.to_vec();
    let Some(cursor) = cursor_at(&argv) else {
        return Vec::new();
    };
    let has_pairs = is(&argv, "hscan") || is(&argv, "zscan");
    let mut gathered = Vec::new();
    let mut reply = first;
    for _ in 0..SCAN_CALLS_MAX {
        let items = reply.items()[1].items();
        match has_pairs {
            true => gathered.extend(items.chunks(2).map(pair)),
            false => gathered.extend_from_slice(items),
        }
        argv[cursor] = reply.items()[0].text().to_vec();
        if argv[cursor] == b"0" {
            gathered.sort();
            gathered.dedup();
            let end = Frame::Bytes(b'$', b"0".to_vec());
            let mut bytes = Vec::new();
            Frame::Items(b'*', vec![end, Frame::Items(b'*', gathered)]).encode(&mut bytes);
            return bytes;
        }
        match next(&argv).filter(|reply| reply.items().len() == 2) {
            Some(frame) => reply = frame,
            None => return b"(an iteration that broke off)".to_vec(),
        }
    }
    b"(an iteration without an end)".to_vec()
}

/// More than any iteration over the keys of a test takes.
const SCAN_CALLS_MAX: usize = 100_000;

fn pair(items: &[Frame]) -> Frame {
    Frame::Items(b'*', items.to_vec())
}

/// Whether the key of a command is a listpack, whose order is that of Redis.
fn is_listpack(sides: &Sides<'_>) -> bool {
    let key = sides.argv.get(1).map_or(&b""[..], Vec::as_slice);
    let Some(server) = sides.server else {
        return false;
    };
    let mut entries = (0..16).filter_map(|database| server.peek(database, i64::MIN, key));
    entries.all(|entry| entry.value.encoding() == "listpack")
}

fn sort_names(sides: &mut Sides<'_>) {
    if !is_listpack(sides) {
        sides.each(sort);
    }
}

/// Sorts names with their values, in a map or in the array that RESP2 makes of one.
fn sort_pairs(sides: &mut Sides<'_>) {
    if is_listpack(sides) {
        return;
    }
    sides.each(|frame| {
        if let Some(items) = frame.items_mut() {
            let mut pairs: Vec<Frame> = items.chunks(2).map(pair).collect();
            pairs.sort();
            *items = pairs;
        }
    });
}

/// Elements chosen by chance: all of them, or so many.
fn chosen(sides: &mut Sides<'_>) {
    let count = sides
        .argv
        .get(2)
        .map(|count| String::from_utf8_lossy(count));
    let count = count.map_or(Some(-1), |count| count.parse::<i64>().ok());
    let with_more = sides.argv.len() > 3;
    let of = |frame: &Frame| frame.items().len() as i64;
    let both = [of(sides.theirs), of(sides.ours)];
    // RESP2 has two items for a pair.
    let is_all = |items: i64| count.is_some_and(|count| count > items);
    if both[0] == both[1] && both.into_iter().all(is_all) {
        if has_order(sides) {
            return;
        }
        let is_nested = sides
            .ours
            .items()
            .iter()
            .any(|item| !item.items().is_empty());
        match with_more && !is_nested {
            true => sides.each(|frame| {
                if let Some(items) = frame.items_mut() {
                    let mut pairs: Vec<Frame> = items.chunks(2).map(pair).collect();
                    pairs.sort();
                    *items = pairs;
                }
            }),
            false => sides.each(sort),
        }
        return;
    }
    blank(sides);
}

/// Whether Redis goes through the value of a command's key in an order of its own: a sorted set from its end, a listpack as it
/// stands.
fn has_order(sides: &Sides<'_>) -> bool {
    let Some((server, key)) = sides.server.zip(sides.argv.get(1)) else {
        return false;
    };
    let mut entries = (0..16).filter_map(|database| server.peek(database, i64::MIN, key));
    entries.all(|entry| ["listpack", "skiplist"].contains(&entry.value.encoding()))
}

/// Whether all sets that a command names are intsets, whose order is that of Redis.
fn are_intsets(sides: &Sides<'_>) -> bool {
    let Some(server) = sides.server else {
        return false;
    };
    let keys = sides.argv.iter().skip(1);
    let mut entries =
        keys.flat_map(|key| (0..16).filter_map(|database| server.peek(database, i64::MIN, key)));
    entries.all(|entry| entry.value.encoding() == "intset")
}

fn members(sides: &mut Sides<'_>) {
    if !are_intsets(sides)
        || sides.theirs.items().len() > sides.server.map_or(0, intset_entries_max)
    {
        sides.each(sort);
    }
}

/// What has an order of its own is compared in order.
fn sorted(sides: &mut Sides<'_>) {
    let key = sides.argv.get(1).map_or(&b""[..], Vec::as_slice);
    let is_table = sides.server.is_none_or(|server| {
        let mut entries = (0..16).filter_map(|database| server.peek(database, i64::MIN, key));
        entries.any(|entry| ["hashtable", "skiplist"].contains(&entry.value.encoding()))
    });
    let has = |name: &str| {
        let name = name.as_bytes();
        sides
            .argv
            .iter()
            .any(|word| word.eq_ignore_ascii_case(name))
    };
    if is_table && has("by") {
        match has("limit") {
            true => blank(sides),
            false => sides.each(sort),
        }
    }
}

/// Members chosen by chance: all of them, or so many.
fn chosen_members(sides: &mut Sides<'_>) {
    let count = sides
        .argv
        .get(2)
        .map(|count| String::from_utf8_lossy(count));
    let count = count
        .and_then(|count| count.parse::<i64>().ok())
        .unwrap_or(-1);
    let items = sides.theirs.items().len();
    if count > items as i64 {
        return members(sides);
    }
    blank(sides);
}

fn popped(sides: &mut Sides<'_>) {
    let key = sides.argv.get(1).map_or(&b""[..], Vec::as_slice);
    let is_left = sides.server.is_some_and(|server| {
        (0..16).any(|database| server.peek(database, i64::MIN, key).is_some())
    });
    let is_int = |item: &Frame| {
        let text = String::from_utf8_lossy(item.text()).into_owned();
        text.parse::<i64>().is_ok_and(|int| int.to_string() == text)
    };
    let items = sides.theirs.items();
    if is_left {
        blank(sides);
    } else if items.len() > sides.server.map_or(0, intset_entries_max) || !items.iter().all(is_int)
    {
        sides.each(sort);
    }
}

/// Up to how many members a set of numbers is an intset, which has an order. That is read in a copy.
fn intset_entries_max(server: &Server) -> usize {
    let mut server = server.clone();
    let id = server.connect();
    let get = ["CONFIG", "GET", "set-max-intset-entries"].map(|word| word.as_bytes().to_vec());
    let mut bytes = Vec::new();
    server
        .execute(id, 0, &get)
        .encode(Protocol::Resp2, &mut bytes);
    let frame = Frame::of(&bytes);
    let value = frame.as_ref().and_then(|frame| frame.items().get(1));
    let text = value.map(|value| String::from_utf8_lossy(value.text()).into_owned());
    text.and_then(|text| text.parse().ok()).expect("a number")
}

/// The number of elements is compared, and no more.
fn blank(sides: &mut Sides<'_>) {
    sides.each(|frame| match frame {
        Frame::Bytes(_, text) => *text = b"an element".to_vec(),
        frame => {
            let each = frame.items_mut().into_iter().flatten();
            each.for_each(|item| *item = Frame::Bytes(b'$', Vec::new()));
        }
    });
}

fn sort(frame: &mut Frame) {
    if let Some(items) = frame.items_mut() {
        items.sort();
    }
}

/// Within a transaction, where no iteration goes on, or from the middle of one.
fn scan(sides: &mut Sides<'_>) {
    let at_end = |frame: &Frame| {
        frame
            .items()
            .first()
            .is_some_and(|cursor| cursor.text() == b"0")
    };
    let cursor = cursor_at(sides.argv).and_then(|at| sides.argv.get(at));
    let from_the_start = cursor.is_some_and(|cursor| cursor == b"0");
    let whole =
        from_the_start && sides.server.is_none() && at_end(sides.theirs) && at_end(sides.ours);
    sides.each(|frame| {
        if let Some([cursor, keys]) = frame.items_mut().map(Vec::as_mut_slice) {
            match whole {
                true => sort(keys),
                false => keys.items_mut().map_or((), Vec::clear),
            }
            if let Frame::Bytes(_, cursor) = cursor
                && cursor.iter().all(u8::is_ascii_digit)
            {
                *cursor = b"a cursor".to_vec();
            }
        }
    });
}

fn random_key(sides: &mut Sides<'_>) {
    let Sides {
        theirs,
        ours,
        server,
        ..
    } = sides;
    let exists = |key: &[u8]| {
        server.is_none_or(|server| {
            (0..16).any(|database| server.peek(database, i64::MIN, key).is_some())
        })
    };
    for frame in [theirs, ours] {
        if let Frame::Bytes(_, key) = frame
            && exists(key)
        {
            *key = b"a key that is there".to_vec();
        }
    }
}

fn whole_milliseconds(frame: &mut Frame) {
    if let Some([_, Frame::Bytes(_, microseconds)]) = frame.items_mut().map(Vec::as_mut_slice) {
        let number: u64 = String::from_utf8_lossy(microseconds).parse().unwrap_or(0);
        *microseconds = (number / 1000 * 1000).to_string().into();
    }
}

/// Times that may lie apart, in milliseconds.
const CLOSE_MS: u64 = 5;

/// Takes over the real server's times where ours are close: those numbers of which `is_time` says so, by their place in
/// their own array.
fn take_close_times(theirs: &Frame, ours: &mut Frame, is_time: &dyn Fn(usize, i64) -> bool) {
    let number = |frame: &Frame| match frame {
        Frame::Line(line) => {
            let text = line.strip_prefix(b":").map(String::from_utf8_lossy);
            text.and_then(|text| text.parse::<i64>().ok())
        }
        _ => None,
    };
    let Some(items) = ours.items_mut() else {
        return;
    };
    for (at, (theirs, ours)) in theirs.items().iter().zip(items).enumerate() {
        match (number(theirs), number(ours)) {
            (Some(time), Some(own)) if time.abs_diff(own) <= CLOSE_MS && is_time(at, time) => {
                *ours = theirs.clone();
            }
            _ => take_close_times(theirs, ours, is_time),
        }
    }
}

fn stand_in_for_id(frame: &mut Frame, ids: [&[u8]; 2]) {
    if let Some(at) = ids.iter().position(|id| *id == frame.text()) {
        *frame = Frame::Line(format!(":connection {at}").into());
    }
}

/// The value of a name in a map, or in the array that RESP2 makes of one.
fn field<'a>(frame: &'a mut Frame, name: &str) -> Option<&'a mut Frame> {
    let items = frame.items_mut()?;
    let at = items
        .iter()
        .position(|item| item.text() == name.as_bytes())?;
    items.get_mut(at + 1)
}

/// Takes such a pair away.
fn without(frame: &mut Frame, name: &str) {
    if let Some(items) = frame.items_mut() {
        let at = items.iter().position(|item| item.text() == name.as_bytes());
        if let Some(at) = at {
            items.drain(at..at + 2);
        }
    }
}

/// The fields of a connection that mean the same on both sides.
const CLIENT_FIELDS: &[&str] = &[
    "name", "db", "sub", "psub", "ssub", "multi", "cmd", "user", "redir", "resp",
];

fn clients(frame: &mut Frame, ids: [&[u8]; 2]) {
    let Frame::Bytes(_, bytes) = frame else {
        return;
    };
    // RESP3 says of a text what it is.
    let text = bytes.strip_prefix(b"txt:").unwrap_or(bytes);
    let mut lines = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let id = line
            .split(|byte| *byte == b' ')
            .next()
            .and_then(|id| id.strip_prefix(b"id="));
        let known = id.and_then(|id| ids.iter().position(|known| *known == id));
        if id.is_some() && known.is_none() {
            continue;
        }
        let fields = line.split(|byte| *byte == b' ').map(|field| {
            let end = field
                .iter()
                .position(|byte| *byte == b'=')
                .unwrap_or(field.len());
            let name = String::from_utf8_lossy(&field[..end]).into_owned();
            match (&*name, known) {
                ("id", Some(at)) => format!("id=connection {at}").into_bytes(),
                // U is for a socket of this machine, N for nothing at all.
                ("flags", _) => match field {
                    b"flags=U" => b"flags=N".to_vec(),
                    _ => field.iter().copied().filter(|byte| *byte != b'U').collect(),
                },
                // The number of waiting lines depends on when a watched key was found expired.
                ("multi", _) if field != b"multi=-1" => b"multi=some".to_vec(),
                (name, _) if CLIENT_FIELDS.contains(&name) => field.to_vec(),
                (name, _) => name.as_bytes().to_vec(),
            }
        });
        lines.push(fields.collect::<Vec<_>>().join(&b' '));
    }
    *bytes = lines.join(&b'\n');
}

/// Records of COMMAND and of COMMAND INFO, each with those of its subcommands as its last part.
fn sorted_records(frame: &mut Frame) {
    let Some(records) = frame.items_mut() else {
        return;
    };
    records.sort();
    for record in records {
        let parts = record.items_mut().map(Vec::as_mut_slice);
        if let Some([.., subcommands]) = parts {
            sorted_records(subcommands);
        }
    }
}

/// A map from names to descriptions, or the array that RESP2 makes of one.
fn documentation(frame: &mut Frame) {
    let Some(items) = frame.items_mut() else {
        return;
    };
    let mut pairs: Vec<(Frame, Frame)> = items
        .chunks(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect();
    pairs.sort();
    for (_, docs) in &mut pairs {
        if let Some(summary) = field(docs, "summary") {
            *summary = Frame::Bytes(b'$', b"a summary".to_vec());
        }
        if let Some(Frame::Bytes(_, complexity)) = field(docs, "complexity") {
            *complexity = order(complexity);
        }
        without(docs, "history");
        if let Some(subcommands) = field(docs, "subcommands") {
            documentation(subcommands);
        }
    }
    *items = pairs
        .into_iter()
        .flat_map(|(name, docs)| [name, docs])
        .collect();
}

/// The first order in a text on complexity, such as `O(N)+O(M*log(M))`; the whole text if there is none.
fn order(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let mut order = String::new();
    let mut rest = text.find("O(").map_or("", |start| &text[start..]);
    while rest.starts_with("O(") {
        let mut open = 0;
        let end = rest.find(|c| {
            open += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && open == 0
        });
        let (term, behind) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        order += term;
        rest = behind.trim_start();
        rest = rest.strip_prefix('+').map_or("", str::trim_start);
        if rest.starts_with("O(") {
            order.push('+');
        }
    }
    if order.is_empty() {
        text.into_owned().into_bytes()
    } else {
        order.into_bytes()
    }
}

/// The words of each text in order; parentheses are words of their own.
pub fn sorted_rules(frame: &mut Frame) {
    match frame {
        Frame::Bytes(_, bytes) => {
            let text = String::from_utf8_lossy(bytes);
            let text = text.replace('(', " ( ").replace(')', " ) ");
            let mut words: Vec<&str> = text.split_whitespace().collect();
            words.sort_unstable();
            *bytes = words.join(" ").into_bytes();
        }
        Frame::Items(_, items) => items.iter_mut().for_each(sorted_rules),
        Frame::Line(_) => {}
    }
}

fn length(frame: &mut Frame) {
    if let Frame::Bytes(_, bytes) = frame {
        *bytes = bytes.len().to_string().into_bytes();
    }
}

fn blank_number(frame: &mut Frame) {
    if let Frame::Line(line) = frame
        && line[0] == b':'
    {
        *line = b":a number".to_vec();
    }
}

/// Nothing but that it is no error.
fn blank_answer(frame: &mut Frame) {
    let is_error = matches!(frame, Frame::Line(line) if line[0] == b'-');
    if !is_error && *frame != Frame::Line(b"+QUEUED".to_vec()) {
        *frame = Frame::Line(b"+something".to_vec());
    }
}

/// A picture with all of its places alike: those of Braille, and those with colours.
fn size_of_picture(frame: &mut Frame) {
    if let Frame::Bytes(_, bytes) = frame {
        let mut text = String::from_utf8_lossy(bytes).into_owned();
        for colour in ["0;30;40m", "0;90;100m", "0;37;47m", "0;97;107m"] {
            text = text.replace(colour, "m");
        }
        let place = |letter: char| match letter {
            '\u{2800}'..='\u{28ff}' => '\u{2800}',
            other => other,
        };
        *bytes = text.chars().map(place).collect::<String>().into_bytes();
    }
}

/// Of a dump whose elements may stand in another order, or in other nodes, the type alone.
fn type_of_dump(frame: &mut Frame) {
    const LIST: u8 = 18;
    const SET: u8 = 2;
    const HASH: u8 = 4;
    if let Frame::Bytes(_, bytes) = frame
        && matches!(bytes.first(), Some(&(LIST | SET | HASH)))
    {
        bytes.truncate(1);
    }
}

/// Parameters whose values are facts of the machine, or of how the reference was started.
const OWN_PARAMETERS: &str =
    "maxmemory enable-debug-command bind dir logfile pidfile port save unixsocket";

/// Parameters with their values.
fn parameters(frame: &mut Frame) {
    let is_own = |name: &Frame| {
        let mut own = OWN_PARAMETERS.split_whitespace();
        own.any(|own| name.text().eq_ignore_ascii_case(own.as_bytes()))
    };
    let Some(items) = frame.items_mut() else {
        return;
    };
    let mut pairs: Vec<Vec<Frame>> = items.chunks(2).map(<[Frame]>::to_vec).collect();
    for pair in &mut pairs {
        if is_own(&pair[0]) {
            pair[1] = Frame::Bytes(b'$', b"a value".to_vec());
        }
    }
    pairs.sort();
    *items = pairs.concat();
}

/// The lines of INFO whose values are no measurement.
const INFO_COMPARED: &[&str] = &[
    "redis_version",
    "redis_mode",
    "hz",
    "configured_hz",
    "config_file",
    "io_threads_active",
    "cluster_connections",
    "maxclients",
    "blocked_clients",
    "tracking_clients",
    "clients_in_timeout_table",
    "maxmemory_policy",
    "mem_replication_backlog",
    "mem_clients_slaves",
    "mem_cluster_links",
    "mem_aof_buffer",
    "active_defrag_running",
    "loading",
    "async_loading",
    "rdb_bgsave_in_progress",
    "rdb_last_bgsave_status",
    "rdb_last_bgsave_time_sec",
    "rdb_current_bgsave_time_sec",
    "rdb_saves",
    "rdb_last_load_keys_expired",
    "rdb_last_load_keys_loaded",
    "aof_enabled",
    "aof_rewrite_in_progress",
    "aof_rewrite_scheduled",
    "aof_last_rewrite_time_sec",
    "aof_current_rewrite_time_sec",
    "aof_last_bgrewrite_status",
    "aof_rewrites",
    "aof_last_write_status",
    "module_fork_in_progress",
    "rejected_connections",
    "sync_full",
    "sync_partial_ok",
    "sync_partial_err",
    "evicted_keys",
    "evicted_clients",
    "pubsub_channels",
    "pubsub_patterns",
    "pubsubshard_channels",
    "total_forks",
    "slave_expires_tracked_keys",
    "role",
    "connected_slaves",
    "master_failover_state",
    "master_replid2",
    "master_repl_offset",
    "second_repl_offset",
    "repl_backlog_active",
    "repl_backlog_size",
    "repl_backlog_first_byte_offset",
    "repl_backlog_histlen",
    "cluster_enabled",
];

/// The beginnings of lines about single commands and errors.
const INFO_COUNTS: &[&str] = &["cmdstat_", "errorstat_", "latency_percentiles_usec_"];

fn information(sides: &mut Sides<'_>) {
    let alone = sides.server.is_some();
    let lines = |frame: &Frame| -> Vec<String> {
        String::from_utf8_lossy(frame.text())
            .split("\r\n")
            .map(str::to_owned)
            .collect()
    };
    let name = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
    let names: Vec<String> = lines(sides.ours).iter().map(|line| name(line)).collect();
    sides.each(|frame| {
        let is_count = |line: &str| INFO_COUNTS.iter().any(|start| line.starts_with(start));
        let kept = lines(frame)
            .into_iter()
            .filter(|line| names.contains(&name(line)) && !is_count(line));
        let kept = kept.map(|line| match line.split_once(':') {
            // As with DBSIZE.
            Some((name, _)) if name.starts_with("db") && !alone => name.to_owned(),
            // The average time to live is an estimate that Redis updates now and then.
            Some((name, value)) if name.starts_with("db") => {
                let end = value.find("avg_ttl=").unwrap_or(value.len());
                format!("{name}:{}", &value[..end])
            }
            Some((name, _)) if !INFO_COMPARED.contains(&name) => name.to_owned(),
            _ => line,
        });
        let text = kept
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\r\n");
        if let Frame::Bytes(_, bytes) = frame {
            *bytes = text.into_bytes();
        }
    });
}
