//! Elements made by calls instead of by the `html!` macro, which writes its whole self out at each place where it
//! stands: a tree of ten elements is 3 KB of wasm by the macro and a few hundred bytes so. Components stay with `html!`.
//!
//! ```text
//! element("p").class("note").attr("role", "status").text(words).into()
//! ```
//!
//! What is not there keeps its place by [`Element::when`]: a sibling that comes or goes would have Yew take the elements
//! before it for others, and the focus would be lost.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;
use yew::html::ImplicitClone;
use yew::virtual_dom::{Key, Listener, ListenerKind, VTag, VText};
use yew::{AttrValue, Callback, Html, NodeRef};

/// An element that is being made. `into()` makes it [`Html`].
#[must_use]
pub struct Element(Rc<VTag>);

/// An element without anything, SVG or HTML by where it comes to stand.
pub fn element(tag: &'static str) -> Element {
    Element(Rc::new(VTag::new(tag)))
}

/// A text node.
pub fn text(words: &str) -> Html {
    VText::new(AttrValue::from(words.to_owned())).into()
}

/// A button with a text.
pub fn button<E: JsCast + 'static>(label: &str, on_click: &Callback<E>) -> Element {
    element("button")
        .attr("type", "button")
        .on(ListenerKind::onclick, on_click)
        .text(label)
}

impl Element {
    /// An attribute whose value is known beforehand.
    pub fn attr(self, name: &'static str, value: &'static str) -> Element {
        self.set(name, AttrValue::Static(value))
    }

    /// An attribute whose value is computed.
    pub fn attr_of(self, name: &'static str, value: String) -> Element {
        self.set(name, AttrValue::from(value))
    }

    /// An attribute that may be missing.
    pub fn attr_if(self, name: &'static str, value: Option<&'static str>) -> Element {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// An attribute without a value that is there or not, such as `hidden`.
    pub fn flag(self, name: &'static str, is_there: bool) -> Element {
        self.attr_if(name, is_there.then_some(""))
    }

    /// An attribute that says `true` or `false`, such as `aria-selected`.
    pub fn truth(self, name: &'static str, is_so: bool) -> Element {
        self.attr(name, if is_so { "true" } else { "false" })
    }

    /// An attribute that is a whole number.
    pub fn number(self, name: &'static str, number: i64) -> Element {
        self.attr_of(name, number.to_string())
    }

    /// The class.
    pub fn class(self, class: &'static str) -> Element {
        self.attr("class", class)
    }

    /// The inline style, set as a property: a strict policy refuses the attribute.
    pub fn style(mut self, style: &str) -> Element {
        let style = JsValue::from_str(style);
        Rc::make_mut(&mut self.0).add_property("style", style);
        self
    }

    /// What stands in an `input` or a `textarea`.
    pub fn value(mut self, value: String) -> Element {
        Rc::make_mut(&mut self.0).set_value(Some(AttrValue::from(value)));
        self
    }

    /// What tells it from its siblings in a list.
    pub fn key(mut self, key: u64) -> Element {
        Rc::make_mut(&mut self.0).key = Some(Key::from(key));
        self
    }

    /// Binds it to a reference.
    pub fn node(mut self, node: &NodeRef) -> Element {
        Rc::make_mut(&mut self.0).node_ref = node.implicit_clone();
        self
    }

    /// Who is told of an event; `E` is the class of events that the browser makes for this kind.
    pub fn on<E: JsCast + 'static>(self, kind: ListenerKind, handler: &Callback<E>) -> Element {
        self.listen(kind, handler.reform(|event: Event| event.unchecked_into()))
    }

    /// A text node behind what it has.
    pub fn text(self, words: &str) -> Element {
        self.child(text(words))
    }

    /// A child behind those it has.
    pub fn child(self, child: impl Into<Html>) -> Element {
        self.push(child.into())
    }

    /// A child that may be missing.
    pub fn when(self, child: Option<Element>) -> Element {
        self.push(child.map(Html::from).unwrap_or_default())
    }

    /// A list of siblings, each with its key: a child of its own, since beside one without a key Yew ignores the keys.
    pub fn list(self, items: Vec<Html>) -> Element {
        self.push(items.into_iter().collect())
    }

    fn set(mut self, name: &'static str, value: AttrValue) -> Element {
        Rc::make_mut(&mut self.0).add_attribute(name, value);
        self
    }

    fn listen(mut self, kind: ListenerKind, handler: Callback<Event>) -> Element {
        Rc::make_mut(&mut self.0).add_listener(Rc::new(Handler { kind, handler }));
        self
    }

    fn push(mut self, child: Html) -> Element {
        Rc::make_mut(&mut self.0).add_child(child);
        self
    }
}

impl From<Element> for Html {
    fn from(element: Element) -> Html {
        Html::VTag(element.0)
    }
}

/// A listener for any kind of event.
struct Handler {
    kind: ListenerKind,
    handler: Callback<Event>,
}

impl Listener for Handler {
    fn kind(&self) -> ListenerKind {
        self.kind.clone()
    }

    fn handle(&self, event: Event) {
        self.handler.emit(event);
    }

    /// As Yew has it for the same kinds.
    fn passive(&self) -> bool {
        matches!(
            self.kind,
            ListenerKind::onscroll | ListenerKind::ontouchmove | ListenerKind::ontouchstart
        )
    }
}
