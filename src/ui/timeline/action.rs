//! What a reader can do with a timeline. A button, a key, a script and a link all send an [`Action`] to
//! [`TimelineState::act`](super::TimelineState::act). Each concern has an enum of its own, which one function matches
//! totally. They are not called messages: a message travels between a client and a server of the world.

use std::rc::Rc;

use super::pace::Speed;
use base::text::Phrase;
use check::{Answered, Discovery};
use lesson::compare::Side;
use lesson::goal::Judged;
use sim::{ClientId, Move};

/// One act of the reader, by what it is about.
#[derive(Clone, PartialEq)]
pub enum Action {
    /// Where the reader stands in the run.
    Cursor(CursorAction),
    /// Playing by itself.
    Playback(PlaybackAction),
    /// Which lesson is shown.
    Lesson(LessonAction),
    /// How the run is shown.
    View(ViewAction),
    /// What lies open around the run.
    Panel(PanelAction),
    /// The moves of the run.
    Edit(EditAction),
    /// The branches of the play.
    Branch(BranchAction),
    /// What the run begins with.
    Start(StartAction),
    /// Challenges.
    Challenge(ChallengeAction),
    /// Two algorithms side by side.
    Comparison(ComparisonAction),
    /// Links and files.
    Export(ExportAction),
}

/// Moves the cursor along the run.
#[derive(Clone, PartialEq)]
pub enum CursorAction {
    /// One move on.
    Step,
    /// One move back.
    Back,
    /// Straight to this many moves.
    Seek(usize),
    /// A finger came down on the slider: it may turn out to scroll the page.
    Press,
    /// It did: back to where the slider stood before.
    Cancel,
}

/// Plays the run.
#[derive(Clone, PartialEq)]
pub enum PlaybackAction {
    /// Play, or stop playing.
    Toggle,
    /// Stop playing, if it plays.
    Pause,
    /// Play at this speed.
    Speed(Speed),
}

/// Chooses a lesson.
#[derive(Clone, PartialEq)]
pub enum LessonAction {
    /// A lesson by its place among those on offer; the place after the last one is the reader's own play.
    Choose(usize),
    /// The next one if true, else the one before.
    Neighbour(bool),
    /// A lesson by its name, on offer or not.
    Begin(&'static str),
}

/// Shows the run in another way. Nothing is played by it, and a movement on show goes on.
#[derive(Clone, PartialEq)]
pub enum ViewAction {
    /// A drawing for a frame of this width, in CSS pixels.
    Resize(i32),
    /// Another part of the score: its frame was scrolled.
    Scrolled,
    /// Another move to look at closely, from 0, or none.
    Inspect(Option<usize>),
    /// The other side of a comparison, where there is room for one ladder.
    Side(Side),
    /// What the ladder shows explained, or no longer.
    Legend,
    /// For paper, or no longer.
    Print(bool),
}

/// Opens and closes what lies around the run.
#[derive(Clone, PartialEq)]
pub enum PanelAction {
    /// A panel opened, or closed if it is open.
    Toggle(Panel),
    /// The next moves on offer, where a schedule has given them so far.
    Play,
    /// The prompt at the cursor opened, or closed if it is open.
    Prompt,
    /// The parts of a step on show or not.
    Parts(bool),
    /// The clocks on show or not.
    Clocks(bool),
    /// Faults of servers, messages and the network on offer or not.
    Faults(bool),
    /// The text of the reader's own program, as far as it is written.
    Draft(String),
}

/// Changes the moves of the run.
#[derive(Clone, PartialEq)]
pub enum EditAction {
    /// A move at the cursor.
    Make(Move),
    /// What was typed at the prompt at the cursor, of one line or more.
    Type(String),
    /// The last move taken back, where the reader made it.
    Undo,
    /// No move: why it is not possible is said.
    Refuse(Phrase),
}

/// Chooses, names and removes branches, by their places.
#[derive(Clone, PartialEq)]
pub enum BranchAction {
    /// To a branch.
    GoTo(usize),
    /// To name a branch; or not to.
    Rename(Option<usize>),
    /// A branch's name.
    Name(usize, String),
    /// A branch gone.
    Remove(usize),
}

/// Begins another run.
#[derive(Clone, PartialEq)]
pub enum StartAction {
    /// Another setting, as it was typed.
    Set(Setting, String),
    /// Back to what was played before that.
    Restore,
    /// What a search was asked, its answer, and the schedule that it has found.
    Answered(Rc<Answered>),
    /// What a link says.
    Open(String),
}

/// Takes up a challenge.
#[derive(Clone, PartialEq)]
pub enum ChallengeAction {
    /// A challenge, by its place; or none.
    Choose(Option<usize>),
    /// One more hint.
    Hint,
    /// What the program of the challenge came to.
    Judged(Rc<Judged>),
}

/// Puts two algorithms side by side.
#[derive(Clone, PartialEq)]
pub enum ComparisonAction {
    /// One of the comparisons that are known, by its place.
    Known(usize),
    /// The same moves under another algorithm, by its id, beside this one.
    Against(String),
    /// No longer side by side.
    End,
}

/// Tells how a link or a file was taken.
#[derive(Clone, PartialEq)]
pub enum ExportAction {
    /// The link was copied, or could not be.
    Copied(bool),
    /// The browser could not make the file.
    Unsaved,
}

/// What can lie open below the controls, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The branches.
    Branches,
    /// What a run begins with.
    Settings,
    /// The challenges.
    Goals,
    /// What can stand side by side.
    Pairs,
    /// The search over all schedules.
    Search,
    /// Links and files.
    Share,
    /// The keys.
    Keys,
}

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// How many clients.
    Clients,
    /// How many servers.
    Servers,
    /// How many replicas of a single server.
    Replicas,
    /// What becomes of a message between two sides of the network: `wait` or `lose`.
    BetweenSides,
    /// The lease, in seconds.
    Lease,
    /// The time at the start, in seconds.
    Start,
    /// What the lock's key holds at the start; nothing for no such key.
    Value,
    /// The algorithm of all clients, by its id.
    Algorithm,
    /// That of one client.
    AlgorithmOf(ClientId),
    /// The text of the reader's own program.
    Program,
    /// How far a client's clock is ahead, in seconds.
    Clock(ClientId),
}

/// Makes each enum of a concern an [`Action`].
macro_rules! actions {
    ($($concern:ident: $actions:ident),* $(,)?) => {
        $(impl From<$actions> for Action {
            fn from(action: $actions) -> Action {
                Action::$concern(action)
            }
        })*
    };
}

actions! {
    Cursor: CursorAction,
    Playback: PlaybackAction,
    Lesson: LessonAction,
    View: ViewAction,
    Panel: PanelAction,
    Edit: EditAction,
    Branch: BranchAction,
    Start: StartAction,
    Challenge: ChallengeAction,
    Comparison: ComparisonAction,
    Export: ExportAction,
}

impl Action {
    /// What a search has found, which is played by it.
    pub fn found(&self) -> Option<&Discovery> {
        match self {
            Action::Start(StartAction::Answered(answered)) => answered.found.as_ref(),
            Action::Challenge(ChallengeAction::Judged(judged)) => judged.judgement.found(),
            _ => None,
        }
    }

    /// Whether a reader may do it who only watches: nothing but the schedule's own moves is played by it.
    pub fn only_looks(&self) -> bool {
        match self {
            Action::Cursor(_) | Action::Playback(_) | Action::Lesson(_) | Action::View(_) => true,
            Action::Panel(_)
            | Action::Edit(_)
            | Action::Branch(_)
            | Action::Start(_)
            | Action::Challenge(_)
            | Action::Comparison(_)
            | Action::Export(_) => false,
        }
    }
}
