//! What a run begins with: how many clients, which algorithms, lease, start, clocks. Another setting begins another run;
//! what was played before can be gone back to.

use std::sync::Arc;

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, Setting, StartAction};
use super::super::actors::colour;
use super::super::fields::{action_button, algorithms, on_value, option};
use super::program::{ProgramEditorProps, program_editor};
use super::setup::{CLIENTS_MAX, LOSE, WAIT, shared_algorithm};
use super::words as say;
use crate::ui::element::{Element, On, element, list};
use base::text::{Lang, Text};
use lock::{Algorithm, Program};
use sim::{ClientSetup, SERVERS_MAX, Setup, seconds};

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
        .enumerate()
        .map(|(place, client)| form.client(client, of_client(lang, setup, place, client)))
        .collect();
    let former = timeline
        .bench
        .former
        .is_some()
        .then(|| action_button(say::RESTORE.get(lang), on_action, StartAction::Restore));
    // A challenge has the editor at its place.
    let has_editor = setup.runs_own() && timeline.bench.mending().is_none();
    let own = has_editor.then(|| own_program(lang, timeline, false, on_action));
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

/// The editor of the reader's own program; beside a search of it if that `is_asked`.
pub fn own_program(
    lang: Lang,
    timeline: &TimelineState,
    is_asked: bool,
    on_action: &Callback<Action>,
) -> Html {
    let play = timeline.play();
    program_editor(ProgramEditorProps {
        lang,
        source: play.setup().program(Algorithm::Own).source().to_owned(),
        draft: timeline.bench.draft(play).map(str::to_owned),
        is_judged: false,
        is_asked,
        on_action: on_action.clone(),
    })
}

/// The same, and the reader's own program.
fn with_own(lang: Lang, chosen: Option<Algorithm>) -> Vec<Html> {
    let own = Algorithm::Own;
    let mut all = algorithms(lang, chosen, say::DIFFERENT);
    all.push(option(own.id(), own.title().get(lang), chosen == Some(own)));
    all
}

/// The programs that the client at a place may run: of a file of several, each of them.
fn of_client(lang: Lang, setup: &Setup, place: usize, client: &ClientSetup) -> Vec<Html> {
    let own = Algorithm::Own;
    let file = setup.program(own);
    let roles = file.roles();
    if setup.own.is_none() || roles.is_empty() {
        return with_own(lang, Some(client.algorithm));
    }
    let runs = client.role.map_or(place, usize::from) % roles.len();
    let role = |(at, role): (usize, &Arc<Program>)| {
        let value = [own.id(), ".", &(at + 1).to_string()].concat();
        let label = [own.title().get(lang), ": ", role.role()].concat();
        option(&value, &label, client.algorithm == own && at == runs)
    };
    let mut all = algorithms(lang, Some(client.algorithm), say::DIFFERENT);
    all.extend(roles.iter().enumerate().map(role));
    all
}

struct Form<'a> {
    lang: Lang,
    on_action: &'a Callback<Action>,
}

impl Form<'_> {
    /// One client's own settings, with the programs that it may run.
    fn client(&self, client: &ClientSetup, programs: Vec<Html>) -> Html {
        let name = client.id.to_string();
        let labelled = |field: Element, label: Text| {
            field.attr_of("aria-label", [label.get(self.lang), " ", &name].concat())
        };
        let algorithm = self.choice(Setting::AlgorithmOf(client.id), programs);
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
            .on(On::Change, &self.set(setting))
    }

    fn choice(&self, setting: Setting, options: Vec<Html>) -> Element {
        element("select")
            .on(On::Change, &self.set(setting))
            .list(options)
    }

    fn set(&self, setting: Setting) -> Callback<web_sys::Event> {
        on_value(self.on_action, move |value| {
            StartAction::Set(setting, value)
        })
    }
}
