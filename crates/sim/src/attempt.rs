//! An attempt to get the lock that has failed, and the key that it failed on.

use super::client::{Client, ClientState};
use super::host::DATABASE;
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
    pub(super) fn key_state(&self, place: usize, client: &Client) -> KeyState {
        let host = self.hosts.get(place);
        let Some(host) = host.filter(|host| host.is_up && host.is_cut_off == client.is_cut_off)
        else {
            return KeyState::OutOfReach;
        };
        let clock_ms = host.clock_ms(self.now_ms);
        let Some(entry) = host.server.peek(DATABASE, clock_ms, self.lock_key()) else {
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
            let state = self.key_state(*place, client);
            matches!(state, KeyState::Absent | KeyState::Past)
        };
        let places = self.lock_servers_of(client);
        places.iter().filter(|place| could_be_had(place)).count() > places.len() / 2
    }

    /// Whether the client has failed on a lock that is shut while nobody is in it.
    pub(super) fn is_shut_for(&self, id: ClientId) -> bool {
        let Some(client) = self.client(id).filter(|client| client.has_failed()) else {
            return false;
        };
        let is_shut = |place: &usize| {
            let host = self.hosts.get(*place);
            host.is_some_and(|host| host.grants.are_over_for(self.lock_key(), id))
                && self.key_state(*place, client) == KeyState::Held
        };
        let is_nobody_in = self.clients.iter().all(|client| !client.believes());
        let places = self.lock_servers_of(client);
        let count = places.iter().filter(|place| is_shut(place)).count();
        shut::is_broken(is_nobody_in, count, places.len())
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

    /// The servers on which the client's program takes the lock, by its first request.
    fn lock_servers_of(&self, client: &Client) -> Vec<usize> {
        match client.program.lock_servers() {
            Servers::Primary => vec![self.primary()],
            Servers::All => self.lock_servers().collect(),
            Servers::These(places) => places.iter().copied().map(usize::from).collect(),
        }
    }
}
