//! What can be taken away from a timeline: its link, its moves as a text or as a script, its picture.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};
use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, EditAction, ExportAction};
use super::words as say;
use crate::ui::clipboard;
use crate::ui::element::{Element, button, element};
use crate::ui::parts;
use crate::ui::saving::{ask, element_of, saving};
use base::part::{Part, late};
use base::text::{Lang, Phrase};
use check::{Asked, Question};
use lesson::export::{Tla, Unsaid, as_script, as_text, as_tla};
use lesson::link;
use sim::Property;

/// The panel.
pub fn share(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let code = link::encode(timeline.play());
    let said = match timeline.bench.copied {
        Some(true) => say::COPIED.get(lang),
        Some(false) => say::NOT_COPIED.get(lang),
        None => "",
    };
    let field = element("input")
        .class("link")
        .attr("readonly", "")
        .attr("aria-label", say::LINK.get(lang))
        .value(address_of(&code));
    let length = code.len();
    let link = match length > link::LINK_CHARS_MAX {
        false => {
            let copy = copying(on_action, code);
            element("div")
                .class("row")
                .child(button(say::COPY_LINK.get(lang), &copy))
                .child(field)
        }
        true => {
            let values = vec![
                ("length", length.to_string()),
                ("limit", link::LINK_CHARS_MAX.to_string()),
            ];
            let text = Phrase::new(say::LINK_TOO_LONG, values).get(lang);
            element("p").class("about").text(&text)
        }
    };
    element("div")
        .class("share")
        .child(link)
        .child(
            element("p")
                .class("about")
                .attr("role", "status")
                .text(said),
        )
        .child(files(lang, timeline, on_action))
}

/// What can be saved as a file.
fn files(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let stem = timeline.lesson().map_or("run", |lesson| lesson.id);
    let name = |ending: &str| ["setnx-", stem, ending].concat();
    // Made when it is asked for: a long run is a long text.
    let (play, run) = (timeline.play().clone(), timeline.run().clone());
    let offers: [(&str, Callback<Event>); 5] = [
        ("SVG", saving(".timeline", "svg", name(".svg"), String::new)),
        ("PNG", saving(".timeline", "png", name(".png"), String::new)),
        (
            say::TEXT_FILE.get(lang),
            saving(".timeline", "text", name(".txt"), move || {
                as_text(&play, lang)
            }),
        ),
        (
            say::SCRIPT_FILE.get(lang),
            saving(".timeline", "text", name(".redis.txt"), move || {
                as_script(&run, lang)
            }),
        ),
        ("TLA+", saving_model(timeline, on_action)),
    ];
    let buttons: Vec<Html> = offers
        .iter()
        .zip(0..)
        .map(|((label, on_click), key)| button(label, on_click).key(key).into())
        .collect();
    element("div")
        .class("row")
        .attr("role", "group")
        .attr("aria-label", say::FILES.get(lang))
        .child(element("span").class("about").text(say::FILES.get(lang)))
        .list(buttons)
}

/// Copies the page's address with a play in it. In our own page it also becomes the address that the browser shows: it
/// is replaced there, so that the way back stays as it was. What cannot be copied is selected.
fn copying(on_action: &Callback<Action>, code: String) -> Callback<Event> {
    let on_action = on_action.clone();
    Callback::from(move |event: Event| {
        let field = element_of(&event)
            .and_then(|button| button.closest(".share").ok().flatten())
            .and_then(|share| share.query_selector(".link").ok().flatten());
        let on_action = on_action.clone();
        clipboard::copy(&address_of(&code), move |is_copied| {
            if let Some(field) = field.as_ref().filter(|_| !is_copied) {
                let field: &HtmlInputElement = field.unchecked_ref();
                let _ = field.focus();
                field.select();
            }
            on_action.emit(ExportAction::Copied(is_copied).into());
        });
    })
}

/// Writes a question as a TLA+ module.
type Modeller = fn(&Question) -> Result<Tla, Unsaid>;

late! {
    "editor" "7e21b94cd05f4a1d93c6580fe1ab3d27" fn loaded_model() -> Modeller = modeller
}

fn modeller() -> Modeller {
    as_tla
}

/// Saves what a search was asked, or would be, as a TLA+ module. The part with the editor has the code.
fn saving_model(timeline: &TimelineState, on_action: &Callback<Action>) -> Callback<Event> {
    let asked = timeline.play().asked().cloned();
    let asked = asked.unwrap_or_else(|| Asked::new(Property::TwoLeases));
    let question = Rc::new(asked.of(timeline.play().setup().clone()));
    let on_action = on_action.clone();
    Callback::from(move |event: Event| {
        let timeline =
            element_of(&event).and_then(|button| button.closest(".timeline").ok().flatten());
        let (question, on_action) = (Rc::clone(&question), on_action.clone());
        parts::request(Part::Editor, move |result| {
            let (Some(timeline), Ok(())) = (timeline, result) else {
                return on_action.emit(ExportAction::Unsaved.into());
            };
            match loaded_model()(&question) {
                Ok(model) => ask(&timeline, "text", "Lock.tla", &model.in_one()),
                Err(why) => {
                    on_action.emit(EditAction::Refuse(why.phrase()).into());
                }
            }
        });
    })
}

/// The page's address with a play in its fragment.
fn address_of(code: &str) -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    let page = href.split(['?', '#']).next().unwrap_or_default();
    [page, "#", code].concat()
}
