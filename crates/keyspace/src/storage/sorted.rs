//! Keys in the order of a number each, and of their names where the numbers are the same: deadlines, and the names of a
//! view. A row of short rows, so that a key moves few others when it comes or goes, and any stretch is at hand.

use crate::storage::key::Key;
use std::hash::{Hash, Hasher};

/// Maximum length of a row before it is split.
const ROW_MAX: usize = 64;

/// What a pair takes of a row.
pub const PAIR_BYTES: usize = 48;

/// Numbers with keys, each pair at most once.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// The last pair first, so that the first one, which goes most often, moves no other. No row is empty.
    rows: Vec<Vec<(i64, Key)>>,
    len: usize,
    /// What the names take beside their own places.
    name_bytes: usize,
}

/// By the pairs, however they lie.
impl PartialEq for Sorted {
    fn eq(&self, other: &Sorted) -> bool {
        self.len == other.len && self.pairs().eq(other.pairs())
    }
}

impl Eq for Sorted {}

impl Hash for Sorted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.pairs().for_each(|pair| pair.hash(state));
    }
}

impl Sorted {
    /// The number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// What all of it takes, in bytes: rows are half full at the least, and grow by doubling.
    pub fn bytes(&self) -> usize {
        self.len * PAIR_BYTES + self.name_bytes
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a name, with the number 0.
    pub fn add(&mut self, name: &[u8]) {
        self.insert(0, Key::new(name));
    }

    /// Adds a key with its number, unless it is there.
    pub(crate) fn insert(&mut self, number: i64, key: Key) {
        let (place, found) = self.find(number, key.as_bytes());
        let Err(at) = found else {
            return;
        };
        self.len += 1;
        self.name_bytes += key.bytes();
        let Some(row) = self.rows.get_mut(place) else {
            return self.rows.push(vec![(number, key)]);
        };
        row.insert(at, (number, key));
        if row.len() > ROW_MAX {
            let rest = row.split_off(ROW_MAX / 2);
            self.rows.insert(place + 1, rest);
        }
    }

    /// Takes a key away, if it is there with this number.
    pub fn remove(&mut self, number: i64, name: &[u8]) {
        let (place, found) = self.find(number, name);
        let (Ok(at), Some(row)) = (found, self.rows.get_mut(place)) else {
            return;
        };
        self.len -= 1;
        let (_, key) = row.remove(at);
        self.name_bytes -= key.bytes();
        let left = row.len();
        let before = place.checked_sub(1).and_then(|at| self.rows.get(at));
        let has_room = before.is_some_and(|before| before.len() + left <= ROW_MAX / 2);
        if left == 0 || has_room {
            let rest = self.rows.remove(place);
            if let Some(before) = place.checked_sub(1).and_then(|at| self.rows.get_mut(at)) {
                before.extend(rest);
            }
        }
    }

    /// Whether a name is there, with the number 0.
    pub fn has(&self, name: &[u8]) -> bool {
        self.has_at(0, name)
    }

    /// Whether a name is there, with this number.
    pub fn has_at(&self, number: i64, name: &[u8]) -> bool {
        self.find(number, name).1.is_ok()
    }

    /// The pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (i64, &[u8])> {
        let pairs = self.rows.iter().rev().flat_map(|row| row.iter().rev());
        pairs.map(|(number, key)| (*number, key.as_bytes()))
    }

    /// The least number.
    pub(crate) fn first(&self) -> Option<i64> {
        let (number, _) = self.rows.last()?.last()?;
        Some(*number)
    }

    /// Removes the first key.
    pub(crate) fn pop_first(&mut self) -> Option<Key> {
        let row = self.rows.last_mut()?;
        let (_, key) = row.pop()?;
        if row.is_empty() {
            self.rows.pop();
        }
        self.len -= 1;
        self.name_bytes -= key.bytes();
        Some(key)
    }

    /// The names in order, from the one at `place` on.
    pub fn names_from(&self, place: usize) -> impl Iterator<Item = &[u8]> {
        let (mut skipped, mut rows) = (place, self.rows.as_slice());
        while let Some((row, others)) = rows.split_last()
            && row.len() <= skipped
        {
            skipped -= row.len();
            rows = others;
        }
        let pairs = rows.iter().rev().flat_map(|row| row.iter().rev());
        pairs.skip(skipped).map(|(_, key)| key.as_bytes())
    }

    /// The row that a pair belongs into, and where it stands there or would stand.
    fn find(&self, number: i64, name: &[u8]) -> (usize, Result<usize, usize>) {
        let order = |(other, key): &(i64, Key)| (number, name).cmp(&(*other, key.as_bytes()));
        let is_behind = |row: &Vec<_>| row.last().is_some_and(|last| order(last).is_lt());
        let place = self.rows.partition_point(is_behind);
        let place = place.min(self.rows.len().saturating_sub(1));
        let found = self.rows.get(place).map(|row| row.binary_search_by(order));
        (place, found.unwrap_or(Err(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn names() -> impl Strategy<Value = Vec<(u8, u8, u16)>> {
        prop::collection::vec((0..8u8, 0..3u8, 0..600u16), 0..3000)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn it_holds_what_a_tree_would(steps in names()) {
            let (mut sorted, mut tree) = (Sorted::default(), BTreeSet::new());
            for (kind, number, name) in steps {
                let (number, name) = (i64::from(number), name.to_be_bytes());
                match kind {
                    0..5 => {
                        sorted.insert(number, Key::new(&name));
                        tree.insert((number, name));
                    }
                    5..7 => {
                        sorted.remove(number, &name);
                        tree.remove(&(number, name));
                    }
                    _ => {
                        prop_assert_eq!(sorted.first(), tree.first().map(|(number, _)| *number));
                        let (ours, theirs) = (sorted.pop_first(), tree.pop_first());
                        prop_assert_eq!(
                            ours.as_ref().map(Key::as_bytes),
                            theirs.as_ref().map(|(_, name)| &name[..])
                        );
                    }
                }
                prop_assert_eq!(sorted.len(), tree.len());
                prop_assert_eq!(sorted.has(&name), tree.contains(&(0, name)));
            }
            prop_assert!(sorted.rows.iter().all(|row| (1..=ROW_MAX).contains(&row.len())));
            for from in [0, 1, 127, 128, 129, 1000] {
                let theirs = tree.iter().skip(from).map(|(_, name)| &name[..]);
                prop_assert!(sorted.names_from(from).eq(theirs), "from {}", from);
            }
        }
    }
}
