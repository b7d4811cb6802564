//! Channels: who has subscribed to what, and how a message reaches them.

use crate::glob;
use crate::reply::Reply;
use crate::server::audience::Audience;
use crate::server::connection::ConnectionId;
use crate::server::outbox::Delivery;
use crate::storage::sorted::Sorted;
use crate::storage::value::word_bytes;

/// Most bytes of its pattern that one channel is compared with; a pattern that needs more does not match.
const PATTERN_STEPS_MAX: usize = 100_000;

/// The channels of a connection. In the order of their names, where Redis has that of a hash table.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Subscriptions {
    pub channels: Sorted,
    /// In the order of subscribing.
    pub patterns: Vec<Vec<u8>>,
    pub shards: Sorted,
    /// What the patterns take.
    pattern_bytes: usize,
}

/// The kinds of subscriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To a channel by its name.
    Channel,
    /// To every channel whose name matches.
    Pattern,
    /// To a channel of one shard of a cluster; the only server is the only shard.
    Shard,
}

impl Subscriptions {
    /// Those of a kind.
    pub fn of(&self, kind: Kind) -> Vec<Vec<u8>> {
        match kind {
            Kind::Channel => self.channels.names_from(0).map(<[u8]>::to_vec).collect(),
            Kind::Pattern => self.patterns.clone(),
            Kind::Shard => self.shards.names_from(0).map(<[u8]>::to_vec).collect(),
        }
    }

    /// What they take against the limit, in bytes.
    pub fn bytes(&self) -> usize {
        self.channels.bytes() + self.pattern_bytes + self.shards.bytes()
    }

    /// Whether one is there.
    pub fn has(&self, kind: Kind, name: &[u8]) -> bool {
        match kind {
            Kind::Channel => self.channels.has(name),
            Kind::Pattern => self.patterns.iter().any(|own| own == name),
            Kind::Shard => self.shards.has(name),
        }
    }

    /// Adds one.
    pub fn add(&mut self, kind: Kind, name: &[u8]) {
        match kind {
            Kind::Channel => self.channels.add(name),
            Kind::Pattern if self.patterns.iter().any(|own| own == name) => {}
            Kind::Pattern => {
                self.pattern_bytes += word_bytes(name);
                self.patterns.push(name.to_vec());
            }
            Kind::Shard => self.shards.add(name),
        }
    }

    /// Removes one, if it is there.
    pub fn remove(&mut self, kind: Kind, name: &[u8]) {
        match kind {
            Kind::Channel => self.channels.remove(0, name),
            Kind::Pattern => {
                if self.has(kind, name) {
                    self.pattern_bytes -= word_bytes(name);
                }
                self.patterns.retain(|own| own != name);
            }
            Kind::Shard => self.shards.remove(0, name),
        }
    }

    /// The number that (un)subscribing answers: channels and patterns count together, those of shards apart.
    pub fn count(&self, kind: Kind) -> usize {
        match kind {
            Kind::Channel | Kind::Pattern => self.channels.len() + self.patterns.len(),
            Kind::Shard => self.shards.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.channels.is_empty() && self.patterns.is_empty() && self.shards.is_empty()
    }
}

/// Whether a channel's name matches a pattern.
pub fn is_match(pattern: &[u8], channel: &[u8]) -> bool {
    glob::matches(pattern, channel, &mut { PATTERN_STEPS_MAX }) == Some(true)
}

impl Audience {
    /// Sends a message to those who have subscribed to a channel: first to the channel itself, then to patterns. Returns
    /// the number of those who get it; a connection counts once for each of its subscriptions.
    pub fn publish(&mut self, channel: &[u8], message: &[u8]) -> usize {
        let (mut by_name, mut by_pattern) = (Vec::new(), Vec::new());
        for (id, connection) in &self.connections {
            if connection.subscriptions.channels.has(channel) {
                let words = [b"message", channel, message];
                by_name.push(message_to(*id, &words));
            }
            for pattern in &connection.subscriptions.patterns {
                if is_match(pattern, channel) {
                    let words: [&[u8]; 4] = [b"pmessage", pattern, channel, message];
                    by_pattern.push(message_to(*id, &words));
                }
            }
        }
        let receivers = by_name.len() + by_pattern.len();
        self.outbox.append(&mut by_name);
        self.outbox.append(&mut by_pattern);
        receivers
    }

    /// The same for a channel of a shard.
    pub fn publish_to_shard(&mut self, channel: &[u8], message: &[u8]) -> usize {
        let all = self.connections.iter();
        let receivers = all.filter(|(_, own)| own.subscriptions.shards.has(channel));
        let words = [b"smessage", channel, message];
        let mut messages: Vec<_> = receivers.map(|(id, _)| message_to(*id, &words)).collect();
        let count = messages.len();
        self.outbox.append(&mut messages);
        count
    }
}

fn message_to(id: ConnectionId, words: &[&[u8]]) -> (ConnectionId, Delivery) {
    let words = words.iter().map(|word| Reply::bulk(*word)).collect();
    (id, Delivery::Message(Reply::Push(words)))
}
