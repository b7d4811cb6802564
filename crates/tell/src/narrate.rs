//! The sentences about a move, with the values of its outcome filled in.

use super::deadlock::deadlock;
use super::names::in_a_row;
use super::names::listed;
use super::reply::reply_text;
use super::say;
use super::status::status;
use super::{general, label, property};
use base::text::{Lang, Piece, Text, pieces};
use sim::{
    ClientId, ClientState, Lease, Move, Outcome, Peer, Property, Run, Status, Violation, World,
    seconds,
};

/// The most characters of a value in a sentence; a longer value is cut. Typed commands and their replies may be long.
const VALUE_CHARS_MAX: usize = 80;

/// How a stretch of a sentence is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// As text.
    Plain,
    /// As a command or a value, in monospace.
    Code,
    /// As an error.
    Bad,
}

/// A stretch of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The text. Data, never markup.
    pub text: String,
    /// How it is set.
    pub kind: SegmentKind,
}

/// The sentences about the move of this index of a run, from 0; none past its end. `own` is a sentence
/// for this very move, in which `{name}` is filled in from the outcome and `*...*` marks an error. Without it the general
/// sentences are used. Properties that no earlier move broke are added, unless `own` marks an error itself.
pub fn narrate(lang: Lang, index: usize, run: &Run, own: Option<Text>) -> Vec<Segment> {
    let Some(outcome) = run.outcome(index) else {
        return Vec::new();
    };
    let told = Told {
        lang,
        index,
        run,
        outcome,
    };
    match own {
        Some(say) => {
            let mut out = told.sentence(say);
            if !say.get(lang).contains('*') {
                told.broken(&mut out);
            }
            out
        }
        None => told.in_general(),
    }
}

/// A move of a run, and the language of its sentences.
struct Told<'a> {
    lang: Lang,
    index: usize,
    run: &'a Run,
    outcome: &'a Outcome,
}

impl Told<'_> {
    fn sentence(&self, say: Text) -> Vec<Segment> {
        let mut out = Vec::new();
        for (part, text) in say.get(self.lang).split('*').enumerate() {
            let is_bad = part % 2 == 1;
            self.fill(text, is_bad.then_some(SegmentKind::Bad), &mut out);
        }
        out
    }

    /// The general sentences, then those about broken properties.
    fn in_general(&self) -> Vec<Segment> {
        let mut out = Vec::new();
        let after = self.run.world(self.index + 1);
        for say in general::sentences(self.outcome, after) {
            self.space(&mut out);
            self.fill(say.get(self.lang), None, &mut out);
        }
        self.broken(&mut out);
        if self.run.world(self.index).deadlock().is_none()
            && let Some(stuck) = after.deadlock()
        {
            self.space(&mut out);
            out.push(Segment {
                text: deadlock(self.lang, &stuck),
                kind: SegmentKind::Bad,
            });
        }
        out
    }

    /// The sentences about the properties that the move broke and no move before it. Of two leases it is not said besides
    /// that two clients believe in theirs.
    fn broken(&self, out: &mut Vec<Segment>) {
        let new = || self.run.newly_broken(self.index);
        let has_leases = new().any(|broken| broken.property == Property::TwoLeases);
        let is_told =
            |broken: &&Violation| !has_leases || broken.property != Property::TwoBelievers;
        for broken in new().filter(is_told) {
            self.space(out);
            out.push(Segment {
                text: property::broken(self.lang, broken, self.outcome.now_ms.after),
                kind: SegmentKind::Bad,
            });
        }
    }

    /// Between two sentences, where the language has a space there.
    fn space(&self, out: &mut Vec<Segment>) {
        let space = say::BETWEEN_SENTENCES.get(self.lang);
        if !space.is_empty() && !out.is_empty() {
            out.push(Segment {
                text: space.to_owned(),
                kind: SegmentKind::Plain,
            });
        }
    }

    /// Appends `text` with its values; all of it as `kind` when that is given.
    fn fill(&self, text: &str, kind: Option<SegmentKind>, out: &mut Vec<Segment>) {
        for piece in pieces(text) {
            let (text, own_kind) = match piece {
                Piece::Plain(text) => (text.to_owned(), SegmentKind::Plain),
                Piece::Value { name, written } => match (self.names(name), self.value(name)) {
                    (Some(names), _) => (listed(self.lang, &names), SegmentKind::Plain),
                    (None, Some(value)) => (legible(value), SegmentKind::Code),
                    (None, None) => (written.to_owned(), SegmentKind::Plain),
                },
            };
            let kind = kind.unwrap_or(own_kind);
            match out.last_mut() {
                Some(last) if last.kind == kind => last.text.push_str(&text),
                _ => out.push(Segment { text, kind }),
            }
        }
    }

    /// The clients of a placeholder; `None` when this move has none, so that the placeholder stays visible in tests.
    fn names(&self, name: &str) -> Option<Vec<ClientId>> {
        let outcome = self.outcome;
        let lease_names = |leases: &[(ClientId, Lease)]| leases.iter().map(|(id, _)| *id).collect();
        let names: Vec<ClientId> = match name {
            // Who moves.
            "client" => outcome.client.into_iter().collect(),
            // Whom the key names before and after the move.
            "writer" => outcome.owner.before.into_iter().collect(),
            "owner" => outcome.owner.after.into_iter().collect(),
            // Who acts as the holder, and those of them who did not move.
            "believers" => outcome.believers.after.clone(),
            "others" => {
                let mut others = outcome.believers.after.clone();
                others.retain(|id| Some(*id) != outcome.client);
                others
            }
            // Whose lease is valid, and whose has just ended by the clock.
            "leaseholders" => lease_names(&outcome.leases.after),
            "lapsed" => lease_names(&outcome.leases_ended()),
            // Whose valid lock was removed.
            "victims" => self.hurt(Property::RemovedLock)?,
            // Whose update was overwritten unseen.
            "overwritten" => self.hurt(Property::LostUpdate)?,
            // Who tries for ever, when that is certain.
            "stuck" => self.run.world(self.index + 1).deadlock()?.who,
            _ => return None,
        };
        (!names.is_empty()).then_some(names)
    }

    /// The client that the violation of a property hurt.
    fn hurt(&self, property: Property) -> Option<Vec<ClientId>> {
        let mut all = self.outcome.broken.iter();
        let violation = all.find(|violation| violation.property == property)?;
        Some(vec![*violation.clients.last()?])
    }

    /// The server of the move.
    fn server(&self) -> Option<u8> {
        let of_message = || place_of(self.outcome.message?.peer);
        self.outcome.mv.server().or_else(of_message)
    }

    /// Placeholders for values.
    fn value(&self, name: &str) -> Option<String> {
        let outcome = self.outcome;
        let after = self.run.world(self.index + 1);
        let client = || after.client(outcome.client?);
        let text = |value: &Option<keyspace::Bytes>| {
            value
                .as_ref()
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        };
        match name {
            "command" => Some(outcome.request.as_ref()?.short(after.lock_key())),
            // Of several servers: which were asked, how many, how many replied, and how many of them said yes.
            "servers" => {
                let asked = outcome
                    .exchanges
                    .iter()
                    .filter_map(|(name, _)| place_of(name.peer));
                let asked: Vec<String> = asked.map(label::server).collect();
                (!asked.is_empty()).then(|| in_a_row(self.lang, &asked))
            }
            "asked" => Some(outcome.exchanges.len().to_string()),
            "answers" => Some(client()?.votes().0.to_string()),
            "yes" => Some(client()?.votes().1.to_string()),
            // The server of a move, its clock, and whoever is cut off or joined.
            "server" => Some(label::server(self.server()?)),
            "server-clock" => {
                let clock_ms = after.server_clock_ms(usize::from(self.server()?));
                Some(seconds(clock_ms))
            }
            "node" => match outcome.mv {
                Move::CutOff(node) | Move::Rejoin(node) => Some(label::node(node)),
                _ => None,
            },
            "state" => Some(status(&Status::of(after, client()?)).get(self.lang)),
            "full" => Some(outcome.request.as_ref()?.full()),
            "key" => Some(String::from_utf8_lossy(after.lock_key()).into_owned()),
            "reply" => outcome.reply.as_ref().map(reply_text),
            // The true time after the move, and how much of it the move took.
            "time" => Some(seconds(outcome.now_ms.after)),
            "elapsed" => Some(seconds(outcome.now_ms.after - outcome.now_ms.before)),
            // The lock's value before and after.
            "old" => text(&outcome.value.before),
            "value" => text(&outcome.value.after),
            // The client's own: its clock, and when it wakes.
            "clock" => Some(client()?.clock_s(after.now_ms()).to_string()),
            "thread-wake" => Some(client()?.thread_wakes_s()?.to_string()),
            "wake" => match client()?.state() {
                ClientState::Asleep { until_s } => Some(until_s.to_string()),
                _ => None,
            },
            // The end of the lease that the client states or, as it leaves, has stated.
            "until" => {
                let id = outcome.client?;
                let before = self.run.world(self.index);
                let stated = |world: &World| world.client(id)?.lease();
                let lease = stated(after).or(stated(before))?;
                Some(seconds(lease.until_ms))
            }
            // When the lease ended that has just ended.
            "ended" => Some(seconds(outcome.leases_ended().first()?.1.until_ms)),
            _ => None,
        }
    }
}

fn place_of(peer: Peer) -> Option<u8> {
    match peer {
        Peer::Server(place) => Some(place),
        Peer::Store => None,
    }
}

/// A value as a sentence can bear it: its beginning when it is long, and quotes when there is nothing to see.
fn legible(mut value: String) -> String {
    if value.is_empty() {
        return "\"\"".to_owned();
    }
    if let Some((end, _)) = value.char_indices().nth(VALUE_CHARS_MAX) {
        value.truncate(end);
        value.push('…');
    }
    value
}
