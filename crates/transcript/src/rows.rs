//! A printed aggregate, taken apart into its rows: `1) `, `1# ` and `1~ ` as redis-cli numbers them.

/// The rows of a reply, each as it would be printed by itself; `None` when it is not an aggregate's, numbered from one.
pub(crate) fn rows(text: &str) -> Option<Vec<String>> {
    let mut rows: Vec<String> = Vec::new();
    let mut width = 0;
    for line in text.split('\n') {
        if let Some(before) = marked(line, rows.len() + 1)
            && (rows.is_empty() || before == width)
        {
            width = before;
            rows.push(line.get(before..)?.to_owned());
            continue;
        }
        let row = rows.last_mut()?;
        row.push('\n');
        // A verbatim text continues at the left.
        let inner = line
            .get(..width)
            .filter(|before| before.trim_ascii().is_empty());
        row.push_str(inner.and(line.get(width..)).unwrap_or(line));
    }
    Some(rows)
}

/// The number of bytes before the content of row `number`, if `line` begins it.
fn marked(line: &str, number: usize) -> Option<usize> {
    let digits = line.trim_ascii_start();
    let rest = digits.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let index = digits.get(..digits.len() - rest.len())?;
    let is_row = index.parse() == Ok(number);
    let is_marked = [") ", "# ", "~ "].iter().any(|mark| rest.starts_with(mark));
    (is_row && is_marked).then_some(line.len() - rest.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_outermost_aggregate() {
        for (text, expected) in [
            (
                "1) \"0\"\n2) 1) \"a\"\n   2) \"b\"",
                &["\"0\"", "1) \"a\"\n2) \"b\""][..],
            ),
            ("1# a => \n   1# b => 1\n2# c", &["a => \n1# b => 1", "c"]),
            ("1) a\nb\n2) c", &["a\nb", "c"]),
            ("1) 1) a\n   2) b\n2) c", &["1) a\n2) b", "c"]),
        ] {
            assert_eq!(rows(text).unwrap(), expected, "{text}");
        }
        let ten: String = (1..11).map(|at| format!("{at:2}) x\n")).collect();
        assert_eq!(rows(ten.trim_end()).map(|rows| rows.len()), Some(10));
        for text in ["", "OK", "2) a", "(empty array)", "1)a", "é1) a"] {
            assert_eq!(rows(text), None, "{text}");
        }
    }
}
