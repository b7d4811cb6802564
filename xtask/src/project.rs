//! Where the project's files are, and what its lock file says.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fs_err as fs;

/// The checkout that this program was started from.
pub struct Project {
    pub root: PathBuf,
}

impl Project {
    /// Cargo names the member's directory at run time; the one noted at build time may have been moved since.
    pub fn locate() -> Result<Self> {
        let member = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = member.parent().map(Path::to_path_buf).unwrap_or_default();
        if !root.join("Cargo.lock").is_file() {
            bail!(
                "no Cargo.lock in {}: start this as `cargo xtask` inside the checkout",
                root.display()
            );
        }
        Ok(Self { root })
    }

    /// The root that `cargo install` is given: its `bin` holds Trunk and wasm-bindgen.
    pub fn tools(&self) -> PathBuf {
        self.root.join("target").join("tools")
    }

    /// Where the release page is built.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The version of `package` in Cargo.lock.
    pub fn locked_version(&self, package: &str) -> Result<String> {
        let lock = fs::read_to_string(self.root.join("Cargo.lock"))?;
        version_in(&lock, package).ok_or_else(|| anyhow!("Cargo.lock names no package `{package}`"))
    }
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{package}\""))?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_is_that_of_the_whole_name() {
        let lock = "[[package]]\nname = \"ab-c\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"ab\"\nversion = \"2.3.4\"\n";
        assert_eq!(version_in(lock, "ab").as_deref(), Some("2.3.4"));
        assert_eq!(version_in(lock, "a"), None);
    }
}
