use super::message::Resource;
use super::write;

fn read(language: &str, text: &str) -> Result<Resource, String> {
    Resource::read(format!("{language}.ftl"), language, text)
}

/// The module made of an English and a Chinese file, or the mistakes.
fn made(en: &str, zh: &str) -> Result<String, String> {
    let (en, zh) = (read("en", en)?, read("zh-Hans", zh)?);
    let mistakes = [en.undeclared(), en.differs(&zh)].concat();
    match mistakes.is_empty() {
        true => write::module(&[en, zh]),
        false => Err(mistakes.join("\n")),
    }
}

/// The part of a module before the statics, with the literals alone.
fn said(module: &str) -> String {
    let (said, _) = module.split_once("#[cfg(setnx_split)]").unwrap();
    let mut out = String::new();
    for (at, piece) in said.split("base::text::words!(").enumerate() {
        match piece.split_once(", ").filter(|_| at > 0) {
            Some((_, rest)) => out.push_str(&rest.replacen("\")", "\"", 1)),
            None => out.push_str(piece),
        }
    }
    out
}

#[test]
fn a_message_without_arguments_is_a_constant() {
    let module = made(
        "# For a reader.\nline-too-long = Too long.\n",
        "line-too-long = 太长。\n",
    );
    assert_eq!(
        said(&module.unwrap()),
        "/// For a reader.\npub const LINE_TOO_LONG: Text = Text { en: \"Too long.\", zh: \"太长。\", };\n"
    );
}

#[test]
fn one_with_arguments_is_a_function_that_takes_them() {
    let module = made(
        "# $log-level (String) its name\n# $lines (Number)\nsaid = { $log-level }: { $lines }\n",
        "said = { $lines }：{ $log-level }\n",
    );
    assert_eq!(
        said(&module.unwrap()),
        "pub fn said(log_level: impl Into<String>, lines: u64) -> Phrase {\n    \
         Phrase::new(Text { en: \"{log-level}: {lines}\", zh: \"{lines}：{log-level}\", }, vec![(\"log-level\", log_level.into()), (\"lines\", lines.to_string())])\n}\n"
    );
}

#[test]
fn an_argument_may_be_a_phrase() {
    let module = made(
        "# $line (Number)\n# $why (Phrase)\nwrong = { $line }: { $why }\n",
        "wrong = { $line }：{ $why }\n",
    );
    let module = module.unwrap();
    assert!(
        module.contains("pub fn wrong(line: u64, why: impl Into<Phrase>) -> Phrase {"),
        "{module}"
    );
    assert!(
        module.contains(
            "vec![(\"line\", base::text::Value::Same(line.to_string())), \
             (\"why\", base::text::Value::Said(Box::new(why.into())))]"
        ),
        "{module}"
    );
}

#[test]
fn a_form_of_words_is_chosen_by_the_rules_of_its_language() {
    let module = made(
        "# $n (Number)\nmoves = after { $n ->\n    [0] no move\n    [one] { $n } move\n   *[other] { $n } moves\n } of it\n",
        "moves = { $n } 步\n",
    );
    let expected = "en: match n { 0 => \"after no move of it\", \
                    1 => \"after {n} move of it\", \
                    _ => \"after {n} moves of it\" }, zh: \"{n} 步\"";
    let module = said(&module.unwrap());
    assert!(module.contains(expected), "{module}");
}

#[test]
fn lines_and_spaces_are_as_they_are_written() {
    let text = "help =\n    To get help:\n      help SETNX\n\n    { \"[\" }x]{\" \"}\n";
    let module = made(text, "help = x\n").unwrap();
    assert!(
        module.contains("\"To get help:\\n  help SETNX\\n\\n[x] \""),
        "{module}"
    );
}

#[test]
fn facts_of_a_file_may_stand_in_every_message_without_arguments() {
    let facts = "### Filled in by name.\n### $client the client of the move\n\n";
    let module = made(
        &[facts, "woke = { $client } wakes.\n"].concat(),
        &[facts, "woke = { $client } 醒来。\n"].concat(),
    );
    assert!(said(&module.unwrap()).contains("en: \"{client} wakes.\""));
    let error = made("woke = { $client } wakes.\n", "").unwrap_err();
    assert!(error.contains("$client has no kind"), "{error}");
}

#[test]
fn texts_of_a_language_stand_together_as_statics_of_odd_length() {
    let module = made("a = x\nb = four\n", "a = 一\nb = 二\n").unwrap();
    let en = "mod WORDS_EN {\n    use base::text::bytes_of;\n    \
              pub static A_0: [u8; 1] = bytes_of(\"x\");\n    \
              pub static B_1: [u8; 5] = bytes_of(\"four\");\n}";
    assert!(module.contains(en), "{module}");
    assert!(module.contains("zh: base::text::words!(WORDS_ZH::B_1, \"二\")"));
}

#[test]
fn a_script_has_texts_and_functions() {
    let en = read(
        "en",
        "# $n (Number)\nlines-wait = { $n } wait\ndone = Done\n",
    )
    .unwrap();
    let zh = read("zh-Hans", "lines-wait = 有 { $n } 行\ndone = 完成\n").unwrap();
    let lines = write::script(&[en, zh], &[]).unwrap().join("\n");
    let expected = "const PHRASES = {\n  en: {\n    linesWait: (n) => `${n} wait`,\n    done: \"Done\",\n  },\n  \
                    zh: {\n    linesWait: (n) => `有 ${n} 行`,\n    done: \"完成\",\n  },\n};";
    assert_eq!(lines, expected);
    for text in [
        "a = b `c`\n",
        "# $n (Number)\na = { $n ->\n   *[other] x\n }\n",
    ] {
        assert!(write::script(&[read("en", text).unwrap()], &[]).is_err());
    }
}

#[test]
fn what_a_language_lacks_or_has_left_over_is_named() {
    let error = |en, zh| made(en, zh).unwrap_err();
    assert_eq!(
        error("a = x\n", "b = x\n"),
        "zh-Hans.ftl: a is missing: en.ftl has it\nzh-Hans.ftl: b is left over: en.ftl does not have it"
    );
    let en = "# $n (Number)\na = { $n }\n";
    assert_eq!(error(en, "a = x\n"), "zh-Hans.ftl: a: $n is missing");
    assert_eq!(
        error(en, "# $n (String)\na = { $n }\n"),
        "zh-Hans.ftl: a: $n is no argument of that kind in en.ftl"
    );
    assert_eq!(
        error("a = x\n", "# $n (Number)\na = { $n }\n"),
        "zh-Hans.ftl: a: $n is no argument of that kind in en.ftl\nzh-Hans.ftl: a: $n is not in en.ftl"
    );
}

#[test]
fn what_a_phrase_cannot_be_is_refused_with_what_to_do() {
    for (text, says) in [
        ("a = x\na = y\n", "a is there twice"),
        ("-brand = x\n", "terms are not supported"),
        ("a = x\n    .title = y\n", ".title is not supported"),
        ("a = { b }\nb = x\n", "only variables and string literals"),
        ("# $n\na = { $n }\n", "expected a line like $name (Number)"),
        (
            "# $n (String)\na = { $n ->\n   *[other] x\n }\n",
            "a selector needs a number",
        ),
        ("a = x\nb = {\n", "en.ftl: line 3"),
    ] {
        let error = made(text, text).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}
