//! Joins a script of the page with the modules that it imports: a host loads one file. All names of a joined script are in one
//! scope, so none may be declared twice. An import stands in one line, as `import { name } from "./modules/file.js";`.
//!
//! In place of a line `// words: FILE ID ...` a script has messages of `locales/` in all languages, as the object `PHRASES`; in place
//! of `<!-- words: FILE ID -->` markup has a paragraph in each.
//!
//! A script that begins with `"use strict";` is published as a classic one, in a function of its own: modules do not reach a
//! frame without an origin whose host leaves out a header.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const CLASSIC: &str = "\"use strict\";\n";

/// The text of `script` with that of its modules, each once, before what imports it.
///
/// # Errors
/// Where a file cannot be read, or an import or a name is not as it has to be: a sentence with the file's name.
pub fn joined(script: &Path) -> Result<String, String> {
    let mut joint = Joint::default();
    joint.add(script, true)?;
    let text = joint.text;
    Ok(match text.split_once(CLASSIC) {
        Some((head, body)) if is_comment(head) => {
            format!("{head}(() => {{\n{CLASSIC}{body}}})();\n")
        }
        _ => text,
    })
}

/// The text of a file of markup with its words.
///
/// # Errors
/// Where the file cannot be read, or the words are not as they have to be: a sentence with the file's name.
pub fn with_words(markup: &Path) -> Result<String, String> {
    let failed = |what: String| format!("{}: {what}", markup.display());
    let text = fs::read_to_string(markup).map_err(|error| failed(error.to_string()))?;
    let mut lines = Vec::new();
    for line in text.lines() {
        let asked = line.strip_prefix("<!-- words: ");
        match asked.and_then(|asked| asked.strip_suffix(" -->")?.split_once(' ')) {
            Some((file, id)) => {
                let words = phrases::markup(&locales(markup)?, file, id).map_err(failed)?;
                lines.extend(words);
            }
            None => lines.push(line.to_owned()),
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The nearest folder `locales` above a file.
fn locales(file: &Path) -> Result<PathBuf, String> {
    let mut folders = file.ancestors().map(|above| above.join("locales"));
    let folder = folders.find(|folder| folder.is_dir());
    folder.ok_or_else(|| format!("{}: no folder `locales` above it", file.display()))
}

fn is_comment(head: &str) -> bool {
    head.lines().all(|line| line.starts_with("//"))
}

/// The modules joined so far, and their common scope.
#[derive(Default)]
struct Joint {
    text: String,
    /// The modules in it, with what each exports.
    modules: Vec<(PathBuf, BTreeSet<String>)>,
    /// Every name of the common scope.
    names: BTreeSet<String>,
}

impl Joint {
    fn add(&mut self, file: &Path, is_script: bool) -> Result<(), String> {
        let failed = |what: String| format!("{}: {what}", file.display());
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let mut exported = BTreeSet::new();
        let mut kept = String::new();
        // A script's own comment and directive stay in front.
        let head = match text.split_once(CLASSIC) {
            Some((head, _)) if is_script && is_comment(head) => head.len() + CLASSIC.len(),
            _ => 0,
        };
        let (head, body) = text.split_at(head);
        self.text += head;
        let body = with_phrases(file, body, is_script).map_err(failed)?;
        for line in body.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let (names, path) = read_import(import).ok_or_else(|| {
                    failed(format!("this import is not understood: import {import}"))
                })?;
                self.import(file, names, path)?;
                continue;
            }
            let own = line.strip_prefix("export ");
            if let Some(name) = declared(own.unwrap_or(line)) {
                if !self.names.insert(name.to_owned()) {
                    return Err(failed(format!(
                        "`{name}` is declared in another file as well"
                    )));
                }
                if own.is_some() {
                    exported.insert(name.to_owned());
                }
            }
            kept += own.filter(|_| !is_script).unwrap_or(line);
            kept.push('\n');
        }
        self.text += &kept;
        self.modules.push((file.to_owned(), exported));
        Ok(())
    }

    fn import(&mut self, from: &Path, names: &str, path: &str) -> Result<(), String> {
        let file = from.with_file_name("").join(path);
        let file = file.components().collect::<PathBuf>();
        let at = |joint: &Joint| joint.modules.iter().position(|(known, _)| *known == file);
        if at(self).is_none() {
            self.add(&file, false)?;
        }
        let exported = at(self).and_then(|at| self.modules.get(at));
        let lacks = |name: &&str| exported.is_none_or(|(_, exported)| !exported.contains(*name));
        match names.split(',').map(str::trim).find(lacks) {
            Some(name) => Err(format!("{}: {path} exports no `{name}`", from.display())),
            None => Ok(()),
        }
    }
}

/// A script with the messages that it asks for, which a module exports.
fn with_phrases(file: &Path, body: &str, is_script: bool) -> Result<String, String> {
    let mut text = String::new();
    for line in body.lines() {
        match line.strip_prefix("// words: ") {
            Some(asked) => {
                let mut asked = asked.split(' ');
                let name = asked.next().unwrap_or_default();
                let ids: Vec<&str> = asked.collect();
                text += if is_script { "" } else { "export " };
                text += &phrases::script(&locales(file)?, name, &ids)?.join("\n");
            }
            None => text += line,
        }
        text.push('\n');
    }
    Ok(text)
}

/// The names and the path of `{ a, b } from "./c.js";`.
fn read_import(import: &str) -> Option<(&str, &str)> {
    let (names, from) = import.strip_prefix("{ ")?.split_once(" } from \"")?;
    Some((names, from.strip_suffix("\";")?.strip_prefix("./")?))
}

/// The name that a line declares for the whole file: it begins at the margin.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["const ", "let ", "function ", "class "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some(rest.split_at(end).0).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins `a.js` of these files.
    fn of(name: &str, files: &[(&str, &str)]) -> Result<String, String> {
        let folder = std::env::temp_dir().join(format!("join-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("modules")).unwrap();
        for (path, text) in files {
            fs::write(folder.join(path), text).unwrap();
        }
        let text = joined(&folder.join("a.js"));
        fs::remove_dir_all(&folder).unwrap();
        text.map_err(|error| error.replace(&folder.display().to_string(), ""))
    }

    #[test]
    fn a_module_stands_once_before_what_imports_it() {
        let files = [
            (
                "a.js",
                "// A.\nimport { b } from \"./modules/b.js\";\nimport { c } from \"./modules/c.js\";\nexport const a = b + c;\n",
            ),
            (
                "modules/b.js",
                "import { c } from \"./c.js\";\nexport const b = c;\n",
            ),
            ("modules/c.js", "export const c = 1;\n"),
        ];
        let text = of("once", &files).unwrap();
        assert_eq!(
            text,
            "const c = 1;\nconst b = c;\n// A.\nexport const a = b + c;\n"
        );
    }

    #[test]
    fn a_classic_script_stands_in_a_function() {
        let files = [
            (
                "a.js",
                "// A.\n\"use strict\";\nimport { b } from \"./modules/b.js\";\nb();\n",
            ),
            ("modules/b.js", "export function b() {}\n"),
        ];
        let text = of("classic", &files).unwrap();
        assert_eq!(
            text,
            "// A.\n(() => {\n\"use strict\";\nfunction b() {}\nb();\n})();\n"
        );
    }

    #[test]
    fn words_are_in_the_scope_of_a_script_and_exported_by_a_module() {
        let folder = std::env::temp_dir().join(format!("join-words-{}", std::process::id()));
        fs::create_dir_all(folder.join("locales/en")).unwrap();
        let messages = "go-on = Go on\nlate = <b>Late</b>\n";
        fs::write(folder.join("locales/en/few.ftl"), messages).unwrap();
        fs::write(
            folder.join("a.js"),
            "import { PHRASES } from \"./b.js\";\nPHRASES.en;\n",
        )
        .unwrap();
        fs::write(folder.join("b.js"), "// words: few lang go-on\n").unwrap();
        fs::write(folder.join("a.html"), "<p>\n<!-- words: few late -->\n").unwrap();
        let object =
            "const PHRASES = {\n  en: {\n    lang: \"en\",\n    goOn: \"Go on\",\n  },\n};\n";
        let text = joined(&folder.join("a.js")).unwrap();
        assert_eq!(text, format!("{object}PHRASES.en;\n"));
        assert_eq!(joined(&folder.join("b.js")).unwrap(), object);
        let text = with_words(&folder.join("a.html")).unwrap();
        assert_eq!(text, "<p>\n<p lang=\"en\"><b>Late</b></p>\n");
        fs::write(folder.join("b.js"), "// words: few gone\n").unwrap();
        assert!(joined(&folder.join("b.js")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        for (name, a, why) in [
            (
                "lacks",
                "import { x } from \"./modules/b.js\";\n",
                "exports no `x`",
            ),
            (
                "twice",
                "import { b } from \"./modules/b.js\";\nlet b = 1;\n",
                "`b` is declared in another file",
            ),
            (
                "form",
                "import b from \"./modules/b.js\";\n",
                "not understood",
            ),
            (
                "circle",
                "import { c } from \"./modules/c.js\";\n",
                "declared in another file",
            ),
            (
                "missing",
                "import { b } from \"./modules/d.js\";\n",
                "d.js: ",
            ),
        ] {
            let files = [
                ("a.js", a),
                ("modules/b.js", "export const b = 1;\n"),
                (
                    "modules/c.js",
                    "const c = 1;\nimport { c } from \"./c.js\";\n",
                ),
            ];
            let error = of(name, &files).unwrap_err();
            assert!(error.contains(why), "{name}: {error}");
        }
    }
}
