//! The built page in Firefox and in WebKitGTK: what a reader does first works there too. All else is tested in Chromium.

use std::process::ExitCode;

use page_tests::{Engine, Outcome, Page, conclude, trials};
use serde_json::json;

const INPUT: &str = ".page redis-prompt >>> textarea";
const LOG: &str = ".page redis-prompt >>> [role=log]";
const FRAME: &str = "lock-timeline[lessons=D2] >>> .ladder";
const ENTER: &str = "\u{E007}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";

fn main() -> ExitCode {
    let firefox = trials![
        firefox_answers_at_the_prompt,
        firefox_plays_d2_to_its_end,
        firefox_keeps_the_place_while_the_article_is_laid_out,
        firefox_reads_chinese_in_the_dark,
    ];
    let webkit = trials![
        webkit_answers_at_the_prompt,
        webkit_plays_d2_to_its_end,
        webkit_keeps_the_place_while_the_article_is_laid_out,
        webkit_reads_chinese_in_the_dark,
    ];
    let within = |engine| move |trial: page_tests::Trial| trial.within(engine);
    let firefox = firefox.into_iter().map(within(Engine::Firefox));
    let webkit = webkit.into_iter().map(within(Engine::WebKit));
    conclude(firefox.chain(webkit).collect())
}

async fn firefox_answers_at_the_prompt(page: &Page) -> Outcome {
    the_prompt_answers(page).await
}

async fn webkit_answers_at_the_prompt(page: &Page) -> Outcome {
    the_prompt_answers(page).await
}

async fn firefox_plays_d2_to_its_end(page: &Page) -> Outcome {
    d2_is_played_to_its_end(page).await
}

async fn webkit_plays_d2_to_its_end(page: &Page) -> Outcome {
    d2_is_played_to_its_end(page).await
}

async fn firefox_keeps_the_place_while_the_article_is_laid_out(page: &Page) -> Outcome {
    the_place_is_kept(page).await
}

async fn webkit_keeps_the_place_while_the_article_is_laid_out(page: &Page) -> Outcome {
    the_place_is_kept(page).await
}

async fn firefox_reads_chinese_in_the_dark(page: &Page) -> Outcome {
    chinese_is_read_in_the_dark(page).await
}

async fn webkit_reads_chinese_in_the_dark(page: &Page) -> Outcome {
    chinese_is_read_in_the_dark(page).await
}

async fn the_prompt_answers(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.type_into(INPUT, format!("SETNX engine 1{ENTER}"))
        .await?;
    page.until_text(LOG, "SETNX engine 1\n(integer) 1").await?;
    page.type_into(INPUT, format!("SETNX engine 2{ENTER}"))
        .await?;
    page.until_text(LOG, "SETNX engine 2\n(integer) 0").await
}

async fn d2_is_played_to_its_end(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.bring_into_view("lock-timeline[lessons=D2]").await?;
    page.type_into(FRAME, HOME).await?;
    let value = |cursor: u64| {
        let slider = json!("lock-timeline[lessons=D2] >>> .slider");
        format!("find({slider}).value === '{cursor}'")
    };
    page.until(&value(0)).await?;
    let moves = page
        .evaluate("find('lock-timeline[lessons=D2]').length")
        .await?;
    for done in 1..=moves.as_u64().ok_or("the timeline has no length")? {
        page.type_into(FRAME, RIGHT).await?;
        page.until(&value(done)).await?;
    }
    let broken = "lock-timeline[lessons=D2] >>> .ending";
    page.until_text(broken, "C2 deleted the lock of C1").await?;
    // Both beliefs are drawn, and the drawing has its size.
    let beliefs = format!(
        "[...find({}).querySelectorAll('.belief')].filter((bar) => bar.getBoundingClientRect().height > 20).length >= 2",
        json!(FRAME)
    );
    page.until(&beliefs).await
}

/// A reader who has jumped far down sees what was jumped to, also when the chapters above it come to their heights later.
async fn the_place_is_kept(page: &Page) -> Outcome {
    let top = "find('lock-timeline[lessons=D2]').getBoundingClientRect().top";
    page.open_unready("?lang=en").await?;
    page.until("document.querySelector('.chapter[data-laid]') !== null")
        .await?;
    page.bring_into_view("lock-timeline[lessons=D2]").await?;
    page.until("[...document.querySelectorAll('.chapter')].every((one) => 'laid' in one.dataset)")
        .await?;
    // A box above it may grow by some lines when it comes to life.
    page.until(&format!("Math.abs({top}) < innerHeight / 2"))
        .await
        .map_err(|_| "D2 has left the window".into())
}

async fn chinese_is_read_in_the_dark(page: &Page) -> Outcome {
    const QUERY: &str = "?lang=zh&theme=dark";
    page.open(QUERY).await?;
    // Once in some fifteen runs WebKit has drawn nothing after the page had come, for as long as it was asked: not explained.
    // What comes after the page was opened anew is what counts.
    if page
        .until("find('.hero lock-timeline >>> .say') !== null")
        .await
        .is_err()
    {
        page.open(QUERY).await?;
    }
    page.until_text("h1", "一把锁").await?;
    page.until_text(".hero lock-timeline >>> .say", "锁")
        .await?;
    let ground = "getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).every((part) => Number(part) < 64)";
    page.until(ground).await?;
    let ink = "getComputedStyle(find('.hero lock-timeline >>> .row[aria-current] .said')).color.match(/[0-9.]+/g).slice(0, 3).every((part) => Number(part) > 160)";
    page.until(ink).await
}
