//! Cluster mode.

use crate::catalogue::record::{Deprecated, Feature, Flags, Group, KeySpec, Record, Run};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "cluster",
        arity: -2,
        group: Group::Cluster,
        since: "3.0.0",
        complexity: "Depends on subcommand.",
        summary: Text {
            en: "Manages this server's place in a cluster",
            zh: "管理服务器在集群中的角色",
        },
        subcommands: SUBCOMMANDS,
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "asking",
        group: Group::Cluster,
        since: "3.0.0",
        summary: Text {
            en: "Lets the next command use a hash slot that is being moved here",
            zh: "允许下一条命令访问正在迁入的哈希槽",
        },
        flags: Flags::FAST,
        categories: "connection",
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "readonly",
        group: Group::Cluster,
        since: "3.0.0",
        summary: Text {
            en: "Lets this connection read from a replica of a cluster",
            zh: "允许当前连接从集群副本读取",
        },
        flags: Flags::LOADING.and(Flags::STALE).and(Flags::FAST),
        categories: "connection",
        run: Run::LeftOut(Feature::Cluster),
        ..Record::DEFAULT
    },
    Record {
        name: "readwrite",
        group: Group::Cluster,
        since: "3.0.0",
        summary: Text {
            en: "Makes a replica of a cluster send this connection to its master again",
            zh: "取消 READONLY，让集群副本把当前连接转到主节点",
        },
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
        summary: Text {
            en: "Creates a key in a hash slot that is being moved here",
            zh: "在正在迁入的哈希槽中创建键",
        },
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
        summary: Text {
            en: "Gives hash slots to this node",
            zh: "把哈希槽分配给此节点",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "addslotsrange",
        arity: -4,
        arguments: "start-slot_end-slot{start-slot:integer end-slot:integer}...",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Gives ranges of hash slots to this node",
            zh: "把哈希槽区间分配给此节点",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "bumpepoch",
        since: "3.0.0",
        summary: Text {
            en: "Raises the epoch of this node's configuration",
            zh: "提升此节点的配置纪元",
        },
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
        summary: Text {
            en: "Answers how many nodes report that a node has failed",
            zh: "返回报告某节点失效的节点个数",
        },
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
        summary: Text {
            en: "Answers how many keys this node has in a hash slot",
            zh: "返回此节点在某哈希槽中的键数",
        },
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
        summary: Text {
            en: "Takes hash slots away from this node",
            zh: "从此节点移除哈希槽",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "delslotsrange",
        arity: -4,
        arguments: "start-slot_end-slot{start-slot:integer end-slot:integer}...",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Takes ranges of hash slots away from this node",
            zh: "从此节点移除哈希槽区间",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "failover",
        arity: -2,
        arguments: "[options(FORCE|TAKEOVER)]",
        since: "3.0.0",
        summary: Text {
            en: "Lets this replica take its master's place",
            zh: "让此副本接替其主节点",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "flushslots",
        since: "3.0.0",
        summary: Text {
            en: "Makes this node forget all hash slots",
            zh: "清除此节点的所有哈希槽信息",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "forget",
        arity: 3,
        arguments: "node-id",
        since: "3.0.0",
        summary: Text {
            en: "Removes a node from those that this node knows",
            zh: "从此节点已知的节点中移除某节点",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "getkeysinslot",
        arity: 4,
        arguments: "slot:integer count:integer",
        since: "3.0.0",
        complexity: "O(log(N))",
        summary: Text {
            en: "Answers keys that this node has in a hash slot",
            zh: "返回此节点在某哈希槽中的键",
        },
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "info",
        since: "3.0.0",
        summary: Text {
            en: "Tells how the cluster is doing, as this node sees it",
            zh: "返回此节点所见的集群状态",
        },
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
        summary: Text {
            en: "Answers the hash slot of a key",
            zh: "返回键所属的哈希槽",
        },
        flags: Flags::STALE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "links",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells about the connections between this node and the others",
            zh: "返回此节点与其他节点之间的连接",
        },
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
        summary: Text {
            en: "Makes this node and another one know each other",
            zh: "让此节点与另一个节点互相认识",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "myid",
        since: "3.0.0",
        summary: Text {
            en: "Answers the ID of this node",
            zh: "返回此节点的 ID",
        },
        flags: Flags::STALE,
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "nodes",
        since: "3.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells about every node, one a line",
            zh: "列出所有节点，每行一个",
        },
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
        summary: Text {
            en: "Tells about the replicas of a master",
            zh: "列出某主节点的副本",
        },
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
        summary: Text {
            en: "Makes this node the replica of a master",
            zh: "把此节点设为某主节点的副本",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "reset",
        arity: -2,
        arguments: "[hard_soft(HARD|SOFT)]",
        since: "3.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Makes this node forget the cluster",
            zh: "让此节点忘记集群",
        },
        flags: Flags::ADMIN.and(Flags::NO_SCRIPT).and(Flags::STALE),
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "saveconfig",
        since: "3.0.0",
        summary: Text {
            en: "Writes this node's view of the cluster to its file",
            zh: "把此节点所见的集群状态写入文件",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "set-config-epoch",
        arity: 3,
        arguments: "config-epoch:integer",
        since: "3.0.0",
        summary: Text {
            en: "Sets the epoch of a new node's configuration",
            zh: "设置新节点的配置纪元",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "setslot",
        arity: -4,
        arguments: "slot:integer subcommand(IMPORTING=node-id|MIGRATING=node-id|NODE=node-id|STABLE)",
        since: "3.0.0",
        summary: Text {
            en: "Settles which node a hash slot belongs to or moves to",
            zh: "设定哈希槽归属或迁往的节点",
        },
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "shards",
        since: "7.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Tells which nodes serve which hash slots, shard by shard",
            zh: "按分片返回各节点负责的哈希槽",
        },
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
        summary: Text {
            en: "Tells about the replicas of a master; an older name of CLUSTER REPLICAS",
            zh: "列出某主节点的副本；CLUSTER REPLICAS 的旧名",
        },
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
        summary: Text {
            en: "Tells which nodes serve which ranges of hash slots",
            zh: "返回各哈希槽区间对应的节点",
        },
        flags: Flags::STALE,
        tips: "nondeterministic_output",
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
    Record {
        name: "help",
        since: "5.0.0",
        summary: Text {
            en: "Lists what CLUSTER can do",
            zh: "列出 CLUSTER 的子命令",
        },
        flags: Flags::LOADING.and(Flags::STALE),
        run: Run::LeftOut(Feature::Cluster),
        ..PART
    },
];
