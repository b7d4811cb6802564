//! The table of algorithms and assumptions: a cell at a time is asked about, as long as the table is there.

use std::rc::Rc;

use yew::prelude::*;

use super::running::{Running, SPEAK_MS};
use super::words;
use crate::ui::clock::now_ms;
use crate::ui::element::{Element, button, element};
use crate::ui::parts::{self, Reason};
use crate::ui::saving::saving;
use ::tell as told;
use ::tell::verdict as tell;
use base::text::{Lang, Phrase, Text};
use check::{Answered, MatrixColumn, MatrixRow, Progress, Question, Verdict};
use sim::{Run, seconds};

/// What a table is given.
#[derive(Clone, Properties, PartialEq)]
pub struct TableProps {
    /// The language of everything.
    pub lang: Lang,
    /// Takes a schedule that can be played.
    pub on_answer: Callback<Rc<Answered>>,
}

/// A cell: its question and its answer.
struct AnswerCell {
    row: MatrixRow,
    column: MatrixColumn,
    question: Option<Question>,
    answer: Option<Verdict>,
}

/// The table.
pub struct Table {
    cells: Vec<AnswerCell>,
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
}

impl Component for Table {
    type Message = TableTold;
    type Properties = TableProps;

    fn create(context: &Context<Table>) -> Table {
        let cells = MatrixRow::ALL.into_iter().flat_map(|row| {
            MatrixColumn::ALL.into_iter().map(move |column| AnswerCell {
                row,
                column,
                question: row.question(column),
                answer: None,
            })
        });
        let mut table = Table {
            cells: cells.collect(),
            at: 0,
            running: None,
            failure: None,
            chosen: None,
            spoken: String::new(),
            spoken_ms: 0,
        };
        table.ask(context);
        table
    }

    fn update(&mut self, context: &Context<Table>, message: TableTold) -> bool {
        match message {
            TableTold::Choose(at) => {
                self.chosen = Some(at);
                if let Some(answered) = self.cells.get(at).and_then(AnswerCell::answered) {
                    context.props().on_answer.emit(Rc::new(answered));
                }
                true
            }
            TableTold::Settled(result) => {
                match result {
                    Ok(()) => self.ask(context),
                    Err(why) => {
                        self.spoken = why.to_string();
                        self.failure = Some(why);
                    }
                }
                true
            }
            TableTold::Slice => {
                let progress = self.running.as_mut().map(Running::slice);
                let is_done = matches!(progress, Some(Progress::Done(_)));
                if let Some(Progress::Done(verdict)) = progress {
                    self.running = None;
                    if let Some(cell) = self.cells.get_mut(self.at) {
                        cell.answer = Some(verdict);
                    }
                    self.at += 1;
                    self.ask(context);
                }
                let mut running = self.running.as_mut();
                let is_told = running.as_mut().is_some_and(|one| one.is_time_to_draw());
                self.speak(context.props().lang) || is_done || is_told
            }
        }
    }

    fn view(&self, context: &Context<Table>) -> Html {
        let lang = context.props().lang;
        let head = MatrixColumn::ALL.map(|column| {
            element("th")
                .attr("scope", "col")
                .text(tell::column(column).get(lang))
                .into()
        });
        let head = element("tr")
            .child(
                element("th")
                    .attr("scope", "col")
                    .text(words::ALGORITHM.get(lang)),
            )
            .list(head.to_vec());
        let rows = self.cells.chunks(MatrixColumn::ALL.len()).enumerate();
        let rows = rows.map(|(number, cells)| {
            let first = number * MatrixColumn::ALL.len();
            let name = cells
                .first()
                .map_or(String::new(), |cell| tell::row(lang, cell.row));
            let all = cells.iter().enumerate().map(|(at, cell)| {
                let choose = context
                    .link()
                    .callback(move |_: Event| TableTold::Choose(first + at));
                cell.view(lang, &choose, self.chosen == Some(first + at))
            });
            element("tr")
                .key(number as u64)
                .child(element("th").attr("scope", "row").text(&name))
                .list(all.collect())
                .into()
        });
        let table = element("table")
            .child(element("caption").text(words::CAPTION.get(lang)))
            .child(element("thead").child(head))
            .child(element("tbody").list(rows.collect()));
        let picture = |label: &'static str, kind: &'static str| {
            let save = saving(
                ".matrix",
                kind,
                ["setnx-table.", kind].concat(),
                String::new,
            );
            button(label, &save).attr_of("aria-label", [words::SAVE.get(lang), " ", label].concat())
        };
        let chosen = self.chosen.and_then(|at| self.cells.get(at));
        let explained = chosen.map(|cell| cell.explained(lang));
        let (said, rest) = explained.unzip();
        element("div")
            .class("matrix")
            .child(
                element("p")
                    .class("about")
                    .text(words::TABLE_ABOUT.get(lang)),
            )
            .child(
                element("div")
                    .class("scroll")
                    .attr("role", "region")
                    .attr("tabindex", "0")
                    .attr("aria-label", words::CAPTION.get(lang))
                    .child(table),
            )
            .child(
                element("div")
                    .class("row")
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
            .child(element("div").attr("role", "status").when(said))
            .when(rest)
            .into()
    }
}

impl Table {
    /// How many cells are known, or why no more will be.
    fn counted(&self, lang: Lang) -> String {
        if let Some(why) = &self.failure {
            return why.to_string();
        }
        let known = self.cells.iter().filter(|cell| cell.is_known()).count();
        let values = vec![
            ("count", known.to_string()),
            ("all", self.cells.len().to_string()),
        ];
        Phrase::new(words::COUNTED, values).get(lang)
    }

    /// How far the search of a cell is that takes long.
    fn slow(&self, lang: Lang) -> Option<Element> {
        let running = self.running.as_ref().filter(|running| running.is_slow())?;
        let (states, depth) = running.reached();
        let told = tell::progress(lang, states, depth, running.states_a_second());
        Some(element("p").class("about").text(&told))
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

    /// Begins with the next cell that has a question, once the parts with its commands are here.
    fn ask(&mut self, context: &Context<Table>) {
        while let Some(cell) = self.cells.get(self.at) {
            if let Some(question) = &cell.question {
                if let Some(part) = question.programs.iter().find_map(|one| one.lacks()) {
                    let settled = context.link().callback(TableTold::Settled);
                    return parts::request(part, move |result| settled.emit(result));
                }
                let mut question = question.clone();
                question.bytes_max = super::running::BYTES_MAX;
                let slice = context.link().callback(|()| TableTold::Slice);
                self.running = Some(Running::new(question, slice));
                return;
            }
            self.at += 1;
        }
    }
}

impl AnswerCell {
    fn is_known(&self) -> bool {
        self.question.is_none() || self.answer.is_some()
    }

    fn view(&self, lang: Lang, choose: &Callback<Event>, is_chosen: bool) -> Html {
        let fill = |text: Text, count: usize| {
            Phrase::new(text, vec![("count", tell::grouped(lang, count))]).get(lang)
        };
        let (words, kind) = match (&self.question, &self.answer) {
            (None, _) => (words::UNASKED.get(lang).to_owned(), "unasked"),
            (Some(_), None) => (words::WAITING.get(lang).to_owned(), "waiting"),
            (_, Some(Verdict::Broken(found, _))) => {
                (fill(words::MOVES, found.schedule.moves.len()), "broken")
            }
            (_, Some(Verdict::Holds { states, .. })) => (fill(words::NONE, *states), "holds"),
            (_, Some(Verdict::Unfinished { .. })) => {
                (words::UNFINISHED.get(lang).to_owned(), "unfinished")
            }
        };
        let cell = element("td").attr("data-kind", kind);
        match self.answer {
            None => cell.text(&words).into(),
            Some(_) => cell
                .child(button(&words, choose).truth("aria-pressed", is_chosen))
                .into(),
        }
    }

    /// What was asked, and the schedule that was found; `None` where there is nothing to play.
    fn answered(&self) -> Option<Answered> {
        let asked = self.question.as_ref()?.asked();
        let answered = asked.answered(self.answer.as_ref()?)?;
        answered.found.is_some().then_some(answered)
    }

    /// The answer, and what was allowed with the schedule move by move.
    fn explained(&self, lang: Lang) -> (Element, Element) {
        let (Some(question), Some(answer)) = (&self.question, &self.answer) else {
            return (element("p"), element("p"));
        };
        let name = [
            &tell::row(lang, self.row),
            words::COLON.get(lang),
            tell::column(self.column).get(lang),
        ]
        .concat();
        let said = element("div")
            .child(element("p").child(element("b").text(&name)))
            .child(element("p").text(&tell::verdict(lang, question.property, answer)));
        let rest = element("div");
        let Verdict::Broken(found, _) = answer else {
            return (said, rest);
        };
        let run = found.run(&question.programs);
        let moves = (0..run.len()).map(|index| line(lang, &run, index));
        let program = question
            .programs
            .first()
            .map_or("", |program| program.source());
        let rest = rest
            .child(element("ol").list(moves.collect()))
            .child(element("pre").text(program));
        (said, rest)
    }
}

/// A move with its time and what it did.
fn line(lang: Lang, run: &Run, index: usize) -> Html {
    let segments = told::narrate(lang, index, run, None);
    let words: String = segments.iter().map(|segment| &*segment.text).collect();
    let time = seconds(run.world(index + 1).now_ms());
    element("li")
        .key(index as u64)
        .text(&["t = ", &time, "  ", &words].concat())
        .into()
}
