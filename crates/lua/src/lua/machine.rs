//! The machine that runs compiled scripts. It calls nothing recursively: calls of Lua functions, of metamethods and of
//! library functions that call back are frames of its own stack, so that a script can stop after any instruction and go
//! on later.

use crate::lua::heap::{Closure, Heap, Upvalue};
use crate::lua::native::{Outcome, RunState, Task, Throw};
use crate::lua::opcode::Proto;
use crate::lua::table::KeyError;
use crate::lua::value::{ClosureId, CoroutineId, LuaValue, TableId};
use keyspace::scripts::Host;
use std::sync::Arc;

/// The deepest nesting of calls out of native functions and metamethods, as PUC Lua has it.
const NATIVE_DEPTH_MAX: u32 = 200;
/// The deepest nesting of calls, as PUC Lua has it.
const FRAMES_MAX: usize = 16_382;
/// How many frames an error handler may use beyond that.
const FRAMES_SPARE: usize = 64;
/// Places that a native function finds free above its arguments.
const NATIVE_STACK: usize = 20;
/// The most steps that a native function may take without a stop.
const STEPS_AT_ONCE_MAX: i64 = 100_000_000;
/// All results.
pub const MANY: i32 = -1;
/// The longest chain of `__index` tables.
pub(crate) const CHAIN_MAX: usize = 100;

/// What happens with the results of a call when it ends.
#[derive(Clone, Copy, Debug)]
pub enum Back {
    /// They stay where the function stood.
    Call,
    /// The first goes to a place of the stack.
    Store(usize),
    /// None is needed.
    Drop,
    /// The first, or its opposite, decides about the next jump.
    Test { expected: bool, is_negated: bool },
    /// The first replaces two operands of `..`; the rest of them is joined, and goes to a place of the stack.
    Concat {
        total: usize,
        last: usize,
        target: usize,
    },
    /// They are the variables of a `for`, from this place of the stack on.
    Loop(usize),
    /// A native function goes on with them.
    Native,
    /// The first is an error that a handler has seen.
    Handler,
}

/// A call that has not ended.
#[derive(Clone, Debug)]
pub struct CallFrame {
    pub closure: ClosureId,
    /// Where the function is on the stack.
    pub function: usize,
    /// The first register or argument.
    pub base: usize,
    /// Behind the last register.
    pub top: usize,
    /// The next instruction.
    pub pc: usize,
    pub wanted: i32,
    pub tail_calls: u32,
    pub is_lua: bool,
    /// Whether it counts as a nested native call.
    pub is_boundary: bool,
    pub back: Back,
    /// What a native function does next.
    pub task: Option<Task>,
}

/// Whether a coroutine can be resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoroutineStatus {
    #[default]
    Suspended,
    Running,
    /// It has resumed another.
    Normal,
    Dead,
}

/// A stack with the calls on it.
#[derive(Clone, Debug, Default)]
pub struct Coroutine {
    pub stack: Vec<LuaValue>,
    pub top: usize,
    pub frames: Vec<CallFrame>,
    /// The upvalues that are on the stack: their places, ascending, and their numbers.
    pub open: Vec<(usize, u32)>,
    pub status: CoroutineStatus,
    pub resumer: Option<CoroutineId>,
    /// The depths of native calls of its resumer.
    depths: (u32, u32),
}

impl Coroutine {
    /// Collects what it refers to.
    pub fn references(&self, values: &mut Vec<LuaValue>, upvalues: &mut Vec<u32>) {
        let tops = self.frames.iter().map(|frame| frame.top);
        let end = tops
            .chain([self.top])
            .max()
            .unwrap_or(0)
            .min(self.stack.len());
        values.extend(self.stack.get(..end).unwrap_or_default());
        upvalues.extend(self.open.iter().map(|(_, id)| id));
        values.extend(self.resumer.map(LuaValue::Coroutine));
        values.extend(
            self.frames
                .iter()
                .map(|frame| LuaValue::Function(frame.closure)),
        );
    }
}

/// How a slice of a script ended.
pub enum Slice {
    /// Its steps are used up.
    Paused,
    /// The script is done, with these results.
    Returned(Vec<LuaValue>),
    /// An error was not caught.
    Failed(LuaValue),
    /// It would need more memory than it may have.
    OutOfMemory,
}

/// An interpreter of Lua: its objects and the script that runs.
#[derive(Clone, Debug)]
pub struct Machine {
    pub heap: Heap,
    pub(crate) running: Coroutine,
    pub(crate) current: CoroutineId,
    main: CoroutineId,
    /// The first register or argument of the function that runs.
    base: usize,
    /// Its next instruction.
    pub(crate) pc: usize,
    /// The table of global variables.
    pub globals: TableId,
    /// Values that stay reachable.
    pub kept: Vec<LuaValue>,
    pub(crate) native_depth: u32,
    base_depth: u32,
    pub(crate) steps: i64,
    /// The most bytes that all objects may take.
    pub bytes_max: usize,
    /// What the host's functions remember for the script that runs.
    pub run: RunState,
    /// The numbers that `collectgarbage` was given, and answers when it is given others. The collector goes by none.
    pub pace: Pace,
}

/// The settings `setpause` and `setstepmul` of `collectgarbage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pub pause: i32,
    pub step_multiplier: i32,
}

impl Pace {
    /// Both, in the order in which they are kept.
    pub fn numbers(&mut self) -> [&mut i32; 2] {
        [&mut self.pause, &mut self.step_multiplier]
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            pause: 200,
            step_multiplier: 200,
        }
    }
}

impl Machine {
    /// A machine without libraries.
    pub fn new() -> Machine {
        let mut heap = Heap::new();
        let mut globals = TableId(0);
        if let Ok(table) = heap.new_table(0, 2) {
            globals = table;
        }
        let main = heap.new_coroutine(Coroutine::default());
        Machine {
            heap,
            running: Coroutine::default(),
            current: main,
            main,
            base: 0,
            pc: 0,
            globals,
            kept: Vec::new(),
            native_depth: 0,
            base_depth: 0,
            steps: 0,
            bytes_max: usize::MAX,
            run: Default::default(),
            pace: Pace::default(),
        }
    }

    pub(crate) fn set_place(&mut self, base: usize, pc: usize) {
        self.base = base;
        self.pc = pc;
    }

    pub(crate) fn save_pc(&mut self) {
        if let Some(frame) = self.running.frames.last_mut() {
            frame.pc = self.pc;
        }
    }

    /// Whether the main coroutine runs.
    pub fn is_main(&self) -> bool {
        self.current == self.main
    }

    /// The frames of the coroutine that runs, the outermost first.
    pub fn frames(&self) -> &[CallFrame] {
        &self.running.frames
    }

    /// The first register or argument of the function that runs.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Behind the last value of the stack.
    pub fn top(&self) -> usize {
        self.running.top
    }

    /// Moves the end of the stack.
    pub fn set_top(&mut self, top: usize) {
        self.make_room(top);
        for at in self.running.top..top {
            self.put(at, LuaValue::Nil);
        }
        self.running.top = top;
    }

    /// The value at a place of the stack.
    pub fn at(&self, at: usize) -> LuaValue {
        self.running.stack.get(at).copied().unwrap_or_default()
    }

    /// Sets the value at a place of the stack.
    pub fn put(&mut self, at: usize, value: LuaValue) {
        if let Some(place) = self.running.stack.get_mut(at) {
            *place = value;
        }
    }

    /// Puts a value on the stack.
    pub fn push(&mut self, value: LuaValue) {
        let top = self.running.top;
        self.make_room(top + 1);
        self.put(top, value);
        self.running.top = top + 1;
    }

    /// Takes the value from the top of the stack.
    pub fn pop(&mut self) -> LuaValue {
        let at = self.running.top.saturating_sub(1);
        self.running.top = at;
        self.at(at)
    }

    /// Puts a value under others, `depth` places below the top.
    pub fn push_under(&mut self, depth: usize, value: LuaValue) {
        self.push(LuaValue::Nil);
        let top = self.running.top;
        for at in (top.saturating_sub(depth)..top).rev() {
            self.put(at, self.at(at - 1));
        }
        self.put(top.saturating_sub(depth + 1), value);
    }

    pub(crate) fn make_room(&mut self, size: usize) {
        if self.running.stack.len() < size {
            let size = size.max(self.running.stack.len() * 2).max(64);
            self.running.stack.resize(size, LuaValue::Nil);
        }
    }

    /// Counts work of a native function as steps.
    pub fn charge(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps as i64);
    }

    /// The element of a table after a key, as the table answers it. Empty places are counted as work.
    pub fn next(&mut self, table: TableId, key: LuaValue) -> Option<Option<(LuaValue, LuaValue)>> {
        let key = self.heap.hashed(key);
        let (next, passed) = self.heap.table(table).next(key);
        self.charge(passed / 8);
        next
    }

    /// Fails if so many bytes more are too many. To write them is counted as work.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Throw> {
        self.charge(bytes / 16);
        self.allow(bytes)
    }

    /// Fails if a text that is being written has too many bytes, or a native function that cannot stop has worked for
    /// too long.
    pub fn allow(&self, bytes: usize) -> Result<(), Throw> {
        let is_too_large = self.heap.bytes().saturating_add(bytes) > self.bytes_max;
        if is_too_large || self.steps < -STEPS_AT_ONCE_MAX {
            return Err(Throw::OutOfMemory);
        }
        Ok(())
    }

    /// An error with the place of whoever called the native function that runs.
    pub fn fail(&mut self, message: &[u8]) -> Throw {
        let text = [self.place(1).as_slice(), message].concat();
        Throw::Error(self.heap.text(&text))
    }

    /// An error with the place of the function that runs, if it is one of Lua.
    pub fn runtime_error(&mut self, message: &[u8]) -> Throw {
        let text = [self.own_place().as_slice(), message].concat();
        Throw::Error(self.heap.text(&text))
    }

    pub(crate) fn key_error(&mut self, error: KeyError) -> Throw {
        self.runtime_error(error.text())
    }

    /// Stores a value in a table for a native function.
    pub fn raw_set(&mut self, table: TableId, key: LuaValue, value: LuaValue) -> Result<(), Throw> {
        if self.heap.table(table).is_readonly {
            return Err(self.runtime_error(b"Attempt to modify a readonly table"));
        }
        self.heap
            .set(table, key, value)
            .map_err(|error| self.key_error(error))
    }

    /// Begins a call of a function, which [`Machine::advance()`] then runs.
    pub fn begin(&mut self, function: LuaValue, arguments: &[LuaValue]) {
        self.reset();
        self.push(function);
        for argument in arguments {
            self.push(*argument);
        }
        self.running.status = CoroutineStatus::Running;
    }

    /// Ends what runs.
    pub fn reset(&mut self) {
        if !self.is_main() {
            self.running = Coroutine::default();
            self.current = self.main;
        }
        let stack = std::mem::take(&mut self.running.stack);
        self.running = Coroutine {
            stack,
            ..Coroutine::default()
        };
        self.base = 0;
        self.native_depth = 0;
        self.base_depth = 0;
    }

    /// Runs at most so many steps of the call that was begun, but finishes an instruction or a library function.
    pub fn advance(&mut self, host: &mut dyn Host, steps: i64) -> Slice {
        self.steps = steps;
        if self.running.frames.is_empty()
            && self.is_main()
            && let Err(throw) = self.call(host, 0, MANY, Back::Call, true)
            && let Some(slice) = self.unwind(host, throw)
        {
            return slice;
        }
        loop {
            if self.heap.is_full() {
                self.collect();
            }
            if self.heap.bytes() > self.bytes_max {
                return Slice::OutOfMemory;
            }
            let result = match self.running.frames.last_mut() {
                None => {
                    let top = self.running.top;
                    let values = self.running.stack.get(..top).unwrap_or_default().to_vec();
                    return Slice::Returned(values);
                }
                _ if self.steps <= 0 => return Slice::Paused,
                Some(frame) if frame.is_lua => self.execute(host),
                Some(frame) => match frame.task.take() {
                    Some(task) => {
                        self.base = frame.base;
                        self.go_on(host, task)
                    }
                    None => {
                        let top = self.running.top;
                        self.leave(host, top)
                    }
                },
            };
            if let Err(throw) = result
                && let Some(slice) = self.unwind(host, throw)
            {
                return slice;
            }
        }
    }

    /// Frees what cannot be reached.
    pub fn collect(&mut self) {
        let mut roots = self.kept.clone();
        roots.push(LuaValue::Table(self.globals));
        roots.push(LuaValue::Coroutine(self.main));
        roots.push(LuaValue::Coroutine(self.current));
        self.charge(self.heap.bytes() / 64);
        self.heap.collect(&roots, &[&self.running]);
    }

    /// Begins a call of what stands at a place of the stack, with what is above it; a native function runs at once.
    pub(crate) fn call(
        &mut self,
        host: &mut dyn Host,
        function: usize,
        wanted: i32,
        back: Back,
        is_boundary: bool,
    ) -> Result<(), Throw> {
        if is_boundary {
            if self.native_depth + 1 >= NATIVE_DEPTH_MAX && !matches!(back, Back::Handler) {
                return Err(self.runtime_error(b"C stack overflow"));
            }
            self.native_depth += 1;
        }
        let entered = self.enter(function, wanted, back, is_boundary);
        match entered {
            Ok(None) => Ok(()),
            Ok(Some(native)) => {
                let outcome = native(self, host)?;
                self.settle(host, outcome)
            }
            Err(throw) => {
                if is_boundary {
                    self.native_depth -= 1;
                }
                Err(throw)
            }
        }
    }

    fn enter(
        &mut self,
        function: usize,
        wanted: i32,
        back: Back,
        is_boundary: bool,
    ) -> Result<Option<crate::lua::native::NativeFunction>, Throw> {
        let closure = match self.at(function) {
            LuaValue::Function(closure) => closure,
            other => match self.heap.metamethod(other, self.heap.names.call) {
                LuaValue::Function(closure) => {
                    let above = self.running.top - function;
                    self.push_under(above, LuaValue::Function(closure));
                    closure
                }
                _ => return Err(self.type_error(Some(function), other, b"call")),
            },
        };
        let spare = if self.has_handler() { FRAMES_SPARE } else { 0 };
        if self.running.frames.len() >= FRAMES_MAX + spare {
            return Err(self.runtime_error(b"stack overflow"));
        }
        if let Some(frame) = self.running.frames.last_mut() {
            frame.pc = self.pc;
        }
        let mut frame = CallFrame {
            closure,
            function,
            base: function + 1,
            top: 0,
            pc: 0,
            wanted,
            tail_calls: 0,
            is_lua: true,
            is_boundary,
            back,
            task: None,
        };
        let top = self.running.top;
        match self.heap.closures.get(closure.0) {
            Closure::Lua { proto, .. } => {
                let proto = self.heap.protos.get(*proto).clone();
                self.make_room(top + (proto.stack + proto.parameters) as usize + 2);
                frame.base = self.place_arguments(&proto, function)?;
                frame.top = frame.base + proto.stack as usize;
                for at in self.running.top..frame.top {
                    self.put(at, LuaValue::Nil);
                }
                self.running.top = frame.top;
                self.base = frame.base;
                self.pc = 0;
                self.running.frames.push(frame);
                Ok(None)
            }
            Closure::Native {
                function: native, ..
            } => {
                let native = *native;
                self.make_room(top + NATIVE_STACK);
                frame.is_lua = false;
                frame.top = top + NATIVE_STACK;
                self.base = frame.base;
                self.running.frames.push(frame);
                Ok(Some(native))
            }
        }
    }

    /// Moves arguments to where a function expects them; the place of the first.
    fn place_arguments(&mut self, proto: &Proto, function: usize) -> Result<usize, Throw> {
        let parameters = proto.parameters as usize;
        let top = self.running.top;
        if !proto.is_vararg {
            let base = function + 1;
            self.running.top = top.min(base + parameters);
            return Ok(base);
        }
        let given = top - function - 1;
        for _ in given..parameters {
            self.push(LuaValue::Nil);
        }
        let given = given.max(parameters);
        let extra = given - parameters;
        let mut arg = LuaValue::Nil;
        if proto.needs_arg {
            let first = self.running.top - extra;
            let table = self
                .heap
                .new_table(extra, 1)
                .map_err(|error| self.key_error(error))?;
            for index in 0..extra {
                let value = self.at(first + index);
                // The places are there.
                let _ = self.heap.set_index(table, index as i64 + 1, value);
            }
            self.heap
                .set_field(table, b"n", LuaValue::Number(extra as f64));
            arg = LuaValue::Table(table);
        }
        let fixed = self.running.top - given;
        let base = self.running.top;
        for index in 0..parameters {
            let value = self.at(fixed + index);
            self.put(fixed + index, LuaValue::Nil);
            self.push(value);
        }
        if proto.has_arg {
            self.push(arg);
        }
        Ok(base)
    }

    /// Does what a native function wants.
    pub(crate) fn settle(&mut self, host: &mut dyn Host, outcome: Outcome) -> Result<(), Throw> {
        match outcome {
            Outcome::Return(count) => self.leave(host, self.running.top - count),
            Outcome::Call {
                function,
                wanted,
                task,
            } => {
                self.keep_task(task);
                self.call(host, function, wanted, Back::Native, true)
            }
            Outcome::Later(task) => {
                self.keep_task(task);
                self.steps = self.steps.min(0);
                Ok(())
            }
            Outcome::Resume {
                coroutine,
                arguments,
                is_wrapped,
            } => self.resume(host, coroutine, arguments, is_wrapped),
            Outcome::Yield(count) => self.yield_values(host, count),
        }
    }

    pub(crate) fn keep_task(&mut self, task: Task) {
        if let Some(frame) = self.running.frames.last_mut() {
            frame.task = Some(task);
        }
    }

    /// Ends the call on top, whose results stand from `first` to the top of the stack.
    pub(crate) fn leave(&mut self, host: &mut dyn Host, first: usize) -> Result<(), Throw> {
        let Some(frame) = self.running.frames.pop() else {
            return Ok(());
        };
        let count = self.running.top.saturating_sub(first);
        let wanted = usize::try_from(frame.wanted).unwrap_or(count);
        let target = frame.function;
        self.make_room(target + wanted);
        for index in 0..wanted {
            let value = if index < count {
                self.at(first + index)
            } else {
                LuaValue::Nil
            };
            self.put(target + index, value);
        }
        self.running.top = target + wanted;
        if frame.is_boundary {
            self.native_depth -= 1;
        }
        let Some(caller) = self.running.frames.last() else {
            return match self.is_main() {
                true => Ok(()),
                false => self.finish_coroutine(host),
            };
        };
        self.base = caller.base;
        self.pc = caller.pc;
        let top = caller.top;
        let value = self.at(target);
        match frame.back {
            Back::Call => {
                if frame.wanted != MANY && caller.is_lua {
                    self.running.top = top;
                }
                Ok(())
            }
            Back::Store(place) => {
                self.running.top = top;
                self.put(place, value);
                Ok(())
            }
            Back::Drop => {
                self.running.top = top;
                Ok(())
            }
            Back::Test {
                expected,
                is_negated,
            } => {
                self.running.top = top;
                self.branch((value.is_true() != is_negated) == expected);
                self.save_pc();
                Ok(())
            }
            Back::Concat {
                total,
                last,
                target,
            } => {
                self.running.top = top;
                self.put(self.base + last - 1, value);
                self.concat(host, total - 1, last - 1, target)
            }
            Back::Loop(place) => {
                self.running.top = top;
                let value = self.at(place);
                if !value.is_nil() {
                    self.put(place - 1, value);
                }
                self.branch(!value.is_nil());
                self.save_pc();
                Ok(())
            }
            Back::Native => Ok(()),
            Back::Handler => Err(Throw::Seen(value)),
        }
    }

    fn has_handler(&self) -> bool {
        let frames = self.running.frames.iter().rev();
        frames
            .take(FRAMES_SPARE + 2)
            .any(|frame| matches!(frame.back, Back::Handler))
    }

    /// Takes an error to whoever catches it. Answers only if nothing does.
    fn unwind(&mut self, host: &mut dyn Host, throw: Throw) -> Option<Slice> {
        let mut throw = throw;
        loop {
            let (value, is_seen) = match throw {
                Throw::Error(value) => (value, false),
                Throw::Seen(value) => (value, true),
                Throw::OutOfMemory => return Some(Slice::OutOfMemory),
            };
            let catcher = self.running.frames.iter().rposition(|frame| {
                matches!(
                    frame.task,
                    Some(Task::Protected | Task::Handled | Task::Load(_))
                )
            });
            let Some(catcher) = catcher else {
                if self.is_main() {
                    let value = self.redis_error(value);
                    return Some(Slice::Failed(value));
                }
                throw = self.fail_coroutine(host, value)?;
                continue;
            };
            let is_load = self
                .running
                .frames
                .get(catcher)
                .is_some_and(|frame| matches!(frame.task, Some(Task::Load(_))));
            // `load` has no handler of its own: that of what is around it sees the error.
            let is_around =
                |frame: &CallFrame| matches!(frame.task, Some(Task::Protected | Task::Handled));
            let around = self
                .running
                .frames
                .get(..=catcher)
                .unwrap_or_default()
                .iter()
                .rposition(is_around);
            let handling = around
                .and_then(|around| self.running.frames.get(around))
                .filter(|frame| matches!(frame.task, Some(Task::Handled)));
            let mut value = value;
            if let Some(handling) = handling.map(|frame| frame.base).filter(|_| !is_seen) {
                let above = self
                    .running
                    .frames
                    .get(around.unwrap_or(catcher)..)
                    .unwrap_or_default();
                if above
                    .iter()
                    .any(|frame| matches!(frame.back, Back::Handler))
                {
                    value = self.heap.text(b"error in error handling");
                } else {
                    let handler = self.at(handling);
                    if !matches!(handler, LuaValue::Function(_)) {
                        value = self.heap.text(b"error in error handling");
                    } else {
                        if let Some(frame) = self.running.frames.last() {
                            self.running.top = self.running.top.max(frame.top);
                        }
                        let function = self.running.top;
                        self.push(handler);
                        self.push(value);
                        match self.call(host, function, 1, Back::Handler, true) {
                            Ok(()) => return None,
                            Err(next) => {
                                throw = next;
                                continue;
                            }
                        }
                    }
                }
            }
            if is_load && around.is_none() && self.is_main() {
                value = self.redis_error(value);
            }
            let Some(base) = self.catch(catcher, value, is_load) else {
                return Some(Slice::Failed(value));
            };
            match self.leave(host, base) {
                Ok(()) => return None,
                Err(next) => throw = next,
            }
        }
    }

    /// Drops the calls above the frame that catches an error, and gives it the error as its results, which begin at the
    /// place that is returned.
    fn catch(&mut self, catcher: usize, value: LuaValue, is_load: bool) -> Option<usize> {
        let is_protected = self
            .running
            .frames
            .get(catcher)
            .is_some_and(|frame| matches!(frame.task, Some(Task::Protected)));
        let dropped = self.running.frames.split_off(catcher + 1);
        let boundaries = dropped.iter().filter(|frame| frame.is_boundary).count();
        self.native_depth -= boundaries as u32;
        let frame = self.running.frames.last_mut()?;
        frame.task = None;
        let base = frame.base;
        self.close_upvalues(base);
        self.base = base;
        self.running.top = base;
        self.push(if is_load {
            LuaValue::Nil
        } else {
            LuaValue::Boolean(false)
        });
        self.push_error(value, is_protected);
        Some(base)
    }

    /// Moves the values of variables off the stack, from a place on.
    pub(crate) fn close_upvalues(&mut self, from: usize) {
        while let Some((_, id)) = self.running.open.pop_if(|(place, _)| *place >= from) {
            if let Upvalue::Open(_, place) = *self.heap.upvalues.get(id) {
                *self.heap.upvalues.get_mut(id) = Upvalue::Closed(self.at(place));
            }
        }
    }

    /// The upvalue for a place of the stack.
    pub(crate) fn open_upvalue(&mut self, place: usize) -> u32 {
        let at = self.running.open.partition_point(|(open, _)| *open < place);
        if let Some((open, id)) = self.running.open.get(at)
            && *open == place
        {
            return *id;
        }
        let id = self.heap.new_upvalue(Upvalue::Open(self.current, place));
        self.running.open.insert(at, (place, id));
        id
    }

    pub(crate) fn upvalue(&self, id: u32) -> LuaValue {
        match *self.heap.upvalues.get(id) {
            Upvalue::Closed(value) => value,
            Upvalue::Open(coroutine, place) if coroutine == self.current => self.at(place),
            Upvalue::Open(coroutine, place) => {
                let stack = &self.heap.coroutines.get(coroutine.0).stack;
                stack.get(place).copied().unwrap_or_default()
            }
            Upvalue::Gone => LuaValue::Nil,
        }
    }

    pub(crate) fn set_upvalue(&mut self, id: u32, value: LuaValue) {
        match *self.heap.upvalues.get(id) {
            Upvalue::Open(coroutine, place) if coroutine == self.current => self.put(place, value),
            Upvalue::Open(coroutine, place) => {
                let stack = &mut self.heap.coroutines.get_mut(coroutine.0).stack;
                if let Some(slot) = stack.get_mut(place) {
                    *slot = value;
                }
            }
            Upvalue::Closed(_) | Upvalue::Gone => {
                *self.heap.upvalues.get_mut(id) = Upvalue::Closed(value);
            }
        }
    }

    /// A value of its own of the native function that runs.
    pub fn own_value(&self, index: usize) -> LuaValue {
        let closure = self.running.frames.last().map(|frame| frame.closure);
        match closure.map(|closure| self.heap.closures.get(closure.0)) {
            Some(Closure::Native { upvalues, .. }) => {
                upvalues.get(index).copied().unwrap_or_default()
            }
            _ => LuaValue::Nil,
        }
    }

    /// Changes a value of its own of the native function that runs.
    pub fn set_own_value(&mut self, index: usize, value: LuaValue) {
        let Some(closure) = self.running.frames.last().map(|frame| frame.closure) else {
            return;
        };
        if let Closure::Native { upvalues, .. } = self.heap.closures.get_mut(closure.0)
            && let Some(place) = upvalues.get_mut(index)
        {
            *place = value;
        }
    }

    /// The status of a coroutine.
    pub fn coroutine_status(&self, id: CoroutineId) -> CoroutineStatus {
        if id == self.current {
            return CoroutineStatus::Running;
        }
        self.heap.coroutines.get(id.0).status
    }

    /// Makes a coroutine out of a function.
    pub fn new_coroutine(&mut self, function: LuaValue) -> CoroutineId {
        let mut coroutine = Coroutine {
            ..Coroutine::default()
        };
        coroutine.stack.push(function);
        coroutine.top = 1;
        self.heap.new_coroutine(coroutine)
    }

    fn switch_to(&mut self, id: CoroutineId) {
        if let Some(frame) = self.running.frames.last_mut() {
            frame.pc = self.pc;
        }
        let next = std::mem::take(self.heap.coroutines.get_mut(id.0));
        let before = std::mem::replace(&mut self.running, next);
        *self.heap.coroutines.get_mut(self.current.0) = before;
        self.current = id;
        if let Some(frame) = self.running.frames.last() {
            self.base = frame.base;
            self.pc = frame.pc;
        }
    }

    fn resume(
        &mut self,
        host: &mut dyn Host,
        id: CoroutineId,
        arguments: usize,
        is_wrapped: bool,
    ) -> Result<(), Throw> {
        let status = self.coroutine_status(id);
        let name: &[u8] = match status {
            CoroutineStatus::Suspended => b"",
            CoroutineStatus::Running => b"running",
            CoroutineStatus::Normal => b"normal",
            CoroutineStatus::Dead => b"dead",
        };
        let refusal = if !name.is_empty() {
            Some([b"cannot resume ", name, b" coroutine"].concat())
        } else if self.native_depth >= NATIVE_DEPTH_MAX {
            Some(b"C stack overflow".to_vec())
        } else {
            None
        };
        if let Some(refusal) = refusal {
            if is_wrapped {
                return Err(self.fail(&refusal));
            }
            let refusal = self.heap.text(&refusal);
            self.push(LuaValue::Boolean(false));
            self.push(refusal);
            let first = self.running.top - 2;
            return self.leave(host, first);
        }
        let first = self.running.top - arguments;
        let values = self
            .running
            .stack
            .get(first..self.running.top)
            .unwrap_or_default()
            .to_vec();
        self.running.top = first;
        self.running.status = CoroutineStatus::Normal;
        self.keep_task(Task::Resumed { is_wrapped });
        let resumer = self.current;
        let depths = (self.native_depth, self.base_depth);
        self.switch_to(id);
        self.running.status = CoroutineStatus::Running;
        self.running.resumer = Some(resumer);
        self.running.depths = depths;
        self.native_depth += 1;
        self.base_depth = self.native_depth;
        for value in values {
            self.push(value);
        }
        if self.running.frames.is_empty() {
            return self.call(host, 0, MANY, Back::Call, false);
        }
        // The arguments are the results of `coroutine.yield`, whose frame is on top.
        let first = self.running.top - arguments;
        if let Some(frame) = self.running.frames.last_mut() {
            frame.task = None;
        }
        self.leave(host, first)
    }

    /// Goes back to whoever resumed this coroutine.
    fn switch_back(&mut self, status: CoroutineStatus) {
        self.running.status = status;
        let (native_depth, base_depth) = self.running.depths;
        let resumer = self.running.resumer.take().unwrap_or(self.main);
        self.switch_to(resumer);
        self.running.status = CoroutineStatus::Running;
        self.native_depth = native_depth;
        self.base_depth = base_depth;
    }

    /// Gives values to the frame of `coroutine.resume` on top.
    fn deliver(&mut self, host: &mut dyn Host, values: &[LuaValue]) -> Result<(), Throw> {
        let task = self
            .running
            .frames
            .last_mut()
            .and_then(|frame| frame.task.take());
        let first = self.running.top;
        if matches!(task, Some(Task::Resumed { is_wrapped: false })) {
            self.push(LuaValue::Boolean(true));
        }
        for value in values {
            self.push(*value);
        }
        self.leave(host, first)
    }

    fn finish_coroutine(&mut self, host: &mut dyn Host) -> Result<(), Throw> {
        let values = self
            .running
            .stack
            .get(..self.running.top)
            .unwrap_or_default()
            .to_vec();
        self.running.top = 0;
        self.switch_back(CoroutineStatus::Dead);
        self.deliver(host, &values)
    }

    /// Ends a coroutine with an error. Answers the error that the resumer then has, if it does not take it as a value.
    fn fail_coroutine(&mut self, host: &mut dyn Host, value: LuaValue) -> Option<Throw> {
        self.running.frames.clear();
        self.switch_back(CoroutineStatus::Dead);
        let task = self
            .running
            .frames
            .last_mut()
            .and_then(|frame| frame.task.take());
        if matches!(task, Some(Task::Resumed { is_wrapped: true })) {
            let Some(text) = self.string_of(value) else {
                return Some(Throw::Error(value));
            };
            let text = self.heap.shared_bytes(text);
            return Some(self.fail(&text));
        }
        let first = self.running.top;
        self.push(LuaValue::Boolean(false));
        self.push(value);
        self.leave(host, first).err()
    }

    fn yield_values(&mut self, host: &mut dyn Host, count: usize) -> Result<(), Throw> {
        if self.native_depth > self.base_depth || self.is_main() {
            let message = b"attempt to yield across metamethod/C-call boundary";
            return Err(self.runtime_error(message));
        }
        let first = self.running.top - count;
        let values = self
            .running
            .stack
            .get(first..self.running.top)
            .unwrap_or_default()
            .to_vec();
        self.running.top = first;
        self.keep_task(Task::Yielded);
        self.switch_back(CoroutineStatus::Suspended);
        self.deliver(host, &values)
    }

    /// The prototype of the function that runs, if it is one of Lua.
    pub(crate) fn running_proto(&self) -> Option<Arc<Proto>> {
        let frame = self.running.frames.last()?;
        match self.heap.closures.get(frame.closure.0) {
            Closure::Lua { proto, .. } => Some(self.heap.protos.get(*proto).clone()),
            Closure::Native { .. } => None,
        }
    }

    /// Jumps where the next instruction says, or passes it.
    pub(crate) fn branch(&mut self, does_jump: bool) {
        if does_jump && let Some(proto) = self.running_proto() {
            let offset = proto.at(self.pc).sbx();
            self.pc = self.pc.wrapping_add_signed(offset as isize);
        }
        self.pc += 1;
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}
