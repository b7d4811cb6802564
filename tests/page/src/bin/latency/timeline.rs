//! Measures the timeline: a step in a long run, and the longest tasks while a run is played.

use std::time::Duration;

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::Times;

const PLAYED: &str = "lock-timeline[schedule]";
const STEPS: usize = 100;
/// A reader's pause between two keys.
const PAUSE: Duration = Duration::from_millis(150);
/// A step that takes longer, in milliseconds, is taken for one that was lost.
const STEP_MAX_MS: u32 = 5000;
/// Moves of a run that is played, a step each 1.2 s at double speed.
const PLAYED_MOVES: usize = 60;

/// How often D2 is stepped from its start to its end.
const ROUNDS: usize = 6;

/// From an arrow key that the browser itself was given to the frame in which its move is painted, in the article.
pub async fn steps(page: &Page) -> Outcome<Times> {
    const BOX: &str = "lock-timeline[lessons=D2]";
    page.bring_into_view(BOX).await?;
    let length = page
        .evaluate(&format!("find({}).length", json!(BOX)))
        .await?;
    let length = length.as_u64().ok_or("the timeline has no length")?;
    steps_of(page, BOX, ROUNDS, length).await
}

/// The same in the middle of a run of 200 moves.
pub async fn steps_among_rows(page: &Page) -> Outcome<Times> {
    open(page, "#v1;setnx;n=3;c1;c2.x100;c3.x99;@100", 100).await?;
    steps_of(page, PLAYED, 1, 90).await
}

/// Steps by the keyboard, from the start if there are several rounds.
async fn steps_of(page: &Page, timeline: &str, rounds: usize, length: u64) -> Outcome<Times> {
    let frame = format!("{timeline} >>> .ladder");
    page.find(&frame).await?.focus().await?;
    let watch = format!(
        "void ((root) => {{
            window.steps = [];
            window.watch?.abort();
            window.watch = new AbortController();
            root.addEventListener('keydown', ({{ key, timeStamp }}) => key === 'ArrowRight' && requestAnimationFrame(() => {{
                const channel = new MessageChannel();
                channel.port1.onmessage = () => steps.push(performance.now() - timeStamp);
                channel.port2.postMessage(0);
            }}), {{ capture: true, signal: window.watch.signal }});
        }})(find({}).shadowRoot)",
        json!(timeline)
    );
    page.evaluate(&watch).await?;
    let mut count = 0;
    for _ in 0..rounds {
        if rounds > 1 {
            // Home, and what it moves.
            page.press("\u{E011}").await?;
            tokio::time::sleep(PAUSE).await;
        }
        for _ in 0..length {
            page.press("\u{E014}").await?;
            tokio::time::sleep(PAUSE).await;
            count += 1;
        }
    }
    page.until(&format!("steps.length === {count}")).await?;
    Times::of(&page.evaluate("steps").await?, count)
}

/// From an arrow key to a document that is laid out again, in the middle of a run of 5,000 moves: one step each.
pub async fn steps_in_a_long_run(page: &Page) -> Outcome<Times> {
    let link = "#v1;setnx;n=5;c1;c2.x1250;c3.x1250;c4.x1250;c5.x1249;@2500";
    open(page, link, 2500).await?;
    let script = format!(
        "(async () => {{
            const frame = find({frame}), slider = find({slider}), times = [];
            for (let n = 0; n < {STEPS}; n++) {{
                await new Promise((resolve) => setTimeout(resolve, 50));
                const was = slider.value, begun = performance.now();
                frame.dispatchEvent(new KeyboardEvent('keydown',
                    {{ key: 'ArrowRight', bubbles: true, composed: true, cancelable: true }}));
                while (slider.value === was && performance.now() < begun + {STEP_MAX_MS}) {{
                    for (let turn = 0; slider.value === was && turn < 1000; turn++) await null;
                    // What takes long is drawn in a later task.
                    if (slider.value === was) await new Promise((resolve) => setTimeout(resolve));
                }}
                document.body.getBoundingClientRect();
                if (slider.value !== was) times.push(performance.now() - begun);
            }}
            return times;
        }})()",
        frame = json!(format!("{PLAYED} >>> .ladder")),
        slider = json!(format!("{PLAYED} >>> .slider")),
    );
    Times::of(&page.evaluate(&script).await?, STEPS)
}

/// The tasks of more than 50 ms while a run of 60 moves is played at double speed, and one of none.
pub async fn long_tasks_while_playing(page: &Page) -> Outcome<Times> {
    let quarter = PLAYED_MOVES / 4;
    let link =
        format!("#v1;setnx;n=4;c1;c2.x{quarter};c3.x{quarter};t12;c4.x{quarter};c2.x{quarter};@0");
    open(page, &link, 0).await?;
    let script = format!(
        "(async () => {{
            const timeline = find({section}), tasks = (window.tasks = [0]);
            const speed = timeline.querySelector('.speed');
            speed.value = '2×';
            speed.dispatchEvent(new Event('change', {{ bubbles: true, composed: true }}));
            // The first paint of another speed is not yet playing.
            await new Promise((resolve) => setTimeout(resolve, 500));
            new PerformanceObserver((list) =>
                list.getEntries().forEach((task) => tasks.push(task.duration))).observe({{ type: 'longtask' }});
            find({frame}).focus();
            find({frame}).dispatchEvent(new KeyboardEvent('keydown',
                {{ key: ' ', bubbles: true, composed: true, cancelable: true }}));
        }})()",
        section = json!(format!("{PLAYED} >>> section")),
        frame = json!(format!("{PLAYED} >>> .ladder")),
    );
    page.evaluate(&script).await?;
    // It takes longer than a script may.
    let slider = json!(format!("{PLAYED} >>> .slider"));
    let played =
        format!("[Math.max(...tasks), Number(find({slider}).value), Number(find({slider}).max)]");
    let found = loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let found = page.evaluate(&played).await?;
        if found[1].as_u64() >= Some(PLAYED_MOVES as u64) || found[1] == found[2] {
            break found;
        }
    };
    println!("        moves played: {}", found[1]);
    Times::of(&json!([found[0]]), 1)
}

async fn open(page: &Page, link: &str, cursor: usize) -> Outcome {
    // Another fragment alone would leave the page as the last round left it.
    page.driver().goto("about:blank").await?;
    page.open(link).await?;
    let slider = json!(format!("{PLAYED} >>> .slider"));
    page.until(&format!("Number(find({slider})?.value) === {cursor}"))
        .await
}
