//! Replication: nothing replicates this server, and ROLE and WAIT answer what a master without replicas answers.

use crate::catalogue::record::{Deprecated, Feature, Flags, Group, Record, Run, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "replicaof",
        arity: 3,
        arguments: "args(host-port{host port:integer}|no-one{NO ONE})",
        group: Group::Server,
        since: "5.0.0",
        summary: Text {
            en: "Makes the server the replica of another one, or a master again",
            zh: "把服务器设为另一台的副本，或恢复为主服务器",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::NO_ASYNC_LOADING),
        examples: &[example("REPLICAOF NO ONE", "OK")],
        ..Record::DEFAULT
    },
    Record {
        name: "slaveof",
        arity: 3,
        arguments: "args(host-port{host port:integer}|no-one{NO ONE})",
        group: Group::Server,
        since: "1.0.0",
        deprecated: Some(Deprecated {
            since: "5.0.0",
            replaced_by: "`REPLICAOF`",
        }),
        summary: Text {
            en: "Makes the server the replica of another one; an older name of REPLICAOF",
            zh: "把服务器设为另一台的副本；REPLICAOF 的旧名",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::STALE)
            .and(Flags::NO_ASYNC_LOADING),
        examples: &[example("SLAVEOF NO ONE", "OK")],
        ..Record::DEFAULT
    },
    Record {
        name: "role",
        group: Group::Server,
        since: "2.8.12",
        summary: Text {
            en: "Answers whether the server is a master or a replica, and of which state",
            zh: "返回服务器是主还是副本及其状态",
        },
        flags: Flags::NO_SCRIPT
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::FAST),
        categories: "admin dangerous",
        examples: &[example(
            "ROLE",
            "1) \"master\"\n2) (integer) 0\n3) (empty array)",
        )],
        ..Record::DEFAULT
    },
    Record {
        name: "wait",
        arity: 3,
        arguments: "numreplicas:integer timeout:integer",
        group: Group::Generic,
        since: "3.0.0",
        summary: Text {
            en: "Waits until so many replicas have the writes so far; none is here, so until the time is over",
            zh: "等待指定个数的副本收到此前的写入；此处没有副本，因此等到超时为止",
        },
        examples: &[
            example("WAIT 0 100", "(integer) 0"),
            example("WAIT 1 100", "(integer) 0"),
        ],
        flags: Flags::NO_SCRIPT,
        categories: "connection",
        tips: "request_policy:all_shards response_policy:agg_min",
        ..Record::DEFAULT
    },
    Record {
        name: "failover",
        arity: -1,
        arguments: "[TO=target{host port:integer [FORCE]}] [ABORT] [TIMEOUT=milliseconds:integer]",
        group: Group::Server,
        since: "6.2.0",
        summary: Text {
            en: "Hands the role of the master over to a replica",
            zh: "把主服务器的角色移交给副本",
        },
        flags: Flags::ADMIN.and(Flags::NO_SCRIPT).and(Flags::STALE),
        run: Run::LeftOut(Feature::Replication),
        ..Record::DEFAULT
    },
    Record {
        name: "psync",
        arity: -3,
        arguments: "replicationid offset:integer",
        group: Group::Server,
        since: "2.8.0",
        complexity: "",
        summary: Text {
            en: "Starts the stream of writes to a replica, or resumes it",
            zh: "开始或恢复向副本发送写入",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING)
            .and(Flags::NO_MULTI),
        run: Run::LeftOut(Feature::Replication),
        ..Record::DEFAULT
    },
    Record {
        name: "replconf",
        arity: -1,
        group: Group::Server,
        since: "3.0.0",
        is_for_developers: true,
        summary: Text {
            en: "Settles between a replica and its master how writes are sent",
            zh: "在副本与主服务器之间协商复制方式",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::LOADING)
            .and(Flags::STALE)
            .and(Flags::ALLOW_BUSY),
        run: Run::LeftOut(Feature::Replication),
        ..Record::DEFAULT
    },
    Record {
        name: "sync",
        group: Group::Server,
        since: "1.0.0",
        complexity: "",
        summary: Text {
            en: "Starts the stream of writes to a replica; an older form of PSYNC",
            zh: "开始向副本发送写入；PSYNC 的旧形式",
        },
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING)
            .and(Flags::NO_MULTI),
        run: Run::LeftOut(Feature::Replication),
        ..Record::DEFAULT
    },
];
