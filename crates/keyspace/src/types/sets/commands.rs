//! Sets: members of one set, or two.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::scan::{self, Shown};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::storage::table::TablePlace;
use crate::storage::value::{Value, entry_bytes};
use crate::types::sets::combination::{Goal, Operation};
use crate::types::sets::value::Set;

/// Number of members that are taken between two looks at the budget, and the cost of each, in units of work.
const POPS_AT_ONCE: usize = 64;
const POP_UNITS: u64 = 40;
/// Where one in so many is kept, or fewer, they become another set.
const KEPT_SHARE: usize = 5;

pub const HANDLERS: Handlers = &[
    ("sadd", Now(sadd)),
    ("srem", Now(srem)),
    ("scard", Now(scard)),
    ("sismember", Now(sismember)),
    ("smismember", Now(smismember)),
    ("smembers", Long(smembers)),
    ("smove", Now(smove)),
    ("spop", Long(spop)),
    ("srandmember", Long(srandmember)),
    ("sscan", Long(sscan)),
];

fn sadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, members) = (call.args.word()?, call.args.rest());
    let layout = call.layout();
    let set = call.read::<Set>(key)?;
    let growth_bytes = match set {
        Some(set) => set.growth_bytes(members, &layout),
        None => Set::default().growth_bytes(members, &layout),
    };
    let added = call.change_or_make(key, growth_bytes, |set: &mut Set| {
        let added = members.iter().filter(|member| set.add(member, &layout));
        added.count()
    })?;
    let added = added.unwrap_or(0);
    if added > 0 {
        call.modified(Class::Set, "sadd", key);
        call.count_changes(added);
    }
    Ok(Reply::Int(added as i64))
}

fn srem(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, members) = (call.args.word()?, call.args.rest());
    let removed = call.change(key, 0, |set: &mut Set| {
        members.iter().filter(|member| set.remove(member)).count()
    })?;
    let removed = removed.unwrap_or(0);
    if removed > 0 {
        call.modified(Class::Set, "srem", key);
        call.count_changes(removed);
        call.gone_if_empty(key);
    }
    Ok(Reply::Int(removed as i64))
}

fn scard(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let len = call.read::<Set>(key)?.map_or(0, Set::len);
    Ok(Reply::Int(len as i64))
}

fn sismember(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, member) = (call.args.word()?, call.args.word()?);
    let set = call.read::<Set>(key)?;
    let is_member = set.is_some_and(|set| set.contains(member));
    Ok(Reply::Int(i64::from(is_member)))
}

fn smismember(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, members) = (call.args.word()?, call.args.rest());
    let set = call.read::<Set>(key)?;
    let is_member = |member: &Vec<u8>| set.is_some_and(|set| set.contains(member));
    let replies = members
        .iter()
        .map(|member| Reply::Int(i64::from(is_member(member))));
    Ok(Reply::Array(replies.collect()))
}

fn smove(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (from, to, member) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let layout = call.layout();
    let Some(set) = call.read::<Set>(from)? else {
        return Ok(Reply::Int(0));
    };
    let is_member = set.contains(member);
    let other = call.read::<Set>(to)?;
    if !is_member || from == to {
        return Ok(Reply::Int(i64::from(is_member)));
    }
    let members = [member.to_vec()];
    let empty = Set::default();
    let growth_bytes = other.unwrap_or(&empty).growth_bytes(&members, &layout);
    let room_bytes = match other {
        Some(_) => growth_bytes,
        None => entry_bytes(to.len(), empty.bytes() + growth_bytes),
    };
    // Refused as a whole or not at all.
    call.check_room(room_bytes)?;
    call.change(from, 0, |set: &mut Set| set.remove(member))?;
    call.modified(Class::Set, "srem", from);
    call.gone_if_empty(from);
    let added = call.change_or_make(to, growth_bytes, |set: &mut Set| set.add(member, &layout))?;
    if added == Some(true) {
        call.modified(Class::Set, "sadd", to);
        call.count_changes(2);
    }
    Ok(Reply::Int(1))
}

fn smembers(call: &mut Call<'_>) -> Result<Work, Error> {
    let keys = call.args.rest();
    // As a union of one: the same reply as of SINTER in Redis.
    call.combine(Operation::Intersection, keys, Goal::Members)
}

fn sscan(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::scan::<Set>(call)
}

fn srandmember(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let count = match call.args.rest() {
        [] => None,
        [count] => Some(scan::random_count(count)?),
        _ => return Err(args::SYNTAX),
    };
    let set = call.set_value(key)?;
    Ok(match (set, count) {
        (None, None) => Work::done(Reply::Nil),
        (Some(set), None) => Work::done(scan::one(call, &set)),
        (None, Some(_)) | (_, Some(0)) => Work::done(Reply::Array(Vec::new())),
        (Some(set), Some(count)) if count < 0 => {
            return scan::picks(set, count.unsigned_abs(), Shown::Names);
        }
        (Some(set), Some(count)) => scan::some(set, count.unsigned_abs(), Shown::Names),
    })
}

fn spop(call: &mut Call<'_>) -> Result<Work, Error> {
    let (keys, rest) = call.args.rest().split_at_checked(1).unwrap_or_default();
    let key = call.args.word()?;
    let count = match rest {
        [] => None,
        [count] => Some(args::at_least(0, count, args::NOT_POSITIVE)?),
        _ => return Err(args::SYNTAX),
    };
    let (Some(len), count) = (call.read::<Set>(key)?.map(Set::len), count) else {
        return Ok(Work::done(
            count.map_or(Reply::Nil, |_| Reply::Set(Vec::new())),
        ));
    };
    let left = match count {
        Some(0) => return Ok(Work::done(Reply::Set(Vec::new()))),
        Some(count) if count >= len as u64 => {
            return call.combine(Operation::Union, keys, Goal::TakenFrom(key.to_vec()));
        }
        count => count.map_or(1, args::count),
    };
    if count.is_some() && (len - left) * KEPT_SHARE <= left {
        return Ok(match call.set_value(key)? {
            None => Work::done(Reply::Nil),
            Some(set) => Work::new(Rest {
                key: key.to_vec(),
                set,
                left: len - left,
                kept: Set::default(),
                place: Some(TablePlace::default()),
                found: Vec::new(),
            }),
        });
    }
    call.begin(Pops {
        database: call.database,
        key: key.to_vec(),
        left,
        is_single: count.is_none(),
        found: Vec::new(),
    })
}

/// SPOP of nearly all members under way: those that are left are chosen, and become a set of their own.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rest {
    key: Vec<u8>,
    set: Value,
    /// The number of members that are still to be chosen.
    left: usize,
    kept: Set,
    /// Where the walk through the others continues.
    place: Option<TablePlace>,
    found: Vec<Reply>,
}

impl Steps for Rest {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let layout = server.layout;
        let Value::Other(set) = &self.set else {
            return Some(Ok(Reply::Nil));
        };
        while self.left > 0 {
            set.pick(server.next_number(), &mut |name, _| {
                self.left -= usize::from(self.kept.add(name, &layout));
            });
            if !budget.spend(POP_UNITS) {
                return None;
            }
        }
        while let Some(place) = self.place {
            let mut units = POP_UNITS;
            self.place = set.walk(place, &mut |name, _| {
                units += POP_UNITS;
                if !self.kept.contains(name) {
                    self.found.push(Reply::bulk(name));
                }
            });
            if !budget.spend(units) {
                return None;
            }
        }
        let kept = std::mem::take(&mut self.kept);
        Some(Call::resumed(server, context).and_then(|mut call| {
            call.change(&self.key, 0, |set: &mut Set| *set = kept)?;
            call.modified(Class::Set, "spop", &self.key);
            call.count_changes(self.found.len());
            Ok(Reply::Set(std::mem::take(&mut self.found)))
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        let total = match &self.set {
            Value::Other(set) => set.len() as u64,
            Value::String(..) => 0,
        };
        let done = self.found.len() as u64;
        Progress { done, total }
    }
}

/// SPOP of some members under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pops {
    database: usize,
    key: Vec<u8>,
    /// The number of members that are still to be taken.
    left: usize,
    is_single: bool,
    found: Vec<Reply>,
}

impl Steps for Pops {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let popped = Call::resumed(server, context).and_then(|mut call| {
            call.database = self.database;
            self.pop(&mut call, budget)
        });
        match popped {
            Err(error) => Some(Err(error)),
            Ok(()) if self.left > 0 => None,
            Ok(()) => {
                let mut found = std::mem::take(&mut self.found);
                Some(Ok(match self.is_single {
                    true => found.pop().unwrap_or(Reply::Nil),
                    false => Reply::Set(found),
                }))
            }
        }
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = self.found.len() as u64;
        Progress {
            done,
            total: done + self.left as u64,
        }
    }

    fn can_be_stopped(&self) -> bool {
        self.found.is_empty()
    }
}

impl Pops {
    fn pop(&mut self, call: &mut Call<'_>, budget: &mut Budget) -> Result<(), Error> {
        while self.left > 0 && !budget.is_spent() {
            let mut numbers = [0; POPS_AT_ONCE];
            let numbers = numbers
                .get_mut(..self.left.min(POPS_AT_ONCE))
                .unwrap_or_default();
            numbers.fill_with(|| call.server.next_number());
            let found = &mut self.found;
            call.change(&self.key, 0, |set: &mut Set| {
                for number in numbers.iter() {
                    let mut member = Vec::new();
                    set.pick(*number, &mut |name, _| member = name.to_vec());
                    set.remove(&member);
                    found.push(Reply::bulk(member));
                }
            })?;
            self.left -= numbers.len();
            budget.spend(POP_UNITS * numbers.len() as u64);
        }
        if self.left == 0 {
            call.modified(Class::Set, "spop", &self.key);
            call.count_changes(self.found.len());
            call.gone_if_empty(&self.key);
        }
        Ok(())
    }
}
