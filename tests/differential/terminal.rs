//! The real redis-cli on a terminal prints what stands in `tests/golden`. With `SETNX_GOLDEN_WRITE=1` it writes it there.

#[path = "../golden/mod.rs"]
mod golden;

use crate::redis::Redis;
use golden::Part;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

#[test]
fn the_golden_sessions_are_those_of_the_real_redis_cli() {
    let redis = Redis::start();
    let write = std::env::var_os("SETNX_GOLDEN_WRITE").is_some();
    for mut golden in golden::all() {
        redis.connect().ask("FLUSHALL");
        let mut terminal = Terminal::open(&redis);
        let expected = golden.transcript();
        for part in &mut golden.parts {
            if let Part::Exchange {
                prompt,
                line,
                output,
            } = part
            {
                *prompt = terminal.prompt.clone();
                *output = terminal.enter(line);
                golden::stable(line, output);
            }
        }
        if write {
            let mut text = String::new();
            for part in &golden.parts {
                part.push_to(&mut text);
            }
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
            std::fs::write(folder.join(golden.name), text).expect("the sessions can be written");
        } else {
            assert_eq!(expected, golden.transcript(), "{}", golden.name);
        }
    }
}

/// Whether a line is the duration that redis-cli prints below a reply, such as `(0.78s)`: only where it waited for more than half
/// a second, as on a busy machine.
fn is_duration(line: &str) -> bool {
    let seconds = line
        .strip_prefix('(')
        .and_then(|line| line.strip_suffix("s)"));
    seconds.is_some_and(|seconds| seconds.parse::<f64>().is_ok())
}

/// redis-cli on a terminal that `script` makes for it. A dumb one, so that nothing but text is printed.
struct Terminal {
    script: Child,
    /// The address in redis-cli's prompt.
    address: String,
    /// The prompt that stands there now, with the address left out.
    prompt: String,
}

impl Terminal {
    fn open(redis: &Redis) -> Terminal {
        let socket = redis.socket().display().to_string();
        let script = Command::new("script")
            .args([
                "-q",
                "-e",
                "-c",
                &format!("redis-cli -s {socket}"),
                "/dev/null",
            ])
            .env("TERM", "dumb")
            .env("REDISCLI_HISTFILE", "/dev/null")
            .env("REDISCLI_RCFILE", "/dev/null")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script, of Debian's bsdutils, runs");
        let mut terminal = Terminal {
            script,
            address: format!("redis {socket}"),
            prompt: String::new(),
        };
        terminal.read_to_prompt();
        terminal
    }

    /// Enters a line; answers the lines that are printed for it.
    fn enter(&mut self, line: &str) -> Vec<String> {
        let input = self.script.stdin.as_mut().expect("its input is piped");
        input
            .write_all(format!("{line}\n").as_bytes())
            .expect("redis-cli reads");
        let text = self.read_to_prompt();
        let mut lines = text.split("\r\n");
        assert_eq!(lines.next(), Some(line), "a terminal echoes what is typed");
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        // The last line is the next prompt's.
        lines.pop();
        lines.pop_if(|line| is_duration(line));
        lines
    }

    /// Reads up to the next prompt; answers what stands before it.
    fn read_to_prompt(&mut self) -> String {
        let output = self.script.stdout.as_mut().expect("its output is piped");
        let mut bytes = Vec::new();
        loop {
            let mut some = [0; 4096];
            let count = output.read(&mut some).expect("redis-cli prints");
            assert!(count > 0, "redis-cli ended: {}", bytes.escape_ascii());
            bytes.extend_from_slice(&some[..count]);
            let text = String::from_utf8_lossy(&bytes);
            let last_line = text.rsplit("\r\n").next().unwrap_or_default();
            if let Some(rest) = last_line.strip_prefix(&self.address)
                && rest.ends_with("> ")
            {
                self.prompt = format!("redis{rest}");
                return text.into_owned();
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The end of its input ends redis-cli, and that ends script.
        drop(self.script.stdin.take());
        let _ = self.script.wait();
    }
}
