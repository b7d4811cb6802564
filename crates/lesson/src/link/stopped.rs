//! The first invalid part of a link, and why it is invalid.

use base::text::{Lang, Phrase, Text};
use lock::Diagnostic;
use sim::NotEnabled;

/// Characters of a part that are shown.
const SHOWN_CHARS_MAX: usize = 40;

const PLAYS_OTHERWISE: Text = Text {
    en: "The page that made this link showed other replies or verdicts for these moves. Here they are computed anew.",
    zh: "生成这个链接的页面，对同样的步骤显示过不同的回复或结论。这里的都是重新算出的。",
};
const JUDGED_ANEW: Text = Text {
    en: "This link is from the first release, which judged some moves otherwise. Here they are judged anew.",
    zh: "这个链接来自第一版，当时对某些步骤的判断有所不同。这里的都是重新判断的。",
};
const UNUSABLE_PART: Text = Text {
    en: "Part {number} of the link, “{part}”, cannot be used: {why}.",
    zh: "链接的第 {number} 部分“{part}”无法使用：{why_zh}。",
};
const UNUSABLE_PROGRAM: Text = Text {
    en: "The program cannot be used: {why}.",
    zh: "程序无法使用：{why_zh}。",
};

/// The first invalid part of a link, and why it is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// The part at which it stopped, as it is written, with U+FFFD for control characters; a long one is cut off, with an ellipsis.
    pub part: String,
    /// Which part that is, from 1.
    pub number: usize,
    /// The reason.
    pub why: LinkProblem,
}

/// Why a part of a link is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkProblem {
    /// The link has another version than the one that is known here, or none.
    Version,
    /// There is no lesson and no algorithm of that name.
    NoStart,
    /// No part of a link is written like this.
    NotUnderstood,
    /// A setting is outside its limits.
    OutsideLimits,
    /// A setting stands after the first move, or after a lesson, which has its own.
    NoSetting,
    /// There is no branch of that number.
    NoBranch,
    /// The branch ends at this move.
    PastEnd(usize),
    /// The program has a mistake.
    Program(Box<Diagnostic>),
    /// The move cannot be made there.
    Move(NotEnabled),
    /// Nothing is wrong with the link, but the page that made it had other replies or verdicts.
    PlaysOtherwise,
    /// Nothing is wrong with the link, but the first release may have judged its moves otherwise.
    JudgedAnew,
}

impl LinkError {
    pub(super) fn at(part: &str, number: usize, why: LinkProblem) -> LinkError {
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let mut shown: String = part.chars().take(SHOWN_CHARS_MAX).map(visible).collect();
        if part.chars().nth(SHOWN_CHARS_MAX).is_some() {
            shown.push('…');
        }
        LinkError {
            part: shown,
            number,
            why,
        }
    }

    /// The error in a sentence. The parts before it are played.
    pub fn phrase(&self) -> Phrase {
        match self.why {
            LinkProblem::PlaysOtherwise => return PLAYS_OTHERWISE.into(),
            LinkProblem::JudgedAnew => return JUDGED_ANEW.into(),
            _ => {}
        }
        let text = match self.why {
            // It is a text of many lines, and may stand in an element, where it is no part of a link.
            LinkProblem::Program(_) => UNUSABLE_PROGRAM,
            _ => UNUSABLE_PART,
        };
        let (en, zh) = (self.why.words(Lang::En), self.why.words(Lang::ZhHans));
        Phrase::new(
            text,
            vec![
                ("number", self.number.to_string()),
                ("part", self.part.clone()),
                ("why", en),
                ("why_zh", zh),
            ],
        )
    }
}

impl LinkProblem {
    fn words(&self, lang: Lang) -> String {
        let text = match self {
            LinkProblem::Version => Text {
                en: "this page understands links of versions v1 and v2",
                zh: "本页只能解读 v1 和 v2 版的链接",
            },
            LinkProblem::NoStart => Text {
                en: "there is no lesson and no algorithm of that name",
                zh: "没有这个名称的场景或算法",
            },
            LinkProblem::NotUnderstood => Text {
                en: "this cannot be part of a link",
                zh: "链接里不会有这样的内容",
            },
            LinkProblem::OutsideLimits => Text {
                en: "this setting is outside its limits",
                zh: "这项设置超出了范围",
            },
            LinkProblem::NoSetting => Text {
                en: "settings must come before the first move, and a lesson has settings of its own",
                zh: "设置要写在第一步之前，而场景自带设置",
            },
            LinkProblem::NoBranch => Text {
                en: "there is no such branch",
                zh: "没有这个分支",
            },
            LinkProblem::PastEnd(moves) => {
                let text = Text {
                    en: "this branch ends at move {moves}",
                    zh: "这个分支到第 {moves} 步为止",
                };
                return Phrase::new(text, vec![("moves", moves.to_string())]).get(lang);
            }
            // The sentence around it has a full stop of its own.
            LinkProblem::Program(wrong) => {
                let words = wrong.get(lang);
                return words.trim_end_matches(['.', '。']).to_owned();
            }
            LinkProblem::Move(why) => return tell::refusal(why).get(lang),
            LinkProblem::PlaysOtherwise => PLAYS_OTHERWISE,
            LinkProblem::JudgedAnew => JUDGED_ANEW,
        };
        text.get(lang).to_owned()
    }
}
