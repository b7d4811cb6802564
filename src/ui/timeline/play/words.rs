//! The words of playing.

use base::text::{Lang, Text};

pub const FREE_SUMMARY: Text = Text {
    en: "Your own run. No move has been made yet: choose the first one.",
    zh: "这是你自己的一局，还没有走任何一步：请选择第一步。",
};
pub const PROGRAM: Text = Text {
    en: "Your program",
    zh: "你的程序",
};
pub const RUN_PROGRAM: Text = Text {
    en: "Begin a run with it",
    zh: "用它重新开始一局",
};
pub const PROGRAM_RUNS: Text = Text {
    en: "This is the program that runs.",
    zh: "这就是正在运行的程序。",
};
pub const UNBEGUN: Text = Text {
    en: "The edited program has not begun: moves, search and link are about the one that runs.",
    zh: "修改过的程序还没有开始运行：操作、查找和链接针对的都是正在运行的程序。",
};
pub const UNBEGUN_HERE: Text = Text {
    en: "The edited program has not begun: what stands below is about the one that runs.",
    zh: "修改过的程序还没有开始运行：下面说的都是正在运行的程序。",
};
pub const EDITOR_COMES: Text = Text {
    en: "The editor is being loaded.",
    zh: "正在加载编辑器。",
};
pub const PROGRAM_READY: Text = Text {
    en: "Changed, and without a mistake. Ctrl+Enter begins a run with it.",
    zh: "已修改，没有错误。按 Ctrl+Enter 用它重新开始一局。",
};
pub const JUDGE_PROGRAM: Text = Text {
    en: "Run it and search",
    zh: "运行并查找",
};
pub const PROGRAM_TO_JUDGE: Text = Text {
    en: "Changed, and without a mistake. Ctrl+Enter runs it, and the search judges it.",
    zh: "已修改，没有错误。按 Ctrl+Enter 运行它，由查找来判断。",
};
pub const COMPLETE: Text = Text {
    en: "Complete",
    zh: "补全",
};
pub const CONTINUATIONS: Text = Text {
    en: "What can follow here",
    zh: "这里可以写的内容",
};
pub const NO_CONTINUATION: Text = Text {
    en: "Nothing can be completed here.",
    zh: "这里没有可补全的内容。",
};
pub const INSERT: Text = Text {
    en: "Insert a statement",
    zh: "插入一条语句",
};
pub const START_FROM: Text = Text {
    en: "Start from a known program",
    zh: "从现成的程序写起",
};
pub const FREE: Text = Text {
    en: "Free play",
    zh: "自由操作",
};
pub const GO_ON: Text = Text {
    en: "Go on from here",
    zh: "从这里接着走",
};
pub const MOVES: Text = Text {
    en: "Moves",
    zh: "走法",
};
pub const SEARCH: Text = Text {
    en: "Search",
    zh: "查找",
};
pub const PART_COMES: Text = Text {
    en: "What this needs is being fetched …",
    zh: "正在取来所需的部分……",
};
pub const TO_SEARCH: Text = Text {
    en: "Back to the search",
    zh: "回到查找",
};
pub const TO_PROGRAM: Text = Text {
    en: "Back to the program",
    zh: "回到程序",
};
pub const SEARCH_COMES: Text = Text {
    en: "The search is being fetched …",
    zh: "正在取来查找功能……",
};
pub const SETTINGS: Text = Text {
    en: "Settings",
    zh: "设置",
};
pub const BRANCHES: Text = Text {
    en: "Branches",
    zh: "分支",
};
pub const KEYS: Text = Text { en: "?", zh: "?" };
pub const KEYS_TITLE: Text = Text {
    en: "Keys",
    zh: "按键",
};
pub const STEP: Text = Text {
    en: "Step",
    zh: "单步",
};
pub const CRASH: Text = Text {
    en: "Crash",
    zh: "崩溃",
};
pub const RESTART: Text = Text {
    en: "Restart",
    zh: "重启",
};
pub const PAUSE: Text = Text {
    en: "Pause",
    zh: "暂停",
};
pub const RESUME: Text = Text {
    en: "Resume",
    zh: "继续",
};
pub const READ: Text = Text {
    en: "Read",
    zh: "读时钟",
};
pub const SEND: Text = Text {
    en: "Send",
    zh: "发送",
};
pub const EXECUTE: Text = Text {
    en: "Execute",
    zh: "执行",
};
pub const RECEIVE: Text = Text {
    en: "Receive",
    zh: "接收",
};
pub const PARTS: Text = Text {
    en: "Parts of a step",
    zh: "拆开每一步",
};
pub const CLOCKS: Text = Text {
    en: "Clocks",
    zh: "时钟偏差",
};
pub const FAULTS: Text = Text {
    en: "Faults",
    zh: "故障",
};
pub const TIME_OUT: Text = Text {
    en: "Stop waiting",
    zh: "不再等待",
};
pub const MEANWHILE: Text = Text {
    en: "Second thread",
    zh: "第二线程",
};
pub const LOSE: Text = Text {
    en: "Lose message",
    zh: "丢失消息",
};
pub const FAIL: Text = Text {
    en: "Fail",
    zh: "停机",
};
pub const RESTART_SYNCED: Text = Text {
    en: "Restart as last synced",
    zh: "重启，只剩落盘的数据",
};
pub const RESTART_EMPTY: Text = Text {
    en: "Restart empty",
    zh: "重启，数据全无",
};
pub const SYNC: Text = Text {
    en: "Sync",
    zh: "落盘",
};
pub const REPLICATE: Text = Text {
    en: "Replicate",
    zh: "复制",
};
pub const PROMOTE: Text = Text {
    en: "Promote",
    zh: "升为主服务器",
};
pub const CUT_OFF: Text = Text {
    en: "Cut off",
    zh: "隔开",
};
pub const REJOIN: Text = Text {
    en: "Rejoin",
    zh: "重新连上",
};
pub const SERVERS: Text = Text {
    en: "Servers",
    zh: "服务器数",
};
pub const REPLICAS: Text = Text {
    en: "Replicas of one server",
    zh: "单台服务器的副本数",
};
pub const BETWEEN_SIDES: Text = Text {
    en: "Messages between two sides",
    zh: "两侧之间的消息",
};
pub const WAIT: Text = Text {
    en: "wait",
    zh: "等待",
};
pub const ARE_LOST: Text = Text {
    en: "are lost",
    zh: "丢失",
};
pub const SLOWER: Text = Text {
    en: "Set the clock back:",
    zh: "时钟拨慢：",
};
pub const FASTER: Text = Text {
    en: "Set the clock ahead:",
    zh: "时钟拨快：",
};
pub const TIME: Text = Text {
    en: "Time",
    zh: "时间",
};
pub const SECOND: Text = Text {
    en: "+ 1 s",
    zh: "+ 1 秒",
};
pub const UNTIL: Text = Text {
    en: "To {time}",
    zh: "到 {time}",
};
pub const NEXT: Text = Text {
    en: "To the next event",
    zh: "到下一事件",
};
pub const NOTHING_DUE: Text = Text {
    en: "no client waits, and nothing is about to expire",
    zh: "没有客户端在等待，也没有什么将要过期",
};
pub const AMOUNT: Text = Text {
    en: "Advance the time by seconds",
    zh: "时间前进的秒数",
};
pub const AMOUNT_SHORT: Text = Text {
    en: "seconds",
    zh: "秒数",
};
pub const NO_AMOUNT: Text = Text {
    en: "Enter a number of seconds, such as 12 or 0.5.",
    zh: "请输入秒数，例如 12 或 0.5。",
};
pub const FIRST_BRANCH: Text = Text {
    en: "First run",
    zh: "最初的一局",
};
pub const BRANCH: Text = Text {
    en: "Branch",
    zh: "分支",
};
pub const BREAKS: Text = Text {
    en: "breaks the lock",
    zh: "锁被破坏",
};
pub const RENAME: Text = Text {
    en: "Name",
    zh: "命名",
};
pub const REMOVE: Text = Text {
    en: "Remove",
    zh: "删除",
};
pub const NAME: Text = Text {
    en: "Name of the branch",
    zh: "分支名称",
};
pub const LAST_BRANCH: Text = Text {
    en: "The only run cannot be removed.",
    zh: "唯一的一局不能删除。",
};
pub const ALGORITHM: Text = Text {
    en: "Algorithm",
    zh: "算法",
};
pub const HOW_MANY: Text = Text {
    en: "Clients",
    zh: "客户端数",
};
pub const LEASE: Text = Text {
    en: "Lease (s)",
    zh: "租约（秒）",
};
pub const START: Text = Text {
    en: "Starts at t =",
    zh: "起始时刻 t =",
};
pub const START_VALUE: Text = Text {
    en: "lock.foo at the start",
    zh: "lock.foo 的初值",
};
pub const NO_KEY: Text = Text {
    en: "no such key",
    zh: "没有这个键",
};
pub const CLOCK_AHEAD: Text = Text {
    en: "clock ahead (s)",
    zh: "时钟快（秒）",
};
pub const DIFFERENT: Text = Text {
    en: "different, see below",
    zh: "各不相同，见下",
};
pub const NEW_RUN: Text = Text {
    en: "Changing a setting starts a new run. ",
    zh: "改动设置会开始新的一局。",
};
pub const RESTORE: Text = Text {
    en: "Back to the previous run",
    zh: "回到之前那一局",
};
pub const WHOLE_NUMBER: Text = Text {
    en: "Enter a whole number from {least} to {most}.",
    zh: "请输入 {least} 到 {most} 之间的整数。",
};
pub const NO_ALGORITHM: Text = Text {
    en: "There is no such algorithm.",
    zh: "没有这种算法。",
};
pub const NO_CLOCK: Text = Text {
    en: "Enter a number of seconds; a negative number sets the clock back.",
    zh: "请输入秒数，负数表示时钟慢。",
};
pub const KEYS_WHERE: Text = Text {
    en: "While the drawing has the focus:",
    zh: "焦点在图上时：",
};
pub const KEY_STEP: Text = Text {
    en: "one move forward, one move back",
    zh: "前进一步、后退一步",
};
pub const KEY_PARTS: Text = Text {
    en: "what is drawn at this move, part by part",
    zh: "逐一说明这一步图上的各部分",
};
pub const KEY_UNDO: Text = Text {
    en: "take your last move back",
    zh: "撤回你的上一步",
};
pub const KEY_ENDS: Text = Text {
    en: "to the beginning, to the end",
    zh: "到开头、到结尾",
};
pub const KEY_PLAY: Text = Text {
    en: "play, pause",
    zh: "播放、暂停",
};
pub const KEY_CLIENT: Text = Text {
    en: "step that client",
    zh: "让该客户端走一步",
};
pub const KEY_CRASH: Text = Text {
    en: "crash it",
    zh: "让它崩溃",
};
pub const KEY_TICK: Text = Text {
    en: "a second passes",
    zh: "过一秒",
};
pub const KEY_LESSON: Text = Text {
    en: "the previous lesson, the next lesson",
    zh: "上一个场景、下一个场景",
};
pub const KEY_HELP: Text = Text {
    en: "this list",
    zh: "本列表",
};
pub const KEY_TAB: Text = Text {
    en: "leave the drawing",
    zh: "离开图",
};
pub const VERDICT: Text = Text {
    en: "Broken properties so far",
    zh: "目前被破坏的性质",
};
pub const GOALS: Text = Text {
    en: "Challenges",
    zh: "挑战",
};
pub const GOALS_ABOUT: Text = Text {
    en: "Reach the goal with moves or with a program of your own. Commands that you type do not count. Each challenge starts a new run.",
    zh: "用你自己的走法或程序达成目标，自己输入的命令不算数。每个挑战都会开始新的一局。",
};
pub const GOAL: Text = Text {
    en: "Challenge: ",
    zh: "挑战：",
};
pub const HINT: Text = Text {
    en: "Hint",
    zh: "提示",
};
pub const NO_MORE_HINTS: Text = Text {
    en: "there are no more hints",
    zh: "没有更多提示了",
};
pub const NEXT_GOAL: Text = Text {
    en: "Next challenge",
    zh: "下一个挑战",
};
pub const GOAL_WON: Text = Text {
    en: "won: ",
    zh: "已达成：",
};
pub const END_GOAL: Text = Text {
    en: "Leave the challenge",
    zh: "退出挑战",
};
pub const SHARE: Text = Text {
    en: "Share",
    zh: "分享",
};
pub const LINK_TOO_LONG: Text = Text {
    en: "This run is too long for a link: {length} characters of {limit}. Save it as a text file, which has all its moves.",
    zh: "这一局太长，放不进链接：{length} 个字符，上限是 {limit}。请存成文本文件，所有步骤都在里面。",
};
pub const COPY_LINK: Text = Text {
    en: "Copy link",
    zh: "复制链接",
};
pub const LINK: Text = Text {
    en: "Link to this run",
    zh: "本局的链接",
};
pub const COPIED: Text = Text {
    en: "The link is on the clipboard, and in the address bar.",
    zh: "链接已复制到剪贴板，也写进了地址栏。",
};
pub const NOT_COPIED: Text = Text {
    en: "The browser does not let this page copy. Copy the link from the field above.",
    zh: "浏览器不允许本页复制，请从上面的文本框里复制链接。",
};
pub const PAIRS: Text = Text {
    en: "Side by side",
    zh: "并排对比",
};
pub const PAIRS_ABOUT: Text = Text {
    en: "The same moves under two algorithms, in two timelines that step together.",
    zh: "同样的步骤在两种算法下各走一遍，两条时间线一起前进。",
};
pub const AGAINST: Text = Text {
    en: "These moves under another algorithm",
    zh: "用另一种算法走同样的步骤",
};
pub const CHOOSE: Text = Text {
    en: "choose one",
    zh: "请选择",
};
pub const END_PAIR: Text = Text {
    en: "One timeline again",
    zh: "回到单条时间线",
};
pub const NOTHING_BROKEN: Text = Text {
    en: "Nothing was broken on this side.",
    zh: "这一侧没有出现任何破坏。",
};
pub const NO_DIFFERENCE: Text = Text {
    en: "Both do the same so far.",
    zh: "到目前为止两边完全一样。",
};
pub const DIFFERS: Text = Text {
    en: "First difference: ",
    zh: "首个差异：",
};
pub const DIFFERS_HERE: Text = Text {
    en: "From here on the two differ. ",
    zh: "两边从这一步开始不同。",
};
pub const NOT_THERE: Text = Text {
    en: "This side cannot make the move: ",
    zh: "这边走不了这一步：",
};
pub const FILES: Text = Text {
    en: "As a file",
    zh: "存为文件",
};
pub const TEXT_FILE: Text = Text {
    en: "Text",
    zh: "文本",
};
pub const SCRIPT_FILE: Text = Text {
    en: "redis-cli script",
    zh: "redis-cli 脚本",
};
pub const UNSAVED: Text = Text {
    en: "This browser or this page does not allow the file to be made.",
    zh: "此浏览器或此页面不允许生成这个文件。",
};
pub const LANE: Text = Text {
    en: "Open in the prompt",
    zh: "在命令行中打开",
};
pub const LANE_LABEL: Text = Text {
    en: "The keyspace at this moment; what you type becomes a move",
    zh: "此刻的键空间；你输入的命令会成为一步",
};

/// Where a branch left its parent, and how many moves it has of its own.
pub fn branch_left(lang: Lang, after: usize, own: usize) -> String {
    let (after, own) = (after.to_string(), own.to_string());
    match lang {
        Lang::En => ["leaves after move ", &after, ", ", &own, " of its own"].concat(),
        Lang::ZhHans => ["第 ", &after, " 步后分出，另有 ", &own, " 步"].concat(),
    }
}

/// That a move has opened a branch.
pub fn has_left(lang: Lang, number: usize) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => [
            "This move opens branch ",
            &number,
            ". The run that you left is kept under Branches.",
        ]
        .concat(),
        Lang::ZhHans => ["这一步开出了分支 ", &number, "。原来的那一局仍在“分支”里。"].concat(),
    }
}

/// How many moves there are.
pub fn moves_in_all(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En if moves == 1 => "1 move".to_owned(),
        Lang::En => [&number, " moves"].concat(),
        Lang::ZhHans => [&number, " 步"].concat(),
    }
}

/// A move, by its number from 1.
pub fn move_number(lang: Lang, number: usize) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => ["Move ", &number].concat(),
        Lang::ZhHans => ["第 ", &number, " 步"].concat(),
    }
}

/// What stands before the first move of a run that has some.
pub fn before_first(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En => [
            "A run of ",
            &moves_in_all(lang, moves),
            ". Step through it, or play it.",
        ]
        .concat(),
        Lang::ZhHans => ["这一局共 ", &number, " 步。可以一步步走，也可以播放。"].concat(),
    }
}

/// How far a link was played.
pub fn played(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En => ["Played before it: ", &moves_in_all(lang, moves), "."].concat(),
        Lang::ZhHans => ["在此之前的 ", &number, " 步已经走完。"].concat(),
    }
}

/// That a challenge is won, in how many moves, and how many the shortest known way takes.
pub fn won(lang: Lang, moves: usize, shortest: usize) -> String {
    let (number, known) = (moves.to_string(), shortest.to_string());
    let in_all = moves_in_all(lang, moves);
    match lang {
        Lang::En if moves < shortest => [
            "Won in ",
            &in_all,
            ": shorter than any way known here, which takes ",
            &known,
            "!",
        ]
        .concat(),
        Lang::En if moves == shortest => ["Won in ", &in_all, ": the shortest way known."].concat(),
        Lang::En => ["Won in ", &in_all, "; the shortest known is ", &known, "."].concat(),
        Lang::ZhHans if moves < shortest => [
            "你用 ",
            &number,
            " 步达成了目标，比已知最短的 ",
            &known,
            " 步还短！",
        ]
        .concat(),
        Lang::ZhHans if moves == shortest => {
            ["你用 ", &number, " 步达成了目标，这是已知最短的走法。"].concat()
        }
        Lang::ZhHans => [
            "你用 ",
            &number,
            " 步达成了目标；已知最短的是 ",
            &known,
            " 步。",
        ]
        .concat(),
    }
}
