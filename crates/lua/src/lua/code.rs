//! The code generator: emits instructions for expressions while they are read, in one pass, as PUC Lua 5.1 does. Which
//! registers and instructions it chooses is visible in a script's error messages, so it chooses the same ones.

use crate::lua::lexer::{Lexer, Refusal};
use crate::lua::number;
use crate::lua::opcode::{
    B_MAX, BX_MAX, CONSTANT, FIELDS_PER_FLUSH, Instruction, NO_REGISTER, Op, Proto, SBX_MAX,
};
use crate::lua::table::{Hashed, LuaTable};
use crate::lua::value::{LuaValue, StringId};

/// The end of a list of jumps.
pub const NO_JUMP: i32 = -1;
/// All results of a call.
pub const MANY: i32 = -1;
/// The registers of a function.
const REGISTERS_MAX: i32 = 250;
/// The last constant that an operand can name.
const OPERAND_CONSTANT_MAX: i32 = 255;

/// Where the value of an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Void,
    Nil,
    True,
    False,
    /// A constant: its number.
    Constant,
    /// A number that is not a constant yet.
    Number,
    /// A local variable: its register.
    Local,
    Upvalue,
    /// A global variable: the constant that is its name.
    Global,
    /// An element: the registers of the table and of the key.
    Indexed,
    /// A comparison: the jump after it.
    Jump,
    /// An instruction whose register is not chosen yet.
    Relocatable,
    /// A register.
    Register,
    Call,
    VarArg,
}

/// An expression that was read.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub at: At,
    pub info: i32,
    pub aux: i32,
    pub number: f64,
    /// Jumps that leave when it is true.
    pub if_true: i32,
    /// Jumps that leave when it is false.
    pub if_false: i32,
}

impl Operand {
    pub fn new(at: At, info: i32) -> Operand {
        Operand {
            at,
            info,
            aux: 0,
            number: 0.0,
            if_true: NO_JUMP,
            if_false: NO_JUMP,
        }
    }

    fn has_jumps(&self) -> bool {
        self.if_true != self.if_false
    }

    fn is_numeral(&self) -> bool {
        self.at == At::Number && self.if_true == NO_JUMP && self.if_false == NO_JUMP
    }

    /// Whether it stands for any number of values.
    pub fn is_open(&self) -> bool {
        matches!(self.at, At::Call | At::VarArg)
    }
}

/// A block that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Jumps out of this loop.
    pub breaks: i32,
    /// The number of local variables outside.
    pub active: usize,
    /// Whether an inner function uses one of its variables.
    pub has_upvalue: bool,
    pub is_loop: bool,
}

/// Which variable of the function around it an upvalue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    pub is_local: bool,
    pub index: i32,
}

/// A function that is being read.
#[derive(Default)]
pub struct FunctionState {
    pub proto: Proto,
    pub scopes: Vec<Scope>,
    /// The numbers of the active local variables among all of the function.
    pub active: Vec<usize>,
    pub captured: Vec<Captured>,
    pub free_register: i32,
    constants: LuaTable,
    nil_constant: Option<i32>,
    last_target: i32,
    /// Jumps to the instruction that comes next.
    pending: i32,
}

impl FunctionState {
    pub fn new(source: StringId) -> FunctionState {
        FunctionState {
            proto: Proto {
                source,
                ..Proto::default()
            },
            last_target: -1,
            pending: NO_JUMP,
            ..FunctionState::default()
        }
    }

    pub fn pc(&self) -> i32 {
        self.proto.code.len() as i32
    }

    fn at(&self, pc: i32) -> Instruction {
        self.proto.at(pc as usize)
    }

    pub fn change(&mut self, pc: i32, change: impl FnOnce(&mut Instruction)) {
        if let Some(instruction) = self.proto.code.get_mut(pc as usize) {
            change(instruction);
        }
    }
}

/// The operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Concat,
    NotEqual,
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
}

/// Reads a script and emits its instructions.
pub struct Generator<'a> {
    pub lexer: Lexer<'a>,
    /// The function being read.
    pub now: FunctionState,
    /// Those around it.
    pub outer: Vec<FunctionState>,
    /// How deep rules are nested.
    pub depth: u32,
}

impl Generator<'_> {
    fn emit(&mut self, instruction: Instruction, line: u32) -> Result<i32, Refusal> {
        let pc = self.now.pc();
        let pending = std::mem::replace(&mut self.now.pending, NO_JUMP);
        self.patch(pending, pc, NO_REGISTER, pc)?;
        self.now.proto.code.push(instruction);
        self.now.proto.lines.push(line);
        Ok(pc)
    }

    pub fn emit_abc(&mut self, op: Op, a: i32, b: i32, c: i32) -> Result<i32, Refusal> {
        let instruction = Instruction::abc(op, a as u32 & 0xff, b as u32 & B_MAX, c as u32 & B_MAX);
        self.emit(instruction, self.lexer.last_line)
    }

    pub fn emit_abx(&mut self, op: Op, a: i32, bx: i32) -> Result<i32, Refusal> {
        let instruction = Instruction::abx(op, a as u32 & 0xff, bx as u32 & BX_MAX);
        self.emit(instruction, self.lexer.last_line)
    }

    pub fn emit_jump(&mut self, op: Op, a: i32) -> Result<i32, Refusal> {
        self.emit_abx(op, a, NO_JUMP + SBX_MAX)
    }

    pub fn fix_line(&mut self, line: u32) {
        if let Some(last) = self.now.proto.lines.last_mut() {
            *last = line;
        }
    }

    pub fn load_nil(&mut self, from: i32, count: i32) -> Result<(), Refusal> {
        let pc = self.now.pc();
        if pc > self.now.last_target {
            if pc == 0 {
                if from >= self.now.active.len() as i32 {
                    return Ok(());
                }
            } else {
                let before = self.now.at(pc - 1);
                if before.op() == Op::LoadNil {
                    let (first, last) = (before.a() as i32, before.b() as i32);
                    if first <= from && from <= last + 1 {
                        if from + count - 1 > last {
                            let last = (from + count - 1) as u32;
                            self.now
                                .change(pc - 1, |instruction| instruction.set_b(last));
                        }
                        return Ok(());
                    }
                }
            }
        }
        self.emit_abc(Op::LoadNil, from, from + count - 1, 0)?;
        Ok(())
    }

    /// Emits a jump whose target is not known yet.
    pub fn jump(&mut self) -> Result<i32, Refusal> {
        let pending = std::mem::replace(&mut self.now.pending, NO_JUMP);
        let mut jump = self.emit_jump(Op::Jmp, 0)?;
        self.join(&mut jump, pending)?;
        Ok(jump)
    }

    pub fn emit_return(&mut self, first: i32, count: i32) -> Result<(), Refusal> {
        self.emit_abc(Op::Return, first, count + 1, 0)?;
        Ok(())
    }

    fn conditional_jump(&mut self, op: Op, a: i32, b: i32, c: i32) -> Result<i32, Refusal> {
        self.emit_abc(op, a, b, c)?;
        self.jump()
    }

    fn fix_jump(&mut self, pc: i32, target: i32) -> Result<(), Refusal> {
        let offset = target - (pc + 1);
        if offset.abs() > SBX_MAX {
            return Err(self.lexer.syntax_error(b"control structure too long"));
        }
        self.now
            .change(pc, |instruction| instruction.set_sbx(offset));
        Ok(())
    }

    /// The place of the next instruction, which is the target of a jump.
    pub fn label(&mut self) -> i32 {
        self.now.last_target = self.now.pc();
        self.now.pc()
    }

    fn next_jump(&self, pc: i32) -> i32 {
        match self.now.at(pc).sbx() {
            NO_JUMP => NO_JUMP,
            offset => pc + 1 + offset,
        }
    }

    /// The place of the instruction that decides about a jump.
    fn control(&self, pc: i32) -> i32 {
        if pc >= 1 && self.now.at(pc - 1).op().is_test() {
            pc - 1
        } else {
            pc
        }
    }

    /// Whether a list has a jump that brings no value.
    fn needs_value(&self, list: i32) -> bool {
        let mut at = list;
        while at != NO_JUMP {
            if self.now.at(self.control(at)).op() != Op::TestSet {
                return true;
            }
            at = self.next_jump(at);
        }
        false
    }

    fn patch_test(&mut self, jump: i32, register: u32) -> bool {
        let control = self.control(jump);
        let instruction = self.now.at(control);
        if instruction.op() != Op::TestSet {
            return false;
        }
        self.now.change(control, |changed| {
            if register != NO_REGISTER && register != instruction.b() {
                changed.set_a(register);
            } else {
                *changed = Instruction::abc(Op::Test, instruction.b(), 0, instruction.c());
            }
        });
        true
    }

    fn remove_values(&mut self, list: i32) {
        let mut at = list;
        while at != NO_JUMP {
            self.patch_test(at, NO_REGISTER);
            at = self.next_jump(at);
        }
    }

    fn patch(
        &mut self,
        list: i32,
        value_target: i32,
        register: u32,
        target: i32,
    ) -> Result<(), Refusal> {
        let mut at = list;
        while at != NO_JUMP {
            let next = self.next_jump(at);
            let brings_value = self.patch_test(at, register);
            self.fix_jump(at, if brings_value { value_target } else { target })?;
            at = next;
        }
        Ok(())
    }

    pub fn patch_list(&mut self, list: i32, target: i32) -> Result<(), Refusal> {
        if target == self.now.pc() {
            self.patch_to_here(list)
        } else {
            self.patch(list, target, NO_REGISTER, target)
        }
    }

    pub fn patch_to_here(&mut self, list: i32) -> Result<(), Refusal> {
        self.label();
        let mut pending = self.now.pending;
        self.join(&mut pending, list)?;
        self.now.pending = pending;
        Ok(())
    }

    /// Appends a list of jumps to another.
    pub fn join(&mut self, list: &mut i32, other: i32) -> Result<(), Refusal> {
        if other == NO_JUMP {
            return Ok(());
        }
        if *list == NO_JUMP {
            *list = other;
            return Ok(());
        }
        let mut last = *list;
        loop {
            match self.next_jump(last) {
                NO_JUMP => break,
                next => last = next,
            }
        }
        self.fix_jump(last, other)
    }

    pub fn check_registers(&mut self, count: i32) -> Result<(), Refusal> {
        let needed = self.now.free_register + count;
        if needed > self.now.proto.stack as i32 {
            if needed >= REGISTERS_MAX {
                return Err(self
                    .lexer
                    .syntax_error(b"function or expression too complex"));
            }
            self.now.proto.stack = needed as u32;
        }
        Ok(())
    }

    pub fn reserve(&mut self, count: i32) -> Result<(), Refusal> {
        self.check_registers(count)?;
        self.now.free_register += count;
        Ok(())
    }

    fn free(&mut self, register: i32) {
        if register & CONSTANT as i32 == 0 && register >= self.now.active.len() as i32 {
            self.now.free_register -= 1;
        }
    }

    fn free_operand(&mut self, operand: &Operand) {
        if operand.at == At::Register {
            self.free(operand.info);
        }
    }

    fn constant(&mut self, key: LuaValue) -> Result<i32, Refusal> {
        let hashed: Hashed = self.lexer.heap.hashed(key);
        if let LuaValue::Number(index) = self.now.constants.get(hashed) {
            return Ok(index as i32);
        }
        let index = self.add_constant(key)?;
        // A string, a number or a truth value is always a key.
        let _ = self
            .now
            .constants
            .set(hashed, LuaValue::Number(f64::from(index)));
        Ok(index)
    }

    fn add_constant(&mut self, value: LuaValue) -> Result<i32, Refusal> {
        let index = self.now.proto.constants.len();
        if index > BX_MAX as usize {
            return Err(self.lexer.refusal(b"constant table overflow", None));
        }
        self.now.proto.constants.push(value);
        Ok(index as i32)
    }

    pub fn string_constant(&mut self, string: StringId) -> Result<i32, Refusal> {
        self.constant(LuaValue::String(string))
    }

    pub fn number_constant(&mut self, number: f64) -> Result<i32, Refusal> {
        self.constant(LuaValue::Number(number))
    }

    fn nil(&mut self) -> Result<i32, Refusal> {
        if let Some(index) = self.now.nil_constant {
            return Ok(index);
        }
        let index = self.add_constant(LuaValue::Nil)?;
        self.now.nil_constant = Some(index);
        Ok(index)
    }

    /// Fixes how many values an open expression gives.
    pub fn set_returns(&mut self, operand: &Operand, count: i32) -> Result<(), Refusal> {
        match operand.at {
            At::Call => {
                let count = (count + 1) as u32;
                self.now.change(operand.info, |call| call.set_c(count));
            }
            At::VarArg => {
                let (count, register) = ((count + 1) as u32, self.now.free_register as u32);
                self.now.change(operand.info, |vararg| {
                    vararg.set_b(count);
                    vararg.set_a(register);
                });
                self.reserve(1)?;
            }
            _ => {}
        }
        Ok(())
    }

    pub fn set_one_return(&mut self, operand: &mut Operand) {
        match operand.at {
            At::Call => {
                operand.at = At::Register;
                operand.info = self.now.at(operand.info).a() as i32;
            }
            At::VarArg => {
                self.now.change(operand.info, |vararg| vararg.set_b(2));
                operand.at = At::Relocatable;
            }
            _ => {}
        }
    }

    /// Reads a variable.
    pub fn discharge(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        match operand.at {
            At::Local => operand.at = At::Register,
            At::Upvalue => {
                operand.info = self.emit_abc(Op::GetUpval, 0, operand.info, 0)?;
                operand.at = At::Relocatable;
            }
            At::Global => {
                operand.info = self.emit_abx(Op::GetGlobal, 0, operand.info)?;
                operand.at = At::Relocatable;
            }
            At::Indexed => {
                self.free(operand.aux);
                self.free(operand.info);
                operand.info = self.emit_abc(Op::GetTable, 0, operand.info, operand.aux)?;
                operand.at = At::Relocatable;
            }
            At::VarArg | At::Call => self.set_one_return(operand),
            _ => {}
        }
        Ok(())
    }

    fn discharge_to(&mut self, operand: &mut Operand, register: i32) -> Result<(), Refusal> {
        self.discharge(operand)?;
        match operand.at {
            At::Nil => self.load_nil(register, 1)?,
            At::False | At::True => {
                self.emit_abc(Op::LoadBool, register, i32::from(operand.at == At::True), 0)?;
            }
            At::Constant => {
                self.emit_abx(Op::LoadK, register, operand.info)?;
            }
            At::Number => {
                let constant = self.number_constant(operand.number)?;
                self.emit_abx(Op::LoadK, register, constant)?;
            }
            At::Relocatable => {
                self.now.change(operand.info, |instruction| {
                    instruction.set_a(register as u32)
                });
            }
            At::Register => {
                if register != operand.info {
                    self.emit_abc(Op::Move, register, operand.info, 0)?;
                }
            }
            _ => return Ok(()),
        }
        operand.info = register;
        operand.at = At::Register;
        Ok(())
    }

    fn discharge_to_any(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        if operand.at != At::Register {
            self.reserve(1)?;
            self.discharge_to(operand, self.now.free_register - 1)?;
        }
        Ok(())
    }

    fn in_register(&mut self, operand: &mut Operand, register: i32) -> Result<(), Refusal> {
        self.discharge_to(operand, register)?;
        if operand.at == At::Jump {
            let jump = operand.info;
            self.join(&mut operand.if_true, jump)?;
        }
        if operand.has_jumps() {
            let mut load_false = NO_JUMP;
            let mut load_true = NO_JUMP;
            if self.needs_value(operand.if_true) || self.needs_value(operand.if_false) {
                let over = match operand.at {
                    At::Jump => NO_JUMP,
                    _ => self.jump()?,
                };
                self.label();
                load_false = self.emit_abc(Op::LoadBool, register, 0, 1)?;
                self.label();
                load_true = self.emit_abc(Op::LoadBool, register, 1, 0)?;
                self.patch_to_here(over)?;
            }
            let end = self.label();
            self.patch(operand.if_false, end, register as u32, load_false)?;
            self.patch(operand.if_true, end, register as u32, load_true)?;
        }
        operand.if_true = NO_JUMP;
        operand.if_false = NO_JUMP;
        operand.info = register;
        operand.at = At::Register;
        Ok(())
    }

    pub fn in_next_register(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        self.discharge(operand)?;
        self.free_operand(operand);
        self.reserve(1)?;
        self.in_register(operand, self.now.free_register - 1)
    }

    pub fn in_any_register(&mut self, operand: &mut Operand) -> Result<i32, Refusal> {
        self.discharge(operand)?;
        if operand.at == At::Register {
            if !operand.has_jumps() {
                return Ok(operand.info);
            }
            if operand.info >= self.now.active.len() as i32 {
                self.in_register(operand, operand.info)?;
                return Ok(operand.info);
            }
        }
        self.in_next_register(operand)?;
        Ok(operand.info)
    }

    pub fn with_value(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        if operand.has_jumps() {
            self.in_any_register(operand)?;
            Ok(())
        } else {
            self.discharge(operand)
        }
    }

    /// A register or a constant, as B or C.
    pub fn in_operand(&mut self, operand: &mut Operand) -> Result<i32, Refusal> {
        self.with_value(operand)?;
        match operand.at {
            At::Number | At::True | At::False | At::Nil
                if self.now.proto.constants.len() as i32 <= OPERAND_CONSTANT_MAX =>
            {
                operand.info = match operand.at {
                    At::Nil => self.nil()?,
                    At::Number => self.number_constant(operand.number)?,
                    at => self.constant(LuaValue::Boolean(at == At::True))?,
                };
                operand.at = At::Constant;
                return Ok(operand.info | CONSTANT as i32);
            }
            At::Constant if operand.info <= OPERAND_CONSTANT_MAX => {
                return Ok(operand.info | CONSTANT as i32);
            }
            _ => {}
        }
        self.in_any_register(operand)
    }

    /// Assigns a value to a variable.
    pub fn store(&mut self, variable: &Operand, value: &mut Operand) -> Result<(), Refusal> {
        match variable.at {
            At::Local => {
                self.free_operand(value);
                return self.in_register(value, variable.info);
            }
            At::Upvalue => {
                let register = self.in_any_register(value)?;
                self.emit_abc(Op::SetUpval, register, variable.info, 0)?;
            }
            At::Global => {
                let register = self.in_any_register(value)?;
                self.emit_abx(Op::SetGlobal, register, variable.info)?;
            }
            At::Indexed => {
                let operand = self.in_operand(value)?;
                self.emit_abc(Op::SetTable, variable.info, variable.aux, operand)?;
            }
            _ => {}
        }
        self.free_operand(value);
        Ok(())
    }

    pub fn method(&mut self, object: &mut Operand, key: &mut Operand) -> Result<(), Refusal> {
        self.in_any_register(object)?;
        self.free_operand(object);
        let function = self.now.free_register;
        self.reserve(2)?;
        let name = self.in_operand(key)?;
        self.emit_abc(Op::Method, function, object.info, name)?;
        self.free_operand(key);
        object.info = function;
        object.at = At::Register;
        Ok(())
    }

    fn invert(&mut self, operand: &Operand) {
        let control = self.control(operand.info);
        self.now
            .change(control, |test| test.set_a(u32::from(test.a() == 0)));
    }

    fn jump_on(&mut self, operand: &mut Operand, condition: bool) -> Result<i32, Refusal> {
        if operand.at == At::Relocatable {
            let instruction = self.now.at(operand.info);
            if instruction.op() == Op::Not {
                self.now.proto.code.pop();
                self.now.proto.lines.pop();
                let register = instruction.b() as i32;
                return self.conditional_jump(Op::Test, register, 0, i32::from(!condition));
            }
        }
        self.discharge_to_any(operand)?;
        self.free_operand(operand);
        let register = operand.info;
        self.conditional_jump(
            Op::TestSet,
            NO_REGISTER as i32,
            register,
            i32::from(condition),
        )
    }

    /// Goes on if the expression is true, jumps otherwise.
    pub fn go_if_true(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        self.discharge(operand)?;
        let jump = match operand.at {
            At::Constant | At::Number | At::True => NO_JUMP,
            At::Jump => {
                self.invert(operand);
                operand.info
            }
            _ => self.jump_on(operand, false)?,
        };
        self.join(&mut operand.if_false, jump)?;
        self.patch_to_here(operand.if_true)?;
        operand.if_true = NO_JUMP;
        Ok(())
    }

    fn go_if_false(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        self.discharge(operand)?;
        let jump = match operand.at {
            At::Nil | At::False => NO_JUMP,
            At::Jump => operand.info,
            _ => self.jump_on(operand, true)?,
        };
        self.join(&mut operand.if_true, jump)?;
        self.patch_to_here(operand.if_false)?;
        operand.if_false = NO_JUMP;
        Ok(())
    }

    pub fn not(&mut self, operand: &mut Operand) -> Result<(), Refusal> {
        self.discharge(operand)?;
        match operand.at {
            At::Nil | At::False => operand.at = At::True,
            At::Constant | At::Number | At::True => operand.at = At::False,
            At::Jump => self.invert(operand),
            At::Relocatable | At::Register => {
                self.discharge_to_any(operand)?;
                self.free_operand(operand);
                operand.info = self.emit_abc(Op::Not, 0, operand.info, 0)?;
                operand.at = At::Relocatable;
            }
            _ => {}
        }
        std::mem::swap(&mut operand.if_true, &mut operand.if_false);
        self.remove_values(operand.if_false);
        self.remove_values(operand.if_true);
        Ok(())
    }

    pub fn indexed(&mut self, table: &mut Operand, key: &mut Operand) -> Result<(), Refusal> {
        table.aux = self.in_operand(key)?;
        table.at = At::Indexed;
        Ok(())
    }

    fn arithmetic(
        &mut self,
        op: Op,
        first: &mut Operand,
        second: &mut Operand,
    ) -> Result<(), Refusal> {
        if fold(op, first, second) {
            return Ok(());
        }
        let c = match op {
            Op::Unm | Op::Len => 0,
            _ => self.in_operand(second)?,
        };
        let b = self.in_operand(first)?;
        if b > c {
            self.free_operand(first);
            self.free_operand(second);
        } else {
            self.free_operand(second);
            self.free_operand(first);
        }
        first.info = self.emit_abc(op, 0, b, c)?;
        first.at = At::Relocatable;
        Ok(())
    }

    fn compare(
        &mut self,
        op: Op,
        holds: bool,
        first: &mut Operand,
        second: &mut Operand,
    ) -> Result<(), Refusal> {
        let mut b = self.in_operand(first)?;
        let mut c = self.in_operand(second)?;
        self.free_operand(second);
        self.free_operand(first);
        let mut holds = holds;
        if !holds && op != Op::Eq {
            std::mem::swap(&mut b, &mut c);
            holds = true;
        }
        first.info = self.conditional_jump(op, i32::from(holds), b, c)?;
        first.at = At::Jump;
        Ok(())
    }

    /// `-` or `#`.
    pub fn unary(&mut self, op: Op, operand: &mut Operand) -> Result<(), Refusal> {
        if op == Op::Len || !operand.is_numeral() {
            self.in_any_register(operand)?;
        }
        self.arithmetic(op, operand, &mut Operand::new(At::Number, 0))
    }

    /// After the operator, before its second operand.
    pub fn infix(&mut self, operator: Binary, first: &mut Operand) -> Result<(), Refusal> {
        match operator {
            Binary::And => self.go_if_true(first),
            Binary::Or => self.go_if_false(first),
            Binary::Concat => self.in_next_register(first),
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Mod | Binary::Pow
                if first.is_numeral() =>
            {
                Ok(())
            }
            _ => self.in_operand(first).map(|_| ()),
        }
    }

    /// After the second operand.
    pub fn postfix(
        &mut self,
        operator: Binary,
        first: &mut Operand,
        second: &mut Operand,
    ) -> Result<(), Refusal> {
        match operator {
            Binary::And => {
                self.discharge(second)?;
                self.join(&mut second.if_false, first.if_false)?;
                *first = *second;
                Ok(())
            }
            Binary::Or => {
                self.discharge(second)?;
                self.join(&mut second.if_true, first.if_true)?;
                *first = *second;
                Ok(())
            }
            Binary::Concat => {
                self.with_value(second)?;
                if second.at == At::Relocatable && self.now.at(second.info).op() == Op::Concat {
                    self.free_operand(first);
                    let register = first.info as u32;
                    self.now
                        .change(second.info, |concat| concat.set_b(register));
                    first.at = At::Relocatable;
                    first.info = second.info;
                    return Ok(());
                }
                self.in_next_register(second)?;
                self.arithmetic(Op::Concat, first, second)
            }
            Binary::Add => self.arithmetic(Op::Add, first, second),
            Binary::Sub => self.arithmetic(Op::Sub, first, second),
            Binary::Mul => self.arithmetic(Op::Mul, first, second),
            Binary::Div => self.arithmetic(Op::Div, first, second),
            Binary::Mod => self.arithmetic(Op::Mod, first, second),
            Binary::Pow => self.arithmetic(Op::Pow, first, second),
            Binary::Equal => self.compare(Op::Eq, true, first, second),
            Binary::NotEqual => self.compare(Op::Eq, false, first, second),
            Binary::Less => self.compare(Op::Lt, true, first, second),
            Binary::LessEqual => self.compare(Op::Le, true, first, second),
            Binary::Greater => self.compare(Op::Lt, false, first, second),
            Binary::GreaterEqual => self.compare(Op::Le, false, first, second),
        }
    }

    /// Stores elements of a constructor.
    pub fn set_list(&mut self, table: i32, elements: i32, to_store: i32) -> Result<(), Refusal> {
        let batch = (elements - 1) / FIELDS_PER_FLUSH + 1;
        let count = if to_store == MANY { 0 } else { to_store };
        if batch <= B_MAX as i32 {
            self.emit_abc(Op::SetList, table, count, batch)?;
        } else {
            self.emit_abc(Op::SetList, table, count, 0)?;
            self.emit(Instruction(batch as u32), self.lexer.last_line)?;
        }
        self.now.free_register = table + 1;
        Ok(())
    }
}

/// Calculates two constants at once, unless the result is not a number.
fn fold(op: Op, first: &mut Operand, second: &Operand) -> bool {
    if !first.is_numeral() || !second.is_numeral() {
        return false;
    }
    if matches!(op, Op::Div | Op::Mod) && second.number == 0.0 {
        return false;
    }
    match number::arithmetic(op, first.number, second.number) {
        Some(result) if !result.is_nan() => {
            first.number = result;
            true
        }
        _ => false,
    }
}
