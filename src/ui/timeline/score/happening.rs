//! What one move was, in the terms of the drawing, read off its outcome.

use base::text::Lang;
use sim::{
    Client, ClientId, ClientState, CommandPart, MessageId, Move, Outcome, Peer, World, says_yes,
};
use tell::{self, label};

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Whether it is another time than before the move.
    pub is_new_time: bool,
    /// What the move was.
    pub happening: Happening,
    /// Whether the client stopped by itself in it.
    pub has_failed: bool,
    /// Whether a command was sent in it, and its replies were waited for long enough.
    pub has_timed_out: bool,
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
    /// Something that happened to a server.
    Server {
        /// The server's place.
        server: usize,
        /// What it was, in words.
        note: String,
        /// The server from which a write came to it.
        from: Option<usize>,
    },
    /// Time passed.
    Tick,
}

/// A command's way, as far as it went in one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The place of who sent it: a client's, or behind the clients' the reader's.
    pub actor: usize,
    /// Who was asked, one at least.
    pub legs: Vec<Leg>,
    /// The command, without the lock's key, where it was computed or sent; shortened.
    pub command: Option<String>,
    /// The reply, where it was received; shortened. Of several, how many said yes.
    pub reply: Option<String>,
    /// Whether it was only computed, and not sent.
    pub is_unsent: bool,
    /// Whether the second thread of the client made it.
    pub is_second: bool,
}

/// The way of a command to one of those who were asked, as far as it went in one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Its message; none for what the reader typed.
    pub message: Option<MessageId>,
    /// Who was asked.
    pub to: Peer,
    /// Whether it left.
    pub is_sent: bool,
    /// Whether it was executed, and so had arrived.
    pub is_executed: bool,
    /// What was answered: yes, or no. Nothing yet where its client is blocked.
    pub answer: Option<bool>,
    /// Whether the answer was received.
    pub is_received: bool,
    /// Whether it left and was lost at once.
    pub is_lost: bool,
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
    /// The place of who moved; `None` for time, and for what happens to a server.
    pub fn actor(&self) -> Option<usize> {
        match self {
            Happening::Call(call) => Some(call.actor),
            Happening::Alone { client, .. } => Some(*client),
            Happening::Server { .. } | Happening::Tick => None,
        }
    }
}

/// Reads a move off its outcome, between the world `before` it and the one `after` it; `place` finds a client's lane.
pub(super) fn slot(
    outcome: &Outcome,
    [before, after]: [&World; 2],
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Slot {
    let client = outcome.client.and_then(|id| after.client(id));
    let happening = happening(outcome, [before, after], lang, place);
    Slot {
        is_new_time: outcome.now_ms.before != outcome.now_ms.after,
        has_timed_out: outcome.has(CommandPart::TimeOut) && matches!(happening, Happening::Call(_)),
        happening,
        has_failed: client.is_some_and(|client| fails(outcome, client)),
    }
}

/// Whether the move is the one in which the client stopped by itself: after it, it makes none.
fn fails(outcome: &Outcome, client: &Client) -> bool {
    let acts = outcome.has(CommandPart::Read) || outcome.has(CommandPart::Receive);
    acts && matches!(client.state(), ClientState::Failed(_))
}

fn happening(
    outcome: &Outcome,
    worlds: [&World; 2],
    lang: Lang,
    place: &dyn Fn(ClientId) -> Option<usize>,
) -> Happening {
    let mv = &outcome.mv;
    let note = label::note(lang, mv);
    if let Some((server, note)) = mv.server().zip(note.as_ref()) {
        return Happening::Server {
            server: usize::from(server),
            note: note.clone(),
            from: matches!(mv, Move::Replicate(_)).then(|| worlds[0].primary()),
        };
    }
    let client = outcome.client.and_then(place);
    let is_asked = outcome.message.is_some() || outcome.request.is_some();
    match client {
        Some(actor) if is_asked && note.is_none() => Happening::Call(call(outcome, worlds, actor)),
        Some(client) => Happening::Alone {
            client,
            what: alone(outcome, note, lang),
        },
        None if is_asked => Happening::Call(call(outcome, worlds, worlds[1].clients().len())),
        None => Happening::Tick,
    }
}

fn call(outcome: &Outcome, worlds: [&World; 2], actor: usize) -> Call {
    let has = |part| outcome.has(part);
    let is_typed = outcome.is_typed();
    let request = outcome.request.as_ref();
    let shows_command = is_typed || has(CommandPart::Read) || has(CommandPart::Send);
    let shows_reply = is_typed || has(CommandPart::Receive);
    let after = worlds[1];
    let mut legs: Vec<Leg> = outcome
        .exchanges
        .iter()
        .map(|(message, reply)| {
            let answer = reply.as_ref().map(says_yes);
            leg(outcome, worlds, *message, answer)
        })
        .collect();
    let yes = legs.iter().filter(|leg| leg.answer == Some(true)).count();
    let reply = match legs.len() > 1 {
        true => Some([&yes.to_string(), "/", &legs.len().to_string()].concat()),
        false => outcome.reply.as_ref().map(label::reply),
    };
    if legs.is_empty() {
        let to = match request {
            Some(request) if !is_typed => request.to,
            _ => Peer::Server(u8::try_from(after.primary()).unwrap_or_default()),
        };
        legs.push(Leg {
            message: None,
            to,
            is_sent: is_typed,
            is_executed: is_typed,
            answer: outcome.reply.as_ref().filter(|_| is_typed).map(says_yes),
            is_received: is_typed,
            is_lost: false,
        });
    }
    Call {
        actor,
        legs,
        command: request
            .filter(|_| shows_command)
            .map(|request| label::command(request, after.lock_key())),
        reply: reply.filter(|_| shows_reply),
        is_unsent: !is_typed && !has(CommandPart::Send),
        is_second: matches!(outcome.mv, Move::Meanwhile(_)),
    }
}

/// The way of one message: it was there before the move or not, and it is there after it or not.
fn leg(outcome: &Outcome, worlds: [&World; 2], message: MessageId, answer: Option<bool>) -> Leg {
    let [before, after] = worlds.map(|world| {
        let mut messages = world.messages();
        let found = messages.find(|(name, _)| *name == message);
        found.map(|(_, is_reply)| is_reply)
    });
    let is_sent = before.is_none() && outcome.has(CommandPart::Send);
    let is_received = after.is_none() && answer.is_some() && outcome.has(CommandPart::Receive);
    // A reply that was on its way before was given in another move.
    let answer = answer.filter(|_| before != Some(true));
    Leg {
        message: Some(message),
        to: message.peer,
        is_sent,
        is_executed: outcome.executed.contains(&message),
        answer,
        is_received,
        is_lost: is_sent && answer.is_none() && after.is_none(),
    }
}

fn alone(outcome: &Outcome, note: Option<String>, lang: Lang) -> Alone {
    match (&outcome.mv, note, outcome.client) {
        (Move::Crash(_), ..) => Alone::Crash,
        (_, Some(note), _) => Alone::Note(note),
        // A step that came to nothing but the end of waiting.
        (_, None, Some(id)) if outcome.has(CommandPart::TimeOut) => {
            label::note(lang, &Move::TimeOut(id)).map_or(Alone::Local, Alone::Note)
        }
        (_, None, _) => Alone::Local,
    }
}
