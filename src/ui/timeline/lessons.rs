//! Which lesson is shown, where there is a choice: buttons for a few, a list by groups for many.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::{Callback, Html, TargetCast};

use super::TimelineState;
use super::action::{Action, LessonAction};
use super::fields::{action_button, on_value};
use super::play::words::FREE;
use super::words as say;
use crate::ui::element::{Element, On, element};
use base::text::Lang;
use lesson::LessonGroup;

/// More than so many are a list.
const BUTTONS_MAX: usize = 4;

/// The choice of a lesson.
pub fn lessons(
    lang: Lang,
    timeline: &TimelineState,
    on_action: &Callback<Action>,
) -> Option<Element> {
    let (all, has_free_play) = (timeline.lessons(), timeline.has_free_play());
    let choices = all.len() + usize::from(has_free_play);
    if choices < 2 {
        return None;
    }
    if choices > BUTTONS_MAX {
        return Some(choice(lang, timeline, on_action));
    }
    let button = |(place, title): (usize, &'static str)| {
        let is_chosen = place == timeline.chosen();
        action_button(title, on_action, LessonAction::Choose(place))
            .key(place as u64)
            .attr("role", "tab")
            .truth("aria-selected", is_chosen)
            .attr("tabindex", if is_chosen { "0" } else { "-1" })
            .into()
    };
    let titles = all.iter().map(|lesson| lesson.title.get(lang));
    let titles = titles.chain(has_free_play.then_some(FREE.get(lang)));
    let list = element("div")
        .class("lessons")
        .attr("role", "tablist")
        .attr("aria-label", say::LESSONS.get(lang))
        .on(On::KeyDown, &turning(choices, timeline.chosen(), on_action))
        .list(titles.enumerate().map(button).collect());
    Some(list)
}

/// The arrow keys, Home and End on the tabs: another one is chosen, and gets the focus.
fn turning(choices: usize, chosen: usize, on_action: &Callback<Action>) -> Callback<KeyboardEvent> {
    let on_action = on_action.clone();
    Callback::from(move |event: KeyboardEvent| {
        let last = choices.saturating_sub(1);
        let place = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => (chosen + 1).checked_rem(choices).unwrap_or_default(),
            "ArrowLeft" | "ArrowUp" => chosen.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        on_action.emit(LessonAction::Choose(place).into());
        let tabs = event
            .target_dyn_into::<web_sys::Element>()
            .and_then(|tab| tab.parent_element());
        let tab = tabs.and_then(|tabs| tabs.children().item(place as u32));
        if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
            let _ = tab.focus();
        }
    })
}

fn choice(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let on_change = on_value(on_action, |value| {
        LessonAction::Choose(value.parse().unwrap_or_default())
    });
    let chosen = timeline.chosen();
    let option = |place: usize, title: &str| -> Html {
        element("option")
            .attr_of("value", place.to_string())
            .flag("selected", place == chosen)
            .text(title)
            .into()
    };
    let of_group = |group: LessonGroup| -> Option<Html> {
        let all = timeline.lessons().iter().enumerate();
        let options: Vec<Html> = all
            .filter(|(_, lesson)| lesson.group == group)
            .map(|(place, lesson)| {
                option(place, &[lesson.id, " · ", lesson.title.get(lang)].concat())
            })
            .collect();
        let group = element("optgroup").attr("label", group.title().get(lang));
        (!options.is_empty()).then(|| group.list(options).into())
    };
    let mut options: Vec<Html> = Vec::new();
    if timeline.has_free_play() {
        options.push(option(timeline.lessons().len(), FREE.get(lang)));
    }
    options.extend(LessonGroup::ALL.into_iter().filter_map(of_group));
    element("label")
        .class("lessons")
        .child(element("span").text(say::LESSONS.get(lang)))
        .child(element("select").on(On::Change, &on_change).list(options))
}
