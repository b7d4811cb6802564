//! The lanes of a ladder: those who take part, from left to right.

use super::super::score::{Happening, Score};
use sim::Peer;

/// Wide lanes at most.
pub const LANES_MAX: usize = 5;
/// The same where a ladder has less than [`WIDE_PX`].
pub const NARROW_LANES_MAX: usize = 4;
/// From so many CSS pixels on, a sentence stands beside its lanes. The style sheet has the same.
pub const WIDE_PX: i32 = 800;

/// The owner of a lane; places are those of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneKind {
    /// A server.
    Server(usize),
    /// All servers, a dot each.
    Servers,
    /// The store that the clients guard.
    Store,
    /// A client.
    Client(usize),
    /// The reader, with the commands that they type.
    Reader,
}

/// A lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The owner.
    pub kind: LaneKind,
    /// Whether it has room for a mark only: nothing moves in it, and others need the room.
    pub is_folded: bool,
}

/// The lanes of a score in so many CSS pixels.
pub fn lanes(score: &Score, width: i32) -> Vec<Lane> {
    let max = match width {
        WIDE_PX.. => LANES_MAX,
        _ => NARROW_LANES_MAX,
    };
    let others = usize::from(score.has_store) + usize::from(score.has_reader());
    let clients = score.clients.len();
    let used = score.servers.iter().filter(|server| server.is_used());
    let used = used.count().max(1);
    let is_one_lane = used > 1 && used + others + clients > max;
    let servers = if is_one_lane { 1 } else { used };
    let room = max.saturating_sub(servers + others);
    let wide = |kind: LaneKind| Lane {
        kind,
        is_folded: false,
    };
    let mut all = Vec::new();
    match is_one_lane {
        true => all.push(wide(LaneKind::Servers)),
        false => all.extend((0..score.servers.len()).map(|place| Lane {
            kind: LaneKind::Server(place),
            is_folded: score.has_several() && !is_used(score, place),
        })),
    }
    all.extend(score.has_store.then(|| wide(LaneKind::Store)));
    let movers = moved(score);
    all.extend((0..clients).map(|place| Lane {
        kind: LaneKind::Client(place),
        is_folded: clients > room && !movers.contains(&place),
    }));
    all.extend(score.has_reader().then(|| wide(LaneKind::Reader)));
    all
}

fn is_used(score: &Score, place: usize) -> bool {
    let server = score.servers.get(place);
    server.is_some_and(|server| server.is_used())
}

/// The clients that make a move.
fn moved(score: &Score) -> Vec<usize> {
    let mut moved = Vec::new();
    for slot in &score.slots {
        if let Some(actor) = slot.happening.actor()
            && !moved.contains(&actor)
        {
            moved.push(actor);
        }
        if moved.len() > score.clients.len() {
            break;
        }
    }
    moved
}

/// The place among the lanes of who made a move.
pub fn lane_of_actor(lanes: &[Lane], score: &Score, actor: usize) -> Option<usize> {
    let wanted = match score.clients.get(actor) {
        Some(_) => LaneKind::Client(actor),
        None => LaneKind::Reader,
    };
    lanes.iter().position(|lane| lane.kind == wanted)
}

/// The place among the lanes of who is asked.
pub fn lane_of_peer(lanes: &[Lane], peer: Peer) -> Option<usize> {
    let is_its = |lane: &Lane| match (peer, lane.kind) {
        (Peer::Server(place), LaneKind::Server(of)) => usize::from(place) == of,
        (Peer::Server(_), LaneKind::Servers) | (Peer::Store, LaneKind::Store) => true,
        _ => false,
    };
    lanes.iter().position(is_its)
}

/// The client in whose lane something happens without a server, and the server where it happens to one.
pub fn lane_of_happening(lanes: &[Lane], score: &Score, happening: &Happening) -> Option<usize> {
    match happening {
        Happening::Server { server, .. } => {
            lane_of_peer(lanes, Peer::Server(u8::try_from(*server).ok()?))
        }
        happening => lane_of_actor(lanes, score, happening.actor()?),
    }
}
