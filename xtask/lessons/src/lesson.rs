//! The lessons, and the statics that are made of them.

use std::fmt::Write;

use crate::file::{Entries, File, Head, Mistakes};
use crate::words::{Words, constant, variant};

/// The groups in reading order, as `LessonGroup` has them.
const GROUPS: [&str; 5] = ["told", "left-out", "successors", "programs", "servers"];

/// How a lesson may end, as `Ending` has it.
const ENDS: [&str; 3] = ["broken", "both-act", "holds"];
/// Stands in place of a lesson that mends another where none does: then there are words that say what would.
const OUTSIDE: &str = "outside";

/// What may be in the head of a lesson.
const HEAD: [&str; 14] = [
    "group",
    "place",
    "program",
    "clients",
    "start",
    "lease",
    "servers",
    "replicas",
    "parts",
    "opening",
    "ends",
    "mended",
    "challenge",
    "reported",
];

/// A lesson of `lessons/`.
pub struct Lesson<'a> {
    file: &'a File,
    /// The index of its group, and its place in it.
    place: (usize, u32),
    /// Each with the name of its program.
    clients: Vec<(u8, &'a str)>,
    start_s: i64,
    lease_s: i64,
    servers: u8,
    replicas: u8,
    /// Whether steps are shown in their parts.
    parts: bool,
    /// How many of the first moves only prepare it.
    opening: usize,
    ends: &'a str,
    /// The line and the name of the lesson that mends it, or of [`OUTSIDE`].
    mended: Option<(usize, &'a str)>,
    challenge: Option<&'a str>,
    /// The path of a thread on github.com.
    reported: Option<&'a str>,
    beats: Vec<Beat<'a>>,
}

struct Beat<'a> {
    line: usize,
    /// The move, which the crate reads.
    written: &'a str,
    /// The facts that the move must show.
    shows: &'a str,
    /// The id of its sentence.
    says: Option<&'a str>,
}

/// Reads the lessons, in reading order. `programs` are those that a client may run.
pub fn read<'a>(files: &'a [File], programs: &[&str], mistakes: &mut Mistakes) -> Vec<Lesson<'a>> {
    let lessons = files
        .iter()
        .map(|file| Lesson::read(file, programs, mistakes));
    let mut lessons: Vec<Lesson<'a>> = lessons.collect();
    lessons.sort_by_key(|lesson| lesson.place);
    for lesson in &lessons {
        if let Some((line, name)) = lesson.mended.filter(|(_, name)| *name != OUTSIDE)
            && !files.iter().any(|file| file.name == name)
        {
            let reason = format!(
                "there is no lessons/{name}.lesson; where no lesson mends it, write {OUTSIDE}"
            );
            lesson.file.wrong(mistakes, line, reason);
        }
    }
    for pair in lessons.windows(2) {
        if let [before, after] = pair
            && before.place == after.place
        {
            let reason = format!("{} has the same place in its group", before.file.path);
            after.file.wrong(mistakes, 1, reason);
        }
    }
    lessons
}

/// Reports the words that are missing, and those of no lesson.
pub fn hold_against(lessons: &[Lesson], words: &Words, mistakes: &mut Mistakes) {
    let mut named = Vec::new();
    for lesson in lessons {
        let path = &lesson.file.path;
        let titles = [lesson.id("title"), lesson.id("summary")].map(|id| (id, 1));
        let titles = titles.into_iter().chain(lesson.outside());
        let says = lesson.beats.iter();
        let says = says.filter_map(|beat| Some((beat.says?.to_owned(), beat.line + 1)));
        for (id, line) in titles.chain(says) {
            words.require(&id, &format!("{path}:{line}"), mistakes);
            named.push(id);
        }
    }
    words.left_over(&named, mistakes);
}

impl<'a> Lesson<'a> {
    fn read(file: &'a File, programs: &[&str], mistakes: &mut Mistakes) -> Lesson<'a> {
        let (head, moves) = Head::read(file, &HEAD, Entries::Plain, mistakes);
        let group = head.one_of("group", &GROUPS, mistakes);
        let index = GROUPS.iter().position(|known| *known == group);
        let place = (index.unwrap_or_default(), head.place(mistakes));
        let mut lesson = Lesson {
            file,
            place,
            clients: clients(file, &head, programs, mistakes),
            start_s: head.number("start", 100, mistakes),
            lease_s: head.number("lease", 10, mistakes),
            servers: head.number("servers", 1, mistakes),
            replicas: head.number("replicas", 0, mistakes),
            parts: false,
            opening: head.number("opening", 0, mistakes),
            ends: head.one_of("ends", &ENDS, mistakes),
            mended: head.get("mended"),
            challenge: head.get("challenge").map(|(_, name)| name),
            reported: head.get("reported").map(|(_, path)| path),
            beats: Vec::new(),
        };
        match head.get("parts") {
            None | Some((_, "hidden")) => {}
            Some((_, "shown")) => lesson.parts = true,
            Some((line, _)) => file.wrong(mistakes, line, "parts are shown or hidden"),
        }
        if let Some((line, path)) = head.get("reported").filter(|(_, path)| !is_thread(path)) {
            let reason =
                format!("{path} is no thread: write owner/name/issues/1 or owner/name/pull/1");
            file.wrong(mistakes, line, reason);
        }
        for (at, text) in moves.lines().enumerate() {
            lesson.take(head.body_line() + at, text, mistakes);
        }
        if lesson.beats.is_empty() {
            file.wrong(mistakes, 1, "no moves: they begin below an empty line");
        }
        if lesson.opening > lesson.beats.len() {
            file.wrong(mistakes, 1, "opening is more than all moves");
        }
        lesson
    }

    /// Takes a line: a move with its facts, or the id of the sentence for the move above.
    fn take(&mut self, line: usize, text: &'a str, mistakes: &mut Mistakes) {
        let file = self.file;
        if text.trim().is_empty() || text.starts_with('#') {
            return;
        }
        if text.starts_with(' ') {
            let says = text.trim().strip_prefix("says ");
            match (says, self.beats.last_mut()) {
                (Some(says), Some(beat)) if beat.says.is_none() => beat.says = Some(says.trim()),
                (Some(_), Some(_)) => file.wrong(mistakes, line, "the move has a sentence already"),
                (Some(_), None) => file.wrong(mistakes, line, "no move stands above"),
                (None, _) => file.wrong(mistakes, line, "expected says and the id of a message"),
            }
            return;
        }
        let (written, shows) = text.split_once(' ').unwrap_or((text, ""));
        if shows.trim().is_empty() {
            let reason = "say what the move shows; write ? and the test of the crate tells it";
            file.wrong(mistakes, line, reason);
        }
        self.beats.push(Beat {
            line,
            written,
            shows: shows.trim(),
            says: None,
        });
    }

    /// The id of the words about what would mend it, and the line that asks for them.
    fn outside(&self) -> Option<(String, usize)> {
        let (line, _) = self.mended.filter(|(_, name)| *name == OUTSIDE)?;
        Some((self.id(OUTSIDE), line))
    }

    /// The id of its title or its summary.
    fn id(&self, what: &str) -> String {
        format!("{}-{what}", self.file.name.to_lowercase())
    }

    fn code(&self) -> String {
        let written: Vec<&str> = self.beats.iter().map(|beat| beat.written).collect();
        let (mut says, mut shown) = (String::new(), String::new());
        for (at, beat) in self.beats.iter().enumerate() {
            if let Some(id) = beat.says {
                let _ = write!(says, "({at}, {}), ", constant(id));
            }
            let _ = writeln!(shown, "        ({:?}, {}),", beat.shows, beat.line);
        }
        let clients = self
            .clients
            .iter()
            .map(|(id, program)| format!("(ClientId({id}), Algorithm::{})", variant(program)));
        let clients: Vec<String> = clients.collect();
        let outside = self.outside().map(|(id, _)| constant(&id));
        let mended = self.mended.filter(|_| outside.is_none());
        let mended = mended.map(|(_, name)| format!("&{}", static_of(name)));
        let [challenge, reported] =
            [self.challenge, self.reported].map(|text| text.map(|text| format!("{text:?}")));
        format!(
            "static {}: Lesson = Lesson {{\n    \
             group: LessonGroup::{}, id: {:?}, title: {}, summary: {},\n    \
             start_s: {}, lease_s: {}, network: Network {{ servers: {}, replicas: {} }},\n    \
             clients: &[{}], parts: {}, opening: {},\n    \
             mended_by: {}, outside: {}, challenge: {}, reported: {}, #[cfg(test)] ends: crate::Ending::{},\n    \
             written: {:?},\n    \
             says: &[{says}],\n    \
             #[cfg(test)] shows: &[\n{shown}    ],\n}};\n\n",
            static_of(&self.file.name),
            variant(GROUPS.get(self.place.0).unwrap_or(&"")),
            self.file.name,
            constant(&self.id("title")),
            constant(&self.id("summary")),
            self.start_s,
            self.lease_s,
            self.servers,
            self.replicas,
            clients.join(", "),
            self.parts,
            self.opening,
            option(mended),
            option(outside),
            option(challenge),
            option(reported),
            variant(self.ends),
            written.join(" "),
        )
    }
}

/// Whether a path on github.com is that of an issue or a pull request.
fn is_thread(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts[..], [owner, name, "issues" | "pull", number]
        if !owner.is_empty() && !name.is_empty() && is_number(number))
}

/// The name of a lesson's static.
fn static_of(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

fn option(value: Option<String>) -> String {
    value.map_or("None".to_owned(), |value| format!("Some({value})"))
}

/// The clients of a head: `c1 c2=setnx`, those without a program of their own with that of the head.
fn clients<'a>(
    file: &File,
    head: &Head<'a>,
    programs: &[&str],
    mistakes: &mut Mistakes,
) -> Vec<(u8, &'a str)> {
    let (program_line, usual) = head.required("program", mistakes);
    let (line, names) = head.required("clients", mistakes);
    let mut clients = Vec::new();
    for client in names.split_whitespace() {
        let (id, program, program_line) = match client.split_once('=') {
            Some((id, own)) => (id, own, line),
            None => (client, usual, program_line),
        };
        let number = id.strip_prefix('c').and_then(|digits| digits.parse().ok());
        let Some(number) = number else {
            let reason = format!("{client} is no client: they are like c1 or c2=setnx");
            file.wrong(mistakes, line, reason);
            continue;
        };
        if !programs.contains(&program) && head.get("program").is_some() {
            let reason = format!("there is no programs/{program}.lock");
            file.wrong(mistakes, program_line, reason);
        }
        clients.push((number, program));
    }
    clients
}

/// The statics, and the list of them.
pub fn code(lessons: &[Lesson]) -> String {
    let statics: String = lessons.iter().map(Lesson::code).collect();
    let names = lessons.iter().map(|lesson| static_of(&lesson.file.name));
    let names: Vec<String> = names.map(|name| format!("&{name}")).collect();
    format!(
        "{statics}/// Every lesson, in reading order.\npub static ALL: [&Lesson; {}] = [{}];\n",
        names.len(),
        names.join(", ")
    )
}
