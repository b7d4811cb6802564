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
}
