//! The npm package as it is used: checked by publint and by Are The Types Wrong, compiled against by TypeScript, React
//! and Vue, read by editors. tests/package/ has the checks, and names their programs in a lock file.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::folders::{clear, copy_folder};
use crate::package::{self, Addresses, Published};
use crate::process::command;
use crate::project::Project;
use crate::{apt, build, sites};

/// Installs the programs that check, and puts the package of the release page beside them.
pub fn prepare(project: &Project) -> Result<()> {
    let (sources, stage) = (sources(project), stage(project));
    apt::ensure(project, apt::HOSTS)?;
    sites::ensure_node_modules(project, &sources, &stage)?;
    build::release_page(project)?;
    let addresses = Addresses {
        repository: Some("git+https://your.host/setnx-playground.git".into()),
        homepage: Some("https://your.host/setnx-playground/".into()),
        bugs: Some("https://your.host/setnx-playground/issues".into()),
    };
    let published = package::publish(project, &addresses)?;
    package::pack(project, &published)?;
    clear(&stage, &["node_modules"])?;
    copy_folder(&sources, &stage)?;
    let installed = stage.join("node_modules").join("setnx-playground");
    clear(&installed, &[])?;
    copy_folder(&published.npm, &installed)
}

/// The checks of the package.
pub fn checks(project: &Project) -> Result<Vec<Command>> {
    let published = Published::of(project)?;
    let packed = published.packed();
    let stage = stage(project);
    let in_stage = |program: PathBuf, args: &[&str]| {
        let mut command = command(project, program);
        command.current_dir(&stage).args(args);
        command
    };
    let bin = stage.join("node_modules").join(".bin");
    let mut publint = in_stage(bin.join("publint"), &["run", "--strict"]);
    publint.arg(&packed);
    let mut attw = in_stage(bin.join("attw"), &["--profile", "esm-only"]);
    attw.arg(&packed);
    let mut hosts = in_stage("node".into(), &["hosts.mjs"]);
    hosts.arg(project.root.join("static").join("hosts"));
    hosts.args(published.site.parent());
    Ok(vec![
        hosts,
        publint,
        attw,
        // TypeScript's compiler, for templates of Vue as well.
        in_stage(bin.join("vue-tsc"), &["--project", "."]),
        in_stage("node".into(), &["editors.mjs"]),
        in_stage("node".into(), &["server.mjs"]),
    ])
}

fn sources(project: &Project) -> PathBuf {
    project.root.join("tests").join("package")
}

fn stage(project: &Project) -> PathBuf {
    project.root.join("target").join("package").join("checks")
}
