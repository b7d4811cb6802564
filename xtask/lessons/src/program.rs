//! The lock programs, and the `Algorithm` that is made of them.

use std::fmt::Write;

use crate::file::{Entries, File, Head, Mistakes};
use crate::words::{Words, constant, variant};

/// The title of a program that a reader has written.
const OWN: &str = "own";
/// The groups in the order of a list, as `AlgorithmGroup` has them. Each has a title and a sentence.
const GROUPS: [&str; 7] = [
    "takeover", "expire", "px", "renewal", "stores", "servers", "several",
];

/// A program of `programs/`.
struct Program<'a> {
    file: &'a File,
    about: Vec<&'a str>,
    group: &'a str,
    place: u32,
    source: &'a str,
}

/// All of them.
pub struct Programs<'a> {
    known: Vec<Program<'a>>,
    /// What stands for a program of the same name in the first links: a program without a head.
    frozen: &'a [File],
}

impl<'a> Programs<'a> {
    pub fn read(files: &'a [File], frozen: &'a [File], mistakes: &mut Mistakes) -> Programs<'a> {
        let read = |file: &'a File| {
            let (head, source) =
                Head::read(file, &["group", "place"], Entries::Commented, mistakes);
            if head.about.is_empty() {
                file.wrong(mistakes, 1, "say what the program does: # What it does.");
            }
            if source.is_empty() {
                file.wrong(mistakes, 1, "no program: it begins below an empty line");
            }
            Program {
                file,
                group: head.one_of("group", &GROUPS, mistakes),
                place: head.place(mistakes),
                about: head.about,
                source,
            }
        };
        let mut known: Vec<Program<'a>> = files.iter().map(read).collect();
        known.sort_by_key(|program| program.place);
        for pair in known.windows(2) {
            if let [before, after] = pair
                && before.place == after.place
            {
                let reason = format!("{} has the same place", before.file.path);
                after.file.wrong(mistakes, 1, reason);
            }
        }
        for file in frozen {
            if !files.iter().any(|known| known.name == file.name) {
                let reason = "it stands for no program: there is none of that name in programs/";
                file.wrong(mistakes, 1, reason);
            }
        }
        Programs { known, frozen }
    }

    /// Reports the titles that are missing, and those of no program.
    pub fn hold_against(&self, words: &Words, mistakes: &mut Mistakes) {
        let mut named = vec![OWN.to_owned()];
        for program in &self.known {
            let file = program.file;
            words.require(&file.name, &format!("{}:1", file.path), mistakes);
            named.push(file.name.clone());
        }
        for group in GROUPS {
            for id in [format!("group-{group}"), format!("group-{group}-about")] {
                words.require(&id, "programs/", mistakes);
                named.push(id);
            }
        }
        words.left_over(&named, mistakes);
    }

    /// `Algorithm`, with what is known of each, and its groups.
    pub fn code(&self) -> String {
        let (mut variants, mut facts) = (String::new(), String::new());
        let known = self.known.iter().map(|program| &program.file.name);
        let frozen = self.frozen.iter().map(|file| &file.name);
        for Program {
            file,
            about,
            source,
            ..
        } in &self.known
        {
            let (name, title) = (variant(&file.name), constant(&file.name));
            for line in about {
                let _ = writeln!(variants, "    /// {line}");
            }
            let _ = writeln!(variants, "    {name},");
            fact(
                &mut facts,
                &name,
                &file.name,
                &title,
                &format!("{source:?}"),
            );
        }
        let _ = writeln!(
            variants,
            "    /// What a reader or an author has written. Its text is a setting of the run; where there is none, it is that of\n    \
             /// [`Algorithm::Getset`].\n    Own,"
        );
        fact(
            &mut facts,
            "Own",
            OWN,
            &constant(OWN),
            "Algorithm::Getset.source()",
        );
        for File { name: id, text, .. } in self.frozen {
            let name = variant(id);
            let about = format!("/// [`Algorithm::{name}`] as the first links have it.");
            let _ = writeln!(variants, "    {about}\n    {name}1,");
            let (title, source) = (format!("Algorithm::{name}.title()"), format!("{text:?}"));
            fact(
                &mut facts,
                &format!("{name}1"),
                &format!("{id}@1"),
                &title,
                &source,
            );
        }
        let (known, frozen): (Vec<_>, Vec<_>) = (
            known
                .map(|id| format!("Algorithm::{}", variant(id)))
                .collect(),
            frozen
                .map(|id| format!("Algorithm::{}1", variant(id)))
                .collect(),
        );
        format!(
            "/// A known lock algorithm.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n\
             pub enum Algorithm {{\n{variants}}}\n\n\
             impl Algorithm {{\n    \
             /// Every algorithm that can be chosen, from the simplest on.\n    \
             pub const ALL: [Algorithm; {}] = [{}];\n\n    \
             /// What stands for an algorithm in the first links, where it has changed since.\n    \
             const FROZEN: [Algorithm; {}] = [{}];\n\n    \
             const fn facts(self) -> Facts {{\n        match self {{\n{facts}        }}\n    }}\n}}\n",
            self.known.len(),
            known.join(", "),
            self.frozen.len(),
            frozen.join(", "),
        ) + &self.groups()
    }

    /// `AlgorithmGroup`, each with its title, a sentence, and its algorithms.
    fn groups(&self) -> String {
        let (mut variants, mut titles, mut sentences, mut members) =
            (String::new(), String::new(), String::new(), String::new());
        for group in GROUPS {
            let name = variant(group);
            let title = constant(&format!("group-{group}"));
            let of_group = self.known.iter().filter(|program| program.group == group);
            let of_group: Vec<String> = of_group
                .map(|program| format!("Algorithm::{}", variant(&program.file.name)))
                .collect();
            let _ = writeln!(
                variants,
                "    /// See [`AlgorithmGroup::about`].\n    {name},"
            );
            let of = format!("            AlgorithmGroup::{name} =>");
            let _ = writeln!(titles, "{of} {title},");
            let _ = writeln!(sentences, "{of} {title}_ABOUT,");
            let _ = writeln!(members, "{of} &[{}],", of_group.join(", "));
        }
        let method = |about: &str, name: &str, value: &str, arms: &str| {
            format!(
                "    /// {about}\n    pub const fn {name}(self) -> {value} {{\n        match self {{\n{arms}        }}\n    }}\n"
            )
        };
        let variants_of: Vec<String> = GROUPS
            .iter()
            .map(|group| format!("AlgorithmGroup::{}", variant(group)))
            .collect();
        format!(
            "\n/// A group of algorithms that have much in common.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
             pub enum AlgorithmGroup {{\n{variants}}}\n\n\
             impl AlgorithmGroup {{\n    \
             /// All of them, the oldest lock first.\n    \
             pub const ALL: [AlgorithmGroup; {}] = [{}];\n\n{}\n{}\n{}}}\n",
            GROUPS.len(),
            variants_of.join(", "),
            method("What it is called.", "title", "Text", &titles),
            method(
                "What its algorithms have in common.",
                "about",
                "Text",
                &sentences
            ),
            method(
                "Its algorithms, from the simplest on.",
                "algorithms",
                "&'static [Algorithm]",
                &members
            ),
        )
    }
}

fn fact(out: &mut String, name: &str, id: &str, title: &str, source: &str) {
    let facts = format!("Facts {{ id: {id:?}, title: {title}, source: {source} }}");
    let _ = writeln!(out, "            Algorithm::{name} => {facts},");
}
