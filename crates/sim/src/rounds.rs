//! Counts the rounds in which the key is absent or past its time and no client gets in. A run counts them: a world has no
//! history.

use super::client::{ClientId, ClientState};
use super::outcome::Outcome;
use super::property::Broken;
use super::world::World;

/// The number of full rounds without a holder that breaks the property.
pub const ROUNDS_MAX: u32 = 5;

/// The rounds of a run so far. In a full round each client that still runs has tried and failed at least once, on a key
/// that was absent or past its time by the client's clock, while nobody believed and no lease was valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rounds {
    done: u32,
    /// The clients that have failed in the current round.
    failed: Vec<ClientId>,
}

impl Rounds {
    /// Takes note of a move; `after` is the world after it. Says so when it ends the last round that is waited for.
    pub fn note(&mut self, outcome: &Outcome, after: &World) -> Option<Broken> {
        if !outcome.believers.after.is_empty() || !outcome.leases.after.is_empty() {
            *self = Rounds::default();
            return None;
        }
        let id = outcome.client?;
        if !outcome.is_refused {
            return None;
        }
        if !after.has_failed_on_open_lock(id) {
            *self = Rounds::default();
            return None;
        }
        if !self.failed.contains(&id) {
            self.failed.push(id);
        }
        let who = contenders(after);
        if !who.iter().all(|id| self.failed.contains(id)) {
            return None;
        }
        self.failed.clear();
        self.done += 1;
        let rounds = self.done;
        (rounds == ROUNDS_MAX).then_some(Broken::NobodyGetsIn { who, rounds })
    }
}

/// The clients that run and are not paused.
fn contenders(world: &World) -> Vec<ClientId> {
    let all = world.clients().iter();
    let runs = all.filter(|client| {
        matches!(
            client.state,
            ClientState::Running | ClientState::Asleep { .. }
        ) && !client.is_paused
    });
    runs.map(|client| client.id).collect()
}
