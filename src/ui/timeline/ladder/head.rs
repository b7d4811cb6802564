//! The names of the lanes, which stay in view; while moves can be chosen, the faults of a client or a server lie under its
//! name.

use yew::{Callback, Html, TargetCast};

use super::super::action::Action;
use super::super::actors::colour;
use super::super::actors::condition;
use super::super::play::Palette;
use super::super::words as say;
use super::lanes::{Lane, LaneKind};
use super::{Scene, name_of};
use crate::ui::element::{Element, On, element};
use base::text::Lang;
use sim::{ClientId, World};

/// The row of names, with the choices below them.
pub fn head(
    scene: &Scene,
    lanes: &[(Lane, Option<ClientId>)],
    on_action: &Callback<Action>,
) -> Element {
    let (lang, world) = (scene.lang, scene.world());
    if !scene.has_choice {
        return names(lang, world, lanes);
    }
    let palette = Palette::new(lang, &scene.timeline.bench, world, on_action);
    let choices = |lane: &Lane, client: Option<ClientId>| match (lane.kind, client) {
        (_, Some(client)) => palette.others(client),
        (LaneKind::Server(place), _) => palette.of_server(place),
        (LaneKind::Servers, _) => (0..world.servers().count())
            .flat_map(|place| palette.of_server(place))
            .collect(),
        _ => Vec::new(),
    };
    row(lang, world, lanes, &choices)
}

/// The row of names alone.
pub fn names(lang: Lang, world: &World, lanes: &[(Lane, Option<ClientId>)]) -> Element {
    row(lang, world, lanes, &|_, _| Vec::new())
}

fn row(
    lang: Lang,
    world: &World,
    lanes: &[(Lane, Option<ClientId>)],
    choices: &dyn Fn(&Lane, Option<ClientId>) -> Vec<Html>,
) -> Element {
    let of_lane = |(at, (lane, client)): (usize, &(Lane, Option<ClientId>))| -> Html {
        let name = lane_head(lang, world, lane, *client, choices(lane, *client));
        name.key(at as u64).into()
    };
    element("div")
        .class("row heads")
        .attr("role", "row")
        .attr("aria-rowindex", "1")
        .child(
            element("div")
                .attr("role", "columnheader")
                .class("time")
                .text(say::TIME.get(lang)),
        )
        .child(
            element("div")
                .attr("role", "columnheader")
                .class("said")
                .text(say::WHAT_HAPPENS.get(lang)),
        )
        .list(lanes.iter().enumerate().map(of_lane).collect())
}

fn lane_head(
    lang: Lang,
    world: &World,
    lane: &Lane,
    client: Option<ClientId>,
    choices: Vec<Html>,
) -> Element {
    let name = name_of(lang, world, lane);
    let crowd = world.believers();
    let is_crowded = client.is_some_and(|id| world.are_too_many(&crowd) && crowd.contains(&id));
    let about = match lane.kind {
        LaneKind::Server(place) if world.servers().count() > 1 => {
            Some(condition(lang, world, place))
        }
        _ => None,
    };
    let shown = match choices.is_empty() {
        true => element("b").text(&name),
        false => menu(&name, &say::faults_of(&*name).get(lang), choices),
    };
    let whole = element("div")
        .attr("role", "columnheader")
        .class("track")
        .flag("data-folded", lane.is_folded)
        .flag("data-crowded", is_crowded)
        .child(shown)
        .when(about.map(|about| element("small").text(&about)));
    match client {
        Some(client) => whole.attr_of("data-client", colour(client)),
        None => whole,
    }
}

/// A name with what opens below it. It closes when something was chosen, and when the focus leaves it.
pub fn menu(name: &str, label: &str, content: Vec<Html>) -> Element {
    let close = |event: &web_sys::Event, is_left: bool| {
        let target = event.target_dyn_into::<web_sys::Element>();
        let menu = target
            .as_ref()
            .and_then(|target| target.closest("details").ok().flatten());
        if let Some(menu) = menu.filter(|_| is_left) {
            let _ = menu.remove_attribute("open");
        }
    };
    let on_click = Callback::from(move |event: web_sys::Event| {
        let target = event.target_dyn_into::<web_sys::Element>();
        let is_button = target.is_some_and(|target| {
            target
                .closest("button")
                .is_ok_and(|button| button.is_some())
        });
        close(&event, is_button);
    });
    let on_key = Callback::from(move |event: web_sys::KeyboardEvent| {
        close(&event, event.key() == "Escape");
    });
    element("details")
        .class("menu")
        .on(On::Click, &on_click)
        .on(On::KeyDown, &on_key)
        .child(
            element("summary")
                .attr_of("aria-label", label.to_owned())
                .child(element("b").text(name))
                .child(element("span").attr("aria-hidden", "true").text(" ▾")),
        )
        .child(element("div").class("choices").list(content))
}

/// The same for the tools of a timeline that are seldom needed.
pub fn more(lang: Lang, content: Vec<Html>) -> Element {
    menu(say::MORE.get(lang), say::MORE.get(lang), content)
}
