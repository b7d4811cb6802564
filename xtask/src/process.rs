//! Runs other programs: aloud, quietly, or aloud while their output is kept for counting.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::failure::Failure;
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
    command
}

/// Runs it with its output shown. Fails if it cannot be started or ends with an error.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    output::say(&format!("$ {}", shown(command)));
    if let Some(file) = output::kept() {
        let copy = file.try_clone().map_err(|error| absent(command, &error))?;
        command.stdout(file).stderr(copy);
    }
    let status = command.status().map_err(|error| absent(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "`{}` failed ({status})",
        shown(command)
    )))
}

/// Runs it unseen; its standard output if it succeeds.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a program printed, and whether it ended well.
pub struct Printed {
    pub success: bool,
    pub text: String,
}

/// Runs it with its output shown line by line, and keeps what it printed to standard output.
pub fn run_kept(command: &mut Command) -> Result<Printed, Failure> {
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
        .map_err(|error| Failure::new(format!("`{}` was lost: {error}", shown(command))))?;
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

pub fn absent(command: &Command, error: &io::Error) -> Failure {
    Failure::new(format!("`{}` cannot be started: {error}", shown(command)))
}
