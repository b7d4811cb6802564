//! The suites of `cargo xtask test`: what each needs, and what it runs.

use std::process::Command;

use crate::failure::Failure;
use crate::process::{cargo, on_path, run, run_kept, shown};
use crate::project::Project;
use crate::tally::Tally;
use crate::{apt, build, docs, package, sites, toolchain, tools};

/// Read by the differential test: how many generated commands it compares with a real server.
const DIFFERENTIAL: &str = "SETNX_DIFFERENTIAL_COMMANDS";

/// How much of what can be tested at length is.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Generated commands to compare with a real server, where the usual number is not enough.
    pub differential: Option<u64>,
    /// Whether the sites that are left out as a rule are built as well.
    pub all_sites: bool,
}

/// A part of the tests that can be asked for or left out by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    Format,
    Clippy,
    Native,
    Doc,
    Bare,
    Browser,
    Page,
    Sites,
}

impl Suite {
    /// In the order in which they run: the quickest to tell comes first.
    pub const ALL: [Self; 8] = [
        Self::Format,
        Self::Clippy,
        Self::Native,
        Self::Doc,
        Self::Bare,
        Self::Browser,
        Self::Page,
        Self::Sites,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Doc => "doc",
            Self::Bare => "bare",
            Self::Browser => "browser",
            Self::Page => "page",
            Self::Sites => "sites",
        }
    }

    /// Installs what this suite needs.
    pub fn prepare(self, project: &Project) -> Result<(), Failure> {
        match self {
            Self::Format => toolchain::ensure_component(project, "rustfmt"),
            Self::Clippy => {
                toolchain::ensure_component(project, "clippy")?;
                toolchain::ensure_wasm(project)
            }
            Self::Native | Self::Bare => apt::ensure(project, apt::REDIS),
            Self::Doc => Ok(()),
            Self::Browser => {
                apt::ensure(project, apt::BROWSER)?;
                tools::ensure_wasm_bindgen(project).map(drop)
            }
            Self::Page => {
                tools::ensure_mdbook(project)?;
                Self::Sites.prepare(project)
            }
            // Each site's generator comes with the site.
            Self::Sites => {
                apt::ensure(project, apt::BROWSER)?;
                tools::ensure_trunk(project).map(drop)
            }
        }
    }

    /// Runs it. An error is for what could not even be counted.
    pub fn run(self, project: &Project, extent: Extent) -> Result<Tally, Failure> {
        let mut cargo = cargo(project);
        if let Some(commands) = extent.differential {
            cargo.env(DIFFERENTIAL, commands.to_string());
        }
        match self {
            Self::Format => Ok(check(cargo.args(["fmt", "--all", "--check"]))),
            Self::Clippy => Ok(clippy(project)),
            Self::Native => {
                cargo.args(["test", "--no-fail-fast", "--workspace"]);
                // With the native program, whose tests run it.
                cargo.args(["--features", "setnx-playground/transcript"]);
                count(cargo.args(["--exclude", "page-tests", "--lib", "--bins", "--tests"]))
            }
            Self::Doc => doc(project),
            Self::Bare => bare(project),
            Self::Browser => browser(project),
            Self::Page => {
                build::release_page(project)?;
                docs::make(project)?;
                cargo.args(["test", "--no-fail-fast", "-p", "page-tests"]);
                count(&mut cargo)
            }
            Self::Sites => example_sites(project, extent.all_sites),
        }
    }
}

fn clippy(project: &Project) -> Tally {
    let page = ["-p", "setnx-playground"];
    let mut tally = Tally::default();
    for args in [
        ["--workspace", "--all-targets", "--all-features"].as_slice(),
        &[page[0], page[1], "--all-targets", "--no-default-features"],
        // Of the tests, only those for a browser are built for wasm.
        &[
            page[0],
            page[1],
            "--lib",
            "--bins",
            "--test",
            "web",
            "--target",
            toolchain::WASM,
        ],
    ] {
        let mut clippy = cargo(project);
        clippy
            .arg("clippy")
            .args(args)
            .args(["--", "-D", "warnings"]);
        tally += check(&mut clippy);
    }
    tally
}

/// The examples in the documentation run, and its links lead somewhere.
fn doc(project: &Project) -> Result<Tally, Failure> {
    let mut links = cargo(project);
    links.args([
        "doc",
        "--workspace",
        "--no-deps",
        "--document-private-items",
    ]);
    let mut tally = check(links.env("RUSTDOCFLAGS", "-D warnings"));
    let mut examples = cargo(project);
    examples.args(["test", "--no-fail-fast", "-p", "setnx-playground", "--doc"]);
    tally += count(&mut examples)?;
    Ok(tally)
}

/// Without its default features the library builds without Yew, and its tests pass.
fn bare(project: &Project) -> Result<Tally, Failure> {
    let page = ["-p", "setnx-playground", "--no-default-features"];
    let mut tree = cargo(project);
    tree.args(["tree", "--edges", "normal", "--prefix", "none"])
        .args(page);
    let tree = run_kept(&mut tree)?;
    let web_parts = ["yew ", "web-sys ", "js-sys ", "wasm-bindgen "];
    let is_bare = !tree
        .text
        .lines()
        .any(|line| web_parts.iter().any(|part| line.starts_with(part)));
    let mut tally = Tally::of(tree.success && is_bare, "the library without Yew");
    tally += check(cargo(project).arg("build").args(page));
    tally += count(
        cargo(project)
            .args(["test", "--no-fail-fast"])
            .args(page)
            .args(["--lib", "--tests"]),
    )?;
    Ok(tally)
}

/// The tests that run inside a headless Chromium, by wasm-bindgen's test runner.
fn browser(project: &Project) -> Result<Tally, Failure> {
    let mut cargo = in_browser(project)?;
    cargo.args(["test", "-p", "setnx-playground", "--test", "web"]);
    cargo.args(["--target", toolchain::WASM]);
    count(&mut cargo)
}

/// The sites of examples/, each built by its own generator and used in a headless Chromium.
fn example_sites(project: &Project, all: bool) -> Result<Tally, Failure> {
    build::release_page(project)?;
    let published = package::publish(project)?;
    let mut tally = Tally::default();
    let mut tests = cargo(project);
    tests.args([
        "test",
        "--no-fail-fast",
        "-p",
        "page-tests",
        "--test",
        "sites",
        "--",
    ]);
    for site in sites::ALL {
        let built = match site.is_extra && !all {
            true => false,
            false => {
                let built = site
                    .prepare(project)
                    .and_then(|()| site.build(project, &published.site));
                if let Err(failure) = &built {
                    eprintln!("{failure}");
                    tally += Tally::of(false, &format!("building examples/{}", site.name));
                }
                built.is_ok()
            }
        };
        if !built {
            tests.args(["--skip", &format!("{}::", site.name)]);
        }
    }
    tally += count(&mut tests)?;
    Ok(tally)
}

/// A cargo that runs programs for wasm in a headless Chromium.
pub fn in_browser(project: &Project) -> Result<Command, Failure> {
    let runner = tools::ensure_wasm_bindgen(project)?;
    let mut cargo = cargo(project);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    if let Some(driver) = std::env::var_os("CHROMEDRIVER")
        .map(Into::into)
        .or_else(|| on_path("chromedriver"))
    {
        cargo.env("CHROMEDRIVER", driver);
    }
    cargo.env("WASM_BINDGEN_TEST_TIMEOUT", "120");
    Ok(cargo)
}

fn check(command: &mut Command) -> Tally {
    let result = run(command);
    if let Err(failure) = &result {
        eprintln!("{failure}");
    }
    Tally::of(result.is_ok(), &shown(command))
}

fn count(command: &mut Command) -> Result<Tally, Failure> {
    let printed = run_kept(command)?;
    Ok(Tally::read(&printed.text, printed.success))
}
