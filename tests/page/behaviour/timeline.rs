//! The timeline as a reader uses it: by keyboard, by its controls, by playing; what it shows is what the engine
//! outside the browser gives for the same lesson.

use page_tests::{Outcome, Page};
use serde_json::json;
use setnx_playground::lesson::{self, Lesson};
use setnx_playground::sim::{Run, World, value_text};
use setnx_playground::text::Lang;

use crate::places::*;

/// As the documentation tells it, with the values of this lesson's clock.
const DEL_RACE: [(&str, &str, &str); 9] = [
    ("C3", "SETNX 100", "1"),
    ("C1", "SETNX 112", "0"),
    ("C1", "GET", "100"),
    ("C2", "SETNX 112", "0"),
    ("C2", "GET", "100"),
    ("C1", "DEL", "1"),
    ("C1", "SETNX 112", "1"),
    ("C2", "DEL", "1"),
    ("C2", "SETNX 112", "1"),
];

pub async fn the_del_race_is_stepped_to_its_end_by_keyboard_alone(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    tab_to(page, &timeline("D2", ".ladder")).await?;
    let (lesson, run) = (lesson("D2"), lesson("D2").run());
    for done in lesson.opening..=run.len() {
        until_cursor(page, "D2", done).await?;
        assert_eq!(exchanges(page, "D2").await?, expected(&run, done));
        assert_heard(&sentence(page, "D2").await?, lesson, &run, done);
        page.press(RIGHT).await?;
    }
    let told: Vec<_> = DEL_RACE
        .map(|(who, command, reply)| (owned(who), owned(command), owned(reply)))
        .into();
    assert_eq!(exchanges(page, "D2").await?, told);
    // One more press changes nothing, and nothing has taken the focus away.
    until_cursor(page, "D2", run.len()).await?;
    assert!(has_focus(page, &timeline("D2", ".ladder")).await?);
    Ok(())
}

pub async fn two_believers_are_marked_in_more_ways_than_by_colour(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), LEFT).await?;
    page.press(END).await?;
    until_cursor(page, "D2", lesson("D2").length()).await?;
    let all = |part: &str| {
        let root = json!(timeline("D2", "section"));
        format!("[...find({root}).querySelectorAll('{part}')].map((part) => part.textContent)")
    };
    let named = texts(page.evaluate(&all(".heads [data-crowded] b")).await?)?;
    assert_eq!(named, ["C1", "C2"]);
    // The rows that it lasts have a mark with words, and an edge.
    let marks = texts(
        page.evaluate(&all(".row[data-tint=bad] .time .unseen"))
            .await?,
    )?;
    assert_eq!(
        marks,
        ["The lock is broken here", "The lock is broken here"]
    );
    let edge = format!(
        "getComputedStyle(find({})).boxShadow !== 'none'",
        json!(timeline("D2", ".row[data-tint=bad]"))
    );
    assert_eq!(page.evaluate(&edge).await?, true);
    page.until_text(
        &timeline("D2", ".row[aria-current] strong"),
        "C1 and C2 now both believe that they hold the lock",
    )
    .await
}

pub async fn stepping_back_and_forward_gives_the_same_drawing(page: &Page) -> Outcome {
    page.open("").await?;
    for lessons in ["D2", "D3"] {
        go_to_timeline(page, lessons).await?;
        page.type_into(&timeline(lessons, ".ladder"), HOME).await?;
        let moves = lesson(lessons).length();
        let mut forward = Vec::new();
        for done in 0..=moves {
            until_cursor(page, lessons, done).await?;
            forward.push(shown(page, lessons).await?);
            page.press(RIGHT).await?;
        }
        for done in (0..moves).rev() {
            page.press(LEFT).await?;
            until_cursor(page, lessons, done).await?;
            assert_same(&shown(page, lessons).await?, &forward[done]);
        }
        page.press(END).await?;
        until_cursor(page, lessons, moves).await?;
        assert_same(&shown(page, lessons).await?, &forward[moves]);
    }
    Ok(())
}

pub async fn every_lesson_shows_the_replies_that_the_engine_gives(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    for lessons in ["D1", "D2", "D3", "D4"] {
        go_to_timeline(page, lessons).await?;
        let (lesson, run) = (lesson(lessons), lesson(lessons).run());
        until_cursor(page, lessons, lesson.opening).await?;
        page.type_into(&timeline(lessons, ".ladder"), END).await?;
        until_cursor(page, lessons, run.len()).await?;
        assert_eq!(
            exchanges(page, lessons).await?,
            expected(&run, run.len()),
            "{lessons}"
        );
        assert_heard(&sentence(page, lessons).await?, lesson, &run, run.len());
    }
    Ok(())
}

pub async fn home_and_end_go_to_the_ends(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let moves = lesson("D2").length();
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", moves).await?;
    page.until_text(&timeline("D2", ".count"), &format!("{moves} / {moves}"))
        .await?;
    page.press(HOME).await?;
    until_cursor(page, "D2", 0).await?;
    assert_eq!(
        sentence(page, "D2").await?,
        lesson("D2").summary.get(Lang::En)
    );
    assert_eq!(exchanges(page, "D2").await?, []);
    Ok(())
}

pub async fn buttons_step_and_say_why_they_cannot(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let opening = lesson("D2").opening;
    let button = |number: u8| timeline("D2", &format!(".controls button:nth-of-type({number})"));
    let (restart, back, step) = (button(1), button(2), button(3));
    page.click(&step).await?;
    until_cursor(page, "D2", opening + 1).await?;
    page.click(&back).await?;
    until_cursor(page, "D2", opening).await?;
    page.click(&restart).await?;
    until_cursor(page, "D2", 0).await?;
    let refused = |path: &str| {
        format!(
            "(({{ ariaDisabled, title }}) => ariaDisabled + ' ' + title)(find({}))",
            json!(path)
        )
    };
    for at_start in [&restart, &back] {
        assert_eq!(
            page.evaluate(&refused(at_start)).await?,
            "true This is the beginning"
        );
    }
    assert_eq!(page.evaluate(&refused(&step)).await?, "null ");
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", lesson("D2").length()).await?;
    assert_eq!(
        page.evaluate(&refused(&step)).await?,
        "true This is the end"
    );
    // It can still be reached and pressed, and nothing comes of it.
    page.click(&step).await?;
    assert_eq!(cursor(page, "D2").await?, lesson("D2").length());
    Ok(())
}

pub async fn controls_keep_their_native_keys(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let opening = lesson("D2").opening;
    let slider = timeline("D2", ".slider");
    for (key, done) in [
        (RIGHT, opening + 1),
        (RIGHT, opening + 2),
        (LEFT, opening + 1),
        (UP, opening + 2),
        (HOME, 0),
    ] {
        page.type_into(&slider, key).await?;
        page.until(&format!(
            "find({}).textContent.startsWith('{done} /')",
            json!(timeline("D2", ".count"))
        ))
        .await?;
        assert_eq!(
            exchanges(page, "D2").await?,
            expected(&lesson("D2").run(), done)
        );
        assert!(has_focus(page, &slider).await?);
    }
    // Space presses the button that has the focus, once, and does not play.
    let step = timeline("D2", ".controls button:nth-of-type(3)");
    page.type_into(&step, " ").await?;
    until_cursor(page, "D2", 1).await?;
    assert_eq!(play_label(page).await?, "Play");
    page.press(RIGHT).await?;
    assert_eq!(
        cursor(page, "D2").await?,
        1,
        "an arrow on a button is the browser's"
    );
    let speed = timeline("D2", "select.speed");
    page.type_into(&speed, DOWN).await?;
    page.until(&format!("find({}).value === '2×'", json!(speed)))
        .await?;
    assert_eq!(cursor(page, "D2").await?, 1);
    page.type_into(&timeline("D2", "summary"), " ").await?;
    page.find(&timeline("D2", "details[open] button")).await?;
    assert_eq!(play_label(page).await?, "Play");
    Ok(())
}

pub async fn the_slider_goes_anywhere_at_once(page: &Page) -> Outcome {
    page.open("").await?;
    go_to_timeline(page, "D2").await?;
    let (run, slider) = (lesson("D2").run(), timeline("D2", ".slider"));
    for done in [9, 2, 11, 0, 7] {
        // A driver cannot drag inside a shadow root by value, so the slider's own event is made.
        page.find(&slider).await?;
        page.evaluate(&format!(
            "((slider) => {{ slider.value = {done}; slider.dispatchEvent(new InputEvent('input', {{ bubbles: true, composed: true }})); }})(find({}))",
            json!(slider)
        ))
        .await?;
        page.until(&format!(
            "find({}).textContent.startsWith('{done} /')",
            json!(timeline("D2", ".count"))
        ))
        .await?;
        assert_eq!(exchanges(page, "D2").await?, expected(&run, done));
    }
    Ok(())
}

/// Every interval that runs in the page, by what it waits, in milliseconds.
const WATCH_INTERVALS: &str = "(() => {
    const [set, clear] = [window.setInterval, window.clearInterval];
    window.running = new Map();
    window.setInterval = (work, ms, ...rest) => { const id = set(work, ms, ...rest); running.set(id, ms); return id; };
    window.clearInterval = (id) => { running.delete(id); clear(id); };
})()";

async fn until_nothing_runs(page: &Page) -> Outcome {
    page.until("running.size === 0").await
}

/// Waits until D2 plays at its pace: 220 words a minute of the sentence on show, 1.5 s at least, and `speed` halves.
async fn until_plays(page: &Page, done: usize, halves: usize) -> Outcome {
    let (lesson, run) = (lesson("D2"), lesson("D2").run());
    let sentence = match done {
        0 => lesson.summary.get(Lang::En).to_owned(),
        done => narrated(lesson, &run, done, Lang::En),
    };
    let ms = (sentence.split_whitespace().count() * (60_000 / 220)).max(1_500) * 2 / halves;
    page.until(&format!("[...running.values()].join() === '{ms}'"))
        .await
}

/// Waits until a press of *Play* has begun, and the first move is due.
async fn until_begins(page: &Page) -> Outcome {
    page.until("[...running.values()].join() === '500'").await
}

/// Whatever the sentence on show takes to read: D2's takes 7 s.
pub async fn play_moves_something_within_eight_tenths_of_a_second(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let first_move = |host: &str, press: &str| {
        format!(
            "((box) => new Promise((resolve) => {{
                box.scrollIntoView({{ block: 'center' }});
                const begun = performance.now();
                const start = box.position;
                box.addEventListener('lock-step', function moved({{ detail }}) {{
                    if (detail.position !== start + 1) return;
                    box.removeEventListener('lock-step', moved);
                    resolve(performance.now() - begun);
                }});
                {press};
            }}))(find({}))",
            json!(host)
        )
    };
    let space = "box.shadowRoot.querySelector('.ladder').dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, composed: true, cancelable: true }))";
    let play = "find('.reins [data-do=play]').click()";
    for position in [0, lesson("D2").opening] {
        page.evaluate(&format!("find('[lessons=D2]').seek({position})"))
            .await?;
        until_cursor(page, "D2", position).await?;
        let ms = page.evaluate(&first_move("[lessons=D2]", space)).await?;
        assert!(ms.as_f64() < Some(800.0), "from move {position}: {ms} ms");
        page.type_into(&timeline("D2", ".ladder"), " ").await?;
        page.until(&format!(
            "find({}).textContent.startsWith('Play')",
            json!(timeline("D2", ".controls button:nth-of-type(4)"))
        ))
        .await?;
    }
    // The race at the beginning has buttons of its own, and stands at its end.
    page.evaluate("find('.hero lock-timeline').seek(0)").await?;
    let ms = page
        .evaluate(&first_move(".hero lock-timeline", play))
        .await?;
    assert!(ms.as_f64() < Some(800.0), "the race: {ms} ms");
    Ok(())
}

pub async fn space_plays_and_pauses(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.evaluate(WATCH_INTERVALS).await?;
    go_to_timeline(page, "D2").await?;
    let opening = lesson("D2").opening;
    page.type_into(&timeline("D2", "select.speed"), DOWN)
        .await?;
    page.type_into(&timeline("D2", ".ladder"), " ").await?;
    until_begins(page).await?;
    until_plays(page, opening + 1, 4).await?;
    assert_eq!(play_label(page).await?, "Pause");
    until_cursor(page, "D2", opening + 2).await?;
    assert_eq!(
        sentence(page, "D2").await?,
        narrated(lesson("D2"), &lesson("D2").run(), opening + 2, Lang::En),
        "the live region holds the latest sentence alone"
    );
    page.press(" ").await?;
    until_nothing_runs(page).await?;
    assert_eq!(play_label(page).await?, "Play");
    // At another speed it goes on from there; a step back stops it.
    page.type_into(&timeline("D2", "select.speed"), UP).await?;
    page.type_into(&timeline("D2", ".ladder"), " ").await?;
    let next = cursor(page, "D2").await? + 1;
    until_plays(page, next, 2).await?;
    page.press(LEFT).await?;
    until_nothing_runs(page).await
}

pub async fn playing_stops_at_the_end_and_begins_again_from_there(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.evaluate(WATCH_INTERVALS).await?;
    go_to_timeline(page, "D2").await?;
    let moves = lesson("D2").length();
    page.type_into(&timeline("D2", "select.speed"), DOWN)
        .await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    page.press(LEFT).await?;
    until_cursor(page, "D2", moves - 1).await?;
    page.press(" ").await?;
    until_cursor(page, "D2", moves).await?;
    until_nothing_runs(page).await?;
    assert_eq!(play_label(page).await?, "Replay");
    page.press(" ").await?;
    until_cursor(page, "D2", 0).await?;
    until_plays(page, 1, 4).await
}

pub async fn playing_stops_when_the_timeline_leaves_the_view(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.evaluate(WATCH_INTERVALS).await?;
    go_to_timeline(page, "D2").await?;
    page.click(&timeline("D2", ".controls button:nth-of-type(4)"))
        .await?;
    until_plays(page, lesson("D2").opening + 1, 2).await?;
    page.evaluate("scrollTo(0, 0)").await?;
    until_nothing_runs(page).await?;
    assert_eq!(play_label(page).await?, "Play");
    Ok(())
}

pub async fn the_whole_run_can_be_read_as_a_table(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let (lesson, run) = (lesson("D2"), lesson("D2").run());
    let table = timeline("D2", "[role=table]");
    let rows = format!("[...find({}).querySelectorAll('[role=row]')]", json!(table));
    // Rows of moves that are to come are drawn empty, and are not there for a reader who listens.
    let heard = format!(
        "{rows}.filter((row) => row.ariaHidden !== 'true').map((row) => Number(row.ariaRowIndex)).join()"
    );
    let indices = |done: usize| {
        let all: Vec<String> = (1..=done + 2).map(|index| index.to_string()).collect();
        all.join(",")
    };
    assert_eq!(page.evaluate(&heard).await?, indices(lesson.opening));
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    until_cursor(page, "D2", run.len()).await?;
    assert_eq!(page.evaluate(&heard).await?, indices(run.len()));
    let count = format!("find({}).ariaRowCount", json!(table));
    assert_eq!(page.evaluate(&count).await?, (run.len() + 2).to_string());
    let words = texts(
        page.evaluate(&format!(
            "{rows}.slice(2).map((row) => row.querySelector('.said').textContent)"
        ))
        .await?,
    )?;
    let told: Vec<String> = (1..=run.len())
        .map(|done| narrated(lesson, &run, done, Lang::En))
        .collect();
    assert_eq!(words, told);
    let heads =
        format!("[...{rows}[0].children].map((cell) => cell.role + ' ' + cell.textContent)");
    assert_eq!(
        texts(page.evaluate(&heads).await?)?,
        ["Time", "What happens", "lock.foo", "C1", "C2", "C3"]
            .map(|head| format!("columnheader {head}"))
    );
    // The lane shows the verb and what changed; the whole command is heard.
    let last = format!("[...{rows}.at(-1).children].map((cell) => cell.textContent)");
    let last = texts(page.evaluate(&last).await?)?;
    assert_eq!(last.len(), 6);
    assert!(last[4].contains("SETNX lock.foo 112"), "{last:?}");
    assert!(last[4].contains("reply 1"), "{last:?}");
    let current = format!("{rows}.findIndex((row) => row.ariaCurrent === 'step') - 1");
    assert_eq!(page.evaluate(&current).await?, json!(run.len()));
    Ok(())
}

pub async fn another_language_changes_the_words_and_keeps_the_cursor(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let (lesson, run) = (lesson("D2"), lesson("D2").run());
    page.type_into(&timeline("D2", ".ladder"), RIGHT).await?;
    page.press(RIGHT).await?;
    let done = lesson.opening + 2;
    until_cursor(page, "D2", done).await?;
    for (link, lang) in [("#zh", Lang::ZhHans), ("#en", Lang::En)] {
        page.click(link).await?;
        page.until(&format!(
            "document.documentElement.lang === '{}'",
            lang.tag()
        ))
        .await?;
        page.until(&format!(
            "find({}).textContent === {}",
            json!(timeline("D2", ".say")),
            json!(narrated(lesson, &run, done, lang))
        ))
        .await?;
        assert_eq!(cursor(page, "D2").await?, done);
        assert_eq!(exchanges(page, "D2").await?, expected(&run, done));
    }
    Ok(())
}

/// The messages that are told: client, command and reply.
async fn exchanges(page: &Page, lessons: &str) -> Outcome<Vec<(String, String, String)>> {
    let script = format!(
        "((section) => [...section.querySelectorAll('.row:not([data-ahead]) .call')].map((command) => {{
            const client = command.closest('[data-client]').dataset.client;
            return [
                section.querySelector(`.heads [data-client=\"${{client}}\"] b`).textContent,
                command.querySelector('.pill').textContent,
                command.querySelector('.reply').lastChild.textContent,
            ];
        }}))(find({}))",
        json!(timeline(lessons, "section"))
    );
    let rows = page.evaluate(&script).await?;
    let rows = rows.as_array().cloned().unwrap_or_default();
    rows.into_iter()
        .map(|row| match texts(row)?.as_slice() {
            [who, command, reply] => Ok((who.clone(), command.clone(), reply.clone())),
            row => Err(format!("{row:?} is no exchange").into()),
        })
        .collect()
}

/// The messages of the first `done` moves as the native engine gives them.
fn expected(run: &Run, done: usize) -> Vec<(String, String, String)> {
    let key = run.world(0).lock_key();
    let call = |index: usize| {
        let outcome = run.outcome(index)?;
        let (who, request) = (outcome.client?, outcome.request.as_ref()?);
        let reply = value_text(World::client(run.world(index + 1), who)?.reply());
        Some((who.to_string(), request.short(key), reply))
    };
    (0..done).filter_map(call).collect()
}

/// The text of the live region.
async fn sentence(page: &Page, lessons: &str) -> Outcome<String> {
    let region = json!(timeline(lessons, ".say[aria-live=polite]"));
    text(
        page.evaluate(&format!("find({region}).textContent"))
            .await?,
    )
}

/// The sentence of the move is heard, and behind the last one the outcome.
fn assert_heard(heard: &str, lesson: &Lesson, run: &Run, done: usize) {
    let told = narrated(lesson, run, done, Lang::En);
    let outcome = heard.strip_prefix(&told);
    let outcome = outcome.unwrap_or_else(|| panic!("{heard:?} is not {told:?}"));
    assert_eq!(!outcome.is_empty(), done == run.len(), "{heard}");
}

fn narrated(lesson: &Lesson, run: &Run, done: usize, lang: Lang) -> String {
    let segments = lesson::narrate(lang, done - 1, run, Some(lesson));
    segments.into_iter().map(|segment| segment.text).collect()
}

/// The whole markup of the timeline without its motion; the order of attributes is ignored.
async fn shown(page: &Page, lessons: &str) -> Outcome<String> {
    let section = json!(timeline(lessons, "section"));
    let script = format!(
        "(function write(node) {{
            if (node.nodeType !== Node.ELEMENT_NODE) return node.data;
            const attributes = [...node.attributes].map(({{ name, value }}) => name + '=' + value).sort();
            const parts = [...node.childNodes].map(write).join('');
            return '<' + node.localName + ' ' + attributes + '>' + parts + '</>';
        }})(find({section})).replaceAll(' data-moving=', '').replaceAll('data-moving=,', '')"
    );
    text(page.evaluate(&script).await?)
}

/// Shows where two long texts part, not the whole of them.
fn assert_same(one: &str, other: &str) {
    let same = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let around = |text: &str| {
        let letters: Vec<char> = text.chars().collect();
        let from = same.saturating_sub(80).min(letters.len());
        letters[from..(from + 200).min(letters.len())]
            .iter()
            .collect::<String>()
    };
    assert!(one == other, "{}\nis not\n{}", around(one), around(other));
}

async fn play_label(page: &Page) -> Outcome<String> {
    let button = json!(timeline("D2", ".controls button:nth-of-type(4)"));
    text(
        page.evaluate(&format!("find({button}).firstChild.textContent"))
            .await?,
    )
}

fn owned(text: &str) -> String {
    text.to_owned()
}
