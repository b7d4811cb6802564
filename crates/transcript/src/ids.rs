//! The IDs that XADD gave entries of a stream in the author's run. Another run gives others, so each stands for the one
//! that was given here: in the lines that follow, and in their replies.

/// IDs of entries, as they are written and as they were computed.
#[derive(Clone, Debug, Default)]
pub(crate) struct StreamIds(Vec<(String, String)>);

/// Maximum number of remembered IDs: each line is searched for each.
const IDS_MAX: usize = 1_000;

impl StreamIds {
    /// Remembers the ID that a line asked the server to choose. Returns whether there is one in both replies.
    pub(crate) fn learn(&mut self, argv: &[Vec<u8>], expected: &str, computed: &str) -> bool {
        let is_xadd = argv
            .first()
            .is_some_and(|name| name.eq_ignore_ascii_case(b"xadd"));
        let is_chosen = is_xadd && argv.iter().skip(2).any(|word| word == b"*");
        let (Some(theirs), Some(ours)) = (id(expected), id(computed)) else {
            return false;
        };
        if !is_chosen {
            return false;
        }
        if theirs != ours && self.0.len() < IDS_MAX {
            self.0.retain(|(written, _)| written != theirs);
            self.0.push((theirs.to_owned(), ours.to_owned()));
        }
        true
    }

    /// A written line with the IDs of this run.
    pub(crate) fn ours(&self, line: &str) -> String {
        self.exchanged(line, |(written, computed)| (written, computed))
    }

    /// A computed reply with the IDs that are written.
    pub(crate) fn theirs(&self, reply: &str) -> String {
        self.exchanged(reply, |(written, computed)| (computed, written))
    }

    fn exchanged<'a>(
        &'a self,
        text: &str,
        pair: impl Fn(&'a (String, String)) -> (&'a String, &'a String),
    ) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(|char: char| char.is_ascii_digit()) {
            let (before, found) = rest.split_at_checked(start).unwrap_or((rest, ""));
            let end = found.find(|char: char| !char.is_ascii_digit() && char != '-');
            let (word, after) = end
                .and_then(|end| found.split_at_checked(end))
                .unwrap_or((found, ""));
            let mut pairs = self.0.iter().map(&pair);
            let known = pairs.find(|(from, _)| *from == word);
            out.push_str(before);
            out.push_str(known.map_or(word, |(_, to)| to));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// The ID that a reply consists of, with or without quotes.
fn id(reply: &str) -> Option<&str> {
    let id = reply.strip_prefix('"').unwrap_or(reply);
    let id = id.strip_suffix('"').unwrap_or(id);
    let (time, number) = id.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(time) && is_number(number)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keyspace::words;

    #[test]
    fn an_id_that_the_server_chose_stands_for_the_one_of_this_run() {
        let mut ids = StreamIds::default();
        let mut learn = |line: &str, theirs: &str, ours: &str| {
            ids.learn(&words::split(line.as_bytes()).unwrap(), theirs, ours)
        };
        assert!(learn("XADD s * a 1", "\"1526-0\"", "\"1700-0\""));
        assert!(learn("xadd s MAXLEN 5 * a 1", "1527-0", "\"1700-1\""));
        assert!(!learn("XADD s 5-1 a 1", "\"5-2\"", "\"5-1\""));
        assert!(!learn("XADD s * a 1", "(nil)", "\"1700-2\""));
        assert!(!learn("ECHO *", "\"1-0\"", "\"2-0\""));
        assert_eq!(
            ids.ours("XRANGE s (1526-0 1527-0 COUNT 15"),
            "XRANGE s (1700-0 1700-1 COUNT 15"
        );
        assert_eq!(ids.ours("ECHO x11526-0 é"), "ECHO x11526-0 é");
        assert_eq!(
            ids.theirs("1) \"1700-0\"\n2) \"1700-1\"\n3) \"1700-10\""),
            "1) \"1526-0\"\n2) \"1527-0\"\n3) \"1700-10\""
        );
    }
}
