//! Places in a text area: the DOM counts in units of UTF-16, everything else in bytes.

/// A place in UTF-16 units, in bytes of `text`.
pub fn bytes_of(text: &str, units: usize) -> usize {
    let mut left = units;
    let before = text.chars().take_while(|character| {
        let is_before = left > 0;
        left = left.saturating_sub(character.len_utf16());
        is_before
    });
    before.map(char::len_utf8).sum()
}

/// A place in bytes of `text`, in UTF-16 units; its end, where there is no such place.
pub fn units_of(text: &str, bytes: usize) -> u32 {
    text.get(..bytes).unwrap_or(text).encode_utf16().count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_same_in_units_and_in_bytes() {
        for (text, units, bytes) in [("GET 二 \n SET  a", 5, 7), ("😀a", 2, 4), ("a", 1, 1)] {
            assert_eq!(bytes_of(text, units), bytes);
            assert_eq!(units_of(text, bytes) as usize, units);
        }
    }
}
