//! The last resort. Nothing that a reader does may panic; should it happen all the same, the page must not stay dead.
//!
//! A panic ends this instance of the module. It is marked for a fresh start, which the next call from a script brings
//! about; the script is told by the window's `error` event, whose error is a `WebAssembly.RuntimeError`.

/// Makes a panic say where it happened in the console, and marks the instance for a fresh start.
pub fn report_and_restart() {
    yew::set_custom_panic_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        restart();
    }));
}

/// All that a panic does in a published page, where `xtask/bindgen/src/panics.rs` puts it in the place of each.
#[inline(never)]
fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}
