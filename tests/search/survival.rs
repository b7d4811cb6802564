//! What locks survive: the questions are those of the document, and some cells have the answers that are known.

use std::fmt::Write;

use crate::search;
use setnx_playground::check::survival::{Finding, Hazard, PROPERTIES, Scope, Survivor, outcome};
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::Property;
use setnx_playground::tell::{self, hazard as words};
use setnx_playground::text::Lang;

/// The table of questions as the document has it.
fn questions() -> String {
    let mut out = "| column | to whom it happens | what may happen |\n|---|---|---|\n".to_owned();
    for hazard in Hazard::ALL {
        let (name, hit) = (words::hazard(hazard), words::hit(hazard.hit()));
        let may = words::may_happen(Lang::En, hazard);
        writeln!(
            out,
            "| {} | {} | {may} |",
            name.get(Lang::En),
            hit.get(Lang::En)
        )
        .unwrap();
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

/// The broken properties of a cell with their lengths, by two clients.
fn broken(algorithm: Algorithm, hazard: Hazard) -> String {
    let mut rows = Survivor::known();
    let row = rows.find(|row| row.algorithm == algorithm).expect("a row");
    let scope = Scope::ALL[1];
    let finding = |property: Property| {
        let question = row.question(hazard, property, scope)?;
        let verdict = search(&question);
        Some(Finding {
            property,
            scope,
            verdict,
        })
    };
    let all: Vec<Finding> = row.properties().filter_map(finding).collect();
    match all.is_empty() {
        true => "not asked".to_owned(),
        false => words::outcome(Lang::En, &outcome(&all)),
    }
}

#[test]
fn what_locks_survive_is_as_it_is_known() {
    let table = [
        (Algorithm::Setnx, Hazard::Nothing, "survives, 2 clients"),
        (
            Algorithm::Setnx,
            Hazard::Crash,
            "Nobody ever gets in again (2 moves)",
        ),
        (Algorithm::Px, Hazard::Crash, "survives, 2 clients"),
        (Algorithm::Px, Hazard::ClocksApart, "survives, 2 clients"),
        (
            Algorithm::Px,
            Hazard::Forget,
            "Nobody ever gets in again (3 moves); Two leases are valid at once (4 moves)",
        ),
        (
            Algorithm::Px,
            Hazard::FailOver,
            "Two leases are valid at once (3 moves)",
        ),
        (
            Algorithm::PxBlind,
            Hazard::Stall,
            "A client deletes the lock of another (4 moves); Two leases are valid at once (6 moves)",
        ),
        (Algorithm::Redlock, Hazard::FailOver, "not asked"),
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
    let (property, scope) = (Property::TwoLeases, Scope::ALL[0]);
    let question = row.question(Hazard::Loss, property, scope);
    let mut question = question.expect("it is asked");
    question.bytes_max = 1 << 20;
    let finding = Finding {
        property,
        scope,
        verdict: search(&question),
    };
    let told = words::outcome(Lang::En, &outcome(&[finding]));
    assert!(told.starts_with("not known: nothing in "), "{told}");
}
