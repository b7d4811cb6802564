//! One form for states that differ in the names of clients and servers alone: the parts of the clients in the order of
//! their numbers.

use super::intern::Memo;
use super::names::{Exchange, Shift};
use super::symbols::Names;
use crate::explore::pairs::{Halt, Pairs, flag};
use sim::{CLIENTS_MAX, ClientId, World};

/// The parts of a state: what is shared, and what the client at each place has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    pub shared: u32,
    pub locals: [u32; CLIENTS_MAX],
    pub count: usize,
}

impl Parts {
    pub fn locals(&self) -> &[u32] {
        self.locals.get(..self.count).unwrap_or_default()
    }
}

/// The parts in other names, each of which was found once.
pub struct Canonicalizer {
    pub shared_relabelled: Memo,
    pub local_relabelled: Memo,
    shared_placed: Memo,
    local_placed: Memo,
    shared_moved: Memo,
    local_moved: Memo,
    /// The contents of servers, and what clients have to do with a server, by their numbers.
    hosts: Vec<(u32, usize)>,
    host_of: Memo,
    dealings: Vec<(u32, u8)>,
    dealing_of: Memo,
    pub names: Names,
    /// Symbols of all parts that have the least names.
    pub least: Memo,
}

impl Canonicalizer {
    pub fn new() -> Canonicalizer {
        Canonicalizer {
            shared_relabelled: Memo::new(),
            local_relabelled: Memo::new(),
            shared_placed: Memo::new(),
            local_placed: Memo::new(),
            shared_moved: Memo::new(),
            local_moved: Memo::new(),
            hosts: Vec::new(),
            host_of: Memo::new(),
            dealings: Vec::new(),
            dealing_of: Memo::new(),
            names: Names::default(),
            least: Memo::new(),
        }
    }

    /// The canonical form of a state.
    #[inline]
    pub fn canonical(&mut self, pairs: &mut Pairs, mut parts: Parts) -> Result<Parts, Halt> {
        let facts = pairs.of_shared.get(parts.shared as usize);
        let (names, is_irregular) =
            facts.map_or((false, false), |facts| (facts.names, facts.is_irregular));
        let all = parts.locals().iter().map(|local| pairs.flags_of(*local));
        let flags = all.fold(0, |all, flags| all | flags);
        if is_irregular || flags & flag::IRREGULAR != 0 {
            parts = self.with_least_names(pairs, parts)?;
        }
        if pairs.reductions.exchanges_servers {
            parts = self.servers_sorted(pairs, parts, !pairs.reductions.exchanges_clients)?;
        }
        if !pairs.reductions.exchanges_clients {
            return Ok(parts);
        }
        if names || flags & flag::FOREIGN != 0 {
            return self.placed(pairs, parts);
        }
        if let Some(locals) = parts.locals.get_mut(..parts.count) {
            sort(locals);
        }
        Ok(parts)
    }

    /// The parts of a world whose clients have begun their programs so often, in their canonical form.
    pub fn encoded(
        &mut self,
        pairs: &mut Pairs,
        world: World,
        rounds: &[u8],
    ) -> Result<Parts, Halt> {
        let order: Vec<u8> = (1..=pairs.count as u8).collect();
        let parts = numbered(pairs, world, rounds, &order)?;
        self.canonical(pairs, parts)
    }

    /// Whether these are parts of a world. Two canonical forms may stand for one world, since clients that are named elsewhere
    /// change their numbers when they change places, and servers that name them do: so all orders of a few clients are tried.
    pub fn stands_for(
        &mut self,
        pairs: &mut Pairs,
        world: &World,
        rounds: &[u8],
        wanted: Parts,
    ) -> Result<bool, Halt> {
        if self.encoded(pairs, world.clone(), rounds)? == wanted {
            return Ok(true);
        }
        let count = pairs.count;
        if !pairs.reductions.exchanges_clients || count > ORDERED_MAX {
            return Ok(false);
        }
        let wanted = self.in_place(pairs, wanted)?;
        for order in orders(count) {
            let parts = numbered(pairs, world.clone(), rounds, &order)?;
            if self.in_place(pairs, parts)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One form for states that differ in names of symbols and servers alone.
    fn in_place(&mut self, pairs: &mut Pairs, parts: Parts) -> Result<Parts, Halt> {
        let parts = self.with_least_names(pairs, parts)?;
        match pairs.reductions.exchanges_servers {
            true => self.servers_sorted(pairs, parts, true),
            false => Ok(parts),
        }
    }

    /// The clients change places, and those that are named with them.
    #[cold]
    fn placed(&mut self, pairs: &mut Pairs, parts: Parts) -> Result<Parts, Halt> {
        let facts = pairs.of_shared.get(parts.shared as usize);
        let ranks = facts.map_or([0; CLIENTS_MAX], |facts| facts.ranks);
        // The number of a part, the rank among those that are named, and the place: the last in the low bits.
        let mut order = [u64::MAX; CLIENTS_MAX];
        for (place, local) in parts.locals().iter().enumerate() {
            let rank = ranks.get(place).copied().unwrap_or(0);
            if let Some(key) = order.get_mut(place) {
                *key = u64::from(*local) << 8 | u64::from(rank) << 4 | place as u64;
            }
        }
        let order = order.get_mut(..parts.count).unwrap_or_default();
        sort(order);
        let (mut code, mut is_changed) = (0_u64, false);
        let mut new = parts;
        for (to, key) in order.iter().enumerate() {
            let from = (*key & 15) as usize;
            is_changed |= from != to;
            code = code << PLACE_BITS | from as u64;
            if let Some(place) = new.locals.get_mut(to) {
                *place = (*key >> 8) as u32;
            }
        }
        if !is_changed {
            return Ok(parts);
        }
        new.shared = self.shared_placed(pairs, parts.shared, code)?;
        for place in new.locals.iter_mut().take(parts.count) {
            if pairs.flags_of(*place) & flag::FOREIGN != 0 {
                *place = self.local_placed(pairs, *place, code)?;
            }
        }
        Ok(new)
    }

    fn shared_placed(&mut self, pairs: &mut Pairs, number: u32, code: u64) -> Result<u32, Halt> {
        self.shared_placed.number(placed_key(number, code), || {
            let shared = pairs.shareds.get(number).cloned().ok_or(Halt::Full)?;
            pairs.shared(shared, exchange_of(code, pairs.count))
        })
    }

    fn local_placed(&mut self, pairs: &mut Pairs, number: u32, code: u64) -> Result<u32, Halt> {
        self.local_placed.number(placed_key(number, code), || {
            let mut player = pairs.locals.get(number).cloned().ok_or(Halt::Full)?;
            let mut shift = Shift::of_clients(exchange_of(code, pairs.count));
            player.local.rename(player.local.now_ms(), &mut shift);
            pairs.number_player(player)
        })
    }

    /// The servers in the order of what they hold, and of what the clients have to do with them: whichever clients, unless these
    /// stay in their places.
    #[cold]
    fn servers_sorted(
        &mut self,
        pairs: &mut Pairs,
        parts: Parts,
        clients_stay: bool,
    ) -> Result<Parts, Halt> {
        let mut order: Vec<(u64, u8)> = Vec::with_capacity(pairs.servers);
        for place in 0..pairs.servers as u8 {
            let mut key = u64::from(self.host(pairs, parts.shared, place));
            for (at, local) in (1..).zip(parts.locals()) {
                let of = if clients_stay { at << 32 } else { 1 };
                // Alike for clients that are exchanged: a sum.
                key = key.wrapping_add(super::intern::mix(
                    u64::from(self.dealing(pairs, *local, place)) + of,
                ));
            }
            order.push((key, place));
        }
        sort(&mut order);
        let places: Vec<u8> = order.iter().map(|(_, place)| *place).collect();
        if places.is_sorted() {
            return Ok(parts);
        }
        let code = places
            .iter()
            .fold(0_u64, |code, place| code << 3 | u64::from(*place));
        let mut new = parts;
        let key = u64::from(parts.shared) << 15 | code;
        new.shared = self.shared_moved.number(key, || {
            let mut shared = pairs.shareds.get(parts.shared).cloned().ok_or(Halt::Full)?;
            shared.rearrange(&places);
            pairs.number_shared(shared)
        })?;
        for local in new.locals.iter_mut().take(parts.count) {
            let key = u64::from(*local) << 15 | code;
            *local = self.local_moved.number(key, || {
                let mut player = pairs.locals.get(*local).cloned().ok_or(Halt::Full)?;
                player.local.rearrange(&places);
                pairs.number_player(player)
            })?;
        }
        Ok(new)
    }

    /// The number of what a server holds.
    fn host(&mut self, pairs: &Pairs, number: u32, place: u8) -> u32 {
        let key = u64::from(number) << 3 | u64::from(place);
        if let Some(known) = self.host_of.get(key) {
            return known as u32;
        }
        let at = usize::from(place);
        let is_like = |(other, another): &(u32, usize)| {
            let (one, other) = (pairs.shareds.get(number), pairs.shareds.get(*other));
            one.zip(other)
                .is_some_and(|(one, other)| one.server_is_like(at, other, *another))
        };
        let found = self.hosts.iter().position(is_like).unwrap_or_else(|| {
            self.hosts.push((number, at));
            self.hosts.len() - 1
        });
        self.host_of.put(key, found as u64);
        found as u32
    }

    /// The number of what a client has to do with a server.
    fn dealing(&mut self, pairs: &Pairs, number: u32, place: u8) -> u32 {
        let key = u64::from(number) << 3 | u64::from(place);
        if let Some(known) = self.dealing_of.get(key) {
            return known as u32;
        }
        let is_like = |(other, another): &(u32, u8)| {
            let (one, other) = (pairs.locals.get(number), pairs.locals.get(*other));
            one.zip(other).is_some_and(|(one, other)| {
                one.local.dealings(place) == other.local.dealings(*another)
            })
        };
        let found = self.dealings.iter().position(is_like).unwrap_or_else(|| {
            self.dealings.push((number, place));
            self.dealings.len() - 1
        });
        self.dealing_of.put(key, found as u64);
        found as u32
    }
}

/// The parts of a world whose clients go to these places.
fn numbered(pairs: &mut Pairs, world: World, rounds: &[u8], order: &[u8]) -> Result<Parts, Halt> {
    let mut exchange = Exchange::none();
    for (from, to) in (1..).zip(order) {
        exchange = exchange.with(ClientId(from), ClientId(*to));
    }
    let (shared, locals) = world.apart();
    let mut parts = Parts {
        shared: pairs.shared(shared, exchange)?,
        locals: [0; CLIENTS_MAX],
        count: pairs.count,
    };
    for ((from, local), to) in locals.into_iter().enumerate().zip(order) {
        let place = usize::from(to.saturating_sub(1));
        let own = exchange.with(ClientId(from as u8 + 1), pairs.own_name(place));
        let begun = rounds.get(from).copied().unwrap_or(0);
        let number = pairs.player(local, begun, own)?;
        if let Some(kept) = parts.locals.get_mut(place) {
            *kept = number;
        }
    }
    Ok(parts)
}

/// How many clients are put into all orders.
const ORDERED_MAX: usize = 5;

/// Every order of so many clients, by their numbers.
fn orders(count: usize) -> Vec<Vec<u8>> {
    let Some(fewer) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let with_last = |order: Vec<u8>| {
        (0..=fewer).map(move |at| {
            let mut order = order.clone();
            order.insert(at, count as u8);
            order
        })
    };
    orders(fewer).into_iter().flat_map(with_last).collect()
}

/// The bits of a client's place.
const PLACE_BITS: usize = 4;

/// How the clients change places, by the places from which they come.
fn exchange_of(code: u64, count: usize) -> Exchange {
    let places = (0..count as u8).zip((0..count).rev());
    places.fold(Exchange::none(), |exchange, (to, behind)| {
        let from = code >> (PLACE_BITS * behind) & 15;
        exchange.with(ClientId(from as u8 + 1), ClientId(to + 1))
    })
}

/// One word for a part, of which there are fewer than 2^28, and the places from which the clients come.
fn placed_key(number: u32, code: u64) -> u64 {
    u64::from(number) << (PLACE_BITS * CLIENTS_MAX) | code
}

/// In ascending order. There are a handful, and mostly one is out of place.
#[inline]
pub fn sort<T: Ord + Copy>(all: &mut [T]) {
    for end in 1..all.len() {
        let mut at = end;
        while at > 0
            && let (Some(one), Some(other)) = (all.get(at), all.get(at - 1))
            && one < other
        {
            all.swap(at, at - 1);
            at -= 1;
        }
    }
}
