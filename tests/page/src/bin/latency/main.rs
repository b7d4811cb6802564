//! Measures, inside the built page, how long its reader waits: from Enter to the reply in the document, from a key press
//! to what is painted while the keyspace is full and the processor slow, and how long a task may keep the page from its
//! reader while a long command runs. Fails when a limit is not kept in any of some rounds: a busy machine may hold up
//! one of them.

mod commands;
mod keyspace;
mod long_work;
mod painted;
mod timeline;

use page_tests::{Browser, Outcome, Page};
use serde_json::{Value, json};

const PROMPT: &str = "redis-prompt";
const ROUNDS_MAX: usize = 3;

/// What can be measured alone: its name is the program's only argument.
const PARTS: [&str; 3] = ["commands", "keys", "steps"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let only = std::env::args().nth(1);
    if let Some(only) = &only
        && !PARTS.contains(&only.as_str())
    {
        return Err(format!("{only} is none of {}", PARTS.join(", ")).into());
    }
    let browser = Browser::start().await?;
    let outcome = measure(&browser.page(), only.as_deref()).await;
    browser.quit().await?;
    outcome
}

async fn measure(page: &Page, only: Option<&str>) -> Outcome {
    println!(
        "Milliseconds: median, 99th percentile, longest; and the limit of the 99th percentile"
    );
    let mut kept = true;
    for part in PARTS {
        if only.is_none_or(|only| only == part) {
            kept &= match part {
                "commands" => measure_commands(page).await?,
                "keys" => measure_keys(page).await?,
                _ => measure_steps(page).await?,
            };
            throttle(page, 1).await?;
        }
    }
    if kept {
        return Ok(());
    }
    Err("a limit was not kept in any round; the lines above say which".into())
}

async fn measure_commands(page: &Page) -> Outcome<bool> {
    rounds(5.0, "Enter to the reply in the document", async || {
        commands::measure(page).await
    })
    .await
}

async fn measure_keys(page: &Page) -> Outcome<bool> {
    let mut kept = true;
    page.open("").await?;
    keyspace::fill(page, 100_000).await?;
    for slower in [1, 4] {
        throttle(page, slower).await?;
        let nothing = format!("nothing to paint, for comparison, CPU 1/{slower}");
        rounds(f64::INFINITY, &nothing, async || {
            painted::nothing(page).await
        })
        .await?;
        let what = |key: &str| format!("{key} to paint, 100,000 keys in view, CPU 1/{slower}");
        kept &= rounds(50.0, &what("Enter"), async || painted::replies(page).await).await?;
        kept &= rounds(50.0, &what("a letter"), async || {
            painted::letters(page).await
        })
        .await?;
    }
    throttle(page, 1).await?;
    page.open("").await?;
    let keys = keyspace::fill(page, 500_000).await?;
    for slower in [1, 4] {
        throttle(page, slower).await?;
        let what = format!("longest task in KEYS * over {keys} keys, CPU 1/{slower}");
        // On a processor four times slower an indivisible slice is four times longer: reported, not judged.
        let limit = if slower == 1 { 50.0 } else { f64::INFINITY };
        kept &= rounds(limit, &what, async || long_work::measure(page).await).await?;
    }
    Ok(kept)
}

async fn measure_steps(page: &Page) -> Outcome<bool> {
    let mut kept = true;
    page.open("").await?;
    throttle(page, 4).await?;
    rounds(
        f64::INFINITY,
        "nothing to paint, for comparison, CPU 1/4",
        async || painted::nothing(page).await,
    )
    .await?;
    kept &= rounds(
        50.0,
        "a step among 200 rows to paint, CPU 1/4",
        async || timeline::steps_among_rows(page).await,
    )
    .await?;
    kept &= rounds(
        16.0,
        "a step at 5,000 moves, laid out, CPU 1/4",
        async || timeline::steps_in_a_long_run(page).await,
    )
    .await?;
    kept &= rounds(
        50.0,
        "longest task in 60 steps at double speed, CPU 1/4",
        async || timeline::long_tasks_while_playing(page).await,
    )
    .await?;
    page.open("").await?;
    for slower in [1, 4] {
        throttle(page, slower).await?;
        let what = format!("a step of D2 to paint, CPU 1/{slower}; the median is judged");
        kept &= rounds_by(50, 50.0, &what, async || timeline::steps(page).await).await?;
    }
    Ok(kept)
}

/// Measures until the limit is kept, and says what each round gave.
async fn rounds(
    limit: f64,
    what: &str,
    measure: impl AsyncFnMut() -> Outcome<Times>,
) -> Outcome<bool> {
    rounds_by(99, limit, what, measure).await
}

/// The same for another percentile than the 99th.
async fn rounds_by(
    percent: usize,
    limit: f64,
    what: &str,
    mut measure: impl AsyncFnMut() -> Outcome<Times>,
) -> Outcome<bool> {
    for _ in 0..ROUNDS_MAX {
        let times = measure().await?;
        let (median, late, longest) = (times.at(50), times.at(99), times.at(100));
        println!("{median:>7.1} {late:>7.1} {longest:>7.1}   below {limit:<4} {what}");
        if times.at(percent) < limit {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The page's processor as a slower one.
async fn throttle(page: &Page, rate: u32) -> Outcome {
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": rate }))
        .await
        .map(drop)
}

/// Sorted times in milliseconds.
struct Times(Vec<f64>);

impl Times {
    /// # Errors
    /// When they are not as many as were asked for.
    fn of(found: &Value, count: usize) -> Outcome<Times> {
        let numbers = found.as_array().into_iter().flatten();
        let mut times: Vec<f64> = numbers.filter_map(Value::as_f64).collect();
        if times.len() != count {
            return Err(format!("{} of {count} were timed: {found}", times.len()).into());
        }
        times.sort_by(f64::total_cmp);
        Ok(Times(times))
    }

    fn at(&self, percent: usize) -> f64 {
        self.0[(self.0.len() * percent).div_ceil(100).max(1) - 1]
    }
}
