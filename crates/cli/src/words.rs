//! The prompt's own phrases, in addition to redis-cli's.

use base::text::{Phrase, Text};
use keyspace::KeyspaceMode;

pub const LINE_TOO_LONG: Text = Text {
    en: "Not run: a line may have up to 64 KiB here.",
    zh: "未执行：这里每行最多 64 KiB。",
};
pub const LINE_WITH_NUL: Text = Text {
    en: "Not run: a line ends at a NUL byte, and something stands behind one. Within double quotes it is written \\x00.",
    zh: "未执行：NUL 字节会结束一行，而它后面还有内容。请在双引号中写作 \\x00。",
};
pub const TOO_MANY_TIMES: Text = Text {
    en: "Not run: a count may go up to 1,000,000 here.",
    zh: "未执行：这里的重复次数最多为 1,000,000。",
};
pub const TOO_MUCH_AT_ONCE: Text = Text {
    en: "Not run: what waits to be run may have up to 4 MiB here.",
    zh: "未执行：这里等待执行的内容最多 4 MiB。",
};
pub const ONE_SERVER: Text = Text {
    en: "Not run: the only server here is the one in this page.",
    zh: "未执行：这里只有本页中的这一个服务器。",
};
pub const OUTPUT_CUT: Text = Text {
    en: "Only the first 64 KiB are shown.",
    zh: "只显示前 64 KiB。",
};
pub const SILENCE: Text = Text {
    en: "No reply, as CLIENT REPLY asked. CLIENT REPLY ON brings them back.",
    zh: "按 CLIENT REPLY 的要求没有回复。CLIENT REPLY ON 可恢复。",
};
pub const DISCONNECTED: Text = Text {
    en: "The connection is closed, and its MULTI, WATCH and name are gone. Enter connects again, to database 0.",
    zh: "连接已关闭，其 MULTI、WATCH 和名称都已失效。按回车重新连接到数据库 0。",
};
/// For a client that is sent what it has not asked for. `Ctrl+C` is redis-cli's own way.
pub const SUBSCRIBED: Text = Text {
    en: "Messages are shown here as they arrive. RESET ends the subscription, and so does Ctrl+C.",
    zh: "消息到达后会显示在这里。用 RESET 或 Ctrl+C 结束订阅。",
};
pub const MONITOR_ON: Text = Text {
    en: "Every command that the server runs is shown here. RESET ends MONITOR, and so does Ctrl+C.",
    zh: "服务器执行的每条命令都会显示在这里。用 RESET 或 Ctrl+C 结束 MONITOR。",
};
pub const MONITOR_REFUSES: Text = Text {
    en: "This client is in MONITOR, where it cannot use keys. RESET ends MONITOR, and so does Ctrl+C.",
    zh: "这个客户端正在 MONITOR，期间不能读写键。用 RESET 或 Ctrl+C 结束 MONITOR。",
};
pub const HELP: Text = Text {
    en: "To get help:\n  help SETNX      what a command takes, and what it does\n  help @string    the commands of a group: {groups}\n\nBeside commands, the prompt knows:\n  clear           empties the log; the keys stay\n  quit            closes this connection\n  :set nohints    no more grey hints; :set hints brings them back\n  3 INCR c        runs a command several times",
    zh: "获取帮助：\n  help SETNX      某个命令的参数与作用\n  help @string    某一组的命令：{groups}\n\n除命令外，提示符还认识：\n  clear           清屏，键仍保留\n  quit            关闭此连接\n  :set nohints    关闭灰色提示；:set hints 重新打开\n  3 INCR c        把命令重复执行几次",
};
pub const SUMMARY: Text = Text {
    en: "summary: ",
    zh: "简介：",
};
pub const SINCE: Text = Text {
    en: "since: ",
    zh: "始于版本：",
};
pub const GROUP: Text = Text {
    en: "group: ",
    zh: "分组：",
};
pub const NO_SUCH_COMMAND: Text = Text {
    en: "There is no such command here.",
    zh: "这里没有这个命令。",
};
/// The prompt's own commands, with descriptions.
pub const OWN: [(&str, Text); 4] = [
    (
        "clear",
        Text {
            en: "Empties the log; the keys stay",
            zh: "清屏，键仍保留",
        },
    ),
    ("exit", QUIT),
    (
        "help",
        Text {
            en: "Says what a command or a group is about",
            zh: "说明某个命令或某一组命令",
        },
    ),
    ("quit", QUIT),
];
const QUIT: Text = Text {
    en: "Closes this connection",
    zh: "关闭此连接",
};
/// The arguments of `:set`.
pub const PREFERENCES: [(&str, Text); 2] = [
    (
        "hints",
        Text {
            en: "Grey hints while typing",
            zh: "输入时显示灰色提示",
        },
    ),
    (
        "nohints",
        Text {
            en: "No grey hints",
            zh: "不显示灰色提示",
        },
    ),
];
pub const A_GROUP: Text = Text {
    en: "A group of commands",
    zh: "一组命令",
};
const AS_IT_IS: Text = Text {
    en: "{text}",
    zh: "{text}",
};
const NEVER_EXPIRES: Text = Text {
    en: "never expires",
    zh: "永不过期",
};
const EXPIRES_IN: Text = Text {
    en: "expires in {seconds} s",
    zh: "{seconds} 秒后过期",
};
pub const LEFT_OUT: Text = Text {
    en: "Redis has this command; it is left out here.",
    zh: "Redis 有这个命令，但这里没有收入。",
};
const NO_SUCH_GROUP: Text = Text {
    en: "There is no such group. The groups are {groups}.",
    zh: "没有这个分组。现有分组：{groups}。",
};
/// For a line that begins with the name of redis-cli.
pub const ALREADY_HERE: Text = Text {
    en: "This is the prompt of redis-cli already: type only what follows “redis-cli”.",
    zh: "这里已经是 redis-cli 的提示符：只输入“redis-cli”后面的部分即可。",
};
const DID_YOU_MEAN: Text = Text {
    en: "Did you mean {command}?",
    zh: "是否想输入 {command}？",
};
const OF_ANOTHER_MODE: Text = Text {
    en: "This command exists in the mode {mode} alone.",
    zh: "此命令只在模式 {mode} 中可用。",
};
const PART_MISSING: Text = Text {
    en: "Not run: this needs a part of the engine that could not be loaded. {reason}",
    zh: "未执行：所需的引擎部件未能加载。{reason}",
};
/// Phrases of redis-cli, in English everywhere.
pub const RESTART: &str = "Use 'restart' only in Lua debugging mode.";
const TYPOGRAPHIC: Text = Text {
    en: "{mark} is a typographic character, which Redis takes for a part of the word: it reads only straight quotes and hyphens.",
    zh: "{mark} 是排版用的字符，Redis 会把它当作单词的一部分：它只识别直引号和连字符。",
};
const LINE_OF_SCRIPT: Text = Text {
    en: "Line {number} of the script: {line}",
    zh: "脚本第 {number} 行：{line}",
};
const SCRIPT_LOG: Text = Text {
    en: "redis.log, {level}: {line}",
    zh: "redis.log（{level}）：{line}",
};
const STOPPED: Text = Text {
    en: "Stopped.",
    zh: "已停止。",
};
const STOPPED_AFTER: Text = Text {
    en: "Stopped after {done} of {total} times.",
    zh: "已停止：共 {total} 次，执行了 {done} 次。",
};
const STOPPED_BEFORE: Text = Text {
    en: "Stopped. {lines} more were not run.",
    zh: "已停止，另有 {lines} 行未执行。",
};

/// A note that the reader stopped a line, with its number of repetitions and the number of discarded lines after it.
pub fn stopped(done: u64, total: u64, queued: usize) -> Phrase {
    if total > 1 {
        let values = vec![("done", done.to_string()), ("total", total.to_string())];
        Phrase::new(STOPPED_AFTER, values)
    } else if queued > 0 {
        Phrase::new(STOPPED_BEFORE, vec![("lines", queued.to_string())])
    } else {
        STOPPED.into()
    }
}

/// A note that a part of the wasm did not come, and why.
pub fn part_missing(reason: &str) -> Phrase {
    Phrase::new(PART_MISSING, vec![("reason", reason.to_owned())])
}

/// A note with the groups that `help` knows.
pub fn no_such_group(groups: String) -> Phrase {
    Phrase::new(NO_SUCH_GROUP, vec![("groups", groups)])
}

/// A note with the nearest command.
pub fn did_you_mean(command: String) -> Phrase {
    Phrase::new(DID_YOU_MEAN, vec![("command", command)])
}

/// A note that a command belongs to a mode, by the name that an author chooses it by.
pub fn of_another_mode(mode: KeyspaceMode) -> Phrase {
    Phrase::new(OF_ANOTHER_MODE, vec![("mode", mode.name().to_owned())])
}

/// A note that a typographic character stands where Redis reads a straight one.
pub fn typographic(mark: char) -> Phrase {
    Phrase::new(TYPOGRAPHIC, vec![("mark", mark.to_string())])
}

/// A line that a script has sent to the server's log, with its level: from 0 to 3.
pub fn script_log(level: u8, line: &[u8]) -> Phrase {
    let level = ["debug", "verbose", "notice", "warning"].get(usize::from(level));
    let line = String::from_utf8_lossy(line).into_owned();
    let level = level.copied().unwrap_or_default().to_owned();
    Phrase::new(SCRIPT_LOG, vec![("level", level), ("line", line)])
}

/// The line of a script that an error names.
pub fn line_of_script(number: usize, line: String) -> Phrase {
    Phrase::new(
        LINE_OF_SCRIPT,
        vec![("number", number.to_string()), ("line", line)],
    )
}

/// A description of a key's time to live in milliseconds; `None` if it never expires.
pub fn lives(left_ms: Option<i64>) -> Phrase {
    match left_ms {
        None => NEVER_EXPIRES.into(),
        Some(left) => {
            let seconds = left.saturating_add(500) / 1000;
            Phrase::new(EXPIRES_IN, vec![("seconds", seconds.to_string())])
        }
    }
}

/// A text that is the same in every language.
pub fn as_it_is(text: String) -> Phrase {
    Phrase::new(AS_IT_IS, vec![("text", text)])
}
