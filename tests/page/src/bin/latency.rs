//! Measures, inside the built page, the time from Enter at the prompt to the reply in the document. Fails if the 99th
//! percentile is not below its limit: in each of some rounds, because a busy machine may hold up any one of them.

use page_tests::{Browser, Outcome, Page};
use serde_json::json;

const COMMANDS: usize = 1_000;
const LIMIT_MS: f64 = 5.0;
const ROUNDS_MAX: usize = 3;

const PROMPT: &str = "[data-island=prompt]";

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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let browser = Browser::start().await?;
    let outcome = rounds(&browser.page()).await;
    browser.quit().await?;
    outcome
}

async fn rounds(page: &Page) -> Outcome {
    for _ in 0..ROUNDS_MAX {
        let mut times = measure(page).await?;
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times[(times.len() * percent).div_ceil(100) - 1];
        println!(
            "Enter to reply, {} commands: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
        if at(99) < LIMIT_MS {
            return Ok(());
        }
    }
    Err(format!("the 99th percentile has to be below {LIMIT_MS} ms").into())
}

async fn measure(page: &Page) -> Outcome<Vec<f64>> {
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
    let times: Vec<f64> = times
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(serde_json::Value::as_f64)
        .collect();
    if times.len() == COMMANDS {
        return Ok(times);
    }
    Err(format!("only {} of {COMMANDS} commands were timed", times.len()).into())
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
