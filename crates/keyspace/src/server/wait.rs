//! What a connection waits for.

use crate::reply::Reply;

/// A connection that waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wait {
    /// The line, which is run again when a key may have something for it.
    pub argv: Vec<Vec<u8>>,
    /// The database of the keys.
    database: usize,
    /// None for WAIT, whom no key wakes.
    keys: Vec<Vec<u8>>,
    /// Whether the line did not begin, since CLIENT PAUSE holds it back.
    is_held_back: bool,
    /// The Unix millisecond at which it gives up, or at which the pause ends; `None` for never.
    pub until_ms: Option<i64>,
    /// The reply when it gives up.
    pub otherwise: Reply,
}

impl Wait {
    /// The wait of this line.
    pub fn new(
        argv: Vec<Vec<u8>>,
        database: usize,
        keys: Vec<Vec<u8>>,
        until_ms: Option<i64>,
        otherwise: Reply,
    ) -> Wait {
        Wait {
            argv,
            database,
            keys,
            is_held_back: false,
            until_ms,
            otherwise,
        }
    }

    /// A line that CLIENT PAUSE holds back.
    pub fn held_back(argv: &[Vec<u8>], until_ms: i64) -> Wait {
        Wait {
            is_held_back: true,
            ..Wait::new(argv.to_vec(), 0, Vec::new(), Some(until_ms), Reply::Nil)
        }
    }

    /// Whether it waits for that key.
    pub fn is_for(&self, database: usize, key: &[u8]) -> bool {
        self.database == database && self.keys.iter().any(|own| own == key)
    }

    /// The keys that it waits for, of a database.
    pub fn keys_of(&self, database: usize) -> &[Vec<u8>] {
        match self.database == database {
            true => &self.keys,
            false => &[],
        }
    }

    /// Whether it is a line that CLIENT PAUSE holds back.
    pub fn is_held_back(&self) -> bool {
        self.is_held_back
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_for_its_keys_in_its_database_alone() {
        let wait = Wait::new(Vec::new(), 3, vec![b"k".to_vec()], None, Reply::Nil);
        assert!(wait.is_for(3, b"k") && !wait.is_for(2, b"k") && !wait.is_for(3, b"j"));
        assert!(wait.keys_of(2).is_empty() && !wait.is_held_back());
    }
}
