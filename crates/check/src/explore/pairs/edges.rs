//! What the moves of one client come to.

use super::moves::Noted;
use super::{Edge, Edges, Halt, NAMES, Pairs};
use crate::numbering::names::Exchange;
use sim::{ClientId, Move, Refusal, World};

impl Pairs {
    /// Whose edges these are: of what is shared, a place of a client, and what the client there has.
    #[inline(always)]
    pub fn edges_of(&mut self, shared: u32, place: usize, local: u32) -> Result<Edges, Halt> {
        let row = shared as usize * self.count + place;
        match self.known.get(row, local) {
            Some(edges) => Ok(Edges(edges)),
            None => self.compute(row, shared, place, local),
        }
    }

    /// What the moves of a client come to.
    #[inline(always)]
    pub fn edges(&self, edges: Edges) -> &[Edge] {
        self.edges
            .get((edges.0 >> 16) as usize, edges.0 as usize & 0xffff)
    }

    #[cold]
    fn compute(
        &mut self,
        row: usize,
        shared: u32,
        place: usize,
        local: u32,
    ) -> Result<Edges, Halt> {
        if local >= 1 << 28 {
            return Err(Halt::Full);
        }
        let mut edges: Vec<Edge> = Vec::new();
        let id = ClientId(place as u8 + 1);
        let Some(player) = self.placed(local, place) else {
            return Err(Halt::Full);
        };
        let Some(of_shared) = self.shareds.get(shared) else {
            return Err(Halt::Full);
        };
        let world = self.absent.join(of_shared, &[&player.local]);
        let own = Exchange::none().with(id, self.own_name(place));
        let mut moves = self.question.moves(&world, id, player.rounds).into_iter();
        let mut world = Some(world);
        while let Some(mv) = moves.next() {
            // What a client computes before it sends anything does not depend on what is shared.
            let is_read = matches!(mv, Move::Read(_));
            let known = self.read_at(place, local).filter(|_| is_read);
            let found = match known {
                Some(read) => Some(self.edge_to(shared, read, false, 0)),
                None => {
                    // The last move needs no copy.
                    let is_last = moves.as_slice().is_empty();
                    let after = if is_last { world.take() } else { world.clone() };
                    let Some(mut after) = after else { break };
                    let mut noted = Noted::new(self.question.property);
                    let is_restart = matches!(mv, Move::Restart(_));
                    if after.apply(mv, &mut noted).is_err() {
                        continue;
                    }
                    let rounds = match self.question.rounds {
                        Some(_) => player.rounds + u8::from(is_restart),
                        None => 0,
                    };
                    self.edge(after, shared, place, rounds, own, noted)?
                }
            };
            if let Some(edge) = found {
                if is_read && self.is_alone(shared, local, edge) {
                    if known.is_none() {
                        self.reads.put(place, local, u64::from(edge.local));
                    }
                    let may_wait = self.postpones && !self.enters(local, edge.local);
                    if may_wait && self.can_wait(shared, place, local, edge.local)? {
                        continue;
                    }
                }
                let is_moved = edge.shared != shared || edge.local != local;
                let counts = is_moved || edge.is_broken || edge.robbed != 0;
                if counts && !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
        }
        let begin = self.edges.put(&edges);
        let answer = (begin as u64) << 16 | edges.len() as u64;
        self.known.put(row, local, answer);
        Ok(Edges(answer))
    }

    pub(super) fn edge(
        &mut self,
        after: World,
        from: u32,
        place: usize,
        rounds: u8,
        own: Exchange,
        noted: Noted,
    ) -> Result<Option<Edge>, Halt> {
        let (shared, locals) = after.apart();
        let Some(local) = locals.into_iter().nth(place) else {
            return Ok(None);
        };
        self.is_met |= noted.refusal == Some(Refusal::Granted);
        self.is_unclear |= noted.refusal == Some(Refusal::Unclear);
        let most = self.question.attempts_max();
        if most.is_some_and(|most| local.client().attempt() >= most) {
            return Ok(None);
        }
        // Most moves change nothing that is shared, and it has its number.
        let shared = match self.shareds.get(from) == Some(&shared) {
            true => from,
            false => self.shared(shared, Exchange::none())?,
        };
        let local = self.player(local, rounds, own)?;
        Ok(Some(self.edge_to(
            shared,
            local,
            noted.is_broken,
            noted.robbed,
        )))
    }

    pub(super) fn edge_to(&self, shared: u32, local: u32, is_broken: bool, robbed: u16) -> Edge {
        let facts = self.of_shared.get(shared as usize);
        let is_plain = facts.is_some_and(|facts| !facts.names && !facts.is_irregular);
        Edge {
            shared,
            local,
            is_plain: is_plain && self.flags_of(local) & NAMES == 0,
            is_broken,
            robbed,
        }
    }
}
