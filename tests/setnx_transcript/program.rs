//! Runs the program in a folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setnx-transcript"));
    command.current_dir(folder).args(args);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub fn run(folder: &Path, args: &[&str]) -> Ran {
    let output = command(folder, args).output().expect("the program starts");
    Ran {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("it prints UTF-8"),
        err: String::from_utf8(output.stderr).expect("it prints UTF-8"),
    }
}

/// A folder with these files, which goes when it is dropped.
pub fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        let parent = path.parent().expect("a folder above it");
        std::fs::create_dir_all(parent).expect("its folder");
        std::fs::write(path, bytes).expect("a file");
    }
    folder
}

/// The documents that are kept beside these tests.
pub fn documents() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/setnx_transcript/documents")
}
