//! How a client runs its program: the lines before a command, the command's arguments, and the lines behind its reply.
//! It never reaches a server.

use std::sync::Arc;

use super::client::{Client, ClientState, Fault, Lease, Surroundings};
use super::observer::Observer;
use super::request::{Peer, Request};
use crate::keyspace::{Error, Reply};
use crate::lock::{CommandWord, Expression, Inputs, OpKind, Program, Section, Trouble, Value};

/// Ops that a client may run without sending a command, before it is stopped as going in a circle.
const LOCAL_OPS_MAX: u32 = 1_000;

impl Client {
    /// *Read*: wakes, runs the local lines before the next command, and computes that command with the clock as it is.
    /// `None` when the client comes to an end, sleeps or fails before it has a command.
    pub(super) fn read(
        &mut self,
        around: Surroundings,
        observer: &mut dyn Observer,
    ) -> Option<Request> {
        self.has_begun = true;
        if matches!(self.state, ClientState::Asleep { .. }) {
            self.state = ClientState::Running;
            self.at += 1;
        }
        let mut budget = LOCAL_OPS_MAX;
        let request = self.next_command(around, &mut budget, observer);
        request.unwrap_or_else(|fault| {
            self.fail(fault);
            None
        })
    }

    /// *Receive*: takes the reply, and runs the local lines up to the next command or to the release.
    pub(super) fn receive(
        &mut self,
        around: Surroundings,
        reply: &Reply,
        observer: &mut dyn Observer,
    ) {
        if let Some(error) = refusal(reply) {
            let words = String::from_utf8_lossy(error.bytes()).into_owned();
            return self.fail(Fault::Refused(self.line(), words));
        }
        self.reply = value_of(reply);
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
    ) -> Result<Option<Request>, Fault> {
        loop {
            self.run(around, true, budget, observer)?;
            if self.state != ClientState::Running {
                return Ok(None);
            }
            let program = Arc::clone(&self.program);
            let Some(op) = program.op(self.at) else {
                return Ok(None);
            };
            self.pay(budget)?;
            observer.line(op.line);
            match &op.kind {
                OpKind::Command(words) => {
                    let argv = self.compute(around, words)?;
                    return Ok(Some(self.request(around, Peer::Server(0), vec![argv])));
                }
                OpKind::Transaction(commands) => {
                    let all = commands.iter().map(|words| self.compute(around, words));
                    let all = all.collect::<Result<_, _>>()?;
                    return Ok(Some(self.request(around, Peer::Server(0), all)));
                }
                OpKind::Store { value, token } => {
                    let argv = self.store_words(around, value, token)?;
                    return Ok(Some(self.request(around, Peer::Store, vec![argv])));
                }
                OpKind::If(condition, otherwise) => {
                    let holds = condition.holds(self.inputs(around));
                    self.at = match holds.map_err(|trouble| self.fault(trouble))? {
                        true => self.at + 1,
                        false => *otherwise,
                    };
                }
                _ => return Ok(None),
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
            if self.believes() && self.at >= program.start(Section::Release) {
                if !may_leave {
                    return Ok(());
                }
                self.lease = None;
            }
            let Some(op) = program.op(self.at) else {
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
            OpKind::Command(_) | OpKind::Transaction(_) | OpKind::Store { .. } => {}
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
                self.at = program.start(Section::Work);
            }
            OpKind::Retry => self.at = 0,
            OpKind::Wait(seconds) | OpKind::Work(seconds) => {
                let seconds = seconds.number(self.inputs(around))?;
                let now_s = self.clock_s(around.now_ms);
                let until_s = now_s.checked_add(seconds).ok_or(Trouble::Overflow)?;
                match until_s > now_s {
                    true => self.state = ClientState::Asleep { until_s },
                    false => self.at += 1,
                }
            }
            OpKind::GiveUp => self.state = ClientState::GaveUp,
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

    fn request(&mut self, around: Surroundings, to: Peer, commands: Vec<Vec<Vec<u8>>>) -> Request {
        if self.program.names_sent() {
            self.sent_s = self.clock_s(around.now_ms);
        }
        Request { to, commands }
    }

    /// `read` or `write VALUE`, and `with TOKEN` when there is one.
    fn store_words(
        &self,
        around: Surroundings,
        value: &Option<Expression>,
        token: &Option<Expression>,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let bytes = |expression: &Expression| {
            let value = expression.value(self.inputs(around));
            let value = value.map_err(|trouble| self.fault(trouble))?;
            Ok(value.to_bytes())
        };
        let mut argv = match value {
            Some(value) => vec![b"write".to_vec(), bytes(value)?],
            None => vec![b"read".to_vec()],
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

/// A reply as a program sees it.
fn value_of(reply: &Reply) -> Value {
    match reply {
        Reply::Status(word) => Value::Text(Arc::new(word.as_bytes().to_vec())),
        Reply::Int(number) => Value::Int(*number),
        Reply::Bulk(bytes) | Reply::Text(bytes) => Value::from_bytes(bytes),
        Reply::Nil | Reply::NilArray | Reply::Nothing | Reply::Error(_) => Value::Nil,
        Reply::Array(all) | Reply::Set(all) => {
            Value::Array(Arc::new(all.iter().map(value_of).collect()))
        }
        Reply::Map(pairs) => {
            let both = pairs.iter().flat_map(|(name, value)| [name, value]);
            Value::Array(Arc::new(both.map(value_of).collect()))
        }
    }
}
