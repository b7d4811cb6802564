//! INFO: the facts about this server under Redis' names.

use crate::catalogue::record::{Flags, Group, Record};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "info",
    arity: -1,
    arguments: "[section...]",
    group: Group::Server,
    summary: Text {
        en: "Tells about the server: its time, connections, memory, counts and keys",
        zh: "返回服务器的信息：时间、连接、内存、统计和键数",
    },
    flags: Flags::LOADING.and(Flags::STALE),
    categories: "dangerous",
    tips: "nondeterministic_output request_policy:all_shards response_policy:special",
    ..Record::DEFAULT
}];
