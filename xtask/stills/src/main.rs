//! `stills LANGUAGE FILE`: writes the lessons of the article into its page, each with the sentences of all its moves. A timeline
//! of `article/` names its lessons with a line each:
//!
//! ```text
//! <lock-timeline lessons="D3 D3-wait" data-open><ul slot="waiting"><li><b>TITLE</b> OUTCOME</li>...</ul></lock-timeline>
//! ```
//!
//! Each lesson becomes a timeline of its own; with `data-open` the first one stands open, and all others are folded, under
//! title and outcome. A timeline of one lesson, `<lock-timeline lesson="D2" ...></lock-timeline>`, gets the moves.
//! A page without such a timeline is left as it is. What is open has lanes: who moved, with the command and its reply.

use std::process::ExitCode;
use std::{env, fs};

use base::text::Lang;
use lesson::{Ending, Lesson, narrate};
use sim::{Move, Run, seconds};
use tell::{Segment, SegmentKind, label};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match &words[..] {
        [lang, file] => rewrite(lang, file),
        _ => Err("usage: stills LANGUAGE FILE".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stills: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rewrite(lang: &str, file: &str) -> Result<(), String> {
    let lang = Lang::from_tag(lang).ok_or_else(|| format!("the page has no language {lang}"))?;
    let of_file = |error: String| format!("{file}: {error}");
    let page = fs::read_to_string(file).map_err(|error| of_file(error.to_string()))?;
    let page = with_lessons(lang, &page).map_err(of_file)?;
    fs::write(file, page).map_err(|error| of_file(error.to_string()))
}

const START: &str = "<lock-timeline lessons=\"";
const LIST: &str = "><ul slot=\"waiting\">";
const END: &str = "</ul></lock-timeline>";

/// The page with its lessons.
///
/// # Errors
/// Where a timeline names a lesson that does not exist, or not a line for each lesson.
fn with_lessons(lang: Lang, page: &str) -> Result<String, String> {
    let mut whole = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(START) {
        whole += before;
        let list = after
            .split_once(END)
            .filter(|(inside, _)| inside.contains(LIST));
        let Some((inside, after)) = list else {
            whole += START;
            rest = after;
            continue;
        };
        whole += &timeline(lang, inside)?;
        rest = after;
    }
    with_moves(lang, &(whole + rest))
}

/// The page with the moves of each lesson that has a timeline without content.
fn with_moves(lang: Lang, page: &str) -> Result<String, String> {
    const ONE: &str = "<lock-timeline lesson=\"";
    let mut pieces = page.split(ONE);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, _) = piece.split_once('"').unwrap_or_default();
        let lesson = lesson::find(name).ok_or_else(|| format!("no lesson {name}"))?;
        whole += ONE;
        whole += &match piece.split_once("></lock-timeline>") {
            Some((head, after)) if !head.contains('>') => {
                format!(
                    "{head}>{}</lock-timeline>{after}",
                    moves(lang, lesson, true)
                )
            }
            _ => piece.to_owned(),
        };
    }
    Ok(whole)
}

/// The lessons of a timeline, from the names to the last line.
fn timeline(lang: Lang, inside: &str) -> Result<String, String> {
    let (head, lines) = inside.split_once(LIST).unwrap_or_default();
    let (names, rest) = head
        .split_once('"')
        .ok_or("a list of lessons without an end")?;
    let is_open = rest.trim() == "data-open";
    let lines: Vec<&str> = lines.split("</li>").map(str::trim).collect();
    let lines: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("<li>"))
        .collect();
    let names: Vec<&str> = names.split(' ').collect();
    if lines.len() != names.len() {
        return Err(format!("{names:?} have {} lines", lines.len()));
    }
    let mut all = String::new();
    for (at, (name, line)) in names.into_iter().zip(lines).enumerate() {
        let lesson = lesson::find(name).ok_or_else(|| format!("no lesson {name}"))?;
        let harm = harm(lesson);
        let is_shown = is_open && at == 0;
        let moves = moves(lang, lesson, is_shown);
        all += &match is_shown {
            true => format!(
                "{START}{name}\"><p slot=\"waiting\"{harm}>{line}</p>{moves}</lock-timeline>"
            ),
            false => format!(
                "<details class=\"lesson\"><summary{harm}>{line}</summary>{START}{name}\">{moves}</lock-timeline></details>"
            ),
        };
    }
    Ok(all)
}

/// The attribute that tells how a lesson ends.
fn harm(lesson: &Lesson) -> &'static str {
    match Ending::after(&lesson.run(), usize::MAX) {
        Ending::Holds => "",
        Ending::BothAct => " data-harm=\"both\"",
        Ending::Broken => " data-harm=\"bad\"",
    }
}

/// The sentence of each move of a lesson. One that is open has the time as well, where it is another one, marks what went
/// wrong, and has what happens in a client's lane: for all lessons that would be half a kilobyte more of the page.
fn moves(lang: Lang, lesson: &Lesson, is_shown: bool) -> String {
    let run = lesson.run();
    let mut known = None;
    let mut all = "<ol slot=\"waiting\">".to_owned();
    for index in 0..run.len() {
        let now = seconds(run.world(index + 1).now_ms());
        let time = match !is_shown || known.as_ref() == Some(&now) {
            true => String::new(),
            false => format!("<i>{now}</i>"),
        };
        known = Some(now);
        let sentence = narrate(lang, index, &run, Some(lesson));
        let lane = match is_shown {
            true => lane(lang, &run, index),
            false => None,
        };
        let (sentence, lane) = (marked(&sentence, is_shown), lane.unwrap_or_default());
        all += &format!("<li>{time}{sentence}{lane}");
    }
    all + "</ol>"
}

/// What happens in the lane of the client that moves; `None` where no client does, or without a word.
fn lane(lang: Lang, run: &Run, index: usize) -> Option<String> {
    let outcome = run.outcome(index)?;
    let client = outcome.client?;
    let words = match (&outcome.request, &outcome.mv) {
        (_, Move::Crash(_)) => "✕".to_owned(),
        (Some(request), _) => {
            let command = label::command(request, run.world(index).lock_key());
            let reply = outcome.reply.as_ref().map(label::reply);
            let reply = reply.map(|reply| format!(" → {reply}"));
            command + &reply.unwrap_or_default()
        }
        (None, mv) => label::note(lang, mv)?,
    };
    let class = client.to_string().to_lowercase();
    Some(format!("<code class={class}>{}</code>", escaped(&words)))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A sentence as markup.
fn marked(sentence: &[Segment], has_marks: bool) -> String {
    let piece = |segment: &Segment| {
        let text = escaped(&segment.text);
        match segment.kind {
            SegmentKind::Bad if has_marks => format!("<strong>{text}</strong>"),
            SegmentKind::Bad | SegmentKind::Plain | SegmentKind::Code => text,
        }
    };
    sentence.iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "<p>Before</p>\n<lock-timeline lessons=\"D1 D3\" data-open><ul slot=\"waiting\">\
        <li><b>One</b> ends.</li><li><b>Two</b> goes on.</li></ul></lock-timeline>\n<p>After</p>";

    #[test]
    fn the_first_lesson_is_open_and_the_others_are_folded() {
        let page = with_lessons(Lang::En, SOURCE).unwrap();
        let open = "<p>Before</p>\n<lock-timeline lessons=\"D1\"><p slot=\"waiting\" data-harm=\"bad\"><b>One</b> ends.</p>\
            <ol slot=\"waiting\"><li><i>";
        assert!(page.starts_with(open), "{page}");
        let folded = "</lock-timeline><details class=\"lesson\"><summary><b>Two</b> goes on.</summary>\
            <lock-timeline lessons=\"D3\"><ol slot=\"waiting\">";
        assert!(page.contains(folded), "{page}");
        assert!(page.ends_with("</ol></lock-timeline></details>\n<p>After</p>"));
        let moves = lesson::find("D1").unwrap().length() + lesson::find("D3").unwrap().length();
        assert_eq!(page.matches("<li>").count(), moves);
    }

    #[test]
    fn what_stands_open_has_lanes_and_a_lesson_alone_gets_its_moves() {
        let page = with_lessons(Lang::En, SOURCE).unwrap();
        assert!(
            page.contains("<code class=c3>SETNX 100 → 1</code><li>"),
            "{page}"
        );
        assert!(page.contains("<code class=c3>✕</code><li>"));
        let folded = page.split_once("<details").unwrap().1;
        assert!(!folded.contains("<code"));
        let alone = "<lock-timeline lesson=\"D2\" class=\"first\"></lock-timeline><p>After</p>";
        let page = with_lessons(Lang::En, alone).unwrap();
        let start = "class=\"first\"><ol slot=\"waiting\"><li>";
        assert!(page.contains(start), "{page}");
        assert!(page.ends_with("</ol></lock-timeline><p>After</p>"));
        assert_eq!(with_lessons(Lang::En, &page).unwrap(), page);
    }

    #[test]
    fn nothing_is_open_unasked_and_a_page_with_its_lessons_stays() {
        let closed = SOURCE.replace(" data-open", "");
        let page = with_lessons(Lang::ZhHans, &closed).unwrap();
        assert_eq!(page.matches("<details").count(), 2);
        assert_eq!(with_lessons(Lang::ZhHans, &page).unwrap(), page);
    }

    #[test]
    fn an_unknown_lesson_and_a_missing_line_are_errors() {
        assert!(with_lessons(Lang::En, "<lock-timeline lesson=\"D99\"></lock-timeline>").is_err());
        for (from, to) in [("D3", "D33"), ("<li><b>Two</b> goes on.</li>", "")] {
            assert!(with_lessons(Lang::En, &SOURCE.replace(from, to)).is_err());
        }
    }

    #[test]
    fn a_sentence_is_text() {
        let text = "<script> & co".to_owned();
        let kind = SegmentKind::Bad;
        assert_eq!(
            marked(&[Segment { text, kind }], true),
            "<strong>&lt;script> &amp; co</strong>"
        );
    }
}
