//! Every lesson as a golden text: for each move its facts, and its sentence in both languages.

mod reviewed;

use std::fmt::Write;

use proptest::prelude::*;
use setnx_playground::lesson::{self, Lesson, facts};
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{ClientId, MessageId, Move, Peer, Run, Setup, seconds, server_name};
use setnx_playground::tell::{self, Segment, SegmentKind};
use setnx_playground::text::Lang;

#[test]
fn every_lesson_reads_as_it_was_reviewed() {
    for lesson in lesson::ALL {
        reviewed::check(&format!("lessons/{}.txt", lesson.id), &written(lesson));
    }
}

#[test]
fn every_lesson_has_its_golden_text_and_every_text_its_lesson() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lessons");
    let files = std::fs::read_dir(dir).expect("the golden lessons");
    let mut names: Vec<String> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let mut known: Vec<String> = lesson::ALL
        .iter()
        .map(|lesson| format!("{}.txt", lesson.id))
        .collect();
    names.sort();
    known.sort();
    assert_eq!(names, known);
}

fn written(lesson: &Lesson) -> String {
    let mut out = String::new();
    let run = lesson.run();
    for lang in Lang::ALL {
        let title = lesson.title.get(lang);
        writeln!(
            out,
            "{}  {title}\n    {}",
            lesson.id,
            lesson.summary.get(lang)
        )
        .unwrap();
    }
    let clients = run.world(0).clients().len();
    let start = seconds(run.world(0).now_ms());
    writeln!(
        out,
        "    t = {start}, lease {}, {clients} clients",
        lesson.lease_s
    )
    .unwrap();
    for (index, outcome) in run.outcomes().enumerate() {
        let after = run.world(index + 1);
        let moved = match &outcome.mv {
            Move::Step(id) => format!("{id} steps"),
            Move::Read(id) => format!("{id} reads its clock"),
            Move::Send(id) => format!("{id} sends"),
            Move::Execute(message) => format!("the command of {} is executed", message.client),
            Move::Receive(message) => format!("{} receives its reply", message.client),
            Move::Crash(id) => format!("{id} crashes"),
            Move::Restart(id) => format!("{id} restarts"),
            Move::Pause(id) => format!("{id} is paused"),
            Move::Resume(id) => format!("{id} is resumed"),
            Move::Tick(ms) => format!("{} s pass", seconds(*ms)),
            Move::Skew(id, ms) => format!("the clock of {id} is set {} s ahead", seconds(*ms)),
            Move::TimeOut(id) => format!("{id} waits no longer"),
            Move::Meanwhile(id) => format!("the second thread of {id} steps"),
            Move::Lose(message) => format!("a message of {} is lost", message.client),
            Move::Fail(place) => format!("{} fails", server_name(*place)),
            Move::Recover(place, memory) => {
                format!("{} restarts, {memory:?}", server_name(*place))
            }
            Move::Sync(place) => format!("{} syncs", server_name(*place)),
            Move::SkewServer(place, ms) => {
                let name = server_name(*place);
                format!("the clock of {name} is set {} s ahead", seconds(*ms))
            }
            Move::Replicate(place) => format!("a write reaches {}", server_name(*place)),
            Move::Promote(place) => format!("{} is promoted", server_name(*place)),
            Move::CutOff(node) => format!("{} is cut off", tell::label::node(*node)),
            Move::Rejoin(node) => format!("{} rejoins", tell::label::node(*node)),
            Move::Type(line) => format!("the reader types {line}"),
        };
        let scene = if index < lesson.opening {
            " (opening)"
        } else {
            ""
        };
        let time = seconds(after.now_ms());
        writeln!(out, "\n{}. t = {time}, {moved}{scene}", index + 1).unwrap();
        writeln!(out, "    {}", facts(outcome, after)).unwrap();
        for lang in Lang::ALL {
            writeln!(
                out,
                "    {}",
                marked(&lesson::narrate(lang, index, &run, Some(lesson)))
            )
            .unwrap();
        }
    }
    out
}

/// A sentence with its codes in backticks and what went wrong in asterisks.
fn marked(segments: &[Segment]) -> String {
    let all = segments.iter().map(|segment| match segment.kind {
        SegmentKind::Plain => segment.text.clone(),
        SegmentKind::Code => format!("`{}`", segment.text),
        SegmentKind::Bad => format!("**{}**", segment.text),
    });
    all.collect()
}

/// Any move of three clients and a reader.
fn any_move() -> impl Strategy<Value = Move> {
    let client = || (1_u8..=3).prop_map(ClientId);
    let message = || {
        (
            client(),
            prop::sample::select(vec![Peer::Server(0), Peer::Store]),
        )
            .prop_map(|(client, peer)| MessageId { client, peer, n: 0 })
    };
    let typed = prop::sample::select(vec![
        "DEL lock.foo",
        "SET lock.foo {time}",
        "SET lock.foo *",
        "SET lock.foo \"\"",
        "GET lock.foo",
        "LPUSH lock.foo a",
        "COMMAND",
        "NO SUCH",
    ]);
    prop_oneof![
        12 => client().prop_map(Move::Step),
        2 => client().prop_map(Move::Read),
        2 => client().prop_map(Move::Send),
        2 => message().prop_map(Move::Execute),
        2 => message().prop_map(Move::Receive),
        1 => client().prop_map(Move::Crash),
        1 => client().prop_map(Move::Restart),
        1 => client().prop_map(Move::Pause),
        1 => client().prop_map(Move::Resume),
        4 => prop::sample::select(vec![1, 1_000, 12_000]).prop_map(Move::Tick),
        1 => (client(), -20_000_i64..20_000).prop_map(|(id, ms)| Move::Skew(id, ms)),
        1 => typed.prop_map(|line| Move::Type(line.into())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A reader's own play is described as completely as a lesson: every value is there, and the move that breaks a property
    /// first is marked.
    #[test]
    fn every_move_of_any_run_is_told(
        algorithm in prop::sample::select(&Algorithm::ALL),
        moves in prop::collection::vec(any_move(), 0..40),
    ) {
        let mut run = Run::new(Setup::new(algorithm, 3).world());
        for mv in moves {
            let _ = run.push(mv);
        }
        for (index, outcome) in run.outcomes().enumerate() {
            for lang in Lang::ALL {
                let segments = lesson::narrate(lang, index, &run, None);
                let plain = segments.iter().filter(|segment| segment.kind == SegmentKind::Plain);
                let plain: String = plain.map(|segment| segment.text.as_str()).collect();
                prop_assert!(!plain.contains(['{', '}', '*']), "{:?}: {}", outcome.mv, plain);
                prop_assert!(segments.iter().all(|segment| !segment.text.is_empty()), "{:?}: {:?}", outcome.mv, segments);
                prop_assert!(segments.iter().map(|segment| segment.text.len()).sum::<usize>() < 2_000);
                let marked = segments.iter().any(|segment| segment.kind == SegmentKind::Bad);
                prop_assert!(marked || run.newly_broken(index).next().is_none());
            }
        }
    }
}

#[test]
fn a_deadlock_that_a_reader_makes_is_told_once_with_its_reason() {
    let mut run = Run::new(Setup::new(Algorithm::Setnx, 2).world());
    let (c1, c2) = (ClientId(1), ClientId(2));
    for mv in [
        Move::Step(c1),
        Move::Crash(c1),
        Move::Tick(1),
        Move::Step(c2),
    ] {
        run.push(mv).expect("a move");
    }
    let told = (0..run.len()).map(|index| marked(&lesson::narrate(Lang::En, index, &run, None)));
    let told: Vec<String> = told.filter(|sentence| sentence.contains("**")).collect();
    assert_eq!(
        told,
        [
            "C1 crashes. It loses its registers and its place in the program. **From here on C2 will never get the \
             lock, unless a clock is set back, the server forgets, or you type a command. A try only asks whether the key exists, and nobody deletes it.**"
        ]
    );
}

/// A sentence of a lesson assumes the earlier moves: with another past, the same move gets the general sentence.
#[test]
fn a_run_that_has_left_its_lesson_is_told_in_general_from_there() {
    let lesson = lesson::find("D2").expect("D2");
    let told = |run: &Run, index, lesson| marked(&lesson::narrate(Lang::En, index, run, lesson));
    let own = lesson.run();
    let mut other = own.prefix(3);
    other.push(Move::Tick(1)).expect("time");
    for mv in own.schedule().moves.drain(3..) {
        other.push(mv).expect("a move");
    }
    for index in 0..other.len() {
        let is_own = told(&other, index, Some(lesson)) != told(&other, index, None);
        assert_eq!(is_own, index < 3, "move {}", index + 1);
    }
    let mut stopped = own.prefix(3);
    stopped
        .push(Move::Step(ClientId(2)))
        .expect("C2 instead of C1");
    stopped
        .push(own.schedule().moves[4].clone())
        .expect("as in the lesson");
    assert_eq!(told(&stopped, 4, Some(lesson)), told(&stopped, 4, None));
    assert_eq!(told(&own, own.len(), Some(lesson)), "", "past the end");
}
