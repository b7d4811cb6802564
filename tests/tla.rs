//! The exported TLA+ modules, judged by TLC: for the rows of both tables that a module has a place for it finds the same
//! verdicts as the search, and traces of the same lengths. `cargo xtask test --only tla` fetches TLC and runs this.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use setnx_playground::check::survival::{Hazard, Scope, Survivor};
use setnx_playground::check::{
    Assumption, MatrixColumn, MatrixRow, Progress, Question, Release, Search, Verdict,
};
use setnx_playground::lesson::export::{MODULE, Tla, as_tla};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};
use setnx_playground::text::Lang;

/// Names the archive tla2tools.jar.
const JAR: &str = "SETNX_TLA_JAR";
/// Has every cell judged, which takes minutes.
const ALL: &str = "SETNX_SEARCH_ALL";

/// The rows without a store.
const ROWS: [MatrixRow; 12] = [
    MatrixRow::SetnxDel,
    MatrixRow::Getset(Release::Del),
    MatrixRow::Getset(Release::ClockAndDel),
    MatrixRow::Getset(Release::ClockThenDel),
    MatrixRow::Getset(Release::GetThenDel),
    MatrixRow::Getset(Release::CompareAndDelete),
    MatrixRow::Px(Release::Del),
    MatrixRow::Px(Release::ClockAndDel),
    MatrixRow::Px(Release::ClockThenDel),
    MatrixRow::Px(Release::GetThenDel),
    MatrixRow::Px(Release::CompareAndDelete),
    MatrixRow::Redlock,
];

/// What a lock survives, as far as a module has a place for it.
const HAZARDS: [Hazard; 12] = [
    Hazard::Nothing,
    Hazard::Crash,
    Hazard::Restart,
    Hazard::Stall,
    Hazard::ClocksApart,
    Hazard::Delay,
    Hazard::Loss,
    Hazard::Forget,
    Hazard::FailOver,
    Hazard::Partition,
    Hazard::ClockSet,
    Hazard::ServerClockSet,
];

/// The rows of that table without a store and without a second thread. No search of [`Algorithm::Wait`] comes to an end.
const SURVIVORS: [Algorithm; 8] = [
    Algorithm::Setnx,
    Algorithm::SetnxDel,
    Algorithm::GetsetBlind,
    Algorithm::Getset,
    Algorithm::PxBlind,
    Algorithm::PxGet,
    Algorithm::Px,
    Algorithm::Redlock,
];

/// The cells of it that are judged without the flag.
const FEW: [(Algorithm, Hazard); 10] = [
    (Algorithm::Redlock, Hazard::Restart),
    (Algorithm::Redlock, Hazard::ClocksApart),
    (Algorithm::Redlock, Hazard::Forget),
    (Algorithm::Px, Hazard::Stall),
    (Algorithm::Getset, Hazard::FailOver),
    (Algorithm::SetnxDel, Hazard::Delay),
    (Algorithm::Px, Hazard::Partition),
    (Algorithm::SetnxDel, Hazard::Partition),
    (Algorithm::Getset, Hazard::ClockSet),
    (Algorithm::Px, Hazard::ServerClockSet),
];

/// Goes on with a majority, and does not look at how long that took.
const HASTY: &str = "acquire:
  on all within 2 until majority: SET lock.foo <token> NX PX <lease * 1000>
  if yes >= majority: enter until now + lease
  give up
work:
  work 3
release:
  on all within 1 until majority: DELEX lock.foo IFEQ <token>
";
/// Asks two of three servers, again where one does not answer.
const CHOSEN: &str = "acquire:
  on A, C within 1: SETNX lock.foo <token>
  if answers < 2: retry
  if yes = 2: enter until now + lease
  on A, C: DELEX lock.foo IFEQ <token>
  give up
work:
  work 3
release:
  on A, C: DELEX lock.foo IFEQ <token>
";
/// Asks another server than the first, and repeats once what nobody answered.
const OTHER: &str = "acquire:
  if tries = 2: give up
  if tries = 1: tries := 2
  if tries = nil: tries := 1
  on B within 1: SET lock.foo <token> NX PX <lease * 1000>
  if answers = 0: retry
  if reply = nil: give up
  enter until sent + lease
work:
  work 3
release:
  on B: DEL lock.foo
";
/// Goes in when a replica has the write, or gives up.
const ONE_WAIT: &str = "acquire:
  SET lock.foo <token> NX PX <lease * 1000>
  if reply = nil: give up
  WAIT 1 1000
  if reply = 0: give up
  enter until now + lease
work:
  work 3
release:
  DEL lock.foo
";

/// The length of the shortest schedule; `None` when there is none.
fn searched(question: &Question) -> Option<usize> {
    let mut search = Search::new(question.clone());
    loop {
        match search.advance(10_000) {
            Progress::Done(Verdict::Broken(found, _)) => return Some(found.schedule.moves.len()),
            Progress::Done(Verdict::Holds { .. }) => return None,
            Progress::Done(Verdict::Unfinished { states, depth, .. }) => {
                panic!("{states} states, {depth} moves")
            }
            Progress::Working { .. } => {}
        }
    }
}

/// The same by TLC: the states of its trace without the first.
fn judged(question: &Question, jar: &Path, name: &str) -> Option<usize> {
    let Tla { module, config } = as_tla(question).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("tla")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{MODULE}.tla")), module).unwrap();
    std::fs::write(folder.join(format!("{MODULE}.cfg")), config).unwrap();
    let output = Command::new("java")
        .current_dir(&folder)
        // TLC writes its own modules into the folder for temporary files and removes them at its end: one for each run.
        .args(["-Djava.io.tmpdir=.", "-XX:+UseSerialGC", "-Xmx2g", "-cp"])
        .arg(jar)
        .args([
            "tlc2.TLC",
            "-workers",
            "1",
            "-nowarning",
            "-metadir",
            "states",
            MODULE,
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let states = said.lines().filter(|line| {
        let number = line
            .strip_prefix("State ")
            .and_then(|rest| rest.split(':').next());
        number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    });
    match output.status.code() {
        Some(0) => {
            assert!(said.contains("No error has been found"), "{name}: {said}");
            None
        }
        // A property was broken.
        Some(12) => Some(states.count() - 1),
        code => panic!("{name}: {code:?} {said}"),
    }
}

#[test]
fn tlc_finds_the_same_verdicts_and_lengths() {
    let jar = PathBuf::from(std::env::var_os(JAR).expect(JAR));
    let is_every = std::env::var_os(ALL).is_some();
    let mut count = 0;
    for (row, at) in ROWS.into_iter().zip(0..) {
        for (column, place) in MatrixColumn::ALL.into_iter().zip(0..) {
            // Without the flag, one cell of each column and of each row.
            if !is_every && at % MatrixColumn::ALL.len() != place {
                continue;
            }
            let Some(mut question) = row.question(column) else {
                continue;
            };
            // The module knows no other times.
            question.whole_seconds = true;
            let name = format!("{row:?}-{column:?}").replace(['(', ')'], "-");
            agree(&question, &jar, &name);
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}

/// Both find the same.
fn agree(question: &Question, jar: &Path, name: &str) {
    let start = Instant::now();
    let own = searched(question);
    let half = start.elapsed();
    let theirs = judged(question, jar, name);
    let seconds = [half, start.elapsed() - half].map(|time| time.as_secs_f32());
    println!("{name}: {own:?} {theirs:?}, {seconds:.1?} s");
    assert_eq!(own, theirs, "{name}");
}

/// The question whether a lock survives a hazard, of two clients that begin once.
fn survives(program: Program, hazard: Hazard) -> Option<Question> {
    let survivor = Survivor::new(Algorithm::Own, Arc::new(program));
    let mut question = survivor.question(hazard, Property::TwoLeases, Scope::ALL[2])?;
    question.whole_seconds = true;
    Some(question)
}

#[test]
fn tlc_finds_what_a_lock_survives() {
    let jar = PathBuf::from(std::env::var_os(JAR).expect(JAR));
    let is_every = std::env::var_os(ALL).is_some();
    for algorithm in SURVIVORS {
        for hazard in HAZARDS {
            // No search comes to an end there.
            let is_long = matches!(hazard, Hazard::Delay | Hazard::Loss | Hazard::Partition);
            let is_open = is_long && algorithm == Algorithm::Redlock;
            let is_asked = is_every || FEW.contains(&(algorithm, hazard));
            if let Some(question) = survives(algorithm.program(), hazard)
                && is_asked
                && !is_open
            {
                agree(&question, &jar, &format!("{algorithm:?}-{hazard:?}"));
            }
        }
    }
}

#[test]
fn tlc_judges_several_servers() {
    let jar = PathBuf::from(std::env::var_os(JAR).expect(JAR));
    let is_every = std::env::var_os(ALL).is_some();
    for (name, source, servers, hazard, more, is_few) in [
        ("hasty", HASTY, 3, Hazard::Forget, Hazard::Stall, true),
        ("hasty", HASTY, 1, Hazard::Loss, Hazard::Loss, true),
        ("hasty", HASTY, 3, Hazard::Delay, Hazard::Delay, true),
        ("chosen", CHOSEN, 3, Hazard::Forget, Hazard::Forget, true),
        ("chosen", CHOSEN, 3, Hazard::Crash, Hazard::Restart, false),
        ("other", OTHER, 2, Hazard::Forget, Hazard::Restart, true),
        ("other", OTHER, 2, Hazard::Delay, Hazard::Delay, false),
        (
            "wait",
            ONE_WAIT,
            1,
            Hazard::FailOver,
            Hazard::FailOver,
            true,
        ),
        ("wait", ONE_WAIT, 1, Hazard::FailOver, Hazard::Stall, false),
        ("hasty", HASTY, 1, Hazard::Partition, Hazard::Delay, true),
        ("other", OTHER, 2, Hazard::Partition, Hazard::ClockSet, true),
        (
            "wait",
            ONE_WAIT,
            1,
            Hazard::FailOver,
            Hazard::Partition,
            true,
        ),
    ] {
        if !is_every && !is_few {
            continue;
        }
        let program = Program::parse(source).expect("a program");
        let mut question = survives(program, hazard).expect("a question");
        for assumption in more.assumptions() {
            question.allowed.set(*assumption, true);
        }
        question.setup.servers = servers;
        question.setup.loses_messages |= more == Hazard::Partition;
        agree(
            &question,
            &jar,
            &format!("{name}-{servers}-{hazard:?}-{more:?}"),
        );
    }
}

#[test]
fn tlc_counts_the_holders_of_a_lock_for_two() {
    let jar = PathBuf::from(std::env::var_os(JAR).expect(JAR));
    for (algorithm, property) in [
        (Algorithm::SetnxDel, Property::TwoLeases),
        (Algorithm::SetnxDel, Property::TwoBelievers),
        (Algorithm::PxBlind, Property::TwoLeases),
    ] {
        let text = ["at most 2 hold\n", algorithm.source()].concat();
        let program = Arc::new(Program::parse(&text).expect("a program"));
        let mut question = Question::new(Setup::new(Algorithm::Own, 3), property);
        question.programs = vec![program; 3];
        question.rounds = Some(1);
        question.whole_seconds = true;
        let name = format!("two-hold-{algorithm:?}-{property:?}");
        agree(&question, &jar, &name);
    }
}

#[test]
fn what_has_no_place_in_the_model_is_named() {
    let said = |algorithm, property| {
        let question = Question::new(Setup::new(algorithm, 2), property);
        as_tla(&question)
            .map(|_| ())
            .map_err(|why| why.get(Lang::En))
    };
    assert_eq!(said(Algorithm::Getset, Property::TwoLeases), Ok(()));
    assert_eq!(said(Algorithm::Redlock, Property::TwoLeases), Ok(()));
    for (algorithm, what) in [
        (Algorithm::ExpireMulti, "MULTI"),
        (Algorithm::Renew, "a second thread"),
        (Algorithm::Incr, "INCR"),
    ] {
        let sentence = format!("The TLA+ module has no place for this: {what}.");
        assert_eq!(said(algorithm, Property::TwoLeases), Err(sentence));
    }
    assert_eq!(
        said(Algorithm::Getset, Property::NobodyEver),
        Err("The TLA+ module has no place for this: nobody-ever.".to_owned())
    );
    let mut parted = Question::new(Setup::new(Algorithm::Px, 2), Property::TwoLeases);
    parted.allowed.set(Assumption::Part, true);
    let why = as_tla(&parted).map(drop).map_err(|why| why.get(Lang::En));
    let sentence =
        "The TLA+ module has no place for this: messages that wait while the network is parted.";
    assert_eq!(why, Err(sentence.to_owned()));
}
