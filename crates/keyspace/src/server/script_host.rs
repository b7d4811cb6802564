//! What a script reaches of its server.

use crate::catalogue::command::{Command, Flags};
use crate::reply::{Error, Protocol, Reply};
use crate::server::Server;
use crate::server::parts::Stage;
use crate::server::script_state::ScriptClient;
use crate::server::scripts::{Host, NOT_ALLOWED, UNKNOWN, WRONG_NUMBER};
use crate::server::work::{Budget, Context, Dispatched};

/// The server, for a script of a connection.
pub struct Caller<'a> {
    pub server: &'a mut Server,
    pub context: Context,
    pub budget: &'a mut Budget,
}

/// The cost of a command that a script calls, in addition to its own work.
const UNITS_A_COMMAND: u64 = 50;

impl Host for Caller<'_> {
    fn spend(&mut self, units: u64) -> bool {
        let goes_on = self.budget.spend(units);
        match self.server.scripts.running_mut() {
            Some(running) => running.spend(units) && goes_on,
            None => goes_on,
        }
    }

    fn call(&mut self, argv: &[Vec<u8>]) -> Result<Reply, Error> {
        self.spend(UNITS_A_COMMAND);
        let command = self.admitted(argv).inspect_err(|error| {
            let command = self.server.mode().of_line(argv);
            self.server.statistics.rejected(command, error);
        })?;
        let running = self.server.scripts.running_mut().ok_or(NOT_ALLOWED)?;
        let inner = running.client;
        let outer = self.exchange_client(inner);
        self.server.audience.script_of = Some((self.context.connection, outer.protocol));
        let dispatched = self.server.call(self.context, command, argv);
        let reply = match dispatched.map(Dispatched::at_once) {
            Ok(Dispatched::Done(reply)) => Ok(reply),
            Ok(Dispatched::Waits(_)) => Ok(Reply::Nil),
            Ok(Dispatched::Began(work)) => self.server.finish_now(self.context, work),
            Err(error) => Err(error),
        };
        self.server.audience.script_of = None;
        let inner = self.exchange_client(outer);
        if let Some(running) = self.server.scripts.running_mut() {
            running.client = inner;
        }
        reply
    }

    fn answers(&mut self, error: &Error, is_counted: bool) {
        match is_counted {
            true => self.server.statistics.failed_elsewhere += 1,
            false => self.server.statistics.answered(error),
        }
    }

    fn protocol(&self) -> Protocol {
        let running = self.server.scripts.running();
        running.map_or(Protocol::Resp2, |running| running.client.protocol)
    }

    fn set_protocol(&mut self, protocol: Protocol) {
        if let Some(running) = self.server.scripts.running_mut() {
            running.client.protocol = protocol;
        }
    }

    fn allows(&self, argv: &[Vec<u8>]) -> Option<bool> {
        let command = self.server.mode().of_line(argv)?;
        Some(self.server.allows(self.context, command, argv))
    }

    fn random_state(&self) -> u64 {
        self.server.scripts.random_state()
    }

    fn set_random_state(&mut self, state: u64) {
        self.server.scripts.set_random_state(state);
    }

    fn log(&mut self, level: u8, line: &[u8]) {
        self.server.scripts.log(level, line);
    }
}

impl Caller<'_> {
    /// Lets the connection be the client of its script, or itself again; returns what it was.
    fn exchange_client(&mut self, client: ScriptClient) -> ScriptClient {
        let Ok(connection) = self.server.connection_mut(self.context.connection) else {
            return client;
        };
        ScriptClient {
            database: std::mem::replace(&mut connection.database, client.database),
            protocol: std::mem::replace(&mut connection.protocol, client.protocol),
        }
    }

    /// The command of a line that may run.
    fn admitted(&mut self, argv: &[Vec<u8>]) -> Result<&'static Command, Error> {
        let command = self.command(argv)?;
        self.server
            .permit(self.context, command, argv, Stage::Script)?;
        let running = self.server.scripts.running_mut().ok_or(NOT_ALLOWED)?;
        running.check(command)?;
        Ok(command)
    }

    fn command(&self, argv: &[Vec<u8>]) -> Result<&'static Command, Error> {
        let command = self.server.mode().of_line(argv).ok_or(UNKNOWN)?;
        if !command.accepts(argv.len()) {
            return Err(WRONG_NUMBER);
        }
        if command.flags.has(Flags::NO_SCRIPT) {
            return Err(NOT_ALLOWED);
        }
        self.server.find(argv)
    }
}
