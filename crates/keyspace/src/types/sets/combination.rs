//! The union, the intersection and the difference of sets, in slices, by the algorithms of Redis, on which the layout of
//! the result depends.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::storage::layout::Layout;
use crate::storage::table::TablePlace;
use crate::storage::value::Value;
use crate::types::sets::value::Set;

/// The cost of a member that is looked at, and of one that is looked for, in units of work.
const MEMBER_UNITS: u64 = 15;
const LOOK_UNITS: u64 = 8;

/// What is made of several sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    Union,
    Intersection,
    Difference,
}

/// What becomes of the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The reply shows it.
    Members,
    /// The reply is the number of its members, or this if there are more.
    Count { max: u64 },
    /// A key is to hold it.
    Key(Vec<u8>),
    /// The reply shows it, and this key, of which it was made, is removed.
    TakenFrom(Vec<u8>),
}

/// The way to the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    /// Every member of every set.
    All,
    /// The members of the first set that are in all the others, or in none.
    First { are_in_others: bool },
    /// The members of the first set, from which those of the others are then taken.
    TakeAway,
}

impl Call<'_> {
    /// The value under `key` if it is a set, to be read later: no command changes it meanwhile.
    ///
    /// # Errors
    /// The key holds a value of another type.
    pub fn set_value(&mut self, key: &[u8]) -> Result<Option<Value>, Error> {
        let entry = self.get(key);
        let set = entry.map(|entry| of_type::<Set>(entry).map(|_| entry.value.clone()));
        set.transpose()
    }

    /// Makes one set of those under `keys`.
    ///
    /// # Errors
    /// A key holds a value of another type, or the keyspace would grow past its limit.
    pub fn combine(
        &mut self,
        operation: Operation,
        keys: &[Vec<u8>],
        goal: Goal,
    ) -> Result<Work, Error> {
        let mut sets = Vec::with_capacity(keys.len());
        for key in keys {
            sets.push(self.set_value(key)?);
        }
        let has_first = sets.first().is_some_and(Option::is_some);
        let lacks_one = sets.iter().any(Option::is_none);
        let mut sets: Vec<Value> = sets.into_iter().flatten().collect();
        let way = match operation {
            Operation::Union => Way::All,
            Operation::Intersection => {
                if lacks_one {
                    sets.clear();
                }
                // The first of the smallest ones.
                if let Some(at) = (0..sets.len()).min_by_key(|at| sets.get(*at).map(len)) {
                    sets.swap(0, at);
                }
                let are_in_others = true;
                Way::First { are_in_others }
            }
            Operation::Difference => {
                if !has_first {
                    sets.clear();
                }
                // Looking for each member costs half of taking it away.
                let looks = sets.first().map_or(0, len) * sets.len() / 2;
                let are_in_others = false;
                match looks <= sets.iter().map(len).sum() {
                    true => Way::First { are_in_others },
                    false => Way::TakeAway,
                }
            }
        };
        self.begin(Combination {
            database: self.database,
            way,
            goal,
            sets,
            at: 0,
            place: Some(TablePlace::default()),
            result: Set::default(),
            count: 0,
            found: Vec::new(),
        })
    }
}

fn len(value: &Value) -> usize {
    match value {
        Value::Other(value) => value.len(),
        Value::String(..) => 0,
    }
}

fn set(value: &Value) -> Option<&Set> {
    match value {
        Value::Other(value) => value.as_any().downcast_ref(),
        Value::String(..) => None,
    }
}

/// A combination of sets under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Combination {
    database: usize,
    way: Way,
    goal: Goal,
    /// Those that are there.
    sets: Vec<Value>,
    /// The one it is at, and where in it; the result itself, when it comes to be shown.
    at: usize,
    place: Option<TablePlace>,
    result: Set,
    /// The number of members of an intersection.
    count: u64,
    found: Vec<Reply>,
}

impl Steps for Combination {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        // An intersection is shown in the order of its smallest set, and its members are never gathered.
        let is_gathered = self.way
            != Way::First {
                are_in_others: true,
            }
            || matches!(self.goal, Goal::Key(_));
        self.combine(is_gathered, server.layout, budget)?;
        if is_gathered && !matches!(self.goal, Goal::Key(_)) {
            self.show(budget)?;
        }
        Some(self.reply(server, context))
    }

    fn progress(&self, _: &Server) -> Progress {
        let total: usize = self.sets.iter().map(len).sum();
        let done: usize = self.sets.iter().take(self.at).map(len).sum();
        Progress {
            done: done as u64,
            total: total as u64,
        }
    }
}

impl Combination {
    /// Walks the sets. `None` when there is more to do.
    fn combine(&mut self, is_gathered: bool, layout: Layout, budget: &mut Budget) -> Option<()> {
        let walked = match self.way {
            Way::First { .. } => self.sets.len().min(1),
            Way::All | Way::TakeAway => self.sets.len(),
        };
        while self.at < walked {
            let Combination {
                sets,
                result,
                found,
                count,
                goal,
                ..
            } = self;
            let (source, others) = match sets.split_at_checked(self.at) {
                Some((_, [source, others @ ..])) => (set(source), others),
                _ => (None, &[][..]),
            };
            let mut units = MEMBER_UNITS;
            let max = match goal {
                Goal::Count { max } => *max,
                _ => u64::MAX,
            };
            let next = source.zip(self.place).and_then(|(source, place)| {
                source.walk(place, &mut |member, _| {
                    units += MEMBER_UNITS;
                    let is_wanted = match self.way {
                        Way::All | Way::TakeAway => true,
                        Way::First { are_in_others } => others.iter().all(|other| {
                            units += LOOK_UNITS;
                            set(other).is_some_and(|other| other.contains(member)) == are_in_others
                        }),
                    };
                    if !is_wanted || *count >= max {
                        return;
                    }
                    if self.way == Way::TakeAway && self.at > 0 {
                        result.remove(member);
                    } else if is_gathered {
                        result.add(member, &layout);
                    } else {
                        *count += 1;
                        if *goal == Goal::Members {
                            found.push(Reply::bulk(member));
                        }
                    }
                })
            });
            self.place = next;
            let is_empty = self.way == Way::TakeAway && self.result.is_empty();
            if next.is_none() || self.count >= max {
                self.at += 1;
                self.place = Some(TablePlace::default());
                if is_empty {
                    self.at = walked;
                }
            }
            if !budget.spend(units) {
                return None;
            }
        }
        Some(())
    }

    /// Gathers what is shown of the result. `None` when there is more to do.
    fn show(&mut self, budget: &mut Budget) -> Option<()> {
        while let Some(place) = self.place {
            let before = self.found.len();
            let found = &mut self.found;
            self.place = self.result.walk(place, &mut |member, _| {
                found.push(Reply::bulk(member));
            });
            let shown = (self.found.len() - before) as u64;
            if !budget.spend(MEMBER_UNITS * (1 + shown)) {
                return None;
            }
        }
        Some(())
    }

    fn reply(&mut self, server: &mut Server, context: Context) -> Result<Reply, Error> {
        let taken = self.found.len();
        let found = Reply::Set(std::mem::take(&mut self.found));
        let count = Reply::Int(self.count as i64);
        let call = Call::resumed(server, context).map(|mut call| {
            call.database = self.database;
            call
        });
        call.and_then(|mut call| {
            let goal = std::mem::replace(&mut self.goal, Goal::Members);
            match goal {
                Goal::Members => Ok(found),
                Goal::Count { .. } => Ok(count),
                Goal::TakenFrom(key) => {
                    call.notify(Class::Set, "spop", &key);
                    call.remove(&key);
                    call.notify(Class::Generic, "del", &key);
                    call.count_changes(taken);
                    Ok(found)
                }
                Goal::Key(key) => self.store(&mut call, &key),
            }
        })
    }

    fn store(&mut self, call: &mut Call<'_>, key: &[u8]) -> Result<Reply, Error> {
        let len = self.result.len();
        if len == 0 {
            if call.remove(key).is_some() {
                call.notify(Class::Generic, "del", key);
            }
            return Ok(Reply::Int(0));
        }
        call.store(key, std::mem::take(&mut self.result))?;
        let event = match self.way {
            Way::All => "sunionstore",
            Way::First { are_in_others } if are_in_others => "sinterstore",
            Way::First { .. } | Way::TakeAway => "sdiffstore",
        };
        call.notify(Class::Set, event, key);
        Ok(Reply::Int(len as i64))
    }
}
