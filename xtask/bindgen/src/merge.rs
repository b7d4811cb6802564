//! Makes one module of several. The splitter writes one for each set of parts that have code in common: dozens, most of them no
//! larger than the frame of a module is, and a request for each costs more than its bytes.

use std::convert::Infallible;
use std::mem::discriminant;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, EntityType, FuncType,
    FunctionSection, ImportSection, Module, NameMap, NameSection, TypeSection,
};
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::Outcome;

/// One module that brings the functions, table entries and bytes of all these, with the names of the functions.
///
/// # Errors
/// When one of them is no module as the splitter writes it: it imports memory, table and globals, and exports nothing.
pub fn merge(modules: &[Vec<u8>]) -> Outcome<Vec<u8>> {
    let mut merged = Merged::default();
    modules.iter().try_for_each(|module| merged.add(module))?;
    Ok(merged.finish())
}

/// The module and the name of an import, and what it is.
type Import = (String, String, EntityType);

/// The bytes of code and data that a module brings.
///
/// # Errors
/// When it is no module.
pub fn weight(module: &[u8]) -> Outcome<u64> {
    let mut bytes = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionEntry(body) => bytes += body.range().end - body.range().start,
            Payload::DataSection(section) => bytes += section.range().end - section.range().start,
            _ => {}
        }
    }
    Ok(bytes)
}

#[derive(Default)]
struct Merged {
    types: Vec<FuncType>,
    imports: Vec<Import>,
    function_count: u32,
    data_count: u32,
    functions: FunctionSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
    names: NameMap,
}

/// The numbers that the things of one of the modules have in the merged one.
#[derive(Default)]
struct Numbers {
    types: Vec<u32>,
    memories: Vec<u32>,
    tables: Vec<u32>,
    globals: Vec<u32>,
    /// Those of its first function and its first segment of data.
    function: u32,
    data: u32,
}

type Failed = reencode::Error<Infallible>;

impl Reencode for Numbers {
    type Error = Infallible;

    fn type_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.types[number as usize])
    }

    fn memory_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.memories[number as usize])
    }

    fn table_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.tables[number as usize])
    }

    fn global_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.globals[number as usize])
    }

    fn function_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.function + number)
    }

    fn data_index(&mut self, number: u32) -> Result<u32, Failed> {
        Ok(self.data + number)
    }
}

impl Merged {
    fn add(&mut self, module: &[u8]) -> Outcome {
        let mut numbers = Numbers {
            function: self.function_count,
            data: self.data_count,
            ..Numbers::default()
        };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    for of_function in section.into_iter_err_on_gc_types() {
                        let of_function = numbers.func_type(of_function?)?;
                        let place = number(&mut self.types, of_function);
                        numbers.types.push(place);
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        let kind = EntityType::try_from(import.ty)?;
                        self.import(&mut numbers, import.module, import.name, kind)?;
                    }
                }
                Payload::FunctionSection(section) => {
                    self.function_count += section.count();
                    numbers.parse_function_section(&mut self.functions, section)?;
                }
                Payload::ElementSection(section) => {
                    numbers.parse_element_section(&mut self.elements, section)?;
                }
                Payload::CodeSectionEntry(body) => {
                    numbers.parse_function_body(&mut self.code, body)?;
                }
                Payload::DataSection(section) => {
                    self.data_count += section.count();
                    numbers.parse_data_section(&mut self.data, section)?;
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(section) = section.as_known() {
                        for subsection in section {
                            let Name::Function(functions) = subsection? else {
                                continue;
                            };
                            for naming in functions {
                                let naming = naming?;
                                self.names
                                    .append(numbers.function + naming.index, naming.name);
                            }
                        }
                    }
                }
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::Version { .. }
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::End(_) => {}
                other => return Err(format!("a shared module has {other:?}").into()),
            }
        }
        Ok(())
    }

    /// Notes an import under the number that it has among those of its kind, once for all modules.
    fn import(&mut self, own: &mut Numbers, module: &str, name: &str, kind: EntityType) -> Outcome {
        let numbers = match kind {
            EntityType::Memory(_) => &mut own.memories,
            EntityType::Table(_) => &mut own.tables,
            EntityType::Global(_) => &mut own.globals,
            _ => return Err(format!("a shared module imports {name}, a {kind:?}").into()),
        };
        let place = number(&mut self.imports, (module.into(), name.into(), kind)) as usize;
        let is_alike = |other: &&Import| discriminant(&other.2) == discriminant(&kind);
        let before = self.imports[..place].iter().filter(is_alike);
        numbers.push(before.count() as u32);
        Ok(())
    }

    fn finish(self) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        self.types.iter().for_each(|own| types.ty().func_type(own));
        for (module, name, kind) in &self.imports {
            imports.import(module, name, *kind);
        }
        let mut names = NameSection::new();
        names.functions(&self.names);
        let mut module = Module::new();
        module.section(&types).section(&imports);
        module.section(&self.functions).section(&self.elements);
        module.section(&DataCountSection {
            count: self.data_count,
        });
        module.section(&self.code).section(&self.data);
        module.section(&names);
        module.finish()
    }
}

/// The place of a value in a list, to which it is added if need be.
fn number<T: PartialEq>(all: &mut Vec<T>, value: T) -> u32 {
    let place = all.iter().position(|known| *known == value);
    let place = place.unwrap_or_else(|| {
        all.push(value);
        all.len() - 1
    });
    place as u32
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, Elements, Function, GlobalType, MemoryType, RefType, TableType, ValType,
    };
    use wasmparser::Operator;

    use super::*;

    const TABLE: TableType = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 9,
        maximum: None,
        shared: false,
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

    /// A module as the splitter writes it: a type that is not used, a function that calls itself and reads the first global, at this
    /// place of the table, and its name there in the memory.
    fn module(imports: &[(&str, EntityType)], place: i32, name: &str) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I64; 2], []);
        types.ty().function([], []);
        let mut all = ImportSection::new();
        for (name, kind) in imports {
            all.import("main", name, *kind);
        }
        let mut functions = FunctionSection::new();
        functions.function(1);
        let mut elements = ElementSection::new();
        elements.active(
            None,
            &ConstExpr::i32_const(place),
            Elements::Functions((&[0]).into()),
        );
        let mut body = Function::new([]);
        body.instructions().call(0).global_get(0).drop().end();
        let mut code = CodeSection::new();
        code.function(&body);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(place), name.bytes());
        let (mut map, mut names) = (NameMap::new(), NameSection::new());
        map.append(0, name);
        names.functions(&map);
        let mut module = Module::new();
        module.section(&types).section(&all).section(&functions);
        module.section(&elements).section(&code).section(&data);
        module.section(&names);
        module.finish()
    }

    #[test]
    fn functions_table_entries_and_bytes_of_all_stand_in_one_module() {
        let (table, memory) = (EntityType::Table(TABLE), EntityType::Memory(MEMORY));
        let stack = EntityType::Global(STACK);
        let one = module(&[("m", memory), ("s", stack), ("t", table)], 3, "one");
        let two = module(&[("other", stack), ("t", table), ("m", memory)], 5, "two");
        let merged = merge(&[one, two]).unwrap();
        let (mut imports, mut calls, mut reads, mut texts) = (vec![], vec![], vec![], vec![]);
        let (mut entries, mut names, mut types) = (vec![], vec![], 0);
        for payload in Parser::new(0).parse_all(&merged) {
            match payload.unwrap() {
                Payload::TypeSection(section) => types = section.count(),
                Payload::ImportSection(section) => {
                    let all = section.into_imports();
                    imports.extend(all.map(|import| import.unwrap().name));
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        let items = element.unwrap().items;
                        let wasmparser::ElementItems::Functions(functions) = items else {
                            panic!("functions were expected");
                        };
                        entries.extend(functions.into_iter().map(Result::unwrap));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            Operator::Call { function_index } => calls.push(function_index),
                            Operator::GlobalGet { global_index } => reads.push(global_index),
                            _ => {}
                        }
                    }
                }
                Payload::DataSection(section) => {
                    texts.extend(section.into_iter().map(|data| data.unwrap().data));
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(section) = section.as_known() else {
                        panic!("names were expected");
                    };
                    for subsection in section {
                        let Name::Function(functions) = subsection.unwrap() else {
                            panic!("names of functions were expected");
                        };
                        names.extend(functions.into_iter().map(|naming| naming.unwrap().name));
                    }
                }
                _ => {}
            }
        }
        assert_eq!(types, 2, "a type that both have is there once");
        assert_eq!(imports, ["m", "s", "t", "other"]);
        assert_eq!(
            (entries, calls, reads),
            (vec![0, 1], vec![0, 1], vec![0, 1])
        );
        assert_eq!(texts, [b"one", b"two"]);
        assert_eq!(names, ["one", "two"]);
    }

    #[test]
    fn a_module_that_imports_a_function_is_refused() {
        let imports = [("log", EntityType::Function(1))];
        let refused = merge(&[module(&imports, 1, "one")]).unwrap_err();
        assert!(refused.to_string().contains("log"), "{refused}");
    }

    #[test]
    fn a_module_weighs_its_code_and_data() {
        let weight = |name| weight(&module(&[], 1, name)).unwrap();
        assert_eq!(weight("longer") - weight("l"), 5);
    }
}
