//! From a line that calls a script to the script that runs, and its end by SCRIPT KILL.

use crate::catalogue::command::{Command, Flags};
use crate::reply::{Error, Protocol, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::pause::Effects;
use crate::server::script_run::Code;
use crate::server::script_state::{Compiled, Kept, Running, ScriptClient};
use crate::server::scripts::{Api, Script, ScriptFlags};
use crate::server::shebang;
use crate::server::work::Context;
use crate::sha1;
use std::sync::Arc;

const NEGATIVE_KEYS: Error = Error::fixed("ERR Number of keys can't be negative");
const WRITES_IN_RO: Error =
    Error::fixed("ERR Can not execute a script with write flag using *_ro command.");
const NOT_BUSY: Error = Error::fixed("NOTBUSY No scripts in execution right now.");
const UNKILLABLE: Error = Error::fixed(
    "UNKILLABLE Sorry the script already executed write commands against the dataset. You can either wait the script \
     termination or kill the server in a hard way using the SHUTDOWN NOSAVE command.",
);

/// Number of scripts up to which a body is compared with each, which takes less than its digest.
const COMPARED_MAX: usize = 8;

impl Kept {
    /// The script of a digest, in any case.
    pub fn script(&self, digest: &[u8]) -> Option<Arc<Compiled>> {
        let digest = digest.to_ascii_lowercase();
        let at = self.place(&digest).ok()?;
        self.cache.get(at).cloned()
    }

    fn place(&self, digest: &[u8]) -> Result<usize, usize> {
        let at = self
            .cache
            .partition_point(|script| script.sha1.as_bytes() < digest);
        match self.cache.get(at) {
            Some(script) if script.sha1.as_bytes() == digest => Ok(at),
            _ => Err(at),
        }
    }
}

impl Server {
    /// The script of this body, which is then in the cache.
    ///
    /// # Errors
    /// Its first line, or the rest of it, is wrong.
    pub(crate) fn compile(
        &mut self,
        context: Context,
        body: &[u8],
    ) -> Result<Arc<Compiled>, Error> {
        let known = &self.scripts.kept().cache;
        if known.len() <= COMPARED_MAX
            && let Some(script) = known.iter().find(|script| script.body == body)
        {
            return Ok(Arc::clone(script));
        }
        let digest = sha1::hex(body);
        let at = match self.scripts.kept().place(digest.as_bytes()) {
            Ok(at) => {
                let script = self.scripts.kept().cache.get(at).cloned();
                return script.ok_or(NOT_BUSY);
            }
            Err(at) => at,
        };
        let (shebang_bytes, flags) = shebang::of_script(body)?;
        let script = Arc::new(Compiled {
            sha1: digest,
            body: body.to_vec(),
            shebang_bytes,
            flags,
        });
        self.hold(script.bytes())?;
        let Some(mut machine) = self.machine(context, Api::Eval) else {
            return Err(args::unknown_command(b"eval", &[]));
        };
        let compiled = machine.compile(Script {
            sha1: &script.sha1,
            source: script.source(),
        });
        self.scripts.put(Api::Eval, machine);
        compiled.map_err(|message| {
            args::quoted("ERR Error compiling script (new function): ", &message, "")
        })?;
        let kept = self.scripts.kept_mut();
        kept.cache.insert(at, Arc::clone(&script));
        kept.count();
        Ok(script)
    }

    /// Empties the cache of scripts, which only those can tell that call one by its digest.
    pub fn forget_scripts(&mut self) {
        if !self.scripts.kept().cache.is_empty() {
            let kept = self.scripts.kept_mut();
            kept.cache.clear();
            kept.count();
        }
    }

    /// Ends the script that runs for another connection.
    pub(crate) fn kill_script(&mut self, api: Api) -> Result<Reply, Error> {
        let running = self.scripts.running_mut().ok_or(NOT_BUSY)?;
        if running.has_written {
            return Err(UNKILLABLE);
        }
        if running.api != api {
            return Err(running.busy());
        }
        running.is_killed = true;
        Ok(Reply::OK)
    }
}

/// The effects of a line that calls a script or a function: those that it states of itself, or else its command's.
pub fn effects(server: &Server, command: &Command, argv: &[Vec<u8>]) -> Effects {
    let word = argv.get(1).map_or(&b""[..], Vec::as_slice);
    let kept = server.scripts.kept();
    let flags = match command.name() {
        "eval" | "eval_ro" => shebang::of_script(word).ok().map(|(_, flags)| flags),
        "evalsha" | "evalsha_ro" => kept.script(word).map(|script| script.flags),
        "fcall" | "fcall_ro" => {
            let function = kept.function(word);
            function.map(|(library, name)| Code::Function { library, name }.flags())
        }
        _ => None,
    };
    match flags.filter(|flags| !flags.has(ScriptFlags::UNSTATED)) {
        Some(flags) => {
            let writes = !flags.has(ScriptFlags::NO_WRITES);
            Effects {
                may_replicate: writes,
                may_grow: writes && !flags.has(ScriptFlags::ALLOW_OOM),
            }
        }
        None => Effects::of(command),
    }
}

impl Call<'_> {
    /// Shows the line to those that monitor, before the commands of its script.
    pub fn show_script(&mut self) {
        self.server
            .show(self.context, self.command, self.line, false);
    }

    /// The number of keys that the next word states, of as many words as follow it.
    pub fn number_of_keys(&mut self, not_a_number: Error) -> Result<usize, Error> {
        let keys = self.args.integer().map_err(|_| not_a_number)?;
        if keys > self.args.len() as i64 {
            return Err(args::TOO_MANY_KEYS);
        }
        usize::try_from(keys).map_err(|_| NEGATIVE_KEYS)
    }

    /// The state of a script at its beginning.
    ///
    /// # Errors
    /// Its flags do not allow to run it now, or by this command.
    pub fn start_script(&mut self, code: &Code) -> Result<Running, Error> {
        let flags = code.flags();
        let is_stated = !flags.has(ScriptFlags::UNSTATED);
        let writes = is_stated && !flags.has(ScriptFlags::NO_WRITES);
        let by_reader = self.command.flags.has(Flags::READONLY);
        let is_full = self.server.is_full();
        if writes && by_reader {
            return Err(WRITES_IN_RO);
        }
        Ok(Running {
            name: code.name().to_vec(),
            api: code.api(),
            line: self.line.to_vec(),
            began_ms: self.now_ms(),
            client: ScriptClient {
                database: self.database,
                protocol: Protocol::Resp2,
            },
            is_read_only: by_reader || is_stated && !writes,
            is_out_of_memory: is_full && !(is_stated && flags.has(ScriptFlags::ALLOW_OOM)),
            has_written: false,
            is_killed: false,
            units_left: self.server.scripts.units_max,
        })
    }
}
