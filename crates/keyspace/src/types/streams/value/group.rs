//! A group of consumers of a stream: how far it has read, and what it has delivered but nobody has acknowledged.

use crate::types::streams::value::id::Id;
use crate::types::streams::value::tree_bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a group takes in addition to its name and its deliveries, in bytes: itself, its allocation, its place among the
/// groups, and the allocation of its name.
pub const GROUP_BYTES: usize = 152;
/// What a consumer takes in addition to its name and its deliveries.
pub const CONSUMER_BYTES: usize = 104;
/// The most that a delivery takes: the group's record of it, and its consumer's.
pub const PENDING_BYTES: usize = 160;
/// What the first delivery takes.
pub const FIRST_PENDING_BYTES: usize = 800;
/// What a delivery takes in the tree of its group where addresses have 64 bits, in bytes. Counted alike in a page, so that
/// the limit is met by the same command.
const PENDING_SLOT_BYTES: usize = 48;
/// What it takes in that of its consumer.
const OWN_SLOT_BYTES: usize = 16;

/// A group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsumerGroup {
    pub name: Box<[u8]>,
    /// The last delivered ID.
    pub last: Id,
    /// The number of entries that it has read since the stream began; `None` if that is not known.
    pub read: Option<i64>,
    pub(super) pending: BTreeMap<Id, PendingEntry>,
    /// In the order of their names. Boxed, so that one that comes or goes moves few bytes of the others.
    #[expect(clippy::vec_box, reason = "as said above")]
    pub(super) consumers: Vec<Box<Consumer>>,
    /// What consumers and deliveries take.
    pub(super) bytes: usize,
}

/// A consumer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumer {
    pub name: Arc<[u8]>,
    /// When it last tried to read or to claim something, in Unix milliseconds.
    pub seen_ms: i64,
    pub(super) pending: BTreeSet<Id>,
}

/// An entry that was delivered and not acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingEntry {
    /// The last time, in Unix milliseconds.
    pub at_ms: i64,
    /// How often.
    pub count: i64,
    /// The name of its consumer.
    pub owner: Arc<[u8]>,
}

impl Consumer {
    /// The number of entries that it has not acknowledged.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }
}

impl ConsumerGroup {
    pub(super) fn new(name: &[u8], last: Id, read: Option<i64>) -> ConsumerGroup {
        ConsumerGroup {
            name: Box::from(name),
            last,
            read,
            pending: BTreeMap::new(),
            consumers: Vec::new(),
            bytes: GROUP_BYTES + name.len(),
        }
    }

    /// The consumers, in the order of their names.
    pub fn consumers(&self) -> impl ExactSizeIterator<Item = &Consumer> {
        self.consumers.iter().map(|consumer| &**consumer)
    }

    /// The consumer of that name.
    pub fn consumer(&self, name: &[u8]) -> Option<&Consumer> {
        let at = self.find(name).ok()?;
        self.consumers.get(at).map(|consumer| &**consumer)
    }

    /// The number of deliveries that were not acknowledged.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// The first delivery that was not acknowledged, and the last one.
    pub fn pending_ends(&self) -> Option<(Id, Id)> {
        let (first, _) = self.pending.first_key_value()?;
        let (last, _) = self.pending.last_key_value()?;
        Some((*first, *last))
    }

    /// The delivery of an entry, unless it was acknowledged.
    pub fn delivery(&self, id: Id) -> Option<&PendingEntry> {
        self.pending.get(&id)
    }

    /// Shows `visit` the deliveries from an ID on, those of one consumer or all, until it answers that it has enough.
    pub fn visit_pending(
        &self,
        from: Id,
        consumer: Option<&Consumer>,
        visit: &mut dyn FnMut(Id, &PendingEntry) -> bool,
    ) {
        match consumer {
            Some(consumer) => {
                for id in consumer.pending.range(from..) {
                    if self
                        .delivery(*id)
                        .is_some_and(|delivery| !visit(*id, delivery))
                    {
                        return;
                    }
                }
            }
            None => {
                for (id, delivery) in self.pending.range(from..) {
                    if !visit(*id, delivery) {
                        return;
                    }
                }
            }
        }
    }

    /// The first delivery from an ID on.
    pub fn pending_from(&self, from: Id) -> Option<Id> {
        self.pending.range(from..).next().map(|(id, _)| *id)
    }

    /// Makes a consumer. Returns whether there was none of that name.
    pub fn add_consumer(&mut self, name: &[u8], now_ms: i64) -> bool {
        let Err(at) = self.find(name) else {
            return false;
        };
        let consumer = Consumer {
            name: Arc::from(name),
            seen_ms: now_ms,
            pending: BTreeSet::new(),
        };
        self.bytes += CONSUMER_BYTES + name.len();
        self.consumers.insert(at, Box::new(consumer));
        true
    }

    /// The consumer of that name was seen; it is made if need be. Returns whether it was made.
    pub fn see_consumer(&mut self, name: &[u8], now_ms: i64) -> bool {
        if let Some(consumer) = self.consumer_mut(name) {
            consumer.seen_ms = now_ms;
            return false;
        }
        self.add_consumer(name, now_ms)
    }

    /// Removes a consumer with the deliveries that it has not acknowledged, and returns their number.
    pub fn remove_consumer(&mut self, name: &[u8]) -> Option<usize> {
        let at = self.find(name).ok()?;
        let consumer = self.consumers.remove(at);
        self.bytes -= self.deliveries_bytes(Some(&consumer));
        for id in &consumer.pending {
            self.pending.remove(id);
        }
        self.bytes += self.deliveries_bytes(None);
        self.bytes -= CONSUMER_BYTES + name.len();
        Some(consumer.pending.len())
    }

    /// Notes that an entry was delivered to a consumer, which is there, instead of whom it was delivered to before.
    pub fn deliver(&mut self, id: Id, name: &[u8], at_ms: i64, count: i64) {
        let Some(owner) = self
            .consumer(name)
            .map(|consumer| Arc::clone(&consumer.name))
        else {
            return;
        };
        self.acknowledge(id);
        self.bytes -= self.deliveries_bytes(self.consumer(name));
        if let Some(consumer) = self.consumer_mut(name) {
            consumer.pending.insert(id);
        }
        let delivery = PendingEntry {
            at_ms,
            count,
            owner,
        };
        self.pending.insert(id, delivery);
        self.bytes += self.deliveries_bytes(self.consumer(name));
    }

    /// What the deliveries take, all together and once more as those of a consumer.
    fn deliveries_bytes(&self, consumer: Option<&Consumer>) -> usize {
        let own = consumer.map_or(0, |consumer| consumer.pending.len());
        tree_bytes(self.pending.len(), PENDING_SLOT_BYTES) + tree_bytes(own, OWN_SLOT_BYTES)
    }

    /// The consumer to which an entry was delivered has read it again.
    pub fn deliver_again(&mut self, id: Id, at_ms: i64) {
        if let Some(delivery) = self.pending.get_mut(&id) {
            delivery.at_ms = at_ms;
            delivery.count = delivery.count.wrapping_add(1);
        }
    }

    /// Forgets the delivery of an entry. Returns whether there was one.
    pub fn acknowledge(&mut self, id: Id) -> bool {
        let Some(owner) = self
            .delivery(id)
            .map(|delivery| Arc::clone(&delivery.owner))
        else {
            return false;
        };
        self.bytes -= self.deliveries_bytes(self.consumer(&owner));
        self.pending.remove(&id);
        if let Some(consumer) = self.consumer_mut(&owner) {
            consumer.pending.remove(&id);
        }
        self.bytes += self.deliveries_bytes(self.consumer(&owner));
        true
    }

    fn consumer_mut(&mut self, name: &[u8]) -> Option<&mut Consumer> {
        let at = self.find(name).ok()?;
        self.consumers.get_mut(at).map(|consumer| &mut **consumer)
    }

    fn find(&self, name: &[u8]) -> Result<usize, usize> {
        self.consumers
            .binary_search_by(|consumer| (*consumer.name).cmp(name))
    }
}
