//! A line in its syntax colours, as text nodes: what a reader typed is never markup.

use yew::prelude::*;

use crate::ui::element::element;
use cli::{TokenKind, tokens};
use keyspace::KeyspaceMode;

/// What the style sheet calls a kind; `None` for what has no colour of its own.
pub fn name_of(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Space | TokenKind::Value => None,
        TokenKind::Command | TokenKind::Subcommand | TokenKind::Library => Some("command"),
        TokenKind::Option | TokenKind::Keyword => Some("option"),
        TokenKind::Key => Some("key"),
        TokenKind::Number | TokenKind::Count => Some("number"),
        TokenKind::String => Some("string"),
        TokenKind::Comment => Some("comment"),
        TokenKind::Unknown | TokenKind::Error => Some("error"),
    }
}

/// Longer texts have no colours, in bytes: nobody types that much, and each look at one takes milliseconds.
pub const COLOURED_BYTES_MAX: usize = 8 * 1024;

/// The line, each of its words in its colour.
pub fn coloured(mode: KeyspaceMode, line: &str) -> Html {
    if line.len() > COLOURED_BYTES_MAX {
        return element("span").text(line).into();
    }
    let word = |token: &cli::Token| {
        let text = line.get(token.range.clone()).unwrap_or_default();
        element("span")
            .attr_if("data-kind", name_of(token.kind))
            .text(text)
    };
    tokens(mode, line).iter().map(word).collect()
}
