//! The handler of a command.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::waiting::Waiter;
use crate::server::work::Work;
pub use Handler::{Long, Now, Waits};

/// The function that runs a command. The number of arguments was checked; an `Err` has changed nothing.
#[derive(Clone, Copy)]
pub enum Handler {
    /// At once.
    Now(fn(&mut Call<'_>) -> Result<Reply, Error>),
    /// In slices: what it begins is carried on by [`crate::Server::advance`].
    Long(fn(&mut Call<'_>) -> Result<Work, Error>),
    /// At once, or when a key that it waits for has something for it.
    Waits(Waiter),
}

/// The handlers of a family of commands, by the names of these: that of a subcommand stands behind its container's and a `|`,
/// and a mode's command has the name of the mode behind its own and an `@`.
pub type Handlers = &'static [(&'static str, Handler)];
