//! Tests that run inside a headless browser, on the wasm itself. The whole page is tested from outside, in tests/page.

#![cfg(target_arch = "wasm32")]

mod island;

use js_sys::{Array, Intl};
use setnx_playground::text::Lang;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_browser_knows_every_language_tag_as_it_is_written() {
    for lang in Lang::ALL {
        let canonical: Array = Intl::get_canonical_locales(&lang.tag().into());
        assert_eq!(canonical.get(0).as_string().as_deref(), Some(lang.tag()));
    }
}
