//! The score as SVG. Every place comes from the layout, every word and colour from the score.

use yew::prelude::*;

use super::layout::{Bar, Drawing, Exchange, Mark, Point, Slot};
use super::score::{Happening, Score, Span};
use super::svg::{coloured, defs, group, line, path, rect, shape, text};

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
    // Each part keeps its place, full or empty, so that what is the same at the next step is seen to be the same.
    let parts = [
        defs(),
        here.map(|slot| rect("cursor", slot.area, 8))
            .unwrap_or_default(),
        // One group, so that stretches that overlap are hatched once.
        group(
            "broken",
            drawing
                .broken
                .iter()
                .map(|bar| rect("stretch", bar.area, 0)),
        )
        .into(),
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
    let mut svg = shape(
        "svg",
        class,
        &[("width", drawing.width), ("height", drawing.height)],
    );
    svg.add_attribute("role", "img");
    svg.add_attribute("aria-label", label);
    svg.add_children(parts);
    svg.into()
}

/// A move's number and time; before it is done, a dot in the lane of the client whose move it is.
fn slot_head(number: usize, slot: &Slot, time: &str, cursor: usize) -> Html {
    let is_done = number < cursor;
    let mut parts = vec![text("no", slot.number, &(number + 1).to_string())];
    if let Some(Point { x, y }) = slot.note.filter(|_| !is_done) {
        parts.push(shape("circle", "note", &[("cx", x), ("cy", y), ("r", 2)]).into());
    }
    if let Some(at) = slot.clock.filter(|_| is_done) {
        parts.push(text("clock", at, &["t = ", time].concat()));
    }
    group(if is_done { "number" } else { "number ahead" }, parts).into()
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
        let mut grower = group(
            "grower",
            [rect(
                "shape",
                bar.area,
                bar.area.width.min(bar.area.height) / 2 - 1,
            )],
        );
        grower.add_property("style", format!("--grown:{}", bar.grown_from));
        let mut whole = group(
            [kind, " ", span.mark.class(), growing].concat(),
            [
                grower.into(),
                text("words", bar.text_at, fitting(&span.text, bar.room)),
            ],
        );
        coloured(
            &mut whole,
            span.client.and_then(|client| score.clients.get(client)),
        );
        // A new key makes a new element, whose animation starts anew at each step.
        let step = if growing.is_empty() { 0 } else { cursor };
        whole.key = Some(format!("{kind}{}.{step}", bar.span).into());
        Some(Html::from(whole))
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
    let mut whole = group(if is_now { "exchange now" } else { "exchange" }, parts);
    coloured(&mut whole, score.clients.get(exchange.client));
    whole.key = Some(exchange.slot.into());
    whole.into()
}

/// A dot that travels along an arrow.
fn message(class: &'static str, (from, to): (Point, Point)) -> Html {
    let mut dot = shape("circle", class, &[("cx", from.x), ("cy", from.y), ("r", 4)]);
    dot.add_property(
        "style",
        format!("--dx:{}px;--dy:{}px", to.x - from.x, to.y - from.y),
    );
    dot.into()
}

/// A cross for a crash, a ring for what a client did by itself.
fn mark_of(score: &Score, mark: &Mark, now: Option<usize>) -> Html {
    let Point { x, y } = mark.at;
    let class = if now == Some(mark.slot) {
        "mark now"
    } else {
        "mark"
    };
    let shape = match mark.is_crash {
        true => path("crash", format!("M{} {}l12 12m0 -12l-12 12", x - 6, y - 6)),
        false => shape("circle", "local", &[("cx", x), ("cy", y), ("r", 6)]).into(),
    };
    let mut whole = group(class, [shape]);
    coloured(&mut whole, score.clients.get(mark.client));
    whole.into()
}
