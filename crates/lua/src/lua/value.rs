//! What a variable of Lua holds.

/// The number of a string in the heap. Equal strings have one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringId(pub u32);

/// The number of a table in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId(pub u32);

/// The number of a closure in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosureId(pub u32);

/// The number of a coroutine in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoroutineId(pub u32);

/// A value of Lua. Two are equal as `rawequal` has it: not a number differs from itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LuaValue {
    /// No value.
    #[default]
    Nil,
    /// A truth value.
    Boolean(bool),
    /// The null pointer, which `cjson.null` is.
    Null,
    /// A number: Lua 5.1 has floats of 64 bits alone.
    Number(f64),
    /// A string of any bytes.
    String(StringId),
    /// A table.
    Table(TableId),
    /// A function, of Lua or native.
    Function(ClosureId),
    /// A coroutine.
    Coroutine(CoroutineId),
}

impl LuaValue {
    /// The name of its type, as `type` gives it.
    pub fn type_name(self) -> &'static str {
        match self {
            LuaValue::Nil => "nil",
            LuaValue::Boolean(_) => "boolean",
            LuaValue::Null => "userdata",
            LuaValue::Number(_) => "number",
            LuaValue::String(_) => "string",
            LuaValue::Table(_) => "table",
            LuaValue::Function(_) => "function",
            LuaValue::Coroutine(_) => "thread",
        }
    }

    /// Whether a condition takes it for true: all values but nil and false.
    pub fn is_true(self) -> bool {
        !matches!(self, LuaValue::Nil | LuaValue::Boolean(false))
    }

    /// Whether it is nil.
    pub fn is_nil(self) -> bool {
        matches!(self, LuaValue::Nil)
    }
}
