//! MONITOR.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};

const NOT_IN_TRANSACTION: Error =
    Error::fixed("ERR MONITOR isn't allowed for DENY BLOCKING client");

pub const HANDLERS: Handlers = &[("monitor", Now(monitor))];

fn monitor(call: &mut Call<'_>) -> Result<Reply, Error> {
    let connection = call.connection_mut()?;
    if connection.executing.is_some() {
        return Err(NOT_IN_TRANSACTION);
    }
    connection.is_monitor = true;
    call.server.audience.count();
    Ok(Reply::OK)
}
