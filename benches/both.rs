//! A benchmark that runs on the host and in a browser.

/// As in the page.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Runs a function as the benchmark, and gives it what prints a line: in a browser wasm-bindgen's test runner starts it.
macro_rules! on_both {
    ($rates:ident) => {
        #[cfg(not(target_arch = "wasm32"))]
        fn main() {
            $rates(|line| println!("{line}"));
        }

        #[cfg(target_arch = "wasm32")]
        fn main() {}

        #[cfg(target_arch = "wasm32")]
        mod browser {
            use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

            wasm_bindgen_test_configure!(run_in_browser);

            #[wasm_bindgen_test]
            fn rates() {
                super::$rates(|line| console_log!("{line}"));
            }
        }
    };
}
