//! The channels that a connection has subscribed to.

use crate::glob;
use crate::storage::key::Key;
use crate::storage::sorted::{PAIR_BYTES, Sorted};
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

    /// The bytes that new ones of these names take.
    pub fn bytes_of(kind: Kind, names: &[Vec<u8>]) -> usize {
        let one = |name: &Vec<u8>| match kind {
            Kind::Pattern => word_bytes(name),
            Kind::Channel | Kind::Shard => PAIR_BYTES + Key::bytes_of(name),
        };
        names.iter().map(one).sum()
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
