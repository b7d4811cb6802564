//! What a server holds: values, entries, tables of keys, deadlines, databases. Knows no connection and no command.

pub mod changes;
pub mod collection;
pub mod database;
pub mod databases;
pub mod geohash;
pub mod hash;
pub mod hyperloglog;
pub mod key;
pub mod layout;
pub mod list;
pub mod listpack;
pub mod object;
pub mod ranked;
pub mod rdb;
pub mod set;
pub mod slot;
pub mod sorted;
pub mod sorted_set;
pub mod stream;
pub mod table;
pub mod value;
