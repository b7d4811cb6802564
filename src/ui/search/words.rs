//! The words of the panel that asks the search.

use base::text::Text;

pub const ABOUT: Text = Text {
    en: "Is there any schedule that breaks the lock? The search looks through all of them, the shortest first, with the settings of this run.",
    zh: "有没有哪种先后顺序会破坏这把锁？按这一局的设置，从最短的开始查遍所有顺序。",
};
pub const BREAKS: Text = Text {
    en: "It is broken when",
    zh: "怎样算破坏",
};
pub const ROUNDS: Text = Text {
    en: "Rounds of each client",
    zh: "每个客户端的轮数",
};
pub const ANY: Text = Text {
    en: "any number",
    zh: "不限",
};
pub const ALLOWED: Text = Text {
    en: "What may happen",
    zh: "可能发生什么",
};
pub const SEARCH: Text = Text {
    en: "Search",
    zh: "查找",
};
pub const STOP: Text = Text {
    en: "Stop",
    zh: "停止",
};
pub const BEGUN: Text = Text {
    en: "The search has begun.",
    zh: "开始查找。",
};
pub const STOPPED: Text = Text {
    en: "Stopped. Nothing was found so far.",
    zh: "已停止，到目前为止没有找到。",
};
pub const PLAY: Text = Text {
    en: "Play it",
    zh: "播放",
};
/// A question that the last one has left out.
pub const WITH_CRASHES: Text = Text {
    en: "Search with crashes: does nobody ever get in again?",
    zh: "允许崩溃再查：会不会再也没有人拿到锁？",
};
pub const OTHERWISE: Text = Text {
    en: "The page that made the link had another answer.",
    zh: "生成这个链接的页面得到过不同的答案。",
};
pub const TABLE: Text = Text {
    en: "Algorithms and assumptions",
    zh: "各种算法和假设",
};
pub const TABLE_ABOUT: Text = Text {
    en: "The length of the shortest schedule that breaks each lock, or “none” with the number of all states. Choose a cell to see it.",
    zh: "能破坏每把锁的最短顺序有几步；没有的写“无”和全部状态的数目。选一格可以看到内容。",
};
pub const CAPTION: Text = Text {
    en: "Shortest schedules that break a lock",
    zh: "破坏锁的最短顺序",
};
pub const JUDGES: Text = Text {
    en: "The search judges the program that runs, in every schedule with {assumptions}.",
    zh: "查找会判断正在运行的程序，查遍所有顺序：{assumptions}。",
};
pub const NOT_MENDED: Text = Text {
    en: "Not yet. {verdict}",
    zh: "还不行。{verdict}",
};
pub const NEVER_IN: Text = Text {
    en: "Not yet: {client} does not get a lease, although the lock is free.",
    zh: "还不行：锁是空闲的，{client} 却拿不到租约。",
};
pub const NO_WORK: Text = Text {
    en: "Not yet: {client} does not work for {seconds} s within its lease.",
    zh: "还不行：{client} 没有在租约内工作满 {seconds} 秒。",
};
pub const NEVER_OUT: Text = Text {
    en: "Not yet: {client} does not come to the end of its program.",
    zh: "还不行：{client} 走不到程序的结尾。",
};
pub const LET_IN_LATE: Text = Text {
    en: "Not yet: {client} gets in only when the lease before it has run out. The lock was not given back.",
    zh: "还不行：前一份租约到期后，{client} 才拿到锁。锁没有被释放。",
};
pub const OPEN: Text = Text {
    en: "Not yet: the search could not look at everything. {verdict} Compare moments with now alone.",
    zh: "还不行：查找没能看遍所有情况。{verdict}请只把时刻和 now 比较。",
};
pub const MENDED: Text = Text {
    en: "Won: no schedule breaks it, in all {states} states of three searches, and each client still gives the lock to the next.",
    zh: "达成：三次查找共 {states} 个状态，没有任何顺序能破坏它，而且每个客户端仍会把锁交给下一个。",
};
pub const ALGORITHM: Text = Text {
    en: "Algorithm and release",
    zh: "算法和释放方式",
};
pub const NONE: Text = Text {
    en: "none, {count} states",
    zh: "无，{count} 个状态",
};
/// Between a row's name and its column's.
pub const COLON: Text = Text {
    en: ": ", zh: "："
};
pub const MOVES: Text = Text {
    en: "{count} moves",
    zh: "{count} 步",
};
pub const UNASKED: Text = Text {
    en: "does not apply",
    zh: "不适用",
};
pub const UNFINISHED: Text = Text {
    en: "unfinished",
    zh: "没有查完",
};
pub const WAITING: Text = Text {
    en: "…", zh: "…"
};
pub const COUNTED: Text = Text {
    en: "{count} of {all} cells are known.",
    zh: "已查完 {count} 格，共 {all} 格。",
};
