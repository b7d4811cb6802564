//! Lists, sets, hashes and sorted sets as bytes: small ones as a whole listpack or intset, others element by element.

use crate::double;
use crate::number;
use crate::storage::collection::{Collection, Payload};
use crate::storage::layout::Layout;
use crate::storage::listpack::{Listpack, Piece};
use crate::storage::table::TablePlace;
use crate::types::hashes::value::Fields;
use crate::types::lists::value::{End, List};
use crate::types::rdb::{Reader, Writer, kind};
use crate::types::sets::value::Set;
use crate::types::sorted_sets::value::SortedSet;
use crate::words::up_to_nul;
use std::sync::Arc;

/// A node of a list that is one element as it is.
const PLAIN_NODE: u64 = 1;
/// One that is a listpack.
const PACKED_NODE: u64 = 2;
/// The most bytes of a node of several elements.
const NODE_BYTES_MAX: usize = 8192;
/// What Redis thinks that an element takes in a node beside its bytes.
const ELEMENT_OVERHEAD_BYTES: usize = 8;

/// Shows `visit` all elements of a value that has a walk.
fn each(value: &dyn Collection, visit: &mut dyn FnMut(&[u8], Payload<'_>)) {
    let mut next = Some(TablePlace::default());
    while let Some(place) = next {
        next = value.walk(place, visit);
    }
}

/// Writes a value of one of these types, its kind first.
pub fn write(out: &mut Writer, value: &dyn Collection) -> Option<()> {
    let len = value.len() as u64;
    match (value.type_name(), value.encoding()) {
        ("list", _) => {
            let list: &List = value.as_any().downcast_ref()?;
            let nodes = nodes(list);
            out.byte(kind::LIST_QUICKLIST_2);
            out.length(nodes.len() as u64);
            for node in nodes {
                out.length(PACKED_NODE);
                out.text(node.as_bytes());
            }
        }
        ("set", "intset") => {
            out.byte(kind::SET_INTSET);
            out.text(&block(value)?);
        }
        ("set", _) => {
            out.byte(kind::SET);
            out.length(len);
            each(value, &mut |member, _| out.text(member));
        }
        ("hash", "listpack") => {
            out.byte(kind::HASH_LISTPACK);
            out.text(&block(value)?);
        }
        ("hash", _) => {
            out.byte(kind::HASH);
            out.length(len);
            each(value, &mut |field, payload| {
                out.text(field);
                if let Payload::Text(text) = payload {
                    out.text(text);
                }
            });
        }
        ("zset", "listpack") => {
            out.byte(kind::ZSET_LISTPACK);
            out.text(&block(value)?);
        }
        ("zset", _) => {
            let set: &SortedSet = value.as_any().downcast_ref()?;
            out.byte(kind::ZSET_2);
            out.length(len);
            // The last one first, so that whoever reads them puts each before all others.
            for member in set.range(0..set.len(), true) {
                out.text(member.name.as_bytes());
                out.bytes.extend(member.score.to_le_bytes());
            }
        }
        _ => return None,
    }
    Some(())
}

/// A small value as the one block in which Redis keeps it: a listpack or an intset.
fn block(value: &dyn Collection) -> Option<Vec<u8>> {
    let mut pack = Listpack::default();
    match (value.type_name(), value.encoding()) {
        ("set", "intset") => {
            let set: &Set = value.as_any().downcast_ref()?;
            return Some(intset(set));
        }
        ("hash", "listpack") => each(value, &mut |field, payload| {
            pack.push(field);
            if let Payload::Text(text) = payload {
                pack.push(text);
            }
        }),
        ("zset", "listpack") => {
            let set: &SortedSet = value.as_any().downcast_ref()?;
            for member in set.range(0..set.len(), false) {
                pack.push(member.name.as_bytes());
                // Redis keeps a whole number as one up to half of what 64 bits hold.
                match member.score as i64 {
                    whole if whole as f64 == member.score && whole.unsigned_abs() <= 1 << 62 => {
                        pack.push_int(whole);
                    }
                    _ => pack.push(&double::text(member.score)),
                }
            }
        }
        _ => return None,
    }
    Some(pack.as_bytes().to_vec())
}

/// The lengths of the blocks in which Redis keeps a list or a small value, in bytes. `None` for a value in a table.
pub fn block_lengths(value: &dyn Collection) -> Option<Vec<usize>> {
    match value.as_any().downcast_ref() {
        Some(list) => Some(
            nodes(list)
                .iter()
                .map(|node| node.as_bytes().len())
                .collect(),
        ),
        None => block(value).map(|block| vec![block.len()]),
    }
}

/// The elements of a list in nodes, as Redis cuts them when each comes behind the last one.
fn nodes(list: &List) -> Vec<Listpack> {
    let mut nodes: Vec<Listpack> = Vec::new();
    list.visit(0, End::Tail, &mut |_, element| {
        let has_room = |node: &&mut Listpack| {
            node.as_bytes().len() + element.len() + ELEMENT_OVERHEAD_BYTES <= NODE_BYTES_MAX
        };
        match nodes.last_mut().filter(has_room) {
            Some(node) => node.push(element),
            None => {
                let mut node = Listpack::default();
                node.push(element);
                nodes.push(node);
            }
        }
        true
    });
    nodes
}

/// Reads a value of one of these types.
pub fn read(reader: &mut Reader<'_>, kind: u8, layout: &Layout) -> Option<Arc<dyn Collection>> {
    match kind {
        kind::LIST => {
            let mut list = List::default();
            for _ in 0..reader.count()? {
                list.push(End::Tail, &reader.text()?);
            }
            filled(list)
        }
        kind::LIST_ZIPLIST => {
            let pack = from_ziplist(&reader.text()?)?;
            let mut list = List::default();
            add_elements(&mut list, &pack);
            filled(list)
        }
        kind::LIST_QUICKLIST | kind::LIST_QUICKLIST_2 => {
            let mut list = List::default();
            for _ in 0..reader.count()? {
                let form = match kind {
                    kind::LIST_QUICKLIST_2 => reader.number()?,
                    _ => PACKED_NODE,
                };
                let node = reader.text()?;
                match (kind, form) {
                    _ if node.is_empty() => return None,
                    (_, PLAIN_NODE) => list.push(End::Tail, &node),
                    (kind::LIST_QUICKLIST, _) => add_elements(&mut list, &from_ziplist(&node)?),
                    (_, PACKED_NODE) => add_elements(&mut list, &Listpack::checked(node)?),
                    _ => return None,
                }
            }
            filled(list)
        }
        kind::SET => {
            let mut set = Set::default();
            for _ in 0..reader.count()? {
                set.add(&reader.text()?, layout).then_some(())?;
            }
            filled(set)
        }
        kind::SET_INTSET => {
            let mut set = Set::default();
            let (width, numbers) = from_intset(&reader.text()?)?;
            set.widen(width);
            for number in numbers {
                set.add(&number::text(number), layout);
            }
            filled(set)
        }
        kind::HASH => {
            let mut hash = Fields::default();
            for _ in 0..reader.count()? {
                let (field, value) = (reader.text()?, reader.text()?);
                add_field(&mut hash, &field, &value, layout)?;
            }
            filled(hash)
        }
        kind::HASH_LISTPACK | kind::HASH_ZIPLIST | kind::HASH_ZIPMAP => {
            let mut hash = Fields::default();
            pairs(reader, kind, &mut |field, value| {
                add_field(&mut hash, &field.to_vec(), &value.to_vec(), layout)
            })?;
            filled(hash)
        }
        kind::ZSET | kind::ZSET_2 => {
            let mut set = SortedSet::default();
            for _ in 0..reader.count()? {
                let name = reader.text()?;
                let score = match kind {
                    kind::ZSET_2 => f64::from_le_bytes(reader.array()?),
                    _ => old_score(reader)?,
                };
                add_member(&mut set, &name, score, layout)?;
            }
            filled(set)
        }
        kind::ZSET_LISTPACK | kind::ZSET_ZIPLIST => {
            let mut set = SortedSet::default();
            pairs(reader, kind, &mut |name, score| {
                let score = match score {
                    Piece::Int(number) => number as f64,
                    Piece::Text(text) => number_before(text).unwrap_or(0.0),
                };
                add_member(&mut set, &name.to_vec(), score, layout)
            })?;
            filled(set)
        }
        _ => None,
    }
}

fn add_elements(list: &mut List, pack: &Listpack) {
    for piece in pack.iter() {
        match piece {
            Piece::Int(number) => list.push(End::Tail, &number::text(number)),
            Piece::Text(text) => list.push(End::Tail, text),
        }
    }
}

/// A value that has an element, as each has in Redis.
fn filled<T: Collection>(value: T) -> Option<Arc<dyn Collection>> {
    (value.len() > 0).then(|| Arc::new(value) as Arc<dyn Collection>)
}

fn add_field(hash: &mut Fields, field: &[u8], value: &[u8], layout: &Layout) -> Option<()> {
    hash.set(field, value, layout).then_some(())
}

fn add_member(set: &mut SortedSet, name: &[u8], score: f64, layout: &Layout) -> Option<()> {
    if score.is_nan() || set.score(name).is_some() {
        return None;
    }
    set.set(name, score, layout);
    Some(())
}

/// A score as Redis wrote it before version 3.4: its text, or a sign for what has none.
fn old_score(reader: &mut Reader<'_>) -> Option<f64> {
    match reader.byte()? {
        253 => None,
        254 => Some(f64::INFINITY),
        255 => Some(f64::NEG_INFINITY),
        bytes => number_before(reader.take(bytes.into())?),
    }
}

/// The number with which a text begins, as C's `scanf` reads it.
fn number_before(text: &[u8]) -> Option<f64> {
    let text = up_to_nul(text);
    let starts = (1..=text.len()).rev().filter_map(|end| text.get(..end));
    starts
        .filter(|start| !start.ends_with(b" "))
        .find_map(double::parse_loosely)
}

/// Shows `visit` the elements of a listpack, or of what stood for it earlier, two at a time.
fn pairs(
    reader: &mut Reader<'_>,
    kind: u8,
    visit: &mut dyn FnMut(Piece<'_>, Piece<'_>) -> Option<()>,
) -> Option<()> {
    let bytes = reader.text()?;
    let pack = match kind {
        kind::HASH_LISTPACK | kind::ZSET_LISTPACK => Listpack::checked(bytes)?,
        kind::HASH_ZIPMAP => from_zipmap(&bytes)?,
        _ => from_ziplist(&bytes)?,
    };
    let mut pieces = pack.iter();
    while let Some(first) = pieces.next() {
        visit(first, pieces.next()?)?;
    }
    Some(())
}

/// The elements of a ziplist, which Redis wrote before version 7: a header of ten bytes (its length, where the last
/// element begins, the number of elements), the elements, each behind the length of the one before, and a byte 255.
fn from_ziplist(bytes: &[u8]) -> Option<Listpack> {
    let (header, mut rest) = bytes.split_first_chunk::<10>()?;
    let [a, b, c, d, e, f, g, h, i, j] = *header;
    let tail = u32::from_le_bytes([e, f, g, h]) as usize;
    let count = usize::from(u16::from_le_bytes([i, j]));
    let bytes_told = u32::from_le_bytes([a, b, c, d]) as usize;
    if bytes_told != bytes.len() || *bytes.last()? != 0xff {
        return None;
    }
    let mut pack = Listpack::default();
    let (mut before, mut last) = (0, 10);
    let mut found = 0;
    loop {
        let start = rest.len();
        let mut take = |count: usize| {
            let (head, behind) = rest.split_at_checked(count)?;
            rest = behind;
            Some(head)
        };
        let told = match *take(1)?.first()? {
            0xff => break,
            0xfe => u32::from_le_bytes(*take(4)?.first_chunk()?) as usize,
            short => short.into(),
        };
        if told != before {
            return None;
        }
        last = bytes.len() - start;
        let form = *take(1)?.first()?;
        let mut int = |bytes: usize| {
            let mut wide = [0; 8];
            let (_, low) = wide.split_at_mut_checked(8 - bytes)?;
            low.copy_from_slice(take(bytes)?);
            Some(i64::from_le_bytes(wide) >> (64 - 8 * bytes))
        };
        let number = match form {
            0xc0 => int(2),
            0xd0 => int(4),
            0xe0 => int(8),
            0xf0 => int(3),
            0xfe => int(1),
            0xf1..=0xfd => Some(i64::from(form & 0x0f) - 1),
            _ => None,
        };
        if let Some(number) = number {
            pack.push_int(number);
        } else {
            let length = match form {
                0..0x40 => form.into(),
                0x40..0x80 => usize::from(form & 0x3f) << 8 | usize::from(*take(1)?.first()?),
                0x80 => u32::from_be_bytes(*take(4)?.first_chunk()?) as usize,
                _ => return None,
            };
            pack.push(take(length)?);
        }
        before = start - rest.len();
        found += 1;
    }
    let is_told = count == 0xffff || count == found;
    (rest.is_empty() && is_told && tail == last).then_some(pack)
}

/// The fields and values of a zipmap, in which Redis kept small hashes before version 2.6.
fn from_zipmap(bytes: &[u8]) -> Option<Listpack> {
    let (count, mut rest) = bytes.split_first()?;
    if *bytes.last()? != 0xff {
        return None;
    }
    let mut pack = Listpack::default();
    let mut found = 0u64;
    let mut take = |count: usize| {
        let (head, behind) = rest.split_at_checked(count)?;
        rest = behind;
        Some(head)
    };
    loop {
        let field_bytes = match *take(1)?.first()? {
            0xff => break,
            0xfe => u32::from_le_bytes(*take(4)?.first_chunk()?) as usize,
            short => short.into(),
        };
        pack.push(take(field_bytes)?);
        let mut length = || match *take(1)?.first()? {
            0xff => None,
            0xfe => Some(u32::from_le_bytes(*take(4)?.first_chunk()?) as usize),
            short => Some(short.into()),
        };
        let value_bytes = length()?;
        // A value may leave some bytes behind it unused.
        let spare = usize::from(*take(1)?.first()?);
        pack.push(take(value_bytes)?);
        take(spare)?;
        found += 1;
    }
    let is_told = *count == 254 || u64::from(*count) == found;
    (rest.is_empty() && is_told && found > 0).then_some(pack)
}

/// The bytes of each number of an intset (2, 4 or 8), and its numbers. It has the former, their count, and the numbers in order.
fn from_intset(bytes: &[u8]) -> Option<(usize, Vec<i64>)> {
    let (width, rest) = bytes.split_first_chunk()?;
    let (count, rest) = rest.split_first_chunk()?;
    let (width, count) = (u32::from_le_bytes(*width), u32::from_le_bytes(*count));
    let width = match width {
        2 | 4 | 8 => width as usize,
        _ => return None,
    };
    if rest.len() != (count as usize).checked_mul(width)? || count == 0 {
        return None;
    }
    let numbers: Vec<i64> = rest
        .chunks_exact(width)
        .map(|own| {
            let mut wide = [0; 8];
            let (_, low) = wide.split_at_mut(8 - width);
            low.copy_from_slice(own);
            i64::from_le_bytes(wide) >> (64 - 8 * width)
        })
        .collect();
    numbers
        .is_sorted_by(|one, other| one < other)
        .then_some((width, numbers))
}

/// An intset of the numbers of a set.
fn intset(set: &Set) -> Vec<u8> {
    let width = set.int_bytes();
    let mut bytes = Vec::with_capacity(8 + set.len() * width);
    bytes.extend((width as u32).to_le_bytes());
    bytes.extend((set.len() as u32).to_le_bytes());
    each(set, &mut |member, _| {
        let number = number::parse(member).unwrap_or_default();
        bytes.extend(number.to_le_bytes().iter().take(width));
    });
    bytes
}
