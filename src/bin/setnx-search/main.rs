//! `setnx-search`: looks through every schedule of a lock program for the shortest one that breaks a property, and tells
//! it. The search is that of the page.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod args;
mod survival;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use args::{Args, Wanted};
use setnx_playground::check::{
    Discovery, MatrixColumn, MatrixRow, Progress, Question, Search, Verdict,
};
use setnx_playground::lesson::export::{MODULE, Tla, as_tla};
use setnx_playground::lock::Program;
use setnx_playground::sim::seconds;
use setnx_playground::tell;
use setnx_playground::text::Lang;

/// No schedule breaks the property.
const HOLDS: u8 = 0;
/// One does.
const BROKEN: u8 = 1;
/// The command line or a program is not what it should be.
const MISTAKE: u8 = 2;
/// The search may not use more memory, or nothing was tried, which says nothing.
const UNFINISHED: u8 = 3;

/// After which it is told what makes a search large.
const LONG: Duration = Duration::from_secs(10);
/// States between two looks at the clock.
const SLICE: usize = 20_000;

fn main() -> ExitCode {
    let code = match args::read() {
        Ok(Wanted::Help) => say(args::HELP).map(|()| HOLDS),
        Ok(Wanted::Matrix(lang)) => matrix(lang).map(|()| HOLDS),
        Ok(Wanted::Survival(files, folder, lang)) => survive(&files, &folder, lang),
        Ok(Wanted::Search(args)) => search_all(&args),
        Err(mistake) => {
            eprintln!("setnx-search: {mistake}");
            Ok(MISTAKE)
        }
    };
    // A reader that has gone away wants no more.
    ExitCode::from(code.unwrap_or(MISTAKE))
}

fn say(text: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout(), "{text}")
}

/// Asks what the programs of these files survive, or where none is named what the known ones do.
fn survive(files: &[PathBuf], folder: &Path, lang: Lang) -> std::io::Result<u8> {
    let mut rows = Vec::new();
    for file in files {
        match read(file, lang) {
            Some(program) => {
                let name = file.file_stem().unwrap_or(file.as_os_str());
                rows.push(survival::own(&name.to_string_lossy(), program));
            }
            None => return Ok(MISTAKE),
        }
    }
    if files.is_empty() {
        rows = survival::known(lang);
    }
    survival::write(&rows, folder, lang).map(|()| HOLDS)
}

/// The program of a file; says what is wrong where there is none.
fn read(file: &Path, lang: Lang) -> Option<Program> {
    let told = match std::fs::read_to_string(file) {
        Err(error) => format!("setnx-search: {}: {error}", file.display()),
        Ok(text) => match Program::parse(&text) {
            Err(mistake) => format!("{}: {}", file.display(), mistake.get(lang)),
            Ok(program) => return Some(program),
        },
    };
    eprintln!("{told}");
    None
}

/// Searches each file; the worst answer is the program's.
fn search_all(args: &Args) -> std::io::Result<u8> {
    let mut worst = HOLDS;
    for file in &args.files {
        let program = read(file, args.lang).map(Arc::new);
        let code = match program.map(|program| args.question(program)) {
            None => MISTAKE,
            Some(Err(mistake)) => {
                eprintln!("setnx-search: {}: {mistake}", file.display());
                MISTAKE
            }
            Some(Ok(question)) => {
                say(&format!("{}:", file.display()))?;
                match &args.tla {
                    Some(folder) => write_tla(&question, folder, args.lang)?,
                    None => search(&question, args.lang)?,
                }
            }
        };
        worst = match (worst, code) {
            (MISTAKE, _) | (_, MISTAKE) => MISTAKE,
            (BROKEN, _) | (_, BROKEN) => BROKEN,
            (one, other) => one.max(other),
        };
    }
    Ok(worst)
}

/// Writes the question as a TLA+ module.
fn write_tla(question: &Question, folder: &Path, lang: Lang) -> std::io::Result<u8> {
    match as_tla(question) {
        Ok(Tla { module, config }) => {
            for (ending, text) in [("tla", module), ("cfg", config)] {
                let file = folder.join(format!("{MODULE}.{ending}"));
                let written = std::fs::create_dir_all(folder);
                if let Err(error) = written.and_then(|()| std::fs::write(&file, text)) {
                    eprintln!("setnx-search: {}: {error}", file.display());
                    return Ok(MISTAKE);
                }
                say(&file.display().to_string())?;
            }
            Ok(HOLDS)
        }
        Err(unsaid) => {
            eprintln!("setnx-search: {}", unsaid.get(lang));
            Ok(MISTAKE)
        }
    }
}

fn search(question: &Question, lang: Lang) -> std::io::Result<u8> {
    let verdict = answer(question, lang);
    say(&tell::verdict::verdict(lang, question.property, &verdict))?;
    Ok(match verdict {
        verdict if verdict.holds() => HOLDS,
        Verdict::Holds { .. } | Verdict::Unfinished { .. } => UNFINISHED,
        Verdict::Broken(found, _) => {
            say(&story(question, &found, lang))?;
            BROKEN
        }
    })
}

/// Answers a question, and says what makes it large once it has taken long.
fn answer(question: &Question, lang: Lang) -> Verdict {
    let mut search = Search::new(question.clone());
    let (begun, mut is_told) = (Instant::now(), false);
    loop {
        match search.advance(SLICE) {
            Progress::Done(verdict) => return verdict,
            Progress::Working { states, depth } if !is_told && begun.elapsed() >= LONG => {
                is_told = true;
                let growth = search.growth();
                let told = tell::verdict::progress(lang, states, depth, None, &growth);
                eprintln!("{told}");
            }
            Progress::Working { .. } => {}
        }
    }
}

/// The schedule, move by move.
fn story(question: &Question, found: &Discovery, lang: Lang) -> String {
    let run = found.run(&question.programs);
    let mut lines = Vec::new();
    for index in 0..run.len() {
        let told = tell::narrate(lang, index, &run, None);
        let text: String = told.iter().map(|segment| segment.text.as_str()).collect();
        let time = seconds(run.world(index + 1).now_ms());
        lines.push(format!("{:>3}. t = {time}  {text}", index + 1));
    }
    lines.join("\n")
}

/// Every cell of the matrix: the length of the shortest schedule, or how many states have none.
fn matrix(lang: Lang) -> std::io::Result<()> {
    let mut rows = Vec::new();
    let begun = Instant::now();
    for row in MatrixRow::ALL {
        let mut cells = vec![tell::verdict::row(lang, row)];
        for column in MatrixColumn::ALL {
            cells.push(match row.question(column) {
                None => "-".to_owned(),
                Some(question) => {
                    let begun = Instant::now();
                    let verdict = answer(&question, lang);
                    let ms = begun.elapsed().as_secs_f64() * 1000.0;
                    match verdict {
                        Verdict::Broken(found, _) => {
                            format!("{} ({ms:.1} ms)", found.schedule.moves.len())
                        }
                        Verdict::Holds { states, .. } => format!("none in {states} ({ms:.1} ms)"),
                        Verdict::Unfinished { states, depth, .. } => {
                            format!("none in {depth} moves, {states} states ({ms:.1} ms)")
                        }
                    }
                }
            });
        }
        rows.push(cells.join(" | "));
    }
    let columns = MatrixColumn::ALL.map(|column| tell::verdict::column(column).get(lang));
    say(&format!(" | {}", columns.join(" | ")))?;
    say(&rows.join("\n"))?;
    say(&format!("{:.1} ms", begun.elapsed().as_secs_f64() * 1000.0))
}
