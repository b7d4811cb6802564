//! Calls from one module to another. The splitter has a function for each that a module calls of another one: it passes its
//! arguments on to what is at a place of their common table.

use std::collections::HashMap;

use anyhow::Result;
use wasmparser::{
    BinaryReader, ElementItems, ElementKind, FunctionBody, Operator, Parser, Payload,
};

use crate::order::Functions;

/// A function that is called at so few places is put there instead.
const CALLS_MAX: usize = 2;

/// A function that only passes its arguments on.
#[derive(Clone, Copy)]
pub struct Shim {
    /// The place in the table of what it calls, and the type of that.
    pub slot: i32,
    pub of_type: u32,
    pub table: u32,
}

/// The same module where what is in it is called directly, and what is elsewhere by its place in the table where it is called at
/// few places.
///
/// # Errors
/// When it is no module.
pub fn without(wasm: &[u8]) -> Result<Vec<u8>> {
    let functions = Functions::read(wasm)?;
    let (here, mut uses) = table_and_uses(wasm, functions.imported + functions.bodies.len())?;
    let mut firsts: Vec<usize> = (0..functions.bodies.len()).collect();
    let mut inlined = HashMap::new();
    for body in &functions.bodies {
        for operator in operators(body)? {
            if let Operator::Call { function_index } = operator? {
                uses[function_index as usize].calls += 1;
            }
        }
    }
    for (place, body) in functions.bodies.iter().enumerate() {
        let Some(shim) = read(body)? else {
            continue;
        };
        let number = functions.imported + place;
        let own = here
            .get(&shim.slot)
            .and_then(|own| own.checked_sub(functions.imported));
        match own {
            // What it calls may be such a function as well, and stays.
            Some(own) if read(functions.bodies[own])?.is_none() => firsts[place] = own,
            None if !uses[number].is_named && uses[number].calls <= CALLS_MAX => {
                inlined.insert(number as u32, shim);
            }
            _ => {}
        }
    }
    let is_kept = |place: &usize| {
        firsts[*place] == *place && !inlined.contains_key(&((functions.imported + place) as u32))
    };
    let kept = (0..firsts.len()).filter(is_kept).collect();
    functions.written_without(wasm, kept, &firsts, inlined)
}

/// How a function is used.
#[derive(Clone, Default)]
struct Uses {
    calls: usize,
    /// It is in the table, or is exported.
    is_named: bool,
}

/// The functions of a module by their places in the table, and the uses of each but its calls.
fn table_and_uses(wasm: &[u8], count: usize) -> Result<(HashMap<i32, usize>, Vec<Uses>)> {
    let (mut here, mut uses) = (HashMap::new(), vec![Uses::default(); count]);
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ElementSection(section) => {
                for element in section {
                    let element = element?;
                    let ElementItems::Functions(items) = element.items else {
                        continue;
                    };
                    let mut first = None;
                    if let ElementKind::Active { offset_expr, .. } = &element.kind
                        && let Operator::I32Const { value } =
                            offset_expr.get_operators_reader().read()?
                    {
                        first = Some(value);
                    }
                    for (at, number) in items.into_iter().enumerate() {
                        let number = number? as usize;
                        uses[number].is_named = true;
                        if let Some(first) = first {
                            here.insert(first + at as i32, number);
                        }
                    }
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == wasmparser::ExternalKind::Func {
                        uses[export.index as usize].is_named = true;
                    }
                }
            }
            Payload::StartSection { func, .. } => uses[func as usize].is_named = true,
            _ => {}
        }
    }
    Ok((here, uses))
}

fn operators(body: &[u8]) -> Result<wasmparser::OperatorsReader<'_>> {
    Ok(FunctionBody::new(BinaryReader::new(body, 0)).get_operators_reader()?)
}

/// The function as a shim, if it is one.
fn read(body: &[u8]) -> Result<Option<Shim>> {
    let has_locals = FunctionBody::new(BinaryReader::new(body, 0))
        .get_locals_reader()?
        .get_count()
        > 0;
    let mut operators = operators(body)?;
    let mut argument = 0;
    while let Operator::LocalGet { local_index } = operators.clone().read()? {
        if local_index != argument {
            return Ok(None);
        }
        argument += 1;
        operators.read()?;
    }
    let Operator::I32Const { value: slot } = operators.read()? else {
        return Ok(None);
    };
    let Operator::CallIndirect {
        type_index,
        table_index,
    } = operators.read()?
    else {
        return Ok(None);
    };
    let is_end = matches!(operators.read()?, Operator::End) && operators.eof();
    Ok((is_end && !has_locals).then_some(Shim {
        slot,
        of_type: type_index,
        table: table_index,
    }))
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, EntityType, Function, FunctionSection,
        ImportSection, Module, RefType, TableType, TypeSection, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// A module with a function at place 3 of the table, one that calls what is at `place`, and one that calls the latter so many
    /// times.
    fn module(place: i32, calls: usize) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        let mut imports = ImportSection::new();
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        imports.import("main", "table", EntityType::Table(table));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0).function(0);
        let mut elements = ElementSection::new();
        let at_three = Elements::Functions((&[0]).into());
        elements.active(None, &ConstExpr::i32_const(3), at_three);
        let mut code = CodeSection::new();
        let mut own = Function::new([]);
        own.instructions().local_get(0).drop().end();
        let mut shim = Function::new([]);
        let mut passed = shim.instructions();
        passed
            .local_get(0)
            .i32_const(place)
            .call_indirect(0, 0)
            .end();
        let mut caller = Function::new([]);
        for _ in 0..calls {
            caller.instructions().local_get(0).call(1);
        }
        caller.instructions().end();
        code.function(&own).function(&shim).function(&caller);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&elements).section(&code);
        module.finish()
    }

    /// The operators of each function of a module that is valid.
    fn functions(module: &[u8]) -> Vec<String> {
        Validator::new().validate_all(module).unwrap();
        let bodies = Functions::read(module).unwrap().bodies;
        let text = |body: &&[u8]| {
            let all = operators(body).unwrap().into_iter().map(Result::unwrap);
            let all = all.filter_map(|operator| match operator {
                Operator::Call { function_index } => Some(format!("call {function_index}")),
                Operator::CallIndirect { .. } => Some("by the table".into()),
                Operator::I32Const { value } => Some(value.to_string()),
                _ => None,
            });
            all.collect::<Vec<_>>().join(", ")
        };
        bodies.iter().map(text).collect()
    }

    #[test]
    fn what_stands_in_the_same_module_is_called_directly() {
        let direct = without(&module(3, 5)).unwrap();
        let calls = ["call 0"; 5].join(", ");
        assert_eq!(functions(&direct), ["", &calls]);
    }

    #[test]
    fn what_is_called_at_few_places_is_called_there_by_the_table() {
        let few = without(&module(7, 2)).unwrap();
        assert_eq!(functions(&few), ["", "7, by the table, 7, by the table"]);
        let many = without(&module(7, 3)).unwrap();
        assert_eq!(
            functions(&many),
            ["", "7, by the table", "call 1, call 1, call 1"]
        );
    }
}
