//! Scripts: EVAL, for a server that was given something to run scripts with, and its relatives, which are left out.

use crate::keyspace::catalogue::record::{Flags, Group, KeySpec, Record, Run};
use crate::keyspace::reply::{Error, Reply};
use crate::keyspace::server::args;
use crate::keyspace::server::call::Call;
use crate::keyspace::server::scripts::Caller;
use crate::text::Text;

const NEGATIVE_KEYS: Error = Error::fixed("ERR Number of keys can't be negative");
pub const COMMANDS: &[Record] = &[
    Record {
        name: "eval",
        arity: -3,
        arguments: "script numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on the script that is executed.",
        summary: Text {
            en: "Runs a script on the server",
            zh: "在服务器上运行脚本",
        },
        flags: Flags::NO_SCRIPT
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RW and UPDATE",
            ..KeySpec::counted(2, "RW access update")
        }],
        run: Run::Script(eval),
        ..Record::DEFAULT
    },
    Record {
        name: "evalsha",
        arity: -3,
        arguments: "sha1 numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on the script that is executed.",
        summary: Text {
            en: "Runs a script that the server has in its cache, by its digest",
            zh: "按摘要运行服务器已缓存的脚本",
        },
        flags: Flags::NO_SCRIPT
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RW access update")],
        run: Run::LeftOut("scripting"),
        ..Record::DEFAULT
    },
    Record {
        name: "eval_ro",
        arity: -3,
        arguments: "script numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the script that is executed.",
        summary: Text {
            en: "Runs a script that may only read",
            zh: "运行只读脚本",
        },
        flags: Flags::READONLY
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            notes: "We cannot tell how the keys will be used so we assume the worst, RO and ACCESS",
            ..KeySpec::counted(2, "RO access")
        }],
        run: Run::LeftOut("scripting"),
        ..Record::DEFAULT
    },
    Record {
        name: "evalsha_ro",
        arity: -3,
        arguments: "sha1 numkeys:integer [key...] [arg...]",
        group: Group::Scripting,
        since: "7.0.0",
        complexity: "Depends on the script that is executed.",
        summary: Text {
            en: "Runs a script that may only read, by its digest",
            zh: "按摘要运行已缓存的只读脚本",
        },
        flags: Flags::READONLY
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::SKIP_MONITOR)
            .and(Flags::NO_MANDATORY_KEYS)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec::counted(2, "RO access")],
        run: Run::LeftOut("scripting"),
        ..Record::DEFAULT
    },
    Record {
        name: "script",
        arity: -2,
        group: Group::Scripting,
        since: "2.6.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Manages the scripts in the server's cache",
            zh: "管理服务器缓存的脚本",
        },
        subcommands: SUBCOMMANDS,
        run: Run::LeftOut("scripting"),
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 3,
    group: Group::Scripting,
    flags: Flags::NO_SCRIPT,
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "debug",
        arguments: "mode(YES|SYNC|NO)",
        since: "3.2.0",
        summary: Text {
            en: "Sets whether scripts of this connection run under the debugger",
            zh: "设置当前连接的脚本是否在调试器中运行",
        },
        run: Run::LeftOut("scripting"),
        ..PART
    },
    Record {
        name: "exists",
        arity: -3,
        arguments: "sha1...",
        since: "2.6.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers for each digest whether its script is in the cache",
            zh: "逐一判断各摘要对应的脚本是否已缓存",
        },
        tips: "request_policy:all_shards response_policy:agg_logical_and",
        run: Run::LeftOut("scripting"),
        ..PART
    },
    Record {
        name: "flush",
        arity: -2,
        arguments: "[async(ASYNC|SYNC)@6.2.0]",
        since: "2.6.0",
        complexity: "O(N)",
        summary: Text {
            en: "Drops every script from the cache",
            zh: "清除所有已缓存的脚本",
        },
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        run: Run::LeftOut("scripting"),
        ..PART
    },
    Record {
        name: "kill",
        arity: 2,
        since: "2.6.0",
        summary: Text {
            en: "Stops the script that is running, unless it has written",
            zh: "终止正在运行且尚未写入的脚本",
        },
        flags: Flags::NO_SCRIPT.and(Flags::ALLOW_BUSY),
        tips: "request_policy:all_shards response_policy:one_succeeded",
        run: Run::LeftOut("scripting"),
        ..PART
    },
    Record {
        name: "load",
        arguments: "script",
        since: "2.6.0",
        complexity: "O(N)",
        summary: Text {
            en: "Puts a script into the cache without running it and answers its digest",
            zh: "缓存脚本但不运行，返回其摘要",
        },
        flags: Flags::NO_SCRIPT.and(Flags::STALE),
        tips: "request_policy:all_nodes response_policy:all_succeeded",
        run: Run::LeftOut("scripting"),
        ..PART
    },
    Record {
        name: "help",
        arity: 2,
        since: "5.0.0",
        summary: Text {
            en: "Lists what SCRIPT can do",
            zh: "列出 SCRIPT 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut("scripting"),
        ..PART
    },
];

fn eval(call: &mut Call<'_>) -> Result<Reply, Error> {
    let script = call.args.word()?;
    let keys = call.args.integer()?;
    let rest = call.args.rest();
    if keys > rest.len() as i64 {
        return Err(args::TOO_MANY_KEYS);
    }
    let keys = usize::try_from(keys).map_err(|_| NEGATIVE_KEYS)?;
    let (keys, arguments) = rest.split_at_checked(keys).unwrap_or_default();
    let engine = call.server.scripts.clone();
    let engine = engine.ok_or_else(|| args::unknown_command(b"eval", rest))?;
    let mut caller = Caller::new(call.server, call.context);
    engine.eval(script, keys, arguments, &mut caller)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyspace::server::Server;
    use crate::keyspace::server::scripts::{NOT_ALLOWED, ScriptEngine, UNKNOWN, WRONG_NUMBER};
    use crate::keyspace::words;
    use std::sync::Arc;

    /// Runs each argument as a command line; answers what the last one did.
    struct Lines;

    impl ScriptEngine for Lines {
        fn eval(
            &self,
            script: &[u8],
            keys: &[Vec<u8>],
            arguments: &[Vec<u8>],
            caller: &mut Caller<'_>,
        ) -> Result<Reply, Error> {
            assert_eq!((script, keys), (&b"lines"[..], &[b"k".to_vec()][..]));
            let mut last = Reply::Nil;
            for line in arguments {
                last = caller.call(&words::split(line).unwrap())?;
            }
            Ok(last)
        }
    }

    fn run(server: &mut Server, line: &str) -> String {
        let id = server.connect();
        let reply = server.execute(id, 0, &words::split(line.as_bytes()).unwrap());
        let mut bytes = Vec::new();
        reply.encode(Default::default(), &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_script_runs_commands_when_there_is_an_engine_for_it() {
        let mut server = Server::new().with_script_engine(Arc::new(Lines));
        assert_eq!(
            run(&mut server, "EVAL lines 1 k 'SET k 7' 'INCR k'"),
            ":8\r\n"
        );
        for (line, error) in [
            ("EVAL lines 1 k MULTI", NOT_ALLOWED),
            ("EVAL lines 1 k NOSUCH", UNKNOWN),
            ("EVAL lines 1 k GET", WRONG_NUMBER),
            ("EVAL lines 2 k", args::TOO_MANY_KEYS),
            ("EVAL lines -1 k", NEGATIVE_KEYS),
            ("EVAL lines x k", args::NOT_AN_INTEGER),
        ] {
            let expected = format!("-{}\r\n", String::from_utf8_lossy(error.bytes()));
            assert_eq!(run(&mut server, line), expected, "{line}");
        }
    }

    #[test]
    fn without_an_engine_there_are_no_scripts() {
        assert!(run(&mut Server::new(), "EVAL lines 1 k").starts_with("-ERR "));
    }
}
