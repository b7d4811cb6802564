//! Values and their limits. Every value is a string of bytes: the other types of Redis are left out of this keyspace.

use std::sync::Arc;

/// A string of bytes that is shared, and copied when it is written to while shared.
pub type Bytes = Arc<Vec<u8>>;

/// The longest string that a default server keeps, in bytes (its `proto-max-bulk-len`).
pub const VALUE_BYTES_MAX: usize = 512 * 1024 * 1024;

/// The default limit of a keyspace in bytes. A page shares its tab with other pages.
pub const KEYSPACE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// The size of a key in addition to its own bytes and those of its value, in bytes: about the share of the tables.
pub const KEY_OVERHEAD_BYTES: usize = 64;

/// The size of a key with its value against the keyspace's limit, in bytes.
pub fn entry_bytes(key_bytes: usize, value_bytes: usize) -> usize {
    key_bytes + value_bytes + KEY_OVERHEAD_BYTES
}
