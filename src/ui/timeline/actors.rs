//! How those who take part are shown: the colour of a client, and the condition of a server.

use super::words as say;
use base::text::{Lang, Text};
use sim::{ClientId, Node, World};
use tell::label;

/// How many colours there are for clients.
const COLOURS: u8 = 5;

/// The number that gives a client its colour, in every timeline the same: `data-client` in the styles.
pub fn colour(id: ClientId) -> String {
    (id.0.saturating_sub(1) % COLOURS + 1).to_string()
}

/// The condition of a server: down, cut off, behind, a replica or the primary, else the lock's key.
pub fn condition(lang: Lang, world: &World, place: usize) -> String {
    let number = u8::try_from(place).unwrap_or(u8::MAX);
    let has_replicas = (0..world.servers().count()).any(|place| world.is_replica(place));
    let lacking = world.lacking_writes(place);
    let plain = |text: Text| text.get(lang).to_owned();
    match () {
        () if !world.is_up(place) => plain(say::DOWN),
        () if world.is_parted(Node::Server(number)) => plain(say::CUT_OFF),
        () if lacking > 0 => label::lacks(lang, lacking),
        () if world.is_replica(place) => plain(say::REPLICA),
        () if place == world.primary() && (has_replicas || place != 0) => plain(say::PRIMARY),
        () => String::from_utf8_lossy(world.lock_key()).into_owned(),
    }
}
