//! One name, one thing: no two types of a crate have the same name. And no function is too long to be read at a glance.

use std::collections::BTreeMap;
use std::path::Path;

use super::code::{code_only, sources};

/// The most lines of a function.
const LINES_MAX: usize = 100;

/// The functions that are longer, each with its reason.
const LONG: &[(&str, &str, &str)] = &[(
    "crates/lua/src/lua/execute.rs",
    "execute",
    "the dispatch of all instructions, whose state has to stay in registers",
)];

/// The sources of each crate, by its folder: a program in src/bin is one of its own.
fn crates() -> BTreeMap<String, Vec<(String, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for folder in ["crates", "src"] {
        for (path, text) in sources(&root.join(folder)) {
            let path = format!("{folder}/{path}");
            let parts: Vec<&str> = path.split('/').collect();
            let own = match parts[..] {
                ["crates", name, "src", ..] => format!("crates/{name}"),
                ["src", "bin", program, _, ..] => format!("src/bin/{program}"),
                ["src", ..] => "src".to_owned(),
                _ => continue,
            };
            if path.ends_with("/tests.rs") {
                continue;
            }
            found.entry(own).or_default().push((path, code_only(&text)));
        }
    }
    found
}

/// The names of the types that a text defines.
fn types(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let rest = line.trim_start();
        let rest = match rest.strip_prefix("pub(crate) ") {
            Some(rest) => rest,
            None => rest.strip_prefix("pub ").unwrap_or(rest),
        };
        let (kind, rest) = rest.split_once(' ')?;
        // One of a trait is indented.
        let is_type = matches!(kind, "struct" | "enum" | "trait" | "union")
            || kind == "type" && !line.starts_with(' ');
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        is_type.then(|| &rest[..end])
    })
}

/// The functions of a text with their numbers of lines.
fn functions(code: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((before, after)) = line.split_once("fn ") else {
            continue;
        };
        let is_head = before.split_whitespace().all(|word| {
            word.starts_with("pub") || matches!(word, "const" | "async" | "unsafe" | "extern")
        });
        let name: String = after
            .chars()
            .take_while(|c| *c != '(' && *c != '<')
            .collect();
        let closing = format!("{}}}", &before[..before.len() - before.trim_start().len()]);
        let end = lines[at..].iter().position(|line| **line == closing);
        let body = lines[at..].iter().position(|line| line.ends_with('{'));
        let stops = lines[at..]
            .iter()
            .position(|line| line.ends_with(';') || line.ends_with("}"));
        if let (true, Some(end), Some(body)) = (is_head, end, body)
            && stops.is_none_or(|stops| body < stops)
        {
            found.push((name, end + 1));
        }
    }
    found
}

#[test]
fn no_two_types_of_a_crate_have_the_same_name() {
    let mut found = Vec::new();
    for (own, files) in crates() {
        let mut known: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, code) in &files {
            for name in types(code) {
                if let Some(other) = known.insert(name, path) {
                    found.push(format!("{own}: {name} is in {other} and in {path}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_function_is_longer_than_it_has_to_be() {
    let mut found = Vec::new();
    for (path, code) in crates().into_values().flatten() {
        let long = functions(&code).into_iter();
        let long = long.filter(|(_, lines)| *lines > LINES_MAX);
        found.extend(long.map(|(name, _)| (path.clone(), name)));
    }
    let known: Vec<(String, String)> = LONG
        .iter()
        .map(|(path, name, _)| (path.to_string(), name.to_string()))
        .collect();
    assert_eq!(found, known, "found, and known in LONG");
}

#[test]
fn types_and_functions_are_found() {
    let code =
        "pub struct A;\nimpl A {\n    type B = u8;\n    pub(crate) enum C {}\n}\ntype D<T> = T;\n";
    assert_eq!(types(code).collect::<Vec<_>>(), ["A", "C", "D"]);
    let code = "fn a() {}\nfn b(\n    c: fn(u8),\n) {\n    c(1);\n}\nimpl A {\n    pub const fn d<T>() {\n    }\n}\n";
    let found = functions(code);
    assert_eq!(found, [("b".to_owned(), 5), ("d".to_owned(), 2)]);
}
