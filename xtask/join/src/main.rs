//! `join`: Trunk runs it after a build, to put each of its scripts together with the modules that it imports, and words into the
//! markup beside them. `cargo xtask` calls the library instead.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// The folder of the scripts whose modules are in the folder `modules` beside them.
const SCRIPTS: &str = "static/embed";

fn main() -> ExitCode {
    let Some(staged) = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from) else {
        eprintln!("join: TRUNK_STAGING_DIR is not set; Trunk runs this program");
        return ExitCode::FAILURE;
    };
    match join_all(&staged) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("join: {error}");
            ExitCode::FAILURE
        }
    }
}

fn join_all(staged: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{SCRIPTS}: {error}");
    for entry in fs::read_dir(SCRIPTS).map_err(failed)? {
        let script = entry.map_err(failed)?.path();
        let copy = staged.join(script.file_name().unwrap_or_default());
        let text = match script.extension().and_then(|extension| extension.to_str()) {
            Some("js") if copy.exists() => join::joined(&script)?,
            Some("html") if copy.exists() => join::with_words(&script)?,
            _ => continue,
        };
        fs::write(&copy, text).map_err(failed)?;
    }
    Ok(())
}
