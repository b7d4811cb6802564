//! The answers to the clients of a prompt in one slice, told together: a call into the script for each answer costs more
//! than a command.

use js_sys::{Array, Error};
use wasm_bindgen::JsValue;

use super::tell::{SAFE_MAX, Teller, data};
use base::text::Lang;
use cli::{Answer, Heard, Manner, typographic};
use keyspace::Reply;

/// The answers of a slice as one text of JSON, an array of objects with these fields:
///
/// - `asked`, the number under which a program has asked for it; missing where a reader has typed;
/// - `replies`, the replies to commands one after another;
/// - or `whole`, the end of what was asked: whether everything was run;
/// - or those of a line that was run: `client`, `line`, `text`, `data`, `error`, `cut`.
///
/// A reply for which JSON has no word is `{"other":N}`: the place of it in a list of values.
#[derive(Default)]
pub struct Answers {
    json: String,
    others: Vec<JsValue>,
    /// Whose list of replies is not closed yet.
    open: Option<u32>,
}

impl Answers {
    /// Reports all of these, the numbers of the clients with them; each in its order.
    pub fn tell(teller: &Teller, all: &[(u32, Answer)]) {
        let mut answers = Answers::default();
        for (client, answer) in all {
            match answer {
                Answer::Line(heard) => answers.line(teller, *client, heard),
                Answer::Reply(number, reply) => answers.reply(*number, reply),
                Answer::End(number, is_whole) => answers.end(*number, *is_whole),
                Answer::LinesEnd(number) => answers.end(*number, false),
            }
        }
        answers.close();
        if !answers.json.is_empty() {
            let Answers { json, others, .. } = answers;
            let others: Array = others.into_iter().collect();
            let json = ["[", &json, "]"].concat();
            teller.tell(
                "answers",
                &[("json", json.into()), ("others", others.into())],
            );
        }
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.json.push_str("]}");
        }
    }

    /// Begins the object of another answer.
    fn begin(&mut self, asked: Option<u32>) {
        self.close();
        self.json
            .push_str(if self.json.is_empty() { "{" } else { ",{" });
        if let Some(asked) = asked {
            self.json.extend(["\"asked\":", &asked.to_string(), ","]);
        }
    }

    fn reply(&mut self, asked: u32, reply: &Reply) {
        if self.open == Some(asked) {
            self.json.push(',');
        } else {
            self.begin(Some(asked));
            self.json.push_str("\"replies\":[");
            self.open = Some(asked);
        }
        self.data(reply);
    }

    fn end(&mut self, asked: u32, is_whole: bool) {
        self.begin(Some(asked));
        self.flag("\"whole\":", is_whole);
        self.json.push('}');
    }

    fn line(&mut self, teller: &Teller, client: u32, heard: &Heard) {
        let entry = &heard.entry;
        let line = || ("line", entry.line.as_str().into());
        if matches!(heard.manner, Manner::Shown | Manner::Unseen)
            && let Some(mark) = typographic(&entry.line)
        {
            teller.tell("typographic", &[line(), ("mark", mark.to_string().into())]);
        }
        let said = || {
            let note = entry.note.as_ref().map(|note| note.get(Lang::En));
            [entry.output.as_str(), &note.unwrap_or_default()].concat()
        };
        if heard.manner == Manner::Unseen {
            return teller.tell("setup-failed", &[line(), ("text", said().into())]);
        }
        self.begin(match heard.manner {
            Manner::Asked(number) => Some(number),
            _ => None,
        });
        self.json.extend(["\"client\":\"C", &client.to_string()]);
        self.json.push_str("\",\"line\":");
        self.text(&entry.line);
        self.json.push_str(",\"text\":");
        self.text(&entry.output);
        self.json.push_str(",\"data\":");
        match &heard.reply {
            Some(reply) => self.data(reply),
            // Not run: why is in the data, since the text is redis-cli's.
            None if entry.is_error => self.other(Error::new(&said()).into()),
            None => self.other(JsValue::UNDEFINED),
        }
        self.flag(",\"error\":", entry.is_error);
        self.flag(",\"cut\":", entry.is_cut());
        self.json.push('}');
    }

    fn flag(&mut self, name: &str, is_set: bool) {
        self.json
            .extend([name, if is_set { "true" } else { "false" }]);
    }

    fn data(&mut self, reply: &Reply) {
        let text = match reply {
            Reply::Int(number) if number.unsigned_abs() <= SAFE_MAX => {
                return self.json.push_str(&number.to_string());
            }
            Reply::Nil | Reply::NilArray => return self.json.push_str("null"),
            Reply::Status(word) => Some(*word),
            Reply::Bulk(bytes) => str::from_utf8(bytes).ok(),
            _ => None,
        };
        match text {
            Some(text) => self.text(text),
            None => self.other(data(reply)),
        }
    }

    fn other(&mut self, value: JsValue) {
        let place = self.others.len().to_string();
        self.json.extend(["{\"other\":", &place, "}"]);
        self.others.push(value);
    }

    /// A text as JSON writes it.
    fn text(&mut self, text: &str) {
        self.json.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.json.extend(['\\', c]),
                '\0'..' ' => {
                    self.json.push_str("\\u00");
                    let code = c as u32;
                    let digits = [code >> 4, code & 15].map(|digit| char::from_digit(digit, 16));
                    self.json.extend(digits.into_iter().flatten());
                }
                _ => self.json.push(c),
            }
        }
        self.json.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_replies_to_one_question_stand_together() {
        let mut answers = Answers::default();
        answers.reply(1, &Reply::Int(2));
        answers.reply(1, &Reply::Nil);
        answers.reply(3, &Reply::Status("OK"));
        answers.end(3, true);
        answers.reply(3, &Reply::Bulk(b"a\"\\\n\x1f\xe4\xba\x8c".to_vec().into()));
        answers.close();
        assert_eq!(
            answers.json,
            "{\"asked\":1,\"replies\":[2,null]},{\"asked\":3,\"replies\":[\"OK\"]},{\"asked\":3,\"whole\":true},\
             {\"asked\":3,\"replies\":[\"a\\\"\\\\\\u000a\\u001f二\"]}"
        );
    }
}
