//! The single parts of a link: moves and numbers.

use keyspace::number;
use sim::{ClientId, Memory, MessageId, Move, Node, Peer};

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

pub(super) fn one_move(part: &str) -> Option<Move> {
    if let Some(time) = part.strip_prefix('t') {
        return milliseconds(time).map(Move::Tick);
    }
    if let Some(rest) = part.strip_prefix('s') {
        return server_move(rest);
    }
    let (id, rest) = client(part)?;
    let mv = match rest {
        ".timeout" => Move::TimeOut(id),
        ".meanwhile" => Move::Meanwhile(id),
        ".cut" => Move::CutOff(Node::Client(id)),
        ".join" => Move::Rejoin(Node::Client(id)),
        "" => Move::Step(id),
        ".read" => Move::Read(id),
        ".send" => Move::Send(id),
        ".crash" => Move::Crash(id),
        ".restart" => Move::Restart(id),
        ".pause" => Move::Pause(id),
        ".resume" => Move::Resume(id),
        _ => {
            if let Some(rest) = rest.strip_prefix(".exec") {
                Move::Execute(message(id, rest)?)
            } else if let Some(rest) = rest.strip_prefix(".recv") {
                Move::Receive(message(id, rest)?)
            } else if let Some(rest) = rest.strip_prefix(".lose") {
                Move::Lose(message(id, rest)?)
            } else {
                let ahead = rest.strip_prefix(".skew=")?;
                Move::Skew(id, milliseconds(ahead)?)
            }
        }
    };
    Some(mv)
}

/// An event of a server, from its number on: `0.fail`, `2.up=nothing`.
fn server_move(part: &str) -> Option<Move> {
    let (digits, what) = part.split_once('.')?;
    let place = client_number(digits)?;
    Some(match what {
        "fail" => Move::Fail(place),
        "up=all" => Move::Recover(place, Memory::All),
        "up=synced" => Move::Recover(place, Memory::Synced),
        "up=nothing" => Move::Recover(place, Memory::Nothing),
        "sync" => Move::Sync(place),
        "copy" => Move::Replicate(place),
        "promote" => Move::Promote(place),
        "cut" => Move::CutOff(Node::Server(place)),
        "join" => Move::Rejoin(Node::Server(place)),
        _ => Move::SkewServer(place, milliseconds(what.strip_prefix("skew=")?)?),
    })
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
    let rest = part.strip_prefix('c')?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
    Some((ClientId(client_number(digits)?), rest))
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
