//! Characters of HTML by name or number, decoded one by one, each with its place in the source.

use super::mapped::Mapped;
use html5gum::Tokenizer;
use html5gum::emitters::default::Token;
use std::ops::Range;

/// Maximum length of a character's name.
const ENTITY_BYTES_MAX: usize = 40;

/// Appends a stretch of text between tags.
pub fn push_decoded(mapped: &mut Mapped, source: &str, range: Range<usize>) {
    let mut at = range.start;
    while let Some(rest) = source.get(at..range.end)
        && let Some(plain) = rest.find('&')
    {
        mapped.push(source, at..at + plain);
        at += plain;
        let name = entity(rest.get(plain..).unwrap_or_default());
        let decoded = decode(name);
        let same = name.bytes().rev().zip(decoded.bytes().rev());
        let same = same.take_while(|(one, other)| one == other).count();
        // Decoded text begins with a character other than `&`; otherwise nothing was decoded.
        let is_entity = decoded != name;
        let end = at
            + if is_entity {
                name.len() - same
            } else {
                name.len()
            };
        let decoded = decoded.get(..decoded.len() - same);
        match decoded.filter(|_| is_entity) {
            Some(decoded) => mapped.push_as(decoded, at..end),
            None => mapped.push(source, at..end),
        }
        at = end.max(at + 1);
    }
    mapped.push(source, at..range.end);
}

/// The `&` and the possible name of a character after it.
fn entity(text: &str) -> &str {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = text
        .bytes()
        .skip(1)
        .take(ENTITY_BYTES_MAX)
        .take_while(is_name);
    let end = 1 + name.count();
    let end = end + usize::from(text.as_bytes().get(end) == Some(&b';'));
    text.get(..end).unwrap_or_default()
}

fn decode(name: &str) -> String {
    let known = match name {
        "&lt;" => "<",
        "&gt;" => ">",
        "&amp;" => "&",
        "&quot;" => "\"",
        "&nbsp;" => "\u{a0}",
        "&" => "&",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let mut out = String::new();
    for token in Tokenizer::new(name) {
        let Ok(token) = token;
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_by_name_are_decoded_where_they_stand() {
        for (source, expected) in [
            ("&lt;&#x41;&#66;&amp;lt;", "<AB&lt;"),
            ("&ltx &unknown; & && &;", "<x &unknown; & && &;"),
            ("&eacute;é&NotSubset;", "éé⊂⃒"),
            ("&amp;&amp", "&&"),
        ] {
            let mut mapped = Mapped::default();
            push_decoded(&mut mapped, source, 0..source.len());
            assert_eq!(mapped.text(), expected, "{source}");
            assert_eq!(
                mapped.source(0..expected.len()),
                Some(0..source.len()),
                "{source}"
            );
        }
    }
}
