//! The programs that the tests need from the system, and the Debian packages that bring them.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

use crate::process::{self, Words, command, on_path, output_of};
use crate::project::Project;

/// A program and the Debian package that it is in, with any others that it needs.
pub type Program = (&'static str, &'static str);

pub const BROWSER: &[Program] = &[
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
];
/// The browsers of the suite `engines`, and the screen in memory that WebKitGTK's needs.
pub const ENGINES: &[Program] = &[
    ("firefox-esr", "firefox-esr"),
    ("WebKitWebDriver", "webkit2gtk-driver"),
    ("Xvfb", "xvfb"),
];
pub const REDIS: &[Program] = &[
    ("redis-server", "redis-server"),
    ("redis-cli", "redis-tools"),
];
/// Servers for which there are files in static/hosts; nginx sends files that were compressed by brotli with one more module.
pub const HOSTS: &[Program] = &[
    ("nginx", "nginx-light libnginx-mod-http-brotli-static"),
    ("apache2", "apache2"),
    ("caddy", "caddy"),
];
pub const JAVA: &[Program] = &[("java", "default-jre-headless")];
pub const HUGO: &[Program] = &[("hugo", "hugo")];
/// Generators in Ruby: of Jekyll, and of Asciidoctor with a highlighter that runs on the server.
pub const RUBY: &[Program] = &[
    ("jekyll", "jekyll"),
    ("asciidoctor", "asciidoctor ruby-rouge"),
];

/// Installs the packages of the programs that are not on PATH. Only root may; anyone else is told what to type.
pub fn ensure(project: &Project, programs: &[Program]) -> Result<()> {
    let missing = missing(programs);
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.iter().flat_map(|(_, packages)| packages.split(' '));
    let packages: Vec<&str> = packages.collect();
    let by_hand = format!(
        "sudo apt-get update && sudo apt-get install -y {}",
        packages.join(" ")
    );
    let names: Vec<&str> = missing.iter().map(|(program, _)| *program).collect();
    let names = names.join(", ");
    if on_path("apt-get").is_none() {
        bail!(
            "the tests need {names} on PATH. On Debian or Ubuntu: {by_hand}. Elsewhere: the packages of the same programs."
        );
    }
    if !is_root(project) {
        bail!("the tests need {names}. Installing them takes root: {by_hand}");
    }
    install(project, &packages).map_err(|failure| {
        anyhow!("{failure}: {} could not be installed.\n\
             Debian's package servers must be reachable for this first installation (and only for it); another apt-get \
             must not be at work. By hand: {by_hand}",
            packages.join(", "))
    })?;
    match self::missing(programs).first() {
        None => Ok(()),
        Some((program, package)) => Err(anyhow!(
            "`{program}` is not on PATH although package {package} was installed: put it there and start again"
        )),
    }
}

fn missing(programs: &[Program]) -> Vec<Program> {
    programs
        .iter()
        .copied()
        .filter(|(program, _)| on_path(program).is_none())
        .collect()
}

fn is_root(project: &Project) -> bool {
    output_of(command(project, "id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

fn install(project: &Project, packages: &[&str]) -> Result<()> {
    // An installation that was cut off half-way is finished first; on a sound system this does nothing.
    output_of(command(project, "dpkg").args(["--configure", "-a"]));
    update(project)?;
    let mut install = apt_get(project);
    install.words("install -y --no-install-recommends");
    process::run(install.args(packages))
}

/// Another apt-get may hold the lists, and apt has no option to wait for those.
fn update(project: &Project) -> Result<()> {
    for _ in 0..5 {
        if process::run(apt_get(project).arg("update")).is_ok() {
            return Ok(());
        }
        sleep(Duration::from_secs(6));
    }
    process::run(apt_get(project).arg("update"))
}

fn apt_get(project: &Project) -> Command {
    let mut apt_get = command(project, "apt-get");
    apt_get
        .env("DEBIAN_FRONTEND", "noninteractive")
        .words("-q -o DPkg::Lock::Timeout=300");
    apt_get
}
