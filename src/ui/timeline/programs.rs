//! The programs that the clients run, with each client's mark at its line. Clients of one program share its listing.

use yew::prelude::*;

use super::actors::colour;
use super::words as say;
use crate::ui::element::{Element, element, list, renewed};
use base::text::Lang;
use sim::{Client, ClientState, Node, Status, World, value_text};

/// Between a register and its value; a line does not break there.
const EQUALS: &str = "\u{a0}=\u{a0}";

/// The lines of a program with its scripts, up to which the scripts are shown unasked.
const LINES_WITH_SCRIPTS: usize = 16;

/// The programs at the cursor.
pub fn programs(lang: Lang, world: &World) -> Element {
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
    let listings = groups.iter().map(|group| listing(lang, group));
    element("div").list(listings.collect())
}

/// A program's text; in its gutter, the clients that stand at a line.
fn listing(lang: Lang, group: &[&Client]) -> Html {
    let Some(first) = group.first() else {
        return Html::default();
    };
    let names: Vec<_> = group.iter().map(|client| client.id()).collect();
    let title = [say::PROGRAM_OF.get(lang), &tell::names(lang, &names)].concat();
    let row = |(at, text): (usize, &str)| {
        let now_at = || element("span").class("unseen").text(say::NOW_AT.get(lang));
        let here = group.iter().filter(|client| stands_at(client, at + 1));
        let here = here.map(|client| chip(client).child(now_at()).into());
        // A client's second thread stands at a line of its own.
        let is_second = |client: &&&Client| client.thread_line() == u32::try_from(at + 1).ok();
        let second = || {
            element("span")
                .class("unseen")
                .text(say::SECOND_AT.get(lang))
        };
        let others = group.iter().filter(is_second);
        let others = others.map(|client| {
            let chip = chip(client).flag("data-second", true);
            chip.child(second()).into()
        });
        let here: Vec<Html> = here.chain(others).collect();
        element("li")
            .flag("data-here", !here.is_empty())
            .flag("data-head", !text.starts_with(' '))
            .child(element("span").class("gutter").list(here))
            .child(element("code").text(text))
            .into()
    };
    let source = first.program().source().trim_end();
    let (program, scripts) = parted(source);
    let is_short = source.split('\n').count() <= LINES_WITH_SCRIPTS;
    let lines = element("ol")
        .class("listing")
        .flag("data-long", !is_short)
        .style(&["--marks:", &group.len().to_string()].concat())
        .attr_of("aria-label", title.clone())
        .list(program.split('\n').enumerate().map(row).collect());
    let caption = element("p").class("caption").text(&title);
    let mut all: Vec<Html> = vec![caption.into(), lines.into()];
    // A long program keeps its scripts folded, so that the stage is seen whole.
    all.extend(scripts.into_iter().map(|text| script(text, is_short)));
    list(all)
}

/// A program without its scripts, and each of those with its head.
fn parted(source: &str) -> (&str, Vec<&str>) {
    let is_head = |line: &str| line.starts_with("script ");
    let mut starts = Vec::new();
    let mut at = 0;
    for line in source.split('\n') {
        if is_head(line) {
            starts.push(at);
        }
        at += line.len() + 1;
    }
    let ends = starts.iter().skip(1).copied().chain([source.len()]);
    let scripts = starts.iter().zip(ends);
    let scripts = scripts.map(|(start, end)| source.get(*start..end).unwrap_or_default());
    let program = source.get(..starts.first().copied().unwrap_or(source.len()));
    (
        program.unwrap_or_default().trim_end(),
        scripts.map(str::trim_end).collect(),
    )
}

/// A script that the program names; no client stands in it, since it is one step.
fn script(text: &str, is_open: bool) -> Html {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let summary = element("summary").child(element("code").text(head.trim_end_matches(':')));
    element("details")
        .class("script")
        .flag("open", is_open)
        .child(summary)
        .child(element("pre").text(body))
        .into()
}

/// A client's name on its colour.
fn chip(client: &Client) -> Element {
    element("span")
        .class("chip")
        .attr_of("data-client", colour(client.id()))
        .flag("data-dead", matches!(client.state(), ClientState::Crashed))
        .text(&client.id().to_string())
}

/// Whether a client that still goes on stands at `line`, from 1.
fn stands_at(client: &Client, line: usize) -> bool {
    let goes_on = matches!(
        client.state(),
        ClientState::Running | ClientState::Asleep { .. } | ClientState::Crashed
    );
    goes_on && client.line() as usize == line
}

/// What a client does, and whether it is cut off.
fn status_of(lang: Lang, world: &World, client: &Client) -> String {
    let mut status = tell::status(&Status::of(world, client)).get(lang);
    if world.is_parted(Node::Client(client.id())) {
        status.extend(["; ", say::CUT_OFF.get(lang)]);
    }
    status
}

/// What each client does and remembers.
pub fn clients(lang: Lang, world: &World) -> Element {
    let crowd = world.believers();
    let harm = match world.are_too_many(&world.leaseholders()) {
        true => "bad",
        false => "both",
    };
    let is_crowded = world.are_too_many(&crowd);
    let row = |client: &Client| {
        let is_one = is_crowded && crowd.contains(&client.id());
        let clock = client.clock_s(world.now_ms()).to_string();
        let mut registers = [say::CLOCK.get(lang), EQUALS, &clock].concat();
        for (name, value) in client.registers() {
            registers.extend(["  ", name, EQUALS, &value_text(value)]);
        }
        let head = element("th").attr("scope", "row").child(chip(client));
        let status = element("td")
            .attr_if("data-harm", is_one.then_some(harm))
            .list(vec![renewed(&status_of(lang, world, client))]);
        element("tr")
            .child(head)
            .child(status)
            .child(
                element("td")
                    .class("registers")
                    .list(vec![renewed(&registers)]),
            )
            .into()
    };
    element("table")
        .class("clients")
        // A caption that is out of sight would have its part of the widths of the columns.
        .attr("aria-label", say::CLIENTS.get(lang))
        .child(element("tbody").list(world.clients().iter().map(row).collect()))
}
