//! The pseudo-language: English with an accent on each letter, a third longer, and in brackets. Text that a reader sees without
//! accents is in no file of `locales/` or `article/`; a bracket that is missing was cut off.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::{parser, serializer};

/// Its BCP 47 tag: the language is one of those for private use.
pub const TAG: &str = "qps-ploc";

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED: &str = "àƀçðéƒĝĥîĵķĺɱñôþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĹṀÑÔÞǪŔŠŢÛṼŴẊÝŽ";
const VOWELS: &str = "aeiouAEIOU";
/// One character more for so many, brackets included.
const SHARE: usize = 3;
const BRACKETS: usize = 2;

/// A file of `locales/en/` in the pseudo-language.
///
/// # Errors
/// When the file is not in Fluent's syntax.
pub fn messages(text: &str) -> Result<String, String> {
    let parsed = parser::parse(text.to_owned());
    let mut resource = parsed.map_err(|(_, errors)| format!("{errors:?}"))?;
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry
            && let Some(pattern) = &mut message.value
        {
            // Punctuation between two phrases has no letters, and stays.
            if in_pattern(pattern, BRACKETS) < BRACKETS {
                bracket(pattern);
            }
        }
    }
    Ok(serializer::serialize(&resource))
}

/// Accents a message. The first text with letters is longer by so many characters less, which are its brackets; returns those that
/// no text had.
fn in_pattern(pattern: &mut Pattern<String>, brackets: usize) -> usize {
    let mut spare = brackets;
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } if has_letters(value) => {
                *value = markup_within(value, spare);
                spare = 0;
            }
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => {
                let left = variants
                    .iter_mut()
                    .map(|variant| in_pattern(&mut variant.value, spare));
                spare = left.min().unwrap_or(spare);
            }
            _ => {}
        }
    }
    spare
}

/// Puts brackets around a message, within the spaces at its ends that are written as literals.
fn bracket(pattern: &mut Pattern<String>) {
    let is_space = |element: &PatternElement<String>| {
        matches!(element, PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } if value.trim().is_empty())
    };
    let elements = &mut pattern.elements;
    let text = |value: &str| PatternElement::TextElement {
        value: value.to_owned(),
    };
    let end = elements.iter().rposition(|element| !is_space(element));
    elements.insert(end.map_or(0, |end| end + 1), text("⟧"));
    let start = elements.iter().position(|element| !is_space(element));
    elements.insert(start.unwrap_or_default(), text("⟦"));
}

/// The elements within a sentence.
const INLINE: [&str; 8] = ["a", "b", "code", "em", "i", "span", "text", "strong"];
/// The elements whose text is code.
const CODE: [&str; 3] = ["code", "pre", "redis-prompt"];
/// The attributes that are words.
const WORDS: [&str; 3] = ["title", "aria-label", "content"];

/// A file of `article/en/` in the pseudo-language.
pub fn markup(text: &str) -> String {
    let mut out = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    let mut before = "";
    while !rest.is_empty() {
        let (piece, after) = match rest.strip_prefix('<') {
            Some(from) => rest.split_at(from.find('>').map_or(rest.len(), |at| at + 2)),
            None => rest.split_at(rest.find('<').unwrap_or(rest.len())),
        };
        if let Some(tag) = piece.strip_prefix('<') {
            let name = tag.trim_start_matches('/');
            let name = name.split([' ', '>', '\n']).next().unwrap_or_default();
            if tag.starts_with('/') {
                while open.pop().is_some_and(|known| known != name) {}
            } else {
                open.push(name);
            }
            out += &in_tag(piece);
        } else if open.iter().any(|name| CODE.contains(name)) || !has_letters(piece) {
            out += piece;
        } else {
            let is_block = |tag: &str| !INLINE.iter().any(|name| names(tag, name));
            let start = if is_block(before) { "⟦" } else { "" };
            let end = if is_block(after) { "⟧" } else { "" };
            let inner = piece.trim();
            let (lead, trail) = piece.split_once(inner).unwrap_or_default();
            out += &[
                lead,
                start,
                &accented(inner, start.chars().chain(end.chars()).count()),
                end,
                trail,
            ]
            .concat();
        }
        before = piece;
        rest = after;
    }
    out
}

/// Whether markup begins with a tag of that name.
fn names(markup: &str, name: &str) -> bool {
    let tag = markup.trim_start_matches('<').trim_start_matches('/');
    let rest = tag.strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with([' ', '>', '\n']))
}

/// A tag with its words.
fn in_tag(tag: &str) -> String {
    let mut out = String::new();
    let mut rest = tag;
    while let Some((before, value)) = rest.split_once("=\"") {
        let (value, after) = value.split_once('"').unwrap_or((value, ""));
        let attribute = before.rsplit([' ', '\n']).next().unwrap_or_default();
        let is_words = WORDS.contains(&attribute) && value.contains(' ');
        let is_words = is_words || attribute == "title" || attribute == "aria-label";
        let told = match is_words {
            true => format!("⟦{}⟧", accented(value, BRACKETS)),
            false => value.to_owned(),
        };
        out += &format!("{before}=\"{told}\"");
        rest = after;
    }
    out + rest
}

/// A text that may have tags, which stay as they are, as code does.
fn markup_within(text: &str, brackets: usize) -> String {
    let (mut out, mut brackets) = (String::new(), brackets);
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("<code") {
        let (code, after) = from.split_once("</code>").unwrap_or((from, ""));
        out += &accented(before, brackets);
        if has_letters(before) {
            brackets = 0;
        }
        out += &format!("<code{code}</code>");
        rest = after;
    }
    out + &accented(rest, brackets)
}

fn has_letters(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_alphabetic())
}

/// A text with accents, a third longer together with so many brackets. Code in backticks, entities, and words in capitals such as names of commands stay.
fn accented(text: &str, brackets: usize) -> String {
    let mut out = String::new();
    let mut letters = 0;
    let (mut owed, mut brackets) = (0, brackets);
    for (at, piece) in text.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        for word in piece.split_inclusive([' ', '\n']) {
            let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            let is_name = bare.len() > 1 && !bare.chars().any(|c| c.is_ascii_lowercase());
            if at % 2 == 1 || is_name {
                out += word;
                continue;
            }
            let mut is_entity = false;
            for c in word.chars() {
                is_entity |= c == '&';
                let place = PLAIN.chars().position(|plain| plain == c);
                let letter = place.and_then(|place| ACCENTED.chars().nth(place));
                match letter.filter(|_| !is_entity) {
                    None => out.push(c),
                    Some(letter) => {
                        out.push(letter);
                        letters += 1;
                        if letters % SHARE == 0 && brackets > 0 {
                            brackets -= 1;
                        } else if letters % SHARE == 0 {
                            owed += 1;
                        }
                        if owed > 0 && VOWELS.contains(c) {
                            owed -= 1;
                            out.extend(letter.to_lowercase());
                        }
                    }
                }
                is_entity &= c != ';';
            }
        }
    }
    let end = out.trim_end().len();
    out.insert_str(end, &"~".repeat(owed));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_keeps_its_variables_and_its_forms() {
        let text = "a = Set { $key } by SETNX.\n# $n (Number)\nb =\n    { $n ->\n        [one] one move\n       *[other] { $n } moves\n    }\nc = { \" \" }again\n";
        let told = messages(text).unwrap();
        assert!(told.contains("a = ⟦Šéţ { $key } ƀý SETNX.⟧"), "{told}");
        assert!(told.contains("*[other] { $n } ɱôṽéš"), "{told}");
        assert!(told.contains("# $n (Number)"), "{told}");
        assert!(told.contains("c = { \" \" }⟦àĝàîñ⟧"), "{told}");
        assert!(told.matches('⟦').count() == 3 && told.matches('⟧').count() == 3);
    }

    #[test]
    fn markup_keeps_tags_code_and_entities() {
        let text = "<p id=\"x\">A <code>GET</code> &gt; a <b>reply</b>.</p>\n<pre>SET a</pre><label title=\"Dark\"><i></i>x</label>";
        let told = markup(text);
        assert_eq!(
            told,
            "<p id=\"x\">⟦À <code>GET</code> &gt; à <b>ŕéþĺý~</b>.</p>\n<pre>SET a</pre><label title=\"⟦Ðàŕķ⟧\"><i></i>ẋ⟧</label>"
        );
    }

    #[test]
    fn a_text_is_a_third_longer() {
        for text in [
            "Start",
            "This box could not be started, so what was written here stays as it is.",
            "Cwm fjord bank glyphs",
        ] {
            let letters = text.chars().filter(|c| c.is_alphabetic()).count();
            let more = accented(text, 0).chars().count() - text.chars().count();
            assert_eq!(more, letters / SHARE, "{text}");
        }
    }
}
