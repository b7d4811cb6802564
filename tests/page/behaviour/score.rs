//! The score looked at closely: the inspector of a move, a run that is longer than its frame, and its table in pages.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

/// Five thousand moves, of which half are done.
const LONG: &str = "?lang=en#v1;setnx;n=5;c1;c2.x1250;c3.x1250;c4.x1250;c5.x1249;@2500";

/// A part of the timeline that a link was opened in.
fn opened(part: &str) -> String {
    format!("lock-timeline:not([lessons], [lesson], [search=table]) >>> {part}")
}

pub async fn enter_looks_at_the_move_and_escape_comes_back(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let (frame, inspector) = (timeline("D2", ".frame"), timeline("D2", ".inspector"));
    page.type_into(&frame, END).await?;
    page.press(LEFT).await?;
    until_cursor(page, "D2", lesson("D2").beats.len() - 1).await?;
    page.press(ENTER).await?;
    page.find(&inspector).await?;
    assert!(has_focus(page, &inspector).await?);
    let shown = text(
        page.evaluate(&format!("find({}).textContent", json!(inspector)))
            .await?,
    )?;
    for told in [
        "Move 10, t = 101 C2",
        "DEL lock.foo",
        "(integer) 1",
        "nil (changed)",
    ] {
        assert!(shown.contains(told), "{told} in {shown}");
    }
    page.press(ESCAPE).await?;
    page.until(&format!("find({}) === null", json!(inspector)))
        .await?;
    assert!(has_focus(page, &frame).await?);
    // It is the score that has the focus: its keys step.
    page.press(LEFT).await?;
    until_cursor(page, "D2", lesson("D2").beats.len() - 2).await
}

pub async fn a_click_goes_to_a_move_and_another_looks_at_it(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".frame"), END).await?;
    until_cursor(page, "D2", lesson("D2").beats.len()).await?;
    let click = format!(
        "find({}).dispatchEvent(new MouseEvent('click', {{ bubbles: true, composed: true }}))",
        json!(timeline("D2", ".exchange[data-move='3'] .pill"))
    );
    page.evaluate(&click).await?;
    let inspector = timeline("D2", ".inspector");
    until_cursor(page, "D2", 4).await?;
    assert_eq!(
        page.evaluate(&format!("find({})", json!(inspector)))
            .await?,
        json!(null)
    );
    page.evaluate(&click).await?;
    page.find(&inspector).await?;
    let label = format!("find({}).ariaLabel === 'Move 4, t = 101'", json!(inspector));
    page.until(&label).await?;
    // Once more, and it is gone.
    page.evaluate(&click).await?;
    page.until(&format!("find({}) === null", json!(inspector)))
        .await?;
    // A move that is still to come can be chosen, too.
    page.evaluate(&format!(
        "find({}).dispatchEvent(new MouseEvent('click', {{ bubbles: true, composed: true }}))",
        json!(timeline("D2", ".ahead[data-move='8'] .no"))
    ))
    .await?;
    until_cursor(page, "D2", 9).await
}

pub async fn what_is_drawn_says_what_it_is(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let (frame, tip) = (timeline("D2", ".frame"), timeline("D2", ".tip"));
    page.type_into(&frame, END).await?;
    until_cursor(page, "D2", lesson("D2").beats.len()).await?;
    let hidden = format!("find({}).hidden", json!(tip));
    // By a pointer; the sentence below the controls is not said once more.
    let over = |part: &str| {
        format!(
            "find({}).dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true, composed: true, pointerType: 'mouse' }}))",
            json!(timeline("D2", part))
        )
    };
    page.evaluate(&over(".belief[data-client='1'] .shape"))
        .await?;
    page.until_text(&tip, "C1 believes that it holds the lock")
        .await?;
    page.evaluate(&over(".exchange[data-move='9'] .pill"))
        .await?;
    page.until_text(&tip, "10. C2 DEL lock.foo").await?;
    page.evaluate(&over(".jump .zigzag")).await?;
    page.until_text(&tip, "not to scale").await?;
    page.press(ESCAPE).await?;
    page.until(&hidden).await?;
    // By key: what stands at the cursor, part by part.
    page.press(DOWN).await?;
    page.until(&format!("!{hidden}")).await?;
    let first = page.text(&tip).await?;
    page.press(DOWN).await?;
    assert_ne!(page.text(&tip).await?, first);
    page.press(UP).await?;
    assert_eq!(page.text(&tip).await?, first);
    page.press(LEFT).await?;
    page.until(&hidden).await
}

pub async fn the_legend_has_what_is_drawn_and_nothing_else(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".frame"), END).await?;
    let click = format!(
        "[...find({}).querySelectorAll('button')].find((button) => button.textContent === 'What do I see?').click()",
        json!(timeline("D2", ".play"))
    );
    page.evaluate(&click).await?;
    let key = timeline("D2", ".key");
    page.find(&key).await?;
    let told = page.text(&key).await?;
    for drawn in [
        "A command",
        "Dashed",
        "is over",
        "crashes",
        "first move that breaks",
        "Time jumps",
    ] {
        assert!(told.contains(drawn), "{drawn} in {told}");
    }
    for missing in ["paused", "store holds", "on its way", "whole run"] {
        assert!(!told.contains(missing), "{missing} in {told}");
    }
    page.evaluate(&click).await?;
    page.until(&format!("find({}) === null", json!(key))).await
}

pub async fn of_a_long_run_what_is_in_sight_is_drawn_alone(page: &Page) -> Outcome {
    page.open(LONG).await?;
    let slots = format!(
        "[...find({}).querySelectorAll('.no')].map((number) => Number(number.textContent))",
        json!(opened(".picture"))
    );
    page.find(&opened(".minimap")).await?;
    let shows = |number: u32| format!("{slots}.includes({number}) && {slots}.length < 60");
    page.until(&shows(2500)).await?;
    page.type_into(&opened(".frame"), END).await?;
    page.until(&shows(4999)).await?;
    page.press(HOME).await?;
    page.until(&shows(1)).await?;
    // Scrolled by hand, other moves come into sight, and the cursor stays.
    page.evaluate(&format!(
        "find({}).scrollLeft = 100000",
        json!(opened(".frame"))
    ))
    .await?;
    page.until(&format!("{slots}.at(-1) > 900 && {slots}[0] > 800"))
        .await?;
    page.until(&format!("find({}).value === '0'", json!(opened(".slider"))))
        .await
}

pub async fn the_table_of_a_long_run_is_turned_in_pages(page: &Page) -> Outcome {
    page.open(LONG).await?;
    page.find(&opened("summary")).await?;
    page.evaluate(&format!(
        "find({}).click()",
        json!(opened("details summary"))
    ))
    .await?;
    page.find(&opened("details table")).await?;
    let rows = format!(
        "[...find({}).querySelectorAll('tbody th')].map((head) => Number(head.textContent))",
        json!(opened("details"))
    );
    page.until(&format!("{rows}.length === 40 && {rows}.includes(2500)"))
        .await?;
    page.evaluate(&format!(
        "find({}).click()",
        json!(opened("details .tools button"))
    ))
    .await?;
    page.until(&format!("{rows}.length === 40 && {rows}.at(-1) < 2500"))
        .await
}
