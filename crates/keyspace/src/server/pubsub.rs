//! How a message of a channel reaches those that have subscribed to it.

use crate::reply::Reply;
use crate::server::audience::Audience;
use crate::server::connection::ConnectionId;
use crate::server::outbox::Delivery;
use crate::server::subscriptions::is_match;

impl Audience {
    /// Sends a message to those who have subscribed to a channel: first to the channel itself, then to patterns. Returns
    /// the number of those who get it; a connection counts once for each of its subscriptions.
    pub fn publish(&mut self, channel: &[u8], message: &[u8]) -> usize {
        let (mut by_name, mut by_pattern) = (Vec::new(), Vec::new());
        for (id, connection) in &self.connections {
            if connection.subscriptions.channels.has(channel) {
                let words = [b"message", channel, message];
                by_name.push(message_to(*id, &words));
            }
            for pattern in &connection.subscriptions.patterns {
                if is_match(pattern, channel) {
                    let words: [&[u8]; 4] = [b"pmessage", pattern, channel, message];
                    by_pattern.push(message_to(*id, &words));
                }
            }
        }
        let receivers = by_name.len() + by_pattern.len();
        self.outbox.append(&mut by_name);
        self.outbox.append(&mut by_pattern);
        receivers
    }

    /// The same for a channel of a shard.
    pub fn publish_to_shard(&mut self, channel: &[u8], message: &[u8]) -> usize {
        let all = self.connections.iter();
        let receivers = all.filter(|(_, own)| own.subscriptions.shards.has(channel));
        let words = [b"smessage", channel, message];
        let mut messages: Vec<_> = receivers.map(|(id, _)| message_to(*id, &words)).collect();
        let count = messages.len();
        self.outbox.append(&mut messages);
        count
    }
}

fn message_to(id: ConnectionId, words: &[&[u8]]) -> (ConnectionId, Delivery) {
    let words = words.iter().map(|word| Reply::bulk(*word)).collect();
    (id, Delivery::Message(Reply::Push(words)))
}
