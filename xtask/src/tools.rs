//! Trunk, wasm-bindgen, mdBook and cargo-fuzz: which versions, and how they come into target/tools.

use std::path::PathBuf;
use std::time::Instant;

use crate::failure::Failure;
use crate::process::{self, command, output_of};
use crate::project::Project;
use crate::toolchain;

/// Trunk 0.22 asks for a newer Rust than this project does.
const TRUNK: &str = "0.21.14";

const CARGO_FUZZ: &str = "0.13.2";

const MDBOOK: &str = "0.5.4";

/// What runs the fuzz targets.
pub fn ensure_cargo_fuzz(project: &Project) -> Result<PathBuf, Failure> {
    ensure(
        project,
        &CargoTool {
            package: "cargo-fuzz",
            version: CARGO_FUZZ.to_owned(),
            locked: true,
            lean: false,
        },
    )
}

/// Trunk, and the wasm-bindgen that it will call.
pub fn ensure_trunk(project: &Project) -> Result<PathBuf, Failure> {
    ensure_wasm_bindgen(project)?;
    ensure(
        project,
        &CargoTool {
            package: "trunk",
            version: TRUNK.to_owned(),
            locked: true,
            lean: false,
        },
    )
}

/// The wasm-bindgen programs of exactly the version that the page is built with: the two speak an unstable format.
/// Its own lock file asks for a crate version that the registry does not have, so it is not used.
pub fn ensure_wasm_bindgen(project: &Project) -> Result<(), Failure> {
    toolchain::ensure_wasm(project)?;
    let tool = CargoTool {
        package: "wasm-bindgen-cli",
        version: project.locked_version("wasm-bindgen")?,
        locked: false,
        lean: false,
    };
    ensure(project, &tool).map(drop)
}

/// mdBook, without its server, its watcher and its search: that halves what is to be built.
pub fn ensure_mdbook(project: &Project) -> Result<PathBuf, Failure> {
    ensure(
        project,
        &CargoTool {
            package: "mdbook",
            version: MDBOOK.to_owned(),
            locked: true,
            lean: true,
        },
    )
}

struct CargoTool {
    package: &'static str,
    version: String,
    locked: bool,
    /// Without its default features.
    lean: bool,
}

impl CargoTool {
    fn program(&self) -> &'static str {
        match self.package {
            "wasm-bindgen-cli" => "wasm-bindgen",
            package => package,
        }
    }

    /// The program answers for itself: a leftover of an interrupted installation cannot pass for a whole one.
    fn is_installed(&self, project: &Project) -> bool {
        let program = project.tools().join("bin").join(self.program());
        output_of(command(project, program).arg("--version"))
            .is_some_and(|line| names_version(&line, &self.version))
    }
}

fn names_version(line: &str, version: &str) -> bool {
    let named = line.split_whitespace().nth(1);
    named.map(|named| named.trim_start_matches('v')) == Some(version)
}

fn ensure(project: &Project, tool: &CargoTool) -> Result<PathBuf, Failure> {
    let program = project.tools().join("bin").join(tool.program());
    if tool.is_installed(project) {
        return Ok(program);
    }
    install(project, tool)?;
    if tool.is_installed(project) {
        return Ok(program);
    }
    Err(Failure::new(format!(
        "{} does not say that it is version {} although it was just installed.\n\
         Remove {} and start again.",
        program.display(),
        tool.version,
        project.tools().display()
    )))
}

fn install(project: &Project, tool: &CargoTool) -> Result<(), Failure> {
    let CargoTool {
        package, version, ..
    } = tool;
    toolchain::ensure_c_compiler(project)?;
    eprintln!(
        "Installing {package} {version} into target/tools: some minutes, once. It may be interrupted and started again."
    );
    let begun = Instant::now();
    // A build directory of its own lets an interrupted installation go on where it stopped.
    let scratch = project.tools().join("build");
    let mut install = process::cargo(project);
    install.args([
        "install",
        "--force",
        package,
        "--version",
        version,
        "--root",
    ]);
    install.arg(project.tools());
    install.env("CARGO_TARGET_DIR", &scratch);
    // A toolchain's wrapper or flags meant for this project's own build have no place in a tool's.
    install.env_remove("RUSTFLAGS");
    if tool.locked {
        install.arg("--locked");
    }
    if tool.lean {
        install.arg("--no-default-features");
    }
    process::run(&mut install).map_err(|failure| {
        Failure::new(format!(
            "{failure}: {package} {version} is not installed.\n\
             If the lines above speak of a download or a host: the crates.io registry must be reachable for this first \
             installation (and only for it).\n\
             If they speak of a linker or a C compiler: install gcc and libc6-dev. Then start again; it goes on where \
             it stopped."
        ))
    })?;
    eprintln!(
        "Installed {package} {version} in {} s.",
        begun.elapsed().as_secs()
    );
    let _ = std::fs::remove_dir_all(scratch);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::names_version;

    #[test]
    fn a_version_is_compared_whole() {
        assert!(names_version("trunk 0.21.14\n", "0.21.14"));
        assert!(names_version("mdbook v0.5.4", "0.5.4"));
        assert!(names_version("wasm-bindgen 0.2.130 (abc)\n", "0.2.130"));
        assert!(!names_version("trunk 0.21.140", "0.21.14"));
        assert!(!names_version("", "0.21.14"));
    }
}
