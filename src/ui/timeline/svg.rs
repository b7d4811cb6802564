//! SVG elements, and what a drawing's styles refer to: colours, patterns, arrow heads.

use yew::prelude::*;

use super::layout::{Point, Rect};
use crate::ui::element::{Element, element};
use sim::ClientId;

/// How many colours and patterns there are for clients.
const COLOURS: u8 = 5;

/// The number that gives a client its colour and pattern, in every timeline the same: `data-client` in the styles.
pub fn colour(id: ClientId) -> String {
    (id.0.saturating_sub(1) % COLOURS + 1).to_string()
}

/// Gives an element a client's colour and pattern, if it is a client's.
pub fn coloured(element: Element, id: Option<&ClientId>) -> Element {
    match id {
        Some(id) => element.attr_of("data-client", colour(*id)),
        None => element,
    }
}

/// A rectangle with round corners.
pub fn rect(class: &'static str, area: Rect, radius: i32) -> Html {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    let lengths = [
        ("x", x),
        ("y", y),
        ("width", width),
        ("height", height),
        ("rx", radius.max(0)),
    ];
    shape("rect", &lengths).class(class).into()
}

/// A straight line.
pub fn line(class: &'static str, (from, to): (Point, Point)) -> Html {
    let lengths = [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)];
    shape("line", &lengths).class(class).into()
}

/// A circle.
pub fn circle(class: &'static str, at: Point, radius: i32) -> Element {
    shape("circle", &[("cx", at.x), ("cy", at.y), ("r", radius)]).class(class)
}

/// Words: a text node, whatever they hold.
pub fn text(class: &'static str, at: Point, words: &str) -> Html {
    let text = shape("text", &[("x", at.x), ("y", at.y)]);
    text.class(class).text(words).into()
}

/// A path.
pub fn path(class: &'static str, d: &str) -> Html {
    element("path")
        .class(class)
        .attr_of("d", d.to_owned())
        .into()
}

/// Shapes in one group.
pub fn group(shapes: Vec<Html>) -> Element {
    element("g").list(shapes)
}

/// Any SVG element.
pub fn shape(tag: &'static str, lengths: &[(&'static str, i32)]) -> Element {
    lengths.iter().fold(element(tag), |shape, (name, length)| {
        shape.number(name, i64::from(*length))
    })
}

/// A pattern a client, so that colour is never the only difference, and an arrow head in its colour (WebKit has no
/// `context-stroke`); red hatching for what is broken.
pub fn defs() -> Html {
    const PATTERNS: [&str; COLOURS as usize] = [
        "M2 2h.01M6 6h.01",
        "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
        "M0 4h8",
        "M4 0v8M0 4h8",
        "M0 2l2 2l2 -2l2 2l2 -2",
    ];
    const HEAD: &str = "M-4.4 -2.6 .9 0 -4.4 2.6";
    let mut defs = Vec::new();
    for (number, d) in (1..).zip(&PATTERNS) {
        let id = ClientId(number);
        let ground = Rect {
            x: 0,
            y: 0,
            width: 8,
            height: 8,
        };
        let tile = group(vec![rect("ground", ground, 0), path("stroke", d)]).class("tile");
        let head = group(vec![path("stroke", HEAD)]).class("head");
        let name = |kind: &str| [kind, &colour(id)].concat();
        defs.push(named("pattern", name("p"), 8, coloured(tile, Some(&id))));
        defs.push(named("marker", name("h"), 0, coloured(head, Some(&id))));
    }
    // The reader's own arrows have the colour of the text.
    let head = group(vec![path("stroke", HEAD)]).class("head");
    defs.push(named("marker", "h0".to_owned(), 0, head));
    let hatching = element("path")
        .class("stroke")
        .attr("d", "M-1.5 4.5l3 3M0 0l6 6M4.5 -1.5l3 3");
    defs.push(named("pattern", "broken".to_owned(), 6, hatching));
    element("defs").list(defs).into()
}

/// Something to be referred to by its id, which is unique within the shadow root; `size` is that of a pattern's tile.
fn named(tag: &'static str, id: String, size: i32, content: Element) -> Html {
    let lengths = [("width", size), ("height", size)];
    let lengths = if size > 0 { &lengths[..] } else { &[] };
    shape(tag, lengths)
        .attr_of("id", id)
        .attr("patternUnits", "userSpaceOnUse")
        .attr("orient", "auto")
        .child(content)
        .into()
}
