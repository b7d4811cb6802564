//! The parts of a module and the files that each of them needs.

use std::collections::{BTreeMap, HashMap};

/// The splitter's names for what only one part needs, and for what several need.
const OWN: &str = "split_";
const SHARED: &str = "chunk_";

/// The modules that a page has to instantiate for each part.
#[derive(Debug, Default)]
pub struct Parts {
    /// The files of each part, in the splitter's names and in ours, those that it shares with other parts first.
    by_name: BTreeMap<String, Vec<(String, String)>>,
}

impl Parts {
    /// From the splitter's table, which has the names of files without `.wasm`; `stem` begins each of our names.
    ///
    /// # Errors
    /// When a part's name cannot stand in a file's name, or would be that of another file.
    pub fn new(stem: &str, table: HashMap<String, Vec<String>>) -> Result<Self, String> {
        let mut by_name = BTreeMap::new();
        for (part, files) in table {
            if !is_name(&part) || part == "bg" {
                return Err(format!(
                    "`{part}` cannot be the name of a part: a to z are allowed, and `bg` is the main part"
                ));
            }
            let files = files.into_iter().map(|file| {
                let ours = match (file.strip_prefix(OWN), file.strip_prefix(SHARED)) {
                    (Some(name), _) => format!("{stem}_{name}.wasm"),
                    (None, Some(number)) => format!("{stem}_shared_{number}.wasm"),
                    (None, None) => {
                        return Err(format!("the splitter wrote an unknown file, {file}"));
                    }
                };
                Ok((file, ours))
            });
            let mut files: Vec<_> = files.collect::<Result<_, _>>()?;
            files.sort_by_key(|(file, _)| file.starts_with(OWN));
            by_name.insert(part, files);
        }
        Ok(Self { by_name })
    }

    /// Each file once: its name from the splitter, without `.wasm`, and ours.
    pub fn files(&self) -> BTreeMap<&str, &str> {
        let files = self.by_name.values().flatten();
        files.map(|(theirs, ours)| (&**theirs, &**ours)).collect()
    }

    /// The statement that tells a script about them.
    pub fn table(&self) -> String {
        let parts = self.by_name.iter().map(|(part, files)| {
            let files: Vec<String> = files.iter().map(|(_, ours)| format!("{ours:?}")).collect();
            format!("{part:?}: [{}]", files.join(", "))
        });
        let parts: Vec<String> = parts.collect();
        format!("\nexport const PARTS = {{{}}};\n", parts.join(", "))
    }
}

fn is_name(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::Parts;

    fn parts(table: &[(&str, &[&str])]) -> Result<Parts, String> {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let table = table.iter();
        Parts::new(
            "page",
            table
                .map(|(part, files)| ((*part).to_owned(), own(files)))
                .collect(),
        )
    }

    #[test]
    fn the_table_lists_shared_files_first() {
        let parts = parts(&[
            ("timeline", &["split_timeline", "chunk_10", "chunk_3"]),
            ("help", &["chunk_3", "split_help"]),
        ])
        .unwrap();
        assert_eq!(
            parts.table(),
            "\nexport const PARTS = {\"help\": [\"page_shared_3.wasm\", \"page_help.wasm\"], \
             \"timeline\": [\"page_shared_10.wasm\", \"page_shared_3.wasm\", \"page_timeline.wasm\"]};\n"
        );
        let files = parts.files();
        assert_eq!(files.len(), 4);
        assert_eq!(files["chunk_3"], "page_shared_3.wasm");
    }

    #[test]
    fn a_module_without_parts_has_an_empty_table() {
        assert_eq!(parts(&[]).unwrap().table(), "\nexport const PARTS = {};\n");
    }

    #[test]
    fn a_part_that_the_linker_merged_away_has_only_shared_files() {
        let parts = parts(&[("help", &["chunk_1"]), ("bits", &["chunk_1"])]).unwrap();
        assert_eq!(parts.files().len(), 1);
    }

    #[test]
    fn a_name_that_would_be_another_file_is_refused() {
        for name in ["bg", "shared_3", "Timeline", ""] {
            assert!(parts(&[(name, &[])]).is_err(), "{name}");
        }
        assert!(parts(&[("help", &["help"])]).is_err());
    }
}
