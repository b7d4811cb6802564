//! What lies open while a reader plays, and what each action does to the play. Not what is drawn of it.

use std::rc::Rc;

use super::super::action::{
    BranchAction, ChallengeAction, ComparisonAction, Panel, Setting, StartAction,
};
use super::pair::Comparing;
use super::setup;
use super::words as say;
use crate::ui::prompt::EmbeddedPrompt;
use base::text::Phrase;
use check::{Answered, Discovery};
use cli::Session;
use lesson::goal::{self, Goal, Judged, Mend};
use lesson::{Play, link};
use sim::Move;

/// A program as its reader has written it last.
struct Draft {
    /// The challenge that it is to win, by its id.
    goal: Option<&'static str>,
    /// The text of the program that it is to replace. A challenge has one draft, whatever runs.
    of: String,
    text: String,
}

impl Draft {
    fn is_for(&self, goal: Option<&'static str>, of: &str) -> bool {
        self.goal == goal && (goal.is_some() || self.of == of)
    }
}

/// A challenge that was taken up.
pub struct Challenge {
    /// What is to be reached.
    pub goal: &'static Goal,
    /// How many hints the reader has asked for.
    pub hints: usize,
    /// Whether it was reached.
    pub is_won: bool,
    /// The fewest moves that it was reached with, where moves reach it.
    pub fewest: Option<usize>,
    /// What the last program came to, where a program reaches it.
    pub judged: Option<Rc<Judged>>,
}

/// What an author has shown with the search.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum SearchShown {
    /// Nothing else.
    #[default]
    Panel,
    /// The table of algorithms.
    Table,
    /// The editor of the program that is asked about.
    Own,
}

impl SearchShown {
    /// By the word of the attribute `search`; `None` where there is no search.
    pub fn named(word: &str) -> Option<SearchShown> {
        match word {
            "off" => None,
            "table" => Some(SearchShown::Table),
            "own" => Some(SearchShown::Own),
            _ => Some(SearchShown::Panel),
        }
    }
}

/// What a reader plays with.
#[derive(Default)]
pub struct Bench {
    /// What lies open.
    pub panel: Option<Panel>,
    /// Whether the reader plays: before that, a lesson shows little more than itself.
    pub is_playing: bool,
    /// Whether the search was opened for this play: its panel stays, behind others, with what was chosen and what runs.
    pub has_searched: bool,
    /// What is shown with the search.
    pub search: SearchShown,
    /// Whether a step can be taken apart.
    pub has_parts: bool,
    /// Whether clocks can be set.
    pub has_clocks: bool,
    /// Whether messages can be lost, servers can fail, and the network can part.
    pub has_faults: bool,
    /// The branch that is being named.
    pub renaming: Option<usize>,
    /// Why the last action came to nothing.
    pub refusal: Option<Phrase>,
    /// Whether the last move opened a branch.
    pub has_left: bool,
    /// The challenges that were won, by their ids.
    pub won: Vec<&'static str>,
    /// What was played before other settings began a new run.
    pub former: Option<Play>,
    /// Edited programs: the editor goes with its panel, and with its challenge.
    drafts: Vec<Draft>,
    /// The challenge that is under way.
    pub challenge: Option<Challenge>,
    /// Two algorithms under the same moves, in place of the play.
    pub comparing: Option<Comparing>,
    /// The prompt at the cursor.
    pub lane: Option<EmbeddedPrompt>,
    /// Whether the clipboard took the link that was to be copied.
    pub copied: Option<bool>,
    /// What is to be said about the link that was opened.
    pub notice: Option<Phrase>,
}

impl Bench {
    /// For a timeline that shows `play`. `is_playing` has everything on offer from the start.
    pub fn of(play: &Play, is_playing: bool) -> Bench {
        let mut bench = Bench {
            is_playing,
            ..Bench::default()
        };
        bench.begin(play);
        bench
    }

    /// Another play is begun with: it shows what its moves need.
    pub fn begin(&mut self, play: &Play) {
        self.offer_what_is_played(play);
        if play.lesson().is_none() {
            self.is_playing = true;
            self.panel = None;
        }
        if play.asked().is_some() {
            self.is_playing = true;
            self.panel = Some(Panel::Search);
        }
        self.has_searched = self.panel == Some(Panel::Search);
        self.renaming = None;
        self.refusal = None;
        self.former = None;
        self.comparing = None;
        self.challenge = None;
        self.copied = None;
        self.notice = None;
    }

    /// Offers the kinds of moves that a play has.
    fn offer_what_is_played(&mut self, play: &Play) {
        let moves = || play.run().outcomes().map(|outcome| &outcome.mv);
        let tells_parts = play.lesson().is_some_and(|lesson| lesson.parts);
        self.has_parts |= tells_parts || moves().any(is_part);
        self.has_faults |= moves().any(Move::is_fault);
        self.has_clocks |= moves().any(|mv| matches!(mv, Move::Skew(..) | Move::SkewServer(..)))
            || play
                .setup()
                .clients
                .iter()
                .any(|client| client.skew_ms != 0);
    }

    /// The challenge that is under way, if a program wins it.
    pub fn mending(&self) -> Option<(&Challenge, Mend)> {
        let challenge = self.challenge.as_ref()?;
        Some((challenge, challenge.goal.mend()?))
    }

    /// Keeps the reader's own program as far as it is written.
    pub fn write(&mut self, play: &Play, text: String) {
        let (goal, of) = (self.goal_id(), own_source(play).to_owned());
        self.drafts.retain(|draft| !draft.is_for(goal, &of));
        if goal.is_some() || text != of {
            self.drafts.push(Draft { goal, of, text });
        }
    }

    /// The edited text of the play's own program, where it is another than the one that runs.
    pub fn draft(&self, play: &Play) -> Option<&str> {
        let (goal, of) = (self.goal_id(), own_source(play));
        let draft = self.drafts.iter().find(|draft| draft.is_for(goal, of))?;
        (play.setup().runs_own() && draft.text != of).then_some(&*draft.text)
    }

    /// The id of the challenge that is under way, if a program wins it.
    fn goal_id(&self) -> Option<&'static str> {
        self.mending().map(|(challenge, _)| challenge.goal.id)
    }

    /// Opens a panel, or closes it.
    pub fn turn(&mut self, panel: Panel) {
        self.copied = None;
        self.panel = (self.panel != Some(panel)).then_some(panel);
        self.has_searched |= self.panel == Some(Panel::Search);
        self.renaming = None;
    }

    /// Has the prompt show what it would show at the play's cursor.
    pub fn follow(&mut self, play: &Play) {
        let world = play.world();
        let server = world.servers().next().cloned();
        let (Some(lane), Some(server), Some(connection)) = (&self.lane, server, world.reader())
        else {
            return;
        };
        let run = play.run();
        let done = run.outcomes().take(play.cursor()).enumerate();
        let typed = done.filter_map(|(index, outcome)| match (&outcome.mv, &outcome.reply) {
            (Move::Type(line), Some(reply)) => {
                let server = run.world(index + 1).servers().next()?;
                Some((line.as_ref(), reply, server))
            }
            _ => None,
        });
        let session = Session::retold(connection, typed);
        lane.show(server, session, world.now_ms());
    }

    /// Opens the prompt at the cursor, or closes it.
    pub fn turn_prompt(&mut self) {
        self.lane = match self.lane {
            Some(_) => None,
            None => Some(EmbeddedPrompt::default()),
        };
    }

    /// Makes a move at the cursor, side by side where two are, and says why when it cannot be made.
    pub fn make(&mut self, play: &mut Play, mv: Move) {
        if let Some(compared) = &mut self.comparing {
            self.refusal = compared.make(mv).err().map(|why| tell::refusal(&why));
            return;
        }
        self.is_playing = true;
        self.refusal = play.make(mv).err().map(|why| tell::refusal(&why));
        if let Some(challenge) = &mut self.challenge
            && let Some(way) = challenge.goal.way()
            && way.is_won(play.run(), play.cursor())
        {
            let moves = play.cursor();
            challenge.fewest = Some(challenge.fewest.unwrap_or(moves).min(moves));
            self.win();
        }
    }

    /// Ticks the challenge that is under way.
    fn win(&mut self) {
        let Some(challenge) = &mut self.challenge else {
            return;
        };
        challenge.is_won = true;
        let id = challenge.goal.id;
        if !self.won.contains(&id) {
            self.won.push(id);
        }
    }

    /// Makes a move of each line that is not empty, up to the first that cannot be made.
    pub fn type_lines(&mut self, play: &mut Play, text: &str) {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let refused = lines.find_map(|line| play.make(Move::Type(line.into())).err());
        self.refusal = refused.map(|why| tell::refusal(&why));
    }

    /// Chooses, names or removes a branch.
    pub fn branch(&mut self, play: &mut Play, action: BranchAction) {
        match action {
            BranchAction::GoTo(branch) => play.go_to(branch),
            BranchAction::Rename(branch) => self.renaming = branch,
            BranchAction::Name(branch, name) => {
                play.rename(branch, &name);
                self.renaming = None;
            }
            BranchAction::Remove(branch) => {
                let is_removed = play.remove(branch);
                self.refusal = (!is_removed).then_some(say::LAST_BRANCH.into());
            }
        }
    }

    /// Begins another run, or goes back to the one before.
    pub fn start(&mut self, play: &mut Play, action: StartAction) {
        match action {
            StartAction::Set(setting, value) => self.set(play, setting, &value),
            StartAction::Restore => {
                if let Some(former) = self.former.take() {
                    // The editor shows the program that runs again.
                    self.drafts.retain(|draft| draft.goal.is_none());
                    *play = former;
                }
            }
            StartAction::Answered(answered) => self.answered(play, &answered),
            StartAction::Open(text) => {
                let (opened, stopped) = link::decode(&text);
                *play = opened;
                // A lesson as it is told is watched, whichever link leads to it.
                self.is_playing = !play.is_lesson_alone();
                self.begin(play);
                self.notice = stopped.map(|stopped| stopped.phrase());
            }
        }
    }

    /// What was found becomes a branch, or a run of its own where it has other settings or a longer branch begins with it.
    fn answered(&mut self, play: &mut Play, answered: &Answered) {
        let Some(found) = &answered.found else {
            return play.ask(Some(answered.asked.clone()));
        };
        self.lay(play, found);
        play.ask(Some(answered.asked.clone()));
        let former = self.former.take();
        self.begin(play);
        self.former = former;
    }

    /// Puts the moves that were found into the play, and stands before the first.
    fn lay(&mut self, play: &mut Play, found: &Discovery) {
        self.is_playing = true;
        if *play.setup() != found.setup || !is_laid(play, found) {
            let new = Play::new(found.setup.clone());
            self.former = Some(std::mem::replace(play, new));
            is_laid(play, found);
        }
        play.seek(0);
    }

    /// Takes what the program of the challenge came to. Moves that show what is wrong with it are played.
    fn judged(&mut self, play: &mut Play, judged: &Rc<Judged>) {
        if let Some(found) = judged.judgement.found() {
            self.lay(play, found);
            self.offer_what_is_played(play);
        }
        if judged.judgement.is_mended() {
            self.win();
        }
        if let Some(challenge) = &mut self.challenge {
            challenge.judged = Some(Rc::clone(judged));
        }
    }

    fn set(&mut self, play: &mut Play, setting: Setting, value: &str) {
        match setup::changed(play.setup(), setting, value) {
            Ok(setup) if setup == *play.setup() => {}
            Ok(setup) => {
                let left = std::mem::replace(play, Play::new(setup));
                if setting == Setting::Program {
                    let begun = own_source(&left);
                    self.drafts.retain(|draft| !draft.is_for(None, begun));
                }
                // What has no moves is not worth going back to.
                if left.branches().len() > 1 || !left.run().is_empty() {
                    self.former = Some(left);
                }
            }
            Err(why) => self.refusal = Some(why),
        }
    }

    /// Takes up a challenge, gives it up, or gives a hint.
    pub fn challenge(&mut self, play: &mut Play, action: ChallengeAction) {
        match action {
            ChallengeAction::Choose(place) => {
                let goal = place.and_then(|place| goal::ALL.get(place));
                if let Some(goal) = goal {
                    *play = Play::new((goal.setup)());
                    self.begin(play);
                    self.has_parts = goal.way().is_some_and(|way| way.parts);
                    self.panel = None;
                }
                self.challenge = goal.map(|goal| Challenge {
                    goal,
                    hints: 0,
                    is_won: false,
                    fewest: None,
                    judged: None,
                });
            }
            ChallengeAction::Hint => {
                if let Some(challenge) = &mut self.challenge {
                    challenge.hints += 1;
                }
            }
            ChallengeAction::Judged(judged) => self.judged(play, &judged),
        }
    }

    /// Puts two algorithms side by side, or ends that.
    pub fn compare(&mut self, play: &Play, action: ComparisonAction) {
        match action {
            ComparisonAction::Known(place) => {
                self.comparing = Comparing::known(place);
                self.panel = None;
            }
            ComparisonAction::Against(id) => {
                self.comparing = Comparing::against(play, &id);
                self.panel = None;
            }
            ComparisonAction::End => self.comparing = None,
        }
    }
}

/// The text of the reader's own program; empty where none was written.
fn own_source(play: &Play) -> &str {
    let own = play.setup().own.as_ref();
    own.map_or("", |own| own.source())
}

/// Makes the moves that were found. Whether they are a branch: not where a longer one begins with them, or where the play
/// has no room for one.
fn is_laid(play: &mut Play, found: &Discovery) -> bool {
    play.seek(0);
    let mut moves = found.schedule.moves.iter();
    moves.all(|mv| play.make(mv.clone()).is_ok()) && play.cursor() == play.run().len()
}

/// Whether a move is a part of a step.
pub fn is_part(mv: &Move) -> bool {
    matches!(
        mv,
        Move::Read(_) | Move::Send(_) | Move::Execute(_) | Move::Receive(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Asked;
    use sim::Property;

    /// Opens a run, has a search find the first `moves` moves of it, and gives the open run and the one before.
    fn found(link: &str, moves: usize) -> (Play, Option<Play>) {
        let (mut play, stopped) = link::decode(link);
        assert_eq!(stopped, None);
        let mut bench = Bench::of(&play, true);
        let mut schedule = play.run().schedule();
        schedule.moves.truncate(moves);
        let found = Discovery {
            setup: play.setup().clone(),
            schedule,
        };
        let asked = Asked::new(Property::TwoLeases);
        let found = Some(found);
        let answered = Rc::new(Answered { asked, found });
        bench.start(&mut play, StartAction::Answered(answered));
        (play, bench.former)
    }

    #[test]
    fn what_was_found_is_open_although_a_longer_run_begins_with_it() {
        let (play, former) = found("v2;getset;n=2;c1;c2;t3", 2);
        assert_eq!((play.run().len(), play.cursor()), (2, 0));
        assert_eq!(former.map(|former| former.run().len()), Some(3));
    }

    /// Sets what a reader chooses or types.
    fn set(bench: &mut Bench, play: &mut Play, setting: Setting, value: &str) {
        bench.start(play, StartAction::Set(setting, value.to_owned()));
    }

    #[test]
    fn an_edited_program_is_kept_over_panels_and_runs_until_it_begins() {
        let (mut play, _) = link::decode("v2;getset;n=2");
        let mut bench = Bench::of(&play, true);
        assert_eq!(bench.draft(&play), None);
        set(&mut bench, &mut play, Setting::Algorithm, "own");
        let edited = "acquire:\n  SETNX lock.foo 1\n  retry\nwork:\nrelease:";
        bench.write(&play, edited.to_owned());
        for panel in [Panel::Settings, Panel::Search, Panel::Settings] {
            bench.turn(panel);
            assert_eq!(bench.draft(&play), Some(edited), "{panel:?}");
        }
        // Another run with the same program is still one without the edited one.
        set(&mut bench, &mut play, Setting::Clients, "3");
        assert_eq!(bench.draft(&play), Some(edited));
        // It is about the own program, and shows again with it.
        set(&mut bench, &mut play, Setting::Algorithm, "setnx");
        assert_eq!(bench.draft(&play), None);
        set(&mut bench, &mut play, Setting::Algorithm, "own");
        assert_eq!(bench.draft(&play), Some(edited));
        // A mistake does not begin, and is kept.
        set(&mut bench, &mut play, Setting::Program, "acquire:\n  retri");
        assert_eq!(bench.draft(&play), Some(edited));
        set(&mut bench, &mut play, Setting::Program, edited);
        assert_eq!(own_source(&play), edited);
        assert_eq!(bench.draft(&play), None);
        // As it runs, it is no draft.
        bench.write(&play, edited.to_owned());
        assert_eq!(bench.draft(&play), None);
    }

    #[test]
    fn each_challenge_keeps_its_program_while_another_is_under_way() {
        let mut play = Play::new(sim::Setup::new(lock::Algorithm::Getset, 2));
        let mut bench = Bench::of(&play, true);
        let places = goal::ALL.iter().zip(0..);
        let places = places.filter_map(|(goal, place)| goal.mend().map(|_| place));
        let [first, second] = places.collect::<Vec<usize>>()[..] else {
            panic!("two challenges are won by a program");
        };
        let take_up = |bench: &mut Bench, play: &mut Play, place| {
            bench.challenge(play, ChallengeAction::Choose(place));
        };
        take_up(&mut bench, &mut play, Some(first));
        let [begun, wrong] = [
            "acquire:\n  SETNX lock.foo 1\n  retry\nwork:\nrelease:",
            "acquire:\n  retri",
        ];
        bench.write(&play, begun.to_owned());
        set(&mut bench, &mut play, Setting::Program, begun);
        assert_eq!(own_source(&play), begun);
        assert_eq!(bench.draft(&play), None);
        take_up(&mut bench, &mut play, Some(second));
        assert_eq!(bench.draft(&play), None);
        bench.write(&play, wrong.to_owned());
        // What has begun is kept as well as what has not.
        take_up(&mut bench, &mut play, Some(first));
        assert_eq!(bench.draft(&play), Some(begun));
        take_up(&mut bench, &mut play, Some(second));
        assert_eq!(bench.draft(&play), Some(wrong));
        take_up(&mut bench, &mut play, None);
        assert_eq!(bench.draft(&play), None);
    }

    #[test]
    fn what_was_found_and_is_open_stays_open() {
        let (play, former) = found("v2;getset;n=2;c1;c2;t3", 3);
        assert_eq!((play.run().len(), play.cursor()), (3, 0));
        assert!(former.is_none());
    }
}
