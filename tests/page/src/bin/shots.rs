//! Writes screenshots of the built page into a directory: each chapter at every size, theme and language, with its boxes
//! alive. For looking at.

use std::path::{Path, PathBuf};

use page_tests::{Browser, Outcome, Page, Scheme};

/// A wide screen, a laptop's, a tablet's, and a phone's upright and lying.
const SIZES: [(u32, u32); 5] = [
    (1440, 900),
    (1280, 900),
    (768, 1024),
    (390, 844),
    (844, 390),
];

/// Has every box come to life, then scrolls through the page, so that each is drawn as a reader has it.
const MOUNT: &str = "(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    for (const box of document.querySelectorAll('.page :is(redis-prompt, lock-timeline)')) {
        box.begin();
        await box.ready;
        box.scrollIntoView();
        while (!box.shadowRoot.querySelector('.ladder, textarea')) await drawn();
        await drawn();
    }
    scrollTo(0, 0);
    await drawn();
})()";

/// The beginning and the chapters: a name, and where they stand on the page.
const PARTS: &str = "[...document.querySelectorAll('.hero, .chapter')].map((part, place) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const name = part.querySelector('h2')?.id ?? 'beginning';
    return [`${String(place).padStart(2, '0')}-${name}`, left + scrollX, top + scrollY, width, height];
})";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("usage: shots DIR")?);
    std::fs::create_dir_all(&directory)?;
    let browser = Browser::start().await?;
    let outcome = shoot_all(&browser.page(), &directory).await;
    browser.quit().await?;
    outcome
}

async fn shoot_all(page: &Page, directory: &Path) -> Outcome {
    for (width, height) in SIZES {
        for language in ["en", "zh"] {
            page.set_viewport(width, height).await?;
            page.prefer(Scheme::Light, true).await?;
            page.open(&format!("?lang={language}")).await?;
            page.evaluate(MOUNT).await?;
            for (theme, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
                page.prefer(scheme, true).await?;
                let parts = page.evaluate(PARTS).await?;
                for part in parts.as_array().into_iter().flatten() {
                    let name = part[0].as_str().unwrap_or_default();
                    let file = format!("{width}x{height}-{language}-{theme}-{name}.png");
                    let [left, top, width, height] =
                        [1, 2, 3, 4].map(|at| part[at].as_f64().unwrap_or_default());
                    page.shoot_area(&directory.join(file), [left, top, width, height])
                        .await?;
                }
            }
            println!("{width} x {height}, {language}");
        }
    }
    Ok(())
}
