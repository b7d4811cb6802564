//! The guide's blocks, each in a page of its own.

use page_tests::{Host, Outcome, Page, Site, root};
use serde_json::json;

use crate::LIVEN;
use crate::book::{Chapter, Snippet, chapters};

/// Where the guide's examples have the published files.
const FOLDER: &str = "https://your.host/setnx-playground/v0.1.0/";
const ORIGIN: &str = "https://your.host";

/// The headers that the guide asks a host for, by the mark at their block.
fn headers(chapters: &[Chapter], mark: &str) -> Vec<(&'static str, String)> {
    let all = chapters.iter().flat_map(|chapter| &chapter.snippets);
    let blocks =
        all.filter(|block| block.language == "http" && block.mark("headers") == Some(mark));
    let lines = blocks.flat_map(|block| block.text.lines());
    lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| {
            let known = ["Access-Control-Allow-Origin", "Content-Security-Policy"];
            let name = known.into_iter().find(|known| *known == name);
            (
                name.expect("a header that this test can send"),
                value.to_owned(),
            )
        })
        .collect()
}

/// The published files, on a host that sends what the guide asks for.
async fn files(chapters: &[Chapter]) -> Outcome<Site> {
    let mut host = Host::of_dist()?;
    let asked = headers(chapters, "files");
    assert!(!asked.is_empty(), "the guide names no header for the files");
    for (name, value) in asked {
        host = host.header(name, &value);
    }
    host.serve().await
}

/// Opens a page with markup of the guide, a style and a script, under the policy that the guide asks for.
async fn open(
    page: &Page,
    chapters: &[Chapter],
    files: &Site,
    markup: &str,
    style: &str,
    script: &str,
) -> Outcome<Site> {
    let local = |text: &str| {
        text.replace(FOLDER, &files.url(""))
            .replace(ORIGIN, files.origin())
    };
    let loads = match markup.contains("<script") {
        true => String::new(),
        false => format!(
            "<script type=module src=\"{}\"></script>",
            files.url("embed.js")
        ),
    };
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A page of somebody's</title>\
         <link rel=stylesheet href=page.css>{loads}<body>{}",
        local(markup)
    );
    let script = format!("{}\ndocument.body.dataset.done = 'yes';", local(script));
    let mut host = Host::new()
        .file("index.html", html)
        .file("page.css", style)
        .file("page.js", script);
    for (name, value) in headers(chapters, "page") {
        host = host.header(name, &local(&value));
    }
    let host = host.serve().await?;
    page.visit(&host.url("index.html")).await?;
    Ok(host)
}

/// The blocks of a language, each with the `html` block above it in its chapter.
fn blocks<'a>(chapters: &'a [Chapter], language: &'a str) -> Vec<(&'a str, &'a Snippet)> {
    let mut found = Vec::new();
    for chapter in chapters {
        let mut html = "";
        for block in &chapter.snippets {
            if block.language == "html" {
                html = &block.text;
            }
            if block.language == language {
                found.push((html, block));
            }
        }
    }
    found
}

/// The errors, with their places in the guide.
fn at<T>(block: &Snippet, outcome: Outcome<T>) -> Outcome<T> {
    outcome.map_err(|error| format!("{}: {error}", block.place).into())
}

async fn quiet(page: &Page, block: &Snippet) -> Outcome {
    // A style attribute is the author's choice in an example; a policy of theirs has to allow for it.
    let said = page.take_console().await?;
    let loud: Vec<_> = said
        .iter()
        .filter(|line| !line.contains("inline style"))
        .collect();
    match loud.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: the console says {loud:?}", block.place).into()),
    }
}

pub async fn every_box_comes_to_life(page: &Page) -> Outcome {
    let chapters = chapters(&root());
    let files = files(&chapters).await?;
    let mut boxes = 0;
    for (markup, block) in blocks(&chapters, "html") {
        if markup.contains("<iframe") {
            continue;
        }
        let _host = open(page, &chapters, &files, markup, "", "").await?;
        if markup.contains("data-upgrade") {
            at(block, page.until("find('redis-prompt') !== null").await)?;
        }
        let live = at(block, page.evaluate(LIVEN).await)?;
        assert!(live.as_u64() > Some(0), "{}: there is no box", block.place);
        if block.is("wrong") {
            let marked = page.until_text("redis-prompt >>> .log", "This page has another reply");
            at(block, marked.await)?;
        }
        at(
            block,
            page.until("[...document.querySelectorAll('lock-timeline')].every((box) => box.shadowRoot.querySelector('.notice') === null)")
                .await,
        )?;
        quiet(page, block).await?;
        boxes += 1;
    }
    assert!(boxes > 20, "{boxes} pages");
    Ok(())
}

pub async fn every_frame_comes_to_life(page: &Page) -> Outcome {
    let chapters = chapters(&root());
    let files = files(&chapters).await?;
    let mut frames = 0;
    for (markup, block) in blocks(&chapters, "html") {
        if !markup.contains("<iframe") {
            continue;
        }
        let _host = open(page, &chapters, &files, markup, "", "").await?;
        at(
            block,
            page.until("find('iframe').style.height !== ''").await,
        )?;
        page.driver().enter_frame(0).await?;
        let live = at(block, page.evaluate(LIVEN).await)?;
        assert_eq!(live, json!(1), "{}: one box", block.place);
        let said = page
            .evaluate("document.querySelectorAll('[role=status]:not([hidden])').length")
            .await?;
        assert_eq!(
            said,
            json!(0),
            "{}: the address is not understood",
            block.place
        );
        let theme = "document.documentElement.style.colorScheme";
        if markup.contains("data-theme=\"dark\"") {
            at(block, page.until(&format!("{theme} === 'dark'")).await)?;
        }
        page.driver().enter_default_frame().await?;
        quiet(page, block).await?;
        frames += 1;
    }
    assert!(frames >= 3, "{frames} frames");
    Ok(())
}

async fn run(
    page: &Page,
    chapters: &[Chapter],
    files: &Site,
    markup: &str,
    script: &str,
) -> Outcome {
    let _host = open(page, chapters, files, markup, "", script).await?;
    let load = "(() => { const script = document.createElement('script'); script.type = 'module'; \
                script.src = 'page.js'; document.head.append(script); })()";
    page.evaluate("customElements.whenDefined('lock-timeline').then(() => true)")
        .await?;
    page.evaluate(load).await?;
    page.until("document.body.dataset.done === 'yes'").await
}

/// An assertion that fails is said in the console.
pub async fn every_script_runs(page: &Page) -> Outcome {
    let chapters = chapters(&root());
    let files = files(&chapters).await?;
    let scripts = blocks(&chapters, "js");
    for (markup, block) in &scripts {
        at(
            block,
            run(page, &chapters, &files, markup, &block.text).await,
        )?;
        quiet(page, block).await?;
    }
    assert!(scripts.len() >= 4, "{} scripts", scripts.len());
    Ok(())
}

pub async fn every_style_reaches_a_box(page: &Page) -> Outcome {
    let chapters = chapters(&root());
    let files = files(&chapters).await?;
    let markup = "<redis-prompt></redis-prompt><lock-timeline lesson=D1></lock-timeline>";
    const LOOK: &str = "[...document.querySelectorAll('redis-prompt, lock-timeline')].map((box) => \
        [...box.shadowRoot.querySelectorAll('[part]')].map((part) => [...getComputedStyle(part)].map((name) => getComputedStyle(part).getPropertyValue(name)).join()).join()).join()";
    let _host = open(page, &chapters, &files, markup, "", "").await?;
    page.evaluate(LIVEN).await?;
    let plain = page.evaluate(LOOK).await?;
    let styles = blocks(&chapters, "css");
    for (_, block) in &styles {
        // Each rule alone, so that none rests on another's effect.
        for rule in block
            .text
            .split_inclusive('}')
            .filter(|rule| rule.contains('}'))
        {
            let _host = open(page, &chapters, &files, markup, rule, "").await?;
            page.evaluate(LIVEN).await?;
            let styled = page.evaluate(LOOK).await?;
            assert_ne!(styled, plain, "{}: no effect: {rule}", block.place);
            quiet(page, block).await?;
        }
    }
    assert!(styles.len() >= 2, "{} styles", styles.len());
    Ok(())
}

/// The tests above can fail: a failed assertion of a script is reported.
pub async fn a_snippet_that_fails_is_found(page: &Page) -> Outcome {
    let chapters = chapters(&root());
    let files = files(&chapters).await?;
    let markup = "<redis-prompt></redis-prompt>";
    let script = "const box = document.querySelector('redis-prompt');\n\
                  console.assert((await box.run('INCR a')).data === 2);";
    run(page, &chapters, &files, markup, script).await?;
    let said = page.take_console().await?;
    assert_eq!(said.len(), 1, "{said:?}");
    Ok(())
}
