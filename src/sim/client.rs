//! A client: its program, where it stands in it, and what it believes. It runs lines; it does not reach the server.

use std::fmt;
use std::sync::Arc;

use super::world::MessageId;
use crate::keyspace::{ConnectionId, Reply};
use crate::lock::{Argument, Inputs, OpKind, Program, Trouble, Value};

/// How many clients a world has at most.
pub const CLIENTS_MAX: usize = 9;

/// Ops that a client may run without sending a command, before it is stopped as going in a circle.
const LOCAL_OPS_MAX: u32 = 1_000;

/// The name of a client: C1, C2 ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub u8);

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "C{}", self.0)
    }
}

/// The time for which a client may hold the lock, by its own statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The end, in Unix milliseconds: at this moment it is over.
    pub until_ms: i64,
}

/// What a client can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It can be stepped.
    Running,
    /// It waits or works until its own clock shows this second.
    Asleep {
        /// In Unix seconds, by the client's clock.
        until_s: i64,
    },
    /// It stopped for good, wherever it stood.
    Crashed {
        /// When, in Unix milliseconds.
        at_ms: i64,
    },
    /// It has run its program to the end.
    Finished,
    /// It ended its program without the lock.
    GaveUp,
    /// It met what it cannot handle, and stopped.
    Failed(Fault),
}

/// Why a client stopped by itself, and on which line of its program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A number is needed, and this is none.
    NotNumber(u32, Value),
    /// A result is outside 64 bits.
    Overflow(u32),
    /// It runs in a circle and sends nothing.
    Circle(u32),
    /// The server refused the command, in these words.
    Refused(u32, String),
}

/// What a client has on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Errand {
    /// Nothing: its next part is Read.
    None,
    /// A command that was computed and not sent yet: next is Send.
    Ready(Vec<Vec<u8>>),
    /// A command that was sent: next is Execute, or Receive once the server has replied.
    Awaiting(MessageId),
}

/// The clock that a client reads, and the setting that its program may name.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The true time, in Unix milliseconds.
    pub now_ms: i64,
    /// In seconds.
    pub lease_s: i64,
}

/// A client of the lock.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Client {
    pub(super) id: ClientId,
    pub(super) program: Arc<Program>,
    /// The index of the next op. While it sleeps, the op that it sleeps in.
    pub(super) at: usize,
    /// Whether it has been stepped at all.
    pub(super) has_begun: bool,
    pub(super) registers: Vec<Value>,
    pub(super) reply: Value,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub(super) skew_ms: i64,
    pub(super) state: State,
    pub(super) believes: bool,
    pub(super) lease: Option<Lease>,
    pub(super) errand: Errand,
    /// One a server, in the order of the servers.
    pub(super) connections: Vec<ConnectionId>,
}

impl Client {
    pub(super) fn new(
        id: ClientId,
        program: Arc<Program>,
        connections: Vec<ConnectionId>,
    ) -> Client {
        Client {
            id,
            registers: vec![Value::Nil; program.registers().len()],
            program,
            at: 0,
            has_begun: false,
            reply: Value::Nil,
            skew_ms: 0,
            state: State::Running,
            believes: false,
            lease: None,
            errand: Errand::None,
            connections,
        }
    }

    /// Its name.
    pub fn id(&self) -> ClientId {
        self.id
    }

    /// Its program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The line of its program that it stands on, from 1: the next to run, or the one that it waits or works in.
    pub fn line(&self) -> u32 {
        self.program.line(self.at)
    }

    /// What it can do.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Its registers, in the order in which the program names them. What was never assigned is nil.
    pub fn registers(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.program.registers().iter().map(String::as_str);
        names.zip(&self.registers)
    }

    /// The last reply, as its program sees it.
    pub fn reply(&self) -> &Value {
        &self.reply
    }

    /// What its own clock shows at the true time `now_ms`, in whole seconds.
    pub fn clock_s(&self, now_ms: i64) -> i64 {
        now_ms.saturating_add(self.skew_ms).div_euclid(1000)
    }

    /// How far its clock is ahead of the true time, in milliseconds.
    pub fn skew_ms(&self) -> i64 {
        self.skew_ms
    }

    /// *Read*: wakes, runs the local lines before the next command, and computes that command with the clock as it is.
    /// `None` when the client comes to an end, sleeps or fails before it has a command.
    pub(super) fn read(
        &mut self,
        around: Surroundings,
        lines: &mut Vec<u32>,
    ) -> Option<Vec<Vec<u8>>> {
        self.has_begun = true;
        if matches!(self.state, State::Asleep { .. }) {
            self.state = State::Running;
            self.at += 1;
        }
        let mut budget = LOCAL_OPS_MAX;
        let argv = self.next_command(around, &mut budget, lines);
        argv.unwrap_or_else(|fault| {
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
            Reply::Bulk(bytes) => Value::from_bytes(bytes),
            Reply::Nil => Value::Nil,
            Reply::Array(_) => Value::Array,
        };
        self.at += 1;
        let mut budget = LOCAL_OPS_MAX;
        if let Err(fault) = self.run(around, false, &mut budget, lines) {
            self.fail(fault);
        }
    }

    /// It stops for good. What it has sent stays on its way.
    pub(super) fn crash(&mut self, at_ms: i64) {
        self.state = State::Crashed { at_ms };
        self.believes = false;
        self.errand = Errand::None;
    }

    fn fail(&mut self, fault: Fault) {
        self.state = State::Failed(fault);
        self.believes = false;
        self.errand = Errand::None;
    }

    fn next_command(
        &mut self,
        around: Surroundings,
        budget: &mut u32,
        lines: &mut Vec<u32>,
    ) -> Result<Option<Vec<Vec<u8>>>, Fault> {
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
                OpKind::Command(words) => return self.compute(around, words).map(Some),
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
            if self.believes && self.at >= program.start(crate::lock::Section::Release) {
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
                self.at = program.start(crate::lock::Section::Work);
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
