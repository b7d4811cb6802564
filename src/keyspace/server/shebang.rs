//! The first line of a script: `#!lua flags=no-writes`.

use crate::keyspace::reply::Error;
use crate::keyspace::server::args;
use crate::keyspace::server::scripts::ScriptFlags;
use crate::keyspace::words::{self, up_to_nul};

const INVALID: Error = Error::fixed("ERR Invalid script shebang");
const NO_ENGINE: Error = Error::fixed("ERR Invalid engine in script shebang");

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
}
