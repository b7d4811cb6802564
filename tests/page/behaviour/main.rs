//! What the built page does in a browser. One file a part of the page; a test is an `async fn(&Page) -> Outcome` with
//! a sentence for a name, listed here.

mod first_load;

use std::process::ExitCode;

use page_tests::{conclude, trials};

fn main() -> ExitCode {
    conclude(trials![
        first_load::the_page_starts_under_a_strict_policy_with_a_clean_console,
        first_load::everything_comes_from_beside_the_page,
        first_load::the_wasm_comes_as_wasm,
        first_load::the_console_tells_of_a_refused_style,
    ])
}
