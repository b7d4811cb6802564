//! Streams: groups of consumers, and what they have not acknowledged.

use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::types::streams::arguments::{self, entry_reply, id_reply, no_group, tell_of_group};
use crate::types::streams::value::Stream;
use crate::types::streams::value::group::{
    CONSUMER_BYTES, ConsumerGroup as Readers, FIRST_PENDING_BYTES, GROUP_BYTES, PENDING_BYTES,
};
use crate::types::streams::value::id::Id;
use crate::words::up_to_nul;

const BAD_ENTRIES_READ: Error = Error::fixed("ERR value for ENTRIESREAD must be positive or -1");
const KEY_NEEDED: Error = Error::fixed(
    "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.",
);
const BUSY_GROUP: Error = Error::fixed("BUSYGROUP Consumer Group name already exists");
const CLAIM_IDLE: Error = Error::fixed("ERR Invalid min-idle-time argument for XCLAIM");
const CLAIM_SINCE: Error = Error::fixed("ERR Invalid IDLE option argument for XCLAIM");
const CLAIM_TIME: Error = Error::fixed("ERR Invalid TIME option argument for XCLAIM");
const CLAIM_COUNT: Error = Error::fixed("ERR Invalid RETRYCOUNT option argument for XCLAIM");
const AUTOCLAIM_IDLE: Error = Error::fixed("ERR Invalid min-idle-time argument for XAUTOCLAIM");
const AUTOCLAIM_COUNT: Error = Error::fixed("ERR COUNT must be > 0");

/// How many entries XAUTOCLAIM looks at for each that it may claim.
const LOOKS_A_CLAIM: u64 = 10;
/// The largest COUNT of XAUTOCLAIM.
const AUTOCLAIM_COUNT_MAX: i64 = i64::MAX / 16;

pub const HANDLERS: Handlers = &[
    ("xack", Now(xack)),
    ("xpending", Long(xpending)),
    ("xclaim", Now(xclaim)),
    ("xautoclaim", Long(xautoclaim)),
    ("xgroup|create", Now(create)),
    ("xgroup|createconsumer", Now(createconsumer)),
    ("xgroup|delconsumer", Now(delconsumer)),
    ("xgroup|destroy", Now(destroy)),
    ("xgroup|setid", Now(setid)),
    ("xgroup|help", Now(|_| Ok(Reply::lines(XGROUP_HELP)))),
];

fn key_of_no_group(key: &[u8], group: &[u8]) -> Error {
    no_group(
        "NOGROUP No such key '",
        key,
        "' or consumer group '",
        group,
        "'",
    )
}

fn create(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name, id) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let (mut makes_stream, mut read) = (false, None);
    while let Some(word) = call.args.next() {
        if args::is_option(word, "MKSTREAM") {
            makes_stream = true;
        } else {
            read = entries_read(call, word)?;
        }
    }
    let last = call.read::<Stream>(key)?.map(|stream| stream.last);
    let is_new = last.is_none();
    if is_new && !makes_stream {
        return Err(KEY_NEEDED);
    }
    if call.line.len() > 8 {
        return Err(args::subcommand_syntax(call.line));
    }
    let id = match up_to_nul(id) {
        b"$" => last.unwrap_or_default(),
        _ => arguments::id(id, 0)?,
    };
    let growth_bytes = GROUP_BYTES + name.len();
    let made = call.change_or_make::<Stream, _>(key, growth_bytes, |stream| {
        stream.add_group(name, id, read)
    })?;
    if is_new {
        call.touch(key);
    }
    if made != Some(true) {
        return Err(BUSY_GROUP);
    }
    call.modified_quietly(Class::Stream, "xgroup-create", key);
    Ok(Reply::OK)
}

/// The number behind ENTRIESREAD; `None` for -1.
fn entries_read(call: &mut Call<'_>, word: &[u8]) -> Result<Option<i64>, Error> {
    if call.args.is_empty() || !args::is_option(word, "ENTRIESREAD") {
        return Err(args::subcommand_syntax(call.line));
    }
    match call.args.integer()? {
        -1 => Ok(None),
        ..0 => Err(BAD_ENTRIES_READ),
        read => Ok(Some(read)),
    }
}

/// The group that a subcommand of XGROUP is about.
fn existing<'a>(call: &'a mut Call<'_>, key: &[u8], name: &[u8]) -> Result<&'a Readers, Error> {
    let stream = call.read::<Stream>(key)?.ok_or(KEY_NEEDED)?;
    let error = || {
        let between = "' for key name '";
        no_group("NOGROUP No such consumer group '", name, between, key, "'")
    };
    stream.group(name).ok_or_else(error)
}

fn setid(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name, id) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let mut read = None;
    while let Some(word) = call.args.next() {
        read = entries_read(call, word)?;
    }
    existing(call, key, name)?;
    if call.line.len() > 7 {
        return Err(args::subcommand_syntax(call.line));
    }
    let last = call.read::<Stream>(key)?.map(|stream| stream.last);
    let id = match up_to_nul(id) {
        b"$" => last.unwrap_or_default(),
        _ => Id::loose(id, 0).ok_or(arguments::INVALID_ID)?,
    };
    call.change::<Stream, _>(key, 0, |stream| {
        stream.edit_group(name, |group| (group.last, group.read) = (id, read))
    })?;
    call.modified_quietly(Class::Stream, "xgroup-setid", key);
    Ok(Reply::OK)
}

fn destroy(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    call.read::<Stream>(key)?.ok_or(KEY_NEEDED)?;
    let is_gone = call.change::<Stream, _>(key, 0, |stream| stream.remove_group(name))?;
    if is_gone == Some(true) {
        call.modified_quietly(Class::Stream, "xgroup-destroy", key);
        call.wake(key);
    }
    Ok(Reply::Int(i64::from(is_gone == Some(true))))
}

fn createconsumer(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name, consumer) = (call.args.word()?, call.args.word()?, call.args.word()?);
    existing(call, key, name)?;
    let now_ms = call.now_ms();
    let growth_bytes = CONSUMER_BYTES + consumer.len();
    let is_new = call.change::<Stream, _>(key, growth_bytes, |stream| {
        stream.edit_group(name, |group| group.add_consumer(consumer, now_ms))
    })?;
    let is_new = is_new.flatten() == Some(true);
    if is_new {
        call.modified_quietly(Class::Stream, "xgroup-createconsumer", key);
    }
    Ok(Reply::Int(is_new.into()))
}

fn delconsumer(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name, consumer) = (call.args.word()?, call.args.word()?, call.args.word()?);
    existing(call, key, name)?;
    let pending = call.change::<Stream, _>(key, 0, |stream| {
        stream.edit_group(name, |group| group.remove_consumer(consumer))
    })?;
    let pending = pending.flatten().flatten();
    if pending.is_some() {
        call.modified_quietly(Class::Stream, "xgroup-delconsumer", key);
    }
    Ok(Reply::Int(pending.unwrap_or_default() as i64))
}

const XGROUP_HELP: &str = "\
XGROUP <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
CREATE <key> <groupname> <id|$> [option]
    Create a new consumer group. Options are:
    * MKSTREAM
      Create the empty stream if it does not exist.
    * ENTRIESREAD entries_read
      Set the group's entries_read counter (internal use).
CREATECONSUMER <key> <groupname> <consumer>
    Create a new consumer in the specified group.
DELCONSUMER <key> <groupname> <consumer>
    Remove the specified consumer.
DESTROY <key> <groupname>
    Remove the specified group.
SETID <key> <groupname> <id|$> [ENTRIESREAD entries_read]
    Set the current group ID and entries_read counter.
HELP
    Prints this help.";

fn xack(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let stream = call.read::<Stream>(key)?;
    if stream.and_then(|stream| stream.group(name)).is_none() {
        return Ok(Reply::Int(0));
    }
    let ids: Result<Vec<Id>, Error> = call
        .args
        .by_ref()
        .map(|word| arguments::id(word, 0))
        .collect();
    let ids = ids?;
    let acknowledged = call.change::<Stream, _>(key, 0, |stream| {
        let acknowledge =
            |group: &mut Readers| ids.iter().filter(|id| group.acknowledge(**id)).count();
        stream.edit_group(name, acknowledge)
    })?;
    let acknowledged = acknowledged.flatten().unwrap_or_default();
    call.show(key);
    call.count_changes(acknowledged);
    Ok(Reply::Int(acknowledged as i64))
}

fn xpending(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let words = call.args.rest();
    let range = match words {
        [] => None,
        _ if !(3..=6).contains(&words.len()) => return Err(SYNTAX),
        [idle, ms, rest @ ..] if args::is_option(idle, "IDLE") => {
            let min_ms = args::integer(ms)?;
            if rest.len() < 3 {
                return Err(SYNTAX);
            }
            Some((min_ms, rest))
        }
        _ => Some((0, words)),
    };
    let Some((min_ms, [start, end, count, more @ ..])) = range else {
        return summary(call, key, name).map(Work::done);
    };
    let count = arguments::count(count)?;
    let (start, end) = (arguments::start(start)?, arguments::end(end)?);
    let stream = call.read::<Stream>(key)?;
    let group = stream.and_then(|stream| stream.group(name));
    let group = group.ok_or_else(|| key_of_no_group(key, name))?;
    let consumer = more.first();
    if count == 0 || consumer.is_some_and(|consumer| group.consumer(consumer).is_none()) {
        return Ok(Work::done(Reply::Array(Vec::new())));
    }
    let list = PendingRange {
        database: call.database,
        key: key.to_vec(),
        name: name.to_vec(),
        consumer: consumer.cloned(),
        next: start,
        end,
        count,
        min_ms,
        replies: Vec::new(),
    };
    call.begin(list)
}

/// The cost of a delivery in a reply, in units of work.
const UNITS_A_DELIVERY: u64 = 30;

/// XPENDING with a range, under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PendingRange {
    database: usize,
    key: Vec<u8>,
    name: Vec<u8>,
    /// Whose deliveries; `None` for all.
    consumer: Option<Vec<u8>>,
    /// The ID at which it continues.
    next: Id,
    end: Id,
    /// How many may be answered.
    count: u64,
    min_ms: i64,
    replies: Vec<Reply>,
}

impl Steps for PendingRange {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let entry = server.databases.get(self.database).get(&self.key);
        let stream = entry.and_then(|entry| of_type::<Stream>(entry).ok());
        let (end, count, min_ms) = (self.end, self.count, self.min_ms);
        let (replies, mut rest) = (&mut self.replies, None);
        if let Some(group) = stream.and_then(|stream| stream.group(&self.name)) {
            let consumer = self.consumer.as_ref().and_then(|name| group.consumer(name));
            group.visit_pending(self.next, consumer, &mut |id, delivery| {
                if id > end {
                    return false;
                }
                let idle_ms = context.now_ms.wrapping_sub(delivery.at_ms);
                if min_ms == 0 || idle_ms >= min_ms {
                    replies.push(Reply::Array(vec![
                        id_reply(id),
                        Reply::bulk(&*delivery.owner),
                        Reply::Int(idle_ms.max(0)),
                        Reply::Int(delivery.count),
                    ]));
                }
                let goes_on = budget.spend(UNITS_A_DELIVERY);
                let is_enough = replies.len() as u64 == count;
                rest = id.next().filter(|_| !goes_on && !is_enough);
                goes_on && !is_enough
            });
        }
        match rest {
            Some(next) => {
                self.next = next;
                None
            }
            None => Some(Ok(Reply::Array(std::mem::take(replies)))),
        }
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.replies.len() as u64,
            total: self.count,
        }
    }
}

/// XPENDING without a range.
fn summary(call: &mut Call<'_>, key: &[u8], name: &[u8]) -> Result<Reply, Error> {
    let stream = call.read::<Stream>(key)?;
    let group = stream.and_then(|stream| stream.group(name));
    let group = group.ok_or_else(|| key_of_no_group(key, name))?;
    let count = Reply::Int(group.pending() as i64);
    let Some((first, last)) = group.pending_ends() else {
        return Ok(Reply::Array(vec![
            count,
            Reply::Nil,
            Reply::Nil,
            Reply::NilArray,
        ]));
    };
    let busy = group.consumers().filter(|consumer| consumer.pending() > 0);
    let consumers = busy.map(|consumer| {
        let pending = number::text(consumer.pending() as i64);
        Reply::Array(vec![Reply::bulk(&*consumer.name), Reply::bulk(pending)])
    });
    Ok(Reply::Array(vec![
        count,
        id_reply(first),
        id_reply(last),
        Reply::Array(consumers.collect()),
    ]))
}

/// How entries are handed over.
struct Claim<'a> {
    name: &'a [u8],
    consumer: &'a [u8],
    min_idle_ms: i64,
    /// The time at which they count as delivered.
    at_ms: i64,
    /// How often they count as delivered; `None` for once more, unless only IDs are answered.
    count: Option<i64>,
    /// Also entries that were delivered to nobody.
    is_forced: bool,
    answers_ids: bool,
}

/// What came of an entry that was to be handed over.
enum Claimed {
    /// It is not in the stream any more, and was forgotten; whether it had been delivered.
    Gone(bool),
    /// It was not delivered, or not long enough ago.
    Not,
    Yes(Reply),
}

impl Claim<'_> {
    /// Hands an entry over. `is_new` becomes true when the consumer is made.
    fn take(&self, stream: &mut Stream, id: Id, now_ms: i64, is_new: &mut bool) -> Claimed {
        let group = stream.group(self.name);
        let delivery = group.and_then(|group| group.delivery(id));
        let (delivered_ms, count) = match delivery {
            Some(delivery) => (Some(delivery.at_ms), delivery.count),
            None => (None, 1),
        };
        let Some(entry) = stream.entry(id) else {
            let forgotten = stream.edit_group(self.name, |group| group.acknowledge(id));
            return Claimed::Gone(forgotten == Some(true));
        };
        match delivered_ms {
            None if !self.is_forced => return Claimed::Not,
            Some(at_ms)
                if self.min_idle_ms > 0 && now_ms.wrapping_sub(at_ms) < self.min_idle_ms =>
            {
                return Claimed::Not;
            }
            _ => {}
        }
        let reply = match self.answers_ids {
            true => id_reply(id),
            false => entry_reply(&entry),
        };
        let count = match self.count {
            Some(count) => count,
            None => count.wrapping_add(i64::from(!self.answers_ids)),
        };
        stream.edit_group(self.name, |group| {
            *is_new |= group.see_consumer(self.consumer, now_ms);
            group.deliver(id, self.consumer, self.at_ms, count);
        });
        Claimed::Yes(reply)
    }
}

fn xclaim(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name, consumer) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let stream = call.read::<Stream>(key)?;
    let group = stream.and_then(|stream| stream.group(name));
    let group_last = group.ok_or_else(|| key_of_no_group(key, name))?.last;
    let now_ms = call.now_ms();
    let min_idle_ms = number::parse(call.args.word()?).ok_or(CLAIM_IDLE)?.max(0);
    let words = call.args.rest();
    let ids: Vec<Id> = words.iter().map_while(|word| Id::strict(word, 0)).collect();
    let mut claim = Claim {
        name,
        consumer,
        min_idle_ms,
        at_ms: now_ms,
        count: None,
        is_forced: false,
        answers_ids: false,
    };
    let (mut at_ms, mut last) = (-1i64, Id::MIN);
    let mut rest = words.get(ids.len()..).unwrap_or_default();
    while let Some((word, more)) = rest.split_first() {
        rest = more;
        let mut value = || {
            let (value, more) = more.split_first()?;
            rest = more;
            Some(value)
        };
        if args::is_option(word, "FORCE") {
            claim.is_forced = true;
        } else if args::is_option(word, "JUSTID") {
            claim.answers_ids = true;
        } else if args::is_option(word, "IDLE")
            && let Some(value) = value()
        {
            let idle_ms = number::parse(value).ok_or(CLAIM_SINCE)?;
            at_ms = now_ms.wrapping_sub(idle_ms);
        } else if args::is_option(word, "TIME")
            && let Some(value) = value()
        {
            at_ms = number::parse(value).ok_or(CLAIM_TIME)?;
        } else if args::is_option(word, "RETRYCOUNT")
            && let Some(value) = value()
        {
            let count = number::parse(value).ok_or(CLAIM_COUNT)?;
            claim.count = Some(count).filter(|count| *count >= 0);
        } else if args::is_option(word, "LASTID")
            && let Some(value) = value()
        {
            last = arguments::id(value, 0)?;
        } else {
            return Err(args::quoted("ERR Unrecognized XCLAIM option '", word, "'"));
        }
    }
    if at_ms != -1 && (0..=now_ms).contains(&at_ms) {
        claim.at_ms = at_ms;
    }
    let pending_bytes = FIRST_PENDING_BYTES + ids.len() * PENDING_BYTES;
    let growth_bytes = CONSUMER_BYTES + consumer.len() + pending_bytes;
    let (mut replies, mut is_new, mut forgotten) = (Vec::new(), false, 0);
    call.change::<Stream, _>(key, growth_bytes, |stream| {
        if last > group_last {
            stream.edit_group(name, |group| group.last = last);
        }
        for id in ids {
            match claim.take(stream, id, now_ms, &mut is_new) {
                Claimed::Yes(reply) => replies.push(reply),
                Claimed::Gone(true) => forgotten += 1,
                Claimed::Gone(false) | Claimed::Not => {}
            }
        }
    })?;
    // LASTID counts where nothing else does.
    let changes = (replies.len() + forgotten).max(usize::from(last > group_last));
    tell_of_group(call, key, is_new, changes);
    Ok(Reply::Array(replies))
}

fn xautoclaim(call: &mut Call<'_>) -> Result<Work, Error> {
    let (key, name, consumer) = (call.args.word()?, call.args.word()?, call.args.word()?);
    let is_stream = call.read::<Stream>(key).map(|stream| stream.is_some());
    let min_idle_ms = number::parse(call.args.word()?)
        .ok_or(AUTOCLAIM_IDLE)?
        .max(0);
    let start = arguments::start(call.args.word()?)?;
    let (mut count, mut answers_ids) = (100, false);
    while let Some(word) = call.args.next() {
        if !call.args.is_empty() && args::is_option(word, "COUNT") {
            let own = call.args.word()?;
            count = number::parse(own).ok_or(AUTOCLAIM_COUNT)?;
            if !(1..=AUTOCLAIM_COUNT_MAX).contains(&count) {
                return Err(AUTOCLAIM_COUNT);
            }
        } else if args::is_option(word, "JUSTID") {
            answers_ids = true;
        } else {
            return Err(SYNTAX);
        }
    }
    is_stream?;
    let stream = call.peek_at::<Stream>(key)?;
    let group = stream.and_then(|stream| stream.group(name));
    group.ok_or_else(|| key_of_no_group(key, name))?;
    call.check_room(CONSUMER_BYTES + consumer.len())?;
    let left = count as u64;
    let claims = Claims {
        database: call.database,
        key: key.to_vec(),
        name: name.to_vec(),
        consumer: consumer.to_vec(),
        min_idle_ms,
        answers_ids,
        next: Some(start),
        looks: left.saturating_mul(LOOKS_A_CLAIM),
        left,
        is_new: false,
        replies: Vec::new(),
        gone: Vec::new(),
    };
    call.begin(claims)
}

/// The cost of handing an entry over, in units of work.
const UNITS_A_CLAIM: u64 = 250;

/// XAUTOCLAIM under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Claims {
    database: usize,
    key: Vec<u8>,
    name: Vec<u8>,
    consumer: Vec<u8>,
    min_idle_ms: i64,
    answers_ids: bool,
    /// The ID from which on it looks for deliveries; `None` behind the last one.
    next: Option<Id>,
    /// How many deliveries may still be looked at, and how many handed over.
    looks: u64,
    left: u64,
    /// Whether its consumer was made.
    is_new: bool,
    replies: Vec<Reply>,
    /// Entries that are not in the stream any more.
    gone: Vec<Reply>,
}

impl Claims {
    /// Hands over as many as the budget allows. Returns whether there is more to do.
    fn claim(&mut self, stream: &mut Stream, now_ms: i64, budget: &mut Budget) -> bool {
        let claim = Claim {
            name: &self.name,
            consumer: &self.consumer,
            min_idle_ms: self.min_idle_ms,
            at_ms: now_ms,
            count: None,
            is_forced: false,
            answers_ids: self.answers_ids,
        };
        let behind =
            |stream: &Stream, from: Option<Id>| stream.group(&self.name)?.pending_from(from?);
        self.next = behind(stream, self.next);
        while self.looks > 0
            && self.left > 0
            && let Some(id) = self.next
        {
            self.looks -= 1;
            match claim.take(stream, id, now_ms, &mut self.is_new) {
                Claimed::Gone(_) => self.gone.push(id_reply(id)),
                Claimed::Yes(reply) => self.replies.push(reply),
                Claimed::Not => self.left += 1,
            }
            self.left -= 1;
            self.next = behind(stream, id.next());
            if !budget.spend(UNITS_A_CLAIM) {
                return self.looks > 0 && self.left > 0 && self.next.is_some();
            }
        }
        false
    }
}

impl Steps for Claims {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let mut call = match Call::resumed(server, context) {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        call.database = self.database;
        let key = self.key.clone();
        let claimed =
            call.change::<Stream, _>(&key, 0, |stream| self.claim(stream, context.now_ms, budget));
        match claimed {
            Err(error) => return Some(Err(error)),
            Ok(Some(true)) => return None,
            Ok(_) => {}
        }
        let changes = self.replies.len() + self.gone.len();
        tell_of_group(&mut call, &key, self.is_new, changes);
        Some(Ok(Reply::Array(vec![
            id_reply(self.next.unwrap_or_default()),
            Reply::Array(std::mem::take(&mut self.replies)),
            Reply::Array(std::mem::take(&mut self.gone)),
        ])))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = (self.replies.len() + self.gone.len()) as u64;
        Progress {
            done,
            total: done + self.left,
        }
    }

    fn can_be_stopped(&self) -> bool {
        false
    }
}
