//! The library `table`.

use crate::library::sorting;
use crate::lua::machine::Machine;
use crate::lua::native::{Continuation, NativeFunction, Outcome, Result, Task};
use crate::lua::number;
use crate::lua::value::{LuaValue, TableId};
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"concat", concat),
    (b"foreach", foreach),
    (b"foreachi", foreachi),
    (b"getn", getn),
    (b"maxn", maxn),
    (b"insert", insert),
    (b"remove", remove),
    (b"setn", setn),
    (b"sort", sorting::sort),
];

fn length(machine: &Machine, table: TableId) -> i64 {
    i64::from(machine.heap.table(table).len())
}

fn concat(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let separator = match machine.is_missing(2) {
        true => Default::default(),
        false => machine.bytes_argument(2)?,
    };
    let table = machine.table_argument(1)?;
    let first = i64::from(machine.optional_int(3, 1)?);
    let last = match machine.is_missing(4) {
        true => length(machine, table),
        false => i64::from(machine.int_argument(4)?),
    };
    let mut out = Vec::new();
    for index in first..=last {
        match machine.heap.table(table).get_index(index) {
            LuaValue::String(id) => out.extend_from_slice(machine.heap.bytes_of(id)),
            LuaValue::Number(number) => number::push_general(&mut out, number, 14),
            other => {
                let mut message = b"invalid value (".to_vec();
                message.extend_from_slice(other.type_name().as_bytes());
                message.extend_from_slice(b") at index ");
                keyspace::number::push(&mut message, index);
                message.extend_from_slice(b" in table for 'concat'");
                return Err(machine.fail(&message));
            }
        }
        if index < last {
            out.extend_from_slice(&separator);
        }
        machine.charge(1);
        machine.allow(out.len())?;
    }
    machine.bytes_result(out)
}

fn foreach(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    machine.table_argument(1)?;
    machine.function_argument(2)?;
    let base = machine.base();
    machine.set_top(base + 2);
    machine.push(LuaValue::Nil);
    next_call(machine, host)
}

/// Calls the function of `table.foreach` for the element after the key on top.
fn next_call(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let base = machine.base();
    let LuaValue::Table(table) = machine.at(base) else {
        return Ok(Outcome::Return(0));
    };
    let Some((key, value)) = machine.next(table, machine.at(base + 2)).flatten() else {
        return Ok(Outcome::Return(0));
    };
    machine.put(base + 2, key);
    machine.set_top(base + 3);
    machine.push(machine.at(base + 1));
    machine.push(key);
    machine.push(value);
    Ok(Outcome::Call {
        function: base + 3,
        wanted: 1,
        task: Task::Continue(Box::new(Each)),
    })
}

/// `table.foreach`, whose function has answered.
#[derive(Clone)]
struct Each;

impl Continuation for Each {
    fn go_on(self: Box<Self>, machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
        match machine.pop() {
            LuaValue::Nil => next_call(machine, host),
            answer => machine.result(answer),
        }
    }
}

fn foreachi(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    machine.function_argument(2)?;
    let last = length(machine, table);
    let base = machine.base();
    machine.set_top(base + 2);
    machine.push(LuaValue::Nil);
    Box::new(EachIndex { index: 0, last }).go_on(machine, host)
}

/// `table.foreachi`, whose function has answered.
#[derive(Clone)]
struct EachIndex {
    /// The element that it was called with.
    index: i64,
    /// The last one.
    last: i64,
}

impl Continuation for EachIndex {
    fn go_on(mut self: Box<Self>, machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
        match machine.pop() {
            LuaValue::Nil => {}
            answer => return machine.result(answer),
        }
        let base = machine.base();
        let LuaValue::Table(table) = machine.at(base) else {
            return Ok(Outcome::Return(0));
        };
        if self.index >= self.last {
            return Ok(Outcome::Return(0));
        }
        self.index += 1;
        let value = machine.heap.table(table).get_index(self.index);
        machine.set_top(base + 2);
        machine.push(machine.at(base + 1));
        machine.push(LuaValue::Number(self.index as f64));
        machine.push(value);
        Ok(Outcome::Call {
            function: base + 2,
            wanted: 1,
            task: Task::Continue(self),
        })
    }
}

fn getn(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    machine.number_result(length(machine, table) as f64)
}

fn setn(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.table_argument(1)?;
    Err(machine.fail(b"'setn' is obsolete"))
}

fn maxn(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let mut max = 0.0;
    let mut key = LuaValue::Nil;
    while let Some((next, _)) = machine.next(table, key).flatten() {
        key = next;
        if let LuaValue::Number(number) = key
            && number > max
        {
            max = number;
        }
        machine.charge(1);
    }
    machine.number_result(max)
}

/// Elements that are moved by one place, in `table.insert` and `table.remove`. The table is the first argument.
#[derive(Clone)]
struct Shift {
    /// The place that is filled next.
    at: i64,
    /// The place that becomes free.
    last: i64,
    /// From where an element comes: 1 from the place behind, -1 from that before.
    step: i64,
    /// What is put into the free place, as an argument; `None` for nil.
    put: Option<usize>,
    /// The number of results, which are on top of the stack.
    results: usize,
}

impl Continuation for Shift {
    fn go_on(mut self: Box<Self>, machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
        let table = machine.table_argument(1)?;
        while self.at != self.last {
            if machine.steps <= 0 {
                return Ok(Outcome::Later(Task::Continue(self)));
            }
            machine.charge(1);
            let value = machine.heap.table(table).get_index(self.at + self.step);
            machine.raw_set(table, LuaValue::Number(self.at as f64), value)?;
            self.at += self.step;
        }
        let value = self.put.map_or(LuaValue::Nil, |put| machine.argument(put));
        machine.raw_set(table, LuaValue::Number(self.last as f64), value)?;
        Ok(Outcome::Return(self.results))
    }
}

fn insert(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let end = length(machine, table) + 1;
    let put = machine.argument_count();
    let position = match put {
        2 => end,
        3 => i64::from(machine.int_argument(2)?),
        _ => return Err(machine.fail(b"wrong number of arguments to 'insert'")),
    };
    let shift = Shift {
        at: end.max(position),
        last: position,
        step: -1,
        put: Some(put),
        results: 0,
    };
    Box::new(shift).go_on(machine, host)
}

fn remove(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let table = machine.table_argument(1)?;
    let end = length(machine, table);
    let position = i64::from(machine.optional_int(2, end as i32)?);
    if !(1..=end).contains(&position) {
        return Ok(Outcome::Return(0));
    }
    let removed = machine.heap.table(table).get_index(position);
    machine.push(removed);
    let shift = Shift {
        at: position,
        last: end,
        step: 1,
        put: None,
        results: 1,
    };
    Box::new(shift).go_on(machine, host)
}
