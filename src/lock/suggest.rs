//! The known word nearest to a mistyped one. Not a spelling checker: it knows only what it is given.

/// Longer words are not compared: nobody means a command by them.
const WORD_BYTES_MAX: usize = 32;

/// The first of `known` that is at most two edits away from `word`, case aside, and nearest to it. Short words must be
/// nearer: half of what was typed has to be right.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    if word.len() > WORD_BYTES_MAX {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let edits = edits(word.as_bytes(), candidate.to_ascii_lowercase().as_bytes());
        let near = edits <= 2 && edits * 2 <= word.len();
        if near && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Levenshtein's distance: letters put in, left out or changed.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let above = *cell;
            let change = diagonal + usize::from(x != y);
            left = change.min(above + 1).min(left + 1);
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits(b"retry", b"retry"), 0);
        assert_eq!(edits(b"retyr", b"retry"), 2);
        assert_eq!(edits(b"", b"wait"), 4);
        assert_eq!(edits(b"kitten", b"sitting"), 3);
    }

    #[test]
    fn the_nearest_is_found_and_the_far_is_not() {
        let known = ["SETNX", "GETSET", "DEL"];
        assert_eq!(nearest("setxn", known.into_iter()), Some("SETNX"));
        assert_eq!(nearest("xyz", known.into_iter()), None);
        assert_eq!(nearest(&"D".repeat(99), known.into_iter()), None);
    }
}
