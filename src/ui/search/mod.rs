//! The panel that asks the search, the table of algorithms, and the judge of a program. All of its code comes with [`Part::Search`].
//!
//! A search runs in a worker. Where a page may have none it runs in slices of a few milliseconds on the page's own thread, so
//! the page answers its reader in between.

mod judge;
mod running;
mod table;
mod text;
mod words;

use std::rc::Rc;

use yew::prelude::*;

pub use self::judge::JudgeProps;

use self::judge::{Judge, JudgeTold};
use self::running::Running;
use self::table::{Kind, Table, TableTold};
use super::element::{Element, On, button, element};
use base::part::{Part, late};
use base::text::{Lang, Text};
use check::{Answered, Asked, Assumption, Progress, Question, Verdict};
use sim::{Property, Setup};
use tell::verdict as tell;

/// What a search panel is given.
#[derive(Clone, Properties, PartialEq)]
pub struct SearchProps {
    /// The language of everything.
    pub lang: Lang,
    /// The settings that are asked about.
    pub setup: Setup,
    /// What was asked about them before, here or where their link was made.
    pub asked: Option<Asked>,
    /// What else is asked, until the reader changes it.
    pub raised: Asked,
    /// Takes an answer, whose schedule is played.
    pub on_answer: Callback<Rc<Answered>>,
    /// Whether the table of algorithms is open from the start.
    pub has_table: bool,
    /// Whether the program that is asked about is shown beside the question, as its reader's own.
    pub is_own: bool,
    /// Begins the edited program, where it is beside the question; or why it cannot.
    pub begin: Option<Result<Callback<()>, String>>,
    /// Whether the panel is in view: behind another one a search goes on, and what it finds waits to be played.
    pub is_open: bool,
}

/// Draws the panel.
pub type DrawSearch = fn(SearchProps) -> Html;

late! {
    "search" "5b1de0a9c2f74863ad90e7b6128f3c54" fn loaded() -> DrawSearch = view
}

/// Draws the judge of a program.
pub type JudgeView = fn(JudgeProps) -> Html;

late! {
    "search" "2f6c81d4e09b4a7c95d3710be86fa245" fn loaded_judge() -> JudgeView = judge_view
}

fn judge_view() -> JudgeView {
    |props| html! { <SearchView of={Of::Judge(props)} /> }
}

/// The function that draws the judge; `None` as long as [`Part::Search`] has not come.
pub fn judge() -> Option<JudgeView> {
    Part::Search.is_here().then(loaded_judge)
}

/// Answers a question in a worker.
pub type Answerer = fn(&str, &dyn Fn(&str)) -> Option<String>;

late! {
    "search" "c03d8e17f4a2596bb87c1d05e93f2a64" fn loaded_answer() -> Answerer = answerer
}

fn answerer() -> Answerer {
    running::answer
}

/// The function that answers a question, as a text, within one call; `None` as long as [`Part::Search`] has not come.
pub fn answerer_here() -> Option<Answerer> {
    Part::Search.is_here().then(loaded_answer)
}

/// The function that draws the panel; `None` as long as [`Part::Search`] has not come.
pub fn panel() -> Option<DrawSearch> {
    Part::Search.is_here().then(loaded)
}

fn view() -> DrawSearch {
    |props| html! { <SearchView of={Of::Panel(props)} /> }
}

/// What is drawn, and with what. One component for both, since each is a copy of Yew's life cycle.
#[derive(Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a panel has one, which is moved once"
)]
enum Of {
    Panel(SearchProps),
    Judge(JudgeProps),
}

#[derive(Clone, Properties, PartialEq)]
struct SearchViewProps {
    of: Of,
}

type Link = html::Scope<SearchView>;

/// The panel or the judge.
#[expect(
    clippy::large_enum_variant,
    reason = "a page has few of them, and each is kept where it is"
)]
enum SearchView {
    Panel(SearchPanel),
    Judge(Judge),
}

impl Component for SearchView {
    type Message = Told;
    type Properties = SearchViewProps;

    fn create(context: &Context<SearchView>) -> SearchView {
        let link = context.link();
        match &context.props().of {
            Of::Panel(props) => SearchView::Panel(SearchPanel::new(props, link)),
            Of::Judge(props) => SearchView::Judge(Judge::new(props, &link.callback(Told::OfJudge))),
        }
    }

    fn changed(&mut self, context: &Context<SearchView>, old: &SearchViewProps) -> bool {
        let link = context.link();
        match (self, &context.props().of, &old.of) {
            (SearchView::Panel(panel), Of::Panel(props), Of::Panel(old)) => {
                return panel.change(props, old, link);
            }
            (SearchView::Judge(judge), Of::Judge(props), Of::Judge(old)) => {
                judge.change(props, old, &link.callback(Told::OfJudge));
            }
            (drawn, ..) => *drawn = <SearchView as Component>::create(context),
        }
        true
    }

    fn update(&mut self, context: &Context<SearchView>, told: Told) -> bool {
        let link = context.link();
        match (self, &context.props().of, told) {
            (SearchView::Judge(judge), Of::Judge(props), Told::OfJudge(told)) => {
                judge.update(props, told, &link.callback(Told::OfJudge))
            }
            (SearchView::Panel(panel), Of::Panel(props), told) => panel.update(props, told, link),
            _ => false,
        }
    }

    fn view(&self, context: &Context<SearchView>) -> Html {
        let link = context.link();
        match (self, &context.props().of) {
            (SearchView::Panel(panel), Of::Panel(props)) => panel.view(props, link),
            (SearchView::Judge(judge), Of::Judge(props)) => {
                judge.view(props, &link.callback(Told::OfJudge))
            }
            _ => Html::default(),
        }
    }
}

/// The panel.
struct SearchPanel {
    /// What is asked; the answer is that of the link, while the search is made again.
    asked: Asked,
    running: Option<Running>,
    answer: Option<Rc<Verdict>>,
    /// The first of the two questions about a reader's own lock, and that no schedule was found for it: the second is asked then.
    before: Option<(Asked, Rc<Verdict>)>,
    is_stopped: bool,
    /// Whether the page that made the link had another answer.
    is_otherwise: bool,
    /// What a screen reader is told: at the start, at the end, and every five seconds.
    spoken: String,
    /// The table that is open.
    table: Option<Table>,
    /// Whether the search starts with the program that has been asked to begin.
    awaits_program: bool,
    /// Why the program cannot begin.
    refused: String,
}

enum Told {
    Property(String),
    Rounds(String),
    Turn(Assumption),
    Start,
    Stop,
    Slice,
    Play,
    WithCrashes,
    Table(Kind),
    OfTable(TableTold),
    OfJudge(JudgeTold),
}

impl SearchPanel {
    fn new(props: &SearchProps, link: &Link) -> SearchPanel {
        let mut panel = SearchPanel {
            asked: props.raised.clone(),
            running: None,
            answer: None,
            before: None,
            is_stopped: false,
            is_otherwise: false,
            spoken: String::new(),
            table: None,
            awaits_program: false,
            refused: String::new(),
        };
        panel.restore(props, link);
        if props.has_table {
            panel.open(link, Kind::Matrix);
        }
        panel
    }

    /// Takes other properties; whether anything is to be drawn.
    fn change(&mut self, props: &SearchProps, old: &SearchProps, link: &Link) -> bool {
        let is_answered = match (self.answer.as_deref(), &self.before) {
            (Some(Verdict::Broken(found, _)), _) => found.setup == props.setup,
            (None, None) => false,
            _ => old.setup == props.setup,
        };
        let first = self.before.as_ref().map(|(asked, _)| asked);
        let is_mine = |asked: &Asked| {
            asked.asks_like(&self.asked) || first.is_some_and(|first| asked.asks_like(first))
        };
        let is_own = is_answered && props.asked.as_ref().is_some_and(is_mine);
        if (props.setup != old.setup || props.asked != old.asked) && !is_own {
            let was_running = self.running.is_some();
            self.forget();
            self.restore(props, link);
            if was_running && self.running.is_none() {
                self.stop(props);
            }
        }
        if props.setup != old.setup && std::mem::take(&mut self.awaits_program) {
            self.start(props, link);
        }
        // The program is no longer the one that was judged, or no longer the one that could not begin.
        if props.begin.is_some() || old.begin.is_some() {
            self.refused.clear();
        }
        if props.begin.is_some() && self.running.is_none() && !self.awaits_program && self.is_told()
        {
            self.forget();
        }
        // What the reader has chosen stays, whatever is played.
        if props.asked.is_none() && self.running.is_none() && self.asked == old.raised {
            self.asked = props.raised.clone();
        }
        props.is_open || old.is_open
    }

    /// Takes what has happened; whether anything is to be drawn.
    fn update(&mut self, props: &SearchProps, told: Told, link: &Link) -> bool {
        match told {
            Told::Property(name) => {
                self.forget();
                self.asked.property = Property::find(&name).unwrap_or(self.asked.property);
            }
            Told::Rounds(number) => {
                self.forget();
                self.asked.rounds = number.parse().ok();
            }
            Told::Turn(assumption) => {
                self.forget();
                self.asked.allowed.turn(assumption);
            }
            Told::Start => {
                self.forget();
                match &props.begin {
                    Some(Ok(begin)) => {
                        self.awaits_program = true;
                        begin.emit(());
                    }
                    Some(Err(why)) => {
                        self.refused.clone_from(why);
                        self.spoken.clone_from(why);
                    }
                    None => self.start(props, link),
                }
            }
            Told::Stop => {
                self.forget();
                self.stop(props);
            }
            Told::Slice => return self.slice(props, link),
            Told::Play => {
                let verdict = self.answer.as_deref();
                if let Some(answered) = verdict.and_then(|verdict| self.asked.answered(verdict)) {
                    props.on_answer.emit(Rc::new(answered));
                }
            }
            Told::WithCrashes => {
                self.forget();
                self.ask_with_crashes(props, link);
            }
            Told::OfJudge(_) => return false,
            Told::Table(kind) => self.open(link, kind),
            Told::OfTable(told) => {
                let Some(table) = &mut self.table else {
                    return false;
                };
                if let TableTold::Choose(at) = told
                    && let Some(answered) = table.answered(at)
                {
                    props.on_answer.emit(Rc::new(answered));
                }
                return table.update(props.lang, told, &link.callback(Told::OfTable));
            }
        }
        true
    }

    fn view(&self, props: &SearchProps, link: &Link) -> Html {
        let lang = props.lang;
        let button_of = |label: Text, told: fn() -> Told| {
            button(label.get(lang), &link.callback(move |_: Event| told()))
        };
        // Without replicas none is promoted; where a link names it, it can be switched off.
        let allowed = &self.asked.allowed;
        let has_fail_over = props.setup.replicas > 0 || allowed.fail_over;
        let switches = Assumption::ALL.into_iter();
        let switches = switches
            .filter(|assumption| has_fail_over || *assumption != Assumption::FailOver)
            .map(|assumption| {
                let turn = link.callback(move |_: Event| Told::Turn(assumption));
                button(::tell::assumption(assumption).get(lang), &turn)
                    .truth("aria-pressed", allowed.allows(assumption))
                    .into()
            });
        let asks = self.running.is_none();
        let start = match asks {
            true => button_of(words::SEARCH, || Told::Start).flag("data-primary", true),
            false => button_of(words::STOP, || Told::Stop),
        };
        let tables = Kind::ALL.map(|kind| {
            let open = link.callback(move |_: Event| Told::Table(kind));
            button(kind.title().get(lang), &open)
                .truth("aria-expanded", self.is_of(kind))
                .into()
        });
        let table = self.table.as_ref();
        let table = table.map(|table| table.view(lang, &link.callback(Told::OfTable)));
        let switches = element("div")
            .class("switches")
            .attr("role", "group")
            .attr("aria-label", words::ALLOWED.get(lang))
            .child(
                element("span")
                    .class("label")
                    .text(words::ALLOWED.get(lang)),
            )
            .list(switches.collect());
        let fields = self.fields(lang, &props.setup, link);
        let told = self.told(lang, link);
        let spoken = element("p")
            .class("unseen")
            .attr("role", "status")
            .text(&self.spoken);
        let about = |text: Text| element("p").class("about").text(text.get(lang));
        // What a link has asked, and what was answered, is not folded away.
        let folded = |summary: Text, inside: Element| {
            element("details")
                .flag("open", props.asked.is_some())
                .child(element("summary").text(summary.get(lang)))
                .child(inside.class("search"))
        };
        let row = element("div").class("row").child(start);
        let all = element("div").class("search");
        let all = match (props.has_table, props.is_own) {
            // Whoever comes for the table need not pass the form.
            (true, _) => all
                .child(element("div").class("row").list(tables.into()))
                .when(table)
                .child(folded(
                    words::ONE,
                    element("div")
                        .child(about(words::ABOUT))
                        .child(fields)
                        .child(switches)
                        .child(row)
                        .child(told)
                        .child(spoken),
                )),
            // One question, and one button.
            (_, true) => all
                .child(about(words::OWN))
                .child(row)
                .child(told)
                .child(spoken)
                .child(folded(
                    words::CONDITIONS,
                    element("div").child(fields).child(switches),
                )),
            _ => all
                .child(about(words::ABOUT))
                .child(fields)
                .child(switches)
                .child(row.list(tables.into()))
                .child(told)
                .child(spoken)
                .when(table),
        };
        all.into()
    }
}

impl SearchPanel {
    fn is_of(&self, kind: Kind) -> bool {
        self.table.as_ref().is_some_and(|table| table.kind == kind)
    }

    /// Opens a table, which ends the other one, or closes it.
    fn open(&mut self, link: &Link, kind: Kind) {
        let told = link.callback(Told::OfTable);
        self.table = (!self.is_of(kind)).then(|| Table::new(kind, &told));
    }

    fn question(&self, setup: &Setup) -> Question {
        Question {
            bytes_max: running::BYTES_MAX,
            ..self.asked.of(setup.clone())
        }
    }

    fn start(&mut self, props: &SearchProps, link: &Link) {
        let slice = link.callback(|()| Told::Slice);
        self.running = Some(Running::new(self.question(&props.setup), slice));
        self.spoken = words::BEGUN.get(props.lang).to_owned();
    }

    /// Asks what was asked before. An answer is not believed: the search is made again, and comes to the same.
    fn restore(&mut self, props: &SearchProps, link: &Link) {
        if let Some(asked) = &props.asked {
            self.asked = asked.clone();
            if asked.answer.is_some() {
                self.start(props, link);
            }
        }
    }

    /// Says that a search was stopped.
    fn stop(&mut self, props: &SearchProps) {
        self.is_stopped = true;
        self.spoken = words::STOPPED.get(props.lang).to_owned();
    }

    /// Whether there is anything said of the program.
    fn is_told(&self) -> bool {
        self.answer.is_some() || self.before.is_some()
    }

    /// Asks whether anybody ever gets in again after a crash.
    fn ask_with_crashes(&mut self, props: &SearchProps, link: &Link) {
        self.asked.property = Property::NobodyEver;
        self.asked.allowed.crash = true;
        self.asked.answer = None;
        self.start(props, link);
    }

    /// Another question has no answer yet.
    fn forget(&mut self) {
        self.running = None;
        self.answer = None;
        if let Some((first, _)) = self.before.take() {
            self.asked = first;
        }
        self.asked.answer = None;
        (self.is_stopped, self.is_otherwise) = (false, false);
        self.spoken.clear();
        self.refused.clear();
    }

    /// Works in this task; whether anything is to be drawn.
    fn slice(&mut self, props: &SearchProps, link: &Link) -> bool {
        let lang = props.lang;
        let Some(running) = &mut self.running else {
            return false;
        };
        match running.slice() {
            Progress::Working { states, depth } => {
                if running.is_time_to_speak() {
                    self.spoken = tell::progress(lang, states, depth, None, &[]);
                }
                running.is_time_to_draw()
            }
            Progress::Done(verdict) => {
                self.running = None;
                let said = tell::verdict(lang, self.asked.property, &verdict);
                let answered = self.asked.answered(&verdict);
                let verdict = Rc::new(verdict);
                let is_first = props.is_own && self.before.is_none() && self.is_half(&verdict);
                self.spoken = match &self.before {
                    Some((first, known)) => {
                        [&tell::verdict(lang, first.property, known), " ", &said].concat()
                    }
                    None => said,
                };
                if is_first {
                    self.before = Some((self.asked.clone(), verdict));
                    self.ask_with_crashes(props, link);
                    return true;
                }
                self.answer = Some(verdict);
                if let Some(answered) = answered {
                    match std::mem::replace(&mut self.asked.answer, answered.asked.answer) {
                        // What was found before stands in the run already.
                        Some(told) => self.is_otherwise = Some(told) != answered.asked.answer,
                        None if props.is_open => {
                            props.on_answer.emit(Rc::new(answered));
                        }
                        None => {}
                    }
                }
                true
            }
        }
    }

    /// Whether the other question is still to be asked: the most frequent way into a deadlock is off unless the run has it.
    fn is_half(&self, verdict: &Verdict) -> bool {
        let is_all = self.asked.property == Property::NobodyEver && self.asked.allowed.crash;
        !is_all && matches!(verdict, Verdict::Holds { .. })
    }

    fn fields(&self, lang: Lang, setup: &Setup, link: &Link) -> Element {
        let programs = setup.programs();
        let properties = Property::searched().map(|property| {
            let label = ::tell::title_of(lang, property, &programs);
            option(property.name(), &label, property == self.asked.property)
        });
        let rounds = [None, Some(1), Some(2), Some(3)].map(|rounds| {
            let value = rounds.map_or(String::new(), |rounds: u8| rounds.to_string());
            let label = match rounds {
                None => words::ANY.get(lang),
                Some(_) => &value,
            };
            option(&value, label, rounds == self.asked.rounds)
        });
        element("div")
            .class("row")
            .child(field(
                words::BREAKS.get(lang),
                &value_of(link, Told::Property),
                properties.collect(),
            ))
            .child(field(
                words::ROUNDS.get(lang),
                &value_of(link, Told::Rounds),
                rounds.to_vec(),
            ))
    }

    /// How far the search is, or what it has come to.
    fn told(&self, lang: Lang, link: &Link) -> Element {
        let words = match (&self.running, self.answer.as_deref()) {
            (Some(running), _) => running.told(lang),
            (None, Some(verdict)) => tell::verdict(lang, self.asked.property, verdict),
            (None, None) if self.is_stopped => words::STOPPED.get(lang).to_owned(),
            (None, None) => self.refused.clone(),
        };
        let answer = self.answer.as_deref();
        let play = || {
            let again = link.callback(|_: Event| Told::Play);
            button(words::PLAY.get(lang), &again)
        };
        let with_crashes = || {
            let ask = link.callback(|_: Event| Told::WithCrashes);
            button(words::WITH_CRASHES.get(lang), &ask).class("further")
        };
        let is_broken = matches!(answer, Some(Verdict::Broken(..)));
        let is_half = self.before.is_none() && answer.is_some_and(|verdict| self.is_half(verdict));
        // What is spoken is said once: this is for the eye.
        let line = |words: &str, verdict: Option<&Verdict>| {
            element("p")
                .class("answer")
                .flag("data-broken", matches!(verdict, Some(Verdict::Broken(..))))
                .flag("data-holds", verdict.is_some_and(Verdict::holds))
                .attr("aria-hidden", "true")
                .text(words)
        };
        let before = self.before.as_ref().map(|(asked, verdict)| {
            line(&tell::verdict(lang, asked.property, verdict), Some(verdict))
        });
        element("div")
            .class("row")
            .when(before)
            .child(line(&words, answer))
            .when(is_broken.then(play))
            .when(is_half.then(with_crashes))
            .when(self.is_otherwise.then(|| {
                element("p")
                    .class("about")
                    .attr("role", "status")
                    .text(words::OTHERWISE.get(lang))
            }))
    }
}

/// What a field holds, as a message.
fn value_of(link: &Link, told: fn(String) -> Told) -> Callback<Event> {
    link.callback(move |event: Event| {
        let field = event.target_dyn_into::<web_sys::HtmlSelectElement>();
        told(field.map(|field| field.value()).unwrap_or_default())
    })
}

fn field(label: &str, on_change: &Callback<Event>, options: Vec<Html>) -> Element {
    let select = element("select").on(On::Change, on_change).list(options);
    element("label")
        .child(element("span").text(label))
        .child(select)
}

fn option(value: &str, label: &str, is_chosen: bool) -> Html {
    element("option")
        .attr_of("value", value.to_owned())
        .flag("selected", is_chosen)
        .text(label)
        .into()
}
