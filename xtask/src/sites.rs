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

/// A page for a row of the guide's table, in tests/page/rows: no site of its own, one block that is upgraded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its folder, and its test.
    pub name: &'static str,
    maker: Maker,
    /// Its arguments, of which [`OUT`] is the folder of the page.
    args: &'static [&'static str],
    /// What is copied beside the page, from node_modules.
    beside: &'static [&'static str],
}

/// What makes the page of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    /// None: the sources are the page.
    Copy,
    /// A program of node_modules.
    Npm(&'static str),
    /// A Python module.
    Python(&'static str),
    /// The program that the Python package `pypandoc` holds.
    Pandoc,
    Rustdoc,
}

const OUT: &str = "{out}";

/// All of them.
pub const ROWS: [Row; 9] = [
    Row {
        name: "asciidoctor",
        maker: Maker::Npm("asciidoctor"),
        args: &["-D", OUT, "plain.adoc", "highlighted.adoc"],
        beside: &[
            "@highlightjs/cdn-assets/highlight.min.js=highlight/highlight.min.js",
            "@highlightjs/cdn-assets/styles=highlight/styles",
        ],
    },
    Row {
        name: "docsify",
        maker: Maker::Copy,
        args: &[],
        beside: &["docsify/lib/docsify.min.js=docsify.min.js"],
    },
    Row {
        name: "eleventy",
        maker: Maker::Npm("eleventy"),
        args: &["--quiet", "--output", OUT],
        beside: &[],
    },
    Row {
        name: "marp",
        maker: Maker::Npm("marp"),
        args: &[
            "--quiet",
            "--html",
            "--no-stdin",
            "page.md",
            "--output",
            "{out}/page.html",
        ],
        beside: &[],
    },
    Row {
        name: "mkdocs",
        maker: Maker::Python("mkdocs"),
        args: &["build", "--strict", "--quiet", "--site-dir", OUT],
        beside: &[],
    },
    Row {
        name: "pandoc",
        maker: Maker::Pandoc,
        args: &[
            "--standalone",
            "--metadata=title:A lock",
            "--include-in-header=header.html",
            "page.md",
            "--output",
            "{out}/page.html",
        ],
        beside: &[],
    },
    Row {
        name: "reveal",
        maker: Maker::Copy,
        args: &[],
        beside: &["reveal.js/dist=dist", "reveal.js/plugin=plugin"],
    },
    Row {
        name: "rustdoc",
        maker: Maker::Rustdoc,
        args: &[
            "--crate-name",
            "lock",
            "--html-in-header",
            "header.html",
            "--out-dir",
            OUT,
            "lib.rs",
        ],
        beside: &[],
    },
    Row {
        name: "sphinx",
        maker: Maker::Python("sphinx"),
        args: &["-q", "-W", "-b", "html", "-d", "doctrees", ".", OUT],
        beside: &[],
    },
];

/// Installs what makes the pages of the rows, and builds them in target/sites/rows/out, with the published folder `files` beside
/// them. Returns the rows that could not be built, each with the reason.
pub fn build_rows(
    project: &Project,
    files: &Path,
) -> Result<Vec<(&'static str, Failure)>, Failure> {
    let sources = project.root.join("tests/page/rows");
    let folder = project.root.join("target/sites/rows");
    let (stage, out) = (folder.join("source"), folder.join("out"));
    let python = project.tools().join("python-rows");
    ensure_node_modules(project, &sources, &stage)?;
    ensure_python_packages(project, &sources, &python)?;
    clear(&stage, &["node_modules"])?;
    copy_folder(&sources, &stage)?;
    clear(&out, &[])?;
    copy_folder(files, &out.join(files.file_name().unwrap_or_default()))?;
    let built = ROWS.map(|row| {
        (
            row.name,
            row.build(project, &stage, &python, &out.join(row.name)),
        )
    });
    let failed = built
        .into_iter()
        .filter_map(|(name, built)| Some((name, built.err()?)));
    Ok(failed.collect())
}

impl Row {
    fn build(
        &self,
        project: &Project,
        stage: &Path,
        python: &Path,
        out: &Path,
    ) -> Result<(), Failure> {
        let (sources, modules) = (stage.join(self.name), stage.join("node_modules"));
        clear(out, &[])?;
        let mut made = match self.maker {
            Maker::Copy => {
                copy_folder(&sources, out)?;
                return self.copy_beside(&modules, out);
            }
            Maker::Npm(name) => command(project, modules.join(".bin").join(name)),
            Maker::Python(module) => {
                let mut made = command(project, "python3");
                made.env("PYTHONPATH", python)
                    .env("NO_MKDOCS_2_WARNING", "true");
                made.args(["-m", module]);
                made
            }
            Maker::Pandoc => command(project, python.join("pypandoc/files/pandoc")),
            Maker::Rustdoc => command(project, "rustdoc"),
        };
        let out_text = out.to_string_lossy();
        made.current_dir(&sources);
        made.args(self.args.iter().map(|word| word.replace(OUT, &out_text)));
        process::run(&mut made)?;
        self.copy_beside(&modules, out)
    }

    fn copy_beside(&self, modules: &Path, out: &Path) -> Result<(), Failure> {
        for (from, to) in self.beside.iter().filter_map(|pair| pair.split_once('=')) {
            let (from, to) = (modules.join(from), out.join(to));
            let folder = to.parent().unwrap_or(out);
            fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
            match from.is_dir() {
                true => copy_folder(&from, &to)?,
                false => copy(&from, &to)?,
            }
        }
        Ok(())
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
            Generator::MkDocs | Generator::Sphinx => {
                let sources = project.root.join("examples").join(self.name);
                ensure_python_packages(project, &sources, &self.python(project))
            }
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
}

/// Installs what requirements.txt in `sources` names into a folder of its own, so that neither root nor a virtual environment is
/// asked for.
fn ensure_python_packages(project: &Project, sources: &Path, folder: &Path) -> Result<(), Failure> {
    let list = sources.join("requirements.txt");
    if is_installed(&list, folder) {
        return Ok(());
    }
    let _ = fs::remove_dir_all(folder);
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
        .arg(folder);
    let shown = sources
        .strip_prefix(&project.root)
        .unwrap_or(sources)
        .display();
    process::run(pip.arg("--requirement").arg(&list)).map_err(|failure| {
        Failure::new(format!(
            "{failure}: {shown} has no generator.\nIt takes Python 3.11 or later with pip (on Debian or Ubuntu: sudo \
             apt-get install -y python3-pip), and PyPI must be reachable for this first installation.",
        ))
    })?;
    note(&list, folder)
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
    fn every_folder_of_rows_is_built() {
        let mut folders: Vec<_> = fs::read_dir(examples().join("../tests/page/rows"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir() && !path.ends_with("node_modules"))
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        folders.sort();
        assert_eq!(folders, ROWS.map(|row| row.name));
    }

    #[test]
    fn lock_files_name_no_host() {
        for name in [
            "docusaurus",
            "vitepress",
            "../tests/package",
            "../tests/page/rows",
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
