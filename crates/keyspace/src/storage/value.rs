//! The value of a key, of any type, and the limits of values.

pub use crate::bytes::{Bytes, VALUE_BYTES_MAX};
use crate::reply::Error;
use crate::storage::collection::Collection;
use crate::storage::key::name_bytes;
use crate::storage::object::StringForm;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The default limit of a keyspace in bytes. A page shares its tab with other pages.
pub const KEYSPACE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// What a key takes with a deadline in addition to its name and its value, in bytes: its share of the tables of a 64-bit
/// machine, as tests/memory.rs measures it. A page's 32 bits take about three quarters of all of these sizes; the same
/// line is refused everywhere.
pub const KEY_OVERHEAD_BYTES: usize = 140;
/// What a string takes in addition to its bytes.
const STRING_OVERHEAD_BYTES: usize = 72;

/// The size of a key with its value against the keyspace's limit, in bytes.
pub fn entry_bytes(key_bytes: usize, value_bytes: usize) -> usize {
    KEY_OVERHEAD_BYTES + name_bytes(key_bytes) + value_bytes
}

/// The size of a string of that length against the keyspace's limit, in bytes.
pub fn string_bytes(length: usize) -> usize {
    STRING_OVERHEAD_BYTES + length
}

/// The size of a word in a row of words against the keyspace's limit, in bytes: its place, and what an allocator takes
/// for it.
pub fn word_bytes(word: &[u8]) -> usize {
    32 + ((word.len() + 8) / 16 * 16 + 16).max(32)
}

/// The key holds a value of another type than the command is for.
pub const WRONG_TYPE: Error =
    Error::fixed("WRONGTYPE Operation against a key holding the wrong kind of value");

/// The value of a key. Cheap to clone: what is shared is copied when it is written to.
#[derive(Clone)]
pub enum Value {
    /// A string of bytes, and the kind of its last write.
    String(Bytes, StringForm),
    /// A value of another type. Its code comes with a part of the wasm; strings are all that the main one knows.
    Other(Arc<dyn Collection>),
}

impl Value {
    /// The string, for a command on strings.
    ///
    /// # Errors
    /// [`WRONG_TYPE`].
    pub fn string(&self) -> Result<&Bytes, Error> {
        match self {
            Value::String(bytes, _) => Ok(bytes),
            Value::Other(_) => Err(WRONG_TYPE),
        }
    }

    /// The string and how it was written, to be changed in place.
    ///
    /// # Errors
    /// [`WRONG_TYPE`].
    pub fn string_mut(&mut self) -> Result<(&mut Bytes, &mut StringForm), Error> {
        match self {
            Value::String(bytes, form) => Ok((bytes, form)),
            Value::Other(_) => Err(WRONG_TYPE),
        }
    }

    /// The name of its type, as TYPE answers it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::String(..) => "string",
            Value::Other(other) => other.type_name(),
        }
    }

    /// The name of OBJECT ENCODING for its layout.
    pub fn encoding(&self) -> &'static str {
        match self {
            Value::String(bytes, form) => form.encoding(bytes),
            Value::Other(other) => other.encoding(),
        }
    }

    /// The size of the value against the keyspace's limit, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Value::String(bytes, _) => string_bytes(bytes.len()),
            Value::Other(other) => other.bytes(),
        }
    }

    /// A copy that shares nothing by which OBJECT could tell them apart.
    pub fn copied(&self) -> Value {
        match self {
            Value::String(bytes, form) => Value::String(Arc::clone(bytes), form.of_copy()),
            Value::Other(other) => Value::Other(Arc::clone(other)),
        }
    }
}

impl From<Bytes> for Value {
    /// A string that was written whole.
    fn from(bytes: Bytes) -> Value {
        Value::String(bytes, StringForm::Whole)
    }
}

/// By every fact that commands show.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::String(one, form), Value::String(other, other_form)) => {
                one == other && form.is_told_as(*other_form, one)
            }
            (Value::Other(one), Value::Other(other)) => {
                Arc::ptr_eq(one, other) || one.is_same(&**other)
            }
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::String(bytes, _) => bytes.hash(state),
            Value::Other(other) => other.digest().hash(state),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::String(bytes, form) => f.debug_tuple("String").field(bytes).field(form).finish(),
            Value::Other(other) => f.write_str(other.type_name()),
        }
    }
}
