//! Completions of the word at the caret: names of commands, words that their syntax allows there, keys.

use super::expect::{Expectation, Next};
use super::help;
use super::lua;
use super::syntax::{self, push_joined};
use super::typed::{self, Subject, TypedLine, is_unfinished};
use super::words as say;
use base::text::Phrase;
use keyspace::{Command, ConnectionId, KeyspaceMode, Server, words};
use std::ops::Range;

/// Maximum number of keys that are offered.
pub const KEYS_MAX: usize = 50;
/// Maximum number of keys that are examined: some milliseconds on a slow device.
pub const KEYS_LOOKED_AT_MAX: usize = 20_000;

/// The completions of a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The bytes of the text that the chosen item replaces; they end at the caret.
    pub replace: Range<usize>,
    /// The possible items, in order.
    pub items: Vec<Item>,
    /// Whether more keys may match than are offered.
    pub has_more: bool,
}

/// One completion of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text to insert, quoted where necessary, without a space after it.
    pub insert: String,
    /// Its kind.
    pub kind: ItemKind,
    /// A description: the command's purpose, the syntax that follows, or the key's time to live.
    pub about: Phrase,
}

/// The kind of an [`Item`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A command, or one of the prompt's own words.
    Command,
    /// The second word of a name.
    Subcommand,
    /// A word of the command's syntax.
    Option,
    /// A key of the selected database.
    Key,
    /// A group that help knows, or a preference.
    Topic,
    /// A name within a script. Nothing follows it by itself.
    Lua,
}

/// Completions of the word that ends at `caret`, a byte of `text`, at `now_ms`, in Unix milliseconds. Keys are those of
/// the database that the connection has selected, in the order of their bytes among the examined ones. Names and
/// options match in any case; keys match byte by byte, however the word is quoted.
pub fn complete(
    text: &str,
    caret: usize,
    server: &Server,
    connection: ConnectionId,
    now_ms: i64,
) -> Completion {
    let text = text.get(..caret).unwrap_or(text);
    let line = typed::lines(text).pop().unwrap_or_default();
    let start = line.start;
    let typed = TypedLine::read(server.mode(), text.get(line).unwrap_or_default());
    if typed.is_broken() && !is_unfinished(text) {
        return Completion::default();
    }
    let (count, word) = match typed.places.last() {
        Some(place) if !typed.is_between() => (typed.words.len() - 1, start + place.range.start),
        _ => (typed.words.len(), text.len()),
    };
    let mut offer = Offer {
        prefix: typed
            .words
            .get(count)
            .map(Vec::as_slice)
            .unwrap_or_default(),
        completion: Completion {
            replace: word..text.len(),
            ..Completion::default()
        },
    };
    let seen = Seen {
        server,
        connection,
        now_ms,
    };
    offer.add_for(&typed, count, seen);
    offer.completion
}

/// The database to find keys in.
#[derive(Clone, Copy)]
struct Seen<'a> {
    server: &'a Server,
    connection: ConnectionId,
    now_ms: i64,
}

/// A completion under construction.
struct Offer<'a> {
    /// The decoded word so far.
    prefix: &'a [u8],
    completion: Completion,
}

impl Offer<'_> {
    /// Offers the words that may follow the first `count` words of a line.
    fn add_for(&mut self, typed: &TypedLine<'_>, count: usize, seen: Seen<'_>) {
        match typed.subject(count) {
            Subject::Nothing => {
                self.add_commands(typed.mode);
                for (name, about) in say::OWN {
                    self.add(name, ItemKind::Command, about.into());
                }
            }
            Subject::Help => match typed.arguments(1, count) {
                [] => {
                    for group in help::group_names(typed.mode) {
                        self.add(&["@", group].concat(), ItemKind::Topic, say::A_GROUP.into());
                    }
                    self.add_commands(typed.mode);
                }
                [name] => self.add_subcommands(typed.mode.find(name)),
                _ => {}
            },
            Subject::Preference => {
                for (name, about) in say::PREFERENCES {
                    self.add(name, ItemKind::Topic, about.into());
                }
            }
            Subject::Own | Subject::Unknown => {}
            Subject::Container(container) => self.add_subcommands(Some(container)),
            Subject::Command(command, name_words) => {
                self.add_arguments(command, typed.arguments(name_words, count), seen);
            }
        }
    }

    /// Offers the words that a command takes after some arguments.
    fn add_arguments(&mut self, command: &Command, words: &[Vec<u8>], seen: Seen<'_>) {
        let arguments = syntax::of(&command.arguments());
        let expectation = Expectation::after(&arguments, words);
        if expectation.is_off_course() {
            return;
        }
        for next in expectation.next() {
            match next {
                Next::Token(token, behind) => {
                    let mut about = String::new();
                    push_joined(&mut behind.iter(), " ", &mut about);
                    self.add(token, ItemKind::Option, about.into());
                }
                Next::Key(_) => self.add_keys(seen),
                Next::Value("command-name" | "command") => self.add_commands(seen.server.mode()),
                Next::Value("script" | "function-code") => self.add_names_of_lua(),
                Next::Value(_) => {}
            }
        }
    }

    /// Offers a name if it begins with the word, ignoring case.
    fn add(&mut self, name: &str, kind: ItemKind, about: Phrase) {
        let beginning = name.as_bytes().get(..self.prefix.len());
        if beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(self.prefix)) {
            self.completion.items.push(Item {
                insert: name.to_owned(),
                kind,
                about,
            });
        }
    }

    /// Offers what the name at the end of a script may become.
    fn add_names_of_lua(&mut self) {
        let (length, names) = lua::names_after(self.prefix);
        let replace = &mut self.completion.replace;
        replace.start = replace.end.saturating_sub(length);
        let item = |insert| Item {
            insert,
            kind: ItemKind::Lua,
            about: String::new().into(),
        };
        self.completion.items.extend(names.into_iter().map(item));
    }

    fn add_commands(&mut self, mode: KeyspaceMode) {
        self.add_named(&mut mode.here(), ItemKind::Command);
    }

    fn add_subcommands(&mut self, container: Option<&'static Command>) {
        if let Some(container) = container {
            let mut here = container.subcommands().iter().filter(|word| word.is_here());
            self.add_named(&mut here, ItemKind::Subcommand);
        }
    }

    /// Offers commands by their own names, in the order of these.
    fn add_named(&mut self, commands: &mut dyn Iterator<Item = &'static Command>, kind: ItemKind) {
        let before = self.completion.items.len();
        for command in commands {
            self.add(
                &command.name().to_ascii_uppercase(),
                kind,
                command.summary().into(),
            );
            // The last one moves to its place.
            let mut items = self.completion.items.iter_mut().skip(before).rev();
            let Some(mut last) = items.next() else {
                continue;
            };
            for item in items {
                if item.insert <= last.insert {
                    break;
                }
                std::mem::swap(item, last);
                last = item;
            }
        }
    }

    fn add_keys(&mut self, seen: Seen<'_>) {
        let Seen {
            server,
            connection,
            now_ms,
        } = seen;
        let database = server.selected(connection).unwrap_or_default();
        let mut looked_at = 0;
        let mut found: Vec<(&[u8], Option<i64>)> = Vec::new();
        for (key, entry) in server.entries(database, now_ms) {
            looked_at += 1;
            if looked_at > KEYS_LOOKED_AT_MAX {
                self.completion.has_more = true;
                break;
            }
            if !key.starts_with(self.prefix) {
                continue;
            }
            let at = found.partition_point(|(other, _)| *other < key);
            if at < KEYS_MAX {
                self.completion.has_more |= found.len() == KEYS_MAX;
                found.truncate(KEYS_MAX - 1);
                found.insert(at, (key, entry.expires_at_ms));
            } else {
                self.completion.has_more = true;
            }
        }
        for (key, deadline_ms) in found {
            self.completion.items.push(Item {
                insert: words::written(key),
                kind: ItemKind::Key,
                about: say::lives(deadline_ms.map(|deadline| deadline.saturating_sub(now_ms))),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use base::text::Lang;

    fn with_keys() -> (Server, ConnectionId) {
        let mut server = Server::new();
        let mut session = Session::new(&mut server);
        for line in [
            "SET lock.foo 1 EX 10",
            "SET lock.bar 1",
            "SET \"lock of mine\" 1",
            "SET \"\\xff\" 1",
            "SET 键 1",
        ] {
            session.submit(&mut server, 0, line);
        }
        (server, session.connection())
    }

    /// The items offered at the `|` of a line, after the text that they replace.
    fn offered(line: &str) -> String {
        let (server, connection) = with_keys();
        let caret = line.find('|').unwrap();
        let line = line.replace('|', "");
        let completion = complete(&line, caret, &server, connection, 0);
        let mut out = vec![line[completion.replace].to_owned() + ":"];
        out.extend(completion.items.into_iter().map(|item| item.insert));
        out.join(" ")
    }

    #[test]
    fn the_word_at_the_caret_is_completed() {
        for (line, expected) in [
            ("setn|", "setn: SETNX"),
            ("psetn|", "psetn:"),
            ("ex|", "ex: EXEC EXISTS EXPIRE EXPIREAT EXPIRETIME exit"),
            ("GET lock.|", "lock.: lock.bar lock.foo"),
            ("GET lock|.foo", "lock: \"lock of mine\" lock.bar lock.foo"),
            ("GET \"lock |", "\"lock : \"lock of mine\""),
            (
                "GET '|",
                "': \"lock of mine\" lock.bar lock.foo 键 \"\\xff\"",
            ),
            ("GET 键|", "键: 键"),
            ("GET a |", ":"),
            ("SET k v N|", "N: NX"),
            ("SET k v NX |X", ": GET EX PX EXAT PXAT KEEPTTL"),
            ("SET k v NX EX |", ":"),
            ("DEL lock.foo lock.b|", "lock.b: lock.bar"),
            ("3 GET lock.b|", "lock.b: lock.bar"),
            ("3 pin|", "pin: PING"),
            ("PING\nGET lock.b|", "lock.b: lock.bar"),
            (
                "help @s|",
                "@s: @string @set @sorted-set @stream @server @scripting",
            ),
            ("? setn|", "setn: SETNX"),
            (":set n|", "n: nohints"),
            ("GET \"a\"b|", ":"),
            ("EVAL \"return red|", "red: redis."),
            ("SCRIPT LOAD \"redis.ca|", "redis.ca: redis.call"),
            ("NOPE |", ":"),
            ("quit |", ":"),
        ] {
            assert_eq!(offered(line), expected, "{line}");
        }
        assert!(offered("|").starts_with(": ACL APPEND "));
    }

    #[test]
    fn an_item_says_what_it_is_about() {
        let (server, connection) = with_keys();
        let about = |line: &str| {
            let completion = complete(line, line.len(), &server, connection, 4_000);
            let item = completion.items.first().unwrap();
            (item.kind, item.about.get(Lang::En))
        };
        let setnx = KeyspaceMode::default().find(b"setnx").unwrap();
        assert_eq!(
            about("setnx"),
            (ItemKind::Command, setnx.summary().en.to_owned())
        );
        assert_eq!(
            about("SET a b PX"),
            (ItemKind::Option, "milliseconds".to_owned())
        );
        assert_eq!(
            about("GET lock.f"),
            (ItemKind::Key, "expires in 6 s".to_owned())
        );
        assert_eq!(
            about("GET lock.b"),
            (ItemKind::Key, "never expires".to_owned())
        );
    }

    #[test]
    fn of_many_keys_the_first_are_offered_after_a_bounded_look() {
        let mut server = Server::new();
        let mut session = Session::new(&mut server);
        for number in 0..1_000 {
            session.submit(&mut server, 0, &format!("SET key:{number:04} 1"));
        }
        let completion = complete("GET key:", 8, &server, session.connection(), 0);
        let inserts: Vec<&str> = completion.items.iter().map(|item| &*item.insert).collect();
        assert_eq!(
            (inserts.len(), inserts[0], inserts[49]),
            (50, "key:0000", "key:0049")
        );
        assert!(completion.has_more);
        let completion = complete("GET key:000", 11, &server, session.connection(), 0);
        assert!(completion.items.len() == 10 && !completion.has_more);
    }
}
