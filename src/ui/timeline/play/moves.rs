//! The palette: every move that the reader can make at the cursor, a row a client and one for time. What cannot be made
//! says why at its place.

use yew::virtual_dom::ListenerKind;
use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, EditAction, PanelAction};
use super::super::svg::colour;
use super::words as say;
use super::{action_button, off, on_value, perhaps, switch};
use crate::sim::{Client, ClientId, ClientState, CommandStage, MessageId, Move, seconds};
use crate::tell;
use crate::text::{Lang, Phrase, Text};
use crate::ui::element::{Element, element};

/// How far one press sets a clock, in milliseconds.
const CLOCK_STEP_MS: i64 = 1000;
/// How far one press lets time go on, in milliseconds.
const TICK_MS: i64 = 1000;

/// The palette at the cursor.
pub fn moves(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let palette = Palette {
        lang,
        timeline,
        on_action,
    };
    let clients = timeline.world().clients().iter();
    let rows: Vec<Html> = clients.map(|client| palette.client(client)).collect();
    let bench = &timeline.bench;
    let switches = element("div")
        .class("switches")
        .child(switch(
            say::PARTS.get(lang),
            bench.has_parts,
            on_action,
            PanelAction::Parts(!bench.has_parts),
        ))
        .child(switch(
            say::CLOCKS.get(lang),
            bench.has_clocks,
            on_action,
            PanelAction::Clocks(!bench.has_clocks),
        ));
    element("div")
        .class("moves")
        .flag(
            "data-untouched",
            timeline.is_untouched() && timeline.moves() == 0,
        )
        .list(rows)
        .child(palette.time())
        .child(switches)
}

struct Palette<'a> {
    lang: Lang,
    timeline: &'a TimelineState,
    on_action: &'a Callback<Action>,
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
        let ends = matches!(
            client.state(),
            ClientState::Running | ClientState::Asleep { .. }
        );
        let life = match ends {
            true => (say::CRASH, Move::Crash(id)),
            false => (say::RESTART, Move::Restart(id)),
        };
        let hold = match client.is_paused() {
            true => (say::RESUME, Move::Resume(id)),
            false => (say::PAUSE, Move::Pause(id)),
        };
        let step = self
            .button(say::STEP, Some(id), Move::Step(id))
            .attr("data-step", "")
            .child(keys);
        element("div")
            .class("row")
            .key(u64::from(id.0))
            .attr("role", "group")
            .attr_of("aria-label", id.to_string())
            .attr_of("data-client", colour(id))
            .child(name)
            .child(step)
            .when(bench.has_parts.then(|| self.parts(client)))
            .child(self.button(hold.0, Some(id), hold.1))
            .child(self.button(life.0, Some(id), life.1))
            .when(bench.has_clocks.then(|| self.clock(client)))
            .child(element("span").class("reason").text(&why_not))
            .into()
    }

    /// The four parts of a step.
    fn parts(&self, client: &Client) -> Element {
        let id = client.id();
        let message = match client.stage() {
            CommandStage::Awaiting(message) => message,
            // What it crashed after sending still arrives.
            _ => self
                .timeline
                .world()
                .messages()
                .map(|(message, _)| message)
                .find(|message| message.client == id)
                .unwrap_or(MessageId::of(id)),
        };
        let part = |label, mv| self.button(label, Some(id), mv);
        element("span")
            .class("parts")
            .child(part(say::READ, Move::Read(id)))
            .child(part(say::SEND, Move::Send(id)))
            .child(part(say::EXECUTE, Move::Execute(message)))
            .child(part(say::RECEIVE, Move::Receive(message)))
    }

    /// Sets a client's clock back and forward.
    fn clock(&self, client: &Client) -> Element {
        let (id, skew_ms) = (client.id(), client.skew_ms());
        let set = |sign: &'static str, label: Text, by_ms: i64| {
            let name = [label.get(self.lang), " ", &id.to_string()].concat();
            self.bare(sign, Move::Skew(id, skew_ms.saturating_add(by_ms)))
                .attr_of("aria-label", name)
        };
        let typed = on_value(self.on_action, move |typed| match milliseconds(&typed) {
            Some(ms) => EditAction::Make(Move::Skew(id, ms)),
            None => EditAction::Refuse(say::NO_CLOCK.into()),
        });
        let name = [say::CLOCK_AHEAD.get(self.lang), " ", &id.to_string()].concat();
        let field = element("input")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .attr_of("aria-label", name)
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

/// Seconds as a reader types them, `12` or `0.25`, in milliseconds; digits past the third are none.
pub fn milliseconds(typed: &str) -> Option<i64> {
    let typed = typed.trim();
    let (sign, digits) = match typed.strip_prefix(['-', '−']) {
        Some(digits) => (-1, digits),
        None => (1, typed.strip_prefix('+').unwrap_or(typed)),
    };
    let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || whole.len() + part.len() == 0 {
        return None;
    }
    let thousandths = part.bytes().chain(*b"000").take(3);
    let digits = whole.bytes().chain(thousandths);
    let ms = digits.fold(0i64, |ms, digit| {
        ms.saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(sign * ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_of_time_is_read_as_it_is_written() {
        for (typed, ms) in [
            ("12", 12_000),
            (" 0.25 ", 250),
            ("1,5", 1_500),
            (".0019", 1),
            ("-3", -3_000),
        ] {
            assert_eq!(milliseconds(typed), Some(ms), "{typed}");
        }
        for typed in ["", "-", ".", "1.2.3", "1e3", "ten", "１"] {
            assert_eq!(milliseconds(typed), None, "{typed}");
        }
        assert_eq!(milliseconds("99999999999999999999"), Some(i64::MAX));
    }
}
