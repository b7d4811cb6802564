//! Every lesson against the engine: what each move shows, and that its sentences take their values from it.

use super::*;
use crate::sim::Run;
use crate::text::Lang;

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
                let segments = lesson.narrate(lang, index, &run);
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
                let say = beat.say.get(lang);
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
                let segments = lesson.narrate(lang, index, &run);
                let marked = segments.iter().any(|segment| segment.kind == Kind::Bad);
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
