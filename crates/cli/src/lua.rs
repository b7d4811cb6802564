//! Lua between the quotes of a script: what kind each stretch of it is, what may complete a name there, and the line that
//! an error names. For a reader's eyes; the engine reads the script by itself.

use super::typed::{Subject, TypedLine};
use super::words as say;
use base::text::Phrase;
use keyspace::{KeyspaceMode, words};
use std::ops::Range;

/// The kind of a stretch of Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuaKind {
    /// Names, signs and spaces.
    Plain,
    Keyword,
    /// A name that Redis gives to a script: `redis`, `cjson` and others, with what follows a dot.
    Library,
    /// `KEYS` and `ARGV`.
    Given,
    String,
    Number,
    /// A comment, or the line that begins with `#!`.
    Comment,
}

const KEYWORDS: &str = " and break do else elseif end false for function if in local nil not or repeat return then true until while ";
const GIVEN: &str = " KEYS ARGV ";
/// What Redis adds to Lua, with the members of each that a script calls.
const LIBRARIES: &[(&str, &str)] = &[
    (
        "redis",
        "call pcall error_reply status_reply sha1hex log setresp register_function acl_check_cmd set_repl \
         REDIS_VERSION REDIS_VERSION_NUM LOG_DEBUG LOG_VERBOSE LOG_NOTICE LOG_WARNING \
         REPL_ALL REPL_AOF REPL_REPLICA REPL_NONE",
    ),
    ("cjson", "decode encode"),
    ("cmsgpack", "pack unpack"),
    ("struct", "pack unpack size"),
    (
        "bit",
        "tobit tohex bnot band bor bxor lshift rshift arshift rol ror bswap",
    ),
    (
        "string",
        "byte char find format gmatch gsub len lower match rep reverse sub upper",
    ),
    ("table", "concat insert remove sort maxn"),
    (
        "math",
        "abs ceil floor max min huge pi random randomseed sqrt fmod modf pow",
    ),
];

/// The stretches of a word that holds a script, in bytes from its beginning, each with its kind. Quotes and escapes of
/// the line count to the stretch that they write.
pub fn stretches(word: &[u8]) -> Vec<(Range<usize>, LuaKind)> {
    let (mut script, mut places) = (Vec::new(), Vec::new());
    words::each_letter(word, &mut |byte, place| {
        script.push(byte);
        places.push(place);
    });
    let mut found: Vec<(Range<usize>, LuaKind)> = Vec::new();
    let mut reader = Reader {
        script: &script,
        at: 0,
    };
    while let Some((letters, kind)) = reader.next() {
        let written = places.get(letters).unwrap_or_default();
        let (Some(first), Some(last)) = (written.first(), written.last()) else {
            continue;
        };
        match found.last_mut() {
            Some((range, before)) if *before == kind => range.end = last.end,
            _ => found.push((first.start..last.end, kind)),
        }
    }
    found
}

/// Reads Lua 5.1 by its lexical conventions.
struct Reader<'a> {
    script: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<(Range<usize>, LuaKind)> {
        let start = self.at;
        let rest = self.rest();
        let first = *rest.first()?;
        let kind = if start == 0 && rest.starts_with(b"#!") {
            self.skip_line();
            LuaKind::Comment
        } else if rest.starts_with(b"--") {
            self.at += 2;
            if !self.skip_long() {
                self.skip_line();
            }
            LuaKind::Comment
        } else if matches!(first, b'"' | b'\'') {
            self.skip_quoted(first);
            LuaKind::String
        } else if first == b'[' && self.skip_long() {
            LuaKind::String
        } else if first.is_ascii_digit()
            || first == b'.' && rest.get(1).is_some_and(u8::is_ascii_digit)
        {
            self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
            LuaKind::Number
        } else if is_of_name(first) {
            self.skip_while(is_of_name);
            self.kind_of_name(start)
        } else {
            self.at += 1;
            LuaKind::Plain
        };
        Some((start..self.at, kind))
    }

    fn rest(&self) -> &'a [u8] {
        self.script.get(self.at..).unwrap_or_default()
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        self.at += self
            .rest()
            .iter()
            .take_while(|byte| goes_on(**byte))
            .count();
    }

    fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.rest().first().copied() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                break;
            }
        }
        self.at = self.at.min(self.script.len());
    }

    /// Passes `[[...]]` or `[==[...]==]`, if one begins here.
    fn skip_long(&mut self) -> bool {
        let Some((b'[', rest)) = self.rest().split_first() else {
            return false;
        };
        let level = rest.iter().take_while(|byte| **byte == b'=').count();
        if rest.get(level) != Some(&b'[') {
            return false;
        }
        self.at += level + 2;
        let ends = |rest: &[u8]| {
            let signs = rest
                .iter()
                .skip(1)
                .take(level)
                .filter(|byte| **byte == b'=')
                .count();
            rest.first() == Some(&b']') && signs == level && rest.get(level + 1) == Some(&b']')
        };
        while !self.rest().is_empty() && !ends(self.rest()) {
            self.at += 1;
        }
        self.at = (self.at + level + 2).min(self.script.len());
        true
    }

    /// The kind of the name that was read, and of what follows the dot behind a library's.
    fn kind_of_name(&mut self, start: usize) -> LuaKind {
        let name = self.script.get(start..self.at).unwrap_or_default();
        if is_among(KEYWORDS, name) {
            return LuaKind::Keyword;
        }
        if is_among(GIVEN, name) {
            return LuaKind::Given;
        }
        let is_field = start.checked_sub(1).and_then(|at| self.script.get(at)) == Some(&b'.');
        if is_field
            || !LIBRARIES
                .iter()
                .any(|(library, _)| library.as_bytes() == name)
        {
            return LuaKind::Plain;
        }
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            self.skip_while(is_of_name);
        }
        LuaKind::Library
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_among(list: &str, name: &[u8]) -> bool {
    list.split(' ')
        .any(|known| !known.is_empty() && known.as_bytes() == name)
}

/// What the name at the end of a script may become: the number of its bytes that are to be replaced, and the names.
pub fn names_after(script: &[u8]) -> (usize, Vec<String>) {
    let is_part = |byte: &&u8| is_of_name(**byte) || **byte == b'.';
    let length = script.iter().rev().take_while(is_part).count();
    let typed = script.get(script.len() - length..).unwrap_or_default();
    let mut names = Vec::new();
    if length > 0 {
        for (library, members) in LIBRARIES {
            let begins = |name: &str| name.as_bytes().starts_with(typed);
            if !typed.contains(&b'.') {
                names.extend(begins(library).then(|| [library, "."].concat()));
            } else {
                let members = members
                    .split(' ')
                    .map(|member| [library, ".", member].concat());
                names.extend(members.filter(|name| begins(name)));
            }
        }
        for name in GIVEN.split(' ').filter(|name| !name.is_empty()) {
            names.extend(name.as_bytes().starts_with(typed).then(|| name.to_owned()));
        }
    }
    (length, names)
}

/// The line of the script that the error in `output` names, where the script stands in the line that was run and has
/// several.
pub fn line_of_error(line: &str, output: &str) -> Option<Phrase> {
    let number =
        line_number(output, "user_script:").or_else(|| line_number(output, "user_function:"))?;
    let typed = TypedLine::read(KeyspaceMode::default(), line);
    let Subject::Command(command, name_words) = typed.subject(typed.words.len()) else {
        return None;
    };
    let arguments = typed.arguments(name_words, typed.words.len());
    let script = match (command.name(), command.container()) {
        ("eval" | "eval_ro", _) => arguments.first()?,
        ("load", Some(_)) => arguments.last()?,
        _ => return None,
    };
    let mut lines = script.split(|byte| *byte == b'\n');
    if script.iter().filter(|byte| **byte == b'\n').count() == 0 {
        return None;
    }
    let text = String::from_utf8_lossy(lines.nth(number.checked_sub(1)?)?)
        .trim()
        .to_owned();
    Some(say::line_of_script(number as u64, text))
}

/// The number behind the first `mark`.
fn line_number(output: &str, mark: &str) -> Option<usize> {
    let bytes = output.as_bytes();
    let at = bytes
        .windows(mark.len())
        .position(|window| window == mark.as_bytes())?;
    let digits = bytes.get(at + mark.len()..)?.iter();
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    let number = digits.fold(0usize, |number, digit| {
        number
            .saturating_mul(10)
            .saturating_add(usize::from(digit - b'0'))
    });
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::Lang;

    /// The stretches that have a colour.
    fn shown(word: &str) -> String {
        let stretches = stretches(word.as_bytes()).into_iter();
        let coloured = stretches.filter(|(_, kind)| *kind != LuaKind::Plain);
        let shown = coloured.map(|(range, kind)| format!("{kind:?}({})", &word[range]));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_script_is_read_through_the_quotes_and_escapes_of_its_line() {
        for (word, expected) in [
            (
                r#""return redis.call('get',KEYS[1])""#,
                "Keyword(return) Library(redis.call) String('get') Given(KEYS) Number(1)",
            ),
            (
                r#""if x == \"a\\\"b\" then -- ok\nend""#,
                r#"Keyword(if) String(\"a\\\"b\") Keyword(then) Comment(-- ok) Keyword(end)"#,
            ),
            (
                "'return 1 -- it\\'s'",
                "Keyword(return) Number(1) Comment(-- it\\'s)",
            ),
            ("\"--[[ a\nb ]] nil\"", "Comment(--[[ a\nb ]]) Keyword(nil)"),
            (
                "\"[==[ ]] ]==] 0x1F .5\"",
                "String([==[ ]] ]==]) Number(0x1F) Number(.5)",
            ),
            (
                "\"#!lua name=x\\nlocal y\"",
                "Comment(#!lua name=x) Keyword(local)",
            ),
            ("\"t.redis endless t[1] [x\"", "Number(1)"),
            ("\"return 'open", "Keyword(return) String('open)"),
            ("\"--[[ open", "Comment(--[[ open)"),
            ("\"\"", ""),
        ] {
            assert_eq!(shown(word), expected, "{word}");
        }
    }

    #[test]
    fn names_that_redis_gives_are_completed() {
        for (script, replaced, expected) in [
            ("return red", 3, "redis."),
            (
                "redis.s",
                7,
                "redis.status_reply redis.sha1hex redis.setresp redis.set_repl",
            ),
            ("KE", 2, "KEYS"),
            ("c", 1, "cjson. cmsgpack."),
            ("redis.call(", 0, ""),
            ("", 0, ""),
            ("nothing", 7, ""),
        ] {
            let (length, names) = names_after(script.as_bytes());
            assert_eq!(
                (length, &*names.join(" ")),
                (replaced, expected),
                "{script}"
            );
        }
    }

    #[test]
    fn an_error_is_followed_by_the_line_that_it_names() {
        let script = "EVAL \"local a = 1\n  return redis.call('nope')\" 0";
        let error =
            "(error) ERR Unknown Redis command called from script script: 1f, on @user_script:2.";
        let said =
            |line: &str, error: &str| line_of_error(line, error).map(|said| said.get(Lang::En));
        assert_eq!(
            said(script, error).as_deref(),
            Some("Line 2 of the script: return redis.call('nope')")
        );
        assert_eq!(
            said("EVAL \"return nope\" 0", error),
            None,
            "it has one line"
        );
        assert_eq!(
            said(script, "(error) ERR user_script:9: no such line"),
            None
        );
        assert_eq!(said(script, "(error) ERR wrong number"), None);
        assert_eq!(said("GET \"a\nb\"", error), None);
    }
}
