//! Saving data to files.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};

pub const HANDLERS: Handlers = &[("lastsave", Now(lastsave))];

/// Nothing is saved: as in Redis until the first save, the time at which the server began.
fn lastsave(call: &mut Call<'_>) -> Result<Reply, Error> {
    Ok(Reply::Int(
        call.server.statistics.last_save_s(call.now_ms()),
    ))
}
