//! Puts prompts and timelines into elements of a page: the page's own boxes, and by the same functions those of other pages.
//!
//! A script makes a [`PromptIsland`] or a [`TimelineIsland`] for an element and tells it when the element enters the document, leaves it, or has
//! changed its attributes. What the reader did lives in the island, so an element that is moved loses nothing. An island
//! does not hold its element: one that nobody needs any more can go, and takes its island with it.

mod answers;
mod calls;
mod mount;
mod options;
mod playing;
mod prompt;
mod root;
mod shadow;
mod tell;
mod timeline;

use js_sys::Function;
use wasm_bindgen::prelude::*;

pub use self::prompt::PromptIsland;
use self::tell::fields;
pub use self::timeline::TimelineIsland;
use crate::ui::{self, parts, worker};
use base::part::Part;

/// Has parts of the wasm fetched by `fetch`, which is called with the name of one and links it, or finds out why it cannot
/// be; then it calls [`settle_part`]. It may be called again for the same part.
#[wasm_bindgen]
pub fn fetch_parts_by(fetch: Function) {
    parts::fetch_by(move |part| {
        let _ = fetch.call1(&JsValue::NULL, &part.name().into());
    });
}

/// Has searches run in a worker, which `begin` is called for: as [`crate::ui::worker::begin_by`] says.
#[wasm_bindgen]
pub fn search_by(begin: Function) {
    worker::begin_by(begin);
}

/// Answers a question of a search within this call, in a worker: `tell` is called with how far it is, as a text.
/// Undefined when this instance cannot.
#[wasm_bindgen]
pub fn search(question: &str, tell: &Function) -> Option<String> {
    let tell = |reached: &str| {
        let _ = tell.call1(&JsValue::NULL, &reached.into());
    };
    ui::search::answerer_here()?(question, &tell)
}

/// Has the next call start a fresh instance: the script calls it after a trap, as each panic of a published page is one.
#[wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Starts the fresh instance, and does nothing in it. It has no arguments: the script passes those to the old instance.
#[wasm_bindgen]
pub fn begin() {}

/// Notes that a part is linked to this instance or, with a reason for the page's author, that it could not be.
#[wasm_bindgen]
pub fn settle_part(name: &str, reason: Option<String>) {
    if let Some(part) = Part::named(name) {
        let result = reason.map_or(Ok(()), |reason| Err(reason.into()));
        parts::settle(part, result);
    }
}

/// The first line of a transcript that this playground refuses although another reply is written, known before anything
/// is run: `line`, the number `count` of lines before it, and the text `before` it. Undefined where there is none.
#[wasm_bindgen]
pub fn first_lacking(text: &str) -> JsValue {
    let Some(lacking) = transcript::first_lacking(text) else {
        return JsValue::UNDEFINED;
    };
    let before = text.get(..lacking.at).unwrap_or_default();
    fields(&[
        ("line", lacking.line.into()),
        ("count", (lacking.before as f64).into()),
        ("before", before.into()),
    ])
}
