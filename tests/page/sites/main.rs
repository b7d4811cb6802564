//! The sites of examples/, each as its own generator has built it, used by a reader. `cargo xtask test` builds them in
//! target/sites and names those to leave out; a site is a module of the tests' names, so that it can be chosen by name.

mod checks;
mod sites;

use std::process::ExitCode;

use page_tests::{conclude, trial};

/// Every check for every site.
macro_rules! all {
    ($sites:tt) => { all!(@sites $sites [
        a_reader_types_steps_and_uses_the_upgraded_block,
        nothing_else_looks_otherwise,
        the_boxes_follow_the_sites_own_switch,
        another_page_is_visited_and_left,
    ]) };
    (@sites [$($site:ident)*] $checks:tt) => {{
        let mut trials = Vec::new();
        $(all!(@one trials $site $checks);)*
        trials
    }};
    (@one $trials:ident $site:ident [$($check:ident,)*]) => {
        $($trials.push(trial(
            concat!(stringify!($site), "::", stringify!($check)),
            |page| Box::pin(checks::$check(page, &sites::$site)),
        ));)*
    };
}

fn main() -> ExitCode {
    conclude(all!([plain mdbook mkdocs docusaurus sphinx hugo vitepress]))
}
