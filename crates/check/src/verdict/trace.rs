//! The trace of a state: the states that lead from the start to it.

use crate::explore::graph::Graph;
use crate::explore::pairs::Halt;

/// The states on the way to one, the last first. No state knows where it came from: the depth before is looked through.
pub struct Trace {
    back: Vec<u64>,
    depth: usize,
    /// The next state to look at, of the depth before.
    at: usize,
    by_move: bool,
}

impl Trace {
    /// For the state of this index, and perhaps a move from there.
    pub fn new(depths: &[usize], index: usize, to: u64, by_move: bool) -> Trace {
        let depth = depths
            .iter()
            .rposition(|first| *first <= index)
            .unwrap_or(0);
        Trace {
            back: vec![to],
            depth,
            at: first_before(depths, depth),
            by_move,
        }
    }

    /// Looks at about so many states; whether the way is found.
    pub fn advance(
        &mut self,
        graph: &mut Graph,
        depths: &[usize],
        budget: usize,
    ) -> Result<bool, Halt> {
        for _ in 0..budget {
            let Some(to) = self.back.last().copied().filter(|_| self.depth > 0) else {
                return Ok(true);
            };
            let word = graph.visited.get(self.at).ok_or(Halt::Limit)?;
            self.at += 1;
            if leads(graph, word, to)? {
                self.back.push(word);
                self.depth -= 1;
                self.at = first_before(depths, self.depth);
            }
        }
        Ok(false)
    }

    /// The states from the start on, and whether a move follows.
    pub fn path(&self) -> (Vec<u64>, bool) {
        (self.back.iter().rev().copied().collect(), self.by_move)
    }
}

/// The first state of the depth before this one.
fn first_before(depths: &[usize], depth: usize) -> usize {
    let before = depth.checked_sub(1).and_then(|before| depths.get(before));
    before.copied().unwrap_or(0)
}

/// Whether one move leads from a state to another.
fn leads(graph: &mut Graph, from: u64, to: u64) -> Result<bool, Halt> {
    let parts = graph.parts(from);
    let mut successors = Vec::new();
    graph.successors(parts, &mut successors)?;
    let mut is_it = successors.iter().any(|next| next.word == to);
    let (mut at, mut anchor, mut steps) = (parts, from, 0_u32);
    while !is_it && let Some((next, _)) = graph.tick(at)? {
        let next = next.word;
        is_it = next == to;
        if next == anchor {
            break;
        }
        steps += 1;
        if steps.is_power_of_two() {
            anchor = next;
        }
        at = graph.parts(next);
    }
    Ok(is_it)
}
