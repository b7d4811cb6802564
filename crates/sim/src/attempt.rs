//! An attempt to get the lock that has failed, and the key that it failed on.

use super::client::{Client, ClientState};
use super::host::{DATABASE, Host};
use super::id::ClientId;
use super::property::shut;
use super::world::World;
use keyspace::number;
use lock::{Section, Servers};

/// The lock's key of a server, as a contender finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyState {
    /// There is no such key.
    Absent,
    /// It is there, never expires by itself, and is a time that the contender's clock has reached, to a contender that
    /// looks at such a time.
    Past,
    /// It is there, and not past its time.
    Held,
    /// The server is down, or on the other side of the network.
    OutOfReach,
}

/// The cause of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not clear which key did.
    Unclear,
    /// A key that nobody was granted, or none that is there.
    Free,
    /// A key that was granted to a client.
    Granted,
    /// A key that is there while nobody is in it: the lock is shut.
    Shut,
}

impl Client {
    /// Whether it is trying to get the lock, unless it has ended.
    pub fn is_acquiring(&self) -> bool {
        !self.believes() && self.program.section(self.at) == Section::Acquire
    }

    /// Whether it has been refused, when it has just read a reply: it starts over, waits before it does so, or gives up.
    pub(super) fn has_failed(&self) -> bool {
        let is_outside = self.program.section(self.at) == Section::Acquire;
        let mut passed = self.program.ops().iter().take(self.at);
        let is_before_requests = !passed.any(|op| op.kind.is_request());
        is_outside
            && match self.state {
                ClientState::Running => is_before_requests,
                ClientState::Asleep { .. } | ClientState::GaveUp => true,
                ClientState::Crashed | ClientState::Finished | ClientState::Failed(_) => false,
            }
    }
}

impl World {
    /// The lock's key on a server, for a client. A key that Redis itself will remove is past its time when it is gone,
    /// not before.
    pub(super) fn key_state(&self, place: usize, client: &Client, key: &[u8]) -> KeyState {
        let host = self.hosts.get(place);
        let Some(host) = host.filter(|host| host.is_up && host.is_cut_off == client.is_cut_off)
        else {
            return KeyState::OutOfReach;
        };
        let clock_ms = host.clock_ms(self.now_ms);
        let Some(entry) = host.server.peek(DATABASE, clock_ms, key) else {
            return KeyState::Absent;
        };
        let time_s = entry
            .value
            .string()
            .ok()
            .and_then(|text| number::parse(text));
        let is_read = entry.expires_at_ms.is_none() && client.program.reads_times();
        let time_s = time_s.filter(|_| is_read);
        match time_s.is_some_and(|time_s| time_s <= client.clock_s(self.now_ms)) {
            true => KeyState::Past,
            false => KeyState::Held,
        }
    }

    /// Whether the client has failed, although the key was absent or past its time. Whether its program would take such a
    /// lock is another matter.
    pub(super) fn has_failed_on_open_lock(&self, id: ClientId) -> bool {
        let Some(client) = self.client(id).filter(|client| client.has_failed()) else {
            return false;
        };
        let could_be_had = |place: &usize| {
            let state = self.key_state(*place, client, self.lock_key());
            matches!(state, KeyState::Absent | KeyState::Past)
        };
        let places = self.places_of(client.program.lock_servers());
        places.iter().filter(|place| could_be_had(place)).count() > places.len() / 2
    }

    /// The cause for which a client has failed, by the reply to the request at this index of its program.
    pub(super) fn refusal_of(&self, client: &Client, at: usize) -> Refusal {
        let Some((key, servers)) = client.program.refused_by(at) else {
            return Refusal::Unclear;
        };
        let places = self.places_of(servers);
        let count = |is_it: &dyn Fn(&Host) -> bool| {
            let is_held = |place: &&usize| {
                self.hosts.get(**place).is_some_and(is_it)
                    && self.key_state(**place, client, key) == KeyState::Held
            };
            places.iter().filter(is_held).count()
        };
        let is_nobody_in = self.clients.iter().all(|client| !client.believes());
        let shut = count(&|host| host.grants.are_over_for(key, client.id));
        if shut::is_broken(is_nobody_in, shut, places.len()) {
            return Refusal::Shut;
        }
        match count(&|host| host.grants.last(key).is_some()) {
            0 => Refusal::Free,
            _ => Refusal::Granted,
        }
    }

    /// The clients that run and are not paused.
    pub(super) fn contenders(&self) -> Vec<ClientId> {
        let runs = |state: &ClientState| {
            matches!(state, ClientState::Running | ClientState::Asleep { .. })
        };
        let all = self.clients().iter();
        let contenders = all.filter(|client| runs(&client.state) && !client.is_paused);
        contenders.map(|client| client.id).collect()
    }

    /// The indexes of servers that are asked.
    fn places_of(&self, servers: &Servers) -> Vec<usize> {
        match servers {
            Servers::Primary => vec![self.primary()],
            Servers::All => self.lock_servers().collect(),
            Servers::These(places) => places.iter().copied().map(usize::from).collect(),
        }
    }
}
