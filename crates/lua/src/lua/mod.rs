//! Lua 5.1: compiler, machine and collector. The algorithms are those of PUC Lua 5.1.5 (see `NOTICE.md`), because a
//! script can see many of them: the order of `pairs`, names in error messages, limits.

pub mod code;
pub mod execute;
pub mod heap;
pub mod lexer;
pub mod machine;
pub mod names;
pub mod native;
pub mod number;
pub mod opcode;
pub mod parser;
pub mod table;
pub mod value;
