//! The library `string`.

use crate::library::formatting;
use crate::library::pattern::{Extent, Matched, Matcher};
use crate::lua::heap::Closure;
use crate::lua::machine::Machine;
use crate::lua::native::{Continuation, NativeFunction, Outcome, Result, Task};
use crate::lua::value::LuaValue;
use keyspace::Bytes;
use keyspace::scripts::Host;
use std::sync::Arc;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"byte", byte),
    (b"char", char),
    (b"dump", dump),
    (b"find", find),
    (b"format", formatting::format),
    (b"gfind", gmatch),
    (b"gmatch", gmatch),
    (b"gsub", gsub),
    (b"len", len),
    (b"lower", lower),
    (b"match", match_),
    (b"rep", rep),
    (b"reverse", reverse),
    (b"sub", sub),
    (b"upper", upper),
];

/// The part of a text between two positions, which may be far outside of it. They count from 1.
fn part(text: &[u8], start: i64, end: i64) -> &[u8] {
    let end = usize::try_from(end).unwrap_or(0);
    match usize::try_from(start.max(1) - 1) {
        Ok(start) => text.get(start..end.min(text.len())).unwrap_or_default(),
        // More than there are addresses.
        Err(_) => &[],
    }
}

/// A position, counted from the end if it is negative.
fn position(at: i64, length: usize) -> i64 {
    let at = if at < 0 {
        at.saturating_add(length as i64 + 1)
    } else {
        at
    };
    at.max(0)
}

fn len(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let length = machine.bytes_argument(1)?.len();
    machine.number_result(length as f64)
}

fn sub(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let start = machine.integer_argument(2)?;
    let start = position(start, text.len());
    let end = machine.optional_integer(3, -1)?;
    let end = position(end, text.len()).min(text.len() as i64);
    machine.bytes_result(part(&text, start, end).to_vec())
}

fn reverse(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    machine.bytes_result(text.iter().rev().copied().collect())
}

fn lower(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    machine.bytes_result(text.to_ascii_lowercase())
}

fn upper(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    machine.bytes_result(text.to_ascii_uppercase())
}

fn rep(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let count = usize::try_from(machine.int_argument(2)?).unwrap_or(0);
    machine.reserve(text.len().saturating_mul(count))?;
    machine.bytes_result(text.repeat(count))
}

fn byte(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let start = machine.optional_integer(2, 1)?;
    let start = position(start, text.len());
    let end = machine.optional_integer(3, start)?;
    let end = position(end, text.len()).min(text.len() as i64);
    let range = part(&text, start, end);
    if range.len() > STACK_MAX {
        return Err(machine.fail(b"stack overflow (string slice too long)"));
    }
    for byte in range {
        machine.push(LuaValue::Number(f64::from(*byte)));
    }
    Ok(Outcome::Return(range.len()))
}

/// The places that a native function may have on the stack.
pub const STACK_MAX: usize = 7_900;

fn char(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let mut text = Vec::new();
    for index in 1..=machine.argument_count() {
        let code = machine.int_argument(index)?;
        match u8::try_from(code) {
            Ok(byte) => text.push(byte),
            Err(_) => return Err(machine.bad_argument(index, b"invalid value")),
        }
    }
    machine.bytes_result(text)
}

fn dump(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    machine.function_argument(1)?;
    // A compiled function has no text here: nothing could load it.
    Err(machine.fail(b"unable to dump given function"))
}

/// What a search is for.
#[derive(Clone, Debug)]
enum Purpose {
    Find,
    /// `string.find` of a text without special characters.
    FindPlain,
    Match,
    /// `string.gmatch`: the next match.
    Iterate,
    /// `string.gsub`: the text so far, the number of matches, and how many there may be.
    Substitute {
        out: Vec<u8>,
        count: i64,
        count_max: i64,
        end: usize,
        awaits: bool,
    },
}

/// A search for a pattern, which may take several slices.
#[derive(Clone)]
struct Search {
    text: Bytes,
    pattern: Bytes,
    /// Where the match is tried.
    at: usize,
    is_anchored: bool,
    has_begun: bool,
    matcher: Matcher,
    purpose: Purpose,
}

impl Search {
    fn new(text: Bytes, pattern: Bytes, at: usize, purpose: Purpose) -> Search {
        let is_anchored = pattern.first() == Some(&b'^') && !matches!(purpose, Purpose::Iterate);
        Search {
            text,
            pattern,
            at,
            is_anchored,
            has_begun: false,
            matcher: Matcher::default(),
            purpose,
        }
    }

    /// Tries the match at the place at hand. The outer option is `None` if the steps are used up.
    fn try_here(&mut self, machine: &mut Machine) -> Result<Option<Option<usize>>> {
        if !self.has_begun {
            self.has_begun = true;
            self.matcher.start(self.at, usize::from(self.is_anchored));
        }
        match self
            .matcher
            .run(&self.text, &self.pattern, &mut machine.steps)
        {
            Ok(Matched::Paused) => Ok(None),
            Ok(Matched::To(end)) => {
                self.has_begun = false;
                Ok(Some(Some(end)))
            }
            Ok(Matched::No) => {
                self.has_begun = false;
                Ok(Some(None))
            }
            Err(message) => Err(machine.fail(message)),
        }
    }

    /// What a pair of parentheses matched; the whole match if there is none.
    fn capture(&self, machine: &mut Machine, index: usize, end: usize) -> Result<LuaValue> {
        let Some(capture) = self.matcher.captures.get(index) else {
            if index == 0 {
                return Ok(machine
                    .heap
                    .text(self.text.get(self.at..end).unwrap_or_default()));
            }
            return Err(machine.fail(b"invalid capture index"));
        };
        match capture.extent {
            Extent::Unfinished => Err(machine.fail(b"unfinished capture")),
            Extent::Position => Ok(LuaValue::Number((capture.start + 1) as f64)),
            Extent::Length(length) => {
                let range = self.text.get(capture.start..capture.start + length);
                Ok(machine.heap.text(range.unwrap_or_default()))
            }
        }
    }

    fn push_captures(&self, machine: &mut Machine, end: usize, has_whole: bool) -> Result<usize> {
        let count = self.matcher.captures.len().max(usize::from(has_whole));
        for index in 0..count {
            let capture = self.capture(machine, index, end)?;
            machine.push(capture);
        }
        Ok(count)
    }
}

impl Continuation for Search {
    fn go_on(mut self: Box<Self>, machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
        if matches!(self.purpose, Purpose::Substitute { .. }) {
            return self.substitute(machine, host);
        }
        if matches!(self.purpose, Purpose::FindPlain) {
            return self.find_plain(machine);
        }
        loop {
            let Some(found) = self.try_here(machine)? else {
                return Ok(Outcome::Later(Task::Continue(self)));
            };
            if let Some(end) = found {
                let count = match self.purpose {
                    Purpose::Find => {
                        machine.push(LuaValue::Number((self.at + 1) as f64));
                        machine.push(LuaValue::Number(end as f64));
                        self.push_captures(machine, end, false)? + 2
                    }
                    _ => self.push_captures(machine, end, true)?,
                };
                if matches!(self.purpose, Purpose::Iterate) {
                    let next = end + usize::from(end == self.at);
                    machine.set_own_value(2, LuaValue::Number(next as f64));
                }
                return Ok(Outcome::Return(count));
            }
            if self.at >= self.text.len() || self.is_anchored {
                break;
            }
            self.at += 1;
        }
        if matches!(self.purpose, Purpose::Iterate) {
            return Ok(Outcome::Return(0));
        }
        machine.result(LuaValue::Nil)
    }
}

impl Search {
    /// Looks for the pattern as it is written.
    fn find_plain(mut self: Box<Self>, machine: &mut Machine) -> Result<Outcome> {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let first = self.pattern.first();
            let at = first.map_or(Some(0), |first| rest.iter().position(|byte| byte == first));
            let Some(at) = at else {
                machine.charge(rest.len() / 8);
                return machine.result(LuaValue::Nil);
            };
            let from = rest.get(at..).unwrap_or_default();
            let pairs = from.iter().zip(self.pattern.iter());
            let count = pairs.take_while(|(byte, wanted)| byte == wanted).count();
            machine.charge((at + count) / 8 + 1);
            self.at += at;
            if count == self.pattern.len() {
                machine.push(LuaValue::Number((self.at + 1) as f64));
                machine.push(LuaValue::Number((self.at + count) as f64));
                return Ok(Outcome::Return(2));
            }
            self.at += 1;
            if machine.steps <= 0 {
                return Ok(Outcome::Later(Task::Continue(self)));
            }
        }
    }

    fn substitute(mut self: Box<Self>, machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
        let Purpose::Substitute {
            mut out,
            mut count,
            count_max,
            end,
            awaits,
        } = std::mem::replace(&mut self.purpose, Purpose::Find)
        else {
            return Ok(Outcome::Return(0));
        };
        let mut found = None;
        if awaits {
            // A function or a metamethod has answered.
            let value = machine.pop();
            self.push_replacement(machine, &mut out, value, end)?;
            found = Some(Some(end));
        }
        loop {
            if found.is_none() {
                if count >= count_max {
                    break;
                }
                let Some(end) = self.try_here(machine)? else {
                    self.purpose = Purpose::Substitute {
                        out,
                        count,
                        count_max,
                        end: 0,
                        awaits: false,
                    };
                    return Ok(Outcome::Later(Task::Continue(self)));
                };
                if let Some(end) = end {
                    count += 1;
                    if let Some(function) = self.replace(machine, &mut out, end)? {
                        self.purpose = Purpose::Substitute {
                            out,
                            count,
                            count_max,
                            end,
                            awaits: true,
                        };
                        return Ok(Outcome::Call {
                            function,
                            wanted: 1,
                            task: Task::Continue(self),
                        });
                    }
                }
                found = Some(end);
            }
            match found.take().flatten() {
                Some(end) if end > self.at => self.at = end,
                _ => match self.text.get(self.at) {
                    Some(byte) => {
                        out.push(*byte);
                        self.at += 1;
                    }
                    None => break,
                },
            }
            machine.allow(out.len())?;
            if self.is_anchored {
                break;
            }
        }
        out.extend_from_slice(self.text.get(self.at..).unwrap_or_default());
        machine.reserve(out.len())?;
        let text = machine.heap.owned_string(Arc::new(out));
        machine.push(LuaValue::String(text));
        machine.push(LuaValue::Number(count as f64));
        Ok(Outcome::Return(2))
    }

    /// Appends what replaces a match, or puts a call on the stack that will say it.
    fn replace(
        &self,
        machine: &mut Machine,
        out: &mut Vec<u8>,
        end: usize,
    ) -> Result<Option<usize>> {
        match machine.argument(3) {
            function @ LuaValue::Function(_) => {
                let place = machine.top();
                machine.push(function);
                self.push_captures(machine, end, true)?;
                Ok(Some(place))
            }
            table @ LuaValue::Table(_) => {
                let key = self.capture(machine, 0, end)?;
                match machine.index(table, key)? {
                    Ok(value) => {
                        self.push_replacement(machine, out, value, end)?;
                        Ok(None)
                    }
                    Err((metamethod, table)) => {
                        let place = machine.top();
                        machine.push(metamethod);
                        machine.push(table);
                        machine.push(key);
                        Ok(Some(place))
                    }
                }
            }
            _ => {
                let replacement = machine.bytes_argument(3)?;
                let mut bytes = replacement.iter();
                while let Some(byte) = bytes.next() {
                    if *byte != b'%' {
                        out.push(*byte);
                        continue;
                    }
                    match bytes.next().copied().unwrap_or(0) {
                        b'0' => {
                            out.extend_from_slice(self.text.get(self.at..end).unwrap_or_default())
                        }
                        digit @ b'1'..=b'9' => {
                            let value = self.capture(machine, usize::from(digit - b'1'), end)?;
                            if let Some(id) = machine.string_of(value) {
                                out.extend_from_slice(machine.heap.bytes_of(id));
                            }
                        }
                        other => out.push(other),
                    }
                }
                Ok(None)
            }
        }
    }

    fn push_replacement(
        &self,
        machine: &mut Machine,
        out: &mut Vec<u8>,
        value: LuaValue,
        end: usize,
    ) -> Result<()> {
        if !value.is_true() {
            out.extend_from_slice(self.text.get(self.at..end).unwrap_or_default());
            return Ok(());
        }
        match machine.string_of(value) {
            Some(id) => out.extend_from_slice(machine.heap.bytes_of(id)),
            None => {
                let kind = value.type_name().as_bytes();
                return Err(machine.fail(&[b"invalid replacement value (a ", kind, b")"].concat()));
            }
        }
        machine.allow(out.len())
    }
}

fn find(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    search(machine, host, Purpose::Find)
}

fn match_(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    search(machine, host, Purpose::Match)
}

fn search(machine: &mut Machine, host: &mut dyn Host, purpose: Purpose) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let pattern = machine.bytes_argument(2)?;
    let start = machine.optional_integer(3, 1)?;
    let start = (position(start, text.len()) - 1)
        .max(0)
        .min(text.len() as i64) as usize;
    let mut purpose = purpose;
    if matches!(purpose, Purpose::Find) {
        let mut special = pattern.iter().take_while(|byte| **byte != 0);
        let is_plain = !special.any(|byte| b"^$*+?.([%-".contains(byte));
        if is_plain || machine.argument(4).is_true() {
            purpose = Purpose::FindPlain;
        }
    }
    Box::new(Search::new(text, pattern, start, purpose)).go_on(machine, host)
}

fn gmatch(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.string_argument(1)?;
    let pattern = machine.string_argument(2)?;
    let iterator = machine.heap.new_closure(Closure::Native {
        function: next_match,
        upvalues: vec![
            LuaValue::String(text),
            LuaValue::String(pattern),
            LuaValue::Number(0.0),
        ],
    });
    machine.result(iterator)
}

fn next_match(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let (LuaValue::String(text), LuaValue::String(pattern), LuaValue::Number(at)) = (
        machine.own_value(0),
        machine.own_value(1),
        machine.own_value(2),
    ) else {
        return Ok(Outcome::Return(0));
    };
    let text = machine.heap.shared_bytes(text);
    let pattern = machine.heap.shared_bytes(pattern);
    let at = at as usize;
    if at > text.len() {
        return Ok(Outcome::Return(0));
    }
    Box::new(Search::new(text, pattern, at, Purpose::Iterate)).go_on(machine, host)
}

fn gsub(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let pattern = machine.bytes_argument(2)?;
    let count_max = machine.optional_int(4, (text.len() + 1) as i32)?;
    match machine.argument(3) {
        LuaValue::Number(_) | LuaValue::String(_) | LuaValue::Function(_) | LuaValue::Table(_) => {}
        _ => return Err(machine.bad_argument(3, b"string/function/table expected")),
    }
    let purpose = Purpose::Substitute {
        out: Vec::new(),
        count: 0,
        count_max: i64::from(count_max),
        end: 0,
        awaits: false,
    };
    Box::new(Search::new(text, pattern, 0, purpose)).go_on(machine, host)
}
