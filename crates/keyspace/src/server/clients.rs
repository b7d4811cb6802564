//! What CLIENT LIST and ACL LOG tell of a connection.

use crate::number;
use crate::reply::Protocol;
use crate::server::connection::{Connection, ConnectionId};
use crate::server::tracking::{Mode, Tracking};

/// The number of the connection that hears of the keys of one that tracks: 0 for itself, -1 where nothing is tracked.
pub fn redirect(tracking: Option<&Tracking>) -> i64 {
    tracking.map_or(-1, |own| own.redirect.map_or(0, |id| id.number() as i64))
}

/// A connection as CLIENT LIST tells of it. It has no socket, so that its address is the one that Redis gives where it
/// cannot tell, and its buffers are empty.
pub fn push_line(id: ConnectionId, connection: &Connection, now_ms: i64, out: &mut Vec<u8>) {
    let activity = &connection.activity;
    let seconds = |since_ms: i64| {
        let seconds = |ms: i64| ms.div_euclid(1000);
        seconds(now_ms) - seconds(since_ms)
    };
    let transaction = connection.transaction.as_ref();
    let queued = transaction.map(|transaction| transaction.lines().len());
    let queued = queued.or(connection.executing);
    field(out, "id=", id.number() as i64);
    field(out, " addr=?:0 laddr=?:0 fd=", -1);
    out.extend_from_slice(b" name=");
    out.extend_from_slice(&connection.name);
    let (first_ms, last_ms) = match activity.first_ms {
        Some(first_ms) => (first_ms, activity.last_ms),
        None => (now_ms, now_ms),
    };
    field(out, " age=", seconds(first_ms));
    field(out, " idle=", seconds(last_ms));
    out.extend_from_slice(b" flags=");
    push_flags(connection, queued.is_some(), out);
    field(out, " db=", connection.database as i64);
    let subscriptions = &connection.subscriptions;
    field(out, " sub=", subscriptions.channels.len() as i64);
    field(out, " psub=", subscriptions.patterns.len() as i64);
    field(out, " ssub=", subscriptions.shards.len() as i64);
    field(out, " multi=", queued.map_or(-1, |count| count as i64));
    out.extend_from_slice(
        b" qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0 oll=0 omem=0 tot-mem=0 events=r cmd=",
    );
    match activity.command {
        Some(command) => out.extend_from_slice(command.full_name().as_bytes()),
        None => out.extend_from_slice(b"NULL"),
    }
    let version = match connection.protocol {
        Protocol::Resp2 => b'2',
        Protocol::Resp3 => b'3',
    };
    let redirect = redirect(connection.tracking.as_deref());
    out.extend_from_slice(b" user=");
    out.extend_from_slice(connection.user());
    field(out, " redir=", redirect);
    out.extend_from_slice(b" resp=");
    out.push(version);
}

fn push_flags(connection: &Connection, is_in_transaction: bool, out: &mut Vec<u8>) {
    let tracking = connection.tracking.as_deref();
    let tracks = |fits: &dyn Fn(&Tracking) -> bool| tracking.is_some_and(fits);
    let flags = [
        (b'O', connection.is_monitor),
        (b'P', connection.is_subscribed()),
        (b'x', is_in_transaction),
        (b'b', connection.wait.is_some()),
        (b't', tracking.is_some()),
        (b'R', tracks(&|tracking| tracking.is_redirect_broken)),
        (b'B', tracks(&|tracking| tracking.mode == Mode::Broadcast)),
        (b'd', connection.saw_a_change()),
        (b'e', connection.is_kept),
    ];
    let start = out.len();
    let set = flags.iter().filter(|(_, is_set)| *is_set);
    out.extend(set.map(|(flag, _)| *flag));
    if out.len() == start {
        out.push(b'N');
    }
}

fn field(out: &mut Vec<u8>, name: &str, number: i64) {
    out.extend_from_slice(name.as_bytes());
    number::push(out, number);
}
