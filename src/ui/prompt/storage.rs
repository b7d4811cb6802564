//! What was typed on earlier visits, where the page may store it: a frame in a sandbox may not, and does without.

use web_sys::Storage;

/// What the history is called in the storage of the page's origin.
const NAME: &str = "setnx-playground.history";
/// Stands between lines, which may have line ends in their quotes.
const SEPARATOR: char = '\u{1e}';
/// How much is kept, in bytes.
const BYTES_MAX: usize = 16 * 1024;

/// The lines of earlier visits, oldest first, one text with separators.
pub fn read() -> String {
    let stored = storage().and_then(|storage| storage.get_item(NAME).ok().flatten());
    stored.unwrap_or_default()
}

/// The lines in such a text.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).filter(|line| !line.is_empty())
}

/// Keeps the newest of `lines`, which come oldest first.
pub fn write<'a>(lines: impl Iterator<Item = &'a str>) {
    let Some(storage) = storage() else {
        return;
    };
    let mut text = String::new();
    for line in lines.filter(|line| !line.contains(SEPARATOR)) {
        text.push_str(line);
        text.push(SEPARATOR);
    }
    if text.len() > BYTES_MAX {
        let from = text.ceil_char_boundary(text.len() - BYTES_MAX);
        let newest = text.get(from..).and_then(|tail| tail.split_once(SEPARATOR));
        text = newest
            .map(|(_, newest)| newest.to_owned())
            .unwrap_or_default();
    }
    let _ = storage.set_item(NAME, &text);
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
