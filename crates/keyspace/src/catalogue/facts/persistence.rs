//! Saving data to files.

use crate::catalogue::record::{Feature, Flags, Group, Record, Run};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "save",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Saves the data to a file while everyone waits",
            zh: "把数据保存到文件，期间阻塞所有连接",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING)
            .and(Flags::NO_MULTI),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "bgsave",
        arity: -1,
        arguments: "[SCHEDULE@3.2.2]",
        group: Group::Server,
        since: "1.0.0",
        summary: Text {
            en: "Saves the data to a file in the background",
            zh: "在后台把数据保存到文件",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "bgrewriteaof",
        group: Group::Server,
        since: "1.0.0",
        summary: Text {
            en: "Rewrites the log of writes in the background",
            zh: "在后台重写 AOF 日志",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
    Record {
        name: "lastsave",
        group: Group::Server,
        since: "1.0.0",
        summary: Text {
            en: "Answers the Unix time in seconds of the last save",
            zh: "返回上次保存的 Unix 时间（秒）",
        },
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        categories: "admin dangerous",
        tips: "nondeterministic_output",
        ..Record::DEFAULT
    },
    Record {
        name: "shutdown",
        arity: -1,
        arguments: "[nosave_save(NOSAVE|SAVE)] [NOW@7.0.0] [FORCE@7.0.0] [ABORT@7.0.0]",
        group: Group::Server,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Saves the data if asked to and ends the server",
            zh: "按需保存数据，然后关闭服务器",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::NO_MULTI)
            .and(Flags::ALLOW_BUSY),
        run: Run::LeftOut(Feature::Persistence),
        ..Record::DEFAULT
    },
];
