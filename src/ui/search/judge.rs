//! The judge of a program that is to be mended: one search after the other, in the settings of its challenge.

use std::rc::Rc;

use yew::prelude::*;

use super::running::{self, Running};
use super::words;
use crate::ui::element::{button, element};
use base::text::{Lang, Phrase, Text};
use check::Progress;
use lesson::goal::{Flaw, Judged, Judgement, Mend, Trial, WORK_MS};
use lock::Algorithm;
use sim::{Setup, seconds};
use tell::verdict as tell;

/// What a judge is given.
#[derive(Clone, Properties, PartialEq)]
pub struct JudgeProps {
    /// The language of everything.
    pub lang: Lang,
    /// What the program has to be like.
    pub mend: Mend,
    /// The settings of the challenge, with the program.
    pub setup: Setup,
    /// Whether it is another program than the challenge begins with: it is judged without being asked for.
    pub is_changed: bool,
    /// Whether the editor above has another program, which has not begun: then that is to be begun, not this one judged.
    pub is_edited: bool,
    /// What the last program came to.
    pub judged: Option<Rc<Judged>>,
    /// Takes what this one came to.
    pub on_judged: Callback<Rc<Judged>>,
}

/// The judge.
pub struct Judge {
    under_way: Option<(Trial, Running)>,
    is_stopped: bool,
    /// What a screen reader is told: at the start, at the end, and every five seconds.
    spoken: String,
}

/// What happens to a judge.
pub enum JudgeTold {
    /// The program is to be judged.
    Start,
    /// It is not to be judged any more.
    Stop,
    /// A slice of the search.
    Slice,
}

impl Judge {
    /// A judge that begins at once where the program was changed; `told` takes what happens to it.
    pub fn new(props: &JudgeProps, told: &Callback<JudgeTold>) -> Judge {
        let mut judge = Judge {
            under_way: None,
            is_stopped: false,
            spoken: String::new(),
        };
        judge.consider(props, told);
        judge
    }

    /// Takes other properties.
    pub fn change(&mut self, props: &JudgeProps, old: &JudgeProps, told: &Callback<JudgeTold>) {
        if props.setup != old.setup || props.mend != old.mend {
            self.forget();
            self.consider(props, told);
        }
    }

    /// Takes what has happened to it; whether anything is to be drawn.
    pub fn update(
        &mut self,
        props: &JudgeProps,
        message: JudgeTold,
        told: &Callback<JudgeTold>,
    ) -> bool {
        match message {
            JudgeTold::Start => {
                self.forget();
                self.start(props, told);
            }
            JudgeTold::Stop => {
                self.forget();
                self.is_stopped = true;
                self.spoken = words::STOPPED.get(props.lang).to_owned();
            }
            JudgeTold::Slice => return self.slice(props, told),
        }
        true
    }

    /// Draws it.
    pub fn view(&self, props: &JudgeProps, told: &Callback<JudgeTold>) -> Html {
        let lang = props.lang;
        let start = match self.under_way {
            None if props.is_edited => None,
            None => Some(button(
                words::SEARCH.get(lang),
                &told.reform(|_: Event| JudgeTold::Start),
            )),
            Some(_) => Some(button(
                words::STOP.get(lang),
                &told.reform(|_: Event| JudgeTold::Stop),
            )),
        };
        let said = match (&self.under_way, judgement(props)) {
            (Some((_, running)), _) => running.told(lang),
            (None, _) if self.is_stopped => words::STOPPED.get(lang).to_owned(),
            (None, Some(judgement)) => told_of(lang, judgement),
            (None, None) => String::new(),
        };
        let questions = props.mend.questions(&props.setup);
        let assumptions = questions.first().map(|one| ::tell::assumptions(lang, one));
        let assumptions = ::tell::clauses(lang, &assumptions.unwrap_or_default());
        let about = Phrase::new(words::JUDGES, vec![("assumptions", assumptions)]).get(lang);
        let is_won = self.under_way.is_none() && judgement(props).is_some_and(Judgement::is_mended);
        element("div")
            .class("judge")
            .child(element("p").class("about").text(&about))
            .child(
                element("div").class("row").when(start).child(
                    element("p")
                        .class("answer")
                        .flag("data-won", is_won)
                        .attr("aria-hidden", "true")
                        .text(&said),
                ),
            )
            .child(
                element("p")
                    .class("unseen")
                    .attr("role", "status")
                    .text(&self.spoken),
            )
            .into()
    }

    /// Judges a program that the reader has changed, unless that is done.
    fn consider(&mut self, props: &JudgeProps, told: &Callback<JudgeTold>) {
        if props.is_changed && judgement(props).is_none() {
            self.start(props, told);
        }
    }

    fn start(&mut self, props: &JudgeProps, told: &Callback<JudgeTold>) {
        match props.mend.trial(&props.setup) {
            Ok(trial) => {
                self.spoken = words::BEGUN.get(props.lang).to_owned();
                self.ask(told, trial);
            }
            Err(judgement) => self.judged(props, judgement),
        }
    }

    /// Asks what is to be asked next.
    fn ask(&mut self, told: &Callback<JudgeTold>, trial: Trial) {
        let slice = told.reform(|()| JudgeTold::Slice);
        self.under_way = trial.question().cloned().map(|mut question| {
            question.bytes_max = running::BYTES_MAX;
            (trial, Running::new(question, slice))
        });
    }

    fn forget(&mut self) {
        self.under_way = None;
        self.is_stopped = false;
        self.spoken.clear();
    }

    /// Works in this task; whether anything is to be drawn.
    fn slice(&mut self, props: &JudgeProps, told: &Callback<JudgeTold>) -> bool {
        let Some((_, running)) = &mut self.under_way else {
            return false;
        };
        match running.slice() {
            Progress::Working { states, depth } => {
                if running.is_time_to_speak() {
                    self.spoken = tell::progress(props.lang, states, depth, None, &[]);
                }
                running.is_time_to_draw()
            }
            Progress::Done(verdict) => {
                if let Some((mut trial, _)) = self.under_way.take() {
                    match trial.answer(verdict) {
                        Some(judgement) => self.judged(props, judgement),
                        None => self.ask(told, trial),
                    }
                }
                true
            }
        }
    }

    fn judged(&mut self, props: &JudgeProps, judgement: Judgement) {
        self.spoken = told_of(props.lang, &judgement);
        props.on_judged.emit(Rc::new(Judged {
            program: props.setup.program(Algorithm::Own),
            judgement,
        }));
    }
}

/// What the program came to that runs.
fn judgement(props: &JudgeProps) -> Option<&Judgement> {
    let judged = props.judged.as_ref()?;
    let is_of_this = Some(&judged.program) == props.setup.own.as_ref();
    is_of_this.then_some(&judged.judgement)
}

fn told_of(lang: Lang, judgement: &Judgement) -> String {
    let phrase = |text: Text, name: &'static str, value: String| {
        Phrase::new(text, vec![(name, value)]).get(lang)
    };
    match judgement {
        Judgement::Useless(flaw, _) => match flaw {
            Flaw::NeverIn(client) => phrase(words::NEVER_IN, "client", client.to_string()),
            Flaw::NoWork(client) => {
                let values = vec![
                    ("client", client.to_string()),
                    ("seconds", seconds(WORK_MS)),
                ];
                Phrase::new(words::NO_WORK, values).get(lang)
            }
            Flaw::NeverOut(client) => phrase(words::NEVER_OUT, "client", client.to_string()),
            Flaw::LetInLate(client) => phrase(words::LET_IN_LATE, "client", client.to_string()),
        },
        Judgement::Lost(property, verdict) => {
            let text = match judgement.found() {
                Some(_) => words::NOT_MENDED,
                None => words::OPEN,
            };
            phrase(text, "verdict", tell::verdict(lang, *property, verdict))
        }
        Judgement::Mended(states) => phrase(words::MENDED, "states", tell::grouped(lang, *states)),
    }
}
