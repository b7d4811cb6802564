//! Commands that wait for a key: the result of one, and the reading of its timeout.

use crate::keyspace::reply::{Error, Reply};

/// The result of a command that may wait until a key has something for it.
pub enum Waiting {
    /// It need not wait.
    Done(Reply),
    /// It waits for one of `keys` of the selected database.
    For {
        keys: Vec<Vec<u8>>,
        /// The Unix millisecond at which it gives up; `None` for never.
        until_ms: Option<i64>,
        /// The reply when it gives up, or may not wait: in a transaction, or in a script.
        otherwise: Reply,
    },
}

/// The function that runs such a command. First without a key; then, each time that one of its keys may have something for
/// it, with that key alone, when it answers [`Waiting::Done`] or waits on. The arguments are read anew each time.
pub type Waiter = fn(&mut super::call::Call<'_>, Option<&[u8]>) -> Result<Waiting, Error>;
