//! The types and elements that a module has for nothing: the splitter writes the types of the whole program into each part of it, and
//! wasm-bindgen an element for each place of the table that a part will fill, which is empty anyway.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{ElementSection, Module, TypeSection};
use wasmparser::{
    Element, ElementItems, ElementKind, ElementSectionReader, Operator, Parser, TypeSectionReader,
};

/// The same module with the types alone that it uses, and without elements that put nothing into a table.
///
/// # Errors
/// When it is no module.
pub fn used(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut types = Types::default();
    written(wasm, &mut types)?;
    let used = types.used.into_iter().zip(0..);
    let mut types = Types {
        kept: Some(used.collect()),
        ..Types::default()
    };
    written(wasm, &mut types)
}

fn written(wasm: &[u8], types: &mut Types) -> Result<Vec<u8>> {
    let mut module = Module::new();
    types
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the types of the module cannot be read")?;
    Ok(module.finish())
}

/// Types by their numbers.
#[derive(Default)]
struct Types {
    /// Those that something names.
    used: BTreeSet<u32>,
    /// The new numbers of those that are kept; all keep theirs without.
    kept: Option<BTreeMap<u32, u32>>,
}

type Failed = reencode::Error<Infallible>;

impl Reencode for Types {
    type Error = Infallible;

    fn type_index(&mut self, number: u32) -> Result<u32, Failed> {
        self.used.insert(number);
        let kept = self.kept.as_ref().and_then(|kept| kept.get(&number));
        Ok(kept.copied().unwrap_or(number))
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Result<(), Failed> {
        for (group, number) in section.into_iter().zip(0..) {
            let group = group?;
            if self
                .kept
                .as_ref()
                .is_none_or(|kept| kept.contains_key(&number))
            {
                self.parse_recursive_type_group(types.ty(), group)?;
            }
        }
        Ok(())
    }

    /// None of these modules names an element by its number.
    fn parse_element_section(
        &mut self,
        elements: &mut ElementSection,
        section: ElementSectionReader<'_>,
    ) -> Result<(), Failed> {
        for element in section {
            let element = element?;
            if !is_empty(&element)? {
                self.parse_element(elements, element)?;
            }
        }
        Ok(())
    }
}

/// The element puts nothing into its table, where there is nothing before it does.
fn is_empty(element: &Element<'_>) -> Result<bool, Failed> {
    let (ElementKind::Active { .. }, ElementItems::Expressions(_, items)) =
        (&element.kind, &element.items)
    else {
        return Ok(false);
    };
    for item in items.clone() {
        if !matches!(
            item?.get_operators_reader().read()?,
            Operator::RefNull { .. }
        ) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, ConstExpr, Elements, Function, FunctionSection, HeapType, RefType,
        TableSection, TableType, ValType,
    };
    use wasmparser::{Payload, Validator};

    use super::*;

    #[test]
    fn types_that_nothing_uses_are_gone_and_all_else_finds_its_own() {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I64; 3], []);
        types.ty().function([ValType::I32], []);
        types.ty().function([ValType::F64; 3], []);
        types.ty().function([], []);
        let mut functions = FunctionSection::new();
        functions.function(3).function(1);
        let mut code = CodeSection::new();
        let (mut one, mut two) = (Function::new([]), Function::new([]));
        one.instructions().i32_const(7).call(1).end();
        two.instructions().end();
        code.function(&one).function(&two);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        let kept = used(&module.finish()).unwrap();
        Validator::new().validate_all(&kept).unwrap();
        for payload in Parser::new(0).parse_all(&kept) {
            if let Payload::TypeSection(section) = payload.unwrap() {
                assert_eq!(section.count(), 2);
            }
        }
    }

    #[test]
    fn elements_that_put_nothing_into_a_table_are_gone() {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            minimum: 8,
            maximum: None,
            table64: false,
            shared: false,
        });
        let mut elements = ElementSection::new();
        let (none, one) = (ConstExpr::ref_null(HeapType::FUNC), ConstExpr::ref_func(0));
        for (place, items) in [(1, [none.clone(), none.clone()]), (3, [none, one])] {
            let items = Elements::Expressions(RefType::FUNCREF, items.to_vec().into());
            elements.active(None, &ConstExpr::i32_const(place), items);
        }
        let mut body = Function::new([]);
        body.instructions().end();
        let mut code = CodeSection::new();
        code.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables);
        module.section(&elements).section(&code);
        let kept = used(&module.finish()).unwrap();
        Validator::new().validate_all(&kept).unwrap();
        for payload in Parser::new(0).parse_all(&kept) {
            if let Payload::ElementSection(section) = payload.unwrap() {
                assert_eq!(section.count(), 1);
            }
        }
    }

    #[test]
    fn a_module_of_data_has_no_types() {
        let module = Module::new().finish();
        assert_eq!(used(&module).unwrap(), module);
    }
}
