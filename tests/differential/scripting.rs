//! Scripts and functions, as they are loaded, called, listed and refused: what the commands do around the scripts.

use crate::redis::Redis;
use setnx_playground::keyspace::command::{self, Group};
use setnx_playground::keyspace::{Server, words};

/// A library of two functions, one of which may only read. A server lists the functions of a library in an order of its
/// own, so that no line lists it.
const LIBRARY: &str = r##"FUNCTION LOAD REPLACE "#!lua name=two\nredis.register_function('f', function(keys, args) return redis.call('set', keys[1], args[1]) end)\nredis.register_function{function_name='g', callback=function(keys) return redis.call('get', keys[1]) end, flags={'no-writes'}, description='reads'}""##;

/// A library whose function counts its calls, and answers a setting of `cjson`.
const COUNTING: &str = r##"FUNCTION LOAD REPLACE "#!lua name=counting\nlocal n = 0\nredis.register_function('count', function(keys, args) n = n + 1 return {n, cjson.encode_max_depth(tonumber(args[1]))} end)""##;

/// Lines of one connection, from an empty server on.
const LINES: &[&str] = &[
    // The words of EVAL.
    "EVAL",
    "EVAL 'return 1'",
    "EVAL 'return 1' x",
    "EVAL 'return 1' -1",
    "EVAL 'return 1' 1",
    "EVAL 'return 1' 99999999999999999999",
    "EVAL 'return {KEYS[1], ARGV[1], #KEYS, #ARGV}' 1 k a b",
    "EVAL '' 0",
    "EVAL 'return' 0",
    "EVAL '(' 0",
    r#"EVAL "return 1\nreturn 2" 0"#,
    // The cache.
    "SCRIPT LOAD 'return 1'",
    "SCRIPT LOAD '('",
    "SCRIPT EXISTS e0e1f9fabfc9d4800c877a703b823ac0578ff8db x E0E1F9FABFC9D4800C877A703B823AC0578FF8DB",
    "SCRIPT EXISTS",
    "EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0",
    "EVALSHA E0E1F9FABFC9D4800C877A703B823AC0578FF8DB 0",
    "EVALSHA_RO e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0",
    "EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db x",
    "EVALSHA ffffffffffffffffffffffffffffffffffffffff 0",
    "EVALSHA ffffffffffffffffffffffffffffffffffffffff x",
    "EVALSHA short x",
    "SCRIPT FLUSH NOW",
    "SCRIPT FLUSH SYNC ASYNC",
    "SCRIPT FLUSH ASYNC",
    "EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0",
    "SCRIPT FLUSH",
    "SCRIPT KILL",
    "SCRIPT KILL x",
    "SCRIPT HELP",
    "SCRIPT NOSUCH",
    "SCRIPT",
    // First lines.
    "EVAL #!lua 0",
    r##"EVAL "#!lua\nreturn 1" 0"##,
    r##"EVAL "#!LUA\nreturn 1" 0"##,
    r##"EVAL "#!\nreturn 1" 0"##,
    r##"EVAL "#!lua 'x\nreturn 1" 0"##,
    r##"EVAL "#!lua flags=\nreturn 1" 0"##,
    r##"EVAL "#!lua flags=no-writes,\nreturn 1" 0"##,
    r##"EVAL "#!lua flags=no-writes flags=allow-oom\nreturn 1" 0"##,
    r##"EVAL "#!lua flags=No-Writes\nreturn 1" 0"##,
    r##"EVAL "#!lua name=x\nreturn 1" 0"##,
    r##"EVAL "#!lua flags=no-writes,allow-oom,allow-stale,no-cluster,allow-cross-slot-keys\nreturn 1" 0"##,
    r##"EVAL "#!lua\n\nerror('here')" 0"##,
    r##"EVAL "#!lua flags=no-writes\nreturn redis.call('set', 'k', 'v')" 0"##,
    r##"EVAL_RO "#!lua\nreturn 1" 0"##,
    r##"EVAL_RO "#!lua flags=no-writes\nreturn 1" 0"##,
    // What a script may call.
    "EVAL_RO \"return redis.call('get', 'k')\" 0",
    "EVAL_RO \"return redis.call('set', 'k', 'v')\" 0",
    "EVAL_RO \"return redis.call('publish', 'c', 'm')\" 0",
    "EVAL_RO \"return redis.call('pfcount', 'k')\" 0",
    "EVAL_RO \"return redis.pcall('set', 'k', 'v')\" 0",
    "EVAL \"return redis.call('nosuch')\" 0",
    "EVAL \"return redis.call('get')\" 0",
    "EVAL \"return redis.call('get', 'a', 'b')\" 0",
    "EVAL \"return redis.call('config')\" 0",
    "EVAL \"return redis.call('config', 'nosuch')\" 0",
    "EVAL \"return redis.call('config', 'get')\" 0",
    "EVAL \"return redis.call('multi')\" 0",
    "EVAL \"return redis.call('eval', 'return 1', 0)\" 0",
    "EVAL \"return redis.call('subscribe', 'c')\" 0",
    "EVAL \"return redis.call('blpop', 'l', 0)\" 0",
    "EVAL \"return redis.call('xread', 'block', 0, 'streams', 's', '$')\" 0",
    "EVAL \"return redis.call('set', 'k', 'v')\" 0",
    "EVAL \"return redis.call('del', 'k')\" 0",
    "EVAL \"return redis.call('lpush', KEYS[1], ARGV[1], ARGV[2])\" 1 l a b",
    "EVAL \"return redis.call('get', 'l')\" 0",
    "EVAL \"return redis.pcall('get', 'l')\" 0",
    "EVAL \"return redis.pcall('get', 'l')['err']\" 0",
    "EVAL \"redis.call('set', 'half', 1) redis.call('incr', 'l')\" 0",
    "GET half",
    // Databases, and expiry.
    "EVAL \"redis.call('select', 3) redis.call('set', 'there', 1) return redis.call('dbsize')\" 0",
    "DBSIZE",
    "EVAL \"redis.call('select', 3) return redis.call('del', 'there')\" 0",
    "EVAL \"redis.call('set', 'k', 'v', 'px', 1) local s = 0 for i = 1, 100000 do s = s + i end return redis.call('get', 'k')\" 0",
    // Transactions.
    "MULTI",
    "EVAL \"return redis.call('incr', KEYS[1])\" 1 n",
    "EVAL 'return 1' x",
    "EVALSHA short 0",
    "EVAL",
    "EXEC",
    "MULTI",
    "EVAL \"return redis.call('incr', KEYS[1])\" 1 n",
    "EVAL \"return redis.call('multi')\" 0",
    "EXEC",
    "WATCH n",
    "EVAL \"return redis.call('incr', KEYS[1])\" 1 n",
    "MULTI",
    "GET n",
    "EXEC",
    // Libraries.
    "FUNCTION",
    "FUNCTION NOSUCH",
    "FUNCTION HELP",
    "FUNCTION STATS",
    "FUNCTION LIST",
    "FUNCTION DUMP",
    "FUNCTION LOAD",
    "FUNCTION LOAD REPLACE",
    "FUNCTION LOAD 'return 1'",
    "FUNCTION LOAD '#!lua name=x'",
    r##"FUNCTION LOAD "#!lua name=x\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua name=x\n(""##,
    r##"FUNCTION LOAD "#!lua name=x\nerror('no')""##,
    r##"FUNCTION LOAD "#!lua name=x\nredis.call('get', 'k')""##,
    r##"FUNCTION LOAD "#!lua name=x.y\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua name=\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua name=x name=y\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua engine=x\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua\nreturn 1""##,
    r##"FUNCTION LOAD "#!\nreturn 1""##,
    r##"FUNCTION LOAD "#!lisp name=x\nreturn 1""##,
    r##"FUNCTION LOAD "#!lua name='\nreturn 1""##,
    r##"FUNCTION LOAD X "#!lua name=x\nreturn 1""##,
    r##"FUNCTION LOAD "#!LUA NAME=one\nredis.register_function('h', function() return 'h' end)""##,
    r##"FUNCTION LOAD "#!lua name=one\nredis.register_function('h', function() return 'h' end)""##,
    r##"FUNCTION LOAD "#!lua name=other\nredis.register_function('h', function() return 'h' end)""##,
    r##"FUNCTION LOAD REPLACE "#!lua name=one\nredis.register_function('h', function(keys, args) return {keys, args} end)""##,
    "FUNCTION LIST",
    "FUNCTION LIST WITHCODE",
    "FUNCTION LIST LIBRARYNAME O* WITHCODE",
    "FUNCTION LIST LIBRARYNAME x",
    "FUNCTION LIST LIBRARYNAME",
    "FUNCTION LIST X",
    "FUNCTION LIST WITHCODE WITHCODE",
    "FUNCTION DUMP",
    "FCALL h 1 k a b",
    "FCALL h 0",
    "FCALL h x",
    "FCALL h -1",
    "FCALL h 1",
    "FCALL H 0",
    "FCALL nosuch x",
    "FCALL_RO h 0",
    LIBRARY,
    "FCALL f 1 k v",
    "FCALL g 1 k",
    "FCALL_RO f 1 k v",
    "FCALL_RO g 1 k",
    "FUNCTION STATS",
    "FUNCTION KILL",
    "FUNCTION DELETE nosuch",
    "FUNCTION DELETE two",
    "FCALL g 1 k",
    "FUNCTION FLUSH NOW",
    "FUNCTION FLUSH SYNC ASYNC",
    "FUNCTION RESTORE x",
    "FUNCTION RESTORE x NO",
    "FUNCTION RESTORE x APPEND y",
    "FUNCTION FLUSH ASYNC",
    "FUNCTION STATS",
    "FUNCTION LIST",
    // What a script sets for the next one.
    "EVAL 'return {cjson.encode_max_depth(5), cjson.encode_number_precision(3)}' 0",
    "EVAL 'return {cjson.encode_max_depth(), cjson.encode(1/3)}' 0",
    "FLUSHALL",
    "EVAL 'return {cjson.encode_max_depth(), cjson.new().encode_max_depth()}' 0",
    "EVAL 'cjson.encode_sparse_array(true, 1, 1) cjson.decode_max_depth(3) cjson.decode_invalid_numbers(false) cjson.encode_invalid_numbers(true) cjson.encode_keep_buffer(false) return 1' 0",
    "EVAL 'local t = {cjson.encode_sparse_array()} t[1] = tostring(t[1]) return {t, cjson.decode_max_depth(), tostring(cjson.decode_invalid_numbers()), tostring(cjson.encode_invalid_numbers()), tostring(cjson.encode_keep_buffer())}' 0",
    r#"EVAL "return {collectgarbage('setpause', 100), collectgarbage('setstepmul', 300)}" 0"#,
    r#"EVAL "return {collectgarbage('setpause', 150), collectgarbage('setstepmul', 0)}" 0"#,
    COUNTING,
    "FCALL count 0",
    "FCALL count 0 7",
    "FCALL count 0",
    "SCRIPT FLUSH",
    "EVAL 'return cjson.encode_max_depth()' 0",
    r#"EVAL "return {collectgarbage('setpause', 200), collectgarbage('setstepmul', 200)}" 0"#,
    "FCALL count 0",
    COUNTING,
    "FCALL count 0",
    "FUNCTION FLUSH",
    COUNTING,
    "FCALL count 0",
];

/// The words of a line, with quotes as at a prompt.
fn split(line: &str) -> Vec<Vec<u8>> {
    words::split(line.as_bytes()).expect("quotes that close")
}

/// Runs the lines on both servers, after HELLO; panics at the first difference.
fn compare(hello: &str) {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
    let id = server.connect();
    theirs.run(&[&split(hello)]);
    server.execute(id, 1_700_000_000_000, &split(hello));
    for line in LINES {
        let reply = server.execute(id, 1_700_000_000_000, &split(line));
        let mut ours = Vec::new();
        reply.encode(server.protocol(id), &mut ours);
        let expected = theirs.run(&[&split(line)]).remove(0);
        assert_eq!(
            ours.escape_ascii().to_string(),
            expected.escape_ascii().to_string(),
            "{line}"
        );
    }
}

#[test]
fn scripts_and_functions_are_loaded_called_and_refused_as_by_a_real_server() {
    compare("HELLO 2");
}

#[test]
fn scripts_and_functions_are_so_by_resp3_too() {
    compare("HELLO 3");
}

#[test]
fn a_real_server_restores_what_function_dump_answers_and_back() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
    let id = server.connect();
    let mut run = |argv: &[Vec<u8>]| {
        let mut bytes = Vec::new();
        let reply = server.execute(id, 0, argv);
        reply.encode(server.protocol(id), &mut bytes);
        bytes
    };
    assert_eq!(run(&split(LIBRARY)), b"$3\r\ntwo\r\n");
    theirs.run(&[&split(LIBRARY)]);
    let dump = run(&split("FUNCTION DUMP"));
    assert_eq!(
        theirs.run(&[&split("FUNCTION DUMP")]).remove(0),
        dump,
        "the same bytes"
    );
    let payload = dump.split(|byte| *byte == b'\n').skip(1);
    let payload = payload.collect::<Vec<_>>().join(&b'\n');
    let payload = payload.strip_suffix(b"\r\n").unwrap_or(&payload).to_vec();
    for policy in ["APPEND", "REPLACE", "FLUSH"] {
        let argv = [
            b"FUNCTION".to_vec(),
            b"RESTORE".to_vec(),
            payload.clone(),
            policy.into(),
        ];
        assert_eq!(run(&argv), theirs.run(&[&argv]).remove(0), "{policy}");
        assert_eq!(run(&split("FCALL f 1 k v")), b"+OK\r\n");
        assert_eq!(
            run(&split("FUNCTION STATS")),
            theirs.run(&[&split("FUNCTION STATS")]).remove(0)
        );
    }
}

#[test]
fn examples_of_scripts_are_answered_by_a_real_server_as_here() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let of_scripts = command::all().filter(|command| command.group() == Group::Scripting);
    let commands = of_scripts.flat_map(|command| [&[*command], command.subcommands()].concat());
    let mut count = 0;
    for command in commands {
        for line in ["FLUSHALL", "SCRIPT FLUSH", "FUNCTION FLUSH"] {
            theirs.ask(line);
        }
        let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
        let id = server.connect();
        for example in command.examples {
            count += 1;
            let argv = split(example.line);
            let mut ours = Vec::new();
            let reply = server.execute(id, 1_700_000_000_000, &argv);
            reply.encode(server.protocol(id), &mut ours);
            let expected = theirs.run(&[&argv]).remove(0);
            let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
            assert_eq!(text(&ours), text(&expected), "{}", example.line);
        }
    }
    assert!(count > 30, "{count} examples");
}
