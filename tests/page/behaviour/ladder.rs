//! The ladder looked at closely: the inspector of a move, its signs, a run that is longer than what is in sight.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

/// Five thousand moves, of which half are done.
const LONG: &str = "?lang=en#v1;setnx;n=5;c1;c2.x1250;c3.x1250;c4.x1250;c5.x1249;@2500";

/// A part of the timeline that a link was opened in.
fn opened(part: &str) -> String {
    format!("lock-timeline:not([lesson], [lessons], [search]) >>> {part}")
}

pub async fn enter_looks_at_the_move_and_escape_comes_back(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let (frame, inspector) = (timeline("D2", ".ladder"), timeline("D2", ".inspector"));
    page.type_into(&frame, END).await?;
    page.press(LEFT).await?;
    until_cursor(page, "D2", lesson("D2").length() - 1).await?;
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
    // It is the ladder that has the focus: its keys step.
    page.press(LEFT).await?;
    until_cursor(page, "D2", lesson("D2").length() - 2).await
}

pub async fn a_click_goes_to_a_move_and_another_looks_at_it(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", lesson("D2").length()).await?;
    let click = format!(
        "find({}).dispatchEvent(new MouseEvent('click', {{ bubbles: true, composed: true }}))",
        json!(timeline("D2", "[data-row='4'] .said"))
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
        .await
}

pub async fn the_legend_has_what_is_drawn_and_nothing_else(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    let click = format!(
        "[...find({}).querySelectorAll('button')].find((button) => button.textContent === 'What do the signs mean?').click()",
        json!(timeline("D2", ".play"))
    );
    page.evaluate(&click).await?;
    let key = timeline("D2", ".key");
    page.find(&key).await?;
    let told = page.text(&key).await?;
    for drawn in [
        "A command",
        "believes that it holds",
        "is over",
        "crashes",
        "The lock is broken here",
    ] {
        assert!(told.contains(drawn), "{drawn} in {told}");
    }
    for missing in ["paused", "on its way", "second thread", "yes or no"] {
        assert!(!told.contains(missing), "{missing} in {told}");
    }
    page.evaluate(&click).await?;
    page.until(&format!("find({}) === null", json!(key))).await
}

pub async fn on_a_high_screen_a_long_run_is_drawn_as_far_as_it_is_seen(page: &Page) -> Outcome {
    page.set_viewport(1440, 2560).await?;
    page.open(LONG).await?;
    let ladder = opened(".ladder");
    page.find(&ladder).await?;
    let is_full = format!(
        "((frame) => {{
            const of = (element) => element.getBoundingClientRect();
            const [rows, current] = [frame.querySelectorAll('[data-row]'), frame.querySelector('[aria-current]')];
            const {{ top, bottom }} = of(frame);
            return current !== null && rows.length < 512
                && of(current).top >= top && of(current).bottom <= bottom
                && of(rows[0]).top <= top + 40;
        }})(find({}))",
        json!(ladder)
    );
    page.until(&is_full).await?;
    page.evaluate(&format!("find({}).focus()", json!(ladder)))
        .await?;
    for done in 2501..2540 {
        page.press(RIGHT).await?;
        page.until(&format!(
            "find({}).value === '{done}'",
            json!(opened(".slider"))
        ))
        .await?;
        page.until(&is_full).await?;
    }
    Ok(())
}

pub async fn of_a_long_run_what_is_in_sight_is_drawn_alone(page: &Page) -> Outcome {
    page.open(LONG).await?;
    let ladder = opened(".ladder");
    page.find(&ladder).await?;
    let rows = format!(
        "[...find({}).querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row))",
        json!(ladder)
    );
    let inside = format!(
        "((frame) => {{
            const [row, edges] = [frame.querySelector('[aria-current]')?.getBoundingClientRect(), frame.getBoundingClientRect()];
            return row !== undefined && row.top >= edges.top && row.bottom <= edges.bottom;
        }})(find({}))",
        json!(ladder)
    );
    let shows =
        |number: u32| format!("{rows}.includes({number}) && {rows}.length < 100 && {inside}");
    page.until(&shows(2500)).await?;
    // A listening reader is told of all of them.
    let told = format!(
        "((frame) => [frame.querySelector('[role=table]').ariaRowCount, frame.querySelector('[aria-current]').ariaRowIndex].join())(find({}))",
        json!(ladder)
    );
    assert_eq!(page.evaluate(&told).await?, "2503,2502");
    page.type_into(&ladder, END).await?;
    page.until(&shows(5000)).await?;
    page.press(HOME).await?;
    page.until(&shows(0)).await?;
    page.press(END).await?;
    page.until(&shows(5000)).await?;
    // Scrolled by hand, other moves come into sight, and the cursor stays.
    page.evaluate(&format!(
        "((frame) => void (frame.scrollTop = frame.scrollHeight / 5))(find({}))",
        json!(ladder)
    ))
    .await?;
    page.until(&format!("{rows}[0] > 800 && {rows}.at(-1) < 1200"))
        .await?;
    page.until(&format!(
        "find({}).value === '5000'",
        json!(opened(".slider"))
    ))
    .await
}
