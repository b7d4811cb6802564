//! What several commands on lists share: taking from an end, and a walk along the elements in slices.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::types::lists::value::{End, List};

/// The cost of an element in a reply, in units of work.
const ELEMENT_UNITS: u64 = 15;

/// LEFT or RIGHT.
///
/// # Errors
/// [`args::SYNTAX`].
pub fn end(word: &[u8]) -> Result<End, Error> {
    if args::is_option(word, "LEFT") {
        Ok(End::Head)
    } else if args::is_option(word, "RIGHT") {
        Ok(End::Tail)
    } else {
        Err(args::SYNTAX)
    }
}

/// The list under a key of a database, for steps that looked for it before.
pub fn list<'a>(server: &'a Server, database: usize, key: &[u8]) -> Option<&'a List> {
    of_type(server.databases.get(database).get(key)?).ok()
}

impl Call<'_> {
    /// Adds elements at an end of the list under `key`, which is made if need be and `makes` says so; returns its length.
    ///
    /// # Errors
    /// The key holds a value of another type, or the keyspace would grow past its limit.
    pub fn push(
        &mut self,
        key: &[u8],
        end: End,
        elements: &[Vec<u8>],
        makes: bool,
    ) -> Result<usize, Error> {
        let bytes = elements.iter().map(|element| List::element_bytes(element));
        let growth_bytes = bytes.sum();
        let change = |list: &mut List| {
            for element in elements {
                list.push(end, element);
            }
            list.len()
        };
        let len = match makes {
            true => self.change_or_make(key, growth_bytes, change)?,
            false => self.change(key, growth_bytes, change)?,
        };
        let Some(len) = len else { return Ok(0) };
        let event = match end {
            End::Head => "lpush",
            End::Tail => "rpush",
        };
        self.modified(Class::List, event, key);
        self.count_changes(elements.len());
        Ok(len)
    }

    /// Takes the element at an end of the list under `key`; `None` if it is not there.
    ///
    /// # Errors
    /// The key holds a value of another type.
    pub fn pop(&mut self, key: &[u8], end: End) -> Result<Option<Vec<u8>>, Error> {
        let element = self.change(key, 0, |list: &mut List| {
            let element = list.end(end).map(<[u8]>::to_vec);
            list.take(end, 1);
            element
        })?;
        if element.is_some() {
            self.popped(key, end);
        }
        Ok(element.flatten())
    }

    /// Tells of what was taken from an end of the list under `key`.
    fn popped(&mut self, key: &[u8], end: End) {
        let event = match end {
            End::Head => "lpop",
            End::Tail => "rpop",
        };
        self.modified(Class::List, event, key);
        self.gone_if_empty(key);
    }

    /// Tells that `key` is gone, when the command took the last element.
    pub fn gone_if_empty(&mut self, key: &[u8]) {
        if self.peek(key).is_none() {
            self.notify(Class::Generic, "del", key);
        }
    }

    /// Answers `count` elements of the list under `key` from a place on, in slices; the list must have as many.
    pub fn answer_elements(
        &mut self,
        key: &[u8],
        from: usize,
        count: usize,
    ) -> Result<Work, Error> {
        self.begin(ListRange {
            database: self.database,
            key: key.to_vec(),
            next: from,
            count,
            end: End::Head,
            takes: false,
            names_key: false,
            found: Vec::new(),
        })
    }

    /// Takes `count` elements of the list of `len` under `key`, or all if there are fewer, from an end, and answers them;
    /// after the key's name if `names_key` says so.
    pub fn pop_several(
        &mut self,
        key: &[u8],
        len: usize,
        end: End,
        count: u64,
        names_key: bool,
    ) -> Result<Work, Error> {
        self.begin(ListRange {
            database: self.database,
            key: key.to_vec(),
            next: match end {
                End::Head => 0,
                End::Tail => len.saturating_sub(1),
            },
            count: usize::try_from(count).map_or(len, |count| count.min(len)),
            end,
            takes: true,
            names_key,
            found: Vec::new(),
        })
    }
}

/// LRANGE, or a command that takes several elements, under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ListRange {
    database: usize,
    key: Vec<u8>,
    /// The place of the next element.
    next: usize,
    /// The number of elements in the reply.
    count: usize,
    /// The end at which it began, or which it came from.
    end: End,
    /// Whether it takes them.
    takes: bool,
    names_key: bool,
    found: Vec<Reply>,
}

impl Steps for ListRange {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let ListRange {
            next, found, count, ..
        } = self;
        if let Some(list) = list(server, self.database, &self.key)
            && found.len() < *count
        {
            let mut is_over = false;
            let towards = self.end.other();
            list.visit(*next, towards, &mut |index, element| {
                found.push(Reply::bulk(element));
                *next = match towards {
                    End::Tail => index + 1,
                    End::Head => index.wrapping_sub(1),
                };
                is_over = !budget.spend(ELEMENT_UNITS);
                found.len() < *count && !is_over
            });
            if is_over && found.len() < *count {
                return None;
            }
        }
        let elements = Reply::Array(std::mem::take(found));
        if !self.takes {
            return Some(Ok(elements));
        }
        let (key, end) = (std::mem::take(&mut self.key), self.end);
        let taken = Call::resumed(server, context).and_then(|mut call| {
            call.database = self.database;
            call.change(&key, 0, |list: &mut List| list.take(end, self.count))?;
            call.popped(&key, end);
            call.count_changes(self.count);
            Ok(())
        });
        Some(taken.map(|()| match self.names_key {
            true => Reply::Array(vec![Reply::bulk(key), elements]),
            false => elements,
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.found.len() as u64,
            total: self.count as u64,
        }
    }
}
