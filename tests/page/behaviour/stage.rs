//! What of a timeline is in view together, in pixels, at the sizes that readers have.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

/// The edges of what is shown by these parts of D2: top and bottom within the window.
async fn edges(page: &Page, parts: &[&str]) -> Outcome<(i64, i64)> {
    let all: Vec<String> = parts.iter().map(|part| timeline("D2", part)).collect();
    let edge = |side: &str, pick: &str| {
        format!(
            "Math.{pick}(...{}.map((path) => find(path).getBoundingClientRect().{side}))",
            json!(all)
        )
    };
    let top = page.evaluate(&edge("top", "min")).await?;
    let bottom = page.evaluate(&edge("bottom", "max")).await?;
    let whole = |value: serde_json::Value| value.as_f64().map_or(0, |px| px.round() as i64);
    Ok((whole(top), whole(bottom)))
}

const DRAWING: &str = ".frame";
const STEP: &str = ".controls [data-primary]";
const SENTENCE: &str = ".say";

/// What has to be in view together, in a window so wide and high, and how high it may be.
const SIZES: [(u32, u32, &[&str], i64); 4] = [
    (
        1280,
        900,
        &[DRAWING, ".controls", SENTENCE, ".clients", ".program"],
        860,
    ),
    (1366, 650, &[DRAWING, STEP, SENTENCE], 650),
    (390, 844, &[DRAWING, STEP, SENTENCE], 844),
    (844, 390, &[STEP, SENTENCE], 390),
];

pub async fn the_stage_is_seen_whole_at_every_size(page: &Page) -> Outcome {
    for query in ["?lang=en", "?lang=zh"] {
        for (width, height, parts, most) in SIZES {
            page.set_viewport(width, height).await?;
            page.open(query).await?;
            go_to_timeline(page, "D2").await?;
            let frame = timeline("D2", ".frame");
            page.find(&frame).await?;
            for (key, done) in [(HOME, 0), (END, lesson("D2").beats.len())] {
                page.type_into(&frame, key).await?;
                until_cursor(page, "D2", done).await?;
                page.evaluate(&format!("find({}).scrollIntoView()", json!(frame)))
                    .await?;
                let (top, bottom) = edges(page, parts).await?;
                let place = format!("{query} {width}x{height}, {done} moves: {top} to {bottom}");
                assert!(bottom - top <= most, "{place}");
                assert!(top >= -1 && bottom <= i64::from(height), "{place}");
                if width == 390 {
                    let scrolls = format!(
                        "((frame) => frame.scrollHeight > frame.clientHeight + 1)(find({}))",
                        json!(frame)
                    );
                    assert_eq!(page.evaluate(&scrolls).await?, false, "{place}");
                }
                println!("{place}");
            }
        }
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
