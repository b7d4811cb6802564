//! The settings of a run: its world before the first move. They are part of the run and of its link.

use std::sync::Arc;

use super::host::{SERVERS_MAX, TIME_MS_MAX};
use super::id::{CLIENTS_MAX, ClientId};
use super::moves::SKEW_MS_MAX;
use super::world::World;
use base::part::Part;
use lock::{Algorithm, Program, ROLES_MAX};

/// The longest lease, in seconds: a year.
pub const LEASE_S_MAX: i64 = 31_536_000;

/// Bytes of the lock's value at the start, at most.
pub const VALUE_BYTES_MAX: usize = 256;

/// The settings of a world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The true time at the start, in Unix seconds.
    pub start_s: i64,
    /// The value of `lease` in programs, in seconds.
    pub lease_s: i64,
    /// The value of the lock's key at the start, written by no client and without a time to live; `None` for no key.
    pub value: Option<String>,
    /// The clients, in the order of their names.
    pub clients: Vec<ClientSetup>,
    /// What those run whose algorithm is [`Algorithm::Own`].
    pub own: Option<Arc<Program>>,
    /// How many servers there are that know nothing of each other, at least one.
    pub servers: u8,
    /// How many replicas there are, of a single server.
    pub replicas: u8,
    /// Whether a message is lost between two sides of the network. Else it waits.
    pub loses_messages: bool,
}

/// A client before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientSetup {
    /// Its name.
    pub id: ClientId,
    /// The algorithm that it runs.
    pub algorithm: Algorithm,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub skew_ms: i64,
    /// Which program of a file it runs that has several, from 0; `None` for the one at its own place.
    pub role: Option<u8>,
}

impl Setup {
    /// `clients` clients, C1 and on, that run the same algorithm from t = 100, with a lease of 10 seconds.
    pub fn new(algorithm: Algorithm, clients: u8) -> Setup {
        let client = |number| ClientSetup {
            id: ClientId(number),
            algorithm,
            skew_ms: 0,
            role: None,
        };
        Setup {
            start_s: 100,
            lease_s: 10,
            value: None,
            clients: (1..=clients).map(client).collect(),
            own: None,
            servers: 1,
            replicas: 0,
            loses_messages: false,
        }
    }

    /// The same with every setting within its limits: a lease of 1 to [`LEASE_S_MAX`] seconds, a start within the
    /// calendar, clocks off by at most [`SKEW_MS_MAX`], a value of at most [`VALUE_BYTES_MAX`] bytes, at most
    /// [`CLIENTS_MAX`] clients in the order of their names, of which two with one name count as the first, and 1 to
    /// [`SERVERS_MAX`] servers, with replicas of a single one alone.
    pub fn within_limits(mut self) -> Setup {
        self.start_s = self.start_s.clamp(0, TIME_MS_MAX / 1000);
        self.lease_s = self.lease_s.clamp(1, LEASE_S_MAX);
        if let Some(value) = &mut self.value {
            value.truncate(value.floor_char_boundary(VALUE_BYTES_MAX));
        }
        // Inserted one by one: a call of the library sort is more code than this whole function.
        let mut clients: Vec<ClientSetup> = Vec::new();
        for client in self.clients {
            let at = clients.partition_point(|other| other.id < client.id);
            if clients.get(at).is_none_or(|other| other.id != client.id) {
                clients.insert(at, client);
            }
        }
        clients.truncate(CLIENTS_MAX);
        self.clients = clients;
        let most = u8::try_from(SERVERS_MAX).unwrap_or(u8::MAX);
        self.servers = self.servers.clamp(1, most);
        self.replicas = match self.servers {
            1 => self.replicas.min(most - 1),
            _ => 0,
        };
        for client in &mut self.clients {
            client.skew_ms = client.skew_ms.clamp(-SKEW_MS_MAX, SKEW_MS_MAX);
            client.role = client.role.filter(|role| usize::from(*role) < ROLES_MAX);
        }
        self
    }

    /// The program of an algorithm in this run; of a file of several, the first with the text of all.
    pub fn program(&self, algorithm: Algorithm) -> Arc<Program> {
        match (&self.own, algorithm) {
            (Some(own), Algorithm::Own) => Arc::clone(own),
            _ => Arc::new(algorithm.program()),
        }
    }

    /// The part of the wasm that a program of it needs and that has not come: a world without it would be told so in the
    /// place of replies.
    pub fn lacks(&self) -> Option<Part> {
        self.programs().iter().find_map(|program| program.lacks())
    }

    /// The world before the first move. Clients of one algorithm share its program.
    pub fn world(&self) -> World {
        self.world_of(&self.programs())
    }

    /// Whether a client runs the reader's own program.
    pub fn runs_own(&self) -> bool {
        let mut clients = self.clients.iter();
        clients.any(|client| client.algorithm == Algorithm::Own)
    }

    /// The programs of the clients, in their order. Clients of one algorithm share its program.
    pub fn programs(&self) -> Vec<Arc<Program>> {
        let mut programs: Vec<(Algorithm, Arc<Program>)> = Vec::new();
        for client in &self.clients {
            let known = programs
                .iter()
                .find(|(known, _)| *known == client.algorithm);
            let program = match known {
                Some((_, program)) => Arc::clone(program),
                None => self.program(client.algorithm),
            };
            programs.push((client.algorithm, program));
        }
        let own = programs.into_iter().map(|(_, program)| program);
        let own = own.zip(&self.clients).enumerate();
        own.map(|(place, (file, client))| file.of_role(client.role.map_or(place, usize::from)))
            .collect()
    }

    /// The world before the first move, in which the clients run these programs, in their order.
    pub fn world_of(&self, programs: &[Arc<Program>]) -> World {
        let ids = self.clients.iter().map(|client| client.id);
        let clients: Vec<_> = ids.zip(programs.iter().cloned()).collect();
        let start_ms = self.start_s.saturating_mul(1000);
        let (servers, replicas) = (self.servers, self.replicas);
        let mut world = World::with_servers(start_ms, self.lease_s, &clients, servers, replicas);
        world.loses_messages = self.loses_messages;
        for client in &self.clients {
            world.set_skew(client.id, client.skew_ms);
        }
        if let Some(value) = &self.value {
            world.set_lock_value(value.as_bytes());
        }
        world
    }
}
