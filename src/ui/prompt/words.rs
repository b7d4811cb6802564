//! The prompt's own words. What Redis says is in English everywhere.

use base::text::{Lang, Text};

/// Before a reply that the page has and that is right, where the line cannot be run here.
pub const KEPT: Text = Text {
    en: "As this page has it: ",
    zh: "本页原文：",
};

/// Before a reply that the page has and that is another here.
pub const WRITTEN: Text = Text {
    en: "This page has another reply: ",
    zh: "本页所写的回复不同：",
};

pub const PROMPT: Text = Text {
    en: "Redis prompt",
    zh: "Redis 提示符",
};
pub const LOG: Text = Text {
    en: "Commands and replies",
    zh: "命令与回复",
};
pub const INPUT: Text = Text {
    en: "Redis command; Enter runs it, Tab completes it, the up and down arrows go through earlier ones; after Escape, Tab leaves",
    zh: "Redis 命令；按回车执行，Tab 补全，上下方向键翻看以前的命令；按 Esc 后 Tab 离开",
};
pub const EMPTY: Text = Text {
    en: "type a command, or Tab",
    zh: "输入命令，或按 Tab",
};
pub const OPEN_QUOTE: Text = Text {
    en: "a quote is open; Ctrl+C drops the line",
    zh: "引号还没有闭合；Ctrl+C 放弃这一行",
};
pub const COPY: Text = Text {
    en: "Copy",
    zh: "复制",
};
pub const CLEAR: Text = Text {
    en: "Clear",
    zh: "清屏",
};
pub const RESET_LABEL: Text = Text {
    en: "Reset",
    zh: "重置",
};
pub const RESET_HINT: Text = Text {
    en: "Begin again with an empty keyspace and the example",
    zh: "清空键空间，重新运行示例",
};
pub const CLEARED: Text = Text {
    en: "Cleared; the keys are still there",
    zh: "已清屏，键仍在",
};
pub const RESET: Text = Text {
    en: "A fresh keyspace",
    zh: "键空间已重置",
};
pub const COPIED: Text = Text {
    en: "Copied",
    zh: "已复制",
};
pub const SELECTED: Text = Text {
    en: "The browser keeps the clipboard to itself: the text is selected, copy it with Ctrl+C",
    zh: "浏览器不允许写入剪贴板：文本已选中，请按 Ctrl+C 复制",
};
pub const TOO_LONG: Text = Text {
    en: "Not pasted: a line takes 64 KiB at most, and this is longer. Paste it in parts, with APPEND",
    zh: "未粘贴：一行最多 64 KiB，这段文本超出了。可分段粘贴，用 APPEND 拼接",
};

/// That the oldest entries are no longer kept.
pub fn dropped(lang: Lang, entries: usize) -> String {
    match lang {
        Lang::En => format!("{entries} earlier entries are no longer kept"),
        Lang::ZhHans => format!("更早的 {entries} 条记录不再保留"),
    }
}

pub const CLIENTS: Text = Text {
    en: "Clients",
    zh: "客户端",
};
pub const UNSEEN: Text = Text {
    en: "new output",
    zh: "有新输出",
};
pub const OPEN: Text = Text {
    en: "+ Client",
    zh: "+ 客户端",
};
pub const OPEN_HINT: Text = Text {
    en: "Another connection to the same keyspace, with its own database, MULTI and WATCH",
    zh: "到同一键空间的另一个连接，有自己的数据库、MULTI 和 WATCH",
};
pub const RUNNING: Text = Text {
    en: "Running",
    zh: "正在执行",
};
pub const WAITING: Text = Text {
    en: "Waits: the server is busy with another client's command",
    zh: "等待中：服务器正在执行另一个客户端的命令",
};
/// A command that waits for a key, for some seconds so far, and for how many more at most.
pub fn blocked(lang: Lang, waited_s: i64, left_s: Option<i64>) -> String {
    let waited = waited_s.to_string();
    let left = left_s.map(|left_s| left_s.to_string());
    match (lang, left) {
        (Lang::En, None) => ["Waits for another client: ", &waited, " s"].concat(),
        (Lang::En, Some(left)) => [
            "Waits for another client: ",
            &waited,
            " s, gives up in ",
            &left,
            " s",
        ]
        .concat(),
        (Lang::ZhHans, None) => ["等待其他客户端：已 ", &waited, " 秒"].concat(),
        (Lang::ZhHans, Some(left)) => {
            ["等待其他客户端：已 ", &waited, " 秒，", &left, " 秒后放弃"].concat()
        }
    }
}

pub const LOADING: Text = Text {
    en: "Waits: a part of the engine is being loaded",
    zh: "等待中：正在加载引擎的一个部件",
};
pub const STOP: Text = Text {
    en: "Stop",
    zh: "停止",
};
pub const KEYSPACE: Text = Text {
    en: "Keys; the arrow keys go through them, Enter puts GET of a string at the prompt and opens any other value",
    zh: "键列表；方向键移动；按回车，字符串键的 GET 命令放到提示符处，其他类型的值则展开",
};
pub const NO_KEYS: Text = Text {
    en: "No keys. SET one, and it shows here.",
    zh: "还没有键。用 SET 写入一个，就会显示在这里。",
};

/// The heading of the view: how many keys a database has.
pub fn keys(lang: Lang, database: usize, keys: usize) -> String {
    let count = grouped(keys);
    match lang {
        Lang::En if keys == 1 => format!("db{database}: 1 key"),
        Lang::En => format!("db{database}: {count} keys"),
        Lang::ZhHans => format!("db{database}：{count} 个键"),
    }
}

/// How much of the keyspace's room is used.
pub fn used(lang: Lang, used: usize, max: usize) -> String {
    let (used, max) = (bytes(lang, used), bytes(lang, max));
    match lang {
        Lang::En => [&used, " of ", &max].concat(),
        Lang::ZhHans => [&used, " / ", &max].concat(),
    }
}

/// So many bytes, in the largest unit that gives a whole number of two digits or more.
pub fn bytes(lang: Lang, bytes: usize) -> String {
    let (count, unit) = match bytes {
        ..10_240 => (bytes, ""),
        10_240..10_485_760 => (bytes >> 10, "KiB"),
        _ => (bytes >> 20, "MiB"),
    };
    let unit = match (unit, lang) {
        ("", Lang::En) => "bytes",
        ("", Lang::ZhHans) => "字节",
        _ => unit,
    };
    [&grouped(count), " ", unit].concat()
}

/// So many elements of a value.
pub fn elements(lang: Lang, count: usize) -> String {
    let shown = grouped(count);
    match lang {
        Lang::En if count == 1 => "1 element".to_owned(),
        Lang::En => [&shown, " elements"].concat(),
        Lang::ZhHans => [&shown, " 个元素"].concat(),
    }
}

/// How many lines wait behind the one that is run.
pub fn waiting_lines(lang: Lang, lines: usize) -> String {
    let count = grouped(lines);
    match lang {
        _ if lines == 0 => String::new(),
        Lang::En if lines == 1 => "1 line waits".to_owned(),
        Lang::En => [&count, " lines wait"].concat(),
        Lang::ZhHans => ["还有 ", &count, " 行等待"].concat(),
    }
}

/// The button that closes a client.
pub fn close(lang: Lang, client: &str) -> String {
    match lang {
        Lang::En => ["Close ", client].concat(),
        Lang::ZhHans => ["关闭 ", client].concat(),
    }
}

/// A number with a comma between its thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub const COMPLETIONS: Text = Text {
    en: "Completions",
    zh: "补全",
};
pub const LEAVING: Text = Text {
    en: "Tab leaves the prompt now",
    zh: "现在按 Tab 离开提示符",
};
pub const SEARCH: Text = Text {
    en: "Search earlier commands; Ctrl+R goes further back, Enter runs what is found, Tab takes it to the prompt",
    zh: "搜索以前的命令；Ctrl+R 继续向前，回车执行找到的命令，Tab 取到提示符",
};
pub const SEARCH_PROMPT: Text = Text {
    en: "search: ",
    zh: "搜索：",
};
pub const NOT_FOUND: Text = Text {
    en: "No earlier command has this",
    zh: "以前的命令中没有",
};
