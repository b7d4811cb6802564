//! Runs tests one after another in one browser, and reports them as `cargo test` does. A test fails if the console
//! has anything to say that the test did not take.

use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed};
use tokio::runtime::{Builder, Runtime};

use crate::{Browser, Engine, Outcome, Page};

/// No test takes longer, whatever hangs.
const LIMIT: Duration = Duration::from_secs(90);

type Body = for<'a> fn(&'a Page) -> Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// A test with its name.
pub struct Trial {
    name: &'static str,
    body: Body,
    engine: Engine,
}

/// Names a test; [`trials!`](crate::trials) writes this.
pub fn trial(name: &'static str, body: Body) -> Trial {
    Trial {
        name,
        body,
        engine: Engine::Chromium,
    }
}

impl Trial {
    /// Has it run in another browser.
    pub fn within(self, engine: Engine) -> Trial {
        Trial { engine, ..self }
    }
}

/// Lists tests: `trials![first_load::it_is_quiet, prompt::it_answers]`, each an `async fn(&Page) -> Outcome`.
#[macro_export]
macro_rules! trials {
    ($($test:path),* $(,)?) => {
        vec![$($crate::trial(stringify!($test), |page| Box::pin($test(page)))),*]
    };
}

/// Runs them by the command line's filters, closes the browser, and says how it went.
pub fn conclude(trials: Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // One browser has one tab in front.
    arguments.test_threads = Some(1);
    let trials = trials
        .into_iter()
        .map(|trial| libtest_mimic::Trial::test(trial.name, move || run(&trial)))
        .collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    close(&mut stage());
    conclusion.exit_code()
}

fn close(stage: &mut Option<(Engine, Result<Stage, String>)>) {
    if let Some((_, Ok(stage))) = stage.take() {
        let _ = stage.runtime.block_on(stage.browser.quit());
    }
}

struct Stage {
    browser: Browser,
    runtime: Runtime,
}

/// Set up by the first test that runs, so that a listing of the tests starts no browser.
static STAGE: Mutex<Option<(Engine, Result<Stage, String>)>> = Mutex::new(None);

/// A test that fails by a panic leaves the stage as good as it was.
fn stage() -> MutexGuard<'static, Option<(Engine, Result<Stage, String>)>> {
    STAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_up(engine: Engine) -> Result<Stage, String> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let browser = runtime
        .block_on(Browser::start_engine(engine))
        .map_err(|error| error.to_string())?;
    Ok(Stage { browser, runtime })
}

fn run(trial: &Trial) -> Result<(), Failed> {
    let mut stage = stage();
    if stage
        .as_ref()
        .is_some_and(|(engine, _)| *engine != trial.engine)
    {
        close(&mut stage);
    }
    let (_, stage) = stage.get_or_insert_with(|| (trial.engine, set_up(trial.engine)));
    match stage {
        Err(error) => Err(error.as_str().into()),
        Ok(stage) => {
            let page = stage.browser.page();
            let limited = async { tokio::time::timeout(LIMIT, perform(trial, &page)).await };
            match stage.runtime.block_on(limited) {
                Ok(outcome) => outcome.map_err(|error| error.to_string().into()),
                Err(_) => Err(format!("it takes longer than {} s", LIMIT.as_secs()).into()),
            }
        }
    }
}

async fn perform(trial: &Trial, page: &Page) -> Outcome {
    page.reset().await?;
    (trial.body)(page).await?;
    let said = page.take_console().await?;
    if said.is_empty() {
        return Ok(());
    }
    Err(format!("the console is not clean:\n{}", said.join("\n")).into())
}
