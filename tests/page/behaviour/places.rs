//! The parts of the page by name, keys, and what a reader does with them again and again.

use page_tests::{Outcome, Page};
use serde_json::{Value, json};
use setnx_playground::lesson::{self, Lesson};

pub const ENTER: &str = "\u{E007}";
pub const TAB: &str = "\u{E004}";
pub const DELETE: &str = "\u{E017}";
pub const SHIFT: &str = "\u{E008}";
pub const UP: &str = "\u{E013}";
pub const DOWN: &str = "\u{E015}";
pub const LEFT: &str = "\u{E012}";
pub const RIGHT: &str = "\u{E014}";
pub const HOME: &str = "\u{E011}";
pub const END: &str = "\u{E010}";
pub const CONTROL: &str = "\u{E009}";
pub const ESCAPE: &str = "\u{E00C}";
pub const RELEASE_ALL: &str = "\u{E000}";

pub const INPUT: &str = "redis-prompt >>> textarea";
pub const LOG: &str = "redis-prompt >>> [role=log]";
pub const SCREEN: &str = "redis-prompt >>> .screen";
pub const STATUS: &str = "redis-prompt >>> .status";
/// By their order in the bar.
pub const COPY: &str = "redis-prompt >>> .bar button:nth-of-type(1)";
pub const CLEAR: &str = "redis-prompt >>> .bar button:nth-of-type(2)";
pub const RESET: &str = "redis-prompt >>> .bar button:nth-of-type(3)";

/// A tab of the clients, by its place.
pub fn tab(place: usize) -> String {
    format!("redis-prompt >>> [role=tab]:nth-of-type({place})")
}

/// A part of the view of the keys.
pub fn keys(part: &str) -> String {
    format!("redis-prompt >>> .keys {part}")
}

/// The focused element, including those in shadow roots.
pub const FOCUSED: &str = "(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
})()";

/// Enters a line at the prompt and gives what the log then shows for it, below the line itself.
pub async fn enter(page: &Page, line: &str) -> Outcome<String> {
    page.find(INPUT).await?.focus().await?;
    mark_last_entry(page).await?;
    page.insert(line).await?;
    page.press(ENTER).await?;
    let path = json!(LOG);
    page.until(&format!(
        "find({path}).querySelector('.entry:last-of-type:not([data-seen])') !== null"
    ))
    .await?;
    last_output(page).await
}

/// Enters a line that no key could make, by the events of a key.
pub async fn enter_by_script(page: &Page, text: &str) -> Outcome<String> {
    page.find(INPUT).await?;
    mark_last_entry(page).await?;
    page.evaluate(&format!("({SUBMIT})(find({}), {text})", json!(INPUT)))
        .await?;
    page.until(&format!(
        "find({}).querySelector('.entry:last-of-type:not([data-seen])') !== null",
        json!(LOG)
    ))
    .await?;
    last_output(page).await
}

/// Puts a line into the text area and dispatches Enter from a script.
pub const SUBMIT: &str = "((area, line) => {
    area.value = line;
    area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    area.dispatchEvent(new KeyboardEvent('keydown',
        { key: 'Enter', code: 'Enter', bubbles: true, composed: true, cancelable: true }));
})";

async fn mark_last_entry(page: &Page) -> Outcome {
    let script = format!(
        "find({}).querySelector('.entry:last-of-type')?.setAttribute('data-seen', '')",
        json!(LOG)
    );
    page.evaluate(&script).await.map(drop)
}

/// The output of the last entry.
pub async fn last_output(page: &Page) -> Outcome<String> {
    let script = format!(
        "[...find({}).querySelectorAll('.entry:last-of-type > :not(:first-child)')]
            .map((part) => part.textContent).join('\\n')",
        json!(LOG)
    );
    text(page.evaluate(&script).await?)
}

/// The number of entries in the log.
pub async fn entries(page: &Page) -> Outcome<u64> {
    let count = format!("find({}).querySelectorAll('.entry').length", json!(LOG));
    number(page.evaluate(&count).await?)
}

/// A part of the timeline that offers these lessons: its `lessons`.
pub fn timeline(lessons: &str, part: &str) -> String {
    format!("lock-timeline[lessons=\"{lessons}\"] >>> {part}")
}

/// Brings a timeline into view, out of the fold that it may be in, and waits until it is there.
pub async fn go_to_timeline(page: &Page, lessons: &str) -> Outcome {
    page.bring_into_view(&format!("lock-timeline[lessons=\"{lessons}\"]"))
        .await?;
    page.find(&timeline(lessons, ".ladder")).await.map(drop)
}

/// The lesson of this name, as the engine outside the browser has it.
pub fn lesson(id: &str) -> &'static Lesson {
    lesson::find(id).unwrap_or_else(|| panic!("there is no lesson {id}"))
}

/// Waits until the timeline shows this number of finished moves.
pub async fn until_cursor(page: &Page, lessons: &str, cursor: usize) -> Outcome {
    let path = json!(timeline(lessons, ".slider"));
    page.until(&format!("find({path}).value === '{cursor}'"))
        .await
}

/// Waits until no cell of the table at `path` waits for the search: for each of them anew, since a machine may be busy.
pub async fn until_filled(page: &Page, path: &str) -> Outcome {
    let waiting = format!(
        "find({}).querySelectorAll('tbody [data-kind=waiting]').length",
        json!(path)
    );
    loop {
        let left = number(page.evaluate(&waiting).await?)?;
        if left == 0 {
            return Ok(());
        }
        page.until(&format!("{waiting} < {left}")).await?;
    }
}

/// The number of finished moves.
pub async fn cursor(page: &Page, lessons: &str) -> Outcome<usize> {
    let path = json!(timeline(lessons, ".slider"));
    let value = page
        .evaluate(&format!("Number(find({path}).value)"))
        .await?;
    Ok(usize::try_from(number(value)?)?)
}

/// Presses Tab until the focus is on the element at `path`.
pub async fn tab_to(page: &Page, path: &str) -> Outcome {
    for _ in 0..80 {
        page.press(TAB).await?;
        if has_focus(page, path).await? {
            return Ok(());
        }
    }
    Err(format!("80 times Tab do not lead to {path}").into())
}

/// Whether the focus is on the element at `path`.
pub async fn has_focus(page: &Page, path: &str) -> Outcome<bool> {
    let same = format!("find({}) === {FOCUSED}", json!(path));
    Ok(page.evaluate(&same).await? == true)
}

/// A text that a script gave.
pub fn text(value: Value) -> Outcome<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(format!("{other} is not a text").into()),
    }
}

/// Texts that a script gave.
pub fn texts(value: Value) -> Outcome<Vec<String>> {
    match value {
        Value::Array(values) => values.into_iter().map(text).collect(),
        other => Err(format!("{other} is not a list").into()),
    }
}

/// A whole number that a script gave.
pub fn number(value: Value) -> Outcome<u64> {
    value
        .as_u64()
        .ok_or_else(|| format!("{value} is not a whole number").into())
}
