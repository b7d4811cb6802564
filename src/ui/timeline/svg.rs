//! SVG elements, and what a drawing's styles refer to: colours, patterns, arrow heads.
//!
//! Functions rather than the `html!` macro, which writes its whole self out at each of many places: that is what a score
//! is made of, and it would weigh several kilobytes.

use yew::prelude::*;
use yew::virtual_dom::{VTag, VText};

use super::layout::{Point, Rect};
use crate::sim::ClientId;

/// How many colours and patterns there are for clients.
const COLOURS: u8 = 5;

/// The number that gives a client its colour and pattern, in every timeline the same: `data-client` in the styles.
pub fn colour(id: ClientId) -> String {
    (id.0.saturating_sub(1) % COLOURS + 1).to_string()
}

/// Gives an element a client's colour and pattern, if it is a client's.
pub fn coloured(element: &mut VTag, id: Option<&ClientId>) {
    if let Some(id) = id {
        element.add_attribute("data-client", colour(*id));
    }
}

/// A rectangle with round corners.
pub fn rect(class: impl Into<AttrValue>, area: Rect, radius: i32) -> Html {
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

/// A straight line.
pub fn line(class: impl Into<AttrValue>, (from, to): (Point, Point)) -> Html {
    shape(
        "line",
        class,
        &[("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)],
    )
    .into()
}

/// Words: a text node, whatever they hold.
pub fn text(class: &'static str, at: Point, words: &str) -> Html {
    let mut text = shape("text", class, &[("x", at.x), ("y", at.y)]);
    text.add_child(VText::new(words.to_owned()).into());
    text.into()
}

/// A path.
pub fn path(class: impl Into<AttrValue>, d: impl Into<AttrValue>) -> Html {
    let mut path = shape("path", class, &[]);
    path.add_attribute("d", d);
    path.into()
}

/// Shapes in one group.
pub fn group(class: impl Into<AttrValue>, shapes: impl IntoIterator<Item = Html>) -> VTag {
    let mut group = shape("g", class, &[]);
    group.add_children(shapes);
    group
}

/// Any SVG element.
pub fn shape(
    tag: &'static str,
    class: impl Into<AttrValue>,
    lengths: &[(&'static str, i32)],
) -> VTag {
    let mut shape = VTag::new(tag);
    shape.add_attribute("class", class);
    for (name, length) in lengths {
        shape.add_attribute(name, length.to_string());
    }
    shape
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
    let of_client = |(number, d): (u8, &&'static str)| {
        let id = ClientId(number);
        let ground = Rect {
            x: 0,
            y: 0,
            width: 8,
            height: 8,
        };
        let mut tile = group("tile", [rect("ground", ground, 0), path("stroke", *d)]);
        let mut head = group("head", [path("stroke", "M-4.4 -2.6 .9 0 -4.4 2.6")]);
        coloured(&mut tile, Some(&id));
        coloured(&mut head, Some(&id));
        let name = |kind: &str| [kind, &colour(id)].concat();
        [
            named(
                "pattern",
                name("p"),
                &[("width", 8), ("height", 8)],
                tile.into(),
            ),
            named("marker", name("h"), &[], head.into()),
        ]
    };
    let mut defs: Vec<Html> = (1..).zip(&PATTERNS).flat_map(of_client).collect();
    let hatching = path("stroke", "M-1.5 4.5l3 3M0 0l6 6M4.5 -1.5l3 3");
    defs.push(named(
        "pattern",
        "broken",
        &[("width", 6), ("height", 6)],
        hatching,
    ));
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
    named.add_attribute("patternUnits", "userSpaceOnUse");
    named.add_attribute("orient", "auto");
    named.add_child(content);
    named.into()
}
