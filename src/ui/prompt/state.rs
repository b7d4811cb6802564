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
use crate::ui::clock;
use crate::ui::parts;
use crate::ui::shared::Shared;
use crate::ui::task::{self, Later};
use base::part::Part;
use cli::{Activity, Answer, Calls, Manner, Pending, Session};
use keyspace::{Reply, Server};

/// How many clients there may be at once: as many as fit in a row.
pub const CLIENTS_MAX: usize = 9;
/// How many expired keys a tick of the view takes away: some milliseconds' worth. Those that are left are not shown.
const KEYS_SWEPT_A_TICK: usize = 2_000;
/// How long names of keys are gathered before a frame, in milliseconds.
const VIEW_MS: i64 = 4;
/// How often the view follows a program that goes on, in milliseconds: painting takes longer than a thousand commands.
const FOLLOWS_EVERY_MS: i64 = 100;
/// What is worked off between two looks at the clock, in units of [`Server::advance`].
const UNITS: u64 = 20_000;
/// How long work has to take before it is shown, and how often it is shown then, in milliseconds.
const SHOWN_EVERY_MS: i64 = 100;
/// How often the time of a client that waits is counted on, in milliseconds.
const COUNTED_EVERY_MS: i64 = 1_000;

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
    /// Rings for a client that waits.
    alarm: Option<Timeout>,
    redraw: Option<Callback<()>>,
    /// The replies written in the text that the box begins with.
    pub checking: Option<Checking>,
    listener: Option<Rc<PromptListener>>,
    /// Answers of clients that were closed.
    left: Vec<(u32, Answer)>,
    /// Something was begun or ended that only a slice tells of.
    is_due: bool,
    /// The reader waits for it: the view does not wait for the next frame.
    is_urgent: bool,
    /// The view follows in the next frame.
    is_frame_asked: bool,
    /// When the view followed last, in Unix milliseconds.
    followed_ms: i64,
    /// The time, where it is not the wall's, in Unix milliseconds.
    at_ms: Option<i64>,
}

/// Who is told after each slice what the clients, by their numbers, have been answered in it.
pub type PromptListener = dyn Fn(Vec<(u32, Answer)>);

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
    _next: Later,
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
        let mut state = PromptState::without_clients(keyspace, opening);
        state.begin("");
        state
    }

    /// A keyspace to look at as it is at `at_ms`, in Unix milliseconds, with one prompt on it.
    pub fn of(server: Server, session: Session, at_ms: i64) -> PromptState {
        let keyspace = Rc::new(RefCell::new(Keyspace::of(server)));
        let mut state = PromptState::without_clients(keyspace, Opening::default());
        state.clients.push(PromptClient::new(1, session));
        state.clients_made = 1;
        state.at_ms = Some(at_ms);
        state
    }

    fn without_clients(keyspace: Rc<RefCell<Keyspace>>, opening: Opening) -> PromptState {
        let seat = keyspace.borrow_mut().enter();
        PromptState {
            keyspace,
            seat,
            opening,
            clients: Vec::new(),
            active: 0,
            clients_made: 0,
            keys: KeyIndex::default(),
            work: None,
            alarm: None,
            redraw: None,
            checking: None,
            listener: None,
            left: Vec::new(),
            is_due: false,
            is_urgent: false,
            is_frame_asked: false,
            followed_ms: 0,
            at_ms: None,
        }
    }

    /// Opens the clients, and has the first one run `before`, unseen, and what the box begins with.
    fn begin(&mut self, before: &str) {
        self.is_due = true;
        self.is_urgent = true;
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

    /// The one that a program asks: that of the client that was in front when it began to ask, where it waits for what sends
    /// its commands.
    fn asked_mut(&mut self) -> Option<&mut Session> {
        let asked = self.asked();
        Some(&mut self.clients.get_mut(asked)?.session)
    }

    fn asked(&self) -> usize {
        let held = self
            .clients
            .iter()
            .position(|client| client.session.is_held());
        held.unwrap_or(self.active)
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
        self.end(closed);
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
        for client in std::mem::take(&mut self.clients) {
            self.end(client);
        }
    }

    /// Closes a client, and keeps its last answers for the listener.
    fn end(&mut self, client: PromptClient) {
        let PromptClient {
            number, session, ..
        } = client;
        let answers = session.close(&mut self.keyspace.borrow_mut().server);
        self.left
            .extend(answers.into_iter().map(|answer| (number, answer)));
        self.is_due = true;
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
        self.is_urgent = true;
        self.look(true);
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
        let can_work = |client: &PromptClient| {
            client.session.is_busy()
                && !matches!(
                    client.activity,
                    Activity::Lacking(_) | Activity::Blocked { .. }
                )
        };
        self.is_due || self.is_view_behind() || self.has_mail() || self.clients.iter().any(can_work)
    }

    /// Whether anything has arrived for a client by itself.
    fn has_mail(&self) -> bool {
        let keyspace = self.keyspace.borrow();
        let server = &keyspace.server;
        let mut clients = self.clients.iter();
        clients.any(|client| server.has_deliveries(client.session.connection()))
    }

    /// When a client that waits is to be looked at again: at the end of its time, or to count another second.
    fn wakes_in_ms(&self, now_ms: i64) -> Option<u32> {
        let is_blocked =
            |client: &PromptClient| matches!(client.activity, Activity::Blocked { .. });
        if !self.clients.iter().any(is_blocked) {
            return None;
        }
        let next_ms = self.keyspace.borrow().server.next_wake_ms();
        let left_ms = next_ms.map_or(i64::MAX, |next_ms| next_ms - now_ms + 1);
        u32::try_from(left_ms.clamp(1, COUNTED_EVERY_MS)).ok()
    }

    /// Whether names of keys are to be gathered before the next frame, which does that by itself.
    fn is_view_behind(&self) -> bool {
        self.keys.is_behind() && !self.is_frame_asked
    }

    /// Works for a fraction of a slice; whether there is more to do. Adds the parts of the wasm that clients have come to
    /// wait for.
    fn round(&mut self, now_ms: i64, lacking: &mut Vec<Part>) -> bool {
        self.is_due = false;
        let mut keyspace = self.keyspace.borrow_mut();
        let server = &mut keyspace.server;
        let mut is_working = false;
        for (place, client) in self.clients.iter_mut().enumerate() {
            let logged = client.session.log().pushed();
            let activity = client.session.advance(server, now_ms, UNITS);
            is_working |= matches!(activity, Activity::Working(_));
            if let Activity::Lacking(part) = activity
                && activity != client.activity
            {
                lacking.push(part);
            }
            let has_news = activity != client.activity || client.session.log().pushed() != logged;
            client.is_unseen |= place != self.active && has_news;
            client.activity = activity;
        }
        let has_mail = |client: &PromptClient| server.has_deliveries(client.session.connection());
        is_working |= self.clients.iter().any(has_mail);
        if !is_working {
            is_working = server.free_some();
            if !self.is_frame_asked {
                self.keys.catch_up(server, now_ms);
                is_working |= self.keys.is_behind();
            }
        }
        is_working
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

    /// Adds what the clients were answered, for the listener.
    fn take_answers(&mut self, all: &mut Vec<(u32, Answer)>) {
        all.append(&mut self.left);
        for client in &mut self.clients {
            for answer in client.session.take_answers() {
                if let (Some(checking), Answer::Line(heard)) = (&mut self.checking, &answer)
                    && heard.manner == Manner::Shown
                {
                    checking.hear(heard);
                }
                all.push((client.number, answer));
            }
        }
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

    /// The same for lines of another origin.
    pub fn enter_as(&self, text: &str, manner: Manner) {
        let mut state = self.borrow_mut();
        let session = match manner {
            Manner::Asked(_) => state.asked_mut(),
            _ => state.session_mut(),
        };
        if let Some(session) = session {
            session.enter_as(text, manner);
        }
        state.is_due = true;
        state.is_urgent |= !matches!(manner, Manner::Asked(_));
        drop(state);
        self.catch_up();
    }

    /// Runs commands of a program as the active client, in order with all lines; whether they fit in the queue.
    pub fn call(&self, calls: Calls) -> bool {
        let mut state = self.borrow_mut();
        let fits = state.asked_mut().is_some_and(|session| session.call(calls));
        state.is_due = true;
        drop(state);
        self.catch_up();
        fits
    }

    /// Keeps what is typed at the active client from now on behind what a program asks for, or lets it go on.
    pub fn hold(&self, is_held: bool) {
        let mut state = self.borrow_mut();
        let session = match is_held {
            true => state.session_mut(),
            false => state.asked_mut(),
        };
        match session {
            Some(session) if is_held => session.hold(),
            Some(session) => session.release(),
            None => {}
        }
        state.is_due = true;
        state.is_urgent = true;
        drop(state);
        self.catch_up();
    }

    /// Runs a program's command as the active client, if nothing waits before it and it is done at once. If not,
    /// [`Shared::call`] goes on with it.
    pub fn call_at_once(&self, calls: &mut Calls, now_ms: i64) -> Option<Reply> {
        let mut state = self.borrow_mut();
        let asked = state.asked();
        let PromptState {
            keyspace, clients, ..
        } = &mut *state;
        let session = &mut clients.get_mut(asked)?.session;
        let reply = session.call_at_once(&mut keyspace.borrow_mut().server, now_ms, calls)?;
        self.ask_frame(&mut state);
        Some(reply)
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

    /// Works as long as it may in this task; goes on by itself until all is done.
    fn work(&self) {
        let now_ms = clock::now_ms();
        let mut state = self.borrow_mut();
        let shown_ms = state.work.as_ref().map_or(now_ms, |work| work.shown_ms);
        let Some(end_ms) = task::end_ms(now_ms) else {
            state.work = Some(self.work_later(shown_ms));
            return;
        };
        let mut lacking = Vec::new();
        let mut answers = Vec::new();
        let mut round_ms = now_ms;
        let mut is_working;
        loop {
            is_working = state.round(round_ms, &mut lacking);
            state.take_answers(&mut answers);
            if !is_working {
                break;
            }
            round_ms = clock::now_ms();
            if round_ms >= end_ms {
                break;
            }
        }
        if !answers.is_empty()
            && let Some(listener) = state.listener.clone()
        {
            drop(state);
            listener(answers);
            state = self.borrow_mut();
        }
        let is_late = is_working && now_ms - shown_ms < SHOWN_EVERY_MS;
        let is_shown = state.is_urgent && !is_late;
        if is_shown {
            state.look(true);
            is_working |= state.is_view_behind();
            state.is_urgent = is_working;
            if state.opening.keeps_history
                && !is_working
                && let Some(session) = state.session_mut()
            {
                storage::write(session.history().lines());
            }
        }
        state.work = is_working.then(|| self.work_later(if is_shown { now_ms } else { shown_ms }));
        let wakes_in_ms = state.wakes_in_ms(clock::now_ms());
        state.alarm = wakes_in_ms.map(|ms| {
            let state = self.downgrade();
            Timeout::new(ms, move || {
                if let Some(state) = state.upgrade().map(Shared::from) {
                    state.wake();
                }
            })
        });
        let asks_frame = !state.is_urgent && !is_shown;
        if asks_frame {
            self.ask_frame(&mut state);
        }
        drop(state);
        if is_shown {
            self.show();
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

    /// Looks at the clients that wait.
    fn wake(&self) {
        let mut state = self.borrow_mut();
        state.keyspace.borrow_mut().server.wake(clock::now_ms());
        state.is_due = true;
        state.is_urgent = true;
        drop(state);
        self.catch_up();
    }

    fn work_later(&self, shown_ms: i64) -> PromptWork {
        let again = self.clone();
        PromptWork {
            shown_ms,
            _next: task::later(move || again.work()),
        }
    }

    /// Draws this box, and lets those that share its keyspace look.
    fn show(&self) {
        let others = {
            let state = self.borrow();
            let keyspace = state.keyspace.borrow();
            keyspace.others(state.seat)
        };
        self.redraw();
        others.iter().for_each(Shared::hear);
    }

    /// Lets the view follow in the next frame.
    fn ask_frame(&self, state: &mut PromptState) {
        if !std::mem::replace(&mut state.is_frame_asked, true) {
            let state = self.downgrade();
            task::next_frame(move || {
                if let Some(state) = state.upgrade().map(Shared::from) {
                    state.follow();
                }
            });
        }
    }

    /// Shows what a program has done since the last frame.
    fn follow(&self) {
        let mut state = self.borrow_mut();
        state.is_frame_asked = false;
        let now_ms = clock::now_ms();
        if (0..FOLLOWS_EVERY_MS).contains(&(now_ms - state.followed_ms)) {
            return self.ask_frame(&mut state);
        }
        state.followed_ms = now_ms;
        state.look(true);
        let end_ms = now_ms + VIEW_MS;
        while state.keys.is_behind() && clock::now_ms() < end_ms {
            let state = &mut *state;
            let keyspace = state.keyspace.borrow();
            state.keys.catch_up(&keyspace.server, clock::now_ms());
        }
        if state.keys.is_behind() {
            self.ask_frame(&mut state);
        }
        drop(state);
        self.show();
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
        state.is_urgent = true;
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
        state.is_urgent |= state.has_mail();
        let is_free = state.server().running().is_none();
        drop(state);
        if is_free {
            self.catch_up();
        }
        self.redraw();
    }
}
