//! Names the suites that are under way in the status of a terminal.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::output;

/// How often the status is rewritten at the least: its seconds go on while a program is silent.
const TICK: Duration = Duration::from_secs(1);

/// Something under way: it is named in the status from its beginning until it is dropped.
pub struct Activity {
    begun: Instant,
}

struct Entry {
    begun: Instant,
    name: String,
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
        format!("{} {}", self.name, spoken(self.begun.elapsed()))
    }
}

fn spoken(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds:02} s"),
    }
}
