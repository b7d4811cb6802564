//! Counts tests from what the test programs print.

/// How many checks passed and how many did not. An ignored test did not pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    /// The count of one check.
    pub fn of(passed: bool) -> Self {
        Self {
            passed: usize::from(passed),
            failed: usize::from(!passed),
        }
    }

    /// Adds up every `test result:` line of libtest, wasm-bindgen-test or libtest-mimic. Nothing counted, or a bad end
    /// that no count explains (it did not compile, it was killed), is one failure.
    pub fn read(text: &str, success: bool) -> Self {
        let mut sum = Self::default();
        for line in text.lines() {
            let Some((_, counts)) = line.split_once("test result: ") else {
                continue;
            };
            sum.passed += count(counts, "passed");
            sum.failed += count(counts, "failed") + count(counts, "ignored");
        }
        if sum == Self::default() || (!success && sum.failed == 0) {
            sum.failed += 1;
        }
        sum
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
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

    fn tally(passed: usize, failed: usize) -> Tally {
        Tally { passed, failed }
    }

    #[test]
    fn every_result_line_is_added_up() {
        let text = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.12s\n\
            test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 filtered out; finished in 1.50s\n";
        assert_eq!(Tally::read(text, false), tally(13, 2));
    }

    #[test]
    fn an_ignored_test_is_a_failure() {
        let text = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n";
        assert_eq!(Tally::read(text, true), tally(3, 1));
    }

    #[test]
    fn no_tests_at_all_is_a_failure() {
        assert_eq!(Tally::read("", true), tally(0, 1));
        let text = "test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(Tally::read(text, true), tally(0, 1));
    }

    #[test]
    fn a_bad_end_that_no_count_explains_is_a_failure() {
        let text = "test result: ok. 3 passed; 0 failed; 0 ignored\n";
        assert_eq!(Tally::read(text, false), tally(3, 1));
    }
}
