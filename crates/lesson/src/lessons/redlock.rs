//! Redlock, on five servers that know nothing of each other, or on three where that is enough.

use crate::lesson::{C1, C2, C3, Lesson, LessonGroup, Network, beat, plain, to};
use base::text::Text;
use lock::Algorithm::{Redlock, RedlockKept, RedlockUnchecked};
use sim::Move::{
    CutOff, Execute, Fail, Lose, Pause, Read, Receive, Recover, Rejoin, Send, Step, Tick, TimeOut,
};
use sim::{Memory, Node};

pub(super) static NO_FAULTS: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R1",
    title: Text {
        en: "Redlock without faults",
        zh: "没有故障的 Redlock",
    },
    summary: Text {
        en: "Five servers know nothing of each other. A client asks all of them, and holds the lock when more than half say yes before the lease is over.",
        zh: "五台互不知情的服务器。客户端同时询问它们，超过半数在租约结束前答应，它就持有锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock)],
    parts: false,
    opening: 0,
    beats: &[
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK, OK, OK; in C1; leases C1 until 109; owner C1",
            "{client} sends {command} to {servers} at once. {yes} of {asked} say yes, so it holds the lock until {until}.",
            "{client} 同时向 {servers} 发送 {command}。{asked} 台中有 {yes} 台答应，所以它持有锁，直到 {until}。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil, nil, nil, nil, nil; in C1; leases C1 until 109; owner C1",
            "{client} asks the same five. {yes} of {asked} say yes, so it must give back whatever it got.",
            "{client} 也问这五台。{asked} 台中有 {yes} 台答应，所以它要把拿到的都还回去。",
        ),
        beat(
            Step(C2),
            "EVAL compare-and-delete b14 -> 0, 0, 0, 0, 0; in C1; leases C1 until 109; owner C1",
            "{client} sends {command} to all of them. It got none, so none deletes anything. It waits until {wake}.",
            "{client} 向它们全部发送 {command}。它一台也没拿到，所以没有删除什么。它等到 {wake}。",
        ),
    ],
};

pub(super) static FORGETS: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R2",
    title: Text {
        en: "A server of the majority forgets",
        zh: "多数派里有一台失忆",
    },
    summary: Text {
        en: "One client has the lock on three servers of five. One of the three restarts without its data, and the next client finds a majority, too.",
        zh: "一个客户端在五台中的三台上拿到锁。其中一台重启后数据全无，下一个客户端也凑成了多数。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock)],
    parts: false,
    opening: 2,
    beats: &[
        plain(
            CutOff(Node::Server(3)),
            "nothing sent; in -; leases -; owner -",
        ),
        plain(
            CutOff(Node::Server(4)),
            "nothing sent; in -; leases -; owner -",
        ),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK, -, -; in -; leases -; owner C1",
            "{client} asks all five. Those that it can reach say yes; for the others it waits.",
            "{client} 询问全部五台。能连上的都答应了，其余的它还在等。",
        ),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            TimeOut(C1),
            "nothing sent; in C1; leases C1 until 109; owner C1",
            "{client} waits no longer. {yes} servers have said yes, a majority, so it holds the lock until {until}.",
            "{client} 不再等待。已有 {yes} 台答应，是多数，所以它持有锁，直到 {until}。",
        ),
        plain(
            Rejoin(Node::Server(3)),
            "nothing sent; in C1; leases C1 until 109; owner C1",
        ),
        plain(
            Rejoin(Node::Server(4)),
            "nothing sent; in C1; leases C1 until 109; owner C1",
        ),
        plain(
            Fail(2),
            "nothing sent; in C1; leases C1 until 109; owner C1",
        ),
        plain(
            Recover(2, Memory::Nothing),
            "nothing sent; in C1; leases C1 until 109; owner C1",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil, nil, OK, OK, OK; in C1 C2; leases C1 until 109 C2 until 111; owner C1; two-believers C1 C2; two-leases C1 C2",
            "{client} asks all five. {yes} of {asked} say yes: the two that were cut off, and the one that forgot. *The leases of {leaseholders} are valid at once*.",
            "{client} 询问全部五台。{asked} 台中有 {yes} 台答应：两台曾被隔开，一台失忆。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static STALL: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R3",
    title: Text {
        en: "A stall while acquiring",
        zh: "争锁途中的停顿",
    },
    summary: Text {
        en: "The replies of a majority come after the lease is over. The last check, of the time that all this took, rejects them.",
        zh: "多数的答复到来时，租约已经结束。最后一道检查，即总共用了多少时间，把它们挡了下来。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock)],
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
        plain(
            Execute(to(C1, 1)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        beat(
            Execute(to(C1, 2)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
            "Server {server} says {reply} as well: a majority has granted the lock. The replies are still on their way.",
            "服务器 {server} 也答 {reply}：多数已经授予锁，回复却还在路上。",
        ),
        beat(
            Tick(11_000),
            "nothing sent; in -; leases -; owner -",
            "{elapsed} s pass before the replies arrive. The keys have expired.",
            "过了 {elapsed} 秒，回复还没有到。键都过期了。",
        ),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK, OK, OK, OK, OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 0)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 1)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 2)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        beat(
            TimeOut(C1),
            "nothing sent; in C2; leases C2 until 120; owner C2",
            "{client} counts {yes} yes, a majority. But its clock shows {clock}, and the lease that it asked for is over: it does not go in.",
            "{client} 数到 {yes} 台答应，是多数。但它的时钟是 {clock}，当初要的租约已经结束：它不进入。",
        ),
    ],
};

pub(super) static UNCHECKED: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R3-unchecked",
    title: Text {
        en: "The same without the check",
        zh: "同样的停顿，不作检查",
    },
    summary: Text {
        en: "A program that counts its lease from the last reply, and not from its request, goes in on keys that have expired.",
        zh: "这个程序从最后的回复算起租约，而不是从请求算起，于是凭着已经过期的键进入。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, RedlockUnchecked), (C2, RedlockUnchecked)],
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
        plain(
            Execute(to(C1, 1)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        beat(
            Execute(to(C1, 2)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
            "Server {server} says {reply} as well: a majority has granted the lock. The replies are still on their way.",
            "服务器 {server} 也答 {reply}：多数已经授予锁，回复却还在路上。",
        ),
        beat(
            Tick(11_000),
            "nothing sent; in -; leases -; owner -",
            "{elapsed} s pass before the replies arrive. The keys have expired.",
            "过了 {elapsed} 秒，回复还没有到。键都过期了。",
        ),
        plain(
            Step(C2),
            "SET b14 NX PX 10000 -> OK, OK, OK, OK, OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 0)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 1)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        plain(
            Receive(to(C1, 2)),
            "received OK; in C2; leases C2 until 120; owner C2",
        ),
        beat(
            TimeOut(C1),
            "nothing sent; in C1 C2; leases C1 until 120 C2 until 120; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{client} counts {yes} yes, a majority, and goes in until {until}. *The leases of {leaseholders} are valid at once*.",
            "{client} 数到 {yes} 台答应，是多数，于是进入，直到 {until}。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static LATE_STALL: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R4",
    title: Text {
        en: "A stall after the check",
        zh: "检查之后的停顿",
    },
    summary: Text {
        en: "The check of the time has passed when the client stalls. As with every lease, two clients then believe that they hold the lock.",
        zh: "客户端在检查用时之后才停顿。和一切租约一样，这时会有两个客户端自认持锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock)],
    parts: false,
    opening: 0,
    beats: &[
        plain(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK, OK, OK; in C1; leases C1 until 109; owner C1",
        ),
        plain(
            Pause(C1),
            "nothing sent; in C1; leases C1 until 109; owner C1",
        ),
        plain(Tick(11_000), "nothing sent; in C1; leases -; owner -"),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK, OK, OK, OK, OK; in C1 C2; leases C2 until 120; owner C2; two-believers C1 C2",
            "{yes} of {asked} say yes to {client}, since the keys have expired. *{believers} both believe that they hold the lock*. Five servers do not mend what one cannot.",
            "键都过期了，所以 {asked} 台中有 {yes} 台答应 {client}。*{believers} 同时自认持锁*。一台治不了的，五台也治不了。",
        ),
    ],
};

pub(super) static SPLIT: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R5",
    title: Text {
        en: "A split vote",
        zh: "票数分散",
    },
    summary: Text {
        en: "Three clients ask at the same time, and none gets a majority. Each gives back what it has, and waits. Here all wait one second, so they may meet again; a real client waits a random time.",
        zh: "三个客户端同时询问，谁也没有得到多数。各自把拿到的还回去，然后等待。这里大家都等一秒，可能再次撞上；真正的客户端等待的时间是随机的。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock), (C3, Redlock)],
    parts: true,
    opening: 6,
    beats: &[
        plain(
            Read(C1),
            "SET a7 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(Send(C1), "SET a7 NX PX 10000 sent; in -; leases -; owner -"),
        plain(
            Read(C2),
            "SET b14 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(
            Send(C2),
            "SET b14 NX PX 10000 sent; in -; leases -; owner -",
        ),
        plain(
            Read(C3),
            "SET c21 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(
            Send(C3),
            "SET c21 NX PX 10000 sent; in -; leases -; owner -",
        ),
        plain(
            Execute(to(C1, 0)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(
            Execute(to(C1, 1)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(
            Execute(to(C2, 2)),
            "SET b14 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(
            Execute(to(C2, 3)),
            "SET b14 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(
            Execute(to(C3, 4)),
            "SET c21 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, nil, nil, nil; in -; leases -; owner C1",
            "{yes} of {asked} say yes to {client}: no majority. Its next command gives them back.",
            "{asked} 台中有 {yes} 台答应 {client}：不是多数。下一条命令要把它们还回去。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil, nil, OK, OK, nil; in -; leases -; owner C1",
            "{yes} of {asked} say yes to {client}: no majority either.",
            "{asked} 台中有 {yes} 台答应 {client}：也不是多数。",
        ),
        beat(
            Step(C3),
            "SET c21 NX PX 10000 -> nil, nil, nil, nil, OK; in -; leases -; owner C1",
            "{yes} of {asked} says yes to {client}. Nobody has a majority.",
            "{asked} 台中有 {yes} 台答应 {client}。谁也没有得到多数。",
        ),
        beat(
            Step(C1),
            "EVAL compare-and-delete a7 -> 1, 1, 0, 0, 0; in -; leases -; owner -",
            "{client} sends {command} to {servers}. {yes} of them had its token. It waits until {wake}.",
            "{client} 向 {servers} 发送 {command}，其中 {yes} 台有它的令牌。它等到 {wake}。",
        ),
        plain(
            Step(C2),
            "EVAL compare-and-delete b14 -> 0, 0, 1, 1, 0; in -; leases -; owner -",
        ),
        plain(
            Step(C3),
            "EVAL compare-and-delete c21 -> 0, 0, 0, 0, 1; in -; leases -; owner -",
        ),
    ],
};

pub(super) static NO_ANSWER: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R6",
    title: Text {
        en: "A reply that never comes",
        zh: "永远不来的回复",
    },
    summary: Text {
        en: "A server sets the key, and its reply is lost. The client has no majority and gives up; it must release there as well, though it heard nothing.",
        zh: "一台服务器写入了键，回复却丢了。客户端没有凑成多数，只好放弃；那台虽然没有答复，也必须去释放。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::FIVE,
    clients: &[(C1, Redlock), (C2, Redlock)],
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
        plain(
            Execute(to(C1, 1)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(
            Execute(to(C1, 2)),
            "SET a7 NX PX 10000 -> OK; in -; leases -; owner C1",
        ),
        plain(Lose(to(C1, 2)), "nothing sent; in -; leases -; owner C1"),
        plain(Lose(to(C1, 3)), "nothing sent; in -; leases -; owner C1"),
        plain(Lose(to(C1, 4)), "nothing sent; in -; leases -; owner C1"),
        plain(Receive(to(C1, 0)), "received OK; in -; leases -; owner C1"),
        plain(Receive(to(C1, 1)), "received OK; in -; leases -; owner C1"),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        beat(
            TimeOut(C1),
            "nothing sent; in -; leases -; owner C1",
            "{client} waits no longer. {yes} servers have said yes: no majority.",
            "{client} 不再等待。有 {yes} 台答应：不是多数。",
        ),
        beat(
            Step(C1),
            "EVAL compare-and-delete a7 -> 1, 1, 1, 0, 0; in -; leases -; owner -",
            "{client} sends {command} to {servers}, to those that never answered, too. {yes} delete its key: one more than had said yes.",
            "{client} 向 {servers} 发送 {command}，没有答复过的也不漏掉。有 {yes} 台删除了它的键：比答应的多一台。",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK, OK, OK, OK, OK; in C2; leases C2 until 111; owner C2",
            "{yes} of {asked} say yes to {client}. A release on only the servers that had answered would have left one locked until its time ran out.",
            "{asked} 台中有 {yes} 台答应 {client}。假如只到答复过的服务器上去释放，就会有一台一直锁到时间用完。",
        ),
    ],
};

pub(super) static KEPT: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R7",
    title: Text {
        en: "One token for several attempts",
        zh: "几次尝试共用一个令牌",
    },
    summary: Text {
        en: "A client draws its token once and uses it for every attempt. A release of the first attempt arrives during the second one, finds the same token, and deletes a lock that is in use.",
        zh: "客户端只抽取一次令牌，每次尝试都用它。第一次尝试的释放请求，在第二次尝试期间才到，看到的是同一个令牌，于是删掉了正在用的锁。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::THREE,
    clients: &[(C1, RedlockKept), (C2, RedlockKept)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Read(C1),
            "SET a7 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK; in -; leases -; owner C1",
            "{client} stalled before it sent {command}. {yes} of {asked} say yes, but its lease, counted from when it read its clock, is over: it does not go in.",
            "{client} 发送 {command} 之前停顿了。{asked} 台中有 {yes} 台答应，但从它读时钟时算起的租约已经结束：它不进入。",
        ),
        plain(
            Read(C1),
            "EVAL compare-and-delete a7 computed; in -; leases -; owner C1",
        ),
        beat(
            Send(C1),
            "EVAL compare-and-delete a7 sent; in -; leases -; owner C1",
            "{client} sends {command} to {servers}. The release is delayed on its way to all of them.",
            "{client} 向 {servers} 发送 {command}。释放请求在去往每一台的途中都延迟了。",
        ),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        plain(TimeOut(C1), "nothing sent; in -; leases -; owner C1"),
        beat(
            Tick(9_000),
            "nothing sent; in -; leases -; owner -",
            "The time is now {time}. The keys have expired, and the releases have still not arrived.",
            "现在是 {time}。键都过期了，释放请求还没有到。",
        ),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK; in C1; leases C1 until 129; owner C1",
            "{client} tries again with the same token: it sends {command}, and {yes} of {asked} say yes. It holds the lock until {until}.",
            "{client} 用同一个令牌再试：发送 {command}，{asked} 台中有 {yes} 台答应。它持有锁，直到 {until}。",
        ),
        beat(
            Execute(to(C1, 0)),
            "EVAL compare-and-delete a7 -> 1; in C1; leases C1 until 129; owner -",
            "The old release arrives at server {server}. It finds its token in the key, so the key is deleted, and the reply is {reply}.",
            "先前的释放请求到了服务器 {server}。键里正是它要比较的令牌，于是键被删除，回复是 {reply}。",
        ),
        plain(
            Execute(to(C1, 1)),
            "EVAL compare-and-delete a7 -> 1; in C1; leases C1 until 129; owner -",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> OK, OK, nil; in C1 C2; leases C1 until 129 C2 until 129; owner C2; two-believers C1 C2; two-leases C1 C2",
            "{yes} of {asked} say yes to {client}, a majority. *The leases of {leaseholders} are valid at once*.",
            "{asked} 台中有 {yes} 台答应 {client}，是多数。*{leaseholders} 的租约同时有效*。",
        ),
    ],
};

pub(super) static RENEWED: Lesson = Lesson {
    group: LessonGroup::Servers,
    id: "R7-token",
    title: Text {
        en: "Redlock with a new token for each attempt",
        zh: "每次尝试都换新令牌的 Redlock",
    },
    summary: Text {
        en: "The same delays. The second attempt has a token of its own, so the late releases find another token, and delete nothing.",
        zh: "同样的延迟。第二次尝试用的是新令牌，迟到的释放请求看到的是另一个令牌，什么也不删。",
    },
    start_s: 100,
    lease_s: 10,
    network: Network::THREE,
    clients: &[(C1, Redlock), (C2, Redlock)],
    parts: true,
    opening: 0,
    beats: &[
        plain(
            Read(C1),
            "SET a7 NX PX 10000 computed; in -; leases -; owner -",
        ),
        plain(Tick(9_000), "nothing sent; in -; leases -; owner -"),
        beat(
            Step(C1),
            "SET a7 NX PX 10000 -> OK, OK, OK; in -; leases -; owner C1",
            "{client} stalled before it sent {command}. {yes} of {asked} say yes, but its lease, counted from when it read its clock, is over: it does not go in.",
            "{client} 发送 {command} 之前停顿了。{asked} 台中有 {yes} 台答应，但从它读时钟时算起的租约已经结束：它不进入。",
        ),
        plain(
            Read(C1),
            "EVAL compare-and-delete a7 computed; in -; leases -; owner C1",
        ),
        beat(
            Send(C1),
            "EVAL compare-and-delete a7 sent; in -; leases -; owner C1",
            "{client} sends {command} to {servers}. The release is delayed on its way to all of them.",
            "{client} 向 {servers} 发送 {command}。释放请求在去往每一台的途中都延迟了。",
        ),
        plain(Tick(2_000), "nothing sent; in -; leases -; owner C1"),
        plain(TimeOut(C1), "nothing sent; in -; leases -; owner C1"),
        beat(
            Tick(9_000),
            "nothing sent; in -; leases -; owner -",
            "The time is now {time}. The keys have expired, and the releases have still not arrived.",
            "现在是 {time}。键都过期了，释放请求还没有到。",
        ),
        beat(
            Step(C1),
            "SET a8 NX PX 10000 -> OK, OK, OK; in C1; leases C1 until 129; owner C1",
            "{client} tries again with a new token: it sends {command}, and {yes} of {asked} say yes. It holds the lock until {until}.",
            "{client} 换了新令牌再试：发送 {command}，{asked} 台中有 {yes} 台答应。它持有锁，直到 {until}。",
        ),
        beat(
            Execute(to(C1, 0)),
            "EVAL compare-and-delete a7 -> 0; in C1; leases C1 until 129; owner C1",
            "The old release arrives at server {server}. The value in the key is {value}, not the old token, so the reply is {reply}, and the key stays.",
            "先前的释放请求到了服务器 {server}。键里的值是 {value}，不是旧令牌，所以回复是 {reply}，键还在。",
        ),
        plain(
            Execute(to(C1, 1)),
            "EVAL compare-and-delete a7 -> 0; in C1; leases C1 until 129; owner C1",
        ),
        beat(
            Step(C2),
            "SET b14 NX PX 10000 -> nil, nil, nil; in C1; leases C1 until 129; owner C1",
            "{yes} of {asked} say yes to {client}: one client has the lock.",
            "{asked} 台中有 {yes} 台答应 {client}：持锁的只有一个。",
        ),
    ],
};
