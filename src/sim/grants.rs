//! To whom a server has granted the key that it holds: whoever made the key, and whoever took it over and went in. It is
//! asked who was *granted* the key, since the last writer may have lost the race and overwritten the value all the same.

use super::client::ClientId;

/// How a client stands to a key that it wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Standing {
    /// It overwrote the key, and has not decided yet what the reply means.
    Undecided,
    /// It made the key, and has stated no end of its lease. `answered` says whether it knows.
    Unstated { answered: bool },
    /// It went in, and this is the true time at which its lease ends, in Unix milliseconds.
    Until(i64),
    /// Its lease is over, by time or by its own release; or it knew, and did not go in.
    Over,
}

/// The clients that wrote a key, in the order of their writes. All are forgotten with the key.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Grants(Vec<(ClientId, Standing)>);

impl Grants {
    /// The client made the key: it is granted.
    pub fn create(&mut self, id: ClientId) {
        self.0 = vec![(id, Standing::Unstated { answered: false })];
    }

    /// The client overwrote the key. Whether it was granted is known when the client has read the reply.
    pub fn overwrite(&mut self, id: ClientId) {
        self.forget_undecided(id);
        self.0.push((id, Standing::Undecided));
    }

    /// The reply to a request of the client has reached it.
    pub fn answer(&mut self, id: ClientId) {
        for (_, standing) in self.0.iter_mut().filter(|(of, _)| *of == id) {
            if let Standing::Unstated { answered } = standing {
                *answered = true;
            }
        }
    }

    /// The client goes in: what it wrote was granted to it, until this true time.
    pub fn enter(&mut self, id: ClientId, until_ms: i64, now_ms: i64) {
        for (_, standing) in self.0.iter_mut().filter(|(of, _)| *of == id) {
            if matches!(standing, Standing::Undecided | Standing::Unstated { .. }) {
                *standing = Standing::Until(until_ms);
            }
        }
        self.advance(now_ms);
    }

    /// The client's clock was set while it was in: its lease ends at this true time.
    pub fn restate(&mut self, id: ClientId, until_ms: i64, now_ms: i64) {
        if let Some((_, standing)) = self.0.iter_mut().rfind(|(of, _)| *of == id)
            && matches!(standing, Standing::Until(_) | Standing::Over)
        {
            *standing = Standing::Until(until_ms);
        }
        self.advance(now_ms);
    }

    /// The client leaves: its lease is over.
    pub fn leave(&mut self, id: ClientId) {
        for (_, standing) in self.0.iter_mut().filter(|(of, _)| *of == id) {
            if matches!(standing, Standing::Until(_)) {
                *standing = Standing::Over;
            }
        }
    }

    /// The client starts over, waits to do so, or gives up: it was not granted what it overwrote, and does not take what
    /// it knows that it made.
    pub fn decline(&mut self, id: ClientId) {
        self.forget_undecided(id);
        for (_, standing) in self.0.iter_mut().filter(|(of, _)| *of == id) {
            if *standing == (Standing::Unstated { answered: true }) {
                *standing = Standing::Over;
            }
        }
    }

    /// The client stops, or writes anew: it was not granted what it overwrote.
    pub fn forget_undecided(&mut self, id: ClientId) {
        self.0
            .retain(|(of, standing)| *of != id || *standing != Standing::Undecided);
    }

    /// It is this time now.
    pub fn advance(&mut self, now_ms: i64) {
        for (_, standing) in &mut self.0 {
            if matches!(standing, Standing::Until(until_ms) if *until_ms <= now_ms) {
                *standing = Standing::Over;
            }
        }
    }

    /// The client to whom the key was granted last.
    pub fn last(&self) -> Option<ClientId> {
        let granted = |(_, standing): &&(ClientId, Standing)| *standing != Standing::Undecided;
        self.0.iter().rfind(granted).map(|(id, _)| *id)
    }

    /// Whether there was a lease on the key, every one is over, and no client but this one, which has been refused, is
    /// about to state one.
    pub fn are_over_for(&self, refused: ClientId) -> bool {
        let is_open = |(id, standing): &(ClientId, Standing)| match standing {
            Standing::Until(_) => true,
            Standing::Undecided => *id != refused,
            Standing::Unstated { .. } | Standing::Over => false,
        };
        let was_one = |(_, standing): &(ClientId, Standing)| *standing == Standing::Over;
        self.0.iter().any(was_one) && !self.0.iter().any(is_open)
    }
}
