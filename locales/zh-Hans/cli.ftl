### The prompt's own phrases, in addition to redis-cli's

line-too-long = 未执行：这里每行最多 64 KiB。
line-with-nul = 未执行：NUL 字节会结束一行，而它后面还有内容。请在双引号中写作 \x00。
too-many-times = 未执行：这里的重复次数最多为 1,000,000。
too-much-at-once = 未执行：这里等待执行的内容最多 4 MiB。
one-server = 未执行：这里只有本页中的这一个服务器。
output-cut = 只显示前 64 KiB。
silence = 按 CLIENT REPLY 的要求没有回复。CLIENT REPLY ON 可恢复。
disconnected = 连接已关闭，其 MULTI、WATCH 和名称都已失效。按回车重新连接到数据库 0。
subscribed = 消息到达后会显示在这里。用 RESET 或 Ctrl+C 结束订阅。
monitor-on = 服务器执行的每条命令都会显示在这里。用 RESET 或 Ctrl+C 结束 MONITOR。
monitor-refuses = 这个客户端正在 MONITOR，期间不能读写键。用 RESET 或 Ctrl+C 结束 MONITOR。
help =
    获取帮助：
      help SETNX      某个命令的参数与作用
      help @string    某一组的命令：{ $groups }

    除命令外，提示符还认识：
      clear           清屏，键仍保留
      quit            关闭此连接
      :set nohints    关闭灰色提示；:set hints 重新打开
      3 INCR c        把命令重复执行几次
summary = 简介：
since = 始于版本：
group = 分组：
clear = 清屏，键仍保留
what-help-says = 说明某个命令或某一组命令
hints = 输入时显示灰色提示
no-hints = 不显示灰色提示
no-such-command = 这里没有这个命令。
quit = 关闭此连接
a-group = 一组命令
never-expires = 永不过期
expires-in = { $seconds } 秒后过期
left-out = Redis 有这个命令，但这里没有收入。
no-such-group = 没有这个分组。现有分组：{ $groups }。
already-here = 这里已经是 redis-cli 的提示符：只输入“redis-cli”后面的部分即可。
did-you-mean = 是否想输入 { $command }？
of-another-mode = 此命令只在模式 { $mode } 中可用。
part-missing = 未执行：所需的引擎部件未能加载。{ $reason }
typographic = { $mark } 是排版用的字符，Redis 会把它当作单词的一部分：它只识别直引号和连字符。
no-break-space = 这一行含有不换行空格（U+00A0），Redis 会把它当作单词的一部分：只有普通空格才能分隔单词。
line-of-script = 脚本第 { $number } 行：{ $line }
script-log = redis.log（{ $level }）：{ $line }
stopped = 已停止。
stopped-after = 已停止：共 { $total } 次，执行了 { $done } 次。
stopped-before = 已停止，另有 { $lines } 行未执行。
