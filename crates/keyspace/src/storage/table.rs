//! Names with whatever belongs to them, in a hash table that costs the same however many there are. It is an extendible hash table:
//! a directory over the first bits of a key's hash leads to small buckets, and a bucket that is full is split in two.
//! Nothing is ever rehashed as a whole, so that no single write takes long, and the order, that of the hashes, never
//! changes: what a walk has passed, it has passed. The hash is fixed: the same keys lie the same everywhere.

use crate::storage::key::Key;

/// Maximum number of keys in a bucket before it is split.
const BUCKET_KEYS: usize = 8;
/// The directory has two to this power places at most: enough for some eight million keys. Keys whose hashes were made
/// to agree beyond it share a bucket.
const DEPTH_MAX: u32 = 20;

/// Names with their entries of any type.
#[derive(Clone)]
pub struct Table<V> {
    /// For each beginning of a hash, of `depth` bits, the bucket of the keys that have it.
    directory: Vec<u32>,
    depth: u32,
    buckets: Vec<Bucket<V>>,
    len: usize,
}

#[derive(Clone)]
struct Bucket<V> {
    items: Vec<Item<V>>,
    /// The last bits of the hashes of its keys. They lie here so that a look-up goes to no item but the one it is for:
    /// of a million keys, each that it goes to is one more that is not in the processor's cache.
    tags: [u8; BUCKET_KEYS],
    /// The number of leading bits that the hashes of its keys share.
    depth: u32,
}

#[derive(Clone)]
struct Item<V> {
    key: Key,
    entry: V,
}

/// A position in the order of a table: the hash at which an iteration continues. It means the same keys in every table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TablePlace(u64);

impl TablePlace {
    /// The place as the cursor of SCAN: its bits the other way round, which keeps numbers small in small tables.
    pub fn cursor(self) -> u64 {
        self.0.reverse_bits()
    }

    /// The place that a cursor stands for; any number is one.
    pub fn from_cursor(cursor: u64) -> TablePlace {
        TablePlace(cursor.reverse_bits())
    }
}

impl<V> Default for Table<V> {
    fn default() -> Table<V> {
        Table {
            directory: Vec::new(),
            depth: 0,
            buckets: Vec::new(),
            len: 0,
        }
    }
}

impl<V> Default for Bucket<V> {
    fn default() -> Bucket<V> {
        Bucket {
            items: Vec::new(),
            tags: [0; BUCKET_KEYS],
            depth: 0,
        }
    }
}

impl<V> Table<V> {
    /// The number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn get(&self, key: &[u8]) -> Option<&V> {
        let hash = hash_of(key);
        let bucket = self.buckets.get(self.bucket_of(hash)?)?;
        Some(&bucket.items.get(bucket.find(hash, key)?)?.entry)
    }

    pub fn get_mut(&mut self, key: &[u8]) -> Option<&mut V> {
        let hash = hash_of(key);
        let bucket = self.bucket_of(hash)?;
        let bucket = self.buckets.get_mut(bucket)?;
        let at = bucket.find(hash, key)?;
        Some(&mut bucket.items.get_mut(at)?.entry)
    }

    /// Puts `entry` under `key`, which is not there.
    pub fn insert(&mut self, key: Key, entry: V) {
        let hash = hash_of(key.as_bytes());
        if self.directory.is_empty() {
            self.directory.push(0);
            self.buckets.push(Bucket::default());
        }
        while self
            .bucket_of(hash)
            .is_some_and(|bucket| self.split(bucket, hash))
        {}
        let bucket = self.bucket_of(hash);
        if let Some(bucket) = bucket.and_then(|bucket| self.buckets.get_mut(bucket)) {
            bucket.push(hash, Item { key, entry });
            self.len += 1;
        }
    }

    /// Takes `key` away; answers what it held, and its name as the table had it.
    pub fn remove(&mut self, key: &[u8]) -> Option<(Key, V)> {
        let hash = hash_of(key);
        let bucket = self.bucket_of(hash)?;
        let bucket = self.buckets.get_mut(bucket)?;
        let at = bucket.find(hash, key)?;
        let item = bucket.take(at);
        self.len -= 1;
        if self.len == 0 {
            *self = Table::default();
        }
        Some((item.key, item.entry))
    }

    /// The keys with their entries, in the order of their hashes, bucket by bucket.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &V)> {
        let mut next = Some(TablePlace::default());
        let buckets = std::iter::from_fn(move || {
            let (bucket, behind) = self.bucket_at(next?)?;
            next = behind;
            Some(bucket)
        });
        buckets.flat_map(|bucket| bucket.items.iter().map(|item| (&item.key, &item.entry)))
    }

    /// Removes some keys that are no longer used; returns whether others remain. To free a table at once takes long
    /// when there are many.
    pub fn free_some(&mut self, keys: usize) -> bool {
        self.take_some(keys, &mut drop)
    }

    /// Like [`Table::free_some`], but hands on what the keys hold.
    pub fn take_some(&mut self, keys: usize, taken: &mut dyn FnMut(V)) -> bool {
        let mut freed = 0;
        while freed < keys
            && let Some(bucket) = self.buckets.pop()
        {
            freed += 1 + bucket.items.len();
            bucket.items.into_iter().for_each(|item| taken(item.entry));
        }
        !self.buckets.is_empty()
    }

    /// How many places a walk may go from bucket to bucket through, and how many of them lie before `place`.
    pub fn progress(&self, place: TablePlace) -> (usize, usize) {
        (self.index_of(place.0), self.directory.len())
    }

    /// Shows `visit` the keys of one bucket, the one at `place`; answers where the next one begins. A walk that goes
    /// from the first place until there is no next sees every key that exists throughout, whatever else comes and goes.
    pub fn visit(&self, place: TablePlace, visit: &mut dyn FnMut(&Key, &V)) -> Option<TablePlace> {
        let (bucket, behind) = self.bucket_at(place)?;
        bucket
            .items
            .iter()
            .for_each(|item| visit(&item.key, &item.entry));
        behind
    }

    /// One of the keys, as `number` has it; a number for each key, and about as many for one as for another.
    pub fn pick(&self, number: u64) -> Option<&Key> {
        let mut place = TablePlace(number);
        loop {
            let (bucket, behind) = self.bucket_at(place)?;
            let among = number.checked_rem(bucket.items.len() as u64);
            if let Some(item) = among.and_then(|at| bucket.items.get(at as usize)) {
                return Some(&item.key);
            }
            place = behind.unwrap_or_default();
            if self.len == 0 {
                return None;
            }
        }
    }

    /// The bucket of the hashes that begin as `hash` does.
    fn bucket_of(&self, hash: u64) -> Option<usize> {
        self.directory
            .get(self.index_of(hash))
            .map(|bucket| *bucket as usize)
    }

    fn index_of(&self, hash: u64) -> usize {
        hash.checked_shr(u64::BITS - self.depth).unwrap_or(0) as usize
    }

    /// The bucket at a position, and the position after it.
    fn bucket_at(&self, place: TablePlace) -> Option<(&Bucket<V>, Option<TablePlace>)> {
        let bucket = self.buckets.get(self.bucket_of(place.0)?)?;
        let last = place.0 | u64::MAX.checked_shr(bucket.depth).unwrap_or(0);
        Some((bucket, last.checked_add(1).map(TablePlace)))
    }

    /// Splits a bucket that is full; says whether the one for `hash` may be another now.
    fn split(&mut self, number: usize, hash: u64) -> bool {
        let Some(bucket) = self.buckets.get_mut(number) else {
            return false;
        };
        let depth = bucket.depth;
        if bucket.items.len() < BUCKET_KEYS || depth >= DEPTH_MAX {
            return false;
        }
        let bit = u64::BITS - 1 - depth;
        bucket.depth = depth + 1;
        let mut upper = Bucket {
            depth: depth + 1,
            ..Bucket::default()
        };
        for item in std::mem::take(&mut bucket.items) {
            let hash = hash_of(item.key.as_bytes());
            let half = if hash >> bit & 1 == 1 {
                &mut upper
            } else {
                &mut *bucket
            };
            half.push(hash, item);
        }
        if self.depth == depth {
            self.depth += 1;
            self.directory = self
                .directory
                .iter()
                .flat_map(|bucket| [*bucket; 2])
                .collect();
        }
        let half = 1 << (self.depth - depth - 1);
        let first = self.index_of(hash) & !(2 * half - 1);
        if let Some(places) = self.directory.get_mut(first + half..first + 2 * half) {
            places.fill(self.buckets.len() as u32);
        }
        self.buckets.push(upper);
        true
    }
}

impl<V> Bucket<V> {
    fn find(&self, hash: u64, key: &[u8]) -> Option<usize> {
        let is_it = |item: &Item<V>| item.key.as_bytes() == key;
        let mut tagged = self.items.iter().zip(&self.tags);
        let found = tagged.position(|(item, tag)| *tag == hash as u8 && is_it(item));
        // The tags end before a bucket that could not be split.
        found.or_else(|| {
            let others = self.items.get(BUCKET_KEYS..)?;
            Some(BUCKET_KEYS + others.iter().position(is_it)?)
        })
    }

    fn push(&mut self, hash: u64, item: Item<V>) {
        if let Some(tag) = self.tags.get_mut(self.items.len()) {
            *tag = hash as u8;
        }
        self.items.push(item);
    }

    fn take(&mut self, at: usize) -> Item<V> {
        let item = self.items.swap_remove(at);
        if self.items.is_empty() {
            // Now, and not with all the others once the table is empty.
            self.items = Vec::new();
        }
        if let (Some(moved), Some(tag)) = (self.items.get(at), self.tags.get_mut(at)) {
            *tag = hash_of(moved.key.as_bytes()) as u8;
        }
        item
    }
}

impl<V: PartialEq> PartialEq for Table<V> {
    fn eq(&self, other: &Table<V>) -> bool {
        let same = |(key, entry): (&Key, &V)| other.get(key.as_bytes()) == Some(entry);
        self.len == other.len && self.iter().all(same)
    }
}

/// Mixes the bytes of a name into 64 bits, each of which depends on all of them. A caller that makes names with equal
/// hashes slows down their own keyspace alone.
pub fn hash_of(name: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = (name.len() as u64).wrapping_mul(ODD);
    for chunk in name.chunks(8) {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(chunk) {
            *to = *from;
        }
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(ODD);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(ODD);
    hash ^ hash >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::database::Entry;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    fn entry(number: u32) -> Entry {
        Entry::new(Arc::new(number.to_le_bytes().to_vec()), None, 0)
    }

    fn name(number: u32) -> Vec<u8> {
        number.to_string().into_bytes()
    }

    fn table(numbers: impl IntoIterator<Item = u32>) -> Table<Entry> {
        let mut table = Table::default();
        for number in numbers {
            if table.get(&name(number)).is_none() {
                table.insert(Key::new(&name(number)), entry(number));
            }
        }
        table
    }

    #[test]
    fn buckets_are_filled_evenly() {
        let table = table(0..100_000);
        let fullest = table.buckets.iter().map(|bucket| bucket.items.len()).max();
        assert!(fullest <= Some(BUCKET_KEYS));
        assert!(table.buckets.len() < 30_000 && table.directory.len() <= 1 << 17);
    }

    #[test]
    fn each_key_is_picked_now_and_then() {
        let table = table(0..40);
        let mut number = 1u64;
        let mut picked = BTreeMap::new();
        for _ in 0..4000 {
            number = hash_of(&number.to_le_bytes());
            *picked
                .entry(table.pick(number).unwrap().as_bytes().to_vec())
                .or_insert(0) += 1;
        }
        assert!(
            picked.len() == 40 && picked.values().all(|times| *times > 15),
            "{picked:?}"
        );
        assert!(Table::<Entry>::default().pick(3).is_none());
    }

    proptest! {
        #[test]
        fn it_holds_what_an_ordered_map_holds(changes in prop::collection::vec((any::<bool>(), 0u32..400), 0..600)) {
            let (mut ours, mut theirs) = (Table::default(), BTreeMap::new());
            for (is_set, number) in changes {
                let name = name(number);
                if is_set {
                    if theirs.insert(name.clone(), entry(number)).is_none() {
                        ours.insert(Key::new(&name), entry(number));
                    } else {
                        *ours.get_mut(&name).unwrap() = entry(number);
                    }
                } else {
                    prop_assert_eq!(ours.remove(&name).map(|(_, entry)| entry), theirs.remove(&name));
                }
                prop_assert_eq!(ours.get(&name), theirs.get(&name));
            }
            prop_assert_eq!(ours.len(), theirs.len());
            let all: BTreeMap<_, _> = ours.iter().map(|(key, entry)| (key.as_bytes().to_vec(), entry.clone())).collect();
            prop_assert_eq!(&all, &theirs);
            let numbers = all.keys().rev().map(|name| String::from_utf8_lossy(name).parse().unwrap());
            prop_assert!(table(numbers) == ours);
        }

        #[test]
        fn a_walk_meets_every_key_that_stays_whatever_comes_and_goes(
            stays in prop::collection::btree_set(0u32..1000, 0..200),
            changes in prop::collection::vec(prop::collection::vec((any::<bool>(), 1000u32..3000), 0..40), 0..60),
        ) {
            let mut table = table(stays.iter().copied());
            let mut changes = changes.into_iter();
            let (mut met, mut place) = (BTreeSet::new(), TablePlace::default());
            loop {
                let next = table.visit(place, &mut |key, _| {
                    met.insert(key.as_bytes().to_vec());
                });
                let Some(next) = next else { break };
                place = TablePlace::from_cursor(next.cursor());
                for (is_set, number) in changes.next().unwrap_or_default() {
                    if !is_set {
                        table.remove(&name(number));
                    } else if table.get(&name(number)).is_none() {
                        table.insert(Key::new(&name(number)), entry(number));
                    }
                }
            }
            prop_assert!(stays.iter().all(|number| met.contains(&name(*number))));
        }
    }
}
