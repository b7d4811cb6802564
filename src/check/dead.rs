//! The states from which nobody ever gets in: found backwards, once all states are known. Nothing but a bit a state is
//! kept for it, since the states that follow a state are looked up again.

use super::graph::Graph;
use super::pairs::{Halt, flag};
use super::visited::{Bits, Word};

/// The way back through the states.
pub struct Backward {
    /// For each state a bit: whether a state is reached from it in which a client believes that it holds the lock.
    alive: Bits,
    states: usize,
    /// States that were not looked at in this turn.
    left: usize,
    has_changed: bool,
    /// The next state to look at once nothing changes any more; `None` before.
    at: Option<usize>,
}

/// How far the way back is.
pub enum Swept {
    Working,
    /// The first state in which a client tries and nobody ever gets in.
    Dead(usize),
    /// There is none.
    Alive,
}

impl Backward {
    pub fn new(states: usize) -> Backward {
        Backward {
            alive: Bits::default(),
            states,
            left: states,
            has_changed: false,
            at: None,
        }
    }

    /// Looks at about so many states, from the last to the first, in as many turns as something changes.
    pub fn advance<W: Word>(&mut self, graph: &mut Graph<W>, budget: usize) -> Result<Swept, Halt> {
        for _ in 0..budget {
            if let Some(index) = self.at {
                if index == self.states {
                    return Ok(Swept::Alive);
                }
                if self.is_dead(graph, index) {
                    return Ok(Swept::Dead(index));
                }
                self.at = Some(index + 1);
                continue;
            }
            let Some(index) = self.left.checked_sub(1) else {
                if !self.has_changed {
                    self.at = Some(0);
                    continue;
                }
                self.has_changed = false;
                self.left = self.states;
                continue;
            };
            self.left = index;
            if !self.alive.get(index) && self.lives(graph, index)? {
                self.alive.set(index);
                self.has_changed = true;
            }
        }
        Ok(Swept::Working)
    }

    fn lives<W: Word>(&self, graph: &mut Graph<W>, index: usize) -> Result<bool, Halt> {
        let Some(word) = graph.visited.get(index) else {
            return Ok(false);
        };
        if graph.flags(word) & flag::BELIEVES != 0 {
            return Ok(true);
        }
        let parts = graph.parts(word);
        let mut lives = false;
        graph.moves(parts, |visited, next, _| {
            let index = visited.index(next);
            lives |= index.is_some_and(|index| self.alive.get(index));
        })?;
        if let Some((next, _)) = graph.tick(parts)? {
            let index = graph.visited.index(next);
            lives |= index.is_some_and(|index| self.alive.get(index));
        }
        Ok(lives)
    }

    fn is_dead<W: Word>(&self, graph: &Graph<W>, index: usize) -> bool {
        let word = graph.visited.get(index);
        let tries = word.is_some_and(|word| graph.flags(word) & flag::TRIES != 0);
        tries && !self.alive.get(index)
    }
}
