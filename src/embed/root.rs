//! Yew roots, and a pool of those that are free.
//!
//! A Yew root that is destroyed leaves its listeners behind, so none is: a root that is no longer needed is emptied
//! and waits here for the next island.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{Element, ShadowRoot};
use yew::prelude::*;

use crate::text::Lang;
use crate::ui::prompt::{Prompt, PromptState};
use crate::ui::shared::Shared;
use crate::ui::timeline::{Extent, Timeline, TimelineState};

/// What a root shows.
#[derive(Clone, PartialEq)]
pub enum Content {
    /// A prompt.
    Prompt {
        /// The language of its words.
        lang: Lang,
        /// How much of it is shown.
        extent: Extent,
        /// Whether nothing can be typed.
        is_readonly: bool,
        /// Its keyspace and log.
        state: Shared<PromptState>,
    },
    /// A timeline.
    Timeline {
        /// The language of its words.
        lang: Lang,
        /// How much of it is shown.
        extent: Extent,
        /// Whether no move can be made.
        is_readonly: bool,
        /// Its lesson and cursor.
        state: Shared<TimelineState>,
        /// How often it was changed from outside.
        changed: u32,
    },
}

#[derive(Properties, PartialEq, Default)]
struct RootProps {
    /// Which tenancy of this root it is: a new one makes new components, as a new root would.
    tenancy: u32,
    content: Option<Content>,
}

#[component]
fn Root(props: &RootProps) -> Html {
    let key = props.tenancy;
    match &props.content {
        Some(Content::Prompt {
            lang,
            extent,
            is_readonly,
            state,
        }) => html! {
            <Prompt {key} lang={*lang} extent={*extent} is_readonly={*is_readonly} state={state.clone()} />
        },
        Some(Content::Timeline {
            lang,
            extent,
            is_readonly,
            state,
            changed,
        }) => html! {
            <Timeline {key} lang={*lang} extent={*extent} is_readonly={*is_readonly} state={state.clone()}
                changed={*changed} />
        },
        None => Html::default(),
    }
}

/// A root in use: a container element inside a shadow root, and the Yew application in it.
pub struct Seat {
    container: Element,
    app: yew::AppHandle<Root>,
    tenancy: u32,
}

thread_local! {
    static FREE: RefCell<Vec<Seat>> = const { RefCell::new(Vec::new()) };
}

impl Seat {
    /// Shows `content` in `shadow`, in a root of the pool or in a new one.
    pub fn take(shadow: &ShadowRoot, content: Content) -> Result<Seat, JsValue> {
        let free = FREE.with_borrow_mut(Vec::pop);
        match free {
            Some(mut seat) => {
                shadow.append_child(&seat.container)?;
                seat.tenancy = seat.tenancy.wrapping_add(1);
                seat.show(content);
                Ok(seat)
            }
            None => {
                let document = shadow
                    .owner_document()
                    .ok_or("a shadow root without a document")?;
                let container = document.create_element("div")?;
                container.set_class_name("seat");
                container.set_attribute("part", "box")?;
                shadow.append_child(&container)?;
                let props = RootProps {
                    tenancy: 0,
                    content: Some(content),
                };
                let app =
                    yew::Renderer::<Root>::with_root_and_props(container.clone(), props).render();
                Ok(Seat {
                    container,
                    app,
                    tenancy: 0,
                })
            }
        }
    }

    /// Shows `content` instead of what was there.
    pub fn show(&mut self, content: Content) {
        self.app.update(RootProps {
            tenancy: self.tenancy,
            content: Some(content),
        });
    }

    /// Empties the root and leaves it to the next island.
    pub fn give_back(mut self) {
        self.app.update(RootProps {
            tenancy: self.tenancy,
            content: None,
        });
        self.container.remove();
        FREE.with_borrow_mut(|free| free.push(self));
    }
}
