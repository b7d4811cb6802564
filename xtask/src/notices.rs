//! The notices of all works that the page holds: of those whose algorithms our crates follow, and of the crates that it is
//! built of, which cargo-about collects. The result is committed, so that every build of the page ships it.

use anyhow::Result;
use fs_err as fs;
use pico_args::Arguments;

use crate::args::finish;
use crate::process::{self, Words, command};
use crate::project::Project;
use crate::tools;

/// The committed file.
const FILE: &str = "static/notices.txt";
/// The works that crates of ours follow.
const FOLLOWED: [&str; 3] = [
    "crates/keyspace/NOTICE.md",
    "crates/lua/NOTICE.md",
    "crates/cli/NOTICE.md",
];
const HEAD: &str = "\
setnx-playground is under the MIT licence or the Apache License 2.0, at your choice. It follows, and is built of, the works below.

The standard library of Rust is part of every Rust program: Copyright (c) The Rust Project Contributors, MIT licence or Apache
License 2.0.
";

/// `cargo xtask notices`: writes the file anew.
pub fn notices(project: &Project, args: Arguments) -> Result<()> {
    finish(args)?;
    let mut text = HEAD.to_owned();
    for path in FOLLOWED {
        text += &format!("\n{}", fs::read_to_string(project.root.join(path))?);
    }
    let collected = project.root.join("target/notices.txt");
    let mut about = command(project, tools::ensure(project, &tools::CARGO_ABOUT)?);
    about.words("about generate --locked --manifest-path Cargo.toml --no-default-features");
    about.words("--features page --config xtask/licences/about.toml xtask/licences/about.hbs");
    process::run(about.arg("--output-file").arg(&collected))?;
    text += &format!("\n# Crates\n\n{}", fs::read_to_string(&collected)?);
    // Hosts that send a text without its encoding leave a browser to guess: plain ASCII is the same in all of them.
    let text = text.replace('©', "(c)").replace(['“', '”'], "\"");
    let text = text.replace('’', "'");
    let lines = text.lines().map(str::trim_end).collect::<Vec<_>>();
    Ok(fs::write(project.root.join(FILE), lines.join("\n") + "\n")?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::*;

    #[test]
    fn the_notices_name_every_crate_of_the_page_and_every_work_that_is_followed() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let notices = fs::read_to_string(root.join(FILE)).unwrap();
        assert!(notices.is_ascii());
        let mut tree = Command::new(env!("CARGO"));
        tree.current_dir(&root);
        tree.words("tree --locked -p setnx-playground --no-default-features --features page");
        tree.words("--edges normal --target wasm32-unknown-unknown --prefix none --format")
            .arg("{p} ");
        let tree = process::output_of(&mut tree).unwrap();
        let crates = tree.lines().filter_map(|line| {
            let (name, rest) = line.split_once(" v")?;
            let version = rest.split(' ').next()?;
            (!name.starts_with("setnx-")).then(|| format!("- {name} {version}"))
        });
        let crates: BTreeSet<String> = crates.collect();
        assert!(crates.len() > 50, "{tree}");
        let named = notices
            .lines()
            .filter(|line| line.starts_with("- ") && crates.contains(*line));
        let named: BTreeSet<String> = named.map(str::to_owned).collect();
        let missing: Vec<_> = crates.difference(&named).collect();
        assert!(
            missing.is_empty(),
            "{missing:?}: `cargo xtask notices` collects them"
        );
        for path in FOLLOWED {
            let text = fs::read_to_string(root.join(path)).unwrap();
            assert!(
                notices.contains(text.trim_end()),
                "{path}: `cargo xtask notices` copies it"
            );
        }
    }
}
