//! The rules of axe-core: WCAG 2.2 up to AA, and what it calls best practices. `cargo xtask test` installs it by the lock
//! file in tests/page/axe. WebDriver runs its script in the page although the page's policy would not.

use page_tests::{Outcome, Page, Scheme, languages, root};
use serde_json::json;

use crate::places::*;

/// Where the suite has it installed.
const SCRIPT: &str = "target/page/node_modules/axe-core/axe.min.js";

/// What is wrong by which rule, element by element.
/// A preference that was set just now shows in the next frame.
const AUDIT: &str = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => axe.run(document, {
    selectors: false,
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
})).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => [id, html.slice(0, 160), failureSummary].join('\\n  '))))";

/// Loads axe into the page that is open.
async fn load(page: &Page) -> Outcome {
    let file = root().join(SCRIPT);
    let script = std::fs::read_to_string(&file).map_err(|error| {
        format!(
            "{} ({error}): `cargo xtask test --only page` installs it",
            file.display()
        )
    })?;
    page.driver().execute(script, Vec::new()).await?;
    Ok(())
}

async fn audit(page: &Page, state: &str) -> Outcome {
    let wrong = texts(page.evaluate(AUDIT).await?)?;
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{state}:\n{}", wrong.join("\n")).into()),
    }
}

/// Looks at the state in both themes: only colours differ, so that nothing has to be done again.
async fn audit_themes(page: &Page, state: &str) -> Outcome {
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme, true).await?;
        audit(page, &format!("{state}, {scheme:?}")).await?;
    }
    Ok(())
}

/// How far a timeline is stepped.
const POSITIONS: [&str; 3] = ["start", "middle", "end, table open"];

pub async fn the_page_keeps_the_rules_of_axe(page: &Page) -> Outcome {
    let mut positions = POSITIONS.into_iter().cycle();
    for (width, height) in [(1280, 900), (390, 844)] {
        for query in &languages() {
            page.set_viewport(width, height).await?;
            page.prefer(Scheme::Light, true).await?;
            page.open(query).await?;
            page.find(INPUT).await?;
            load(page).await?;
            let boxes = "Promise.all([...document.querySelectorAll('.page lock-timeline')]
                .map((box) => (box.begin(), box.ready.then(() => box))))";
            for scheme in [Scheme::Light, Scheme::Dark] {
                let position = positions.next().unwrap_or_default();
                let at = match position {
                    "start" => "0",
                    "middle" => "box.length >> 1",
                    _ => {
                        "(box.shadowRoot.querySelectorAll('.tools details').forEach((more) => (more.open = true)), box.length)"
                    }
                };
                page.evaluate(&format!(
                    "{boxes}.then((all) => Promise.all(all.map((box) => box.seek({at}))))"
                ))
                .await?;
                page.prefer(scheme, true).await?;
                audit(page, &format!("{query} {width} px, {scheme:?}, {position}")).await?;
            }
        }
    }
    Ok(())
}

pub async fn the_prompt_keeps_the_rules_of_axe(page: &Page) -> Outcome {
    for (width, query) in [
        (1280, "?only=prompt&lang=en"),
        (390, "?only=prompt&lang=zh"),
    ] {
        page.set_viewport(width, 844).await?;
        page.open(query).await?;
        page.find(INPUT).await?;
        load(page).await?;
        audit_themes(page, &format!("{query}, the example")).await?;
        page.type_into(INPUT, "SET k v ").await?;
        page.press(TAB).await?;
        page.find("redis-prompt >>> [role=option]").await?;
        audit_themes(page, &format!("{query}, completion")).await?;
        page.press(ESCAPE).await?;
        page.press(ENTER).await?;
        page.type_into(INPUT, format!("SETN k{ENTER}BLPOP{ENTER}"))
            .await?;
        page.type_into(INPUT, format!("{CONTROL}r{RELEASE_ALL}k"))
            .await?;
        page.find("redis-prompt >>> .found").await?;
        audit_themes(page, &format!("{query}, errors and a search")).await?;
    }
    Ok(())
}

pub async fn playing_keeps_the_rules_of_axe(page: &Page) -> Outcome {
    let part = |part: &str| format!("#only lock-timeline >>> {part}");
    for (width, query) in [
        (1280, "?only=timeline&lang=en"),
        (390, "?only=timeline&lang=zh"),
    ] {
        page.set_viewport(width, 844).await?;
        // C2 runs into the lock of C1.
        page.driver().goto("about:blank").await?;
        page.open(&format!("{query}#v1;setnx;n=3;c1;c2.x4;@3"))
            .await?;
        page.find(&part(".tools")).await?;
        load(page).await?;
        page.type_into(&part(".ladder"), ENTER).await?;
        page.find(&part(".inspector")).await?;
        let buttons = format!(
            "find({}).querySelectorAll('.tools button[aria-expanded]')",
            json!(part(".play"))
        );
        for number in 0..number(page.evaluate(&format!("{buttons}.length")).await?)? {
            let button = format!("{buttons}[{number}]");
            let is_open = format!("{button}.ariaExpanded === 'true'");
            if page.evaluate(&is_open).await? != true {
                page.evaluate(&format!("{button}.click()")).await?;
            }
            page.until(&is_open).await?;
            let label = text(page.evaluate(&format!("{button}.textContent")).await?)?;
            audit_themes(page, &format!("{query}, {label}")).await?;
        }
        for (list, chosen) in [("3", ".challenge p"), ("4", ".side")] {
            page.evaluate(&format!("{buttons}[{list}].click()")).await?;
            page.click(&part(".goals li button")).await?;
            page.find(&part(chosen)).await?;
            audit_themes(page, &format!("{query}, {chosen}")).await?;
        }
    }
    Ok(())
}

/// The elements with text of their own that is smaller, in every root.
const SMALL: &str = "(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].map((host) => host.shadowRoot).filter(Boolean)];
    return roots.flatMap((root) => [...root.querySelectorAll('*')])
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12)
        .map((element) => element.outerHTML.slice(0, 120));
})()";

pub async fn no_text_is_smaller_than_12_pixels(page: &Page) -> Outcome {
    for width in [390, 1280] {
        page.set_viewport(width, 844).await?;
        page.open("?lang=en").await?;
        page.find(INPUT).await?;
        page.evaluate("Promise.all([...document.querySelectorAll('.page lock-timeline')].map((box) => (box.begin(), box.ready)))")
            .await?;
        let small = texts(page.evaluate(SMALL).await?)?;
        assert!(small.is_empty(), "{width} px: {small:#?}");
    }
    Ok(())
}
