//! Walks through a database: KEYS and SCAN in slices, and RANDOMKEY.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run, example};
use crate::keyspace::glob;
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::Server;
use crate::keyspace::server::args;
use crate::keyspace::server::call::Call;
use crate::keyspace::server::work::{Budget, Context, Progress, Steps, Work};
use crate::keyspace::storage::table::TablePlace;
use crate::text::Text;

/// Maximum number of bytes of its pattern that one name may be compared with: some 50 ms. Only a pattern of many
/// kilobytes on a name as long comes near; a server would be busy with it for seconds.
const PATTERN_STEPS_MAX: usize = 20_000_000;
const PATTERN_TOO_COSTLY: Error =
    Error::fixed("ERR this pattern takes too long to match here: shorten it");
const INVALID_CURSOR: Error = Error::fixed("ERR invalid cursor");
/// The default COUNT of SCAN.
const COUNT: u64 = 10;
/// Maximum number of empty buckets that a SCAN passes for each requested key.
const BUCKETS_A_KEY: u64 = 10;
/// The cost of a key and of a bucket in units of work, in addition to the comparison.
const UNITS_A_KEY: u64 = 10;
const UNITS_A_BUCKET: u64 = 2;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "keys",
        arity: 2,
        arguments: "pattern",
        group: Group::Generic,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Lists the keys whose names match a pattern of ?, * and [...]",
            zh: "列出名称符合通配模式（?、*、[...]）的键",
        },
        examples: &[
            example("SET firstname Jack", "OK"),
            example("SET age 35", "OK"),
            example("KEYS a??", "1) \"age\""),
            example("KEYS *name*", "1) \"firstname\""),
        ],
        flags: Flags::READONLY,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards nondeterministic_output_order",
        run: Run::Long(keys),
        ..Record::DEFAULT
    },
    Record {
        name: "scan",
        arity: -2,
        arguments: "cursor:integer [MATCH=pattern] [COUNT=count:integer] [TYPE=type@6.0.0]",
        group: Group::Generic,
        since: "2.8.0",
        summary: Text {
            en: "Walks through the names of all keys a few at a time; 0 begins and ends the walk",
            zh: "分批遍历所有键名；游标 0 表示开始和结束",
        },
        examples: &[
            example("SET one 1", "OK"),
            example("SCAN 0", "1) \"0\"\n2) 1) \"one\""),
        ],
        flags: Flags::READONLY,
        tips: "nondeterministic_output request_policy:special",
        run: Run::Long(scan),
        ..Record::DEFAULT
    },
    Record {
        name: "randomkey",
        arity: 1,
        group: Group::Generic,
        since: "1.0.0",
        summary: Text {
            en: "Answers the name of one of the keys",
            zh: "随机返回一个键名",
        },
        examples: &[example("SET one 1", "OK"), example("RANDOMKEY", "\"one\"")],
        flags: Flags::READONLY,
        tips: "request_policy:all_shards nondeterministic_output",
        run: Run::Now(random_key),
        ..Record::DEFAULT
    },
];

fn keys(call: &mut Call<'_>) -> Result<Work, Error> {
    Ok(Work::new(Walk {
        database: call.database,
        pattern: Some(call.args.word()?.to_vec()),
        nothing_fits: false,
        next: Some(TablePlace::default()),
        keys_left: u64::MAX,
        buckets_left: u64::MAX,
        found: Vec::new(),
        is_scan: false,
    }))
}

fn scan(call: &mut Call<'_>) -> Result<Work, Error> {
    let cursor = cursor(call.args.word()?).ok_or(INVALID_CURSOR)?;
    let mut walk = Walk {
        database: call.database,
        pattern: None,
        nothing_fits: false,
        next: Some(TablePlace::from_cursor(cursor)),
        keys_left: COUNT,
        buckets_left: 0,
        found: Vec::new(),
        is_scan: true,
    };
    while let Some(option) = call.args.next() {
        if args::is_option(option, "COUNT") && !call.args.is_empty() {
            let count = call.args.integer()?;
            walk.keys_left = u64::try_from(count)
                .ok()
                .filter(|count| *count > 0)
                .ok_or(args::SYNTAX)?;
        } else if args::is_option(option, "MATCH") && !call.args.is_empty() {
            walk.pattern = Some(call.args.word()?.to_vec());
        } else if args::is_option(option, "TYPE") && !call.args.is_empty() {
            walk.nothing_fits = !args::is_option(call.args.word()?, "string");
        } else {
            return Err(args::SYNTAX);
        }
    }
    walk.buckets_left = walk.keys_left.saturating_mul(BUCKETS_A_KEY);
    Ok(Work::new(walk))
}

/// A cursor, as C's `strtoul` reads it, but for spaces before or behind: a sign may stand before it, and a negative
/// one counts down from the largest.
fn cursor(text: &[u8]) -> Option<u64> {
    let text = crate::keyspace::words::up_to_nul(text);
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        [] => return Some(0),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let cursor = digits.iter().try_fold(0u64, |cursor, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        cursor.checked_mul(10)?.checked_add(u64::from(digit))
    })?;
    Some(if negative {
        cursor.wrapping_neg()
    } else {
        cursor
    })
}

fn random_key(call: &mut Call<'_>) -> Result<Reply, Error> {
    let number = call.server.next_number();
    let key = call.database().table().pick(number);
    Ok(key.map_or(Reply::Nil, |key| Reply::bulk(key.as_bytes())))
}

/// KEYS or SCAN under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Walk {
    database: usize,
    /// Without a pattern every name matches.
    pattern: Option<Vec<u8>>,
    /// Another type than strings was asked for.
    nothing_fits: bool,
    /// The position where it continues; `None` at the end.
    next: Option<TablePlace>,
    keys_left: u64,
    buckets_left: u64,
    found: Vec<Reply>,
    is_scan: bool,
}

impl Steps for Walk {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let table = server.database(self.database).table();
        while let Some(place) = self.next {
            if self.keys_left == 0 || self.buckets_left == 0 {
                break;
            }
            let (mut keys, mut units, mut is_too_costly) = (0, UNITS_A_BUCKET, false);
            let Walk {
                pattern,
                nothing_fits,
                found,
                ..
            } = self;
            let next = table.visit(place, &mut |key, _| {
                let mut steps_left = PATTERN_STEPS_MAX;
                let fits = match pattern.as_deref() {
                    None | Some(b"*") => Some(true),
                    Some(pattern) => glob::matches(pattern, key.as_bytes(), &mut steps_left),
                };
                if fits == Some(true) && !*nothing_fits {
                    found.push(Reply::bulk(key.as_bytes()));
                }
                is_too_costly |= fits.is_none();
                keys += 1;
                units += UNITS_A_KEY + (PATTERN_STEPS_MAX - steps_left) as u64 / 4;
            });
            if is_too_costly {
                return Some(Err(PATTERN_TOO_COSTLY));
            }
            self.next = next;
            self.keys_left = self.keys_left.saturating_sub(keys);
            self.buckets_left -= 1;
            if !budget.spend(units) && next.is_some() {
                return None;
            }
        }
        let found = Reply::Array(std::mem::take(&mut self.found));
        if !self.is_scan {
            return Some(Ok(found));
        }
        let mut cursor = Vec::new();
        number::push_unsigned(&mut cursor, self.next.map_or(0, TablePlace::cursor));
        Some(Ok(Reply::Array(vec![Reply::bulk(cursor), found])))
    }

    fn progress(&self, server: &Server) -> Progress {
        let table = server.database(self.database).table();
        let (done, total) = table.progress(self.next.unwrap_or_default());
        Progress {
            done: done as u64,
            total: total as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_strtoul_reads_it() {
        for (text, expected) in [
            ("0", Some(0)),
            ("", Some(0)),
            ("+7", Some(7)),
            ("-1", Some(u64::MAX)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            (" 1", None),
            ("1 ", None),
            ("0x1", None),
            ("-", None),
            ("1\0z", Some(1)),
        ] {
            assert_eq!(cursor(text.as_bytes()), expected, "{text}");
        }
    }
}
