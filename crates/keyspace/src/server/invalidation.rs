//! Invalidation messages: a key is no longer what a connection was shown that tracks keys.

use crate::catalogue::command::{Command, Flags};
use crate::catalogue::help::help;
use crate::reply::{Protocol, Reply};
use crate::server::Server;
use crate::server::audience::Audience;
use crate::server::connection::{Connection, ConnectionId};
use crate::server::outbox::Delivery;
use crate::server::tracking::{Mode, Tracking};
use crate::storage::sorted::{PAIR_BYTES, Sorted};
use crate::storage::value::word_bytes;
use base::part::Part;

/// The channel on which a RESP2 connection hears for another.
const CHANNEL: &[u8] = b"__redis__:invalidate";

impl Server {
    /// Remembers the keys that a command has shown to a connection that tracks. As in Redis, those of a script's line stand for
    /// the keys that its commands read, and a script that reads none shows none.
    pub(crate) fn note_shown(
        &mut self,
        id: ConnectionId,
        command: &'static Command,
        argv: &[Vec<u8>],
    ) {
        let is_script = command.flags.has(Flags::SKIP_MONITOR);
        // `Server::lacks` names the part as long as anyone tracks.
        if command.flags.has(Flags::READONLY) && !is_script && Part::Help.is_here() {
            let script = self.scripts.running();
            let script =
                script.and_then(|run| Some((self.mode().of_line(&run.line)?, &run.line[..])));
            let (command, argv) = script.unwrap_or((command, argv));
            let keys = (help().keys)(command, argv);
            let keys: Vec<&[u8]> = keys.iter().map(|(key, _)| *key).collect();
            let bytes = keys.iter().map(|key| PAIR_BYTES + word_bytes(key)).sum();
            let has_room = self.hold(bytes).is_ok();
            self.audience.remember(id, &keys, has_room);
        }
    }

    /// What CLIENT CACHING says is for one line alone, whatever it is, or for a transaction. As in Redis, CLIENT itself leaves
    /// it as it is.
    pub(crate) fn end_caching(&mut self, id: ConnectionId, argv: &[Vec<u8>]) {
        let known = self.find(argv).ok().and_then(Command::container);
        let is_in_transaction =
            |own: &Connection| own.transaction.is_some() || own.executing.is_some();
        if known.is_none_or(|container| container.name() != "client")
            && !self.connection(id).is_ok_and(is_in_transaction)
        {
            self.audience.forget_caching(id);
        }
    }
}

impl Audience {
    /// Notes that a connection was shown keys. Without room for that it is told at once that they are not what it was
    /// shown, as a server does with the keys that its table has no room for.
    fn remember(&mut self, id: ConnectionId, keys: &[&[u8]], has_room: bool) {
        let Some(own) = self.connection_mut(id) else {
            return;
        };
        if !own
            .tracking
            .as_ref()
            .is_some_and(|tracking| tracking.remembers())
        {
            return;
        }
        if has_room {
            keys.iter().for_each(|key| own.shown.add(key));
        } else {
            let told = keys.iter().map(|key| Reply::Array(vec![Reply::bulk(*key)]));
            told.for_each(|keys| self.tell(id, keys));
        }
    }

    /// A key has changed, by the command of a connection or by itself.
    pub fn invalidate(&mut self, key: &[u8]) {
        let by = self.current;
        let mut shown = Vec::new();
        let mut is_broadcast = false;
        for (id, connection) in &mut self.connections {
            let was_shown = connection.shown.has(key);
            if was_shown {
                connection.shown.remove(0, key);
            }
            let Some(tracking) = &connection.tracking else {
                continue;
            };
            is_broadcast |= tracking.mode == Mode::Broadcast;
            let hears = was_shown && tracking.mode != Mode::Broadcast;
            if hears && !(tracking.no_loop && by == Some(*id)) {
                shown.push(*id);
            }
        }
        if is_broadcast {
            let order = |(other, _): &(Vec<u8>, Option<ConnectionId>)| other[..].cmp(key);
            if let Err(at) = self.broadcasts.binary_search_by(order) {
                // A script's change is not its connection's own.
                let by = by.filter(|_| self.script_of.is_none());
                self.broadcasts.insert(at, (key.to_vec(), by));
            }
        }
        for id in shown {
            self.tell_in_turn(id, Reply::Array(vec![Reply::bulk(key)]));
        }
    }

    /// A whole database has changed, or all have.
    pub fn invalidate_all(&mut self) {
        let mut ids = Vec::new();
        for (id, connection) in &mut self.connections {
            connection.shown = Sorted::default();
            if connection.tracking.is_some() {
                ids.push(*id);
            }
        }
        ids.into_iter()
            .for_each(|id| self.tell_in_turn(id, Reply::Nil));
    }

    /// Sends the message at once, but to the connection whose command runs after the command. As in Redis, whoever hears for
    /// it by then is told.
    fn tell_in_turn(&mut self, id: ConnectionId, keys: Reply) {
        match self.current == Some(id) {
            true => self.own_news.push((id, keys)),
            false => self.tell(id, keys),
        }
    }

    /// Sends what had to wait for the end of the command.
    pub fn tell_own_news(&mut self) {
        for (id, keys) in std::mem::take(&mut self.own_news) {
            self.tell(id, keys);
        }
        self.heard_before = None;
    }

    /// Tells those that hear of all keys what the last command has changed: for each prefix, the keys in order.
    pub fn broadcast(&mut self) {
        let changed = std::mem::take(&mut self.broadcasts);
        let mut messages = Vec::new();
        for (id, connection) in &self.connections {
            let tracking = connection.tracking.iter();
            for tracking in tracking.filter(|tracking| tracking.mode == Mode::Broadcast) {
                for prefix in &tracking.prefixes {
                    let keys = changed.iter().filter(|(key, by)| {
                        key.starts_with(prefix) && !(tracking.no_loop && *by == Some(*id))
                    });
                    let keys: Vec<Reply> = keys.map(|(key, _)| Reply::bulk(&key[..])).collect();
                    if !keys.is_empty() {
                        messages.push((*id, Reply::Array(keys)));
                    }
                }
            }
        }
        for (id, keys) in messages {
            self.tell(id, keys);
        }
    }

    /// Sends the message, to the connection itself or to the one that hears for it.
    fn tell(&mut self, id: ConnectionId, keys: Reply) {
        let redirect = match self.tracking_mut(id) {
            Some(tracking) => tracking.redirect,
            None => self.heard_before,
        };
        let is_redirected = redirect.is_some();
        let hears = redirect.unwrap_or(id);
        let Some(hearing) = self.connection(hears) else {
            return self.break_redirect(id, hears);
        };
        let script_of = self.script_of.filter(|(id, _)| *id == hears);
        let protocol = script_of.map_or(hearing.protocol, |(_, protocol)| protocol);
        let message = if protocol == Protocol::Resp3 {
            vec![Reply::bulk("invalidate"), keys]
        } else if is_redirected && hearing.is_subscribed() {
            vec![Reply::bulk("message"), Reply::bulk(CHANNEL), keys]
        } else {
            return;
        };
        self.outbox
            .push((hears, Delivery::Message(Reply::Push(message))));
    }

    /// The connection that was to hear has gone.
    fn break_redirect(&mut self, id: ConnectionId, gone: ConnectionId) {
        if let Some(tracking) = self.tracking_mut(id) {
            tracking.is_redirect_broken = true;
        }
        let is_new = |own: &Connection| own.protocol == Protocol::Resp3;
        if self.connection(id).is_some_and(is_new) {
            let words = vec![
                Reply::bulk("tracking-redir-broken"),
                Reply::Int(gone.number() as i64),
            ];
            self.outbox
                .push((id, Delivery::Message(Reply::Push(words))));
        }
    }

    /// CLIENT CACHING is for one command alone.
    fn forget_caching(&mut self, id: ConnectionId) {
        if let Some(tracking) = self.tracking_mut(id) {
            tracking.is_next_other = false;
        }
    }

    fn tracking_mut(&mut self, id: ConnectionId) -> Option<&mut Tracking> {
        self.connection_mut(id)?.tracking.as_deref_mut()
    }
}

#[cfg(test)]
mod tests {
    use crate::server::outbox::Delivery;
    use crate::{ConnectionId, Protocol, Reply, Server, words};

    fn run(server: &mut Server, id: ConnectionId, line: &str) -> Reply {
        server.execute(id, 1_000, &words::split(line.as_bytes()).unwrap())
    }

    fn encoded(reply: &Reply) -> String {
        let mut bytes = Vec::new();
        reply.encode(Protocol::Resp2, &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    fn heard(server: &mut Server, id: ConnectionId) -> Vec<String> {
        let shown = |delivery| match delivery {
            Delivery::Message(reply) => encoded(&reply),
            other => panic!("{other:?}"),
        };
        server.take_deliveries(id).into_iter().map(shown).collect()
    }

    #[test]
    fn a_connection_is_told_of_its_own_changes_when_its_command_ends() {
        let mut server = Server::new();
        let (own, hearing) = (server.connect(), server.connect());
        run(&mut server, hearing, "SUBSCRIBE __redis__:invalidate");
        heard(&mut server, hearing);
        for line in ["MULTI", "CLIENT TRACKING ON", "GET a", "SET a 1"] {
            run(&mut server, own, line);
        }
        // Nobody hears of the change until someone hears for the connection.
        let line = format!("CLIENT TRACKING ON REDIRECT {}", hearing.number());
        run(&mut server, own, &line);
        run(&mut server, own, "EXEC");
        assert_eq!(heard(&mut server, hearing).len(), 1);
    }

    #[test]
    fn what_caching_says_is_for_one_line_or_one_transaction() {
        let mut server = Server::new();
        let own = server.connect();
        let mut flags_after = |lines: &[&str]| {
            run(&mut server, own, "CLIENT TRACKING ON OPTIN");
            run(&mut server, own, "CLIENT CACHING YES");
            lines
                .iter()
                .for_each(|line| drop(run(&mut server, own, line)));
            let info = run(&mut server, own, "CLIENT TRACKINGINFO");
            encoded(&info).contains("caching-yes")
        };
        assert!(flags_after(&["CLIENT ID"]));
        assert!(!flags_after(&["MULTI", "GET a", "EXEC"]));
        assert!(!flags_after(&["GET a"]));
        assert!(!flags_after(&["nosuch"]));
    }
}
