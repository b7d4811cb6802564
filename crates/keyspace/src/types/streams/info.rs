//! Streams: the replies of XINFO on a stream, its groups and their consumers.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::types::streams::arguments::{NO_SUCH_KEY, entry_reply, id_reply, no_group};
use crate::types::streams::value::Stream;
use crate::types::streams::value::group::Consumer;
use crate::types::streams::value::id::Id;

/// How many entries and deliveries XINFO STREAM FULL lists, without COUNT.
const FULL_COUNT: i64 = 10;

pub const HANDLERS: Handlers = &[
    ("xinfo|consumers", Now(consumers)),
    ("xinfo|groups", Now(groups)),
    ("xinfo|stream", Long(stream)),
    ("xinfo|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
XINFO <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
CONSUMERS <key> <groupname>
    Show consumers of <groupname>.
GROUPS <key>
    Show the stream consumer groups.
STREAM <key> [FULL [COUNT <count>]
    Show information about the stream.
HELP
    Prints this help.";

fn named(name: &'static str, value: Reply) -> (Reply, Reply) {
    (Reply::bulk(name), value)
}

fn count(name: &'static str, count: usize) -> (Reply, Reply) {
    named(name, Reply::Int(count as i64))
}

fn consumers(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (key, name) = (call.args.word()?, call.args.word()?);
    let now_ms = call.now_ms();
    let stream = call.read::<Stream>(key)?.ok_or(NO_SUCH_KEY)?;
    let error = || {
        let between = "' for key name '";
        no_group("NOGROUP No such consumer group '", name, between, key, "'")
    };
    let group = stream.group(name).ok_or_else(error)?;
    let consumers = group.consumers().map(|consumer| {
        let idle_ms = now_ms.wrapping_sub(consumer.seen_ms).max(0);
        Reply::Map(vec![
            named("name", Reply::bulk(&*consumer.name)),
            count("pending", consumer.pending()),
            named("idle", Reply::Int(idle_ms)),
        ])
    });
    Ok(Reply::Array(consumers.collect()))
}

fn groups(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let stream = call.read::<Stream>(key)?.ok_or(NO_SUCH_KEY)?;
    let groups = stream.groups().map(|group| {
        Reply::Map(vec![
            named("name", Reply::bulk(&*group.name)),
            count("consumers", group.consumers().len()),
            count("pending", group.pending()),
            named("last-delivered-id", id_reply(group.last)),
            named("entries-read", group.read.map_or(Reply::Nil, Reply::Int)),
            named("lag", stream.lag(group).map_or(Reply::Nil, Reply::Int)),
        ])
    });
    Ok(Reply::Array(groups.collect()))
}

fn stream(call: &mut Call<'_>) -> Result<Work, Error> {
    let key = call.args.word()?;
    let (words, line) = (call.args.rest(), call.line);
    let stream = call.read::<Stream>(key)?.ok_or(NO_SUCH_KEY)?;
    let full = match words {
        [] => None,
        [full] if args::is_option(full, "FULL") => Some(FULL_COUNT),
        [full, word, count] if args::is_option(full, "FULL") && args::is_option(word, "COUNT") => {
            let count = args::integer(count)?;
            Some(if count < 0 { FULL_COUNT } else { count })
        }
        _ => return Err(args::subcommand_syntax(line)),
    };
    let mut facts = vec![
        count("length", stream.length() as usize),
        count("radix-tree-keys", stream.nodes().len()),
        count("radix-tree-nodes", stream.tree_nodes()),
        named("last-generated-id", id_reply(stream.last)),
        named("max-deleted-entry-id", id_reply(stream.max_deleted)),
        named("entries-added", Reply::Int(stream.added as i64)),
        named("recorded-first-entry-id", id_reply(stream.first)),
    ];
    if let Some(max) = full {
        let full = Full {
            database: call.database,
            key: key.to_vec(),
            max: max as u64,
            facts,
            stage: InfoStage::Entries,
            next: Some(Id::MIN),
            rows: Vec::new(),
            of_all: Vec::new(),
            consumers: Vec::new(),
            groups: Vec::new(),
        };
        return call.begin(full);
    }
    let entry = |entry: Option<_>| entry.as_ref().map_or(Reply::Nil, entry_reply);
    facts.push(count("groups", stream.groups().len()));
    facts.push(named("first-entry", entry(stream.first_entry())));
    facts.push(named("last-entry", entry(stream.last_entry())));
    Ok(Work::done(Reply::Map(facts)))
}

/// The cost of an entry, of each of its fields, and of a delivery, in units of work.
const UNITS_A_ROW: u64 = 25;

/// The list that XINFO STREAM FULL is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum InfoStage {
    Entries,
    /// The deliveries of a group, by the place of the group.
    Group(usize),
    /// Those of one of its consumers.
    Consumer(usize, usize),
    Done,
}

/// XINFO STREAM FULL under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Full {
    database: usize,
    key: Vec<u8>,
    /// The most rows of each list; 0 for all.
    max: u64,
    /// What is told of the stream.
    facts: Vec<(Reply, Reply)>,
    stage: InfoStage,
    /// The ID at which the list continues; `None` at its end.
    next: Option<Id>,
    /// The rows of the list.
    rows: Vec<Reply>,
    /// The deliveries of the group.
    of_all: Vec<Reply>,
    /// The consumers of the group so far, and the groups.
    consumers: Vec<Reply>,
    groups: Vec<Reply>,
}

impl Steps for Full {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let entry = server.databases.get(self.database).get(&self.key);
        let Some(stream) = entry.and_then(|entry| of_type::<Stream>(entry).ok()) else {
            return Some(Err(NO_SUCH_KEY));
        };
        while self.stage != InfoStage::Done {
            let start = self.next.take();
            if let Some(start) = start {
                self.list(stream, start, budget);
            }
            if self.next.is_some() {
                return None;
            }
            self.end_list(stream);
            self.next = Some(Id::MIN);
            if !budget.spend(UNITS_A_ROW) {
                return None;
            }
        }
        let groups = Reply::Array(std::mem::take(&mut self.groups));
        self.facts.push(named("groups", groups));
        Some(Ok(Reply::Map(std::mem::take(&mut self.facts))))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = match self.stage {
            InfoStage::Entries => 0,
            InfoStage::Group(group) | InfoStage::Consumer(group, _) => group as u64 + 1,
            InfoStage::Done => self.groups.len() as u64 + 1,
        };
        Progress { done, total: done }
    }
}

impl Full {
    /// Adds rows to the list, from an ID on. `next` is set where the slice is over before the end.
    fn list(&mut self, stream: &Stream, start: Id, budget: &mut Budget) {
        let (rows, next, max) = (&mut self.rows, &mut self.next, self.max);
        let mut goes_on = |rows: &Vec<Reply>, id: Id, units: u64| {
            let (has_more, is_enough) = (budget.spend(units), rows.len() as u64 == max);
            *next = id.next().filter(|_| !has_more && !is_enough);
            has_more && !is_enough
        };
        let (group, consumer) = match self.stage {
            InfoStage::Entries => {
                return stream.visit(start, Id::MAX, &mut |entry| {
                    rows.push(entry_reply(entry));
                    goes_on(rows, entry.id, UNITS_A_ROW * (entry.fields + 1))
                });
            }
            InfoStage::Group(group) => (group, None),
            InfoStage::Consumer(group, consumer) => (group, Some(consumer)),
            InfoStage::Done => return,
        };
        let Some(group) = stream.groups().nth(group) else {
            return;
        };
        let consumer = consumer.and_then(|consumer| group.consumers().nth(consumer));
        group.visit_pending(start, consumer, &mut |id, delivery| {
            let mut facts = vec![id_reply(id)];
            if consumer.is_none() {
                facts.push(Reply::bulk(&*delivery.owner));
            }
            facts.push(Reply::Int(delivery.at_ms));
            facts.push(Reply::Int(delivery.count));
            rows.push(Reply::Array(facts));
            goes_on(rows, id, UNITS_A_ROW)
        });
    }

    /// Puts the list where it belongs, and goes on to the next one.
    fn end_list(&mut self, stream: &Stream) {
        let rows = std::mem::take(&mut self.rows);
        let at = match self.stage {
            InfoStage::Entries => {
                self.facts.push(named("entries", Reply::Array(rows)));
                return self.stage = self.after(stream, 0);
            }
            InfoStage::Group(at) => {
                self.of_all = rows;
                at
            }
            InfoStage::Consumer(at, own) => {
                let group = stream.groups().nth(at);
                let consumer = group.and_then(|group| group.consumers().nth(own));
                self.consumers.extend(consumer.map(|own| told(own, rows)));
                at
            }
            InfoStage::Done => return,
        };
        let Some(group) = stream.groups().nth(at) else {
            return self.stage = InfoStage::Done;
        };
        if self.consumers.len() < group.consumers().len() {
            return self.stage = InfoStage::Consumer(at, self.consumers.len());
        }
        self.groups.push(Reply::Map(vec![
            named("name", Reply::bulk(&*group.name)),
            named("last-delivered-id", id_reply(group.last)),
            named("entries-read", group.read.map_or(Reply::Nil, Reply::Int)),
            named("lag", stream.lag(group).map_or(Reply::Nil, Reply::Int)),
            count("pel-count", group.pending()),
            named("pending", Reply::Array(std::mem::take(&mut self.of_all))),
            named(
                "consumers",
                Reply::Array(std::mem::take(&mut self.consumers)),
            ),
        ]));
        self.stage = self.after(stream, at + 1);
    }

    /// The stage of the group at that place, if there is one.
    fn after(&self, stream: &Stream, at: usize) -> InfoStage {
        match at < stream.groups().len() {
            true => InfoStage::Group(at),
            false => InfoStage::Done,
        }
    }
}

/// What is told of a consumer, with its deliveries.
fn told(consumer: &Consumer, pending: Vec<Reply>) -> Reply {
    Reply::Map(vec![
        named("name", Reply::bulk(&*consumer.name)),
        named("seen-time", Reply::Int(consumer.seen_ms)),
        count("pel-count", consumer.pending()),
        named("pending", Reply::Array(pending)),
    ])
}
