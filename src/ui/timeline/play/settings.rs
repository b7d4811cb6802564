//! What a run begins with: how many clients, which algorithms, lease, start, clocks. Another setting begins another run;
//! what was played before can be gone back to.

use std::sync::Arc;
use yew::virtual_dom::ListenerKind;
use yew::{Callback, Html, html};

use super::super::TimelineState;
use super::super::action::{Action, StartAction};
use super::super::svg::colour;
use super::moves::milliseconds;
use super::program::LateProgramEditor;
use super::words as say;
use super::{action_button, on_value};
use crate::ui::element::{Element, element, list};
use base::text::{Lang, Phrase, Text};
use lock::{Algorithm, Program};
use sim::{
    ClientId, ClientSetup, LEASE_S_MAX, SERVERS_MAX, SKEW_MS_MAX, Setup, TIME_MS_MAX, seconds,
};

/// Clients that a reader can have at most: as many as there are colours.
pub const CLIENTS_MAX: u8 = 5;

/// The value of the setting for messages between two sides that are lost, and for those that wait.
const LOSE: &str = "lose";
const WAIT: &str = "wait";

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// How many clients.
    Clients,
    /// How many servers.
    Servers,
    /// How many replicas of a single server.
    Replicas,
    /// What becomes of a message between two sides of the network: `wait` or `lose`.
    BetweenSides,
    /// The lease, in seconds.
    Lease,
    /// The time at the start, in seconds.
    Start,
    /// What the lock's key holds at the start; nothing for no such key.
    Value,
    /// The algorithm of all clients, by its id.
    Algorithm,
    /// That of one client.
    AlgorithmOf(ClientId),
    /// The text of the reader's own program.
    Program,
    /// How far a client's clock is ahead, in seconds.
    Clock(ClientId),
}

/// The setup with one setting changed to what a reader has typed.
///
/// # Errors
/// What the setting takes, when it does not take that.
pub fn changed(setup: &Setup, setting: Setting, typed: &str) -> Result<Setup, Phrase> {
    let mut setup = setup.clone();
    let whole = |least: i64, most: i64| {
        let number = milliseconds(typed).filter(|ms| ms % 1000 == 0);
        let number = number.map(|ms| ms / 1000);
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| {
                let values = vec![("least", least.to_string()), ("most", most.to_string())];
                Phrase::new(say::WHOLE_NUMBER, values)
            })
    };
    let algorithm = || Algorithm::find(typed).ok_or_else(|| Phrase::from(say::NO_ALGORITHM));
    match setting {
        Setting::Clients => {
            let wanted = whole(1, i64::from(CLIENTS_MAX))?;
            let like = setup.clients.first().map(|client| client.algorithm);
            let ids = (1..=CLIENTS_MAX).map(ClientId);
            let clients = ids.map(|id| {
                let known = setup.clients.iter().find(|client| client.id == id).copied();
                known.unwrap_or(ClientSetup {
                    id,
                    algorithm: like.unwrap_or(Algorithm::Getset),
                    skew_ms: 0,
                })
            });
            setup.clients = clients.take(usize::try_from(wanted).unwrap_or(1)).collect();
        }
        Setting::Servers => {
            setup.servers = u8::try_from(whole(1, SERVERS_MAX as i64)?).unwrap_or(1);
            if setup.servers > 1 {
                setup.replicas = 0;
            }
        }
        Setting::Replicas => {
            setup.replicas = u8::try_from(whole(0, SERVERS_MAX as i64 - 1)?).unwrap_or(0);
            if setup.replicas > 0 {
                setup.servers = 1;
            }
        }
        Setting::BetweenSides => setup.loses_messages = typed == LOSE,
        Setting::Lease => setup.lease_s = whole(1, LEASE_S_MAX)?,
        Setting::Start => setup.start_s = whole(0, TIME_MS_MAX / 1000)?,
        Setting::Value => setup.value = (!typed.is_empty()).then(|| typed.to_owned()),
        Setting::Algorithm => {
            let algorithm = algorithm()?;
            begin_own(&mut setup, algorithm);
            for client in &mut setup.clients {
                client.algorithm = algorithm;
            }
        }
        Setting::Program => {
            let program = Program::parse(typed).map_err(|wrong| {
                let text = Text {
                    en: "{en}",
                    zh: "{zh}",
                };
                let [en, zh] = [Lang::En, Lang::ZhHans].map(|lang| wrong.get(lang));
                Phrase::new(text, vec![("en", en), ("zh", zh)])
            })?;
            setup.own = Some(Arc::new(program));
        }
        Setting::AlgorithmOf(id) => {
            let algorithm = algorithm()?;
            begin_own(&mut setup, algorithm);
            for client in setup.clients.iter_mut().filter(|client| client.id == id) {
                client.algorithm = algorithm;
            }
        }
        Setting::Clock(id) => {
            let ms = milliseconds(typed).filter(|ms| (-SKEW_MS_MAX..=SKEW_MS_MAX).contains(ms));
            let ms = ms.ok_or_else(|| Phrase::from(say::NO_CLOCK))?;
            for client in setup.clients.iter_mut().filter(|client| client.id == id) {
                client.skew_ms = ms;
            }
        }
    }
    Ok(setup.within_limits())
}

/// Where nothing was written yet, a reader's own program begins as the one that the first client runs.
fn begin_own(setup: &mut Setup, chosen: Algorithm) {
    if chosen == Algorithm::Own && setup.own.is_none() {
        let first = setup.clients.first().map(|client| client.algorithm);
        setup.own = Some(setup.program(first.unwrap_or(Algorithm::Getset)));
    }
}

/// The panel.
pub fn settings(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let setup = timeline.play().setup();
    let form = Form { lang, on_action };
    let same = shared_algorithm(setup);
    let numbers = |least: usize, most: usize, chosen: usize| {
        let one = |number: usize| {
            let label = number.to_string();
            option(&label, &label, number == chosen)
        };
        (least..=most).map(one).collect::<Vec<Html>>()
    };
    let sides = [(WAIT, say::WAIT, false), (LOSE, say::ARE_LOST, true)]
        .map(|(value, label, loses)| option(value, label.get(lang), setup.loses_messages == loses));
    let clients = setup
        .clients
        .iter()
        .map(|client| form.client(client))
        .collect();
    let former = timeline
        .bench
        .former
        .is_some()
        .then(|| action_button(say::RESTORE.get(lang), on_action, StartAction::Restore));
    // A challenge has the editor at its place.
    let has_editor = setup.runs_own() && timeline.bench.mending().is_none();
    let own = has_editor.then(|| {
        let source = setup.program(Algorithm::Own).source().to_owned();
        let draft = timeline.bench.draft(timeline.play()).map(str::to_owned);
        html! { <LateProgramEditor {lang} {source} {draft} on_action={on_action.clone()} /> }
    });
    element("div")
        .class("settings")
        .child(
            element("div")
                .class("fields")
                .child(form.labelled(
                    say::ALGORITHM,
                    form.choice(Setting::Algorithm, with_own(lang, same)),
                ))
                .child(form.labelled(
                    say::HOW_MANY,
                    form.choice(
                        Setting::Clients,
                        numbers(1, usize::from(CLIENTS_MAX), setup.clients.len()),
                    ),
                ))
                .child(form.labelled(
                    say::LEASE,
                    form.field(Setting::Lease, setup.lease_s.to_string()),
                ))
                .child(form.labelled(
                    say::START,
                    form.field(Setting::Start, setup.start_s.to_string()),
                ))
                .child(
                    form.labelled(
                        say::START_VALUE,
                        form.field(Setting::Value, setup.value.clone().unwrap_or_default())
                            .attr("placeholder", say::NO_KEY.get(lang)),
                    ),
                )
                .child(form.labelled(
                    say::SERVERS,
                    form.choice(
                        Setting::Servers,
                        numbers(1, SERVERS_MAX, usize::from(setup.servers)),
                    ),
                ))
                .child(form.labelled(
                    say::REPLICAS,
                    form.choice(
                        Setting::Replicas,
                        numbers(0, SERVERS_MAX - 1, usize::from(setup.replicas)),
                    ),
                ))
                .child(form.labelled(
                    say::BETWEEN_SIDES,
                    form.choice(Setting::BetweenSides, sides.into()),
                )),
        )
        .list(vec![
            list(own.into_iter().collect()),
            element("div").class("clients").list(clients).into(),
        ])
        .child(
            element("p")
                .class("about")
                .text(say::NEW_RUN.get(lang))
                .when(former),
        )
}

/// The algorithm that every client runs; `None` where they differ.
fn shared_algorithm(setup: &Setup) -> Option<Algorithm> {
    let first = setup.clients.first()?.algorithm;
    let is_same = setup.clients.iter().all(|client| client.algorithm == first);
    is_same.then_some(first)
}

/// Every algorithm to choose from; without a chosen one, `none` before them.
pub fn algorithms(lang: Lang, chosen: Option<Algorithm>, none: Text) -> Vec<Html> {
    let none = element("option")
        .key(0)
        .attr("value", "")
        .flag("selected", true)
        .text(none.get(lang));
    let mut all: Vec<Html> = Vec::new();
    if chosen.is_none() {
        all.push(none.into());
    }
    all.extend(Algorithm::ALL.map(|algorithm| {
        option(
            algorithm.id(),
            algorithm.title().get(lang),
            chosen == Some(algorithm),
        )
    }));
    all
}

/// The same, and the reader's own program.
fn with_own(lang: Lang, chosen: Option<Algorithm>) -> Vec<Html> {
    let own = Algorithm::Own;
    let mut all = algorithms(lang, chosen, say::DIFFERENT);
    all.push(option(own.id(), own.title().get(lang), chosen == Some(own)));
    all
}

fn option(value: &str, label: &str, is_chosen: bool) -> Html {
    element("option")
        .attr_of("value", value.to_owned())
        .flag("selected", is_chosen)
        .text(label)
        .into()
}

struct Form<'a> {
    lang: Lang,
    on_action: &'a Callback<Action>,
}

impl Form<'_> {
    /// One client's own settings.
    fn client(&self, client: &ClientSetup) -> Html {
        let name = client.id.to_string();
        let labelled = |field: Element, label: Text| {
            field.attr_of("aria-label", [label.get(self.lang), " ", &name].concat())
        };
        let algorithm = self.choice(
            Setting::AlgorithmOf(client.id),
            with_own(self.lang, Some(client.algorithm)),
        );
        let clock = self.field(Setting::Clock(client.id), seconds(client.skew_ms));
        element("div")
            .class("row")
            .key(u64::from(client.id.0))
            .attr_of("data-client", colour(client.id))
            .child(element("b").class("chip").text(&name))
            .child(labelled(algorithm, say::ALGORITHM))
            .child(
                element("label")
                    .child(element("span").text(say::CLOCK_AHEAD.get(self.lang)))
                    .child(labelled(clock, say::CLOCK_AHEAD)),
            )
            .into()
    }

    fn labelled(&self, label: Text, field: Element) -> Element {
        element("label")
            .child(element("span").text(label.get(self.lang)))
            .child(field)
    }

    fn field(&self, setting: Setting, value: String) -> Element {
        element("input")
            .attr("autocomplete", "off")
            .value(value)
            .on(ListenerKind::onchange, &self.set(setting))
    }

    fn choice(&self, setting: Setting, options: Vec<Html>) -> Element {
        element("select")
            .on(ListenerKind::onchange, &self.set(setting))
            .list(options)
    }

    fn set(&self, setting: Setting) -> Callback<web_sys::Event> {
        on_value(self.on_action, move |value| {
            StartAction::Set(setting, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_takes_what_makes_sense_and_says_what_that_is() {
        let setup = Setup::new(Algorithm::Getset, 3);
        let set = |setting, typed| changed(&setup, setting, typed);
        assert_eq!(set(Setting::Clients, "5").unwrap().clients.len(), 5);
        assert_eq!(set(Setting::Clients, "1").unwrap().clients.len(), 1);
        assert_eq!(set(Setting::Lease, "7").unwrap().lease_s, 7);
        assert_eq!(set(Setting::Servers, "5").unwrap().servers, 5);
        let replicated = set(Setting::Replicas, "4").unwrap();
        assert_eq!((replicated.servers, replicated.replicas), (1, 4));
        let several = changed(&replicated, Setting::Servers, "3").unwrap();
        assert_eq!((several.servers, several.replicas), (3, 0));
        assert!(set(Setting::BetweenSides, LOSE).unwrap().loses_messages);
        assert_eq!(
            set(Setting::Value, "99").unwrap().value.as_deref(),
            Some("99")
        );
        assert_eq!(set(Setting::Value, "").unwrap().value, None);
        let c2 = ClientId(2);
        assert_eq!(
            set(Setting::Clock(c2), "-1.5").unwrap().clients[1].skew_ms,
            -1_500
        );
        let mixed = set(Setting::AlgorithmOf(c2), "setnx").unwrap();
        assert_eq!(shared_algorithm(&mixed), None);
        let uniform = changed(&mixed, Setting::Algorithm, "incr").unwrap();
        assert_eq!(shared_algorithm(&uniform), Some(Algorithm::Incr));
        let own = set(Setting::Algorithm, "own").unwrap();
        assert_eq!(
            own.program(Algorithm::Own).source(),
            Algorithm::Getset.source()
        );
        let other = changed(&own, Setting::Program, Algorithm::Px.source()).unwrap();
        assert_eq!(
            other.world().clients()[2].program().source(),
            Algorithm::Px.source()
        );
        let wrong = changed(&own, Setting::Program, "acquire:\n  retri").unwrap_err();
        assert!(
            wrong.get(Lang::En).starts_with("Line 2, column 3"),
            "{}",
            wrong.get(Lang::En)
        );
        for (setting, typed) in [
            (Setting::Clients, "0"),
            (Setting::Clients, "6"),
            (Setting::Servers, "6"),
            (Setting::Replicas, "5"),
            (Setting::Clients, "2.5"),
            (Setting::Lease, "0"),
            (Setting::Start, "-1"),
            (Setting::Algorithm, "paxos"),
            (Setting::Clock(c2), "soon"),
        ] {
            assert!(set(setting, typed).is_err(), "{setting:?} {typed}");
        }
    }
}
