//! Which lesson is shown, where there is a choice: buttons for a few, a list by groups for many.

use yew::virtual_dom::ListenerKind;
use yew::{Callback, Html};

use super::TimelineState;
use super::controls::Wish;
use super::play::words::FREE;
use super::play::{on_value, wishing};
use super::words as say;
use crate::lesson::Group;
use crate::text::Lang;
use crate::ui::element::{Element, element};

/// More than so many are a list.
const BUTTONS_MAX: usize = 4;

/// The choice of a lesson.
pub fn lessons(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Option<Element> {
    let (all, has_free_play) = (timeline.lessons(), timeline.has_free_play());
    let choices = all.len() + usize::from(has_free_play);
    if choices < 2 {
        return None;
    }
    if choices > BUTTONS_MAX {
        return Some(choice(lang, timeline, on_wish));
    }
    let button = |(place, title): (usize, &'static str)| {
        wishing(title, on_wish, Wish::Lesson(place))
            .key(place as u64)
            .truth("aria-pressed", place == timeline.chosen())
            .into()
    };
    let titles = all.iter().map(|lesson| lesson.title.get(lang));
    let titles = titles.chain(has_free_play.then_some(FREE.get(lang)));
    let list = element("div")
        .class("lessons")
        .attr("role", "group")
        .attr("aria-label", say::LESSONS.get(lang))
        .list(titles.enumerate().map(button).collect());
    Some(list)
}

fn choice(lang: Lang, timeline: &TimelineState, on_wish: &Callback<Wish>) -> Element {
    let on_change = on_value(on_wish, |value| {
        Wish::Lesson(value.parse().unwrap_or_default())
    });
    let chosen = timeline.chosen();
    let option = |place: usize, title: &str| -> Html {
        element("option")
            .attr_of("value", place.to_string())
            .flag("selected", place == chosen)
            .text(title)
            .into()
    };
    let of_group = |group: Group| -> Option<Html> {
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
    options.extend(Group::ALL.into_iter().filter_map(of_group));
    element("label")
        .class("lessons")
        .child(element("span").text(say::LESSONS.get(lang)))
        .child(
            element("select")
                .on(ListenerKind::onchange, &on_change)
                .list(options),
        )
}
