//! The floors that ARCHITECTURE.md draws. Cargo refuses an import upwards: here the manifests are held against the
//! picture, and the sources against what no manifest can say. Below the line nothing reads a clock, a random number, the
//! page or the system; within the page and within the keyspace rooms lie above each other too. Not a parser of Rust: it
//! reads the paths that this project writes.

mod circles;
mod code;
mod names;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use code::{code_only, sources};

/// The floors as ARCHITECTURE.md draws them.
struct Floors {
    /// From the top down. Modules of one floor do not import each other.
    floors: Vec<Vec<&'static str>>,
    /// The number of floors above the line.
    above_the_line: usize,
}

/// Lines of the drawing are floors, whose modules stand before the first `│`, and one line that is a rule.
static FLOORS: LazyLock<Floors> = LazyLock::new(|| {
    let text = include_str!("../../ARCHITECTURE.md");
    let (_, drawing) = text.split_once("```floors\n").expect("a drawing");
    let (drawing, _) = drawing.split_once("```").expect("the drawing's end");
    let lines: Vec<&str> = drawing.lines().collect();
    let is_rule = |line: &&str| line.starts_with('─');
    let above_the_line = lines.iter().position(is_rule).expect("a line");
    let floors = lines.iter().filter(|line| !is_rule(line)).map(|line| {
        let (modules, _) = line.split_once('│').expect("modules and what they are");
        modules.trim().split(", ").collect()
    });
    Floors {
        floors: floors.collect(),
        above_the_line,
    }
});

/// Modules that a crate may not import although it may import others of theirs: `sim` states facts, and the sentences about
/// them are in `tell`.
const BARRED: &[(&str, &str)] = &[("sim", "base::text")];

/// Types of what can change in a `static`: state of the whole process.
const SHARED: &[&str] = &["Atomic", "Cell", "Lazy", "Mutex", "Once", "RwLock"];

/// Where there is such a state below the line: the list of the parts of the wasm that have come.
const LOADER: (&str, &str) = ("base", "part.rs");

/// Crates and types that bring a clock, random numbers or the browser, or whose order differs between runs.
const OUTSIDE: &[&str] = &[
    "HashMap",
    "HashSet",
    "Instant",
    "RandomState",
    "SystemTime",
    "getrandom",
    "gloo",
    "gloo_timers",
    "js_sys",
    "rand",
    "wasm_bindgen",
    "web_sys",
    "yew",
];

/// Parts of std that read the clock or reach out of the process.
const OUTSIDE_STD: &[&str] = &["env", "fs", "net", "process", "thread", "time"];

#[test]
fn every_crate_stands_on_lower_floors_only() {
    let mut found = Vec::new();
    for own in crates() {
        let manifest = fs::read_to_string(root().join("crates").join(&own).join("Cargo.toml"));
        found.extend(upwards(&own, &manifest.unwrap()));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_module_keeps_to_its_floor() {
    let mut found = Vec::new();
    let mut count = 0;
    let page = sources(&root().join("src"));
    let page = page.iter().map(|(path, text)| {
        let own = path.split('/').next().unwrap_or_default();
        (
            own.trim_end_matches(".rs").to_owned(),
            path.clone(),
            text.clone(),
        )
    });
    let below = crates().into_iter().flat_map(|own| {
        let files = sources(&root().join("crates").join(&own).join("src")).into_iter();
        files.map(move |(path, text)| (own.clone(), path, text))
    });
    for (own, path, text) in page.chain(below) {
        count += 1;
        found.extend(violations(&own, &path, &text));
    }
    assert!(count > 400, "{count} sources were read");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// So the tests of the floors that pass with the page's features pass without them: the suite `bare` does not run them again.
#[test]
fn only_the_roots_list_of_modules_depends_on_a_feature() {
    let below = crates()
        .into_iter()
        .map(|own| root().join("crates").join(own).join("src"));
    let folders = below.chain([root().join("src")]);
    let all = folders.flat_map(|folder| sources(&folder));
    let depend = all.filter(|(_, text)| text.contains("feature = \""));
    let paths: Vec<String> = depend.map(|(path, _)| path).collect();
    assert_eq!(paths, ["lib.rs"]);
}

#[test]
fn the_drawing_names_the_crates_and_modules_that_there_are() {
    let mut drawn: Vec<String> = FLOORS.floors.concat().into_iter().map(Into::into).collect();
    drawn.push("lib".to_owned());
    drawn.sort_unstable();
    let mut found: Vec<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .chain(crates())
        .collect();
    found.sort_unstable();
    assert_eq!(drawn, found);
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the folders in crates/.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// The dependencies in a crate's manifest that are not on a lower floor. What its tests need may stand anywhere.
fn upwards(own: &str, manifest: &str) -> Vec<String> {
    let Some(own_floor) = floor(own) else {
        return vec![no_floor(own)];
    };
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let names = dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ']).next());
    names
        .filter(|name| floor(name).is_some_and(|floor| floor <= own_floor))
        .map(|name| format!("{own} depends on {name}"))
        .collect()
}

fn no_floor(own: &str) -> String {
    format!("`{own}` has no floor; give it one in ARCHITECTURE.md")
}

#[test]
fn a_dependency_from_above_or_from_beside_is_found() {
    let manifest =
        |names: &str| format!("[package]\n\n[dependencies]\n{names}\n[lints]\nworkspace = true\n");
    let of = |own: &str, names: &str| upwards(own, &manifest(names));
    assert_eq!(
        of("keyspace", "sim.workspace = true\n"),
        ["keyspace depends on sim"]
    );
    assert_eq!(
        of(
            "cli",
            "base.workspace = true\nlock = { path = \"../lock\" }\n"
        ),
        ["cli depends on lock"]
    );
    assert!(of("sim", "keyspace.workspace = true\nproptest = \"1\"\n").is_empty());
    assert_eq!(of("misc", ""), [no_floor("misc")]);
}

/// The rooms of the keyspace as docs/design/keyspace.md draws them, from the top down.
static ROOMS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let text = include_str!("../../docs/design/keyspace.md");
    let (_, drawing) = text.split_once("```rooms\n").expect("a drawing");
    let (drawing, _) = drawing.split_once("```").expect("the drawing's end");
    let rooms = drawing.lines().filter_map(|line| line.split_once('│'));
    rooms.map(|(room, _)| room.trim()).collect()
});

#[test]
fn every_room_of_the_keyspace_imports_from_lower_rooms_only() {
    let keyspace = root().join("crates/keyspace/src");
    let files = sources(&keyspace);
    let mut found = Vec::new();
    for (path, text) in &files {
        found.extend(between_rooms(path, text));
    }
    assert!(files.len() > 50, "{} sources were read", files.len());
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_drawing_of_rooms_names_the_folders_that_there_are() {
    let keyspace = root().join("crates/keyspace/src");
    let folders = fs::read_dir(keyspace).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.file_type().unwrap().is_dir());
    let mut found: Vec<String> = folders
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    found.sort_unstable();
    let mut drawn = ROOMS.clone();
    drawn.sort_unstable();
    assert_eq!(drawn, found);
}

#[test]
fn an_import_between_rooms_is_found() {
    let found = between_rooms(
        "storage/list.rs",
        "use crate::server::args;\nuse crate::storage::key::Key;\n",
    );
    assert_eq!(found, ["storage/list.rs: server, line 1"]);
    let found = between_rooms("commands/sets.rs", "use crate::commands::lists::pop;\n");
    assert_eq!(found, ["commands/sets.rs: commands, line 1"]);
    let found = between_rooms("commands/sets.rs", "fn f() { super::lists::pop() }\n");
    assert_eq!(found, ["commands/sets.rs: a neighbour, line 1"]);
    let found = between_rooms("number.rs", "use crate::{storage, words};\n");
    assert_eq!(found, ["number.rs: storage, line 1"]);
    assert!(between_rooms("server/call.rs", "use super::args;\nuse crate::storage;\n").is_empty());
    assert!(
        between_rooms(
            "commands/sets.rs",
            "#[cfg(test)]\nmod tests {\n    use super::*;\n}\n"
        )
        .is_empty()
    );
}

/// The imports of a file of the keyspace that lead to a room above its own, or from one file of commands to another.
fn between_rooms(path: &str, text: &str) -> Vec<String> {
    let rank = |room: &str| ROOMS.iter().position(|other| *other == room);
    let own = path.split('/').next().unwrap_or_default();
    let is_front = matches!(path, "lib.rs" | "families.rs" | "commands/mod.rs");
    let code = code_only(text);
    let mut found = Vec::new();
    if is_front {
        return found;
    }
    for (at, room) in heads(&code, "crate::") {
        let is_above = match (rank(&room), rank(own)) {
            (Some(other), Some(own)) => other < own || other == own && room == "commands",
            (Some(_), None) => true,
            _ => false,
        };
        if is_above {
            found.push(format!("{path}: {room}, line {}", line(&code, at)));
        }
    }
    if own == "commands" {
        for (at, _) in heads(&code, "super::") {
            found.push(format!("{path}: a neighbour, line {}", line(&code, at)));
        }
    }
    found
}

#[test]
fn an_import_that_leaves_its_floor_is_found() {
    let found = violations("ui", "ui/prompt.rs", "use crate::embed::Island;");
    assert_eq!(found, ["ui/prompt.rs:1: ui imports embed"]);
    let found = violations(
        "ui",
        "ui/prompt/mod.rs",
        "fn f() -> super::super::embed::Island {}",
    );
    assert_eq!(found, ["ui/prompt/mod.rs:1: ui imports embed"]);
    let found = violations("sim", "status.rs", "use base::text::Text;");
    assert_eq!(found, ["status.rs:1: sim imports base::text"]);
    assert!(violations("sim", "status.rs", "use base::part::Part;").is_empty());
    assert!(violations("ui", "ui/hints.rs", "use super::embedded;").is_empty());
}

#[test]
fn the_outside_world_is_found_below_the_line_and_allowed_above_it() {
    let source =
        "//! No Instant here.\nuse std::{fmt, time::Duration};\nlet map: HashMap<u8, u8>;\n";
    let found = violations("sim", "run.rs", source);
    assert_eq!(
        found,
        [
            "run.rs:3: sim names HashMap",
            "run.rs:2: sim names std::time"
        ]
    );
    assert!(violations("ui", "ui/page.rs", "use yew::prelude::*;").is_empty());
    let in_base = |source| violations("base", "text.rs", source);
    let quoted = "let text = \"Instant\"; // rand\nlet quote = '\"'; let lived: &'a str;";
    assert!(in_base(quoted).is_empty());
    let raw = "let a = r#\"say \"Instant\" \\\"#; let b = r\"\\\"; let c: rand;";
    assert_eq!(in_base(raw), ["text.rs:1: base names rand"]);
    let after = "let quote = '\"'; use yew;";
    assert_eq!(in_base(after), ["text.rs:1: base names yew"]);
}

#[test]
fn a_state_of_the_whole_process_is_found() {
    let of = |source| violations("keyspace", "server/scripts.rs", source);
    let found = ["server/scripts.rs:1: keyspace keeps a state of the process"];
    assert_eq!(
        of("static PROVIDED: OnceLock<&'static Engine> = OnceLock::new();"),
        found
    );
    assert_eq!(
        of("pub static SPARE: Mutex<Option<u8>> = Mutex::new(None);"),
        found
    );
    assert_eq!(of("static mut COUNT: u8 = 0;"), found);
    assert_eq!(
        of("thread_local! { static A: Cell<u8> = Cell::new(0); }").len(),
        2
    );
    assert!(of("static TABLE: [u8; 2] = [1, 2];\nfn f(spare: &'static Mutex<u8>) {}").is_empty());
    let loader = "static HERE: AtomicU8 = AtomicU8::new(0);";
    assert!(violations("base", "part.rs", loader).is_empty());
}

#[test]
fn tests_may_name_what_they_need() {
    let source = "fn f() {}\n#[cfg(test)]\nmod tests { use std::time::Instant; }\n";
    assert!(violations("cli", "format.rs", source).is_empty());
    let source = "#[cfg(test)]\nmod tests;\nuse std::time::Instant;\n";
    assert_eq!(
        violations("cli", "format.rs", source).len(),
        2,
        "they are elsewhere"
    );
    assert!(violations("cli", "session/tests.rs", source).is_empty());
    assert_eq!(violations("misc", "a.rs", ""), [no_floor("misc")]);
}

/// What in `text`, the file at `path` below the src of the crate or module `own`, leaves its floor. Unit tests may import
/// anything.
fn violations(own: &str, path: &str, text: &str) -> Vec<String> {
    let modules: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if own == "lib" || modules.last() == Some(&"tests") {
        return Vec::new();
    }
    let Some(own_floor) = floor(own) else {
        return vec![no_floor(own)];
    };
    let code = code_only(text);
    let mut found = Vec::new();
    for (_, barred) in BARRED.iter().filter(|(of, _)| *of == own) {
        for (at, _) in heads(&code, barred) {
            found.push(format!(
                "{path}:{}: {own} imports {barred}",
                line(&code, at)
            ));
        }
    }
    if own_floor >= FLOORS.above_the_line {
        for (at, word) in words(&code) {
            if OUTSIDE.contains(&word) {
                found.push(format!("{path}:{}: {own} names {word}", line(&code, at)));
            }
        }
        for at in states(&code).filter(|_| (own, path) != LOADER) {
            found.push(format!(
                "{path}:{}: {own} keeps a state of the process",
                line(&code, at)
            ));
        }
        for (at, part) in heads(&code, "std::") {
            if OUTSIDE_STD.contains(&part.as_str()) {
                found.push(format!(
                    "{path}:{}: {own} names std::{part}",
                    line(&code, at)
                ));
            }
        }
        return found;
    }
    let to_the_root = "super::".repeat(depth(&modules));
    for root in ["crate::", &to_the_root] {
        for (at, module) in heads(&code, root) {
            if module != own && floor(&module).is_some_and(|floor| floor <= own_floor) {
                found.push(format!(
                    "{path}:{}: {own} imports {module}",
                    line(&code, at)
                ));
            }
        }
    }
    found
}

/// The floor of a crate or of a module of the page, counted from the top.
fn floor(module: &str) -> Option<usize> {
    let mut floors = FLOORS.floors.iter();
    floors.position(|floor| floor.contains(&module))
}

/// The number of `super::` from a file's own module to the crate's root.
fn depth(modules: &[&str]) -> usize {
    modules.len() - usize::from(modules.last() == Some(&"mod"))
}

/// The first names after each `root`, with those of a group taken one by one, and where the root stands.
fn heads(code: &str, root: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(root) {
        let after_word =
            code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if after_word {
            continue;
        }
        let rest = &code[at + root.len()..];
        for name in group(rest) {
            found.push((at, name));
        }
    }
    found
}

/// `a::{b, c}` gives `a`; `{a::b, c::{d, e}}` gives `a` and `c`.
fn group(rest: &str) -> Vec<String> {
    let name_of = |text: &str| -> String {
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(is_part).collect()
    };
    let Some(inside) = rest.trim_start().strip_prefix('{') else {
        return vec![name_of(rest)];
    };
    let mut names = vec![name_of(inside)];
    let mut depth = 1;
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(name_of(&inside[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// Where a `static` begins that can change.
fn states(code: &str) -> impl Iterator<Item = usize> {
    let statics = code
        .match_indices("static ")
        .filter(|(at, _)| !code[..*at].ends_with('\''));
    let changing = statics.filter(|(at, _)| {
        let declaration = code[*at..].split(['=', ';']).next().unwrap_or_default();
        declaration.starts_with("static mut ")
            || SHARED.iter().any(|name| declaration.contains(name))
    });
    let threads = code.match_indices("thread_local!");
    changing.chain(threads).map(|(at, _)| at)
}

fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

fn line(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}
