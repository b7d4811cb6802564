//! Values and their limits. Every value is a string of bytes: the other types of Redis are left out of this keyspace.

use std::sync::Arc;

/// A string of bytes that is shared, and copied when it is written to while shared.
pub type Bytes = Arc<Vec<u8>>;

/// The longest string that a default server keeps, in bytes (its `proto-max-bulk-len`).
pub const VALUE_BYTES_MAX: usize = 512 * 1024 * 1024;

/// What a keyspace may hold, in bytes, unless its owner says otherwise. A page shares its tab with other pages.
pub const KEYSPACE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// What a key costs beside its own bytes and its value's, in bytes: about what the maps around it take.
pub const KEY_OVERHEAD_BYTES: usize = 64;

/// What a key with its value counts for against the keyspace's limit, in bytes.
pub fn entry_bytes(key_bytes: usize, value_bytes: usize) -> usize {
    key_bytes + value_bytes + KEY_OVERHEAD_BYTES
}
