//! The project's own commands. Each one installs what it needs and then runs the ordinary tool; nothing here is part
//! of the page.

mod apt;
mod args;
mod bench;
mod build;
mod chance;
mod docs;
mod folders;
mod fuzz;
mod notices;
mod npm;
mod output;
mod package;
mod page;
mod process;
mod programs;
mod progress;
mod project;
mod pseudo;
mod serve;
mod sites;
mod suite;
mod tally;
mod test;
mod toolchain;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};
use pico_args::Arguments;

use project::Project;

const HELP: &str = "\
cargo xtask <command>

  serve [--port N] [--release]   build the page and serve it at 127.0.0.1:8080, again after every change
  build [--parts] [--site URL]   the release page in dist/, and what it weighs against its budgets; with --parts also
                                 what each module and crate has of each part of the wasm; with the address at which it
                                 will lie also a picture for links to it
  package [--repository URL] [--homepage URL] [--bugs URL]
                                 what other pages need, in target/package: a folder for any static host, with the
                                 digest of each file, and an npm package, whose manifest has the addresses
  article                        the article's pages from their pieces, into the folder that Trunk builds: a step of `trunk serve`
  pseudo                         the page with a language for tests, English with accents and a third longer, in target/pseudo/dist
  docs                           the guide in target/docs, with what is published beside it
  elements                       the types, the descriptions for editors, and the attributes in modules/box.js and frame.js
                                 from static/embed/elements.json
  notices                        the licences of everything that the page is built of, in static/notices.txt
  test [--only A,B] [--skip A,B] [--differential N] [--judged N] [--sites]
                                 every check; the suites are: format, clippy, licences, native, tla, doc, bare, browser, page,
                                 engines, package, sites, trunk; with --sites also the sites of examples/ that are left
                                 out as a rule;
                                 N commands against a real server, N moves before two judges
  bench [--only PART[/PIECE]]    engine: against redis-server; wasm: in a browser, against native; search: states a second;
                                 latency: from a key to what is painted (pieces: commands, keys, steps); loading: from the opening of
                                 a page with one box to its first reply, against an empty Yew page; calls: from a script's
                                 command to its reply, against ioredis-mock
  faults [WORD]                  deliberate faults, one at a time, each to be found by the tests; WORD chooses by name
  chance MINUTES | --seed N      each property, the comparison with a real server and both judges with seeds that nobody has
                                 tried; says the seed of what fails
  fuzz [SECONDS]                 any bytes at the server and at the prompt, by a nightly compiler and cargo-fuzz
  search [OPTIONS] FILE.lock     looks through every schedule of a lock program; with --matrix the page's table; --help
                                 has the rest
  shots DIR                      screenshots of each chapter, by size, theme and language
  help                           this text

What is missing is installed when it is needed: the wasm target by rustup; for the tests wasm-bindgen's programs, mdBook,
geckodriver and Trunk into target/tools unless PATH has them, Chromium, Firefox, WebKitGTK's browser and Redis by apt-get
where this runs as root, axe-core and React from npm, and the generators of examples/ from crates.io, PyPI and npm. Nothing else
comes from the network.";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nerror: {failure:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut args = Arguments::from_env();
    let project = Project::locate()?;
    match args.subcommand()?.as_deref() {
        Some("serve") => serve::serve(&project, args),
        Some("build") => build::build(&project, args),
        Some("package") => package::package(&project, args),
        Some("article") => page::article(&project, args),
        Some("docs") => docs::docs(&project, args),
        Some("elements") => programs::elements(&project, args),
        Some("pseudo") => pseudo::build(&project, args),
        Some("notices") => notices::notices(&project, args),
        Some("test") => test::test(&project, args),
        Some("bench") => bench::bench(&project, args),
        Some("faults") => programs::faults(&project, args),
        Some("chance") => chance::chance(&project, args),
        Some("fuzz") => fuzz::fuzz(&project, args),
        Some("search") => programs::search(&project, args),
        Some("shots") => programs::shots(&project, args),
        None | Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => bail!("there is no command `{other}`.\n\n{HELP}"),
    }
}
