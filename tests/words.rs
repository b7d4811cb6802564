//! Words stand in `locales/`, where they can be read and translated, and not in programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that have words, each with its reason.
const ALLOWED: [(&str, &str); 14] = [
    ("crates/cli/src/lua.rs", "names of Lua"),
    ("crates/cli/src/repeat.rs", "an error of redis-cli"),
    ("crates/cli/src/words.rs", "an error of redis-cli"),
    ("crates/lock/src/complete.rs", "lines of a lock program"),
    ("crates/lesson/src/export/tla.rs", "a TLA+ module"),
    ("crates/lesson/src/link/read.rs", "punctuation"),
    ("crates/transcript/src/judge.rs", "errors of Redis"),
    ("crates/transcript/src/ledger.rs", "errors of Redis"),
    ("src/embed/root.rs", "an exception for the console"),
    ("src/embed/shadow.rs", "an exception for the console"),
    ("src/embed/timeline.rs", "an exception for the console"),
    (
        "static/embed/modules/phrases.js",
        "said before any file of words has come",
    ),
    (
        "static/embed/fit.js",
        "said before any file of words has come",
    ),
    (
        "static/embed/frame.js",
        "said before any file of words has come",
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

/// The texts in Rust or JavaScript, comments and tests left out.
fn literals(source: &str) -> Vec<Literal> {
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
        } else if c == '\'' && (chars.get(at + 2) == Some(&'\'') || is(at + 1, "\\")) {
            // A character.
            at += if is(at + 1, "\\") { 2 } else { 1 };
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if c == '"' || c == '`' {
            let mut text = String::new();
            at += 1;
            while at < chars.len() && chars[at] != c {
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

/// Whether three words in a row look as a sentence does.
fn is_english(text: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_end_matches([',', '.', ':', ';', '?', '!']);
        word.len() > 1 && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
    };
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(3).any(|three| three.iter().all(is_word))
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
                for literal in literals(&source).into_iter().filter(|one| is_word(one)) {
                    match ALLOWED.iter().find(|(place, _)| name.starts_with(place)) {
                        Some((place, _)) => {
                            used.insert(*place);
                        }
                        None => wrong.push(format!("{name}: {:?}", literal.text)),
                    }
                }
            }
        }
    };
    look(&CHINESE, "rs", &|one| is_chinese(&one.text));
    look(&CHINESE, "js", &|one| is_chinese(&one.text));
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
    for (place, reason) in ALLOWED {
        assert!(
            used.contains(place),
            "{place} has no words any more ({reason})"
        );
    }
    assert!(ALLOWED.len() <= 60);
}

#[test]
fn a_sentence_is_known_and_a_name_is_none() {
    let words = |source: &str| {
        let all = literals(source).into_iter();
        let all = all.filter(|one| is_english(&one.text) || is_chinese(&one.text));
        all.map(|one| one.text).collect::<Vec<_>>()
    };
    assert_eq!(
        words(r#"f("Copied to it", "SET a 1", '"', "aria-label")"#),
        ["Copied to it"]
    );
    assert_eq!(words("// \"a long comment\"\nlet a = \"复制\";"), ["复制"]);
    assert!(words("#[cfg(test)]\nmod tests { f(\"a test of this\") }").is_empty());
}
