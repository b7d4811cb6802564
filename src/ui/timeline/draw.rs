//! The score as SVG. Every place comes from the layout, every word and colour from the score.

use yew::prelude::*;

use super::layout::{Bar, Drawing, Exchange, Mark, Point, Slot};
use super::score::{Happening, Score, Span};
use super::svg::{circle, coloured, defs, group, line, path, rect, shape, text};

/// The first `cursor` moves of the score. `moving` shows the last of them as a movement; `label` says it to those who do
/// not see it.
pub fn picture(
    score: &Score,
    drawing: &Drawing,
    cursor: usize,
    moving: bool,
    label: String,
) -> Html {
    let now = cursor.checked_sub(1);
    let here = now.and_then(|now| drawing.slots.get(now));
    let slots = drawing.slots.iter().zip(&score.slots).enumerate();
    let alarms = drawing.broken.iter().zip(&score.broken);
    let stretches = drawing
        .broken
        .iter()
        .map(|bar| rect("stretch", bar.area, 0));
    // Each part keeps its place, full or empty, so that what is the same at the next step is seen to be the same.
    let parts = [
        defs(),
        here.map(|slot| rect("cursor", slot.area, 8))
            .unwrap_or_default(),
        // One group, so that stretches that overlap are hatched once.
        group(stretches.collect()).class("broken").into(),
        slots
            .map(|(number, (place, slot))| slot_head(number, place, &slot.time, cursor))
            .collect(),
        line("life", drawing.server.line),
        drawing
            .clients
            .iter()
            .map(|lane| line("life", lane.line))
            .collect(),
        bars("lease", score, &drawing.leases, &score.leases, cursor),
        bars("belief", score, &drawing.beliefs, &score.beliefs, cursor),
        bars("value", score, &drawing.values, &score.values, cursor),
        drawing
            .exchanges
            .iter()
            .map(|exchange| exchange_of(score, exchange, now))
            .collect(),
        drawing
            .marks
            .iter()
            .map(|mark| mark_of(score, mark, now))
            .collect(),
        alarms
            .map(|(bar, span)| text("alarm", bar.text_at, &span.text))
            .collect(),
    ];

    let class = if moving { "picture moving" } else { "picture" };
    shape(
        "svg",
        &[("width", drawing.width), ("height", drawing.height)],
    )
    .class(class)
    .attr("role", "img")
    .attr_of("aria-label", label)
    .list(parts.into())
    .into()
}

/// A move's number and time; before it is done, a dot in the lane of the client whose move it is.
fn slot_head(number: usize, slot: &Slot, time: &str, cursor: usize) -> Html {
    let is_done = number < cursor;
    let mut parts = vec![text("no", slot.number, &(number + 1).to_string())];
    if let Some(at) = slot.note.filter(|_| !is_done) {
        parts.push(circle("note", at, 2).into());
    }
    if let Some(at) = slot.clock.filter(|_| is_done) {
        parts.push(text("clock", at, &["t = ", time].concat()));
    }
    let class = if is_done { "number" } else { "number ahead" };
    group(parts).class(class).into()
}

/// Bars of one kind, with their text where it fits.
fn bars(kind: &'static str, score: &Score, bars: &[Bar], spans: &[Span], cursor: usize) -> Html {
    let bar = |bar: &Bar| {
        let span = spans.get(bar.span)?;
        let growing = match bar.grown_from {
            0 => " grows new",
            1000 => "",
            _ => " grows",
        };
        let radius = bar.area.width.min(bar.area.height) / 2 - 1;
        let grower = group(vec![rect("shape", bar.area, radius)])
            .class("grower")
            .style(&["--grown:", &bar.grown_from.to_string()].concat());
        let words = text("words", bar.text_at, fitting(&span.text, bar.room));
        // A new key makes a new element, whose animation starts anew at each step.
        let step = if growing.is_empty() { 0 } else { cursor };
        let key = [kind, &bar.span.to_string(), ".", &step.to_string()].concat();
        let whole = group(vec![grower.into(), words])
            .attr_of("class", [kind, " ", span.mark.class(), growing].concat())
            .key_of(&key);
        let client = span.client.and_then(|client| score.clients.get(client));
        Some(Html::from(coloured(whole, client)))
    };
    bars.iter().filter_map(bar).collect()
}

/// As much of a bar's words as there is room for: all, what stands before the dot, or nothing.
pub(super) fn fitting(words: &str, room: usize) -> &str {
    // East Asian letters are wide: from the radicals on, each takes the room of two.
    let columns = |words: &str| {
        let letters = words
            .chars()
            .map(|letter| 1 + usize::from(letter >= '\u{2e80}'));
        letters.sum::<usize>()
    };
    let short = words.split('·').next().unwrap_or_default().trim_end();
    [words, short]
        .into_iter()
        .find(|words| columns(words) <= room)
        .unwrap_or_default()
}

fn exchange_of(score: &Score, exchange: &Exchange, now: Option<usize>) -> Html {
    let Some(Happening::Call { command, reply, .. }) =
        score.slots.get(exchange.slot).map(|slot| &slot.happening)
    else {
        return Html::default();
    };
    let is_now = now == Some(exchange.slot);
    let mut parts = vec![
        line("there", exchange.there),
        line("back", exchange.back),
        rect("pill", exchange.pill, 5),
        text("command", exchange.command_at, command),
        text("reply", exchange.reply_at, reply),
    ];
    if is_now {
        parts.push(message("message out", exchange.there));
        parts.push(message("message home", exchange.back));
    }
    let class = if is_now { "exchange now" } else { "exchange" };
    let whole = group(parts).class(class).key(exchange.slot as u64);
    coloured(whole, score.clients.get(exchange.client)).into()
}

/// A dot that travels along an arrow.
fn message(class: &'static str, (from, to): (Point, Point)) -> Html {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let way = ["--dx:", &dx.to_string(), "px;--dy:", &dy.to_string(), "px"];
    circle(class, from, 4).style(&way.concat()).into()
}

/// A cross for a crash, a ring for what a client did by itself.
fn mark_of(score: &Score, mark: &Mark, now: Option<usize>) -> Html {
    let Point { x, y } = mark.at;
    let shape = if mark.is_crash {
        let (left, top) = ((x - 6).to_string(), (y - 6).to_string());
        let cross = ["M", &left, " ", &top, "l12 12m0 -12l-12 12"].concat();
        path("crash", &cross)
    } else {
        circle("local", mark.at, 6).into()
    };
    let is_now = now == Some(mark.slot);
    let whole = group(vec![shape]).class(if is_now { "mark now" } else { "mark" });
    coloured(whole, score.clients.get(mark.client)).into()
}
