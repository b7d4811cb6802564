//! Clients in a row.

use crate::sim::ClientId;
use crate::text::{self, Lang, Text};

const NOBODY: Text = Text {
    en: "nobody",
    zh: "无",
};

/// The reader, as one who moves.
pub const YOU: Text = Text {
    en: "you",
    zh: "你",
};

/// Names in a row, as a sentence has them: `C1, C2 and C3`.
pub fn listed(lang: Lang, who: &[ClientId]) -> String {
    let all: Vec<String> = who.iter().map(ClientId::to_string).collect();
    text::listed(lang, &all)
}

/// Names in a row, as a cell has them: `C1, C2`; an empty row says that it is nobody.
pub fn names(lang: Lang, who: &[ClientId]) -> String {
    let names: Vec<String> = who.iter().map(ClientId::to_string).collect();
    match (lang, names.is_empty()) {
        (_, true) => NOBODY.get(lang).to_owned(),
        (Lang::En, false) => names.join(", "),
        (Lang::ZhHans, false) => names.join("、"),
    }
}
