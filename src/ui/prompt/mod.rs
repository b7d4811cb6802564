//! The `redis>` prompt: a log of what was asked and answered, and a line to type the next command on.

mod colours;
mod editor;
mod input;
mod keys;
mod log;
mod running;
mod state;
mod storage;
mod tabs;
mod words;

use web_sys::{HtmlElement, MouseEvent};
use yew::prelude::*;

use self::editor::Editor;
use self::input::{Input, Order};
use self::keys::Keys;
use self::log::log;
pub use self::state::{EXAMPLE, PromptState};
use self::tabs::{Choices, tabs};
use self::words as say;
use super::clipboard;
use super::shared::Shared;
use crate::keyspace;
use crate::text::{Lang, Text};

/// What a [`Prompt`] is given.
#[derive(Properties, PartialEq)]
pub struct PromptProps {
    /// The language of labels and notes; replies are Redis' own.
    pub lang: Lang,
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
    let editor = use_memo((), |()| Editor::default());
    let screen_ref = use_node_ref();
    let tabs_ref = use_node_ref();

    {
        let state = props.state.clone();
        use_effect_with(state, move |state| {
            let redraw = Callback::from(move |()| redraw.force_update());
            state.borrow_mut().set_redraw(Some(redraw));
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
    let on_order = {
        let (act, editor) = (act.clone(), editor.clone());
        Callback::from(move |order: Order| match order {
            Order::Say(text) => act(Some(text), &|_| {}),
            Order::Clear => act(Some(say::CLEARED), &PromptState::clear),
            Order::Interrupt => {
                act(None, &PromptState::interrupt);
                editor.show("");
            }
        })
    };
    let button = |note: Option<Text>, work: fn(&mut PromptState)| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act(note, &work))
    };
    let clear = button(Some(say::CLEARED), PromptState::clear);
    let reset = button(Some(say::RESET), PromptState::reset);
    let stop = button(None, PromptState::interrupt);
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
            let turn = turn.clone();
            Callback::from(move |_: MouseEvent| {
                turn(&|prompt, draft| {
                    prompt.open(draft);
                    String::new()
                });
            })
        },
        on_close: {
            let turn = turn.clone();
            Callback::from(move |_: MouseEvent| {
                turn(&|prompt, draft| prompt.close().unwrap_or(draft));
            })
        },
    };
    let on_pick = {
        let editor = editor.clone();
        Callback::from(move |name: Vec<u8>| {
            editor.show(&["GET ", &keyspace::words::written(&name)].concat());
            if let Some(area) = editor.element() {
                let _ = area.focus();
            }
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
            if !clipboard::is_selecting(&event)
                && let Some(area) = editor.element()
            {
                let _ = area.focus();
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
    let shown = (client.number, latest, prompt.pending());
    use_effect_with((screen_ref.clone(), shown), |(screen, _)| {
        if let Some(screen) = screen.cast::<HtmlElement>() {
            screen.set_scroll_top(screen.scroll_height());
        }
    });
    // A live region that became another client's would read all of it aloud.
    let log: Html = std::iter::once(html! {
        <div key={client.number}>{ log(lang, &log_ref, session.log()) }</div>
    })
    .collect();
    html! {
        <section class="prompt" aria-label={say::PROMPT.get(lang)}>
            { tabs(lang, &tabs_ref, &prompt, choices) }
            <div class="box">
                <div ref={screen_ref} id={tabs::PANEL} class="screen" role="tabpanel"
                    aria-labelledby={tabs::id_of(client.number)} onclick={focus_input}>
                    { log }
                    { running::running(lang, &prompt, stop) }
                    <Input {lang} prompt={session.prompt()} editor={(*editor).clone()} state={props.state.clone()} {on_line} {on_order} />
                </div>
                <Keys {lang} state={props.state.clone()} {on_pick} />
            </div>
            <div class="bar">
                <span class="status" role="status">{ status.map(|text| text.get(lang)) }</span>
                <button type="button" onclick={copy}>{ say::COPY.get(lang) }</button>
                <button type="button" onclick={clear}>{ say::CLEAR.get(lang) }</button>
                <button type="button" onclick={reset} title={say::RESET_HINT.get(lang)}>{ say::RESET_LABEL.get(lang) }</button>
            </div>
        </section>
    }
}
