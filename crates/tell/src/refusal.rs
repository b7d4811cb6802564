//! Why a move cannot be made, in words.

use super::label;
use super::say;
use super::status::fault;
use base::text::{Phrase, Text};
use sim::{ClientId, MOVES_MAX, Node, NotEnabled};

/// The reason in words, for the control that makes the move.
pub fn refusal(why: &NotEnabled) -> Phrase {
    let plain = <Phrase as From<Text>>::from;
    let about = |id: &ClientId, text| with(id, text, None);
    let timed = |id: &ClientId, text, time| with(id, text, Some(time));
    match why {
        NotEnabled::NoClient(id) => about(id, say::NOT_A_CLIENT),
        NotEnabled::Crashed(id) => about(id, say::NOT_CRASHED),
        NotEnabled::Waits(id, until_s) => timed(id, say::NOT_WHILE_IT_WAITS, until_s.to_string()),
        NotEnabled::Works(id, until_s) => timed(id, say::NOT_WHILE_IT_WORKS, until_s.to_string()),
        NotEnabled::Finished(id) => about(id, say::NOT_FINISHED),
        NotEnabled::GaveUp(id) => about(id, say::NOT_GIVEN_UP),
        NotEnabled::Failed(id, why) => fault(Some(*id), why),
        NotEnabled::Paused(id) => about(id, say::NOT_WHILE_PAUSED),
        NotEnabled::NotPaused(id) => about(id, say::NOT_UNPAUSED),
        NotEnabled::Runs(id) => about(id, say::NOT_WHILE_IT_RUNS),
        NotEnabled::HasComputed(id) => about(id, say::NOT_TWICE_COMPUTED),
        NotEnabled::HasNotComputed(id) => about(id, say::NOT_UNCOMPUTED),
        NotEnabled::AwaitsReply(id) => about(id, say::NOT_BEFORE_REPLY),
        NotEnabled::Blocked(id) => about(id, say::NOT_BEFORE_AN_ELEMENT),
        NotEnabled::NothingSent(id) => about(id, say::NOT_UNSENT),
        NotEnabled::AlreadyExecuted(id) => about(id, say::NOT_TWICE_EXECUTED),
        NotEnabled::NotExecuted(id) => about(id, say::NOT_UNEXECUTED),
        NotEnabled::StillWaits(id, until_s) => {
            timed(id, say::NOT_BEFORE_ITS_TIME, until_s.to_string())
        }
        NotEnabled::WaitsForever(id) => about(id, say::NOT_EVER),
        NotEnabled::NoThread(id) => about(id, say::NOT_A_THREAD),
        NotEnabled::OtherSide(node) => of_node(*node, say::NOT_ACROSS_THE_NETWORK),
        NotEnabled::CutOff(node) => of_node(*node, say::NOT_TWICE_CUT_OFF),
        NotEnabled::NotCutOff(node) => of_node(*node, say::NOT_REJOINED),
        NotEnabled::NoServer(place) => of_server(*place, say::NOT_A_SERVER),
        NotEnabled::ServerDown(place) => of_server(*place, say::NOT_DOWN),
        NotEnabled::ServerRuns(place) => of_server(*place, say::NOT_RUNNING),
        NotEnabled::AlreadySynced(place) => of_server(*place, say::NOT_TWICE_SYNCED),
        NotEnabled::NoReplica(place) => of_server(*place, say::NOT_A_REPLICA),
        NotEnabled::NothingToReplicate(place) => of_server(*place, say::NOT_A_WRITE),
        NotEnabled::SameServerClock(place) => of_server(*place, say::NOT_THE_SAME_SERVER_CLOCK),
        NotEnabled::SameClock(id) => about(id, say::NOT_THE_SAME_CLOCK),
        NotEnabled::SkewTooLarge => plain(say::NOT_SO_WRONG),
        NotEnabled::NoCommand => plain(say::NOT_A_COMMAND),
        NotEnabled::TooMuchWork => plain(say::NOT_SO_MUCH_WORK),
        NotEnabled::NoTime => plain(say::NOT_NO_TIME),
        NotEnabled::EndOfTime => plain(say::NOT_PAST_THE_END_OF_TIME),
        NotEnabled::ScheduleFull => say::not_schedule_full(MOVES_MAX as u64),
        NotEnabled::BranchesFull(limit) => say::not_branches_full(*limit as u64),
        NotEnabled::TypedFull(limit) => say::not_typed_full(*limit as u64),
    }
}

fn of_server(place: u8, text: Text) -> Phrase {
    of_node(Node::Server(place), text)
}

fn of_node(node: Node, text: Text) -> Phrase {
    Phrase::new(text, vec![("node", label::node(node))])
}

fn with(id: &ClientId, text: Text, time: Option<String>) -> Phrase {
    let mut values = vec![("client", id.to_string())];
    values.extend(time.map(|time| ("time", time)));
    Phrase::new(text, values)
}
