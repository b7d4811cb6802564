//! The palette: every move that the reader can make at the cursor, a row a client, a server and one for time. Which moves
//! there are is the world's to say. What cannot be made says why at its place.

use yew::virtual_dom::ListenerKind;
use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, EditAction, PanelAction};
use super::super::fields::{action_button, off, on_value, perhaps, switch};
use super::super::svg::colour;
use super::super::words as phrases;
use super::bench::is_part;
use super::setup::milliseconds;
use super::words as say;
use crate::ui::element::{Element, element};
use base::text::{Lang, Phrase, Text};
use sim::{Choices, Client, ClientId, ClientState, Memory, MessageId, Move, Node, Peer, seconds};
use tell::{self, label};

/// How far one press sets a clock, in milliseconds.
const CLOCK_STEP_MS: i64 = 1000;
/// How far one press lets time go on, in milliseconds.
const TICK_MS: i64 = 1000;

/// The palette at the cursor.
pub fn moves(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let (world, bench) = (timeline.world(), &timeline.bench);
    let palette = Palette {
        lang,
        timeline,
        on_action,
        candidates: world.candidates(Choices {
            has_faults: bench.has_faults,
            ..Choices::default()
        }),
    };
    let clients = world.clients().iter();
    let rows: Vec<Html> = clients.map(|client| palette.client(client)).collect();
    let places = (0..world.servers().count()).filter_map(|place| u8::try_from(place).ok());
    let servers = places.filter_map(|place| palette.server(place)).collect();
    let of_bench = |label: Text, is_on: bool, action: fn(bool) -> PanelAction| {
        switch(label.get(lang), is_on, on_action, action(!is_on))
    };
    let switches = element("div")
        .class("switches")
        .child(of_bench(say::PARTS, bench.has_parts, PanelAction::Parts))
        .child(of_bench(say::CLOCKS, bench.has_clocks, PanelAction::Clocks))
        .child(of_bench(say::FAULTS, bench.has_faults, PanelAction::Faults));
    element("div")
        .class("moves")
        .flag(
            "data-untouched",
            timeline.is_untouched() && timeline.moves() == 0,
        )
        .list(rows)
        .list(servers)
        .child(palette.time())
        .child(switches)
}

struct Palette<'a> {
    lang: Lang,
    timeline: &'a TimelineState,
    on_action: &'a Callback<Action>,
    /// Every move that the world may take, those with them that it cannot make now.
    candidates: Vec<Move>,
}

impl Palette<'_> {
    fn client(&self, client: &Client) -> Html {
        let id = client.id();
        let bench = &self.timeline.bench;
        let name = element("b").class("chip").text(&id.to_string());
        let why_not = self.why_not(&Move::Step(id)).unwrap_or_default();
        let keys = element("kbd")
            .attr("aria-hidden", "true")
            .text(&id.0.to_string());
        let step = self
            .button(say::STEP, Some(id), Move::Step(id))
            .attr("data-step", "")
            .child(keys);
        let own = self.candidates.iter().filter(|mv| mv.client() == Some(id));
        let others = own.filter(|mv| !is_part(mv) && self.is_offered(mv));
        let others: Vec<Html> = others.filter_map(|mv| self.labelled(mv)).collect();
        let clock = || self.clock(Node::Client(id), client.skew_ms());
        element("div")
            .class("row")
            .key(u64::from(id.0))
            .attr("role", "group")
            .attr_of("aria-label", id.to_string())
            .attr_of("data-client", colour(id))
            .child(name)
            .child(step)
            .when(bench.has_parts.then(|| self.parts(id)))
            .list(others)
            .when(bench.has_clocks.then(clock))
            .child(element("span").class("reason").text(&why_not))
            .into()
    }

    /// A server's row: while faults are on offer, and for a replica.
    fn server(&self, place: u8) -> Option<Html> {
        let (world, bench) = (self.timeline.world(), &self.timeline.bench);
        let at = usize::from(place);
        if !bench.has_faults && !world.is_replica(at) {
            return None;
        }
        let name = label::server(place);
        let own = self.candidates.iter();
        let own: Vec<&Move> = own
            .filter(|mv| mv.server() == Some(place) && self.is_offered(mv))
            .collect();
        let why_not = own.iter().find_map(|mv| self.why_not(mv));
        let clock = || self.clock(Node::Server(place), world.server_skew_ms(at));
        let row = element("div")
            .class("row")
            .key(u64::from(place))
            .attr("role", "group")
            .attr_of("aria-label", name.clone())
            .child(element("b").class("chip").text(&name))
            .list(own.into_iter().filter_map(|mv| self.labelled(mv)).collect())
            .when((bench.has_clocks && bench.has_faults).then(clock))
            .child(
                element("span")
                    .class("reason")
                    .text(&why_not.unwrap_or_default()),
            );
        Some(row.into())
    }

    /// Whether a candidate makes sense here. Of two that undo each other one does; Step has its place.
    fn is_offered(&self, mv: &Move) -> bool {
        let world = self.timeline.world();
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
        let world = self.timeline.world();
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
        let all = self.timeline.world().messages().map(|(message, _)| message);
        all.filter(move |message| message.client == id)
    }

    /// The parts of a step. Of one message both that a server and a client can do; of several what comes next.
    fn parts(&self, id: ClientId) -> Element {
        let mut parts = vec![Move::Read(id), Move::Send(id)];
        let mut messages = self.messages(id);
        match (messages.next(), messages.next()) {
            (first, None) => {
                let message = first.unwrap_or(MessageId::of(id));
                parts.extend([Move::Execute(message), Move::Receive(message)]);
            }
            _ => {
                let own = self.candidates.iter();
                let own = own.filter(|mv| {
                    mv.client() == Some(id) && matches!(mv, Move::Execute(_) | Move::Receive(_))
                });
                parts.extend(own.cloned());
            }
        }
        let parts = parts.iter().filter_map(|mv| self.labelled(mv));
        element("span").class("parts").list(parts.collect())
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
            .on(ListenerKind::onchange, &typed);
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

    /// Lets time go on: a second, to the next thing that it brings about, or as long as the reader says.
    fn time(&self) -> Element {
        let lang = self.lang;
        let world = self.timeline.world();
        let second = self
            .button(say::SECOND, None, Move::Tick(TICK_MS))
            .child(element("kbd").attr("aria-hidden", "true").text("t"));
        let next = match world.next_event_ms() {
            Some(at_ms) => {
                let label = Phrase::new(say::UNTIL, vec![("time", seconds(at_ms))]);
                self.bare(&label.get(lang), Move::Tick(at_ms - world.now_ms()))
            }
            None => perhaps(
                say::NEXT.get(lang),
                self.on_action,
                EditAction::Refuse(say::NOTHING_DUE.into()),
                Some(say::NOTHING_DUE.get(lang).to_owned()),
            ),
        };
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
            .on(ListenerKind::onchange, &amount);
        element("div")
            .class("row")
            .attr("role", "group")
            .attr("aria-label", say::TIME.get(lang))
            .child(element("b").class("chip").text(say::TIME.get(lang)))
            .child(second)
            .child(next)
            .child(field)
    }

    /// A button for a move; the name of the client whose row it is in is heard, not seen.
    fn button(&self, label: Text, of: Option<ClientId>, mv: Move) -> Element {
        let button = self.bare(label.get(self.lang), mv);
        let name = |id: ClientId| {
            let name = [" ", &id.to_string()].concat();
            element("span").class("unseen").text(&name)
        };
        button.when(of.map(name))
    }

    /// Its row says why it cannot be made.
    fn bare(&self, label: &str, mv: Move) -> Element {
        let why_not = self.why_not(&mv);
        let button = action_button(label, self.on_action, EditAction::Make(mv));
        match why_not {
            Some(why_not) => off(button, why_not),
            None => button,
        }
    }

    fn why_not(&self, mv: &Move) -> Option<String> {
        let why_not = self.timeline.can(mv).err()?;
        Some(tell::refusal(&why_not).get(self.lang))
    }
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
