//! What happens to servers: they fail and restart, their clocks are set, their writes reach replicas, and a replica is
//! promoted.

use std::sync::Arc;

use super::host::{Host, Memory};
use super::id::{ClientId, MessageId};
use super::moves::{Move, Node, NotEnabled};
use super::request::Peer;
use super::world::{Message, World};

impl World {
    /// Whether a move of a server can be made now.
    pub(super) fn can_server(&self, mv: &Move) -> Result<(), NotEnabled> {
        match mv {
            Move::Fail(place) => self.host_up(*place).map(|_| ()),
            Move::Recover(place, _) => match self.host(*place)?.is_up {
                true => Err(NotEnabled::ServerRuns(*place)),
                false => Ok(()),
            },
            Move::Sync(place) => match self.host_up(*place)? {
                host if host.synced.dataset == host.server.dataset() => {
                    Err(NotEnabled::AlreadySynced(*place))
                }
                _ => Ok(()),
            },
            Move::SkewServer(place, ms) => match self.host(*place)?.skew_ms {
                _ if !(-super::SKEW_MS_MAX..=super::SKEW_MS_MAX).contains(ms) => {
                    Err(NotEnabled::SkewTooLarge)
                }
                same if same == *ms => Err(NotEnabled::SameServerClock(*place)),
                _ => Ok(()),
            },
            Move::Replicate(place) => {
                let host = self.host_up(*place)?;
                if !host.is_replica {
                    return Err(NotEnabled::NoReplica(*place));
                }
                if host.pending.is_empty() {
                    return Err(NotEnabled::NothingToReplicate(*place));
                }
                let primary = u8::try_from(self.primary).unwrap_or_default();
                let master = self.host_up(primary)?;
                match master.is_cut_off == host.is_cut_off {
                    true => Ok(()),
                    false => Err(NotEnabled::OtherSide(Node::Server(*place))),
                }
            }
            Move::Promote(place) => match self.host_up(*place)?.is_replica {
                true => Ok(()),
                false => Err(NotEnabled::NoReplica(*place)),
            },
            Move::CutOff(node) => match self.is_cut_off(*node)? {
                true => Err(NotEnabled::CutOff(*node)),
                false => Ok(()),
            },
            Move::Rejoin(node) => match self.is_cut_off(*node)? {
                true => Ok(()),
                false => Err(NotEnabled::NotCutOff(*node)),
            },
            _ => Ok(()),
        }
    }

    /// The server fails: what it has in memory is gone, and requests to it are lost. So are the replies to those that waited.
    pub(super) fn fail_server(&mut self, place: u8) {
        if let Some(host) = self.hosts.get_mut(usize::from(place)) {
            host.is_up = false;
        }
        let is_lost = |(name, message): &(MessageId, Message)| {
            name.peer == Peer::Server(place) && !matches!(message, Message::Reply(..))
        };
        self.messages.retain(|message| !is_lost(message));
        self.unblock_all(place, |_| true);
    }

    /// The server starts again. Every client connects anew.
    pub(super) fn recover_server(&mut self, place: u8, memory: Memory) {
        let place = usize::from(place);
        let Some(host) = self.hosts.get_mut(place) else {
            return;
        };
        match memory {
            Memory::All => {}
            Memory::Synced => host.hold(&host.synced.clone()),
            Memory::Nothing => host.hold(&Default::default()),
        }
        host.is_up = true;
        Arc::make_mut(&mut host.server).disconnect(host.reader.0);
        host.reader.0 = Arc::make_mut(&mut host.server).connect();
        for client in &mut self.clients {
            if let Some(connection) = client.connections.0.get_mut(place) {
                Arc::make_mut(&mut host.server).disconnect(*connection);
                *connection = Arc::make_mut(&mut host.server).connect();
            }
        }
        self.expire_on(place);
    }

    pub(super) fn sync_server(&mut self, place: u8) {
        if let Some(host) = self.hosts.get_mut(usize::from(place)) {
            host.synced = host.holding();
        }
    }

    pub(super) fn set_server_clock(&mut self, place: u8, ms: i64) {
        let place = usize::from(place);
        if let Some(host) = self.hosts.get_mut(place) {
            host.skew_ms = ms;
        }
        self.expire_on(place);
    }

    /// The oldest write that a replica lacks reaches it.
    pub(super) fn replicate(&mut self, place: u8) {
        let place = usize::from(place);
        if let Some(host) = self.hosts.get_mut(place)
            && !host.pending.is_empty()
        {
            let next = host.pending.remove(0);
            host.hold(&next.holding);
        }
        self.expire_on(place);
    }

    /// The replica takes the writes from now on. The other replicas follow it; what they lack they get from it.
    pub(super) fn promote(&mut self, place: u8) {
        let place = usize::from(place);
        let Some(chosen) = self.hosts.get_mut(place) else {
            return;
        };
        chosen.is_replica = false;
        chosen.pending = Vec::new();
        let holding = chosen.holding();
        self.primary = place;
        for (at, host) in self.hosts.iter_mut().enumerate() {
            if at != place && host.is_replica {
                let is_known = host.server.dataset() == holding.dataset;
                host.pending = match is_known {
                    true => Vec::new(),
                    false => vec![super::host::Replication {
                        holding: holding.clone(),
                        by: None,
                    }],
                };
            }
        }
    }

    pub(super) fn set_cut_off(&mut self, node: Node, is_cut_off: bool) {
        match node {
            Node::Server(place) => {
                if let Some(host) = self.hosts.get_mut(usize::from(place)) {
                    host.is_cut_off = is_cut_off;
                }
            }
            Node::Client(id) => {
                if let Some(client) = self.client_mut(id) {
                    client.is_cut_off = is_cut_off;
                }
            }
        }
        if self.loses_messages {
            let lost: Vec<MessageId> = self
                .messages()
                .map(|(message, _)| message)
                .filter(|message| !self.is_reachable(*message))
                .collect();
            self.lose(&lost);
            // A connection over which nothing comes any more is closed on both ends. Of others nothing changes, and nothing of
            // them is looked at: in a search a client moves while the others are absent.
            match node {
                Node::Server(place) => {
                    self.unblock_all(place, |client| client.is_cut_off != is_cut_off);
                }
                Node::Client(id) => {
                    let hosts = self.hosts.iter().enumerate();
                    let apart = hosts.filter(|(_, host)| host.is_cut_off != is_cut_off);
                    let places: Vec<usize> = apart.map(|(place, _)| place).collect();
                    for place in places {
                        self.unblock(id, place);
                    }
                }
            }
        }
    }

    /// Whether a client and the receiver of its requests are on one side.
    pub(super) fn is_reachable(&self, message: MessageId) -> bool {
        let Peer::Server(place) = message.peer else {
            return true;
        };
        let is_cut_off = self
            .client(message.client)
            .is_some_and(|client| client.is_cut_off);
        let host = self.hosts.get(usize::from(place));
        host.is_some_and(|host| host.is_cut_off == is_cut_off)
    }

    /// Whether a message can arrive now: it is on its way, its receiver runs, and both are on one side.
    pub(super) fn can_arrive(&self, message: MessageId) -> bool {
        let is_up = match (self.message(message), message.peer) {
            (None, _) => false,
            (Some(Message::Request(..)), Peer::Server(place)) => self
                .hosts
                .get(usize::from(place))
                .is_some_and(|host| host.is_up),
            (Some(Message::Blocked), _) => self.is_served(message),
            (Some(_), _) => true,
        };
        is_up && self.is_reachable(message)
    }

    /// How many replicas have every write of this client that the primary has.
    pub(super) fn replicas_with_writes_of(&self, id: ClientId) -> usize {
        let has_all =
            |host: &&Host| host.is_replica && !host.pending.iter().any(|next| next.by == Some(id));
        self.hosts.iter().filter(has_all).count()
    }

    /// Puts a write of the primary on its way to every replica.
    pub(super) fn propagate(&mut self, by: Option<ClientId>) {
        let Some(holding) = self.hosts.get(self.primary).map(Host::holding) else {
            return;
        };
        for host in self.hosts.iter_mut().filter(|host| host.is_replica) {
            host.pending.push(super::host::Replication {
                holding: holding.clone(),
                by,
            });
        }
    }

    /// Removes what has expired by the server's own clock.
    pub(super) fn expire_on(&mut self, place: usize) {
        let now_ms = self.now_ms;
        if let Some(host) = self.hosts.get_mut(place) {
            let clock_ms = host.clock_ms(now_ms);
            let server = Arc::make_mut(&mut host.server);
            server.expire(clock_ms);
            server.wake(clock_ms);
            for grants in host.all_grants() {
                grants.advance(now_ms, clock_ms);
            }
        }
        self.collect(place);
        self.forget_keys(place);
    }

    pub(super) fn host(&self, place: u8) -> Result<&Host, NotEnabled> {
        let host = self.hosts.get(usize::from(place));
        host.ok_or(NotEnabled::NoServer(place))
    }

    /// The server, if it runs.
    pub(super) fn host_up(&self, place: u8) -> Result<&Host, NotEnabled> {
        let host = self.host(place)?;
        match host.is_up {
            true => Ok(host),
            false => Err(NotEnabled::ServerDown(place)),
        }
    }

    fn is_cut_off(&self, node: Node) -> Result<bool, NotEnabled> {
        match node {
            Node::Server(place) => Ok(self.host(place)?.is_cut_off),
            Node::Client(id) => {
                let client = self.client(id).ok_or(NotEnabled::NoClient(id))?;
                Ok(client.is_cut_off)
            }
        }
    }
}
