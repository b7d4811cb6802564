//! A string of bytes, as values and replies hold it.

use std::sync::Arc;

/// A string of bytes that is shared, and copied when it is written to while shared.
pub type Bytes = Arc<Vec<u8>>;

/// The longest string that a default server keeps, in bytes (its `proto-max-bulk-len`).
pub const VALUE_BYTES_MAX: usize = 512 * 1024 * 1024;
