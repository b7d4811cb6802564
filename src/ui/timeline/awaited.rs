//! Acts whose play needs a part of the wasm that has not come: they wait for it, and all acts behind them. Without it a world
//! would be told so in the place of replies.

use super::TimelineState;
use super::action::{Action, ChallengeAction, ComparisonAction, EditAction, StartAction};
use super::play::changed;
use crate::ui::parts::{self, Reason};
use crate::ui::shared::Shared;
use base::part::Part;
use lesson::{compare, goal, link};
use lock::Algorithm;
use sim::{Move, Setup};

/// The acts that wait, in their order.
#[derive(Default)]
pub struct Awaited {
    acts: Vec<Action>,
    /// Why the last part did not come.
    failure: Option<Reason>,
}

impl Awaited {
    /// Whether acts wait for a part.
    pub fn is_waiting(&self) -> bool {
        !self.acts.is_empty()
    }

    /// Why the part did not come that the last act needed.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl Shared<TimelineState> {
    /// Does what the reader asks for, as [`TimelineState::act`], and tells who listens; at once, or when the part has come
    /// that it needs.
    pub fn act(&self, action: Action) {
        let is_behind = self.borrow().awaited.is_waiting() && !matches!(action, Action::View(_));
        if is_behind {
            return self.borrow_mut().awaited.acts.push(action);
        }
        let lacking = lacks(&self.borrow(), &action);
        let Some(part) = lacking else {
            return self.act_now(action);
        };
        let awaited = &mut self.borrow_mut().awaited;
        awaited.failure = None;
        awaited.acts.push(action);
        let state = self.downgrade();
        parts::request(part, move |result| {
            if let Some(state) = state.upgrade().map(Shared::from) {
                state.settled(result);
            }
        });
    }

    fn act_now(&self, action: Action) {
        let before = self.borrow().cursor();
        self.borrow_mut().act(action);
        let state = self.borrow();
        if let Some(listener) = &state.listener
            && state.cursor() != before
        {
            listener(&state, state.cursor() == before + 1);
        }
    }

    /// The part has come, or could not be fetched.
    fn settled(&self, result: Result<(), Reason>) {
        let acts = std::mem::take(&mut self.borrow_mut().awaited.acts);
        match result {
            Ok(()) => acts.into_iter().for_each(|action| self.act(action)),
            Err(why) => self.borrow_mut().awaited.failure = Some(why),
        }
        let redraw = self.borrow().redraw.clone();
        if let Some(redraw) = redraw {
            redraw.emit(());
        }
    }
}

/// The part that an act needs and that has not come.
fn lacks(timeline: &TimelineState, action: &Action) -> Option<Part> {
    let of_setups = |setups: &[Setup]| setups.iter().find_map(Setup::lacks);
    match action {
        Action::Lesson(action) => timeline.lesson_of(action)?.lacks(),
        Action::Edit(EditAction::Make(mv)) => mv.lacks(),
        Action::Edit(EditAction::Type(text)) => {
            let mut lines = text.lines();
            lines.find_map(|line| Move::Type(line.into()).lacks())
        }
        Action::Start(StartAction::Set(setting, value)) => {
            let setup = changed(timeline.play.setup(), *setting, value).ok()?;
            setup.lacks()
        }
        Action::Start(StartAction::Answered(_)) | Action::Challenge(ChallengeAction::Judged(_)) => {
            action.found()?.setup.lacks()
        }
        Action::Start(StartAction::Open(text)) => link::lacks(text),
        Action::Challenge(ChallengeAction::Choose(place)) => {
            (goal::ALL.get((*place)?)?.setup)().lacks()
        }
        Action::Comparison(ComparisonAction::Known(place)) => {
            of_setups(&compare::ALL.get(*place)?.setups())
        }
        Action::Comparison(ComparisonAction::Against(id)) => {
            Setup::new(Algorithm::find(id)?, 1).lacks()
        }
        // What these play has been played before.
        Action::Start(StartAction::Restore)
        | Action::Challenge(ChallengeAction::Hint)
        | Action::Comparison(ComparisonAction::End)
        | Action::Edit(EditAction::Undo | EditAction::Refuse(_))
        | Action::Cursor(_)
        | Action::Playback(_)
        | Action::View(_)
        | Action::Panel(_)
        | Action::Branch(_)
        | Action::Export(_) => None,
    }
}
