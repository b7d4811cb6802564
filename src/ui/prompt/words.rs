//! The prompt's own words. What Redis says is in English everywhere.

use crate::text::{Lang, Text};

pub const PROMPT: Text = Text {
    en: "Redis prompt",
    zh: "Redis 提示符",
};
pub const LOG: Text = Text {
    en: "Commands and replies",
    zh: "命令与回复",
};
pub const INPUT: Text = Text {
    en: "Redis command; Enter runs it, the up and down arrows go through earlier ones",
    zh: "Redis 命令；按回车执行，上下方向键翻看以前的命令",
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
