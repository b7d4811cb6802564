//! Redis' patterns for names: `?`, `*`, `[...]` and `\`. To the letter, which shows where a pattern is malformed: the
//! pattern never fails, it only matches strangely.

/// Maximum number of `*` that a pattern may use in a match: a server gives up above it.
const STARS_MAX: usize = 1000;

/// Whether the whole of `text` matches `pattern`. Takes at most pattern times text steps: where a `*` took too little,
/// only the last one is given more, since what stands before it has matched as early as it can. Each byte of the pattern
/// that is looked at is taken off `steps_left`; `None` when none are left.
pub fn matches(pattern: &[u8], text: &[u8], steps_left: &mut usize) -> Option<bool> {
    if text.is_empty() {
        return Some(pattern.is_empty());
    }
    let (mut pattern, mut text) = (pattern, text);
    let mut stars = 0;
    let mut last_star: Option<(&[u8], &[u8])> = None;
    while let [byte, rest_of_text @ ..] = text {
        if let [b'*', rest @ ..] = pattern {
            pattern = skip_stars(rest);
            stars += 1;
            if pattern.is_empty() {
                return Some(true);
            }
            if stars > STARS_MAX {
                return Some(false);
            }
            last_star = Some((pattern, text));
            continue;
        }
        let (matched, rest_of_pattern) = match_one(pattern, *byte);
        *steps_left = steps_left.checked_sub(1 + pattern.len() - rest_of_pattern.len())?;
        if matched {
            (pattern, text) = (rest_of_pattern, rest_of_text);
            continue;
        }
        let Some((after_star, [_, shorter @ ..])) = last_star else {
            return Some(false);
        };
        last_star = Some((after_star, shorter));
        (pattern, text) = (after_star, shorter);
        if text.is_empty() {
            return Some(false);
        }
    }
    Some(pattern.iter().all(|byte| *byte == b'*'))
}

/// Matches the first element of a pattern, no `*`, with `byte`; returns the pattern after the element.
fn match_one(pattern: &[u8], byte: u8) -> (bool, &[u8]) {
    match pattern {
        [] => (false, pattern),
        [b'?', rest @ ..] => (true, rest),
        [b'[', class @ ..] => match_class(class, byte),
        [b'\\', literal, rest @ ..] | [literal, rest @ ..] => (*literal == byte, rest),
    }
}

/// Matches the class after a `[` with `byte`; returns the pattern after the `]`. A class without an end takes the whole
/// rest.
fn match_class(class: &[u8], byte: u8) -> (bool, &[u8]) {
    let (negated, mut class) = match class {
        [b'^', rest @ ..] => (true, rest),
        _ => (false, class),
    };
    let mut found = false;
    loop {
        let (hit, rest) = match class {
            [] => return (found != negated, class),
            [b'\\', literal, rest @ ..] => (*literal == byte, rest),
            [b']', rest @ ..] => return (found != negated, rest),
            [from, b'-', to, rest @ ..] => (in_range(*from, *to, byte), rest),
            [literal, rest @ ..] => (*literal == byte, rest),
        };
        found |= hit;
        class = rest;
    }
}

/// Whether `byte` is between two others in either order. Bytes count as signed here, as `char` does where Redis runs.
fn in_range(from: u8, to: u8, byte: u8) -> bool {
    let (from, to, byte) = (from as i8, to as i8, byte as i8);
    (from.min(to)..=from.max(to)).contains(&byte)
}

fn skip_stars(pattern: &[u8]) -> &[u8] {
    let stars = pattern.iter().take_while(|byte| **byte == b'*').count();
    pattern.get(stars..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &[u8], text: &[u8]) -> bool {
        super::matches(pattern, text, &mut { usize::MAX }).unwrap()
    }

    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        for text in matching {
            assert!(
                matches(pattern.as_bytes(), text.as_bytes()),
                "{pattern} {text}"
            );
        }
        for text in others {
            assert!(
                !matches(pattern.as_bytes(), text.as_bytes()),
                "{pattern} {text}"
            );
        }
    }

    #[test]
    fn elements_match_one_byte_and_stars_any_number() {
        check("h?llo", &["hello", "hxllo"], &["hllo", "helloo"]);
        check("h*llo", &["hllo", "heeeello"], &["hell"]);
        check("*a*b", &["ab", "xaxbxb"], &["ba", "abx"]);
        check("h[ae]llo", &["hello", "hallo"], &["hillo"]);
        check("h[^e]llo", &["hallo"], &["hello"]);
        check("h[a-b]llo", &["hallo", "hbllo"], &["hcllo"]);
        check("\\*", &["*"], &["a", "\\*"]);
    }

    #[test]
    fn malformed_patterns_match_strangely_as_they_do_in_redis() {
        check("", &[""], &["a"]);
        check("**", &["a"], &[""]);
        check("[", &[], &["[", "a"]);
        check("[^", &["a", "["], &["ab"]);
        check("[ab", &["a", "b"], &["c"]);
        check("[b-a]", &["a", "b"], &["c"]);
        check("[a-", &["a", "-"], &["b"]);
        check("[]a]", &[], &["]", "a", "a]"]);
        check("[\\]]", &["]"], &["\\"]);
        check("\\", &["\\"], &["a"]);
    }

    #[test]
    fn a_pattern_of_many_stars_takes_no_longer_than_its_length_times_the_names() {
        let text = "a".repeat(2000);
        check(&format!("{}b", "*a".repeat(900)), &[], &[&text]);
        check(&"*a".repeat(STARS_MAX), &[&text], &[]);
        check(&"*a".repeat(STARS_MAX + 1), &[], &[&text]);
    }

    #[test]
    fn a_pattern_gives_up_when_its_steps_are_used() {
        let (pattern, text) = (format!("*{}b", "a".repeat(999)), "a".repeat(2_000));
        let mut steps_left = 1_000_000;
        let found = super::matches(pattern.as_bytes(), text.as_bytes(), &mut steps_left);
        assert_eq!(found, None);
        assert_eq!(super::matches(b"[abc]x", b"a", &mut 5), None);
        assert_eq!(super::matches(b"[abc]", b"a", &mut 6), Some(true));
    }
}
