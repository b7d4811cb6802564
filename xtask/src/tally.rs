//! Counts tests from what the test programs print.

/// How many checks passed and how many did not. An ignored test did not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// What did not pass, by name, as far as it is known: to be said again at the end of a long run.
    pub names: Vec<String>,
}

impl Tally {
    /// The count of one check.
    pub fn of(passed: bool, name: &str) -> Self {
        Self {
            passed: usize::from(passed),
            failed: usize::from(!passed),
            names: (!passed).then(|| name.to_owned()).into_iter().collect(),
        }
    }

    /// Adds up every `test result:` line of libtest, wasm-bindgen-test or libtest-mimic. Nothing counted, or a bad end
    /// that no count explains (it did not compile, it was killed), is one failure.
    pub fn read(text: &str, success: bool) -> Self {
        let mut sum = Self::default();
        for line in text.lines() {
            if line.starts_with("test ")
                && (line.ends_with("FAILED") || line.contains(" ... ignored"))
            {
                sum.names.push(line.to_owned());
            }
            let Some((_, counts)) = line.split_once("test result: ") else {
                continue;
            };
            sum.passed += count(counts, "passed");
            sum.failed += count(counts, "failed") + count(counts, "ignored");
        }
        if sum.passed + sum.failed == 0 || (!success && sum.failed == 0) {
            sum.failed += 1;
            sum.names.push("a program that did not end well".to_owned());
        }
        sum
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.names.extend(other.names);
    }
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
        assert_eq!(tally.names.is_empty(), tally.failed == 0, "{tally:?}");
        (tally.passed, tally.failed)
    }

    #[test]
    fn every_result_line_is_added_up() {
        let text = "running 3 tests\n\
            test one::thing ... FAILED\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.12s\n\
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
    fn a_bad_end_that_no_count_explains_is_a_failure() {
        let text = "test result: ok. 3 passed; 0 failed; 0 ignored\n";
        assert_eq!(counts(text, false), (3, 1));
    }
}
