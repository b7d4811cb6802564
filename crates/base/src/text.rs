//! The languages of the page, and phrases that exist in every one of them.
//!
//! A phrase is a [`Text`]: leaving a language out does not compile.

// `languages!` of the folders of locales/, English first.
include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Makes [`Lang`] and [`Text`]: a variable for each language, and of each its field in a text, its variant, its tag, and the fields
/// in the order in which they stand in for it.
macro_rules! languages {
    (($($text:ident)+) $($(#[$attribute:meta])? $field:ident $variant:ident $tag:literal ($($other:ident)+))+) => {
        /// A language that every phrase of the page exists in: a folder of `locales/`, which has its BCP 47 tag as its name.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Lang {
            $(#[doc = $tag] $(#[$attribute])? $variant,)+
        }

        impl Lang {
            /// Every language, in the order of the page's switch.
            pub const ALL: [Lang; [$($tag),+].len()] = [$(Lang::$variant),+];

            /// The BCP 47 tag, as it stands in a `lang` attribute.
            pub const fn tag(self) -> &'static str {
                match self {
                    $(Lang::$variant => $tag,)+
                }
            }

            /// The primary subtag of the tag, which no other language has: it names the language in addresses, in files of words and in
            /// a [`Text`].
            pub const fn name(self) -> &'static str {
                match self {
                    $(Lang::$variant => stringify!($field),)+
                }
            }
        }

        impl Lang {
            /// The language for a BCP 47 tag such as `zh-CN`; `None` when the page does not speak it.
            /// Traditional Chinese counts as Chinese: its readers are served better by that than by English.
            pub fn from_tag(tag: &str) -> Option<Lang> {
                let primary = tag.split(['-', '_']).next().unwrap_or_default();
                $(if primary.eq_ignore_ascii_case(stringify!($field)) {
                    return Some(Lang::$variant);
                })+
                None
            }
        }

        /// A phrase in every language of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Text {
            $(#[doc = $tag] pub $field: &'static str,)+
        }

        impl Text {
            /// A text that is the same in every language.
            pub const fn same(text: &'static str) -> Text {
                Text { $($field: text,)+ }
            }

            /// The phrase in `lang`. In the page's wasm it is in another language where the words of this one have not come: see
            /// [`words`].
            pub fn get(self, lang: Lang) -> &'static str {
                let ($($text,)+) = match lang {
                    $(Lang::$variant => ($(self.$other,)+),)+
                };
                first_come!($($text)+)
            }
        }
    };
}
use languages;

/// The first of some texts whose bytes are in the memory, or the last.
macro_rules! first_come {
    ($last:ident) => { $last };
    ($text:ident $($rest:ident)+) => {
        if has_come($text) { $text } else { first_come!($($rest)+) }
    };
}
use first_come;

impl Text {
    /// The phrase in `lang`, with a value for its one placeholder.
    pub fn with(self, lang: Lang, name: &'static str, value: String) -> String {
        Phrase::new(self, vec![(name, value)]).get(lang)
    }
}

/// A text of one language that `xtask/phrases` has read, and the static that has its bytes.
///
/// In the page's wasm that static takes the place of the text, and its bytes are no part of the module: the program `bindgen` knows the
/// statics of each language by the name of their module, such as `WORDS_EN`, and puts their bytes into a file that embed.js loads
/// into their place before anything is shown in that language. Every other build (native, tests, plain Trunk) has the text
/// itself.
#[cfg(not(setnx_split))]
#[macro_export]
macro_rules! words {
    ($bytes:path, $text:literal) => {
        $text
    };
}
/// A text of one language, by the static that has its bytes: as in every other build, but without the text itself.
#[cfg(setnx_split)]
#[macro_export]
macro_rules! words {
    ($bytes:path, $text:literal) => {
        const { $crate::text::text_of(&$bytes, $text.len()) }
    };
}
pub use words;

/// The bytes of a text, with zeros behind them: what [`words`] takes in place of a text.
#[cfg(setnx_split)]
pub const fn bytes_of<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let (start, _) = bytes.split_at_mut(text.len());
    start.copy_from_slice(text.as_bytes());
    bytes
}

/// The text of the first `length` bytes.
#[cfg(setnx_split)]
pub const fn text_of(bytes: &'static [u8], length: usize) -> &'static str {
    match std::str::from_utf8(bytes.split_at(length).0) {
        Ok(text) => text,
        Err(_) => panic!("the bytes are those of a text"),
    }
}

/// Whether the bytes of a text are in the memory: those that are not loaded are 0, which no text has.
#[cfg(setnx_split)]
#[allow(unsafe_code)]
fn has_come(text: &str) -> bool {
    // SAFETY: the first byte of a text that has one may be read. It has to be read each time: what the compiler knows of these
    // statics is what the loader has yet to write.
    text.is_empty() || unsafe { text.as_ptr().read_volatile() } != 0
}
#[cfg(not(setnx_split))]
fn has_come(_: &str) -> bool {
    true
}

/// A phrase with its values: `{name}` in the text stands for the value of that name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// The text, with its placeholders.
    pub text: Text,
    /// The values of the placeholders.
    pub values: Vec<(&'static str, Value)>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The same in every language.
    Same(String),
    /// A phrase, in the language of the one around it.
    Said(Box<Phrase>),
}

impl Phrase {
    /// A phrase whose placeholders are filled from `values`.
    pub fn new(text: Text, values: Vec<(&'static str, String)>) -> Phrase {
        let values = values.into_iter();
        let values = values.map(|(name, value)| (name, Value::Same(value)));
        Phrase {
            text,
            values: values.collect(),
        }
    }

    /// The phrase in `lang`. A placeholder without a value stays as it is written.
    pub fn get(&self, lang: Lang) -> String {
        let mut out = String::new();
        for piece in pieces(self.text.get(lang)) {
            match piece {
                Piece::Plain(text) => out.push_str(text),
                Piece::Value { name, written } => {
                    let value = self.values.iter().find(|(known, _)| *known == name);
                    match value {
                        Some((_, Value::Same(value))) => out.push_str(value),
                        Some((_, Value::Said(phrase))) => out.push_str(&phrase.get(lang)),
                        None => out.push_str(written),
                    }
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
        Phrase::new(Text::same("{text}"), vec![("text", text)])
    }
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

    /// A text in two of the languages.
    fn text(en: &'static str, zh: &'static str) -> Text {
        let mut text = Text::same("");
        (text.en, text.zh) = (en, zh);
        text
    }

    #[test]
    fn a_phrase_fills_its_placeholders() {
        let text = text("{client} sleeps until {until}", "{client} 睡到 {until}");
        let phrase = Phrase::new(text, vec![("client", "C4".into()), ("until", "112".into())]);
        assert_eq!(phrase.get(Lang::En), "C4 sleeps until 112");
        assert_eq!(phrase.get(Lang::ZhHans), "C4 睡到 112");
    }

    #[test]
    fn a_value_may_be_a_phrase_itself() {
        let moves = Phrase::new(text("{n} moves", "{n} 步"), vec![("n", "3".into())]);
        let phrase = Phrase {
            text: text("in {all}", "共 {all}"),
            values: vec![("all", Value::Said(moves.into()))],
        };
        assert_eq!(phrase.get(Lang::En), "in 3 moves");
        assert_eq!(phrase.get(Lang::ZhHans), "共 3 步");
    }

    #[test]
    fn what_has_no_value_stays_as_written() {
        assert_eq!(
            Phrase::from(Text::same("{x} { }{")).get(Lang::En),
            "{x} { }{"
        );
    }
}
