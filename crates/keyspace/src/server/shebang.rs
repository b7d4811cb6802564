//! The first line of a script or a library: `#!lua flags=no-writes`, `#!lua name=mylib`.

use crate::reply::Error;
use crate::server::args;
use crate::server::scripts::ScriptFlags;
use crate::words::{self, up_to_nul};

const INVALID: Error = Error::fixed("ERR Invalid script shebang");
const NO_ENGINE: Error = Error::fixed("ERR Invalid engine in script shebang");
const NO_METADATA: Error = Error::fixed("ERR Missing library metadata");
const BAD_METADATA: Error = Error::fixed("ERR Invalid library metadata");
const TWO_NAMES: Error =
    Error::fixed("ERR Invalid metadata value, name argument was given multiple times");
const NO_NAME: Error = Error::fixed("ERR Library name was not given");
/// The name of a library, or of a function, that has other characters.
pub const BAD_NAME: Error = Error::fixed(
    "ERR Library names can only contain letters, numbers, or underscores(_) and must be at least one character long",
);

/// The first line of a script of EVAL: its length without the line break, and the flags that it states. A script need not
/// have one.
pub fn of_script(body: &[u8]) -> Result<(usize, ScriptFlags), Error> {
    if !body.starts_with(b"#!") {
        return Ok((0, ScriptFlags::UNSTATED));
    }
    let line = first_line(body).ok_or(INVALID)?;
    let parts = words::split(line).map_err(|_| NO_ENGINE)?;
    let (engine, options) = parts.split_first().ok_or(NO_ENGINE)?;
    if engine != b"#!lua" {
        return Err(args::quoted(
            "ERR Unexpected engine in script shebang: ",
            up_to_nul(engine),
            "",
        ));
    }
    let mut flags = ScriptFlags::default();
    for option in options {
        let Some(names) = option.strip_prefix(b"flags=") else {
            return Err(args::quoted(
                "ERR Unknown lua shebang option: ",
                up_to_nul(option),
                "",
            ));
        };
        if names.is_empty() {
            continue;
        }
        for name in names.split(|byte| *byte == b',') {
            let unknown = || {
                let name = up_to_nul(name);
                args::quoted("ERR Unexpected flag in script shebang: ", name, "")
            };
            flags = flags.and(ScriptFlags::named(name).ok_or_else(unknown)?);
        }
    }
    Ok((line.len(), flags))
}

/// The first line of a library: its length without the line break, and the name of the library.
pub fn of_library(code: &[u8]) -> Result<(usize, Vec<u8>), Error> {
    if !code.starts_with(b"#!") {
        return Err(NO_METADATA);
    }
    let line = first_line(code).ok_or(BAD_METADATA)?;
    let parts = words::split(line).map_err(|_| BAD_METADATA)?;
    let (engine, options) = parts.split_first().ok_or(BAD_METADATA)?;
    let mut name = None;
    for option in options {
        let own = option.split_at_checked("name=".len());
        let Some((_, own)) = own.filter(|(key, _)| key.eq_ignore_ascii_case(b"name=")) else {
            return Err(args::quoted(
                "ERR Invalid metadata value given: ",
                up_to_nul(option),
                "",
            ));
        };
        if name.replace(own.to_vec()).is_some() {
            return Err(TWO_NAMES);
        }
    }
    let name = name.ok_or(NO_NAME)?;
    if !is_name(&name) {
        return Err(BAD_NAME);
    }
    let engine = engine.get(2..).unwrap_or_default();
    // Redis finds an engine in any case.
    if !engine.eq_ignore_ascii_case(b"lua") {
        return Err(args::quoted("ERR Engine '", engine, "' not found"));
    }
    Ok((line.len(), name))
}

/// Whether these are letters, digits and underscores.
fn is_name(name: &[u8]) -> bool {
    let mut bytes = name.iter();
    !name.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// The first line without its line break; `None` where there is no line break, or a NUL byte before it.
fn first_line(text: &[u8]) -> Option<&[u8]> {
    let mut lines = up_to_nul(text).splitn(2, |byte| *byte == b'\n');
    let first = lines.next()?;
    lines.next().map(|_| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_script_states_its_flags() {
        assert_eq!(of_script(b"return 1"), Ok((0, ScriptFlags::UNSTATED)));
        assert_eq!(
            of_script(b"#!lua\nreturn 1"),
            Ok((5, ScriptFlags::default()))
        );
        let (bytes, flags) = of_script(b"#!lua flags=no-writes,allow-oom\nx").unwrap();
        assert_eq!(bytes, 31);
        assert_eq!(
            flags.names().collect::<Vec<_>>(),
            ["no-writes", "allow-oom"]
        );
        for (body, error) in [
            ("#!lua", "Invalid script shebang"),
            ("#!lua\0\n", "Invalid script shebang"),
            ("#!lua 'x\n", "Invalid engine in script shebang"),
            ("#!lisp\n", "Unexpected engine in script shebang: #!lisp"),
            (
                "#!lua flags=no-reads\n",
                "Unexpected flag in script shebang: no-reads",
            ),
            (
                "#!lua flags=no-writes,\n",
                "Unexpected flag in script shebang: ",
            ),
            ("#!lua name=x\n", "Unknown lua shebang option: name=x"),
        ] {
            let found = of_script(body.as_bytes()).unwrap_err();
            assert_eq!(found.bytes(), ["ERR ", error].concat().as_bytes());
        }
    }

    #[test]
    fn the_first_line_of_a_library_names_it() {
        assert_eq!(
            of_library(b"#!lua NAME=my_lib\nx"),
            Ok((17, b"my_lib".to_vec()))
        );
        for (code, error) in [
            ("return 1", "Missing library metadata"),
            ("#!lua name=x", "Invalid library metadata"),
            (
                "#!lua name=x name=y\n",
                "Invalid metadata value, name argument was given multiple times",
            ),
            ("#!lua x=1\n", "Invalid metadata value given: x=1"),
            ("#!lua\n", "Library name was not given"),
            ("#!lisp name=x\n", "Engine 'lisp' not found"),
        ] {
            let found = of_library(code.as_bytes()).unwrap_err();
            assert_eq!(found.bytes(), ["ERR ", error].concat().as_bytes());
        }
        assert_eq!(of_library(b"#!lua name=my-lib\n"), Err(BAD_NAME));
    }
}
