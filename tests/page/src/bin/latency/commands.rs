//! From Enter at the prompt to the reply in the document, a thousand times on an ordinary page: what the engine and Yew
//! take, without the browser's own typing and painting.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::{PROMPT, Times};

const COMMANDS: usize = 1_000;

/// Each command waits for its own reply: the time ends when a mutation brings it, before the next command is typed.
const MEASURE: &str = "(async (prompt, commands) => {
    const input = find(prompt + ' >>> textarea');
    const log = find(prompt + ' >>> [role=log]');
    const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
    const times = [];
    for (const [line, reply] of commands) {
        put.call(input, line);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        await new Promise((resolve) => setTimeout(resolve));
        const answered = new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(line + ' had no reply ' + reply)), 2000);
            const observer = new MutationObserver(() => {
                if (!log.lastElementChild?.textContent.endsWith(reply)) return;
                clearTimeout(late);
                observer.disconnect();
                resolve(performance.now());
            });
            observer.observe(log, { childList: true, characterData: true, subtree: true });
        });
        const begun = performance.now();
        input.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'Enter', code: 'Enter', bubbles: true, composed: true, cancelable: true }));
        times.push(await answered - begun);
    }
    return times;
})";

/// The time of each command, in milliseconds.
pub async fn measure(page: &Page) -> Outcome<Times> {
    page.open("").await?;
    page.find(&format!("{PROMPT} >>> textarea")).await?;
    let commands: Vec<_> = (1..=COMMANDS).map(command).collect();
    let times = page
        .evaluate(&format!(
            "({MEASURE})({}, {})",
            json!(PROMPT),
            json!(commands)
        ))
        .await?;
    Times::of(&times, COMMANDS)
}

/// A line and the reply that ends it: writes, reads and counters, each reply different from the one before it.
fn command(n: usize) -> (String, String) {
    match n % 4 {
        0 => (format!("SET key:{n} value:{n}"), "OK".to_owned()),
        1 => (
            "INCR counter".to_owned(),
            format!("(integer) {}", n.div_ceil(4)),
        ),
        2 => (
            format!("GETSET latest {n}"),
            if n == 2 {
                "(nil)".to_owned()
            } else {
                format!("\"{}\"", n - 4)
            },
        ),
        _ => (format!("ECHO \"said {n}\""), format!("\"said {n}\"")),
    }
}
