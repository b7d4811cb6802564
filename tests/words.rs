//! Words stand in `locales/`, where they can be read and translated, and not in programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The words in programs: a file, how the text begins (empty where all of a file is meant), and the reason.
const ALLOWED: [(&str, &str, &str); 34] = [
    ("crates/base/src/part.rs", "", "names of parts"),
    ("crates/cli/src/lua.rs", "", "names of Lua"),
    ("crates/cli/src/repeat.rs", "", "an error of redis-cli"),
    ("crates/cli/src/words.rs", "", "an error of redis-cli"),
    ("crates/lock/src/complete.rs", "", "lines of a lock program"),
    ("crates/lesson/src/link/read.rs", "", "punctuation"),
    ("crates/transcript/src/judge.rs", "", "errors of Redis"),
    ("crates/transcript/src/ledger.rs", "", "errors of Redis"),
    ("src/embed/root.rs", "", "an exception for the console"),
    ("src/embed/shadow.rs", "", "an exception for the console"),
    ("src/embed/timeline.rs", "", "an exception for the console"),
    (
        "static/embed/advice.js",
        "",
        "advice for the page's author, in the console",
    ),
    (
        "static/embed/calls.js",
        "A command has at least",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/box.js",
        "The engine has stopped",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/box.js",
        "This block of the page",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/engine.js",
        "There is no window here",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/failure.js",
        "${url} could not be",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/failure.js",
        "${url} is no whole",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/failure.js",
        "${url} is of another build",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/unpack.js",
        "There is no module",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/prompt.js",
        "The prompt was stopped",
        "an exception for the page's author",
    ),
    (
        "static/embed/modules/prompt.js",
        "What waits to be run",
        "an exception for the page's author",
    ),
    (
        "static/embed/upgrade.js",
        "A line takes too long",
        "an exception for the page's author",
    ),
    (
        "static/embed/upgrade.js",
        "a block that data-upgrade",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "data-upgrade has a selector",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "it holds no command",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "it holds several",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "it is a part",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "it is longer",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "it stands in a line",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "its first line",
        "for the page's author, in the console",
    ),
    (
        "static/embed/upgrade.js",
        "no line in it",
        "for the page's author, in the console",
    ),
    (
        "static/language.js",
        "<${old.localName}",
        "an exception for the page's author",
    ),
    (
        "static/search.js",
        "setnx-playground: the search",
        "for the page's author, in the console",
    ),
];

/// Folders of what shows something to a reader. In the keyspace everything in English is a word of Redis, and tools for a terminal
/// speak English alone.
const ENGLISH: [&str; 10] = [
    "src/ui",
    "src/embed",
    "crates/base/src",
    "crates/check/src",
    "crates/cli/src",
    "crates/lesson/src",
    "crates/lock/src",
    "crates/sim/src",
    "crates/tell/src",
    "crates/transcript/src",
];
/// Folders in which nothing but comments may be Chinese. Scripts tell authors of pages in English what is wrong.
const CHINESE: [&str; 3] = ["src", "crates", "static"];

/// What stands before a text that only a programmer reads.
const FOR_PROGRAMMERS: [&str; 8] = [
    "expect(",
    "panic!(",
    "reason = ",
    "unreachable!(",
    "include_str!(",
    "assert!(",
    "doc = ",
    "feature = ",
];

/// A text of a program, and the end of what stands before it.
struct Literal {
    before: String,
    text: String,
}

/// What comes before an operand, and therefore before a regular expression of JavaScript, and never before a division.
const BEFORE_OPERANDS: &str = "(,=:[!&|?{};";

/// The texts in Rust or JavaScript, comments and tests left out.
fn literals(source: &str, is_script: bool) -> Vec<Literal> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    let chars: Vec<char> = source.chars().collect();
    let (mut found, mut code, mut at) = (Vec::new(), String::new(), 0);
    let is = |at: usize, text: &str| {
        chars[at..]
            .iter()
            .take(text.len())
            .copied()
            .eq(text.chars())
    };
    while at < chars.len() {
        let c = chars[at];
        if is(at, "//") && !code.ends_with(':') {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if is(at, "/*") {
            while at < chars.len() && !is(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if c == '/' && code.trim_end().ends_with(|c| BEFORE_OPERANDS.contains(c)) {
            let mut is_class = false;
            at += 1;
            while at < chars.len() && (is_class || chars[at] != '/') {
                is_class = (is_class || chars[at] == '[') && chars[at] != ']';
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if !is_script && c == '\'' && (chars.get(at + 2) == Some(&'\'') || is(at + 1, "\\"))
        {
            // A character.
            at += if is(at + 1, "\\") { 2 } else { 1 };
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if c == '"' || c == '`' || is_script && c == '\'' {
            let mut text = String::new();
            at += 1;
            while at < chars.len() && chars[at] != c {
                if c == '`' && is(at, "${") {
                    // Code within a text.
                    let (from, mut depth) = (at + 2, 1);
                    at = from;
                    while at < chars.len() && depth > 0 {
                        depth = match chars[at] {
                            '{' => depth + 1,
                            '}' => depth - 1,
                            _ => depth,
                        };
                        at += 1;
                    }
                    let inner: String = chars[from..at - 1].iter().collect();
                    text += &format!("${{{inner}}}");
                    found.extend(literals(&inner, is_script));
                    continue;
                }
                if chars[at] == '\\' {
                    at += 1;
                }
                text.extend(chars.get(at));
                at += 1;
            }
            at += 1;
            let from = code.trim_end().len().saturating_sub(24);
            let before = code.trim_end().get(from..).unwrap_or_default().to_owned();
            found.push(Literal { before, text });
            code.push('"');
        } else {
            code.push(c);
            at += 1;
        }
    }
    found
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| c >= '\u{2e80}' && c != '\u{fffd}')
}

/// Whether three words in a row look as a sentence does. In lists of selectors and in styles there is a comma, colon or semicolon
/// behind each word.
fn is_english(text: &str) -> bool {
    const ENDS: [char; 6] = [',', '.', ':', ';', '?', '!'];
    let is_word = |word: &&str| {
        let word = word.trim_end_matches(ENDS);
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
    };
    let words: Vec<&str> = text.split([' ', '\n']).collect();
    words.windows(3).any(|three| {
        let is_list = three[..2].iter().all(|word| word.ends_with(ENDS));
        three.iter().all(is_word) && !is_list
    })
}

fn files(folder: &Path, ending: &str, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, all);
        } else if path.extension().is_some_and(|own| own == ending)
            && path.file_stem().is_none_or(|name| name != "tests")
        {
            all.push(path);
        }
    }
}

#[test]
fn words_stand_in_locales_and_not_in_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let mut look = |folders: &[&str], ending: &str, is_word: &dyn Fn(&Literal) -> bool| {
        for folder in folders {
            let mut all = Vec::new();
            files(&root.join(folder), ending, &mut all);
            for path in all {
                let name = path
                    .strip_prefix(root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                let source = fs::read_to_string(&path).unwrap();
                let all = literals(&source, ending == "js").into_iter();
                for literal in all.filter(|one| is_word(one)) {
                    let is_meant = |(place, start, _): &&(&str, &str, &str)| {
                        name == *place && literal.text.starts_with(start)
                    };
                    match ALLOWED.iter().find(is_meant) {
                        Some((place, start, _)) => {
                            used.insert((*place, *start));
                        }
                        None => wrong.push(format!("{name}: {:?}", literal.text)),
                    }
                }
            }
        }
    };
    look(&CHINESE, "rs", &|one| is_chinese(&one.text));
    look(&CHINESE, "js", &|one| is_chinese(&one.text));
    // What scripts say to a reader is in `locales/`. What they say to the author of a page is English, and is listed.
    look(&["static"], "js", &|one| is_english(&one.text));
    look(&ENGLISH, "rs", &|one| {
        let is_shown = !FOR_PROGRAMMERS
            .iter()
            .any(|sign| one.before.ends_with(sign.trim_end()));
        is_shown && is_english(&one.text)
    });
    wrong.sort();
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "move these to locales/:\n{}",
        wrong.join("\n")
    );
    for (place, start, reason) in ALLOWED {
        assert!(
            used.contains(&(place, start)),
            "{place} has no words {start:?} any more ({reason})"
        );
    }
    assert!(ALLOWED.len() <= 60);
}

#[test]
fn a_sentence_is_known_and_a_name_is_none() {
    let words = |source: &str, is_script| {
        let all = literals(source, is_script).into_iter();
        let all = all.filter(|one| is_english(&one.text) || is_chinese(&one.text));
        all.map(|one| one.text).collect::<Vec<_>>()
    };
    assert_eq!(
        words(r#"f("Copied to it", "SET a 1", '"', "aria-label")"#, false),
        ["Copied to it"]
    );
    assert_eq!(
        words("// \"a long comment\"\nlet a = \"复制\";", false),
        ["复制"]
    );
    assert!(words("#[cfg(test)]\nmod tests { f(\"a test of this\") }", false).is_empty());
    let script = r#"f(/["`]/g, 'it is run', `${x ? "so it goes" : ""} b`, "pre, code, form", `all: initial; float: left;`) / 2"#;
    assert_eq!(words(script, true), ["it is run", "so it goes"]);
}
