//! The sites of examples/, each built by its own generator in target/sites, with the published files beside its pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process::{self, command, on_path};
use crate::project::Project;
use crate::{apt, tools};

/// What makes a site of its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generator {
    /// None: the sources are the pages.
    Copy,
    MdBook,
    MkDocs,
    Sphinx,
    Hugo,
    Docusaurus,
    VitePress,
}

/// A site of examples/.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its folder, and its tests' first word.
    pub name: &'static str,
    generator: Generator,
    /// Where in its sources a file lies that is to be served as it is.
    files: &'static str,
    /// It is tested only when all of them are asked for.
    pub is_extra: bool,
}

/// All of them.
pub const ALL: [Example; 7] = [
    example("plain", Generator::Copy, "", false),
    example("mdbook", Generator::MdBook, "src", false),
    example("mkdocs", Generator::MkDocs, "docs", false),
    example("docusaurus", Generator::Docusaurus, "static", false),
    example("sphinx", Generator::Sphinx, "_static", true),
    example("hugo", Generator::Hugo, "static", true),
    example("vitepress", Generator::VitePress, "public", true),
];

const fn example(
    name: &'static str,
    generator: Generator,
    files: &'static str,
    is_extra: bool,
) -> Example {
    Example {
        name,
        generator,
        files,
        is_extra,
    }
}

/// What node_modules or a folder of Python packages was made of. It is written last: a half of an installation has none.
const INSTALLED: &str = ".installed";

impl Example {
    /// Installs its generator.
    pub fn prepare(&self, project: &Project) -> Result<(), Failure> {
        match self.generator {
            Generator::Copy => Ok(()),
            Generator::MdBook => tools::ensure_mdbook(project).map(drop),
            Generator::Hugo => apt::ensure(project, apt::HUGO),
            Generator::MkDocs | Generator::Sphinx => self.ensure_python_packages(project),
            Generator::Docusaurus | Generator::VitePress => {
                let sources = project.root.join("examples").join(self.name);
                ensure_node_modules(project, &sources, &self.stage(project))
            }
        }
    }

    /// Builds it with the published folder `files` in it, into target/sites/NAME/out.
    pub fn build(&self, project: &Project, files: &Path) -> Result<(), Failure> {
        let stage = self.stage(project);
        clear(&stage, &["node_modules"])?;
        copy_folder(&project.root.join("examples").join(self.name), &stage)?;
        let version = files.file_name().unwrap_or_default();
        copy_folder(files, &stage.join(self.files).join(version))?;
        let out = self.out(project);
        clear(&out, &[])?;
        match self.generator {
            Generator::Copy => copy_folder(&stage, &out),
            _ => process::run(&mut self.command(project, &stage, &out)),
        }
    }

    fn command(&self, project: &Project, stage: &Path, out: &Path) -> Command {
        let in_stage = |program: &str| {
            let mut command = command(project, program);
            command.current_dir(stage);
            command
        };
        let mut made = match self.generator {
            Generator::Copy | Generator::MdBook => {
                let mut mdbook = in_stage("mdbook");
                mdbook.args(["build", "--dest-dir"]);
                mdbook
            }
            Generator::Hugo => {
                let mut hugo = in_stage("hugo");
                hugo.args(["--quiet", "--destination"]);
                hugo
            }
            Generator::MkDocs => {
                let mut mkdocs = in_stage("python3");
                mkdocs.env("PYTHONPATH", self.python(project));
                mkdocs.env("NO_MKDOCS_2_WARNING", "true");
                mkdocs.args(["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir"]);
                mkdocs
            }
            Generator::Sphinx => {
                let mut sphinx = in_stage("python3");
                sphinx.env("PYTHONPATH", self.python(project));
                sphinx.args(["-m", "sphinx", "-q", "-W", "-b", "html", "-d"]);
                sphinx.arg(stage.join(".doctrees")).arg(".");
                sphinx
            }
            Generator::Docusaurus => {
                let mut npm = in_stage("npm");
                npm.env("DO_NOT_TRACK", "1");
                npm.args(["run", "--silent", "build", "--", "--out-dir"]);
                npm
            }
            Generator::VitePress => {
                let mut npm = in_stage("npm");
                npm.args(["run", "--silent", "build", "--", "--outDir"]);
                npm
            }
        };
        made.arg(out);
        made
    }

    fn stage(&self, project: &Project) -> PathBuf {
        self.folder(project).join("source")
    }

    fn out(&self, project: &Project) -> PathBuf {
        self.folder(project).join("out")
    }

    fn folder(&self, project: &Project) -> PathBuf {
        project.root.join("target").join("sites").join(self.name)
    }

    fn python(&self, project: &Project) -> PathBuf {
        project.tools().join(format!("python-{}", self.name))
    }

    /// Into a folder of their own, so that neither root nor a virtual environment is asked for.
    fn ensure_python_packages(&self, project: &Project) -> Result<(), Failure> {
        let sources = project.root.join("examples").join(self.name);
        let (list, folder) = (sources.join("requirements.txt"), self.python(project));
        if is_installed(&list, &folder) {
            return Ok(());
        }
        let _ = fs::remove_dir_all(&folder);
        let mut pip = command(project, "python3");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-warn-conflicts",
        ]);
        pip.args(["--root-user-action=ignore", "--target"])
            .arg(&folder);
        process::run(pip.arg("--requirement").arg(&list)).map_err(|failure| {
            Failure::new(format!(
                "{failure}: {} has no generator.\nIt takes Python 3.11 or later with pip (on Debian or Ubuntu: sudo \
                 apt-get install -y python3-pip), and PyPI must be reachable for this first installation.",
                self.name
            ))
        })?;
        note(&list, &folder)
    }
}

/// Installs what the lock file in `sources` names beside the staged sources, where Node looks for it.
pub fn ensure_node_modules(project: &Project, sources: &Path, stage: &Path) -> Result<(), Failure> {
    let (lock, modules) = (
        sources.join("package-lock.json"),
        stage.join("node_modules"),
    );
    if is_installed(&lock, &modules) {
        return Ok(());
    }
    let shown = sources
        .strip_prefix(&project.root)
        .unwrap_or(sources)
        .display();
    if on_path("npm").is_none() {
        return Err(Failure::new(format!(
            "{shown} takes Node.js 20 or later with npm on PATH: install it by your system's packages."
        )));
    }
    copy_folder(sources, stage)?;
    let mut npm = command(project, "npm");
    npm.current_dir(stage);
    npm.args(["ci", "--silent", "--no-audit", "--no-fund"]);
    process::run(&mut npm).map_err(|failure| {
        Failure::new(format!(
            "{failure}: the packages of {shown} are missing.\nThey take Node.js 20 or later; npm's registry must be \
             reachable for this first installation (and only for it)."
        ))
    })?;
    note(&lock, &modules)
}

/// Whether `folder` was installed from a list as it is now.
fn is_installed(list: &Path, folder: &Path) -> bool {
    let noted = fs::read(folder.join(INSTALLED));
    noted.is_ok_and(|noted| fs::read(list).is_ok_and(|list| list == noted))
}

fn note(list: &Path, folder: &Path) -> Result<(), Failure> {
    copy(list, &folder.join(INSTALLED))
}

/// Empties a folder but for what is named.
pub fn clear(folder: &Path, kept: &[&str]) -> Result<(), Failure> {
    let failed = |error| Failure::new(format!("{} cannot be cleared: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if kept.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let removed = match path.is_dir() {
            true => fs::remove_dir_all(&path),
            false => fs::remove_file(&path),
        };
        removed.map_err(failed)?;
    }
    Ok(())
}

/// Copies a folder with all that is in it, but for what npm has installed there.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::new(format!("{} cannot be copied: {error}", from.display()));
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        // What an author has installed to try the site by hand is not a part of it.
        if path.ends_with("node_modules") {
            continue;
        }
        match path.is_dir() {
            true => copy_folder(&path, &target)?,
            false => copy(&path, &target)?,
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| Failure::new(format!("{} cannot be copied: {error}", from.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
    }

    #[test]
    fn every_folder_of_examples_is_built_and_explained() {
        let mut folders: Vec<_> = fs::read_dir(examples())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir())
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        folders.sort();
        let mut names = ALL.map(|example| example.name);
        names.sort_unstable();
        assert_eq!(folders, names);
        for name in names {
            assert!(examples().join(name).join("README.md").is_file(), "{name}");
        }
    }

    #[test]
    fn lock_files_name_no_host() {
        for name in [
            "docusaurus",
            "vitepress",
            "../tests/package",
            "../tests/page/axe",
        ] {
            let lock = fs::read_to_string(examples().join(name).join("package-lock.json")).unwrap();
            assert!(lock.contains("\"integrity\""));
            for line in lock.lines() {
                assert!(!line.contains("://"), "examples/{name}: {line}");
            }
        }
    }

    #[test]
    fn clearing_keeps_what_is_named_and_a_changed_list_is_installed_again() {
        let root = std::env::temp_dir().join(format!("xtask-sites-{}", std::process::id()));
        let (modules, list) = (root.join("node_modules"), root.join("list"));
        fs::create_dir_all(&modules).unwrap();
        fs::write(&list, "a").unwrap();
        assert!(!is_installed(&list, &modules));
        assert!(note(&list, &modules).is_ok() && is_installed(&list, &modules));
        fs::write(&list, "b").unwrap();
        assert!(!is_installed(&list, &modules));
        assert!(clear(&root, &["node_modules"]).is_ok());
        assert!(modules.join(INSTALLED).is_file() && !list.exists());
        fs::remove_dir_all(root).unwrap();
    }
}
