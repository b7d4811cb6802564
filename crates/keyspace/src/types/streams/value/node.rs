//! A node of a stream: entries in a listpack. It begins with the number of entries that are there, the number of deleted
//! ones, and the fields of the first entry. An entry holds its flags, its distance from the ID of the node, its fields
//! if they are others than those at the beginning, its values, and the number of these elements.

use crate::storage::listpack::{Listpack, Piece};
use crate::types::streams::value::id::Id;

const DELETED: i64 = 1;
const SAME_FIELDS: i64 = 2;

/// An entry of a stream.
#[derive(Clone, Copy)]
pub struct StreamEntry<'a> {
    pub id: Id,
    /// The number of fields.
    pub fields: u64,
    /// The ID of its node.
    pub(super) node: Id,
    pub(super) is_deleted: bool,
    pack: &'a Listpack,
    /// The position of the field names, if they do not stand before their values.
    names: Option<usize>,
    values: usize,
    /// The position of the flags.
    pub(super) at: usize,
    /// The position behind the entry.
    end: usize,
}

impl<'a> StreamEntry<'a> {
    /// Shows `visit` the fields with their values.
    pub fn each(&self, visit: &mut dyn FnMut(Piece<'a>, Piece<'a>)) {
        let (mut names, mut at) = (self.names, self.values);
        for _ in 0..self.fields {
            let name = match &mut names {
                Some(names) => self.pack.get(*names).map(|(name, next)| {
                    *names = next;
                    name
                }),
                None => self.pack.get(at).map(|(name, next)| {
                    at = next;
                    name
                }),
            };
            let (Some(name), Some((value, next))) = (name, self.pack.get(at)) else {
                return;
            };
            at = next;
            visit(name, value);
        }
    }
}

/// The beginning of a node.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    id: Id,
    pack: &'a Listpack,
    /// The number of entries that are not deleted.
    pub live: i64,
    /// The number of deleted ones that are still here.
    pub deleted: i64,
    fields: u64,
    fields_at: usize,
    /// The position of the first entry.
    start: usize,
}

impl<'a> Head<'a> {
    /// The beginning of the node of that ID.
    pub fn of(id: Id, pack: &'a Listpack) -> Option<Head<'a>> {
        let (live, at) = pack.get(Listpack::START)?;
        let (deleted, at) = pack.get(at)?;
        let (fields, fields_at) = pack.get(at)?;
        let fields = fields.int() as u64;
        Some(Head {
            id,
            pack,
            live: live.int(),
            deleted: deleted.int(),
            fields,
            fields_at,
            start: pack.skip(fields_at, fields.saturating_add(1)),
        })
    }

    /// The first entry, deleted or not.
    pub fn first(&self) -> Option<StreamEntry<'a>> {
        self.entry(self.start)
    }

    /// The last entry, deleted or not.
    pub fn last(&self) -> Option<StreamEntry<'a>> {
        self.ending_at(self.pack.end())
    }

    /// The entry behind another one.
    pub fn after(&self, entry: &StreamEntry<'a>) -> Option<StreamEntry<'a>> {
        self.entry(entry.end)
    }

    /// The entry before another one.
    pub fn before(&self, entry: &StreamEntry<'a>) -> Option<StreamEntry<'a>> {
        self.ending_at(entry.at)
    }

    fn entry(&self, at: usize) -> Option<StreamEntry<'a>> {
        let (flags, next) = self.pack.get(at)?;
        let (ms, next) = self.pack.get(next)?;
        let (seq, mut next) = self.pack.get(next)?;
        let id = Id {
            ms: self.id.ms.wrapping_add(ms.int() as u64),
            seq: self.id.seq.wrapping_add(seq.int() as u64),
        };
        let has_same_fields = flags.int() & SAME_FIELDS != 0;
        let (mut fields, mut pieces) = (self.fields, self.fields);
        if !has_same_fields {
            let own;
            (own, next) = self.pack.get(next)?;
            fields = own.int() as u64;
            pieces = fields.saturating_mul(2);
        }
        Some(StreamEntry {
            id,
            fields,
            node: self.id,
            is_deleted: flags.int() & DELETED != 0,
            pack: self.pack,
            names: has_same_fields.then_some(self.fields_at),
            values: next,
            at,
            end: self.pack.skip(next, pieces.saturating_add(1)),
        })
    }

    /// The entry whose last element ends at a position.
    fn ending_at(&self, end: usize) -> Option<StreamEntry<'a>> {
        let mut at = self.pack.before(end)?;
        let (pieces, _) = self.pack.get(at)?;
        let pieces = pieces.int();
        // The beginning of the node ends with a 0.
        if pieces <= 0 {
            return None;
        }
        for _ in 0..pieces {
            at = self.pack.before(at)?;
        }
        self.entry(at)
    }

    /// The fields of the node, if they are those of a new entry.
    fn has_fields(&self, pairs: &[Vec<u8>]) -> bool {
        if self.fields != pairs.len() as u64 / 2 {
            return false;
        }
        let mut at = self.fields_at;
        pairs.iter().step_by(2).all(|name| match self.pack.get(at) {
            Some((own, next)) => {
                at = next;
                own.is(name)
            }
            None => false,
        })
    }
}

/// A node with its first entry. `pairs` are fields, each followed by its value.
pub fn begin(pairs: &[Vec<u8>], room_bytes: usize) -> Listpack {
    let mut pack = Listpack::with_room(room_bytes);
    pack.push_int(1);
    pack.push_int(0);
    pack.push_int(pairs.len() as i64 / 2);
    pairs.iter().step_by(2).for_each(|name| pack.push(name));
    pack.push_int(0);
    push_entry(&mut pack, Id::MIN, pairs, true);
    pack
}

/// Appends an entry to the node of the ID `master`.
pub fn append(pack: &mut Listpack, master: Id, id: Id, pairs: &[Vec<u8>]) {
    let Some(head) = Head::of(master, pack) else {
        return;
    };
    let (live, has_same_fields) = (head.live, head.has_fields(pairs));
    pack.replace_int(Listpack::START, live + 1);
    let distance = Id {
        ms: id.ms.wrapping_sub(master.ms),
        seq: id.seq.wrapping_sub(master.seq),
    };
    push_entry(pack, distance, pairs, has_same_fields);
}

fn push_entry(pack: &mut Listpack, distance: Id, pairs: &[Vec<u8>], has_same_fields: bool) {
    let fields = pairs.len() as i64 / 2;
    pack.push_int(if has_same_fields { SAME_FIELDS } else { 0 });
    pack.push_int(distance.ms as i64);
    pack.push_int(distance.seq as i64);
    if has_same_fields {
        pairs
            .iter()
            .skip(1)
            .step_by(2)
            .for_each(|value| pack.push(value));
        pack.push_int(fields + 3);
    } else {
        pack.push_int(fields);
        pairs.iter().for_each(|piece| pack.push(piece));
        pack.push_int(2 * fields + 4);
    }
}

/// Marks entries as deleted: those whose flags are at these positions.
pub fn delete(pack: &mut Listpack, flags: &[usize]) {
    for at in flags.iter().rev() {
        if let Some((own, _)) = pack.get(*at) {
            let marked = own.int() | DELETED;
            pack.replace_int(*at, marked);
        }
    }
    let Some(head) = Head::of(Id::MIN, pack) else {
        return;
    };
    let (live, deleted) = (head.live, head.deleted);
    let count = flags.len() as i64;
    pack.replace_int(Listpack::START, live - count);
    let at = pack.skip(Listpack::START, 1);
    pack.replace_int(at, deleted + count);
}

/// Whether somebody else's listpack is a node: every entry is whole, and of as many elements as it says.
pub fn is_sound(pack: &Listpack) -> bool {
    check(pack).is_some()
}

fn check(pack: &Listpack) -> Option<()> {
    let mut at = Listpack::START;
    let mut next = || {
        let (piece, behind) = pack.get(at)?;
        at = behind;
        Some(piece)
    };
    fn whole(piece: Piece<'_>) -> Option<i64> {
        match piece {
            Piece::Int(number) => Some(number),
            Piece::Text(_) => None,
        }
    }
    let entries = whole(next()?)?.checked_add(whole(next()?)?)?;
    let fields = whole(next()?)?;
    for _ in 0..fields {
        next()?;
    }
    if whole(next()?)? != 0 || fields < 0 {
        return None;
    }
    for _ in 0..entries {
        let flags = whole(next()?)?;
        whole(next()?)?;
        whole(next()?)?;
        let (mut own, mut others) = (fields, 3);
        if flags & SAME_FIELDS == 0 {
            own = whole(next()?)?;
            for _ in 0..own {
                next()?;
            }
            others = own.checked_add(4)?;
        }
        for _ in 0..own {
            next()?;
        }
        if own < 0 || whole(next()?)? != own.checked_add(others)? {
            return None;
        }
    }
    match next() {
        Some(_) => None,
        None => Some(()),
    }
}
