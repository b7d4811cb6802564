//! The features of a terminal's prompt: several clients, completion, history, long work, a view of the keys.

use page_tests::{Outcome, Page};
use serde_json::json;
use thirtyfour::Key;

use crate::places::*;

const OPEN: &str = "redis-prompt >>> .tabs > button";
const OPTION: &str = "redis-prompt >>> [role=option]";
const LAYER: &str = "redis-prompt >>> .layer";

/// Waits until the text area holds this.
async fn until_line(page: &Page, line: &str) -> Outcome {
    page.until(&format!("find({}).value === {}", json!(INPUT), json!(line)))
        .await
}

/// Presses a key with the control key held.
async fn control(page: &Page, key: &str) -> Outcome {
    let chain = page.driver().action_chain().key_down(Key::Control);
    Ok(chain.send_keys(key).key_up(Key::Control).perform().await?)
}

/// Pastes a text at the prompt.
async fn paste(page: &Page, text: &str) -> Outcome {
    page.find(INPUT).await?.focus().await?;
    let paste = format!(
        "(() => {{
            const data = new DataTransfer();
            data.setData('text', {});
            find({}).dispatchEvent(new ClipboardEvent('paste',
                {{ clipboardData: data, bubbles: true, composed: true, cancelable: true }}));
        }})()",
        json!(text),
        json!(INPUT)
    );
    page.evaluate(&paste).await.map(drop)
}

pub async fn clients_race_on_one_keyspace_each_with_its_own_transaction(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "WATCH mykey").await?;
    enter(page, "MULTI").await?;
    assert_eq!(enter(page, "SET mykey mine").await?, "QUEUED");
    page.until_text(SCREEN, "redis(TX)>").await?;
    page.click(OPEN).await?;
    page.until(&format!("find({}).ariaSelected === 'true'", json!(tab(2))))
        .await?;
    assert_eq!(enter(page, "SET mykey theirs").await?, "OK");
    assert_eq!(enter(page, "SELECT 3").await?, "OK");
    page.click(&tab(1)).await?;
    page.until_text(&tab(1), "TX").await?;
    assert_eq!(enter(page, "EXEC").await?, "(nil)");
    assert_eq!(enter(page, "GET mykey").await?, "\"theirs\"");
    // By keyboard: the arrows go from tab to tab.
    page.find(&tab(1)).await?.focus().await?;
    page.press(RIGHT).await?;
    page.until_text(SCREEN, "redis[3]>").await?;
    assert!(has_focus(page, &tab(2)).await?);
    page.click("redis-prompt >>> .tabs > button:last-child")
        .await?;
    page.until(&format!("find({}) === null", json!(tab(2))))
        .await?;
    assert!(has_focus(page, INPUT).await?);
    Ok(())
}

pub async fn a_message_marks_the_tab_of_another_client_and_ctrl_c_ends_a_subscription(
    page: &Page,
) -> Outcome {
    page.open("?lang=en").await?;
    enter(page, "SUBSCRIBE news").await?;
    page.until_text(LOG, "RESET ends the subscription, and so does Ctrl+C.")
        .await?;
    page.click(OPEN).await?;
    page.until(&format!("find({}).ariaSelected === 'true'", json!(tab(2))))
        .await?;
    assert!(!page.text(&tab(1)).await?.contains('•'));
    assert_eq!(enter(page, "PUBLISH news hello").await?, "(integer) 1");
    page.until_text(&tab(1), "•").await?;
    page.click(&tab(1)).await?;
    page.until_text(LOG, "\"hello\"").await?;
    assert!(!page.text(&tab(1)).await?.contains('•'));
    page.evaluate(&format!(
        "find({}).dispatchEvent(new KeyboardEvent('keydown', {{ key: 'c', code: 'KeyC', ctrlKey: true, bubbles: true, composed: true, cancelable: true }}))",
        json!(INPUT)
    ))
    .await?;
    page.until_text(SCREEN, "not connected>").await?;
    page.click(&tab(2)).await?;
    assert_eq!(enter(page, "PUBLISH news again").await?, "(integer) 0");
    Ok(())
}

pub async fn tab_completes_keys_and_options_and_escape_lets_it_leave(page: &Page) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, "get myk").await?;
    page.press(TAB).await?;
    until_line(page, "get mykey ").await?;
    page.type_into(INPUT, format!("{CONTROL}u{RELEASE_ALL}SET k v "))
        .await?;
    page.until_text(LAYER, "[NX|XX]").await?;
    page.press(TAB).await?;
    page.find(OPTION).await?;
    let chosen = format!(
        "find('redis-prompt >>> #' + find({0}).getAttribute('aria-activedescendant')).textContent.startsWith('XX')",
        json!(INPUT)
    );
    page.press(DOWN).await?;
    page.until(&chosen).await?;
    page.press(ENTER).await?;
    until_line(page, "SET k v XX ").await?;
    page.until(&format!(
        "!find({}).textContent.includes('[NX|XX]')",
        json!(LAYER)
    ))
    .await?;
    page.press(TAB).await?;
    page.find(OPTION).await?;
    page.press(ESCAPE).await?;
    page.until(&format!("find({}) === null", json!(OPTION)))
        .await?;
    page.press(TAB).await?;
    assert!(!has_focus(page, INPUT).await?, "Tab leaves after Escape");
    Ok(())
}

/// A button for a key that a touch screen lacks.
const ABSENT_KEY: &str = "redis-prompt >>> .input .tab";

/// Whether the page has a touch screen.
async fn set_touch(page: &Page, enabled: bool) -> Outcome {
    let enabled = json!({ "enabled": enabled });
    page.devtools("Emulation.setTouchEmulationEnabled", enabled)
        .await
        .map(drop)
}

/// A touch screen has no Ctrl+C either: without it each further line would belong to the quote.
pub async fn an_open_quote_is_dropped_by_touch(page: &Page) -> Outcome {
    set_touch(page, true).await?;
    page.open("?only=prompt").await?;
    page.type_into(INPUT, format!("SET q \"two{ENTER}")).await?;
    page.until_text(ABSENT_KEY, "Ctrl+C").await?;
    page.click(ABSENT_KEY).await?;
    // There is nothing to complete yet, so it cannot be seen.
    page.until(&format!(
        "find({}).textContent === 'Tab'",
        json!(ABSENT_KEY)
    ))
    .await?;
    assert_eq!(enter(page, "PING").await?, "PONG");
    set_touch(page, false).await
}

/// A touch screen has no Tab: a button completes the word, and the focus stays in the line.
pub async fn a_word_is_completed_by_touch(page: &Page) -> Outcome {
    set_touch(page, true).await?;
    page.open("?only=prompt").await?;
    let button = ABSENT_KEY;
    let seen = format!("getComputedStyle(find({})).visibility", json!(button));
    page.find(button).await?;
    assert_eq!(page.evaluate(&seen).await?, "hidden");
    page.type_into(INPUT, "GETD").await?;
    page.until(&format!("{seen} === 'visible'")).await?;
    page.click(button).await?;
    page.until(&format!("find({}).value === 'GETDEL '", json!(INPUT)))
        .await?;
    let focus = "find('redis-prompt').shadowRoot.activeElement.tagName";
    assert_eq!(page.evaluate(focus).await?, "TEXTAREA");
    set_touch(page, false).await
}

pub async fn what_opens_below_a_long_log_is_in_sight(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "HELP @string").await?;
    enter(page, "HELP @generic").await?;
    // Whether all of it stands within the frame of the log and within the window.
    let is_in_sight = |path: &str| {
        format!(
            "((part, frame) => part !== null && part.height > 0 && part.bottom <= Math.min(frame.bottom, innerHeight) + 1 && part.top >= frame.top)(find({})?.getBoundingClientRect() ?? null, find({}).getBoundingClientRect())",
            json!(path),
            json!(SCREEN)
        )
    };
    let chosen = "redis-prompt >>> [role=option][aria-selected=true]";
    page.type_into(INPUT, format!("CLIENT {TAB}")).await?;
    page.until(&is_in_sight(chosen)).await?;
    for _ in 0..12 {
        page.press(DOWN).await?;
    }
    page.until(&is_in_sight(chosen)).await?;
    page.press(ESCAPE).await?;
    control(page, "r").await?;
    page.press("@str").await?;
    page.until_text("redis-prompt >>> .found", "HELP @string")
        .await?;
    page.until(&is_in_sight("redis-prompt >>> .found")).await
}

pub async fn a_client_is_typed_to_as_soon_as_it_is_opened(page: &Page) -> Outcome {
    page.open("").await?;
    page.click(OPEN).await?;
    page.press("SET k 2").await?;
    until_line(page, "SET k 2").await?;
    page.press(ENTER).await?;
    page.until_text(LOG, "SET k 2\nOK").await
}

pub async fn the_words_of_a_line_stand_from_left_to_right(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "SET \u{5e9}\u{5dc} \u{645}\u{631} EX 9").await?;
    // Words written from right to left would change places, as if the value were the key.
    let lefts = format!(
        "[...find({}).querySelectorAll('.entry:last-of-type span:not(.ps)')].filter((word) => word.textContent.trim()).map((word) => word.getBoundingClientRect().left)",
        json!(LOG)
    );
    let lefts = page.evaluate(&lefts).await?;
    let lefts: Vec<f64> = serde_json::from_value(lefts)?;
    assert_eq!(lefts.len(), 5);
    assert!(lefts.is_sorted(), "{lefts:?}");
    Ok(())
}

pub async fn earlier_lines_are_searched_and_kept_for_the_next_visit(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "SET needle 1").await?;
    enter(page, "AUTH secret").await?;
    enter(page, "PING").await?;
    page.open_again("").await?;
    page.find(INPUT).await?.focus().await?;
    control(page, "r").await?;
    page.press("need").await?;
    page.until_text("redis-prompt >>> .found", "SET needle 1")
        .await?;
    page.press(TAB).await?;
    until_line(page, "SET needle 1").await?;
    control(page, "u").await?;
    page.press(UP).await?;
    until_line(page, "PING").await?;
    page.press(UP).await?;
    until_line(page, "SET needle 1").await?;
    let kept = page.evaluate("JSON.stringify(localStorage)").await?;
    assert!(!text(kept)?.contains("secret"));
    Ok(())
}

pub async fn an_open_quote_goes_on_with_the_next_line_and_quit_ends_the_connection(
    page: &Page,
) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, format!("SET q \"two{ENTER}")).await?;
    page.until_text(SCREEN, "... ").await?;
    let empty = format!("find({}).placeholder", json!(INPUT));
    assert_eq!(
        page.evaluate(&empty).await?,
        "a quote is open; Ctrl+C drops the line"
    );
    assert_eq!(enter(page, "lines\"").await?, "OK");
    assert_eq!(
        page.evaluate(&empty).await?,
        "type a command; Tab completes it"
    );
    assert_eq!(enter(page, "GET q").await?, "\"two\\nlines\"");
    enter(page, "quit").await?;
    page.until_text(SCREEN, "not connected>").await?;
    page.type_into(INPUT, ENTER).await?;
    page.until_text(SCREEN, "redis>").await?;
    assert_eq!(enter(page, "GET q").await?, "\"two\\nlines\"");
    Ok(())
}

pub async fn a_transcript_is_pasted_and_run_line_by_line(page: &Page) -> Outcome {
    page.open("").await?;
    paste(
        page,
        "127.0.0.1:6379> SET p 1\nOK\n127.0.0.1:6379> # a remark\n127.0.0.1:6379> INCR p\n(integer) 2\n",
    )
    .await?;
    page.until_text(LOG, "redis> SET p 1\nOK\nredis> INCR p\n(integer) 2")
        .await?;
    assert_eq!(entries(page).await?, 5);
    Ok(())
}

pub async fn the_view_follows_the_keyspace_and_a_row_goes_to_the_prompt(page: &Page) -> Outcome {
    page.open("").await?;
    page.until_text(&keys(".keys-head"), "1 key").await?;
    enter(page, "SET \"two words\" \"\\xff\\x00\" EX 100").await?;
    page.until_text(&keys(".keys-head"), "2 keys").await?;
    page.until_text(&keys("[data-changed]"), "0xff00").await?;
    page.until_text(&keys("[data-changed] .left"), "1m").await?;
    enter(page, "DEL mykey").await?;
    page.until(&format!(
        "find({}).textContent.startsWith('two words')",
        json!(keys("[role=row]"))
    ))
    .await?;
    page.click(&keys("[role=row]")).await?;
    until_line(page, "GET \"two words\"").await?;
    // Expired without a command.
    control(page, "u").await?;
    enter(page, "PEXPIRE \"two words\" 1").await?;
    page.until_text(&keys(".keys-head"), "0 keys").await?;
    // Only what is in sight is drawn.
    let many: Vec<String> = (0..5000).map(|number| format!("k{number} v")).collect();
    page.find(INPUT).await?.focus().await?;
    page.insert(&format!("MSET {}", many.join(" "))).await?;
    page.press(ENTER).await?;
    page.until_text(&keys(".keys-head"), "5,000 keys").await?;
    let drawn = format!(
        "find({}).querySelectorAll('[role=row]').length < 60",
        json!(keys(".rows"))
    );
    assert_eq!(page.evaluate(&drawn).await?, true);
    page.find(&keys(".rows")).await?.focus().await?;
    page.press(END).await?;
    page.until_text(&keys("[aria-selected=true]"), "k999").await
}

pub async fn long_work_leaves_the_page_alive_and_can_be_stopped(page: &Page) -> Outcome {
    page.open("").await?;
    paste(page, &"1000000 INCR long\n".repeat(60)).await?;
    let stop = "redis-prompt >>> .running button";
    page.find(stop).await?;
    // The page answers in between: another client sees the count go up.
    page.click(OPEN).await?;
    let first = enter(page, "GET long").await?;
    assert_ne!(first, "(nil)");
    page.click(&tab(1)).await?;
    page.click(stop).await?;
    page.until_text(LOG, "Stopped").await?;
    assert_eq!(enter(page, "ECHO still-here").await?, "\"still-here\"");
    Ok(())
}

pub async fn what_the_keys_of_a_terminal_take_away_or_complete_can_be_undone(
    page: &Page,
) -> Outcome {
    page.open("").await?;
    // What undoes is loaded with the hints.
    page.type_into(INPUT, "SET one ").await?;
    page.until_text(LAYER, "value").await?;
    page.press("two").await?;
    for (key, line) in [("u", ""), ("w", "SET one ")] {
        control(page, key).await?;
        until_line(page, line).await?;
        control(page, "z").await?;
        until_line(page, "SET one two").await?;
        page.press(END).await?;
    }
    // Behind the end is nothing to take away.
    control(page, "k").await?;
    control(page, "u").await?;
    until_line(page, "").await?;
    control(page, "z").await?;
    until_line(page, "SET one two").await?;
    page.press(END).await?;
    control(page, "u").await?;
    page.press("GETD").await?;
    page.press(TAB).await?;
    until_line(page, "GETDEL ").await?;
    control(page, "z").await?;
    until_line(page, "GETD").await
}

pub async fn the_keys_of_a_terminal_edit_the_line(page: &Page) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, "SET one two").await?;
    for (key, line) in [("w", "SET one "), ("a", "SET one "), ("k", "")] {
        control(page, key).await?;
        until_line(page, line).await?;
    }
    page.press("PING").await?;
    control(page, "l").await?;
    page.until(&format!(
        "find({}).querySelector('.entry') === null",
        json!(LOG)
    ))
    .await?;
    until_line(page, "PING").await?;
    control(page, "c").await?;
    until_line(page, "").await
}
