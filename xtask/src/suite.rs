//! The suites of `cargo xtask test`: what each needs, and what it runs.

use std::num::NonZero;
use std::process::Command;
use std::thread::available_parallelism;

use anyhow::Result;

use crate::folders::forget_packages;
use crate::output;
use crate::package::Addresses;
use crate::process::{Words, cargo, command, on_path, run, run_kept, shown};
use crate::project::Project;
use crate::tally::Tally;
use crate::{apt, build, docs, npm, package, pseudo, sites, toolchain, tools};

/// Read by the differential test: how many generated commands it compares with a real server.
const DIFFERENTIAL: &str = "SETNX_DIFFERENTIAL_COMMANDS";

/// Read by the test with a second judge: how many moves of random schedules both judge.
pub const JUDGED: &str = "SETNX_JUDGED_MOVES";

/// Read by proptest: where the chance of its properties begins. The same in each run, so that what has passed passes
/// again; `cargo test` by itself tries others each time.
pub const PROPERTIES: (&str, &str) = ("PROPTEST_RNG_SEED", "20261122");

/// Read by the tests' harness: how many run at once.
const THREADS: &str = "RUST_TEST_THREADS";
/// Half of the time of a comparison with a real server goes by in waiting for it.
const THREADS_A_CORE: usize = 2;

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
#[derive(Clone, Copy)]
pub struct Suite {
    pub name: &'static str,
    /// Whether it runs after the others: its tests drive a browser, or need the release page.
    pub is_last: bool,
    /// Installs what it needs, and builds what its tests in a browser look at.
    pub prepare: Prepare,
    /// Runs it. An error is for what could not even be counted.
    pub run: Runs,
}

/// All of them in the order in which they run: the quickest to tell comes first.
pub const ALL: [Suite; 13] = [
    first(
        "format",
        |project, _| ready(toolchain::ensure_component(project, "rustfmt")),
        |project, _, _| Ok(check(cargo(project).words("fmt --all --check"))),
    ),
    first(
        "clippy",
        |project, _| {
            toolchain::ensure_component(project, "clippy")?;
            ready(toolchain::ensure_wasm(project))
        },
        |project, _, _| Ok(clippy(project)),
    ),
    first(
        "licences",
        |project, _| ready(tools::ensure(project, &tools::CARGO_DENY)),
        |project, _, _| {
            let mut deny = cargo(project);
            deny.words("deny --locked --config xtask/licences/deny.toml");
            Ok(check(deny.words("check licenses bans sources")))
        },
    ),
    first(
        "native",
        |project, _| ready(apt::ensure(project, apt::REDIS)),
        |project, extent, _| native(project, extent),
    ),
    first(
        "tla",
        |project, _| {
            apt::ensure(project, apt::JAVA)?;
            ready(tools::ensure_tlc(project))
        },
        |project, _, _| {
            let mut cargo = cargo(project);
            cargo.env(TLC, tools::ensure_tlc(project)?);
            count(cargo.words(TLA))
        },
    ),
    first("doc", |_, _| ready(Ok(())), |project, _, _| doc(project)),
    first("bare", |_, _| ready(Ok(())), |project, _, _| bare(project)),
    last(
        "browser",
        |project, _| {
            apt::ensure(project, apt::BROWSER)?;
            ready(run(in_browser(project)?.words(BROWSER).arg("--no-run")))
        },
        |project, _, _| count(in_browser(project)?.words(BROWSER)),
    ),
    last(
        "page",
        |project, _| {
            apt::ensure(project, apt::BROWSER)?;
            let rules = project.root.join("tests").join("page").join("axe");
            sites::ensure_node_modules(project, &rules, &project.root.join(AXE))?;
            build::release_page(project)?;
            pseudo::page(project)?;
            docs::make(project)?;
            ready(run(cargo(project).words(PAGE).arg("--no-run")))
        },
        |project, _, _| {
            let mut tally = count(cargo(project).words(PAGE))?;
            let mut in_pseudo = cargo(project);
            in_pseudo.words(ONE_PAGE).env(DIST, pseudo::DIST);
            tally += count(in_pseudo.env(LANGUAGE.0, LANGUAGE.1))?;
            Ok(tally)
        },
    ),
    last(
        "engines",
        |project, _| {
            apt::ensure(project, apt::ENGINES)?;
            tools::ensure(project, &tools::GECKODRIVER)?;
            build::release_page(project)?;
            ready(run(cargo(project).words(ENGINES).arg("--no-run")))
        },
        |project, _, _| count(cargo(project).words(ENGINES)),
    ),
    last(
        "package",
        |project, _| ready(npm::prepare(project)),
        |project, _, _| {
            let mut tally = Tally::default();
            for mut command in npm::checks(project)? {
                tally += check(&mut command);
            }
            Ok(tally)
        },
    ),
    last(
        "sites",
        |project, extent| {
            apt::ensure(project, apt::BROWSER)?;
            example_sites(project, extent.all_sites)
        },
        |project, _, ready| {
            let mut cargo = cargo(project);
            cargo.words(SITES).arg("--");
            for site in ready.left_out {
                cargo.args(["--skip", &format!("{site}::")]);
            }
            let mut tally = ready.tally;
            tally += count(&mut cargo)?;
            Ok(tally)
        },
    ),
    last(
        "trunk",
        |project, _| {
            apt::ensure(project, apt::BROWSER)?;
            ready(trunk_page(project))
        },
        |project, _, _| {
            let mut tally = Tally::default();
            for tests in WHOLE_PAGE {
                let mut cargo = cargo(project);
                cargo
                    .words(ONE_PAGE)
                    .args(["--", tests])
                    .env(DIST, TRUNK_DIST);
                tally += count(&mut cargo)?;
            }
            Ok(tally)
        },
    ),
];

type Prepare = fn(&Project, Extent) -> Result<Ready>;
type Runs = fn(&Project, Extent, Ready) -> Result<Tally>;

const fn first(name: &'static str, prepare: Prepare, run: Runs) -> Suite {
    Suite {
        name,
        is_last: false,
        prepare,
        run,
    }
}

const fn last(name: &'static str, prepare: Prepare, run: Runs) -> Suite {
    Suite {
        name,
        is_last: true,
        prepare,
        run,
    }
}

/// Nothing was tested while a suite was prepared.
fn ready<T>(done: Result<T>) -> Result<Ready> {
    done.map(|_| Ready::default())
}

/// The result of preparing a suite.
#[derive(Default)]
pub struct Ready {
    /// The checks that failed already.
    tally: Tally,
    /// The sites that are not to be tested.
    left_out: Vec<&'static str>,
}

/// The floors with the page's package on top.
const FLOORS: &str = "setnx-*";

/// The packages whose tests need no browser, the page's with the native programs, whose tests run them. They are built
/// apart from the others: together their dependencies would be built with the features that any of them asks for, and
/// then again for the programs that building the page needs.
const NATIVE: [&str; 5] = [
    "-p setnx-* --features transcript --lib --bins --tests",
    "-p xtask -p squeeze -p elements -p faults -p join -p stills --bins",
    "-p phrases -p lessons -p markup -p unpack --lib",
    "-p minify --bins",
    "-p bindgen --bins",
];

/// The search's findings, judged by TLC; with the features of the other native tests, so that nothing is compiled again.
const TLA: &str = "test -p setnx-playground --features transcript --test tla";

/// Read by that test: where TLC is.
const TLC: &str = "SETNX_TLA_JAR";

/// The tests that run inside a headless Chromium, by wasm-bindgen's test runner.
const BROWSER: &str = "test -p setnx-playground --test web --target wasm32-unknown-unknown";

/// Where axe-core and React are installed for the page's tests.
const AXE: &str = "target/page";

/// The release page and the guide.
const PAGE: &str = "test --no-fail-fast -p page-tests";

/// The page in Firefox and in WebKitGTK.
const ENGINES: &str = "test -p page-tests --test engines";

/// The sites of examples/.
const SITES: &str = "test --no-fail-fast -p page-tests --test sites";

/// Tests of the release page, on another one: that of plain `trunk build`, or the one in the pseudo-language.
const ONE_PAGE: &str = "test -p page-tests --test page";

/// Tests that only a whole page passes, by the beginning of their names.
const WHOLE_PAGE: [&str; 2] = ["prompt::", "timeline::the_del_race"];

/// Read by the tests: the folder of the page, where it is not dist/.
const DIST: &str = "SETNX_DIST";
/// The folder of the page that Trunk builds.
const TRUNK_DIST: &str = "target/trunk";

/// Read by the tests: the one language that they test, the pseudo-language.
const LANGUAGE: (&str, &str) = ("SETNX_LANG", "qps");

fn native(project: &Project, extent: Extent) -> Result<Tally> {
    let mut tally = Tally::default();
    let cores = available_parallelism().map_or(1, NonZero::get);
    let threads = cores * THREADS_A_CORE;
    for package in NATIVE {
        let mut cargo = cargo(project);
        cargo.env(PROPERTIES.0, PROPERTIES.1);
        cargo.env(THREADS, threads.to_string());
        if let Some(commands) = extent.differential {
            cargo.env(DIFFERENTIAL, commands.to_string());
        }
        if let Some(moves) = extent.judged {
            cargo.env(JUDGED, moves.to_string());
        }
        tally += count(cargo.words("test --no-fail-fast").words(package))?;
    }
    Ok(tally)
}

fn clippy(project: &Project) -> Tally {
    let mut tally = Tally::default();
    for args in [
        "--workspace --all-targets --all-features",
        "-p setnx-* --all-targets --no-default-features",
        // Of the tests, only those for a browser are built for wasm.
        "-p setnx-playground --lib --bins --test web --target wasm32-unknown-unknown",
    ] {
        let mut clippy = cargo(project);
        clippy.arg("clippy").words(args).words("-- -D warnings");
        tally += check(&mut clippy);
    }
    tally
}

/// The crates that others can use.
const PUBLISHED: [&str; 2] = [
    // What is public links to nothing that is not.
    "doc --no-deps -p setnx-base -p setnx-keyspace -p setnx-lua",
    // Each compiles from its package alone.
    "package --allow-dirty --offline -p setnx-base -p setnx-keyspace -p setnx-lua",
];

/// The examples in the documentation run, its links lead somewhere, and what is published stands by itself.
fn doc(project: &Project) -> Result<Tally> {
    let mut links = cargo(project);
    // With the features of clippy, which has checked the dependencies already.
    links.words("doc --workspace --all-features --no-deps --document-private-items");
    let mut tally = check(links.env("RUSTDOCFLAGS", "-D warnings"));
    forget_packages()?;
    for args in PUBLISHED {
        let mut published = cargo(project);
        tally += check(published.words(args).env("RUSTDOCFLAGS", "-D warnings"));
    }
    let mut examples = cargo(project);
    // With the features of the native tests, whose dependencies it shares.
    examples.args(["test", "--no-fail-fast", "-p", FLOORS]);
    examples.words("--features transcript --doc");
    tally += count(&mut examples)?;
    Ok(tally)
}

/// Without its default features the library builds, and without Yew.
fn bare(project: &Project) -> Result<Tally> {
    let page = ["-p", "setnx-playground", "--no-default-features"];
    let mut tree = cargo(project);
    tree.words("tree --edges normal --prefix none").args(page);
    let tree = run_kept(&mut tree)?;
    let web_parts = ["yew ", "web-sys ", "js-sys ", "wasm-bindgen "];
    let is_bare = !tree
        .text
        .lines()
        .any(|line| web_parts.iter().any(|part| line.starts_with(part)));
    let mut tally = Tally::of(tree.success && is_bare, "the library without Yew");
    // Without the features that the dependencies of the tests ask for. No code below the page depends on a feature, which a test
    // of the floors says, so that its tests would do here what they do in `native`; clippy compiles them as well.
    tally += check(cargo(project).arg("check").args(page));
    Ok(tally)
}

/// Builds the sites of examples/, each by its own generator.
fn example_sites(project: &Project, all: bool) -> Result<Ready> {
    build::release_page(project)?;
    let published = package::publish(project, &Addresses::default())?;
    let mut ready = Ready::default();
    for site in sites::all() {
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
    run(cargo(project).words(SITES).arg("--no-run"))?;
    Ok(ready)
}

/// Builds the page as a person does who has Trunk and wasm-bindgen on PATH, into target/trunk.
fn trunk_page(project: &Project) -> Result<()> {
    let mut trunk = command(project, tools::ensure_trunk(project)?);
    trunk.args(["build", "--offline", "--dist", TRUNK_DIST]);
    // Trunk reads NO_COLOR as a truth value and stops at the usual `1`.
    trunk.env_remove("NO_COLOR");
    run(&mut trunk)?;
    run(cargo(project).words(ONE_PAGE).arg("--no-run"))
}

/// A cargo that runs programs for wasm in a headless Chromium.
pub fn in_browser(project: &Project) -> Result<Command> {
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
pub fn count(command: &mut Command) -> Result<Tally> {
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
        tree.current_dir(root).words("tree --workspace --offline");
        let listed = crate::process::output_of(tree.words("--depth 0 --format {p}"));
        let listed = listed.unwrap();
        let named = listed.lines().filter_map(|line| line.split_once(" v"));
        let packages: Vec<&str> = named.map(|(name, _)| name).collect();
        assert!(packages.len() > NATIVE.len() + ELSEWHERE.len(), "{listed}");
        for package in packages {
            let is_floor = package.starts_with(FLOORS.trim_end_matches('*'));
            let is_native = is_floor
                || NATIVE
                    .iter()
                    .any(|args| args.split(' ').any(|word| word == package));
            assert_ne!(is_native, ELSEWHERE.contains(&package), "{package}");
        }
    }
}
