//! MONITOR.

use crate::catalogue::record::{Flags, Group, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::call::Call;
use base::text::Text;

const NOT_IN_TRANSACTION: Error =
    Error::fixed("ERR MONITOR isn't allowed for DENY BLOCKING client");

pub const COMMANDS: &[Record] = &[Record {
    name: "monitor",
    group: Group::Server,
    since: "1.0.0",
    complexity: "",
    summary: Text {
        en: "Shows this connection every command that the server runs",
        zh: "向当前连接实时显示服务器执行的每条命令",
    },
    examples: &[example("MONITOR", "OK")],
    flags: Flags::ADMIN
        .and(Flags::NO_SCRIPT)
        .and(Flags::LOADING)
        .and(Flags::STALE),
    run: Run::Now(monitor),
    ..Record::DEFAULT
}];

fn monitor(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.executing.is_some() {
        return Err(NOT_IN_TRANSACTION);
    }
    connection.is_monitor = true;
    call.server.audience.count();
    Ok(Reply::OK)
}
