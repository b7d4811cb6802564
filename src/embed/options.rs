//! What an author says in an element's attributes, read leniently: a value that means nothing is as good as none.

use web_sys::HtmlElement;

use crate::ui::extent::Extent;
use crate::ui::timeline::SearchShown;
use base::text::Lang;
use keyspace::KeyspaceMode;

/// An element's attributes, understood.
pub struct Options {
    /// The nearest `lang`, looked for outwards from the element and at last on the document.
    pub lang: Lang,
    /// `lessons`: the lessons that a timeline offers; all of them when empty.
    pub lessons: Vec<String>,
    /// `lesson`: the lesson that a timeline begins with.
    pub lesson: Option<String>,
    /// Whether a timeline offers a play without a lesson, and begins with it: without `lesson` and `lessons`.
    pub has_free_play: bool,
    /// `schedule`: what a timeline has played when it comes, in the notation of a link's fragment.
    pub schedule: Option<String>,
    /// `program`: the text in the element is a lock program, and no schedule.
    pub has_program: bool,
    /// `search`: the search is open from the start, and with true the table of algorithms.
    pub search: Option<SearchShown>,
    /// `session`: the name of a keyspace that boxes share.
    pub session: Option<String>,
    /// `mode`: by which a prompt's keyspace has its commands.
    pub mode: KeyspaceMode,
    /// `setup`: lines that a prompt runs first, unseen.
    pub setup: String,
    /// `clients`: how many there are at the beginning.
    pub clients: Option<usize>,
    /// `controls`: how much there is around the log or the score.
    pub extent: Extent,
    /// `readonly`: nothing can be typed or moved.
    pub is_readonly: bool,
    /// `check`: what was written is compared with what is computed.
    pub is_checked: bool,
    /// `history`: what is typed is kept in this origin's storage for the next visit.
    pub keeps_history: bool,
}

impl Options {
    /// Reads the attributes of `host`.
    pub fn read(host: &HtmlElement) -> Options {
        let attribute = |name: &str| host.get_attribute(name);
        let has = |name: &str| attribute(name).is_some_and(|value| value != "false");
        let (lesson, lessons) = (attribute("lesson"), attribute("lessons"));
        let has_lessons = lesson.is_some() || lessons.is_some();
        // Without `lessons`, the lesson alone is offered.
        let offered = lessons.or_else(|| lesson.clone());
        Options {
            lang: language_of(host).unwrap_or_default(),
            lessons: offered
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            lesson,
            has_free_play: !has_lessons,
            schedule: attribute("schedule"),
            has_program: has("program"),
            search: attribute("search").and_then(|word| SearchShown::named(&word)),
            session: attribute("session").filter(|name| !name.is_empty()),
            mode: attribute("mode")
                .and_then(|name| KeyspaceMode::named(&name))
                .unwrap_or_default(),
            setup: attribute("setup").unwrap_or_default(),
            clients: attribute("clients").and_then(|number| number.trim().parse().ok()),
            extent: match attribute("controls").as_deref() {
                Some("none") => Extent::Bare,
                Some("steps") => Extent::Steps,
                _ => Extent::Full,
            },
            is_readonly: has("readonly"),
            is_checked: has("check"),
            keeps_history: has("history"),
        }
    }
}

/// The language around `host`. `closest` stops at a shadow root, hence the second look.
fn language_of(host: &HtmlElement) -> Option<Lang> {
    let near = host.closest("[lang]").ok().flatten();
    let element = near.or_else(|| host.owner_document()?.document_element())?;
    Lang::from_tag(&element.get_attribute("lang")?)
}
