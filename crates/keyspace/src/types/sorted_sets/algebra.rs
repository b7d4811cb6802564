//! Sorted sets: differences, intersections and unions.

use crate::double;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long};
use crate::server::sorting::Sort;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::storage::collection::Payload;
use crate::storage::layout::Layout;
use crate::storage::table::TablePlace;
use crate::storage::value::{Value, WRONG_TYPE};
use crate::types::sorted_sets::members;
use crate::types::sorted_sets::value::SortedSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("zdiff", Long(zdiff)),
    ("zdiffstore", Long(zdiffstore)),
    ("zinter", Long(zinter)),
    ("zintercard", Long(zintercard)),
    ("zinterstore", Long(zinterstore)),
    ("zunion", Long(zunion)),
    ("zunionstore", Long(zunionstore)),
];

const NOT_A_WEIGHT: Error = Error::fixed("ERR weight value is not a float");
const NEGATIVE_LIMIT: Error = Error::fixed("ERR LIMIT can't be negative");
/// The cost of an element that is looked at, looked up and added, in units of work.
const UNITS_A_LOOK: u64 = 20;
const UNITS_A_CHANGE: u64 = 60;

/// How sets are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operator {
    Union,
    Intersection,
    Difference,
}

/// What becomes of the scores that a member has in several sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Aggregate {
    Sum,
    Min,
    Max,
}

/// What becomes of the result.
#[derive(Clone, PartialEq, Eq, Hash)]
enum SortedSetGoal {
    Reply {
        has_scores: bool,
    },
    Store {
        to: Vec<u8>,
    },
    /// Its members are counted, up to a limit, if any.
    Count {
        limit: u64,
    },
}

fn zunion(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(
        call,
        Operator::Union,
        SortedSetGoal::Reply { has_scores: false },
    )
}

fn zinter(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(
        call,
        Operator::Intersection,
        SortedSetGoal::Reply { has_scores: false },
    )
}

fn zdiff(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(
        call,
        Operator::Difference,
        SortedSetGoal::Reply { has_scores: false },
    )
}

fn zunionstore(call: &mut Call<'_>) -> Result<Work, Error> {
    let to = call.args.word()?.to_vec();
    begin(call, Operator::Union, SortedSetGoal::Store { to })
}

fn zinterstore(call: &mut Call<'_>) -> Result<Work, Error> {
    let to = call.args.word()?.to_vec();
    begin(call, Operator::Intersection, SortedSetGoal::Store { to })
}

fn zdiffstore(call: &mut Call<'_>) -> Result<Work, Error> {
    let to = call.args.word()?.to_vec();
    begin(call, Operator::Difference, SortedSetGoal::Store { to })
}

fn zintercard(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(
        call,
        Operator::Intersection,
        SortedSetGoal::Count { limit: 0 },
    )
}

fn begin(call: &mut Call<'_>, operator: Operator, mut goal: SortedSetGoal) -> Result<Work, Error> {
    let count = call.args.integer()?;
    let Some(count) = u64::try_from(count).ok().filter(|count| *count > 0) else {
        let name = call.command.full_name();
        return Err(args::quoted(
            "ERR at least 1 input key is needed for '",
            name.as_bytes(),
            "' command",
        ));
    };
    let count = args::count(count);
    if count > call.args.len() {
        return Err(args::SYNTAX);
    }
    let mut sources = Vec::with_capacity(count);
    for _ in 0..count {
        let key = call.args.word()?;
        let value = call.get(key).map(|entry| entry.value.clone());
        if value.as_ref().is_some_and(|value| !is_set(value)) {
            return Err(WRONG_TYPE);
        }
        sources.push(Source { value, weight: 1.0 });
    }
    let aggregate = options(call, operator, &mut goal, &mut sources)?;
    if operator != Operator::Difference {
        let lengths: Vec<usize> = sources.iter().map(Source::len).collect();
        let length = |at: u32| lengths.get(at as usize);
        let sorted = Sort::stable(sources.len()).advance(
            &|one, other| length(one).cmp(&length(other)),
            &mut Budget::new(u64::MAX),
        );
        let sorted = sorted.unwrap_or_default().into_iter();
        sources = sorted
            .filter_map(|at| sources.get(at as usize).cloned())
            .collect();
    }
    Ok(Work::new(Algebra {
        operator,
        aggregate,
        goal,
        sources,
        at: 0,
        next: Some(TablePlace::default()),
        made: SortedSet::skiplist(),
        count: 0,
        shown: None,
    }))
}

fn options(
    call: &mut Call<'_>,
    operator: Operator,
    goal: &mut SortedSetGoal,
    sources: &mut [Source],
) -> Result<Aggregate, Error> {
    let mut aggregate = Aggregate::Sum;
    let is_count = matches!(goal, SortedSetGoal::Count { .. });
    let has_weights = operator != Operator::Difference && !is_count;
    while let Some(option) = call.args.next() {
        if has_weights && call.args.len() >= sources.len() && args::is_option(option, "WEIGHTS") {
            for source in &mut *sources {
                source.weight = double::parse(call.args.word()?).ok_or(NOT_A_WEIGHT)?;
            }
        } else if has_weights && !call.args.is_empty() && args::is_option(option, "AGGREGATE") {
            let word = call.args.word()?;
            aggregate = match () {
                () if args::is_option(word, "SUM") => Aggregate::Sum,
                () if args::is_option(word, "MIN") => Aggregate::Min,
                () if args::is_option(word, "MAX") => Aggregate::Max,
                () => return Err(args::SYNTAX),
            };
        } else if args::is_option(option, "WITHSCORES")
            && let SortedSetGoal::Reply { has_scores } = goal
        {
            *has_scores = true;
        } else if args::is_option(option, "LIMIT")
            && !call.args.is_empty()
            && let SortedSetGoal::Count { limit } = goal
        {
            *limit = args::at_least(0, call.args.word()?, NEGATIVE_LIMIT)?;
        } else {
            return Err(args::SYNTAX);
        }
    }
    Ok(aggregate)
}

/// Whether a value is one that these commands read: a set or a sorted set.
fn is_set(value: &Value) -> bool {
    matches!(value.type_name(), "set" | "zset")
}

/// The score of a member, which is 1 in a set without scores.
fn score_of(payload: Payload<'_>) -> f64 {
    match payload {
        Payload::Score(score) => score,
        Payload::None | Payload::Text(_) => 1.0,
    }
}

/// One of the sets that are put together, if it is there.
#[derive(Clone)]
struct Source {
    value: Option<Value>,
    weight: f64,
}

impl Source {
    fn len(&self) -> usize {
        match &self.value {
            Some(Value::Other(value)) => value.len(),
            _ => 0,
        }
    }

    /// The score of a member, not weighted.
    fn score(&self, name: &[u8]) -> Option<f64> {
        let Some(Value::Other(value)) = &self.value else {
            return None;
        };
        value.find(name).map(score_of)
    }

    /// The weighted score; 0 times infinity is 0.
    fn weighted(&self, score: f64) -> f64 {
        let score = score * self.weight;
        if score.is_nan() { 0.0 } else { score }
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        self.value == other.value && self.weight.to_bits() == other.weight.to_bits()
    }
}

impl Eq for Source {}

impl Hash for Source {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
        self.weight.to_bits().hash(state);
    }
}

impl Aggregate {
    fn of(self, one: f64, other: f64) -> f64 {
        match self {
            Aggregate::Sum => {
                let sum = one + other;
                if sum.is_nan() { 0.0 } else { sum }
            }
            Aggregate::Min => {
                if other < one {
                    other
                } else {
                    one
                }
            }
            Aggregate::Max => {
                if other > one {
                    other
                } else {
                    one
                }
            }
        }
    }
}

/// Sets being put together.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Algebra {
    operator: Operator,
    aggregate: Aggregate,
    goal: SortedSetGoal,
    sources: Vec<Source>,
    /// The set whose members are looked at; a difference and an intersection need those of the first alone.
    at: usize,
    next: Option<TablePlace>,
    made: SortedSet,
    count: u64,
    /// The reply under way.
    shown: Option<Box<Work>>,
}

impl Algebra {
    /// Looks at one member of the current set.
    fn look(&mut self, name: &[u8], score: f64, layout: &Layout) {
        let Some((source, others)) = self
            .sources
            .get(self.at..)
            .and_then(<[Source]>::split_first)
        else {
            return;
        };
        let own = source.weighted(score);
        let score = match self.operator {
            Operator::Union => match self.made.score(name) {
                Some(old) => self.aggregate.of(old, own),
                None => own,
            },
            Operator::Difference => {
                if others.iter().any(|other| other.score(name).is_some()) {
                    return;
                }
                score
            }
            Operator::Intersection => {
                let mut score = own;
                for other in others {
                    let Some(value) = other.score(name) else {
                        return;
                    };
                    // Only the first is checked before it is put together with the others.
                    score = self.aggregate.of(score, value * other.weight);
                }
                score
            }
        };
        if let SortedSetGoal::Count { .. } = self.goal {
            self.count += 1;
        } else {
            self.made.set(name, score, layout);
        }
    }

    fn is_done(&self) -> bool {
        match (&self.goal, self.operator) {
            (SortedSetGoal::Count { limit }, _) if *limit > 0 && self.count >= *limit => true,
            (_, Operator::Union) => self.at >= self.sources.len(),
            _ => self.at > 0,
        }
    }
}

impl Steps for Algebra {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let layout = server.layout;
        while !self.is_done() {
            let value = self
                .sources
                .get(self.at)
                .and_then(|source| source.value.clone());
            let (Some(place), Some(Value::Other(value))) = (self.next, value) else {
                self.at += 1;
                self.next = Some(TablePlace::default());
                continue;
            };
            let mut units = UNITS_A_LOOK;
            let costs = match self.operator {
                Operator::Union => UNITS_A_CHANGE,
                _ => UNITS_A_CHANGE + self.sources.len() as u64 * UNITS_A_LOOK,
            };
            self.next = value.walk(place, &mut |name, payload| {
                if !self.is_done() {
                    self.look(name, score_of(payload), &layout);
                }
                units += costs;
            });
            if !budget.spend(units) && !self.is_done() {
                return None;
            }
        }
        if let Some(shown) = &mut self.shown {
            return shown.advance(server, context, budget);
        }
        match &self.goal {
            SortedSetGoal::Count { .. } => Some(Ok(Reply::Int(self.count as i64))),
            SortedSetGoal::Store { to } => {
                let event = match self.operator {
                    Operator::Union => "zunionstore",
                    Operator::Intersection => "zinterstore",
                    Operator::Difference => "zdiffstore",
                };
                let mut made = std::mem::take(&mut self.made);
                made.settle(&layout);
                let call = Call::resumed(server, context);
                Some(call.and_then(|mut call| members::store(&mut call, to, made, event)))
            }
            SortedSetGoal::Reply { has_scores } => {
                let made = std::mem::take(&mut self.made);
                let ranks = 0..made.len();
                let value = Value::Other(Arc::new(made));
                let mut shown = members::reply_of(value, ranks, false, *has_scores);
                let reply = shown.advance(server, context, budget);
                self.shown = Some(Box::new(shown));
                reply
            }
        }
    }

    fn progress(&self, server: &Server) -> Progress {
        match &self.shown {
            Some(shown) => shown.progress(server),
            None => Progress {
                done: self.at as u64,
                total: self.sources.len() as u64,
            },
        }
    }
}
