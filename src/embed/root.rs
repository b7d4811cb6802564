//! Yew roots, and a pool of those that are free.
//!
//! A Yew root that is destroyed leaves its listeners behind, so none is: a root that is no longer needed is emptied
//! and waits here for the next island.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::{Element, ShadowRoot};
use yew::prelude::*;

use super::timeline::TimelineBox;
use crate::ui::extent::Extent;
use crate::ui::prompt::{Prompt, PromptState};
use crate::ui::shared::Shared;
use base::text::Lang;

/// What a root shows.
#[derive(Clone)]
pub struct RootContent {
    /// The language of its words.
    pub lang: Lang,
    /// How much of it is shown.
    pub extent: Extent,
    /// Whether nothing can be typed or moved.
    pub is_readonly: bool,
    /// How often it was changed from outside.
    pub changed: u32,
    /// The box.
    pub shown: Shown,
}

/// The box that a root shows.
#[derive(Clone)]
pub enum Shown {
    /// A prompt's keyspace and log.
    Prompt(Shared<PromptState>),
    /// A timeline.
    Timeline(Rc<dyn TimelineBox>),
}

impl PartialEq for RootContent {
    fn eq(&self, other: &RootContent) -> bool {
        let is_same = match (&self.shown, &other.shown) {
            (Shown::Prompt(one), Shown::Prompt(other)) => one == other,
            (Shown::Timeline(one), Shown::Timeline(other)) => {
                std::ptr::addr_eq(Rc::as_ptr(one), Rc::as_ptr(other))
            }
            _ => false,
        };
        is_same
            && self.lang == other.lang
            && self.extent == other.extent
            && self.is_readonly == other.is_readonly
            && self.changed == other.changed
    }
}

#[derive(Properties, PartialEq, Default)]
struct RootProps {
    /// Which tenancy of this root it is: a new one makes new components, as a new root would.
    tenancy: u32,
    content: Option<RootContent>,
}

#[component]
fn Root(props: &RootProps) -> Html {
    let key = props.tenancy;
    let Some(content) = &props.content else {
        return Html::default();
    };
    let (lang, extent, is_readonly) = (content.lang, content.extent, content.is_readonly);
    match &content.shown {
        Shown::Prompt(state) => html! {
            <Prompt {key} {lang} {extent} {is_readonly} state={state.clone()} />
        },
        Shown::Timeline(timeline) => timeline.view(key, lang, extent, is_readonly),
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
    pub fn take(shadow: &ShadowRoot, content: RootContent) -> Result<Seat, JsValue> {
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
    pub fn show(&mut self, content: RootContent) {
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
