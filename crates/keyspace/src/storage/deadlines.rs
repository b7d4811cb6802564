//! The deadlines of a database's keys in order of time. One that is put off, as EXPIRE does to a lock that is renewed, stays
//! where it is listed until that time is reached: most are put off again before, and each would cost two searches.

use crate::storage::key::Key;
use crate::storage::sorted::Sorted;

/// When a deadline is looked at next, in Unix milliseconds: then or later it passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed(i64);

impl Listed {
    /// The deadline, if it is after this.
    pub fn outlived_by(self, deadline_ms: Option<i64>) -> Option<i64> {
        deadline_ms.filter(|at_ms| *at_ms > self.0)
    }
}

/// Each key once that has a deadline, at that or before it.
#[derive(Clone, Default)]
pub struct Deadlines(Sorted);

impl Deadlines {
    /// The number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// No deadline is before this Unix millisecond; `None` where there is none at all.
    pub fn first(&self) -> Option<i64> {
        self.0.first()
    }

    /// When each key is looked at next, in that order: Unix milliseconds.
    pub fn pairs(&self) -> impl Iterator<Item = (i64, &[u8])> {
        self.0.pairs()
    }

    /// Takes in a key that is not listed.
    pub fn list(&mut self, deadline_ms: i64, key: Key) -> Listed {
        self.0.insert(deadline_ms, key);
        Listed(deadline_ms)
    }

    /// Takes out a key.
    pub fn strike(&mut self, listed: Listed, name: &[u8]) {
        self.0.remove(listed.0, name);
    }

    /// Gives a key another deadline, or none, in Unix milliseconds.
    pub fn change(
        &mut self,
        old_ms: Option<i64>,
        new_ms: Option<i64>,
        listed: &mut Listed,
        name: &[u8],
    ) {
        if old_ms.is_some() {
            if new_ms.is_some_and(|at_ms| at_ms >= listed.0) {
                return;
            }
            self.strike(*listed, name);
        }
        if let Some(at_ms) = new_ms {
            *listed = self.list(at_ms, Key::new(name));
        }
    }

    /// Takes out the key that is looked at next.
    pub fn pop_first(&mut self) -> Option<(Listed, Key)> {
        let listed = Listed(self.0.first()?);
        Some((listed, self.0.pop_first()?))
    }
}
