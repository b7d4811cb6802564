//! The `redis>` prompt: a log of what was asked and answered, and a line to type the next command on.

mod assist;
mod below;
mod checking;
mod colours;
mod editor;
mod help;
mod input;
mod keys;
mod keyspace;
mod lane;
mod log;
mod running;
mod state;
mod storage;
mod tabs;
mod words;

use web_sys::{HtmlElement, MouseEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use self::editor::Editor;
use self::input::{Input, InputRequest};
use self::keys::{KeysProps, use_keys};
pub use self::keyspace::Keyspace;
pub use self::lane::EmbeddedPrompt;
use self::log::log;
pub use self::state::{Opening, PromptState};
use self::tabs::{Choices, tabs};
use self::words as say;
use super::clipboard;
use super::element::{button, element, show_lower_edge};
use super::extent::Extent;
use super::parts;
use super::shared::Shared;
use ::keyspace::words::written;
use base::part::Part;
use base::text::{Lang, Text};
use cli::Activity;

/// What a [`Prompt`] is given.
#[derive(Properties, PartialEq)]
pub struct PromptProps {
    /// The language of labels and notes; replies are Redis' own.
    pub lang: Lang,
    /// How much of it is shown: without the rest, the log and the line.
    pub extent: Extent,
    /// Whether nothing can be typed.
    pub is_readonly: bool,
    /// The keyspace and the session.
    pub state: Shared<PromptState>,
}

/// A `redis>` prompt.
#[component]
pub fn Prompt(props: &PromptProps) -> Html {
    let lang = props.lang;
    let status = use_state(|| None::<Text>);
    let redraw = use_force_update();
    let log_ref = use_node_ref();
    let mode = props.state.borrow().server().mode();
    let editor = use_memo(mode, |mode| Editor {
        mode: *mode,
        ..Editor::default()
    });
    let is_full = props.extent == Extent::Full;
    let on_keys = {
        let redraw = redraw.clone();
        Callback::from(move |()| redraw.force_update())
    };
    let keyless = use_keys(is_full, &on_keys);
    let screen_ref = use_node_ref();
    let tabs_ref = use_node_ref();

    {
        let state = props.state.clone();
        use_effect_with(state, move |state| {
            let redraw = Callback::from(move |()| redraw.force_update());
            state.borrow_mut().set_redraw(Some(redraw.clone()));
            if !Part::Help.is_here() {
                // What is in the log gets its colours.
                parts::wait(Part::Help, move |_| redraw.emit(()));
            }
            let state = state.clone();
            move || state.borrow_mut().set_redraw(None)
        });
    }

    // Setting the status draws the prompt anew, even when it is the same again.
    let act = {
        let (state, status) = (props.state.clone(), status.clone());
        move |note: Option<Text>, work: &dyn Fn(&mut PromptState)| {
            work(&mut state.borrow_mut());
            state.catch_up();
            status.set(note);
        }
    };
    let on_line = {
        let (state, status) = (props.state.clone(), status.clone());
        Callback::from(move |text: String| {
            state.enter(&text);
            status.set(None);
        })
    };
    let on_request = {
        let (act, editor) = (act.clone(), editor.clone());
        Callback::from(move |order: InputRequest| match order {
            InputRequest::Say(text) => act(Some(text), &|_| {}),
            InputRequest::Clear => act(Some(say::CLEARED), &PromptState::clear),
            InputRequest::Interrupt => {
                act(None, &PromptState::interrupt);
                editor.show("");
            }
        })
    };
    let act_on_click = |note: Option<Text>, work: fn(&mut PromptState)| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act(note, &work))
    };
    let clear = act_on_click(Some(say::CLEARED), PromptState::clear);
    let reset = act_on_click(Some(say::RESET), PromptState::reset);
    let stop = act_on_click(None, PromptState::interrupt);
    // Each client has a draft of its own.
    let turn = {
        let (act, editor) = (act.clone(), editor.clone());
        move |turn: &dyn Fn(&mut PromptState, String) -> String| {
            let left = editor.text();
            act(None, &|prompt| editor.show(&turn(prompt, left.clone())));
        }
    };
    let choices = Choices {
        on_turn: {
            let turn = turn.clone();
            Callback::from(move |to: usize| turn(&|prompt, draft| prompt.turn_to(to, draft)))
        },
        on_open: {
            let (turn, editor) = (turn.clone(), editor.clone());
            Callback::from(move |_: MouseEvent| {
                turn(&|prompt, draft| {
                    prompt.open(draft);
                    String::new()
                });
                // Who opens a client goes on to type: left on its button, a space would open another.
                editor.focus();
            })
        },
        on_close: {
            let (turn, editor) = (turn.clone(), editor.clone());
            Callback::from(move |_: MouseEvent| {
                turn(&|prompt, draft| prompt.close().unwrap_or(draft));
                // The button may have gone with the last client but one.
                editor.focus();
            })
        },
    };
    let on_pick = {
        let editor = editor.clone();
        Callback::from(move |name: Vec<u8>| {
            editor.show(&["GET ", &written(&name)].concat());
            editor.focus();
        })
    };
    let copy = {
        let (state, status, log_ref) = (props.state.clone(), status.clone(), log_ref.clone());
        Callback::from(move |_: MouseEvent| {
            let (status, log_ref) = (status.clone(), log_ref.clone());
            let text = state
                .borrow()
                .session()
                .map(|session| session.log().transcript(lang));
            let text = text.unwrap_or_default();
            clipboard::copy(&text, move |copied| {
                if !copied && let Some(log) = log_ref.cast::<HtmlElement>() {
                    clipboard::select(&log);
                }
                status.set(Some(if copied { say::COPIED } else { say::SELECTED }));
            });
        })
    };
    let focus_input = {
        let editor = editor.clone();
        Callback::from(move |event: MouseEvent| {
            if !clipboard::is_selecting(&event) {
                editor.focus();
            }
        })
    };

    let prompt = props.state.borrow();
    let Some(client) = prompt.clients().get(prompt.active()) else {
        return Html::default();
    };
    let session = &client.session;
    let latest = session
        .log()
        .entries()
        .next_back()
        .map(|entry| entry.number);
    // What tells of a client that waits comes below the log, as does a line whose quote is open, and is scrolled to as well.
    let below = match client.activity {
        Activity::Blocked { .. } => usize::MAX,
        _ => session.gathered().map_or(0, |entry| entry.line.len()),
    };
    let shown = (client.number, latest, prompt.pending(), below);
    let area = editor.element();
    use_effect_with((screen_ref.clone(), shown), move |(screen, _)| {
        if let Some(screen) = screen.cast::<HtmlElement>() {
            screen.set_scroll_top(screen.scroll_height());
        }
        // The box grows with its log, and the page with it.
        if let Some(area) = area.filter(|area| area.matches(":focus").unwrap_or(false)) {
            show_lower_edge(&area);
        }
    });
    // A live region that became another client's would read all of it aloud.
    let log = element("div").key(client.number.into()).child(log(
        lang,
        &log_ref,
        session.log(),
        prompt.checking.as_ref(),
        prompt.pending().map_or(0, |pending| pending.queued),
    ));
    let screen = element("div")
        .node(&screen_ref)
        .attr("id", tabs::PANEL)
        .class("screen")
        .attr("part", "prompt-screen")
        .attr("role", "tabpanel")
        .attr_of("aria-labelledby", tabs::id_of(client.number))
        .on(ListenerKind::onclick, &focus_input)
        .list(vec![log.into()])
        .child(running::running(lang, &prompt, &stop));
    let screen = match props.is_readonly {
        true => screen,
        false => screen.child(html! {
            <Input {lang} prompt={session.prompt()} editor={(*editor).clone()} state={props.state.clone()} {on_line} {on_request} />
        }),
    };
    let said = status.map(|text| text.get(lang)).unwrap_or_default();
    let bar = element("div")
        .class("bar")
        .attr("part", "bar")
        .child(
            element("span")
                .class("status")
                .attr("part", "status")
                .attr("role", "status")
                .text(said),
        )
        .child(button(say::COPY.get(lang), &copy))
        .child(button(say::CLEAR.get(lang), &clear))
        .child(button(say::RESET_LABEL.get(lang), &reset).attr("title", say::RESET_HINT.get(lang)));
    let view = || {
        let state = props.state.clone();
        let props = KeysProps {
            lang,
            state,
            on_pick,
        };
        keys::view(props, keyless)
    };
    // A page may have many boxes: as landmarks of one name they would be in the way.
    element("section")
        .class("prompt")
        .attr("role", "group")
        .attr("aria-label", say::PROMPT.get(lang))
        .when(is_full.then(|| tabs(lang, &tabs_ref, &prompt, &choices)))
        .child(
            element("div")
                .class("box")
                .attr("part", "frame")
                .child(screen)
                .child(if is_full { view() } else { Html::default() }),
        )
        .when(is_full.then_some(bar))
        .into()
}
