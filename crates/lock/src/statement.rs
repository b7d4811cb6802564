//! One line of a section: a condition, statements, or a Redis command, which the command table checks.

use super::condition::Condition;
use super::cursor::Cursor;
use super::diagnostic::{Diagnostic, meant};
use super::expression::Expression;
use super::parse::Parser;
use super::program::{Ask, CommandWord, Op, OpKind, Section, Servers, StoreDeed, is_eval};
use super::registers::RESERVED;
use super::says;
use super::unfit::{blocks, by_chance, unfit};
use base::text::Text;
use keyspace::{Command, KeyspaceMode, command};

const STATEMENTS: [&str; 14] = [
    "if", "enter", "retry", "wait", "work", "give", "read", "write", "claim", "on", "within",
    "extend", "leave", "done",
];

/// The statements that stood for a script before the language had scripts.
const COMPARING: &str = "compare-";

impl Parser {
    /// `if ...: ` and what it guards, or statements with commas between them, or one command.
    pub(super) fn statements(
        &mut self,
        section: Section,
        cursor: &mut Cursor,
    ) -> Result<(), Diagnostic> {
        if self.transaction.is_some() {
            return self.queue(cursor);
        }
        let start = cursor.at();
        if cursor.name() != "if" {
            cursor.go_to(start);
            return self.body(section, cursor);
        }
        let condition = self.condition(cursor)?;
        // Its place is kept free: what it skips is known only when its body is read.
        let at = self.ops.len();
        self.push(cursor, OpKind::Retry);
        self.body(section, cursor)?;
        let end = self.ops.len();
        if let Some(op) = self.ops.get_mut(at) {
            op.kind = OpKind::If(condition, end);
        }
        Ok(())
    }

    fn condition(&mut self, cursor: &mut Cursor) -> Result<Condition, Diagnostic> {
        let left = cursor.expression(&mut self.registers)?;
        let relation = cursor.relation()?;
        let right = cursor.expression(&mut self.registers)?;
        match cursor.eat(":") {
            true => Ok(Condition {
                left,
                relation,
                right,
            }),
            false => Err(cursor.expected(&says::EXPECTED_COLON, &says::IF_FORM)),
        }
    }

    fn body(&mut self, section: Section, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        cursor.skip_spaces();
        let asked_at = cursor.at();
        let ask = self.ask(cursor)?;
        cursor.skip_spaces();
        let is_command = cursor.rest().starts_with(|c: char| c.is_ascii_uppercase());
        if cursor.rest().starts_with(COMPARING) {
            let message = (&says::COMPARING, "");
            let place = cursor.position(cursor.at());
            return Err(Diagnostic::about(place, message, (&says::SCRIPT_FORM, "")));
        }
        if cursor.at() > asked_at && !is_command {
            return Err(cursor.expected(&says::COMMAND_EXPECTED, &says::ON_FORM));
        }
        if is_command {
            let at = cursor.at();
            let words = self.command(cursor)?;
            match words.first() {
                Some(CommandWord::Literal(name)) if name == b"MULTI" && at > asked_at => {
                    return Err(cursor.mistake(at, &says::MULTI_ON, &says::MULTI_FORM));
                }
                Some(CommandWord::Literal(name)) if name == b"MULTI" => {
                    let is_guarded = self.ops.last().is_some_and(|op| op.line == cursor.line);
                    if is_guarded {
                        return Err(cursor.mistake(at, &says::MULTI_ALONE, &says::MULTI_FORM));
                    }
                    self.transaction = Some((cursor.line, vec![words]));
                }
                Some(CommandWord::Literal(name)) if name == b"EXEC" => {
                    return Err(cursor.mistake(at, &says::NO_MULTI, &says::MULTI_FORM));
                }
                Some(CommandWord::Literal(name))
                    if blocks(name) && ask.servers != Servers::Primary =>
                {
                    return Err(cursor.mistake(at, &says::BLOCKS_ALONE, &says::POLL));
                }
                _ => self.push(cursor, OpKind::Command(words, ask)),
            }
            return Ok(());
        }
        loop {
            let kind = self.statement(section, cursor)?;
            self.push(cursor, kind);
            if cursor.is_done() {
                return Ok(());
            }
            if !cursor.eat(",") {
                return Err(cursor.expected(&says::TRAILING, &says::TRAILING_HINT));
            }
        }
    }

    /// A line between MULTI and EXEC.
    fn queue(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        cursor.skip_spaces();
        let at = cursor.at();
        if !cursor.rest().starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(cursor.mistake(at, &says::IN_MULTI, &says::MULTI_FORM));
        }
        let words = self.command(cursor)?;
        let name = match words.first() {
            Some(CommandWord::Literal(name)) => name.clone(),
            _ => Vec::new(),
        };
        let Some((line, commands)) = &mut self.transaction else {
            return Ok(());
        };
        match name.as_slice() {
            b"MULTI" | b"DISCARD" | b"WATCH" => {
                return Err(cursor.mistake(at, &says::IN_MULTI, &says::MULTI_FORM));
            }
            b"EXEC" if commands.len() < 2 => {
                return Err(cursor.mistake(at, &says::EMPTY_MULTI, &says::MULTI_FORM));
            }
            b"EXEC" => {
                let line = *line;
                let mut commands = std::mem::take(commands);
                commands.push(words);
                self.transaction = None;
                let kind = OpKind::Transaction(commands);
                self.ops.push(Op { line, kind });
            }
            _ => commands.push(words),
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
        let elsewhere = match name {
            "enter" | "give" if section != Section::Acquire => Some(&says::ACQUIRE_DECIDES),
            "retry" if !matches!(section, Section::Acquire | Section::Meanwhile) => {
                Some(&says::ACQUIRE_DECIDES)
            }
            "work" if section != Section::Work => Some(&says::WORK_ELSEWHERE),
            "read" | "write" | "claim" if section != Section::Work => Some(&says::STORE_ELSEWHERE),
            "extend" | "leave" if section != Section::Meanwhile => Some(&says::MEANWHILE_ELSEWHERE),
            "done" if !matches!(section, Section::Release | Section::Meanwhile) => {
                Some(&says::DONE_ELSEWHERE)
            }
            _ => None,
        };
        if let Some(hint) = elsewhere {
            let message = (&says::ONLY_IN, name);
            return Err(Diagnostic::about(
                cursor.position(start),
                message,
                (hint, ""),
            ));
        }
        match name {
            "retry" => Ok(OpKind::Retry),
            "wait" => Ok(OpKind::Wait(self.delay(cursor)?)),
            "work" => Ok(OpKind::Work(cursor.expression(&mut self.registers)?)),
            "read" => Ok(OpKind::Store {
                deed: StoreDeed::Read,
                token: self.token(cursor)?,
            }),
            "write" => Ok(OpKind::Store {
                deed: StoreDeed::Write(cursor.expression(&mut self.registers)?),
                token: self.token(cursor)?,
            }),
            "claim" => match self.token(cursor)? {
                token @ Some(_) => Ok(OpKind::Store {
                    deed: StoreDeed::Claim,
                    token,
                }),
                None => Err(cursor.expected(&says::EXPECTED_WITH, &says::CLAIM_FORM)),
            },
            "leave" => Ok(OpKind::Leave),
            "done" => Ok(OpKind::Done),
            "extend" => match keyword(cursor, "until") {
                true => Ok(OpKind::Extend(cursor.expression(&mut self.registers)?)),
                false => Err(cursor.expected(&says::EXPECTED_UNTIL, &says::EXTEND_FORM)),
            },
            "enter" => match keyword(cursor, "until") {
                true => Ok(OpKind::Enter(cursor.expression(&mut self.registers)?)),
                false => Err(cursor.expected(&says::EXPECTED_UNTIL, &says::ENTER_FORM)),
            },
            "give" => match keyword(cursor, "up") {
                true => Ok(OpKind::GiveUp),
                false => Err(cursor.expected(&says::EXPECTED_UP, &says::GIVE_UP_FORM)),
            },
            name if !name.is_empty() && name != "if" && cursor.eat(":=") => {
                let register = cursor.assigned(start, name, &mut self.registers)?;
                Ok(OpKind::Assign(
                    register,
                    cursor.expression(&mut self.registers)?,
                ))
            }
            _ => Err(no_statement(cursor, start, name)),
        }
    }

    /// How long to wait: so many seconds, or `1 to 3`, any whole second of a range. A client may always go on later than it could, so
    /// the least of them allows whatever the others do.
    fn delay(&mut self, cursor: &mut Cursor) -> Result<Expression, Diagnostic> {
        let least = cursor.expression(&mut self.registers)?;
        if keyword(cursor, "to") {
            let at = cursor.at();
            let most = cursor.expression(&mut self.registers)?;
            let is_range = match (least.literal(), most.literal()) {
                (Some(least), Some(most)) => least < most,
                _ => false,
            };
            if !is_range {
                return Err(cursor.mistake(at, &says::WAIT_RANGE, &says::WAIT_RANGE_FORM));
            }
        }
        Ok(least)
    }

    /// `with ...`, if it stands here.
    fn token(&mut self, cursor: &mut Cursor) -> Result<Option<Expression>, Diagnostic> {
        match keyword(cursor, "with") {
            true => cursor.expression(&mut self.registers).map(Some),
            false => Ok(None),
        }
    }

    /// `on A, B within 2 until majority: `, as far as it is there.
    fn ask(&mut self, cursor: &mut Cursor) -> Result<Ask, Diagnostic> {
        let mut ask = Ask::default();
        let is_named = keyword(cursor, "on");
        if is_named {
            ask.servers = servers(cursor)?;
        }
        let is_timed = keyword(cursor, "within");
        if is_timed {
            ask.within = Some(cursor.expression(&mut self.registers)?);
        }
        ask.until_majority = is_named && keyword(cursor, "until");
        if ask.until_majority && !keyword(cursor, "majority") {
            return Err(cursor.expected(&says::EXPECTED_MAJORITY, &says::ON_MAJORITY_FORM));
        }
        match (is_named || is_timed) && !cursor.eat(":") {
            true => Err(cursor.expected(&says::EXPECTED_COLON, &says::ON_FORM)),
            false => Ok(ask),
        }
    }

    fn words(&mut self, cursor: &mut Cursor) -> Result<Vec<CommandWord>, Diagnostic> {
        let mut words = Vec::new();
        while !cursor.is_done() {
            let from = cursor.at();
            if cursor.rest().starts_with('<') && !words.is_empty() {
                let (register, expression) = cursor.computed(&mut self.registers)?;
                words.push(CommandWord::Computed(register, expression));
            } else {
                let written = cursor.literal();
                // SORT with GET # asks for the elements themselves.
                let is_pattern = matches!(words.last(), Some(CommandWord::Literal(word)) if word.eq_ignore_ascii_case(b"get"));
                if written == "#" && !is_pattern {
                    return Err(cursor.mistake(from, &says::COMMENT_BEHIND, &says::COMMENT_ALONE));
                }
                if holds_computed(written) {
                    return Err(cursor.mistake(from, &says::INSIDE_WORD, &says::INSIDE_WORD_HINT));
                }
                words.push(CommandWord::Literal(cursor.unquote(from, written)?));
            }
        }
        Ok(words)
    }

    /// A Redis command, to the end of the line.
    fn command(&mut self, cursor: &mut Cursor) -> Result<Vec<CommandWord>, Diagnostic> {
        let place = cursor.position(cursor.at());
        let words = self.words(cursor)?;
        let name = match words.first() {
            Some(CommandWord::Literal(name)) => String::from_utf8_lossy(name).into_owned(),
            _ => String::new(),
        };
        let Some(command) = known_command(&name) else {
            let message = (&says::UNKNOWN_COMMAND, name.as_str());
            return Err(or_a_command(place, message, &says::USE_KNOWN));
        };
        let mut form = command.name().to_ascii_uppercase();
        if name != form {
            return Err(Diagnostic::about(
                place,
                (&says::CAPITALS, ""),
                (&says::WRITE, &form),
            ));
        }
        if !command.accepts(words.len()) {
            form.push_str(&arguments(command.arity, &command.syntax()));
            let message = (&says::ARITY, name.as_str());
            return Err(Diagnostic::about(
                place,
                message,
                (&says::ARITY_HINT, &form),
            ));
        }
        if let Some((message, hint)) = unfit(command, &words, self.transaction.is_some()) {
            return Err(Diagnostic::about(place, (message, &name), (hint, "")));
        }
        let has_script = is_eval(name.as_bytes()) || ["SCRIPT", "FUNCTION"].contains(&&*name);
        for word in words.iter().filter(|_| has_script) {
            if let CommandWord::Literal(text) = word
                && let Some((_, chosen)) = by_chance(text)
            {
                return Err(chance(place, chosen));
            }
        }
        if let [CommandWord::Literal(name), CommandWord::Literal(script), ..] = words.as_slice()
            && is_eval(name)
            && is_script_name(script)
        {
            let script = String::from_utf8_lossy(script).into_owned();
            self.named_scripts.push((place, script));
        }
        self.needs_mode_of(&name, &words, place)?;
        Ok(words)
    }

    /// Notes the mode that a command needs. All servers of a run are of one mode.
    fn needs_mode_of(
        &mut self,
        name: &str,
        words: &[CommandWord],
        place: (u32, u32),
    ) -> Result<(), Diagnostic> {
        let (word, mode) = match set_condition(words) {
            Some("IFNE") => ("SET IFNE", KeyspaceMode::Redis84),
            Some(_) => {
                self.compares = true;
                return Ok(());
            }
            None if command::find(name.as_bytes()).is_some() => return Ok(()),
            None => (name, mode_of(name).unwrap_or_default()),
        };
        if self.mode != KeyspaceMode::Redis7 && self.mode != mode {
            let message = (&says::TWO_MODES, word);
            return Err(Diagnostic::about(place, message, (&says::MODES, "")));
        }
        self.mode = mode;
        Ok(())
    }
}

/// The condition by which a SET compares, if it does.
pub(super) fn set_condition(words: &[CommandWord]) -> Option<&'static str> {
    let [CommandWord::Literal(name), _, _, options @ ..] = words else {
        return None;
    };
    let is = |word: &CommandWord, known: &str| matches!(word, CommandWord::Literal(own) if own.eq_ignore_ascii_case(known.as_bytes()));
    let is_there = |known: &&str| options.iter().any(|word| is(word, known));
    match name.as_slice() {
        b"SET" => ["IFNE", "IFEQ"].into_iter().find(is_there),
        _ => None,
    }
}

/// How many reserved words are values: the first ones.
const VALUES: usize = 7;

/// Whether a computed word is within another one, where it would be sent as it is written.
fn holds_computed(written: &str) -> bool {
    let is_quoted = written.contains(['"', '\'']);
    let is_held = |name: &&str| {
        let word = ["<", name, ">"].concat();
        let mut parts = written.as_bytes().windows(word.len());
        parts.any(|part| part == word.as_bytes())
    };
    !is_quoted && RESERVED.iter().take(VALUES).any(is_held)
}

/// What is wrong with a script that calls a command whose reply is chosen by chance.
pub(super) fn chance(place: (u32, u32), name: &str) -> Diagnostic {
    let name = name.to_ascii_uppercase();
    Diagnostic::about(place, (&says::BY_CHANCE, &name), (&says::NAME_IT, ""))
}

/// Whether a word is the name of a script: letters, digits and `-`. No text of a script is such a word.
pub(super) fn is_script_name(word: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
    word.iter().all(is_part) && !word.is_empty()
}

pub(super) fn known_command(name: &str) -> Option<&'static Command> {
    let mode = mode_of(name)?;
    mode.find(name.as_bytes())
        .filter(|command| command.is_here())
}

/// The first mode in which there is a command of that name.
fn mode_of(name: &str) -> Option<KeyspaceMode> {
    let mut all = KeyspaceMode::ALL.into_iter();
    all.find(|mode| mode.find(name.as_bytes()).is_some())
}

/// `all`, or the letters of servers with commas between them.
fn servers(cursor: &mut Cursor) -> Result<Servers, Diagnostic> {
    if keyword(cursor, "all") {
        return Ok(Servers::All);
    }
    let mut these = Vec::new();
    loop {
        cursor.skip_spaces();
        let at = cursor.at();
        let place = match cursor.name().as_bytes() {
            [letter @ b'A'..=b'E'] => *letter - b'A',
            _ => return Err(cursor.mistake(at, &says::EXPECTED_SERVER, &says::ON_FORM)),
        };
        if !these.contains(&place) {
            these.insert(these.partition_point(|before| *before < place), place);
        }
        if !cursor.eat(",") {
            return Ok(Servers::These(these));
        }
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

/// What follows a command's name, each with a space before it: as help shows it, or by the command's arity as long as help
/// has not come.
fn arguments(arity: i8, syntax: &str) -> String {
    if !syntax.is_empty() {
        return [" ", syntax].concat();
    }
    let mut all = " arg".repeat(usize::from(arity.unsigned_abs()).saturating_sub(1));
    if arity < 0 {
        all.push_str(" [arg ...]");
    }
    all
}

/// Why `name`, which stands where a statement begins, is none.
fn no_statement(cursor: &mut Cursor, at: usize, name: &str) -> Diagnostic {
    let place = cursor.position(at);
    match name {
        "" => return cursor.mistake(at, &says::EXPECTED_STATEMENT, &says::STATEMENTS),
        "if" => return cursor.mistake(at, &says::NESTED_IF, &says::NESTED_IF_HINT),
        _ => {}
    }
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return cursor.mistake(at, &says::COMMAND_ALONE, &says::COMMAND_ALONE_HINT);
    }
    if let Some(command) = known_command(name) {
        let capitals = command.name().to_ascii_uppercase();
        return Diagnostic::about(place, (&says::CAPITALS, ""), (&says::WRITE, &capitals));
    }
    let message = (&says::UNKNOWN_STATEMENT, name);
    match meant(name, &mut STATEMENTS.into_iter()) {
        Some(known) => Diagnostic::about(place, message, (&says::WRITE, known)),
        None => or_a_command(place, message, &says::STATEMENTS),
    }
}

/// The message, with the nearest command as a hint, or else another one.
fn or_a_command(place: (u32, u32), message: (&Text, &str), hint: &Text) -> Diagnostic {
    let (_, name) = message;
    match meant(name, &mut command::here().map(|command| command.name())) {
        Some(known) => {
            let capitals = known.to_ascii_uppercase();
            Diagnostic::about(place, message, (&says::WRITE, &capitals))
        }
        None => Diagnostic::about(place, message, (hint, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn a_command_has_a_form_before_help_has_come() {
        assert_eq!(arguments(3, "key value"), " key value");
        assert_eq!(arguments(3, ""), " arg arg");
        assert_eq!(arguments(-2, ""), " arg [arg ...]");
        assert_eq!(arguments(1, ""), "");
    }
}
