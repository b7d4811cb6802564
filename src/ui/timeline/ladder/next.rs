//! The row of the next move: each client's next command in its lane, messages where they would arrive, time in the margin.
//! What cannot be chosen says why.

use yew::{Callback, Html, TargetCast};

use super::super::action::{Action, BranchAction};
use super::super::actors::colour;
use super::super::fields::action_button;
use super::super::play::{Palette, words as play};
use super::super::words as say;
use super::head::menu;
use super::lanes::{Lane, LaneKind};
use super::{Scene, follow};
use crate::ui::element::{Element, On, element};
use base::text::Phrase;
use sim::{ClientId, Move, Peer, World, seconds};
use tell::label;

/// How far one press lets time go on, in milliseconds.
const TICK_MS: i64 = 1000;

/// The row.
pub fn next(
    scene: &Scene,
    lanes: &[(Lane, Option<ClientId>)],
    on_action: &Callback<Action>,
) -> Element {
    let palette = Palette::new(scene.lang, &scene.timeline.bench, scene.world(), on_action);
    let on_key = Callback::from(|event: web_sys::KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => 1,
            "ArrowLeft" | "ArrowUp" => -1,
            "Home" => i32::MIN,
            "End" => i32::MAX,
            _ => return,
        };
        let target = event.target_dyn_into::<web_sys::Element>();
        let frame = target.and_then(|target| target.closest(".ladder").ok().flatten());
        if let Some(frame) = frame {
            event.prevent_default();
            follow::rove(&frame, Some(step));
        }
    });
    let cells = lanes
        .iter()
        .enumerate()
        .map(|(at, (lane, client))| Html::from(cell(&palette, lane, *client).key(at as u64)));
    element("div")
        .class("row next")
        .flag(
            "data-untouched",
            scene.timeline.is_untouched() && scene.moves() == 0,
        )
        .attr("role", "row")
        .number("aria-rowindex", scene.cursor as i64 + 3)
        .on(On::KeyDown, &on_key)
        .child(time(&palette))
        .child(asked(scene, &palette, on_action))
        .list(cells.collect())
}

/// Time goes on by a second, to the next thing that it brings about, or as long as the reader says.
fn time(palette: &Palette) -> Element {
    let world = palette.world;
    let second = palette.bare(play::SECOND.get(palette.lang), Move::Tick(TICK_MS));
    let to = world.next_event_ms().map(|at_ms| {
        let label = Phrase::new(play::UNTIL, vec![("time", seconds(at_ms))]);
        palette.bare(&label.get(palette.lang), Move::Tick(at_ms - world.now_ms()))
    });
    element("div")
        .attr("role", "cell")
        .class("time")
        .child(second)
        .when(to)
        .child(menu(
            "…",
            play::AMOUNT.get(palette.lang),
            vec![palette.time().into()],
        ))
}

/// The question, what came of the last act, and why a client cannot be moved.
fn asked(scene: &Scene, palette: &Palette, on_action: &Callback<Action>) -> Element {
    let timeline = scene.timeline;
    let world = palette.world;
    let said = timeline.said(scene.lang);
    let why = |client: &sim::Client| -> Option<Html> {
        let why_not = palette.why_not(&Move::Step(client.id()))?;
        let is_said = said == why_not;
        let line = element("span")
            .class("why")
            .attr_of("data-client", colour(client.id()))
            .child(super::draw::named(&why_not));
        (!is_said).then(|| line.key(u64::from(client.id().0)).into())
    };
    let all = timeline.play();
    let opened = all.branches().get(all.current());
    let left = opened
        .filter(|_| timeline.bench.has_left)
        .and_then(|branch| branch.parent);
    let reasons: Vec<Html> = world.clients().iter().filter_map(why).collect();
    element("div")
        .attr("role", "cell")
        .class("said")
        .child(
            element("span")
                .class("ask")
                .text(say::WHAT_NEXT.get(scene.lang)),
        )
        .child(
            element("span")
                .class("refusal")
                .attr("role", "status")
                .text(&said),
        )
        .when(left.map(|(branch, _)| {
            let back = BranchAction::GoTo(branch);
            action_button(play::TO_LEFT.get(scene.lang), on_action, back).class("quiet")
        }))
        .list(reasons)
}

fn cell(palette: &Palette, lane: &Lane, client: Option<ClientId>) -> Element {
    let place = element("div")
        .attr("role", "cell")
        .class("track")
        .flag("data-place", client.is_some())
        .flag("data-folded", lane.is_folded);
    match client {
        Some(id) => {
            let others = palette.in_lane(id);
            // A client that has come to its end is restarted.
            let is_over = palette.why_not(&Move::Step(id)).is_some() && !others.is_empty();
            let step = (!is_over).then(|| step(palette, id));
            place
                .attr_of("data-client", colour(id))
                .list(step.into_iter().chain(others).collect())
        }
        None => place.list(match lane.kind {
            LaneKind::Servers => palette.arrivals(&|peer| peer != Peer::Store),
            LaneKind::Server(of) => palette
                .arrivals(&|peer| matches!(peer, Peer::Server(place) if usize::from(place) == of)),
            LaneKind::Store => palette.arrivals(&|peer| peer == Peer::Store),
            LaneKind::Client(_) | LaneKind::Reader => Vec::new(),
        }),
    }
}

/// A client's next command, as it would be sent now.
fn step(palette: &Palette, id: ClientId) -> Html {
    let mv = Move::Step(id);
    let label = match palette.world.can(&mv) {
        Ok(()) => command(palette.world, id),
        Err(_) => Some(say::CANNOT_MOVE.get(palette.lang).to_owned()),
    };
    let label = label.unwrap_or_else(|| say::GOES_ON.get(palette.lang).to_owned());
    let unseen = element("span")
        .class("unseen")
        .text(&[" ", &id.to_string()].concat());
    palette
        .bare(&label, mv)
        .attr("data-step", "")
        .child(unseen)
        .key(0)
        .into()
}

/// The command that a client's next step has: the move is made in a copy of the world.
fn command(world: &World, id: ClientId) -> Option<String> {
    let mut copy = world.clone();
    let outcome = copy.observe(Move::Step(id)).ok()?;
    let request = outcome.request?;
    Some(label::command(&request, world.lock_key()))
}
