//! An expected reply in which `...` stands for anything: alone on a line for any lines, and none; within a line for any
//! text of it.

/// The wildcard.
const ANYTHING: &str = "...";
/// Maximum number of compared lines; above it two texts count as different, since the comparison is quadratic at worst.
const LINES_COMPARED_MAX: usize = 1_000_000;

/// Whether `computed` is what `expected` allows.
pub(crate) fn matches(expected: &str, computed: &str) -> bool {
    if expected == computed {
        return true;
    }
    if split_at(expected, ANYTHING).is_none() {
        return false;
    }
    let expected: Vec<&str> = expected.split('\n').collect();
    let computed: Vec<&str> = computed.split('\n').collect();
    let (mut at, mut against) = (0, 0);
    // The last line that stands for any, and what it has taken so far.
    let mut open: Option<(usize, usize)> = None;
    for _ in 0..LINES_COMPARED_MAX {
        let (pattern, line) = (expected.get(at), computed.get(against));
        match (pattern, line) {
            (None, None) => return true,
            (Some(pattern), _) if pattern.trim_ascii() == ANYTHING => {
                open = Some((at, against));
                at += 1;
            }
            (Some(pattern), Some(line)) if line_matches(pattern, line) => {
                at += 1;
                against += 1;
            }
            _ => match &mut open {
                Some((from, taken)) if *taken < computed.len() => {
                    *taken += 1;
                    (at, against) = (*from + 1, *taken);
                }
                _ => return false,
            },
        }
    }
    false
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((first, mut pattern)) = split_at(pattern, ANYTHING) else {
        return pattern == line;
    };
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    while let Some((part, behind)) = split_at(pattern, ANYTHING) {
        let Some((_, after)) = split_at(rest, part) else {
            return false;
        };
        (pattern, rest) = (behind, after);
    }
    rest.ends_with(pattern)
}

/// The text before and after the first `part`. `str::find` weighs more than this whole module.
pub(crate) fn split_at<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let mut at = 0;
    loop {
        if let Some(after) = text.get(at..).and_then(|rest| rest.strip_prefix(part)) {
            return Some((text.get(..at)?, after));
        }
        at += 1;
        if at > text.len() {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dots_stand_for_anything() {
        for (expected, computed) in [
            ("...", ""),
            ("...", "a\nb"),
            ("a\n...", "a"),
            ("a\n...\nc", "a\nc"),
            ("a\n...\nc", "a\nb\nb\nc"),
            ("...\nb\n...\nb", "b\na\nb\nc\nb"),
            ("(error) ...", "(error) ERR x"),
            ("\"...\"", "\"x\""),
            ("a...b...c", "a1b2b3c"),
            ("1) ...\n2) b", "1) a\n2) b"),
            ("x...", "x"),
            ("\"a...\"", "\"a...\""),
        ] {
            assert!(matches(expected, computed), "{expected} {computed}");
        }
        for (expected, computed) in [
            ("a", "b"),
            ("a\n...\nc", "a\nb"),
            ("a...b", "ac"),
            ("ab...b", "ab"),
            ("a...é...c", "aec"),
            ("...\na", "b"),
            ("1) ...", "1) a\n2) b"),
        ] {
            assert!(!matches(expected, computed), "{expected} {computed}");
        }
    }

    #[test]
    fn a_hostile_pattern_ends() {
        let expected = ["...\n", &"a\n".repeat(20_000), "b"].concat();
        assert!(!matches(&expected, "a\n".repeat(30_000).trim_end()));
    }
}
