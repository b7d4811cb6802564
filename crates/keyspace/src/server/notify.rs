//! Keyspace notifications: what happened to a key, told to subscribers by `notify-keyspace-events`.

use crate::number;
use crate::server::audience::Audience;
use crate::server::watch::watch;

/// The classes of events, by the letters of `notify-keyspace-events`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `K`: events are told to `__keyspace@<database>__:<key>`.
    ToKeys,
    /// `E`: events are told to `__keyevent@<database>__:<event>`.
    ToEvents,
    /// `g`: of keys of any type.
    Generic,
    /// `$`
    String,
    /// `l`
    List,
    /// `s`
    Set,
    /// `h`
    Hash,
    /// `z`
    SortedSet,
    /// `x`: a key's time is over.
    Expired,
    /// `e`: a key gave way to others. Never here.
    Evicted,
    /// `t`
    Stream,
    /// `d`: of modules. Never here.
    Module,
    /// `n`: a key that was not there.
    New,
    /// `m`: a key was asked for that is not there.
    Miss,
}

/// Classes of events: what `notify-keyspace-events` is set to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Classes(u16);

/// The letters, in the order in which CONFIG GET shows them.
const LETTERS: &[(u8, Class)] = &[
    (b'g', Class::Generic),
    (b'$', Class::String),
    (b'l', Class::List),
    (b's', Class::Set),
    (b'h', Class::Hash),
    (b'z', Class::SortedSet),
    (b'x', Class::Expired),
    (b'e', Class::Evicted),
    (b't', Class::Stream),
    (b'd', Class::Module),
    (b'n', Class::New),
    (b'K', Class::ToKeys),
    (b'E', Class::ToEvents),
    (b'm', Class::Miss),
];
/// The number of [`LETTERS`] that `A` stands for, from the first on.
const ALL: usize = 10;

impl Classes {
    /// Whether a class is among them.
    pub fn has(self, class: Class) -> bool {
        self.0 & 1 << class as u16 != 0
    }

    /// The classes that letters stand for; `None` where one stands for none.
    pub fn read(letters: &[u8]) -> Option<Classes> {
        let bits = |letters: &[(u8, Class)]| {
            letters
                .iter()
                .fold(0, |bits, (_, class)| bits | 1 << *class as u16)
        };
        let mut all = 0;
        for letter in letters {
            all |= match letter {
                b'A' => bits(LETTERS.get(..ALL)?),
                letter => 1 << LETTERS.iter().find(|(own, _)| own == letter)?.1 as u16,
            };
        }
        Some(Classes(all))
    }

    /// The letters, as CONFIG GET shows them.
    pub fn letters(self) -> Vec<u8> {
        let is_in = |letter: &&(u8, Class)| self.has(letter.1);
        let (of_all, others) = LETTERS.split_at_checked(ALL).unwrap_or_default();
        let mut letters = Vec::new();
        match of_all.iter().all(|letter| is_in(&letter)) {
            true => letters.push(b'A'),
            false => letters.extend(of_all.iter().filter(is_in).map(|(letter, _)| *letter)),
        }
        letters.extend(others.iter().filter(is_in).map(|(letter, _)| *letter));
        letters
    }
}

impl Audience {
    /// Tells subscribers of an event of a key of a database.
    pub fn notify(&mut self, database: usize, class: Class, event: &str, key: &[u8]) {
        if self.notified.has(class) {
            (watch().notify)(self, database, event, key);
        }
    }
}

/// Sends the messages of an event.
pub fn notify(audience: &mut Audience, database: usize, event: &str, key: &[u8]) {
    let channel = |kind: &str, rest: &[u8]| {
        let mut channel = kind.as_bytes().to_vec();
        number::push(&mut channel, database as i64);
        channel.extend_from_slice(b"__:");
        channel.extend_from_slice(rest);
        channel
    };
    if audience.notified.has(Class::ToKeys) {
        let channel = channel("__keyspace@", key);
        audience.publish(&channel, event.as_bytes());
    }
    if audience.notified.has(Class::ToEvents) {
        let channel = channel("__keyevent@", event.as_bytes());
        audience.publish(&channel, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_shown_as_redis_orders_them() {
        for (given, shown) in [
            ("", ""),
            ("KEA", "AKE"),
            ("xK", "xK"),
            ("Eg$lshzxetd", "AE"),
            ("nmKE", "nKEm"),
        ] {
            let classes = Classes::read(given.as_bytes()).unwrap();
            assert_eq!(classes.letters(), shown.as_bytes(), "{given}");
        }
        assert_eq!(Classes::read(b"Kq"), None);
    }
}
