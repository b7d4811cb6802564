//! What the commands on sorted sets share: texts of scores, the bounds of ranges, and replies of members in slices.

use crate::double;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::storage::layout::Layout;
use crate::storage::value::Value;
use crate::types::sorted_sets::ranked::Member;
use crate::types::sorted_sets::value::{
    LexBound, LexRange, MEMBER_OVERHEAD_BYTES, ScoreBound, ScoreRange, Side, SortedSet,
};
use crate::words::up_to_nul;
use std::ops::Range;
use std::sync::Arc;

const NOT_A_FLOAT: Error = Error::fixed("ERR value is not a valid float");
const BOUND_NOT_A_FLOAT: Error = Error::fixed("ERR min or max is not a float");
const NOT_A_LEX_BOUND: Error = Error::fixed("ERR min or max not valid string range item");
const NOT_A_NUMBER: Error = Error::fixed("ERR resulting score is not a number (NaN)");
/// The cost of a member in a reply, in units of work.
const UNITS_A_MEMBER: u64 = 15;

/// `text` as a float.
pub fn float(text: &[u8]) -> Result<f64, Error> {
    double::parse(text).ok_or(NOT_A_FLOAT)
}

/// A score in a reply.
pub fn score(score: f64) -> Reply {
    Reply::Double(Arc::new(double::text(score)))
}

/// A member and its score in a reply.
pub fn pair(member: &Member) -> (Reply, Reply) {
    (Reply::bulk(member.name.as_bytes()), score(member.score))
}

/// The most by which a sorted set grows when it gets a member of that name.
pub fn growth_bytes(name: &[u8]) -> usize {
    // A name longer than a few bytes is kept apart, with counters.
    MEMBER_OVERHEAD_BYTES + name.len() + 32
}

/// The options of ZADD.
#[derive(Clone, Copy, Default)]
pub struct AddOptions {
    /// NX: only members that are not there.
    pub is_new: bool,
    /// XX: only members that are there.
    pub is_old: bool,
    /// GT: no score becomes less.
    pub is_greater: bool,
    /// LT: no score becomes greater.
    pub is_less: bool,
    /// INCR: the score is added to the one that is there.
    pub is_increment: bool,
    /// CH: members whose scores change are counted as well.
    pub counts_changes: bool,
}

/// What became of a member.
enum Outcome {
    /// The options let it be as it was.
    Left,
    Added(f64),
    Updated(f64),
    Same(f64),
}

/// Adds members with their scores; the reply of ZADD.
///
/// # Errors
/// The key holds a value of another type, the sum of two scores is no number, or the keyspace would grow past its limit.
pub fn add(
    call: &mut Call<'_>,
    key: &[u8],
    members: &[(f64, &[u8])],
    options: AddOptions,
) -> Result<Reply, Error> {
    let growth_bytes = members.iter().map(|(_, name)| growth_bytes(name)).sum();
    let layout = call.layout();
    let is_there = call.read::<SortedSet>(key)?.is_some();
    if options.is_old && !is_there {
        return Ok(match options.is_increment {
            true => Reply::Nil,
            false => Reply::Int(0),
        });
    }
    let done = call.change_or_make(key, growth_bytes, |set: &mut SortedSet| {
        let (mut added, mut updated, mut last) = (0, 0, None);
        for (score, name) in members {
            match add_one(set, name, *score, options, &layout)? {
                Outcome::Left => {}
                Outcome::Added(score) => {
                    added += 1;
                    last = Some(score);
                }
                Outcome::Updated(score) => {
                    updated += 1;
                    last = Some(score);
                }
                Outcome::Same(score) => last = Some(score),
            }
        }
        Ok((added, updated, last))
    })?;
    let (added, updated, last) = done.transpose()?.unwrap_or((0, 0, None));
    if added + updated > 0 {
        let event = if options.is_increment {
            "zincr"
        } else {
            "zadd"
        };
        call.modified(Class::SortedSet, event, key);
        call.count_changes((added + updated) as usize);
    }
    Ok(match options {
        AddOptions {
            is_increment: true, ..
        } => last.map_or(Reply::Nil, self::score),
        AddOptions {
            counts_changes: true,
            ..
        } => Reply::Int(added + updated),
        _ => Reply::Int(added),
    })
}

fn add_one(
    set: &mut SortedSet,
    name: &[u8],
    score: f64,
    options: AddOptions,
    layout: &Layout,
) -> Result<Outcome, Error> {
    let Some(old) = set.score(name) else {
        if options.is_old {
            return Ok(Outcome::Left);
        }
        set.insert(name, score, layout);
        return Ok(Outcome::Added(score));
    };
    if options.is_new {
        return Ok(Outcome::Left);
    }
    let score = if options.is_increment {
        old + score
    } else {
        score
    };
    if score.is_nan() {
        return Err(NOT_A_NUMBER);
    }
    if options.is_less && score >= old || options.is_greater && score <= old {
        return Ok(Outcome::Left);
    }
    if score == old {
        return Ok(Outcome::Same(score));
    }
    set.replace(name, old, score);
    Ok(Outcome::Updated(score))
}

/// Scores from one bound through another.
pub fn score_range(min: &[u8], max: &[u8]) -> Result<ScoreRange, Error> {
    let bound = |text: &[u8]| {
        let text = up_to_nul(text);
        let (is_exclusive, text) = match text {
            [b'(', text @ ..] => (true, text),
            text => (false, text),
        };
        let score = double::parse_loosely(text).ok_or(BOUND_NOT_A_FLOAT)?;
        Ok(ScoreBound {
            score,
            is_exclusive,
        })
    };
    Ok(ScoreRange {
        min: bound(min)?,
        max: bound(max)?,
    })
}

/// Members from one bound through another.
pub fn lex_range<'a>(min: &'a [u8], max: &'a [u8]) -> Result<LexRange<'a>, Error> {
    let bound = |text: &'a [u8], closed, open| match text {
        [b'-'] | [b'-', 0, ..] => Ok(LexBound::Least),
        [b'+'] | [b'+', 0, ..] => Ok(LexBound::Most),
        [b'[', text @ ..] => Ok(LexBound::At(text, closed)),
        [b'(', text @ ..] => Ok(LexBound::At(text, open)),
        _ => Err(NOT_A_LEX_BOUND),
    };
    Ok(LexRange {
        min: bound(min, Side::Before, Side::Behind)?,
        max: bound(max, Side::Behind, Side::Before)?,
    })
}

/// The members of some ranks, in a reply or put under a key, one after another.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MemberWalk {
    /// A sorted set.
    value: Value,
    ranks: Range<usize>,
    is_reverse: bool,
    shown: AddKind,
    names: Vec<Reply>,
    pairs: Vec<(Reply, Reply)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum AddKind {
    Names,
    Scores,
}

/// A reply with the members of some ranks of a sorted set.
pub fn reply_of(value: Value, ranks: Range<usize>, is_reverse: bool, has_scores: bool) -> Work {
    Work::new(MemberWalk {
        value,
        ranks,
        is_reverse,
        shown: if has_scores {
            AddKind::Scores
        } else {
            AddKind::Names
        },
        names: Vec::new(),
        pairs: Vec::new(),
    })
}

/// The sorted set that a value is.
pub fn sorted_set(value: &Value) -> Option<&SortedSet> {
    match value {
        Value::Other(value) => value.as_any().downcast_ref(),
        Value::String(..) => None,
    }
}

/// Takes so many of the next ranks, from their end if it is reversed.
pub fn next_ranks(ranks: &mut Range<usize>, count: usize, is_reverse: bool) -> Range<usize> {
    let count = count.min(ranks.len());
    if is_reverse {
        ranks.end -= count;
        return ranks.end..ranks.end + count;
    }
    ranks.start += count;
    ranks.start - count..ranks.start
}

/// Number of members that a step takes before it looks at its budget.
pub const AT_ONCE: usize = 64;

impl Steps for MemberWalk {
    fn advance(
        &mut self,
        _: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        while !self.ranks.is_empty() {
            let ranks = next_ranks(&mut self.ranks, AT_ONCE, self.is_reverse);
            let count = ranks.len();
            let members = sorted_set(&self.value).map(|set| set.range(ranks, self.is_reverse));
            let members = members.into_iter().flatten();
            match self.shown {
                AddKind::Names => {
                    let names = members.map(|member| Reply::bulk(member.name.as_bytes()));
                    self.names.reserve(count);
                    self.names.extend(names);
                }
                AddKind::Scores => self.pairs.extend(members.map(pair)),
            }
            if !budget.spend(count as u64 * UNITS_A_MEMBER) && !self.ranks.is_empty() {
                return None;
            }
        }
        Some(Ok(match self.shown {
            AddKind::Names => Reply::Array(std::mem::take(&mut self.names)),
            AddKind::Scores => Reply::Pairs(std::mem::take(&mut self.pairs)),
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = (self.names.len() + self.pairs.len()) as u64;
        Progress {
            done,
            total: done + self.ranks.len() as u64,
        }
    }
}

/// Lets `key` hold a sorted set that a command made, or nothing if it is empty; answers the number of its members.
///
/// # Errors
/// The keyspace would grow past its limit: then nothing has changed.
pub fn store(
    call: &mut Call<'_>,
    key: &[u8],
    set: SortedSet,
    event: &'static str,
) -> Result<Reply, Error> {
    let members = set.len();
    if members == 0 {
        if call.remove(key).is_some() {
            call.notify(Class::Generic, "del", key);
        }
        return Ok(Reply::Int(0));
    }
    call.store(key, set)?;
    call.modified(Class::SortedSet, event, key);
    Ok(Reply::Int(members as i64))
}
