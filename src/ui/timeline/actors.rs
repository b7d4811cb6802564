//! The names of the lanes and of the axis. They stay in sight while the score scrolls beside them. What each client does
//! stands below, in its card.

use yew::prelude::*;

use super::layout::{Direction, Drawing, Lane};
use super::score::Score;
use super::svg::colour;
use super::words as say;
use crate::ui::element::element;
use base::text::{Lang, Text};
use sim::{Node, World};
use tell::{self, label, line::ahead};

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
    let mut others: Vec<Html> = match drawing.servers.as_slice() {
        [only] => vec![other(only, &key, say::SERVER)],
        several => several
            .iter()
            .enumerate()
            .map(|(place, lane)| server(lang, world, place, styled(axis, lane.middle), lane))
            .collect(),
    };
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

/// The name of one of several servers, with what is to be known of it: its clock if that is off, and whether it is down,
/// cut off, behind the primary, a replica, or holds the key by itself.
fn server(lang: Lang, world: &World, place: usize, at: String, lane: &Lane) -> Html {
    let number = u8::try_from(place).unwrap_or(u8::MAX);
    let skew_ms = world.server_skew_ms(place);
    let clock = || element("i").text(&ahead(skew_ms));
    let name = element("b")
        .text(&label::server(number))
        .when((skew_ms != 0).then(clock));
    let what = (!lane.is_folded).then(|| element("span").text(&condition(lang, world, place)));
    element("div")
        .class("name server")
        .number("data-server", i64::from(number))
        .flag("data-folded", lane.is_folded)
        .style(&at)
        .child(name)
        .when(what)
        .into()
}

/// What is to be known of a server first.
pub fn condition(lang: Lang, world: &World, place: usize) -> String {
    let number = u8::try_from(place).unwrap_or(u8::MAX);
    let has_replicas = (0..world.servers().count()).any(|place| world.is_replica(place));
    let lacking = world.lacking_writes(place);
    let plain = |text: Text| text.get(lang).to_owned();
    match () {
        () if !world.is_up(place) => plain(say::DOWN),
        () if world.is_parted(Node::Server(number)) => plain(say::CUT_OFF),
        () if lacking > 0 => label::lacks(lang, lacking),
        () if world.is_replica(place) => plain(say::REPLICA),
        () if place == world.primary() && (has_replicas || place != 0) => plain(say::PRIMARY),
        () => String::from_utf8_lossy(world.lock_key()).into_owned(),
    }
}

/// A length in pixels as a style.
fn styled(name: &str, px: i32) -> String {
    [name, ":", &px.to_string(), "px"].concat()
}
