//! Lists of clients, of servers and of clauses.

use super::say;
use base::text::{Lang, Text};
use sim::ClientId;

/// Names for a sentence: `C1, C2 and C3`.
pub fn listed(lang: Lang, who: &[ClientId]) -> String {
    let all: Vec<String> = who.iter().map(ClientId::to_string).collect();
    in_a_row(lang, &all)
}

/// From here on letters are as wide as they are high, and have no space beside them.
const WIDE: char = '\u{2e80}';

/// Names in a row, as a sentence has them.
pub fn in_a_row(lang: Lang, words: &[String]) -> String {
    joined(lang, words, say::LIST_LAST)
}

/// Clauses in a row, as a sentence has them: a language may join only names with *and*.
pub fn clauses(lang: Lang, words: &[String]) -> String {
    joined(lang, words, say::CLAUSES_LAST)
}

fn joined(lang: Lang, words: &[String], last: Text) -> String {
    let is_wide = |letter: char| letter >= WIDE;
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        let between = match at {
            0 => "",
            _ if at + 1 == words.len() => last.get(lang),
            _ => say::LIST_BETWEEN.get(lang),
        };
        let is_first_wide = out.ends_with(is_wide);
        out.push_str(match is_first_wide {
            true => between.trim_start_matches(' '),
            false => between,
        });
        if word.starts_with(is_wide) {
            out.truncate(out.trim_end_matches(' ').len());
        }
        out.push_str(word);
    }
    out
}

/// Names for a table cell: `C1, C2`; *nobody* for an empty list.
pub fn names(lang: Lang, who: &[ClientId]) -> String {
    let names: Vec<String> = who.iter().map(ClientId::to_string).collect();
    match names.is_empty() {
        true => say::NOBODY.get(lang).to_owned(),
        false => names.join(say::BETWEEN_NAMES.get(lang)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_row_have_spaces_beside_latin_letters_alone() {
        let listed = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            [Lang::En, Lang::ZhHans].map(|lang| in_a_row(lang, &names))
        };
        assert_eq!(
            listed(&["C1", "C2", "C3"]),
            ["C1, C2 and C3", "C1、C2 和 C3"]
        );
        let two = ["时钟一致", "不崩溃"].map(str::to_owned);
        assert_eq!(clauses(Lang::ZhHans, &two), "时钟一致、不崩溃");
        assert_eq!(listed(&["服务器 A", "服务器 B"])[1], "服务器 A 和服务器 B");
    }
}
