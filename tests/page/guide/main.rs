//! The guide's blocks for a page, opened in a headless Chromium: each under the headers that the guide asks for, its files on
//! another origin, as the guide's addresses have them. Then the guide itself, as `cargo xtask docs` builds it.

#[path = "../../guide/book.rs"]
mod book;
mod built;
mod snippets;

use std::process::ExitCode;

use page_tests::{conclude, trials};

/// Starts every box as a reader does who goes through the page; returns their number. One that fails says why below
/// the author's text.
const LIVEN: &str = "(async () => {
    await customElements.whenDefined('redis-prompt');
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    const boxes = [...document.querySelectorAll('redis-prompt, lock-timeline')];
    for (const box of boxes) {
        box.scrollIntoView();
        if (box.getAttribute('autorun') === 'off') box.shadowRoot.querySelector('button').click();
        else box.begin();
        let late;
        const failed = new Promise((_, fail) => {
            late = setTimeout(() => fail(Error(box.shadowRoot.querySelector('[role=status]')?.textContent)), 10000);
        });
        await Promise.race([box.ready, failed]);
        clearTimeout(late);
    }
    return boxes.length;
})()";

fn main() -> ExitCode {
    conclude(trials![
        snippets::every_box_comes_to_life,
        snippets::every_frame_comes_to_life,
        snippets::every_script_runs,
        snippets::every_style_reaches_a_box,
        snippets::a_snippet_that_fails_is_found,
        built::every_box_of_the_guide_lives_in_light_and_dark,
        built::what_a_reader_types_in_the_guide_is_answered,
        built::no_page_of_the_guide_is_wider_than_a_phone,
    ])
}
