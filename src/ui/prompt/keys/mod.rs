//! The keyspace as it is, beside the prompt: what each key holds, when it expires, and what the last command changed.
//! Only the rows in sight are drawn, so that it costs the same however many keys there are. The rows come with
//! [`Part::Keys`]; until then their head is shown, with the room that they will take.

mod elements;
mod grid;
mod index;
mod row;
mod scripts;

use gloo_timers::callback::Interval;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, ShadowRoot};
use yew::prelude::*;

use self::elements::Elements;
use self::grid::{Grid, ROW_PX, ROWS_A_STEP, ROWS_ABOVE, ROWS_IN_SIGHT};
pub use self::index::KeyIndex;
use super::state::PromptState;
use super::words as say;
use crate::ui::clock;
use crate::ui::element::{Element, On, element};
use crate::ui::parts::{self, Reason};
use crate::ui::shared::Shared;
use crate::ui::styles::{self, shortened};
use base::part::{Part, late};
use base::text::Lang;
use keyspace::value::Value;

/// How often what is left of a key's time is counted down, in milliseconds.
const TICK_MS: u32 = 1000;

const STYLES: &str = include_str!("../../../../static/keys.css");
const SHORTENED: ([u8; STYLES.len()], usize) = shortened(STYLES.as_bytes());
static STYLES_SHORT: &str = styles::text(&SHORTENED, STYLES);

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
fn frame(lang: Lang, state: &PromptState) -> Element {
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
    let grid = Grid {
        state: props.state.clone(),
        on_pick: props.on_pick.clone(),
        first: use_state(|| 0),
        in_sight: use_state(|| ROWS_IN_SIGHT),
        here: use_state(|| None),
        opened: use_state(|| None),
        scroller: use_node_ref(),
        panel: use_node_ref(),
    };
    let redraw = use_force_update();

    let state = props.state.borrow();
    let (keys, server, database) = (&state.keys, state.server(), state.database());
    let now_ms = clock::now_ms();
    let from = (*grid.first).min(keys.len().saturating_sub(1));
    let drawn = *grid.in_sight + 2 * ROWS_ABOVE + ROWS_A_STEP;
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
                is_here: *grid.here == Some(from + at),
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

    {
        let scroller = grid.scroller.clone();
        use_effect_with((), move |()| dress(&scroller));
        let grid = grid.clone();
        use_effect_with(keys.len().min(ROWS_IN_SIGHT), move |_| grid.measure());
    }
    let opened = grid.opened.as_ref().map(|(name, _)| name.clone());
    use_effect_with(opened, {
        let panel = grid.panel.clone();
        move |name| {
            if let (Some(_), Some(panel)) = (name, panel.cast::<HtmlElement>()) {
                let _ = panel.focus();
            }
        }
    });
    let open = grid.opened.as_ref().and_then(|(name, from)| {
        let Value::Other(value) = &server.peek(database, now_ms, name)?.value else {
            return None;
        };
        let elements = Elements {
            lang,
            name,
            value: &**value,
            from: *from,
            panel: &grid.panel,
            on_turn: &grid.on(Grid::turn),
        };
        Some(elements.draw())
    });
    let rows = shown.iter().map(|row| row.draw(lang, now_ms)).collect();
    frame(lang, &state)
        .child(table(lang, &grid, keys.len(), from, rows))
        .child(open.unwrap_or_default())
        .child(scripts::draw(lang, &server))
        .into()
}

/// Gives the styles of the rows to the shadow root that they are in.
fn dress(rows: &NodeRef) {
    if let Some(rows) = rows.get()
        && let Some(document) = rows.owner_document()
    {
        // In a page of a test it is the document, which has the same property.
        let root: ShadowRoot = rows.get_root_node().unchecked_into();
        // A page that refuses them shows its rows without.
        let _ = styles::adopt(&document, &root, &[STYLES_SHORT]);
    }
}

/// The rows that are drawn, the first of them at `from`, in the room of all `keys`.
fn table(lang: Lang, grid: &Grid, keys: usize, from: usize, rows: Vec<Html>) -> Element {
    let shift = ["transform:translateY(", &px(from), "px)"].concat();
    let rows = element("div")
        .attr("role", "presentation")
        .style(&shift)
        .list(rows);
    let room = element("div")
        .attr("role", "presentation")
        .style(&height(keys))
        .child(rows);
    let table = element("div")
        .node(&grid.scroller)
        .class("rows")
        .attr("role", "grid")
        .attr("tabindex", "0")
        .attr("aria-label", say::KEYSPACE.get(lang))
        .flag("hidden", keys == 0)
        .number("aria-rowcount", keys as i64)
        .on(On::Scroll, &grid.on(Grid::scroll))
        .on(On::KeyDown, &grid.on(Grid::key))
        .on(On::Click, &grid.on(Grid::click))
        .child(room);
    match *grid.here {
        Some(here) => table.attr_of("aria-activedescendant", row::id_of(here)),
        None => table,
    }
}
