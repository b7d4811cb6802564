//! Values of every type at the prompt: a queue with two clients, a subscription, a leaderboard.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

const OPEN: &str = "redis-prompt >>> .tabs > button";
const WINDOWS: [(u32, u32); 2] = [(1280, 900), (390, 844)];

/// Opens a second client and goes to it.
async fn open_another(page: &Page) -> Outcome {
    page.click(OPEN).await?;
    page.until(&format!("find({}).ariaSelected === 'true'", json!(tab(2))))
        .await
}

pub async fn a_client_that_waits_for_a_list_is_served_when_another_pushes(page: &Page) -> Outcome {
    for (width, height) in WINDOWS {
        page.set_viewport(width, height).await?;
        page.open("").await?;
        // The log is longer than its place.
        enter(page, "CONFIG GET a*").await?;
        page.type_into(INPUT, format!("BLPOP queue 0{ENTER}"))
            .await?;
        page.until_text("redis-prompt >>> .running", "Waits for another client")
            .await?;
        page.until(
            "(() => {
                const inner = find('redis-prompt >>> .running').getBoundingClientRect();
                return inner.bottom <= find('redis-prompt >>> .screen').getBoundingClientRect().bottom;
            })()",
        )
        .await?;
        open_another(page).await?;
        assert_eq!(enter(page, "RPUSH queue job").await?, "(integer) 1");
        page.click(&tab(1)).await?;
        page.until_text(LOG, "1) \"queue\"\n2) \"job\"").await?;
        assert_eq!(enter(page, "EXISTS queue").await?, "(integer) 0");
        // It can be interrupted.
        page.type_into(INPUT, format!("BLPOP queue 0{ENTER}"))
            .await?;
        page.until_text("redis-prompt >>> .running", "Waits for another client")
            .await?;
        // A line that is entered meanwhile is counted.
        page.type_into(INPUT, format!("PING{ENTER}")).await?;
        page.until_text("redis-prompt >>> .running", "1 line waits")
            .await?;
        page.click("redis-prompt >>> .running button").await?;
        assert_eq!(enter(page, "LPUSH queue again").await?, "(integer) 1");
    }
    Ok(())
}

pub async fn a_subscriber_is_sent_what_another_client_publishes(page: &Page) -> Outcome {
    for (width, height) in WINDOWS {
        page.set_viewport(width, height).await?;
        page.open("").await?;
        enter(page, "SUBSCRIBE news").await?;
        open_another(page).await?;
        assert_eq!(enter(page, "PUBLISH news hello").await?, "(integer) 1");
        page.click(&tab(1)).await?;
        page.until_text(LOG, "1) \"message\"\n2) \"news\"\n3) \"hello\"")
            .await?;
        let refused = enter(page, "GET mykey").await?;
        assert!(
            refused.starts_with("(error) ERR Can't execute 'get'"),
            "{refused}"
        );
    }
    Ok(())
}

pub async fn a_leaderboard_is_kept_by_score_and_shown_among_the_keys(page: &Page) -> Outcome {
    for (width, height) in WINDOWS {
        page.set_viewport(width, height).await?;
        page.open("").await?;
        assert_eq!(
            enter(page, "ZADD board 30 ann 10 bob 20 cat").await?,
            "(integer) 3"
        );
        assert_eq!(enter(page, "ZINCRBY board 15 bob").await?, "\"25\"");
        assert_eq!(
            enter(page, "ZRANGE board 0 -1 REV WITHSCORES").await?,
            "1) \"ann\"\n2) \"30\"\n3) \"bob\"\n4) \"25\"\n5) \"cat\"\n6) \"20\""
        );
        page.until_text("redis-prompt >>> .keys", "zset").await?;
    }
    Ok(())
}

pub async fn the_elements_of_a_value_are_opened_below_the_keys_and_closed_again(
    page: &Page,
) -> Outcome {
    const OPENED: &str = "redis-prompt >>> .opened";
    for (width, height) in WINDOWS {
        page.set_viewport(width, height).await?;
        page.open("").await?;
        let elements: Vec<String> = (0..250).map(|number| format!("job-{number}")).collect();
        page.find(INPUT).await?.focus().await?;
        page.insert(&format!("RPUSH a {}", elements.join(" ")))
            .await?;
        page.press(ENTER).await?;
        page.until_text(LOG, "(integer) 250").await?;
        page.find("redis-prompt >>> .rows").await?.focus().await?;
        page.press(HOME).await?;
        page.press(ENTER).await?;
        page.until_text(OPENED, "1–100 of 250").await?;
        let is_focused = "find('redis-prompt').shadowRoot.activeElement.className === 'elements'";
        page.until(is_focused).await?;
        page.click("redis-prompt >>> .opened button:nth-of-type(2)")
            .await?;
        page.until_text(OPENED, "101–200 of 250").await?;
        page.until_text(OPENED, "job-100").await?;
        // It follows the value.
        enter(page, "LTRIM a 0 149").await?;
        page.until_text(OPENED, "101–150 of 150").await?;
        page.find("redis-prompt >>> .elements")
            .await?
            .focus()
            .await?;
        page.press(ESCAPE).await?;
        let is_closed = "find('redis-prompt').shadowRoot.querySelector('.opened') === null \
                         && find('redis-prompt').shadowRoot.activeElement.className === 'rows'";
        page.until(is_closed).await?;
    }
    Ok(())
}
