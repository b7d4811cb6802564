//! A cursor over a command's arguments, and the wording of every error in them.

use crate::catalogue::command::Command;
use crate::long_double::LongDouble;
use crate::number;
use crate::reply::Error;
pub use crate::words::is_option;
use crate::words::up_to_nul;

/// An option or its value is missing, unknown, or stands beside one that excludes it.
pub const SYNTAX: Error = Error::fixed("ERR syntax error");
/// A text that is no number, or no 64-bit one.
pub const NOT_AN_INTEGER: Error = Error::fixed("ERR value is not an integer or out of range");
/// A count that is negative, or no number.
pub const NOT_POSITIVE: Error = Error::fixed("ERR value is out of range, must be positive");
/// The key is not there, for a command that cannot do without it.
pub const NO_SUCH_KEY: Error = Error::fixed("ERR no such key");
/// The number of keys is none, or no number.
pub const NO_KEYS: Error = Error::fixed("ERR numkeys should be greater than 0");
/// A line has fewer keys than its number of keys.
pub const TOO_MANY_KEYS: Error =
    Error::fixed("ERR Number of keys can't be greater than number of args");
const NOT_A_TIMEOUT: Error = Error::fixed("ERR timeout is not a float or out of range");
const NEGATIVE_TIMEOUT: Error = Error::fixed("ERR timeout is negative");
const NOT_AN_INT: Error =
    Error::fixed("ERR value is out of range, value must between -2147483648 and 2147483647");

/// A timeout of milliseconds that is no number.
pub const TIMEOUT_NO_INTEGER: Error = Error::fixed("ERR timeout is not an integer or out of range");
/// A timeout below 0.
pub const TIMEOUT_NEGATIVE: Error = Error::fixed("ERR timeout is negative");

/// Maximum number of bytes of a line that the error for an unknown command quotes.
const QUOTED_BYTES_MAX: usize = 128;

/// The arguments that were not read yet.
pub struct Args<'a> {
    rest: &'a [Vec<u8>],
}

impl<'a> Args<'a> {
    pub(crate) fn new(rest: &'a [Vec<u8>]) -> Args<'a> {
        Args { rest }
    }

    /// The number of remaining words.
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// All remaining words.
    pub fn rest(&self) -> &'a [Vec<u8>] {
        self.rest
    }

    /// The next argument. The end is a [`SYNTAX`] error; a command whose arity was checked meets it only after the
    /// name of an option.
    pub fn word(&mut self) -> Result<&'a [u8], Error> {
        self.next().ok_or(SYNTAX)
    }

    /// The next argument as a 64-bit number.
    pub fn integer(&mut self) -> Result<i64, Error> {
        integer(self.word()?)
    }

    /// The next argument as a 32-bit number.
    pub fn int(&mut self) -> Result<i32, Error> {
        int(self.word()?)
    }
}

impl<'a> Iterator for Args<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

/// `text` as a 64-bit number: a command's argument, or a value that is to be counted.
pub fn integer(text: &[u8]) -> Result<i64, Error> {
    number::parse(text).ok_or(NOT_AN_INTEGER)
}

/// `text` as a 32-bit number.
pub fn int(text: &[u8]) -> Result<i32, Error> {
    i32::try_from(integer(text)?).map_err(|_| NOT_AN_INT)
}

/// `text` as a number of at least `min`; whatever else it is, the same error.
pub fn at_least(min: i64, text: &[u8], error: Error) -> Result<u64, Error> {
    let number = number::parse(text).filter(|number| *number >= min);
    number
        .and_then(|number| u64::try_from(number).ok())
        .ok_or(error)
}

/// A number of things that a command is to have. A page's addresses have 32 bits: more things than those are as many as
/// there are.
pub fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// When a command that waits for `seconds` from `now_ms` on gives up, in Unix milliseconds; `None` for never.
pub fn until_ms(seconds: &[u8], now_ms: i64) -> Result<Option<i64>, Error> {
    let seconds = LongDouble::parse(seconds).ok_or(NOT_A_TIMEOUT)?;
    match seconds.thousandfold() {
        0 => Ok(None),
        ms @ 1.. => Ok(Some(now_ms.saturating_add(ms))),
        _ => Err(NEGATIVE_TIMEOUT),
    }
}

/// A command that the server does not know, with the start of what was sent.
pub fn unknown_command(name: &[u8], arguments: &[Vec<u8>]) -> Error {
    let mut quoted = Vec::new();
    for argument in arguments {
        let Some(room) = QUOTED_BYTES_MAX
            .checked_sub(quoted.len())
            .filter(|room| *room > 0)
        else {
            break;
        };
        quoted.push(b'\'');
        quoted.extend_from_slice(up_to_nul(argument.get(..room).unwrap_or(argument)));
        quoted.extend_from_slice(b"' ");
    }
    let mut text = b"ERR unknown command '".to_vec();
    text.extend_from_slice(up_to_nul(name.get(..QUOTED_BYTES_MAX).unwrap_or(name)));
    text.extend_from_slice(b"', with args beginning with: ");
    text.extend_from_slice(&quoted);
    Error::quoting(text)
}

/// Too few arguments for a command, or too many.
pub fn wrong_number_of_arguments(command: &Command) -> Error {
    about_command("ERR wrong number of arguments for '", command)
}

/// EXEC itself was refused.
pub fn transaction_discarded(why: Error) -> Error {
    let mut text = b"EXECABORT Transaction discarded because of: ".to_vec();
    let why = why.bytes();
    text.extend_from_slice(why.strip_prefix(b"ERR ").unwrap_or(why));
    Error::quoting(text)
}

/// The error for a command's name followed by a word that is no subcommand of it.
pub fn unknown_subcommand(container: &Command, name: &[u8]) -> Error {
    let mut text = b"ERR unknown subcommand '".to_vec();
    text.extend(up_to_nul(name).iter().take(QUOTED_BYTES_MAX));
    text.extend_from_slice(b"'. Try ");
    text.extend(
        container
            .name()
            .bytes()
            .map(|byte| byte.to_ascii_uppercase()),
    );
    text.extend_from_slice(b" HELP.");
    Error::quoting(text)
}

/// What a subcommand does not take, in the words for a subcommand that is not known. `line` is the line as it was sent.
pub fn subcommand_syntax(line: &[Vec<u8>]) -> Error {
    let word = |at: usize| line.get(at).map_or(&b""[..], |word| up_to_nul(word));
    let shown = word(1).get(..QUOTED_BYTES_MAX).unwrap_or(word(1));
    let mut text = b"ERR unknown subcommand or wrong number of arguments for '".to_vec();
    text.extend_from_slice(shown);
    text.extend_from_slice(b"'. Try ");
    text.extend_from_slice(&word(0).to_ascii_uppercase());
    text.extend_from_slice(b" HELP.");
    Error::quoting(text)
}

/// A time to live, or a deadline, that the command does not take or that does not fit in 64 bits of milliseconds.
pub fn invalid_expire_time(command: &Command) -> Error {
    about_command("ERR invalid expire time in '", command)
}

/// An option that HELLO does not have.
pub fn unknown_hello_option(option: &[u8]) -> Error {
    quoted("ERR Syntax error in HELLO option '", option, "'")
}

/// A kind of clients that CLIENT LIST does not know.
pub fn unknown_client_type(kind: &[u8]) -> Error {
    quoted("ERR Unknown client type '", kind, "'")
}

/// The sent word between two texts; as in Redis, up to its first NUL byte.
pub fn quoted(before: &str, sent: &[u8], after: &str) -> Error {
    Error::quoting([before.as_bytes(), up_to_nul(sent), after.as_bytes()].concat())
}

/// An option that the command does not have, where Redis names it.
pub fn unsupported_option(option: &[u8]) -> Error {
    let mut text = b"ERR Unsupported option ".to_vec();
    text.extend_from_slice(up_to_nul(option));
    while text
        .last()
        .is_some_and(|byte| matches!(byte, b'\r' | b'\n'))
    {
        text.pop();
    }
    Error::quoting(text)
}

fn about_command(before: &str, command: &Command) -> Error {
    let name = command.full_name();
    Error::quoting([before.as_bytes(), name.as_bytes(), b"' command"].concat())
}
