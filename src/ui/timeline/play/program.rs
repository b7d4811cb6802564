//! The editor of a program: a text area over a layer of colours, line numbers beside it, and what is wrong with the text
//! below. The browser's own editing is kept, undo with it; Tab leaves as it leaves any field, unless the reader has asked
//! for the list of what can follow.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDocument, HtmlSelectElement, HtmlTextAreaElement, KeyboardEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use super::super::action::{Action, PanelAction, Setting, StartAction};
use super::completing::{self, Choice, Offer};
use super::words as say;
use crate::ui::caret::{bytes_of, units_of};
use crate::ui::element::{Element, button, element, show_chosen};
use crate::ui::parts;
use base::part::{Part, late};
use base::text::Lang;
use lock::{
    Algorithm, AlgorithmGroup, Diagnostic, Program, STATEMENTS, StretchKind, script_for, stretches,
};

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
    /// Takes the program that is to run.
    pub on_action: Callback<Action>,
}

/// The parts of the document that the editor writes to.
#[derive(Clone, Default, PartialEq)]
struct EditorParts {
    whole: NodeRef,
    area: NodeRef,
    layer: NodeRef,
    list: NodeRef,
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
    let coming = say::EDITOR_COMES.get(props.lang);
    parts::late(Part::Editor, coming, move || {
        Part::Editor.is_here().then(|| loaded()(props.clone()))
    })
}

/// The editor.
#[component]
fn ProgramEditor(props: &ProgramEditorProps) -> Html {
    let lang = props.lang;
    let parts = use_memo((), |()| EditorParts::default());
    // What is wrong with the text, whether it is another than the one that runs, and its number of lines.
    let state = use_state(|| DraftFacts::of(&props.source, &props.source));
    let written = props.draft.as_ref().unwrap_or(&props.source).clone();
    // What can follow at the caret, while that is on show; and whether it was asked for in vain.
    let offer = use_state(|| None::<Offer>);
    let is_vain = use_state(|| false);
    let look = {
        let (parts, state, source) = (parts.clone(), state.clone(), props.source.clone());
        let (offer, is_vain) = (offer.clone(), is_vain.clone());
        let on_action = props.on_action.clone();
        Callback::from(move |_: Event| {
            let text = parts.text();
            on_action.emit(PanelAction::Draft(text.clone()).into());
            let draft = DraftFacts::of(&text, &source);
            parts.paint(draft.wrong.as_ref());
            state.set(draft);
            is_vain.set(false);
            if offer.is_some() {
                offer.set(parts.offer());
            }
        })
    };
    let ask = {
        let (parts, offer, is_vain) = (parts.clone(), offer.clone(), is_vain.clone());
        Callback::from(move |()| {
            let found = parts.offer();
            is_vain.set(found.is_none());
            match found {
                Some(only) if only.is_single() => parts.take(&only, None),
                found => offer.set(found),
            }
        })
    };
    let take = {
        let (parts, offer) = (parts.clone(), offer.clone());
        Callback::from(move |place: usize| {
            if let Some(one) = &*offer {
                parts.take(one, Some(place));
            }
            offer.set(None);
        })
    };
    {
        let list = parts.list.clone();
        use_effect_with((*offer).clone(), move |_| show_chosen(&list));
    }
    {
        let (parts, state) = (parts.clone(), state.clone());
        // The editor has come, or another program from outside: a link, a standard one, or what was run before.
        use_effect_with(props.source.clone(), move |source| {
            if parts.text() != written {
                parts.set(&written);
            }
            let draft = DraftFacts::of(&written, source);
            parts.paint(draft.wrong.as_ref());
            state.set(draft);
        });
    }
    let run = {
        let parts = parts.clone();
        props
            .on_action
            .reform(move |_: Event| StartAction::Set(Setting::Program, parts.text()).into())
    };
    let on_key = {
        let (parts, run) = (parts.clone(), run.clone());
        let (ask, offer) = (ask.clone(), offer.clone());
        Callback::from(move |event: KeyboardEvent| {
            let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
            if event.is_composing() {
                return;
            }
            let asks = event.ctrl_key() && event.key() == " "
                || event.alt_key() && event.key() == "ArrowDown";
            if asks {
                ask.emit(());
                return event.prevent_default();
            }
            if let Some(open) = offer
                .as_ref()
                .filter(|_| !has_modifier && !event.shift_key())
            {
                let choice = open.key(&event.key());
                let is_done = !matches!(choice, Choice::Left | Choice::None);
                match choice {
                    Choice::Moved(other) => offer.set(Some(other)),
                    Choice::Taken => {
                        parts.take(open, None);
                        offer.set(None);
                    }
                    Choice::Closed | Choice::Left => offer.set(None),
                    Choice::None => {}
                }
                if is_done {
                    return event.prevent_default();
                }
            }
            if event.key() != "Enter" {
                return;
            }
            if event.ctrl_key() || event.meta_key() {
                run.emit(event.clone().into());
                event.prevent_default();
            } else if !event.shift_key() && !event.alt_key() && parts.break_line() {
                event.prevent_default();
            }
        })
    };
    let close = {
        let offer = offer.clone();
        Callback::from(move |_: Event| {
            if offer.is_some() {
                offer.set(None);
            }
        })
    };
    // The options of commands stand in the texts about them.
    let on_focus = Callback::from(|_: Event| {
        if !Part::Help.is_here() {
            parts::request(Part::Help, |_| {});
        }
    });
    let on_start = {
        let parts = parts.clone();
        Callback::from(move |algorithm: Algorithm| {
            // The list is folded, so that its reader sees what has been written.
            let whole = parts.whole.cast::<web_sys::Element>();
            let list = whole.and_then(|whole| whole.query_selector(".starts").ok().flatten());
            if let Some(list) = list {
                let _ = list.remove_attribute("open");
            }
            parts.replace_all(algorithm.source());
        })
    };
    let on_insert = {
        let parts = parts.clone();
        Callback::from(move |event: Event| {
            let target = event.target();
            let select = target.and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let Some(select) = select.filter(|select| !select.value().is_empty()) else {
                return;
            };
            let statement = select.value();
            // The list goes back to its first line.
            select.set_value("");
            parts.add_statement(&statement);
        })
    };
    let on_ask = {
        let (parts, ask) = (parts.clone(), ask.clone());
        Callback::from(move |_: Event| {
            if let Some(area) = parts.area() {
                let _ = area.focus();
            }
            ask.emit(());
        })
    };

    let draft = &*state;
    let numbers = (1..=draft.lines).map(|line| {
        let is_wrong = draft.wrong.as_ref().is_some_and(|wrong| wrong.line == line);
        element("span")
            .key(u64::from(line))
            .flag("data-wrong", is_wrong)
            .text(&line.to_string())
            .into()
    });
    let layer = element("div")
        .node(&parts.layer)
        .class("layer")
        .attr("aria-hidden", "true");
    let area = element("textarea")
        .node(&parts.area)
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
        .on(ListenerKind::onkeydown, &on_key)
        .on(ListenerKind::onfocus, &on_focus)
        .on(ListenerKind::onblur, &close)
        .on(ListenerKind::onmousedown, &close)
        .on(ListenerKind::oninput, &look);
    let area = match &*offer {
        Some(offer) => area.attr_of("aria-activedescendant", offer.chosen_id()),
        None => area,
    };
    let code = element("div")
        .class("code")
        .child(
            element("div")
                .class("numbers")
                .attr("aria-hidden", "true")
                .list(numbers.collect()),
        )
        .child(element("div").class("write").child(layer).child(area));
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
    let said = match &draft.wrong {
        _ if *is_vain => say::NO_CONTINUATION.get(lang).to_owned(),
        Some(wrong) => wrong.get(lang),
        None if draft.is_changed && props.is_judged => say::PROGRAM_TO_JUDGE.get(lang).to_owned(),
        None if draft.is_changed => say::PROGRAM_READY.get(lang).to_owned(),
        None => say::PROGRAM_RUNS.get(lang).to_owned(),
    };
    let label = match props.is_judged {
        true => say::JUDGE_PROGRAM,
        false => say::RUN_PROGRAM,
    };
    let row = element("div")
        .class("row")
        .child(
            button(label.get(lang), &run)
                .attr("aria-keyshortcuts", "Control+Enter")
                .attr_if(
                    "aria-disabled",
                    (draft.wrong.is_some() || !draft.is_changed).then_some("true"),
                ),
        )
        .child(
            button(say::COMPLETE.get(lang), &on_ask)
                .attr("aria-keyshortcuts", "Control+Space")
                .attr("title", "Ctrl+Space"),
        )
        .child(
            element("select")
                .attr("aria-label", say::INSERT.get(lang))
                .on(ListenerKind::onchange, &on_insert)
                .list(statements.collect()),
        );
    let state_line = element("p")
        .attr("id", "program-state")
        .class("about")
        .attr("role", "status")
        .flag("data-wrong", draft.wrong.is_some())
        .text(&said);
    element("div")
        .node(&parts.whole)
        .class("editor")
        .child(code)
        .child(completing::list(lang, offer.as_ref(), &parts.list, &take))
        .child(state_line)
        .child(row)
        .child(starts(lang, &on_start))
        .into()
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

/// What is known of a text that is being written.
#[derive(PartialEq)]
struct DraftFacts {
    wrong: Option<Diagnostic>,
    is_changed: bool,
    lines: u32,
}

impl DraftFacts {
    fn of(text: &str, source: &str) -> DraftFacts {
        DraftFacts {
            wrong: Program::parse(text).err(),
            is_changed: text != source,
            lines: u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX),
        }
    }
}

impl EditorParts {
    fn area(&self) -> Option<HtmlTextAreaElement> {
        self.area.cast()
    }

    fn text(&self) -> String {
        self.area().map(|area| area.value()).unwrap_or_default()
    }

    fn set(&self, text: &str) {
        if let Some(area) = self.area() {
            area.set_value(text);
        }
    }

    /// Writes over what is selected, as if it were typed, so that it can be undone.
    fn write(&self, text: &str) {
        let Some(area) = self.area() else { return };
        let _ = area.focus();
        let document = area.owner_document();
        let document = document.and_then(|document| document.dyn_into::<HtmlDocument>().ok());
        let is_written = document.is_some_and(|document| {
            let done = document.exec_command_with_show_ui_and_value("insertText", false, text);
            done.unwrap_or(false)
        });
        if !is_written {
            let _ = area.set_range_text(text);
            let _ = Event::new("input").map(|event| area.dispatch_event(&event));
        }
    }

    fn replace_all(&self, text: &str) {
        if let Some(area) = self.area() {
            area.select();
            self.write(text);
        }
    }

    /// Where the caret stands, in bytes of the text; `None` while something is selected.
    fn caret(&self) -> Option<usize> {
        let area = self.area()?;
        let (start, end) = (area.selection_start().ok()??, area.selection_end().ok()??);
        (start == end).then(|| bytes_of(&area.value(), start as usize))
    }

    /// What can follow at the caret.
    fn offer(&self) -> Option<Offer> {
        let area = self.area()?.get_bounding_client_rect();
        let whole = self.whole.cast::<web_sys::Element>()?;
        let whole = whole.get_bounding_client_rect();
        let origin = (area.left() - whole.left(), area.top() - whole.top());
        Offer::at(
            &self.text(),
            self.caret()?,
            (origin.0 as i32, origin.1 as i32),
        )
    }

    /// Writes what was chosen.
    fn take(&self, offer: &Offer, place: Option<usize>) {
        if let (Some(area), Some((replace, item))) = (self.area(), offer.taken(place)) {
            let text = area.value();
            let [from, to] = [replace.start, replace.end].map(|at| units_of(&text, at));
            let _ = area.set_selection_range(from, to);
            self.write(&item);
        }
    }

    /// The line of the caret, and what stands before it in that line; `None` while something is selected.
    fn line(&self) -> Option<(String, String)> {
        let area = self.area()?;
        let caret = area.selection_start().ok()?? as usize;
        let text: Vec<u16> = area.value().encode_utf16().collect();
        let (before, after) = text.split_at_checked(caret)?;
        let end = |unit: &u16| *unit == u16::from(b'\n');
        let before = before.rsplit(end).next().unwrap_or_default();
        let after = after.split(end).next().unwrap_or_default();
        let before = String::from_utf16_lossy(before);
        Some((
            [&*before, &*String::from_utf16_lossy(after)].concat(),
            before,
        ))
    }

    /// A new line that begins where this one does; below the head of a section, two places further.
    fn break_line(&self) -> bool {
        let Some((line, _)) = self.line() else {
            return false;
        };
        self.write(&["\n", indent(&line)].concat());
        true
    }

    /// A statement on a line of its own: this one if it is empty, else the next.
    fn add_statement(&self, statement: &str) {
        let Some((line, before)) = self.line() else {
            return;
        };
        let text = self.text();
        if let (Some(area), Some(script)) = (self.area(), script_for(statement, &text)) {
            let caret = area.selection_start().ok().flatten().unwrap_or(0);
            let end = u32::try_from(text.encode_utf16().count()).unwrap_or(0);
            let _ = area.set_selection_range(end, end);
            self.write(&["\n", &script].concat());
            let _ = area.set_selection_range(caret, caret);
        }
        if line.trim().is_empty() {
            let missing = "  ".get(before.len().min(2)..).unwrap_or_default();
            return self.write(&[missing, statement].concat());
        }
        if let Some(area) = self.area() {
            let rest = line.encode_utf16().count() - before.encode_utf16().count();
            let caret = area.selection_start().ok().flatten().unwrap_or(0);
            let end = caret + u32::try_from(rest).unwrap_or(0);
            let _ = area.set_selection_range(end, end);
        }
        self.write(&["\n", indent(&line), statement].concat());
    }

    /// Colours the text anew. The rest of the line behind a mistake is underlined.
    fn paint(&self, wrong: Option<&Diagnostic>) {
        let Some(layer) = self.layer.cast::<web_sys::Element>() else {
            return;
        };
        layer.set_text_content(None);
        for (line, number) in self.text().split('\n').zip(1u32..) {
            let wrong = wrong.filter(|wrong| wrong.line == number);
            let column = wrong.map_or(usize::MAX, |wrong| wrong.column.saturating_sub(1) as usize);
            let from = line
                .char_indices()
                .nth(column)
                .map_or(line.len(), |(at, _)| at);
            for (range, kind) in stretches(line) {
                let cut = from.clamp(range.start, range.end);
                for (part, is_wrong) in [(range.start..cut, false), (cut..range.end, true)] {
                    let part = line.get(part).unwrap_or_default();
                    add(&layer, part, name_of(kind), is_wrong && wrong.is_some());
                }
            }
            // A mistake at the end of a line has a place to stand at.
            if wrong.is_some() && from == line.len() {
                add(&layer, " ", None, true);
            }
            add(&layer, "\n", None, false);
        }
    }
}

/// The spaces that a line after this one begins with.
fn indent(line: &str) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    match line.trim_end().ends_with(':') && spaces == 0 {
        true => "  ",
        false => line.get(..spaces).unwrap_or_default(),
    }
}

fn name_of(kind: StretchKind) -> Option<&'static str> {
    match kind {
        StretchKind::Plain => None,
        StretchKind::Comment => Some("comment"),
        StretchKind::Section => Some("key"),
        StretchKind::Command => Some("command"),
        StretchKind::Keyword => Some("option"),
        StretchKind::Number => Some("number"),
        StretchKind::Text => Some("string"),
    }
}

fn add(layer: &web_sys::Element, text: &str, kind: Option<&str>, is_wrong: bool) {
    if text.is_empty() {
        return;
    }
    let document = layer.owner_document();
    let Some(span) = document.and_then(|document| document.create_element("span").ok()) else {
        return;
    };
    span.set_text_content(Some(text));
    if let Some(kind) = kind {
        let _ = span.set_attribute("data-kind", kind);
    }
    if is_wrong {
        let _ = span.set_attribute("data-wrong", "");
    }
    let _ = layer.append_child(&span);
}
