//! A prompt in an island: the keyspace that its name stands for, and what a script asks of it and hears from it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Float64Array};
use wasm_bindgen::JsValue;

use super::options::Options;
use super::tell::{SAFE_MAX, Teller, data};
use crate::cli::{Answer, Calls, Heard, Manner, typographic};
use crate::keyspace::Reply;
use crate::part::{Part, late};
use crate::text::Lang;
use crate::ui::prompt::{Keyspace, Opening, PromptState};
use crate::ui::shared::Shared;

thread_local! {
    /// Keyspaces by the names that authors gave them. They stay as long as the page does, so that an element that comes
    /// back finds its own.
    static NAMED: RefCell<Vec<(String, Rc<RefCell<Keyspace>>)>> = const { RefCell::new(Vec::new()) };
}

/// A box.
pub struct PromptModel {
    pub state: Shared<PromptState>,
}

impl PromptModel {
    /// A box by its element's attributes, which begins with `text`.
    pub fn new(options: &Options, text: Option<String>, teller: &Teller) -> PromptModel {
        let keyspace = match &options.session {
            None => Keyspace::new(),
            Some(name) => NAMED.with_borrow_mut(|named| {
                if let Some((_, keyspace)) = named.iter().find(|(known, _)| known == name) {
                    return Rc::clone(keyspace);
                }
                let keyspace = Keyspace::new();
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
            let mut replies = Vec::new();
            for (client, answer) in answers {
                match answer {
                    Answer::Line(heard) => told(&teller, client, &heard),
                    Answer::LinesEnd(number) => teller.tell("end", &[number.into()]),
                    Answer::Reply(..) | Answer::End(..) => replies.push(answer),
                }
            }
            // There are none without the part.
            if !replies.is_empty() {
                (calls().tell)(replies, &teller);
            }
        };
        self.state.borrow_mut().listen(Rc::new(listener));
    }

    /// Runs a line as the active client. Its answers, and their end, are told with this number.
    pub fn run(&self, number: u32, line: &str) {
        self.state.enter_as(line, Manner::Asked(number));
    }

    /// Runs commands as the active client, unlogged; `text` is that of [`Calls`]. Returns the reply, if it is that of a
    /// single command and there at once. Otherwise the replies, and their end, are told with this number: true; or too
    /// much waits already, or [`Part::Calls`] has not come: false.
    pub fn call(&self, number: u32, text: Vec<u8>, is_one: bool) -> JsValue {
        match Part::Calls.is_here() {
            true => (calls().call)(&self.state, number, text, is_one),
            false => false.into(),
        }
    }

    /// What stands in the active client's log.
    pub fn transcript(&self, lang: Lang) -> String {
        let state = self.state.borrow();
        let log = state.session().map(|session| session.log());
        log.map(|log| log.transcript(lang)).unwrap_or_default()
    }
}

/// Tells of a line that was run.
fn told(teller: &Teller, client: u32, heard: &Heard) {
    if matches!(heard.manner, Manner::Shown | Manner::Unseen)
        && let Some(mark) = typographic(&heard.entry.line)
    {
        let line = heard.entry.line.as_str().into();
        teller.tell("typographic", &[line, mark.to_string().into()]);
    }
    if heard.manner == Manner::Unseen {
        let entry = &heard.entry;
        let note = entry.note.as_ref().map(|note| note.get(Lang::En));
        let said = [entry.output.as_str(), &note.unwrap_or_default()].concat();
        return teller.tell("setup-failed", &[entry.line.as_str().into(), said.into()]);
    }
    teller.tell("redis-reply", &parts(client, heard));
}

/// Replies to commands, told together: a call into the script for each costs more than the command.
#[derive(Default)]
struct Replies {
    /// Three numbers for each: that of the call, the kind, and the reply's number, its length in units of UTF-16 or its
    /// place in `others`; the last kind is the end of a call, and whether everything was run.
    parts: Vec<f64>,
    text: String,
    others: Vec<JsValue>,
}

/// The functions of [`Part::Calls`].
struct CallFunctions {
    call: fn(&Shared<PromptState>, u32, Vec<u8>, bool) -> JsValue,
    tell: fn(Vec<Answer>, &Teller),
}

late! {
    "calls" "15679e306e7492db57e824f59b50a57a" fn calls() -> &'static CallFunctions = call_functions
}

fn call_functions() -> &'static CallFunctions {
    static FUNCTIONS: CallFunctions = CallFunctions { call, tell };
    &FUNCTIONS
}

fn call(state: &Shared<PromptState>, number: u32, text: Vec<u8>, is_one: bool) -> JsValue {
    let mut calls = Calls::new(number, text);
    if is_one && let Some(reply) = state.call_at_once(&mut calls) {
        return data(&reply);
    }
    state.call(calls).into()
}

/// Tells of replies to commands and of their ends.
fn tell(answers: Vec<Answer>, teller: &Teller) {
    let mut replies = Replies::default();
    for answer in answers {
        match answer {
            Answer::Reply(number, reply) => replies.add(number, &reply),
            Answer::End(number, is_whole) => {
                replies.parts.extend([number.into(), 3.0, is_whole.into()]);
            }
            Answer::Line(_) | Answer::LinesEnd(_) => {}
        }
    }
    replies.tell(teller);
}

impl Replies {
    fn add(&mut self, number: u32, reply: &Reply) {
        let text = match reply {
            Reply::Status(word) => Some(*word),
            Reply::Bulk(bytes) => str::from_utf8(bytes).ok(),
            _ => None,
        };
        let (kind, value) = match (reply, text) {
            (Reply::Int(number), _) if number.unsigned_abs() <= SAFE_MAX => (0.0, *number as f64),
            (_, Some(text)) => {
                self.text.push_str(text);
                let length = match text.is_ascii() {
                    true => text.len(),
                    false => text.encode_utf16().count(),
                };
                (1.0, length as f64)
            }
            (reply, None) => {
                self.others.push(data(reply));
                (2.0, self.others.len() as f64 - 1.0)
            }
        };
        self.parts.extend([number.into(), kind, value]);
    }

    fn tell(self, teller: &Teller) {
        if !self.parts.is_empty() {
            let parts = Float64Array::from(&self.parts[..]).into();
            let others = self.others.into_iter().collect::<Array>().into();
            teller.tell("replies", &[parts, self.text.into(), others]);
        }
    }
}

/// A line that was answered: the client, the line, the text, the data, whether it was refused or failed, whether the
/// text was cut at its limit, and the number under which a script has asked for it.
fn parts(client: u32, heard: &Heard) -> [JsValue; 7] {
    let reply = heard.reply.as_ref();
    [
        ["C", &client.to_string()].concat().into(),
        heard.entry.line.as_str().into(),
        heard.entry.output.as_str().into(),
        reply.map_or(JsValue::UNDEFINED, data),
        heard.entry.is_error.into(),
        heard.entry.is_cut().into(),
        match heard.manner {
            Manner::Asked(number) => number.into(),
            _ => JsValue::UNDEFINED,
        },
    ]
}
