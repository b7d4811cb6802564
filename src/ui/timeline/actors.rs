//! The names of the lanes. They stay in sight while the score scrolls under them.

use yew::prelude::*;

use super::TimelineState;
use super::layout::{Direction, Drawing};
use super::score::Score;
use super::svg::colour;
use super::words as say;
use crate::sim::Status;
use crate::text::Lang;

/// The names of the lanes, and what each actor is doing.
pub fn names(lang: Lang, timeline: &TimelineState, score: &Score, drawing: &Drawing) -> Html {
    let world = timeline.world();
    let crowd = world.believers();
    let (size, axis) = match drawing.direction {
        Direction::Right => (format!("height:{}px", drawing.height), "top"),
        Direction::Down => (format!("width:{}px", drawing.width), "left"),
    };
    let client = |(place, lane): (usize, &super::layout::Lane)| {
        let client = world.client(*score.clients.get(place)?)?;
        let is_bad = crowd.len() > 1 && crowd.contains(&client.id());
        Some(html! {
            <div class="name" data-client={colour(client.id())} ~style={format!("{axis}:{}px", lane.middle)}>
                <b>{ client.id().to_string() }</b>
                <span data-broken={is_bad.then_some("")}>{ Status::of(world, client).phrase().get(lang) }</span>
            </div>
        })
    };
    html! {
        <div class="names" ~style={size}>
            <div class="name server" ~style={format!("{axis}:{}px", drawing.server.middle)}>
                <b>{ String::from_utf8_lossy(world.lock_key()).into_owned() }</b><span>{ say::SERVER.get(lang) }</span>
            </div>
            { for drawing.clients.iter().enumerate().filter_map(client) }
        </div>
    }
}
