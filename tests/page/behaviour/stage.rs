//! What of a timeline is in view together, in pixels, at the sizes that readers have. docs/design/stage.md has the limits
//! and what was measured last; `SETNX_BLESS=1` writes the latter.

use page_tests::{Outcome, Page, root};
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
    let offered = format!(
        "[...{boxes}].flatMap((box, at) => box.getAttribute('lessons').split(' ').map((lesson) => [at, lesson]))"
    );
    let mut all = Vec::new();
    for offer in list(page.evaluate(&offered).await?)? {
        let of_lesson = format!(
            "(async ([at, lesson]) => {{
                const box = {boxes}[at];
                const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
                box.begin();
                box.setAttribute('lesson', lesson);
                await box.ready;
                while (!box.shadowRoot.querySelector('svg.picture')) await drawn();
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

/// Takes numbers at a lesson's start and at its end, by functions of the box's shadow root and the box. Gives the
/// lesson's name with its numbers.
fn at_both_ends(takes: &[&str]) -> String {
    format!(
        "async (box, lesson, drawn) => {{
            const all = [];
            for (const position of [0, box.length]) {{
                await box.seek(position);
                await drawn();
                all.push([lesson, ...[{}].map((take) => take(box.shadowRoot, box))]);
            }}
            return all;
        }}",
        takes.join(", ")
    )
}

/// From the upper edge of the first of these parts to the lower edge of the last, the drawing being scrolled to: for up to
/// three clients on one server, beside which a store may stand.
fn height_of(parts: &[&str]) -> String {
    format!(
        "(root) => {{
            const count = (lane) => root.querySelectorAll(`.name${{lane}}`).length;
            if (count('[data-client]') > 3 || count('.server') > 2) return null;
            root.querySelector('.frame').scrollIntoView();
            const edges = {}.map((part) => root.querySelector(part).getBoundingClientRect());
            return Math.max(...edges.map(({{ bottom }}) => bottom)) - Math.min(...edges.map(({{ top }}) => top));
        }}",
        json!(parts)
    )
}

/// How far a belief that goes on at the end reaches beyond the label of the last move. One that ends there ends in the
/// middle of the move.
const CLEARANCE: &str = "(root, box) => {
    const last = root.querySelector(`.exchange[data-move='${box.length - 1}'] .pill`)?.getBoundingClientRect();
    if (box.position === 0 || !last) return null;
    const [from, to] = root.querySelector('.frame').dataset.direction === 'right' ? ['left', 'right'] : ['top', 'bottom'];
    const ends = [...root.querySelectorAll('.belief .shape')].map((bar) => bar.getBoundingClientRect()[to]);
    const open = ends.filter((end) => end > (last[from] + last[to]) / 2 + 8);
    return open.length ? Math.min(...open) - last[to] : null;
}";

/// The scrolling frames of lessons that have no reason for one.
const SCROLLERS: &str = "(root, box) => {
    const frame = root.querySelector('.frame');
    const isShort = box.length <= 14 && root.querySelectorAll('.name.server').length === 1;
    return isShort ? Number(frame.scrollHeight > frame.clientHeight + 1) : null;
}";

const DRAWING: &str = ".frame";
const STEP: &str = ".controls [data-primary]";
const SENTENCE: &str = ".say";

/// The parts that are to be in view together in a window.
fn together(window: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match window {
        "1280 × 900" => (
            "drawing, controls, sentence, clients, program",
            &[DRAWING, ".controls", SENTENCE, ".clients", ".program"],
        ),
        "1366 × 650" | "390 × 844" => ("drawing, Step, sentence", &[DRAWING, STEP, SENTENCE]),
        "844 × 390" => ("Step, sentence", &[STEP, SENTENCE]),
        _ => return None,
    })
}

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

/// Measures one window in both languages, and holds it against its rows.
async fn measure(page: &Page, window: &'static str) -> Outcome {
    let mut all: Vec<Measured> = Vec::new();
    let (width, height) = window.split_once(" × ").ok_or("a window has two sides")?;
    page.set_viewport(width.parse()?, height.parse()?).await?;
    let is_phone = height == "844";
    let height_of_all = together(window).map(|(what, parts)| (what, height_of(parts)));
    let mut takes: Vec<(&str, &str)> = Vec::new();
    takes.extend(
        height_of_all
            .iter()
            .map(|(what, take)| (*what, take.as_str())),
    );
    if height == "900" || is_phone {
        takes.push((
            "a belief that goes on, beyond the label of the last move",
            CLEARANCE,
        ));
    }
    if is_phone {
        takes.push((
            "frames that scroll, of up to 14 moves on one server",
            SCROLLERS,
        ));
    }
    let mut edges = vec![(
        "the prompt's line, from the heading of its chapter",
        reach("#try", &["redis-prompt >>> .input"]),
    )];
    if height == "900" || is_phone {
        let parts = [".hero .race", ".hero lock-timeline >>> .frame"];
        edges.push((
            "the first drawing and its Pause, from the top",
            reach(".page", &parts),
        ));
    }
    for query in ["?lang=en", "?lang=zh"] {
        page.open(query).await?;
        page.find(INPUT).await?;
        page.find(".hero lock-timeline >>> svg.picture").await?;
        for (what, edge) in &edges {
            let number = page.evaluate(edge).await?.as_f64().ok_or("no edge")?;
            note(&mut all, window, what, number, "");
        }
        let functions: Vec<&str> = takes.iter().map(|(_, take)| *take).collect();
        for of_lesson in of_each_lesson(page, &at_both_ends(&functions)).await? {
            let lesson = of_lesson[0].as_str().unwrap_or_default();
            for (at, (what, _)) in takes.iter().enumerate() {
                if let Some(number) = of_lesson[at + 1].as_f64() {
                    note(&mut all, window, what, number, lesson);
                }
            }
        }
    }
    compare(window, &all)
}

/// Keeps the worst of the numbers of one row: of a clearance the least, of all else the most.
fn note(all: &mut Vec<Measured>, window: &'static str, what: &'static str, number: f64, of: &str) {
    let is_least = what.starts_with("a belief");
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
        Some(row) if (number < row.number) == is_least && number != row.number => *row = new,
        Some(_) => {}
        None => all.push(new),
    }
}

/// Holds what was measured against the document's limits and numbers.
fn compare(of: &str, all: &[Measured]) -> Outcome {
    let file = root().join(DOCUMENT);
    let text = std::fs::read_to_string(&file)?;
    let is_blessed = std::env::var_os("SETNX_BLESS").is_some();
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
            wrong.push(format!("nothing measures {line}"));
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
        if !is_blessed && (number - noted_px).abs() > TOLERANCE {
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
const READING: &str = r"async (box, lesson) => {
    const all = [];
    for (let position = 1; position < box.length; position++) {
        await box.seek(position);
        const text = box.shadowRoot.querySelector('.say').textContent;
        const wide = text.match(/[\u3400-\u9fff]/g)?.length ?? 0;
        const words = text.match(/[^\s\u3000-\u9fff\uff00-\uffef]+/g)?.length ?? 0;
        all.push([Math.max(1500, wide * 200 + words * 273), lesson, position, box.getAttribute('lessons')]);
    }
    return all;
}";

/// At double speed, for half of that time. The sentence that stands there when *Play* is pressed is known, so that the one after
/// the first move is measured.
pub async fn the_longest_sentence_stays_as_long_as_it_takes_to_read(page: &Page) -> Outcome {
    for query in ["?lang=en", "?lang=zh"] {
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
            Value::String(lessons),
        ] = longest.as_array().map(Vec::as_slice).unwrap_or_default()
        else {
            return Err(format!("{longest} is not a sentence").into());
        };
        let host = format!("lock-timeline[lessons=\"{lessons}\"]");
        let play = format!(
            "(async (box) => {{
                box.setAttribute('lesson', {lesson});
                await box.ready;
                await box.seek({position} - 1);
                box.scrollIntoView();
                const root = box.shadowRoot;
                while (!root.querySelector('.frame')) await new Promise(requestAnimationFrame);
                const speed = root.querySelector('.speed');
                speed.value = '2×';
                speed.dispatchEvent(new Event('change', {{ bubbles: true, composed: true }}));
                const at = (position) => new Promise((resolve) => box.addEventListener('lock-step', ({{ detail }}) => detail.position === position && resolve(performance.now())));
                const [first, next] = [at({position}), at({position} + 1)];
                root.querySelector('.frame').dispatchEvent(new KeyboardEvent('keydown', {{ key: ' ', bubbles: true, composed: true, cancelable: true }}));
                const begun = await first;
                return await next - begun;
            }})(find({host}))",
            lesson = json!(lesson),
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

pub async fn no_step_moves_what_is_below_the_drawing(page: &Page) -> Outcome {
    let parts: [(u32, u32, &[&str]); 2] = [
        (1280, 900, &[".controls", ".told", ".program", ".play"]),
        (390, 844, &[".controls", ".told"]),
    ];
    for (width, height, parts) in parts {
        page.set_viewport(width, height).await?;
        page.open("?lang=en").await?;
        go_to_timeline(page, "D2").await?;
        page.type_into(&timeline("D2", ".frame"), HOME).await?;
        let mut places = Vec::new();
        for done in 0..=lesson("D2").beats.len() {
            until_cursor(page, "D2", done).await?;
            let place = format!(
                "{}.map((part) => Math.round(find('lock-timeline[lessons=D2] >>> ' + part).getBoundingClientRect().top + scrollY)).join()",
                json!(parts)
            );
            places.push(text(page.evaluate(&place).await?)?);
            page.evaluate("find('lock-timeline[lessons=D2] >>> .controls [data-primary]').click()")
                .await?;
        }
        places.dedup();
        assert_eq!(places.len(), 1, "{width}x{height}: {places:?}");
    }
    Ok(())
}

/// However far down a long drawing is read, what steps it and what is told stay at the lower edge.
pub async fn a_phone_keeps_step_and_sentence_in_sight(page: &Page) -> Outcome {
    page.set_viewport(390, 844).await?;
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let inside = format!(
        "[{}, {}].every((part) => {{
            const {{ top, bottom }} = find(part).getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        }})",
        json!(timeline("D2", STEP)),
        json!(timeline("D2", SENTENCE)),
    );
    for share in [0.0, 0.5, 1.0] {
        let scroll = format!(
            "((frame) => scrollTo(0, scrollY + frame.top + {share} * frame.height - innerHeight / 2))(find({}).getBoundingClientRect())",
            json!(timeline("D2", DRAWING)),
        );
        page.evaluate(&scroll).await?;
        assert_eq!(
            page.evaluate(&inside).await?,
            true,
            "at {share} of the drawing"
        );
    }
    Ok(())
}
