//! The scripts and libraries that a server keeps. Only the part of scripts puts any there, so the code that draws them
//! stands in that part.

use yew::prelude::*;

use super::super::words as say;
use super::row::shown;
use crate::ui::element::{Element, element};
use base::part::{Part, late};
use base::text::Lang;
use keyspace::{KeptSource, Server};

/// How many are shown.
const SHOWN_MAX: usize = 50;
/// How many characters of a name are shown, and of a text.
const NAME_CHARS: usize = 64;
const TEXT_CHARS: usize = 1000;

type DrawScripts = fn(Lang, &Server) -> Html;

late! {
    "scripts" "b5d81f2c64e04a7f9d3c70e6a12f8b49" fn loaded() -> DrawScripts = draw_function
}

fn draw_function() -> DrawScripts {
    drawn
}

/// What the server keeps of scripts; nothing where it keeps none.
pub fn draw(lang: Lang, server: &Server) -> Html {
    match Part::Scripts.is_here() {
        true => loaded()(lang, server),
        false => Html::default(),
    }
}

fn drawn(lang: Lang, server: &Server) -> Html {
    let count = server.kept_sources().count();
    if count == 0 {
        return Html::default();
    }
    let label = say::scripts(count as u64).get(lang);
    let sources = server.kept_sources().take(SHOWN_MAX);
    let rows = sources.map(|source| row(lang, &source).into()).collect();
    let head = element("div")
        .class("keys-head")
        .child(element("span").text(&label));
    let table = element("table").child(element("tbody").list(rows));
    element("div")
        .class("opened")
        .child(head)
        .child(
            element("div")
                .class("elements")
                .attr("role", "region")
                .attr("tabindex", "0")
                .attr_of("aria-label", label)
                .child(table),
        )
        .into()
}

/// One of them: its name and what it is, and its text.
fn row(lang: Lang, source: &KeptSource<'_>) -> Element {
    let about = match source.functions {
        Some(count) => say::library(count as u64).get(lang),
        None => say::size(source.source.len()).get(lang),
    };
    let text: String = String::from_utf8_lossy(source.source)
        .chars()
        .take(TEXT_CHARS)
        .collect();
    let name = shown(source.name, NAME_CHARS);
    element("tr")
        .key_of(&name)
        .child(
            element("th")
                .attr("scope", "row")
                .child(element("code").text(&name))
                .child(element("div").text(&about)),
        )
        .child(element("td").child(element("code").text(&text)))
}
