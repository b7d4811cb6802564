//! The parser: lines into ops. It finds the first mistake and says what to write instead; it never panics.

use super::SOURCE_BYTES_MAX;
use super::cursor::{Cursor, Registers};
use super::diagnostic::{Diagnostic, says};
use super::program::{Argument, Condition, Op, OpKind, Program, Section};
use super::suggest::nearest;
use crate::keyspace::command;
use crate::text::{Phrase, Text};

const STATEMENTS: [&str; 6] = ["if", "enter", "retry", "wait", "work", "give"];

pub(super) fn program(source: &str) -> Result<Program, Diagnostic> {
    if source.len() > SOURCE_BYTES_MAX {
        let limit = SOURCE_BYTES_MAX.to_string();
        return Err(Diagnostic {
            line: 1,
            column: 1,
            message: Phrase::new(says::TOO_LONG, vec![("limit", limit)]),
            hint: None,
        });
    }
    let mut parser = Parser::default();
    for (text, number) in source.split('\n').zip(1..) {
        let text = text.strip_suffix('\r').unwrap_or(text);
        parser.line(Cursor::new(number, text))?;
    }
    parser.finish(source)
}

#[derive(Default)]
struct Parser {
    ops: Vec<Op>,
    registers: Registers,
    section: Option<Section>,
    work: usize,
    release: usize,
    release_line: u32,
    /// The last line that is not empty, for mistakes that show only at the end.
    last_line: u32,
    last_line_of_acquire: u32,
}

impl Parser {
    fn line(&mut self, mut cursor: Cursor) -> Result<(), Diagnostic> {
        printable(&cursor)?;
        if cursor.is_done() || cursor.rest().starts_with('#') {
            return Ok(());
        }
        let start = cursor.at();
        let name = cursor.name();
        let is_header = !name.is_empty() && cursor.eat(":") && cursor.is_done();
        cursor.go_to(start);
        if is_header {
            self.open(name, &cursor)?;
        } else {
            let Some(section) = self.section else {
                return Err(cursor.expected(says::BEFORE_SECTION, says::BEGIN_WITH_ACQUIRE));
            };
            self.statements(section, &mut cursor)?;
        }
        self.last_line = cursor.line;
        if self.section == Some(Section::Acquire) {
            self.last_line_of_acquire = cursor.line;
        }
        Ok(())
    }

    /// A line that opens a section.
    fn open(&mut self, name: &str, cursor: &Cursor) -> Result<(), Diagnostic> {
        let at = cursor.at();
        let Some(section) = Section::ALL.into_iter().find(|known| known.name() == name) else {
            let message = word(says::UNKNOWN_SECTION, &format!("{name}:"));
            let known = nearest(name, Section::ALL.into_iter().map(Section::name));
            return Err(match known {
                Some(known) => cursor.mistake(at, message, word(says::WRITE, &format!("{known}:"))),
                None => cursor.mistake(at, message, says::SECTIONS),
            });
        };
        let expected = match self.section {
            None => Some(Section::Acquire),
            Some(Section::Acquire) => Some(Section::Work),
            Some(Section::Work) => Some(Section::Release),
            Some(Section::Release) => None,
        };
        if expected != Some(section) {
            let message = word(says::SECTION_ORDER, &format!("{name}:"));
            return Err(cursor.mistake(at, message, says::SECTION_ORDER_HINT));
        }
        match section {
            Section::Acquire => {}
            Section::Work => self.work = self.ops.len(),
            Section::Release => {
                self.release = self.ops.len();
                self.release_line = cursor.line;
            }
        }
        self.section = Some(section);
        Ok(())
    }

    /// `if ...: ` and what it guards, or statements with commas between them, or one command.
    fn statements(&mut self, section: Section, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let start = cursor.at();
        let mut condition = None;
        if cursor.name() == "if" {
            let left = cursor.expression(&mut self.registers)?;
            let relation = cursor.relation()?;
            let right = cursor.expression(&mut self.registers)?;
            if !cursor.eat(":") {
                return Err(cursor.expected(says::EXPECTED_COLON, says::IF_FORM));
            }
            condition = Some((
                self.ops.len(),
                Condition {
                    left,
                    relation,
                    right,
                },
            ));
        } else {
            cursor.go_to(start);
        }
        // The place of the condition is kept free: what it skips is known only when its body is read.
        if condition.is_some() {
            self.push(cursor, OpKind::Retry);
        }
        cursor.skip_spaces();
        if cursor.rest().starts_with(|c: char| c.is_ascii_uppercase()) {
            let words = self.command(cursor)?;
            self.push(cursor, OpKind::Command(words));
        } else {
            loop {
                let kind = self.statement(section, cursor)?;
                self.push(cursor, kind);
                if cursor.is_done() {
                    break;
                }
                if !cursor.eat(",") {
                    return Err(cursor.expected(says::TRAILING, says::TRAILING_HINT));
                }
            }
        }
        if let Some((at, condition)) = condition {
            let end = self.ops.len();
            if let Some(op) = self.ops.get_mut(at) {
                op.kind = OpKind::If(condition, end);
            }
        }
        Ok(())
    }

    fn push(&mut self, cursor: &Cursor, kind: OpKind) {
        self.ops.push(Op {
            line: cursor.line,
            kind,
        });
    }

    /// One statement that sends nothing.
    fn statement(&mut self, section: Section, cursor: &mut Cursor) -> Result<OpKind, Diagnostic> {
        cursor.skip_spaces();
        let start = cursor.at();
        let name = cursor.name();
        let belongs_to = |home: Section| match section == home {
            true => Ok(()),
            false => {
                let values = vec![
                    ("word", name.to_owned()),
                    ("section", format!("{}:", home.name())),
                ];
                let message = Phrase::new(says::ONLY_IN, values);
                let hint = match home {
                    Section::Work => says::WORK_ELSEWHERE,
                    _ => says::ACQUIRE_DECIDES,
                };
                Err(cursor.mistake(start, message, hint))
            }
        };
        match name {
            "enter" => belongs_to(Section::Acquire)?,
            "retry" => belongs_to(Section::Acquire)?,
            "give" => belongs_to(Section::Acquire)?,
            "work" => belongs_to(Section::Work)?,
            _ => {}
        }
        match name {
            "retry" => Ok(OpKind::Retry),
            "wait" => Ok(OpKind::Wait(cursor.expression(&mut self.registers)?)),
            "work" => Ok(OpKind::Work(cursor.expression(&mut self.registers)?)),
            "enter" => match keyword(cursor, "until") {
                true => Ok(OpKind::Enter(cursor.expression(&mut self.registers)?)),
                false => Err(cursor.expected(says::EXPECTED_UNTIL, says::ENTER_FORM)),
            },
            "give" => match keyword(cursor, "up") {
                true => Ok(OpKind::GiveUp),
                false => Err(cursor.expected(says::EXPECTED_UP, says::GIVE_UP_FORM)),
            },
            "if" => Err(cursor.mistake(start, says::NESTED_IF, says::NESTED_IF_HINT)),
            "on" => Err(cursor.mistake(start, says::ON_RESERVED, says::ON_RESERVED_HINT)),
            "" => Err(cursor.mistake(start, says::EXPECTED_STATEMENT, says::STATEMENTS)),
            _ if cursor.eat(":=") => {
                let hint = word(says::REGISTER_HINT, name);
                Err(cursor.mistake(start, says::REGISTER_ALONE, hint))
            }
            _ => Err(unknown_statement(cursor, start, name)),
        }
    }

    /// A Redis command, to the end of the line.
    fn command(&mut self, cursor: &mut Cursor) -> Result<Vec<Argument>, Diagnostic> {
        let start = cursor.at();
        let mut words = Vec::new();
        while !cursor.is_done() {
            let from = cursor.at();
            if cursor.rest().starts_with('<') && !words.is_empty() {
                let (register, expression) = cursor.computed(&mut self.registers)?;
                words.push(Argument::Computed(register, expression));
            } else {
                let written = cursor.literal();
                words.push(Argument::Literal(cursor.unquote(from, written)?));
            }
        }
        let name = match words.first() {
            Some(Argument::Literal(name)) => String::from_utf8_lossy(name).into_owned(),
            _ => String::new(),
        };
        let Some(command) = command::find(name.as_bytes()) else {
            return Err(unknown_command(cursor, start, &name));
        };
        let capitals = command.name.to_ascii_uppercase();
        if name != capitals {
            return Err(cursor.mistake(start, says::CAPITALS, word(says::WRITE, &capitals)));
        }
        if !command.accepts(words.len()) {
            let count = (words.len() - 1).to_string();
            let values = vec![("word", name), ("count", count)];
            let message = Phrase::new(says::ARITY, values);
            let hint = Phrase::new(
                says::ARITY_HINT,
                vec![("syntax", format!("{capitals} {}", command.syntax))],
            );
            return Err(cursor.mistake(start, message, hint));
        }
        Ok(words)
    }

    fn finish(self, source: &str) -> Result<Program, Diagnostic> {
        let end = |line: u32, message: Phrase, hint: Phrase| Diagnostic {
            line: line.max(1),
            column: 1,
            message,
            hint: Some(hint),
        };
        let missing = match self.section {
            None => Some(Section::Acquire),
            Some(Section::Acquire) => Some(Section::Work),
            Some(Section::Work) => Some(Section::Release),
            Some(Section::Release) => None,
        };
        if let Some(missing) = missing {
            let name = format!("{}:", missing.name());
            let hint = word(says::MISSING_SECTION_HINT, &name);
            return Err(end(
                self.last_line,
                word(says::MISSING_SECTION, &name),
                hint,
            ));
        }
        let acquire = self.ops.get(..self.work).unwrap_or_default();
        let Some(last) = acquire.last() else {
            let hint = says::FALLS_OFF_HINT.into();
            return Err(end(
                self.last_line_of_acquire,
                says::EMPTY_ACQUIRE.into(),
                hint,
            ));
        };
        let leaves = matches!(last.kind, OpKind::Enter(_) | OpKind::Retry | OpKind::GiveUp);
        let skips = |op: &Op| matches!(op.kind, OpKind::If(_, to) if to >= self.work);
        if !leaves || acquire.iter().any(skips) {
            let hint = says::FALLS_OFF_HINT.into();
            return Err(end(last.line, says::FALLS_OFF.into(), hint));
        }
        self.registers_are_assigned()?;
        Ok(Program {
            source: source.to_owned(),
            ops: self.ops,
            registers: self.registers.names,
            work: self.work,
            release: self.release,
            release_line: self.release_line,
        })
    }

    fn registers_are_assigned(&self) -> Result<(), Diagnostic> {
        let Registers {
            names,
            assigned,
            mentions,
        } = &self.registers;
        let is_assigned = |name: &str| {
            let known = names.iter().zip(assigned);
            known
                .into_iter()
                .any(|(known, assigned)| known == name && *assigned)
        };
        let Some(mention) = mentions.iter().find(|mention| !is_assigned(&mention.name)) else {
            return Ok(());
        };
        let inputs = ["now", "lease", "reply", "nil"].into_iter();
        let kept = names
            .iter()
            .map(String::as_str)
            .filter(|name| is_assigned(name));
        let hint = match nearest(&mention.name, inputs.chain(kept)) {
            Some(known) => word(says::WRITE, known),
            None => word(says::REGISTER_HINT, &mention.name),
        };
        Err(Diagnostic {
            line: mention.line,
            column: mention.column,
            message: word(says::UNKNOWN_REGISTER, &mention.name),
            hint: Some(hint),
        })
    }
}

/// Refuses tabs and control characters: a program is shown as it is written.
fn printable(cursor: &Cursor) -> Result<(), Diagnostic> {
    match cursor.rest().char_indices().find(|(_, c)| c.is_control()) {
        Some((at, '\t')) => Err(cursor.mistake(at, says::TAB, says::USE_SPACES)),
        Some((at, _)) => Err(cursor.mistake(at, says::CONTROL, says::USE_ESCAPE)),
        None => Ok(()),
    }
}

fn keyword(cursor: &mut Cursor, expected: &str) -> bool {
    cursor.skip_spaces();
    let at = cursor.at();
    let found = cursor.name() == expected;
    if !found {
        cursor.go_to(at);
    }
    found
}

fn unknown_statement(cursor: &Cursor, at: usize, name: &str) -> Diagnostic {
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return cursor.mistake(at, says::COMMAND_ALONE, says::COMMAND_ALONE_HINT);
    }
    if let Some(command) = command::find(name.as_bytes()) {
        let capitals = command.name.to_ascii_uppercase();
        return cursor.mistake(at, says::CAPITALS, word(says::WRITE, &capitals));
    }
    let message = word(says::UNKNOWN_STATEMENT, name);
    match nearest(name, STATEMENTS.into_iter()).map(str::to_owned) {
        Some(known) => cursor.mistake(at, message, word(says::WRITE, &known)),
        None => or_a_command(cursor, at, message, name, says::STATEMENTS),
    }
}

fn unknown_command(cursor: &Cursor, at: usize, name: &str) -> Diagnostic {
    let message = word(says::UNKNOWN_COMMAND, name);
    or_a_command(cursor, at, message, name, says::USE_KNOWN)
}

/// The message, with the nearest command as a hint, or else another one.
fn or_a_command(cursor: &Cursor, at: usize, message: Phrase, name: &str, hint: Text) -> Diagnostic {
    match nearest(name, command::all().map(|command| command.name)) {
        Some(known) => {
            let capitals = known.to_ascii_uppercase();
            cursor.mistake(at, message, word(says::WRITE, &capitals))
        }
        None => cursor.mistake(at, message, hint),
    }
}

fn word(text: Text, word: &str) -> Phrase {
    Phrase::new(text, vec![("word", word.to_owned())])
}
