//! Parts of the wasm that are not loaded yet: the functions that wait for one, and the function that fetches it.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use super::element::element;
use base::part::Part;

/// The reason why a part did not come: a sentence for the page's author.
pub type Reason = Rc<str>;

/// Called once, when the part has come or could not be fetched.
type Waiter = Box<dyn FnOnce(Result<(), Reason>)>;

/// Begins to fetch a part.
type Fetch = Rc<dyn Fn(Part)>;

thread_local! {
    static FETCH: RefCell<Option<Fetch>> = const { RefCell::new(None) };
    static WAITERS: RefCell<Vec<(Part, Waiter)>> = const { RefCell::new(Vec::new()) };
}

/// Sets the function that begins to fetch a part. It answers by [`settle`], and may be asked for the same part again.
pub fn fetch_by(fetch: impl Fn(Part) + 'static) {
    FETCH.set(Some(Rc::new(fetch)));
}

/// Calls `then` once the part is here or could not be fetched, which begins now if need be.
pub fn request(part: Part, then: impl FnOnce(Result<(), Reason>) + 'static) {
    if part.is_here() {
        return then(Ok(()));
    }
    wait(part, then);
    if let Some(fetch) = FETCH.with_borrow(Clone::clone) {
        fetch(part);
    }
}

/// Calls `then` once the part is here or could not be fetched, whoever asks for it.
pub fn wait(part: Part, then: impl FnOnce(Result<(), Reason>) + 'static) {
    WAITERS.with_borrow_mut(|waiters| waiters.push((part, Box::new(then))));
}

/// Records the result of fetching a part, and calls all that wait for it.
pub fn settle(part: Part, result: Result<(), Reason>) {
    if result.is_ok() {
        part.has_come();
    }
    let told: Vec<_> = WAITERS.with_borrow_mut(|waiters| {
        let is_for_it = |waiter: &mut (Part, Waiter)| waiter.0 == part;
        waiters.extract_if(.., is_for_it).collect()
    });
    for (_, waiter) in told {
        waiter(result.clone());
    }
}

/// A drawing function of a part.
type Draw = Rc<dyn Fn() -> Option<Html>>;

#[derive(Properties)]
struct LateProps {
    part: Part,
    coming: &'static str,
    draw: Draw,
}

impl PartialEq for LateProps {
    /// The drawn components compare their own properties.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// The result of `draw` once the part is loaded, which is fetched now if need be; until then `coming`, or why it could not be fetched.
pub fn late(part: Part, coming: &'static str, draw: impl Fn() -> Option<Html> + 'static) -> Html {
    let draw: Draw = Rc::new(draw);
    html! { <Late {part} {coming} {draw} /> }
}

#[component]
fn Late(props: &LateProps) -> Html {
    let state = use_state(|| None);
    {
        let (state, part) = (state.clone(), props.part);
        use_effect_with((), move |()| {
            if !part.is_here() {
                request(part, move |result| state.set(Some(result)));
            }
        });
    }
    if let Some(drawn) = (props.draw)() {
        return drawn;
    }
    let said = match &*state {
        Some(Err(why)) => why,
        _ => props.coming,
    };
    element("p")
        .class("about")
        .attr("role", "status")
        .text(said)
        .into()
}
