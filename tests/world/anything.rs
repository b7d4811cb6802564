//! Any move in any world: what a strategy may choose from.

use proptest::prelude::*;
use setnx_playground::lesson::{self, Play};
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::{
    ClientId, ClientSetup, Memory, MessageId, Move, Node, Peer, SKEW_MS_MAX, Setup, TIME_MS_MAX,
    World,
};

/// Numbers of clients: one more than a world has here.
fn client() -> impl Strategy<Value = ClientId> {
    (1_u8..=4).prop_map(ClientId)
}

fn message() -> impl Strategy<Value = MessageId> {
    let peer = prop_oneof![
        12 => Just(Peer::Server(0)),
        6 => (0_u8..5).prop_map(Peer::Server),
        4 => Just(Peer::Store),
        1 => any::<u8>().prop_map(Peer::Server),
    ];
    let n = prop_oneof![12 => Just(0), 3 => Just(1), 1 => any::<u32>()];
    (client(), peer, n).prop_map(|(client, peer, n)| MessageId { client, peer, n })
}

/// Servers by their index: one more than a world can have.
fn place() -> impl Strategy<Value = u8> {
    0_u8..6
}

fn memory() -> impl Strategy<Value = Memory> {
    prop::sample::select(vec![Memory::All, Memory::Synced, Memory::Nothing])
}

fn node() -> impl Strategy<Value = Node> {
    prop_oneof![
        client().prop_map(Node::Client),
        place().prop_map(Node::Server)
    ]
}

/// Times, of which most are of a lease's order.
fn milliseconds() -> impl Strategy<Value = i64> {
    let known = prop::sample::select(vec![
        1,
        999,
        1_000,
        2_500,
        3_000,
        10_001,
        11_000,
        12_000,
        -1,
        0,
        -12_000,
        TIME_MS_MAX,
        i64::MAX,
        i64::MIN,
        SKEW_MS_MAX,
        -SKEW_MS_MAX,
    ]);
    prop_oneof![8 => known, 1 => any::<i64>(), 2 => -20_000_i64..20_000]
}

/// Lines that a reader may type: commands about the lock, other commands, and lines that are no command.
fn line() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "GET lock.foo",
        "DEL lock.foo",
        "SET lock.foo 111",
        "SET lock.foo \"a b\\x00\\xff\"",
        "SET lock.foo '\u{9501}\u{0}' PX 5",
        "EXPIRE lock.foo 1",
        "RENAME lock.foo a",
        "SETRANGE a 9000 x",
        "LCS a lock.foo",
        "MULTI",
        "EXEC",
        "DISCARD",
        "WATCH lock.foo",
        "SELECT 1",
        "HELLO 3",
        "CLIENT LIST",
        "QUIT",
        "FLUSHALL",
        "INFO",
        "KEYS *",
        "PTTL lock.foo",
        "nonsense",
        "GET",
        "\"",
        "",
        " ",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => any::<String>(), 1 => "[ -~]{0,20}"]
}

/// Any move. Most are plausible ones.
pub fn moves(count: usize) -> impl Strategy<Value = Vec<Move>> {
    let mv = prop_oneof![
        24 => client().prop_map(Move::Step),
        4 => client().prop_map(Move::Read),
        4 => client().prop_map(Move::Send),
        4 => message().prop_map(Move::Execute),
        4 => message().prop_map(Move::Receive),
        2 => client().prop_map(Move::Crash),
        2 => client().prop_map(Move::Restart),
        1 => client().prop_map(Move::Pause),
        2 => client().prop_map(Move::Resume),
        6 => milliseconds().prop_map(Move::Tick),
        2 => (client(), milliseconds()).prop_map(|(id, ms)| Move::Skew(id, ms)),
        2 => client().prop_map(Move::TimeOut),
        2 => client().prop_map(Move::Meanwhile),
        1 => message().prop_map(Move::Lose),
        1 => place().prop_map(Move::Fail),
        1 => (place(), memory()).prop_map(|(place, memory)| Move::Recover(place, memory)),
        1 => place().prop_map(Move::Sync),
        1 => (place(), milliseconds()).prop_map(|(place, ms)| Move::SkewServer(place, ms)),
        1 => place().prop_map(Move::Replicate),
        1 => place().prop_map(Move::Promote),
        1 => node().prop_map(Move::CutOff),
        1 => node().prop_map(Move::Rejoin),
        3 => line().prop_map(|line| Move::Type(line.into())),
    ];
    prop::collection::vec(mv, 0..count)
}

/// Any settings, within their limits or not.
pub fn setups() -> impl Strategy<Value = Setup> {
    let algorithm = || prop::sample::select(Algorithm::ALL.to_vec());
    let skew_ms = || prop_oneof![4 => Just(0), 1 => milliseconds()];
    let role = || prop_oneof![4 => Just(None), 1 => (0_u8..20).prop_map(Some)];
    let client = |id| {
        (Just(ClientId(id)), algorithm(), skew_ms(), role()).prop_map(
            |(id, algorithm, skew_ms, role)| ClientSetup {
                id,
                algorithm,
                skew_ms,
                role,
            },
        )
    };
    let alike = (algorithm(), 0_u8..=3).prop_map(|(algorithm, n)| Setup::new(algorithm, n).clients);
    let mixed =
        (client(1), client(2), client(3)).prop_map(|(one, two, three)| vec![one, two, three]);
    let odd =
        (client(2), client(2), client(200)).prop_map(|(one, two, three)| vec![three, one, two]);
    let value = prop_oneof![
        4 => Just(None),
        2 => Just(Some("90".to_owned())),
        1 => any::<String>().prop_map(Some),
    ];
    (
        prop_oneof![3 => Just(100), 1 => any::<i64>()],
        prop_oneof![3 => Just(10), 1 => 0_i64..20, 1 => any::<i64>()],
        value,
        prop_oneof![4 => alike, 3 => mixed, 1 => odd],
        prop_oneof![3 => Just(1), 2 => 0_u8..=6],
        prop_oneof![2 => Just(0), 1 => 0_u8..=6],
        any::<bool>(),
    )
        .prop_map(
            |(start_s, lease_s, value, clients, servers, replicas, loses_messages)| Setup {
                own: None,
                start_s,
                lease_s,
                value,
                clients,
                servers,
                replicas,
                loses_messages,
            },
        )
}

/// Where it begins: in a lesson, by its place, or in any settings.
#[derive(Clone, Debug)]
pub enum Start {
    Lesson(usize),
    Own(Setup),
}

pub fn starts() -> impl Strategy<Value = Start> {
    let lesson = (0..lesson::ALL.len()).prop_map(Start::Lesson);
    prop_oneof![1 => lesson, 4 => setups().prop_map(Start::Own)]
}

impl Start {
    pub fn world(&self) -> World {
        match self {
            Start::Lesson(place) => lesson::ALL[*place].start(),
            Start::Own(setup) => setup.clone().within_limits().world(),
        }
    }

    pub fn play(&self) -> Play {
        match self {
            Start::Lesson(place) => Play::of_lesson(lesson::ALL[*place]),
            Start::Own(setup) => Play::new(setup.clone()),
        }
    }
}
