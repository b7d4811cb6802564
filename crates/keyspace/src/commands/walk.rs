//! Walks through a database: KEYS and SCAN in slices, and RANDOMKEY.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::scan::{self, Pattern};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::table::TablePlace;
use crate::storage::value::Value;

pub const HANDLERS: Handlers = &[
    ("keys", Long(keys)),
    ("scan", Long(scan)),
    ("randomkey", Now(random_key)),
];

fn keys(call: &mut Call<'_>) -> Result<Work, Error> {
    Ok(Work::new(Walk {
        database: call.database,
        pattern: Pattern::new(call.args.word()?),
        type_name: None,
        next: Some(TablePlace::default()),
        keys_left: u64::MAX,
        buckets_left: u64::MAX,
        found: Vec::new(),
        is_scan: false,
    }))
}

fn scan(call: &mut Call<'_>) -> Result<Work, Error> {
    let place = scan::cursor(call.args.word()?)?;
    let mut walk = Walk {
        database: call.database,
        pattern: Pattern::default(),
        type_name: None,
        next: Some(place),
        keys_left: scan::COUNT,
        buckets_left: 0,
        found: Vec::new(),
        is_scan: true,
    };
    while let Some(option) = call.args.next() {
        if args::is_option(option, "COUNT") && !call.args.is_empty() {
            walk.keys_left = scan::count(call)?;
        } else if args::is_option(option, "MATCH") && !call.args.is_empty() {
            walk.pattern = Pattern::new(call.args.word()?);
        } else if args::is_option(option, "TYPE") && !call.args.is_empty() {
            walk.type_name = Some(call.args.word()?.to_vec());
        } else {
            return Err(args::SYNTAX);
        }
    }
    walk.buckets_left = walk.keys_left.saturating_mul(scan::BUCKETS_A_KEY);
    Ok(Work::new(walk))
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
    pattern: Pattern,
    /// Only values of this type are asked for.
    type_name: Option<Vec<u8>>,
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
        while let Some(place) = self.next {
            if self.keys_left == 0 || self.buckets_left == 0 {
                break;
            }
            let (mut keys, mut looked_up) = (0, 0);
            let (mut units, mut is_too_costly) = (scan::UNITS_A_BUCKET, false);
            let Walk {
                pattern,
                type_name,
                found,
                ..
            } = self;
            let mut is_asked_for = |value: &Value| {
                type_name.as_ref().is_none_or(|name| {
                    looked_up += 1;
                    args::is_option(name, value.type_name())
                })
            };
            let table = server.databases.get(self.database).table();
            let next = table.visit(place, &mut |key, entry| {
                let fits = pattern.matches(key.as_bytes(), &mut units);
                if fits == Some(true) && is_asked_for(&entry.value) {
                    found.push(Reply::bulk(key.as_bytes()));
                }
                is_too_costly |= fits.is_none();
                keys += 1;
                units += scan::UNITS_A_KEY;
            });
            server.statistics.hits += looked_up;
            if is_too_costly {
                return Some(Err(scan::PATTERN_TOO_COSTLY));
            }
            self.next = next;
            self.keys_left = self.keys_left.saturating_sub(keys);
            self.buckets_left -= 1;
            if !budget.spend(units) && next.is_some() {
                return None;
            }
        }
        let found = std::mem::take(&mut self.found);
        Some(Ok(match self.is_scan {
            true => scan::found(self.next, found),
            false => Reply::Array(found),
        }))
    }

    fn progress(&self, server: &Server) -> Progress {
        let table = server.databases.get(self.database).table();
        let (done, total) = table.progress(self.next.unwrap_or_default());
        Progress {
            done: done as u64,
            total: total as u64,
        }
    }
}
