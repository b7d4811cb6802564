//! Scripts by chance: expressions of all operators and library functions, statements around them, and texts with
//! something taken out or put in.

use crate::chance::Chance;

/// Functions with the kinds of their arguments: n number, i small whole number, s string, p pattern, r replacement,
/// t table, f function, a anything, F format, S structure, J JSON, M MessagePack, `.` any number of the last one.
const FUNCTIONS: &[(&str, &str)] = &[
    ("string.byte", "sii"),
    ("string.char", "i."),
    ("string.find", "spi"),
    ("string.find", "sp"),
    ("string.format", "Fa."),
    ("string.format", "Fn."),
    ("string.gsub", "spr"),
    ("string.gsub", "spri"),
    ("string.len", "s"),
    ("string.lower", "s"),
    ("string.match", "sp"),
    ("string.match", "spi"),
    ("string.rep", "si"),
    ("string.reverse", "s"),
    ("string.sub", "sii"),
    ("string.upper", "s"),
    ("table.concat", "tsii"),
    ("table.concat", "ts"),
    ("table.getn", "t"),
    ("table.maxn", "t"),
    ("table.remove", "ti"),
    ("table.insert", "ta"),
    ("math.abs", "n"),
    ("math.ceil", "n"),
    ("math.floor", "n"),
    ("math.fmod", "nn"),
    ("math.frexp", "n"),
    ("math.ldexp", "ni"),
    ("math.max", "n."),
    ("math.min", "n."),
    ("math.modf", "n"),
    ("math.sqrt", "n"),
    ("math.random", "i"),
    ("math.random", "ii"),
    ("bit.band", "n."),
    ("bit.bor", "n."),
    ("bit.bxor", "n."),
    ("bit.bnot", "n"),
    ("bit.lshift", "ni"),
    ("bit.rshift", "ni"),
    ("bit.arshift", "ni"),
    ("bit.rol", "ni"),
    ("bit.ror", "ni"),
    ("bit.bswap", "n"),
    ("bit.tohex", "ni"),
    ("bit.tobit", "n"),
    ("struct.pack", "Sa."),
    ("struct.pack", "Sn."),
    ("struct.unpack", "Ssi"),
    ("struct.unpack", "Ss"),
    ("struct.size", "S"),
    ("cjson.encode", "t"),
    ("cjson.encode", "a"),
    ("cjson.decode", "J"),
    ("cmsgpack.pack", "a."),
    ("cmsgpack.unpack", "M"),
    ("cmsgpack.unpack_one", "Mi"),
    ("cmsgpack.unpack_limit", "Mii"),
    ("cjson.decode", "J"),
    ("cjson.encode_sparse_array", "aii"),
    ("cjson.encode_number_precision", "i"),
    ("cjson.encode_number_precision", "i"),
    ("cjson.encode_keep_buffer", "a"),
    ("cjson.new", ""),
    ("cjson.new().encode", "n"),
    ("cjson.new().encode_number_precision", "i"),
    ("cjson.encode", "n"),
    ("cjson.encode_max_depth", "i"),
    ("cjson.decode_max_depth", "i"),
    ("cjson.encode_invalid_numbers", "a"),
    ("cjson.decode_invalid_numbers", "a"),
    ("table.sort", "tf"),
    ("table.foreach", "tf"),
    ("table.foreachi", "tf"),
    ("string.gmatch", "sp"),
    ("redis.setresp", "i"),
    ("redis.log", "is"),
    ("redis.acl_check_cmd", "c"),
    ("redis.set_repl", "i"),
    ("redis.replicate_commands", ""),
    ("math.randomseed", "n"),
    ("math.random", ""),
    ("rawset", "taa"),
    ("coroutine.wrap", "f"),
    ("coroutine.create", "f"),
    ("load", "f"),
    ("tostring", "a"),
    ("tonumber", "s"),
    ("tonumber", "si"),
    ("type", "a"),
    ("select", "ia."),
    ("unpack", "tii"),
    ("unpack", "t"),
    ("next", "t"),
    ("rawget", "ta"),
    ("rawequal", "aa"),
    ("pcall", "fa."),
    ("xpcall", "ff"),
    ("assert", "aa"),
    ("error", "ai"),
    ("setmetatable", "tt"),
    ("getmetatable", "a"),
    ("loadstring", "s"),
    ("loadstring", "ss"),
    ("collectgarbage", "s"),
    ("redis.sha1hex", "a"),
    ("redis.error_reply", "s"),
    ("redis.status_reply", "s"),
    ("redis.call", "c"),
    ("redis.pcall", "c"),
    ("redis.pcall", "a."),
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "10",
    "-5",
    "0.5",
    "-0.25",
    "1.5",
    "3.7",
    "100",
    "255",
    "256",
    "65536",
    "1e15",
    "1e16",
    "123456789",
    "2^31",
    "2^31-1",
    "-2^31",
    "2^32",
    "2^53",
    "2^63",
    "-2^63",
    "1e100",
    "1e-10",
    "1/3",
    "1/0",
    "-1/0",
    "0/0",
    "0.1",
    "1e308",
    "5e-324",
    "-0",
    "0x10",
    "99999999999999",
    "123456.789",
];

const STRINGS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"abc\"",
    "\"hello world\"",
    "\"10\"",
    "\" 5 \"",
    "\"0x1F\"",
    "\"1e3\"",
    "\"a,b,,c\"",
    "\"k=v; x=y\"",
    "\"a\\0b\"",
    "\"\\255\\128\\1\"",
    "\"line\\nbreak\"",
    "\"%d %s\"",
    "'it\\'s'",
    "[[long]]",
    "\"f(a(b)c)d\"",
    "\"  pad  \"",
    "\"nan\"",
    "\"inf\"",
    "\"-7.25\"",
    "\"\\226\\130\\172\"",
    "\"return 1\"",
    "\"x = = 1\"",
    "\"aaaaaaaa\"",
];

const PATTERNS: &[&str] = &[
    "\"a\"",
    "\"l+\"",
    "\"%a+\"",
    "\"%d*\"",
    "\"(%w+)\"",
    "\"(%w+)=(%w+)\"",
    "\"^%s*(.-)%s*$\"",
    "\"%b()\"",
    "\"[abc]\"",
    "\"[^abc]+\"",
    "\".\"",
    "\".-\"",
    "\"()\"",
    "\"a-b\"",
    "\"%f[%a]%a\"",
    "\"(a)%1\"",
    "\"[a-\"",
    "\"%\"",
    "\"(\"",
    "\"\"",
    "\"$\"",
    "\"^a\"",
    "\"%z\"",
    "\"[%w_]*\"",
    "\"((.)(.))\"",
    "\"%s\"",
    "\"[]]\"",
    "\"%p?\"",
    "\"x*\"",
    "\"a.c\"",
    "\"[%a-z]\"",
    "\"%5\"",
];

const REPLACEMENTS: &[&str] = &[
    "\"X\"",
    "\"%0%0\"",
    "\"<%1>\"",
    "\"%%\"",
    "\"%2\"",
    "{a=1, l='L', hello=true}",
    "function(x) return x end",
    "string.upper",
    "function() return nil end",
    "function() return {} end",
    "5",
    "\"\"",
    "nil",
    "setmetatable({}, {__index=function(t,k) return k..k end})",
];

const FORMATS: &[&str] = &[
    "\"%d\"",
    "\"%5d|%-5d\"",
    "\"%05.1f\"",
    "\"%x\"",
    "\"%g\"",
    "\"%s\"",
    "\"%q\"",
    "\"%10.3s|\"",
    "\"%c\"",
    "\"%e\"",
    "\"%.3g\"",
    "\"%i %u\"",
    "\"%+d % d\"",
    "\"%#x %#o\"",
    "\"%.14g\"",
    "\"%.17g\"",
    "\"%.0f\"",
    "\"%%\"",
    "\"%s %s %s\"",
    "\"%-8s|\"",
    "\"%z\"",
    "\"%\"",
    "\"%G\"",
    "\"%X\"",
    "\"%20.10f\"",
    "\"%.20e\"",
    "\"%08.3d\"",
];

const STRUCTURES: &[&str] = &[
    "\"b\"", "\">I2\"", "\"<i4\"", "\"s\"", "\"c3\"", "\"c0\"", "\"bc0\"", "\"d\"", "\"f\"",
    "\">d\"", "\"!4bi\"", "\"xb\"", "\"L\"", "\"l\"", "\"i3I5\"", "\"H h\"", "\"i40\"", "\"y\"",
    "\"!3b\"", "\"bbb\"", "\"I16\"", "\"T\"", "\"sbs\"", "\"!8bd\"", "\"i0\"",
];

const JSONS: &[&str] = &[
    "'{}'",
    "'[]'",
    "'[1,2,{\"a\":null}]'",
    "'{\"a\":1,\"b\":[true,false]}'",
    "'\"\\\\u00e9\\\\n\"'",
    "'1e5'",
    "'-0.5'",
    "'nul'",
    "'[1,'",
    "'{\"a\"'",
    "'[1 2]'",
    "' \\t[ ] x'",
    "'\"abc'",
    "'Infinity'",
    "'0x1A'",
    "'01'",
    "'[[[[1]]]]'",
    "'{\"x\":{\"y\":{\"z\":[]}}}'",
    "'\"\\\\ud83d\\\\ude00\"'",
    "'tru'",
];

const PACKS: &[&str] = &[
    "\"\\1\\2\\3\"",
    "\"\\147\\1\\2\\3\"",
    "\"\\129\\161a\\1\"",
    "\"\\192\"",
    "\"\\203\\63\\240\\0\\0\\0\\0\\0\\0\"",
    "\"\\217\\3abc\"",
    "\"\\193\"",
    "\"\\146\\1\"",
    "\"\\220\\0\\2\\1\\2\"",
    "\"\\222\\0\\1\\161k\\161v\"",
    "\"\\205\\1\\0\"",
    "\"\\211\\255\\255\\255\\255\\255\\255\\255\\255\"",
    "\"\\224\"",
    "\"\"",
    "\"\\145\\145\\145\\1\"",
];

const COMMANDS: &[&str] = &[
    "'get', 'k'",
    "'set', 'k', VALUE",
    "'incr', 'n'",
    "'incrby', 'n', VALUE",
    "'append', 'k', VALUE",
    "'strlen', 'k'",
    "'hset', 'h', VALUE, VALUE",
    "'hget', 'h', VALUE",
    "'hlen', 'h'",
    "'rpush', 'l', VALUE",
    "'lrange', 'l', 0, 3",
    "'llen', 'l'",
    "'lpop', 'l'",
    "'zadd', 'z', VALUE, 'm'",
    "'zscore', 'z', 'm'",
    "'del', 'k', 'n', 'l'",
    "'exists', 'k'",
    "'type', 'h'",
    "'ping'",
    "'echo', VALUE",
    "'getrange', 'k', VALUE, VALUE",
    "'setrange', 'k', 3, VALUE",
    "'nosuch'",
    "'get'",
    "'incrbyfloat', 'n', 0.5",
    "'mget', 'k', 'n', 'no'",
    "'ltrim', 'l', 0, 5",
    "VALUE",
    "'expire', 'k', VALUE",
    "'persist', 'k'",
    "'multi'",
    "'hgetall', 'h'",
    "'hincrbyfloat', 'h', 'f', VALUE",
    "'zadd', 'z', 'incr', VALUE, 'm'",
    "'zrange', 'z', 0, -1, 'withscores'",
    "'zpopmin', 'z'",
    "'sadd', 's', VALUE",
    "'sismember', 's', VALUE",
    "'scard', 's'",
    "'srem', 's', VALUE",
    "'set', KEYS[1], ARGV[1]",
    "'get', KEYS[1] or 'k'",
    "'set', 'k', VALUE, 'get'",
    "'getdel', 'k'",
    "'object', 'encoding', 'k'",
    "'copy', 'k', 'n'",
    "'rename', 'k', 'n'",
    "'bitcount', 'k'",
    "'getbit', 'k', VALUE",
    "'lmpop', 1, 'l', 'left'",
    "'hset', 'h', VALUE",
    "'publish', 'c', VALUE",
    "'eval', 'return 1', 0",
    "'select', 1",
    "'dbsize'",
    "'type', VALUE",
    "unpack(ARGV)",
    "unpack(KEYS)",
];

const WORDS: &[&str] = &[
    "k", "n", "l", "h", "", "10", "-1.5", "a b", "x\0y", "\u{20ac}",
];

const FIRST_LINES: &[&str] = &[
    "#!lua",
    "#!lua flags=no-writes",
    "#!lua flags=allow-oom,no-writes",
    "#!lua flags=allow-stale,allow-cross-slot-keys",
    "#!lua flags=no-cluster ",
    "#!lua flags=nosuch",
    "#!lua name=x",
    "#!lisp",
];

/// A line that calls a script, whose second word it is.
pub fn call_of_script(chance: &mut Chance, show: &str) -> Vec<Vec<u8>> {
    let mut script = script(chance, show);
    if chance.once_in(10) {
        script = format!("{}\n{script}", chance.pick(FIRST_LINES));
    }
    let command = match chance.once_in(12) {
        true => "EVAL_RO",
        false => "EVAL",
    };
    let (keys, arguments) = (chance.below(3), chance.below(3));
    let mut argv = vec![command.into(), script.into(), keys.to_string().into()];
    argv.extend((0..keys + arguments).map(|_| chance.pick(WORDS).into()));
    argv
}

/// A script.
fn script(chance: &mut Chance, show: &str) -> String {
    let mut script = match chance.below(10) {
        0..=5 => {
            let count = chance.below(3) + 1;
            let values: Vec<String> = (0..count).map(|_| expression(chance, 3)).collect();
            format!("return all({})", values.join(", "))
        }
        6..=8 => block(chance),
        _ => format!("return {}", expression(chance, 3)),
    };
    if chance.once_in(6) {
        script = format!(
            "redis.setresp({}) {script}",
            chance.pick(&["3", "3", "3", "2", "4", "'3'"])
        );
    }
    if chance.once_in(12) {
        script = damaged(chance, &script);
    }
    format!("{show}{script}")
}

fn block(chance: &mut Chance) -> String {
    let mut lines = Vec::new();
    for _ in 0..=chance.below(4) {
        lines.push(statement(chance, 2));
    }
    lines.push(format!("return all(a, b, t, {})", expression(chance, 1)));
    format!("local a, b, t = 1, 'x', {{1, 2, 3}}\n{}", lines.join("\n"))
}

fn statement(chance: &mut Chance, depth: usize) -> String {
    let value = expression(chance, 2);
    if depth == 0 {
        return format!("a = {value}");
    }
    let inner = statement(chance, depth - 1);
    match chance.below(16) {
        0 => format!("a = {value}"),
        1 => format!("b = {value}"),
        2 => format!("t[{}] = {value}", expression(chance, 1)),
        3 => format!("t.x = {value}"),
        4 => format!("if {value} then {inner} else a = 'else' end"),
        5 => format!("for i = 1, {} do {inner} end", chance.below(5)),
        6 => format!(
            "for k, v in pairs({}) do b = k {inner} end",
            table(chance, 1)
        ),
        7 => format!(
            "for i, v in ipairs({}) do a = v {inner} end",
            table(chance, 1)
        ),
        8 => format!("local function f(x, ...) {inner} return x, ... end a = {{f({value}, 2)}}"),
        9 => format!("t = {}", table(chance, 2)),
        10 => format!("a, b = {value}, a"),
        11 => format!("local ok, e = pcall(function() {inner} end) a, b = ok, e"),
        12 => format!("do local a = {value} {inner} end"),
        13 => format!("local n = 0 while n < 3 do n = n + 1 if {value} then break end {inner} end"),
        14 => format!("local n = 0 repeat n = n + 1 local c = n {inner} until c > 2"),
        _ => format!(
            "a = coroutine.wrap(function(...) {inner} coroutine.yield({value}) return 'end' end)(1)"
        ),
    }
}

fn expression(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 {
        return atom(chance);
    }
    let operand = |chance: &mut Chance| expression(chance, depth - 1);
    match chance.below(12) {
        0 => atom(chance),
        1 | 2 => {
            let operator = chance.pick(&["+", "-", "*", "/", "%", "^", ".."]);
            format!("({} {operator} {})", operand(chance), operand(chance))
        }
        3 => {
            let operator = chance.pick(&["==", "~=", "<", "<=", ">", ">=", "and", "or"]);
            format!("({} {operator} {})", operand(chance), operand(chance))
        }
        4 => format!("{}({})", chance.pick(&["-", "not ", "#"]), operand(chance)),
        5 => table(chance, depth - 1),
        6 => format!("({})[{}]", operand(chance), operand(chance)),
        7 => format!(
            "({}):{}()",
            operand(chance),
            chance.pick(&["upper", "len", "nosuch", "byte", "reverse"])
        ),
        _ => call(chance, depth),
    }
}

fn call(chance: &mut Chance, depth: usize) -> String {
    let (name, kinds) = chance.pick(FUNCTIONS);
    let kinds: Vec<char> = kinds.chars().collect();
    let mut arguments = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let (kind, count) = match kind {
            '.' => (kinds[at - 1], chance.below(3)),
            kind => (*kind, 1),
        };
        for _ in 0..count {
            arguments.push(argument(chance, kind, depth));
        }
    }
    // Seldom, an argument is missing, or one of another kind.
    if chance.once_in(10) {
        arguments.pop();
    }
    if chance.once_in(10) && !arguments.is_empty() && !matches!(name, "string.rep" | "table.concat")
    {
        let at = chance.below(arguments.len());
        arguments[at] = atom(chance);
    }
    format!("{name}({})", arguments.join(", "))
}

fn argument(chance: &mut Chance, kind: char, depth: usize) -> String {
    let inner = depth.saturating_sub(1).min(1);
    match kind {
        'n' if chance.once_in(3) => expression(chance, inner),
        'n' => chance.pick(NUMBERS).to_owned(),
        'i' => chance
            .pick(&[
                "0", "1", "2", "3", "-1", "-2", "5", "8", "1.7", "\"2\"", "nil", "16", "-3", "40",
            ])
            .to_owned(),
        's' if chance.once_in(3) => expression(chance, inner),
        's' => chance.pick(STRINGS).to_owned(),
        'p' if chance.once_in(2) => pattern(chance),
        'p' => chance.pick(PATTERNS).to_owned(),
        'r' => chance.pick(REPLACEMENTS).to_owned(),
        't' => table(chance, inner),
        'f' => chance
            .pick(&[
                "function(...) return ... end",
                "function(e) return e end",
                "function() error('inner') end",
                "error",
                "tostring",
                "function() error({err='E'}) end",
                "function() error({1}) end",
                "function(x) return x + 1 end",
                "redis.call",
                "string.rep",
                "nil",
            ])
            .to_owned(),
        'F' if chance.once_in(2) => format_string(chance),
        'F' => chance.pick(FORMATS).to_owned(),
        'S' if chance.once_in(2) => structure(chance),
        'S' => chance.pick(STRUCTURES).to_owned(),
        'J' if chance.once_in(2) => format!("[=[{}]=]", json(chance, 3)),
        'J' => chance.pick(JSONS).to_owned(),
        'M' if chance.once_in(2) => packed(chance),
        'M' => chance.pick(PACKS).to_owned(),
        'c' => {
            let mut command = chance.pick(COMMANDS).to_owned();
            while command.contains("VALUE") {
                let value = match chance.below(4) {
                    0 => expression(chance, inner),
                    1 => chance.pick(NUMBERS).to_owned(),
                    _ => chance.pick(STRINGS).to_owned(),
                };
                command = command.replacen("VALUE", &value, 1);
            }
            command
        }
        _ => expression(chance, inner),
    }
}

/// Pieces that were drawn, one behind the other.
fn pieces(chance: &mut Chance, most: usize, from: &[&str]) -> String {
    let count = chance.below(most) + 1;
    (0..count).map(|_| chance.pick(from)).collect()
}

/// A pattern, often one that Lua accepts.
fn pattern(chance: &mut Chance) -> String {
    let mut text = chance.pick(&["", "", "^"]).to_owned();
    for _ in 0..=chance.below(4) {
        let single = chance.pick(&[
            "a", "l", "b", "x", ".", "%a", "%d", "%s", "%w", "%p", "%A", "%D", "%x", "%c", "%l",
            "%u", "%.", "%%", "[abc]", "[^abc]", "[%w_]", "[a-f]", "[^%s]", "[%d.]", "%b()",
            "%f[%w]", "()", "(.-)", "(%w*)", "(a)", "((.).)", "%1", "%2", "-", "]", "[", "[^", "%",
            "(", ")", "%g",
        ]);
        text += single;
        text += chance.pick(&["", "", "", "*", "+", "-", "?"]);
    }
    text += chance.pick(&["", "", "$"]);
    format!("[=[{text} ]=]", text = text)
        .replace(" ]=]", "]=]")
        .replace("[]=]", "[ ]=]")
}

/// A format, often one that C accepts.
fn format_string(chance: &mut Chance) -> String {
    let mut text = String::new();
    for _ in 0..=chance.below(3) {
        text += chance.pick(&["", "x", " ", "=", "%%", "\\0"]);
        text += "%";
        text += chance.pick(&[
            "", "", "", "-", "+", " ", "#", "0", "-0", "+#", "0+ ", "######",
        ]);
        text += chance.pick(&["", "", "", "1", "5", "12", "99", "100"]);
        text += chance.pick(&["", "", "", ".", ".0", ".1", ".3", ".17", ".99", ".100"]);
        text += chance.pick(&[
            "d", "i", "u", "c", "s", "q", "x", "X", "o", "e", "E", "f", "g", "G", "a", "n", "p",
            "l", "",
        ]);
    }
    format!("\"{text}\"")
}

fn structure(chance: &mut Chance) -> String {
    let text = pieces(
        chance,
        5,
        &[
            "b", "B", "h", "H", "i", "I", "l", "L", "T", "f", "d", "s", "c0", "c2", "c5", "x", " ",
            ">", "<", "=", "!", "!1", "!4", "!8", "i1", "i2", "i3", "i8", "I4", "I7", "i9", "c",
            "?", "bc0",
        ],
    );
    format!("\"{text}\"")
}

/// A text in JSON, now and then a wrong one.
fn json(chance: &mut Chance, depth: usize) -> String {
    let inner = |chance: &mut Chance| match depth {
        0 => chance.pick(&["1", "null", "true", "\"x\""]).to_owned(),
        depth => json(chance, depth - 1),
    };
    let space = chance.pick(&["", "", " ", "\n\t"]);
    let text = match chance.below(9) {
        0 | 1 => {
            let items: Vec<String> = (0..chance.below(4)).map(|_| inner(chance)).collect();
            format!("[{}]", items.join(","))
        }
        2 | 3 => {
            let items: Vec<String> = (0..chance.below(4))
                .map(|_| {
                    let name = chance.pick(&["a", "1", "", "k\\u00e9", "\\n", "a b", "10.5"]);
                    format!("\"{name}\":{}", inner(chance))
                })
                .collect();
            format!("{{{}}}", items.join(", "))
        }
        4 => pieces(
            chance,
            5,
            &[
                "1", "0", "-", ".", "e", "E", "+", "5", "99", "0x", "inf", "nan",
            ],
        ),
        5 | 6 => format!(
            "\"{}\"",
            pieces(
                chance,
                4,
                &[
                    "a",
                    "\\n",
                    "\\\"",
                    "\\\\",
                    "\\u0041",
                    "\\u20ac",
                    "\\ud83d\\ude00",
                    "\\ud800",
                    "\\u00",
                    "\\x",
                    "\u{e9}",
                    "\\/",
                    "\t",
                    "\\b",
                    "",
                ],
            )
        ),
        7 => chance
            .pick(&[
                "true",
                "false",
                "null",
                "tru",
                "nulll",
                "NaN",
                "Infinity",
                "-Infinity",
            ])
            .to_owned(),
        _ => pieces(
            chance,
            4,
            &["[", "]", "{", "}", ",", ":", "1", "\"a\"", "null", " "],
        ),
    };
    format!("{space}{text}{space}")
}

/// Bytes that may be MessagePack.
fn packed(chance: &mut Chance) -> String {
    let bytes: String = (0..=chance.below(12))
        .map(|_| {
            let byte = match chance.below(4) {
                0 => chance.below(256),
                1 => 0xc0 + chance.below(32),
                2 => 0x80 + chance.below(64),
                _ => chance.below(5),
            };
            format!("\\{byte:03}")
        })
        .collect();
    format!("\"{bytes}\"")
}

fn table(chance: &mut Chance, depth: usize) -> String {
    let mut items = Vec::new();
    for _ in 0..chance.below(6) {
        let value = expression(chance, depth.min(1));
        items.push(match chance.below(5) {
            0 => format!(
                "{} = {value}",
                chance.pick(&[
                    "a",
                    "b",
                    "key",
                    "n",
                    "err",
                    "ok",
                    "l",
                    "x1",
                    "double",
                    "map",
                    "set",
                    "big_number",
                    "verbatim_string",
                    "format",
                    "string",
                ])
            ),
            1 => format!(
                "[{}] = {value}",
                chance.pick(&[
                    "1", "2", "5", "10", "'k'", "1.5", "true", "-1", "0", "'z z'"
                ])
            ),
            _ => value,
        });
    }
    format!("{{{}}}", items.join(", "))
}

fn atom(chance: &mut Chance) -> String {
    match chance.below(14) {
        0..=4 => chance.pick(NUMBERS).to_owned(),
        5..=8 => chance.pick(STRINGS).to_owned(),
        9 => "nil".to_owned(),
        10 => chance.pick(&["true", "false"]).to_owned(),
        11 => chance
            .pick(&[
                "{}",
                "{1, 2, 3}",
                "{a = 1}",
                "tostring",
                "cjson.null",
                "redis.nosuch",
                "math.huge",
            ])
            .to_owned(),
        12 => chance
            .pick(&[
                "KEYS",
                "ARGV",
                "_VERSION",
                "nosuch",
                "#ARGV",
                "redis.LOG_NOTICE",
            ])
            .to_owned(),
        _ => chance
            .pick(&[
                "(function() return 1, 2 end)()",
                "(function(...) return select('#', ...) end)(nil, nil)",
            ])
            .to_owned(),
    }
}

/// A text with a piece taken out, doubled, or put in.
fn damaged(chance: &mut Chance, script: &str) -> String {
    let bytes = script.as_bytes();
    let start = chance.below(bytes.len());
    let end = (start + 1 + chance.below(6)).min(bytes.len());
    let (before, rest) = bytes.split_at(start);
    let (piece, behind) = rest.split_at(end - start);
    let put = chance.pick(&[
        "end", "=", ")", "(", "}", " then ", "..", "\"", "[[", "local ", ",", "return ", "--",
        "\\", "1x", "\n",
    ]);
    let parts: Vec<&[u8]> = match chance.below(3) {
        0 => vec![before, behind],
        1 => vec![before, piece, piece, behind],
        _ => vec![before, put.as_bytes(), rest],
    };
    String::from_utf8_lossy(&parts.concat()).into_owned()
}
