//! Expressions with positions, counts and sizes beyond 32 bits, which a page's addresses have, and their literal answers.

const LINES: &str = include_str!("far.txt");
const SHOW: &str = include_str!("show.lua");

/// Runs each expression; answers which replies are not what the list says.
pub fn differences(mut run: impl FnMut(&[Vec<u8>]) -> Vec<u8>) -> Vec<String> {
    let lines = LINES.lines().filter(|line| !line.starts_with('#'));
    let told = lines.filter_map(|line| {
        let (expression, expected) = line.split_once(" --> ").expect("an answer");
        let script = format!("{SHOW}return all({expression})");
        let reply = run(&[b"EVAL".into(), script.into(), b"0".into()]);
        // A string comes behind its length.
        let shown = match reply.strip_prefix(b"$") {
            Some(string) => string.splitn(2, |byte| *byte == b'\n').nth(1),
            None => Some(reply.as_slice()),
        };
        let shown = shown.and_then(|shown| shown.strip_suffix(b"\r\n"));
        let shown = shown.unwrap_or_default().escape_ascii().to_string();
        (shown != expected)
            .then(|| format!("{expression}\nexpected  {expected}\nanswered  {shown}\n"))
    });
    told.collect()
}
