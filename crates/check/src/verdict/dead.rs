//! The states from which nobody ever gets in: found backwards, once all states are known. The only memory for it is the
//! mark that every state has once it is expanded: it is taken from the states from which somebody gets in. Successors are
//! looked up again.

use crate::explore::graph::Graph;
use crate::explore::pairs::{Halt, flag};

/// The way back through the states.
pub struct Backward {
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
            states,
            left: states,
            has_changed: false,
            at: None,
        }
    }

    /// Looks at about so many states, from the last to the first, in as many turns as something changes.
    pub fn advance(&mut self, graph: &mut Graph, budget: usize) -> Result<Swept, Halt> {
        for _ in 0..budget {
            if let Some(index) = self.at {
                if index == self.states {
                    return Ok(Swept::Alive);
                }
                if is_dead(graph, index) {
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
            self.has_changed |= comes_to_life(graph, index)?;
        }
        Ok(Swept::Working)
    }
}

/// Takes the mark of a state from which a state is reached in which a client believes that it holds the lock; whether it
/// had one.
fn comes_to_life(graph: &mut Graph, index: usize) -> Result<bool, Halt> {
    let Some(word) = graph.visited.get(index) else {
        return Ok(false);
    };
    let parts = graph.parts(word);
    let state = graph.known(word, &parts);
    if !graph.visited.is_marked(state) {
        return Ok(false);
    }
    let mut lives = graph.flags(word) & flag::BELIEVES != 0;
    if !lives {
        let mut successors = Vec::new();
        graph.successors(parts, &mut successors)?;
        let mut all = successors.iter();
        lives = all.any(|next| !graph.visited.is_marked(*next));
    }
    if !lives && let Some((next, _)) = graph.tick(parts)? {
        lives = !graph.visited.is_marked(next);
    }
    if lives {
        graph.visited.mark(state, false);
    }
    Ok(lives)
}

/// Whether a client tries in this state, and nobody ever gets in.
fn is_dead(graph: &Graph, index: usize) -> bool {
    let Some(word) = graph.visited.get(index) else {
        return false;
    };
    let parts = graph.parts(word);
    let state = graph.known(word, &parts);
    let tries = graph.flags(word) & flag::TRIES != 0;
    tries && graph.visited.is_marked(state) && graph.pairs.is_judged(parts.shared)
}
