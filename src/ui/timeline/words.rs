//! The timeline's own words. Sentences about moves are in `tell`.

use base::text::{Lang, Text};
use keyspace::nearest::nearest;

pub const LESSONS: Text = Text {
    en: "Lesson",
    zh: "场景",
};
pub const SCORE: Text = Text {
    en: "Timeline of moves. Left and right arrow step, up and down arrow tell of the parts of a move, Space plays, Home goes to the start",
    zh: "步骤图。左右方向键单步，上下方向键逐一说明这一步的各部分，空格播放，Home 回到开头",
};
pub const START_OVER: Text = Text {
    en: "Start over",
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
pub const REPLAY: Text = Text {
    en: "Replay",
    zh: "重播",
};
pub const NOTHING_TO_PLAY: Text = Text {
    en: "There is no move to play yet",
    zh: "还没有可播放的步骤",
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
pub const AXIS_TIME: Text = Text {
    en: "time",
    zh: "时刻",
};
pub const AXIS_SCALE: Text = Text {
    en: "not to scale",
    zh: "不按比例",
};
pub const AXIS_MOVE: Text = Text {
    en: "move",
    zh: "步骤",
};
pub const SERVER: Text = Text {
    en: "server",
    zh: "服务器",
};
pub const PRIMARY: Text = Text {
    en: "primary",
    zh: "主服务器",
};
pub const REPLICA: Text = Text {
    en: "replica",
    zh: "副本",
};
pub const DOWN: Text = Text {
    en: "down",
    zh: "停机",
};
pub const CUT_OFF: Text = Text {
    en: "cut off",
    zh: "被隔开",
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
pub const SECOND_AT: Text = Text {
    en: ": its second thread is here",
    zh: "：第二线程执行到此",
};
pub const SERVERS: Text = Text {
    en: "Servers",
    zh: "服务器",
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
pub const LEGEND: Text = Text {
    en: "What do I see?",
    zh: "图中有什么？",
};
pub const LEGEND_CALL: Text = Text {
    en: "A command, in the lane of the client that sends it. The number or word beside or below it is the reply.",
    zh: "一条命令，画在发送它的客户端那一行。旁边或下方的数字、单词是回复。",
};
pub const LEGEND_ARROWS: Text = Text {
    en: "Solid: the command goes to the server. Dashed: the reply comes back.",
    zh: "实线：命令发往服务器。虚线：回复返回。",
};
pub const LEGEND_VALUE: Text = Text {
    en: "The key's value, in the colour and pattern of the client that wrote it, while its lease is valid.",
    zh: "键的值，用写入者的颜色和花纹画出，写入者的租约还有效。",
};
pub const LEGEND_LAPSED: Text = Text {
    en: "The key is still there, but the lease behind it is over: a dashed edge.",
    zh: "键还在，但写入者的租约已经失效：虚线边框。",
};
pub const LEGEND_STORED: Text = Text {
    en: "What the store holds, in the colour of the client that wrote it.",
    zh: "存储的内容，用写入者的颜色画出。",
};
pub const LEGEND_BELIEF: Text = Text {
    en: "The client believes that it holds the lock.",
    zh: "客户端自认持锁。",
};
pub const LEGEND_PAST: Text = Text {
    en: "The client still believes that it holds the lock, but its lease is over.",
    zh: "客户端仍自认持锁，租约却已失效。",
};
pub const LEGEND_LEASE: Text = Text {
    en: "The client's lease is valid, until the client's own clock reaches the time above the line.",
    zh: "客户端的租约有效，到它自己的时钟走到线上方的时间为止。",
};
pub const LEGEND_PAUSE: Text = Text {
    en: "The client is paused.",
    zh: "客户端已暂停。",
};
pub const LEGEND_CROSS: Text = Text {
    en: "The client crashes, or stops on an error.",
    zh: "客户端崩溃，或因出错而停下。",
};
pub const LEGEND_RING: Text = Text {
    en: "The client goes on by itself and sends nothing.",
    zh: "客户端自行往下走，不发送命令。",
};
pub const LEGEND_NOTE: Text = Text {
    en: "Something is done to a client or a server: it restarts, is paused or cut off, or its clock is set.",
    zh: "客户端或服务器被重启、暂停、隔开，或被调整时钟。",
};
pub const LEGEND_ON_WAY: Text = Text {
    en: "A message on its way.",
    zh: "一条消息在途中。",
};
pub const LEGEND_LOST: Text = Text {
    en: "A message that was lost, or that nobody waits for any more.",
    zh: "一条丢失的，或已无人等待的消息。",
};
pub const LEGEND_DOWN: Text = Text {
    en: "The server is down.",
    zh: "服务器已停机。",
};
pub const LEGEND_CUT: Text = Text {
    en: "Cut off: messages between it and the others do not cross.",
    zh: "被隔开：它与其他节点之间的消息不能送达。",
};
pub const LEGEND_LACK: Text = Text {
    en: "The replica lacks writes of the primary.",
    zh: "副本还缺少主服务器的写入。",
};
pub const LEGEND_ANSWERS: Text = Text {
    en: "What each server answered: yes or no. The label counts those that said yes.",
    zh: "每台服务器的回答：答应或拒绝。标签里是答应的台数。",
};
pub const LEGEND_TIME_OUT: Text = Text {
    en: "The client has waited long enough, and goes on with the replies that came.",
    zh: "客户端等得够久了，带着已有的回复继续。",
};
pub const LEGEND_SECOND: Text = Text {
    en: "A command of the client's second thread.",
    zh: "客户端第二线程的命令。",
};
pub const LEGEND_HERE: Text = Text {
    en: "The last move made. Choose another column to go there.",
    zh: "最近走的一步。点选别的列就跳到那里。",
};
pub const LEGEND_AHEAD: Text = Text {
    en: "A move that is still to come.",
    zh: "还没走到的一步。",
};
pub const LEGEND_JUMP: Text = Text {
    en: "Time jumps here: the axis is not to scale.",
    zh: "时间在这里跳跃：时间轴不按比例。",
};
pub const LEGEND_BROKEN: Text = Text {
    en: "As long as this lasts, the lock is broken.",
    zh: "锁在这段时间里被破坏。",
};
pub const LEGEND_FLAG: Text = Text {
    en: "The first move that breaks the lock.",
    zh: "第一次破坏锁的一步。",
};
pub const LEGEND_STRIP: Text = Text {
    en: "The whole run: who moves when, what breaks (red), and what is in sight (framed).",
    zh: "整个过程：谁在何时走、哪里被破坏（红色）、当前可见的部分（方框）。",
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

/// A move that was not made yet.
pub fn still_to_come(lang: Lang, number: usize) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => ["Move ", &number, " is still to come"].concat(),
        Lang::ZhHans => ["第 ", &number, " 步还没走到"].concat(),
    }
}

/// Which move the cursor is at.
pub fn move_of(lang: Lang, cursor: usize, moves: usize) -> String {
    match lang {
        Lang::En => format!("move {cursor} of {moves}"),
        Lang::ZhHans => format!("第 {cursor} 步，共 {moves} 步"),
    }
}

/// That there is no lesson of that name, which one is shown instead, and which one may be meant.
pub fn unknown_lesson(lang: Lang, asked: &str, shown: &str) -> String {
    const ASKED_CHARS_MAX: usize = 40;
    let near = nearest(asked, &mut lesson::ALL.iter().map(|lesson| lesson.id));
    let asked: String = asked.chars().take(ASKED_CHARS_MAX).collect();
    let [before, between, after, meant, end] = match lang {
        Lang::En => [
            "There is no lesson “",
            "”, so this is ",
            ".",
            " Did you mean ",
            "?",
        ],
        Lang::ZhHans => [
            "没有名为“",
            "”的场景，现在显示的是 ",
            "。",
            "是否想看 ",
            "？",
        ],
    };
    let mut said = [before, &asked, between, shown, after].concat();
    if let Some(near) = near {
        said.extend([meant, near, end]);
    }
    said
}
