//! Builds a page from its index.html: the wasm by cargo, its parts and its script by the program `bindgen`, and the
//! files that the `data-trunk` links name. Plain Trunk builds the same page of the same sources, in one part and not
//! packed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, bail};
use fs_err as fs;
use markup::{Insertions, Language, Markup};
use pico_args::Arguments;

use crate::args::finish;
use crate::build::{named, squeeze};
use crate::folders::{copy_folder, unpacked};
use crate::process::{self, Words, cargo};
use crate::project::Project;
use crate::toolchain::{self, WASM};

/// A page of the workspace. Its package, its binary and its files have one name.
#[derive(Clone, Copy)]
pub struct Page {
    pub name: &'static str,
    /// Where its index.html lies, from the project's root; Trunk.toml lies beside it.
    pub folder: &'static str,
    /// Whether its script compiles the modules itself, and unpacks those whose code is in columns.
    unpacks: bool,
}

/// The article.
pub const ARTICLE: Page = Page {
    name: "setnx-playground",
    folder: "",
    unpacks: true,
};

/// The least that a Yew page weighs, built by the same tools, versions and profile: the floor to measure against.
pub const EMPTY: Page = Page {
    name: "empty-page",
    folder: "xtask/empty-page",
    unpacks: false,
};

/// How a page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quickly, with the checks of debug builds.
    Dev,
    /// Small, and packed, as it is published.
    Release,
}

impl Page {
    /// Builds the page into `dist`, which has nothing else afterwards. After a failure it is as it was.
    pub fn build(&self, project: &Project, profile: Profile, dist: &Path) -> Result<()> {
        toolchain::ensure_wasm(project)?;
        let raw = self.compile(project, profile)?;
        let bound = self.bind(project, &raw, profile)?;
        let stage = raw.with_extension("page");
        let _ = fs::remove_dir_all(&stage);
        copy_folder(&bound, &stage)?;
        self.copy_files(project, &stage)?;
        if profile == Profile::Release {
            self.pack(project, &stage)?;
        }
        let _ = fs::remove_dir_all(dist);
        copy_folder(&stage, dist)
    }

    /// The module as the linker writes it.
    fn compile(&self, project: &Project, profile: Profile) -> Result<PathBuf> {
        let mut build = cargo(project);
        build.args([
            "build",
            "--locked",
            "--target",
            WASM,
            "--package",
            self.name,
        ]);
        build.args(["--bin", self.name]);
        // The splitter reads relocations, and crates/base/src/part.rs cuts where it sees the name.
        let mut flags = vec![
            "--cfg=setnx_split".to_owned(),
            "-Clink-arg=--emit-relocs".to_owned(),
        ];
        let folder = match profile {
            Profile::Dev => {
                // wasm-bindgen takes lines of source out again, and the linker is faster without them.
                build.env("CARGO_PROFILE_DEV_DEBUG", "0");
                "debug"
            }
            Profile::Release => {
                as_published(project, &mut build, &mut flags);
                "release"
            }
        };
        build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        process::run(&mut build).map_err(|failure| explained(project, failure))?;
        let raw = target(project).join(WASM).join(folder).join(self.name);
        Ok(raw.with_extension("wasm"))
    }

    /// The folder with the modules and the script for what was compiled. It is written anew only if that has changed.
    fn bind(&self, project: &Project, raw: &Path, profile: Profile) -> Result<PathBuf> {
        let mut build = cargo(project);
        process::run(build.words("build --package bindgen"))?;
        let program = target(project).join("debug").join("bindgen");
        let program = program.with_extension(env::consts::EXE_EXTENSION);
        let bound = raw.with_extension("bound");
        let written = modified(&bound.join(self.name).with_extension("js"));
        if written.is_none() || modified(raw) >= written || modified(&program) >= written {
            let _ = fs::remove_dir_all(&bound);
            let mut bindgen = process::command(project, &program);
            bindgen.arg("--split");
            if profile == Profile::Release {
                bindgen.arg("--terse");
            }
            if self.unpacks {
                bindgen.arg("--compiled");
            }
            process::run(bindgen.arg(raw).arg(&bound))?;
        }
        Ok(bound)
    }

    /// Makes the page that was just built into `stage` small. Markup would be 32 bytes shorter after brotli, and stays.
    fn pack(&self, project: &Project, stage: &Path) -> Result<()> {
        let mut pack = squeeze(project);
        pack.arg("pack").arg(self.name).arg(stage);
        process::run(pack.arg(named(project, self)))?;
        if self.unpacks {
            let mut columns = squeeze(project);
            columns.arg("columns").arg(self.name).arg(stage);
            process::run(columns.arg(unpacker(project)?))?;
        }
        let mut minify = cargo(project);
        minify.words("run --quiet --package minify --");
        let entries = fs::read_dir(stage)?.map(|entry| Ok(entry?.path()));
        let mut texts: Vec<PathBuf> = entries.collect::<Result<_>>()?;
        texts.retain(|file| {
            file.extension()
                .is_some_and(|kind| kind == "js" || kind == "css")
        });
        texts.sort();
        process::run(minify.args(texts))
    }

    /// The markup, and what its links name.
    fn copy_files(&self, project: &Project, stage: &Path) -> Result<()> {
        let folder = project.root.join(self.folder);
        let source = folder.join("index.html");
        let text = fs::read_to_string(&source)?;
        let of_page = || source.display().to_string();
        for path in Markup::read(&text).with_context(of_page)?.files() {
            let (from, to) = (folder.join(path), stage.join(markup::name(path)));
            if to.exists() {
                bail!("{}: {path} has the name of another file", of_page());
            }
            match path.rsplit('.').next() {
                Some("js") => fs::write(&to, join::joined(&from).map_err(anyhow::Error::msg)?)?,
                Some("html") => {
                    fs::write(&to, join::with_words(&from).map_err(anyhow::Error::msg)?)?;
                }
                _ => drop(fs::copy(&from, &to)?),
            }
        }
        let languages = match markup::has_pieces(&text) {
            true => markup::languages(&folder)?,
            false => vec![Language::first()],
        };
        let mut each = languages.iter();
        each.try_for_each(|language| self.write(project, language, &languages, stage))
    }

    /// Writes the markup in one language.
    fn write(
        &self,
        project: &Project,
        language: &Language,
        all: &[Language],
        stage: &Path,
    ) -> Result<()> {
        let folder = project.root.join(self.folder);
        let file = folder.join("index.html");
        let of_page = || file.display().to_string();
        let source = fs::read_to_string(&file)?;
        let text = language.of(&source);
        let settings = fs::read_to_string(folder.join("Trunk.toml"))?;
        let mut insertions = Insertions::new(&settings, self.name, language.base());
        let words = language.words(self.name);
        if stage.join(&words).exists() {
            insertions.fetch_early(&words);
        }
        let inline = |path: &str| Ok(fs::read_to_string(folder.join(path))?);
        let markup = Markup::read(&text).with_context(of_page)?;
        let text = markup.write(&insertions, inline).with_context(of_page)?;
        let folder = stage.join(language.address());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("index.html"), text)?;
        match markup::has_pieces(&source) {
            true => complete(project, language, all, stage),
            false => Ok(()),
        }
    }
}

/// Writes into the page of a language what leads to the others, and the sentences of the lessons.
fn complete(project: &Project, language: &Language, all: &[Language], stage: &Path) -> Result<()> {
    let file = stage.join(language.address()).join("index.html");
    let page = language.with_links(&fs::read_to_string(&file)?, all);
    fs::write(&file, page.with_context(|| file.display().to_string())?)?;
    let mut stills = cargo(project);
    stills.words("run --quiet --package stills --");
    process::run(stills.arg(&language.tag).arg(file))
}

/// `cargo xtask article`: Trunk calls it when it has built the page in the first language, without its lessons and links.
pub fn article(project: &Project, args: Arguments) -> Result<()> {
    finish(args)?;
    let stage = env::var_os("TRUNK_STAGING_DIR").map_or_else(|| project.dist(), PathBuf::from);
    let languages = markup::languages(&project.root.join(ARTICLE.folder))?;
    let (first, others) = languages
        .split_first()
        .context("article/ has no language")?;
    for language in others {
        ARTICLE.write(project, language, &languages, &stage)?;
    }
    complete(project, first, &languages, &stage)
}

/// The module with which the page's script unpacks all others.
fn unpacker(project: &Project) -> Result<PathBuf> {
    const NAME: &str = "unpack";
    let mut build = cargo(project);
    build
        .words("build --locked --release --lib --target")
        .arg(WASM);
    process::run(build.args(["--package", NAME]))?;
    let module = target(project).join(WASM).join("release").join(NAME);
    Ok(module.with_extension("wasm"))
}

/// Keeps this machine's paths out of what is published: a panic's place is named from the crate on. The same sources
/// give the same bytes anywhere, and fewer of them. Names of functions stay until the page is packed: weighing reads
/// them, and with them wasm-bindgen sees what the module may use, which makes both sides smaller.
fn as_published(project: &Project, build: &mut Command, flags: &mut Vec<String>) {
    build.arg("--release");
    build.env("CARGO_PROFILE_RELEASE_STRIP", "none");
    // The registry's folder is there: this program's own crates lie in it.
    let mut prefixes = vec![project.root.clone()];
    prefixes.extend(unpacked());
    let remap = |prefix: &PathBuf| format!("--remap-path-prefix={}/=", prefix.display());
    flags.extend(prefixes.iter().map(remap));
    // `keyspace/src/reply.rs` says enough.
    flags.push("--remap-path-prefix=crates=".to_owned());
    // A panic's place is shown nowhere in a page. The flag is not stable, so the compiler has to be told that it may be used.
    build.env("RUSTC_BOOTSTRAP", "1");
    flags.push("-Zlocation-detail=none".to_owned());
}

/// Adds advice where crates are missing. cargo downloads those that a build needs, which are far fewer than those of the
/// lock file.
fn explained(project: &Project, failure: anyhow::Error) -> anyhow::Error {
    let mut at_hand = cargo(project);
    at_hand.args([
        "fetch",
        "--locked",
        "--offline",
        "--quiet",
        "--target",
        WASM,
    ]);
    if process::output_of(&mut at_hand).is_some() {
        return failure;
    }
    anyhow!(
        "{failure}.\nIf the lines above speak of a download or a host: the crates.io registry must be reachable for \
         the first build (and only for it). If they speak of the lock file: run `cargo check` and commit Cargo.lock."
    )
}

/// Where cargo builds.
fn target(project: &Project) -> PathBuf {
    let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    project.root.join(chosen)
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}
