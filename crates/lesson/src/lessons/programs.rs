//! Locks as real programs write them: a time to live, a token, a reply that is lost.

use crate::lesson::{C1, C2, Lesson, LessonGroup, Network, beat, plain, to};
use base::text::Text;
use lock::Algorithm::{Expire, ExpireMulti, ExpireNx, Px, PxName, PxOwn, PxRepeat, PxWatch};
use sim::Move::{Crash, Execute, Lose, Read, Restart, Send, Step, Tick, TimeOut};

pub(super) static FORGOTTEN: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "E1",
    title: Text {
        en: "SETNX, then EXPIRE",
        zh: "SETNX，再 EXPIRE",
    },
    summary: Text {
        en: "The key gets its time to live in a second command. A client that crashes between the two leaves a lock that never expires: a common bug.",
        zh: "键的生存时间由第二条命令设置。客户端若在两条命令之间崩溃，留下的锁就永远不会过期。这是常见的错误。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Expire), (C2, Expire)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SETNX C1 -> 1; in -; leases -; owner C1",
            "{client} sends {command}, and the reply is {reply}. The key has no time to live yet: that takes a second command.",
            "{client} 发送 {command}，回复是 {reply}。键还没有生存时间，那要靠第二条命令。",
        ),
        beat(
            Crash(C1),
            "nothing sent; in -; leases -; owner C1; stuck C2",
            "{client} crashes before it sends EXPIRE. The key stays, and nothing will ever remove it.",
            "{client} 还没有发送 EXPIRE 就崩溃了。键留了下来，再也没有什么会删除它。",
        ),
        beat(
            Step(C2),
            "SETNX C2 -> 0; in -; leases -; owner C1; stuck C2",
            "{client} sends {command}, and the reply is {reply}. It waits, and will ask again. *The key has no time to live, so {stuck} will never get the lock*.",
            "{client} 发送 {command}，回复是 {reply}。它会等一会儿再试。*键没有生存时间，所以 {stuck} 永远拿不到锁*。",
        ),
    ],
};

pub(super) static PROLONGED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "E2",
    title: Text {
        en: "SETNX and EXPIRE in a transaction",
        zh: "SETNX 和 EXPIRE 放进事务",
    },
    summary: Text {
        en: "Both commands in one transaction leave no gap. But EXPIRE runs even when SETNX is refused: every poll prolongs the lock, also that of a client that has crashed.",
        zh: "两条命令放进一个事务，就没有空隙了。但 SETNX 被拒绝时 EXPIRE 照样执行：每次轮询都延长了锁，哪怕持有者已经崩溃。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, ExpireMulti), (C2, ExpireMulti)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX C1; EXPIRE 10 -> 1 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Crash(C1), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            Step(C2),
            "SETNX C2; EXPIRE 10 -> 0 1; in -; leases -; owner C1",
            "{client} sends {command}, and the replies are {reply}. SETNX is refused, and EXPIRE is not: the key lives for a whole lease longer.",
            "{client} 发送 {command}，回复是 {reply}。SETNX 被拒绝，EXPIRE 却没有：键又能活整整一份租约。",
        ),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            Step(C2),
            "SETNX C2; EXPIRE 10 -> 0 1; in -; leases -; owner C1; shut C2",
            "{client} polls again, and again it prolongs the lock. *The lock is shut, and nobody is in it*, for as long as somebody polls more often than a lease lasts.",
            "{client} 再次轮询，又把锁延长了。*锁关着，里面却没有人*。只要有谁轮询的间隔短于一份租约，就会一直这样。",
        ),
    ],
};

pub(super) static ONCE_ONLY: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "E2-nx",
    title: Text {
        en: "EXPIRE only where there is none",
        zh: "只在没有时设置 EXPIRE",
    },
    summary: Text {
        en: "With the option NX, which Redis has from version 7.0 on, EXPIRE changes no time to live that is there already. A poll then prolongs nothing.",
        zh: "Redis 从 7.0 起有 NX 选项：已有的生存时间不会被 EXPIRE 改动。这样轮询就不会延长锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, ExpireNx), (C2, ExpireNx)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SETNX C1; EXPIRE 10 NX -> 1 1; in C1; leases C1 until 110; owner C1",
        ),
        plain(Crash(C1), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            Step(C2),
            "SETNX C2; EXPIRE 10 NX -> 0 0; in -; leases -; owner C1",
            "{client} sends {command}, and the replies are {reply}. Both are refused: the key keeps its time to live.",
            "{client} 发送 {command}，回复是 {reply}。两条都被拒绝，键的生存时间不变。",
        ),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C2),
            "SETNX C2; EXPIRE 10 NX -> 1 1; in C2; leases C2 until 121; owner C2",
            "The key has expired by itself, so this time the replies are {reply}. {client} holds the lock until {until}.",
            "键已自行过期，这一次回复是 {reply}。{client} 持有锁，直到 {until}。",
        ),
    ],
};

pub(super) static NAME: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "T1",
    title: Text {
        en: "A name instead of a token",
        zh: "拿名字当令牌",
    },
    summary: Text {
        en: "The value in the key names the client, and is the same for each of its attempts. A release that arrives late removes the lock that the same client has taken anew.",
        zh: "键里的值是客户端的名字，每次尝试都一样。迟到的释放会删掉同一个客户端后来重新拿到的锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxName), (C2, PxName)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(9_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Read(C1),
            "EVAL compare-and-delete C1 computed; in -; leases -; owner C1",
            "{client} has done its work. It computes the command of its release, {command}.",
            "{client} 做完了工作，算出释放用的命令 {command}。",
        ),
        beat(
            Send(C1),
            "EVAL compare-and-delete C1 sent; in -; leases -; owner C1",
            "{client} sends {command}. The command is delayed on its way.",
            "{client} 发送 {command}。命令在途中耽搁了。",
        ),
        plain(Crash(C1), "nothing sent; in -; leases -; owner C1"),
        beat(
            Tick(2_000),
            "nothing sent; in -; leases -; owner -",
            "The time is now {time}. The key has expired, and the old command has still not arrived.",
            "现在是 {time}。键已过期，那条旧命令还没有到达。",
        ),
        plain(Restart(C1), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SET C1 NX PX 10000 -> OK; in C1; leases C1 until 121; owner C1",
            "{client} sends {command}, with the same name as before, and the reply is {reply}. It holds the lock until {until}.",
            "{client} 发送 {command}，名字和以前一样，回复是 {reply}。它持有锁，直到 {until}。",
        ),
        beat(
            Execute(to(C1, 0)),
            "EVAL compare-and-delete C1 -> 1; in C1; leases C1 until 121; owner -",
            "Now the old command arrives. The value in the key is the expected name, so the key is deleted, and the reply is {reply}. {client} does not learn of it.",
            "这时旧命令到了。键里的值正是它要比较的名字，于是键被删除，回复是 {reply}。{client} 并不知情。",
        ),
        beat(
            Step(C2),
            "SET C2 NX PX 10000 -> OK; in C1 C2; leases C1 until 121 C2 until 121; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} sends {command}, and the reply is {reply}. *The leases of {leaseholders} are valid at once*.",
            "{client} 发送 {command}，回复是 {reply}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static FRESH: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "T1-token",
    title: Text {
        en: "A new token for each attempt",
        zh: "每次尝试都换新令牌",
    },
    summary: Text {
        en: "The same moves with a token that is new for each attempt. The late release finds another token, and removes nothing.",
        zh: "同样的步骤，但每次尝试都用新令牌。迟到的释放看到的是另一个令牌，什么也不删。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, Px), (C2, Px)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(9_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Read(C1),
            "EVAL compare-and-delete a7 computed; in -; leases -; owner C1",
        ),
        plain(
            Send(C1),
            "EVAL compare-and-delete a7 sent; in -; leases -; owner C1",
        ),
        plain(Crash(C1), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner -"),
        plain(Restart(C1), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SET a8 NX PX 10000 -> OK; in C1; leases C1 until 121; owner C1",
            "{client} sends {command}, with a new token, and the reply is {reply}. It holds the lock until {until}.",
            "{client} 发送 {command}，令牌是新的，回复是 {reply}。它持有锁，直到 {until}。",
        ),
        beat(
            Execute(to(C1, 0)),
            "EVAL compare-and-delete a7 -> 0; in C1; leases C1 until 121; owner C1",
            "Now the old command arrives. The value in the key is {value}, not the old token, so the reply is {reply}, and the key stays.",
            "这时旧命令到了。键里的值是 {value}，不是旧令牌，所以回复是 {reply}，键还在。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil; in C1; leases C1 until 121; owner C1",
            "{client} sends {command}, and the reply is {reply}: one client has the lock.",
            "{client} 发送 {command}，回复是 {reply}：持锁的只有一个。",
        ),
    ],
};

pub(super) static LOCKED_OUT: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "N1",
    title: Text {
        en: "A reply that is lost",
        zh: "丢失的回复",
    },
    summary: Text {
        en: "The server sets the key, and its reply is lost. The client repeats its request and is refused: it has locked itself out until the key expires. Nothing is broken; time is lost.",
        zh: "服务器写入了键，回复却丢了。客户端重发请求，遭到拒绝：在键过期之前，它把自己挡在了门外。什么都没有破坏，只是浪费了时间。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxRepeat), (C2, PxRepeat)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Read(C1),
            "SET a7 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(Send(C1), "SET a7 NX PX 10000 sent; in -; leases -; owner -"),
        beat(
            Execute(to(C1, 0)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
            "The server executes {command}, and the reply is {reply}: the key belongs to {client}, which does not know it yet.",
            "服务器执行 {command}，回复是 {reply}：键属于 {client}，它还不知道。",
        ),
        plain(Lose(to(C1, 0)), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            TimeOut(C1),
            "nothing sent; in -; leases -; owner C1",
            "{client} has waited long enough. Nobody replied, so it will repeat the request as it was, with the same token.",
            "{client} 等得够久了。没有人答复，于是它原样重发请求，令牌不变。",
        ),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> nil; in -; leases -; owner C1",
            "{client} sends {command} again, and the reply is {reply}: its own key is in its way. It waits until {wake}.",
            "{client} 再次发送 {command}，回复是 {reply}：挡住它的正是它自己的键。它等到 {wake}。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil; in -; leases -; owner C1",
            "{client} is refused as well. The key is the only thing that holds the lock, and it expires by itself.",
            "{client} 也被拒绝。占着锁的只是这个键，它会自行过期。",
        ),
    ],
};

pub(super) static RECOGNISED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "N1-own",
    title: Text {
        en: "A client that knows its own token",
        zh: "认得自己的令牌",
    },
    summary: Text {
        en: "The same loss. This client keeps its token while it repeats the request, reads the key when it is refused, and finds that the lock is its own, since its first request.",
        zh: "同样丢了回复。这个客户端重发请求时不换令牌，被拒绝后读取键，发现锁是自己的：从第一次请求起就是。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxOwn), (C2, PxOwn)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Read(C1),
            "SET a7 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(Send(C1), "SET a7 NX PX 10000 sent; in -; leases -; owner -"),
        plain(
            Execute(to(C1, 0)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(Lose(to(C1, 0)), "nothing sent; in -; leases -; owner C1"),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        plain(TimeOut(C1), "nothing sent; in -; leases -; owner C1"),
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> nil; in -; leases -; owner C1",
        ),
        beat(
            Step(C1),
            "GET -> a7; in C1; leases C1 until 110; owner C1",
            "{client} reads {reply}, its own token: its first request was executed. So it holds the lock until {until}, counted from that request.",
            "{client} 读到 {reply}，是它自己的令牌：第一次请求已经执行。所以它持有锁，直到 {until}，从那次请求算起。",
        ),
    ],
};

pub(super) static WATCHED: Lesson = Lesson {
    group: LessonGroup::Programs,
    id: "P3-watch",
    title: Text {
        en: "A release by WATCH",
        zh: "用 WATCH 释放",
    },
    summary: Text {
        en: "WATCH, GET, and DEL in a transaction compare and delete without a script. If the key changes or expires in between, EXEC returns nil and nothing is deleted.",
        zh: "WATCH、GET，再把 DEL 放进事务，不用脚本也能比较并删除。键若在此期间改变或过期，EXEC 返回 nil，什么都不删。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::ONE,
    clients: &[(C1, PxWatch), (C2, PxWatch)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK; in C1; leases C1 until 110; owner C1",
        ),
        plain(
            Tick(3_000),
            "nothing sent; in C1; leases C1 until 110; owner C1",
        ),
        beat(
            Step(C1),
            "WATCH -> OK; in -; leases -; owner C1",
            "{client} has done its work. It asks the server to watch the key.",
            "{client} 做完了工作，请服务器监视这个键。",
        ),
        beat(
            Step(C1),
            "GET -> a7; in -; leases -; owner C1",
            "{client} reads {reply}, its own token. Its next command is the transaction with DEL.",
            "{client} 读到 {reply}，是自己的令牌。接下来是含 DEL 的事务。",
        ),
        plain(Tick(8_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK; in C2; leases C2 until 121; owner C2",
            "The key has expired, and {client} takes the lock.",
            "键已过期，{client} 拿到锁。",
        ),
        beat(
            Step(C1),
            "DEL -> nil; in C2; leases C2 until 121; owner C2",
            "{client} sends {command}. The watched key has changed, so the reply is {reply}, and nothing is deleted: {believers} keeps its lock.",
            "{client} 发送 {command}。被监视的键变了，所以回复是 {reply}，什么都没有删除：{believers} 的锁还在。",
        ),
    ],
};
