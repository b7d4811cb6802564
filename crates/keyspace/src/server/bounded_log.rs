//! A log of which the oldest entries go when there are too many of them, or when they take too much.

use std::collections::VecDeque;

/// Most bytes that the entries of one log take.
const BYTES_MAX: usize = 4 << 20;

/// What a log keeps.
pub trait LogEntry {
    /// The size against the server's limit.
    fn bytes(&self) -> usize;
}

/// The entries, the newest first.
#[derive(Clone)]
pub struct BoundedLog<T> {
    entries: VecDeque<T>,
    bytes: usize,
}

impl<T> Default for BoundedLog<T> {
    fn default() -> BoundedLog<T> {
        BoundedLog {
            entries: VecDeque::new(),
            bytes: 0,
        }
    }
}

impl<T: LogEntry> BoundedLog<T> {
    /// Puts an entry before the others. The oldest ones go until all take no more than `room_bytes`. One that is too many
    /// goes at the next [`BoundedLog::limit`].
    pub fn push(&mut self, entry: T, room_bytes: usize) {
        self.bytes += entry.bytes();
        self.entries.push_front(entry);
        self.shrink(usize::MAX, room_bytes.min(BYTES_MAX));
    }

    /// Lets the oldest entries go, until there are no more than that.
    pub fn limit(&mut self, len_max: usize) {
        self.shrink(len_max, BYTES_MAX);
    }

    fn shrink(&mut self, len_max: usize, bytes_max: usize) {
        while self.entries.len() > len_max || self.bytes > bytes_max {
            let Some(old) = self.entries.pop_back() else {
                return;
            };
            self.bytes -= old.bytes();
        }
    }

    /// Takes out the first of the newest `count` entries that is asked for.
    pub fn take(&mut self, count: usize, is_asked_for: impl Fn(&T) -> bool) -> Option<T> {
        let at = self.entries.iter().take(count).position(is_asked_for)?;
        let entry = self.entries.remove(at)?;
        self.bytes -= entry.bytes();
        Some(entry)
    }

    /// The entries.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The size against the server's limit, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Entry(usize);

    impl LogEntry for Entry {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    #[test]
    fn the_oldest_entries_give_way_to_new_ones() {
        let mut log = BoundedLog::default();
        (1..=5).for_each(|bytes| log.push(Entry(bytes), usize::MAX));
        log.limit(3);
        let kept: Vec<usize> = log.iter().map(|entry| entry.0).collect();
        assert_eq!((kept, log.bytes()), (vec![5, 4, 3], 12));
        log.push(Entry(BYTES_MAX - 5), usize::MAX);
        assert_eq!((log.len(), log.bytes()), (2, BYTES_MAX));
        assert!(log.take(2, |entry| entry.0 == 5).is_some());
        assert_eq!((log.len(), log.bytes()), (1, BYTES_MAX - 5));
    }

    #[test]
    fn an_entry_that_takes_too_much_is_not_kept() {
        let mut log = BoundedLog::default();
        log.push(Entry(1), usize::MAX);
        log.push(Entry(BYTES_MAX + 1), usize::MAX);
        assert_eq!((log.len(), log.bytes()), (0, 0));
        log.push(Entry(6), 10);
        log.push(Entry(5), 10);
        assert_eq!((log.len(), log.bytes()), (1, 5));
    }
}
