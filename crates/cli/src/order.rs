//! The meaning of one line: a command for the server, or one of redis-cli's own words.

use super::repeat::{self, Count};
use keyspace::words;

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A blank line.
    Nothing,
    /// A quote that does not close, or is followed by something other than a space.
    Unbalanced,
    /// A number before a command that is not a valid count.
    InvalidCount,
    /// `quit` or `exit`, whatever follows.
    Quit,
    /// `clear`, alone.
    Clear,
    /// `restart`, which redis-cli keeps for its script debugger.
    Restart,
    /// `connect` with a host and a port.
    Connect,
    /// `:set` and the like: a preference of the prompt.
    Preference(Vec<Vec<u8>>),
    /// `help` or `?`, and its subject.
    Help(Vec<Vec<u8>>),
    /// A command with its arguments, and how often to run it.
    Run {
        /// The command's name and its arguments, at least one word.
        argv: Vec<Vec<u8>>,
        /// One or more.
        times: u64,
    },
}

impl Order {
    /// Reads a line as redis-cli does. Its own words come before the server's, in any case; a count before `quit`
    /// sends it to the server.
    pub fn read(line: &str) -> Order {
        let Ok(mut argv) = words::split(line.as_bytes()) else {
            return Order::Unbalanced;
        };
        let times = match repeat::count(&argv) {
            Count::None => None,
            Count::Times(times) => Some(times),
            Count::Invalid => return Order::InvalidCount,
        };
        let Some(first) = argv.first() else {
            return Order::Nothing;
        };
        let is = |word: &[u8], known: &str| word.eq_ignore_ascii_case(known.as_bytes());
        match first {
            word if is(word, "quit") || is(word, "exit") => return Order::Quit,
            word if word.starts_with(b":") => return Order::Preference(argv),
            word if is(word, "restart") => return Order::Restart,
            word if is(word, "connect") && argv.len() == 3 => return Order::Connect,
            word if is(word, "clear") && argv.len() == 1 => return Order::Clear,
            _ => {}
        }
        if times.is_some() {
            argv.remove(0);
        }
        match argv.first() {
            Some(word) if is(word, "help") || is(word, "?") => {
                argv.remove(0);
                Order::Help(argv)
            }
            _ => Order::Run {
                argv,
                times: times.unwrap_or(1).unsigned_abs(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(words: &[&str], times: u64) -> Order {
        let argv = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        Order::Run { argv, times }
    }

    #[test]
    fn the_prompts_own_words_come_before_the_servers() {
        for (line, order) in [
            ("", Order::Nothing),
            ("  ", Order::Nothing),
            ("GET \"a", Order::Unbalanced),
            ("0 GET a", Order::InvalidCount),
            ("QUIT", Order::Quit),
            ("exit now", Order::Quit),
            ("1 quit", run(&["quit"], 1)),
            ("clear", Order::Clear),
            ("clear x", run(&["clear", "x"], 1)),
            ("restart", Order::Restart),
            ("connect h 1", Order::Connect),
            ("connect h", run(&["connect", "h"], 1)),
            ("?", Order::Help(vec![])),
            ("2 HELP get", Order::Help(vec![b"get".to_vec()])),
            ("3 INCR c", run(&["INCR", "c"], 3)),
        ] {
            assert_eq!(Order::read(line), order, "{line}");
        }
        assert!(matches!(Order::read(":set hints"), Order::Preference(_)));
    }
}
