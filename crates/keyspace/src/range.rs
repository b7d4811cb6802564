//! Ranges as commands take them: from one place through another, counted from the end when negative.

use std::ops::{Range, RangeInclusive};

/// The positions from `start` through `end` among `count`, cut to the existing ones; `None` if there are none.
pub fn places(start: i64, end: i64, count: u64) -> Option<RangeInclusive<u64>> {
    let place = |place: i64| match u64::try_from(place) {
        Ok(place) => place,
        Err(_) => count.saturating_sub(place.unsigned_abs()),
    };
    let (first, last) = (place(start), place(end).min(count.checked_sub(1)?));
    (first <= last).then_some(first..=last)
}

/// Like the above, but a range that runs backwards from the end is empty even if cutting it would leave the first
/// position.
pub fn forwards(start: i64, end: i64, count: u64) -> Option<RangeInclusive<u64>> {
    if is_backwards(start, end) {
        return None;
    }
    places(start, end, count)
}

/// Whether a range runs backwards from the end.
pub fn is_backwards(start: i64, end: i64) -> bool {
    start < 0 && end < 0 && start > end
}

/// The places of a list: here an end before the first one leaves none.
pub fn of_elements(start: i64, end: i64, count: usize) -> Option<Range<usize>> {
    let is_before = end < 0 && end.unsigned_abs() > count as u64;
    let places = places(start, end, count as u64).filter(|_| !is_before);
    places.map(of_bytes)
}

/// The places as indices into a string.
pub fn of_bytes(places: RangeInclusive<u64>) -> Range<usize> {
    *places.start() as usize..*places.end() as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_to_what_there_is() {
        assert_eq!(places(0, -1, 5), Some(0..=4));
        assert_eq!(places(-9, -7, 5), Some(0..=0));
        assert_eq!(of_elements(-9, -7, 5), None);
        assert_eq!(of_elements(-9, -5, 5), Some(0..1));
        assert_eq!(places(-3, 100, 5), Some(2..=4));
        assert_eq!(places(i64::MIN, i64::MAX, 5), Some(0..=4));
        assert_eq!(places(3, 2, 5), None);
        assert_eq!(places(5, 9, 5), None);
        assert_eq!(places(0, -1, 0), None);
    }

    #[test]
    fn a_range_before_the_start_is_the_first_place_unless_it_runs_backwards() {
        assert_eq!(places(-50, -100, 2), Some(0..=0));
        assert_eq!(forwards(-50, -100, 2), None);
        assert_eq!(forwards(-100, -50, 2), Some(0..=0));
        assert_eq!(forwards(0, -100, 2), Some(0..=0));
    }
}
