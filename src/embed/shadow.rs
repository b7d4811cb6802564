//! The shadow root of an island, with the style sheets that all islands have.

use wasm_bindgen::JsValue;
use web_sys::{HtmlElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

use crate::ui::styles::{self, shortened, text};

const ISLAND: &str = concat!(
    include_str!("../../static/island.css"),
    include_str!("../../static/prompt.css"),
);
/// Colours, sizes and times, for an island that cannot have them from around it.
const TOKENS: &str = concat!(
    include_str!("../../static/seat.css"),
    include_str!("../../static/tokens.css")
);
/// The same without comments and the spaces that only people need. The compiler does it.
static ISLAND_SHORT: &str = text(&SHORTENED, ISLAND);
static TOKENS_SHORT: &str = text(&TOKENS_SHORTENED, TOKENS);
const SHORTENED: ([u8; ISLAND.len()], usize) = shortened(ISLAND.as_bytes());
const TOKENS_SHORTENED: ([u8; TOKENS.len()], usize) = shortened(TOKENS.as_bytes());

/// The open shadow root of `host`, made where there is none, with the tokens, the styles of all islands, and `own`, those
/// of its kind. The sheets that a script has put there stay, behind these.
pub fn attach(host: &HtmlElement, own: Option<&'static str>) -> Result<ShadowRoot, JsValue> {
    let shadow = match host.shadow_root() {
        Some(shadow) => shadow,
        None => host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))?,
    };
    let document = host
        .owner_document()
        .ok_or("an element without a document")?;
    let all = [Some(TOKENS_SHORT), Some(ISLAND_SHORT), own];
    let all: Vec<&'static str> = all.into_iter().flatten().collect();
    styles::adopt(&document, &shadow, &all)?;
    Ok(shadow)
}
