### What happens in a world, in sentences and labels. Code fills in:
### $all the clients of the violation
### $answers how many servers have replied
### $asked how many were asked
### $client the client that moves
### $clock what its clock shows
### $command the command of its request
### $depth moves of the longest schedules that were looked at
### $elapsed the seconds that a move took
### $full the command in full
### $lapsed the clients whose leases have ended by this move
### $leases how many leases long
### $line a line of the program
### $most how many may hold the lock at once
### $moves how many moves a schedule has
### $node the server or the client that is meant
### $one the first of them
### $other the second of them
### $property the title of the property
### $reply the reply
### $role the role whose program allows so many
### $rounds how many rounds
### $said what the server replies, or what no program has
### $seconds a number of seconds
### $server the server of the move
### $server-clock what the clock of the server shows
### $servers the servers that were asked
### $state what the client is doing
### $states how many states were looked at
### $thread-wake when its second thread goes on
### $time an instant
### $until the end of the lease that it states or, as it leaves, has stated
### $wake when it goes on
### $who the clients that never get the lock
### $why the reason, a sentence
### $word a value of the program, or an error of the server
### $yes how many of them granted the request

## general

moved-lease-ended = { $lapsed } 的租约已经结束。
moved-key-expired = 键已过期，不再存在。
moved-reply-unawaited = 已经没有客户端在等这个回复。
moved-server-fails = 服务器 { $server } 发生故障，正发往它的请求都丢失了。
moved-server-syncs = 服务器 { $server } 把数据落盘：重启后仍在。
moved-server-clock = 服务器 { $server } 的时钟设为 { $server-clock }。真实时间是 { $time }。
moved-write-arrives = 主服务器的一次写入到达服务器 { $server }。
moved-promoted = 服务器 { $server } 升为主服务器：从此由它接受写入，数据以它手里的为准。
moved-cut-off = { $node } 被隔开，它与没有被隔开的各方之间，消息无法通过。
moved-rejoins = { $node } 重新与其他一侧连通。
moved-crashes = { $client } 崩溃，丢失了寄存器和执行位置。
moved-restarts = { $client } 重启，从程序的第一行开始，寄存器都是空的。
moved-pauses = { $client } 被暂停。时间照常前进。
moved-resumes = { $client } 继续运行。它的时钟是 { $clock }。
moved-time = 时间前进 { $elapsed } 秒，到 { $time }。
moved-clock = { $client } 的时钟设为 { $clock }。真实时间是 { $time }。
moved-typed = 你发送 { $full }，回复是 { $reply }。
moved-thread-sends = { $client } 的第二个线程发送 { $command }，回复是 { $reply }。
moved-thread-sent = { $client } 的第二个线程发送 { $command }。命令还没有到达。
moved-thread-runs = { $client } 的第二个线程运行，还不发送命令。
moved-holds-no-longer = { $client } 不再是持有者。
moved-thread-sleeps = 它休眠到 { $thread-wake }。
moved-reply-lost = 服务器 { $server } 给 { $client } 的回复丢失了，但它执行过的不会撤销。
moved-only-reply-lost = 给 { $client } 的回复丢失了，但服务器执行过的不会撤销。
moved-command-lost = { $client } 发给服务器 { $server } 的命令在到达前丢失了。
moved-only-command-lost = { $client } 的命令在到达前丢失了。
moved-answer-lost = 存储方给 { $client } 的回答丢失了。
moved-request-lost = { $client } 发给存储方的请求在到达前丢失了。
moved-recovers-all = 服务器 { $server } 重启，数据都在。
moved-recovers-synced = 服务器 { $server } 重启，只剩上次落盘时的数据。
moved-recovers-nothing = 服务器 { $server } 重启，数据全无。
moved-waits-no-longer = { $client } 等得够久了，继续执行。到此收到的回复：{ $answers } 个。
moved-sends-to-several = { $client } 同时向 { $servers } 发送 { $command }。
moved-asks-several = { $client } 向 { $servers } 发送 { $command }，{ $asked } 台中有 { $yes } 台答应。
moved-computes = { $client } 读时钟，是 { $clock }，由此算出 { $command }。命令还没有发送。
moved-reads-clock = { $client } 什么也不发送。它的时钟是 { $clock }。
moved-sends = { $client } 发送 { $command }。命令还没有到达。
moved-sends-in-vain = { $client } 发送 { $command }。命令在到达之前丢失了。
moved-store-executes = 存储方执行 { $client } 的 { $command }，回答是 { $reply }。
moved-blocks = 服务器上没有 { $command } 要的元素，{ $client } 在那里等待，直到有元素推入。
moved-server-executes = 服务器 { $server } 执行 { $client } 的 { $command }，回复是 { $reply }。
moved-only-server-executes = 服务器执行 { $client } 的 { $command }，回复是 { $reply }。
moved-receives = { $client } 收到服务器 { $server } 的回复 { $reply }。
moved-only-receives = { $client } 收到回复 { $reply }。
moved-asks-store = { $client } 请求存储方 { $command }，回答是 { $reply }。
moved-sends-and-receives = { $client } 发送 { $command }，回复是 { $reply }。
then-holds = { $client } 持有锁，直到 { $until }。
then-works = 它工作到 { $wake }。
then-waits = 它等到 { $wake }。
then-gives-up = 它放弃了。
then-state = 它{ $state }。
then-ended = 它的程序结束了。
then-starts-over = 它从头开始。

## line

tick = 时间流逝
skewed = 时钟改为 { $ahead }
sends = 发送 { $command }
computes = 算好 { $command }
executed = 执行：{ $command }
crash = 崩溃
restarted = 重启
paused = 暂停
resumed = 继续
receives = 收到回复
sends-nothing = 不发送命令

## label

label-paused = 暂停
label-clock = 时钟 { $ahead }
timed-out = 不再等待
lost = 丢失
failed = 故障
synced = 落盘
replicated = 收到写入
promoted = 升为主服务器
cut-off = 被隔开
rejoined = 重新连上
lacks = 缺 { $writes } 次写入
written-by = { $client } 所写
until = 至 { $time }
token = 防护令牌 { $token }
recovers-synced = 重启，只剩落盘的数据
recovers-nothing = 重启，数据全无

## status

fault-not-number = { $client }停在第 { $line } 行：{ $word } 不是数字
fault-overflow = { $client }停在第 { $line } 行：数字超出了 64 位整数的范围
fault-circle = { $client }停在第 { $line } 行：程序一直循环，不发送命令
fault-refused = { $client }停在第 { $line } 行：服务器拒绝了命令：{ $word }
not-begun = 尚未开始
tries = 正在争锁
waits-until = 等到 { $time }
status-paused = 已暂停
awaits-reply = 正在等待回复
holds = 持有锁
holds-past-lease = 自认持锁，但租约已在 { $time } 结束
releasing = 正在释放锁
finished = 已经结束
given-up = 已经放弃
crashed = 已经崩溃

## refusal

not-schedule-full = 一次运行最多有 { $limit } 步
not-branches-full = 已有 { $limit } 个分支：请先删除一个
not-typed-full = 一次运行最多有 { $limit } 条手工输入的命令
not-a-client = 没有 { $client }
not-crashed = { $client } 已经崩溃
not-while-it-waits = { $client } 等到 { $time }
not-while-it-works = { $client } 工作到 { $time }
not-finished = { $client } 已经结束
not-given-up = { $client } 已经放弃
not-while-paused = { $client } 已暂停
not-unpaused = { $client } 没有暂停
not-while-it-runs = { $client } 还在运行
not-twice-computed = { $client } 已经算好命令
not-uncomputed = { $client } 还没有算好下一条命令
not-before-reply = { $client } 正在等待回复
not-before-an-element = { $client } 正在服务器上等待有元素推入
not-unsent = { $client } 没有发送命令
not-twice-executed = { $client } 的命令已经执行
not-unexecuted = { $client } 的命令还没有执行
not-before-its-time = { $client } 等待回复，到 { $time } 为止
not-ever = { $client } 会一直等待回复
not-a-thread = { $client } 现在没有第二个线程
not-across-the-network = { $node } 在网络的另一侧
not-twice-cut-off = { $node } 已被隔开
not-rejoined = { $node } 没有被隔开
not-a-server = 没有 { $node }
not-down = { $node } 已停机
not-running = { $node } 还在运行
not-twice-synced = { $node } 的数据都已落盘
not-a-replica = { $node } 不是副本
not-a-write = { $node } 已有全部写入
not-the-same-server-clock = { $node } 的时钟已是这个时间
not-the-same-clock = { $client } 的时钟已是这个时间
not-so-wrong = 时钟最多只能偏差约三十年
not-a-command = 这不是命令：内容为空、过长，或有引号未闭合
not-so-much-work = 这条命令在这里耗时过长
not-no-time = 时间至少要前进一毫秒
not-past-the-end-of-time = 时间不能超过公元 9999 年

## names

nobody = 无
between-names = 、
list-between = 、
list-last = {" "}和{" "}
clauses-last = 、
you = 你

## deadlock

deadlock = 从此 { $who } 试多少次都拿不到锁，除非把时钟拨慢、服务器丢失数据，或由你输入命令。{ $why }
deadlock-only-existence = 它们只问键是否存在，而没有谁删除键。
deadlock-never-equal = 它们在等时钟与键里的时间相等的那一秒。那一秒已经过去。

## property

two-believers = 两个客户端同时自认持锁
two-believers-broken = 从 t = { $time } 起，{ $all } 同时自认持锁。
several-believers-broken = 从 t = { $time } 起，{ $all } 同时自认持锁。
two-leases = 两份租约同时有效
many-believers = 超过 { $most } 个客户端同时自认持锁
many-leases = 超过 { $most } 份租约同时有效
unlike-believers = 同时自认持锁的客户端多于其中某个程序允许的数目：{ $most }
unlike-leases = 同时有效的租约多于其中某个持有者的程序允许的数目：{ $most }
any-number-of-holders = 不限
holders-of-role = { $most }（{ $role }）
two-leases-broken = 从 t = { $time } 起，{ $all } 的租约同时有效。
removed-lock = 客户端删掉别人的锁
removed-lock-broken = { $one } 在 t = { $time } 删掉了 { $other } 的锁。
lost-update = 一次更新丢失
lost-update-broken = 在 t = { $time }，{ $one } 覆盖了 { $other } 写入而自己没有读到的数据：{ $other } 的更新丢失了。
shut = 锁被占着，却没有人持有
shut-broken = 在 t = { $time }，锁被占着，却没有人持有：键挡住了 { $one }，而得到过它的客户端，租约都已结束。
held-idle = 持有者一再续期却什么也不做
held-idle-broken = 到 t = { $time }，{ $one } 一再延长租约，已有 { $leases } 个租期没有访问存储方。什么都没有崩溃，别的客户端却拿不到锁。
nobody-ever = 再也没有谁能拿到锁
nobody-gets-in = 谁也拿不到锁
nobody-gets-in-broken = 到 t = { $time } 为止，{ $all } 试了 { $rounds } 轮。每次被拒时，键都不存在或已经过期，却没有谁拿到锁。

## assumption

bound-clocks-set = 客户端的时钟在运行中被调整
bound-server-clocks-set = 服务器的时钟在运行中被调整
assume-crash = 客户端会崩溃
assume-restart = 崩溃的客户端会重启
assume-gap = 读时钟和执行之间有间隔
assume-transit = 消息需要时间
assume-lose = 消息会丢失
assume-overrun = 持有者超过租期仍在工作
assume-apart = 时钟最多相差 1 秒
assume-forget = 服务器重启后丢了数据
assume-fail-over = 副本会落后，也会被提升
assume-part = 网络会断成两侧
assume-clock-set = 客户端的时钟会被拨快或拨慢 12 秒
assume-server-clock-set = 服务器的时钟会被拨快或拨慢 12 秒
bound-crash = 客户端会崩溃
bound-no-crash = 不崩溃
bound-restart = 客户端会崩溃并重启
bound-gap = 读时钟和执行之间有间隔
bound-transit = 消息需要时间
bound-no-transit = 消息立即到达
bound-lose = 消息会丢失
bound-no-lose = 消息不会丢失
bound-overrun = 持有者可能超过租期仍在工作
bound-no-overrun = 持有者在租约结束前停下
bound-forget = 服务器重启后丢了数据
bound-fail-over = 副本会落后，也会被提升
bound-part = 网络会断成两侧
bound-no-failure = 服务器不出故障
bound-clocks-alike = 时钟一致
bound-clocks-apart = 时钟最多相差 { $count } 秒
bound-clients = { $count ->
    [1] 一个客户端
   *[other] { $count } 个客户端
 }
bound-any-rounds = 轮数不限
bound-rounds = { $count ->
    [1] 每个一轮
   *[other] 每个 { $count } 轮
 }
bound-attempts = { $count ->
    [1] 每个最多一次尝试
   *[other] 每个最多 { $count } 次尝试
 }
bound-servers = { $count } 台服务器
clock-behind = { $client } 慢 { $seconds } 秒
clock-ahead = { $client } 快 { $seconds } 秒

## verdict

broken-at-start = { $property }：一开始就是如此。
broken-by-one-move = { $property }：只需一步。没有更短的执行顺序。
broken-by-moves = { $property }：按某种执行顺序走 { $moves } 步就会发生，没有更短的。
holds-in-all-states = 查遍全部 { $states }，没有任何执行顺序会导致“{ $property }”。
lock-for-all = 客户端只有 { $clients } 个，而这把锁允许这么多客户端同时持有，所以查遍全部 { $states }，关于“{ $property }”什么也说明不了。只有客户端多于允许的持有者时，才可能出错。
refused-unclearly = { $states }里，没有客户端因别人持有的键而被拒，或者看不清是哪个键拒绝了它，所以关于“{ $property }”什么也说明不了。
nothing-to-break = 这里没有程序用到“{ $said }”，所以查遍全部 { $states }，关于“{ $property }”什么也说明不了。
nobody-in = { $states }里没有任何客户端拿到锁，所以关于“{ $property }”什么也说明不了。
unfinished-before-the-way-back = 还不知道：查“{ $property }”时，最多 { $depth }到达了 { $states }，并非全部，内存已用到上限，所以无法判断。可以减少客户端、减少轮数，或者少假设一种故障。
unfinished = 没有查完：在 { $states }、最多 { $depth }的所有执行顺序里，没有哪一种会导致“{ $property }”，内存已用到上限。可以减少客户端、减少轮数，或者少假设一种故障。
no-replay = 没有答案：查找得到的执行顺序无法重放，不用任何简化重新查找之后仍是如此。这是查找程序的错误，与锁无关。当时到达了 { $states }，最多 { $depth }。
a-client-stops = 在某种执行顺序里，有客户端在第 { $line } 行自行停止。
a-client-is-refused = 在某种执行顺序里，有客户端停在第 { $line } 行，服务器回复“{ $said }”。
clocks-at-start = 开始时 { $clocks }。
began-again = 先前找到的一种执行顺序无法重放，这是查找程序的错误，所以又不用任何简化重新查了一遍。
looked-through = 查找范围：{ $bounds }。
between-sentences = {""}
thousands = {""}
large = 规模大的原因：{ $causes }。
large-servers = 服务器有 { $count } 种状态
large-client = 一个客户端有 { $count } 种状态
large-key = 键 { $name } 至少有 { $count } 个值
large-register = 寄存器 { $name } 至少有 { $count } 个值
large-messages = 一个客户端最多同时有 { $count } 条消息在途
large-writes = 副本最多缺 { $count } 次写入
progress-with-speed = { $states }，最多 { $depth }的所有执行顺序，每秒 { $speed } 个状态
progress = { $states }，最多 { $depth }的所有执行顺序
progress-large = { $progress }。{ $large }
states-of = { $states ->
    [1] 一个状态
   *[other] { $count } 个状态
 }
moves-of = { $moves ->
    [1] 一步
   *[other] { $moves } 步
 }
bound-any-time = 时间不限
bound-time = 到 t = { $seconds } 为止
bound-milliseconds = 精确到毫秒
bound-deadlines = 推进到整秒、每个期限及其后一毫秒
bound-seconds = 只按整秒推进
release-del = DEL
release-clock-and-del = 看时钟和 DEL 在同一步
release-clock-then-del = 先看时钟，再 DEL
release-get-then-del = 先 GET 并比较，再 DEL
release-compare-and-delete = 比较并删除在同一步
row-setnx-del = SETNX，用 DEL 删除过期的锁
row-fencing = 防护令牌，读写都出示
row-named = { $name }，{ $what }
column-as-told = 不加其他假设
column-takes-later = 争锁者用 < 判断过期
column-stops-later = 持有者用 <= 判断到期
column-clocks-apart = 时钟相差 1 秒
column-margin = 时钟相差 1 秒，留 1 秒余量
column-together = 同时：接管用 <，停止用 <=，时钟相差 1 秒，有间隔
column-two-inside = 两个同时在内，不论租约：没有锁能防住

## hazard

hazard-nothing = 一切正常
hazard-crash = 崩溃
hazard-restart = 崩溃后重启
hazard-stall = 停顿
hazard-clocks-apart = 时钟有偏差
hazard-clock-set = 时钟被调整
hazard-delay = 延迟消息
hazard-loss = 丢失消息
hazard-partition = 断成两侧
hazard-forget = 重启后丢了数据
hazard-fail-over = 故障转移
hit-client = 客户端
hit-network = 网络
hit-server = 服务器
hazard-of = { $hit }{ $hazard }
may-nothing = 只有步骤和时间
may-partition = 两侧之间发送的消息会丢失
scope-wide = ，3 个客户端
scope-clients = ，2 个客户端
scope-one-round = ，2 个客户端各一轮
brief-two-leases = 租约重叠
brief-lost-update = 更新丢失
brief-removed-lock = 锁被误删
brief-nobody-ever = 再进不去
outcome-broken = { $broken }，{ $moves } 步
between-outcomes = ；
survives = 未发现
outcome-open = 未知：{ $moves } 步之内没有
