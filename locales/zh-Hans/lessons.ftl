### lessons/ 里的每一课各占一节：标题、概要，以及各步的句子。
### `*...*` 标出哪里出了错；变量的值取自那一步的结果，含义见 en/lessons.ftl。

## 几课开头相同的三步
opening-sets = { $client } 发送 { $command }。键不存在，所以回复是 { $reply }：{ $client } 持有锁，直到 { $until }。
opening-crashes = { $client } 还没有释放锁就崩溃了，键里仍是 { $value }。
opening-expires = 现在是 { $time }。值 { $value } 已经过去，所以锁已过期。但键仍然存在，没有谁去删除它。

## D1
d1-title = 死锁
d1-summary = 持有者崩溃，它的键留了下来。其他客户端只问键是否存在，所以谁也拿不到锁。
d1-c1-setnx = { $client } 发送 { $command }。键已经存在，所以回复是 { $reply }，{ $client } 从头开始。*锁被占着，却没有人持有*。
d1-time = 过了 { $elapsed } 秒。SETNX 不设置过期时间，所以到 { $time } 时键仍然存在，值还是 { $value }。
d1-c1-setnx-2 = { $client } 换上新的时间再试一次，发送 { $command }，回复仍是 { $reply }。它的程序从不读取键里的时间 { $value }。
d1-c2-setnx = { $client } 发送 { $command }，回复是 { $reply }。*{ $stuck } 会永远试下去*：它们的程序从不读取键里的时间，而本该删除键的只有 { $writer }，它已经崩溃。

## D2
d2-title = DEL 竞态
d2-summary = 两个客户端读到同一把过期锁的值，各自删除键，又各自重新设置，结果两个都自认持锁。
d2-c1-setnx = { $client } 发送 { $command }。{ $writer } 留下的键还在，所以回复是 { $reply }。
d2-c1-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁已过期。它的下一条命令将是 DEL。
d2-c2-get = { $client } 也读到 { $reply }，下一条命令同样将是 DEL。两个客户端互不知情。
d2-c1-del = { $client } 删除过期的锁。回复 { $reply } 是被删除的键的个数。
d2-c1-setnx-2 = { $client } 发送 { $command }，回复是 { $reply }：{ $client } 持有锁，直到 { $until }。到这里一切正常。
d2-c2-del = { $client } 先前读到的是过期的值，现在才发送 { $command }。回复是 { $reply }。DEL 不比较值：*它删掉的是 { $victims } 的锁*。
d2-c2-setnx = { $client } 发送 { $command }，回复也是 { $reply }。*{ $believers } 现在同时自认持锁*，而键里只看得出最后写入的 { $owner }。

## D3
d3-title = 用 GETSET 接管过期的锁
d3-summary = GETSET 在同一步里写入新值并返回旧值。客户端由此知道，写入的那一刻锁是否仍是那把过期的锁。
d3-c4-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁已过期。它不会去删除键。
d3-c4-getset = { $client } 发送 { $command }，收到旧值 { $reply }。这正是过期的值，说明没有别的客户端抢先接管：{ $client } 持有锁，直到 { $until }。
d3-c4-del = { $client } 完成了工作。它的时钟是 { $clock }，租约到 { $until } 才结束，所以键仍是它的。它发送 { $command }，回复是 { $reply }。

## D3-rival
d3-rival-title = 两个客户端争相接管
d3-rival-summary = 两个客户端读到同一把过期锁的值。只有第一个 GETSET 返回过期的值，另一个客户端由此知道自己落败，从头开始。
d3-rival-c5-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁已过期。
d3-rival-c4-get = { $client } 也读到 { $reply }。两个客户端现在都知道锁已过期。
d3-rival-c5-getset = { $client } 抢先发送 { $command }，收到过期的值 { $reply }：{ $client } 持有锁，直到 { $until }。
d3-rival-c4-getset = { $client } 发送 { $command }，收到 { $reply }，它没有过期：{ $others } 抢先了，{ $client } 从头开始。但 { $client } 已经覆盖了键：最后写入的是 { $owner }，持有锁的是 { $others }。两者时钟一致，所以值没有变。
d3-rival-c4-get-2 = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁没有过期。{ $client } 等到 { $wake }。
d3-rival-c4-get-3 = { $client } 又读到 { $reply }，于是等到 { $wake }。只要锁没有过期，它就不发送 GETSET。
d3-rival-c5-del = { $client } 把时钟与租约的结束时间比较：{ $clock } 早于 { $until }。它发送 { $command }，回复是 { $reply }。
d3-rival-c4-setnx = { $client } 发送 { $command }。键已经不存在，所以回复是 { $reply }：{ $client } 持有锁，直到 { $until }。

## D3-wait
d3-wait-title = 锁还没有过期
d3-wait-summary = 持有者还活着，正在工作。另一个客户端读到的时间还没有到，于是等待，在锁释放后拿到它。
d3-wait-c4-setnx = { $others } 正在工作时，{ $client } 发送 { $command }。键已经存在，所以回复是 { $reply }。
d3-wait-c4-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁没有过期。{ $client } 不动键，等到 { $wake }。

## D-once
d-once-title = 不等待的调用方
d-once-summary = 不能阻塞的调用方只试一次就返回。

## D-patient
d-patient-title = 只等一会儿的调用方
d-patient-summary = 持有者持有锁的时间，超过了调用方愿意等待的时间。
d-patient-c2-setnx = { $client } 再试一次 { $command }，回复是 { $reply }。它的时钟是 { $clock }：已经等得够久，它放弃了。

## D4
d4-title = 迟到的 DEL
d4-summary = 持有者停顿到租约结束之后，另一个客户端接管了锁。这时前者发送 DEL，删掉了已不属于自己的锁。
d4-time = { $lapsed } 停顿了 { $elapsed } 秒。它的租约已在 { $ended } 结束，但它没有看时钟，仍自认持锁。
d4-c2-getset = { $client } 用 { $command } 接管锁。旧值 { $reply } 已过期，所以 { $client } 持有锁，直到 { $until }。只有这份租约有效，但 *{ $believers } 现在同时自认持锁*：{ $others } 还没有看时钟。
d4-c1-del = { $client } 做完工作，发送 { $command }。回复是 { $reply }。*它删掉的是 { $victims } 的锁*。
d4-c3-setnx = { $client } 发送 { $command }。键不存在，所以回复是 { $reply }。*{ $believers } 现在同时自认持锁*，而且两份租约都有效。

## D4-guarded
d4-guarded-title = 释放前先看时钟
d4-guarded-summary = 同样的停顿。这一次，持有者在发送 DEL 之前先把时钟与租约的结束时间比较。租约已经结束，所以它什么也不发送。
d4-guarded-c1-step = { $client } 做完工作，先把时钟与租约的结束时间比较：{ $clock } 不早于 { $until }。键可能已属于别的客户端，所以 { $client } 什么也不发送。{ $believers } 的锁还在。
d4-guarded-c3-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以锁没有过期。{ $client } 等到 { $wake }，持有锁的只有 { $believers }。
d4-guarded-c2-del = { $client } 同样把时钟与租约的结束时间比较：{ $clock } 早于 { $until }。它发送 { $command }，回复是 { $reply }。
d4-guarded-c3-setnx = { $client } 发送 { $command }，回复是 { $reply }：{ $client } 持有锁，直到 { $until }，此外没有谁自认持锁。

## S5
s5-title = 停顿在检查与 DEL 之间
s5-summary = 持有者先把时钟与租约的结束时间比较，却在发送 DEL 之前停顿。等 DEL 到达时，那次检查已经过时。
s5-c1-read = { $client } 做完工作，把时钟与租约的结束时间比较：{ $clock } 早于 { $until }。它备好 { $command }，却在发送之前停顿。
s5-c1-del = { $client } 停顿之后继续，发送 { $command }。回复是 { $reply }。*它删掉的是 { $victims } 的锁*。检查的那一刻，结论是对的。
s5-c3-setnx = { $client } 发送 { $command }，回复是 { $reply }。*{ $leaseholders } 的租约同时有效*。

## S5-get
s5-get-title = 停顿在 GET 与 DEL 之间
s5-get-summary = 持有者不看时钟，改为比较值。这没有用：GET 和 DEL 仍是两步。
s5-get-c1-get = { $client } 做完工作，发送 { $command }。回复 { $reply } 是它自己写的值，所以键还是它的。它的下一条命令将是 DEL。
s5-get-c1-del = { $client } 在停顿之前读到的是自己的值，现在发送 { $command }。回复是 { $reply }。*它删掉的是 { $victims } 的锁*。

## S6
s6-title = 落败者缩短了锁的时间
s6-summary = 一条 GETSET 很早就算好，却很晚才到。它落败了，却在键里留下较早的时间，于是胜者的锁看起来提前过期。
s6-c1-read = { $client } 读时钟，是 { $clock }，由此算出 { $command }。命令还没有发送。
s6-c1-send = { $client } 发送 { $command }。这条命令会很晚才到。
s6-c2-getset = { $client } 用 { $command } 接管锁。旧值 { $reply } 已过期，所以 { $client } 持有锁，直到 { $until }，键里写的也是这个时间。
s6-c1-exec = 直到现在，服务器才执行 { $client } 的 { $command }。旧值是 { $reply }，这也是回复。键里现在是 { $value }，比原来早。
s6-c1-recv = { $client } 收到 { $reply }，它没有过期：{ $client } 落败，从头开始。它写入的值留在键里。
s6-c1-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，所以在 { $client } 看来锁已过期。但 { $believers } 持有锁，租约也有效。
s6-c1-getset = { $client } 发送 { $command }，收到已过期的 { $reply }。*{ $leaseholders } 的租约同时有效*。时钟都准，只是一条消息来迟了。

## S6b
s6b-title = 落败者延长了锁的时间
s6b-summary = 这一次，落败者写入的时间更晚。胜者找不到自己写的值，于是不释放：没有谁持有锁，也没有谁能拿到锁。
s6b-c4-getset = { $client } 发送 { $command }，收到没有过期的 { $reply }：它落败了。键里现在是 { $value }。
s6b-c5-get = { $client } 做完工作，发送 { $command }。回复 { $reply } 不是它写的值，所以 { $client } 认为锁属于别的客户端，不删除键。
s6b-c5-step = { $client } 不再发送命令。没有谁持有锁，在 { $value } 之前也没有谁能接管它。
s6b-c4-get = { $client } 读到自己写的时间 { $reply }，等到 { $wake }。*锁被占着，却没有人持有*。

## S7
s7-title = 时钟走快了
s7-summary = 争锁者的时钟快得不少于键里剩下的时间。在它看来，一把有效的锁已经过期。
s7-c2-get = { $client } 读到 { $reply }。真实时间是 { $time }，它自己的时钟却是 { $clock }：在 { $client } 看来，锁已过期。
s7-c2-getset = { $client } 发送 { $command }，收到 { $reply }，按它的时钟已经过期。*{ $leaseholders } 的租约同时有效*。

## S7-behind
s7-behind-title = 时钟走慢了
s7-behind-summary = 持有者的时钟慢了，写入的时间已经过去：这把锁一开始就是过期的。
s7-behind-c1-setnx = { $client } 读时钟，是 { $clock }，发送 { $command }。回复是 { $reply }，所以 { $client } 自认持锁。它要等自己的时钟走到 { $until }；但真实时间是 { $time }，{ $value } 已经过去。
s7-behind-c2-get = { $client } 读到 { $reply }。它的时钟是准的，是 { $clock }，所以锁已过期。
s7-behind-c2-getset = { $client } 用 { $command } 接管锁，旧值 { $reply } 已过期。*{ $leaseholders } 的租约同时有效*，各按持有者自己的时钟。

## S8
s8-title = 被自己的 GETSET 挡住
s8-summary = 争锁者不先读取，直接用 GETSET 轮询。每试一次，就把崩溃客户端留下的锁改成更晚的时间，于是自己始终拿不到。
s8-c4-getset = { $client } 发送 { $command }，收到没有过期的 { $reply }，所以没有拿到锁。但键里现在是 { $value }。
s8-c4-getset-2 = { $client } 发送 { $command }，收到 { $reply }：那是它自己写的时间，没有过期，所以没有拿到锁。键里现在是 { $value }：*锁被占着，却没有人持有*。
s8-c4-getset-3 = 又是一次：它读到自己写的 { $reply }，再写入 { $value }。只要 { $client } 轮询的间隔短于租期，就会一直这样。

## S9
s9-title = 误解 nil 回复
s9-summary = 在 GET 与 GETSET 之间，另一个客户端接管锁又释放了它，于是 GETSET 返回 nil。程序若把 nil 当作“没有过期”，就会留下一把没有谁持有的锁。
s9-c1-getset = { $client } 发送 { $command }，收到 { $reply }：键不存在，说明没有谁持有锁。但这个程序从头开始，它写的 { $value } 留在了键里。

## S9-taken
s9-taken-title = 读懂 nil 回复
s9-taken-summary = 同样的步骤，但程序知道 nil 的含义：没有谁持有锁，所以现在归这个客户端。
s9-taken-c1-getset = { $client } 发送 { $command }，收到 { $reply }：键不存在，说明没有谁持有锁。{ $client } 持有锁，直到 { $until }。

## B-equal
b-equal-title = “等于”当前时间
b-equal-summary = 这个程序照字面理解：锁的时间等于当前时间才算过期。那一秒没有客户端来看，所以谁也拿不到锁了。
b-equal-c1-get = { $client } 读到 { $reply }。它的时钟是 { $clock }，两者不相等，所以 { $client } 等到 { $wake }。*两者再也不会相等*：时钟只会前进。

## B-both
b-both-title = 最后一秒，两边都算
b-both-summary = 持有者把最后一秒算作自己的，争锁者却把同一秒算作过期。在那一秒里，两者同时自认持锁。
b-both-c2-get = { $client } 读到 { $reply }。它的时钟是 { $clock }：值所写的时间已到，所以 { $client } 算它过期。
b-both-c2-getset = { $client } 发送 { $command }，收到 { $reply }。*{ $leaseholders } 的租约同时有效*，为时一秒。

## B-less
b-less-title = “早于”当前时间
b-less-summary = 锁的时间早于当前时间才算过期。争锁者多等一秒，在这个边界上锁是安全的。
b-less-c2-get = { $client } 读到 { $reply }。它的时钟是 { $clock }：值还没有过去，所以 { $client } 等到 { $wake }。

## P1
p1-title = SET NX PX，释放时不检查
p1-summary = 现在键到期后由服务器删除。但停顿到租约结束之后的持有者，仍会不加检查地删除键。
p1-c1-set = { $client } 发送 { $command }，回复是 { $reply }：{ $client } 持有锁，直到 { $until }。键到期后由服务器删除。

## P2
p2-title = SET NX PX，检查之后释放
p2-summary = 持有者读到自己的令牌，然后发送 DEL。键在这两条命令之间过期了。
p2-c1-get = { $client } 做完工作，发送 { $command }。回复 { $reply } 是它自己的令牌，所以下一条命令将是 DEL。
p2-c1-del = { $client } 在停顿之前读到的是自己的令牌，现在发送 { $command }。回复是 { $reply }。*它删掉的是 { $victims } 的锁*。

## P3
p3-title = SET NX PX，比较并删除
p3-summary = 释放时一步完成比较令牌与删除键。停顿的持有者再也删不掉别人的锁，不过它仍可能以为自己持锁。
p3-c1-compare-and-delete = { $client } 发送 { $command }。键里是别的令牌，所以回复是 { $reply }，键还在。
p3-c3-set = { $client } 发送 { $command }，回复是 { $reply }：{ $believers } 的锁守住了。

## P3-delex
p3-delex-title = 一条命令完成比较并删除
p3-delex-summary = Redis 8.4 有 DELEX … IFEQ，Valkey 9 有 DELIFEQ：脚本 compare-and-delete 所做的事，一条命令就能完成。用 DELEX 释放，同样不会删掉别人的锁。
p3-delex-c1-delex = { $client } 发送 { $command }。键里是别的令牌，所以回复是 { $reply }，键还在：{ $believers } 的锁守住了。
p3-delex-c2-delex = { $client } 释放自己的锁。键里是它的令牌，所以回复是 { $reply }，键已删除。
p3-delex-c3-delex = { $client } 发送 { $command }。键里是它的令牌，所以回复是 { $reply }：DELEX 的回复与脚本相同。

## P4
p4-title = 停顿的写入者
p4-summary = 停顿到租约结束之后的持有者，仍可能写入，覆盖下一个持有者的数据。无论怎样释放锁都避免不了。
p4-c1-write = { $client } 停顿之后继续，仍自认持锁，请求存储方 { $command }，回答是 { $reply }。*{ $overwritten } 的更新丢失了*。

## P4-fenced
p4-fenced-title = 用防护令牌挡住停顿的写入者
p4-fenced-summary = 每次授予锁时，客户端还得到一个只增不减的编号：防护令牌（fencing token）。存储方若见过更大的防护令牌，就拒绝这次写入。
p4-fenced-c1-set = { $client } 把 { $command } 作为一个事务发送。回复是 { $reply }：锁，以及防护令牌。
p4-fenced-c2-set = { $client } 发送 { $command }。回复是 { $reply }：锁，以及下一个防护令牌。{ $others } 停顿到租约结束之后。
p4-fenced-c1-write = { $client } 停顿之后继续，请求存储方 { $command }。存储方见过更大的防护令牌，所以回答是 { $reply }。没有更新丢失。

## P5
p5-title = 来得太晚的防护令牌
p5-summary = 防护令牌在拿到锁之后另用一步取得。在两步之间停顿的客户端，反而得到更大的防护令牌。
p5-c1-incr = { $client } 发送 { $command }，回复是 { $reply }。它的租约已经结束，得到的防护令牌却比 { $leaseholders } 的更大。
p5-c1-write = { $client } 请求存储方 { $command }。存储方没有见过更大的防护令牌，所以回答是 { $reply }。*{ $overwritten } 的更新丢失了*。

## P6
p6-title = 出示得太晚的防护令牌
p6-summary = 存储方只在写入时才看到防护令牌。较新的客户端在较旧的客户端写入之前就已读取。
p6-c1-write = { $client } 请求存储方 { $command }。存储方没有见过更大的防护令牌，所以回答是 { $reply }。
p6-c2-write = { $client } 请求存储方 { $command }。它读取存储方时，{ $overwritten } 还没有写入。回答是 { $reply }。*{ $overwritten } 的更新丢失了*，尽管防护令牌的次序没有错。

## P6-read
p6-read-title = 读取时也出示防护令牌
p6-read-summary = 同样的步骤，但每次读取也出示防护令牌。
p6-read-c2-read = { $client } 请求存储方 { $command }，回答是 { $reply }。存储方记住了这个更大的防护令牌。
p6-read-c1-write = { $client } 请求存储方 { $command }。存储方见过更大的防护令牌，所以回答是 { $reply }。

## A1
a1-title = 先认领的存储方
a1-summary = 对付停顿的写入者，还有一个办法。持有者先用自己的令牌认领存储方，存储方只接受带这个令牌的写入。令牌不必有大小，但存储方要会比较。
a1-c2-claim = { $client } 请求存储方 { $command }，回答是 { $reply }。从此存储方拒绝其他任何令牌。
a1-c1-write = { $client } 停顿之后继续，请求存储方 { $command }，回答是 { $reply }：这不是最后认领存储方的令牌。

## P7
p7-title = 被忘掉的计数器
p7-summary = 给防护令牌编号的服务器重启后数据全无。停顿的持有者和下一个持有者于是拿着同一个防护令牌。
p7-s0-up = 服务器 { $server } 重启，数据全无：防护令牌的计数器没有了。
p7-c2-set = { $client } 发送 { $command }，回复是 { $reply }：锁，以及一个与 { $others } 相同的防护令牌。

## P7-claimed
p7-claimed-title = 不需要计数器的认领
p7-claimed-summary = 同样的重启。存储只接受最后认领它的那个令牌，不需要任何计数器。

## E1
e1-title = SETNX，再 EXPIRE
e1-summary = 键的生存时间由第二条命令设置。客户端若在两条命令之间崩溃，留下的锁就永远不会过期。这是常见的错误。
e1-c1-setnx = { $client } 发送 { $command }，回复是 { $reply }。键还没有生存时间，那要靠第二条命令。
e1-c1-crash = { $client } 还没有发送 EXPIRE 就崩溃了。键留了下来，再也没有什么会删除它。
e1-c2-setnx = { $client } 发送 { $command }，回复是 { $reply }。它会等一会儿再试。*键没有生存时间，所以 { $stuck } 永远拿不到锁*。

## E2
e2-title = SETNX 和 EXPIRE 放进事务
e2-summary = 两条命令放进一个事务，就没有空隙了。但 SETNX 被拒绝时 EXPIRE 照样执行：每次轮询都延长了锁，哪怕持有者已经崩溃。
e2-c2-setnx = { $client } 发送 { $command }，回复是 { $reply }。SETNX 被拒绝，EXPIRE 却没有：键又能活整整一个租期。
e2-c2-setnx-2 = { $client } 再次轮询，又把锁延长了。*锁被占着，却没有人持有*。只要有谁轮询的间隔短于租期，就会一直这样。

## E2-nx
e2-nx-title = 只在没有时设置 EXPIRE
e2-nx-summary = Redis 从 7.0 起有 NX 选项：已有的生存时间不会被 EXPIRE 改动。这样轮询就不会延长锁。
e2-nx-c2-setnx = { $client } 发送 { $command }，回复是 { $reply }。两条都被拒绝，键的生存时间不变。
e2-nx-c2-setnx-2 = 键已自行过期，这一次回复是 { $reply }。{ $client } 持有锁，直到 { $until }。

## T1
t1-title = 拿名字当令牌
t1-summary = 键里的值是客户端的名字，每次尝试都一样。迟到的释放会删掉同一个客户端后来重新拿到的锁。
t1-c1-read = { $client } 做完了工作，算出释放用的命令 { $command }。
t1-c1-send = { $client } 发送 { $command }。命令在途中耽搁了。
t1-time = 现在是 { $time }。键已过期，那条旧命令还没有到达。
t1-c1-set = { $client } 发送 { $command }，名字和以前一样，回复是 { $reply }。它持有锁，直到 { $until }。
t1-c1-exec = 这时旧命令到了。键里的值正是它要比较的名字，于是键被删除，回复是 { $reply }。{ $client } 并不知情。

## T1-token
t1-token-title = 每次尝试都换新令牌
t1-token-summary = 同样的步骤，但每次尝试都用新令牌。迟到的释放看到的是另一个令牌，什么也不删。
t1-token-c1-set = { $client } 发送 { $command }，令牌是新的，回复是 { $reply }。它持有锁，直到 { $until }。
t1-token-c1-exec = 这时旧命令到了。键里的值是 { $value }，不是旧令牌，所以回复是 { $reply }，键还在。
t1-token-c2-set = { $client } 发送 { $command }，回复是 { $reply }：持锁的只有一个。

## N1
n1-title = 丢失的回复
n1-summary = 服务器写入了键，回复却丢了。客户端重发请求，遭到拒绝：在键过期之前，它把自己挡在了门外。什么都没有破坏，只是浪费了时间。
n1-c1-exec = 服务器执行 { $command }，回复是 { $reply }：键属于 { $client }，它还不知道。
n1-c1-timeout = { $client } 等得够久了。没有人答复，于是它原样重发请求，令牌不变。
n1-c1-set = { $client } 再次发送 { $command }，回复是 { $reply }：挡住它的正是它自己的键。它等到 { $wake }。
n1-c2-set = { $client } 也被拒绝。占着锁的只是这个键，它会自行过期。

## N1-own
n1-own-title = 认得自己的令牌
n1-own-summary = 同样丢了回复。这个客户端重发请求时不换令牌，被拒绝后读取键，发现锁是自己的：从第一次请求起就是。
n1-own-c1-get = { $client } 读到 { $reply }，是它自己的令牌：第一次请求已经执行。所以它持有锁，直到 { $until }，从那次请求算起。

## N2
n2-title = 释放的回复丢失了
n2-summary = 服务器删除了键，回复却丢了。客户端重发 DEL，而这时键已属于别人。
n2-c1-exec = 服务器执行 { $client } 的释放，回复是 { $reply }：锁空了出来，{ $client } 还不知道。
n2-c1-timeout = { $client } 等得够久了。它无法知道释放有没有执行，于是要再发一次。
n2-c1-del = { $client } 再次发送 { $command }，回复是 { $reply }：*它删掉的是 { $victims } 的锁*。
n2-c3-set = { $client } 发送 { $command }，回复是 { $reply }。*{ $leaseholders } 的租约同时有效*。

## N2-token
n2-token-title = 可以重复的释放
n2-token-summary = 同样丢了回复。脚本会比较令牌，所以第二次释放什么也不删。
n2-token-c1-eval = { $client } 再次发送 { $command }。键里是别的令牌，所以回复是 { $reply }。这里它不是错误：第一次释放已经执行。

## O1
o1-title = 被人删掉的键
o1-summary = 有人手动删除了键，或者服务器内存不足，逐出了它。持有者不知道。
o1-outside = 程序无法补救。锁要放在不逐出键的服务器上，也不要让人手动删除。
o1-c3-del = { $client } 是在命令行前操作的人，或者代表正在逐出键的服务器。*它删掉的是 { $victims } 的锁*。

## O2
o2-title = 两个程序共用一个键
o2-summary = C1 运行的是旧程序，删除前不检查。其他客户端都会比较，却于事无补。
o2-outside = 单靠一个程序无法补救：用这个键的程序都得比较。给每把锁一个自己的键。
o2-c2-set = { $client } 的程序会比较。键已过期，所以回复是 { $reply }：{ $client } 持有锁，直到 { $until }。
o2-c1-del = { $client } 停顿之后发送 { $command }，回复是 { $reply }：*它删掉的是 { $victims } 的锁*。

## P3-watch
p3-watch-title = 用 WATCH 释放
p3-watch-summary = WATCH、GET，再把 DEL 放进事务，不用脚本也能比较并删除。键若在此期间改变或过期，EXEC 返回 nil，什么都不删。
p3-watch-c1-watch = { $client } 做完了工作，请服务器监视这个键。
p3-watch-c1-get = { $client } 读到 { $reply }，是自己的令牌。接下来是含 DEL 的事务。
p3-watch-c2-set = 键已过期，{ $client } 拿到锁。
p3-watch-c1-del = { $client } 发送 { $command }。被监视的键变了，所以 EXEC 的回复是 { $reply }，什么都没有删除：{ $believers } 的锁还在。

## W1
w1-title = 盲目续期
w1-summary = 持有者的第二个线程每隔几秒延长一次锁，却不问锁是谁的。
w1-c1-meanwhile = { $client } 的第二个线程开始运行：它要在租约结束前延长锁。
w1-time = { $believers } 的两个线程都停顿了，租约已经结束，键已过期。
w1-c1-meanwhile-2 = { $client } 的第二个线程醒来，发送 { $command }。回复是 { $reply }，它以为保住了自己的锁，其实延长的是别人的锁。*{ $leaseholders } 的租约同时有效*。

## W2
w2-title = 检查之后续期
w2-summary = 第二个线程先读取令牌。在它的 GET 和 PEXPIRE 之间，键过期了，另一个客户端拿到锁。
w2-c1-meanwhile = { $client } 的第二个线程发送 { $command }。回复 { $reply } 是自己的令牌，所以下一条命令将是 PEXPIRE。
w2-c1-meanwhile-2 = { $client } 的第二个线程这时才发送 { $command }，回复是 { $reply }。*{ $leaseholders } 的租约同时有效*。

## W3
w3-title = 一步完成比较与续期
w3-summary = 第二个线程像脚本那样一步完成比较与续期。锁不再属于自己时，它能知道，并且停下。
w3-c1-meanwhile = { $client } 的第二个线程发送 { $command }，回复是 { $reply }。{ $client } 的租约现在到 { $until } 结束。
w3-c1-meanwhile-2 = 停顿之后，{ $client } 的第二个线程发送 { $command }。键已过期，回复是 { $reply }：{ $client } 知道自己失去了锁，于是停下。
w3-c2-set = { $client } 拿到锁。此外没有谁自认持锁。

## W4
w4-title = 看门狗也停顿了
w4-summary = 续期的线程和客户端一起停顿。没有续期，客户端也不知道租约已经结束。
w4-c2-set = { $client } 拿到锁，*{ $believers } 同时自认持锁*。续期能让崩溃的持有者早些让出锁，却治不了停顿。

## W5
w5-title = 看门狗比工作活得久
w5-summary = 工作卡住了，第二个线程仍在续期。什么都没有崩溃，别人却再也拿不到锁。
w5-outside = 没有哪条命令能补救：客户端必须限制续期的次数。
w5-c2-set = { $client } 被拒绝：{ $believers } 还占着锁，却什么也不做。
w5-time = 现在是 { $time }。

## W6
w6-title = 迟到的续期
w6-summary = 第二个线程的请求在途中延迟。它到达时，锁已在另一个客户端手里。
w6-c1-exec = { $client } 先前的请求这时才到，回复是 { $reply }：它延长的是另一个客户端的锁。

## W6-token
w6-token-title = 比较令牌的续期
w6-token-summary = 同样的延迟。脚本会比较令牌，所以迟到的续期什么也不改，崩溃的客户端的锁随它的租约一起结束。
w6-token-c1-exec = { $client } 先前的请求这时才到。键里是别的令牌，所以回复是 { $reply }，锁没有被延长。

## K2
k2-title = 被拨慢的时钟
k2-summary = 持有者工作时，它的时钟被拨慢了。照这个时钟，它的租约比键更长。

## K2-monotonic
k2-monotonic-title = 用单调时钟计量的租约
k2-monotonic-summary = 同一个时钟被拨慢，但程序读的是另一个时钟，谁也拨不动。
k2-monotonic-skew = { $client } 的系统时钟被拨慢了。它的程序用机器的单调时钟计量，所以不受影响。
k2-monotonic-release = 按单调时钟，工作也做完了。{ $client } 在租约内发送 { $command }，回复是 { $reply }。

## F1
f1-title = 故障转移丢了锁
f1-summary = 服务器在副本收到写入之前就答复了。它发生故障，副本升为主服务器，锁就没有了。
f1-c1-set = { $client } 发送 { $command }，回复是 { $reply }。这次写入还没有到达副本。
f1-s1-promote = 服务器 { $server } 升为主服务器。它没有收到那次写入，不知道有锁。

## F2
f2-title = 进入之前先 WAIT
f2-summary = 客户端用 WAIT 询问有几个副本收到了写入，至少有一个才进入。只有一个副本时，故障转移就保住了锁：两个客户端各尝试一次时，没有任何执行顺序会丢锁。可以重试时，只查过 10 步以内的执行顺序，也都不会。
f2-c1-wait = { $client } 发送 { $command }，回复是 { $reply }：副本收到了写入。{ $client } 持有锁，直到 { $until }。
f2-c2-set = { $client } 发送 { $command }。新的主服务器有这个键，所以回复是 { $reply }。

## F2-other
f2-other-title = 升上来的是另一个副本
f2-other-summary = WAIT 只说有几个副本收到写入，不管将来升上来的是哪一个。服务器故障时，收到写入的那个副本恰好连不上。Sentinel 会优先选数据最多的副本，所以照这种执行顺序，还得碰上这件坏事。
f2-other-outside = 程序无法补救。只要写入没有到达每一个副本，没有锁的副本就可能被提升。
f2-other-s1-cut = 唯一收到写入的副本 { $node } 被隔开了。
f2-other-s2-promote = 服务器 { $server } 升为主服务器。能连上的副本里没有比它更好的，它却缺了那次写入。
f2-other-c2-wait = { $client } 发送 { $command }，回复是 { $reply }：它的写入也有副本收到。*{ $leaseholders } 的租约同时有效*。

## F3
f3-title = WAIT 返回 0
f3-summary = 没有副本及时收到写入。客户端不能进入，还必须释放：它的键毕竟已经写下了。
f3-c1-wait = { $client } 发送 { $command }，回复是 { $reply }：没有副本收到写入，所以 { $client } 不能进入。
f3-c1-compare-and-delete = { $client } 把拿到的还回去：发送 { $command }，回复是 { $reply }。它等到 { $wake } 再试。

## F5
f5-title = 向新的主服务器发 WAIT
f5-summary = 故障转移发生在 SET 与 WAIT 之间。新的主服务器没有这个键，而对没有在它上面写入过的客户端，它把所有副本都算进去。
f5-c1-wait = { $client } 向新的主服务器发送 { $command }。它没有在那里写入过，所以没有哪个副本缺少它的写入，回复是 { $reply }。{ $client } 持有锁，直到 { $until }。

## F5-read
f5-read-title = WAIT 之后再 GET
f5-read-summary = 同样的故障转移。客户端在 WAIT 之后读取键，没有找到自己的令牌。
f5-read-c1-get = { $client } 发送 { $command }，回复是 { $reply }：这台服务器没有它的键。所以它不能进入。

## F6
f6-title = 仍在接受写入的旧主服务器
f6-summary = 一个副本被提升，旧的主服务器却不知道，仍执行途中的请求。
f6-s1-promote = 服务器 { $server } 升为主服务器。旧的主服务器仍在运行，却不知道这件事。

## F6-wait
f6-wait-title = 旧的主服务器与 WAIT
f6-wait-summary = 同样的故障转移。只有 WAIT 数到收到其写入的副本时，客户端才进入。
f6-wait-c1-wait = { $client } 发送 { $command }。新的主服务器没有副本，所以回复是 { $reply }，{ $client } 不能进入。

## F4
f4-title = 重启后丢了数据的服务器
f4-summary = 服务器重启，只剩上次落盘的数据，而锁比那更新。要么每次写入都立即落盘，要么等最长的租期过去之后再让服务器回来。
f4-outside = 程序无法补救。服务器要么每次写入都立即落盘，要么在重启之后等最长的租期过去再提供服务。
f4-c2-set = { $client } 发送 { $command }，回复是 { $reply }：服务器不知道有锁。*{ $leaseholders } 的租约同时有效*。

## K1
k1-title = 服务器的时钟跳变
k1-summary = Redis 的生存时间按系统时钟计算。有人拨了服务器的时钟，键立刻过期。
k1-outside = 程序无法补救：服务器的时钟不能跳变。能拒绝较旧防护令牌的存储方可以保住数据。
k1-c2-set = { $client } 发送 { $command }。在服务器看来键已过期，所以回复是 { $reply }。*{ $leaseholders } 的租约同时有效*。

## R1
r1-title = 没有故障的 Redlock
r1-summary = 五台互不知情的服务器。客户端同时询问它们，超过半数在租约结束前答应，它就持有锁。
r1-c1-set = { $client } 同时向 { $servers } 发送 { $command }。{ $asked } 台中有 { $yes } 台答应，所以它持有锁，直到 { $until }。
r1-c2-set = { $client } 也问这五台。{ $asked } 台中有 { $yes } 台答应，所以它要把拿到的都还回去。
r1-c2-compare-and-delete = { $client } 向它们全部发送 { $command }。它一台也没拿到，所以没有删除什么。它等到 { $wake }。

## R2
r2-title = 多数派里有一台丢了数据
r2-summary = 一个客户端在五台中的三台上拿到锁。其中一台重启后数据全无，下一个客户端也凑成了多数。
r2-outside = 程序无法补救。丢失了数据的服务器，要等最长的租期过去再提供服务。
r2-c1-set = { $client } 询问全部五台。能连上的都答应了，其余的它还在等。
r2-c1-timeout = { $client } 不再等待。已有 { $yes } 台答应，是多数，所以它持有锁，直到 { $until }。
r2-c2-set = { $client } 询问全部五台。{ $asked } 台中有 { $yes } 台答应：两台曾被隔开，一台丢了数据。*{ $leaseholders } 的租约同时有效*。

## R3
r3-title = 争锁途中的停顿
r3-summary = 多数的答复到来时，租约已经结束。最后一道检查，即总共用了多少时间，把它们挡了下来。
r3-c1-exec-r2 = 服务器 { $server } 也答 { $reply }：多数已经授予锁，回复却还在路上。
r3-time = 过了 { $elapsed } 秒，回复还没有到。键都过期了。
r3-c1-timeout = { $client } 数到 { $yes } 台答应，是多数。但它的时钟是 { $clock }，当初要的租约已经结束：它不进入。

## R3-unchecked
r3-unchecked-title = 同样的停顿，不作检查
r3-unchecked-summary = 这个程序从最后的回复算起租约，而不是从请求算起，于是凭着已经过期的键进入。
r3-unchecked-c1-timeout = { $client } 数到 { $yes } 台答应，是多数，于是进入，直到 { $until }。*{ $leaseholders } 的租约同时有效*。

## R4
r4-title = 检查之后的停顿
r4-summary = 客户端在检查用时之后才停顿。和一切租约一样，这时会有两个客户端自认持锁。
r4-c2-set = 键都过期了，所以 { $asked } 台中有 { $yes } 台答应 { $client }。*{ $believers } 同时自认持锁*。一台治不了的，五台也治不了。

## R5
r5-title = 票数分散
r5-summary = 三个客户端同时询问，谁也没有得到多数。各自把拿到的还回去，然后等待。这里大家都等一秒，可能再次撞上；真正的客户端等待的时间是随机的。
r5-c1-set = { $asked } 台中有 { $yes } 台答应 { $client }：不是多数。下一条命令要把它们还回去。
r5-c2-set = { $asked } 台中有 { $yes } 台答应 { $client }：也不是多数。
r5-c3-set = { $asked } 台中有 { $yes } 台答应 { $client }。谁也没有得到多数。
r5-c1-compare-and-delete = { $client } 向 { $servers } 发送 { $command }，其中 { $yes } 台有它的令牌。它等到 { $wake }。

## R6
r6-title = 永远不来的回复
r6-summary = 一台服务器写入了键，回复却丢了。客户端没有凑成多数，只好放弃；那台虽然没有答复，也必须去释放。
r6-c1-timeout = { $client } 不再等待。有 { $yes } 台答应：不是多数。
r6-c1-compare-and-delete = { $client } 向 { $servers } 发送 { $command }，没有答复过的也不漏掉。有 { $yes } 台删除了它的键：比答应的多一台。
r6-c2-set = { $asked } 台中有 { $yes } 台答应 { $client }。假如只到答复过的服务器上去释放，就会有一台一直锁到时间用完。

## R7
r7-title = 几次尝试共用一个令牌
r7-summary = 客户端只抽取一次令牌，每次尝试都用它。第一次尝试的释放请求，在第二次尝试期间才到，看到的是同一个令牌，于是删掉了正在用的锁。
r7-c1-set = { $client } 发送 { $command } 之前停顿了。{ $asked } 台中有 { $yes } 台答应，但从它读时钟时算起的租约已经结束：它不进入。
r7-c1-send = { $client } 向 { $servers } 发送 { $command }。释放请求在去往每一台的途中都延迟了。
r7-time = 现在是 { $time }。键都过期了，释放请求还没有到。
r7-c1-set-2 = { $client } 用同一个令牌再试：发送 { $command }，{ $asked } 台中有 { $yes } 台答应。它持有锁，直到 { $until }。
r7-c1-exec = 先前的释放请求到了服务器 { $server }。键里正是它要比较的令牌，于是键被删除，回复是 { $reply }。
r7-c2-set = { $asked } 台中有 { $yes } 台答应 { $client }，是多数。*{ $leaseholders } 的租约同时有效*。

## R7-token
r7-token-title = 每次尝试都换新令牌的 Redlock
r7-token-summary = 同样的延迟。第二次尝试用的是新令牌，迟到的释放请求看到的是另一个令牌，什么也不删。
r7-token-c1-set = { $client } 换了新令牌再试：发送 { $command }，{ $asked } 台中有 { $yes } 台答应。它持有锁，直到 { $until }。
r7-token-c1-exec = 先前的释放请求到了服务器 { $server }。键里的值是 { $value }，不是旧令牌，所以回复是 { $reply }，键还在。
r7-token-c2-set = { $asked } 台中有 { $yes } 台答应 { $client }：持锁的只有一个。
