//! To whom a server has granted an element that it holds: whoever made it, and whoever took it over and went in. It is
//! asked who was *granted* it, since the last writer may have lost the race and overwritten the value all the same.

use super::id::ClientId;
use super::rename::Rename;

/// How a client stands to an element that it wrote. Where it says "made", it was absent before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Standing {
    /// It overwrote it, and has not decided yet what the reply means.
    Overwrote,
    /// It made it, and waits for the reply.
    Made,
    /// It has heard that it made it, and has not decided yet whether to go in.
    MadeHeard,
    /// It made it, and will not hear of that: it does not wait for the reply, or that is lost.
    MadeUnheard,
    /// It went in, and has a lease by its own statement.
    In,
    /// It went in and stopped: this is the true time at which its lease would have ended, in Unix milliseconds. It is over
    /// more than a millisecond later.
    Until(i64),
    /// Its lease is over, by time or by its own release; or it heard that it had made a string, and did not go in.
    Over,
}

/// A client's standing to what it wrote, and how long it asked the server to keep that.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Grant {
    id: ClientId,
    standing: Standing,
    /// The deadline that the client itself gave the key, in Unix milliseconds of the server's clock, while it is to come.
    kept_ms: Option<i64>,
}

/// The clients that wrote an element, in the order of their writes. All are forgotten with the element.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Grants(Vec<Grant>);

/// How long after its end a lease may still keep others out, in milliseconds: Redis keeps a key through its deadline.
const GRACE_MS: i64 = 1;

impl Grants {
    /// Whether no client's write is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The client made the element: it is granted. `is_awaited` says whether the client waits for the reply.
    pub fn create(&mut self, id: ClientId, is_awaited: bool) {
        let standing = match is_awaited {
            true => Standing::Made,
            false => Standing::MadeUnheard,
        };
        self.0 = vec![Grant::new(id, standing)];
    }

    /// The client, which waits for the reply, overwrote the element. Whether it was granted is known when the client has
    /// read the reply.
    pub fn overwrite(&mut self, id: ClientId) {
        self.forget_overwrite(id);
        self.0.push(Grant::new(id, Standing::Overwrote));
    }

    /// The client gave the key this deadline on the server's clock. It counts for one that has, or may get, the lock by it.
    pub fn keep(&mut self, id: ClientId, until_ms: Option<i64>) {
        for grant in self.0.iter_mut().filter(|grant| grant.id == id) {
            if !matches!(grant.standing, Standing::Until(_) | Standing::Over) {
                grant.kept_ms = until_ms;
            }
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
        for grant in self.0.iter_mut().filter(|grant| grant.id == id) {
            if !matches!(grant.standing, Standing::Until(_) | Standing::Over) {
                grant.standing = Standing::In;
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

    /// The client will not go in by what it wrote and has not gone in by.
    pub fn withdraw(&mut self, id: ClientId) {
        let is_settled =
            |standing| matches!(standing, Standing::In | Standing::Until(_) | Standing::Over);
        self.0
            .retain(|grant| grant.id != id || is_settled(grant.standing));
    }

    /// The client stops, and hears of nothing any more. Had it a lease until this true time, that end stands, whatever
    /// its clock is set to later.
    pub fn stop(&mut self, id: ClientId, until_ms: Option<i64>, now_ms: i64) {
        self.lose_answer(id);
        self.change(id, Standing::MadeHeard, Standing::MadeUnheard);
        let ended = until_ms.map_or(Standing::Over, Standing::Until);
        self.change(id, Standing::In, ended);
        self.end_leases(now_ms);
    }

    fn change(&mut self, id: ClientId, from: Standing, to: Standing) {
        for grant in &mut self.0 {
            if grant.id == id && grant.standing == from {
                grant.standing = to;
            }
        }
    }

    /// The client was not granted what it overwrote.
    pub fn forget_overwrite(&mut self, id: ClientId) {
        self.0
            .retain(|grant| grant.id != id || grant.standing != Standing::Overwrote);
    }

    /// It is this true time now, and this one on the server's clock.
    pub fn advance(&mut self, now_ms: i64, clock_ms: i64) {
        self.end_leases(now_ms);
        for grant in &mut self.0 {
            grant.kept_ms = grant.kept_ms.filter(|kept_ms| clock_ms <= *kept_ms);
        }
    }

    fn end_leases(&mut self, now_ms: i64) {
        for grant in &mut self.0 {
            if matches!(grant.standing, Standing::Until(until_ms) if until_ms.saturating_add(GRACE_MS) < now_ms)
            {
                grant.standing = Standing::Over;
            }
        }
    }

    /// Forgets what nothing depends on: of the leases that have ended, and of clients that have stopped, it matters that
    /// there was one and when the last of them ends, not whose it was, but for the client to whom the key was granted last.
    /// Where this true time represents all times between two instants, of which only the first is within the grace, a lease that
    /// has ended is over.
    pub fn settle(&mut self, between_ms: Option<i64>) {
        if let Some(now_ms) = between_ms {
            self.end_leases(now_ms.saturating_add(GRACE_MS));
        }
        let last = self.0.iter().rposition(Grant::is_granted);
        let (mut was_one, mut until_ms, mut kept_ms) = (false, None, None);
        let mut kept: Vec<Grant> = Vec::new();
        for (at, grant) in self.0.iter().copied().enumerate() {
            // What a client wrote twice is known once: else it would matter whether that was forgotten before its lease ended.
            if self.0.iter().skip(at + 1).any(|other| *other == grant) {
                continue;
            }
            match grant.standing {
                _ if Some(at) == last => {}
                Standing::Over => {
                    was_one = true;
                    kept_ms = kept_ms.max(grant.kept_ms);
                    continue;
                }
                Standing::Until(ms) => {
                    until_ms = until_ms.max(Some(ms));
                    kept_ms = kept_ms.max(grant.kept_ms);
                    continue;
                }
                _ => {}
            }
            kept.push(grant);
        }
        let anybody = |standing| Grant {
            kept_ms,
            ..Grant::new(ClientId(0), standing)
        };
        let ends_over = kept
            .iter()
            .any(|grant| grant.standing == Standing::Over && kept_ms.is_none());
        match until_ms {
            Some(until_ms) => kept.insert(0, anybody(Standing::Until(until_ms))),
            None if was_one && !ends_over => kept.insert(0, anybody(Standing::Over)),
            None => {}
        }
        self.0 = kept;
    }

    /// The same in other names.
    pub fn rename(&mut self, names: &mut dyn Rename) {
        for grant in &mut self.0 {
            grant.id = names.client(grant.id);
            if let Standing::Until(until_ms) = &mut grant.standing {
                *until_ms = names.moment_ms(*until_ms);
            }
            grant.kept_ms = grant.kept_ms.map(|at_ms| names.moment_ms(at_ms));
        }
    }

    /// The client to whom the element was granted last.
    pub fn last(&self) -> Option<ClientId> {
        let granted = self.0.iter().rfind(|grant| grant.is_granted());
        granted.map(|grant| grant.id)
    }

    /// Whether the client to whom it was granted last is in by it.
    pub fn is_held(&self) -> bool {
        let granted = self.0.iter().rfind(|grant| grant.is_granted());
        granted.is_some_and(|grant| grant.standing == Standing::In)
    }

    /// Whether there was a lease, and it is over.
    pub fn was_one(&self) -> bool {
        let is_over = |grant: &Grant| grant.standing == Standing::Over;
        self.0.iter().any(is_over)
    }

    /// Whether there is a lease, a client asked the server to keep the key for longer, or a client other than this one,
    /// which has been refused, is about to state a lease.
    pub fn is_open(&self, refused: ClientId) -> bool {
        self.0.iter().any(|grant| match grant.standing {
            Standing::In | Standing::Until(_) => true,
            Standing::Overwrote | Standing::Made | Standing::MadeHeard => grant.id != refused,
            Standing::MadeUnheard | Standing::Over => grant.kept_ms.is_some(),
        })
    }
}

impl Grant {
    fn new(id: ClientId, standing: Standing) -> Grant {
        Grant {
            id,
            standing,
            kept_ms: None,
        }
    }

    fn is_granted(&self) -> bool {
        self.standing != Standing::Overwrote
    }
}
