//! How a client runs its program: the lines before a command, the command's arguments, and the lines behind its reply.
//! It never reaches a server.

use std::sync::Arc;

use super::client::{Client, ClientState, Deadline, Errand, Fault, Lease, Surroundings};
use super::observer::Observer;
use super::property::held_idle;
use super::request::{Peer, Request};
use keyspace::{Error, Reply};
use lock::{
    CommandWord, Expression, Inputs, OpKind, Program, Section, Servers, StoreDeed, Trouble, Value,
};

/// Ops that a client may run without sending a command, before it is stopped as going in a circle.
const LOCAL_OPS_MAX: u32 = 1_000;

impl Client {
    /// *Read*: wakes, runs the local lines before the next command, and computes that command with the clock as it is.
    /// Nothing when the client comes to an end, sleeps or fails before it has a command.
    pub(super) fn read(&mut self, around: Surroundings, observer: &mut dyn Observer) -> Errand {
        self.has_begun = true;
        if matches!(self.state, ClientState::Asleep { .. }) {
            self.state = ClientState::Running;
            self.at += 1;
        }
        let mut budget = LOCAL_OPS_MAX;
        let request = self.next_command(around, &mut budget, observer);
        request.unwrap_or_else(|fault| {
            self.fail(fault);
            Errand::None
        })
    }

    /// *Receive*: takes the reply, and runs the local lines up to the next command or to the release.
    ///
    /// `None` stands for no one reply: several servers were asked, or none replied in time.
    pub(super) fn receive(
        &mut self,
        around: Surroundings,
        reply: Option<&Reply>,
        observer: &mut dyn Observer,
    ) {
        if let Some(error) = reply.and_then(refusal) {
            let words = String::from_utf8_lossy(error.bytes()).into_owned();
            return self.fail(Fault::Refused(self.line(), words));
        }
        self.reply = reply.map_or(Value::Nil, value_of);
        self.at += 1;
        let mut budget = LOCAL_OPS_MAX;
        if let Err(fault) = self.run(around, false, &mut budget, observer) {
            self.fail(fault);
        }
    }

    fn next_command(
        &mut self,
        around: Surroundings,
        budget: &mut u32,
        observer: &mut dyn Observer,
    ) -> Result<Errand, Fault> {
        loop {
            self.run(around, true, budget, observer)?;
            if self.state != ClientState::Running {
                return Ok(Errand::None);
            }
            let program = Arc::clone(&self.program);
            let Some(op) = program.op(self.at) else {
                return Ok(Errand::None);
            };
            self.pay(budget)?;
            observer.line(op.line);
            match &op.kind {
                OpKind::Command(words, ask) => {
                    let argv = self.compute(around, words)?;
                    let to = around.places(&ask.servers).map(Peer::Server).collect();
                    let within = ask.within.as_ref();
                    let deadline_s = within
                        .map(|seconds| self.seconds_from_now(around, seconds))
                        .transpose()
                        .map_err(|trouble| self.fault(trouble))?;
                    return Ok(self.request(around, to, vec![argv], deadline_s));
                }
                OpKind::Transaction(commands) => {
                    let all = commands.iter().map(|words| self.compute(around, words));
                    let all = all.collect::<Result<_, _>>()?;
                    return Ok(self.request(around, vec![Peer::Server(around.primary)], all, None));
                }
                OpKind::Store { deed, token } => {
                    let argv = self.store_words(around, deed, token)?;
                    return Ok(self.request(around, vec![Peer::Store], vec![argv], None));
                }
                OpKind::If(condition, otherwise) => {
                    let holds = condition.holds(self.inputs(around));
                    self.at = match holds.map_err(|trouble| self.fault(trouble))? {
                        true => self.at + 1,
                        false => *otherwise,
                    };
                }
                _ => return Ok(Errand::None),
            }
        }
    }

    /// Runs lines that send nothing. Stops before a command, and before the release unless it `may_leave`: giving the
    /// lock back begins a step of its own.
    fn run(
        &mut self,
        around: Surroundings,
        may_leave: bool,
        budget: &mut u32,
        observer: &mut dyn Observer,
    ) -> Result<(), Fault> {
        let program = Arc::clone(&self.program);
        loop {
            if self.believes() && !self.is_meanwhile && self.at >= program.start(Section::Release) {
                if !may_leave {
                    return Ok(());
                }
                self.stop_holding();
            }
            let has_ended = !self.is_meanwhile && self.at == program.start(Section::Meanwhile);
            let Some(op) = program.op(self.at).filter(|_| !has_ended) else {
                self.at = program.ops().len();
                self.state = ClientState::Finished;
                return Ok(());
            };
            if program.is_command(self.at) {
                return Ok(());
            }
            self.pay(budget)?;
            observer.line(op.line);
            self.local(around, &program, &op.kind)
                .map_err(|trouble| self.fault(trouble))?;
            if self.state != ClientState::Running {
                return Ok(());
            }
        }
    }

    /// Runs one op that sends nothing.
    fn local(
        &mut self,
        around: Surroundings,
        program: &Program,
        kind: &OpKind,
    ) -> Result<(), Trouble> {
        match kind {
            OpKind::Command(..) | OpKind::Transaction(_) | OpKind::Store { .. } => {}
            OpKind::Assign(register, expression) => {
                let value = expression.value(self.inputs(around))?;
                if let Some(kept) = self.registers.get_mut(*register) {
                    *kept = value;
                }
                self.at += 1;
            }
            OpKind::If(condition, otherwise) => {
                self.at = match condition.holds(self.inputs(around))? {
                    true => self.at + 1,
                    false => *otherwise,
                };
            }
            OpKind::Enter(until) => {
                let until_s = until.number(self.inputs(around))?;
                let until_ms = until_s.checked_mul(1000).ok_or(Trouble::Overflow)?;
                self.lease = Some(Lease { until_ms });
                self.begin_thread();
                self.stay_busy(around);
                self.at = program.start(Section::Work);
            }
            OpKind::Retry if self.is_meanwhile => self.at = program.start(Section::Meanwhile),
            OpKind::Retry => {
                // A repeated request keeps its token; else an old command could still act on a later lock.
                let repeats = self.answers == 0 && program.repeats_request(self.at);
                if !repeats {
                    self.attempt = self.next_attempt();
                }
                self.at = 0;
            }
            OpKind::Wait(seconds) | OpKind::Work(seconds) => {
                let now_s = self.clock_s(around.now_ms);
                let until_s = self.seconds_from_now(around, seconds)?;
                match until_s > now_s {
                    true => self.state = ClientState::Asleep { until_s },
                    false => self.at += 1,
                }
            }
            OpKind::GiveUp => self.state = ClientState::GaveUp,
            OpKind::Extend(until) => {
                let until_s = until.number(self.inputs(around))?;
                let until_ms = until_s.checked_mul(1000).ok_or(Trouble::Overflow)?;
                self.lease = Some(Lease { until_ms });
                self.at += 1;
            }
            OpKind::Leave => {
                self.stop_holding();
                self.at = program.ops().len();
                self.errand = Errand::None;
                self.state = ClientState::Finished;
            }
            OpKind::Done => {
                self.at = program.ops().len();
                self.state = ClientState::Finished;
            }
        }
        Ok(())
    }

    fn compute(
        &mut self,
        around: Surroundings,
        words: &[CommandWord],
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let mut argv = Vec::with_capacity(words.len());
        for word in words {
            argv.push(match word {
                CommandWord::Literal(bytes) => bytes.clone(),
                CommandWord::Computed(register, expression) => {
                    let value = expression.value(self.inputs(around));
                    let value = value.map_err(|trouble| self.fault(trouble))?;
                    let bytes = value.to_bytes();
                    if let Some(kept) = register.and_then(|at| self.registers.get_mut(at)) {
                        *kept = value;
                    }
                    bytes
                }
            });
        }
        Ok(argv)
    }

    /// The second of its clock so many seconds from now.
    fn seconds_from_now(&self, around: Surroundings, seconds: &Expression) -> Result<i64, Trouble> {
        let seconds = seconds.number(self.inputs(around))?;
        let now_s = self.clock_s(around.now_ms);
        now_s.checked_add(seconds).ok_or(Trouble::Overflow)
    }

    fn request(
        &mut self,
        around: Surroundings,
        to: Vec<Peer>,
        commands: Vec<Vec<Vec<u8>>>,
        deadline_s: Deadline,
    ) -> Errand {
        if self.program.names_sent() {
            self.sent_s = self.clock_s(around.now_ms);
        }
        let one = |to| {
            Arc::new(Request {
                to,
                commands: commands.clone(),
                scripts: self.program.scripts().clone(),
            })
        };
        Errand::Ready(to.into_iter().map(one).collect(), deadline_s)
    }

    /// It entered, or has heard from the store: from now on it may be idle for so many leases.
    pub(super) fn stay_busy(&mut self, around: Surroundings) {
        let is_watched = self.believes() && self.program.has_meanwhile();
        self.idle_until_ms = is_watched.then(|| held_idle::due_ms(around.now_ms, around.lease_s));
    }

    /// `read`, `write VALUE` or `claim`, and `with TOKEN` when there is one.
    fn store_words(
        &self,
        around: Surroundings,
        deed: &StoreDeed,
        token: &Option<Expression>,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let bytes = |expression: &Expression| {
            let value = expression.value(self.inputs(around));
            let value = value.map_err(|trouble| self.fault(trouble))?;
            Ok(value.to_bytes())
        };
        let mut argv = match deed {
            StoreDeed::Read => vec![b"read".to_vec()],
            StoreDeed::Write(value) => vec![b"write".to_vec(), bytes(value)?],
            StoreDeed::Claim => vec![b"claim".to_vec()],
        };
        if let Some(token) = token {
            argv.extend([b"with".to_vec(), bytes(token)?]);
        }
        Ok(argv)
    }

    fn inputs(&self, around: Surroundings) -> Inputs<'_> {
        Inputs {
            now_s: self.clock_s(around.now_ms),
            sent_s: self.sent_s,
            lease_s: around.lease_s,
            client: self.id.0,
            attempt: self.attempt,
            servers: around.servers,
            answers: self.answers,
            yes: self.yes,
            reply: &self.reply,
            registers: &self.registers,
        }
    }

    fn fault(&self, trouble: Trouble) -> Fault {
        match trouble {
            Trouble::NotNumber(value) => Fault::NotNumber(self.line(), value),
            Trouble::Overflow => Fault::Overflow(self.line()),
        }
    }

    fn pay(&self, budget: &mut u32) -> Result<(), Fault> {
        *budget = budget.checked_sub(1).ok_or(Fault::Circle(self.line()))?;
        Ok(())
    }
}

/// Why the server refused, in its words: the reply is an error, or one of a transaction's replies is.
fn refusal(reply: &Reply) -> Option<&Error> {
    match reply {
        Reply::Error(error) => Some(error),
        Reply::Array(all) => all.iter().find_map(refusal),
        _ => None,
    }
}

/// Whether a server said yes: anything but nil, 0 and an error.
pub fn says_yes(reply: &Reply) -> bool {
    !matches!(
        reply,
        Reply::Nil | Reply::NilArray | Reply::Nothing | Reply::Error(_) | Reply::Int(0)
    )
}

impl Surroundings {
    /// The servers that a command names, by their index.
    fn places(self, servers: &Servers) -> std::vec::IntoIter<u8> {
        let all = match servers {
            Servers::Primary => vec![self.primary],
            Servers::All if self.servers == 1 => vec![self.primary],
            Servers::All => (0..self.servers).collect(),
            Servers::These(these) => these.clone(),
        };
        all.into_iter()
    }
}

/// A reply as a program sees it.
fn value_of(reply: &Reply) -> Value {
    match reply {
        Reply::Status(word) => Value::Text(Arc::new(word.as_bytes().to_vec())),
        Reply::Int(number) => Value::Int(*number),
        Reply::Bool(boolean) => Value::Int(i64::from(*boolean)),
        Reply::Bulk(bytes)
        | Reply::Text(bytes)
        | Reply::Double(bytes)
        | Reply::BigNumber(bytes)
        | Reply::Verbatim(_, bytes) => Value::from_bytes(bytes),
        Reply::Nil | Reply::NilArray | Reply::Nothing | Reply::Error(_) => Value::Nil,
        Reply::Line(line) => Value::Text(Arc::clone(line)),
        Reply::Array(all) | Reply::Set(all) | Reply::Push(all) | Reply::Several(all) => {
            Value::Array(Arc::new(all.iter().map(value_of).collect()))
        }
        Reply::Map(pairs) | Reply::Pairs(pairs) => {
            let both = pairs.iter().flat_map(|(name, value)| [name, value]);
            Value::Array(Arc::new(both.map(value_of).collect()))
        }
    }
}
