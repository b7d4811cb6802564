//! Says what is under way: on a terminal in the status, which is rewritten; in a log by a plain line now and then.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::process::{ChildStderr, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use crate::output;
use crate::process::{absent, shown};

/// How often the status is rewritten at the least: its seconds go on while a program is silent.
const TICK: Duration = Duration::from_secs(1);

/// How often a log is told how far an installation is.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// How much of a failed installation's output is shown.
const LAST_LINES: usize = 60;

/// Something under way: it is named in the status from its beginning until it is dropped.
pub struct Activity {
    begun: Instant,
}

struct Entry {
    begun: Instant,
    name: String,
    count: Option<Count>,
}

static UNDER_WAY: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Rewrites the status while programs are silent. It ends with this program.
static TICKER: Once = Once::new();

fn under_way() -> MutexGuard<'static, Vec<Entry>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Activity {
    pub fn begin(name: &str) -> Self {
        let begun = Instant::now();
        under_way().push(Entry {
            begun,
            name: name.to_owned(),
            count: None,
        });
        TICKER.call_once(|| {
            thread::spawn(|| {
                loop {
                    refresh();
                    thread::sleep(TICK);
                }
            });
        });
        Self { begun }
    }

    /// The time since its beginning, as a person says it.
    pub fn elapsed(&self) -> String {
        spoken(self.begun.elapsed())
    }

    fn reach(&self, count: Count) {
        let mut entries = under_way();
        if let Some(entry) = entries.iter_mut().find(|entry| entry.begun == self.begun) {
            entry.count = Some(count);
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        under_way().retain(|entry| entry.begun != self.begun);
        refresh();
    }
}

/// Rewrites the status.
fn refresh() {
    if output::has_status() {
        let entries: Vec<String> = under_way().iter().map(Entry::line).collect();
        output::show_status(&entries.join(" | "));
    }
}

impl Entry {
    fn line(&self) -> String {
        let time = spoken(self.begun.elapsed());
        match self.count {
            Some(count) => format!("{}: {count}, {time}", self.name),
            None => format!("{} {time}", self.name),
        }
    }
}

fn spoken(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds:02} s"),
    }
}

/// How many of a program's crates are compiled, of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    done: usize,
    all: usize,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} crates", self.done, self.all)
    }
}

impl Count {
    /// From cargo's own progress: `    Building [====>    ] 45/312: serde, syn`.
    fn read(line: &str) -> Option<Self> {
        let (_, counts) = line
            .trim_start()
            .strip_prefix("Building")?
            .split_once(']')?;
        let (done, all) = counts.split(':').next()?.split_once('/')?;
        Some(Self {
            done: done.trim().parse().ok()?,
            all: all.trim().parse().ok()?,
        })
    }
}

/// Runs a cargo that compiles many crates, and says how far it is instead of what it prints. What it printed last is
/// shown if it fails.
pub fn compile(name: &str, cargo: &mut Command) -> Result<()> {
    let activity = Activity::begin(name);
    cargo
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "120")
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = cargo.spawn().map_err(|error| absent(cargo, &error))?;
    let (send, lines) = mpsc::channel();
    if let Some(stderr) = child.stderr.take() {
        thread::spawn(move || read_lines(stderr, &send));
    }
    let mut last = VecDeque::new();
    let mut report = Report::new();
    loop {
        match lines.recv_timeout(TICK) {
            Ok(line) => match Count::read(&line) {
                Some(count) => {
                    activity.reach(count);
                    refresh();
                    report.count = Some(count);
                }
                None => {
                    last.push_back(line);
                    if last.len() > LAST_LINES {
                        last.pop_front();
                    }
                }
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if let Some(line) = report.due(activity.begun.elapsed())
            && !output::has_status()
        {
            output::announce(&format!("{name}: {line}"));
        }
    }
    let status = child
        .wait()
        .map_err(|error| anyhow!("`{}` was lost: {error}", shown(cargo)))?;
    if status.success() {
        output::announce(&format!("{name}: done in {}", activity.elapsed()));
        return Ok(());
    }
    for line in last {
        output::say(&line);
    }
    Err(anyhow!("`{}` failed ({status})", shown(cargo)))
}

/// The lines of a log about one installation.
struct Report {
    count: Option<Count>,
    next: Duration,
}

impl Report {
    fn new() -> Self {
        Self {
            count: None,
            next: BETWEEN_LINES,
        }
    }

    /// The line that is due after `elapsed`, if one is.
    fn due(&mut self, elapsed: Duration) -> Option<String> {
        if elapsed < self.next {
            return None;
        }
        self.next = elapsed + BETWEEN_LINES;
        let time = spoken(elapsed);
        Some(match self.count {
            Some(count) => format!("{count}, {time}"),
            None => time,
        })
    }
}

/// Cargo ends the lines that it rewrites by a carriage return.
fn read_lines(stderr: ChildStderr, lines: &Sender<String>) {
    let mut line = Vec::new();
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        if !matches!(byte, b'\r' | b'\n') {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        if !text.is_empty() && lines.send(text).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    #[test]
    fn cargos_own_progress_is_read() {
        let line = "    Building [=======>                 ] 45/312: serde, syn(build.rs)";
        let count = Count::read(line).unwrap();
        assert_eq!(count, Count { done: 45, all: 312 });
        assert_eq!(count.to_string(), "45 of 312 crates");
        assert_eq!(Count::read("   Compiling serde v1.0.1"), None);
        assert_eq!(Count::read("    Building [===>   ] soon: serde"), None);
    }

    #[test]
    fn a_log_is_told_every_half_a_minute() {
        let mut report = Report::new();
        assert_eq!(report.due(Duration::from_secs(29)), None);
        assert_eq!(report.due(Duration::from_secs(31)).unwrap(), "31 s");
        report.count = Some(Count { done: 4, all: 9 });
        assert_eq!(report.due(Duration::from_secs(60)), None);
        assert_eq!(
            report.due(Duration::from_secs(65)).unwrap(),
            "4 of 9 crates, 1 min 05 s"
        );
    }

    #[test]
    fn a_failed_compilation_shows_what_was_said_and_names_its_command() {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "printf '   Building [=> ] 1/2: a\\rerror: no such crate\\n' >&2; exit 3",
        ]);
        let path = std::env::temp_dir().join(format!("xtask-progress-{}", std::process::id()));
        let result = output::keep(File::create(&path).unwrap(), || compile("test", &mut shell));
        let failure = result.unwrap_err().to_string();
        assert!(failure.contains("sh -c"), "{failure}");
        assert!(under_way().is_empty());
        assert_eq!(fs::read_to_string(&path).unwrap(), "error: no such crate\n");
        fs::remove_file(path).unwrap();
    }
}
