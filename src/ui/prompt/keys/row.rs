//! One key of the view: its name, its type, its value as text or bytes, and what is left of its time.

use yew::prelude::*;

use super::super::words as say;
use crate::ui::element::{Element, element};
use base::text::Lang;
use keyspace::value::Value;
use keyspace::{Collection, Entry, words};

/// How many characters of a name or a value are shown.
const SHOWN_CHARS: usize = 64;
/// How many elements of a value are shown.
const SHOWN_ELEMENTS: usize = 8;
const MINUTE_S: i64 = 60;
const HOUR_S: i64 = 60 * MINUTE_S;
const DAY_S: i64 = 24 * HOUR_S;

/// A key in sight.
pub struct KeyRow<'a> {
    /// Where it stands among all.
    pub place: usize,
    pub name: &'a [u8],
    pub entry: &'a Entry,
    /// Whether the last command changed it.
    pub is_changed: bool,
    /// Whether the reader has gone to it.
    pub is_here: bool,
}

/// Where the key stands on whose row something was clicked.
pub fn place_of(clicked: &web_sys::Element) -> Option<usize> {
    let row = clicked.closest("[role=row]").ok()??;
    let number: usize = row.get_attribute("aria-rowindex")?.parse().ok()?;
    number.checked_sub(1)
}

/// The id of a row's element, within its shadow root.
pub fn id_of(place: usize) -> String {
    ["key", &place.to_string()].concat()
}

impl KeyRow<'_> {
    /// The row.
    pub fn draw(&self, lang: Lang, now_ms: i64) -> Html {
        let value = &self.entry.value;
        let told = |count| say::elements(count as u64, say::grouped(count)).get(lang);
        let (text, size) = match value {
            Value::String(bytes, _) => (
                shown(bytes, SHOWN_CHARS),
                (bytes.len() > SHOWN_CHARS).then(|| say::size(bytes.len()).get(lang)),
            ),
            Value::Other(other) => (elements(&**other), Some(told(other.len()))),
        };
        let can_open = matches!(value, Value::Other(_));
        let left = self
            .entry
            .expires_at_ms
            .map(|at_ms| time_left(at_ms - now_ms));
        let size = size.map(|size| element("span").class("size").text(&size));
        let class = if can_open { "value more" } else { "value" };
        element("div")
            .key(self.place as u64)
            .attr_of("id", id_of(self.place))
            .attr("role", "row")
            .number("aria-rowindex", self.place as i64 + 1)
            .attr_if("aria-selected", self.is_here.then_some("true"))
            .flag("data-changed", self.is_changed)
            .child(cell("key", &shown(self.name, SHOWN_CHARS)))
            .child(cell("type", value.type_name()))
            .child(cell(class, &text).when(size))
            .child(cell("left", &left.unwrap_or_default()))
            .into()
    }
}

fn cell(class: &'static str, text: &str) -> Element {
    element("span")
        .attr("role", "gridcell")
        .class(class)
        .text(text)
}

/// The first elements of a value in one line.
fn elements(value: &dyn Collection) -> String {
    let mut out = String::new();
    value.rows(0, SHOWN_ELEMENTS, &mut |row| {
        if !out.is_empty() {
            out.push_str(", ");
        }
        if !row.label.is_empty() {
            out.push_str(&shown(row.label, SHOWN_CHARS));
            out.push_str(": ");
        }
        out.push_str(&shown(row.text, SHOWN_CHARS));
    });
    out
}

/// Bytes as text where they are text, as hexadecimal digits otherwise; the beginning of it when it has more characters than that. A line break
/// or another control character is shown as its escape.
pub fn shown(bytes: &[u8], chars: usize) -> String {
    // A character has four bytes at most; one that is cut in two at the end of the look is left out.
    let look = bytes.get(..chars * 4).unwrap_or(bytes);
    let text = match std::str::from_utf8(look) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() && look.len() < bytes.len() => look
            .get(..error.valid_up_to())
            .and_then(|start| std::str::from_utf8(start).ok()),
        Err(_) => None,
    };
    let is_cut;
    let mut out: String = match text {
        Some(text) => {
            is_cut = look.len() < bytes.len() || text.chars().nth(chars).is_some();
            let mut out = Vec::new();
            for character in text.chars().take(chars) {
                push_visible(&mut out, character);
            }
            String::from_utf8_lossy(&out).into_owned()
        }
        None => {
            is_cut = bytes.len() > chars / 2;
            let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('?');
            let start = bytes.iter().take(chars / 2);
            let digits = start.flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
            "0x".chars().chain(digits).collect()
        }
    };
    if is_cut {
        out.push('…');
    }
    if out.is_empty() {
        out.push_str("\"\"");
    }
    out
}

/// A character that would not show as the escape that a prompt has for it.
fn push_visible(out: &mut Vec<u8>, character: char) {
    let mut bytes = [0; 4];
    let bytes = character.encode_utf8(&mut bytes).as_bytes();
    if character.is_control() {
        bytes
            .iter()
            .for_each(|byte| words::push_escaped(out, *byte));
    } else {
        out.extend_from_slice(bytes);
    }
}

/// What is left, in the two largest units: `59s`, `1m 05s`, `2h 07m`, `3d 04h`.
fn time_left(left_ms: i64) -> String {
    // A key lives through its deadline, so that the last second is counted as one.
    let left_s = left_ms.max(0).saturating_add(999) / 1000;
    let (large, large_unit, small, small_unit) = match left_s {
        ..MINUTE_S => return [&left_s.to_string(), "s"].concat(),
        MINUTE_S..HOUR_S => (left_s / MINUTE_S, "m ", left_s % MINUTE_S, "s"),
        HOUR_S..DAY_S => (left_s / HOUR_S, "h ", left_s % HOUR_S / MINUTE_S, "m"),
        _ => (left_s / DAY_S, "d ", left_s % DAY_S / HOUR_S, "h"),
    };
    let zero = if small < 10 { "0" } else { "" };
    [
        &large.to_string(),
        large_unit,
        zero,
        &small.to_string(),
        small_unit,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_shown_as_text_and_bytes_as_digits() {
        let shown = |bytes: &[u8]| shown(bytes, SHOWN_CHARS);
        assert_eq!(shown(b"Hello"), "Hello");
        assert_eq!(shown(b""), "\"\"");
        assert_eq!(shown("二".as_bytes()), "二");
        assert_eq!(shown(b"a\r\nb\0"), r"a\r\nb\x00");
        assert_eq!(shown(b"\xff\x00\x0a"), "0xff000a");
        assert_eq!(shown("é".repeat(64).as_bytes()), "é".repeat(64));
        assert_eq!(shown("é".repeat(65).as_bytes()), "é".repeat(64) + "…");
        let cut_in_two = ["x".repeat(255), "é".repeat(9)].concat();
        assert_eq!(shown(cut_in_two.as_bytes()), "x".repeat(64) + "…");
        assert_eq!(shown(&[0xff; 33]), format!("0x{}…", "ff".repeat(32)));
    }

    #[test]
    fn what_is_left_is_told_in_two_units() {
        for (left_ms, expected) in [
            (-5, "0s"),
            (0, "0s"),
            (1, "1s"),
            (59_000, "59s"),
            (60_000, "1m 00s"),
            (65_000, "1m 05s"),
            (7_620_000, "2h 07m"),
            (273_600_000, "3d 04h"),
        ] {
            assert_eq!(time_left(left_ms), expected);
        }
        assert!(time_left(i64::MAX).starts_with("106751991167d"));
    }
}
