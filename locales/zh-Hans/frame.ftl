title = Redis 交互框
still = 这里本应有一个交互框；它需要 JavaScript，以及与本页同在一处的 <code>frame.js</code>。
header = 交互框无法启动：它所在的框架处于沙箱之中，因此 <code>embed.js</code> 的服务器必须发送响应头 <code>Access-Control-Allow-Origin: *</code>。
missing = 交互框无法启动：本应与本页同在一处的 <code>embed.js</code> 没能取到。
name = <code data-said></code> 不是这个交互框的属性，已忽略。
value = 交互框不明白 <code data-said></code>，已忽略。可用的值是 <code data-takes></code>。
blank = 浏览器没有显示这个框：本页设置了 Cross-Origin-Embedder-Policy，因此 { $origin } 必须发送 { $headers }。
