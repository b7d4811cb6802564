//! Elements made by calls instead of by the `html!` macro, which writes its whole self out at each place where it
//! stands: a tree of ten elements is 3 KB of wasm by the macro and a few hundred bytes so. Components stay with `html!`.
//!
//! ```text
//! element("p").class("note").attr("role", "status").text(words).into()
//! ```
//!
//! What is not there keeps its place by [`Element::when`]: a sibling that comes or goes would have Yew take the elements
//! before it for others, and the focus would be lost.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlElement};
use yew::html::ImplicitClone;
use yew::virtual_dom::{
    AttributeOrProperty, Attributes, Key, Listener, ListenerKind, VList, VTag, VText,
};
use yew::{AttrValue, Callback, Html, NodeRef};

/// An element that is being made. `into()` makes it [`Html`].
#[must_use]
pub struct Element(Box<Parts>);

struct Parts {
    tag: VTag,
    names: Vec<&'static str>,
    /// One for each name; `None` where the attribute is not there.
    values: Vec<Option<AttributeOrProperty>>,
    children: Vec<Html>,
}

/// An element without anything, SVG or HTML by where it comes to stand.
pub fn element(tag: &'static str) -> Element {
    Element(Box::new(Parts {
        tag: VTag::new(tag),
        names: Vec::new(),
        values: Vec::new(),
        children: Vec::new(),
    }))
}

/// A text node.
pub fn text(words: &str) -> Html {
    VText::new(AttrValue::from(words.to_owned())).into()
}

/// Words that are other nodes once they are other words: the browser would take nodes with another text for ones that
/// have moved. To be put into a [list](Element::list).
pub fn renewed(words: &str) -> Html {
    element("span").key_of(words).text(words).into()
}

/// Has the chosen one of a list's options in sight, within the list.
pub fn show_chosen(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else {
        return;
    };
    let chosen = list.query_selector("[aria-selected=true]").ok().flatten();
    if let Some(chosen) = chosen.and_then(|chosen| chosen.dyn_into::<HtmlElement>().ok()) {
        let (top, bottom) = (
            chosen.offset_top(),
            chosen.offset_top() + chosen.offset_height(),
        );
        if top < list.scroll_top() {
            list.set_scroll_top(top);
        } else if bottom > list.scroll_top() + list.client_height() {
            list.set_scroll_top(bottom - list.client_height());
        }
    }
}

/// Has the lower edge of an element in the window, where it is below that.
pub fn show_lower_edge(element: &HtmlElement) {
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    if height.is_some_and(|height| element.get_bounding_client_rect().bottom() > height) {
        element.scroll_into_view_with_bool(false);
    }
}

/// A button with a text, if that is not empty.
pub fn button<E: JsCast + 'static>(label: &str, on_click: &Callback<E>) -> Element {
    let button = element("button")
        .attr("type", "button")
        .on(On::Click, on_click);
    match label {
        "" => button,
        label => button.text(label),
    }
}

impl Element {
    /// An attribute whose value is known beforehand. Each name at most once.
    pub fn attr(self, name: &'static str, value: &'static str) -> Element {
        self.set(name, Some(AttributeOrProperty::Static(value)))
    }

    /// An attribute whose value is computed.
    pub fn attr_of(self, name: &'static str, value: String) -> Element {
        let value = AttrValue::from(value);
        self.set(name, Some(AttributeOrProperty::Attribute(value)))
    }

    /// An attribute that may be missing.
    pub fn attr_if(self, name: &'static str, value: Option<&'static str>) -> Element {
        self.set(name, value.map(AttributeOrProperty::Static))
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
    pub fn style(self, style: &str) -> Element {
        let style = JsValue::from_str(style);
        self.set("style", Some(AttributeOrProperty::Property(style)))
    }

    /// What stands in an `input` or a `textarea`.
    pub fn value(mut self, value: String) -> Element {
        self.0.tag.set_value(Some(AttrValue::from(value)));
        self
    }

    /// What tells it from its siblings in a list.
    pub fn key(self, key: u64) -> Element {
        self.key_of(&key.to_string())
    }

    /// The same, where a number does not do.
    pub fn key_of(mut self, key: &str) -> Element {
        self.0.tag.key = Some(Key::from(key));
        self
    }

    /// Binds it to a reference.
    pub fn node(mut self, node: &NodeRef) -> Element {
        self.0.tag.node_ref = node.implicit_clone();
        self
    }

    /// Who is told of an event; `E` is the class of events that the browser makes for this kind.
    pub fn on<E: JsCast + 'static>(self, on: On, handler: &Callback<E>) -> Element {
        self.listen(on, handler.reform(|event: Event| event.unchecked_into()))
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
        self.push(list(items))
    }

    fn set(mut self, name: &'static str, value: Option<AttributeOrProperty>) -> Element {
        self.0.names.push(name);
        self.0.values.push(value);
        self
    }

    fn listen(mut self, on: On, handler: Callback<Event>) -> Element {
        self.0.tag.add_listener(Rc::new(Handler { on, handler }));
        self
    }

    fn push(mut self, child: Html) -> Element {
        self.0.children.push(child);
        self
    }
}

/// Nodes one behind the other.
pub fn list(items: Vec<Html>) -> Html {
    VList::with_children(items, None).into()
}

impl From<Element> for Html {
    fn from(element: Element) -> Html {
        let Parts {
            mut tag,
            names,
            values,
            mut children,
        } = *element.0;
        tag.attributes = Attributes::Dynamic {
            keys: kept(names),
            values: values.into(),
        };
        if let Some(place) = tag.children_mut() {
            *place = match children.pop() {
                Some(only) if children.is_empty() => only,
                Some(last) => {
                    children.push(last);
                    list(children)
                }
                None => Html::default(),
            };
        }
        tag.into()
    }
}

thread_local! {
    static NAMES: RefCell<Vec<&'static [&'static str]>> = const { RefCell::new(Vec::new()) };
}

/// The same names, kept for good: Yew compares two elements at once when their names are the same ones. There are only
/// as many different lists as there are calls that make elements.
fn kept(names: Vec<&'static str>) -> &'static [&'static str] {
    NAMES.with_borrow_mut(|all| {
        if let Some(known) = all.iter().find(|known| ***known == *names) {
            return *known;
        }
        let new: &'static [&'static str] = names.leak();
        all.push(new);
        new
    })
}

/// The events that something here listens to. Yew's list has all that a browser knows, and a copy of one of these is 1.5 KB of wasm.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "these are the names of the browser's events")]
pub enum On {
    Blur,
    Change,
    Click,
    Focus,
    Input,
    KeyDown,
    MouseDown,
    Paste,
    PointerCancel,
    PointerDown,
    Scroll,
    Select,
    TouchMove,
    TouchStart,
    /// `playground:unsaved`, by which the page's script says that a file could not be made.
    Unsaved,
}

/// A listener for any of them.
struct Handler {
    on: On,
    handler: Callback<Event>,
}

impl Listener for Handler {
    fn kind(&self) -> ListenerKind {
        match self.on {
            On::Blur => ListenerKind::onblur,
            On::Change => ListenerKind::onchange,
            On::Click => ListenerKind::onclick,
            On::Focus => ListenerKind::onfocus,
            On::Input => ListenerKind::oninput,
            On::KeyDown => ListenerKind::onkeydown,
            On::MouseDown => ListenerKind::onmousedown,
            On::Paste => ListenerKind::onpaste,
            On::PointerCancel => ListenerKind::onpointercancel,
            On::PointerDown => ListenerKind::onpointerdown,
            On::Scroll => ListenerKind::onscroll,
            On::Select => ListenerKind::onselect,
            On::TouchMove => ListenerKind::ontouchmove,
            On::TouchStart => ListenerKind::ontouchstart,
            On::Unsaved => ListenerKind::other("playground:unsaved".into()),
        }
    }

    fn handle(&self, event: Event) {
        self.handler.emit(event);
    }

    /// As Yew has it for the same kinds.
    fn passive(&self) -> bool {
        matches!(self.on, On::Scroll | On::TouchMove | On::TouchStart)
    }
}
