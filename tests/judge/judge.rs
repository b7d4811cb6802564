//! A second judge of a run, which reads nothing but its log. It keeps the whole story of every key, and asks it anew for
//! each verdict.

use crate::log::{Entry, Said, Shown, Sight, Standing};
use setnx_playground::keyspace::Reply;
use setnx_playground::sim::{
    ClientId, CommandPart, Memory, MessageId, Move, Node, Peer, Property, Request, Violation,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rounds after which it is said that nobody gets in.
const ROUNDS: u32 = 5;

/// The leases after which it is said that a client holds the lock and does nothing.
const LEASES: i64 = 3;

pub struct Judge {
    sight: Sight,
    clients: BTreeMap<ClientId, Watched>,
    servers: Vec<Watch>,
    /// The server that takes the writes of requests that name none.
    primary: usize,
    has_replicas: bool,
    sent: BTreeMap<MessageId, Sent>,
    /// Every write of a key by a client, ever.
    writes: Vec<Write>,
    /// The writers of the store, one for each write.
    stored: Vec<ClientId>,
    rounds: u32,
    /// The clients that have failed in the current round.
    failed: BTreeSet<ClientId>,
}

/// What is known of a client beside what it says of itself.
#[derive(Default)]
struct Watched {
    /// How often it has stopped. What it sent in an earlier life it does not remember.
    life: u32,
    is_paused: bool,
    is_cut_off: bool,
    /// How many writes of the store it knows of.
    knows: usize,
    /// How many answers it has to what its first thread asked last.
    answers: usize,
    /// When it entered or heard from the store last, until it is said that it does nothing.
    busy_ms: Option<i64>,
}

/// What is known of a server beside what is seen of it.
#[derive(Default)]
struct Watch {
    is_down: bool,
    is_cut_off: bool,
    key: Story,
    /// The story of the key as it was when the server was last synced.
    synced: Story,
    /// The stories of the key that a replica still lacks.
    lacks: Vec<Story>,
}

/// The writes of a key by clients since it was made, as places in the list of all writes, each with the deadline that its client
/// gave the key on this server, by its clock: another server that has the write may have another one, or none.
type Story = Vec<(usize, Option<i64>)>;

/// A request on its way.
struct Sent {
    life: u32,
    /// Whether the client's second thread sent it.
    by_thread: bool,
    /// Whether the client does not wait for the reply any more.
    is_late: bool,
    /// How many writes of the store its sender knew of; once it is answered, how many the reply tells of.
    knows: usize,
    is_executed: bool,
    /// The place of the write of the key that it was.
    write: Option<usize>,
}

/// A write of the key by a client.
struct Write {
    by: ClientId,
    /// Whether it made the key.
    made: bool,
    result: Result,
}

/// What came of a write.
#[derive(Clone, Copy, PartialEq)]
enum Result {
    /// The client has not heard of it yet.
    Open,
    /// The client has heard of it, and has not decided.
    Heard,
    /// The client will not hear of it.
    Unheard,
    /// The client decided that it has not got the lock by it.
    Declined,
    /// The client went in.
    In,
    /// The client went in, and its lease counts through this true time: it left then, or stated an end before it stopped.
    Until(i64),
}

impl Judge {
    pub fn new(start: Sight, has_replicas: bool) -> Judge {
        let watched = |client: &Said| (client.id, Watched::default());
        Judge {
            clients: start.clients.iter().map(watched).collect(),
            servers: start.servers.iter().map(|_| Watch::default()).collect(),
            primary: 0,
            has_replicas,
            sent: BTreeMap::new(),
            writes: Vec::new(),
            stored: Vec::new(),
            rounds: 0,
            failed: BTreeSet::new(),
            sight: start,
        }
    }

    /// The properties that a move broke.
    pub fn note(&mut self, entry: Entry) -> Vec<Violation> {
        let mut broken = Vec::new();
        self.note_move(&entry);
        if let Some(id) = entry.mv.client()
            && self.sight.client(id).is_in()
            && !entry.sight.client(id).is_in()
        {
            self.note_end(id, &entry);
        }
        let is_step = matches!(entry.mv, Move::Step(_) | Move::Meanwhile(_));
        if entry.parts.contains(&CommandPart::Send) {
            self.send(&entry);
        }
        for (message, reply) in entry.exchanges {
            let Some(reply) = reply else {
                continue;
            };
            let is_request = !self.sent[message].is_executed;
            if is_request {
                broken.extend(self.execute(*message, reply, &entry));
            }
            if is_step || !is_request {
                self.receive(*message, reply);
            }
        }
        if entry.parts.contains(&CommandPart::TimeOut) {
            self.time_out(&entry);
        }
        self.forget_lost(&entry);
        if let Some(id) = entry.mv.client() {
            broken.extend(self.decide(id, &entry));
        }
        self.follow_keys(&entry);
        if let Some(id) = entry.mv.client()
            && entry.sight.client(id).standing == Standing::Stopped
        {
            self.stop(id);
        }
        let before = std::mem::replace(&mut self.sight, entry.sight);
        let (believers, leases) = (self.sight.believers(), self.sight.leaseholders());
        let least = |all: &[ClientId]| all.iter().map(|id| self.sight.client(*id).lets_in).min();
        let are_too_many = |all: &[ClientId]| least(all).is_some_and(|most| all.len() > most);
        if are_too_many(&believers) && believers.iter().any(|id| !before.client(*id).is_in()) {
            broken.push(Property::TwoBelievers.broken_by(&believers));
        }
        let had_lease = before.leaseholders();
        if are_too_many(&leases) && leases.iter().any(|id| !had_lease.contains(id)) {
            broken.push(Property::TwoLeases.broken_by(&leases));
        }
        if !self.sight.believers().is_empty() {
            self.begin_rounds();
        }
        if let Move::Tick(_) = entry.mv {
            broken.extend(self.idle_holders());
        }
        broken
    }

    /// What a move does to those whom it names.
    fn note_move(&mut self, entry: &Entry) {
        match entry.mv {
            Move::Pause(id) => self.watched(*id).is_paused = true,
            Move::Resume(id) => self.watched(*id).is_paused = false,
            Move::Restart(id) => {
                let watched = self.watched(*id);
                *watched = Watched {
                    life: watched.life,
                    is_cut_off: watched.is_cut_off,
                    ..Watched::default()
                };
            }
            Move::CutOff(Node::Client(id)) => self.watched(*id).is_cut_off = true,
            Move::Rejoin(Node::Client(id)) => self.watched(*id).is_cut_off = false,
            Move::CutOff(Node::Server(place)) => self.server(*place).is_cut_off = true,
            Move::Rejoin(Node::Server(place)) => self.server(*place).is_cut_off = false,
            Move::Fail(place) => self.server(*place).is_down = true,
            Move::Recover(place, memory) => {
                let server = self.server(*place);
                server.is_down = false;
                match memory {
                    Memory::All => {}
                    Memory::Synced => server.key = server.synced.clone(),
                    Memory::Nothing => server.key = Story::new(),
                }
            }
            Move::Sync(place) => {
                let server = self.server(*place);
                server.synced = server.key.clone();
            }
            Move::Replicate(place) => {
                let server = self.server(*place);
                server.key = server.lacks.remove(0);
            }
            Move::Promote(place) => {
                self.primary = usize::from(*place);
                for server in &mut self.servers {
                    server.lacks.clear();
                }
            }
            _ => {}
        }
    }

    /// The client is not in any more: it gave the lock back, or stopped. A lease that it stated before it stopped ends as
    /// it stated, whatever its clock is set to later.
    fn note_end(&mut self, id: ClientId, entry: &Entry) {
        let before = self.sight.client(id);
        let stated_ms = before.until_ms.unwrap_or_default() - before.skew_ms;
        // A lease that its time ends counts for a millisecond more.
        let end_ms = match entry.sight.client(id).standing {
            Standing::Stopped => stated_ms + 1,
            _ => entry.sight.now_ms - 1,
        };
        self.settle(id, &[Result::In], Result::Until(end_ms));
        self.watched(id).busy_ms = None;
    }

    /// The client stopped: it remembers nothing, and will not hear of what it sent.
    fn stop(&mut self, id: ClientId) {
        self.watched(id).life += 1;
        self.settle(id, &[Result::Open, Result::Heard], Result::Unheard);
    }

    /// The client's writes of which one of these came have come to this.
    fn settle(&mut self, id: ClientId, from: &[Result], to: Result) {
        for write in &mut self.writes {
            if write.by == id && from.contains(&write.result) {
                write.result = to;
            }
        }
    }

    fn send(&mut self, entry: &Entry) {
        let by_thread = matches!(entry.mv, Move::Meanwhile(_));
        if let (Some(id), Some(request)) = (entry.mv.client(), entry.request)
            && request.argv()[0] == self.sight.client(id).first_word.as_bytes()
            && !self.sight.client(id).is_in()
        {
            // It starts over.
            self.settle(id, &[Result::Heard], Result::Declined);
        }
        for (message, _) in entry.exchanges {
            let watched = self.watched(message.client);
            if !by_thread {
                watched.answers = 0;
            }
            let sent = Sent {
                life: watched.life,
                by_thread,
                knows: watched.knows,
                is_late: false,
                is_executed: false,
                write: None,
            };
            self.sent.insert(*message, sent);
        }
    }

    fn execute(&mut self, message: MessageId, reply: &Reply, entry: &Entry) -> Option<Violation> {
        let by = message.client;
        let request = entry.request?;
        let (written, life) = (self.stored.len(), self.watched(by).life);
        let sent = self.sent.get_mut(&message)?;
        sent.is_executed = true;
        let will_hear = sent.life == life && !sent.is_late;
        match message.peer {
            Peer::Store => {
                let knew = std::mem::replace(&mut sent.knows, written);
                let is_written = request.argv()[0] == b"write" && *reply == Reply::Status("OK");
                if !is_written {
                    return None;
                }
                sent.knows += 1;
                let of = self.stored.last().copied();
                self.stored.push(by);
                let of = of.filter(|of| knew < written && *of != by)?;
                Some(Property::LostUpdate.broken_by(&[by, of]))
            }
            Peer::Server(place) => {
                let place = usize::from(place);
                let was_there = self.sight.servers[place].key.is_some();
                let is_there = entry.sight.servers[place].key.is_some();
                if was_there && !is_there {
                    let of = self.granted(place).filter(|of| *of != by)?;
                    let is_valid = self.sight.leaseholders().contains(&of);
                    return is_valid.then_some(Property::RemovedLock.broken_by(&[by, of]));
                }
                let deadline_ms = |sight: &Sight| {
                    let key = sight.servers[place].key.as_ref();
                    key.and_then(|key| key.deadline_ms)
                };
                let (old_ms, kept_ms) = (deadline_ms(&self.sight), deadline_ms(&entry.sight));
                if was_there && is_there && old_ms != kept_ms {
                    for (at, kept) in &mut self.servers[place].key {
                        let write = &self.writes[*at];
                        if write.by == by
                            && !matches!(write.result, Result::Declined | Result::Until(_))
                        {
                            *kept = kept_ms;
                        }
                    }
                }
                if is_there && writes_lock(request, reply) {
                    let write = self.writes.len();
                    self.writes.push(Write {
                        by,
                        made: !was_there,
                        result: match will_hear {
                            true => Result::Open,
                            false => Result::Unheard,
                        },
                    });
                    self.servers[place].key.push((write, kept_ms));
                    self.sent.get_mut(&message)?.write = Some(write);
                }
                None
            }
        }
    }

    fn receive(&mut self, message: MessageId, reply: &Reply) {
        let id = message.client;
        let Some(sent) = self.sent.remove(&message) else {
            return;
        };
        if let Some(write) = sent.write
            && self.writes[write].result == Result::Open
        {
            self.writes[write].result = Result::Heard;
        }
        let now_ms = self.sight.now_ms;
        let is_in = self.sight.client(id).is_in();
        let has_thread = self.sight.client(id).has_thread;
        let watched = self.watched(id);
        if !sent.by_thread {
            watched.answers += 1;
        }
        if message.peer == Peer::Store {
            if *reply != Reply::Status("refused") {
                watched.knows = sent.knows;
            }
            watched.busy_ms = Some(now_ms).filter(|_| is_in && has_thread);
        }
    }

    /// The client waits no more for what it asked.
    fn time_out(&mut self, entry: &Entry) {
        let by_thread = matches!(entry.mv, Move::Meanwhile(_));
        for (message, sent) in &mut self.sent {
            if Some(message.client) == entry.mv.client() && sent.by_thread == by_thread {
                sent.is_late = true;
            }
        }
    }

    /// What is not on its way any more never arrives.
    fn forget_lost(&mut self, entry: &Entry) {
        let sent = std::mem::take(&mut self.sent);
        for (message, sent) in sent {
            if entry.sight.on_their_way.contains(&message) {
                self.sent.insert(message, sent);
            } else if let Some(write) = sent.write
                && self.writes[write].result == Result::Open
            {
                self.writes[write].result = Result::Unheard;
            }
        }
    }

    /// The client has run some lines: it goes in, fails, or asks on.
    fn decide(&mut self, id: ClientId, entry: &Entry) -> Vec<Violation> {
        let mut broken = Vec::new();
        let client = entry.sight.client(id);
        if self.sight.client(id).is_in() || entry.parts.is_empty() {
            return broken;
        }
        if client.is_in() {
            let (knows, now_ms) = (self.stored.len(), entry.sight.now_ms);
            let watched = self.watched(id);
            watched.knows = knows;
            watched.busy_ms = Some(now_ms).filter(|_| client.has_thread);
            self.settle_granted(id);
            return broken;
        }
        let has_failed = match client.standing {
            Standing::GaveUp => true,
            Standing::Asleep {
                before_it_tries_again,
            } => before_it_tries_again,
            Standing::Runs => client.is_at_first && !client.is_waiting,
            Standing::Finished | Standing::Stopped => false,
        };
        if !has_failed {
            return broken;
        }
        let has_waited = entry.parts.contains(&CommandPart::Receive)
            || entry.parts.contains(&CommandPart::TimeOut);
        let is_answered = has_waited && self.clients[&id].answers > 0;
        if is_answered && self.is_shut(client, entry) {
            broken.push(Property::Shut.broken_by(&[id]));
        }
        self.settle(id, &[Result::Heard], Result::Declined);
        if is_answered {
            broken.extend(self.count_round(client, entry));
        }
        broken
    }

    /// The client went in: by what it overwrote and heard of, and with all that it made.
    fn settle_granted(&mut self, id: ClientId) {
        for write in self.writes.iter_mut().filter(|write| write.by == id) {
            let is_granted = match write.result {
                Result::Heard => true,
                Result::Open | Result::Unheard => write.made,
                Result::Declined | Result::In | Result::Until(_) => false,
            };
            if is_granted {
                write.result = Result::In;
            }
        }
    }

    /// To whom the key was granted last: who made it, or overwrote it and went in.
    fn granted(&self, place: usize) -> Option<ClientId> {
        let story = self.servers[place]
            .key
            .iter()
            .map(|(at, _)| &self.writes[*at]);
        let is_granted =
            |write: &&Write| write.made || matches!(write.result, Result::In | Result::Until(_));
        story.rev().find(is_granted).map(|write| write.by)
    }

    /// The servers on which the client takes the lock.
    fn lock_servers(&self, client: &Said) -> Vec<usize> {
        match client.asks_all && !self.has_replicas {
            true => (0..self.servers.len()).collect(),
            false => vec![self.primary],
        }
    }

    /// The lock's key where the client can reach it: whether there is one that is no time that its clock has reached.
    /// `None` where it cannot.
    fn is_held(&self, place: usize, client: &Said, entry: &Entry) -> Option<bool> {
        let server = &self.servers[place];
        let is_reached =
            !server.is_down && server.is_cut_off == self.clients[&client.id].is_cut_off;
        let own_s = (entry.sight.now_ms + client.skew_ms).div_euclid(1000);
        let key = entry.sight.servers[place].key.as_ref();
        is_reached.then_some(key.is_some_and(|key| {
            let is_past = client.reads_times && key.time_s.is_some_and(|time_s| time_s <= own_s);
            key.deadline_ms.is_some() || !is_past
        }))
    }

    /// Whether the client was refused by keys that nobody is behind, on so many servers that the others are no majority.
    fn is_shut(&self, client: &Said, entry: &Entry) -> bool {
        let places = self.lock_servers(client);
        let is_shut = |place: &&usize| {
            self.is_held(**place, client, entry) == Some(true)
                && self.is_abandoned(**place, client.id, &entry.sight)
        };
        let shut = places.iter().filter(is_shut).count();
        entry.sight.believers().is_empty() && 2 * shut >= places.len()
    }

    /// Whether somebody was granted the key of a server, and nobody has it, is about to, or asked the server to keep it so
    /// long.
    fn is_abandoned(&self, place: usize, refused: ClientId, sight: &Sight) -> bool {
        let (now_ms, clock_ms) = (sight.now_ms, sight.servers[place].clock_ms);
        let story = || {
            let all = self.servers[place].key.iter();
            all.map(|(at, kept_ms)| (&self.writes[*at], *kept_ms))
        };
        let is_over = |(write, _): (&Write, Option<i64>)| match write.result {
            Result::Until(end_ms) => end_ms < now_ms,
            Result::Declined => write.made,
            Result::Open | Result::Heard | Result::Unheard | Result::In => false,
        };
        let is_open = |(write, kept_ms): (&Write, Option<i64>)| {
            let is_kept = kept_ms.is_some_and(|kept_ms| clock_ms <= kept_ms);
            match write.result {
                Result::Until(end_ms) => end_ms >= now_ms || is_kept,
                Result::Open | Result::Heard => write.by != refused,
                Result::In => true,
                Result::Declined | Result::Unheard => write.made && is_kept,
            }
        };
        story().any(is_over) && !story().any(is_open)
    }

    fn begin_rounds(&mut self) {
        self.rounds = 0;
        self.failed.clear();
    }

    /// The client has failed. Says so when this ends the last round.
    fn count_round(&mut self, client: &Said, entry: &Entry) -> Option<Violation> {
        let places = self.lock_servers(client);
        let is_open = |place: &&usize| self.is_held(**place, client, entry) == Some(false);
        let open = places.iter().filter(is_open).count();
        if !entry.sight.believers().is_empty() || 2 * open <= places.len() {
            self.begin_rounds();
            return None;
        }
        self.failed.insert(client.id);
        let runs = |client: &&Said| {
            let is_at_it = matches!(client.standing, Standing::Runs | Standing::Asleep { .. });
            is_at_it && !self.clients[&client.id].is_paused
        };
        let runners = entry.sight.clients.iter().filter(runs);
        let who: Vec<ClientId> = runners.map(|client| client.id).collect();
        if !who.iter().all(|id| self.failed.contains(id)) {
            return None;
        }
        self.failed.clear();
        self.rounds += 1;
        let rounds = self.rounds;
        (rounds == ROUNDS).then_some(Property::NobodyGetsIn.broken_by(&who))
    }

    /// Who has held the lock for too long without a word to the store, and has time left: each is said once.
    fn idle_holders(&mut self) -> Vec<Violation> {
        let mut broken = Vec::new();
        let too_long_ms = LEASES * self.sight.lease_ms;
        for id in self.sight.leaseholders() {
            let now_ms = self.sight.now_ms;
            let watched = self.watched(id);
            if watched
                .busy_ms
                .is_some_and(|at_ms| at_ms + too_long_ms <= now_ms)
            {
                watched.busy_ms = None;
                broken.push(Property::HeldIdle.broken_by(&[id]));
            }
        }
        broken
    }

    /// A key that is gone has no story. A write is on its way to the replicas once they lack one more.
    fn follow_keys(&mut self, entry: &Entry) {
        let shown = entry.sight.servers.iter();
        for (server, Shown { key, .. }) in self.servers.iter_mut().zip(shown.clone()) {
            if key.is_none() && !server.is_down {
                server.key.clear();
            }
        }
        let story = self.servers[self.primary].key.clone();
        for (server, Shown { lacks, .. }) in self.servers.iter_mut().zip(shown) {
            if *lacks > server.lacks.len() {
                server.lacks.push(story.clone());
            }
            assert_eq!(*lacks, server.lacks.len());
        }
    }

    fn watched(&mut self, id: ClientId) -> &mut Watched {
        self.clients.get_mut(&id).expect("a client")
    }

    fn server(&mut self, place: u8) -> &mut Watch {
        &mut self.servers[usize::from(place)]
    }
}

impl Sight {
    fn client(&self, id: ClientId) -> &Said {
        let mut all = self.clients.iter();
        all.find(|client| client.id == id).expect("a client")
    }

    fn believers(&self) -> Vec<ClientId> {
        let all = self.clients.iter().filter(|client| client.is_in());
        all.map(|client| client.id).collect()
    }

    /// Who is in, and has time left by its own clock.
    fn leaseholders(&self) -> Vec<ClientId> {
        let has_time = |client: &&Said| {
            let own_ms = self.now_ms + client.skew_ms;
            client.until_ms.is_some_and(|until_ms| own_ms < until_ms)
        };
        let all = self.clients.iter().filter(has_time);
        all.map(|client| client.id).collect()
    }
}

/// Whether a request that was executed wrote the lock's key, by its words and its reply.
fn writes_lock(request: &Request, reply: &Reply) -> bool {
    let replies = match reply {
        Reply::Array(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    let is_inner = |argv: &&Vec<Vec<u8>>| argv[0] != b"MULTI" && argv[0] != b"EXEC";
    let mut pairs = request.commands.iter().filter(is_inner).zip(replies);
    pairs.any(|(argv, reply)| match argv[0].as_slice() {
        _ if argv.get(1).is_none_or(|key| key != b"lock.foo") => false,
        b"SETNX" => *reply == Reply::Int(1),
        b"GETSET" => !reply.is_error(),
        b"SET" => *reply == Reply::Status("OK"),
        _ => false,
    })
}
