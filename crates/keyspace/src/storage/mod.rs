//! What a server holds: values, entries, tables of keys, deadlines, databases. Knows no connection and no command.

pub mod changes;
pub mod collection;
pub mod database;
pub mod databases;
pub mod deadlines;
pub mod key;
pub mod layout;
pub mod listpack;
pub mod object;
pub mod slot;
pub mod sorted;
pub mod table;
pub mod value;
