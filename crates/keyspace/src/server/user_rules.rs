//! The rules of ACL SETUSER, and the reasons why one is refused.

use crate::catalogue::command::Command;
use crate::reply::Error;
use crate::server::args;
use crate::server::user_text::digest;
use crate::server::users::{
    Categories, CommandSet, KeyPattern, Selector, User, has_spaces, place_of,
};
use crate::storage::key::Key;
use crate::storage::sorted::Sorted;
use crate::words::{self, is_option};

const UNKNOWN: &str = "Unknown command or category name in ACL";
const SYNTAX: &str = "Syntax error";
const AFTER_ALL_KEYS: &str = "Adding a pattern after the * pattern (or the 'allkeys' flag) is not valid and does not have any effect. Try 'resetkeys' to start with an empty list of patterns";
const AFTER_ALL_CHANNELS: &str = "Adding a pattern after the * pattern (or the 'allchannels' flag) is not valid and does not have any effect. Try 'resetchannels' to start with an empty list of channels";
const NO_PASSWORD: &str = "The password you are trying to remove from the user does not exist";
const BAD_DIGEST: &str = "The password hash must be exactly 64 characters and contain only lowercase hexadecimal characters";
const OF_SUBCOMMAND: &str = "Allowing first-arg of a subcommand is not supported";
/// The number of digits of a digest.
const DIGEST_DIGITS: usize = 64;

/// Rules that are applied to a user.
pub struct Rules<'a> {
    /// `acl-pubsub-default`.
    pub has_all_channels: bool,
    pub categories: &'a mut Categories,
}

impl Rules<'_> {
    /// Applies the words behind the name of a user, all or none.
    ///
    /// # Errors
    /// The first rule that is wrong.
    pub fn apply(&mut self, user: &mut User, words: &[Vec<u8>]) -> Result<(), Error> {
        for rule in merged(words)? {
            self.one(user, &rule).map_err(|why| {
                let after = ["': ", why].concat();
                args::quoted("ERR Error in ACL SETUSER modifier '", &rule, &after)
            })?;
        }
        user.selectors.iter_mut().for_each(join_alike);
        let mut known = Sorted::default();
        user.passwords
            .retain(|password| is_new(&mut known, 0, password));
        Ok(())
    }

    fn one(&mut self, user: &mut User, rule: &[u8]) -> Result<(), &'static str> {
        let is = |name: &str| is_option(rule, name);
        match rule {
            [] => {}
            _ if is("on") => user.is_on = true,
            _ if is("off") => user.is_on = false,
            _ if is("skip-sanitize-payload") => user.sanitizes = Some(false),
            _ if is("sanitize-payload") => user.sanitizes = Some(true),
            _ if is("nopass") || is("resetpass") => {
                user.needs_no_password = is("nopass");
                user.passwords.clear();
            }
            [b'>' | b'#', text @ ..] => {
                // Of equal ones the first is kept, at the end: there may be many.
                user.passwords.push(digest_of(rule, text)?);
                user.needs_no_password = false;
            }
            [b'<' | b'!', text @ ..] => {
                let password = digest_of(rule, text)?;
                let before = user.passwords.len();
                user.passwords.retain(|own| *own != password);
                if user.passwords.len() == before {
                    return Err(NO_PASSWORD);
                }
            }
            [b'(', text @ .., b')'] => {
                let mut selector = Selector::new(self.has_all_channels);
                // Quotes that do not close leave no rules.
                for rule in words::split(text).unwrap_or_default() {
                    self.of_selector(&mut selector, &rule)?;
                }
                user.selectors.push(selector);
            }
            _ if is("clearselectors") => user.selectors.truncate(1),
            _ if is("reset") => {
                *user = User {
                    sanitizes: Some(true),
                    ..User::new(&user.name, self.has_all_channels)
                };
            }
            _ => {
                if let Some(own) = user.selectors.first_mut() {
                    self.of_selector(own, rule)?;
                }
            }
        }
        Ok(())
    }

    fn of_selector(&mut self, own: &mut Selector, rule: &[u8]) -> Result<(), &'static str> {
        let is = |name: &str| is_option(rule, name);
        match rule {
            _ if is("allkeys") || is("~*") || is("resetkeys") => {
                own.has_all_keys = !is("resetkeys");
                own.keys.clear();
            }
            _ if is("allchannels") || is("&*") || is("resetchannels") => {
                own.has_all_channels = !is("resetchannels");
                own.channels.clear();
            }
            _ if is("allcommands") || is("+@all") => {
                own.commands = CommandSet::ALL;
                own.has_all_commands = true;
                own.first_words.clear();
            }
            _ if is("nocommands") || is("-@all") => {
                own.commands = CommandSet::NONE;
                own.has_all_commands = false;
                own.first_words.clear();
            }
            [b'~' | b'%', ..] => add_keys(own, rule)?,
            [b'&', pattern @ ..] => {
                if own.has_all_channels {
                    return Err(AFTER_ALL_CHANNELS);
                }
                if has_spaces(pattern) {
                    return Err(SYNTAX);
                }
                own.channels.push(pattern.to_vec());
            }
            [sign @ (b'+' | b'-'), b'@', name @ ..] => {
                let category = Categories::named(name).ok_or(UNKNOWN)?;
                let of_all = self.categories.of_all();
                for (place, categories) in of_all.iter().enumerate() {
                    if categories >> category & 1 == 1 {
                        put(own, place, *sign == b'+');
                    }
                }
            }
            [b'+', name @ ..] => self.allow(own, name)?,
            [b'-', name @ ..] => {
                let command = self.categories.mode.by_full_name(name).ok_or(UNKNOWN)?;
                put(own, place_of(command), false);
            }
            _ => return Err(SYNTAX),
        }
        Ok(())
    }

    /// Allows a command, a subcommand, or a command with a first word.
    fn allow(&self, own: &mut Selector, name: &[u8]) -> Result<(), &'static str> {
        let Some(at) = name.iter().rposition(|byte| *byte == b'|') else {
            let command = self.categories.mode.by_full_name(name).ok_or(UNKNOWN)?;
            put(own, place_of(command), true);
            return Ok(());
        };
        let (before, word) = (name.get(..at), name.get(at + 1..));
        let before: Option<&'static Command> =
            before.and_then(|name| self.categories.mode.by_full_name(name));
        let command = before.ok_or(UNKNOWN)?;
        let word = word.unwrap_or_default();
        if command.container().is_some() {
            return Err(OF_SUBCOMMAND);
        }
        if word.is_empty() {
            return Err(SYNTAX);
        }
        if !command.subcommands().is_empty() {
            let subcommand = command.subcommand(word).ok_or(UNKNOWN)?;
            put(own, place_of(subcommand), true);
            return Ok(());
        }
        own.first_words.push((place_of(command), word.to_vec()));
        Ok(())
    }
}

/// Allows a command with its subcommands, or takes them away.
fn put(own: &mut Selector, place: usize, is_in: bool) {
    own.commands.put_all(place, is_in);
    own.first_words.retain(|(of, _)| *of != place);
    own.has_all_commands &= is_in;
}

/// Adds a pattern of keys: `~`, or `%` with `R`, `W` or both, and then `~`.
fn add_keys(own: &mut Selector, rule: &[u8]) -> Result<(), &'static str> {
    if own.has_all_keys {
        return Err(AFTER_ALL_KEYS);
    }
    let (mut reads, mut writes) = (false, false);
    let mut rest = rule.get(1..).unwrap_or_default();
    if rule.starts_with(b"~") {
        (reads, writes) = (true, true);
    } else {
        loop {
            match rest {
                [b'r' | b'R', more @ ..] if !reads => (reads, rest) = (true, more),
                [b'w' | b'W', more @ ..] if !writes => (writes, rest) = (true, more),
                [b'~', more @ ..] => {
                    rest = more;
                    break;
                }
                [] => break,
                _ => return Err(SYNTAX),
            }
        }
        // Redis takes a pattern for nothing at all, and ends when it has to tell it.
        if !reads && !writes {
            return Err(SYNTAX);
        }
    }
    if has_spaces(rest) {
        return Err(SYNTAX);
    }
    own.keys.push(KeyPattern {
        reads,
        writes,
        pattern: rest.to_vec(),
    });
    Ok(())
}

/// Lets each pattern and each first word stand once, where it stood first. By sorted names, since there may be many.
fn join_alike(own: &mut Selector) {
    // Patterns by what they allow: 1 to read, 2 to write. With 0, those that have come before.
    let mut known = Sorted::default();
    for key in &own.keys {
        for (number, _) in [(1, key.reads), (2, key.writes)]
            .iter()
            .filter(|(_, is)| *is)
        {
            known.insert(*number, Key::new(&key.pattern));
        }
    }
    own.keys.retain_mut(|key| {
        key.reads = known.has_at(1, &key.pattern);
        key.writes = known.has_at(2, &key.pattern);
        is_new(&mut known, 0, &key.pattern)
    });
    known = Sorted::default();
    own.channels
        .retain(|channel| is_new(&mut known, 0, channel));
    known = Sorted::default();
    own.first_words
        .retain(|(place, word)| is_new(&mut known, *place as i64, &word.to_ascii_lowercase()));
}

/// Adds a name with a number; returns whether it was not there.
fn is_new(known: &mut Sorted, number: i64, name: &[u8]) -> bool {
    let before = known.len();
    known.insert(number, Key::new(name));
    known.len() > before
}

/// The digest behind `#` or `!`, or that of the password behind `>` or `<`.
fn digest_of(rule: &[u8], text: &[u8]) -> Result<Vec<u8>, &'static str> {
    if let [b'>' | b'<', ..] = rule {
        return Ok(digest(text));
    }
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    match text.len() == DIGEST_DIGITS && text.iter().all(is_digit) {
        true => Ok(text.to_vec()),
        false => Err(BAD_DIGEST),
    }
}

/// The rules with those in parentheses as one, which may stand in several words.
fn merged(words: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, Error> {
    let mut rules: Vec<Vec<u8>> = Vec::with_capacity(words.len());
    // What is open, and the word with which it began.
    let mut open: Option<(Vec<u8>, &[u8])> = None;
    for word in words {
        if word.starts_with(b"(") && !word.ends_with(b")") {
            open = Some((word.clone(), word));
        } else if let Some((mut rule, start)) = open.take() {
            rule.push(b' ');
            rule.extend_from_slice(word);
            match word.ends_with(b")") {
                true => rules.push(rule),
                false => open = Some((rule, start)),
            }
        } else {
            rules.push(word.clone());
        }
    }
    match open {
        None => Ok(rules),
        Some((_, start)) => Err(args::quoted(
            "ERR Unmatched parenthesis in acl selector starting at '",
            start,
            "'.",
        )),
    }
}
