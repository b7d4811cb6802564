//! Every lesson against the engine: what each move shows, and that its sentences take their values from it.

use super::*;
use base::text::Lang;
use sim::{Outcome, Property, Run, Violation};
use tell::SegmentKind;

#[test]
fn every_lesson_plays_to_its_end_and_shows_what_it_claims() {
    let mut wrong = Vec::new();
    for lesson in ALL {
        let (run, stopped) = Run::play(lesson.start(), &lesson.schedule());
        assert_eq!(stopped, None, "{}", lesson.id);
        let shown = |index| facts(run.outcome(index).unwrap(), run.world(index + 1));
        let shown: Vec<String> = (0..run.len()).map(shown).collect();
        let claimed: Vec<&str> = lesson.shows.iter().map(|(shows, _)| *shows).collect();
        if shown != claimed {
            wrong.push(format!("{}:\n{}", lesson.id, shown.join("\n")));
        }
    }
    // All of them, for whoever writes lessons.
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_move_is_one_of_a_client_and_a_server_of_its_lesson() {
    let mut wrong = Vec::new();
    for lesson in ALL {
        let lines = lesson.shows.iter().map(|(_, line)| line);
        for ((written, mv), line) in lesson.written.split(' ').zip(lesson.moves()).zip(lines) {
            let reason = match mv {
                None => "it is no move: write one as links do, such as c1, c2.crash, t12",
                Some(mv)
                    if mv
                        .client()
                        .is_some_and(|id| lesson.clients.iter().all(|(known, _)| *known != id)) =>
                {
                    "the client is not among those of the head"
                }
                Some(mv)
                    if mv.server().is_some_and(|server| {
                        server >= lesson.network.servers + lesson.network.replicas
                    }) =>
                {
                    "there is no such server: they are counted from s0"
                }
                Some(_) => continue,
            };
            let id = lesson.id;
            wrong.push(format!("lessons/{id}.lesson:{line}: {written}: {reason}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_placeholder_has_a_value_in_both_languages() {
    for lesson in ALL {
        let run = lesson.run();
        for index in 0..lesson.length() {
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
        for (index, say) in lesson.says {
            for lang in Lang::ALL {
                let say = say.get(lang);
                let typed = say.contains(|c: char| c.is_ascii_digit());
                assert!(!typed, "{} move {}: {say}", lesson.id, index + 1);
            }
        }
    }
}

#[test]
fn what_went_wrong_is_marked_once_where_a_property_broke() {
    for lesson in ALL {
        let run = lesson.run();
        for index in 0..run.len() {
            let is_last = index + 1 == lesson.length();
            let deadlock = is_last && run.last().deadlock().is_some();
            let wrong = deadlock || run.newly_broken(index).next().is_some();
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

/// The property that a lesson of a failure breaks with its last move, and not before.
const BREAKS: [(&str, Property); 37] = [
    ("D2", Property::TwoLeases),
    ("D4", Property::TwoLeases),
    ("S5", Property::TwoLeases),
    ("S5-get", Property::TwoLeases),
    ("S6", Property::TwoLeases),
    ("S7", Property::TwoLeases),
    ("S7-behind", Property::TwoLeases),
    ("S6b", Property::Shut),
    ("S9", Property::Shut),
    ("B-both", Property::TwoLeases),
    ("P1", Property::TwoLeases),
    ("P2", Property::TwoLeases),
    ("P4", Property::LostUpdate),
    ("P5", Property::LostUpdate),
    ("P6", Property::LostUpdate),
    ("E2", Property::Shut),
    ("W5", Property::HeldIdle),
    ("T1", Property::TwoLeases),
    ("W1", Property::TwoLeases),
    ("W2", Property::TwoLeases),
    ("F1", Property::TwoLeases),
    ("F2-other", Property::TwoLeases),
    ("F4", Property::TwoLeases),
    ("K1", Property::TwoLeases),
    ("R2", Property::TwoLeases),
    ("R3-unchecked", Property::TwoLeases),
    ("R7", Property::TwoLeases),
    ("P7", Property::LostUpdate),
    ("O1", Property::TwoLeases),
    ("N2", Property::TwoLeases),
    ("O2", Property::TwoLeases),
    ("W6", Property::Shut),
    ("K2", Property::TwoLeases),
    ("F5", Property::TwoLeases),
    ("F6", Property::TwoLeases),
    ("W4", Property::TwoBelievers),
    ("R4", Property::TwoBelievers),
];

#[test]
fn the_last_move_of_a_failure_breaks_its_property_and_no_earlier_one_does() {
    for (id, property) in BREAKS {
        let run = find(id).expect(id).run();
        let is_it = |violation: &Violation| violation.property == property;
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
                broken.property == Property::TwoBelievers,
                "{id}: {broken:?}"
            );
        }
    }
}

#[test]
fn what_needs_no_stall_to_be_answered_breaks_nothing_at_all() {
    for id in [
        "E2-nx", "T1-token", "N1", "N1-own", "P3-watch", "W3", "F2", "F3", "R1", "R3", "R5", "R6",
        "R7-token", "F5-read",
    ] {
        let run = find(id).expect(id).run();
        let broken = run.outcomes().flat_map(|outcome| &outcome.broken);
        assert_eq!(broken.collect::<Vec<_>>(), [] as [&Violation; 0], "{id}");
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
