//! Cluster mode.

use crate::catalogue::record::{Deprecated, Feature, Flags, Group, KeySpec, Record, Run};
use crate::catalogue::summaries;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "cluster",
        arity: -2,
        group: Group::Cluster,
        since: "3.0.0",
        complexity: "Depends on subcommand.",
        summary: summaries::CLUSTER,
        subcommands: SUBCOMMANDS,
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "asking",
        group: Group::Cluster,
        since: "3.0.0",
        summary: summaries::ASKING,
        flags: Flags::FAST,
        categories: "connection",
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "readonly",
        group: Group::Cluster,
        since: "3.0.0",
        summary: summaries::READONLY,
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        categories: "connection",
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "readwrite",
        group: Group::Cluster,
        since: "3.0.0",
        summary: summaries::READWRITE,
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        categories: "connection",
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "restore-asking",
        arity: -4,
        arguments: "key ttl:integer serialized-value [REPLACE@3.0.0] [ABSTTL@5.0.0] [IDLETIME=seconds:integer@5.0.0] [FREQ=frequency:integer@5.0.0]",
        group: Group::Server,
        since: "3.0.0",
        is_for_developers: true,
        summary: summaries::RESTORE_ASKING,
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::ASKING),
        categories: "keyspace dangerous",
        keys: &[KeySpec::first("OW update")],
        run: Run::LeftOut(Feature::Migration),
        ..Record::DEFAULT
    },
];

/// The facts that most subcommands share.
const PART: Record = Record {
    arity: 2,
    group: Group::Cluster,
    flags: Flags::ADMIN.and(Flags::STALE).and(Flags::NO_ASYNC_LOADING),
    ..Record::DEFAULT
};

const SUBCOMMANDS: &[Record] = &[
    Record {
        name: "addslots",
        arity: -3,
        arguments: "slot:integer...",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_ADDSLOTS,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "addslotsrange",
        arity: -4,
        arguments: "start-slot_end-slot{start-slot:integer end-slot:integer}...",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_ADDSLOTSRANGE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "bumpepoch",
        since: "3.0.0",
        summary: summaries::CLUSTER_BUMPEPOCH,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "count-failure-reports",
        arity: 3,
        arguments: "node-id",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_COUNT_FAILURE_REPORTS,
        flags: Flags::ADMIN.and(Flags::STALE),
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "countkeysinslot",
        arity: 3,
        arguments: "slot:integer",
        since: "3.0.0",
        summary: summaries::CLUSTER_COUNTKEYSINSLOT,
        flags: Flags::STALE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "delslots",
        arity: -3,
        arguments: "slot:integer...",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_DELSLOTS,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "delslotsrange",
        arity: -4,
        arguments: "start-slot_end-slot{start-slot:integer end-slot:integer}...",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_DELSLOTSRANGE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "failover",
        arity: -2,
        arguments: "[options(FORCE|TAKEOVER)]",
        since: "3.0.0",
        summary: summaries::CLUSTER_FAILOVER,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "flushslots",
        since: "3.0.0",
        summary: summaries::CLUSTER_FLUSHSLOTS,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "forget",
        arity: 3,
        arguments: "node-id",
        since: "3.0.0",
        summary: summaries::CLUSTER_FORGET,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "getkeysinslot",
        arity: 4,
        arguments: "slot:integer count:integer",
        since: "3.0.0",
        complexity: "O(log(N))",
        summary: summaries::CLUSTER_GETKEYSINSLOT,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "info",
        since: "3.0.0",
        summary: summaries::CLUSTER_INFO,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "keyslot",
        arity: 3,
        arguments: "key:string",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_KEYSLOT,
        flags: Flags::STALE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "links",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_LINKS,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "meet",
        arity: -4,
        arguments: "ip port:integer [cluster_bus_port:integer@4.0.0]",
        since: "3.0.0",
        summary: summaries::CLUSTER_MEET,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "myid",
        since: "3.0.0",
        summary: summaries::CLUSTER_MYID,
        flags: Flags::STALE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "nodes",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_NODES,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "replicas",
        arity: 3,
        arguments: "node-id",
        since: "5.0.0",
        summary: summaries::CLUSTER_REPLICAS,
        flags: Flags::ADMIN.and(Flags::STALE),
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "replicate",
        arity: 3,
        arguments: "node-id",
        since: "3.0.0",
        summary: summaries::CLUSTER_REPLICATE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "reset",
        arity: -2,
        arguments: "[hard_soft(HARD|SOFT)]",
        since: "3.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_RESET,
        flags: Flags::ADMIN.and(Flags::NO_SCRIPT).and(Flags::STALE),
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "saveconfig",
        since: "3.0.0",
        summary: summaries::CLUSTER_SAVECONFIG,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "set-config-epoch",
        arity: 3,
        arguments: "config-epoch:integer",
        since: "3.0.0",
        summary: summaries::CLUSTER_SET_CONFIG_EPOCH,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "setslot",
        arity: -4,
        arguments: "slot:integer subcommand(IMPORTING=node-id|MIGRATING=node-id|NODE=node-id|STABLE)",
        since: "3.0.0",
        summary: summaries::CLUSTER_SETSLOT,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "shards",
        since: "7.0.0",
        complexity: "O(N)",
        summary: summaries::CLUSTER_SHARDS,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "slaves",
        arity: 3,
        arguments: "node-id",
        since: "3.0.0",
        deprecated: Some(Deprecated {
            since: "5.0.0",
            replaced_by: "`CLUSTER REPLICAS`",
        }),
        summary: summaries::CLUSTER_SLAVES,
        flags: Flags::ADMIN.and(Flags::STALE),
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "slots",
        since: "3.0.0",
        complexity: "O(N)",
        deprecated: Some(Deprecated {
            since: "7.0.0",
            replaced_by: "`CLUSTER SHARDS`",
        }),
        summary: summaries::CLUSTER_SLOTS,
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "help",
        since: "5.0.0",
        summary: summaries::CLUSTER_HELP,
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
];
