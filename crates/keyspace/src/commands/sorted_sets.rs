//! Sorted sets: members by their names.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::members::{self, Options};
use crate::server::notify::Class;
use crate::server::scan;
use crate::server::work::Work;
use crate::storage::collection::Collection;
use crate::storage::sorted_set::SortedSet;
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "zadd",
        arity: -4,
        arguments: "key [condition(NX|XX)@3.0.2] [comparison(GT|LT)@6.2.0] [change'CH'@3.0.2] [increment'INCR'@3.0.2] score_member{score:double member}...",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Adds members with scores to the sorted set under a key, or changes their scores",
            zh: "向有序集合添加带分数的成员，或更新其分数",
        },
        examples: &[
            example("ZADD myzset 1 \"one\"", "(integer) 1"),
            example("ZADD myzset 2 \"two\" 3 \"three\"", "(integer) 2"),
            example(
                "ZRANGE myzset 0 -1 WITHSCORES",
                "1) \"one\"\n2) \"1\"\n3) \"two\"\n4) \"2\"\n5) \"three\"\n6) \"3\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW update")],
        run: Run::Now(zadd),
        ..Record::DEFAULT
    },
    Record {
        name: "zincrby",
        arity: 4,
        arguments: "key increment:integer member",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Adds to the score of a member of a sorted set; a missing member counts as 0",
            zh: "增加有序集合成员的分数；成员不存在时视为 0",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZINCRBY myzset 2 \"one\"", "\"3\""),
            example("ZRANGE myzset 0 -1", "1) \"two\"\n2) \"one\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW access update")],
        run: Run::Now(zincrby),
        ..Record::DEFAULT
    },
    Record {
        name: "zrem",
        arity: -3,
        arguments: "key member...",
        group: Group::SortedSet,
        since: "1.2.0",
        complexity: "O(M*log(N))",
        summary: Text {
            en: "Removes members from a sorted set and answers how many were there",
            zh: "从有序集合移除成员，返回实际移除的个数",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREM myzset \"two\"", "(integer) 1"),
            example("ZRANGE myzset 0 -1", "1) \"one\"\n2) \"three\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW delete")],
        run: Run::Now(zrem),
        ..Record::DEFAULT
    },
    Record {
        name: "zcard",
        arity: 2,
        arguments: "key",
        group: Group::SortedSet,
        since: "1.2.0",
        summary: Text {
            en: "Answers how many members a sorted set has",
            zh: "返回有序集合的成员个数",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example("ZCARD myzset", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(zcard),
        ..Record::DEFAULT
    },
    Record {
        name: "zscore",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "1.2.0",
        summary: Text {
            en: "Answers the score of a member of a sorted set",
            zh: "返回有序集合中一个成员的分数",
        },
        examples: &[
            example("ZADD myzset 1.5 \"one\"", "(integer) 1"),
            example("ZSCORE myzset \"one\"", "\"1.5\""),
            example("ZSCORE myzset \"two\"", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zscore),
        ..Record::DEFAULT
    },
    Record {
        name: "zmscore",
        arity: -3,
        arguments: "key member...",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the scores of several members of a sorted set",
            zh: "返回有序集合中多个成员的分数",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example(
                "ZMSCORE myzset \"one\" \"two\" \"nofield\"",
                "1) \"1\"\n2) \"2\"\n3) (nil)",
            ),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zmscore),
        ..Record::DEFAULT
    },
    Record {
        name: "zrank",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Answers the index of a member of a sorted set, lowest score first",
            zh: "返回成员在有序集合中的排名，分数从低到高",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZRANK myzset \"three\"", "(integer) 2"),
            example("ZRANK myzset \"four\"", "(nil)"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zrank),
        ..Record::DEFAULT
    },
    Record {
        name: "zrevrank",
        arity: 3,
        arguments: "key member",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Answers the index of a member of a sorted set, highest score first",
            zh: "返回成员在有序集合中的排名，分数从高到低",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZREVRANK myzset \"one\"", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zrevrank),
        ..Record::DEFAULT
    },
    Record {
        name: "zcount",
        arity: 4,
        arguments: "key min:double max:double",
        group: Group::SortedSet,
        since: "2.0.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Counts the members of a sorted set whose scores lie in a range",
            zh: "统计有序集合中分数在区间内的成员个数",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\" 3 \"three\"", "(integer) 3"),
            example("ZCOUNT myzset -inf +inf", "(integer) 3"),
            example("ZCOUNT myzset (1 3", "(integer) 2"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zcount),
        ..Record::DEFAULT
    },
    Record {
        name: "zlexcount",
        arity: 4,
        arguments: "key min max",
        group: Group::SortedSet,
        since: "2.8.9",
        complexity: "O(log(N))",
        summary: Text {
            en: "Counts the members between two strings in a sorted set of equal scores",
            zh: "在分数相同的有序集合中，统计位于两个字符串之间的成员个数",
        },
        examples: &[
            example("ZADD myzset 0 a 0 b 0 c 0 d", "(integer) 4"),
            example("ZLEXCOUNT myzset - +", "(integer) 4"),
            example("ZLEXCOUNT myzset [b [d", "(integer) 3"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO access")],
        run: Run::Now(zlexcount),
        ..Record::DEFAULT
    },
    Record {
        name: "zrandmember",
        arity: -2,
        arguments: "key [options{count:integer [WITHSCORES]}]",
        group: Group::SortedSet,
        since: "6.2.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers one random member, or several, of a sorted set",
            zh: "随机返回有序集合的一个或多个成员",
        },
        examples: &[
            example("ZADD dadi 1 uno", "(integer) 1"),
            example("ZRANDMEMBER dadi", "\"uno\""),
            example(
                "ZRANDMEMBER dadi -2 WITHSCORES",
                "1) \"uno\"\n2) \"1\"\n3) \"uno\"\n4) \"1\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::Long(zrandmember),
        ..Record::DEFAULT
    },
    Record {
        name: "zscan",
        arity: -3,
        arguments: "key cursor:integer [MATCH=pattern] [COUNT=count:integer]",
        group: Group::SortedSet,
        since: "2.8.0",
        summary: Text {
            en: "Walks through the members of a sorted set a few at a time; 0 begins and ends the walk",
            zh: "分批遍历有序集合的成员；游标 0 表示开始和结束",
        },
        examples: &[
            example("ZADD myzset 1 \"one\" 2 \"two\"", "(integer) 2"),
            example(
                "ZSCAN myzset 0",
                "1) \"0\"\n2) 1) \"one\"\n   2) \"1\"\n   3) \"two\"\n   4) \"2\"",
            ),
        ],
        flags: Flags::READONLY,
        keys: &[KeySpec::first("RO access")],
        tips: "nondeterministic_output",
        run: Run::Long(zscan),
        ..Record::DEFAULT
    },
];

const XX_AND_NX: Error = Error::fixed("ERR XX and NX options at the same time are not compatible");
const GT_LT_OR_NX: Error =
    Error::fixed("ERR GT, LT, and/or NX options at the same time are not compatible");
const SEVERAL_INCREMENTS: Error =
    Error::fixed("ERR INCR option supports a single increment-element pair");
fn zadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let mut options = Options::default();
    let mut pairs = call.args.rest();
    while let Some((word, rest)) = pairs.split_first() {
        let option = match () {
            () if args::is_option(word, "NX") => &mut options.is_new,
            () if args::is_option(word, "XX") => &mut options.is_old,
            () if args::is_option(word, "GT") => &mut options.is_greater,
            () if args::is_option(word, "LT") => &mut options.is_less,
            () if args::is_option(word, "INCR") => &mut options.is_increment,
            () if args::is_option(word, "CH") => &mut options.counts_changes,
            () => break,
        };
        *option = true;
        pairs = rest;
    }
    if pairs.is_empty() || pairs.len() % 2 == 1 {
        return Err(args::SYNTAX);
    }
    if options.is_new && options.is_old {
        return Err(XX_AND_NX);
    }
    if i32::from(options.is_new) + i32::from(options.is_greater) + i32::from(options.is_less) > 1 {
        return Err(GT_LT_OR_NX);
    }
    if options.is_increment && pairs.len() > 2 {
        return Err(SEVERAL_INCREMENTS);
    }
    add_all(call, key, pairs, options)
}

fn zincrby(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, pair) = (call.args.word()?, call.args.rest());
    let options = Options {
        is_increment: true,
        ..Options::default()
    };
    add_all(call, key, pair, options)
}

/// Adds members that stand behind their scores.
fn add_all(
    call: &mut Call<'_>,
    key: &[u8],
    pairs: &[Vec<u8>],
    options: Options,
) -> Result<Reply, Error> {
    let pair = |pair: &[Vec<u8>]| match pair {
        [score, name] => Ok((members::float(score)?, name.clone())),
        _ => Err(args::SYNTAX),
    };
    let pairs: Result<Vec<_>, Error> = pairs.chunks(2).map(pair).collect();
    members::add(call, key, &pairs?, options)
}

fn zrem(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let removed = call.change(key, 0, |set: &mut SortedSet| {
        names.iter().filter(|name| set.remove(name)).count()
    })?;
    let removed = removed.unwrap_or(0);
    if removed > 0 {
        call.modified(Class::SortedSet, "zrem", key);
        call.count_changes(removed);
        if call.peek(key).is_none() {
            call.notify(Class::Generic, "del", key);
        }
    }
    Ok(Reply::Int(removed as i64))
}

fn zcard(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let set = call.read::<SortedSet>(key)?;
    Ok(Reply::Int(set.map_or(0, Collection::len) as i64))
}

fn zscore(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let set = call.read::<SortedSet>(key)?;
    Ok(score_of(set, name))
}

fn zmscore(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let set = call.read::<SortedSet>(key)?;
    Ok(Reply::Array(
        names.iter().map(|name| score_of(set, name)).collect(),
    ))
}

fn score_of(set: Option<&SortedSet>, name: &[u8]) -> Reply {
    let score = set.and_then(|set| set.score(name));
    score.map_or(Reply::Nil, members::score)
}

fn zrank(call: &mut Call<'_>) -> Result<Reply, Error> {
    rank(call, false)
}

fn zrevrank(call: &mut Call<'_>) -> Result<Reply, Error> {
    rank(call, true)
}

fn rank(call: &mut Call<'_>, is_reverse: bool) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let set = call.read::<SortedSet>(key)?;
    let rank = set.and_then(|set| {
        let rank = set.rank(name)?;
        Some(if is_reverse {
            set.len() - 1 - rank
        } else {
            rank
        })
    });
    Ok(rank.map_or(Reply::Nil, |rank| Reply::Int(rank as i64)))
}

fn zcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let range = members::score_range(call.args.word()?, call.args.word()?)?;
    let set = call.read::<SortedSet>(key)?;
    let count = set.map_or(0, |set| set.by_score(&range).len());
    Ok(Reply::Int(count as i64))
}

fn zlexcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let range = members::lex_range(call.args.word()?, call.args.word()?)?;
    let set = call.read::<SortedSet>(key)?;
    let count = set.map_or(0, |set| set.by_lex(&range, false).len());
    Ok(Reply::Int(count as i64))
}

fn zrandmember(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::random::<SortedSet>(call, "WITHSCORES", scan::from_the_last)
}

fn zscan(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::scan::<SortedSet>(call)
}
