//! What a function of the libraries is and how it reaches its arguments.

use crate::lua::machine::Machine;
use crate::lua::number;
use crate::lua::value::{CoroutineId, LuaValue, StringId, TableId};
use keyspace::scripts::{Host, Registered};
use std::fmt;

/// What the host's functions remember of what runs.
#[derive(Clone, Debug, Default)]
pub struct RunState {
    /// Whether a script of a client runs, not the code of a library.
    pub is_running: bool,
    /// What the code of a library has registered, while it runs: the functions, and what is known of them.
    pub registered: Option<Vec<(Registered, LuaValue)>>,
}

/// Why a function ended early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Throw {
    /// An error that `pcall` catches.
    Error(LuaValue),
    /// An error that its handler has seen.
    Seen(LuaValue),
    /// The script would need more memory than it may have. Nothing catches that.
    OutOfMemory,
}

/// The result of what a function of the libraries does.
pub type Result<T, E = Throw> = std::result::Result<T, E>;

/// What a native function wants next.
pub enum Outcome {
    /// It is done: so many values on top of the stack are its results.
    Return(usize),
    /// Calls the function that stands at a place of the stack with what is above it, and goes on with its task then.
    Call {
        function: usize,
        wanted: i32,
        task: Task,
    },
    /// It goes on in the next slice.
    Later(Task),
    /// Gives so many values to a coroutine and goes on when that gives some back.
    Resume {
        coroutine: CoroutineId,
        arguments: usize,
        is_wrapped: bool,
    },
    /// Gives so many values back to whoever resumed this coroutine.
    Yield(usize),
}

/// What a native function does after a call that it made, or in the next slice.
#[derive(Clone, Debug)]
pub enum Task {
    /// `pcall`: errors end here.
    Protected,
    /// `xpcall`: errors end here, after the handler, which is the first value of its frame.
    Handled,
    /// Returns what the call returned.
    PassOn,
    /// `coroutine.resume` or a function of `coroutine.wrap`.
    Resumed { is_wrapped: bool },
    /// `coroutine.yield`.
    Yielded,
    /// `load`: what its reader gave so far.
    Load(Vec<u8>),
    /// What a library defines for a function of its own.
    Continue(Box<dyn Continuation>),
}

/// The rest of a native function that has stopped. It holds no objects of the heap but such as are within others on the
/// stack.
pub trait Continuation: Copied + Send {
    /// Goes on where it stopped.
    ///
    /// # Errors
    /// Those of the function.
    fn go_on(self: Box<Self>, machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome>;
}

/// A copy of a [`Continuation`] of any type.
pub trait Copied {
    fn copied(&self) -> Box<dyn Continuation>;
}

impl<C: Continuation + Clone + 'static> Copied for C {
    fn copied(&self) -> Box<dyn Continuation> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Continuation> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

impl fmt::Debug for dyn Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
}

/// A function of the libraries.
pub type NativeFunction = fn(&mut Machine, &mut dyn Host) -> Result<Outcome>;

/// The arguments of the native function that runs. They are counted from 1.
impl Machine {
    /// The number of arguments.
    pub fn argument_count(&self) -> usize {
        self.top().saturating_sub(self.base())
    }

    /// An argument, if it was given.
    pub fn given(&self, index: usize) -> Option<LuaValue> {
        (index <= self.argument_count()).then(|| self.at(self.base() + index - 1))
    }

    /// An argument, nil if it was not given.
    pub fn argument(&self, index: usize) -> LuaValue {
        self.given(index).unwrap_or_default()
    }

    /// Whether an argument was not given or is nil.
    pub fn is_missing(&self, index: usize) -> bool {
        self.argument(index).is_nil()
    }

    /// The error that an argument is wrong.
    pub fn bad_argument(&mut self, index: usize, message: &[u8]) -> Throw {
        let mut index = index;
        let (name, is_method) = match self.function_name(0) {
            Some((kind, name)) => (name, kind == b"method"),
            None => (b"?".to_vec(), false),
        };
        if is_method {
            index -= 1;
            if index == 0 {
                return self.fail(
                    &[
                        b"calling '",
                        name.as_slice(),
                        b"' on bad self (",
                        message,
                        b")",
                    ]
                    .concat(),
                );
            }
        }
        let mut text = b"bad argument #".to_vec();
        keyspace::number::push(&mut text, index as i64);
        text.extend_from_slice(&[b" to '", name.as_slice(), b"' (", message, b")"].concat());
        self.fail(&text)
    }

    /// The error that an argument has another type than it must have.
    pub fn wrong_type(&mut self, index: usize, expected: &[u8]) -> Throw {
        let found = self.given(index).map_or("no value", LuaValue::type_name);
        self.bad_argument(
            index,
            &[expected, b" expected, got ", found.as_bytes()].concat(),
        )
    }

    /// An argument that must be given.
    pub fn any_argument(&mut self, index: usize) -> Result<LuaValue> {
        match self.given(index) {
            Some(value) => Ok(value),
            None => Err(self.bad_argument(index, b"value expected")),
        }
    }

    /// An argument that must be a table.
    pub fn table_argument(&mut self, index: usize) -> Result<TableId> {
        match self.argument(index) {
            LuaValue::Table(table) => Ok(table),
            _ => Err(self.wrong_type(index, b"table")),
        }
    }

    /// An argument that must be a function.
    pub fn function_argument(&mut self, index: usize) -> Result<LuaValue> {
        match self.argument(index) {
            function @ LuaValue::Function(_) => Ok(function),
            _ => Err(self.wrong_type(index, b"function")),
        }
    }

    /// A value as a number, if it is one or a text of one.
    pub fn to_number(&self, value: LuaValue) -> Option<f64> {
        match value {
            LuaValue::Number(number) => Some(number),
            LuaValue::String(id) => number::parse(self.heap.bytes_of(id)),
            _ => None,
        }
    }

    /// An argument that must be a number.
    pub fn number_argument(&mut self, index: usize) -> Result<f64> {
        match self.to_number(self.argument(index)) {
            Some(number) => Ok(number),
            None => Err(self.wrong_type(index, b"number")),
        }
    }

    /// An argument that must be a number, cut to 64 bits.
    pub fn integer_argument(&mut self, index: usize) -> Result<i64> {
        self.number_argument(index).map(number::to_integer)
    }

    /// An argument that must be a number, cut to 32 bits.
    pub fn int_argument(&mut self, index: usize) -> Result<i32> {
        self.number_argument(index).map(number::to_int)
    }

    /// Like [`Machine::integer_argument()`], with a value for one that is missing.
    pub fn optional_integer(&mut self, index: usize, default: i64) -> Result<i64> {
        match self.is_missing(index) {
            true => Ok(default),
            false => self.integer_argument(index),
        }
    }

    /// Like [`Machine::int_argument()`], with a value for one that is missing.
    pub fn optional_int(&mut self, index: usize, default: i32) -> Result<i32> {
        match self.is_missing(index) {
            true => Ok(default),
            false => self.int_argument(index),
        }
    }

    /// A value as a string, if it is one or a number.
    pub fn string_of(&mut self, value: LuaValue) -> Option<StringId> {
        match value {
            LuaValue::String(id) => Some(id),
            LuaValue::Number(number) => Some(self.heap.string(&number::text(number))),
            _ => None,
        }
    }

    /// An argument that must be a string or a number.
    pub fn string_argument(&mut self, index: usize) -> Result<StringId> {
        match self.string_of(self.argument(index)) {
            Some(id) => Ok(id),
            None => Err(self.wrong_type(index, b"string")),
        }
    }

    /// The bytes of an argument that must be a string or a number.
    pub fn bytes_argument(&mut self, index: usize) -> Result<keyspace::Bytes> {
        let id = self.string_argument(index)?;
        Ok(self.heap.shared_bytes(id))
    }

    /// Puts a value on the stack as a result.
    pub fn result(&mut self, value: LuaValue) -> Result<Outcome> {
        self.push(value);
        Ok(Outcome::Return(1))
    }

    /// Puts a number on the stack as a result.
    pub fn number_result(&mut self, number: f64) -> Result<Outcome> {
        self.result(LuaValue::Number(number))
    }

    /// Puts a string on the stack as a result.
    pub fn bytes_result(&mut self, bytes: Vec<u8>) -> Result<Outcome> {
        self.reserve(bytes.len())?;
        let id = self.heap.owned_string(std::sync::Arc::new(bytes));
        self.result(LuaValue::String(id))
    }
}
