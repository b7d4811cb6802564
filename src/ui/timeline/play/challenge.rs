//! The challenges: which there are, and the one that is under way, with its hints and whether it is won. The engine and
//! the search judge.

use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, ChallengeAction};
use super::super::fields::{action_button, perhaps};
use super::program::{ProgramEditorProps, program_editor};
use super::searching;
use super::words as say;
use crate::ui::element::{Element, element};
use base::text::Lang;
use lesson::goal;
use lock::Algorithm;

/// The challenge that is under way; nothing where there is none.
pub fn challenge(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let place = element("div").class("challenge");
    let bench = &timeline.bench;
    let Some(challenge) = bench
        .challenge
        .as_ref()
        .filter(|_| bench.comparing.is_none())
    else {
        return place.flag("hidden", true);
    };
    let hints = challenge.goal.hints;
    let told: Vec<Html> = hints
        .iter()
        .take(challenge.hints)
        .map(|hint| element("li").text(hint.get(lang)).into())
        .collect();
    let all_told =
        (challenge.hints >= hints.len()).then(|| say::NO_MORE_HINTS.get(lang).to_owned());
    let result = challenge.goal.way().map(|way| {
        let won = challenge.fewest;
        let won = won.map(|moves| say::won_in(moves, way.shortest).get(lang));
        element("p")
            .class("won")
            .attr("role", "status")
            .text(&won.unwrap_or_default())
    });
    let mending = bench.mending().map(|(challenge, mend)| {
        let setup = timeline.play().setup();
        let source = setup.program(Algorithm::Own).source().to_owned();
        let draft = bench.draft(timeline.play()).map(str::to_owned);
        let unbegun = draft.is_some().then(|| {
            element("p")
                .class("notice")
                .text(say::UNBEGUN_HERE.get(lang))
        });
        let judging = searching::judging(lang, setup, challenge, mend, draft.is_some(), on_action);
        element("div")
            .class("mend")
            .child(program_editor(ProgramEditorProps {
                lang,
                source,
                draft,
                is_judged: true,
                is_asked: false,
                on_action: on_action.clone(),
            }))
            .when(unbegun)
            .child(judging)
    });
    let all = goal::ALL.iter();
    let here = all.zip(1..).find(|(goal, _)| goal.id == challenge.goal.id);
    let next = here
        .map(|(_, next)| next)
        .filter(|next| *next < goal::ALL.len());
    let next = next.filter(|_| challenge.is_won).map(|next| {
        action_button(
            say::NEXT_GOAL.get(lang),
            on_action,
            ChallengeAction::Choose(Some(next)),
        )
        .attr("data-primary", "")
    });
    place
        .flag("hidden", false)
        .child(
            element("p")
                .class("goal")
                .child(element("b").text(say::GOAL.get(lang)))
                .child(element("span").text(challenge.goal.title.get(lang))),
        )
        .when(result)
        .when(mending)
        .child(element("ul").attr("aria-live", "polite").list(told))
        .child(
            element("div")
                .class("tools")
                .when(next)
                .child(perhaps(
                    say::HINT.get(lang),
                    on_action,
                    ChallengeAction::Hint,
                    all_told,
                ))
                .child(action_button(
                    say::END_GOAL.get(lang),
                    on_action,
                    ChallengeAction::Choose(None),
                )),
        )
}

/// Which challenges there are.
pub fn choices(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let under_way = timeline.bench.challenge.as_ref();
    let row = |(place, goal): (usize, &goal::Goal)| {
        let is_here = under_way.is_some_and(|challenge| challenge.goal.id == goal.id);
        let is_won = timeline.bench.won.contains(&goal.id);
        let mark = || {
            element("span")
                .class("unseen")
                .text(say::GOAL_WON.get(lang))
        };
        element("li")
            .key(place as u64)
            .child(
                action_button(
                    goal.title.get(lang),
                    on_action,
                    ChallengeAction::Choose(Some(place)),
                )
                .attr_if("aria-current", is_here.then_some("true"))
                .flag("data-won", is_won)
                .when(is_won.then(mark)),
            )
            .into()
    };
    element("div")
        .class("goals")
        .child(element("p").class("about").text(say::GOALS_ABOUT.get(lang)))
        .child(element("ol").list(goal::ALL.iter().enumerate().map(row).collect()))
}
