//! A question of a search as a TLA+ module and the configuration for TLC: a second judge, which shares no code with the
//! first. Only what fits such a model is written: one key, and times that are compared with a clock.
//!
//! A move of the timeline is a step of the model, so that TLC's trace without its first state is as long as a schedule.
//! Timestamps are relative to the present. Past a horizon that no comparison can tell they keep nothing but their order.

use crate::say;
use base::text::{Lang, Phrase, Text};
use check::Question;
use lock::{
    Algorithm, Ask, CommandWord, Condition, Expression, Kept, Op, OpKind, Program, Relation,
    Section, Servers, Sum, SumAtom,
};
use sim::{Property, server_name};

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
        servers: setup.servers,
        replicas: setup.replicas,
        key: None,
        kept: program.live(),
    };
    let apart_s = i64::from(allowed.clocks_apart_s);
    let set_s = allowed.clocks_set_ms.iter().map(|ms| ms.abs() / 1000).max();
    let horizon_s = time_use.horizon_s + apart_s + set_s.unwrap_or(0) + 2;
    let module = model.module(question, horizon_s)?;
    let clients: Vec<String> = setup
        .clients
        .iter()
        .map(|client| client.id.to_string())
        .collect();
    let servers = names(0..setup.servers + setup.replicas);
    let servers = servers.iter().map(|name| format!("  {name} = {name}\n"));
    let config = format!(
        "CONSTANTS\n  Clients = {{{}}}\n{}SYMMETRY Alike\nINIT Init\nNEXT Next\nINVARIANT {invariant}\n",
        clients.join(", "),
        servers.collect::<String>()
    );
    Ok(Tla { module, config })
}

/// The first setting that the model does not support.
fn left_out(question: &Question, program: &Program) -> Option<Text> {
    let (allowed, setup) = (&question.allowed, &question.setup);
    let rows = [
        // The writes on their way to a replica have no end where none is promoted.
        (
            setup.replicas > u8::from(allowed.fail_over),
            say::UNSAID_REPLICAS,
        ),
        (setup.value.is_some(), say::UNSAID_VALUE),
        // Messages between the sides that are only late.
        (
            allowed.part && !setup.loses_messages,
            say::UNSAID_NETWORK_PARTS,
        ),
        // What is on its way to a replica has its time by the clock of the primary.
        (
            setup.replicas > 0 && !allowed.server_clocks_set_ms.is_empty(),
            say::UNSAID_CLOCKS_SET,
        ),
        (question.seconds.is_some(), say::UNSAID_BOUND_TIME),
        (program.has_meanwhile(), say::UNSAID_THREAD),
        (
            setup.clients.iter().any(|client| client.skew_ms != 0),
            say::UNSAID_CLOCKS_SET,
        ),
    ];
    let there = |(is_there, what): (bool, Text)| is_there.then_some(what);
    rows.into_iter().find_map(there)
}

/// The names of servers.
fn names(places: impl IntoIterator<Item = u8>) -> Vec<String> {
    let all = places.into_iter();
    all.map(|place| server_name(place).to_string()).collect()
}

/// A set in TLA+.
fn set<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    ["{", &all.join(", "), "}"].concat()
}

fn seconds(all_ms: &[i64]) -> String {
    set(all_ms.iter().map(|ms| ms / 1000))
}

fn truth(is_so: bool) -> String {
    if is_so { "TRUE" } else { "FALSE" }.to_owned()
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
    servers: u8,
    replicas: u8,
    /// The only key that the program names.
    key: Option<Vec<u8>>,
    kept: Vec<Kept>,
}

/// The parts of the module that no program changes, in two pieces: what its values are, and what happens.
const VALUES: &str = include_str!("tla/values.tla");
const MOVES: &str = include_str!("tla/moves.tla");
/// The token of a client's present attempt.
const TOKEN: &str = "Token(cl, c)";

impl Model<'_> {
    fn module(&mut self, question: &Question, horizon_s: i64) -> Result<String, Unsaid> {
        let ops = self.program.ops();
        let mut commands = Vec::new();
        let mut locals = Vec::new();
        let mut finds = Vec::new();
        let mut answers = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            if let OpKind::Command(words, ask) = &op.kind {
                commands.push(at);
                finds.push(format!("cl.pc = {at} -> {}", self.asked(words, ask)?));
                answers.push(format!("pc = {at} -> {}", self.answer(words)?));
            } else if self.program.is_command(at)
                && let OpKind::If(condition, otherwise) = &op.kind
            {
                commands.push(at);
                let holds = self.condition(condition)?;
                finds.push(format!(
                    "cl.pc = {at} -> Find([cl EXCEPT !.pc = IF {holds} THEN {} ELSE {otherwise}], c)",
                    at + 1
                ));
            } else {
                locals.push(format!("cl.pc = {at} -> {}", self.local(at, op)?));
            }
        }
        let lines = self.program.source().lines();
        let source: Vec<String> = lines.map(|line| format!("\\* {line}")).collect();
        let arms = |all: &[String]| match all {
            [] => "cl.pc = -1 -> cl".to_owned(),
            all => all.join("\n    [] "),
        };
        Ok([
            &format!("---- MODULE {MODULE} ----\n"),
            &source.join("\n"),
            "\nEXTENDS Integers, Sequences, FiniteSets, Bags, TLC\n",
            &self.constants(question, horizon_s, &commands),
            VALUES,
            "\nLocal(cl, c) ==\n  CASE ",
            &arms(&locals),
            "\n\nRECURSIVE Run(_, _, _)\nRun(cl, c, may) ==\n  IF cl.holds /\\ cl.pc >= Release\n  THEN IF may THEN Run([cl EXCEPT !.holds = FALSE, !.until = 0], c, may) ELSE cl\n  ELSE IF cl.pc = End THEN [cl EXCEPT !.st = \"done\"]\n  ELSE IF cl.pc \\in Commands THEN cl\n  ELSE LET next == Local(cl, c) IN IF next.st = \"run\" THEN Run(next, c, may) ELSE next\n\nRECURSIVE Find(_, _)\nFind(old, c) ==\n  LET cl == Run(old, c, TRUE) IN\n  IF cl.st # \"run\" THEN cl ELSE\n  CASE ",
            &arms(&finds),
            "\n\nAnswer(key, c, s, pc, v) ==\n  CASE ",
            &answers.join("\n    [] "),
            "\n\n",
            MOVES,
        ]
        .concat())
    }

    /// The numbers and switches of a question.
    fn constants(&self, question: &Question, horizon_s: i64, commands: &[usize]) -> String {
        let (program, allowed) = (self.program, &question.allowed);
        let servers = self.servers + self.replicas;
        let kept: Vec<String> = (0..=program.ops().len()).map(|at| self.needs(at)).collect();
        let those = |is_so: &dyn Fn(&[CommandWord], &Ask) -> bool| {
            let ops = program.ops().iter().enumerate();
            set(ops.filter_map(|(at, op)| match &op.kind {
                OpKind::Command(words, ask) if is_so(words, ask) => Some(at),
                _ => None,
            }))
        };
        let reads = |words: &[CommandWord], _: &Ask| match words {
            [CommandWord::Literal(name), ..] => name == b"GET" || name == b"GETSET",
            _ => false,
        };
        // To exchange servers costs TLC more than it saves where they stay alike.
        let differ = allowed.transit || allowed.forget || allowed.part;
        let (alike, first) = match differ && self.servers > 1 && program.asks_all_alike() {
            true => (" \\union Permutations(Servers)", "<<>>"),
            false => ("", "A"),
        };
        [
            ("Servers", set(names(0..servers))),
            ("Alike", format!("Permutations(Clients){alike}")),
            // None is before the others where all are asked.
            ("First", first.to_owned()),
            ("Replicas", set(names(self.servers..servers))),
            ("Majority", self.majority().to_string()),
            ("End", program.ops().len().to_string()),
            ("Release", program.start(Section::Release).to_string()),
            ("WorkAt", program.start(Section::Work).to_string()),
            ("Registers", program.registers().len().to_string()),
            ("Lease", self.lease_s.to_string()),
            ("Horizon", horizon_s.to_string()),
            // No other clock than a monotonic one is read.
            (
                "Apart",
                match program.is_monotonic() {
                    true => 0,
                    false => allowed.clocks_apart_s,
                }
                .to_string(),
            ),
            ("MayRead", truth(allowed.gap || allowed.transit)),
            ("MayTravel", truth(allowed.transit)),
            ("MayLose", truth(allowed.lose)),
            ("MayCrash", truth(allowed.crash)),
            ("MayRestart", truth(allowed.restart)),
            ("MayForget", truth(allowed.forget)),
            ("MayFailOver", truth(allowed.fail_over)),
            ("MayPart", truth(allowed.part)),
            ("MayOverrun", truth(allowed.overrun)),
            (
                "ClocksSet",
                match program.is_monotonic() {
                    true => "{}".to_owned(),
                    false => seconds(&allowed.clocks_set_ms),
                },
            ),
            ("ServerClocksSet", seconds(&allowed.server_clocks_set_ms)),
            ("Rounds", question.rounds.unwrap_or(0).to_string()),
            ("Attempts", question.attempts.unwrap_or(0).to_string()),
            ("Holders", program.holders().to_string()),
            ("Commands", set(commands)),
            ("Reads", those(&reads)),
            (
                "Several",
                those(&|_, ask| self.places(ask).is_some_and(|places| places.len() > 1)),
            ),
            ("Hasty", those(&|_, ask| ask.until_majority)),
            ("NamesSent", truth(program.names_sent())),
            ("NamesToken", truth(program.names_token())),
            ("Needs", format!("<<{}>>", kept.join(", "))),
        ]
        .into_iter()
        .map(|(name, value)| format!("{name} == {value}\n"))
        .fold(
            format!("CONSTANTS Clients, {}\n", names(0..servers).join(", ")),
            |all, line| all + &line,
        )
    }

    fn majority(&self) -> u8 {
        self.servers / 2 + 1
    }

    /// The servers that a command names, by their index; `None` for the one that takes the writes.
    fn places(&self, ask: &Ask) -> Option<Vec<u8>> {
        match &ask.servers {
            Servers::Primary => None,
            Servers::All if self.servers == 1 => None,
            Servers::All => Some((0..self.servers).collect()),
            Servers::These(places) => Some(places.clone()),
        }
    }

    /// A request that a client computes.
    fn asked(&self, words: &[CommandWord], ask: &Ask) -> Result<String, Unsaid> {
        let to = match self.places(ask) {
            None => "{roles.primary}".to_owned(),
            Some(places) if self.replicas == 0 && places.iter().all(|at| *at < self.servers) => {
                set(names(places))
            }
            Some(_) => return unsaid(say::UNSAID_CHOSEN_SERVERS),
        };
        let within = match ask.within.as_ref().map(|seconds| self.constant(seconds)) {
            None => "NoEnd".to_owned(),
            Some(Some(seconds)) => seconds.max(0).to_string(),
            Some(None) => return unsaid(say::UNSAID_WAIT),
        };
        let (ready, registers) = self.computed(words)?;
        let cl = match registers.as_str() {
            "" => "cl".to_owned(),
            registers => format!("[cl EXCEPT {registers}]"),
        };
        Ok(format!("Ask({cl}, c, {to}, {within}, <<{ready}>>)"))
    }

    /// The values that a client sends, and the registers that keep them.
    fn computed(&self, words: &[CommandWord]) -> Result<(String, String), Unsaid> {
        let (mut ready, mut registers) = (Vec::new(), Vec::new());
        for word in words {
            let CommandWord::Computed(register, expression) = word else {
                continue;
            };
            if self.constant(expression).is_some() {
                continue;
            }
            let value = self.value(expression)?;
            // A token that is not the present one is told apart only on its way.
            let is_old = value != TOKEN && self.keeps_token(expression);
            if is_old || register.is_some() && (!ready.is_empty() || value == TOKEN) {
                return unsaid(say::UNSAID_REGISTER);
            }
            if let Some(register) = register {
                registers.push(format!("!.reg[{}] = {value}", register + 1));
            }
            ready.push(value);
        }
        Ok((ready.join(", "), registers.join(", ")))
    }

    /// The key and the reply after a command of a client to a server, by the values that were sent: `<<key, reply>>`.
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
            [Some(b"WAIT"), ..] if words.iter().skip(1).all(|word| self.number(word).is_some()) => {
                return Ok("<<key, Number(Reached(c, s))>>");
            }
            [Some(b"GET"), Some(key)] => (key, "<<key, key.value>>"),
            [Some(b"DEL"), Some(key)] => (key, "Deleted(key, TRUE)"),
            [Some(b"SETNX"), Some(key), None] => {
                (key, "Put(key, Key(v[1], NoEnd), Number(1), Number(0))")
            }
            [Some(b"GETSET"), Some(key), None] => (key, "<<Key(v[1], NoEnd), key.value>>"),
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
                    (true, true) => "Put(key, Key(v[1], Lease), Word(\"OK\"), Nil)",
                    (true, false) => "Put(key, Key(v[1], NoEnd), Word(\"OK\"), Nil)",
                    (false, true) => "<<Key(v[1], Lease), Word(\"OK\")>>",
                    (false, false) => "<<Key(v[1], NoEnd), Word(\"OK\")>>",
                };
                (key, answer)
            }
            [Some(b"DELEX"), Some(key), Some(b"IFEQ"), None]
            | [Some(b"DELIFEQ"), Some(key), None] => (key, "Deleted(key, key.value = v[1])"),
            [Some(b"EVAL"), Some(script), Some(b"1"), Some(key), None]
                if self.compares_and_deletes(script) =>
            {
                (key, "Deleted(key, key.value = v[1])")
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
            OpKind::Retry if self.program.names_token() && self.program.repeats_request(at) => {
                "IF cl.answers = 0 THEN [cl EXCEPT !.pc = 0] ELSE Again(cl)".to_owned()
            }
            OpKind::Retry => "Again(cl)".to_owned(),
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
            Some(SumAtom::Token) => TOKEN.to_owned(),
            Some(SumAtom::Register(index)) => format!("cl.reg[{}]", index + 1),
            Some(SumAtom::Answers) => "Number(cl.answers)".to_owned(),
            Some(SumAtom::Yes) => "Number(cl.yes)".to_owned(),
            Some(SumAtom::Majority) => format!("Number({})", self.majority()),
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
            "[reply |-> {}, sent |-> {}, votes |-> {}, reg |-> <<{}>>]",
            truth(kept.has(Kept::REPLY)),
            truth(kept.has(Kept::SENT)),
            truth(kept.has(Kept::ANSWERS)),
            registers.join(", ")
        )
    }
}
