//! MONITOR.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

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
    ..Record::DEFAULT
}];
