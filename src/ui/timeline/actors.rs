//! The names of the lanes. They stay in sight while the score scrolls under them.

use yew::prelude::*;

use super::TimelineState;
use super::layout::{Direction, Drawing};
use super::score::Score;
use super::svg::colour;
use super::words as say;
use crate::sim::Status;
use crate::text::Lang;
use crate::ui::element::element;

/// The names of the lanes, and what each actor is doing.
pub fn names(lang: Lang, timeline: &TimelineState, score: &Score, drawing: &Drawing) -> Html {
    let world = timeline.world();
    let crowd = world.believers();
    let (size, axis) = match drawing.direction {
        Direction::Right => (styled("height", drawing.height), "top"),
        Direction::Down => (styled("width", drawing.width), "left"),
    };
    let client = |(place, lane): (usize, &super::layout::Lane)| {
        let client = world.client(*score.clients.get(place)?)?;
        let is_bad = crowd.len() > 1 && crowd.contains(&client.id());
        let status = element("span")
            .flag("data-broken", is_bad)
            .text(&Status::of(world, client).phrase().get(lang));
        let name = element("div")
            .class("name")
            .attr_of("data-client", colour(client.id()))
            .style(&styled(axis, lane.middle))
            .child(element("b").text(&client.id().to_string()))
            .child(status);
        Some(Html::from(name))
    };
    let key = String::from_utf8_lossy(world.lock_key());
    let server = element("div")
        .class("name server")
        .style(&styled(axis, drawing.server.middle))
        .child(element("b").text(&key))
        .child(element("span").text(say::SERVER.get(lang)));
    let clients = drawing.clients.iter().enumerate().filter_map(client);
    element("div")
        .class("names")
        .style(&size)
        .child(server)
        .list(clients.collect())
        .into()
}

/// A length in pixels as a style.
fn styled(name: &str, px: i32) -> String {
    [name, ":", &px.to_string(), "px"].concat()
}
