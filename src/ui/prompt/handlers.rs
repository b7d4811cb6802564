//! The handlers of a prompt as a whole: its buttons, its clients, the keys of its line that are more than text.

use std::rc::Rc;

use web_sys::{HtmlElement, MouseEvent};
use yew::prelude::*;

use super::editor::Editor;
use super::input::InputRequest;
use super::state::PromptState;
use super::tabs::Choices;
use super::words as say;
use crate::ui::clipboard;
use crate::ui::shared::Shared;
use ::keyspace::words::written;
use base::text::{Lang, Text};

/// The state and the elements that the handlers of one prompt work on.
#[derive(Clone)]
pub struct Handlers {
    pub lang: Lang,
    pub state: Shared<PromptState>,
    /// The text of the status line. To set it draws the prompt again, even when it is the same.
    pub status: UseStateHandle<Option<Text>>,
    pub editor: Rc<Editor>,
    /// The element of the log.
    pub log: NodeRef,
}

impl Handlers {
    fn act(&self, note: Option<Text>, work: &dyn Fn(&mut PromptState)) {
        work(&mut self.state.borrow_mut());
        self.state.catch_up();
        self.status.set(note);
    }

    /// Each client has a draft of its own.
    fn turn(&self, turn: &dyn Fn(&mut PromptState, String) -> String) {
        let left = self.editor.text();
        self.act(None, &|prompt| {
            self.editor.show(&turn(prompt, left.clone()));
        });
    }

    /// A handler that is given these.
    fn on<E: 'static>(&self, work: fn(&Handlers, E)) -> Callback<E> {
        let own = self.clone();
        Callback::from(move |event| work(&own, event))
    }

    /// A line was entered.
    pub fn line(&self) -> Callback<String> {
        self.on(|own, text: String| {
            own.state.enter(&text);
            own.status.set(None);
        })
    }

    /// The line asks for something.
    pub fn request(&self) -> Callback<InputRequest> {
        self.on(|own, order| match order {
            InputRequest::Say(text) => own.act(Some(text), &|_| {}),
            InputRequest::Clear => own.act(Some(say::CLEARED), &PromptState::clear),
            InputRequest::Interrupt => {
                own.act(None, &PromptState::interrupt);
                own.editor.show("");
            }
        })
    }

    /// *Stop* was pressed.
    pub fn stop(&self) -> Callback<MouseEvent> {
        self.on(|own, _| own.act(None, &PromptState::interrupt))
    }

    /// *Clear* was pressed.
    pub fn clear(&self) -> Callback<MouseEvent> {
        self.on(|own, _| own.act(Some(say::CLEARED), &PromptState::clear))
    }

    /// *Reset* was pressed.
    pub fn reset(&self) -> Callback<MouseEvent> {
        self.on(|own, _| own.act(Some(say::RESET), &PromptState::reset))
    }

    /// *Copy* was pressed: the log is on the clipboard, or selected where the browser allows no more.
    pub fn copy(&self) -> Callback<MouseEvent> {
        self.on(|own, _| {
            let prompt = own.state.borrow();
            let text = prompt
                .session()
                .map(|session| session.log().transcript(own.lang));
            drop(prompt);
            let (status, log) = (own.status.clone(), own.log.clone());
            clipboard::copy(&text.unwrap_or_default(), move |copied| {
                if !copied && let Some(log) = log.cast::<HtmlElement>() {
                    clipboard::select(&log);
                }
                status.set(Some(if copied { say::COPIED } else { say::SELECTED }));
            });
        })
    }

    /// A client is turned to, opened or closed.
    pub fn choices(&self) -> Choices {
        Choices {
            on_turn: self.on(|own, to| own.turn(&|prompt, draft| prompt.turn_to(to, draft))),
            on_open: self.on(|own, _| {
                own.turn(&|prompt, draft| {
                    prompt.open(draft);
                    String::new()
                });
                // Who opens a client goes on to type: left on its button, a space would open another.
                own.editor.focus();
            }),
            on_close: self.on(|own, _| {
                own.turn(&|prompt, draft| prompt.close().unwrap_or(draft));
                // The button may have gone with the last client but one.
                own.editor.focus();
            }),
        }
    }

    /// A key was picked from the view of the keyspace.
    pub fn pick(&self) -> Callback<Vec<u8>> {
        self.on(|own, name: Vec<u8>| {
            own.editor.show(&["GET ", &written(&name)].concat());
            own.editor.focus();
        })
    }

    /// The log was clicked.
    pub fn focus(&self) -> Callback<MouseEvent> {
        self.on(|own, event| {
            if !clipboard::is_selecting(&event) {
                own.editor.focus();
            }
        })
    }
}
