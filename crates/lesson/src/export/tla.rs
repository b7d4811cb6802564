//! A question of a search as a TLA+ module and the configuration for TLC: a second judge, which shares no code with the
//! first. Only what fits such a model is written: one server, one key, and times that are compared with a clock.
//!
//! A move of the timeline is a step of the model, so that TLC's trace without its first state is as long as a schedule.
//! Timestamps are relative to the present. Past a horizon that no comparison can tell they keep nothing but their order.

use crate::say;
use base::text::{Lang, Phrase, Text};
use check::{Assumption, Question};
use lock::{
    Algorithm, CommandWord, Condition, Expression, Kept, Op, OpKind, Program, Relation, Section,
    Servers, Sum, SumAtom,
};
use sim::Property;

/// The name of the module, which its file has too.
pub const MODULE: &str = "Lock";

/// A module and its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tla {
    /// The text of `Lock.tla`.
    pub module: String,
    /// The text of `Lock.cfg`.
    pub config: String,
}

/// Why a question cannot be said in TLA+: what it has that the model does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid(Phrase);

impl Unsaid {
    /// A sentence about it.
    pub fn get(&self, lang: Lang) -> String {
        self.phrase().get(lang)
    }

    /// The same in every language.
    pub fn phrase(&self) -> Phrase {
        say::unsaid(self.0.clone())
    }
}

fn unsaid<T>(what: Text) -> Result<T, Unsaid> {
    Err(Unsaid(what.into()))
}

/// A command or a property by its own name.
fn unnamed<T>(name: &str) -> Result<T, Unsaid> {
    Err(Unsaid(name.to_owned().into()))
}

/// The question as a module.
///
/// # Errors
/// The first statement or value that the model does not support.
pub fn as_tla(question: &Question) -> Result<Tla, Unsaid> {
    let program = match question.programs.split_first() {
        Some((first, rest)) if rest.iter().all(|other| other == first) => first,
        _ => {
            return unsaid(say::UNSAID_PROGRAMS);
        }
    };
    let invariant = match question.property {
        Property::TwoLeases => "FewLeases",
        Property::TwoBelievers => "FewBelievers",
        other => return unnamed(other.name()),
    };
    let allowed = &question.allowed;
    let setup = &question.setup;
    if let Some(what) = left_out(question, program) {
        return unsaid(what);
    }
    let time_use = program.time_use(setup.lease_s, false);
    if time_use.is_absolute {
        return unsaid(say::UNSAID_MOMENTS);
    }
    let mut model = Model {
        program,
        lease_s: setup.lease_s,
        key: None,
        kept: program.live(),
    };
    let apart_s = i64::from(allowed.clocks_apart_s);
    let horizon_s = time_use.horizon_s + apart_s + 2;
    let module = model.module(question, horizon_s)?;
    let clients: Vec<String> = setup
        .clients
        .iter()
        .map(|client| client.id.to_string())
        .collect();
    let config = format!(
        "CONSTANTS\n  Clients = {{{}}}\nSYMMETRY Alike\nINIT Init\nNEXT Next\nINVARIANT {invariant}\n",
        clients.join(", ")
    );
    Ok(Tla { module, config })
}

/// The first setting that the model does not support.
fn left_out(question: &Question, program: &Program) -> Option<Text> {
    let (allowed, setup) = (&question.allowed, &question.setup);
    let rows = [
        (setup.servers > 1, say::UNSAID_SEVERAL_SERVERS),
        (setup.replicas > 0, say::UNSAID_REPLICAS),
        (setup.value.is_some(), say::UNSAID_VALUE),
    ];
    let all = Assumption::ALL.into_iter();
    let mut assumed = all.filter(|assumption| allowed.allows(*assumption));
    let rest = [
        (!allowed.overrun, say::UNSAID_HOLDERS),
        (question.seconds.is_some(), say::UNSAID_BOUND_TIME),
        (question.attempts.is_some(), say::UNSAID_ATTEMPTS),
        (program.has_meanwhile(), say::UNSAID_THREAD),
        (
            setup.clients.iter().any(|client| client.skew_ms != 0),
            say::UNSAID_CLOCKS_SET,
        ),
    ];
    let there = |(is_there, what): (bool, Text)| is_there.then_some(what);
    let found = rows.into_iter().find_map(there);
    let found = found.or_else(|| assumed.find_map(unmodelled));
    found.or_else(|| rest.into_iter().find_map(there))
}

/// The name of an assumption that the model does not support.
const fn unmodelled(assumption: Assumption) -> Option<Text> {
    Some(match assumption {
        Assumption::Transit | Assumption::Lose => say::UNSAID_MESSAGES,
        Assumption::Forget | Assumption::FailOver => say::UNSAID_SERVERS_FAIL,
        Assumption::Part => say::UNSAID_NETWORK_PARTS,
        Assumption::ClockSet | Assumption::ServerClockSet => say::UNSAID_CLOCKS_SET,
        Assumption::Crash | Assumption::Restart | Assumption::Gap | Assumption::Apart => {
            return None;
        }
        // The model is of holders that overrun.
        Assumption::Overrun => return None,
    })
}

fn truth(is_so: bool) -> &'static str {
    if is_so { "TRUE" } else { "FALSE" }
}

impl Tla {
    /// Both in one file: TLC reads nothing behind the end of a module.
    pub fn in_one(&self) -> String {
        let head = "\nThe configuration for TLC, Lock.cfg:\n\n";
        [&self.module, head, &self.config].concat()
    }
}

struct Model<'a> {
    program: &'a Program,
    lease_s: i64,
    /// The only key that the program names.
    key: Option<Vec<u8>>,
    kept: Vec<Kept>,
}

/// The parts of the module that no program changes, in two pieces: what its values are, and what happens.
const VALUES: &str = include_str!("tla/values.tla");
const MOVES: &str = include_str!("tla/moves.tla");

impl Model<'_> {
    fn module(&mut self, question: &Question, horizon_s: i64) -> Result<String, Unsaid> {
        let ops = self.program.ops();
        let mut commands = Vec::new();
        let mut locals = Vec::new();
        let mut finds = Vec::new();
        let mut answers = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            if let OpKind::Command(words, ask) = &op.kind {
                if ask.within.is_some() || matches!(ask.servers, Servers::These(_)) {
                    return unsaid(say::UNSAID_CHOSEN_SERVERS);
                }
                commands.push(at.to_string());
                let (ready, registers) = self.computed(words)?;
                finds.push(format!(
                    "cl.pc = {at} -> [Sent(cl, c) EXCEPT {registers}!.ready = <<{ready}>>]"
                ));
                answers.push(format!("cl.pc = {at} -> {}", self.answer(words)?));
            } else if self.program.is_command(at)
                && let OpKind::If(condition, otherwise) = &op.kind
            {
                commands.push(at.to_string());
                let holds = self.condition(condition)?;
                finds.push(format!(
                    "cl.pc = {at} -> Find([cl EXCEPT !.pc = IF {holds} THEN {} ELSE {otherwise}], c)",
                    at + 1
                ));
            } else {
                locals.push(format!("cl.pc = {at} -> {}", self.local(at, op)?));
            }
        }
        let kept: Vec<String> = (0..=ops.len()).map(|at| self.needs(at)).collect();
        let registers = self.program.registers().len();
        let allowed = &question.allowed;
        let lines = self.program.source().lines();
        let source: Vec<String> = lines.map(|line| format!("\\* {line}")).collect();
        let rounds = question.rounds.unwrap_or(0);
        let arms = |all: &[String]| match all {
            [] => "cl.pc = -1 -> cl".to_owned(),
            all => all.join("\n    [] "),
        };
        Ok([
            &format!("---- MODULE {MODULE} ----\n"),
            &source.join("\n"),
            &format!(
                "\nEXTENDS Integers, Sequences, FiniteSets, TLC\nCONSTANT Clients\n\
                 End == {}\nRelease == {}\nWorkAt == {}\nRegisters == {registers}\nLease == {}\n\
                 Horizon == {horizon_s}\nApart == {}\nHasGap == {}\nMayCrash == {}\nMayRestart == {}\nRounds == {rounds}\nHolders == {}\n\
                 Commands == {{{}}}\nNamesSent == {}\n\
                 \\* What is read again from each line on: the reply, the time of sending, and registers.\nNeeds == <<{}>>\n\n",
                ops.len(),
                self.program.start(Section::Release),
                self.program.start(Section::Work),
                self.lease_s,
                // No other clock than a monotonic one is read.
                if self.program.is_monotonic() { 0 } else { allowed.clocks_apart_s },
                truth(allowed.gap),
                truth(allowed.crash),
                truth(allowed.restart),
                self.program.holders(),
                commands.join(", "),
                truth(self.program.names_sent()),
                kept.join(", "),
            ),
            VALUES,
            "\nLocal(cl, c) ==\n  CASE ",
            &arms(&locals),
            "\n\nRECURSIVE Run(_, _, _)\nRun(cl, c, may) ==\n  IF cl.holds /\\ cl.pc >= Release\n  THEN IF may THEN Run([cl EXCEPT !.holds = FALSE, !.until = 0], c, may) ELSE cl\n  ELSE IF cl.pc = End THEN [cl EXCEPT !.st = \"done\"]\n  ELSE IF cl.pc \\in Commands THEN cl\n  ELSE LET next == Local(cl, c) IN IF next.st = \"run\" THEN Run(next, c, may) ELSE next\n\nRECURSIVE Find(_, _)\nFind(old, c) ==\n  LET cl == Run(old, c, TRUE) IN\n  IF cl.st # \"run\" THEN cl ELSE\n  CASE ",
            &arms(&finds),
            "\n\nAnswer(cl) ==\n  CASE ",
            &answers.join("\n    [] "),
            "\n\n",
            MOVES,
        ]
        .concat())
    }

    /// The values that a client sends, and the registers that keep them.
    fn computed(&self, words: &[CommandWord]) -> Result<(String, String), Unsaid> {
        let (mut ready, mut registers) = (vec!["Go".to_owned()], String::new());
        for word in words {
            let CommandWord::Computed(register, expression) = word else {
                continue;
            };
            if self.constant(expression).is_some() {
                continue;
            }
            let value = self.value(expression)?;
            if let Some(register) = register {
                if ready.len() > 1 || self.keeps_token(expression) {
                    return unsaid(say::UNSAID_REGISTER);
                }
                registers.push_str(&format!("!.reg[{}] = {value}, ", register + 1));
            }
            ready.push(value);
        }
        Ok((ready.join(", "), registers))
    }

    /// The key and the reply after a command, by the values that were sent: `<<key, reply>>`.
    fn answer(&mut self, words: &[CommandWord]) -> Result<&'static str, Unsaid> {
        let texts: Vec<Option<&[u8]>> = words
            .iter()
            .map(|word| match word {
                CommandWord::Literal(text) => Some(text.as_slice()),
                CommandWord::Computed(..) => None,
            })
            .collect();
        let (key, answer) = match texts.as_slice() {
            [Some(b"PING")] => return Ok("<<key, Word(\"PONG\")>>"),
            [Some(b"GET"), Some(key)] => (key, "<<key, key.value>>"),
            [Some(b"DEL"), Some(key)] => (key, "Deleted(TRUE)"),
            [Some(b"SETNX"), Some(key), None] => {
                (key, "Put(Key(cl.ready[2], NoEnd), Number(1), Number(0))")
            }
            [Some(b"GETSET"), Some(key), None] => (key, "<<Key(cl.ready[2], NoEnd), key.value>>"),
            [Some(b"SET"), Some(key), None, options @ ..] => {
                let (mut is_new, mut has_end) = (false, false);
                let mut options = options.iter().zip(words.get(3..).unwrap_or_default());
                while let Some((option, _)) = options.next() {
                    match option {
                        Some(b"NX") => is_new = true,
                        Some(b"PX") => {
                            let ms = options.next().and_then(|(_, word)| self.number(word));
                            if ms != Some(self.lease_s * 1000) {
                                return unsaid(say::UNSAID_EXPIRY);
                            }
                            has_end = true;
                        }
                        _ => {
                            return unsaid(say::UNSAID_OPTION);
                        }
                    }
                }
                let answer = match (is_new, has_end) {
                    (true, true) => "Put(Key(cl.ready[2], Lease), Word(\"OK\"), Nil)",
                    (true, false) => "Put(Key(cl.ready[2], NoEnd), Word(\"OK\"), Nil)",
                    (false, true) => "<<Key(cl.ready[2], Lease), Word(\"OK\")>>",
                    (false, false) => "<<Key(cl.ready[2], NoEnd), Word(\"OK\")>>",
                };
                (key, answer)
            }
            [Some(b"DELEX"), Some(key), Some(b"IFEQ"), None]
            | [Some(b"DELIFEQ"), Some(key), None] => (key, "Deleted(key.value = cl.ready[2])"),
            [Some(b"EVAL"), Some(script), Some(b"1"), Some(key), None]
                if self.compares_and_deletes(script) =>
            {
                (key, "Deleted(key.value = cl.ready[2])")
            }
            [Some(name), ..] => return unnamed(&String::from_utf8_lossy(name)),
            _ => {
                return unsaid(say::UNSAID_COMMAND);
            }
        };
        match &self.key {
            Some(known) if known.as_slice() != *key => unsaid(say::UNSAID_TWO_KEYS),
            _ => {
                self.key = Some(key.to_vec());
                Ok(answer)
            }
        }
    }

    /// Whether a script is the one that deletes a key with a value, to the letter.
    fn compares_and_deletes(&self, name: &[u8]) -> bool {
        let argv = [b"EVAL".to_vec(), name.to_vec()];
        let known = [b"EVAL".to_vec(), b"compare-and-delete".to_vec()];
        let px = Algorithm::Px.program();
        self.program.scripts().sent(&argv) == px.scripts().sent(&known)
    }

    /// Whether the value may be the token of an attempt.
    fn keeps_token(&self, expression: &Expression) -> bool {
        let sum = expression.sum(self.lease_s);
        let may_be = |sum: Sum| {
            matches!(
                sum.atom,
                Some(SumAtom::Token | SumAtom::Reply | SumAtom::Register(_))
            )
        };
        self.program.names_token() && sum.is_none_or(may_be)
    }

    fn number(&self, word: &CommandWord) -> Option<i64> {
        match word {
            CommandWord::Literal(text) => std::str::from_utf8(text).ok()?.parse().ok(),
            CommandWord::Computed(_, expression) => self.constant(expression),
        }
    }

    fn constant(&self, expression: &Expression) -> Option<i64> {
        match expression.sum(self.lease_s)? {
            Sum {
                atom: None,
                constant,
            } => Some(constant),
            _ => None,
        }
    }

    fn local(&self, at: usize, op: &Op) -> Result<String, Unsaid> {
        Ok(match &op.kind {
            // Two earlier attempts of one client are not told apart.
            OpKind::Assign(_, expression) if self.keeps_token(expression) => {
                return unsaid(say::UNSAID_TOKEN);
            }
            OpKind::Assign(register, expression) => format!(
                "[cl EXCEPT !.reg[{}] = {}, !.pc = {}]",
                register + 1,
                self.value(expression)?,
                at + 1
            ),
            OpKind::If(condition, otherwise) => format!(
                "[cl EXCEPT !.pc = IF {} THEN {} ELSE {otherwise}]",
                self.condition(condition)?,
                at + 1
            ),
            OpKind::Enter(until) => format!("Entered(cl, {})", self.value(until)?),
            OpKind::Retry => "Again(cl, c)".to_owned(),
            OpKind::Wait(seconds) | OpKind::Work(seconds) => match self.constant(seconds) {
                Some(seconds) if seconds > 0 => {
                    format!("[cl EXCEPT !.st = \"sleep\", !.left = {seconds}]")
                }
                Some(_) => format!("[cl EXCEPT !.pc = {}]", at + 1),
                None => {
                    return unsaid(say::UNSAID_WAIT);
                }
            },
            OpKind::GiveUp => "[cl EXCEPT !.st = \"gave up\"]".to_owned(),
            OpKind::Done => "[cl EXCEPT !.st = \"done\", !.pc = End]".to_owned(),
            OpKind::Transaction(_) => {
                return unsaid(say::UNSAID_MULTI);
            }
            OpKind::Store { .. } => {
                return unsaid(say::UNSAID_STORE);
            }
            OpKind::Command(..) | OpKind::Extend(_) | OpKind::Leave => {
                return unsaid(say::UNSAID_THREAD);
            }
        })
    }

    fn value(&self, expression: &Expression) -> Result<String, Unsaid> {
        let Some(Sum { atom, constant }) = expression.sum(self.lease_s) else {
            return unsaid(say::UNSAID_COMPUTED);
        };
        let value = match atom {
            None => return Ok(format!("Number({constant})")),
            Some(SumAtom::Now) => "Now(c)".to_owned(),
            Some(SumAtom::Sent) => "cl.sent".to_owned(),
            Some(SumAtom::Reply) => "cl.reply".to_owned(),
            Some(SumAtom::Nil) => "Nil".to_owned(),
            Some(SumAtom::Token) => "Token(c)".to_owned(),
            Some(SumAtom::Register(index)) => format!("cl.reg[{}]", index + 1),
        };
        Ok(match constant {
            0 => value,
            _ => format!("Plus({value}, {constant})"),
        })
    }

    fn condition(&self, condition: &Condition) -> Result<String, Unsaid> {
        let (left, right) = (self.value(&condition.left)?, self.value(&condition.right)?);
        let asks_for_nil = left == "Nil" || right == "Nil";
        Ok(match (condition.relation, asks_for_nil) {
            (Relation::Equal, true) => format!("({left} = {right})"),
            (Relation::Unequal, true) => format!("({left} # {right})"),
            (_, true) => "FALSE".to_owned(),
            (Relation::Equal, false) => format!("Same({left}, {right})"),
            (Relation::Unequal, false) => format!("Differ({left}, {right})"),
            (Relation::Less, false) => format!("Less({left}, {right})"),
            (Relation::Greater, false) => format!("Less({right}, {left})"),
            (Relation::LessOrEqual, false) => format!("AtMost({left}, {right})"),
            (Relation::GreaterOrEqual, false) => format!("AtMost({right}, {left})"),
        })
    }

    fn needs(&self, at: usize) -> String {
        let kept = self.kept.get(at).copied().unwrap_or(Kept::ALL);
        let registers = 0..self.program.registers().len();
        let registers: Vec<_> = registers
            .map(|index| truth(kept.has(Kept::register(index))))
            .collect();
        format!(
            "[reply |-> {}, sent |-> {}, reg |-> <<{}>>]",
            truth(kept.has(Kept::REPLY)),
            truth(kept.has(Kept::SENT)),
            registers.join(", ")
        )
    }
}
