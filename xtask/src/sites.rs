//! The sites of examples/, and a page for each row of the guide's table, each built by its own generator in target/sites, with the
//! published files beside its pages.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fs_err as fs;

use crate::folders::{clear, copy, copy_folder};
use crate::process::{self, Words, command, on_path};
use crate::project::Project;
use crate::{apt, tools};

/// The sites of examples/, a line each: its folder, which is also its tests' first word; the folder of its sources for files
/// that are served as they are; `usual`, or `extra` for one that is built only when all of them are asked for; and the
/// command that makes the pages in the folder `{out}`.
const SITES: &str = "
    plain       .        usual  copy
    mdbook      src      usual  mdbook build --dest-dir {out}
    mkdocs      docs     usual  python3 -m mkdocs build --strict --quiet --site-dir {out}
    docusaurus  static   usual  npm docusaurus build --out-dir {out}
    sphinx      _static  extra  python3 -m sphinx -q -W -b html -d .doctrees . {out}
    hugo        static   extra  hugo --quiet --destination {out}
    vitepress   public   extra  npm vitepress build --outDir {out}";

/// A page for each row of the guide's table, in tests/page/rows: no site of its own, one block that is upgraded. Each line has its
/// folder, which is also its test, and its command.
const ROWS: &str = "
    asciidoctor  npm asciidoctor -D {out} plain.adoc highlighted.adoc
    docsify      copy
    eleventy     npm eleventy --quiet --output {out}
    jekyll       jekyll build --quiet --disable-disk-cache --destination {out}
    marp         npm marp --quiet --html --no-stdin page.md --output {out}/page.html
    mkdocs       python3 -m mkdocs build --strict --quiet --site-dir {out}
    pandoc       pandoc --standalone --metadata=title:Lock --include-in-header=header.html page.md --output {out}/page.html
    reveal       copy
    rouge        asciidoctor -D {out} plain.adoc numbered.adoc
    rustdoc      rustdoc --crate-name lock --html-in-header header.html --out-dir {out} lib.rs
    sphinx       python3 -m sphinx -q -W -b html -d .doctrees . {out}";

/// Files of node_modules that are copied beside the page of a row: the row, from, to.
const BESIDE: [(&str, &str, &str); 5] = [
    (
        "asciidoctor",
        "@highlightjs/cdn-assets/highlight.min.js",
        "highlight/highlight.min.js",
    ),
    (
        "asciidoctor",
        "@highlightjs/cdn-assets/styles",
        "highlight/styles",
    ),
    ("docsify", "docsify/lib/docsify.min.js", "docsify.min.js"),
    ("reveal", "reveal.js/dist", "dist"),
    ("reveal", "reveal.js/plugin", "plugin"),
];

/// The lines of [`SITES`] or [`ROWS`], each split at its first space.
fn lines(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().filter_map(|line| line.trim().split_once(' '))
}

/// A site of examples/.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its folder, and its tests' first word.
    pub name: &'static str,
    /// The folder of its sources for files that are served as they are.
    files: &'static str,
    /// It is tested only when all of them are asked for.
    pub is_extra: bool,
    /// The command that makes its pages.
    recipe: &'static str,
}

/// All of them.
pub fn all() -> impl Iterator<Item = Example> {
    lines(SITES).filter_map(|(name, rest)| {
        let (files, rest) = rest.trim().split_once(' ')?;
        let (kind, recipe) = rest.trim().split_once(' ')?;
        Some(Example {
            name,
            files,
            is_extra: kind == "extra",
            recipe: recipe.trim(),
        })
    })
}

/// Makes the pages of the folder `sources` by a command of [`SITES`] in the folder `out`, which is empty. Its program is one
/// on PATH, or `npm NAME` for one of node_modules, `pandoc` for that of the Python package `pypandoc`, `copy` where the sources are the pages.
fn make(
    project: &Project,
    recipe: &str,
    sources: &Path,
    modules: &Path,
    python: &Path,
    out: &Path,
) -> Result<()> {
    let mut words = recipe.split_whitespace();
    let mut made = match words.next().unwrap_or_default() {
        "copy" => return copy_folder(sources, out),
        "npm" => {
            let program = words.next().unwrap_or_default();
            command(project, modules.join(".bin").join(program))
        }
        "pandoc" => command(project, python.join("pypandoc/files/pandoc")),
        program => command(project, program),
    };
    made.env("PYTHONPATH", python)
        .env("NO_MKDOCS_2_WARNING", "true")
        .env("DO_NOT_TRACK", "1");
    let out = out.to_string_lossy();
    made.current_dir(sources);
    process::run(made.args(words.map(|word| word.replace("{out}", &out))))
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
    let built = lines(ROWS).map(|(name, recipe)| {
        let built = build_row(project, name, recipe, &stage, &python, &out.join(name));
        (name, built)
    });
    let failed = built.filter_map(|(name, built)| Some((name, built.err()?)));
    Ok(failed.collect())
}

fn build_row(
    project: &Project,
    name: &str,
    recipe: &str,
    stage: &Path,
    python: &Path,
    out: &Path,
) -> Result<()> {
    let modules = stage.join("node_modules");
    if ["jekyll", "rouge"].contains(&name) {
        apt::ensure(project, apt::RUBY)?;
    }
    clear(out, &[])?;
    make(project, recipe, &stage.join(name), &modules, python, out)?;
    for (_, from, to) in BESIDE.iter().filter(|(row, ..)| *row == name) {
        let (from, to) = (modules.join(from), out.join(to));
        match from.is_dir() {
            true => copy_folder(&from, &to)?,
            false => copy(&from, &to)?,
        }
    }
    Ok(())
}

impl Example {
    /// Installs its generator.
    pub fn prepare(&self, project: &Project) -> Result<()> {
        let sources = project.root.join("examples").join(self.name);
        match self.recipe.split(' ').next().unwrap_or_default() {
            "mdbook" => tools::ensure(project, &tools::MDBOOK).map(drop),
            "hugo" => apt::ensure(project, apt::HUGO),
            "python3" => ensure_python_packages(project, &sources, &self.python(project)),
            "npm" => ensure_node_modules(project, &sources, &self.folder(project).join("source")),
            _ => Ok(()),
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
        let python = self.python(project);
        make(project, self.recipe, &stage, &modules, &python, &out)
    }

    fn folder(&self, project: &Project) -> PathBuf {
        project.root.join("target").join("sites").join(self.name)
    }

    fn python(&self, project: &Project) -> PathBuf {
        project.tools().join(format!("python-{}", self.name))
    }
}

/// A copy of the list that node_modules or a folder of Python packages was installed from. It is written last: a half of an installation has none.
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
        let mut names: Vec<&str> = all().map(|example| example.name).collect();
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
        let rows: Vec<&str> = lines(ROWS).map(|(name, _)| name).collect();
        assert_eq!(folders, rows);
        assert!(BESIDE.iter().all(|(name, ..)| rows.contains(name)));
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
