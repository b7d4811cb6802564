//! Statistics of a running server, which INFO, LATENCY, SLOWLOG and ACL LOG show; they are not part of the comparison of servers.

use crate::catalogue::command::Command;
use crate::reply::Error;
use crate::server::access_log::AccessLog;
use crate::server::slow_log::SlowLog;
use std::sync::Arc;

/// Most codes of errors that are told apart. Redis' own are fewer; a script can make any.
const CODES_MAX: usize = 128;
/// The code of an error that has none.
const NO_CODE: &[u8] = b"ERR";
/// Number of bytes within which the end of an error's code is looked for.
const CODE_BYTES_MAX: usize = 31;

/// Counted since the server began, or since CONFIG RESETSTAT.
#[derive(Clone, Default)]
pub struct Statistics {
    /// When the first command came, in Unix milliseconds. CONFIG RESETSTAT leaves it.
    pub began_ms: Option<i64>,
    /// Commands that were run, those of transactions included.
    pub commands: u64,
    /// Connections that were made.
    pub connections: u64,
    /// The number of removed expired keys.
    pub expired_keys: u64,
    /// How often a key was looked up to be read, and was there.
    pub hits: u64,
    /// How often it was not.
    pub misses: u64,
    /// The number of errors that were answered, those within EXEC's replies included.
    pub errors: u64,
    /// The same by their codes, in the order of these.
    pub codes: Vec<(Vec<u8>, u64)>,
    /// [`Statistics::errors`] when the last command began or ended.
    errors_seen: u64,
    /// Errors that the command answers and others have counted: those of the commands of a script.
    pub failed_elsewhere: u64,
    /// Whether the error with which the command ends is one of these.
    pub ends_with_counted: bool,
    /// For each command that was sent, in the order in which they came.
    pub calls: Vec<Calls>,
    /// Whether `latency-tracking` is off. CONFIG RESETSTAT leaves it, as all below.
    pub is_untracked: bool,
    /// Whether SLOWLOG takes every command: those that take no time at all are as slow as others where there is no clock.
    pub logs_all: bool,
    /// `None` until a command is logged.
    pub slow_log: Option<Arc<SlowLog>>,
    /// `None` until a command or a login is refused.
    pub access_log: Option<Arc<AccessLog>>,
}

/// The numbers of one command.
#[derive(Clone, Copy, Default)]
pub struct Calls {
    /// The place of its name: see [`Command::name_at`].
    pub name_at: u16,
    /// How often it was run.
    pub done: u64,
    /// How often it was refused before it could run.
    pub rejected: u64,
    /// How often it answered an error.
    pub failed: u64,
    /// How often it was run to its end while `latency-tracking` was on.
    pub tracked: u64,
}

impl Statistics {
    /// The Unix time in seconds that stands for the last save: nothing is saved, so as in Redis until the first one it is
    /// the time at which the server began.
    pub fn last_save_s(&self, now_ms: i64) -> i64 {
        self.began_ms.unwrap_or(now_ms).div_euclid(1000)
    }

    /// Begins to count again.
    pub fn reset(&mut self) {
        let old = std::mem::take(self);
        *self = Statistics {
            began_ms: old.began_ms,
            is_untracked: old.is_untracked,
            logs_all: old.logs_all,
            slow_log: old.slow_log,
            access_log: old.access_log,
            ..Statistics::default()
        };
    }

    /// The log of SLOWLOG, to be changed.
    pub fn slow_log(&mut self) -> &mut SlowLog {
        Arc::make_mut(self.slow_log.get_or_insert_default())
    }

    /// What the logs take, in bytes.
    pub fn log_bytes(&self) -> usize {
        let slow = self.slow_log.as_ref().map_or(0, |log| log.entries.bytes());
        slow + self.access_log.as_ref().map_or(0, |log| log.bytes())
    }

    /// The numbers of a command, by the place of its name; always `Some`.
    fn of(&mut self, name_at: u16) -> Option<&mut Calls> {
        let known = self.calls.iter().position(|own| own.name_at == name_at);
        if let Some(at) = known {
            return self.calls.get_mut(at);
        }
        self.calls.push(Calls {
            name_at,
            ..Calls::default()
        });
        self.calls.last_mut()
    }

    /// Counts a command that was refused before it could run, if it is known, and the error.
    pub fn rejected(&mut self, command: Option<&Command>, error: &Error) {
        self.answered(error);
        if let Some(calls) = command.and_then(|command| self.of(command.name_at)) {
            calls.rejected += 1;
        }
        // A script that called it answers errors of its own.
        self.begins();
    }

    /// Notes that a command begins: errors from now on are its own.
    pub fn begins(&mut self) {
        self.errors_seen = self.errors;
    }

    /// Counts a command that ran, and the error that it answered. One that waits is tracked at the end of that.
    pub fn ended(&mut self, name_at: u16, error: Option<&Error>, waits: bool) {
        let is_counted = std::mem::take(&mut self.ends_with_counted);
        if let Some(error) = error
            && !is_counted
        {
            self.answered(error);
        }
        let elsewhere = std::mem::take(&mut self.failed_elsewhere);
        let failed = u64::from(self.errors > self.errors_seen) + elsewhere;
        self.errors_seen = self.errors;
        self.commands += 1;
        let tracked = u64::from(!self.is_untracked && !waits);
        if let Some(calls) = self.of(name_at) {
            calls.done += 1;
            calls.failed += failed;
            calls.tracked += tracked;
        }
    }

    /// Counts the reply of a command that waited until it was served, or that was woken by an error.
    pub fn served(&mut self, command: &Command, error: Option<&Error>) {
        if let Some(error) = error {
            self.answered(error);
        }
        let tracked = u64::from(!self.is_untracked);
        if let Some(calls) = self.of(command.name_at) {
            calls.failed += u64::from(error.is_some());
            calls.tracked += tracked;
        }
    }

    /// Counts an error that is answered.
    pub fn answered(&mut self, error: &Error) {
        self.errors += 1;
        let bytes = error.bytes();
        let end = bytes
            .iter()
            .take(CODE_BYTES_MAX)
            .position(|byte| *byte == b' ');
        let code = end.and_then(|end| bytes.get(..end)).unwrap_or(NO_CODE);
        let at = self.codes.partition_point(|(own, _)| &own[..] < code);
        let is_full = self.codes.len() >= CODES_MAX;
        match self.codes.get_mut(at).filter(|(own, _)| own == code) {
            Some((_, count)) => *count += 1,
            None if is_full => {}
            None => self.codes.insert(at, (code.to_vec(), 1)),
        }
    }
}
