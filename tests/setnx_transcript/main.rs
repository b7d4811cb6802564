//! The program `setnx-transcript` from outside: what it prints, how it ends, and what it leaves of a file.

mod fixing;
mod forms;
mod hostile;
mod pages;
mod program;
#[expect(dead_code, reason = "the comparison of replies needs more of it")]
#[path = "../redis/mod.rs"]
mod redis;
mod redis_cli;
mod reports;
mod servers;
