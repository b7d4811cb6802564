//! What servers do with the values that a program sends. A search renames values only where servers treat them as that
//! allows. Read from the text alone: a command or a script that is not known here counts as one that may do anything.

mod script;

use super::expression::{Atom, Expression};
use super::live::{CONSTANT_MAX, Kept, WILD};
use super::named::Named;
use super::program::{CommandWord, OpKind, Program, is_eval};
use keyspace::number;

/// How servers treat the values of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Every command and every script is known.
    pub is_known: bool,
    /// Values are stored, returned and compared for equality, and nothing else: names of clients and tokens may be
    /// exchanged one to one.
    pub is_opaque: bool,
    /// Times are stored, returned, compared with times and used as deadlines, and nothing else: all times may be shifted
    /// at once.
    pub keeps_times: bool,
    /// No reply that the program looks at measures time, and every duration is a multiple of so many milliseconds, a
    /// divisor of 1000. `None` where that is not known.
    pub grain_ms: Option<i64>,
    /// A key may get a deadline.
    pub has_deadlines: bool,
    /// Values are compared with each other that no program sends at that time.
    pub compares_kept: bool,
    /// A reply that the program looks at may be a remaining time.
    pub measures: bool,
    /// The largest number that is no time and stands in a script, or in a command that compares it with times.
    pub number_max: i64,
    /// The keys whose numbers are computed with.
    counted: Vec<Vec<u8>>,
    /// The keys that may hold a time.
    timed: Vec<Vec<u8>>,
    /// The keys whose members are shown in the order of their texts.
    ordered: Vec<Vec<u8>>,
}

/// A word of a command, as far as its value is known.
#[derive(Clone, Debug)]
enum Word<'a> {
    Literal(&'a [u8]),
    Computed(&'a Expression),
    /// A reply within a script.
    Any,
}

/// The commands whose effects are known, with the roles of their words: `k` key, `a` key whose number is computed with,
/// `v` value, `s` score, `n` plain number, `d` duration in seconds, `m` in milliseconds, `w` second of a deadline, `M`
/// millisecond of a deadline. `?` stands for options, what follows `*` repeats, and `-` for no words.
const KNOWN: &[u8] = b"\
    GET k GETDEL k GETEX k? GETSET kv SET kv? SETNX kv SETEX kdv PSETEX kmv DEL *k DELEX k? UNLINK *k \
    MGET *k MSET *kv MSETNX *kv \
    EXISTS *k TYPE k EXPIRE kd? PEXPIRE km? EXPIREAT kw? PEXPIREAT kM? PERSIST k TTL k PTTL k \
    INCR a DECR a INCRBY an DECRBY an RPUSH k*v LPUSH k*v RPUSHX k*v LPUSHX k*v LREM knv \
    LINDEX kn LPOP k RPOP k BLPOP kd BRPOP kd LRANGE knn LLEN k LTRIM knn LSET knv LPOS kv RPOPLPUSH kk SADD k*v \
    SREM k*v SISMEMBER kv SMISMEMBER k*v SCARD k HSET k*vv HMSET k*vv HSETNX kvv HGET kv \
    HMGET k*v HDEL k*v HEXISTS kv HLEN k WAIT nn HINCRBY avn ZADD k?*sv ZSCORE kv ZREM k*v \
    ZCARD k ZCOUNT kss ZREMRANGEBYSCORE kss ZRANGE knn ZREVRANGE knn ZRANGEBYSCORE kss ZRANK kv \
    ZREVRANK kv ZPOPMIN k PING - TIME - WATCH *k UNWATCH - MULTI - EXEC -";

/// Commands that show members of equal scores in the order of their texts.
const ORDERED: [&[u8]; 6] = [
    b"ZRANGE",
    b"ZREVRANGE",
    b"ZRANGEBYSCORE",
    b"ZRANK",
    b"ZREVRANK",
    b"ZPOPMIN",
];

/// Options, with the role of the word behind each, or `-`.
const OPTIONS: &[u8] =
    b"NX - XX - GT - LT - CH - GET - KEEPTTL - PERSIST - EX d PX m EXAT w PXAT M IFEQ v IFNE v";

/// The name in a table, as it stands there, with the roles behind it.
fn entry(table: &'static [u8], name: &[u8]) -> Option<(&'static [u8], &'static [u8])> {
    let mut words = table.split(|byte| *byte == b' ');
    while let (Some(known), Some(roles)) = (words.next(), words.next()) {
        if known.eq_ignore_ascii_case(name) {
            return Some((known, roles));
        }
    }
    None
}

/// The only key of a command whose words are known; `None` where that is not clear.
pub(super) fn key_of(words: &[CommandWord]) -> Option<&[u8]> {
    let (name, rest) = words.split_first()?;
    let CommandWord::Literal(name) = name else {
        return None;
    };
    let key = match rest {
        [_, CommandWord::Literal(count), key, ..] if name.starts_with(b"EVAL") && count == b"1" => {
            key
        }
        [key, others @ ..] => match entry(KNOWN, name)?.1 {
            [b'*', ..] if !others.is_empty() => return None,
            [b'k', b'k', ..] => return None,
            [b'*', b'k'] | [b'k' | b'a', ..] => key,
            _ => return None,
        },
        [] => return None,
    };
    match key {
        CommandWord::Literal(key) => Some(key),
        CommandWord::Computed(..) => None,
    }
}

impl Effects {
    /// How servers treat the values of these programs, which share keys. Replies may hold a time from the start on where
    /// `replies`.
    pub fn of<'a>(
        programs: impl Iterator<Item = &'a Program>,
        lease_s: i64,
        replies: bool,
    ) -> Effects {
        let mut effects = Effects {
            is_known: true,
            is_opaque: true,
            keeps_times: true,
            grain_ms: Some(1000),
            has_deadlines: false,
            compares_kept: false,
            measures: false,
            number_max: 0,
            counted: Vec::new(),
            timed: Vec::new(),
            ordered: Vec::new(),
        };
        let mut has_times = replies;
        for program in programs {
            has_times |= program.sends_time();
            if replies {
                effects.timed.push(program.lock_key().to_vec());
            }
            let mut reader = Reader {
                effects: &mut effects,
                timed: program.timed(replies),
                lease_s,
                replies: Replies::of(program),
            };
            for words in program.commands() {
                reader.command(program, words);
            }
        }
        effects.compares_kept &= has_times;
        let mut untimed = effects.counted.iter().chain(&effects.ordered);
        effects.keeps_times &= !untimed.any(|key| effects.timed.contains(key));
        effects
    }

    fn nothing_known(&mut self) {
        self.is_known = false;
        self.is_opaque = false;
        self.keeps_times = false;
    }

    fn grain(&mut self, ms: Option<i64>) {
        let both = self.grain_ms.zip(ms);
        self.grain_ms = both.map(|(one, other)| common(one, other.saturating_abs()));
    }
}

/// How a program looks at replies.
struct Replies {
    /// Only whether a reply is nil.
    as_nil: bool,
    /// Of several values only the first.
    as_first: bool,
}

impl Replies {
    fn of(program: &Program) -> Replies {
        let mut found = Replies {
            as_nil: true,
            as_first: true,
        };
        for op in &program.ops {
            if let OpKind::If(condition, _) = &op.kind
                && condition.compares_with_nil()
            {
                continue;
            }
            op.kind.each_expression(&mut |expression| {
                for atom in expression.atoms() {
                    found.as_nil &= !matches!(atom, Atom::Reply | Atom::Element(_));
                    found.as_first &= !matches!(atom, Atom::Reply | Atom::Element(2..));
                }
            });
        }
        found
    }
}

/// Reads commands.
struct Reader<'e> {
    effects: &'e mut Effects,
    timed: Kept,
    lease_s: i64,
    replies: Replies,
}

impl Reader<'_> {
    fn command(&mut self, program: &Program, words: &[CommandWord]) {
        let all: Vec<Word> = words
            .iter()
            .map(|word| match word {
                CommandWord::Literal(text) => Word::Literal(text),
                CommandWord::Computed(_, value) => Word::Computed(value),
            })
            .collect();
        match all.as_slice() {
            [Word::Literal(name), script, count, rest @ ..] if is_eval(name) => {
                let (Word::Literal(script), Word::Literal(count)) = (script, count) else {
                    return self.effects.nothing_known();
                };
                let body = program.scripts().body(script).unwrap_or(script);
                let keys = number::parse(count).and_then(|count| usize::try_from(count).ok());
                let split = keys.and_then(|keys| rest.split_at_checked(keys));
                let Some((keys, arguments)) = split else {
                    return self.effects.nothing_known();
                };
                match script::calls(body, keys, arguments) {
                    Some(found) => self.script(&found),
                    None => self.effects.nothing_known(),
                }
            }
            all => self.call(all),
        }
    }

    fn script(&mut self, found: &script::Found) {
        for call in &found.calls {
            self.call(call);
        }
        let is_named = |word: &&Word| !matches!(word, Word::Any);
        found
            .values
            .iter()
            .filter(is_named)
            .for_each(|word| self.value(word));
        self.effects.compares_kept |= found.compares_kept;
        // What a script does not return at once, it may look at.
        if found.calls.iter().filter(|call| measures(call)).count() > found.measured {
            self.effects.grain_ms = None;
            self.effects.measures = true;
        }
    }

    fn call(&mut self, words: &[Word]) {
        let Some((Word::Literal(name), arguments)) = words.split_first() else {
            return self.effects.nothing_known();
        };
        let Some((name, roles)) = entry(KNOWN, name) else {
            return self.effects.nothing_known();
        };
        let key = match arguments.first() {
            Some(Word::Literal(key)) => *key,
            _ => b"",
        };
        if ORDERED.contains(&name) {
            self.effects.is_opaque = false;
            self.effects.ordered.push(key.to_vec());
        }
        let is_measured = measures(words) && !self.replies.as_nil;
        self.effects.measures |= is_measured;
        if is_measured || name == b"TIME" && !self.replies.as_first {
            self.effects.grain_ms = None;
        }
        if self.roles(roles, arguments, key).is_none() {
            self.effects.nothing_known();
        }
    }

    /// Goes through the words of a command; `None` when they are not as its roles say.
    fn roles<'a>(
        &mut self,
        mut roles: &[u8],
        mut words: &[Word<'a>],
        mut key: &'a [u8],
    ) -> Option<()> {
        while let Some((role, rest)) = roles.split_first() {
            roles = rest;
            match role {
                b'-' => {}
                b'?' => words = self.options(words, key)?,
                b'*' => {
                    let is_whole = words.len().checked_rem(roles.len()) == Some(0);
                    for (word, role) in words.iter().zip(roles.iter().cycle()) {
                        // A value belongs to the key before it, of several.
                        if let (b'k', Word::Literal(next)) = (role, word) {
                            key = *next;
                        }
                        self.word(*role, word, key);
                    }
                    return is_whole.then_some(());
                }
                role => {
                    let (word, rest) = words.split_first()?;
                    self.word(*role, word, key);
                    words = rest;
                }
            }
        }
        words.is_empty().then_some(())
    }

    fn options<'w, 'a>(&mut self, mut words: &'w [Word<'a>], key: &[u8]) -> Option<&'w [Word<'a>]> {
        while let Some((Word::Literal(name), rest)) = words.split_first() {
            let Some((_, roles)) = entry(OPTIONS, name) else {
                return Some(words);
            };
            words = rest;
            if let Some(role) = roles.first().filter(|role| **role != b'-') {
                let (word, rest) = words.split_first()?;
                self.word(*role, word, key);
                words = rest;
            }
        }
        Some(words)
    }

    fn word(&mut self, role: u8, word: &Word, key: &[u8]) {
        // A word of a request in transit is taken for a moment where it reads as one.
        if let Word::Literal(text) = word {
            self.effects.keeps_times &=
                number::parse(text).is_none_or(|number| number.abs() < WILD);
        }
        match role {
            b'k' | b'a' => match word {
                Word::Literal(key) if role == b'a' => self.effects.counted.push(key.to_vec()),
                Word::Literal(_) => {}
                // A key is not renamed.
                Word::Computed(_) | Word::Any => self.effects.nothing_known(),
            },
            b'v' => {
                if self.may_be_time(word) {
                    self.effects.timed.push(key.to_vec());
                }
                self.value(word);
            }
            b's' => {
                let is_fine = match word {
                    Word::Literal(text) => {
                        let score = text.strip_prefix(b"(").unwrap_or(text);
                        self.number(score);
                        is_small(score)
                    }
                    Word::Computed(value) => {
                        value.names_time(self.timed) || value.is_small(self.lease_s)
                    }
                    Word::Any => false,
                };
                self.effects.keeps_times &= is_fine;
            }
            // Added to what a key counts.
            b'n' if self
                .effects
                .counted
                .last()
                .is_some_and(|counted| counted == key) =>
            {
                self.value(word);
                self.effects.keeps_times &= !self.may_be_time(word);
            }
            b'w' => {
                self.effects.has_deadlines = true;
                let is_time = matches!(word, Word::Computed(value) if value.names_time(self.timed));
                self.effects.keeps_times &= is_time;
            }
            b'M' => {
                self.effects.has_deadlines = true;
                self.effects.keeps_times = false;
                let ms = match word {
                    Word::Computed(value) => value.common_factor(),
                    Word::Literal(text) => number::parse(text),
                    Word::Any => None,
                };
                self.effects.grain(ms);
            }
            b'n' | b'd' | b'm' => {
                let is_plain = match word {
                    // A pop may wait for a part of a second.
                    Word::Literal(text) if number::parse(text).is_none() => {
                        return self.effects.nothing_known();
                    }
                    Word::Literal(_) => true,
                    Word::Computed(value) => !value.names_time(self.timed),
                    Word::Any => false,
                };
                self.effects.keeps_times &= is_plain;
                self.effects.has_deadlines |= role != b'n';
                if role == b'm' {
                    let ms = match word {
                        Word::Literal(text) => number::parse(text),
                        Word::Computed(value) => value.known(self.lease_s),
                        Word::Any => None,
                    };
                    self.effects.grain(ms);
                }
            }
            _ => self.effects.nothing_known(),
        }
    }

    fn may_be_time(&self, word: &Word) -> bool {
        match word {
            Word::Literal(_) => false,
            Word::Computed(value) => value.names_time(self.timed),
            Word::Any => true,
        }
    }

    /// A value that is stored, or compared for equality.
    fn value(&mut self, word: &Word) {
        match word {
            Word::Literal(text) => {
                self.effects.is_opaque &= Named::read(text).is_none();
                self.effects.keeps_times &= number::parse(text).is_none() || is_small(text);
                self.number(text);
            }
            Word::Computed(value) => {
                let is_fixed = value.known(self.lease_s).is_some() && !value.is_small(self.lease_s);
                self.effects.keeps_times &= !is_fixed;
            }
            // What a script has read, it may compare or keep in another place.
            Word::Any => self.effects.compares_kept = true,
        }
    }

    fn number(&mut self, text: &[u8]) {
        let number = number::parse(text).unwrap_or(0);
        self.effects.number_max = self.effects.number_max.max(number);
    }
}

/// Whether the reply to a command is a remaining time.
fn measures(words: &[Word]) -> bool {
    let names = ["TTL", "PTTL"];
    matches!(words.first(), Some(Word::Literal(name))
        if names.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name)))
}

/// Whether a text is a number that stands for no time, or no finite number at all.
fn is_small(text: &[u8]) -> bool {
    match number::parse(text) {
        Some(number) => number <= CONSTANT_MAX,
        None => [&b"-inf"[..], b"+inf", b"inf"].contains(&text),
    }
}

/// The greatest common divisor.
pub fn common(one: i64, other: i64) -> i64 {
    match other {
        0 => one,
        _ => common(other, one % other),
    }
}

impl Expression {
    /// The value, where nothing in it is known only when the program runs.
    fn known(&self, lease_s: i64) -> Option<i64> {
        let sum = self.sum(lease_s)?;
        sum.atom.is_none().then_some(sum.constant)
    }

    fn is_small(&self, lease_s: i64) -> bool {
        let known = self.known(lease_s);
        known.is_some_and(|known| known <= CONSTANT_MAX)
    }

    /// A divisor of the value, whatever it is: each of its terms is a multiple of it. 1 where a term has no number.
    fn common_factor(&self) -> Option<i64> {
        let of_term = |term: &super::expression::Term| {
            let numbers = term.factors.iter().filter_map(|atom| match atom {
                Atom::Number(number) => Some(*number),
                _ => None,
            });
            numbers.fold(1_i64, i64::saturating_mul)
        };
        let all = self.terms.iter().map(of_term);
        Some(all.fold(0, |one, other| common(other.saturating_abs(), one)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a program that begins so, and has a script that sets two keys.
    fn effects(lines: &str) -> Effects {
        let set = "  return redis.call('msetnx', KEYS[1], ARGV[1], KEYS[2], ARGV[1])";
        let text = format!(
            "acquire:\n{lines}  enter until now + lease\nwork:\nrelease:\n  DEL a b\nscript set:\n{set}\n"
        );
        let program = Program::parse(&text).unwrap();
        Effects::of([&program].into_iter(), 10, false)
    }

    #[test]
    fn what_several_keys_are_given_at_once_is_known() {
        for lines in [
            "  MSETNX a <token> b <me>\n",
            "  MSET a <token> b <now>\n",
            "  MGET a b\n  if reply.1 != nil: retry\n",
            "  GETEX a EX <lease>\n",
            "  GETEX a PERSIST\n",
            "  EVAL set 2 a b <token>\n",
        ] {
            let found = effects(lines);
            let is_all = found.is_known && found.is_opaque && found.keeps_times;
            assert!(is_all, "{lines}{found:?}");
        }
        // A value that reads as the name of a client, a moment, and a value without a key.
        assert!(!effects("  MSETNX a C1 b 1\n").is_opaque);
        assert!(!effects("  MSET a 1 b 105\n").keeps_times);
        assert!(!effects("  MSETNX <token> 1\n").is_known);
    }

    #[test]
    fn a_time_is_in_the_key_that_it_is_written_behind() {
        for name in ["MSET", "MSETNX"] {
            let keeps = |keys: &str| effects(&format!("  {name} {keys}\n  INCR b\n")).keeps_times;
            assert!(keeps("a <now> b 1"), "{name}");
            assert!(!keeps("a 1 b <now>"), "{name}");
        }
    }

    #[test]
    fn what_is_read_may_be_given_a_deadline_of_a_part_of_a_second() {
        let found = effects("  GETEX a PX 1500\n");
        assert!(found.has_deadlines && found.is_known);
        assert_eq!(found.grain_ms, Some(500));
        assert!(!effects("  GETEX a\n").has_deadlines);
    }
}
