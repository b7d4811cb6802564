name = 中文
