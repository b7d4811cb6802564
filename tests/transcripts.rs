//! The sessions in `tests/golden`, replayed by our prompt. That they are redis-cli's own, `differential` shows.

mod golden;

use golden::Part;
use setnx_playground::cli::Session;
use setnx_playground::keyspace::Server;
use setnx_playground::text::Lang;

#[test]
fn our_prompt_prints_what_redis_cli_prints() {
    let sessions = golden::all();
    assert!(!sessions.is_empty());
    for golden in sessions {
        let lines = golden.parts.iter().filter_map(|part| match part {
            Part::Prose(_) => None,
            Part::Exchange { line, .. } => Some(&**line),
        });
        let lines: Vec<&str> = lines.collect();
        let mut server = Server::new();
        let session = Session::with_transcript(&mut server, 1_700_000_000_000, &lines);
        assert_eq!(
            session.log().transcript(Lang::En),
            golden.transcript(),
            "{}",
            golden.path.display()
        );
    }
}

#[test]
fn a_session_comes_back_from_its_file_as_it_stands_there() {
    for golden in golden::all() {
        let mut text = String::new();
        for part in &golden.parts {
            part.push_to(&mut text);
        }
        let file = std::fs::read_to_string(&golden.path).expect("the file is there");
        assert_eq!(text, file, "{}", golden.path.display());
    }
}
