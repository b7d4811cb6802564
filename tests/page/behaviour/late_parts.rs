//! Parts of the engine: who fetches which, and what waits for one.

use page_tests::{Outcome, Page};
use serde_json::{Value, json};

use crate::elements::{embed, until_ready};
use crate::places::{INPUT, enter};

/// The parts that have come, by their names.
const FETCHED: &str = "performance.getEntriesByType('resource')
    .map(({ name }) => /playground_([a-z]+)[.]wasm$/.exec(name)?.[1])
    .filter((part) => part && part !== 'bg' && part !== 'shared').sort()";
/// Whether the words have come that all boxes need.
const WORDS: &str =
    "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('bg.en.wasm'))";

async fn parts(page: &Page) -> Outcome<Value> {
    page.evaluate(FETCHED).await
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
            json!(["lists", "timeline"]),
        ),
        (
            "schedule='v2;getset;type=EVAL+%22return+redis.call(%27LLEN%27,KEYS[1])%22+1+l'",
            json!(["lists", "scripts", "timeline"]),
        ),
        (
            "schedule='v2;getset;type=EVAL+%22return+redis.call(KEYS[1])%22+1+lolwut'",
            json!([
                "commands", "groups", "hashes", "help", "hlls", "lists", "places", "scripts",
                "sets", "streams", "timeline", "types", "zsets"
            ]),
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

/// Beside the main part, which is kept from the page: nothing that waits for it would be fetched.
pub async fn what_all_boxes_of_a_page_need_is_fetched_beside_the_main_part(page: &Page) -> Outcome {
    const TIMELINE: &str = "<lock-timeline autorun=load lesson=D2></lock-timeline>";
    page.devtools("Network.enable", json!({})).await?;
    page.devtools(
        "Network.setBlockedURLs",
        json!({ "urls": ["*playground_bg.wasm"] }),
    )
    .await?;
    for (others, needed) in [
        (TIMELINE, json!(["timeline"])),
        ("<redis-prompt autorun=load></redis-prompt>", json!([])),
    ] {
        embed(page, &[TIMELINE, others].concat()).await?;
        page.until("heard.filter(([name]) => name === 'playground-error').length === 2")
            .await?;
        // What is fetched is listed when it is there: the words first.
        page.until(&format!(
            "{WORDS} && {FETCHED}.length >= {}",
            needed.as_array().map_or(0, Vec::len)
        ))
        .await?;
        assert_eq!(parts(page).await?, needed, "{others}");
    }
    page.take_console().await.map(drop)
}

pub async fn the_first_command_of_a_type_fetches_no_other_type(page: &Page) -> Outcome {
    let lines = [
        ("LPUSH l a", "(integer) 1", "lists"),
        ("SADD s a", "(integer) 1", "sets"),
        ("HSET h f v", "(integer) 1", "hashes"),
        ("ZADD z 1 a", "(integer) 1", "zsets"),
        ("XADD x 1-1 f v", "\"1-1\"", "streams"),
        ("XGROUP CREATE x g $ MKSTREAM", "OK", "groups"),
        ("GEOADD p 13 38 Palermo", "(integer) 1", "places"),
        ("PFADD u a", "(integer) 1", "hlls"),
    ];
    // The timeline of the article's first screen is fetched when it is, on a busy machine behind the first command.
    page.open("?only=prompt").await?;
    let mut had = parts(page).await?;
    for (line, reply, part) in lines {
        assert_eq!(enter(page, line).await?, reply, "{line}");
        let has = parts(page).await?;
        let names = |parts: &Value| -> Vec<String> {
            let names = parts.as_array().into_iter().flatten();
            names.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let had_then = names(&had);
        let mut new = names(&has);
        // Words about commands come with the line, not with its reply.
        new.retain(|name| !had_then.contains(name) && name != "help" && name != "keys");
        assert_eq!(new, [part], "{line}");
        had = has;
    }
    // A value whose type's commands have not come is read, shown and made again.
    for (line, reply) in [
        ("RENAME h h2", "OK"),
        ("COPY h2 h3", "(integer) 1"),
        ("HGET h3 f", "\"v\""),
        ("OBJECT ENCODING z", "\"listpack\""),
        ("SORT l ALPHA", "1) \"a\""),
    ] {
        assert_eq!(enter(page, line).await?, reply, "{line}");
    }
    Ok(())
}

pub async fn a_type_comes_while_its_command_is_being_typed(page: &Page) -> Outcome {
    page.open("?only=prompt").await?;
    page.type_into(INPUT, "GET").await?;
    page.until_text("redis-prompt >>> [data-kind=hint]", "key")
        .await?;
    let had = parts(page).await?;
    assert_eq!(had, json!(["help", "keys"]));
    page.type_into(INPUT, " \u{E003}\u{E003}\u{E003}\u{E003}ZADD ")
        .await?;
    page.until(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('_zsets.wasm'))",
    )
    .await?;
    assert_eq!(parts(page).await?, json!(["help", "keys", "zsets"]));
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
