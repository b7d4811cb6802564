//! The lock of GETSET with a release that looks at the clock, five clients and a gap between reading the clock and
//! execution: written by hand, with times relative to now, and explored by Stateright. Prints its states a second.

use std::time::Instant;

use stateright::{Checker, Model, Property};

const CLIENTS: usize = 5;
/// What the key holds at the start of a lease, in seconds from now.
const LEASE: i8 = 11;
const WORK: i8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum At {
    Setnx,
    Get,
    Getset,
    Waits(i8),
    Works(i8),
    Finished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Client {
    at: At,
    /// What it has computed and not sent: a time, or that it deletes the key.
    ready: Option<Option<i8>>,
    /// Until when it holds the lock.
    until: Option<i8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    key: Option<i8>,
    clients: [Client; CLIENTS],
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Step(usize),
    Read(usize),
    Restart(usize),
    Tick,
}

struct Lock;

impl Lock {
    fn is_awake(client: &Client) -> bool {
        !matches!(client.at, At::Waits(1..) | At::Works(1..) | At::Finished)
    }

    fn read(client: &mut Client) {
        match client.at {
            At::Works(_) => {
                let is_valid = client.until.is_some_and(|until| until > 0);
                client.until = None;
                match is_valid {
                    true => client.ready = Some(None),
                    false => client.at = At::Finished,
                }
            }
            _ => {
                if matches!(client.at, At::Waits(_)) {
                    client.at = At::Setnx;
                }
                client.ready = Some(Some(LEASE));
            }
        }
    }

    fn execute(state: &mut State, number: usize) {
        let client = &mut state.clients[number];
        let Some(sent) = client.ready.take() else {
            return;
        };
        let enter = |client: &mut Client| {
            client.at = At::Works(WORK);
            client.until = sent;
        };
        match (client.at, sent) {
            (At::Works(_), _) => {
                state.key = None;
                client.at = At::Finished;
            }
            (At::Setnx, _) if state.key.is_none() => {
                state.key = sent;
                enter(client);
            }
            (At::Setnx, _) => client.at = At::Get,
            (At::Get, _) => {
                client.at = match state.key {
                    None => At::Setnx,
                    Some(1..) => At::Waits(1),
                    Some(_) => At::Getset,
                }
            }
            (At::Getset, _) => match std::mem::replace(&mut state.key, sent) {
                Some(1..) => client.at = At::Setnx,
                _ => enter(client),
            },
            _ => {}
        }
    }
}

impl Model for Lock {
    type State = State;
    type Action = Act;

    fn init_states(&self) -> Vec<State> {
        let client = Client {
            at: At::Setnx,
            ready: None,
            until: None,
        };
        vec![State {
            key: None,
            clients: [client; CLIENTS],
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Act>) {
        for (number, client) in state.clients.iter().enumerate() {
            match client.at {
                At::Finished => actions.push(Act::Restart(number)),
                _ if Lock::is_awake(client) || client.ready.is_some() => {
                    actions.push(Act::Step(number));
                    if client.ready.is_none() {
                        actions.push(Act::Read(number));
                    }
                }
                _ => {}
            }
        }
        // Holders stop before their lease ends.
        let ends = |client: &Client| client.until.is_some_and(|until| until <= 1);
        if !state.clients.iter().any(ends) {
            actions.push(Act::Tick);
        }
    }

    fn next_state(&self, last: &State, act: Act) -> Option<State> {
        let mut state = last.clone();
        match act {
            Act::Restart(number) => state.clients[number].at = At::Setnx,
            Act::Read(number) => Lock::read(&mut state.clients[number]),
            Act::Step(number) => {
                if state.clients[number].ready.is_none() {
                    Lock::read(&mut state.clients[number]);
                }
                Lock::execute(&mut state, number);
            }
            Act::Tick => {
                let past = |time: &mut i8| *time = (*time - 1).max(-1);
                state.key.iter_mut().for_each(past);
                for client in &mut state.clients {
                    client.until.iter_mut().for_each(past);
                    client.ready.iter_mut().flatten().for_each(past);
                    if let At::Waits(left) | At::Works(left) = &mut client.at {
                        *left = (*left - 1).max(0);
                    }
                }
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("no client is a sixth", |_, state: &State| {
            state.clients.len() <= CLIENTS
        })]
    }
}

fn main() {
    let begun = Instant::now();
    let checker = Lock.checker().target_state_count(3_000_000).threads(1).spawn_bfs().join();
    let seconds = begun.elapsed().as_secs_f64();
    let states = checker.unique_state_count();
    println!("rate stateright {:.0}", states as f64 / seconds);
    println!("states stateright {states}");
}
