//! The lessons of the article, as they are read before the wasm has come, and how they are opened.

use page_tests::{Outcome, Page};
use serde_json::json;
use setnx_playground::lesson::{self, narrate};
use setnx_playground::text::Lang;

use crate::places::*;

/// Every size that the layout is held to.
const SIZES: [(u32, u32); 5] = [
    (1280, 900),
    (1366, 650),
    (768, 1024),
    (390, 844),
    (844, 390),
];

pub async fn every_move_is_read_before_the_wasm_has_come(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    page.devtools("Network.setBlockedURLs", json!({ "urls": ["*.wasm"] }))
        .await?;
    for (lang, query) in [(Lang::En, "?lang=en"), (Lang::ZhHans, "?lang=zh")] {
        page.open_unready(query).await?;
        page.until("document.readyState === 'complete'").await?;
        for lesson in lesson::ALL {
            let run = lesson.run();
            let told = |index: usize| {
                let segments = narrate(lang, index, &run, Some(lesson));
                segments
                    .into_iter()
                    .map(|part| part.text)
                    .collect::<String>()
            };
            let expected: Vec<String> = (0..run.len()).map(told).collect();
            let moves = format!(
                "[...document.querySelectorAll('[lessons=\"{}\"] > ol > li')].map((move) =>
                    [...move.childNodes].filter((part) => !['i', 'code'].includes(part.localName)).map((part) => part.textContent).join('').trim())",
                lesson.id
            );
            assert_eq!(
                texts(page.evaluate(&moves).await?)?,
                expected,
                "{}",
                lesson.id
            );
        }
        // The first race is there too, where the page is read without its scripts or the engine cannot come.
        let race = "[...find('.first ol').children].map((move) => move.querySelector('code')?.textContent).filter(Boolean).join()";
        assert_eq!(
            page.evaluate(race).await?,
            "SETNX 100 → 1,✕,SETNX 112 → 0,GET → 100,SETNX 112 → 0,GET → 100,DEL → 1,SETNX 112 → 1,DEL → 1,SETNX 112 → 1"
        );
        // Paper has all of them; nothing is wider than the window.
        for (width, height) in SIZES {
            page.set_viewport(width, height).await?;
            assert_eq!(
                page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                    .await?,
                true,
                "{width}x{height}"
            );
        }
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }))
            .await?;
        let hidden = "[...document.querySelectorAll('.lesson ol')].filter((moves) => !moves.checkVisibility({ contentVisibilityAuto: false })).length";
        assert_eq!(page.evaluate(hidden).await?, 0);
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }))
            .await?;
    }
    page.devtools("Network.setBlockedURLs", json!({ "urls": [] }))
        .await?;
    page.take_console().await.map(drop)
}

/// A reader prints a page that he has only begun to read: what has not come near stands there as the served page has it.
pub async fn what_has_not_come_near_is_printed_as_it_was_served(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.until("find('.first').length > 0").await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
        .await?;
    let far = "find('[lessons=D4]')";
    assert_eq!(
        page.evaluate(&format!("{far}.shadowRoot.querySelector('.ladder')"))
            .await?,
        json!(null)
    );
    let lines = page
        .evaluate("[...document.querySelectorAll('.chapter [lessons] > ol > li')].every((move) => move.closest('lock-timeline').length || move.getBoundingClientRect().height > 10)")
        .await?;
    assert_eq!(lines, true);
    // The race is printed to its last row, and not as far as its window goes.
    page.until("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(find('.first >>> .ladder'))")
        .await?;
    page.evaluate("dispatchEvent(new Event('afterprint'))")
        .await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }))
        .await
        .map(drop)
}

/// A fold opens by its summary and by a link; a way from one lesson to the next leads to the place of that one.
pub async fn a_folded_lesson_opens_and_leads_on_to_the_next(page: &Page) -> Outcome {
    let is_live = |id: &str| {
        format!("find('[lessons=\"{id}\"]').shadowRoot.querySelector('.ladder') !== null")
    };
    for (width, height) in SIZES {
        page.set_viewport(width, height).await?;
        page.open("?lang=en").await?;
        page.click(".lesson:has([lessons=D2]) summary").await?;
        page.until(&is_live("D2")).await?;
        page.evaluate("find('[lessons=D2]').seek(99)").await?;
        page.until_text("lock-timeline[lessons=D2] >>> [aria-live]", "Broken.")
            .await?;
        let reported = lesson::find("D2").and_then(|lesson| lesson.reported);
        let link = page
            .evaluate("find('lock-timeline[lessons=D2] >>> .ending a').href")
            .await?;
        assert_eq!(
            link,
            json!(format!(
                "https://github.com/{}",
                reported.unwrap_or_default()
            ))
        );
        page.evaluate("find('lock-timeline[lessons=D2] >>> .ways [data-lesson=D3]').click()")
            .await?;
        page.until(&is_live("D3")).await?;
        page.until("find('.lesson:has([lessons=D3])').open && find('[lessons=D2]').schedule.startsWith('v2;D2')")
            .await?;
        let top = "find('.lesson:has([lessons=D3]) summary').getBoundingClientRect().top";
        page.until(&format!("Math.abs({top}) < 100")).await?;
        // It is told there as a lesson, and has the focus.
        page.until("document.activeElement === find('[lessons=D3]') && document.activeElement.shadowRoot.activeElement?.className === 'ladder'")
            .await?;
        assert_eq!(
            page.evaluate("find('[lessons=D3] >>> .next')").await?,
            json!(null)
        );
    }
    Ok(())
}

/// Whoever goes from the end of a lesson to an earlier move keeps the focus.
pub async fn the_way_back_from_the_end_keeps_the_focus(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.evaluate("find('[lessons=D2]').seek(99)").await?;
    page.find(&timeline("D2", ".came button")).await?;
    page.evaluate("(find('lock-timeline[lessons=D2] >>> .came button').focus(), find('[lessons=D2]').seek(99))")
        .await?;
    page.press("\u{E007}").await?;
    page.until("find('[lessons=D2]').shadowRoot.activeElement?.className === 'ladder'")
        .await
}

/// Before its first move a lesson shows its empty rows, and the first of them makes the move.
pub async fn the_first_row_makes_its_move(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "E1").await?;
    page.evaluate("find('[lessons=E1]').seek(0)").await?;
    page.click(&timeline("E1", ".begin")).await?;
    until_cursor(page, "E1", 1).await?;
    let has_focus = "find('[lessons=E1]').shadowRoot.activeElement?.className === 'ladder'";
    page.until(has_focus).await
}
