//! Every message and hint of the parser, in one place so that they can be read as one text. `{word}` is what it is about.

use base::text::Text;

pub(super) const TOO_LONG: Text = Text {
    en: "The program is longer than {word} bytes.",
    zh: "程序超过了 {word} 字节。",
};
pub(super) const SHORTEN: Text = Text {
    en: "A lock needs about ten lines.",
    zh: "一把锁大约只要十行。",
};
pub(super) const TAB: Text = Text {
    en: "A tab stands here.",
    zh: "这里有一个制表符。",
};
pub(super) const USE_SPACES: Text = Text {
    en: "Use spaces, so that everybody sees the same columns.",
    zh: "请改用空格，这样每个人看到的列都一样。",
};
pub(super) const CONTROL: Text = Text {
    en: "An unprintable character stands here.",
    zh: "这里有一个不可见的控制字符。",
};
pub(super) const USE_ESCAPE: Text = Text {
    en: "In a quoted word, write it as \"\\x00\".",
    zh: "要在引号里表示它，请写成 \"\\x00\" 的形式。",
};
pub(super) const BEFORE_SECTION: Text = Text {
    en: "This line stands before the first section.",
    zh: "这一行出现在第一个段落之前。",
};
pub(super) const BEGIN_WITH_ACQUIRE: Text = Text {
    en: "A program begins with the line acquire:",
    zh: "程序以 acquire: 这一行开头。",
};
pub(super) const UNKNOWN_SECTION: Text = Text {
    en: "There is no section {word}:.",
    zh: "没有名为 {word}: 的段落。",
};
pub(super) const WRITE_SECTION: Text = Text {
    en: "Did you mean {word}:?",
    zh: "是想写 {word}: 吗？",
};
pub(super) const SECTIONS: Text = Text {
    en: "The sections are acquire:, work:, release: and perhaps meanwhile:.",
    zh: "段落有 acquire:、work:、release:，还可以有 meanwhile:。",
};
pub(super) const SECTION_ORDER: Text = Text {
    en: "The section {word}: does not belong here.",
    zh: "段落 {word}: 不该出现在这里。",
};
pub(super) const SECTION_ORDER_HINT: Text = Text {
    en: "Each section stands once, in the order acquire:, work:, release:, meanwhile:.",
    zh: "每个段落出现一次，顺序是 acquire:、work:、release:、meanwhile:。",
};
pub(super) const MISSING_SECTION: Text = Text {
    en: "The section {word}: is missing.",
    zh: "缺少段落 {word}:。",
};
pub(super) const MISSING_SECTION_HINT: Text = Text {
    en: "Add the line {word}: even if nothing follows it.",
    zh: "即使后面没有内容，也要写上 {word}: 这一行。",
};
pub(super) const FALLS_OFF: Text = Text {
    en: "After this line the client has nowhere to go.",
    zh: "执行完这一行，客户端就无路可走了。",
};
pub(super) const FALLS_OFF_HINT: Text = Text {
    en: "End acquire: with enter until ..., retry or give up.",
    zh: "acquire: 要以 enter until …、retry 或 give up 结束。",
};
pub(super) const EMPTY_ACQUIRE: Text = Text {
    en: "The section acquire: is empty.",
    zh: "段落 acquire: 是空的。",
};
pub(super) const UNKNOWN_STATEMENT: Text = Text {
    en: "There is no statement {word}.",
    zh: "没有 {word} 这个语句。",
};
pub(super) const STATEMENTS: Text = Text {
    en: "The statements are if, name := value, enter until, retry, give up, wait, work, read, write, claim, extend until, leave and done; Redis commands are in capitals, perhaps behind on and within.",
    zh: "语句有 if、name := 值、enter until、retry、give up、wait、work、read、write、claim、extend until、leave 和 done；Redis 命令用大写字母，前面可以有 on 和 within。",
};
pub(super) const WRITE: Text = Text {
    en: "Did you mean {word}?",
    zh: "是想写 {word} 吗？",
};
pub(super) const CAPITALS: Text = Text {
    en: "Redis commands are written in capitals here.",
    zh: "这里的 Redis 命令要用大写字母。",
};
pub(super) const EXPECTED_STATEMENT: Text = Text {
    en: "A statement or a Redis command is expected here.",
    zh: "这里应当是一个语句或 Redis 命令。",
};
pub(super) const ONLY_IN: Text = Text {
    en: "{word} does not belong in this section.",
    zh: "{word} 不属于这个段落。",
};
pub(super) const WORK_ELSEWHERE: Text = Text {
    en: "To let time pass here, write wait.",
    zh: "要在这里等一段时间，请用 wait。",
};
pub(super) const STORE_ELSEWHERE: Text = Text {
    en: "The store is the holder's: it is read and written in work:.",
    zh: "存储归持有者使用：读写都写在 work: 里。",
};
pub(super) const ACQUIRE_DECIDES: Text = Text {
    en: "Only acquire: decides whether the client gets in; the other sections run once.",
    zh: "只有 acquire: 决定客户端能否进入，其他段落只执行一次。",
};
pub(super) const NESTED_IF: Text = Text {
    en: "An if cannot stand behind another.",
    zh: "if 后面不能再跟 if。",
};
pub(super) const NESTED_IF_HINT: Text = Text {
    en: "Write the opposite of the first one on a line above, with its own way out.",
    zh: "把第一个条件反过来单独写成一行，并给它自己的出路。",
};
pub(super) const MULTI_ALONE: Text = Text {
    en: "A transaction cannot stand behind a condition.",
    zh: "条件后面不能是事务。",
};
pub(super) const MULTI_FORM: Text = Text {
    en: "Write MULTI, the commands and EXEC on lines of their own, in one section.",
    zh: "MULTI、各条命令和 EXEC 要各占一行，并且在同一个段落里。",
};
pub(super) const NO_MULTI: Text = Text {
    en: "This EXEC has no MULTI before it.",
    zh: "这个 EXEC 前面没有 MULTI。",
};
pub(super) const NO_EXEC: Text = Text {
    en: "This MULTI has no EXEC after it.",
    zh: "这个 MULTI 后面没有 EXEC。",
};
pub(super) const IN_MULTI: Text = Text {
    en: "This cannot stand between MULTI and EXEC.",
    zh: "MULTI 和 EXEC 之间不能有这个。",
};
pub(super) const BLOCKS: Text = Text {
    en: "{word} waits at the server, and a server of a run carries out every command at once.",
    zh: "{word} 会在服务器上等待，而运行中的服务器立即执行完每条命令。",
};
pub(super) const UNASKED: Text = Text {
    en: "{word} is about messages that nobody asked for, and a client of a run never receives any.",
    zh: "{word} 涉及主动推送的消息，而运行中的客户端收不到这样的消息。",
};
pub(super) const POLL: Text = Text {
    en: "Ask with a command that does not wait, then write wait 1, retry.",
    zh: "请改用不等待的命令去问，再写 wait 1, retry。",
};
pub(super) const OF_CONNECTION: Text = Text {
    en: "{word} is about the connection itself, and a run does not tell connections apart.",
    zh: "{word} 涉及连接本身，而运行中并不区分各个连接。",
};
pub(super) const OF_DATABASE: Text = Text {
    en: "{word} is about another database, and a run looks at database 0 alone.",
    zh: "{word} 涉及别的数据库，而运行中只看 0 号数据库。",
};
pub(super) const BY_CHANCE: Text = Text {
    en: "{word} lets the server choose by chance, and a server of a run makes the same choice each time.",
    zh: "{word} 由服务器随机选取，而运行中的服务器每次都选到同一个。",
};
pub(super) const NAME_IT: Text = Text {
    en: "Use a command that says what it takes, such as SREM, LPOP or ZPOPMIN.",
    zh: "请改用指明对象的命令，例如 SREM、LPOP 或 ZPOPMIN。",
};
pub(super) const OF_REPLICAS: Text = Text {
    en: "{word} changes which server is a replica, and in a run only a move does that.",
    zh: "{word} 会改变谁是副本，而在运行中只有某一步才能做到。",
};
pub(super) const PROMOTE: Text = Text {
    en: "Leave it out, and promote a replica by a move.",
    zh: "请去掉它，用“提升副本”这一步代替。",
};
pub(super) const LEAVE_OUT: Text = Text {
    en: "Leave it out: each client has one connection to each server, and uses database 0.",
    zh: "请去掉它：每个客户端到每台服务器各有一条连接，用的是 0 号数据库。",
};
pub(super) const WAIT_QUEUED: Text = Text {
    en: "Between MULTI and EXEC {word} does not wait: it counts the replicas before they can have the writes.",
    zh: "在 MULTI 和 EXEC 之间，{word} 并不等待：它数副本时，写入还没有到那里。",
};
pub(super) const WAITS_FOR_EVER: Text = Text {
    en: "With a timeout of 0, {word} waits for ever, and a server of a run carries out every command at once.",
    zh: "超时为 0 时，{word} 会一直等待，而运行中的服务器立即执行完每条命令。",
};
pub(super) const WAIT_FORM: Text = Text {
    en: "Write WAIT 1 1000 on a line of its own: one replica, and at most 1000 ms.",
    zh: "请另起一行写 WAIT 1 1000：一个副本，最多 1000 毫秒。",
};
pub(super) const RANDOM: Text = Text {
    en: "There are no random numbers here, so nothing gives {word} a value: a run is the same each time.",
    zh: "这里没有随机数，{word} 没有值：同一次运行，每次都一样。",
};
pub(super) const NO_RANDOM: Text = Text {
    en: "Write a fixed time, such as wait 1. Whoever steps the clients chooses their order, and the search takes every order.",
    zh: "请写固定的时间，例如 wait 1。谁先走由走步的人决定，搜索则会查遍所有顺序。",
};
pub(super) const EMPTY_MULTI: Text = Text {
    en: "There is no command between MULTI and EXEC.",
    zh: "MULTI 和 EXEC 之间没有命令。",
};
pub(super) const ELEMENT: Text = Text {
    en: "No such part of a reply.",
    zh: "回复里没有这个部分。",
};
pub(super) const ELEMENT_HINT: Text = Text {
    en: "The parts are reply.1 to reply.9.",
    zh: "各部分是 reply.1 到 reply.9。",
};
pub(super) const COMMAND_ALONE: Text = Text {
    en: "A command cannot stand behind a comma.",
    zh: "逗号后面不能是命令。",
};
pub(super) const COMMAND_ALONE_HINT: Text = Text {
    en: "Give it a line of its own: one command is one step.",
    zh: "让它单独占一行：一个命令就是一步。",
};
pub(super) const EXPECTED_SERVER: Text = Text {
    en: "A server is expected here: A to E, or all.",
    zh: "这里应当是服务器：A 到 E，或 all。",
};
pub(super) const ON_FORM: Text = Text {
    en: "The form is on A, B within 2: GET lock.foo",
    zh: "格式是 on A, B within 2: GET lock.foo",
};
pub(super) const COMMAND_EXPECTED: Text = Text {
    en: "A Redis command is expected here.",
    zh: "这里应当是一个 Redis 命令。",
};
pub(super) const MULTI_ON: Text = Text {
    en: "A transaction goes to the one server, and waits for it.",
    zh: "事务只发给一台服务器，并等它答复。",
};
pub(super) const COMPARING: Text = Text {
    en: "A command that compares before it acts is a script now.",
    zh: "先比较再执行的命令现在写成脚本。",
};
pub(super) const SCRIPT_FORM: Text = Text {
    en: "Write EVAL compare-and-delete 1 lock.foo <token>, and below the program script compare-and-delete: with the script's lines, each behind two spaces",
    zh: "请写 EVAL compare-and-delete 1 lock.foo <token>，并在程序末尾写 script compare-and-delete:，其下是脚本，每行前空两格",
};
pub(super) const BAD_SCRIPT_NAME: Text = Text {
    en: "A script's name has letters, digits and -, and a colon stands behind it.",
    zh: "脚本名由字母、数字和 - 组成，后面是冒号。",
};
pub(super) const SCRIPT_TOO_EARLY: Text = Text {
    en: "Scripts stand behind all sections.",
    zh: "脚本写在所有段之后。",
};
pub(super) const TWO_SCRIPTS: Text = Text {
    en: "There are two scripts of the name {word}.",
    zh: "有两个名为 {word} 的脚本。",
};
pub(super) const ANOTHER_NAME: Text = Text {
    en: "Give one of them another name.",
    zh: "请给其中一个换个名字。",
};
pub(super) const NO_SCRIPT: Text = Text {
    en: "There is no script of the name {word}.",
    zh: "没有名为 {word} 的脚本。",
};
pub(super) const SCRIPT_HINT: Text = Text {
    en: "Write script {word}: at the end of the program, and the script below it.",
    zh: "请在程序末尾写 script {word}:，再在其下写脚本。",
};
pub(super) const EXPECTED_WITH: Text = Text {
    en: "The word with is expected here.",
    zh: "这里应当是 with。",
};
pub(super) const CLAIM_FORM: Text = Text {
    en: "The form is claim with token",
    zh: "格式是 claim with token",
};
pub(super) const EXTEND_FORM: Text = Text {
    en: "The form is extend until sent + lease",
    zh: "格式是 extend until sent + lease",
};
pub(super) const MEANWHILE_ELSEWHERE: Text = Text {
    en: "It belongs in meanwhile:, the second thread of a holder.",
    zh: "它属于 meanwhile:，即持有者的第二个线程。",
};
pub(super) const DONE_ELSEWHERE: Text = Text {
    en: "done ends release: or meanwhile:.",
    zh: "done 用来结束 release: 或 meanwhile:。",
};
pub(super) const TWO_MODES: Text = Text {
    en: "{word} does not exist on the server that a line above needs.",
    zh: "前面有一行要求的服务器没有 {word}。",
};
pub(super) const MODES: Text = Text {
    en: "A run has one kind of server: DELEX and SET IFNE are commands of Redis 8.4, DELIFEQ is one of Valkey 9, and SET IFEQ is known to both.",
    zh: "一次运行只有一种服务器：DELEX 和 SET IFNE 属于 Redis 8.4，DELIFEQ 属于 Valkey 9，SET IFEQ 两者都有。",
};
pub(super) const UNKNOWN_COMMAND: Text = Text {
    en: "This keyspace has no command {word}.",
    zh: "这个键空间没有 {word} 命令。",
};
pub(super) const USE_KNOWN: Text = Text {
    en: "Use one that the prompt knows, such as SETNX, GET, GETSET or DEL.",
    zh: "请用提示符认识的命令，例如 SETNX、GET、GETSET 或 DEL。",
};
pub(super) const ARITY: Text = Text {
    en: "{word} has a wrong number of arguments.",
    zh: "{word} 的参数个数不对。",
};
pub(super) const ARITY_HINT: Text = Text {
    en: "Its form is {word}.",
    zh: "它的格式是 {word}。",
};
pub(super) const UNCLOSED: Text = Text {
    en: "This < has no > in its line.",
    zh: "这一行里的 < 没有对应的 >。",
};
pub(super) const UNCLOSED_HINT: Text = Text {
    en: "Close the computed word with >, or quote a word that begins with <.",
    zh: "用 > 结束要计算的词；若词本身以 < 开头，请加引号。",
};
pub(super) const AFTER_COMPUTED: Text = Text {
    en: "A computed word ends at its >, and this follows it directly.",
    zh: "要计算的词到 > 为止，后面却紧跟着别的字符。",
};
pub(super) const AFTER_COMPUTED_HINT: Text = Text {
    en: "Put a space behind the >.",
    zh: "请在 > 后面加一个空格。",
};
pub(super) const BAD_QUOTE: Text = Text {
    en: "The quotes of this word do not match.",
    zh: "这个词的引号不配对。",
};
pub(super) const BAD_QUOTE_HINT: Text = Text {
    en: "Close the quote, and put a space behind it.",
    zh: "请补上引号，并在其后加一个空格。",
};
pub(super) const EXPECTED_VALUE: Text = Text {
    en: "A value is expected here.",
    zh: "这里应当是一个值。",
};
pub(super) const VALUES: Text = Text {
    en: "A value is a number, a quoted text, now, sent, lease, me, token, draft, reply, answers, yes, majority, nil or a register.",
    zh: "值可以是数字、带引号的文本、now、sent、lease、me、token、draft、reply、answers、yes、majority、nil 或寄存器。",
};
pub(super) const NUMBER_TOO_LARGE: Text = Text {
    en: "The number {word} does not fit in 64 bits.",
    zh: "数字 {word} 超出了 64 位整数的范围。",
};
pub(super) const LARGEST: Text = Text {
    en: "The largest is 9223372036854775807.",
    zh: "最大的是 9223372036854775807。",
};
pub(super) const AFTER_VALUE: Text = Text {
    en: "The value is complete, and this follows it.",
    zh: "值到此已经完整，后面却还有内容。",
};
pub(super) const OPERATORS: Text = Text {
    en: "Compute with +, - and *.",
    zh: "计算可用 +、- 和 *。",
};
pub(super) const NOT_IN_SUM: Text = Text {
    en: "Only numbers can be computed with, and this is none.",
    zh: "只有数字才能参与计算，而它不是数字。",
};
pub(super) const EXPECTED_RELATION: Text = Text {
    en: "A comparison is expected here.",
    zh: "这里应当是一个比较符号。",
};
pub(super) const RELATIONS: Text = Text {
    en: "Compare with =, !=, <, <=, > or >=.",
    zh: "可用的比较符号是 =、!=、<、<=、> 和 >=。",
};
pub(super) const EXPECTED_COLON: Text = Text {
    en: "A colon is expected here.",
    zh: "这里应当是一个冒号。",
};
pub(super) const IF_FORM: Text = Text {
    en: "The form is if reply = 1: enter until mine",
    zh: "格式是 if reply = 1: enter until mine",
};
pub(super) const EXPECTED_UNTIL: Text = Text {
    en: "The word until is expected here.",
    zh: "这里应当是 until。",
};
pub(super) const ENTER_FORM: Text = Text {
    en: "The holder says when its lease ends: enter until mine",
    zh: "持有者要说明租约何时结束：enter until mine",
};
pub(super) const EXPECTED_UP: Text = Text {
    en: "The word up is expected here.",
    zh: "这里应当是 up。",
};
pub(super) const GIVE_UP_FORM: Text = Text {
    en: "The statement is give up.",
    zh: "这个语句写作 give up。",
};
pub(super) const TRAILING: Text = Text {
    en: "The statement is complete, and this follows it.",
    zh: "语句到此已经完整，后面却还有内容。",
};
pub(super) const TRAILING_HINT: Text = Text {
    en: "Begin a new line, or put a comma between two statements.",
    zh: "请另起一行，或用逗号隔开两个语句。",
};
pub(super) const UNKNOWN_REGISTER: Text = Text {
    en: "No command fills a register named {word}.",
    zh: "没有命令给名为 {word} 的寄存器赋值。",
};
pub(super) const REGISTER_HINT: Text = Text {
    en: "Write it in a command: SETNX lock.foo <{word} := now + lease + 1>",
    zh: "请写在命令里：SETNX lock.foo <{word} := now + lease + 1>",
};
pub(super) const RESERVED_NAME: Text = Text {
    en: "{word} is a word of the language and cannot be a register.",
    zh: "{word} 是语言本身的词，不能用作寄存器名。",
};
pub(super) const RESERVED_NAME_HINT: Text = Text {
    en: "Choose another name, such as mine.",
    zh: "请换一个名字，比如 mine。",
};
