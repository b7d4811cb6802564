//! One branch of a play: a run with a name, and where it left another.

use sim::{Move, NotEnabled, Run};

/// Characters of a branch's name at most.
pub const NAME_CHARS_MAX: usize = 40;

/// A schedule of a play.
#[derive(Clone, PartialEq, Eq)]
pub struct Branch {
    /// The reader's name for it.
    pub name: Option<String>,
    /// The branch that it left, by its place, and how many moves both have in common; `None` for the first one.
    pub parent: Option<(usize, usize)>,
    run: Run,
}

impl Branch {
    pub(super) fn new(parent: Option<(usize, usize)>, run: Run) -> Branch {
        Branch {
            name: None,
            parent,
            run,
        }
    }

    /// Its moves from the start on, those in common with its parent among them.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// How many moves it does not share with its parent.
    pub fn own_moves(&self) -> usize {
        self.run.len() - self.parent.map_or(0, |(_, common)| common)
    }

    /// How many of those are typed commands.
    pub(super) fn own_typed(&self) -> usize {
        let shared = self.run.len() - self.own_moves();
        let own = self.run.outcomes().skip(shared);
        own.filter(|outcome| outcome.is_typed()).count()
    }

    pub(super) fn push(&mut self, mv: Move) -> Result<(), NotEnabled> {
        self.run.push(mv).map(|_| ())
    }

    /// Removes its last move.
    pub(super) fn pop(&mut self) {
        self.run = self.run.prefix(self.run.len().saturating_sub(1));
    }

    pub(super) fn rename(&mut self, name: &str) {
        let shown = name.trim().chars().filter(|c| !c.is_control());
        let kept: String = shown.take(NAME_CHARS_MAX).collect();
        let kept = kept.trim();
        self.name = (!kept.is_empty()).then(|| kept.to_owned());
    }
}
