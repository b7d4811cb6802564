//! The exported TLA+ modules, judged by TLC: for the rows of the table that have one server it finds the same verdicts as
//! the search, and traces of the same lengths. `cargo xtask test --only tla` fetches TLC and runs this.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use setnx_playground::check::{
    MatrixColumn, MatrixRow, Progress, Question, Release, Search, Verdict,
};
use setnx_playground::lesson::export::{MODULE, Tla, as_tla};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{Property, Setup};
use setnx_playground::text::Lang;

/// Names the archive tla2tools.jar.
const JAR: &str = "SETNX_TLA_JAR";
/// Has every cell judged, which takes minutes.
const ALL: &str = "SETNX_SEARCH_ALL";

/// The rows with one server and without a store.
const ROWS: [MatrixRow; 11] = [
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
];

/// The length of the shortest schedule; `None` when there is none.
fn searched(question: &Question) -> Option<usize> {
    let mut search = Search::new(question.clone());
    loop {
        match search.advance(10_000) {
            Progress::Done(Verdict::Broken(found, _)) => return Some(found.schedule.moves.len()),
            Progress::Done(Verdict::Holds { .. }) => return None,
            Progress::Done(Verdict::Unfinished { states, depth, .. }) => {
                println!("{states} states, {depth} moves");
                return Some(9999);
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
        .args(["-XX:+UseSerialGC", "-Xmx2g", "-cp"])
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
            let (own, theirs) = (searched(&question), judged(&question, &jar, &name));
            println!("{name}: {own:?} {theirs:?}");
            assert_eq!(own, theirs, "{name}");
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn probe() {
    use setnx_playground::check::survival::{Hazard, Scope, Survivor};
    let jar = PathBuf::from(std::env::var_os(JAR).expect(JAR));
    let Ok(cells) = std::env::var("CELLS") else { return };
    for cell in cells.split_whitespace() {
        // algorithm,hazard[+hazard..],property,clients,rounds
        let parts: Vec<&str> = cell.split(',').collect();
        let text = std::fs::read_to_string(format!("programs/{}.lock", parts[0]));
        let (name, program) = match text {
            Ok(text) => (parts[0].to_owned(), Program::parse(&text).unwrap()),
            Err(_) => {
                let text = std::fs::read_to_string(parts[0]).unwrap();
                ("own".to_owned(), Program::parse(&text).unwrap())
            }
        };
        let survivor = Survivor::new(Algorithm::Own, Arc::new(program));
        let hazards: Vec<&str> = parts[1].split('+').collect();
        let hazard = |name: &str| Hazard::ALL.into_iter().find(|h| h.name() == name);
        let property = match parts[2] { "L" => Property::TwoLeases, _ => Property::TwoBelievers };
        let scope = Scope { clients: parts[3].parse().unwrap(), rounds: parts[4].parse().ok().filter(|n| *n > 0) };
        let Some(mut question) = survivor.question(hazard(hazards[0]).unwrap(), property, scope) else { println!("{cell}: none"); continue };
        for more in &hazards[1..] {
            match hazard(more) {
                Some(more) => for a in more.assumptions() { question.allowed.set(*a, true); },
                None => question.allowed.overrun = *more == "overrun" || question.allowed.overrun,
            }
        }
        if let Some(servers) = parts.get(5) { question.setup.servers = servers.parse().unwrap(); }
        question.whole_seconds = true;
        let _ = name;
        let start = std::time::Instant::now();
        let own = searched(&question);
        let half = start.elapsed().as_secs_f32();
        let theirs = judged(&question, &jar, "probe");
        let all = start.elapsed().as_secs_f32() - half;
        println!("{cell}: {own:?} {theirs:?} {half:.1} s {all:.1} s{}", if own == theirs { "" } else { " DIFFER" });
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
        let (own, theirs) = (searched(&question), judged(&question, &jar, &name));
        println!("{name}: {own:?} {theirs:?}");
        assert_eq!(own, theirs, "{name}");
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
}
