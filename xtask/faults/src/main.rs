//! `faults [WORD]` puts deliberate faults into a copy of the sources, one at a time, and asks the tests to find each of them: the tests
//! of the tests. `tests/faults.txt` lists the faults, and says how. WORD chooses by name.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fs_err as fs;

const LIST: &str = "tests/faults.txt";
/// The tests that look for a fault that names none.
const TESTS: &str = "--test differential generated";
/// How many commands the differential test compares for it.
const COMMANDS: &str = "200000";
/// How many moves the two judges judge for it.
const MOVES: &str = "1000000";
/// How long the tests of a fault may take. Behind it nothing is known: a test may hang, and a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(300);
/// The exit code of `timeout` when the time is over.
const TIMED_OUT: i32 = 124;

/// A change that makes the program wrong.
#[derive(Debug, PartialEq)]
struct Fault {
    name: String,
    /// The arguments of `cargo test`.
    tests: String,
    edits: Vec<Edit>,
}

#[derive(Debug, Default, PartialEq)]
struct Edit {
    file: String,
    before: String,
    after: String,
}

/// How a fault fared.
#[derive(Debug, PartialEq)]
enum Outcome {
    Found(String),
    Missed,
    /// The tests came to no end.
    Undecided,
}

impl Outcome {
    /// Of tests that ended with this code, if with any, and said this.
    fn of(code: Option<i32>, text: &str) -> Outcome {
        match code {
            Some(0) => Outcome::Missed,
            Some(TIMED_OUT) => Outcome::Undecided,
            _ => Outcome::Found(told(text)),
        }
    }
}

fn main() -> ExitCode {
    match run(&env::args().nth(1).unwrap_or_default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("faults: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Where the sources are.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All faults, or those whose name has the word in it.
fn run(word: &str) -> Result<()> {
    let copy = Copy::new(root())?;
    let list = fs::read_to_string(copy.from.join(LIST))?;
    let all = read(&list)?;
    for fault in &all {
        check(&copy.root, fault)?;
    }
    let chosen: Vec<&Fault> = all
        .iter()
        .filter(|fault| fault.name.contains(word))
        .collect();
    copy.sound(&chosen)?;
    let mut open = Vec::new();
    for fault in &chosen {
        let begun = Instant::now();
        let outcome = copy.try_out(fault)?;
        let seconds = begun.elapsed().as_secs();
        let told = match outcome {
            Outcome::Found(how) => {
                println!("found   {seconds:>4} s  {}: {how}", fault.name);
                continue;
            }
            Outcome::Missed => "MISSED ",
            Outcome::Undecided => "NOT DECIDED",
        };
        println!("{told} {seconds:>4} s  {}", fault.name);
        open.push(&*fault.name);
    }
    println!(
        "{} of {} faults found",
        chosen.len() - open.len(),
        chosen.len()
    );
    if open.is_empty() && !chosen.is_empty() {
        return Ok(());
    }
    Err(anyhow::anyhow!("not found: {}", open.join(", ")))
}

/// The sources a second time, under target/.
struct Copy {
    /// The sources that were copied.
    from: PathBuf,
    root: PathBuf,
}

impl Copy {
    fn new(from: PathBuf) -> Result<Copy> {
        let root = from.join("target/faults/sources");
        let _ = fs::remove_dir_all(&root);
        faults::copy_sources(&from, &root, &[])?;
        Ok(Copy { from, root })
    }

    /// Without a fault the tests pass.
    fn sound(&self, faults: &[&Fault]) -> Result<()> {
        let mut tests: Vec<&str> = faults.iter().map(|fault| &*fault.tests).collect();
        tests.sort_unstable();
        tests.dedup();
        for tests in tests {
            match self.test(tests)? {
                Outcome::Missed => {}
                Outcome::Found(how) => {
                    bail!("without any fault, `cargo test {tests}` fails: {how}")
                }
                Outcome::Undecided => bail!(
                    "without any fault, `cargo test {tests}` takes more than {} s",
                    PATIENCE.as_secs()
                ),
            }
        }
        Ok(())
    }

    fn try_out(&self, fault: &Fault) -> Result<Outcome> {
        for edit in &fault.edits {
            let text = self
                .text(&edit.file)?
                .replacen(&edit.before, &edit.after, 1);
            fs::write(self.root.join(&edit.file), text)?;
        }
        let outcome = self.test(&fault.tests);
        for edit in &fault.edits {
            copy(&self.from.join(&edit.file), &self.root.join(&edit.file))?;
            // Newer than what was built from the fault.
            let text = self.text(&edit.file)?;
            fs::write(self.root.join(&edit.file), text)?;
        }
        outcome.with_context(|| format!("the fault `{}`", fault.name))
    }

    /// Builds, which has to succeed, and runs tests, which need not.
    fn test(&self, tests: &str) -> Result<Outcome> {
        let build = self.cargo(tests, &["--no-run"]).output()?;
        if !build.status.success() {
            let text = String::from_utf8_lossy(&build.stderr);
            bail!("it does not build:\n{text}");
        }
        let output = self.cargo(tests, &[]).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        Ok(Outcome::of(output.status.code(), &text))
    }

    fn cargo(&self, tests: &str, more: &[&str]) -> Command {
        // `timeout` also ends what cargo has started.
        let mut cargo = Command::new("timeout");
        cargo.arg(PATIENCE.as_secs().to_string());
        cargo.args(["cargo", "test", "--quiet"]);
        // A fault may name this, and another package.
        if !tests.contains("--no-default-features") {
            cargo.arg("--no-default-features");
        }
        if !tests.contains("-p ") {
            cargo.args(["-p", "setnx-playground"]);
        }
        cargo.args(more).args(tests.split_whitespace());
        cargo.current_dir(&self.root).stdin(Stdio::null());
        cargo.env("CARGO_TARGET_DIR", self.from.join("target/faults/build"));
        cargo.env("SETNX_DIFFERENTIAL_COMMANDS", COMMANDS);
        cargo.env("SETNX_JUDGED_MOVES", MOVES);
        cargo
            .env("RUST_BACKTRACE", "0")
            .env_remove("CARGO_MANIFEST_DIR");
        cargo
    }

    fn text(&self, file: &str) -> Result<String> {
        text(&self.root, file)
    }
}

/// Copies a file, and makes the folder that it comes into.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to)?;
    Ok(())
}

/// Whether each edit of a fault fits in exactly one place of the sources at `root`.
fn check(root: &Path, fault: &Fault) -> Result<()> {
    for edit in &fault.edits {
        let places = text(root, &edit.file)?.matches(&edit.before).count();
        if places != 1 {
            bail!(
                "the fault `{}` no longer applies: {} has {places} places like this, and there has to be one:\n{}\n\
                 Change {LIST} with the code.",
                fault.name,
                edit.file,
                edit.before
            );
        }
    }
    Ok(())
}

fn text(root: &Path, file: &str) -> Result<String> {
    fs::read_to_string(root.join(file)).with_context(|| format!("{LIST} names {file}"))
}

/// The result of the tests, in one line.
fn told(text: &str) -> String {
    let mut lines = text.lines().map(str::trim);
    let differs = lines
        .by_ref()
        .any(|line| line.ends_with("of these lines differs:"));
    if differs {
        let steps = lines.by_ref().skip_while(|line| line.is_empty());
        let steps: Vec<&str> = steps.take_while(|line| !line.is_empty()).collect();
        let replies: Vec<&str> = lines.take(2).collect();
        return format!("{} | {}", steps.join(" ; "), replies.join(" | "));
    }
    let mut failed = text.lines().filter(|line| line.contains("panicked at"));
    failed.next().unwrap_or("it ends without a word").to_owned()
}

/// The list: `#` names a fault, `%` the tests that look for it, `@` a file; `-` and `+` begin the lines that stand there and those
/// that take their place. Anything else is prose.
fn read(list: &str) -> Result<Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    for (number, line) in list.lines().enumerate() {
        let stray = || {
            anyhow::anyhow!(
                "{LIST}, line {}: what does this belong to? {line}",
                number + 1
            )
        };
        if let Some(name) = line.strip_prefix("# ") {
            faults.push(Fault {
                name: name.to_owned(),
                tests: TESTS.to_owned(),
                edits: Vec::new(),
            });
            continue;
        }
        let fault = faults.last_mut();
        if let Some(tests) = line.strip_prefix("% ") {
            fault.ok_or_else(stray)?.tests = tests.to_owned();
        } else if let Some(file) = line.strip_prefix("@ ") {
            let file = file.to_owned();
            fault.ok_or_else(stray)?.edits.push(Edit {
                file,
                ..Edit::default()
            });
        } else if let Some(part) = line.strip_prefix(['-', '+']) {
            let edit = fault
                .and_then(|fault| fault.edits.last_mut())
                .ok_or_else(stray)?;
            let text = if line.starts_with('-') {
                &mut edit.before
            } else {
                &mut edit.after
            };
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(part);
        }
    }
    match faults
        .iter()
        .find(|fault| fault.edits.iter().all(|edit| edit.before == edit.after))
    {
        Some(fault) => Err(anyhow::anyhow!(
            "{LIST}: the fault `{}` changes nothing",
            fault.name
        )),
        None => Ok(faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_read_with_its_tests_and_edits() {
        let list = "Prose.\n\n# one\n@ src/a.rs\n-x\n- y\n+z\n@ src/b.rs\n-b\n\n# two\n% --lib\n@ c\n-1\n+2\n";
        let faults = read(list).ok().unwrap();
        assert_eq!(faults[0].tests, TESTS);
        let edit = |file: &str, before: &str, after: &str| Edit {
            file: file.into(),
            before: before.into(),
            after: after.into(),
        };
        assert_eq!(
            faults[0].edits,
            [edit("src/a.rs", "x\n y", "z"), edit("src/b.rs", "b", "")]
        );
        assert_eq!((&*faults[1].name, &*faults[1].tests), ("two", "--lib"));
        assert!(read("@ c\n").is_err() && read("-x\n").is_err() && read("# idle\n").is_err());
    }

    #[test]
    fn every_fault_has_a_name_of_its_own_and_applies_to_the_sources_as_they_are() {
        let root = root();
        let list = fs::read_to_string(root.join(LIST)).unwrap();
        let faults = read(&list).ok().unwrap();
        let mut names: Vec<&str> = faults.iter().map(|fault| &*fault.name).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None);
        for fault in &faults {
            if let Err(failure) = check(&root, fault) {
                panic!("{failure}");
            }
        }
    }

    #[test]
    fn tests_without_an_end_find_nothing() {
        assert_eq!(Outcome::of(Some(TIMED_OUT), ""), Outcome::Undecided);
        assert_eq!(Outcome::of(Some(0), "ok"), Outcome::Missed);
        for code in [Some(101), None] {
            assert!(matches!(Outcome::of(code, "no"), Outcome::Found(_)));
        }
    }

    #[test]
    fn what_the_tests_said_becomes_one_line() {
        let text = "noise\nThe last of these lines differs:\n\nSET k v\nGET k\n\nredis-server  $1\nours          $0\n";
        assert_eq!(
            told(text),
            "SET k v ; GET k | redis-server  $1 | ours          $0"
        );
        assert_eq!(
            told("thread 'x' panicked at a.rs:1:\nno"),
            "thread 'x' panicked at a.rs:1:"
        );
    }
}
