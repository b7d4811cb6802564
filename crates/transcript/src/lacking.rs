//! Finds, before anything is run, the first line of a transcript that Redis runs and this playground refuses.

use super::read::{Step, read};
use cli::Order;
use keyspace::{KeyspaceMode, left_out};

/// The first line of a transcript that would be answered by a refusal where another reply belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// The line.
    pub line: String,
    /// The number of lines before it.
    pub before: usize,
    /// Where it stands in the text, in bytes.
    pub at: usize,
}

/// The first line of a text that this playground refuses, although its author shows another reply: a command that is
/// left out or unknown, a wrong number of arguments, or an open quote. The tables of commands decide; nothing is run.
pub fn first_lacking(text: &str) -> Option<Lacking> {
    let transcript = read(text);
    let found = transcript
        .steps
        .iter()
        .position(|step| is_lacking(text, step))?;
    let step = transcript.steps.get(found)?;
    Some(Lacking {
        line: step.line.clone(),
        before: found,
        at: step.at.start,
    })
}

fn is_lacking(text: &str, step: &Step) -> bool {
    let expected = step.expected(text).unwrap_or_default();
    let is_error_written = ["(error)", "ERR ", "-ERR ", "Invalid argument"]
        .iter()
        .any(|error| expected.starts_with(error));
    match Order::read(&step.line) {
        Order::Run { argv, .. } => {
            if left_out::of_line(&argv).is_some() {
                return true;
            }
            let found = KeyspaceMode::default().of_line(&argv);
            let is_refused = found.is_none_or(|command| !command.accepts(argv.len()));
            is_refused && !is_error_written
        }
        Order::Unbalanced => !is_error_written,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_is_refused_is_found_before_anything_is_run() {
        for (text, line, before) in [
            ("redis> BGSAVE\nBackground saving started", "BGSAVE", 0),
            (
                "redis> SET k 1\nOK\nredis> JSON.GET d\n\"1\"",
                "JSON.GET d",
                1,
            ),
            ("SET k 1\nCLUSTER INFO", "CLUSTER INFO", 1),
            ("redis> MODULE UNLOAD a\nOK", "MODULE UNLOAD a", 0),
            (
                "redis> FAILOVER\n(error) ERR FAILOVER requires connected replicas.",
                "FAILOVER",
                0,
            ),
            ("redis> SET k\nOK", "SET k", 0),
            ("redis> OBJECT NOSUCH k\nOK", "OBJECT NOSUCH k", 0),
            ("redis> SET k \"a\nOK", "SET k \"a", 0),
        ] {
            let found = first_lacking(text).unwrap();
            assert_eq!(
                (found.line.as_str(), found.before),
                (line, before),
                "{text}"
            );
            assert!(text.get(found.at..).unwrap().contains(line), "{text}");
        }
    }

    #[test]
    fn an_error_that_is_written_is_one_that_may_come() {
        for text in [
            "",
            "PING\nhelp set\nclear\n:set hints\n3 INCR c\nquit",
            "redis> NOSUCH\n(error) ERR unknown command 'NOSUCH', with args beginning with: ",
            "redis> SET k\n(error) ERR wrong number of arguments for 'set' command",
            "redis> GET \"a\nInvalid argument(s)",
            "redis> OBJECT ENCODING k\n(nil)",
        ] {
            assert_eq!(first_lacking(text), None, "{text}");
        }
    }
}
