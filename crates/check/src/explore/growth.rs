//! The causes of a large search: how many states its parts have, and which keys and registers have many values in them.

use super::pairs::Pairs;
use crate::growth::{Cause, Growth};
use crate::numbering::intern::{Intern, hash_of};

/// Parts that are looked at: the last ones that came.
const LAST: usize = 512;
/// Values that are many.
const MANY: usize = 16;
/// Messages, or writes that a replica lacks, that are many at once.
const SEVERAL: usize = 3;
/// Causes with many values that are named: those with the most.
const NAMED: usize = 3;

/// The values that keys and registers have had.
#[derive(Default)]
struct Values(Vec<(Cause, String, Intern<u64>)>);

impl Values {
    fn add(&mut self, cause: Cause, name: &str, hash: u64) {
        for (known_cause, known_name, known) in &mut self.0 {
            if *known_cause == cause && known_name == name {
                known.number(hash);
                return;
            }
        }
        let mut known = Intern::new();
        known.number(hash);
        self.0.push((cause, name.to_owned(), known));
    }

    /// Takes out what has the most values.
    fn take_most(&mut self) -> Option<(Cause, String, Intern<u64>)> {
        let (mut most, mut count) = (None, 0);
        for (at, (_, _, known)) in self.0.iter().enumerate() {
            if known.len() > count {
                (most, count) = (Some(at), known.len());
            }
        }
        most.map(|at| self.0.swap_remove(at))
    }
}

impl Pairs {
    /// The causes of its size so far: the states of each part, and the names with many values in the last of them.
    pub fn growth(&self) -> Vec<Growth> {
        let last = |len: usize| (len.saturating_sub(LAST) as u32)..len as u32;
        let mut values = Values::default();
        let (mut messages, mut writes) = (0, 0);
        for number in last(self.shareds.len()) {
            let Some(shared) = self.shareds.get(number) else {
                continue;
            };
            for (key, value) in shared.entries() {
                // A script may make a key of any bytes, and a terminal obeys some.
                let name = String::from_utf8_lossy(key).replace(char::is_control, "");
                values.add(Cause::Key, &name, hash_of(&value));
            }
            writes = writes.max(shared.lag());
        }
        for number in last(self.locals.len()) {
            let Some(player) = self.locals.get(number) else {
                continue;
            };
            for (name, value) in player.local.client().registers() {
                values.add(Cause::Register, name, hash_of(value));
            }
            messages = messages.max(player.local.messages().count());
        }
        let mut all = Vec::new();
        let mut add = |cause, name, count, least| {
            if count >= least {
                all.push(Growth { cause, name, count });
            }
        };
        add(Cause::Servers, String::new(), self.shareds.len(), 1);
        add(Cause::Client, String::new(), self.locals.len(), 1);
        for _ in 0..NAMED {
            if let Some((cause, name, known)) = values.take_most() {
                add(cause, name, known.len(), MANY);
            }
        }
        add(Cause::Messages, String::new(), messages, SEVERAL);
        add(Cause::Writes, String::new(), writes, SEVERAL);
        all
    }
}
