//! The instructions and what metamethods make of them.

use crate::lua::heap::Closure;
use crate::lua::machine::{Back, CHAIN_MAX, MANY, Machine};
use crate::lua::native::Throw;
use crate::lua::number;
use crate::lua::opcode::{CONSTANT, FIELDS_PER_FLUSH, Op, unpack_size};
use crate::lua::value::{LuaValue, StringId};
use keyspace::scripts::Host;
use std::cmp::Ordering;

/// What a comparison needs.
pub enum Order {
    /// It is known.
    Known(bool),
    /// A metamethod says, for these two; of its opposite if so.
    Ask {
        metamethod: LuaValue,
        first: LuaValue,
        second: LuaValue,
        is_negated: bool,
    },
}

impl Machine {
    /// The error that a value has a type that an operation cannot have. `place` is where it is on the stack, if it is.
    pub(crate) fn type_error(
        &mut self,
        place: Option<usize>,
        value: LuaValue,
        operation: &[u8],
    ) -> Throw {
        let frame = self.running.frames.last();
        let is_own =
            |place: &usize| frame.is_some_and(|frame| (frame.base..frame.top).contains(place));
        let register = place.filter(is_own).map(|place| place - self.base());
        let name = register.and_then(|register| self.variable_name(register));
        let kind = value.type_name().as_bytes();
        let message = match name {
            Some((variable, name)) => {
                let parts = [
                    b"attempt to ",
                    operation,
                    b" ",
                    variable,
                    b" '",
                    &name,
                    b"' (a ",
                    kind,
                    b" value)",
                ];
                parts.concat()
            }
            None => [b"attempt to ", operation, b" a ", kind, b" value"].concat(),
        };
        self.runtime_error(&message)
    }

    /// Puts a call of a metamethod on the stack and begins it.
    fn call_metamethod(
        &mut self,
        host: &mut dyn Host,
        metamethod: LuaValue,
        arguments: &[LuaValue],
        back: Back,
    ) -> Result<(), Throw> {
        let function = self.top();
        self.push(metamethod);
        for argument in arguments {
            self.push(*argument);
        }
        let wanted = if matches!(back, Back::Drop) { 0 } else { 1 };
        self.call(host, function, wanted, back, true)
    }

    /// Reads an element into a place of the stack.
    fn get_element(
        &mut self,
        host: &mut dyn Host,
        table: LuaValue,
        place: Option<usize>,
        key: LuaValue,
        target: usize,
    ) -> Result<(), Throw> {
        let mut table = table;
        let mut place = place;
        for _ in 0..CHAIN_MAX {
            let metamethod = match table {
                LuaValue::Table(id) => {
                    let value = self.heap.get(id, key);
                    if !value.is_nil() || self.heap.table(id).metatable.is_none() {
                        self.put(target, value);
                        return Ok(());
                    }
                    let metamethod = self.heap.metamethod(table, self.heap.names.index);
                    if metamethod.is_nil() {
                        self.put(target, LuaValue::Nil);
                        return Ok(());
                    }
                    metamethod
                }
                _ => match self.heap.metamethod(table, self.heap.names.index) {
                    LuaValue::Nil => return Err(self.type_error(place, table, b"index")),
                    metamethod => metamethod,
                },
            };
            if matches!(metamethod, LuaValue::Function(_)) {
                return self.call_metamethod(host, metamethod, &[table, key], Back::Store(target));
            }
            table = metamethod;
            place = None;
        }
        Err(self.runtime_error(b"loop in gettable"))
    }

    fn set_element(
        &mut self,
        host: &mut dyn Host,
        table: LuaValue,
        place: Option<usize>,
        key: LuaValue,
        value: LuaValue,
    ) -> Result<(), Throw> {
        let mut table = table;
        let mut place = place;
        for _ in 0..CHAIN_MAX {
            let metamethod = match table {
                LuaValue::Table(id) => {
                    if self.heap.table(id).is_readonly {
                        return Err(self.runtime_error(b"Attempt to modify a readonly table"));
                    }
                    if self.heap.table(id).metatable.is_none() || !self.heap.get(id, key).is_nil() {
                        return self
                            .heap
                            .set(id, key, value)
                            .map_err(|error| self.key_error(error));
                    }
                    let metamethod = self.heap.metamethod(table, self.heap.names.newindex);
                    if metamethod.is_nil() {
                        return self
                            .heap
                            .set(id, key, value)
                            .map_err(|error| self.key_error(error));
                    }
                    // The key gets its place first, which can fail.
                    let made = self.heap.set(id, key, LuaValue::Nil);
                    made.map_err(|error| self.key_error(error))?;
                    metamethod
                }
                _ => match self.heap.metamethod(table, self.heap.names.newindex) {
                    LuaValue::Nil => return Err(self.type_error(place, table, b"index")),
                    metamethod => metamethod,
                },
            };
            if matches!(metamethod, LuaValue::Function(_)) {
                return self.call_metamethod(host, metamethod, &[table, key, value], Back::Drop);
            }
            table = metamethod;
            place = None;
        }
        Err(self.runtime_error(b"loop in settable"))
    }

    fn binary_metamethod(&self, first: LuaValue, second: LuaValue, name: StringId) -> LuaValue {
        match self.heap.metamethod(first, name) {
            LuaValue::Nil => self.heap.metamethod(second, name),
            metamethod => metamethod,
        }
    }

    fn arithmetic(
        &mut self,
        host: &mut dyn Host,
        op: Op,
        target: usize,
        operands: [(LuaValue, Option<usize>); 2],
    ) -> Result<(), Throw> {
        let [(first, first_place), (second, second_place)] = operands;
        let numbers = (self.to_number(first), self.to_number(second));
        if let (Some(first), Some(second)) = numbers {
            let result = number::arithmetic(op, first, second).unwrap_or_default();
            self.put(target, LuaValue::Number(result));
            return Ok(());
        }
        let names = &self.heap.names;
        let name = match op {
            Op::Add => names.add,
            Op::Sub => names.sub,
            Op::Mul => names.mul,
            Op::Div => names.div,
            Op::Mod => names.modulo,
            Op::Pow => names.pow,
            _ => names.unm,
        };
        let metamethod = self.binary_metamethod(first, second, name);
        if metamethod.is_nil() {
            let operation = b"perform arithmetic on";
            return Err(match numbers.0 {
                None => self.type_error(first_place, first, operation),
                Some(_) => self.type_error(second_place, second, operation),
            });
        }
        self.call_metamethod(host, metamethod, &[first, second], Back::Store(target))
    }

    /// Joins `total` values up to register `last`, from the right.
    pub(crate) fn concat(
        &mut self,
        host: &mut dyn Host,
        total: usize,
        last: usize,
        target: usize,
    ) -> Result<(), Throw> {
        let (mut total, mut last) = (total, last);
        while total > 1 {
            let right_place = self.base() + last;
            let left_place = right_place - 1;
            let (left, right) = (self.at(left_place), self.at(right_place));
            let is_text =
                |value: LuaValue| matches!(value, LuaValue::String(_) | LuaValue::Number(_));
            if !is_text(left) || !is_text(right) {
                let metamethod = self.binary_metamethod(left, right, self.heap.names.concat);
                if metamethod.is_nil() {
                    return Err(match is_text(left) {
                        true => self.type_error(Some(right_place), right, b"concatenate"),
                        false => self.type_error(Some(left_place), left, b"concatenate"),
                    });
                }
                let back = Back::Concat {
                    total,
                    last,
                    target,
                };
                return self.call_metamethod(host, metamethod, &[left, right], back);
            }
            let mut count = 2;
            while count < total && is_text(self.at(right_place - count)) {
                count += 1;
            }
            let first_place = right_place + 1 - count;
            let mut bytes = Vec::new();
            for place in first_place..=right_place {
                match self.at(place) {
                    LuaValue::String(id) => bytes.extend_from_slice(self.heap.bytes_of(id)),
                    LuaValue::Number(number) => number::push_general(&mut bytes, number, 14),
                    _ => {}
                }
            }
            self.reserve(bytes.len())?;
            let joined = self.heap.owned_string(std::sync::Arc::new(bytes));
            self.put(first_place, LuaValue::String(joined));
            total -= count - 1;
            last -= count - 1;
        }
        self.put(target, self.at(self.base() + last));
        Ok(())
    }

    /// Compares two values with `<`, or with `<=` if `or_equal`.
    pub(crate) fn order(
        &mut self,
        first: LuaValue,
        second: LuaValue,
        or_equal: bool,
    ) -> Result<Order, Throw> {
        match (first, second) {
            (LuaValue::Number(first), LuaValue::Number(second)) => {
                return Ok(Order::Known(if or_equal {
                    first <= second
                } else {
                    first < second
                }));
            }
            (LuaValue::String(first), LuaValue::String(second)) => {
                let (first, second) = (self.heap.bytes_of(first), self.heap.bytes_of(second));
                let (order, length) = (first.cmp(second), first.len().min(second.len()));
                self.charge(length / 16);
                let holds = order == Ordering::Less || or_equal && order == Ordering::Equal;
                return Ok(Order::Known(holds));
            }
            _ => {}
        }
        let names = (self.heap.names.lt, self.heap.names.le);
        if std::mem::discriminant(&first) == std::mem::discriminant(&second)
            || first.type_name() == second.type_name()
        {
            let common = |machine: &Machine, name: StringId| {
                let metamethod = machine.heap.metamethod(first, name);
                let other = machine.heap.metamethod(second, name);
                (!metamethod.is_nil() && metamethod == other).then_some(metamethod)
            };
            let name = if or_equal { names.1 } else { names.0 };
            if let Some(metamethod) = common(self, name) {
                return Ok(Order::Ask {
                    metamethod,
                    first,
                    second,
                    is_negated: false,
                });
            }
            if or_equal && let Some(metamethod) = common(self, names.0) {
                return Ok(Order::Ask {
                    metamethod,
                    first: second,
                    second: first,
                    is_negated: true,
                });
            }
        }
        let (first, second) = (first.type_name().as_bytes(), second.type_name().as_bytes());
        let message = if first.get(2) == second.get(2) {
            [b"attempt to compare two ", first, b" values"].concat()
        } else {
            [b"attempt to compare ", first, b" with ", second].concat()
        };
        Err(self.runtime_error(&message))
    }

    fn compare(&mut self, host: &mut dyn Host, order: Order, expected: bool) -> Result<(), Throw> {
        match order {
            Order::Known(holds) => {
                self.branch(holds == expected);
                Ok(())
            }
            Order::Ask {
                metamethod,
                first,
                second,
                is_negated,
            } => {
                let back = Back::Test {
                    expected,
                    is_negated,
                };
                self.call_metamethod(host, metamethod, &[first, second], back)
            }
        }
    }

    fn equal(&mut self, first: LuaValue, second: LuaValue) -> Order {
        let are_objects = matches!((first, second), (LuaValue::Table(_), LuaValue::Table(_)));
        if first == second || !are_objects {
            return Order::Known(first == second);
        }
        let metamethod = self.heap.metamethod(first, self.heap.names.eq);
        if metamethod.is_nil() || metamethod != self.heap.metamethod(second, self.heap.names.eq) {
            return Order::Known(false);
        }
        Order::Ask {
            metamethod,
            first,
            second,
            is_negated: false,
        }
    }

    /// Runs the function on top until it calls or returns, or the steps are used up.
    pub(crate) fn execute(&mut self, host: &mut dyn Host) -> Result<(), Throw> {
        let Some(frame) = self.running.frames.last() else {
            return Ok(());
        };
        let closure = frame.closure;
        let base = frame.base;
        let pc = frame.pc;
        self.set_place(base, pc);
        let Closure::Lua { proto, .. } = self.heap.closures.get(closure.0) else {
            return Ok(());
        };
        let proto = self.heap.protos.get(*proto).clone();
        let depth = self.running.frames.len();
        let coroutine = self.current;
        loop {
            if self.steps <= 0 {
                self.save_pc();
                return Ok(());
            }
            self.steps -= 1;
            let instruction = proto.at(self.pc);
            self.pc += 1;
            let a = base + instruction.a() as usize;
            let register = |operand: u32| base + operand as usize;
            let constant = |index: u32| {
                proto
                    .constants
                    .get(index as usize)
                    .copied()
                    .unwrap_or_default()
            };
            macro_rules! operand {
                ($operand:expr) => {
                    match $operand {
                        index if index & CONSTANT != 0 => constant(index & !CONSTANT),
                        index => self.at(register(index)),
                    }
                };
            }
            macro_rules! placed {
                ($operand:expr) => {
                    match $operand {
                        index if index & CONSTANT != 0 => (constant(index & !CONSTANT), None),
                        index => (self.at(register(index)), Some(register(index))),
                    }
                };
            }
            let op = instruction.op();
            match op {
                Op::Move => self.put(a, self.at(register(instruction.b()))),
                Op::LoadK => self.put(a, constant(instruction.bx())),
                Op::LoadBool => {
                    self.put(a, LuaValue::Boolean(instruction.b() != 0));
                    if instruction.c() != 0 {
                        self.pc += 1;
                    }
                }
                Op::LoadNil => {
                    for place in a..=register(instruction.b()) {
                        self.put(place, LuaValue::Nil);
                    }
                }
                Op::GetUpval => {
                    let id = self.upvalue_id(closure, instruction.b());
                    self.put(a, self.upvalue(id));
                }
                Op::SetUpval => {
                    let id = self.upvalue_id(closure, instruction.b());
                    self.set_upvalue(id, self.at(a));
                }
                Op::GetGlobal => {
                    let table = LuaValue::Table(self.globals);
                    self.get_element(host, table, None, constant(instruction.bx()), a)?;
                }
                Op::SetGlobal => {
                    let table = LuaValue::Table(self.globals);
                    self.set_element(host, table, None, constant(instruction.bx()), self.at(a))?;
                }
                Op::GetTable => {
                    let place = register(instruction.b());
                    let key = operand!(instruction.c());
                    self.get_element(host, self.at(place), Some(place), key, a)?;
                }
                Op::SetTable => {
                    let key = operand!(instruction.b());
                    let value = operand!(instruction.c());
                    self.set_element(host, self.at(a), Some(a), key, value)?;
                }
                Op::NewTable => {
                    let array = unpack_size(instruction.b());
                    let hash = unpack_size(instruction.c());
                    self.reserve((array + hash) * 24)?;
                    let table = self.heap.new_table(array, hash);
                    let table = table.map_err(|error| self.key_error(error))?;
                    self.put(a, LuaValue::Table(table));
                }
                Op::Method => {
                    let place = register(instruction.b());
                    let object = self.at(place);
                    self.put(a + 1, object);
                    let key = operand!(instruction.c());
                    self.get_element(host, object, Some(place), key, a)?;
                }
                Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Pow => {
                    let first = placed!(instruction.b());
                    let second = placed!(instruction.c());
                    self.arithmetic(host, op, a, [first, second])?;
                }
                Op::Unm => {
                    let place = register(instruction.b());
                    let value = (self.at(place), Some(place));
                    self.arithmetic(host, op, a, [value, value])?;
                }
                Op::Not => {
                    let value = self.at(register(instruction.b()));
                    self.put(a, LuaValue::Boolean(!value.is_true()));
                }
                Op::Len => {
                    let place = register(instruction.b());
                    match self.at(place) {
                        LuaValue::Table(id) => {
                            let length = self.heap.table(id).len();
                            self.put(a, LuaValue::Number(f64::from(length)));
                        }
                        LuaValue::String(id) => {
                            let length = self.heap.bytes_of(id).len();
                            self.put(a, LuaValue::Number(length as f64));
                        }
                        other => {
                            let metamethod = self.heap.metamethod(other, self.heap.names.len);
                            if metamethod.is_nil() {
                                return Err(self.type_error(Some(place), other, b"get length of"));
                            }
                            let arguments = [other, LuaValue::Nil];
                            self.call_metamethod(host, metamethod, &arguments, Back::Store(a))?;
                        }
                    }
                }
                Op::Concat => {
                    let (first, last) = (instruction.b() as usize, instruction.c() as usize);
                    self.concat(host, last + 1 - first, last, a)?;
                }
                Op::Jmp => self.pc = self.pc.wrapping_add_signed(instruction.sbx() as isize),
                Op::Eq => {
                    let order = self.equal(operand!(instruction.b()), operand!(instruction.c()));
                    self.compare(host, order, instruction.a() != 0)?;
                }
                Op::Lt | Op::Le => {
                    let (first, second) = (operand!(instruction.b()), operand!(instruction.c()));
                    let order = self.order(first, second, op == Op::Le)?;
                    self.compare(host, order, instruction.a() != 0)?;
                }
                Op::Test => {
                    let is_true = self.at(a).is_true();
                    self.branch(is_true == (instruction.c() != 0));
                }
                Op::TestSet => {
                    let value = self.at(register(instruction.b()));
                    let holds = value.is_true() == (instruction.c() != 0);
                    if holds {
                        self.put(a, value);
                    }
                    self.branch(holds);
                }
                Op::Call => {
                    if instruction.b() != 0 {
                        self.running.top = a + instruction.b() as usize;
                    }
                    let wanted = instruction.c() as i32 - 1;
                    self.call(host, a, wanted, Back::Call, false)?;
                }
                Op::TailCall => {
                    if instruction.b() != 0 {
                        self.running.top = a + instruction.b() as usize;
                    }
                    self.call(host, a, MANY, Back::Call, false)?;
                    if self.current == coroutine && self.running.frames.len() == depth + 1 {
                        self.replace_caller(base);
                        return Ok(());
                    }
                }
                Op::Return => {
                    if instruction.b() != 0 {
                        self.running.top = a + instruction.b() as usize - 1;
                    }
                    self.close_upvalues(base);
                    return self.leave(host, a);
                }
                Op::ForLoop => {
                    if let (
                        LuaValue::Number(index),
                        LuaValue::Number(limit),
                        LuaValue::Number(step),
                    ) = (self.at(a), self.at(a + 1), self.at(a + 2))
                    {
                        let index = index + step;
                        if if 0.0 < step {
                            index <= limit
                        } else {
                            limit <= index
                        } {
                            self.pc = self.pc.wrapping_add_signed(instruction.sbx() as isize);
                            self.put(a, LuaValue::Number(index));
                            self.put(a + 3, LuaValue::Number(index));
                        }
                    }
                }
                Op::ForPrep => {
                    let mut numbers = [0.0; 3];
                    let messages: [&[u8]; 3] = [
                        b"'for' initial value must be a number",
                        b"'for' limit must be a number",
                        b"'for' step must be a number",
                    ];
                    for (index, (number, message)) in numbers.iter_mut().zip(messages).enumerate() {
                        match self.to_number(self.at(a + index)) {
                            Some(value) => *number = value,
                            None => return Err(self.runtime_error(message)),
                        }
                    }
                    let [start, limit, step] = numbers;
                    self.put(a, LuaValue::Number(start - step));
                    self.put(a + 1, LuaValue::Number(limit));
                    self.put(a + 2, LuaValue::Number(step));
                    self.pc = self.pc.wrapping_add_signed(instruction.sbx() as isize);
                }
                Op::TForLoop => {
                    let place = a + 3;
                    for index in 0..3 {
                        self.put(place + index, self.at(a + index));
                    }
                    self.running.top = place + 3;
                    self.call(host, place, instruction.c() as i32, Back::Loop(place), true)?;
                }
                Op::SetList => {
                    let mut count = instruction.b() as usize;
                    if count == 0 {
                        count = self.top() - a - 1;
                        self.running.top = self.running.frames.last().map_or(0, |frame| frame.top);
                    }
                    let mut batch = instruction.c() as usize;
                    if batch == 0 {
                        batch = proto.at(self.pc).0 as usize;
                        self.pc += 1;
                    }
                    if let LuaValue::Table(table) = self.at(a) {
                        let last = (batch - 1) * FIELDS_PER_FLUSH as usize + count;
                        if last > self.heap.table(table).array_len() {
                            let resized = self.heap.resize_array(table, last);
                            resized.map_err(|error| self.key_error(error))?;
                        }
                        for index in (1..=count).rev() {
                            let value = self.at(a + index);
                            let key = (last + index - count) as i64;
                            let set = self.heap.set_index(table, key, value);
                            set.map_err(|error| self.key_error(error))?;
                        }
                    }
                }
                Op::Close => self.close_upvalues(a),
                Op::Closure => {
                    let id = proto
                        .protos
                        .get(instruction.bx() as usize)
                        .copied()
                        .unwrap_or_default();
                    let count = self.heap.protos.get(id).upvalue_names.len();
                    let mut upvalues = Vec::with_capacity(count);
                    for _ in 0..count {
                        let source = proto.at(self.pc);
                        self.pc += 1;
                        upvalues.push(match source.op() {
                            Op::GetUpval => self.upvalue_id(closure, source.b()),
                            _ => self.open_upvalue(register(source.b())),
                        });
                    }
                    let function = self.heap.new_closure(Closure::Lua {
                        proto: id,
                        upvalues,
                    });
                    self.put(a, function);
                }
                Op::VarArg => {
                    let function = self.running.frames.last().map_or(0, |frame| frame.function);
                    let given = base - function - 1 - proto.parameters as usize;
                    let wanted = match instruction.b() {
                        0 => {
                            self.make_room(a + given);
                            self.running.top = a + given;
                            given
                        }
                        wanted => wanted as usize - 1,
                    };
                    for index in 0..wanted {
                        let value = match index < given {
                            true => self.at(base - given + index),
                            false => LuaValue::Nil,
                        };
                        self.put(a + index, value);
                    }
                }
            }
            if self.running.frames.len() != depth || self.current != coroutine {
                return Ok(());
            }
            if self.heap.is_full() {
                self.save_pc();
                return Ok(());
            }
        }
    }

    fn upvalue_id(&self, closure: crate::lua::value::ClosureId, index: u32) -> u32 {
        match self.heap.closures.get(closure.0) {
            Closure::Lua { upvalues, .. } => {
                upvalues.get(index as usize).copied().unwrap_or(u32::MAX)
            }
            Closure::Native { .. } => u32::MAX,
        }
    }

    /// Puts the frame on top in place of the one below it, which has nothing left to do.
    fn replace_caller(&mut self, base: usize) {
        if !self.running.frames.last().is_some_and(|frame| frame.is_lua) {
            return;
        }
        self.close_upvalues(base);
        let (Some(mut new), Some(old)) = (self.running.frames.pop(), self.running.frames.pop())
        else {
            return;
        };
        let offset = new.function - old.function;
        for place in new.function..new.top {
            self.put(place - offset, self.at(place));
        }
        new.function = old.function;
        new.base -= offset;
        new.top -= offset;
        new.wanted = old.wanted;
        new.back = old.back;
        new.is_boundary = old.is_boundary;
        new.tail_calls = old.tail_calls + 1;
        self.running.top = new.top;
        self.set_place(new.base, 0);
        self.running.frames.push(new);
    }
}
