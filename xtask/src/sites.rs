//! The sites of examples/, and a page for each row of the guide's table, each built by its own generator in target/sites, with the
//! published files beside its pages.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use fs_err as fs;

use crate::folders::{clear, copy, copy_folder};
use crate::process::{self, Words, command, on_path};
use crate::project::Project;
use crate::{apt, tools};

/// What makes pages of their sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    /// None: the sources are the pages.
    Copy,
    MdBook,
    Hugo,
    /// A program of node_modules.
    Npm(&'static str),
    /// A Python module.
    Python(&'static str),
    /// The program that the Python package `pypandoc` holds.
    Pandoc,
    Rustdoc,
}

/// A program with its arguments, of which [`OUT`] is the folder of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Recipe(Maker, &'static [&'static str]);

const OUT: &str = "{out}";

impl Recipe {
    /// Makes the pages of the folder `sources` in the folder `out`, which is empty.
    fn make(
        self,
        project: &Project,
        sources: &Path,
        modules: &Path,
        python: &Path,
        out: &Path,
    ) -> Result<()> {
        let Recipe(maker, args) = self;
        let mut made: Command = match maker {
            Maker::Copy => return copy_folder(sources, out),
            Maker::MdBook => command(project, "mdbook"),
            Maker::Hugo => command(project, "hugo"),
            Maker::Npm(name) => command(project, modules.join(".bin").join(name)),
            Maker::Python(module) => {
                let mut made = command(project, "python3");
                made.args(["-m", module]);
                made
            }
            Maker::Pandoc => command(project, python.join("pypandoc/files/pandoc")),
            Maker::Rustdoc => command(project, "rustdoc"),
        };
        made.env("PYTHONPATH", python)
            .env("NO_MKDOCS_2_WARNING", "true")
            .env("DO_NOT_TRACK", "1");
        let out = out.to_string_lossy();
        made.current_dir(sources);
        process::run(made.args(args.iter().map(|word| word.replace(OUT, &out))))
    }
}

/// A site of examples/.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its folder, and its tests' first word.
    pub name: &'static str,
    recipe: Recipe,
    /// Where in its sources a file lies that is to be served as it is.
    files: &'static str,
    /// It is tested only when all of them are asked for.
    pub is_extra: bool,
}

/// All of them.
pub const ALL: [Example; 7] = [
    example("plain", "", false, Maker::Copy, &[]),
    example(
        "mdbook",
        "src",
        false,
        Maker::MdBook,
        &["build", "--dest-dir", OUT],
    ),
    example("mkdocs", "docs", false, Maker::Python("mkdocs"), MKDOCS),
    example(
        "docusaurus",
        "static",
        false,
        Maker::Npm("docusaurus"),
        &["build", "--out-dir", OUT],
    ),
    example("sphinx", "_static", true, Maker::Python("sphinx"), SPHINX),
    example(
        "hugo",
        "static",
        true,
        Maker::Hugo,
        &["--quiet", "--destination", OUT],
    ),
    example(
        "vitepress",
        "public",
        true,
        Maker::Npm("vitepress"),
        &["build", "--outDir", OUT],
    ),
];

const MKDOCS: &[&str] = &["build", "--strict", "--quiet", "--site-dir", OUT];
const SPHINX: &[&str] = &["-q", "-W", "-b", "html", "-d", ".doctrees", ".", OUT];

const fn example(
    name: &'static str,
    files: &'static str,
    is_extra: bool,
    maker: Maker,
    args: &'static [&'static str],
) -> Example {
    let recipe = Recipe(maker, args);
    Example {
        name,
        recipe,
        files,
        is_extra,
    }
}

/// A page for a row of the guide's table, in tests/page/rows: no site of its own, one block that is upgraded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its folder, and its test.
    pub name: &'static str,
    recipe: Recipe,
    /// What is copied beside the page, from node_modules, as `FROM=TO`.
    beside: &'static [&'static str],
}

/// All of them.
pub const ROWS: [Row; 9] = [
    row(
        "asciidoctor",
        Maker::Npm("asciidoctor"),
        &["-D", OUT, "plain.adoc", "highlighted.adoc"],
        &[
            "@highlightjs/cdn-assets/highlight.min.js=highlight/highlight.min.js",
            "@highlightjs/cdn-assets/styles=highlight/styles",
        ],
    ),
    row(
        "docsify",
        Maker::Copy,
        &[],
        &["docsify/lib/docsify.min.js=docsify.min.js"],
    ),
    row(
        "eleventy",
        Maker::Npm("eleventy"),
        &["--quiet", "--output", OUT],
        &[],
    ),
    row(
        "marp",
        Maker::Npm("marp"),
        &[
            "--quiet",
            "--html",
            "--no-stdin",
            "page.md",
            "--output",
            "{out}/page.html",
        ],
        &[],
    ),
    row("mkdocs", Maker::Python("mkdocs"), MKDOCS, &[]),
    row(
        "pandoc",
        Maker::Pandoc,
        &[
            "--standalone",
            "--metadata=title:A lock",
            "--include-in-header=header.html",
            "page.md",
            "--output",
            "{out}/page.html",
        ],
        &[],
    ),
    row(
        "reveal",
        Maker::Copy,
        &[],
        &["reveal.js/dist=dist", "reveal.js/plugin=plugin"],
    ),
    row(
        "rustdoc",
        Maker::Rustdoc,
        &[
            "--crate-name",
            "lock",
            "--html-in-header",
            "header.html",
            "--out-dir",
            OUT,
            "lib.rs",
        ],
        &[],
    ),
    row("sphinx", Maker::Python("sphinx"), SPHINX, &[]),
];

const fn row(
    name: &'static str,
    maker: Maker,
    args: &'static [&'static str],
    beside: &'static [&'static str],
) -> Row {
    let recipe = Recipe(maker, args);
    Row {
        name,
        recipe,
        beside,
    }
}

/// Installs what makes the pages of the rows, and builds them in target/sites/rows/out, with the published folder `files` beside
/// them. Returns the rows that could not be built, each with the reason.
pub fn build_rows(project: &Project, files: &Path) -> Result<Vec<(&'static str, anyhow::Error)>> {
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
    fn build(&self, project: &Project, stage: &Path, python: &Path, out: &Path) -> Result<()> {
        let modules = stage.join("node_modules");
        clear(out, &[])?;
        self.recipe
            .make(project, &stage.join(self.name), &modules, python, out)?;
        for (from, to) in self.beside.iter().filter_map(|pair| pair.split_once('=')) {
            let (from, to) = (modules.join(from), out.join(to));
            match from.is_dir() {
                true => copy_folder(&from, &to)?,
                false => copy(&from, &to)?,
            }
        }
        Ok(())
    }
}

impl Example {
    /// Installs its generator.
    pub fn prepare(&self, project: &Project) -> Result<()> {
        let sources = project.root.join("examples").join(self.name);
        match self.recipe.0 {
            Maker::MdBook => tools::ensure(project, &tools::MDBOOK).map(drop),
            Maker::Hugo => apt::ensure(project, apt::HUGO),
            Maker::Python(_) => ensure_python_packages(project, &sources, &self.python(project)),
            Maker::Npm(_) => {
                ensure_node_modules(project, &sources, &self.folder(project).join("source"))
            }
            Maker::Copy | Maker::Pandoc | Maker::Rustdoc => Ok(()),
        }
    }

    /// Builds it with the published folder `files` in it, into target/sites/NAME/out.
    pub fn build(&self, project: &Project, files: &Path) -> Result<()> {
        let folder = self.folder(project);
        let (stage, out) = (folder.join("source"), folder.join("out"));
        clear(&stage, &["node_modules"])?;
        copy_folder(&project.root.join("examples").join(self.name), &stage)?;
        let version = files.file_name().unwrap_or_default();
        copy_folder(files, &stage.join(self.files).join(version))?;
        clear(&out, &[])?;
        let modules = stage.join("node_modules");
        self.recipe
            .make(project, &stage, &modules, &self.python(project), &out)
    }

    fn folder(&self, project: &Project) -> PathBuf {
        project.root.join("target").join("sites").join(self.name)
    }

    fn python(&self, project: &Project) -> PathBuf {
        project.tools().join(format!("python-{}", self.name))
    }
}

/// What node_modules or a folder of Python packages was made of. It is written last: a half of an installation has none.
const INSTALLED: &str = ".installed";

/// Installs what requirements.txt in `sources` names into a folder of its own, so that neither root nor a virtual environment is
/// asked for.
fn ensure_python_packages(project: &Project, sources: &Path, folder: &Path) -> Result<()> {
    let list = sources.join("requirements.txt");
    if is_installed(&list, folder) {
        return Ok(());
    }
    let _ = fs::remove_dir_all(folder);
    let mut pip = command(project, "python3");
    pip.args("-m pip install --quiet --disable-pip-version-check --no-warn-conflicts".split(' '));
    pip.args(["--root-user-action=ignore", "--target"])
        .arg(folder);
    let shown = sources
        .strip_prefix(&project.root)
        .unwrap_or(sources)
        .display();
    process::run(pip.arg("--requirement").arg(&list)).with_context(|| {
        format!("{shown} has no generator.\nIt takes Python 3.11 or later with pip (on Debian or Ubuntu: sudo \
             apt-get install -y python3-pip), and PyPI must be reachable for this first installation.")
    })?;
    note(&list, folder)
}

/// Installs what the lock file in `sources` names beside the staged sources, where Node looks for it.
pub fn ensure_node_modules(project: &Project, sources: &Path, stage: &Path) -> Result<()> {
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
        bail!(
            "{shown} takes Node.js 20 or later with npm on PATH: install it by your system's packages."
        );
    }
    copy_folder(sources, stage)?;
    let mut npm = command(project, "npm");
    npm.current_dir(stage);
    npm.words("ci --silent --no-audit --no-fund");
    process::run(&mut npm).with_context(|| {
        format!("the packages of {shown} are missing.\nThey take Node.js 20 or later; npm's registry must be \
             reachable for this first installation (and only for it).")
    })?;
    note(&lock, &modules)
}

/// Whether `folder` was installed from a list as it is now.
fn is_installed(list: &Path, folder: &Path) -> bool {
    let noted = fs::read(folder.join(INSTALLED));
    noted.is_ok_and(|noted| fs::read(list).is_ok_and(|list| list == noted))
}

fn note(list: &Path, folder: &Path) -> Result<()> {
    copy(list, &folder.join(INSTALLED))
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
