//! The server as a whole: its time, and how much is in it.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::DATABASES;
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::late;
use base::text::Text;

const DEBUG_REFUSED: &str = "ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.";
pub const COMMANDS: &[Record] = &[
    Record {
        name: "time",
        arity: 1,
        arguments: "",
        group: Group::Server,
        since: "2.6.0",
        summary: Text {
            en: "Answers the server's Unix time: seconds, and microseconds within the second",
            zh: "返回服务器的 Unix 时间：秒数，以及当前秒内的微秒数",
        },
        // Its reply differs each time.
        examples: &[],
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        tips: "nondeterministic_output",
        run: Run::Now(time),
        ..Record::DEFAULT
    },
    Record {
        name: "dbsize",
        arity: 1,
        arguments: "",
        group: Group::Server,
        since: "1.0.0",
        summary: Text {
            en: "Answers how many keys the selected database has",
            zh: "返回当前数据库中键的个数",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("DBSIZE", "(integer) 1"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        categories: "keyspace",
        tips: "request_policy:all_shards response_policy:agg_sum",
        run: Run::Now(dbsize),
        ..Record::DEFAULT
    },
    Record {
        name: "flushdb",
        arity: -1,
        arguments: "[async(ASYNC@4.0.0|SYNC@6.2.0)]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Deletes every key of the selected database",
            zh: "删除当前数据库中的所有键",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("FLUSHDB", "OK"),
            example("DBSIZE", "(integer) 0"),
        ],
        flags: Flags::WRITE,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(flushdb),
        ..Record::DEFAULT
    },
    Record {
        name: "flushall",
        arity: -1,
        arguments: "[async(ASYNC@4.0.0|SYNC@6.2.0)]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Deletes every key of every database",
            zh: "删除所有数据库中的所有键",
        },
        examples: &[
            example("SET mykey \"Hello\"", "OK"),
            example("SELECT 1", "OK"),
            example("FLUSHALL", "OK"),
            example("SELECT 0", "OK"),
            example("DBSIZE", "(integer) 0"),
        ],
        flags: Flags::WRITE,
        categories: "keyspace dangerous",
        tips: "request_policy:all_shards response_policy:all_succeeded",
        run: Run::Now(flushall),
        ..Record::DEFAULT
    },
    Record {
        name: "debug",
        arity: -2,
        group: Group::Server,
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Looks into the server; refused unless its configuration allows it",
            zh: "调试服务器；配置未允许时被拒绝",
        },
        examples: &[example(
            "DEBUG OBJECT mykey",
            "(error) ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.",
        )],
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        is_for_developers: true,
        run: Run::Refused(DEBUG_REFUSED),
        ..Record::DEFAULT
    },
];

fn time(call: &mut Call<'_>) -> Result<Reply, Error> {
    let seconds = call.now_ms().div_euclid(1000);
    let microseconds = call.now_ms().rem_euclid(1000) * 1000;
    Ok(Reply::Array(vec![
        Reply::bulk(number::text(seconds)),
        Reply::bulk(number::text(microseconds)),
    ]))
}

fn dbsize(call: &mut Call<'_>) -> Result<Reply, Error> {
    let expired = call.server.expired_in_pause(call.database);
    Ok(Reply::Int((call.database().len() + expired) as i64))
}

/// Those that track keys know none of them any more.
fn tell_of_all(call: &mut Call<'_>) {
    let audience = &mut call.server.audience;
    if audience.tracks() {
        (late::watch().tracking.invalidate_all)(audience);
    }
}

fn flushdb(call: &mut Call<'_>) -> Result<Reply, Error> {
    read_flush_mode(&mut call.args)?;
    call.count_changes(call.database().len());
    call.server.clear(call.database);
    tell_of_all(call);
    Ok(Reply::OK)
}

fn flushall(call: &mut Call<'_>) -> Result<Reply, Error> {
    read_flush_mode(&mut call.args)?;
    let mut keys = 0;
    for index in 0..DATABASES {
        keys += call.server.database(index).len();
        call.server.clear(index);
    }
    call.count_changes(keys);
    tell_of_all(call);
    Ok(Reply::OK)
}

/// ASYNC or SYNC, which differ only in when a server's memory is free again.
fn read_flush_mode(args: &mut Args<'_>) -> Result<(), Error> {
    let known = match args.next() {
        None => true,
        Some(mode) => args::is_option(mode, "ASYNC") || args::is_option(mode, "SYNC"),
    };
    if known && args.is_empty() {
        Ok(())
    } else {
        Err(args::SYNTAX)
    }
}
