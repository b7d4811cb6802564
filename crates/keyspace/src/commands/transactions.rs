//! MULTI, EXEC, DISCARD, WATCH and UNWATCH: commands that run as one, if no watched key was touched.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::connection::{Transaction, line_bytes};
use crate::server::execution::Execution;
use crate::server::work::Work;
use base::text::Text;

const NESTED: Error = Error::fixed("ERR MULTI calls can not be nested");
const WATCH_INSIDE: Error = Error::fixed("ERR WATCH inside MULTI is not allowed");
const EXEC_WITHOUT: Error = Error::fixed("ERR EXEC without MULTI");
const DISCARD_WITHOUT: Error = Error::fixed("ERR DISCARD without MULTI");
const REFUSED: Error = Error::fixed("EXECABORT Transaction discarded because of previous errors.");

/// The parts that all of them share.
const FLAGS: Flags = Flags::NO_SCRIPT.and(Flags::LOADING).and(Flags::STALE);
const QUICK: Flags = FLAGS.and(Flags::FAST).and(Flags::ALLOW_BUSY);

pub const COMMANDS: &[Record] = &[
    Record {
        name: "multi",
        group: Group::Transactions,
        since: "1.2.0",
        summary: Text {
            en: "Begins a transaction: what follows is queued until EXEC",
            zh: "开始事务：之后的命令先入队，直到 EXEC",
        },
        examples: &[
            example("MULTI", "OK"),
            example("INCR foo", "QUEUED"),
            example("INCR foo", "QUEUED"),
            example("EXEC", "1) (integer) 1\n2) (integer) 2"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        run: Run::Now(multi),
        ..Record::DEFAULT
    },
    Record {
        name: "exec",
        group: Group::Transactions,
        since: "1.2.0",
        complexity: "Depends on commands in the transaction",
        summary: Text {
            en: "Runs the queued commands as one, unless a watched key has changed",
            zh: "把队列中的命令作为整体执行；若被监视的键已改变则放弃",
        },
        examples: &[
            example("WATCH mykey", "OK"),
            example("MULTI", "OK"),
            example("SET mykey \"Hello\"", "QUEUED"),
            example("EXEC", "1) OK"),
        ],
        flags: FLAGS.and(Flags::SKIP_SLOWLOG).and(Flags::NEVER_QUEUED),
        run: Run::Long(exec),
        ..Record::DEFAULT
    },
    Record {
        name: "discard",
        group: Group::Transactions,
        since: "2.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Drops the queued commands and stops watching",
            zh: "丢弃队列中的命令，并取消监视",
        },
        examples: &[
            example("MULTI", "OK"),
            example("INCR foo", "QUEUED"),
            example("DISCARD", "OK"),
            example("GET foo", "(nil)"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        run: Run::Now(discard),
        ..Record::DEFAULT
    },
    Record {
        name: "watch",
        arity: -2,
        arguments: "key...",
        group: Group::Transactions,
        since: "2.2.0",
        summary: Text {
            en: "Lets the next EXEC of this connection fail if one of the keys changes until then",
            zh: "监视键：若其中之一在此连接的下一次 EXEC 之前改变，则 EXEC 放弃执行",
        },
        examples: &[
            example("WATCH mykey", "OK"),
            example("SET mykey \"changed\"", "OK"),
            example("MULTI", "OK"),
            example("GET mykey", "QUEUED"),
            example("EXEC", "(nil)"),
        ],
        flags: QUICK.and(Flags::NEVER_QUEUED),
        keys: &[KeySpec::all("RO")],
        run: Run::Now(watch),
        ..Record::DEFAULT
    },
    Record {
        name: "unwatch",
        group: Group::Transactions,
        since: "2.2.0",
        summary: Text {
            en: "Stops watching every key",
            zh: "取消对所有键的监视",
        },
        examples: &[example("UNWATCH", "OK")],
        flags: QUICK,
        run: Run::Now(unwatch),
        ..Record::DEFAULT
    },
];

fn multi(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.transaction.is_some() {
        return Err(NESTED);
    }
    connection.transaction = Some(Transaction::default());
    Ok(Reply::OK)
}

fn discard(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.transaction.is_none() {
        return Err(DISCARD_WITHOUT);
    }
    connection.forget_transaction();
    Ok(Reply::OK)
}

fn watch(call: &mut Call<'_>) -> Result<Reply, Error> {
    let database = call.database;
    if call.connection()?.transaction.is_some() {
        return Err(WATCH_INSIDE);
    }
    call.server.hold(line_bytes(call.args.rest()))?;
    let connection = call.server.connection_mut(call.context.connection)?;
    for key in call.args.by_ref() {
        connection.watches.add(database, key);
    }
    Ok(Reply::OK)
}

fn unwatch(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.connection_mut()?.watches.clear();
    Ok(Reply::OK)
}

fn exec(call: &mut Call<'_>) -> Result<Work, Error> {
    let connection = call.connection_mut()?;
    let is_changed = connection.saw_a_change();
    if connection.transaction.is_none() {
        return Err(EXEC_WITHOUT);
    }
    let transaction = connection.forget_transaction().unwrap_or_default();
    if transaction.is_refused {
        return Err(REFUSED);
    }
    if !is_changed {
        connection.executing = Some(transaction.lines().len());
    }
    Ok(Work::new(Execution::new(
        call.line,
        transaction.into_lines(),
        is_changed,
    )))
}
