//! A schedule as a text, for a report or a note.

use super::{one_line, printed, told};
use crate::say;
use crate::{Play, link};
use base::text::Lang;
use sim::{Run, seconds};
use tell::{self, YOU};

/// The current branch of a play from its start to its end: its settings, its link, and for each move the time, what
/// happened, the command and the reply as redis-cli prints it. The move before the cursor is marked by `>`; what broke
/// is told again at the end.
pub fn as_text(play: &Play, lang: Lang) -> String {
    let run = play.run();
    let mut out = Report::default();
    out.head(play, lang);
    for (index, outcome) in run.outcomes().enumerate() {
        let mark = if index + 1 == play.cursor() {
            "> "
        } else {
            "  "
        };
        let time = seconds(outcome.now_ms.after);
        let number = (index + 1).to_string();
        out.line(&[
            mark,
            &number,
            ". t = ",
            &time,
            "  ",
            &told(lang, index, run),
        ]);
        if let Some(request) = &outcome.request {
            let who = outcome.client.map(|id| id.to_string());
            let who = who.unwrap_or_else(|| YOU.get(lang).to_owned());
            out.line(&["       ", &who, "> ", &request.full()]);
        }
        if let Some(reply) = &outcome.reply {
            for line in printed(outcome, reply, run.world(index + 1)) {
                out.line(&["       ", &line]);
            }
        }
    }
    out.broken(run, lang);
    out.0
}

#[derive(Default)]
struct Report(String);

impl Report {
    fn line(&mut self, pieces: &[&str]) {
        for piece in pieces {
            self.0.push_str(piece);
        }
        self.0.push('\n');
    }

    fn head(&mut self, play: &Play, lang: Lang) {
        let setup = play.setup();
        if let Some(lesson) = play.lesson() {
            self.line(&[lesson.title.get(lang), " (", lesson.id, ")"]);
        }
        let branch = play.branches().get(play.current());
        if let Some(name) = branch.and_then(|branch| branch.name.as_ref()) {
            self.line(&[&one_line(name)]);
        }
        let (start, lease) = (setup.start_s.to_string(), setup.lease_s.to_string());
        self.line(&[&say::run_begins(start, lease).get(lang)]);
        if let Some(value) = &setup.value {
            self.line(&[&say::value_at_start(one_line(value)).get(lang)]);
        }
        for client in &setup.clients {
            let id = client.id.to_string();
            self.line(&[&id, ": ", client.algorithm.title().get(lang)]);
            if client.skew_ms != 0 {
                let clock = say::clock_ahead(seconds(client.skew_ms));
                self.line(&[&clock.get(lang)]);
            }
        }
        self.line(&["#", &link::encode(play)]);
        self.line(&[]);
    }

    fn broken(&mut self, run: &Run, lang: Lang) {
        let mut first = true;
        for (index, outcome) in run.outcomes().enumerate() {
            for broken in &outcome.broken {
                if std::mem::take(&mut first) {
                    self.line(&["\n", say::BROKEN_PROPERTIES.get(lang)]);
                }
                let number = (index + 1).to_string();
                let sentence = tell::broken(lang, broken, outcome.now_ms.after);
                self.line(&["  ", &number, ". ", &sentence]);
            }
        }
        if let Some(deadlock) = run.last().deadlock() {
            self.line(&["\n", &tell::deadlock(lang, &deadlock)]);
        }
    }
}
