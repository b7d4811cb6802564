//! A play: the settings of a world, a schedule with its branches, and a cursor in one of them. It holds no state of a page.
//!
//! The branches are a tree. Each keeps its whole run, whose beginning it shares with the branch that it left; which
//! branch that is and how many moves both have in common is in [`Branch::parent`]. No branch is the beginning of another.

mod branch;
#[cfg(test)]
mod tests;

pub use branch::{Branch, NAME_CHARS_MAX};

use crate::lesson::Lesson;
use check::Asked;
use sim::{MOVES_MAX, Move, NotEnabled, Run, Setup, World};

/// Branches of a play at most, the first among them.
pub const BRANCHES_MAX: usize = 32;

/// Commands that a reader types in one play at most, all its branches together: each may take milliseconds when the
/// play is read from a link.
pub const TYPED_MAX: usize = 256;

/// A world's settings, the schedules played from there, and the reader's cursor.
#[derive(Clone)]
pub struct Play {
    setup: Setup,
    lesson: Option<&'static Lesson>,
    /// The run of no moves.
    start: Run,
    /// Never empty. A branch comes after its parent.
    branches: Vec<Branch>,
    current: usize,
    /// How many moves of the current branch are done.
    cursor: usize,
    /// The question that a search was asked about the settings.
    asked: Option<Box<Asked>>,
}

impl PartialEq for Play {
    fn eq(&self, other: &Play) -> bool {
        let id = |play: &Play| play.lesson.map(|lesson| lesson.id);
        self.setup == other.setup
            && id(self) == id(other)
            && (self.current, self.cursor) == (other.current, other.cursor)
            && self.branches == other.branches
            && self.asked == other.asked
    }
}

impl Eq for Play {}

impl Play {
    /// A play of no moves. Settings outside their limits are brought within them.
    pub fn new(setup: Setup) -> Play {
        let setup = setup.within_limits();
        let run = Run::new(setup.world());
        Play::of(setup, None, run)
    }

    /// A lesson with its whole schedule as the first branch, its scene set.
    pub fn of_lesson(lesson: &'static Lesson) -> Play {
        let setup = lesson.setup().within_limits();
        let mut play = Play::of(setup, Some(lesson), lesson.run());
        play.seek(lesson.opening);
        play
    }

    /// A lesson with the first `moves` of its schedule as the first branch, all of them done.
    pub(super) fn of_beginning(lesson: &'static Lesson, moves: usize) -> Play {
        let setup = lesson.setup().within_limits();
        let mut play = Play::of(setup, Some(lesson), lesson.run().prefix(moves));
        play.seek(moves);
        play
    }

    fn of(setup: Setup, lesson: Option<&'static Lesson>, run: Run) -> Play {
        Play {
            setup,
            lesson,
            start: run.prefix(0),
            branches: vec![Branch::new(None, run)],
            current: 0,
            cursor: 0,
            asked: None,
        }
    }

    /// The settings.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The lesson that this play began with.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        self.lesson
    }

    /// Whether nothing but the run of that lesson is in this play.
    pub fn is_lesson_alone(&self) -> bool {
        let length = self.lesson.map(Lesson::length);
        self.branches.len() == 1 && length == Some(self.run().len())
    }

    /// The run of the current branch, to its end.
    pub fn run(&self) -> &Run {
        self.run_of(self.current)
    }

    /// How many moves of it are done: at most its length.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        self.run().world(self.cursor)
    }

    /// The branches, never none. A branch comes after its parent.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The place of the current branch.
    pub fn current(&self) -> usize {
        self.current
    }

    /// The question that a search was asked about the settings.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_deref()
    }

    /// Notes what a search was asked, and what it answered.
    pub fn ask(&mut self, asked: Option<Asked>) {
        self.asked = asked.map(Box::new);
    }

    /// Whether [`Play::make`] would make this move, and if not, why.
    pub fn can(&self, mv: &Move) -> Result<(), NotEnabled> {
        if self.who_goes_on_by(mv).is_some() {
            return Ok(());
        }
        self.has_room(mv)?;
        self.world().can(mv)
    }

    /// Makes a move at the cursor. If it is the next move there already, in this branch or in another that has come the
    /// same way, that branch is followed. At the end of the branch the move is added to it. Elsewhere it opens a branch,
    /// which becomes the current one; the old one is kept.
    ///
    /// On `Err` the play is as it was: the move cannot be made in this world, or there are [`BRANCHES_MAX`] branches,
    /// [`TYPED_MAX`] typed commands, or [`MOVES_MAX`] moves in all branches together.
    pub fn make(&mut self, mv: Move) -> Result<(), NotEnabled> {
        if let Some(known) = self.who_goes_on_by(&mv) {
            self.current = known;
            self.cursor += 1;
            return Ok(());
        }
        self.has_room(&mv)?;
        if self.cursor == self.run().len() {
            if let Some(branch) = self.branches.get_mut(self.current) {
                branch.push(mv)?;
            }
        } else {
            let parent = (self.owner(self.current, self.cursor), self.cursor);
            let mut branch = Branch::new(Some(parent), self.run().prefix(self.cursor));
            branch.push(mv)?;
            self.current = self.branches.len();
            self.branches.push(branch);
        }
        self.cursor += 1;
        Ok(())
    }

    /// Goes to where `cursor` moves of the current branch are done; past its end, to the end.
    pub fn seek(&mut self, cursor: usize) {
        self.cursor = cursor.min(self.run().len());
    }

    /// One move back. The move stays in its branch.
    pub fn back(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    /// Takes back the last move, where the cursor is behind it and the reader made it: nothing is left of it. A branch
    /// that has no move of its own left goes, too. Anywhere else it is [`Play::back`].
    pub fn undo(&mut self) {
        let (at, cursor) = (self.current, self.cursor);
        let is_end = cursor > 0 && cursor == self.run().len();
        let is_told = self.lesson.is_some() && at == 0;
        let is_shared = self
            .branches
            .iter()
            .any(|other| other.parent == Some((at, cursor)));
        if is_end && !is_told && !is_shared {
            let branch = self.branches.get_mut(at);
            let is_spent = branch.is_some_and(|branch| {
                branch.pop();
                branch.own_moves() == 0 && branch.parent.is_some()
            });
            if is_spent {
                self.remove(at);
            }
        }
        self.seek(cursor.saturating_sub(1));
    }

    /// Goes to a branch; there is nothing to do if it does not exist. The cursor stays where it is as far as both have
    /// come the same way, and stands at the fork otherwise.
    pub fn go_to(&mut self, branch: usize) {
        if branch < self.branches.len() {
            self.cursor = self.cursor.min(self.in_common(self.current, branch));
            self.current = branch;
        }
    }

    /// Gives a branch a name, of which the first [`NAME_CHARS_MAX`] characters count; control characters and spaces at
    /// its ends do not. An empty name takes the name away. There is nothing to do if the branch does not exist.
    pub fn rename(&mut self, branch: usize, name: &str) {
        if let Some(branch) = self.branches.get_mut(branch) {
            branch.rename(name);
        }
    }

    /// Removes a branch: false if it is the only one, or does not exist. Of the branches that left it, the one that
    /// went with it furthest takes its place, and the others then left that one. Whoever stands on it stands as far
    /// on that one afterwards, or on its parent.
    pub fn remove(&mut self, branch: usize) -> bool {
        let Some(removed) = self.branches.get(branch) else {
            return false;
        };
        let parent = removed.parent;
        let heir = self.heir(branch);
        match heir.or(parent) {
            None => return false,
            Some((next, _)) if self.current == branch => self.go_to(next),
            Some(_) => {}
        }
        match heir {
            // It moves into the place that is left, so that a branch still comes after its parent.
            Some((heir, _)) => self.inherit(heir, branch, parent),
            None => drop(self.branches.remove(branch)),
        }
        let gone = heir.map_or(branch, |(heir, _)| heir);
        let moved = |at: usize| match at {
            at if Some(at) == heir.map(|(heir, _)| heir) => branch,
            at if at > gone => at - 1,
            at => at,
        };
        for left in &mut self.branches {
            left.parent = left.parent.map(|(at, common)| (moved(at), common));
        }
        self.current = moved(self.current);
        true
    }

    /// The branch that left `branch` last, and how many moves they have in common.
    fn heir(&self, branch: usize) -> Option<(usize, usize)> {
        let mut heir: Option<(usize, usize)> = None;
        for (at, left) in self.branches.iter().enumerate() {
            if let Some((of, common)) = left.parent
                && of == branch
                && heir.is_none_or(|(_, furthest)| common > furthest)
            {
                heir = Some((at, common));
            }
        }
        heir
    }

    /// Puts the heir into the place of the removed branch. What left the removed one has left the heir: it went with it
    /// at least as far.
    fn inherit(&mut self, heir: usize, removed: usize, parent: Option<(usize, usize)>) {
        let mut taken = self.branches.remove(heir);
        taken.parent = parent;
        if let Some(place) = self.branches.get_mut(removed) {
            *place = taken;
        }
    }

    fn run_of(&self, branch: usize) -> &Run {
        self.branches.get(branch).map_or(&self.start, Branch::run)
    }

    fn parent_of(&self, branch: usize) -> Option<(usize, usize)> {
        self.branches.get(branch)?.parent
    }

    /// The branch that came the way of the current one up to the cursor and has `mv` as its next move: the current one
    /// before any other.
    fn who_goes_on_by(&self, mv: &Move) -> Option<usize> {
        let goes_on = |at: &usize| {
            let next = self.run_of(*at).outcome(self.cursor);
            next.is_some_and(|next| next.mv == *mv)
                && self.in_common(*at, self.current) >= self.cursor
        };
        let mut all = std::iter::once(self.current).chain(0..self.branches.len());
        all.find(goes_on)
    }

    /// How many moves two branches have in common.
    fn in_common(&self, one: usize, other: usize) -> usize {
        let (mut one, mut other, mut common) = (one, other, usize::MAX);
        // The later of two branches is never a parent of the earlier one.
        while one != other {
            let later = if one > other { &mut one } else { &mut other };
            let Some((parent, moves)) = self.parent_of(*later) else {
                return 0;
            };
            (*later, common) = (parent, common.min(moves));
        }
        common.min(self.run_of(one).len())
    }

    /// The branch that the move of index `cursor` belongs to, among `branch` and those that it left.
    fn owner(&self, mut branch: usize, cursor: usize) -> usize {
        while let Some((parent, common)) = self.parent_of(branch)
            && cursor <= common
        {
            branch = parent;
        }
        branch
    }

    /// Whether one more move may be kept.
    fn has_room(&self, mv: &Move) -> Result<(), NotEnabled> {
        if self.branches.iter().map(Branch::own_moves).sum::<usize>() >= MOVES_MAX {
            return Err(NotEnabled::ScheduleFull);
        }
        if matches!(mv, Move::Type(_))
            && self.branches.iter().map(Branch::own_typed).sum::<usize>() >= TYPED_MAX
        {
            return Err(NotEnabled::TypedFull(TYPED_MAX));
        }
        match self.cursor < self.run().len() && self.branches.len() >= BRANCHES_MAX {
            true => Err(NotEnabled::BranchesFull(BRANCHES_MAX)),
            false => Ok(()),
        }
    }
}
