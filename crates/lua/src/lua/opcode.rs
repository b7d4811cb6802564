//! The instructions of Lua 5.1's machine and what a function is compiled to.
//!
//! An instruction has 32 bits: the operation in the lowest six, then A (8 bits), C and B (9 bits each). Bx is C and B
//! together, sBx the same with a sign. The widths are limits that a script can meet, so they are those of PUC Lua.

use crate::lua::value::{LuaValue, StringId};

/// The largest B and C.
pub const B_MAX: u32 = 511;
/// The largest Bx.
pub const BX_MAX: u32 = 262_143;
/// The furthest jump.
pub const SBX_MAX: i32 = 131_071;
/// B or C names a constant.
pub const CONSTANT: u32 = 256;
/// No register.
pub const NO_REGISTER: u32 = 255;
/// The number of elements that one SetList stores.
pub const FIELDS_PER_FLUSH: i32 = 50;

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    Move,
    LoadK,
    LoadBool,
    LoadNil,
    GetUpval,
    GetGlobal,
    GetTable,
    SetGlobal,
    SetUpval,
    SetTable,
    NewTable,
    Method,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Unm,
    Not,
    Len,
    Concat,
    Jmp,
    Eq,
    Lt,
    Le,
    Test,
    TestSet,
    Call,
    TailCall,
    Return,
    ForLoop,
    ForPrep,
    TForLoop,
    SetList,
    Close,
    Closure,
    VarArg,
}

const OPS: [Op; 38] = [
    Op::Move,
    Op::LoadK,
    Op::LoadBool,
    Op::LoadNil,
    Op::GetUpval,
    Op::GetGlobal,
    Op::GetTable,
    Op::SetGlobal,
    Op::SetUpval,
    Op::SetTable,
    Op::NewTable,
    Op::Method,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::Pow,
    Op::Unm,
    Op::Not,
    Op::Len,
    Op::Concat,
    Op::Jmp,
    Op::Eq,
    Op::Lt,
    Op::Le,
    Op::Test,
    Op::TestSet,
    Op::Call,
    Op::TailCall,
    Op::Return,
    Op::ForLoop,
    Op::ForPrep,
    Op::TForLoop,
    Op::SetList,
    Op::Close,
    Op::Closure,
    Op::VarArg,
];

impl Op {
    /// Whether the next instruction is a jump that this one decides about.
    pub fn is_test(self) -> bool {
        matches!(
            self,
            Op::Eq | Op::Lt | Op::Le | Op::Test | Op::TestSet | Op::TForLoop
        )
    }

    /// Whether it sets register A.
    pub fn sets_a(self) -> bool {
        !matches!(
            self,
            Op::SetGlobal
                | Op::SetUpval
                | Op::SetTable
                | Op::Jmp
                | Op::Eq
                | Op::Lt
                | Op::Le
                | Op::Return
                | Op::TForLoop
                | Op::SetList
                | Op::Close
        )
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction(pub u32);

impl Instruction {
    /// An instruction with three operands.
    pub fn abc(op: Op, a: u32, b: u32, c: u32) -> Instruction {
        Instruction(op as u32 | a << 6 | c << 14 | b << 23)
    }

    /// An instruction with a long operand.
    pub fn abx(op: Op, a: u32, bx: u32) -> Instruction {
        Instruction(op as u32 | a << 6 | bx << 14)
    }

    /// What it does.
    pub fn op(self) -> Op {
        OPS.get(self.0 as usize & 63).copied().unwrap_or(Op::Return)
    }

    pub fn a(self) -> u32 {
        self.0 >> 6 & 0xff
    }

    pub fn b(self) -> u32 {
        self.0 >> 23
    }

    pub fn c(self) -> u32 {
        self.0 >> 14 & 0x1ff
    }

    pub fn bx(self) -> u32 {
        self.0 >> 14
    }

    pub fn sbx(self) -> i32 {
        self.bx() as i32 - SBX_MAX
    }

    pub fn set_op(&mut self, op: Op) {
        self.0 = self.0 & !63 | op as u32;
    }

    pub fn set_a(&mut self, a: u32) {
        self.0 = self.0 & !(0xff << 6) | a << 6;
    }

    pub fn set_b(&mut self, b: u32) {
        self.0 = self.0 & !(0x1ff << 23) | b << 23;
    }

    pub fn set_c(&mut self, c: u32) {
        self.0 = self.0 & !(0x1ff << 14) | c << 14;
    }

    pub fn set_sbx(&mut self, sbx: i32) {
        self.0 = self.0 & 0x3fff | ((sbx + SBX_MAX) as u32) << 14;
    }
}

/// A local variable and the instructions for which it is there.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Its name.
    pub name: StringId,
    /// The first instruction that sees it.
    pub start: usize,
    /// The first instruction that does not.
    pub end: usize,
}

/// What a function is compiled to.
#[derive(Clone, Debug)]
pub struct Proto {
    /// The name of the chunk, with the mark (`@`, `=`) that says how it is shown.
    pub source: StringId,
    /// The line of `function`; 0 for a chunk.
    pub line: u32,
    pub code: Vec<Instruction>,
    /// The line of each instruction.
    pub lines: Vec<u32>,
    pub constants: Vec<LuaValue>,
    /// The numbers of the functions inside it.
    pub protos: Vec<u32>,
    pub locals: Vec<Local>,
    pub upvalue_names: Vec<StringId>,
    pub parameters: u32,
    /// Whether it takes any number of arguments.
    pub is_vararg: bool,
    /// Whether there is a parameter `arg` after the others (`...` of Lua 5.0).
    pub has_arg: bool,
    /// Whether `arg` is to be filled.
    pub needs_arg: bool,
    /// The number of registers.
    pub stack: u32,
}

impl Default for Proto {
    fn default() -> Proto {
        Proto {
            source: StringId(0),
            line: 0,
            code: Vec::new(),
            lines: Vec::new(),
            constants: Vec::new(),
            protos: Vec::new(),
            locals: Vec::new(),
            upvalue_names: Vec::new(),
            parameters: 0,
            is_vararg: false,
            has_arg: false,
            needs_arg: false,
            stack: 2,
        }
    }
}

impl Proto {
    /// The instruction at a place; a return behind the end.
    pub fn at(&self, pc: usize) -> Instruction {
        self.code
            .get(pc)
            .copied()
            .unwrap_or(Instruction::abc(Op::Return, 0, 1, 0))
    }

    /// The name of the local variable in a register, if there is one at an instruction.
    pub fn local_name(&self, register: usize, pc: usize) -> Option<StringId> {
        let begun = self.locals.iter().take_while(|local| local.start <= pc);
        let mut active = begun.filter(|local| pc < local.end);
        active.nth(register).map(|local| local.name)
    }
}

/// How the size of a constructor is packed into nine bits: (1xxx) * 2^(eeeee - 1).
pub fn pack_size(size: u32) -> u32 {
    let mut rest = size;
    let mut exponent = 0;
    while rest >= 16 {
        rest = rest.div_ceil(2);
        exponent += 1;
    }
    if rest < 8 {
        rest
    } else {
        (exponent + 1) << 3 | (rest - 8)
    }
}

/// The size that [`pack_size()`] packed, rounded up.
pub fn unpack_size(packed: u32) -> usize {
    match packed >> 3 & 31 {
        0 => packed as usize,
        exponent => (((packed & 7) + 8) as usize) << (exponent - 1),
    }
}
