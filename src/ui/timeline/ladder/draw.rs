//! A row of the ladder as HTML: text in cells, with bars and arrows drawn by the style sheet.

use std::rc::Rc;

use yew::prelude::*;

use super::super::actors::colour;
use super::super::words as say;
use super::bars::{Bar, BarKind};
use super::lanes::{Lane, LaneKind};
use super::rows::{Cell, Command, Content, LeaseEnd, Row, Value, Wire};
use crate::ui::element::{Element, button, element, text};
use base::text::Lang;
use lesson::Ending;
use sim::ClientId;
use tell::{Segment, SegmentKind};

/// Where a row is, seen from the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// Its move is done.
    Past,
    /// Its move is the last one done. Whether it is shown as a movement.
    Now(bool),
    /// Its move is to come: it keeps its height, unseen.
    Ahead,
}

/// The content of a row.
#[derive(Clone, Properties, PartialEq)]
pub struct RowProps {
    /// The language.
    pub lang: Lang,
    /// The row.
    pub row: Rc<Row>,
    /// The lanes, with the client of each, if it is one's.
    pub lanes: Rc<Vec<(Lane, Option<ClientId>)>>,
    /// Where it is.
    pub state: RowState,
    /// How many other branches leave after it.
    pub forks: usize,
    /// Whether it is the first that differs from the run beside it.
    pub differs: bool,
    /// The way to the first move, in its row while it is to come: how many moves there are, and what makes it.
    pub begins: Option<(usize, Callback<Event>)>,
}

/// A row. It is drawn anew when something of it has changed, and else left alone.
#[component]
pub fn RowView(props: &RowProps) -> Html {
    let RowProps {
        lang, row, lanes, ..
    } = props;
    let lang = *lang;
    let (is_now, is_moving) = match props.state {
        RowState::Now(is_moving) => (true, is_moving),
        RowState::Past | RowState::Ahead => (false, false),
    };
    let is_ahead = props.state == RowState::Ahead;
    let cells = row.cells.iter().zip(lanes.iter()).enumerate();
    let cells = cells.map(|(at, (cell, (lane, client)))| {
        let cell = cell_of(lang, *lane, *client, cell);
        Html::from(cell.key(at as u64))
    });
    let said = element("div")
        .attr("role", "cell")
        .class("said")
        .child(sentence(&row.sentence, row.broke.max(row.tint)))
        .when(props.begins.as_ref().map(|(moves, on_click)| {
            button(&say::begin(*moves as u64).get(lang), on_click).class("begin")
        }));
    let whole = element("div")
        .class("row")
        .attr("role", "row")
        .number("aria-rowindex", row.number as i64 + 2)
        .number("data-row", row.number as i64)
        .attr_if("aria-current", is_now.then_some("step"))
        .flag("data-ahead", is_ahead)
        .attr_if(
            "aria-hidden",
            (is_ahead && props.begins.is_none()).then_some("true"),
        )
        .flag("data-moving", is_moving)
        .flag("data-differs", props.differs && !is_ahead)
        .attr_if("data-tint", class_of(row.tint).filter(|_| !is_ahead))
        .child(time(lang, row, props.forks))
        .child(said)
        .list(cells.collect());
    match row.client {
        Some(client) => whole.attr_of("data-client", colour(client)).into(),
        None => whole.into(),
    }
}

/// The name of an ending in the style sheet.
pub fn class_of(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Holds => None,
        Ending::BothAct => Some("both"),
        Ending::Broken => Some("bad"),
    }
}

/// The margin: the time where it is another one, what broke first here, and the branches that leave.
fn time(lang: Lang, row: &Row, forks: usize) -> Element {
    let clock = row.time.as_ref().map(|time| {
        element("span")
            .class("when")
            .child(element("span").class("unseen").text(say::TIME_IS.get(lang)))
            .text(time)
    });
    let words = match row.broke {
        Ending::Broken => Some(say::BREAKS),
        Ending::BothAct => Some(say::BOTH_ACT),
        Ending::Holds => None,
    };
    let heard = |words: base::text::Text| element("span").class("unseen").text(words.get(lang));
    let forks = (forks > 0).then(|| {
        element("span")
            .class("forks")
            .attr_of("title", say::forks(forks as u64).get(lang))
            .child(
                element("span")
                    .attr("aria-hidden", "true")
                    .text(&["↳", &forks.to_string()].concat()),
            )
            .child(
                element("span")
                    .class("unseen")
                    .text(&say::forks(forks as u64).get(lang)),
            )
    });
    element("div")
        .attr("role", "cell")
        .class("time")
        .flag("data-jump", row.has_jumped)
        .when(clock)
        .when(words.map(|_| mark(row.broke)))
        .when(words.map(heard))
        .when(forks)
}

/// The mark of an outcome: its shape says it as well as its colour.
pub fn mark(ending: Ending) -> Element {
    element("span")
        .class("broke")
        .attr("data-harm", class_of(ending).unwrap_or("well"))
        .attr("aria-hidden", "true")
        .text(match ending {
            Ending::Broken => "✕",
            Ending::BothAct => "‖",
            Ending::Holds => "✓",
        })
}

/// A sentence; clients have their colours in it, and what went wrong the colour of how bad that is.
pub fn sentence(segments: &[Segment], ending: Ending) -> Element {
    let harm = class_of(ending).unwrap_or("bad");
    let piece = |segment: &Segment| -> Html {
        match segment.kind {
            SegmentKind::Plain => named(&segment.text),
            SegmentKind::Code => element("code").text(&segment.text).into(),
            SegmentKind::Bad => element("strong")
                .attr("data-harm", harm)
                .child(named(&segment.text))
                .into(),
        }
    };
    element("span").list(segments.iter().map(piece).collect())
}

/// A text in which the names of clients have their colours.
pub fn named(words: &str) -> Html {
    let mut parts: Vec<Html> = Vec::new();
    let mut rest = words;
    let mut plain_to = 0;
    while let Some(at) = rest.get(plain_to..).and_then(|tail| tail.find('C')) {
        let at = plain_to + at;
        let Some(client) = client_at(rest, at) else {
            plain_to = at + 1;
            continue;
        };
        parts.push(text(rest.get(..at).unwrap_or_default()));
        parts.push(
            element("b")
                .class("who")
                .attr_of("data-client", colour(client))
                .text(&client.to_string())
                .into(),
        );
        (rest, plain_to) = (rest.get(at + 2..).unwrap_or_default(), 0);
    }
    parts.push(text(rest));
    crate::ui::element::list(parts)
}

/// The client whose name stands at this byte.
fn client_at(words: &str, at: usize) -> Option<ClientId> {
    let bytes = words.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let digit = bytes
        .get(at + 1)
        .filter(|digit| (b'1'..=b'9').contains(digit))?;
    let is_name = !at.checked_sub(1).is_some_and(is_word) && !is_word(at + 2);
    is_name.then(|| ClientId(digit - b'0'))
}

/// A cell.
pub fn cell_of(lang: Lang, lane: Lane, client: Option<ClientId>, cell: &Cell) -> Element {
    let bars = cell.bars.iter().enumerate();
    let bars = bars.map(|(at, bar)| Html::from(bar_of(bar).key(at as u64)));
    let (left, right) = wires(&cell.request, &cell.reply);
    let content = match &cell.content {
        Content::Nothing => None,
        Content::Value(value) => Some(value_of(lang, value)),
        Content::Dots(all) => {
            let dots = all.iter().map(|value| Html::from(dot(lang, value)));
            Some(element("span").class("dots").list(dots.collect()))
        }
        Content::Command(command) => Some(command_of(lang, command)),
        Content::Note(note) => Some(element("span").class("note").text(note)),
        Content::Crash => Some(sign("✕", Some(say::STOPS.get(lang)))),
        Content::Local => Some(sign("○", None)),
    };
    let whole = element("div")
        .attr("role", "cell")
        .class("track")
        .flag("data-over", cell.is_over)
        .flag("data-folded", lane.is_folded)
        .flag("data-place", matches!(lane.kind, LaneKind::Client(_)))
        .list(bars.collect())
        .when(left)
        .child(element("span").class("mid").when(content))
        .when(right)
        .when(cell.ends.as_ref().map(|end| lease_end(lang, end)));
    match client {
        Some(client) => whole.attr_of("data-client", colour(client)),
        None => whole,
    }
}

fn sign(sign: &'static str, words: Option<&'static str>) -> Element {
    element("span")
        .class("sign")
        .child(element("span").attr("aria-hidden", "true").text(sign))
        .when(words.map(|words| element("span").class("unseen").text(words)))
}

fn bar_of(bar: &Bar) -> Element {
    let class = match bar.kind {
        BarKind::Belief => "bar belief",
        BarKind::Lease => "bar lease",
        BarKind::Pause => "bar pause",
        BarKind::Cut => "bar cut",
        BarKind::Request => "bar request",
        BarKind::Reply => "bar back",
        BarKind::More(_) => "bar more",
    };
    let until = (!bar.text.is_empty()).then(|| {
        element("span")
            .class("until")
            .attr("aria-hidden", "true")
            .text(&bar.text)
    });
    element("i")
        .class(class)
        .attr("data-mark", bar.mark.class())
        .flag("data-begins", bar.begins)
        .flag("data-ends", bar.ends)
        .style(&["--at:", &bar.place.to_string()].concat())
        .when(until)
}

/// The arrows at the left and at the right of what stands in a cell. In a lane that they only cross, they meet.
fn wires(request: &Wire, reply: &Wire) -> (Option<Element>, Option<Element>) {
    let wire = |class: &'static str, request: Option<&'static str>, reply: Option<&'static str>| {
        element("i")
            .class(class)
            .attr_if("data-request", request)
            .attr_if("data-reply", reply)
    };
    let is_passed = |wire: &Wire| wire.left && wire.right;
    let left = match (request.left, request.is_open, request.is_lost) {
        (_, true, true) => Some("lost"),
        (_, true, false) => Some("open"),
        (true, ..) => Some("line"),
        _ => None,
    };
    let left_reply = reply.left.then_some(match reply.head && !is_passed(reply) {
        true => "head",
        false => "line",
    });
    let right = request.right.then_some(match request.head {
        true => "head",
        false => "line",
    });
    let right_reply = reply.right.then_some("line");
    let is_any = left.is_some() || left_reply.is_some() || right.is_some() || right_reply.is_some();
    if !is_any {
        return (None, None);
    }
    (
        Some(wire("wire left", left, left_reply)),
        Some(wire("wire right", right, right_reply)),
    )
}

fn value_of(lang: Lang, value: &Value) -> Element {
    let owner = value.owner.map(|id| id.to_string());
    let about = match (&*value.about, &owner) {
        ("", Some(owner)) => owner.clone(),
        (about, _) => about.to_owned(),
    };
    let chip = element("span")
        .class("chip")
        .attr_of("title", [&*value.text, " ", &about].concat())
        .text(&value.text);
    let answer = value.answer.filter(|_| value.server.is_some());
    let whole = element("span")
        .class("held")
        .attr("data-mark", value.mark.class())
        .flag("data-old", value.is_old)
        .flag("data-cut", value.is_cut)
        .child(chip)
        .when(answer.map(|is_yes| tick(lang, is_yes)))
        .when((!about.is_empty()).then(|| element("small").text(&about)))
        .when(
            value
                .note
                .as_ref()
                .map(|note| element("span").class("note").text(note)),
        );
    owned(whole, value.owner)
}

fn owned(element: Element, owner: Option<ClientId>) -> Element {
    match owner {
        Some(owner) => element.attr_of("data-client", colour(owner)),
        None => element,
    }
}

/// A server's answer.
fn tick(lang: Lang, is_yes: bool) -> Element {
    let (sign, words) = match is_yes {
        true => ("✓", say::SAYS_YES),
        false => ("✗", say::SAYS_NO),
    };
    element("span")
        .class("tick")
        .child(element("span").attr("aria-hidden", "true").text(sign))
        .child(element("span").class("unseen").text(words.get(lang)))
}

/// One of many servers: its letter, in the colour of who wrote its value.
fn dot(lang: Lang, value: &Value) -> Element {
    let letter = value.server.as_deref().unwrap_or_default();
    let held = [": ", &value.text, " ", &value.about].concat();
    let whole = element("span")
        .class("dot")
        .attr("data-mark", value.mark.class())
        .flag("data-cut", value.is_cut)
        .attr_of("title", [letter, &held].concat())
        .child(element("b").text(letter))
        .child(element("span").class("unseen").text(&held))
        .when(value.answer.map(|is_yes| tick(lang, is_yes)))
        .when(
            value
                .note
                .as_ref()
                .map(|note| element("span").class("note").text(note)),
        );
    owned(whole, value.owner)
}

/// A command: its verb and the argument that changed are seen, the whole of it is heard.
fn command_of(lang: Lang, command: &Command) -> Element {
    let (verb, arguments) = command
        .brief
        .split_once(' ')
        .unwrap_or((&command.brief, ""));
    let words = element("span")
        .attr("aria-hidden", "true")
        .child(element("b").text(verb))
        .when((!arguments.is_empty()).then(|| {
            element("span")
                .class("arguments")
                .text(&[" ", arguments].concat())
        }));
    let pill = element("span")
        .class("pill")
        .flag("data-unsent", command.is_unsent)
        .flag("data-second", command.is_second)
        .attr_of("title", command.full.clone())
        .child(words);
    let reply = command.reply.as_ref().map(|reply| {
        element("span")
            .class("reply")
            .attr_of("title", command.replies.clone())
            .child(
                element("span")
                    .class("unseen")
                    .text(say::REPLY_IS.get(lang)),
            )
            .text(reply)
    });
    let failed = || sign("✕", Some(say::STOPS.get(lang)));
    let timed_out = || sign("◷", Some(say::TIMED_OUT.get(lang)));
    element("span")
        .class("call")
        .when((!command.brief.is_empty()).then_some(pill))
        .child(element("span").class("unseen").text(&command.full))
        .child(
            element("span")
                .class("replied")
                .when(reply)
                .when(command.has_failed.then(failed))
                .when(command.has_timed_out.then(timed_out)),
        )
}

/// A lease's end within a jump of time.
fn lease_end(lang: Lang, end: &LeaseEnd) -> Element {
    let place = (end.place + 1) * 100 / (end.of + 1);
    element("span")
        .class("passed")
        .style(&["--place:", &place.to_string(), "%"].concat())
        .attr_of("title", say::lease_ends(&*end.time).get(lang))
        .child(element("span").attr("aria-hidden", "true").text(&end.time))
        .child(
            element("span")
                .class("unseen")
                .text(&say::lease_ends(&*end.time).get(lang)),
        )
}
