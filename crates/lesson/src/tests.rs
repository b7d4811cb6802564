//! Every lesson against the engine: what each move shows, and that its sentences take their values from it.

use super::*;
use base::text::Lang;
use sim::{Broken, Outcome, Run};
use tell::SegmentKind;

#[test]
fn every_lesson_plays_to_its_end_and_shows_what_it_claims() {
    for lesson in ALL {
        let (run, stopped) = Run::play(lesson.start(), &lesson.schedule());
        assert_eq!(stopped, None, "{}", lesson.id);
        for (index, beat) in lesson.beats.iter().enumerate() {
            let shown = facts(run.outcome(index).unwrap(), run.world(index + 1));
            assert_eq!(shown, beat.shows, "{} move {}", lesson.id, index + 1);
        }
    }
}

#[test]
fn every_placeholder_has_a_value_in_both_languages() {
    for lesson in ALL {
        let run = lesson.run();
        for index in 0..lesson.beats.len() {
            for lang in Lang::ALL {
                let segments = narrate(lang, index, &run, Some(lesson));
                let text: String = segments
                    .iter()
                    .map(|segment| segment.text.as_str())
                    .collect();
                let place = format!("{} move {}: {text}", lesson.id, index + 1);
                assert!(!text.is_empty(), "{place}");
                assert!(!text.contains(['{', '}', '*']), "{place}");
            }
        }
    }
}

#[test]
fn no_sentence_has_a_number_or_a_client_typed_into_it() {
    for lesson in ALL {
        for (index, beat) in lesson.beats.iter().enumerate() {
            for lang in Lang::ALL {
                let say = beat.say.map_or("", |say| say.get(lang));
                let typed = say.contains(|c: char| c.is_ascii_digit());
                assert!(!typed, "{} move {}: {say}", lesson.id, index + 1);
            }
        }
    }
}

#[test]
fn what_went_wrong_is_marked_where_a_property_broke_and_nowhere_else() {
    for lesson in ALL {
        let run = lesson.run();
        for (index, outcome) in run.outcomes().enumerate() {
            let is_last = index + 1 == lesson.beats.len();
            let deadlock = is_last && run.last().deadlock().is_some();
            let wrong = deadlock || !outcome.broken.is_empty();
            for lang in Lang::ALL {
                let segments = narrate(lang, index, &run, Some(lesson));
                let marked = segments
                    .iter()
                    .any(|segment| segment.kind == SegmentKind::Bad);
                assert_eq!(marked, wrong, "{} move {}", lesson.id, index + 1);
            }
        }
    }
}

#[test]
fn a_lesson_is_found_by_its_id() {
    assert_eq!(find("d3-RIVAL").map(|lesson| lesson.id), Some("D3-rival"));
    assert!(find("nope").is_none());
}

/// A lesson, and how what it breaks is told from other things.
type Failure = (&'static str, fn(&Broken) -> bool);

/// What a lesson of a failure breaks with its last move, and not before.
const BREAKS: [Failure; 29] = [
    ("D2", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("D4", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S5", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S5-get", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S6", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S7", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S7-behind", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("S6b", |broken| matches!(broken, Broken::Shut(_))),
    ("S9", |broken| matches!(broken, Broken::Shut(_))),
    ("B-both", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("P1", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("P2", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("P4", |broken| matches!(broken, Broken::LostUpdate { .. })),
    ("P5", |broken| matches!(broken, Broken::LostUpdate { .. })),
    ("P6", |broken| matches!(broken, Broken::LostUpdate { .. })),
    ("E2", |broken| matches!(broken, Broken::Shut(_))),
    ("W5", |broken| matches!(broken, Broken::HeldIdle(_))),
    ("T1", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("W1", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("W2", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("F1", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("F2-other", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("F4", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("K1", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("R2", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("R3-unchecked", |broken| {
        matches!(broken, Broken::TwoLeases(_))
    }),
    ("R7", |broken| matches!(broken, Broken::TwoLeases(_))),
    ("W4", |broken| matches!(broken, Broken::TwoBelievers(_))),
    ("R4", |broken| matches!(broken, Broken::TwoBelievers(_))),
];

#[test]
fn the_last_move_of_a_failure_breaks_its_property_and_no_earlier_one_does() {
    for (id, is_it) in BREAKS {
        let run = find(id).expect(id).run();
        let breaks = |outcome: &Outcome| outcome.broken.iter().any(is_it);
        let first = run.outcomes().position(breaks);
        assert_eq!(first, Some(run.len() - 1), "{id}");
    }
}

#[test]
fn what_answers_a_failure_breaks_nothing_of_the_kind() {
    for id in [
        "D3",
        "D3-rival",
        "D4-guarded",
        "S9-taken",
        "B-less",
        "P4-fenced",
        "P6-read",
        "P3",
        "P3-delex",
        "A1",
    ] {
        let run = find(id).expect(id).run();
        for broken in run.outcomes().flat_map(|outcome| &outcome.broken) {
            assert!(
                matches!(broken, Broken::TwoBelievers(_)),
                "{id}: {broken:?}"
            );
        }
    }
}

#[test]
fn what_needs_no_stall_to_be_answered_breaks_nothing_at_all() {
    for id in [
        "E2-nx", "T1-token", "N1", "N1-own", "P3-watch", "W3", "F2", "F3", "R1", "R3", "R5", "R6",
        "R7-token",
    ] {
        let run = find(id).expect(id).run();
        let broken = run.outcomes().flat_map(|outcome| &outcome.broken);
        assert_eq!(broken.collect::<Vec<_>>(), [] as [&Broken; 0], "{id}");
        assert_eq!(run.last().deadlock(), None, "{id}");
    }
}

#[test]
fn the_value_is_past_before_the_boundary_that_is_read_as_equal_is_called_a_deadlock() {
    let run = find("B-equal").unwrap().run();
    let certain: Vec<bool> = (0..=run.len())
        .map(|cursor| run.world(cursor).deadlock().is_some())
        .collect();
    assert_eq!(certain, [false, false, false, true, true, true]);
}
