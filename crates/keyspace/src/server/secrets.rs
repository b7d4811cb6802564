//! The words of a line that may be passwords: MONITOR and SLOWLOG show none.

use crate::words::is_option;

/// What is shown instead.
pub const REDACTED: &[u8] = b"(redacted)";
/// The parameters whose values are not shown.
const PARAMETERS: [&str; 3] = ["requirepass", "masterauth", "masteruser"];

/// Whether the word at a place of a line is not shown.
pub fn is_secret(line: &[Vec<u8>], at: usize) -> bool {
    let is = |at: usize, name: &str| line.get(at).is_some_and(|word| is_option(word, name));
    match () {
        () if at == 0 => false,
        () if is(0, "auth") => line.len() <= 3,
        () if is(0, "hello") => {
            let option = |at: usize| line.len() > at + 2 && is(at, "auth");
            at > 2 && option(at - 1) || at > 3 && option(at - 2)
        }
        () if is(0, "acl") => at > 1 && is(1, "setuser"),
        () if is(0, "config") && is(1, "set") => {
            at > 2 && at % 2 == 1 && PARAMETERS.iter().any(|name| is(at - 1, name))
        }
        () => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    fn shown(line: &str) -> String {
        let line = words::split(line.as_bytes()).unwrap();
        let words = line.iter().enumerate();
        let words = words.map(|(at, word)| match is_secret(&line, at) {
            true => "-".to_owned(),
            false => String::from_utf8_lossy(word).into_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn passwords_and_rules_of_users_are_secret() {
        for (line, expected) in [
            ("AUTH secret", "AUTH -"),
            ("auth me secret", "auth - -"),
            ("AUTH me secret more", "AUTH me secret more"),
            (
                "HELLO 3 AUTH me secret SETNAME it",
                "HELLO 3 AUTH - - SETNAME it",
            ),
            ("HELLO 3 AUTH me", "HELLO 3 AUTH me"),
            ("ACL SETUSER me on >secret", "ACL SETUSER - - -"),
            ("ACL GETUSER me", "ACL GETUSER me"),
            (
                "CONFIG SET maxmemory 1 RequirePass secret",
                "CONFIG SET maxmemory 1 RequirePass -",
            ),
            ("SET auth secret", "SET auth secret"),
        ] {
            assert_eq!(shown(line), expected);
        }
    }
}
