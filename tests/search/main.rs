//! The search over all schedules, held against a plain explorer, against the challenges' known ways, and against itself.

mod blocked;
#[path = "../chance/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod chance;
mod clocks;
mod generated;
mod growth;
mod hostile;
mod keys;
mod pinned;
mod plain;
mod real;
#[path = "../reviewed/mod.rs"]
mod reviewed;
mod servers;
mod shared;
mod shut;
mod survival;
mod untried;

use pinned::PINNED;
use plain::{Plain, Ticks, explore};
use setnx_playground::check::{
    Allowed, Asked, Discovery, Instants, Progress, Question, Search, Times, Verdict,
};
use setnx_playground::lesson;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Move, Property, Run, Setup};

/// Searches to the end.
fn search(question: &Question) -> Verdict {
    let mut search = Search::new(question.clone());
    loop {
        if let Progress::Done(verdict) = search.advance(10_000) {
            return verdict;
        }
    }
}

/// The run of what was found, which the engine plays to its end and which breaks the property with its last move.
fn played(question: &Question, found: &Discovery) -> Run {
    let start = found.setup.world_of(&question.programs);
    let (run, stopped) = Run::play(start, &found.schedule);
    assert_eq!(stopped, None, "{:?}", found.schedule);
    run
}

fn breaks(run: &Run, property: Property) -> Option<usize> {
    let breaks = |outcome: &setnx_playground::sim::Outcome| {
        outcome.broken.iter().any(|one| one.property == property)
    };
    run.outcomes().position(breaks).map(|index| index + 1)
}

/// The length of the shortest schedule that breaks the property; `None` when none does.
fn length(question: &Question) -> Option<usize> {
    match search(question) {
        Verdict::Broken(found, _) => {
            let run = played(question, &found);
            if question.property != Property::NobodyEver {
                assert_eq!(
                    breaks(&run, question.property),
                    Some(run.len()),
                    "{found:?}"
                );
            }
            Some(run.len())
        }
        Verdict::Holds { .. } => None,
        Verdict::Unfinished { states, depth, .. } => panic!("{states} states, {depth} moves"),
    }
}

fn question(algorithm: Algorithm, clients: u8, property: Property) -> Question {
    Question::new(Setup::new(algorithm, clients), property)
}

#[test]
fn the_del_race_takes_eight_moves_of_three_clients() {
    let asked = question(Algorithm::SetnxDel, 3, Property::TwoLeases);
    assert_eq!(length(&asked), Some(8));
}

/// What is allowed in a name.
fn allowed(name: &str) -> Allowed {
    let has = |word: &str| name.contains(word);
    Allowed {
        crash: has("crash"),
        restart: has("restart"),
        gap: has("gap"),
        transit: has("transit"),
        lose: has("lose"),
        overrun: !has("punctual"),
        clocks_apart_s: u8::from(has("apart")),
        clocks_set_ms: if has("set") {
            vec![12_000, -12_000]
        } else {
            Vec::new()
        },
        server_clocks_set_ms: if has("server clock") {
            vec![12_000, -12_000]
        } else {
            Vec::new()
        },
        forget: has("forget"),
        fail_over: has("fail-over"),
        part: has("part"),
    }
}

const WORLDS: usize = 300;

const ASSUMPTIONS: [&str; 13] = [
    "as told",
    "punctual",
    "crash",
    "crash restart",
    "gap",
    "transit",
    "transit lose",
    "apart",
    "apart punctual crash",
    "set",
    "forget",
    "part",
    "server clock",
];

/// Compares both explorers on a question, with so many worlds for the plain one. Whether that came to an end.
fn compare(name: &str, asked: &Question, depth: usize, worlds: usize) -> bool {
    let (plain, _) = explore(asked, depth, &Ticks::seconds(13), worlds);
    let asked = &Question {
        whole_seconds: true,
        ..asked.clone()
    };
    let found = search(asked);
    // So long schedules were looked through in vain, and this is the length of the one found.
    let (in_vain, length) = match &found {
        Verdict::Broken(found, _) => {
            let run = played(asked, found);
            assert_eq!(breaks(&run, asked.property), Some(run.len()), "{found:?}");
            (run.len() - 1, run.len())
        }
        Verdict::Holds { .. } => (usize::MAX, usize::MAX),
        Verdict::Unfinished { depth, .. } => (*depth, usize::MAX),
    };
    match plain {
        Plain::Broken(plain) => {
            let is_open = matches!(found, Verdict::Unfinished { .. });
            assert!(
                plain == length || is_open && plain > in_vain,
                "{name}: {plain}, {length}"
            );
            true
        }
        Plain::NoneWithin(depth) => {
            assert!(length > depth, "{name}: {depth}, {length}");
            false
        }
    }
}

#[test]
fn both_explorers_find_schedules_of_one_length() {
    // All of them take two minutes: `SETNX_SEARCH_ALL=1 cargo test --test search both`.
    let every = match std::env::var_os("SETNX_SEARCH_ALL") {
        Some(_) => 1,
        None => 5,
    };
    let (mut broken, mut all) = (0, 0);
    for algorithm in Algorithm::ALL {
        for assumption in ASSUMPTIONS {
            for property in Property::searched() {
                let program = algorithm.program();
                let is_idle = match property {
                    Property::NobodyEver => true,
                    Property::HeldIdle => !program.has_meanwhile(),
                    Property::LostUpdate => !program.uses_store(),
                    _ => false,
                };
                if is_idle {
                    continue;
                }
                all += 1;
                if all % every != 0 {
                    continue;
                }
                let mut setup = Setup::new(algorithm, 2);
                setup.replicas = u8::from(algorithm == Algorithm::Wait);
                let mut asked = Question::new(setup, property);
                asked.allowed = allowed(assumption);
                asked.rounds = Some(2);
                asked.bytes_max = 4 << 20;
                let name = format!("{} {assumption} {}", algorithm.id(), property.name());
                broken += usize::from(compare(&name, &asked, 6, WORLDS));
            }
        }
    }
    assert!(broken * every > 120, "{broken} of {all}");
}
/// With three clients and no limit of rounds: what the plain one finds, the search finds as well, and no longer.
#[test]
fn three_clients_find_what_two_do_not() {
    for algorithm in [
        Algorithm::SetnxDel,
        Algorithm::GetsetBlind,
        Algorithm::PxBlind,
    ] {
        let mut asked = question(algorithm, 3, Property::TwoLeases);
        let shortest = match algorithm {
            Algorithm::SetnxDel => 8,
            Algorithm::GetsetBlind => 7,
            _ => 5,
        };
        assert_eq!(length(&asked), Some(shortest));
        asked.rounds = Some(1);
        let two = Question {
            rounds: Some(1),
            ..question(algorithm, 2, Property::TwoLeases)
        };
        assert_eq!(length(&two), None, "{}", algorithm.id());
        assert!(length(&asked).is_some(), "{}", algorithm.id());
    }
}

#[test]
fn a_question_has_one_answer_in_slices_of_any_size() {
    for pinned in PINNED {
        for budget in [1, 7, 100_000] {
            let mut search = Search::new(pinned.question());
            let verdict = loop {
                if let Progress::Done(verdict) = search.advance(budget) {
                    break verdict;
                }
            };
            assert_eq!(pinned.is_it(&verdict), Ok(()), "{pinned:?}");
        }
    }
}

/// A client that polls begins an attempt each time, while the key may still hold the token of an early one.
#[test]
fn tokens_of_attempts_have_the_least_numbers() {
    let mut asked = question(Algorithm::Px, 2, Property::TwoLeases);
    asked.allowed.crash = true;
    asked.allowed.restart = true;
    match search(&asked) {
        Verdict::Holds { states, .. } => assert_eq!(states, 2_247),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_that_may_not_use_more_memory_says_how_far_it_got() {
    let mut asked = question(Algorithm::GetsetGet, 3, Property::NobodyEver);
    asked.bytes_max = 800_000;
    let Verdict::Unfinished { states, depth, .. } = search(&asked) else {
        panic!("it takes more");
    };
    assert!(states > 100 && depth > 3, "{states} {depth}");
}

#[test]
fn a_program_that_subtracts_times_is_searched_up_to_a_bound() {
    let text = "acquire:\n  SETNX lock.foo <now>\n  if reply = 1: enter until now + lease\n  GET lock.foo\n  if reply = nil: retry\n  if now - reply < lease: wait 1, retry\n  DEL lock.foo\n  retry\nwork:\n  work 3\nrelease:\n  DEL lock.foo\n";
    let program = std::sync::Arc::new(Program::parse(text).expect("a program"));
    let mut asked = question(Algorithm::Setnx, 2, Property::TwoLeases);
    asked.programs = vec![program; 2];
    asked.rounds = Some(1);
    match search(&asked) {
        Verdict::Holds { bounds, .. } => assert_eq!(bounds.times, Times::Absolute(60)),
        other => panic!("{other:?}"),
    }
    asked.setup = Setup::new(Algorithm::Setnx, 3);
    asked.programs = vec![asked.programs[0].clone(); 3];
    let found = length(&asked);
    assert_eq!(found, Some(8));
}

/// A question by whole seconds about two clients with leases of `lease_s`.
fn by_seconds(text: &str, servers: u8, lease_s: i64, property: Property) -> Question {
    let mut setup = Setup::new(Algorithm::Own, 2);
    (setup.servers, setup.lease_s) = (servers, lease_s);
    let mut asked = Question::new(setup, property);
    let program = std::sync::Arc::new(Program::parse(text).expect("a program"));
    asked.programs = vec![program; 2];
    asked.whole_seconds = true;
    asked
}

/// The search does not know GEOADD, and so not what is done with values and times; but the deadline of the key is known.
#[test]
fn time_passes_to_deadlines_also_where_a_command_is_not_known() {
    let mut asked = by_seconds(include_str!("locks/geo.lock"), 1, 1, Property::TwoLeases);
    asked.rounds = Some(1);
    assert_eq!(length(&asked), None);
    asked.whole_seconds = false;
    let verdict = search(&asked);
    assert_eq!(verdict.bounds().instants, Instants::Deadlines);
    let Verdict::Broken(found, _) = verdict else {
        panic!("{verdict:?}")
    };
    // A key lives through the millisecond of its deadline.
    assert_eq!(found.schedule.moves.len(), 5);
    assert!(found.schedule.moves.contains(&Move::Tick(501)));
    // C2 is 250 ms ahead, and takes the lock over at the end of a lease by its own clock.
    let text = "acquire:\n  SETNX k <mine := now + lease>\n  if reply = 1: enter until mine\n  GET k\n  if reply > now: give up\n  APPEND other x\n  enter until now + lease\nwork:\n  work 5\nrelease:\n  DEL k\n";
    let mut asked = by_seconds(text, 1, 1, Property::TwoLeases);
    asked.whole_seconds = false;
    asked.rounds = Some(1);
    asked.setup.clients[1].skew_ms = 250;
    let Verdict::Broken(found, _) = search(&asked) else {
        panic!("both have a lease")
    };
    let ticks = |mv: &&Move| matches!(mv, Move::Tick(_));
    let passed: Vec<_> = found.schedule.moves.iter().filter(ticks).collect();
    assert_eq!(passed, [&Move::Tick(750)]);
}

/// The lesson about a token that is kept has the shortest schedule that broke Redlock when messages take time. With a token for
/// each attempt the same moves break nothing.
#[test]
fn the_moves_that_break_redlock_with_a_kept_token_break_nothing_with_a_new_one() {
    let lesson = lesson::find("R7").expect("a kept token");
    let mut setup = lesson.setup();
    let schedule = lesson.run().schedule();
    let broken = |setup: &Setup| {
        let world = setup.world_of(&setup.programs());
        let (run, stopped) = Run::play(world, &schedule);
        assert!(stopped.is_none(), "{stopped:?}");
        let all = run.outcomes().flat_map(|outcome| outcome.broken.clone());
        all.map(|violation| violation.property).collect::<Vec<_>>()
    };
    assert_eq!(schedule.moves.len(), 12);
    assert!(broken(&setup).contains(&Property::TwoLeases));
    for client in &mut setup.clients {
        client.algorithm = Algorithm::Redlock;
    }
    assert_eq!(broken(&setup), []);
}

/// Of three servers two forget the lock of C1 and give it to C2: with both exchanged C1 has the two. A schedule that the search
/// finds on the way of one of them is played on the way of the other.
#[test]
fn a_schedule_is_played_where_servers_and_clients_are_exchanged_together() {
    let text = "acquire:\n  on all: SET k <token> NX PX 1000\n  if yes < majority: retry\n  enter until now + lease\nwork:\n  work 1\n  read\n  write draft\nrelease:\n  on all: DEL k\n";
    let mut asked = by_seconds(text, 3, 2, Property::RemovedLock);
    asked.rounds = Some(1);
    asked.allowed = allowed("forget punctual");
    assert!(!search(&asked).bounds().is_last_resort);
    assert_eq!(length(&asked), Some(10));
}

/// Of two servers one is cut off from C1 alone by being cut off itself: C2 gets its key afterwards.
#[test]
fn a_server_is_cut_off_where_the_network_parts() {
    let text = "acquire:\n  on all within 1: SET k <me> NX\n  if yes = 0: wait 1, retry\n  enter until now + 9\nwork:\nrelease:\n  on all within 1: DEL k\n";
    let mut asked = by_seconds(text, 2, 2, Property::TwoLeases);
    asked.setup.loses_messages = true;
    asked.rounds = Some(1);
    assert_eq!(length(&asked), None);
    asked.allowed = allowed("part");
    // It is cut off, C1 asks both and waits no longer, it joins again, and C2 asks.
    assert_eq!(length(&asked), Some(6));
}

/// C1 has had its round, and C2 gives the lock back: nobody tries any more, so nobody tries in vain.
#[test]
fn a_client_that_releases_does_not_try_in_vain() {
    let mut asked = question(Algorithm::Px, 2, Property::NobodyEver);
    asked.rounds = Some(1);
    asked.allowed = allowed("gap transit");
    assert_eq!(length(&asked), None);
}

/// A client that was refused gives up, after the last holder has ended: whoever begins again gets in. But nobody does where a
/// holder has crashed and the key does not expire.
#[test]
fn a_bound_on_rounds_keeps_nobody_out_for_ever() {
    let text = |ends: &str| {
        format!(
            "acquire:\n  SET k <token> NX{ends}\n  if reply != nil: enter until sent + lease\n  wait 1\n  give up\nwork:\n  work 3\nrelease:\n  DEL k\n"
        )
    };
    for rounds in 1..3 {
        let mut asked = by_seconds(&text(" PX 2000"), 1, 2, Property::NobodyEver);
        asked.rounds = Some(rounds);
        asked.allowed = allowed("crash");
        let verdict = search(&asked);
        assert!(verdict.holds(), "{verdict:?}");
        assert_eq!(verdict.bounds().question.rounds, None);
        let mut asked = by_seconds(&text(""), 1, 2, Property::NobodyEver);
        asked.rounds = Some(rounds);
        assert_eq!(length(&asked), None);
        asked.allowed = allowed("crash");
        assert_eq!(length(&asked), Some(2));
    }
}

/// A release that the network does not carry leaves a lock behind that does not expire.
#[test]
fn a_lock_is_left_behind_where_the_network_parts() {
    let text = "acquire:\n  on all within 1: SET k <me> NX\n  if yes < majority: wait 1, retry\n  enter until now + lease\nwork:\nrelease:\n  on all within 1: DEL k\n";
    let mut asked = by_seconds(text, 1, 2, Property::NobodyEver);
    asked.setup.clients.truncate(2);
    asked.setup.loses_messages = true;
    asked.rounds = Some(1);
    assert_eq!(length(&asked), None);
    asked.allowed = allowed("part");
    // C1 gets in, is cut off, and sends its release in vain.
    assert_eq!(length(&asked), Some(3));
}

/// A client makes a field of a hash, and counts it up in another round: that it wrote it twice is forgotten at once, or when
/// both leases are over, and comes to the same.
#[test]
fn a_schedule_is_played_where_a_client_wrote_the_same_twice() {
    let asked = by_seconds(include_str!("locks/counted.lock"), 1, 1, Property::Shut);
    let asked = Question {
        rounds: Some(2),
        allowed: allowed("transit lose"),
        ..asked
    };
    assert!(!search(&asked).bounds().is_last_resort);
    assert_eq!(length(&asked), Some(21));
}

/// A client that has read the token of another still has that, and not its own, when a server fails.
#[test]
fn a_client_knows_the_token_of_another_after_a_failover() {
    let text = include_str!("locks/foreign-reply.lock");
    let mut asked = by_seconds(text, 1, 1, Property::RemovedLock);
    (asked.setup.replicas, asked.rounds) = (1, Some(1));
    asked.allowed = allowed("fail-over");
    assert!(!search(&asked).bounds().is_last_resort);
    assert_eq!(length(&asked), None);
}

/// The worlds that a few moves lead to, in which the proof by syntax claims a deadlock: the search denies none.
#[test]
fn the_proof_of_a_deadlock_claims_nothing_that_the_search_denies() {
    let mut claimed = 0;
    for algorithm in Algorithm::ALL {
        if algorithm == Algorithm::Wait || algorithm.program().asks_all_alike() {
            continue;
        }
        let mut asked = question(algorithm, 2, Property::NobodyEver);
        asked.allowed = allowed("crash restart");
        asked.rounds = Some(2);
        let Some(depth) = plain::first_deadlock(&asked, 4, WORLDS) else {
            continue;
        };
        claimed += 1;
        let found = length(&asked);
        assert!(
            found.is_some_and(|found| found <= depth),
            "{} {depth} {found:?}",
            algorithm.id()
        );
    }
    assert!(claimed > 1, "{claimed}");
}

/// Every lesson's deadlock in which nobody may restart: two moves, as the challenge says.
#[test]
fn a_holder_that_crashes_shuts_setnx_for_ever() {
    let mut asked = question(Algorithm::Setnx, 3, Property::NobodyEver);
    asked.allowed = allowed("crash");
    assert_eq!(length(&asked), Some(2));
    asked = question(Algorithm::Getset, 3, Property::NobodyEver);
    asked.allowed = allowed("crash restart");
    assert_eq!(length(&asked), None);
}

/// Lessons that end well, in settings in which another schedule does not.
const BEYOND: [&str; 2] = ["P4-fenced", "E2-nx"];
/// Lessons whose question has more states than a test can look through.
const NOT_ASKED: [&str; 18] = [
    "N1", "N1-own", "N2", "N2-token", "T1-token", "R2", "R3", "R6", "R7", "R7-token", "W5", "W6",
    "W6-token", "F6-wait", "F2", "F2-other", "F5", "F5-read",
];

#[test]
fn the_question_that_a_lesson_raises_is_answered_as_the_lesson_is() {
    for lesson in lesson::ALL
        .into_iter()
        .filter(|one| !NOT_ASKED.contains(&one.id))
    {
        let run = lesson.run();
        let asked = Asked::raised_by(&lesson.setup(), &run);
        let shown = match asked.property {
            Property::NobodyEver => Some(run.len()),
            property => breaks(&run, property),
        };
        let found = length(&asked.of(lesson.setup()));
        let is_answered = match (shown, found) {
            (Some(moves), Some(found)) => found <= moves,
            (None, found) => found.is_some() == BEYOND.contains(&lesson.id),
            (Some(_), None) => false,
        };
        let id = lesson.id;
        assert!(is_answered, "{id}: {asked:?} {shown:?} {found:?}");
    }
}

/// What the lesson about WAIT at the new primary shows, where both clients try once.
#[test]
fn a_failover_between_set_and_wait_loses_a_lock_in_as_few_moves_as_its_lesson() {
    let lesson = lesson::find("F5").expect("a lesson");
    let run = lesson.run();
    let mut asked = Asked::raised_by(&lesson.setup(), &run);
    (asked.rounds, asked.attempts) = (Some(1), Some(1));
    let found = length(&asked.of(lesson.setup()));
    assert_eq!(found, breaks(&run, Property::TwoLeases));
}

/// What the lesson about a holder's clock shows, where a clock may be set by a move.
#[test]
fn a_clock_that_is_set_back_breaks_the_lock_in_as_few_moves_as_its_lesson() {
    let lesson = lesson::find("K2").expect("a lesson");
    let mut asked = question(Algorithm::Px, 2, Property::TwoLeases);
    asked.allowed.clocks_set_ms = vec![-12_000];
    assert_eq!(length(&asked), breaks(&lesson.run(), Property::TwoLeases));
}

/// The clock of a server: set ahead, a key is past while its holder works. An answer in a majority needs more than one.
#[test]
fn a_servers_clock_that_is_set_ahead_lets_a_second_client_in() {
    let lesson = lesson::find("K1").expect("a lesson");
    let mut asked = question(Algorithm::Px, 2, Property::TwoLeases);
    asked.allowed = allowed("server clock");
    assert_eq!(length(&asked), breaks(&lesson.run(), Property::TwoLeases));
    // By a value that clients read, no clock of a server says who holds the lock.
    let mut by_value = question(Algorithm::Getset, 2, Property::TwoLeases);
    by_value.allowed = allowed("server clock");
    assert_eq!(length(&by_value), None);
}

#[test]
fn a_replica_that_is_never_promoted_adds_no_states_without_end() {
    let mut setup = Setup::new(Algorithm::Px, 2);
    setup.replicas = 2;
    let verdict = search(&Question::new(setup, Property::TwoLeases));
    assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
}

/// What the lesson about WAIT says, where both clients try once.
#[test]
fn no_failover_loses_a_lock_that_the_only_replica_has() {
    let mut asked = question(Algorithm::Wait, 2, Property::TwoLeases);
    asked.setup.replicas = 1;
    asked.allowed = allowed("fail-over");
    (asked.rounds, asked.attempts) = (Some(1), Some(1));
    assert_eq!(length(&asked), None);
}
