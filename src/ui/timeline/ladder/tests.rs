//! What the rows of a ladder say: of lessons by name, and of every lesson at once.

use super::super::score::{Mark, Score};
use super::bars::{Bar, BarKind, FLIGHTS_MAX};
use super::end::has_outcome;
use super::lanes::{LANES_MAX, LaneKind, NARROW_LANES_MAX, WIDE_PX, lanes};
use super::rows::{Cell, Content, Row, rows, words};
use base::text::Lang;
use lesson::Ending;
use lock::{Algorithm, Program};
use sim::{ClientId, MessageId, Move, Run, Setup, World};
use std::sync::Arc;

const C1: ClientId = ClientId(1);
const C2: ClientId = ClientId(2);

fn of_run(run: &Run, width: i32) -> (Vec<LaneKind>, Vec<Row>) {
    let score = Score::of(run, Lang::En);
    let lanes = lanes(&score, width);
    let rows = rows(&score, &lanes, None, 0..usize::MAX);
    (lanes.iter().map(|lane| lane.kind).collect(), rows)
}

fn of_lesson(id: &str) -> (Vec<LaneKind>, Vec<Row>) {
    let lesson = lesson::find(id).unwrap();
    let score = Score::of(&lesson.run(), Lang::En);
    let lanes = lanes(&score, 1280);
    let rows = rows(&score, &lanes, Some(lesson), 0..usize::MAX);
    (lanes.iter().map(|lane| lane.kind).collect(), rows)
}

fn run_of(algorithm: Algorithm, clients: u8, moves: &[Move]) -> Run {
    let mut run = Run::new(Setup::new(algorithm, clients).world());
    for mv in moves {
        run.push(mv.clone()).unwrap();
    }
    run
}

fn at(row: &Row, lanes: &[LaneKind], kind: LaneKind) -> Cell {
    let place = lanes.iter().position(|known| *known == kind).unwrap();
    row.cells[place].clone()
}

fn bar(cell: &Cell, kind: BarKind) -> Option<&Bar> {
    cell.bars.iter().find(|bar| bar.kind == kind)
}

fn held(cell: &Cell) -> (&str, &str, Mark) {
    match &cell.content {
        Content::Value(value) => (&value.text, &value.about, value.mark),
        other => panic!("no value: {other:?}"),
    }
}

fn command(cell: &Cell) -> (&str, Option<&str>) {
    match &cell.content {
        Content::Command(command) => (&command.brief, command.reply.as_deref()),
        other => panic!("no command: {other:?}"),
    }
}

#[test]
fn the_del_race_is_told_row_by_row() {
    let (lanes, rows) = of_lesson("D2");
    let server = LaneKind::Server(0);
    let clients: Vec<LaneKind> = (0..3).map(LaneKind::Client).collect();
    assert_eq!(lanes, [&[server][..], &clients].concat());
    assert_eq!(rows.len(), 12);
    let times: Vec<_> = rows.iter().map(|row| row.time.as_deref()).collect();
    assert_eq!(&times[..4], [Some("89"), None, None, Some("101")]);
    assert!(times[4..].iter().all(Option::is_none));
    assert!(rows[3].has_jumped && !rows[4].has_jumped);
    let values: Vec<_> = rows
        .iter()
        .map(|row| match at(row, &lanes, server).content {
            Content::Value(value) => value.text,
            _ => String::new(),
        })
        .collect();
    let hundred = ["100"; 7];
    let all = [&["nil"][..], &hundred, &["nil", "112", "nil", "112"]].concat();
    assert_eq!(values, all);
    assert_eq!(
        held(&at(&rows[4], &lanes, server)),
        ("100", "expired", Mark::Lapsed)
    );
    assert_eq!(
        command(&at(&rows[5], &lanes, clients[0])),
        ("GET", Some("100"))
    );
    assert_eq!(
        command(&at(&rows[10], &lanes, clients[1])),
        ("DEL", Some("1"))
    );
    assert!(words(&rows[11].sentence).contains("both believe"));
    assert_eq!(rows[10].broke, Ending::Broken);
    assert_eq!(rows[11].tint, Ending::Broken);
    assert!(rows[..10].iter().all(|row| row.tint == Ending::Holds));
}

#[test]
fn a_belief_begins_in_its_row_and_ends_above_the_row_that_ended_it() {
    let moves = [Move::Step(C1), Move::Tick(3_000), Move::Step(C1)];
    let (lanes, rows) = of_run(&run_of(Algorithm::Getset, 1, &moves), 1280);
    let of = |row: &Row| {
        let cell = at(row, &lanes, LaneKind::Client(0));
        let belief = bar(&cell, BarKind::Belief);
        belief.map(|bar| (bar.begins, bar.ends))
    };
    let all: Vec<_> = rows.iter().map(of).collect();
    assert_eq!(all, [None, Some((true, false)), Some((false, false)), None]);
    let cell = at(&rows[1], &lanes, LaneKind::Client(0));
    assert_eq!(bar(&cell, BarKind::Lease).unwrap().text, "until 111");
}

#[test]
fn leases_that_end_in_one_jump_are_marked_in_their_order() {
    let moves = [
        Move::Skew(C2, -5_000),
        Move::Step(C1),
        Move::Type("DEL lock.foo".into()),
        Move::Step(C2),
        Move::Tick(60_000),
    ];
    let run = run_of(Algorithm::Setnx, 2, &moves);
    let (lanes, rows) = of_run(&run, 1280);
    let row = rows.last().unwrap();
    let ends = |place| at(row, &lanes, LaneKind::Client(place)).ends;
    let (first, second) = (ends(0).unwrap(), ends(1).unwrap());
    assert_eq!((first.place, first.of), (0, 2));
    assert_eq!((second.place, second.of), (1, 2));
    // The belief goes on without a lease, from the top of the row.
    let cell = at(row, &lanes, LaneKind::Client(0));
    let belief = bar(&cell, BarKind::Belief).unwrap();
    assert_eq!((belief.mark, belief.begins), (Mark::Lapsed, false));
    assert!(bar(&cell, BarKind::Lease).is_none());
}

#[test]
fn a_message_is_a_line_in_its_senders_lane_from_its_sending_to_its_arrival() {
    let message = MessageId::of(C1);
    let moves = [
        Move::Read(C1),
        Move::Send(C1),
        Move::Step(C2),
        Move::Execute(message),
        Move::Tick(1_000),
        Move::Receive(message),
    ];
    let (lanes, rows) = of_run(&run_of(Algorithm::Getset, 2, &moves), 1280);
    let line = |row: &Row, lane: LaneKind, kind: BarKind| {
        let cell = at(row, &lanes, lane);
        bar(&cell, kind).map(|bar| (bar.begins, bar.ends))
    };
    let requests: Vec<_> = rows
        .iter()
        .map(|row| line(row, LaneKind::Client(0), BarKind::Request))
        .collect();
    let (begins, passes, ends) = (
        Some((true, false)),
        Some((false, false)),
        Some((false, true)),
    );
    assert_eq!(requests, [None, None, begins, passes, ends, None, None]);
    let replies: Vec<_> = rows
        .iter()
        .map(|row| line(row, LaneKind::Server(0), BarKind::Reply))
        .collect();
    assert_eq!(replies, [None, None, None, None, begins, passes, ends]);
    // The arrows stand in the rows of arrival.
    let arrows = |row: &Row| {
        let (server, client) = (
            at(row, &lanes, LaneKind::Server(0)),
            at(row, &lanes, LaneKind::Client(0)),
        );
        (server.request.head, client.reply.head)
    };
    let arrows: Vec<_> = rows.iter().map(arrows).collect();
    let none = (false, false);
    // C2 makes a whole step in its row: of that C1's lane has nothing but what passes.
    assert_eq!(
        arrows,
        [
            none,
            none,
            none,
            (true, false),
            (true, false),
            none,
            (false, true)
        ]
    );
    assert!(at(&rows[2], &lanes, LaneKind::Client(0)).request.is_open);
}

#[test]
fn a_whole_step_has_two_arrows_in_its_row_that_pass_the_lanes_between() {
    let (lanes, rows) = of_lesson("D2");
    let row = &rows[1];
    let lane = |kind| at(row, &lanes, kind);
    let (server, first, third) = (
        lane(LaneKind::Server(0)),
        lane(LaneKind::Client(0)),
        lane(LaneKind::Client(2)),
    );
    assert!(server.request.head && server.request.right && !server.request.left);
    assert!(first.request.left && first.request.right && !first.request.head);
    assert!(third.request.left && !third.request.right);
    assert!(third.reply.head && first.reply.left && first.reply.right && server.reply.right);
}

#[test]
fn the_request_of_a_blocked_client_has_arrived_and_its_reply_comes_by_a_later_move() {
    let text = "acquire:\n  BLPOP k 0\n  enter until now + lease\nwork:\nrelease:\n  RPUSH k 1\n";
    let program = Arc::new(Program::parse(text).unwrap());
    let mut run = Run::new(World::new(100_000, 10, &[(C1, program)]));
    for mv in [
        Move::Step(C1),
        Move::Type("RPUSH k 1".into()),
        Move::Step(C1),
    ] {
        run.push(mv).unwrap();
    }
    let (lanes, rows) = of_run(&run, WIDE_PX);
    let wires = |row: &Row| {
        let server = at(row, &lanes, LaneKind::Server(0));
        let client = at(row, &lanes, LaneKind::Client(0));
        (server.request.head, client.reply.head)
    };
    assert_eq!(wires(&rows[1]), (true, false));
    assert_eq!(wires(&rows[3]), (false, true));
}

#[test]
fn more_servers_than_there_is_room_for_are_dots_filled_by_who_said_yes() {
    let (lanes, rows) = of_lesson("R2");
    let clients = [LaneKind::Client(0), LaneKind::Client(1)];
    assert_eq!(lanes, [&[LaneKind::Servers][..], &clients].concat());
    let dots = |row: &Row| match at(row, &lanes, LaneKind::Servers).content {
        Content::Dots(all) => all,
        other => panic!("{other:?}"),
    };
    let last = dots(rows.last().unwrap());
    let answers: Vec<_> = last.iter().map(|value| value.answer).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(answers, [no, no, yes, yes, yes]);
    let owners: Vec<_> = last.iter().map(|value| value.owner).collect();
    let (one, two) = (Some(C1), Some(C2));
    assert_eq!(owners, [one, one, two, two, two]);
}

#[test]
fn no_lesson_has_more_wide_lanes_than_there_is_room_for() {
    for lesson in lesson::ALL {
        let score = Score::of(&lesson.run(), Lang::En);
        for (width, max) in [(WIDE_PX, LANES_MAX), (WIDE_PX - 1, NARROW_LANES_MAX)] {
            let lanes = lanes(&score, width);
            let wide = lanes.iter().filter(|lane| !lane.is_folded).count();
            assert!(wide <= max, "{}: {wide} lanes in {width} px", lesson.id);
        }
    }
}

#[test]
fn five_clients_fold_those_that_do_not_move() {
    let run = run_of(
        Algorithm::Setnx,
        5,
        &[Move::Step(C1), Move::Step(ClientId(4))],
    );
    let lanes = lanes(&Score::of(&run, Lang::En), 1280);
    let folded: Vec<_> = lanes
        .iter()
        .filter(|lane| lane.is_folded)
        .map(|lane| lane.kind)
        .collect();
    assert_eq!(folded, [1, 2, 4].map(LaneKind::Client));
}

#[test]
fn every_row_of_every_lesson_has_a_sentence_and_a_cell_a_lane() {
    for lesson in lesson::ALL {
        for lang in Lang::ALL {
            let run = lesson.run();
            let score = Score::of(&run, lang);
            let lanes = lanes(&score, 1280);
            let rows = rows(&score, &lanes, Some(lesson), 0..usize::MAX);
            assert_eq!(rows.len(), run.len() + 1, "{}", lesson.id);
            for row in &rows {
                let number = row.number;
                assert_eq!(row.cells.len(), lanes.len(), "{} {number}", lesson.id);
                let is_told = !words(&row.sentence).is_empty();
                assert!(is_told || number == 0, "{} {number}", lesson.id);
                for cell in &row.cells {
                    let flights = cell
                        .bars
                        .iter()
                        .filter(|bar| matches!(bar.kind, BarKind::Request | BarKind::Reply));
                    assert!(flights.count() <= FLIGHTS_MAX, "{} {number}", lesson.id);
                }
            }
            // What it has come to shows in a row, or is a deadlock.
            let worst = rows.iter().map(|row| row.tint).max().unwrap();
            let ending = Ending::after(&run, run.len());
            let is_shut = run.last().deadlock().is_some();
            assert!(worst == ending || is_shut, "{}", lesson.id);
        }
    }
}

#[test]
fn a_run_of_no_lesson_has_an_outcome_only_where_something_broke() {
    let empty = run_of(Algorithm::Setnx, 2, &[]);
    assert!(!has_outcome(&empty, false));
    let broken = lesson::find("D2").unwrap().run();
    assert!(has_outcome(&broken, false));
    let mut lessons = lesson::ALL.into_iter().map(|lesson| lesson.run());
    let unbroken = lessons
        .find(|run| Ending::after(run, run.len()) == Ending::Holds)
        .unwrap();
    assert!(has_outcome(&unbroken, true));
    assert!(!has_outcome(&unbroken, false));
}

#[test]
fn rows_of_a_window_are_those_of_the_whole() {
    for id in ["D2", "R2", "R7", "F1", "W4"] {
        let lesson = lesson::find(id).unwrap();
        let score = Score::of(&lesson.run(), Lang::En);
        let lanes = lanes(&score, 1280);
        let whole = rows(&score, &lanes, Some(lesson), 0..usize::MAX);
        for from in 0..whole.len() {
            let window = rows(&score, &lanes, Some(lesson), from..from + 3);
            let end = whole.len().min(from + 3);
            for (row, known) in window.iter().zip(&whole[from..end]) {
                // Messages may have other places beside each other.
                assert_eq!(words(&row.sentence), words(&known.sentence), "{id}");
                assert_eq!(row.tint, known.tint, "{id} {}", row.number);
                for (cell, known) in row.cells.iter().zip(&known.cells) {
                    assert_eq!(cell.content, known.content, "{id} {}", row.number);
                    assert_eq!(cell.bars.len(), known.bars.len(), "{id} {}", row.number);
                }
            }
        }
    }
}
