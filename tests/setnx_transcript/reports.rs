//! The documents beside these tests, with the reports and the corrections that a person reviews. `SETNX_BLESS=1` writes
//! them anew.

use crate::program::{Ran, documents, folder, run};
use std::fs;
use std::path::PathBuf;

/// The documents, by name.
fn names() -> Vec<String> {
    let entries = fs::read_dir(documents()).expect("the documents");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let mut names: Vec<String> = names
        .filter(|name| name.matches('.').count() == 1)
        .collect();
    names.sort();
    assert!(names.len() > 5);
    names
}

fn check(name: &str, text: &str) {
    let path: PathBuf = documents().join(name);
    if std::env::var_os("SETNX_BLESS").is_some() {
        fs::write(&path, text).expect("it is written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "{name}; SETNX_BLESS=1 rewrites it");
}

fn told(ran: &Ran) -> String {
    format!("{}{}exit code {}\n", ran.out, ran.err, ran.code)
}

#[test]
fn each_document_has_the_report_that_is_kept() {
    for name in names() {
        check(
            &format!("{name}.report.txt"),
            &told(&run(&documents(), &[&name])),
        );
    }
}

#[test]
fn each_document_is_corrected_as_is_kept_and_then_is_right() {
    for name in names() {
        let before = fs::read(documents().join(&name)).expect("the document");
        let folder = folder(&[(&name, &before)]);
        let first = run(folder.path(), &["--fix", &name]);
        let after = fs::read_to_string(folder.path().join(&name)).expect("the document");
        if before == after.as_bytes() {
            assert!(!first.out.contains("rewritten"), "{}", first.out);
        } else {
            check(&format!("{name}.fixed.txt"), &after);
        }
        let second = run(folder.path(), &["--fix", &name]);
        assert_eq!(second.code, first.code, "{name}: {}", second.out);
        assert!(!second.out.contains("rewritten"), "{name}: {}", second.out);
        let last = fs::read_to_string(folder.path().join(&name)).expect("the document");
        assert_eq!(last, after, "{name} is corrected once");
    }
}

#[test]
fn a_workflow_and_a_program_get_what_they_can_read() {
    for (format, ending) in [("github", "github.txt"), ("json", "json")] {
        let ran = run(
            &documents(),
            &["--format", format, "wrong.md", "left-out.md"],
        );
        assert_eq!(ran.code, 1);
        check(&format!("both.report.{ending}"), &ran.out);
        if format == "json" {
            let document: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
            assert!(document["different"].as_u64() > Some(5));
        }
    }
}

#[test]
fn what_cannot_be_checked_is_an_error_only_when_asked() {
    let file = ("a.md", &b"```redis\nredis> FAILOVER\nOK\n```\n"[..]);
    let folder = folder(&[file]);
    let lenient = run(folder.path(), &["a.md"]);
    assert_eq!(lenient.code, 0);
    assert!(
        lenient.out.contains("'FAILOVER' is not in this playground"),
        "{}",
        lenient.out
    );
    assert_eq!(run(folder.path(), &["--strict", "a.md"]).code, 1);
}

#[test]
fn a_setup_of_all_transcripts_comes_from_a_file() {
    let folder = folder(&[
        ("setup", b"# for all\nSET a 1\n"),
        ("broken", b"SET a\n"),
        ("a.md", b"```redis\nredis> GET a\n\"1\"\n```\n\n<redis-prompt>\nredis> INCR a\n(integer) 2\n</redis-prompt>\n"),
    ]);
    let ran = run(folder.path(), &["--setup", "setup", "a.md"]);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
    assert_eq!(run(folder.path(), &["a.md"]).code, 1);
    let ran = run(folder.path(), &["--setup", "broken", "a.md"]);
    assert!(
        ran.out
            .contains("`SET a` of the setup failed: (error) ERR wrong number"),
        "{}",
        ran.out
    );
    let ran = run(folder.path(), &["--setup", "none", "a.md"]);
    assert!(
        ran.code == 2 && ran.err.contains("none cannot be read"),
        "{}",
        ran.err
    );
}
