//! Counts tests from what the test programs print.

use std::collections::HashMap;
use std::fmt;

/// How many lines of a message are repeated at the end of a run.
const MESSAGE_LINES: usize = 20;
/// How much of such a line is.
const LINE_CHARS: usize = 400;

/// How many checks passed and how many did not. An ignored test did not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// The failed tests, as far as they are named: repeated at the end of a long run.
    pub missed: Vec<Missed>,
}

/// A check that did not pass. It is shown as its name, with its message below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    name: String,
    /// As the program printed it, or empty.
    message: String,
}

impl Tally {
    /// The count of one check.
    pub fn of(passed: bool, name: &str) -> Self {
        Self {
            passed: usize::from(passed),
            failed: usize::from(!passed),
            missed: Vec::from_iter((!passed).then(|| Missed::new(name, ""))),
        }
    }

    /// Adds up every `test result:` line of libtest, wasm-bindgen-test or libtest-mimic. Nothing counted, or a bad end
    /// that no count explains (it did not compile, it was killed), is one failure.
    pub fn read(text: &str, success: bool) -> Self {
        let mut sum = Self::default();
        let mut report = Report::default();
        for line in text.lines() {
            sum.missed.extend(report.read(line));
            let Some((_, counts)) = line.split_once("test result: ") else {
                continue;
            };
            sum.passed += count(counts, "passed");
            sum.failed += count(counts, "failed") + count(counts, "ignored");
        }
        if sum.passed + sum.failed == 0 || (!success && sum.failed == 0) {
            sum.failed += 1;
            let lines: Vec<&str> = text.lines().collect();
            let last = lines.len().saturating_sub(MESSAGE_LINES);
            sum.missed.push(Missed::new(
                "a program that did not end well",
                &lines[last..].join("\n"),
            ));
        }
        sum
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.missed.extend(other.missed);
    }
}

impl Missed {
    fn new(name: &str, message: &str) -> Self {
        Self {
            name: name.to_owned(),
            message: message.trim().to_owned(),
        }
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        for line in self.message.lines().take(MESSAGE_LINES) {
            let line: String = line.chars().take(LINE_CHARS).collect();
            write!(f, "\n    {line}")?;
        }
        match self.message.lines().count().saturating_sub(MESSAGE_LINES) {
            0 => Ok(()),
            more => write!(f, "\n    and {more} more lines"),
        }
    }
}

/// A test program's report of its failures. After `failures:` each has its message below `---- its name ----`;
/// after another `failures:` all names follow.
#[derive(Default)]
struct Report {
    part: Part,
    name: String,
    messages: HashMap<String, String>,
}

#[derive(Default, PartialEq, Eq)]
enum Part {
    #[default]
    Tests,
    Messages,
    Names,
}

impl Report {
    /// The test that this line names as one that did not pass.
    fn read(&mut self, line: &str) -> Option<Missed> {
        if line.contains("test result: ") {
            *self = Self::default();
            return None;
        }
        match self.part {
            Part::Tests if line == "failures:" => self.part = Part::Messages,
            Part::Tests => {
                let is_ignored = line.starts_with("test ") && line.contains(" ... ignored");
                return is_ignored.then(|| Missed::new(line, ""));
            }
            Part::Messages if line == "failures:" => self.part = Part::Names,
            Part::Messages => match heading(line) {
                Some(name) => self.name = name.to_owned(),
                None => {
                    let message = self.messages.entry(self.name.clone()).or_default();
                    message.push_str(line);
                    message.push('\n');
                }
            },
            Part::Names => {
                let name = line.strip_prefix("    ")?.trim_end();
                let message = self.messages.remove(name).unwrap_or_default();
                return Some(Missed::new(name, &message));
            }
        }
        None
    }
}

/// The name in `---- name ----`. libtest writes `stdout` behind it, and wasm-bindgen-test `output`.
fn heading(line: &str) -> Option<&str> {
    let name = line.strip_prefix("---- ")?.strip_suffix(" ----")?;
    Some(
        name.strip_suffix(" stdout")
            .or_else(|| name.strip_suffix(" output"))
            .unwrap_or(name),
    )
}

/// The number before `what` in `ok. 3 passed; 0 failed; 1 ignored; ...`.
fn count(counts: &str, what: &str) -> usize {
    counts
        .split([';', '.'])
        .find_map(|part| part.trim().strip_suffix(what)?.trim().parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str, success: bool) -> (usize, usize) {
        let tally = Tally::read(text, success);
        assert_eq!(tally.missed.is_empty(), tally.failed == 0, "{tally:?}");
        (tally.passed, tally.failed)
    }

    #[test]
    fn every_result_line_is_added_up() {
        let text = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.12s\n\
            test one::thing ... FAILED\n\nfailures:\n\nfailures:\n    one::thing\n\n\
            test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 filtered out; finished in 1.50s\n";
        assert_eq!(counts(text, false), (13, 2));
    }

    #[test]
    fn an_ignored_test_is_a_failure() {
        let text = "test a ... ignored, takes minutes\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n";
        assert_eq!(counts(text, true), (3, 1));
    }

    #[test]
    fn no_tests_at_all_is_a_failure() {
        assert_eq!(counts("", true), (0, 1));
        let text = "test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(counts(text, true), (0, 1));
    }

    #[test]
    fn a_bad_end_that_no_count_explains_is_a_failure_with_the_last_lines() {
        let text = "test result: ok. 3 passed; 0 failed; 0 ignored\nkilled\n";
        assert_eq!(counts(text, false), (3, 1));
        let shown = Tally::read(text, false).missed[0].to_string();
        assert!(shown.ends_with("\n    killed"), "{shown}");
    }

    #[test]
    fn a_failed_test_is_shown_with_its_message_whatever_program_ran_it() {
        for (heading, name) in [
            ("one::thing stdout", "one::thing"),
            ("one::thing output", "one::thing"),
            ("one::thing", "one::thing"),
            (
                "src/lib.rs - one (line 3) stdout",
                "src/lib.rs - one (line 3)",
            ),
        ] {
            let text = format!(
                "test one::thing ... it prints as it runs\nFAILED\n\nfailures:\n\n---- {heading} ----\nleft: 1\nright: 2\n\n\n\
                failures:\n    {name}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n"
            );
            let missed = Tally::read(&text, false).missed;
            assert_eq!(missed.len(), 1);
            assert_eq!(
                missed[0].to_string(),
                format!("{name}\n    left: 1\n    right: 2")
            );
        }
    }

    #[test]
    fn a_long_message_is_cut() {
        let message = "a line of it\n".repeat(MESSAGE_LINES + 5) + &"x".repeat(LINE_CHARS * 2);
        let shown = Missed::new("one", &message).to_string();
        assert_eq!(shown.lines().count(), 1 + MESSAGE_LINES + 1);
        assert!(shown.ends_with("\n    and 6 more lines"), "{shown}");
        let shown = Missed::new("one", &"x".repeat(LINE_CHARS * 2)).to_string();
        assert_eq!(shown.len(), "one\n    ".len() + LINE_CHARS);
    }
}
