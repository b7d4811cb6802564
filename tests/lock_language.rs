//! The lock language from outside: every mistake is answered with a place, a message and a hint, and no text is too odd.

mod reviewed;

use std::fmt::Write;

use proptest::prelude::*;
use setnx_playground::lock::{Algorithm, Program, SOURCE_BYTES_MAX};
use setnx_playground::text::Lang;

const ERRORS: &str = include_str!("golden/lock/errors.txt");

/// The golden file is its own input: after `=== name` a program, then `----`, then what the parser says.
#[test]
fn mistakes_are_explained_as_they_were_reviewed() {
    let mut out = String::new();
    for case in ERRORS.split("=== ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a name");
        let (source, _) = rest.split_once("----\n").expect("a program and ----");
        writeln!(out, "=== {name}\n{source}----").unwrap();
        match Program::parse(source) {
            Ok(_) => writeln!(out, "no mistake").unwrap(),
            Err(error) => {
                writeln!(out, "{}:{}", error.line, error.column).unwrap();
                for lang in Lang::ALL {
                    let hint = error.hint.get(lang);
                    writeln!(out, "{}\n  {hint}", error.message.get(lang)).unwrap();
                }
            }
        }
        out.push('\n');
    }
    reviewed::check("lock/errors.txt", &out);
}

#[test]
fn a_program_that_is_too_long_is_refused() {
    let source = "#".repeat(SOURCE_BYTES_MAX + 1);
    let error = Program::parse(&source).expect_err("too long");
    assert!(error.get(Lang::En).contains("8192 bytes"));
}

#[test]
fn a_word_that_is_too_long_for_a_message_is_cut() {
    let source = format!("acquire:\n  {}\n", "a".repeat(5_000));
    let error = Program::parse(&source).expect_err("no statement");
    assert!(error.get(Lang::ZhHans).len() < 500);
}

#[test]
fn a_script_is_sent_with_its_lines_and_called_by_its_name() {
    let source = "acquire:\n  EVAL twice 1 lock.foo <me>\n  give up\nwork:\nrelease:\n\
                  script twice:\n  local n = 2\n\n    return n\nscript other:\n  return 1\n";
    let program = Program::parse(source).expect("a program");
    let words = |line: &str| -> Vec<Vec<u8>> { line.split(' ').map(|word| word.into()).collect() };
    let sent = program.scripts().sent(&words("EVAL twice 1 lock.foo C1"));
    assert_eq!(sent[1], b"local n = 2\n\n  return n");
    assert_eq!(sent[2..], words("EVAL twice 1 lock.foo C1")[2..]);
    // Only a script's word is one.
    for line in ["GET twice", "EVAL"] {
        assert_eq!(program.scripts().sent(&words(line)), words(line));
    }
    assert_eq!(program.lock_key(), b"lock.foo");
}

#[test]
fn a_line_may_end_as_on_windows() {
    let source = Algorithm::Getset.source().replace('\n', "\r\n");
    assert!(Program::parse(&source).is_ok());
}

#[test]
fn a_nul_byte_is_named_with_its_place() {
    let error = Program::parse("acquire:\n  GET a\0b\n").expect_err("a NUL");
    assert_eq!((error.line, error.column), (2, 8));
}

/// Pieces that programs are made of, so that odd orders of them are met as often as odd characters.
fn pieces() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "acquire:",
        "work:",
        "release:",
        "\n",
        "\n  ",
        " ",
        "if ",
        "reply",
        "now",
        "lease",
        "nil",
        "mine",
        " = ",
        " < ",
        " > ",
        " := ",
        ": ",
        ", ",
        "<",
        ">",
        "\"",
        "'",
        "\\",
        "retry",
        "wait 1",
        "work 3",
        "give up",
        "enter until ",
        "SETNX lock.foo ",
        "GET a",
        "DEL",
        "on A: ",
        "1",
        "99999999999999999999",
        "+",
        "-",
        "*",
        "#",
        "\t",
        "\r\n",
        "é",
        "锁",
        "\u{0}",
    ]);
    prop::collection::vec(
        prop_oneof![9 => known.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)],
        0..40,
    )
    .prop_map(|all| all.concat())
}

#[test]
fn a_byte_order_mark_is_skipped_and_characters_that_turn_the_text_are_refused() {
    let source = Algorithm::Getset.source();
    let marked = Program::parse(&format!("\u{feff}{source}")).unwrap();
    assert_eq!(marked.source(), source);
    for turning in ['\u{202e}', '\u{2067}'] {
        let turned = source.replacen("lock.foo", &format!("lock{turning}.foo"), 1);
        let error = Program::parse(&turned).unwrap_err();
        assert_eq!((error.line, error.column), (2, 13), "{error:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_odd_for_the_parser(source in pieces()) {
        if let Err(error) = Program::parse(&source) {
            let lines = source.split('\n').count();
            prop_assert!(error.line >= 1 && error.line as usize <= lines);
            let line = source.split('\n').nth(error.line as usize - 1).unwrap_or_default();
            prop_assert!(error.column >= 1 && error.column as usize <= line.chars().count() + 1);
            let filled = !error.get(Lang::En).contains("{word}");
            prop_assert!(filled);
        }
    }

    /// One change to a good program: whatever the parser says, it says it about a place in the text.
    #[test]
    fn a_good_program_with_one_change_is_read_or_explained(at in 0_usize..400, piece in pieces(), cut in 0_usize..20) {
        let mut chars: Vec<char> = Algorithm::Getset.source().chars().collect();
        let at = at.min(chars.len());
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, piece.chars());
        let source: String = chars.into_iter().collect();
        if let Ok(program) = Program::parse(&source) {
            prop_assert_eq!(program.source(), source.as_str());
            prop_assert!(program.ops().iter().all(|op| op.line as usize <= source.split('\n').count()));
        }
    }
}
