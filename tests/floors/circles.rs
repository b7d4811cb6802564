//! Files of a crate that import each other in a circle, counted from the paths that they write. More than five of them are
//! a knot, which a test refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::code::{code_only, paths, sources};

/// The most files of a circle.
const CIRCLE_MAX: usize = 5;

/// A module by its names from the crate's root on.
type Module = Vec<String>;

/// The modules of a crate with what each names of the others.
struct Modules {
    /// The code of each file, without its tests.
    code: BTreeMap<Module, String>,
    /// What a module offers under its own name although it stands elsewhere, by `pub use`.
    offers: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Modules {
    fn read(folder: &Path) -> Modules {
        let mut code = BTreeMap::new();
        for (path, text) in sources(folder) {
            let mut module: Module = path
                .trim_end_matches(".rs")
                .split('/')
                .map(Into::into)
                .collect();
            let is_front = |name: &String| matches!(&name[..], "mod" | "lib" | "main");
            if module.last().is_some_and(|name| name == "tests") {
                continue;
            }
            module.pop_if(|name| is_front(name));
            code.insert(module, code_only(&text));
        }
        let offers = code.iter().map(|(module, text)| {
            let offered = text.match_indices("use ").filter(|(at, _)| {
                let before = text[..*at].trim_end();
                before.ends_with("pub") || before.ends_with(')') && before.contains("pub(")
            });
            let found = offered.flat_map(|(at, _)| paths(&text[at + 4..]));
            let found = found.filter_map(|path| {
                let name = path.last()?.clone();
                Some((name, absolute(module, &path)))
            });
            (module.clone(), found.collect())
        });
        let offers = offers.collect();
        Modules { code, offers }
    }

    /// The file that has what a path names.
    fn file(&self, path: &[String], depth: usize) -> Module {
        let is_file = |length: &usize| self.code.contains_key(&path[..*length]);
        let length = (0..=path.len()).rev().find(is_file).unwrap_or_default();
        let (module, rest) = path.split_at(length);
        let offered = rest
            .first()
            .and_then(|name| self.offers.get(module)?.get(name));
        match offered {
            Some(at) if depth > 0 && at[..] != *path => {
                self.file(&[at, &rest[1..]].concat(), depth - 1)
            }
            _ => module.to_vec(),
        }
    }

    /// The other files that a file names.
    fn imports(&self, module: &Module) -> BTreeSet<Module> {
        let text = &self.code[module];
        let mut found = BTreeSet::new();
        let children = self
            .code
            .keys()
            .filter(|child| child.split_last().is_some_and(|(_, of)| of == &module[..]));
        let children: BTreeSet<&String> = children.filter_map(|child| child.last()).collect();
        for (at, _) in text.match_indices("::") {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let begin = text[..at]
                .rfind(|c| !word(c))
                .map_or(0, |before| before + 1);
            let head = text[begin..at].to_owned();
            if text[..begin].ends_with(':') || !(is_root(&head) || children.contains(&head)) {
                continue;
            }
            for path in paths(&text[begin..]) {
                found.insert(self.file(&absolute(module, &path), 8));
            }
        }
        found.remove(module);
        found
    }

    /// The circles that have too many files.
    fn knots(&self) -> Vec<Vec<String>> {
        let imports: BTreeMap<&Module, BTreeSet<Module>> = self
            .code
            .keys()
            .map(|module| (module, self.imports(module)))
            .collect();
        let reached = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                open.extend(
                    imports[&next]
                        .iter()
                        .filter(|other| seen.insert((*other).clone()))
                        .cloned(),
                );
            }
            seen
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> = self
            .code
            .keys()
            .map(|module| (module, reached(module)))
            .collect();
        let mut left: BTreeSet<&Module> = self.code.keys().collect();
        let mut knots = Vec::new();
        while let Some(module) = left.pop_first() {
            let is_in_circle = |other: &&Module| {
                reached[module].contains(*other) && reached[*other].contains(module)
            };
            let mut circle: Vec<&Module> = left.iter().copied().filter(is_in_circle).collect();
            left.retain(|other| !circle.contains(other));
            circle.push(module);
            if circle.len() > CIRCLE_MAX {
                knots.push(circle.iter().map(|module| module.join("::")).collect());
            }
        }
        knots
    }
}

fn is_root(name: &str) -> bool {
    matches!(name, "crate" | "self" | "super")
}

/// A path as it is written in `module`, from the crate's root on.
fn absolute(module: &Module, path: &[String]) -> Module {
    let mut at = module.clone();
    let mut rest = path;
    while let [first, others @ ..] = rest {
        match &first[..] {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            _ => break,
        }
        rest = others;
    }
    at.extend_from_slice(rest);
    at
}

#[test]
fn no_circle_has_more_than_five_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).unwrap();
    let folders = crates.map(|entry| entry.unwrap().path().join("src"));
    let knots = folders
        .chain([root.join("src")])
        .flat_map(|folder| Modules::read(&folder).knots());
    let knots: Vec<Vec<String>> = knots.collect();
    assert!(knots.is_empty(), "{knots:#?}");
}

#[test]
fn a_circle_is_found_by_the_ways_in_which_modules_name_each_other() {
    let file = |name: &str, text: &str| {
        let module: Module = name
            .split('/')
            .filter(|name| !name.is_empty())
            .map(Into::into)
            .collect();
        (module, text.to_owned())
    };
    let modules = |files: &[(&str, &str)]| {
        let code: BTreeMap<Module, String> =
            files.iter().map(|(name, text)| file(name, text)).collect();
        let root = BTreeMap::from([("C".to_owned(), vec!["c".to_owned(), "C".to_owned()])]);
        Modules {
            code,
            offers: BTreeMap::from([(Vec::new(), root)]),
        }
    };
    let names = |files: &[(&str, &str)], of: &str| -> Vec<String> {
        let imports = modules(files).imports(&vec![of.to_owned()]);
        imports.iter().map(|module| module.join("::")).collect()
    };
    let files = [
        ("", "pub use c::C;"),
        ("a", "use crate::b::{self, d::E};\nuse crate::C;"),
        ("b", "fn f() { super::c::g() }"),
        ("b/d", "use super::super::a;"),
        ("c", "use self::inside::A;"),
    ];
    assert_eq!(names(&files, "a"), ["b", "b::d", "c"]);
    assert_eq!(names(&files, "b"), ["c"]);
    assert!(names(&files, "c").is_empty());
    let many: Vec<(String, String)> = (0..7)
        .map(|at| (format!("m{at}"), format!("use crate::m{};", (at + 1) % 7)))
        .collect();
    let many: Vec<(&str, &str)> = many
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    assert_eq!(modules(&many).knots()[0].len(), 7);
    assert!(modules(&files).knots().is_empty(), "of two files");
}
