not-allowed = { $name } 的影响超出键本身：用 `--allow "{ $name }"` 才会发送
goes-on = { $name } 的回复会持续下去
no-reply = 服务器在 5 秒内没有回复
closed = 服务器关闭了连接
too-often = 这里的重复次数最多为 10,000
