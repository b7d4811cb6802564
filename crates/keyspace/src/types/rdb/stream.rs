//! Streams as bytes: nodes as they are, then the counts and IDs, then the groups.

use crate::storage::listpack::Listpack;
use crate::types::rdb::{Reader, Writer};
use crate::types::streams::value::Stream;
use crate::types::streams::value::group::{ConsumerGroup, PendingEntry};
use crate::types::streams::value::id::Id;
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn write(out: &mut Writer, stream: &Stream) {
    out.length(stream.nodes().len() as u64);
    for (id, pack) in stream.nodes() {
        // Redis writes the ID as any text of 16 bytes.
        out.text(&bytes_of(id));
        out.text(pack.as_bytes());
    }
    out.length(stream.length());
    for id in [stream.last, stream.first, stream.max_deleted] {
        out.length(id.ms);
        out.length(id.seq);
    }
    out.length(stream.added);
    out.length(stream.groups().len() as u64);
    for group in stream.groups() {
        write_group(out, group);
    }
}

fn write_group(out: &mut Writer, group: &ConsumerGroup) {
    out.text(&group.name);
    out.length(group.last.ms);
    out.length(group.last.seq);
    out.length(group.read.unwrap_or(-1) as u64);
    out.length(group.pending() as u64);
    group.visit_pending(Id::MIN, None, &mut |id, delivery| {
        out.bytes.extend(bytes_of(id));
        out.ms(delivery.at_ms);
        out.length(delivery.count as u64);
        true
    });
    out.length(group.consumers().len() as u64);
    for consumer in group.consumers() {
        out.text(&consumer.name);
        out.ms(consumer.seen_ms);
        out.length(consumer.pending() as u64);
        group.visit_pending(Id::MIN, Some(consumer), &mut |id, _| {
            out.bytes.extend(bytes_of(id));
            true
        });
    }
}

/// Reads a stream; `has_counts` for the format of Redis 7.0, which also tells what was added and deleted.
pub fn read(reader: &mut Reader<'_>, has_counts: bool) -> Option<Stream> {
    let mut nodes = Vec::new();
    for _ in 0..reader.count()? {
        let id = id_of(&reader.text()?)?;
        // Redis does not count the elements of a node.
        let (pack, _) = Listpack::whole(reader.text()?)?;
        nodes.push((id, pack));
    }
    let mut stream = Stream::checked(nodes, reader.number_or_max()?)?;
    stream.last = read_id(reader)?;
    if has_counts {
        stream.first = read_id(reader)?;
        stream.max_deleted = read_id(reader)?;
        stream.added = reader.number_or_max()?;
    } else {
        stream.added = stream.length();
        stream.find_first();
    }
    for _ in 0..reader.count()? {
        read_group(reader, &mut stream, has_counts)?;
    }
    Some(stream)
}

fn read_group(reader: &mut Reader<'_>, stream: &mut Stream, has_counts: bool) -> Option<()> {
    let name = reader.text()?;
    let last = read_id(reader)?;
    let read = match has_counts {
        true => Some(reader.number_or_max()? as i64).filter(|read| *read != -1),
        false => stream.added_up_to(last),
    };
    if !stream.add_group(&name, last, read) {
        return None;
    }
    let mut deliveries = BTreeMap::new();
    let nobody: Arc<[u8]> = Arc::default();
    for _ in 0..reader.count()? {
        let id = id_of(reader.take(16)?)?;
        let delivery = PendingEntry {
            at_ms: reader.ms()?,
            count: reader.number_or_max()? as i64,
            owner: Arc::clone(&nobody),
        };
        if deliveries.insert(id, delivery).is_some() {
            return None;
        }
    }
    for _ in 0..reader.count()? {
        let consumer = reader.text()?;
        let seen_ms = reader.ms()?;
        let is_new = stream.edit_group(&name, |group| group.add_consumer(&consumer, seen_ms))?;
        if !is_new {
            return None;
        }
        for _ in 0..reader.count()? {
            let id = id_of(reader.take(16)?)?;
            // One that two consumers claim is no use to anyone.
            let PendingEntry { at_ms, count, .. } = deliveries.remove(&id)?;
            stream.edit_group(&name, |group| group.deliver(id, &consumer, at_ms, count))?;
        }
    }
    deliveries.is_empty().then_some(())
}

fn bytes_of(id: Id) -> [u8; 16] {
    (u128::from(id.ms) << 64 | u128::from(id.seq)).to_be_bytes()
}

fn id_of(bytes: &[u8]) -> Option<Id> {
    let number = u128::from_be_bytes(bytes.try_into().ok()?);
    Some(Id {
        ms: (number >> 64) as u64,
        seq: number as u64,
    })
}

fn read_id(reader: &mut Reader<'_>) -> Option<Id> {
    Some(Id {
        ms: reader.number_or_max()?,
        seq: reader.number_or_max()?,
    })
}
