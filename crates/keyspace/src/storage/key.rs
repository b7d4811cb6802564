//! A key's name. Short ones, which is nearly all, lie in the map itself, so that a look-up need not follow a pointer
//! for each name that it passes.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The longest name that lies in the map, in bytes: with its length and a tag, three words of a 64-bit machine.
const INLINE_BYTES_MAX: usize = 22;

/// The size of a block of the heap beside the bytes in it: two counters, and what the allocator takes.
const HEAP_OVERHEAD_BYTES: usize = 32;

/// Any bytes, in the order of slices. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Key {
    Short {
        length: u8,
        bytes: [u8; INLINE_BYTES_MAX],
    },
    Long(Arc<[u8]>),
}

impl Key {
    pub(crate) fn new(name: &[u8]) -> Key {
        let mut bytes = [0; INLINE_BYTES_MAX];
        match bytes.get_mut(..name.len()) {
            Some(start) => {
                start.copy_from_slice(name);
                Key::Short {
                    length: name.len() as u8,
                    bytes,
                }
            }
            None => Key::Long(Arc::from(name)),
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Key::Short { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or_default(),
            Key::Long(bytes) => bytes,
        }
    }

    /// What the name takes beside its own place, in bytes: its share of the heap, with the counters and the allocator's.
    pub(crate) fn bytes(&self) -> usize {
        Key::bytes_of(self.as_bytes())
    }

    /// The same of a name that is no key yet.
    pub(crate) fn bytes_of(name: &[u8]) -> usize {
        match name.len() {
            0..=INLINE_BYTES_MAX => 0,
            bytes => bytes + HEAP_OVERHEAD_BYTES,
        }
    }
}

/// What a name of that length takes beside its own place, in bytes.
pub(crate) fn name_bytes(length: usize) -> usize {
    match length {
        0..=INLINE_BYTES_MAX => 0,
        _ => length + HEAP_OVERHEAD_BYTES,
    }
}

impl Borrow<[u8]> for Key {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_are_ordered_as_their_bytes_whatever_their_length(
            one in prop::collection::vec(any::<u8>(), 0..40),
            other in prop::collection::vec(any::<u8>(), 0..40),
        ) {
            let keys = [Key::new(&one), Key::new(&other)];
            prop_assert_eq!(keys[0].as_bytes(), &one[..]);
            prop_assert_eq!(keys[0].cmp(&keys[1]), one.cmp(&other));
        }
    }
}
