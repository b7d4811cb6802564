//! Where messages and the output of programs go: to the terminal, or, for a suite that runs beside others, into a file
//! that is shown when the suite ends. On a terminal the last line is a status that is rewritten.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal, Stderr, Write};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

thread_local! {
    static KEPT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Runs `work` with the output of this thread, and of the programs that it starts, written to `file`.
pub fn keep<T>(file: File, work: impl FnOnce() -> T) -> T {
    KEPT.set(Some(file));
    let result = work();
    KEPT.set(None);
    result
}

/// The file that keeps this thread's output, if one does.
pub fn kept() -> Option<File> {
    KEPT.with_borrow(|file| file.as_ref().and_then(|file| file.try_clone().ok()))
}

/// Writes a message as a line of its own.
pub fn say(text: &str) {
    match kept() {
        Some(mut file) => {
            let _ = writeln!(file, "{text}");
        }
        None => announce(text),
    }
}

/// Writes a message as a line of its own, even where this thread's output is kept for later.
pub fn announce(text: &str) {
    let _ = screen().line(text);
}

/// Writes what a program has printed, as it is.
pub fn show(printed: &[u8]) {
    let mut screen = screen();
    let _ = screen.clear();
    let _ = io::stdout().write_all(printed);
    let _ = io::stdout().flush();
    let _ = screen.draw();
}

/// Shows a status under the last line, in place of the one before; an empty one removes it. Only on a terminal.
pub fn show_status(text: &str) {
    let _ = screen().show(text);
}

/// Whether a status is seen.
pub fn has_status() -> bool {
    screen().is_terminal
}

/// A status that is wider than the terminal would wrap, and could not be rewritten.
const WIDTH: usize = 79;

/// Lines, and below them on a terminal a status.
struct Screen<W> {
    out: W,
    is_terminal: bool,
    status: String,
}

static SCREEN: LazyLock<Mutex<Screen<Stderr>>> = LazyLock::new(|| {
    let is_terminal = io::stderr().is_terminal();
    Mutex::new(Screen::new(io::stderr(), is_terminal))
});

fn screen() -> MutexGuard<'static, Screen<Stderr>> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write> Screen<W> {
    fn new(out: W, is_terminal: bool) -> Self {
        Self {
            out,
            is_terminal,
            status: String::new(),
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.clear()?;
        writeln!(self.out, "{text}")?;
        self.draw()
    }

    fn show(&mut self, status: &str) -> io::Result<()> {
        self.clear()?;
        self.status.clear();
        if self.is_terminal {
            self.status.extend(status.chars().take(WIDTH));
        }
        self.draw()
    }

    fn clear(&mut self) -> io::Result<()> {
        match self.status.is_empty() {
            true => Ok(()),
            false => write!(self.out, "\r\x1b[2K"),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        write!(self.out, "{}", self.status)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(is_terminal: bool, work: impl FnOnce(&mut Screen<&mut Vec<u8>>)) -> String {
        let mut bytes = Vec::new();
        work(&mut Screen::new(&mut bytes, is_terminal));
        String::from_utf8(bytes).unwrap()
    }

    fn a_status_and_a_line(screen: &mut Screen<&mut Vec<u8>>) {
        screen.show("1 of 2").unwrap();
        screen.show("2 of 2").unwrap();
        screen.line("done").unwrap();
        screen.show("").unwrap();
    }

    #[test]
    fn on_a_terminal_the_status_is_rewritten_below_the_lines() {
        assert_eq!(
            printed(true, a_status_and_a_line),
            "1 of 2\r\x1b[2K2 of 2\r\x1b[2Kdone\n2 of 2\r\x1b[2K"
        );
    }

    #[test]
    fn a_log_has_the_lines_alone() {
        assert_eq!(printed(false, a_status_and_a_line), "done\n");
    }

    #[test]
    fn a_status_is_cut_before_it_wraps() {
        let long = "x".repeat(200);
        let printed = printed(true, |screen| screen.show(&long).unwrap());
        assert_eq!(printed, "x".repeat(WIDTH));
    }

    #[test]
    fn a_kept_output_has_what_this_thread_and_its_programs_write() {
        let path = std::env::temp_dir().join(format!("xtask-output-{}", std::process::id()));
        keep(File::create(&path).unwrap(), || say("a message"));
        assert!(kept().is_none());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a message\n");
        std::fs::remove_file(path).unwrap();
    }
}
