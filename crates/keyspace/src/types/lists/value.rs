//! Lists. The elements lie in chunks of a few kilobytes, each one block of bytes, so that an element costs little more
//! than its bytes, and neither a copy nor a change in the midst touches the whole list.

use crate::number;
use crate::storage::collection::{Collection, Row};
use crate::storage::table::hash_of;
use std::any::Any;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Maximum number of bytes in a chunk of more than one element.
const CHUNK_BYTES: usize = 8 * 1024;
/// Maximum number of elements in a chunk.
const CHUNK_ELEMENTS: usize = 1024;
/// The size of a list in addition to its elements: its own block, and that of the first chunk with its two parts.
const LIST_BYTES: usize = 240;
/// The size of an element in addition to its bytes: its end, and its share of the chunk and of the room behind it.
const ELEMENT_BYTES: usize = 8;

/// An end of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Redis' left.
    Head,
    /// Redis' right.
    Tail,
}

impl End {
    /// The other one.
    pub fn other(self) -> End {
        match self {
            End::Head => End::Tail,
            End::Tail => End::Head,
        }
    }
}

/// Elements in a row.
#[derive(Clone, Default)]
pub struct List {
    /// None is empty.
    chunks: VecDeque<Arc<Chunk>>,
    len: usize,
    /// The bytes of all elements.
    element_bytes: usize,
}

/// Some elements in a row. A chunk grows at one of its ends, and can be taken from at both.
#[derive(Clone, Default)]
struct Chunk {
    /// The bytes of the elements, one after the other.
    text: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<u32>,
    /// The number of elements at the beginning of `text` that were taken.
    taken: usize,
    /// The last element of the list stands first: the chunk grows at the head.
    is_reversed: bool,
}

impl List {
    /// The size of an element against the keyspace's limit, in bytes.
    pub fn element_bytes(element: &[u8]) -> usize {
        element.len() + ELEMENT_BYTES
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an element at an end.
    pub fn push(&mut self, end: End, element: &[u8]) {
        self.len += 1;
        self.element_bytes += element.len();
        let is_reversed = end == End::Head;
        let chunk = match end {
            End::Head => self.chunks.front_mut(),
            End::Tail => self.chunks.back_mut(),
        };
        let fits = |chunk: &&mut Arc<Chunk>| {
            chunk.is_reversed == is_reversed && chunk.has_room(element.len())
        };
        if let Some(chunk) = chunk.filter(fits) {
            return Arc::make_mut(chunk).push(element);
        }
        let mut chunk = Chunk {
            is_reversed,
            ..Chunk::default()
        };
        chunk.push(element);
        match end {
            End::Head => self.chunks.push_front(Arc::new(chunk)),
            End::Tail => self.chunks.push_back(Arc::new(chunk)),
        }
    }

    /// The element at an end.
    pub fn end(&self, end: End) -> Option<&[u8]> {
        match end {
            End::Head => self.get(0),
            End::Tail => self.get(self.len.checked_sub(1)?),
        }
    }

    /// Takes elements from an end, or all if there are fewer.
    pub fn take(&mut self, end: End, mut count: usize) {
        while count > 0 {
            let chunk = match end {
                End::Head => self.chunks.front_mut(),
                End::Tail => self.chunks.back_mut(),
            };
            let Some(chunk) = chunk else { return };
            let (len, bytes) = (chunk.len(), chunk.bytes());
            if len > count {
                let chunk = Arc::make_mut(chunk);
                chunk.take(end, count);
                self.len -= count;
                self.element_bytes -= bytes - chunk.bytes();
                return;
            }
            match end {
                End::Head => self.chunks.pop_front(),
                End::Tail => self.chunks.pop_back(),
            };
            self.len -= len;
            self.element_bytes -= bytes;
            count -= len;
        }
    }

    /// The element at a place, counted from the head.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let (chunk, within) = self.seek(index)?;
        self.chunks.get(chunk)?.get(within)
    }

    /// Shows `visit` the elements from a place on with their places, towards an end, until it answers false.
    pub fn visit(&self, from: usize, towards: End, visit: &mut dyn FnMut(usize, &[u8]) -> bool) {
        let Some((mut number, mut within)) = self.seek(from) else {
            return;
        };
        let mut index = from;
        while let Some(chunk) = self.chunks.get(number) {
            while let Some(element) = chunk.get(within) {
                if !visit(index, element) {
                    return;
                }
                (index, within) = match towards {
                    End::Tail => (index.wrapping_add(1), within + 1),
                    End::Head => (index.wrapping_sub(1), within.wrapping_sub(1)),
                };
            }
            (number, within) = match towards {
                End::Tail => (number + 1, 0),
                End::Head => {
                    let number = number.wrapping_sub(1);
                    let chunk = self.chunks.get(number);
                    (number, chunk.map_or(0, |chunk| chunk.len()).wrapping_sub(1))
                }
            };
        }
    }

    /// Puts an element in the place of another.
    pub fn set(&mut self, index: usize, element: &[u8]) {
        let Some((number, within)) = self.seek(index) else {
            return;
        };
        let Some(chunk) = self.chunks.get_mut(number) else {
            return;
        };
        let old_bytes = chunk.get(within).map_or(0, <[u8]>::len);
        self.element_bytes = self.element_bytes - old_bytes + element.len();
        if chunk.len() == 1 || element.len() <= old_bytes.max(CHUNK_BYTES / 2) {
            Arc::make_mut(chunk).splice(within, true, element);
            return;
        }
        // A long one stands alone.
        let number = self.split(number, within);
        self.split(number, 1);
        if let Some(chunk) = self.chunks.get_mut(number) {
            Arc::make_mut(chunk).splice(0, true, element);
        }
    }

    /// Puts an element before the one at `index`, or behind the last one.
    pub fn insert(&mut self, index: usize, element: &[u8]) {
        if index == 0 || index >= self.len {
            let end = if index == 0 { End::Head } else { End::Tail };
            return self.push(end, element);
        }
        let Some((mut number, mut within)) = self.seek(index) else {
            return;
        };
        self.len += 1;
        self.element_bytes += element.len();
        let has_room = |list: &List, number: usize| {
            let chunk = list.chunks.get(number);
            chunk.is_some_and(|chunk| chunk.has_room(element.len()))
        };
        if !has_room(self, number) {
            number = self.split(number, within);
            within = 0;
            if let Some(before) = number.checked_sub(1)
                && has_room(self, before)
            {
                number = before;
                within = self.chunks.get(before).map_or(0, |chunk| chunk.len());
            } else if !has_room(self, number) {
                self.chunks.insert(number, Arc::default());
            }
        }
        if let Some(chunk) = self.chunks.get_mut(number) {
            Arc::make_mut(chunk).splice(within, false, element);
        }
    }

    /// The number of chunks, for [`List::remove_in_chunk`].
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Removes elements equal to one from a chunk, at most `max`, those first that are far from the end `towards`. Returns
    /// how many of how many it removed. A chunk that it empties is gone.
    pub fn remove_in_chunk(
        &mut self,
        number: usize,
        element: &[u8],
        max: usize,
        towards: End,
    ) -> (usize, usize) {
        let Some(chunk) = self.chunks.get_mut(number) else {
            return (0, 0);
        };
        let len = chunk.len();
        let all = (0..len)
            .filter(|at| chunk.get(*at) == Some(element))
            .count();
        let removed = all.min(max);
        if removed == 0 {
            return (0, len);
        }
        let passed = if towards == End::Tail {
            0
        } else {
            all - removed
        };
        let (mut kept, mut met) = (Chunk::default(), 0);
        for other in (0..len).filter_map(|at| chunk.get(at)) {
            met += usize::from(other == element);
            if other != element || !(passed + 1..=passed + removed).contains(&met) {
                kept.push(other);
            }
        }
        let is_empty = kept.len() == 0;
        *chunk = Arc::new(kept);
        self.len -= removed;
        self.element_bytes -= removed * element.len();
        if is_empty {
            self.chunks.remove(number);
        } else {
            self.join(number);
        }
        (removed, len)
    }

    /// The chunk with the element at `index`, and its place in it.
    fn seek(&self, index: usize) -> Option<(usize, usize)> {
        if index >= self.len {
            return None;
        }
        let mut before = 0;
        if index < self.len / 2 {
            for (number, chunk) in self.chunks.iter().enumerate() {
                if index < before + chunk.len() {
                    return Some((number, index - before));
                }
                before += chunk.len();
            }
            return None;
        }
        before = self.len;
        for (number, chunk) in self.chunks.iter().enumerate().rev() {
            before -= chunk.len();
            if index >= before {
                return Some((number, index - before));
            }
        }
        None
    }

    /// Lets a chunk begin with an element of this one; returns its number.
    fn split(&mut self, number: usize, within: usize) -> usize {
        let Some(chunk) = self.chunks.get_mut(number) else {
            return number;
        };
        if within == 0 {
            return number;
        }
        if within < chunk.len() {
            let behind = chunk.part(within, chunk.len());
            *chunk = Arc::new(chunk.part(0, within));
            self.chunks.insert(number + 1, Arc::new(behind));
        }
        number + 1
    }

    /// Makes one chunk of this and of a neighbour when both together fill no more than half of it.
    fn join(&mut self, number: usize) {
        let is_small = |one: &Chunk, other: &Chunk| {
            one.bytes() + other.bytes() <= CHUNK_BYTES / 2
                && one.len() + other.len() <= CHUNK_ELEMENTS / 2
        };
        for first in [number.wrapping_sub(1), number] {
            if let (Some(one), Some(other)) = (
                self.chunks.get(first),
                self.chunks.get(first.wrapping_add(1)),
            ) && is_small(one, other)
            {
                let mut joined = one.part(0, one.len());
                for at in 0..other.len() {
                    joined.push(other.get(at).unwrap_or_default());
                }
                self.chunks.remove(first + 1);
                if let Some(chunk) = self.chunks.get_mut(first) {
                    *chunk = Arc::new(joined);
                }
                return;
            }
        }
    }
}

impl Chunk {
    fn len(&self) -> usize {
        self.ends.len() - self.taken
    }

    /// The number of bytes of its elements.
    fn bytes(&self) -> usize {
        self.text.len() - self.start(self.taken)
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.text.len() + bytes <= CHUNK_BYTES && self.ends.len() < CHUNK_ELEMENTS
    }

    /// Where in `text` the element begins that stands there as number `stored`.
    fn start(&self, stored: usize) -> usize {
        let before = stored.checked_sub(1).and_then(|at| self.ends.get(at));
        before.map_or(0, |end| *end as usize)
    }

    /// The number of an element in `text`.
    fn stored(&self, within: usize) -> Option<usize> {
        match self.is_reversed {
            true => self.len().checked_sub(1 + within).map(|at| at + self.taken),
            false => Some(self.taken + within),
        }
    }

    fn get(&self, within: usize) -> Option<&[u8]> {
        if within >= self.len() {
            return None;
        }
        let stored = self.stored(within)?;
        let end = *self.ends.get(stored)? as usize;
        self.text.get(self.start(stored)..end)
    }

    /// Adds an element at the end at which the chunk grows.
    fn push(&mut self, element: &[u8]) {
        let bytes = self.text.len() + element.len();
        if bytes > self.text.capacity() {
            // A full chunk is to have no room that is never used.
            let room = bytes.max((2 * bytes).min(CHUNK_BYTES));
            self.text.reserve_exact(room - self.text.len());
        }
        self.text.extend_from_slice(element);
        self.ends.push(self.text.len() as u32);
    }

    /// Takes elements, but not all, from an end.
    fn take(&mut self, end: End, count: usize) {
        if (end == End::Head) != self.is_reversed {
            self.taken += count;
        } else {
            self.ends.truncate(self.ends.len() - count);
            self.text.truncate(self.start(self.ends.len()));
        }
    }

    /// Puts an element before the one at `within`, or in its place.
    fn splice(&mut self, within: usize, replaces: bool, element: &[u8]) {
        if self.is_reversed || self.taken > 0 {
            *self = self.part(0, self.len());
        }
        let old = self.start(within)..self.start(within + usize::from(replaces));
        let new_end = old.start + element.len();
        for end in self.ends.iter_mut().skip(within) {
            *end = (*end as usize + new_end - old.end) as u32;
        }
        if !replaces {
            self.ends.insert(within, new_end as u32);
        }
        self.text.splice(old, element.iter().copied());
    }

    /// A chunk of some of its elements, that grows at the tail.
    fn part(&self, from: usize, to: usize) -> Chunk {
        let mut part = Chunk::default();
        for within in from..to {
            part.push(self.get(within).unwrap_or_default());
        }
        part
    }
}

impl Collection for List {
    fn type_name(&self) -> &'static str {
        "list"
    }

    fn encoding(&self) -> &'static str {
        "quicklist"
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        LIST_BYTES + self.element_bytes + self.len * ELEMENT_BYTES
    }

    fn copied(&self) -> Arc<dyn Collection> {
        Arc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Collection) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn digest(&self) -> u64 {
        let mut digest = 0u64;
        self.visit(0, End::Tail, &mut |_, element| {
            digest = digest.rotate_left(7) ^ hash_of(element);
            true
        });
        digest
    }

    fn free_some(&mut self, elements: usize) -> bool {
        self.take(End::Tail, elements);
        !self.is_empty()
    }

    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>)) {
        let end = from.saturating_add(max);
        self.visit(from, End::Tail, &mut |index, text| {
            if index < end {
                let label = number::text(index as i64);
                visit(Row {
                    label: &label,
                    text,
                });
            }
            index < end
        });
    }

    fn restated(
        &self,
        text: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Arc<dyn Collection>> {
        let mut new = self.clone();
        let mut has_changed = false;
        self.visit(0, End::Tail, &mut |index, element| {
            if let Some(element) = text(element) {
                has_changed = true;
                new.set(index, &element);
            }
            true
        });
        has_changed.then(|| Arc::new(new) as Arc<dyn Collection>)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        let mut is_same = self.len == other.len && self.element_bytes == other.element_bytes;
        let mut at = (0, 0);
        self.visit(0, End::Tail, &mut |_, element| {
            while other
                .chunks
                .get(at.0)
                .is_some_and(|chunk| chunk.len() == at.1)
            {
                at = (at.0 + 1, 0);
            }
            let theirs = other.chunks.get(at.0).and_then(|chunk| chunk.get(at.1));
            at.1 += 1;
            is_same = is_same && theirs == Some(element);
            is_same
        });
        is_same
    }
}

impl Eq for List {}

impl Hash for List {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn elements(list: &List, from: usize, towards: End) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        list.visit(from, towards, &mut |index, element| {
            assert_eq!(list.get(index), Some(element));
            all.push(element.to_vec());
            true
        });
        all
    }

    /// A short element, or one that fills a chunk more or less.
    fn element() -> impl Strategy<Value = Vec<u8>> {
        let of_length = |length| vec![b'x'; length];
        prop_oneof![
            6 => prop::collection::vec(b'a'..b'd', 0..3),
            2 => (0..3000usize).prop_map(of_length),
            1 => (8000..9000usize).prop_map(of_length),
        ]
    }

    proptest! {
        #[test]
        fn it_holds_what_a_row_holds(changes in prop::collection::vec((0u8..9, any::<prop::sample::Index>(), element()), 0..300)) {
            let (mut list, mut row) = (List::default(), VecDeque::new());
            let mut copy = (list.clone(), row.clone());
            for (kind, index, element) in changes {
                let at = index.index(row.len() + 1);
                match kind {
                    0 => { list.push(End::Head, &element); row.push_front(element); }
                    1 => { list.push(End::Tail, &element); row.push_back(element); }
                    2 => { list.take(End::Head, at); row.drain(..at); }
                    3 => { list.take(End::Tail, at / 4); row.truncate(row.len() - at / 4); }
                    4 | 5 => { list.insert(at, &element); row.insert(at, element); }
                    6 if at < row.len() => { list.set(at, &element); row[at] = element; }
                    7 => copy = (list.clone(), row.clone()),
                    _ => {
                        let mut number = 0;
                        while number < list.chunks() {
                            let before = list.chunks();
                            list.remove_in_chunk(number, &element, usize::MAX, End::Tail);
                            number += usize::from(list.chunks() == before);
                        }
                        row.retain(|other| *other != element);
                    }
                }
                prop_assert_eq!(list.len(), row.len());
            }
            for (list, row) in [(list, row), copy] {
                let row = Vec::from(row);
                prop_assert_eq!(&elements(&list, 0, End::Tail), &row);
                let bytes: usize = row.iter().map(|element| List::element_bytes(element)).sum();
                prop_assert_eq!(list.bytes(), LIST_BYTES + bytes);
                prop_assert!(list.chunks.iter().all(|chunk| chunk.len() > 0));
                let mut same = List::default();
                row.iter().rev().for_each(|element| same.push(End::Head, element));
                prop_assert!(same == list && same.digest() == list.digest());
                let mut backwards = elements(&list, list.len().wrapping_sub(1), End::Head);
                backwards.reverse();
                prop_assert_eq!(backwards, row);
            }
        }
    }

    #[test]
    fn the_first_or_the_last_of_equal_elements_are_removed() {
        for (towards, left) in [(End::Tail, "xyxa"), (End::Head, "axyx")] {
            let mut list = List::default();
            "axyaxa"
                .bytes()
                .for_each(|byte| list.push(End::Tail, &[byte]));
            list.push(End::Tail, b"a");
            list.take(End::Tail, 1);
            let max = 2;
            assert_eq!(list.remove_in_chunk(0, b"a", max, towards), (max, 6));
            assert_eq!(elements(&list, 0, End::Tail).concat(), left.as_bytes());
        }
    }

    #[test]
    fn many_elements_in_the_midst_do_not_leave_many_chunks() {
        let mut list = List::default();
        for number in 0..20_000 {
            list.insert(list.len() / 2, &[number as u8; 10]);
        }
        assert!(list.chunks() < 60, "{}", list.chunks());
        for number in 0..=255 {
            let mut chunk = 0;
            while chunk < list.chunks() && number % 16 != 0 {
                let before = list.chunks();
                list.remove_in_chunk(chunk, &[number; 10], usize::MAX, End::Tail);
                chunk += usize::from(list.chunks() == before);
            }
        }
        assert!(list.len() < 1300 && list.chunks() < 8, "{}", list.chunks());
    }
}
