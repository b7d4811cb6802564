//! Finds a command by its name: a hash table that the compiler fills, since every line begins with this.

use super::command::Command;
use super::commands::ALL;

/// More than twice as many as there are commands, and a power of two.
const SLOTS: usize = 256;
/// No command stands in a slot.
const FREE: (u8, u8) = (u8::MAX, u8::MAX);

/// For each slot the place of a command in [`ALL`]: its group, and its place there.
static INDEX: [(u8, u8); SLOTS] = filled();

/// The command of that name, in any case.
pub fn find(name: &[u8]) -> Option<&'static Command> {
    let mut slot = slot_of(name);
    loop {
        let (group, at) = *INDEX.get(slot)?;
        let command = ALL.get(usize::from(group))?.get(usize::from(at))?;
        if command.name.as_bytes().eq_ignore_ascii_case(name) {
            return Some(command);
        }
        slot = (slot + 1) % SLOTS;
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index that is out of bounds"
)]
const fn filled() -> [(u8, u8); SLOTS] {
    let mut index = [FREE; SLOTS];
    let mut group = 0;
    while group < ALL.len() {
        let mut at = 0;
        while at < ALL[group].len() {
            let mut slot = slot_of(ALL[group][at].name.as_bytes());
            while index[slot].0 != FREE.0 {
                slot = (slot + 1) % SLOTS;
            }
            index[slot] = (group as u8, at as u8);
            at += 1;
        }
        group += 1;
    }
    index
}

/// Where to look for a name first, whatever its case.
const fn slot_of(name: &[u8]) -> usize {
    let mut hash = name.len();
    let mut rest = name;
    while let [byte, tail @ ..] = rest {
        hash = hash.wrapping_mul(31) ^ (*byte | 0x20) as usize;
        rest = tail;
    }
    (hash ^ (hash >> 8)) % SLOTS
}
