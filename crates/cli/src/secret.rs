//! Finds lines that hold a secret, which no history keeps. redis-cli leaves out the same lines.

use keyspace::words;

/// Parameters of CONFIG SET whose value is or contains a secret.
const PARAMETERS: [&str; 5] = [
    "masterauth",
    "masteruser",
    "requirepass",
    "tls-key-file-pass",
    "tls-client-key-file-pass",
];

/// Whether a line holds a password: an argument of AUTH or of another command. A line that cannot be split is judged by
/// the words before the error.
pub(crate) fn is_secret(line: &str) -> bool {
    let line = line.as_bytes();
    let mut words: Vec<Vec<u8>> = words::ranges(line)
        .into_iter()
        .map(|word| words::decode(line.get(word.range).unwrap_or_default()))
        .collect();
    for word in &mut words {
        word.make_ascii_lowercase();
    }
    let mut words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    if words
        .first()
        .is_some_and(|word| word.iter().all(u8::is_ascii_digit))
    {
        words.remove(0);
    }
    let named = |word: &&[u8], known: &[&str]| known.iter().any(|known| known.as_bytes() == *word);
    match words.as_slice() {
        [b"auth", ..] | [b"acl", b"setuser" | b"deluser", ..] => true,
        [b"hello" | b"migrate", rest @ ..] => {
            rest.iter().any(|word| named(word, &["auth", "auth2"]))
        }
        [b"config", b"set", rest @ ..] => {
            rest.iter().step_by(2).any(|word| named(word, &PARAMETERS))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_told_from_the_rest() {
        for line in [
            "AUTH pass",
            "auth \"pass",
            "2 auth user pass",
            "ACL SETUSER x >pass",
            "HELLO 3 AUTH user pass",
            "CONFIG SET maxmemory 1 requirepass x",
        ] {
            assert!(is_secret(line), "{line}");
        }
        for line in [
            "",
            "GET auth",
            "HELLO 3 SETNAME x",
            "CONFIG SET maxmemory requirepass",
            "CONFIG GET requirepass",
        ] {
            assert!(!is_secret(line), "{line}");
        }
    }
}
