//! Scripts, and the cache of scripts.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::script_run::{Code, ScriptRun};
use crate::server::scripts::Api;
use crate::server::work::Work;

const FLUSH_MODE: Error = Error::fixed("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
/// The length of a digest in hexadecimal.
const DIGEST_BYTES: usize = 40;
const HELP: &str = "\
SCRIPT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
DEBUG (YES|SYNC|NO)
    Set the debug mode for subsequent scripts executed.
EXISTS <sha1> [<sha1> ...]
    Return information about the existence of the scripts in the script cache.
FLUSH [ASYNC|SYNC]
    Flush the Lua scripts cache. Very dangerous on replicas.
    When called without the optional mode argument, the behavior is determined by the
    lazyfree-lazy-user-flush configuration directive. Valid modes are:
    * ASYNC: Asynchronously flush the scripts cache.
    * SYNC: Synchronously flush the scripts cache.
KILL
    Kill the currently executing Lua script.
LOAD <script>
    Load a script into the scripts cache without executing it.
HELP
    Prints this help.";

const NO_SCRIPT: Error = Error::fixed("NOSCRIPT No matching script. Please use EVAL.");

pub const HANDLERS: Handlers = &[
    ("eval", Long(eval)),
    ("evalsha", Long(evalsha)),
    ("eval_ro", Long(eval)),
    ("evalsha_ro", Long(evalsha)),
    ("script|exists", Now(exists)),
    ("script|flush", Now(flush)),
    ("script|kill", Now(kill)),
    ("script|load", Now(load)),
    ("script|help", Now(help)),
];

fn eval(call: &mut Call<'_>) -> Result<Work, Error> {
    call.show_script();
    let body = call.args.word()?;
    let keys = call.number_of_keys(args::NOT_AN_INTEGER)?;
    let script = call.server.compile(call.context, body)?;
    run(call, Code::Script(script), keys)
}

fn evalsha(call: &mut Call<'_>) -> Result<Work, Error> {
    call.show_script();
    let digest = call.args.word()?;
    if digest.len() != DIGEST_BYTES {
        return Err(NO_SCRIPT);
    }
    let keys = call.number_of_keys(args::NOT_AN_INTEGER)?;
    let script = call.server.scripts.kept().script(digest).ok_or(NO_SCRIPT)?;
    run(call, Code::Script(script), keys)
}

fn run(call: &mut Call<'_>, code: Code, keys: usize) -> Result<Work, Error> {
    let start = call.start_script(&code)?;
    call.begin(ScriptRun::new(code, keys, start))
}

fn load(call: &mut Call<'_>) -> Result<Reply, Error> {
    let body = call.args.word()?;
    let script = call.server.compile(call.context, body)?;
    Ok(Reply::bulk(script.sha1.as_bytes()))
}

fn exists(call: &mut Call<'_>) -> Result<Reply, Error> {
    let kept = call.server.scripts.kept();
    let found = call
        .args
        .by_ref()
        .map(|digest| Reply::Int(i64::from(kept.script(digest).is_some())));
    Ok(Reply::Array(found.collect()))
}

fn flush(call: &mut Call<'_>) -> Result<Reply, Error> {
    let is_known = |mode: &[u8]| args::is_option(mode, "sync") || args::is_option(mode, "async");
    let mode = call.args.next();
    if mode.is_some_and(|mode| !is_known(mode)) || !call.args.is_empty() {
        return Err(FLUSH_MODE);
    }
    let kept = call.server.scripts.kept_mut();
    kept.cache.clear();
    kept.count();
    call.server.scripts.drop_machine(Api::Eval);
    Ok(Reply::OK)
}

fn kill(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.kill_script(Api::Eval)
}

fn help(_: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::lines(HELP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripts::{
        Failure, Host, Interpreter, Invocation, Library, LoadError, NOT_ALLOWED, Position,
        Registered, Script, ScriptEngine, Target, UNKNOWN, WRONG_NUMBER,
    };
    use crate::server::Server;
    use crate::{Advance, Begun, ConnectionId, words};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// An engine whose scripts are commands, one a line; the reply is that of the last. `loop` runs for ever.
    struct Lines;

    #[derive(Clone, Default)]
    struct LineByLine {
        lines: Vec<Vec<u8>>,
        at: usize,
        last: Option<Reply>,
    }

    impl ScriptEngine for Lines {
        fn interpreter(&self, _: Api) -> Box<dyn Interpreter> {
            Box::new(LineByLine::default())
        }
    }

    impl Interpreter for LineByLine {
        fn compile(&mut self, script: Script<'_>) -> Result<(), Vec<u8>> {
            match script.source {
                b"(" => Err(b"user_script:1: unexpected symbol".to_vec()),
                _ => Ok(()),
            }
        }

        fn load(&mut self, _: Library<'_>, _: &mut dyn Host) -> Result<Vec<Registered>, LoadError> {
            Ok(Vec::new())
        }

        fn unload(&mut self, _: u64) {}

        fn begin(&mut self, invocation: &Invocation<'_>) {
            let Target::Script(script) = invocation.target else {
                return;
            };
            let lines = script.source.split(|byte| *byte == b'\n');
            *self = LineByLine {
                lines: lines.map(<[u8]>::to_vec).collect(),
                ..LineByLine::default()
            };
        }

        fn advance(&mut self, caller: &mut dyn Host) -> Option<Result<Reply, Failure>> {
            while let Some(line) = self.lines.get(self.at) {
                if line == b"loop" {
                    while caller.spend(1000) {}
                    return None;
                }
                self.at += 1;
                if line.is_empty() {
                    continue;
                }
                match caller.call(&words::split(line).unwrap()) {
                    Ok(reply) => self.last = Some(reply),
                    Err(error) => {
                        return Some(Err(Failure {
                            message: error.bytes().to_vec(),
                            position: None,
                            is_counted: true,
                        }));
                    }
                }
            }
            Some(Ok(self.last.take().unwrap_or(Reply::Nil)))
        }

        fn stop(&mut self) -> Option<Position> {
            Some(Position {
                chunk: b"@user_script".to_vec(),
                line: self.at as i64 + 1,
            })
        }

        fn settings(&self) -> Vec<u8> {
            Vec::new()
        }

        fn set_settings(&mut self, _: &[u8]) {}

        fn copied(&self) -> Box<dyn Interpreter> {
            Box::new(self.clone())
        }
    }

    fn with_scripts() -> (Server, ConnectionId) {
        let mut server = Server::new().with_script_engine(&Lines);
        let id = server.connect();
        (server, id)
    }

    fn text(reply: &Reply) -> String {
        let mut bytes = Vec::new();
        reply.encode(Default::default(), &mut bytes);
        String::from_utf8(bytes)
            .unwrap()
            .trim_end()
            .replace("\r\n", " ")
    }

    fn words_of(line: &str) -> Vec<Vec<u8>> {
        words::split(line.as_bytes()).unwrap()
    }

    fn run_on(server: &mut Server, id: ConnectionId, now_ms: i64, line: &str) -> String {
        text(&server.execute(id, now_ms, &words_of(line)))
    }

    /// Begins a script on one connection, and lets it run for a slice; another connection stands beside it.
    fn with_a_script_under_way(script: &str) -> (Server, ConnectionId, ConnectionId) {
        let (mut server, id) = with_scripts();
        let other = server.connect();
        let line = [b"EVAL".to_vec(), script.into(), b"0".to_vec()];
        assert_eq!(server.begin(id, 1000, &line), Begun::Running);
        assert!(matches!(server.advance(100), Advance::Working(_)));
        (server, id, other)
    }

    #[test]
    fn a_script_runs_commands_when_there_is_an_engine_for_it() {
        let (mut server, id) = with_scripts();
        let mut run = |line: &str| run_on(&mut server, id, 0, line);
        assert_eq!(run(r#"EVAL "SET k 7\nINCR k" 1 k"#), ":8");
        for (line, error) in [
            ("EVAL MULTI 0", NOT_ALLOWED),
            ("EVAL 'EVAL x 0' 0", NOT_ALLOWED),
            ("EVAL NOSUCH 0", UNKNOWN),
            ("EVAL 'CONFIG NOSUCH' 0", UNKNOWN),
            ("EVAL GET 0", WRONG_NUMBER),
            ("EVAL CONFIG 0", WRONG_NUMBER),
            ("EVAL x 2 k", args::TOO_MANY_KEYS),
            ("EVAL x x k", args::NOT_AN_INTEGER),
            (&format!("EVALSHA {} 0", "0".repeat(40)), NO_SCRIPT),
            ("EVALSHA short x", NO_SCRIPT),
        ] {
            let expected = format!("-{}", String::from_utf8_lossy(error.bytes()));
            assert_eq!(run(line), expected, "{line}");
        }
        assert_eq!(run("EVAL x -1 k"), "-ERR Number of keys can't be negative");
        assert_eq!(
            run("EVAL ( 0"),
            "-ERR Error compiling script (new function): user_script:1: unexpected symbol"
        );
    }

    #[test]
    fn a_script_is_kept_and_called_by_its_digest() {
        let (mut server, id) = with_scripts();
        let before = server.clone();
        let digest = run_on(&mut server, id, 0, "SCRIPT LOAD PING");
        let digest = digest.trim_start_matches("$40 ").to_owned();
        assert!(server != before, "the cache counts");
        // A clone has the cache.
        let mut clone = server.clone();
        assert!(clone == server);
        for server in [&mut server, &mut clone] {
            let mut run = |line: &str| run_on(server, id, 0, line);
            assert_eq!(run(&format!("EVALSHA {digest} 0")), "+PONG");
            assert_eq!(
                run(&format!("EVALSHA {} 0", digest.to_uppercase())),
                "+PONG"
            );
            assert_eq!(run(&format!("SCRIPT EXISTS {digest} x")), "*2 :1 :0");
        }
        assert_eq!(run_on(&mut server, id, 0, "SCRIPT FLUSH ASYNC"), "+OK");
        assert_eq!(
            run_on(&mut server, id, 0, &format!("SCRIPT EXISTS {digest}")),
            "*1 :0"
        );
        assert!(server == before);
        let refused = run_on(&mut server, id, 0, "SCRIPT FLUSH NOW");
        assert_eq!(refused, "-ERR SCRIPT FLUSH only support SYNC|ASYNC option");
    }

    /// Counts the interpreters that it makes.
    struct Counting(AtomicUsize);

    impl ScriptEngine for Counting {
        fn interpreter(&self, api: Api) -> Box<dyn Interpreter> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Lines.interpreter(api)
        }
    }

    #[test]
    fn a_server_and_its_clone_share_an_interpreter_that_does_not_run() {
        static ENGINE: Counting = Counting(AtomicUsize::new(0));
        let made = || ENGINE.0.load(Ordering::Relaxed);
        let mut server = Server::new().with_script_engine(&ENGINE);
        let id = server.connect();
        let mut clone = server.clone();
        for server in [&mut server, &mut clone] {
            for _ in 0..2 {
                assert_eq!(run_on(server, id, 0, "EVAL PING 0"), "+PONG");
            }
        }
        assert_eq!(made(), 1);
        let line = words_of("EVAL loop 0");
        assert_eq!(server.begin(id, 0, &line), Begun::Running);
        assert!(matches!(server.advance(100), Advance::Working(_)));
        assert_eq!(run_on(&mut clone, id, 0, "EVAL PING 0"), "+PONG");
        assert_eq!(made(), 2);
    }

    #[test]
    fn a_script_that_may_only_read_cannot_write() {
        let (mut server, id) = with_scripts();
        let mut run = |line: &str| run_on(&mut server, id, 0, line);
        let refused = "-ERR Write commands are not allowed from read-only scripts.";
        for line in [
            "EVAL_RO 'SET k v' 1 k",
            "EVAL_RO 'PUBLISH c m' 0",
            r##"EVAL "#!lua flags=no-writes\nDEL k" 0"##,
        ] {
            assert_eq!(run(line), refused, "{line}");
        }
        assert_eq!(run("EVAL_RO 'GET k' 1 k"), "$-1");
        assert_eq!(
            run(r##"EVAL_RO "#!lua\nGET k" 0"##),
            "-ERR Can not execute a script with write flag using *_ro command."
        );
    }

    #[test]
    fn a_database_that_a_script_selects_is_its_own() {
        let (mut server, id) = with_scripts();
        let mut run = |line: &str| run_on(&mut server, id, 0, line);
        assert_eq!(run(r#"EVAL "SELECT 3\nSET k v\nDBSIZE" 0"#), ":1");
        assert_eq!(run("DBSIZE"), ":0");
    }

    #[test]
    fn time_stands_still_in_a_script() {
        let (mut server, id) = with_scripts();
        let line = r#"EVAL "SET k v PX 5\nloop" 0"#;
        assert_eq!(server.begin(id, 1000, &words_of(line)), Begun::Running);
        assert!(server.peek(0, 1005, b"k").is_some());
        server.expire(2000);
        assert!(
            server.peek(0, 1005, b"k").is_some(),
            "no key expires meanwhile"
        );
    }

    #[test]
    fn others_wait_for_a_script_and_are_told_so_when_it_takes_long() {
        let (mut server, id, other) = with_a_script_under_way("loop");
        let mut begin = |now_ms, line: &str| server.begin(other, now_ms, &words_of(line));
        assert_eq!(begin(1001, "GET k"), Begun::Busy);
        let Begun::Done(reply) = begin(6000, "GET k") else {
            panic!("nothing was answered");
        };
        let busy = "-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.";
        assert_eq!(text(&reply), busy);
        assert_eq!(begin(6001, "SCRIPT KILL"), Begun::Done(Reply::OK));
        let Advance::Done(reply) = server.advance(100) else {
            panic!("the script goes on");
        };
        let digest = crate::sha1::hex(b"loop");
        let killed = "-ERR Script killed by user with SCRIPT KILL... script: ";
        assert_eq!(
            text(&reply),
            format!("{killed}{digest}, on @user_script:1.")
        );
        assert_eq!(run_on(&mut server, id, 6002, "EVAL PING 0"), "+PONG");
        let idle = run_on(&mut server, id, 6002, "SCRIPT KILL");
        assert_eq!(idle, "-NOTBUSY No scripts in execution right now.");
    }

    #[test]
    fn a_script_that_has_written_cannot_be_killed_and_ends_by_itself() {
        let (mut server, _, other) = with_a_script_under_way("SET k v\nloop");
        let Begun::Done(reply) = server.begin(other, 6000, &words_of("SCRIPT KILL")) else {
            panic!("nothing was answered");
        };
        assert!(
            text(&reply)
                .starts_with("-UNKILLABLE Sorry the script already executed write commands")
        );
        assert!(!server.stop());
        // Whoever runs one command to its end is not kept waiting for ever.
        assert_eq!(run_on(&mut server, other, 6001, "GET k"), "$1 v");
    }

    #[test]
    fn a_script_is_queued_and_runs_within_a_transaction() {
        let (mut server, id) = with_scripts();
        let mut run = |line: &str| run_on(&mut server, id, 0, line);
        assert_eq!(run("MULTI"), "+OK");
        assert_eq!(run(r#"EVAL "SET k 1\nINCR k" 1 k"#), "+QUEUED");
        assert_eq!(run("EVAL 'XREAD STREAMS s $' 0"), "+QUEUED");
        assert_eq!(run("EXEC"), "*2 :2 *-1");
    }

    #[test]
    fn a_monitor_sees_the_script_before_its_commands() {
        let (mut server, id) = with_scripts();
        let monitor = server.connect();
        run_on(&mut server, monitor, 0, "MONITOR");
        run_on(&mut server, id, 0, "EVAL 'GET k' 1 k");
        let lines: Vec<String> = server
            .take_deliveries(monitor)
            .iter()
            .map(|delivery| format!("{delivery:?}"))
            .collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
    }

    #[test]
    fn without_an_engine_there_are_no_scripts() {
        let mut server = Server::new();
        let id = server.connect();
        for line in ["EVAL x 0", "SCRIPT LOAD x", "EVALSHA x 0"] {
            let reply = run_on(&mut server, id, 0, line);
            assert!(
                reply.ends_with("is not in this playground, which leaves out scripts"),
                "{reply}"
            );
        }
    }
}
