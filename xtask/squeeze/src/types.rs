//! A module's types: the splitter writes those of the whole program into each part of it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{Module, TypeSection};
use wasmparser::{Parser, TypeSectionReader};

/// The same module with the types alone that it uses.
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
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CodeSection, Function, FunctionSection, ValType};
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
    fn a_module_of_data_has_no_types() {
        let module = Module::new().finish();
        assert_eq!(used(&module).unwrap(), module);
    }
}
