### programs/ 里锁程序的名称，消息名即文件名。

setnx = 只用 SETNX
setnx-del = SETNX，用 DEL 删除过期的锁
getset-blind = GETSET 接管，释放时不检查
getset = GETSET 接管，释放前先看时钟
getset-get = GETSET 接管，释放前先比较值
getset-eq = GETSET 接管，“=”当前时间才算过期
getset-lt = GETSET 接管，“<”当前时间才算过期
getset-late = GETSET 接管，最后一秒两边都算
getset-poll = 不先读取就用 GETSET 接管
getset-nil = GETSET 接管，但误解 nil
px-blind = SET NX PX，释放时不检查
px-get = SET NX PX，释放前先比较令牌
px-write = SET NX PX，存储方没有防护
incr = SET NX PX，再用 INCR 取防护令牌
fence-write = 防护令牌随锁发放，写入时出示
fence-read = 防护令牌随锁发放，读写都出示
once = SETNX，只试一次
patient = SETNX，五秒后放弃
expire = SETNX，再 EXPIRE
expire-multi = SETNX 和 EXPIRE 放进事务
expire-nx = SETNX 和 EXPIRE NX 放进事务
px-name = SET NX PX，拿客户端的名字当令牌
px = SET NX PX，释放时比较并删除
px-monotonic = SET NX PX，用单调时钟计量
px-watch = SET NX PX，用 WATCH 释放
px-delex = SET NX PX，用 DELEX 释放（Redis 8.4）
px-repeat = SET NX PX，没有回复就重发
px-again = SET NX PX，没有回复就重发 DEL
px-again-token = SET NX PX，没有回复就重发比较并删除
px-own = SET NX PX，认得自己的令牌
deleted = 不是锁：有人删除了键
renew-blind = 续期时不检查
renew-get = 续期前先 GET
renew = 比较并续期
renew-hung = 工作卡住，续期不停
wait = SET NX PX，再用 WAIT 等副本
wait-read = SET NX PX，WAIT 之后再 GET
redlock = Redlock
redlock-unchecked = 不检查用时的 Redlock
redlock-kept = 所有尝试共用一个令牌的 Redlock
claim = SET NX PX，先认领存储方
semaphore = 信号量：脚本计数，最多两个持有者
readers-writer = 读者共享，写者独占
own = 你自己的程序

## 各组程序，以及同组程序的共同点。

group-takeover = SETNX，值里写着锁何时到期
group-takeover-about = 文档里的锁：值写明持有到何时，谁发现它已过期，谁就接手。
group-expire = SETNX，再 EXPIRE
group-expire-about = 生存时间由第二条命令设置，客户端可能在两条命令之间崩溃。
group-px = SET NX PX
group-px-about = 一条命令取得锁，同时设好租期；这些程序的差别在于怎样释放。
group-renewal = 续期
group-renewal-about = 持有者一边工作一边延长租约；这些程序的差别在于续期前检查什么。
group-stores = 存储方与防护令牌
group-stores-about = 租期可能在工作结束之前就到了。这里的工作要写入存储方，而存储方可以拒绝迟到的写入。
group-servers = 副本与多台服务器
group-servers-about = 锁不只在一台服务器上，因此其中一台可以出故障。
group-several = 可由多个客户端同时持有的锁
group-several-about = 信号量按一个数目放行客户端；读者共享一把锁，写者独占它。
