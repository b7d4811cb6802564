//! The programs that the clients run, with each client's mark at its line. Clients of one program share its listing.

use yew::prelude::*;

use super::svg::colour;
use super::words as say;
use crate::sim::{Client, State, Status, World, value_text};
use crate::text::Lang;

/// Between a register and its value; a line does not break there.
const EQUALS: &str = "\u{a0}=\u{a0}";

/// The programs and the clients at the cursor.
pub fn programs(lang: Lang, world: &World) -> Html {
    let mut groups: Vec<Vec<&Client>> = Vec::new();
    for client in world.clients() {
        let same = |group: &&mut Vec<&Client>| {
            let mut others = group.iter();
            others.any(|other| other.program() == client.program())
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(client),
            None => groups.push(vec![client]),
        }
    }
    html! {
        <div class="below">
            <div class="program">{ for groups.iter().map(|group| listing(lang, group)) }</div>
            <div class="clients">{ clients(lang, world) }</div>
        </div>
    }
}

/// A program's text; in its gutter, the clients that stand at a line.
fn listing(lang: Lang, group: &[&Client]) -> Html {
    let Some(first) = group.first() else {
        return Html::default();
    };
    let names: Vec<_> = group.iter().map(|client| client.id()).collect();
    let title = [say::PROGRAM_OF.get(lang), &say::names(lang, &names)].concat();
    let row = |(at, text): (usize, &str)| {
        let here: Html = group
            .iter()
            .filter(|client| stands_at(client, at + 1))
            .map(|client| {
                chip(
                    client,
                    html! { <span class="unseen">{ say::NOW_AT.get(lang) }</span> },
                )
            })
            .collect();
        let is_here = group
            .iter()
            .any(|client| stands_at(client, at + 1))
            .then_some("");
        let is_head = (!text.starts_with(' ')).then_some("");
        html! {
            <li data-here={is_here} data-head={is_head}><span class="gutter">{ here }</span><code>{ text }</code></li>
        }
    };
    let style = format!("--marks:{}", group.len());
    let lines: Html = first
        .program()
        .source()
        .trim_end()
        .split('\n')
        .enumerate()
        .map(row)
        .collect();
    html! { <>
        <p class="caption">{ &title }</p>
        <ol class="listing" ~style={style} aria-label={title.clone()}>{ lines }</ol>
    </> }
}

/// A client's name on its colour.
fn chip(client: &Client, more: Html) -> Html {
    let is_dead = matches!(client.state(), State::Crashed { .. }).then_some("");
    html! {
        <span class="chip" data-client={colour(client.id())} data-dead={is_dead}>{ client.id().to_string() }{ more }</span>
    }
}

/// Whether a client that still goes on stands at `line`, from 1.
fn stands_at(client: &Client, line: usize) -> bool {
    let goes_on = matches!(
        client.state(),
        State::Running | State::Asleep { .. } | State::Crashed { .. }
    );
    goes_on && client.line() as usize == line
}

/// What each client does and remembers.
fn clients(lang: Lang, world: &World) -> Html {
    let crowd = world.believers();
    let row = |client: &Client| {
        let is_bad = (crowd.len() > 1 && crowd.contains(&client.id())).then_some("");
        let clock = client.clock_s(world.now_ms()).to_string();
        let mut registers = [say::CLOCK.get(lang), EQUALS, &clock].concat();
        for (name, value) in client.registers() {
            registers.extend(["  ", name, EQUALS, &value_text(value)]);
        }
        html! {
            <tr>
                <th scope="row">{ chip(client, Html::default()) }</th>
                <td data-broken={is_bad}>{ Status::of(world, client).phrase().get(lang) }</td>
                <td class="registers">{ registers }</td>
            </tr>
        }
    };
    html! {
        <table>
            <caption class="unseen">{ say::CLIENTS.get(lang) }</caption>
            <tbody>{ for world.clients().iter().map(row) }</tbody>
        </table>
    }
}
