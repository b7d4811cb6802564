//! The page after a failure: always the article and its transcript, and a way to recover where there is one.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::hosts::*;
use crate::places::*;

const WASM_FAILED: &str = "document.documentElement.dataset.wasm === 'failed'";

async fn block_wasm(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    page.devtools("Network.setBlockedURLs", json!({ "urls": ["*.wasm"] }))
        .await
        .map(drop)
}

pub async fn without_wasm_the_page_says_so_and_the_transcript_stays(page: &Page) -> Outcome {
    block_wasm(page).await?;
    for (query, said) in [
        (
            "?lang=en",
            "need WebAssembly, which could not be started here",
        ),
        ("?lang=zh", "这里没能把它运行起来"),
    ] {
        page.open_unready(query).await?;
        page.until(WASM_FAILED).await?;
        page.until_text("[data-wasm-failed]", said).await?;
        page.until_text("redis-prompt .transcript", "redis> GET mykey\n\"Hello\"")
            .await?;
        let waiting = "[...document.querySelectorAll('lock-timeline')].every((host) => host.textContent.trim() !== '')";
        page.until(waiting).await?;
        // A command in the text leads to the box, which says why it is not run.
        page.find("[data-run]").await?;
        page.evaluate("scrollTo(0, 0), [...document.querySelectorAll('[data-run]')].findLast((code) => code.checkVisibility()).click()")
            .await?;
        page.until("(({ top, bottom }) => top > 0 && bottom < innerHeight)(find('redis-prompt').getBoundingClientRect())")
            .await?;
    }
    let said = page.take_console().await?;
    assert!(
        said.iter().all(|line| line.contains("Failed to fetch")),
        "the one thing to complain about is the file that was kept from the page: {said:?}"
    );
    Ok(())
}

pub async fn a_part_alone_that_cannot_run_gives_way_to_the_whole_page(page: &Page) -> Outcome {
    block_wasm(page).await?;
    page.open_unready("?only=prompt").await?;
    page.until(WASM_FAILED).await?;
    page.until(
        "find('#article').checkVisibility() && find('[data-wasm-failed]').checkVisibility()",
    )
    .await?;
    page.take_console().await.map(drop)
}

/// No input is known to bring the engine down, so its memory is overwritten: the next call runs into a real trap.
async fn break_the_engine(page: &Page) -> Outcome {
    page.evaluate(
        "(async () => { const engine = await import(new URL('setnx-playground.js', location));
         const memory = Object.values(engine.initSync()).find((value) => value instanceof WebAssembly.Memory);
         new Uint8Array(memory.buffer).fill(0xff); })()",
    )
    .await
    .map(drop)
}

const COVER: &str = " >>> .cover p";

pub async fn after_a_crash_every_box_says_so_and_can_start_afresh(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    enter(page, "SET lost 1").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", lesson("D2").length()).await?;
    break_the_engine(page).await?;
    page.press(LEFT).await?;
    for (element, wrote) in [
        ("redis-prompt", "GET mykey"),
        (
            "lock-timeline[lessons=D2]",
            "DEL does not compare the value",
        ),
    ] {
        page.until_text(
            &format!("{element}{COVER}"),
            "What stood in this box is lost",
        )
        .await?;
        page.until_text(element, wrote).await?;
    }
    // Observers of the instance that is gone still see their elements change.
    page.set_viewport(600, 700).await?;
    page.set_viewport(1000, 700).await?;
    page.take_console().await?;
    for element in ["redis-prompt", "lock-timeline[lessons=D2]"] {
        page.click(&format!("{element} >>> .cover button")).await?;
        page.until(&format!("find('{element} >>> .seat') !== null"))
            .await?;
    }
    page.find(INPUT).await?;
    assert_eq!(entries(page).await?, 3);
    assert_eq!(enter(page, "EXISTS lost").await?, "(integer) 0");
    assert_eq!(
        enter(page, "INCRBYFLOAT half 0.5").await?,
        "\"0.5\"",
        "a part is linked again"
    );
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", lesson("D2").length()).await?;
    assert_eq!(
        page.take_console().await?,
        Vec::<String>::new(),
        "nothing of the old instance runs"
    );
    // A timeline that was not there yet comes as it is scrolled to.
    go_to_timeline(page, "D4").await
}

/// Each part of the engine that is missing is named where it is needed; the rest works.
pub async fn a_part_that_does_not_come_is_named_in_the_box_that_needs_it(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    for (file, element) in [
        ("commands", "redis-prompt"),
        ("help", "redis-prompt"),
        ("timeline", "lock-timeline[lessons=D1]"),
    ] {
        let name = format!("setnx-playground_{file}.wasm");
        page.devtools(
            "Network.setBlockedURLs",
            json!({ "urls": [format!("*{name}")] }),
        )
        .await?;
        page.open("?lang=en").await?;
        if element == "redis-prompt" {
            let line = if file == "help" {
                "help SET"
            } else {
                "BITCOUNT mykey"
            };
            page.type_into(INPUT, format!("{line}{ENTER}")).await?;
            page.until_text(&format!("{LOG} .entry:last-child .note"), &name)
                .await?;
            assert_eq!(enter(page, "GET mykey").await?, "\"Hello\"");
            page.devtools("Network.setBlockedURLs", json!({ "urls": [] }))
                .await?;
            page.type_into(INPUT, format!("{line}{ENTER}")).await?;
            let said = if file == "help" {
                "SET key value"
            } else {
                "(integer) 20"
            };
            page.until_text(LOG, said).await?;
        } else {
            page.evaluate(&format!("find('{element}').scrollIntoView()"))
                .await?;
            page.until(&format!(
                "find('{element} >>> .cover details span').textContent.includes('{name}')"
            ))
            .await?;
            page.devtools("Network.setBlockedURLs", json!({ "urls": [] }))
                .await?;
            page.click(&format!("{element} >>> .cover button")).await?;
            page.find(&format!("{element} >>> .ladder")).await?;
        }
        page.take_console().await?;
    }
    Ok(())
}

pub async fn an_error_of_another_script_is_not_taken_for_a_crash(page: &Page) -> Outcome {
    page.open("").await?;
    page.evaluate("dispatchEvent(new ErrorEvent('error', { error: new TypeError('not ours') }))")
        .await?;
    assert_eq!(enter(page, "PING").await?, "PONG");
    Ok(())
}

/// Each file of the engine, refused once: what happened is said in the box, and Try again starts it.
pub async fn a_host_that_refuses_once_is_named_and_asked_again(page: &Page) -> Outcome {
    for name in [WASM, ENGINE] {
        let files = open_handed()?.busy_once(name)?.serve().await?;
        let body = "<redis-prompt autorun=off><pre>redis&gt; INCR visits\n(integer) 1</pre></redis-prompt>";
        let _host = open_host(page, &files, &policy(&files), "", body).await?;
        let button = "redis-prompt >>> .cover button";
        page.click(button).await?;
        page.until_text("redis-prompt >>> .cover p", "could not be started")
            .await?;
        let why = page
            .evaluate("find('redis-prompt >>> .cover details span').textContent")
            .await?;
        let said = format!(
            "{} could not be loaded: its host answers 503, which may pass.",
            files.url(name)
        );
        assert_eq!(why, said);
        assert_eq!(page.text(button).await?, "Try again");
        assert_eq!(heard(page, "playground-error").await?[0]["code"], "network");
        page.click(button).await?;
        page.until_text("redis-prompt >>> .log", "redis> INCR visits\n(integer) 1")
            .await?;
        page.take_console().await?;
        page.visit("about:blank").await?;
    }
    Ok(())
}
