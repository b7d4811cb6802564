//! What the drawing shows, explained by samples: made from what is drawn, so that nothing is explained that is not there.

use yew::prelude::*;

use super::layout::{Bar, Drawing, MarkShape, Slot, WireEnd};
use super::score::Mark;
use super::words as say;
use crate::ui::element::{Element, element};
use base::text::{Lang, Text};

/// A sample: the group's class, and its shapes as paths with their classes.
type Sample = (&'static str, &'static [(&'static str, &'static str)]);

const BAR: &str = "M2 5h52v14h-52z";
const WEAVE: &str = "M4 7h48v10h-48z";
const PILL: &str = "M3 3h50v18h-50z";
const LINE: &str = "M0 12h56";
const CROSS: &str = "M22 6l12 12m-12 0l12 -12";
const RING: &str = "M22 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z";
const DOT: &str = "M24 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z";

/// The samples of what is in the drawing, each with its words.
pub fn legend(lang: Lang, drawing: &Drawing, has_strip: bool) -> Element {
    let has = |bars: &[Bar], mark: Mark| bars.iter().any(|bar| bar.span.state.mark == mark);
    let marked =
        |wanted: fn(&MarkShape) -> bool| drawing.marks.iter().any(|mark| wanted(&mark.shape));
    let is_ahead = |slot: &Slot| {
        let here = drawing.here;
        here.is_none_or(|here| slot.area.x > here.x || slot.area.y > here.y)
    };
    let sent = |wanted: fn(&WireEnd) -> bool| drawing.wires.iter().any(|wire| wanted(&wire.end));
    let all: [(bool, Sample, Text); 26] = [
        (
            !drawing.exchanges.is_empty(),
            ("exchange", &[("pill", PILL)]),
            say::LEGEND_CALL,
        ),
        (
            drawing.exchanges.iter().any(|call| !call.there.is_empty()),
            (
                "exchange now",
                &[("there", "M4 8h44"), ("back", "M50 17h-44")],
            ),
            say::LEGEND_ARROWS,
        ),
        (
            has(&drawing.values, Mark::Live),
            ("value live", &[("shape", BAR), ("weave", WEAVE)]),
            say::LEGEND_VALUE,
        ),
        (
            has(&drawing.values, Mark::Lapsed),
            ("value lapsed", &[("shape", BAR)]),
            say::LEGEND_LAPSED,
        ),
        (
            !drawing.stored.is_empty(),
            ("stored value live", &[("shape", BAR), ("weave", WEAVE)]),
            say::LEGEND_STORED,
        ),
        (
            has(&drawing.beliefs, Mark::Live),
            ("belief live", &[("shape", BAR), ("weave", WEAVE)]),
            say::LEGEND_BELIEF,
        ),
        (
            has(&drawing.beliefs, Mark::Lapsed),
            ("belief lapsed", &[("shape", BAR)]),
            say::LEGEND_PAST,
        ),
        (
            !drawing.leases.is_empty(),
            ("lease live", &[("shape", "M0 10h56v4h-56z")]),
            say::LEGEND_LEASE,
        ),
        (
            !drawing.pauses.is_empty(),
            ("pause live", &[("shape", BAR)]),
            say::LEGEND_PAUSE,
        ),
        (
            marked(|shape| matches!(shape, MarkShape::Cross | MarkShape::Failure)),
            ("mark", &[("crash", CROSS)]),
            say::LEGEND_CROSS,
        ),
        (
            marked(|shape| matches!(shape, MarkShape::Ring)),
            ("mark", &[("local", RING)]),
            say::LEGEND_RING,
        ),
        (
            marked(|shape| matches!(shape, MarkShape::Note(..))),
            ("mark", &[("pill noted", PILL)]),
            say::LEGEND_NOTE,
        ),
        (
            sent(|end| matches!(end, WireEnd::OnWay(_))),
            ("wire", &[("there open", LINE), ("waiting", DOT)]),
            say::LEGEND_ON_WAY,
        ),
        (
            has(&drawing.values, Mark::Down),
            ("value down", &[("shape", BAR)]),
            say::LEGEND_DOWN,
        ),
        (
            !drawing.cuts.is_empty(),
            ("cut live", &[("shape", BAR)]),
            say::LEGEND_CUT,
        ),
        (
            !drawing.lacks.is_empty(),
            ("lack live", &[("shape", "M0 10h56v3h-56z")]),
            say::LEGEND_LACK,
        ),
        (
            drawing
                .exchanges
                .iter()
                .any(|call| !call.answers.is_empty()),
            (
                "answer yes",
                &[
                    ("seal", "M12 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z"),
                    ("sign", "M15 12l2 2 3-4"),
                    ("there open", "M34 10l4 4m0-4l-4 4"),
                ],
            ),
            say::LEGEND_ANSWERS,
        ),
        (
            marked(|shape| matches!(shape, MarkShape::TimeOut)),
            ("mark", &[("local", RING), ("hands", "M28 12v-4m0 4h3")]),
            say::LEGEND_TIME_OUT,
        ),
        (
            drawing.exchanges.iter().any(|call| call.is_second),
            ("exchange", &[("second", "M0 0h56v24h-56z"), ("pill", PILL)]),
            say::LEGEND_SECOND,
        ),
        (
            sent(|end| matches!(end, WireEnd::Lost))
                || drawing.exchanges.iter().any(|call| !call.lost.is_empty()),
            ("wire", &[("lost", CROSS)]),
            say::LEGEND_LOST,
        ),
        (
            !drawing.slots.is_empty(),
            ("cursor", &[("cursor", "M14 0h28v24h-28z")]),
            say::LEGEND_HERE,
        ),
        (
            drawing.slots.iter().any(is_ahead),
            ("ahead", &[("ghost", PILL)]),
            say::LEGEND_AHEAD,
        ),
        (
            !drawing.jumps.is_empty(),
            (
                "jump",
                &[
                    ("axis", LINE),
                    ("gap", "M18 12h20"),
                    ("zigzag", "M18 12l3-5 5 10 5-10 5 10 2-5"),
                ],
            ),
            say::LEGEND_JUMP,
        ),
        (
            !drawing.broken.is_empty(),
            ("broken", &[("stretch", "M0 8h56v8h-56z")]),
            say::LEGEND_BROKEN,
        ),
        (
            drawing.flag.is_some(),
            ("", &[("flag", "M24 5v14m0 -14l10 4l-10 4z")]),
            say::LEGEND_FLAG,
        ),
        (
            has_strip,
            (
                "strip",
                &[("shape", "M0 9h56v6h-56z"), ("seen", "M16 5h20v14h-20z")],
            ),
            say::LEGEND_STRIP,
        ),
    ];
    let rows = all
        .into_iter()
        .zip(0..)
        .filter(|((is_there, ..), _)| *is_there);
    let rows = rows.map(|((_, sample, words), key)| row(lang, sample, words, key).into());
    element("ul")
        .class("key")
        .attr("aria-label", say::LEGEND.get(lang))
        .list(rows.collect())
}

fn row(lang: Lang, (class, shapes): Sample, words: Text, key: u64) -> Element {
    let shape = |(class, d): &(&'static str, &'static str)| -> Html {
        element("path").class(class).attr("d", d).into()
    };
    let picture = element("svg")
        .class("picture")
        .attr("width", "56")
        .attr("height", "24")
        .attr("aria-hidden", "true")
        .child(
            element("g")
                .class(class)
                .attr("data-client", "1")
                .list(shapes.iter().map(shape).collect()),
        );
    element("li")
        .key(key)
        .child(picture)
        .child(element("span").text(words.get(lang)))
}
