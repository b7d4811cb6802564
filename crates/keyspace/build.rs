//! Makes a constant of the summary of each command. `words/` is a link to `locales/`, of which the package of this crate has
//! `commands.ftl` of each language. They are read line by line: whoever uses the crate need not compile a reader of Fluent's syntax.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use base::text::Lang;

/// A message: its id, its text and its line.
type Message = (String, String, usize);

fn main() {
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&folder).join("words");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut mistakes = Vec::new();
    let all = Lang::ALL.map(|lang| {
        let path = folder.join(lang.tag()).join("commands.ftl");
        println!("cargo::rerun-if-changed={}", path.display());
        messages(&path, lang.tag(), &mut mistakes)
    });
    let code = constants(&all, &mut mistakes);
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    for (name, code) in [("commands.rs", code), ("others.rs", others())] {
        if let Err(error) = fs::write(Path::new(&out).join(name), code) {
            mistakes.push(format!("{name}: {error}"));
        }
    }
    for mistake in mistakes {
        println!("cargo::error={mistake}");
    }
}

/// Where a mistake is.
fn place(language: &str, line: usize) -> String {
    format!("locales/{language}/commands.ftl:{line}")
}

/// The messages of a file, a line each.
fn messages(path: &Path, language: &str, mistakes: &mut Vec<String>) -> Vec<Message> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| {
        mistakes.push(format!("{}: {error}", path.display()));
        String::new()
    });
    let mut messages: Vec<Message> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let place = || place(language, at + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((id, text)) = line.split_once(" = ") else {
            mistakes.push(format!("{}: expected a line command = summary", place()));
            continue;
        };
        if text.contains(['{', '}', '\0']) {
            mistakes.push(format!("{}: a summary is plain text", place()));
        }
        if messages.iter().any(|(known, ..)| known == id) {
            mistakes.push(format!("{}: {id} is there twice", place()));
        }
        messages.push((id.to_owned(), text.trim().to_owned(), at + 1));
    }
    messages
}

/// A `Text` of each message.
fn constants(all: &[Vec<Message>], mistakes: &mut Vec<String>) -> String {
    let mut code = String::new();
    let [first, others @ ..] = all else {
        return code;
    };
    for (id, ..) in first {
        let mut texts = String::new();
        for (lang, messages) in Lang::ALL.iter().zip(all) {
            let (language, field) = (lang.tag(), lang.name());
            match messages.iter().find(|(known, ..)| known == id) {
                Some((_, text, _)) => {
                    let _ = write!(texts, "{field}: {text:?}, ");
                }
                None => mistakes.push(format!("{}: {id} is missing", place(language, 1))),
            }
        }
        let name = id.to_uppercase().replace('-', "_");
        let _ = writeln!(code, "pub const {name}: Text = Text {{ {texts}}};");
    }
    for (lang, messages) in Lang::ALL.iter().skip(1).zip(others) {
        let is_known = |id: &str| first.iter().any(|(known, ..)| known == id);
        for (id, _, line) in messages.iter().filter(|(id, ..)| !is_known(id)) {
            let place = place(lang.tag(), *line);
            mistakes.push(format!("{place}: {id} is left over: English lacks it"));
        }
    }
    code
}

/// For each language but English, whose summaries are facts, a static with those of all commands. By its name the page's wasm has
/// its bytes in a file of their own: see `base::text::words!`.
fn others() -> String {
    let (mut code, mut texts, mut fields, mut filled) =
        (String::new(), String::new(), String::new(), String::new());
    let names = Lang::ALL.iter().skip(1).map(|lang| lang.name());
    for (at, name) in names.enumerate() {
        let upper = name.to_uppercase();
        let _ = writeln!(
            code,
            "static WORDS_{upper}: [u8; PACK.summaries[{at}].len | 1] = PACK.summaries[{at}].bytes();"
        );
        let _ = write!(
            texts,
            "match std::str::from_utf8(&WORDS_{upper}) {{ Ok(texts) => texts, Err(_) => panic!(\"texts are text\") }}, "
        );
        let _ = write!(fields, "text.{name}, ");
        let _ = write!(filled, "{name}: of({at}), ");
    }
    let count = Lang::ALL.len() - 1;
    let _ = write!(
        code,
        "static SUMMARIES: [&str; {count}] = [{texts}];\n\
         const fn of_others(text: &Text) -> [&'static str; {count}] {{\n    [{fields}]\n}}\n\
         fn with_others(en: &'static str, of: impl Fn(usize) -> &'static str) -> Text {{\n    Text {{ en, {filled}}}\n}}\n"
    );
    code
}
