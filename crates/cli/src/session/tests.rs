//! Sessions line by line: the output of each line, slices, and stopping.

use super::*;
use crate::log::{ENTRIES_MAX, LOG_BYTES_MAX};
use std::rc::Rc;

fn prompt() -> (Server, Session) {
    let mut server = Server::new();
    let session = Session::new(&mut server);
    (server, session)
}

fn last(session: &Session) -> &Entry {
    session.log().entries().next_back().unwrap()
}

#[test]
fn what_is_typed_waits_behind_what_a_program_asks_for_while_the_session_is_held() {
    let (mut server, mut session) = prompt();
    session.hold();
    session.enter("GET k");
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Waiting);
    session.enter_as("SET k v", Manner::Asked(1));
    session.release();
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
    let lines: Vec<_> = session
        .log()
        .entries()
        .map(|entry| entry.line.clone())
        .collect();
    assert_eq!(lines, ["SET k v", "GET k"]);
}

#[test]
fn what_was_typed_while_the_session_was_held_can_be_stopped() {
    let (mut server, mut session) = prompt();
    session.hold();
    session.enter("GET k");
    session.stop(&mut server);
    assert!(!session.is_busy() && !session.is_held());
}

#[test]
fn the_documentations_box_stands_ready() {
    let mut server = Server::new();
    let mut session = Session::new(&mut server);
    session.enter_as("FLUSHALL\nPING \"", Manner::Unseen);
    session.enter_as(
        "SETNX mykey \"Hello\"\nSETNX mykey \"World\"\nGET mykey",
        Manner::Shown,
    );
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
    assert_eq!(
        session.log().transcript(Lang::En),
        "redis> SETNX mykey \"Hello\"\n(integer) 1\n\
         redis> SETNX mykey \"World\"\n(integer) 0\n\
         redis> GET mykey\n\"Hello\"\n"
    );
    assert_eq!(session.history().older(""), None);
}

#[test]
fn a_blank_line_does_nothing_and_clear_empties_the_log() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, "  ");
    assert_eq!(session.log().entries().len(), 0);
    session.submit(&mut server, 0, "PING");
    session.submit(&mut server, 0, "CLEAR");
    assert_eq!(session.log().entries().len(), 0);
    session.submit(&mut server, 0, "PING");
    assert_eq!(last(&session).number, 1);
}

#[test]
fn the_prompt_follows_a_select_that_succeeded() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, "SELECT 3");
    assert_eq!(last(&session).prompt, "redis> ");
    assert_eq!(session.prompt(), "redis[3]> ");
    session.submit(&mut server, 0, "SELECT 16");
    assert_eq!(session.prompt(), "redis[3]> ");
    session.submit(&mut server, 0, "SELECT 0");
    assert_eq!(session.prompt(), "redis> ");
}

#[test]
fn two_sessions_share_a_server_and_keep_their_own_database() {
    let (mut server, mut one) = prompt();
    let mut two = Session::new(&mut server);
    one.submit(&mut server, 0, "SELECT 1");
    one.submit(&mut server, 0, "SET k v");
    two.submit(&mut server, 0, "GET k");
    assert_eq!(last(&two).output, "(nil)");
}

#[test]
fn a_count_repeats_within_its_limit() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, "3 INCR c");
    assert_eq!(
        last(&session).output,
        "(integer) 1\n(integer) 2\n(integer) 3"
    );
    session.submit(&mut server, 0, "0 INCR c");
    assert_eq!(last(&session).output, repeat::INVALID);
    session.submit(&mut server, 0, "1000001 INCR c");
    assert_eq!(last(&session).note, Some(say::TOO_MANY_TIMES.into()));
    session.submit(&mut server, 0, "GET c");
    assert_eq!(last(&session).output, "\"3\"");
}

#[test]
fn what_cannot_be_run_says_why_and_changes_nothing() {
    let (mut server, mut session) = prompt();
    let before = server.clone();
    for (line, output, note) in [
        ("SET k \"v".to_owned(), "Invalid argument(s)", None),
        (
            format!("SET k {}", "é".repeat(LINE_BYTES_MAX)),
            "",
            Some(say::LINE_TOO_LONG.into()),
        ),
        ("SET k v\0w".to_owned(), "", Some(say::LINE_WITH_NUL.into())),
    ] {
        session.submit(&mut server, 0, &line);
        let entry = last(&session);
        assert_eq!(
            (&*entry.output, entry.note.clone(), entry.is_error),
            (output, note, true)
        );
        assert!(entry.line.len() < 100);
    }
    assert!(server == before);
}

#[test]
fn a_long_output_is_cut_and_the_log_stays_within_its_limits() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, &format!("SET k '{}'", "é".repeat(20_000)));
    session.submit(&mut server, 0, "GET k");
    let entry = last(&session);
    assert!(entry.output.len() <= OUTPUT_BYTES_MAX && entry.note == Some(say::OUTPUT_CUT.into()));
    for _ in 0..ENTRIES_MAX + 10 {
        session.submit(&mut server, 0, "100 GET k");
    }
    let shown = |entry: &Rc<Entry>| entry.line.len() + entry.output.len();
    assert!(session.log().entries().map(shown).sum::<usize>() <= LOG_BYTES_MAX);
    assert!(session.log().dropped() > 0);
}

fn run(server: &mut Server, session: &mut Session, text: &str) {
    session.enter(text);
    while let Activity::Working(_) = session.advance(server, 0, 1) {}
}

#[test]
fn the_prompt_shows_a_transaction_and_what_it_selects() {
    let (mut server, mut session) = prompt();
    for (line, shown) in [
        ("MULTI", "redis(TX)> "),
        ("SELECT 3", "redis[3](TX)> "),
        ("SELECT 99", "redis[99](TX)> "),
        ("EXEC", "redis[3]> "),
        ("MULTI", "redis[3](TX)> "),
        ("SELECT 4", "redis[4](TX)> "),
        ("DISCARD", "redis[3]> "),
        ("GET \"open", "... "),
        ("\"", "redis[3]> "),
        ("Quit", "not connected> "),
        ("", "redis> "),
        ("MULTI", "redis(TX)> "),
        ("RESET", "redis> "),
        ("2 QUIT", "not connected> "),
        ("exit", "not connected> "),
        ("PING", "redis> "),
    ] {
        run(&mut server, &mut session, line);
        assert_eq!(session.prompt(), shown, "{line}");
    }
    assert_eq!(last(&session).prompt, "not connected> ");
    assert_eq!(last(&session).output, "PONG");
}

#[test]
fn a_paste_runs_line_by_line_and_a_count_in_slices() {
    let (mut server, mut session) = prompt();
    session.enter("redis> SET c 0\nOK\nredis> 1000 INCR c\n(integer) 1\nredis> GET c\n");
    let Activity::Working(pending) = session.advance(&mut server, 0, 5_000) else {
        panic!("that is too much for a slice");
    };
    assert!(pending.done > 1 && pending.done < 1000 && pending.total == 1000);
    assert_eq!(pending.queued, 1);
    let unfinished = session.unfinished().unwrap();
    assert!(unfinished.line == "1000 INCR c" && unfinished.output.contains("(integer) 2"));
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
    assert_eq!(last(&session).output, "\"1000\"");
    assert_eq!(session.history().older(""), Some("GET c"));
}

#[test]
fn a_stopped_line_says_how_far_it_came() {
    let (mut server, mut session) = prompt();
    session.enter("1000000 INCR c\nSET d 1");
    session.advance(&mut server, 0, 5_000);
    session.stop(&mut server);
    assert_eq!(session.advance(&mut server, 0, 5_000), Activity::Idle);
    let note = last(&session).note.as_ref().unwrap().get(Lang::En);
    session.submit(&mut server, 0, "GET c");
    let times = last(&session).output.trim_matches('"');
    assert!(
        note.contains(&format!("after {times} of 1000000")),
        "{note}"
    );
    session.submit(&mut server, 0, "EXISTS d");
    assert_eq!(last(&session).output, "(integer) 0");
}

#[test]
fn what_was_stopped_before_its_turn_is_counted() {
    let (mut server, mut session) = prompt();
    session.enter("SET a 1\nSET b 2\nSET c 3\n");
    while session.log().entries().len() < 1 {
        session.advance(&mut server, 0, 1);
    }
    session.enter("SET d 4");
    session.stop(&mut server);
    assert_eq!(session.advance(&mut server, 0, 1), Activity::Idle);
    let note = last(&session).note.as_ref().unwrap().get(Lang::En);
    assert!(note.contains("3 more were not run."), "{note}");
    assert_eq!(session.history().older(""), Some("SET d 4"));
    session.enter("SET a 1\nSET b 2\n");
    while session.log().entries().len() < 3 {
        session.advance(&mut server, 0, 1);
    }
    session.stop(&mut server);
    assert_eq!(session.advance(&mut server, 0, 1), Activity::Idle);
    let note = last(&session).note.as_ref().unwrap().get(Lang::En);
    assert!(note.contains("1 more was not run."), "{note}");
}

#[test]
fn lines_behind_one_that_blocks_are_counted() {
    let (mut server, mut session) = prompt();
    session.enter("BLPOP q 0");
    let activity = session.advance(&mut server, 0, u64::MAX);
    assert!(matches!(activity, Activity::Blocked { .. }));
    assert_eq!(session.queued(), 0);
    session.enter("PING");
    session.enter("GET k");
    session.advance(&mut server, 0, u64::MAX);
    assert_eq!(session.queued(), 2);
}

#[test]
fn a_long_reply_is_freed_in_slices() {
    let (mut server, mut session) = prompt();
    for number in 0..30_000 {
        session.submit(&mut server, 0, &format!("SET {number} 1"));
    }
    for (text, line) in [("KEYS *", "KEYS *"), ("MULTI\nKEYS *\nEXEC", "EXEC")] {
        session.enter(text);
        let mut steps = 0;
        while session.advance(&mut server, 0, 1) != Activity::Idle {
            let printed = session.unfinished().map(|entry| entry.output.len());
            steps += usize::from(printed > Some(100));
        }
        assert!(steps >= 3, "{text}: {steps}");
        assert!(last(&session).line == line && last(&session).note.is_some());
    }
}

#[test]
fn exec_that_has_begun_runs_whole_though_it_is_stopped() {
    let (mut server, mut session) = prompt();
    session.enter("MULTI");
    session.enter(&"INCR c\n".repeat(10_000));
    session.enter("EXEC");
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
    session.enter("MULTI\nINCR c\nEXEC\nPING");
    while session
        .unfinished()
        .is_none_or(|entry| entry.line != "EXEC")
    {
        session.advance(&mut server, 0, 1);
    }
    session.stop(&mut server);
    assert_eq!(session.advance(&mut server, 0, u64::MAX), Activity::Idle);
    assert_eq!(last(&session).line, "EXEC");
}

#[test]
fn exec_that_has_begun_runs_whole_though_its_session_is_closed() {
    let (mut server, mut one) = prompt();
    let mut two = Session::new(&mut server);
    one.enter("MULTI");
    one.enter(&"INCR c\n".repeat(10_000));
    one.enter("EXEC");
    while server.running().is_none() {
        one.advance(&mut server, 0, 1);
    }
    one.advance(&mut server, 0, 1_000);
    one.close(&mut server);
    two.submit(&mut server, 0, "GET c");
    assert_eq!(last(&two).output, "\"10000\"");
}

#[test]
fn one_waits_while_the_server_works_for_another() {
    let (mut server, mut one) = prompt();
    let mut two = Session::new(&mut server);
    one.enter("MULTI");
    one.enter(&"INCR c\n".repeat(10_000));
    one.advance(&mut server, 0, u64::MAX);
    one.enter("EXEC");
    while server.running().is_none() {
        one.advance(&mut server, 0, 1);
    }
    two.enter("GET c");
    assert_eq!(two.advance(&mut server, 0, 1_000), Activity::Waiting);
    assert_eq!(one.advance(&mut server, 0, u64::MAX), Activity::Idle);
    assert_eq!(two.advance(&mut server, 0, 1_000), Activity::Idle);
    assert_eq!(last(&two).output, "\"10000\"");
}

#[test]
fn silence_says_why_and_texts_are_raw() {
    let (mut server, mut session) = prompt();
    for (line, output, note) in [
        ("CLIENT LIST x", "ERR syntax error", None),
        ("CLIENT REPLY SKIP", "", Some(say::SILENCE)),
        ("PING", "", Some(say::SILENCE)),
        ("PING", "PONG", None),
    ] {
        session.submit(&mut server, 0, line);
        let entry = last(&session);
        assert_eq!(
            (&*entry.output, &entry.note),
            (output, &note.map(Phrase::from))
        );
    }
}

#[test]
fn preferences_are_kept_and_others_are_unknown() {
    let (mut server, mut session) = prompt();
    for (line, output, hints) in [
        (":set nohints", "", false),
        (":SET HINTS", "", true),
        (":set x", "unknown redis-cli preference 'x'", true),
        (":x", "unknown redis-cli internal command ':x'", true),
    ] {
        session.submit(&mut server, 0, line);
        assert_eq!(
            (&*last(&session).output, session.has_hints()),
            (output, hints)
        );
    }
}

fn called(session: &mut Session, server: &mut Server, text: &str) -> Vec<String> {
    session.listen();
    assert!(session.call(Calls::new(7, text.as_bytes().to_vec())));
    while let Activity::Working(_) = session.advance(server, 0, 100) {}
    let shown = |answer: &Answer| match answer {
        Answer::Line(heard) => heard.entry.line.clone(),
        Answer::Reply(7, reply) => format!("{reply:?}"),
        other => format!("{other:?}"),
    };
    session.take_answers().iter().map(shown).collect()
}

#[test]
fn calls_are_answered_in_order_with_lines_and_leave_nothing_in_the_log() {
    let (mut server, mut session) = prompt();
    session.listen();
    session.enter_as("SET k 1", Manner::Asked(6));
    let told = called(
        &mut session,
        &mut server,
        "INCR\0k\u{1}GET\0k\u{1}ECHO\0\u{2}00ff\u{1}ECHO\0",
    );
    let expected = [
        "SET k 1".to_owned(),
        format!("{:?}", Answer::LinesEnd(6)),
        format!("{:?}", Reply::Int(2)),
        format!("{:?}", Reply::bulk("2")),
        format!("{:?}", Reply::bulk(vec![0, 255])),
        format!("{:?}", Reply::bulk("")),
        format!("{:?}", Answer::End(7, true)),
    ];
    assert_eq!(told, expected);
    assert_eq!(session.log().entries().len(), 1);
    assert_eq!(session.history().older(""), None);
}

#[test]
fn a_call_on_a_closed_connection_connects_again_and_the_prompt_follows_it() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, "quit");
    let told = called(&mut session, &mut server, "SELECT\u{0}3");
    assert_eq!(told[0], format!("{:?}", Reply::OK));
    assert_eq!(session.prompt(), "redis[3]> ");
}

#[test]
fn calls_that_are_stopped_say_that_they_are_not_whole() {
    let (mut server, mut session) = prompt();
    session.listen();
    let many = vec!["INCR\0n"; 1000].join("\u{1}");
    assert!(session.call(Calls::new(1, many.clone().into_bytes())));
    assert!(session.call(Calls::new(2, many.into_bytes())));
    session.enter_as("PING", Manner::Asked(3));
    session.advance(&mut server, 0, 1_000);
    session.stop(&mut server);
    while session.advance(&mut server, 0, u64::MAX) != Activity::Idle {}
    let ends = session
        .take_answers()
        .into_iter()
        .filter(|answer| matches!(answer, Answer::End(..) | Answer::LinesEnd(_)));
    let ends: Vec<String> = ends.map(|answer| format!("{answer:?}")).collect();
    assert_eq!(ends, ["End(2, false)", "LinesEnd(3)", "End(1, false)"]);
    assert!(
        session.call(Calls::new(4, vec![b'x'; QUEUE_BYTES_MAX])),
        "the queue is empty again"
    );
    assert!(!session.call(Calls::new(5, vec![b'x'])));
}

/// What is said below the last line, in English.
fn note(session: &Session) -> String {
    let note = last(session).note.as_ref();
    note.map_or(String::new(), |note| note.get(Lang::En))
}

#[test]
fn whoever_subscribes_is_told_how_to_leave_and_can() {
    let (mut server, mut session) = prompt();
    for (line, refused) in [
        ("SUBSCRIBE news", "Can't execute 'get'"),
        ("PSUBSCRIBE n*", "Can't execute 'get'"),
        ("MONITOR", "Replica can't interact with the keyspace"),
    ] {
        let end = match line {
            "MONITOR" => "RESET ends MONITOR, and so does Ctrl+C.",
            _ => "RESET ends the subscription, and so does Ctrl+C.",
        };
        session.submit(&mut server, 0, line);
        assert!(note(&session).ends_with(end), "{line}: {}", note(&session));
        session.submit(&mut server, 0, "GET k");
        assert!(last(&session).output.contains(refused), "{line}");
        let is_hinted = note(&session).ends_with(end);
        assert_eq!(is_hinted, line == "MONITOR", "{line}: {}", note(&session));
        session.submit(&mut server, 0, "RESET");
        assert_eq!(note(&session), "", "{line}");
        session.submit(&mut server, 0, "GET k");
        assert_eq!(last(&session).output, "(nil)", "{line}");
        // As Ctrl+C in redis-cli.
        session.submit(&mut server, 0, line);
        session.stop(&mut server);
        assert!(!session.is_open(), "{line}");
        assert!(note(&session).starts_with("The connection is closed"));
        session.submit(&mut server, 0, "GET k");
        assert_eq!(last(&session).output, "(nil)", "{line}");
        // There is nothing to leave: Ctrl+C stops nothing.
        session.stop(&mut server);
        assert!(session.is_open(), "{line}");
    }
}

#[test]
fn a_second_subscription_needs_no_word() {
    let (mut server, mut session) = prompt();
    session.submit(&mut server, 0, "SUBSCRIBE one");
    session.submit(&mut server, 0, "SUBSCRIBE two");
    assert_eq!(note(&session), "");
}
