//! What can follow at a place of a program: sections, statements, commands with their keys and options, values.

use std::ops::Range;

use super::program::{Section, is_eval};
use super::programs::Algorithm;
use super::roles::{around, role_of};
use super::statement::{is_script_name, known_command};
use keyspace::command;

/// Statements and commands as they are mostly written, each with the sections that it may stand in.
pub const STATEMENTS: [(&str, &[Section]); 27] = {
    use Section::{Acquire, Meanwhile, Release, Work};
    const ANY: &[Section] = &Section::ALL;
    [
        ("SET lock.foo <token> NX PX <lease * 1000>", &[Acquire]),
        ("SETNX lock.foo <mine := now + lease + 1>", &[Acquire]),
        ("GETSET lock.foo <mine := now + lease + 1>", &[Acquire]),
        ("GET lock.foo", ANY),
        ("DEL lock.foo", ANY),
        ("EVAL compare-and-delete 1 lock.foo <token>", ANY),
        (
            "EVAL compare-and-extend 1 lock.foo <token> <lease * 1000>",
            &[Meanwhile],
        ),
        ("WATCH lock.foo", ANY),
        ("MULTI", ANY),
        ("EXEC", ANY),
        ("if reply = nil: ", ANY),
        ("if reply = 1: enter until mine", &[Acquire]),
        ("if reply > now: wait 1, retry", &[Acquire]),
        ("if reply != token: done", &[Release]),
        ("if now < mine: DEL lock.foo", &[Release]),
        ("mine := now + lease", ANY),
        ("enter until sent + lease", &[Acquire]),
        ("extend until sent + lease", &[Meanwhile]),
        ("wait 1", ANY),
        ("wait 1 to 3", ANY),
        ("retry", &[Acquire, Meanwhile]),
        ("give up", &[Acquire]),
        ("work 3", &[Work]),
        ("read", &[Work]),
        ("write draft", &[Work]),
        ("done", &[Release, Meanwhile]),
        ("leave", &[Meanwhile]),
    ]
};

/// Values that every program has.
const VALUES: [&str; 11] = [
    "now", "sent", "lease", "reply", "nil", "token", "me", "draft", "answers", "yes", "majority",
];
const RELATIONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];
/// Lines that may stand before the first section, its role above the others.
const WHOLE: [&str; 4] = [
    "role holder:",
    "at most 2 hold",
    "any number hold",
    "monotonic clock",
];
/// What stands before every statement.
const INDENT: &str = "  ";
/// What a list has at most.
const ITEMS_MAX: usize = 24;

/// What may be put in the place of a stretch of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The stretch, in bytes.
    pub replace: Range<usize>,
    /// The texts, the likeliest first.
    pub items: Vec<String>,
}

/// What can follow at this byte of a program, which may be unfinished or wrong. What stands there must be its beginning.
pub fn completions(source: &str, caret: usize) -> Completions {
    let own = around(source, caret);
    let above = own.start;
    let source = source.get(own).unwrap_or(source);
    let caret = caret - above;
    let (before, _) = source.split_at_checked(caret).unwrap_or((source, ""));
    let line_at = before.bytes().rposition(|byte| byte == b'\n');
    let line_at = line_at.map_or(0, |at| at + 1);
    let line = before.get(line_at..).unwrap_or_default();
    let context = Context { source, line_at };
    let mut all = context.of_line(line);
    // A statement is replaced from its beginning on, anything else by the word.
    let typed_at = match all.is_whole {
        true => all.at,
        false => line.len() - word_behind(line).len(),
    };
    let typed = line.get(typed_at..).unwrap_or_default();
    all.items
        .retain(|item| item.starts_with(typed) && item != typed);
    all.items.truncate(ITEMS_MAX);
    Completions {
        replace: above + line_at + typed_at..above + caret,
        items: all.items,
    }
}

/// What may follow, and where it begins in its line.
#[derive(Default)]
struct Possible {
    at: usize,
    is_whole: bool,
    items: Vec<String>,
}

impl Possible {
    fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Possible {
        Possible {
            items: words.into_iter().map(str::to_owned).collect(),
            ..Possible::default()
        }
    }
}

/// The program around the line of the caret.
struct Context<'a> {
    source: &'a str,
    line_at: usize,
}

impl<'a> Context<'a> {
    fn lines_before(&self) -> impl DoubleEndedIterator<Item = &'a str> {
        self.source.get(..self.line_at).unwrap_or_default().lines()
    }

    fn of_line(&self, line: &str) -> Possible {
        let indent = line.len() - line.trim_start().len();
        if indent == 0 && !line.is_empty() || self.lines_before().next().is_none() {
            return self.heads();
        }
        let mut headers = self.lines_before().rev();
        let header = headers.find(|line| !line.starts_with(' ') && line.trim_end().ends_with(':'));
        let header = header.map(|line| line.trim_end().trim_end_matches(':'));
        let section = Section::ALL
            .into_iter()
            .find(|section| Some(section.name()) == header);
        let Some(section) = section else {
            // The text of a script is not of this language.
            return match header {
                Some(_) if indent > 0 => Possible::default(),
                _ => self.heads(),
            };
        };
        let mut possible = self.of_statement(section, line, indent);
        if line.is_empty() {
            for item in &mut possible.items {
                item.insert_str(0, INDENT);
            }
            possible.items.extend(self.heads().items);
        }
        possible
    }

    /// What begins a section or a script; before the first section also what is true of the whole program.
    fn heads(&self) -> Possible {
        let has = |head: &str| self.source.lines().any(|line| line.trim_end() == head);
        let sections = Section::ALL.map(|section| [section.name(), ":"].concat());
        let scripts = self.scripts().into_iter();
        let scripts = scripts.map(|name| ["script ", &name, ":"].concat());
        let is_section = |line: &str| line.trim_end().ends_with(':') && role_of(line).is_none();
        let has_begun = self.lines_before().any(is_section);
        let has_role = self.lines_before().any(|line| role_of(line).is_some());
        let whole: &[&str] = match (has_begun, has_role) {
            (false, false) => &WHOLE,
            (false, true) => WHOLE.get(1..).unwrap_or_default(),
            // Another program may follow.
            (true, true) if has("release:") => &["role other:"],
            (true, _) => &[],
        };
        let whole = whole.iter().map(|&text| text.to_owned());
        Possible {
            at: 0,
            is_whole: true,
            items: sections
                .into_iter()
                .chain(scripts)
                .chain(whole)
                .filter(|head| !has(head))
                .collect(),
        }
    }

    /// The scripts that EVAL names.
    fn scripts(&self) -> Vec<String> {
        let named = self.source.lines().filter_map(|line| {
            let mut words = line.split(' ').skip_while(|word| *word != "EVAL");
            words.next()?;
            words.next().filter(|name| is_script_name(name.as_bytes()))
        });
        once(named.map(str::to_owned))
    }

    /// What follows in a line from this byte on.
    fn of_statement(&self, section: Section, line: &str, from: usize) -> Possible {
        let rest = line.get(from..).unwrap_or_default();
        if let Some(condition) = rest.strip_prefix("if ") {
            return match end_of_condition(condition) {
                Some(end) => {
                    let body = from + "if ".len() + end;
                    let body = body + spaces(line.get(body..).unwrap_or_default());
                    self.of_statement(section, line, body)
                }
                None => self.of_condition(condition),
            };
        }
        if rest.starts_with("on ") || rest.starts_with("within ") {
            if let Some(end) = end_of_condition(rest) {
                let body = from + end;
                let body = body + spaces(line.get(body..).unwrap_or_default());
                return self.of_statement(section, line, body);
            }
            return match rest.trim_start_matches(is_of_word).trim_start() {
                "" => Possible::words(["all"]),
                _ => Possible::words(["within", "until majority:"]),
            };
        }
        let is_command = rest.starts_with(|c: char| c.is_ascii_uppercase());
        let has_words = rest.chars().any(|c| c == ' ');
        match (is_command, has_words) {
            (true, true) => self.of_command(rest),
            (false, true) => match rest.bytes().rposition(|byte| byte == b',') {
                Some(comma) => {
                    let next = from + comma + 1;
                    let next = next + spaces(line.get(next..).unwrap_or_default());
                    self.of_statement(section, line, next)
                }
                None => self.of_words(rest),
            },
            (_, false) => statements(section, line, from),
        }
    }
    /// What follows in a condition: a value, a relation, or its end.
    fn of_condition(&self, condition: &str) -> Possible {
        let head = condition
            .get(..condition.len() - word_behind(condition).len())
            .unwrap_or_default();
        let is_value = head.trim_end().is_empty() || ends_with_sign(head);
        match is_value {
            true => self.values(),
            false => Possible::words(RELATIONS),
        }
    }

    /// What follows the name of a command: within brackets a value, else a key or an option.
    fn of_command(&self, rest: &str) -> Possible {
        let open = rest.bytes().rposition(|byte| byte == b'<');
        let close = rest.bytes().rposition(|byte| byte == b'>');
        if open > close {
            return self.values();
        }
        let mut words = rest.split(' ').filter(|word| !word.is_empty());
        let name = words.next().unwrap_or_default();
        let written = words.count() - usize::from(!word_behind(rest).is_empty());
        let mut items = match written {
            0 if is_eval(name.as_bytes()) => self.scripts(),
            0 => self.keys(),
            _ => Vec::new(),
        };
        if written > 0 {
            items.extend(["<token>", "<mine>", "<lease * 1000>"].map(str::to_owned));
            let syntax = known_command(name).map_or(String::new(), |command| command.syntax());
            let words = syntax.split(|c: char| !c.is_ascii_alphanumeric());
            let options = words.filter(|word| {
                word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
            });
            items.extend(once(options.map(str::to_owned)));
            items.extend(self.keys());
        }
        Possible {
            items,
            ..Possible::default()
        }
    }

    /// What follows in a statement behind its first word.
    fn of_words(&self, rest: &str) -> Possible {
        let first = rest.split(' ').next().unwrap_or_default();
        let head = rest.get(..rest.len() - word_behind(rest).len());
        let head = head.unwrap_or_default().trim_end();
        let last = word_behind(head);
        let is_first = last == first && last.len() == head.len();
        match (first, last) {
            _ if ends_with_sign(head) => self.values(),
            ("enter" | "extend", _) if is_first => Possible::words(["until"]),
            ("give", _) if is_first => Possible::words(["up"]),
            ("read" | "claim", _) if is_first => Possible::words(["with"]),
            ("wait" | "work" | "write", _) if is_first => self.values(),
            ("retry" | "leave" | "done", _) => Possible::default(),
            (_, "until" | "with") => self.values(),
            ("write", _) => Possible::words(["with"]),
            _ if is_first => Possible::words([":="]),
            _ => Possible::default(),
        }
    }

    /// The registers of the program, and the language's own values.
    fn values(&self) -> Possible {
        let mut items = Vec::new();
        let registers = self.source.lines().flat_map(assigned);
        for value in registers.chain(VALUES) {
            if !items.iter().any(|known| known == value) {
                items.push(value.to_owned());
            }
        }
        Possible {
            items,
            ..Possible::default()
        }
    }

    /// The keys that the program's commands name.
    fn keys(&self) -> Vec<String> {
        let keys = self.source.lines().filter_map(|line| {
            let mut words = line.split(' ').filter(|word| !word.is_empty());
            let name = words.find(|word| is_command(word))?;
            words.nth(if is_eval(name.as_bytes()) { 2 } else { 0 })
        });
        let is_key = |key: &&str| key.chars().all(is_of_word);
        let known = std::iter::once("lock.foo").chain(keys.filter(is_key));
        once(known.map(str::to_owned))
    }
}

/// What a statement may be that begins at this byte of its line.
fn statements(section: Section, line: &str, at: usize) -> Possible {
    let (before, typed) = line.split_at_checked(at).unwrap_or((line, ""));
    // A condition guards no other, and behind a comma stands no command.
    let is_guarded = !before.trim().is_empty();
    let is_behind_comma = before.trim_end().ends_with(',');
    let may_stand = |text: &str| {
        let is_sent = text.starts_with(|c: char| c.is_ascii_uppercase());
        !(is_guarded && text.starts_with("if ") || is_behind_comma && is_sent)
    };
    let known = STATEMENTS.iter();
    let known = known.filter(|(text, sections)| sections.contains(&section) && may_stand(text));
    let known = known.map(|(text, _)| (*text).to_owned());
    let has_begun = typed.starts_with(|c: char| c.is_ascii_uppercase()) && !is_behind_comma;
    let commands = command::here().filter(|_| has_begun);
    let mut names: Vec<String> = Vec::new();
    // In the order of the alphabet. A call of the library sort would be more code than all of this.
    for name in commands.map(|command| command.name().to_ascii_uppercase()) {
        if name.starts_with(typed) {
            names.insert(names.partition_point(|other| *other < name), name);
        }
    }
    Possible {
        at,
        is_whole: true,
        items: known.chain(names).collect(),
    }
}

/// The script that a statement at this byte of a text runs, as a known program has it, and the byte to put it at, behind the
/// statement's program; `None` where it runs none, or the program has one of that name.
pub fn script_for(statement: &str, text: &str, at: usize) -> Option<(usize, String)> {
    let own = around(text, at);
    let end = own.end;
    let text = text.get(own).unwrap_or(text);
    let name = statement.strip_prefix("EVAL ")?.split(' ').next()?;
    let head = ["script ", name, ":"].concat();
    let is_head = |line: &&str| *line == head;
    if text.lines().any(|line| is_head(&line)) {
        return None;
    }
    let lines = Algorithm::Renew.source().lines();
    let mut lines = lines.skip_while(|line| !is_head(line));
    let mut script = lines.next()?.to_owned();
    for line in lines.take_while(|line| line.starts_with(' ')) {
        script.push('\n');
        script.push_str(line);
    }
    // A line of a role that follows stays a line of its own.
    Some(match text.ends_with('\n') {
        true => (end - 1, ["\n", &script].concat()),
        false => (end, ["\n", &script].concat()),
    })
}

/// The names that something in a line is assigned to.
fn assigned(line: &str) -> impl Iterator<Item = &str> {
    let letters = line.bytes().zip(line.bytes().skip(1)).enumerate();
    let signs = letters.filter(|(_, pair)| *pair == (b':', b'='));
    let names = signs.map(|(at, _)| word_behind(line.get(..at).unwrap_or_default().trim_end()));
    names.filter(|name| !name.is_empty())
}

fn is_command(word: &str) -> bool {
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    word.bytes().all(is_upper) && known_command(word).is_some()
}

/// Each of them once, in their order.
fn once(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The word that the text ends with; empty where it ends with none. A value in brackets begins with its bracket.
fn word_behind(text: &str) -> &str {
    let length: usize = text
        .chars()
        .rev()
        .take_while(|c| is_of_word(*c))
        .map(char::len_utf8)
        .sum();
    text.get(text.len() - length..).unwrap_or_default()
}

/// Whether a value has to follow.
fn ends_with_sign(text: &str) -> bool {
    text.trim_end().ends_with(['=', '<', '>', '+', '-', '*'])
}

/// The byte behind the colon that ends a condition. That of `:=` is none.
fn end_of_condition(text: &str) -> Option<usize> {
    let mut letters = text.bytes().zip(text.bytes().skip(1).chain([b' ']));
    let colon = letters.position(|(letter, next)| letter == b':' && next != b'=')?;
    Some(colon + 1)
}

fn spaces(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Program};

    /// What is offered at `|`.
    fn offered(marked: &str) -> Vec<String> {
        let caret = marked.bytes().position(|byte| byte == b'|').unwrap();
        completions(&marked.replace('|', ""), caret).items
    }

    /// The program after the first of what is offered at `|` that begins so was taken.
    fn taken(marked: &str, item: &str) -> String {
        let caret = marked.bytes().position(|byte| byte == b'|').unwrap();
        let mut source = marked.replace('|', "");
        let found = completions(&source, caret);
        let mut items = found.items.iter();
        let item = items.find(|offered| offered.starts_with(item)).unwrap();
        source.replace_range(found.replace.clone(), item);
        source
    }

    #[test]
    fn what_is_offered_fits_the_place() {
        for (marked, first) in [
            ("|", "acquire:"),
            ("rel|", "release:"),
            (
                "acquire:\n  SE|",
                "SET lock.foo <token> NX PX <lease * 1000>",
            ),
            ("acquire:\n|", "  SET lock.foo <token> NX PX <lease * 1000>"),
            (
                "acquire:\n  GETS|",
                "GETSET lock.foo <mine := now + lease + 1>",
            ),
            ("acquire:\n  STRL|", "STRLEN"),
            ("acquire:\n  GET |", "lock.foo"),
            ("acquire:\n  SET lock.foo <to|", "token"),
            ("acquire:\n  SET lock.foo <token> N|", "NX"),
            ("acquire:\n  SETNX lock.foo <mine := no|", "now"),
            ("acquire:\n  x := now\n  enter |", "until"),
            ("acquire:\n  x := now\n  enter until |", "x"),
            ("acquire:\n  if re|", "reply"),
            ("acquire:\n  if reply |", "="),
            ("acquire:\n  if reply = |", "now"),
            ("acquire:\n  if reply = nil: re|", "retry"),
            ("acquire:\n  if reply = nil: wait 1, re|", "retry"),
            ("acquire:\n  give |", "up"),
            ("acquire:\n  on |", "all"),
            ("acquire:\n  on all |", "until majority:"),
            ("acquire:\n  wa|", "wait 1 to 3"),
            ("mono|\nacquire:", "monotonic clock"),
            ("monotonic clock\n|", "at most 2 hold"),
            ("ro|", "role holder:"),
            ("role one:\nany|", "any number hold"),
            ("role one:\nacquire:\nrole two:\n|", "acquire:"),
            ("role one:\nacquire:\nrelease:\nro|", "role other:"),
            (
                "role one:\nacquire:\n  x := now\nrole two:\nacquire:\n  enter until |",
                "now",
            ),
            (
                "acquire:\n  on all: GETS|",
                "GETSET lock.foo <mine := now + lease + 1>",
            ),
            ("work:\n  wo|", "work 3"),
            ("work:\n  write draft |", "with"),
            ("release:\n  do|", "done"),
            (
                "release:\n  EVAL own 1 lock.foo <token>\n|scr",
                "script own:",
            ),
            ("release:\n  EVAL own 1 a.lock <token>\n  DEL a|", "a.lock"),
        ] {
            let items = offered(marked);
            assert!(
                items.iter().any(|item| item == first),
                "{marked}: {items:?}"
            );
        }
        for marked in [
            "acquire:\n  wo|",
            "release:\n  ret|",
            "acquire:\n  if now < mine: if|",
            "acquire:\n  wait 1, GE|",
            "script own:\n  re|",
            "acquire:\n  retry |",
            "acquire:\nmono|",
            "role one:\nacquire:\nrelease:\n  x := now\nrole two:\nacquire:\n  enter until x|",
            "acquire:\n  GETSET|XX",
        ] {
            let items = offered(marked);
            let is_longer = marked.ends_with("XX");
            assert_eq!(items.is_empty(), !is_longer, "{marked}: {items:?}");
        }
    }

    #[test]
    fn a_program_is_written_from_what_is_offered() {
        let mut source = "|".to_owned();
        for item in [
            "acquire:",
            "  SET lock",
            "  if reply = nil",
            "RETRY",
            "  enter until sent",
            "work:",
            "  work 3",
            "release:",
            "  EVAL compare-and-delete",
        ] {
            source = match item {
                "RETRY" => {
                    let at = source.trim_end_matches(['\n', '|']).len();
                    source.truncate(at);
                    taken(&[&source, "|"].concat(), "retry")
                }
                item => taken(&source, item),
            } + "\n|";
        }
        let source = taken(&source, "script compare-and-delete:").replace('|', "");
        let source = [&source, "\n  return 0\n"].concat();
        assert!(Program::parse(&source).is_ok(), "{source}");
    }

    #[test]
    fn a_statement_that_runs_a_script_brings_it_once() {
        let evals = STATEMENTS.iter().map(|(text, _)| *text);
        let evals: Vec<&str> = evals.filter(|text| text.starts_with("EVAL ")).collect();
        assert_eq!(evals.len(), 2);
        for text in evals {
            let program = format!(
                "acquire:\n  {text}\n  enter until now\nwork:\n  work 1\nrelease:\n  {text}\n"
            );
            assert!(Program::parse(&program).is_err());
            let (at, script) = script_for(text, &program, 0).unwrap();
            let mut with = program.clone();
            with.insert_str(at, &script);
            let parsed = Program::parse(&with);
            assert!(parsed.is_ok(), "{with}\n{:?}", parsed.err());
            assert_eq!(script_for(text, &with, 0), None);
            // In a file of two programs each has its own.
            let two = format!("role one:\n{with}role two:\n{program}");
            assert_eq!(script_for(text, &two, 0), None);
            let (at, script) = script_for(text, &two, two.len()).unwrap();
            let file = [&two[..at], &script, &two[at..]].concat();
            let parsed = Program::parse(&file);
            assert!(parsed.is_ok(), "{file}\n{:?}", parsed.err());
        }
        assert_eq!(script_for("DEL lock.foo", "", 0), None);
    }

    #[test]
    fn every_statement_on_offer_is_one_where_it_is_offered() {
        for (text, sections) in STATEMENTS {
            for section in sections {
                let mut source = String::from(
                    "script compare-and-delete:\n  return 0\nscript compare-and-extend:\n  return 0\n",
                );
                let mut program = String::new();
                for one in &Section::ALL {
                    program.push_str(&[one.name(), ":\n"].concat());
                    if one == &Section::Acquire {
                        program.push_str("  mine := now\n");
                    }
                    if one == section {
                        let around = match text {
                            "MULTI" => ["  MULTI\n  GET lock.foo\n  ", "EXEC\n"],
                            "EXEC" => ["  MULTI\n  GET lock.foo\n  ", "\n"],
                            "if reply = nil: " => ["  ", "GET lock.foo\n"],
                            _ => ["  ", "\n"],
                        };
                        let text = if text == "MULTI" { "" } else { text };
                        program.push_str(&[around[0], text, around[1]].concat());
                    }
                    if one == &Section::Acquire {
                        program.push_str("  retry\n");
                    }
                }
                source.insert_str(0, &program);
                let used = |name: &str| text.contains(name);
                if !used("compare-and-delete") || !used("compare-and-extend") {
                    let scripts = source.find("script ").unwrap();
                    let kept = match () {
                        () if used("compare-and-delete") => {
                            "script compare-and-delete:\n  return 0\n"
                        }
                        () if used("compare-and-extend") => {
                            "script compare-and-extend:\n  return 0\n"
                        }
                        () => "",
                    };
                    source.truncate(scripts);
                    source.push_str(kept);
                }
                let parsed = Program::parse(&source);
                assert!(parsed.is_ok(), "{source}{parsed:?}");
            }
        }
    }

    #[test]
    fn nothing_is_offered_that_does_not_begin_as_what_is_typed() {
        for algorithm in Algorithm::ALL {
            let source = algorithm.source();
            for caret in (0..=source.len() + 1).filter(|caret| *caret <= source.len()) {
                let found = completions(source, caret);
                let typed = source.get(found.replace.clone()).unwrap();
                assert_eq!(found.replace.end, caret);
                for item in found.items {
                    assert!(item.starts_with(typed) && item != typed, "{item} {typed}");
                }
            }
        }
        // Within a letter nothing follows.
        assert!(completions("ä", 1).items.is_empty());
    }
}
