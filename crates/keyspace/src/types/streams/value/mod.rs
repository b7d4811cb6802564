//! A stream: entries in the order of their IDs, in nodes as Redis cuts them, and the groups that read them.

pub mod group;
pub mod id;
pub mod node;
mod trim;

pub use trim::{Trim, TrimTo};

use crate::storage::collection::{Collection, Row};
use crate::storage::layout::Layout;
use crate::storage::listpack::Listpack;
use crate::storage::table::hash_of;
use crate::types::streams::value::group::ConsumerGroup;
use crate::types::streams::value::id::Id;
use crate::types::streams::value::node::{Head, StreamEntry};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a stream takes without its nodes and groups, in bytes.
const STREAM_BYTES: usize = 208;
/// What a node takes in the tree where addresses have 64 bits, in bytes.
const NODE_SLOT_BYTES: usize = 40;
/// What a listpack takes in addition to its capacity.
const PACK_OVERHEAD_BYTES: usize = 16;
/// The most bytes of a node, whatever the configuration says.
const NODE_BYTES_MAX: u64 = 1 << 30;
/// The most that a node takes in advance, in bytes.
const ROOM_BYTES_MAX: usize = 4096;

/// A stream.
#[derive(Clone, Debug)]
pub struct Stream {
    /// By the ID of the first entry that each ever had.
    nodes: BTreeMap<Id, Listpack>,
    length: u64,
    /// The ID of the first entry; `0-0` if there is none.
    pub first: Id,
    /// The last ID that was given.
    pub last: Id,
    /// The largest ID that XDEL has removed.
    pub max_deleted: Id,
    /// The number of entries that were ever added.
    pub added: u64,
    /// In the order of their names. Boxed, so that one that comes or goes moves few bytes of the others.
    #[expect(clippy::vec_box, reason = "as said above")]
    groups: Vec<Box<ConsumerGroup>>,
    /// What all but the tree of the nodes takes.
    bytes: usize,
}

impl Default for Stream {
    fn default() -> Stream {
        Stream {
            nodes: BTreeMap::new(),
            length: 0,
            first: Id::MIN,
            last: Id::MIN,
            max_deleted: Id::MIN,
            added: 0,
            groups: Vec::new(),
            bytes: STREAM_BYTES,
        }
    }
}

impl Stream {
    /// The number of entries.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (Id, &Listpack)> {
        self.nodes.iter().map(|(id, pack)| (*id, pack))
    }

    /// The ID of a new entry: `wanted`, whose second number may be left open (`false`), or the next one at `now_ms`.
    /// `None` if it would not be above the last one.
    pub fn new_id(&self, wanted: Option<(Id, bool)>, now_ms: i64) -> Option<Id> {
        let id = match wanted {
            Some((id, false)) if id.ms == self.last.ms => Id {
                seq: self.last.seq.checked_add(1)?,
                ..id
            },
            Some((id, _)) => id,
            None if now_ms as u64 > self.last.ms => Id {
                ms: now_ms as u64,
                seq: 0,
            },
            None => self.last.next()?,
        };
        (id > self.last).then_some(id)
    }

    /// The most by which an entry lets the stream grow, in bytes. `pairs` are fields, each followed by its value.
    pub fn growth_bytes(pairs: &[Vec<u8>]) -> usize {
        let texts: usize = pairs.iter().map(|piece| piece.len() + 11).sum();
        // The fields may stand in the node as well, and a node may take some room in advance.
        2 * texts + tree_bytes(1, NODE_SLOT_BYTES) + ROOM_BYTES_MAX
    }

    /// Appends an entry, whose ID is above the last one.
    pub fn append(&mut self, id: Id, pairs: &[Vec<u8>], layout: Layout) {
        let texts: usize = pairs.iter().map(Vec::len).sum();
        let pieces = texts + 11 * (pairs.len() + 5);
        let mut last = self.nodes.last_entry();
        if let Some(node) = &mut last {
            let is_full = is_full(*node.key(), node.get(), texts, layout);
            let old_bytes = node.get().capacity();
            if is_full {
                node.get_mut().shrink();
                self.bytes = self.bytes - old_bytes + node.get().capacity();
                last = None;
            }
        }
        match last {
            Some(mut node) => {
                let master = *node.key();
                let pack = node.get_mut();
                let old_bytes = pack.capacity();
                pack.reserve(pieces, ROOM_BYTES_MAX);
                node::append(pack, master, id, pairs);
                self.bytes = self.bytes - old_bytes + pack.capacity();
            }
            None => {
                let names: usize = pairs.iter().step_by(2).map(|name| name.len() + 11).sum();
                let pack = node::begin(pairs, pieces + names + 40);
                self.bytes += PACK_OVERHEAD_BYTES + pack.capacity();
                if let Some(old) = self.nodes.insert(id, pack) {
                    self.bytes -= PACK_OVERHEAD_BYTES + old.capacity();
                }
            }
        }
        self.length += 1;
        self.added = self.added.wrapping_add(1);
        self.last = id;
        if self.length == 1 {
            self.first = id;
        }
    }

    /// Shows `visit` the entries from one ID through another, until it answers that it has enough.
    pub fn visit<'a>(
        &'a self,
        start: Id,
        end: Id,
        visit: &mut dyn FnMut(&StreamEntry<'a>) -> bool,
    ) {
        let from = self.nodes.range(..=start).next_back();
        let from = from.map_or(Id::MIN, |(id, _)| *id);
        for (id, pack) in self.nodes.range(from..) {
            let Some(head) = Head::of(*id, pack) else {
                return;
            };
            let mut next = head.first();
            while let Some(entry) = next {
                if entry.id >= start && !entry.is_deleted && (entry.id > end || !visit(&entry)) {
                    return;
                }
                next = head.after(&entry);
            }
        }
    }

    /// Like [`Stream::visit`], the last entry first.
    pub fn visit_back<'a>(
        &'a self,
        start: Id,
        end: Id,
        visit: &mut dyn FnMut(&StreamEntry<'a>) -> bool,
    ) {
        let from = self.nodes.range(..=end).next_back();
        let from = from.map_or(Id::MAX, |(id, _)| *id);
        let from = if end == Id::MIN { Id::MAX } else { from };
        for (id, pack) in self.nodes.range(..=from).rev() {
            let Some(head) = Head::of(*id, pack) else {
                return;
            };
            let mut next = head.last();
            while let Some(entry) = next {
                if entry.id <= end && !entry.is_deleted && (entry.id < start || !visit(&entry)) {
                    return;
                }
                next = head.before(&entry);
            }
        }
    }

    /// The entry of an ID.
    pub fn entry(&self, id: Id) -> Option<StreamEntry<'_>> {
        let mut found = None;
        self.visit(id, id, &mut |entry| {
            found = Some(*entry);
            false
        });
        found
    }

    /// The first entry.
    pub fn first_entry(&self) -> Option<StreamEntry<'_>> {
        let mut found = None;
        self.visit(Id::MIN, Id::MAX, &mut |entry| {
            found = Some(*entry);
            false
        });
        found
    }

    /// The last entry.
    pub fn last_entry(&self) -> Option<StreamEntry<'_>> {
        let mut found = None;
        self.visit_back(Id::MIN, Id::MAX, &mut |entry| {
            found = Some(*entry);
            false
        });
        found
    }

    /// The number of entries from an ID on, or a few more: those of whole nodes.
    pub fn about_from(&self, start: Id) -> u64 {
        let from = self.nodes.range(..=start).next_back();
        let from = from.map_or(Id::MIN, |(id, _)| *id);
        let nodes = self.nodes.range(from..);
        let heads = nodes.filter_map(|(id, pack)| Head::of(*id, pack));
        heads.map(|head| head.live.max(0) as u64).sum()
    }

    /// Removes the entry of an ID. Returns whether there was one. [`Stream::note_deleted`] follows.
    pub fn delete(&mut self, id: Id) -> bool {
        let Some((master, at)) = self.entry(id).map(|entry| (entry.node, entry.at)) else {
            return false;
        };
        self.length = self.length.saturating_sub(1);
        let pack = self.nodes.get(&master);
        let head = pack.and_then(|pack| Head::of(master, pack));
        if head.is_none_or(|head| head.live == 1) {
            self.drop_node(master);
        } else {
            self.edit_node(master, |pack| node::delete(pack, &[at]));
        }
        true
    }

    /// Notes that XDEL has removed entries of these IDs.
    pub fn note_deleted(&mut self, ids: &[Id]) {
        self.max_deleted = ids.iter().copied().fold(self.max_deleted, Id::max);
        if self.length == 0 {
            self.first = Id::MIN;
        } else if ids.contains(&self.first) {
            self.find_first();
        }
    }

    /// The number of nodes of the radix tree in which Redis keeps the nodes of the stream: one for each branch, one for
    /// each run of bytes that belong to one branch alone, and one for each key.
    pub fn tree_nodes(&self) -> usize {
        let mut keys = self.nodes.keys();
        let Some(mut before) = keys.next() else {
            return 1;
        };
        // The depths of the branches above the last key, in bytes, and how many nodes stand in the tree left of it.
        let mut branches: Vec<usize> = Vec::new();
        let mut nodes = 1;
        let mut bottom = 16;
        for key in keys {
            let depth = shared_bytes(*before, *key);
            // What is deeper than the new branch is done: the run between a branch and the node below it.
            while let Some(upper) = branches.last().copied().filter(|upper| *upper > depth) {
                nodes += usize::from(bottom > upper + 1);
                bottom = upper;
                branches.pop();
            }
            nodes += usize::from(bottom > depth + 1);
            if branches.last() != Some(&depth) {
                branches.push(depth);
                nodes += 1;
            }
            nodes += 1;
            bottom = 16;
            before = key;
        }
        while let Some(upper) = branches.pop() {
            nodes += usize::from(bottom > upper + 1);
            bottom = upper;
        }
        nodes + usize::from(bottom > 0)
    }

    /// The groups, in the order of their names.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &ConsumerGroup> {
        self.groups.iter().map(|group| &**group)
    }

    /// The group of that name.
    pub fn group(&self, name: &[u8]) -> Option<&ConsumerGroup> {
        let at = self.find_group(name).ok()?;
        self.groups.get(at).map(|group| &**group)
    }

    /// Makes a group. Returns whether there was none of that name.
    pub fn add_group(&mut self, name: &[u8], last: Id, read: Option<i64>) -> bool {
        let Err(at) = self.find_group(name) else {
            return false;
        };
        let group = ConsumerGroup::new(name, last, read);
        self.bytes += group.bytes;
        self.groups.insert(at, Box::new(group));
        true
    }

    /// Removes a group. Returns whether there was one of that name.
    pub fn remove_group(&mut self, name: &[u8]) -> bool {
        let Ok(at) = self.find_group(name) else {
            return false;
        };
        self.bytes -= self.groups.remove(at).bytes;
        true
    }

    /// Lets `change` change the group of that name.
    pub fn edit_group<R>(
        &mut self,
        name: &[u8],
        change: impl FnOnce(&mut ConsumerGroup) -> R,
    ) -> Option<R> {
        let at = self.find_group(name).ok()?;
        let group = self.groups.get_mut(at)?;
        let old_bytes = group.bytes;
        let result = change(group);
        self.bytes = self.bytes - old_bytes + group.bytes;
        Some(result)
    }

    /// The number of entries that were added up to an ID, since the stream began; `None` if deletions have made it
    /// unknown.
    pub fn added_up_to(&self, id: Id) -> Option<i64> {
        let added = self.added as i64;
        if added == 0 {
            return Some(0);
        }
        let number = if (self.length == 0 && id <= self.last) || id == self.last {
            added
        } else {
            let are_deletions_before = self.max_deleted == Id::MIN || self.max_deleted < self.first;
            if id > self.last || !are_deletions_before || id > self.first {
                return None;
            }
            let before_first = added.wrapping_sub(self.length as i64);
            before_first.wrapping_add(i64::from(id == self.first))
        };
        // With numbers from a dump that fit nothing it may come to -1, by which Redis means that it is not known.
        (number != -1).then_some(number)
    }

    /// Whether XDEL has removed an entry from an ID on that is not before all others.
    pub fn has_deletions_from(&self, start: Id) -> bool {
        self.length > 0
            && self.max_deleted != Id::MIN
            && self.first <= self.max_deleted
            && start <= self.max_deleted
    }

    /// The number of entries that a group has still to read, if that is known.
    pub fn lag(&self, group: &ConsumerGroup) -> Option<i64> {
        let added = self.added as i64;
        if added == 0 {
            return Some(0);
        }
        let read = match group.read {
            Some(read) if !self.has_deletions_from(group.last) => Some(read),
            _ => self.added_up_to(group.last),
        };
        read.map(|read| added.wrapping_sub(read))
    }

    /// A stream that somebody else has written. `None` if the parts do not fit together.
    pub fn checked(nodes: Vec<(Id, Listpack)>, length: u64) -> Option<Stream> {
        let mut stream = Stream {
            length,
            ..Stream::default()
        };
        for (id, pack) in nodes {
            let first = pack.get(Listpack::START)?;
            // Redis knows an empty node by its first element alone.
            if !node::is_sound(&pack) || first.0.int() < 0 {
                return None;
            }
            stream.bytes += PACK_OVERHEAD_BYTES + pack.capacity();
            if stream.nodes.insert(id, pack).is_some() {
                return None;
            }
        }
        (length == 0 || !stream.nodes.is_empty()).then_some(stream)
    }

    /// Sets the ID of the first entry to that of the first one that is there.
    pub fn find_first(&mut self) {
        self.first = self.first_entry().map_or(Id::MAX, |entry| entry.id);
    }

    fn find_group(&self, name: &[u8]) -> Result<usize, usize> {
        self.groups
            .binary_search_by(|group| (*group.name).cmp(name))
    }

    fn drop_node(&mut self, id: Id) {
        if let Some(pack) = self.nodes.remove(&id) {
            self.bytes -= PACK_OVERHEAD_BYTES + pack.capacity();
        }
    }

    fn edit_node(&mut self, id: Id, edit: impl FnOnce(&mut Listpack)) {
        if let Some(pack) = self.nodes.get_mut(&id) {
            let old_bytes = pack.capacity();
            edit(pack);
            self.bytes = self.bytes - old_bytes + pack.capacity();
        }
    }
}

/// What an ordered tree takes whose keys came in order, in bytes: it fills its leaves of eleven places a little more than
/// half.
fn tree_bytes(len: usize, slot_bytes: usize) -> usize {
    let leaves = match len {
        0..=11 => len.min(1),
        _ => len.div_ceil(6),
    };
    let leaf_bytes = 11 * slot_bytes + 32;
    // A sixth of the nodes stand above the leaves.
    leaves * leaf_bytes + leaves / 6 * (leaf_bytes + 96)
}

/// Whether a node has no room for an entry with so many bytes of text.
fn is_full(id: Id, pack: &Listpack, texts: usize, layout: Layout) -> bool {
    let bytes_max = match layout.stream_node_max_bytes {
        0 => NODE_BYTES_MAX,
        bytes => bytes.min(NODE_BYTES_MAX),
    };
    let entries = Head::of(id, pack).map_or(0, |head| head.live.saturating_add(head.deleted));
    let entries_max = layout.stream_node_max_entries;
    (pack.as_bytes().len() + texts) as u64 >= bytes_max
        || (entries_max != 0 && entries >= entries_max)
}

/// How many bytes two keys of the radix tree share.
fn shared_bytes(one: Id, other: Id) -> usize {
    let bits = match one.ms ^ other.ms {
        0 => 64 + (one.seq ^ other.seq).leading_zeros(),
        different => different.leading_zeros(),
    };
    bits as usize / 8
}

impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        let told = |stream: &Stream| {
            let Stream {
                length,
                first,
                last,
                max_deleted,
                added,
                ..
            } = *stream;
            (length, first, last, max_deleted, added)
        };
        told(self) == told(other) && self.groups == other.groups && self.nodes == other.nodes
    }
}

impl Collection for Stream {
    fn type_name(&self) -> &'static str {
        "stream"
    }

    fn encoding(&self) -> &'static str {
        "stream"
    }

    fn len(&self) -> usize {
        self.length as usize
    }

    fn may_be_empty(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        self.bytes + tree_bytes(self.nodes.len(), NODE_SLOT_BYTES)
    }

    fn copied(&self) -> Arc<dyn Collection> {
        Arc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Collection) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn digest(&self) -> u64 {
        let nodes = self.nodes.values().map(|pack| hash_of(pack.as_bytes()));
        let groups = self
            .groups
            .iter()
            .map(|group| hash_of(&group.name) ^ group.last.seq);
        let parts = nodes.chain(groups);
        parts.fold(self.last.ms ^ self.last.seq ^ self.added, |sum, part| {
            sum.rotate_left(5) ^ part
        })
    }

    fn free_some(&mut self, elements: usize) -> bool {
        let mut freed = 0;
        while freed < elements
            && let Some((id, pack)) = self.nodes.pop_first()
        {
            freed += Head::of(id, &pack).map_or(1, |head| head.live.max(1) as usize);
        }
        while freed < elements
            && let Some(group) = self.groups.last_mut()
        {
            freed += 1;
            if group.pending.pop_first().is_none() && group.consumers.pop().is_none() {
                self.groups.pop();
            }
        }
        !self.nodes.is_empty() || !self.groups.is_empty()
    }

    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>)) {
        let (mut skipped, mut nodes) = (0, self.nodes.iter());
        let start = nodes.find_map(|(id, pack)| {
            let live = Head::of(*id, pack).map_or(0, |head| head.live.max(0) as usize);
            skipped += live;
            (skipped > from).then(|| (*id, from + live - skipped))
        });
        let Some((start, mut skip)) = start else {
            return;
        };
        let mut left = max;
        self.visit(start, Id::MAX, &mut |entry| {
            if skip > 0 {
                skip -= 1;
                return true;
            }
            let mut text = Vec::new();
            entry.each(&mut |name, value| {
                if !text.is_empty() {
                    text.push(b' ');
                }
                text.extend(name.to_vec());
                text.push(b' ');
                text.extend(value.to_vec());
            });
            visit(Row {
                label: &entry.id.text(),
                text: &text,
            });
            left = left.saturating_sub(1);
            left > 0
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
