//! A keyspace that boxes of a page share. What one of them changes, the others show; while one has the server at work,
//! the others wait.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::state::PromptState;
use crate::ui::shared::Shared;
use keyspace::{Changes, KeyspaceMode, Server};

/// A server, and the boxes that look at it. The server is only borrowed within a call, never from one to the next.
pub struct Keyspace {
    /// The server.
    pub server: Server,
    boxes: Vec<Subscriber>,
}

/// A box that follows a keyspace.
struct Subscriber {
    number: u32,
    /// What has changed since the box looked last.
    missed: Changes,
    state: Option<Weak<RefCell<PromptState>>>,
}

impl Keyspace {
    /// An empty one with the commands of a mode.
    pub fn new(mode: KeyspaceMode) -> Rc<RefCell<Keyspace>> {
        Rc::new(RefCell::new(Keyspace::of(fresh(mode))))
    }

    /// One of a server that is there already.
    pub fn of(server: Server) -> Keyspace {
        Keyspace {
            server,
            boxes: Vec::new(),
        }
    }

    /// Gives a box its place; answers the number of it.
    pub fn enter(&mut self) -> u32 {
        let number = self.boxes.last().map_or(0, |last| last.number + 1);
        self.boxes.push(Subscriber {
            number,
            missed: Changes::default(),
            state: None,
        });
        number
    }

    /// Lets the box of this number hear of what others do.
    pub fn introduce(&mut self, number: u32, state: Weak<RefCell<PromptState>>) {
        if let Some(subscriber) = self
            .boxes
            .iter_mut()
            .find(|subscriber| subscriber.number == number)
        {
            subscriber.state = Some(state);
        }
    }

    /// Takes the place of a box away.
    pub fn leave(&mut self, number: u32) {
        self.boxes.retain(|subscriber| subscriber.number != number);
    }

    /// Begins anew if one box is alone here; answers whether it did. Where others look on, a box has to empty the
    /// databases as any client does, in its turn.
    pub fn renew(&mut self) -> bool {
        let is_alone = self.boxes.len() < 2;
        if is_alone {
            self.server = fresh(self.server.mode());
        }
        is_alone
    }

    /// What has changed since the box of this number looked last.
    pub fn changes(&mut self, number: u32) -> Changes {
        let news = self.server.take_changes();
        let mut own = Changes::default();
        for subscriber in &mut self.boxes {
            subscriber.missed.add(&news);
            if subscriber.number == number {
                own = std::mem::take(&mut subscriber.missed);
            }
        }
        own
    }

    /// The boxes beside the one of this number.
    pub fn others(&self, number: u32) -> Vec<Shared<PromptState>> {
        let others = self
            .boxes
            .iter()
            .filter(|subscriber| subscriber.number != number);
        let states = others.filter_map(|subscriber| subscriber.state.as_ref()?.upgrade());
        states.map(Shared::from).collect()
    }
}

fn fresh(mode: KeyspaceMode) -> Server {
    let server = Server::new().with_script_engine(lua::engine());
    let mut server = server.in_mode(mode);
    server.watch_changes();
    server
}
