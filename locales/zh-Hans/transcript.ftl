### Why a reply that differs is not called wrong.

behind = 上面有一行无法在这里执行，此回复可能取决于它

chance = 其中一部分每次运行都不同
expired = 如果到这一行时某个键已经过期，它就是对的

depends = 它取决于 { $key }，因而取决于 `{ $line }`：{ $why }
may-depend = 它可能取决于 `{ $line }`：{ $why }
line-refused = 它无法执行
line-failed = 它执行失败
line-chosen = 它的回复每次运行都不同
line-differed = 它的回复与写出的不同
unwritten = 上文没有写入过 { $key }
empty = 上文没有写入过这样的键
others = 它取决于其他客户端和服务器
untold = 上文没有改变过它所描述的内容
transaction = 该事务中有一行无法执行

waits = 它在等待另一个客户端
