//! The shadow root of an island and the one style sheet that all islands share.

use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, HtmlElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

/// Constructed sheets are the one kind of style that `style-src 'self'` lets a script make.
const CSS: &str = concat!(
    include_str!("../../static/island.css"),
    include_str!("../../static/prompt.css"),
    include_str!("../../static/timeline.css"),
    include_str!("../../static/play.css"),
);

thread_local! {
    static SHEET: Result<CssStyleSheet, JsValue> = sheet();
}

fn sheet() -> Result<CssStyleSheet, JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(CSS)?;
    Ok(sheet)
}

/// The open shadow root of `host`, made at the first call, with the islands' styles.
pub fn attach(host: &HtmlElement) -> Result<ShadowRoot, JsValue> {
    if let Some(shadow) = host.shadow_root() {
        return Ok(shadow);
    }
    let shadow = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))?;
    let sheet = SHEET.with(Clone::clone)?;
    shadow.set_adopted_style_sheets(&Array::of1(&sheet));
    Ok(shadow)
}
