//! Finds the command of a line, and runs, queues or refuses it. The order of the checks is that of Redis'
//! `processCommand`.

use crate::catalogue::command::{Command, Flags, Run};
use crate::catalogue::left_out;
use crate::catalogue::record::Feature;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::connection::{Activity, ConnectionId, Replies, line_bytes};
use crate::server::parts::{Handler, Stage, Waiting};
use crate::server::script_state::Running;
use crate::server::sweep::{KEYS_SWEPT_AT_ONCE, Sweep};
use crate::server::wait::Wait;
use crate::server::watch::watch;
use crate::server::work::{Budget, Context, Dispatched, Progress, Work};
use crate::storage::slot::OUT_OF_MEMORY;
use base::part::Part;

/// The result of beginning a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is done.
    Done(Reply),
    /// It takes longer: [`Server::advance`] carries it on.
    Running,
    /// The connection waits: the reply will be among [`Server::take_deliveries`].
    Waiting,
    /// Not begun: the server is at work for someone, or the connection waits.
    Busy,
}

/// The result of a slice of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// It is done, with this reply.
    Done(Reply),
    /// There is more to do.
    Working(Progress),
    /// The connection waits: the reply will be among [`Server::take_deliveries`].
    Waiting,
    /// Nothing is under way.
    Idle,
}

/// The default of `busy-reply-threshold`.
const BUSY_MS: i64 = 5000;
/// Redis' words for a connection that MONITOR has made one of a replica.
const OF_MONITOR: Error = Error::fixed("ERR Replica can't interact with the keyspace");
/// Redis' words for a server that is not ready yet.
const LOADING: &str = "LOADING Redis is loading the dataset in memory";

impl Server {
    /// Runs one command for a connection at `now_ms`, in Unix milliseconds, and answers as Redis does. `argv` is the
    /// command's name and its arguments, any bytes; an empty one is answered like an unknown command. Work under way is
    /// stopped, or finished if it cannot be. A command that would wait gives up at once, as between MULTI and EXEC.
    pub fn execute(&mut self, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) -> Reply {
        if !self.stop() {
            self.finish(id);
        }
        match self.begin(id, now_ms, argv) {
            Begun::Done(reply) => reply,
            Begun::Running | Begun::Busy => self.finish(id),
            Begun::Waiting => self.give_up(id),
        }
    }

    /// Like [`Server::execute`], but only begins a command that may take long.
    pub fn begin(&mut self, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) -> Begun {
        self.wake(now_ms);
        if self.is_waiting(id) {
            return Begun::Busy;
        }
        if self.work.is_some() {
            return self.begin_beside(id, now_ms, argv);
        }
        self.free_some();
        self.statistics.began_ms.get_or_insert(now_ms);
        let context = Context {
            connection: id,
            now_ms,
        };
        if !self.sweep(now_ms, KEYS_SWEPT_AT_ONCE) {
            self.work = Some((context, Work::Sweep(Sweep::before(argv))));
            return Begun::Running;
        }
        let dispatched = self.dispatch(context, argv);
        let reply = match self.with_caching_ended(id, argv, dispatched) {
            Ok(Dispatched::Done(reply)) => reply,
            Ok(Dispatched::Began(work)) => {
                self.work = Some((context, work));
                return Begun::Running;
            }
            Ok(Dispatched::Waits(wait)) => {
                self.audience.wait(id, wait);
                return Begun::Waiting;
            }
            Err(error) => Reply::Error(error),
        };
        let reply = self.sent(id, reply);
        self.conclude(now_ms);
        Begun::Done(reply)
    }

    /// Begins a command while the server is at work. A script that runs for long lets others be told so, and a few
    /// commands run beside it.
    fn begin_beside(&mut self, id: ConnectionId, now_ms: i64, argv: &[Vec<u8>]) -> Begun {
        let threshold_ms = self.busy_reply_threshold_ms();
        let running = self.scripts.running();
        let is_long = running
            .is_some_and(|running| threshold_ms.is_some_and(|ms| now_ms - running.began_ms >= ms));
        if !is_long || self.running() == Some(id) {
            return Begun::Busy;
        }
        let context = Context {
            connection: id,
            now_ms,
        };
        let reply = match self.dispatch(context, argv) {
            Ok(Dispatched::Done(reply)) => reply,
            Ok(Dispatched::Waits(wait)) => {
                self.audience.wait(id, wait);
                return Begun::Waiting;
            }
            // What may run beside a script is done at once.
            Ok(Dispatched::Began(_)) => Reply::Nothing,
            Err(error) => Reply::Error(error),
        };
        Begun::Done(self.sent(id, reply))
    }

    /// Ends what CLIENT CACHING has said of a line, unless a pause holds it back. Returns its result.
    pub(crate) fn with_caching_ended(
        &mut self,
        id: ConnectionId,
        argv: &[Vec<u8>],
        dispatched: Result<Dispatched, Error>,
    ) -> Result<Dispatched, Error> {
        let is_held_back =
            matches!(&dispatched, Ok(Dispatched::Waits(wait)) if wait.is_held_back());
        if self.audience.tracks() && !is_held_back {
            ((self.parts.commands)().end_caching)(self, id, argv);
        }
        dispatched
    }

    /// How long a script runs before others are told that the server is busy; `None` for ever.
    fn busy_reply_threshold_ms(&self) -> Option<i64> {
        let own = |(name, _): &&(&'static str, Vec<u8>)| *name == "busy-reply-threshold";
        let set = self.parameters.iter().find(own);
        let ms = set.map_or(Some(BUSY_MS), |(_, value)| number::parse(value))?;
        (ms > 0).then_some(ms)
    }

    /// Continues the work under way for about `units` of 10 ns each.
    pub fn advance(&mut self, units: u64) -> Advance {
        let Some((context, mut work)) = self.work.take() else {
            return Advance::Idle;
        };
        // Keys expire by themselves.
        let is_sweep = matches!(work, Work::Sweep(_));
        self.audience.current = (!is_sweep).then_some(context.connection);
        let ended = work.advance(self, context, &mut Budget::new(units));
        self.audience.current = None;
        match ended {
            Some(_) if self.is_waiting(context.connection) => Advance::Waiting,
            Some(result) => {
                let reply = result.unwrap_or_else(Reply::Error);
                let reply = self.sent(context.connection, reply);
                self.conclude(context.now_ms);
                Advance::Done(reply)
            }
            None => {
                let progress = work.progress(self);
                self.work = Some((context, work));
                Advance::Working(progress)
            }
        }
    }

    /// Stops the command under way as if it had not been sent. What has changed something, as EXEC may have, cannot be stopped. Returns whether nothing is under way now.
    pub fn stop(&mut self) -> bool {
        if self
            .work
            .as_ref()
            .is_some_and(|(_, work)| work.can_be_stopped())
        {
            self.forget_work();
        }
        self.work.is_none()
    }

    /// Ends the work under way, wherever it stands.
    pub(crate) fn forget_work(&mut self) {
        self.work = None;
        if self.scripts.running().is_some() {
            ((self.parts.scripts)().stop)(&mut self.scripts);
        }
    }

    /// The part of the wasm that this line needs and that has not come yet. Between MULTI and EXEC a command is queued
    /// without it; EXEC needs those of all that is queued.
    pub fn lacks(&self, id: ConnectionId, argv: &[Vec<u8>]) -> Option<Part> {
        let command = self.find(argv).ok()?;
        let needs_facts = self.audience.tracks() || self.access.is_changed();
        if needs_facts && !Part::Help.is_here() {
            return Some(Part::Help);
        }
        let transaction = self.connection(id).ok()?.transaction.as_ref();
        match transaction {
            Some(_) if !command.flags.has(Flags::NEVER_QUEUED) => None,
            Some(transaction) if command.name() == "exec" => {
                let queued = transaction.lines().iter();
                let mut known = queued.filter(|argv| self.find(argv).is_ok());
                known.find_map(|argv| {
                    self.parts
                        .lacks(self.mode(), argv.iter().map(Vec::as_slice))
                })
            }
            _ => {
                let first = argv.get(1).map(Vec::as_slice);
                self.parts.lacking(self.mode(), command, first)
            }
        }
    }

    /// What follows a command, after its reply: those who wait are served, and those who cache are told.
    fn conclude(&mut self, now_ms: i64) {
        self.tell_own_news();
        self.wake(now_ms);
    }

    /// Tells a connection of the keys that its own command has changed, after the reply to that.
    pub(crate) fn tell_own_news(&mut self) {
        if !self.audience.own_news.is_empty() {
            (watch().tell_own_news)(&mut self.audience);
        }
    }

    /// Tells those that hear of all keys, unless a command is under way.
    pub(crate) fn broadcast(&mut self) {
        if self.work.is_none() && !self.audience.broadcasts.is_empty() {
            (watch().broadcast)(&mut self.audience);
        }
    }

    /// The reply of a command that would wait.
    fn give_up(&mut self, id: ConnectionId) -> Reply {
        match self.audience.end_wait(id) {
            Some(wait) => self.sent(id, wait.otherwise),
            None => Reply::Nothing,
        }
    }

    fn finish(&mut self, id: ConnectionId) -> Reply {
        loop {
            match self.advance(u64::MAX) {
                Advance::Done(reply) => return reply,
                Advance::Working(_) => {}
                Advance::Waiting => return self.give_up(id),
                Advance::Idle => return Reply::Nothing,
            }
        }
    }

    pub(crate) fn dispatch(
        &mut self,
        context: Context,
        argv: &[Vec<u8>],
    ) -> Result<Dispatched, Error> {
        let (found, mode) = (self.find(argv), self.mode());
        let connection = self.connection_mut(context.connection)?;
        let command = found.as_ref().ok().copied();
        let command = command.or_else(|| mode.of_line(argv));
        connection.activity = Activity {
            first_ms: connection.activity.first_ms.or(Some(context.now_ms)),
            last_ms: context.now_ms,
            command,
        };
        let found = found.and_then(|command| {
            self.admit(context, command, argv)?;
            Ok(command)
        });
        if let Ok(command) = found
            && self.is_paused(context.now_ms)
            && let Some(wait) =
                ((self.parts.commands)().held_back)(self, context.connection, command, argv)
        {
            return Ok(Dispatched::Waits(wait));
        }
        let connection = self.connection_mut(context.connection)?;
        let is_aborted = connection.saw_a_change();
        match (found, &mut connection.transaction) {
            (Err(error), transaction) => {
                if let Some(transaction) = transaction {
                    transaction.is_refused = true;
                }
                // A wrong line that begins with EXEC ends the transaction as well.
                let is_exec = |name: &Vec<u8>| name.eq_ignore_ascii_case(b"exec");
                let error = match argv.first().is_some_and(is_exec) {
                    true => {
                        connection.forget_transaction();
                        if let Some(command) = command {
                            self.show(context, command, argv, false);
                        }
                        args::transaction_discarded(error)
                    }
                    false => error,
                };
                self.statistics.rejected(command, &error);
                Err(error)
            }
            (Ok(command), Some(transaction)) if !command.flags.has(Flags::NEVER_QUEUED) => {
                // Lines that EXEC will not run need not be kept; CLIENT LIST shows their number.
                let is_kept = !transaction.is_refused && !is_aborted;
                let held = match self.lacks_room(line_bytes(argv)) {
                    true => Err(OUT_OF_MEMORY),
                    false => Ok(()),
                };
                if let Some(transaction) = &mut self.connection_mut(context.connection)?.transaction
                {
                    transaction.is_refused |= held.is_err();
                    if is_kept && held.is_ok() {
                        transaction.push(argv);
                    }
                }
                held.map(|()| Dispatched::Done(Reply::Status("QUEUED")))
            }
            (Ok(command), _) => self.call(context, command, argv),
        }
    }

    /// Refuses a command that its connection may not send, or not now.
    fn admit(
        &mut self,
        context: Context,
        command: &'static Command,
        argv: &[Vec<u8>],
    ) -> Result<(), Error> {
        self.permit(context, command, argv, Stage::Sent)?;
        let running = self.scripts.running();
        if running.is_none() && self.is_full() {
            // Whatever is queued takes memory; what ends the transaction takes none.
            let is_queued = self.in_transaction(context.connection)
                && !["exec", "discard", "reset", "quit"].contains(&command.name());
            let effects = (self.parts.commands)().effects;
            if is_queued || effects(self, context.connection, command, argv).may_grow {
                return Err(OUT_OF_MEMORY);
            }
        }
        let busy = running.filter(|_| !command.flags.has(Flags::ALLOW_BUSY));
        let connection = self.connection(context.connection)?;
        if let Some(refusal) = connection.refusal(command).or(busy.map(Running::busy)) {
            return Err(refusal);
        }
        let meets_keys = || {
            let effects = (self.parts.commands)().effects;
            command.flags.has(Flags::READONLY)
                || effects(self, context.connection, command, argv).may_replicate
        };
        match connection.is_monitor && meets_keys() {
            true => Err(OF_MONITOR),
            false => Ok(()),
        }
    }

    /// Runs a line that MULTI had queued. The one before it may have set a deadline that has passed.
    pub(crate) fn run_queued(
        &mut self,
        context: Context,
        argv: &[Vec<u8>],
    ) -> Result<Dispatched, Error> {
        self.remove_expired(context.now_ms, usize::MAX);
        let command = self.find(argv)?;
        if let Err(error) = self.permit(context, command, argv, Stage::Queued) {
            self.statistics.answered(&error);
            return Err(error);
        }
        Ok(self.call(context, command, argv)?.at_once())
    }

    /// Runs a waiting command again for a key that may have something for it.
    pub(crate) fn run_waiter(
        &mut self,
        context: Context,
        argv: &[Vec<u8>],
        database: usize,
        key: &[u8],
    ) -> Result<Waiting, Error> {
        let command = self.find(argv)?;
        let mut call = Call {
            database,
            server: self,
            context,
            command,
            typed: argv.first().map_or(b"", Vec::as_slice),
            args: Args::new(argv.get(1..).unwrap_or_default()),
            line: argv,
        };
        match call.server.handler(command) {
            Ok(Handler::Waits(run)) => run(&mut call, Some(key)),
            _ => Err(Error::fixed(LOADING)),
        }
    }

    /// Runs a command to its end: a script's, or one that waited.
    pub(crate) fn finish_now(&mut self, context: Context, mut work: Work) -> Result<Reply, Error> {
        loop {
            let result = work.advance(self, context, &mut Budget::new(u64::MAX));
            if let Some(result) = result {
                return result;
            }
        }
    }

    /// The command, or the subcommand, that a line asks for, with a right number of words.
    pub(crate) fn find(&self, argv: &[Vec<u8>]) -> Result<&'static Command, Error> {
        let (name, rest) = argv.split_first().unwrap_or((const { &Vec::new() }, &[]));
        let unknown = || args::unknown_command(name, rest);
        let mut command = self.not_left_out(self.mode().find(name).ok_or_else(unknown)?)?;
        if let (false, Some(word)) = (command.subcommands().is_empty(), rest.first()) {
            let subcommand = command.subcommand(word);
            let unknown = || args::unknown_subcommand(command, word);
            command = self.not_left_out(subcommand.ok_or_else(unknown)?)?;
        }
        if !command.accepts(argv.len()) {
            return Err(args::wrong_number_of_arguments(command));
        }
        match command.run {
            Run::Refused => Err(left_out::NO_DEBUG),
            Run::By(Some(Part::Scripts), _) if !self.scripts.have_engine() => {
                Err(left_out::refusal(command, Feature::Scripts))
            }
            _ => Ok(command),
        }
    }

    fn not_left_out(&self, command: &'static Command) -> Result<&'static Command, Error> {
        match command.left_out() {
            // What Redis refuses itself it also queues.
            Some(feature) if feature != Feature::Cluster => {
                Err(left_out::refusal(command, feature))
            }
            Some(_) | None => Ok(command),
        }
    }

    /// The handler of a command.
    ///
    /// # Errors
    /// It has none, or its part of the wasm has not come: who sends a command asks [`Server::lacks`] before.
    fn handler(&self, command: &Command) -> Result<Handler, Error> {
        Err(match command.run {
            Run::By(part, place) => match self.parts.handler(part, place) {
                Some(handler) => return Ok(handler),
                None => Error::fixed(LOADING),
            },
            Run::Refused => left_out::NO_DEBUG,
            Run::LeftOut(feature) => left_out::refusal(command, feature),
            Run::Container => args::wrong_number_of_arguments(command),
        })
    }

    pub(crate) fn call(
        &mut self,
        context: Context,
        command: &'static Command,
        argv: &[Vec<u8>],
    ) -> Result<Dispatched, Error> {
        self.statistics.begins();
        self.audience.current = Some(context.connection);
        // As in Redis, a script that may run at all may write.
        self.is_limited = command.flags.has(Flags::DENY_OOM) && self.scripts.running().is_none();
        let words = if command.container().is_none() { 1 } else { 2 };
        let mut call = Call {
            database: self.connection(context.connection)?.database,
            server: self,
            context,
            command,
            typed: argv.first().map_or(b"", Vec::as_slice),
            args: Args::new(argv.get(words..).unwrap_or_default()),
            line: argv,
        };
        let result = match call.server.handler(command) {
            Ok(Handler::Now(run)) => run(&mut call).map(Dispatched::Done),
            Ok(Handler::Long(begin)) => begin(&mut call).map(Dispatched::of_work),
            Ok(Handler::Waits(run)) => run(&mut call, None).map(|waiting| match waiting {
                Waiting::Done(reply) => Dispatched::Done(reply),
                Waiting::Began(work) => Dispatched::of_work(work),
                Waiting::For {
                    keys,
                    until_ms,
                    otherwise,
                    words,
                } => {
                    let mut line = argv.to_vec();
                    if let Some(words) = words {
                        line.truncate(1);
                        line.extend(words);
                    }
                    let database = call.database;
                    Dispatched::Waits(Wait::new(line, database, keys, until_ms, otherwise))
                }
            }),
            Err(error) => Err(error),
        };
        self.after(context, command, argv, result)
    }

    /// What follows each command, also within a transaction.
    fn after(
        &mut self,
        context: Context,
        command: &'static Command,
        argv: &[Vec<u8>],
        mut result: Result<Dispatched, Error>,
    ) -> Result<Dispatched, Error> {
        self.audience.current = None;
        self.audience.count_changes();
        let connection = self.connection(context.connection);
        let may_wait = connection.is_ok_and(|own| own.executing.is_none());
        let waits = may_wait && matches!(result, Ok(Dispatched::Waits(_)));
        match &mut result {
            // Counted at its end.
            Ok(Dispatched::Began(work)) => work.set_command(command),
            result => {
                let error = result.as_ref().err();
                self.statistics.ended(command.name_at, error, waits);
            }
        }
        if self.statistics.logs_all && !waits {
            ((self.parts.commands)().log)(self, context, command.flags, argv);
        }
        if self.audience.tracks() {
            ((self.parts.commands)().note_shown)(self, context.connection, command, argv);
        }
        // EXEC is shown after what it runs.
        let shows_itself = command.name() == "exec" && matches!(result, Ok(Dispatched::Began(_)));
        if !shows_itself && !command.flags.has(Flags::SKIP_MONITOR) {
            self.show(context, command, argv, self.scripts.running().is_some());
        }
        result
    }

    /// The part of a reply that is sent: CLIENT REPLY may suppress it.
    pub(crate) fn sent(&mut self, id: ConnectionId, reply: Reply) -> Reply {
        let Ok(connection) = self.connection_mut(id) else {
            return reply;
        };
        connection.replies = match connection.replies {
            Replies::On => return reply,
            Replies::SkipNext => Replies::Skip,
            Replies::Skip => Replies::On,
            Replies::Off => Replies::Off,
        };
        match reply {
            // Messages are sent all the same.
            Reply::Push(_) | Reply::Several(_) => reply,
            _ => Reply::Nothing,
        }
    }
}
