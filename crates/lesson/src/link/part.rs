//! The single parts of a link: moves and numbers.

use keyspace::number;
use sim::{ClientId, MessageId, Move, Peer, Target};

/// A move and how often it is made: `c3.x4`, `t0.5`.
pub(super) fn repeated(part: &str) -> Option<(Move, u64)> {
    let all_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let split = part.rsplit_once('x');
    let split = split.and_then(|(once, digits)| Some((once.strip_suffix('.')?, digits)));
    let (once, times) = match split {
        // More than can be counted is more than can be played.
        Some((once, digits)) if !digits.is_empty() && all_digits(digits) => {
            (once, digits.parse().unwrap_or(u64::MAX))
        }
        _ => (part, 1),
    };
    Some((one_move(once)?, times))
}

/// A move: `c3`, `c3.exec.r1`, `s0.up=synced`, `t12`.
pub(crate) fn one_move(part: &str) -> Option<Move> {
    if let Some(time) = part.strip_prefix('t') {
        return milliseconds(time).map(Move::Tick);
    }
    let (target, rest) = match part.strip_prefix('s') {
        Some(rest) => {
            let (place, rest) = numbered(rest)?;
            (Target::Server(place), rest)
        }
        None => {
            let (id, rest) = client(part)?;
            (Target::Client(id), rest)
        }
    };
    Move::named(target, rest).or_else(|| match (target, rest.strip_prefix(".skew=")) {
        (Target::Client(id), Some(ahead)) => Some(Move::Skew(id, milliseconds(ahead)?)),
        (Target::Server(place), Some(ahead)) => Some(Move::SkewServer(place, milliseconds(ahead)?)),
        (Target::Client(id), None) => of_message(id, rest),
        _ => None,
    })
}

/// What happens to a message of a client, from its name on: `.exec`, `.recv.r1`.
fn of_message(id: ClientId, rest: &str) -> Option<Move> {
    let end = rest.char_indices().skip(1).find(|(_, c)| *c == '.');
    let (name, rest) = rest.split_at_checked(end.map_or(rest.len(), |(at, _)| at))?;
    Move::named(Target::Message(message(id, rest)?), name)
}

/// A message from what follows its part's name: nothing, `.store`, `.r1`, `.m2`, `.store.m2`.
fn message(client: ClientId, rest: &str) -> Option<MessageId> {
    let mut message = MessageId::of(client);
    for word in rest
        .strip_prefix('.')
        .into_iter()
        .flat_map(|rest| rest.split('.'))
    {
        if word == "store" {
            message.peer = Peer::Store;
        } else if let Some(place) = word.strip_prefix('r') {
            message.peer = Peer::Server(client_number(place)?);
        } else {
            message.n = u32::try_from(count(word.strip_prefix('m')?)?).ok()?;
        }
    }
    (rest.is_empty() || rest.starts_with('.')).then_some(message)
}

/// `c3` at the beginning, and what follows it.
pub(super) fn client(part: &str) -> Option<(ClientId, &str)> {
    let (id, rest) = numbered(part.strip_prefix('c')?)?;
    Some((ClientId(id), rest))
}

/// The number at the beginning, and what follows it.
fn numbered(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    Some((client_number(digits)?, rest))
}

pub(super) fn client_number(digits: &str) -> Option<u8> {
    u8::try_from(number::parse(digits.as_bytes())?).ok()
}

pub(super) fn count(digits: &str) -> Option<usize> {
    usize::try_from(number::parse(digits.as_bytes())?).ok()
}

/// Seconds with at most three decimals, in milliseconds. What is more than can be counted is the most that can.
pub(super) fn milliseconds(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let decimals: i64 = decimals
        .bytes()
        .chain(*b"00")
        .take(3)
        .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    let whole: i64 = whole.parse().unwrap_or(i64::MAX);
    Some(
        whole
            .saturating_mul(1000)
            .saturating_add(decimals)
            .saturating_mul(sign),
    )
}
