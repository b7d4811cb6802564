//! Tests that run inside a headless browser, on the wasm itself. The whole page is tested from outside, in tests/page.

#![cfg(target_arch = "wasm32")]

#[path = "../golden/mod.rs"]
mod golden;
mod island;
#[path = "../search/pinned.rs"]
mod pinned;
#[path = "../golden/replay.rs"]
mod replay;
mod scripts;

use js_sys::{Array, Intl};
use setnx_playground::check::{Progress, Search};
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

#[wasm_bindgen_test]
fn the_prompt_prints_what_redis_cli_prints_on_32_bits_as_well() {
    replay::compare();
}

#[wasm_bindgen_test]
fn a_search_counts_the_same_states_as_on_the_host() {
    for pinned in pinned::PINNED {
        let mut search = Search::new(pinned.question());
        let verdict = loop {
            if let Progress::Done(verdict) = search.advance(10_000) {
                break verdict;
            }
        };
        assert_eq!(pinned.is_it(&verdict), Ok(()), "{pinned:?}");
    }
}
