//! The row of buttons below the controls, and the panel that one of them has opened.

use web_sys::KeyboardEvent;
use yew::{Callback, Html, TargetCast};

use super::super::TimelineState;
use super::super::action::{
    Action, EditAction, Panel, PanelAction, Setting, StartAction, ViewAction,
};
use super::super::fields::{action_button, perhaps};
use super::super::ladder::more;
use super::super::words as phrases;
use super::bench::SearchShown;
use super::setup::changed;
use super::words as say;
use super::{branches, challenge, comparing, keys, moves, searching, settings, share};
use crate::ui::element::{Element, On, element};
use base::text::{Lang, Text};

/// The id of the panel that is open, within its shadow root.
const PANEL: &str = "panel";

/// The buttons and the open panel.
pub fn panels(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let bench = &timeline.bench;
    let open = |panel: Panel, label: &str| {
        let is_open = bench.panel == Some(panel);
        action_button(label, on_action, PanelAction::Toggle(panel))
            .truth("aria-expanded", is_open)
            .attr_if("aria-controls", is_open.then_some(PANEL))
    };
    let named = |panel: Panel| open(panel, name(panel).get(lang));
    let several = timeline.play().branches().len();
    let forks = [say::BRANCHES.get(lang), " ", &several.to_string()].concat();
    let is_single = bench.comparing.is_none();
    let is_playing = bench.is_playing && is_single;
    let refusal = || {
        element("p")
            .class("refusal")
            .attr("role", "status")
            .text(&timeline.said(lang))
    };
    let prompt = || {
        action_button(say::LANE.get(lang), on_action, PanelAction::Prompt)
            .truth("aria-expanded", bench.lane.is_some())
    };
    // The next move is chosen in the ladder, so that few buttons are left, and one place for the rest.
    let rest = [
        (several > 1 && is_single).then(|| open(Panel::Branches, &forks)),
        is_playing.then(|| named(Panel::Settings)),
        is_playing.then(|| named(Panel::Goals)),
        bench.is_playing.then(|| named(Panel::Pairs)),
        is_playing.then(prompt),
        Some(legend_button(lang, timeline, on_action)),
        Some(named(Panel::Keys)),
        bench
            .is_playing
            .then(|| moves::switches(lang, timeline, on_action)),
    ];
    let rest = rest.into_iter().enumerate();
    let rest = rest.filter_map(|(at, tool)| Some(tool?.key(at as u64).into()));
    // The question about one's own lock has a button of the same name.
    let is_asked = bench.search == SearchShown::Own && bench.panel == Some(Panel::Search);
    let go_on = || action_button(say::GO_ON.get(lang), on_action, PanelAction::Play);
    let row = element("div")
        .class("tools")
        .when((!bench.is_playing).then(go_on))
        .when((is_single && !is_asked).then(|| named(Panel::Search)))
        .when(is_single.then(|| named(Panel::Share)))
        .child(more(lang, rest.collect()))
        .when((!bench.is_playing).then(refusal));
    let drawn = |panel: Panel, is_open: bool| {
        let content = match panel {
            Panel::Branches => branches::branches(lang, timeline, on_action),
            Panel::Settings => settings::settings(lang, timeline, on_action),
            Panel::Goals => challenge::choices(lang, timeline, on_action),
            Panel::Pairs => comparing::choices(lang, timeline, on_action),
            Panel::Search => searching::panel(lang, timeline, on_action),
            Panel::Share => share::share(lang, timeline, on_action),
            Panel::Keys => keys::list(lang),
        };
        element("div")
            .key(panel as u64)
            .attr_if("id", is_open.then_some(PANEL))
            .flag("hidden", !is_open)
            .class("panel")
            .when(has_head(panel).then(|| head(lang, panel, on_action)))
            .child(content)
            .on(On::KeyDown, &closing(panel, on_action))
            .into()
    };
    let is_behind = bench.has_searched && bench.panel != Some(Panel::Search);
    let behind = is_behind.then(|| drawn(Panel::Search, false));
    let panel = bench.panel.map(|panel| drawn(panel, true));
    let hides_editor = match bench.panel {
        None | Some(Panel::Settings) => false,
        Some(Panel::Search) => bench.search != SearchShown::Own,
        Some(_) => true,
    };
    element("div")
        .class("play")
        .child(row)
        .when(
            hides_editor
                .then(|| unbegun(lang, timeline, on_action))
                .flatten(),
        )
        .list(panel.into_iter().chain(behind).collect())
}

/// The name of a panel.
fn name(panel: Panel) -> Text {
    match panel {
        Panel::Branches => say::BRANCHES,
        Panel::Settings => say::SETTINGS,
        Panel::Goals => say::GOALS,
        Panel::Pairs => say::PAIRS,
        Panel::Keys => say::KEYS_TITLE,
        Panel::Search => say::SEARCH,
        Panel::Share => say::SHARE,
    }
}

/// Whether a panel says its name: the menu that has opened it closes, and shows no more which it was.
fn has_head(panel: Panel) -> bool {
    !matches!(panel, Panel::Search | Panel::Share)
}

/// The name of a panel, and the button that closes it.
fn head(lang: Lang, panel: Panel, on_action: &Callback<Action>) -> Element {
    let close = action_button(
        phrases::CLOSE.get(lang),
        on_action,
        PanelAction::Toggle(panel),
    );
    element("div")
        .class("row")
        .child(element("b").text(name(panel).get(lang)))
        .child(close.class("quiet"))
}

/// Closes a panel with a name on Escape; not while a text is written, which has uses of its own for that key.
fn closing(panel: Panel, on_action: &Callback<Action>) -> Callback<KeyboardEvent> {
    let on_action = on_action.clone();
    Callback::from(move |event: KeyboardEvent| {
        let target = event.target_dyn_into::<web_sys::Element>();
        let writes = target.is_some_and(|target| target.local_name() == "textarea");
        if event.key() == "Escape" && has_head(panel) && !writes {
            event.prevent_default();
            on_action.emit(PanelAction::Toggle(panel).into());
        }
    })
}

/// That an edited program has not begun, and the button that begins it: every panel is about the one that runs.
fn unbegun(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Option<Element> {
    let play = timeline.play();
    let text = timeline.bench.draft(play)?;
    let why_not = changed(play.setup(), Setting::Program, text).err();
    let begin = perhaps(
        say::RUN_PROGRAM.get(lang),
        on_action,
        StartAction::Set(Setting::Program, text.to_owned()),
        why_not.as_ref().map(|why| why.get(lang)),
    );
    let said = element("p")
        .class("notice")
        .attr("role", "status")
        .text(say::UNBEGUN.get(lang));
    Some(
        element("div")
            .class("unbegun")
            .child(said)
            .when(why_not.map(|why| element("p").class("about").text(&why.get(lang))))
            .child(begin),
    )
}

/// Has the drawing explained, or no longer.
pub fn legend_button(
    lang: Lang,
    timeline: &TimelineState,
    on_action: &Callback<Action>,
) -> Element {
    action_button(phrases::LEGEND.get(lang), on_action, ViewAction::Legend)
        .truth("aria-expanded", timeline.has_legend)
}

/// What is to be said about what was asked for from outside: a lesson that does not exist, a link that broke off.
pub fn notices(lang: Lang, timeline: &TimelineState) -> Element {
    let unknown = timeline.unknown().map(|id| {
        let shown = timeline
            .lesson()
            .map_or(say::FREE.get(lang), |lesson| lesson.id);
        phrases::no_such_lesson(id, shown).get(lang)
    });
    let stopped = timeline.bench.notice.as_ref().map(|why| {
        let played = match timeline.cursor() {
            0 => String::new(),
            moves => say::played(moves as u64).get(lang),
        };
        [&why.get(lang), " ", &played].concat()
    });
    let awaited = &timeline.awaited;
    let failed = awaited.failure().map(str::to_owned);
    let comes = awaited
        .is_waiting()
        .then(|| say::PART_COMES.get(lang).to_owned());
    let said = comes.or(failed).or(unknown).or(stopped);
    element("div")
        .attr("role", "status")
        .when(said.map(|said| element("p").class("notice").text(&said)))
}

/// The prompt at the cursor, when it is open.
pub fn lane(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Html {
    let on_line = on_action.reform(|line| EditAction::Type(line).into());
    let on_say = on_action.reform(|text: Text| EditAction::Refuse(text.into()).into());
    let lane = timeline.bench.lane.as_ref();
    lane.map(|lane| lane.view(lang, say::LANE_LABEL, &on_line, &on_say))
        .unwrap_or_default()
}
