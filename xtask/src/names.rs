//! Short names between a wasm module and its script. wasm-bindgen gives each import a name with 16 digits in it, written
//! out in both; nobody outside these two files says them, so they are renamed in both or not at all.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use wasm_encoder::{EntityType, ExportSection, ImportSection, Module, RawSection};
use wasmparser::{ExportSectionReader, ImportSectionReader, Parser, Payload, Validator};

/// A module and the script that loads it.
pub struct Pair {
    pub wasm: Vec<u8>,
    pub script: String,
}

/// The same pair with short names, and without the sections that only tools read.
///
/// # Errors
/// Names what does not look as wasm-bindgen writes it; then nothing is to be published.
pub fn shorten(wasm: &[u8], script: &str) -> Result<Pair, String> {
    let names = Names::of(wasm, script)?;
    let wasm = names.in_module(wasm)?;
    Validator::new()
        .validate_all(&wasm)
        .map_err(|error| format!("the module is not valid after the renaming: {error}"))?;
    let script = names.in_script(script)?;
    Ok(Pair { wasm, script })
}

/// What each name becomes.
struct Names {
    /// The one module that everything is imported from, as the script spells it.
    module: String,
    imports: BTreeMap<String, String>,
    /// Only what the script asks for by `wasm.name`.
    exports: BTreeMap<String, String>,
}

const MODULE: &str = "a";
const EXPORTS: &str = "wasm.";

impl Names {
    fn of(wasm: &[u8], script: &str) -> Result<Self, String> {
        for other_way in ["wasm[", "exports[", "exports.", "in wasm)"] {
            if script.contains(other_way) {
                return Err(format!(
                    "the script reaches exports by `{other_way}`, which the renaming does not follow"
                ));
            }
        }
        let (mut modules, mut imports, mut exports) = <(BTreeSet<_>, Vec<_>, Vec<_>)>::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.map_err(unreadable)? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import.map_err(unreadable)?;
                        modules.insert(import.module.to_owned());
                        imports.push(import.name.to_owned());
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        exports.push(export.map_err(unreadable)?.name.to_owned());
                    }
                }
                _ => {}
            }
        }
        let asked = |name: &String| {
            uses(script, name)
                .iter()
                .any(|at| script[..*at].ends_with(EXPORTS))
        };
        exports.retain(asked);
        let module = modules.pop_first().unwrap_or_default();
        if !modules.is_empty() {
            return Err("the module imports from several modules; one was expected".into());
        }
        Ok(Self {
            module,
            imports: numbered(imports),
            exports: numbered(exports),
        })
    }

    fn in_module(&self, wasm: &[u8]) -> Result<Vec<u8>, String> {
        let mut module = Module::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload.map_err(unreadable)?;
            match &payload {
                Payload::ImportSection(section) => {
                    module.section(&self.imports(section.clone())?);
                }
                Payload::ExportSection(section) => {
                    module.section(&self.exports(section.clone())?);
                }
                Payload::CustomSection(_) => {}
                other => {
                    if let Some((id, range)) = other.as_section() {
                        let data = wasm.get(range.start as usize..range.end as usize);
                        let data = data.ok_or("a section ends behind the file")?;
                        module.section(&RawSection { id, data });
                    }
                }
            }
        }
        Ok(module.finish())
    }

    fn imports(&self, section: ImportSectionReader) -> Result<ImportSection, String> {
        let mut renamed = ImportSection::new();
        for import in section.into_imports() {
            let import = import.map_err(unreadable)?;
            let kind = EntityType::try_from(import.ty).map_err(|error| {
                format!("the import {} cannot be written: {error}", import.name)
            })?;
            renamed.import(MODULE, short(&self.imports, import.name), kind);
        }
        Ok(renamed)
    }

    fn exports(&self, section: ExportSectionReader) -> Result<ExportSection, String> {
        let mut renamed = ExportSection::new();
        for export in section {
            let export = export.map_err(unreadable)?;
            renamed.export(
                short(&self.exports, export.name),
                export.kind.into(),
                export.index,
            );
        }
        Ok(renamed)
    }

    fn in_script(&self, script: &str) -> Result<String, String> {
        let mut changes = BTreeMap::new();
        let quoted = format!("\"{}\"", self.module);
        let places: Vec<_> = script.match_indices(&quoted).collect();
        let [(at, _)] = places[..] else {
            return Err(format!(
                "{quoted} stands {} times in the script",
                places.len()
            ));
        };
        changes.insert(at, (quoted.as_str(), Cow::Owned(format!("\"{MODULE}\""))));
        for (name, short) in &self.imports {
            match uses(script, name)[..] {
                [at] if script[at + name.len()..].starts_with(':') => {
                    changes.insert(at, (name, short.into()));
                }
                ref places => {
                    return Err(format!(
                        "the import {name} stands {} times in the script, where one property was expected",
                        places.len()
                    ));
                }
            }
        }
        for (name, short) in &self.exports {
            let asked = uses(script, name).into_iter();
            for at in asked.filter(|at| script[..*at].ends_with(EXPORTS)) {
                changes.insert(at, (name, short.into()));
            }
        }
        let (mut text, mut end) = (String::new(), 0);
        for (at, (old, new)) in changes {
            text.push_str(&script[end..at]);
            text.push_str(&new);
            end = at + old.len();
        }
        text.push_str(&script[end..]);
        Ok(text)
    }
}

/// Where `name` stands as a whole word.
fn uses(script: &str, name: &str) -> Vec<usize> {
    let in_word = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
    let whole = |at: &usize| {
        !script[..*at].ends_with(in_word) && !script[at + name.len()..].starts_with(in_word)
    };
    let places = script.match_indices(name).map(|(at, _)| at);
    places.filter(whole).collect()
}

/// a to z, then aa, ab, ...: in the order of the names, so that the same build gives the same bytes.
fn numbered(names: Vec<String>) -> BTreeMap<String, String> {
    let names: BTreeSet<String> = names.into_iter().collect();
    names
        .into_iter()
        .enumerate()
        .map(|(at, name)| (name, letters(at)))
        .collect()
}

fn letters(number: usize) -> String {
    let last = char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]);
    match number / 26 {
        0 => last.to_string(),
        rest => letters(rest - 1) + &last.to_string(),
    }
}

fn short<'a>(names: &'a BTreeMap<String, String>, name: &'a str) -> &'a str {
    names.get(name).map_or(name, String::as_str)
}

fn unreadable(error: wasmparser::BinaryReaderError) -> String {
    format!("the module cannot be read: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, CustomSection, ExportKind, Function, FunctionSection, TypeSection,
    };

    /// Imports `__wbg_log_01` and `__wbg_now_23` from `./page_bg.js`, exports `start` and `unasked`.
    fn module() -> Vec<u8> {
        let (mut types, mut imports, mut functions, mut exports, mut code) = <(
            TypeSection,
            ImportSection,
            FunctionSection,
            ExportSection,
            CodeSection,
        )>::default();
        types.ty().function([], []);
        imports.import("./page_bg.js", "__wbg_log_01", EntityType::Function(0));
        imports.import("./page_bg.js", "__wbg_now_23", EntityType::Function(0));
        functions.function(0);
        exports.export("start", ExportKind::Func, 2);
        exports.export("unasked", ExportKind::Func, 0);
        let mut body = Function::new([]);
        body.instructions().call(1).end();
        code.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&exports).section(&code);
        module.section(&CustomSection {
            name: "producers".into(),
            data: (&[0]).into(),
        });
        module.finish()
    }

    const SCRIPT: &str = r#"
        export function start() { wasm.start(); }
        const imports = { __wbg_log_01: function () {}, __wbg_now_23: () => wasm.start, };
        return { "./page_bg.js": imports, __wbg_now_234: 0 };"#;

    #[test]
    fn both_sides_get_the_same_names_and_nothing_else_changes() {
        let Pair { wasm, script } = shorten(&module(), SCRIPT).unwrap();
        assert_eq!(
            script,
            r#"
        export function start() { wasm.a(); }
        const imports = { a: function () {}, b: () => wasm.a, };
        return { "a": imports, __wbg_now_234: 0 };"#
        );
        let text = String::from_utf8_lossy(&wasm);
        for gone in ["__wbg", "page_bg", "start", "producers"] {
            assert!(!text.contains(gone), "{gone}");
        }
        assert!(text.contains("unasked"), "an embedder may ask for it");
    }

    #[test]
    fn a_script_of_another_shape_is_refused() {
        for (from, to) in [
            ("__wbg_log_01:", "log:"),
            ("__wbg_log_01: ", "__wbg_log_01() {}, other: "),
            ("() {}", "() { __wbg_log_01 }"),
            ("./page_bg.js", "./elsewhere.js"),
            ("wasm.start()", "wasm['start']()"),
            ("wasm.start()", "instance.exports.start()"),
        ] {
            let script = SCRIPT.replace(from, to);
            assert_ne!(script, SCRIPT);
            assert!(shorten(&module(), &script).is_err(), "{to}");
        }
        assert!(shorten(b"not a module", SCRIPT).is_err());
    }

    #[test]
    fn names_are_letters_in_a_row() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(letters).to_vec();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
