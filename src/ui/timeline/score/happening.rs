//! What one move was, in the terms of the drawing, read off its outcome.

use crate::sim::{Client, ClientId, ClientState, CommandPart, Move, Outcome, Peer, World, seconds};
use crate::tell::{self, label};
use crate::text::Lang;

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The true time after the move, in seconds.
    pub time: String,
    /// Whether it is another time than before the move.
    pub is_new_time: bool,
    /// What the move was.
    pub happening: Happening,
    /// Whether the client stopped by itself in it.
    pub has_failed: bool,
    /// What it did, in a few words; empty where its mark says it.
    pub caption: String,
}

/// What a move was.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A command went its way, or some of it.
    Call(Call),
    /// Something that a client did, or that was done to it, without the server.
    Alone {
        /// The client's place.
        client: usize,
        /// What it was.
        what: Alone,
    },
    /// Time passed.
    Tick,
}

/// A command's way, as far as it went in one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The place of who sent it: a client's, or behind the clients' the reader's.
    pub actor: usize,
    /// Who answers.
    pub to: Peer,
    /// The command, without the lock's key, where it was computed or sent; shortened.
    pub command: Option<String>,
    /// The reply, where it was received; shortened.
    pub reply: Option<String>,
    /// Whether it was only computed, and not sent.
    pub is_unsent: bool,
    /// Whether it both left and was executed.
    pub there: bool,
    /// Whether it was both executed and its reply received.
    pub back: bool,
}

/// What happens to a client without the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Alone {
    /// It went on and sent nothing.
    Local,
    /// It crashed.
    Crash,
    /// What is written in its lane: it was started again, is held back or no more, has another clock.
    Note(String),
}

impl Happening {
    /// The place of who moved; `None` for time.
    pub fn actor(&self) -> Option<usize> {
        match self {
            Happening::Call(call) => Some(call.actor),
            Happening::Alone { client, .. } => Some(*client),
            Happening::Tick => None,
        }
    }
}

/// Reads a move off its outcome; `after` is the world after it, and `place` finds a client's lane.
pub(super) fn slot(
    outcome: &Outcome,
    after: &World,
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Slot {
    let before = &outcome.now_ms.before;
    let client = outcome.client.and_then(|id| after.client(id));
    Slot {
        time: seconds(outcome.now_ms.after),
        is_new_time: *before != outcome.now_ms.after,
        happening: happening(outcome, after, lang, place),
        has_failed: client.is_some_and(|client| fails(outcome, client)),
        caption: tell::caption(lang, outcome),
    }
}

/// Whether the move is the one in which the client stopped by itself: after it, it makes none.
fn fails(outcome: &Outcome, client: &Client) -> bool {
    let acts = outcome.has(CommandPart::Read) || outcome.has(CommandPart::Receive);
    acts && matches!(client.state(), ClientState::Failed(_))
}

fn happening(
    outcome: &Outcome,
    after: &World,
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Happening {
    let client = outcome.client.and_then(place);
    let message = outcome.message.map(|message| message.peer);
    let peer = outcome.request.as_ref().map(|request| request.to);
    match (client, message.or(peer)) {
        (Some(actor), Some(to)) => Happening::Call(call(outcome, after, actor, to)),
        (Some(client), None) => Happening::Alone {
            client,
            what: alone(&outcome.mv, lang),
        },
        (None, Some(to)) => Happening::Call(call(outcome, after, after.clients().len(), to)),
        (None, None) => Happening::Tick,
    }
}

fn call(outcome: &Outcome, after: &World, actor: usize, to: Peer) -> Call {
    let has = |part| outcome.has(part);
    let is_typed = outcome.is_typed();
    let request = outcome.request.as_ref();
    let shows_command = is_typed || has(CommandPart::Read) || has(CommandPart::Send);
    let shows_reply = is_typed || has(CommandPart::Receive);
    Call {
        actor,
        to,
        command: request
            .filter(|_| shows_command)
            .map(|request| label::command(request, after.lock_key())),
        reply: outcome
            .reply
            .as_ref()
            .filter(|_| shows_reply)
            .map(label::reply),
        is_unsent: !is_typed && !has(CommandPart::Send),
        there: is_typed || has(CommandPart::Send) && has(CommandPart::Execute),
        back: is_typed || has(CommandPart::Execute) && has(CommandPart::Receive),
    }
}

fn alone(mv: &Move, lang: Lang) -> Alone {
    match mv {
        Move::Crash(_) => Alone::Crash,
        mv => label::note(lang, mv).map_or(Alone::Local, Alone::Note),
    }
}
