//! Makes everything that tells of the elements from one table, static/embed/elements.json: the types, the descriptions
//! for editors, and the generated blocks of embed.js and frame.js. All of it is committed, so that Trunk alone can build
//! the page; a test fails when it is not what the table gives.

mod editors;
mod scripts;
mod table;
mod types;

use std::fs;

use serde_json::Value;

use self::table::Table;
use crate::args::Args;
use crate::failure::Failure;
use crate::project::Project;

/// The files of types.
pub const TYPES: [&str; 4] = ["embed.d.ts", "upgrade.d.ts", "react.d.ts", "vue.d.ts"];
/// The Custom Elements Manifest.
pub const MANIFEST: &str = "custom-elements.json";
/// Descriptions for JetBrains' editors.
pub const WEB_TYPES: &str = "web-types.json";
/// Descriptions for VS Code.
pub const CUSTOM_DATA: &str = "setnx-playground.html-data.json";

/// `cargo xtask elements`.
pub fn elements(project: &Project, args: Args) -> Result<(), Failure> {
    args.finish()?;
    let folder = project.root.join("static").join("embed");
    for (name, text) in made(project)? {
        let file = folder.join(name);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        fs::write(&file, text).map_err(|error| {
            Failure::new(format!("{} cannot be written: {error}", file.display()))
        })?;
        println!("{}: changed", file.display());
    }
    Ok(())
}

/// The files of static/embed that the table gives, by name.
fn made(project: &Project) -> Result<Vec<(&'static str, String)>, Failure> {
    let read = |name: &str| {
        let file = project.root.join("static").join("embed").join(name);
        fs::read_to_string(&file)
            .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))
    };
    let table = Table::parse(&read("elements.json")?)
        .map_err(|error| Failure::new(format!("elements.json: {error}")))?;
    let version = project.locked_version("setnx-playground")?;
    let block = |name: &str, lines: &[String]| {
        scripts::replaced(&read(name)?, lines)
            .map_err(|error| Failure::new(format!("{name}: {error}")))
    };
    let [embed, upgrade, react, vue] = TYPES;
    Ok(vec![
        (embed, types::elements(&table)),
        (upgrade, types::functions(&table)),
        (react, types::react(&table)),
        (vue, types::vue(&table)),
        (MANIFEST, written(editors::manifest(&table))),
        (WEB_TYPES, written(editors::web_types(&table, &version))),
        (CUSTOM_DATA, written(editors::custom_data(&table))),
        ("embed.js", block("embed.js", &scripts::observed(&table))?),
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

    fn project() -> Project {
        Project {
            root: std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        }
    }

    fn read(path: &str) -> String {
        fs::read_to_string(project().root.join(path)).unwrap()
    }

    fn table() -> Table {
        Table::parse(&read("static/embed/elements.json")).unwrap()
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
        for (name, text) in made(&project()).ok().unwrap() {
            assert!(
                read(&format!("static/embed/{name}")) == text,
                "static/embed/{name} is not what elements.json gives: `cargo xtask elements` makes it anew"
            );
        }
    }

    #[test]
    fn the_options_read_every_attribute_of_the_table_and_no_other() {
        let options = read("src/embed/options.rs");
        let found = quoted(&options, &["attribute(\"", "has(\"", "get_attribute(\""]);
        assert_eq!(found, read_by(&table(), false));
    }

    #[test]
    fn embed_js_reads_the_attributes_that_are_left_to_it() {
        let embed = read("static/embed/embed.js");
        let found = quoted(&embed, &["getAttribute(\""]);
        let table = table();
        let left = read_by(&table, true);
        assert!(left.is_subset(&found), "{left:?} in {found:?}");
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
