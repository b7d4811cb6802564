//! Runs other programs: aloud, quietly, or aloud while their output is kept for counting.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use fs_err as fs;

use crate::output;
use crate::project::Project;

/// The cargo that started this program.
pub fn cargo(project: &Project) -> Command {
    command(project, env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// A program started in the project's root, with the installed tools first on its PATH and nothing to read.
pub fn command(project: &Project, program: impl Into<OsString>) -> Command {
    let mut command = Command::new(program.into());
    let mut path = vec![project.tools().join("bin")];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    if let Ok(path) = env::join_paths(path) {
        command.env("PATH", path);
    }
    command.current_dir(&project.root).stdin(Stdio::null());
    if IS_GUARDED.load(Ordering::Relaxed) {
        set_apart(&mut command);
    }
    command
}

/// Arguments as a person types them.
pub trait Words {
    /// Adds the words of `line`, none of which has a space in it.
    fn words(&mut self, line: &str) -> &mut Self;
}

impl Words for Command {
    fn words(&mut self, line: &str) -> &mut Self {
        self.args(line.split_whitespace())
    }
}

/// Whether a signal that ends this program ends all that it has started.
static IS_GUARDED: AtomicBool = AtomicBool::new(false);

/// From here on, an interruption ends the programs that this one starts, with all that they have started.
pub fn guard() -> Result<()> {
    ctrlc::set_handler(|| {
        output::announce("interrupted");
        end_descendants(std::process::id());
        std::process::exit(130);
    })
    .context("an interruption cannot be caught")?;
    IS_GUARDED.store(true, Ordering::Relaxed);
    Ok(())
}

/// Into a process group of its own, which Ctrl-C does not reach: a driver that is interrupted on its own leaves its
/// browser without a parent, and then nobody finds it.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn set_apart(_: &mut Command) {}

/// Ends all that a process has started. They are stopped first: none starts another while they are counted.
fn end_descendants(root: u32) {
    let mut all = Vec::new();
    loop {
        let now = descendants(root, &processes());
        if now.iter().all(|process| all.contains(process)) {
            break;
        }
        signal("STOP", &now);
        all = now;
    }
    signal("KILL", &all);
}

fn signal(name: &str, processes: &[u32]) {
    let list: Vec<String> = processes.iter().map(u32::to_string).collect();
    let kill = format!("kill -{name} {}", list.join(" "));
    let mut shell = Command::new("sh");
    shell.args(["-c", &kill]).stderr(Stdio::null());
    set_apart(&mut shell);
    let _ = shell.status();
}

/// A process and its parent.
type Started = (u32, u32);

fn descendants(root: u32, processes: &[Started]) -> Vec<u32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        let children = processes.iter().filter(|(_, of)| *of == parent);
        found.extend(children.map(|(process, _)| *process));
        next += 1;
    }
    found.remove(0);
    found
}

/// Every process of the machine: by /proc, or where there is none by `ps`.
fn processes() -> Vec<Started> {
    if let Ok(entries) = fs::read_dir("/proc")
        && Path::new("/proc/self/stat").exists()
    {
        let stat = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("stat")).ok();
        return entries
            .flatten()
            .filter_map(stat)
            .filter_map(|stat| started(&stat))
            .collect();
    }
    let mut ps = Command::new("ps");
    let listed = output_of(ps.words("-A -o pid=,ppid=")).unwrap_or_default();
    let pair = |line: &str| {
        let mut numbers = line.split_whitespace().map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    listed.lines().filter_map(pair).collect()
}

/// From `pid (name) state ppid ...`; the name may hold anything. A dead process that nobody has asked for is none.
fn started(stat: &str) -> Option<Started> {
    let (process, _) = stat.split_once(' ')?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (state != "Z").then_some((process.parse().ok()?, parent))
}

/// Runs it with its output shown. Fails if it cannot be started or ends with an error.
pub fn run(command: &mut Command) -> Result<()> {
    output::say(&format!("$ {}", shown(command)));
    if let Some(file) = output::kept() {
        let copy = file.try_clone().map_err(|error| absent(command, &error))?;
        command.stdout(file).stderr(copy);
    }
    let status = command.status().map_err(|error| absent(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(anyhow!("`{}` failed ({status})", shown(command)))
}

/// Runs it unseen; its standard output if it succeeds.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A program's standard output, and whether it succeeded.
pub struct Printed {
    pub success: bool,
    pub text: String,
}

/// Runs it with its output shown line by line, and keeps what it printed to standard output.
pub fn run_kept(command: &mut Command) -> Result<Printed> {
    output::say(&format!("$ {}", shown(command)));
    if let Some(file) = output::kept() {
        command.stderr(file);
    }
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| absent(command, &error))?;
    let (send, lines) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        let to: Box<dyn Write + Send> = match output::kept() {
            Some(file) => Box::new(file),
            None => Box::new(io::stdout()),
        };
        std::thread::spawn(move || pass_on(stdout, to, &send));
    }
    let status = child
        .wait()
        .map_err(|error| anyhow!("`{}` was lost: {error}", shown(command)))?;
    // A grandchild that was left behind may hold the pipe open: what has arrived shortly after the end is all.
    let mut text = String::new();
    while let Ok(line) = lines.recv_timeout(Duration::from_secs(2)) {
        text.push_str(&line);
    }
    Ok(Printed {
        success: status.success(),
        text,
    })
}

fn pass_on(stdout: ChildStdout, mut to: Box<dyn Write + Send>, lines: &mpsc::Sender<String>) {
    let mut stdout = BufReader::new(stdout);
    let mut line = Vec::new();
    while matches!(stdout.read_until(b'\n', &mut line), Ok(1..)) {
        let _ = to.write_all(&line);
        if lines
            .send(String::from_utf8_lossy(&line).into_owned())
            .is_err()
        {
            return;
        }
        line.clear();
    }
}

/// The program of that name on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|directory| directory.join(name))
        .find(|candidate| candidate.is_file())
}

/// The program of that name in `directory`, or else on PATH.
pub fn on_path_or_in(directory: &Path, name: &str) -> Option<PathBuf> {
    let own = directory.join(name);
    if own.is_file() {
        Some(own)
    } else {
        on_path(name)
    }
}

/// The command as a person would type it.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut text = program
        .file_name()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

pub fn absent(command: &Command, error: &io::Error) -> anyhow::Error {
    anyhow!("`{}` cannot be started: {error}", shown(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_read_whatever_the_name_is() {
        assert_eq!(started("42 (a) b) S 7 42 42 0"), Some((42, 7)));
        assert_eq!(started("42 (a) Z 7 42 42 0"), None);
        assert_eq!(started(""), None);
    }

    #[test]
    fn descendants_are_found_through_the_generations() {
        let all = [(2, 1), (3, 2), (4, 3), (5, 1), (6, 9)];
        assert_eq!(descendants(2, &all), [3, 4]);
        assert_eq!(descendants(1, &all), [2, 5, 3, 4]);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 600 & sh -c 'sleep 600 & wait' & echo; wait"]);
        let mut shell = shell.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(shell.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let begun = descendants(shell.id(), &processes());
        assert!(begun.len() >= 2, "{begun:?}");
        end_descendants(shell.id());
        // The pipe is closed when the last of them has ended.
        stdout.read_line(&mut line).unwrap();
        shell.wait().unwrap();
        let left = processes();
        for process in begun {
            let parent = left.iter().find(|(of, _)| *of == process);
            assert!(parent.is_none(), "{process} is left: {parent:?}");
        }
    }
}
