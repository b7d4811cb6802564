//! The sessions at our own prompt, on the host and in a browser.

use crate::golden::{self, Part};
use setnx_playground::cli::Session;
use setnx_playground::keyspace::Server;
use setnx_playground::text::Lang;

/// Enters the lines of every session, and panics where something else is printed than redis-cli did.
pub fn compare() {
    let mut differing = Vec::new();
    for golden in golden::all() {
        let lines = golden.parts.iter().filter_map(|part| match part {
            Part::Prose(_) => None,
            Part::Exchange { line, .. } => Some(&**line),
        });
        let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
        let mut session = Session::new(&mut server);
        for line in lines {
            session.submit(&mut server, 1_700_000_000_000, line);
        }
        let ours = as_printed(&session.log().transcript(Lang::En));
        let theirs = golden.transcript();
        if ours != theirs {
            let difference = first_difference(&ours, &theirs);
            differing.push(format!("{}:\n{difference}", golden.name));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}

/// A transcript as it would stand in a golden file.
fn as_printed(transcript: &str) -> String {
    let mut text = String::new();
    for mut part in golden::parse(transcript).expect("a transcript of sessions") {
        if let Part::Exchange { line, output, .. } = &mut part {
            golden::stable(line, output);
        }
        part.push_to(&mut text);
    }
    text
}

/// The first line that differs, below the last line that was entered before it.
fn first_difference(ours: &str, theirs: &str) -> String {
    let mut entered = "";
    let mut lines = theirs.lines();
    for our in ours.lines() {
        let their = lines.next().unwrap_or("(nothing more)");
        if our != their {
            return format!("{entered}\nredis-cli  {their}\nours       {our}\n");
        }
        if our.starts_with("redis") {
            entered = our;
        }
    }
    format!(
        "{entered}\nredis-cli  {}\nours       (nothing more)\n",
        lines.next().unwrap_or_default()
    )
}
