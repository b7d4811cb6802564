//! The settings of a run: what its world is before the first move. Part of the run, and of its link.

use std::sync::Arc;

use super::client::{CLIENTS_MAX, ClientId};
use super::moves::SKEW_MS_MAX;
use super::world::{TIME_MS_MAX, World};
use crate::lock::{Algorithm, Program};

/// The longest lease, in seconds: a year.
pub const LEASE_S_MAX: i64 = 31_536_000;

/// Bytes of the lock's value at the start, at most.
pub const VALUE_BYTES_MAX: usize = 256;

/// What a world is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The true time at the start, in Unix seconds.
    pub start_s: i64,
    /// What programs call `lease`, in seconds.
    pub lease_s: i64,
    /// What the lock's key holds at the start, written by a stranger and without an expiry; `None` for no such key.
    pub value: Option<String>,
    /// Who takes part, in the order of their names.
    pub seats: Vec<Seat>,
}

/// A client before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Its name.
    pub id: ClientId,
    /// What it runs.
    pub algorithm: Algorithm,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub skew_ms: i64,
}

impl Setup {
    /// `clients` clients, C1 and on, that run the same algorithm from t = 100, with a lease of 10 seconds.
    pub fn new(algorithm: Algorithm, clients: u8) -> Setup {
        let seat = |number| Seat {
            id: ClientId(number),
            algorithm,
            skew_ms: 0,
        };
        Setup {
            start_s: 100,
            lease_s: 10,
            value: None,
            seats: (1..=clients).map(seat).collect(),
        }
    }

    /// The same with every setting within its limits: a lease of 1 to [`LEASE_S_MAX`] seconds, a start within the
    /// calendar, clocks off by at most [`SKEW_MS_MAX`], a value of at most [`VALUE_BYTES_MAX`] bytes, and at most
    /// [`CLIENTS_MAX`] clients in the order of their names; of two with one name the first counts.
    pub fn within_limits(mut self) -> Setup {
        self.start_s = self.start_s.clamp(0, TIME_MS_MAX / 1000);
        self.lease_s = self.lease_s.clamp(1, LEASE_S_MAX);
        if let Some(value) = &mut self.value {
            value.truncate(value.floor_char_boundary(VALUE_BYTES_MAX));
        }
        // Seat by seat: the library's sorting weighs more than the rest of the set-up.
        let mut seats: Vec<Seat> = Vec::new();
        for seat in self.seats {
            let at = seats.partition_point(|other| other.id < seat.id);
            if seats.get(at).is_none_or(|other| other.id != seat.id) {
                seats.insert(at, seat);
            }
        }
        seats.truncate(CLIENTS_MAX);
        self.seats = seats;
        for seat in &mut self.seats {
            seat.skew_ms = seat.skew_ms.clamp(-SKEW_MS_MAX, SKEW_MS_MAX);
        }
        self
    }

    /// The world before the first move. Clients of one algorithm share its program.
    pub fn world(&self) -> World {
        let mut programs: Vec<(Algorithm, Arc<Program>)> = Vec::new();
        let mut clients = Vec::with_capacity(self.seats.len());
        for seat in &self.seats {
            let known = programs.iter().find(|(known, _)| *known == seat.algorithm);
            let program = match known {
                Some((_, program)) => Arc::clone(program),
                None => Arc::new(seat.algorithm.program()),
            };
            programs.push((seat.algorithm, Arc::clone(&program)));
            clients.push((seat.id, program));
        }
        let start_ms = self.start_s.saturating_mul(1000);
        let mut world = World::new(start_ms, self.lease_s, &clients);
        for seat in &self.seats {
            world.set_skew(seat.id, seat.skew_ms);
        }
        if let Some(value) = &self.value {
            world.set_lock_value(value.as_bytes());
        }
        world
    }
}
