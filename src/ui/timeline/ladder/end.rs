//! The end of a run, below its last row: the property that broke and its move, the lesson that repairs it, ways on. A lesson
//! keeps the room for it from the start, unseen.

use yew::{Callback, Html};

use super::super::action::{Action, ChallengeAction, CursorAction, LessonAction};
use super::super::fields::action_button;
use super::super::play::words as play;
use super::super::words as say;
use super::Scene;
use super::draw::{class_of, mark, named};
use crate::ui::element::{Element, element};
use base::text::Lang;
use lesson::goal;
use lesson::{Ending, Lesson};
use sim::Run;

/// The end of the run that is shown. A run of no lesson has one only where something broke: nobody has promised that it is
/// over.
pub fn end(scene: &Scene, on_action: &Callback<Action>) -> Element {
    let moves = scene.run.len();
    let ending = Ending::after(scene.run, moves);
    let lesson = scene
        .lesson()
        .filter(|lesson| scene.timeline.play().current() == 0 && lesson.length() == moves);
    let is_ahead = scene.cursor < moves;
    let place = element("div").class("ending").flag("data-ahead", is_ahead);
    if lesson.is_none() && (is_ahead || ending == Ending::Holds) {
        return place.flag("hidden", true);
    }
    let ways = lesson.map(|lesson| ways(scene, lesson, ending, on_action));
    let place = place.flag("hidden", false);
    let outside = lesson.and_then(|lesson| lesson.outside);
    let outside = outside.map(|text| element("p").class("about").text(text.get(scene.lang)));
    told(place, scene.lang, scene.run, Some(on_action))
        .when(outside)
        .when(lesson.and_then(|lesson| reported(scene.lang, lesson)))
        .when(ways)
}

/// Where somebody has met what a lesson shows.
fn reported(lang: Lang, lesson: &Lesson) -> Option<Element> {
    let path = lesson.reported?;
    let [owner, name, _, number] = path.split('/').collect::<Vec<_>>()[..] else {
        return None;
    };
    let link = element("a")
        .attr_of("href", ["https://github.com/", path].concat())
        .attr("rel", "noreferrer")
        .text(&[owner, "/", name, "#", number].concat());
    Some(
        element("p")
            .class("about")
            .text(say::REPORTED.get(lang))
            .child(link),
    )
}

/// The outcome of a run, in a place for it; with a way to the move that broke it, where that can be gone.
pub fn told(
    place: Element,
    lang: Lang,
    run: &Run,
    on_action: Option<&Callback<Action>>,
) -> Element {
    let ending = Ending::after(run, run.len());
    let head = element("p")
        .class("came")
        .attr("data-harm", class_of(ending).unwrap_or("well"))
        .child(mark(ending))
        .child(element("strong").text(title(ending).get(lang)))
        .when(cause(lang, run, on_action));
    let limit =
        (ending == Ending::BothAct).then(|| element("p").class("about").text(say::LIMIT.get(lang)));
    place.child(head).when(limit)
}

const fn title(ending: Ending) -> base::text::Text {
    match ending {
        Ending::Holds => say::ENDED_WELL,
        Ending::BothAct => say::ENDED_BOTH,
        Ending::Broken => say::ENDED_BROKEN,
    }
}

/// Whether a run has an outcome to tell. One that is no lesson's has it only where something broke: with another move it may
/// still break.
pub fn has_outcome(run: &Run, is_lesson: bool) -> bool {
    is_lesson || Ending::after(run, run.len()) != Ending::Holds
}

/// The outcome of a run as it is heard at its end, as far as it is shown.
pub fn heard(lang: Lang, run: &Run, is_lesson: bool) -> Option<String> {
    let title = title(Ending::after(run, run.len())).get(lang);
    has_outcome(run, is_lesson).then(|| match worst(lang, run) {
        Some((words, _)) => [title, " ", &words].concat(),
        None => title.to_owned(),
    })
}

/// The first of the worst violations, and the number of its move.
fn worst(lang: Lang, run: &Run) -> Option<(String, usize)> {
    let breaks = || run.first_breaks(run.len());
    let worst = breaks().map(|(_, outcome)| Ending::of(outcome)).max();
    let found = breaks().find(|(_, outcome)| Some(Ending::of(outcome)) == worst);
    let deadlock = || Some((run.last().deadlock()?, run.len()));
    Some(match found {
        Some((index, outcome)) => {
            let mut all = outcome.broken.iter();
            let broken = all.find(|broken| Some(Ending::of_property(broken.property)) == worst)?;
            (tell::broken(lang, broken, outcome.now_ms.after), index + 1)
        }
        None => {
            let (deadlock, number) = deadlock()?;
            (tell::deadlock(lang, &deadlock), number)
        }
    })
}

/// That violation, with the way to its move.
fn cause(lang: Lang, run: &Run, on_action: Option<&Callback<Action>>) -> Option<Element> {
    let (words, number) = worst(lang, run)?;
    let link = on_action.map(|on_action| {
        let label = play::move_number(number as u64).get(lang);
        action_button(&label, on_action, CursorAction::Seek(number)).class("quiet")
    });
    Some(
        element("span")
            .child(named(&[" ", &words, " "].concat()))
            .when(link),
    )
}

/// Where to go on: to what repairs it, to the next lesson, and to the challenge.
fn ways(scene: &Scene, lesson: &Lesson, ending: Ending, on_action: &Callback<Action>) -> Element {
    let lang = scene.lang;
    let timeline = scene.timeline;
    let before = match ending {
        Ending::BothAct => say::KEPT_SAFE_BY,
        _ => say::REPAIRED_BY,
    };
    let mended = lesson.mended_by;
    let next = timeline.lessons().get(timeline.chosen() + 1).copied();
    let mut all = lesson::ALL.into_iter();
    let next = next.or_else(|| {
        all.find(|known| known.id == lesson.id)
            .and_then(|_| all.next())
    });
    let next = next.filter(|next| mended.is_none_or(|mended| mended.id != next.id));
    let to = |before: base::text::Text, to: &'static Lesson| {
        let label = [before.get(lang), to.title.get(lang)].concat();
        let is_offered = timeline.lessons().iter().any(|known| known.id == to.id);
        let begin = LessonAction::Begin(to.id);
        // A page that has the lesson in a timeline of its own leads there.
        let way = || action_button(&label, on_action, begin).attr("data-lesson", to.id);
        (is_offered || !scene.is_watched).then(way)
    };
    let challenge = lesson.challenge().filter(|_| !scene.is_watched);
    let challenge = challenge.and_then(|goal| {
        let place = goal::ALL.iter().position(|known| known.id == goal.id)?;
        let label = say::break_it(goal.way()?.shortest as u64).get(lang);
        let choose = ChallengeAction::Choose(Some(place));
        Some(action_button(&label, on_action, choose))
    });
    let all = [
        mended.and_then(|mended| to(before, mended)),
        next.and_then(|next| to(say::NEXT_LESSON, next)),
        challenge,
    ];
    let all = all.into_iter().flatten().enumerate();
    let all: Vec<Html> = all.map(|(at, way)| way.key(at as u64).into()).collect();
    element("div").class("ways").list(all)
}
