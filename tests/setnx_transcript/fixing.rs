//! `--fix` writes replies and nothing else: a document that is put together with wrong ones becomes, to the byte, the one
//! that is put together with the right ones.

use crate::program::{folder, run};
use proptest::prelude::*;
use std::fs;

/// A line, and the right reply to it after those before.
const EXCHANGES: &[(&str, &[&str])] = &[
    ("SET a \"<b> & c\"", &["OK"]),
    ("GET a", &["\"<b> & c\""]),
    ("SETNX a x", &["(integer) 0"]),
    (
        "INCR a",
        &["(error) ERR value is not an integer or out of range"],
    ),
    ("MSET k1 1 k2 2 k3 3 &amp; 4", &["OK"]),
    ("MGET k1 k2 k3", &["1) \"1\"", "2) \"2\"", "3) \"3\""]),
    (
        "COMMAND GETKEYS MSET a 1 b 2 c 3 d 4 e 5 f 6 g 7 h 8 i 9 j 0",
        &[
            " 1) \"a\"",
            " 2) \"b\"",
            " 3) \"c\"",
            " 4) \"d\"",
            " 5) \"e\"",
            " 6) \"f\"",
            " 7) \"g\"",
            " 8) \"h\"",
            " 9) \"i\"",
            "10) \"j\"",
        ],
    ),
    ("GET &amp;", &["\"4\""]),
    (
        "GET",
        &["(error) ERR wrong number of arguments for 'get' command"],
    ),
    ("ECHO \"a\\n```\\n----\"", &["\"a\\n```\\n----\""]),
];

/// The text around each line of a transcript, and before and after all lines.
struct Container {
    name: &'static str,
    before: &'static [&'static str],
    prefix: &'static str,
    after: &'static [&'static str],
    is_html: bool,
}

const fn plain(
    name: &'static str,
    before: &'static [&'static str],
    prefix: &'static str,
    after: &'static [&'static str],
) -> Container {
    Container {
        name,
        before,
        prefix,
        after,
        is_html: false,
    }
}

const CONTAINERS: &[Container] = &[
    plain("a.md", &["```redis"], "", &["```"]),
    plain("a.md", &["> ~~~~ cli"], "> ", &["> ~~~~"]),
    plain(
        "a.md",
        &["- x", "", "  1. y", "", "     ```"],
        "     ",
        &["     ```"],
    ),
    plain("a.md", &["> - ```valkey-cli"], ">   ", &[">   ```"]),
    plain("a.md", &["x", ""], "    ", &["", "y"]),
    plain("a.md", &["x", ""], "\t", &["", "y"]),
    plain(
        "a.mdx",
        &["<Tabs>", "", "```redis title=\"x\""],
        "",
        &["```", "", "</Tabs>"],
    ),
    plain(
        "a.md",
        &["<redis-prompt session=\"a\">", "", "```"],
        "",
        &["```", "", "</redis-prompt>"],
    ),
    Container {
        name: "a.md",
        before: &["> <redis-prompt>", "> <pre>"],
        prefix: "> ",
        after: &["> </pre>", "> </redis-prompt>"],
        is_html: true,
    },
    Container {
        name: "a.html",
        before: &["<p>x<pre>"],
        prefix: "",
        after: &["</pre>"],
        is_html: true,
    },
    Container {
        name: "a.html",
        before: &["<form class='redis-cli'><pre>"],
        prefix: "  ",
        after: &["</pre><input></form>"],
        is_html: true,
    },
    plain("a.adoc", &["[source,redis]", "----"], "", &["----"]),
    plain("a.adoc", &["* x", "+", "...."], "", &["...."]),
    plain(
        "a.rst",
        &[".. code-block:: redis", "   :linenos:", ""],
        "   ",
        &["", "y"],
    ),
    plain("a.rst", &["x::", ""], "  ", &["", "y"]),
];

/// A document in which the exchanges have these replies.
fn document(container: &Container, end: &str, exchanges: &[(&str, Vec<String>)]) -> String {
    let written = |text: &str| match container.is_html {
        true => text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;"),
        false => text.to_owned(),
    };
    let mut out = String::from("Überschrift");
    out.push_str(end);
    out.push_str(end);
    let mut push = |line: &str| {
        out.push_str(line);
        out.push_str(end);
    };
    container.before.iter().for_each(|line| push(line));
    for (line, reply) in exchanges {
        push(&format!(
            "{}{}",
            container.prefix,
            written(&format!("redis> {line}"))
        ));
        for line in reply {
            push(&format!("{}{}", container.prefix, written(line)));
        }
    }
    container.after.iter().for_each(|line| push(line));
    push("");
    push("Ende: (integer) 99");
    out
}

/// Some of the exchanges, and a wrong reply for each that is to have one, as redis-cli could have printed it: what is
/// none stays, with what follows it.
fn wrong() -> impl Strategy<Value = Vec<Option<Vec<String>>>> {
    let line = prop_oneof![
        "[a-z]{2,9}",
        "\"[a-z(<&][a-z ]{0,8}[a-z]\"",
        Just("1) \"1\"".to_owned()),
        Just("\"x\"".to_owned())
    ];
    let reply = prop::collection::vec(line, 1..5);
    prop::collection::vec(prop::option::of(reply), EXCHANGES.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_replies_change(
        wrong in wrong(),
        container in 0..CONTAINERS.len(),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        has_mark in any::<bool>(),
    ) {
        let container = &CONTAINERS[container];
        let right: Vec<(&str, Vec<String>)> = EXCHANGES
            .iter()
            .map(|(line, reply)| (*line, reply.iter().map(|line| (*line).to_owned()).collect()))
            .collect();
        let mut given = right.clone();
        for ((_, reply), wrong) in given.iter_mut().zip(&wrong) {
            if let Some(wrong) = wrong {
                // An error does not take the place of what is none.
                let is_error = reply[0].starts_with("(error) ");
                reply.clone_from(wrong);
                if is_error {
                    reply[0].insert_str(0, "(error) ");
                }
            }
        }
        let mark = if has_mark { "\u{feff}" } else { "" };
        let before = [mark, &document(container, end, &given)].concat();
        let expected = [mark, &document(container, end, &right)].concat();
        let folder = folder(&[(container.name, before.as_bytes())]);
        let ran = run(folder.path(), &["--fix", "."]);
        let after = fs::read_to_string(folder.path().join(container.name)).unwrap();
        // A space at the end of a reply that was right all along stays or is not there: it does not show.
        let ends = |text: &str| text.replace(": \r\n", ":\r\n").replace(": \n", ":\n");
        prop_assert_eq!(ends(&after), ends(&expected), "{}{}", ran.out, ran.err);
        prop_assert_eq!(ran.code, 0, "{}", ran.out);
        let ran = run(folder.path(), &["."]);
        prop_assert_eq!(ran.code, 0, "{}", ran.out);
        prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }
}

/// Pieces of documents, including pieces that could confuse a parser.
const SCRAPS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    "redis> GET a\n",
    "redis> SET a b\n",
    "redis> MGET a b c\nx\n",
    "x\n",
    "redis> ECHO '<&>'\n\"no\"\n",
    "redis> PING\nno\n",
    "```",
    "```redis\n",
    "~~~\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "  ",
    "<redis-prompt>",
    "</redis-prompt>",
    "<pre>",
    "</pre>",
    "<b>",
    "</b>",
    "<div class=\"example\">",
    "</div>",
    "<span class=\"command\">GET a</span>",
    "&lt;",
    "&amp",
    "----\n",
    "....\n",
    "[source,redis]\n",
    "++++\n",
    " <1>",
    "x::\n",
    ".. code-block:: redis\n\n",
    ".. raw:: html\n\n",
    "<!-- setnx-transcript: skip -->",
    "<!--",
    "-->",
    "{`",
    "`}",
    "...",
    "# c\n",
    "\"",
    "'",
    "é",
    "\u{a0}",
    "\u{feff}",
    "redis&gt; GET a",
    "redis(TX)> ",
    "$ redis-cli GET a\n",
    "(nil)\n",
    "1) \"x\"\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document_is_read_and_is_corrected_once(
        scraps in prop::collection::vec(prop::sample::select(SCRAPS), 0..40),
        ending in prop::sample::select(vec!["md", "mdx", "html", "adoc", "rst"]),
    ) {
        let name = format!("a.{ending}");
        let text = scraps.concat();
        let folder = folder(&[(&name, text.as_bytes())]);
        let ran = run(folder.path(), &["--fix", &name]);
        prop_assert!(ran.code < 2, "{}", ran.err);
        let once = fs::read_to_string(folder.path().join(&name)).unwrap();
        prop_assert_eq!(once != text, ran.out.contains("rewritten"), "{}", ran.out);
        let again = run(folder.path(), &["--fix", &name]);
        let twice = fs::read_to_string(folder.path().join(&name)).unwrap();
        prop_assert_eq!(&twice, &once, "{}{}", ran.out, again.out);
        prop_assert_eq!(ran.code, again.code);
    }
}

#[test]
fn what_cannot_be_written_where_it_stands_is_left_with_the_rest_corrected() {
    let before = "<pre>redis> SET a 1\n<b>OK</b>\nredis> MGET a b\n<i>1) \"2\"</i>\n<b>2) (nil)</b>\nredis> GET a\n\"2\"</pre>\n";
    let folder = folder(&[("a.html", before.as_bytes())]);
    let ran = run(folder.path(), &["--fix", "a.html"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("a.html:4: MGET a b"), "{}", ran.out);
    let after = fs::read_to_string(folder.path().join("a.html")).unwrap();
    assert_eq!(after, before.replace("\n\"2\"</pre>", "\n\"1\"</pre>"));
}

#[test]
fn a_correction_that_its_document_would_read_as_something_else_is_taken_back() {
    // Within a paragraph, a line that begins with `1)` begins a list.
    let before =
        "x <redis-prompt>redis> COMMAND GETKEYS DEL a b\nNO\nredis> PING\nNO</redis-prompt>\n";
    let folder = folder(&[("a.md", before.as_bytes())]);
    let ran = run(folder.path(), &["--fix", "a.md"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("a.md:2: COMMAND GETKEYS DEL a b"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("correct it by hand"), "{}", ran.out);
    let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert_eq!(after, before.replace("NO</", "PONG</"));
}

#[test]
fn comments_stay_and_a_reply_that_is_none_goes_with_its_line() {
    let before = "```redis\nredis> SET a 1\n# set\nNO\n# really\nNO\nredis> clear\nOK\nredis> GET a\n\"1\"\n```\n";
    let folder = folder(&[("a.md", before.as_bytes())]);
    assert_eq!(run(folder.path(), &["--fix", "a.md"]).code, 0);
    let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert_eq!(
        after,
        "```redis\nredis> SET a 1\n# set\nOK\n# really\nredis> clear\nredis> GET a\n\"1\"\n```\n"
    );
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("a.md", b"```redis\nredis> PING\nNO\n```\n")]);
    let (file, link) = (folder.path().join("a.md"), folder.path().join("b.md"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(folder.path(), &["--fix", "b.md"]).code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(fs::read_to_string(&file).unwrap().contains("PONG"));
}

/// A document, what `--fix` says of it, and what it has made of it.
fn fixed(before: &str) -> (String, String) {
    let folder = folder(&[("a.md", before.as_bytes())]);
    let ran = run(folder.path(), &["--fix", "a.md"]);
    let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
    (ran.out, after)
}

/// Found in the documentation of Valkey: each was right, and was made wrong.
#[test]
fn what_may_be_right_where_it_stands_is_left() {
    for (before, why) in [
        (
            "```\nredis> SET bike:1 Deimos\nOK\n```\nThe key exists:\n```\nredis> SET bike:1 bike NX\n(nil)\nredis> SET bike:1 bike XX\nOK\n```\n",
            "it is right where the blocks above go on here",
        ),
        (
            "```\n127.0.0.1:6379> PING\nPONG!\n> ACL LOG 1\n1)  1) \"count\"\n    2) (integer) 1\n```\n",
            "a line of what is written may be another command",
        ),
        (
            "```\nredis> EXPIRE a 10\n(integer) 1\n( here the server is manually restarted )\nredis> PING\nPONG\n```\n",
            "(--fix leaves it",
        ),
        (
            "```\nredis> PING\nPONG!\n( here the server is manually restarted )\nredis> PING\nPONG\n```\n",
            "a line of what is written is no reply",
        ),
        (
            "```\nredis> SET a 5\nOK\n( here the server is manually restarted )\nredis> GET a\n(nil)\n```\n",
            "a line above it is no reply, and may tell of a change",
        ),
        (
            "```\nredis> SET a 5\nOK\n... later, after a restart ...\nredis> GET a\n(nil)\n```\n",
            "a line of what is written is no reply",
        ),
        (
            "```\nredis> INCR a\n(integer) 1\n[Ctrl+C]\nredis> INCR a\n(integer) 4\nOthers have been here.\n```\n",
            "a line above it is no reply, and may tell of a change",
        ),
        (
            "```\nredis> INCR a\n(integer) 1\n（服务器在这里重启）\nredis> INCR a\n(integer) 1\n```\n",
            "a line of what is written is no reply",
        ),
        (
            "```\n127.0.0.1:6379> SET a 1\nOK\n> INCR a\n(integer) 2\n127.0.0.1:6379> GET a\n\"2\"\n```\n",
            "a line above it is no reply, and may tell of a change",
        ),
        (
            "```\nredis> SET a 5 EX 10\nOK\nredis> GET a\n(nil)\n```\n",
            "it is right if a time to live was over by then",
        ),
        (
            "```\nredis> WATCH a\nOK\nredis> MULTI\nOK\nredis> INCR a\nQUEUED\nredis> EXEC\n(nil)\n```\n",
            "it depends on other clients and servers",
        ),
        (
            "```\nredis> FCALL my_hset 1 myhash f v\n(error) ERR the hash is full\n```\n",
            "the script or function may be loaded elsewhere",
        ),
    ] {
        let (out, after) = fixed(before);
        assert_eq!(after, before, "{out}");
        let is_said = out.contains(why) || out.contains("not checked");
        assert!(is_said, "{why}: {out}");
    }
    // What is sure is still written.
    let sure = "```\nredis> SET a 1\nOK\nredis> INCR a\n(integer) 3\n(0.52s)\n```\n";
    let (out, after) = fixed(sure);
    assert!(after.contains("(integer) 2"), "{out}");
}

#[test]
fn what_would_be_written_can_be_seen_before() {
    let before = "```redis\nredis> SET a 1\nOK\nredis> INCR a\n(integer) 3\nredis> FCALL f 0\n(error) ERR no\n```\n";
    let folder = folder(&[("a.md", before.as_bytes())]);
    let ran = run(folder.path(), &["--diff", "a.md"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("- (integer) 3") && ran.out.contains("+ (integer) 2"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("(--fix leaves it"), "{}", ran.out);
    let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert_eq!(after, before);
}
