//! The branches as a tree: which left which, and after how many moves. Each can be gone to, named and removed.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::{Callback, Html};

use super::super::TimelineState;
use super::super::action::{Action, BranchAction};
use super::super::fields::{action_button, on_value};
use super::words as say;
use crate::ui::element::{Element, On, element};
use base::text::Lang;
use lesson::{Branch, NAME_CHARS_MAX};

/// The tree of branches.
pub fn branches(lang: Lang, timeline: &TimelineState, on_action: &Callback<Action>) -> Element {
    let tree = Tree {
        lang,
        timeline,
        on_action,
    };
    element("div").class("branches").child(tree.below(None))
}

/// What a branch is called: the reader's name for it, or its number.
pub fn name_of(lang: Lang, place: usize, branch: &Branch) -> String {
    match (&branch.name, place) {
        (Some(name), _) => name.clone(),
        (None, 0) => say::FIRST_BRANCH.get(lang).to_owned(),
        (None, _) => [say::BRANCH.get(lang), " ", &place.to_string()].concat(),
    }
}

struct Tree<'a> {
    lang: Lang,
    timeline: &'a TimelineState,
    on_action: &'a Callback<Action>,
}

impl Tree<'_> {
    /// The branches that left `parent`, each with those that left it.
    fn below(&self, parent: Option<usize>) -> Html {
        let all = self.timeline.play().branches().iter().enumerate();
        let left = all.filter(|(_, branch)| branch.parent.map(|(of, _)| of) == parent);
        let rows: Vec<Html> = left
            .map(|(place, branch)| {
                element("li")
                    .key(place as u64)
                    .child(self.row(place, branch))
                    .child(self.below(Some(place)))
                    .into()
            })
            .collect();
        match rows.is_empty() {
            true => Html::default(),
            false => element("ul").list(rows).into(),
        }
    }

    fn row(&self, place: usize, branch: &Branch) -> Element {
        let (lang, timeline, on_action) = (self.lang, self.timeline, self.on_action);
        let is_here = timeline.play().current() == place;
        let name = name_of(lang, place, branch);
        let about = match branch.parent {
            Some((_, common)) => {
                say::branch_left(common as u64, branch.own_moves() as u64).get(lang)
            }
            None => say::moves_in_all(branch.run().len() as u64).get(lang),
        };
        let run = branch.run();
        let is_broken = run.first_breaks(run.len()).next().is_some();
        let row = element("div").class("row").flag("data-here", is_here);
        if timeline.bench.renaming == Some(place) {
            return row.child(self.field(place, branch));
        }
        let labelled = |label: &'static str, action: BranchAction| {
            action_button(label, on_action, action)
                .class("quiet")
                .attr_of("aria-label", [label, " ", &name].concat())
        };
        let broken = element("span").class("bad").text(say::BREAKS.get(lang));
        row.child(
            action_button(&name, on_action, BranchAction::GoTo(place))
                .attr_if("aria-current", is_here.then_some("true")),
        )
        .child(element("span").class("about").text(&about))
        .when(is_broken.then_some(broken))
        .child(labelled(
            say::RENAME.get(lang),
            BranchAction::Rename(Some(place)),
        ))
        .when(
            (timeline.play().branches().len() > 1)
                .then(|| labelled(say::REMOVE.get(lang), BranchAction::Remove(place))),
        )
    }

    /// Where a name is typed: Enter and leaving keep it, Escape does not.
    fn field(&self, place: usize, branch: &Branch) -> Element {
        let on_change = on_value(self.on_action, move |name| BranchAction::Name(place, name));
        let on_action = self.on_action.clone();
        let on_key = Callback::from(move |event: KeyboardEvent| {
            let field = event
                .target()
                .map(|target| target.unchecked_into::<HtmlInputElement>());
            let action = match event.key().as_str() {
                "Escape" => {
                    // Or it would close the panel.
                    event.stop_propagation();
                    Some(BranchAction::Rename(None))
                }
                "Enter" if !event.is_composing() => {
                    // Or it would press what has the focus next.
                    event.prevent_default();
                    let name = field.map(|field| field.value()).unwrap_or_default();
                    Some(BranchAction::Name(place, name))
                }
                _ => None,
            };
            action
                .into_iter()
                .for_each(|action| on_action.emit(action.into()));
        });
        element("input")
            .attr_of("maxlength", NAME_CHARS_MAX.to_string())
            .attr("aria-label", say::NAME.get(self.lang))
            .value(branch.name.clone().unwrap_or_default())
            .on(On::Change, &on_change)
            .on(On::KeyDown, &on_key)
    }
}
