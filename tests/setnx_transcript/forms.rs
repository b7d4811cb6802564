//! The forms in which documentation has its transcripts, and the flags that read them.

use crate::program::{Ran, folder, run};
use std::fs;

fn one(text: &str, args: &[&str]) -> Ran {
    let folder = folder(&[("a.md", text.as_bytes())]);
    let args: Vec<&str> = args.iter().copied().chain(["a.md"]).collect();
    run(folder.path(), &args)
}

/// A page as documentation of commands has them: prompts of four kinds, in fences, in a shell's fence, indented.
const PAGE: &str = "\
# MSET

Plain:

```
127.0.0.1:6379> MSET key1 \"Hello\" key2 \"World\"
OK
```

And bare:

```
> GET key1
\"Hello\"
> GET key3
(nil)
```

    > APPEND key1 \" there\"
    (integer) 11

```bash
$ redis-cli GET key1
\"Hello there\"
```

> a quoted sentence
> GET the point
";

#[test]
fn shells_fences_and_bare_prompts_are_read_when_that_is_asked() {
    assert_eq!(
        one(PAGE, &[]).out,
        "1 file, 1 transcript, 1 reply, 0 different\n"
    );
    let ran = one(PAGE, &["--loose", "--share"]);
    assert_eq!(ran.out, "1 file, 4 transcripts, 5 replies, 0 different\n");
    for text in [
        "```\n> not a command\n(integer) 1\n```\n",
        "```python\n> GET a\n(integer) 1\n```\n",
        "```bash\nredis-cli GET a\n```\n",
    ] {
        assert_eq!(
            one(text, &["--loose"]).out,
            "1 file, 0 transcripts, 0 replies, 0 different\n"
        );
    }
}

#[test]
fn the_blocks_of_a_page_go_on_from_one_another_or_begin_again() {
    let ran = one(PAGE, &["--loose", "--verbose"]);
    assert_eq!(
        ran.out,
        "a.md:14: GET key1: not checked: nothing above has written `key1`\n\
         a.md:20: APPEND key1 \" there\"\n  - (integer) 11\n  + (integer) 6\n  \
         (--fix leaves it: nothing above has written `key1`)\n\
         a.md:24: GET key1: not checked: nothing above has written `key1`\n\
         1 file, 4 transcripts, 5 replies, 2 not checked, 1 different\n"
    );
    let story = "redis> INCR n\n(integer) 1\n";
    let begins_again =
        format!("```\n{story}```\n\n```\n{story}```\n\n```\nredis> GET n\n\"1\"\n```\n");
    let ran = one(&begins_again, &["--share", "--strict"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "1 file, 3 transcripts, 3 replies, 0 different\n")
    );
    let names = "```redis session=a\nredis> INCR n\n(integer) 1\n```\n\n```redis session=b\nredis> INCR n\n(integer) 1\n\
                 ```\n\n```redis session=a\nredis> INCR n\n(integer) 2\n```\n\n```redis\nredis> GET n\n(nil)\n```\n";
    let ran = one(names, &["--share", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let silent = "```redis\nSET a 1\n```\n\n```redis\nredis> INCR a\n(integer) 2\n```\n";
    assert_eq!(one(silent, &["--share", "--strict"]).code, 0);
}

#[test]
fn what_is_not_checked_is_told_in_a_line_for_each_block() {
    let text = "```\nredis> BF.ADD a 1\n(integer) 1\nredis> GET a\n\"x\"\nredis> SET b 1\nOK\n```\n\n\
                ```\nredis> GET c\n\"1\"\n```\n";
    let ran = one(text, &[]);
    assert_eq!(
        ran.out,
        "a.md:3: 2 of 3 replies not checked: unknown command 'BF.ADD'\n\
         a.md:12: the reply is not checked: nothing above has written `c`\n\
         1 file, 2 transcripts, 4 replies, 3 not checked, 0 different\n"
    );
    let ran = one(text, &["--format", "github"]);
    assert_eq!(ran.out.matches("::warning ").count(), 2, "{}", ran.out);
    let ran = one(text, &["--format", "github", "--verbose"]);
    assert_eq!(ran.out.matches("::warning ").count(), 3, "{}", ran.out);
}

/// What a page prints may be right although it is not what comes here.
const NOT_REWRITTEN: &[&str] = &[
    // Of another server, or of a module.
    "redis> BF.ADD a 1\n(integer) 1\nredis> EXISTS a\n(integer) 1",
    "redis> CONFIG SET proto-max-bulk-len 1mb\nOK",
    "redis> FAILOVER\nOK",
    "redis> CLUSTER INFO\ncluster_state:ok",
    "redis> SET a 1 IFEQ 2\nOK\nredis> SET b 1\nOK\nredis> GET a\n\"1\"",
    "redis> GET a WITHTTL\n1) \"1\"\n2) (integer) 5",
    // Of keys that are written elsewhere.
    "redis> GET a\n\"1\"",
    "redis> MGET a b\n1) \"1\"\n2) \"2\"",
    "redis> INCR a\n(integer) 42\nredis> GET a\n\"42\"",
    "redis> KEYS a*\n1) \"ab\"",
    "redis> SET b 1\nOK\nredis> KEYS a*\n1) \"ab\"",
    "redis> EXISTS a\n(integer) 1",
    "redis> TTL a\n(integer) 100",
    "redis> RENAME a b\nOK\nredis> GET b\n\"1\"",
    // Of what the server was told elsewhere.
    "redis> ACL USERS\n1) \"anna\"\n2) \"default\"",
    "redis> DEBUG SLEEP 0\nOK",
    "redis> OBJECT FREQ a\n(integer) 5",
    // Of other clients.
    "redis> WAIT 1 0\n(integer) 1",
    "redis> PUBLISH news hello\n(integer) 3",
    "redis> MONITOR\nOK\n1339518083.107412 [0 127.0.0.1:60866] \"get\" \"a\"",
    "redis> SUBSCRIBE news\nReading messages... (press Ctrl-C to quit)\n1) \"subscribe\"\n2) \"news\"\n\
     3) (integer) 1\n1) \"message\"\n2) \"news\"\n3) \"hello\"\nredis> SET a 1\nOK\nredis> GET a\n\"1\"",
    // Within a transaction.
    "redis> MULTI\nOK\nredis(TX)> BF.ADD a 1\nQUEUED\nredis(TX)> SET b 1\nQUEUED\nredis(TX)> EXEC\n1) (integer) 1\n2) OK\n\
     redis> GET b\n\"1\"",
    "redis> MULTI\nOK\nredis(TX)> GET a\nQUEUED\nredis(TX)> EXEC\n1) \"1\"",
];

#[test]
fn a_reply_that_may_be_right_is_not_rewritten() {
    for text in NOT_REWRITTEN {
        let text = format!("```redis\n{text}\n```\n");
        for args in [&["--fix"][..], &["--fix", "--share"]] {
            let folder = folder(&[("a.md", text.as_bytes())]);
            let args: Vec<&str> = args.iter().copied().chain(["a.md"]).collect();
            let ran = run(folder.path(), &args);
            let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
            assert_eq!(after, text, "{}", ran.out);
            assert!(!ran.out.contains("rewritten"), "{}", ran.out);
            assert!(
                ran.out.contains("not checked") || ran.out.contains("--fix leaves it"),
                "{}",
                ran.out
            );
        }
    }
}

#[test]
fn a_transcript_that_begins_with_no_keys_can_say_so() {
    let text = "```redis setup=FLUSHALL\nredis> GET a\n\"1\"\nredis> INCR b\n(integer) 7\n```\n";
    let folder = folder(&[("a.md", text.as_bytes())]);
    assert_eq!(run(folder.path(), &["--fix", "a.md"]).code, 0);
    let after = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert_eq!(after, text.replace("\"1\"", "(nil)").replace('7', "1"));
}
