//! Measures how long the page is unresponsive while a command reads every key: the longest time between two turns of a
//! task that does nothing but post the next one.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::{PROMPT, Times};

const MEASURE: &str = "(async (prompt) => {
    const input = find(prompt + ' >>> textarea');
    const log = find(prompt + ' >>> [role=log]');
    const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
    put.call(input, 'KEYS *');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = log.lastElementChild;
    const channel = new MessageChannel();
    let longest = 0, last = performance.now(), turns = 0, going = true;
    channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        turns++;
        if (going) channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    input.dispatchEvent(new KeyboardEvent('keydown',
        { key: 'Enter', code: 'Enter', bubbles: true, composed: true, cancelable: true }));
    const begun = performance.now();
    while (log.lastElementChild === before) {
        if (performance.now() - begun > 60000) throw new Error('KEYS * does not end');
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    going = false;
    if (turns < 10) throw new Error('nothing was measured');
    return [longest];
})";

/// The longest one.
pub async fn measure(page: &Page) -> Outcome<Times> {
    let longest = page
        .evaluate(&format!("({MEASURE})({})", json!(PROMPT)))
        .await?;
    Times::of(&longest, 1)
}
