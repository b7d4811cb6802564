//! Ways to the same end. Where a panic is a trap (`xtask/bindgen/src/panics.rs`), a function has many of them, each behind the end of a block of
//! its own: one for all does, and the blocks are not needed any more.

use std::collections::HashSet;
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, Instruction, Module};
use wasmparser::{BlockType, FunctionBody, Operator, Parser};

/// The same module, whose functions have one trap where they had several in a row.
///
/// # Errors
/// When it is no module.
pub fn joined(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::new();
    Joined
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the traps of the module cannot be joined")?;
    Ok(module.finish())
}

struct Joined;

type Failed = reencode::Error<Infallible>;

impl Reencode for Joined {
    type Error = Infallible;

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Failed> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut steps = Steps::read(&body)?;
        while steps.join() {}
        let mut open = vec![0];
        for step in steps.0 {
            let depth = |label: usize| {
                let place = open.iter().rposition(|one| *one == label);
                place.map_or(0, |place| open.len() - 1 - place) as u32
            };
            let instruction = match &step {
                Step::Jump(to) => Instruction::Br(depth(*to)),
                Step::JumpIf(to) => Instruction::BrIf(depth(*to)),
                Step::Choose(to, other) => {
                    let to: Vec<u32> = to.iter().map(|to| depth(*to)).collect();
                    Instruction::BrTable(to.into(), depth(*other))
                }
                Step::Begin(_, operator) | Step::Other(operator) => {
                    self.instruction(operator.clone())?
                }
                Step::Else => Instruction::Else,
                Step::End(_) => Instruction::End,
            };
            function.instruction(&instruction);
            step.walk(&mut open);
        }
        code.function(&function);
        Ok(())
    }
}

/// An instruction whose jumps name the block that they leave, or the loop that they repeat, by its label.
#[derive(Clone, Debug)]
enum Step<'a> {
    /// A block, a loop or a condition.
    Begin(usize, Operator<'a>),
    Else,
    End(usize),
    Jump(usize),
    JumpIf(usize),
    Choose(Vec<usize>, usize),
    Other(Operator<'a>),
}

/// The instructions of a function. Its own label is 0.
struct Steps<'a>(Vec<Step<'a>>);

impl<'a> Steps<'a> {
    fn read(body: &FunctionBody<'a>) -> Result<Steps<'a>, Failed> {
        let (mut steps, mut open, mut labels) = (Vec::new(), vec![0], 0);
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            // The validator has seen that each of these is in a block.
            let label = |depth: u32| open[open.len() - 1 - depth as usize];
            steps.push(match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                    labels += 1;
                    open.push(labels);
                    Step::Begin(labels, operator)
                }
                Operator::Else => Step::Else,
                Operator::End => Step::End(open.pop().unwrap_or_default()),
                Operator::Br { relative_depth } => Step::Jump(label(relative_depth)),
                Operator::BrIf { relative_depth } => Step::JumpIf(label(relative_depth)),
                Operator::BrTable { targets } => {
                    let to: Result<Vec<u32>, _> = targets.targets().collect();
                    let to = to?.into_iter().map(label).collect();
                    Step::Choose(to, label(targets.default()))
                }
                operator => Step::Other(operator),
            });
        }
        Ok(Steps(steps))
    }

    /// Does what can be done at once; whether there was something.
    fn join(&mut self) -> bool {
        let before = self.0.len();
        self.leave_out_dead();
        let was_redirected = self.go_to_last_trap();
        self.open_blocks();
        was_redirected || self.0.len() < before
    }

    /// Leaves out what is behind a jump or a trap and before the end of its block.
    fn leave_out_dead(&mut self) {
        let (mut is_dead, mut inner) = (false, 0);
        self.0.retain(|step| {
            match step {
                Step::Begin(..) if is_dead => inner += 1,
                Step::End(_) if inner > 0 => {
                    inner -= 1;
                    return false;
                }
                Step::Else | Step::End(_) if inner == 0 => is_dead = false,
                _ => {}
            }
            let is_kept = !is_dead;
            is_dead |= step.is_last();
            is_kept
        });
    }

    /// Has each jump to a trap go to the last one that it can, or be one; whether there was such a jump.
    fn go_to_last_trap(&mut self) -> bool {
        let trapping = self.trapping();
        let mut open = vec![0];
        let mut was_redirected = false;
        for step in &mut self.0 {
            let last = open.iter().copied().find(|label| trapping.contains(label));
            let mut redirect = |to: &mut usize| {
                if let Some(last) = last
                    && trapping.contains(to)
                    && *to != last
                {
                    *to = last;
                    was_redirected = true;
                }
            };
            match step {
                Step::Jump(to) if trapping.contains(to) => {
                    *step = Step::Other(Operator::Unreachable);
                    was_redirected = true;
                }
                Step::JumpIf(to) => redirect(to),
                Step::Choose(to, other) => to.iter_mut().chain([other]).for_each(redirect),
                _ => {}
            }
            step.walk(&mut open);
        }
        was_redirected
    }

    /// The blocks without a result behind whose ends there is nothing but a trap.
    fn trapping(&self) -> HashSet<usize> {
        let (mut trapping, mut plain) = (HashSet::new(), HashSet::new());
        for step in &self.0 {
            if let Step::Begin(
                label,
                Operator::Block {
                    blockty: BlockType::Empty,
                },
            ) = step
            {
                plain.insert(*label);
            }
        }
        let mut traps = false;
        for step in self.0.iter().rev() {
            match step {
                // What is in a block ends where that ends, and goes on behind it.
                Step::End(label) => {
                    if traps && plain.contains(label) {
                        trapping.insert(*label);
                    }
                }
                Step::Other(Operator::Unreachable) => traps = true,
                _ => traps = false,
            }
        }
        trapping
    }

    /// Leaves out the begin and the end of blocks that no jump leaves.
    fn open_blocks(&mut self) {
        let mut left = HashSet::new();
        for step in &self.0 {
            match step {
                Step::Jump(to) | Step::JumpIf(to) => drop(left.insert(*to)),
                Step::Choose(to, other) => left.extend(to.iter().chain([other])),
                _ => {}
            }
        }
        let mut opened = HashSet::new();
        self.0.retain(|step| match step {
            Step::Begin(
                label,
                Operator::Block {
                    blockty: BlockType::Empty,
                },
            ) if !left.contains(label) => {
                opened.insert(*label);
                false
            }
            Step::End(label) => !opened.contains(label),
            _ => true,
        });
    }
}

impl Step<'_> {
    /// Nothing goes on behind it.
    fn is_last(&self) -> bool {
        matches!(
            self,
            Step::Jump(_)
                | Step::Choose(..)
                | Step::Other(Operator::Unreachable | Operator::Return)
        )
    }

    /// Enters a block, or leaves it.
    fn walk(&self, open: &mut Vec<usize>) {
        match self {
            Step::Begin(label, _) => open.push(*label),
            Step::End(_) => drop(open.pop()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        BlockType::{self, Empty},
        Function, FunctionSection, InstructionSink, TypeSection, ValType,
    };
    use wasmparser::{Payload, Validator};

    use super::*;

    /// A function of a number that returns one, with its traps joined: its instructions by their names.
    fn joined_code(write: impl FnOnce(&mut InstructionSink<'_>)) -> String {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut function = Function::new([]);
        write(&mut function.instructions());
        let mut code = CodeSection::new();
        code.function(&function);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        let module = module.finish();
        Validator::new().validate_all(&module).unwrap();
        let joined = joined(&module).unwrap();
        Validator::new().validate_all(&joined).unwrap();
        for payload in Parser::new(0).parse_all(&joined) {
            if let Payload::CodeSectionEntry(body) = payload.unwrap() {
                let operators = body.get_operators_reader().unwrap();
                let operators = operators
                    .into_iter()
                    .map(|operator| match operator.unwrap() {
                        Operator::Br { relative_depth } => format!("br {relative_depth}"),
                        Operator::BrIf { relative_depth } => format!("br_if {relative_depth}"),
                        Operator::BrTable { targets } => {
                            let to: Vec<u32> = targets.targets().collect::<Result<_, _>>().unwrap();
                            format!("br_table {to:?} {}", targets.default())
                        }
                        Operator::LocalGet { .. } => "get".to_owned(),
                        Operator::Block { .. } => "{".to_owned(),
                        Operator::Loop { .. } => "loop {".to_owned(),
                        Operator::End => "}".to_owned(),
                        Operator::Unreachable => "trap".to_owned(),
                        Operator::Return => "return".to_owned(),
                        operator => format!("{operator:?}"),
                    });
                return operators.collect::<Vec<_>>().join(" ");
            }
        }
        unreachable!("it has a function")
    }

    #[test]
    fn traps_in_a_row_are_one() {
        let code = joined_code(|code| {
            code.block(Empty).block(Empty);
            code.local_get(0).br_if(0).local_get(0).br_if(1);
            code.local_get(0).return_();
            code.end().unreachable();
            code.end().unreachable().end();
        });
        assert_eq!(code, "{ get br_if 0 get br_if 0 get return } trap }");
    }

    #[test]
    fn a_jump_to_a_trap_is_one_and_nothing_is_behind_it() {
        let code = joined_code(|code| {
            code.block(Empty)
                .local_get(0)
                .br_if(0)
                .local_get(0)
                .return_();
            code.end().block(Empty).loop_(Empty);
            code.local_get(0)
                .br_if(0)
                .br(1)
                .end()
                .end()
                .unreachable()
                .end();
        });
        assert_eq!(
            code,
            "{ get br_if 0 get return } loop { get br_if 0 trap } trap }"
        );
    }

    #[test]
    fn a_jump_to_anything_else_stays() {
        let code = joined_code(|code| {
            code.block(Empty).block(Empty).local_get(0);
            code.br_table([0, 1], 1).end();
            code.local_get(0).return_().end();
            code.local_get(0).local_get(0).br_if(0).unreachable().end();
        });
        assert_eq!(
            code,
            "{ { get br_table [0, 1] 1 } get return } get get br_if 0 trap }"
        );
        let code = joined_code(|code| {
            code.block(BlockType::Result(ValType::I32)).local_get(0);
            code.br(0).end().return_().end();
        });
        assert_eq!(code, "{ get br 0 } return }");
    }
}
