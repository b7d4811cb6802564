//! The `redis>` prompt: a log of what was asked and answered, and a line to type the next command on.

mod input;
mod log;
mod words;

use web_sys::{HtmlElement, HtmlTextAreaElement, MouseEvent};
use yew::prelude::*;

use self::input::{Typed, input};
use self::log::log;
use self::words as say;
use super::shared::Shared;
use super::{clipboard, clock};
use crate::cli::Session;
use crate::keyspace::Server;
use crate::text::{Lang, Text};

/// The lines that the documentation's example box has run before the reader comes.
pub const EXAMPLE: [&str; 3] = [
    "SETNX mykey \"Hello\"",
    "SETNX mykey \"World\"",
    "GET mykey",
];

/// A prompt's keyspace and its session there.
pub struct PromptState {
    server: Server,
    session: Session,
}

impl PromptState {
    /// A fresh keyspace in which the example has just been run.
    pub fn with_example() -> PromptState {
        let mut server = Server::new();
        let session = Session::with_transcript(&mut server, clock::now_ms(), &EXAMPLE);
        PromptState { server, session }
    }

    fn submit(&mut self, line: &str) {
        self.session.submit(&mut self.server, clock::now_ms(), line);
    }
}

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
    let log_ref = use_node_ref();
    let input_ref = use_node_ref();
    let screen_ref = use_node_ref();

    // Setting the status draws the prompt anew, even when it is the same again.
    let act = {
        let (state, status) = (props.state.clone(), status.clone());
        move |note: Option<Text>, work: &dyn Fn(&mut PromptState)| {
            work(&mut state.borrow_mut());
            status.set(note);
        }
    };
    let on_line = {
        let act = act.clone();
        Callback::from(move |text: String| {
            act(None, &|prompt| {
                text.split('\n').for_each(|line| prompt.submit(line))
            });
        })
    };
    let on_refused = {
        let status = status.clone();
        Callback::from(move |why: Text| status.set(Some(why)))
    };
    let clear = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| {
            act(Some(say::CLEARED), &|prompt| prompt.session.clear())
        })
    };
    let reset = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| {
            act(Some(say::RESET), &|prompt| {
                *prompt = PromptState::with_example()
            })
        })
    };
    let copy = {
        let (state, status, log_ref) = (props.state.clone(), status.clone(), log_ref.clone());
        Callback::from(move |_: MouseEvent| {
            let (status, log_ref) = (status.clone(), log_ref.clone());
            let text = state.borrow().session.log().transcript(lang);
            clipboard::copy(&text, move |copied| {
                if !copied && let Some(log) = log_ref.cast::<HtmlElement>() {
                    clipboard::select(&log);
                }
                status.set(Some(if copied { say::COPIED } else { say::SELECTED }));
            });
        })
    };
    let focus_input = {
        let input_ref = input_ref.clone();
        Callback::from(move |event: MouseEvent| {
            if !clipboard::is_selecting(&event)
                && let Some(input) = input_ref.cast::<HtmlTextAreaElement>()
            {
                let _ = input.focus();
            }
        })
    };

    let prompt = props.state.borrow();
    let latest = prompt
        .session
        .log()
        .entries()
        .next_back()
        .map(|entry| entry.number);
    use_effect_with((screen_ref.clone(), latest), |(screen, _)| {
        if let Some(screen) = screen.cast::<HtmlElement>() {
            screen.set_scroll_top(screen.scroll_height());
        }
    });
    html! {
        <section class="prompt" aria-label={say::PROMPT.get(lang)}>
            <div ref={screen_ref} class="screen" onclick={focus_input}>
                { log(lang, &log_ref, prompt.session.log()) }
                { input(lang, &input_ref, &prompt.session.prompt(), &props.state, Typed { on_line, on_refused }) }
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
