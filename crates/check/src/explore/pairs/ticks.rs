//! What time and the moves of servers come to: for what is shared, and for each client by itself.

use super::{Halt, NONE, Pairs, Player, UNKNOWN, flag};
use crate::numbering::canonical::Parts;
use crate::numbering::instants::to_place;
use crate::numbering::intern::Memo;
use crate::numbering::names::Exchange;
use crate::verdict::{Instants, Times};
use sim::{CLIENTS_MAX, ClientId, Judgement, Local, Move, World};

/// How far a tick goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// To the next multiple of the grain of all durations; to the next second where it does not matter.
    Long,
    /// By a millisecond: from a deadline's place within the grain to the times behind it, or from these to the next
    /// deadline's place.
    Short,
    /// By so many milliseconds.
    By(u32),
}

/// What ticks lead to, by the number of a part: [`NONE`] where no more time may pass.
pub struct Ticked {
    /// For [`Tick::Long`] and [`Tick::Short`].
    lists: [Vec<u32>; 2],
    /// For all other lengths.
    others: Memo,
}

impl Ticked {
    pub fn new() -> Ticked {
        Ticked {
            lists: [Vec::new(), Vec::new()],
            others: Memo::new(),
        }
    }

    /// There is one part more.
    pub fn grow(&mut self) {
        for list in &mut self.lists {
            list.push(UNKNOWN);
        }
    }

    #[inline]
    fn get(&self, number: u32, tick: Tick) -> Option<u32> {
        let list = match tick {
            Tick::Long => &self.lists[0],
            Tick::Short => &self.lists[1],
            Tick::By(ms) => return self.others.get(key(number, ms)).map(|known| known as u32),
        };
        list.get(number as usize)
            .copied()
            .filter(|known| *known != UNKNOWN)
    }

    fn put(&mut self, number: u32, tick: Tick, answer: u32) {
        let list = match tick {
            Tick::Long => &mut self.lists[0],
            Tick::Short => &mut self.lists[1],
            Tick::By(ms) => return self.others.put(key(number, ms), u64::from(answer)),
        };
        if let Some(known) = list.get_mut(number as usize) {
            *known = answer;
        }
    }
}

fn key(number: u32, ms: u32) -> u64 {
    u64::from(ms) << 32 | u64::from(number)
}

/// Stands with the number of what a client has where the tick breaks the property: there are never so many parts.
const BREAKS: u32 = 1 << 31;

impl Pairs {
    /// How far the next tick of a state goes, by what is shared and what each client has.
    #[inline]
    pub fn next_tick(&self, shared: u32, locals: &[u32]) -> Tick {
        if self.reductions.instants == Instants::Deadlines {
            return self.tick_to_deadline(shared, locals);
        }
        let Some(facts) = self
            .of_shared
            .get(shared as usize)
            .filter(|_| self.reductions.grain_ms.is_some_and(|ms| ms > 1))
        else {
            return Tick::Long;
        };
        if facts.instant_ms % 2 == 0 {
            return Tick::Short;
        }
        let of_locals = locals
            .iter()
            .map(|local| self.latest_ms.get(*local as usize).copied().unwrap_or(0));
        match of_locals.fold(facts.latest_ms, i64::max) > facts.instant_ms {
            true => Tick::Short,
            false => Tick::Long,
        }
    }

    /// To the next second of a clock, or to the next deadline or the millisecond behind one.
    #[cold]
    fn tick_to_deadline(&self, shared: u32, locals: &[u32]) -> Tick {
        let Some(of_shared) = self.of_shared.get(shared as usize) else {
            return Tick::Long;
        };
        let now_ms = self.shareds.get(shared).map_or(0, |shared| shared.now_ms());
        let mut ms = of_shared.next_ms;
        for place_ms in &self.clocks_ms {
            ms = ms.min(to_place(*place_ms, 1000, now_ms));
        }
        for local in locals {
            let own = self.next_ms.get(*local as usize);
            ms = own.map_or(ms, |own| ms.min(*own));
        }
        // A second at most, whatever else comes later.
        Tick::By(ms as u32)
    }

    /// How many milliseconds a tick takes now.
    fn length_ms(&self, now_ms: i64, tick: Tick) -> i64 {
        match (tick, self.reductions.grain_ms) {
            (Tick::By(ms), _) => i64::from(ms),
            (Tick::Short, _) => 1,
            (Tick::Long, None) => 1000,
            (Tick::Long, Some(grain_ms)) => grain_ms - now_ms.rem_euclid(grain_ms),
        }
    }

    /// What is shared, a tick later; [`NONE`] when no more time may pass.
    pub fn tick_shared(&mut self, number: u32, tick: Tick) -> Result<u32, Halt> {
        if let Some(known) = self.ticked_shared.get(number, tick) {
            return Ok(known);
        }
        let Some(shared) = self.shareds.get(number) else {
            return Err(Halt::Full);
        };
        let mut world = self.empty.join(shared, &[]);
        let ms = self.length_ms(world.now_ms(), tick);
        let ticked = match self.may_tick(world.now_ms(), ms)
            && world.apply(Move::Tick(ms), &mut ()).is_ok()
        {
            true => self.shared(world.apart().0, Exchange::none())?,
            false => NONE,
        };
        self.ticked_shared.put(number, tick, ticked);
        Ok(ticked)
    }

    /// Whether so much time may pass from then on.
    pub fn may_tick(&self, now_ms: i64, ms: i64) -> bool {
        self.is_within(self.reductions.times, now_ms + ms)
    }

    fn is_within(&self, times: Times, at_ms: i64) -> bool {
        match times {
            Times::Relative => true,
            Times::Absolute(seconds) => at_ms <= self.start_ms + seconds * 1000,
        }
    }

    /// Whether there is time left behind this state for somebody to get in.
    pub fn is_judged(&self, shared: u32) -> bool {
        let judged = self.reductions.times.judged();
        let shared = self.shareds.get(shared);
        shared.is_some_and(|shared| self.is_within(judged, shared.now_ms()))
    }

    /// What a client has, a tick later, and whether that breaks the property.
    pub fn tick_local(&mut self, number: u32, tick: Tick) -> Result<(u32, bool), Halt> {
        if let Some(known) = self.ticked_local.get(number, tick) {
            return Ok((known & !BREAKS, known & BREAKS != 0));
        }
        let Some(player) = self.locals.get(number).cloned() else {
            return Err(Halt::Full);
        };
        let mut local = player.local;
        let rounds = player.rounds;
        let now_ms = local.now_ms() + self.length_ms(local.now_ms(), tick);
        let is_broken = local.pass(now_ms) && self.judgement == Judgement::Time;
        let ticked = self.player(local, rounds, Exchange::none())?;
        let answer = if is_broken { ticked | BREAKS } else { ticked };
        self.ticked_local.put(number, tick, answer);
        Ok((ticked, is_broken))
    }

    /// Whether a move of a server has to be made on the whole state: a reply that a change of sides loses changes
    /// what servers know of grants, and which clients wait at a server no more depends on the sides of these.
    pub fn is_of_all(&self, fault: usize) -> bool {
        let changes_sides = matches!(
            self.faults.get(fault),
            Some(Move::CutOff(_) | Move::Rejoin(_))
        );
        let mut programs = self.programs.iter();
        changes_sides
            && self.question.setup.loses_messages
            && (self.facts.grants || programs.any(|program| program.blocks().is_some()))
    }

    /// The world of these parts after a move of a server, and how often its clients have begun; `None` when it cannot be made.
    pub fn fault_world(&self, fault: usize, parts: &Parts) -> Option<(World, Vec<u8>)> {
        let locals = parts.locals().iter().enumerate();
        let players: Option<Vec<Player>> = locals
            .map(|(place, local)| self.placed(*local, place))
            .collect();
        let players = players?;
        let locals: Vec<&Local> = players.iter().map(|player| &player.local).collect();
        let mut world = self.empty.join(self.shareds.get(parts.shared)?, &locals);
        world.apply(self.faults.get(fault)?.clone(), &mut ()).ok()?;
        Some((world, players.iter().map(|player| player.rounds).collect()))
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

    /// What a client at a place has, after a move of a server that can be made.
    pub fn fault_local(
        &mut self,
        fault: usize,
        shared: u32,
        place: usize,
        local: u32,
    ) -> Result<u32, Halt> {
        // Of what is shared only what is up, and on which side, matters to a client's messages: the number of the move says so,
        // since no message to another server is between the sides where such are lost. Its place matters where it names others.
        let is_foreign = self.flags_of(local) & flag::FOREIGN != 0;
        let at = if is_foreign { place + 1 } else { 0 };
        let key = ((fault * (CLIENTS_MAX + 1) + at) as u64) << 32 | u64::from(local);
        if let Some(known) = self.faulted.get(key) {
            return Ok(known as u32);
        }
        let Some(mv) = self.faults.get(fault).cloned() else {
            return Err(Halt::Full);
        };
        let (Some(of_shared), Some(player)) = (self.shareds.get(shared), self.placed(local, place))
        else {
            return Err(Halt::Full);
        };
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
