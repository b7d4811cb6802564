//! The page's own code: what a script of the page calls once the wasm has arrived.

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page: `<html data-wasm="running">` tells styles and scripts that the wasm is there.
#[wasm_bindgen]
pub fn run_page() {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        // Setting an attribute of this name cannot fail.
        let _ = root.set_attribute("data-wasm", "running");
    }
}
