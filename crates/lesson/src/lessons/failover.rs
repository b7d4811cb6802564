//! One server fails, forgets, or has its clock set; its replicas may take its place.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain};
use base::text::Text;
use lock::Algorithm::{Px, Wait};
use sim::Move::{CutOff, Fail, Promote, Recover, Replicate, SkewServer, Step};
use sim::{Memory, Node};

pub(super) static LOST: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "F1",
    title: Text {
        en: "A failover that loses the lock",
        zh: "故障转移丢了锁",
    },
    summary: Text {
        en: "The server answers before its replica has the write. It fails, the replica is promoted, and the lock is gone.",
        zh: "服务器在副本收到写入之前就答复了。它发生故障，副本升为主服务器，锁就没有了。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::with_replicas(1),
    clients: &[(C1, Px), (C2, Px)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
            "{client} sends {command}, and the reply is {reply}. The write has not reached the replica yet.",
            "{client} 发送 {command}，回复是 {reply}。这次写入还没有到达副本。",
        ),
        plain(Fail(0), "nothing sent; in C1; leases C1 until 110; owner -"),
        beat(
            Promote(1),
            "nothing sent; in C1; leases C1 until 110; owner -",
            "Server {server} is promoted. It never received the write, so it knows of no lock.",
            "服务器 {server} 升为主服务器。它没有收到那次写入，不知道有锁。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C1 until 110 C2 until 110; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}, and the reply is {reply}. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static WAITED: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "F2",
    title: Text {
        en: "WAIT before going in",
        zh: "进入之前先 WAIT",
    },
    summary: Text {
        en: "The client asks by WAIT how many replicas have its write, and goes in only when one has. With one replica, the failover now keeps the lock: if two clients try once each, no schedule loses it. If they try again, none of up to 10 moves does; longer ones were not searched.",
        zh: "客户端用 WAIT 询问有几个副本收到了写入，至少有一个才进入。只有一个副本时，故障转移就保住了锁：两个客户端各尝试一次时，没有任何顺序会丢锁。可以重试时，只查过 10 步以内的顺序，也都不会。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::with_replicas(1),
    clients: &[(C1, Wait), (C2, Wait)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(Replicate(1), "nothing sent; in -; leases -; owner C1"),
        beat(
            Step(C1),
            "WAIT 1 1000 -> 1; in C1; leases C1 until 110; owner C1",
            "{client} sends {command}, and the reply is {reply}: the replica has the write. {client} holds the lock until {until}.",
            "{client} 发送 {command}，回复是 {reply}：副本收到了写入。{client} 持有锁，直到 {until}。",
        ),
        plain(Fail(0), "nothing sent; in C1; leases C1 until 110; owner -"),
        plain(
            Promote(1),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil; in C1; leases C1 until 110; owner C1",
            "{client} sends {command}. The promoted replica has the key, so the reply is {reply}.",
            "{client} 发送 {command}。新的主服务器有这个键，所以回复是 {reply}。",
        ),
    ],
};

pub(super) static WRONG_REPLICA: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "F2-other",
    title: Text {
        en: "The other replica is promoted",
        zh: "升上来的是另一个副本",
    },
    summary: Text {
        en: "WAIT says how many replicas have the write, not which one will be promoted. The one that has it cannot be reached when the server fails. Sentinel prefers the replica with the most data, so in this schedule that had to go wrong as well.",
        zh: "WAIT 只说有几个副本收到写入，不管将来升上来的是哪一个。服务器故障时，收到写入的那个副本恰好连不上。Sentinel 会优先选数据最多的副本，所以照这个顺序，还得碰上这件坏事。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::with_replicas(3),
    clients: &[(C1, Wait), (C2, Wait)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(Replicate(1), "nothing sent; in -; leases -; owner C1"),
        plain(
            Step(C1),
            "WAIT 1 1000 -> 1; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            CutOff(Node::Server(1)),
            "nothing sent; in C1; leases C1 until 110; owner C1",
            "Server {node}, the only replica that has the write, is cut off.",
            "唯一收到写入的副本 {node} 被隔开了。",
        ),
        plain(Fail(0), "nothing sent; in C1; leases C1 until 110; owner -"),
        beat(
            Promote(2),
            "nothing sent; in C1; leases C1 until 110; owner -",
            "Server {server} is promoted. It is the best of those that can be reached, and it lacks the write.",
            "服务器 {server} 升为主服务器。能连上的副本里没有比它更好的，它却缺了那次写入。",
        ),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C2",
        ),
        plain(
            Replicate(3),
            "nothing sent; in C1; leases C1 until 110; owner C2",
        ),
        beat(
            Step(C2),
            "WAIT 1 1000 -> 1; in C1 C2; leases C1 until 110 C2 until 110; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}, and the reply is {reply}: a replica has its write, too. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，回复是 {reply}：它的写入也有副本收到。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static NOT_ENOUGH: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "F3",
    title: Text {
        en: "WAIT says 0",
        zh: "WAIT 返回 0",
    },
    summary: Text {
        en: "No replica has the write in time. The client must not go in, and it must release: its key is there all the same.",
        zh: "没有副本及时收到写入。客户端不能进入，还必须释放：它的键毕竟已经写下了。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::with_replicas(1),
    clients: &[(C1, Wait), (C2, Wait)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        beat(
            Step(C1),
            "WAIT 1 1000 -> 0; in -; leases -; owner C1",
            "{client} sends {command}, and the reply is {reply}: no replica has the write. So {client} must not go in.",
            "{client} 发送 {command}，回复是 {reply}：没有副本收到写入，所以 {client} 不能进入。",
        ),
        beat(
            Step(C1),
            "EVAL compare-and-delete a7 -> 1; in -; leases -; owner -",
            "{client} gives back what it has taken: it sends {command}, and the reply is {reply}. It waits until {wake} and tries again.",
            "{client} 把拿到的还回去：发送 {command}，回复是 {reply}。它等到 {wake} 再试。",
        ),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in -; leases -; owner C2",
        ),
    ],
};

pub(super) static FORGETS: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "F4",
    title: Text {
        en: "A server that forgets",
        zh: "失忆的服务器",
    },
    summary: Text {
        en: "The server restarts with what it had last written to disk. The lock is younger than that. Either every write is synced at once, or the server comes back only after the longest lease.",
        zh: "服务器重启，只剩上次落盘的数据，而锁比那更新。要么每次写入都立即落盘，要么等最长的租约过去之后再让服务器回来。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Px), (C2, Px)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(Fail(0), "nothing sent; in C1; leases C1 until 110; owner -"),
        plain(
            Recover(0, Memory::Synced),
            "nothing sent; in C1; leases C1 until 110; owner -",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C1 until 110 C2 until 110; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}, and the reply is {reply}: the server knows of no lock. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，回复是 {reply}：服务器不知道有锁。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static CLOCK: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "K1",
    title: Text {
        en: "The clock of the server jumps",
        zh: "服务器的时钟跳变",
    },
    summary: Text {
        en: "Times to live in Redis go by the wall clock. Somebody sets the clock of the server, and the key expires at once.",
        zh: "Redis 的生存时间按墙上时钟计算。有人拨了服务器的时钟，键立刻过期。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Px), (C2, Px)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            SkewServer(0, 11_000),
            "nothing sent; in C1; leases C1 until 110; owner -",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C1 C2; leases C1 until 110 C2 until 110; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}. For the server the key has expired, so the reply is {reply}. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}。在服务器看来键已过期，所以回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};
