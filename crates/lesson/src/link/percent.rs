//! Free text in a link: UTF-8 in percent notation, with `+` for a space.

/// Appends `text`. Letters, digits, `-` and `.` stand for themselves.
pub(super) fn push(out: &mut String, text: &str) {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'-' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => out.push(char::from(byte)),
            _ => out
                .extend(['%', digit(byte >> 4), digit(byte & 15)].map(|c| c.to_ascii_uppercase())),
        }
    }
}

/// The decoded `text`, with spaces for `+` where it is free text. A percent sign without two digits stands for
/// itself, and bytes that are no UTF-8 become U+FFFD.
pub(super) fn decoded(text: &str, is_free: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'%', [high, low, after @ ..]) => match (value(*high), value(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, after),
                _ => (b'%', rest.get(1..).unwrap_or_default()),
            },
            (b'+', after) if is_free => (b' ', after),
            (byte, after) => (*byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn value(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}
