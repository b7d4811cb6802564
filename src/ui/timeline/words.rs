//! The timeline's own words. Sentences about moves belong to the lessons.

use crate::lesson;
use crate::sim::{Broken, ClientId};
use crate::text::{Lang, Text};

pub const LESSONS: Text = Text {
    en: "Sequence",
    zh: "场景",
};
pub const SCORE: Text = Text {
    en: "Score of moves. Arrow keys step, Space plays, Home begins again",
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
    en: "Nothing more was made: choose a move",
    zh: "后面还没有步骤，请选择走法",
};
pub const SERVER: Text = Text {
    en: "server",
    zh: "服务器",
};
pub const TABLE: Text = Text {
    en: "The whole run as a table",
    zh: "以表格查看全过程",
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
    en: "Recorded owner",
    zh: "记录的持有者",
};
pub const BELIEVERS: Text = Text {
    en: "Believe they hold it",
    zh: "自认持锁",
};
pub const LEASES: Text = Text {
    en: "Valid leases",
    zh: "有效租约",
};
pub const TICK: Text = Text {
    en: "time passes",
    zh: "时间流逝",
};
pub const NOBODY: Text = Text {
    en: "nobody",
    zh: "无",
};
pub const EXPIRED: Text = Text {
    en: "expired",
    zh: "已过期",
};
pub const NOBODYS: Text = Text {
    en: "a stranger's",
    zh: "外来",
};
pub const STORE: Text = Text {
    en: "store",
    zh: "存储",
};
pub const GUARDED: Text = Text {
    en: "guarded",
    zh: "受保护",
};
pub const YOU: Text = Text {
    en: "you",
    zh: "你",
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
pub const SKEWED: Text = Text {
    en: "its clock is set to ",
    zh: "时钟改为 ",
};
pub const SENDS: Text = Text {
    en: "sends ",
    zh: "发送 ",
};
pub const COMPUTES: Text = Text {
    en: "reads its clock for ",
    zh: "读时钟，备好 ",
};
pub const EXECUTED: Text = Text {
    en: "executed: ",
    zh: "执行：",
};
pub const CRASH: Text = Text {
    en: "crash",
    zh: "崩溃",
};
pub const RESTARTED: Text = Text {
    en: "restarts",
    zh: "重启",
};
pub const PAUSED: Text = Text {
    en: "is paused",
    zh: "暂停",
};
pub const RESUMED: Text = Text {
    en: "goes on",
    zh: "继续",
};
pub const RECEIVES: Text = Text {
    en: "receives the reply",
    zh: "收到回复",
};
pub const SENDS_NOTHING: Text = Text {
    en: "sends nothing",
    zh: "不发送命令",
};
pub const BELIEVES: Text = Text {
    en: " acts as the holder",
    zh: " 以持有者自居",
};
pub const BELIEVES_PAST: Text = Text {
    en: " acts as the holder, and its lease is not valid",
    zh: " 以持有者自居，租约却已失效",
};
pub const LEASE_VALID: Text = Text {
    en: "'s lease is valid ",
    zh: " 的租约有效，",
};
pub const IS_PAUSED: Text = Text {
    en: " is paused",
    zh: " 已暂停",
};
pub const IS_OVER: Text = Text {
    en: " has crashed or failed",
    zh: " 已崩溃或出错",
};
pub const NO_KEY: Text = Text {
    en: "the key does not exist: ",
    zh: "键不存在：",
};
pub const LOCK_VALUE: Text = Text {
    en: " wrote the value of the lock: ",
    zh: " 写下锁的值：",
};
pub const STORE_VALUE: Text = Text {
    en: " the store holds ",
    zh: " 存储的内容：",
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

/// Who wrote a value that gives its writer no lease.
pub fn written_by(lang: Lang, id: ClientId) -> String {
    let id = id.to_string();
    match lang {
        Lang::En => ["written by ", &id].concat(),
        Lang::ZhHans => [&id, " 所写"].concat(),
    }
}

/// Until when a lease is valid.
pub fn until(lang: Lang, time: &str) -> String {
    match lang {
        Lang::En => ["until ", time].concat(),
        Lang::ZhHans => ["至 ", time].concat(),
    }
}

/// What a store has seen.
pub fn token(lang: Lang, token: i64) -> String {
    let token = token.to_string();
    match lang {
        Lang::En => ["token ", &token].concat(),
        Lang::ZhHans => ["令牌 ", &token].concat(),
    }
}

/// What is broken, in few words.
pub fn broken(lang: Lang, broken: &Broken) -> String {
    let (who, en, zh, of) = match broken {
        Broken::TwoBelievers(who) if who.len() > 2 => (
            names(lang, who),
            " all act as the holder",
            " 同时以持有者自居",
            String::new(),
        ),
        Broken::TwoBelievers(who) => (
            names(lang, who),
            " both act as the holder",
            " 同时以持有者自居",
            String::new(),
        ),
        Broken::TwoLeases(who) => (
            names(lang, who),
            ": leases valid at once",
            "：租约同时有效",
            String::new(),
        ),
        Broken::RemovedLock { by, of } => (
            by.to_string(),
            " removed the lock of ",
            " 删掉了别人的锁：",
            names(lang, of),
        ),
        Broken::LostUpdate { by, of } => (
            by.to_string(),
            " lost the update of ",
            " 覆盖了别人的写入：",
            of.to_string(),
        ),
        Broken::NobodyGetsIn { who, .. } => (
            names(lang, who),
            ": nobody gets in",
            "：谁也拿不到锁",
            String::new(),
        ),
    };
    let text = Text { en, zh };
    [&who, text.get(lang), &of].concat()
}

/// Names in a row; nobody is said so.
pub fn names(lang: Lang, who: &[ClientId]) -> String {
    let names: Vec<String> = who.iter().map(ClientId::to_string).collect();
    match (lang, names.is_empty()) {
        (_, true) => NOBODY.get(lang).to_owned(),
        (Lang::En, false) => names.join(", "),
        (Lang::ZhHans, false) => names.join("、"),
    }
}

/// That there is no lesson of that name, which one is shown instead, and which there are.
pub fn unknown_lesson(lang: Lang, asked: &str, shown: &str) -> String {
    const ASKED_CHARS_MAX: usize = 40;
    let asked: String = asked.chars().take(ASKED_CHARS_MAX).collect();
    let known: Vec<&str> = lesson::ALL.iter().map(|lesson| lesson.id).collect();
    match lang {
        Lang::En => format!(
            "There is no lesson “{asked}”; this is {shown}. There are {}.",
            known.join(", ")
        ),
        Lang::ZhHans => format!(
            "没有名为“{asked}”的场景，现在显示的是 {shown}。可选：{}。",
            known.join("、")
        ),
    }
}
