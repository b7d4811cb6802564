//! The programs that the clients run, with each client's mark at its line. Clients of one program share its listing.

use yew::prelude::*;

use super::draw::client_number;
use super::words as say;
use crate::sim::{Client, State, Status, World, value_text};
use crate::text::Lang;

/// The programs and the clients at the cursor.
pub fn programs(lang: Lang, world: &World) -> Html {
    let mut groups: Vec<Vec<(usize, &Client)>> = Vec::new();
    for (place, client) in world.clients().iter().enumerate() {
        let same = |group: &&mut Vec<(usize, &Client)>| {
            group
                .iter()
                .any(|(_, other)| other.program() == client.program())
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push((place, client)),
            None => groups.push(vec![(place, client)]),
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
fn listing(lang: Lang, group: &[(usize, &Client)]) -> Html {
    let Some((_, first)) = group.first() else {
        return Html::default();
    };
    let names: Vec<_> = group.iter().map(|(_, client)| client.id()).collect();
    let title = [say::PROGRAM_OF.get(lang), &say::names(lang, &names)].concat();
    let row = |(at, text): (usize, &str)| {
        let here: Vec<_> = group
            .iter()
            .filter(|(_, client)| stands_at(client, at + 1))
            .collect();
        let (is_here, is_head) = (!here.is_empty(), !text.starts_with(' '));
        let chip = |(place, client): &&(usize, &Client)| {
            let is_dead = matches!(client.state(), State::Crashed { .. });
            html! { <span class="chip" data-client={client_number(*place)} data-dead={is_dead.then_some("")}>{ client.id().to_string() }<span class="unseen">{ say::NOW_AT.get(lang) }</span></span> }
        };
        html! { <li data-here={is_here.then_some("")} data-head={is_head.then_some("")}><span class="gutter">{ for here.iter().map(chip) }</span><code>{ text }</code></li> }
    };
    html! { <>
        <h4>{ &title }</h4>
        <ol class="listing" ~style={format!("--marks:{}", group.len())} tabindex="0" aria-label={title.clone()}>{ for first.program().source().trim_end().split('\n').enumerate().map(row) }</ol>
    </> }
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
    let row = |(place, client): (usize, &Client)| {
        let is_bad = crowd.len() > 1 && crowd.contains(&client.id());
        let mut registers = vec![
            [
                say::CLOCK.get(lang),
                " = ",
                &client.clock_s(world.now_ms()).to_string(),
            ]
            .concat(),
        ];
        registers.extend(
            client
                .registers()
                .map(|(name, value)| [name, " = ", &value_text(value)].concat()),
        );
        html! {
            <tr>
                <th scope="row"><span class="chip" data-client={client_number(place)}>{ client.id().to_string() }</span></th>
                <td data-broken={is_bad.then_some("")}>{ Status::of(world, client).phrase().get(lang) }</td>
                <td class="registers">{ registers.join("  ") }</td>
            </tr>
        }
    };
    html! {
        <table>
            <caption class="unseen">{ say::CLIENTS.get(lang) }</caption>
            <tbody>{ for world.clients().iter().enumerate().map(row) }</tbody>
        </table>
    }
}
