//! Runs a transcript on a server, and compares each reply.

use super::backend::{Backend, Engine};
use super::ids::StreamIds;
use super::judge::{Queue, Verdict, differing, is_possible, is_within_transaction, refusal, shown};
use super::ledger::{Ending, Ledger, is_error};
use super::read::{Step, read};
use super::say;
use super::volatile::{is_chance, is_partly_chance};
use base::text::Phrase;
use cli::Entry;
use keyspace::{KeyspaceMode, words};
use std::rc::Rc;

/// Deadlines that are tried at most for a reply that differs.
const DEADLINES_MAX: usize = 8;

/// A prompt at which a transcript's lines are run, one after the other. For tests and tools, since a line runs to its
/// end: a page has its own prompt, which runs in slices, and compares with [`Judge`](super::Judge).
pub struct Checker<B> {
    backend: B,
    queue: Queue,
    ledger: Ledger,
    ids: StreamIds,
}

impl<B: Backend> Checker<B> {
    /// A prompt at this server as it is.
    pub fn new(backend: B) -> Checker<B> {
        Checker {
            backend,
            queue: Queue::default(),
            ledger: Ledger::default(),
            ids: StreamIds::default(),
        }
    }

    /// Begins again, with no keys and in this mode.
    ///
    /// # Errors
    /// Those of [`Backend::restart`].
    pub fn restart(&mut self, mode: KeyspaceMode) -> Result<(), String> {
        self.backend.restart(mode)?;
        self.queue = Queue::default();
        self.ledger = Ledger::default();
        self.ids = StreamIds::default();
        Ok(())
    }

    /// Runs lines unseen, as if they were pasted. Returns the failed ones with their output.
    ///
    /// # Errors
    /// Those of [`Backend::run`].
    pub fn set_up(&mut self, lines: &str) -> Result<Vec<(String, String)>, String> {
        let mut failed = Vec::new();
        for step in read(lines).steps {
            let Some(entry) = self.backend.run(&step.line)? else {
                continue;
            };
            self.judge(&entry, None, None);
            if entry.is_error {
                let note = entry.note.as_ref().filter(|_| entry.output.is_empty());
                let why = note.map_or(entry.output.clone(), |note| note.get(Default::default()));
                failed.push((step.line, why));
            }
        }
        Ok(failed)
    }

    /// Runs the next step of `text`, and compares.
    ///
    /// # Errors
    /// Those of [`Backend::run`].
    pub fn next(&mut self, text: &str, step: &Step) -> Result<Verdict, String> {
        let expected = step.expected(text);
        let line = self.ids.ours(&step.line);
        let before = self.backend.copy();
        Ok(match self.backend.run(&line)? {
            Some(entry) => self.judge(&entry, expected.as_deref(), before),
            None => match expected {
                None => Verdict::Unwritten,
                Some(expected) => Verdict::Differs {
                    expected,
                    computed: String::new(),
                    doubt: None,
                },
            },
        })
    }

    /// Compares what a line left in the log. `before` is the keyspace in which it was run.
    fn judge(
        &mut self,
        entry: &Rc<Entry>,
        expected: Option<&str>,
        before: Option<Engine>,
    ) -> Verdict {
        let argv = words::split(entry.line.as_bytes()).unwrap_or_default();
        let computed = shown(&entry.output);
        let is_chosen = expected.is_some_and(|expected| self.ids.learn(&argv, expected, &computed));
        let computed = self.ids.theirs(&computed);
        let refusal = refusal(entry).map(|refusal| refusal.why);
        let verdict = match expected {
            None => Verdict::Unwritten,
            Some(_) if is_chosen => Verdict::Masked,
            Some(expected) => self.compare(entry, &argv, expected, computed, refusal.as_ref()),
        };
        let verdict = match verdict {
            Verdict::Differs { ref expected, .. }
                if before
                    .is_some_and(|before| self.is_right_later(before, entry, &argv, expected)) =>
            {
                Verdict::Unchecked(say::EXPIRED.into())
            }
            verdict => verdict,
        };
        let ending = match &verdict {
            Verdict::Same => Ending::Ran,
            _ if refusal.is_some() => Ending::Refused,
            Verdict::Differs {
                expected, computed, ..
            } if is_error(computed) && !is_error(expected) => Ending::Failed,
            Verdict::Unchecked(_) if entry.is_error => Ending::Failed,
            Verdict::Differs { doubt: Some(_), .. } | Verdict::Unchecked(_) => Ending::Differed,
            Verdict::Masked | Verdict::Unwritten if !is_chosen && is_chance(&argv) => Ending::Chose,
            _ => Ending::Ran,
        };
        let is_queued = is_within_transaction(entry);
        if matches!(verdict, Verdict::Same | Verdict::Older) && !is_queued {
            self.ledger.confirm(&argv);
        }
        self.ledger.note(&argv, &ending, &self.queue, is_queued);
        self.queue.follow(entry, argv);
        verdict
    }

    fn compare(
        &self,
        entry: &Entry,
        argv: &[Vec<u8>],
        expected: &str,
        computed: String,
        refusal: Option<&Phrase>,
    ) -> Verdict {
        let slack_s = self.backend.slack_s();
        let found = self.queue.compare(argv, expected, &computed, slack_s);
        let found = found.filter(|verdict| is_possible(verdict, entry));
        let is_certain = self.ledger.is_certain(argv);
        match found {
            Some(Verdict::Masked) if is_certain => {}
            Some(verdict) => return verdict,
            None if self.ledger.is_distance(argv) && is_duration(expected, &computed) => {
                return Verdict::Masked;
            }
            None => {}
        }
        if let Some(refusal) = refusal {
            return Verdict::Unchecked(refusal.clone());
        }
        if let Some(why) = self.excuse(argv, expected, &computed) {
            return Verdict::Unchecked(why);
        }
        match differing(entry, expected, computed) {
            Verdict::Differs {
                expected, computed, ..
            } => Verdict::Differs {
                doubt: match is_partly_chance(argv) {
                    true => Some(say::CHANCE.into()),
                    false => self.ledger.doubt(argv, &computed),
                },
                expected,
                computed,
            },
            verdict => verdict,
        }
    }

    /// Whether a line has the written reply when some keys have expired: time passed for the author.
    fn is_right_later(
        &self,
        mut before: Engine,
        entry: &Entry,
        argv: &[Vec<u8>],
        expected: &str,
    ) -> bool {
        let slack_s = self.backend.slack_s();
        (0..DEADLINES_MAX).any(|_| {
            if !before.pass() {
                return false;
            }
            let Ok(Some(later)) = before.clone().run(&entry.line) else {
                return false;
            };
            let computed = self.ids.theirs(&shown(&later.output));
            let found = self.queue.compare(argv, expected, &computed, slack_s);
            found.is_some_and(|verdict| is_possible(&verdict, &later))
        })
    }

    /// Why a reply that differs need not be wrong; of EXEC's, if each part that differs has a reason.
    fn excuse(&self, argv: &[Vec<u8>], expected: &str, computed: &str) -> Option<Phrase> {
        let Some(rows) = self.queue.rows(argv, expected, computed) else {
            return self.ledger.excuse(argv, expected, computed);
        };
        let slack_s = self.backend.slack_s();
        let mut found = None;
        for (argv, theirs, ours) in rows {
            if Queue::default()
                .compare(argv, &theirs, &ours, slack_s)
                .is_none()
            {
                found = Some(self.ledger.excuse(argv, &theirs, &ours)?);
            }
        }
        found
    }
}

/// Whether both replies are times that are left.
fn is_duration(expected: &str, computed: &str) -> bool {
    [expected, computed].iter().all(|reply| {
        let number = reply.strip_prefix("(integer) ");
        number.is_some_and(|number| !number.starts_with('-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_700_000_000_000;

    fn verdicts(text: &str) -> Vec<Verdict> {
        let mut checker = Checker::new(Engine::new(NOW_MS));
        let transcript = read(text);
        let steps = transcript.steps.iter();
        steps
            .map(|step| checker.next(text, step).unwrap())
            .collect()
    }

    fn differs(expected: &str, computed: &str) -> Verdict {
        Verdict::Differs {
            expected: expected.to_owned(),
            computed: computed.to_owned(),
            doubt: None,
        }
    }

    /// Why each line of a text is not checked.
    fn reasons(text: &str) -> Vec<String> {
        let verdicts = verdicts(text).into_iter();
        let reasons = verdicts.filter_map(|verdict| match verdict {
            Verdict::Unchecked(why) => Some(why.get(Default::default())),
            Verdict::Differs { .. } => panic!("{text}: {verdict:?}"),
            _ => None,
        });
        reasons.collect()
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
    fn a_command_that_cannot_be_run_spoils_what_depends_on_its_keys() {
        let text = "redis> SET other 1\nOK\nredis> MODULE.ADD list b\n(integer) 1\n\
                    redis> EXISTS list\n(integer) 1\nredis> COPY list copy\n\
                    redis> DBSIZE\n(integer) 3\nredis> GET other\n\"1\"\nredis> PING\n\
                    redis> SET list x\nOK\nredis> GET list\n\"x\"\nredis> EXISTS copy\n(integer) 1";
        assert_eq!(
            reasons(text),
            [
                "unknown command 'MODULE.ADD'",
                "it depends on `list`, and so on `MODULE.ADD list b`, which could not be run",
                "it depends on `b`, and so on `MODULE.ADD list b`, which could not be run",
                "it depends on `copy`, and so on `MODULE.ADD list b`, which could not be run",
            ]
        );
        let text = "redis> MODULE.ADD list b\n(integer) 1\nredis> GET other\n\"1\"\n\
                    redis> SET other 1\nOK\nredis> INCR other\n(integer) 1";
        assert!(matches!(
            &verdicts(text)[2..],
            [Verdict::Same, Verdict::Differs { .. }]
        ));
        let error = "redis> MODULE.ADD a\n(error) ERR unknown command 'MODULE.ADD', with args \
                     beginning with: 'a' ";
        assert_eq!(verdicts(error), [Verdict::Same]);
        assert_eq!(
            reasons("redis> connect a 1\nx"),
            ["Not run: the only server here is the one in this page."]
        );
    }

    #[test]
    fn a_transaction_with_a_line_that_cannot_be_run_says_nothing_of_its_keys() {
        let text = "redis> MULTI\nOK\nredis(TX)> SET a 1\nQUEUED\nredis(TX)> MODULE.ADD b\nQUEUED\n\
                    redis(TX)> EXEC\n1) OK\n2) (integer) 1\nredis> GET a\n\"1\"\nredis> SET c 1\nOK";
        assert_eq!(
            reasons(text),
            [
                "unknown command 'MODULE.ADD'",
                "the transaction has a line that could not be run",
                "it depends on `a`, and so on `SET a 1`, which could not be run",
            ]
        );
    }

    #[test]
    fn what_a_transcript_shows_of_keys_that_it_has_not_written_is_not_called_wrong() {
        for (text, expected) in [
            (
                "redis> GET a\n\"1\"",
                &["nothing above has written `a`"][..],
            ),
            (
                "redis> MGET a b\n1) \"1\"\n2) (nil)",
                &["nothing above has written `a`"],
            ),
            (
                "redis> KEYS *\n1) \"a\"",
                &["nothing above has written such a key"],
            ),
            ("redis> RENAME a b\nOK", &["nothing above has written `a`"]),
            (
                "redis> WAIT 1 100\n(integer) 1",
                &["it depends on other clients and servers"],
            ),
        ] {
            assert_eq!(reasons(text), expected, "{text}");
        }
        for text in [
            "redis> SET a 1\nOK\nredis> GET a\n\"2\"",
            "redis> DEL a\n(integer) 0\nredis> GET a\n\"2\"",
            "redis> GET a\n(nil)\nredis> STRLEN a\n(nil)",
            "redis> FLUSHALL\nOK\nredis> GET a\n\"2\"",
            "redis> GET a b\n(nil)",
        ] {
            let last = verdicts(text).pop().unwrap();
            let Verdict::Differs { doubt, .. } = last else {
                panic!("{text}: {last:?}");
            };
            assert_eq!(doubt, None, "{text}");
        }
        let text = "redis> INCR a\n(integer) 5\nredis> GET a\n\"5\"";
        let found = verdicts(text);
        assert!(matches!(&found[0], Verdict::Differs { doubt: Some(_), .. }));
        assert!(matches!(&found[1], Verdict::Unchecked(_)));
    }

    #[test]
    fn a_key_may_have_expired_for_the_author() {
        let expired = "it is right if a time to live was over by then";
        for text in [
            "redis> SET a 1 EX 10\nOK\nredis> GET a\n(nil)",
            "redis> SET a 1\nredis> EXPIRE a 5\n(integer) 1\nredis> TTL a\n(integer) -2",
            "redis> SETEX a 5 1\nOK\nredis> DBSIZE\n(integer) 0",
            "redis> SET a 1\nredis> EXPIREAT a 33177117420\nredis> MGET a none\n1) (nil)\n2) (nil)",
            "redis> SET a 1 PX 10\nOK\nredis> INCR a\n(integer) 1",
            "redis> SET a 1 NX EX 10\nOK\nredis> SET a 2 NX EX 10\nOK",
            "redis> SETEX a 5 1\nOK\nredis> MULTI\nOK\nredis(TX)> SETNX a 1\nQUEUED\nredis(TX)> EXEC\n1) (integer) 1",
            "redis> SETEX a 5 1\nredis> SETEX b 9 2\nredis> MGET a b\n1) (nil)\n2) \"2\"",
            "redis> EVAL \"return redis.call('SET', KEYS[1], 1, 'PX', 9)\" 1 a\nOK\nredis> EXISTS a\n(integer) 0",
        ] {
            assert_eq!(reasons(text), [expired], "{text}");
        }
        for (text, expected, computed) in [
            ("redis> SET a 1 EX 10\nOK\nredis> GET a", "\"2\"", "\"1\""),
            (
                "redis> SET a 1 EX 10\nOK\nredis> TTL a",
                "(integer) 100",
                "(integer) 10",
            ),
            (
                "redis> SET a 1 EX 10\nredis> SET a 2\nredis> GET a",
                "(nil)",
                "\"2\"",
            ),
            (
                "redis> SET a 1 EX 10\nredis> PERSIST a\nredis> INCR a",
                "(integer) 1",
                "(integer) 2",
            ),
            (
                "redis> SETEX a 5 1\nredis> SET b 1\nredis> GET b",
                "(nil)",
                "\"1\"",
            ),
            (
                "redis> SETEX a 5 1\nredis> SETEX b 9 2\nredis> MGET a b",
                "1) \"1\"\n2) (nil)",
                "1) \"1\"\n2) \"2\"",
            ),
        ] {
            let text = [text, expected].join("\n");
            assert_eq!(
                verdicts(&text).pop(),
                Some(differs(expected, computed)),
                "{text}"
            );
        }
        // What it has written is as little known.
        let text = "redis> SET a 1 EX 9\nOK\nredis> INCR a\n(integer) 1\nredis> GET a\n\"1\"";
        let depends = "it depends on `a`, and so on `INCR a`, whose reply differs";
        assert_eq!(reasons(text), [expired, depends]);
    }

    #[test]
    fn another_client_may_have_changed_what_is_watched() {
        let text = "redis> SET a 1\nOK\nredis> WATCH a\nOK\nredis> MULTI\nOK\nredis(TX)> INCR a\nQUEUED\n\
                    redis(TX)> EXEC\n(nil)\nredis> GET a\n\"7\"";
        assert_eq!(
            reasons(text),
            [
                "it depends on other clients and servers",
                "it depends on `a`, and so on `INCR a`, whose reply differs"
            ]
        );
        for text in [
            text.replace("WATCH a\nOK", "WATCH a\nOK\nredis> UNWATCH\nOK"),
            text.replace("redis> WATCH a\nOK\n", ""),
        ] {
            let exec = verdicts(&text).into_iter().rev().nth(1);
            assert_eq!(exec, Some(differs("(nil)", "1) (integer) 2")), "{text}");
        }
    }

    #[test]
    fn a_deadline_at_an_absolute_time_is_certain() {
        let text = "redis> SET a 1 EX 10\nOK\nredis> EXPIRETIME a\n(integer) 1600000010\n\
                    redis> EXPIREAT a 33177117420\n(integer) 1\nredis> EXPIRETIME a\n(integer) 33177117421\n\
                    redis> TTL a\n(integer) 31474154354\nredis> SET a 1 PXAT 33177117420000\nOK\n\
                    redis> PEXPIRETIME a\n(integer) 33177117420000";
        assert_eq!(
            verdicts(text)[1..],
            [
                Verdict::Masked,
                Verdict::Same,
                differs("(integer) 33177117421", "(integer) 33177117420"),
                Verdict::Masked,
                Verdict::Same,
                Verdict::Same,
            ]
        );
    }

    #[test]
    fn a_line_that_waits_gives_up_in_its_time_or_is_not_checked() {
        let text = "redis> SET a 1 EX 2\nOK\nredis> XREAD BLOCK 1500 STREAMS none $\n(nil)\n(1.50s)\n\
                    redis> PTTL a\n(integer) 500\nredis> XREAD BLOCK 0 STREAMS none $\n1) \"none\"\n\
                    redis> PING\nPONG";
        assert_eq!(reasons(text), ["it waits for another client"]);
    }

    #[test]
    fn a_setup_is_unseen_and_says_what_failed() {
        let mut checker = Checker::new(Engine::new(NOW_MS));
        let failed = checker.set_up("SET a 1\n# why\nredis> INCR a\n").unwrap();
        assert!(failed.is_empty());
        let text = "redis> GET a\n\"2\"";
        let step = &read(text).steps[0];
        let found = checker.next(text, step).unwrap();
        let only_prompts_were_run = differs("\"2\"", "\"1\"");
        assert_eq!(found, only_prompts_were_run);
        checker.restart(KeyspaceMode::default()).unwrap();
        let failed = checker.set_up("SET a\nconnect x 1").unwrap();
        assert_eq!(failed.len(), 2);
        assert_eq!(
            failed[0].1,
            "(error) ERR wrong number of arguments for 'set' command"
        );
    }
}
