//! A page for each row of the guide's table that has no site in examples/, as its generator has built it: the block becomes a
//! box by the selector that the guide names.

use std::fs;
use std::path::Path;

use page_tests::{Host, Outcome, Page, root};
use serde_json::{Value, json};

/// A row of the table.
pub struct Row {
    /// Its folder in tests/page/rows.
    name: &'static str,
    /// The first cell of the row, and the second.
    guide: &'static str,
    selector: &'static str,
    /// The pages that are built, and how many boxes each has.
    pages: &'static [(&'static str, usize)],
}

const fn row(
    name: &'static str,
    guide: &'static str,
    selector: &'static str,
    pages: &'static [(&'static str, usize)],
) -> Row {
    Row {
        name,
        guide,
        selector,
        pages,
    }
}

pub const ASCIIDOCTOR: Row = row(
    "asciidoctor",
    "Asciidoctor",
    ".listingblock code[data-lang=redis]",
    &[("plain.html", 1), ("highlighted.html", 1)],
);
pub const DOCSIFY: Row = row("docsify", "Docsify", "pre[data-lang=redis]", &[("", 1)]);
pub const ELEVENTY: Row = row(
    "eleventy",
    "Eleventy",
    "pre > code.language-redis",
    &[("", 1)],
);
pub const JEKYLL: Row = row(
    "jekyll",
    "Jekyll",
    "pre > code.language-redis",
    &[("", 1), ("tag.html", 1)],
);
pub const MARP: Row = row(
    "marp",
    "Marp",
    "marp-pre:has(> code.language-redis)",
    &[("page.html", 1)],
);
pub const MKDOCS: Row = row(
    "mkdocs",
    "MkDocs, theme readthedocs",
    "pre > code.language-redis",
    &[("", 1)],
);
pub const PANDOC: Row = row("pandoc", "pandoc", "pre.redis > code", &[("page.html", 1)]);
pub const REVEAL: Row = row(
    "reveal",
    "reveal",
    ".reveal pre > code.redis, .reveal pre > code.language-redis",
    &[("", 2)],
);
pub const ROUGE: Row = row(
    "rouge",
    "Asciidoctor",
    ".listingblock code[data-lang=redis]",
    &[("plain.html", 1), ("numbered.html", 1)],
);
pub const RUSTDOC: Row = row(
    "rustdoc",
    "rustdoc",
    ".example-wrap > pre.language-redis",
    &[("lock/", 1)],
);
pub const SPHINX: Row = row("sphinx", "Sphinx", ".highlight-redis pre", &[("", 1)]);

/// The built pages of all rows, beside the published folder.
fn host() -> Outcome<Host> {
    Host::of_folder(&root().join("target/sites/rows/out")).map_err(|error| {
        format!("tests/page/rows is not built ({error}): `cargo xtask test --only sites` does")
            .into()
    })
}

/// Whether some file of a folder has this text, as it is written in markup or in a script.
fn is_in(folder: &Path, text: &str) -> Outcome<bool> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let found = match path.is_dir() {
            true => is_in(&path, text)?,
            false => fs::read_to_string(&path).is_ok_and(|source| source.contains(text)),
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The box has run the block, nothing else of the page is one, and the console has nothing of ours.
pub async fn is_upgraded(page: &Page, row: &Row) -> Outcome {
    let guide = fs::read_to_string(root().join("docs/src/ways.md"))?;
    let cells = format!("| {} | `{}` |", row.guide, row.selector);
    assert!(guide.contains(&cells), "the guide has no row {cells}");
    let sources = root().join("tests/page/rows").join(row.name);
    assert!(
        is_in(&sources, row.selector)?,
        "{} is not used",
        row.selector
    );
    let site = host()?.serve().await?;
    for (path, boxes) in row.pages {
        page.visit(&site.url(&format!("{}/{path}", row.name)))
            .await?;
        page.until(&format!(
            "document.querySelectorAll('redis-prompt').length === {boxes}"
        ))
        .await?;
        page.evaluate("find('redis-prompt').begin()").await?;
        page.until_text(
            "redis-prompt >>> .log",
            "redis> SETNX lock.foo 105\n(integer) 1",
        )
        .await?;
        let hidden = "[...document.querySelectorAll('redis-prompt')].every((box) => 'upgraded' in box.previousElementSibling.dataset)";
        assert_eq!(page.evaluate(hidden).await?, true, "{path}");
        only_theirs(page).await?;
        page.visit("about:blank").await?;
    }
    Ok(())
}

/// What a generator's own scripts say is theirs: highlight.js knows no language of that name.
async fn only_theirs(page: &Page) -> Outcome {
    let said = page.take_console().await?;
    let ours = said.iter().find(|line| {
        line.contains("setnx-playground") || line.contains("/v0.1.0/") || line.contains("SEVERE")
    });
    match ours {
        Some(line) => Err(format!("the console is not clean: {line}").into()),
        None => Ok(()),
    }
}

/// A timeline on a slide that was never shown is in the view for paper, by both names that reveal has for it. Whether this takes
/// the rule of `embed.js` depends on the layout; the suite `page` has a test of that alone.
pub async fn reveals_slides_are_printed_with_their_timelines(page: &Page) -> Outcome {
    let site = host()?.serve().await?;
    for query in ["?print-pdf", "?view=print"] {
        page.visit(&site.url(&format!("reveal/{query}"))).await?;
        page.until("find('lock-timeline >>> .ladder')?.getBoundingClientRect().height > 100")
            .await?;
        let begun = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('_timeline')).length";
        assert_ne!(page.evaluate(begun).await?, Value::from(0));
        let is_far = format!(
            "find('lock-timeline').getBoundingClientRect().top > {}",
            json!(1000)
        );
        assert_eq!(page.evaluate(&is_far).await?, true, "{query}: it is near");
        only_theirs(page).await?;
        page.visit("about:blank").await?;
    }
    Ok(())
}
