//! A parsed program: a flat list of ops, each with the line that it came from. Not its text form, which the parser knows.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::condition::Condition;
use super::expression::Expression;
use super::unfit::blocks;
use base::part::Part;
use keyspace::{self, KeyspaceMode};

/// One of the parts that a program has, in this order. The last may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Up to the moment when the client has the lock.
    Acquire,
    /// What the client does as the holder.
    Work,
    /// How it gives the lock back.
    Release,
    /// What a second thread of it does, from when it has the lock until it gives it back.
    Meanwhile,
}

impl Section {
    /// Every section, in the order of a program.
    pub const ALL: [Section; 4] = [
        Section::Acquire,
        Section::Work,
        Section::Release,
        Section::Meanwhile,
    ];

    /// The word that opens it, without the colon.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Acquire => "acquire",
            Section::Work => "work",
            Section::Release => "release",
            Section::Meanwhile => "meanwhile",
        }
    }
}

/// A parsed lock algorithm. Two programs are equal when their texts are.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(super) source: String,
    pub(super) ops: Vec<Op>,
    pub(super) registers: Vec<String>,
    pub(super) names_sent: bool,
    pub(super) names_token: bool,
    pub(super) reads_times: bool,
    /// Index of the first op of `work:`, of `release:` and of `meanwhile:`; without the last, the number of ops.
    pub(super) work: usize,
    pub(super) release: usize,
    pub(super) meanwhile: usize,
    /// The line of `release:` itself.
    pub(super) release_line: u32,
    pub(super) scripts: Scripts,
    pub(super) mode: KeyspaceMode,
    pub(super) holders: u8,
    pub(super) is_monotonic: bool,
    pub(super) role: String,
    pub(super) roles: Arc<[Arc<Program>]>,
}

/// The number of holders where any number may hold the lock at once.
pub const ANY_NUMBER: u8 = u8::MAX;

/// A script that EVAL names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedScript {
    /// Its name.
    pub name: String,
    /// The text that the server is sent.
    pub body: String,
}

/// The scripts of a program. A clone shares them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripts(Arc<[NamedScript]>);

impl Scripts {
    pub(super) fn new(scripts: Vec<NamedScript>) -> Scripts {
        Scripts(scripts.into())
    }

    /// The text of the script of that name.
    pub(super) fn body(&self, name: &[u8]) -> Option<&[u8]> {
        let script = self.0.iter().find(|own| own.name.as_bytes() == name)?;
        Some(script.body.as_bytes())
    }

    /// Their texts.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|script| script.body.as_bytes())
    }

    /// A command as the server is sent it: where a script is named, it has its text.
    pub fn sent(&self, argv: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut argv = argv.to_vec();
        if let [command, word, ..] = argv.as_mut_slice()
            && is_eval(command)
            && let Some(script) = self.0.iter().find(|own| own.name.as_bytes() == *word)
        {
            *word = script.body.clone().into_bytes();
        }
        argv
    }
}

impl Hash for Scripts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As with programs: worlds of one run share them.
        self.0.len().hash(state);
    }
}

/// Whether this is a command whose second word is a script.
pub(super) fn is_eval(command: &[u8]) -> bool {
    command == b"EVAL" || command == b"EVAL_RO"
}

/// One step of a program, and its line in the text, from 1.
#[derive(Clone, Debug)]
pub struct Op {
    /// The line in the program's text, from 1.
    pub line: u32,
    /// What it does.
    pub kind: OpKind,
}

/// What an op does.
#[derive(Clone, Debug)]
pub enum OpKind {
    /// Send a Redis command, or one that compares before it acts, and await the reply to it.
    Command(Vec<CommandWord>, Ask),
    /// Send several as one transaction, from MULTI to EXEC, and await the reply to EXEC.
    Transaction(Vec<Vec<CommandWord>>),
    /// Ask the store; with a token when there is one.
    Store {
        /// What is asked.
        deed: StoreDeed,
        /// The token that is shown.
        token: Option<Expression>,
    },
    /// Keep a value in the register of this index.
    Assign(usize, Expression),
    /// Go on with the next op when the condition is true, else with the op of this index.
    If(Condition, usize),
    /// Become the holder, with a lease until this time in seconds, and go on to `work:`.
    Enter(Expression),
    /// Go back to the first op.
    Retry,
    /// Do nothing for so many seconds of the client's own clock.
    Wait(Expression),
    /// Be busy as the holder for so many seconds of the client's own clock.
    Work(Expression),
    /// End the program without the lock.
    GiveUp,
    /// The lease ends at this time in seconds instead.
    Extend(Expression),
    /// Stop being the holder, and end the program.
    Leave,
    /// End the section: the program, or the second thread.
    Done,
}

/// What is asked of the store.
#[derive(Clone, Debug)]
pub enum StoreDeed {
    /// Its value.
    Read,
    /// To keep this value.
    Write(Expression),
    /// To take writes with this token alone from now on.
    Claim,
}

/// Whom a command goes to, and how long its replies are waited for.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The servers.
    pub servers: Servers,
    /// In seconds of the client's own clock; `None` waits as long as it takes.
    pub within: Option<Expression>,
    /// Whether it goes on as soon as a majority of the servers has said yes, or none can any more.
    pub until_majority: bool,
}

/// The servers of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Servers {
    /// The one that takes the writes.
    #[default]
    Primary,
    /// Every server that is no replica, all at once.
    All,
    /// These, by their index: 0 for A. All at once.
    These(Vec<u8>),
}

impl OpKind {
    /// Whether it sends something: a step of its own.
    pub fn is_request(&self) -> bool {
        matches!(
            self,
            OpKind::Command(..) | OpKind::Transaction(_) | OpKind::Store { .. }
        )
    }
}

/// One word of a command.
#[derive(Clone, Debug)]
pub enum CommandWord {
    /// A word as it is sent.
    Literal(Vec<u8>),
    /// `<expression>` or `<register := expression>`; the register by its index.
    Computed(Option<usize>, Expression),
}

impl Program {
    /// The text as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The name of its role; empty where it has none.
    pub fn role(&self) -> &str {
        &self.role
    }

    /// The programs of a file that has several, of which this one is the first with the text of all; none otherwise.
    pub fn roles(&self) -> &[Arc<Program>] {
        &self.roles
    }

    /// The program of the client at this place, from 0: the roles of a file go to the clients in turn.
    pub fn of_role(self: &Arc<Program>, place: usize) -> Arc<Program> {
        let role = place.checked_rem(self.roles.len());
        let role = role.and_then(|role| self.roles.get(role));
        Arc::clone(role.unwrap_or(self))
    }

    /// The ops, flat: the sections one after the other.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The op at `index`; `None` past the end.
    pub fn op(&self, index: usize) -> Option<&Op> {
        self.ops.get(index)
    }

    /// The names of the registers, in the order in which they are first assigned.
    pub fn registers(&self) -> &[String] {
        &self.registers
    }

    /// The index of the first op of a section.
    pub fn start(&self, section: Section) -> usize {
        match section {
            Section::Acquire => 0,
            Section::Work => self.work,
            Section::Release => self.release,
            Section::Meanwhile => self.meanwhile,
        }
    }

    /// Whether it has a second thread.
    pub fn has_meanwhile(&self) -> bool {
        self.meanwhile < self.ops.len()
    }

    /// The section of the op at `index`; what is past the end belongs to `release:`.
    pub fn section(&self, index: usize) -> Section {
        if index < self.work {
            Section::Acquire
        } else if index < self.release {
            Section::Work
        } else if index < self.meanwhile || index >= self.ops.len() {
            Section::Release
        } else {
            Section::Meanwhile
        }
    }

    /// The line, from 1, that a client whose next op is at `index` stands on.
    pub fn line(&self, index: usize) -> u32 {
        match self.ops.get(index) {
            Some(op) => op.line,
            None => match self
                .ops
                .get(self.release..self.meanwhile)
                .and_then(<[Op]>::last)
            {
                Some(last) => last.line,
                None => self.release_line,
            },
        }
    }

    /// True when the op at `index` sends a command, if its condition lets it: the place where a step begins.
    pub fn is_command(&self, index: usize) -> bool {
        let command = |at: usize| self.op(at).is_some_and(|op| op.kind.is_request());
        match self.op(index).map(|op| &op.kind) {
            Some(OpKind::If(..)) => command(index.saturating_add(1)),
            _ => command(index),
        }
    }

    /// Whether a `retry` at `index` can repeat a request as it was: an attempt has sent nothing but the program's first
    /// request when it arrives here. Behind a second request, such as a release, an old command with this token may still
    /// be on its way.
    pub fn repeats_request(&self, index: usize) -> bool {
        let before = self.ops.iter().take(index);
        before.filter(|op| op.kind.is_request()).count() == 1
    }

    /// Whether the program reads or writes the store that the lock guards.
    pub fn uses_store(&self) -> bool {
        let is_store = |op: &Op| matches!(op.kind, OpKind::Store { .. });
        self.ops.iter().any(is_store)
    }

    /// Whether it writes to that store.
    pub fn writes_store(&self) -> bool {
        let is_write = |op: &Op| {
            let OpKind::Store { deed, .. } = &op.kind else {
                return false;
            };
            matches!(deed, StoreDeed::Write(_))
        };
        self.ops.iter().any(is_write)
    }

    /// Whether the program asks when its last request was computed.
    pub fn names_sent(&self) -> bool {
        self.names_sent
    }

    /// Whether the program names the token of an attempt.
    pub fn names_token(&self) -> bool {
        self.names_token
    }

    /// Whether a time in the key can tell it that the lock has expired: it compares replies with its clock.
    pub fn reads_times(&self) -> bool {
        self.reads_times
    }

    /// The scripts that its commands name.
    pub fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// The mode of a keyspace that knows all of its commands.
    pub fn mode(&self) -> KeyspaceMode {
        self.mode
    }

    /// How many clients may hold the lock at once while a client of this program holds it, itself included: one, unless
    /// the program says otherwise; [`ANY_NUMBER`] for any.
    pub fn holders(&self) -> u8 {
        self.holders
    }

    /// Whether it reads a monotonic clock, which goes on by a second each second, whatever the machine's clock is set to: for
    /// `now` and `sent`, waits and work, and the end of a lease. Its times are shown to nobody.
    pub fn is_monotonic(&self) -> bool {
        self.is_monotonic
    }

    /// The part of the wasm that a command of it needs and that has not come.
    pub fn lacks(&self) -> Option<Part> {
        self.commands().find_map(|words| {
            let text = |word: &CommandWord| match word {
                CommandWord::Literal(text) => text.clone(),
                CommandWord::Computed(..) => Vec::new(),
            };
            let line: Vec<_> = words.iter().map(text).collect();
            keyspace::lacks(
                self.mode,
                self.scripts.sent(&line).iter().map(Vec::as_slice),
            )
        })
    }

    fn has_command(&self, is_it: impl Fn(&[u8]) -> bool) -> bool {
        let is_it = |words: &[CommandWord]| match words.first() {
            Some(CommandWord::Literal(name)) => is_it(name),
            _ => false,
        };
        self.commands().any(is_it)
    }

    /// All of its commands.
    pub(super) fn commands(&self) -> impl Iterator<Item = &[CommandWord]> {
        self.ops
            .iter()
            .flat_map(|op| match &op.kind {
                OpKind::Command(words, _) => std::slice::from_ref(words),
                OpKind::Transaction(commands) => commands,
                _ => &[],
            })
            .map(Vec::as_slice)
    }

    /// The first line with a command that may wait at its server.
    pub fn blocks(&self) -> Option<u32> {
        let may_wait = |op: &&Op| match &op.kind {
            OpKind::Command(words, _) => {
                matches!(words.first(), Some(CommandWord::Literal(name)) if blocks(name))
            }
            _ => false,
        };
        self.ops.iter().find(may_wait).map(|op| op.line)
    }

    /// Whether a command of it may tell which scripts a server has run: by a digest, or by what the cache is asked.
    pub fn names_digests(&self) -> bool {
        self.has_command(|name| name.starts_with(b"EVALSHA") || name == b"SCRIPT")
    }

    /// The servers that the program's first request goes to.
    pub fn lock_servers(&self) -> &Servers {
        let first = self.ops.iter().position(|op| op.kind.is_request());
        self.servers_of(first.unwrap_or_default())
    }

    /// The servers that the request at `index` goes to.
    pub(super) fn servers_of(&self, index: usize) -> &Servers {
        match self.op(index).map(|op| &op.kind) {
            Some(OpKind::Command(_, ask)) => &ask.servers,
            _ => &Servers::Primary,
        }
    }

    /// The key that the program guards: the first argument of its first command that has one.
    pub fn lock_key(&self) -> &[u8] {
        let first = self.ops.iter().find_map(|op| match &op.kind {
            OpKind::Command(words, _) => first_key(words),
            OpKind::Transaction(commands) => commands.iter().find_map(|words| first_key(words)),
            _ => None,
        });
        match first {
            Some(CommandWord::Literal(key)) => key,
            _ => b"",
        }
    }
}

/// The first argument that may be a key: of a script, the one behind their number.
fn first_key(words: &[CommandWord]) -> Option<&CommandWord> {
    match words {
        [CommandWord::Literal(name), _, _, key, ..] if is_eval(name) => Some(key),
        [_, key, ..] => Some(key),
        _ => None,
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.source == other.source
    }
}

impl Eq for Program {}

impl Hash for Program {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Worlds of one run share their programs: the length tells enough, and costs nothing.
        self.source.len().hash(state);
    }
}
