//! When a value changes its layout: the thresholds of Redis' configuration. A server without real listpacks follows them
//! all the same, since OBJECT ENCODING and the order of elements tell of them.

/// The thresholds, each by the name of its parameter in `redis.conf`, with Redis' defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Most fields of a hash that is a listpack.
    pub hash_max_listpack_entries: u64,
    /// Longest field or value of one, in bytes.
    pub hash_max_listpack_value: u64,
    /// Size of a node of a list: elements if positive, -1 to -5 for 4 to 64 KB.
    pub list_max_listpack_size: i64,
    /// Most members of a set of integers that is an intset.
    pub set_max_intset_entries: u64,
    /// Most members of a sorted set that is a listpack.
    pub zset_max_listpack_entries: u64,
    /// Longest member of one, in bytes.
    pub zset_max_listpack_value: u64,
    /// Most bytes in a node of a stream.
    pub stream_node_max_bytes: u64,
    /// Most entries in one.
    pub stream_node_max_entries: i64,
    /// Longest HyperLogLog in its sparse form, in bytes.
    pub hll_sparse_max_bytes: u64,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            hash_max_listpack_entries: 512,
            hash_max_listpack_value: 64,
            list_max_listpack_size: -2,
            set_max_intset_entries: 512,
            zset_max_listpack_entries: 128,
            zset_max_listpack_value: 64,
            stream_node_max_bytes: 4096,
            stream_node_max_entries: 100,
            hll_sparse_max_bytes: 3000,
        }
    }
}
