//! What an author says in an element's attributes, read leniently: a value that means nothing is as good as none.

use web_sys::HtmlElement;

use crate::text::Lang;

/// Which island an element asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A `redis>` prompt.
    Prompt,
    /// A timeline of clients and their lock.
    Timeline,
}

/// An element's attributes, understood.
pub struct Options {
    /// `data-island`.
    pub kind: Option<Kind>,
    /// The nearest `lang`, looked for outwards from the element and at last on the document.
    pub lang: Lang,
    /// `data-lessons`: the lessons that a timeline offers; all of them when empty.
    pub lessons: Vec<String>,
    /// `data-lesson`: the lesson that a timeline begins with.
    pub lesson: Option<String>,
    /// `data-play`: whether a timeline offers a play without a lesson, and begins with it.
    pub has_free_play: bool,
    /// `data-schedule`: what a timeline has played when it comes, in the notation of a link's fragment.
    pub schedule: Option<String>,
}

impl Options {
    /// Reads the attributes of `host`.
    pub fn read(host: &HtmlElement) -> Options {
        let attribute = |name: &str| host.get_attribute(name);
        Options {
            kind: match attribute("data-island").as_deref() {
                Some("prompt") => Some(Kind::Prompt),
                Some("timeline") => Some(Kind::Timeline),
                _ => None,
            },
            lang: language_of(host).unwrap_or_default(),
            lessons: attribute("data-lessons")
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            lesson: attribute("data-lesson"),
            has_free_play: attribute("data-play").is_some(),
            schedule: attribute("data-schedule"),
        }
    }
}

/// The language around `host`. `closest` stops at a shadow root, hence the second look.
fn language_of(host: &HtmlElement) -> Option<Lang> {
    let near = host.closest("[lang]").ok().flatten();
    let element = near.or_else(|| host.owner_document()?.document_element())?;
    Lang::from_tag(&element.get_attribute("lang")?)
}
