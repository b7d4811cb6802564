//! What locks survive: the questions are those of the document, and some cells have the answers that are known.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use crate::reviewed;
use crate::search;
use setnx_playground::check::survival::{
    Hazard, Outcome, PAGE_BYTES_MAX, PAGE_SCOPES, PROPERTIES, Scope, Survivor, outcome,
};
use setnx_playground::check::{Question, Verdict};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::tell::{self, hazard as words};
use setnx_playground::text::Lang;

/// The table of questions as the document has it.
fn questions() -> String {
    let mut out = "| column | what may happen |\n|---|---|\n".to_owned();
    for hazard in Hazard::ALL {
        let name = words::named(Lang::En, hazard);
        let may = words::may_happen(Lang::En, hazard);
        writeln!(out, "| {name} | {may} |").unwrap();
    }
    out
}

#[test]
fn the_document_has_the_questions_of_the_table_of_hazards() {
    let document = include_str!("../../docs/design/search.md");
    let questions = questions();
    assert!(document.contains(&questions), "{questions}");
    for property in PROPERTIES {
        let title = tell::title(property).get(Lang::En);
        assert!(document.contains(&format!("- *{title}*")), "{title}");
    }
}

/// The verdicts of a cell in these scopes.
fn verdicts(row: &Survivor, hazard: Hazard, scopes: &[Scope], bytes_max: usize) -> Vec<Verdict> {
    let mut cell = row.cell(hazard, scopes);
    while let Some(question) = cell.question() {
        let question = Question {
            bytes_max,
            ..question.clone()
        };
        cell.answer(search(&question));
    }
    cell.verdicts().to_vec()
}

/// The broken properties of a cell with their lengths, by two clients.
fn broken(algorithm: Algorithm, hazard: Hazard) -> String {
    let mut rows = Survivor::known();
    let row = rows.find(|row| row.algorithm == algorithm).expect("a row");
    let all = verdicts(&row, hazard, &Scope::ALL[1..2], 128 << 20);
    match all.is_empty() {
        true => "not asked".to_owned(),
        false => words::outcome(Lang::En, &outcome(&all)),
    }
}

/// Bytes for a search: where it comes to no end with them, that is what is written down.
const BYTES_MAX: usize = 6 << 20;

/// The cells of a program, each on a line.
fn written(name: &str, row: &Survivor, scopes: &[Scope], bytes_max: usize) -> String {
    let mut out = format!("{name}\n");
    for hazard in Hazard::ALL {
        let cell = cell(row, hazard, scopes, bytes_max);
        writeln!(out, "    {}: {cell}", hazard.name()).unwrap();
    }
    out
}

/// What a cell of a program comes to, by the names of properties.
fn cell(row: &Survivor, hazard: Hazard, scopes: &[Scope], bytes_max: usize) -> String {
    let found = verdicts(row, hazard, scopes, bytes_max);
    match outcome(&found) {
        _ if found.is_empty() => "-".to_owned(),
        Outcome::Broken(broken, _) => {
            let all = broken.iter();
            let all: Vec<String> = all
                .map(|(property, moves)| format!("{} {moves}", property.name()))
                .collect();
            all.join(", ")
        }
        Outcome::Survives(_) => "survives".to_owned(),
        Outcome::Open(_) => "not known".to_owned(),
    }
}

/// Locks as libraries write them down, each with a line that says what it leaves out: two clients, one round each.
#[test]
fn locks_of_libraries_survive_what_is_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/libraries");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let mut out = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let says_so = text.lines().nth(1);
        let says_so = says_so.is_some_and(|line| line.starts_with("# Leaves out "));
        assert!(says_so, "{}", file.display());
        let program = Program::parse(&text).unwrap_or_else(|why| panic!("{why:?}"));
        let row = Survivor::new(Algorithm::Own, Arc::new(program));
        let name = file.file_stem().expect("a name").to_string_lossy();
        out.push_str(&written(&name, &row, &Scope::ALL[2..], BYTES_MAX));
    }
    reviewed::check("search/survival.txt", &out);
}

/// The table of the page, as it is asked there.
#[test]
fn locks_of_the_page_survive_what_is_written_down() {
    let rows = Survivor::known();
    let rows = rows.map(|row| {
        let name = words::row(Lang::En, row.algorithm, row.servers);
        written(&name, &row, PAGE_SCOPES, PAGE_BYTES_MAX)
    });
    reviewed::check("search/survival-page.txt", &rows.collect::<String>());
}

#[test]
fn what_locks_survive_is_as_it_is_known() {
    let table = [
        (Algorithm::Setnx, Hazard::Nothing, "none found, 2 clients"),
        (Algorithm::Setnx, Hazard::Crash, "shut for good, 2 moves"),
        (Algorithm::Px, Hazard::Crash, "none found, 2 clients"),
        (Algorithm::Px, Hazard::ClocksApart, "none found, 2 clients"),
        (Algorithm::Px, Hazard::Forget, "leases overlap, 4 moves"),
        (Algorithm::Px, Hazard::FailOver, "leases overlap, 3 moves"),
        (
            Algorithm::PxBlind,
            Hazard::Stall,
            "lock deleted, 4 moves; leases overlap, 6 moves",
        ),
        (Algorithm::Redlock, Hazard::FailOver, "not asked"),
        (Algorithm::Wait, Hazard::Nothing, "not asked"),
    ];
    for (algorithm, hazard, wanted) in table {
        let found = broken(algorithm, hazard);
        assert_eq!(found, wanted, "{} {}", algorithm.id(), hazard.name());
    }
}

/// Where nothing was broken it is no survival that not all was looked through.
#[test]
fn a_cell_that_came_to_no_end_says_how_far_it_came() {
    let mut rows = Survivor::known();
    let row = rows
        .find(|row| row.algorithm == Algorithm::Redlock)
        .expect("a row");
    let found = verdicts(&row, Hazard::Loss, &Scope::ALL[..1], 1 << 20);
    let told = words::outcome(Lang::En, &outcome(&found[..1]));
    assert!(told.starts_with("not known: nothing in "), "{told}");
}
