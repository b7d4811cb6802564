//! The guide as its readers have it: every box lives, the console is clean, nothing is wider than a phone.

use page_tests::{Host, Outcome, Page, Scheme, Site, root};
use serde_json::json;

use crate::LIVEN;

/// The book, as a host has it.
async fn book() -> Outcome<Site> {
    let folder = root().join("target/docs");
    if !folder.join("index.html").is_file() {
        return Err("target/docs holds no book: `cargo xtask docs` builds it".into());
    }
    Host::of_folder(&folder)?.serve().await
}

fn pages() -> Vec<String> {
    let chapters = crate::book::chapters(&root());
    let names = chapters.iter().map(|chapter| &*chapter.name);
    let names = names.filter(|name| *name != "SUMMARY.md");
    names.map(|name| name.replace(".md", ".html")).collect()
}

pub async fn every_box_of_the_guide_lives_in_light_and_dark(page: &Page) -> Outcome {
    let host = book().await?;
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme, false).await?;
        let mut boxes = 0;
        for name in pages() {
            page.visit(&host.url(&name)).await?;
            page.until("document.readyState === 'complete'").await?;
            boxes += page.evaluate(LIVEN).await?.as_u64().unwrap_or_default();
            let wanted = if scheme == Scheme::Dark {
                "dark"
            } else {
                "light"
            };
            let others = format!(
                "[...document.querySelectorAll('redis-prompt:not([theme]), lock-timeline:not([theme])')]\
                 .filter((box) => !box.closest('[style]') && getComputedStyle(box.shadowRoot.querySelector('.seat')).colorScheme !== '{wanted}').length"
            );
            assert_eq!(
                page.evaluate(&others).await?,
                json!(0),
                "{name} in {wanted}"
            );
        }
        assert!(boxes >= 18, "{boxes} boxes");
    }
    Ok(())
}

pub async fn what_a_reader_types_in_the_guide_is_answered(page: &Page) -> Outcome {
    let host = book().await?;
    page.visit(&host.url("index.html")).await?;
    page.type_into("redis-prompt >>> textarea", "STRLEN mykey\u{E007}")
        .await?;
    page.until_text("redis-prompt >>> .entry:last-of-type", "(integer) 5")
        .await?;
    // A block of Markdown that was upgraded.
    page.visit(&host.url("ways.html")).await?;
    page.until("[...document.querySelectorAll('redis-prompt')].some((box) => box.previousElementSibling?.querySelector('code.language-redis'))")
        .await?;
    an_upgraded_block_is_run(page).await?;
    page.visit(&host.url("frames.html")).await?;
    page.until("find('iframe').style.height !== ''").await?;
    page.driver().enter_frame(0).await?;
    assert_eq!(page.evaluate(LIVEN).await?, json!(1));
    page.driver().enter_default_frame().await?;
    Ok(())
}

async fn an_upgraded_block_is_run(page: &Page) -> Outcome {
    let upgraded = "[...document.querySelectorAll('redis-prompt')].find((box) => box.previousElementSibling?.querySelector('code.language-redis')).run('STRLEN greeting').then(({ text }) => text)";
    assert_eq!(page.evaluate(upgraded).await?, "(integer) 12");
    Ok(())
}

pub async fn no_page_of_the_guide_is_wider_than_a_phone(page: &Page) -> Outcome {
    let host = book().await?;
    page.set_viewport(390, 800).await?;
    for name in pages() {
        page.visit(&host.url(&name)).await?;
        page.until("document.readyState === 'complete'").await?;
        page.evaluate(LIVEN).await?;
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.evaluate(wide).await?, json!(true), "{name}");
    }
    Ok(())
}
