//! Boxes that nobody has come near: what they cost, what a reader has of them, and what the first sign of use brings.

use page_tests::{Outcome, Page};
use serde_json::{Value, json};

use crate::elements::{ENTER, embed, until_ready};
use crate::motion::{SHIFTS, WATCH_SHIFTS};
use crate::places::TAB;

/// Out of reach of what the page begins with, and far enough down for the pointer to be far away.
const BELOW: &str = "class=below";

const TRANSCRIPT: &str =
    "redis&gt; SETNX mykey \"Hello\"\n(integer) 1\nredis&gt; GET mykey\n\"Hello\"";

/// The engine's files that were fetched.
const FETCHED: &str = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop()).filter((name) => name.startsWith('setnx-playground')).sort()";

/// Moves the pointer, in CSS pixels from the upper left corner of the view.
async fn point_at(page: &Page, [x, y]: [f64; 2]) -> Outcome {
    let event = json!({ "type": "mouseMoved", "x": x, "y": y });
    page.devtools("Input.dispatchMouseEvent", event)
        .await
        .map(drop)
}

/// Moves the pointer to a little above an element.
async fn come_near(page: &Page, path: &str) -> Outcome {
    let place =
        format!("(({{ x, y }}) => [x + 20, y - 20])(find('{path}').getBoundingClientRect())");
    let place = serde_json::from_value(page.evaluate(&place).await?)?;
    point_at(page, place).await
}

/// A page with its pointer in the corner.
async fn open(page: &Page, markup: &str) -> Outcome {
    page.set_viewport(1000, 900).await?;
    embed(page, "").await?;
    point_at(page, [1.0, 1.0]).await?;
    let markup = json!(markup);
    let made = format!(
        "document.body.innerHTML = {markup}, document.querySelectorAll('.below').forEach(({{ style }}) => (style.marginBlockStart = '300px'))"
    );
    page.evaluate(&made).await?;
    page.until_idle().await
}

pub async fn what_a_prompt_will_ask_for_is_fetched_at_the_first_sign_of_use(
    page: &Page,
) -> Outcome {
    open(
        page,
        &format!("<div {BELOW}><redis-prompt id=a autorun=load>PING</redis-prompt></div>"),
    )
    .await?;
    until_ready(page, 1).await?;
    let has = |part: &str| format!("{FETCHED}.some((name) => name.includes('_{part}.wasm'))");
    page.until(&has("keys")).await?;
    page.until_idle().await?;
    assert_eq!(page.evaluate(&has("help")).await?, json!(false));
    point_at(page, [500.0, 20.0]).await?;
    page.until_idle().await?;
    assert_eq!(page.evaluate(&has("help")).await?, json!(false), "far away");
    come_near(page, "#a").await?;
    page.until(&has("help")).await
}

pub async fn a_box_that_waits_for_touch_costs_the_script_alone_until_the_pointer_is_near(
    page: &Page,
) -> Outcome {
    open(
        page,
        &format!("<div {BELOW}><redis-prompt id=a load=touch><pre>{TRANSCRIPT}</pre></redis-prompt></div><p>After.</p>"),
    )
    .await?;
    point_at(page, [500.0, 20.0]).await?;
    page.until_idle().await?;
    assert_eq!(page.evaluate(FETCHED).await?, json!([]));
    assert_eq!(
        page.evaluate("find('#a pre').checkVisibility()").await?,
        json!(true)
    );
    page.evaluate(WATCH_SHIFTS).await?;
    page.evaluate(SHIFTS).await?;
    come_near(page, "#a").await?;
    until_ready(page, 1).await?;
    page.until_text(
        "#a >>> .log",
        "redis> SETNX mykey \"Hello\"\n(integer) 1\nredis> GET mykey\n\"Hello\"",
    )
    .await?;
    assert_eq!(page.evaluate(SHIFTS).await?, json!([]), "it goes live");
    // All of the box is there once it is used.
    assert_eq!(
        page.evaluate("find('#a >>> .bar').checkVisibility()")
            .await?,
        json!(false)
    );
    page.type_into("#a >>> textarea", format!("STRLEN mykey{ENTER}"))
        .await?;
    page.until_text("#a >>> .entry:last-of-type", "(integer) 5")
        .await?;
    page.until("find('#a >>> .bar').checkVisibility() && find('#a >>> .keys').checkVisibility()")
        .await
}

pub async fn the_focus_begins_such_a_box_and_loses_nothing_that_is_typed(page: &Page) -> Outcome {
    open(
        page,
        &format!("<div {BELOW}><redis-prompt id=a load=touch><pre>{TRANSCRIPT}</pre></redis-prompt></div>"),
    )
    .await?;
    page.press(TAB).await?;
    page.press(format!("APPEND mykey !{ENTER}GET my")).await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .entry:last-of-type", "(integer) 6")
        .await?;
    page.until("find('#a >>> textarea').value === 'GET my' && find('#a').shadowRoot.activeElement?.localName === 'textarea'")
        .await
}

pub async fn a_finger_that_scrolls_begins_nothing_and_one_that_taps_does(page: &Page) -> Outcome {
    open(
        page,
        &format!("<div {BELOW}><redis-prompt id=a load=touch><pre>{TRANSCRIPT}</pre></redis-prompt></div>"),
    )
    .await?;
    let finger = |type_: &str, dy: i32| {
        format!(
            "(({{ x, y }}) => void document.body.dispatchEvent(new PointerEvent('{type_}',
                {{ pointerType: 'touch', bubbles: true, clientX: x + 20, clientY: y + {dy} }})))(find('#a').getBoundingClientRect())"
        )
    };
    for (type_, dy) in [
        ("pointerdown", 9),
        ("pointermove", 9),
        ("pointercancel", 9),
        ("pointerup", -9),
    ] {
        page.evaluate(&finger(type_, dy)).await?;
    }
    page.until_idle().await?;
    assert_eq!(page.evaluate(FETCHED).await?, json!([]));
    page.evaluate(&finger("pointerup", 9)).await?;
    until_ready(page, 1).await
}

pub async fn a_block_whose_replies_are_printed_waits_for_touch_and_moves_nothing(
    page: &Page,
) -> Outcome {
    let block = |class: &str, more: &str, text: &str| {
        format!("<div><pre class={class} {more}>{text}</pre></div><p>After it.</p>")
    };
    open(
        page,
        &[
            format!("<div {BELOW}></div>"),
            block("printed", "", TRANSCRIPT),
            block("asked", "data-load=touch", "redis&gt; PING"),
        ]
        .concat(),
    )
    .await?;
    page.evaluate("import('./upgrade.js').then(({ upgrade }) => upgrade('.printed, .asked'))")
        .await?;
    page.until("document.querySelectorAll('redis-prompt').length === 2")
        .await?;
    page.until_idle().await?;
    assert_eq!(page.evaluate(FETCHED).await?, json!([]));
    page.evaluate(WATCH_SHIFTS).await?;
    page.evaluate(SHIFTS).await?;
    come_near(page, ".printed").await?;
    until_ready(page, 1).await?;
    page.until_text(".printed + redis-prompt >>> .log", "\"Hello\"")
        .await?;
    assert_eq!(page.evaluate(SHIFTS).await?, json!([]));
    let over = "(({ top }, seat) => [Math.round(seat.top - top), find('.printed').checkVisibility({ visibilityProperty: true })])(
        find('.printed').getBoundingClientRect(), find('.printed + redis-prompt >>> .seat').getBoundingClientRect())";
    assert_eq!(page.evaluate(over).await?, json!([0, false]));
    page.type_into(
        ".printed + redis-prompt >>> textarea",
        format!("DEL mykey{ENTER}"),
    )
    .await?;
    page.until("find('.printed').getClientRects().length === 0")
        .await?;
    // What a page adds without a reply is fetched as it comes near: there is no reply to read.
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<pre class=printed>redis&gt; ECHO bare</pre>')")
        .await?;
    page.until_text("body > redis-prompt >>> .log", "\"bare\"")
        .await
}

pub async fn what_stands_above_in_a_session_comes_first(page: &Page) -> Outcome {
    let one = |id: &str, text: &str| {
        format!(
            "<div {BELOW}><redis-prompt id={id} load=touch session=s><pre>{text}</pre></redis-prompt></div>"
        )
    };
    open(
        page,
        &[
            one("a", "redis&gt; SET k 1\nOK"),
            one("b", "redis&gt; INCR k\n(integer) 2"),
            one("c", "redis&gt; INCR k\n(integer) 3"),
        ]
        .concat(),
    )
    .await?;
    page.evaluate("find('#b').begin()").await?;
    until_ready(page, 2).await?;
    page.until_text("#b >>> .log", "redis> INCR k\n(integer) 2")
        .await?;
    assert_eq!(
        page.evaluate("find('#c').shadowRoot.querySelector('.seat')")
            .await?,
        Value::Null,
        "what stands below waits"
    );
    Ok(())
}
