//! The prompt as a lane of something else: the same line and the same log, but whoever owns the lane runs what is typed
//! and has the lane show what came of it.

use yew::prelude::*;

use super::editor::Editor;
use super::input::{Input, InputRequest};
use super::log::log;
use super::state::PromptState;
use crate::ui::element::element;
use crate::ui::shared::Shared;
use base::text::{Lang, Text};
use cli::Session;
use keyspace::Server;

/// A prompt that runs nothing itself.
pub struct EmbeddedPrompt {
    state: Shared<PromptState>,
    editor: Editor,
    log: NodeRef,
}

impl Default for EmbeddedPrompt {
    fn default() -> EmbeddedPrompt {
        let mut server = Server::new();
        let session = Session::new(&mut server);
        EmbeddedPrompt {
            state: Shared::new(PromptState::of(server, session, 0)),
            editor: Editor::default(),
            log: NodeRef::default(),
        }
    }
}

impl EmbeddedPrompt {
    /// Shows another keyspace, as it is at `at_ms`, in Unix milliseconds, and what was run on it. What is being typed
    /// stays.
    pub fn show(&self, server: Server, session: Session, at_ms: i64) {
        *self.state.borrow_mut() = PromptState::of(server, session, at_ms);
    }

    /// The log and the line. `on_line` is told what is entered, `on_say` what the line has to say to the reader.
    pub fn view(
        &self,
        lang: Lang,
        label: Text,
        on_line: &Callback<String>,
        on_say: &Callback<Text>,
    ) -> Html {
        let state = self.state.borrow();
        let Some(session) = state.session() else {
            return Html::default();
        };
        let editor = Editor {
            mode: state.server().mode(),
            ..self.editor.clone()
        };
        let (shown, on_say) = (editor.clone(), on_say.clone());
        let on_request = Callback::from(move |order: InputRequest| match order {
            InputRequest::Say(text) => on_say.emit(text),
            InputRequest::Interrupt => shown.show(""),
            InputRequest::Clear => {}
        });
        let input = html! {
            <Input {lang} prompt={session.prompt()} {editor} state={self.state.clone()}
                on_line={on_line.clone()} {on_request} />
        };
        let screen = element("div")
            .class("screen")
            .child(log(lang, &self.log, session.log(), None, 0))
            .child(input);
        element("section")
            .class("prompt lane")
            .attr("aria-label", label.get(lang))
            .child(screen)
            .into()
    }
}
