//! Lists of clients.

use base::text::{self, Lang, Text};
use sim::ClientId;

const NOBODY: Text = Text {
    en: "nobody",
    zh: "无",
};

/// The reader, as the sender of a command.
pub const YOU: Text = Text {
    en: "you",
    zh: "你",
};

/// Names for a sentence: `C1, C2 and C3`.
pub fn listed(lang: Lang, who: &[ClientId]) -> String {
    let all: Vec<String> = who.iter().map(ClientId::to_string).collect();
    text::listed(lang, &all)
}

/// Names for a table cell: `C1, C2`; *nobody* for an empty list.
pub fn names(lang: Lang, who: &[ClientId]) -> String {
    let names: Vec<String> = who.iter().map(ClientId::to_string).collect();
    match (lang, names.is_empty()) {
        (_, true) => NOBODY.get(lang).to_owned(),
        (Lang::En, false) => names.join(", "),
        (Lang::ZhHans, false) => names.join("、"),
    }
}
