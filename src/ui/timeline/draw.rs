//! The score as SVG. Every place comes from the layout, every word and colour from the score.

use yew::prelude::*;

use super::explain;
use super::layout::{Bar, Drawing, Exchange, Lane, Mark, MarkShape, Point, Slot, Wire, WireEnd};
use super::score::{self, Happening, Score};
use super::svg::{circle, coloured, defs, group, line, path, rect, shape, text};
use crate::sim::Run;
use crate::tell;
use crate::ui::element::{Element, element, list};

/// What of a score is shown, and how.
pub struct Shown<'a> {
    /// The run, for what is said about its moves.
    pub run: &'a Run,
    /// How many moves are done.
    pub cursor: usize,
    /// Whether the last of them is shown as a movement.
    pub moving: bool,
    /// What the picture is called, for those who do not see it.
    pub label: String,
    /// Whether the picture brings the patterns and arrow heads that all pictures of its shadow root refer to: one does.
    pub has_defs: bool,
    /// A move that is marked, where two scores first differ.
    pub differs: Option<usize>,
    /// The move that is inspected.
    pub inspected: Option<usize>,
}

impl Shown<'_> {
    fn title(&self, score: &Score, slot: usize) -> String {
        tell::line::of_move(score.lang, self.run, slot)
    }
}

/// The first moves of the score.
pub fn picture(score: &Score, drawing: &Drawing, shown: &Shown) -> Html {
    let cursor = shown.cursor;
    let frame_of = |class: &'static str, slot: Option<usize>| {
        let mut places = drawing.slots.iter();
        let place = places.find(|place| Some(place.slot) == slot);
        place
            .map(|place| rect(class, place.area, 8))
            .unwrap_or_default()
    };
    let here = drawing.here.map(|area| rect("cursor", area, 8));
    let stretches = drawing.broken.iter().map(|area| rect("stretch", *area, 0));
    let lanes = drawing.store.iter().chain(&drawing.clients);
    // Each part keeps its place, full or empty, so that what is the same at the next step is seen to be the same.
    let parts = vec![
        if shown.has_defs {
            defs()
        } else {
            Html::default()
        },
        here.unwrap_or_default(),
        frame_of("inspected", shown.inspected),
        frame_of("differs", shown.differs),
        // One group, so that stretches that overlap are hatched once.
        group(stretches.collect()).class("broken").into(),
        all(&drawing.slots, |place| slot_head(score, place, shown)),
        line("life", drawing.server.line),
        lanes
            .map(|Lane { line: at, .. }| line("life", *at))
            .collect(),
        all(&drawing.ends, |bar| bar_of("end", score, bar, cursor)),
        all(&drawing.pauses, |bar| bar_of("pause", score, bar, cursor)),
        all(&drawing.leases, |bar| bar_of("lease", score, bar, cursor)),
        all(&drawing.beliefs, |bar| bar_of("belief", score, bar, cursor)),
        all(&drawing.values, |bar| bar_of("value", score, bar, cursor)),
        all(&drawing.stored, |bar| {
            bar_of("value stored", score, bar, cursor)
        }),
        all(&drawing.wires, |wire| wire_of(score, wire, shown)),
        all(&drawing.exchanges, |exchange| {
            exchange_of(score, exchange, shown)
        }),
        all(&drawing.marks, |mark| mark_of(score, mark, shown)),
        all(&drawing.alarms, |words| {
            text("alarm", words.at, &words.alarm.text)
        }),
        drawing.flag.map(flag).unwrap_or_default(),
    ];

    let class = match shown.moving {
        true => "picture moving",
        false => "picture",
    };
    shape(
        "svg",
        &[("width", drawing.width), ("height", drawing.height)],
    )
    .class(class)
    .attr("role", "img")
    .attr_of("aria-label", shown.label.clone())
    .list(parts)
    .into()
}

fn all<T>(items: &[T], draw: impl FnMut(&T) -> Html) -> Html {
    list(items.iter().map(draw).collect())
}

/// A group that tells of a move, for whoever points at it.
fn of_move(slot: usize, class: String, title: &str, mut parts: Vec<Html>) -> Element {
    parts.push(element("title").text(title).into());
    group(parts)
        .attr_of("class", class)
        .number("data-move", slot as i64)
}

/// A move's number and time; before it is done, a dot in the lane of the client whose move it is.
fn slot_head(score: &Score, place: &Slot, shown: &Shown) -> Html {
    let is_done = place.slot < shown.cursor;
    let mut parts = vec![
        rect("area", place.area, 0),
        text("no", place.number, &(place.slot + 1).to_string()),
    ];
    if let Some(at) = place.note.filter(|_| !is_done) {
        parts.push(circle("note", at, 2).into());
    }
    let time = score.slots.get(place.slot).map(|slot| slot.time.as_str());
    if let (Some(at), Some(time)) = (place.clock.filter(|_| is_done), time) {
        parts.push(text("clock", at, &["t = ", time].concat()));
    }
    let whole = match is_done {
        true => {
            let title = shown.title(score, place.slot);
            of_move(place.slot, "number".to_owned(), &title, parts)
        }
        false => group(parts).class("number ahead"),
    };
    whole.key(place.slot as u64).into()
}

/// A stretch of time, with its text where that fits.
fn bar_of(kind: &'static str, score: &Score, bar: &Bar, cursor: usize) -> Html {
    let state = &bar.span.state;
    let growing = match bar.grown_from {
        0 => " grows new",
        1000 => "",
        _ => " grows",
    };
    let radius = bar.area.width.min(bar.area.height) / 2 - 1;
    let grower = group(vec![rect("shape", bar.area, radius)])
        .class("grower")
        .style(&["--grown:", &bar.grown_from.to_string()].concat());
    let words = text("words", bar.text_at, fitting(&state.text, bar.room));
    // A new key makes a new element, whose animation starts anew at each step.
    let step = if growing.is_empty() { 0 } else { cursor };
    let class = [kind, " ", state.mark.class(), growing].concat();
    let title = explain::of_stretch(score.lang, kind, score, state);
    let whole = of_move(bar.span.from, class, &title, vec![grower.into(), words]).key_of(&key([
        // What held from the start ends in the move in which the first of a client's may begin.
        state.client.map_or(0, |client| client + 1),
        bar.span.from + usize::from(!bar.span.from_start),
        step,
    ]));
    let client = state.client.and_then(|client| score.clients.get(client));
    coloured(whole, client).into()
}

fn key(parts: [usize; 3]) -> String {
    parts.map(|part| part.to_string()).join(".")
}

/// As much of a bar's words as there is room for: all, what stands before the dot, or nothing.
pub(super) fn fitting(words: &str, room: usize) -> &str {
    // East Asian letters are wide: from the radicals on, each takes the room of two.
    let wide = |letter: &char| *letter >= '\u{2e80}';
    let columns = |words: &str| words.chars().count() + words.chars().filter(wide).count();
    let short = words.split('·').next().unwrap_or_default().trim_end();
    [words, short]
        .into_iter()
        .find(|words| columns(words) <= room)
        .unwrap_or_default()
}

fn exchange_of(score: &Score, exchange: &Exchange, shown: &Shown) -> Html {
    let now = shown.cursor.checked_sub(1);
    let slot = score.slots.get(exchange.slot);
    let Some(Happening::Call(call)) = slot.map(|slot| &slot.happening) else {
        return Html::default();
    };
    let is_now = now == Some(exchange.slot);
    let mut parts = Vec::new();
    parts.extend(exchange.there.map(|arrow| line("there", arrow)));
    parts.extend(exchange.back.map(|arrow| line("back", arrow)));
    if let Some((pill, command)) = &exchange.pill {
        let class = match call.is_unsent {
            true => "pill unsent",
            false => "pill",
        };
        parts.push(rect(class, *pill, 5));
        parts.push(text("command", exchange.command_at, command));
    } else if call.reply.is_some() {
        parts.push(circle("arrival", exchange.at, 4).into());
    }
    if let Some(reply) = &call.reply {
        parts.push(text("reply", exchange.reply_at, reply));
    }
    if is_now {
        parts.extend(exchange.there.map(|arrow| message("message out", arrow)));
        parts.extend(exchange.back.map(|arrow| message("message home", arrow)));
    }
    let class = if is_now { "exchange now" } else { "exchange" };
    let whole = of_move(
        exchange.slot,
        class.to_owned(),
        &shown.title(score, exchange.slot),
        parts,
    )
    .key(exchange.slot as u64);
    coloured(whole, score.clients.get(exchange.actor)).into()
}

/// A message that is on its way for longer than a move: an arrow that has left, and arrives when it does.
fn wire_of(score: &Score, wire: &Wire, shown: &Shown) -> Html {
    let now = shown.cursor.checked_sub(1);
    let class = match (wire.span.state.mark, wire.end) {
        (score::Mark::Live, WireEnd::Arrived) => "there",
        (score::Mark::Live, _) => "there open",
        (_, WireEnd::Arrived) => "back",
        (..) => "back open",
    };
    let last = wire.points.last().copied().unwrap_or(Point { x: 0, y: 0 });
    let mut parts = vec![path(class, &through(&wire.points))];
    let changed = match wire.end {
        WireEnd::Arrived => wire.span.to,
        WireEnd::OnWay(before) => {
            // It comes from where it was before the move.
            let from = way((last, before.unwrap_or(last)));
            parts.push(circle("waiting", last, 4).style(&from).into());
            now
        }
        WireEnd::Lost => {
            parts.push(cross("lost", last, 4));
            wire.span.to
        }
    };
    let is_now = changed == now;
    let class = if is_now { "wire now" } else { "wire" };
    let step = now.filter(|_| is_now).map_or(0, |now| now + 1);
    let whole = of_move(
        wire.span.from,
        class.to_owned(),
        &shown.title(score, wire.span.from),
        parts,
    )
    .key_of(&key([wire.flight, wire.span.from, step]));
    coloured(whole, score.clients.get(wire.client)).into()
}

/// A path through these points.
fn through(points: &[Point]) -> String {
    let mut d = String::new();
    for Point { x, y } in points {
        d.push_str(if d.is_empty() { "M" } else { "L" });
        d.push_str(&[x.to_string(), y.to_string()].join(" "));
    }
    d
}

/// From one point to another, for an animation.
fn way((from, to): (Point, Point)) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    ["--dx:", &dx.to_string(), "px;--dy:", &dy.to_string(), "px"].concat()
}

/// A dot that travels along an arrow.
fn message(class: &'static str, arrow: (Point, Point)) -> Html {
    circle(class, arrow.0, 4).style(&way(arrow)).into()
}

fn cross(class: &'static str, Point { x, y }: Point, half: i32) -> Html {
    let corner = |dx: i32, dy: i32| Point {
        x: x + dx,
        y: y + dy,
    };
    let falling = through(&[corner(-half, -half), corner(half, half)]);
    let rising = through(&[corner(-half, half), corner(half, -half)]);
    path(class, &[falling, rising].concat())
}

/// The flag at the first break.
fn flag(Point { x, y }: Point) -> Html {
    let at = [x.to_string(), y.to_string()].join(" ");
    path("flag", &["M", &at, "v14m0 -14l10 4l-10 4z"].concat())
}

/// A cross for an end, a ring for what a client did by itself, words for the rest.
fn mark_of(score: &Score, mark: &Mark, shown: &Shown) -> Html {
    let now = shown.cursor.checked_sub(1);
    let parts = match &mark.shape {
        MarkShape::Cross => vec![cross("crash", mark.at, 6)],
        MarkShape::Failure => vec![cross("crash", mark.at, 4)],
        MarkShape::Ring => vec![circle("local", mark.at, 6).into()],
        MarkShape::Note(area, words) => vec![
            rect("pill noted", *area, 11),
            text("words", mark.text_at, words),
        ],
    };
    let class = match now == Some(mark.slot) {
        true => "mark now",
        false => "mark",
    };
    let kind = u64::from(matches!(mark.shape, MarkShape::Failure));
    let whole = of_move(
        mark.slot,
        class.to_owned(),
        &shown.title(score, mark.slot),
        parts,
    )
    .key(mark.slot as u64 * 2 + kind);
    coloured(whole, score.clients.get(mark.client)).into()
}
