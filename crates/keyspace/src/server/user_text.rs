//! The rules of users as text, as ACL LIST and ACL GETUSER tell them.

use crate::catalogue::info::CATEGORIES;
use crate::catalogue::pack::{COMMANDS, TOP};
use crate::server::users::{Categories, CommandSet, Selector, User};
use crate::sha256;

/// The SHA-256 digest of a password in hexadecimal.
pub fn digest(password: &[u8]) -> Vec<u8> {
    sha256::hex(password).into_bytes()
}

/// All rules of a user.
pub fn of_user(user: &User, categories: &mut Categories) -> Vec<u8> {
    let mut text = flags(user).join(" ").into_bytes();
    text.push(b' ');
    for password in &user.passwords {
        text.push(b'#');
        text.extend_from_slice(password);
        text.push(b' ');
    }
    for (at, selector) in user.selectors.iter().enumerate() {
        if at > 0 {
            text.extend_from_slice(b" (");
        }
        let keys = keys(selector);
        text.extend_from_slice(&keys);
        if !keys.is_empty() {
            text.push(b' ');
        }
        if !selector.has_all_channels {
            text.extend_from_slice(b"resetchannels ");
        }
        let channels = channels(selector);
        text.extend_from_slice(&channels);
        if !channels.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(commands(selector, categories).trim_ascii_end());
        if at > 0 {
            text.push(b')');
        }
    }
    text
}

/// The flags of a user, in Redis' order.
pub fn flags(user: &User) -> Vec<&'static str> {
    let mut flags = vec![if user.is_on { "on" } else { "off" }];
    if user.needs_no_password {
        flags.push("nopass");
    }
    match user.sanitizes {
        Some(true) => flags.push("sanitize-payload"),
        Some(false) => flags.push("skip-sanitize-payload"),
        None => {}
    }
    flags
}

/// The patterns of keys.
pub fn keys(selector: &Selector) -> Vec<u8> {
    if selector.has_all_keys {
        return b"~*".to_vec();
    }
    let patterns = selector.keys.iter().map(|key| {
        let start: &[u8] = match (key.reads, key.writes) {
            (true, true) => b"~",
            (true, false) => b"%R~",
            _ => b"%W~",
        };
        [start, &key.pattern].concat()
    });
    patterns.collect::<Vec<_>>().join(&b' ')
}

/// The patterns of channels.
pub fn channels(selector: &Selector) -> Vec<u8> {
    if selector.has_all_channels {
        return b"&*".to_vec();
    }
    let patterns = selector.channels.iter();
    let patterns = patterns.map(|pattern| [&b"&"[..], pattern].concat());
    patterns.collect::<Vec<_>>().join(&b' ')
}

/// The rules for commands: all or none, then categories that come near, then single commands.
pub fn commands(selector: &Selector, categories: &mut Categories) -> Vec<u8> {
    let allowed = &selector.commands;
    let is_additive = !allowed.has_future();
    let (mut text, mut fake) = match is_additive {
        true => (b"-@all".to_vec(), CommandSet::NONE),
        false => (b"+@all".to_vec(), CommandSet::ALL),
    };
    if fake != *allowed {
        let of_all = categories.of_all();
        let mut left = *allowed;
        let mut applied = 0_u32;
        while let Some(best) = best_category(of_all, &left, is_additive, applied) {
            text.extend_from_slice(if is_additive { b" +" } else { b" -" });
            let name = CATEGORIES.get(best).copied().unwrap_or_default();
            text.extend_from_slice(name.as_bytes());
            for (place, own) in of_all.iter().enumerate() {
                if own >> best & 1 == 1 {
                    fake.put_all(place, is_additive);
                    left.put_all(place, !is_additive);
                }
            }
            applied |= 1 << best;
        }
    }
    let mut single = |place: usize| {
        let Some(command) = COMMANDS.get(place) else {
            return;
        };
        let is_in = allowed.has(place);
        if is_in != fake.has(place) {
            text.extend_from_slice(if is_in { b" +" } else { b" -" });
            text.extend_from_slice(command.full_name().as_bytes());
            fake.put_all(place, is_in);
        }
    };
    let mut words = Vec::new();
    for (place, command) in COMMANDS.iter().enumerate().take(TOP) {
        single(place);
        let first = usize::from(command.first_subcommand);
        (first..first + command.subcommands().len()).for_each(&mut single);
        let own = selector.first_words.iter().filter(|(of, _)| *of == place);
        for (_, word) in own.filter(|_| !allowed.has(place)) {
            words.extend_from_slice(b" +");
            words.extend_from_slice(command.name().as_bytes());
            words.push(b'|');
            words.extend_from_slice(word);
        }
    }
    text.extend_from_slice(&words);
    text
}

/// The category that has most in common with what is left, more than it differs: first by how little it differs.
fn best_category(
    of_all: &[u32],
    left: &CommandSet,
    is_additive: bool,
    applied: u32,
) -> Option<usize> {
    let mut best: Option<(usize, usize, usize)> = None;
    for category in (0..CATEGORIES.len()).filter(|category| applied >> category & 1 == 0) {
        let (mut same, mut different) = (0, 0);
        for (place, own) in of_all.iter().enumerate() {
            if own >> category & 1 == 1 {
                match left.has(place) == is_additive {
                    true => same += 1,
                    false => different += 1,
                }
            }
        }
        let is_better = best
            .is_none_or(|(_, least, most)| different < least || different == least && same > most);
        if same > different && is_better {
            best = Some((category, different, same));
        }
    }
    best.map(|(category, ..)| category)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::users::KeyPattern;

    #[test]
    fn a_pattern_tells_what_may_be_done_to_its_keys() {
        let mut selector = Selector::new(false);
        for (reads, writes) in [(true, true), (true, false), (false, true)] {
            let pattern = b"a*".to_vec();
            selector.keys.push(KeyPattern {
                reads,
                writes,
                pattern,
            });
        }
        assert_eq!(keys(&selector), b"~a* %R~a* %W~a*");
        assert_eq!(channels(&selector), b"");
    }
}
