//! What a prompt's box keeps: one keyspace, its clients, and the work that is under way. It outlives the component that
//! shows it, and works on while nothing shows it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use yew::Callback;

use super::checking::Checking;
use super::keys::KeyIndex;
use super::keyspace::Keyspace;
use super::storage;
use crate::cli::{Activity, Heard, Manner, Pending, Session};
use crate::keyspace::Server;
use crate::part::Part;
use crate::ui::clock;
use crate::ui::parts;
use crate::ui::shared::Shared;

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

/// A box: the clients that a reader has opened on a keyspace, which other boxes may share.
pub struct PromptState {
    keyspace: Rc<RefCell<Keyspace>>,
    /// The box's number there.
    seat: u32,
    opening: Opening,
    clients: Vec<PromptClient>,
    active: usize,
    clients_made: u32,
    /// The keys of the active client's database.
    pub keys: KeyIndex,
    work: Option<PromptWork>,
    redraw: Option<Callback<()>>,
    /// The replies written in the text that the box begins with.
    pub checking: Option<Checking>,
    listener: Option<Rc<PromptListener>>,
    /// Something was begun or ended that only a slice tells of.
    is_due: bool,
    /// The time, where it is not the wall's, in Unix milliseconds.
    at_ms: Option<i64>,
}

/// Who is told after each slice what the clients, by their numbers, have been answered in it.
pub type PromptListener = dyn Fn(Vec<(u32, Heard)>);

/// What a box begins with, and begins again with at a reset.
#[derive(Clone, Default)]
pub struct Opening {
    /// Lines that the first client runs before all, unseen.
    pub setup: String,
    /// Lines that it runs next, in the log: plain or a transcript.
    pub shown: String,
    /// How many clients there are, up to nine.
    pub clients: usize,
    /// Whether what is typed is kept for the next visit.
    pub keeps_history: bool,
    /// Whether the replies that are written in `shown` are compared with those that come.
    pub is_checked: bool,
}

/// One client: a connection with its prompt.
pub struct PromptClient {
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
struct PromptWork {
    shown_ms: i64,
    /// The next slice; dropped with it.
    _next: Timeout,
}

impl PromptState {
    /// A box on this keyspace, which begins with `opening` once it is let [work](Shared::catch_up).
    pub fn opened(keyspace: Rc<RefCell<Keyspace>>, opening: Opening) -> Shared<PromptState> {
        let state = PromptState::new(Rc::clone(&keyspace), opening);
        let seat = state.seat;
        let state = Shared::new(state);
        keyspace.borrow_mut().introduce(seat, state.downgrade());
        state
    }

    fn new(keyspace: Rc<RefCell<Keyspace>>, opening: Opening) -> PromptState {
        let seat = keyspace.borrow_mut().enter();
        let mut state = PromptState {
            keyspace,
            seat,
            opening,
            clients: Vec::new(),
            active: 0,
            clients_made: 0,
            keys: KeyIndex::default(),
            work: None,
            redraw: None,
            checking: None,
            listener: None,
            is_due: false,
            at_ms: None,
        };
        state.begin("");
        state
    }

    /// A keyspace to look at as it is at `at_ms`, in Unix milliseconds, with one prompt on it.
    pub fn of(server: Server, session: Session, at_ms: i64) -> PromptState {
        let mut keyspace = Keyspace::of(server);
        PromptState {
            seat: keyspace.enter(),
            keyspace: Rc::new(RefCell::new(keyspace)),
            opening: Opening::default(),
            clients: vec![PromptClient::new(1, session)],
            active: 0,
            clients_made: 1,
            keys: KeyIndex::default(),
            work: None,
            redraw: None,
            checking: None,
            listener: None,
            is_due: false,
            at_ms: Some(at_ms),
        }
    }

    /// Opens the clients, and has the first one run `before`, unseen, and what the box begins with.
    fn begin(&mut self, before: &str) {
        self.is_due = true;
        let Opening {
            shown, is_checked, ..
        } = &self.opening;
        self.checking = (!shown.is_empty()).then(|| Checking::of(shown, *is_checked));
        for _ in 0..self.opening.clients.clamp(1, CLIENTS_MAX) {
            self.connect();
        }
        if let Some(PromptClient { session, .. }) = self.clients.first_mut() {
            for (text, manner) in [
                (before, Manner::Unseen),
                (&self.opening.setup, Manner::Unseen),
                (&self.opening.shown, Manner::Shown),
            ] {
                if !text.is_empty() {
                    session.enter_as(text, manner);
                }
            }
        }
        self.look(false);
    }

    /// Opens a client.
    fn connect(&mut self) {
        let mut session = Session::new(&mut self.keyspace.borrow_mut().server);
        if self.opening.keeps_history {
            session.history().restore(storage::lines(&storage::read()));
        }
        if self.listener.is_some() || self.checking.is_some() {
            session.listen();
        }
        self.clients_made += 1;
        self.clients
            .push(PromptClient::new(self.clients_made, session));
    }

    /// What time it is there, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.at_ms.unwrap_or_else(clock::now_ms)
    }

    /// The keyspace, for a moment: within one call, in which nobody else works on it.
    pub fn server(&self) -> Ref<'_, Server> {
        Ref::map(self.keyspace.borrow(), |keyspace| &keyspace.server)
    }

    /// Every client, in the order of the tabs.
    pub fn clients(&self) -> &[PromptClient] {
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

    /// The same, to be changed.
    pub fn session_mut(&mut self) -> Option<&mut Session> {
        Some(&mut self.clients.get_mut(self.active)?.session)
    }

    /// The database that the view shows: the active client's, the first one when it is not connected.
    pub fn database(&self) -> usize {
        let selected = self
            .session()
            .and_then(|session| self.server().selected(session.connection()));
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

    /// What the active client is doing.
    pub fn activity(&self) -> &Activity {
        let active = self.clients.get(self.active);
        active.map_or(&Activity::Idle, |client| &client.activity)
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
            self.connect();
            self.turn_to(self.clients.len() - 1, draft);
        }
    }

    /// Closes the active client, unless it is the only one, and turns to the one before it; answers what stood there.
    pub fn close(&mut self) -> Option<String> {
        if self.clients.len() < 2 || self.active >= self.clients.len() {
            return None;
        }
        let closed = self.clients.remove(self.active);
        closed.session.close(&mut self.keyspace.borrow_mut().server);
        Some(self.turn_to(self.active.saturating_sub(1), String::new()))
    }

    /// Begins again with an empty keyspace; of one that is shared, the others keep what they show.
    pub fn reset(&mut self) {
        self.work = None;
        self.disconnect();
        let is_new = self.keyspace.borrow_mut().renew();
        self.keys = KeyIndex::default();
        self.active = 0;
        self.clients_made = 0;
        self.begin(if is_new { "" } else { "FLUSHALL" });
    }

    fn disconnect(&mut self) {
        let mut keyspace = self.keyspace.borrow_mut();
        for client in self.clients.drain(..) {
            client.session.close(&mut keyspace.server);
        }
    }

    /// Has what the clients are answered told from now on.
    pub fn listen(&mut self, listener: Rc<PromptListener>) {
        self.listener = Some(listener);
        self.clients
            .iter_mut()
            .for_each(|client| client.session.listen());
    }

    /// Empties the active client's log.
    pub fn clear(&mut self) {
        if let Some(session) = self.session_mut() {
            session.clear();
        }
    }

    /// Stops what the active client does, and forgets what waits behind it, or what stands in an open quote.
    pub fn interrupt(&mut self) {
        let mut keyspace = self.keyspace.borrow_mut();
        if let Some(client) = self.clients.get_mut(self.active) {
            client.session.stop(&mut keyspace.server);
            client.session.cancel();
        }
        drop(keyspace);
        self.is_due = true;
        self.look(true);
    }

    /// Whether something waits or is under way that was entered in this manner.
    pub fn awaits(&self, manner: Manner) -> bool {
        self.clients
            .iter()
            .any(|client| client.session.awaits(manner))
    }

    /// Takes away what has expired by now, or so much of it as makes no typing wait.
    pub fn expire(&mut self) {
        let mut keyspace = self.keyspace.borrow_mut();
        keyspace.server.sweep(clock::now_ms(), KEYS_SWEPT_A_TICK);
        drop(keyspace);
        self.look(true);
    }

    /// Whether there is anything to do that nobody has begun.
    fn has_work(&self) -> bool {
        self.is_due
            || self.keys.is_behind()
            || self.clients.iter().any(|client| client.session.is_busy())
    }

    /// Works for one slice; whether there is more to do. Adds the parts of the wasm that clients have come to wait for.
    fn slice(&mut self, lacking: &mut Vec<Part>) -> bool {
        let end_ms = clock::now_ms() + SLICE_MS;
        self.is_due = false;
        let mut keyspace = self.keyspace.borrow_mut();
        let server = &mut keyspace.server;
        loop {
            let mut is_working = false;
            for (place, client) in self.clients.iter_mut().enumerate() {
                let now_ms = clock::now_ms();
                let activity = client.session.advance(server, now_ms, UNITS);
                is_working |= matches!(activity, Activity::Working(_));
                if let Activity::Lacking(part) = activity
                    && activity != client.activity
                {
                    lacking.push(part);
                }
                client.is_unseen |= place != self.active && activity != client.activity;
                client.activity = activity;
            }
            if !is_working {
                is_working = server.free_some();
                self.keys.catch_up(server, clock::now_ms());
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
        let database = self.database();
        let now_ms = clock::now_ms();
        let mut keyspace = self.keyspace.borrow_mut();
        let changes = keyspace.changes(self.seat);
        self.keys
            .update(&keyspace.server, database, now_ms, changes, is_marked);
    }

    /// What the clients were answered, for the listener.
    fn take_heard(&mut self) -> Vec<(u32, Heard)> {
        let mut all = Vec::new();
        for client in &mut self.clients {
            let number = client.number;
            let heard = client.session.take_heard();
            if let Some(checking) = &mut self.checking {
                let shown = heard.iter().filter(|heard| heard.manner == Manner::Shown);
                shown.for_each(|heard| checking.hear(heard));
            }
            all.extend(heard.into_iter().map(|heard| (number, heard)));
        }
        all
    }
}

impl Drop for PromptState {
    fn drop(&mut self) {
        self.disconnect();
        self.keyspace.borrow_mut().leave(self.seat);
    }
}

impl PromptClient {
    fn new(number: u32, session: Session) -> PromptClient {
        PromptClient {
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
        self.enter_as(text, Manner::Typed);
    }

    /// The same for what comes in another manner.
    pub fn enter_as(&self, text: &str, manner: Manner) {
        if let Some(session) = self.borrow_mut().session_mut() {
            session.enter_as(text, manner);
        }
        self.borrow_mut().is_due = true;
        self.catch_up();
    }

    /// Draws what was changed from outside.
    pub fn redraw(&self) {
        let redraw = self.borrow().redraw.clone();
        if let Some(redraw) = redraw {
            redraw.emit(());
        }
    }

    /// Does what is to be done, unless it is being done.
    pub fn catch_up(&self) {
        let is_due = self.borrow().work.is_none() && self.borrow().has_work();
        if is_due {
            self.work();
        }
    }

    /// Works for a slice; goes on by itself until all is done.
    fn work(&self) {
        let mut state = self.borrow_mut();
        let mut lacking = Vec::new();
        let mut is_working = state.slice(&mut lacking);
        let now_ms = clock::now_ms();
        let shown_ms = state.work.as_ref().map_or(now_ms, |work| work.shown_ms);
        let is_shown = !is_working || now_ms - shown_ms >= SHOWN_EVERY_MS;
        if is_shown {
            state.look(true);
            is_working |= state.keys.is_behind();
        }
        state.work = is_working.then(|| {
            let again = self.clone();
            PromptWork {
                shown_ms: if is_shown { now_ms } else { shown_ms },
                _next: Timeout::new(0, move || again.work()),
            }
        });
        if state.opening.keeps_history
            && !is_working
            && let Some(session) = state.session_mut()
        {
            storage::write(session.history().lines());
        }
        let redraw = state.redraw.clone().filter(|_| is_shown);
        let others = state.keyspace.borrow().others(state.seat);
        let (heard, listener) = (state.take_heard(), state.listener.clone());
        drop(state);
        if let Some(redraw) = redraw {
            redraw.emit(());
        }
        if is_shown {
            others.iter().for_each(Shared::hear);
        }
        if let Some(listener) = listener {
            listener(heard);
        }
        for part in lacking {
            let state = self.downgrade();
            parts::request(part, move |result| {
                if let Some(state) = state.upgrade().map(Shared::from) {
                    state.part_settled(part, result);
                }
            });
        }
    }

    /// Goes on with the lines that waited for a part, or ends them.
    fn part_settled(&self, part: Part, result: Result<(), parts::Reason>) {
        let mut state = self.borrow_mut();
        for client in &mut state.clients {
            client.activity = Activity::Idle;
            if let Err(reason) = &result {
                client.session.give_up(part, reason);
            }
        }
        state.is_due = true;
        drop(state);
        self.catch_up();
    }

    /// Shows what another box has changed, and goes on with what had to wait for it.
    fn hear(&self) {
        // A box whose own work lets others hear of it is looked at when that is done.
        let Ok(mut state) = self.try_borrow_mut() else {
            return;
        };
        state.look(true);
        let is_free = state.server().running().is_none();
        drop(state);
        if is_free {
            self.catch_up();
        }
        self.redraw();
    }
}
