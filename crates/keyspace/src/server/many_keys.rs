//! Commands that do the same with each of their keys: DEL, EXISTS, TOUCH, MGET, MSET. In slices where a line has many keys.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::work::{Budget, Context, LineWords, Progress, Steps, Work};
use std::sync::Arc;

/// The number of words up to which a line is done at once: some milliseconds where a thousand connections watch keys.
const WORDS_AT_ONCE: usize = 1000;
/// The cost of a key, in units of work, and what each connection adds that might watch it.
const UNITS_A_KEY: u64 = 200;
const UNITS_A_CONNECTION: u64 = 2;

/// What is done with each key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deed {
    Delete,
    CountThere,
    Touch,
    Get,
    /// Each key is followed by its value. All or none.
    Set,
    /// Like [`Deed::Set`], if none of the keys is there.
    SetNew,
}

/// A command on many keys, under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ManyKeys {
    deed: Deed,
    words: LineWords,
    /// The place of the next key.
    at: usize,
    database: usize,
    /// The number of keys that were there.
    count: i64,
    /// The most by which the keyspace grows, as if no value were shorter than what it replaces, and no key stood twice.
    growth_bytes: usize,
    /// Whether there is room for all values, which are being set.
    sets: bool,
    values: Vec<Reply>,
}

impl Call<'_> {
    /// Does it with each key of the line.
    ///
    /// # Errors
    /// There is no room for the values.
    pub fn each_key(&mut self, deed: Deed) -> Result<Work, Error> {
        let words = self.args.rest();
        let mut job = ManyKeys {
            deed,
            words: LineWords::default(),
            at: 0,
            database: self.database,
            count: 0,
            growth_bytes: 0,
            sets: false,
            values: Vec::new(),
        };
        if words.len() > WORDS_AT_ONCE {
            job.words = LineWords::of(words);
            return self.begin(job);
        }
        let word = |at: usize| words.get(at).map(Vec::as_slice);
        match job.go(self, &word, &mut Budget::new(u64::MAX)) {
            Some(result) => result.map(Work::done),
            None => Ok(Work::new(job)),
        }
    }
}

impl ManyKeys {
    fn go<'w>(
        &mut self,
        call: &mut Call<'_>,
        word: &dyn Fn(usize) -> Option<&'w [u8]>,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let units = UNITS_A_KEY + UNITS_A_CONNECTION * call.server.connections().len() as u64;
        loop {
            let Some(key) = word(self.at) else {
                match self.end(call) {
                    Ok(None) => continue,
                    result => return result.transpose(),
                }
            };
            let value = match self.deed {
                Deed::Set | Deed::SetNew => word(self.at + 1),
                _ => None,
            };
            if let Some(result) = self.one(call, key, value).transpose() {
                return Some(result);
            }
            self.at += 1 + usize::from(value.is_some());
            if !budget.spend(units) {
                return None;
            }
        }
    }

    /// Does it with one key. Returns a reply that ends the command.
    fn one(
        &mut self,
        call: &mut Call<'_>,
        key: &[u8],
        value: Option<&[u8]>,
    ) -> Result<Option<Reply>, Error> {
        let is_there = match self.deed {
            Deed::Delete => call.remove(key).is_some(),
            Deed::CountThere => call.look_up(key).is_some(),
            Deed::Touch => call.get_to_read(key).is_some(),
            Deed::Get => {
                let entry = call.get_to_read(key);
                let string = entry.and_then(|entry| entry.value.string().ok());
                self.values.push(Reply::or_nil(string.map(Arc::clone)));
                false
            }
            Deed::SetNew if !self.sets && call.get_to_write(key).is_some() => {
                return Ok(Some(Reply::Int(0)));
            }
            Deed::Set | Deed::SetNew => false,
        };
        self.count += i64::from(is_there);
        if is_there && self.deed == Deed::Delete {
            call.notify(Class::Generic, "del", key);
        }
        match value {
            Some(value) if self.sets => {
                call.set(key, Arc::new(value.to_vec()), None)?;
                call.notify(Class::String, "set", key);
            }
            Some(value) => self.growth_bytes += call.growth_bytes(key, value.len()),
            None => {}
        }
        Ok(None)
    }

    /// What comes behind the last key: the reply, or the second round, in which values are set.
    fn end(&mut self, call: &mut Call<'_>) -> Result<Option<Reply>, Error> {
        match self.deed {
            Deed::Delete => call.count_changes(self.count as usize),
            Deed::Set | Deed::SetNew if self.sets => call.count_changes(self.at / 2),
            _ => {}
        }
        Ok(Some(match self.deed {
            Deed::Set | Deed::SetNew if !self.sets => {
                call.check_room(self.growth_bytes)?;
                (self.sets, self.at) = (true, 0);
                return Ok(None);
            }
            Deed::Set => Reply::OK,
            Deed::SetNew => Reply::Int(1),
            Deed::Get => Reply::Array(std::mem::take(&mut self.values)),
            Deed::Delete | Deed::CountThere | Deed::Touch => Reply::Int(self.count),
        }))
    }
}

impl Steps for ManyKeys {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let mut call = match Call::resumed(server, context) {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        call.database = self.database;
        let words = std::mem::take(&mut self.words);
        let result = self.go(&mut call, &|at| words.get(at), budget);
        self.words = words;
        result
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.at as u64,
            total: self.words.len() as u64,
        }
    }

    fn can_be_stopped(&self) -> bool {
        let has_deleted = self.deed == Deed::Delete && self.count > 0;
        !has_deleted && !self.sets
    }
}

#[cfg(test)]
mod tests {
    use crate::{Advance, Begun, Server};

    fn line(name: &str, count: usize, has_values: bool) -> Vec<Vec<u8>> {
        let mut argv = vec![name.into()];
        for key in 0..count {
            argv.push(format!("key:{key}").into_bytes());
            argv.extend(has_values.then(|| b"v".to_vec()));
        }
        argv
    }

    #[test]
    fn many_keys_are_set_counted_read_and_deleted_in_slices_as_at_once() {
        let mut server = Server::new();
        let id = server.connect();
        for (name, has_values) in [
            ("MSETNX", true),
            ("MSET", true),
            ("MGET", false),
            ("EXISTS", false),
            ("TOUCH", false),
            ("DEL", false),
        ] {
            let argv = line(name, 3000, has_values);
            let mut whole = server.clone();
            let expected = whole.execute(id, 0, &argv);
            assert_eq!(server.begin(id, 0, &argv), Begun::Running, "{name}");
            let mut slices = 0;
            let reply = loop {
                match server.advance(10_000) {
                    Advance::Done(reply) => break reply,
                    Advance::Working(progress) => assert!(progress.done <= progress.total),
                    other => panic!("{other:?}"),
                }
                slices += 1;
            };
            assert_eq!(reply, expected, "{name}");
            assert!(server == whole && slices > 20, "{name}");
        }
        assert_eq!(server.used_bytes(), 0);
    }
}
