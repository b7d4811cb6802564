//! How error messages name what went wrong: the variable that held a value, the function that was called, the line.

use crate::lua::heap::Closure;
use crate::lua::lexer::chunk_id;
use crate::lua::machine::{CallFrame, Machine};
use crate::lua::opcode::{CONSTANT, Instruction, Op, Proto};
use crate::lua::value::{LuaValue, StringId};
use std::sync::Arc;

/// The room for a chunk's name in a message, its end included.
const SOURCE_MAX: usize = 60;

/// What a level of the call stack is.
pub enum Level {
    /// A function of Lua: the chunk's name with its mark, and the line.
    Lua { source: Vec<u8>, line: u32 },
    /// A function of the libraries.
    Native,
    /// A function that gave its place to the one that it called last.
    Tail,
}

impl Machine {
    fn proto_of(&self, frame: &CallFrame) -> Option<Arc<Proto>> {
        match self.heap.closures.get(frame.closure.0) {
            Closure::Lua { proto, .. } => Some(self.heap.protos.get(*proto).clone()),
            Closure::Native { .. } => None,
        }
    }

    /// The instruction that a frame is at.
    fn pc_of(&self, index: usize, frame: &CallFrame) -> usize {
        let is_running = index + 1 == self.frames().len();
        let pc = if is_running { self.pc } else { frame.pc };
        pc.saturating_sub(1)
    }

    fn line_of(&self, index: usize) -> Option<(Arc<Proto>, u32)> {
        let frame = self.frames().get(index)?;
        let proto = self.proto_of(frame)?;
        let line = proto
            .lines
            .get(self.pc_of(index, frame))
            .copied()
            .unwrap_or(0);
        Some((proto, line))
    }

    /// The chunk and the line of a frame, as messages begin; nothing for a native one.
    fn place_of(&self, index: usize) -> Vec<u8> {
        match self.line_of(index) {
            Some((proto, line)) if line > 0 => {
                let mut text = chunk_id(self.heap.bytes_of(proto.source), SOURCE_MAX);
                text.push(b':');
                keyspace::number::push(&mut text, i64::from(line));
                text.extend_from_slice(b": ");
                text
            }
            _ => Vec::new(),
        }
    }

    /// The index of the frame of a level: 0 is the function that runs. `Ok(None)` for one that a tail call replaced, and
    /// `Err` if there are fewer levels.
    pub fn frame_at_level(&self, level: usize) -> Result<Option<usize>, ()> {
        let mut left = level;
        for (index, frame) in self.frames().iter().enumerate().rev() {
            if left == 0 {
                return Ok(Some(index));
            }
            left -= 1;
            let lost = if frame.is_lua {
                frame.tail_calls as usize
            } else {
                0
            };
            if left < lost {
                return Ok(None);
            }
            left -= lost;
        }
        Err(())
    }

    /// What a level of the call stack is, if there is one.
    pub fn level(&self, level: usize) -> Option<Level> {
        Some(match self.frame_at_level(level).ok()? {
            None => Level::Tail,
            Some(index) => match self.line_of(index) {
                Some((proto, line)) => Level::Lua {
                    source: self.heap.bytes_of(proto.source).to_vec(),
                    line,
                },
                None => Level::Native,
            },
        })
    }

    /// The place of a level, as messages begin.
    pub fn place(&self, level: usize) -> Vec<u8> {
        match self.frame_at_level(level) {
            Ok(Some(index)) => self.place_of(index),
            _ => Vec::new(),
        }
    }

    /// The place of the function that runs, if it is one of Lua.
    pub fn own_place(&self) -> Vec<u8> {
        self.frames()
            .len()
            .checked_sub(1)
            .map_or(Vec::new(), |index| self.place_of(index))
    }

    /// The kind and the name by which the function of a level was called.
    pub fn function_name(&self, level: usize) -> Option<(&'static [u8], Vec<u8>)> {
        let index = self.frame_at_level(level).ok()??;
        let frame = self.frames().get(index)?;
        if frame.is_lua && frame.tail_calls > 0 {
            return None;
        }
        let caller_index = index.checked_sub(1)?;
        let caller = self.frames().get(caller_index)?;
        let proto = self.proto_of(caller)?;
        let pc = self.pc_of(caller_index, caller);
        let instruction = proto.at(pc);
        match instruction.op() {
            Op::Call | Op::TailCall | Op::TForLoop => {
                self.register_name(&proto, pc, instruction.a() as usize)
            }
            _ => None,
        }
    }

    /// The kind and the name of the variable in a register of the function that runs.
    pub fn variable_name(&self, register: usize) -> Option<(&'static [u8], Vec<u8>)> {
        let index = self.frames().len().checked_sub(1)?;
        let frame = self.frames().get(index)?;
        let proto = self.proto_of(frame)?;
        self.register_name(&proto, self.pc_of(index, frame), register)
    }

    /// A name as messages have it: C ends it at a zero byte.
    fn name(&self, name: StringId) -> Vec<u8> {
        let name = self.heap.bytes_of(name).split(|byte| *byte == 0);
        name.take(1).flatten().copied().collect()
    }

    fn register_name(
        &self,
        proto: &Proto,
        pc: usize,
        register: usize,
    ) -> Option<(&'static [u8], Vec<u8>)> {
        if let Some(name) = proto.local_name(register, pc) {
            return Some((b"local", self.name(name)));
        }
        let instruction = self.setter(proto, pc, register);
        let constant = |operand: u32| match proto.constants.get((operand & !CONSTANT) as usize) {
            Some(LuaValue::String(name)) if operand & CONSTANT != 0 => self.name(*name),
            _ => b"?".to_vec(),
        };
        match instruction.op() {
            Op::GetGlobal => match proto.constants.get(instruction.bx() as usize) {
                Some(LuaValue::String(name)) => Some((b"global", self.name(*name))),
                _ => None,
            },
            Op::Move if instruction.b() < instruction.a() => {
                self.register_name(proto, pc, instruction.b() as usize)
            }
            Op::GetTable => Some((b"field", constant(instruction.c()))),
            Op::GetUpval => {
                let name = proto.upvalue_names.get(instruction.b() as usize);
                let name = name.map_or(b"?".to_vec(), |name| self.name(*name));
                Some((b"upvalue", name))
            }
            Op::Method => Some((b"method", constant(instruction.c()))),
            _ => None,
        }
    }

    /// The instruction that last set a register before another one, as far as it is known without running them.
    fn setter(&self, proto: &Proto, last_pc: usize, register: usize) -> Instruction {
        let mut last = proto.code.len().saturating_sub(1);
        let mut pc = 0;
        while pc < last_pc {
            let instruction = proto.at(pc);
            let a = instruction.a() as usize;
            let op = instruction.op();
            if op.sets_a() && a == register {
                last = pc;
            }
            match op {
                Op::LoadNil if a <= register && register <= instruction.b() as usize => last = pc,
                Op::Method if register == a + 1 => last = pc,
                Op::TForLoop if register >= a + 2 => last = pc,
                Op::Call | Op::TailCall if register >= a => last = pc,
                Op::Jmp | Op::ForLoop | Op::ForPrep => {
                    let target = pc as i64 + 1 + i64::from(instruction.sbx());
                    if (pc as i64) < target && target <= last_pc as i64 {
                        pc = target as usize - 1;
                    }
                }
                Op::SetList if instruction.c() == 0 => pc += 1,
                Op::Closure => {
                    let inner = proto.protos.get(instruction.bx() as usize);
                    let inner = inner.map(|id| self.heap.protos.get(*id).upvalue_names.len());
                    pc += inner.unwrap_or(0);
                }
                _ => {}
            }
            pc += 1;
        }
        proto.at(last)
    }
}
