//! Searches in a worker of the page, which a script of the page starts and ends.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;

/// What a worker tells: how many states were reached and how long the schedules are that were looked through; or its answer.
pub enum News {
    /// So far.
    Reached(usize, usize),
    /// The answer, as the worker has written it.
    Answer(String),
    /// There is no worker.
    Failed,
}

thread_local! {
    static BEGIN: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets the function that begins a search in a worker: it is called with a question and with what is to be told, and
/// returns a function that ends the search.
pub fn begin_by(begin: Function) {
    BEGIN.set(Some(begin));
}

/// A search in a worker, which ends when this is dropped.
pub struct Job {
    stop: Function,
    _tell: Closure<dyn Fn(JsValue, JsValue, JsValue)>,
}

impl Job {
    /// Begins a search; `None` where no script can. `tell` is called in later tasks.
    pub fn begin(question: &str, tell: impl Fn(News) + 'static) -> Option<Job> {
        let begin = BEGIN.with_borrow(Clone::clone)?;
        let tell = Closure::<dyn Fn(JsValue, JsValue, JsValue)>::new(
            move |text: JsValue, states: JsValue, depth: JsValue| {
                let number = |value: JsValue| value.as_f64().unwrap_or(0.0) as usize;
                tell(match text.as_string() {
                    None => News::Reached(number(states), number(depth)),
                    Some(text) if text.is_empty() => News::Failed,
                    Some(text) => News::Answer(text),
                });
            },
        );
        let stop = begin.call2(&JsValue::NULL, &question.into(), tell.as_ref());
        let stop = stop.ok()?.dyn_into().ok()?;
        Some(Job { stop, _tell: tell })
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let _ = self.stop.call0(&JsValue::NULL);
    }
}
