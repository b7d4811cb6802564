//! Where transcripts are run: in this process, or on a server.

use crate::redis::Redis;
use setnx_playground::cli::Entry;
use setnx_playground::keyspace::KeyspaceMode;
use setnx_playground::transcript::{Backend, Engine};
use std::rc::Rc;

/// The time in every transcript that is run in this process, in Unix milliseconds, so that all runs give the same result.
const NOW_MS: i64 = 1_700_000_000_000;

/// A place to run transcripts.
pub enum Target {
    Engine(Box<Engine>),
    Redis(Box<Redis>),
}

impl Target {
    /// This process, or the server at `address`, to which some commands may be sent that reach beyond keys.
    ///
    /// # Errors
    /// Why that server cannot be used.
    pub fn open(address: Option<&str>, allowed: &[String]) -> Result<Target, String> {
        Ok(match address {
            None => Target::Engine(Box::new(Engine::new(NOW_MS))),
            Some(address) => Target::Redis(Box::new(Redis::open(address, allowed)?)),
        })
    }

    /// The server's own name, with its version; `None` for this process.
    pub fn name(&self) -> Option<String> {
        match self {
            Target::Engine(_) => None,
            Target::Redis(redis) => Some(redis.name()),
        }
    }
}

impl Backend for Target {
    fn restart(&mut self, mode: KeyspaceMode) -> Result<(), String> {
        match self {
            Target::Engine(engine) => engine.restart(mode),
            Target::Redis(redis) => redis.restart(mode),
        }
    }

    fn run(&mut self, line: &str) -> Result<Option<Rc<Entry>>, String> {
        match self {
            Target::Engine(engine) => engine.run(line),
            Target::Redis(redis) => redis.run(line),
        }
    }

    fn copy(&self) -> Option<Engine> {
        match self {
            Target::Engine(engine) => engine.copy(),
            Target::Redis(redis) => redis.copy(),
        }
    }

    fn slack_s(&self) -> i64 {
        match self {
            Target::Engine(engine) => engine.slack_s(),
            Target::Redis(redis) => redis.slack_s(),
        }
    }
}
