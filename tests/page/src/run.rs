//! Runs tests in one browser, or in two with `--test-threads 2`, and reports them as `cargo test` does. A test fails if the
//! console has anything to say that the test did not take.

use std::future::Future;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed};
use tokio::runtime::{Builder, Runtime};

use crate::{Browser, Engine, Outcome, Page};

/// No test takes longer, whatever hangs: three times the longest on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(300);

/// More than two take each other's time on the machines that test the page.
const BROWSERS_MAX: usize = 2;

type Body = for<'a> fn(&'a Page) -> Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// A test with its name.
pub struct Trial {
    name: &'static str,
    body: Body,
    engine: Engine,
    is_alone: bool,
}

/// Names a test; [`trials!`](crate::trials) writes this.
pub fn trial(name: &'static str, body: Body) -> Trial {
    Trial {
        name,
        body,
        engine: Engine::Chromium,
        is_alone: false,
    }
}

impl Trial {
    /// Has it run in another browser.
    pub fn within(self, engine: Engine) -> Trial {
        Trial { engine, ..self }
    }

    /// Has nothing run beside it: it measures.
    pub fn alone(self) -> Trial {
        Trial {
            is_alone: true,
            ..self
        }
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
    // One browser has one tab in front, and on a machine that is busy what plays is seen too late beside another one: two are
    // for who asks for them. What is written down is written by one test at a time.
    let is_blessed = std::env::var_os("SETNX_BLESS").is_some();
    let most = if is_blessed { 1 } else { BROWSERS_MAX };
    let browsers = arguments.test_threads.unwrap_or(1).clamp(1, most);
    arguments.test_threads = Some(browsers);
    let trials = trials
        .into_iter()
        .map(|trial| libtest_mimic::Trial::test(trial.name, move || run(&trial)))
        .collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    while let Some(free) = take_free(None) {
        free.close();
    }
    conclusion.exit_code()
}

/// A browser with what drives it.
struct Stage {
    engine: Engine,
    browser: Browser,
    runtime: Runtime,
}

impl Stage {
    fn new(engine: Engine) -> Outcome<Stage> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let browser = runtime.block_on(Browser::start_engine(engine))?;
        Ok(Stage {
            engine,
            browser,
            runtime,
        })
    }

    fn close(self) {
        let _ = self.runtime.block_on(self.browser.quit());
    }
}

/// Those that no test uses. Each is set up by the first test that needs it, so that a listing of the tests starts none.
static FREE: Mutex<Vec<Stage>> = Mutex::new(Vec::new());

/// Held by each test that runs; by one that runs alone, for itself.
static RUNNING: RwLock<()> = RwLock::new(());

/// A stage that nobody uses, with this browser if there is one, else any.
fn take_free(engine: Option<Engine>) -> Option<Stage> {
    // A test that fails by a panic leaves the list as good as it was.
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |stage: &Stage| engine.is_none_or(|engine| stage.engine == engine);
    match free.iter().position(is_it) {
        Some(at) => Some(free.swap_remove(at)),
        None => free.pop(),
    }
}

fn run(trial: &Trial) -> Result<(), Failed> {
    let (mut alone, mut beside) = (None, None);
    match trial.is_alone {
        true => alone = Some(RUNNING.write().unwrap_or_else(PoisonError::into_inner)),
        false => beside = Some(RUNNING.read().unwrap_or_else(PoisonError::into_inner)),
    }
    let stage = match take_free(Some(trial.engine)) {
        Some(stage) if stage.engine == trial.engine => stage,
        other => {
            if let Some(other) = other {
                other.close();
            }
            Stage::new(trial.engine).map_err(|error| error.to_string())?
        }
    };
    let performed = panic::catch_unwind(AssertUnwindSafe(|| {
        let page = stage.browser.page();
        let limited = async { tokio::time::timeout(LIMIT, perform(trial, &page)).await };
        stage.runtime.block_on(limited)
    }));
    FREE.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(stage);
    drop((alone.take(), beside.take()));
    match performed {
        Ok(Ok(outcome)) => outcome.map_err(|error| error.to_string().into()),
        Ok(Err(_)) => Err(format!("it takes longer than {} s", LIMIT.as_secs()).into()),
        Err(panicked) => panic::resume_unwind(panicked),
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
