//! The keyspace as it is, beside the prompt: what each key holds, when it expires, and what the last command changed.
//! Only the rows in sight are drawn, so that it costs the same however many keys there are.

mod index;
mod row;

use gloo_timers::callback::Interval;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::prelude::*;

pub use self::index::KeyIndex;
use super::state::PromptState;
use super::words as say;
use crate::text::Lang;
use crate::ui::clock;
use crate::ui::shared::Shared;

/// How high a row is, in pixels; the style sheet says the same.
const ROW_PX: i32 = 28;
/// How many rows are drawn: those in sight, and some beside them for a fast hand.
const ROWS: usize = 40;
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

/// A live view of the active client's database.
#[component]
pub fn Keys(props: &KeysProps) -> Html {
    let lang = props.lang;
    let first = use_state(|| 0usize);
    let here = use_state(|| None::<usize>);
    let scroller = use_node_ref();
    let redraw = use_force_update();

    let state = props.state.borrow();
    let (keys, server, database) = (&state.keys, state.server(), state.database());
    let now_ms = clock::now_ms();
    let from = (*first).min(keys.len().saturating_sub(1));
    let shown: Vec<row::Row> = keys
        .from(from)
        .take(ROWS)
        .enumerate()
        .filter_map(|(at, name)| {
            let entry = server.peek(database, now_ms, name)?;
            Some(row::Row {
                place: from + at,
                name,
                entry,
                is_changed: keys.is_changed(name),
                is_here: *here == Some(from + at),
            })
        })
        .collect();

    // A name without an entry has expired, and waits to be taken away.
    let is_counting = shown.len() < keys.from(from).take(ROWS).count()
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

    let onscroll = {
        let (first, scroller) = (first.clone(), scroller.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                let top = usize::try_from(element.scroll_top() / ROW_PX).unwrap_or(0);
                // In steps, so that most scrolling draws nothing anew.
                let step = top.saturating_sub(8) / 8 * 8;
                if step != *first {
                    first.set(step);
                }
            }
        })
    };
    let pick = {
        let (state, on_pick) = (props.state.clone(), props.on_pick.clone());
        move |place: usize| {
            let name = state.borrow().keys.from(place).next().map(<[u8]>::to_vec);
            if let Some(name) = name {
                on_pick.emit(name);
            }
        }
    };
    let onkeydown = {
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
    let onclick = Callback::from(move |event: MouseEvent| {
        let clicked = event.target_dyn_into::<Element>();
        if let Some(place) = clicked.and_then(|clicked| row::place_of(&clicked)) {
            pick(place);
        }
    });
    let rows: Html = shown.iter().map(|row| row.draw(lang, now_ms)).collect();
    let px = |rows: usize| (rows as i64 * i64::from(ROW_PX)).to_string();
    let height = ["height:", &px(keys.len()), "px"].concat();
    let shift = ["transform:translateY(", &px(from), "px)"].concat();
    let active = here.map(row::id_of);
    html! {
        <div class="keys">
            <div class="keys-head">
                <span>{ say::keys(lang, database, keys.len()) }</span>
                <span class="used">{ say::used(lang, server.used_bytes(), server.bytes_max()) }</span>
            </div>
            if keys.len() == 0 {
                <p class="note">{ say::NO_KEYS.get(lang) }</p>
            }
            <div ref={scroller} class="rows" role="grid" tabindex="0" aria-label={say::KEYSPACE.get(lang)} hidden={keys.len() == 0}
                aria-rowcount={keys.len().to_string()} aria-activedescendant={active} {onscroll} {onkeydown} {onclick}>
                <div role="presentation" ~style={height}>
                    <div role="presentation" ~style={shift}>{ rows }</div>
                </div>
            </div>
        </div>
    }
}
