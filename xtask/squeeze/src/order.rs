//! A module's functions: of those that are the same one is kept, and those that look alike in columns come to stand side by side,
//! which brotli tells in fewer bytes. What the module does stays the same.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use rayon::prelude::*;
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Instruction, Module, NameMap, NameSection};
use wasmparser::{
    CodeSectionReader, FunctionBody, FunctionSectionReader, ImportSectionReader, Name,
    NameSectionReader, Operator, Parser, Payload, TypeRef, Validator,
};

use crate::columns::columns;
use crate::compress::brotli_11;
use crate::shims::{self, Shim};

/// Functions are as much alike as they have runs of this many bytes in common.
const RUN_BYTES: usize = 3;
/// A run that stands in more functions than these says nothing.
const OWNERS_MAX: usize = 600;
/// How often the functions are put in order, each time by the numbers that the last order has given them.
const ROUNDS: usize = 4;
/// Modules below this are put in the first order: what another one saves is less than the noise of a build.
const COMPARED_BYTES_MIN: usize = 1_000;
/// Functions with fewer runs in common are not alike.
const SHARED_MIN: f64 = 3.0;

/// How the next function is chosen.
#[derive(Clone, Copy)]
struct Choice {
    /// Runs that the last functions have count, half as much with each one further back.
    back: usize,
    /// The number that the runs in common are divided by.
    by: Share,
    /// The place of the first function among all by their length: where the chain begins.
    first: usize,
}

#[derive(Clone, Copy)]
enum Share {
    /// The runs of both.
    OfBoth,
    /// The runs of the next one.
    OfNext,
}

/// The choices that are tried. No one of them is the best for every module: they differ by up to half a percent. The best of the
/// first ones is nearly as good as that of all, and is found in a fifth of the time.
const CHOICES: [Choice; 24] = {
    let kinds = [
        (4, Share::OfBoth),
        (16, Share::OfNext),
        (2, Share::OfBoth),
        (8, Share::OfNext),
        (16, Share::OfBoth),
        (4, Share::OfNext),
    ];
    let mut choices = [Choice {
        back: 1,
        by: Share::OfBoth,
        first: 0,
    }; 24];
    let mut at = 0;
    while at < choices.len() {
        let (back, by) = kinds[at % kinds.len()];
        choices[at] = Choice {
            back,
            by,
            first: at / kinds.len(),
        };
        at += 1;
    }
    choices
};

/// How many of them are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All, for what every reader loads.
    Most,
    /// The first five.
    Some,
}

/// The same module with each function once, in the order that brotli makes the least of; its names, if it has them, go along.
///
/// # Errors
/// When it is no module.
pub fn by_likeness(wasm: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let mut wasm = shims::without(wasm)?;
    // What calls the same functions may become the same.
    loop {
        let functions = Functions::read(&wasm)?;
        let firsts = functions.firsts();
        if firsts
            .iter()
            .enumerate()
            .all(|(place, first)| place == *first)
        {
            break;
        }
        let kept = (0..firsts.len()).filter(|place| firsts[*place] == *place);
        wasm = functions.written(&wasm, kept.collect(), &firsts)?;
    }
    // Numbers of functions that stand near each other begin alike, so what calls them is more alike the next time.
    let mut bytes = usize::MAX;
    for _ in 0..ROUNDS {
        let (least, module) = smallest(&wasm, effort)?;
        if least >= bytes {
            break;
        }
        (bytes, wasm) = (least, module);
    }
    Ok(wasm)
}

/// The module in the order that is the shortest after brotli, and its length. Small ones are not worth a comparison.
fn smallest(wasm: &[u8], effort: Effort) -> Result<(usize, Vec<u8>)> {
    let choices = match effort {
        _ if wasm.len() < COMPARED_BYTES_MIN => &CHOICES[..1],
        Effort::Some => &CHOICES[..5],
        Effort::Most => &CHOICES[..],
    };
    let functions = Functions::read(wasm)?;
    let places: Vec<usize> = (0..functions.bodies.len()).collect();
    let packed: Vec<Vec<u8>> = functions.packed()?;
    let packed: Vec<&[u8]> = packed.iter().map(Vec::as_slice).collect();
    let runs = Runs::new(&packed);
    let tried = choices.par_iter().map(|choice| {
        let order = chain(&packed, &runs, *choice);
        let module = functions.written(wasm, order, &places)?;
        // Names of functions are left out: the page has none.
        let bodies = Functions::read(&module)?.bodies;
        let bytes = brotli_11(&columns(bodies)?.concat()).len();
        Ok((bytes, module))
    });
    let tried: Vec<(usize, Vec<u8>)> = tried.collect::<Result<_>>()?;
    let smallest = tried.into_iter().min_by_key(|(bytes, _)| *bytes);
    smallest.context("no order was tried")
}

/// The functions of a module.
pub struct Functions<'a> {
    pub imported: usize,
    /// The number of the type of each, imports aside.
    types: Vec<u32>,
    pub bodies: Vec<&'a [u8]>,
}

impl<'a> Functions<'a> {
    /// # Errors
    /// When it is no module.
    pub fn read(wasm: &'a [u8]) -> Result<Functions<'a>> {
        let (mut types, mut bodies, mut imported) = (Vec::new(), Vec::new(), 0);

        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
                Payload::ImportSection(section) => imported = imported_functions(section)?,
                Payload::FunctionSection(section) => {
                    types = section.into_iter().collect::<Result<_, _>>()?;
                }
                _ => {}
            }
        }
        Ok(Functions {
            imported,
            types,
            bodies,
        })
    }

    /// The columns of each.
    ///
    /// # Errors
    /// When one is no function, or is too large.
    fn packed(&self) -> Result<Vec<Vec<u8>>> {
        let each = self
            .bodies
            .iter()
            .map(|body| Ok(columns([*body])?.concat()));
        each.collect()
    }

    /// For each place the first one whose function is the same.
    fn firsts(&self) -> Vec<usize> {
        let mut known = HashMap::new();
        let functions = self.types.iter().zip(&self.bodies).enumerate();
        functions
            .map(|(place, function)| *known.entry(function).or_insert(place))
            .collect()
    }

    /// The module with the functions of `order` alone. What called another one calls the first that is the same.
    fn written(&self, wasm: &[u8], order: Vec<usize>, firsts: &[usize]) -> Result<Vec<u8>> {
        self.written_without(wasm, order, firsts, HashMap::new())
    }

    /// The same, where each call of a function in `inlined`, by its number, is what that does.
    ///
    /// # Errors
    /// When it is no module.
    pub fn written_without(
        &self,
        wasm: &[u8],
        order: Vec<usize>,
        firsts: &[usize],
        inlined: HashMap<u32, Shim>,
    ) -> Result<Vec<u8>> {
        let mut new = vec![0; firsts.len()];
        for (at, old) in order.iter().enumerate() {
            new[*old] = (self.imported + at) as u32;
        }
        let mut module = Module::new();
        let mut reordered = Reordered {
            imported: self.imported as u32,
            order,
            places: firsts.iter().map(|first| new[*first]).collect(),
            inlined,
        };
        reordered
            .parse_core_module(&mut module, Parser::new(0), wasm)
            .context("the module cannot be put in order")?;
        let module = module.finish();
        Validator::new()
            .validate_all(&module)
            .context("the module is not valid in its new order")?;
        Ok(module)
    }
}

/// How many functions a module imports. A part also imports memory, table and globals, which are numbered apart.
pub fn imported_functions(section: ImportSectionReader<'_>) -> Result<usize> {
    let mut functions = 0;
    for import in section.into_imports() {
        let import = import?;
        functions += usize::from(matches!(
            import.ty,
            TypeRef::Func(_) | TypeRef::FuncExact(_)
        ));
    }
    Ok(functions)
}

struct Reordered {
    imported: u32,
    /// The old places that are kept in their new order, imports aside.
    order: Vec<usize>,
    /// The new number of each function, by its old place.
    places: Vec<u32>,
    inlined: HashMap<u32, Shim>,
}

type Failed = reencode::Error<std::convert::Infallible>;

impl Reencode for Reordered {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, number: u32) -> Result<u32, Failed> {
        let place = number.checked_sub(self.imported);
        Ok(place.map_or(number, |place| self.places[place as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Failed> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for old in &self.order {
            functions.function(types[*old]);
        }
        Ok(())
    }

    /// The names of functions alone, in the order of their numbers, which readers insist on.
    fn custom_name_section(
        &mut self,
        section: NameSectionReader<'_>,
    ) -> Result<NameSection, Failed> {
        let mut names = BTreeMap::new();
        for subsection in section {
            let Name::Function(functions) = subsection? else {
                continue;
            };
            for naming in functions {
                let naming = naming?;
                if self.inlined.contains_key(&naming.index) {
                    continue;
                }
                let number = self.function_index(naming.index)?;
                names.entry(number).or_insert(naming.name);
            }
        }
        let mut map = NameMap::new();
        for (number, name) in names {
            map.append(number, name);
        }
        let mut section = NameSection::new();
        section.functions(&map);
        Ok(section)
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Failed> {
        let bodies: Vec<_> = section.into_iter().collect::<Result<_, _>>()?;
        for old in self.order.clone() {
            self.parse_function_body(code, bodies[old].clone())?;
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Failed> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            let shim = match operator {
                Operator::Call { function_index } => self.inlined.get(&function_index),
                // What was taken out where the linker's places had to stay.
                Operator::Nop => continue,
                _ => None,
            };
            match shim {
                Some(shim) => {
                    function.instruction(&Instruction::I32Const(shim.slot));
                    function.instruction(&Instruction::CallIndirect {
                        type_index: shim.of_type,
                        table_index: shim.table,
                    });
                }
                None => {
                    function.instruction(&self.instruction(operator)?);
                }
            }
        }
        code.function(&function);
        Ok(())
    }
}

/// The runs of bytes in each of some functions, and the functions with each of them.
struct Runs {
    /// The numbers of the runs of each function, each once.
    of: Vec<Vec<usize>>,
    /// The functions with each run; none where it says nothing.
    owners: Vec<Vec<usize>>,
}

impl Runs {
    fn new(bodies: &[&[u8]]) -> Runs {
        let mut numbers: HashMap<&[u8], usize> = HashMap::new();
        let (mut of, mut owners) = (Vec::with_capacity(bodies.len()), Vec::new());
        for (place, body) in bodies.iter().enumerate() {
            let mut own = Vec::new();
            for run in body.windows(RUN_BYTES) {
                let number = *numbers.entry(run).or_insert(owners.len());
                if number == owners.len() {
                    owners.push(Vec::new());
                }
                // Owners come in the order of their places, so the last one tells whether this is the run's first time here.
                if owners[number].last() != Some(&place) {
                    owners[number].push(place);
                    own.push(number);
                }
            }
            of.push(own);
        }
        for owners in &mut owners {
            if !(2..=OWNERS_MAX).contains(&owners.len()) {
                owners.clear();
            }
        }
        Runs { of, owners }
    }
}

/// All places, each followed by the one of those that are left that is most like it; the longest one where none is.
fn chain(bodies: &[&[u8]], runs: &Runs, choice: Choice) -> Vec<usize> {
    let mut longest: Vec<usize> = (0..bodies.len()).collect();
    longest.sort_by_key(|place| std::cmp::Reverse(bodies[*place].len()));
    let mut is_left = vec![true; bodies.len()];
    let mut order = Vec::with_capacity(bodies.len());
    let mut shared = vec![0.0; bodies.len()];
    let mut next = longest.get(choice.first).or(longest.first()).copied();
    while let Some(here) = next {
        is_left[here] = false;
        order.push(here);
        let mut sharing = Vec::new();
        let mut weight = 1.0;
        for last in order.iter().rev().take(choice.back) {
            for run in &runs.of[*last] {
                for other in &runs.owners[*run] {
                    if is_left[*other] {
                        if shared[*other] == 0.0 {
                            sharing.push(*other);
                        }
                        shared[*other] += weight;
                    }
                }
            }
            weight /= 2.0;
        }
        // Of two that are as much alike the first.
        sharing.sort_unstable();
        let mut best: Option<(usize, f64)> = None;
        for other in sharing {
            let shared = std::mem::take(&mut shared[other]);
            let all = match choice.by {
                Share::OfBoth => (runs.of[here].len() + runs.of[other].len()) as f64 - shared,
                Share::OfNext => runs.of[other].len() as f64,
            };
            let share = shared / all;
            if shared >= SHARED_MIN && best.is_none_or(|(_, most)| share > most) {
                best = Some((other, share));
            }
        }
        let alike = best.map(|(place, ..)| place);
        next = alike.or_else(|| longest.iter().find(|place| is_left[**place]).copied());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stands_side_by_side() {
        let bodies: [&[u8]; 4] = [
            b"a long one that is like no other",
            b"the second kind, one",
            b"0123456789abc",
            b"the second kind, two",
        ];
        for choice in CHOICES {
            let order = chain(&bodies, &Runs::new(&bodies), choice);
            let at = |place| order.iter().position(|other| *other == place).unwrap();
            assert_eq!(at(1_usize).abs_diff(at(3)), 1, "{order:?}");
            assert_eq!(order.len(), 4);
            assert!(chain(&[], &Runs::new(&[]), choice).is_empty());
        }
    }

    #[test]
    fn of_functions_that_are_the_same_one_is_kept_and_so_of_those_that_call_them() {
        use wasm_encoder::{ExportKind, ExportSection, Function, TypeSection};
        let (mut types, mut functions, mut exports, mut code) =
            <(TypeSection, FunctionSection, ExportSection, CodeSection)>::default();
        types.ty().function([], []);
        types.ty().function([], [wasm_encoder::ValType::I32]);
        // Two pairs that are the same, a pair that calls one each, and one whose type is another.
        for (place, called) in [None, None, Some(0), Some(1)].into_iter().enumerate() {
            let mut body = Function::new([]);
            match called {
                None => body.instructions().end(),
                Some(number) => body.instructions().call(number).end(),
            };
            functions.function(0);
            code.function(&body);
            exports.export(&place.to_string(), ExportKind::Func, place as u32);
        }
        let mut other = Function::new([]);
        other.instructions().unreachable().end();
        for number in [0, 1] {
            functions.function(number);
            code.function(&other);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
            .section(&exports)
            .section(&code);
        let module = by_likeness(&module.finish(), Effort::Most).unwrap();
        let left = Functions::read(&module).unwrap();
        assert_eq!(left.bodies.len(), 4);
        for payload in Parser::new(0).parse_all(&module) {
            if let Payload::ExportSection(section) = payload.unwrap() {
                let all: Vec<u32> = section.into_iter().map(|one| one.unwrap().index).collect();
                assert_eq!((all[0], all[2]), (all[1], all[3]));
                assert_ne!(all[0], all[2]);
            }
        }
    }

    #[test]
    fn only_imported_functions_are_numbered_before_a_module_s_own() {
        use wasm_encoder::{
            EntityType, Function, GlobalType, ImportSection, MemoryType, TypeSection, ValType,
        };
        let (mut types, mut imports, mut functions, mut code) =
            <(TypeSection, ImportSection, FunctionSection, CodeSection)>::default();
        types.ty().function([], []);
        types.ty().function([], [ValType::I32]);
        let memory = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        let global = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        imports.import("__wasm_split", "memory", memory);
        imports.import("__wasm_split", "call", EntityType::Function(0));
        imports.import("__wasm_split", "__stack_pointer", global);
        let (mut small, mut large) = (Function::new([]), Function::new([]));
        small.instructions().call(0).end();
        large.instructions().call(1).global_get(0).end();
        for (number, body) in [small, large].into_iter().enumerate() {
            functions.function(number as u32);
            code.function(&body);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&code);
        let module = by_likeness(&module.finish(), Effort::Most).unwrap();
        let calls = [b"\x10\x02\x23\x00", b"\x10\x00\x0b".as_slice()];
        for call in calls {
            assert!(module.windows(call.len()).any(|bytes| bytes == call));
        }
    }

    #[test]
    fn calls_and_exports_go_to_the_same_functions_as_before() {
        use wasm_encoder::{ExportKind, ExportSection, Function, TypeSection};
        use wasmparser::KnownCustom;
        let (mut types, mut functions, mut exports, mut code) =
            <(TypeSection, FunctionSection, ExportSection, CodeSection)>::default();
        types.ty().function([], []);
        types.ty().function([], [wasm_encoder::ValType::I32]);
        let mut small = Function::new([]);
        small.instructions().end();
        let mut large = Function::new([]);
        large.instructions().call(0).i32_const(77_777_777).end();
        for (number, body) in [small, large].into_iter().enumerate() {
            functions.function(number as u32);
            code.function(&body);
        }
        exports.export("large", ExportKind::Func, 1);
        let mut module = Module::new();
        module.section(&types).section(&functions);
        let (mut names, mut section) = (NameMap::new(), NameSection::new());
        names.append(0, "small");
        names.append(1, "large");
        section.functions(&names);
        module.section(&exports).section(&code).section(&section);
        let module = by_likeness(&module.finish(), Effort::Most).unwrap();
        for payload in Parser::new(0).parse_all(&module) {
            match payload.unwrap() {
                Payload::FunctionSection(section) => {
                    let types: Vec<u32> = section.into_iter().map(Result::unwrap).collect();
                    assert_eq!(types, [1, 0]);
                }
                Payload::ExportSection(section) => {
                    let export = section.into_iter().next().unwrap().unwrap();
                    assert_eq!((export.name, export.index), ("large", 0));
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(mut names) = section.as_known() else {
                        panic!("there were names only");
                    };
                    let Some(Ok(Name::Function(names))) = names.next() else {
                        panic!("functions have names");
                    };
                    let names: Vec<_> = names
                        .into_iter()
                        .map(|naming| naming.unwrap().name)
                        .collect();
                    assert_eq!(names, ["large", "small"]);
                }
                _ => {}
            }
        }
        assert!(by_likeness(b"no module", Effort::Some).is_err());
    }
}
