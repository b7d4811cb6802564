//! MONITOR and LOLWUT.

use crate::keyspace::catalogue::record::{Flags, Group, Record, Run};
use crate::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "monitor",
        group: Group::Server,
        since: "1.0.0",
        complexity: "",
        summary: Text {
            en: "Shows this connection every command that the server runs",
            zh: "向当前连接实时显示服务器执行的每条命令",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE),
        run: Run::LeftOut("monitoring"),
        ..Record::DEFAULT
    },
    Record {
        name: "lolwut",
        arity: -1,
        arguments: "[VERSION=version:integer]",
        group: Group::Server,
        since: "5.0.0",
        complexity: "",
        summary: Text {
            en: "Draws a picture in characters and tells the version",
            zh: "用字符绘制图画，并显示版本",
        },
        flags: Flags::READONLY.and(Flags::FAST),
        run: Run::LeftOut("monitoring"),
        ..Record::DEFAULT
    },
];
