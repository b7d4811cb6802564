//! The table of hazards: each cell is asked about, and all of them are written as Markdown and as JSON.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use setnx_playground::check::survival::{Hazard, Outcome, Scope, Survivor, outcome};
use setnx_playground::check::{Discovery, Question, TableCell, Verdict};
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
    asked: TableCell,
    ms: f64,
}

/// Asks about every cell of these rows, and writes `survival.md` and `survival.json` into the folder.
pub fn write(rows: &[(String, Survivor)], folder: &Path, lang: Lang) -> std::io::Result<()> {
    let mut table = Vec::new();
    for (name, row) in rows {
        let mut cells = Vec::new();
        for hazard in Hazard::ALL {
            let begun = Instant::now();
            let mut asked = row.cell(hazard, &Scope::ALL);
            while let Some(question) = asked.question() {
                let question = Question {
                    bytes_max: BYTES_MAX,
                    ..question.clone()
                };
                asked.answer(answer(&question, lang));
            }
            let ms = begun.elapsed().as_secs_f64() * 1000.0;
            let cell = Cell { hazard, asked, ms };
            writeln!(
                std::io::stdout(),
                "{name}: {}: {}",
                words::named(lang, hazard),
                cell.told(lang)
            )?;
            cells.push(cell);
        }
        table.push((name, row, cells));
    }
    std::fs::create_dir_all(folder)?;
    let mut heads = vec!["".to_owned()];
    heads.extend(Hazard::ALL.map(|hazard| words::named(lang, hazard)));
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
    let named = |row: Survivor| (words::row(lang, row.algorithm, row.servers), row);
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

impl Cell {
    fn told(&self, lang: Lang) -> String {
        match self.asked.is_asked() {
            false => "-".to_owned(),
            true => format!(
                "{} ({:.1} s)",
                words::outcome(lang, &outcome(self.asked.verdicts())),
                self.ms / 1000.0
            ),
        }
    }

    fn json(&self) -> Value {
        let verdicts = self.asked.verdicts();
        let kind = match (self.asked.is_asked(), outcome(verdicts)) {
            (false, _) => "unasked",
            (_, Outcome::Broken(..)) => "broken",
            (_, Outcome::Survives(_)) => "survives",
            (_, Outcome::Open(_)) => "open",
        };
        let properties: Vec<Value> = verdicts.iter().map(property).collect();
        json!({
            "hazard": self.hazard.name(),
            "outcome": kind,
            "ms": self.ms.round(),
            "properties": properties,
        })
    }
}

/// What is known of a property, with the bounds and the schedule as a link.
fn property(verdict: &Verdict) -> Value {
    let question = &verdict.bounds().question;
    let mut found = json!({
        "property": question.property.name(),
        "clients": question.programs.len(),
        "rounds": question.rounds,
    });
    let more = match verdict {
        Verdict::Broken(one, _) => {
            json!({"moves": one.schedule.moves.len(), "link": linked(one)})
        }
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
