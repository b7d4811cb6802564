//! Takes the words of panics out of a module. What the standard library does before a program ends (it puts a message together, and gives it
//! to a hook) is code and text that no reader ever sees: here a panic is the instruction `unreachable`, as in a build of the standard library
//! with `panic=immediate-abort`, whose sources no registry has. The page's script starts afresh after any trap.
//!
//! The linker's module is changed in place, since the splitter reads its relocations: what computes the arguments of a panic becomes `nop`.
//! The splitter then leaves out what nothing refers to any more.

use std::collections::BTreeMap;
use std::ops::Range;

use wasm_encoder::{CustomSection, Encode, Module, RawSection};
use wasmparser::{
    FunctionBody, KnownCustom, Linking, Operator, Parser, Payload, RelocAddendKind,
    RelocationEntry, SymbolInfo, TypeRef,
};

use crate::Outcome;

/// In the names of functions that never return when a program panics. Each is also seen not to return.
const BEGINS: [&str; 3] = [
    "4core9panicking",
    "3std9panicking",
    "5alloc18handle_alloc_error",
];
/// In the name of the hook that Yew sets, which only a panic of the standard library calls.
const HOOK: &str = "24console_error_panic_hook4hook";

/// The section with the relocations of code.
const RELOCATIONS: &str = "reloc.CODE";
const NOP: u8 = 0x01;
const UNREACHABLE: u8 = 0x00;

/// The sections of the linker's module that are looked at.
#[derive(Default)]
struct Linked<'a> {
    imported: u32,
    bodies: Vec<FunctionBody<'a>>,
    /// Where the section of code begins, from which its relocations are counted.
    code: usize,
    names: BTreeMap<u32, &'a str>,
    /// The relocations of code by their places.
    relocations: BTreeMap<u32, RelocationEntry>,
}

/// The same module with panics that say nothing.
///
/// # Errors
/// When it is no module with relocations.
pub fn without_words(module: &[u8]) -> Outcome<Vec<u8>> {
    let mut linked = Linked::read(module)?;
    let ends = linked.ends()?;
    let mut changed = module.to_vec();
    for (number, body) in (linked.imported..).zip(linked.bodies.clone()) {
        let name = linked.names.get(&number).copied().unwrap_or_default();
        let gone = if name.contains(HOOK) {
            let from = body.get_operators_reader()?.original_position() as usize;
            let all = from..body.range().end as usize - 1;
            vec![all]
        } else {
            panics(&body, &ends)?
        };
        for range in gone {
            let at = range.start;
            linked.clear(&mut changed, range);
            changed[at] = UNREACHABLE;
        }
    }
    linked.written(&changed)
}

impl<'a> Linked<'a> {
    fn read(module: &'a [u8]) -> Outcome<Linked<'a>> {
        let mut linked = Linked::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        linked.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionStart {
                    unchecked_range: range,
                    ..
                } => {
                    linked.code = range.start as usize;
                }
                Payload::CodeSectionEntry(body) => linked.bodies.push(body),
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Linking(linking) => {
                        for subsection in linking.subsections() {
                            if let Linking::SymbolTable(symbols) = subsection? {
                                for symbol in symbols {
                                    linked.see(symbol?);
                                }
                            }
                        }
                    }
                    KnownCustom::Reloc(reader) if section.name() == RELOCATIONS => {
                        for entry in reader.entries() {
                            let entry = entry?;
                            linked.relocations.insert(entry.offset, entry);
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(linked)
    }

    fn see(&mut self, symbol: SymbolInfo<'a>) {
        if let SymbolInfo::Func {
            index,
            name: Some(name),
            ..
        } = symbol
        {
            self.names.insert(index, name);
        }
    }

    /// For each function whether it is the end of the program, by a panic.
    fn ends(&self) -> Outcome<Vec<bool>> {
        let mut ends = vec![false; self.imported as usize];
        for (number, body) in (self.imported..).zip(&self.bodies) {
            let name = self.names.get(&number).copied().unwrap_or_default();
            let begins = BEGINS.iter().any(|begin| name.contains(begin));
            ends.push(begins && !Flow::of(body, &ends)?.returns);
        }
        loop {
            let before = ends.clone();
            for (number, body) in (self.imported as usize..).zip(&self.bodies) {
                if !ends[number] {
                    let flow = Flow::of(body, &ends)?;
                    ends[number] = !flow.returns && flow.panics && !flow.calls_out(self.imported);
                }
            }
            if ends == before {
                return Ok(ends);
            }
        }
    }

    /// Makes a range of the module's code do nothing.
    fn clear(&mut self, module: &mut [u8], range: Range<usize>) {
        let places = (range.start - self.code) as u32..(range.end - self.code) as u32;
        self.relocations.retain(|at, _| !places.contains(at));
        module[range].fill(NOP);
    }

    /// The module with the relocations of code as they are now.
    fn written(&self, module: &[u8]) -> Outcome<Vec<u8>> {
        let mut out = Module::new();
        for payload in Parser::new(0).parse_all(module) {
            let payload = payload?;
            let Some((id, range)) = payload.as_section() else {
                continue;
            };
            if let Payload::CustomSection(section) = &payload
                && section.name() == RELOCATIONS
                && let KnownCustom::Reloc(reader) = section.as_known()
            {
                let mut data = Vec::new();
                reader.section_index().encode(&mut data);
                self.relocations.len().encode(&mut data);
                for entry in self.relocations.values() {
                    data.push(entry.ty as u8);
                    entry.offset.encode(&mut data);
                    entry.index.encode(&mut data);
                    if entry.ty.addend_kind() != RelocAddendKind::None {
                        entry.addend.encode(&mut data);
                    }
                }
                out.section(&CustomSection {
                    name: RELOCATIONS.into(),
                    data: data.into(),
                });
                continue;
            }
            let data = &module[range.start as usize..range.end as usize];
            out.section(&RawSection { id, data });
        }
        Ok(out.finish())
    }
}

/// How a function comes to its end.
#[derive(Default)]
struct Flow {
    returns: bool,
    /// It calls a function that is the end of the program.
    panics: bool,
    calls: Vec<u32>,
    /// It calls what only the program knows, when it runs.
    is_indirect: bool,
}

/// A block, a loop or a condition that a function is in.
struct Frame {
    is_loop: bool,
    /// Where it ends can be reached: by its first half, or by a branch.
    is_reached: bool,
    /// It can be left by a condition that is false.
    is_passed: bool,
}

impl Flow {
    fn of(body: &FunctionBody<'_>, ends: &[bool]) -> Outcome<Flow> {
        let mut flow = Flow::default();
        let mut frames = vec![Frame::new(false, false)];
        let mut is_live = true;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let mut branch = |depth: u32, is_live: bool| {
                let place = frames.len() - 1 - depth as usize;
                frames[place].is_reached |= is_live;
            };
            match operators.read()? {
                Operator::Br { relative_depth } => {
                    branch(relative_depth, is_live);
                    is_live = false;
                }
                Operator::BrIf { relative_depth } => branch(relative_depth, is_live),
                Operator::BrTable { targets } => {
                    for depth in targets.targets() {
                        branch(depth?, is_live);
                    }
                    branch(targets.default(), is_live);
                    is_live = false;
                }
                Operator::Return => {
                    frames[0].is_reached |= is_live;
                    is_live = false;
                }
                Operator::Unreachable => is_live = false,
                Operator::Block { .. } => frames.push(Frame::new(false, false)),
                Operator::Loop { .. } => frames.push(Frame::new(true, false)),
                Operator::If { .. } => frames.push(Frame::new(false, is_live)),
                Operator::Else => {
                    let frame = frames.last_mut().ok_or("an else stands in no block")?;
                    frame.is_reached |= is_live;
                    is_live = frame.is_passed;
                    frame.is_passed = false;
                }
                Operator::End => {
                    let frame = frames.pop().ok_or("an end stands in no block")?;
                    is_live |= frame.is_passed || frame.is_reached && !frame.is_loop;
                }
                Operator::Call { function_index } => {
                    flow.calls.push(function_index);
                    if ends.get(function_index as usize) == Some(&true) {
                        flow.panics = true;
                        is_live = false;
                    }
                }
                Operator::CallIndirect { .. } => flow.is_indirect = true,
                _ => {}
            }
        }
        flow.returns = is_live;
        Ok(flow)
    }

    /// It may do something that is seen outside before it ends.
    fn calls_out(&self, imported: u32) -> bool {
        self.is_indirect || self.calls.iter().any(|called| *called < imported)
    }
}

impl Frame {
    fn new(is_loop: bool, is_passed: bool) -> Frame {
        Frame {
            is_loop,
            is_passed,
            is_reached: false,
        }
    }
}

/// The places where a function calls one that is the program's end, each with what is before it and only computes, and with what cannot be
/// reached behind it.
fn panics(body: &FunctionBody<'_>, ends: &[bool]) -> Outcome<Vec<Range<usize>>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut operators = body.get_operators_reader()?;
    let mut from = operators.original_position() as usize;
    while !operators.eof() {
        let at = operators.original_position() as usize;
        let operator = operators.read()?;
        let after = operators.original_position() as usize;
        match operator {
            Operator::Call { function_index } if ends[function_index as usize] => {
                found.push(from..after);
                from = after;
            }
            Operator::Unreachable => {
                if let Some(panic) = found.last_mut().filter(|panic| panic.end == at) {
                    panic.end = after;
                }
                from = after;
            }
            operator if is_barrier(&operator) => from = after,
            _ => {}
        }
    }
    Ok(found)
}

/// Code goes elsewhere here, or something outside of the function may be done.
fn is_barrier(operator: &Operator<'_>) -> bool {
    use Operator::*;
    matches!(
        operator,
        Block { .. }
            | Loop { .. }
            | If { .. }
            | Else
            | End
            | Br { .. }
            | BrIf { .. }
            | BrTable { .. }
            | Return
            | Call { .. }
            | CallIndirect { .. }
            | MemoryGrow { .. }
            | TableGrow { .. }
            | TableSet { .. }
    )
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CodeSection, Function, FunctionSection, Instruction, TypeSection, ValType};
    use wasmparser::Validator;

    use super::*;

    const PANICS: &str = "_RNvNtNtCs1_4core9panicking18panic_bounds_check";

    /// A call as the linker writes it, whose function may still get another number.
    fn call(of: u8) -> Vec<u8> {
        vec![0x10, 0x80 | of, 0x80, 0x80, 0x80, 0]
    }

    /// A module as the linker writes it: the functions `rests`, `panics(i32, i32)` and `asks(i32) -> i32`, whose code is given, with the
    /// relocations of the calls in it by their places there.
    fn linked(asks: &[u8], calls: &[(usize, u32)]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32, ValType::I32], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut functions = FunctionSection::new();
        functions.function(0).function(1).function(2);
        let mut code = CodeSection::new();
        let mut rests = Function::new([]);
        rests.instruction(&Instruction::End);
        let mut panics = Function::new([]);
        panics
            .instruction(&Instruction::Unreachable)
            .instruction(&Instruction::End);
        let mut last = Function::new([]);
        last.raw(asks.iter().copied());
        code.function(&rests).function(&panics).function(&last);
        // The number of functions, and those before the last with their lengths, and that one's length and locals.
        let from = 1 + 3 + 4 + 2;
        let mut relocations = vec![2, calls.len() as u8];
        for (at, symbol) in calls {
            relocations.extend([0, (from + at) as u8, *symbol as u8]);
        }
        let mut symbols = vec![3];
        for (number, name) in (0..).zip(["rests", PANICS, "asks"]) {
            symbols.extend([0, 0, number, name.len() as u8]);
            symbols.extend(name.as_bytes());
        }
        let mut linking = vec![2, 8, symbols.len() as u8];
        linking.extend(symbols);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        for (name, data) in [("linking", linking), (RELOCATIONS, relocations)] {
            module.section(&CustomSection {
                name: name.into(),
                data: data.into(),
            });
        }
        module.finish()
    }

    /// The code of the last function, and the places of its relocations with their symbols.
    fn code_of(module: &[u8]) -> (Vec<u8>, Vec<(usize, u32)>) {
        Validator::new().validate_all(module).unwrap();
        let linked = Linked::read(module).unwrap();
        let body = linked.bodies.last().unwrap();
        let from = body.get_operators_reader().unwrap().original_position() as usize;
        let calls = linked.relocations.values();
        let calls = calls.map(|entry| (entry.offset as usize + linked.code - from, entry.index));
        let code = &module[from..body.range().end as usize];
        (code.to_vec(), calls.collect())
    }

    /// `if argument { what panics } argument`, and where what panics begins.
    fn asking(panic: &[u8]) -> (Vec<u8>, usize) {
        let before = [0x20, 0, 0x04, 0x40];
        let after = [0x0b, 0x20, 0, 0x0b];
        ([&before[..], panic, &after].concat(), before.len())
    }

    #[test]
    fn a_panic_is_a_trap_and_what_it_would_say_is_gone() {
        let says = [&[0x41, 7, 0x20, 0][..], &call(1), &[UNREACHABLE]].concat();
        let (code, from) = asking(&says);
        let terse = without_words(&linked(&code, &[(from + 5, 1)])).unwrap();
        let traps = [&[UNREACHABLE][..], &[NOP; 10]].concat();
        assert_eq!(code_of(&terse), (asking(&traps).0, vec![]));
    }

    #[test]
    fn what_a_function_does_before_it_panics_stays() {
        let before = [&[0x20, 0][..], &call(2), &[0x1a]].concat();
        let both = [&before[..], &[0x41, 7, 0x20, 0], &call(1), &[UNREACHABLE]].concat();
        let (code, from) = asking(&both);
        let module = linked(&code, &[(from + 3, 2), (from + 14, 1)]);
        let (code, calls) = code_of(&without_words(&module).unwrap());
        // The result of the call is not used, and need not be dropped before a trap.
        let kept = before.len() - 1;
        assert_eq!(code[from..from + kept], before[..kept]);
        assert_eq!(code[from + kept], UNREACHABLE);
        assert_eq!(calls, [(from + 3, 2)]);
    }

    #[test]
    fn a_function_that_may_return_is_no_panic() {
        let flow = |code: &[u8]| {
            let module = linked(code, &[]);
            let read = Linked::read(&module).unwrap();
            Flow::of(read.bodies.last().unwrap(), &[false, true, false]).unwrap()
        };
        let end = [&[0x20, 0, 0x20, 0][..], &call(1), &[UNREACHABLE]].concat();
        assert!(flow(&asking(&end).0).returns);
        assert!(flow(&asking(&[0x20, 0, 0x0f]).0).returns);
        assert!(!flow(&[&end[..], &[0x0b]].concat()).returns);
        assert!(!flow(&[0x03, 0x40, 0x0c, 0, 0x0b, UNREACHABLE, 0x0b]).returns);
        assert!(flow(&[0x02, 0x40, 0x0c, 0, 0x0b, 0x20, 0, 0x0b]).returns);
    }
}
