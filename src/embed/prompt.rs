//! A prompt in an island: the keyspace that its name stands for, and what a script asks of it and hears from it.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;

use js_sys::{Array, Error, Float64Array};
use wasm_bindgen::JsValue;

use super::options::Options;
use super::tell::{SAFE_MAX, Teller, data};
use crate::ui::prompt::{Keyspace, Opening, PromptState};
use crate::ui::shared::Shared;
use crate::ui::task;
use base::part::{Part, late};
use base::text::Lang;
use cli::{Answer, Calls, Heard, Manner, typographic};
use keyspace::Reply;

thread_local! {
    /// Keyspaces by the names that authors gave them. They stay as long as the page is shown, so that an element that comes
    /// back finds its own.
    static NAMED: RefCell<Vec<(String, Rc<RefCell<Keyspace>>)>> = const { RefCell::new(Vec::new()) };
}

/// Forgets the names of keyspaces: another page is shown, whose names are its own. Boxes that still stand keep theirs.
pub fn leave_page() {
    NAMED.with_borrow_mut(Vec::clear);
}

/// A box.
pub struct PromptModel {
    pub state: Shared<PromptState>,
}

impl PromptModel {
    /// A box by its element's attributes, which begins with `text`.
    pub fn new(options: &Options, text: Option<String>, teller: &Teller) -> PromptModel {
        let keyspace = match &options.session {
            None => Keyspace::new(options.mode),
            Some(name) => NAMED.with_borrow_mut(|named| {
                if let Some((_, keyspace)) = named.iter().find(|(known, _)| known == name) {
                    return Rc::clone(keyspace);
                }
                let keyspace = Keyspace::new(options.mode);
                named.push((name.clone(), Rc::clone(&keyspace)));
                keyspace
            }),
        };
        let opening = Opening {
            setup: options.setup.clone(),
            keeps_history: options.keeps_history,
            shown: text.unwrap_or_default(),
            clients: options.clients.unwrap_or(1),
            is_checked: options.is_checked,
        };
        let model = PromptModel {
            state: PromptState::opened(keyspace, opening),
        };
        if teller.is_heard() {
            model.listen(teller.clone());
        }
        model.state.catch_up();
        model
    }

    fn listen(&self, teller: Teller) {
        let listener = move |answers: Vec<(u32, Answer)>| {
            let mut told = Told::default();
            for (client, answer) in &answers {
                match answer {
                    Answer::Line(heard) => told.line(&teller, *client, heard),
                    Answer::Reply(number, reply) => told.reply(*number, reply),
                    Answer::End(number, is_whole) => told.end(*number, *is_whole),
                    Answer::LinesEnd(number) => told.end(*number, false),
                }
            }
            told.tell(&teller);
        };
        self.state.borrow_mut().listen(Rc::new(listener));
    }

    /// Runs a line as the active client. Its answers, and their end, are told with this number.
    pub fn run(&self, number: u32, line: &str) {
        self.state.enter_as(line, Manner::Asked(number));
    }

    /// Runs the commands in the first `length` bytes of the [`room`] as the active client, unlogged; they are
    /// written as [`Calls`] has them. A single one that is done at once has its reply in the result: a whole number is the
    /// reply; `n + 0.5` stands for the `n` ASCII characters that are in the room now, and [`NULL`] for null. [`OTHER`] leaves the
    /// reply for [`taken`]. Otherwise the replies, and their end, are told with this number: [`QUEUED`]; or too much
    /// waits already, or [`Part::Calls`] has not come: [`REFUSED`]. [`OVER`] says that nothing was done with
    /// [`When::InTime`].
    pub fn call(&self, number: u32, length: usize, when: When, now_ms: f64) -> f64 {
        match Part::Calls.is_here() {
            true => caller()(&self.state, number, length, when, now_ms as i64),
            false => REFUSED,
        }
    }

    /// What stands in the active client's log.
    pub fn transcript(&self, lang: Lang) -> String {
        let state = self.state.borrow();
        let log = state.session().map(|session| session.log());
        log.map(|log| log.transcript(lang)).unwrap_or_default()
    }
}

/// The results of [`PromptModel::call`] that are no replies.
const NULL: f64 = -0.5;
const OTHER: f64 = -1.5;
const QUEUED: f64 = -2.5;
const REFUSED: f64 = -3.5;
const OVER: f64 = -4.5;

/// When commands are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// A single one at once, if the engine has time in this task.
    InTime,
    /// A single one at once.
    AtOnce,
    /// Behind what waits.
    Behind,
}

thread_local! {
    /// Where a script writes commands, and reads short replies: a call that copied them would take longer than many
    /// commands.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TAKEN: RefCell<JsValue> = const { RefCell::new(JsValue::UNDEFINED) };
}

/// The address of a room for that many bytes, which keeps what is in it. It holds until the next call.
pub fn room(bytes: usize) -> usize {
    ROOM.with_borrow_mut(|room| {
        if room.len() < bytes {
            room.resize(bytes, 0);
        }
        room.as_ptr() as usize
    })
}

/// The reply that the last call has left.
pub fn taken() -> JsValue {
    TAKEN.take()
}

late! {
    "calls" "15679e306e7492db57e824f59b50a57a" fn caller() -> Caller = caller_function
}

type Caller = fn(&Shared<PromptState>, u32, usize, When, i64) -> f64;

fn caller_function() -> Caller {
    call
}

fn call(state: &Shared<PromptState>, number: u32, length: usize, when: When, now_ms: i64) -> f64 {
    thread_local! {
        /// The memory of the last command.
        static LAST: RefCell<Calls> = RefCell::default();
    }
    if when == When::InTime && task::end_ms(now_ms).is_none() {
        return OVER;
    }
    let done = LAST.with_borrow_mut(|calls| {
        ROOM.with_borrow(|room| calls.renew(number, room.get(..length).unwrap_or_default()));
        let reply = match when {
            When::InTime | When::AtOnce => state.call_at_once(calls, now_ms),
            When::Behind => None,
        };
        reply.ok_or_else(|| mem::take(calls))
    });
    match done {
        Ok(reply) => returned(&reply),
        Err(calls) => match state.call(calls) {
            true => QUEUED,
            false => REFUSED,
        },
    }
}

/// The reply as [`PromptModel::call`] returns it.
fn returned(reply: &Reply) -> f64 {
    let text = match reply {
        Reply::Int(number) if number.unsigned_abs() <= SAFE_MAX => return *number as f64,
        Reply::Nil | Reply::NilArray => return NULL,
        Reply::Status(word) => word.as_bytes(),
        Reply::Bulk(bytes) => bytes,
        _ => &[0x80],
    };
    let is_written = ROOM.with_borrow_mut(|room| {
        let place = room.get_mut(..text.len()).filter(|_| text.is_ascii());
        place.map(|place| place.copy_from_slice(text)).is_some()
    });
    if is_written {
        return text.len() as f64 + 0.5;
    }
    TAKEN.set(data(reply));
    OTHER
}

/// What the clients were answered in one slice, told together: a call into the script for each answer costs more than a
/// command, and makes garbage that the browser collects during the slice.
#[derive(Default)]
struct Told {
    /// For each answer its kind, the number under which a script has asked for it or -1, and:
    /// - 0, a reply: two numbers for the data;
    /// - 1, an end: whether everything was run;
    /// - 2, a line: two numbers for the data, the client, the lengths of the line and of its text, whether it was refused
    ///   or failed, and whether the text was cut at its limit.
    ///
    /// Data are 0 and a number, 1 and the length of a text, 2 and a place in `others`. Lengths are in units of UTF-16.
    numbers: Vec<f64>,
    /// All texts, in the order of their lengths.
    text: String,
    others: Vec<JsValue>,
}

impl Told {
    fn reply(&mut self, number: u32, reply: &Reply) {
        let [kind, value] = self.data(Some(reply));
        self.numbers.extend([0.0, number.into(), kind, value]);
    }

    fn end(&mut self, number: u32, is_whole: bool) {
        self.numbers.extend([1.0, number.into(), is_whole.into()]);
    }

    fn line(&mut self, teller: &Teller, client: u32, heard: &Heard) {
        let entry = &heard.entry;
        if matches!(heard.manner, Manner::Shown | Manner::Unseen)
            && let Some(mark) = typographic(&entry.line)
        {
            let line = entry.line.as_str().into();
            teller.tell("typographic", &[line, mark.to_string().into()]);
        }
        let said = || {
            let note = entry.note.as_ref().map(|note| note.get(Lang::En));
            [entry.output.as_str(), &note.unwrap_or_default()].concat()
        };
        if heard.manner == Manner::Unseen {
            let said = said();
            return teller.tell("setup-failed", &[entry.line.as_str().into(), said.into()]);
        }
        let number = match heard.manner {
            Manner::Asked(number) => number.into(),
            _ => -1.0,
        };
        let [kind, value] = match &heard.reply {
            // Not run: why is in the data, since the text is redis-cli's.
            None if entry.is_error => self.other(Error::new(&said()).into()),
            reply => self.data(reply.as_ref()),
        };
        let (line, output) = (self.text(&entry.line), self.text(&entry.output));
        let (is_error, is_cut) = (entry.is_error.into(), entry.is_cut().into());
        self.numbers.extend([
            2.0,
            number,
            kind,
            value,
            client.into(),
            line,
            output,
            is_error,
            is_cut,
        ]);
    }

    fn data(&mut self, reply: Option<&Reply>) -> [f64; 2] {
        let text = match reply {
            Some(Reply::Int(number)) if number.unsigned_abs() <= SAFE_MAX => {
                return [0.0, *number as f64];
            }
            Some(Reply::Status(word)) => Some(*word),
            Some(Reply::Bulk(bytes)) => str::from_utf8(bytes).ok(),
            _ => None,
        };
        if let Some(text) = text {
            return [1.0, self.text(text)];
        }
        self.other(reply.map_or(JsValue::UNDEFINED, data))
    }

    fn other(&mut self, value: JsValue) -> [f64; 2] {
        self.others.push(value);
        [2.0, self.others.len() as f64 - 1.0]
    }

    fn text(&mut self, text: &str) -> f64 {
        self.text.push_str(text);
        let length = match text.is_ascii() {
            true => text.len(),
            false => text.encode_utf16().count(),
        };
        length as f64
    }

    fn tell(self, teller: &Teller) {
        if !self.numbers.is_empty() {
            let numbers = Float64Array::from(&self.numbers[..]).into();
            let others = self.others.into_iter().collect::<Array>().into();
            teller.tell("answers", &[numbers, self.text.into(), others]);
        }
    }
}
