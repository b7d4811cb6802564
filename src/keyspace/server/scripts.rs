//! What runs scripts, and what a script reaches of the server.

use crate::keyspace::catalogue::command;
use crate::keyspace::catalogue::record::Flags;
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::Server;
use crate::keyspace::server::dispatch::Dispatched;
use crate::keyspace::server::work::Context;

pub const UNKNOWN: Error = Error::fixed("ERR Unknown Redis command called from script");
pub const WRONG_NUMBER: Error =
    Error::fixed("ERR Wrong number of args calling Redis command from script");
pub const NOT_ALLOWED: Error = Error::fixed("ERR This Redis command is not allowed from script");

/// Runs the scripts of EVAL. Whatever it needs to remember between two of them, it keeps itself, and it must answer
/// the same to the same: two servers that are equal share their engine.
pub trait ScriptEngine: Send + Sync {
    /// Runs `script` with its KEYS and ARGV to its end. `caller` is what `redis.call` reaches.
    ///
    /// # Errors
    /// The error of the script. Its changes until then stay, as in Redis.
    fn eval(
        &self,
        script: &[u8],
        keys: &[Vec<u8>],
        arguments: &[Vec<u8>],
        caller: &mut Caller<'_>,
    ) -> Result<Reply, Error>;
}

/// The interface of a script to the server that runs it.
pub struct Caller<'a> {
    server: &'a mut Server,
    context: Context,
}

impl<'a> Caller<'a> {
    /// The interface for a script that a connection has sent.
    pub(in crate::keyspace) fn new(server: &'a mut Server, context: Context) -> Caller<'a> {
        Caller { server, context }
    }

    /// Runs one command, for the connection that sent the script, at the time of the script.
    ///
    /// # Errors
    /// The command's own, or that it is not known, has a wrong number of arguments, or is not allowed in a script.
    pub fn call(&mut self, argv: &[Vec<u8>]) -> Result<Reply, Error> {
        let command = argv.first().and_then(|name| command::find(name));
        let is_known =
            command.is_some_and(|command| command.is_here() && command.subcommands().is_empty());
        let command = match self.server.find(argv) {
            Ok(command) => command,
            Err(_) if is_known => return Err(WRONG_NUMBER),
            Err(_) => return Err(UNKNOWN),
        };
        if command.flags.has(Flags::NO_SCRIPT) {
            return Err(NOT_ALLOWED);
        }
        match self.server.call(self.context, command, argv)?.at_once() {
            Dispatched::Done(reply) => Ok(reply),
            Dispatched::Waits(_) => Ok(Reply::Nil),
            Dispatched::Began(work) => self.server.finish_now(self.context, work),
        }
    }
}
