//! The general sentences about moves, for runs without sentences of their own. All values come from the outcome.

use super::say;
use base::text::Text;
use lock::Section;
use sim::{
    Client, ClientId, ClientState, CommandPart, CommandStage, Memory, MessageId, Move, Outcome,
    Peer, World,
};

/// The sentences about a move: its effect, then the consequence for the client. They use a lesson's placeholders.
pub(super) fn sentences(outcome: &Outcome, after: &World) -> Vec<Text> {
    let mut out = vec![deed(outcome, after)];
    match outcome.mv {
        Move::Tick(_) => {
            let (value, owner) = (&outcome.value, &outcome.owner);
            let is_gone = value.before.is_some() && value.after.is_none()
                || owner.before.is_some() && owner.after.is_none();
            out.extend((!outcome.leases_ended().is_empty()).then_some(say::MOVED_LEASE_ENDED));
            out.extend(is_gone.then_some(say::MOVED_KEY_EXPIRED));
        }
        Move::Step(_) | Move::Read(_) | Move::Receive(_) | Move::TimeOut(_) => {
            out.extend(consequence(outcome, after));
        }
        Move::Meanwhile(id) => out.extend(of_thread(id, outcome, after)),
        Move::Execute(message) => {
            let is_awaited = after.messages().any(|(name, _)| name == message);
            out.extend((!is_awaited).then_some(say::MOVED_REPLY_UNAWAITED));
        }
        _ => {}
    }
    out
}

fn deed(outcome: &Outcome, after: &World) -> Text {
    match &outcome.mv {
        Move::Step(_)
        | Move::Read(_)
        | Move::Send(_)
        | Move::Execute(_)
        | Move::Receive(_)
        | Move::TimeOut(_) => step(outcome, after),
        Move::Meanwhile(_) => meanwhile(outcome),
        Move::Lose(message) => lost(*message, outcome, after),
        Move::Fail(_) => say::MOVED_SERVER_FAILS,
        Move::Recover(_, memory) => recovery(*memory),
        Move::Sync(_) => say::MOVED_SERVER_SYNCS,
        Move::SkewServer(..) => say::MOVED_SERVER_CLOCK,
        Move::Replicate(_) => say::MOVED_WRITE_ARRIVES,
        Move::Promote(_) => say::MOVED_PROMOTED,
        Move::CutOff(_) => say::MOVED_CUT_OFF,
        Move::Rejoin(_) => say::MOVED_REJOINS,
        Move::Crash(_) => say::MOVED_CRASHES,
        Move::Restart(_) => say::MOVED_RESTARTS,
        Move::Pause(_) => say::MOVED_PAUSES,
        Move::Resume(_) => say::MOVED_RESUMES,
        Move::Tick(_) => say::MOVED_TIME,
        Move::Skew(..) => say::MOVED_CLOCK,
        Move::Type(_) => say::MOVED_TYPED,
    }
}

/// The sentence about a step of the second thread.
fn meanwhile(outcome: &Outcome) -> Text {
    match outcome.reply {
        Some(_) => say::MOVED_THREAD_SENDS,
        None if outcome.request.is_some() => say::MOVED_THREAD_SENT,
        None => say::MOVED_THREAD_RUNS,
    }
}

/// What a step of the second thread means for the client: it has left, or the thread sleeps.
fn of_thread(id: ClientId, outcome: &Outcome, after: &World) -> Option<Text> {
    let wakes = after.client(id).and_then(Client::thread_wakes_s);
    match outcome.left().contains(&id) {
        true => Some(say::MOVED_HOLDS_NO_LONGER),
        false => wakes.map(|_| say::MOVED_THREAD_SLEEPS),
    }
}

fn lost(message: MessageId, outcome: &Outcome, after: &World) -> Text {
    let is_reply = outcome.lost_reply;
    match (is_reply, message.peer) {
        (true, Peer::Server(_)) if has_one_server(after) => say::MOVED_ONLY_REPLY_LOST,
        (false, Peer::Server(_)) if has_one_server(after) => say::MOVED_ONLY_COMMAND_LOST,
        (true, Peer::Server(_)) => say::MOVED_REPLY_LOST,
        (false, Peer::Server(_)) => say::MOVED_COMMAND_LOST,
        (true, Peer::Store) => say::MOVED_ANSWER_LOST,
        (false, Peer::Store) => say::MOVED_REQUEST_LOST,
    }
}

/// Whether a server needs no name: there is no other.
fn has_one_server(world: &World) -> bool {
    world.servers().count() == 1
}

fn recovery(memory: Memory) -> Text {
    match memory {
        Memory::All => say::MOVED_RECOVERS_ALL,
        Memory::Synced => say::MOVED_RECOVERS_SYNCED,
        Memory::Nothing => say::MOVED_RECOVERS_NOTHING,
    }
}

/// The sentence about the parts of a command that the move carried out.
fn step(outcome: &Outcome, after: &World) -> Text {
    let is_in_vain = outcome.client.is_some_and(|id| after.awaits_nothing(id));
    let to_store = outcome.request.as_ref().map(|request| request.to) == Some(Peer::Store);
    let [first, last] =
        [outcome.parts.first(), outcome.parts.last()].map(Option::<&CommandPart>::copied);
    let are_several = outcome.exchanges.len() > 1;
    let of_server = |message: MessageId| matches!(message.peer, Peer::Server(_));
    let is_named = !has_one_server(after) && outcome.message.is_some_and(of_server);
    match (first, last) {
        (Some(CommandPart::TimeOut), _) => say::MOVED_WAITS_NO_LONGER,
        (_, Some(CommandPart::Send)) if are_several => say::MOVED_SENDS_TO_SEVERAL,
        (_, Some(CommandPart::Receive | CommandPart::TimeOut)) if are_several => {
            say::MOVED_ASKS_SEVERAL
        }
        (Some(CommandPart::Read), Some(CommandPart::Read)) if outcome.request.is_some() => {
            say::MOVED_COMPUTES
        }
        (_, Some(CommandPart::Read)) | (None, _) => say::MOVED_READS_CLOCK,
        (_, Some(CommandPart::Send)) if is_in_vain => say::MOVED_SENDS_IN_VAIN,
        (_, Some(CommandPart::Send)) => say::MOVED_SENDS,
        (_, Some(CommandPart::Execute)) if to_store => say::MOVED_STORE_EXECUTES,
        (_, Some(CommandPart::Execute)) if outcome.reply.is_none() => say::MOVED_BLOCKS,
        (_, Some(CommandPart::Execute)) if is_named => say::MOVED_SERVER_EXECUTES,
        (_, Some(CommandPart::Execute)) => say::MOVED_ONLY_SERVER_EXECUTES,
        (Some(CommandPart::Receive), Some(CommandPart::Receive)) if is_named => say::MOVED_RECEIVES,
        (Some(CommandPart::Receive), Some(CommandPart::Receive)) => say::MOVED_ONLY_RECEIVES,
        _ if to_store => say::MOVED_ASKS_STORE,
        _ => say::MOVED_SENDS_AND_RECEIVES,
    }
}

/// The consequence for the client: it holds the lock, starts over, waits, works or has ended.
fn consequence(outcome: &Outcome, after: &World) -> Option<Text> {
    let client = after.client(outcome.client?)?;
    let is_in = outcome.entered().contains(&Client::id(client));
    match client.state() {
        _ if is_in => Some(say::THEN_HOLDS),
        ClientState::Asleep { .. } if after.believes(client.id()) => Some(say::THEN_WORKS),
        ClientState::Asleep { .. } => Some(say::THEN_WAITS),
        ClientState::GaveUp => Some(say::THEN_GIVES_UP),
        ClientState::Failed(_) => Some(say::THEN_STATE),
        ClientState::Finished => Some(say::THEN_ENDED),
        ClientState::Running if begins_again(client, outcome) => Some(say::THEN_STARTS_OVER),
        ClientState::Running | ClientState::Crashed => None,
    }
}

/// Whether a reply sent the client back to its first line. One that stands there because it waits for the replies of other
/// servers has not been sent back.
fn begins_again(client: &Client, outcome: &Outcome) -> bool {
    let program = client.program();
    outcome.has(CommandPart::Receive)
        && client.stage() == CommandStage::Idle
        && client.line() == program.line(program.start(Section::Acquire))
}
