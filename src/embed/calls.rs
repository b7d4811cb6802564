//! Commands that a page's script sends to a prompt without a line.

use std::cell::{Cell, RefCell};
use std::mem;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::tell::data;
use crate::ui::prompt::PromptState;
use crate::ui::shared::Shared;
use crate::ui::task;
use base::part::{Part, late};
use cli::Calls;
use keyspace::Reply;

/// The outcome of commands that were sent.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The only one is done: [`taken`] returns its reply.
    Replied,
    /// Their replies, and their end, are told.
    Queued,
    /// Too much waits already, or [`Part::Calls`] has not come.
    Refused,
    /// The engine has had its time in this task, and nothing was done.
    Crowded,
}

thread_local! {
    /// Where a script writes commands: a call that copied them would take longer than many commands.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TAKEN: Cell<Option<Reply>> = const { Cell::new(None) };
}

/// The address of a room in this instance's memory for that many bytes of commands, which keeps what is in it. It holds until
/// the next call of [`room`].
#[wasm_bindgen]
pub fn room(bytes: usize) -> usize {
    ROOM.with_borrow_mut(|room| {
        if room.len() < bytes {
            room.resize(bytes, 0);
        }
        room.as_ptr() as usize
    })
}

/// The reply of a command that was [`Sent::Replied`] to.
#[wasm_bindgen]
pub fn taken() -> JsValue {
    TAKEN
        .take()
        .map_or(JsValue::UNDEFINED, |reply| data(&reply))
}

late! {
    "calls" "15679e306e7492db57e824f59b50a57a" fn caller() -> Caller = caller_function
}

type Caller = fn(&Shared<PromptState>, u32, usize, Option<When>) -> Sent;

fn caller_function() -> Caller {
    call
}

/// When a single command is run that does not wait behind others.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The time, in Unix milliseconds.
    pub now_ms: i64,
    /// Only if the engine has time in this task.
    pub is_in_time: bool,
}

/// Runs the commands in the first `length` bytes of the [`room`] as the active client, unlogged, in order with all lines; they are
/// written as [`Calls`] has them. Without `when` they wait behind what waits. What is told of them has this number.
pub fn send(state: &Shared<PromptState>, number: u32, length: usize, when: Option<When>) -> Sent {
    match Part::Calls.is_here() {
        true => caller()(state, number, length, when),
        false => Sent::Refused,
    }
}

fn call(state: &Shared<PromptState>, number: u32, length: usize, when: Option<When>) -> Sent {
    thread_local! {
        /// The memory of the last command.
        static LAST: RefCell<Calls> = RefCell::default();
    }
    if when.is_some_and(|when| when.is_in_time && task::end_ms(when.now_ms).is_none()) {
        return Sent::Crowded;
    }
    let done = LAST.with_borrow_mut(|calls| {
        ROOM.with_borrow(|room| calls.renew(number, room.get(..length).unwrap_or_default()));
        let reply = when.and_then(|when| state.call_at_once(calls, when.now_ms));
        reply.ok_or_else(|| mem::take(calls))
    });
    match done {
        Ok(reply) => {
            TAKEN.set(Some(reply));
            Sent::Replied
        }
        Err(calls) => match state.call(calls) {
            true => Sent::Queued,
            false => Sent::Refused,
        },
    }
}
