//! The ids of messages: whether each is there, and whether something names it.

use crate::file::Mistakes;

/// The messages of one file.
pub struct Words {
    path: String,
    /// Each with its line, from 1.
    ids: Vec<(String, usize)>,
}

impl Words {
    /// Reads the ids alone: `phrases` reads the rest, and says what is wrong with it.
    pub fn read(path: String, text: &str) -> Words {
        let lines = text.lines().enumerate();
        let messages = lines.filter_map(|(at, line)| {
            let (id, _) = line.split_once('=')?;
            let is_id = line.starts_with(|first: char| first.is_ascii_alphabetic());
            is_id.then(|| (id.trim().to_owned(), at + 1))
        });
        Words {
            path,
            ids: messages.collect(),
        }
    }

    /// Reports a message that is missing. `place` is the file and the line that need it.
    pub fn require(&self, id: &str, place: &str, mistakes: &mut Mistakes) {
        if !self.ids.iter().any(|(known, _)| known == id) {
            let path = &self.path;
            mistakes.add(format!(
                "{place}: no words {id}: add the message {id} = ... to {path} and to the same file of each language"
            ));
        }
    }

    /// Reports each message that is not among those that are named.
    pub fn left_over(&self, named: &[String], mistakes: &mut Mistakes) {
        for (id, line) in self.ids.iter().filter(|(id, _)| !named.contains(id)) {
            mistakes.add(format!(
                "{}:{line}: nothing says {id}: name it where it belongs, or remove it from each language",
                self.path
            ));
        }
    }
}

/// The constant of a message, as `phrases` names it.
pub fn constant(id: &str) -> String {
    format!("words::{}", id.to_uppercase().replace('-', "_"))
}

/// An id as the name of a variant: `px-blind` is `PxBlind`.
pub fn variant(id: &str) -> String {
    let mut out = String::new();
    for word in id.split('-') {
        let mut letters = word.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.extend(letters);
    }
    out
}
