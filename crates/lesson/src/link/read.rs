//! Decodes a link into a play, up to its first invalid part.

use super::asked;
use super::digest::digest;
use super::first::{Former, may_be_judged_otherwise};
use super::part::{client, client_number, count, milliseconds, repeated};
use super::stopped::{LinkError, LinkProblem};
use super::{FIRST_VERSION, VERSION, percent};
use crate::{Lesson, Play};
use base::part::Part;
use check::Asked;
use keyspace::number;
use lock::{Algorithm, Program};
use sim::{ClientId, ClientSetup, Move, NotEnabled, Setup};
use std::borrow::Cow;
use std::sync::Arc;

/// Clients of a link that says nothing about them.
const CLIENTS: u8 = 3;

/// Characters that a chat program or a sentence may leave at the end of a link. No link ends with one.
const PUNCTUATION: &str = ".,;:!?)]}>'\"。，；：！？）";

/// The play of a link, up to its first invalid part, and that part. A link without a start gives the first lesson; one
/// without a cursor, its end.
///
/// Every text is decoded in a time that its length and the limits of a play bound.
pub fn decode(text: &str) -> (Play, Option<LinkError>) {
    let text = fragment(text);
    let mut reading = Reading::default();
    for (at, part) in text.split(';').enumerate() {
        if let Err(why) = reading.take(at, part) {
            reading.start = reading.start.or_else(|| lesson_of(at, &text));
            return (reading.done(), Some(LinkError::at(part, at + 1, why)));
        }
    }
    if reading.start.is_none() {
        return (
            reading.done(),
            Some(LinkError::at("", 2, LinkProblem::NoStart)),
        );
    }
    let (is_first, sum) = (reading.is_first, reading.sum.take());
    let play = reading.done();
    let otherwise = match sum {
        Some(sum) if sum != digest(&play) => Some(LinkProblem::PlaysOtherwise),
        _ if is_first && may_be_judged_otherwise(&play) => Some(LinkProblem::JudgedAnew),
        _ => None,
    };
    (play, otherwise.map(|why| LinkError::at("", 0, why)))
}

/// The part of the wasm that the play of a link needs and that has not come.
pub fn lacks(text: &str) -> Option<Part> {
    let text = fragment(text);
    let mut reading = Reading::default();
    let mut has_moves = false;
    let mut lacking = None;
    for (at, part) in text.split(';').enumerate() {
        let is_move = || repeated(&percent::decoded(part, false)).is_some();
        match part.split_once('=') {
            Some(("type", line)) => {
                let typed = Move::Type(percent::decoded(line, true).into());
                lacking = lacking.or_else(|| typed.lacks());
                has_moves = true;
            }
            Some(("name" | "cut" | "sum", _)) => {}
            _ if at > 1 && (has_moves || part.starts_with('@') || is_move()) => has_moves = true,
            // What follows a mistake is not played.
            _ if reading.take(at, part).is_err() => {
                reading.start = reading.start.or_else(|| lesson_of(at, &text));
                break;
            }
            _ => {}
        }
    }
    lacking.or_else(|| match reading.start {
        Some(Start::Lesson(lesson)) => lesson.lacks(),
        Some(Start::Former(former)) => former.setup.lacks(),
        Some(Start::Own(setup)) => setup.lacks(),
        None => crate::ALL[0].lacks(),
    })
}

/// The lesson that a link of an unknown version names, as every version does: the timeline that has it is where the link is
/// opened. `at` is the link's first invalid part, from 0.
fn lesson_of(at: usize, text: &str) -> Option<Start> {
    let name = text.split(';').nth(1).filter(|_| at == 0)?;
    crate::find(&percent::decoded(name, false)).map(Start::Lesson)
}

/// A link's own text, without what a program that passed it on has put around it.
fn fragment(text: &str) -> Cow<'_, str> {
    let is_around = |c: char| c.is_whitespace() || PUNCTUATION.chars().any(|mark| mark == c);
    let text = text.trim_end_matches(is_around).trim_start();
    let text = text.strip_prefix('#').unwrap_or(text);
    match !text.contains(';') && text.contains('%') {
        true => percent::decoded(text, false).into(),
        false => text.into(),
    }
}

/// The parts decoded so far.
#[derive(Default)]
struct Reading {
    start: Option<Start>,
    /// From the first part on that is no setting.
    play: Option<Play>,
    /// Whether it is a link of the first release.
    is_first: bool,
    /// The digest of the play that the link was made of.
    sum: Option<String>,
    /// The question that a search was asked.
    asked: Option<Asked>,
}

#[derive(Clone)]
enum Start {
    Lesson(&'static Lesson),
    Former(Former),
    Own(Setup),
}

impl Reading {
    fn take(&mut self, at: usize, part: &str) -> Result<(), LinkProblem> {
        match at {
            0 if part.eq_ignore_ascii_case(VERSION) => return Ok(()),
            0 if part.eq_ignore_ascii_case(FIRST_VERSION) => {
                self.is_first = true;
                return Ok(());
            }
            0 => return Err(LinkProblem::Version),
            1 => {
                self.start = Some(start(&percent::decoded(part, false), self.is_first)?);
                return Ok(());
            }
            _ if part.is_empty() => return Ok(()),
            _ => {}
        }
        // Free text is decoded after it was found, all else before.
        match part.split_once('=') {
            Some(("type", line)) => {
                let line = percent::decoded(line, true);
                self.make(&Move::Type(line.into()), 1)
            }
            Some(("name", name)) => {
                let play = self.play();
                play.rename(play.current(), &percent::decoded(name, true));
                Ok(())
            }
            Some((name @ ("value" | "program"), value)) => {
                self.set(name, &percent::decoded(value, true))
            }
            _ => self.take_plain(&percent::decoded(part, false)),
        }
    }

    fn take_plain(&mut self, part: &str) -> Result<(), LinkProblem> {
        if let Some(place) = part.strip_prefix('@') {
            return go_to(self.play(), place);
        }
        if let Some((mv, times)) = repeated(part) {
            return self.make(&mv, times);
        }
        match part.split_once('=') {
            Some(("cut", moves)) => self.cut(moves),
            Some(("sum", sum)) => {
                self.sum = Some(sum.to_ascii_lowercase());
                Ok(())
            }
            Some(("search", words)) => {
                self.asked = Some(asked::asked(words).ok_or(LinkProblem::NotUnderstood)?);
                Ok(())
            }
            Some(("found", words)) => {
                let asked = self.asked.as_mut().ok_or(LinkProblem::NotUnderstood)?;
                let answer = asked::answer(words).ok_or(LinkProblem::NotUnderstood)?;
                asked.answer = Some(answer);
                Ok(())
            }
            Some((name, value)) => self.set(name, value),
            None => Err(LinkProblem::NotUnderstood),
        }
    }

    /// Makes a move so many times, or until it cannot be made.
    fn make(&mut self, mv: &Move, times: u64) -> Result<(), LinkProblem> {
        let play = self.play();
        for _ in 0..times {
            play.make(mv.clone()).map_err(LinkProblem::Move)?;
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), LinkProblem> {
        let usual = Setup::new(Algorithm::Setnx, CLIENTS);
        match (&mut self.start, &self.play) {
            (Some(Start::Own(setup)), None) => {
                let changed = changed(setup, name, value, self.is_first)?;
                if changed.clone().within_limits() != changed {
                    return Err(LinkProblem::OutsideLimits);
                }
                *setup = changed;
                Ok(())
            }
            // What would be no setting anywhere is not understood.
            _ => Err(match changed(&usual, name, value, self.is_first) {
                Err(LinkProblem::NotUnderstood) => LinkProblem::NotUnderstood,
                _ => LinkProblem::NoSetting,
            }),
        }
    }

    /// Takes only the first moves of a lesson.
    fn cut(&mut self, moves: &str) -> Result<(), LinkProblem> {
        let length = match &self.start {
            Some(Start::Lesson(lesson)) => lesson.length(),
            Some(Start::Former(former)) => former.moves.len(),
            Some(Start::Own(_)) | None => return Err(LinkProblem::NotUnderstood),
        };
        if self.play.is_some() {
            return Err(LinkProblem::NoSetting);
        }
        match count(moves).ok_or(LinkProblem::NotUnderstood)? {
            moves if moves > length => Err(LinkProblem::PastEnd(length)),
            moves => {
                self.play = match &self.start {
                    Some(Start::Lesson(lesson)) => Some(Play::of_beginning(lesson, moves)),
                    Some(Start::Former(former)) => Some(former.play(moves)),
                    Some(Start::Own(_)) | None => None,
                };
                Ok(())
            }
        }
    }

    /// The play, which begins at the end of a lesson: what follows is added to it.
    fn play(&mut self) -> &mut Play {
        let start = &self.start;
        self.play.get_or_insert_with(|| match start {
            Some(Start::Lesson(lesson)) => Play::of_beginning(lesson, lesson.length()),
            Some(Start::Former(former)) => former.play(former.moves.len()),
            Some(Start::Own(setup)) => Play::new(setup.clone()),
            None => Play::of_lesson(crate::ALL[0]),
        })
    }

    fn done(mut self) -> Play {
        let asked = self.asked.take();
        let mut play = self.played();
        play.ask(asked);
        play
    }

    fn played(self) -> Play {
        match (self.play, self.start) {
            (Some(play), _) => play,
            (None, Some(Start::Lesson(lesson))) => Play::of_lesson(lesson),
            (None, Some(Start::Former(former))) => {
                let mut play = former.play(former.moves.len());
                play.seek(former.opening);
                play
            }
            (None, Some(Start::Own(setup))) => Play::new(setup),
            (None, None) => Play::of_lesson(crate::ALL[0]),
        }
    }
}

fn start(name: &str, is_first: bool) -> Result<Start, LinkProblem> {
    if let Some(former) = Former::find(name).filter(|_| is_first) {
        return Ok(Start::Former(former));
    }
    if let Some(lesson) = crate::find(name) {
        return Ok(Start::Lesson(lesson));
    }
    let algorithm = algorithm(name, is_first).ok_or(LinkProblem::NoStart)?;
    Ok(Start::Own(Setup::new(algorithm, CLIENTS)))
}

fn algorithm(name: &str, is_first: bool) -> Option<Algorithm> {
    match is_first {
        true => Algorithm::find_first(name),
        false => Algorithm::find(name),
    }
}

/// The settings with one of them changed.
fn changed(setup: &Setup, name: &str, value: &str, is_first: bool) -> Result<Setup, LinkProblem> {
    let mut setup = setup.clone();
    let whole = || number::parse(value.as_bytes()).ok_or(LinkProblem::NotUnderstood);
    let first = setup.clients.first().map(|client| client.algorithm);
    let like_the_first = |number| ClientSetup {
        id: ClientId(number),
        algorithm: first.unwrap_or(Algorithm::Setnx),
        skew_ms: 0,
        role: None,
    };
    match name {
        "n" => {
            let clients = u8::try_from(whole()?).map_err(|_| LinkProblem::OutsideLimits)?;
            setup.clients = (1..=clients).map(like_the_first).collect();
        }
        "who" => {
            let ids = value.split('.').map(client_number);
            let ids: Option<Vec<u8>> = ids.collect();
            let ids = ids.ok_or(LinkProblem::NotUnderstood)?;
            setup.clients = ids.into_iter().map(like_the_first).collect();
        }
        "servers" | "replicas" => {
            let count = u8::try_from(whole()?).map_err(|_| LinkProblem::OutsideLimits)?;
            match name {
                "servers" => setup.servers = count,
                _ => setup.replicas = count,
            }
        }
        "parted" => {
            setup.loses_messages = match value {
                "lose" => true,
                "wait" => false,
                _ => return Err(LinkProblem::NotUnderstood),
            }
        }
        "lease" => setup.lease_s = whole()?,
        "start" => setup.start_s = whole()?,
        "value" => setup.value = Some(value.to_owned()),
        "program" => {
            let program =
                Program::parse(value).map_err(|wrong| LinkProblem::Program(Box::new(wrong)))?;
            setup.own = Some(Arc::new(program));
        }
        _ => {
            let (id, rest) = client(name).ok_or(LinkProblem::NotUnderstood)?;
            let mut clients = setup.clients.iter_mut();
            let client = clients.find(|client| client.id == id);
            let no_client = LinkProblem::Move(NotEnabled::NoClient(id));
            match rest {
                "" => {
                    let algorithm = algorithm(value, is_first).ok_or(LinkProblem::NoStart)?;
                    client.ok_or(no_client)?.algorithm = algorithm;
                }
                ".role" => {
                    let role = whole()?.checked_sub(1).map(u8::try_from);
                    let role = role
                        .and_then(Result::ok)
                        .ok_or(LinkProblem::OutsideLimits)?;
                    client.ok_or(no_client)?.role = Some(role);
                }
                ".clock" => {
                    let ms = milliseconds(value).ok_or(LinkProblem::NotUnderstood)?;
                    client.ok_or(no_client)?.skew_ms = ms;
                }
                _ => return Err(LinkProblem::NotUnderstood),
            }
        }
    }
    Ok(setup)
}

/// Goes to `2.7`, or to `7` of the current branch.
fn go_to(play: &mut Play, place: &str) -> Result<(), LinkProblem> {
    let (branch, cursor) = match place.split_once('.') {
        Some((branch, cursor)) => (count(branch), cursor),
        None => (Some(play.current()), place),
    };
    let branch = branch.ok_or(LinkProblem::NotUnderstood)?;
    let cursor = count(cursor).ok_or(LinkProblem::NotUnderstood)?;
    if branch >= play.branches().len() {
        return Err(LinkProblem::NoBranch);
    }
    play.go_to(branch);
    play.seek(cursor);
    match play.run().len() {
        end if cursor > end => Err(LinkProblem::PastEnd(end)),
        _ => Ok(()),
    }
}
