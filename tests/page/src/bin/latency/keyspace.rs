//! Fills the page's keyspace by its own prompt, a long MSET at a time.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::PROMPT;

/// Runs each line and waits until its prompt is free again.
const RUN: &str = "(async (prompt, lines) => {
    const input = find(prompt + ' >>> textarea');
    const log = find(prompt + ' >>> [role=log]');
    const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
    for (const line of lines) {
        put.call(input, line);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        await new Promise((resolve) => setTimeout(resolve));
        const last = log.lastElementChild;
        input.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'Enter', code: 'Enter', bubbles: true, composed: true, cancelable: true }));
        for (let looks = 0; log.lastElementChild === last; looks++) {
            if (looks > 2000) throw new Error('no reply to ' + line.slice(0, 40));
            await new Promise((resolve) => setTimeout(resolve, 1));
        }
    }
    return log.lastElementChild.textContent;
})";

/// A line holds 64 KiB.
const PAIRS: usize = 3_000;

/// Sets this number of keys with small values, up to the page's memory limit; returns the resulting number of keys.
pub async fn fill(page: &Page, keys: usize) -> Outcome<u64> {
    page.find(&format!("{PROMPT} >>> textarea")).await?;
    for begin in (0..keys).step_by(PAIRS * 10) {
        let end = (begin + PAIRS * 10).min(keys);
        let lines: Vec<String> = (begin..end)
            .step_by(PAIRS)
            .map(|at| line(at, end))
            .collect();
        run(page, &lines).await?;
    }
    let last = run(page, &["DBSIZE".into()]).await?;
    let size = last
        .rsplit("(integer) ")
        .next()
        .and_then(|text| text.trim().parse().ok());
    size.ok_or_else(|| format!("DBSIZE answered {last}").into())
}

fn line(begin: usize, end: usize) -> String {
    let mut line = String::from("MSET");
    for key in begin..end.min(begin + PAIRS) {
        line.push_str(&format!(" key:{key:06} {key:06}"));
    }
    line
}

async fn run(page: &Page, lines: &[String]) -> Outcome<String> {
    let script = format!("({RUN})({}, {})", json!(PROMPT), json!(lines));
    let last = page.evaluate(&script).await?;
    Ok(last.as_str().unwrap_or_default().to_owned())
}
