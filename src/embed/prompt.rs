//! A prompt in an island: the keyspace that its name stands for, and what a script asks of it and hears from it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;

use super::options::Options;
use super::tell::{Teller, data};
use crate::cli::{Heard, Manner, typographic};
use crate::text::Lang;
use crate::ui::prompt::{Keyspace, Opening, PromptState};
use crate::ui::shared::Shared;

thread_local! {
    /// Keyspaces by the names that authors gave them. They stay as long as the page does, so that an element that comes
    /// back finds its own.
    static NAMED: RefCell<Vec<(String, Rc<RefCell<Keyspace>>)>> = const { RefCell::new(Vec::new()) };
}

/// A box, and what a script waits for.
pub struct PromptModel {
    pub state: Shared<PromptState>,
    asked: Rc<RefCell<Vec<Asked>>>,
    next: Cell<u32>,
}

/// A line that a script has asked for.
struct Asked {
    manner: Manner,
    resolve: Function,
    answer: JsValue,
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
            asked: Rc::default(),
            next: Cell::new(0),
        };
        if teller.is_heard() {
            model.listen(teller.clone());
        }
        model.state.catch_up();
        model
    }

    fn listen(&self, teller: Teller) {
        let (asked, state) = (Rc::clone(&self.asked), self.state.downgrade());
        let listener = move |news: Vec<(u32, Heard)>| {
            for (client, heard) in news {
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
                    teller.tell("setup-failed", &[entry.line.as_str().into(), said.into()]);
                    continue;
                }
                let parts = parts(client, &heard);
                teller.tell("redis-reply", &parts);
                let mut asked = asked.borrow_mut();
                let wanted = asked.iter_mut().find(|asked| asked.manner == heard.manner);
                if let Some(wanted) = wanted {
                    wanted.answer = parts.iter().collect::<js_sys::Array>().into();
                }
            }
            let Some(state) = state.upgrade().map(Shared::from) else {
                return;
            };
            let done: Vec<Asked> = {
                let state = state.borrow();
                let mut asked = asked.borrow_mut();
                asked
                    .extract_if(.., |asked| !state.awaits(asked.manner))
                    .collect()
            };
            for Asked {
                resolve, answer, ..
            } in done
            {
                let _ = resolve.call1(&JsValue::NULL, &answer);
            }
        };
        self.state.borrow_mut().listen(Rc::new(listener));
    }

    /// Runs a line as the active client; resolves to the parts of its last answer, or to undefined.
    pub fn run(&self, line: &str) -> Promise {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        let manner = Manner::Asked(number);
        let promise = Promise::new(&mut |resolve, _| {
            self.asked.borrow_mut().push(Asked {
                manner,
                resolve,
                answer: JsValue::UNDEFINED,
            });
        });
        self.state.enter_as(line, manner);
        promise
    }

    /// What stands in the active client's log.
    pub fn transcript(&self, lang: Lang) -> String {
        let state = self.state.borrow();
        let log = state.session().map(|session| session.log());
        log.map(|log| log.transcript(lang)).unwrap_or_default()
    }
}

/// A line that was answered: the client, the line, the text, the data, whether it was refused or failed, and whether the
/// text was cut at its limit.
fn parts(client: u32, heard: &Heard) -> [JsValue; 6] {
    let reply = heard.reply.as_ref();
    [
        ["C", &client.to_string()].concat().into(),
        heard.entry.line.as_str().into(),
        heard.entry.output.as_str().into(),
        reply.map_or(JsValue::UNDEFINED, data),
        heard.entry.is_error.into(),
        heard.entry.is_cut().into(),
    ]
}
