//! A script that runs: a job of the server, which goes on in slices.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::script_host::Caller;
use crate::server::script_state::{Compiled, LoadedLibrary, Running};
use crate::server::scripts::{
    Api, Failure, Interpreter, Invocation, Library, Position, Script, ScriptFlags, Target,
};
use crate::server::work::{Budget, Context, Progress, Steps};
use std::sync::Arc;

/// What a script is answered that runs for ever where no one can stop it.
const TOO_LONG: &str = "ERR Script ended by the playground, which runs no script for longer";
/// The end of a script that was killed, in Redis' words.
const KILLED: &str = "ERR Script killed by user with SCRIPT KILL...";
/// The server was cloned while it ran a script, and the clone does not have the interpreter.
const INTERRUPTED: Error = Error::fixed("ERR Script was interrupted");

/// The function that is called.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Code {
    Script(Arc<Compiled>),
    Function {
        library: Arc<LoadedLibrary>,
        name: Vec<u8>,
    },
}

impl Code {
    /// The name in errors, in Redis' log, and in FUNCTION STATS.
    pub fn name(&self) -> &[u8] {
        match self {
            Code::Script(script) => script.sha1.as_bytes(),
            Code::Function { name, .. } => name,
        }
    }

    /// What it states of itself.
    pub fn flags(&self) -> ScriptFlags {
        match self {
            Code::Script(script) => script.flags,
            Code::Function { library, name } => {
                let mut functions = library.functions.iter();
                let found = functions.find(|function| function.name == *name);
                found.map_or_else(ScriptFlags::default, |function| function.flags)
            }
        }
    }

    /// The interpreter that runs it.
    pub fn api(&self) -> Api {
        match self {
            Code::Script(_) => Api::Eval,
            Code::Function { .. } => Api::Function,
        }
    }

    fn target(&self) -> Target<'_> {
        match self {
            Code::Script(script) => Target::Script(Script {
                sha1: &script.sha1,
                source: script.source(),
            }),
            Code::Function { library, name } => Target::Function {
                library: library.number,
                name,
            },
        }
    }

    fn error(&self, failure: Failure) -> Error {
        let mut text = failure.message;
        if let Some(Position { chunk, line }) = failure.position {
            let line = line.to_string();
            let place = [
                b" script: ",
                self.name(),
                b", on ",
                &chunk,
                b":",
                line.as_bytes(),
                b".",
            ];
            place.iter().for_each(|part| text.extend_from_slice(part));
        }
        Error::quoting(text)
    }
}

/// A call of a script or a function.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ScriptRun {
    code: Code,
    /// The number of keys in the line.
    keys: usize,
    /// The state before its first slice.
    start: Option<Running>,
    has_written: bool,
}

impl ScriptRun {
    /// The call of `code` with the first `keys` of the words of the line, from the fourth on, as keys, and the others as
    /// arguments.
    pub fn new(code: Code, keys: usize, start: Running) -> ScriptRun {
        ScriptRun {
            code,
            keys,
            start: Some(start),
            has_written: false,
        }
    }

    /// The interpreter, ready to go on.
    fn machine(&mut self, server: &mut Server, context: Context) -> Option<Box<dyn Interpreter>> {
        let api = self.code.api();
        let Some(start) = self.start.take() else {
            return server.scripts.take_machine(api);
        };
        let mut machine = server.machine(context, api)?;
        let words = start.line.get(3..).unwrap_or_default();
        let (keys, arguments) = words.split_at_checked(self.keys).unwrap_or_default();
        machine.begin(&Invocation {
            target: self.code.target(),
            keys,
            arguments,
            protocol: server.protocol(context.connection),
        });
        server.scripts.begin(start);
        Some(machine)
    }
}

impl Steps for ScriptRun {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let Some(mut machine) = self.machine(server, context) else {
            server.scripts.stop();
            return Some(Err(INTERRUPTED));
        };
        let running = server.scripts.running();
        let is_killed = running.is_none_or(|running| running.is_killed);
        let result = match is_killed {
            true => Some(Err(end(KILLED, &mut *machine))),
            false => machine.advance(&mut Caller {
                server,
                context,
                budget,
            }),
        };
        let running = server.scripts.running();
        let is_too_long = running.is_none_or(|running| running.units_left == 0);
        self.has_written = running.is_some_and(|running| running.has_written);
        let result = match result {
            None if is_too_long => Some(Err(end(TOO_LONG, &mut *machine))),
            result => result,
        };
        if result.is_some() {
            server.scripts.stop();
        }
        server.scripts.put(self.code.api(), machine);
        let result = result?;
        Some(result.map_err(|failure| {
            if failure.is_counted {
                server.statistics.failed_elsewhere += 1;
                server.statistics.ends_with_counted = true;
            }
            self.code.error(failure)
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress::default()
    }

    fn can_be_stopped(&self) -> bool {
        !self.has_written
    }
}

/// Ends a script from outside.
fn end(message: &str, machine: &mut dyn Interpreter) -> Failure {
    Failure {
        message: message.as_bytes().to_vec(),
        position: machine.stop(),
        is_counted: false,
    }
}

impl Server {
    /// The interpreter of a kind, made if need be. One for functions has all libraries.
    pub(crate) fn machine(&mut self, context: Context, api: Api) -> Option<Box<dyn Interpreter>> {
        if let Some(machine) = self.scripts.take_machine(api) {
            return Some(machine);
        }
        let mut machine = self.scripts.new_machine(api)?;
        if api == Api::Function {
            // The first run of each library has moved `math.random` on already.
            let random = self.scripts.random_state();
            for library in self.scripts.kept().libraries.clone() {
                let mut caller = Caller {
                    server: self,
                    context,
                    budget: &mut Budget::new(u64::MAX),
                };
                let library = Library {
                    number: library.number,
                    source: library.source(),
                };
                // It has been loaded before.
                let _ = machine.load(library, &mut caller);
            }
            self.scripts.set_random_state(random);
        }
        Some(machine)
    }
}
