//! From a key that the browser itself was given to the frame in which its effect is painted.

use std::time::Duration;

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::{PROMPT, Times};

const REPLIES: usize = 100;
/// A reader's pause between two keys. Nothing is asked of the page meanwhile: asking is work that the page's own would
/// wait for, and be measured with.
const PAUSE: Duration = Duration::from_millis(150);
const ENTER: char = '\u{E007}';

/// Records, for each press, the time from the event to the frame after the next one: what a task posted from an
/// animation frame sees, the frame being drawn by then. Enter waits for the log to change, a letter for the text to do
/// so.
const WATCH: &str = "((prompt) => {
    const log = find(prompt + ' >>> [role=log]');
    const times = window.times = { replies: [], letters: [] };
    const painted = (kind, since) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times[kind].push(performance.now() - since);
        channel.port2.postMessage(0);
    });
    window.watch?.abort();
    window.watch = new AbortController();
    let pressed = 0;
    find(prompt).shadowRoot.addEventListener('keydown', (event) => {
        pressed = event.timeStamp;
        if (event.key !== 'Enter') return;
        const observer = new MutationObserver(() => {
            observer.disconnect();
            painted('replies', event.timeStamp);
        });
        observer.observe(log, { childList: true, subtree: true });
    }, { capture: true, signal: window.watch.signal });
    find(prompt).shadowRoot.addEventListener('input', () => painted('letters', pressed),
        { signal: window.watch.signal });
    return true;
})";

/// Enter, for commands that write, read, count and expire keys of the view.
pub async fn replies(page: &Page) -> Outcome<Times> {
    watch(page).await?;
    for n in 0..REPLIES {
        let key = n * 7919 % 100_000;
        let line = match n % 4 {
            0 => format!("SET key:{key:06} value:{n}"),
            1 => format!("INCR key:{key:06}"),
            2 => format!("SETNX other:{n} 1"),
            _ => format!("EXPIRE key:{key:06} 100"),
        };
        page.insert(&line).await?;
        tokio::time::sleep(PAUSE).await;
        page.press(ENTER.to_string()).await?;
        tokio::time::sleep(PAUSE).await;
    }
    let all = format!("times.replies.length === {REPLIES}");
    page.until(&all).await?;
    Times::of(&page.evaluate("times.replies").await?, REPLIES)
}

/// Letters of a command as they are typed, with hints and colours, one at a time; the line is dropped at its end.
pub async fn letters(page: &Page) -> Outcome<Times> {
    const LINE: &str = "SET key:012345 \"some text\" EX 100 GET";
    const LINES: usize = 2;
    watch(page).await?;
    for _ in 0..LINES {
        for letter in LINE.chars() {
            page.press(letter.to_string()).await?;
            tokio::time::sleep(PAUSE).await;
        }
        // Ctrl and the letter U empty the line.
        page.press("\u{E009}u\u{E000}").await?;
        tokio::time::sleep(PAUSE).await;
    }
    let typed = LINE.len() * LINES;
    let times = format!("times.letters.slice(0, {typed})");
    Times::of(&page.evaluate(&times).await?, typed)
}

/// The measurement without work and painting: the share of the frame, the machine and this program in the times.
pub async fn nothing(page: &Page) -> Outcome<Times> {
    let script = "(async () => {
        const times = [];
        for (let n = 0; n < 200; n++) {
            await new Promise((resolve) => setTimeout(resolve, 7));
            const begun = performance.now();
            await new Promise((resolve) => requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = resolve;
                channel.port2.postMessage(0);
            }));
            times.push(performance.now() - begun);
        }
        return times;
    })()";
    Times::of(&page.evaluate(script).await?, 200)
}

async fn watch(page: &Page) -> Outcome {
    page.find(&format!("{PROMPT} >>> textarea")).await?;
    page.click(&format!("{PROMPT} >>> textarea")).await?;
    page.evaluate(&format!("({WATCH})({})", json!(PROMPT)))
        .await
        .map(drop)
}
