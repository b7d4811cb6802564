//! Which request refused a client that has failed: the last one whose reply a condition looks at. A count of attempts
//! before it, or of failures behind it, keeps nobody out.

use super::effects::key_of;
use super::expression::Atom;
use super::live::{Kept, replied_in};
use super::program::{CommandWord, Op, OpKind, Program, Servers};

/// The use of the reply to a request, up to the next one.
struct Heard {
    /// A condition looks at it.
    is_tested: bool,
    /// A register keeps it.
    is_kept: bool,
    /// A condition looks at what may be the reply to another request.
    recalls: bool,
    /// The only one of several replies that conditions look at, by its place from 1.
    only: Option<usize>,
}

impl Program {
    /// The key by which a client was refused that had the reply to the request at this index, and the servers that were
    /// asked. `None` where it is not clear: none, several, a computed one, or a command that is not known.
    pub fn refused_by(&self, at: usize) -> Option<(&[u8], &Servers)> {
        let looked_at = |at: &usize| {
            let heard = self.heard(*at);
            heard.is_some_and(|heard| heard.is_tested || heard.recalls) && !self.waits(*at)
        };
        let at = (0..=at).rev().find(looked_at)?;
        let key = self.key_at(at)?;
        let recalls = self.heard(at)?.recalls;
        // A command behind an `if` is asked where another reply has let it.
        let before = self.op(at.wrapping_sub(1)).map(|op| &op.kind);
        let is_guarded = matches!(before, Some(OpKind::If(..)));
        let is_another = |other: usize| {
            let decides = |heard: Heard| recalls && heard.is_kept || is_guarded && heard.is_tested;
            self.heard(other).is_some_and(decides) && self.key_at(other) != Some(key)
        };
        if (0..self.work).any(is_another) {
            return None;
        }
        Some((key, self.servers_of(at)))
    }

    /// Whether a client may be refused by this key.
    pub fn may_refuse_by(&self, key: &[u8]) -> bool {
        (0..self.work).any(|at| self.refused_by(at).is_some_and(|(own, _)| own == key))
    }

    fn heard(&self, at: usize) -> Option<Heard> {
        let (request, behind) = self.ops.get(at..self.work)?.split_first()?;
        if !request.kind.is_request() {
            return None;
        }
        let mut own = Kept::REPLY.and(Kept::ANSWERS);
        let replied = replied_in(&self.ops);
        let mut heard = Heard {
            is_tested: false,
            is_kept: false,
            recalls: false,
            only: None,
        };
        for Op { kind, .. } in behind {
            match kind {
                OpKind::Assign(register, value) if value.names_kept(own) => {
                    own = own.and(Kept::register(*register));
                    heard.is_kept = true;
                }
                OpKind::If(condition, _) => {
                    for side in [&condition.left, &condition.right] {
                        if side.names_kept(own) {
                            let one = side.atoms().find_map(|atom| match atom {
                                Atom::Element(place) => Some(*place),
                                _ => None,
                            });
                            let is_first = !heard.is_tested;
                            heard.only = one.filter(|_| is_first || heard.only == one);
                            heard.is_tested = true;
                        }
                        heard.recalls |= side.names_kept(replied.without(own));
                    }
                }
                kind if kind.is_request() => break,
                _ => {}
            }
        }
        Some(heard)
    }

    /// Whether it asks for replicas: how many have a write turns nobody away from the key that was written.
    fn waits(&self, at: usize) -> bool {
        let op = self.op(at).map(|op| &op.kind);
        matches!(op, Some(OpKind::Command(words, _))
            if matches!(words.first(), Some(CommandWord::Literal(name)) if name == b"WAIT"))
    }

    fn key_at(&self, at: usize) -> Option<&[u8]> {
        let commands: &[Vec<CommandWord>] = match &self.ops.get(at)?.kind {
            OpKind::Command(words, _) => std::slice::from_ref(words),
            OpKind::Transaction(commands) => commands,
            _ => return None,
        };
        // Of a transaction the first is MULTI, whose place is no reply's, and EXEC has no key either.
        let only = self.heard(at)?.only.and_then(|place| commands.get(place));
        let looked_at = only.map_or(commands, std::slice::from_ref);
        let mut keys = looked_at.iter().filter(|words| words.len() > 1);
        let key = key_of(keys.next()?)?;
        keys.all(|words| key_of(words) == Some(key)).then_some(key)
    }
}
