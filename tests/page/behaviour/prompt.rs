//! The prompt as a reader uses it: type, walk back, select, copy, begin again.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

pub async fn the_example_has_been_run_and_reads_as_the_static_transcript_did(
    page: &Page,
) -> Outcome {
    page.open("").await?;
    let printed = page
        .evaluate("document.querySelector('redis-prompt > .transcript').textContent")
        .await?;
    assert_eq!(text(printed)?.trim_end(), page.text(LOG).await?.trim_end());
    assert_eq!(entries(page).await?, 3);
    // Executed, not printed: the key is there.
    assert_eq!(enter(page, "STRLEN mykey").await?, "(integer) 5");
    Ok(())
}

pub async fn setnx_sets_a_missing_key_and_leaves_one_that_exists(page: &Page) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, format!("SETNX mykey \"Hello\"{ENTER}"))
        .await?;
    page.until(&format!("find({}).value === ''", json!(INPUT)))
        .await?;
    page.until_text(LOG, "redis> SETNX mykey \"Hello\"\n(integer) 0")
        .await?;
    assert_eq!(enter(page, "DEL mykey").await?, "(integer) 1");
    assert_eq!(enter(page, "SETNX mykey \"Hello\"").await?, "(integer) 1");
    assert_eq!(enter(page, "SETNX mykey \"World\"").await?, "(integer) 0");
    assert_eq!(enter(page, "GET mykey").await?, "\"Hello\"");
    assert_eq!(
        enter(page, "SETNX mykey").await?,
        "(error) ERR wrong number of arguments for 'setnx' command"
    );
    Ok(())
}

pub async fn a_key_set_to_expire_is_gone_by_the_clock_of_the_wall(page: &Page) -> Outcome {
    page.open("").await?;
    assert_eq!(enter(page, "SET soon x PX 60").await?, "OK");
    page.until(&format!(
        "(({SUBMIT})(find({0}), 'EXISTS soon'),
          find({1}).querySelector('.entry:last-of-type .reply').textContent === '(integer) 0')",
        json!(INPUT),
        json!(LOG)
    ))
    .await
}

pub async fn up_and_down_walk_through_history_and_come_home_to_the_draft(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "SET a 1").await?;
    enter(page, "GET a").await?;
    page.type_into(INPUT, "half a li").await?;
    for (key, shown) in [
        (UP, "GET a"),
        (UP, "SET a 1"),
        (UP, "SET a 1"),
        (DOWN, "GET a"),
        (DOWN, "half a li"),
        (DOWN, "half a li"),
    ] {
        page.press(key).await?;
        page.until(&format!(
            "find({}).value === {}",
            json!(INPUT),
            json!(shown)
        ))
        .await?;
    }
    page.press("ne").await?;
    let at_end = format!("find({}).value === 'half a line'", json!(INPUT));
    page.until(&at_end).await?;
    // A recalled line can be run again.
    page.press(UP).await?;
    page.press(ENTER).await?;
    page.until(&format!("find({}).value === ''", json!(INPUT)))
        .await?;
    assert_eq!(last_output(page).await?, "\"1\"");
    Ok(())
}

pub async fn lines_can_be_continued_and_run_one_after_another(page: &Page) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, format!("SET a 1{SHIFT}{ENTER}{RELEASE_ALL}"))
        .await?;
    assert_eq!(
        entries(page).await?,
        3,
        "Shift and Enter do not run the line"
    );
    let rows = format!(
        "find({0}).clientHeight / parseFloat(getComputedStyle(find({0})).lineHeight)",
        json!(INPUT)
    );
    let high = page.evaluate(&rows).await?.as_f64();
    assert!(high.is_some_and(|rows| rows > 1.9), "it grew: {high:?}");
    page.press("GET a").await?;
    // Up within the text moves the caret, as anywhere.
    page.press(UP).await?;
    page.until(&format!(
        "find({}).value === 'SET a 1\\nGET a'",
        json!(INPUT)
    ))
    .await?;
    page.press(ENTER).await?;
    page.until_text(LOG, "redis> SET a 1\nOK\nredis> GET a\n\"1\"")
        .await
}

pub async fn an_enter_that_ends_a_composition_does_not_run_the_line(page: &Page) -> Outcome {
    page.open("").await?;
    page.type_into(INPUT, "PING").await?;
    // A driver has no input method, so the events are made by hand as browsers make them: within the composition,
    // and, by Safari, right after it with the key code 229.
    for composing in ["isComposing: true", "keyCode: 229"] {
        let event = format!(
            "find({}).dispatchEvent(new KeyboardEvent('keydown',
                {{ key: 'Enter', {composing}, bubbles: true, composed: true, cancelable: true }}))",
            json!(INPUT)
        );
        assert_eq!(page.evaluate(&event).await?, true, "nothing was prevented");
        assert_eq!(entries(page).await?, 3, "{composing}");
    }
    page.press(ENTER).await?;
    page.until_text(LOG, "redis> PING\nPONG").await
}

pub async fn clear_empties_the_log_and_keeps_the_keys(page: &Page) -> Outcome {
    page.open("").await?;
    page.click(CLEAR).await?;
    page.until_text(STATUS, "the keys are still there").await?;
    assert_eq!(entries(page).await?, 0);
    assert_eq!(enter(page, "GET mykey").await?, "\"Hello\"");
    page.type_into(INPUT, format!("clear{ENTER}")).await?;
    page.until(&format!("find({}).children.length === 0", json!(LOG)))
        .await
}

pub async fn reset_begins_again_with_an_empty_keyspace_and_the_example(page: &Page) -> Outcome {
    page.open("").await?;
    enter(page, "SET other 1").await?;
    enter(page, "SELECT 3").await?;
    page.until_text(SCREEN, "redis[3]>").await?;
    page.click(RESET).await?;
    page.until_text(STATUS, "A fresh keyspace").await?;
    assert_eq!(entries(page).await?, 3);
    assert_eq!(enter(page, "KEYS *").await?, "1) \"mykey\"");
    Ok(())
}

pub async fn copy_puts_the_transcript_on_the_clipboard(page: &Page) -> Outcome {
    page.open("").await?;
    let granted = json!({ "origin": page.address(), "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    page.devtools("Browser.grantPermissions", granted).await?;
    enter(page, "ECHO 你好").await?;
    page.click(COPY).await?;
    page.until_text(STATUS, "Copied").await?;
    let copied = text(page.evaluate("navigator.clipboard.readText()").await?)?;
    assert_eq!(
        copied,
        "redis> SETNX mykey \"Hello\"\n(integer) 1\nredis> SETNX mykey \"World\"\n(integer) 0\n\
         redis> GET mykey\n\"Hello\"\nredis> ECHO 你好\n\"\\xe4\\xbd\\xa0\\xe5\\xa5\\xbd\"\n"
    );
    Ok(())
}

pub async fn where_the_clipboard_is_closed_copy_selects_the_text_and_says_so(
    page: &Page,
) -> Outcome {
    page.open("").await?;
    let denied = json!({
        "origin": page.address(), "setting": "denied",
        "permission": { "name": "clipboard-write" },
    });
    page.devtools("Browser.setPermission", denied).await?;
    page.click(COPY).await?;
    page.until_text(STATUS, "the text is selected").await?;
    let selected = text(page.evaluate("getSelection().toString()").await?)?;
    assert!(
        selected.contains("SETNX mykey \"World\"\n(integer) 0"),
        "{selected:?}"
    );
    Ok(())
}

pub async fn a_click_takes_the_cursor_to_the_prompt_and_a_selection_does_not(
    page: &Page,
) -> Outcome {
    page.open("").await?;
    let place = page
        .evaluate(&format!(
            "(find({}).scrollIntoView({{ block: 'center' }}), (({{ left, right, bottom }}) =>
                [left + 80, right - 20, bottom - 8].map(Math.round))(
                    find('redis-prompt >>> .entry:nth-of-type(2)').getBoundingClientRect()))",
            json!(LOG)
        ))
        .await?;
    let [text_x, empty_x, y] =
        [&place[0], &place[1], &place[2]].map(|px| px.as_i64().unwrap_or_default());
    let driver = page.driver();
    let drag = driver
        .action_chain()
        .move_to(text_x, y)
        .click_and_hold()
        .move_to(text_x - 20, y)
        .move_to(text_x - 60, y)
        .release();
    drag.perform().await?;
    let selected = text(page.evaluate("getSelection().toString()").await?)?;
    assert!(
        !selected.is_empty() && "(integer) 0".contains(&selected),
        "{selected:?}"
    );
    assert!(!has_focus(page, INPUT).await?, "{selected:?} was selected");
    // A click beside the selection ends it and goes to the prompt, wherever in the box it is.
    let click = driver.action_chain().move_to(empty_x, y).click();
    click.perform().await?;
    page.until(&format!("find({}) === {FOCUSED}", json!(INPUT)))
        .await
}

pub async fn the_input_stays_in_sight_however_much_is_answered(page: &Page) -> Outcome {
    page.open("").await?;
    for n in 0..12 {
        enter(page, &format!("10 INCR counter:{n}")).await?;
        let in_sight = format!(
            "(({{ top, bottom }}, screen) => top >= screen.top && bottom <= Math.min(screen.bottom, innerHeight) + 1)(
                find({}).getBoundingClientRect(), find({}).getBoundingClientRect())",
            json!(INPUT),
            json!(SCREEN)
        );
        page.until(&in_sight).await?;
    }
    Ok(())
}

pub async fn nothing_takes_the_focus_or_scrolls_on_load(page: &Page) -> Outcome {
    for query in ["", "?only=prompt"] {
        page.open(query).await?;
        page.find(INPUT).await?;
        let at_rest = "document.activeElement === document.body && scrollY === 0";
        assert_eq!(page.evaluate(at_rest).await?, true, "{query:?}");
    }
    Ok(())
}

pub async fn its_parts_are_labelled_in_the_readers_language(page: &Page) -> Outcome {
    let mut labels = Vec::new();
    for query in ["?lang=en", "?lang=zh"] {
        page.open(query).await?;
        page.find(INPUT).await?;
        let said = page
            .evaluate(
                "['section', '[role=log]', 'textarea'].map((part) =>
                    find('redis-prompt >>> ' + part).getAttribute('aria-label'))",
            )
            .await?;
        let said = texts(said)?;
        assert!(said.iter().all(|label| !label.is_empty()), "{said:?}");
        labels.push(said);
    }
    assert!(
        labels[0].iter().zip(&labels[1]).all(|(en, zh)| en != zh),
        "{labels:?}"
    );
    assert!(labels[1].iter().all(|zh| !zh.is_ascii()), "{labels:?}");
    Ok(())
}

pub async fn a_value_is_text_whatever_it_holds(page: &Page) -> Outcome {
    page.open("").await?;
    let markup = "<img src=x onerror=\"document.title=1\"><script>document.title=1</script>";
    assert_eq!(enter(page, &format!("SET m '{markup}'")).await?, "OK");
    assert_eq!(
        enter(page, "GET m").await?,
        format!("\"{}\"", markup.replace('"', "\\\""))
    );
    assert!(
        enter(page, &format!("'{markup}'"))
            .await?
            .starts_with("(error) ERR unknown command '<img src=x")
    );
    let elements = format!(
        "find({}).querySelectorAll('img, script').length",
        json!(LOG)
    );
    assert_eq!(page.evaluate(&elements).await?, 0);
    assert_ne!(page.evaluate("document.title").await?, "1");
    Ok(())
}
