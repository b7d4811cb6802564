//! The names of the lanes and of the axis. They stay in sight while the score scrolls beside them. What each client does
//! stands below, in its card.

use yew::prelude::*;

use super::layout::{Direction, Drawing, Lane};
use super::score::Score;
use super::svg::colour;
use super::words as say;
use crate::sim::World;
use crate::tell;
use crate::text::{Lang, Text};
use crate::ui::element::element;

/// The names of the lanes, and what each actor is doing.
pub fn names(lang: Lang, world: &World, score: &Score, drawing: &Drawing) -> Html {
    let crowd = world.believers();
    let (size, axis) = match drawing.direction {
        Direction::Right => (styled("height", drawing.height), "top"),
        Direction::Down => (styled("width", drawing.width), "left"),
    };
    let client = |(place, lane): (usize, &Lane)| {
        let client = world.client(*score.clients.get(place)?)?;
        let is_bad = crowd.len() > 1 && crowd.contains(&client.id());
        let name = element("div")
            .class("name")
            .attr_of("data-client", colour(client.id()))
            .style(&styled(axis, lane.middle))
            .child(
                element("b")
                    .flag("data-broken", is_bad)
                    .text(&client.id().to_string()),
            );
        Some(Html::from(name))
    };
    let other = |lane: &Lane, name: &str, what: Text| {
        let name = element("div")
            .class("name server")
            .style(&styled(axis, lane.middle))
            .child(element("b").text(name))
            .child(element("span").text(what.get(lang)));
        Html::from(name)
    };
    let key = String::from_utf8_lossy(world.lock_key());
    let mut others = vec![other(&drawing.server, &key, say::SERVER)];
    let store = drawing.store.as_ref();
    others.extend(store.map(|lane| other(lane, say::STORE.get(lang), say::GUARDED)));
    let reader = drawing.clients.get(score.clients.len());
    others.extend(reader.map(|lane| other(lane, tell::YOU.get(lang), say::READER)));
    let clients = drawing.clients.iter().enumerate().filter_map(client);
    let line = |words: Text| element("span").text(words.get(lang));
    let axis = element("div")
        .class("axis-names")
        .child(line(say::AXIS_TIME))
        .child(line(say::AXIS_SCALE))
        .child(line(say::AXIS_MOVE));
    element("div")
        .class("names")
        .style(&size)
        .child(axis)
        .list(others)
        .list(clients.collect())
        .into()
}

/// A length in pixels as a style.
fn styled(name: &str, px: i32) -> String {
    [name, ":", &px.to_string(), "px"].concat()
}
