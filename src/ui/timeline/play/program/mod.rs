//! The editor of a program: a text area over a layer of colours, line numbers beside it, and what is wrong with the text
//! below. The browser's own editing is kept, undo with it; Tab leaves as it leaves any field, unless the reader has asked
//! for the list of what can follow.

mod area;
mod editing;

use web_sys::Event;
use yew::prelude::*;

use self::area::EditorParts;
use self::editing::{DraftFacts, Editing};
use super::super::action::Action;
use super::completing;
use super::words as say;
use crate::ui::element::{Element, On, button, element, show_chosen};
use crate::ui::parts;
use base::part::{Part, late};
use base::text::Lang;
use lock::{Algorithm, AlgorithmGroup, STATEMENTS};

/// What a [`ProgramEditor`] is given.
#[derive(Clone, Properties, PartialEq)]
pub struct ProgramEditorProps {
    /// The language of its words.
    pub lang: Lang,
    /// The program that runs.
    pub source: String,
    /// The edited text that has not begun, where there is one.
    pub draft: Option<String>,
    /// Whether a search judges what is run.
    pub is_judged: bool,
    /// Whether it has no button of its own to run, because a search beside it begins with what is written.
    pub is_asked: bool,
    /// Takes the program that is to run.
    pub on_action: Callback<Action>,
}

late! {
    "editor" "a1f3c6d20b9847e5b6d3128c7fe04a95" fn loaded() -> MakeEditor = view_function
}

/// Makes the editor.
type MakeEditor = fn(ProgramEditorProps) -> Html;

fn view_function() -> MakeEditor {
    |props| html! { <ProgramEditor ..props /> }
}

/// The editor, once its part is loaded.
pub fn program_editor(props: ProgramEditorProps) -> Html {
    let coming = say::PART_COMES.get(props.lang);
    parts::late(Part::Editor, coming, move || {
        Part::Editor.is_here().then(|| loaded()(props.clone()))
    })
}

/// The editor.
#[component]
fn ProgramEditor(props: &ProgramEditorProps) -> Html {
    let lang = props.lang;
    let written = props.draft.as_ref().unwrap_or(&props.source).clone();
    let editing = Editing {
        parts: use_memo((), |()| EditorParts::default()),
        facts: use_state(|| DraftFacts::of(&props.source, &props.source)),
        offer: use_state(|| None),
        is_vain: use_state(|| false),
        source: props.source.clone(),
        on_action: props.on_action.clone(),
    };
    {
        let list = editing.parts.list.clone();
        use_effect_with((*editing.offer).clone(), move |_| show_chosen(&list));
    }
    {
        let editing = editing.clone();
        // The editor has come, or another program from outside: a link, a standard one, or what was run before.
        use_effect_with(props.source.clone(), move |_| editing.show(&written));
    }
    let draft = &*editing.facts;
    let said = match &draft.wrong {
        _ if *editing.is_vain => say::NO_CONTINUATION.get(lang).to_owned(),
        Some(wrong) => wrong.get(lang),
        None if draft.is_changed && props.is_judged => say::PROGRAM_TO_JUDGE.get(lang).to_owned(),
        None if draft.is_changed => say::PROGRAM_READY.get(lang).to_owned(),
        None => say::PROGRAM_RUNS.get(lang).to_owned(),
    };
    let state_line = element("p")
        .attr("id", "program-state")
        .class("about")
        .attr("role", "status")
        .flag("data-wrong", draft.wrong.is_some())
        .text(&said);
    let (parts, offer) = (&editing.parts, editing.offer.as_ref());
    let list = completing::list(lang, offer, &parts.list, &editing.on(Editing::take));
    element("div")
        .node(&parts.whole)
        .class("editor")
        .child(code(lang, &editing))
        .child(list)
        .child(state_line)
        .child(row(lang, &editing, props))
        .child(starts(lang, &editing.on(Editing::start)))
        .into()
}

/// The text with its colours and its line numbers.
fn code(lang: Lang, editing: &Editing) -> Element {
    let draft = &*editing.facts;
    let numbers = (1..=draft.lines).map(|line| {
        let is_wrong = draft.wrong.as_ref().is_some_and(|wrong| wrong.line == line);
        element("span")
            .key(u64::from(line))
            .flag("data-wrong", is_wrong)
            .text(&line.to_string())
            .into()
    });
    let layer = element("div")
        .node(&editing.parts.layer)
        .class("layer")
        .attr("aria-hidden", "true");
    let close = editing.on(Editing::close);
    let area = element("textarea")
        .node(&editing.parts.area)
        .attr("id", "program")
        .attr("aria-label", say::PROGRAM.get(lang))
        .attr("aria-describedby", "program-state")
        .attr("aria-autocomplete", "list")
        .attr("aria-controls", completing::LIST)
        .attr("aria-keyshortcuts", "Control+Space Control+Enter")
        .truth("aria-invalid", draft.wrong.is_some())
        .attr("autocapitalize", "off")
        .attr("autocomplete", "off")
        .attr("autocorrect", "off")
        .attr("spellcheck", "false")
        .attr("wrap", "off")
        .on(On::KeyDown, &editing.on(Editing::key))
        .on(On::Focus, &editing.on(Editing::focus))
        .on(On::Blur, &close)
        .on(On::MouseDown, &close)
        .on(On::Input, &editing.on(Editing::look));
    let area = match &*editing.offer {
        Some(offer) => area.attr_of("aria-activedescendant", offer.chosen_id()),
        None => area,
    };
    let numbers = element("div")
        .class("numbers")
        .attr("aria-hidden", "true")
        .list(numbers.collect());
    element("div")
        .class("code")
        .child(numbers)
        .child(element("div").class("write").child(layer).child(area))
}

/// The buttons, and the list of statements that can be put in.
fn row(lang: Lang, editing: &Editing, props: &ProgramEditorProps) -> Element {
    let draft = &*editing.facts;
    let statement = |(at, (text, _)): (usize, &(&'static str, _))| {
        element("option")
            .key(at as u64 + 1)
            .attr("value", text)
            .text(text)
            .into()
    };
    let insert = element("option")
        .key(0)
        .attr("value", "")
        .flag("selected", true)
        .text(say::INSERT.get(lang));
    let statements =
        std::iter::once(insert.into()).chain(STATEMENTS.iter().enumerate().map(statement));
    let label = match props.is_judged {
        true => say::JUDGE_PROGRAM,
        false => say::RUN_PROGRAM,
    };
    let is_off = draft.wrong.is_some() || !draft.is_changed;
    let run = || {
        button(label.get(lang), &editing.on(Editing::run))
            .attr("aria-keyshortcuts", "Control+Enter")
            .attr_if("aria-disabled", is_off.then_some("true"))
    };
    element("div")
        .class("row")
        .when((!props.is_asked).then(run))
        .child(
            button(say::COMPLETE.get(lang), &editing.on(Editing::complete))
                .attr("aria-keyshortcuts", "Control+Space")
                .attr("title", "Ctrl+Space"),
        )
        .child(
            element("select")
                .attr("aria-label", say::INSERT.get(lang))
                .on(On::Change, &editing.on(Editing::insert))
                .list(statements.collect()),
        )
}

/// The known programs in their groups, each to begin with.
fn starts(lang: Lang, on_start: &Callback<Algorithm>) -> Element {
    let start = |algorithm: &Algorithm| {
        let algorithm = *algorithm;
        let start = on_start.reform(move |_: Event| algorithm);
        button(algorithm.title().get(lang), &start).into()
    };
    let mut groups: Vec<Html> = Vec::new();
    for group in AlgorithmGroup::ALL {
        let programs = group.algorithms().iter().map(start).collect();
        groups.push(element("dt").text(group.title().get(lang)).into());
        groups.push(
            element("dd")
                .text(group.about().get(lang))
                .child(element("div").class("row").list(programs))
                .into(),
        );
    }
    element("details")
        .class("starts")
        .child(element("summary").text(say::START_FROM.get(lang)))
        .child(element("dl").list(groups))
}
