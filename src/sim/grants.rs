//! To whom a server has granted the key that it holds: whoever made the key, and whoever took it over and went in. It is
//! asked who was *granted* the key, since the last writer may have lost the race and overwritten the value all the same.

use super::apart::Rename;
use super::client::ClientId;

/// How a client stands to a key that it wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Standing {
    /// It overwrote the key, and has not decided yet what the reply means.
    Overwrote,
    /// It made the key, and waits for the reply.
    Made,
    /// It has heard that it made the key, and has not decided yet whether to go in.
    MadeHeard,
    /// It made the key, and will not hear of it: it does not wait for the reply, or that is lost.
    MadeUnheard,
    /// It went in, and has a lease by its own statement.
    In,
    /// It went in and stopped: this is the true time at which its lease would have ended, in Unix milliseconds.
    Until(i64),
    /// Its lease is over, by time or by its own release; or it heard that it had made the key, and did not go in.
    Over,
}

/// The clients that wrote a key, in the order of their writes. All are forgotten with the key.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Grants(Vec<(ClientId, Standing)>);

impl Grants {
    /// The client made the key: it is granted. `is_awaited` says whether the client waits for the reply.
    pub fn create(&mut self, id: ClientId, is_awaited: bool) {
        let standing = match is_awaited {
            true => Standing::Made,
            false => Standing::MadeUnheard,
        };
        self.0 = vec![(id, standing)];
    }

    /// The client overwrote the key. Whether it was granted is known when the client has read the reply; one that does
    /// not wait for it cannot go in on this write.
    pub fn overwrite(&mut self, id: ClientId, is_awaited: bool) {
        if is_awaited {
            self.forget_overwrite(id);
            self.0.push((id, Standing::Overwrote));
        }
    }

    /// The reply to the client's request has reached it.
    pub fn answer(&mut self, id: ClientId) {
        self.change(id, Standing::Made, Standing::MadeHeard);
    }

    /// The reply to the client's request is lost, or comes too late.
    pub fn lose_answer(&mut self, id: ClientId) {
        self.forget_overwrite(id);
        self.change(id, Standing::Made, Standing::MadeUnheard);
    }

    /// The client goes in: what it wrote was granted to it.
    pub fn enter(&mut self, id: ClientId) {
        for (_, standing) in self.0.iter_mut().filter(|(of, _)| *of == id) {
            if !matches!(standing, Standing::Until(_) | Standing::Over) {
                *standing = Standing::In;
            }
        }
    }

    /// The client leaves: its lease is over.
    pub fn leave(&mut self, id: ClientId) {
        self.change(id, Standing::In, Standing::Over);
    }

    /// The client starts over, waits to do so, or gives up: it was not granted what it overwrote, and does not take what
    /// it knows that it made.
    pub fn decline(&mut self, id: ClientId) {
        self.forget_overwrite(id);
        self.change(id, Standing::MadeHeard, Standing::Over);
    }

    /// The client stops, and hears of nothing any more. Had it a lease until this true time, that end stands, whatever
    /// its clock is set to later.
    pub fn stop(&mut self, id: ClientId, until_ms: Option<i64>, now_ms: i64) {
        self.lose_answer(id);
        self.change(id, Standing::MadeHeard, Standing::MadeUnheard);
        let ended = until_ms.map_or(Standing::Over, Standing::Until);
        self.change(id, Standing::In, ended);
        self.advance(now_ms);
    }

    fn change(&mut self, id: ClientId, from: Standing, to: Standing) {
        for entry in &mut self.0 {
            if *entry == (id, from) {
                entry.1 = to;
            }
        }
    }

    fn forget_overwrite(&mut self, id: ClientId) {
        self.0.retain(|entry| *entry != (id, Standing::Overwrote));
    }

    /// It is this time now.
    pub fn advance(&mut self, now_ms: i64) {
        for (_, standing) in &mut self.0 {
            if matches!(standing, Standing::Until(until_ms) if *until_ms <= now_ms) {
                *standing = Standing::Over;
            }
        }
    }

    /// Forgets what nothing depends on: of the leases that have ended, and of clients that have stopped, it matters that
    /// there was one and when the last of them ends, not whose it was, but for the client to whom the key was granted last.
    pub fn settle(&mut self) {
        let granted = |(_, standing): &(ClientId, Standing)| *standing != Standing::Overwrote;
        let last = self.0.iter().rposition(granted);
        let (mut was_one, mut until_ms) = (false, None);
        let mut kept: Vec<(ClientId, Standing)> = Vec::new();
        for (at, (id, standing)) in self.0.iter().copied().enumerate() {
            match standing {
                _ if Some(at) == last => {}
                Standing::Over => {
                    was_one = true;
                    continue;
                }
                Standing::Until(ms) => {
                    until_ms = until_ms.max(Some(ms));
                    continue;
                }
                _ => {}
            }
            kept.retain(|other| *other != (id, standing));
            kept.push((id, standing));
        }
        let anybody = ClientId(0);
        let ends_over = kept.iter().any(|(_, standing)| *standing == Standing::Over);
        if let Some(until_ms) = until_ms {
            kept.insert(0, (anybody, Standing::Until(until_ms)));
        }
        if was_one && !ends_over {
            kept.insert(0, (anybody, Standing::Over));
        }
        self.0 = kept;
    }

    /// The same in other names.
    pub fn rename(&mut self, names: &mut dyn Rename) {
        for (id, standing) in &mut self.0 {
            *id = names.client(*id);
            if let Standing::Until(until_ms) = standing {
                *until_ms = names.moment_ms(*until_ms);
            }
        }
    }

    /// The client to whom the key was granted last.
    pub fn last(&self) -> Option<ClientId> {
        let granted = |(_, standing): &&(ClientId, Standing)| *standing != Standing::Overwrote;
        self.0.iter().rfind(granted).map(|(id, _)| *id)
    }

    /// Whether there was a lease on the key, every one is over, and no client but this one, which has been refused, is
    /// about to state one.
    pub fn are_over_for(&self, refused: ClientId) -> bool {
        let is_open = |(id, standing): &(ClientId, Standing)| match standing {
            Standing::In | Standing::Until(_) => true,
            Standing::Overwrote | Standing::Made | Standing::MadeHeard => *id != refused,
            Standing::MadeUnheard | Standing::Over => false,
        };
        let was_one = |(_, standing): &(ClientId, Standing)| *standing == Standing::Over;
        self.0.iter().any(was_one) && !self.0.iter().any(is_open)
    }
}
