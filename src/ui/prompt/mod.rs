//! The `redis>` prompt: a log of what was asked and answered, and a line to type the next command on.

mod assist;
mod below;
mod checking;
mod colours;
mod editor;
mod handlers;
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

use web_sys::HtmlElement;
use yew::prelude::*;

use self::editor::Editor;
use self::handlers::Handlers;
use self::input::Input;
use self::keys::{KeysProps, use_keys};
pub use self::keyspace::Keyspace;
pub use self::lane::EmbeddedPrompt;
use self::log::log;
use self::state::PromptClient;
pub use self::state::{Opening, PromptState};
use self::tabs::tabs;
use self::words as say;
use super::element::{Element, On, button, element, show_lower_edge};
use super::extent::Extent;
use super::parts;
use super::shared::Shared;
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

    let handlers = Handlers {
        lang,
        state: props.state.clone(),
        status: status.clone(),
        editor: editor.clone(),
        log: log_ref.clone(),
    };
    let prompt = props.state.borrow();
    let Some(client) = prompt.clients().get(prompt.active()) else {
        return Html::default();
    };
    let shown = lower_edge(&prompt, client);
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
    let screen = screen(&prompt, client, &handlers)
        .node(&screen_ref)
        .child(running::running(lang, &prompt, &handlers.stop()));
    let screen = match props.is_readonly {
        true => screen,
        false => {
            let (on_line, on_request) = (handlers.line(), handlers.request());
            screen.child(html! {
                <Input {lang} prompt={client.session.prompt()} editor={(*editor).clone()} state={props.state.clone()} {on_line} {on_request} />
            })
        }
    };
    let said = status.map(|text| text.get(lang)).unwrap_or_default();
    let view = || {
        let props = KeysProps {
            lang,
            state: props.state.clone(),
            on_pick: handlers.pick(),
        };
        keys::view(props, keyless)
    };
    // A page may have many boxes: as landmarks of one name they would be in the way.
    element("section")
        .class("prompt")
        .attr("role", "group")
        .attr("aria-label", say::PROMPT.get(lang))
        .when(is_full.then(|| tabs(lang, &tabs_ref, &prompt, &handlers.choices())))
        .child(
            element("div")
                .class("box")
                .attr("part", "frame")
                .child(screen)
                .child(if is_full { view() } else { Html::default() }),
        )
        .when(is_full.then(|| bar(said, &handlers)))
        .into()
}

/// A value that differs once something new is at the lower edge of the screen, which is scrolled to then.
fn lower_edge(prompt: &PromptState, client: &PromptClient) -> impl PartialEq + use<> {
    let log = client.session.log();
    let latest = log.entries().next_back().map(|entry| entry.number);
    // What tells of a client that waits comes below the log, as does a line whose quote is open.
    let below = match client.activity {
        Activity::Blocked { .. } => usize::MAX,
        _ => {
            let gathered = client.session.gathered();
            gathered.map_or(0, |entry| entry.line.len())
        }
    };
    (client.number, latest, prompt.pending(), below)
}

/// The panel that scrolls, with the log of a client.
fn screen(prompt: &PromptState, client: &PromptClient, handlers: &Handlers) -> Element {
    let log = log(
        handlers.lang,
        &handlers.log,
        client.session.log(),
        prompt.checking.as_ref(),
        prompt.pending().map_or(0, |pending| pending.queued),
    );
    // A live region that became another client's would read all of it aloud.
    let log = element("div").key(client.number.into()).child(log);
    element("div")
        .attr("id", tabs::PANEL)
        .class("screen")
        .attr("part", "prompt-screen")
        .attr("role", "tabpanel")
        .attr_of("aria-labelledby", tabs::id_of(client.number))
        .on(On::Click, &handlers.focus())
        .list(vec![log.into()])
}

/// The status line and the buttons below the box.
fn bar(said: &'static str, handlers: &Handlers) -> Element {
    let lang = handlers.lang;
    let status = element("span")
        .class("status")
        .attr("part", "status")
        .attr("role", "status")
        .text(said);
    element("div")
        .class("bar")
        .attr("part", "bar")
        .child(status)
        .child(button(say::COPY.get(lang), &handlers.copy()))
        .child(button(say::CLEAR.get(lang), &handlers.clear()))
        .child(
            button(say::RESET_LABEL.get(lang), &handlers.reset())
                .attr("title", say::RESET_HINT.get(lang)),
        )
}
