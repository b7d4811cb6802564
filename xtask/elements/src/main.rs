//! `elements` makes everything that tells of the elements from one table, static/embed/elements.json: the types, the descriptions
//! for editors, and the generated blocks of modules/box.js and frame.js. All of it is committed, so that Trunk alone can build the
//! page; a test fails when it is not what the table gives.

mod editors;
mod scripts;
mod table;
mod types;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use fs_err as fs;
use serde_json::Value;

use self::table::Table;

/// The version of the project, which has one for all its packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("elements: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the files that differ from what the table gives.
fn write() -> Result<()> {
    for (name, text) in made()? {
        if read(name)? != text {
            fs::write(path(name), text)?;
            println!("static/embed/{name}: changed");
        }
    }
    Ok(())
}

/// A file of static/embed.
fn path(name: &str) -> std::path::PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("static/embed").join(name)
}

/// The text of a file of static/embed, empty where there is none yet.
fn read(name: &str) -> Result<String> {
    match path(name).exists() {
        true => Ok(fs::read_to_string(path(name))?),
        false => Ok(String::new()),
    }
}

/// The files of static/embed that the table gives, by name.
fn made() -> Result<Vec<(&'static str, String)>> {
    let table = Table::parse(&read("elements.json")?)
        .map_err(anyhow::Error::msg)
        .context("elements.json")?;
    let block = |name: &str, lines: &[String]| {
        scripts::replaced(&read(name)?, lines)
            .map_err(anyhow::Error::msg)
            .with_context(|| name.to_owned())
    };
    Ok(vec![
        ("embed.d.ts", types::elements(&table)),
        ("upgrade.d.ts", types::functions(&table)),
        ("react.d.ts", types::react(&table)),
        ("vue.d.ts", types::vue(&table)),
        // The Custom Elements Manifest, and the descriptions for JetBrains' editors and for VS Code.
        ("custom-elements.json", written(editors::manifest(&table))),
        (
            "web-types.json",
            written(editors::web_types(&table, VERSION)),
        ),
        (
            "setnx-playground.html-data.json",
            written(editors::custom_data(&table)),
        ),
        (
            "modules/box.js",
            block("modules/box.js", &scripts::observed(&table))?,
        ),
        ("frame.js", block("frame.js", &scripts::parameters(&table))?),
    ])
}

/// A value as a file.
fn written(value: Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn table() -> Table {
        Table::parse(&read("elements.json").unwrap()).unwrap()
    }

    /// The quoted names that follow any of these texts.
    fn quoted<'a>(text: &'a str, before: &[&str]) -> BTreeSet<&'a str> {
        let rests = before.iter().flat_map(|before| text.split(before).skip(1));
        rests.filter_map(|rest| rest.split('"').next()).collect()
    }

    /// The attributes that one of the two readers reads, by the table.
    fn read_by(table: &Table, script: bool) -> BTreeSet<&str> {
        let rows = table
            .rows("attributes")
            .filter(|row| row.has("read") == script);
        rows.map(|row| row.text("name")).collect()
    }

    #[test]
    fn the_committed_files_are_what_the_table_gives() {
        for (name, text) in made().unwrap() {
            assert!(
                read(name).unwrap() == text,
                "static/embed/{name} is not what elements.json gives: `cargo xtask elements` makes it anew"
            );
        }
    }

    #[test]
    fn the_options_read_every_attribute_of_the_table_and_no_other() {
        let options = read("../../src/embed/options.rs").unwrap();
        let found = quoted(&options, &["attribute(\"", "has(\"", "get_attribute(\""]);
        assert_eq!(found, read_by(&table(), false));
    }

    #[test]
    fn the_box_reads_the_attributes_that_are_left_to_it() {
        let script = read("modules/box.js").unwrap();
        let found = quoted(&script, &["getAttribute(\""]);
        let table = table();
        let left = read_by(&table, true);
        // As the property that the table makes of it, or as it is written.
        let is_read =
            |name: &&str| found.contains(name) || script.contains(&format!("this.{name} === "));
        assert!(left.iter().all(is_read), "{left:?} in {found:?}");
    }

    #[test]
    fn every_type_that_an_event_names_is_in_the_table() {
        let table = table();
        for event in table
            .rows("events")
            .filter(|row| !row.text("detail").contains('<'))
        {
            assert!(
                !table.fields_of(event.text("detail")).is_empty(),
                "{}",
                event.text("name")
            );
        }
    }
}
