//! Lock algorithms: a small language whose command lines *are* Redis commands, its parser, and the algorithms themselves.
//!
//! A program says what one client does: how it acquires the lock, works, and releases it. Nothing runs here; the
//! simulator does that.
//!
//! ```text
//! # A line that begins with # is a comment.
//! acquire:
//!   SETNX lock.foo <mine := now + lease + 1>
//!   if reply = 1: enter until mine
//!   wait 1
//!   retry
//! work:
//!   work 3
//! release:
//!   if now < mine: DEL lock.foo
//! ```
//!
//! - A line in capitals is a Redis command, in the notation of `redis-cli`; it is one atomic step. A word `<...>` is
//!   computed when the command is sent, and may keep its value in a register: `<mine := now + 1>`.
//! - `now` is the client's own clock in whole seconds, read when the line is evaluated; `sent` what it showed when the
//!   last request was computed; `lease` a setting, in seconds; `me` the client's name, as a text; `token` a text that
//!   is new for each attempt; `draft` a text to write to the store, another for each client; `reply` the last reply,
//!   `reply.1` the first of several. A reply that reads as an integer is one. `name := value` keeps a value.
//! - An attempt begins with the program, after a restart, and with `retry`. One `retry` begins none: if nobody answered
//!   the program's first request, and no other request stands above the `retry`, the request is repeated as it was.
//! - `on A: ` before a command names the server, `on A, B: ` several, and `on all: ` every one that is no replica; they
//!   are asked at once. `within 2: ` before a command, or `on all within 2: `, waits so many seconds for replies, and
//!   goes on with those that came; `until majority` goes on as soon as a majority has said yes, or none can any more. Then `answers` is how many replied, and `yes` how many of them with anything but nil,
//!   0 or an error. `majority` is more than half of the servers.
//! - `EVAL NAME 1 lock.foo <token>` runs the script of that name, one atomic step. Its text stands at the end of the
//!   program, below `script NAME:`, each line behind two spaces. In place of a name a text in quotes is a script too.
//! - Commands are those of Redis 7.0.15. `DELEX`, and `SET` with `IFEQ` or `IFNE`, let the servers of a run be of Redis 8.4,
//!   and `DELIFEQ` of Valkey 9.
//! - `MULTI`, commands and `EXEC`, each on a line of its own, are one step; its reply is that of EXEC.
//! - `if a < b:` (`=`, `!=`, `<`, `<=`, `>`, `>=`) guards statements with commas between them, or one command, which is
//!   one step together with its condition. A comparison with nil is false, but for `= nil` and `!= nil`, which ask for
//!   it. A client that puts a text in an order, or that the server refuses, stops and says so.
//! - `read` and `write x` ask the store that the lock guards, in `work:`, a step each; `with t` shows it a fencing token.
//!   `claim with t` makes it refuse every other token from then on.
//! - `enter until x` goes on to `work:` as the holder; `retry` goes back to the first line; `wait n` and `work n` take n
//!   seconds; `give up` ends the program. The holder leaves when `release:` begins, which `done` ends early.
//! - A file may hold several programs, each below `role NAME:`, such as readers and a writer. The clients run them in turn,
//!   unless they are given one each.
//! - `meanwhile:`, the last section, may be left out. It is a second thread of the client, which runs while the client
//!   holds the lock: `extend until x` states another end of the lease, `leave` stops being the holder, `retry` goes back
//!   to its first line, and `done` ends it.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod colour;
mod complete;
mod condition;
mod counter;
mod cursor;
mod diagnostic;
mod effects;
mod expression;
mod live;
mod named;
mod parse;
mod program;
mod programs;
mod refusal;
mod registers;
mod roles;
mod says;
mod statement;
mod unfit;

pub use colour::{StretchKind, stretches};
pub use complete::{Completions, STATEMENTS, completions, script_for};
pub use condition::{Condition, Relation};
pub use diagnostic::Diagnostic;
pub use effects::{Effects, common};
pub use expression::{Expression, Inputs, Sum, SumAtom, Trouble, Value};
pub use live::{CONSTANT_MAX, Kept, TimeUse};
pub use named::Named;
pub use parse::SOURCE_BYTES_MAX;
pub use program::{
    ANY_NUMBER, Ask, CommandWord, Op, OpKind, Program, Scripts, Section, Servers, StoreDeed,
};
pub use programs::{Algorithm, AlgorithmGroup};
pub use roles::ROLES_MAX;
pub use unfit::blocks;
