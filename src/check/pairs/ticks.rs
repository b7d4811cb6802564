//! What time and the moves of servers come to: for what is shared, and for each client by itself.

use super::super::names::Exchange;
use super::super::question::{Property, Times};
use super::{Halt, NONE, Pairs, UNKNOWN};
use crate::sim::{ClientId, Move};

impl Pairs {
    /// What is shared, a tick later; [`NONE`] when no more time may pass.
    pub fn tick_shared(&mut self, number: u32) -> Result<u32, Halt> {
        if let Some(known) = self
            .ticked_shared
            .get(number as usize)
            .filter(|known| **known != UNKNOWN)
        {
            return Ok(*known);
        }
        let Some(shared) = self.shareds.get(number) else {
            return Err(Halt::Full);
        };
        let mut world = self.empty.join(shared, &[]);
        let ticked = match self.may_tick(world.now_ms())
            && world
                .apply(Move::Tick(self.question.tick_ms), &mut ())
                .is_ok()
        {
            true => self.shared(world.apart().0, Exchange::none())?,
            false => NONE,
        };
        if let Some(known) = self.ticked_shared.get_mut(number as usize) {
            *known = ticked;
        }
        Ok(ticked)
    }

    /// Whether a tick may follow at this time.
    pub fn may_tick(&self, now_ms: i64) -> bool {
        match self.times {
            Times::Relative => true,
            Times::Absolute(seconds) => {
                now_ms + self.question.tick_ms <= self.start_ms + seconds * 1000
            }
        }
    }

    /// What a client has, a tick later, and whether that breaks the property.
    pub fn tick_local(&mut self, number: u32) -> Result<(u32, bool), Halt> {
        let at = number as usize;
        if let Some(known) = self.ticked_local.get(at).filter(|known| **known != UNKNOWN) {
            return Ok((*known, self.breaks.get(at) == Some(&true)));
        }
        let Some(player) = self.locals.get(number).cloned() else {
            return Err(Halt::Full);
        };
        let mut local = player.local;
        let rounds = player.rounds;
        let now_ms = local.now_ms() + self.question.tick_ms;
        let is_broken = local.pass(now_ms);
        let ticked = self.player(local, rounds, Exchange::none())?;
        if let (Some(known), Some(breaks)) =
            (self.ticked_local.get_mut(at), self.breaks.get_mut(at))
        {
            *known = ticked;
            *breaks = is_broken && self.question.property == Property::HeldIdle;
        }
        Ok((ticked, is_broken))
    }

    /// What is shared, after a move of a server; [`NONE`] when it cannot be made.
    pub fn fault_shared(&mut self, fault: usize, number: u32) -> Result<u32, Halt> {
        let key = 1 << 63 | (fault as u64) << 32 | u64::from(number);
        if let Some(known) = self.faulted.get(key) {
            return Ok(known as u32);
        }
        let (Some(shared), Some(mv)) = (self.shareds.get(number), self.faults.get(fault)) else {
            return Err(Halt::Full);
        };
        let mut world = self.empty.join(shared, &[]);
        let new = match world.apply(mv.clone(), &mut ()) {
            Ok(()) => self.shared(world.apart().0, Exchange::none())?,
            Err(_) => NONE,
        };
        self.faulted.put(key, u64::from(new));
        Ok(new)
    }

    /// What a client has, after a move of a server that can be made.
    pub fn fault_local(&mut self, fault: usize, shared: u32, local: u32) -> Result<u32, Halt> {
        // Of what is shared only what is up matters to a client's messages: the number of the move says so.
        let key = (fault as u64) << 32 | u64::from(local);
        if let Some(known) = self.faulted.get(key) {
            return Ok(known as u32);
        }
        let Some(mv) = self.faults.get(fault).cloned() else {
            return Err(Halt::Full);
        };
        let (Some(of_shared), Some(player)) = (self.shareds.get(shared), self.placed(local, 0))
        else {
            return Err(Halt::Full);
        };
        let place = usize::from(player.local.client().id().0.saturating_sub(1));
        let mut world = self.empty.join(of_shared, &[&player.local]);
        let own = Exchange::none().with(ClientId(place as u8 + 1), self.own_name(place));
        let new = match world.apply(mv, &mut ()) {
            Ok(()) => match world.apart().1.into_iter().nth(place) {
                Some(after) => self.player(after, player.rounds, own)?,
                None => local,
            },
            Err(_) => local,
        };
        self.faulted.put(key, u64::from(new));
        Ok(new)
    }
}
