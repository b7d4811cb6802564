//! The signs of a ladder, explained by samples: made from what is drawn, so that nothing is explained that is not there.

use std::rc::Rc;

use yew::Html;

use super::super::score::Mark;
use super::super::words as say;
use super::bars::{Bar, BarKind};
use super::draw::{cell_of, mark};
use super::lanes::{Lane, LaneKind};
use super::rows::{Cell, Command, Content, Row, Value, Wire};
use crate::ui::element::{Element, element};
use base::text::{Lang, Text};
use lesson::Ending;
use sim::ClientId;

/// The client of the samples.
const CLIENT: ClientId = ClientId(1);

/// The samples of what is in these rows, each with its words.
pub fn legend(lang: Lang, rows: &[Rc<Row>]) -> Element {
    let bar = |kind: BarKind, mark: Mark| Cell {
        bars: vec![Bar {
            kind,
            mark,
            begins: false,
            ends: false,
            place: 0,
            text: String::new(),
        }],
        ..Cell::default()
    };
    let of = |content: Content| Cell {
        content,
        ..Cell::default()
    };
    let value = |text: &str, mark: Mark, answer: Option<bool>| Value {
        server: answer.map(|_| text.to_owned()),
        text: text.to_owned(),
        owner: Some(CLIENT),
        mark,
        answer,
        ..Value::default()
    };
    let (live, lapsed) = (Mark::Live, Mark::Lapsed);
    let dots = vec![
        value("A", live, Some(true)),
        value("B", lapsed, Some(false)),
    ];
    let command = |is_second: bool| {
        of(Content::Command(Command {
            brief: "GET".to_owned(),
            reply: Some("1".to_owned()),
            is_second,
            ..Command::default()
        }))
    };
    let wire = Wire {
        left: true,
        head: true,
        ..Wire::default()
    };
    let called = Cell {
        request: wire,
        reply: wire,
        ..command(false)
    };
    let lane = Lane {
        kind: LaneKind::Client(0),
        is_folded: false,
    };
    let mut all: Vec<Html> = Vec::new();
    let mut explain = |sample: Element, words: Text| {
        let shown = element("span").attr("aria-hidden", "true").child(sample);
        let words = element("span").text(words.get(lang));
        let item = element("li").key(all.len() as u64);
        all.push(item.child(shown).child(words).into());
    };
    for (sample, words) in [
        (called, say::LEGEND_CALL),
        (command(true), say::LEGEND_SECOND),
        (
            of(Content::Value(value("112", live, None))),
            say::LEGEND_VALUE,
        ),
        (
            of(Content::Value(value("112", lapsed, None))),
            say::LEGEND_LAPSED,
        ),
        (of(Content::Dots(dots)), say::LEGEND_ANSWERS),
        (bar(BarKind::Belief, live), say::LEGEND_BELIEF),
        (bar(BarKind::Belief, lapsed), say::LEGEND_PAST),
        (bar(BarKind::Lease, live), say::LEGEND_LEASE),
        (bar(BarKind::Pause, live), say::LEGEND_PAUSE),
        (bar(BarKind::Cut, live), say::LEGEND_CUT),
        (of(Content::Crash), say::LEGEND_CROSS),
        (of(Content::Local), say::LEGEND_RING),
        (bar(BarKind::Request, live), say::LEGEND_ON_WAY),
    ] {
        let cells = || rows.iter().flat_map(|row| &row.cells);
        if cells().any(|cell| has(cell, &sample)) {
            let row = element("div").class("row").attr("data-client", "1");
            explain(row.child(cell_of(lang, lane, Some(CLIENT), &sample)), words);
        }
    }
    for (ending, words) in [
        (Ending::BothAct, say::LEGEND_BOTH),
        (Ending::Broken, say::LEGEND_BROKEN),
    ] {
        if rows.iter().any(|row| row.tint == ending) {
            explain(mark(ending), words);
        }
    }
    element("ul").class("key").list(all)
}

/// Whether a cell has what a sample shows.
fn has(cell: &Cell, sample: &Cell) -> bool {
    if let Some(wanted) = sample.bars.first() {
        let mut bars = cell.bars.iter();
        return bars.any(|bar| (bar.kind, bar.mark) == (wanted.kind, wanted.mark));
    }
    match (&cell.content, &sample.content) {
        (Content::Value(value), Content::Value(wanted)) => value.mark == wanted.mark,
        (Content::Command(command), Content::Command(wanted)) => {
            command.is_second == wanted.is_second
        }
        (content, wanted) => std::mem::discriminant(content) == std::mem::discriminant(wanted),
    }
}
