//! Searches in a worker of the page, which a script of the page starts and ends.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;

/// The news of a worker, as it has written them.
pub enum News {
    /// How far the search is.
    Reached(String),
    /// The answer.
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
    _tell: Closure<dyn Fn(JsValue, JsValue)>,
}

impl Job {
    /// Begins a search; `None` where no script can. `tell` is called in later tasks.
    pub fn begin(question: &str, tell: impl Fn(News) + 'static) -> Option<Job> {
        let begin = BEGIN.with_borrow(Clone::clone)?;
        let tell =
            Closure::<dyn Fn(JsValue, JsValue)>::new(move |answer: JsValue, reached: JsValue| {
                tell(match answer.as_string() {
                    None => News::Reached(reached.as_string().unwrap_or_default()),
                    Some(answer) if answer.is_empty() => News::Failed,
                    Some(answer) => News::Answer(answer),
                });
            });
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
