//! The timeline's own words. Sentences about moves are in `tell`. They are in `locales/en/timeline.ftl` and its like.

use base::text::{Lang, Phrase, Text};
use keyspace::nearest::nearest;

include!(concat!(env!("OUT_DIR"), "/timeline.rs"));

/// A move and its time.
pub fn move_at(lang: Lang, number: usize, time: &str) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => ["Move ", &number, ", t = ", time].concat(),
        Lang::ZhHans => ["第 ", &number, " 步，t = ", time].concat(),
    }
}

/// Which move the cursor is at.
pub fn move_of(lang: Lang, cursor: usize, moves: usize) -> String {
    match lang {
        Lang::En => format!("move {cursor} of {moves}"),
        Lang::ZhHans => format!("第 {cursor} 步，共 {moves} 步"),
    }
}

/// That there is no lesson of that name, which one is shown instead, and which one may be meant.
pub fn unknown_lesson(lang: Lang, asked: &str, shown: &str) -> String {
    const ASKED_CHARS_MAX: usize = 40;
    let near = nearest(asked, &mut lesson::ALL.iter().map(|lesson| lesson.id));
    let asked: String = asked.chars().take(ASKED_CHARS_MAX).collect();
    let [before, between, after, meant, end] = match lang {
        Lang::En => [
            "There is no lesson “",
            "”, so this is ",
            ".",
            " Did you mean ",
            "?",
        ],
        Lang::ZhHans => [
            "没有名为“",
            "”的场景，现在显示的是 ",
            "。",
            "是否想看 ",
            "？",
        ],
    };
    let mut said = [before, &asked, between, shown, after].concat();
    if let Some(near) = near {
        said.extend([meant, near, end]);
    }
    said
}
