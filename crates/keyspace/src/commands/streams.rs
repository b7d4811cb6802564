//! Streams: entries by their IDs.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::streams::{self, INVALID_ID, NO_SUCH_KEY, entry_reply, id_reply};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::stream::id::Id;
use crate::storage::stream::node::Entry;
use crate::storage::stream::{Stream, Trim, TrimTo};
use crate::words::up_to_nul;
use base::text::Text;

const TWO_STRATEGIES: Error =
    Error::fixed("ERR syntax error, MAXLEN and MINID options at the same time are not compatible");
const NEGATIVE_LENGTH: Error = Error::fixed("ERR The MAXLEN argument must be >= 0.");
const NEGATIVE_LIMIT: Error = Error::fixed("ERR The LIMIT argument must be >= 0.");
const LIMIT_ALONE: Error =
    Error::fixed("ERR syntax error, LIMIT cannot be used without specifying a trimming strategy");
const NO_STRATEGY: Error =
    Error::fixed("ERR syntax error, XTRIM must be called with a trimming strategy");
const LIMIT_WITHOUT_TILDE: Error =
    Error::fixed("ERR syntax error, LIMIT cannot be used without the special ~ option");
const ZERO_ID: Error = Error::fixed("ERR The ID specified in XADD must be greater than 0-0");
const EXHAUSTED: Error =
    Error::fixed("ERR The stream has exhausted the last possible ID, unable to add more items");
const SMALL_ID: Error = Error::fixed(
    "ERR The ID specified in XADD is equal or smaller than the target stream top item",
);
const TOO_LARGE: Error = Error::fixed("ERR Elements are too large to be stored");
const NEGATIVE_ADDED: Error = Error::fixed("ERR entries_added must be positive");
const BELOW_DELETED: Error = Error::fixed(
    "ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id",
);
const BELOW_TOP: Error =
    Error::fixed("ERR The ID specified in XSETID is smaller than the target stream top item");
const BELOW_LENGTH: Error = Error::fixed(
    "ERR The entries_added specified in XSETID is smaller than the target stream length",
);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xadd",
        arity: -5,
        arguments: "key [NOMKSTREAM@6.2.0] [trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}] id_or_auto(auto_id'*'|id) field_value{field value}...",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Adds an entry of fields and values to the stream under a key and answers its ID",
            zh: "向流追加一个由字段和值组成的条目，返回其 ID",
        },
        examples: &[
            example("XADD mystream 1-1 name Sara surname OConnor", "\"1-1\""),
            example("XADD mystream 1-2 field1 value1 field2 value2", "\"1-2\""),
            example("XLEN mystream", "(integer) 2"),
            example(
                "XADD mystream 1-2 field value",
                "(error) ERR The ID specified in XADD is equal or smaller than the target stream top item",
            ),
            example(
                "XRANGE mystream - +",
                "1) 1) \"1-1\"\n   2) 1) \"name\"\n      2) \"Sara\"\n      3) \"surname\"\n      4) \"OConnor\"\n2) 1) \"1-2\"\n   2) 1) \"field1\"\n      2) \"value1\"\n      3) \"field2\"\n      4) \"value2\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec {
            notes: "UPDATE instead of INSERT because of the optional trimming feature",
            ..KeySpec::first("RW update")
        }],
        tips: "nondeterministic_output",
        run: Run::Now(xadd),
        ..Record::DEFAULT
    },
    Record {
        name: "xtrim",
        arity: -4,
        arguments: "key trim{strategy(MAXLEN|MINID@6.2.0) [operator(equal'='|approximately'~')] threshold [LIMIT=count:integer@6.2.0]}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Removes the oldest entries of a stream down to a length or an ID",
            zh: "移除流中最旧的条目，直到指定的长度或 ID",
        },
        examples: &[
            example("XADD mystream 1-1 field1 A", "\"1-1\""),
            example("XADD mystream 1-2 field1 B", "\"1-2\""),
            example("XADD mystream 1-3 field1 C", "\"1-3\""),
            example("XTRIM mystream MAXLEN 2", "(integer) 1"),
            example(
                "XRANGE mystream - +",
                "1) 1) \"1-2\"\n   2) 1) \"field1\"\n      2) \"B\"\n2) 1) \"1-3\"\n   2) 1) \"field1\"\n      2) \"C\"",
            ),
        ],
        flags: Flags::WRITE,
        keys: &[KeySpec::first("RW delete")],
        tips: "nondeterministic_output",
        run: Run::Now(xtrim),
        ..Record::DEFAULT
    },
    Record {
        name: "xdel",
        arity: -3,
        arguments: "key id...",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Deletes entries of a stream by their IDs and answers how many were there",
            zh: "按 ID 删除流中的条目，返回实际删除的个数",
        },
        examples: &[
            example("XADD mystream 1-1 a 1", "\"1-1\""),
            example("XADD mystream 2-1 b 2", "\"2-1\""),
            example("XDEL mystream 1-1 7-7", "(integer) 1"),
            example(
                "XRANGE mystream - +",
                "1) 1) \"2-1\"\n   2) 1) \"b\"\n      2) \"2\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        run: Run::Now(xdel),
        ..Record::DEFAULT
    },
    Record {
        name: "xlen",
        arity: 2,
        arguments: "key",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Answers how many entries a stream has",
            zh: "返回流的条目个数",
        },
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example("XLEN mystream", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(xlen),
        ..Record::DEFAULT
    },
    Record {
        name: "xrange",
        arity: -4,
        arguments: "key start end [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of a stream from one ID through another",
            zh: "返回流中从某 ID 到某 ID 的条目",
        },
        examples: &[
            example("XADD writers 1-1 name Virginia surname Woolf", "\"1-1\""),
            example("XADD writers 1-2 name Jane surname Austen", "\"1-2\""),
            example("XADD writers 2-1 name Toni surname Morrison", "\"2-1\""),
            example(
                "XRANGE writers - + COUNT 2",
                "1) 1) \"1-1\"\n   2) 1) \"name\"\n      2) \"Virginia\"\n      3) \"surname\"\n      4) \"Woolf\"\n2) 1) \"1-2\"\n   2) 1) \"name\"\n      2) \"Jane\"\n      3) \"surname\"\n      4) \"Austen\"",
            ),
            example(
                "XRANGE writers (1-2 +",
                "1) 1) \"2-1\"\n   2) 1) \"name\"\n      2) \"Toni\"\n      3) \"surname\"\n      4) \"Morrison\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Long(xrange),
        ..Record::DEFAULT
    },
    Record {
        name: "xrevrange",
        arity: -4,
        arguments: "key end start [COUNT=count:integer]",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of a stream from one ID back through another",
            zh: "按逆序返回流中从某 ID 到某 ID 的条目",
        },
        examples: &[
            example("XADD writers 1-1 name Virginia", "\"1-1\""),
            example("XADD writers 1-2 name Jane", "\"1-2\""),
            example(
                "XREVRANGE writers + - COUNT 1",
                "1) 1) \"1-2\"\n   2) 1) \"name\"\n      2) \"Jane\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        run: Run::Long(xrevrange),
        ..Record::DEFAULT
    },
    Record {
        name: "xsetid",
        arity: -3,
        arguments: "key last-id [ENTRIESADDED=entries_added:integer@7.0.0] [MAXDELETEDID=max_deleted_entry_id@7.0.0]",
        group: Group::Stream,
        since: "5.0.0",
        summary: Text {
            en: "Sets a stream's last ID, as replication does",
            zh: "设置流的最后一个 ID；供复制使用",
        },
        examples: &[
            example("XADD mystream 1-1 a 1", "\"1-1\""),
            example("XSETID mystream 9-0", "OK"),
            example(
                "XADD mystream 8-0 b 2",
                "(error) ERR The ID specified in XADD is equal or smaller than the target stream top item",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(xsetid),
        ..Record::DEFAULT
    },
];

/// The options of XADD and of XTRIM.
struct Options {
    trim: Option<Trim>,
    makes_no_stream: bool,
    /// The ID, and whether its second number was given; `None` for `*`.
    id: Option<(Id, bool)>,
}

impl Options {
    fn read(call: &mut Call<'_>, is_xadd: bool) -> Result<Options, Error> {
        let mut options = Options {
            trim: None,
            makes_no_stream: false,
            id: None,
        };
        let (mut to, mut is_rough, mut limit) = (None, false, None);
        while let Some(word) = call.args.next() {
            let has_more = !call.args.is_empty();
            let is_length = has_more && args::is_option(word, "MAXLEN");
            if is_xadd && up_to_nul(word) == b"*" {
                break;
            } else if is_length || (has_more && args::is_option(word, "MINID")) {
                if to.is_some() {
                    return Err(TWO_STRATEGIES);
                }
                let mut threshold = call.args.word()?;
                is_rough = !call.args.is_empty() && up_to_nul(threshold) == b"~";
                if is_rough || (!call.args.is_empty() && up_to_nul(threshold) == b"=") {
                    threshold = call.args.word()?;
                }
                to = Some(match is_length {
                    true => {
                        let length = u64::try_from(args::integer(threshold)?);
                        TrimTo::Length(length.map_err(|_| NEGATIVE_LENGTH)?)
                    }
                    false => TrimTo::Id(streams::id(threshold, 0)?),
                });
            } else if has_more && args::is_option(word, "LIMIT") {
                let own = u64::try_from(call.args.integer()?);
                limit = Some(own.map_err(|_| NEGATIVE_LIMIT)?);
            } else if is_xadd && args::is_option(word, "NOMKSTREAM") {
                options.makes_no_stream = true;
            } else if is_xadd {
                options.id = Some(Id::of_new(word).ok_or(INVALID_ID)?);
                break;
            } else {
                return Err(SYNTAX);
            }
        }
        if limit.is_some_and(|limit| limit > 0) && to.is_none() {
            return Err(LIMIT_ALONE);
        }
        if !is_xadd && to.is_none() {
            return Err(NO_STRATEGY);
        }
        if limit.is_some() && !is_rough {
            return Err(LIMIT_WITHOUT_TILDE);
        }
        let nodes = call.layout().stream_node_max_entries.saturating_mul(100);
        let usual = match nodes {
            ..=0 => 10_000,
            nodes => nodes.min(1_000_000) as u64,
        };
        options.trim = to.map(|to| Trim {
            to,
            is_rough,
            limit: match is_rough {
                true => limit.unwrap_or(usual),
                false => 0,
            },
        });
        Ok(options)
    }
}

fn xadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let options = Options::read(call, true)?;
    let pairs = call.args.rest();
    if pairs.is_empty() || pairs.len() % 2 == 1 {
        return Err(args::wrong_number_of_arguments(call.command));
    }
    if options.id == Some((Id::MIN, true)) {
        return Err(ZERO_ID);
    }
    let (now_ms, layout) = (call.now_ms(), call.layout());
    let new_id = |stream: &Stream| match stream.last {
        Id::MAX => Err(EXHAUSTED),
        // Redis' own words when no number is left within the millisecond.
        Id { ms, seq: u64::MAX } if options.id == Some((Id { ms, seq: 0 }, false)) => {
            Err(TOO_LARGE)
        }
        _ => stream.new_id(options.id, now_ms).ok_or(SMALL_ID),
    };
    let id = match call.read::<Stream>(key)? {
        None if options.makes_no_stream => return Ok(Reply::Nil),
        None => new_id(&Stream::default())?,
        Some(stream) => new_id(stream)?,
    };
    if pairs.iter().map(Vec::len).sum::<usize>() > 1 << 30 {
        return Err(TOO_LARGE);
    }
    let growth_bytes = Stream::growth_bytes(pairs);
    let trimmed = call.change_or_make::<Stream, _>(key, growth_bytes, |stream| {
        stream.append(id, pairs, layout);
        options.trim.map_or(0, |trim| stream.trim(trim))
    })?;
    call.modified(Class::Stream, "xadd", key);
    call.wake(key);
    if trimmed.is_some_and(|trimmed| trimmed > 0) {
        call.notify(Class::Stream, "xtrim", key);
    }
    Ok(id_reply(id))
}

fn xtrim(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let Some(trim) = Options::read(call, false)?.trim else {
        return Err(NO_STRATEGY);
    };
    let trimmed = call.change::<Stream, _>(key, 0, |stream| stream.trim(trim))?;
    let trimmed = trimmed.unwrap_or_default();
    if trimmed > 0 {
        call.modified(Class::Stream, "xtrim", key);
        call.count_changes(trimmed as usize);
    }
    Ok(Reply::Int(trimmed as i64))
}

fn xlen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let length = call.read::<Stream>(key)?.map_or(0, Stream::length);
    Ok(Reply::Int(length as i64))
}

fn xdel(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    if call.read::<Stream>(key)?.is_none() {
        return Ok(Reply::Int(0));
    }
    let ids: Result<Vec<Id>, Error> = call
        .args
        .by_ref()
        .map(|word| streams::id(word, 0))
        .collect();
    let mut ids = ids?;
    call.change::<Stream, _>(key, 0, |stream| {
        ids.retain(|id| stream.delete(*id));
        stream.note_deleted(&ids);
    })?;
    if !ids.is_empty() {
        call.modified(Class::Stream, "xdel", key);
        call.count_changes(ids.len());
    }
    Ok(Reply::Int(ids.len() as i64))
}

fn xsetid(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, id) = (call.args.word()?, call.args.word()?);
    let id = streams::id(id, 0)?;
    let (mut added, mut max_deleted) = (None, Id::MIN);
    while let Some(word) = call.args.next() {
        let has_more = !call.args.is_empty();
        if has_more && args::is_option(word, "ENTRIESADDED") {
            let count = u64::try_from(call.args.integer()?);
            added = Some(count.map_err(|_| NEGATIVE_ADDED)?);
        } else if has_more && args::is_option(word, "MAXDELETEDID") {
            max_deleted = streams::id(call.args.word()?, 0)?;
            if id < max_deleted {
                return Err(BELOW_DELETED);
            }
        } else {
            return Err(SYNTAX);
        }
    }
    let stream = call.read::<Stream>(key)?.ok_or(NO_SUCH_KEY)?;
    if stream.length() > 0 {
        if stream.last_entry().is_some_and(|last| id < last.id) {
            return Err(BELOW_TOP);
        }
        if added.is_some_and(|added| stream.length() > added) {
            return Err(BELOW_LENGTH);
        }
    }
    call.change::<Stream, _>(key, 0, |stream| {
        stream.last = id;
        stream.added = added.unwrap_or(stream.added);
        if max_deleted != Id::MIN {
            stream.max_deleted = max_deleted;
        }
    })?;
    call.modified_quietly(Class::Stream, "xsetid", key);
    Ok(Reply::OK)
}

fn xrange(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (start, end) = (call.args.word()?, call.args.word()?);
    let (start, end) = (streams::start(start)?, streams::end(end)?);
    Walk::begin(call, key, start, end, false)
}

fn xrevrange(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (end, start) = (call.args.word()?, call.args.word()?);
    let (start, end) = (streams::start(start)?, streams::end(end)?);
    Walk::begin(call, key, start, end, true)
}

/// XRANGE or XREVRANGE under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Walk {
    database: usize,
    key: Vec<u8>,
    /// What is left of the range.
    start: Id,
    end: Id,
    goes_back: bool,
    /// How many entries may still be answered; `None` for all.
    left: Option<u64>,
    total: u64,
    replies: Vec<Reply>,
}

/// The cost of an entry, and of each of its fields.
const UNITS_A_PIECE: u64 = 20;

impl Walk {
    fn begin(
        call: &mut Call<'_>,
        key: &[u8],
        start: Id,
        end: Id,
        goes_back: bool,
    ) -> Result<Work, Error> {
        let mut left = None;
        while let Some(word) = call.args.next() {
            if call.args.is_empty() || !args::is_option(word, "COUNT") {
                return Err(SYNTAX);
            }
            left = Some(streams::count(call.args.word()?)?);
        }
        let length = call.read::<Stream>(key)?.map(Stream::length);
        Ok(Work::new(Walk {
            database: call.database,
            key: key.to_vec(),
            start,
            end,
            goes_back,
            left,
            total: left.unwrap_or(u64::MAX).min(length.unwrap_or_default()),
            replies: Vec::new(),
        }))
    }
}

impl Steps for Walk {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let entry = server.database(self.database).get(&self.key);
        let stream = match entry.map(of_type::<Stream>).transpose() {
            Ok(Some(stream)) => stream,
            Ok(None) => return Some(Ok(Reply::Array(Vec::new()))),
            Err(error) => return Some(Err(error)),
        };
        // COUNT 0. Otherwise the last entry ends the work.
        if self.left == Some(0) {
            return Some(Ok(Reply::NilArray));
        }
        let (left, replies) = (&mut self.left, &mut self.replies);
        let mut resume_at = None;
        let mut visit = |entry: &Entry<'_>| {
            replies.push(entry_reply(entry));
            *left = left.map(|left| left - 1);
            if *left == Some(0) {
                return false;
            }
            let goes_on = budget.spend(UNITS_A_PIECE * (entry.fields + 1));
            if !goes_on {
                resume_at = Some(entry.id);
            }
            goes_on
        };
        let rest = match self.goes_back {
            true => {
                stream.visit_back(self.start, self.end, &mut visit);
                resume_at.and_then(Id::previous).map(|end| self.end = end)
            }
            false => {
                stream.visit(self.start, self.end, &mut visit);
                resume_at.and_then(Id::next).map(|start| self.start = start)
            }
        };
        match rest {
            Some(()) => None,
            None => Some(Ok(Reply::Array(std::mem::take(&mut self.replies)))),
        }
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.replies.len() as u64,
            total: self.total,
        }
    }
}
