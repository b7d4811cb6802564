//! The moves of a schedule, and why one cannot be made: `enabled` says that. `step` and `world` carry them out.

use std::sync::Arc;

use super::client::Fault;
use super::host::Memory;
use super::id::{ClientId, MessageId};
use base::part::Part;
use keyspace::{self, KeyspaceMode, words};

/// One move of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The client finishes one command: whichever of the four parts are outstanding, in their order.
    Step(ClientId),
    /// The client reads its clock, runs its lines up to the next command and computes that.
    Read(ClientId),
    /// The client sends the request that it has computed.
    Send(ClientId),
    /// The request arrives and is executed.
    Execute(MessageId),
    /// The reply arrives, and the client acts on it.
    Receive(MessageId),
    /// The client stops and loses its registers. Requests that it has sent stay in transit; their replies are lost.
    Crash(ClientId),
    /// A client that has stopped restarts at the first line of its program, with empty registers and the same clock.
    Restart(ClientId),
    /// The client is paused: it cannot move until it is resumed. Time and its lease go on.
    Pause(ClientId),
    /// The client is resumed.
    Resume(ClientId),
    /// The true time advances by so many milliseconds.
    Tick(i64),
    /// The client's clock is set to so many milliseconds ahead of the true time; behind it when negative.
    Skew(ClientId, i64),
    /// The client stops waiting for replies, and goes on with those that have come.
    TimeOut(ClientId),
    /// The second thread of the client finishes one command.
    Meanwhile(ClientId),
    /// A message is lost: a request, or the reply to one.
    Lose(MessageId),
    /// The server of this index fails. Requests on their way to it are lost.
    Fail(u8),
    /// A server that has failed starts again, with so much of what it held.
    Recover(u8, Memory),
    /// What the server holds is kept for [`Memory::Synced`].
    Sync(u8),
    /// The server's clock is set to so many milliseconds ahead of the true time; behind it when negative.
    SkewServer(u8, i64),
    /// The oldest write that a replica lacks reaches it.
    Replicate(u8),
    /// A replica takes the writes from now on, with what it has.
    Promote(u8),
    /// A client or a server is cut off from the others: it is on a side of its own with all that are cut off.
    CutOff(Node),
    /// It is on the side of the others again.
    Rejoin(Node),
    /// The reader sends a command of their own to the primary, as it would be typed at the prompt.
    Type(Arc<str>),
}

/// A part of a command: reading, sending, executing, receiving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandPart {
    /// The client read its clock and computed its command, or found that it has none to send.
    Read,
    /// The request left the client.
    Send,
    /// The server executed it.
    Execute,
    /// A reply reached the client.
    Receive,
    /// The client stopped waiting for replies.
    TimeOut,
}

/// A client or a server, on one side of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A client.
    Client(ClientId),
    /// A server, by its index.
    Server(u8),
}

/// What a move happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A client.
    Client(ClientId),
    /// A request or a reply in transit.
    Message(MessageId),
    /// A server, by its index.
    Server(u8),
    /// Nothing of these: time, or what the reader types.
    World,
}

/// [`Target`], to be changed.
enum Aim<'a> {
    Client(&'a mut ClientId),
    Message(&'a mut MessageId),
    Server(&'a mut u8),
    World,
}

const CLIENT: ClientId = ClientId(0);
const MESSAGE: MessageId = MessageId::of(CLIENT);

/// The moves that happen to any client, message or server, in the order in which they are offered, with their names in links.
/// Clocks, time and what is typed have none: links write what they hold.
static NAMED: [(&str, Move); 23] = [
    ("", Move::Step(CLIENT)),
    (".read", Move::Read(CLIENT)),
    (".send", Move::Send(CLIENT)),
    (".timeout", Move::TimeOut(CLIENT)),
    (".meanwhile", Move::Meanwhile(CLIENT)),
    (".pause", Move::Pause(CLIENT)),
    (".resume", Move::Resume(CLIENT)),
    (".crash", Move::Crash(CLIENT)),
    (".restart", Move::Restart(CLIENT)),
    (".cut", Move::CutOff(Node::Client(CLIENT))),
    (".join", Move::Rejoin(Node::Client(CLIENT))),
    (".exec", Move::Execute(MESSAGE)),
    (".recv", Move::Receive(MESSAGE)),
    (".lose", Move::Lose(MESSAGE)),
    (".copy", Move::Replicate(0)),
    (".promote", Move::Promote(0)),
    (".fail", Move::Fail(0)),
    (".sync", Move::Sync(0)),
    (".up=all", Move::Recover(0, Memory::All)),
    (".up=synced", Move::Recover(0, Memory::Synced)),
    (".up=nothing", Move::Recover(0, Memory::Nothing)),
    (".cut", Move::CutOff(Node::Server(0))),
    (".join", Move::Rejoin(Node::Server(0))),
];

/// Bytes of a typed command at most.
pub const TYPED_BYTES_MAX: usize = 1024;

/// How far a clock may be off, in milliseconds, either way: some thirty years.
pub const SKEW_MS_MAX: i64 = 1_000_000_000_000;

/// Why a move cannot be made. The world is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEnabled {
    /// There is no such client.
    NoClient(ClientId),
    /// It crashed.
    Crashed(ClientId),
    /// It waits until its clock shows this second.
    Waits(ClientId, i64),
    /// It works as the holder until its clock shows this second.
    Works(ClientId, i64),
    /// Its program is at its end.
    Finished(ClientId),
    /// It ended its program without the lock.
    GaveUp(ClientId),
    /// It stopped by itself.
    Failed(ClientId, Fault),
    /// It is paused.
    Paused(ClientId),
    /// It is not paused.
    NotPaused(ClientId),
    /// It still runs, so that it cannot be started again.
    Runs(ClientId),
    /// It has computed a command and not sent it yet.
    HasComputed(ClientId),
    /// It has not computed a command to send.
    HasNotComputed(ClientId),
    /// It waits for the reply to its request.
    AwaitsReply(ClientId),
    /// Its request waits at the server until an element is pushed.
    Blocked(ClientId),
    /// It has no message of that name in transit.
    NothingSent(ClientId),
    /// The server has executed the request; the reply is in transit.
    AlreadyExecuted(ClientId),
    /// The server has not executed the request yet.
    NotExecuted(ClientId),
    /// It still waits for replies, until its clock shows this second.
    StillWaits(ClientId, i64),
    /// It waits for a reply as long as it takes.
    WaitsForever(ClientId),
    /// It has no second thread now.
    NoThread(ClientId),
    /// Both are not on one side of the network.
    OtherSide(Node),
    /// It is cut off already.
    CutOff(Node),
    /// It is not cut off.
    NotCutOff(Node),
    /// There is no server of this index.
    NoServer(u8),
    /// The server is down.
    ServerDown(u8),
    /// The server still runs, so that it cannot be started again.
    ServerRuns(u8),
    /// The server holds what was last synced.
    AlreadySynced(u8),
    /// The server is no replica.
    NoReplica(u8),
    /// The replica has every write.
    NothingToReplicate(u8),
    /// The clock of the server shows that already.
    SameServerClock(u8),
    /// Its clock shows that already.
    SameClock(ClientId),
    /// The clock would be off by more than [`SKEW_MS_MAX`].
    SkewTooLarge,
    /// A typed line is no command: it is empty or too long, or a quote in it stays open.
    NoCommand,
    /// A typed command takes too long.
    TooMuchWork,
    /// Time must advance by at least a millisecond.
    NoTime,
    /// Time cannot advance past the end of the calendar.
    EndOfTime,
    /// The schedule has as many moves as it can.
    ScheduleFull,
    /// There are as many branches of it as there can be.
    BranchesFull(usize),
    /// The reader has typed as many commands as can be kept.
    TypedFull(usize),
}

impl Move {
    /// The part of the wasm that a typed command needs and that has not come.
    pub fn lacks(&self) -> Option<Part> {
        let Move::Type(line) = self else {
            return None;
        };
        let argv = words::split(line.as_bytes()).ok()?;
        keyspace::lacks(KeyspaceMode::default(), argv.iter().map(Vec::as_slice))
    }

    /// The name of what it happens to, to be changed.
    fn aim(&mut self) -> Aim<'_> {
        match self {
            Move::Step(id)
            | Move::Read(id)
            | Move::Send(id)
            | Move::TimeOut(id)
            | Move::Meanwhile(id)
            | Move::Pause(id)
            | Move::Resume(id)
            | Move::Crash(id)
            | Move::Restart(id)
            | Move::Skew(id, _)
            | Move::CutOff(Node::Client(id))
            | Move::Rejoin(Node::Client(id)) => Aim::Client(id),
            Move::Execute(message) | Move::Receive(message) | Move::Lose(message) => {
                Aim::Message(message)
            }
            Move::Replicate(place)
            | Move::Promote(place)
            | Move::Fail(place)
            | Move::Sync(place)
            | Move::Recover(place, _)
            | Move::SkewServer(place, _)
            | Move::CutOff(Node::Server(place))
            | Move::Rejoin(Node::Server(place)) => Aim::Server(place),
            Move::Tick(_) | Move::Type(_) => Aim::World,
        }
    }

    /// What it happens to.
    pub fn target(&self) -> Target {
        match self.clone().aim() {
            Aim::Client(id) => Target::Client(*id),
            Aim::Message(message) => Target::Message(*message),
            Aim::Server(place) => Target::Server(*place),
            Aim::World => Target::World,
        }
    }

    /// The same move of another target, if it is one of such a kind.
    fn aimed(&self, target: Target) -> Option<Move> {
        let mut aimed = self.clone();
        match (aimed.aim(), target) {
            (Aim::Client(id), Target::Client(other)) => *id = other,
            (Aim::Message(message), Target::Message(other)) => *message = other,
            (Aim::Server(place), Target::Server(other)) => *place = other,
            _ => return None,
        }
        Some(aimed)
    }

    /// Every move of a target that has a name, in the order in which they are offered.
    pub fn of(target: Target) -> impl Iterator<Item = Move> {
        NAMED.iter().filter_map(move |(_, mv)| mv.aimed(target))
    }

    /// The move of this name in links, for a target.
    pub fn named(target: Target, name: &str) -> Option<Move> {
        let mut rows = NAMED.iter().filter(|(own, _)| *own == name);
        rows.find_map(|(_, mv)| mv.aimed(target))
    }

    /// Its name in links; `None` for clocks, time and what is typed.
    pub fn name(&self) -> Option<&'static str> {
        let target = self.target();
        let mut rows = NAMED.iter();
        let (name, _) = rows.find(|(_, mv)| mv.aimed(target).as_ref() == Some(self))?;
        Some(name)
    }

    /// The same move with other names of clients.
    pub fn renamed(mut self, name: &dyn Fn(ClientId) -> ClientId) -> Move {
        match self.aim() {
            Aim::Client(id) => *id = name(*id),
            Aim::Message(message) => message.client = name(message.client),
            Aim::Server(_) | Aim::World => {}
        }
        self
    }

    /// Whether it is a fault of the network or of a server.
    pub fn is_fault(&self) -> bool {
        match self {
            Move::CutOff(_) | Move::Rejoin(_) | Move::Lose(_) => true,
            Move::Replicate(_) | Move::Promote(_) => false,
            _ => self.server().is_some(),
        }
    }

    /// The client whose move it is; `None` for time, for a server's moves and for the reader's own commands.
    pub fn client(&self) -> Option<ClientId> {
        match self.target() {
            Target::Client(id) => Some(id),
            Target::Message(message) => Some(message.client),
            Target::Server(_) | Target::World => None,
        }
    }

    /// The server to which it happens, by its index; `None` for a move of a client, for time and for what is typed.
    pub fn server(&self) -> Option<u8> {
        match self.target() {
            Target::Server(place) => Some(place),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_found_by_its_name_and_keeps_it_for_another_client() {
        let (one, two) = (ClientId(1), ClientId(2));
        let message = |id| Target::Message(MessageId::of(id));
        for (target, other) in [
            (Target::Client(one), Target::Client(two)),
            (message(one), message(two)),
            (Target::Server(1), Target::Server(1)),
        ] {
            for mv in Move::of(target) {
                let name = mv.name().unwrap();
                assert_eq!(mv.target(), target, "{name}");
                assert_eq!(Move::named(target, name), Some(mv.clone()), "{name}");
                let renamed = mv.renamed(&|_| two);
                assert_eq!(Some(renamed), Move::named(other, name), "{name}");
            }
        }
        assert_eq!(
            Move::Skew(one, 5).renamed(&|_| two),
            Move::Skew(two, 5),
            "its time stays"
        );
    }
}
