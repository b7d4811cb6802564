//! The suites of `cargo xtask test`: what each needs, and what it runs.

use std::process::Command;

use crate::failure::Failure;
use crate::output;
use crate::package::Addresses;
use crate::process::{cargo, command, on_path, run, run_kept, shown};
use crate::project::Project;
use crate::tally::Tally;
use crate::{apt, build, docs, npm, package, sites, toolchain, tools};

/// Read by the differential test: how many generated commands it compares with a real server.
const DIFFERENTIAL: &str = "SETNX_DIFFERENTIAL_COMMANDS";

/// Read by the test with a second judge: how many moves of random schedules both judge.
pub const JUDGED: &str = "SETNX_JUDGED_MOVES";

/// Read by proptest: where the chance of its properties begins. The same in each run, so that what has passed passes
/// again; `cargo test` by itself tries others each time.
pub const PROPERTIES: (&str, &str) = ("PROPTEST_RNG_SEED", "20261122");

/// How many moves they judge where the ordinary number has been judged already.
const JUDGED_AGAIN: &str = "1000000";

/// How much of what can be tested at length is.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Generated commands to compare with a real server, where the usual number is not enough.
    pub differential: Option<u64>,
    /// Moves of random schedules for both judges, where the usual number is not enough.
    pub judged: Option<u64>,
    /// Whether the sites that are left out as a rule are built as well.
    pub all_sites: bool,
}

/// A part of the tests that can be asked for or left out by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    Format,
    Clippy,
    Native,
    Tla,
    Doc,
    Bare,
    Browser,
    Page,
    Engines,
    Package,
    Sites,
    Trunk,
}

impl Suite {
    /// In the order in which they run: the quickest to tell comes first.
    pub const ALL: [Self; 12] = [
        Self::Format,
        Self::Clippy,
        Self::Native,
        Self::Tla,
        Self::Doc,
        Self::Bare,
        Self::Browser,
        Self::Page,
        Self::Engines,
        Self::Package,
        Self::Sites,
        Self::Trunk,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Tla => "tla",
            Self::Doc => "doc",
            Self::Bare => "bare",
            Self::Browser => "browser",
            Self::Page => "page",
            Self::Engines => "engines",
            Self::Package => "package",
            Self::Sites => "sites",
            Self::Trunk => "trunk",
        }
    }

    /// Whether it runs after the others: its tests drive a browser, or need the release page.
    pub fn comes_last(self) -> bool {
        use Suite::{Browser, Engines, Package, Page, Sites, Trunk};
        matches!(self, Browser | Page | Engines | Package | Sites | Trunk)
    }

    /// Installs what this suite needs, and builds what its tests in a browser look at.
    pub fn prepare(self, project: &Project, extent: Extent) -> Result<Ready, Failure> {
        match self {
            Self::Format => toolchain::ensure_component(project, "rustfmt")?,
            Self::Clippy => {
                toolchain::ensure_component(project, "clippy")?;
                toolchain::ensure_wasm(project)?;
            }
            Self::Native | Self::Bare => apt::ensure(project, apt::REDIS)?,
            Self::Tla => {
                apt::ensure(project, apt::JAVA)?;
                tools::ensure_tlc(project)?;
            }
            Self::Doc => {}
            Self::Browser => {
                apt::ensure(project, apt::BROWSER)?;
                run(in_browser(project)?.args(BROWSER).arg("--no-run"))?;
            }
            Self::Page => {
                apt::ensure(project, apt::BROWSER)?;
                let rules = project.root.join("tests").join("page").join("axe");
                sites::ensure_node_modules(project, &rules, &project.root.join(AXE))?;
                build::release_page(project)?;
                docs::make(project)?;
                run(cargo(project).args(PAGE).arg("--no-run"))?;
            }
            Self::Engines => {
                apt::ensure(project, apt::ENGINES)?;
                tools::ensure_geckodriver(project)?;
                build::release_page(project)?;
                run(cargo(project).args(ENGINES).arg("--no-run"))?;
            }
            Self::Package => npm::prepare(project)?,
            Self::Sites => {
                apt::ensure(project, apt::BROWSER)?;
                return example_sites(project, extent.all_sites);
            }
            Self::Trunk => {
                apt::ensure(project, apt::BROWSER)?;
                trunk_page(project)?;
            }
        }
        Ok(Ready::default())
    }

    /// Runs it. An error is for what could not even be counted.
    pub fn run(self, project: &Project, extent: Extent, ready: Ready) -> Result<Tally, Failure> {
        let mut tally = ready.tally;
        tally += match self {
            Self::Format => check(cargo(project).args(["fmt", "--all", "--check"])),
            Self::Clippy => clippy(project),
            Self::Native => {
                let mut tally = Tally::default();
                for package in NATIVE {
                    let mut cargo = cargo(project);
                    cargo.env(PROPERTIES.0, PROPERTIES.1);
                    if let Some(commands) = extent.differential {
                        cargo.env(DIFFERENTIAL, commands.to_string());
                    }
                    if let Some(moves) = extent.judged {
                        cargo.env(JUDGED, moves.to_string());
                    }
                    cargo.args(["test", "--no-fail-fast"]).args(package);
                    tally += count(&mut cargo)?;
                }
                tally
            }
            Self::Tla => {
                let mut cargo = cargo(project);
                cargo.env(TLC, tools::ensure_tlc(project)?);
                count(cargo.args(TLA))?
            }
            Self::Doc => doc(project)?,
            Self::Bare => bare(project)?,
            Self::Browser => count(in_browser(project)?.args(BROWSER))?,
            Self::Page => count(cargo(project).args(PAGE))?,
            Self::Engines => count(cargo(project).args(ENGINES))?,
            Self::Sites => {
                let mut cargo = cargo(project);
                cargo.args(SITES).arg("--");
                for site in ready.left_out {
                    cargo.args(["--skip", &format!("{site}::")]);
                }
                count(&mut cargo)?
            }
            Self::Package => {
                let mut tally = Tally::default();
                for mut command in npm::checks(project)? {
                    tally += check(&mut command);
                }
                tally
            }
            Self::Trunk => {
                let mut tally = Tally::default();
                for tests in WHOLE_PAGE {
                    let mut cargo = cargo(project);
                    cargo.args(TRUNK).args(["--", tests]).env(DIST.0, DIST.1);
                    tally += count(&mut cargo)?;
                }
                tally
            }
        };
        Ok(tally)
    }
}

/// What preparing a suite came to.
#[derive(Default)]
pub struct Ready {
    /// What already failed.
    tally: Tally,
    /// The sites that are not to be tested.
    left_out: Vec<&'static str>,
}

/// The floors with the page's package on top.
const FLOORS: &str = "setnx-*";

/// The packages whose tests need no browser, the page's with the native programs, whose tests run them. They are built
/// apart from the others: together their dependencies would be built with the features that any of them asks for, and
/// then again for the programs that building the page needs.
const NATIVE: [&[&str]; 4] = [
    &[
        "-p",
        FLOORS,
        "--features",
        "transcript",
        "--lib",
        "--bins",
        "--tests",
    ],
    &["-p", "xtask", "--bins"],
    &["-p", "minify", "--bins"],
    &["-p", "bindgen", "--bins"],
];

/// What the search finds, judged by TLC; with the features of the other native tests, so that nothing is compiled again.
const TLA: [&str; 7] = [
    "test",
    "-p",
    "setnx-playground",
    "--features",
    "transcript",
    "--test",
    "tla",
];

/// Read by that test: where TLC is.
const TLC: &str = "SETNX_TLA_JAR";

/// The tests that run inside a headless Chromium, by wasm-bindgen's test runner.
const BROWSER: [&str; 7] = [
    "test",
    "-p",
    "setnx-playground",
    "--test",
    "web",
    "--target",
    toolchain::WASM,
];

/// Where axe-core and React are installed for the page's tests.
const AXE: &str = "target/page";

/// The release page and the guide.
const PAGE: [&str; 4] = ["test", "--no-fail-fast", "-p", "page-tests"];

/// The page in Firefox and in WebKitGTK.
const ENGINES: [&str; 5] = ["test", "-p", "page-tests", "--test", "engines"];

/// The sites of examples/.
const SITES: [&str; 6] = [
    "test",
    "--no-fail-fast",
    "-p",
    "page-tests",
    "--test",
    "sites",
];

/// The page that plain `trunk build` makes: tests of the release page, on the other one.
const TRUNK: [&str; 5] = ["test", "-p", "page-tests", "--test", "page"];

/// Tests that only a whole page passes, by the beginning of their names.
const WHOLE_PAGE: [&str; 2] = ["prompt::", "timeline::the_del_race"];

/// Read by the tests: the folder of the page, where it is not dist/.
const DIST: (&str, &str) = ("SETNX_DIST", "target/trunk");

fn clippy(project: &Project) -> Tally {
    let page = ["-p", "setnx-playground"];
    let mut tally = Tally::default();
    for args in [
        ["--workspace", "--all-targets", "--all-features"].as_slice(),
        &["-p", FLOORS, "--all-targets", "--no-default-features"],
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
    // With the features of clippy, which has checked the dependencies already.
    links.args([
        "doc",
        "--workspace",
        "--all-features",
        "--no-deps",
        "--document-private-items",
    ]);
    let mut tally = check(links.env("RUSTDOCFLAGS", "-D warnings"));
    let mut examples = cargo(project);
    // With the features of the native tests, whose dependencies it shares.
    examples.args(["test", "--no-fail-fast", "-p", FLOORS]);
    examples.args(["--features", "transcript", "--doc"]);
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
    // Without the features that the dependencies of the tests ask for; the tests have its code built.
    tally += check(cargo(project).arg("check").args(page));
    tally += count(
        cargo(project)
            .args(["test", "--no-fail-fast", "-p", FLOORS, page[2]])
            .args(["--lib", "--tests"])
            // The search has no features, and its generated programs take minutes.
            .args(["--", "--skip", "generated::"])
            .env(PROPERTIES.0, PROPERTIES.1)
            .env(JUDGED, JUDGED_AGAIN),
    )?;
    Ok(tally)
}

/// Builds the sites of examples/, each by its own generator.
fn example_sites(project: &Project, all: bool) -> Result<Ready, Failure> {
    build::release_page(project)?;
    let published = package::publish(project, &Addresses::default())?;
    let mut ready = Ready::default();
    for site in sites::ALL {
        if site.is_extra && !all {
            ready.left_out.push(site.name);
            continue;
        }
        let built = site
            .prepare(project)
            .and_then(|()| site.build(project, &published.site));
        if let Err(failure) = built {
            output::say(&failure.to_string());
            ready.left_out.push(site.name);
            ready.tally += Tally::of(false, &format!("building examples/{}", site.name));
        }
    }
    // A row that is not built fails in its test as well.
    for (name, failure) in sites::build_rows(project, &published.site)? {
        output::say(&failure.to_string());
        ready.tally += Tally::of(false, &format!("building tests/page/rows/{name}"));
    }
    run(cargo(project).args(SITES).arg("--no-run"))?;
    Ok(ready)
}

/// Builds the page as a person does who has Trunk and wasm-bindgen on PATH, into target/trunk.
fn trunk_page(project: &Project) -> Result<(), Failure> {
    let mut trunk = command(project, tools::ensure_trunk(project)?);
    trunk.args(["build", "--offline", "--dist", DIST.1]);
    // Trunk reads NO_COLOR as a truth value and stops at the usual `1`.
    trunk.env_remove("NO_COLOR");
    run(&mut trunk)?;
    run(cargo(project).args(TRUNK).arg("--no-run"))
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
        output::say(&failure.to_string());
    }
    Tally::of(result.is_ok(), &shown(command))
}

/// Runs tests and counts them.
pub fn count(command: &mut Command) -> Result<Tally, Failure> {
    let printed = run_kept(command)?;
    Ok(Tally::read(&printed.text, printed.success))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has no tests, or has those of other suites.
    const ELSEWHERE: [&str; 3] = ["page-tests", "empty-page", "test-runner"];

    #[test]
    fn every_package_of_the_workspace_is_tested() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut tree = std::process::Command::new(env!("CARGO"));
        tree.current_dir(root)
            .args(["tree", "--workspace", "--offline"]);
        let listed = crate::process::output_of(tree.args(["--depth", "0", "--format", "{p}"]));
        let listed = listed.unwrap();
        let named = listed.lines().filter_map(|line| line.split_once(" v"));
        let packages: Vec<&str> = named.map(|(name, _)| name).collect();
        assert!(packages.len() >= NATIVE.len() + ELSEWHERE.len(), "{listed}");
        for package in packages {
            let is_floor = package.starts_with(FLOORS.trim_end_matches('*'));
            let is_native = is_floor || NATIVE.iter().any(|args| args.contains(&package));
            assert_ne!(is_native, ELSEWHERE.contains(&package), "{package}");
        }
    }
}
