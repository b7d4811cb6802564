//! The sites of examples/, each as its own generator has built it, used by a reader, the pages of tests/page/rows, and the programs of
//! article/snippets. `cargo xtask test` builds them in
//! target/sites and names those to leave out; a site is a module of the tests' names, so that it can be chosen by name.

mod checks;
mod rows;
mod sites;
mod snippets;

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

/// One check for every row.
macro_rules! rows {
    ($($name:literal $row:ident)*) => {
        [$(trial(concat!("rows::", $name), |page| {
            Box::pin(rows::is_upgraded(page, &rows::$row))
        })),*]
    };
}

fn main() -> ExitCode {
    let mut trials = all!([plain mdbook mkdocs docusaurus sphinx hugo vitepress]);
    trials.extend(rows![
        "asciidoctor" ASCIIDOCTOR
        "docsify" DOCSIFY
        "eleventy" ELEVENTY
        "jekyll" JEKYLL
        "marp" MARP
        "mkdocs" MKDOCS
        "pandoc" PANDOC
        "reveal" REVEAL
        "rouge" ROUGE
        "rustdoc" RUSTDOC
        "sphinx" SPHINX
    ]);
    trials.push(trial("rows::print", |page| {
        Box::pin(rows::reveals_slides_are_printed_with_their_timelines(page))
    }));
    trials.extend([
        trial("snippets::rust", |_| Box::pin(async { snippets::rust() })),
        trial("snippets::python", |_| {
            Box::pin(async { snippets::python() })
        }),
        trial("snippets::node", |_| Box::pin(async { snippets::node() })),
        trial("snippets::redis_cli", |_| {
            Box::pin(async { snippets::redis_cli() })
        }),
    ]);
    conclude(trials)
}
