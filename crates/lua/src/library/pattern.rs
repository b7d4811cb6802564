//! Lua's patterns. The matcher keeps what it may come back to on a stack of its own, so that it can stop after any step.

/// The most captures of a pattern.
const CAPTURES_MAX: usize = 32;
const ESCAPE: u8 = b'%';

/// What is wrong with a pattern, in Lua's words.
pub type PatternError = &'static [u8];

/// What a pair of parentheses has matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// It is not closed yet.
    Unfinished,
    /// It stands for its position, `()`.
    Position,
    /// So many bytes.
    Length(usize),
}

/// A pair of parentheses: where it began and what it matched.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    pub start: usize,
    pub extent: Extent,
}

/// What to try when the rest does not match.
#[derive(Clone, Copy, Debug)]
enum Retry {
    /// One repetition less, of so many from a place on.
    Fewer {
        start: usize,
        count: usize,
        next: usize,
    },
    /// One repetition more of the item at `item`.
    More { at: usize, item: usize, end: usize },
    /// Without the optional item.
    Skip { at: usize, next: usize },
    /// Nothing; a pair of parentheses was not opened.
    Unopen,
    /// Nothing; a pair was not closed.
    Unclose(usize),
}

/// How far a match has come.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    pub captures: Vec<Capture>,
    retries: Vec<Retry>,
    at: usize,
    pattern_at: usize,
}

/// What a run of the matcher found.
pub enum Matched {
    /// The place behind the match.
    To(usize),
    /// Nothing.
    No,
    /// The steps are used up.
    Paused,
}

impl Matcher {
    /// Begins a match at a place of the text, of a pattern from a place on.
    pub fn start(&mut self, at: usize, pattern_at: usize) {
        self.captures.clear();
        self.retries.clear();
        self.at = at;
        self.pattern_at = pattern_at;
    }

    /// Goes on until the match is decided or the steps are used up.
    pub fn run(
        &mut self,
        text: &[u8],
        pattern: &[u8],
        steps: &mut i64,
    ) -> Result<Matched, PatternError> {
        loop {
            if *steps <= 0 {
                return Ok(Matched::Paused);
            }
            *steps -= 1;
            match self.step(text, pattern, steps)? {
                Some(true) => return Ok(Matched::To(self.at)),
                Some(false) if !self.retry(text, pattern) => return Ok(Matched::No),
                _ => {}
            }
        }
    }

    fn retry(&mut self, text: &[u8], pattern: &[u8]) -> bool {
        while let Some(retry) = self.retries.pop() {
            match retry {
                Retry::Fewer { start, count, next } => {
                    if let Some(count) = count.checked_sub(1) {
                        self.retries.push(Retry::Fewer { start, count, next });
                        self.go(start + count, next);
                        return true;
                    }
                }
                Retry::More { at, item, end } => {
                    if at < text.len() && is_single(byte(text, at), pattern, item, end) {
                        let at = at + 1;
                        self.retries.push(Retry::More { at, item, end });
                        self.go(at, end + 1);
                        return true;
                    }
                }
                Retry::Skip { at, next } => {
                    self.go(at, next);
                    return true;
                }
                Retry::Unopen => {
                    self.captures.pop();
                }
                Retry::Unclose(index) => {
                    if let Some(capture) = self.captures.get_mut(index) {
                        capture.extent = Extent::Unfinished;
                    }
                }
            }
        }
        false
    }

    fn go(&mut self, at: usize, pattern_at: usize) {
        self.at = at;
        self.pattern_at = pattern_at;
    }

    /// Matches what a capture has matched, by its digit.
    fn captured(
        &mut self,
        text: &[u8],
        digit: u8,
        steps: &mut i64,
    ) -> Result<Option<bool>, PatternError> {
        let (at, item) = (self.at, self.pattern_at);
        let index = usize::from(digit).wrapping_sub(usize::from(b'1'));
        let capture = match self.captures.get(index) {
            Some(capture) if capture.extent != Extent::Unfinished => *capture,
            _ => return Err(b"invalid capture index"),
        };
        let length = match capture.extent {
            Extent::Length(length) => length,
            // C takes the mark of a position for a length that nothing has.
            _ => return Ok(Some(false)),
        };
        let old = text.get(capture.start..capture.start + length);
        if old.is_some() && text.get(at..at + length) == old {
            *steps -= length as i64 / 16;
            self.go(at + length, item + 2);
            return Ok(None);
        }
        Ok(Some(false))
    }

    /// Matches one item: `None` to go on with the next.
    fn step(
        &mut self,
        text: &[u8],
        pattern: &[u8],
        steps: &mut i64,
    ) -> Result<Option<bool>, PatternError> {
        let (at, item) = (self.at, self.pattern_at);
        match (byte(pattern, item), byte(pattern, item + 1)) {
            (b'(', next) => {
                if self.captures.len() >= CAPTURES_MAX {
                    return Err(b"too many captures");
                }
                let (extent, skipped) = match next {
                    b')' => (Extent::Position, 2),
                    _ => (Extent::Unfinished, 1),
                };
                self.captures.push(Capture { start: at, extent });
                self.retries.push(Retry::Unopen);
                self.go(at, item + skipped);
                Ok(None)
            }
            (b')', _) => {
                let is_open = |capture: &Capture| capture.extent == Extent::Unfinished;
                let Some(index) = self.captures.iter().rposition(is_open) else {
                    return Err(b"invalid pattern capture");
                };
                if let Some(capture) = self.captures.get_mut(index) {
                    capture.extent = Extent::Length(at - capture.start);
                }
                self.retries.push(Retry::Unclose(index));
                self.go(at, item + 1);
                Ok(None)
            }
            (ESCAPE, b'b') => {
                let (open, close) = (byte(pattern, item + 2), byte(pattern, item + 3));
                if open == 0 || close == 0 {
                    return Err(b"unbalanced pattern");
                }
                Ok(match balanced(text, at, open, close, steps) {
                    Some(end) => {
                        self.go(end, item + 4);
                        None
                    }
                    None => Some(false),
                })
            }
            (ESCAPE, b'f') => {
                let set = item + 2;
                if byte(pattern, set) != b'[' {
                    return Err(b"missing '[' after '%f' in pattern");
                }
                let end = class_end(pattern, set)?;
                let before = at.checked_sub(1).map_or(0, |before| byte(text, before));
                if in_set(before, pattern, set, end - 1)
                    || !in_set(byte(text, at), pattern, set, end - 1)
                {
                    return Ok(Some(false));
                }
                self.go(at, end);
                Ok(None)
            }
            (ESCAPE, digit @ b'0'..=b'9') => self.captured(text, digit, steps),
            (0, _) => Ok(Some(true)),
            (b'$', 0) => Ok(Some(at == text.len())),
            _ => self.single(text, pattern, steps),
        }
    }

    /// Matches a class of characters, with what says how often it may come.
    fn single(
        &mut self,
        text: &[u8],
        pattern: &[u8],
        steps: &mut i64,
    ) -> Result<Option<bool>, PatternError> {
        let (at, item) = (self.at, self.pattern_at);
        let end = class_end(pattern, item)?;
        let is_match = at < text.len() && is_single(byte(text, at), pattern, item, end);
        match byte(pattern, end) {
            b'?' => {
                if is_match {
                    self.retries.push(Retry::Skip { at, next: end + 1 });
                    self.go(at + 1, end + 1);
                } else {
                    self.go(at, end + 1);
                }
            }
            b'+' if !is_match => return Ok(Some(false)),
            repetition @ (b'*' | b'+') => {
                let start = at + usize::from(repetition == b'+');
                let mut count = 0;
                while start + count < text.len()
                    && is_single(byte(text, start + count), pattern, item, end)
                {
                    count += 1;
                }
                *steps -= count as i64 / 4;
                let next = end + 1;
                self.retries.push(Retry::Fewer { start, count, next });
                self.go(start + count, next);
            }
            b'-' => {
                self.retries.push(Retry::More { at, item, end });
                self.go(at, end + 1);
            }
            _ if !is_match => return Ok(Some(false)),
            _ => self.go(at + 1, end),
        }
        Ok(None)
    }
}

/// A byte of a C string: 0 behind its end.
fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

fn class_end(pattern: &[u8], start: usize) -> Result<usize, PatternError> {
    let mut at = start + 1;
    match byte(pattern, start) {
        ESCAPE => {
            if byte(pattern, at) == 0 {
                return Err(b"malformed pattern (ends with '%')");
            }
            Ok(at + 1)
        }
        b'[' => {
            if byte(pattern, at) == b'^' {
                at += 1;
            }
            loop {
                if byte(pattern, at) == 0 {
                    return Err(b"malformed pattern (missing ']')");
                }
                at += 1;
                if byte(pattern, at - 1) == ESCAPE && byte(pattern, at) != 0 {
                    at += 1;
                }
                if byte(pattern, at) == b']' {
                    return Ok(at + 1);
                }
            }
        }
        _ => Ok(at),
    }
}

fn in_class(byte: u8, class: u8) -> bool {
    let is_in = match class.to_ascii_lowercase() {
        b'a' => byte.is_ascii_alphabetic(),
        b'c' => byte.is_ascii_control(),
        b'd' => byte.is_ascii_digit(),
        b'l' => byte.is_ascii_lowercase(),
        b'p' => byte.is_ascii_punctuation(),
        b's' => crate::lua::number::is_space(byte),
        b'u' => byte.is_ascii_uppercase(),
        b'w' => byte.is_ascii_alphanumeric(),
        b'x' => byte.is_ascii_hexdigit(),
        b'z' => byte == 0,
        _ => return class == byte,
    };
    is_in == class.is_ascii_lowercase()
}

/// Whether a byte is in the set between `[` at `start` and `]` at `end`.
fn in_set(value: u8, pattern: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    let is_negated = byte(pattern, at + 1) == b'^';
    if is_negated {
        at += 1;
    }
    loop {
        at += 1;
        if at >= end {
            return is_negated;
        }
        let item = byte(pattern, at);
        let is_in = if item == ESCAPE {
            at += 1;
            in_class(value, byte(pattern, at))
        } else if byte(pattern, at + 1) == b'-' && at + 2 < end {
            at += 2;
            (item..=byte(pattern, at)).contains(&value)
        } else {
            item == value
        };
        if is_in {
            return !is_negated;
        }
    }
}

fn is_single(value: u8, pattern: &[u8], start: usize, end: usize) -> bool {
    match byte(pattern, start) {
        b'.' => true,
        ESCAPE => in_class(value, byte(pattern, start + 1)),
        b'[' => in_set(value, pattern, start, end - 1),
        item => item == value,
    }
}

fn balanced(text: &[u8], start: usize, open: u8, close: u8, steps: &mut i64) -> Option<usize> {
    if start >= text.len() || byte(text, start) != open {
        return None;
    }
    let mut depth = 1;
    for (at, value) in text.iter().enumerate().skip(start + 1) {
        *steps -= 1;
        if *value == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        } else if *value == open {
            depth += 1;
        }
    }
    None
}
