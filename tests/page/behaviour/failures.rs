//! The page after a failure: always the article and its transcript, and a way to recover where there is one.

use page_tests::{Outcome, Page};
use serde_json::json;

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
        page.until_text(
            "[data-island=prompt] .transcript",
            "redis> GET mykey\n\"Hello\"",
        )
        .await?;
        let waiting = "[...document.querySelectorAll('[data-island=timeline]')].every((host) => host.innerText.trim() !== '')";
        assert_eq!(page.evaluate(waiting).await?, true);
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

/// No input is known to bring the engine down, so the event by which a page learns of it is made by hand.
pub async fn after_a_crash_the_reader_can_start_afresh(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    enter(page, "SET lost 1").await?;
    go_to_timeline(page, "D2").await?;
    page.evaluate(
        "dispatchEvent(new ErrorEvent('error', { error: new WebAssembly.RuntimeError('unreachable') }))",
    )
    .await?;
    page.until_text("#crashed", "has stopped on an error of its own")
        .await?;
    page.until_text("[data-island=prompt] .transcript", "GET mykey")
        .await?;
    page.click("#crashed button").await?;
    page.until("!find('#crashed').checkVisibility()").await?;
    page.find(INPUT).await?;
    assert_eq!(entries(page).await?, 3);
    assert_eq!(enter(page, "EXISTS lost").await?, "(integer) 0");
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".frame"), END).await?;
    until_cursor(page, "D2", lesson("D2").beats.len()).await?;
    // A timeline that was not there yet comes as it is scrolled to.
    go_to_timeline(page, "D4 D4-guarded").await
}

pub async fn an_error_of_another_script_is_not_taken_for_a_crash(page: &Page) -> Outcome {
    page.open("").await?;
    page.evaluate("dispatchEvent(new ErrorEvent('error', { error: new TypeError('not ours') }))")
        .await?;
    assert_eq!(enter(page, "PING").await?, "PONG");
    assert_eq!(
        page.evaluate("find('#crashed').checkVisibility()").await?,
        false
    );
    Ok(())
}
