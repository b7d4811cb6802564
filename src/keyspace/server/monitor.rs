//! MONITOR: every command that runs, shown to those that asked for it.

use crate::keyspace::catalogue::command::{Command, Flags};
use crate::keyspace::number;
use crate::keyspace::reply::Reply;
use crate::keyspace::server::Server;
use crate::keyspace::server::outbox::Delivery;
use crate::keyspace::server::work::Context;
use crate::keyspace::words;
use std::sync::Arc;

/// What stands for the words of a line that may hold a password.
const REDACTED: &[u8] = b"(redacted)";

impl Server {
    /// Shows a command, unless it is one for administrators.
    pub(in crate::keyspace) fn show(
        &mut self,
        context: Context,
        command: &Command,
        argv: &[Vec<u8>],
        is_in_script: bool,
    ) {
        if self.audience.monitors == 0 || command.flags.has(Flags::ADMIN) {
            return;
        }
        let Ok(connection) = self.connection(context.connection) else {
            return;
        };
        let mut line = number::text(context.now_ms.div_euclid(1000));
        let millis = 1_000 + context.now_ms.rem_euclid(1000);
        line.push(b'.');
        line.extend_from_slice(number::text(millis).get(1..).unwrap_or_default());
        line.extend_from_slice(b"000 [");
        number::push(&mut line, connection.database as i64);
        line.extend_from_slice(if is_in_script { b" lua]" } else { b" ?:0]" });
        let is_secret = command.name() == "auth";
        for (at, word) in argv.iter().enumerate() {
            let word = if is_secret && at > 0 { REDACTED } else { word };
            line.extend_from_slice(b" \"");
            word.iter()
                .for_each(|byte| words::push_escaped(&mut line, *byte));
            line.push(b'"');
        }
        let line = Arc::new(line);
        let audience = &mut self.audience;
        let monitors = audience
            .connections
            .iter()
            .filter(|(_, own)| own.is_monitor);
        audience.outbox.extend(monitors.map(|(id, _)| {
            let line = Reply::Line(Arc::clone(&line));
            (*id, Delivery::Message(line))
        }));
    }
}
