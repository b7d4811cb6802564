//! Invariants of every play under any acts of a reader: its branches, its link, removed branches.

use crate::anything;
use proptest::prelude::*;
use setnx_playground::check::{Answer, Asked, Assumption};
use setnx_playground::lesson::export::{as_script, as_text};
use setnx_playground::lesson::{BRANCHES_MAX, Play, link, narrate};
use setnx_playground::sim::{ClientId, Move, Property};
use setnx_playground::text::Lang;

/// An act of a reader on a play. Numbers are clamped to their range.
#[derive(Clone, Debug)]
enum Deed {
    Make(Move),
    /// One of the messages on their way arrives, by its index.
    Arrive(usize),
    /// A client crashes with a command on its way, and comes back.
    Lose(ClientId),
    Back,
    Seek(usize),
    GoTo(usize),
    Rename(usize, String),
    Remove(usize),
    /// A search answers.
    Ask(Asked),
}

fn asked() -> impl Strategy<Value = Asked> {
    let answer = prop_oneof![
        (0_usize..100).prop_map(Answer::Broken),
        (0_usize..9_999_999).prop_map(Answer::Holds)
    ];
    (
        prop::sample::select(Property::searched().collect::<Vec<_>>()),
        prop::option::of(1_u8..),
        prop::option::of(1_u32..),
        any::<[bool; 8]>(),
        0_u8..=2,
        prop::option::of(answer),
    )
        .prop_map(|(property, rounds, attempts, on, apart_s, answer)| {
            let mut asked = Asked::new(property);
            (asked.rounds, asked.attempts, asked.answer) = (rounds, attempts, answer);
            asked.allowed.clocks_apart_s = apart_s;
            for (assumption, is_on) in Assumption::switches().zip(on) {
                asked.allowed.set(assumption, is_on);
            }
            asked
        })
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        6 => (0_usize..4).prop_map(Deed::Arrive),
        2 => (1_u8..=3).prop_map(|id| Deed::Lose(ClientId(id))),
        4 => Just(Deed::Back),
        2 => (0_usize..30).prop_map(Deed::Seek),
        2 => (0_usize..6).prop_map(Deed::GoTo),
        1 => (0_usize..6, any::<String>()).prop_map(|(at, name)| Deed::Rename(at, name)),
        1 => (0_usize..6).prop_map(Deed::Remove),
        1 => asked().prop_map(Deed::Ask),
    ];
    let rest = prop::collection::vec(deed, 0..16);
    (anything::moves(24), rest).prop_flat_map(|(moves, deeds)| {
        let mut all: Vec<Deed> = moves.into_iter().map(Deed::Make).collect();
        all.extend(deeds);
        Just(all).prop_shuffle()
    })
}

fn does(play: &mut Play, deed: Deed) {
    match deed {
        Deed::Make(mv) => {
            let _ = play.make(mv);
        }
        Deed::Arrive(place) => {
            let messages: Vec<_> = play.world().messages().collect();
            if let Some((name, is_reply)) = messages.get(place % messages.len().max(1)) {
                let _ = play.make(match is_reply {
                    true => Move::Receive(*name),
                    false => Move::Execute(*name),
                });
            }
        }
        Deed::Lose(id) => {
            for mv in [
                Move::Read,
                Move::Send,
                Move::Crash,
                Move::Restart,
                Move::Read,
                Move::Send,
            ] {
                let _ = play.make(mv(id));
            }
        }
        Deed::Back => play.back(),
        Deed::Seek(cursor) => play.seek(cursor),
        Deed::GoTo(branch) => play.go_to(branch),
        Deed::Rename(branch, name) => play.rename(branch, &name),
        Deed::Remove(branch) => {
            play.remove(branch);
        }
        Deed::Ask(asked) => play.ask(Some(asked)),
    }
}

/// Asserts the documented invariants of the tree of branches.
fn check(play: &Play) -> Result<(), TestCaseError> {
    let branches = play.branches();
    prop_assert!((1..=BRANCHES_MAX).contains(&branches.len()));
    prop_assert!(play.current() < branches.len() && play.cursor() <= play.run().len());
    let moves: Vec<Vec<Move>> = branches
        .iter()
        .map(|branch| branch.run().schedule().moves)
        .collect();
    for (at, branch) in branches.iter().enumerate() {
        prop_assert_eq!(branch.parent.is_none(), at == 0);
        if let Some((parent, common)) = branch.parent {
            let (own, of) = (&moves[at], &moves[parent]);
            prop_assert!(parent < at && common < own.len() && common < of.len());
            prop_assert!(own[..common] == of[..common] && own[common] != of[common]);
        }
        for other in &moves[..at] {
            prop_assert!(!other.starts_with(&moves[at]) && !moves[at].starts_with(other));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_gives_the_play_that_was_put_into_it(start in anything::starts(), deeds in deeds()) {
        let mut play = start.play();
        for deed in deeds {
            does(&mut play, deed);
        }
        check(&play)?;
        let text = link::encode(&play);
        let is_safe = |c: char| c.is_ascii_alphanumeric() || ".-+=%;@".contains(c);
        prop_assert!(text.chars().all(is_safe), "{}", text);
        let (again, stopped) = link::decode(&text);
        prop_assert_eq!(stopped, None, "{}", text);
        prop_assert!(again == play, "{}", text);
        prop_assert_eq!(link::encode(&again), text);
    }

    #[test]
    fn a_step_back_is_exact_and_a_refused_move_changes_nothing(start in anything::starts(), deeds in deeds()) {
        let mut play = start.play();
        for deed in deeds {
            let before = play.clone();
            let Deed::Make(mv) = deed else {
                does(&mut play, deed);
                continue;
            };
            let can = play.can(&mv);
            match play.make(mv.clone()) {
                Err(why) => {
                    prop_assert_eq!(can, Err(why));
                    prop_assert!(play == before);
                }
                Ok(()) => {
                    prop_assert_eq!(can, Ok(()));
                    let after = play.clone();
                    play.back();
                    prop_assert!(play.world() == before.world());
                    prop_assert_eq!(play.cursor(), before.cursor());
                    prop_assert_eq!(play.make(mv), Ok(()));
                    prop_assert!(play == after);
                }
            }
        }
    }

    #[test]
    fn every_play_can_be_told_and_taken_away(start in anything::starts(), deeds in deeds(), lang in prop::sample::select(Lang::ALL.to_vec())) {
        let mut play = start.play();
        for deed in deeds {
            does(&mut play, deed);
        }
        let run = play.run();
        let script = as_script(run, lang);
        for line in script.lines() {
            let is_command = || line.split_once("> ").is_some_and(|(who, _)| who.chars().all(|c| c.is_alphanumeric() || c == '.'));
            prop_assert!(line.is_empty() || line.starts_with("# ") || is_command(), "{:?}", line);
        }
        let text = as_text(&play, lang);
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
        for index in 0..run.len() {
            prop_assert!(!narrate(lang, index, run, play.lesson()).is_empty());
        }
    }

    #[test]
    fn any_text_is_read_as_far_as_it_is_a_link(text in links()) {
        let (play, stopped) = link::decode(&text);
        if let Some(stopped) = stopped {
            for lang in Lang::ALL {
                let phrase = stopped.phrase().get(lang);
                prop_assert!(!phrase.is_empty() && !phrase.contains(char::is_control), "{:?}", phrase);
            }
        }
        check(&play)?;
        let (again, stopped) = link::decode(&link::encode(&play));
        prop_assert_eq!(stopped, None);
        prop_assert!(again == play);
    }
}

/// Texts that are nearly links, and some that are nothing like it.
fn links() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "v1",
        "v1",
        "search=two-leases.gap.rounds2",
        "search=two-leases.rounds0",
        "found=none.7",
        "v2",
        "D2",
        "getset",
        "px-write",
        "n=2",
        "n=3",
        "n=300",
        "who=3.4",
        "lease=5",
        "start=0",
        "value=9%",
        "c1",
        "c2",
        "c3",
        "c1.x3",
        "c2.read",
        "c2.send",
        "c2.exec",
        "c2.recv",
        "c1.exec.m1",
        "c1.exec.store",
        "c1.crash",
        "c1.restart",
        "c2.pause",
        "c2.resume",
        "c1.skew=-5",
        "t1",
        "t12",
        "t0.5.x4",
        "@0",
        "@1",
        "@0.1",
        "@1.2",
        "@0.99",
        "name=a+b",
        "type=GET+lock.foo",
        "type=%22",
        "cut=3",
        "c1=setnx",
        "c2.clock=12",
        "",
        "x",
        "%3B",
        ".x9999",
    ]);
    let parts = prop::collection::vec(part, 0..14);
    let from = prop::sample::select(vec!["v1;getset;n=2;", "v1;D2;", "v1;px-write;", "", "#"]);
    let near = (from, parts).prop_map(|(from, parts)| from.to_owned() + &parts.join(";"));
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let far = bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    prop_oneof![6 => near, 1 => far, 1 => any::<String>()]
}
