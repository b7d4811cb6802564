//! Streams: entries by their IDs.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::types::streams::arguments::{self, INVALID_ID, NO_SUCH_KEY, entry_reply, id_reply};
use crate::types::streams::value::id::Id;
use crate::types::streams::value::node::StreamEntry;
use crate::types::streams::value::{Stream, Trim, TrimTo};
use crate::words::up_to_nul;

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

pub const HANDLERS: Handlers = &[
    ("xadd", Now(xadd)),
    ("xtrim", Now(xtrim)),
    ("xdel", Now(xdel)),
    ("xlen", Now(xlen)),
    ("xrange", Long(xrange)),
    ("xrevrange", Long(xrevrange)),
    ("xsetid", Now(xsetid)),
];

/// The options of XADD and of XTRIM.
struct StreamOptions {
    trim: Option<Trim>,
    makes_no_stream: bool,
    /// The ID, and whether its second number was given; `None` for `*`.
    id: Option<(Id, bool)>,
}

impl StreamOptions {
    fn read(call: &mut Call<'_>, is_xadd: bool) -> Result<StreamOptions, Error> {
        let mut options = StreamOptions {
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
                    false => TrimTo::Id(arguments::id(threshold, 0)?),
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
    let options = StreamOptions::read(call, true)?;
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
    let Some(trim) = StreamOptions::read(call, false)?.trim else {
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
        .map(|word| arguments::id(word, 0))
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
    let id = arguments::id(id, 0)?;
    let (mut added, mut max_deleted) = (None, Id::MIN);
    while let Some(word) = call.args.next() {
        let has_more = !call.args.is_empty();
        if has_more && args::is_option(word, "ENTRIESADDED") {
            let count = u64::try_from(call.args.integer()?);
            added = Some(count.map_err(|_| NEGATIVE_ADDED)?);
        } else if has_more && args::is_option(word, "MAXDELETEDID") {
            max_deleted = arguments::id(call.args.word()?, 0)?;
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
    let (start, end) = (arguments::start(start)?, arguments::end(end)?);
    StreamRange::begin(call, key, start, end, false)
}

fn xrevrange(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (end, start) = (call.args.word()?, call.args.word()?);
    let (start, end) = (arguments::start(start)?, arguments::end(end)?);
    StreamRange::begin(call, key, start, end, true)
}

/// XRANGE or XREVRANGE under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct StreamRange {
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

impl StreamRange {
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
            left = Some(arguments::count(call.args.word()?)?);
        }
        let length = call.read::<Stream>(key)?.map(Stream::length);
        Ok(Work::new(StreamRange {
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

impl Steps for StreamRange {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let entry = server.databases.get(self.database).get(&self.key);
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
        let mut visit = |entry: &StreamEntry<'_>| {
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
