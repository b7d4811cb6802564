//! Replays the sessions in `tests/golden` at our prompt. `differential` shows that they are redis-cli's own.

mod golden;
#[path = "golden/replay.rs"]
mod replay;

use std::path::PathBuf;

#[test]
fn our_prompt_prints_what_redis_cli_prints() {
    replay::compare();
}

#[test]
fn every_file_of_a_session_is_one_and_comes_back_as_it_stands_there() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = std::fs::read_dir(&folder).expect("the folder of sessions");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name())
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    let sessions = golden::all();
    assert!(names.iter().eq(sessions.iter().map(|golden| golden.name)));
    for golden in sessions {
        let mut text = String::new();
        for part in &golden.parts {
            part.push_to(&mut text);
        }
        let file = std::fs::read_to_string(folder.join(golden.name)).expect("the file is there");
        assert_eq!(text, file, "{}", golden.name);
    }
}
