//! What a prompt's box keeps: one keyspace, its clients, and the work that is under way. It outlives the component that
//! shows it, and works on while nothing shows it.

use gloo_timers::callback::Timeout;
use yew::Callback;

use super::keys::KeyIndex;
use super::storage;
use crate::cli::{Activity, Pending, Session};
use crate::keyspace::Server;
use crate::ui::clock;
use crate::ui::shared::Shared;

/// The lines that the documentation's example box has run before the reader comes.
pub const EXAMPLE: [&str; 3] = [
    "SETNX mykey \"Hello\"",
    "SETNX mykey \"World\"",
    "GET mykey",
];
/// How many clients there may be at once: as many as fit in a row.
pub const CLIENTS_MAX: usize = 9;
/// How long one slice of work may take, in milliseconds, so that a page answers its reader in between.
const SLICE_MS: i64 = 8;
/// How many expired keys a tick of the view takes away: some milliseconds' worth. Those that are left are not shown.
const KEYS_SWEPT_A_TICK: usize = 2_000;
/// What is worked off between two looks at the clock, in units of [`Server::advance`].
const UNITS: u64 = 20_000;
/// How long work has to take before it is shown, and how often it is shown then, in milliseconds.
const SHOWN_EVERY_MS: i64 = 100;

/// A keyspace, and the clients that a reader has opened on it.
pub struct PromptState {
    server: Server,
    clients: Vec<Client>,
    active: usize,
    clients_made: u32,
    /// The keys of the active client's database.
    pub keys: KeyIndex,
    work: Option<Work>,
    redraw: Option<Callback<()>>,
    /// The time, where it is not the wall's, in Unix milliseconds.
    at_ms: Option<i64>,
}

/// One client: a connection with its prompt.
pub struct Client {
    /// What it is called by: C1, C2, ...
    pub number: u32,
    /// Its prompt.
    pub session: Session,
    /// What was being typed there when the reader went to another client.
    pub draft: String,
    /// Whether something came out of it that the reader has not looked at.
    pub is_unseen: bool,
    /// What it is doing.
    pub activity: Activity,
}

/// Work that goes on from slice to slice.
struct Work {
    shown_ms: i64,
    /// The next slice; dropped with it.
    _next: Timeout,
}

impl PromptState {
    /// A fresh keyspace in which the example has just been run.
    pub fn with_example() -> PromptState {
        let mut server = Server::new();
        server.watch_changes();
        let mut session = Session::with_transcript(&mut server, clock::now_ms(), &EXAMPLE);
        session.history().restore(storage::lines(&storage::read()));
        let mut state = PromptState {
            server,
            clients: vec![Client::new(1, session)],
            active: 0,
            clients_made: 1,
            keys: KeyIndex::default(),
            work: None,
            redraw: None,
            at_ms: None,
        };
        state.look(false);
        state
    }

    /// A keyspace to look at as it is at `at_ms`, in Unix milliseconds, with one prompt on it.
    pub fn of(server: Server, session: Session, at_ms: i64) -> PromptState {
        PromptState {
            server,
            clients: vec![Client::new(1, session)],
            active: 0,
            clients_made: 1,
            keys: KeyIndex::default(),
            work: None,
            redraw: None,
            at_ms: Some(at_ms),
        }
    }

    /// What time it is there, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.at_ms.unwrap_or_else(clock::now_ms)
    }

    /// The keyspace.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Every client, in the order of the tabs.
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// Which of them the reader types as.
    pub fn active(&self) -> usize {
        self.active
    }

    /// The prompt that the reader types at.
    pub fn session(&self) -> Option<&Session> {
        Some(&self.clients.get(self.active)?.session)
    }

    /// The same, to be changed, with the keyspace.
    pub fn session_mut(&mut self) -> Option<(&mut Session, &mut Server)> {
        let client = self.clients.get_mut(self.active)?;
        Some((&mut client.session, &mut self.server))
    }

    /// The database that the view shows: the active client's, the first one when it is not connected.
    pub fn database(&self) -> usize {
        let selected = self
            .session()
            .and_then(|session| self.server.selected(session.connection()));
        selected.unwrap_or(0)
    }

    /// How far the active client's work has come, once it takes long enough to be shown.
    pub fn pending(&self) -> Option<Pending> {
        self.work.as_ref()?;
        match self.clients.get(self.active)?.activity {
            Activity::Working(pending) => Some(pending),
            _ => None,
        }
    }

    /// Whether the active client waits for the work of another.
    pub fn is_waiting(&self) -> bool {
        let active = self.clients.get(self.active);
        active.is_some_and(|client| client.activity == Activity::Waiting)
    }

    /// Who draws the state anew when it has changed by itself.
    pub fn set_redraw(&mut self, redraw: Option<Callback<()>>) {
        self.redraw = redraw;
    }

    /// Turns to another client. `draft` is what stands at the prompt; answers what stood at the other.
    pub fn turn_to(&mut self, client: usize, draft: String) -> String {
        if let Some(left) = self.clients.get_mut(self.active) {
            left.draft = draft;
        }
        self.active = client.min(self.clients.len().saturating_sub(1));
        self.look(false);
        let Some(found) = self.clients.get_mut(self.active) else {
            return String::new();
        };
        found.is_unseen = false;
        std::mem::take(&mut found.draft)
    }

    /// Opens a client and turns to it.
    pub fn open(&mut self, draft: String) {
        if self.clients.len() < CLIENTS_MAX {
            self.clients_made += 1;
            let mut session = Session::new(&mut self.server);
            session.history().restore(storage::lines(&storage::read()));
            self.clients.push(Client::new(self.clients_made, session));
            self.turn_to(self.clients.len() - 1, draft);
        }
    }

    /// Closes the active client, unless it is the only one, and turns to the one before it; answers what stood there.
    pub fn close(&mut self) -> Option<String> {
        if self.clients.len() < 2 || self.active >= self.clients.len() {
            return None;
        }
        let closed = self.clients.remove(self.active);
        closed.session.close(&mut self.server);
        Some(self.turn_to(self.active.saturating_sub(1), String::new()))
    }

    /// Begins again with an empty keyspace and the example.
    pub fn reset(&mut self) {
        let redraw = self.redraw.take();
        *self = PromptState {
            redraw,
            ..PromptState::with_example()
        };
    }

    /// Empties the active client's log.
    pub fn clear(&mut self) {
        if let Some((session, _)) = self.session_mut() {
            session.clear();
        }
    }

    /// Stops what the active client does, and forgets what waits behind it, or what stands in an open quote.
    pub fn interrupt(&mut self) {
        if let Some((session, server)) = self.session_mut() {
            session.stop(server);
            session.cancel();
        }
        self.look(true);
    }

    /// Takes away what has expired by now, or so much of it as makes no typing wait.
    pub fn expire(&mut self) {
        self.server.sweep(clock::now_ms(), KEYS_SWEPT_A_TICK);
        self.look(true);
    }

    /// Works for one slice; whether there is more to do.
    fn slice(&mut self) -> bool {
        let end_ms = clock::now_ms() + SLICE_MS;
        loop {
            let mut is_working = false;
            for (place, client) in self.clients.iter_mut().enumerate() {
                let now_ms = clock::now_ms();
                let activity = client.session.advance(&mut self.server, now_ms, UNITS);
                is_working |= matches!(activity, Activity::Working(_));
                client.is_unseen |= place != self.active && activity != client.activity;
                client.activity = activity;
            }
            if !is_working {
                is_working = self.server.free_some();
                self.keys.catch_up(&self.server, clock::now_ms());
                is_working |= self.keys.is_behind();
            }
            if !is_working {
                return false;
            }
            if clock::now_ms() >= end_ms {
                return true;
            }
        }
    }

    /// Brings the view up to date. `is_marked` lets what has changed stand out.
    fn look(&mut self, is_marked: bool) {
        let changes = self.server.take_changes();
        let database = self.database();
        let now_ms = clock::now_ms();
        self.keys
            .update(&self.server, database, now_ms, changes, is_marked);
    }
}

impl Client {
    fn new(number: u32, session: Session) -> Client {
        Client {
            number,
            session,
            draft: String::new(),
            is_unseen: false,
            activity: Activity::Idle,
        }
    }
}

impl Shared<PromptState> {
    /// Runs `text`, which may have several lines, as the active client: at once as far as one slice goes, the rest
    /// later.
    pub fn enter(&self, text: &str) {
        if let Some((session, _)) = self.borrow_mut().session_mut() {
            session.enter(text);
        }
        if self.borrow().work.is_none() {
            self.work();
        }
    }

    /// Lets the view catch up, if it has to.
    pub fn catch_up(&self) {
        let is_behind = self.borrow().work.is_none() && self.borrow().keys.is_behind();
        if is_behind {
            self.work();
        }
    }

    /// Works for a slice; goes on by itself until all is done.
    fn work(&self) {
        let mut state = self.borrow_mut();
        let mut is_working = state.slice();
        let now_ms = clock::now_ms();
        let shown_ms = state.work.as_ref().map_or(now_ms, |work| work.shown_ms);
        let is_shown = !is_working || now_ms - shown_ms >= SHOWN_EVERY_MS;
        if is_shown {
            state.look(true);
            is_working |= state.keys.is_behind();
        }
        state.work = is_working.then(|| {
            let again = self.clone();
            Work {
                shown_ms: if is_shown { now_ms } else { shown_ms },
                _next: Timeout::new(0, move || again.work()),
            }
        });
        if let Some((session, _)) = state.session_mut()
            && !is_working
        {
            storage::write(session.history().lines());
        }
        let redraw = state.redraw.clone().filter(|_| is_shown);
        drop(state);
        if let Some(redraw) = redraw {
            redraw.emit(());
        }
    }
}
