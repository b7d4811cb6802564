//! How a client runs its program: the lines before a command, the command's arguments, and the lines behind its reply.
//! It never reaches a server.

use std::sync::Arc;

use super::client::{Client, Fault, Lease, State, Surroundings};
use super::request::Request;
use crate::keyspace::Reply;
use crate::lock::{Argument, Inputs, OpKind, Program, Section, Trouble, Value};

/// Ops that a client may run without sending a command, before it is stopped as going in a circle.
const LOCAL_OPS_MAX: u32 = 1_000;

impl Client {
    /// *Read*: wakes, runs the local lines before the next command, and computes that command with the clock as it is.
    /// `None` when the client comes to an end, sleeps or fails before it has a command.
    pub(super) fn read(&mut self, around: Surroundings, lines: &mut Vec<u32>) -> Option<Request> {
        self.has_begun = true;
        if matches!(self.state, State::Asleep { .. }) {
            self.state = State::Running;
            self.at += 1;
        }
        let mut budget = LOCAL_OPS_MAX;
        let request = self.next_command(around, &mut budget, lines);
        request.unwrap_or_else(|fault| {
            self.fail(fault);
            None
        })
    }

    /// *Receive*: takes the reply, and runs the local lines up to the next command or to the release.
    pub(super) fn receive(&mut self, around: Surroundings, reply: &Reply, lines: &mut Vec<u32>) {
        self.reply = match reply {
            Reply::Error(error) => {
                let words = String::from_utf8_lossy(error.bytes()).into_owned();
                return self.fail(Fault::Refused(self.line(), words));
            }
            Reply::Status(word) => Value::Text(Arc::new(word.as_bytes().to_vec())),
            Reply::Int(number) => Value::Int(*number),
            Reply::Bulk(bytes) | Reply::Text(bytes) => Value::from_bytes(bytes),
            Reply::Nil | Reply::NilArray | Reply::Nothing => Value::Nil,
            Reply::Array(_) | Reply::Map(_) | Reply::Set(_) => Value::Array,
        };
        self.at += 1;
        let mut budget = LOCAL_OPS_MAX;
        if let Err(fault) = self.run(around, false, &mut budget, lines) {
            self.fail(fault);
        }
    }

    fn next_command(
        &mut self,
        around: Surroundings,
        budget: &mut u32,
        lines: &mut Vec<u32>,
    ) -> Result<Option<Request>, Fault> {
        loop {
            self.run(around, true, budget, lines)?;
            if self.state != State::Running {
                return Ok(None);
            }
            let program = Arc::clone(&self.program);
            let Some(op) = program.op(self.at) else {
                return Ok(None);
            };
            self.pay(budget)?;
            note(lines, op.line);
            match &op.kind {
                OpKind::Command(words) => {
                    let argv = self.compute(around, words)?;
                    return Ok(Some(Request::one(argv)));
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
        lines: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let program = Arc::clone(&self.program);
        loop {
            if self.believes && self.at >= program.start(Section::Release) {
                if !may_leave {
                    return Ok(());
                }
                self.believes = false;
                self.lease = None;
            }
            let Some(op) = program.op(self.at) else {
                self.state = State::Finished;
                return Ok(());
            };
            if program.is_command(self.at) {
                return Ok(());
            }
            self.pay(budget)?;
            note(lines, op.line);
            self.local(around, &program, &op.kind)
                .map_err(|trouble| self.fault(trouble))?;
            if self.state != State::Running {
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
            OpKind::Command(_) => {}
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
                self.believes = true;
                self.at = program.start(Section::Work);
            }
            OpKind::Retry => self.at = 0,
            OpKind::Wait(seconds) | OpKind::Work(seconds) => {
                let seconds = seconds.number(self.inputs(around))?;
                let now_s = self.clock_s(around.now_ms);
                let until_s = now_s.checked_add(seconds).ok_or(Trouble::Overflow)?;
                match until_s > now_s {
                    true => self.state = State::Asleep { until_s },
                    false => self.at += 1,
                }
            }
            OpKind::GiveUp => self.state = State::GaveUp,
        }
        Ok(())
    }

    fn compute(&mut self, around: Surroundings, words: &[Argument]) -> Result<Vec<Vec<u8>>, Fault> {
        let mut argv = Vec::with_capacity(words.len());
        for word in words {
            argv.push(match word {
                Argument::Literal(bytes) => bytes.clone(),
                Argument::Computed(register, expression) => {
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

    fn inputs(&self, around: Surroundings) -> Inputs<'_> {
        Inputs {
            now_s: self.clock_s(around.now_ms),
            lease_s: around.lease_s,
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

/// Keeps a line that was run; several ops of one line count once.
fn note(lines: &mut Vec<u32>, line: u32) {
    if lines.last() != Some(&line) {
        lines.push(line);
    }
}
