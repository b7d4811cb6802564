//! Two algorithms under the same moves, and where they part.

use super::words as say;
use base::text::{Lang, Text};
use lesson::compare::{self, Pair, Side};
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
    pub title: Option<Text>,
    /// The side that is shown where there is room for one ladder.
    pub shown: Side,
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
            shown: Side::Left,
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
            shown: Side::Left,
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
