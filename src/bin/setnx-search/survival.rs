//! The table of hazards: each cell is asked about, and all of them are written as Markdown and as JSON.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use setnx_playground::check::survival::{Finding, Hazard, Outcome, Scope, Survivor, outcome};
use setnx_playground::check::{Discovery, Verdict};
use setnx_playground::lesson::{Play, link};
use setnx_playground::lock::Algorithm;
use setnx_playground::tell::hazard as words;
use setnx_playground::text::Lang;

use super::answer;

/// Bytes for the states of a search: as many as the page gives one.
const BYTES_MAX: usize = 128 << 20;

/// A cell that was asked about.
struct Cell {
    hazard: Hazard,
    findings: Vec<Finding>,
    ms: f64,
}

/// Asks about every cell of these rows, and writes `survival.md` and `survival.json` into the folder.
pub fn write(rows: &[(String, Survivor)], folder: &Path, lang: Lang) -> std::io::Result<()> {
    let mut table = Vec::new();
    for (name, row) in rows {
        let mut cells = Vec::new();
        for hazard in Hazard::ALL {
            let begun = Instant::now();
            let findings = findings(row, hazard);
            let ms = begun.elapsed().as_secs_f64() * 1000.0;
            let cell = Cell {
                hazard,
                findings,
                ms,
            };
            writeln!(
                std::io::stdout(),
                "{name}: {}: {}",
                words::hazard(hazard).get(lang),
                cell.told(lang)
            )?;
            cells.push(cell);
        }
        table.push((name, row, cells));
    }
    std::fs::create_dir_all(folder)?;
    let mut heads = vec!["".to_owned()];
    heads.extend(Hazard::ALL.map(|hazard| words::hazard(hazard).get(lang).to_owned()));
    let mut lines = vec![line(&heads), line(&vec!["---".to_owned(); heads.len()])];
    for (name, _, cells) in &table {
        let mut words = vec![(*name).clone()];
        words.extend(cells.iter().map(|cell| cell.told(lang)));
        lines.push(line(&words));
    }
    std::fs::write(folder.join("survival.md"), lines.join("\n") + "\n")?;
    let rows: Vec<Value> = table
        .iter()
        .map(|(name, row, cells)| {
            let cells: Vec<Value> = cells.iter().map(Cell::json).collect();
            json!({"name": name, "servers": row.servers, "cells": cells})
        })
        .collect();
    let text = serde_json::to_string_pretty(&json!({"rows": rows}))?;
    std::fs::write(folder.join("survival.json"), text + "\n")
}

/// The rows of the algorithms that are known, by their titles.
pub fn known(lang: Lang) -> Vec<(String, Survivor)> {
    let named = |row: Survivor| (row.algorithm.title().get(lang).to_owned(), row);
    Survivor::known().map(named).collect()
}

/// The row of a program of a reader's own.
pub fn own(name: &str, program: setnx_playground::lock::Program) -> (String, Survivor) {
    let row = Survivor::new(Algorithm::Own, Arc::new(program));
    (name.to_owned(), row)
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// What is found about each property, in the largest scope in which its search comes to an end.
fn findings(row: &Survivor, hazard: Hazard) -> Vec<Finding> {
    let mut all = Vec::new();
    for property in row.properties() {
        let mut last: Option<Finding> = None;
        for scope in Scope::ALL {
            let Some(mut question) = row.question(hazard, property, scope) else {
                continue;
            };
            question.bytes_max = BYTES_MAX;
            let verdict = answer(&question);
            let is_open = matches!(verdict, Verdict::Unfinished { .. });
            last = Some(Finding {
                property,
                scope,
                verdict,
            });
            if !is_open {
                break;
            }
        }
        all.extend(last);
    }
    all
}

impl Cell {
    fn told(&self, lang: Lang) -> String {
        match self.findings.is_empty() {
            true => "-".to_owned(),
            false => format!(
                "{} ({:.1} s)",
                words::outcome(lang, &outcome(&self.findings)),
                self.ms / 1000.0
            ),
        }
    }

    fn json(&self) -> Value {
        let kind = match (self.findings.is_empty(), outcome(&self.findings)) {
            (true, _) => "unasked",
            (_, Outcome::Broken(..)) => "broken",
            (_, Outcome::Survives(_)) => "survives",
            (_, Outcome::Open(_)) => "open",
        };
        let properties: Vec<Value> = self.findings.iter().map(property).collect();
        json!({
            "hazard": self.hazard.name(),
            "outcome": kind,
            "ms": self.ms.round(),
            "properties": properties,
        })
    }
}

/// What is known of a property, with the bounds and the schedule as a link.
fn property(finding: &Finding) -> Value {
    let mut found = json!({
        "property": finding.property.name(),
        "clients": finding.scope.clients,
        "rounds": finding.scope.rounds,
    });
    let more = match &finding.verdict {
        Verdict::Broken(one, _) => json!({"moves": finding.moves(), "link": linked(one)}),
        Verdict::Holds { states, bounds } => {
            json!({"states": states, "entered": bounds.is_entered})
        }
        Verdict::Unfinished { states, depth, .. } => json!({"states": states, "depth": depth}),
    };
    if let (Some(found), Value::Object(more)) = (found.as_object_mut(), more) {
        found.extend(more);
    }
    found
}

fn linked(found: &Discovery) -> String {
    let mut play = Play::new(found.setup.clone());
    for mv in &found.schedule.moves {
        // They were made by the search.
        let _ = play.make(mv.clone());
    }
    link::encode(&play)
}
