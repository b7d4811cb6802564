//! Whether a program counts with a key, and does nothing with the numbers but show them to the store: then only their
//! order matters. Read from the text alone.

use super::expression::{Atom, Expression};
use super::program::{Ask, CommandWord, Op, OpKind, Program, Servers, StoreDeed, is_eval};

/// Commands that name all keys that they touch, beside INCR.
const PLAIN: [&[u8]; 21] = [
    b"SET", b"SETNX", b"GET", b"GETSET", b"GETDEL", b"GETEX", b"DEL", b"UNLINK", b"EXISTS",
    b"EXPIRE", b"PEXPIRE", b"TTL", b"PTTL", b"SETEX", b"PSETEX", b"PING", b"TIME", b"WATCH",
    b"UNWATCH", b"MULTI", b"EXEC",
];
/// What a script may call, written as it is there.
const CALLS: [&[u8]; 4] = [
    b"redis.call(\"get\",KEYS[",
    b"redis.call(\"del\",KEYS[",
    b"redis.call(\"set\",KEYS[",
    b"redis.call(\"pexpire\",KEYS[",
];
/// What makes texts, or finds functions by their names.
const MAKERS: [&[u8]; 10] = [
    b"..",
    b"string",
    b"table",
    b"struct",
    b"cjson",
    b"cmsgpack",
    b"load",
    b"env",
    b"_G",
    b"\\",
];

/// What a register or the reply may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Nothing that was looked at leads here.
    Unreached,
    /// No number of the counter.
    Plain,
    /// A number of the counter, or nil.
    Count,
    /// Several values, the one at this place, from 1, a number of the counter.
    Among(usize),
    /// This or that.
    Any,
}

/// What the reply and the registers hold before an op.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    reply: Holds,
    registers: Vec<Holds>,
}

impl Program {
    /// The first key that it counts with.
    pub fn counter(&self) -> Option<&[u8]> {
        let mut commands = self.ops.iter().flat_map(|op| op.kind.commands());
        commands.find_map(counted)
    }

    /// Whether it touches this key by INCR alone, and does nothing with what that replies but show it to the store, which is shown
    /// no other number. So it holds for any program that does not know the key, if it shows the store no number.
    pub fn only_counts(&self, key: &[u8]) -> bool {
        let mut commands = self.ops.iter().flat_map(|op| op.kind.commands());
        let by_one = |op: &Op| match &op.kind {
            OpKind::Command(_, ask) => matches!(
                ask,
                Ask {
                    servers: Servers::Primary,
                    ..
                }
            ),
            _ => true,
        };
        !self.has_meanwhile()
            && self.scripts().bodies().all(|body| calls_by_keys(body, key))
            && self.ops.iter().all(by_one)
            && commands.all(|words| is_plain(words, key))
            && !self.names_elsewhere(key)
            && self.follow(key).is_some()
    }

    /// Whether the key stands anywhere but behind INCR.
    fn names_elsewhere(&self, key: &[u8]) -> bool {
        let commands = self.ops.iter().flat_map(|op| op.kind.commands());
        let by_incr = commands.filter(|words| counted(words) == Some(key)).count();
        let mut all = 0;
        self.any_literal(&mut |text: &[u8]| {
            all += usize::from(text == key);
            false
        });
        all != by_incr
    }

    /// What is held before each op; `None` where a number of the counter goes astray.
    fn follow(&self, key: &[u8]) -> Option<()> {
        let count = self.registers.len();
        let none = |holds: Holds| Held {
            reply: holds,
            registers: vec![holds; count],
        };
        let mut before = vec![none(Holds::Unreached); self.ops.len() + 1];
        *before.first_mut()? = none(Holds::Plain);
        loop {
            let mut has_changed = false;
            for (at, op) in self.ops.iter().enumerate() {
                let mut held = before.get(at)?.clone();
                if held.reply == Holds::Unreached {
                    continue;
                }
                op.kind.pass(key, &mut held);
                for next in self.next(at, &op.kind).into_iter().flatten() {
                    has_changed |= before.get_mut(next)?.join(&held);
                }
            }
            if !has_changed {
                break;
            }
        }
        let mut pairs = self.ops.iter().zip(&before);
        pairs
            .all(|(op, held)| op.kind.only_shows(held))
            .then_some(())
    }

    /// The ops that may come next. What ends a program leads to its beginning.
    fn next(&self, at: usize, kind: &OpKind) -> [Option<usize>; 2] {
        match kind {
            OpKind::If(_, otherwise) => [Some(at + 1), Some(*otherwise)],
            OpKind::Enter(_) => [Some(self.work), None],
            OpKind::Retry | OpKind::GiveUp | OpKind::Leave | OpKind::Done => [Some(0), None],
            _ => [Some(at + 1), None],
        }
    }
}

impl OpKind {
    /// The commands that it sends.
    fn commands(&self) -> impl Iterator<Item = &[CommandWord]> {
        let (one, several) = match self {
            OpKind::Command(words, _) => (Some(words), None),
            OpKind::Transaction(all) => (None, Some(all)),
            _ => (None, None),
        };
        let several = several.into_iter().flatten();
        one.into_iter().chain(several).map(Vec::as_slice)
    }

    /// What is held behind it.
    fn pass(&self, key: &[u8], held: &mut Held) {
        for word in self.commands().flatten() {
            if let CommandWord::Computed(Some(register), value) = word {
                held.assign(*register, value);
            }
        }
        match self {
            OpKind::Command(words, _) => {
                held.reply = match counted(words) == Some(key) {
                    true => Holds::Count,
                    false => Holds::Plain,
                };
            }
            OpKind::Transaction(all) => {
                // The first is MULTI, whose place is no reply's.
                let mut places = (0..)
                    .zip(all)
                    .filter(|(_, words)| counted(words) == Some(key));
                held.reply = match (places.next(), places.next()) {
                    (None, _) => Holds::Plain,
                    (Some((place, _)), None) => Holds::Among(place),
                    (Some(_), Some(_)) => Holds::Any,
                };
            }
            OpKind::Store { .. } => held.reply = Holds::Plain,
            OpKind::Assign(register, value) => held.assign(*register, value),
            _ => {}
        }
    }

    /// Whether no number of the counter serves for anything but to be kept or shown, and no other number is shown.
    fn only_shows(&self, held: &Held) -> bool {
        let plain = |value: &Expression| value.atoms().all(|atom| held.of(atom) == Holds::Plain);
        let is_reached = held.reply != Holds::Unreached;
        !is_reached
            || match self {
                OpKind::Command(words, ask) => {
                    held.all_plain(words) && ask.within.as_ref().is_none_or(plain)
                }
                OpKind::Transaction(all) => all.iter().all(|words| held.all_plain(words)),
                OpKind::Store { deed, token } => {
                    let is_written = match deed {
                        StoreDeed::Write(value) => plain(value),
                        StoreDeed::Read | StoreDeed::Claim => true,
                    };
                    is_written && token.as_ref().is_none_or(|token| held.is_shown(token))
                }
                OpKind::Assign(_, value) => value.is_one() || plain(value),
                OpKind::If(condition, _) => plain(&condition.left) && plain(&condition.right),
                OpKind::Enter(value)
                | OpKind::Wait(value)
                | OpKind::Work(value)
                | OpKind::Extend(value) => plain(value),
                OpKind::Retry | OpKind::GiveUp | OpKind::Leave | OpKind::Done => true,
            }
    }
}

impl Held {
    fn of(&self, atom: &Atom) -> Holds {
        match (atom, self.reply) {
            (Atom::Reply, Holds::Among(_)) => Holds::Any,
            (Atom::Reply, reply) => reply,
            (Atom::Element(place), Holds::Among(counted)) if *place == counted => Holds::Count,
            (Atom::Element(_), Holds::Among(_) | Holds::Plain) => Holds::Plain,
            (Atom::Element(_), _) => Holds::Any,
            (Atom::Register(index), _) => self.registers.get(*index).copied().unwrap_or(Holds::Any),
            _ => Holds::Plain,
        }
    }

    fn assign(&mut self, register: usize, value: &Expression) {
        let mut all = value.atoms().map(|atom| self.of(atom));
        let new = match value.is_one() {
            true => all.next().unwrap_or(Holds::Any),
            false if all.all(|holds| holds == Holds::Plain) => Holds::Plain,
            false => Holds::Any,
        };
        if let Some(held) = self.registers.get_mut(register) {
            *held = new;
        }
    }

    fn all_plain(&self, words: &[CommandWord]) -> bool {
        let is_plain = |word: &CommandWord| match word {
            CommandWord::Literal(_) => true,
            CommandWord::Computed(_, value) => {
                value.atoms().all(|atom| self.of(atom) == Holds::Plain)
            }
        };
        words.iter().all(is_plain)
    }

    /// Whether a token is a number of the counter, or no number.
    fn is_shown(&self, token: &Expression) -> bool {
        let mut atoms = token.atoms();
        let is_text = |atom: &Atom| matches!(atom, Atom::Token | Atom::Me | Atom::Draft);
        let atom = atoms.next().filter(|_| token.is_one());
        atom.is_some_and(|atom| is_text(atom) || self.of(atom) == Holds::Count)
    }

    /// Takes in what is held on another way. Whether that is new.
    fn join(&mut self, other: &Held) -> bool {
        let own = self.registers.iter_mut().chain([&mut self.reply]);
        let others = other.registers.iter().chain([&other.reply]);
        own.zip(others).fold(false, |has_changed, (held, other)| {
            let new = match (*held, *other) {
                (Holds::Unreached, holds) | (holds, Holds::Unreached) => holds,
                (one, other) if one == other => one,
                _ => Holds::Any,
            };
            let is_new = *held != new;
            *held = new;
            has_changed | is_new
        })
    }
}

impl Expression {
    /// Whether it is one operand as it is.
    fn is_one(&self) -> bool {
        matches!(self.terms.as_slice(), [term] if !term.negative && term.factors.len() == 1)
    }
}

/// The key of an INCR.
fn counted(words: &[CommandWord]) -> Option<&[u8]> {
    match words {
        [CommandWord::Literal(name), CommandWord::Literal(key)]
            if name.eq_ignore_ascii_case(b"INCR") =>
        {
            Some(key)
        }
        _ => None,
    }
}

fn is_plain(words: &[CommandWord], key: &[u8]) -> bool {
    let Some(CommandWord::Literal(name)) = words.first() else {
        return false;
    };
    let is_known = |known: &&[u8]| known.eq_ignore_ascii_case(name);
    let is_script = || match words.get(1) {
        Some(CommandWord::Literal(body)) if is_eval(name) => calls_by_keys(body, key),
        _ => false,
    };
    counted(words) == Some(key) || PLAIN.iter().any(is_known) || is_script()
}

/// Whether a script touches nothing but the keys that it is given: each call of the server says so where it stands, and
/// there is nothing with which a key's name could be put together, or the server be called by another name.
fn calls_by_keys(body: &[u8], key: &[u8]) -> bool {
    if has(body, key) || MAKERS.iter().any(|word| has(body, word)) {
        return false;
    }
    let mut begins = (0..body.len()).filter_map(|at| body.get(at..));
    begins
        .all(|rest| !rest.starts_with(b"redis") || CALLS.iter().any(|call| rest.starts_with(call)))
}

fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len().max(1)).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    #[test]
    fn the_algorithms_of_fencing_count_and_do_nothing_else_with_the_numbers() {
        for algorithm in Algorithm::ALL {
            let program = algorithm.program();
            let counts = program.counter().is_some();
            assert_eq!(
                counts,
                program.source().contains("INCR"),
                "{}",
                algorithm.id()
            );
            assert_eq!(
                counts,
                program.counter() == Some(b"fence"),
                "{}",
                algorithm.id()
            );
            if counts {
                assert!(program.only_counts(b"fence"), "{}", algorithm.id());
            }
        }
        assert!(Algorithm::Px.program().only_counts(b"fence"));
    }

    #[test]
    fn a_number_that_serves_for_more_is_found() {
        let told = Algorithm::FenceRead.program().source().to_owned();
        let changes = [
            // It is compared, computed with, sent or written.
            (
                "  fence := reply.2",
                "  fence := reply.2\n  if fence > 3: retry",
            ),
            (
                "  fence := reply.2",
                "  if reply.2 = 7: retry\n  fence := reply.2",
            ),
            ("  fence := reply.2", "  fence := reply.2 + 1"),
            (
                "  fence := reply.2",
                "  fence := reply.2\n  SET other <fence>",
            ),
            ("write draft with fence", "write fence with fence"),
            ("  fence := reply.2", "  fence := reply.2\n  wait fence"),
            // The store sees other numbers as well.
            ("read with fence", "read with 3"),
            ("read with fence", "read with now"),
            (
                "  fence := reply.2",
                "  fence := reply.2\n  if now > 3: fence := 7",
            ),
            // The key is touched in other ways, perhaps.
            ("  INCR fence", "  INCR fence\n  INCR fence"),
            ("  MULTI", "  GET fence\n  MULTI"),
            ("  MULTI", "  FLUSHALL\n  MULTI"),
            ("  MULTI", "  INCRBY fence 2\n  MULTI"),
            ("  MULTI", "  INCR other\n  MULTI"),
            ("(\"del\",KEYS[1])", "(\"del\",\"fen\"..\"ce\")"),
            (
                "return redis.call(\"del\",KEYS[1])",
                "local r = redis r.call(\"del\",\"fe\"..\"nce\")",
            ),
        ];
        for (from, to) in changes {
            let changed = told.replace(from, to);
            let Ok(program) = Program::parse(&changed) else {
                panic!("{changed}");
            };
            assert_ne!(changed, told, "{from}");
            assert!(!program.only_counts(b"fence"), "{to}");
        }
    }
}
