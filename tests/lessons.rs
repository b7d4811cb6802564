//! Every lesson as a golden text: for each move its facts, and its sentence in both languages.

mod reviewed;

use std::fmt::Write;

use setnx_playground::lesson::{self, Kind, Lesson, Segment, facts};
use setnx_playground::sim::{Move, Run, seconds};
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
            writeln!(out, "    {}", marked(&lesson.narrate(lang, index, &run))).unwrap();
        }
    }
    out
}

/// A sentence with its codes in backticks and what went wrong in asterisks.
fn marked(segments: &[Segment]) -> String {
    let all = segments.iter().map(|segment| match segment.kind {
        Kind::Plain => segment.text.clone(),
        Kind::Code => format!("`{}`", segment.text),
        Kind::Bad => format!("**{}**", segment.text),
    });
    all.collect()
}

#[test]
fn a_sentence_is_told_only_of_the_move_that_it_belongs_to() {
    let lesson = lesson::find("D2").expect("D2");
    let mut other = Run::new(lesson.start());
    other.push(Move::Tick(1)).expect("time goes on");
    assert!(lesson.narrate(Lang::En, 0, &other).is_empty());
    assert!(lesson.narrate(Lang::En, 99, &lesson.run()).is_empty());
}
