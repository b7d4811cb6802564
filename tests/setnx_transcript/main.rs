//! The program `setnx-transcript` from outside: what it prints, how it ends, and what it leaves of a file.

mod fixing;
mod hostile;
mod program;
mod redis_cli;
mod reports;
