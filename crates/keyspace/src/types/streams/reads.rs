//! Streams: reading what is new, alone or as a consumer of a group, and waiting for it.

use crate::number;
use crate::reply::{Error, Protocol, Reply};
use crate::server::Server;
use crate::server::args::{self, SYNTAX};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Waiting, Waits};
use crate::server::work::{Budget, Context, Progress, Steps};
use crate::types::streams::arguments::{self, entry_reply, id_reply, no_group};
use crate::types::streams::value::Stream;
use crate::types::streams::value::group::{CONSUMER_BYTES, FIRST_PENDING_BYTES, PENDING_BYTES};
use crate::types::streams::value::id::Id;
use crate::words::up_to_nul;

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

pub const HANDLERS: Handlers = &[("xread", Waits(xread)), ("xreadgroup", Waits(xreadgroup))];

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
                    reading.count = arguments::count(value)?;
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
                _ => arguments::id(text, 0)?,
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
            .map(|text| arguments::id(text, 0))
            .collect(),
        None => reading.starts(call),
    }?;
    let is_wait = ready.is_some();
    let mut streams = Vec::new();
    for (key, after) in reading.keys.iter().zip(&starts) {
        if ready.is_some_and(|ready| ready != *key) {
            continue;
        }
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
            streams.push((key.clone(), ReadFrom::Behind(*after)));
        }
        if is_wait {
            break;
        }
    }
    let waits = streams.is_empty() && reading.waits.is_some();
    let words = waits.then(|| {
        let mut words = call.args.rest().to_vec();
        let ids = words.len() - starts.len();
        for (word, start) in words.iter_mut().skip(ids).zip(&starts) {
            *word = start.text();
        }
        words
    });
    reading.go(call, is_wait, streams, words)
}

fn xreadgroup(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    let reading = Reading::read(call, true)?;
    let Some((group, _)) = reading.group else {
        return Err(NO_GROUP_OPTION);
    };
    if let Some(key) = ready {
        // A wait of this kind ends with its key, and with its group.
        let stream = call.read::<Stream>(key).ok().flatten().ok_or(KEY_GONE)?;
        let after = stream.group(group).ok_or(GROUP_GONE)?.last;
        let has_news = stream.last > after;
        let streams = has_news.then(|| (key.to_vec(), ReadFrom::New));
        return reading.go(call, true, streams.into_iter().collect(), None);
    }
    let starts = reading.starts(call)?;
    let mut growth_bytes = 0;
    let mut streams = Vec::new();
    for (key, start) in reading.keys.iter().zip(&starts) {
        let Some(stream) = call.read::<Stream>(key)? else {
            continue;
        };
        growth_bytes += growth(stream, &reading, *start);
        let last = stream.group(group).map(|group| group.last);
        if *start != Id::MAX {
            streams.push((key.clone(), ReadFrom::Behind(*start)));
        } else if stream
            .last_entry()
            .is_some_and(|entry| Some(entry.id) > last)
        {
            streams.push((key.clone(), ReadFrom::New));
        }
    }
    call.check_room(growth_bytes)?;
    reading.go(call, false, streams, None)
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

impl Reading<'_> {
    /// Reads the streams, each from a place on; waits where there is none and it may, and is run again with `words`.
    fn go(
        &self,
        call: &mut Call<'_>,
        is_wait: bool,
        streams: Vec<(Vec<u8>, ReadFrom)>,
        words: Option<Vec<Vec<u8>>>,
    ) -> Result<Waiting, Error> {
        if streams.is_empty() {
            return Ok(match self.waits {
                Some(until_ms) => Waiting::For {
                    keys: self.keys.to_vec(),
                    until_ms,
                    otherwise: Reply::NilArray,
                    words,
                },
                None => Waiting::Done(Reply::NilArray),
            });
        }
        let group = self.group.map(|(name, consumer)| GroupMember {
            name: name.to_vec(),
            consumer: consumer.to_vec(),
            keeps_record: !self.keeps_no_record,
        });
        let count = match (is_wait, self.count) {
            (true, 0) => COUNT_AFTER_WAITING,
            (_, count) => count,
        };
        let delivery = StreamRead {
            protocol: call.connection()?.protocol,
            database: call.database,
            group,
            count,
            is_wait,
            streams,
            at: 0,
            is_new: false,
            entries: Vec::new(),
            found: Vec::new(),
        };
        call.begin(delivery).map(Waiting::Began)
    }
}

/// The cost of an entry, and of each of its fields, in units of work.
const UNITS_A_PIECE: u64 = 20;
/// What it costs to note that an entry was delivered, or to look for one that was.
const UNITS_A_RECORD: u64 = 120;

/// A consumer of a group.
#[derive(Clone, PartialEq, Eq, Hash)]
struct GroupMember {
    name: Vec<u8>,
    consumer: Vec<u8>,
    keeps_record: bool,
}

/// From where on a stream is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ReadFrom {
    /// What is new to the group.
    New,
    /// Entries behind an ID: in a group, those that were delivered to the consumer.
    Behind(Id),
}

/// XREAD or XREADGROUP under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct StreamRead {
    protocol: Protocol,
    database: usize,
    group: Option<GroupMember>,
    /// How many entries of each stream are answered; 0 for all.
    count: u64,
    /// Whether it has waited.
    is_wait: bool,
    /// The streams that have something, and from where on each is read.
    streams: Vec<(Vec<u8>, ReadFrom)>,
    /// The one that is being read.
    at: usize,
    /// Whether its consumer was made.
    is_new: bool,
    /// Those of its entries that were read.
    entries: Vec<Reply>,
    found: Vec<(Reply, Reply)>,
}

impl Steps for StreamRead {
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
        let group = self.group.clone();
        while let Some((key, place)) = self.streams.get(self.at).cloned() {
            let rest = match (place, &group) {
                (ReadFrom::New, Some(member)) => self.read_new(&mut call, &key, member, budget),
                (ReadFrom::Behind(id), Some(member)) => {
                    self.read_again(&mut call, &key, member, id, budget)
                }
                (ReadFrom::Behind(id), None) => self.read(&mut call, &key, id, budget),
                (ReadFrom::New, None) => Ok(None),
            };
            match rest {
                Ok(None) => self.at += 1,
                Ok(Some(rest)) => {
                    if let Some((_, place)) = self.streams.get_mut(self.at) {
                        *place = rest;
                    }
                    return None;
                }
                Err(error) => return Some(Err(error)),
            }
            // The same stream once more.
            if place == ReadFrom::New && self.entries.is_empty() && !self.is_wait {
                continue;
            }
            if group.is_some() {
                let is_new = std::mem::take(&mut self.is_new);
                // A read is a change of the group, and there may be others before it.
                let changes = call.server.audience.own_changes as usize + 1;
                arguments::tell_of_group(&mut call, &key, is_new, changes);
            }
            let entries = Reply::Array(std::mem::take(&mut self.entries));
            self.found.push((Reply::bulk(key), entries));
        }
        Some(Ok(self.reply()))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.at as u64,
            total: self.streams.len() as u64,
        }
    }

    fn can_be_stopped(&self) -> bool {
        self.group.is_none()
    }
}

impl StreamRead {
    /// Reads entries behind an ID. Returns the place of the next one where the slice is over before the end.
    fn read(
        &mut self,
        call: &mut Call<'_>,
        key: &[u8],
        behind: Id,
        budget: &mut Budget,
    ) -> Result<Option<ReadFrom>, Error> {
        let (count, entries, mut rest) = (self.count, &mut self.entries, None);
        if let Some((stream, start)) = call.peek_at::<Stream>(key)?.zip(behind.next()) {
            stream.visit(start, Id::MAX, &mut |entry| {
                entries.push(entry_reply(entry));
                let goes_on = budget.spend(UNITS_A_PIECE * (entry.fields + 1));
                let is_enough = entries.len() as u64 == count;
                rest = (!goes_on && !is_enough).then_some(ReadFrom::Behind(entry.id));
                goes_on && !is_enough
            });
        }
        Ok(rest)
    }

    /// Reads what is new to the group. Returns [`ReadFrom::New`] where the slice is over before the end.
    fn read_new(
        &mut self,
        call: &mut Call<'_>,
        key: &[u8],
        member: &GroupMember,
        budget: &mut Budget,
    ) -> Result<Option<ReadFrom>, Error> {
        let (name, consumer, now_ms) = (&member.name, &member.consumer, call.now_ms());
        let (count, entries, mut rest) = (self.count, &mut self.entries, None);
        let is_new = call.change::<Stream, _>(key, 0, |stream| {
            let group = stream.group(name)?;
            let (mut last, mut read) = (group.last, group.read);
            let mut ids = Vec::new();
            // Behind the greatest ID there is none: the same stream may stand twice in the line.
            let Some(start) = last.next() else {
                return Some(false);
            };
            stream.visit(start, Id::MAX, &mut |entry| {
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
                let goes_on = budget.spend(UNITS_A_PIECE * (entry.fields + 1) + UNITS_A_RECORD);
                let is_enough = entries.len() as u64 == count;
                let is_over = !goes_on && !is_enough;
                rest = (is_over && entry.id < Id::MAX).then_some(ReadFrom::New);
                goes_on && !is_enough
            });
            stream.edit_group(name, |group| {
                let is_new = group.see_consumer(consumer, now_ms);
                (group.last, group.read) = (last, read);
                if member.keeps_record {
                    ids.iter()
                        .for_each(|id| group.deliver(*id, consumer, now_ms, 1));
                }
                is_new
            })
        })?;
        self.is_new |= is_new.flatten().unwrap_or_default();
        Ok(rest)
    }

    /// Reads again what was delivered to the consumer, behind an ID. Returns the place of the next entry where the slice is
    /// over before the end.
    fn read_again(
        &mut self,
        call: &mut Call<'_>,
        key: &[u8],
        member: &GroupMember,
        behind: Id,
        budget: &mut Budget,
    ) -> Result<Option<ReadFrom>, Error> {
        let (name, consumer, now_ms) = (&member.name, &member.consumer, call.now_ms());
        let (count, entries, mut rest) = (self.count, &mut self.entries, None);
        let is_new = call.change::<Stream, _>(key, 0, |stream| {
            let mut ids = Vec::new();
            let group = stream.group(name)?;
            let own = group.consumer(consumer);
            if let Some(start) = behind.next().filter(|_| own.is_some()) {
                group.visit_pending(start, own, &mut |id, _| {
                    let mut units = UNITS_A_RECORD;
                    entries.push(match stream.entry(id) {
                        Some(entry) => {
                            ids.push(id);
                            units += UNITS_A_PIECE * (entry.fields + 1);
                            entry_reply(&entry)
                        }
                        None => Reply::Array(vec![id_reply(id), Reply::NilArray]),
                    });
                    let goes_on = budget.spend(units);
                    let is_enough = entries.len() as u64 == count;
                    rest = (!goes_on && !is_enough).then_some(ReadFrom::Behind(id));
                    goes_on && !is_enough
                });
            }
            stream.edit_group(name, |group| {
                ids.iter().for_each(|id| group.deliver_again(*id, now_ms));
                group.see_consumer(consumer, now_ms)
            })
        })?;
        self.is_new |= is_new.flatten().unwrap_or_default();
        Ok(rest)
    }

    fn reply(&mut self) -> Reply {
        let found = std::mem::take(&mut self.found);
        match self.protocol {
            Protocol::Resp3 => Reply::Map(found),
            Protocol::Resp2 => {
                let pairs = found.into_iter();
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
    use crate::server::dispatch::{Advance, Begun};
    use crate::server::outbox::Delivery;
    use crate::{ConnectionId, Protocol, Reply, Server, words};

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

    #[test]
    fn many_entries_are_read_and_handed_over_in_slices_as_they_are_at_once() {
        let mut at_once = Server::new();
        let writer = at_once.connect();
        for number in 1..=2000 {
            let line = format!("XADD s {number}-1 f v");
            at_once.execute(writer, 0, &argv(&line));
        }
        let mut in_slices = at_once.clone();
        for line in [
            "XREAD STREAMS s nosuch s 0 0 1-1",
            "XREAD COUNT 1900 STREAMS s 7-1",
            "XGROUP CREATE s g 0",
            "XREADGROUP GROUP g c COUNT 1500 STREAMS s s > >",
            "XDEL s 3-1 5-1",
            "XREADGROUP GROUP g c STREAMS s 10-1",
            "XREADGROUP GROUP g d STREAMS s s > 0",
            "XPENDING s g - (1400-1 1300",
            "XPENDING s g IDLE 1 - + 1300 c",
            "XAUTOCLAIM s g e 0 4-1 COUNT 1000",
            "XAUTOCLAIM s g d 0 0 COUNT 600 JUSTID",
            "XINFO STREAM s FULL COUNT 0",
            "XINFO STREAM s FULL COUNT 1200",
            "XTRIM s MAXLEN 100",
            "XREADGROUP GROUP g e STREAMS s 0",
        ] {
            let whole = at_once.execute(writer, 1, &argv(line));
            let reply = match in_slices.begin(writer, 1, &argv(line)) {
                Begun::Done(reply) => reply,
                _ => loop {
                    if let Advance::Done(reply) = in_slices.advance(500) {
                        break reply;
                    }
                },
            };
            assert!(!matches!(whole, Reply::Error(_)), "{line}: {whole:?}");
            assert!(reply == whole, "{line}: {reply:?}");
            assert!(in_slices == at_once, "{line}");
        }
    }
}
