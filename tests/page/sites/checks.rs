//! The checks that apply to every site, whatever generated it.

use page_tests::{Outcome, Page, Scheme, Site};
use serde_json::{Value, json};

use crate::sites::Example;

const ENTER: &str = "\u{E007}";
const PROMPT: &str = "#prompt";
const RACE: &str = "#race";
const TO_TOP: &str = "scrollTo({ top: 0, behavior: 'instant' })";
/// The box that has taken the place of a block.
const UPGRADED: &str = "redis-prompt:not([id])";

pub async fn a_reader_types_steps_and_uses_the_upgraded_block(
    page: &Page,
    example: &Example,
) -> Outcome {
    let site = example.serve().await?;
    page.visit(&site.url("")).await?;
    until_live(page, PROMPT).await?;
    let log = |path: &str| format!("{path} >>> .log");
    page.until_text(&log(PROMPT), "redis> SETNX lock.foo 106\n(integer) 0")
        .await?;
    enter(page, PROMPT, "INCRBY lock.foo 2").await?;
    page.until_text(&log(PROMPT), "(integer) 107").await?;

    until_live(page, RACE).await?;
    let before = page.evaluate("find('#race').position").await?;
    click(page, "#race >>> .controls button:nth-of-type(3)").await?;
    page.until(&format!("find('#race').position === {before} + 1"))
        .await?;
    page.until("find('#race >>> .count').innerText.startsWith(find('#race').position)")
        .await?;

    until_live(page, UPGRADED).await?;
    page.until_text(
        &log(UPGRADED),
        "redis> GETSET lock.foo 120\n(nil)\nredis> GET lock.foo\n\"120\"",
    )
    .await?;
    enter(page, UPGRADED, "INCR lock.foo").await?;
    page.until_text(&log(UPGRADED), "(integer) 121").await?;

    let others = "[...document.querySelectorAll('pre')].some((block) => block.innerText.includes('ls -l') && !('upgraded' in block.dataset) && !block.closest('[data-upgraded]'))";
    assert_eq!(page.evaluate(others).await?, true);
    let hosts = "performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ protocol, origin }) => /^http/.test(protocol) && origin !== location.origin).map(String)";
    assert_eq!(page.evaluate(hosts).await?, json!([]));
    // However many boxes there are; `cargo xtask package` weighs these. The wasm's other parts come when they are needed.
    let ours = json!(example.url(&site));
    let fetched = format!(
        "performance.getEntriesByType('resource').filter(({{ name }}) => name.startsWith({ours})).map(({{ name }}) => name.split('/').at(-1).split('?')[0]).filter((name) => /_bg(\\.\\w+)?\\.wasm$/.test(name) || !name.endsWith('.wasm')).sort()"
    );
    assert_eq!(
        page.evaluate(&fetched).await?,
        json!([
            "embed.js",
            "setnx-playground.js",
            "setnx-playground_bg.en.wasm",
            "setnx-playground_bg.wasm",
            "upgrade.js"
        ])
    );
    only_ours(page, &site, example).await
}

pub async fn nothing_else_looks_otherwise(page: &Page, example: &Example) -> Outcome {
    // So low that a page scrolls with boxes and without.
    page.set_viewport(1280, 400).await?;
    let site = example.serve().await?;
    page.visit(&site.url("")).await?;
    for path in [PROMPT, RACE, UPGRADED] {
        until_live(page, path).await?;
    }
    let heights = format!(
        "['{PROMPT}', '{RACE}', '{UPGRADED}'].map((path) => find(path).getBoundingClientRect().height)"
    );
    let heights = page.evaluate(&heights).await?;
    let seen = settled_look(page).await?;
    only_ours(page, &site, example).await?;

    let bare = example.serve_without_boxes().await?;
    page.visit(&bare.url("")).await?;
    // As much room as the boxes take: where the reader is on the page counts for what a site highlights.
    page.evaluate(&format!("{STAND_INS}({heights})")).await?;
    let expected = settled_look(page).await?;
    only_ours(page, &bare, example).await?;

    for looks in [&expected, &seen] {
        assert!(looks.len() > 4, "hardly anything to compare: {looks:?}");
        assert!(looks.iter().any(|look| look["is"] == "H1"));
    }
    let of = |looks: &[Value]| -> Vec<Value> {
        let parts = looks.iter().map(|look| look["is"].clone());
        parts.collect()
    };
    assert_eq!(of(&expected), of(&seen));
    for (expected, seen) in expected.iter().zip(&seen) {
        let properties = expected["look"].as_object().ok_or("no look")?;
        for (property, value) in properties {
            let now = &seen["look"][property];
            assert_eq!(value, now, "{property} of {}", expected["text"]);
        }
    }
    Ok(())
}

pub async fn the_boxes_follow_the_sites_own_switch(page: &Page, example: &Example) -> Outcome {
    let site = example.serve().await?;
    page.visit(&site.url("")).await?;
    for path in [PROMPT, RACE, UPGRADED] {
        until_live(page, path).await?;
    }
    let ink = |path: &str| format!("getComputedStyle(find('{path} >>> .seat')).color");
    let scheme = |path: &str| format!("getComputedStyle(find('{path} >>> .seat')).colorScheme");
    let mut light = Vec::new();
    for path in [PROMPT, RACE, UPGRADED] {
        page.until(&format!("{} === 'light'", scheme(path))).await?;
        light.push(page.evaluate(&ink(path)).await?);
    }
    example.choose(page, Scheme::Dark).await?;
    for (path, light) in [PROMPT, RACE, UPGRADED].into_iter().zip(&light) {
        page.until(&format!(
            "{} === 'dark' && {} !== {light}",
            scheme(path),
            ink(path)
        ))
        .await?;
    }
    example.choose(page, Scheme::Light).await?;
    for (path, light) in [PROMPT, RACE, UPGRADED].into_iter().zip(&light) {
        page.until(&format!(
            "{} === 'light' && {} === {light}",
            scheme(path),
            ink(path)
        ))
        .await?;
    }
    only_ours(page, &site, example).await
}

pub async fn another_page_is_visited_and_left(page: &Page, example: &Example) -> Outcome {
    let site = example.serve().await?;
    page.visit(&site.url("")).await?;
    until_live(page, UPGRADED).await?;
    for (link, heading) in [
        ("the list of commands", "Commands"),
        ("Back", "A lock by SETNX"),
    ] {
        let link = json!(link);
        let find_link = format!(
            "[...document.querySelectorAll('p a')].find(({{ textContent }}) => textContent.trim() === {link})"
        );
        page.until(&format!("{find_link} !== undefined")).await?;
        page.evaluate(&format!("{find_link}.click()")).await?;
        page.until(&format!(
            "[...document.querySelectorAll('h1')].some((h1) => h1.innerText.includes({}))",
            json!(heading)
        ))
        .await?;
        until_live(page, PROMPT).await?;
        enter(page, PROMPT, "APPEND seen yes").await?;
        page.until_text("#prompt >>> .log", "(integer) 3").await?;
    }
    until_live(page, UPGRADED).await?;
    let boxes = "document.querySelectorAll('redis-prompt').length";
    assert_eq!(page.evaluate(boxes).await?, 2);
    only_ours(page, &site, example).await
}

/// Scrolls to a box, as reading on does, and waits until it is live: one that would wait for a sign of use does not.
async fn until_live(page: &Page, path: &str) -> Outcome {
    let find = format!("find({})", json!(path));
    page.until(&format!("{find} !== null")).await?;
    page.evaluate(&format!("{find}.setAttribute('load', 'near')"))
        .await?;
    // Boxes above it that become live push it down: whoever reads on scrolls after it.
    page.until(&format!(
        "{find}?.shadowRoot?.querySelector('.seat section') != null
            || ({find}.scrollIntoView({{ block: 'center', behavior: 'instant' }}), false)"
    ))
    .await
}

/// Clicks on what a reader has scrolled to: a page that scrolls smoothly is not there at once.
pub async fn click(page: &Page, path: &str) -> Outcome {
    let find = format!("find({})", json!(path));
    page.until(&format!("{find}?.checkVisibility() === true"))
        .await?;
    page.evaluate(&format!(
        "{find}.scrollIntoView({{ block: 'nearest', behavior: 'instant' }})"
    ))
    .await?;
    page.click(path).await
}

/// Takes from the console what the site's own scripts say without complaining. The rest fails the test.
async fn only_ours(page: &Page, site: &Site, example: &Example) -> Outcome {
    let own = |line: &&String| {
        let is_complaint = line.starts_with("SEVERE");
        line.contains(site.origin()) && !line.contains(&example.url(site)) && !is_complaint
    };
    let said = page.take_console().await?;
    match said.iter().find(|line| !own(line)) {
        Some(line) => Err(format!("the console is not clean: {line}").into()),
        None => Ok(()),
    }
}

async fn enter(page: &Page, path: &str, line: &str) -> Outcome {
    page.type_into(&format!("{path} >>> textarea"), format!("{line}{ENTER}"))
        .await
}

/// Every computed style, and the box, of what is the site's own and is not made of boxes alone: as soon as two looks in
/// a row are the same.
async fn settled_look(page: &Page) -> Outcome<Vec<Value>> {
    // A site's highlighting also depends on the previous scroll position.
    let to_end = "scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })";
    for scroll in [to_end, TO_TOP] {
        page.evaluate(scroll).await?;
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        )
        .await?;
    }
    let frames = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))";
    let mut last = Value::Null;
    for _ in 0..60 {
        let seen = page.evaluate(LOOK).await?;
        if seen == last {
            return Ok(seen.as_array().cloned().unwrap_or_default());
        }
        last = seen;
        page.evaluate(frames).await?;
    }
    Err("the page does not come to rest".into())
}

/// Gives what boxes would replace their heights.
const STAND_INS: &str = "((heights) => [
        ...document.querySelectorAll('redis-prompt, lock-timeline'),
        [...document.querySelectorAll('pre')].findLast((block) => block.textContent.includes('redis>')),
    ].forEach((element, at) => element.style.cssText = `display: block; box-sizing: border-box; overflow: hidden; height: ${heights[at]}px`))";

/// The blocks that a box replaces are left out on both sides, and so are the heights of their containers.
const LOOK: &str = "[...document.querySelectorAll('body, h1, h2, p, a, pre')]
    .filter((element) => !element.closest('redis-prompt, lock-timeline') && !(element.closest('pre') && element.closest('pre').textContent.includes('redis>')))
    .map((element) => {
        const holds = element.matches('body') || element.querySelector('redis-prompt, lock-timeline') !== null;
        const style = getComputedStyle(element);
        // Where something ends depends on how much stands between.
        const left_out = ['bottom', 'inset-block-end', ...(holds ? ['height', 'block-size', 'perspective-origin', 'transform-origin'] : [])];
        const look = Object.fromEntries([...style].filter((name) => !left_out.includes(name)).map((name) => [name, style.getPropertyValue(name)]));
        const { x, width, height } = element.getBoundingClientRect();
        Object.assign(look, { x, width }, holds ? {} : { height });
        return { is: element.tagName, text: element.textContent.trim().slice(0, 40), look };
    })";
