//! The log of a run: what was sent, executed and answered, what each client says of itself, and each server's key as its
//! reader sees it. It holds no verdict, and nothing that the simulator computes for its own.

use setnx_playground::keyspace::{Reply, Server};
use setnx_playground::sim::{
    Client, ClientId, ClientState, CommandPart, CommandStage, MessageId, Move, Outcome, Request,
    World,
};

/// One move, and what is seen after it.
pub struct Entry<'a> {
    pub mv: &'a Move,
    /// The kinds of part that were carried out.
    pub parts: &'a [CommandPart],
    /// The messages that were sent, executed or received, with the replies that were given or received.
    pub exchanges: &'a [(MessageId, Option<Reply>)],
    pub request: Option<&'a Request>,
    pub sight: Sight,
}

/// What is seen between two moves.
pub struct Sight {
    /// The true time.
    pub now_ms: i64,
    /// What programs call `lease`.
    pub lease_ms: i64,
    /// In the order of their names.
    pub clients: Vec<Said>,
    /// The messages on their way.
    pub on_their_way: Vec<MessageId>,
    pub servers: Vec<Shown>,
}

/// What a client says of itself.
pub struct Said {
    pub id: ClientId,
    /// How far its clock is ahead of the true time.
    pub skew_ms: i64,
    /// The end that it has stated, by its own clock; `None` when it is not in.
    pub until_ms: Option<i64>,
    pub standing: Standing,
    /// How many may be in at once by its program.
    pub lets_in: usize,
    /// Whether it can prolong its lease.
    pub has_thread: bool,
    /// Whether a time in the key tells it that the lock has expired.
    pub reads_times: bool,
    /// Whether its lines ask every server at once.
    pub asks_all: bool,
    /// The name of the command with which it asks for the lock.
    pub first_word: String,
    /// Whether it has asked something, or is about to.
    pub is_waiting: bool,
    /// Whether its next line is the first that asks for the lock.
    pub is_at_first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Runs,
    /// It sleeps on a line that begins anew afterwards, or on another.
    Asleep {
        before_it_tries_again: bool,
    },
    GaveUp,
    /// It has come to the end of its program.
    Finished,
    /// It stopped, by itself or not.
    Stopped,
}

/// What the reader sees of a server.
pub struct Shown {
    /// The time on its clock.
    pub clock_ms: i64,
    /// The lock's key; `None` when there is none.
    pub key: Option<Key>,
    /// How many writes it lacks, if it is a replica.
    pub lacks: usize,
}

/// The lock's key, as GET and PTTL show it.
pub struct Key {
    /// The number in it, if it is one.
    pub time_s: Option<i64>,
    /// The last millisecond of the server's clock in which Redis itself keeps it.
    pub deadline_ms: Option<i64>,
}

impl Sight {
    pub fn of(world: &World) -> Sight {
        let shown = |(place, server): (usize, &Server)| Shown {
            clock_ms: world.server_clock_ms(place),
            key: Key::of(server, world.server_clock_ms(place), world.lock_key()),
            lacks: world.lacking_writes(place),
        };
        Sight {
            now_ms: world.now_ms(),
            lease_ms: world.lease_s() * 1000,
            clients: world.clients().iter().map(Said::of).collect(),
            on_their_way: world.messages().map(|(message, _)| message).collect(),
            servers: world.servers().enumerate().map(shown).collect(),
        }
    }
}

impl Said {
    fn of(client: &Client) -> Said {
        let program = client.program().source();
        let line = client.line() as usize;
        let text = program.lines().nth(line - 1).unwrap_or_default();
        let is_first = |text: &str| {
            let text = text.trim_start();
            text.starts_with(|c: char| c.is_ascii_uppercase())
                || text.starts_with("within")
                || text.starts_with("on ")
        };
        let first_line = program.lines().find(|text| is_first(text));
        let mut words = first_line.unwrap_or_default().split_whitespace();
        let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_uppercase());
        Said {
            first_word: words.find(is_name).unwrap_or_default().to_owned(),
            id: client.id(),
            // Nobody sets a monotonic clock.
            skew_ms: match client.program().is_monotonic() {
                true => 0,
                false => client.skew_ms(),
            },
            until_ms: client.lease().map(|lease| lease.until_ms),
            standing: match client.state() {
                ClientState::Running => Standing::Runs,
                ClientState::Asleep { .. } => Standing::Asleep {
                    before_it_tries_again: text.ends_with("retry"),
                },
                ClientState::GaveUp => Standing::GaveUp,
                ClientState::Finished => Standing::Finished,
                ClientState::Crashed | ClientState::Failed(_) => Standing::Stopped,
            },
            reads_times: program
                .lines()
                .take_while(|text| *text != "work:")
                .any(|text| text.trim_start().starts_with("if reply") && text.contains(" now")),
            lets_in: match program.lines().find_map(|line| line.strip_suffix(" hold")) {
                Some("any number") => usize::MAX,
                Some(most) => most.replace("at most ", "").parse().expect("a number"),
                None => 1,
            },
            has_thread: program.contains("meanwhile:"),
            asks_all: program.contains("on all"),
            is_waiting: client.stage() != CommandStage::Idle,
            is_at_first: program.lines().position(is_first) == Some(line - 1),
        }
    }

    pub fn is_in(&self) -> bool {
        self.until_ms.is_some()
    }
}

impl Key {
    fn of(server: &Server, clock_ms: i64, key: &[u8]) -> Option<Key> {
        let entry = server.peek(0, clock_ms, key)?;
        let text = std::str::from_utf8(entry.value.string().map_or(&[][..], |value| value))
            .unwrap_or_default();
        let time_s = text.parse::<i64>().ok();
        Some(Key {
            time_s: time_s.filter(|time_s| time_s.to_string() == text),
            deadline_ms: entry.expires_at_ms,
        })
    }
}

impl<'a> Entry<'a> {
    pub fn of(outcome: &'a Outcome, after: &'a World) -> Entry<'a> {
        Entry {
            mv: &outcome.mv,
            parts: &outcome.parts,
            exchanges: &outcome.exchanges,
            request: outcome.request.as_deref(),
            sight: Sight::of(after),
        }
    }
}
