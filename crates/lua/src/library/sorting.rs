//! `table.sort`: the quicksort of PUC Lua, whose order of equal elements a script can see. It stops at every call of the
//! order function, and when the steps of a slice are used up.

use crate::lua::execute::Order;
use crate::lua::machine::Machine;
use crate::lua::native::{Continuation, Outcome, Task, Throw};
use crate::lua::value::{LuaValue, TableId};
use keyspace::scripts::Host;

/// Which comparison comes next.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// None: a part begins.
    Start,
    /// The last element with the first.
    Ends,
    /// The middle one with the first.
    Middle,
    /// The last one with the middle.
    Last,
    /// An element from the left with the pivot.
    Up,
    /// The pivot with an element from the right.
    Down,
}

/// A sort that has not ended.
#[derive(Clone)]
struct Sorting {
    phase: Phase,
    low: i64,
    high: i64,
    i: i64,
    j: i64,
    /// Parts that are still to be sorted.
    rest: Vec<(i64, i64)>,
    /// Whether a call will answer the comparison.
    awaits: bool,
}

/// Places of the frame behind the table and the function: the pivot and the two values at hand.
const PIVOT: usize = 2;
const FIRST: usize = 3;
const SECOND: usize = 4;
/// The element from the left while one from the right is looked for.
const LEFT: usize = 5;
const PLACES: usize = 6;

/// `table.sort`.
pub fn sort(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome, Throw> {
    let table = machine.table_argument(1)?;
    let length = i64::from(machine.heap.table(table).len());
    if !machine.is_missing(2) {
        machine.function_argument(2)?;
    }
    let base = machine.base();
    machine.set_top(base + PIVOT);
    machine.set_top(base + PLACES);
    let sorting = Sorting {
        phase: Phase::Start,
        low: 1,
        high: length,
        i: 0,
        j: 0,
        rest: Vec::new(),
        awaits: false,
    };
    Box::new(sorting).go_on(machine, host)
}

impl Continuation for Sorting {
    fn go_on(
        mut self: Box<Self>,
        machine: &mut Machine,
        _: &mut dyn Host,
    ) -> Result<Outcome, Throw> {
        let LuaValue::Table(table) = machine.at(machine.base()) else {
            return Ok(Outcome::Return(0));
        };
        if std::mem::take(&mut self.awaits) {
            let is_less = machine.pop().is_true();
            machine.set_top(machine.base() + PLACES);
            self.take(machine, table, is_less)?;
        }
        loop {
            if let Phase::Start = self.phase
                && !self.begin(machine, table)
            {
                return Ok(Outcome::Return(0));
            }
            if machine.steps <= 0 {
                return Ok(Outcome::Later(Task::Continue(self)));
            }
            machine.charge(2);
            let base = machine.base();
            let (first, second) = (machine.at(base + FIRST), machine.at(base + SECOND));
            let order_function = machine.at(base + 1);
            let call = if order_function.is_nil() {
                match machine.order(first, second, false)? {
                    Order::Known(is_less) => {
                        self.take(machine, table, is_less)?;
                        continue;
                    }
                    Order::Ask {
                        metamethod,
                        first,
                        second,
                        ..
                    } => [metamethod, first, second],
                }
            } else {
                [order_function, first, second]
            };
            let function = machine.top();
            for value in call {
                machine.push(value);
            }
            self.awaits = true;
            return Ok(Outcome::Call {
                function,
                wanted: 1,
                task: Task::Continue(self),
            });
        }
    }
}

impl Sorting {
    /// Asks next whether one value is less than another.
    fn ask(&mut self, machine: &mut Machine, phase: Phase, first: LuaValue, second: LuaValue) {
        self.phase = phase;
        let base = machine.base();
        machine.put(base + FIRST, first);
        machine.put(base + SECOND, second);
    }

    /// Begins the next part; false if there is none.
    fn begin(&mut self, machine: &mut Machine, table: TableId) -> bool {
        while self.low >= self.high {
            match self.rest.pop() {
                Some((low, high)) => (self.low, self.high) = (low, high),
                None => return false,
            }
        }
        let (first, last) = (
            get(machine, table, self.low),
            get(machine, table, self.high),
        );
        self.ask(machine, Phase::Ends, last, first);
        true
    }

    /// Takes the answer to a comparison.
    fn take(&mut self, machine: &mut Machine, table: TableId, is_less: bool) -> Result<(), Throw> {
        let base = machine.base();
        let (first, second) = (machine.at(base + FIRST), machine.at(base + SECOND));
        let (low, high) = (self.low, self.high);
        let middle = (low + high) / 2;
        match self.phase {
            Phase::Start => {}
            Phase::Ends => {
                if is_less {
                    set(machine, table, low, first)?;
                    set(machine, table, high, second)?;
                }
                if high - low == 1 {
                    self.end();
                } else {
                    let (first, second) = (get(machine, table, middle), get(machine, table, low));
                    self.ask(machine, Phase::Middle, first, second);
                }
            }
            Phase::Middle if is_less => {
                set(machine, table, middle, second)?;
                set(machine, table, low, first)?;
                self.partition(machine, table)?;
            }
            Phase::Middle => {
                let last = get(machine, table, high);
                self.ask(machine, Phase::Last, last, first);
            }
            Phase::Last => {
                if is_less {
                    set(machine, table, middle, first)?;
                    set(machine, table, high, second)?;
                }
                self.partition(machine, table)?;
            }
            Phase::Up if is_less => {
                if self.i > high {
                    return Err(machine.fail(b"invalid order function for sorting"));
                }
                self.ask_up(machine, table);
            }
            Phase::Up => self.ask_down(machine, table),
            Phase::Down if is_less => {
                if self.j < low {
                    return Err(machine.fail(b"invalid order function for sorting"));
                }
                self.ask_down(machine, table);
            }
            Phase::Down => {
                let left = machine.at(base + LEFT);
                if self.j < self.i {
                    self.split(machine, table)?;
                } else {
                    set(machine, table, self.i, second)?;
                    set(machine, table, self.j, left)?;
                    self.ask_up(machine, table);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self) {
        self.phase = Phase::Start;
        self.high = self.low;
    }

    fn partition(&mut self, machine: &mut Machine, table: TableId) -> Result<(), Throw> {
        let (low, high) = (self.low, self.high);
        if high - low == 2 {
            self.end();
            return Ok(());
        }
        let middle = (low + high) / 2;
        let pivot = get(machine, table, middle);
        machine.put(machine.base() + PIVOT, pivot);
        let before_last = get(machine, table, high - 1);
        set(machine, table, middle, before_last)?;
        set(machine, table, high - 1, pivot)?;
        self.i = low;
        self.j = high - 1;
        self.ask_up(machine, table);
        Ok(())
    }

    fn ask_up(&mut self, machine: &mut Machine, table: TableId) {
        self.i += 1;
        let value = get(machine, table, self.i);
        let pivot = machine.at(machine.base() + PIVOT);
        self.ask(machine, Phase::Up, value, pivot);
    }

    fn ask_down(&mut self, machine: &mut Machine, table: TableId) {
        if let Phase::Up = self.phase {
            let left = machine.at(machine.base() + FIRST);
            machine.put(machine.base() + LEFT, left);
        }
        self.j -= 1;
        let value = get(machine, table, self.j);
        let pivot = machine.at(machine.base() + PIVOT);
        self.ask(machine, Phase::Down, pivot, value);
    }

    /// Puts the pivot where it belongs and sorts the smaller side first.
    fn split(&mut self, machine: &mut Machine, table: TableId) -> Result<(), Throw> {
        let (low, high, i) = (self.low, self.high, self.i);
        let (pivot, other) = (get(machine, table, high - 1), get(machine, table, i));
        set(machine, table, high - 1, other)?;
        set(machine, table, i, pivot)?;
        let (smaller, larger) = if i - low < high - i {
            ((low, i - 1), (i + 1, high))
        } else {
            ((i + 1, high), (low, i - 1))
        };
        self.rest.push(larger);
        (self.low, self.high) = smaller;
        self.phase = Phase::Start;
        Ok(())
    }
}

fn get(machine: &Machine, table: TableId, index: i64) -> LuaValue {
    machine.heap.table(table).get_index(index)
}

fn set(machine: &mut Machine, table: TableId, index: i64, value: LuaValue) -> Result<(), Throw> {
    machine.raw_set(table, LuaValue::Number(index as f64), value)
}
