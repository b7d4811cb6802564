//! Streams: reading what is new, alone or as a consumer of a group, and waiting for it.

use crate::keyspace::catalogue::record::{Flags, Group, KeyFind, KeySpec, Record, Run, example};
use crate::keyspace::number;
use crate::keyspace::reply::{Error, Protocol, Reply};
use crate::keyspace::server::args::{self, SYNTAX};
use crate::keyspace::server::call::Call;
use crate::keyspace::server::notify::Class;
use crate::keyspace::server::streams::{self, entry_reply, id_reply, no_group};
use crate::keyspace::server::waiting::Waiting;
use crate::keyspace::storage::stream::Stream;
use crate::keyspace::storage::stream::group::{CONSUMER_BYTES, FIRST_PENDING_BYTES, PENDING_BYTES};
use crate::keyspace::storage::stream::id::Id;
use crate::keyspace::words::up_to_nul;
use crate::text::Text;

/// The number of entries of which one that has waited gets at most, without COUNT.
const COUNT_AFTER_WAITING: u64 = 1000;

const UNBALANCED: Error = Error::fixed(
    "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.",
);
const GROUP_OF_XREAD: Error =
    Error::fixed("ERR The GROUP option is only supported by XREADGROUP. You called XREAD instead.");
const NOACK_OF_XREAD: Error =
    Error::fixed("ERR The NOACK option is only supported by XREADGROUP. You called XREAD instead.");
const NO_GROUP_OPTION: Error = Error::fixed("ERR Missing GROUP option for XREADGROUP");
const LAST_IN_GROUP: Error = Error::fixed(
    "ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID would just return an empty result set.",
);
const NEW_WITHOUT_GROUP: Error = Error::fixed(
    "ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> <consumer> option.",
);
const GROUP_GONE: Error =
    Error::fixed("NOGROUP the consumer group this client was blocked on no longer exists");
const KEY_GONE: Error = Error::fixed("UNBLOCKED the stream key no longer exists");
const NOT_A_TIMEOUT: Error = Error::fixed("ERR timeout is not an integer or out of range");
const NEGATIVE_TIMEOUT: Error = Error::fixed("ERR timeout is negative");

pub const COMMANDS: &[Record] = &[
    Record {
        name: "xread",
        arity: -4,
        arguments: "[COUNT=count:integer] [BLOCK=milliseconds:integer] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Answers the entries of streams behind given IDs, and waits for new ones if asked to",
            zh: "返回各流中位于给定 ID 之后的条目，可阻塞等待新条目",
        },
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XADD mystream 1-2 item 2", "\"1-2\""),
            example(
                "XREAD COUNT 2 STREAMS mystream 1-1",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-2\"\n         2) 1) \"item\"\n            2) \"2\"",
            ),
            example("XREAD STREAMS mystream $", "(nil)"),
        ],
        flags: Flags::READONLY
            .and(Flags::BLOCKING)
            .and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 1, "RO access")
        }],
        run: Run::Waits(xread),
        ..Record::DEFAULT
    },
    Record {
        name: "xreadgroup",
        arity: -7,
        arguments: "GROUP=group_consumer{group consumer} [COUNT=count:integer] [BLOCK=milliseconds:integer] [NOACK] STREAMS=streams{key... id...}",
        group: Group::Stream,
        since: "5.0.0",
        complexity: "O(M)",
        summary: Text {
            en: "Answers entries of streams as a consumer of a group; each one goes to one consumer",
            zh: "以消费者组成员的身份读取流；每个条目只交给一个消费者",
        },
        examples: &[
            example("XADD mystream 1-1 item 1", "\"1-1\""),
            example("XGROUP CREATE mystream mygroup 0", "OK"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream >",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
            example("XREADGROUP GROUP mygroup Bob STREAMS mystream >", "(nil)"),
            example(
                "XREADGROUP GROUP mygroup Alice STREAMS mystream 0",
                "1) 1) \"mystream\"\n   2) 1) 1) \"1-1\"\n         2) 1) \"item\"\n            2) \"1\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::BLOCKING).and(Flags::MOVABLE_KEYS),
        keys: &[KeySpec {
            find: KeyFind::Range {
                last: -1,
                step: 1,
                limit: 2,
            },
            ..KeySpec::behind("STREAMS", 4, "RO access")
        }],
        run: Run::Waits(xreadgroup),
        ..Record::DEFAULT
    },
];

/// The arguments of XREAD and XREADGROUP.
struct Reading<'a> {
    /// The group, and the consumer.
    group: Option<(&'a [u8], &'a [u8])>,
    /// 0 for all.
    count: u64,
    keeps_no_record: bool,
    /// Whether it may wait, and until which Unix millisecond.
    waits: Option<Option<i64>>,
    keys: &'a [Vec<u8>],
    ids: &'a [Vec<u8>],
}

impl<'a> Reading<'a> {
    fn read(call: &Call<'a>, has_group: bool) -> Result<Reading<'a>, Error> {
        let now_ms = call.now_ms();
        let mut reading = Reading {
            group: None,
            count: 0,
            keeps_no_record: false,
            waits: None,
            keys: &[],
            ids: &[],
        };
        let mut rest = call.args.rest();
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            match more {
                [value, more @ ..] if args::is_option(word, "BLOCK") => {
                    rest = more;
                    if call.server.scripts.running().is_some() {
                        let refusal = " command is not allowed with BLOCK option from scripts";
                        return Err(args::quoted("ERR ", call.typed, refusal));
                    }
                    let wait_ms = number::parse(value).ok_or(NOT_A_TIMEOUT)?;
                    reading.waits = Some(match wait_ms {
                        ..0 => return Err(NEGATIVE_TIMEOUT),
                        0 => None,
                        _ => Some(now_ms.saturating_add(wait_ms)),
                    });
                }
                [value, more @ ..] if args::is_option(word, "COUNT") => {
                    rest = more;
                    reading.count = streams::count(value)?;
                }
                [_, ..] if args::is_option(word, "STREAMS") => {
                    if more.len() % 2 == 1 {
                        return Err(UNBALANCED);
                    }
                    (reading.keys, reading.ids) = more.split_at(more.len() / 2);
                    break;
                }
                [group, consumer, more @ ..] if args::is_option(word, "GROUP") => {
                    rest = more;
                    reading.group = Some((group, consumer));
                    if !has_group {
                        return Err(GROUP_OF_XREAD);
                    }
                }
                _ if args::is_option(word, "NOACK") => {
                    reading.keeps_no_record = true;
                    if !has_group {
                        return Err(NOACK_OF_XREAD);
                    }
                }
                _ => return Err(SYNTAX),
            }
        }
        match reading.group {
            _ if reading.keys.is_empty() => Err(SYNTAX),
            None if has_group => Err(NO_GROUP_OPTION),
            _ => Ok(reading),
        }
    }

    /// The IDs behind which each stream is read. In a group, [`Id::MAX`] stands for what is new to it.
    fn starts(&self, call: &mut Call<'_>) -> Result<Vec<Id>, Error> {
        let mut starts = Vec::with_capacity(self.ids.len());
        for (key, text) in self.keys.iter().zip(self.ids) {
            let stream = call.read::<Stream>(key)?;
            if let Some((name, _)) = self.group
                && stream.and_then(|stream| stream.group(name)).is_none()
            {
                let after = "' in XREADGROUP with GROUP option";
                let before = "NOGROUP No such key '";
                return Err(no_group(before, key, "' or consumer group '", name, after));
            }
            starts.push(match (up_to_nul(text), self.group) {
                (b"$", Some(_)) => return Err(LAST_IN_GROUP),
                (b"$", None) => stream.map_or(Id::MIN, |stream| stream.last),
                (b">", None) => return Err(NEW_WITHOUT_GROUP),
                (b">", Some(_)) => Id::MAX,
                _ => streams::id(text, 0)?,
            });
        }
        Ok(starts)
    }
}

fn xread(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    let reading = Reading::read(call, false)?;
    let starts = match ready {
        // The line was written anew when the wait began.
        Some(_) => reading
            .ids
            .iter()
            .map(|text| streams::id(text, 0))
            .collect(),
        None => reading.starts(call),
    }?;
    let mut found = Found::new(call)?;
    for (key, after) in reading.keys.iter().zip(&starts) {
        if ready.is_some_and(|ready| ready != *key) {
            continue;
        }
        let count = match (ready, reading.count) {
            (Some(_), 0) => COUNT_AFTER_WAITING,
            (_, count) => count,
        };
        let is_wait = ready.is_some();
        let stream = match call.read::<Stream>(key) {
            Ok(Some(stream)) => stream,
            Ok(None) => continue,
            Err(_) if is_wait => break,
            Err(error) => return Err(error),
        };
        // One that waited is woken by any addition, even by one that is gone again.
        let has_news = match is_wait {
            true => stream.last > *after,
            false => stream.last_entry().is_some_and(|last| last.id > *after),
        };
        if has_news {
            let mut entries = Vec::new();
            stream.visit(after.next().unwrap_or_default(), Id::MAX, &mut |entry| {
                entries.push(entry_reply(entry));
                entries.len() as u64 != count
            });
            found.add(key, Reply::Array(entries));
        }
        if is_wait {
            break;
        }
    }
    let waits = found.streams.is_empty() && reading.waits.is_some();
    let words = waits.then(|| {
        let mut words = call.args.rest().to_vec();
        let ids = words.len() - starts.len();
        for (word, start) in words.iter_mut().skip(ids).zip(&starts) {
            *word = start.text();
        }
        words
    });
    Ok(found.or_wait(&reading, words))
}

fn xreadgroup(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    let reading = Reading::read(call, true)?;
    let Some((group, _)) = reading.group else {
        return Err(NO_GROUP_OPTION);
    };
    let mut found = Found::new(call)?;
    if let Some(key) = ready {
        // A wait of this kind ends with its key, and with its group.
        let stream = call.read::<Stream>(key).ok().flatten().ok_or(KEY_GONE)?;
        let after = stream.group(group).ok_or(GROUP_GONE)?.last;
        if stream.last > after {
            let count = match reading.count {
                0 => COUNT_AFTER_WAITING,
                count => count,
            };
            let entries = read_new(call, key, &reading, count)?;
            found.add(key, entries);
        }
        return Ok(found.or_wait(&reading, None));
    }
    let starts = reading.starts(call)?;
    let mut growth_bytes = 0;
    for (key, start) in reading.keys.iter().zip(&starts) {
        if let Some(stream) = call.read::<Stream>(key)? {
            growth_bytes += growth(stream, &reading, *start);
        }
    }
    call.check_room(growth_bytes)?;
    for (key, start) in reading.keys.iter().zip(&starts) {
        let Some(stream) = call.read::<Stream>(key)? else {
            continue;
        };
        let last = stream.group(group).map(|group| group.last);
        if *start != Id::MAX {
            let entries = read_again(call, key, &reading, *start)?;
            found.add(key, entries);
        } else if stream
            .last_entry()
            .is_some_and(|entry| Some(entry.id) > last)
        {
            let entries = read_new(call, key, &reading, reading.count)?;
            found.add(key, entries);
        }
    }
    Ok(found.or_wait(&reading, None))
}

/// The most by which a stream grows when a group reads it, in bytes.
fn growth(stream: &Stream, reading: &Reading<'_>, start: Id) -> usize {
    let (group, consumer) = reading.group.unwrap_or_default();
    let own = CONSUMER_BYTES + consumer.len();
    let last = match stream.group(group) {
        Some(group) if start == Id::MAX && !reading.keeps_no_record => group.last,
        _ => return own,
    };
    let entries = stream.about_from(last);
    let entries = match reading.count {
        0 => entries,
        count => entries.min(count),
    };
    own + FIRST_PENDING_BYTES + entries as usize * PENDING_BYTES
}

/// Reads what is new to the group.
fn read_new(
    call: &mut Call<'_>,
    key: &[u8],
    reading: &Reading<'_>,
    count: u64,
) -> Result<Reply, Error> {
    let (name, consumer) = reading.group.unwrap_or_default();
    let (now_ms, keeps_record) = (call.now_ms(), !reading.keeps_no_record);
    let result = call.change::<Stream, _>(key, 0, |stream| {
        let group = stream.group(name)?;
        let (mut last, mut read) = (group.last, group.read);
        let (mut entries, mut ids) = (Vec::new(), Vec::new());
        stream.visit(last.next().unwrap_or_default(), Id::MAX, &mut |entry| {
            if entry.id > last {
                match &mut read {
                    Some(read) if !stream.has_deletions_from(entry.id) => {
                        *read = read.wrapping_add(1);
                    }
                    read if stream.added > 0 => *read = stream.added_up_to(entry.id),
                    _ => {}
                }
                last = entry.id;
            }
            entries.push(entry_reply(entry));
            ids.push(entry.id);
            entries.len() as u64 != count
        });
        let is_new = stream.edit_group(name, |group| {
            let is_new = group.see_consumer(consumer, now_ms);
            (group.last, group.read) = (last, read);
            if keeps_record {
                ids.iter()
                    .for_each(|id| group.deliver(*id, consumer, now_ms, 1));
            }
            is_new
        })?;
        Some((entries, is_new))
    })?;
    Ok(told(call, key, result.flatten()))
}

/// Reads again what was delivered to the consumer, from behind an ID on.
fn read_again(
    call: &mut Call<'_>,
    key: &[u8],
    reading: &Reading<'_>,
    after: Id,
) -> Result<Reply, Error> {
    let (name, consumer) = reading.group.unwrap_or_default();
    let now_ms = call.now_ms();
    let result = call.change::<Stream, _>(key, 0, |stream| {
        let (mut entries, mut ids) = (Vec::new(), Vec::new());
        let group = stream.group(name)?;
        let own = group.consumer(consumer);
        if own.is_some() {
            let start = after.next().unwrap_or_default();
            group.visit_pending(start, own, &mut |id, _| {
                entries.push(match stream.entry(id) {
                    Some(entry) => {
                        ids.push(id);
                        entry_reply(&entry)
                    }
                    None => Reply::Array(vec![id_reply(id), Reply::NilArray]),
                });
                entries.len() as u64 != reading.count
            });
        }
        let is_new = stream.edit_group(name, |group| {
            ids.iter().for_each(|id| group.deliver_again(*id, now_ms));
            group.see_consumer(consumer, now_ms)
        })?;
        Some((entries, is_new))
    })?;
    Ok(told(call, key, result.flatten()))
}

/// The entries as a reply, after those who listen were told of the reading.
fn told(call: &mut Call<'_>, key: &[u8], result: Option<(Vec<Reply>, bool)>) -> Reply {
    let (entries, is_new) = result.unwrap_or_default();
    if is_new {
        call.modified_quietly(Class::Stream, "xgroup-createconsumer", key);
    } else {
        call.show(key);
    }
    Reply::Array(entries)
}

/// The streams that have something, with their entries.
struct Found {
    protocol: Protocol,
    streams: Vec<(Reply, Reply)>,
}

impl Found {
    fn new(call: &Call<'_>) -> Result<Found, Error> {
        Ok(Found {
            protocol: call.connection()?.protocol,
            streams: Vec::new(),
        })
    }

    fn add(&mut self, key: &[u8], entries: Reply) {
        self.streams.push((Reply::bulk(key), entries));
    }

    /// The reply, or the wait for one.
    fn or_wait(self, reading: &Reading<'_>, words: Option<Vec<Vec<u8>>>) -> Waiting {
        match reading.waits {
            Some(until_ms) if self.streams.is_empty() => Waiting::For {
                keys: reading.keys.to_vec(),
                until_ms,
                otherwise: Reply::NilArray,
                words,
            },
            _ => Waiting::Done(self.reply()),
        }
    }

    fn reply(self) -> Reply {
        if self.streams.is_empty() {
            return Reply::NilArray;
        }
        match self.protocol {
            Protocol::Resp3 => Reply::Map(self.streams),
            Protocol::Resp2 => {
                let pairs = self.streams.into_iter();
                Reply::Array(
                    pairs
                        .map(|(key, entries)| Reply::Array(vec![key, entries]))
                        .collect(),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::keyspace::server::dispatch::Begun;
    use crate::keyspace::server::outbox::Delivery;
    use crate::keyspace::{ConnectionId, Protocol, Reply, Server, words};

    fn argv(line: &str) -> Vec<Vec<u8>> {
        words::split(line.as_bytes()).unwrap()
    }

    /// What has arrived at a connection that waited, as RESP2 on one line.
    fn arrived(server: &mut Server, id: ConnectionId) -> String {
        let mut bytes = Vec::new();
        for delivery in server.take_deliveries(id) {
            if let Delivery::Reply(reply) = delivery {
                reply.encode(Protocol::Resp2, &mut bytes);
            }
        }
        String::from_utf8_lossy(&bytes).replace("\r\n", " ")
    }

    fn wait(server: &mut Server, line: &str) -> ConnectionId {
        let id = server.connect();
        assert_eq!(server.begin(id, 0, &argv(line)), Begun::Waiting, "{line}");
        id
    }

    #[test]
    fn one_that_waits_behind_the_last_entry_gets_what_comes_then() {
        let mut server = Server::new();
        let writer = server.connect();
        let run = |server: &mut Server, line: &str| server.execute(writer, 0, &argv(line));
        run(&mut server, "XADD s 1-1 f old");
        let reader = wait(&mut server, "XREAD BLOCK 0 STREAMS other s $ $");
        run(&mut server, "XGROUP CREATE s g 0");
        run(&mut server, "SET other text");
        assert_eq!(arrived(&mut server, reader), "");
        run(&mut server, "XADD s 2-1 f new");
        assert_eq!(
            arrived(&mut server, reader),
            "*1 *2 $1 s *1 *2 $3 2-1 *2 $1 f $3 new "
        );
    }

    #[test]
    fn a_consumer_that_waits_is_served_or_told_that_its_group_or_its_key_is_gone() {
        let mut server = Server::new();
        let writer = server.connect();
        let run = |server: &mut Server, line: &str| server.execute(writer, 0, &argv(line));
        run(&mut server, "XGROUP CREATE s g $ MKSTREAM");
        let line = "XREADGROUP GROUP g c BLOCK 0 STREAMS s >";
        let [first, second] = [(); 2].map(|()| wait(&mut server, line));
        run(&mut server, "XADD s 1-1 f v");
        assert_eq!(
            arrived(&mut server, first),
            "*1 *2 $1 s *1 *2 $3 1-1 *2 $1 f $1 v "
        );
        assert_eq!(arrived(&mut server, second), "");
        assert_eq!(run(&mut server, "XACK s g 1-1"), Reply::Int(1));
        run(&mut server, "XGROUP DESTROY s g");
        assert_eq!(
            arrived(&mut server, second),
            "-NOGROUP the consumer group this client was blocked on no longer exists "
        );
        run(&mut server, "XGROUP CREATE s g $");
        let third = wait(&mut server, line);
        run(&mut server, "DEL s");
        assert_eq!(
            arrived(&mut server, third),
            "-UNBLOCKED the stream key no longer exists "
        );
    }
}
