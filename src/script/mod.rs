//! Lua, behind the keyspace's `ScriptEngine`: EVAL, and the functions of libraries.

mod engine;
mod library;
mod lua;

pub use engine::{Lua, engine};
