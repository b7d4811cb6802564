//! The score as SVG. Every place comes from the layout, every word and colour from the score.

use yew::prelude::*;

use super::layout::{
    Bar, Direction, Drawing, Exchange, Lane, Mark, MarkShape, Point, Rect, Slot, Wire, WireEnd,
    Words, text_width,
};
use super::score::{self, Happening, Score};
use super::svg::{circle, coloured, defs, group, line, path, rect, shape, text};
use crate::ui::element::{Element, list};

/// What of a score is shown, and how.
pub struct Shown {
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
    let stretches = |areas: &[Rect]| areas.iter().map(|area| rect("stretch", *area, 0)).collect();
    let lanes = drawing.store.iter().chain(&drawing.clients);
    let is_named = |words: &Words| words.alarm.slot + 1 == cursor;
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
        // One group each, so that stretches that overlap are drawn once.
        group(stretches(&drawing.tinted)).class("tint").into(),
        group(stretches(&drawing.broken)).class("broken").into(),
        line("axis", drawing.axis),
        all(&drawing.jumps, |at| jump(*at, drawing.direction)),
        drawing
            .servers
            .iter()
            .enumerate()
            .map(|(place, lane)| life_ahead(place, lane, drawing))
            .collect(),
        lanes.map(|lane| life(lane, drawing)).collect(),
        all(&drawing.slots, |place| slot_head(score, place, shown)),
        all(&drawing.cuts, |bar| bar_of("cut", score, bar, cursor)),
        all(&drawing.ends, |bar| bar_of("end", score, bar, cursor)),
        all(&drawing.pauses, |bar| bar_of("pause", score, bar, cursor)),
        all(&drawing.leases, |bar| bar_of("lease", score, bar, cursor)),
        all(&drawing.beliefs, |bar| bar_of("belief", score, bar, cursor)),
        all(&drawing.values, |bar| bar_of("value", score, bar, cursor)),
        all(&drawing.lacks, |bar| bar_of("lack", score, bar, cursor)),
        all(&drawing.stored, |bar| {
            bar_of("stored value", score, bar, cursor)
        }),
        all(&drawing.wires, |wire| wire_of(score, wire, shown)),
        all(&drawing.exchanges, |exchange| {
            exchange_of(score, exchange, shown)
        }),
        all(&drawing.marks, |mark| mark_of(score, mark, shown)),
        all(&drawing.alarms, |words| {
            let class = match is_named(words) {
                true => "alarm now",
                false => "alarm",
            };
            let plate = words.plate.map(|area| rect("plate", area, 3));
            let words = text(class, words.at, &words.alarm.text);
            list(vec![plate.unwrap_or_default(), words])
        }),
        drawing
            .caption
            .as_ref()
            .map(|caption| text("caption", caption.at, caption.words))
            .unwrap_or_default(),
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

/// A part that may be missing. It keeps its place then: Yew compares parts from the last one on, and would take those
/// before a part that comes or goes for others.
fn there<T>(part: Option<T>, draw: impl FnOnce(T) -> Html) -> Html {
    part.map(draw).unwrap_or_default()
}

/// A group that is about a move: [`super::tip`] says what it is, and choosing it goes there.
fn of_move(slot: usize, class: String, parts: Vec<Html>) -> Element {
    group(parts)
        .attr_of("class", class)
        .number("data-move", slot as i64)
}

/// A move's number and time; before it is done, the room that it will take.
fn slot_head(score: &Score, place: &Slot, shown: &Shown) -> Html {
    let is_done = place.slot < shown.cursor;
    let ghost = place.ghost.filter(|_| !is_done);
    let time = score.slots.get(place.slot).map(|slot| slot.time.as_str());
    let clock = place.clock.filter(|_| is_done).zip(time);
    let parts = vec![
        rect("area", place.area, 0),
        text("no", place.number, &(place.slot + 1).to_string()),
        there(ghost, |area| rect("ghost", area, 5)),
        there(clock, |(at, time)| text("clock", at, time)),
    ];
    let class = match is_done {
        true => "number",
        false if place.slot == shown.cursor => "ahead next",
        false => "ahead",
    };
    of_move(place.slot, class.to_owned(), parts)
        .key(place.slot as u64)
        .into()
}

/// A server's life line, where no value is drawn yet.
fn life_ahead(place: usize, lane: &Lane, drawing: &Drawing) -> Html {
    let (from, to) = lane.line;
    let values = drawing.values.iter();
    let ends = values
        .filter(|bar| bar.server == Some(place))
        .map(|bar| Point {
            x: bar.area.x + bar.area.width,
            y: bar.area.y + bar.area.height,
        });
    let from = match drawing.direction {
        Direction::Right => Point {
            x: ends.map(|end| end.x).fold(from.x, i32::max).min(to.x),
            ..from
        },
        Direction::Down => Point {
            y: ends.map(|end| end.y).fold(from.y, i32::max).min(to.y),
            ..from
        },
    };
    line("life", (from, to))
}

/// A lane's life line: it ends where its client does.
fn life(lane: &Lane, drawing: &Drawing) -> Html {
    let (from, to) = lane.line;
    let mut points = vec![from];
    for end in &drawing.ends {
        let Rect {
            x,
            y,
            width,
            height,
        } = end.area;
        let middle = match drawing.direction {
            Direction::Right => y + height / 2,
            Direction::Down => x + width / 2,
        };
        if middle != lane.middle {
            continue;
        }
        points.extend(match drawing.direction {
            Direction::Right => [
                Point { x, ..from },
                Point {
                    x: x + width,
                    ..from
                },
            ],
            Direction::Down => [
                Point { y, ..from },
                Point {
                    y: y + height,
                    ..from
                },
            ],
        });
    }
    points.push(to);
    let pieces = points.chunks(2).map(through);
    path("life", &pieces.collect::<String>())
}

/// The break of the axis at which time jumps.
fn jump(Point { x, y }: Point, direction: Direction) -> Html {
    let (from, way) = match direction {
        Direction::Right => (Point { x: x - 10, y }, "l3-5 5 10 5-10 5 10 2-5"),
        Direction::Down => (Point { x, y: y - 10 }, "l-5 3 10 5-10 5 10 5-5 2"),
    };
    let way = |class| path(class, &[&through(&[from]), way].concat());
    group(vec![way("gap"), way("zigzag")]).class("jump").into()
}

/// A stretch of time, with its text where that fits.
fn bar_of(kind: &'static str, score: &Score, bar: &Bar, cursor: usize) -> Html {
    let state = &bar.span.state;
    // A step back and forth between two names starts the animation anew, without a new element.
    let growing = match (bar.grown_from, cursor % 2) {
        (1000, _) => "",
        // Nothing is seen of it.
        _ if kind == "end" => "",
        (0, 0) => " grows new",
        (0, _) => " grows again new",
        (_, 0) => " grows",
        _ => " grows again",
    };
    let radius = bar.area.width.min(bar.area.height) / 2 - 1;
    let words = fitting(&state.text, bar.room);
    let woven = (kind != "lease").then(|| woven(bar, words));
    let woven = woven.flatten();
    let shapes = vec![
        rect("shape", bar.area, radius),
        there(woven, |area| rect("weave", area, radius)),
    ];
    let grower = group(shapes)
        .class("grower")
        .style(&["--grown:", &bar.grown_from.to_string()].concat());
    let words = text("words", bar.text_at, words);
    let class = [kind, " ", state.mark.class(), growing].concat();
    let server = bar.server.unwrap_or_default();
    let whole = of_move(bar.span.from, class, vec![grower.into(), words]).key_of(&key([
        // What held from the start ends in the move in which the first of a client's may begin.
        state.client.map_or(0, |client| client + 1) + server * (score.clients.len() + 1),
        bar.span.from + usize::from(!bar.span.from_start),
        0,
    ]));
    let whole = match bar.server.filter(|_| score.has_several()) {
        Some(server) => whole.number("data-server", server as i64),
        None => whole,
    };
    let client = state.client.and_then(|client| score.clients.get(client));
    coloured(whole, client).into()
}

/// Where a bar has its client's pattern: beside its words, where there is room.
fn woven(bar: &Bar, words: &str) -> Option<Rect> {
    const LEAST: i32 = 8;
    let Rect {
        x,
        y,
        width,
        height,
    } = bar.area;
    let (end_x, end_y) = (x + width - 2, y + height - 2);
    let (x, y) = match (words.is_empty(), bar.is_across) {
        (true, _) => (x + 2, y + 2),
        (false, true) => (bar.text_at.x + text_width(words) + 6, y + 2),
        (false, false) => (x + 2, bar.text_at.y + 7),
    };
    let area = Rect {
        x,
        y,
        width: end_x - x,
        height: end_y - y,
    };
    (area.width >= LEAST && area.height >= LEAST).then_some(area)
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
    let reply = call.reply.as_deref();
    let plate = exchange.reply_plate.filter(|_| reply.is_some());
    let pill = exchange.pill.as_ref();
    let has_arrived = pill.is_none() && reply.is_some();
    let moving = |arrow: Option<(Point, Point)>| arrow.filter(|_| is_now);
    let whole_way = exchange.there.first().zip(exchange.there.last());
    let whole_way = whole_way.map(|(first, last)| (first.0, last.1));
    let second = pill.filter(|_| exchange.is_second);
    let parts = vec![
        all(&exchange.there, |arrow| line("there", *arrow)),
        all(&exchange.lost, |arrow| {
            let cross = cross("lost", arrow.1, 4);
            list(vec![line("there open", *arrow), cross])
        }),
        there(exchange.back, |arrow| line("back", arrow)),
        there(pill, |(pill, _)| {
            let class = match call.is_unsent {
                true => "pill unsent",
                false => "pill",
            };
            rect(class, *pill, 5)
        }),
        there(second, |(pill, _)| rect("second", around(*pill, 3), 7)),
        there(pill, |(_, command)| {
            text("command", exchange.command_at, command)
        }),
        there(has_arrived.then_some(exchange.at), |at| {
            circle("arrival", at, 4).into()
        }),
        there(plate, |area| rect("plate", area, 3)),
        there(reply, |reply| text("reply", exchange.reply_at, reply)),
        all(&exchange.answers, |answer| answer_of(*answer)),
        there(moving(whole_way), |arrow| message("message out", arrow)),
        there(moving(exchange.back), |arrow| {
            message("message home", arrow)
        }),
    ];
    let class = if is_now { "exchange now" } else { "exchange" };
    let whole = of_move(exchange.slot, class.to_owned(), parts).key(exchange.slot as u64);
    coloured(whole, score.clients.get(exchange.actor)).into()
}

/// A rectangle around another, so far from it.
fn around(area: Rect, away: i32) -> Rect {
    Rect {
        x: area.x - away,
        y: area.y - away,
        width: area.width + 2 * away,
        height: area.height + 2 * away,
    }
}

/// What one of several servers answered: a tick for yes, a cross for no.
fn answer_of((at, is_yes): (Point, bool)) -> Html {
    let sign = match is_yes {
        true => "m-2.5 0l2 2 3-4",
        false => "m-2-2l4 4m0-4l-4 4",
    };
    let sign = [&through(&[at]), sign].concat();
    let class = if is_yes { "answer yes" } else { "answer no" };
    group(vec![circle("seal", at, 5).into(), path("sign", &sign)])
        .class(class)
        .into()
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
    let whole = of_move(wire.span.from, class.to_owned(), parts).key_of(&key([
        wire.flight,
        wire.span.from,
        step,
    ]));
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
        MarkShape::TimeOut => vec![
            circle("local", mark.at, 6).into(),
            path("hands", &[&through(&[mark.at]), "v-4m0 4h3"].concat()),
        ],
        MarkShape::Note(area, words, arrow) => {
            let mut parts: Vec<Html> = arrow.iter().map(|arrow| line("there", *arrow)).collect();
            parts.push(rect("pill noted", *area, 11));
            parts.push(text("words", mark.text_at, words));
            parts
        }
    };
    let class = match now == Some(mark.slot) {
        true => "mark now",
        false => "mark",
    };
    let kind = match mark.shape {
        MarkShape::Failure => 1,
        MarkShape::TimeOut => 2,
        _ => 0,
    };
    let whole = of_move(mark.slot, class.to_owned(), parts).key(mark.slot as u64 * 3 + kind);
    let client = mark.client.and_then(|client| score.clients.get(client));
    coloured(whole, client).into()
}
