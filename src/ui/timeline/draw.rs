//! The score as SVG. Every place comes from the layout, every word and colour from the score.

use yew::prelude::*;
use yew::virtual_dom::{VTag, VText};

use super::layout::{Bar, Drawing, Exchange, Mark, Point, Rect, Slot};
use super::score::{Happening, Score, Span};

/// How many colours and patterns there are for clients.
const CLIENTS_DRAWN: usize = 5;

/// The number that gives a client its colour and pattern: `data-client` in the styles.
pub fn client_number(client: usize) -> String {
    (client % CLIENTS_DRAWN + 1).to_string()
}

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
        bars("lease", &drawing.leases, &score.leases, cursor),
        bars("belief", &drawing.beliefs, &score.beliefs, cursor),
        bars("value", &drawing.values, &score.values, cursor),
        drawing
            .exchanges
            .iter()
            .map(|exchange| exchange_of(score, exchange, now))
            .collect(),
        drawing
            .marks
            .iter()
            .map(|mark| mark_of(mark, now))
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

fn slot_head(number: usize, slot: &Slot, time: &str, cursor: usize) -> Html {
    let is_done = number < cursor;
    let mut parts = vec![text("no", slot.number, &(number + 1).to_string())];
    if let Some(at) = slot.clock.filter(|_| is_done) {
        parts.push(text("clock", at, &["t = ", time].concat()));
    }
    group(if is_done { "number" } else { "number ahead" }, parts).into()
}

/// Bars of one kind, with their text where it fits.
fn bars(kind: &'static str, bars: &[Bar], spans: &[Span], cursor: usize) -> Html {
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
        if let Some(client) = span.client {
            whole.add_attribute("data-client", client_number(client));
        }
        // A new key makes a new element, whose animation starts anew at each step.
        let step = if growing.is_empty() { 0 } else { cursor };
        whole.key = Some(format!("{kind}{}.{step}", bar.span).into());
        Some(Html::from(whole))
    };
    bars.iter().filter_map(bar).collect()
}

/// As much of a bar's words as there is room for: all, what stands before the dot, or nothing.
fn fitting(words: &str, room: usize) -> &str {
    let short = words.split(" · ").next().unwrap_or_default();
    [words, short]
        .into_iter()
        .find(|words| words.chars().count() <= room)
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
    whole.add_attribute("data-client", client_number(exchange.client));
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
fn mark_of(mark: &Mark, now: Option<usize>) -> Html {
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
    whole.add_attribute("data-client", client_number(mark.client));
    whole.into()
}

fn rect(class: impl Into<AttrValue>, area: Rect, radius: i32) -> Html {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    shape(
        "rect",
        class,
        &[
            ("x", x),
            ("y", y),
            ("width", width),
            ("height", height),
            ("rx", radius.max(0)),
        ],
    )
    .into()
}

fn line(class: impl Into<AttrValue>, (from, to): (Point, Point)) -> Html {
    shape(
        "line",
        class,
        &[("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)],
    )
    .into()
}

fn text(class: &'static str, at: Point, words: &str) -> Html {
    let mut text = shape("text", class, &[("x", at.x), ("y", at.y)]);
    text.add_child(VText::new(words.to_owned()).into());
    text.into()
}

fn path(class: impl Into<AttrValue>, d: impl Into<AttrValue>) -> Html {
    let mut path = shape("path", class, &[]);
    path.add_attribute("d", d);
    path.into()
}

/// Shapes in one group.
fn group(class: impl Into<AttrValue>, shapes: impl IntoIterator<Item = Html>) -> VTag {
    let mut group = shape("g", class, &[]);
    group.add_children(shapes);
    group
}

/// Any SVG element. A function rather than the macro, which writes its whole self out at each of many places: that is
/// what a score is made of, and it would weigh several kilobytes.
fn shape(tag: &'static str, class: impl Into<AttrValue>, lengths: &[(&'static str, i32)]) -> VTag {
    let mut shape = VTag::new(tag);
    shape.add_attribute("class", class);
    for (name, length) in lengths {
        shape.add_attribute(name, length.to_string());
    }
    shape
}

/// A pattern a client, so that colour is never the only difference; red hatching for what is broken; arrow heads.
fn defs() -> Html {
    const PATTERNS: [&str; CLIENTS_DRAWN] = [
        "M2 2h.01M6 6h.01",
        "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
        "M0 4h8",
        "M4 0v8M0 4h8",
        "M0 2l2 2l2 -2l2 2l2 -2",
    ];
    let pattern = |(client, d): (usize, &&'static str)| {
        let ground = Rect {
            x: 0,
            y: 0,
            width: 8,
            height: 8,
        };
        let mut tile = group("tile", [rect("ground", ground, 0), path("stroke", *d)]);
        tile.add_attribute("data-client", client_number(client));
        named(
            "pattern",
            ["p", &client_number(client)].concat(),
            &[("width", 8), ("height", 8)],
            tile.into(),
        )
    };
    let mut defs: Vec<Html> = PATTERNS.iter().enumerate().map(pattern).collect();
    let hatching = path("stroke", "M-1.5 4.5l3 3M0 0l6 6M4.5 -1.5l3 3");
    defs.push(named(
        "pattern",
        "broken",
        &[("width", 6), ("height", 6)],
        hatching,
    ));
    let head = path("stroke", "M1 1 7 4 1 7");
    let sizes = [
        ("refX", 6),
        ("refY", 4),
        ("markerWidth", 7),
        ("markerHeight", 7),
    ];
    defs.push(named("marker", "head", &sizes, head));
    let mut all = shape("defs", "", &[]);
    all.add_children(defs);
    all.into()
}

/// Something to be referred to by its id, which is unique within the shadow root.
fn named(
    tag: &'static str,
    id: impl Into<AttrValue>,
    lengths: &[(&'static str, i32)],
    content: Html,
) -> Html {
    let mut named = shape(tag, "", lengths);
    named.add_attribute("id", id);
    match tag {
        "marker" => {
            named.add_attribute("viewBox", "0 0 8 8");
            named.add_attribute("orient", "auto");
        }
        _ => named.add_attribute("patternUnits", "userSpaceOnUse"),
    }
    named.add_child(content);
    named.into()
}
