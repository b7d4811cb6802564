//! Replication: nothing replicates this server, and ROLE and WAIT answer what a master without replicas answers.

use crate::catalogue::record::{Deprecated, Feature, Flags, Group, Record, Run, example};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "replicaof",
        arity: 3,
        arguments: "args(host-port{host port:integer}|no-one{NO ONE})",
        group: Group::Server,
        since: "5.0.0",
        summary: summaries::REPLICAOF,
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
        summary: summaries::SLAVEOF,
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
        summary: summaries::ROLE,
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
        summary: summaries::WAIT,
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
        summary: summaries::FAILOVER,
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
        summary: summaries::PSYNC,
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
        summary: summaries::REPLCONF,
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
        summary: summaries::SYNC,
        flags: Flags::ADMIN
            .and(Flags::NO_SCRIPT)
            .and(Flags::NO_ASYNC_LOADING)
            .and(Flags::NO_MULTI),
        run: Run::LeftOut(Feature::Replication),
        ..Record::DEFAULT
    },
];
