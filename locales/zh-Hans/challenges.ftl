### Challenges, comparisons, links, exports, and what stands around lessons.

## Groups of lessons

group-told = 文档里的场景
group-left-out = 文档没有讲的
group-successors = 后来的锁：SET NX PX
group-programs = 实际程序的做法
group-servers = 多台服务器与会出故障的服务器


## Challenges and their hints, from the vaguest on

goal-first = 带 C1 走一遍：拿到锁，干完活，再释放。
hint-first-1 = 按 C1 那一行的“单步”，或让焦点停在图上再按 1。
hint-first-2 = 干活要三秒，而时间要你来推动：按三次“+ 1 秒”，或按 t 键。
hint-first-3 = 再走一步，C1 就会删除键。走错了可以按 Ctrl+Z 撤回。
goal-forever = 让锁永远无法被拿到。
hint-forever-1 = 这里没有客户端读取键里的时间。键该由哪个客户端来删除？
hint-forever-2 = 客户端能做的不只是等待和工作。
goal-clock = 借助时钟，让两份租约同时有效。
hint-clock-1 = 争锁者拿哪个时间与键里的值比较？
hint-clock-2 = 租期是十秒，键里多写了一秒。
goal-not-its-own = 让 C1 删掉不属于它的锁。
hint-not-its-own-1 = C1 不检查就删除键。
hint-not-its-own-2 = 等 C1 做完工作时，键要已属于 C2。C2 怎样才能先拿到锁？
goal-mend-clock = 改好释放部分：无论哪种执行顺序，都没有客户端会删掉别人的锁。
hint-mend-clock-1 = 按程序下方的“查找”，看看找到的执行顺序。客户端发送 DEL 时，不知道什么？
hint-mend-clock-2 = 租约结束之前，键是它自己的。在这里，读时钟和命令之间没有间隔。
goal-late-token = 每次写入都出示防护令牌，仍要弄丢一次更新。
hint-late-token-1 = 存储方拒绝更小的防护令牌。哪个客户端该拿到更大的？
hint-late-token-2 = 客户端先拿到锁，之后另用一步取得防护令牌。
goal-two-holders = 锁一开始就已过期。让两个客户端都持有它，而且租约都有效。
hint-two-holders-1 = 不需要崩溃，也不需要不准的时钟，只需要某种执行顺序。
hint-two-holders-2 = 客户端读到值，等它据此行动时，值可能已经过时。
goal-stall = 时钟都准，C1 也会先看时钟，仍要让它删掉不属于它的锁。
hint-stall-1 = 检查和 DEL 不是同一步。
hint-stall-2 = 每一步都可以拆开，一部分一部分地走。
goal-mend-token = 改好这个释放部分，而且客户端可能在读时钟和执行命令之间停住。
hint-mend-token-1 = 命令可能晚到，看时钟就不管用了。客户端还能凭什么知道键是自己的？
hint-mend-token-2 = 比较和 DEL 必须是服务器上的同一步。脚本就是一步：编辑器里有 EVAL。
goal-shorter = 时钟都准，也要让两份租约同时有效。
hint-shorter-1 = 落败的客户端同样写了键。
hint-shorter-2 = 客户端先读时钟，再发送时间。命令可以多晚才到？
goal-starve = 时钟都准，也要让 C4 被一把已经没人持有的锁挡在外面。
hint-starve-1 = 持有者可能已经离开，键却还在。
hint-starve-2 = C3 先读时钟，再发送 DEL，而每一步都可以拆开。C4 每试一次，都在键里写下一个时间。

## Comparisons

compare-fix = 用 DEL 加 SETNX 接管，对照用 GETSET 接管
compare-release = 释放时不检查，对照释放前先看时钟
compare-boundary = “<=”当前时间算过期，对照“<”
compare-boundary-both = 只有争锁者用“<=”，对照双方都用“<=”
compare-boundary-equal = “<=”当前时间算过期，对照“=”
compare-nil = 误解 nil 回复，对照读懂 nil 回复
compare-token = 只在写入时出示防护令牌，对照读取时也出示

## Links

plays-otherwise = 生成这个链接的页面，对同样的步骤显示过不同的回复或结论。这里的都是重新算出的。
judged-anew = 这个链接来自第一版，当时对某些步骤的判断有所不同。这里的都是重新判断的。
unusable-part = 链接的第 { $number } 部分“{ $part }”无法使用：{ $why }。
unusable-program = 程序无法使用：{ $why }
link-version = 本页只能解读 v1 和 v2 版的链接
link-no-start = 没有这个名称的场景或算法
link-not-understood = 链接里不会有这样的内容
link-outside-limits = 这项设置超出了范围
link-no-setting = 设置要写在第一步之前，而场景自带设置
link-no-branch = 没有这个分支
link-past-end = 这个分支到第 { $moves } 步为止

## A run as a text

run-begins = 这次运行从 t = { $start } 开始，租期 { $lease } 秒。
value-at-start = 开始时键里是 { $value }，不是这次运行的客户端写的。
clock-ahead = {"    "}时钟快 { $skew } 秒
broken-properties = 被破坏的性质：

## A run as a script

script-about = 给真实 Redis 服务器的命令，顺序与这次运行里服务器执行的顺序相同。
script-connections = 为“>”前的每个名字各开一个 redis-cli，把每一行输入它所指名的那一个。
script-replies = 每条命令的正下方是预期的回复。
script-keys = 开始时这些键不能存在。请用一台没有重要数据的服务器。
script-time = 虚拟时间不在其中：客户端算出的时间已经写在命令里。
script-typed = 有些命令是你自己输入的。它们若依赖时间，或依赖本页没有实现的功能，回复就可能不同。
script-send = 用一个连接全部发送：sed -n 's/^[A-Za-z0-9]*> //p' FILE | redis-cli --no-raw
script-version = 服务器须为 { $server } 或更高版本：这里有 Redis 7.0 不认识的命令。
script-servers = C1.B 这样的名字表示连接服务器 B 的客户端。请这样启动各台服务器，端口各不相同：
script-remarks = 消息丢失、网络隔开、故障、时钟和副本都只写成说明：脚本做不出这些事。
script-wait = { $who } 发送 { $command }，回复是 { $reply }：真实服务器要有真正的副本才行。
script-gone = 此时 { $key } 已经没有了。请等它过期，或改为发送这条命令：
script-changed = { $key } 没有经过命令就有了新的值。请改为发送这条命令：

## What a TLA+ module cannot say

unsaid = TLA+ 模块里没有它的位置：{ $what }。
unsaid-programs = 程序各不相同的客户端
unsaid-moments = 时刻之间的加减
unsaid-replicas = 多个副本，或从不被提升的副本
unsaid-value = 起始时的键值
unsaid-clocks-set = 一开始就不准的时钟，或副本的时钟
unsaid-bound-time = 时间的上限
unsaid-thread = 第二个线程
unsaid-network-parts = 网络断开期间仍在等待的消息
unsaid-chosen-servers = 发给指定服务器的命令
unsaid-register = 与其他值一起发送的寄存器
unsaid-expiry = 与租期不同的过期时间
unsaid-option = SET 的选项
unsaid-command = 这样的命令
unsaid-two-keys = 两个键
unsaid-token = 被保存的令牌
unsaid-wait = 算出来的等待时间
unsaid-multi = MULTI
unsaid-store = 存储方
unsaid-computed = 算出来的值
