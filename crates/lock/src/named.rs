//! The texts by which a program names its client: the values of `me`, `token` and `draft`.

use keyspace::number;

/// A text that names a client, by the client's number: 1 for C1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Its name: `C1`.
    Me(u8),
    /// The token of an attempt of it, from 0: `a7` for the first of C1, `a8` for its second, `b14` for the first of C2.
    /// No two of the clients that a world can have share one, and none reads as a client's name.
    Token(u8, u32),
    /// What it writes to the store: `draft-1`.
    Draft(u8),
}

impl Named {
    /// The text.
    pub fn text(self) -> String {
        match self {
            Named::Me(client) => format!("C{client}"),
            Named::Token(client, attempt) => {
                let letter = b'a' + client.saturating_sub(1) % 26;
                let number = u64::from(client) * 7 + u64::from(attempt);
                format!("{}{}", char::from(letter), number)
            }
            Named::Draft(client) => format!("draft-{client}"),
        }
    }

    /// What a text names; `None` when it is no such text.
    pub fn read(text: &[u8]) -> Option<Named> {
        let client = |rest: &[u8]| u8::try_from(number::parse(rest)?).ok();
        if let Some(rest) = text.strip_prefix(b"C") {
            return client(rest).map(Named::Me);
        }
        if let Some(rest) = text.strip_prefix(b"draft-") {
            return client(rest).map(Named::Draft);
        }
        let (letter, rest) = text.split_first()?;
        let client = letter.is_ascii_lowercase().then(|| letter - b'a' + 1)?;
        let attempt = number::parse(rest)? - i64::from(client) * 7;
        Some(Named::Token(client, u32::try_from(attempt).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_attempts_have_one_token() {
        let attempts = |client| (0..100).map(move |attempt| Named::Token(client, attempt).text());
        let mut all: Vec<String> = (1..=26).flat_map(attempts).collect();
        assert_eq!(all.get(..2), Some(&["a7".to_owned(), "a8".to_owned()][..]));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2_600);
    }

    #[test]
    fn a_text_names_what_it_was_made_for() {
        let all = [
            Named::Me(9),
            Named::Draft(2),
            Named::Token(1, 0),
            Named::Token(26, 70),
        ];
        for named in all {
            assert_eq!(Named::read(named.text().as_bytes()), Some(named));
        }
        for text in ["", "C", "a6", "OK", "draft-", "lock.foo", "C300"] {
            assert_eq!(Named::read(text.as_bytes()), None, "{text}");
        }
    }
}
