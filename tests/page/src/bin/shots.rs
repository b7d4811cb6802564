//! Writes screenshots of the built page into a directory: every width, theme and language. For looking at.

use std::path::PathBuf;

use page_tests::{Browser, Outcome, Page, Scheme};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("usage: shots DIR")?);
    std::fs::create_dir_all(&directory)?;
    let browser = Browser::start().await?;
    let outcome = shoot_all(&browser.page(), &directory).await;
    browser.quit().await?;
    outcome
}

async fn shoot_all(page: &Page, directory: &std::path::Path) -> Outcome {
    for (theme, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
        page.prefer(scheme, true).await?;
        for language in ["en", "zh"] {
            for width in [1280, 390] {
                page.set_viewport(width, 800).await?;
                page.open(&format!("?lang={language}")).await?;
                let file = directory.join(format!("{language}-{theme}-{width}.png"));
                page.shoot_all(&file, width).await?;
                println!("{}", file.display());
            }
        }
    }
    Ok(())
}
