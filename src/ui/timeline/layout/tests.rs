//! What holds for every drawing: of each lesson at each of its moves, in both languages, on frames of every width; and
//! of runs that nobody planned.

use std::sync::Arc;

use proptest::prelude::*;

use super::measures::RIGHT_FROM;
use super::*;
use crate::lesson;
use crate::lock::Algorithm;
use crate::sim::{ClientId, Move, Run, World};
use crate::text::Lang;
use crate::ui::timeline::draw::fitting;

/// From a small phone to a wide screen; around the width at which time turns, each one.
fn widths() -> impl Iterator<Item = i32> {
    let turn = RIGHT_FROM - 4..=RIGHT_FROM + 4;
    (320..=1600).step_by(20).chain(turn)
}

fn scores() -> Vec<(String, Score)> {
    let both = |lesson: &&lesson::Lesson| {
        let run = lesson.run();
        Lang::ALL.map(|lang| {
            let name = format!("{} in {}", lesson.id, lang.tag());
            (name, Score::read(&run, lang))
        })
    };
    lesson::ALL.iter().flat_map(both).collect()
}

/// Checks every drawing of every lesson.
fn for_each_drawing(check: impl Fn(&Score, usize, &Drawing)) {
    for (name, score) in scores() {
        for width in widths() {
            for cursor in 0..=score.slots.len() {
                let drawing = layout(&score, cursor, width);
                let checked = std::panic::AssertUnwindSafe(|| check(&score, cursor, &drawing));
                if let Err(why) = std::panic::catch_unwind(checked) {
                    eprintln!("{name}, {width} px wide, after {cursor} moves");
                    std::panic::resume_unwind(why);
                }
            }
        }
    }
}

fn end_of(area: Rect) -> Point {
    Point {
        x: area.x + area.width,
        y: area.y + area.height,
    }
}

fn overlap(one: Rect, other: Rect) -> bool {
    let (one_end, other_end) = (end_of(one), end_of(other));
    one.x < other_end.x && other.x < one_end.x && one.y < other_end.y && other.y < one_end.y
}

fn holds(outer: Rect, inner: Rect) -> bool {
    let (outer_end, inner_end) = (end_of(outer), end_of(inner));
    outer.x <= inner.x
        && outer.y <= inner.y
        && inner_end.x <= outer_end.x
        && inner_end.y <= outer_end.y
}

fn whole(drawing: &Drawing) -> Rect {
    Rect {
        x: 0,
        y: 0,
        width: drawing.width,
        height: drawing.height,
    }
}

/// What a text takes at most, from its base line's middle. East Asian letters are as wide as they are high.
fn text_box(middle: Point, text: &str) -> Rect {
    let width = pixels(text);
    Rect {
        x: middle.x - width / 2,
        y: middle.y - 10,
        width,
        height: 13,
    }
}

fn pixels(text: &str) -> i32 {
    let wide = |letter: &char| *letter >= '\u{2e80}';
    let letters = text.chars().count() as i32;
    let wide = text.chars().filter(wide).count() as i32;
    (letters - wide) * TEN_CHARS / 10 + wide * 13
}

fn assert_apart(areas: &[Rect], what: &str) {
    for (at, one) in areas.iter().enumerate() {
        for other in &areas[at + 1..] {
            assert!(!overlap(*one, *other), "{what}: {one:?} and {other:?}");
        }
    }
}

fn call<'a>(score: &'a Score, exchange: &Exchange) -> (&'a str, &'a str) {
    match &score.slots[exchange.slot].happening {
        Happening::Call { command, reply, .. } => (command, reply),
        other => panic!("an exchange was drawn for {other:?}"),
    }
}

fn alarm_box(score: &Score, drawing: &Drawing, bar: &Bar) -> Rect {
    let text = &score.broken[bar.span].text;
    let mut area = text_box(bar.text_at, text);
    if drawing.direction == Direction::Right {
        area.x = bar.text_at.x;
    }
    area
}

fn check_exchanges(score: &Score, drawing: &Drawing) {
    let pills: Vec<Rect> = drawing.exchanges.iter().map(|call| call.pill).collect();
    assert_apart(&pills, "pills");
    for exchange in &drawing.exchanges {
        let (command, reply) = call(score, exchange);
        let (command, reply) = (
            text_box(exchange.command_at, command),
            text_box(exchange.reply_at, reply),
        );
        assert!(holds(exchange.pill, command), "{exchange:?}");
        for area in [exchange.pill, reply] {
            assert!(holds(whole(drawing), area), "{area:?} of {exchange:?}");
        }
        // Along time an exchange keeps within its move; across it, a column may be narrower than a command.
        let slot = drawing.slots[exchange.slot].area;
        assert!(
            holds(slot, exchange.pill) && holds(slot, reply),
            "{exchange:?}"
        );
    }
    let order: Vec<usize> = drawing.exchanges.iter().map(|call| call.slot).collect();
    assert!(order.is_sorted_by(|one, next| one < next), "{order:?}");
}

fn check_bars(score: &Score, drawing: &Drawing) {
    let kinds = [
        ("values", &score.values, &drawing.values),
        ("beliefs", &score.beliefs, &drawing.beliefs),
        ("leases", &score.leases, &drawing.leases),
    ];
    for (kind, spans, bars) in kinds {
        let areas: Vec<Rect> = bars.iter().map(|bar| bar.area).collect();
        assert_apart(&areas, kind);
        for bar in bars {
            assert!(holds(whole(drawing), bar.area), "{kind}: {bar:?}");
            assert!(bar.area.width > 0 && bar.area.height > 0, "{kind}: {bar:?}");
            assert!((0..=1000).contains(&bar.grown_from), "{kind}: {bar:?}");
            let words = fitting(&spans[bar.span].text, bar.room);
            if drawing.direction == Direction::Right {
                let words_end = bar.text_at.x + pixels(words);
                assert!(
                    words_end <= end_of(bar.area).x,
                    "{kind}: {words} in {bar:?}"
                );
            }
        }
    }
}

fn check_alarms(score: &Score, drawing: &Drawing) {
    let texts: Vec<Rect> = drawing
        .broken
        .iter()
        .map(|bar| alarm_box(score, drawing, bar))
        .collect();
    assert_apart(&texts, "alarms");
    for (bar, text) in drawing.broken.iter().zip(texts) {
        assert!(holds(whole(drawing), bar.area), "{bar:?}");
        assert!(
            holds(whole(drawing), text),
            "{text:?} in {:?}",
            whole(drawing)
        );
    }
}

fn check_slots(score: &Score, drawing: &Drawing) {
    assert_eq!(drawing.slots.len(), score.slots.len());
    let areas: Vec<Rect> = drawing.slots.iter().map(|slot| slot.area).collect();
    assert_apart(&areas, "slots");
    let mut heads = Vec::new();
    for (slot, happened) in drawing.slots.iter().zip(&score.slots) {
        assert!(holds(whole(drawing), slot.area), "{slot:?}");
        let clock = ["t = ", &happened.time].concat();
        heads.push(text_box(slot.number, "99"));
        heads.extend(slot.clock.map(|at| text_box(at, &clock)));
    }
    assert_apart(&heads, "numbers and times");
    for head in heads {
        assert!(holds(whole(drawing), head), "{head:?}");
    }
    for mark in &drawing.marks {
        let cross = Rect {
            x: mark.at.x - 8,
            y: mark.at.y - 8,
            width: 16,
            height: 16,
        };
        assert!(holds(drawing.slots[mark.slot].area, cross), "{mark:?}");
    }
}

fn check_all(score: &Score, drawing: &Drawing) {
    check_slots(score, drawing);
    check_exchanges(score, drawing);
    check_bars(score, drawing);
    check_alarms(score, drawing);
}

#[test]
fn each_move_has_a_place_of_its_own_with_its_number_and_time() {
    for_each_drawing(|score, _, drawing| check_slots(score, drawing));
}

#[test]
fn commands_and_replies_keep_within_their_move_and_never_cover_each_other() {
    for_each_drawing(|score, _, drawing| check_exchanges(score, drawing));
}

#[test]
fn bars_of_one_kind_never_overlap() {
    for_each_drawing(|score, _, drawing| check_bars(score, drawing));
}

#[test]
fn alarms_are_drawn_whole_and_apart() {
    for_each_drawing(|score, _, drawing| check_alarms(score, drawing));
}

#[test]
fn a_step_adds_to_the_drawing_and_moves_nothing() {
    for (name, score) in scores() {
        for width in widths() {
            let end = layout(&score, score.slots.len(), width);
            for cursor in 0..=score.slots.len() {
                let now = layout(&score, cursor, width);
                let place = format!("{name}, {width} px wide, after {cursor} moves");
                assert_eq!((now.width, now.height), (end.width, end.height), "{place}");
                assert_eq!(now.slots, end.slots, "{place}");
                assert_eq!((&now.server, &now.clients), (&end.server, &end.clients));
                assert!(end.exchanges.starts_with(&now.exchanges), "{place}");
                assert!(end.marks.starts_with(&now.marks), "{place}");
                let done = now.exchanges.iter().map(|call| call.slot);
                assert!(
                    done.chain(now.marks.iter().map(|mark| mark.slot))
                        .all(|slot| slot < cursor)
                );
                for (now, end) in [
                    (&now.values, &end.values),
                    (&now.beliefs, &end.beliefs),
                    (&now.leases, &end.leases),
                ] {
                    for bar in now {
                        let last = end.iter().find(|last| last.span == bar.span).unwrap();
                        assert!(holds(last.area, bar.area), "{place}: {bar:?} {last:?}");
                        assert_eq!((bar.area.x, bar.area.y), (last.area.x, last.area.y));
                    }
                }
            }
        }
    }
}

#[test]
fn what_a_bar_grows_by_is_what_the_last_move_added() {
    for (name, score) in scores() {
        for width in [320, RIGHT_FROM, 1600] {
            for cursor in 1..=score.slots.len() {
                let before = layout(&score, cursor - 1, width);
                let now = layout(&score, cursor, width);
                let along = |bar: &Bar| match now.direction {
                    Direction::Right => bar.area.width,
                    Direction::Down => bar.area.height,
                };
                for (before, now) in [
                    (&before.values, &now.values),
                    (&before.beliefs, &now.beliefs),
                    (&before.leases, &now.leases),
                ] {
                    for bar in now {
                        let old = before.iter().find(|old| old.span == bar.span);
                        let had = old.map_or(0, along);
                        let place = format!("{name}, {width} px wide, after {cursor} moves");
                        assert_eq!(bar.grown_from, had * 1000 / along(bar), "{place}");
                    }
                }
            }
        }
    }
}

#[test]
fn time_runs_down_on_a_narrow_frame_and_fits_into_it() {
    for (name, score) in scores() {
        for width in [358, 420, 500, RIGHT_FROM - 1] {
            let drawing = layout(&score, 0, width);
            assert_eq!(drawing.direction, Direction::Down);
            // Three columns and the server's find room on a phone; more than these scroll.
            if score.clients.len() <= 3 {
                assert!(
                    drawing.width <= width,
                    "{name}: {} in {width}",
                    drawing.width
                );
            }
        }
        let drawing = layout(&score, 0, RIGHT_FROM);
        assert_eq!(drawing.direction, Direction::Right);
    }
}

#[test]
fn a_run_of_no_moves_is_lanes_alone() {
    let world = World::new(
        100_000,
        10,
        &[(ClientId(1), Arc::new(Algorithm::Getset.program()))],
    );
    let score = Score::read(&Run::new(world), Lang::En);
    for width in widths() {
        let drawing = layout(&score, 0, width);
        assert_eq!((drawing.slots.len(), drawing.clients.len()), (0, 1));
        assert!(drawing.width > 0 && drawing.height > 0);
        check_all(&score, &drawing);
    }
}

/// Moves as they come.
fn moves() -> impl Strategy<Value = Vec<Move>> {
    let client = || (1_u8..=5).prop_map(ClientId);
    let ms = prop::sample::select(vec![1_000, 3_000, 11_000, 12_000]);
    let mv = prop_oneof![
        12 => client().prop_map(Move::Step),
        1 => client().prop_map(Move::Crash),
        4 => ms.prop_map(Move::Tick),
    ];
    prop::collection::vec(mv, 0..40)
}

/// Plays them among so many rivals; those that the world refuses are left out.
fn played(algorithm: Algorithm, clients: u8, moves: Vec<Move>) -> Run {
    let program = Arc::new(algorithm.program());
    let clients: Vec<_> = (1..=clients)
        .map(|client| (ClientId(client), Arc::clone(&program)))
        .collect();
    let mut run = Run::new(World::new(100_000, 10, &clients));
    for mv in moves {
        let _ = run.push(mv);
    }
    run
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn runs_that_nobody_planned_are_drawn_as_cleanly(
        algorithm in prop::sample::select(Algorithm::ALL.to_vec()),
        clients in 1_u8..=5,
        moves in moves(),
        width in 320..=1600_i32,
    ) {
        let run = played(algorithm, clients, moves);
        for lang in Lang::ALL {
            let score = Score::read(&run, lang);
            for cursor in [0, run.len() / 2, run.len()] {
                check_all(&score, &layout(&score, cursor, width));
            }
        }
    }
}
