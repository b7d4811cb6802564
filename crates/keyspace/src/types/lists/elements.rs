//! Lists: reading and changing elements anywhere.

use crate::range;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::types::lists::steps;
use crate::types::lists::value::{End, List};

const OUT_OF_RANGE: Error = Error::fixed("ERR index out of range");
const RANK_ZERO: Error = Error::fixed(
    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list",
);
const NEGATIVE_COUNT: Error = Error::fixed("ERR COUNT can't be negative");
const NEGATIVE_LENGTH: Error = Error::fixed("ERR MAXLEN can't be negative");

/// The number of bytes of an element that are compared in a unit of work.
const BYTES_A_UNIT: u64 = 100;

pub const HANDLERS: Handlers = &[
    ("lindex", Now(lindex)),
    ("linsert", Long(linsert)),
    ("lpos", Long(lpos)),
    ("lrange", Long(lrange)),
    ("lrem", Long(lrem)),
    ("lset", Now(lset)),
    ("ltrim", Now(ltrim)),
];

fn lindex(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, index) = (call.args.word()?, call.args.word()?);
    let Some(list) = call.read::<List>(key)? else {
        return Ok(Reply::Nil);
    };
    let place = place(args::integer(index)?, list.len());
    let element = place.and_then(|place| list.get(place));
    Ok(element.map_or(Reply::Nil, Reply::bulk))
}

fn lset(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, index, element) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let Some(len) = call.read::<List>(key)?.map(List::len) else {
        return Err(args::NO_SUCH_KEY);
    };
    let place = place(args::integer(index)?, len).ok_or(OUT_OF_RANGE)?;
    let growth_bytes = List::element_bytes(element);
    call.change(key, growth_bytes, |list: &mut List| {
        list.set(place, element);
    })?;
    call.modified(Class::List, "lset", key);
    Ok(Reply::OK)
}

/// The place of an index, which counts from the tail if it is negative.
fn place(index: i64, len: usize) -> Option<usize> {
    let place = match usize::try_from(index) {
        Ok(place) => place,
        Err(_) if index < 0 => len.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
        Err(_) => return None,
    };
    (place < len).then_some(place)
}

fn lrange(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (start, end) = (call.args.integer()?, call.args.integer()?);
    let len = call.read::<List>(key)?.map_or(0, List::len);
    match range::of_elements(start, end, len) {
        None => Ok(Work::done(Reply::Array(Vec::new()))),
        Some(places) => call.answer_elements(key, places.start, places.len()),
    }
}

fn ltrim(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let (start, end) = (call.args.integer()?, call.args.integer()?);
    let trimmed = call.change(key, 0, |list: &mut List| {
        let len = list.len();
        let kept = range::of_elements(start, end, len).unwrap_or(len..len);
        list.take(End::Tail, len - kept.end);
        list.take(End::Head, kept.start);
        len - kept.len()
    })?;
    if let Some(trimmed) = trimmed {
        call.modified(Class::List, "ltrim", key);
        call.count_changes(trimmed);
        call.gone_if_empty(key);
    }
    Ok(Reply::OK)
}

fn lrem(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (count, element) = (call.args.integer()?, call.args.word()?);
    let Some(chunks) = call.read::<List>(key)?.map(List::chunks) else {
        return Ok(Work::done(Reply::Int(0)));
    };
    let towards = if count < 0 { End::Head } else { End::Tail };
    let removal = Removal {
        database: call.database,
        key: key.to_vec(),
        element: element.to_vec(),
        towards,
        next: match towards {
            End::Tail => Some(0),
            End::Head => chunks.checked_sub(1),
        },
        max: match count {
            0 => usize::MAX,
            count => args::count(count.unsigned_abs()),
        },
        removed: 0,
    };
    call.begin(removal)
}

fn linsert(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, word) = (call.args.word()?, call.args.word()?);
    let (pivot, element) = (call.args.word()?, call.args.word()?);
    let is_behind = if args::is_option(word, "AFTER") {
        true
    } else if args::is_option(word, "BEFORE") {
        false
    } else {
        return Err(args::SYNTAX);
    };
    if call.read::<List>(key)?.is_none() {
        return Ok(Work::done(Reply::Int(0)));
    }
    // That there is no room is said at once, as a server does that has too little memory.
    call.check_room(List::element_bytes(element))?;
    call.begin(ElementSearch {
        database: call.database,
        key: key.to_vec(),
        element: pivot.to_vec(),
        towards: End::Tail,
        next: 0,
        looked_at: 0,
        goal: SearchGoal::Insert {
            element: element.to_vec(),
            is_behind,
        },
    })
}

fn lpos(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, element) = (call.args.word()?, call.args.word()?);
    let (mut rank, mut count, mut looks_max) = (1, None, 0);
    while let Some(word) = call.args.next() {
        if args::is_option(word, "RANK") && !call.args.is_empty() {
            rank = call.args.integer()?;
            if rank == 0 {
                return Err(RANK_ZERO);
            }
        } else if args::is_option(word, "COUNT") && !call.args.is_empty() {
            count = Some(args::at_least(0, call.args.word()?, NEGATIVE_COUNT)?);
        } else if args::is_option(word, "MAXLEN") && !call.args.is_empty() {
            looks_max = args::at_least(0, call.args.word()?, NEGATIVE_LENGTH)?;
        } else {
            return Err(args::SYNTAX);
        }
    }
    let towards = if rank < 0 { End::Head } else { End::Tail };
    let Some(len) = call.read::<List>(key)?.map(List::len) else {
        return Ok(Work::done(match count {
            Some(_) => Reply::Array(Vec::new()),
            None => Reply::Nil,
        }));
    };
    call.begin(ElementSearch {
        database: call.database,
        key: key.to_vec(),
        element: element.to_vec(),
        towards,
        next: match towards {
            End::Tail => 0,
            End::Head => len.saturating_sub(1),
        },
        looked_at: 0,
        goal: SearchGoal::Positions {
            // The least number cannot be turned round, and stays below the first rank.
            passes: rank.checked_abs().map_or(0, |rank| rank as u64 - 1),
            found_max: match count {
                None => 1,
                Some(0) => u64::MAX,
                Some(count) => count,
            },
            looks_max: if looks_max == 0 { u64::MAX } else { looks_max },
            is_list: count.is_some(),
            found: Vec::new(),
        },
    })
}

/// LPOS or LINSERT under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ElementSearch {
    database: usize,
    key: Vec<u8>,
    /// What it looks for.
    element: Vec<u8>,
    towards: End,
    /// The place where it continues.
    next: usize,
    /// The number of elements so far.
    looked_at: u64,
    goal: SearchGoal,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum SearchGoal {
    Positions {
        /// The number of matches that are still to be passed.
        passes: u64,
        found_max: u64,
        /// Maximum number of elements to look at.
        looks_max: u64,
        /// Whether the reply is a list, even of one.
        is_list: bool,
        found: Vec<Reply>,
    },
    Insert {
        element: Vec<u8>,
        is_behind: bool,
    },
}

impl SearchGoal {
    /// Hears of a match at a place; says whether to look further.
    fn meet(&mut self, index: usize) -> bool {
        match self {
            SearchGoal::Insert { .. } => false,
            SearchGoal::Positions { passes, .. } if *passes > 0 => {
                *passes -= 1;
                true
            }
            SearchGoal::Positions {
                found_max, found, ..
            } => {
                found.push(Reply::Int(index as i64));
                (found.len() as u64) < *found_max
            }
        }
    }
}

impl Steps for ElementSearch {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let (mut is_interrupted, mut met) = (false, None);
        let looks_max = match &self.goal {
            SearchGoal::Positions { looks_max, .. } => *looks_max,
            SearchGoal::Insert { .. } => u64::MAX,
        };
        if let Some(list) = steps::list(server, self.database, &self.key) {
            list.visit(self.next, self.towards, &mut |index, element| {
                is_interrupted = budget.is_spent();
                if is_interrupted || self.looked_at == looks_max {
                    return false;
                }
                budget.spend(1 + element.len() as u64 / BYTES_A_UNIT);
                self.looked_at += 1;
                self.next = match self.towards {
                    End::Tail => index + 1,
                    End::Head => index.wrapping_sub(1),
                };
                if element != self.element {
                    return true;
                }
                met = Some(index);
                self.goal.meet(index)
            });
        }
        if is_interrupted {
            return None;
        }
        Some(match &mut self.goal {
            SearchGoal::Positions { is_list, found, .. } => {
                let found = std::mem::take(found);
                Ok(match *is_list {
                    true => Reply::Array(found),
                    false => found.into_iter().next().unwrap_or(Reply::Nil),
                })
            }
            SearchGoal::Insert { element, is_behind } => match met {
                None => Ok(Reply::Int(-1)),
                Some(index) => Call::resumed(server, context).and_then(|mut call| {
                    let index = index + usize::from(*is_behind);
                    let growth_bytes = List::element_bytes(element);
                    let len = call.change(&self.key, growth_bytes, |list: &mut List| {
                        list.insert(index, element);
                        list.len()
                    })?;
                    call.modified(Class::List, "linsert", &self.key);
                    Ok(Reply::Int(len.unwrap_or(0) as i64))
                }),
            },
        })
    }

    fn progress(&self, server: &Server) -> Progress {
        let list = steps::list(server, self.database, &self.key);
        Progress {
            done: self.looked_at,
            total: list.map_or(0, List::len) as u64,
        }
    }
}

/// LREM under way. It goes from chunk to chunk.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Removal {
    database: usize,
    key: Vec<u8>,
    element: Vec<u8>,
    towards: End,
    /// The next chunk.
    next: Option<usize>,
    /// The number that may still be removed.
    max: usize,
    removed: usize,
}

impl Steps for Removal {
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
        let mut is_interrupted = false;
        let changed = call.change(&self.key, 0, |list: &mut List| {
            while let Some(number) = self.next.filter(|_| self.max > 0) {
                if budget.is_spent() {
                    is_interrupted = true;
                    return;
                }
                let chunks = list.chunks();
                let (removed, of) =
                    list.remove_in_chunk(number, &self.element, self.max, self.towards);
                self.removed += removed;
                self.max -= removed;
                self.next = match self.towards {
                    End::Head => number.checked_sub(1),
                    // One that is gone, or was joined with another, left its number to the next.
                    End::Tail => {
                        let next = number + usize::from(list.chunks() == chunks);
                        (next < list.chunks()).then_some(next)
                    }
                };
                budget.spend(of as u64 * (1 + removed.min(1) as u64));
            }
        });
        if let Err(error) = changed {
            return Some(Err(error));
        }
        if is_interrupted {
            return None;
        }
        if self.removed > 0 {
            call.modified(Class::List, "lrem", &self.key);
            call.count_changes(self.removed);
            call.gone_if_empty(&self.key);
        }
        Some(Ok(Reply::Int(self.removed as i64)))
    }

    fn progress(&self, server: &Server) -> Progress {
        let list = steps::list(server, self.database, &self.key);
        let chunks = list.map_or(0, List::chunks) as u64;
        let next = self.next.unwrap_or(0) as u64;
        Progress {
            done: match self.towards {
                End::Tail => next,
                End::Head => chunks.saturating_sub(next),
            },
            total: chunks,
        }
    }

    fn can_be_stopped(&self) -> bool {
        self.removed == 0
    }
}
