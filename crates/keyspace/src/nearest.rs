//! The known word nearest to a mistyped one. Not a spelling checker: it knows only what it is given.

/// Longer words are not compared: they are no misspelt commands.
const WORD_BYTES_MAX: usize = 32;

/// Maximum edit distance for a suggestion.
const EDITS_MAX: usize = 2;

/// The nearest of `known`, case aside, the first of several: at most two edits away, and one edit to three letters. Two edits
/// leave the first letter as it is: those who slip twice still begin the word that they mean.
pub fn nearest<'a>(word: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    if word.len() > WORD_BYTES_MAX {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        if candidate.len().abs_diff(word.len()) > EDITS_MAX {
            continue;
        }
        let edits = edits(word.as_bytes(), candidate.to_ascii_lowercase().as_bytes());
        let begins_alike = word.as_bytes().first().map(u8::to_ascii_lowercase)
            == candidate.as_bytes().first().map(u8::to_ascii_lowercase);
        let near = edits <= EDITS_MAX && edits * 3 <= word.len() && (edits < 2 || begins_alike);
        if near && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters put in, left out, changed, or swapped with their neighbour.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let change = cell(&last, j) + usize::from(x != y);
            let mut least = change.min(cell(&last, j + 1) + 1).min(cell(&row, j) + 1);
            let neighbour = |word: &[u8], at: usize| word.get(at.wrapping_sub(1)).copied();
            if neighbour(a, i) == Some(*y) && neighbour(b, j) == Some(*x) {
                least = least.min(cell(&before_last, j.wrapping_sub(1)) + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits(b"retry", b"retry"), 0);
        assert_eq!(edits(b"retyr", b"retry"), 1);
        assert_eq!(edits(b"", b"wait"), 4);
        assert_eq!(edits(b"kitten", b"sitting"), 3);
    }

    #[test]
    fn the_nearest_is_found_and_the_far_is_not() {
        let known = ["SETNX", "GETSET", "DEL"];
        assert_eq!(nearest("setxn", &mut known.into_iter()), Some("SETNX"));
        assert_eq!(nearest("xyz", &mut known.into_iter()), None);
        assert_eq!(nearest("gtste", &mut known.into_iter()), None);
        assert_eq!(nearest("gtsett", &mut known.into_iter()), Some("GETSET"));
        assert_eq!(nearest("fetsett", &mut known.into_iter()), None);
        assert_eq!(nearest(&"D".repeat(99), &mut known.into_iter()), None);
    }
}
