//! The sessions in `tests/golden` are redis-cli's own: as transcripts they are right, and with any reply changed, wrong.

use crate::program::{folder, run};
use std::fs;
use std::path::PathBuf;

fn sessions() -> Vec<(String, String)> {
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(golden)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let paths = entries.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let sessions = paths.map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    sessions.collect()
}

/// A transcript that says that it begins with no keys.
fn in_a_fence(session: &str) -> String {
    format!("````redis setup=FLUSHALL\n{session}````\n")
}

#[test]
fn what_redis_cli_printed_is_right() {
    let sessions = sessions();
    assert!(sessions.len() > 10);
    for (name, session) in sessions {
        let folder = folder(&[("a.md", in_a_fence(&session).as_bytes())]);
        let ran = run(folder.path(), &["--strict", "a.md"]);
        assert_eq!(ran.code, 0, "{name}:\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn what_redis_cli_did_not_print_is_wrong() {
    let (mut changed, mut found) = (0, 0);
    for (name, session) in sessions() {
        let mut text = String::new();
        for line in session.lines() {
            let is_number = line
                .strip_prefix("(integer) ")
                .is_some_and(|rest| rest.parse::<i64>().is_ok());
            if is_number {
                changed += 1;
                text.push_str(&line.replace("(integer) ", "(integer) 4"));
            } else {
                text.push_str(line);
            }
            text.push('\n');
        }
        let folder = folder(&[("a.md", in_a_fence(&text).as_bytes())]);
        let ran = run(folder.path(), &["--json", "a.md"]);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let differences = report["files"][0]["differences"].as_array().unwrap();
        for difference in differences {
            let expected = difference["expected"].as_str().unwrap();
            assert!(expected.contains("(integer) 4"), "{name}: {difference}");
        }
        found += differences.len();
    }
    // The rest are connection numbers and the like.
    assert!(
        changed > 100 && changed - found < 10,
        "{found} of {changed}"
    );
}
