//! The parts of a module and the files that each of them needs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::words::Words;

/// The splitter's names for what only one part needs, and for what several need.
const OWN: &str = "split_";
const SHARED: &str = "chunk_";

/// The parts that a prompt loads once it is shown, typed at or called.
const OF_PROMPT: [&str; 3] = ["calls", "help", "keys"];

/// The parts that bring commands.
const OF_COMMANDS: [&str; 10] = [
    "commands", "groups", "hashes", "hlls", "lists", "places", "sets", "streams", "types", "zsets",
];

/// The name for all of these and one more, whatever a script may call.
const ANY: &str = "any";
const WITH_ANY: &str = "help";

/// Words of so many bytes in a language are a file's own.
const MANY_BYTES: usize = 1024;
/// The name of the main part.
pub const MAIN: &str = "bg";

/// The modules that a page has to instantiate for each part.
#[derive(Debug, Default)]
pub struct Parts {
    /// The beginning of the names of all files.
    stem: String,
    /// The files of each part, in the splitter's names and in ours, those that it shares with other parts first.
    by_name: BTreeMap<String, Vec<(String, String)>>,
    /// The files with the words of each part, their names with a `*` for the language.
    words: BTreeMap<String, Vec<String>>,
}

impl Parts {
    /// From the splitter's table, which has the names of files without `.wasm`; `stem` begins each of our names.
    ///
    /// # Errors
    /// When a part's name cannot stand in a file's name, or would be that of another file.
    pub fn new(stem: &str, table: HashMap<String, Vec<String>>) -> Result<Self, String> {
        let mut by_name = BTreeMap::new();
        for (part, files) in table {
            if !is_name(&part) || part == MAIN || part == ANY {
                return Err(format!(
                    "`{part}` cannot be the name of a part: a to z are allowed, `bg` is the main part, and `any` all that bring commands"
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
        Ok(Self {
            stem: stem.to_owned(),
            by_name,
            words: BTreeMap::new(),
        })
    }

    /// Has one file bring what is in all those `small` ones, by their names from the splitter, that a part of the prompt shares,
    /// another what is in those that parts of commands alone share, and a third what is in all others that are small and shared.
    pub fn gather(&mut self, stem: &str, small: &BTreeSet<String>) {
        let mut sharing: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (part, files) in &self.by_name {
            for (theirs, _) in files {
                sharing
                    .entry(theirs.clone())
                    .or_default()
                    .push(part.clone());
            }
        }
        for (theirs, ours) in self.by_name.values_mut().flatten() {
            if theirs.starts_with(SHARED) && small.contains(theirs) {
                let by = &sharing[theirs];
                let is_of = |parts: &[&str], part: &String| parts.contains(&part.as_str());
                *ours = if by.iter().any(|part| is_of(&OF_PROMPT, part)) {
                    format!("{stem}_shared.wasm")
                } else if by.iter().all(|part| is_of(&OF_COMMANDS, part)) {
                    format!("{stem}_shared_commands.wasm")
                } else {
                    format!("{stem}_shared_other.wasm")
                };
            }
        }
        self.number(stem, &sharing);
        // In one order for each part: the table is shorter after compression.
        for files in self.by_name.values_mut() {
            files.sort_by(|(one, ours), (other, theirs)| {
                let is_own = |file: &str| file.starts_with(OWN);
                (is_own(one), ours).cmp(&(is_own(other), theirs))
            });
        }
    }

    /// Gives those that stand alone numbers from 1 on, the more parts share one the lower: the splitter counts what was joined too.
    fn number(&mut self, stem: &str, sharing: &BTreeMap<String, Vec<String>>) {
        let alone = |theirs: &str| format!("{stem}_{}.wasm", theirs.replace(SHARED, "shared_"));
        let mut of_files: BTreeMap<&str, usize> = BTreeMap::new();
        for (theirs, ours) in self.by_name.values().flatten() {
            if theirs.starts_with(SHARED) && *ours == alone(theirs) {
                of_files.insert(theirs, sharing[theirs].len());
            }
        }
        let mut ranked: Vec<(&str, usize)> = of_files.into_iter().collect();
        ranked.sort_by_key(|(_, parts)| std::cmp::Reverse(*parts));
        let ranked = ranked.into_iter().zip(1..);
        let names: BTreeMap<String, String> = ranked
            .map(|((theirs, _), rank)| (theirs.to_owned(), format!("{stem}_shared_{rank}.wasm")))
            .collect();
        for (theirs, ours) in self.by_name.values_mut().flatten() {
            if let Some(name) = names.get(theirs.as_str()) {
                ours.clone_from(name);
            }
        }
    }

    /// Each file once: its name from the splitter, without `.wasm`, and ours.
    pub fn files(&self) -> BTreeMap<&str, &str> {
        let files = self.by_name.values().flatten();
        files.map(|(theirs, ours)| (&**theirs, &**ours)).collect()
    }

    /// Adds the files that have the words of each part in one language, the main part among them, and returns those with their
    /// contents. What several parts need brings its words by a file of its own; few words are in the files of all these parts
    /// instead, and that they come twice does no harm.
    pub fn add_words(&mut self, stem: &str, words: &Words) -> BTreeMap<String, Vec<u8>> {
        let mut made = BTreeMap::new();
        let mut add = |name: &str, files: &[&str]| {
            let modules = words.modules(files);
            let name = format!("{}.*.wasm", name.trim_end_matches(".wasm"));
            let is_any = !modules.is_empty();
            for (language, module) in modules {
                made.insert(name.replace('*', language), module);
            }
            is_any.then_some(name)
        };
        let own = add(&format!("{stem}_{MAIN}"), &[MAIN]);
        self.words.insert(MAIN.into(), own.into_iter().collect());
        for (part, files) in &self.by_name {
            let is_apart = |file: &str| file.starts_with(SHARED) && words.most(file) >= MANY_BYTES;
            let (apart, within): (Vec<_>, Vec<_>) =
                files.iter().partition(|(theirs, _)| is_apart(theirs));
            let within: Vec<&str> = within.iter().map(|(theirs, _)| &**theirs).collect();
            let apart = apart
                .into_iter()
                .filter_map(|(theirs, ours)| add(ours, &[theirs]));
            let apart: Vec<String> = apart.collect();
            let own = add(&format!("{stem}_{part}"), &within);
            let all = apart.into_iter().chain(own).collect();
            self.words.insert(part.clone(), all);
        }
        made
    }

    /// The statement that tells a script about them.
    pub fn table(&self) -> String {
        let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let own = self.by_name.iter();
        let own = own.flat_map(|(part, files)| files.iter().map(move |(_, ours)| (part, ours)));
        let words = self.words.iter();
        let words = words.flat_map(|(part, files)| files.iter().map(move |file| (part, file)));
        for (part, file) in own.chain(words) {
            let (files, file) = (all.entry(part).or_default(), self.short(file));
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let parts: Vec<String> = all
            .iter()
            .map(|(part, files)| format!("{part:?}: {:?}", files.join(" ")))
            .collect();
        let is_of_any = |part: &&&str| **part == WITH_ANY || OF_COMMANDS.contains(*part);
        let of_any: Vec<&&str> = all.keys().filter(is_of_any).collect();
        let any = match of_any[..] {
            [] => String::new(),
            _ => format!("PARTS.{ANY} = {of_any:?}.map((part) => PARTS[part]).join(\" \");\n"),
        };
        format!(
            "\nexport const PARTS = {{{}}};\n{any}for (const part in PARTS) {{\n  \
             PARTS[part] = PARTS[part].split(\" \").map((file) => `{}_${{file}}.wasm`);\n}}\n",
            parts.join(", "),
            self.stem,
        )
    }

    /// What the table says of a file's name.
    fn short<'a>(&self, file: &'a str) -> &'a str {
        let rest = file.strip_prefix(&self.stem).unwrap_or(file);
        rest.trim_start_matches('_').trim_end_matches(".wasm")
    }
}

fn is_name(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{Parts, Words};

    /// Gives each short name what all have in common.
    const MADE_LONG: &str = "for (const part in PARTS) {\n  \
        PARTS[part] = PARTS[part].split(\" \").map((file) => `page_${file}.wasm`);\n}\n";

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
            format!(
                "\nexport const PARTS = {{\"help\": \"shared_3 help\", \"timeline\": \"shared_10 shared_3 timeline\"}};\n\
                 PARTS.any = [\"help\"].map((part) => PARTS[part]).join(\" \");\n{MADE_LONG}"
            )
        );
        let files = parts.files();
        assert_eq!(files.len(), 4);
        assert_eq!(files["chunk_3"], "page_shared_3.wasm");
    }

    #[test]
    fn words_come_with_the_part_and_many_shared_ones_by_themselves() {
        let mut parts = parts(&[
            ("timeline", &["split_timeline", "chunk_3", "chunk_4"]),
            ("types", &["split_types"]),
        ])
        .unwrap();
        let of = [
            ("bg", 9),
            ("chunk_3", 2000),
            ("chunk_4", 20),
            ("split_timeline", 5000),
        ];
        let files = parts.add_words("page", &Words::of(&of));
        let names: Vec<_> = files.keys().collect();
        assert_eq!(
            names,
            [
                "page_bg.en.wasm",
                "page_shared_3.en.wasm",
                "page_timeline.en.wasm"
            ]
        );
        assert_eq!(
            parts.table(),
            format!(
                "\nexport const PARTS = {{\"bg\": \"bg.*\", \"timeline\": \"shared_3 shared_4 timeline shared_3.* timeline.*\", \
                 \"types\": \"types\"}};\nPARTS.any = [\"types\"].map((part) => PARTS[part]).join(\" \");\n{MADE_LONG}"
            )
        );
    }

    #[test]
    fn small_shared_files_are_three_that_stand_once_in_the_table() {
        let mut parts = parts(&[
            ("help", &["chunk_1", "chunk_2", "chunk_3", "split_help"]),
            ("lists", &["chunk_6", "split_lists"]),
            ("scripts", &["chunk_4", "chunk_5", "split_scripts"]),
            (
                "types",
                &[
                    "chunk_1",
                    "chunk_3",
                    "chunk_4",
                    "chunk_5",
                    "chunk_6",
                    "split_types",
                ],
            ),
        ])
        .unwrap();
        let small = [
            "chunk_1",
            "chunk_3",
            "chunk_4",
            "chunk_5",
            "chunk_6",
            "split_types",
        ];
        let small = small.map(str::to_owned);
        parts.gather("page", &small.into());
        assert_eq!(
            parts.table(),
            format!(
                "\nexport const PARTS = {{\"help\": \"shared shared_1 help\", \"lists\": \"shared_commands lists\", \
                 \"scripts\": \"shared_other scripts\", \"types\": \"shared shared_commands shared_other types\"}};\n\
                 PARTS.any = [\"help\", \"lists\", \"types\"].map((part) => PARTS[part]).join(\" \");\n{MADE_LONG}"
            )
        );
    }

    #[test]
    fn any_is_all_parts_that_it_is_said_to_be() {
        let source = include_str!("../../../crates/base/src/part.rs");
        let (_, names) = source.split_once("NAMES: &str = \"").unwrap();
        let (names, _) = names.split_once('"').unwrap();
        // `Part::has_come` counts from the types on.
        let (_, names) = names.split_once(" timeline ").unwrap();
        let names = names.split_whitespace().filter(|name| *name != "\\");
        let names = names.filter(|name| *name != super::ANY);
        let mut all: Vec<&str> = names.chain(["commands"]).collect();
        all.sort_unstable();
        assert_eq!(all, super::OF_COMMANDS);
    }

    #[test]
    fn a_module_without_parts_has_an_empty_table() {
        let table = format!("\nexport const PARTS = {{}};\n{MADE_LONG}");
        assert_eq!(parts(&[]).unwrap().table(), table);
    }

    #[test]
    fn a_part_that_the_linker_merged_away_has_only_shared_files() {
        let parts = parts(&[("help", &["chunk_1"]), ("bits", &["chunk_1"])]).unwrap();
        assert_eq!(parts.files().len(), 1);
    }

    #[test]
    fn a_name_that_would_be_another_file_is_refused() {
        for name in ["bg", "any", "shared_3", "Timeline", ""] {
            assert!(parts(&[(name, &[])]).is_err(), "{name}");
        }
        assert!(parts(&[("help", &["help"])]).is_err());
    }
}
