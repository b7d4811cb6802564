//! The languages of the page, and phrases that exist in every one of them.
//!
//! A phrase is a [`Text`]: leaving a language out does not compile.

/// A language that every phrase of the page exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    ZhHans,
}

impl Lang {
    /// Every language, in the order of the page's switch.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::ZhHans];

    /// The BCP 47 tag, as it stands in a `lang` attribute.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
        }
    }

    /// The language for a BCP 47 tag such as `zh-CN`; `None` when the page does not speak it.
    /// Traditional Chinese counts as Chinese: its readers are served better by that than by English.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("en") {
            Some(Lang::En)
        } else if primary.eq_ignore_ascii_case("zh") {
            Some(Lang::ZhHans)
        } else {
            None
        }
    }
}

/// A phrase in every language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Simplified Chinese.
    pub zh: &'static str,
}

impl Text {
    /// The phrase in `lang`.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::ZhHans => self.zh,
        }
    }

    /// The phrase in `lang`, with a value for its one placeholder.
    pub fn with(self, lang: Lang, name: &'static str, value: String) -> String {
        Phrase::new(self, vec![(name, value)]).get(lang)
    }
}

/// A phrase with its values: `{name}` in the text stands for the value of that name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// The text, with its placeholders.
    pub text: Text,
    /// The values of the placeholders.
    pub values: Vec<(&'static str, String)>,
}

impl Phrase {
    /// A phrase whose placeholders are filled from `values`.
    pub fn new(text: Text, values: Vec<(&'static str, String)>) -> Phrase {
        Phrase { text, values }
    }

    /// The phrase in `lang`. A placeholder without a value stays as it is written.
    pub fn get(&self, lang: Lang) -> String {
        let mut out = String::new();
        for piece in pieces(self.text.get(lang)) {
            match piece {
                Piece::Plain(text) => out.push_str(text),
                Piece::Value { name, written } => {
                    let value = self.values.iter().find(|(known, _)| *known == name);
                    out.push_str(value.map_or(written, |(_, value)| value));
                }
            }
        }
        out
    }
}

impl From<Text> for Phrase {
    fn from(text: Text) -> Phrase {
        Phrase::new(text, Vec::new())
    }
}

/// A text that is the same in every language.
impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        let as_it_is = Text {
            en: "{text}",
            zh: "{text}",
        };
        Phrase::new(as_it_is, vec![("text", text)])
    }
}

/// Names in a row, as a sentence has them: `C1, C2 and C3`. Chinese has a space beside Latin letters alone.
pub fn listed(lang: Lang, names: &[String]) -> String {
    let mut out = String::new();
    let is_latin = |letter: char| letter.is_ascii();
    for (at, name) in names.iter().enumerate() {
        let is_last = at + 1 == names.len();
        out.push_str(match (at, is_last, lang) {
            (0, ..) => "",
            (_, true, Lang::En) => " and ",
            (_, false, Lang::En) => ", ",
            (_, true, Lang::ZhHans) => {
                match (out.ends_with(is_latin), name.starts_with(is_latin)) {
                    (true, true) => " 和 ",
                    (true, false) => " 和",
                    (false, true) => "和 ",
                    (false, false) => "和",
                }
            }
            (_, false, Lang::ZhHans) => "、",
        });
        out.push_str(name);
    }
    out
}

/// A stretch of a text with placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Stands for itself.
    Plain(&'a str),
    /// `{name}`, and how it is written.
    Value {
        /// The name between the braces.
        name: &'a str,
        /// The name with its braces.
        written: &'a str,
    },
}

/// The stretches of `text`, in order. A brace without its partner stands for itself.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((plain, from)) = rest.find('{').and_then(|at| rest.split_at_checked(at)) {
        let Some((written, after)) = from.find('}').and_then(|at| from.split_at_checked(at + 1))
        else {
            break;
        };
        if !plain.is_empty() {
            out.push(Piece::Plain(plain));
        }
        let name = written.trim_start_matches('{').trim_end_matches('}');
        out.push(Piece::Value { name, written });
        rest = after;
    }
    if !rest.is_empty() {
        out.push(Piece::Plain(rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read_by_its_primary_subtag() {
        assert_eq!(Lang::from_tag("en-GB"), Some(Lang::En));
        assert_eq!(Lang::from_tag("zh_CN"), Some(Lang::ZhHans));
        assert_eq!(Lang::from_tag("ZH-hans"), Some(Lang::ZhHans));
        assert_eq!(Lang::from_tag("xx"), None);
        assert_eq!(Lang::from_tag(""), None);
    }

    #[test]
    fn names_in_a_row_have_spaces_beside_latin_letters_alone() {
        let listed = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            [Lang::En, Lang::ZhHans].map(|lang| listed(lang, &names))
        };
        assert_eq!(
            listed(&["C1", "C2", "C3"]),
            ["C1, C2 and C3", "C1、C2 和 C3"]
        );
        assert_eq!(listed(&["时钟一致", "不崩溃"])[1], "时钟一致和不崩溃");
        assert_eq!(listed(&["服务器 A", "服务器 B"])[1], "服务器 A 和服务器 B");
    }

    #[test]
    fn a_phrase_fills_its_placeholders() {
        let text = Text {
            en: "{client} sleeps until {until}",
            zh: "{client} 睡到 {until}",
        };
        let phrase = Phrase::new(text, vec![("client", "C4".into()), ("until", "112".into())]);
        assert_eq!(phrase.get(Lang::En), "C4 sleeps until 112");
        assert_eq!(phrase.get(Lang::ZhHans), "C4 睡到 112");
    }

    #[test]
    fn what_has_no_value_stays_as_written() {
        let text = Text {
            en: "{x} { }{",
            zh: "",
        };
        assert_eq!(Phrase::from(text).get(Lang::En), "{x} { }{");
    }
}
