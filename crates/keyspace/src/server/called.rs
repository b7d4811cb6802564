//! Which commands a script calls, as far as its text tells: those that need a part of the wasm are known before it runs.

/// What `redis` has beside `call` and `pcall`.
const OTHERS: [&[u8]; 6] = [
    b".error_reply",
    b".status_reply",
    b".sha1hex",
    b".log",
    b".LOG_",
    b".setresp",
];

/// Ways to reach `redis` without its name.
const DETOURS: [&[u8]; 3] = [b"_G", b"getfenv", b"load"];

/// The names of all commands that a script may call, as they are written; `None` where its text does not tell them, since
/// it has one from somewhere else than a literal, or passes `redis.call` on.
pub fn called(script: &[u8]) -> Option<Vec<&[u8]>> {
    let mut names = Vec::new();
    let mut rest = script;
    while let Some((_, after)) = rest.split_first() {
        if DETOURS.iter().any(|detour| rest.starts_with(detour)) {
            return None;
        }
        if let Some(member) = rest.strip_prefix(b"redis") {
            let call = member.strip_prefix(b".call(");
            match call.or_else(|| member.strip_prefix(b".pcall(")) {
                Some(arguments) => names.push(literal(arguments)?),
                None if OTHERS.iter().any(|other| member.starts_with(other)) => {}
                None => return None,
            }
        }
        rest = after;
    }
    Some(names)
}

/// The text of a literal that stands first and alone. A name with an escape in it is no name that is known.
fn literal(arguments: &[u8]) -> Option<&[u8]> {
    let (quote, rest) = arguments.trim_ascii_start().split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let end = rest.iter().position(|byte| byte == quote)?;
    let (name, after) = rest.split_at_checked(end)?;
    let next = after.get(1..)?.trim_ascii_start().first();
    let is_alone = matches!(next, Some(b',' | b')'));
    (is_alone && !name.contains(&b'\\')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_commands_are_read_from_literals() {
        let script =
            b"if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.pcall( \"del\" ) end";
        assert_eq!(called(script), Some(vec![&b"GET"[..], b"del"]));
        assert_eq!(called(b"return redis.error_reply('no')"), Some(vec![]));
        assert_eq!(called(b"return 1"), Some(vec![]));
    }

    #[test]
    fn a_name_that_is_no_literal_may_be_any() {
        for script in [
            &b"redis.call(ARGV[1])"[..],
            b"local call = redis.call; call('HSET')",
            b"redis['call']('HSET')",
            b"redis.call('H' .. 'SET')",
            b"redis.call('\\72SET')",
            b"redis.call 'HSET'",
            b"_G['re' .. 'dis'].call('HSET')",
            b"getfenv()['re' .. 'dis'].call('HSET')",
            b"loadstring('return re' .. 'dis')().call('HSET')",
            b"redis.call([[HSET]])",
            b"redis.call('HSET",
        ] {
            assert_eq!(called(script), None, "{}", script.escape_ascii());
        }
    }
}
