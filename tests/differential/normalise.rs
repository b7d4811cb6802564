//! What may differ from a real server, and why. Everything that is not named here is compared byte by byte.

use std::collections::BTreeSet;

/// A command whose replies are brought into one form before they are compared.
struct Normalisation {
    command: &'static str,
    reason: &'static str,
    apply: fn(Vec<Vec<u8>>) -> Vec<Vec<u8>>,
}

const NORMALISATIONS: &[Normalisation] = &[
    Normalisation {
        command: "keys",
        reason: "The order of names is that of a hash table there, and of their bytes here.",
        apply: |mut names| {
            names.sort();
            names
        },
    },
    Normalisation {
        command: "time",
        reason: "Here time comes in whole milliseconds. That it is the right one is still compared.",
        apply: |mut time| {
            if let Some(microseconds) = time.get_mut(1) {
                let number: u64 = String::from_utf8_lossy(microseconds).parse().unwrap_or(0);
                *microseconds = (number / 1000 * 1000).to_string().into();
            }
            time
        },
    },
];

/// The table, for whoever reads what a run printed.
pub fn table() -> String {
    let rows = NORMALISATIONS
        .iter()
        .map(|row| format!("{}: {}\n", row.command.to_uppercase(), row.reason));
    rows.collect()
}

/// What is sent before a command to make the reference comparable; its reply is not looked at. One entry: DBSIZE there
/// counts keys that have expired until something looks at them, so all that can be keys are looked at.
pub fn sent_before(argv: &[Vec<u8>], keys: &BTreeSet<&[u8]>) -> Option<Vec<Vec<u8>>> {
    is(argv, "dbsize").then(|| {
        let keys = keys.iter().map(|key| key.to_vec());
        std::iter::once(b"EXISTS".to_vec()).chain(keys).collect()
    })
}

/// The reply to a command in the form in which it is compared.
pub fn normalised(argv: &[Vec<u8>], reply: &[u8]) -> Vec<u8> {
    let rule = NORMALISATIONS.iter().find(|rule| is(argv, rule.command));
    match rule.zip(strings(reply)) {
        Some((rule, strings)) => (rule.apply)(strings).join(&b"\n"[..]),
        None => reply.to_vec(),
    }
}

fn is(argv: &[Vec<u8>], command: &str) -> bool {
    argv.first()
        .is_some_and(|name| name.eq_ignore_ascii_case(command.as_bytes()))
}

/// The strings of an array of strings; `None` for any other reply.
fn strings(reply: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (count, mut rest) = number_after(reply, b'*')?;
    let mut strings = Vec::new();
    for _ in 0..count {
        let (length, text) = number_after(rest, b'$')?;
        strings.push(text.get(..length)?.to_vec());
        rest = text.get(length + 2..)?;
    }
    Some(strings)
}

fn number_after(bytes: &[u8], kind: u8) -> Option<(usize, &[u8])> {
    let rest = bytes.strip_prefix(&[kind])?;
    let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
    let number = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    Some((number, &rest[end + 2..]))
}
