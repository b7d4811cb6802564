//! The parser's frame: sections, and what a whole program must have. It finds the first mistake; it never panics.

use std::sync::Arc;

use super::cursor::Cursor;
use super::diagnostic::{Diagnostic, meant};
use super::program::{ANY_NUMBER, CommandWord, NamedScript, Op, OpKind, Program, Scripts, Section};
use super::registers::Registers;
use super::roles::{add_role, is_of_role, role_of};
use super::says;
use super::statement::{chance, is_script_name};
use super::unfit::by_chance;
use keyspace::KeyspaceMode;

/// Bytes of a program's text; a longer one is refused with a diagnostic.
pub const SOURCE_BYTES_MAX: usize = 8 * 1024;

impl Program {
    /// Reads a program, or a file of several. Never panics, whatever the text; the first mistake is the diagnostic.
    pub fn parse(source: &str) -> Result<Program, Diagnostic> {
        if source.len() > SOURCE_BYTES_MAX {
            let limit = SOURCE_BYTES_MAX.to_string();
            let message = (&says::TOO_LONG, limit.as_str());
            return Err(Diagnostic::about((1, 1), message, (&says::SHORTEN, "")));
        }
        // The mark that some editors begin a file with is no part of its text.
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        let (mut roles, mut parser) = (Vec::new(), Parser::default());
        let (mut start, mut above, mut at) = (0, 0, 0);
        for (text, number) in source.split('\n').zip(0..) {
            if is_of_role(text) && !parser.is_bare() {
                let before = source.get(start..at).unwrap_or_default();
                let program = std::mem::take(&mut parser).finish(before);
                add_role(&mut roles, program).map_err(|mistake| mistake.below(above))?;
                (start, above) = (at, number);
            }
            at += text.len() + 1;
            let text = text.strip_suffix('\r').unwrap_or(text);
            let cursor = Cursor::new(number - above + 1, text);
            parser
                .line(cursor)
                .map_err(|mistake| mistake.below(above))?;
        }
        let last = source.get(start..).unwrap_or_default();
        let last = parser.finish(last);
        if roles.is_empty() {
            return last;
        }
        add_role(&mut roles, last).map_err(|mistake| mistake.below(above))?;
        // Read once more: a copy of a program would be much more code.
        let mut whole = Program::parse(roles.first().map_or("", |first| first.source()))?;
        source.clone_into(&mut whole.source);
        whole.roles = roles.into();
        Ok(whole)
    }
}

/// What begins the line above a script.
const SCRIPT: &str = "script ";

/// How many clients may hold the lock at once, if a line says it: `at most 2 hold`, with one digit, or `any number hold`.
pub(super) fn holders_of(line: &str) -> Option<u8> {
    match line.trim_end_matches(' ').strip_suffix(" hold")?.as_bytes() {
        b"any number" => Some(ANY_NUMBER),
        [before @ .., digit @ b'1'..=b'9'] if before == b"at most " => Some(digit - b'0'),
        _ => None,
    }
}

/// Whether a line says that the program measures by a monotonic clock.
pub(super) fn is_monotonic(line: &str) -> bool {
    line.trim_end_matches(' ') == "monotonic clock"
}

/// Names under which authors look for a random number.
const RANDOM: [&str; 4] = ["random", "rand", "jitter", "backoff"];

/// The names of nil in other languages, in any case.
const NIL_ELSEWHERE: [&str; 2] = ["null", "none"];

/// The parts decoded so far.
#[derive(Default)]
pub(super) struct Parser {
    pub ops: Vec<Op>,
    pub registers: Registers,
    section: Option<Section>,
    work: usize,
    release: usize,
    release_line: u32,
    meanwhile: Option<usize>,
    /// The line of a MULTI whose EXEC is still to come, and the commands so far.
    pub transaction: Option<(u32, Vec<Vec<CommandWord>>)>,
    /// The last line that is not empty, for mistakes that show only at the end; and the last one of `acquire:`.
    last_line: u32,
    last_line_of_acquire: u32,
    scripts: Vec<NamedScript>,
    /// The places of EVAL with the names of scripts, which may come later.
    pub named_scripts: Vec<((u32, u32), String)>,
    /// How many may hold the lock at once, where a line says so.
    holders: Option<u8>,
    /// Whether a line says that it measures by a monotonic clock.
    is_monotonic: bool,
    /// The name of its role, where a line says it.
    role: String,
    /// The mode that a command needs.
    pub mode: KeyspaceMode,
    /// Whether a SET compares in a way that both later servers know.
    pub compares: bool,
}

impl Parser {
    fn line(&mut self, mut cursor: Cursor) -> Result<(), Diagnostic> {
        printable(&cursor)?;
        if let Some(script) = self.scripts.last_mut()
            && (cursor.rest().starts_with(' ') || cursor.rest().is_empty())
        {
            if let Some((at, name)) = by_chance(cursor.rest().as_bytes()) {
                return Err(chance(cursor.position(cursor.at() + at), name));
            }
            let line = match cursor.rest().strip_prefix("  ") {
                Some(line) => line,
                None if cursor.rest().trim_end().is_empty() => "",
                None => {
                    return Err(cursor.expected(&says::SCRIPT_INDENT, &says::SCRIPT_INDENT_HINT));
                }
            };
            script.body.push_str(line);
            script.body.push('\n');
            return Ok(());
        }
        if cursor.is_done() || cursor.rest().starts_with('#') {
            return Ok(());
        }
        if cursor.rest().starts_with(SCRIPT) {
            return self.script(&mut cursor);
        }
        let start = cursor.at();
        let name = cursor.name();
        let is_header = !name.is_empty() && cursor.eat(":") && cursor.is_done();
        cursor.go_to(start);
        if is_header {
            self.open(name, &cursor)?;
        } else {
            let Some(section) = self.section else {
                return self.before_sections(&mut cursor);
            };
            self.statements(section, &mut cursor)?;
        }
        self.last_line = cursor.line;
        if self.section == Some(Section::Acquire) {
            self.last_line_of_acquire = cursor.line;
        }
        Ok(())
    }

    /// A line before the first section: what is true of the whole program, each once at most.
    fn before_sections(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        if self.holders.is_none()
            && let Some(holders) = holders_of(cursor.rest())
        {
            self.holders = Some(holders);
        } else if !self.is_monotonic && is_monotonic(cursor.rest()) {
            self.is_monotonic = true;
        } else if let Some(role) = role_of(cursor.rest()).filter(|_| self.is_bare()) {
            role.clone_into(&mut self.role);
        } else {
            return Err(cursor.expected(&says::BEFORE_SECTION, &says::BEGIN_WITH_ACQUIRE));
        }
        Ok(())
    }

    /// Whether nothing but comments has come.
    fn is_bare(&self) -> bool {
        let is_empty = self.section.is_none() && self.role.is_empty();
        is_empty && self.holders.is_none() && !self.is_monotonic
    }

    /// A line that opens a section.
    fn open(&mut self, name: &str, cursor: &Cursor) -> Result<(), Diagnostic> {
        self.no_open_transaction()?;
        let place = cursor.position(cursor.at());
        let Some(section) = Section::ALL.into_iter().find(|known| known.name() == name) else {
            let known = meant(name, &mut Section::ALL.into_iter().map(Section::name));
            let hint = match known {
                Some(known) => (&says::WRITE_SECTION, known),
                None => (&says::SECTIONS, ""),
            };
            return Err(Diagnostic::about(
                place,
                (&says::UNKNOWN_SECTION, name),
                hint,
            ));
        };
        let may_end = self.section == Some(Section::Release) && section == Section::Meanwhile;
        if self.next_section() != Some(section) && !may_end {
            let message = (&says::SECTION_ORDER, name);
            return Err(Diagnostic::about(
                place,
                message,
                (&says::SECTION_ORDER_HINT, ""),
            ));
        }
        match section {
            Section::Acquire => {}
            Section::Work => self.work = self.ops.len(),
            Section::Release => {
                self.release = self.ops.len();
                self.release_line = cursor.line;
            }
            Section::Meanwhile => self.meanwhile = Some(self.ops.len()),
        }
        self.section = Some(section);
        Ok(())
    }

    /// A line that opens a script. Scripts stand behind all sections.
    fn script(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        self.no_open_transaction()?;
        let place = cursor.position(cursor.at());
        let name = cursor.rest().strip_prefix(SCRIPT).unwrap_or_default();
        let name = name
            .trim_end_matches(' ')
            .strip_suffix(':')
            .unwrap_or_default();
        if !is_script_name(name.as_bytes()) {
            let message = (&says::BAD_SCRIPT_NAME, "");
            return Err(Diagnostic::about(place, message, (&says::SCRIPT_FORM, "")));
        }
        if self.next_section().is_some() {
            let message = (&says::SCRIPT_TOO_EARLY, "");
            return Err(Diagnostic::about(
                place,
                message,
                (&says::SECTION_ORDER_HINT, ""),
            ));
        }
        if self.scripts.iter().any(|script| script.name == name) {
            let message = (&says::TWO_SCRIPTS, name);
            return Err(Diagnostic::about(place, message, (&says::ANOTHER_NAME, "")));
        }
        self.scripts.push(NamedScript {
            name: name.to_owned(),
            body: String::new(),
        });
        self.last_line = cursor.line;
        Ok(())
    }

    /// Every script that EVAL names is there.
    fn scripts_are_there(&self) -> Result<(), Diagnostic> {
        let names = || self.scripts.iter().map(|script| script.name.as_str());
        let is_missing = |(_, name): &&((u32, u32), String)| !names().any(|own| own == name);
        let Some((place, name)) = self.named_scripts.iter().find(is_missing) else {
            return Ok(());
        };
        let hint = match meant(name, &mut names()) {
            Some(known) => (&says::WRITE, known),
            None => (&says::SCRIPT_HINT, name.as_str()),
        };
        Err(Diagnostic::about(*place, (&says::NO_SCRIPT, name), hint))
    }

    /// The section that must come now.
    fn next_section(&self) -> Option<Section> {
        match self.section {
            None => Some(Section::Acquire),
            Some(Section::Acquire) => Some(Section::Work),
            Some(Section::Work) => Some(Section::Release),
            Some(Section::Release | Section::Meanwhile) => None,
        }
    }

    /// A transaction ends in the section in which it began.
    fn no_open_transaction(&self) -> Result<(), Diagnostic> {
        match &self.transaction {
            Some((line, _)) => Err(Diagnostic::about(
                (*line, 1),
                (&says::NO_EXEC, ""),
                (&says::MULTI_FORM, ""),
            )),
            None => Ok(()),
        }
    }

    fn finish(self, source: &str) -> Result<Program, Diagnostic> {
        self.no_open_transaction()?;
        if let Some(missing) = self.next_section() {
            return Err(Diagnostic::about(
                (self.last_line.max(1), 1),
                (&says::MISSING_SECTION, missing.name()),
                (&says::MISSING_SECTION_HINT, missing.name()),
            ));
        }
        self.acquire_ends()?;
        self.registers_are_assigned()?;
        self.scripts_are_there()?;
        let mut scripts = self.scripts;
        for script in &mut scripts {
            script.body.truncate(script.body.trim_end().len());
        }
        let mut program = Program {
            scripts: Scripts::new(scripts),
            mode: match self.mode {
                KeyspaceMode::Redis7 if self.compares => KeyspaceMode::Redis84,
                mode => mode,
            },
            source: source.to_owned(),
            names_sent: self.registers.names_sent,
            names_token: self.registers.names_token,
            meanwhile: self.meanwhile.unwrap_or(self.ops.len()),
            ops: self.ops,
            registers: self.registers.names,
            work: self.work,
            release: self.release,
            release_line: self.release_line,
            reads_times: false,
            holders: self.holders.unwrap_or(1),
            is_monotonic: self.is_monotonic,
            role: self.role,
            roles: Arc::default(),
        };
        program.reads_times = program.compares_replies_with_time();
        if let Some(line) = program.blocks().filter(|_| program.has_meanwhile()) {
            let message = (&says::BLOCKS_ALONE, "");
            return Err(Diagnostic::about((line, 1), message, (&says::POLL, "")));
        }
        if let Some(line) = program.shows_clock().filter(|_| self.is_monotonic) {
            let message = (&says::OWN_CLOCK, "");
            return Err(Diagnostic::about(
                (line, 1),
                message,
                (&says::OWN_CLOCK_HINT, ""),
            ));
        }
        Ok(program)
    }

    /// A client must not run off the end of `acquire:`: that would be a holder without a lease.
    fn acquire_ends(&self) -> Result<(), Diagnostic> {
        let acquire = self.ops.get(..self.work).unwrap_or_default();
        let (line, message) = match acquire.last() {
            None => (self.last_line_of_acquire, &says::EMPTY_ACQUIRE),
            Some(last) => {
                let leaves = matches!(last.kind, OpKind::Enter(_) | OpKind::Retry | OpKind::GiveUp);
                let skips = |op: &Op| matches!(op.kind, OpKind::If(_, to) if to >= self.work);
                if leaves && !acquire.iter().any(skips) {
                    return Ok(());
                }
                (last.line, &says::FALLS_OFF)
            }
        };
        let hint = (&says::FALLS_OFF_HINT, "");
        Err(Diagnostic::about((line, 1), (message, ""), hint))
    }

    fn registers_are_assigned(&self) -> Result<(), Diagnostic> {
        let Some(mention) = self.registers.unassigned() else {
            return Ok(());
        };
        let name = mention.name.as_str();
        let inputs = [
            "now", "sent", "lease", "me", "token", "draft", "reply", "nil", "answers", "yes",
            "majority",
        ]
        .into_iter();
        let place = (mention.line, mention.column);
        if RANDOM.contains(&name) {
            return Err(Diagnostic::about(
                place,
                (&says::RANDOM, name),
                (&says::NO_RANDOM, ""),
            ));
        }
        let is_nil = NIL_ELSEWHERE
            .iter()
            .any(|word| name.eq_ignore_ascii_case(word));
        let near = || meant(name, &mut inputs.chain(self.registers.assigned()));
        let hint = match is_nil.then_some("nil").or_else(near) {
            Some(known) => (&says::WRITE, known),
            None => (&says::REGISTER_HINT, name),
        };
        Err(Diagnostic::about(
            place,
            (&says::UNKNOWN_REGISTER, name),
            hint,
        ))
    }
}

/// Refuses tabs, control characters, and characters that turn the direction of what follows: a program is shown as it is written.
fn printable(cursor: &Cursor) -> Result<(), Diagnostic> {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_unseen = |(_, c): &(usize, char)| c.is_control() || turns(*c);
    match cursor.rest().char_indices().find(is_unseen) {
        Some((at, '\t')) => Err(cursor.mistake(at, &says::TAB, &says::USE_SPACES)),
        Some((at, _)) => Err(cursor.mistake(at, &says::CONTROL, &says::USE_ESCAPE)),
        None => Ok(()),
    }
}
