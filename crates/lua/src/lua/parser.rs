//! The grammar of Lua 5.1, read by recursive descent.

use crate::lua::code::{
    At, Binary, Captured, FunctionState, Generator, MANY, NO_JUMP, Operand, Scope,
};
use crate::lua::heap::{Closure, Heap};
use crate::lua::lexer::{Lexeme, Lexer, Refusal};
use crate::lua::machine::Machine;
use crate::lua::opcode::{BX_MAX, FIELDS_PER_FLUSH, Local, Op, pack_size};
use crate::lua::value::{LuaValue, StringId};
use std::sync::Arc;

/// How deep rules and native calls may be nested.
pub const DEPTH_MAX: u32 = 200;
const LOCALS_MAX: usize = 200;
const UPVALUES_MAX: usize = 60;
const ALL_LOCALS_MAX: usize = 32_767;
/// The priority of `not`, `-` and `#`.
const UNARY_PRIORITY: u8 = 8;

impl Machine {
    /// Compiles a chunk into a function.
    ///
    /// # Errors
    /// In Lua's words.
    pub fn load(&mut self, text: &[u8], name: &[u8]) -> Result<LuaValue, Vec<u8>> {
        self.charge(text.len());
        let proto = compile(&mut self.heap, text, name, self.native_depth)?;
        Ok(self.heap.new_closure(Closure::Lua {
            proto,
            upvalues: Vec::new(),
        }))
    }
}

/// Compiles a script and returns the number of its prototype. `depth` is how deep native calls are nested already.
///
/// # Errors
/// In Lua's words, with the place.
fn compile(heap: &mut Heap, text: &[u8], source: &[u8], depth: u32) -> Result<u32, Refusal> {
    let source = heap.string(source);
    let mut parser = Generator {
        lexer: Lexer::new(heap, text, source),
        now: FunctionState::new(source),
        outer: Vec::new(),
        depth,
    };
    parser.now.proto.is_vararg = true;
    parser.lexer.next()?;
    parser.chunk()?;
    parser.check(Lexeme::EndOfScript)?;
    let function = parser.close_function()?;
    Ok(heap.protos.add(Arc::new(function.proto)))
}

/// The left side of an assignment.
type Targets = Vec<Operand>;

impl Generator<'_> {
    fn next(&mut self) -> Result<(), Refusal> {
        self.lexer.next()
    }

    fn is(&self, lexeme: Lexeme) -> bool {
        self.lexer.token == lexeme
    }

    fn is_char(&self, byte: u8) -> bool {
        self.is(Lexeme::Char(byte))
    }

    fn test(&mut self, lexeme: Lexeme) -> Result<bool, Refusal> {
        let is_there = self.is(lexeme);
        if is_there {
            self.next()?;
        }
        Ok(is_there)
    }

    fn test_char(&mut self, byte: u8) -> Result<bool, Refusal> {
        self.test(Lexeme::Char(byte))
    }

    fn expected(&mut self, lexeme: Lexeme) -> Refusal {
        let message = [b"'", lexeme.text().as_slice(), b"' expected"].concat();
        self.lexer.syntax_error(&message)
    }

    fn check(&mut self, lexeme: Lexeme) -> Result<(), Refusal> {
        if self.is(lexeme) {
            Ok(())
        } else {
            Err(self.expected(lexeme))
        }
    }

    fn check_next(&mut self, lexeme: Lexeme) -> Result<(), Refusal> {
        self.check(lexeme)?;
        self.next()
    }

    fn check_match(&mut self, what: Lexeme, who: Lexeme, line: u32) -> Result<(), Refusal> {
        if self.test(what)? {
            return Ok(());
        }
        if line == self.lexer.line {
            return Err(self.expected(what));
        }
        let (what, who) = (what.text(), who.text());
        let mut message = [
            b"'",
            what.as_slice(),
            b"' expected (to close '",
            &who,
            b"' at line ",
        ]
        .concat();
        keyspace::number::push(&mut message, i64::from(line));
        message.push(b')');
        Err(self.lexer.syntax_error(&message))
    }

    fn name(&mut self) -> Result<StringId, Refusal> {
        match self.lexer.token {
            Lexeme::Name(name) => {
                self.next()?;
                Ok(name)
            }
            _ => Err(self.expected(Lexeme::Name(StringId(0)))),
        }
    }

    fn name_constant(&mut self) -> Result<Operand, Refusal> {
        let name = self.name()?;
        Ok(Operand::new(At::Constant, self.string_constant(name)?))
    }

    fn over_limit(&mut self, limit: usize, what: &[u8]) -> Refusal {
        let mut message = match self.now.proto.line {
            0 => b"main function".to_vec(),
            line => {
                let mut message = b"function at line ".to_vec();
                keyspace::number::push(&mut message, i64::from(line));
                message
            }
        };
        message.extend_from_slice(b" has more than ");
        keyspace::number::push(&mut message, limit as i64);
        message.push(b' ');
        message.extend_from_slice(what);
        self.lexer.refusal(&message, None)
    }

    fn enter(&mut self) -> Result<(), Refusal> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self
                .lexer
                .refusal(b"chunk has too many syntax levels", None));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Declares a local variable, which is not seen yet. `pending` are declared before it in the same statement.
    fn declare(&mut self, name: StringId, pending: &mut Vec<usize>) -> Result<(), Refusal> {
        if self.now.active.len() + pending.len() + 1 > LOCALS_MAX {
            return Err(self.over_limit(LOCALS_MAX, b"local variables"));
        }
        if self.now.proto.locals.len() >= ALL_LOCALS_MAX {
            return Err(self.lexer.refusal(b"too many local variables", None));
        }
        pending.push(self.now.proto.locals.len());
        self.now.proto.locals.push(Local {
            name,
            start: 0,
            end: 0,
        });
        Ok(())
    }

    fn declare_hidden(&mut self, name: &[u8], pending: &mut Vec<usize>) -> Result<(), Refusal> {
        let name = self.lexer.heap.string(name);
        self.declare(name, pending)
    }

    fn activate(&mut self, pending: &[usize]) {
        let pc = self.now.proto.code.len();
        for index in pending {
            if let Some(local) = self.now.proto.locals.get_mut(*index) {
                local.start = pc;
            }
            self.now.active.push(*index);
        }
    }

    fn deactivate(&mut self, level: usize) {
        let pc = self.now.proto.code.len();
        for index in self.now.active.split_off(level.min(self.now.active.len())) {
            if let Some(local) = self.now.proto.locals.get_mut(index) {
                local.end = pc;
            }
        }
    }

    /// Finds a variable in a function: `level` 0 is the outermost; `None` for a global variable.
    fn find_variable(
        &mut self,
        level: usize,
        name: StringId,
        is_own: bool,
    ) -> Result<Option<Captured>, Refusal> {
        let found = {
            let function = self.function(level);
            let mut active = function.active.iter().rev();
            let locals = &function.proto.locals;
            active.position(|index| locals.get(*index).is_some_and(|local| local.name == name))
        };
        if let Some(from_end) = found {
            let function = self.function(level);
            let register = function.active.len() - 1 - from_end;
            if !is_own {
                let mut scopes = function.scopes.iter_mut().rev();
                if let Some(scope) = scopes.find(|scope| scope.active <= register) {
                    scope.has_upvalue = true;
                }
            }
            return Ok(Some(Captured {
                is_local: true,
                index: register as i32,
            }));
        }
        let Some(above) = level.checked_sub(1) else {
            return Ok(None);
        };
        let Some(captured) = self.find_variable(above, name, false)? else {
            return Ok(None);
        };
        let known = self
            .function(level)
            .captured
            .iter()
            .position(|known| *known == captured);
        let index = match known {
            Some(index) => index,
            None => {
                if self.function(level).captured.len() + 1 > UPVALUES_MAX {
                    return Err(self.upvalue_limit(level));
                }
                let function = self.function(level);
                function.captured.push(captured);
                function.proto.upvalue_names.push(name);
                function.captured.len() - 1
            }
        };
        Ok(Some(Captured {
            is_local: false,
            index: index as i32,
        }))
    }

    fn upvalue_limit(&mut self, level: usize) -> Refusal {
        let line = self.function(level).proto.line;
        let own = std::mem::replace(&mut self.now.proto.line, line);
        let refusal = self.over_limit(UPVALUES_MAX, b"upvalues");
        self.now.proto.line = own;
        refusal
    }

    fn function(&mut self, level: usize) -> &mut FunctionState {
        self.outer.get_mut(level).unwrap_or(&mut self.now)
    }

    fn variable(&mut self) -> Result<Operand, Refusal> {
        let name = self.name()?;
        let level = self.outer.len();
        Ok(match self.find_variable(level, name, true)? {
            Some(Captured {
                is_local: true,
                index,
            }) => Operand::new(At::Local, index),
            Some(Captured { index, .. }) => Operand::new(At::Upvalue, index),
            None => Operand::new(At::Global, self.string_constant(name)?),
        })
    }

    /// Makes as many values as there are variables.
    fn adjust(&mut self, variables: i32, values: i32, last: &mut Operand) -> Result<(), Refusal> {
        let mut extra = variables - values;
        if last.is_open() {
            extra = (extra + 1).max(0);
            self.set_returns(last, extra)?;
            if extra > 1 {
                self.reserve(extra - 1)?;
            }
        } else {
            if last.at != At::Void {
                self.in_next_register(last)?;
            }
            if extra > 0 {
                let register = self.now.free_register;
                self.reserve(extra)?;
                self.load_nil(register, extra)?;
            }
        }
        Ok(())
    }

    fn enter_block(&mut self, is_loop: bool) {
        self.now.scopes.push(Scope {
            breaks: NO_JUMP,
            active: self.now.active.len(),
            has_upvalue: false,
            is_loop,
        });
    }

    fn leave_block(&mut self) -> Result<(), Refusal> {
        let Some(scope) = self.now.scopes.pop() else {
            return Ok(());
        };
        self.deactivate(scope.active);
        if scope.has_upvalue {
            self.emit_abc(Op::Close, scope.active as i32, 0, 0)?;
        }
        self.now.free_register = self.now.active.len() as i32;
        self.patch_to_here(scope.breaks)
    }

    fn close_function(&mut self) -> Result<FunctionState, Refusal> {
        self.deactivate(0);
        self.emit_return(0, 0)?;
        let outer = self.outer.pop().unwrap_or_default();
        Ok(std::mem::replace(&mut self.now, outer))
    }

    fn field(&mut self, table: &mut Operand) -> Result<(), Refusal> {
        self.in_any_register(table)?;
        self.next()?;
        let mut key = self.name_constant()?;
        self.indexed(table, &mut key)
    }

    fn index(&mut self) -> Result<Operand, Refusal> {
        self.next()?;
        let mut key = self.expression()?;
        self.with_value(&mut key)?;
        self.check_next(Lexeme::Char(b']'))?;
        Ok(key)
    }

    fn constructor(&mut self) -> Result<Operand, Refusal> {
        let line = self.lexer.line;
        let pc = self.emit_abc(Op::NewTable, 0, 0, 0)?;
        let mut table = Operand::new(At::Relocatable, pc);
        let mut item = Operand::new(At::Void, 0);
        let (mut listed, mut named, mut to_store) = (0, 0, 0);
        self.in_next_register(&mut table)?;
        self.check_next(Lexeme::Char(b'{'))?;
        while !self.is_char(b'}') {
            if item.at != At::Void {
                self.in_next_register(&mut item)?;
                item.at = At::Void;
                if to_store == FIELDS_PER_FLUSH {
                    self.set_list(table.info, listed, to_store)?;
                    to_store = 0;
                }
            }
            let is_named = match self.lexer.token {
                Lexeme::Name(_) => self.lexer.look_ahead()? == Lexeme::Char(b'='),
                token => token == Lexeme::Char(b'['),
            };
            if is_named {
                self.named_field(&table)?;
                named += 1;
            } else {
                item = self.expression()?;
                listed += 1;
                to_store += 1;
            }
            if !self.test_char(b',')? && !self.test_char(b';')? {
                break;
            }
        }
        self.check_match(Lexeme::Char(b'}'), Lexeme::Char(b'{'), line)?;
        if to_store > 0 {
            if item.is_open() {
                self.set_returns(&item, MANY)?;
                self.set_list(table.info, listed, MANY)?;
                listed -= 1;
            } else {
                if item.at != At::Void {
                    self.in_next_register(&mut item)?;
                }
                self.set_list(table.info, listed, to_store)?;
            }
        }
        self.now.change(pc, |new_table| {
            new_table.set_b(pack_size(listed as u32));
            new_table.set_c(pack_size(named));
        });
        Ok(table)
    }

    fn named_field(&mut self, table: &Operand) -> Result<(), Refusal> {
        let register = self.now.free_register;
        let mut key = match self.lexer.token {
            Lexeme::Name(_) => self.name_constant()?,
            _ => self.index()?,
        };
        self.check_next(Lexeme::Char(b'='))?;
        let key = self.in_operand(&mut key)?;
        let mut value = self.expression()?;
        let value = self.in_operand(&mut value)?;
        self.emit_abc(Op::SetTable, table.info, key, value)?;
        self.now.free_register = register;
        Ok(())
    }

    fn parameters(&mut self, pending: &mut Vec<usize>) -> Result<(), Refusal> {
        let mut is_vararg = false;
        if !self.is_char(b')') {
            loop {
                match self.lexer.token {
                    Lexeme::Name(name) => {
                        self.next()?;
                        self.declare(name, pending)?;
                    }
                    Lexeme::Dots => {
                        self.next()?;
                        self.declare_hidden(b"arg", pending)?;
                        is_vararg = true;
                    }
                    _ => return Err(self.lexer.syntax_error(b"<name> or '...' expected")),
                }
                if is_vararg || !self.test_char(b',')? {
                    break;
                }
            }
        }
        self.now.proto.is_vararg = is_vararg;
        self.now.proto.has_arg = is_vararg;
        self.now.proto.needs_arg = is_vararg;
        Ok(())
    }

    fn body(&mut self, needs_self: bool, line: u32) -> Result<Operand, Refusal> {
        let source = self.lexer.source;
        let outer = std::mem::replace(&mut self.now, FunctionState::new(source));
        self.outer.push(outer);
        self.now.proto.line = line;
        self.check_next(Lexeme::Char(b'('))?;
        let mut pending = Vec::new();
        if needs_self {
            self.declare_hidden(b"self", &mut pending)?;
            self.activate(&pending);
            pending.clear();
        }
        self.parameters(&mut pending)?;
        self.activate(&pending);
        let count = self.now.active.len() as i32;
        self.now.proto.parameters = count as u32 - u32::from(self.now.proto.has_arg);
        self.reserve(count)?;
        self.check_next(Lexeme::Char(b')'))?;
        self.chunk()?;
        self.check_match(Lexeme::End, Lexeme::Function, line)?;
        let function = self.close_function()?;
        let id = self.lexer.heap.protos.add(Arc::new(function.proto));
        if self.now.proto.protos.len() > BX_MAX as usize {
            return Err(self.lexer.refusal(b"constant table overflow", None));
        }
        self.now.proto.protos.push(id);
        let index = self.now.proto.protos.len() as i32 - 1;
        let closure = Operand::new(At::Relocatable, self.emit_abx(Op::Closure, 0, index)?);
        for captured in function.captured {
            let op = if captured.is_local {
                Op::Move
            } else {
                Op::GetUpval
            };
            self.emit_abc(op, 0, captured.index, 0)?;
        }
        Ok(closure)
    }

    /// A list of expressions: their number and the last one.
    fn expressions(&mut self) -> Result<(i32, Operand), Refusal> {
        let mut count = 1;
        let mut last = self.expression()?;
        while self.test_char(b',')? {
            self.in_next_register(&mut last)?;
            last = self.expression()?;
            count += 1;
        }
        Ok((count, last))
    }

    fn arguments(&mut self, function: &mut Operand) -> Result<(), Refusal> {
        let line = self.lexer.line;
        let mut last = match self.lexer.token {
            Lexeme::Char(b'(') => {
                if line != self.lexer.last_line {
                    let message = b"ambiguous syntax (function call x new statement)";
                    return Err(self.lexer.syntax_error(message));
                }
                self.next()?;
                let last = if self.is_char(b')') {
                    Operand::new(At::Void, 0)
                } else {
                    let (_, last) = self.expressions()?;
                    self.set_returns(&last, MANY)?;
                    last
                };
                self.check_match(Lexeme::Char(b')'), Lexeme::Char(b'('), line)?;
                last
            }
            Lexeme::Char(b'{') => self.constructor()?,
            Lexeme::String(string) => {
                let constant = self.string_constant(string)?;
                self.next()?;
                Operand::new(At::Constant, constant)
            }
            _ => return Err(self.lexer.syntax_error(b"function arguments expected")),
        };
        let base = function.info;
        let count = if last.is_open() {
            MANY
        } else {
            if last.at != At::Void {
                self.in_next_register(&mut last)?;
            }
            self.now.free_register - (base + 1)
        };
        *function = Operand::new(At::Call, self.emit_abc(Op::Call, base, count + 1, 2)?);
        self.fix_line(line);
        self.now.free_register = base + 1;
        Ok(())
    }

    fn prefix_expression(&mut self) -> Result<Operand, Refusal> {
        match self.lexer.token {
            Lexeme::Char(b'(') => {
                let line = self.lexer.line;
                self.next()?;
                let mut inner = self.expression()?;
                self.check_match(Lexeme::Char(b')'), Lexeme::Char(b'('), line)?;
                self.discharge(&mut inner)?;
                Ok(inner)
            }
            Lexeme::Name(_) => self.variable(),
            _ => Err(self.lexer.syntax_error(b"unexpected symbol")),
        }
    }

    fn primary_expression(&mut self) -> Result<Operand, Refusal> {
        let mut value = self.prefix_expression()?;
        loop {
            match self.lexer.token {
                Lexeme::Char(b'.') => self.field(&mut value)?,
                Lexeme::Char(b'[') => {
                    self.in_any_register(&mut value)?;
                    let mut key = self.index()?;
                    self.indexed(&mut value, &mut key)?;
                }
                Lexeme::Char(b':') => {
                    self.next()?;
                    let mut key = self.name_constant()?;
                    self.method(&mut value, &mut key)?;
                    self.arguments(&mut value)?;
                }
                Lexeme::Char(b'(' | b'{') | Lexeme::String(_) => {
                    self.in_next_register(&mut value)?;
                    self.arguments(&mut value)?;
                }
                _ => return Ok(value),
            }
        }
    }

    fn simple_expression(&mut self) -> Result<Operand, Refusal> {
        let value = match self.lexer.token {
            Lexeme::Number(number) => Operand {
                number,
                ..Operand::new(At::Number, 0)
            },
            Lexeme::String(string) => Operand::new(At::Constant, self.string_constant(string)?),
            Lexeme::Nil => Operand::new(At::Nil, 0),
            Lexeme::True => Operand::new(At::True, 0),
            Lexeme::False => Operand::new(At::False, 0),
            Lexeme::Dots => {
                if !self.now.proto.is_vararg {
                    let message = b"cannot use '...' outside a vararg function";
                    return Err(self.lexer.syntax_error(message));
                }
                self.now.proto.needs_arg = false;
                Operand::new(At::VarArg, self.emit_abc(Op::VarArg, 0, 1, 0)?)
            }
            Lexeme::Char(b'{') => return self.constructor(),
            Lexeme::Function => {
                self.next()?;
                let line = self.lexer.line;
                return self.body(false, line);
            }
            _ => return self.primary_expression(),
        };
        self.next()?;
        Ok(value)
    }

    fn expression(&mut self) -> Result<Operand, Refusal> {
        self.subexpression(0).map(|(value, _)| value)
    }

    /// Reads operators that bind stronger than `limit`; answers the first that does not.
    fn subexpression(&mut self, limit: u8) -> Result<(Operand, Option<Binary>), Refusal> {
        self.enter()?;
        let mut value = match self.lexer.token {
            Lexeme::Not => {
                self.next()?;
                let (mut value, _) = self.subexpression(UNARY_PRIORITY)?;
                self.not(&mut value)?;
                value
            }
            Lexeme::Char(sign @ (b'-' | b'#')) => {
                self.next()?;
                let (mut value, _) = self.subexpression(UNARY_PRIORITY)?;
                self.unary(if sign == b'-' { Op::Unm } else { Op::Len }, &mut value)?;
                value
            }
            _ => self.simple_expression()?,
        };
        let mut operator = binary(self.lexer.token);
        while let Some((found, _, right)) = operator.filter(|(_, left, _)| *left > limit) {
            self.next()?;
            self.infix(found, &mut value)?;
            let (mut second, next) = self.subexpression(right)?;
            self.postfix(found, &mut value, &mut second)?;
            operator = next.map(priority);
        }
        self.leave();
        Ok((value, operator.map(|(found, _, _)| found)))
    }

    fn ends_block(&self) -> bool {
        matches!(
            self.lexer.token,
            Lexeme::Else | Lexeme::ElseIf | Lexeme::End | Lexeme::Until | Lexeme::EndOfScript
        )
    }

    fn block(&mut self) -> Result<(), Refusal> {
        self.enter_block(false);
        self.chunk()?;
        self.leave_block()
    }

    /// A local variable that is assigned to may be the table or the key of an assignment before it: those use a copy.
    fn check_conflict(&mut self, targets: &mut Targets, variable: &Operand) -> Result<(), Refusal> {
        let copy = self.now.free_register;
        let mut has_conflict = false;
        for target in targets {
            if target.at == At::Indexed {
                if target.info == variable.info {
                    has_conflict = true;
                    target.info = copy;
                }
                if target.aux == variable.info {
                    has_conflict = true;
                    target.aux = copy;
                }
            }
        }
        if has_conflict {
            self.emit_abc(Op::Move, copy, variable.info, 0)?;
            self.reserve(1)?;
        }
        Ok(())
    }

    fn assignment(&mut self, first: Operand) -> Result<(), Refusal> {
        let mut targets = vec![first];
        loop {
            let last = targets.last().map_or(At::Void, |last| last.at);
            if !matches!(last, At::Local | At::Upvalue | At::Global | At::Indexed) {
                return Err(self.lexer.syntax_error(b"syntax error"));
            }
            if !self.test_char(b',')? {
                break;
            }
            let variable = self.primary_expression()?;
            if variable.at == At::Local {
                self.check_conflict(&mut targets, &variable)?;
            }
            let limit = DEPTH_MAX.saturating_sub(self.depth) as usize;
            if targets.len() > limit {
                return Err(self.over_limit(limit, b"variables in assignment"));
            }
            targets.push(variable);
        }
        self.check_next(Lexeme::Char(b'='))?;
        let (count, mut value) = self.expressions()?;
        let variables = targets.len() as i32;
        if count == variables {
            self.set_one_return(&mut value);
            if let Some(target) = targets.pop() {
                self.store(&target, &mut value)?;
            }
        } else {
            self.adjust(variables, count, &mut value)?;
            if count > variables {
                self.now.free_register -= count - variables;
            }
        }
        for target in targets.iter().rev() {
            let mut value = Operand::new(At::Register, self.now.free_register - 1);
            self.store(target, &mut value)?;
        }
        Ok(())
    }

    fn condition(&mut self) -> Result<i32, Refusal> {
        let mut value = self.expression()?;
        if value.at == At::Nil {
            value.at = At::False;
        }
        self.go_if_true(&mut value)?;
        Ok(value.if_false)
    }

    fn break_statement(&mut self) -> Result<(), Refusal> {
        let inner = self
            .now
            .scopes
            .iter()
            .rev()
            .take_while(|scope| !scope.is_loop);
        let has_upvalue = inner.clone().any(|scope| scope.has_upvalue);
        let depth = inner.count();
        let Some(at) = self.now.scopes.len().checked_sub(depth + 1) else {
            return Err(self.lexer.syntax_error(b"no loop to break"));
        };
        let active = self.now.scopes.get(at).map_or(0, |scope| scope.active);
        if has_upvalue {
            self.emit_abc(Op::Close, active as i32, 0, 0)?;
        }
        let jump = self.jump()?;
        let mut breaks = self
            .now
            .scopes
            .get(at)
            .map_or(NO_JUMP, |scope| scope.breaks);
        self.join(&mut breaks, jump)?;
        if let Some(scope) = self.now.scopes.get_mut(at) {
            scope.breaks = breaks;
        }
        Ok(())
    }

    fn while_statement(&mut self, line: u32) -> Result<(), Refusal> {
        self.next()?;
        let start = self.label();
        let exit = self.condition()?;
        self.enter_block(true);
        self.check_next(Lexeme::Do)?;
        self.block()?;
        let jump = self.jump()?;
        self.patch_list(jump, start)?;
        self.check_match(Lexeme::End, Lexeme::While, line)?;
        self.leave_block()?;
        self.patch_to_here(exit)
    }

    fn repeat_statement(&mut self, line: u32) -> Result<(), Refusal> {
        let start = self.label();
        self.enter_block(true);
        self.enter_block(false);
        self.next()?;
        self.chunk()?;
        self.check_match(Lexeme::Until, Lexeme::Repeat, line)?;
        let exit = self.condition()?;
        if self
            .now
            .scopes
            .last()
            .is_some_and(|scope| scope.has_upvalue)
        {
            self.break_statement()?;
            self.patch_to_here(exit)?;
            self.leave_block()?;
            let jump = self.jump()?;
            self.patch_list(jump, start)?;
        } else {
            self.leave_block()?;
            self.patch_list(exit, start)?;
        }
        self.leave_block()
    }

    fn for_body(
        &mut self,
        base: i32,
        line: u32,
        control: &[usize],
        variables: &[usize],
        is_numeric: bool,
    ) -> Result<(), Refusal> {
        self.activate(control);
        self.check_next(Lexeme::Do)?;
        let prepare = match is_numeric {
            true => self.emit_jump(Op::ForPrep, base)?,
            false => self.jump()?,
        };
        self.enter_block(false);
        self.activate(variables);
        self.reserve(variables.len() as i32)?;
        self.block()?;
        self.leave_block()?;
        self.patch_to_here(prepare)?;
        let end = match is_numeric {
            true => self.emit_jump(Op::ForLoop, base)?,
            false => self.emit_abc(Op::TForLoop, base, 0, variables.len() as i32)?,
        };
        self.fix_line(line);
        let back = match is_numeric {
            true => end,
            false => self.jump()?,
        };
        self.patch_list(back, prepare + 1)
    }

    fn numeric_for(&mut self, name: StringId, line: u32) -> Result<(), Refusal> {
        let base = self.now.free_register;
        let mut pending = Vec::new();
        self.declare_hidden(b"(for index)", &mut pending)?;
        self.declare_hidden(b"(for limit)", &mut pending)?;
        self.declare_hidden(b"(for step)", &mut pending)?;
        self.declare(name, &mut pending)?;
        let variables = pending.split_off(3);
        self.check_next(Lexeme::Char(b'='))?;
        self.value_in_next_register()?;
        self.check_next(Lexeme::Char(b','))?;
        self.value_in_next_register()?;
        if self.test_char(b',')? {
            self.value_in_next_register()?;
        } else {
            let one = self.number_constant(1.0)?;
            self.emit_abx(Op::LoadK, self.now.free_register, one)?;
            self.reserve(1)?;
        }
        self.for_body(base, line, &pending, &variables, true)
    }

    fn value_in_next_register(&mut self) -> Result<(), Refusal> {
        let mut value = self.expression()?;
        self.in_next_register(&mut value)
    }

    fn generic_for(&mut self, name: StringId) -> Result<(), Refusal> {
        let base = self.now.free_register;
        let mut pending = Vec::new();
        self.declare_hidden(b"(for generator)", &mut pending)?;
        self.declare_hidden(b"(for state)", &mut pending)?;
        self.declare_hidden(b"(for control)", &mut pending)?;
        self.declare(name, &mut pending)?;
        while self.test_char(b',')? {
            let name = self.name()?;
            self.declare(name, &mut pending)?;
        }
        let variables = pending.split_off(3);
        self.check_next(Lexeme::In)?;
        let line = self.lexer.line;
        let (count, mut last) = self.expressions()?;
        self.adjust(3, count, &mut last)?;
        self.check_registers(3)?;
        self.for_body(base, line, &pending, &variables, false)
    }

    fn for_statement(&mut self, line: u32) -> Result<(), Refusal> {
        self.enter_block(true);
        self.next()?;
        let name = self.name()?;
        match self.lexer.token {
            Lexeme::Char(b'=') => self.numeric_for(name, line)?,
            Lexeme::Char(b',') | Lexeme::In => self.generic_for(name)?,
            _ => return Err(self.lexer.syntax_error(b"'=' or 'in' expected")),
        }
        self.check_match(Lexeme::End, Lexeme::For, line)?;
        self.leave_block()
    }

    fn then_block(&mut self) -> Result<i32, Refusal> {
        self.next()?;
        let exit = self.condition()?;
        self.check_next(Lexeme::Then)?;
        self.block()?;
        Ok(exit)
    }

    fn if_statement(&mut self, line: u32) -> Result<(), Refusal> {
        let mut escapes = NO_JUMP;
        let mut exit = self.then_block()?;
        while self.is(Lexeme::ElseIf) {
            let jump = self.jump()?;
            self.join(&mut escapes, jump)?;
            self.patch_to_here(exit)?;
            exit = self.then_block()?;
        }
        if self.is(Lexeme::Else) {
            let jump = self.jump()?;
            self.join(&mut escapes, jump)?;
            self.patch_to_here(exit)?;
            self.next()?;
            self.block()?;
        } else {
            self.join(&mut escapes, exit)?;
        }
        self.patch_to_here(escapes)?;
        self.check_match(Lexeme::End, Lexeme::If, line)
    }

    fn local_function(&mut self) -> Result<(), Refusal> {
        let name = self.name()?;
        let mut pending = Vec::new();
        self.declare(name, &mut pending)?;
        let variable = Operand::new(At::Local, self.now.free_register);
        self.reserve(1)?;
        self.activate(&pending);
        let line = self.lexer.line;
        let mut body = self.body(false, line)?;
        self.store(&variable, &mut body)?;
        let pc = self.now.proto.code.len();
        if let Some(local) = pending
            .first()
            .and_then(|at| self.now.proto.locals.get_mut(*at))
        {
            local.start = pc;
        }
        Ok(())
    }

    fn local_statement(&mut self) -> Result<(), Refusal> {
        let mut pending = Vec::new();
        loop {
            let name = self.name()?;
            self.declare(name, &mut pending)?;
            if !self.test_char(b',')? {
                break;
            }
        }
        let (count, mut last) = match self.test_char(b'=')? {
            true => self.expressions()?,
            false => (0, Operand::new(At::Void, 0)),
        };
        self.adjust(pending.len() as i32, count, &mut last)?;
        self.activate(&pending);
        Ok(())
    }

    fn function_statement(&mut self, line: u32) -> Result<(), Refusal> {
        self.next()?;
        let mut variable = self.variable()?;
        while self.is_char(b'.') {
            self.field(&mut variable)?;
        }
        let needs_self = self.is_char(b':');
        if needs_self {
            self.field(&mut variable)?;
        }
        let mut body = self.body(needs_self, line)?;
        self.store(&variable, &mut body)?;
        self.fix_line(line);
        Ok(())
    }

    fn expression_statement(&mut self) -> Result<(), Refusal> {
        let value = self.primary_expression()?;
        if value.at == At::Call {
            self.now.change(value.info, |call| call.set_c(1));
            return Ok(());
        }
        self.assignment(value)
    }

    fn return_statement(&mut self) -> Result<(), Refusal> {
        self.next()?;
        if self.ends_block() || self.is_char(b';') {
            return self.emit_return(0, 0);
        }
        let (count, mut last) = self.expressions()?;
        let active = self.now.active.len() as i32;
        if last.is_open() {
            self.set_returns(&last, MANY)?;
            if last.at == At::Call && count == 1 {
                self.now.change(last.info, |call| call.set_op(Op::TailCall));
            }
            return self.emit_return(active, MANY);
        }
        if count == 1 {
            let register = self.in_any_register(&mut last)?;
            return self.emit_return(register, 1);
        }
        self.in_next_register(&mut last)?;
        self.emit_return(active, count)
    }

    /// Reads a statement; whether it is the last one of its block.
    fn statement(&mut self) -> Result<bool, Refusal> {
        let line = self.lexer.line;
        match self.lexer.token {
            Lexeme::If => self.if_statement(line)?,
            Lexeme::While => self.while_statement(line)?,
            Lexeme::Do => {
                self.next()?;
                self.block()?;
                self.check_match(Lexeme::End, Lexeme::Do, line)?;
            }
            Lexeme::For => self.for_statement(line)?,
            Lexeme::Repeat => self.repeat_statement(line)?,
            Lexeme::Function => self.function_statement(line)?,
            Lexeme::Local => {
                self.next()?;
                if self.test(Lexeme::Function)? {
                    self.local_function()?;
                } else {
                    self.local_statement()?;
                }
            }
            Lexeme::Return => {
                self.return_statement()?;
                return Ok(true);
            }
            Lexeme::Break => {
                self.next()?;
                self.break_statement()?;
                return Ok(true);
            }
            _ => self.expression_statement()?,
        }
        Ok(false)
    }

    fn chunk(&mut self) -> Result<(), Refusal> {
        let mut is_last = false;
        self.enter()?;
        while !is_last && !self.ends_block() {
            is_last = self.statement()?;
            self.test_char(b';')?;
            self.now.free_register = self.now.active.len() as i32;
        }
        self.leave();
        Ok(())
    }
}

fn binary(lexeme: Lexeme) -> Option<(Binary, u8, u8)> {
    let operator = match lexeme {
        Lexeme::Char(b'+') => Binary::Add,
        Lexeme::Char(b'-') => Binary::Sub,
        Lexeme::Char(b'*') => Binary::Mul,
        Lexeme::Char(b'/') => Binary::Div,
        Lexeme::Char(b'%') => Binary::Mod,
        Lexeme::Char(b'^') => Binary::Pow,
        Lexeme::Concat => Binary::Concat,
        Lexeme::NotEqual => Binary::NotEqual,
        Lexeme::Equal => Binary::Equal,
        Lexeme::Char(b'<') => Binary::Less,
        Lexeme::LessEqual => Binary::LessEqual,
        Lexeme::Char(b'>') => Binary::Greater,
        Lexeme::GreaterEqual => Binary::GreaterEqual,
        Lexeme::And => Binary::And,
        Lexeme::Or => Binary::Or,
        _ => return None,
    };
    Some(priority(operator))
}

/// An operator with its priorities to the left and to the right.
fn priority(operator: Binary) -> (Binary, u8, u8) {
    let (left, right) = match operator {
        Binary::Add | Binary::Sub => (6, 6),
        Binary::Mul | Binary::Div | Binary::Mod => (7, 7),
        Binary::Pow => (10, 9),
        Binary::Concat => (5, 4),
        Binary::And => (2, 2),
        Binary::Or => (1, 1),
        _ => (3, 3),
    };
    (operator, left, right)
}
