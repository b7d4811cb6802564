//! The keyspace as it is, beside the prompt: what each key holds, when it expires, and what the last command changed.
//! Only the rows in sight are drawn, so that it costs the same however many keys there are. The rows come with
//! [`Part::Keys`]; until then their head is shown, with the room that they will take.

mod elements;
mod index;
mod row;
mod scripts;

use gloo_timers::callback::Interval;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

use self::elements::Elements;
pub use self::index::KeyIndex;
use super::state::PromptState;
use super::words as say;
use crate::ui::clock;
use crate::ui::element::element;
use crate::ui::parts::{self, Reason};
use crate::ui::shared::Shared;
use base::part::{Part, late};
use base::text::Lang;
use keyspace::value::Value;

/// How high a row is, in pixels; the style sheet says the same.
const ROW_PX: i32 = 28;
/// How many rows are drawn beside those in sight, for a fast hand: above, and in the steps of the first one.
const ROWS_ABOVE: usize = 6;
const ROWS_A_STEP: usize = 4;
/// How many rows are taken to be in sight before the view is measured.
const ROWS_IN_SIGHT: usize = 10;
/// How often what is left of a key's time is counted down, in milliseconds.
const TICK_MS: u32 = 1000;

/// What a [`Keys`] view is given.
#[derive(Properties)]
pub struct KeysProps {
    /// The language of its words.
    pub lang: Lang,
    /// The keyspace.
    pub state: Shared<PromptState>,
    /// Is told of a key that the reader picks.
    pub on_pick: Callback<Vec<u8>>,
}

impl PartialEq for KeysProps {
    /// What the state holds may have changed each time.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

type DrawKeys = fn(KeysProps) -> Html;

late! {
    "keys" "6c1f9a40be7d4d5f8a23e5107b9fc384" fn loaded() -> DrawKeys = draw_function
}

fn draw_function() -> DrawKeys {
    |props| html! { <Keys ..props /> }
}

/// Fetches [`Part::Keys`] for a prompt that shows the view, and calls `redraw` when it has come. The result is the reason
/// why it could not be fetched.
#[hook]
pub fn use_keys(is_shown: bool, redraw: &Callback<()>) -> Option<Reason> {
    let failed = use_state(|| None);
    let deps = is_shown && !Part::Keys.is_here();
    use_effect_with(deps, {
        let (failed, redraw) = (failed.clone(), redraw.clone());
        move |is_missing| {
            if *is_missing {
                parts::request(Part::Keys, move |result| match result {
                    Ok(()) => redraw.emit(()),
                    Err(why) => failed.set(Some(why)),
                });
            }
        }
    });
    (*failed).clone()
}

/// The view. Until its part has come: its head and the room of its rows, or why it could not be fetched.
pub fn view(props: KeysProps, failed: Option<Reason>) -> Html {
    if Part::Keys.is_here() {
        return loaded()(props);
    }
    let state = props.state.borrow();
    let room = element("div").style(&height(state.keys.len()));
    let coming = element("div").class("rows").child(room);
    frame(props.lang, &state)
        .when(failed.map(|why| element("p").class("note").attr("role", "status").text(&why)))
        .child(coming)
        .into()
}

/// What the view has around its rows.
fn frame(lang: Lang, state: &PromptState) -> crate::ui::element::Element {
    let (keys, server) = (state.keys.len(), state.server());
    let heading = say::keys_of(state.database() as u64, keys as u64, say::grouped(keys));
    let used = say::used(
        say::size(server.used_bytes()),
        say::size(server.bytes_max()),
    );
    let head = element("div")
        .class("keys-head")
        .child(element("span").text(&heading.get(lang)))
        .child(element("span").class("used").text(&used.get(lang)));
    let no_keys = || element("p").class("note").text(say::NO_KEYS.get(lang));
    element("div")
        .class("keys")
        .child(head)
        .when((keys == 0).then(no_keys))
}

/// The height of all rows together, as a style.
fn height(rows: usize) -> String {
    ["height:", &px(rows), "px"].concat()
}

fn px(rows: usize) -> String {
    (rows as i64 * i64::from(ROW_PX)).to_string()
}

/// A live view of the active client's database.
#[component]
fn Keys(props: &KeysProps) -> Html {
    let lang = props.lang;
    let first = use_state(|| 0usize);
    let in_sight = use_state(|| ROWS_IN_SIGHT);
    let here = use_state(|| None::<usize>);
    // The key whose elements are shown, and the place of the first of them.
    let opened = use_state(|| None::<(Vec<u8>, usize)>);
    let scroller = use_node_ref();
    let panel = use_node_ref();
    let redraw = use_force_update();

    let state = props.state.borrow();
    let (keys, server, database) = (&state.keys, state.server(), state.database());
    let now_ms = clock::now_ms();
    let from = (*first).min(keys.len().saturating_sub(1));
    let drawn = *in_sight + 2 * ROWS_ABOVE + ROWS_A_STEP;
    let shown: Vec<row::KeyRow> = keys
        .from(from)
        .take(drawn)
        .enumerate()
        .filter_map(|(at, name)| {
            let entry = server.peek(database, now_ms, name)?;
            Some(row::KeyRow {
                place: from + at,
                name,
                entry,
                is_changed: keys.is_changed(name),
                is_here: *here == Some(from + at),
            })
        })
        .collect();

    // A name without an entry has expired, and waits to be taken away.
    let is_counting = shown.len() < keys.from(from).take(drawn).count()
        || shown.iter().any(|row| row.entry.expires_at_ms.is_some());
    {
        let state = props.state.clone();
        use_effect_with(is_counting, move |is_counting| {
            let tick = is_counting.then(|| {
                Interval::new(TICK_MS, move || {
                    state.borrow_mut().expire();
                    state.catch_up();
                    redraw.force_update();
                })
            });
            || drop(tick)
        });
    }

    let measure = {
        let in_sight = in_sight.clone();
        move |element: &HtmlElement| {
            let rows = usize::try_from(element.client_height() / ROW_PX).unwrap_or(0) + 2;
            // In steps, so that a view that grows by a row is not drawn anew each time.
            let rows = rows.next_multiple_of(ROWS_A_STEP).max(ROWS_IN_SIGHT);
            if rows != *in_sight {
                in_sight.set(rows);
            }
        }
    };
    {
        let (scroller, measure) = (scroller.clone(), measure.clone());
        use_effect_with(keys.len().min(ROWS_IN_SIGHT), move |_| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                measure(&element);
            }
        });
    }
    let on_scroll = {
        let (first, scroller) = (first.clone(), scroller.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                measure(&element);
                let top = usize::try_from(element.scroll_top() / ROW_PX).unwrap_or(0);
                // In steps, so that most scrolling draws nothing anew.
                let step = top.saturating_sub(ROWS_ABOVE) / ROWS_A_STEP * ROWS_A_STEP;
                if step != *first {
                    first.set(step);
                }
            }
        })
    };
    let pick = {
        let (state, on_pick) = (props.state.clone(), props.on_pick.clone());
        let opened = opened.clone();
        move |place: usize| {
            let state = state.borrow();
            let Some(name) = state.keys.from(place).next().map(<[u8]>::to_vec) else {
                return;
            };
            let server = state.server();
            let entry = server.peek(state.database(), clock::now_ms(), &name);
            let has_elements = entry.is_some_and(|entry| matches!(entry.value, Value::Other(_)));
            drop(server);
            drop(state);
            match (has_elements, &*opened) {
                (false, _) => on_pick.emit(name),
                (true, Some((open, _))) if *open == name => opened.set(None),
                (true, _) => opened.set(Some((name, 0))),
            }
        }
    };
    use_effect_with(opened.as_ref().map(|(name, _)| name.clone()), {
        let panel = panel.clone();
        move |name| {
            if let (Some(_), Some(panel)) = (name, panel.cast::<HtmlElement>()) {
                let _ = panel.focus();
            }
        }
    });
    let on_turn = {
        let (opened, panel) = (opened.clone(), panel.clone());
        let scroller = scroller.clone();
        Callback::from(move |from: Option<usize>| {
            let name = opened.as_ref().map(|(name, _)| name.clone());
            opened.set(name.zip(from));
            let (top, focused) = (panel.cast::<HtmlElement>(), scroller.cast::<HtmlElement>());
            match (from, top, focused) {
                (Some(_), Some(panel), _) => panel.set_scroll_top(0),
                (None, _, Some(grid)) => drop(grid.focus()),
                _ => {}
            }
        })
    };
    let open = opened.as_ref().and_then(|(name, from)| {
        let Value::Other(value) = &server.peek(database, now_ms, name)?.value else {
            return None;
        };
        let elements = Elements {
            lang,
            name,
            value: &**value,
            from: *from,
            panel: &panel,
            on_turn: &on_turn,
        };
        Some(elements.draw())
    });
    let on_key = {
        let (here, scroller, pick) = (here.clone(), scroller.clone(), pick.clone());
        let last = keys.len().saturating_sub(1);
        Callback::from(move |event: KeyboardEvent| {
            let place = here.unwrap_or(0);
            let to = match event.key().as_str() {
                "ArrowDown" => here.map_or(0, |place| place + 1),
                "ArrowUp" => place.saturating_sub(1),
                "PageDown" => place + 8,
                "PageUp" => place.saturating_sub(8),
                "Home" => 0,
                "End" => last,
                "Enter" => return pick(place),
                _ => return,
            };
            event.prevent_default();
            let to = to.min(last);
            if let Some(element) = scroller.cast::<HtmlElement>() {
                let top = to as i32 * ROW_PX;
                let (seen, height) = (element.scroll_top(), element.client_height());
                if top < seen {
                    element.set_scroll_top(top);
                } else if top + ROW_PX > seen + height {
                    element.set_scroll_top(top + ROW_PX - height);
                }
            }
            here.set(Some(to));
        })
    };

    // One listener for all rows: a listener for each would be another one at each drawing.
    let on_click = Callback::from(move |event: MouseEvent| {
        let clicked = event.target_dyn_into::<Element>();
        if let Some(place) = clicked.and_then(|clicked| row::place_of(&clicked)) {
            pick(place);
        }
    });
    let shift = ["transform:translateY(", &px(from), "px)"].concat();
    let is_empty = keys.len() == 0;
    let rows = element("div")
        .attr("role", "presentation")
        .style(&shift)
        .list(shown.iter().map(|row| row.draw(lang, now_ms)).collect());
    let mut grid = element("div")
        .node(&scroller)
        .class("rows")
        .attr("role", "grid")
        .attr("tabindex", "0")
        .attr("aria-label", say::KEYSPACE.get(lang))
        .flag("hidden", is_empty)
        .number("aria-rowcount", keys.len() as i64)
        .on(ListenerKind::onscroll, &on_scroll)
        .on(ListenerKind::onkeydown, &on_key)
        .on(ListenerKind::onclick, &on_click)
        .child(
            element("div")
                .attr("role", "presentation")
                .style(&height(keys.len()))
                .child(rows),
        );
    if let Some(here) = *here {
        grid = grid.attr_of("aria-activedescendant", row::id_of(here));
    }
    frame(lang, &state)
        .child(grid)
        .child(open.unwrap_or_default())
        .child(scripts::draw(lang, &server))
        .into()
}
