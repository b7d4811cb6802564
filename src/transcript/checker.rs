//! Runs a transcript on a server of its own, at one moment, and compares each reply.

use super::judge::{Judge, Verdict};
use super::read::{Step, read};
use crate::cli::{Entry, Session};
use crate::keyspace::Server;

/// A prompt at which a transcript's lines are run, one after the other. For tests and tools, since a line runs to its
/// end: a page has its own prompt, which runs in slices, and compares with [`Judge`].
pub struct Checker {
    server: Server,
    session: Session,
    judge: Judge,
    now_ms: i64,
}

impl Checker {
    /// A prompt on an empty keyspace at the fixed time `now_ms`, in Unix milliseconds.
    pub fn new(now_ms: i64) -> Checker {
        let mut server = Server::new();
        Checker {
            session: Session::new(&mut server),
            server,
            judge: Judge::default(),
            now_ms,
        }
    }

    /// Runs lines unseen, as if they were pasted. Returns the failed ones with their output.
    pub fn set_up(&mut self, lines: &str) -> Vec<(String, String)> {
        let mut failed = Vec::new();
        for step in read(lines).steps {
            if let Some(entry) = self.run(&step.line).filter(|entry| entry.is_error) {
                let note = entry.note.as_ref().filter(|_| entry.output.is_empty());
                let why = note.map_or(entry.output.clone(), |note| note.get(Default::default()));
                failed.push((step.line, why));
            }
        }
        failed
    }

    /// Runs the next step of `text`, and compares.
    pub fn next(&mut self, text: &str, step: &Step) -> Verdict {
        let expected = step.expected(text);
        match self.run(&step.line) {
            Some(entry) => self.judge.next(&entry, expected.as_deref()),
            None => match expected {
                None => Verdict::Unwritten,
                Some(expected) => Verdict::Differs {
                    expected,
                    computed: String::new(),
                },
            },
        }
    }

    /// Runs a line; `None` when it leaves nothing in the log, as `clear` does.
    fn run(&mut self, line: &str) -> Option<std::rc::Rc<Entry>> {
        self.session.clear();
        self.session.submit(&mut self.server, self.now_ms, line);
        self.session.log().entries().next_back().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_700_000_000_000;

    fn verdicts(text: &str) -> Vec<Verdict> {
        let mut checker = Checker::new(NOW_MS);
        let transcript = read(text);
        let steps = transcript.steps.iter();
        steps.map(|step| checker.next(text, step)).collect()
    }

    fn differs(expected: &str, computed: &str) -> Verdict {
        Verdict::Differs {
            expected: expected.to_owned(),
            computed: computed.to_owned(),
        }
    }

    #[test]
    fn a_reply_is_right_or_is_told_with_the_right_one() {
        let text =
            "redis> SETNX a b\n(integer) 1\nredis> SETNX a c\n(integer) 1\nredis> GET a\n\"b\"\n";
        assert_eq!(
            verdicts(text),
            [
                Verdict::Same,
                differs("(integer) 1", "(integer) 0"),
                Verdict::Same
            ]
        );
        assert_eq!(
            verdicts("redis> PING\nredis> ECHO x\n\"...\""),
            [Verdict::Unwritten, Verdict::Same]
        );
        assert_eq!(verdicts("redis> clear\nOK"), [differs("OK", "")]);
        assert_eq!(
            verdicts("redis> FOO\n(error) ERR unknown command"),
            [differs(
                "(error) ERR unknown command",
                "(error) ERR unknown command 'FOO', with args beginning with: ".trim_end(),
            )]
        );
    }

    #[test]
    fn what_an_older_redis_cli_printed_counts_as_right() {
        let text = "redis> SET a b\n\"OK\"\nredis> KEYS x\n(empty list or set)\nredis> GET a\nb";
        assert_eq!(
            verdicts(text),
            [Verdict::Older, Verdict::Older, differs("b", "\"b\"")]
        );
        assert_eq!(verdicts("redis> PING\nPONG\n(1.53s)"), [Verdict::Same]);
    }

    #[test]
    fn replies_of_a_transaction_are_masked_one_by_one() {
        let text = "redis> MULTI\nOK\nredis(TX)> SET a b EX 10\nQUEUED\nredis(TX)> TTL a\nQUEUED\n\
                    redis(TX)> NOSUCH\n...\nredis(TX)> EXEC\n...";
        assert_eq!(verdicts(text)[4], Verdict::Same);
        let text = text.replace("redis(TX)> NOSUCH\n...\n", "");
        let exec = |reply: &str| {
            let text = [text.trim_end_matches("..."), reply].concat();
            verdicts(&text).remove(3)
        };
        assert_eq!(exec("1) OK\n2) (integer) 9"), Verdict::Masked);
        assert_eq!(exec("1) \"OK\"\n2) (integer) 10"), Verdict::Older);
        assert!(matches!(
            exec("1) OK\n2) (integer) 11"),
            Verdict::Differs { .. }
        ));
        assert!(matches!(exec("1) OK"), Verdict::Differs { .. }));
    }

    #[test]
    fn what_cannot_be_run_here_is_not_called_wrong_nor_is_what_follows() {
        let text = "redis> LPUSH a b\n(integer) 1\nredis> DBSIZE\n(integer) 1\nredis> PING";
        let found = verdicts(text);
        assert!(matches!(
            &found[..],
            [
                Verdict::Unchecked(_),
                Verdict::Unchecked(_),
                Verdict::Unwritten
            ]
        ));
        let Verdict::Unchecked(why) = &found[0] else {
            panic!()
        };
        assert_eq!(
            why.get(Default::default()),
            "Not checked, like everything behind it: 'LPUSH' is not in this playground, which leaves out lists."
        );
        assert!(matches!(
            &verdicts("redis> connect a 1\nx")[..],
            [Verdict::Unchecked(_)]
        ));
        assert_eq!(
            verdicts("redis> LPUSH a b\n(error) ...\nredis> PING\nPONG"),
            [Verdict::Same, Verdict::Same]
        );
    }

    #[test]
    fn a_setup_is_unseen_and_says_what_failed() {
        let mut checker = Checker::new(NOW_MS);
        assert!(checker.set_up("SET a 1\n# why\nredis> INCR a\n").is_empty());
        let text = "redis> GET a\n\"2\"";
        assert!(
            matches!(
                checker.next(text, &read(text).steps[0]),
                Verdict::Differs { .. }
            ),
            "only prompts are run"
        );
        let failed = checker.set_up("SET a\nconnect x 1");
        assert_eq!(failed.len(), 2);
        assert_eq!(
            failed[0].1,
            "(error) ERR wrong number of arguments for 'set' command"
        );
    }
}
