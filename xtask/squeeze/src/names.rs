//! Short names between the modules of a page and their script. wasm-bindgen gives each import a name with 16 digits in
//! it, written out in both; the parts import from the main module. Only these files use the names, so they are renamed in
//! all of them or not at all.
//!
//! Two of the names hold a digest of the build, so that files of different builds, mixed by a cache, do not link:
//! `WebAssembly.instantiate` fails with a `LinkError` instead of running one with the other's memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use wasm_encoder::{EntityType, ExportSection, ImportSection, Module, RawSection};
use wasmparser::{
    ExportSectionReader, ExternalKind, ImportSectionReader, Parser, Payload, Validator,
};

/// The main module, the script that loads it, and the other parts by the names of their files.
#[derive(Clone)]
pub struct Linked {
    pub main: Vec<u8>,
    pub script: String,
    pub parts: BTreeMap<String, Vec<u8>>,
}

/// The same with short names, and without the sections that only tools read.
///
/// # Errors
/// Names what does not look as wasm-bindgen and the splitter write it; then nothing is to be published.
pub fn shorten(long: &Linked) -> Result<Linked> {
    let names = Names::of(long)?;
    let parts = long.parts.iter().map(|(file, part)| {
        let part = names.in_part(part);
        let part = part.with_context(|| file.clone())?;
        Ok((file.clone(), part))
    });
    Ok(Linked {
        main: names.in_main(&long.main)?,
        script: names.in_script(&long.script)?,
        parts: parts.collect::<Result<_>>()?,
    })
}

/// The short name of each name.
struct Names {
    /// The one module that main imports from, as the script spells it.
    module: String,
    imports: BTreeMap<String, String>,
    /// Only what the script asks for by `wasm.name`, or a part imports.
    exports: BTreeMap<String, String>,
}

const MODULE: &str = "a";
const EXPORTS: &str = "wasm.";
/// The module that parts import from. Scripts pass main's exports under this name, so it stays.
const LINK: &str = "__wasm_split";
/// Hexadecimal digits of a build's digest.
const DIGITS: usize = 8;

impl Names {
    fn of(long: &Linked) -> Result<Self> {
        let script = &long.script;
        for other_way in ["wasm[", "exports[", "exports.", "in wasm)"] {
            if script.contains(other_way) {
                bail!(
                    "the script reaches exports by `{other_way}`, which the renaming does not follow"
                );
            }
        }
        let main = Interface::of(&long.main)?;
        let mut shared = BTreeSet::new();
        for (file, part) in &long.parts {
            for (module, name) in Interface::of(part)?.imports {
                if module != LINK {
                    bail!("{file} imports {name} from {module}, where {LINK} was expected");
                }
                if !main.exports.contains_key(&name) {
                    bail!("{file} imports {name}, which main does not export");
                }
                shared.insert(name);
            }
        }
        let modules: BTreeSet<&String> = main.imports.iter().map(|(module, _)| module).collect();
        if modules.len() > 1 {
            bail!("the module imports from several modules; one was expected");
        }
        let module = modules.first().map(|module| (*module).clone());
        let asked = |name: &String| {
            let uses = uses(script, name);
            shared.contains(name) || uses.iter().any(|at| script[..*at].ends_with(EXPORTS))
        };
        let exported = main.exports.keys().filter(|name| asked(name)).cloned();
        let mut exports = numbered(exported);
        let mut imports = numbered(main.imports.iter().map(|(_, name)| name.clone()));
        let digest = digest(long);
        // The script provides this import, so main links with no other script ...
        if let Some(first) = imports.values_mut().next() {
            first.push_str(&digest);
        }
        // ... and every part imports the memory, so main links with no other part.
        for (name, short) in &mut exports {
            if main.exports.get(name) == Some(&ExternalKind::Memory) {
                *short = format!("m{digest}");
            }
        }
        Ok(Self {
            module: module.unwrap_or_default(),
            imports,
            exports,
        })
    }

    fn in_main(&self, wasm: &[u8]) -> Result<Vec<u8>> {
        self.renamed(wasm, MODULE, &self.imports)
    }

    fn in_part(&self, wasm: &[u8]) -> Result<Vec<u8>> {
        self.renamed(wasm, LINK, &self.exports)
    }

    /// The module with everything imported from `from`, by the names that `imports` gives.
    fn renamed(
        &self,
        wasm: &[u8],
        from: &str,
        imports: &BTreeMap<String, String>,
    ) -> Result<Vec<u8>> {
        let mut module = Module::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            match &payload {
                Payload::ImportSection(section) => {
                    module.section(&imported(section.clone(), from, imports)?);
                }
                Payload::ExportSection(section) => {
                    module.section(&self.exports(section.clone())?);
                }
                Payload::CustomSection(_) => {}
                other => {
                    if let Some((id, range)) = other.as_section() {
                        let data = wasm.get(range.start as usize..range.end as usize);
                        let data = data.context("a section ends behind the file")?;
                        module.section(&RawSection { id, data });
                    }
                }
            }
        }
        let module = module.finish();
        Validator::new()
            .validate_all(&module)
            .context("the module is not valid after the renaming")?;
        Ok(module)
    }

    fn exports(&self, section: ExportSectionReader) -> Result<ExportSection> {
        let mut renamed = ExportSection::new();
        for export in section {
            let export = export?;
            renamed.export(
                short(&self.exports, export.name),
                export.kind.into(),
                export.index,
            );
        }
        Ok(renamed)
    }

    fn in_script(&self, script: &str) -> Result<String> {
        let mut changes = BTreeMap::new();
        let quoted = format!("\"{}\"", self.module);
        let places: Vec<_> = script.match_indices(&quoted).collect();
        let [(at, _)] = places[..] else {
            bail!("{quoted} stands {} times in the script", places.len());
        };
        changes.insert(at, (quoted.as_str(), Cow::Owned(format!("\"{MODULE}\""))));
        for (name, short) in &self.imports {
            match uses(script, name)[..] {
                [at] if script[at + name.len()..].starts_with(':') => {
                    changes.insert(at, (name, short.into()));
                }
                ref places => {
                    bail!(
                        "the import {name} stands {} times in the script, where one property was expected",
                        places.len()
                    );
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

/// The imports of a module, as module and name, and its exports.
struct Interface {
    imports: Vec<(String, String)>,
    exports: BTreeMap<String, ExternalKind>,
}

impl Interface {
    fn of(wasm: &[u8]) -> Result<Self> {
        let (mut imports, mut exports) = (Vec::new(), BTreeMap::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        imports.push((import.module.to_owned(), import.name.to_owned()));
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        exports.insert(export.name.to_owned(), export.kind);
                    }
                }
                _ => {}
            }
        }
        Ok(Self { imports, exports })
    }
}

fn imported(
    section: ImportSectionReader,
    from: &str,
    names: &BTreeMap<String, String>,
) -> Result<ImportSection> {
    let mut renamed = ImportSection::new();
    for import in section.into_imports() {
        let import = import?;
        let kind = EntityType::try_from(import.ty)
            .with_context(|| format!("the import {} cannot be written", import.name))?;
        renamed.import(from, short(names, import.name), kind);
    }
    Ok(renamed)
}

/// A digest of all files of a build, as they are before the renaming.
fn digest(long: &Linked) -> String {
    let mut digest = Sha256::new();
    let parts = long.parts.values().map(Vec::as_slice);
    for file in [&long.main, long.script.as_bytes()]
        .into_iter()
        .chain(parts)
    {
        digest.update((file.len() as u64).to_le_bytes());
        digest.update(file);
    }
    let mut text = format!("{:x}", digest.finalize());
    text.truncate(DIGITS);
    text
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
fn numbered(names: impl Iterator<Item = String>) -> BTreeMap<String, String> {
    let names: BTreeSet<String> = names.collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, ConstExpr, CustomSection, DataSection, ExportKind, Function, FunctionSection,
        GlobalSection, GlobalType, MemorySection, MemoryType, TypeSection, ValType,
    };

    const MEMORY: MemoryType = MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    const STACK: GlobalType = GlobalType {
        val_type: ValType::I32,
        mutable: true,
        shared: false,
    };

    /// Imports `__wbg_log_01` and `__wbg_now_23` from `./page_bg.js`; exports `start`, `unasked`, `memory` and
    /// `__stack_pointer`.
    fn main() -> Vec<u8> {
        let (mut types, mut imports, mut functions, mut exports, mut code) = <(
            TypeSection,
            ImportSection,
            FunctionSection,
            ExportSection,
            CodeSection,
        )>::default();
        let (mut memories, mut globals) = <(MemorySection, GlobalSection)>::default();
        types.ty().function([], []);
        imports.import("./page_bg.js", "__wbg_log_01", EntityType::Function(0));
        imports.import("./page_bg.js", "__wbg_now_23", EntityType::Function(0));
        functions.function(0);
        memories.memory(MEMORY);
        globals.global(STACK, &ConstExpr::i32_const(0));
        exports.export("start", ExportKind::Func, 2);
        exports.export("unasked", ExportKind::Func, 0);
        exports.export("memory", ExportKind::Memory, 0);
        exports.export("__stack_pointer", ExportKind::Global, 0);
        let mut body = Function::new([]);
        body.instructions().call(1).end();
        code.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&memories).section(&globals);
        module.section(&exports).section(&code);
        module.section(&CustomSection {
            name: "producers".into(),
            data: (&[0]).into(),
        });
        module.finish()
    }

    /// Imports main's memory and stack pointer from `module`, and brings `text`.
    fn part(module: &str, text: &str) -> Vec<u8> {
        let mut imports = ImportSection::new();
        imports.import(module, "memory", MEMORY);
        imports.import(module, "__stack_pointer", STACK);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(0), text.bytes());
        let mut part = Module::new();
        part.section(&imports).section(&data);
        part.finish()
    }

    const SCRIPT: &str = r#"
        export function start() { wasm.start(wasm.memory.buffer); }
        const imports = { __wbg_log_01: function () {}, __wbg_now_23: () => wasm.start, };
        return { "./page_bg.js": imports, __wbg_now_234: 0 };"#;

    fn linked(script: &str) -> Linked {
        let parts = [("page_help.wasm".to_owned(), part(LINK, "help"))];
        Linked {
            main: main(),
            script: script.to_owned(),
            parts: parts.into(),
        }
    }

    /// The digest that stands in the name of the exported memory.
    fn digest_in(short: &Linked) -> String {
        let exports = Interface::of(&short.main).unwrap().exports;
        let memory = exports
            .iter()
            .find(|(_, kind)| **kind == ExternalKind::Memory);
        memory.unwrap().0.strip_prefix('m').unwrap().to_owned()
    }

    #[test]
    fn all_sides_get_the_same_names_and_nothing_else_changes() {
        let short = shorten(&linked(SCRIPT)).unwrap();
        let digest = digest_in(&short);
        assert_eq!(digest.len(), DIGITS);
        assert_eq!(
            short.script,
            format!(
                r#"
        export function start() {{ wasm.c(wasm.m{digest}.buffer); }}
        const imports = {{ a{digest}: function () {{}}, b: () => wasm.c, }};
        return {{ "a": imports, __wbg_now_234: 0 }};"#
            )
        );
        let text = String::from_utf8_lossy(&short.main);
        for gone in ["__wbg", "page_bg", "start", "producers", "stack"] {
            assert!(!text.contains(gone), "{gone}");
        }
        assert!(text.contains("unasked"), "an embedder may ask for it");
        let imports = Interface::of(&short.parts["page_help.wasm"])
            .unwrap()
            .imports;
        let own = |name: &str| (LINK.to_owned(), name.to_owned());
        assert_eq!(imports, [own(&format!("m{digest}")), own("a")]);
    }

    #[test]
    fn a_page_without_parts_is_renamed_as_well() {
        let mut whole = linked(SCRIPT);
        whole.parts.clear();
        let short = shorten(&whole).unwrap();
        assert!(short.parts.is_empty() && !short.script.contains("wasm.start"));
        let exports = Interface::of(&short.main).unwrap().exports;
        assert!(
            exports.contains_key("__stack_pointer"),
            "nobody asks for it"
        );
    }

    #[test]
    fn another_build_has_another_digest_and_the_same_one_has_the_same_bytes() {
        let one = shorten(&linked(SCRIPT)).unwrap();
        let again = shorten(&linked(SCRIPT)).unwrap();
        assert!(one.main == again.main && one.script == again.script && one.parts == again.parts);
        let mut other = linked(SCRIPT);
        other
            .parts
            .insert("page_help.wasm".into(), part(LINK, "help!"));
        assert_ne!(digest_in(&one), digest_in(&shorten(&other).unwrap()));
        let other = linked(&SCRIPT.replace("() {}", "() { }"));
        assert_ne!(digest_in(&one), digest_in(&shorten(&other).unwrap()));
    }

    #[test]
    fn a_script_of_another_shape_is_refused() {
        for (from, to) in [
            ("__wbg_log_01:", "log:"),
            ("__wbg_log_01: ", "__wbg_log_01() {}, other: "),
            ("() {}", "() { __wbg_log_01 }"),
            ("./page_bg.js", "./elsewhere.js"),
            ("wasm.start(", "wasm['start']("),
            ("wasm.start(", "instance.exports.start("),
        ] {
            let script = SCRIPT.replace(from, to);
            assert_ne!(script, SCRIPT);
            assert!(shorten(&linked(&script)).is_err(), "{to}");
        }
        let mut damaged = linked(SCRIPT);
        damaged.main = b"not a module".into();
        assert!(shorten(&damaged).is_err());
    }

    #[test]
    fn a_part_that_main_cannot_serve_is_refused() {
        let refused = |part: Vec<u8>| {
            let mut linked = linked(SCRIPT);
            linked.parts.insert("page_bits.wasm".into(), part);
            shorten(&linked).err().unwrap().to_string()
        };
        assert!(refused(part("./__wasm_split.js", "")).contains("__wasm_split was expected"));
        let mut imports = ImportSection::new();
        imports.import(LINK, "__indirect_function_table", MEMORY);
        let mut part = Module::new();
        part.section(&imports);
        assert!(refused(part.finish()).contains("main does not export"));
    }

    #[test]
    fn names_are_letters_in_a_row() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(letters).to_vec();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
