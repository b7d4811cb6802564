//! The lines that were entered at a prompt, and a walk through them.

use super::secret::is_secret;
use std::collections::VecDeque;

/// Maximum number of lines.
const LINES_MAX: usize = 500;
/// Maximum number of bytes of all lines together.
const BYTES_MAX: usize = 256 * 1024;

/// Lines, oldest first, and the reader's position among them.
#[derive(Clone, Debug, Default)]
pub struct History {
    lines: VecDeque<String>,
    bytes: usize,
    /// The position: lines back from the line that is being written, which is 0.
    back: usize,
    /// The line that was being written when the walk began.
    draft: String,
}

impl History {
    /// Adds a line and ends the walk. A line that repeats the one before it is kept once, a line with a password is not
    /// kept. Above 500 lines or 256 KiB the oldest lines are removed.
    pub fn push(&mut self, line: &str) {
        self.back = 0;
        self.draft.clear();
        if is_secret(line) || self.lines.back().is_some_and(|last| last == line) {
            return;
        }
        self.bytes += line.len();
        self.lines.push_back(line.to_owned());
        while self.lines.len() > LINES_MAX || self.bytes > BYTES_MAX {
            let Some(oldest) = self.lines.pop_front() else {
                return;
            };
            self.bytes -= oldest.len();
        }
    }

    /// Puts the lines of an earlier visit, oldest first, before those that are here, under the same rules as
    /// [`History::push`], and ends the walk.
    pub fn restore<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        let newer = std::mem::take(self);
        lines.for_each(|line| self.push(line));
        newer.lines().for_each(|line| self.push(line));
    }

    /// The newest line that contains `needle`, ignoring case, and its distance in lines; the newest has 1. The search
    /// begins `from` lines back, with that line itself; 0 and 1 begin at the newest. It ends at the oldest with `None`.
    /// The walk stays where it is.
    pub fn search_back(&self, needle: &str, from: usize) -> Option<(usize, &str)> {
        let needle = needle.as_bytes();
        let mut lines = self.lines.iter().rev().enumerate().skip(from.max(1) - 1);
        lines.find_map(|(at, line)| {
            let found = needle.is_empty()
                || line
                    .as_bytes()
                    .windows(needle.len())
                    .any(|part| part.eq_ignore_ascii_case(needle));
            found.then_some((at + 1, line.as_str()))
        })
    }

    /// One line further back; `None` at the oldest. `current` is the text at the prompt, kept as the draft when the
    /// walk begins.
    pub fn older(&mut self, current: &str) -> Option<&str> {
        let at = self.lines.len().checked_sub(self.back + 1)?;
        if self.back == 0 {
            self.draft = current.to_owned();
        }
        self.back += 1;
        self.lines.get(at).map(String::as_str)
    }

    /// One line forward, at last the draft; `None` when the walk has not begun.
    pub fn newer(&mut self) -> Option<&str> {
        self.back = self.back.checked_sub(1)?;
        match self.lines.len().checked_sub(self.back) {
            Some(at) if self.back > 0 => self.lines.get(at).map(String::as_str),
            _ => Some(&self.draft),
        }
    }

    /// Every line, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_goes_back_and_comes_home_to_the_draft() {
        let mut history = History::default();
        assert_eq!(history.older("dra"), None);
        assert_eq!(history.newer(), None);
        for line in ["one", "two", "two"] {
            history.push(line);
        }
        assert_eq!(history.older("dra"), Some("two"));
        assert_eq!(history.older("two"), Some("one"));
        assert_eq!(history.older("one"), None);
        assert_eq!(history.newer(), Some("two"));
        assert_eq!(history.newer(), Some("dra"));
        assert_eq!(history.newer(), None);
        history.older("dra");
        history.push("three");
        assert_eq!(history.older(""), Some("three"));
    }

    #[test]
    fn a_search_goes_back_from_where_it_is_told() {
        let mut history = History::default();
        for line in ["SET a 1", "GET a", "set b 2", "PING"] {
            history.push(line);
        }
        assert_eq!(history.search_back("SET", 0), Some((2, "set b 2")));
        assert_eq!(history.search_back("SET ", 2), Some((2, "set b 2")));
        assert_eq!(history.search_back("set", 3), Some((4, "SET a 1")));
        assert_eq!(history.search_back("set", 5), None);
        assert_eq!(history.search_back("é", 0), None);
        assert_eq!(history.search_back("", 0), Some((1, "PING")));
    }

    #[test]
    fn an_earlier_visit_comes_first_and_passwords_never() {
        let mut history = History::default();
        history.push("GET a");
        history.push("AUTH x");
        history.restore(["SET a 1", "AUTH y", "GET a"].into_iter());
        assert_eq!(history.lines().collect::<Vec<_>>(), ["SET a 1", "GET a"]);
    }

    #[test]
    fn the_oldest_lines_go_when_there_are_too_many_or_too_long() {
        let mut history = History::default();
        for number in 0..LINES_MAX + 3 {
            history.push(&number.to_string());
        }
        assert_eq!(history.lines().next(), Some("3"));
        history.push(&"x".repeat(BYTES_MAX - 6));
        assert_eq!(history.lines().count(), 3);
    }
}
