//! When the engine works: for one slice in a task of the browser, however many callers and boxes there are, and the view
//! follows once a frame.

use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::{Rc, Weak};

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::MessageChannel;

/// How long the engine may work in one task, in milliseconds, so that a page answers its reader in between.
const SLICE_MS: i64 = 8;

/// Work of a later task; dropped before, it is not done.
pub struct Later(#[expect(dead_code, reason = "keeps the work")] Rc<dyn Fn()>);

thread_local! {
    /// When the slice of this task ends; `None` before it has begun.
    static END_MS: Cell<Option<i64>> = const { Cell::new(None) };
    static LATER: RefCell<Vec<Weak<dyn Fn()>>> = const { RefCell::new(Vec::new()) };
    static IS_POSTED: Cell<bool> = const { Cell::new(false) };
    /// A message comes in a task of its own. A timer would come up to 4 ms later when timers set timers.
    static CHANNEL: Option<MessageChannel> = channel();
}

/// Until when the engine may work in this task, in Unix milliseconds; `None` when its slice is over.
pub fn end_ms(now_ms: i64) -> Option<i64> {
    let Some(end_ms) = END_MS.get() else {
        let end_ms = now_ms + SLICE_MS;
        END_MS.set(Some(end_ms));
        post();
        return Some(end_ms);
    };
    (now_ms < end_ms).then_some(end_ms)
}

/// Does `work` in a later task.
pub fn later(work: impl Fn() + 'static) -> Later {
    let work: Rc<dyn Fn()> = Rc::new(work);
    LATER.with_borrow_mut(|later| later.push(Rc::downgrade(&work)));
    post();
    Later(work)
}

/// Calls `draw` before the next frame is drawn.
pub fn next_frame(draw: impl FnOnce() + 'static) {
    if let Some(window) = web_sys::window() {
        let draw = Closure::once_into_js(draw);
        let _ = window.request_animation_frame(draw.unchecked_ref());
    }
}

fn post() {
    if !IS_POSTED.replace(true) {
        CHANNEL.with(|channel| {
            if let Some(channel) = channel {
                let _ = channel.port2().post_message(&wasm_bindgen::JsValue::NULL);
            }
        });
    }
}

fn channel() -> Option<MessageChannel> {
    let channel = MessageChannel::new().ok()?;
    let closure = Closure::<dyn Fn()>::new(begin);
    channel
        .port1()
        .set_onmessage(Some(closure.as_ref().unchecked_ref()));
    closure.forget();
    Some(channel)
}

/// A task has begun: there is time again.
fn begin() {
    IS_POSTED.set(false);
    END_MS.set(None);
    let all = LATER.with_borrow_mut(mem::take);
    for work in all.iter().filter_map(Weak::upgrade) {
        work();
    }
}
