//! Replies that an author has written below the lines of a transcript, compared with the replies that came here.

use cli::Heard;
use transcript::{Judge, Verdict, read};

/// A transcript that is being run, and where it is wrong.
#[derive(Default)]
pub struct Checking {
    /// Lines that were not run yet, the next one last, with what is written below them.
    steps: Vec<(String, Option<String>)>,
    judge: Judge,
    /// Whether written replies that are wrong are shown, too.
    is_asked: bool,
    /// The replies to show, by the number of the entry in the log.
    shown: Vec<(u64, Written)>,
}

/// A written reply that is shown below another one that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The reply, as its author wrote it.
    pub text: String,
    /// Whether it is wrong. It is not known to be where the line, or one before it, could not be run here, and where it
    /// may hold another command with its reply.
    pub is_wrong: bool,
}

impl Checking {
    /// A transcript that is about to be run. A written reply that is no error is always shown where an error came, and so
    /// is one that cannot be compared, since this playground leaves out the command, and one of entries that are not there;
    /// one that is wrong, if `is_asked`.
    pub fn of(text: &str, is_asked: bool) -> Checking {
        let steps = read(text).steps.into_iter().rev();
        Checking {
            is_asked,
            steps: steps
                .map(|step| {
                    let expected = step.expected(text);
                    (step.line, expected)
                })
                .collect(),
            ..Checking::default()
        }
    }

    /// Looks at a line that was run. Lines that leave nothing in the log were passed over.
    pub fn hear(&mut self, heard: &Heard) {
        while let Some((line, expected)) = self.steps.pop() {
            if line != heard.entry.line {
                continue;
            }
            let verdict = self.judge.next(&heard.entry, expected.as_deref());
            let (text, is_wrong) = match (verdict, expected) {
                (Verdict::Differs { expected, .. }, _) if self.is_asked => {
                    let is_wrong = !holds_prompt(&expected);
                    (expected, is_wrong)
                }
                (Verdict::Unchecked(_), Some(text)) if text != heard.entry.output => (text, false),
                // Of a log that is empty here any entries are right.
                (Verdict::Masked, Some(text))
                    if is_empty(&heard.entry.output) && !is_empty(&text) =>
                {
                    (text, false)
                }
                (Verdict::Differs { expected, .. }, _)
                    if heard.entry.is_error && !expected.starts_with("(error)") =>
                {
                    (expected, false)
                }
                _ => return,
            };
            let written = Written { text, is_wrong };
            self.shown.push((heard.entry.number, written));
            return;
        }
    }

    /// The written reply to show below an entry.
    pub fn written(&self, number: u64) -> Option<&Written> {
        let found = self.shown.iter().find(|(shown, _)| *shown == number);
        found.map(|(_, written)| written)
    }
}

/// Whether a line begins with the prompt of a plain client, which a transcript with prompts of another form takes for text.
fn holds_prompt(written: &str) -> bool {
    written.as_bytes().windows(3).any(|three| three == b"\n> ")
}

/// Whether redis-cli has printed an aggregate without elements.
fn is_empty(output: &str) -> bool {
    output.starts_with("(empty ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cli::{Answer, Manner, Session};
    use keyspace::Server;

    /// The written replies that are shown, in the order of the lines, and whether they are wrong.
    fn shown(text: &str, is_asked: bool) -> Vec<(String, bool)> {
        let mut server = Server::new();
        let mut session = Session::new(&mut server);
        session.listen();
        session.enter_as(text, Manner::Shown);
        session.advance(&mut server, 0, u64::MAX);
        let mut checking = Checking::of(text, is_asked);
        for answer in session.take_answers() {
            if let Answer::Line(heard) = answer {
                checking.hear(&heard);
            }
        }
        let shown = checking.shown.into_iter();
        shown
            .map(|(_, written)| (written.text, written.is_wrong))
            .collect()
    }

    #[test]
    fn a_written_reply_is_shown_where_another_one_came() {
        const TEXT: &str = "redis> GET story\n\"of the block above\"\nredis> PTTL story\n(integer) 7\nredis> RANDOMKEY\n(nil)";
        let wrong = |text: &str| (text.to_owned(), true);
        assert_eq!(shown(TEXT, false), []);
        assert_eq!(
            shown(TEXT, true),
            [wrong("\"of the block above\""), wrong("(integer) 7")]
        );
    }

    #[test]
    fn a_reply_that_may_hold_another_command_is_not_called_wrong() {
        const TEXT: &str = "127.0.0.1:6379> AUTH someuser wrong\n(error) WRONGPASS invalid\n> ACL LOG 1\n1)  1) \"count\"";
        let kept = "(error) WRONGPASS invalid\n> ACL LOG 1\n1)  1) \"count\"".to_owned();
        assert_eq!(shown(TEXT, true), [(kept, false)]);
    }

    #[test]
    fn entries_of_a_log_that_is_empty_here_are_kept() {
        const TEXT: &str = "redis> ACL LOG\n1)  1) \"count\"\n    2) (integer) 1\nredis> SLOWLOG GET\n(empty array)";
        let kept = "1)  1) \"count\"\n    2) (integer) 1".to_owned();
        for is_asked in [false, true] {
            assert_eq!(shown(TEXT, is_asked), [(kept.clone(), false)]);
        }
    }
}
