//! Branches open, keep their forks right when one of them goes, and nothing past a limit is kept.

use super::*;
use crate::{ALL, find};
use lock::Algorithm;
use sim::ClientId;

const C1: ClientId = ClientId(1);
const C2: ClientId = ClientId(2);
const C3: ClientId = ClientId(3);

fn rivals() -> Play {
    Play::new(Setup::new(Algorithm::Getset, 3))
}

fn made(play: &mut Play, moves: &[Move]) {
    for mv in moves {
        play.make(mv.clone()).unwrap();
    }
}

fn parents(play: &Play) -> Vec<Option<(usize, usize)>> {
    play.branches().iter().map(|branch| branch.parent).collect()
}

fn stands(play: &Play) -> (usize, usize) {
    (play.current(), play.cursor())
}

/// The invariants of every play; `moves` on the way to a fork are compared one by one.
fn check(play: &Play) {
    assert!(!play.branches().is_empty() && play.branches().len() <= BRANCHES_MAX);
    assert!(play.current() < play.branches().len() && play.cursor() <= play.run().len());
    let moves = |at: usize| play.branches()[at].run().schedule().moves;
    for (at, branch) in play.branches().iter().enumerate() {
        assert_eq!(branch.parent.is_none(), at == 0);
        for other in 0..at {
            let (one, other_moves) = (moves(at), moves(other));
            let pairs = one.iter().zip(&other_moves);
            let common = pairs.take_while(|(one, other)| one == other).count();
            assert_eq!(play.in_common(at, other), common, "{at} {other}");
            assert_eq!(play.in_common(other, at), common, "{other} {at}");
            assert!(common < one.len() && common < other_moves.len());
        }
        let fork = branch.parent.map(|(parent, common)| (parent < at, common));
        assert!(fork.is_none_or(|(earlier, common)| earlier && common < branch.run().len()));
    }
}

#[test]
fn a_move_steps_on_is_added_or_opens_a_branch() {
    let mut play = rivals();
    made(&mut play, &[Move::Step(C1), Move::Step(C2), Move::Step(C3)]);
    play.seek(1);
    made(&mut play, &[Move::Step(C2)]);
    assert_eq!((stands(&play), play.branches().len()), ((0, 2), 1));
    play.seek(1);
    made(&mut play, &[Move::Crash(C1), Move::Step(C2)]);
    assert_eq!(stands(&play), (1, 3));
    assert_eq!(parents(&play), [None, Some((0, 1))]);
    // The same choice again is the same branch, from wherever it is made.
    play.go_to(0);
    play.seek(1);
    made(&mut play, &[Move::Crash(C1)]);
    assert_eq!((stands(&play), play.branches().len()), ((1, 2), 2));
    // A choice before the fork leaves the branch that the beginning belongs to.
    play.seek(0);
    made(&mut play, &[Move::Tick(1)]);
    assert_eq!(parents(&play), [None, Some((0, 1)), Some((0, 0))]);
    check(&play);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut play = rivals();
    made(&mut play, &[Move::Step(C1), Move::Step(C2)]);
    play.back();
    let before = play.clone();
    assert_eq!(play.can(&Move::Step(C1)), Err(NotEnabled::Works(C1, 103)));
    assert_eq!(play.make(Move::Step(C1)), Err(NotEnabled::Works(C1, 103)));
    assert!(play == before);
}

#[test]
fn going_to_a_branch_keeps_what_both_have_in_common() {
    let mut play = rivals();
    made(&mut play, &[Move::Step(C1), Move::Step(C2), Move::Step(C3)]);
    play.seek(1);
    made(&mut play, &[Move::Tick(1_000)]);
    play.go_to(0);
    assert_eq!(stands(&play), (0, 1));
    play.go_to(7);
    assert_eq!(stands(&play), (0, 1));
}

/// The first branch is left after 2 and 3 moves, and the second of these after 4.
fn tree() -> Play {
    let mut play = rivals();
    made(&mut play, &[const { Move::Tick(1_000) }; 5]);
    play.seek(2);
    made(&mut play, &[Move::Step(C1), Move::Step(C2)]);
    play.go_to(0);
    play.seek(3);
    made(&mut play, &[Move::Step(C2), Move::Step(C1), Move::Step(C3)]);
    play.seek(4);
    made(&mut play, &[Move::Crash(C2)]);
    let expected = [None, Some((0, 2)), Some((0, 3)), Some((2, 4))];
    assert_eq!(parents(&play), expected);
    play
}

#[test]
fn the_branch_that_went_furthest_with_a_removed_one_takes_its_place() {
    let mut play = tree();
    assert!(play.remove(0));
    assert_eq!(parents(&play), [None, Some((0, 2)), Some((0, 4))]);
    assert_eq!(play.branches()[0].run().len(), 6);
    assert_eq!(stands(&play), (2, 5), "it has not moved");
    check(&play);
    assert!(play.remove(0));
    assert_eq!(parents(&play), [None, Some((0, 2))]);
    assert_eq!(stands(&play), (0, 5));
    check(&play);
}

#[test]
fn who_stands_on_a_removed_branch_stands_on_what_is_left_of_it() {
    let mut play = tree();
    play.go_to(2);
    play.seek(6);
    assert!(play.remove(2));
    assert_eq!(parents(&play), [None, Some((0, 2)), Some((0, 3))]);
    assert_eq!(stands(&play), (2, 4));
    check(&play);
    assert!(play.remove(2));
    assert_eq!(stands(&play), (0, 3));
    check(&play);
    assert!(play.remove(1) && !play.remove(0) && !play.remove(1));
    assert_eq!(play.branches().len(), 1);
}

#[test]
fn a_name_is_cut_by_characters_and_an_empty_one_is_none() {
    let mut play = rivals();
    let name = |play: &Play| play.branches()[0].name.clone();
    play.rename(0, " C1\u{0} 先走 ");
    assert_eq!(name(&play).as_deref(), Some("C1 先走"));
    play.rename(0, &"锁".repeat(NAME_CHARS_MAX + 1));
    assert_eq!(name(&play), Some("锁".repeat(NAME_CHARS_MAX)));
    play.rename(0, " \t\n");
    assert_eq!(name(&play), None);
    play.rename(1, "nobody");
}

#[test]
fn every_limit_is_an_answer_in_words() {
    let mut play = rivals();
    made(&mut play, &[Move::Tick(1)]);
    for ms in 2..=32 {
        play.seek(0);
        made(&mut play, &[Move::Tick(ms)]);
    }
    play.seek(0);
    let full = Err(NotEnabled::BranchesFull(BRANCHES_MAX));
    assert_eq!(play.can(&Move::Tick(99)), full);
    assert_eq!(play.make(Move::Tick(99)), full);
    made(&mut play, &[Move::Tick(7)]);
    assert_eq!(stands(&play), (6, 1));
    for _ in 0..TYPED_MAX {
        made(&mut play, &[Move::Type("PING".into())]);
    }
    let typed = play.make(Move::Type("PING".into()));
    assert_eq!(typed, Err(NotEnabled::TypedFull(TYPED_MAX)));
    for _ in 0..MOVES_MAX - BRANCHES_MAX - TYPED_MAX {
        made(&mut play, &[Move::Tick(1)]);
    }
    play.go_to(3);
    play.seek(1);
    assert_eq!(play.make(Move::Tick(1)), Err(NotEnabled::ScheduleFull));
    check(&play);
}

#[test]
fn a_lesson_is_its_whole_schedule_with_its_scene_set() {
    for lesson in ALL {
        let play = Play::of_lesson(lesson);
        assert_eq!(play.run().len(), lesson.length());
        assert_eq!(play.cursor(), lesson.opening);
        assert_eq!(*play.setup(), lesson.setup());
        check(&play);
    }
    let mut play = Play::of_lesson(find("D2").unwrap());
    play.seek(99);
    made(&mut play, &[Move::Tick(1)]);
    assert_eq!(play.lesson().map(|lesson| lesson.id), Some("D2"));
}

#[test]
fn settings_outside_their_limits_are_brought_within_them() {
    let mut setup = Setup::new(Algorithm::Getset, 200);
    setup.clients.reverse();
    (setup.start_s, setup.lease_s) = (i64::MIN, i64::MAX);
    setup.value = Some("锁".repeat(1000));
    setup.clients[199].skew_ms = i64::MAX;
    let play = Play::new(setup);
    assert_eq!(play.setup().clients.len(), sim::CLIENTS_MAX);
    assert_eq!(play.setup().lease_s, sim::LEASE_S_MAX);
    assert_eq!(play.world().clients().len(), sim::CLIENTS_MAX);
    assert_eq!(play.world().now_ms(), 0);
    assert_eq!(
        play.world().lock_value(0).map(|value| value.len()),
        Some(255)
    );
}
