//! A line in its syntax colours, as text nodes: what a reader typed is never markup. In
//! [`Part::Help`].

use web_sys::Element;
use yew::Html;

use super::editor::{Editor, add};
use crate::ui::element::element;
use crate::ui::parts;
use base::part::Part;
use cli::{Token, TokenKind, hint, tokens};
use keyspace::KeyspaceMode;

/// What the style sheet calls a kind; `None` for what has no colour of its own.
fn name_of(kind: TokenKind) -> Option<&'static str> {
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
const COLOURED_BYTES_MAX: usize = 8 * 1024;

/// The line, each of its words in its colour.
pub fn coloured(mode: KeyspaceMode, line: &str) -> Html {
    if line.len() > COLOURED_BYTES_MAX {
        return element("span").text(line).into();
    }
    let word = |token: &Token| {
        let text = line.get(token.range.clone()).unwrap_or_default();
        element("span")
            .attr_if("data-kind", name_of(token.kind))
            .text(text)
    };
    tokens(mode, line).iter().map(word).collect()
}

/// Has the part come that the line will need, as soon as the name of its command is typed: while the rest is, it comes.
fn fetch(mode: KeyspaceMode, line: &str, tokens: &[Token]) {
    let is_name = |token: &&Token| matches!(token.kind, TokenKind::Command | TokenKind::Subcommand);
    // Once for each name: not with what follows it.
    let [.., name, space] = tokens else {
        return;
    };
    if !is_name(&name) || space.kind != TokenKind::Space || space.range.len() > 1 {
        return;
    }
    let names = tokens.iter().filter(is_name);
    let names = names.filter_map(|token| line.get(token.range.clone()));
    match keyspace::lacks(mode, names.map(str::as_bytes)) {
        // The script is still to be typed.
        None | Some(Part::Any) => {}
        Some(part) => parts::request(part, |_| {}),
    }
}

/// Writes `text`, the continuation of the open quote of `before`, into the layer, each word in its colour; after its end, unless the
/// reader has turned it off, the hint.
pub fn paint(editor: &Editor, layer: &Element, before: &str, text: &str, has_hint: bool) {
    let whole = [before, text].concat();
    if whole.len() > COLOURED_BYTES_MAX {
        return add(layer, None, text);
    }
    let tokens = tokens(editor.mode, &whole);
    fetch(editor.mode, &whole, &tokens);
    for token in tokens {
        let from = token.range.start.max(before.len());
        // A name that is still being typed is not wrong yet.
        let is_open = token.kind == TokenKind::Unknown && token.range.end == whole.len();
        let kind = name_of(token.kind).filter(|_| !is_open);
        if let Some(part) = whole.get(from..token.range.end) {
            add(layer, kind, part);
        }
    }
    if has_hint && editor.caret() == Some(text.len()) {
        let hint = hint(editor.mode, &whole).unwrap_or_default();
        add(layer, Some("hint"), &hint);
    }
}
