//! MONITOR: every command that runs, shown to those that asked for it.

use crate::catalogue::command::{Command, Flags};
use crate::number;
use crate::reply::Reply;
use crate::server::Server;
use crate::server::outbox::Delivery;
use crate::server::secrets::{REDACTED, is_secret};
use crate::server::work::Context;
use crate::words;
use std::sync::Arc;

impl Server {
    /// Shows a command to those that MONITOR, unless it is one for administrators.
    pub(crate) fn show(
        &mut self,
        context: Context,
        command: &Command,
        argv: &[Vec<u8>],
        is_in_script: bool,
    ) {
        if self.audience.monitors > 0 && !command.flags.has(Flags::ADMIN) {
            ((self.parts.commands)().show)(self, context, argv, is_in_script);
        }
    }
}

/// Shows a command to those that MONITOR.
pub fn show(server: &mut Server, context: Context, argv: &[Vec<u8>], is_in_script: bool) {
    let Ok(connection) = server.connection(context.connection) else {
        return;
    };
    let mut line = number::text(context.now_ms.div_euclid(1000));
    let millis = 1_000 + context.now_ms.rem_euclid(1000);
    line.push(b'.');
    line.extend_from_slice(number::text(millis).get(1..).unwrap_or_default());
    line.extend_from_slice(b"000 [");
    number::push(&mut line, connection.database as i64);
    line.extend_from_slice(if is_in_script { b" lua]" } else { b" ?:0]" });
    for (at, word) in argv.iter().enumerate() {
        let word = if is_secret(argv, at) { REDACTED } else { word };
        line.extend_from_slice(b" \"");
        word.iter()
            .for_each(|byte| words::push_escaped(&mut line, *byte));
        line.push(b'"');
    }
    let line = Arc::new(line);
    let audience = &mut server.audience;
    let monitors = audience
        .connections
        .iter()
        .filter(|(_, own)| own.is_monitor);
    audience.outbox.extend(monitors.map(|(id, _)| {
        let line = Reply::Line(Arc::clone(&line));
        (*id, Delivery::Message(line))
    }));
}
