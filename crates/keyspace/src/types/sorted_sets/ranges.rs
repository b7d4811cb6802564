//! Sorted sets: ranges of indices, scores and strings.

use crate::range;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long};
use crate::server::scan;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::storage::value::Value;
use crate::types::sorted_sets::members;
use crate::types::sorted_sets::value::{LexRange, ScoreRange, SortedSet};
use std::ops::Range;

pub const HANDLERS: Handlers = &[
    ("zrange", Long(zrange)),
    ("zrangestore", Long(zrangestore)),
    ("zrangebylex", Long(zrangebylex)),
    ("zrangebyscore", Long(zrangebyscore)),
    ("zrevrange", Long(zrevrange)),
    ("zrevrangebylex", Long(zrevrangebylex)),
    ("zrevrangebyscore", Long(zrevrangebyscore)),
    ("zremrangebylex", Long(zremrangebylex)),
    ("zremrangebyrank", Long(zremrangebyrank)),
    ("zremrangebyscore", Long(zremrangebyscore)),
];

const LIMIT_BY_RANK: Error = Error::fixed(
    "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
);
const SCORES_BY_LEX: Error =
    Error::fixed("ERR syntax error, WITHSCORES not supported in combination with BYLEX");

/// The cost of a member that comes or goes, in units of work.
const UNITS_A_CHANGE: u64 = 50;

/// What a range counts by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Rank,
    Score,
    Lex,
}

/// A range as its command writes it.
#[derive(Clone, Copy)]
struct Spec {
    /// `None` where an option says so.
    by: Option<By>,
    is_reverse: Option<bool>,
    /// The destination's is another command.
    takes_scores: bool,
}

fn zrange(call: &mut Call<'_>) -> Result<Work, Error> {
    reply_of(
        call,
        Spec {
            by: None,
            is_reverse: None,
            takes_scores: true,
        },
    )
}

fn zrevrange(call: &mut Call<'_>) -> Result<Work, Error> {
    older(call, By::Rank, true)
}

fn zrangebyscore(call: &mut Call<'_>) -> Result<Work, Error> {
    older(call, By::Score, false)
}

fn zrevrangebyscore(call: &mut Call<'_>) -> Result<Work, Error> {
    older(call, By::Score, true)
}

fn zrangebylex(call: &mut Call<'_>) -> Result<Work, Error> {
    older(call, By::Lex, false)
}

fn zrevrangebylex(call: &mut Call<'_>) -> Result<Work, Error> {
    older(call, By::Lex, true)
}

fn older(call: &mut Call<'_>, by: By, is_reverse: bool) -> Result<Work, Error> {
    reply_of(
        call,
        Spec {
            by: Some(by),
            is_reverse: Some(is_reverse),
            takes_scores: true,
        },
    )
}

fn reply_of(call: &mut Call<'_>, spec: Spec) -> Result<Work, Error> {
    Ok(match found(call, spec)? {
        Some(found) => {
            members::reply_of(found.value, found.ranks, found.is_reverse, found.has_scores)
        }
        None => Work::done(Reply::Array(Vec::new())),
    })
}

fn zrangestore(call: &mut Call<'_>) -> Result<Work, Error> {
    let to = call.args.word()?;
    let spec = Spec {
        by: None,
        is_reverse: None,
        takes_scores: false,
    };
    let found = found(call, spec)?;
    let mut made = SortedSet::default();
    let most = call.server.layout.zset_max_listpack_entries;
    // As in Redis, only by ranks is it known at the beginning how many there will be.
    let is_large = |found: &InRange| found.by == By::Rank && found.ranks.len() as u64 > most;
    if found.as_ref().is_some_and(is_large) {
        made = SortedSet::skiplist();
    }
    let (from, ranks, is_reverse) = match found {
        Some(found) => (Some(found.value), found.ranks, found.is_reverse),
        None => (None, 0..0, false),
    };
    Ok(Work::new(Storing {
        to: to.to_vec(),
        from,
        ranks,
        is_reverse,
        made,
    }))
}

/// What a range has found.
struct InRange {
    value: Value,
    by: By,
    ranks: Range<usize>,
    is_reverse: bool,
    has_scores: bool,
}

/// Reads a range, and finds it in the sorted set of its key; `None` when the key is not there.
fn found(call: &mut Call<'_>, spec: Spec) -> Result<Option<InRange>, Error> {
    let (key, first, second) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let (mut by, mut is_reverse, mut has_scores) = (spec.by, spec.is_reverse, false);
    let (mut offset, mut limit) = (0, -1);
    while let Some(option) = call.args.next() {
        if spec.takes_scores && args::is_option(option, "WITHSCORES") {
            has_scores = true;
        } else if args::is_option(option, "LIMIT") && call.args.len() >= 2 {
            (offset, limit) = (call.args.integer()?, call.args.integer()?);
        } else if is_reverse.is_none() && args::is_option(option, "REV") {
            is_reverse = Some(true);
        } else if by.is_none() && args::is_option(option, "BYLEX") {
            by = Some(By::Lex);
        } else if by.is_none() && args::is_option(option, "BYSCORE") {
            by = Some(By::Score);
        } else {
            return Err(args::SYNTAX);
        }
    }
    let (by, is_reverse) = (by.unwrap_or(By::Rank), is_reverse.unwrap_or(false));
    if limit != -1 && by == By::Rank {
        return Err(LIMIT_BY_RANK);
    }
    if has_scores && by == By::Lex {
        return Err(SCORES_BY_LEX);
    }
    let (min, max) = match is_reverse && by != By::Rank {
        true => (second, first),
        false => (first, second),
    };
    let bounds = match by {
        By::Rank => RangeEnds::Ranks(args::integer(min)?, args::integer(max)?),
        By::Score => RangeEnds::Scores(members::score_range(min, max)?),
        By::Lex => RangeEnds::Names(members::lex_range(min, max)?),
    };
    let Some(value) = scan::value_of::<SortedSet>(call, key)? else {
        return Ok(None);
    };
    let ranks = members::sorted_set(&value).map_or(0..0, |set| match &bounds {
        RangeEnds::Ranks(from, to) => {
            let ranks = ranks(*from, *to, set.len());
            match is_reverse {
                true => set.len() - ranks.end..set.len() - ranks.start,
                false => ranks,
            }
        }
        RangeEnds::Scores(range) => limited(set.by_score(range), offset, limit, is_reverse),
        RangeEnds::Names(range) => {
            limited(set.by_lex(range, is_reverse), offset, limit, is_reverse)
        }
    });
    Ok(Some(InRange {
        value,
        by,
        ranks,
        is_reverse,
        has_scores,
    }))
}

/// The ends of a range.
enum RangeEnds<'a> {
    Ranks(i64, i64),
    Scores(ScoreRange),
    Names(LexRange<'a>),
}

/// The ranks from one through another, counted from the end if negative.
fn ranks(from: i64, to: i64, len: usize) -> Range<usize> {
    match range::places(from, to, len as u64) {
        // A range that ends before the first member is empty.
        Some(_) if to < 0 && to.unsigned_abs() > len as u64 => 0..0,
        Some(places) => *places.start() as usize..*places.end() as usize + 1,
        None => 0..0,
    }
}

/// What LIMIT leaves of some ranks: `limit` of them after the first `offset`; all if it is negative. A negative offset leaves
/// none.
fn limited(ranks: Range<usize>, offset: i64, limit: i64, is_reverse: bool) -> Range<usize> {
    let offset = usize::try_from(offset)
        .unwrap_or(usize::MAX)
        .min(ranks.len());
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let limit = limit.min(ranks.len() - offset);
    match is_reverse {
        true => ranks.end - offset - limit..ranks.end - offset,
        false => ranks.start + offset..ranks.start + offset + limit,
    }
}

/// ZRANGESTORE under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Storing {
    to: Vec<u8>,
    /// A sorted set, if there is one.
    from: Option<Value>,
    /// Of the members that are still to be stored.
    ranks: Range<usize>,
    /// Whether the last one is stored first: a score of minus zero stays one unless it is put into a listpack.
    is_reverse: bool,
    made: SortedSet,
}

fn zremrangebyrank(call: &mut Call<'_>) -> Result<Work, Error> {
    remove(call, By::Rank)
}

fn zremrangebyscore(call: &mut Call<'_>) -> Result<Work, Error> {
    remove(call, By::Score)
}

fn zremrangebylex(call: &mut Call<'_>) -> Result<Work, Error> {
    remove(call, By::Lex)
}

/// Begins to remove a range of members.
fn remove(call: &mut Call<'_>, by: By) -> Result<Work, Error> {
    let (key, min, max) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let (bounds, event) = match by {
        By::Rank => {
            let bounds = RangeEnds::Ranks(args::integer(min)?, args::integer(max)?);
            (bounds, "zremrangebyrank")
        }
        By::Score => {
            let bounds = RangeEnds::Scores(members::score_range(min, max)?);
            (bounds, "zremrangebyscore")
        }
        By::Lex => {
            let bounds = RangeEnds::Names(members::lex_range(min, max)?);
            (bounds, "zremrangebylex")
        }
    };
    let ranks = call
        .read::<SortedSet>(key)?
        .map_or(0..0, |set| match &bounds {
            RangeEnds::Ranks(from, to) => ranks(*from, *to, set.len()),
            RangeEnds::Scores(range) => set.by_score(range),
            RangeEnds::Names(range) => set.by_lex(range, false),
        });
    if ranks.is_empty() {
        return Ok(Work::done(Reply::Int(0)));
    }
    Ok(Work::new(Removing {
        key: key.to_vec(),
        total: ranks.len(),
        ranks,
        event,
    }))
}

/// A range of members on its way out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Removing {
    key: Vec<u8>,
    /// Of the members that are still there.
    ranks: Range<usize>,
    total: usize,
    event: &'static str,
}

impl Steps for Removing {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let mut call = match Call::resumed(server, context) {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        while !self.ranks.is_empty() {
            let count = self.ranks.len().min(members::AT_ONCE);
            self.ranks.end -= count;
            let last = self.ranks.end;
            let changed = call.change(&self.key, 0, |set: &mut SortedSet| {
                for rank in (last..last + count).rev() {
                    set.remove_at(rank);
                }
            });
            if let Err(error) = changed {
                return Some(Err(error));
            }
            if !budget.spend(count as u64 * UNITS_A_CHANGE) && !self.ranks.is_empty() {
                return None;
            }
        }
        call.modified(Class::SortedSet, self.event, &self.key);
        call.count_changes(self.total);
        if call.peek(&self.key).is_none() {
            call.notify(Class::Generic, "del", &self.key);
        }
        Some(Ok(Reply::Int(self.total as i64)))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: (self.total - self.ranks.len()) as u64,
            total: self.total as u64,
        }
    }

    fn can_be_stopped(&self) -> bool {
        self.ranks.len() == self.total
    }
}

impl Steps for Storing {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let layout = server.layout;
        while !self.ranks.is_empty() {
            let ranks = members::next_ranks(&mut self.ranks, members::AT_ONCE, self.is_reverse);
            let units = ranks.len() as u64 * UNITS_A_CHANGE;
            let from = self.from.as_ref().and_then(members::sorted_set);
            for member in from
                .map(|set| set.range(ranks, self.is_reverse))
                .into_iter()
                .flatten()
            {
                let name = member.name.as_bytes();
                self.made.set(name, member.score, &layout);
            }
            if !budget.spend(units) && !self.ranks.is_empty() {
                return None;
            }
        }
        let made = std::mem::take(&mut self.made);
        let call = Call::resumed(server, context);
        Some(call.and_then(|mut call| members::store(&mut call, &self.to, made, "zrangestore")))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = self.made.len() as u64;
        Progress {
            done,
            total: done + self.ranks.len() as u64,
        }
    }
}
