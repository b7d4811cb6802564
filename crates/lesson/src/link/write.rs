//! Encodes a play as a link.

use super::VERSION;
use super::asked;
use super::digest::digest;
use super::percent;
use crate::Play;
use lock::Algorithm;
use sim::{ClientId, MessageId, Move, Peer, Setup, Target, seconds};

/// The play as a link, without the `#`. [`super::decode`] gives the same play again.
pub fn encode(play: &Play) -> String {
    let mut link = Link(VERSION.to_owned());
    let mut from = match play.lesson() {
        Some(lesson) => {
            link.part(lesson.id);
            let mut told = lesson.moves();
            let made = play.branches().first().map(|first| first.run().outcomes());
            let same =
                |outcome: &&sim::Outcome| told.next().flatten().as_ref() == Some(&outcome.mv);
            let common = made.map_or(0, |made| made.take_while(same).count());
            if common < lesson.length() {
                link.number("cut=", common);
            }
            common
        }
        None => {
            link.settings(play.setup());
            0
        }
    };
    for branch in play.branches() {
        if let Some((parent, common)) = branch.parent {
            link.number("@", parent);
            link.more(".", &common.to_string());
            from = common;
        }
        link.moves(branch.run().outcomes().skip(from).map(|made| &made.mv));
        if let Some(name) = &branch.name {
            link.free("name=", name);
        }
    }
    if let Some(asked) = play.asked() {
        asked::write(asked, &mut link.0);
    }
    if play
        .branches()
        .iter()
        .any(|branch| !branch.run().is_empty())
    {
        link.more(";sum=", &digest(play));
    }
    if play.current() + 1 == play.branches().len() {
        link.number("@", play.cursor());
    } else {
        link.number("@", play.current());
        link.more(".", &play.cursor().to_string());
    }
    link.0
}

/// A link under construction.
struct Link(String);

/// The link of a run that has not begun, in which `clients` clients run a program. The text is checked when the link is
/// read.
pub fn of_program(text: &str, clients: u8) -> String {
    let mut link = Link(VERSION.to_owned());
    link.part(Algorithm::Own.id());
    link.number("n=", usize::from(clients));
    link.free("program=", text);
    link.0
}

impl Link {
    fn part(&mut self, text: &str) {
        self.more(";", text);
    }

    fn more(&mut self, mark: &str, text: &str) {
        self.0.push_str(mark);
        self.0.push_str(text);
    }

    fn number(&mut self, name: &str, number: usize) {
        self.part(name);
        self.0.push_str(&number.to_string());
    }

    fn free(&mut self, name: &str, text: &str) {
        self.part(name);
        percent::push(&mut self.0, text);
    }

    fn client(&mut self, id: ClientId) {
        self.number("c", usize::from(id.0));
    }

    fn settings(&mut self, setup: &Setup) {
        let first = setup.clients.first().map(|client| client.algorithm);
        let usual = Setup::new(first.unwrap_or(Algorithm::Setnx), 0);
        self.part(first.unwrap_or(Algorithm::Setnx).id());
        let ids = || setup.clients.iter().map(|client| client.id.0);
        if ids().eq(1..=setup.clients.len() as u8) {
            self.number("n=", setup.clients.len());
        } else {
            for (at, id) in ids().enumerate() {
                self.more(if at == 0 { ";who=" } else { "." }, &id.to_string());
            }
        }
        for client in &setup.clients {
            if Some(client.algorithm) != first {
                self.client(client.id);
                self.more("=", client.algorithm.id());
            }
            if let Some(role) = client.role {
                self.client(client.id);
                self.more(".role=", &(role + 1).to_string());
            }
            if client.skew_ms != 0 {
                self.client(client.id);
                self.more(".clock=", &seconds(client.skew_ms));
            }
        }
        if let Some(own) = &setup.own {
            self.free("program=", own.source());
        }
        if setup.servers != usual.servers {
            self.more(";servers=", &setup.servers.to_string());
        }
        if setup.replicas != usual.replicas {
            self.more(";replicas=", &setup.replicas.to_string());
        }
        if setup.loses_messages {
            self.part("parted=lose");
        }
        if setup.lease_s != usual.lease_s {
            self.more(";lease=", &setup.lease_s.to_string());
        }
        if setup.start_s != usual.start_s {
            self.more(";start=", &setup.start_s.to_string());
        }
        if let Some(value) = &setup.value {
            self.free("value=", value);
        }
    }

    fn moves<'a>(&mut self, moves: impl Iterator<Item = &'a Move>) {
        let mut moves = moves.peekable();
        while let Some(mv) = moves.next() {
            let mut times = 1_usize;
            // A typed command may end like a repetition: `.x4`.
            while !matches!(mv, Move::Type(_)) && moves.next_if_eq(&mv).is_some() {
                times += 1;
            }
            self.one_move(mv);
            if times > 1 {
                self.more(".x", &times.to_string());
            }
        }
    }

    fn one_move(&mut self, mv: &Move) {
        match mv.target() {
            Target::Client(id) => self.client(id),
            Target::Message(message) => self.client(message.client),
            Target::Server(place) => self.number("s", usize::from(place)),
            Target::World => {}
        }
        self.0.push_str(mv.name().unwrap_or_default());
        match mv {
            Move::Skew(_, ms) | Move::SkewServer(_, ms) => self.more(".skew=", &seconds(*ms)),
            Move::Tick(ms) => self.more(";t", &seconds(*ms)),
            Move::Type(line) => self.free("type=", line),
            _ => {}
        }
        if let Target::Message(message) = mv.target() {
            self.message(message);
        }
    }

    fn message(&mut self, message: MessageId) {
        match message.peer {
            Peer::Server(0) => {}
            Peer::Server(place) => self.more(".r", &place.to_string()),
            Peer::Store => self.0.push_str(".store"),
        }
        if message.n > 0 {
            self.more(".m", &message.n.to_string());
        }
    }
}
