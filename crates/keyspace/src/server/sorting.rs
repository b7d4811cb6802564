//! Sorts in slices: a stable one, and that of Redis which brings only some places into order and lets elements change
//! places that compare as equal.

use crate::server::work::Budget;
use std::cmp::Ordering;
use std::ops::Range;

/// The cost of a comparison, in units of work.
const COMPARISON_UNITS: u64 = 8;
/// Fewer elements are sorted by insertion.
const FEW: usize = 7;
/// Of more elements, the middle one is chosen among nine.
const MANY: usize = 40;

/// Compares two elements by their numbers.
pub type Compare<'a> = &'a dyn Fn(u32, u32) -> Ordering;

/// A sort under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A stable one.
    Merge(Merge),
    /// One of some places.
    Partial(Partial),
}

impl Sort {
    /// Goes on; `None` when there is more to do, and at the end the numbers of the elements in order.
    pub fn advance(&mut self, compare: Compare<'_>, budget: &mut Budget) -> Option<Vec<u32>> {
        match self {
            Sort::Merge(merge) => merge.advance(compare, budget),
            Sort::Partial(partial) => partial.advance(compare, budget),
        }
    }

    /// A stable sort of as many elements.
    pub fn stable(count: usize) -> Sort {
        Sort::Merge(Merge {
            from: (0..count as u32).collect(),
            to: Vec::with_capacity(count),
            width: 1,
            start: 0,
            left: 0,
            right: 1,
        })
    }

    /// A sort after which the elements stand right that belong to these places.
    pub fn of_places(count: usize, places: Range<usize>) -> Sort {
        Sort::Partial(Partial {
            order: (0..count as u32).collect(),
            places,
            stack: std::iter::once(0..count).collect(),
            partition: None,
        })
    }
}

/// Merges runs of a width, then those of twice that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Merge {
    from: Vec<u32>,
    to: Vec<u32>,
    width: usize,
    /// Where the first of the two runs began that are being merged, and the next element of each.
    start: usize,
    left: usize,
    right: usize,
}

impl Merge {
    fn advance(&mut self, compare: Compare<'_>, budget: &mut Budget) -> Option<Vec<u32>> {
        let count = self.from.len();
        while self.width < count {
            while self.start < count {
                let middle = count.min(self.start + self.width);
                let end = count.min(self.start + 2 * self.width);
                let element = |at: usize, end: usize| self.from.get(at).filter(|_| at < end);
                let next = match (element(self.left, middle), element(self.right, end)) {
                    (Some(left), Some(right)) => {
                        budget.spend(COMPARISON_UNITS);
                        match compare(*left, *right) {
                            Ordering::Greater => (right, false),
                            _ => (left, true),
                        }
                    }
                    (Some(left), None) => (left, true),
                    (None, Some(right)) => (right, false),
                    (None, None) => {
                        self.start = end;
                        self.left = end;
                        self.right = end + self.width;
                        continue;
                    }
                };
                let (element, is_left) = next;
                self.to.push(*element);
                match is_left {
                    true => self.left += 1,
                    false => self.right += 1,
                }
                if !budget.spend(1) {
                    return None;
                }
            }
            std::mem::swap(&mut self.from, &mut self.to);
            self.to.clear();
            self.width *= 2;
            (self.start, self.left, self.right) = (0, 0, self.width);
        }
        Some(std::mem::take(&mut self.from))
    }
}

/// Splits stretches in two until those with the places are in order: the quicksort of Bentley and McIlroy ("Engineering a
/// sort function", 1993) with their choice of the middle element, since where elements are equal the order depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partial {
    order: Vec<u32>,
    places: Range<usize>,
    /// The stretches that are not in order yet.
    stack: Vec<Range<usize>>,
    partition: Option<Partition>,
}

/// A stretch being split: its first element is the middle one. Those equal to it gather at both ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Partition {
    all: Range<usize>,
    equal_end: usize,
    low: usize,
    /// The place of the last element that was not looked at, and of the last that is not known to be equal.
    high: usize,
    equal_start: usize,
    /// Whether it looks at the high side.
    is_high: bool,
}

impl Partial {
    fn advance(&mut self, compare: Compare<'_>, budget: &mut Budget) -> Option<Vec<u32>> {
        loop {
            if let Some(mut partition) = self.partition.take() {
                if !self.split(&mut partition, compare, budget) {
                    self.partition = Some(partition);
                    return None;
                }
                self.finish(&partition);
            }
            let Some(all) = self.stack.pop() else {
                return Some(std::mem::take(&mut self.order));
            };
            if all.len() < FEW {
                self.insert(all, compare);
                continue;
            }
            let middle = self.middle(&all, compare);
            self.order.swap(all.start, middle);
            self.partition = Some(Partition {
                equal_end: all.start + 1,
                low: all.start + 1,
                high: all.end - 1,
                equal_start: all.end - 1,
                is_high: false,
                all,
            });
        }
    }

    fn compare(&self, one: usize, other: usize, compare: Compare<'_>) -> Ordering {
        match (self.order.get(one), self.order.get(other)) {
            (Some(one), Some(other)) => compare(*one, *other),
            _ => Ordering::Equal,
        }
    }

    fn insert(&mut self, all: Range<usize>, compare: Compare<'_>) {
        for from in all.clone() {
            let mut at = from;
            while at > all.start && self.compare(at - 1, at, compare).is_gt() {
                self.order.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// The place of the element around which a stretch is split.
    fn middle(&self, all: &Range<usize>, compare: Compare<'_>) -> usize {
        let (mut first, mut middle, mut last) = (all.start, all.start + all.len() / 2, all.end - 1);
        if all.len() == FEW {
            return middle;
        }
        let median = |one: usize, two: usize, three: usize| {
            let is_less = |one, other| self.compare(one, other, compare).is_lt();
            match is_less(one, two) {
                true if is_less(two, three) => two,
                true if is_less(one, three) => three,
                true => one,
                false if self.compare(two, three, compare).is_gt() => two,
                false if is_less(one, three) => one,
                false => three,
            }
        };
        if all.len() > MANY {
            let step = all.len() / 8;
            first = median(first, first + step, first + 2 * step);
            middle = median(middle - step, middle, middle + step);
            last = median(last - 2 * step, last - step, last);
        }
        median(first, middle, last)
    }

    /// Whether it came to the end.
    fn split(&mut self, part: &mut Partition, compare: Compare<'_>, budget: &mut Budget) -> bool {
        while part.low <= part.high {
            let at = if part.is_high { part.high } else { part.low };
            let side = self.compare(at, part.all.start, compare);
            match (part.is_high, side) {
                (false, Ordering::Greater) => part.is_high = true,
                (false, side) => {
                    if side.is_eq() {
                        self.order.swap(part.equal_end, part.low);
                        part.equal_end += 1;
                    }
                    part.low += 1;
                }
                (true, Ordering::Less) => {
                    self.order.swap(part.low, part.high);
                    part.low += 1;
                    part.high -= 1;
                    part.is_high = false;
                }
                (true, side) => {
                    if side.is_eq() {
                        self.order.swap(part.high, part.equal_start);
                        part.equal_start -= 1;
                    }
                    part.high -= 1;
                }
            }
            if !budget.spend(COMPARISON_UNITS) {
                return part.low > part.high;
            }
        }
        true
    }

    /// Brings the equal ones to the middle, and notes what is left to do.
    fn finish(&mut self, part: &Partition) {
        let Range { start, end } = part.all;
        let (low, high) = (part.low - part.equal_end, part.equal_start - part.high);
        let few = low.min(part.equal_end - start);
        for at in 0..few {
            self.order.swap(start + at, part.low - few + at);
        }
        let few = high.min(end - 1 - part.equal_start);
        for at in 0..few {
            self.order.swap(part.low + at, end - few + at);
        }
        for stretch in [end - high..end, start..start + low] {
            let meets = stretch.start < self.places.end && self.places.start < stretch.end;
            if stretch.len() > 1 && meets {
                self.stack.push(stretch);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(mut sort: Sort, keys: &[u8], units: u64) -> Vec<u32> {
        let compare = |one: u32, other: u32| keys[one as usize].cmp(&keys[other as usize]);
        loop {
            if let Some(order) = sort.advance(&compare, &mut Budget::new(units)) {
                return order;
            }
        }
    }

    proptest! {
        #[test]
        fn a_stable_sort_keeps_the_order_of_equals(keys in prop::collection::vec(0u8..9, 0..200), units in 1u64..999) {
            let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
            expected.sort_by_key(|at| keys[*at as usize]);
            prop_assert_eq!(sorted(Sort::stable(keys.len()), &keys, units), expected);
        }

        #[test]
        fn a_sort_of_places_has_them_right(
            keys in prop::collection::vec(0u8..30, 1..300),
            from in any::<prop::sample::Index>(),
            to in any::<prop::sample::Index>(),
            units in 1u64..999,
        ) {
            let (from, to) = (from.index(keys.len()), to.index(keys.len()));
            let places = from.min(to)..from.max(to) + 1;
            let order = sorted(Sort::of_places(keys.len(), places.clone()), &keys, units);
            prop_assert_eq!(&order, &sorted(Sort::of_places(keys.len(), places.clone()), &keys, u64::MAX));
            let mut expected = keys.clone();
            expected.sort_unstable();
            for place in places {
                prop_assert_eq!(keys[order[place] as usize], expected[place]);
            }
            let mut all = order;
            all.sort_unstable();
            prop_assert!(all.into_iter().eq(0..keys.len() as u32));
        }
    }
}
