//! Two algorithms side by side: the same moves made on both, and where they part.

use yew::virtual_dom::ListenerKind;
use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, ComparisonAction, CursorAction};
use super::settings::algorithms;
use super::words as say;
use super::{action_button, on_value};
use crate::ui::element::{Element, element, text};
use base::text::{Lang, Text};
use lesson::compare::{self, Comparison, Pair, Side};
use lesson::{self, Play};
use lock::Algorithm;
use sim::{Move, NotEnabled, Run, Setup, World};
use tell::{self, Segment, SegmentKind};

/// A pair, and how many of its moves are done.
pub struct Comparing {
    /// Both runs.
    pub pair: Pair,
    /// How many moves are done, on one side at least.
    pub cursor: usize,
    /// What sets the two apart, where that is known.
    title: Option<Text>,
    setups: [Setup; 2],
}

impl Comparing {
    /// One of the comparisons that are known, before what its lesson is about.
    pub fn known(place: usize) -> Option<Comparing> {
        let known = compare::ALL.get(place)?;
        let opening = lesson::find(known.lesson).map_or(0, |lesson| lesson.opening);
        Some(Comparing {
            pair: known.pair(),
            cursor: opening,
            title: Some(known.title),
            setups: known.setups(),
        })
    }

    /// The moves of a play under its own algorithms and under another one, by its id.
    pub fn against(play: &Play, id: &str) -> Option<Comparing> {
        let algorithm = Algorithm::find(id)?;
        let own = play.setup().clone();
        let mut other = own.clone();
        for client in &mut other.clients {
            client.algorithm = algorithm;
        }
        let pair = Pair::play(&own, &other, play.run().schedule().moves);
        Some(Comparing {
            cursor: play.cursor().min(pair.len()),
            pair,
            title: None,
            setups: [own, other],
        })
    }

    /// A side's run, and how many of its moves are done.
    pub fn side(&self, side: Side) -> (&Run, usize) {
        (self.pair.run(side), self.pair.cursor(side, self.cursor))
    }

    /// A side's world at the cursor.
    pub fn world(&self, side: Side) -> &World {
        let (run, cursor) = self.side(side);
        run.world(cursor)
    }

    /// What a side's clients run.
    pub fn algorithm(&self, lang: Lang, side: Side) -> String {
        let [left, right] = &self.setups;
        let setup = match side {
            Side::Left => left,
            Side::Right => right,
        };
        let mut titles: Vec<&str> = Vec::new();
        for client in &setup.clients {
            let title = client.algorithm.title().get(lang);
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        titles.join(" / ")
    }

    /// Whether a side at least can make a move.
    pub fn can(&self, mv: &Move) -> Result<(), NotEnabled> {
        let left = self.world(Side::Left).can(mv);
        left.or_else(|why| self.world(Side::Right).can(mv).map_err(|_| why))
    }

    /// Makes a move at the cursor. What came after it otherwise is forgotten.
    pub fn make(&mut self, mv: Move) -> Result<(), NotEnabled> {
        if self.pair.mv(self.cursor) != Some(&mv) {
            self.can(&mv)?;
            if self.cursor < self.pair.len() {
                let [left, right] = &self.setups;
                let done = (0..self.cursor).filter_map(|index| self.pair.mv(index).cloned());
                let done: Vec<Move> = done.collect();
                self.pair = Pair::play(left, right, done);
            }
            self.pair.make(mv)?;
        }
        self.cursor += 1;
        Ok(())
    }

    /// Whether the move at the cursor is the first that differs.
    pub fn differs_here(&self) -> bool {
        self.cursor > 0 && self.pair.first_difference() == Some(self.cursor - 1)
    }

    /// The move of a side's run that is the first to differ, if that side could make it.
    pub fn differs(&self, side: Side) -> Option<usize> {
        let first = self.pair.first_difference()?;
        self.pair.did(side, first)?;
        Some(self.pair.cursor(side, first))
    }

    /// What the move at the cursor did on a side, or why it could not be made there.
    pub fn told(&self, lang: Lang, side: Side) -> Vec<Segment> {
        let Some(index) = self.cursor.checked_sub(1) else {
            return Vec::new();
        };
        if let Some(why) = self.pair.refused(side, index) {
            let text = [say::NOT_THERE.get(lang), &tell::refusal(why).get(lang)].concat();
            let kind = SegmentKind::Plain;
            return vec![Segment { text, kind }];
        }
        let (run, cursor) = self.side(side);
        let last = cursor.checked_sub(1);
        last.map(|last| tell::narrate(lang, last, run, None))
            .unwrap_or_default()
    }
}

/// What stands above two timelines: what they compare, where they part, the way out.
pub fn comparison(lang: Lang, compared: &Comparing, on_action: &Callback<Action>) -> Element {
    let first = compared.pair.first_difference();
    let said = match first {
        _ if compared.differs_here() => element("span").text(say::DIFFERS_HERE.get(lang)),
        None => element("span").text(say::NO_DIFFERENCE.get(lang)),
        Some(at) => element("span")
            .child(text(say::DIFFERS.get(lang)))
            .child(action_button(
                &say::move_number(lang, at + 1),
                on_action,
                CursorAction::Seek(at + 1),
            )),
    };
    let title = compared.title.map(|title| title.get(lang));
    element("div")
        .class("comparison")
        .when(title.map(|title| element("b").text(title)))
        .child(said.attr("role", "status"))
        .child(action_button(
            say::END_PAIR.get(lang),
            on_action,
            ComparisonAction::End,
        ))
}

/// What can stand side by side.
pub fn choices(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let row = |(place, known): (usize, &Comparison)| -> Html {
        element("li")
            .key(place as u64)
            .child(action_button(
                known.title.get(lang),
                on_action,
                ComparisonAction::Known(place),
            ))
            .into()
    };
    let against = on_value(on_action, ComparisonAction::Against);
    let others = algorithms(lang, None, say::CHOOSE);
    let against = element("label")
        .child(element("span").text(say::AGAINST.get(lang)))
        .child(
            element("select")
                .on(ListenerKind::onchange, &against)
                .list(others),
        );
    let has_moves = !timeline.run().is_empty() && timeline.bench.comparing.is_none();
    element("div")
        .class("goals")
        .child(element("p").class("about").text(say::PAIRS_ABOUT.get(lang)))
        .child(element("ol").list(compare::ALL.iter().enumerate().map(row).collect()))
        .when(has_moves.then_some(against))
}
