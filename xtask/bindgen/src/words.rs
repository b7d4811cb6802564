//! Takes the words of each language out of the modules. They are the statics that `base::text::words!` has made, known by
//! their names; only what the linker wrote has these, and the splitter moves statics about. It is therefore asked twice, once for a module
//! in which these bytes are replaced by the number of their language: where its two outputs differ are words.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use wasm_encoder::{ConstExpr, DataSection, EntityType, ImportSection, MemoryType, Module};
use wasmparser::{
    Data, DataKind, KnownCustom, Linking, Operator, Parser, Payload, SymbolInfo, TypeRef,
};

use crate::Outcome;

/// How the names of these statics begin; the language follows.
const NAME: &str = "WORDS_";
/// The first of the bytes that stand for languages. No text in UTF-8 has one of these.
const MARK: u8 = 0xf8;

/// Bytes at their addresses in the memory.
type Bytes = BTreeMap<u32, u8>;

/// The words of some modules.
#[derive(Debug, Default)]
pub struct Words {
    languages: Vec<String>,
    /// For each module that has some, by its file's name, those of each language.
    of_files: BTreeMap<String, Vec<Bytes>>,
    /// The names under which modules import the memory.
    memory: Option<(String, String)>,
}

impl Words {
    /// The languages that words of the linker's `module` are in, and that module with a mark in place of each byte of them.
    pub fn find(module: &[u8]) -> Outcome<(Words, Vec<u8>)> {
        let mut segments = Vec::new();
        let mut found: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        segments.push(data.range.end as usize - data.data.len());
                    }
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Linking(linking) = section.as_known() else {
                        continue;
                    };
                    for subsection in linking.subsections() {
                        let Linking::SymbolTable(symbols) = subsection? else {
                            continue;
                        };
                        for symbol in symbols {
                            let SymbolInfo::Data { name, symbol, .. } = symbol? else {
                                continue;
                            };
                            let (Some(place), Some(language)) = (symbol, language(name)) else {
                                continue;
                            };
                            let segment = segments.get(place.index as usize);
                            let from =
                                segment.ok_or("a symbol is in no segment")? + place.offset as usize;
                            let places = found.entry(language.to_lowercase()).or_default();
                            places.push((from, from + place.size as usize));
                        }
                    }
                }
                _ => {}
            }
        }
        let mut marked = module.to_vec();
        for (mark, places) in (MARK..=u8::MAX).zip(found.values()) {
            for (from, to) in places {
                let bytes = marked.get_mut(*from..*to);
                bytes.ok_or("words are out of their segment")?.fill(mark);
            }
        }
        let words = Words {
            languages: found.into_keys().collect(),
            ..Words::default()
        };
        Ok((words, marked))
    }

    /// Takes the words out of the module in the file `path`, which is called `name`; `marked` is the same one with marks.
    pub fn take(&mut self, name: &str, path: &Path, marked: &Path) -> Outcome {
        let (mut module, marked) = (fs::read(path)?, fs::read(marked)?);
        let mut all = vec![Bytes::new(); self.languages.len()];
        let (real, other) = (segments(&module)?, segments(&marked)?);
        let is_alike = real
            .iter()
            .map(|segment| (segment.address, segment.bytes.len()));
        if !is_alike.eq(other
            .iter()
            .map(|segment| (segment.address, segment.bytes.len())))
        {
            return Err(format!("{name}: the splitter lays out marked words otherwise").into());
        }
        let mut holes = Vec::new();
        for (real, other) in real.iter().zip(&other) {
            for (at, (byte, mark)) in real.bytes.iter().zip(other.bytes).enumerate() {
                if byte != mark {
                    let language = all.get_mut(usize::from(mark.wrapping_sub(MARK)));
                    let language = language.ok_or("the two modules differ in more than words")?;
                    language.insert(real.address + at as u32, *byte);
                    holes.push(real.at + at);
                }
            }
        }
        for hole in holes {
            module[hole] = 0;
        }
        if let Some(memory) = memory(&module)? {
            self.memory = Some(memory);
        }
        if all.iter().any(|words| !words.is_empty()) {
            self.of_files.insert(name.to_owned(), all);
        }
        fs::write(path, module)?;
        Ok(())
    }

    /// Words in English of so many bytes for each of these files.
    #[cfg(test)]
    pub fn of(files: &[(&str, u32)]) -> Words {
        let words = |bytes: u32| vec![(0..bytes).map(|at| (at, b'a')).collect()];
        let of_files = files.iter();
        Words {
            languages: vec!["en".into()],
            of_files: of_files
                .map(|(file, bytes)| ((*file).to_owned(), words(*bytes)))
                .collect(),
            memory: Some(("__wasm_split".into(), "memory".into())),
        }
    }

    /// The bytes that the words of a file have in the language where they are the most.
    pub fn most(&self, file: &str) -> usize {
        let of_file = self.of_files.get(file).into_iter().flatten();
        of_file.map(Bytes::len).max().unwrap_or_default()
    }

    /// The modules that bring the words of some files, by their languages: nothing but data for the memory.
    pub fn modules(&self, files: &[&str]) -> BTreeMap<&str, Vec<u8>> {
        let found: Vec<_> = files
            .iter()
            .filter_map(|file| self.of_files.get(*file))
            .collect();
        let Some((from, name)) = &self.memory else {
            return BTreeMap::new();
        };
        let modules = self.languages.iter().enumerate().map(|(number, language)| {
            let words: Bytes = found
                .iter()
                .filter_map(|all| all.get(number))
                .flatten()
                .map(|(address, byte)| (*address, *byte))
                .collect();
            (language.as_str(), module(&words, from, name))
        });
        modules.filter(|_| !found.is_empty()).collect()
    }
}

/// The language in the name of a static of words, as the compiler mangles it.
fn language(symbol: &str) -> Option<&str> {
    let (_, from) = symbol.rsplit_once(NAME)?;
    let end = from.find(|letter: char| !letter.is_ascii_uppercase());
    from.get(..end.unwrap_or(from.len()))
}

/// A segment of data with a known address.
struct Segment<'a> {
    address: u32,
    bytes: &'a [u8],
    /// Where its bytes begin in the module.
    at: usize,
}

fn segments(module: &[u8]) -> Outcome<Vec<Segment<'_>>> {
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::DataSection(section) = payload? else {
            continue;
        };
        for data in section {
            let data: Data = data?;
            if let DataKind::Active { offset_expr, .. } = &data.kind
                && let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
            {
                found.push(Segment {
                    address: value.cast_unsigned(),
                    bytes: data.data,
                    at: data.range.end as usize - data.data.len(),
                });
            }
        }
    }
    Ok(found)
}

/// The names under which a module imports its memory.
fn memory(module: &[u8]) -> Outcome<Option<(String, String)>> {
    for payload in Parser::new(0).parse_all(module) {
        let Payload::ImportSection(section) = payload? else {
            continue;
        };
        for import in section.into_imports() {
            let import = import?;
            if let TypeRef::Memory(_) = import.ty {
                return Ok(Some((import.module.to_owned(), import.name.to_owned())));
            }
        }
    }
    Ok(None)
}

/// A module that writes these bytes into the memory that it imports.
fn module(words: &Bytes, from: &str, name: &str) -> Vec<u8> {
    let mut imports = ImportSection::new();
    let memory = MemoryType {
        minimum: 0,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    imports.import(from, name, EntityType::Memory(memory));
    let mut runs: Vec<(u32, Vec<u8>)> = Vec::new();
    for (address, byte) in words {
        match runs.last_mut() {
            Some((first, run)) if *first + run.len() as u32 == *address => run.push(*byte),
            _ => runs.push((*address, vec![*byte])),
        }
    }
    let mut data = DataSection::new();
    for (address, run) in runs {
        data.active(0, &ConstExpr::i32_const(address.cast_signed()), run);
    }
    let mut module = Module::new();
    module.section(&imports).section(&data);
    module.finish()
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CustomSection, MemorySection};

    use super::*;

    const MEMORY: MemoryType = MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };

    /// A module as the linker writes it, with these bytes at 1000, and the symbols that stand in them: name, place, length.
    fn linked(bytes: &[u8], symbols: &[(&str, u8, u8)]) -> Vec<u8> {
        let mut memories = MemorySection::new();
        memories.memory(MEMORY);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(1000), bytes.iter().copied());
        let mut table = vec![symbols.len() as u8];
        for (name, at, length) in symbols {
            // A local symbol of data: its kind, flags, name, segment, place and length.
            table.extend([1, 2, name.len() as u8]);
            table.extend(name.as_bytes());
            table.extend([0, *at, *length]);
        }
        let mut linking = vec![2, 8, table.len() as u8];
        linking.extend(table);
        let mut module = Module::new();
        module.section(&memories).section(&data);
        module.section(&CustomSection {
            name: "linking".into(),
            data: linking.into(),
        });
        module.finish()
    }

    /// A part as the splitter writes it, with these bytes at 2000.
    fn part(bytes: &[u8]) -> Vec<u8> {
        let mut imports = ImportSection::new();
        imports.import("__wasm_split", "memory", EntityType::Memory(MEMORY));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(2000), bytes.iter().copied());
        let mut module = Module::new();
        module.section(&imports).section(&data);
        module.finish()
    }

    fn data_of(module: &[u8]) -> Vec<(u32, Vec<u8>)> {
        let segments = segments(module).unwrap();
        let own = segments.iter();
        own.map(|segment| (segment.address, segment.bytes.to_vec()))
            .collect()
    }

    const NAMES: [(&str, u8, u8); 3] = [
        ("_ZN3cli5words8WORDS_EN4HI_017h0E", 1, 2),
        ("_RNvNtNtCs1_3cli5words8WORDS_ZH4HI_0", 4, 3),
        ("_ZN3cli5words5OTHERE", 7, 1),
    ];

    #[test]
    fn words_are_known_by_the_names_of_their_statics() {
        let (words, marked) = Words::find(&linked(b"<hi>abc|", &NAMES)).unwrap();
        assert_eq!(words.languages, ["en", "zh"]);
        let expected = (1000, b"<\xf8\xf8>\xf9\xf9\xf9|".to_vec());
        assert_eq!(data_of(&marked), [expected]);
    }

    #[test]
    fn each_language_is_a_module_of_data_and_the_part_has_zeros_there() {
        let (mut words, _) = Words::find(&linked(b"<hi>abc|", &NAMES)).unwrap();
        let folder = std::env::temp_dir().join(format!("bindgen-words-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (own, other) = (folder.join("own"), folder.join("other"));
        fs::write(&own, part(b"abc<hi>")).unwrap();
        fs::write(&other, part(b"\xf9\xf9\xf9<\xf8\xf8>")).unwrap();
        words.take("split_help", &own, &other).unwrap();
        assert_eq!(
            data_of(&fs::read(&own).unwrap()),
            [(2000, b"\0\0\0<\0\0>".to_vec())]
        );
        assert_eq!(words.most("split_help"), 3);
        let modules = words.modules(&["split_help", "split_other"]);
        assert_eq!(data_of(&modules["en"]), [(2004, b"hi".to_vec())]);
        assert_eq!(data_of(&modules["zh"]), [(2000, b"abc".to_vec())]);
        assert_eq!(
            memory(&modules["zh"]).unwrap(),
            Some(("__wasm_split".into(), "memory".into()))
        );
        assert!(words.modules(&["split_other"]).is_empty());

        fs::write(&own, part(b"abc<hi>")).unwrap();
        fs::write(&other, part(b"abcd<hi>")).unwrap();
        assert!(words.take("split_help", &own, &other).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
