//! What a program still needs of what it keeps, and how it compares times: facts by which a search tells apart states
//! that behave differently, and no others. Read from the text alone.

use super::condition::Condition;
use super::expression::{Atom, Expression, Term};
use super::program::{Ask, CommandWord, Op, OpKind, Program, StoreDeed, is_eval};
use super::statement::set_condition;

/// Values that a client keeps, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept(u64);

/// The place of all registers that have none of their own.
const SHARED: usize = 63;

impl Kept {
    /// Everything.
    pub const ALL: Kept = Kept(u64::MAX);
    /// The last reply.
    pub const REPLY: Kept = Kept(1);
    /// When the last request was computed.
    pub const SENT: Kept = Kept(2);
    /// How many servers replied, and how many of them said yes.
    pub const ANSWERS: Kept = Kept(4);

    /// The register of this index. All that do not fit in the set share one place.
    pub const fn register(index: usize) -> Kept {
        let place = if index + 3 < SHARED {
            index + 3
        } else {
            SHARED
        };
        Kept(1 << place)
    }

    /// Its place among all that may be kept; where it is a set, that of the first.
    pub const fn place(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Whether all of these are in the set.
    pub const fn has(self, other: Kept) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) const fn and(self, other: Kept) -> Kept {
        Kept(self.0 | other.0)
    }

    /// The set without what is written; what shares a place with others stays.
    pub(super) const fn without(self, other: Kept) -> Kept {
        Kept(self.0 & (!other.0 | 1 << SHARED))
    }
}

/// How a program computes with times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// A time that was kept, and that is further past than this many seconds, is past for every comparison with a clock.
    pub horizon_s: i64,
    /// Whether it compares a kept time with another one, or lets a server do so.
    pub compares_kept: bool,
    /// Whether it may do anything else with a time than add constants and compare: then only absolute times are exact.
    pub is_absolute: bool,
    /// Whether a number that is no time may be compared with one.
    pub meets_numbers: bool,
    /// How far constants bring such a number and a time together, in seconds.
    pub reach_s: i64,
    /// How far the constants of a comparison bring a time and a plain constant together, in seconds; `None` where it
    /// compares no two of these.
    pub moment_s: Option<i64>,
    /// How much is taken away from times that are kept or sent, in seconds.
    pub lowered_s: i64,
}

/// The largest constant that stands for no moment: runs begin at 100 seconds.
pub const CONSTANT_MAX: i64 = 60;

/// From this constant on a number may be taken for a timestamp.
pub(super) const WILD: i64 = 100_000_000;

/// Commands that put a computed value into a key and compare it with nothing.
const WRITES: [&[u8]; 7] = [
    b"SET", b"SETNX", b"GETSET", b"EXPIRE", b"PEXPIRE", b"SETEX", b"PSETEX",
];

impl Program {
    /// For each op, and for the end, the values that are read from there on before they are written. Everything, for a
    /// program with a second thread.
    pub fn live(&self) -> Vec<Kept> {
        let mut live = vec![Kept::default(); self.ops.len() + 1];
        if self.has_meanwhile() {
            live.fill(Kept::ALL);
            return live;
        }
        loop {
            let mut has_changed = false;
            for (at, op) in self.ops.iter().enumerate().rev() {
                let new = self.before(op, at, &live);
                if let Some(old) = live.get_mut(at).filter(|old| **old != new) {
                    *old = new;
                    has_changed = true;
                }
            }
            if !has_changed {
                return live;
            }
        }
    }

    /// What is live before an op, by what is live at the others.
    fn before(&self, op: &Op, at: usize, live: &[Kept]) -> Kept {
        let at_op = |index: usize| live.get(index).copied().unwrap_or_default();
        let next = at_op(at + 1);
        let answered = Kept::REPLY.and(Kept::ANSWERS).and(Kept::SENT);
        match &op.kind {
            OpKind::Command(words, ask) => {
                let within = ask
                    .within
                    .as_ref()
                    .map_or(Kept::default(), Expression::kept);
                words_before(words, next.without(answered).and(within))
            }
            OpKind::Transaction(commands) => {
                let all = commands.iter().rev();
                all.fold(next.without(answered), |after, words| {
                    words_before(words, after)
                })
            }
            OpKind::Store { deed, token } => {
                let token = token.as_ref().map_or(Kept::default(), Expression::kept);
                let value = match deed {
                    StoreDeed::Write(value) => value.kept(),
                    StoreDeed::Read | StoreDeed::Claim => Kept::default(),
                };
                next.without(answered).and(token).and(value)
            }
            OpKind::Assign(register, value) => {
                next.without(Kept::register(*register)).and(value.kept())
            }
            OpKind::If(condition, otherwise) => {
                let sides = condition.left.kept().and(condition.right.kept());
                next.and(at_op(*otherwise)).and(sides)
            }
            OpKind::Enter(until) => at_op(self.work).and(until.kept()),
            OpKind::Retry if self.repeats_request(at) => at_op(0).and(Kept::ANSWERS),
            OpKind::Retry => at_op(0),
            OpKind::Wait(value) | OpKind::Work(value) | OpKind::Extend(value) => {
                next.and(value.kept())
            }
            OpKind::GiveUp | OpKind::Leave | OpKind::Done => Kept::default(),
        }
    }

    /// What may hold a time: a register, a reply, `sent`. A reply may if `replies` may hold one from the start on, or if
    /// the program sends times itself.
    pub(super) fn timed(&self, replies: bool) -> Kept {
        let names_it = |text: &[u8]| {
            let mut parts = text.windows(b"time".len());
            parts.any(|part| part.eq_ignore_ascii_case(b"time"))
        };
        // Also by a script, whether it names the command itself or is given the name.
        let asks_time = |words: &[CommandWord]| {
            let mut literals = words.iter().filter_map(|word| match word {
                CommandWord::Literal(text) => Some(text.as_slice()),
                CommandWord::Computed(..) => None,
            });
            literals.next().is_some_and(|name| match is_eval(name) {
                true => literals.any(|text| names_it(self.scripts().body(text).unwrap_or(text))),
                false => name == b"TIME",
            })
        };
        let of_words = |timed: Kept, words: &[CommandWord]| {
            let mut new = timed;
            for word in words {
                if let CommandWord::Computed(register, value) = word
                    && value.names_time(timed)
                {
                    new = new.and(Kept::REPLY);
                    new = register.map_or(new, |register| new.and(Kept::register(register)));
                }
            }
            if asks_time(words) {
                new.and(Kept::REPLY)
            } else {
                new
            }
        };
        let first = if replies {
            Kept::REPLY
        } else {
            Kept::default()
        };
        let mut timed = first.and(Kept::SENT);
        loop {
            let new = self.ops.iter().fold(timed, |timed, op| match &op.kind {
                OpKind::Command(words, _) => of_words(timed, words),
                OpKind::Transaction(all) => all
                    .iter()
                    .fold(timed, |timed, words| of_words(timed, words)),
                OpKind::Assign(register, value) if value.names_time(timed) => {
                    timed.and(Kept::register(*register))
                }
                OpKind::Store {
                    deed: StoreDeed::Write(value),
                    ..
                } if value.names_time(timed) => timed.and(Kept::REPLY),
                _ => timed,
            });
            if new == timed {
                return timed;
            }
            timed = new;
        }
    }

    /// Whether it sends a time, to a server or the store: another program may receive it.
    pub fn sends_time(&self) -> bool {
        let timed = self.timed(false);
        let is_sent = |word: &CommandWord| matches!(word, CommandWord::Computed(_, value) if value.names_time(timed));
        let is_written = |op: &Op| match &op.kind {
            OpKind::Store {
                deed: StoreDeed::Write(value),
                ..
            } => value.names_time(timed),
            _ => false,
        };
        self.commands().flatten().any(is_sent) || self.ops.iter().any(is_written)
    }

    /// Whether it compares what a server replied with a time before it goes in. Where it does not, a time in the key means
    /// nothing to it.
    pub(super) fn compares_replies_with_time(&self) -> bool {
        let acquire = self.ops.get(..self.work).unwrap_or_default();
        let replied = replied_in(acquire);
        let compares = |one: &Expression, other: &Expression| {
            one.names_kept(replied) && other.may_depend_on_time()
        };
        acquire.iter().any(|op| match &op.kind {
            OpKind::If(Condition { left, right, .. }, _) => {
                compares(left, right) || compares(right, left)
            }
            _ => false,
        })
    }

    /// The first line on which a time of its clock is shown to others, or meets what they replied. Where there is none, only
    /// the differences of its times matter, as with a clock that begins anywhere.
    pub(super) fn shows_clock(&self) -> Option<u32> {
        let (timed, replied) = (self.timed(false), replied_in(&self.ops));
        let shows = |op: &&Op| {
            let (mut is_timed, mut is_replied) = (false, false);
            op.kind.each_expression(&mut |value| {
                is_timed |= value.names_time(timed);
                is_replied |= value.names_kept(replied);
            });
            match op.kind {
                OpKind::Enter(_) | OpKind::Extend(_) => is_replied,
                _ => is_timed && (is_replied || op.kind.is_request()),
            }
        };
        self.ops.iter().find(shows).map(|op| op.line)
    }

    /// How it computes with times, for this lease. `replies` may hold a time before the program has sent one.
    pub fn time_use(&self, lease_s: i64, replies: bool) -> TimeUse {
        let timed = self.timed(replies);
        let mut sum = TimeUse::default();
        let mut assigned_s = 0_i64;
        for op in &self.ops {
            op.kind.each_expression(&mut |value| {
                sum.is_absolute |= value.is_wild(lease_s);
            });
            match &op.kind {
                OpKind::Command(words, ask) => {
                    assigned_s += sum.words(words, lease_s, timed);
                    sum.is_absolute |= ask.within.iter().any(|value| value.names_time(timed));
                }
                OpKind::Transaction(commands) => {
                    for words in commands {
                        assigned_s += sum.words(words, lease_s, timed);
                    }
                }
                OpKind::Store { deed, token } => {
                    let value = match deed {
                        StoreDeed::Write(value) => Some(value),
                        StoreDeed::Read | StoreDeed::Claim => None,
                    };
                    for value in value.into_iter().chain(token) {
                        assigned_s += sum.value(value, lease_s, timed);
                        sum.compares_kept |= value.names_time(timed);
                        sum.meets_numbers |= value.names_time(timed);
                    }
                }
                OpKind::Assign(_, value) => {
                    assigned_s += sum.value(value, lease_s, timed);
                    sum.register(value, lease_s, timed);
                }
                OpKind::If(condition, _) => sum.condition(condition, lease_s, timed),
                OpKind::Enter(value) | OpKind::Extend(value) => {
                    let constant_s = value.constant(lease_s, timed);
                    sum.is_absolute |= value.is_computed_time(timed);
                    // The end of a lease is compared with a clock.
                    if !value.names_time(timed) {
                        sum.moment(0, value, lease_s);
                    }
                    // What has been kept may be a number.
                    let others = value.kept().without(Kept::SENT);
                    sum.meets_numbers |= others != Kept::default();
                    sum.reach(&[value], lease_s, timed);
                    if value.names_kept(timed) {
                        sum.horizon_s = sum.horizon_s.max(constant_s);
                    }
                }
                OpKind::Wait(value) | OpKind::Work(value) => {
                    sum.is_absolute |= value.names_time(timed);
                }
                OpKind::Retry | OpKind::GiveUp | OpKind::Leave | OpKind::Done => {}
            }
        }
        sum.horizon_s = sum.horizon_s.saturating_add(assigned_s);
        sum.is_absolute |= self.adds_again(lease_s, timed);
        sum.is_absolute |= sum.meets_moment(sum.lowered_s, CONSTANT_MAX);
        sum
    }

    /// For each place of [`Kept`], how far past a time that is kept there is past for every comparison with a clock, in
    /// seconds. Two times that are both so far past there stay so wherever they are kept again, with constants added.
    pub fn horizons(&self, lease_s: i64, replies: bool) -> Vec<i64> {
        let ways = self.ways(lease_s, self.timed(replies));
        let mut all_s = vec![0_i64; SHARED + 1];
        let is_in = |kept: &Kept, place: usize| kept.0 >> place & 1 != 0;
        // Each turn goes one way further at least, and none goes in a circle on which something is added.
        for _ in 0..=SHARED {
            for (to, from, adds_s) in &ways {
                let behind = all_s.iter().enumerate().filter(|one| is_in(to, one.0));
                let behind_s = behind.fold(0, |most, one| most.max(*one.1));
                for (_, own_s) in all_s
                    .iter_mut()
                    .enumerate()
                    .filter(|one| is_in(from, one.0))
                {
                    *own_s = behind_s.saturating_add(*adds_s).max(*own_s);
                }
            }
        }
        all_s
    }

    /// Where a value goes, from where, and how many seconds are added on the way. What is sent may be replied. A value that is
    /// compared with a clock goes nowhere.
    fn ways(&self, lease_s: i64, timed: Kept) -> Vec<(Kept, Kept, i64)> {
        let mut ways = Vec::new();
        let mut way = |to: Kept, values: &[&Expression]| {
            let from = values.iter().fold(0, |all, value| all | value.kept().0);
            let adds_s = values.iter().map(|value| value.constant(lease_s, timed));
            let adds_s = adds_s.fold(0, i64::saturating_add);
            ways.push((to, Kept(from & timed.0), adds_s));
        };
        for word in self.commands().flatten() {
            if let CommandWord::Computed(register, value) = word {
                let register = register.map_or(Kept::default(), Kept::register);
                way(Kept::REPLY.and(register), &[value]);
            }
        }
        for op in &self.ops {
            match &op.kind {
                OpKind::Assign(register, value) => way(Kept::register(*register), &[value]),
                OpKind::Store {
                    deed: StoreDeed::Write(value),
                    ..
                } => way(Kept::REPLY, &[value]),
                OpKind::If(Condition { left, right, .. }, _) => {
                    way(Kept::default(), &[left, right])
                }
                OpKind::Enter(value) | OpKind::Extend(value) => way(Kept::default(), &[value]),
                _ => {}
            }
        }
        ways
    }

    /// Whether it may add a constant to a time in a circle, so that no sum of its constants bounds how much.
    fn adds_again(&self, lease_s: i64, timed: Kept) -> bool {
        let ways = self.ways(lease_s, timed);
        let comes_back = |(to, from, adds_s): &(Kept, Kept, i64)| {
            let mut reached = *to;
            // Each turn reaches one more place at least, or none.
            for _ in 0..=SHARED {
                let next = ways.iter().filter(|(_, from, _)| reached.0 & from.0 != 0);
                reached = next.fold(reached, |reached, (to, ..)| reached.and(*to));
            }
            *adds_s != 0 && reached.0 & from.0 != 0
        };
        ways.iter().any(comes_back)
    }

    /// Whether a word or a text in it is so: those that stand there, not those that are computed.
    pub fn any_literal(&self, is_so: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let mut any = |expression: &Expression| expression.texts().any(&mut *is_so);
        let in_conditions = self.ops.iter().any(|op| match &op.kind {
            OpKind::If(condition, _) => any(&condition.left) || any(&condition.right),
            OpKind::Assign(_, value) => any(value),
            OpKind::Store { deed, token } => {
                let is_written = matches!(deed, StoreDeed::Write(value) if any(value));
                is_written || token.as_ref().is_some_and(&mut any)
            }
            _ => false,
        });
        let mut word = |word: &CommandWord| match word {
            CommandWord::Literal(word) => is_so(word),
            CommandWord::Computed(_, value) => value.texts().any(&mut *is_so),
        };
        let in_words = self.ops.iter().any(|op| match &op.kind {
            OpKind::Command(words, _) => words.iter().any(&mut word),
            OpKind::Transaction(commands) => commands.iter().flatten().any(&mut word),
            _ => false,
        });
        in_conditions || in_words
    }
}

/// The reply and the registers that may hold something that was replied, by what these ops keep.
pub(super) fn replied_in(ops: &[Op]) -> Kept {
    let mut replied = Kept::REPLY;
    loop {
        let new = ops.iter().fold(replied, |replied, op| match &op.kind {
            OpKind::Assign(register, value) if value.names_kept(replied) => {
                replied.and(Kept::register(*register))
            }
            _ => replied,
        });
        if new == replied {
            return replied;
        }
        replied = new;
    }
}

fn words_before(words: &[CommandWord], after: Kept) -> Kept {
    words.iter().rev().fold(after, |after, word| match word {
        CommandWord::Literal(_) => after,
        CommandWord::Computed(register, value) => {
            let written = register.map_or(Kept::default(), Kept::register);
            after.without(written).and(value.kept())
        }
    })
}

impl TimeUse {
    /// Takes note of a value that is kept or sent; its constant, if it is added to a kept time.
    fn value(&mut self, value: &Expression, lease_s: i64, timed: Kept) -> i64 {
        self.is_absolute |= value.is_computed_time(timed) || value.is_moment();
        let constant_s = value.constant(lease_s, timed);
        self.reach(&[value], lease_s, timed);
        if value.names_time(timed) {
            self.meets_numbers |= value.names_number(timed);
            self.lowered_s = self
                .lowered_s
                .saturating_add(value.taken_away(lease_s, timed));
        }
        match value.names_kept(timed) {
            true => constant_s,
            false => 0,
        }
    }

    /// Takes note of a number that a register gets: it may be compared before any state shows it.
    fn register(&mut self, value: &Expression, lease_s: i64, timed: Kept) {
        if !value.names_time(timed) {
            let constant_s = value.constant(lease_s, Kept::ALL);
            self.reach_s = self.reach_s.saturating_add(constant_s);
        }
    }

    /// Takes note that a constant is compared with a time from which so many seconds are taken away. Where both sides are
    /// times, or none is, a shift of all clocks changes nothing. Here it does, unless the constant is before every time.
    fn moment(&mut self, lower_s: i64, value: &Expression, lease_s: i64) {
        if value.is_constant() {
            let constant_s = value.constant(lease_s, Kept::ALL);
            self.moment_s = self.moment_s.max(Some(lower_s.saturating_add(constant_s)));
        }
    }

    /// Whether a constant that is compared with a time may stand for a moment: where it and all that is taken away from
    /// times are more than so many seconds.
    pub fn meets_moment(&self, lowered_s: i64, constant_max: i64) -> bool {
        let moment_s = self.moment_s;
        moment_s.is_some_and(|moment_s| moment_s.saturating_add(lowered_s) > constant_max)
    }

    /// Takes note of values of which one may be a time, and another, or that one as well, a number. A lease that is added to
    /// a clock brings it no nearer to a number.
    fn reach(&mut self, values: &[&Expression], lease_s: i64, timed: Kept) {
        let is_later = |value: &Expression| {
            let is_lowered = value.names_number(timed) || value.taken_away(lease_s, timed) > 0;
            value.names_clock() && !is_lowered
        };
        if values.iter().any(|value| value.names_time(timed)) {
            let nearer = values.iter().filter(|value| !is_later(value));
            let all = nearer.map(|value| value.constant(lease_s, timed));
            self.reach_s = all.fold(self.reach_s, i64::saturating_add);
        }
    }

    fn words(&mut self, words: &[CommandWord], lease_s: i64, timed: Kept) -> i64 {
        let name = match words.first() {
            Some(CommandWord::Literal(name)) => name.as_slice(),
            _ => b"",
        };
        let only_writes = WRITES.iter().any(|known| known.eq_ignore_ascii_case(name));
        // A server also compares a deadline with its clock.
        let is_deadline = |word: &CommandWord| matches!(word, CommandWord::Literal(text) if text.eq_ignore_ascii_case(b"EXAT"));
        let compares =
            !only_writes || set_condition(words).is_some() || words.iter().any(is_deadline);
        let mut constant_s = 0;
        for word in words {
            if let CommandWord::Computed(register, value) = word {
                constant_s += self.value(value, lease_s, timed);
                if register.is_some() {
                    self.register(value, lease_s, timed);
                }
                if compares && value.names_time(timed) {
                    self.compares_kept = true;
                    self.meets_numbers = true;
                    // The server compares this sum with what it keeps.
                    self.horizon_s = self.horizon_s.max(value.constant(lease_s, timed));
                }
            }
        }
        constant_s
    }

    fn condition(&mut self, condition: &Condition, lease_s: i64, timed: Kept) {
        let (left, right) = (&condition.left, &condition.right);
        for (one, other) in [(left, right), (right, left)] {
            self.is_absolute |= one.is_computed_time(timed);
            if one.names_time(timed) {
                self.meets_numbers |= one.names_number(timed) || other.kept() != Kept::default();
                if !other.names_time(timed) {
                    self.moment(one.taken_away(lease_s, timed), other, lease_s);
                }
            }
        }
        self.reach(&[left, right], lease_s, timed);
        self.compares_kept |= left.names_kept(timed) && right.names_kept(timed);
        if left.names_kept(timed) || right.names_kept(timed) {
            let constant_s = left.constant(lease_s, timed);
            let constant_s = constant_s.saturating_add(right.constant(lease_s, timed));
            self.horizon_s = self.horizon_s.max(constant_s);
        }
    }
}

impl OpKind {
    /// Shows `visit` every expression of the op.
    pub(super) fn each_expression(&self, visit: &mut dyn FnMut(&Expression)) {
        let mut words = |words: &[CommandWord]| {
            for word in words {
                if let CommandWord::Computed(_, value) = word {
                    visit(value);
                }
            }
        };
        match self {
            OpKind::Command(one, ask) => {
                words(one);
                ask.within.iter().for_each(visit);
            }
            OpKind::Transaction(all) => all.iter().for_each(|one| words(one)),
            OpKind::Store { deed, token } => {
                if let StoreDeed::Write(value) = deed {
                    visit(value);
                }
                token.iter().for_each(visit);
            }
            OpKind::If(condition, _) => {
                visit(&condition.left);
                visit(&condition.right);
            }
            OpKind::Assign(_, value)
            | OpKind::Enter(value)
            | OpKind::Extend(value)
            | OpKind::Wait(value)
            | OpKind::Work(value) => visit(value),
            OpKind::Retry | OpKind::GiveUp | OpKind::Leave | OpKind::Done => {}
        }
    }
}

impl Condition {
    /// Whether one side is nil.
    pub(super) fn compares_with_nil(&self) -> bool {
        let is_nil = |side: &Expression| side.atoms().all(|atom| matches!(atom, Atom::Nil));
        is_nil(&self.left) || is_nil(&self.right)
    }
}

impl Expression {
    pub(super) fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.terms.iter().flat_map(|term| &term.factors)
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.atoms().filter_map(|atom| match atom {
            Atom::Text(text) => Some(text.as_slice()),
            _ => None,
        })
    }

    fn kept(&self) -> Kept {
        self.atoms()
            .map(Atom::kept)
            .fold(Kept::default(), Kept::and)
    }

    /// Whether it names something that was kept and may hold a time.
    pub(super) fn names_kept(&self, timed: Kept) -> bool {
        self.kept().0 & timed.0 != 0
    }

    fn names_clock(&self) -> bool {
        let is_clock = |atom: &Atom| matches!(atom, Atom::Now | Atom::Sent);
        self.atoms().any(is_clock)
    }

    pub(super) fn names_time(&self, timed: Kept) -> bool {
        self.names_kept(timed) || self.names_clock()
    }

    /// Whether it names something that was kept and is no time.
    fn names_number(&self, timed: Kept) -> bool {
        self.kept().0 & !timed.0 != 0
    }

    /// Whether it is known but for the lease and for how many servers there are.
    fn is_constant(&self) -> bool {
        self.atoms()
            .all(|atom| matches!(atom, Atom::Lease) || atom.is_number())
    }

    /// Whether two things that may be times are added or subtracted, or one is multiplied: the sum may be no time.
    fn is_computed_time(&self, timed: Kept) -> bool {
        let may_be_time = |atom: &Atom| matches!(atom, Atom::Now) || atom.kept().0 & timed.0 != 0;
        let is_timed = |term: &&Term| term.factors.iter().any(may_be_time);
        let mut terms = self.terms.iter().filter(is_timed);
        match (terms.next(), terms.next()) {
            (Some(term), None) => term.negative || term.factors.len() > 1,
            (Some(_), Some(_)) => true,
            (None, _) => false,
        }
    }

    /// Whether it is a constant that may stand for a moment.
    fn is_moment(&self) -> bool {
        self.atoms().all(Atom::is_number) && self.constant(0, Kept::ALL) > CONSTANT_MAX
    }

    /// Whether it may lead from numbers to one that reads as a timestamp.
    fn is_wild(&self, lease_s: i64) -> bool {
        let is_kept =
            |atom: &Atom| atom.kept().without(Kept::SENT.and(Kept::ANSWERS)) != Kept::default();
        let mut terms = self.terms.iter();
        let is_product =
            terms.any(|term| term.factors.len() > 1 && term.factors.iter().any(is_kept));
        is_product || self.constant(lease_s, Kept::default()) >= WILD
    }

    /// The sum of its constant terms, each as if it were positive, in seconds. What is kept and is no time counts as the
    /// largest number that it may be.
    fn constant(&self, lease_s: i64, timed: Kept) -> i64 {
        constants(self.terms.iter(), lease_s, timed)
    }

    /// As `constant`, of the terms that are taken away.
    fn taken_away(&self, lease_s: i64, timed: Kept) -> i64 {
        constants(
            self.terms.iter().filter(|term| term.negative),
            lease_s,
            timed,
        )
    }
}

fn constants<'a>(terms: impl Iterator<Item = &'a Term>, lease_s: i64, timed: Kept) -> i64 {
    let factor = |atom: &Atom| match atom {
        Atom::Number(number) => Some(number.saturating_abs()),
        Atom::Lease => Some(lease_s),
        Atom::Answers | Atom::Yes | Atom::Majority => Some(5),
        other => {
            let is_number = other.kept() != Kept::default() && !timed.has(other.kept());
            is_number.then_some(CONSTANT_MAX)
        }
    };
    let term = |term: &Term| {
        let mut factors = term.factors.iter().map(factor);
        let product = factors.try_fold(1_i64, |product, factor| {
            Some(product.saturating_mul(factor?))
        });
        product.unwrap_or(0)
    };
    terms.map(term).fold(0, i64::saturating_add)
}

impl Program {
    /// Whether every command goes to all servers, so that exchanging two of them changes nothing.
    pub fn asks_all_alike(&self) -> bool {
        self.ops.iter().all(|op| match &op.kind {
            OpKind::Command(_, Ask { servers, .. }) => *servers == super::program::Servers::All,
            OpKind::Transaction(_) => false,
            _ => true,
        })
    }
}

impl Atom {
    fn is_number(&self) -> bool {
        matches!(
            self,
            Atom::Number(_) | Atom::Answers | Atom::Yes | Atom::Majority
        )
    }

    fn kept(&self) -> Kept {
        match self {
            Atom::Reply | Atom::Element(_) => Kept::REPLY,
            Atom::Sent => Kept::SENT,
            Atom::Answers | Atom::Yes => Kept::ANSWERS,
            Atom::Register(index) => Kept::register(*index),
            _ => Kept::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    #[test]
    fn a_reply_is_needed_from_its_command_to_its_last_comparison() {
        let program = Algorithm::Getset.program();
        let live = program.live();
        let mine = Kept::register(0);
        // SETNX, then `if reply = 1`, then `enter until mine`.
        assert_eq!(live[0], Kept::default());
        assert_eq!(live[1], Kept::REPLY.and(mine));
        assert_eq!(live[2], mine);
        assert_eq!(live[program.start(crate::Section::Work)], mine);
        assert_eq!(live[program.ops().len()], Kept::default());
    }

    #[test]
    fn the_known_algorithms_compute_with_times_in_the_form_that_a_search_can_shift() {
        for algorithm in Algorithm::ALL {
            let found = algorithm.program().time_use(10, false);
            assert!(!found.is_absolute, "{}", algorithm.id());
            assert!((0..40).contains(&found.horizon_s), "{}", algorithm.id());
        }
        let compares = |algorithm: Algorithm| algorithm.program().time_use(10, false).compares_kept;
        assert!(compares(Algorithm::GetsetGet) && !compares(Algorithm::Getset));
        // What INCR answers is no time.
        assert!(!compares(Algorithm::FenceRead));
    }

    #[test]
    fn a_program_that_names_a_moment_or_subtracts_times_is_absolute() {
        for line in [
            "if reply > 105: retry",
            "if now - reply > 3: retry",
            "wait now",
            "SET lock.foo <reply + 1>",
        ] {
            let text = format!(
                "acquire:\n  SETNX lock.foo <now>\n  {line}\n  enter until now + 5\nwork:\n  work 1\nrelease:\n  DEL lock.foo\n"
            );
            let program = Program::parse(&text).unwrap();
            assert!(program.time_use(10, false).is_absolute, "{line}");
        }
    }

    #[test]
    fn a_constant_may_meet_a_clock_only_where_no_sum_of_the_two_reads_as_a_second_of_it() {
        let is_absolute = |lines: &str| {
            let text = format!(
                "acquire:\n  SETNX k <mine := now + lease>\n{lines}\n  enter until mine\nwork:\nrelease:\n  DEL k\n"
            );
            let program = Program::parse(&text).unwrap();
            program.time_use(10, false).is_absolute
        };
        for lines in [
            "  if now - 100 < lease: retry",
            "  if now - 90 < 30: retry",
            "  if now - 55 < 55: retry",
            "  if now < lease * 20: retry",
            "  if now != 100 + lease - lease: retry",
            "  if now > 100 + majority: retry",
            "  if reply < 100 + lease: retry",
            "  early := now - 60\n  if early < lease: retry",
            "  enter until 100 + lease",
            "  enter until lease * 20",
            "  wait reply",
            "  wait 9 - mine",
            "  within mine: GET k",
        ] {
            assert!(is_absolute(lines), "{lines}");
        }
        for lines in [
            "  if now - lease < reply + 50: retry",
            "  if reply + 100 < now: retry",
            "  if now - 20 < 30: retry",
            "  if reply = 1: retry",
            "  enter until reply - 100 + lease",
            "  wait lease * 20",
        ] {
            assert!(!is_absolute(lines), "{lines}");
        }
    }

    #[test]
    fn a_number_counts_as_near_a_time_where_a_register_brings_it_there() {
        let found = |lines: &str| {
            let text = format!(
                "acquire:\n  GET k\n{lines}\n  enter until now + 1\nwork:\nrelease:\n  DEL k\n"
            );
            Program::parse(&text).unwrap().time_use(10, false)
        };
        let far = found("  far := 100 + lease\n  if now < far: retry");
        assert!(far.meets_numbers && far.reach_s >= 110);
        let less = found("  less := 0 - 95\n  if now + less < lease: retry");
        assert!(less.meets_numbers && less.reach_s >= 105);
    }

    #[test]
    fn constants_that_are_added_in_a_circle_have_no_horizon() {
        let is_absolute = |lines: &str| {
            let text =
                format!("acquire:\n{lines}  enter until now + 5\nwork:\nrelease:\n  DEL k\n");
            let program = Program::parse(&text).unwrap();
            program.time_use(10, false).is_absolute
        };
        // Once, from one register to the next.
        assert!(!is_absolute(
            "  first := now\n  later := first + 5\n  last := later + 5\n"
        ));
        assert!(is_absolute(
            "  first := now\n  later := first + 5\n  first := later\n"
        ));
        assert!(is_absolute(
            "  first := now\n  SET k <first + 5>\n  GET k\n  first := reply\n"
        ));
    }
}
