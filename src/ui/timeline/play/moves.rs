//! The palette: every move that the reader can make at the cursor. Which moves there are is the world's to say. What cannot
//! be made says why at its place.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, EditAction, PanelAction};
use super::super::fields::{action_button, off, on_value, switch};
use super::super::words as phrases;
use super::bench::Bench;
use super::setup::milliseconds;
use super::words as say;
use crate::ui::element::{Element, On, element};
use base::text::{Lang, Text};
use sim::{
    Choices, Client, ClientId, ClientState, Memory, MessageId, Move, Node, Peer, World, seconds,
};
use tell::{self, label};

/// How far one press sets a clock, in milliseconds.
const CLOCK_STEP_MS: i64 = 1000;

/// The switches for moves besides steps, crashes and time.
pub fn switches(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let bench = &timeline.bench;
    let of_bench = |label: Text, is_on: bool, action: fn(bool) -> PanelAction| {
        switch(label.get(lang), is_on, on_action, action(!is_on))
    };
    element("div")
        .class("switches")
        .child(of_bench(say::PARTS, bench.has_parts, PanelAction::Parts))
        .child(of_bench(say::CLOCKS, bench.has_clocks, PanelAction::Clocks))
        .child(of_bench(say::FAULTS, bench.has_faults, PanelAction::Faults))
}

/// The moves that can be made at the cursor, as buttons.
pub struct Palette<'a> {
    /// The language of the buttons.
    pub lang: Lang,
    /// The reader's choice of moves besides steps, crashes and time.
    bench: &'a Bench,
    /// The world in which they are made.
    pub world: &'a World,
    on_action: &'a Callback<Action>,
    /// Every move that the world may take, those with them that it cannot make now.
    pub candidates: Vec<Move>,
}

impl<'a> Palette<'a> {
    /// The palette of a world.
    pub fn new(
        lang: Lang,
        bench: &'a Bench,
        world: &'a World,
        on_action: &'a Callback<Action>,
    ) -> Palette<'a> {
        Palette {
            lang,
            bench,
            world,
            on_action,
            candidates: world.candidates(Choices {
                has_faults: bench.has_faults,
                ..Choices::default()
            }),
        }
    }

    /// The moves of a client that have no place in its lane.
    pub fn others(&self, id: ClientId) -> Vec<Html> {
        let own = self.candidates.iter().filter(|mv| mv.client() == Some(id));
        let own = own.filter(|mv| self.is_offered(mv) && !is_in_lane(mv) && !is_arrival(mv));
        let mut all: Vec<Html> = own.filter_map(|mv| self.labelled(mv)).collect();
        let client = self.world.client(id);
        if let Some(client) = client.filter(|_| self.bench.has_clocks) {
            all.push(self.clock(Node::Client(id), client.skew_ms()).into());
        }
        all
    }

    /// The moves of a server.
    pub fn of_server(&self, place: usize) -> Vec<Html> {
        let Ok(number) = u8::try_from(place) else {
            return Vec::new();
        };
        let own = self.candidates.iter();
        let own =
            own.filter(|mv| mv.server() == Some(number) && !is_arrival(mv) && self.is_offered(mv));
        let mut all: Vec<Html> = own.filter_map(|mv| self.labelled(mv)).collect();
        let bench = self.bench;
        if bench.has_clocks && bench.has_faults {
            let skew_ms = self.world.server_skew_ms(place);
            all.push(self.clock(Node::Server(number), skew_ms).into());
        }
        all
    }

    /// The moves in a client's lane besides a step: restart, resume, the parts of a step where they are asked for, and the
    /// arrival of a reply.
    pub fn in_lane(&self, id: ClientId) -> Vec<Html> {
        let is_part = |mv: &Move| matches!(mv, Move::Read(_) | Move::Send(_));
        let own = self.candidates.iter().filter(|mv| mv.client() == Some(id));
        let own =
            own.filter(|mv| is_in_lane(mv) && self.is_offered(mv) && self.world.can(mv).is_ok());
        let own = own.filter(|mv| self.bench.has_parts || !is_part(mv));
        own.filter_map(|mv| self.labelled(mv)).collect()
    }

    /// The requests that would arrive at a server or the store, and the writes that would arrive at a replica.
    pub fn arrivals(&self, is_here: &dyn Fn(Peer) -> bool) -> Vec<Html> {
        let comes = |mv: &&Move| {
            let to = match mv {
                Move::Execute(message) => message.peer,
                Move::Replicate(place) => Peer::Server(*place),
                _ => return false,
            };
            is_here(to) && self.world.can(mv).is_ok()
        };
        let all = self.candidates.iter().filter(comes);
        all.filter_map(|mv| self.arriving(mv)).collect()
    }

    /// A request that arrives, with the name of who sent it.
    fn arriving(&self, mv: &Move) -> Option<Html> {
        let name = mv.client().or(match mv {
            Move::Execute(message) => Some(message.client),
            _ => None,
        });
        let name = name.map(|id| [&id.to_string(), ": "].concat());
        let label = [&name.unwrap_or_default(), word(mv)?.get(self.lang)].concat();
        Some(self.bare(&label, mv.clone()).into())
    }

    /// Whether a candidate makes sense here. Of two that undo each other one does; Step has its place.
    fn is_offered(&self, mv: &Move) -> bool {
        let world = self.world;
        let client = mv.client().and_then(|id| world.client(id));
        let of_client = |holds: &dyn Fn(&Client) -> bool| client.is_some_and(holds);
        let ended = |client: &Client| {
            !matches!(
                client.state(),
                ClientState::Running | ClientState::Asleep { .. }
            )
        };
        match mv {
            Move::Step(_) | Move::Tick(_) | Move::Type(_) => false,
            Move::Skew(..) | Move::SkewServer(..) => false,
            Move::Read(_) | Move::Send(_) | Move::Execute(_) | Move::Receive(_) => true,
            Move::Lose(_) => true,
            Move::Pause(_) => of_client(&|client| !client.is_paused()),
            Move::Resume(_) => of_client(&Client::is_paused),
            Move::Crash(_) => of_client(&|client| !ended(client)),
            Move::Restart(_) => of_client(&ended),
            Move::TimeOut(_) => of_client(&|client| client.deadline_s().is_some()),
            Move::Meanwhile(_) => of_client(&Client::has_thread),
            Move::Fail(place) | Move::Sync(place) => world.is_up(usize::from(*place)),
            Move::Recover(place, _) => !world.is_up(usize::from(*place)),
            Move::Replicate(place) | Move::Promote(place) => world.is_replica(usize::from(*place)),
            Move::CutOff(node) => !world.is_parted(*node),
            Move::Rejoin(node) => world.is_parted(*node),
        }
    }

    /// The button of a move, if it has a word: with the server of its message, where there are several.
    fn labelled(&self, mv: &Move) -> Option<Html> {
        let world = self.world;
        let message = match mv {
            Move::Execute(message) | Move::Receive(message) | Move::Lose(message) => Some(*message),
            _ => None,
        };
        let to = message.map(|message| match message.peer {
            _ if world.servers().count() < 2 && self.messages(message.client).count() < 2 => {
                String::new()
            }
            Peer::Server(place) => [" ", &label::server(place)].concat(),
            Peer::Store => [" ", phrases::STORE.get(self.lang)].concat(),
        });
        let word = [word(mv)?.get(self.lang), &to.unwrap_or_default()].concat();
        let of = mv.client().map(|id| id.to_string());
        let of = of
            .or_else(|| mv.server().map(label::server))
            .unwrap_or_default();
        let unseen = element("span").class("unseen").text(&[" ", &of].concat());
        Some(self.bare(&word, mv.clone()).child(unseen).into())
    }

    fn messages(&self, id: ClientId) -> impl Iterator<Item = MessageId> {
        let all = self.world.messages().map(|(message, _)| message);
        all.filter(move |message| message.client == id)
    }

    /// Sets the clock of a client or a server back and forward.
    fn clock(&self, of: Node, skew_ms: i64) -> Element {
        let mv = move |ms: i64| match of {
            Node::Client(id) => Move::Skew(id, ms),
            Node::Server(place) => Move::SkewServer(place, ms),
        };
        let named = |text: Text| [text.get(self.lang), " ", &label::node(of)].concat();
        let set = |sign: &'static str, label: Text, by_ms: i64| {
            self.bare(sign, mv(skew_ms.saturating_add(by_ms)))
                .attr_of("aria-label", named(label))
        };
        let typed = on_value(self.on_action, move |typed| match milliseconds(&typed) {
            Some(ms) => EditAction::Make(mv(ms)),
            None => EditAction::Refuse(say::NO_CLOCK.into()),
        });
        let field = element("input")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .attr_of("aria-label", named(say::CLOCK_AHEAD))
            .value(seconds(skew_ms))
            .on(On::Change, &typed);
        element("span")
            .class("clock")
            .child(
                element("span")
                    .class("about")
                    .text(say::CLOCK_AHEAD.get(self.lang)),
            )
            .child(set("−", say::SLOWER, -CLOCK_STEP_MS))
            .child(field)
            .child(set("+", say::FASTER, CLOCK_STEP_MS))
    }

    /// Lets time go on for as long as the reader says.
    pub fn time(&self) -> Element {
        let lang = self.lang;
        let amount = on_value(self.on_action, |typed| match milliseconds(&typed) {
            Some(ms) => EditAction::Make(Move::Tick(ms)),
            None => EditAction::Refuse(say::NO_AMOUNT.into()),
        });
        let field = element("input")
            .class("amount")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .attr("aria-label", say::AMOUNT.get(lang))
            .attr("placeholder", say::AMOUNT_SHORT.get(lang))
            .value(String::new())
            .on(On::Change, &amount);
        element("div")
            .class("row")
            .attr("role", "group")
            .attr("aria-label", say::TIME.get(lang))
            .child(element("span").text(say::AMOUNT.get(lang)))
            .child(field)
    }

    /// The button of a move, with this label. Where the move cannot be made, it says why.
    pub fn bare(&self, label: &str, mv: Move) -> Element {
        let why_not = self.why_not(&mv);
        let button = action_button(label, self.on_action, EditAction::Make(mv));
        match why_not {
            Some(why_not) => off(button, why_not),
            None => button,
        }
    }

    /// Why a move cannot be made.
    pub fn why_not(&self, mv: &Move) -> Option<String> {
        let why_not = self.world.can(mv).err()?;
        Some(tell::refusal(&why_not).get(self.lang))
    }
}

/// Whether a move has its place in the lane of its client.
fn is_in_lane(mv: &Move) -> bool {
    matches!(
        mv,
        Move::Read(_)
            | Move::Send(_)
            | Move::Receive(_)
            | Move::TimeOut(_)
            | Move::Meanwhile(_)
            | Move::Restart(_)
            | Move::Resume(_)
    )
}

/// Whether a move has its place in the lane where something arrives.
fn is_arrival(mv: &Move) -> bool {
    matches!(mv, Move::Execute(_) | Move::Replicate(_))
}

/// The word on a move's button; time, clocks and what is typed have fields.
fn word(mv: &Move) -> Option<Text> {
    Some(match mv {
        Move::Step(_) => say::STEP,
        Move::Read(_) => say::READ,
        Move::Send(_) => say::SEND,
        Move::Execute(_) => say::EXECUTE,
        Move::Receive(_) => say::RECEIVE,
        Move::Crash(_) => say::CRASH,
        Move::Restart(_) | Move::Recover(_, Memory::All) => say::RESTART,
        Move::Pause(_) => say::PAUSE,
        Move::Resume(_) => say::RESUME,
        Move::TimeOut(_) => say::TIME_OUT,
        Move::Meanwhile(_) => say::MEANWHILE,
        Move::Lose(_) => say::LOSE,
        Move::Fail(_) => say::FAIL,
        Move::Recover(_, Memory::Synced) => say::RESTART_SYNCED,
        Move::Recover(_, Memory::Nothing) => say::RESTART_EMPTY,
        Move::Sync(_) => say::SYNC,
        Move::Replicate(_) => say::REPLICATE,
        Move::Promote(_) => say::PROMOTE,
        Move::CutOff(_) => say::CUT_OFF,
        Move::Rejoin(_) => say::REJOIN,
        Move::Tick(_) | Move::Skew(..) | Move::SkewServer(..) | Move::Type(_) => return None,
    })
}
