//! Hostile input: it is reported or left unchanged to the byte, in reasonable time.

use crate::program::{Ran, command, folder, run};
use std::fs;
use std::time::{Duration, Instant};

/// Maximum time for a document of megabytes in a debug build on a busy machine. A quadratic step would take minutes.
const PATIENCE: Duration = Duration::from_secs(60);

fn one(name: &str, text: &str, args: &[&str]) -> (Ran, String) {
    let folder = folder(&[(name, text.as_bytes())]);
    let args: Vec<&str> = args.iter().copied().chain([name]).collect();
    let begun = Instant::now();
    let ran = run(folder.path(), &args);
    assert!(
        begun.elapsed() < PATIENCE,
        "{name} took {:?}",
        begun.elapsed()
    );
    (ran, fs::read_to_string(folder.path().join(name)).unwrap())
}

#[test]
fn what_is_not_there_or_no_document_is_named() {
    let folder = folder(&[
        ("a.md", b"# \xff\n"),
        ("b.md", b"\xff\xfea\0"),
        ("c.pdf", b"x"),
        ("empty/c.png", b"x"),
        ("d.md", b"```redis\nredis> PING\nPONG\n```\n"),
    ]);
    for (path, why) in [
        (
            "a.md",
            "a.md:1: this is not UTF-8 (byte 2 of the file): save the file as UTF-8",
        ),
        ("b.md", "b.md:1: this is not UTF-8"),
        (
            "c.pdf",
            "c.pdf: no document by its name; those that are known end in .md",
        ),
        ("none.md", "none.md cannot be read: "),
        ("empty", "empty: no document below this folder"),
    ] {
        let ran = run(folder.path(), &[path, "d.md"]);
        assert_eq!(ran.code, 2, "{path}");
        assert!(ran.err.contains(why), "{}", ran.err);
        assert!(
            ran.out.contains("1 transcript, 1 reply"),
            "the other is checked: {}",
            ran.out
        );
    }
    for args in [&["--wrong"][..], &[], &["--format", "xml", "d.md"]] {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("--help"), "{}", ran.err);
    }
}

#[test]
fn a_folder_is_walked_without_what_is_hidden_ignored_or_no_text() {
    let right = b"```redis\nredis> PING\nPONG\n```\n";
    let folder = folder(&[
        ("a.md", right),
        ("deep/er/b.adoc", b"----\nredis> PING\nPONG\n----\n"),
        (".hidden/c.md", b"```redis\nredis> PING\nNO\n```\n"),
        ("node_modules/d.md", b"```redis\nredis> PING\nNO\n```\n"),
        ("built/e.html", b"<pre>redis> PING\nNO</pre>"),
        (".gitignore", b"built\n"),
        ("binary.md", b"\0\xff"),
        ("picture.png", b"\x89PNG"),
    ]);
    let ran = run(folder.path(), &["."]);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
    assert_eq!(ran.out, "2 files, 2 transcripts, 2 replies, 0 different\n");
}

/// A terminal is needed for progress to be shown: `script` brings one. Elsewhere nothing but the report is printed.
#[cfg(target_os = "linux")]
#[test]
fn a_long_run_says_on_a_terminal_how_far_it_is() {
    let line = "redis> 1000000 SET a b\n...\n".repeat(2);
    let right = format!("```redis\n{line}```\n").into_bytes();
    let names: Vec<String> = (0..6).map(|number| format!("{number}.md")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &*right)).collect();
    let folder = folder(&files);
    let program = env!("CARGO_BIN_EXE_setnx-transcript");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &format!("{program} . >/dev/null"), "/dev/null"]);
    let output = script
        .current_dir(folder.path())
        .output()
        .expect("util-linux");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("6 of 6: 5.md") && shown.ends_with("\r\x1b[K"),
        "{shown:?}"
    );
    assert!(output.status.success());
    let ran = run(folder.path(), &["."]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
}

#[test]
fn fences_that_nest_or_stay_open_are_read_as_the_markup_says() {
    let (ran, _) = one(
        "a.md",
        "````md\n```redis\nredis> PING\nNO\n```\n````\n",
        &[],
    );
    assert_eq!(ran.code, 0, "it is a text about Markdown");
    let (ran, text) = one("a.md", "```redis\nredis> PING\nNO", &["--fix"]);
    assert_eq!((ran.code, &*text), (0, "```redis\nredis> PING\nPONG"));
    let (ran, text) = one("a.html", "<redis-prompt>redis> PING\nNO", &["--fix"]);
    assert_eq!((ran.code, &*text), (0, "<redis-prompt>redis> PING\nPONG"));
    let (ran, text) = one("a.adoc", "----\nredis> PING\nNO", &["--fix"]);
    assert_eq!((ran.code, &*text), (0, "----\nredis> PING\nPONG"));
    let (ran, text) = one("a.rst", "::\n\n redis> PING\n NO", &["--fix"]);
    assert_eq!((ran.code, &*text), (0, "::\n\n redis> PING\n PONG"));
}

#[test]
fn a_script_in_a_transcript_stays_text() {
    let element = "<redis-prompt><pre>redis&gt; SET a \"&lt;script&gt;alert(1)&lt;/script&gt;\"\nOK\nredis&gt; GET a\nNO</pre></redis-prompt>\n";
    let (ran, text) = one("a.html", element, &["--fix"]);
    assert_eq!(ran.code, 0);
    assert!(
        text.contains("\n\"&lt;script&gt;alert(1)&lt;/script&gt;\"</pre>"),
        "{text}"
    );
    let (ran, _) = one(
        "a.html",
        "<redis-prompt>redis> PING<script>\nredis> GET b\nNO</script>\nPONG</redis-prompt>",
        &[],
    );
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn what_is_printed_moves_no_cursor() {
    let text = "```redis\nredis> ECHO \x1b[2J\n\x1b]0;x\x07\n```\n";
    let (ran, _) = one("a.md", text, &[]);
    assert_eq!(ran.code, 1);
    assert!(
        !ran.out.contains('\x1b') && !ran.out.contains('\x07'),
        "{:?}",
        ran.out
    );
    let (ran, _) = one(
        "a.md",
        "```redis\nredis> PING\n::error::%0A\n```\n",
        &["--format", "github"],
    );
    assert!(
        ran.out.lines().all(|line| !line.starts_with("::error::")),
        "{}",
        ran.out
    );
}

#[test]
fn ten_megabytes_are_checked() {
    let mut text = String::from("```redis\n");
    let mut count = 0;
    while text.len() < 10_000_000 {
        text.push_str(&format!("redis> SET key:{count} {}\nOK\n", "x".repeat(200)));
        count += 1;
    }
    text.push_str("redis> DBSIZE\n(integer) 1\n```\n");
    let (ran, after) = one("a.md", &text, &["--fix"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(after.contains(&format!("redis> DBSIZE\n(integer) {count}\n")));
    assert_eq!(after.len() + 1 - count.to_string().len(), text.len());
}

#[test]
fn megabytes_of_anything_end() {
    let of = |part: &str| part.repeat(3_000_000 / part.len());
    for (name, part) in [
        ("a.html", "<pre>"),
        ("a.html", "<div class=example>"),
        ("a.html", "<form class=redis-cli>"),
        ("a.html", "<redis-prompt>"),
        ("a.html", "&lt&amp;&#x41;&"),
        ("a.md", "> "),
        ("a.md", "```redis\n"),
        ("a.md", "<redis-prompt>\n"),
        ("a.md", "- redis> GET 'a\n"),
        ("a.md", "<redis-prompt>{`x`}</redis-prompt> "),
        ("a.mdx", "{/*setnx-transcript:"),
        ("a.adoc", "[source,redis]\n----\n"),
        ("a.adoc", "x\n"),
        ("a.rst", "x::\n\n redis> GET a\n"),
        ("a.rst", ".. x::\n"),
    ] {
        let (ran, _) = one(name, &of(part), &[]);
        assert!(ran.code < 2, "{part}: {}", ran.err);
    }
    for line in [
        "redis> \n",
        "redis> GET 'a\n",
        "redis> GET a\n...\n",
        "...\n",
    ] {
        let text = format!("```redis\n{}```\n", of(line));
        let (ran, _) = one("a.md", &text, &[]);
        assert!(ran.code < 2, "{line}: {}", ran.err);
    }
}

#[test]
fn a_line_that_is_too_long_is_not_run_and_not_called_wrong() {
    let text = format!(
        "```redis\nredis> SET a {}\nOK\nredis> PING\nPONG\n```\n",
        "x".repeat(70_000)
    );
    let (ran, _) = one("a.md", &text, &[]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.out.contains("a line may have up to 64 KiB"),
        "{}",
        ran.out
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_between_two_files_and_leaves_each_whole() {
    use std::io::Read;
    let wrong = "```redis\nredis> PING\nNO\n```\n".repeat(2_000);
    let names: Vec<String> = (0..200).map(|number| format!("{number:03}.md")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (&**name, wrong.as_bytes()))
        .collect();
    let folder = folder(&files);
    let mut child = command(folder.path(), &["--fix", "."]).spawn().unwrap();
    // The first report tells that it is at work.
    let mut first = [0; 10];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    let pid = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("stopped; no file is half written"), "{err}");
    let right = wrong.replace("NO", "PONG");
    let (mut old, mut new) = (0, 0);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        old += usize::from(text == wrong);
        new += usize::from(text == right);
    }
    assert_eq!(old + new, names.len());
    assert!(old > 0 && new > 0, "{old} and {new}");
}
