//! Parts of the engine: who fetches which, and what waits for one.

use page_tests::{Outcome, Page};
use serde_json::{Value, json};

use crate::elements::{embed, until_ready};

/// The parts that have come, by their names.
async fn parts(page: &Page) -> Outcome<Value> {
    page.evaluate(
        "performance.getEntriesByType('resource')
            .map(({ name }) => /playground_([a-z]+)[.]wasm$/.exec(name)?.[1])
            .filter((part) => part && part !== 'bg' && part !== 'shared').sort()",
    )
    .await
}

pub async fn a_timeline_fetches_the_parts_that_its_play_needs_and_no_others(
    page: &Page,
) -> Outcome {
    for (attributes, needed) in [
        ("lesson=D2", json!(["timeline"])),
        ("lesson=P3", json!(["scripts", "timeline"])),
        ("", json!(["timeline"])),
        ("schedule='v2;P3;cut=1'", json!(["scripts", "timeline"])),
        (
            "schedule='v2;getset;type=LPUSH+l+a'",
            json!(["timeline", "types"]),
        ),
        (
            "schedule='v2;getset;type=EVAL+%22return+redis.call(%27LLEN%27,KEYS[1])%22+1+l'",
            json!(["scripts", "timeline", "types"]),
        ),
    ] {
        embed(
            page,
            &format!("<lock-timeline autorun=load {attributes}></lock-timeline>"),
        )
        .await?;
        until_ready(page, 1).await?;
        assert_eq!(parts(page).await?, needed, "{attributes}");
    }
    Ok(())
}

pub async fn an_act_waits_for_the_part_that_it_needs_and_so_do_those_behind_it(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t autorun=load lessons='D2 P3'></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.evaluate("find('#t').schedule = 'v2;P3;@0'").await?;
    page.evaluate("find('#t').step()").await?;
    page.until("find('#t').schedule.startsWith('v2;P3') && find('#t').position === 1")
        .await?;
    assert_eq!(parts(page).await?, json!(["scripts", "timeline"]));
    Ok(())
}

pub async fn a_part_that_does_not_come_is_named_and_what_was_played_stays(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    let blocked = |urls: Value| page.devtools("Network.setBlockedURLs", json!({ "urls": urls }));
    blocked(json!(["*_scripts.wasm"])).await?;
    embed(
        page,
        "<lock-timeline id=t autorun=load lessons='D2 P3'></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.evaluate("find('#t').schedule = 'v2;P3'").await?;
    page.until_text("#t >>> .notice", "setnx-playground_scripts.wasm")
        .await?;
    page.until("find('#t').schedule.startsWith('v2;D2')")
        .await?;
    page.take_console().await?;
    blocked(json!([])).await?;
    page.evaluate("find('#t').schedule = 'v2;P3'").await?;
    page.until("find('#t').schedule.startsWith('v2;P3')").await
}
