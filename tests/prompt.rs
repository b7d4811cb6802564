//! The prompt from outside: what is copied from it can be entered again.

use proptest::prelude::*;
use setnx_playground::cli::{self, Activity, Session};
use setnx_playground::keyspace::{KeyspaceMode, Server, words};
use setnx_playground::text::Lang;

const NOW_MS: i64 = 1_700_000_000_000;

/// A prompt at which a text was entered, and run to its end in small slices.
fn after(text: &str) -> Session {
    let mut server = Server::new();
    let mut session = Session::new(&mut server);
    session.enter(text);
    while let Activity::Working(_) = session.advance(&mut server, NOW_MS, 1_000) {}
    session
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop_oneof![
            Just("SET k v"), Just("GET k"), Just("3 INCR c"), Just("SELECT 3"), Just("MULTI"), Just("EXEC"),
            Just("DISCARD"), Just("HELLO 3"), Just("quit"), Just("1 quit"), Just(""), Just("help SETNX"),
            Just("help @string"), Just("? nosuch"), Just("setxn a b"), Just("SET k \"two\nlines\""),
            Just("SET k '\n# no comment\n\n... \nredis'"), Just("GET \"k\"k"), Just("# nothing"), Just("0 GET k"),
            Just(":set hints"), Just(":set x"), Just(":set '\nredis> x'"), Just("restart"), Just("connect a b"), Just("ECHO \"redis> PING\""),
            Just("ECHO '\nredis> x"), Just("'"), Just("\""), Just("INFO"), Just("CLIENT LIST x"), Just("clear x"),
        ].prop_map(str::to_owned),
        1 => "[ -~\n]{0,24}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_that_is_copied_and_pasted_gives_the_same_replies(lines in prop::collection::vec(line(), 1..12)) {
        let mut server = Server::new();
        let mut session = Session::new(&mut server);
        for line in lines {
            session.enter(&line);
            while let Activity::Working(_) = session.advance(&mut server, NOW_MS, 1_000) {}
        }
        session.cancel();
        for lang in Lang::ALL {
            let copied = session.log().transcript(lang);
            prop_assert_eq!(after(&copied).log().transcript(lang), copied);
        }
    }

    #[test]
    fn any_text_can_be_entered_coloured_hinted_and_completed(text in any::<String>(), caret: prop::sample::Index) {
        let mode = KeyspaceMode::ALL[caret.index(3)];
        let session = after(&text);
        let _ = session.log().transcript(Lang::En);
        let _ = (cli::tokens(mode, &text), cli::hint(mode, &text));
        let mut server = Server::new();
        let connection = server.connect();
        cli::complete(&text, caret.index(text.len() + 1), &server, connection, NOW_MS);
    }

    #[test]
    fn a_completed_line_asks_for_the_very_key(key in prop::collection::vec(any::<u8>(), 1..8), typed: prop::sample::Index) {
        let mut server = Server::new();
        let mut session = Session::new(&mut server);
        let set = [b"SET".to_vec(), key.clone(), b"it".to_vec()];
        server.execute(session.connection(), NOW_MS, &set);
        let written = words::written(&key);
        let at = typed.index(written.len() + 1);
        let begun = written.get(..at).unwrap_or_default();
        let line = format!("GET {begun}");
        let completion = cli::complete(&line, line.len(), &server, session.connection(), NOW_MS);
        if completion.items.is_empty() {
            // Half an escape says something else, and a closed quote ends its word.
            prop_assert!(at > 0 && written.starts_with('"') && written != begun, "{}", line);
            return Ok(());
        }
        let line = format!("{}{}", &line[..completion.replace.start], completion.items[0].insert);
        session.submit(&mut server, NOW_MS, &line);
        let last = session.log().entries().next_back().expect("an entry");
        prop_assert_eq!(&*last.output, "\"it\"", "{}", line);
    }
}

#[test]
fn twenty_thousand_lines_can_be_pasted() {
    let mut text = String::new();
    for number in 0..20_000 {
        text.push_str(&format!(
            "127.0.0.1:6379> SET key:{number} \"value of {number}\"\nOK\n"
        ));
    }
    text.push_str("127.0.0.1:6379> DBSIZE\n");
    let began = std::time::Instant::now();
    let session = after(&text);
    println!("20,000 lines took {:?}", began.elapsed());
    let last = session.log().entries().next_back().expect("an entry");
    assert_eq!(last.output, "(integer) 20000");
}
