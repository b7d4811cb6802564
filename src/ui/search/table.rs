//! The tables: of algorithms and assumptions, and of what locks survive. A cell at a time is asked about, as long as the table is there.

use yew::prelude::*;

use super::running::{BYTES_MAX, Running, SPEAK_MS};
use super::words;
use crate::ui::clock::now_ms;
use crate::ui::element::{Element, button, element};
use crate::ui::parts::{self, Reason};
use crate::ui::saving::saving;
use ::tell::{hazard, verdict as tell};
use base::text::{Lang, Phrase, Text};
use check::survival::{Hazard, Hit, Outcome, PAGE_BYTES_MAX, PAGE_SCOPES, ROWS, Survivor, outcome};
use check::{Answered, MatrixColumn, MatrixRow, Progress, TableCell, Verdict};

/// Which table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Algorithms and assumptions.
    Matrix,
    /// What locks survive.
    Survival,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Matrix, Kind::Survival];

    /// Its title.
    pub const fn title(self) -> Text {
        match self {
            Kind::Matrix => words::TABLE,
            Kind::Survival => words::SURVIVAL,
        }
    }

    const fn columns(self) -> usize {
        match self {
            Kind::Matrix => MatrixColumn::ALL.len(),
            Kind::Survival => Hazard::ALL.len(),
        }
    }

    /// The head of a column, with the one of its group.
    fn head(self, at: usize) -> (Option<Hit>, Text) {
        let hazard = Hazard::ALL.get(at).filter(|_| self == Kind::Survival);
        match (hazard, MatrixColumn::ALL.get(at)) {
            (Some(one), _) => (one.hit(), hazard::hazard(*one)),
            (None, Some(column)) => (None, tell::column(*column)),
            (None, None) => (None, words::UNASKED),
        }
    }

    /// The name of a row.
    fn row(self, lang: Lang, at: usize) -> String {
        let known = ROWS.get(at).filter(|_| self == Kind::Survival);
        match (known, MatrixRow::ALL.get(at)) {
            (Some((algorithm, servers)), _) => hazard::row(lang, *algorithm, *servers),
            (None, Some(row)) => tell::row(lang, *row),
            (None, None) => String::new(),
        }
    }

    /// The cells, row by row.
    fn cells(self) -> Vec<TableCell> {
        let mut cells = Vec::new();
        if self == Kind::Survival {
            for row in Survivor::known() {
                for hazard in Hazard::ALL {
                    cells.push(row.cell(hazard, PAGE_SCOPES));
                }
            }
            return cells;
        }
        for row in MatrixRow::ALL {
            for column in MatrixColumn::ALL {
                cells.push(row.cell(column));
            }
        }
        cells
    }
}

/// The table.
pub struct Table {
    pub kind: Kind,
    cells: Vec<TableCell>,
    /// The cell that is asked about.
    at: usize,
    running: Option<Running>,
    /// Why a part that a cell's commands need could not be fetched.
    failure: Option<Reason>,
    /// The cell that the reader looks at.
    chosen: Option<usize>,
    /// What a screen reader is told: at the start, at the end, and every five seconds.
    spoken: String,
    spoken_ms: i64,
}

/// What happens to a table.
pub enum TableTold {
    /// A slice of the search of a cell.
    Slice,
    /// A part has come, or could not be fetched.
    Settled(Result<(), Reason>),
    /// A cell is chosen.
    Choose(usize),
    /// The search is stopped, or goes on.
    Turn,
}

impl Table {
    /// A table that begins to ask; `told` takes what happens to it.
    pub fn new(kind: Kind, told: &Callback<TableTold>) -> Table {
        let mut table = Table {
            kind,
            cells: kind.cells(),
            at: 0,
            running: None,
            failure: None,
            chosen: None,
            spoken: String::new(),
            spoken_ms: 0,
        };
        table.ask(told);
        table
    }

    /// The schedule that a cell plays.
    pub fn answered(&self, at: usize) -> Option<Answered> {
        let found = self.cells.get(at)?.shortest()?;
        found.bounds().question.asked().answered(found)
    }

    /// Takes what has happened to it; whether anything is to be drawn.
    pub fn update(&mut self, lang: Lang, message: TableTold, told: &Callback<TableTold>) -> bool {
        match message {
            TableTold::Choose(at) => self.chosen = Some(at),
            TableTold::Settled(Ok(())) => self.ask(told),
            TableTold::Settled(Err(why)) => {
                self.spoken = why.to_string();
                self.failure = Some(why);
            }
            TableTold::Turn => match self.running.take() {
                Some(_) => self.spoken = self.counted(lang),
                None => self.ask(told),
            },
            TableTold::Slice => {
                let Some(running) = &mut self.running else {
                    return false;
                };
                let is_done = match running.slice() {
                    Progress::Done(verdict) => {
                        self.running = None;
                        if let Some(cell) = self.cells.get_mut(self.at) {
                            cell.answer(verdict);
                        }
                        self.ask(told);
                        true
                    }
                    Progress::Working { .. } => running.is_time_to_draw(),
                };
                return self.speak(lang) || is_done;
            }
        }
        true
    }

    /// Draws it.
    pub fn view(&self, lang: Lang, told: &Callback<TableTold>) -> Element {
        let (kind, columns) = (self.kind, self.kind.columns());
        let mut rows = Vec::new();
        for (number, cells) in self.cells.chunks(columns).enumerate() {
            let name = kind.row(lang, number);
            let mut row = vec![element("th").attr("scope", "row").text(&name).into()];
            for (cell, at) in cells.iter().zip(number * columns..) {
                let choose = told.reform(move |_: Event| TableTold::Choose(at));
                row.push(view_of(cell, kind, lang, &choose, self.chosen == Some(at)));
            }
            rows.push(element("tr").list(row).into());
        }
        let (caption, about) = match kind {
            Kind::Matrix => (words::CAPTION, words::TABLE_ABOUT),
            Kind::Survival => (words::SURVIVAL, words::SURVIVAL_ABOUT),
        };
        let table = element("table")
            .child(element("caption").text(caption.get(lang)))
            .child(element("thead").list(head(lang, kind)))
            .child(element("tbody").list(rows));
        let picture = |label: &'static str, kind: &'static str| {
            let save = saving(
                ".matrix",
                kind,
                ["setnx-table.", kind].concat(),
                String::new,
            );
            button(label, &save).attr_of("aria-label", [words::SAVE.get(lang), " ", label].concat())
        };
        let turn = (self.at < self.cells.len()).then(|| {
            let label = match self.running {
                Some(_) => words::STOP,
                None => words::SEARCH,
            };
            button(label.get(lang), &told.reform(|_: Event| TableTold::Turn))
        });
        let explained = self.chosen.map(|at| self.explained(lang, at));
        element("div")
            .class("matrix")
            .flag("data-wide", kind == Kind::Survival)
            .child(element("p").class("about").text(about.get(lang)))
            .child(
                element("div")
                    .class("scroll")
                    .attr("role", "region")
                    .attr("tabindex", "0")
                    .attr("aria-label", caption.get(lang))
                    .child(table),
            )
            .child(
                element("div")
                    .class("row")
                    .when(turn)
                    .child(element("p").class("about").text(&self.counted(lang)))
                    .child(picture("SVG", "svg"))
                    .child(picture("PNG", "png")),
            )
            .when(self.slow(lang))
            .child(
                element("p")
                    .class("unseen")
                    .attr("role", "status")
                    .text(&self.spoken),
            )
            .child(
                element("div")
                    .class("explained")
                    .attr("role", "status")
                    .attr_if("tabindex", explained.is_some().then_some("0"))
                    .when(explained),
            )
    }

    /// How many cells are known, or why no more will be.
    fn counted(&self, lang: Lang) -> String {
        if let Some(why) = &self.failure {
            return why.to_string();
        }
        let known = self.cells.iter().filter(|cell| cell.question().is_none());
        let values = vec![
            ("count", known.count().to_string()),
            ("all", self.cells.len().to_string()),
        ];
        Phrase::new(words::COUNTED, values).get(lang)
    }

    /// How far the search of a cell is that takes long.
    fn slow(&self, lang: Lang) -> Option<Element> {
        let running = self.running.as_ref().filter(|running| running.is_slow())?;
        Some(element("p").class("about").text(&running.told(lang)))
    }

    /// Says how far it is, if it is time; whether it was.
    fn speak(&mut self, lang: Lang) -> bool {
        let now_ms = now_ms();
        let is_first = self.spoken.is_empty();
        let is_end = self.at == self.cells.len();
        let is_time = is_first || is_end || now_ms - self.spoken_ms >= SPEAK_MS;
        if is_time {
            self.spoken_ms = now_ms;
            self.spoken = match is_first {
                true => words::BEGUN.get(lang).to_owned(),
                false => self.counted(lang),
            };
        }
        is_time
    }

    /// Asks the next question of the next cell that has one, once the parts with its commands are here.
    fn ask(&mut self, told: &Callback<TableTold>) {
        while let Some(cell) = self.cells.get(self.at) {
            if let Some(question) = cell.question() {
                if let Some(part) = question.programs.iter().find_map(|one| one.lacks()) {
                    let told = told.clone();
                    return parts::request(part, move |result| {
                        told.emit(TableTold::Settled(result));
                    });
                }
                let mut question = question.clone();
                question.bytes_max = match self.kind {
                    Kind::Matrix => BYTES_MAX,
                    Kind::Survival => PAGE_BYTES_MAX,
                };
                self.running = Some(Running::new(question, told.reform(|()| TableTold::Slice)));
                return;
            }
            self.at += 1;
        }
    }

    /// The verdicts of a cell, each with its bounds.
    fn explained(&self, lang: Lang, at: usize) -> Element {
        let columns = self.kind.columns();
        let (group, column) = self.kind.head(at % columns);
        let column = match group {
            Some(to) => hazard::of(lang, to, column),
            None => column.get(lang).to_owned(),
        };
        let row = self.kind.row(lang, at / columns);
        let name = [&row, words::COLON.get(lang), &column].concat();
        let mut said = element("div").child(element("p").child(element("b").text(&name)));
        for verdict in self.cells.get(at).map_or(&[][..], TableCell::verdicts) {
            let property = verdict.bounds().question.property;
            said = said.child(element("p").text(&tell::verdict(lang, property, verdict)));
        }
        said
    }
}

/// The rows of the columns' heads: a second one where these are grouped.
fn head(lang: Lang, kind: Kind) -> Vec<Html> {
    let both = (kind == Kind::Survival).then_some("2");
    let cell = |words: Text| element("th").attr("scope", "col").text(words.get(lang));
    let (mut above, mut below) = (element("tr"), element("tr"));
    above = above.child(cell(words::ALGORITHM).attr_if("rowspan", both));
    let (mut group, mut at) = (None, 0);
    while at < kind.columns() {
        let (hit, head) = kind.head(at);
        at += 1;
        match hit {
            None => above = above.child(cell(head).attr_if("rowspan", both)),
            Some(to) => {
                below = below.child(cell(head));
                if hit != group {
                    let all = (0..kind.columns()).filter(|at| kind.head(*at).0 == hit);
                    above = above.child(
                        element("th")
                            .attr("scope", "colgroup")
                            .number("colspan", all.count() as i64)
                            .child(element("span").text(hazard::hit(to).get(lang))),
                    );
                }
            }
        }
        group = hit;
    }
    let mut rows = vec![above.into()];
    rows.extend(both.map(|_| below.into()));
    rows
}

/// A cell: what came of it, as a button that shows it.
fn view_of(
    cell: &TableCell,
    kind: Kind,
    lang: Lang,
    choose: &Callback<Event>,
    is_chosen: bool,
) -> Html {
    let fill = |text: Text, count: usize| {
        Phrase::new(text, vec![("count", tell::grouped(lang, count))]).get(lang)
    };
    let drawn = |kind: &'static str| element("td").attr("data-kind", kind);
    if !cell.is_asked() {
        return drawn("unasked").text(words::UNASKED.get(lang)).into();
    }
    if cell.question().is_some() {
        return drawn("waiting").text(words::WAITING.get(lang)).into();
    }
    let mut outcome = outcome(cell.verdicts());
    if let Outcome::Broken(broken, _) = &mut outcome {
        broken.truncate(1);
    }
    let words = match (kind, cell.verdicts().first()) {
        (Kind::Survival, _) => hazard::outcome(lang, &outcome),
        (_, Some(Verdict::Broken(found, _))) => fill(words::MOVES, found.schedule.moves.len()),
        (_, Some(Verdict::Holds { states, .. })) => fill(words::NONE, *states),
        _ => words::UNFINISHED.get(lang).to_owned(),
    };
    let shown = match outcome {
        Outcome::Broken(..) => "broken",
        Outcome::Survives(_) => "holds",
        Outcome::Open(_) => "unfinished",
    };
    let chooses = button(&words, choose).truth("aria-pressed", is_chosen);
    drawn(shown).child(chooses).into()
}
