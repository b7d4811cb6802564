//! Packs a module for the page: its code in columns, which the crate `unpack` explains and makes whole again.
//!
//! A packed module is a module without code that has two sections for tools: `packed`, and in the page's main file `unpack`, the module
//! that unpacks it and all others. So a browser still compiles it while it is loaded, and finds out if it is damaged.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use unpack::table::{COLUMNS_LEN, Column, End, SYMBOLS};
use wasm_encoder::{CustomSection, Encode, Module};
use wasmparser::{BinaryReader, FunctionBody, Operator, Parser, Payload};

/// A constant with more bytes is a place in the memory.
const NUMBER_BYTES_MAX: usize = 3;

/// The packed module, with the one that unpacks it if this is the main file. A module without code stays as it is.
///
/// # Errors
/// When it is no module, or has a function that is too large for the columns.
pub fn in_columns(wasm: &[u8], unpacker: Option<&[u8]>) -> Result<Vec<u8>> {
    let Some(code) = Code::of(wasm)? else {
        return Ok(wasm.to_vec());
    };
    let before = &wasm[..code.section.0];
    let after = &wasm[code.section.1..];
    let columns = columns(code.bodies.iter().copied())?;
    let mut count = Vec::new();
    code.bodies.len().encode(&mut count);
    let lengths = code
        .bodies
        .iter()
        .map(|body| unpack::LENGTH_BYTES + body.len());
    let size = count.len() + lengths.sum::<usize>();
    let whole = before.len() + unpack::CODE_HEAD_BYTES + size + after.len() + unpack::NAMED.len();
    let mut packed = u32::try_from(whole)?.to_le_bytes().to_vec();
    before.len().encode(&mut packed);
    size.encode(&mut packed);
    for column in &columns {
        column.len().encode(&mut packed);
    }
    packed.extend(before);
    packed.extend(count);
    columns.iter().for_each(|column| packed.extend(column));
    packed.extend(after);
    ensure!(
        Code::of(&unpacked(&packed)?)?.is_some_and(|again| again.bodies == code.bodies),
        "what was packed is something else when it is unpacked"
    );
    let mut module = Module::new();
    let sections = [("unpack", unpacker), ("packed", Some(&packed[..]))];
    for (name, data) in sections {
        if let Some(data) = data {
            module.section(&CustomSection {
                name: name.into(),
                data: Cow::Borrowed(data),
            });
        }
    }
    Ok(module.finish())
}

/// The module that was packed.
///
/// # Errors
/// When it is no module.
pub fn whole(module: &[u8]) -> Result<Vec<u8>> {
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CustomSection(section) = payload?
            && section.name() == "packed"
        {
            return unpacked(section.data());
        }
    }
    Ok(module.to_vec())
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let length = packed.first_chunk().context("it has no length")?;
    let mut whole = vec![0; u32::from_le_bytes(*length) as usize];
    unpack::unpack(packed, &mut whole);
    Ok(whole)
}

/// The functions of a module, and where their section begins and ends.
struct Code<'a> {
    bodies: Vec<&'a [u8]>,
    section: (usize, usize),
}

impl<'a> Code<'a> {
    /// # Errors
    /// When it is no module.
    fn of(wasm: &'a [u8]) -> Result<Option<Code<'a>>> {
        let (mut section, mut last, mut bodies) = (None, 8, Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                if matches!(payload, Payload::CodeSectionStart { .. }) {
                    section = Some((last, range.end as usize));
                }
                last = range.end as usize;
            }
            if let Payload::CodeSectionEntry(body) = payload {
                bodies.push(body.as_bytes());
            }
        }
        Ok(section.map(|section| Code { bodies, section }))
    }
}

/// The columns of some functions.
///
/// # Errors
/// When one is no function, or is too large.
pub fn columns<'a>(bodies: impl IntoIterator<Item = &'a [u8]>) -> Result<[Vec<u8>; COLUMNS_LEN]> {
    static TABLE: LazyLock<Table> = LazyLock::new(Table::new);
    let mut columns = Columns::default();
    for body in bodies {
        columns.add(&TABLE, &FunctionBody::new(BinaryReader::new(body, 0)))?;
    }
    Ok(columns.0)
}

/// The symbols, by what they stand for.
struct Table {
    by: HashMap<(Vec<u8>, End), (u8, usize)>,
    /// By the instruction and the rank of its local.
    ranks: HashMap<(u8, usize), u8>,
}

impl Table {
    fn new() -> Table {
        let (mut by, mut ranks) = (HashMap::new(), HashMap::new());
        for (number, symbol) in (0..=u8::MAX).zip(&SYMBOLS) {
            let bytes = &symbol.bytes[..usize::from(symbol.length)];
            let digit = usize::from(symbol.digit);
            match (symbol.end, bytes) {
                (End::Last, []) => {}
                (End::Rank, [kind]) => drop(ranks.insert((*kind, digit), number)),
                _ => drop(by.insert((bytes.to_vec(), symbol.end), (number, digit))),
            }
        }
        Table { by, ranks }
    }

    /// The symbol of these bytes with this end, and its digit.
    fn find(&self, bytes: &[u8], end: End) -> Option<(u8, usize)> {
        self.by.get(&(bytes.to_vec(), end)).copied()
    }
}

#[derive(Default)]
struct Columns([Vec<u8>; COLUMNS_LEN]);

impl Columns {
    fn of(&mut self, column: Column) -> &mut Vec<u8> {
        &mut self.0[column as usize]
    }

    fn symbol(&mut self, (symbol, _): (u8, usize)) {
        self.of(Column::Symbols).push(symbol);
    }

    fn add(&mut self, table: &Table, body: &FunctionBody<'_>) -> Result<()> {
        let bytes = body.as_bytes();
        let mut operators = body.get_operators_reader()?;
        let place = |position: u64| (position - body.range().start) as usize;
        let mut at = place(operators.original_position());
        self.of(Column::Heads).extend(&bytes[..at]);
        ensure!(
            bytes.len() < 1 << (7 * unpack::LENGTH_BYTES),
            "a function has {} bytes",
            bytes.len()
        );
        let mut locals = Vec::new();
        while !operators.eof() {
            let operator = operators.read()?;
            let next = place(operators.original_position());
            let instruction = &bytes[at..next];
            at = next;
            match operator {
                _ if operators.eof() => {
                    let last = table.find(instruction, End::Last);
                    self.symbol(last.context("the last instruction has no symbol")?);
                }
                Operator::LocalGet { local_index }
                | Operator::LocalSet { local_index }
                | Operator::LocalTee { local_index } => {
                    let rank = rank(&mut locals, local_index)?;
                    self.local(table, instruction[0], rank)?;
                }
                _ => self.instruction(table, &operator, instruction)?,
            }
        }
        Ok(())
    }

    fn local(&mut self, table: &Table, kind: u8, rank: usize) -> Result<()> {
        if let Some(symbol) = table.ranks.get(&(kind, rank)) {
            self.symbol((*symbol, rank));
            return Ok(());
        }
        let symbol = table.find(&[kind], End::In(Column::Locals));
        let symbol = symbol.context("a local has no symbol")?;
        self.symbol(symbol);
        let rest = rank.checked_sub(symbol.1).context("a rank has no symbol")?;
        rest.encode(self.of(Column::Locals));
        Ok(())
    }

    fn instruction(&mut self, table: &Table, operator: &Operator<'_>, bytes: &[u8]) -> Result<()> {
        if let Some(symbol) = table.find(bytes, End::None) {
            self.symbol(symbol);
            return Ok(());
        }
        let column = match (operator, bytes[0]) {
            (Operator::I32Const { .. }, _) if bytes.len() > NUMBER_BYTES_MAX => Column::Places,
            (Operator::I32Const { .. }, _) => Column::Numbers,
            (Operator::I64Const { .. }, _) => Column::Wide,
            (_, 0x02..=0x04) => Column::Types,
            (_, 0x0c | 0x0d) => Column::Jumps,
            (_, 0x10) => Column::Calls,
            (_, 0x28..=0x3e) => Column::Offsets,
            _ => Column::Raw,
        };
        // How a load is aligned stands before its offset.
        let end = bytes.len().min(1 + usize::from(column == Column::Offsets));
        let (begin, rest) = bytes.split_at(end);
        if let Some(symbol) = table.find(begin, End::In(column)) {
            self.symbol(symbol);
            self.of(column).extend(rest);
            return Ok(());
        }
        let raw = table.find(&[], End::In(Column::Raw));
        self.symbol(raw.context("there is no symbol for the others")?);
        let raw = self.of(Column::Raw);
        bytes.len().encode(raw);
        raw.extend(bytes);
        Ok(())
    }
}

/// The rank of a local among those of its function, of which it is the first afterwards.
fn rank(locals: &mut Vec<u32>, local: u32) -> Result<usize> {
    ensure!(
        (local as usize) < unpack::LOCALS_MAX,
        "a function has a local {local}"
    );
    let known = locals.len() as u32;
    locals.extend(known..=local);
    let rank = locals.iter().position(|one| *one == local);
    let rank = rank.context("a local has no rank")?;
    locals[..=rank].rotate_right(1);
    Ok(rank)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        BlockType, CodeSection, Function, FunctionSection, MemArg, MemArgTarget, MemorySection,
        MemoryType, TypeSection, ValType,
    };

    use super::*;

    const AT: MemArg = MemArg {
        offset: 70_000,
        align: 0,
        target: MemArgTarget::Memory(0),
        ordering: None,
    };

    /// A module with an instruction of each kind, two hundred locals and what no symbol is for.
    fn module() -> Vec<u8> {
        let (mut types, mut functions, mut memories, mut code) =
            <(TypeSection, FunctionSection, MemorySection, CodeSection)>::default();
        types.ty().function([ValType::I32], []);
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut large = Function::new([(200, ValType::I32), (1, ValType::I64), (1, ValType::F64)]);
        let mut code_of = large.instructions();
        for local in [0, 1, 200, 0, 137, 137, 200] {
            code_of.local_get(local).local_tee(local).local_set(local);
        }
        code_of
            .block(BlockType::Empty)
            .loop_(BlockType::Result(ValType::I32));
        code_of
            .i32_const(-1)
            .br_if(1)
            .i32_const(77_777_777)
            .br_if(0)
            .i32_const(300)
            .end();
        code_of.br_table([0, 0], 0).end();
        code_of
            .i64_const(i64::MIN)
            .local_set(201)
            .f64_const(0.1.into())
            .local_set(202);
        code_of
            .i32_const(0)
            .i32_load(AT)
            .i32_const(0)
            .i64_load16_u(AT)
            .i64_popcnt()
            .drop()
            .drop();
        code_of
            .i32_const(1)
            .memory_grow(0)
            .call(1)
            .i32_const(0)
            .call(0)
            .end();
        let mut small = Function::new([]);
        small.instructions().end();
        for body in [large, small] {
            functions.function(0);
            code.function(&body);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
            .section(&memories)
            .section(&code);
        module.section(&CustomSection {
            name: "behind".into(),
            data: Cow::Borrowed(b"what follows the code"),
        });
        module.finish()
    }

    #[test]
    fn what_is_packed_is_the_same_when_it_is_unpacked() {
        let module = module();
        wasmparser::validate(&module).unwrap();
        let packed = in_columns(&module, Some(b"any")).unwrap();
        wasmparser::validate(&packed).unwrap();
        assert!(packed.windows(3).any(|bytes| bytes == b"any"));
        let again = whole(&packed).unwrap();
        wasmparser::validate(&again).unwrap();
        let before = Code::of(&module).unwrap().unwrap();
        let code = Code::of(&again).unwrap().unwrap();
        assert_eq!(code.bodies, before.bodies);
        assert_eq!(again[..code.section.0], module[..before.section.0]);
        let behind = [&module[before.section.1..], unpack::NAMED].concat();
        assert_eq!(again[code.section.1..], behind);
    }

    #[test]
    fn a_module_without_code_stays_as_it_is() {
        let module = Module::new().finish();
        assert_eq!(in_columns(&module, None).unwrap(), module);
        assert_eq!(whole(&module).unwrap(), module);
        assert!(in_columns(b"no module", None).is_err());
    }

    #[test]
    fn what_the_columns_have_no_room_for_is_refused() {
        let with = |locals: u32| {
            let mut function = Function::new([(locals, ValType::I32)]);
            function.instructions().local_get(locals - 1).drop().end();
            let body = function.into_raw_body();
            columns([&body[..]]).map(drop)
        };
        assert!(with(4096).is_ok());
        assert!(with(4097).unwrap_err().to_string().contains("local 4096"));
    }

    /// Whatever bytes are lost or changed: it ends, without a place beside its own.
    #[test]
    fn a_damaged_module_is_none_or_another_one() {
        let packed = in_columns(&module(), None).unwrap();
        let Some(Ok(Payload::CustomSection(section))) =
            Parser::new(0).parse_all(&packed).find(|payload| {
                matches!(payload, Ok(Payload::CustomSection(section)) if section.name() == "packed")
            })
        else {
            panic!("it was packed");
        };
        let packed = section.data();
        let length = unpacked(packed).unwrap().len();
        for at in unpack::WHOLE_BYTES..packed.len() {
            let mut changed = packed.to_vec();
            changed[at] ^= 0xff;
            for bytes in [&changed[..], &packed[..at]] {
                let _ = std::panic::catch_unwind(|| unpack::unpack(bytes, &mut vec![0; length]));
            }
        }
    }
}
