//! The timeline's own words. Sentences about moves are in `tell`.

use crate::lesson;
use crate::text::{Lang, Text};

pub const LESSONS: Text = Text {
    en: "Lesson",
    zh: "场景",
};
pub const SCORE: Text = Text {
    en: "Timeline of moves. Arrow keys step, Space plays, Home goes to the start",
    zh: "步骤图。方向键单步，空格播放，Home 回到开头",
};
pub const RESTART: Text = Text {
    en: "Restart",
    zh: "从头开始",
};
pub const BACK: Text = Text {
    en: "Back",
    zh: "上一步",
};
pub const STEP: Text = Text {
    en: "Step",
    zh: "下一步",
};
pub const PLAY: Text = Text {
    en: "Play",
    zh: "播放",
};
pub const PAUSE: Text = Text {
    en: "Pause",
    zh: "暂停",
};
pub const SPEED: Text = Text {
    en: "Speed",
    zh: "速度",
};
pub const MOVES: Text = Text {
    en: "Moves done",
    zh: "已走步数",
};
pub const AT_START: Text = Text {
    en: "This is the beginning",
    zh: "已在开头",
};
pub const AT_END: Text = Text {
    en: "This is the end",
    zh: "已到结尾",
};
pub const NOTHING_MADE: Text = Text {
    en: "No move follows yet: choose one",
    zh: "后面还没有步骤，请选择一步",
};
pub const SERVER: Text = Text {
    en: "server",
    zh: "服务器",
};
pub const TABLE: Text = Text {
    en: "The whole run as a table",
    zh: "以表格查看整局",
};
pub const PROGRAM_OF: Text = Text {
    en: "Program of ",
    zh: "程序：",
};
pub const NOW_AT: Text = Text {
    en: "is here",
    zh: "执行到此",
};
pub const CLIENT: Text = Text {
    en: "Client",
    zh: "客户端",
};
pub const COMMAND: Text = Text {
    en: "Command",
    zh: "命令",
};
pub const REPLY: Text = Text {
    en: "Reply",
    zh: "回复",
};
pub const TIME: Text = Text {
    en: "Time",
    zh: "时刻",
};
pub const VALUE: Text = Text {
    en: "Value",
    zh: "值",
};
pub const OWNER: Text = Text {
    en: "Last writer",
    zh: "最后写入者",
};
pub const BELIEVERS: Text = Text {
    en: "Believe they hold the lock",
    zh: "自认持锁",
};
pub const LEASES: Text = Text {
    en: "Valid leases",
    zh: "有效租约",
};
pub const EXPIRED: Text = Text {
    en: "expired",
    zh: "已过期",
};
pub const NOBODYS: Text = Text {
    en: "from outside",
    zh: "外部写入",
};
pub const STORE: Text = Text {
    en: "store",
    zh: "存储",
};
pub const GUARDED: Text = Text {
    en: "guarded",
    zh: "受保护",
};
pub const READER: Text = Text {
    en: "at the prompt",
    zh: "在提示符下",
};
pub const MEANING: Text = Text {
    en: "What it means",
    zh: "含义",
};
pub const CLIENTS: Text = Text {
    en: "What each client does and remembers",
    zh: "各客户端的状态与变量",
};
pub const CLOCK: Text = Text {
    en: "clock",
    zh: "时钟",
};
pub const GO_THERE: Text = Text {
    en: "Go there",
    zh: "跳到此步",
};
pub const CLOSE: Text = Text {
    en: "Close",
    zh: "关闭",
};
pub const BEFORE: Text = Text {
    en: "Before",
    zh: "之前",
};
pub const AFTER: Text = Text {
    en: "After",
    zh: "之后",
};
pub const CHANGED: Text = Text {
    en: " (changed)",
    zh: "（有变化）",
};
pub const EARLIER: Text = Text {
    en: "Earlier moves",
    zh: "更早的步骤",
};
pub const LATER: Text = Text {
    en: "Later moves",
    zh: "更晚的步骤",
};

/// A move and its time.
pub fn move_at(lang: Lang, number: usize, time: &str) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => ["Move ", &number, ", t = ", time].concat(),
        Lang::ZhHans => ["第 ", &number, " 步，t = ", time].concat(),
    }
}

/// Which move the cursor is at.
pub fn move_of(lang: Lang, cursor: usize, moves: usize) -> String {
    match lang {
        Lang::En => format!("move {cursor} of {moves}"),
        Lang::ZhHans => format!("第 {cursor} 步，共 {moves} 步"),
    }
}

/// That there is no lesson of that name, which one is shown instead, and which there are.
pub fn unknown_lesson(lang: Lang, asked: &str, shown: &str) -> String {
    const ASKED_CHARS_MAX: usize = 40;
    let asked: String = asked.chars().take(ASKED_CHARS_MAX).collect();
    let known: Vec<&str> = lesson::ALL.iter().map(|lesson| lesson.id).collect();
    match lang {
        Lang::En => format!(
            "There is no lesson “{asked}”, so this is {shown}. The lessons are {}.",
            known.join(", ")
        ),
        Lang::ZhHans => format!(
            "没有名为“{asked}”的场景，现在显示的是 {shown}。可选：{}。",
            known.join("、")
        ),
    }
}
