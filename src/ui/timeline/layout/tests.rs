//! What holds for every drawing: of each lesson at each of its moves, in both languages, on frames of every width; and
//! of runs that nobody planned.

use std::sync::Arc;

use proptest::prelude::*;

use super::shapes::RIGHT_FROM;
use super::*;
use crate::ui::timeline::draw::fitting;
use crate::ui::timeline::score::{Call, Happening};
use base::text::Lang;
use lock::Algorithm;
use sim::{Choices, ClientId, MessageId, Move, Run, Setup, World};

/// From a small phone to a wide screen; around the width at which time turns, each one.
fn widths() -> impl Iterator<Item = i32> {
    let turn = RIGHT_FROM - 4..=RIGHT_FROM + 4;
    (320..=1600).step_by(20).chain(turn)
}

/// The whole drawing.
fn drawn(score: &Score, cursor: usize, width: i32) -> Drawing<'_> {
    layout(score, cursor, Viewport::whole(width))
}

fn scores() -> Vec<(String, Score)> {
    let both = |lesson: &&lesson::Lesson| {
        let run = lesson.run();
        Lang::ALL.map(|lang| {
            let name = format!("{} in {}", lesson.id, lang.tag());
            (name, Score::of(&run, lang))
        })
    };
    lesson::ALL.iter().flat_map(both).collect()
}

/// Checks every drawing of every lesson.
fn for_each_drawing(check: impl Fn(&Score, usize, &Drawing)) {
    for (name, score) in scores() {
        for width in widths() {
            for cursor in 0..=score.slots.len() {
                let drawing = drawn(&score, cursor, width);
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

fn call<'a>(score: &'a Score, exchange: &Exchange) -> &'a Call {
    match &score.slots[exchange.slot].happening {
        Happening::Call(call) => call,
        other => panic!("an exchange was drawn for {other:?}"),
    }
}

/// The words about a break, and all the room that is kept for them.
fn alarm_box(drawing: &Drawing, words: &Words) -> Rect {
    let mut area = text_box(words.at, &words.alarm.text);
    if drawing.direction == Direction::Right {
        area.width = alarm_width(&words.alarm.text);
        area.x = words.at.x - area.width;
    }
    area
}

fn check_exchanges(score: &Score, drawing: &Drawing) {
    let commands = drawing
        .exchanges
        .iter()
        .filter_map(|call| call.pill.as_ref());
    let notes = drawing.marks.iter().filter_map(|mark| match &mark.shape {
        MarkShape::Note(area, ..) => Some(*area),
        _ => None,
    });
    let pills: Vec<Rect> = commands.map(|(area, _)| *area).chain(notes).collect();
    assert_apart(&pills, "pills");
    for pill in &pills {
        assert!(holds(whole(drawing), *pill), "{pill:?}");
    }
    for exchange in &drawing.exchanges {
        // Along time an exchange keeps within its move; across it, a column may be narrower than a command.
        let slot = drawing
            .slots
            .iter()
            .find(|slot| slot.slot == exchange.slot)
            .unwrap()
            .area;
        if let Some((pill, command)) = &exchange.pill {
            assert!(
                holds(*pill, text_box(exchange.command_at, command)),
                "{exchange:?}"
            );
            assert!(holds(slot, *pill), "{exchange:?} in {slot:?}");
        }
        if let Some(reply) = &call(score, exchange).reply {
            let reply = text_box(exchange.reply_at, reply);
            assert!(holds(slot, reply), "{reply:?} of {exchange:?} in {slot:?}");
            let lane_end = match drawing.direction {
                Direction::Right => end_of(slot),
                Direction::Down => end_of(whole(drawing)),
            };
            assert!(end_of(reply).x <= lane_end.x, "{exchange:?}");
        }
    }
    let answers = drawing.exchanges.iter().flat_map(|call| &call.answers);
    let seals: Vec<Rect> = answers
        .map(|(at, _)| Rect {
            x: at.x - 5,
            y: at.y - 5,
            width: 10,
            height: 10,
        })
        .collect();
    assert_apart(&seals, "answers");
    for seal in &seals {
        assert!(holds(whole(drawing), *seal), "{seal:?}");
        for pill in &pills {
            assert!(!overlap(*seal, *pill), "{seal:?} on {pill:?}");
        }
        for bar in &drawing.values {
            let words = fitting(&bar.span.state.text, bar.room);
            let half = match bar.is_across {
                true => pixels(words) / 2,
                false => 0,
            };
            let middle = Point {
                x: bar.text_at.x + half,
                ..bar.text_at
            };
            let is_clear = words.is_empty() || !overlap(*seal, text_box(middle, words));
            assert!(is_clear, "{seal:?} on {words} of {bar:?}");
        }
    }
    let order: Vec<usize> = drawing.exchanges.iter().map(|call| call.slot).collect();
    assert!(order.is_sorted_by(|one, next| one < next), "{order:?}");
}

/// Bars by their kind; those of one kind are in lanes of their own.
fn kinds<'d, 'a>(drawing: &'d Drawing<'a>) -> [(&'static str, &'d [Bar<'a>]); 8] {
    [
        ("values", &drawing.values),
        ("stored", &drawing.stored),
        ("beliefs", &drawing.beliefs),
        ("leases", &drawing.leases),
        ("pauses", &drawing.pauses),
        ("ends", &drawing.ends),
        ("cuts", &drawing.cuts),
        ("lacks", &drawing.lacks),
    ]
}

/// The same stretch, of the same server.
fn is_same(one: &Bar, other: &Bar) -> bool {
    one.span == other.span && one.server == other.server
}

fn check_bars(_: &Score, drawing: &Drawing) {
    for (kind, bars) in kinds(drawing) {
        let areas: Vec<Rect> = bars.iter().map(|bar| bar.area).collect();
        assert_apart(&areas, kind);
        for bar in bars {
            assert!(holds(whole(drawing), bar.area), "{kind}: {bar:?}");
            assert!(bar.area.width > 0 && bar.area.height > 0, "{kind}: {bar:?}");
            assert!((0..=1000).contains(&bar.grown_from), "{kind}: {bar:?}");
            let words = fitting(&bar.span.state.text, bar.room);
            if drawing.direction == Direction::Right && !words.is_empty() {
                let words_end = bar.text_at.x + pixels(words);
                assert!(
                    words_end <= end_of(bar.area).x,
                    "{kind}: {words} in {bar:?}"
                );
            }
        }
    }
}

/// A message goes forward in time, from a client to a host or back, and keeps within the drawing.
fn check_wires(drawing: &Drawing) {
    for wire in &drawing.wires {
        let times: Vec<i32> = wire
            .points
            .iter()
            .map(|point| match drawing.direction {
                Direction::Right => point.x,
                Direction::Down => point.y,
            })
            .collect();
        assert!(times.is_sorted(), "{wire:?}");
        for Point { x, y } in &wire.points {
            assert!((0..=drawing.width).contains(x), "{wire:?}");
            assert!((0..=drawing.height).contains(y), "{wire:?}");
        }
        assert_eq!(wire.points.len() == 4, wire.end == WireEnd::Arrived);
    }
}

fn check_alarms(_: &Score, drawing: &Drawing) {
    let all = drawing.alarms.iter();
    let texts: Vec<Rect> = all.map(|words| alarm_box(drawing, words)).collect();
    assert_apart(&texts, "alarms");
    for text in texts {
        let whole = whole(drawing);
        assert!(holds(whole, text), "{text:?} in {whole:?}");
    }
    for area in &drawing.broken {
        assert!(holds(whole(drawing), *area), "{area:?}");
    }
}

fn check_slots(score: &Score, drawing: &Drawing) {
    assert_eq!(drawing.slots.len(), score.slots.len());
    let areas: Vec<Rect> = drawing.slots.iter().map(|slot| slot.area).collect();
    assert_apart(&areas, "slots");
    let mut heads = Vec::new();
    for (slot, happened) in drawing.slots.iter().zip(&score.slots) {
        assert!(holds(whole(drawing), slot.area), "{slot:?}");
        heads.push(text_box(slot.number, "99"));
        heads.extend(slot.clock.map(|at| text_box(at, &happened.time)));
    }
    assert_apart(&heads, "numbers and times");
    for head in heads {
        assert!(holds(whole(drawing), head), "{head:?}");
    }
    for mark in &drawing.marks {
        let half = match mark.shape {
            MarkShape::Failure => 5,
            MarkShape::TimeOut => 7,
            MarkShape::Cross | MarkShape::Ring => 8,
            MarkShape::Note(..) => 11,
        };
        let cross = Rect {
            x: mark.at.x - half,
            y: mark.at.y - half,
            width: half * 2,
            height: half * 2,
        };
        assert!(holds(drawing.slots[mark.slot].area, cross), "{mark:?}");
    }
}

fn check_all(score: &Score, drawing: &Drawing) {
    check_slots(score, drawing);
    check_exchanges(score, drawing);
    check_bars(score, drawing);
    check_alarms(score, drawing);
    check_wires(drawing);
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
            let end = drawn(&score, score.slots.len(), width);
            for cursor in 0..=score.slots.len() {
                let now = drawn(&score, cursor, width);
                let place = format!("{name}, {width} px wide, after {cursor} moves");
                assert_eq!((now.width, now.height), (end.width, end.height), "{place}");
                assert_eq!(now.slots, end.slots, "{place}");
                assert_eq!((&now.servers, &now.clients), (&end.servers, &end.clients));
                assert!(end.exchanges.starts_with(&now.exchanges), "{place}");
                assert!(end.marks.starts_with(&now.marks), "{place}");
                let done = now.exchanges.iter().map(|call| call.slot);
                assert!(
                    done.chain(now.marks.iter().map(|mark| mark.slot))
                        .all(|slot| slot < cursor)
                );
                for ((kind, now), (_, end)) in kinds(&now).into_iter().zip(kinds(&end)) {
                    for bar in now {
                        let last = end.iter().find(|last| is_same(last, bar)).unwrap();
                        assert!(holds(last.area, bar.area), "{place}: {kind} {bar:?}");
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
                let before = drawn(&score, cursor - 1, width);
                let now = drawn(&score, cursor, width);
                let along = |bar: &Bar| match now.direction {
                    Direction::Right => bar.area.width,
                    Direction::Down => bar.area.height,
                };
                for ((_, before), (_, now)) in kinds(&before).into_iter().zip(kinds(&now)) {
                    for bar in now {
                        let old = before.iter().find(|old| is_same(old, bar));
                        let had = old.map_or(0, along);
                        let place = format!("{name}, {width} px wide, after {cursor} moves");
                        assert_eq!(bar.grown_from, had * 1000 / along(bar), "{place}");
                    }
                }
            }
        }
    }
}

/// How far a word about the last move and what goes on behind it are apart, in pixels.
const CLEAR: i32 = 40;

#[test]
fn what_goes_on_after_the_last_move_is_seen_beside_its_words() {
    for (name, score) in scores() {
        for width in [358, 700, 1000, 1120] {
            let drawing = drawn(&score, score.slots.len(), width);
            let last = score.slots.len() - 1;
            let label = drawing.exchanges.iter().find(|call| call.slot == last);
            let Some((pill, _)) = label.and_then(|call| call.pill.as_ref()) else {
                continue;
            };
            for bar in drawing.beliefs.iter().chain(&drawing.leases) {
                let clear = match drawing.direction {
                    Direction::Right => end_of(bar.area).x - end_of(*pill).x,
                    Direction::Down => end_of(bar.area).y - end_of(*pill).y,
                };
                let place = format!("{name}, {width} px wide: {clear} px");
                assert!(bar.span.to.is_some() || clear >= CLEAR, "{place}");
            }
            for bar in &drawing.leases {
                let is_open = bar.span.to.is_none() && drawing.direction == Direction::Right;
                let words = fitting(&bar.span.state.text, bar.room);
                assert!(!is_open || !words.is_empty(), "{name}, {width} px wide");
            }
        }
    }
}

#[test]
fn no_arrow_runs_through_words() {
    for_each_drawing(|_, _, drawing| {
        if drawing.direction == Direction::Down {
            return;
        }
        let mut words: Vec<Rect> = Vec::new();
        for (_, bars) in kinds(drawing) {
            for bar in bars {
                let text = fitting(&bar.span.state.text, bar.room);
                let middle = Point {
                    x: bar.text_at.x + pixels(text) / 2,
                    ..bar.text_at
                };
                words.extend((!text.is_empty()).then(|| text_box(middle, text)));
            }
        }
        words.extend(drawing.alarms.iter().map(|words| alarm_box(drawing, words)));
        let caption = drawing.caption.iter();
        words.extend(caption.map(|caption| text_box(caption.at, caption.words)));
        for call in &drawing.exchanges {
            for (from, to) in call.there.iter().chain(&call.back) {
                let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
                let arrow = Rect {
                    x: from.x - 1,
                    y: top,
                    width: 2,
                    height: bottom - top,
                };
                for words in &words {
                    assert!(!overlap(arrow, *words), "{call:?} through {words:?}");
                }
            }
        }
        // Hatching stands apart from every word.
        for (band, words) in drawing
            .broken
            .iter()
            .flat_map(|band| words.iter().map(move |words| (band, words)))
        {
            assert!(!overlap(*band, *words), "{words:?} in {band:?}");
        }
    });
}

/// What a phone of 844 pixels has left for the drawing beside the sentence and the controls.
const PHONE_HEIGHT: i32 = 844 - 206;

#[test]
fn a_lesson_of_up_to_fourteen_moves_is_seen_whole_on_a_phone() {
    for (name, score) in scores() {
        let drawing = drawn(&score, score.slots.len(), 358);
        if score.slots.len() <= 14 {
            let height = NAMES_HEIGHT + drawing.height;
            assert!(height <= PHONE_HEIGHT, "{name}: {height} px");
        }
    }
}

#[test]
fn three_clients_find_room_in_half_a_screen() {
    for (name, score) in scores() {
        let drawing = drawn(&score, score.slots.len(), 1120);
        if score.clients.len() <= 3 && !score.has_store {
            let most = if score.has_several() { 500 } else { 420 };
            assert!(drawing.height <= most, "{name}: {} px", drawing.height);
        }
    }
}

#[test]
fn time_runs_down_on_a_narrow_frame_and_fits_into_it() {
    for (name, score) in scores() {
        for width in [358, 420, 500, RIGHT_FROM - 1] {
            let drawing = drawn(&score, 0, width);
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
        let drawing = drawn(&score, 0, RIGHT_FROM);
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
    let score = Score::of(&Run::new(world), Lang::En);
    for width in widths() {
        let drawing = drawn(&score, 0, width);
        assert_eq!((drawing.slots.len(), drawing.clients.len()), (0, 1));
        assert!(drawing.width > 0 && drawing.height > 0);
        check_all(&score, &drawing);
    }
}

/// Moves as they come, of every kind.
fn moves() -> impl Strategy<Value = Vec<Move>> {
    let client = || (1_u8..=5).prop_map(ClientId);
    let ms = prop::sample::select(vec![1_000, 3_000, 11_000, 12_000, 1]);
    let lines = [
        "GET lock.foo",
        "DEL lock.foo",
        "SET lock.foo \"a b\"",
        "FOO",
        "KEYS *",
        "",
    ];
    let line = prop_oneof![
        prop::sample::select(lines.to_vec()).prop_map(str::to_owned),
        "[ -~]{0,60}",
    ];
    let mv = prop_oneof![
        10 => client().prop_map(Move::Step),
        6 => client().prop_map(Move::Read),
        6 => client().prop_map(Move::Send),
        6 => client().prop_map(|id| Move::Execute(MessageId::of(id))),
        6 => client().prop_map(|id| Move::Receive(MessageId::of(id))),
        2 => client().prop_map(Move::Crash),
        2 => client().prop_map(Move::Restart),
        2 => client().prop_map(Move::Pause),
        2 => client().prop_map(Move::Resume),
        1 => (client(), -20_000..20_000_i64).prop_map(|(id, ms)| Move::Skew(id, ms)),
        1 => line.prop_map(|line| Move::Type(line.into())),
        4 => ms.prop_map(Move::Tick),
    ];
    prop::collection::vec(mv, 0..60)
}

/// Plays moves of a world of several servers as they come: each number chooses one of those that can be made.
fn chosen(setup: Setup, numbers: &[u16]) -> Run {
    let choices = Choices {
        ticks_ms: &[1_000, 11_000],
        skews_ms: &[-12_000, 11_000],
        typed: &["GET lock.foo", "DEL lock.foo"],
        has_faults: true,
    };
    let mut run = Run::new(setup.world());
    for number in numbers {
        let moves = run.last().moves(choices);
        if let Some(mv) = moves.get(usize::from(*number) % moves.len().max(1)) {
            let _ = run.push(mv.clone());
        }
    }
    run
}

/// Several servers, or one with replicas.
fn setups() -> impl Strategy<Value = Setup> {
    let servers = prop_oneof![(2_u8..=5, Just(0_u8)), (Just(1_u8), 1_u8..=4)];
    (algorithms(), 1_u8..=5, servers, any::<bool>()).prop_map(
        |(algorithm, clients, (servers, replicas), loses_messages)| Setup {
            servers,
            replicas,
            loses_messages,
            ..Setup::new(algorithm, clients)
        },
    )
}

/// Plays them among so many rivals; those that the world refuses are left out.
fn played(start: World, moves: Vec<Move>) -> Run {
    let mut run = Run::new(start);
    for mv in moves {
        let _ = run.push(mv);
    }
    run
}

fn algorithms() -> impl Strategy<Value = Algorithm> {
    prop::sample::select(Algorithm::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn runs_that_nobody_planned_are_drawn_as_cleanly(
        algorithm in algorithms(),
        clients in 1_u8..=5,
        moves in moves(),
        width in 320..=1600_i32,
    ) {
        let run = played(Setup::new(algorithm, clients).world(), moves);
        for lang in Lang::ALL {
            let score = Score::of(&run, lang);
            for cursor in [0, run.len() / 2, run.len()] {
                check_all(&score, &drawn(&score, cursor, width));
            }
        }
    }

    #[test]
    fn runs_of_several_servers_are_drawn_as_cleanly(
        setup in setups(),
        numbers in prop::collection::vec(any::<u16>(), 0..40),
        width in 320..=1600_i32,
    ) {
        let run = chosen(setup, &numbers);
        for lang in Lang::ALL {
            let score = Score::of(&run, lang);
            for cursor in [0, run.len() / 2, run.len()] {
                check_all(&score, &drawn(&score, cursor, width));
            }
        }
    }

    #[test]
    fn a_score_of_several_servers_that_follows_is_the_score_read_anew(
        setup in setups(),
        numbers in prop::collection::vec(any::<u16>(), 0..40),
        others in prop::collection::vec(any::<u16>(), 0..10),
        kept in 0..40_usize,
    ) {
        let run = chosen(setup, &numbers);
        let mut branch = run.prefix(kept);
        for number in others {
            let moves = branch.last().moves(Choices { has_faults: true, ..Choices::default() });
            if let Some(mv) = moves.get(usize::from(number) % moves.len().max(1)) {
                let _ = branch.push(mv.clone());
            }
        }
        let mut score = Score::default();
        for run in [&run, &branch, &run.prefix(kept), &run] {
            score.follow(run, Lang::En);
            let anew = Score::of(run, Lang::En);
            for width in [500, 1000] {
                let cursor = run.len();
                prop_assert_eq!(drawn(&score, cursor, width), drawn(&anew, cursor, width));
            }
        }
    }

    #[test]
    fn a_score_that_follows_is_the_score_read_anew(
        algorithm in algorithms(),
        clients in 1_u8..=5,
        moves in moves(),
        others in moves(),
        kept in 0..60_usize,
    ) {
        let run = played(Setup::new(algorithm, clients).world(), moves);
        let mut branch = run.prefix(kept);
        for mv in others {
            let _ = branch.push(mv);
        }
        let other = Setup::new(Algorithm::Setnx, clients).world();
        let mut score = Score::default();
        for run in [&run, &branch, &run.prefix(kept), &run, &Run::new(other), &branch] {
            score.follow(run, Lang::En);
            let anew = Score::of(run, Lang::En);
            for width in [500, 1000] {
                let cursor = run.len();
                prop_assert_eq!(drawn(&score, cursor, width), drawn(&anew, cursor, width));
            }
        }
    }

    #[test]
    fn what_is_in_sight_is_drawn_where_it_is_in_the_whole(
        algorithm in algorithms(),
        moves in moves(),
        width in 320..=1600_i32,
        from in 0..6000_i32,
        length in 1..600_i32,
    ) {
        let run = played(Setup::new(algorithm, 3).world(), moves);
        let score = Score::of(&run, Lang::En);
        let all = drawn(&score, run.len(), width);
        let part = layout(&score, run.len(), Viewport { width, from, length, margin: 100, alarm_rows: 0 });
        prop_assert_eq!((part.width, part.height), (all.width, all.height));
        prop_assert_eq!(part.here, all.here);
        prop_assert_eq!(&part.slots[..], &all.slots[part.moves.clone()]);
        let in_part = |slot: usize| part.moves.contains(&slot);
        let exchanges: Vec<_> = all.exchanges.iter().filter(|call| in_part(call.slot)).collect();
        prop_assert_eq!(part.exchanges.iter().collect::<Vec<_>>(), exchanges);
        let marks: Vec<_> = all.marks.iter().filter(|mark| in_part(mark.slot)).collect();
        prop_assert_eq!(part.marks.iter().collect::<Vec<_>>(), marks);
        prop_assert!(part.wires.iter().all(|wire| all.wires.contains(wire)));
        // Whatever of the whole reaches into sight is in the part.
        let reaches = |area: Rect| match all.direction {
            Direction::Right => area.x < from + length && end_of(area).x > from,
            Direction::Down => area.y < from + length && end_of(area).y > from,
        };
        for ((kind, all), (_, part)) in kinds(&all).into_iter().zip(kinds(&part)) {
            for bar in all.iter().filter(|bar| reaches(bar.area)) {
                let same = |other: &Bar| other.area == bar.area && is_same(other, bar);
                prop_assert!(part.iter().any(same), "{} {:?}", kind, bar);
            }
        }
    }
}
