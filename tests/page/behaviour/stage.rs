//! What of a timeline is in view together, in pixels, at the sizes that readers have. docs/design/stage.md has the limits
//! and what was measured last; `SETNX_BLESS=1` writes the latter.

use page_tests::{Outcome, Page, languages, one_language, root};
use serde_json::{Value, json};

use crate::places::*;

const DOCUMENT: &str = "docs/design/stage.md";
/// How far another machine's fonts may put a number off the one in the document.
const TOLERANCE: f64 = 24.0;

/// A row of the document's table: a window, what is measured in it, and the result with the lesson that it is of.
struct Measured {
    window: &'static str,
    what: &'static str,
    number: f64,
    of: String,
}

/// Asks a function of each lesson of the article, in the box that offers it, and gives what the answers hold in one list.
/// Each lesson is a script of its own: a driver ends one that takes 30 s.
async fn of_each_lesson(page: &Page, ask: &str) -> Outcome<Vec<Value>> {
    let boxes = "document.querySelectorAll('.chapter lock-timeline[lessons]')";
    let offered = format!("[...{boxes}].map((box, at) => [at, box.getAttribute('lessons')])");
    let mut all = Vec::new();
    for offer in list(page.evaluate(&offered).await?)? {
        let of_lesson = format!(
            "(async ([at, lesson]) => {{
                const box = {boxes}[at];
                const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
                box.closest('.lesson')?.setAttribute('open', '');
                box.begin();
                await box.ready;
                while (!box.shadowRoot.querySelector('.ladder')) await drawn();
                return await ({ask})(box, lesson, drawn);
            }})({offer})"
        );
        all.extend(list(page.evaluate(&of_lesson).await?)?);
    }
    Ok(all)
}

fn list(value: Value) -> Outcome<Vec<Value>> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(format!("{other} is not a list").into()),
    }
}

/// Steps through a lesson by keys, as a reader does who has the ladder in view. Counts the steps after which the current row,
/// below the bar and the names and above the controls, or Step does not come into view, with the end of the lesson as one more, and
/// names them; and measures what names and controls take of the window.
const WALK: &str = "async (box, lesson, drawn) => {
    const root = box.shadowRoot;
    await box.seek(0);
    await drawn();
    const ladder = root.querySelector('.ladder');
    // To the fold: see Page::bring_into_view.
    (box.closest('.lesson') ?? box).scrollIntoView();
    ladder.focus({ preventScroll: true });
    const area = (path) => root.querySelector(path).getBoundingClientRect();
    const press = (key) => ladder.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
    const isSeen = (path) => {
        const { top, bottom } = area(path);
        return top >= area('.heads').bottom - 1 && bottom <= area('.dock').top + 1;
    };
    const isInWindow = (path) => area(path).top >= -1 && area(path).bottom <= innerHeight + 1;
    const isStepSeen = () => {
        const bar = document.querySelector('.top').getBoundingClientRect().bottom;
        const isDrawn = Number(root.querySelector('.row[aria-current]').dataset.row) === box.position;
        return isDrawn && area('.heads').top >= bar - 1 && isSeen('.row[aria-current]') && isInWindow('.controls [data-primary]');
    };
    const hidden = [];
    // What is out of view for so long stays there, also on a busy machine.
    const look = async (name, is) => {
        for (let frames = 0; frames < 60; frames++) {
            await drawn();
            if (is()) return;
        }
        hidden.push(name);
    };
    let taken = 0;
    while (box.position < box.length && hidden.length < 2) {
        press('ArrowDown');
        await look(box.position, isStepSeen);
        taken = Math.max(taken, area('.heads').height + area('.dock').height);
    }
    await look('end', () => isInWindow('.ending .came'));
    // A page of open lessons takes ever longer to be laid out.
    box.closest('.lesson')?.removeAttribute('open');
    return [[[lesson, ...hidden].join(' '), hidden.length, taken]];
}";

/// The numbers of a walk, by their names in the document.
const WALKED: [&str; 2] = ["steps that end out of view", "names and controls"];

const STEP: &str = ".controls [data-primary]";

/// How far down these parts reach from the upper edge of another.
fn reach(from: &str, parts: &[&str]) -> String {
    format!(
        "Math.max(...{}.map((part) => find(part).getBoundingClientRect().bottom)) - find({}).getBoundingClientRect().top",
        json!(parts),
        json!(from)
    )
}

pub async fn a_wide_window_keeps_the_limits_of_the_table(page: &Page) -> Outcome {
    measure(page, "1280 × 900").await
}

pub async fn a_laptops_window_keeps_the_limits_of_the_table(page: &Page) -> Outcome {
    measure(page, "1366 × 650").await
}

pub async fn a_tablet_keeps_the_limits_of_the_table(page: &Page) -> Outcome {
    measure(page, "768 × 1024").await
}

pub async fn a_phone_keeps_the_limits_of_the_table(page: &Page) -> Outcome {
    measure(page, "390 × 844").await
}

pub async fn a_phone_that_lies_keeps_the_limits_of_the_table(page: &Page) -> Outcome {
    measure(page, "844 × 390").await
}

/// The first screen says what bites, what to use and what that does not do, leads to the reader's own lock, and shows the race:
/// all of it within the window, but for the race where a phone lies.
pub async fn the_first_screen_has_the_answer_and_the_end_of_the_race(page: &Page) -> Outcome {
    for (width, height) in [
        (1280, 900),
        (1366, 650),
        (768, 1024),
        (390, 844),
        (844, 390),
    ] {
        page.set_viewport(width, height).await?;
        for query in &languages() {
            page.open(query).await?;
            page.until("!find('.reins').hidden").await?;
            let mut parts = vec!["h1", ".lead", ".go :last-child", ".short"];
            if height > 390 {
                // It plays to its end by itself.
                page.evaluate("find('.hero lock-timeline').seek(11)")
                    .await?;
                page.until("find('.hero lock-timeline >>> .ending:not([data-ahead])') !== null")
                    .await?;
                parts.extend([".reins", ".hero lock-timeline >>> .row[aria-current]"]);
            }
            for part in parts {
                let inside = format!(
                    "(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight + 1)(find('{part}').getBoundingClientRect())"
                );
                page.until(&inside)
                    .await
                    .map_err(|error| format!("{width} x {height} {query}: {error}"))?;
            }
        }
    }
    Ok(())
}

/// Nothing makes the page wider than its window, the bar with all its switches least of all.
pub async fn no_window_is_narrower_than_its_page(page: &Page) -> Outcome {
    for width in [320, 360, 390, 480, 640, 768, 1024, 1280, 1600] {
        page.set_viewport(width, 800).await?;
        for query in &languages() {
            page.open(query).await?;
            page.until("!find('.reins').hidden").await?;
            // A bar to scroll by takes from the window's width.
            let fits = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(page.evaluate(fits).await?, true, "{width} {query}");
        }
    }
    Ok(())
}

/// Measures one window in both languages, and holds it against its rows.
async fn measure(page: &Page, window: &'static str) -> Outcome {
    let mut all: Vec<Measured> = Vec::new();
    let (width, height) = window.split_once(" × ").ok_or("a window has two sides")?;
    page.set_viewport(width.parse()?, height.parse()?).await?;
    let is_phone = height == "844";
    let mut edges = vec![(
        "the prompt's line, from the heading of its chapter",
        reach("#try", &["redis-prompt >>> .input"]),
    )];
    // How much text comes first is up to those who write the article in a language.
    if (height == "900" || is_phone) && one_language().is_none() {
        let parts = [".hero .race", ".hero lock-timeline >>> .ladder"];
        edges.push((
            "the first ladder and its Pause, from the top",
            reach(".page", &parts),
        ));
    }
    for query in &languages() {
        page.open(query).await?;
        page.find(INPUT).await?;
        page.find(".hero lock-timeline >>> .ladder").await?;
        for (what, edge) in &edges {
            let number = page.evaluate(edge).await?.as_f64().ok_or("no edge")?;
            note(&mut all, window, what, number, "");
        }
        for of_lesson in of_each_lesson(page, WALK).await? {
            let lesson = of_lesson[0].as_str().unwrap_or_default();
            for (at, what) in WALKED.into_iter().enumerate() {
                let number = of_lesson[at + 1].as_f64().ok_or("no number")?;
                note(&mut all, window, what, number, lesson);
            }
        }
    }
    compare(window, &all)
}

/// Keeps the worst of the numbers of one row.
fn note(all: &mut Vec<Measured>, window: &'static str, what: &'static str, number: f64, of: &str) {
    let new = Measured {
        window,
        what,
        number,
        of: of.to_owned(),
    };
    match all
        .iter_mut()
        .find(|row| row.window == window && row.what == what)
    {
        Some(row) if number > row.number => *row = new,
        Some(_) => {}
        None => all.push(new),
    }
}

/// Holds what was measured against the document's limits and numbers.
fn compare(of: &str, all: &[Measured]) -> Outcome {
    let file = root().join(DOCUMENT);
    let text = std::fs::read_to_string(&file)?;
    let is_blessed = std::env::var_os("SETNX_BLESS").is_some() && one_language().is_none();
    let (mut wrong, mut found) = (Vec::new(), 0);
    let mut lines = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [window, what, limit, noted] = cells[..] else {
            lines.push(line.to_owned());
            continue;
        };
        if window != of {
            lines.push(line.to_owned());
            continue;
        }
        let Some((is_most, limit_px)) = limit_of(limit) else {
            lines.push(line.to_owned());
            continue;
        };
        let row = all
            .iter()
            .find(|row| row.window == window && row.what == what);
        let Some(row) = row else {
            if one_language().is_none() {
                wrong.push(format!("nothing measures {line}"));
            }
            lines.push(line.to_owned());
            continue;
        };
        found += 1;
        let number = row.number.round();
        let of = match row.of.as_str() {
            "" => String::new(),
            lesson => format!(", {lesson}"),
        };
        if (number > limit_px) == is_most && number != limit_px {
            wrong.push(format!("{window}, {what}: {number}{of}, {limit}"));
        }
        let noted_px: f64 = noted
            .split(',')
            .next()
            .unwrap_or_default()
            .parse()
            .unwrap_or(f64::INFINITY);
        // Noted is the worst of the languages together.
        if !is_blessed && one_language().is_none() && (number - noted_px).abs() > TOLERANCE {
            wrong.push(format!(
                "{window}, {what}: {number}{of}, noted as {noted}; SETNX_BLESS=1 notes it"
            ));
        }
        lines.push(format!("| {window} | {what} | {limit} | {number}{of} |"));
    }
    if found != all.len() {
        wrong.push(format!(
            "{DOCUMENT} has {found} of {} measured rows",
            all.len()
        ));
    }
    if is_blessed {
        std::fs::write(file, lines.join("\n") + "\n")?;
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

/// From `≤ 860` or `≥ 40`; whether it is the former, and the number.
fn limit_of(cell: &str) -> Option<(bool, f64)> {
    let (sign, number) = cell.split_once(' ')?;
    let is_most = match sign {
        "≤" => true,
        "≥" => false,
        _ => return None,
    };
    Some((is_most, number.parse().ok()?))
}

/// How long each sentence of a lesson takes to read, at 220 words or 300 Chinese characters a minute, in milliseconds.
const READING: &str = r"async (box, lesson, drawn) => {
    const all = [];
    for (let position = 1; position < box.length; position++) {
        await box.seek(position);
        await drawn();
        const text = box.shadowRoot.querySelector('.say').textContent;
        const wide = text.match(/[\u3400-\u9fff]/g)?.length ?? 0;
        const words = text.match(/[^\s\u3000-\u9fff\uff00-\uffef]+/g)?.length ?? 0;
        all.push([Math.max(1500, wide * 200 + words * 273), lesson, position]);
    }
    return all;
}";

/// At double speed, for half of that time. The sentence that stands there when *Play* is pressed is known, so that the one after
/// the first move is measured.
pub async fn the_longest_sentence_stays_as_long_as_it_takes_to_read(page: &Page) -> Outcome {
    for query in &languages() {
        page.open(query).await?;
        let sentences = of_each_lesson(page, READING).await?;
        let ms = |sentence: &Value| sentence[0].as_f64().unwrap_or_default();
        let longest = sentences
            .into_iter()
            .max_by(|one, other| ms(one).total_cmp(&ms(other)))
            .ok_or("there are no sentences")?;
        let [
            Value::Number(ms),
            Value::String(lesson),
            Value::Number(position),
        ] = longest.as_array().map(Vec::as_slice).unwrap_or_default()
        else {
            return Err(format!("{longest} is not a sentence").into());
        };
        let host = format!("lock-timeline[lessons=\"{lesson}\"]");
        let play = format!(
            "(async (box) => {{
                await box.ready;
                await box.seek({position} - 1);
                box.scrollIntoView();
                const root = box.shadowRoot;
                while (!root.querySelector('.ladder')) await new Promise(requestAnimationFrame);
                const speed = root.querySelector('.speed');
                speed.value = '2×';
                speed.dispatchEvent(new Event('change', {{ bubbles: true, composed: true }}));
                const at = (position) => new Promise((resolve) => box.addEventListener('lock-step', ({{ detail }}) => detail.position === position && resolve(performance.now())));
                const [first, next] = [at({position}), at({position} + 1)];
                root.querySelector('.ladder').dispatchEvent(new KeyboardEvent('keydown', {{ key: ' ', bubbles: true, composed: true, cancelable: true }}));
                const begun = await first;
                return await next - begun;
            }})(find({host}))",
            host = json!(host),
        );
        let shown = 2.0 * page.evaluate(&play).await?.as_f64().unwrap_or_default();
        let needed = ms.as_f64().unwrap_or_default();
        println!("{query}: {lesson}, sentence {position}: {shown:.0} ms, {needed:.0} ms to read");
        assert!(
            shown >= needed * 0.98,
            "{lesson}, sentence {position}: {shown} ms, {needed} ms to read"
        );
        assert!(
            shown <= needed * 1.25 + 1000.0,
            "{lesson}, sentence {position}: {shown} ms, {needed} ms to read"
        );
    }
    Ok(())
}

pub async fn no_step_moves_what_is_below_the_ladder(page: &Page) -> Outcome {
    for (width, height) in [(1280, 900), (390, 844)] {
        page.set_viewport(width, height).await?;
        page.open("?lang=en").await?;
        go_to_timeline(page, "D2").await?;
        page.type_into(&timeline("D2", ".ladder"), HOME).await?;
        let mut places = Vec::new();
        for done in 0..=lesson("D2").length() {
            until_cursor(page, "D2", done).await?;
            // The controls go along with the view.
            let place = "['.ladder', '.ending', '.play', '.inside'].map((part) =>
                Math.round(find('lock-timeline[lessons=D2] >>> ' + part).getBoundingClientRect().top + scrollY)).join()";
            places.push(text(page.evaluate(place).await?)?);
            page.evaluate("find('lock-timeline[lessons=D2] >>> .controls [data-primary]').click()")
                .await?;
        }
        places.dedup();
        assert_eq!(places.len(), 1, "{width}x{height}: {places:?}");
    }
    Ok(())
}

/// However far down a ladder is read, what steps it stays at the lower edge, and the names of its lanes at the upper one.
pub async fn a_phone_keeps_step_and_names_in_sight(page: &Page) -> Outcome {
    page.set_viewport(390, 844).await?;
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let inside = format!(
        "[{}, {}].every((part) => {{
            const {{ top, bottom }} = find(part).getBoundingClientRect();
            return top >= -1 && bottom <= innerHeight + 1;
        }})",
        json!(timeline("D2", STEP)),
        json!(timeline("D2", ".heads")),
    );
    for share in [0.4, 0.6, 0.9] {
        let scroll = format!(
            "((ladder) => scrollTo(0, scrollY + ladder.top + {share} * ladder.height - innerHeight / 2))(find({}).getBoundingClientRect())",
            json!(timeline("D2", ".ladder")),
        );
        page.evaluate(&scroll).await?;
        assert_eq!(
            page.evaluate(&inside).await?,
            true,
            "at {share} of the ladder"
        );
    }
    Ok(())
}

/// While a run plays, the page goes along until its reader scrolls.
pub async fn the_page_follows_a_run_that_plays_until_it_is_scrolled(page: &Page) -> Outcome {
    page.set_viewport(390, 844).await?;
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", "select.speed"), DOWN)
        .await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    for _ in 0..3 {
        page.press(LEFT).await?;
    }
    let end = lesson("D2").length();
    until_cursor(page, "D2", end - 3).await?;
    page.bring_into_view("lock-timeline[lessons=D2]").await?;
    page.press(" ").await?;
    let at = |done: usize| {
        format!(
            "Number(find({}).value) >= {done}",
            json!(timeline("D2", ".slider"))
        )
    };
    let is_seen = format!(
        "((row) => row.top >= 0 && row.bottom <= innerHeight)(find({}).getBoundingClientRect())",
        json!(timeline("D2", ".row[aria-current]"))
    );
    page.until(&at(end - 2)).await?;
    page.until(&is_seen).await?;
    page.evaluate(
        "(dispatchEvent(new WheelEvent('wheel')), scrollBy(0, -400), window.left = scrollY)",
    )
    .await?;
    page.until(&at(end)).await?;
    assert_eq!(page.evaluate("scrollY === window.left").await?, true);
    Ok(())
}
