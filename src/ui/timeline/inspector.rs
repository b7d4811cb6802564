//! One move looked at closely: its command and reply in full, and the state before and after it.

use web_sys::{KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::action::{Action, CursorAction, ViewAction};
use super::actors::condition;
use super::words as say;
use crate::ui::element::{Element, On, button, element};
use base::text::{Lang, Text};
use sim::{ClientId, Outcome, Run, Status, World, seconds, value_text};
use tell::{self, label, line};

/// The panel about the move of this index; nothing while none is inspected.
pub fn inspector(
    lang: Lang,
    run: &Run,
    inspected: Option<usize>,
    on_action: &Callback<Action>,
) -> Html {
    let Some((index, outcome)) = inspected.and_then(|at| Some((at, run.outcome(at)?))) else {
        return Html::default();
    };
    let title = say::move_at(index as u64 + 1, seconds(outcome.now_ms.after)).get(lang);
    let button_of = |label: Text, action: Action| {
        let on_click = on_action.reform(move |_: MouseEvent| action.clone());
        button(label.get(lang), &on_click)
    };
    let on_key = {
        let on_action = on_action.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                on_action.emit(ViewAction::Inspect(None).into());
            }
        })
    };
    let head = element("div")
        .class("tools")
        .child(element("b").text(&[&title, " ", &line::who(lang, outcome)].concat()))
        .child(button_of(
            say::GO_THERE,
            CursorAction::Seek(index + 1).into(),
        ))
        .child(button_of(say::CLOSE, ViewAction::Inspect(None).into()));
    let replies = line::replies(outcome);
    element("section")
        .class("inspector")
        .attr("tabindex", "-1")
        .attr_of("aria-label", title)
        .on(On::KeyDown, &on_key)
        .child(head)
        .child(element("pre").text(&line::what(lang, outcome)))
        .when(replies.map(|replies| element("pre").class("reply").text(&replies)))
        .child(changes(
            lang,
            outcome,
            [run.world(index), run.world(index + 1)],
        ))
        .into()
}

/// The state before and after, a row a fact; what changed is marked.
fn changes(lang: Lang, outcome: &Outcome, worlds: [&World; 2]) -> Element {
    let mut rows = vec![
        row(lang, say::VALUE.get(lang), worlds.map(values)),
        row(
            lang,
            say::OWNER.get(lang),
            worlds.map(|world| owners(lang, world)),
        ),
        row(
            lang,
            say::BELIEVERS.get(lang),
            worlds.map(|world| tell::names(lang, &world.believers())),
        ),
        row(
            lang,
            say::LEASES.get(lang),
            worlds.map(|world| leases(lang, world)),
        ),
    ];
    if worlds[0].servers().count() > 1 {
        let conditions = |world: &World| of_servers(world, &|place| condition(lang, world, place));
        rows.push(row(lang, say::SERVERS.get(lang), worlds.map(conditions)));
    }
    if worlds.map(|world| {
        world
            .clients()
            .iter()
            .any(|client| client.program().uses_store())
    })[0]
    {
        let text = |world: &World| world.store().text();
        rows.push(row(lang, say::STORE.get(lang), worlds.map(text)));
    }
    rows.extend(outcome.client.map(|id| client_row(lang, id, worlds)));
    let head = |text: Text| element("th").attr("scope", "col").text(text.get(lang));
    let heads = element("tr")
        .child(element("td"))
        .child(head(say::BEFORE))
        .child(head(say::AFTER));
    element("table")
        .child(element("thead").child(heads))
        .child(element("tbody").list(rows))
}

fn row(lang: Lang, name: &str, [before, after]: [String; 2]) -> Html {
    let is_same = before == after;
    let mark = element("span").class("unseen").text(say::CHANGED.get(lang));
    element("tr")
        .child(element("th").attr("scope", "row").text(name))
        .child(element("td").text(&before))
        .child(
            element("td")
                .flag("data-changed", !is_same)
                .text(&after)
                .when((!is_same).then_some(mark)),
        )
        .into()
}

fn leases(lang: Lang, world: &World) -> String {
    let one = |id: &ClientId| {
        let lease = world.lease(*id)?;
        Some(
            [
                &id.to_string(),
                " ",
                &label::until(lang, &seconds(lease.until_ms)),
            ]
            .concat(),
        )
    };
    let all: Vec<String> = world.leaseholders().iter().filter_map(one).collect();
    match all.is_empty() {
        true => tell::names(lang, &[]),
        false => all.join(", "),
    }
}

/// What the client that moved does and remembers.
fn client_row(lang: Lang, id: ClientId, worlds: [&World; 2]) -> Html {
    let remembers = |world: &World| {
        let Some(client) = world.client(id) else {
            return String::new();
        };
        let clock = client.clock_s(world.now_ms()).to_string();
        let mut text = tell::status(&Status::of(world, client)).get(lang);
        text.extend(["; ", say::CLOCK.get(lang), " = ", &clock]);
        for (name, value) in client.registers() {
            text.extend(["; ", name, " = ", &value_text(value)]);
        }
        text
    };
    row(lang, &id.to_string(), worlds.map(remembers))
}

/// The lock's value; of several servers, each after its name.
fn values(world: &World) -> String {
    of_servers(world, &|place| {
        let value = world.lock_text(place);
        value.unwrap_or_else(|| "nil".to_owned())
    })
}

/// Who wrote it last.
fn owners(lang: Lang, world: &World) -> String {
    of_servers(world, &|place| {
        let owner: Vec<ClientId> = world.recorded_owner(place).into_iter().collect();
        tell::names(lang, &owner)
    })
}

/// Something of each server after its name; of a single one that alone.
fn of_servers(world: &World, of: &dyn Fn(usize) -> String) -> String {
    let count = world.servers().count();
    if count < 2 {
        return of(0);
    }
    let named = |place: usize| {
        let name = label::server(u8::try_from(place).unwrap_or(u8::MAX));
        [&name, ": ", &of(place)].concat()
    };
    let all: Vec<String> = (0..count).map(named).collect();
    all.join("; ")
}
